//! From the domain of a result back to those of the operands.
//!
//! Every rule is sound on its own: where the term is in `result` and its operands are in the
//! domains that `known` gives, they are in the domains that the rule hands out too. Operations
//! without a rule say nothing about their operands.

use super::node::Operands;
use super::refine::{Contradiction, Steps};
use super::{Domain, mask, wrapped};
use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node};

/// Hands on what follows for the operands of `term`, which is in `result`.
pub(super) fn from_value(
    pool: &TermPool,
    term: Bv,
    result: Domain,
    known: &impl Operands,
    steps: &mut Steps,
) -> Result<(), Contradiction> {
    let value = |a: Bv| known.value(a);
    match pool.node(term) {
        Node::ZeroExtend { value: a, .. } | Node::SignExtend { value: a, .. } => {
            steps.value(a, Some(result.extract(pool.width(a) - 1, 0)));
        }
        Node::Extract { high, low, value: a } => {
            steps.value(a, value(a).map(|whole| around_slice(whole, high, low, result)));
        }
        Node::Concat(a, b) => {
            let below = pool.width(b);
            steps.value(a, Some(result.extract(result.width() - 1, below)));
            steps.value(b, Some(result.extract(below - 1, 0)));
        }
        Node::FromBool(p) => {
            if let Some(bit) = result.as_const() {
                steps.truth(p, bit == 1);
            }
        }
        Node::BvNot(a) => steps.value(a, Some(result.not())),
        Node::BvNeg(a) => steps.value(a, Some(result.neg())),
        Node::BvAdd(a, b) => {
            steps.value(a, value(b).map(|b| result.sub(b)));
            steps.value(b, value(a).map(|a| result.sub(a)));
        }
        Node::BvXor(a, b) => {
            steps.value(a, value(b).map(|b| result.xor(b)));
            steps.value(b, value(a).map(|a| result.xor(a)));
        }
        Node::BvAnd(a, b) => {
            for (a, b) in [(a, b), (b, a)] {
                steps.value(a, and_operand(result, value(b))?);
            }
        }
        Node::BvOr(a, b) => {
            // a | b = ~(~a & ~b)
            for (a, b) in [(a, b), (b, a)] {
                let complement = and_operand(result.not(), value(b).map(Domain::not))?;
                steps.value(a, complement.map(Domain::not));
            }
        }
        Node::BvMul(a, b) => {
            if let (Some(x), Some(factor)) = (value(a), value(b).and_then(Domain::as_const)) {
                factor_of(a, x, factor, result, steps)?;
            }
        }
        Node::BvUdiv(a, b) => {
            if let Some(divisor) = value(b).and_then(Domain::as_const) {
                steps.value(a, udiv_dividend(divisor, result)?);
            }
        }
        Node::BvSdiv(a, b) => {
            if let Some(divisor) = value(b).filter(|b| b.smin() > 0).and_then(Domain::as_const) {
                steps.value(a, sdiv_dividend(divisor, result)?);
            }
        }
        Node::BvUrem(a, b) => {
            // a % b <= a, and a % b < b unless b is zero
            steps.value(a, some(Domain::from_unsigned(result.width, result.umin, u64::MAX))?);
            if let Some(divisor) = value(b) {
                steps.value(a, low_bits(divisor, result)?);
                if divisor.umin() > 0 {
                    let least = result.umin.checked_add(1).ok_or(Contradiction)?;
                    steps.value(b, some(Domain::from_unsigned(result.width, least, u64::MAX))?);
                }
            }
        }
        Node::BvSrem(a, b) => {
            // A remainder has the sign of the dividend and is not further from zero.
            if result.smin > 0 {
                steps.value(a, some(Domain::from_signed(result.width, result.smin, i64::MAX))?);
            }
            if result.smax < 0 {
                steps.value(a, some(Domain::from_signed(result.width, i64::MIN, result.smax))?);
            }
            if let Some(divisor) = value(b) {
                steps.value(a, low_bits(divisor, result)?);
            }
        }
        Node::BvLshr(a, _) => {
            // a >> k <= a
            steps.value(a, some(Domain::from_unsigned(result.width, result.umin, u64::MAX))?);
        }
        Node::BvIte(p, a, b) => {
            let fits = |arm: Bv| value(arm).is_none_or(|arm| arm.meet(result).is_some());
            let Some(chosen) = chosen_arm(known.truth(p), fits(a), fits(b))? else {
                return Ok(());
            };
            steps.truth(p, chosen);
            steps.value(if chosen { a } else { b }, Some(result));
        }
        _ => {}
    }
    Ok(())
}

/// Hands on what follows for the operands of `term`, which is `holds`. Comparisons are not done here.
pub(super) fn from_truth(
    pool: &TermPool,
    term: Bool,
    holds: bool,
    known: &impl Operands,
    steps: &mut Steps,
) -> Result<(), Contradiction> {
    match pool.node(term) {
        Node::And(a, b) if holds => {
            steps.truth(a, true);
            steps.truth(b, true);
        }
        Node::And(a, b) => {
            for (a, b) in [(a, b), (b, a)] {
                if known.truth(b) == Some(true) {
                    steps.truth(a, false);
                }
            }
        }
        Node::Xor(a, b) => {
            for (a, b) in [(a, b), (b, a)] {
                if let Some(b) = known.truth(b) {
                    steps.truth(a, b != holds);
                }
            }
        }
        Node::BoolIte(p, a, b) => {
            let fits = |arm: Bool| known.truth(arm) != Some(!holds);
            let Some(chosen) = chosen_arm(known.truth(p), fits(a), fits(b))? else {
                return Ok(());
            };
            steps.truth(p, chosen);
            steps.truth(if chosen { a } else { b }, holds);
        }
        _ => {}
    }
    Ok(())
}

fn some(domain: Option<Domain>) -> Result<Option<Domain>, Contradiction> {
    domain.map(Some).ok_or(Contradiction)
}

/// The whole of which bits `low` to `high` are `slice`.
fn around_slice(whole: Domain, high: u32, low: u32, slice: Domain) -> Domain {
    let top = whole.width() - 1;
    let upper = if high < top { whole.extract(top, high + 1).concat(slice) } else { slice };
    if low == 0 { upper } else { upper.concat(whole.extract(low - 1, 0)) }
}

/// The `a` of an `a & b` that is in `result`.
fn and_operand(result: Domain, other: Option<Domain>) -> Result<Option<Domain>, Contradiction> {
    // A bit of the result that is clear although b has it was clear in a.
    let zeros = other.map_or(0, |other| result.zeros & other.ones);
    let bits = Domain::from_bits(result.width, zeros, result.ones).ok_or(Contradiction)?;
    let bounds = Domain::from_unsigned(result.width, result.umin, u64::MAX).ok_or(Contradiction)?;
    some(bits.meet(bounds))
}

/// The `a` of an `a * factor` that is in `result`.
fn factor_of(
    a: Bv,
    x: Domain,
    factor: u64,
    result: Domain,
    steps: &mut Steps,
) -> Result<(), Contradiction> {
    let width = result.width();
    if factor == 0 {
        return Ok(());
    }
    // Without overflow the bounds divide, rounded inwards.
    if u128::from(x.umax()) * u128::from(factor) <= u128::from(mask(width)) {
        let (min, max) = (result.umin().div_ceil(factor), result.umax() / factor);
        steps.value(a, some(Domain::from_unsigned(width, min, max))?);
    }
    let signed = i128::from(super::to_signed(width, factor));
    let top = Domain::top(width);
    let fits = |value: i128| (i128::from(top.smin())..=i128::from(top.smax())).contains(&value);
    if signed > 0 && fits(i128::from(x.smin()) * signed) && fits(i128::from(x.smax()) * signed) {
        let min = -(-i128::from(result.smin())).div_euclid(signed);
        let max = i128::from(result.smax()).div_euclid(signed);
        let narrow = |value: i128| i64::try_from(value).map_err(|_| Contradiction);
        steps.value(a, some(Domain::from_signed(width, narrow(min)?, narrow(max)?))?);
    }
    // 2^k * d * a = r says of the low w-k bits of a that they are (r >> k) / d.
    let k = factor.trailing_zeros();
    let rest = result.extract(width - 1, k);
    let odd = BitVec::from_u64(width - k, factor >> k);
    let inverse = odd.inverse().and_then(|inverse| inverse.to_u64());
    let inverse = inverse.expect("an odd number of at most 64 bits has an inverse");
    let low = rest.mul(Domain::constant(width - k, inverse));
    steps.value(a, some(Domain::from_bits(width, low.zeros(), low.ones()))?);
    Ok(())
}

/// The `a` of an unsigned `a / divisor` that is in `result`.
fn udiv_dividend(divisor: u64, result: Domain) -> Result<Option<Domain>, Contradiction> {
    if divisor == 0 {
        return Ok(None);
    }
    let Some(min) = result.umin.checked_mul(divisor) else {
        return Err(Contradiction);
    };
    let max = result.umax.saturating_mul(divisor).saturating_add(divisor - 1);
    some(Domain::from_unsigned(result.width, min, max))
}

/// The `a` of a signed `a / divisor` that is in `result`, for a positive divisor.
fn sdiv_dividend(divisor: u64, result: Domain) -> Result<Option<Domain>, Contradiction> {
    let divisor = i128::from(divisor);
    let (low, high) = (i128::from(result.smin) * divisor, i128::from(result.smax) * divisor);
    // Quotients are rounded to zero, so only from there they reach further.
    let low = if result.smin > 0 { low } else { low - (divisor - 1) };
    let high = if result.smax < 0 { high } else { high + (divisor - 1) };
    let low = i64::try_from(low.max(i128::from(i64::MIN))).map_err(|_| Contradiction)?;
    let high = i64::try_from(high.min(i128::from(i64::MAX))).map_err(|_| Contradiction)?;
    some(Domain::from_signed(result.width, low, high))
}

/// The low bits of a dividend, where the divisor has zeros, are those of the remainder.
fn low_bits(divisor: Domain, rest: Domain) -> Result<Option<Domain>, Contradiction> {
    let kept = wrapped(64, (1i128 << divisor.trailing().0) - 1);
    some(Domain::from_bits(rest.width, rest.zeros & kept, rest.ones & kept))
}

/// Which arm of a choice it is: the one that the condition says, or the only one that fits.
fn chosen_arm(
    condition: Option<bool>,
    then: bool,
    otherwise: bool,
) -> Result<Option<bool>, Contradiction> {
    match (condition, then, otherwise) {
        (Some(condition), ..) => Ok(Some(condition)),
        (None, true, true) => Ok(None),
        (None, false, false) => Err(Contradiction),
        (None, then, _) => Ok(Some(then)),
    }
}
