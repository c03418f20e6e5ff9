//! `ctype.h` of what may be no character: neither a byte without a sign nor `EOF`.

use crate::ctype::in_range;
use crate::{CLibrary, Table};
use margay_engine::{Call, Fault, Library, ModelResult, Value};

pub const MODELS: Table = &[
    ("isalnum", |call| of_character(call, "isalnum")),
    ("isalpha", |call| of_character(call, "isalpha")),
    ("isblank", |call| of_character(call, "isblank")),
    ("iscntrl", |call| of_character(call, "iscntrl")),
    ("isdigit", |call| of_character(call, "isdigit")),
    ("isgraph", |call| of_character(call, "isgraph")),
    ("islower", |call| of_character(call, "islower")),
    ("isprint", |call| of_character(call, "isprint")),
    ("ispunct", |call| of_character(call, "ispunct")),
    ("isspace", |call| of_character(call, "isspace")),
    ("isupper", |call| of_character(call, "isupper")),
    ("isxdigit", |call| of_character(call, "isxdigit")),
    ("tolower", |call| of_character(call, "tolower")),
    ("toupper", |call| of_character(call, "toupper")),
];

/// Sees to it that the argument is a character, and does what the library does.
fn of_character(call: &mut Call<'_>, function: &'static str) -> ModelResult {
    let what = "the argument is neither a character nor EOF";
    match call.state.path.resolve(call.pool, call.arg(0)) {
        Value::Term(c) => {
            let valid = in_range(call.pool, c, -1, 255);
            call.require(valid, Fault::LibraryMisuse { function, detail: what.to_owned() })?;
        }
        Value::Int(_) => {
            let c = call.arg_i32(0)?;
            if !(-1..256).contains(&c) {
                let detail = format!("{what}, but {c}");
                return Err(Fault::LibraryMisuse { function, detail }.into());
            }
        }
        _ => {}
    }
    CLibrary.model(function).expect("the library has it")(call)
}
