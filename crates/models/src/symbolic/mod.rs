//! The library as exploration sees it: what comes from outside may be anything.
//!
//! Functions that ask the outside (files, the network, the clock, chance) give symbols
//! here and touch no [`World`](margay_engine::World); functions that tell it something
//! look at what they are given and drop it. All else is [`CLibrary`]'s.

mod blocks;
mod environment;
mod files;
mod harness;
mod heap;
mod input;
mod numbers;
mod output;
mod random;
mod scan;
mod sockets;

use crate::{CLibrary, Table};
use margay_engine::{Call, Handle, Library, LibraryState, Model, Resource, Stop};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::OnceLock;

const TABLES: &[Table] = &[
    blocks::MODELS,
    environment::MODELS,
    files::MODELS,
    harness::MODELS,
    heap::MODELS,
    input::MODELS,
    numbers::MODELS,
    output::MODELS,
    random::MODELS,
    scan::MODELS,
    sockets::MODELS,
];

/// [`CLibrary`] with an outside that may say anything.
pub struct SymbolicLibrary;

/// What is remembered of the outside in a state.
#[derive(Clone, Default)]
pub struct Outside {
    /// The open streams, and those that were closed.
    pub files: Rc<BTreeMap<u64, files::File>>,
    /// The open descriptors, and those that were closed.
    pub descriptors: Rc<BTreeMap<u64, files::File>>,
    /// Values of environment variables, by name: where they stand, or null.
    pub environment: Rc<BTreeMap<Vec<u8>, margay_engine::Value>>,
}

impl Outside {
    /// What is open.
    pub fn resources(&self) -> Vec<Resource> {
        let resource = |handle: Handle, file: &files::File| {
            let (opened, name) = (file.opened, file.name.clone());
            file.open.then_some(Resource { handle, opened, name })
        };
        let files = self.files.iter().filter_map(|(at, f)| resource(Handle::Address(*at), f));
        let numbers = self.descriptors.iter();
        let numbers = numbers.filter_map(|(n, f)| resource(Handle::Number(*n), f));
        files.chain(numbers).collect()
    }

    /// Nothing more is to be said of a resource.
    pub fn forget(&mut self, handle: Handle) {
        match handle {
            Handle::Address(address) => Rc::make_mut(&mut self.files).remove(&address),
            Handle::Number(number) => Rc::make_mut(&mut self.descriptors).remove(&number),
        };
    }

    /// Whether the same is open. What is closed matters only to who still names it.
    pub fn same(&self, other: &Outside) -> bool {
        let open = |files: &BTreeMap<u64, files::File>| -> Vec<(u64, margay_ir::SpanId)> {
            let open = files.iter().filter(|(_, file)| file.open);
            open.map(|(handle, file)| (*handle, file.opened)).collect()
        };
        open(&self.files) == open(&other.files)
            && open(&self.descriptors) == open(&other.descriptors)
            && self.environment == other.environment
    }
}

fn models() -> &'static HashMap<&'static str, Model> {
    static MODELS: OnceLock<HashMap<&'static str, Model>> = OnceLock::new();
    MODELS.get_or_init(|| TABLES.iter().flat_map(|table| table.iter().copied()).collect())
}

impl Library for SymbolicLibrary {
    fn model(&self, name: &str) -> Option<Model> {
        models().get(name).copied().or_else(|| CLibrary.model(name))
    }

    fn initial(&self) -> Box<dyn LibraryState> {
        CLibrary.initial()
    }

    fn has_global(&self, name: &str) -> bool {
        CLibrary.has_global(name)
    }

    fn define_global(&self, name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
        CLibrary.define_global(name, address, call)
    }

    fn finish(&self, _: &mut Call<'_>) -> Result<(), Stop> {
        Ok(())
    }
}
