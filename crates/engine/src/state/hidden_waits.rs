//! Hidden waits, as the record of threads keeps them (`threads/hidden_waits.rs` says what they are).

use crate::state::State;
use crate::state::interactions::{Clock, Interaction};
use crate::state::threads::ThreadId;
use std::rc::Rc;

/// Calls of one thread by which it may wait, or tell others, while all others were known to be as far.
#[derive(Clone, Debug)]
pub(crate) struct HiddenWaits {
    pub thread: ThreadId,
    /// The operation that the last of them is.
    pub last: u32,
    /// One of them can see a thread's handle.
    pub sees_thread: bool,
    /// What comes before them in any order of turns, and what does whichever threads meet at barriers.
    pub firm: Rc<Clock>,
    pub bare: Rc<Clock>,
}

impl HiddenWaits {
    /// Whether they come before an act in any order of turns, by another thread than the act's.
    pub(crate) fn are_before(&self, act: &Interaction) -> bool {
        self.firm.of(self.thread) <= act.firm.of(self.thread)
    }

    /// Whether they were over before others began.
    pub(crate) fn are_over_before(&self, other: &HiddenWaits) -> bool {
        self.firm.of(self.thread) <= other.firm.of(self.thread)
    }
}

impl State {
    /// The running thread makes a call in which it may wait for others, or signal them, in ways that the analysis does
    /// not see.
    pub fn meets_hidden_wait(&mut self) {
        self.note_hidden_wait(false);
    }

    pub(crate) fn note_hidden_wait(&mut self, sees_thread: bool) {
        let thread = self.thread();
        self.record_mut()
            .into_iter()
            .for_each(|record| record.note_hidden_wait(thread, sees_thread));
    }
}
