//! What is to do when no frame is left: how a program begins, runs what it registered, and ends.

use super::Next;
use crate::engine::{CodeEntry, Engine, Pause};
use crate::fault::Fault;
use crate::library::model::Model;
use crate::state::stop::Stop;
use crate::state::{Agenda, State};
use crate::value::Value;
use crate::value::lane::{Arg, ArgKind};
use margay_ir::FuncId;

impl Engine<'_> {
    /// Starts what is to do next when no frame is left, or ends the program.
    pub(super) fn next_on_agenda(&mut self, state: &mut State) -> Next {
        match state.process.agenda.pop() {
            Some(Agenda::Call(id, args)) => self.start(state, id, &args),
            Some(Agenda::ExitWithResult) => {
                self.note_return(state);
                let code = match state.process.last_result.first() {
                    Some(Value::Int(code)) => crate::value::signed(*code, 32),
                    // `main` may return nothing, and an undefined code is no code.
                    _ => 0,
                };
                state.process.agenda.push(Agenda::Exit(i32::try_from(code).unwrap_or(0)));
                Next::Frame
            }
            Some(Agenda::EndThread(result)) => self.end_thread(state, result),
            Some(Agenda::Exit(code)) if !state.may_end() => {
                state.process.agenda.push(Agenda::Exit(code));
                self.await_others(state)
            }
            Some(Agenda::Exit(code)) => {
                let (library, unknown) = (self.library, self.program.source.unknown());
                let name = library.words().end_of_program;
                let handler =
                    self.with_call(state, name, &[], unknown, |call| library.at_exit(call, code));
                if let Some((function, args)) = handler {
                    state.process.agenda.push(Agenda::Exit(code));
                    return self.start_at(state, function, &args);
                }
                if !state.process.destructed {
                    state.process.destructed = true;
                    state.process.agenda.push(Agenda::Exit(code));
                    let calls = self.program.destructors.iter().rev();
                    state
                        .process
                        .agenda
                        .extend(calls.map(|entry| Agenda::Call(entry.function, Vec::new())));
                    return Next::Frame;
                }
                let flushed =
                    self.with_call(state, name, &[], unknown, |call| library.finish(call));
                match flushed {
                    Ok(()) => Next::Pause(Pause::Exited(code)),
                    Err(Stop::Need(need)) => {
                        state.process.agenda.push(Agenda::Exit(code));
                        Next::Pause(Pause::Need(need))
                    }
                    Err(stop) => self.stopped(state, stop),
                }
            }
            None => Next::Pause(Pause::Exited(0)),
        }
    }

    /// Calls the function at an address from no frame.
    fn start_at(&mut self, state: &mut State, address: u64, args: &[Value]) -> Next {
        match self.function_at(state, address) {
            Some(id) => self.start(state, id, args),
            None => self.fault(state, Fault::BadCall { address }),
        }
    }

    /// Calls a function from no frame.
    pub(super) fn start(&mut self, state: &mut State, id: FuncId, args: &[Value]) -> Next {
        match self.entry(id) {
            CodeEntry::Body(body) => {
                let mut frame = self.new_frame(state, id, &body);
                self.pass(&mut frame, args);
                return self.push_frame(state, frame);
            }
            entry => {
                let name = self.program.functions[id].name.clone();
                let known = match entry {
                    CodeEntry::Model(model, _) => self.call_named(state, model, &name, args),
                    _ => false,
                };
                if !known {
                    *self.unknown_calls.entry(name).or_default() += 1;
                }
            }
        }
        Next::Frame
    }

    /// Calls a function of the library that the program named; whether that worked at once.
    fn call_named(&mut self, state: &mut State, model: Model, name: &str, args: &[Value]) -> bool {
        let kind = ArgKind::Int(self.program.layout.pointer_bytes * 8);
        let args: Vec<Arg> = args.iter().map(|value| Arg { value: *value, kind }).collect();
        let unknown = self.program.source.unknown();
        let before = state.clone();
        let done = self.with_call(state, name, &args, unknown, model);
        if done.is_err() {
            *state = before;
        }
        done.is_ok()
    }
}
