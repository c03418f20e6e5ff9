//! The table of types.
//!
//! Every type that leaves here is safe to walk: nesting, expansion and size are
//! bounded, vectors hold scalars, and nothing contains `void` or a function. What the
//! IR has no type for (metadata, labels, tokens, target types) is [`Type::Opaque`].

use super::fault::{Res, ensure, fail, index, narrow};
use super::stream::{Item, Record, Stream, SubBlock};
use llvm_bitcode::schema::blocks::TypeCode;
use margay_ir::{FloatKind, FuncType, Type, TypeId, Types};
use std::collections::HashMap;
use std::rc::Rc;

/// Types by their number in the file.
#[derive(Debug, Default)]
pub struct TypeTable {
    entries: Vec<Entry>,
    shapes: HashMap<usize, Shape>,
}

/// The parameters of a function type as the file has them: `None` where one takes metadata,
/// which is no value, so the IR's type leaves it out.
pub type Shape = Rc<[Option<TypeId>]>;

#[derive(Clone, Copy, Debug)]
struct Entry {
    id: TypeId,
    extent: Extent,
}

/// How large a type is for a walk over it.
#[derive(Clone, Copy, Debug)]
struct Extent {
    depth: u32,
    /// Types that a walk visits, counting an array's element once.
    nodes: u64,
    /// An upper bound of its size, and of its alignment.
    bytes: u64,
    align: u64,
}

const MAX_DEPTH: u32 = 200;
const MAX_NODES: u64 = 1 << 22;
const MAX_BYTES: u64 = 1 << 60;
const MAX_LANES: u64 = 1 << 20;
const MAX_INT_BITS: u64 = 1 << 23;

/// A type record whose parts are still numbers.
#[derive(Clone, Debug)]
enum Raw {
    Leaf(Type),
    Vector { len: u64, elem: u64 },
    Array { len: u64, elem: u64 },
    Struct { fields: Box<[u64]>, packed: bool },
    Function { ret: u64, params: Box<[u64]>, variadic: bool },
}

impl TypeTable {
    pub fn read(stream: &mut Stream<'_>, block: SubBlock, types: &mut Types) -> Res<Self> {
        let mut raws = Vec::new();
        let (mut block, mut record) = (stream.enter(block), Record::default());
        while let Some(item) = stream.next(&mut block, &mut record)? {
            if let Item::Record = item {
                raws.extend(raw(&record)?);
            }
        }
        let mut resolver = Resolver {
            done: vec![None; raws.len()],
            busy: vec![false; raws.len()],
            raws,
            shapes: HashMap::new(),
            types,
        };
        let mut entries = Vec::with_capacity(resolver.raws.len());
        for at in 0..resolver.raws.len() {
            entries.push(resolver.resolve(at, 0)?);
        }
        Ok(TypeTable { entries, shapes: resolver.shapes })
    }

    /// The type of this number.
    pub fn get(&self, number: u64) -> Res<TypeId> {
        match self.entries.get(index(number)?) {
            Some(entry) => Ok(entry.id),
            None => fail(format!("type {number} is not defined")),
        }
    }

    /// The parameters of the function type of this number.
    pub fn shape(&self, number: u64) -> Res<Shape> {
        match self.shapes.get(&index(number)?) {
            Some(shape) => Ok(Rc::clone(shape)),
            None => fail(format!("type {number} is no function's")),
        }
    }
}

/// Whether memory and registers can hold a value of the type.
pub fn is_value(types: &Types, id: TypeId) -> bool {
    !matches!(types.get(id), Type::Void | Type::Function(_) | Type::Opaque)
}

/// The type of one lane, or the type itself, and the number of lanes of a vector.
pub fn lanes(types: &Types, id: TypeId) -> (TypeId, Option<u32>) {
    match types.get(id) {
        Type::Vector { elem, len } => (*elem, Some(*len)),
        _ => (id, None),
    }
}

fn raw(record: &Record<'_>) -> Res<Option<Raw>> {
    let ops = record.ops.as_slice();
    let code = u8::try_from(record.code).ok().and_then(|code| TypeCode::try_from(code).ok());
    let Some(code) = code else {
        return fail(format!("type record {} is not known", record.code));
    };
    let float = |kind| Raw::Leaf(Type::Float(kind));
    let raw = match (code, ops) {
        (TypeCode::NumEntry | TypeCode::StructName, _) => return Ok(None),
        (TypeCode::Void, _) => Raw::Leaf(Type::Void),
        (TypeCode::Half, _) => float(FloatKind::Half),
        (TypeCode::BFloat, _) => float(FloatKind::BFloat),
        (TypeCode::Float, _) => float(FloatKind::Single),
        (TypeCode::Double, _) => float(FloatKind::Double),
        (TypeCode::X86Fp80, _) => float(FloatKind::X87),
        (TypeCode::Fp128, _) => float(FloatKind::Quad),
        (TypeCode::PpcFp128, _) => float(FloatKind::PpcDouble),
        (
            TypeCode::Label
            | TypeCode::Metadata
            | TypeCode::Token
            | TypeCode::X86Amx
            | TypeCode::TargetType
            | TypeCode::Opaque,
            _,
        ) => Raw::Leaf(Type::Opaque),
        // The IR has no MMX; its values are 64 bits and only x86's intrinsics compute with them.
        (TypeCode::X86Mmx, _) => Raw::Leaf(Type::Int(64)),
        #[allow(deprecated)]
        (TypeCode::Pointer | TypeCode::OpaquePointer, _) => Raw::Leaf(Type::Ptr),
        (TypeCode::Integer, [bits, ..]) => {
            ensure((1..=MAX_INT_BITS).contains(bits), "an integer type of a bad width")?;
            Raw::Leaf(Type::Int(narrow(*bits)?))
        }
        // A scalable vector has no fixed length: what uses it cannot be executed.
        (TypeCode::Vector, [_, _, scalable, ..]) if *scalable != 0 => Raw::Leaf(Type::Opaque),
        (TypeCode::Vector, [len, elem, ..]) => Raw::Vector { len: *len, elem: *elem },
        (TypeCode::Array, [len, elem, ..]) => Raw::Array { len: *len, elem: *elem },
        (TypeCode::StructAnon | TypeCode::StructNamed, [packed, fields @ ..]) => {
            Raw::Struct { fields: fields.into(), packed: *packed != 0 }
        }
        (TypeCode::Function, [variadic, ret, params @ ..]) => {
            Raw::Function { ret: *ret, params: params.into(), variadic: *variadic != 0 }
        }
        _ => return fail(format!("type record {} ({code:?}) is malformed", record.code)),
    };
    Ok(Some(raw))
}

/// Resolves types on demand, since a struct of an old file may name later ones.
struct Resolver<'t> {
    raws: Vec<Raw>,
    done: Vec<Option<Entry>>,
    busy: Vec<bool>,
    shapes: HashMap<usize, Shape>,
    types: &'t mut Types,
}

impl Resolver<'_> {
    fn resolve(&mut self, at: usize, level: u32) -> Res<Entry> {
        match self.done.get(at) {
            None => return fail(format!("type {at} is not defined")),
            Some(Some(entry)) => return Ok(*entry),
            Some(None) => {}
        }
        ensure(!self.busy[at], "a type contains itself")?;
        ensure(level < MAX_DEPTH, "types are nested too deeply")?;
        self.busy[at] = true;
        let raw = std::mem::replace(&mut self.raws[at], Raw::Leaf(Type::Void));
        let (ty, extent) = match raw {
            Raw::Leaf(ty) => {
                let extent = leaf_extent(&ty);
                (ty, extent)
            }
            Raw::Vector { len, elem } => {
                let elem = self.resolve(index(elem)?, level + 1)?;
                ensure(self.types.is_scalar(elem.id), "a vector of something that is no number")?;
                ensure((1..=MAX_LANES).contains(&len), "a vector of a bad length")?;
                let bytes = elem.extent.bytes.saturating_mul(len).next_power_of_two();
                let extent = Extent { depth: 1, nodes: 2, bytes, align: bytes };
                (Type::Vector { elem: elem.id, len: narrow(len)? }, extent)
            }
            Raw::Array { len, elem } => {
                let elem = self.resolve(index(elem)?, level + 1)?;
                ensure(is_value(self.types, elem.id), "an array of a type without size")?;
                let Extent { depth, nodes, bytes, align } = elem.extent;
                let bytes = bytes.saturating_mul(len);
                let extent = Extent { depth: depth + 1, nodes: nodes + 1, bytes, align };
                (Type::Array { elem: elem.id, len }, extent)
            }
            Raw::Struct { fields, packed } => {
                let mut extent = Extent { depth: 0, nodes: 1, bytes: 0, align: 1 };
                let mut ids = Vec::with_capacity(fields.len());
                for field in fields {
                    let field = self.resolve(index(field)?, level + 1)?;
                    ensure(is_value(self.types, field.id), "a field of a type without size")?;
                    let Extent { depth, nodes, bytes, align } = field.extent;
                    extent.depth = extent.depth.max(depth);
                    extent.nodes = extent.nodes.saturating_add(nodes);
                    extent.bytes = extent.bytes.saturating_add(bytes).saturating_add(align);
                    extent.align = extent.align.max(align);
                    ids.push(field.id);
                }
                extent.depth += 1;
                extent.bytes = extent.bytes.saturating_add(extent.align);
                (Type::Struct { fields: ids.into(), packed }, extent)
            }
            Raw::Function { ret, params, variadic } => {
                let ret = self.resolve(index(ret)?, level + 1)?.id;
                let mut shape = Vec::with_capacity(params.len());
                for param in params {
                    let param = self.resolve(index(param)?, level + 1)?.id;
                    let bad = matches!(self.types.get(param), Type::Void | Type::Function(_));
                    ensure(!bad, "a parameter of a type without values")?;
                    shape.push(is_value(self.types, param).then_some(param));
                }
                let ids: Box<[TypeId]> = shape.iter().copied().flatten().collect();
                self.shapes.insert(at, shape.into());
                let bad = matches!(self.types.get(ret), Type::Function(_));
                ensure(!bad, "a function that returns a function")?;
                let ty = Type::Function(FuncType { ret, params: ids, variadic });
                (ty, Extent { depth: 1, nodes: 1, bytes: 0, align: 1 })
            }
        };
        ensure(extent.depth <= MAX_DEPTH, "types are nested too deeply")?;
        ensure(extent.nodes <= MAX_NODES, "a type has too many parts")?;
        ensure(extent.bytes <= MAX_BYTES, "a type is larger than any memory")?;
        let entry = Entry { id: self.types.intern(ty), extent };
        self.done[at] = Some(entry);
        self.busy[at] = false;
        Ok(entry)
    }
}

fn leaf_extent(ty: &Type) -> Extent {
    let bytes = match ty {
        Type::Int(bits) => u64::from(bits.div_ceil(8)).next_power_of_two(),
        Type::Float(kind) => u64::from(kind.bits().div_ceil(8)).next_power_of_two(),
        Type::Ptr => 8,
        _ => 0,
    };
    // A data layout may align more strictly than a type's size, though none of clang's does.
    Extent { depth: 0, nodes: 1, bytes, align: bytes.max(16) }
}
