//! Where a plan has threads stop, while a path is executed again in another order.

use crate::engine::Engine;
use crate::memory::Touch;
use crate::state::State;
use crate::state::interactions::{DeedKind, spot};
use crate::state::plan::{About, Comes, Plan};

impl Engine<'_> {
    /// The state is about to access memory, or to take a lock: whether its thread stops here instead,
    /// for good or for now.
    pub(super) fn stops_here(&mut self, state: &mut State, about: About) -> bool {
        let Some(spot) = spot(state) else { return false };
        let (thread, place) = (state.thread(), self.program_place(state));
        let times = state
            .record()
            .map_or(0, |record| record.times(thread, spot, about.address, about.kind));
        let Some(plan) = state.plan_mut() else { return false };
        let comes = plan.comes_to(thread, spot, about, times);
        if comes != Comes::HandsOver {
            plan.note_turn(thread, place);
        }
        if comes == Comes::Stops {
            state.stop_thread();
        }
        comes != Comes::Past
    }

    /// Whether the running thread is where it may have to stop.
    pub(super) fn comes_to_stop(&self, state: &State) -> bool {
        let stop = state.plan().and_then(|plan| plan.stop_of(state.thread()));
        stop.is_some_and(|stop| Some(stop.spot) == spot(state))
    }

    /// Which of its accesses the running thread is to stop before.
    pub(super) fn touch_to_stop_at(&self, state: &State, touched: &[Touch]) -> Option<Touch> {
        let stop = state.plan()?.stop_of(state.thread())?;
        let is_it = |one: &Touch| {
            stop.kind == DeedKind::Access(one.access) && stop.overlaps(one.address, one.len)
        };
        touched.iter().copied().find(is_it)
    }

    /// Whether threads stand where they were to stop.
    pub(super) fn has_stopped(&self, state: &State) -> bool {
        state.plan().is_some_and(Plan::is_fulfilled)
    }
}
