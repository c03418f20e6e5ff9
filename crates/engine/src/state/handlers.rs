//! The handlers of signals that a state has installed, and the one that it tries.

use crate::memory::Touch;
use crate::state::State;
use crate::state::library_state::Handler;
use margay_ir::{FuncId, SpanId};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The handlers that a state has installed.
#[derive(Clone, PartialEq)]
pub(crate) struct Handlers {
    pub(crate) all: Vec<Installed>,
}

/// A handler, and what is known of it.
#[derive(Clone, PartialEq)]
pub(crate) struct Installed {
    pub(crate) handler: Handler,
    pub(crate) function: FuncId,
    pub(crate) registered: SpanId,
    /// The bytes that it reads and others may change: addresses and lengths.
    pub(crate) reads: BTreeSet<(u64, u64)>,
    /// The heap blocks that it uses, and that are alive.
    pub(crate) blocks: BTreeSet<u64>,
    /// What goes wrong in it where it was installed.
    pub(crate) faults: Rc<BTreeSet<Wrong>>,
    /// Something has changed while its signal was blocked.
    pub(crate) waits: bool,
}

/// Where something goes wrong, and the rule.
pub(crate) type Wrong = (SpanId, &'static str);

/// A handler that is being tried.
pub(crate) struct Handling {
    /// The frame that runs it.
    pub(crate) serial: u64,
    pub(crate) function: FuncId,
    pub(crate) signal: i32,
    pub(crate) registered: SpanId,
    /// What it calls is of interest.
    pub(crate) notes: bool,
    /// What it has touched, on all its paths.
    pub(crate) touched: RefCell<BTreeSet<Touch>>,
}

impl Handling {
    /// Keeps what an operation has touched.
    pub(crate) fn keep(&self, touched: Vec<Touch>) {
        self.touched.borrow_mut().extend(touched);
    }
}

impl State {
    /// Whether it matters what changes, since a handler may see it.
    pub(crate) fn is_interruptible(&self) -> bool {
        let all = self.signals.handlers.iter().flat_map(|handlers| &handlers.all);
        all.into_iter().any(|one| !one.reads.is_empty() || !one.blocks.is_empty())
    }
}
