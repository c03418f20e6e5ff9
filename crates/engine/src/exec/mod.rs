//! The interpreter: runs a state until something stops it.
//!
//! | file | knows |
//! | --- | --- |
//! | `step.rs` | the loop over operations; known values of at most 64 bits are its own business |
//! | `slow.rs`, `intrinsics.rs`, `float_to_int.rs`, `narrow.rs` | operations that take longer |
//! | `symbolic.rs`, `sides.rs`, `unsettled.rs` | operations on values that are not known |
//! | `addresses.rs` | addresses as numbers, comparisons of pointers |
//! | `call.rs`, `frame.rs` | calls and returns; frames |
//! | `unknown_call.rs` | calls of which nothing is known |
//! | `jump.rs` | `setjmp` and `longjmp` |
//! | `end.rs` | what is to do when no frame is left |
//! | `threads.rs` | how threads begin, wait and end |
//!
//! Uses: `value`, `fault`, `arith`, `memory`, `code`, `state`, `judge`, `access`, `library`, `engine`, `checks`, `tree`, `route`.

mod addresses;
mod call;
mod end;
mod float_to_int;
mod frame;
mod ifunc;
mod intrinsics;
mod jump;
mod narrow;
mod sides;
mod slow;
mod step;
mod stops;
mod symbolic;
mod threads;
mod unknown_call;
mod unsettled;

use crate::engine::{Engine, Pause};
use crate::fault::Fault;
use crate::state::State;
use crate::state::stop::{Need, Stop};
use margay_smt::{Assignment, Evaluator};
use std::rc::Rc;

/// What the loop does after an operation that may change the frame.
pub(crate) enum Next {
    /// Go on with the frame on top.
    Frame,
    Pause(Pause),
}

impl Engine<'_> {
    /// Runs until the program ends, something must be settled, or `steps` are used up.
    pub fn run(&mut self, state: &mut State, steps: u64) -> Pause {
        let limit = state.steps.saturating_add(steps);
        loop {
            if state.frames.is_empty() {
                match self.next_on_agenda(state) {
                    Next::Frame => continue,
                    Next::Pause(pause) => return pause,
                }
            }
            let turn = state.steps.saturating_add(state.rest_of_turn());
            match self.run_frame(state, limit.min(turn)) {
                Next::Pause(Pause::Budget) if turn < limit => self.end_turn(state),
                Next::Pause(pause) => return pause,
                Next::Frame => {}
            }
        }
    }

    /// Settles a need as an assignment has it; the state goes on from there.
    pub fn settle(&mut self, state: &mut State, need: Need, assignment: &Assignment) {
        let fact = match need {
            Need::Decide(condition) | Need::Case(condition) => {
                let holds = Evaluator::new(&self.pool, assignment).bool(condition);
                if holds { condition } else { self.pool.not(condition) }
            }
            Need::Value(term) => {
                let value = Evaluator::new(&self.pool, assignment).bv(term);
                let value = self.pool.bv_const(&value);
                state.path.settle(&mut self.pool, term, value);
                self.pool.eq(term, value)
            }
        };
        state.path.assume(&mut self.pool, fact, None);
    }

    /// Execution ends with a fault at the place where the state stands.
    fn fault(&mut self, state: &State, fault: Fault) -> Next {
        let fault = self.as_confusion(state, fault);
        let event = self.judge.event(self.program, &mut self.pool, state, fault, None);
        Next::Pause(event.map_or(Pause::Infeasible, |event| Pause::Fault(Box::new(event))))
    }

    /// Goes to the next operation of the frame on top.
    fn advance(&mut self, state: &mut State) -> Next {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        frame.pc += 1;
        Next::Frame
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn stopped(&mut self, state: &mut State, stop: Stop) -> Next {
        if let Stop::Need(need) = &stop {
            match self.place_objects(state, *need) {
                Ok(true) => return Next::Frame,
                Ok(false) => {}
                Err(_) => return Next::Pause(Pause::Infeasible),
            }
        }
        // What leads into the unknown is made known, and the operation executed again.
        let found = match stop {
            Stop::Need(Need::Value(term)) if self.needs_object(state, term) => {
                self.access().discover(state, term)
            }
            Stop::Fault(Fault::OutOfBounds { base, offset, len, .. })
                if state.memory.object(base).is_some_and(|object| object.open.is_some()) =>
            {
                self.access().extend(state, base.wrapping_add_signed(offset), len)
            }
            ref stop => Err(stop.clone()),
        };
        let stop = match found {
            Ok(()) => return Next::Frame,
            Err(stop) => stop,
        };
        Next::Pause(match stop {
            Stop::Need(need) => Pause::Need(need),
            Stop::Fault(fault) => return self.fault(state, fault),
            Stop::Infeasible => Pause::Infeasible,
            Stop::LoopLimit => Pause::LoopLimit,
            Stop::Covered => Pause::Covered,
            Stop::Unsupported(reason) => Pause::Unsupported(reason, self.place(state)),
            Stop::Kill(signal) => Pause::Killed(signal),
        })
    }
}
