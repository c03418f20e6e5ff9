//! Debug info: types as the source spells them.
//!
//! Types refer to each other in rings (a list's node points to itself), so a type that is
//! asked for gets its number at once and its contents from a queue; there is no recursion.

use super::debug::{Cached, Reader};
use super::fault::{index, signed, unfold_sign};
use super::metadata::{MdId, md_ref};
use llvm_bitcode::schema::blocks::MetadataCode as Code;
use margay_ir::SourceTypeId;
use margay_ir::source::{Encoding, Field, Qualifier, SourceType};

/// DWARF's numbers for the kinds of types that C has.
mod tag {
    pub const ARRAY: u64 = 0x01;
    pub const ENUM: u64 = 0x04;
    pub const MEMBER: u64 = 0x0d;
    pub const POINTER: u64 = 0x0f;
    pub const STRUCT: u64 = 0x13;
    pub const TYPEDEF: u64 = 0x16;
    pub const UNION: u64 = 0x17;
    pub const CONST: u64 = 0x26;
    pub const VOLATILE: u64 = 0x35;
    pub const RESTRICT: u64 = 0x37;
    pub const ATOMIC: u64 = 0x47;
}

const FLAG_FORWARD: u64 = 1 << 2;
const FLAG_VECTOR: u64 = 1 << 11;
const FLAG_BIT_FIELD: u64 = 1 << 19;

impl Reader<'_, '_> {
    /// The type that a node describes; no node means `void`.
    pub fn ty(&mut self, id: Option<MdId>) -> SourceTypeId {
        let mut queue = Vec::new();
        let first = self.number_of(id, &mut queue);
        while let Some((id, number)) = queue.pop() {
            let ty = self.decode(id, &mut queue).unwrap_or(SourceType::Void);
            self.source.types[number] = ty;
        }
        first
    }

    /// The number of a type, which is put in the queue if it is new.
    fn number_of(
        &mut self,
        id: Option<MdId>,
        queue: &mut Vec<(MdId, SourceTypeId)>,
    ) -> SourceTypeId {
        let Some(id) = id.filter(|&id| self.md.any(id).is_some()) else {
            return match self.info.void {
                Some(void) => void,
                None => *self.info.void.insert(self.source.types.push(SourceType::Void)),
            };
        };
        if let Cached::Type(number) = self.info.cached(id) {
            return number;
        }
        let number = self.source.types.push(SourceType::Pending);
        self.remember(id, Cached::Type(number));
        queue.push((id, number));
        number
    }

    fn decode(&mut self, id: MdId, queue: &mut Vec<(MdId, SourceTypeId)>) -> Option<SourceType> {
        let (code, ops) = self.md.any(id)?;
        match code {
            Code::BasicType => {
                let name = self.text(ops.get(2));
                let encoding = encoding(*ops.get(5)?);
                Some(SourceType::Base { name, bits: *ops.get(3)?, encoding })
            }
            Code::DerivedType => self.derived(ops, queue),
            Code::CompositeType => self.composite(ops, queue),
            Code::SubroutineType => {
                let mut types = self.elements(ops.get(2)).into_iter();
                let ret = types.next().flatten();
                let ret = self.number_of(ret, queue);
                let mut params: Vec<Option<MdId>> = types.collect();
                // A missing type at the end stands for `...`, and for `()` of old C.
                let variadic = matches!(params.last(), Some(None));
                if variadic {
                    params.pop();
                }
                let params = params.into_iter().map(|p| self.number_of(p, queue)).collect();
                Some(SourceType::Function { ret, params, variadic })
            }
            _ => None,
        }
    }

    fn derived(
        &mut self,
        ops: &[u64],
        queue: &mut Vec<(MdId, SourceTypeId)>,
    ) -> Option<SourceType> {
        let (tag, base, bits) = (*ops.get(1)?, md_ref(ops.get(6)), *ops.get(7)?);
        let to = self.number_of(base, queue);
        let qualifier = match tag {
            tag::POINTER => return Some(SourceType::Pointer { to, bits }),
            tag::TYPEDEF => {
                return Some(SourceType::Typedef { name: self.text(ops.get(2)), to });
            }
            tag::CONST => Qualifier::Const,
            tag::VOLATILE => Qualifier::Volatile,
            tag::RESTRICT => Qualifier::Restrict,
            tag::ATOMIC => Qualifier::Atomic,
            _ => return None,
        };
        Some(SourceType::Qualified { qualifier, to })
    }

    fn composite(
        &mut self,
        ops: &[u64],
        queue: &mut Vec<(MdId, SourceTypeId)>,
    ) -> Option<SourceType> {
        let (tag, bits, flags) = (*ops.get(1)?, *ops.get(7)?, *ops.get(10)?);
        let base = md_ref(ops.get(6));
        let name = self.text(ops.get(2));
        let elements = self.elements(ops.get(11));
        Some(match tag {
            tag::STRUCT | tag::UNION => {
                let mut fields = Vec::new();
                for member in elements.into_iter().flatten() {
                    fields.extend(self.field(member, queue));
                }
                let complete = flags & FLAG_FORWARD == 0;
                SourceType::Record { name, is_union: tag == tag::UNION, complete, bits, fields }
            }
            tag::ENUM => {
                let base = base.map(|base| self.number_of(Some(base), queue));
                let mut values = Vec::new();
                for element in elements.into_iter().flatten() {
                    values.extend(self.enumerator(element));
                }
                SourceType::Enum { name, base, bits, values }
            }
            tag::ARRAY => {
                let elem = self.number_of(base, queue);
                let extents: Vec<Option<u64>> =
                    elements.into_iter().map(|e| self.extent(e?)).collect();
                if flags & FLAG_VECTOR != 0 {
                    SourceType::Vector { elem, len: extents.first().copied().flatten()? }
                } else {
                    SourceType::Array { elem, extents }
                }
            }
            _ => return None,
        })
    }

    fn field(&mut self, id: MdId, queue: &mut Vec<(MdId, SourceTypeId)>) -> Option<Field> {
        let ops = self.md.node(id, Code::DerivedType)?;
        if *ops.get(1)? != tag::MEMBER {
            return None;
        }
        Some(Field {
            name: self.text(ops.get(2)),
            ty: self.number_of(md_ref(ops.get(6)), queue),
            bits: *ops.get(7)?,
            bit_offset: *ops.get(9)?,
            is_bit_field: ops.get(10)? & FLAG_BIT_FIELD != 0,
        })
    }

    fn enumerator(&mut self, id: MdId) -> Option<(String, i128)> {
        let ops = self.md.node(id, Code::Enumerator)?;
        let flags = *ops.first()?;
        let (is_unsigned, is_wide) = (flags & 2 != 0, flags & 4 != 0);
        let (name, bits, words) = match ops {
            [_, bits, name, words @ ..] if is_wide => (name, *bits, words),
            [_, value, name, ..] if !is_wide => (name, 64, std::slice::from_ref(value)),
            _ => return None,
        };
        let mut value = 0u128;
        for (at, &word) in words.iter().take(2).enumerate() {
            value |= u128::from(unfold_sign(word)) << (64 * at);
        }
        let unused = u32::try_from(128u64.saturating_sub(bits)).ok()?.min(127);
        let value = i128::from_ne_bytes((value << unused).to_ne_bytes());
        let value = if is_unsigned {
            // A 128-bit value above the largest of `i128` has no honest reading; it wraps.
            value >> unused & i128::MAX >> unused.saturating_sub(1)
        } else {
            value >> unused
        };
        Some((self.text(Some(name)), value))
    }

    /// The number of elements in one dimension of an array, if it is constant.
    fn extent(&mut self, id: MdId) -> Option<u64> {
        let ops = self.md.node(id, Code::Subrange)?;
        let version = ops.first()? >> 1;
        let constant = |at: usize| self.integer(md_ref(ops.get(at))?);
        let count = match version {
            0 => signed(*ops.get(1)?),
            1 => constant(1)?,
            _ => match (constant(1), constant(3)) {
                (Some(count), _) => count,
                (None, Some(upper)) => {
                    upper.checked_sub(constant(2).unwrap_or(0))?.checked_add(1)?
                }
                (None, None) => return None,
            },
        };
        // A count of -1 says that the length is unknown.
        u64::try_from(count).ok()
    }

    /// What the node that an operand refers to lists.
    fn elements(&mut self, reference: Option<&u64>) -> Vec<Option<MdId>> {
        let ops = md_ref(reference).and_then(|id| self.md.node(id, Code::Node)).unwrap_or(&[]);
        // Many types may share one list, so the list is paid for each time.
        if self.budget.spend(ops.len()).is_err() {
            return Vec::new();
        }
        ops.iter().map(|&op| index(op.checked_sub(1)?).ok()).collect()
    }
}

fn encoding(number: u64) -> Encoding {
    match number {
        2 => Encoding::Bool,
        3 => Encoding::ComplexFloat,
        4 => Encoding::Float,
        5 => Encoding::Signed,
        6 => Encoding::SignedChar,
        7 => Encoding::Unsigned,
        8 => Encoding::UnsignedChar,
        0x10 => Encoding::Utf,
        _ => Encoding::Other,
    }
}
