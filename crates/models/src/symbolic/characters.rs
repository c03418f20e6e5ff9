//! `ctype.h` of what may be no character: neither a byte without a sign nor `EOF`.

use crate::CLibrary;
use crate::ctype::in_range;
use crate::spec::{Table, all_answers};
use margay_engine::{Call, Fault, Library, ModelResult, Value};

pub const MODELS: Table = Table::of(&[
    all_answers("isalnum", |call| of_character(call, "isalnum")),
    all_answers("isalpha", |call| of_character(call, "isalpha")),
    all_answers("isblank", |call| of_character(call, "isblank")),
    all_answers("iscntrl", |call| of_character(call, "iscntrl")),
    all_answers("isdigit", |call| of_character(call, "isdigit")),
    all_answers("isgraph", |call| of_character(call, "isgraph")),
    all_answers("islower", |call| of_character(call, "islower")),
    all_answers("isprint", |call| of_character(call, "isprint")),
    all_answers("ispunct", |call| of_character(call, "ispunct")),
    all_answers("isspace", |call| of_character(call, "isspace")),
    all_answers("isupper", |call| of_character(call, "isupper")),
    all_answers("isxdigit", |call| of_character(call, "isxdigit")),
    all_answers("tolower", |call| of_character(call, "tolower")),
    all_answers("toupper", |call| of_character(call, "toupper")),
]);

/// Sees to it that the argument is a character, and does what the library does.
fn of_character(call: &mut Call<'_>, function: &'static str) -> ModelResult {
    let what = "the argument is neither a character nor EOF";
    match call.state.path.resolve(call.pool, call.arg(0)) {
        Value::Term(c) => {
            let (valid, near) =
                (in_range(call.pool, c, -1, 255), in_range(call.pool, c, -128, 255));
            let far = call.pool.not(near);
            let fault = match call.possible(far) {
                true => Fault::LibraryMisuse { function, detail: what.to_owned() },
                false => Fault::NegativeCharacter { function },
            };
            call.require(valid, fault)?;
        }
        Value::Int(_) => {
            let c = call.arg_i32(0)?;
            if (-128..-1).contains(&c) {
                return Err(Fault::NegativeCharacter { function }.into());
            }
            if !(-1..256).contains(&c) {
                let detail = format!("{what}, but {c}");
                return Err(Fault::LibraryMisuse { function, detail }.into());
            }
        }
        _ => {}
    }
    CLibrary.model(function).expect("the library has it")(call)
}
