//! Conditions that are values: which side of them a path took, where that is recorded.

use super::Next;
use crate::arith::ints;
use crate::engine::Engine;
use crate::state::State;
use crate::state::stop::{Need, Stop};
use crate::value::Value;
use std::rc::Rc;

impl Engine<'_> {
    /// Goes on after the `Op::Sides` that the frame on top stands at, with one side.
    #[cold]
    pub(super) fn settle_sides(&mut self, state: &mut State, cond: u32) -> Next {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame runs"));
        let bit = frame.regs[cond as usize];
        let taken = match (bit, ints::to_bool(&mut self.pool, bit)) {
            (Value::Int(bit), _) => bit & 1 == 1,
            (_, Some(condition)) => match state.path.decide(&mut self.pool, condition) {
                Some(taken) => {
                    frame.regs[cond as usize] = Value::bool(taken);
                    taken
                }
                None => return self.stopped(state, Stop::Need(Need::Decide(condition))),
            },
            // An uninitialised value is reported where it is used.
            (_, None) => return self.advance(state),
        };
        state.recorded.covered.pass(frame.function, frame.pc, taken);
        self.advance(state)
    }
}
