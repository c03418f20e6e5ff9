//! Chance and the clock.

use crate::spec::{Table, all_answers};
use margay_engine::{Call, Flow, ModelResult, Value};
use margay_ir::finding::{Form, Source};

pub const MODELS: Table = &[
    all_answers("rand", |call| natural(call, 31, 32)),
    all_answers("rand_r", |call| natural(call, 31, 32)),
    all_answers("random", |call| natural(call, 31, call.pointer_bytes() * 8)),
    all_answers("lrand48", |call| natural(call, 31, call.pointer_bytes() * 8)),
    all_answers("nrand48", |call| natural(call, 31, call.pointer_bytes() * 8)),
    all_answers("mrand48", |call| signed(call, 32, call.pointer_bytes() * 8)),
    all_answers("arc4random", |call| natural(call, 32, 32)),
    all_answers("srand", |_| Ok(Flow::void())),
    all_answers("srandom", |_| Ok(Flow::void())),
    all_answers("srand48", |_| Ok(Flow::void())),
    all_answers("time", time),
    all_answers("clock", |call| natural(call, 62, call.pointer_bytes() * 8)),
];

fn signed(call: &mut Call<'_>, bits: u32, width: u32) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    let number = call.input(source, Form::Signed, bits);
    Ok(Value::Term(call.pool.bv_sext(number, width)).into())
}

/// A number of `bits` bits that is not negative, in a result of `width`.
fn natural(call: &mut Call<'_>, bits: u32, width: u32) -> ModelResult {
    Ok(number(call, bits, width).into())
}

fn number(call: &mut Call<'_>, bits: u32, width: u32) -> Value {
    let source = Source::Return { function: call.name.to_owned() };
    let number = call.input(source, Form::Unsigned, bits.min(width - 1));
    Value::Term(call.pool.bv_zext(number, width))
}

fn time(call: &mut Call<'_>) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    let now = number(call, 40, bits);
    let place = call.arg_u64(0)?;
    if place != 0 {
        call.store_value(place, bits / 8, now)?;
    }
    Ok(now.into())
}
