//! Types of the IR and their layout in memory.
//!
//! Types are interned: equal [`TypeId`]s mean equal types. Pointers are opaque.
//! Structs are compared by their fields; names live in the source types.

use crate::ids::{Id, IdVec, TypeId};
use std::collections::HashMap;

/// What a register or a piece of memory holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Void,
    /// An integer of 1 to 2^23 bits; signedness is in the operations.
    Int(u32),
    Float(FloatKind),
    Ptr,
    Vector {
        elem: TypeId,
        len: u32,
    },
    Array {
        elem: TypeId,
        len: u64,
    },
    Struct {
        fields: Box<[TypeId]>,
        packed: bool,
    },
    /// A struct that is declared and never defined; it has no size.
    Opaque,
    Function(FuncType),
}

impl Type {
    /// Calls `visit` for each type that this one is made of.
    pub fn for_each_part(&self, mut visit: impl FnMut(TypeId)) {
        match self {
            Type::Vector { elem, .. } | Type::Array { elem, .. } => visit(*elem),
            Type::Struct { fields, .. } => fields.iter().copied().for_each(visit),
            Type::Function(ty) => {
                visit(ty.ret);
                ty.params.iter().copied().for_each(visit);
            }
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Opaque => {}
        }
    }

    /// How many elements an array or vector has.
    pub fn element_count(&self) -> Option<u64> {
        match self {
            Type::Vector { len, .. } => Some(u64::from(*len)),
            Type::Array { len, .. } => Some(*len),
            _ => None,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FuncType {
    pub ret: TypeId,
    pub params: Box<[TypeId]>,
    pub variadic: bool,
}

/// The floating-point formats that C compilers use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatKind {
    Half,
    BFloat,
    Single,
    Double,
    /// The x87 format with 80 bits.
    X87,
    Quad,
    /// PowerPC's pair of doubles.
    PpcDouble,
}

impl FloatKind {
    pub fn bits(self) -> u32 {
        match self {
            FloatKind::Half | FloatKind::BFloat => 16,
            FloatKind::Single => 32,
            FloatKind::Double => 64,
            FloatKind::X87 => 80,
            FloatKind::Quad | FloatKind::PpcDouble => 128,
        }
    }
}

/// The interned types of one program.
#[derive(Clone, Debug, Default)]
pub struct Types {
    types: IdVec<TypeId, Type>,
    ids: HashMap<Type, TypeId>,
}

impl Types {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, ty: Type) -> TypeId {
        if let Some(&id) = self.ids.get(&ty) {
            return id;
        }
        let id = self.types.push(ty.clone());
        self.ids.insert(ty, id);
        id
    }

    /// The id of a type that may not have been interned yet.
    pub fn find(&self, ty: &Type) -> Option<TypeId> {
        self.ids.get(ty).copied()
    }

    pub fn get(&self, id: TypeId) -> &Type {
        &self.types[id]
    }

    /// The type of an id that may not be in the table.
    pub fn try_get(&self, id: TypeId) -> Option<&Type> {
        self.types.get(id)
    }

    pub fn len(&self) -> usize {
        self.types.len()
    }

    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    pub fn contains(&self, id: TypeId) -> bool {
        id.index() < self.types.len()
    }

    pub fn iter(&self) -> impl Iterator<Item = (TypeId, &Type)> {
        self.types.enumerate()
    }

    pub fn void(&mut self) -> TypeId {
        self.intern(Type::Void)
    }

    pub fn int(&mut self, bits: u32) -> TypeId {
        self.intern(Type::Int(bits))
    }

    pub fn ptr(&mut self) -> TypeId {
        self.intern(Type::Ptr)
    }

    /// Whether a value of this type is a single number: an integer, a float or a pointer.
    pub fn is_scalar(&self, id: TypeId) -> bool {
        matches!(self.get(id), Type::Int(_) | Type::Float(_) | Type::Ptr)
    }
}

/// Sizes and alignments of the target, as far as C types depend on them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct DataLayout {
    pub little_endian: bool,
    /// Bytes of a pointer: 8 or 4.
    pub pointer_bytes: u32,
    /// ABI alignment in bytes of integers, by width in bits, ascending.
    pub int_align: Vec<(u32, u32)>,
    pub float_align: Vec<(u32, u32)>,
    pub vector_align: Vec<(u32, u32)>,
    /// Natural alignment of the stack in bytes.
    pub stack_align: u32,
}

impl DataLayout {
    /// The layout of x86-64 under the System V ABI.
    pub fn x86_64() -> Self {
        DataLayout {
            little_endian: true,
            pointer_bytes: 8,
            int_align: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 8), (128, 16)],
            float_align: vec![(16, 2), (32, 4), (64, 8), (80, 16), (128, 16)],
            vector_align: vec![(64, 8), (128, 16)],
            stack_align: 16,
        }
    }

    /// Parses LLVM's data layout string on top of LLVM's defaults.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut layout = DataLayout {
            little_endian: false,
            pointer_bytes: 8,
            int_align: vec![(1, 1), (8, 1), (16, 2), (32, 4), (64, 4)],
            float_align: vec![(16, 2), (32, 4), (64, 8), (128, 16)],
            vector_align: vec![(64, 8), (128, 16)],
            stack_align: 16,
        };
        for spec in text.split('-').filter(|s| !s.is_empty()) {
            layout.apply(spec).ok_or_else(|| format!("bad data layout entry `{spec}`"))?;
        }
        Ok(layout)
    }

    fn apply(&mut self, spec: &str) -> Option<()> {
        let number = |s: &str| s.parse::<u32>().ok();
        let mut parts = spec.split(':');
        let head = parts.next()?;
        match head.as_bytes().first()? {
            b'e' if head == "e" => self.little_endian = true,
            b'E' if head == "E" => self.little_endian = false,
            b'p' if head == "p" || head == "p0" => self.pointer_bytes = number(parts.next()?)? / 8,
            b'i' | b'f' | b'v' => {
                let bits = number(&head[1..])?;
                let align = number(parts.next()?)? / 8;
                let table = match head.as_bytes()[0] {
                    b'i' => &mut self.int_align,
                    b'f' => &mut self.float_align,
                    _ => &mut self.vector_align,
                };
                match table.binary_search_by_key(&bits, |e| e.0) {
                    Ok(at) => table[at].1 = align.max(1),
                    Err(at) => table.insert(at, (bits, align.max(1))),
                }
            }
            b'S' => self.stack_align = (number(&head[1..])? / 8).max(1),
            // Mangling, native widths, address spaces and the rest do not change the layout.
            _ => {}
        }
        (self.pointer_bytes == 4 || self.pointer_bytes == 8).then_some(())
    }

    fn int_alignment(&self, bits: u32) -> u64 {
        let entry = self.int_align.iter().find(|e| e.0 >= bits).or(self.int_align.last());
        u64::from(entry.map_or(1, |e| e.1))
    }

    /// Alignment of a type in memory, in bytes.
    pub fn align_of(&self, types: &Types, id: TypeId) -> u64 {
        match types.get(id) {
            Type::Void | Type::Opaque | Type::Function(_) => 1,
            Type::Int(bits) => self.int_alignment(*bits),
            Type::Float(kind) => {
                let exact = self.float_align.iter().find(|e| e.0 == kind.bits());
                exact.map_or(u64::from(kind.bits().div_ceil(8)).next_power_of_two(), |e| {
                    u64::from(e.1)
                })
            }
            Type::Ptr => u64::from(self.pointer_bytes),
            Type::Vector { elem, len } => {
                let bits = self.bits_of(types, *elem).saturating_mul(u64::from(*len));
                let exact = self.vector_align.iter().find(|e| u64::from(e.0) == bits);
                exact.map_or(bits.div_ceil(8).max(1).next_power_of_two(), |e| u64::from(e.1))
            }
            Type::Array { elem, .. } => self.align_of(types, *elem),
            Type::Struct { packed: true, .. } => 1,
            Type::Struct { fields, .. } => {
                fields.iter().map(|f| self.align_of(types, *f)).max().unwrap_or(1)
            }
        }
    }

    /// Bits of a scalar or vector value, without padding.
    pub fn bits_of(&self, types: &Types, id: TypeId) -> u64 {
        match types.get(id) {
            Type::Int(bits) => u64::from(*bits),
            Type::Float(kind) => u64::from(kind.bits()),
            Type::Ptr => u64::from(self.pointer_bytes) * 8,
            Type::Vector { elem, len } => {
                self.bits_of(types, *elem).saturating_mul(u64::from(*len))
            }
            _ => self.size_of(types, id).saturating_mul(8),
        }
    }

    /// Bytes that a load or store of the type touches, without tail padding.
    pub fn store_size(&self, types: &Types, id: TypeId) -> u64 {
        match types.get(id) {
            Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
                self.bits_of(types, id).div_ceil(8)
            }
            _ => self.size_of(types, id),
        }
    }

    /// Distance in bytes between two elements of an array of the type.
    pub fn size_of(&self, types: &Types, id: TypeId) -> u64 {
        match types.get(id) {
            Type::Void | Type::Opaque | Type::Function(_) => 0,
            Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Vector { .. } => {
                round_up(self.bits_of(types, id).div_ceil(8), self.align_of(types, id))
            }
            Type::Array { elem, len } => self.size_of(types, *elem).saturating_mul(*len),
            Type::Struct { fields, .. } => self.struct_layout(types, id, fields.len()).1,
        }
    }

    /// Offset in bytes of a field of a struct.
    pub fn field_offset(&self, types: &Types, id: TypeId, field: usize) -> u64 {
        self.struct_layout(types, id, field).0
    }

    /// Offset of field `stop` (or the end of the fields) and size of the whole struct.
    fn struct_layout(&self, types: &Types, id: TypeId, stop: usize) -> (u64, u64) {
        let Type::Struct { fields, packed } = types.get(id) else {
            panic!("field of {id}, which is not a struct");
        };
        let (mut offset, mut found) = (0u64, None);
        for (index, field) in fields.iter().enumerate() {
            if !packed {
                offset = round_up(offset, self.align_of(types, *field));
            }
            if index == stop {
                found = Some(offset);
            }
            offset = offset.saturating_add(self.size_of(types, *field));
        }
        let end = if *packed { offset } else { round_up(offset, self.align_of(types, id)) };
        (found.unwrap_or(end), end)
    }
}

fn round_up(value: u64, align: u64) -> u64 {
    value.checked_next_multiple_of(align.max(1)).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn struct_of_char_int_char_has_padding_unless_packed() {
        let layout = DataLayout::x86_64();
        let mut types = Types::new();
        let (i8t, i32t) = (types.int(8), types.int(32));
        let fields: Box<[TypeId]> = [i8t, i32t, i8t].into();
        let plain = types.intern(Type::Struct { fields: fields.clone(), packed: false });
        let packed = types.intern(Type::Struct { fields, packed: true });
        assert_eq!(layout.size_of(&types, plain), 12);
        assert_eq!(layout.field_offset(&types, plain, 1), 4);
        assert_eq!(layout.size_of(&types, packed), 6);
        assert_eq!(layout.field_offset(&types, packed, 1), 1);
    }

    #[test]
    fn x86_64_layout_string() {
        let text =
            "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128";
        let layout = DataLayout::parse(text).expect("clang's own string");
        let mut types = Types::new();
        let x87 = types.intern(Type::Float(FloatKind::X87));
        let i64t = types.int(64);
        assert!(layout.little_endian);
        assert_eq!(layout.size_of(&types, x87), 16);
        assert_eq!(layout.store_size(&types, x87), 10);
        assert_eq!(layout.align_of(&types, i64t), 8);
    }
}
