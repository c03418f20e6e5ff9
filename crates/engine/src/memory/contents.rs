//! Contents of which nothing is known: symbols that are made when someone looks.
//!
//! Each number and pointer of the type is one symbol, so that what is read is a symbol and not a
//! row of bytes. Where no type is known, each byte is one.

use crate::value::Value;
use crate::value::provenance::Provenance;
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Encoding, SourceMap, SourceType};
use margay_ir::type_size;
use margay_smt::{Bv, TermPool};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;

/// Bytes of a type of which the numbers are told apart.
const MOST: u64 = 1 << 20;

/// Where the numbers and pointers of a type are.
#[derive(Debug, Default)]
pub struct Layout {
    /// By their offsets; they do not overlap.
    scalars: BTreeMap<u64, Scalar>,
    /// Bytes after which they come again.
    each: u64,
    /// Arrays of `char`.
    pub texts: Vec<Range<u64>>,
}

#[derive(Clone, Copy, Debug)]
struct Scalar {
    bytes: u64,
    kind: ScalarKind,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ScalarKind {
    Number,
    /// 0 or 1.
    Truth,
    Pointer(SourceTypeId),
}

const BYTE: Scalar = Scalar { bytes: 1, kind: ScalarKind::Number };

/// Symbols that are pointers, and what the source has them point to.
pub type Pointers = Rc<RefCell<HashMap<Bv, Option<SourceTypeId>>>>;

#[derive(Debug)]
pub struct Contents {
    /// What the names of its symbols begin with; no other has the same.
    name: String,
    from: Provenance,
    layout: Rc<Layout>,
    /// Bytes before the first of the type.
    before: u64,
    pointers: Pointers,
    /// What was examined, by offset.
    made: RefCell<BTreeMap<u64, Bv>>,
}

impl Contents {
    pub fn new(
        (name, from): (String, Provenance),
        layout: Rc<Layout>,
        before: u64,
        pointers: Pointers,
    ) -> Contents {
        Contents { name, from, layout, before, pointers, made: RefCell::default() }
    }

    /// One byte.
    pub fn byte(&self, pool: &mut TermPool, at: usize) -> Bv {
        let at = at as u64;
        let (start, scalar) = self.scalar_at(at);
        let symbol = self.symbol(pool, start, scalar);
        let low = u32::try_from((at - start) * 8).expect("within a few bytes");
        pool.bv_extract(low + 7, low, symbol)
    }

    /// The number of `len` bytes at an offset, if there is just that.
    pub fn whole(&self, pool: &mut TermPool, at: usize, len: usize) -> Option<Value> {
        let (start, scalar) = self.scalar_at(at as u64);
        let whole = start == at as u64 && scalar.bytes == len as u64;
        whole.then(|| Value::Term(self.symbol(pool, start, scalar)))
    }

    /// What the type says that the pointer at an offset leads to.
    pub fn pointee_at(&self, at: u64) -> Option<SourceTypeId> {
        match self.scalar_at(at) {
            (start, Scalar { kind: ScalarKind::Pointer(to), .. }) if start == at => Some(to),
            _ => None,
        }
    }

    /// Where there are pointers to a type.
    pub fn pointers_to(&self, to: SourceTypeId) -> Vec<u64> {
        let leads = |kind: ScalarKind| matches!(kind, ScalarKind::Pointer(other) if other == to);
        let scalars = self.layout.scalars.iter().filter(|(_, scalar)| leads(scalar.kind));
        scalars.map(|(start, _)| self.before + start).collect()
    }

    /// Whether they were never read.
    pub fn is_unread(&self) -> bool {
        self.made.borrow().is_empty()
    }

    /// Calls `visit` with each symbol that was examined.
    pub fn for_each_term(&self, visit: impl FnMut(Bv)) {
        self.made.borrow().values().copied().for_each(visit);
    }

    /// The number that a byte belongs to, and where that starts.
    fn scalar_at(&self, at: u64) -> (u64, Scalar) {
        let each = self.layout.each;
        let Some(offset) = at.checked_sub(self.before).filter(|_| each > 0) else {
            return (at, BYTE);
        };
        let within = offset % each;
        match self.layout.scalars.range(..=within).next_back() {
            Some((start, scalar)) if within < start + scalar.bytes => {
                (at - (within - start), *scalar)
            }
            _ => (at, BYTE),
        }
    }

    fn symbol(&self, pool: &mut TermPool, start: u64, scalar: Scalar) -> Bv {
        if let Some(symbol) = self.made.borrow().get(&start) {
            return *symbol;
        }
        let name = format!("{}+{start}", self.name);
        let bits = u32::try_from(scalar.bytes * 8).expect("a few bytes");
        let symbol = match scalar.kind {
            ScalarKind::Truth => {
                let bit = self.from.symbol(pool, &name, 1);
                pool.bv_zext(bit, bits)
            }
            _ => self.from.symbol(pool, &name, bits),
        };
        if let ScalarKind::Pointer(to) = scalar.kind {
            self.pointers.borrow_mut().insert(symbol, Some(to));
        }
        self.made.borrow_mut().insert(start, symbol);
        symbol
    }
}

impl PartialEq for Contents {
    fn eq(&self, other: &Contents) -> bool {
        self.name == other.name
    }
}

impl Layout {
    /// The layout of a type; bytes if it is not known.
    pub fn of(source: &SourceMap, ty: Option<SourceTypeId>) -> Layout {
        let mut layout = Layout::default();
        let size = ty.and_then(|ty| type_size(source, ty)).filter(|size| *size <= MOST);
        if let (Some(ty), Some(size)) = (ty, size) {
            layout.each = size;
            layout.add(source, ty, 0);
        }
        layout
    }

    fn add(&mut self, source: &SourceMap, ty: SourceTypeId, at: u64) {
        match &source.types[ty] {
            SourceType::Base { bits, encoding, .. } => {
                let kind = match encoding {
                    Encoding::Bool => ScalarKind::Truth,
                    _ => ScalarKind::Number,
                };
                self.put(at, bits.div_ceil(8), kind);
            }
            SourceType::Enum { bits, .. } => self.put(at, bits.div_ceil(8), ScalarKind::Number),
            SourceType::Pointer { to, bits } => {
                self.put(at, bits.div_ceil(8), ScalarKind::Pointer(*to));
            }
            SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => {
                self.add(source, *to, at);
            }
            SourceType::Record { fields, .. } => {
                for field in fields.iter().filter(|field| !field.is_bit_field) {
                    self.add(source, field.ty, at + field.bit_offset / 8);
                }
            }
            SourceType::Array { elem, extents } => {
                let count = extents.iter().try_fold(1u64, |all, one| all.checked_mul((*one)?));
                let each = type_size(source, *elem).filter(|each| *each > 1);
                match (count, each) {
                    (Some(count), Some(each)) => {
                        (0..count).for_each(|index| self.add(source, *elem, at + index * each));
                    }
                    (Some(count), None) if is_char(source, *elem) => {
                        // Of several dimensions, the last is a text.
                        let len = extents.last().copied().flatten().unwrap_or(0).max(1);
                        let starts = (0..count / len).map(|index| at + index * len);
                        self.texts.extend(starts.map(|start| start..start + len));
                    }
                    _ => {}
                }
            }
            SourceType::Vector { elem, len } => {
                let each = type_size(source, *elem).unwrap_or(0);
                (0..*len).for_each(|index| self.add(source, *elem, at + index * each));
            }
            SourceType::Void | SourceType::Function { .. } | SourceType::Pending => {}
        }
    }

    /// Members of unions overlap: the first one counts. What is no scalar is bytes.
    fn put(&mut self, at: u64, bytes: u64, kind: ScalarKind) {
        let before = self.scalars.range(..at + bytes).next_back();
        let free = before.is_none_or(|(start, scalar)| start + scalar.bytes <= at);
        if free && matches!(bytes, 1 | 2 | 4 | 8) {
            self.scalars.insert(at, Scalar { bytes, kind });
        }
    }
}

fn is_char(source: &SourceMap, ty: SourceTypeId) -> bool {
    match &source.types[ty] {
        SourceType::Base { name, .. } => name == "char",
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => is_char(source, *to),
        _ => false,
    }
}
