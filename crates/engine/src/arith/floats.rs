//! Floating-point operations over values of any kind.
//!
//! The interpreter handles known singles and doubles itself, with the hardware's
//! own operations; this is where the other formats and symbolic operands go.

use crate::arith::ints::{self, Outcome};
use crate::fault::Fault;
use crate::value::Value;
use crate::value::lane::Lane;
use crate::value::terms::{as_known, from_bits, known_bits, term};
use margay_ir::{BinaryOp, FcmpPred, FloatKind};
use margay_smt::concrete::{float, float_int};
use margay_smt::{BitVec, Fp, TermPool};
use std::cmp::Ordering;

/// The solver's name of a format. PowerPC's pair of doubles has none; it is never
/// met on the targets we run and behaves as a quad here.
pub fn smt_kind(kind: FloatKind) -> margay_smt::FloatKind {
    match kind {
        FloatKind::Half => margay_smt::FloatKind::Half,
        FloatKind::BFloat => margay_smt::FloatKind::BFloat,
        FloatKind::Single => margay_smt::FloatKind::Single,
        FloatKind::Double => margay_smt::FloatKind::Double,
        FloatKind::X87 => margay_smt::FloatKind::X87,
        FloatKind::Quad | FloatKind::PpcDouble => margay_smt::FloatKind::Quad,
    }
}

fn fp(pool: &mut TermPool, kind: FloatKind, value: Value) -> Fp {
    let bits = term(pool, value, kind.bits());
    pool.fp_from_bits(smt_kind(kind), bits)
}

fn from_fp(pool: &mut TermPool, value: Fp) -> Value {
    let bits = pool.fp_to_bits(value);
    as_known(pool, bits)
}

pub fn binary(pool: &mut TermPool, op: BinaryOp, kind: FloatKind, a: Value, b: Value) -> Value {
    if let (Some(x), Some(y)) = (a.as_u128(), b.as_u128()) {
        let k = smt_kind(kind);
        let result = match op {
            BinaryOp::FAdd => float::add(k, x, y),
            BinaryOp::FSub => float::sub(k, x, y),
            BinaryOp::FMul => float::mul(k, x, y),
            BinaryOp::FDiv => float::div(k, x, y),
            BinaryOp::FRem => float::rem(k, x, y),
            _ => unreachable!("integer operations go to `ints`"),
        };
        return Value::from_u128(result, kind.bits());
    }
    if !is_symbolic(a) && !is_symbolic(b) {
        let result = binary(pool, op, kind, as_defined(a, kind.bits()), as_defined(b, kind.bits()));
        return as_undefined(result, kind.bits());
    }
    let (x, y) = (fp(pool, kind, a), fp(pool, kind, b));
    let result = match op {
        BinaryOp::FAdd => pool.fp_add(x, y),
        BinaryOp::FSub => pool.fp_sub(x, y),
        BinaryOp::FMul => pool.fp_mul(x, y),
        BinaryOp::FDiv => pool.fp_div(x, y),
        BinaryOp::FRem => pool.fp_rem(x, y),
        _ => unreachable!("integer operations go to `ints`"),
    };
    from_fp(pool, result)
}

fn is_symbolic(value: Value) -> bool {
    matches!(value, Value::Term(_))
}

/// The value that an undefined one has all the same.
pub fn as_defined(value: Value, bits: u32) -> Value {
    match value {
        Value::Partial { bits, .. } => Value::Int(bits),
        Value::Undef if bits <= 128 => Value::from_u128(0, bits),
        other => other,
    }
}

/// The value with all its bits undefined; wider ones than 64 bits lose what they are.
pub fn as_undefined(value: Value, bits: u32) -> Value {
    match value {
        Value::Int(known) => Value::partial(known, u64::MAX, bits),
        _ => Value::Undef,
    }
}

pub fn negate(pool: &mut TermPool, kind: FloatKind, value: Value) -> Value {
    match value.as_u128() {
        Some(known) => Value::from_u128(float::neg(smt_kind(kind), known), kind.bits()),
        None if !is_symbolic(value) => {
            let result = negate(pool, kind, as_defined(value, kind.bits()));
            as_undefined(result, kind.bits())
        }
        None => {
            let value = fp(pool, kind, value);
            let value = pool.fp_neg(value);
            from_fp(pool, value)
        }
    }
}

/// Whether an order of two floats (`None` if one is NaN) satisfies a predicate.
#[inline]
pub fn satisfies(pred: FcmpPred, order: Option<Ordering>) -> bool {
    use Ordering::{Equal, Greater, Less};
    match pred {
        FcmpPred::False => false,
        FcmpPred::True => true,
        FcmpPred::Ord => order.is_some(),
        FcmpPred::Uno => order.is_none(),
        FcmpPred::Oeq => order == Some(Equal),
        FcmpPred::Ogt => order == Some(Greater),
        FcmpPred::Oge => matches!(order, Some(Greater | Equal)),
        FcmpPred::Olt => order == Some(Less),
        FcmpPred::Ole => matches!(order, Some(Less | Equal)),
        FcmpPred::One => matches!(order, Some(Less | Greater)),
        FcmpPred::Ueq => matches!(order, None | Some(Equal)),
        FcmpPred::Ugt => matches!(order, None | Some(Greater)),
        FcmpPred::Uge => matches!(order, None | Some(Greater | Equal)),
        FcmpPred::Ult => matches!(order, None | Some(Less)),
        FcmpPred::Ule => matches!(order, None | Some(Less | Equal)),
        FcmpPred::Une => order != Some(Equal),
    }
}

pub fn compare(pool: &mut TermPool, pred: FcmpPred, kind: FloatKind, a: Value, b: Value) -> Value {
    if let (Some(x), Some(y)) = (a.as_u128(), b.as_u128()) {
        return Value::bool(satisfies(pred, float::compare(smt_kind(kind), x, y)));
    }
    if !is_symbolic(a) && !is_symbolic(b) {
        let bits = kind.bits();
        let result = compare(pool, pred, kind, as_defined(a, bits), as_defined(b, bits));
        return as_undefined(result, 1);
    }
    let (x, y) = (fp(pool, kind, a), fp(pool, kind, b));
    let (x_nan, y_nan) = (pool.fp_is_nan(x), pool.fp_is_nan(y));
    let unordered = pool.or(x_nan, y_nan);
    let ordered = pool.not(unordered);
    let (less, equal, greater) = (pool.fp_olt(x, y), pool.fp_oeq(x, y), pool.fp_olt(y, x));
    // A predicate is the union of the orders that satisfy it.
    let mut result = pool.bool_const(false);
    for (order, condition) in [
        (Some(Ordering::Less), less),
        (Some(Ordering::Equal), equal),
        (Some(Ordering::Greater), greater),
        (None, unordered),
    ] {
        if satisfies(pred, order) {
            result = pool.or(result, condition);
        }
    }
    if pred == FcmpPred::Ord {
        result = ordered;
    }
    ints::from_bool(pool, result)
}

pub fn convert(pool: &mut TermPool, value: Value, from: Lane, to: Lane) -> Value {
    let (Some(from_kind), Some(to_kind)) = (from.float, to.float) else { return Value::Undef };
    match value.as_u128() {
        Some(known) => {
            let result = float::convert(smt_kind(from_kind), smt_kind(to_kind), known);
            Value::from_u128(result, to.bits)
        }
        None if !is_symbolic(value) => {
            let result = convert(pool, as_defined(value, from.bits), from, to);
            as_undefined(result, to.bits)
        }
        None => {
            let value = fp(pool, from_kind, value);
            let value = pool.fp_convert(value, smt_kind(to_kind));
            from_fp(pool, value)
        }
    }
}

pub fn from_int(pool: &mut TermPool, is_signed: bool, value: Value, from: Lane, to: Lane) -> Value {
    let Some(kind) = to.float else { return Value::Undef };
    if let Some(known) = known_bits(pool, value, from.bits) {
        let kind = smt_kind(kind);
        let result = if is_signed {
            float_int::from_signed(kind, &known)
        } else {
            float_int::from_unsigned(kind, &known)
        };
        return Value::from_u128(result, to.bits);
    }
    let Value::Term(bits) = value else {
        if from.bits > 128 {
            return Value::Undef;
        }
        let result = from_int(pool, is_signed, as_defined(value, from.bits), from, to);
        return as_undefined(result, to.bits);
    };
    let result = pool.fp_from_int(smt_kind(kind), is_signed, bits);
    from_fp(pool, result)
}

/// A float as an integer, towards zero. Out of range it is a fault, and the result is
/// x86's: the smallest number.
pub fn to_int(pool: &mut TermPool, is_signed: bool, value: Value, from: Lane, to: Lane) -> Outcome {
    let Some(kind) = from.float else { return (Value::Undef, None) };
    let k = smt_kind(kind);
    match value.as_u128() {
        Some(known) => {
            let result = if is_signed {
                float_int::to_signed(k, known, to.bits)
            } else {
                float_int::to_unsigned(k, known, to.bits)
            };
            match result {
                Some(result) => (from_bits(pool, &result), None),
                None => (
                    hardware_to_int(pool, is_signed, k, known, to.bits),
                    Some(Fault::FloatToIntOverflow),
                ),
            }
        }
        None if !is_symbolic(value) => {
            let (result, _) = to_int(pool, is_signed, as_defined(value, from.bits), from, to);
            (as_undefined(result, to.bits), None)
        }
        None => {
            let value = fp(pool, kind, value);
            let bits = pool.fp_to_int(value, is_signed, to.bits);
            (as_known(pool, bits), None)
        }
    }
}

/// What clang's code for x86-64 gives for a float that does not fit. The instructions
/// convert to signed 32 or 64 bits and give the smallest number if that does not fit.
fn hardware_to_int(
    pool: &mut TermPool,
    is_signed: bool,
    kind: margay_smt::FloatKind,
    value: u128,
    bits: u32,
) -> Value {
    let instruction = |value, width| {
        float_int::to_signed(kind, value, width).unwrap_or_else(|| BitVec::signed_min(width))
    };
    let result = if bits > 64 {
        instruction(value, bits)
    } else if bits < 32 || (is_signed && bits == 32) {
        instruction(value, 32).trunc(bits)
    } else if is_signed || bits < 64 {
        instruction(value, 64).trunc(bits)
    } else {
        // Unsigned 64 bits are made of two signed conversions, of the value and of what
        // is above 2^63 in it.
        let limit = float_int::from_unsigned(kind, &BitVec::power_of_two(64, 63));
        let above = instruction(float::sub(kind, value, limit), 64);
        if kind == margay_smt::FloatKind::X87 {
            let large = float::compare(kind, value, limit) != Some(Ordering::Less);
            if large { above.xor(&BitVec::signed_min(64)) } else { instruction(value, 64) }
        } else {
            let low = instruction(value, 64);
            if low.is_negative() { low.or(&above) } else { low }
        }
    };
    from_bits(pool, &result)
}
