//! Integer operations over values of any kind.
//!
//! The interpreter handles known values of at most 64 bits itself; this is where
//! everything else goes: wide, symbolic and partly undefined operands. A faulty
//! operation that can go on has the result that x86 gives.

use crate::fault::Fault;
use crate::value::terms::{as_known, from_bits, known_bits, term};
use crate::value::{Value, mask};
use margay_ir::{ArithFlags, BinaryOp, IcmpPred};
use margay_smt::{BitVec, Bool, Bv, TermPool};

/// The result of an operation and the fault it commits, if any.
pub type Outcome = (Value, Option<Fault>);

/// An operation on integers of so many bits.
#[derive(Clone, Copy, Debug)]
pub struct IntOp {
    pub op: BinaryOp,
    pub flags: ArithFlags,
    pub bits: u32,
}

impl IntOp {
    /// One that wraps.
    pub fn wrapping(op: BinaryOp, bits: u32) -> IntOp {
        IntOp { op, flags: ArithFlags::default(), bits }
    }
}

pub fn binary(pool: &mut TermPool, operation: IntOp, a: Value, b: Value) -> Outcome {
    let IntOp { op, flags, bits } = operation;
    if let (Some(x), Some(y)) = (known_bits(pool, a, bits), known_bits(pool, b, bits)) {
        let (result, fault) = binary_known(op, flags, &x, &y);
        return (from_bits(pool, &result), fault);
    }
    if bits <= 64
        && let (Some(x), Some(y)) = (a.bits_and_undef(bits), b.bits_and_undef(bits))
    {
        let divides =
            matches!(op, BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem);
        // The divisor may be zero, whatever becomes of the result.
        let fault = (divides && y.1 != 0).then_some(Fault::UninitialisedRead);
        return (binary_undefined(op, bits, x, y), fault);
    }
    if a == Value::Undef && b == Value::Undef {
        return (Value::Undef, None);
    }
    let (x, y) = (term(pool, a, bits), term(pool, b, bits));
    let result = binary_terms(pool, op, x, y);
    (as_known(pool, result), None)
}

/// Both operands are known.
pub fn binary_known(
    op: BinaryOp,
    flags: ArithFlags,
    a: &BitVec,
    b: &BitVec,
) -> (BitVec, Option<Fault>) {
    let width = a.width();
    let overflow = |operation, exact: BitVec, kept: &BitVec| {
        (exact != kept.sext(exact.width()))
            .then_some(Fault::SignedOverflow { operation, bits: width })
    };
    let amount = b.to_u64().unwrap_or(u64::MAX);
    let shift_fault =
        || (amount >= u64::from(width)).then_some(Fault::BadShift { amount, bits: width });
    // The processor uses the low bits of the amount only.
    let masked = BitVec::from_u64(64, amount & shift_mask(width));
    let shift = |by: fn(&BitVec, &BitVec) -> BitVec| {
        let wide = width.max(64);
        let extended = if op == BinaryOp::AShr { a.sext(wide) } else { a.zext(wide) };
        by(&extended, &masked.zext(wide)).trunc(width)
    };
    match op {
        BinaryOp::Add => {
            let result = a.add(b);
            let fault = flags
                .nsw
                .then(|| overflow("addition", a.sext(width + 1).add(&b.sext(width + 1)), &result));
            (result, fault.flatten())
        }
        BinaryOp::Sub => {
            let result = a.sub(b);
            let fault = flags.nsw.then(|| {
                let operation = if a.is_zero() { "negation" } else { "subtraction" };
                overflow(operation, a.sext(width + 1).sub(&b.sext(width + 1)), &result)
            });
            (result, fault.flatten())
        }
        BinaryOp::Mul => {
            let result = a.mul(b);
            let fault = flags.nsw.then(|| {
                overflow("multiplication", a.sext(width * 2).mul(&b.sext(width * 2)), &result)
            });
            (result, fault.flatten())
        }
        BinaryOp::UDiv | BinaryOp::URem | BinaryOp::SDiv | BinaryOp::SRem if b.is_zero() => {
            (BitVec::zero(width), Some(Fault::DivisionByZero))
        }
        BinaryOp::UDiv => (a.udiv(b), None),
        BinaryOp::URem => (a.urem(b), None),
        BinaryOp::SDiv | BinaryOp::SRem => {
            let overflows = b.is_ones() && *a == BitVec::signed_min(width) && width > 1;
            let fault = overflows.then_some(Fault::DivisionOverflow { bits: width });
            (if op == BinaryOp::SDiv { a.sdiv(b) } else { a.srem(b) }, fault)
        }
        BinaryOp::Shl => (shift(BitVec::shl), shift_fault()),
        BinaryOp::LShr => (shift(BitVec::lshr), shift_fault()),
        BinaryOp::AShr => (shift(BitVec::ashr), shift_fault()),
        BinaryOp::And => (a.and(b), None),
        BinaryOp::Or => (a.or(b), None),
        BinaryOp::Xor => (a.xor(b), None),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            unreachable!("float operations go to `floats`")
        }
    }
}

/// Operands of at most 64 bits as (bits, undefined bits). What is certain stays
/// certain: bit-fields are written by `and` and `or` of partly undefined words.
fn binary_undefined(op: BinaryOp, bits: u32, (a, ua): (u64, u64), (b, ub): (u64, u64)) -> Value {
    match op {
        BinaryOp::And => {
            let zero = (!a & !ua) | (!b & !ub);
            Value::partial(a & b, (ua | ub) & !zero, bits)
        }
        BinaryOp::Or => {
            let one = (a & !ua) | (b & !ub);
            Value::partial(a | b, (ua | ub) & !one, bits)
        }
        BinaryOp::Xor => Value::partial(a ^ b, ua | ub, bits),
        BinaryOp::Shl if ub == 0 && b < u64::from(bits) => Value::partial(a << b, ua << b, bits),
        BinaryOp::LShr if ub == 0 && b < u64::from(bits) => Value::partial(a >> b, ua >> b, bits),
        BinaryOp::AShr if ub == 0 && b < u64::from(bits) => {
            let spread = |x: u64| (crate::value::signed(x, bits) >> b).cast_unsigned();
            Value::partial(spread(a), spread(ua), bits)
        }
        // A carry reaches upwards only.
        BinaryOp::Add | BinaryOp::Sub => {
            let lowest = (ua | ub).trailing_zeros();
            let sum = if op == BinaryOp::Add { a.wrapping_add(b) } else { a.wrapping_sub(b) };
            Value::partial(sum, u64::MAX.checked_shl(lowest).unwrap_or(0), bits)
        }
        // Whatever else is computed from undefined bits is undefined, but has a value.
        _ => {
            let (x, y) = (BitVec::from_u64(bits, a), BitVec::from_u64(bits, b));
            let (result, _) = binary_known(op, ArithFlags::default(), &x, &y);
            Value::partial(result.to_u64().unwrap_or(0), u64::MAX, bits)
        }
    }
}

/// The bits of a shift amount that x86 uses, for operands of this width.
fn shift_mask(width: u32) -> u64 {
    match width {
        0..=32 => 31,
        33..=64 => 63,
        _ => u64::from(width.next_power_of_two()) - 1,
    }
}

fn binary_terms(pool: &mut TermPool, op: BinaryOp, a: Bv, b: Bv) -> Bv {
    match op {
        BinaryOp::Add => pool.bv_add(a, b),
        BinaryOp::Sub => pool.bv_sub(a, b),
        BinaryOp::Mul => pool.bv_mul(a, b),
        BinaryOp::UDiv => pool.bv_udiv(a, b),
        BinaryOp::SDiv => pool.bv_sdiv(a, b),
        BinaryOp::URem => pool.bv_urem(a, b),
        BinaryOp::SRem => pool.bv_srem(a, b),
        BinaryOp::Shl => pool.bv_shl(a, b),
        BinaryOp::LShr => pool.bv_lshr(a, b),
        BinaryOp::AShr => pool.bv_ashr(a, b),
        BinaryOp::And => pool.bv_and(a, b),
        BinaryOp::Or => pool.bv_or(a, b),
        BinaryOp::Xor => pool.bv_xor(a, b),
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem => {
            unreachable!("float operations go to `floats`")
        }
    }
}

/// A comparison; the result has one bit.
pub fn compare(pool: &mut TermPool, pred: IcmpPred, bits: u32, a: Value, b: Value) -> Value {
    if let (Some(x), Some(y)) = (known_bits(pool, a, bits), known_bits(pool, b, bits)) {
        return Value::bool(compare_known(pred, &x, &y));
    }
    if bits <= 64
        && let (Some((x, ux)), Some((y, uy))) = (a.bits_and_undef(bits), b.bits_and_undef(bits))
    {
        // A defined bit that differs decides equality whatever the others are.
        let differs = (x ^ y) & !(ux | uy) & mask(bits) != 0;
        let (known_x, known_y) = (BitVec::from_u64(bits, x), BitVec::from_u64(bits, y));
        let result = u64::from(compare_known(pred, &known_x, &known_y));
        let decided = differs && matches!(pred, IcmpPred::Eq | IcmpPred::Ne);
        return Value::partial(result, u64::from(!decided), 1);
    }
    if a == Value::Undef || b == Value::Undef {
        return Value::Undef;
    }
    let (x, y) = (term(pool, a, bits), term(pool, b, bits));
    let result = compare_terms(pool, pred, x, y);
    from_bool(pool, result)
}

pub fn compare_known(pred: IcmpPred, a: &BitVec, b: &BitVec) -> bool {
    match pred {
        IcmpPred::Eq => a == b,
        IcmpPred::Ne => a != b,
        IcmpPred::Ugt => b.ult(a),
        IcmpPred::Uge => b.ule(a),
        IcmpPred::Ult => a.ult(b),
        IcmpPred::Ule => a.ule(b),
        IcmpPred::Sgt => b.slt(a),
        IcmpPred::Sge => b.sle(a),
        IcmpPred::Slt => a.slt(b),
        IcmpPred::Sle => a.sle(b),
    }
}

pub fn compare_terms(pool: &mut TermPool, pred: IcmpPred, a: Bv, b: Bv) -> Bool {
    match pred {
        IcmpPred::Eq => pool.eq(a, b),
        IcmpPred::Ne => pool.ne(a, b),
        IcmpPred::Ugt => pool.bv_ult(b, a),
        IcmpPred::Uge => pool.bv_ule(b, a),
        IcmpPred::Ult => pool.bv_ult(a, b),
        IcmpPred::Ule => pool.bv_ule(a, b),
        IcmpPred::Sgt => pool.bv_slt(b, a),
        IcmpPred::Sge => pool.bv_sle(b, a),
        IcmpPred::Slt => pool.bv_slt(a, b),
        IcmpPred::Sle => pool.bv_sle(a, b),
    }
}

/// A condition as a value of one bit.
pub fn from_bool(pool: &mut TermPool, condition: Bool) -> Value {
    let bit = pool.bv_from_bool(condition);
    as_known(pool, bit)
}

/// A value of one bit as a condition; `None` if it is undefined.
pub fn to_bool(pool: &mut TermPool, value: Value) -> Option<Bool> {
    match value {
        Value::Int(bit) => Some(pool.bool_const(bit & 1 == 1)),
        Value::Term(bit) => {
            let one = pool.bv_u64(1, 1);
            Some(pool.eq(bit, one))
        }
        _ => None,
    }
}

pub fn sign_extend(pool: &mut TermPool, value: Value, from: u32, to: u32) -> Value {
    if from == to {
        return value;
    }
    if let Some(known) = known_bits(pool, value, from) {
        return from_bits(pool, &known.sext(to));
    }
    if let (true, Some((bits, undef))) = (to <= 64, value.bits_and_undef(from)) {
        let spread = |x: u64| crate::value::signed(x, from).cast_unsigned();
        return Value::partial(spread(bits), spread(undef), to);
    }
    if value == Value::Undef {
        return Value::Undef;
    }
    let wide = term(pool, value, from);
    let wide = pool.bv_sext(wide, to);
    as_known(pool, wide)
}
