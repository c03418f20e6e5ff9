//! Environment variables: each is unset or any short text, unless the program has set it.

use super::unseen;
use crate::text::{new_object, string, terminated};
use crate::{CLibrary, LibC, Table};
use margay_engine::{Call, Flow, Library, ModelResult, ObjectKind, Stop, Value, terms};
use margay_ir::finding::Source;
use std::rc::Rc;

pub const MODELS: Table = &[
    ("getenv", getenv),
    ("secure_getenv", getenv),
    ("__secure_getenv", getenv),
    ("setenv", setenv),
    ("unsetenv", unsetenv),
    ("putenv", putenv),
    ("clearenv", clearenv),
];

/// Bytes that the value of a variable has at most.
const LONGEST: u64 = 128;

fn getenv(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    let name = call.read_string(name)?;
    Ok(value(call, name)?.into())
}

/// Where the value of a variable is, or null.
fn value(call: &mut Call<'_>, name: Vec<u8>) -> Result<Value, Stop> {
    let outside = &call.library::<LibC>().outside;
    if let Some(known) = outside.environment.get(&name) {
        return Ok(*known);
    }
    if outside.environment_cleared {
        return Ok(Value::Int(0));
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
    set(call, name, value);
    Ok(value)
}

fn set(call: &mut Call<'_>, name: Vec<u8>, value: Value) {
    Rc::make_mut(&mut call.library::<LibC>().outside.environment).insert(name, value);
}

/// What the library does by itself, which looks at what it is given; whether that is well.
fn changes(call: &mut Call<'_>) -> Result<Result<(), Flow>, Stop> {
    call.leave_out(unseen::SET_ENVIRONMENT);
    let flow = CLibrary.model(call.name).expect("the library has it")(call)?;
    let fine = matches!(&flow, Flow::Return(values) if values[..] == [Value::Int(0)]);
    Ok(if fine { Ok(()) } else { Err(flow) })
}

fn setenv(call: &mut Call<'_>) -> ModelResult {
    if let Err(flow) = changes(call)? {
        return Ok(flow);
    }
    let (name, to, overwrite) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_i32(2)?);
    let (name, to) = (string(call, name)?, string(call, to)?);
    if overwrite == 0 {
        let old = value(call, name.clone())?;
        let bits = call.pointer_bytes() * 8;
        let (old, null) = (terms::term(call.pool, old, bits), call.pool.bv_u64(bits, 0));
        let is_set = call.pool.ne(old, null);
        if call.decide(is_set)? {
            return Ok(Flow::int(0));
        }
    }
    let address = new_object(call, &terminated(&to));
    set(call, name, Value::Int(address));
    Ok(Flow::int(0))
}

fn unsetenv(call: &mut Call<'_>) -> ModelResult {
    if let Err(flow) = changes(call)? {
        return Ok(flow);
    }
    let name = call.arg_u64(0)?;
    let name = string(call, name)?;
    set(call, name, Value::Int(0));
    Ok(Flow::int(0))
}

/// The string itself becomes part of the environment; without a value, the name is removed.
fn putenv(call: &mut Call<'_>) -> ModelResult {
    if let Err(flow) = changes(call)? {
        return Ok(flow);
    }
    let entry = call.arg_u64(0)?;
    let mut name = string(call, entry)?;
    let mut value = 0;
    if let Some(end) = name.iter().position(|c| *c == b'=') {
        value = entry + end as u64 + 1;
        name.truncate(end);
    }
    set(call, name, Value::Int(value));
    Ok(Flow::int(0))
}

fn clearenv(call: &mut Call<'_>) -> ModelResult {
    if let Err(flow) = changes(call)? {
        return Ok(flow);
    }
    let outside = &mut call.library::<LibC>().outside;
    outside.environment = Rc::default();
    outside.environment_cleared = true;
    Ok(Flow::int(0))
}
