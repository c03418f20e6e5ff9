//! What pointers of unknown origin lead to.
//!
//! A function that is analysed alone receives pointers from unknown callers, and reads others from
//! the objects that they lead to. The first use of such a pointer makes an object for it: of the
//! type that the source gives it, with unknown contents, and as large as the accesses to it need.
//! Pointers among its contents lead to further objects in the same way.
//!
//! Contents are named after the type and the number of the object on its path, so that the paths
//! of a function, and functions that take the same types, share symbols and terms.

use crate::access::Access;
use crate::fault::Fault;
use crate::fault::ObjectKind;
use crate::memory::{Contents, Escape, FIRST_VALID, Layout, Loose, Open, Pointers};
use crate::state::State;
use crate::state::library_state::Handle;
use crate::state::path::Given;
use crate::state::possible::Possible;
use crate::state::stop::Stop;
use crate::value::Value;
use crate::value::provenance::{Passed, Provenance};
use crate::value::terms;
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{SourceMap, SourceType};
use margay_ir::{Id, Program, SpanId, type_size};
use margay_smt::{Bv, Node};
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

/// What pointers of unknown origin lead to is the caller's to say.
const MEMORY: Provenance = Provenance::Caller(Passed::Memory);

/// Bytes before the place that a pointer leads to: it may lead to a member.
const BEFORE: u64 = 256;
/// Bytes after it that an object has from the start.
const LEAST: u64 = 64;
/// Bytes of one object that are told apart.
const MOST: u64 = 1 << 16;

/// Texts of one object that unknown code wrote to that are examined.
const TEXTS: usize = 16;
/// Bytes at the end of an array of which one ends the text, or one before them.
const LAST: u64 = 256;

/// What is known of pointers of unknown origin, on all paths.
#[derive(Default)]
pub(crate) struct Unknowns {
    pointers: Pointers,
    layouts: HashMap<Option<SourceTypeId>, Rc<Layout>>,
    /// Contents by what their names begin with.
    contents: HashMap<String, Rc<Contents>>,
    /// Addresses that were made of a null pointer and an unknown offset.
    null_and_more: HashSet<Bv>,
    /// The types of variables, by where they are declared.
    declared: Option<HashMap<SpanId, SourceTypeId>>,
}

impl Unknowns {
    /// Notes that a symbol is a pointer.
    pub fn is_pointer(&mut self, symbol: Bv, to: Option<SourceTypeId>) {
        self.pointers.borrow_mut().insert(symbol, to);
    }

    /// What a symbol points to, if it is known to be a pointer.
    pub fn pointee(&self, symbol: Bv) -> Option<Option<SourceTypeId>> {
        self.pointers.borrow().get(&symbol).copied()
    }

    fn layout(&mut self, program: &Program, ty: Option<SourceTypeId>) -> Rc<Layout> {
        let layout = self.layouts.entry(ty);
        layout.or_insert_with(|| Rc::new(Layout::of(&program.source, ty))).clone()
    }

    /// Contents of this name, of a type that begins so many bytes after the first.
    fn contents(
        &mut self,
        program: &Program,
        (name, from): (String, Provenance),
        ty: Option<SourceTypeId>,
        before: u64,
    ) -> Rc<Contents> {
        if let Some(contents) = self.contents.get(&name) {
            return contents.clone();
        }
        let layout = self.layout(program, ty);
        let contents = Contents::new((name.clone(), from), layout, before, self.pointers.clone());
        let contents = Rc::new(contents);
        self.contents.insert(name, contents.clone());
        contents
    }

    /// The type of the variable that is declared at a place, if it is the only one there.
    fn declared(&mut self, program: &Program, at: SpanId) -> Option<SourceTypeId> {
        let declared = self.declared.get_or_insert_with(|| {
            let mut declared: HashMap<SpanId, Option<SourceTypeId>> = HashMap::new();
            let locals = program.functions.iter().flat_map(|f| f.vars.iter());
            let locals = locals.map(|variable| (variable.span, variable.ty));
            let globals = program.globals.iter().filter_map(|global| global.source.as_ref());
            for (span, ty) in locals.chain(globals.map(|source| (source.span, source.ty))) {
                declared
                    .entry(span)
                    .and_modify(|known| *known = known.filter(|k| *k == ty))
                    .or_insert(Some(ty));
            }
            declared.into_iter().filter_map(|(span, ty)| Some((span, ty?))).collect()
        });
        declared.get(&at).copied()
    }
}

impl Access<'_> {
    /// Whether a term is a pointer of unknown origin, perhaps with something added.
    pub(crate) fn is_unknown_pointer(&self, term: Bv) -> bool {
        self.origin(term).is_some_and(|origin| self.unknowns.pointee(origin).is_some())
    }

    /// Whether a term that is used as an address has an unknown origin.
    pub(crate) fn is_unknown_address(&self, term: Bv) -> bool {
        self.origin(term).is_some()
    }

    /// Makes the object that a pointer of unknown origin leads to.
    pub(crate) fn discover(&mut self, state: &mut State, pointer: Bv) -> Result<(), Stop> {
        let unclear = || Stop::Unsupported("a pointer of unknown origin".to_owned());
        let pointer = state.path.simplify(self.pool, pointer);
        let origin = self.origin(pointer).ok_or_else(unclear)?;
        let to = self.unknowns.pointee(origin).flatten();
        let number = state.next_unknown();
        let each = to.and_then(|to| type_size(&self.program.source, to)).unwrap_or(0);
        let len = BEFORE + each.clamp(LEAST, MOST / 2);
        let contents = self.contents(to, number);
        let site = self.program.source.unknown();
        let base = state.memory.allocate_to_grow(ObjectKind::Unknown, len, MOST, 16, site);
        let base = base.ok_or(Fault::OutOfMemory)?;
        let object = state.memory.object_mut(base).expect("just allocated");
        object.become_unknown(contents);
        object.open = Some(Open { before: BEFORE, ty: to });
        let address = object.start();
        let address = self.pool.bv_u64(self.pool.width(origin), address);
        let leads_there = self.pool.eq(origin, address);
        let possible = self.judge.possible(self.pool, state, leads_there);
        self.judge
            .assume(self.pool, state, leads_there, &possible)
            .map_err(|_| Stop::Unsupported("a pointer whose bits are examined".to_owned()))?;
        state.path.is_given(leads_there, Given::Placed);
        state.path.settle(self.pool, origin, address);
        Ok(())
    }

    /// Grows an object of unknown extent so that it has `len` bytes at an address.
    pub(crate) fn extend(&mut self, state: &mut State, address: u64, len: u64) -> Result<(), Stop> {
        let object = state.memory.object(address).filter(|object| object.open.is_some());
        let object = object.expect("only an open object asks for room");
        let (base, room) = (object.base, object.room());
        let end = address.checked_sub(base).and_then(|offset| offset.checked_add(len));
        let Some(end) = end.filter(|end| *end <= MOST) else {
            return Err(Stop::Unsupported("far from where an unknown pointer leads to".to_owned()));
        };
        if end > room {
            let size = end.max(room * 2).min(MOST);
            state.memory.object_mut(base).expect("just found").grow(size);
        }
        Ok(())
    }

    /// The value at an offset of an open object that is not known.
    pub(crate) fn read_loosely(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Bv,
        len: u32,
    ) -> Value {
        if let Some(value) = state.memory.object(base).and_then(|o| o.loose(offset, len)) {
            return value;
        }
        let symbol = state.new_symbol(self.pool, MEMORY, "at an unknown offset", len * 8);
        // An array of pointers has pointers at any place.
        let ty = state.memory.object(base).and_then(|object| object.open).and_then(|open| open.ty);
        let source = &self.program.source;
        if let Some(SourceType::Pointer { to, .. }) = ty.map(|ty| &source.types[source.strip(ty)])
            && len == self.program.layout.pointer_bytes
        {
            self.unknowns.is_pointer(symbol, Some(*to));
        }
        let value = Value::Term(symbol);
        let object = state.memory.object_mut(base).expect("it was found");
        object.set_loose(Loose { offset, len, value });
        value
    }

    /// Writes at an offset of an open object that is not known: nothing else of it is known then.
    pub(crate) fn write_loosely(
        &mut self,
        state: &mut State,
        base: u64,
        offset: Bv,
        len: u32,
        value: Value,
    ) {
        // What is kept there cannot be found again, and yet it is kept.
        let mut kept = Vec::new();
        match value {
            Value::Int(address) => kept.push(address),
            Value::Term(term) => {
                crate::memory::addresses::constants(self.pool, term, &mut kept);
            }
            _ => {}
        }
        keep(state, &kept);
        self.forget_open(state, base);
        let object = state.memory.object_mut(base).expect("just found");
        object.set_loose(Loose { offset, len, value });
    }

    /// Makes the contents of an object of unknown extent unknown.
    pub(crate) fn forget_open(&mut self, state: &mut State, base: u64) {
        let object = state.memory.object(base).expect("it was found");
        let open = object.open.expect("it is open");
        let number = state.next_unknown();
        let contents = self.contents(open.ty, number);
        state.memory.object_mut(base).expect("just found").become_unknown(contents);
    }

    /// The words of an object are written to where they cannot be found again, and yet are kept.
    pub(crate) fn keep_all(&mut self, state: &mut State, base: u64) {
        let Some(object) = state.memory.object(base) else { return };
        let word = crate::value::size(self.program.layout.pointer_bytes.into());
        let (mut kept, mut at) = (Vec::new(), 0);
        let room = crate::value::size(object.room().min(MOST));
        while at + word <= room {
            if !object.is_unknown(at, word) {
                match object.assemble(self.pool, at, word) {
                    Value::Int(address) => kept.push(address),
                    Value::Term(term) => {
                        crate::memory::addresses::constants(self.pool, term, &mut kept);
                    }
                    _ => {}
                }
            }
            at += word;
        }
        keep(state, &kept);
    }

    /// A pointer was written through a pointer of unknown origin. Other objects at unknown addresses may be the one
    /// that was written to, so their pointers of the same type become unknown.
    pub(crate) fn forget_aliases(&mut self, state: &mut State, address: u64) {
        let Some(object) = state.memory.object(address).filter(|o| o.open.is_some()) else {
            return;
        };
        let (base, offset) = (object.base, address - object.base);
        let Some(to) = object.contents().and_then(|contents| contents.pointee_at(offset)) else {
            return;
        };
        let others = state.memory.objects().filter(|other| other.alive && other.base != base);
        let mut places = Vec::new();
        for other in others.filter(|other| other.open.is_some()) {
            let pointers = other.contents().map(|c| c.pointers_to(to)).unwrap_or_default();
            places.extend(pointers.into_iter().map(|at| other.base + at));
        }
        let bytes = self.program.layout.pointer_bytes;
        for place in places {
            let Ok(value) = state.memory.load(self.pool, place, bytes) else { continue };
            // A pointer that was not followed yet may lead anywhere already.
            if !matches!(state.path.resolve(self.pool, value), Value::Int(_)) {
                continue;
            }
            let symbol = state.new_symbol(self.pool, MEMORY, "same type", bytes * 8);
            self.unknowns.is_pointer(symbol, Some(to));
            let _ = state.memory.store(self.pool, place, bytes, Value::Term(symbol));
        }
    }

    /// Makes the contents of an object unknown; symbols show what made them so.
    pub fn forget(&mut self, state: &mut State, address: u64, from: Provenance, what: &str) {
        let Some(object) = state.memory.object(address) else { return };
        if !object.alive {
            return;
        }
        let (ty, before) = match object.open {
            Some(open) => (open.ty, open.before),
            None => (self.unknowns.declared(self.program, object.allocated), 0),
        };
        state.symbolic = true;
        let name = name(from, what, state.next_unknown(), ty);
        let contents = self.unknowns.contents(self.program, (name, from), ty, before);
        state.memory.object_mut(address).expect("just found").become_unknown(contents);
    }

    /// Unknown code wrote to an object: what it left in arrays of characters is text that ends
    /// there. Of an object without a type it is all of it, if one of the pointers to characters
    /// that the code was given leads there.
    pub fn end_texts(&mut self, state: &mut State, base: u64, chars: &[u64]) {
        let Some(object) = state.memory.object(base) else { return };
        if object.open.is_some() || object.extent.is_some() || object.constant || !object.alive {
            return;
        }
        let size = object.size;
        let texts: Vec<Range<u64>> = match self.unknowns.declared(self.program, object.allocated) {
            Some(ty) => self.unknowns.layout(self.program, Some(ty)).texts.clone(),
            None => {
                let leads_there =
                    |at: &&u64| state.memory.object(**at).is_some_and(|o| o.base == base);
                chars.iter().find(leads_there).map(|at| at - base..size).into_iter().collect()
            }
        };
        let fitting =
            texts.into_iter().filter(|text| text.end <= size && text.end - text.start > 1);
        for text in fitting.take(TEXTS) {
            self.end_text(state, base + text.start..base + text.end);
        }
    }

    /// A text ends between two addresses.
    pub fn end_text(&mut self, state: &mut State, text: Range<u64>) {
        let mut ends = self.pool.bool_const(false);
        for at in text.start.max(text.end.saturating_sub(LAST))..text.end {
            let byte = state.memory.load(self.pool, at, 1).unwrap_or(Value::Undef);
            let byte = terms::term(self.pool, byte, 8);
            let zero = self.pool.bv_u64(8, 0);
            let here = self.pool.eq(byte, zero);
            ends = self.pool.or(ends, here);
        }
        let possible = self.judge.possible(self.pool, state, ends);
        let model = match &possible {
            Possible::Yes(model) => Some(model),
            Possible::Unknown | Possible::Recalled => None,
            Possible::No => return,
        };
        state.path.given(self.pool, ends, model);
    }

    /// Whether something was written at an address that is more than one number or pointer, as far
    /// as types tell.
    pub fn is_compound(&mut self, state: &State, address: u64) -> bool {
        let Some(object) = state.memory.object(address).filter(|object| object.alive) else {
            return false;
        };
        let ty = self.unknowns.declared(self.program, object.allocated);
        let is_compound = ty.is_none_or(|ty| is_compound(&self.program.source, ty));
        let first = state.memory.load(self.pool, address, 1);
        is_compound
            && first.is_ok_and(|first| !matches!(first, Value::Undef | Value::Partial { .. }))
    }

    /// What an unknown pointer is made of: the part that is no number. It is a pointer by its type, or because it is
    /// used as one and no part of it is known.
    fn origin(&self, pointer: Bv) -> Option<Bv> {
        let parts = self.parts(pointer);
        let mut pointers = parts.iter().filter(|part| self.unknowns.pointee(**part).is_some());
        match (pointers.next(), pointers.next(), parts.as_slice()) {
            (Some(one), None, _) => Some(*one),
            (None, _, [one]) if self.is_unknown(*one) && !self.has_address(pointer) => Some(*one),
            _ => None,
        }
    }

    /// What is added up in a term, without what is a number for sure.
    fn parts(&self, term: Bv) -> Vec<Bv> {
        let mut parts = Vec::new();
        let mut work = vec![term];
        while let Some(part) = work.pop() {
            match self.pool.node(part) {
                Node::BvAdd(a, b) => work.extend([a, b]),
                Node::BvMul(..) | Node::BvNeg(_) => {}
                Node::SignExtend { .. } | Node::ZeroExtend { .. } => {}
                _ if self.pool.is_const(part) => {}
                _ => parts.push(part),
            }
        }
        parts
    }

    /// Whether a constant is added that is too large for an offset.
    fn has_address(&self, term: Bv) -> bool {
        let mut work = vec![term];
        while let Some(part) = work.pop() {
            if let Node::BvAdd(a, b) = self.pool.node(part) {
                work.extend([a, b]);
            }
            let known = self.pool.as_const_u64(part).map(u64::cast_signed);
            if known.is_some_and(|known| known.unsigned_abs() > MOST) {
                return true;
            }
        }
        false
    }

    /// Whether a term consists of unknown symbols only.
    fn is_unknown(&self, term: Bv) -> bool {
        let symbols = self.pool.symbols(term);
        let unknown = |symbol| {
            let from = Provenance::of(self.pool, symbol);
            from.is_unknown() || from.is_loops()
        };
        !symbols.is_empty() && symbols.into_iter().all(unknown)
    }

    /// Notes that something is added to a term to make an address.
    pub(crate) fn is_base(&mut self, term: Bv) {
        if let [one] = self.parts(term).as_slice()
            && !self.has_address(term)
            && self.unknowns.pointee(*one).is_none()
            && self.is_unknown(*one)
        {
            self.unknowns.is_pointer(*one, None);
        }
    }

    /// Notes the address that was made of a base and an offset which is not known.
    pub(crate) fn is_made_of(&mut self, base: Value, made: Value) {
        let is_null = match base {
            Value::Int(base) => base < FIRST_VALID,
            Value::Term(base) => self.unknowns.null_and_more.contains(&base),
            _ => false,
        };
        if let (true, Value::Term(made)) = (is_null, made) {
            self.unknowns.null_and_more.insert(made);
        }
    }

    /// Whether an address is a null pointer to which something unknown was added: there is no object,
    /// whatever that is.
    pub(crate) fn is_null_and_more(&mut self, state: &State, address: Value) -> bool {
        let Value::Term(term) = address else { return false };
        if self.unknowns.null_and_more.contains(&term) {
            return true;
        }
        let (mut nulls, mut others) = (0, 0);
        for part in self.parts(term) {
            let chosen = matches!(self.pool.node(part), Node::BvIte(..));
            let is_pointer = chosen || self.unknowns.pointee(part).is_some();
            match state.path.resolve(self.pool, Value::Term(part)) {
                Value::Int(known) if is_pointer && known < FIRST_VALID => nulls += 1,
                _ => others += 1,
            }
        }
        (nulls, others) == (1, 0) && !self.has_address(term)
    }

    /// What an object of unknown origin has in it.
    fn contents(&mut self, ty: Option<SourceTypeId>, number: u32) -> Rc<Contents> {
        self.unknowns.contents(self.program, (name(MEMORY, "", number, ty), MEMORY), ty, BEFORE)
    }
}

/// What some words lead to, or stand for, may be kept by unknown code.
fn keep(state: &mut State, words: &[u64]) {
    for word in words {
        if let Some(object) = state.memory.object_mut(*word) {
            object.escape(Escape::Written);
        }
        state.library.forget(Handle::Address(*word));
        state.library.forget(Handle::Number(*word));
    }
}

fn name(from: Provenance, what: &str, number: u32, ty: Option<SourceTypeId>) -> String {
    from.named(&format!("{what}{number}.{}", ty.map_or(0, |ty| ty.index() + 1)))
}

fn is_compound(source: &SourceMap, ty: SourceTypeId) -> bool {
    match &source.types[ty] {
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => {
            is_compound(source, *to)
        }
        SourceType::Record { .. } | SourceType::Array { .. } => true,
        _ => false,
    }
}
