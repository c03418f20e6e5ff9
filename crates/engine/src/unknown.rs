//! What pointers of unknown origin lead to.
//!
//! A function that is looked at by itself is given pointers by callers that nobody sees, and reads
//! others from what they lead to. The first use of such a pointer makes an object for it: of the
//! type that the source gives it, with unknown contents, and as large as anyone cares to look.
//! Pointers among its contents lead to further objects in the same way.
//!
//! Contents are named after the type and the number of the object on its path, so that the paths
//! of a function, and functions that take the same types, share symbols and terms.

use crate::access::Access;
use crate::fault::Fault;
use crate::memory::{Loose, ObjectKind, Open};
use crate::model::Stop;
use crate::state::State;
use crate::terms;
use crate::value::{Value, size};
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Encoding, SourceMap, SourceType};
use margay_ir::{GlobalId, Id, type_size};
use margay_smt::{Bv, Node};
use std::collections::HashMap;
use std::rc::Rc;

/// Bytes before the place that a pointer leads to: it may lead to a member.
const BEFORE: u64 = 256;
/// Bytes behind it that an object has from the start.
const LEAST: u64 = 64;
/// Bytes of one object that are told apart.
const MOST: u64 = 1 << 16;

/// What is known of pointers of unknown origin, on all paths.
#[derive(Default)]
pub(crate) struct Unknowns {
    /// Symbols that are pointers, and what the source has them point to.
    pointers: HashMap<Bv, Option<SourceTypeId>>,
    /// Contents by type and number.
    contents: HashMap<(Option<SourceTypeId>, u32), Rc<[Bv]>>,
}

/// A number or pointer among the contents of an object.
struct Scalar {
    offset: u64,
    bytes: u64,
    kind: ScalarKind,
}

enum ScalarKind {
    Number,
    /// 0 or 1.
    Truth,
    Pointer(Option<SourceTypeId>),
}

impl Unknowns {
    /// Notes that a symbol is a pointer.
    pub fn is_pointer(&mut self, symbol: Bv, to: Option<SourceTypeId>) {
        self.pointers.insert(symbol, to);
    }
}

impl Access<'_> {
    /// Whether a term is a pointer of unknown origin, perhaps with something added.
    pub(crate) fn is_unknown_pointer(&self, term: Bv) -> bool {
        self.origin(term).is_some_and(|origin| self.unknowns.pointers.contains_key(&origin))
    }

    /// Makes the object that a pointer of unknown origin leads to.
    pub(crate) fn discover(&mut self, state: &mut State, pointer: Bv) -> Result<(), Stop> {
        let unclear = || Stop::Unsupported("a pointer of unknown origin".to_owned());
        let pointer = state.path.simplify(self.pool, pointer);
        let origin = self.origin(pointer).ok_or_else(unclear)?;
        let to = self.unknowns.pointers.get(&origin).copied().flatten();
        let number = state.next_unknown();
        let each = to.and_then(|to| type_size(&self.program.source, to)).unwrap_or(0);
        let contents = self.contents(to, number, BEFORE + each.clamp(LEAST, MOST));
        let site = self.program.source.unknown();
        let len = contents.len() as u64;
        let base = state.memory.allocate_to_grow(ObjectKind::Unknown, len, MOST, 16, site);
        let base = base.ok_or(Fault::OutOfMemory)?;
        let object = state.memory.object_mut(base).expect("just allocated");
        object.reach(contents);
        object.open = Some(Open { before: BEFORE, ty: to, number });
        let address = object.start();
        let address = self.pool.bv_u64(self.pool.width(origin), address);
        let leads_there = self.pool.eq(origin, address);
        let possible = self.judge.possible(self.pool, state, leads_there);
        self.judge
            .assume(self.pool, state, leads_there, &possible)
            .map_err(|_| Stop::Unsupported("a pointer whose bits are looked at".to_owned()))?;
        state.path.settle(self.pool, origin, address);
        Ok(())
    }

    /// Lets an object that nobody knows the end of have `len` bytes at an address.
    pub(crate) fn extend(&mut self, state: &mut State, address: u64, len: u64) -> Result<(), Stop> {
        let object = state.memory.object(address).filter(|object| object.open.is_some());
        let object = object.expect("only an open object asks for room");
        let (base, room, open) = (object.base, object.room(), object.open.expect("it is open"));
        let end = address.checked_sub(base).and_then(|offset| offset.checked_add(len));
        let Some(end) = end.filter(|end| *end <= MOST) else {
            return Err(Stop::Unsupported("far from where an unknown pointer leads to".to_owned()));
        };
        if end > room {
            let contents = self.contents(open.ty, open.number, end.max(room * 2).min(MOST));
            state.memory.object_mut(base).expect("just found").reach(contents);
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
        let name = format!("{}at", terms::CALLER);
        let value = Value::Term(state.new_symbol(self.pool, &name, len * 8));
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
        let object = state.memory.object(base).expect("it was found");
        let (room, mut open) = (object.room(), object.open.expect("it is open"));
        open.number = state.next_unknown();
        let contents = self.contents(open.ty, open.number, room);
        let object = state.memory.object_mut(base).expect("just found");
        object.become_unknown(contents);
        object.open = Some(open);
        object.set_loose(Loose { offset, len, value });
    }

    /// Makes the contents of a global variable unknown: anyone may have changed it.
    pub(crate) fn forget_contents(&mut self, state: &mut State, id: GlobalId) {
        let address = state.globals[id.index()];
        let Some(object) = state.memory.object(address) else { return };
        // What lies further out is not told apart from what lies before.
        let len = object.room().min(MOST);
        let ty = self.program.globals[id].source.as_ref().map(|source| source.ty);
        let number = state.next_unknown();
        let contents = self.contents_from(ty, number, len, 0);
        state.memory.object_mut(address).expect("just found").become_unknown(contents);
    }

    /// What an unknown pointer is made of: the part that is no number.
    fn origin(&self, pointer: Bv) -> Option<Bv> {
        let mut origins = Vec::new();
        let mut work = vec![pointer];
        while let Some(part) = work.pop() {
            match self.pool.node(part) {
                Node::BvAdd(a, b) => work.extend([a, b]),
                Node::BvMul(..) | Node::BvNeg(_) => {}
                Node::SignExtend { .. } | Node::ZeroExtend { .. } => {}
                _ if self.pool.is_const(part) => {}
                _ => origins.push(part),
            }
        }
        let known = |origin: &&Bv| self.unknowns.pointers.contains_key(*origin);
        match origins.as_slice() {
            [origin] => Some(*origin),
            several => {
                let mut pointers = several.iter().filter(known);
                pointers.next().copied().filter(|_| pointers.next().is_none())
            }
        }
    }

    /// The first `len` bytes of an object of a type, with what lies before it.
    fn contents(&mut self, ty: Option<SourceTypeId>, number: u32, len: u64) -> Rc<[Bv]> {
        if let Some(contents) = self.unknowns.contents.get(&(ty, number))
            && contents.len() as u64 >= len
        {
            return contents.clone();
        }
        let contents = self.contents_from(ty, number, len, BEFORE);
        self.unknowns.contents.insert((ty, number), contents.clone());
        contents
    }

    /// The first `len` bytes of an object, of which `before` lie before those of its type.
    fn contents_from(
        &mut self,
        ty: Option<SourceTypeId>,
        number: u32,
        len: u64,
        before: u64,
    ) -> Rc<[Bv]> {
        let source = &self.program.source;
        let word = u64::from(self.program.layout.pointer_bytes);
        let mut scalars = Vec::new();
        let words = |from: u64, to: u64| {
            let pointers = (from..to).step_by(size(word));
            pointers.map(move |offset| (offset, ScalarKind::Number))
        };
        scalars.extend(words(0, before).map(|(offset, kind)| Scalar { offset, bytes: word, kind }));
        let each = ty.and_then(|ty| type_size(source, ty)).filter(|each| *each > 0);
        match (ty, each) {
            (Some(ty), Some(each)) => {
                let mut offset = before;
                while offset < len {
                    add_scalars(source, ty, offset, len, &mut scalars);
                    offset += each;
                }
            }
            _ => {
                let rest = words(before, len);
                scalars.extend(rest.map(|(offset, kind)| Scalar { offset, bytes: word, kind }));
            }
        }
        let mut bytes: Vec<Option<Bv>> = vec![None; size(len)];
        let type_number = ty.map_or(0, |ty| ty.index() + 1);
        let name = |offset: u64| format!("{}{number}.{type_number}+{offset}", terms::CALLER);
        for Scalar { offset, bytes: width, kind } in scalars {
            let end = offset + width;
            let free = |at: u64| bytes.get(size(at)).is_none_or(Option::is_none);
            // Members of unions overlap, and bits share bytes.
            if !(offset..end).all(free) {
                continue;
            }
            let bits = u32::try_from(width * 8).expect("a scalar has a few bytes");
            let symbol = match kind {
                ScalarKind::Truth => {
                    let bit = self.pool.bv_symbol(&name(offset), 1);
                    self.pool.bv_zext(bit, bits)
                }
                _ => self.pool.bv_symbol(&name(offset), bits),
            };
            if let ScalarKind::Pointer(to) = kind {
                self.unknowns.pointers.insert(symbol, to);
            }
            for at in (offset..end).filter(|at| *at < len) {
                let low = u32::try_from((at - offset) * 8).expect("within the scalar");
                bytes[size(at)] = Some(self.pool.bv_extract(low + 7, low, symbol));
            }
        }
        let rest = bytes.into_iter().zip(0..);
        rest.map(|(byte, at)| byte.unwrap_or_else(|| self.pool.bv_symbol(&name(at), 8))).collect()
    }
}

/// The scalars of an object of a type at an offset, as far as `end`.
fn add_scalars(source: &SourceMap, ty: SourceTypeId, at: u64, end: u64, scalars: &mut Vec<Scalar>) {
    if at >= end {
        return;
    }
    match &source.types[ty] {
        SourceType::Base { bits, encoding, .. } => {
            let kind = match encoding {
                Encoding::Bool => ScalarKind::Truth,
                _ => ScalarKind::Number,
            };
            let bytes = bits.div_ceil(8);
            // Complex numbers and others that are no scalar are bytes.
            if matches!(bytes, 1 | 2 | 4 | 8) {
                scalars.push(Scalar { offset: at, bytes, kind });
            }
        }
        SourceType::Enum { bits, .. } => {
            scalars.push(Scalar { offset: at, bytes: bits.div_ceil(8), kind: ScalarKind::Number });
        }
        SourceType::Pointer { to, bits } => {
            let kind = ScalarKind::Pointer(Some(*to));
            scalars.push(Scalar { offset: at, bytes: bits.div_ceil(8), kind });
        }
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => {
            add_scalars(source, *to, at, end, scalars);
        }
        SourceType::Record { fields, .. } => {
            for field in fields.iter().filter(|field| !field.is_bit_field) {
                add_scalars(source, field.ty, at + field.bit_offset / 8, end, scalars);
            }
        }
        SourceType::Array { elem, extents } => {
            let count = extents.iter().try_fold(1u64, |all, one| all.checked_mul((*one)?));
            let Some(each) = type_size(source, *elem).filter(|each| *each > 0) else { return };
            for index in 0..count.unwrap_or(0).min((end - at).div_ceil(each)) {
                add_scalars(source, *elem, at + index * each, end, scalars);
            }
        }
        SourceType::Vector { elem, len } => {
            let Some(each) = type_size(source, *elem) else { return };
            (0..*len).for_each(|i| add_scalars(source, *elem, at + i * each, end, scalars));
        }
        SourceType::Void | SourceType::Function { .. } | SourceType::Pending => {}
    }
}
