//! Text that a pointer of unknown origin leads to.
//!
//! The characters of such text and its length are unknown, and so is what a function returns for it. It is not read
//! character by character, which would only try one length after the other. A function that is called again for the
//! same text returns the same, as long as nothing is written there.

use crate::getopt;
use margay_engine::memory::Loose;
use margay_engine::provenance::{Passed, Provenance};
use margay_engine::{Call, Flow, Model, ModelResult, Stop, Value};

/// What a function says of text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Says {
    /// An `int`.
    Number,
    /// A number of bytes.
    Length,
    /// A `long`, with a pointer to what follows in the second argument.
    Parsed,
    /// A pointer into it, or null.
    Place,
    Double,
}

const READERS: &[(&str, Says)] = &[
    ("strlen", Says::Length),
    ("strnlen", Says::Length),
    ("strspn", Says::Length),
    ("strcspn", Says::Length),
    ("strcmp", Says::Number),
    ("strncmp", Says::Number),
    ("strcoll", Says::Number),
    ("strcasecmp", Says::Number),
    ("strncasecmp", Says::Number),
    ("memcmp", Says::Number),
    ("bcmp", Says::Number),
    ("atoi", Says::Number),
    ("strchr", Says::Place),
    ("strrchr", Says::Place),
    ("strchrnul", Says::Place),
    ("memchr", Says::Place),
    ("memrchr", Says::Place),
    ("strstr", Says::Place),
    ("strcasestr", Says::Place),
    ("strpbrk", Says::Place),
    ("memmem", Says::Place),
    ("writev", Says::Length),
    ("atol", Says::Length),
    ("atoll", Says::Length),
    ("atof", Says::Double),
    ("strtol", Says::Parsed),
    ("strtoul", Says::Parsed),
    ("strtoll", Says::Parsed),
    ("strtoull", Says::Parsed),
];

/// Functions that write what they read of the first argument where those from the third on lead.
const SCANNERS: &[&str] = &["sscanf"];

/// Functions that take options from a table of text.
const OPTIONS: &[&str] = &["getopt", "__posix_getopt", "getopt_long", "getopt_long_only"];

/// Functions that write text where the first argument leads.
const WRITERS: &[&str] = &["strcpy", "stpcpy", "strcat", "strncat", "strlcpy", "strlcat"];

/// The model of a function that reads text, which may be unknown.
pub fn model(name: &str) -> Option<Model> {
    let name = margay_ir::spell::library_name(name);
    if READERS.iter().any(|(reader, _)| *reader == name) {
        return Some(read);
    }
    if SCANNERS.contains(&name) {
        return Some(scan);
    }
    if OPTIONS.contains(&name) {
        return Some(option);
    }
    WRITERS.contains(&name).then_some(write)
}

fn read(call: &mut Call<'_>) -> ModelResult {
    let index = READERS.iter().position(|(name, _)| *name == call.name);
    let (Some(index), Some(text)) = (index, unknown_text(call)?) else { return known(call) };
    let says = READERS[index].1;
    let word = call.pointer_bytes() * 8;
    let bits = match says {
        Says::Number => 32,
        Says::Double => 64,
        Says::Length | Says::Parsed | Says::Place => word,
    };
    // Which text, and what else was asked.
    let others = call.args.iter().filter_map(|arg| arg.value.as_u64());
    let asked = others.fold(text, |all, other| all.wrapping_mul(31).wrapping_add(other));
    let offset = call.pool.bv_u64(64, asked);
    let len = u32::MAX - u32::try_from(index).expect("a short table");
    let said = call.state.memory.object(text).and_then(|object| object.loose(offset, len));
    let value = match said {
        Some(value) => value,
        None => {
            let value = unknown(call, bits, says == Says::Place);
            if says == Says::Length {
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
    if says == Says::Parsed {
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
