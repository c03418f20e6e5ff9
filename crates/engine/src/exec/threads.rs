//! Threads as execution sees them: they begin, wait, give way and end.

use super::Next;
use crate::engine::{Engine, Pause};
use crate::fault::Fault;
use crate::model::Stop;
use crate::state::{Agenda, State};
use crate::threads::{Stuck, ThreadId, Wait, WaitFor};
use crate::value::Value;
use margay_ir::SpanId;

impl Engine<'_> {
    /// The call that the frame on top stands at makes a thread.
    pub(super) fn spawn(
        &mut self,
        state: &mut State,
        function: u64,
        args: Vec<Value>,
        detached: bool,
    ) -> Next {
        let Some(id) = self.function_at(state, function) else {
            return self.fault(state, Fault::BadCall { address: function });
        };
        let site = self.program_place(state);
        let thread = state.spawn(id, args, site);
        if detached {
            state.detach_thread(thread);
        }
        self.advance(state)
    }

    /// The thread waits at a call, and another one goes on. The call is made again afterwards.
    pub(super) fn wait_at_call(&mut self, state: &mut State, wait: Wait) -> Next {
        state.wait(wait);
        self.go_on(state, false)
    }

    /// Lets the next thread run; if there is none, the program never ends, or has ended.
    pub(super) fn go_on(&mut self, state: &mut State, gives_way: bool) -> Next {
        match state.go_on(gives_way) {
            Ok(()) => Next::Frame,
            Err(Stuck::Over) => {
                // The last thread ends the program.
                state.agenda = vec![Agenda::Exit(0)];
                Next::Frame
            }
            Err(Stuck::Deadlock) => self.deadlock(state),
        }
    }

    /// A thread has had its turn.
    pub(super) fn end_turn(&mut self, state: &mut State) {
        if state.is_turn_over() {
            // Somebody can go on: the one that runs, if nobody else.
            let _ = state.go_on(true);
        } else {
            state.renew_turn();
        }
    }

    /// The program ends when the others have had their last turns: they may be that fast.
    pub(super) fn await_others(&mut self, state: &mut State) -> Next {
        state.begin_to_end();
        state.wait(Wait { what: WaitFor::Others, timed: true });
        self.go_on(state, false)
    }

    /// The running thread has returned from its function, or called `pthread_exit`.
    pub(super) fn end_thread(&mut self, state: &mut State, result: Option<Value>) -> Next {
        let (library, unknown) = (self.library, self.program.source.unknown());
        let returned = || state.last_result.first().copied().unwrap_or(Value::Undef);
        let result = result.unwrap_or_else(returned);
        let last =
            self.with_call(state, "pthread_exit", &[], unknown, |call| library.at_thread_end(call));
        match last {
            Ok(Some((function, argument))) => {
                let Some(id) = self.function_at(state, function) else {
                    return self.fault(state, Fault::BadCall { address: function });
                };
                state.agenda.push(Agenda::EndThread(Some(result)));
                self.start(state, id, &[argument])
            }
            Ok(None) => {
                self.note_return(state);
                state.end_thread(result);
                self.go_on(state, false)
            }
            Err(Stop::Need(need)) => {
                state.agenda.push(Agenda::EndThread(Some(result)));
                Next::Pause(Pause::Need(need))
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// The function that a thread began with has returned, or `main` has.
    pub(super) fn note_return(&mut self, state: &mut State) {
        if state.alone.is_none() {
            let (library, unknown) = (self.library, self.program.source.unknown());
            self.with_call(state, "pthread_exit", &[], unknown, |call| {
                library.thread_returns(call)
            });
        }
    }

    /// No thread will ever go on.
    fn deadlock(&mut self, state: &State) -> Next {
        // What nobody knows may let one go on.
        if state.has_unknown_code() {
            return Next::Pause(Pause::Infeasible);
        }
        let waits: Vec<(String, SpanId)> = state
            .waits()
            .into_iter()
            .map(|(id, _)| (self.thread_name(state, id), self.thread_place(state, id)))
            .collect();
        self.fault(state, Fault::Deadlock { waits })
    }

    /// How reports name a thread.
    pub(crate) fn thread_name(&self, state: &State, id: ThreadId) -> String {
        match state.beginning_of(id) {
            Some((function, _)) => {
                let name = self.program.functions[function].display_name();
                format!("thread {} (`{name}`)", id.number())
            }
            None => "the main thread".to_owned(),
        }
    }

    /// Where a thread stands in the program's own code.
    pub(crate) fn thread_place(&self, state: &State, id: ThreadId) -> SpanId {
        let source = &self.program.source;
        let spans = state.frames_of(id).iter().rev().enumerate().filter_map(|(depth, frame)| {
            // A caller stands behind its call.
            let pc = if depth == 0 { frame.pc } else { frame.pc.checked_sub(1)? };
            let inst = frame.code.insts.get(pc)?;
            Some(self.program.functions[frame.function].span(*inst))
        });
        let own = spans.into_iter().find(|span| !source.is_library(*span));
        own.unwrap_or_else(|| source.unknown())
    }
}
