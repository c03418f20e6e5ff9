//! Address computations: a base, a constant offset and scaled indices.

use crate::layout::{self, Address, scalar};
use crate::value::signed;
use margay_ir::{Function, Operand, Program, TypeId};

/// Takes the indices of an instruction apart.
pub fn address(
    program: &Program,
    function: &Function,
    source: TypeId,
    indices: &[Operand],
) -> Option<Address<Operand>> {
    layout::address(program, source, indices, |index| constant(program, function, index))
}

/// The value of an index that is a known integer.
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
