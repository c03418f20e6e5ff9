//! Environment variables: each is unset or any short text.

use crate::{LibC, Table};
use margay_engine::{Call, Flow, ModelResult, ObjectKind, Value};
use margay_ir::finding::Source;
use std::rc::Rc;

pub const MODELS: Table =
    &[("getenv", getenv), ("secure_getenv", getenv), ("__secure_getenv", getenv)];

/// Bytes that the value of a variable has at most.
const LONGEST: u64 = 128;

fn getenv(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    let name = call.read_string(name)?;
    if let Some(known) = call.library::<LibC>().outside.environment.get(&name) {
        return Ok((*known).into());
    }
    call.leave_out(&format!("environment variables of more than {LONGEST} bytes"));
    let address = call.allocate_object(ObjectKind::Library, LONGEST + 1, 1);
    let source = Source::Environment { name: String::from_utf8_lossy(&name).into_owned() };
    let bytes = call.input_bytes(source.clone(), LONGEST);
    for (offset, byte) in (0..).zip(bytes) {
        call.memory().set_byte(address + offset, Value::Term(byte))?;
    }
    call.write_bytes(address + LONGEST, &[0])?;
    let value = call.unless_missing(address, source);
    Rc::make_mut(&mut call.library::<LibC>().outside.environment).insert(name, value);
    Ok(Flow::Return(vec![value]))
}
