//! Address computations: a base, a constant offset and scaled indices.

use crate::constants::scaled;
use crate::layout::scalar;
use crate::value::signed;
use margay_ir::{Function, Operand, Program, Type, TypeId};

/// An address as the sum of its parts.
pub struct Address {
    pub offset: u64,
    /// Indices that are not constant, with what one step is in bytes.
    pub steps: Vec<(Operand, u64)>,
}

/// Takes a chain of indices apart; `None` if the types do not allow it.
pub fn address(
    program: &Program,
    function: &Function,
    source: TypeId,
    indices: &[Operand],
) -> Option<Address> {
    let mut out = Address { offset: 0, steps: Vec::new() };
    let mut ty = source;
    for (position, index) in indices.iter().enumerate() {
        let known = constant(program, function, *index);
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
            Some(known) => out.offset = out.offset.wrapping_add(scaled(known, size)),
            None if size > 0 => out.steps.push((*index, size)),
            None => {}
        }
    }
    Some(out)
}

/// The value of an index that is a known integer, or a vector of one that repeats.
fn constant(program: &Program, function: &Function, index: Operand) -> Option<i64> {
    let Operand::Const(id) = index else { return None };
    let lane = scalar(program, program.type_of(function, index))?;
    program.consts.as_u64(id).map(|known| signed(known, lane.bits))
}

/// The one index of an address that is nothing but base plus scaled index.
pub fn single_index(
    program: &Program,
    function: &Function,
    source: TypeId,
    indices: &[Operand],
) -> Option<Operand> {
    let address = address(program, function, source, indices)?;
    match address.steps.as_slice() {
        [(index, step)] if address.offset == 0 && u32::try_from(*step).is_ok() => {
            scalar(program, program.type_of(function, *index)).map(|_| *index)
        }
        _ => None,
    }
}

/// Whether a load can compute its address itself.
pub fn folds_into_load(
    program: &Program,
    function: &Function,
    base: Operand,
    source: TypeId,
    indices: &[Operand],
    loaded: TypeId,
) -> bool {
    let simple = |ty| scalar(program, ty).is_some_and(|lane| matches!(lane.bits, 8 | 16 | 32 | 64));
    if !simple(loaded) || scalar(program, program.type_of(function, base)).is_none() {
        return false;
    }
    let Some(address) = address(program, function, source, indices) else { return false };
    match address.steps.as_slice() {
        [] => i32::try_from(address.offset.cast_signed()).is_ok(),
        [(index, step)] => {
            let narrow = scalar(program, program.type_of(function, *index))
                .is_some_and(|lane| lane.bits <= 64);
            address.offset == 0 && narrow && u16::try_from(*step).is_ok()
        }
        _ => false,
    }
}
