//! Where numbers are kept in a narrower type than they were computed in.
//!
//! The IR does not say whether an integer is signed; the variables that values come from
//! and go to do.

use super::Decoder;
use crate::code::Slow;
use margay_ir::source::{Encoding, Place, SourceType};
use margay_ir::{BinaryOp, CastOp, Id, Inst, InstId, Op, Operand, RegId, SourceTypeId, Type};

/// Instructions after one that are examined for a use of its result.
const NEAR: usize = 6;

/// Emits a check before an operation whose result is kept in a narrow variable.
pub fn before_binary(d: &mut Decoder<'_>, inst: &Inst) {
    let Op::Binary { op, flags, a, b } = inst.op else { return };
    let nsw = flags.nsw;
    if !d.explores || !matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul) {
        return;
    }
    let pointer = |d: &Decoder<'_>, part| {
        matches!(definition(d, part), Some(Op::Cast { op: CastOp::PtrToInt, .. }))
    };
    if op == BinaryOp::Sub
        && pointer(d, a)
        && pointer(d, b)
        && let (Ok(a), Ok(b)) = (d.operand(a), d.operand(b))
    {
        d.slow(Slow::PointerSub { a, b });
    }
    let (Some(bits), Some(result)) = (width(d, a), inst.result) else { return };
    let (to, signed) = match bits {
        // `c++` on a narrow variable itself.
        8 | 16 if !nsw => (bits, sign(d, a).or_else(|| sign(d, b))),
        32 => match truncated(d, result) {
            // A cast says that it is meant.
            Some((_, at)) if !is_implicit(d, at) => return,
            Some((to, at)) => {
                let kept = d.function.insts[at].result.and_then(|kept| stored_sign(d, at, kept));
                (to, kept.or_else(|| sign(d, a)))
            }
            None => return,
        },
        _ => return,
    };
    let Some(signed) = signed else { return };
    let several = [a, b].iter().any(|part| matches!(definition(d, *part), Some(Op::Binary { .. })));
    if let (Ok(a), Ok(b)) = (d.operand(a), d.operand(b)) {
        d.slow(Slow::Narrow { op, bits, to, signed, several, a, b });
    }
}

/// Emits a check before a conversion of a value that is not the result of arithmetic.
pub fn before_trunc(d: &mut Decoder<'_>, inst: &Inst, value: Operand) {
    let Some(result) = inst.result else { return };
    if !d.explores || stored_sign(d, d.inst, result) != Some(true) {
        return;
    }
    let (Some(from), Some(to)) = (width(d, value), width(d, Operand::Reg(result))) else { return };
    let arithmetic = matches!(definition(d, value), Some(Op::Binary { .. }));
    if arithmetic || !matches!(to, 8 | 16 | 32) {
        return;
    }
    if let Ok(src) = d.operand(value) {
        d.slow(Slow::Lossy { from, to, src });
    }
}

fn width(d: &Decoder<'_>, operand: Operand) -> Option<u32> {
    match d.program.types.get(d.program.type_of(d.function, operand)) {
        Type::Int(bits) => Some(*bits),
        _ => None,
    }
}

fn definition<'d>(d: &'d Decoder<'_>, operand: Operand) -> Option<&'d Op> {
    let Operand::Reg(reg) = operand else { return None };
    d.plan.defs[reg].map(|id| &d.function.insts[id].op)
}

/// The width that a result is cut to, and where, if that is done to it soon and nothing else.
fn truncated(d: &Decoder<'_>, reg: RegId) -> Option<(u32, InstId)> {
    if d.plan.uses[reg] != 1 {
        return None;
    }
    let behind = d.inst.index() + 1..d.function.insts.len().min(d.inst.index() + NEAR);
    behind.map(InstId::from_index).find_map(|id| match &d.function.insts[id].op {
        Op::Cast { op: CastOp::Trunc, value, .. } if *value == Operand::Reg(reg) => {
            let to = width(d, Operand::Reg(d.function.insts[id].result?))?;
            matches!(to, 8 | 16).then_some((to, id))
        }
        _ => None,
    })
}

/// Instructions of an expression that are examined for where it stands.
const PARTS: usize = 32;

/// Whether the source has no cast where the result of the instruction in hand is cut.
///
/// An implicit conversion stands where the expression begins, that is where some part of it stands
/// or a column or two before, after a parenthesis or a number. A cast stands at its own
/// parenthesis, farther to the left. A compound assignment has one place for all it does. What a
/// macro makes has one place too, and may have a cast: that is taken for one.
fn is_implicit(d: &Decoder<'_>, cut: InstId) -> bool {
    let place = |id: InstId| {
        let span = &d.program.source.spans[d.function.span(id)];
        (span.file, span.line, span.column)
    };
    let (at, operator) = (place(cut), place(d.inst));
    let mut parts = Vec::new();
    let mut work = vec![d.inst];
    while let Some(id) = work.pop() {
        d.function.insts[id].op.for_each_operand(|operand| {
            if let Operand::Reg(reg) = *operand
                && let Some(part) = d.plan.defs[reg]
                && parts.len() < PARTS
            {
                parts.push(part);
                work.push(part);
            }
        });
    }
    if at == operator {
        let reg = d.function.insts[cut].result.map(Operand::Reg);
        let behind = cut.index() + 1..d.function.insts.len().min(cut.index() + NEAR);
        let stored = behind.map(InstId::from_index).any(|id| match &d.function.insts[id].op {
            Op::SlotStore { value, .. } | Op::Store { value, .. } => {
                Some(*value) == reg && place(id) == at
            }
            _ => false,
        });
        return stored && parts.iter().any(|part| place(*part) != at);
    }
    // The shortest cast of arithmetic is `(t)(a+b)`.
    let near = |place: (_, u32, u32), most: u32| {
        (place.0, place.1) == (at.0, at.1) && (at.2..=at.2 + most).contains(&place.2)
    };
    near(operator, 4) || parts.iter().any(|part| near(place(*part), 3))
}

/// Whether the variable that a value comes from is signed.
fn sign(d: &Decoder<'_>, operand: Operand) -> Option<bool> {
    match definition(d, operand)? {
        Op::SlotLoad { slot, .. } => variable(d, Place::Slot(*slot)),
        Op::Load { ptr, .. } => is_signed(d, pointee(d, *ptr, NESTING)?),
        Op::Cast { op: CastOp::SExt, .. } => Some(true),
        Op::Cast { op: CastOp::ZExt, .. } => Some(false),
        _ => None,
    }
}

/// Whether the variable that a result is stored in, soon after `at`, is signed.
fn stored_sign(d: &Decoder<'_>, at: InstId, reg: RegId) -> Option<bool> {
    let behind = at.index() + 1..d.function.insts.len().min(at.index() + NEAR);
    behind.map(InstId::from_index).find_map(|id| match &d.function.insts[id].op {
        Op::SlotStore { slot, value } if *value == Operand::Reg(reg) => {
            variable(d, Place::Slot(*slot))
        }
        Op::Store { value, ptr, .. } if *value == Operand::Reg(reg) => {
            is_signed(d, pointee(d, *ptr, NESTING)?)
        }
        Op::Call(call) => {
            let at = call.args.iter().position(|arg| *arg == Operand::Reg(reg))?;
            call.arg_attrs.get(at)?.signext.then_some(true)
        }
        _ => None,
    })
}

fn variable(d: &Decoder<'_>, place: Place) -> Option<bool> {
    let variable = d.function.vars.iter().find(|variable| variable.place == place)?;
    is_signed(d, variable.ty)
}

/// How deep into structs and arrays a pointer is followed back.
const NESTING: u32 = 4;

/// The source type of what a pointer points to, as far as variables and their members tell.
fn pointee(d: &Decoder<'_>, pointer: Operand, depth: u32) -> Option<SourceTypeId> {
    let depth = depth.checked_sub(1)?;
    let reg = match pointer {
        Operand::Const(id) => match &d.program.const_of(id).kind {
            margay_ir::ConstKind::Global(global) => {
                return Some(d.program.globals[*global].source.as_ref()?.ty);
            }
            _ => return None,
        },
        Operand::Reg(reg) => reg,
    };
    let at = |place| d.function.vars.iter().find(|v| v.place == place).map(|v| v.ty);
    if let Some(ty) = at(Place::Memory(reg)) {
        return Some(ty);
    }
    let behind = |ty: SourceTypeId| match d.program.source.types[d.program.source.strip(ty)] {
        SourceType::Pointer { to, .. } => Some(to),
        _ => None,
    };
    match definition(d, pointer)? {
        Op::SlotLoad { slot, .. } => behind(at(Place::Slot(*slot))?),
        Op::Load { ptr, .. } => behind(pointee(d, *ptr, depth)?),
        Op::Gep { source, base, indices, .. } => {
            let mut ty = pointee(d, *base, depth)?;
            let mut layout = *source;
            for index in indices.iter().skip(1) {
                let stripped = d.program.source.strip(ty);
                match (&d.program.source.types[stripped], d.program.types.get(layout)) {
                    (SourceType::Array { elem, .. }, Type::Array { elem: inner, .. }) => {
                        (ty, layout) = (*elem, *inner);
                    }
                    (SourceType::Record { fields, .. }, Type::Struct { fields: inner, .. }) => {
                        let Operand::Const(id) = index else { return None };
                        let number = usize::try_from(d.program.consts.as_u64(*id)?).ok()?;
                        let at = d.program.layout.field_offset(&d.program.types, layout, number);
                        let field = fields.iter().find(|f| f.bit_offset == at * 8)?;
                        (ty, layout) = (field.ty, *inner.get(number)?);
                    }
                    _ => return None,
                }
            }
            Some(ty)
        }
        _ => None,
    }
}

fn is_signed(d: &Decoder<'_>, ty: SourceTypeId) -> Option<bool> {
    match &d.program.source.types[d.program.source.strip(ty)] {
        SourceType::Base { encoding, .. } => match encoding {
            Encoding::Signed | Encoding::SignedChar => Some(true),
            Encoding::Unsigned | Encoding::UnsignedChar => Some(false),
            _ => None,
        },
        _ => None,
    }
}
