//! Sockets: the other side may do anything.

use super::files::status;
use super::pipes;
use crate::spec::{Table, all_answers};
use margay_engine::{Call, ModelResult, Value, terms};

pub const MODELS: Table = &[
    all_answers("bind", of_socket),
    all_answers("listen", of_socket),
    all_answers("connect", of_socket),
    all_answers("shutdown", of_socket),
    all_answers("setsockopt", of_socket),
    all_answers("inet_addr", |call| {
        let text = call.arg(0);
        super::output::string(call, text)?;
        Ok(Value::Term(call.state.new_symbol(call.pool, "inet_addr", 32)).into())
    }),
    all_answers("htons", |call| swapped(call, 16)),
    all_answers("ntohs", |call| swapped(call, 16)),
    all_answers("htonl", |call| swapped(call, 32)),
    all_answers("ntohl", |call| swapped(call, 32)),
];

/// What is done to a socket may change how it waits.
fn of_socket(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    status(call)
}

/// A number of so many bits with its bytes the other way round.
fn swapped(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let value = match call.arg(0) {
        Value::Undef | Value::Partial { .. } => Value::Int(call.arg_u64(0)?),
        value => value,
    };
    let value = match value {
        Value::Term(term) => terms::resize(call.pool, value, call.pool.width(term), bits),
        known => known,
    };
    let value = terms::term(call.pool, value, bits);
    let bytes = (0..bits / 8).map(|at| call.pool.bv_extract(at * 8 + 7, at * 8, value));
    let bytes: Vec<_> = bytes.collect();
    let swapped = bytes.into_iter().reduce(|high, low| call.pool.bv_concat(high, low));
    Ok(terms::as_known(call.pool, swapped.expect("some bytes")).into())
}
