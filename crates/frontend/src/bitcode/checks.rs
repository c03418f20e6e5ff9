//! Typing rules that constants and instructions share.
//!
//! They reject what would make a later stage compute with a width, lane or field that
//! does not exist; each returns the type of the result where that follows.

use super::fault::{Budget, Res, ensure, fail, index};
use super::types::lanes;
use margay_ir::{CastOp, ConstId, ConstKind, Program, Type, TypeId};

/// The result of address arithmetic; an index is its type and its value if constant.
pub fn gep(
    program: &mut Program,
    source: TypeId,
    base: TypeId,
    indices: &[(TypeId, Option<u64>)],
) -> Res<TypeId> {
    let types = &program.types;
    ensure(super::types::is_value(types, source), "address arithmetic on a type without size")?;
    let (elem, mut width) = lanes(types, base);
    ensure(*types.get(elem) == Type::Ptr, "address arithmetic on something that is no address")?;
    let mut current = source;
    for (position, &(ty, value)) in indices.iter().enumerate() {
        let (elem, len) = lanes(types, ty);
        ensure(matches!(types.get(elem), Type::Int(_)), "an index that is no integer")?;
        ensure(
            len.is_none() || width.is_none() || len == width,
            "address arithmetic on vectors of different lengths",
        )?;
        width = width.or(len);
        if position == 0 {
            continue;
        }
        current = match types.get(current) {
            Type::Array { elem, .. } | Type::Vector { elem, .. } => *elem,
            Type::Struct { fields, .. } => {
                let field = value.and_then(|at| fields.get(index(at).ok()?));
                let Some(field) = field else {
                    return fail("address of a field that does not exist");
                };
                *field
            }
            _ => return fail("address of an element of something that has none"),
        };
    }
    let ptr = program.types.ptr();
    Ok(match width {
        None => ptr,
        Some(len) => program.types.intern(Type::Vector { elem: ptr, len }),
    })
}

pub fn cast(program: &Program, op: CastOp, from: TypeId, to: TypeId) -> Res<()> {
    let types = &program.types;
    let ((a, a_len), (b, b_len)) = (lanes(types, from), lanes(types, to));
    let bits = |ty| program.layout.bits_of(types, ty);
    let (a_type, b_type) = (types.get(a), types.get(b));
    let kinds = match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::SExt => {
            matches!((a_type, b_type), (Type::Int(_), Type::Int(_)))
        }
        CastOp::FpToUi | CastOp::FpToSi => {
            matches!((a_type, b_type), (Type::Float(_), Type::Int(_)))
        }
        CastOp::UiToFp | CastOp::SiToFp => {
            matches!((a_type, b_type), (Type::Int(_), Type::Float(_)))
        }
        CastOp::FpTrunc | CastOp::FpExt => {
            matches!((a_type, b_type), (Type::Float(_), Type::Float(_)))
        }
        CastOp::PtrToInt => matches!((a_type, b_type), (Type::Ptr, Type::Int(_))),
        CastOp::IntToPtr => matches!((a_type, b_type), (Type::Int(_), Type::Ptr)),
        CastOp::AddrSpace => matches!((a_type, b_type), (Type::Ptr, Type::Ptr)),
        CastOp::Bitcast => types.is_scalar(a) && types.is_scalar(b) && bits(from) == bits(to),
    };
    let widths = match op {
        CastOp::Trunc | CastOp::FpTrunc => bits(a) > bits(b),
        CastOp::ZExt | CastOp::SExt | CastOp::FpExt => bits(a) < bits(b),
        _ => true,
    };
    let lengths = op == CastOp::Bitcast || a_len == b_len;
    ensure(kinds && widths && lengths, "a cast between types that do not fit")
}

/// The condition of a select over values of type `ty`.
pub fn condition(program: &Program, cond: TypeId, ty: TypeId) -> Res<()> {
    let (bit, len) = lanes(&program.types, cond);
    let fits = len.is_none() || len == lanes(&program.types, ty).1;
    ensure(*program.types.get(bit) == Type::Int(1) && fits, "a select on a bad condition")
}

/// The element that an index selects from a vector.
pub fn element(program: &Program, vector: TypeId, at: TypeId) -> Res<TypeId> {
    ensure(matches!(program.types.get(at), Type::Int(_)), "a lane number that is no integer")?;
    match lanes(&program.types, vector) {
        (elem, Some(_)) => Ok(elem),
        _ => fail("a lane of something that is no vector"),
    }
}

/// The result of comparing values of a type.
pub fn comparison(program: &mut Program, ty: TypeId) -> TypeId {
    let bit = program.types.int(1);
    match lanes(&program.types, ty).1 {
        None => bit,
        Some(len) => program.types.intern(Type::Vector { elem: bit, len }),
    }
}

/// The lanes that a shuffle's mask selects, and the type of the result.
pub fn shuffle(
    program: &mut Program,
    budget: &mut Budget,
    from: TypeId,
    mask: ConstId,
) -> Res<(Box<[Option<u32>]>, TypeId)> {
    let (elem, Some(source_len)) = lanes(&program.types, from) else {
        return fail("a shuffle of something that is no vector");
    };
    let mask = program.consts.get(mask);
    let (lane, Some(len)) = lanes(&program.types, mask.ty) else {
        return fail("a shuffle by something that is no vector");
    };
    ensure(*program.types.get(lane) == Type::Int(32), "a shuffle by lanes that are no integers")?;
    let count = index(len.into())?;
    budget.spend(count)?;
    let selected: Box<[Option<u32>]> = match &mask.kind {
        ConstKind::Zero => vec![Some(0); count].into(),
        ConstKind::Undef | ConstKind::Poison => vec![None; count].into(),
        ConstKind::Data(bytes) => bytes
            .chunks_exact(4)
            .map(|b| Some(u32::from_le_bytes([b[0], b[1], b[2], b[3]])))
            .collect(),
        ConstKind::Aggregate(elements) => {
            let mut lanes = Vec::with_capacity(count);
            for &element in elements {
                lanes.push(match program.consts.get(element).kind {
                    ConstKind::Int(lane) => Some(super::fault::narrow(lane)?),
                    ConstKind::Undef | ConstKind::Poison => None,
                    _ => return fail("a shuffle by lanes that are not constant"),
                });
            }
            lanes.into()
        }
        _ => return fail("a shuffle by lanes that are not constant"),
    };
    let limit = source_len.saturating_mul(2);
    let fits = selected.len() == count && selected.iter().flatten().all(|&lane| lane < limit);
    ensure(fits, "a shuffle by lanes that do not exist")?;
    Ok((selected, program.types.intern(Type::Vector { elem, len })))
}

/// The part of an aggregate that a path of field numbers leads to.
pub fn part(program: &Program, aggregate: TypeId, path: &[u32]) -> Res<TypeId> {
    ensure(!path.is_empty(), "a part of an aggregate without a path")?;
    let mut current = aggregate;
    for &at in path {
        current = match program.types.get(current) {
            Type::Array { elem, len } if u64::from(at) < *len => *elem,
            Type::Struct { fields, .. } if index(at.into())? < fields.len() => {
                fields[index(at.into())?]
            }
            _ => return fail("a part of an aggregate that does not exist"),
        };
    }
    Ok(current)
}
