//! Which registers a value of the IR takes, and where its scalars lie in memory.

use crate::value::lane::Lane;
use margay_ir::{Program, Type, TypeId};

/// Values of more scalars than this are not held in registers.
pub const MAX_LANES: usize = 1 << 16;

/// A scalar within a value, with its offset in bytes where the value is in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placed {
    pub lane: Lane,
    pub offset: u64,
}

/// The scalars of a type in order; `None` if there are too many.
pub fn flatten(program: &Program, ty: TypeId) -> Option<Vec<Placed>> {
    let mut out = Vec::new();
    push(program, ty, 0, &mut out).then_some(out)
}

/// The scalars of a type without their places.
pub fn lanes(program: &Program, ty: TypeId) -> Option<Vec<Lane>> {
    Some(flatten(program, ty)?.into_iter().map(|placed| placed.lane).collect())
}

/// The one scalar that a scalar type is.
pub fn scalar(program: &Program, ty: TypeId) -> Option<Lane> {
    match program.types.get(ty) {
        Type::Int(bits) => Some(Lane::int(*bits)),
        Type::Float(kind) => Some(Lane { bits: kind.bits(), float: Some(*kind) }),
        Type::Ptr => Some(Lane::int(program.layout.pointer_bytes * 8)),
        _ => None,
    }
}

/// Element and length of a vector whose elements are packed as bits, not bytes.
pub fn packed_vector(program: &Program, ty: TypeId) -> Option<(Lane, u32)> {
    match program.types.get(ty) {
        Type::Vector { elem, len } => {
            let lane = scalar(program, *elem)?;
            (lane.bits % 8 != 0).then_some((lane, *len))
        }
        _ => None,
    }
}

fn push(program: &Program, ty: TypeId, offset: u64, out: &mut Vec<Placed>) -> bool {
    if let Some(lane) = scalar(program, ty) {
        out.push(Placed { lane, offset });
        return out.len() <= MAX_LANES;
    }
    match program.types.get(ty) {
        Type::Vector { elem, len } => {
            // Elements of a vector follow each other without padding.
            let step = program.layout.bits_of(&program.types, *elem) / 8;
            (0..u64::from(*len)).all(|i| push(program, *elem, offset + i * step, out))
        }
        Type::Array { elem, len } => {
            let step = program.size_of(*elem);
            *len <= MAX_LANES as u64
                && (0..*len).all(|i| push(program, *elem, offset + i * step, out))
        }
        Type::Struct { fields, .. } => fields.iter().enumerate().all(|(index, field)| {
            let at = program.layout.field_offset(&program.types, ty, index);
            push(program, *field, offset + at, out)
        }),
        Type::Void | Type::Opaque | Type::Function(_) => true,
        Type::Int(_) | Type::Float(_) | Type::Ptr => unreachable!("scalars are handled above"),
    }
}

/// Lanes before, and in, the part of an aggregate that a path of indices leads to.
pub fn locate(program: &Program, ty: TypeId, path: &[u32]) -> Option<(usize, TypeId)> {
    let (mut first, mut ty) = (0, ty);
    for &index in path {
        match program.types.get(ty) {
            Type::Struct { fields, .. } => {
                for field in fields.iter().take(index as usize) {
                    first += lanes(program, *field)?.len();
                }
                ty = *fields.get(index as usize)?;
            }
            Type::Array { elem, .. } | Type::Vector { elem, .. } => {
                first += lanes(program, *elem)?.len() * index as usize;
                ty = *elem;
            }
            _ => return None,
        }
    }
    Some((first, ty))
}

/// An address relative to its base, as the sum of its parts.
pub struct Address<I> {
    pub offset: u64,
    /// Indices that are not known, with what one step is in bytes.
    pub steps: Vec<(I, u64)>,
}

/// Takes a chain of indices over `source` apart; `None` if the types do not allow it.
pub fn address<I: Copy>(
    program: &Program,
    source: TypeId,
    indices: &[I],
    mut known: impl FnMut(I) -> Option<i64>,
) -> Option<Address<I>> {
    let mut out = Address { offset: 0, steps: Vec::new() };
    let mut ty = source;
    for (position, index) in indices.iter().enumerate() {
        let known = known(*index);
        // The first index steps over whole values; the others go into one.
        if position > 0 {
            match program.types.get(ty) {
                Type::Struct { fields, .. } => {
                    let field = usize::try_from(known?).ok()?;
                    let at = program.layout.field_offset(&program.types, ty, field);
                    out.offset = out.offset.wrapping_add(at);
                    ty = *fields.get(field)?;
                    continue;
                }
                Type::Array { elem, .. } | Type::Vector { elem, .. } => ty = *elem,
                _ => return None,
            }
        }
        let size = program.size_of(ty);
        match known {
            Some(known) => {
                let step = known.cast_unsigned().wrapping_mul(size);
                out.offset = out.offset.wrapping_add(step);
            }
            None if size > 0 => out.steps.push((*index, size)),
            None => {}
        }
    }
    Some(out)
}
