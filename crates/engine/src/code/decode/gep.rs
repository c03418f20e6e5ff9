//! Address computations: a base, a constant offset and scaled indices.

use crate::code::Field;
use crate::code::layout::{self, Address, scalar};
use crate::value::signed;
use margay_ir::{
    ConstExpr, ConstId, ConstKind, Function, GlobalId, IdVec, InstId, Op, Operand, Program, RegId,
    Type, TypeId,
};

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

/// Whether a load of this type can compute its address, which `op` is, itself.
pub fn folds_into_load(
    program: &Program,
    function: &Function,
    defs: &Definitions,
    op: &Op,
    loaded: TypeId,
) -> bool {
    let &Op::Gep { base, source, ref indices, .. } = op else { return false };
    let simple = |ty| scalar(program, ty).is_some_and(|lane| matches!(lane.bits, 8 | 16 | 32 | 64));
    if !simple(loaded) || scalar(program, program.type_of(function, base)).is_none() {
        return false;
    }
    // An index into a part of an object is examined on its own.
    if part(program, function, defs, base, source).is_some() {
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

/// Bytes from where a pointer points to the end of the array that it is into, if that is a
/// member of a struct and not its last one: the last may be longer than its type says.
pub fn member(
    program: &Program,
    function: &Function,
    defs: &Definitions,
    pointer: Operand,
) -> Option<u64> {
    let (array, offset) = match defining(function, defs, pointer)? {
        Op::Gep { source, base, indices, .. } => match program.types.get(*source) {
            // The first element of an array that is found by another step.
            Type::Array { .. } => {
                let at = address(program, function, *source, indices)?;
                let inner = inner_array(program, function, defs, *base)?;
                if inner != *source || !at.steps.is_empty() {
                    return None;
                }
                (*source, at.offset)
            }
            Type::Struct { .. } => (member_array(program, function, *source, indices)?, 0),
            _ => return None,
        },
        _ => return None,
    };
    program.size_of(array).checked_sub(offset)
}

/// The member of a struct that a pointer points to, if it is one.
pub fn field(
    program: &Program,
    function: &Function,
    defs: &Definitions,
    pointer: Operand,
) -> Option<Field> {
    let Op::Gep { source, base, indices, .. } = defining(function, defs, pointer)? else {
        return None;
    };
    let at = address(program, function, *source, indices)?;
    match program.types.get(*source) {
        // The first element of an array stands for all of it.
        Type::Array { .. } if at.offset == 0 && at.steps.is_empty() => {
            let inner = field(program, function, defs, *base)?;
            (inner.len == program.size_of(*source)).then_some(inner)
        }
        Type::Struct { .. } if at.steps.is_empty() && indices.len() > 1 => {
            let (ty, _) = walk(program, function, *source, indices)?;
            let field = Field { len: program.size_of(ty), is_array: is_array(program, ty) };
            // What is all of a struct may stand for it.
            (field.len < program.size_of(*source)).then_some(field)
        }
        _ => None,
    }
}

/// What an array is that ends before its object does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// In a struct, and not the last member: that may be longer than its type says.
    Member,
    /// An element of another array.
    Row,
}

/// What an array of this type at an address is a part of; `None` if it ends with its object, or
/// has no end of its own to speak of.
pub fn part(
    program: &Program,
    function: &Function,
    defs: &Definitions,
    pointer: Operand,
    array: TypeId,
) -> Option<Part> {
    // One without elements marks a place.
    if !matches!(program.types.get(array), Type::Array { len: 1.., .. }) {
        return None;
    }
    if let Operand::Const(id) = pointer {
        let (global, offset) = global_place(program, id)?;
        return part_of(program, program.globals[global].ty, offset, array);
    }
    let Op::Gep { source, indices, .. } = defining(function, defs, pointer)? else { return None };
    let (ty, last) = walk(program, function, *source, indices)?;
    match ty == array {
        true if indices.len() == 1 || is_array(program, *source) => Some(Part::Row),
        true if !last => Some(Part::Member),
        _ => None,
    }
}

fn is_array(program: &Program, ty: TypeId) -> bool {
    matches!(program.types.get(ty), Type::Array { .. })
}

/// The global variable that a constant is an address of, and how far into it.
pub(super) fn global_place(program: &Program, id: ConstId) -> Option<(GlobalId, u64)> {
    match &program.const_of(id).kind {
        ConstKind::Global(global) => Some((*global, 0)),
        ConstKind::Expr(ConstExpr::Gep { source, base, indices, .. }) => {
            let (global, offset) = global_place(program, *base)?;
            let known = |index: ConstId| {
                let lane = scalar(program, program.const_of(index).ty)?;
                program.consts.as_u64(index).map(|known| signed(known, lane.bits))
            };
            let address = layout::address(program, *source, indices, known)?;
            address.steps.is_empty().then_some((global, offset.wrapping_add(address.offset)))
        }
        _ => None,
    }
}

/// What the array at this offset of a value is in it.
fn part_of(program: &Program, whole: TypeId, offset: u64, array: TypeId) -> Option<Part> {
    let (mut ty, mut offset, mut part) = (whole, offset, None);
    loop {
        if ty == array && offset == 0 {
            return part;
        }
        match program.types.get(ty) {
            Type::Struct { fields, .. } => {
                let start = |at| program.layout.field_offset(&program.types, ty, at);
                let field = (0..fields.len()).rev().find(|at| start(*at) <= offset)?;
                offset -= start(field);
                part = (field + 1 < fields.len()).then_some(Part::Member);
                ty = fields[field];
            }
            Type::Array { elem, .. } if program.size_of(*elem) > 0 => {
                offset %= program.size_of(*elem);
                part = Some(Part::Row);
                ty = *elem;
            }
            _ => return None,
        }
    }
}

/// The array that an address of a struct's member is of.
fn inner_array(
    program: &Program,
    function: &Function,
    defs: &Definitions,
    pointer: Operand,
) -> Option<TypeId> {
    match defining(function, defs, pointer)? {
        Op::Gep { source, indices, .. } => member_array(program, function, *source, indices),
        _ => None,
    }
}

/// The array type of the member that constant indices lead to, if it is not the last one.
fn member_array(
    program: &Program,
    function: &Function,
    source: TypeId,
    indices: &[Operand],
) -> Option<TypeId> {
    let (ty, last) = walk(program, function, source, indices)?;
    (is_array(program, ty) && !last && indices.len() > 1).then_some(ty)
}

/// The type that indices lead to, and whether nothing says that a member of a struct comes after it.
fn walk(
    program: &Program,
    function: &Function,
    source: TypeId,
    indices: &[Operand],
) -> Option<(TypeId, bool)> {
    let mut ty = source;
    let mut last = true;
    for index in indices.iter().skip(1) {
        match program.types.get(ty) {
            Type::Struct { fields, .. } => {
                let field = usize::try_from(constant(program, function, *index)?).ok()?;
                last = field + 1 == fields.len();
                ty = *fields.get(field)?;
            }
            Type::Array { elem, .. } => ty = *elem,
            _ => return None,
        }
    }
    Some((ty, last))
}

/// The instruction that makes each register.
pub type Definitions = IdVec<RegId, Option<InstId>>;

pub fn definitions(function: &Function) -> Definitions {
    let mut defs: Definitions = function.regs.iter().map(|_| None).collect();
    for (id, inst) in function.insts.enumerate() {
        if let Some(result) = inst.result {
            defs[result] = Some(id);
        }
    }
    defs
}

fn defining<'f>(function: &'f Function, defs: &Definitions, operand: Operand) -> Option<&'f Op> {
    let Operand::Reg(reg) = operand else { return None };
    defs[reg].map(|id| &function.insts[id].op)
}
