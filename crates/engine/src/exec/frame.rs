//! Frames: how they are made, become the one that runs, and end with their locals.

use super::Next;
use crate::code::Code;
use crate::engine::{CodeEntry, Engine};
use crate::fault::Fault;
use crate::state::library_state::Then;
use crate::state::threads::ThreadId;
use crate::state::{Frame, State};
use crate::value::Value;
use crate::value::terms::resize;
use margay_ir::{BlockId, FuncId, Id};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Frames kept for reuse.
const SPARE_FRAMES: usize = 64;

impl Engine<'_> {
    /// Makes a frame the one that runs; its caller stands after the call then.
    pub(super) fn push_frame(&mut self, state: &mut State, mut frame: Frame) -> Next {
        if !frame.code.thread_locals.is_empty() && state.thread() != ThreadId::MAIN {
            let code = frame.code.clone();
            for &(reg, variable, offset) in &code.thread_locals {
                match self.own_variable(state, variable) {
                    Ok(own) => frame.regs[reg as usize] = Value::Int(own.wrapping_add(offset)),
                    Err(stop) => return self.stopped(state, stop),
                }
            }
        }
        if state.stack + frame.stack > self.options.stack {
            return self.fault(state, Fault::StackOverflow { depth: state.frames.len() });
        }
        if let Some(caller) = state.frames.last_mut() {
            Rc::make_mut(caller).pc += 1;
        }
        state.stack += frame.stack;
        state.frames.push(Rc::new(frame));
        Next::Frame
    }

    /// Calls a function of the program as a signal does; the state pauses when it returns. Gives the
    /// serial of its frame, or nothing if there is no room for one.
    pub(crate) fn interrupt(
        &mut self,
        state: &mut State,
        id: FuncId,
        args: &[Value],
    ) -> Option<u64> {
        let CodeEntry::Body(body) = self.entry(id) else { return None };
        let mut frame = self.new_frame(state, id, &body);
        self.pass(&mut frame, args);
        frame.then = Then::Stop;
        let serial = frame.serial;
        match self.push_frame(state, frame) {
            Next::Frame => Some(serial),
            Next::Pause(_) => None,
        }
    }

    /// A frame with its registers as the function starts.
    pub(super) fn new_frame(&mut self, state: &mut State, id: FuncId, body: &Rc<Code>) -> Frame {
        let serial = state.names.next_frame;
        state.names.next_frame += 1;
        if self.options.explores {
            self.reached.call(id);
            state.recorded.entered.enter(id);
        }
        if body.edges {
            state.recorded.covered.enter(id);
        }
        if self.options.traces {
            state.recorded.trace.pass(id, body, BlockId::from_index(0));
        }
        if !body.entered.replace(true) {
            self.reached.reach(id, body, BlockId::from_index(0));
        }
        match self.spare_frames.pop() {
            Some(mut frame) => {
                frame.function = id;
                frame.serial = serial;
                frame.code = body.clone();
                frame.pc = 0;
                frame.regs.clear();
                frame.regs.extend_from_slice(&body.template);
                frame.stack = body.stack;
                frame.choices_before = state.steps_taken.len();
                frame.decisions_before = state.decided.decisions.len();
                frame.allocations_before = state.memory.allocations();
                frame
            }
            None => Frame {
                function: id,
                serial,
                code: body.clone(),
                pc: 0,
                regs: body.template.clone(),
                locals: Vec::new(),
                args: None,
                va_areas: None,
                jumps: Vec::new(),
                divided_by_zero: false,
                choices_before: state.steps_taken.len(),
                decisions_before: state.decided.decisions.len(),
                allocations_before: state.memory.allocations(),
                choices: BTreeMap::new(),
                switch: Default::default(),
                loops: Default::default(),
                stack: body.stack,
                then: Then::ReturnItsResult,
            },
        }
    }

    /// Ends the frame on top; its locals end with it.
    pub(super) fn pop_frame(&mut self, state: &mut State) {
        let Some(frame) = state.frames.pop() else { return };
        state.stack -= frame.stack;
        if let Some(areas) = frame.va_areas {
            let span = self.program.source.unknown();
            areas.objects().for_each(|base| state.memory.release(base, span));
        }
        if !frame.locals.is_empty() {
            let span = self.program.source.unknown();
            for base in &frame.locals {
                state.memory.release(*base, span);
            }
        }
        if self.spare_frames.len() < SPARE_FRAMES
            && let Ok(mut frame) = Rc::try_unwrap(frame)
        {
            frame.locals.clear();
            frame.args = None;
            frame.va_areas = None;
            frame.jumps.clear();
            frame.choices.clear();
            frame.loops.clear();
            frame.then = Then::ReturnItsResult;
            self.spare_frames.push(frame);
        }
    }

    /// Ends all frames.
    pub(super) fn unwind(&mut self, state: &mut State) {
        while !state.frames.is_empty() {
            self.pop_frame(state);
        }
    }

    /// Gives a frame its arguments, cut or extended to what the function takes.
    pub(super) fn pass(&mut self, frame: &mut Frame, args: &[Value]) {
        let code = frame.code.clone();
        for (index, (value, lane)) in args.iter().zip(&code.params).enumerate() {
            let bits = match value {
                Value::Term(term) => self.pool.width(*term),
                _ => 64,
            };
            frame.regs[index] = resize(&mut self.pool, *value, bits, lane.bits);
        }
    }
}
