//! Exploring a program, as commands share it: the inputs, how they are explored, and the program.

use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use crate::settings::{ExploreSettings, Exploring, Given};
use clap::{Args, ValueEnum, ValueHint};
use margay_analysis::{Declarations, FlowPart, Interleavings, Merge, Policy, with_library};
use margay_frontend::{Cache, ClangInfo, Unit};
use margay_ir::spell::library_name;
use margay_ir::{Function, Program, Type};
use std::collections::BTreeSet;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub struct ExploreArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    #[command(flatten)]
    pub settings: Given<Exploring>,
    /// Read the settings from this file, not from the nearest margay.toml upward
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub config: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MergeChoice {
    /// None
    Never,
    /// Those that behave alike from there on
    Equal,
    /// Those with different values too, where that saves more than it costs
    Choose,
    /// All that can be
    Always,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum InterleavingsChoice {
    /// One order, and no races are sought
    Off,
    /// All that differ where these are few, or else `local-or-remote-define`
    Choose,
    /// For each read, one in which its own thread wrote what it reads and one in which another did
    LocalOrRemoteDefine,
    /// One of each class of orders that differ only in what does not touch each other
    All,
}

impl From<InterleavingsChoice> for Interleavings {
    fn from(choice: InterleavingsChoice) -> Interleavings {
        match choice {
            InterleavingsChoice::Off => Interleavings::Off,
            InterleavingsChoice::Choose => Interleavings::Choose,
            InterleavingsChoice::LocalOrRemoteDefine => Interleavings::LocalOrRemoteDefine,
            InterleavingsChoice::All => Interleavings::All,
        }
    }
}

impl From<MergeChoice> for Merge {
    fn from(choice: MergeChoice) -> Merge {
        match choice {
            MergeChoice::Never => Merge::Never,
            MergeChoice::Equal => Merge::Equal,
            MergeChoice::Choose => Merge::Choose,
            MergeChoice::Always => Merge::Always,
        }
    }
}

/// The program that is explored.
pub struct Subject {
    pub program: Program,
    pub clang: Option<ClangInfo>,
    pub units: Vec<Unit>,
    /// How many files there are.
    pub files: usize,
    /// Files that are not part of it, since they could not be read or compiled.
    pub unread: Vec<String>,
    /// What clang was not told, without which the code may mean something else.
    pub gaps: Vec<String>,
    /// What the terminal was told, one sentence each.
    pub warnings: Vec<String>,
}

/// Loads the program, with what the library has in C.
pub fn load(
    args: &InputArgs,
    settings: &ExploreSettings,
    terminal: &Terminal,
) -> Result<Subject, Failure> {
    let flags = settings.clang_flags.iter().cloned().collect();
    let loaded = inputs::load_with(args, flags, settings.exclude.clone(), terminal)?;
    for warning in declarations_without_effect(&settings.options.flow, &loaded.program) {
        terminal.warning(&warning);
    }
    let cache = Cache::open(&inputs::cache_options(args)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    let unread = loaded.failures.into_iter().map(|failure| failure.file).collect();
    let (clang, units, files) = (loaded.clang, loaded.sources, loaded.units);
    let (gaps, warnings) = (loaded.gaps, loaded.warnings);
    Ok(Subject { program, clang, units, files, unread, gaps, warnings })
}

/// What to say of declarations in the settings that are of nothing in the program.
fn declarations_without_effect(policy: &Policy, program: &Program) -> Vec<String> {
    let Declarations { sources, sinks, sanitisers, .. } = &policy.declared;
    let of_source = |part: FlowPart| match part {
        FlowPart::Argument(index) => Some(index),
        FlowPart::Result => None,
    };
    let sources = sources.iter().map(|source| (&source.function, of_source(source.part)));
    let sinks = sinks.iter().map(|sink| (&sink.function, sink.argument));
    let sanitisers = sanitisers.iter().map(|one| (&one.function, one.argument));
    let (mut missing, mut warnings) = (BTreeSet::new(), BTreeSet::new());
    for (name, argument) in sources.chain(sinks).chain(sanitisers) {
        let is_it = |function: &&Function| {
            name == function.display_name() || name == library_name(&function.name)
        };
        let Some(function) = program.functions.iter().find(is_it) else {
            missing.insert(format!("`{name}`"));
            continue;
        };
        let takes_more = match program.types.get(function.ty) {
            Type::Function(ty) => ty.variadic,
            _ => true,
        };
        let count = function.param_count();
        if let Some(index) = argument.filter(|index| *index >= count && !takes_more) {
            let number = index + 1;
            let words = format!("[flow] names argument {number} of `{name}`, which takes {count}");
            warnings.insert(words);
        }
    }
    if !missing.is_empty() {
        let list = missing.into_iter().collect::<Vec<_>>().join(", ");
        warnings.insert(format!("[flow] names functions that the program does not have: {list}"));
    }
    warnings.into_iter().collect()
}
