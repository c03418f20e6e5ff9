//! Calls, returns and how a program ends.

use super::Next;
use crate::casts::recut;
use crate::code::{CallArg, CallSite, CalleeRef, Code, Lane, Op};
use crate::engine::{CodeEntry, Engine, Pause, Unknown};
use crate::fault::Fault;
use crate::input::{Input, Taken};
use crate::leaks;
use crate::memory::{Object, ObjectKind};
use crate::model::{Arg, ArgKind, Flow, Handle, Model, Stop, Then};
use crate::state::{Agenda, ExitHandler, Frame, JumpPoint, State};
use crate::terms::{self, resize};
use crate::threads::ThreadId;
use crate::value::Value;
use margay_ir::finding::{Form, Source};
use margay_ir::spell::library_name;
use margay_ir::{BlockId, FuncAttrs, FuncId, Id, SpanId};
use margay_smt::{BitVec, Bv};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Frames kept for reuse.
const SPARE_FRAMES: usize = 64;
/// How many words of an object that an unknown function may change are followed.
const HAVOC_LIMIT: u64 = 1 << 16;
/// Bytes of an object of unknown size that are made unknown.
const HAVOC_ROOM: u64 = 1 << 12;
/// How much of what it wrote behind one pointer is part of a finding's input, in bytes.
const RECORD_LIMIT: u64 = 256;

impl Engine<'_> {
    /// Executes the call that the frame on top stands at.
    #[inline(never)]
    pub(super) fn call(&mut self, state: &mut State, code: &Rc<Code>, site: u32) -> Next {
        let site = &code.calls[site as usize];
        let callee = match &site.callee {
            CalleeRef::Direct(id) => *id,
            CalleeRef::Asm { writes } => {
                let attrs = FuncAttrs { readonly: !writes, ..FuncAttrs::default() };
                return self.havoc(state, "inline assembly", attrs, site);
            }
            CalleeRef::Indirect(reg) => {
                let frame = state.frames.last().expect("a frame calls");
                match state.path.resolve(&mut self.pool, frame.regs[*reg as usize]) {
                    Value::Int(address) => match self.function_at(state, address) {
                        Some(id) => id,
                        None => return self.fault(state, Fault::BadCall { address }),
                    },
                    Value::Term(term) if terms::depends_on_unknown(&self.pool, term) => {
                        let name = "a function pointer";
                        return self.havoc(state, name, FuncAttrs::default(), site);
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
        let args: Vec<Arg> = site.args.iter().map(|arg| self.argument(state, site, arg)).collect();
        let (span, program) = (self.place(state), self.program);
        let name = library_name(&program.functions[id].name);
        match self.with_call(state, name, &args, span, watch) {
            Ok(Flow::Proceed) => self.call_entry(state, id, site),
            Ok(flow) => self.follow(state, flow, name, site),
            // Who watches asks for nothing, so that there is nothing to be undone.
            Err(stop) => self.stopped(state, stop),
        }
    }

    /// Executes a call of a function that is known.
    fn call_entry(&mut self, state: &mut State, callee: FuncId, site: &CallSite) -> Next {
        match self.entry(callee) {
            CodeEntry::Body(_) if self.is_passed_over(state, callee) => {
                let function = &self.program.functions[callee];
                let (name, attrs) = (function.name.clone(), function.attrs);
                self.havoc(state, &name, attrs, site)
            }
            CodeEntry::Body(body) => self.enter(state, callee, &body, site),
            CodeEntry::Model(model, nature) => {
                state.heard += u64::from(!nature.quiet);
                state.others |= nature.starts_others;
                if state.handling.is_some() {
                    self.note_call_in_handler(state, callee);
                }
                let here = nature.starts_others.then(|| self.program_place(state));
                let next = self.call_model(state, callee, model, site);
                match (next, here) {
                    (Next::Frame, Some(here)) => {
                        self.handlers_changed(state, here);
                        Next::Frame
                    }
                    (Next::Frame, _) if nature.gives_way && state.is_parallel() => {
                        self.go_on(state, true)
                    }
                    (next, _) => next,
                }
            }
            CodeEntry::Unknown | CodeEntry::Unresolved => {
                let function = &self.program.functions[callee];
                let (name, attrs) = (function.name.clone(), function.attrs);
                self.havoc(state, &name, attrs, site)
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
        if !state.wraps.is_empty() {
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

    /// Makes a frame the one that runs; its caller stands behind the call then.
    fn push_frame(&mut self, state: &mut State, mut frame: Frame) -> Next {
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
    fn new_frame(&mut self, state: &mut State, id: FuncId, body: &Rc<Code>) -> Frame {
        let serial = state.next_frame;
        state.next_frame += 1;
        if self.options.explores {
            self.reached.call(id);
        }
        if body.edges {
            state.covered.enter(id);
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
    fn pop_frame(&mut self, state: &mut State) {
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

    /// Returns from the frame on top with `lanes` registers from `src`.
    #[inline(never)]
    pub(super) fn return_from(&mut self, state: &mut State, src: u32, lanes: u32) -> Next {
        let depth = state.frames.len();
        let (below, top) = state.frames.split_at_mut(depth - 1);
        let top = &top[0];
        let first = src as usize;
        let values = match &top.then {
            Then::ReturnItsResult => &top.regs[first..first + lanes as usize],
            Then::Return(values) => values.as_slice(),
            Then::AskAgain => &[],
            Then::Kill(signal) => return Next::Pause(Pause::Killed(*signal)),
            Then::Stop => return Next::Pause(Pause::Stopped),
        };
        match below.last_mut() {
            Some(caller) => {
                let caller = Rc::make_mut(caller);
                // The caller stands behind its call.
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
                        caller.regs[dst + lane] =
                            resize(&mut self.pool, value, from.bits, wanted.bits);
                    }
                }
            }
            None => state.last_result = values.to_vec(),
        }
        let chose = top.choices_before < state.steps_taken.len();
        let allocated = top.allocations_before < state.memory.allocations();
        let looks = (allocated || depth == 1) && self.options.explores && !state.left;
        let place = looks.then(|| self.judge.place(self.program, state));
        self.pop_frame(state);
        if let Some(place) = place {
            self.find_leaks(state, &place);
        }
        if chose && self.options.explores && !state.frames.is_empty() {
            return Next::Pause(Pause::Returned);
        }
        Next::Frame
    }

    /// One argument as models see it.
    fn argument(&mut self, state: &State, site: &CallSite, arg: &CallArg) -> Arg {
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

    /// Where the frame on top stands.
    pub(crate) fn place(&self, state: &State) -> SpanId {
        match state.frames.last() {
            Some(frame) => {
                let inst = frame.code.insts.get(frame.pc);
                let function = &self.program.functions[frame.function];
                inst.map_or(self.program.source.unknown(), |inst| function.span(*inst))
            }
            None => self.program.source.unknown(),
        }
    }

    fn call_model(&mut self, state: &mut State, id: FuncId, model: Model, site: &CallSite) -> Next {
        let args: Vec<Arg> = site.args.iter().map(|arg| self.argument(state, site, arg)).collect();
        if !state.wraps.is_empty() {
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
        // A model that stops has changed nothing: with symbols about, it runs on a copy.
        let before = state.symbolic.then(|| state.clone());
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
                self.follow(state, flow, name, site)
            }
            Err(mut stop) => {
                if let Some(before) = before {
                    // What it was told it was told.
                    let history = std::mem::take(&mut state.history);
                    *state = State { history, ..before };
                }
                // The bytes of a variable out of scope are still there: what would happen next
                // is looked at as well.
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
    fn follow(&mut self, state: &mut State, flow: Flow, name: &str, site: &CallSite) -> Next {
        match flow {
            Flow::Return(values) => {
                self.deliver(state, site, &values);
                self.advance(state)
            }
            Flow::Exit(code) => {
                self.unwind(state);
                state.left = true;
                state.agenda = vec![Agenda::Exit(code)];
                Next::Frame
            }
            Flow::ExitNow(code) => Next::Pause(Pause::Exited(code)),
            Flow::Kill(signal) => Next::Pause(Pause::Killed(signal)),
            Flow::SetJump(buffer) => self.set_jump(state, buffer, site),
            Flow::LongJump(buffer, value) => self.long_jump(state, buffer, value),
            Flow::Havoc | Flow::Proceed => self.havoc(state, name, FuncAttrs::default(), site),
            Flow::Spawn { function, args, detached, returns } => {
                self.deliver(state, site, &returns);
                self.spawn(state, function, args, detached)
            }
            Flow::Wait(wait) => self.wait_at_call(state, wait),
            Flow::GiveWay(values) => {
                self.deliver(state, site, &values);
                self.advance(state);
                self.go_on(state, true)
            }
            Flow::EndThread(result) => {
                self.unwind(state);
                state.agenda = vec![Agenda::EndThread(Some(result))];
                Next::Frame
            }
            Flow::Invoke { function, args, then } => {
                let Some(id) = self.function_at(state, function) else {
                    return self.fault(state, Fault::BadCall { address: function });
                };
                match self.entry(id) {
                    CodeEntry::Body(body) => {
                        let mut frame = self.new_frame(state, id, &body);
                        self.pass(&mut frame, &args);
                        frame.then = then;
                        self.push_frame(state, frame)
                    }
                    _ => self.havoc(state, name, FuncAttrs::default(), site),
                }
            }
        }
    }

    /// Puts what a call returned into its registers.
    fn deliver(&mut self, state: &mut State, site: &CallSite, values: &[Value]) {
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
            frame.regs[site.dst as usize + lane] = value;
        }
    }

    fn set_jump(&mut self, state: &mut State, buffer: u64, site: &CallSite) -> Next {
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

    fn long_jump(&mut self, state: &mut State, buffer: u64, value: i32) -> Next {
        let loaded = state.memory.load(&mut self.pool, buffer, 8).and_then(|serial| {
            Ok((serial, state.memory.load(&mut self.pool, buffer.wrapping_add(8), 8)?))
        });
        let (serial, index) = match loaded {
            Ok((Value::Int(serial), Value::Int(index))) => (serial, index),
            Ok(_) => return self.fault(state, bad_jump("the buffer was not set by setjmp")),
            Err(fault) => return self.fault(state, fault),
        };
        // Serials grow towards the top.
        let Ok(depth) = state.frames.binary_search_by_key(&serial, |frame| frame.serial) else {
            return self.fault(state, bad_jump("the function that called setjmp has returned"));
        };
        let index = usize::try_from(index).unwrap_or(usize::MAX);
        let Some(point) = state.frames[depth].jumps.get(index).copied() else {
            return self.fault(state, bad_jump("the buffer was not set by setjmp"));
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

    /// Ends all frames.
    pub(super) fn unwind(&mut self, state: &mut State) {
        while !state.frames.is_empty() {
            self.pop_frame(state);
        }
    }

    /// Starts what is to do next when no frame is left, or ends the program.
    pub(super) fn next_on_agenda(&mut self, state: &mut State) -> Next {
        match state.agenda.pop() {
            Some(Agenda::Call(id, args)) => self.start(state, id, &args),
            Some(Agenda::ExitWithResult) => {
                self.note_return(state);
                let code = match state.last_result.first() {
                    Some(Value::Int(code)) => crate::value::signed(*code, 32),
                    // `main` may return nothing, and an undefined code is no code.
                    _ => 0,
                };
                state.agenda.push(Agenda::Exit(i32::try_from(code).unwrap_or(0)));
                Next::Frame
            }
            Some(Agenda::EndThread(result)) => self.end_thread(state, result),
            Some(Agenda::Exit(code)) if !state.may_end() => {
                state.agenda.push(Agenda::Exit(code));
                self.await_others(state)
            }
            Some(Agenda::Exit(code)) => {
                if let Some(handler) = state.exit_handlers.pop() {
                    state.agenda.push(Agenda::Exit(code));
                    return self.run_exit_handler(state, handler, code);
                }
                if !state.destructed {
                    state.destructed = true;
                    state.agenda.push(Agenda::Exit(code));
                    let calls = self.program.destructors.iter().rev();
                    state
                        .agenda
                        .extend(calls.map(|entry| Agenda::Call(entry.function, Vec::new())));
                    return Next::Frame;
                }
                let library = self.library;
                let unknown = self.program.source.unknown();
                let flushed =
                    self.with_call(state, "exit", &[], unknown, |call| library.finish(call));
                match flushed {
                    Ok(()) => Next::Pause(Pause::Exited(code)),
                    Err(Stop::Need(need)) => {
                        state.agenda.push(Agenda::Exit(code));
                        Next::Pause(Pause::Need(need))
                    }
                    Err(stop) => self.stopped(state, stop),
                }
            }
            None => Next::Pause(Pause::Exited(0)),
        }
    }

    fn run_exit_handler(&mut self, state: &mut State, handler: ExitHandler, code: i32) -> Next {
        let Some(id) = self.function_at(state, handler.function) else {
            return self.fault(state, Fault::BadCall { address: handler.function });
        };
        let mut args = Vec::new();
        if handler.takes_code {
            args.push(Value::Int(u64::from(code.cast_unsigned())));
        }
        args.extend(handler.arg.map(Value::Int));
        self.start(state, id, &args)
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

    /// Gives a frame its arguments, cut or extended to what the function takes.
    fn pass(&mut self, frame: &mut Frame, args: &[Value]) {
        let code = frame.code.clone();
        for (index, (value, lane)) in args.iter().zip(&code.params).enumerate() {
            let bits = match value {
                Value::Term(term) => self.pool.width(*term),
                _ => 64,
            };
            frame.regs[index] = resize(&mut self.pool, *value, bits, lane.bits);
        }
    }

    /// Whether a function of the program is not looked into.
    fn is_passed_over(&self, state: &State, callee: FuncId) -> bool {
        let span = self.program.functions[callee].source.as_ref().map(|source| source.span);
        let own = span.is_none_or(|span| !self.program.source.is_library(span));
        self.options.shallow && state.alone.is_some() && own
    }

    /// A call of which nothing is known: the result is unknown, and so is what the
    /// pointers passed lead to, unless the function is declared to write nothing.
    fn havoc(&mut self, state: &mut State, name: &str, attrs: FuncAttrs, site: &CallSite) -> Next {
        if self.options.unknown == Unknown::Zero && !self.unknown_calls.contains_key(name) {
            // Said before it is guessed; the call is made when the state runs again.
            self.unknown_calls.insert(name.to_owned(), 0);
            return Next::Pause(Pause::Unknown(name.to_owned(), self.place(state)));
        }
        if !self.options.shallow {
            *self.unknown_calls.entry(name.to_owned()).or_default() += 1;
        }
        if self.options.unknown == Unknown::Zero {
            let zero = |lane: &Lane| match lane.bits {
                0..=128 => Value::from_u128(0, lane.bits),
                wide => terms::from_bits(&mut self.pool, &BitVec::zero(wide)),
            };
            let result: Vec<Value> = site.result.iter().map(zero).collect();
            self.deliver(state, site, &result);
            return self.advance(state);
        }
        state.symbolic = true;
        state.heard += 1;
        state.met_unknown = true;
        state.others |= self.library.starts_others(name);
        if never_returns(state) {
            return Next::Pause(Pause::Exited(1));
        }
        self.doubt_return(state);
        let here = self.place(state);
        let mut pointers = Vec::new();
        if !attrs.readnone && !attrs.readonly {
            let mut roots = Vec::new();
            for (index, arg) in (0..).zip(&site.args) {
                let value = self.argument(state, site, arg).value;
                match state.path.resolve(&mut self.pool, value) {
                    Value::Int(address) => pointers.push((index, address)),
                    Value::Term(term) => {
                        leaks::constants(&self.pool, term, &mut roots);
                    }
                    _ => {}
                }
            }
            roots.extend(pointers.iter().map(|(_, address)| *address));
            // What it is given it may close.
            for resource in state.library.resources() {
                let (Handle::Address(handle) | Handle::Number(handle)) = resource.handle;
                if roots.contains(&handle) {
                    state.library.forget(resource.handle);
                }
            }
            let given = havoc_reachable(self, state, roots, name);
            if !matches!(site.callee, CalleeRef::Asm { .. }) {
                self.havoc_behind(state, &given, name);
            }
        }
        let result: Vec<Bv> = site
            .result
            .iter()
            .map(|lane| state.new_symbol(&mut self.pool, &unknown(name), lane.bits))
            .collect();
        if site.pointer_result {
            result.iter().for_each(|symbol| self.unknowns.is_pointer(*symbol, None));
        }
        self.record_unknown(state, name, site, &result, &pointers, here);
        let result: Vec<Value> = result.into_iter().map(Value::Term).collect();
        self.deliver(state, site, &result);
        self.advance(state)
    }

    /// The objects that addresses lead to, and what is in those, and so on.
    pub(crate) fn reachable_objects(&mut self, state: &State, roots: Vec<u64>) -> BTreeSet<u64> {
        let (mut seen, mut roots) = (BTreeSet::new(), roots);
        while let Some(address) = roots.pop() {
            let object = state.memory.object(address).filter(|object| object.alive);
            if let Some(base) = object.map(|object| object.base)
                && seen.insert(base)
            {
                self.words_of(state, base, &mut roots);
            }
        }
        seen
    }

    /// Adds what may be addresses among the words of an object, unless that is large.
    pub(crate) fn words_of(&mut self, state: &State, base: u64, words: &mut Vec<u64>) {
        let Some(object) = state.memory.object(base) else { return };
        let len = crate::value::size(self.program.layout.pointer_bytes.into());
        let count = object.room() / len as u64;
        if count > HAVOC_LIMIT {
            return;
        }
        for index in 0..crate::value::size(count) {
            let at = index * len;
            if object.is_unknown(at, len) {
                continue;
            }
            match object.assemble(&mut self.pool, at, len) {
                Value::Int(pointer) => words.push(pointer),
                Value::Term(term) => {
                    leaks::constants(&self.pool, term, words);
                }
                _ => {}
            }
        }
    }

    /// Makes unknown what unknown code may know without being given it: the program's global
    /// variables, and what it was given before.
    fn havoc_behind(&mut self, state: &mut State, given: &BTreeSet<u64>, name: &str) {
        let program = self.program;
        let globals = program.globals.enumerate().filter(|(_, global)| {
            let span = global.source.as_ref().map(|source| source.span);
            let own = span.is_some_and(|span| !program.source.is_library(span));
            own && !global.constant && global.init.is_some()
        });
        let mut others: Vec<u64> = globals.map(|(id, _)| state.globals[id.index()]).collect();
        let escaped = state.memory.objects().filter(|object| object.escaped);
        others.extend(escaped.map(|object| object.base));
        others.retain(|address| {
            let untouched = state.memory.object(*address).is_some_and(Object::is_untouched);
            !untouched && !given.contains(address)
        });
        for address in others {
            havoc_object(self, state, address, &format!("~{name}"));
        }
    }

    /// What an unknown function answered is what the outside said: a replay must say it
    /// again. Large objects, and those behind other pointers, are left out.
    fn record_unknown(
        &mut self,
        state: &mut State,
        name: &str,
        site: &CallSite,
        result: &[Bv],
        pointers: &[(u32, u64)],
        here: SpanId,
    ) {
        // Without `main` there is no replay.
        if matches!(site.callee, CalleeRef::Asm { .. }) || state.alone.is_some() {
            return;
        }
        let mut inputs = Vec::new();
        let mut record = |source, parts: Vec<Bv>, form| {
            inputs.push(Input {
                source,
                parts,
                taken: Taken::All,
                form,
                site: here,
                failure: None,
                incidental: false,
            });
        };
        if let ([value], [lane]) = (result, &site.result[..]) {
            let form = if lane.float.is_some() { Form::Float } else { Form::Unsigned };
            record(Source::Return { function: name.to_owned() }, vec![*value], form);
        }
        for (index, address) in pointers {
            let Some(object) = state.memory.object(*address) else { continue };
            let len = object.size.saturating_sub(address.wrapping_sub(object.base));
            if !object.alive || object.constant || !(1..=RECORD_LIMIT).contains(&len) {
                continue;
            }
            let bytes = (0..len).map_while(|offset| {
                match state.memory.load(&mut self.pool, address + offset, 1).ok()? {
                    Value::Term(byte) => Some(byte),
                    _ => None,
                }
            });
            let bytes: Vec<Bv> = bytes.collect();
            if bytes.len() as u64 == len {
                let source = Source::Written { function: name.to_owned(), index: *index };
                record(source, bytes, Form::Bytes);
            }
        }
        inputs.into_iter().for_each(|input| state.inputs.push(input));
    }
}

/// Whether the call that the frame on top stands at is of a function that is declared not to return.
fn never_returns(state: &State) -> bool {
    let frame = state.frames.last().expect("a frame calls");
    matches!(frame.code.ops.get(frame.pc + 1), Some(Op::Unreachable))
}

/// Makes every object unknown that pointers lead to, directly or through other objects. Says
/// which they are.
fn havoc_reachable(
    engine: &mut Engine<'_>,
    state: &mut State,
    roots: Vec<u64>,
    name: &str,
) -> BTreeSet<u64> {
    let reached = engine.reachable_objects(state, roots);
    for base in &reached {
        if let Some(object) = state.memory.object_mut(*base) {
            object.escaped = true;
        }
        havoc_object(engine, state, *base, name);
    }
    reached
}

/// Makes the contents of the object at an address unknown, if it may be written.
pub(crate) fn havoc_object(engine: &mut Engine<'_>, state: &mut State, address: u64, name: &str) {
    forget_object(engine, state, address, &unknown(name));
}

/// The same, with other names for what it holds then.
pub(crate) fn forget_object(engine: &mut Engine<'_>, state: &mut State, address: u64, name: &str) {
    let Some(object) = state.memory.object(address) else { return };
    if !object.alive || object.constant {
        return;
    }
    // What it may have counts as well, as far as anyone is likely to look.
    if let Some(extent) = object.extent {
        let domain = state.path.condition().domain(&engine.pool, extent);
        let most = domain.map_or(HAVOC_ROOM, |domain| domain.umax().min(HAVOC_ROOM));
        state.memory.object_mut(address).expect("just found").make_room(most);
    }
    engine.access().forget(state, address, name);
}

/// How symbols are named of whose values nothing is known, not even where they come from.
fn unknown(name: &str) -> String {
    format!("{}{name}", terms::UNKNOWN)
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

fn bad_jump(detail: &str) -> Fault {
    Fault::LibraryMisuse { function: "longjmp", detail: detail.to_owned() }
}
