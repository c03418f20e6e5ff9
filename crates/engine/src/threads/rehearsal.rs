//! Rehearsals: a path is executed again from where it made its first thread, with the same input and
//! another order of turns.
//!
//! Threads stop where a candidate has them, or take turns as an order says (`interleavings.rs`), or have short
//! turns. What happens then is what the program does if its threads come to run like that; where values
//! lead elsewhere, the plan is not fulfilled and the rest goes on as it comes.

use crate::engine::{Engine, Pause};
use crate::judge::Event;
use crate::state::State;
use crate::state::interactions::Record;
use crate::state::plan::{Plan, Stop};
use crate::state::start_path::History;
use crate::state::threads::ThreadId;
use crate::threads::hidden_waits::MAY_WAIT;
use margay_smt::Assignment;

/// Operations that an execution may take which tries something: what the path took, and as much again
/// for who waits in a loop; but not more than this.
const MOST_STEPS: u64 = 4_000_000;
const MORE_STEPS: u64 = 20_000;

impl Engine<'_> {
    /// Executes a path again with a plan.
    pub(crate) fn rehearse(
        &mut self,
        record: &Record,
        model: &Assignment,
        plan: Plan,
        most_steps: u64,
    ) -> (State, Ending) {
        let mut state = again(&record.base);
        state.set_plan(plan);
        // What threads hold tells whether they keep each other waiting.
        state.set_record(Some(record.again()));
        if state.plan().and_then(Plan::first).is_some_and(|first| first != state.thread()) {
            // It runs at once.
            let _ = state.go_on(false);
        }
        // What goes wrong in another order may show only when threads have ended.
        let to_the_end = state.plan().is_some_and(|plan| plan.stops.is_empty());
        let end = self.perform(&mut state, model, most_steps, to_the_end);
        (state, end)
    }

    /// Lets threads go on that stand where they were to stop, one of them before all others, until another
    /// one is to stop.
    pub(crate) fn rehearse_further(
        &mut self,
        stopped: &State,
        model: &Assignment,
        stop: Stop,
        first: ThreadId,
        most_steps: u64,
    ) -> (State, Ending) {
        let mut state = stopped.clone();
        state.set_plan(Plan::stopping(&[stop], Some(first)));
        state.release_threads();
        let _ = state.go_on(false);
        let end = self.perform(&mut state, model, most_steps, false);
        (state, end)
    }

    /// Executes a path again with short turns, and records what threads do then.
    pub(crate) fn rehearse_shortly(
        &mut self,
        record: &Record,
        model: &Assignment,
    ) -> (State, Ending) {
        let mut state = again(&record.base);
        state.set_record(Some(record.again()));
        state.shorten_turns();
        let end = self.perform(&mut state, model, MOST_STEPS, false);
        (state, end)
    }

    /// Executes a state until there is one thread again, or to its end, or to where it comes to something. What it finds on its
    /// way, and what it asks, is not counted; but to the end it is, and so are queries that are left undecided.
    fn perform(
        &mut self,
        state: &mut State,
        model: &Assignment,
        most_steps: u64,
        to_the_end: bool,
    ) -> Ending {
        /// Operations after which it is checked whether there is one thread again, and time left.
        const STEP: u64 = 10_000;
        let last = state.steps + most_steps;
        let tree = self.tree.take();
        let found = if to_the_end { self.judge.set_aside() } else { self.judge.take_found() };
        let (queries, undecided) = (self.judge.queries, self.judge.undecided);
        let end = loop {
            if !to_the_end && state.is_alone_again() {
                break Ending::Over;
            }
            if state.steps >= last || !self.may_go_on() {
                break Ending::Lost;
            }
            let left = (last - state.steps).min(STEP);
            match self.run(state, left) {
                Pause::Stopped => break Ending::Stopped,
                Pause::Need(need) => self.settle(state, need, model),
                Pause::Budget | Pause::Returned | Pause::Joined | Pause::Unknown(..) => {}
                Pause::Fault(event) => break Ending::Fault(event),
                Pause::Exited(_) | Pause::Killed(_) => break Ending::Over,
                _ => break Ending::Lost,
            }
        };
        if to_the_end && self.follows_unsurely(state) {
            self.judge.untried_turns.insert(MAY_WAIT.to_owned());
            self.judge.give_found(found);
        } else if to_the_end {
            // What execution went past in this order.
            let turns = self.turns(state);
            for event in self.judge.add_to(found) {
                let taken = event.evidence.turns_taken.min(turns.len());
                event.evidence.turns = turns[..taken].to_vec();
            }
        } else {
            self.judge.give_found(found);
        }
        self.tree = tree;
        self.judge.queries = queries;
        if !to_the_end {
            self.judge.undecided = undecided;
        }
        end
    }
}

impl Engine<'_> {
    /// Whether threads that take turns may have had hidden waits for each other.
    pub(crate) fn follows_unsurely(&self, state: &State) -> bool {
        let done = state.plan().and_then(Plan::record).map(|record| &**record);
        state.record().or(done).is_some_and(|record| self.order_is_unsure(state, record))
    }
}

/// How many operations it may take to execute a path again in another order.
pub(crate) fn most_steps(base: &State, path: &State) -> u64 {
    (2 * (path.steps - base.steps) + MORE_STEPS).min(MOST_STEPS)
}

/// A state to execute from once more.
fn again(base: &State) -> State {
    let mut state = base.clone();
    state.history = History::default();
    state.joining.merges = false;
    state.joining.looks = 0;
    state.signals.handlers = None;
    state
}

/// How an execution ended.
pub(crate) enum Ending {
    /// All threads stand where they were to stop.
    Stopped,
    Fault(Box<Event>),
    /// There is one thread again, or the program has ended.
    Over,
    /// It was given up.
    Lost,
}
