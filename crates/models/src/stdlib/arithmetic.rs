//! Integer arithmetic of `stdlib.h`: `abs`, `div` and their kin.

use crate::spec::{Facts, Table, exact};
use crate::text::arg_signed;
use margay_engine::{Call, Fault, Flow, ModelResult, Stop, Value, mask};

pub const MODELS: Table = Facts::PURE.of_all(&[
    exact("abs", |call| absolute(call, 32)).typed("ii"),
    exact("labs", |call| absolute(call, call.pointer_bytes() * 8)).typed("ll"),
    exact("llabs", |call| absolute(call, 64)).typed("qq"),
    exact("imaxabs", |call| absolute(call, 64)).typed("qq"),
    exact("div", div).typed("xii"),
    exact("ldiv", |call| divide_long(call, call.pointer_bytes() * 8)).typed("xll"),
    exact("lldiv", |call| divide_long(call, 64)).typed("xqq"),
    exact("imaxdiv", |call| divide_long(call, 64)).typed("xqq"),
]);

fn absolute(call: &mut Call<'_>, bits: u32) -> ModelResult {
    if let Value::Term(value) = call.arg(0)
        && call.pool.as_const_u64(value).is_none()
    {
        let zero = call.pool.bv_u64(bits, 0);
        let smallest = call.pool.bv_u64(bits, 1 << (bits - 1));
        let overflows = call.pool.eq(value, smallest);
        if call.decide(overflows)? {
            call.fault(Fault::SignedOverflow { operation: "negation", bits })?;
        }
        let negative = call.pool.bv_slt(value, zero);
        let negated = call.pool.bv_neg(value);
        return Ok(Value::Term(call.pool.ite(negative, negated, value)).into());
    }
    let value = arg_signed(call, 0)?;
    if value == -1 << (bits - 1) {
        call.fault(Fault::SignedOverflow { operation: "negation", bits })?;
    }
    Ok(Value::Int(value.unsigned_abs() & mask(bits)).into())
}

/// Quotient and remainder of the two arguments.
fn divide(call: &mut Call<'_>, bits: u32) -> Result<(u64, u64), Stop> {
    let (a, b) = (arg_signed(call, 0)?, arg_signed(call, 1)?);
    if b == 0 {
        return Err(Fault::DivisionByZero.into());
    }
    if b == -1 && a == -1 << (bits - 1) {
        call.fault(Fault::SignedOverflow { operation: "division", bits })?;
    }
    let (quotient, remainder) = (a.wrapping_div(b), a.wrapping_rem(b));
    Ok((quotient.cast_unsigned() & mask(bits), remainder.cast_unsigned() & mask(bits)))
}

/// `div_t` is two `int`s, which x86-64 returns as one register.
fn div(call: &mut Call<'_>) -> ModelResult {
    returned_struct(call, 32, |call, (quotient, remainder)| {
        if call.pointer_bytes() == 8 {
            vec![Value::Int(quotient | remainder << 32)]
        } else {
            vec![Value::Int(quotient), Value::Int(remainder)]
        }
    })
}

fn divide_long(call: &mut Call<'_>, bits: u32) -> ModelResult {
    returned_struct(call, bits, |_, (quotient, remainder)| {
        vec![Value::Int(quotient), Value::Int(remainder)]
    })
}

/// Targets that return structs in memory pass their place as a hidden first argument.
fn returned_struct(
    call: &mut Call<'_>,
    bits: u32,
    in_registers: fn(&mut Call<'_>, (u64, u64)) -> Vec<Value>,
) -> ModelResult {
    if call.args.len() < 3 {
        let result = divide(call, bits)?;
        return Ok(Flow::Return(in_registers(call, result)));
    }
    let place = call.arg_u64(0)?;
    let args = call.args;
    call.args = &args[1..];
    let result = divide(call, bits);
    call.args = args;
    let (quotient, remainder) = result?;
    call.store(place, bits / 8, quotient)?;
    call.store(place.wrapping_add(u64::from(bits / 8)), bits / 8, remainder)?;
    Ok(Flow::void())
}
