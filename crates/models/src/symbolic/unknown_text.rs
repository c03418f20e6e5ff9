//! Text that a pointer of unknown origin leads to.
//!
//! The characters of such text and its length are unknown, and so is what a function returns for it. It is not read
//! character by character, which would only try one length after the other. A function that is called again for the
//! same text returns the same, as long as nothing is written there.

use crate::spec::{FunctionSpec, UnknownText};
use crate::{functions, getopt};
use margay_engine::memory::Loose;
use margay_engine::provenance::{Passed, Provenance};
use margay_engine::{Call, Flow, Model, ModelResult, Stop, Value};
use margay_ir::spell::library_name;
use std::sync::OnceLock;

/// The model of a function that is given text which may be unknown.
pub fn model(function: &FunctionSpec) -> Option<Model> {
    let model = match function.unknown_text? {
        UnknownText::Number
        | UnknownText::Length
        | UnknownText::Parsed
        | UnknownText::Place
        | UnknownText::Double => read,
        UnknownText::Scanned => scan,
        UnknownText::Options => option,
        UnknownText::Written => write,
    };
    Some(model)
}

/// Where a function stands among those that say something of text. Those of other names for them say nothing.
fn number(name: &str) -> Option<u32> {
    static READERS: OnceLock<Vec<&str>> = OnceLock::new();
    let readers = READERS.get_or_init(|| {
        let all = functions::all().filter(|function| function.unknown_text.is_some());
        all.map(|function| function.name).filter(|name| library_name(name) == *name).collect()
    });
    readers.binary_search(&name).ok().and_then(|index| u32::try_from(index).ok())
}

fn read(call: &mut Call<'_>) -> ModelResult {
    let says = functions::function(call.name).and_then(|function| function.unknown_text);
    let (number, text) = (number(call.name), unknown_text(call)?);
    let (Some(says), Some(number), Some(text)) = (says, number, text) else { return known(call) };
    let word = call.pointer_bytes() * 8;
    let bits = match says {
        UnknownText::Number => 32,
        UnknownText::Double => 64,
        _ => word,
    };
    // Which text, and what else was asked.
    let others = call.args.iter().filter_map(|arg| arg.value.as_u64());
    let asked = others.fold(text, |all, other| all.wrapping_mul(31).wrapping_add(other));
    let offset = call.pool.bv_u64(64, asked);
    let len = u32::MAX - number;
    let said = call.state.memory.object(text).and_then(|object| object.loose(offset, len));
    let value = match said {
        Some(value) => value,
        None => {
            let value = unknown(call, bits, says == UnknownText::Place);
            if says == UnknownText::Length {
                let limit = call.pool.bv_u64(bits, 1 << 31);
                let modest = call.pool.bv_ult(value, limit);
                call.given(modest)?;
            }
            let value = Value::Term(value);
            if let Some(object) = call.memory().object_mut(text) {
                object.set_loose(Loose { offset, len, value });
            }
            value
        }
    };
    if says == UnknownText::Parsed {
        let end = call.arg_u64(1)?;
        if end != 0 {
            let place = unknown(call, word, true);
            call.store_value(end, word / 8, Value::Term(place))?;
        }
    }
    Ok(value.into())
}

/// Neither the text is known, nor how many of the conversions it has values for.
fn scan(call: &mut Call<'_>) -> ModelResult {
    if call.open_object(0)?.is_none() {
        return known(call);
    }
    for index in 2..call.args.len() {
        let to = call.arg_u64(index)?;
        call.memory().check(to, 1, margay_engine::AccessKind::Write)?;
        let (mut access, state) = call.access();
        access.forget(state, to, Provenance::Caller(Passed::Memory), "");
    }
    Ok(Value::Term(unknown(call, 32, false)).into())
}

/// Neither the next option is known, nor its argument.
fn option(call: &mut Call<'_>) -> ModelResult {
    if call.open_object(1)?.is_none() {
        return known(call);
    }
    let variables = getopt::variables(call);
    let bytes = call.pointer_bytes();
    let value = Value::Term(unknown(call, bytes * 8, true));
    call.store_value(variables.optarg, bytes, value)?;
    for place in [variables.optind, variables.optopt] {
        let value = Value::Term(unknown(call, 32, false));
        call.store_value(place, 4, value)?;
    }
    Ok(Value::Term(unknown(call, 32, false)).into())
}

/// What is written is as unknown as what is read; whether there is room for it as well.
fn write(call: &mut Call<'_>) -> ModelResult {
    if unknown_text(call)?.is_none() {
        return known(call);
    }
    let to = call.arg_u64(0)?;
    call.memory().check(to, 1, margay_engine::AccessKind::Write)?;
    let (mut access, state) = call.access();
    access.forget(state, to, Provenance::Caller(Passed::Memory), "");
    match call.name {
        "strcpy" | "strcat" | "strncat" => Ok(Flow::address(to)),
        "stpcpy" => {
            let bits = call.pointer_bytes() * 8;
            let end = unknown(call, bits, true);
            Ok(Value::Term(end).into())
        }
        _ => {
            let bits = call.pointer_bytes() * 8;
            Ok(Value::Term(unknown(call, bits, false)).into())
        }
    }
}

fn unknown(call: &mut Call<'_>, bits: u32, is_pointer: bool) -> margay_smt::Bv {
    let what = format!("{} of unknown text", call.name);
    let from = Provenance::Caller(Passed::Computed);
    let symbol = call.state.new_symbol(call.pool, from, &what, bits);
    if is_pointer {
        call.is_pointer(symbol);
    }
    symbol
}

/// The first of two arguments that leads to text of unknown length.
fn unknown_text(call: &mut Call<'_>) -> Result<Option<u64>, Stop> {
    for index in 0..2 {
        if let Some(address) = call.open_object(index)? {
            return Ok(Some(address));
        }
        if let Some(address) = call.arg(index).as_u64().filter(|at| call.is_unknown_at(*at)) {
            return Ok(Some(address));
        }
    }
    Ok(None)
}

/// What is done with text that is known.
fn known(call: &mut Call<'_>) -> ModelResult {
    let function = crate::function(call.name).expect("the library has it");
    function.behaviour().expect("the library has a model").answer(call)
}
