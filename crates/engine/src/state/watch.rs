//! What a path was like at earlier iterations of a loop that it is in.

use crate::memory::Memory;
use crate::state::library_state::LibraryState;
use crate::state::{JumpPoint, Process};
use crate::value::Value;
use std::rc::Rc;

/// What is remembered of a loop while a path is in it.
#[derive(Clone, Default)]
pub(crate) struct Watch {
    /// The iteration that later ones are compared with.
    pub(crate) kept: Option<Rc<Moment>>,
    /// The iteration at which another one is kept.
    pub(crate) until: u64,
    /// Where memory was last found to be another.
    pub(crate) differs: Option<u64>,
    /// The first iterations in which the input chose, to be compared for some inputs.
    pub(crate) recent: Vec<Rc<Moment>>,
    pub(crate) queries: u32,
}

/// What a path was like at the start of an iteration.
pub(crate) struct Moment {
    pub(crate) iteration: u64,
    /// What the outside had said by then.
    pub(crate) heard: u64,
    pub(crate) inputs: usize,
    pub(crate) symbols: u64,
    /// Of the registers that the loop changes.
    pub(crate) values: Box<[Value]>,
    pub(crate) rest: Option<Rest>,
}

/// What there is beside registers.
pub(crate) struct Rest {
    pub(crate) memory: Memory,
    pub(crate) library: Box<dyn LibraryState>,
    pub(crate) locals: Vec<u64>,
    pub(crate) jumps: Vec<JumpPoint>,
    pub(crate) process: Process,
}
