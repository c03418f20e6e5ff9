//! Calls of which nothing is known: functions that are only declared, assembly, pointers to anywhere.
//!
//! What comes back is unknown, and so is all that the code could have written: what its pointers lead to, the
//! program's own globals, what it was given before. What it answered is part of the input, so that a replay
//! says it again.

use super::Next;
use crate::code::{CallSite, CalleeRef, Op};
use crate::engine::forget::{havoc_hidden, havoc_object};
use crate::engine::{Engine, Pause};
use crate::library::model::Brought;
use crate::library::model::Unknown;
use crate::memory::{Escape, Object};
use crate::state::State;
use crate::state::input::{Input, Taken};
use crate::state::library_state::Handle;
use crate::value::Value;
use crate::value::lane::Lane;
use crate::value::provenance::{Channel, Provenance};
use crate::value::terms;
use margay_ir::Linkage;
use margay_ir::finding::{Form, Source};
use margay_ir::{FuncId, Function, Id, ParamAttrs};
use margay_smt::{BitVec, Bv};
use std::collections::BTreeSet;

/// How many words of an object are followed that an external function without a model may change.
const HAVOC_LIMIT: u64 = 1 << 16;

/// How much of what it wrote through one pointer is part of a finding's input, in bytes.
const RECORD_LIMIT: u64 = 256;

/// What is known of a function of which nothing else is.
#[derive(Clone, Copy, Default)]
pub(super) struct Promise<'a> {
    pub writes_nothing: bool,
    pub params: &'a [ParamAttrs],
    /// What is asked for, whether there is a replay or not.
    pub brought: Option<Brought>,
}

impl<'a> Promise<'a> {
    /// What the declaration of a function says.
    pub fn of(function: &'a Function) -> Promise<'a> {
        let attrs = function.attrs;
        Promise {
            writes_nothing: attrs.readnone || attrs.readonly,
            params: &function.param_attrs,
            ..Promise::default()
        }
    }

    /// Whether it writes nothing through an argument.
    fn only_reads(self, index: u32) -> bool {
        self.param(index).is_some_and(|param| param.readonly) && !self.brings(index)
    }

    /// Whether an argument is a number or pointer, which has to be set.
    fn needs_set(self, index: u32) -> bool {
        self.param(index).is_some_and(|param| param.noundef)
    }

    /// Whether an argument is declared to point to characters.
    fn takes_chars(self, index: u32) -> bool {
        self.param(index).is_some_and(|param| param.chars)
    }

    /// Whether the contents of the object that an argument points to are wanted after the call.
    fn brings(self, index: u32) -> bool {
        self.brought == Some(Brought::Argument(crate::value::size(index.into())))
    }

    /// Whether an argument is one of those that a function takes after a format: most such functions write text
    /// somewhere, and those that read some do so into numbers.
    fn is_logged(self, index: u32) -> bool {
        let takes_format = self.params.iter().any(|param| param.readonly && param.chars);
        takes_format && self.param(index).is_none()
    }

    fn param(self, index: u32) -> Option<&'a ParamAttrs> {
        self.params.get(crate::value::size(index.into()))
    }
}

/// An argument that leads to what the code may write.
#[derive(Clone, Copy)]
struct Given {
    index: u32,
    address: u64,
    /// Bytes of the member that it points to, if it is one.
    field: Option<u64>,
}

impl Given {
    /// Bytes from there on that may be written.
    fn room(self, object: &Object) -> u64 {
        let left = object.size.saturating_sub(self.address.wrapping_sub(object.base));
        self.field.map_or(left, |field| field.min(left))
    }
}

impl Engine<'_> {
    /// Whether unknown code that is given addresses can see a thread's handle.
    fn sees_thread(&mut self, state: &State, given: &[u64]) -> bool {
        let globals = self.program.globals.enumerate();
        let public = globals.filter(|(_, global)| global.linkage != Linkage::Internal);
        let public = public.map(|(id, _)| state.globals[margay_ir::Id::index(id)]);
        let escaped = state.memory.objects().filter(|object| object.escaped != Escape::No);
        let mut words: Vec<u64> = given.to_vec();
        words.extend(public.chain(escaped.map(|object| object.base)));
        for base in self.reachable_objects(state, words.clone()) {
            self.words_of(state, base, &mut words);
        }
        words.iter().any(|word| self.library.is_thread(*word))
    }

    /// Whether a function of the program is not looked into.
    pub(super) fn is_passed_over(&self, state: &State, callee: FuncId) -> bool {
        let span = self.program.functions[callee].source.as_ref().map(|source| source.span);
        let own = span.is_none_or(|span| !self.program.source.is_library(span));
        self.options.shallow && state.has_unknown_callers() && own
    }

    /// A call of which nothing is known: the result is unknown, and so is what the
    /// pointers passed lead to, unless the function is declared not to write that.
    pub(super) fn havoc(
        &mut self,
        state: &mut State,
        name: &str,
        promise: Promise<'_>,
        site: &CallSite,
    ) -> Next {
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
        state.outside.heard += 1;
        state.doubt.met_unknown = true;
        state.doubt.others |= self.library.starts_others(name);
        if never_returns(state) {
            return Next::Pause(Pause::Exited(1));
        }
        self.doubt_return(state);
        let is_asm = matches!(site.callee, CalleeRef::Asm { .. });
        // Else there is no replay.
        let is_recorded = promise.brought.is_some() || !is_asm && state.is_on_whole_path();
        let pointers = match promise.writes_nothing {
            true => Vec::new(),
            false => self.let_write(state, name, promise, site, is_recorded),
        };
        let returns = match promise.brought {
            Some(Brought::Result(value)) => Some(value),
            Some(Brought::Argument(_)) | None => None,
        };
        let unknown_lanes = if returns.is_some() { &[] } else { &site.result[..] };
        let result: Vec<Bv> = unknown_lanes
            .iter()
            .map(|lane| state.new_symbol(&mut self.pool, Provenance::External, name, lane.bits))
            .collect();
        if site.pointer_result {
            result.iter().for_each(|symbol| self.unknowns.is_pointer(*symbol, None));
        }
        if is_recorded {
            let answer = Answer { result: &result, pointers: &pointers };
            self.record_unknown(state, name, site, answer);
        }
        let result = result.into_iter().map(Value::Term).chain(returns);
        self.deliver(state, site, &result.collect::<Vec<Value>>());
        self.advance(state)
    }

    /// Makes unknown what the code may write. Gives the arguments that lead there.
    fn let_write(
        &mut self,
        state: &mut State,
        name: &str,
        promise: Promise<'_>,
        site: &CallSite,
        is_recorded: bool,
    ) -> Vec<Given> {
        let (mut roots, mut only_read, mut written) = (Vec::new(), Vec::new(), Vec::new());
        for (index, arg) in (0..).zip(&site.args) {
            let value = self.argument(state, site, arg).value;
            if promise.needs_set(index) {
                self.give_away(state, value);
            }
            match state.path.resolve(&mut self.pool, value) {
                Value::Int(address) => {
                    let logs = promise.is_logged(index)
                        && !promise.brings(index)
                        && arg.field.is_none_or(|field| field.is_array)
                        && self.access().is_compound(state, address);
                    if promise.only_reads(index) || logs {
                        only_read.push(address);
                    } else {
                        let field = arg.field.map(|field| field.len);
                        written.push(Given { index, address, field });
                    }
                }
                Value::Term(term) => {
                    let to = if promise.only_reads(index) { &mut only_read } else { &mut roots };
                    crate::memory::addresses::constants(&self.pool, term, to);
                }
                _ => {}
            }
        }
        // What it is given it may close.
        let mut all: Vec<u64> = roots.iter().chain(&only_read).copied().collect();
        all.extend(written.iter().map(|given| given.address));
        for resource in state.library.resources() {
            let (Handle::Address(handle) | Handle::Number(handle)) = resource.handle;
            if all.contains(&handle) {
                state.library.forget(resource.handle);
            }
        }
        if state.record().is_some() {
            let sees_thread = self.sees_thread(state, &all);
            state.note_hidden_wait(sees_thread);
        }
        let only_read = self.let_read(state, &only_read, &mut roots);
        let (whole, parts): (Vec<Given>, Vec<Given>) =
            written.iter().partition(|given| given.field.is_none());
        roots.extend(whole.iter().map(|given| given.address));
        let mut havocked = havoc_reachable(self, state, roots, name);
        for part in parts {
            self.havoc_member(state, part, name, promise.takes_chars(part.index), &mut havocked);
        }
        if let Some(given) = written.iter().find(|given| promise.brings(given.index)) {
            self.bring(state, given.address, name);
        }
        if is_recorded {
            let chars = whole.iter().filter(|given| promise.takes_chars(given.index));
            let chars: Vec<u64> = chars.map(|given| given.address).collect();
            for base in &havocked {
                self.access().end_texts(state, *base, &chars);
            }
        }
        let mut known = havocked;
        known.extend(only_read);
        known.extend(
            written.iter().filter_map(|given| Some(state.memory.object(given.address)?.base)),
        );
        if !matches!(site.callee, CalleeRef::Asm { .. }) {
            self.havoc_behind(state, &known, name);
            self.havoc_shared(state, &known, name);
        }
        written
    }

    /// Makes a member of a struct unknown, and all that it leads to, if not all of the struct is.
    fn havoc_member(
        &mut self,
        state: &mut State,
        given: Given,
        name: &str,
        is_text: bool,
        havocked: &mut BTreeSet<u64>,
    ) {
        let Some(object) = state.memory.object(given.address).filter(|object| object.alive) else {
            return;
        };
        let (base, len) = (object.base, given.room(object));
        if havocked.contains(&base) || object.constant {
            return;
        }
        let mut further = Vec::new();
        let bytes = u64::from(self.program.layout.pointer_bytes);
        for at in (0..len / bytes).map(|word| given.address + word * bytes) {
            match state.memory.load(&mut self.pool, at, self.program.layout.pointer_bytes) {
                Ok(Value::Int(pointer)) => further.push(pointer),
                Ok(Value::Term(term)) => {
                    crate::memory::addresses::constants(&self.pool, term, &mut further);
                }
                _ => {}
            }
        }
        // It may lead back to the struct, which is not all there is to be changed then.
        further.retain(|to| state.memory.object(*to).is_none_or(|object| object.base != base));
        havocked.extend(havoc_reachable(self, state, further, name));
        if let Some(object) = state.memory.object_mut(base) {
            object.escape(Escape::Written);
        }
        state.symbolic = true;
        for at in given.address..given.address + len {
            let byte = state.new_symbol(&mut self.pool, Provenance::External, name, 8);
            let _ = state.memory.set_byte(at, Value::Term(byte));
        }
        if is_text && len > 1 {
            self.access().end_text(state, given.address..given.address + len);
        }
    }

    /// Lets unknown code keep pointers that it only reads through. Says which objects they lead
    /// to, and adds where to those lead.
    fn let_read(
        &mut self,
        state: &mut State,
        addresses: &[u64],
        further: &mut Vec<u64>,
    ) -> Vec<u64> {
        let mut read = Vec::new();
        for address in addresses {
            let object = state.memory.object(*address).filter(|object| object.alive);
            let Some(base) = object.map(|object| object.base) else { continue };
            self.words_of(state, base, further);
            let object = state.memory.object_mut(base).expect("just found");
            object.escape(Escape::Read);
            read.push(base);
        }
        read
    }

    /// Lets any input stand at an address: it is examined as known code's would be.
    fn bring(&mut self, state: &mut State, address: u64, name: &str) {
        let Some(object) = state.memory.object(address).filter(|object| object.alive) else {
            return;
        };
        let len = object.size.saturating_sub(address.wrapping_sub(object.base));
        for offset in 0..len.min(RECORD_LIMIT) {
            let from = Provenance::Input(Channel::Call);
            let byte = state.new_symbol(&mut self.pool, from, name, 8);
            let _ = state.memory.set_byte(address + offset, Value::Term(byte));
        }
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
                    crate::memory::addresses::constants(&self.pool, term, words);
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
        let escaped = state.memory.objects().filter(|object| object.escaped == Escape::Written);
        others.extend(escaped.map(|object| object.base));
        others.retain(|address| {
            let untouched = state.memory.object(*address).is_some_and(Object::is_untouched);
            !untouched && !given.contains(address)
        });
        self.keep_led_to(state, &others);
        // It may have set what others were told the address of: what callers know, or variables.
        let open = state.memory.objects().filter(|object| object.alive && object.open.is_some());
        let open: Vec<u64> = open.map(|object| object.base).collect();
        let mut led_to = Vec::new();
        others.iter().chain(&open).for_each(|base| self.words_of(state, *base, &mut led_to));
        for base in self.reachable_objects(state, led_to) {
            let is_blank = state.memory.object(base).is_some_and(|object| object.is_blank());
            if is_blank && !given.contains(&base) {
                havoc_hidden(self, state, base, name);
            }
        }
        for address in others {
            havoc_hidden(self, state, address, name);
        }
    }

    /// Unknown code may have all that some objects lead to, which become unknown: it is not lost.
    fn keep_led_to(&mut self, state: &mut State, bases: &[u64]) {
        let mut led_to = Vec::new();
        bases.iter().for_each(|base| self.words_of(state, *base, &mut led_to));
        for base in self.reachable_objects(state, led_to) {
            if let Some(object) = state.memory.object_mut(base) {
                object.escape(Escape::Read);
            }
        }
    }

    /// Makes unknown what the running thread and others can reach: they may go on while unknown code waits for
    /// them.
    fn havoc_shared(&mut self, state: &mut State, given: &BTreeSet<u64>, name: &str) {
        if !state.is_parallel() {
            return;
        }
        let (mut own, mut others) = (Vec::new(), Vec::new());
        for (frames, roots) in [
            (state.frames.iter().collect::<Vec<_>>(), &mut own),
            (state.other_frames().collect(), &mut others),
        ] {
            for frame in frames {
                roots.extend(&frame.locals);
                self.addresses_in(&frame.regs, roots);
            }
        }
        let values: Vec<Value> = state.other_values().copied().collect();
        self.addresses_in(&values, &mut others);
        let own = self.reachable_objects(state, own);
        let mut shared = self.reachable_objects(state, others);
        shared.retain(|base| own.contains(base) && !given.contains(base));
        let shared: Vec<u64> = shared.into_iter().collect();
        self.keep_led_to(state, &shared);
        for base in shared {
            havoc_hidden(self, state, base, name);
        }
    }

    /// Adds what may be addresses among values.
    fn addresses_in(&self, values: &[Value], addresses: &mut Vec<u64>) {
        for value in values {
            match value {
                Value::Int(address) => addresses.push(*address),
                Value::Term(term) => {
                    crate::memory::addresses::constants(&self.pool, *term, addresses);
                }
                _ => {}
            }
        }
    }

    /// The answer of an external function without a model is input from outside: a replay must give it again. The ends
    /// of large objects, and objects reached through further pointers, are left out.
    fn record_unknown(
        &mut self,
        state: &mut State,
        name: &str,
        site: &CallSite,
        answer: Answer<'_>,
    ) {
        let (here, Answer { result, pointers }) = (self.place(state), answer);
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
        for given in pointers {
            let (index, address) = (given.index, given.address);
            let Some(object) = state.memory.object(address) else { continue };
            let len = given.room(object).min(RECORD_LIMIT);
            if !object.alive || object.constant || len == 0 {
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
                let source = Source::Written { function: name.to_owned(), index };
                record(source, bytes, Form::Bytes);
            }
        }
        inputs.into_iter().for_each(|input| state.outside.inputs.push(input));
    }
}

/// What an external function without a model answered: what it returned, and what it may have written to.
struct Answer<'a> {
    result: &'a [Bv],
    pointers: &'a [Given],
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
            object.escape(Escape::Written);
        }
        havoc_object(engine, state, *base, name);
    }
    reached
}
