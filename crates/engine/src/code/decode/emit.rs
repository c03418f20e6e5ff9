//! Decoding of single instructions.

use super::{Decoder, gep, narrow, plan, position};
use crate::code::layout;
use crate::code::{
    AllocaSite, CallArg, CallSite, CalleeRef, FloatOp, IntrinsicArg, MemberCheck, NSW, Op, Reg,
    Slow, Switch,
};
use crate::value::lane::ArgKind;
use crate::value::lane::Lane;
use margay_ir::ids::SourceTypeId;
use margay_ir::source::{Encoding, Place, SourceMap, SourceType};
use margay_ir::{
    ArithFlags, BinaryOp, BlockId, Call, Callee, CastOp, FloatKind, IcmpPred, Id, InstId,
    Intrinsic, Op as Ir, Operand, SlotId, SpanId, Type, TypeId,
};

use std::collections::HashMap;

type Emitted = Result<(), String>;

pub fn inst(d: &mut Decoder<'_>, block: BlockId, id: InstId) -> Emitted {
    let function = d.function;
    let inst = &function.insts[id];
    match &inst.op {
        Ir::SlotLoad { slot } => {
            if inst.result.is_some_and(|result| d.plan.uses[result] == 0) {
                return Ok(());
            }
            let (dst, src) = (result(d, inst)?, d.slots[*slot]);
            d.push(Op::Move { dst, src });
        }
        Ir::SlotStore { slot, value } => {
            let (dst, src) = (d.slots[*slot], d.operand(*value)?);
            if dst != src {
                d.push(Op::Move { dst, src });
            }
            if d.returned == Some(*slot) {
                hand_on(d, *value, dst)?;
            }
        }
        Ir::SlotReset { slot } => {
            let dst = d.slots[*slot];
            d.push(Op::Undefine { dst });
        }
        Ir::Alloca { ty, count, align } => {
            let site = AllocaSite {
                dst: result(d, inst)?,
                elem_size: d.program.size_of(*ty),
                count: d.operand(*count)?,
                align: u64::from(*align).max(1),
                span: declaration(d, inst, id),
            };
            if let Some((bits, signed)) = array_bound(d, inst, *count) {
                d.push(Op::ArrayBound { count: site.count, bits, signed });
            }
            d.code.allocas.push(site);
            let site = position(d.code.allocas.len() - 1);
            d.push(Op::Alloca { site });
        }
        Ir::Load { ty, ptr, access } => {
            if d.explores && (access.volatile || access.atomic) {
                d.slow(Slow::Shared);
            }
            if d.explores && access.atomic {
                d.slow(Slow::Atomic);
            }
            load(d, inst, *ty, *ptr)?
        }
        Ir::Store { value, ptr, access } => {
            if d.explores && access.atomic {
                d.slow(Slow::Atomic);
            }
            hand_out(d, *value, *ptr)?;
            store(d, *value, *ptr)?
        }
        Ir::Gep { source, base, indices, .. } => gep_inst(d, inst, *source, *base, indices)?,
        Ir::CmpXchg { ptr, expected, new, .. } => {
            let lane = scalar_of(d, *expected)?;
            let (ptr, expected, new) = (d.operand(*ptr)?, d.operand(*expected)?, d.operand(*new)?);
            let dst = result(d, inst)?;
            d.slow(Slow::CmpXchg { lane, dst, ptr, expected, new });
        }
        Ir::AtomicRmw { op, ptr, value, .. } => {
            let lane = scalar_of(d, *value)?;
            let (ptr, value) = (d.operand(*ptr)?, d.operand(*value)?);
            let dst = result(d, inst)?;
            d.slow(Slow::AtomicRmw { op: *op, lane, dst, ptr, value });
        }
        Ir::Fence => {}
        Ir::Binary { op, flags, a, b } => {
            let lanes = lanes_of(d, *a)?;
            narrow::before_binary(d, inst);
            let (x, y) = (d.operand(*a)?, d.operand(*b)?);
            let dst = result(d, inst)?;
            if d.explores
                && *op == BinaryOp::Sub
                && let (Operand::Reg(a), Operand::Reg(b)) = (*a, *b)
                && d.plan.from_pointer[a]
                && d.plan.from_pointer[b]
                && let [Lane { bits: 64 | 32, .. }] = lanes.as_slice()
            {
                let bits = narrow_width(lanes[0].bits).ok_or("wide subtraction")?;
                d.push(Op::PtrSub { bits, dst, a: x, b: y });
                return Ok(());
            }
            let (a, b) = (x, y);
            for (index, lane) in lanes.into_iter().enumerate() {
                let i = position(index);
                binary(d, (*op, *flags), lane, Regs { dst, a, b }.lane(i));
            }
        }
        Ir::FNeg { value } => {
            let lanes = lanes_of(d, *value)?;
            let src = d.operand(*value)?;
            let dst = result(d, inst)?;
            for (index, lane) in lanes.into_iter().enumerate() {
                let kind = lane.float.ok_or("fneg of an integer")?;
                let i = position(index);
                d.slow(Slow::FloatNeg { kind, dst: dst + i, src: src + i });
            }
        }
        Ir::Icmp { pred, a, b } => {
            let lanes = lanes_of(d, *a)?;
            let places = d.explores && plan::compares_places(d.program, d.function, *a, *b);
            let (a, b) = (d.operand(*a)?, d.operand(*b)?);
            let dst = result(d, inst)?;
            if places {
                d.push(Op::PtrCmp { pred: *pred, dst, a, b });
                return Ok(());
            }
            for (index, lane) in lanes.into_iter().enumerate() {
                let i = position(index);
                icmp(d, *pred, lane.bits, Regs { dst, a, b }.lane(i));
            }
        }
        Ir::Fcmp { pred, a, b } => {
            let lanes = lanes_of(d, *a)?;
            let (a, b) = (d.operand(*a)?, d.operand(*b)?);
            let dst = result(d, inst)?;
            for (index, lane) in lanes.into_iter().enumerate() {
                let i = position(index);
                let (dst, a, b) = (dst + i, a + i, b + i);
                match lane.float.ok_or("fcmp of integers")? {
                    FloatKind::Double => d.push(Op::CmpF64 { pred: *pred, dst, a, b }),
                    FloatKind::Single => d.push(Op::CmpF32 { pred: *pred, dst, a, b }),
                    kind => d.slow(Slow::Fcmp { pred: *pred, kind, dst, a, b }),
                }
            }
        }
        Ir::Cast { op, value, to } => {
            if *op == CastOp::Trunc {
                narrow::before_trunc(d, inst, *value);
            }
            cast(d, inst, *op, *value, *to)?
        }
        Ir::Select { cond, then, other } => {
            let (conds, lanes) = (lanes_of(d, *cond)?.len(), lanes_of(d, *then)?);
            let is_reg = matches!(cond, Operand::Reg(_));
            let (cond, then, other) = (d.operand(*cond)?, d.operand(*then)?, d.operand(*other)?);
            let dst = result(d, inst)?;
            if conds == 1 && is_reg {
                d.both_sides(cond);
            }
            for (index, lane) in lanes.into_iter().enumerate() {
                let i = position(index);
                let cond = if conds == 1 { cond } else { cond + i };
                let (then, other) = (then + i, other + i);
                d.push(Op::Select { bits: lane.bits, dst: dst + i, cond, then, other });
            }
        }
        Ir::Freeze { value } => {
            let lanes = lanes_of(d, *value)?;
            let src = d.operand(*value)?;
            let dst = result(d, inst)?;
            for (index, lane) in lanes.into_iter().enumerate() {
                let i = position(index);
                d.slow(Slow::Freeze { lane, dst: dst + i, src: src + i });
            }
        }
        // The edges into the block move the values.
        Ir::Phi { .. } => {}
        Ir::ExtractValue { aggregate, path } => {
            let ty = d.program.type_of(d.function, *aggregate);
            let (first, part) =
                layout::locate(d.program, ty, path).ok_or("bad path into an aggregate")?;
            let count = d.lanes(part)?.len();
            let src = d.operand(*aggregate)? + position(first);
            let dst = result(d, inst)?;
            moves(d, dst, src, count);
        }
        Ir::InsertValue { aggregate, value, path } => {
            let ty = d.program.type_of(d.function, *aggregate);
            let (first, part) =
                layout::locate(d.program, ty, path).ok_or("bad path into an aggregate")?;
            let (whole, count) = (d.lanes(ty)?.len(), d.lanes(part)?.len());
            let (src, value) = (d.operand(*aggregate)?, d.operand(*value)?);
            let dst = result(d, inst)?;
            moves(d, dst, src, first);
            moves(d, dst + position(first), value, count);
            let rest = position(first + count);
            moves(d, dst + rest, src + rest, whole - first - count);
        }
        Ir::ExtractElement { vector, index } => {
            let lanes = lanes_of(d, *vector)?.len();
            let (vector, index) = (d.operand(*vector)?, d.operand(*index)?);
            let dst = result(d, inst)?;
            d.slow(Slow::ExtractElement { dst, vector, lanes: position(lanes), index });
        }
        Ir::InsertElement { vector, value, index } => {
            let lanes = position(lanes_of(d, *vector)?.len());
            let (vector, value, index) =
                (d.operand(*vector)?, d.operand(*value)?, d.operand(*index)?);
            let dst = result(d, inst)?;
            d.slow(Slow::InsertElement { dst, vector, value, lanes, index });
        }
        Ir::Shuffle { a, b, mask } => {
            let width = position(lanes_of(d, *a)?.len());
            let (a, b) = (d.operand(*a)?, d.operand(*b)?);
            let dst = result(d, inst)?;
            for (index, lane) in mask.iter().enumerate() {
                let dst = dst + position(index);
                match *lane {
                    Some(lane) if lane < width => d.push(Op::Move { dst, src: a + lane }),
                    Some(lane) if lane < 2 * width => {
                        d.push(Op::Move { dst, src: b + lane - width })
                    }
                    _ => d.push(Op::Undefine { dst }),
                }
            }
        }
        Ir::Call(site) => call(d, inst, site)?,
        Ir::Intrinsic { which, args } => intrinsic(d, inst, *which, args)?,
        Ir::VaArg { .. } => {
            return Err("it reads variable arguments in a way that clang does not use for C".into());
        }
        Ir::Ret { value } => {
            let (src, lanes) = match value {
                Some(value) => (d.operand(*value)?, lanes_of(d, *value)?.len()),
                None => (0, 0),
            };
            if let Some(value) = value.filter(|_| d.returned.is_none()) {
                hand_on(d, value, src)?;
            }
            d.push(Op::Return { src, lanes: position(lanes) });
        }
        Ir::Br { target } => d.leave(block, *target)?,
        Ir::CondBr { cond, then, other } => branch(d, (block, id), *cond, [*then, *other])?,
        Ir::Switch { value, default, cases } => switch(d, block, *value, *default, cases)?,
        Ir::IndirectBr { address, targets } => {
            let address = d.operand(*address)?;
            let targets =
                targets.iter().map(|to| (position(to.index()), d.edge(block, *to))).collect();
            d.slow(Slow::IndirectBranch { address, targets });
        }
        Ir::Unreachable => d.push(Op::Unreachable),
    }
    Ok(())
}

/// Instructions that are examined before or after one.
const NEAR: usize = 8;

/// Whether the address that an instruction makes is only used to write (true) or read (false)
/// what is there; `None` if something else may be done with it.
fn use_of(d: &Decoder<'_>, inst: &margay_ir::Inst) -> Option<bool> {
    let reg = inst.result?;
    if d.plan.uses[reg] != 1 {
        return None;
    }
    let behind = d.inst.index() + 1..d.function.insts.len().min(d.inst.index() + NEAR);
    behind.map(InstId::from_index).find_map(|id| match &d.function.insts[id].op {
        Ir::Load { ptr, .. } if *ptr == Operand::Reg(reg) => Some(false),
        Ir::Store { ptr, .. } if *ptr == Operand::Reg(reg) => Some(true),
        _ => None,
    })
}

/// Where the variable in an allocation is declared; the allocation's own place if it is none.
fn declaration(d: &Decoder<'_>, inst: &margay_ir::Inst, id: InstId) -> SpanId {
    let place = inst.result.map(margay_ir::source::Place::Memory);
    let variable = d.function.vars.iter().find(|variable| Some(variable.place) == place);
    variable.map_or(d.function.span(id), |variable| variable.span)
}

/// A value that has to be set is returned, which is in a register.
fn hand_on(d: &mut Decoder<'_>, value: Operand, reg: Reg) -> Emitted {
    if let [lane] = lanes_of(d, value)?[..]
        && d.explores
        && returns_scalar(d)
    {
        d.push(Op::HandOn { reg, bits: lane.bits });
    }
    Ok(())
}

/// A variable that has to be set is stored through the one pointer that a function has to give its caller
/// something. Of a function that returns something, or has another such pointer, callers may know by that
/// whether to use it. Variables whose address is taken may be copied unset; the value of others is
/// undefined behaviour.
fn hand_out(d: &mut Decoder<'_>, value: Operand, ptr: Operand) -> Emitted {
    let Some(out) = only_out_parameter(d).filter(|_| d.explores) else { return Ok(()) };
    let variable = |reg: Operand| {
        let place = Place::Slot(slot_read(d, reg)?);
        d.function.vars.iter().find(|variable| variable.place == place)
    };
    let is_out = variable(ptr).is_some_and(|variable| variable.parameter == Some(out));
    let is_local = variable(value).is_some_and(|variable| variable.parameter.is_none());
    if is_out
        && is_local
        && let [lane] = lanes_of(d, value)?[..]
    {
        let reg = d.operand(value)?;
        d.push(Op::HandOn { reg, bits: lane.bits });
    }
    Ok(())
}

/// The slot that an operand was read from just before, whatever it was converted to.
fn slot_read(d: &Decoder<'_>, operand: Operand) -> Option<SlotId> {
    let Operand::Reg(mut reg) = operand else { return None };
    let before = d.inst.index().saturating_sub(NEAR)..d.inst.index();
    for id in before.rev().map(InstId::from_index) {
        let inst = &d.function.insts[id];
        match inst.op {
            Ir::SlotLoad { slot } if inst.result == Some(reg) => return Some(slot),
            Ir::Cast { value: Operand::Reg(from), .. } if inst.result == Some(reg) => reg = from,
            _ => {}
        }
    }
    None
}

/// The number of the parameter, from 1, that is a pointer to a number or pointer, if the function returns nothing
/// and no other parameter leads to what it may write.
fn only_out_parameter(d: &Decoder<'_>) -> Option<u32> {
    let source = &d.program.source;
    let function = d.function.source.as_ref()?;
    let SourceType::Function { ret, params, .. } = &source.types[source.strip(function.ty)] else {
        return None;
    };
    let pointee = |ty: &SourceTypeId| match &source.types[source.strip(*ty)] {
        SourceType::Pointer { to, .. } => Some(*to),
        _ => None,
    };
    let is_written = |ty: &SourceTypeId| pointee(ty).is_some_and(|to| !source.is_const(to));
    let mut written = params.iter().zip(1..).filter(|(ty, _)| is_written(ty));
    let (ty, number) = written.next()?;
    let is_void = matches!(source.types[source.strip(*ret)], SourceType::Void);
    let is_scalar = pointee(ty).is_some_and(|to| is_scalar(source, to));
    (is_void && is_scalar && written.next().is_none()).then_some(number)
}

fn is_scalar(source: &SourceMap, ty: SourceTypeId) -> bool {
    let ty = &source.types[source.strip(ty)];
    matches!(ty, SourceType::Base { .. } | SourceType::Pointer { .. } | SourceType::Enum { .. })
}

/// Whether the source says that the function returns a number or a pointer. Parts of a structure,
/// which may be returned in the same way, need not be set.
fn returns_scalar(d: &Decoder<'_>) -> bool {
    let source = &d.program.source;
    let Some(function) = &d.function.source else { return false };
    let SourceType::Function { ret, .. } = &source.types[source.strip(function.ty)] else {
        return false;
    };
    is_scalar(source, *ret)
}

/// The width of the number that is the size of an array, and whether it has a sign, if an allocation is
/// one of those whose size is computed.
fn array_bound(d: &Decoder<'_>, inst: &margay_ir::Inst, count: Operand) -> Option<(u32, bool)> {
    let Operand::Reg(count) = count else { return None };
    let place = inst.result.map(Place::Memory);
    let is_array = d.function.vars.iter().any(|variable| Some(variable.place) == place);
    if !d.explores || !is_array {
        return None;
    }
    let made = |reg| d.function.insts.iter().find(|inst| inst.result == Some(reg));
    let whole = Some((d.program.layout.pointer_bytes * 8, false));
    let Ir::Cast { op: CastOp::ZExt, value: Operand::Reg(number), .. } = made(count)?.op else {
        return whole;
    };
    let bits = layout::scalar(d.program, d.function.regs[number])?.bits;
    let signed = match made(number).map(|inst| &inst.op) {
        Some(Ir::SlotLoad { slot }) => {
            let place = Place::Slot(*slot);
            d.function.vars.iter().any(|v| v.place == place && is_signed(d, v.ty))
        }
        Some(Ir::Load { ptr: Operand::Reg(at), .. }) => {
            let place = Place::Memory(*at);
            d.function.vars.iter().any(|v| v.place == place && is_signed(d, v.ty))
        }
        Some(Ir::Binary { flags, .. }) => flags.nsw,
        _ => false,
    };
    Some((bits, signed))
}

fn is_signed(d: &Decoder<'_>, ty: SourceTypeId) -> bool {
    let source = &d.program.source;
    matches!(
        source.types[source.strip(ty)],
        SourceType::Base { encoding: Encoding::Signed | Encoding::SignedChar, .. }
    )
}

/// Looks at what a read has just read.
pub fn inspection(d: &mut Decoder<'_>, id: InstId) -> Emitted {
    let inst = &d.function.insts[id];
    let Some(read) = inst.result else { return Ok(()) };
    let ty = d.function.regs[read];
    let pointer = matches!(d.program.types.get(ty), Type::Ptr);
    match &inst.op {
        Ir::SlotLoad { slot } => d.push(Op::Inspect { reg: d.slots[*slot], pointer }),
        Ir::Load { .. } => {
            let (first, lanes) = (result(d, inst)?, d.lanes(ty)?.len());
            for lane in 0..lanes {
                d.push(Op::Inspect { reg: first + position(lane), pointer });
            }
        }
        _ => {}
    }
    Ok(())
}

fn result(d: &mut Decoder<'_>, inst: &margay_ir::Inst) -> Result<Reg, String> {
    match inst.result {
        Some(reg) => d.result(reg),
        None => Ok(0),
    }
}

fn lanes_of(d: &Decoder<'_>, operand: Operand) -> Result<Vec<Lane>, String> {
    d.lanes(d.program.type_of(d.function, operand))
}

fn scalar_of(d: &Decoder<'_>, operand: Operand) -> Result<Lane, String> {
    let ty = d.program.type_of(d.function, operand);
    layout::scalar(d.program, ty).ok_or_else(|| "an operand is not a number".to_owned())
}

fn moves(d: &mut Decoder<'_>, dst: Reg, src: Reg, count: usize) {
    for index in 0..position(count) {
        d.push(Op::Move { dst: dst + index, src: src + index });
    }
}

/// Whether a type is one of numbers, which pointers may be read as.
fn is_number(d: &Decoder<'_>, ty: TypeId) -> bool {
    matches!(d.program.types.get(ty), Type::Int(_))
}

/// The width as an operation of at most 64 bits has it.
fn narrow_width(bits: u32) -> Option<u8> {
    if bits <= 64 { u8::try_from(bits).ok() } else { None }
}

/// The byte count of a lane that a plain load or store takes.
fn plain_len(lane: Lane) -> Option<u8> {
    match lane.bits {
        8 => Some(1),
        16 => Some(2),
        32 => Some(4),
        64 => Some(8),
        _ => None,
    }
}

fn load(d: &mut Decoder<'_>, inst: &margay_ir::Inst, ty: TypeId, ptr: Operand) -> Emitted {
    if let Some((lane, count)) = layout::packed_vector(d.program, ty) {
        let ptr = d.operand(ptr)?;
        let dst = result(d, inst)?;
        d.slow(Slow::LoadPacked { lane, count, dst, ptr });
        return Ok(());
    }
    if let Some(()) = folded_load(d, inst, ty)? {
        return Ok(());
    }
    let places = layout::flatten(d.program, ty).ok_or("a value is too large for registers")?;
    let ptr = d.operand(ptr)?;
    let dst = result(d, inst)?;
    let number = d.explores && is_number(d, ty);
    for (index, place) in places.into_iter().enumerate() {
        let dst = dst + position(index);
        match plain_len(place.lane) {
            Some(len) if place.offset == 0 => d.push(Op::Load { number, len, dst, ptr }),
            _ => d.slow(Slow::Load { lane: place.lane, dst, ptr, offset: place.offset }),
        }
    }
    Ok(())
}

/// A load whose address the instruction before computes and only it uses.
fn folded_load(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    ty: TypeId,
) -> Result<Option<()>, String> {
    let Some((before, Ir::Gep { source, base, indices, .. })) = folded_before(d, d.inst) else {
        return Ok(None);
    };
    let lane = layout::scalar(d.program, ty).ok_or("a folded load is of a scalar")?;
    let len = plain_len(lane).ok_or("a folded load is of whole bytes")?;
    let number = d.explores && is_number(d, ty);
    let address = gep::address(d.program, d.function, source, &indices).ok_or("bad address")?;
    let base = d.operand(base)?;
    let op = match address.steps.as_slice() {
        [(index, step)] => {
            let (index, bits) = index_operand(d, before, *index)?;
            let scale = u16::try_from(*step).map_err(|_| "folded step")?;
            let dst = result(d, inst)?;
            Op::LoadIndex { number, bits, len, scale, dst, base, index }
        }
        _ => {
            let offset =
                i32::try_from(address.offset.cast_signed()).map_err(|_| "folded offset")?;
            let dst = result(d, inst)?;
            Op::LoadOffset { number, len, dst, base, offset }
        }
    };
    d.push(op);
    Ok(Some(()))
}

/// The instruction before, if it folds into this one and is not merely done already.
fn folded_before(d: &Decoder<'_>, id: InstId) -> Option<(InstId, Ir)> {
    let before = InstId::from_index(id.index().checked_sub(1)?);
    let inst = &d.function.insts[before];
    let slot_access = matches!(inst.op, Ir::SlotLoad { .. } | Ir::SlotStore { .. });
    (d.plan.folded[before] && !slot_access).then(|| (before, inst.op.clone()))
}

/// An index and its width; an extension folded into `at` is looked through.
fn index_operand(d: &mut Decoder<'_>, at: InstId, index: Operand) -> Result<(Reg, u8), String> {
    if let Some((before, Ir::Cast { op: CastOp::SExt, value, .. })) = folded_before(d, at)
        && d.function.insts[before].result.map(Operand::Reg) == Some(index)
    {
        let bits = narrow_width(scalar_of(d, value)?.bits).ok_or("wide index")?;
        return Ok((d.operand(value)?, bits));
    }
    let bits = narrow_width(scalar_of(d, index)?.bits).ok_or("wide index")?;
    Ok((d.operand(index)?, bits))
}

fn store(d: &mut Decoder<'_>, value: Operand, ptr: Operand) -> Emitted {
    let ty = d.program.type_of(d.function, value);
    if let Some((lane, count)) = layout::packed_vector(d.program, ty) {
        let (src, ptr) = (d.operand(value)?, d.operand(ptr)?);
        d.slow(Slow::StorePacked { lane, count, src, ptr });
        return Ok(());
    }
    let places = layout::flatten(d.program, ty).ok_or("a value is too large for registers")?;
    let (src, ptr) = (d.operand(value)?, d.operand(ptr)?);
    for (index, place) in places.into_iter().enumerate() {
        let src = src + position(index);
        match plain_len(place.lane) {
            Some(len) if place.offset == 0 => d.push(Op::Store { len, src, ptr }),
            _ => d.slow(Slow::Store { lane: place.lane, src, ptr, offset: place.offset }),
        }
    }
    Ok(())
}

fn gep_inst(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    source: TypeId,
    base: Operand,
    indices: &[Operand],
) -> Emitted {
    let address = gep::address(d.program, d.function, source, indices).ok_or("bad address")?;
    let result_ty = inst.result.map(|reg| d.function.regs[reg]).ok_or("gep without result")?;
    let count = d.lanes(result_ty)?.len();
    let base_lanes = lanes_of(d, base)?.len();
    let part = gep::part(d.program, d.function, &d.plan.defs, base, source);
    let base = d.operand(base)?;
    let at = d.inst;
    let mut steps = Vec::new();
    for (index, step) in &address.steps {
        let lanes = lanes_of(d, *index)?;
        let (reg, bits) = match lanes.len() {
            1 if narrow_width(lanes[0].bits).is_some() => {
                let (reg, bits) = index_operand(d, at, *index)?;
                (reg, u32::from(bits))
            }
            _ => (d.operand(*index)?, lanes.first().ok_or("empty index")?.bits),
        };
        steps.push((reg, bits, lanes.len(), *step));
    }
    let used = use_of(d, inst);
    // Pointers into a row, or after it, are used to go through all rows.
    if part.is_some_and(|part| part == gep::Part::Member || used.is_some())
        && let Type::Array { len, elem } = *d.program.types.get(source)
    {
        let elem = d.program.size_of(elem);
        // One past the end may be pointed to, if it is not accessed.
        let len = if used.is_some() { len } else { len.saturating_add(1) };
        let write = used == Some(true);
        let index = match (steps.as_slice(), indices) {
            ([(index, bits, 1, step)], _) if *step == elem && address.offset == 0 => {
                Some((*index, *bits))
            }
            // Known, and outside.
            ([], [_, index]) if address.offset / elem.max(1) >= len => {
                Some((d.operand(*index)?, scalar_of(d, *index)?.bits))
            }
            _ => None,
        };
        if let Some((index, bits)) = index.filter(|(_, bits)| *bits <= 64) {
            d.slow(Slow::Member(MemberCheck { index, bits, len, elem, write, base }));
        }
    }
    let dst = result(d, inst)?;
    for lane in 0..position(count) {
        let dst = dst + lane;
        let mut from = if base_lanes == 1 { base } else { base + lane };
        for (reg, bits, lanes, step) in &steps {
            let index = if *lanes == 1 { *reg } else { *reg + lane };
            match (narrow_width(*bits), u32::try_from(*step)) {
                (Some(bits), Ok(scale)) => {
                    d.push(Op::Index { bits, dst, base: from, index, scale })
                }
                _ => d.slow(Slow::Index { bits: *bits, dst, base: from, index, scale: *step }),
            }
            from = dst;
        }
        if address.offset != 0 {
            d.push(Op::Offset { dst, base: from, offset: address.offset.cast_signed() });
        } else if from != dst {
            d.push(Op::Move { dst, src: from });
        }
    }
    Ok(())
}

/// Where an operation has its operands, and where its result goes.
#[derive(Clone, Copy)]
pub struct Regs {
    pub dst: Reg,
    pub a: Reg,
    pub b: Reg,
}

impl Regs {
    /// Those of one element of vectors.
    fn lane(self, index: Reg) -> Regs {
        Regs { dst: self.dst + index, a: self.a + index, b: self.b + index }
    }
}

pub fn binary(d: &mut Decoder<'_>, (op, flags): (BinaryOp, ArithFlags), lane: Lane, regs: Regs) {
    let Regs { dst, a, b } = regs;
    if let Some(kind) = lane.float {
        let fast = match op {
            BinaryOp::FAdd => Some(FloatOp::Add),
            BinaryOp::FSub => Some(FloatOp::Sub),
            BinaryOp::FMul => Some(FloatOp::Mul),
            BinaryOp::FDiv => Some(FloatOp::Div),
            _ => None,
        };
        match (kind, fast) {
            (FloatKind::Double, Some(op)) => d.push(Op::F64 { op, dst, a, b }),
            (FloatKind::Single, Some(op)) => d.push(Op::F32 { op, dst, a, b }),
            _ => d.slow(Slow::Float { op, kind, dst, a, b }),
        }
        return;
    }
    let Some(bits) = narrow_width(lane.bits) else {
        d.slow(Slow::Int { op, flags, bits: lane.bits, dst, a, b });
        return;
    };
    let nsw = if flags.nsw { NSW } else { 0 };
    d.push(match op {
        BinaryOp::Add => Op::Add { bits, flags: nsw, dst, a, b },
        BinaryOp::Sub => Op::Sub { bits, flags: nsw, dst, a, b },
        BinaryOp::Mul => Op::Mul { bits, flags: nsw, dst, a, b },
        BinaryOp::UDiv => Op::UDiv { bits, dst, a, b },
        BinaryOp::SDiv => Op::SDiv { bits, dst, a, b },
        BinaryOp::URem => Op::URem { bits, dst, a, b },
        BinaryOp::SRem => Op::SRem { bits, dst, a, b },
        BinaryOp::Shl => Op::Shl { bits, dst, a, b },
        BinaryOp::LShr => Op::LShr { bits, dst, a, b },
        BinaryOp::AShr => Op::AShr { bits, dst, a, b },
        BinaryOp::And => Op::And { bits, dst, a, b },
        BinaryOp::Or => Op::Or { bits, dst, a, b },
        BinaryOp::Xor => Op::Xor { bits, dst, a, b },
        _ => unreachable!("float operations have a float lane"),
    });
}

pub fn icmp(d: &mut Decoder<'_>, pred: IcmpPred, width: u32, regs: Regs) {
    let Regs { dst, a, b } = regs;
    let Some(bits) = narrow_width(width) else {
        d.slow(Slow::Icmp { pred, bits: width, dst, a, b });
        return;
    };
    d.push(match pred {
        IcmpPred::Eq => Op::Eq { bits, dst, a, b },
        IcmpPred::Ne => Op::Ne { bits, dst, a, b },
        IcmpPred::Ult => Op::Ult { bits, dst, a, b },
        IcmpPred::Ule => Op::Ule { bits, dst, a, b },
        IcmpPred::Ugt => Op::Ult { bits, dst, a: b, b: a },
        IcmpPred::Uge => Op::Ule { bits, dst, a: b, b: a },
        IcmpPred::Slt => Op::Slt { bits, dst, a, b },
        IcmpPred::Sle => Op::Sle { bits, dst, a, b },
        IcmpPred::Sgt => Op::Slt { bits, dst, a: b, b: a },
        IcmpPred::Sge => Op::Sle { bits, dst, a: b, b: a },
    });
}

fn branch(
    d: &mut Decoder<'_>,
    (block, id): (BlockId, InstId),
    cond: Operand,
    [then, other]: [BlockId; 2],
) -> Emitted {
    let folded = match folded_before(d, id) {
        Some((before, Ir::Icmp { pred, a, b }))
            if d.function.insts[before].result.map(Operand::Reg) == Some(cond) =>
        {
            Some((pred, a, b))
        }
        _ => None,
    };
    let Some((pred, a, b)) = folded else {
        let cond = d.operand(cond)?;
        let (then, other) = (d.edge(block, then).into(), d.edge(block, other).into());
        d.jump_op(Op::Branch { cond, then, other });
        return Ok(());
    };
    let bits = narrow_width(scalar_of(d, a)?.bits).ok_or("wide compare")?;
    let (a, b) = (d.operand(a)?, d.operand(b)?);
    let (then, other) = (d.edge(block, then).into(), d.edge(block, other).into());
    d.jump_op(match pred {
        IcmpPred::Eq => Op::BranchEq { bits, a, b, then, other },
        IcmpPred::Ne => Op::BranchEq { bits, a, b, then: other, other: then },
        IcmpPred::Ult => Op::BranchUlt { bits, a, b, then, other },
        IcmpPred::Ule => Op::BranchUle { bits, a, b, then, other },
        IcmpPred::Ugt => Op::BranchUlt { bits, a: b, b: a, then, other },
        IcmpPred::Uge => Op::BranchUle { bits, a: b, b: a, then, other },
        IcmpPred::Slt => Op::BranchSlt { bits, a, b, then, other },
        IcmpPred::Sle => Op::BranchSle { bits, a, b, then, other },
        IcmpPred::Sgt => Op::BranchSlt { bits, a: b, b: a, then, other },
        IcmpPred::Sge => Op::BranchSle { bits, a: b, b: a, then, other },
    });
    Ok(())
}

/// Cases of a switch that are told apart where it counts which edges a path takes: more are ranges,
/// or a table of characters.
const MOST_CASES: usize = 64;

fn switch(
    d: &mut Decoder<'_>,
    block: BlockId,
    value: Operand,
    default: BlockId,
    cases: &[(margay_ir::ConstId, BlockId)],
) -> Emitted {
    let value = d.operand(value)?;
    // Cases that lead to one block have one target, unless each counts.
    let mut targets = HashMap::new();
    let apart = d.sides && cases.len() <= MOST_CASES;
    let mut edge = |d: &mut Decoder<'_>, to| match apart {
        true => d.edge(block, to),
        false => *targets.entry(to).or_insert_with(|| d.edge(block, to)),
    };
    let default = edge(d, default);
    let mut table = Switch { cases: Vec::new(), dense: None, default, wide: Vec::new() };
    for (constant, to) in cases {
        let target = edge(d, *to);
        match &d.program.consts.get(*constant).kind {
            margay_ir::ConstKind::Int(known) => table.cases.push((*known, target)),
            margay_ir::ConstKind::WideInt(words) if words.len() == 2 => {
                table.wide.push((u128::from(words[0]) | u128::from(words[1]) << 64, target));
            }
            _ => return Err("a switch over more than 128 bits".into()),
        }
    }
    table.cases.sort_by_key(|case| case.0);
    d.code.switches.push(table);
    let table = position(d.code.switches.len() - 1);
    d.push(Op::Switch { value, table });
    Ok(())
}

/// Most switches have cases close together: those get a table.
pub fn make_dense(switch: &mut Switch) {
    let (Some(first), Some(last)) = (switch.cases.first(), switch.cases.last()) else { return };
    let (first, span) = (first.0, last.0 - first.0);
    if span < 16 + 4 * switch.cases.len() as u64 {
        let len = usize::try_from(span + 1).expect("just bounded");
        let mut targets = vec![switch.default; len];
        for (value, target) in &switch.cases {
            targets[usize::try_from(value - first).expect("within the span")] = *target;
        }
        switch.dense = Some((first, targets));
    }
}

fn cast(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    op: CastOp,
    value: Operand,
    to: TypeId,
) -> Emitted {
    let (from, to) = (lanes_of(d, value)?, d.lanes(to)?);
    let src = d.operand(value)?;
    let dst = result(d, inst)?;
    if op == CastOp::Bitcast {
        let same = from.len() == to.len() && from.iter().zip(&to).all(|(f, t)| f.bits == t.bits);
        if same {
            moves(d, dst, src, from.len());
        } else {
            d.slow(Slow::Recut { src, from: from.into(), dst, to: to.into() });
        }
        return Ok(());
    }
    let stays = inst.result.is_some_and(|reg| plan::stays_pointer(&d.plan, Operand::Reg(reg)));
    for (index, (from, to)) in from.into_iter().zip(to).enumerate() {
        let (dst, src) = (dst + position(index), src + position(index));
        let widths = (narrow_width(from.bits), narrow_width(to.bits));
        match (op, widths) {
            (CastOp::PtrToInt, (_, Some(to))) if d.explores && !stays => {
                d.push(Op::PtrToInt { to, dst, src });
            }
            (CastOp::IntToPtr, (Some(from), _)) if d.explores => {
                d.push(Op::IntToPtr { from, dst, src });
            }
            (
                CastOp::Trunc
                | CastOp::ZExt
                | CastOp::PtrToInt
                | CastOp::IntToPtr
                | CastOp::AddrSpace,
                (Some(f), Some(t)),
            ) => d.push(match f.cmp(&t) {
                std::cmp::Ordering::Equal => Op::Move { dst, src },
                std::cmp::Ordering::Less => Op::ZExt { from: f, to: t, dst, src },
                std::cmp::Ordering::Greater => Op::Trunc { from: f, to: t, dst, src },
            }),
            (CastOp::SExt, (Some(from), Some(to))) => d.push(Op::SExt { from, to, dst, src }),
            _ => d.slow(Slow::Cast { op, from, to, dst, src }),
        }
    }
    Ok(())
}

fn call(d: &mut Decoder<'_>, inst: &margay_ir::Inst, site: &Call) -> Emitted {
    let callee = match &site.callee {
        Callee::Direct(id) => CalleeRef::Direct(*id),
        Callee::Indirect(operand) => CalleeRef::Indirect(d.operand(*operand)?),
        Callee::Asm { text, constraints, .. } => {
            if text.trim().is_empty() && empty_asm(d, inst, site, constraints)? {
                return Ok(());
            }
            let writes = constraints.contains("~{memory}") || constraints.contains("=*");
            CalleeRef::Asm { writes }
        }
    };
    let (mut args, mut regs): (Vec<CallArg>, Vec<Reg>) = (Vec::new(), Vec::new());
    let mut held = Vec::new();
    for (index, arg) in site.args.iter().enumerate() {
        let ty = d.program.type_of(d.function, *arg);
        let lanes = d.lanes(ty)?;
        let reg = d.operand(*arg)?;
        let first = position(regs.len());
        regs.extend((0..position(lanes.len())).map(|lane| reg + lane));
        held.extend_from_slice(&lanes);
        let attrs = site.arg_attrs.get(index).copied().unwrap_or_default();
        if let Some(passed) = attrs.byval {
            let layout = &d.program.layout;
            let natural = layout.align_of(&d.program.types, passed);
            let kind = ArgKind::Memory {
                size: d.program.size_of(passed),
                align: natural.max(u64::from(attrs.align)),
            };
            args.push(CallArg { first, lanes: 1, kind, member: None, field: None });
        } else if matches!(d.program.types.get(ty), Type::Vector { .. }) {
            let bytes = d.program.layout.store_size(&d.program.types, ty);
            let kind = ArgKind::Vector(u32::try_from(bytes).map_err(|_| "huge vector")?);
            args.push(CallArg {
                first,
                lanes: position(lanes.len()),
                kind,
                member: None,
                field: None,
            });
        } else {
            for (lane, kind) in lanes.iter().enumerate() {
                args.push(CallArg {
                    first: first + position(lane),
                    lanes: 1,
                    kind: kind.arg_kind(),
                    member: gep::member(d.program, d.function, &d.plan.defs, *arg),
                    field: gep::field(d.program, d.function, &d.plan.defs, *arg),
                });
            }
        }
    }
    let (dst, lanes, vector_result) = match inst.result {
        Some(reg) => {
            let ty = d.function.regs[reg];
            let vector = matches!(d.program.types.get(ty), Type::Vector { .. });
            (d.result(reg)?, d.lanes(ty)?, vector)
        }
        None => (0, Vec::new(), false),
    };
    let pointer_result = inst.result.is_some_and(|reg| {
        let ty = d.program.types.get(d.function.regs[reg]);
        matches!(ty, Type::Ptr)
    });
    d.code.calls.push(CallSite {
        callee,
        args: args.into(),
        regs: regs.into(),
        lanes: held.into(),
        dst,
        result: lanes.into(),
        uses_result: inst.result.is_some_and(|reg| d.plan.uses[reg] > 0),
        vector_result,
        pointer_result,
    });
    let site = position(d.code.calls.len() - 1);
    d.push(Op::Call { site });
    Ok(())
}

/// Assembly without instructions, as programs use it to hold the compiler back: outputs
/// are the inputs that share their place, or undefined. False if its constraints are not
/// that simple.
fn empty_asm(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    site: &Call,
    constraints: &str,
) -> Result<bool, String> {
    // Outputs come first, then inputs, then clobbers. An indirect output is an argument.
    let (mut outputs, mut inputs, mut arg) = (0usize, Vec::new(), 0usize);
    for constraint in constraints.split(',').filter(|c| !c.is_empty() && !c.starts_with('~')) {
        match constraint.strip_prefix('=') {
            Some(output) if output.trim_start_matches(['&', '+']).starts_with('*') => arg += 1,
            Some(_) => outputs += 1,
            None => {
                inputs.push((constraint.parse::<usize>().ok(), arg));
                arg += 1;
            }
        }
    }
    let Some(reg) = inst.result else { return Ok(arg <= site.args.len()) };
    let lanes = d.lanes(d.function.regs[reg])?;
    if lanes.len() != outputs || arg > site.args.len() {
        return Ok(false);
    }
    let sources: Vec<Option<Operand>> = (0..outputs)
        .map(|output| {
            inputs.iter().find(|input| input.0 == Some(output)).map(|input| site.args[input.1])
        })
        .collect();
    let mut regs = Vec::new();
    for source in sources {
        regs.push(match source {
            Some(operand) => Some(d.operand(operand)?),
            None => None,
        });
    }
    let dst = d.result(reg)?;
    for (index, source) in regs.into_iter().enumerate() {
        let dst = dst + position(index);
        match source {
            Some(src) => d.push(Op::Move { dst, src }),
            None => d.push(Op::Undefine { dst }),
        }
    }
    Ok(true)
}

fn intrinsic(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    which: Intrinsic,
    args: &[Operand],
) -> Emitted {
    match which {
        // A hint has the value that it hints about.
        Intrinsic::Expect | Intrinsic::PtrAnnotation | Intrinsic::Annotation => {
            let value = *args.first().ok_or("an intrinsic lacks its operand")?;
            let count = lanes_of(d, value)?.len();
            let src = d.operand(value)?;
            let dst = result(d, inst)?;
            moves(d, dst, src, count);
            return Ok(());
        }
        Intrinsic::VarAnnotation | Intrinsic::Prefetch | Intrinsic::VaEnd => return Ok(()),
        Intrinsic::VaStart => {
            let list = d.operand(*args.first().ok_or("an intrinsic lacks its operand")?)?;
            d.slow(Slow::VaStart { list });
            return Ok(());
        }
        _ => {}
    }
    if let Some(names) = library_names(which) {
        return library_call(d, inst, names, args);
    }
    let mut operands = Vec::new();
    for arg in args {
        let lanes = lanes_of(d, *arg)?.into();
        let member = gep::member(d.program, d.function, &d.plan.defs, *arg);
        operands.push(IntrinsicArg { first: d.operand(*arg)?, lanes, member });
    }
    let lanes = match inst.result {
        Some(reg) => d.lanes(d.function.regs[reg])?,
        None => Vec::new(),
    };
    let dst = result(d, inst)?;
    d.slow(Slow::Intrinsic { which, dst, lanes: lanes.into(), args: operands.into() });
    Ok(())
}

/// The library's functions for float, double and long double that a builtin stands for.
fn library_names(which: Intrinsic) -> Option<[&'static str; 3]> {
    Some(match which {
        Intrinsic::Sin => ["sinf", "sin", "sinl"],
        Intrinsic::Cos => ["cosf", "cos", "cosl"],
        Intrinsic::Tan => ["tanf", "tan", "tanl"],
        Intrinsic::Exp => ["expf", "exp", "expl"],
        Intrinsic::Exp2 => ["exp2f", "exp2", "exp2l"],
        Intrinsic::Exp10 => ["exp10f", "exp10", "exp10l"],
        Intrinsic::Log => ["logf", "log", "logl"],
        Intrinsic::Log2 => ["log2f", "log2", "log2l"],
        Intrinsic::Log10 => ["log10f", "log10", "log10l"],
        Intrinsic::Pow => ["powf", "pow", "powl"],
        Intrinsic::Ldexp => ["ldexpf", "ldexp", "ldexpl"],
        Intrinsic::Powi => ["__powisf2", "__powidf2", "__powixf2"],
        _ => return None,
    })
}

/// Calls the library's function for each lane.
fn library_call(
    d: &mut Decoder<'_>,
    inst: &margay_ir::Inst,
    names: [&'static str; 3],
    args: &[Operand],
) -> Emitted {
    let lanes = inst.result.map_or(Ok(Vec::new()), |reg| d.lanes(d.function.regs[reg]))?;
    let mut operands = Vec::new();
    for arg in args {
        operands.push((d.operand(*arg)?, lanes_of(d, *arg)?));
    }
    let dst = result(d, inst)?;
    for (index, lane) in lanes.iter().enumerate() {
        let name = match lane.float {
            Some(FloatKind::Single) => names[0],
            Some(FloatKind::Double) => names[1],
            Some(FloatKind::X87) => names[2],
            _ => return Err("a builtin of the mathematical library for an unusual type".into()),
        };
        if !d.library.is_modelled(name) {
            return Err(format!("`{name}` has no model"));
        }
        let args = operands.iter().map(|(first, lanes)| {
            // An exponent is one scalar for all lanes.
            let at = if lanes.len() > 1 { index } else { 0 };
            (first + position(at), lanes[at].arg_kind())
        });
        let args = args.collect();
        d.slow(Slow::Library { name, dst: dst + position(index), args });
    }
    Ok(())
}
