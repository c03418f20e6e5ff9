//! Calls by which threads may wait for each other in ways that are not seen.

use crate::state::State;
use crate::state::interactions::{Clock, Interaction};
use crate::state::threads::ThreadId;
use std::rc::Rc;

/// Calls of one thread by which it may wait, or tell others, while all others were known to be as far.
#[derive(Clone, Debug)]
pub(crate) struct Unseen {
    pub thread: ThreadId,
    /// The operation that the last of them is.
    pub last: u32,
    /// One of them can see a thread's handle.
    pub sees_thread: bool,
    /// What comes before them in any order of turns, and what does whoever meets at barriers.
    pub firm: Rc<Clock>,
    pub bare: Rc<Clock>,
}

impl Unseen {
    /// Whether they come before an act in any order of turns, by another thread than the act's.
    pub(crate) fn are_before(&self, act: &Interaction) -> bool {
        self.firm.of(self.thread) <= act.firm.of(self.thread)
    }

    /// Whether they were over before others began.
    pub(crate) fn are_over_before(&self, other: &Unseen) -> bool {
        self.firm.of(self.thread) <= other.firm.of(self.thread)
    }
}

impl State {
    /// The running thread makes a call in which it may wait for others, or tell them something, that nobody sees.
    pub fn meets_unseen(&mut self) {
        self.note_unseen(false);
    }

    pub(crate) fn note_unseen(&mut self, sees_thread: bool) {
        let thread = self.thread();
        self.record_mut().into_iter().for_each(|record| record.note_unseen(thread, sees_thread));
    }
}
