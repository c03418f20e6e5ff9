//! `setjmp` and `longjmp`: where a function may be come back to, and how.
//!
//! The buffer holds the serial of the frame and which of its points is meant, so that one whose function has
//! returned is told from one that never was set.

use super::Next;
use crate::code::CallSite;
use crate::engine::{Engine, Pause};
use crate::fault::Fault;
use crate::state::{JumpPoint, State};
use crate::value::Value;
use crate::value::provenance::depends_on_unknown;
use std::rc::Rc;

impl Engine<'_> {
    pub(super) fn set_jump(&mut self, state: &mut State, buffer: u64, site: &CallSite) -> Next {
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame calls"));
        let result = (!site.result.is_empty()).then_some(site.dst);
        let point = JumpPoint { pc: frame.pc + 1, result };
        let index = match frame.jumps.iter().position(|other| *other == point) {
            Some(index) => index,
            None => {
                frame.jumps.push(point);
                frame.jumps.len() - 1
            }
        };
        // The buffer says which frame, and which of its points.
        let (serial, index) = (Value::Int(frame.serial), Value::Int(index as u64));
        let stored = state
            .memory
            .store(&mut self.pool, buffer, 8, serial)
            .and_then(|()| state.memory.store(&mut self.pool, buffer.wrapping_add(8), 8, index));
        if let Err(fault) = stored {
            return self.fault(state, fault);
        }
        self.deliver(state, site, &[Value::ZERO]);
        self.advance(state)
    }

    pub(super) fn long_jump(&mut self, state: &mut State, buffer: u64, value: i32) -> Next {
        let loaded = state.memory.load(&mut self.pool, buffer, 8).and_then(|serial| {
            Ok((serial, state.memory.load(&mut self.pool, buffer.wrapping_add(8), 8)?))
        });
        let (serial, index) = match loaded {
            Ok((Value::Int(serial), Value::Int(index))) => (serial, index),
            Ok((Value::Term(serial), _)) if depends_on_unknown(&self.pool, serial) => {
                return self.jump_out(state);
            }
            Ok(_) => return self.fault(state, self.bad_jump("the buffer was not set by setjmp")),
            Err(fault) => return self.fault(state, fault),
        };
        // Serials grow towards the top.
        let Ok(depth) = state.frames.binary_search_by_key(&serial, |frame| frame.serial) else {
            return self
                .fault(state, self.bad_jump("the function that called setjmp has returned"));
        };
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let Some(point) = state.frames[depth].jumps.get(index).copied() else {
            return self.fault(state, self.bad_jump("the buffer was not set by setjmp"));
        };
        while state.frames.len() > depth + 1 {
            self.pop_frame(state);
        }
        let frame = Rc::make_mut(state.frames.last_mut().expect("the frame of setjmp"));
        frame.pc = point.pc;
        frame.fit_loops(self.program);
        if let Some(dst) = point.result {
            let value = if value == 0 { 1 } else { value };
            frame.regs[dst as usize] = Value::Int(u64::from(value.cast_unsigned()));
        }
        Next::Frame
    }

    /// Goes to a place that is not seen: to a caller of a function analysed alone, or to where unknown code called
    /// `setjmp`.
    fn jump_out(&mut self, state: &mut State) -> Next {
        if !state.has_unknown_callers() {
            let what = "`longjmp` with a buffer of unknown contents".to_owned();
            return Next::Pause(Pause::Unsupported(what, self.place(state)));
        }
        // What the callers hold is theirs, so nothing is lost.
        state.process.left = true;
        Next::Pause(Pause::Exited(1))
    }

    fn bad_jump(&self, detail: &str) -> Fault {
        let function = self.library.words().jump;
        Fault::LibraryMisuse { function, detail: detail.to_owned() }
    }
}
