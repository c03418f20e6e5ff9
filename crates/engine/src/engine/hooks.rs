//! Occasions on which rooms above do something while rooms below work: what `exec` comes to in a state, and what
//! exploration comes to on a path.
//!
//! Invariant: A room that lies below another one calls it only through these. Who registers, and in which order, is in
//! `explore/wiring.rs`.

use crate::engine::{Engine, Pause};
use crate::memory::Touch;
use crate::records::frontier::Frontier;
use crate::state::State;
use crate::state::stop::Stop;
use margay_ir::{FuncId, SpanId};

/// All that is registered.
pub(crate) struct Hooks {
    pub(crate) execution: ExecutionHooks,
    /// In the order in which they run.
    pub(crate) paths: &'static [PathHooks],
}

/// Occasions in the execution of a state. Each has one room that knows what is to be done.
pub(crate) struct ExecutionHooks {
    /// The frame on top stands at an edge that leads to the header of a loop, or out of a loop.
    pub(crate) at_loop_edge: fn(&mut Engine<'_>, &mut State) -> Result<(), Stop>,
    /// There is one thread again: what the threads did at once is judged.
    pub(crate) threads_are_over: fn(&mut Engine<'_>, &State),
    /// The program may have installed handlers of signals, or removed some, at a place.
    pub(crate) handlers_changed: fn(&mut Engine<'_>, &mut State, SpanId),
    /// A handler of a signal that is tried calls a function of the library.
    pub(crate) called_in_handler: fn(&mut Engine<'_>, &State, FuncId),
    /// An operation has accessed memory that handlers of signals may access, too.
    pub(crate) accessed: fn(&mut Engine<'_>, &mut State, &[Touch]),
}

/// Occasions in the exploration of paths. A room registers for those that matter to it.
pub(crate) struct PathHooks {
    /// Whether what is wanted was found, so that no further path is followed.
    pub(crate) is_enough: Option<fn(&Engine<'_>) -> bool>,
    /// A state has run and pauses.
    pub(crate) ran: Option<fn(&mut Engine<'_>, &mut Frontier, &mut Ran<'_>)>,
}

impl PathHooks {
    pub(crate) const NONE: PathHooks = PathHooks { is_enough: None, ran: None };
}

/// A state that has run and pauses.
pub(crate) struct Ran<'a> {
    pub(crate) state: &'a mut State,
    pub(crate) pause: &'a Pause,
    /// Operations that were executed.
    pub(crate) steps: u64,
}

impl Ran<'_> {
    /// Whether the path has come to an end of the program.
    pub(crate) fn has_ended(&self) -> bool {
        matches!(self.pause, Pause::Exited(_) | Pause::Killed(_) | Pause::Fault(_))
    }
}
