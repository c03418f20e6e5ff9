//! Threads as execution sees them: they begin, wait, give way and end.

use super::Next;
use crate::engine::Interleavings;
use crate::engine::{Engine, Pause};
use crate::fault::ObjectKind;
use crate::fault::{AccessKind, Fault};
use crate::library::model::Dealing;
use crate::memory::Touch;
use crate::state::interactions::stand;
use crate::state::interactions::{Atomic, Deed, DeedKind, Record, Stand};
use crate::state::plan::{About, Plan};
use crate::state::stop::Stop;
use crate::state::threads::{Stuck, ThreadId, Wait, WaitFor};
use crate::state::{Agenda, State};
use crate::value::Value;
use margay_ir::SpanId;
use margay_ir::finding::Thread;
use margay_ir::limit;

/// What is said of paths that end since all threads wait, one of them for what is written to a pipe.
const NEVER_WRITTEN: &str = "after a wait for bytes that are never written to a pipe";

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
        let is_first = state.record().is_none() && state.plan().is_none();
        let thread = state.spawn(id, args, site);
        if detached {
            state.detach_thread(thread);
        }
        let next = self.advance(state);
        if state.plan().and_then(Plan::first) == Some(thread) {
            return self.go_on(state, false);
        }
        let tries = state.signals.handling.is_some();
        let wanted = self.options.interleavings != Interleavings::Off && self.options.explores;
        let tried = match wanted {
            true => "those that differ are not all tried, and with one input each",
            false => concat!("all but one (", limit!(interleavings), " off)"),
        };
        if self.options.explores && !self.judge.untried_turns.contains(tried) {
            self.judge.untried_turns.insert(tried.to_owned());
        }
        if is_first && !tries && wanted && state.is_on_whole_path() {
            let (library, unknown) = (self.library, self.program.source.unknown());
            let held =
                self.with_call(state, library.words().start_of_thread, &[], unknown, |call| {
                    library.held_locks(call)
                });
            let record = Record::new(state.clone(), thread, held);
            state.set_record(Some(record));
        }
        next
    }

    /// The thread waits at a call, and another one goes on. The call is made again afterwards.
    pub(super) fn wait_at_call(&mut self, state: &mut State, wait: Wait) -> Next {
        state.wait_at_call(wait);
        self.go_on(state, false)
    }

    /// Lets the next thread run; if there is none, the program never ends, or has ended.
    pub(super) fn go_on(&mut self, state: &mut State, gives_way: bool) -> Next {
        match state.go_on(gives_way) {
            Ok(()) => Next::Frame,
            Err(Stuck::Over) => {
                // The last thread ends the program.
                state.process.agenda = vec![Agenda::Exit(0)];
                Next::Frame
            }
            Err(Stuck::Deadlock) => self.deadlock(state),
        }
    }

    /// A thread is about to access memory: what happens if it is to stop here.
    #[cold]
    pub(super) fn stop_at_access(
        &mut self,
        state: &mut State,
        access: AccessKind,
        address: Value,
        len: u32,
    ) -> Option<Next> {
        let address = state.path.resolve(&mut self.pool, address).as_u64()?;
        self.stop_at(state, About { kind: DeedKind::Access(access), address, len: len.into() })
    }

    /// The same where a call is about to take the lock at an address.
    pub(super) fn stop_at(&mut self, state: &mut State, about: About) -> Option<Next> {
        if !self.stops_here(state, about) {
            return None;
        }
        if self.has_stopped(state) {
            return Some(Next::Pause(Pause::Stopped));
        }
        match state.go_on(false) {
            Ok(()) => Some(Next::Frame),
            Err(_) => Some(Next::Pause(Pause::Infeasible)),
        }
    }

    /// Whether the running thread may have to stop at the operation in hand, which accesses memory that
    /// is known only when it has.
    #[inline]
    pub(super) fn may_stop(&self, state: &State) -> bool {
        state.memory.is_watched() && self.comes_to_stop(state)
    }

    /// The operation in hand was executed: if its thread is to stop before what it accessed, the state is
    /// again what it was.
    pub(super) fn stop_before(
        &mut self,
        state: &mut State,
        unmoved: Option<State>,
    ) -> Option<Next> {
        let mut unmoved = unmoved?;
        let touched = state.memory.take_touched();
        let touch = self.touch_to_stop_at(&unmoved, &touched)?;
        let Touch { access, address, len, .. } = touch;
        let about = About { kind: DeedKind::Access(access), address, len };
        let stopped = self.stop_at(&mut unmoved, about);
        match stopped {
            Some(_) => *state = unmoved,
            None => unmoved.plan().into_iter().for_each(|plan| state.set_plan(plan.clone())),
        }
        stopped
    }

    /// Keeps what the operation in hand has accessed.
    pub(super) fn note_access(&mut self, state: &mut State) {
        if state.memory.has_touched() {
            let thread = state.thread();
            let (exchange, atomic) = state.record_mut().map_or((None, false), |record| {
                let exchange = record.exchange.take_if(|(of, _)| *of == thread);
                (exchange, record.atomic.remove(&thread))
            });
            let how = match (exchange, atomic) {
                (Some(_), _) => Atomic::Both,
                (None, true) => Atomic::Yes,
                (None, false) => Atomic::No,
            };
            self.note_touched(state, stand(state), how);
            if let Some((_, address)) = exchange {
                state.hear_through(address);
                state.say_through(address);
            }
        }
    }

    /// Keeps what the running thread has accessed since it was last asked, at an operation.
    fn note_touched(&mut self, state: &mut State, stand: Option<Stand>, atomic: Atomic) {
        if let Some(handling) = state.signals.handling.clone() {
            handling.keep(state.memory.take_touched());
            return;
        }
        // One operation does something once, however often it looks.
        let mut touched = state.memory.take_touched();
        touched.sort();
        touched.dedup();
        if state.signals.handlers.is_some() {
            (self.hooks.execution.accessed)(self, state, &touched);
        }
        let (thread, span) = (state.thread(), self.program_place(state));
        if !touched.is_empty() {
            state.plan_mut().into_iter().for_each(|plan| plan.note_turn(thread, span));
        }
        let (Some(stand), Some(_)) = (stand, state.record()) else { return };
        state.record_mut().into_iter().for_each(Record::begin_operation);
        for touch in touched {
            // What a thread alone can name is its own.
            let kind = state.memory.object(touch.address).map(|object| object.kind);
            if kind == Some(ObjectKind::Library) {
                continue;
            }
            if let Some(record) = state.record_mut() {
                record.note(thread, Deed::Touch(touch, atomic), stand, span);
            }
            match (atomic, touch.access) {
                (Atomic::Yes, AccessKind::Read) => state.hear_through(touch.address),
                (Atomic::Yes, AccessKind::Write) => state.say_through(touch.address),
                _ => {}
            }
        }
    }

    /// Whether the call that the frame on top stands at is one that waits where it is to stop; else keeps
    /// what it is about to do to a lock or a condition.
    pub(super) fn before_call(
        &mut self,
        state: &mut State,
        name: &str,
        object: Value,
    ) -> Option<Next> {
        // What a thread does when it makes a call again, it has begun before.
        let asks_again = state.take_asks_again();
        if !state.memory.is_watched() || asks_again {
            return None;
        }
        let dealing = self.library.deals(name)?;
        let Value::Int(object) = state.path.resolve(&mut self.pool, object) else { return None };
        let touch = |access| {
            let touch = Touch { address: object, len: 1, access, frees: false };
            Deed::Touch(touch, Atomic::Both)
        };
        let deed = match dealing {
            Dealing::Take => Deed::Lock(object),
            Dealing::Try => Deed::Try(object),
            Dealing::Give => Deed::Unlock(object),
            Dealing::Sleep => touch(AccessKind::Write),
            Dealing::Tell => touch(AccessKind::Read),
        };
        let (address, len) = deed.place();
        let stopped = self.stop_at(state, About { kind: deed.kind(), address, len });
        if stopped.is_some() {
            return stopped;
        }
        let (thread, place, stand) = (state.thread(), self.program_place(state), stand(state)?);
        if let Some(record) = state.record_mut() {
            record.begin_operation();
            record.note(thread, deed, stand, place);
        }
        None
    }

    /// Keeps what a function of the library has accessed; its own words in locks and the like are none of the program's
    /// accesses. Where there is one thread again, what they did is examined.
    pub(super) fn after_call(&mut self, state: &mut State, name: &str, waits: bool) {
        if !state.memory.is_watched() {
            return;
        }
        let atomic = match self.library.synchronises(name) {
            true if self.library.deals(name).is_some() => Atomic::Lock,
            true => Atomic::Both,
            false => Atomic::No,
        };
        if waits && !state.memory.has_written() {
            // It has done nothing yet, and looks again when another thread has.
            state.memory.forget_touched();
        }
        self.note_touched(state, stand(state), atomic);
        if state.record().is_some() && state.is_alone_again() && !state.has_short_turns() {
            (self.hooks.execution.threads_are_over)(self, state);
            state.end_record();
        }
    }

    /// A thread has had its turn.
    pub(super) fn end_turn(&mut self, state: &mut State) {
        if state.is_turn_over() {
            // Some thread can go on: at least the running one.
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
        let returned = || state.process.last_result.first().copied().unwrap_or(Value::Undef);
        let result = result.unwrap_or_else(returned);
        let last = self.with_call(state, library.words().end_of_thread, &[], unknown, |call| {
            library.at_thread_end(call)
        });
        match last {
            Ok(Some((function, argument))) => {
                let Some(id) = self.function_at(state, function) else {
                    return self.fault(state, Fault::BadCall { address: function });
                };
                state.process.agenda.push(Agenda::EndThread(Some(result)));
                self.start(state, id, &[argument])
            }
            Ok(None) => {
                self.note_return(state);
                if state.is_on_whole_path() && !state.has_threads() {
                    // It was the only one, and ends the program.
                    state.process.agenda = vec![Agenda::Exit(0)];
                    return Next::Frame;
                }
                state.end_thread(result);
                self.go_on(state, false)
            }
            Err(Stop::Need(need)) => {
                state.process.agenda.push(Agenda::EndThread(Some(result)));
                Next::Pause(Pause::Need(need))
            }
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// The function that a thread began with has returned, or `main` has.
    pub(super) fn note_return(&mut self, state: &mut State) {
        if state.is_on_whole_path() {
            let (library, unknown) = (self.library, self.program.source.unknown());
            self.with_call(state, library.words().end_of_thread, &[], unknown, |call| {
                library.thread_returns(call)
            });
        }
    }

    /// No thread will ever go on.
    fn deadlock(&mut self, state: &mut State) -> Next {
        // Unknown code may let a thread go on, and a thread that was told to stop would.
        let for_bytes = |wait: Wait| matches!(wait.what, WaitFor::Bytes(_));
        let for_bytes = state.waits().iter().any(|(_, wait)| wait.is_some_and(for_bytes));
        if for_bytes && !state.has_stopped_thread() {
            self.judge.untried_turns.insert(NEVER_WRITTEN.to_owned());
        }
        if for_bytes || state.has_unknown_code() || state.has_stopped_thread() {
            return Next::Pause(Pause::Infeasible);
        }
        state.turn_to_waiting();
        let (library, unknown) = (self.library, self.program.source.unknown());
        let held = self.with_call(state, library.words().start_of_thread, &[], unknown, |call| {
            library.held_locks(call)
        });
        let (waits, circle) = (self.waits(state), state.wait_for_each_other(&held));
        // The caller of a function may have threads that the function does not know.
        let made_none = state.next_thread().number() == 1;
        if state.has_unknown_callers() && made_none && !circle {
            return Next::Pause(Pause::Infeasible);
        }
        self.fault(state, Fault::Deadlock { waits, circle })
    }

    /// The threads that have not ended, and where they stand.
    pub(crate) fn waits(&self, state: &State) -> Vec<(Thread, SpanId)> {
        let threads = state.waits().into_iter();
        threads.map(|(id, _)| (self.thread_name(state, id), self.thread_place(state, id))).collect()
    }

    /// How reports name a thread.
    pub(crate) fn thread_name(&self, state: &State, id: ThreadId) -> Thread {
        let begins = state.beginning_of(id);
        let name =
            begins.map(|(function, _)| self.program.functions[function].display_name().to_owned());
        name.map_or(Thread::MAIN, |name| Thread { number: id.number(), function: Some(name) })
    }

    /// Where a thread stands in the program's own code.
    pub(crate) fn thread_place(&self, state: &State, id: ThreadId) -> SpanId {
        let source = &self.program.source;
        let spans = state.frames_of(id).iter().rev().enumerate().filter_map(|(depth, frame)| {
            // A caller stands after its call.
            let pc = if depth == 0 { frame.pc } else { frame.pc.checked_sub(1)? };
            let inst = frame.code.insts.get(pc)?;
            Some(self.program.functions[frame.function].span(*inst))
        });
        let own = spans.into_iter().find(|span| !source.is_library(*span));
        own.unwrap_or_else(|| source.unknown())
    }
}
