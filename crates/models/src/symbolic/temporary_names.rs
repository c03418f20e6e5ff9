//! Names of temporary files: each of the six letters that `mkstemp` writes may be any letter or digit.
//!
//! The rest of these functions is in [`files`](super::files), whose table stands before this one and gives way to it.

use super::files;
use crate::spec::{Table, all_answers};
use margay_engine::{Call, Flow, ModelResult, Value};

pub const MODELS: Table = &[
    all_answers("mkstemp", mkstemp),
    all_answers("mkstemp64", mkstemp),
    all_answers("mkostemp", mkstemp),
    all_answers("mkostemp64", mkstemp),
];

/// Letters that are replaced.
const LETTERS: u64 = 6;

fn mkstemp(call: &mut Call<'_>) -> ModelResult {
    let template = call.arg_u64(0)?;
    let len = call.read_string(template)?.len() as u64;
    let mut tables = files::MODELS.iter();
    let opens = tables.find(|spec| spec.name == call.name).expect("it has these functions").model;
    let flow = opens(call)?;
    if let Flow::Return(values) = &flow
        && let [Value::Int(number)] = values[..]
        && number.cast_signed() >= 0
        && number != 0xffff_ffff
        && let Some(first) = (template + len).checked_sub(LETTERS)
    {
        for at in first..first + LETTERS {
            let letter = call.state.new_symbol(call.pool, "letter of a temporary name", 8);
            let mut is_one = call.pool.bool_const(false);
            for (low, high) in [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')] {
                let low = call.pool.bv_u64(8, u64::from(low));
                let high = call.pool.bv_u64(8, u64::from(high));
                let (above, below) =
                    (call.pool.bv_ule(low, letter), call.pool.bv_ule(letter, high));
                let within = call.pool.and(above, below);
                is_one = call.pool.or(is_one, within);
            }
            call.given(is_one)?;
            call.memory().set_byte(at, Value::Term(letter))?;
        }
    }
    Ok(flow)
}
