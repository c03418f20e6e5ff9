//! Calls and returns: who is called, with what, and what comes back.

use super::Next;
use super::unknown_call::Promise;
use crate::arith::casts::recut;
use crate::code::prototype::{self, Passed, Received};
use crate::code::{CallArg, CallSite, CalleeRef, Code};
use crate::engine::{CodeEntry, Engine, Nature, Pause};
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::library::model::Unknown;
use crate::library::model::{Flow, Model};
use crate::state::library_state::Then;
use crate::state::stop::Stop;
use crate::state::{Agenda, State};
use crate::value::Value;
use crate::value::lane::Lane;
use crate::value::lane::{Arg, ArgKind};
use crate::value::provenance::{Provenance, depends_on_unknown};
use crate::value::terms::resize;
use margay_ir::FuncId;
use margay_ir::spell::library_name;
use std::rc::Rc;

impl Engine<'_> {
    /// Executes the call that the frame on top stands at.
    #[inline(never)]
    pub(super) fn call(&mut self, state: &mut State, code: &Rc<Code>, site: u32) -> Next {
        let site = &code.calls[site as usize];
        let callee = match &site.callee {
            CalleeRef::Direct(id) => *id,
            CalleeRef::Asm { writes } => {
                let promise = Promise { writes_nothing: !writes, ..Promise::default() };
                return self.havoc(state, "inline assembly", promise, site);
            }
            CalleeRef::Indirect(reg) => {
                let frame = state.frames.last().expect("a frame calls");
                match state.path.resolve(&mut self.pool, frame.regs[*reg as usize]) {
                    Value::Int(address) => match self.function_at(state, address) {
                        Some(id) => id,
                        None => return self.fault(state, Fault::BadCall { address }),
                    },
                    Value::Term(term) if depends_on_unknown(&self.pool, term) => {
                        let name = "a function pointer";
                        return self.havoc(state, name, Promise::default(), site);
                    }
                    other => return self.need_value(state, other),
                }
            }
        };
        match self.watched.get(&callee) {
            Some(watch) => self.call_watched(state, callee, *watch, site),
            None => self.call_entry(state, callee, site),
        }
    }

    /// Executes a call of a function that something is done before.
    fn call_watched(
        &mut self,
        state: &mut State,
        id: FuncId,
        watch: Model,
        site: &CallSite,
    ) -> Next {
        let mut args: Vec<Arg> =
            site.args.iter().map(|arg| self.argument(state, site, arg)).collect();
        let (span, program) = (self.place(state), self.program);
        let name = library_name(&program.functions[id].name);
        if let Some(prototype) = self.library.prototype(name) {
            let word = self.word();
            args = match prototype.pass(&mut self.pool, args, word) {
                Passed::As(args) => args,
                Passed::Otherwise => return self.call_entry(state, id, site),
            };
        }
        match self.with_call(state, name, &args, span, watch) {
            Ok(Flow::Proceed) => self.call_entry(state, id, site),
            Ok(flow) => self.follow(state, flow, id, site),
            // Who watches asks for nothing, so that there is nothing to be undone.
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// Executes a call of a function that is known.
    fn call_entry(&mut self, state: &mut State, callee: FuncId, site: &CallSite) -> Next {
        match self.entry(callee) {
            CodeEntry::Body(_) if self.is_passed_over(state, callee) => {
                let program = self.program;
                let function = &program.functions[callee];
                self.havoc(state, &function.name, Promise::of(function), site)
            }
            CodeEntry::Body(body) => self.enter(state, callee, &body, site),
            CodeEntry::Model(model, nature) => {
                state.outside.heard += u64::from(!nature.quiet);
                state.doubt.others |= nature.starts_others;
                if state.signals.handling.is_some() {
                    (self.hooks.execution.called_in_handler)(self, state, callee);
                }
                if nature.has_hidden_waits {
                    state.meets_hidden_wait();
                }
                let here = nature.starts_others.then(|| self.program_place(state));
                let next = self.call_model(state, callee, (model, nature), site);
                match (next, here) {
                    (Next::Frame, Some(here)) => {
                        (self.hooks.execution.handlers_changed)(self, state, here);
                        Next::Frame
                    }
                    (Next::Frame, _) if nature.gives_way && state.is_parallel() => {
                        self.go_on(state, true)
                    }
                    (next, _) => next,
                }
            }
            CodeEntry::Unknown | CodeEntry::Unresolved => {
                let program = self.program;
                let function = &program.functions[callee];
                self.havoc(state, &function.name, Promise::of(function), site)
            }
        }
    }

    /// Starts a frame for a function with a body.
    fn enter(&mut self, state: &mut State, id: FuncId, body: &Rc<Code>, site: &CallSite) -> Next {
        let mut frame = self.new_frame(state, id, body);
        let caller = state.frames.last().expect("a frame calls");
        let expected = body.param_regs as usize;
        let matches = site.regs.len() == expected || (body.variadic && site.regs.len() > expected);
        for (param, reg) in site.regs.iter().take(expected).enumerate() {
            let value = caller.regs[*reg as usize];
            frame.regs[param] =
                resize(&mut self.pool, value, site.lanes[param].bits, body.params[param].bits);
        }
        let args = fit(&site.lanes, &body.params);
        let result = match site.uses_result {
            true => fit(&body.results, &site.result),
            false => Fit::Same,
        };
        if !matches || args != Fit::Same || result != Fit::Same {
            let function = self.program.functions[id].display_name().to_owned();
            let fault = Fault::WrongCallType { function, result: matches && args == Fit::Same };
            if args == Fit::Not || result == Fit::Not {
                return self.fault(state, fault);
            }
            self.note(state, fault);
        }
        if !state.suspects.wraps.is_empty() {
            for reg in &site.regs {
                let caller = state.frames.last().expect("a frame calls");
                let value = caller.regs[*reg as usize];
                self.use_value(state, value, None);
            }
        }
        if body.variadic {
            let args: Vec<Arg> =
                site.args.iter().map(|arg| self.argument(state, site, arg)).collect();
            frame.args = Some(args.into());
        }
        // Memory passed by value is the callee's own.
        for (index, arg) in site.args.iter().enumerate() {
            if let ArgKind::Memory { size, align } = arg.kind
                && (arg.first as usize) < expected
                && index < body.named_args
            {
                let caller = state.frames.last().expect("a frame calls");
                let value = caller.regs[site.regs[arg.first as usize] as usize];
                let Value::Int(from) = state.path.resolve(&mut self.pool, value) else {
                    return self.need_value(state, value);
                };
                let span = self.place(state);
                let copied = state
                    .memory
                    .allocate(ObjectKind::Stack, size, align, span)
                    .ok_or(Fault::StackOverflow { depth: state.frames.len() })
                    .and_then(|to| state.memory.copy(&mut self.pool, to, from, size).map(|()| to));
                match copied {
                    Ok(to) => {
                        frame.locals.push(to);
                        frame.regs[arg.first as usize] = Value::Int(to);
                    }
                    Err(fault) => return self.fault(state, fault),
                }
            }
        }
        self.push_frame(state, frame)
    }

    /// Returns from the frame on top with `lanes` registers from `src`.
    #[inline(never)]
    pub(super) fn return_from(&mut self, state: &mut State, src: u32, lanes: u32) -> Next {
        let depth = state.frames.len();
        let (below, top) = state.frames.split_at_mut(depth - 1);
        let top = &top[0];
        let first = src as usize;
        const MINUS_ONE: [Value; 1] = [Value::Int(0xffff_ffff)];
        let values = match &top.then {
            Then::ReturnItsResult => &top.regs[first..first + lanes as usize],
            Then::Return(values) => values.as_slice(),
            Then::Fail(_) => &MINUS_ONE,
            Then::AskAgain => &[],
            Then::Kill(signal) => return Next::Pause(Pause::Killed(*signal)),
            Then::Stop => return Next::Pause(Pause::Stopped),
        };
        match below.last_mut() {
            Some(caller) => {
                let caller = Rc::make_mut(caller);
                // The caller stands after its call.
                let code = caller.code.clone();
                if top.then == Then::AskAgain {
                    caller.pc -= 1;
                } else if let Some((dst, wanted)) = result_of_call(&code, caller.pc) {
                    let returned = &top.code.results;
                    for (lane, wanted) in wanted.iter().enumerate() {
                        let value = values.get(lane).copied().unwrap_or(Value::Undef);
                        let from = match &top.then {
                            Then::ReturnItsResult => returned.get(lane).unwrap_or(wanted),
                            _ => wanted,
                        };
                        let value = resize(&mut self.pool, value, from.bits, wanted.bits);
                        caller.regs[dst + lane] =
                            prototype::fit(&mut self.pool, value, wanted.bits);
                    }
                }
            }
            None => state.process.last_result = values.to_vec(),
        }
        if let Then::Fail(number) = top.then
            && state.process.errno != 0
        {
            let (errno, number) =
                (state.process.errno, Value::Int(u64::from(number.cast_unsigned())));
            let stored = state.memory.store(&mut self.pool, errno, 4, number);
            stored.expect("`errno` is there to be written");
        }
        let chose = top.choices_before < state.steps_taken.len();
        let allocated = top.allocations_before < state.memory.allocations();
        let looks = (allocated || depth == 1) && self.options.explores && !state.process.left;
        let before = top.decisions_before;
        let returned = (top.serial, top.function, top.code.insts[top.pc]);
        let place = looks.then(|| self.judge.place(self.program, state));
        self.pop_frame(state);
        if state.has_unknown_callers() && before < state.decided.decisions.len() {
            self.note_answer(state, Some(before));
        }
        if let Some(place) = place {
            self.find_leaks(state, &place, returned);
        }
        if chose && self.options.explores && !state.frames.is_empty() {
            return Next::Pause(Pause::Returned);
        }
        Next::Frame
    }

    /// One argument as models see it.
    pub(super) fn argument(&mut self, state: &State, site: &CallSite, arg: &CallArg) -> Arg {
        let regs = &state.frames.last().expect("a frame calls").regs;
        let register = |lane: u32| regs[site.regs[(arg.first + lane) as usize] as usize];
        let value = match arg.kind {
            ArgKind::Vector(bytes) if arg.lanes > 1 => {
                let bits = bytes * 8;
                let values: Vec<Value> = (0..arg.lanes).map(register).collect();
                let from = vec![Lane::int(bits / arg.lanes); values.len()];
                recut(&mut self.pool, &values, &from, &[Lane::int(bits)])[0]
            }
            _ => register(0),
        };
        Arg { value, kind: arg.kind }
    }

    fn call_model(
        &mut self,
        state: &mut State,
        id: FuncId,
        (model, nature): (Model, Nature),
        site: &CallSite,
    ) -> Next {
        let mut args: Vec<Arg> =
            site.args.iter().map(|arg| self.argument(state, site, arg)).collect();
        if let Some(prototype) = nature.prototype {
            let word = self.word();
            args = match prototype.pass(&mut self.pool, args, word) {
                Passed::As(args) => args,
                Passed::Otherwise => {
                    let program = self.program;
                    let function = &program.functions[id];
                    return self.havoc(state, &function.name, Promise::of(function), site);
                }
            };
        }
        if !state.suspects.wraps.is_empty() {
            let name = self.program.functions[id].name.as_str();
            let allocates = self.library.allocates(name).then_some(name);
            args.iter().for_each(|arg| self.use_value(state, arg.value, allocates));
        }
        let span = self.place(state);
        let program = self.program;
        let name = library_name(&program.functions[id].name);
        let first = args.first().map_or(Value::Undef, |arg| arg.value);
        state.memory.forget_touched();
        if let Some(stopped) = self.before_call(state, name, first) {
            return stopped;
        }
        let unmoved = self.may_stop(state).then(|| state.clone());
        // A model that stops has changed nothing: with symbols about, it runs on a copy. Models never change frames,
        // of which a recursion has too many to copy them for each call.
        let before = state.symbolic.then(|| state.clone_but_frames());
        self.restrict(state, site.args.iter().zip(&args).map(|(a, b)| (a.member, b.value)));
        let result = self.with_call(state, name, &args, span, model);
        state.memory.restrict(Vec::new(), Vec::new());
        match result {
            Ok(flow) => {
                // What the state has for itself can be changed in place.
                drop(before);
                if let Some(stopped) = self.stop_before(state, unmoved) {
                    return stopped;
                }
                self.after_call(state, name, matches!(flow, Flow::Wait(_)));
                let is_answer = state.has_unknown_callers() && matches!(flow, Flow::Return(_));
                let next = self.follow(state, flow, id, site);
                if is_answer {
                    self.note_answer(state, None);
                }
                next
            }
            Err(mut stop) => {
                if let Some(before) = before {
                    // What it was told it was told.
                    let history = std::mem::take(&mut state.history);
                    let frames = std::mem::take(&mut state.frames);
                    *state = State { history, frames, ..before };
                }
                // The bytes of a variable out of scope are still there: what would happen next is examined as well.
                if let Stop::Fault(fault @ Fault::UseAfterScope { .. }) = &stop {
                    let mut revived = false;
                    for address in args.iter().filter_map(|arg| arg.value.as_u64()) {
                        revived |= state.memory.revive(address);
                    }
                    if revived {
                        self.note(state, fault.clone());
                        return Next::Frame;
                    }
                }
                // A block of unknown size may be large enough, and the model goes on then.
                if let Stop::Fault(Fault::OutOfBounds { object, base, offset, len, access, .. }) =
                    stop
                    && !object.is_member()
                    && state.memory.object(base).is_some_and(|object| object.extent.is_some())
                {
                    let address = base.wrapping_add_signed(offset);
                    return match self.access().known(state, address, len, access) {
                        Ok(()) => Next::Frame,
                        Err(stop) => self.stopped(state, stop),
                    };
                }
                if let Stop::Fault(Fault::NullAccess { failed, .. }) = &mut stop {
                    let terms = args.iter().filter_map(|arg| arg.value.as_term());
                    *failed = terms.filter_map(|t| state.failed_call(&self.pool, t)).next();
                }
                self.stopped(state, stop)
            }
        }
    }

    /// Keeps what is called within the members of structs that it is given.
    pub(super) fn restrict(
        &mut self,
        state: &mut State,
        args: impl Iterator<Item = (Option<u64>, Value)>,
    ) {
        let (mut members, mut others) = (Vec::new(), Vec::new());
        for (member, value) in args {
            let Value::Int(address) = state.path.resolve(&mut self.pool, value) else { continue };
            match member {
                Some(len) => members.push(address..address.saturating_add(len)),
                None => others.push(address),
            }
        }
        if !members.is_empty() {
            state.memory.restrict(members, others);
        }
    }

    /// Does what a model says happens next.
    fn follow(&mut self, state: &mut State, flow: Flow, id: FuncId, site: &CallSite) -> Next {
        let program = self.program;
        let function = &program.functions[id];
        let name = library_name(&function.name);
        match flow {
            Flow::Return(values) => {
                self.deliver_from(state, name, site, values);
                self.advance(state)
            }
            Flow::Exit(code) => {
                self.unwind(state);
                state.process.left = true;
                state.process.agenda = vec![Agenda::Exit(code)];
                Next::Frame
            }
            Flow::ExitNow(code) => Next::Pause(Pause::Exited(code)),
            Flow::Kill(signal) => Next::Pause(Pause::Killed(signal)),
            Flow::SetJump(buffer) => self.set_jump(state, buffer, site),
            Flow::LongJump(buffer, value) => self.long_jump(state, buffer, value),
            Flow::Proceed => self.havoc(state, name, Promise::of(function), site),
            Flow::Havoc(brought) => {
                let promise = Promise { brought: Some(brought), ..Promise::of(function) };
                self.havoc(state, name, promise, site)
            }
            Flow::Spawn { function, args, detached, returns } => {
                self.deliver_from(state, name, site, returns);
                self.spawn(state, function, args, detached)
            }
            Flow::Wait(wait) => self.wait_at_call(state, wait),
            Flow::GiveWay(values) => {
                self.deliver_from(state, name, site, values);
                self.advance(state);
                self.go_on(state, true)
            }
            Flow::EndThread(result) => {
                self.unwind(state);
                state.process.agenda = vec![Agenda::EndThread(Some(result))];
                Next::Frame
            }
            Flow::Invoke { function: address, args, then } => {
                let Some(id) = self.function_at(state, address) else {
                    return self.fault(state, Fault::BadCall { address });
                };
                match self.entry(id) {
                    CodeEntry::Body(body) => {
                        let mut frame = self.new_frame(state, id, &body);
                        self.pass(&mut frame, &args);
                        frame.then = then;
                        self.push_frame(state, frame)
                    }
                    _ => self.havoc(state, name, Promise::default(), site),
                }
            }
        }
    }

    /// Puts what a model returned into the registers of a call, which may have declared another type.
    fn deliver_from(
        &mut self,
        state: &mut State,
        name: &str,
        site: &CallSite,
        mut values: Vec<Value>,
    ) {
        if site.uses_result
            && !site.vector_result
            && let ([wanted], Some(prototype)) = (&site.result[..], self.library.prototype(name))
        {
            let returned = values.first().copied().unwrap_or(Value::Undef);
            let guesses = self.options.unknown == Unknown::Zero;
            match prototype.receive(*wanted, self.word()) {
                Received::Bits(bits) if bits < wanted.bits && !guesses => {
                    let low = prototype::fit(&mut self.pool, returned, bits);
                    let rest = wanted.bits - bits;
                    let above = state.new_symbol(&mut self.pool, Provenance::External, name, rest);
                    values = vec![prototype::widened(&mut self.pool, low, bits, above)];
                    state.symbolic = true;
                    *self.unknown_calls.entry(name.to_owned()).or_default() += 1;
                }
                Received::Unknown if guesses => values = vec![Value::ZERO],
                Received::Unknown => {
                    let symbol =
                        state.new_symbol(&mut self.pool, Provenance::External, name, wanted.bits);
                    values = vec![Value::Term(symbol)];
                    state.symbolic = true;
                    *self.unknown_calls.entry(name.to_owned()).or_default() += 1;
                }
                Received::Bits(_) | Received::Whole => {}
            }
        }
        self.deliver(state, site, &values);
    }

    /// Bits of a pointer on the target.
    fn word(&self) -> u32 {
        self.program.layout.pointer_bytes * 8
    }

    /// Puts what a call returned into its registers.
    pub(super) fn deliver(&mut self, state: &mut State, site: &CallSite, values: &[Value]) {
        let wanted = site.result.len();
        let values = match values {
            [whole] if site.vector_result && wanted > 1 => {
                let bits = site.result.iter().map(|lane| lane.bits).sum();
                recut(&mut self.pool, &[*whole], &[Lane::int(bits)], &site.result)
            }
            other => other.to_vec(),
        };
        let frame = Rc::make_mut(state.frames.last_mut().expect("a frame calls"));
        for lane in 0..wanted {
            let value = values.get(lane).copied().unwrap_or(Value::Undef);
            frame.regs[site.dst as usize + lane] =
                prototype::fit(&mut self.pool, value, site.result[lane].bits);
        }
    }
}

/// First of the registers that receive the result of the call that a frame waits for, and what
/// they hold.
fn result_of_call(caller: &Code, pc: usize) -> Option<(usize, &[Lane])> {
    match *caller.ops.get(pc.checked_sub(1)?)? {
        crate::code::Op::Call { site } => {
            let site = &caller.calls[site as usize];
            Some((site.dst as usize, &site.result))
        }
        _ => None,
    }
}

/// Whether values of one type can be taken for those of another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Same,
    /// Some are integers that are cut.
    Cut,
    Not,
}

fn fit(given: &[Lane], taken: &[Lane]) -> Fit {
    let mut all = Fit::Same;
    for (given, taken) in given.iter().zip(taken).filter(|(given, taken)| given != taken) {
        // Wider ones may be pointers, and the rest of a pointer says nothing.
        let numbers = given.float.is_none() && taken.float.is_none() && given.bits <= 32;
        if !numbers || given.bits < taken.bits {
            return Fit::Not;
        }
        all = Fit::Cut;
    }
    all
}
