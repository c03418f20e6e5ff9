//! Environment variables: each is unset or any short text, unless the program has set it.

use super::assumed;
use crate::spec::{Table, all_answers};
use crate::text::{new_object, string, terminated};
use crate::{CLibrary, LibC};
use margay_engine::{Call, Escape, Flow, Library, ModelResult, ObjectKind, Stop, Value, terms};
use margay_ir::finding::Source;
use std::rc::Rc;

pub const MODELS: Table = Table::of(&[
    all_answers("getenv", getenv),
    all_answers("secure_getenv", getenv),
    all_answers("__secure_getenv", getenv),
    all_answers("setenv", setenv),
    all_answers("unsetenv", unsetenv),
    all_answers("putenv", putenv),
    all_answers("clearenv", clearenv),
]);

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

/// Runs the library's own function, which checks its arguments; whether it succeeds.
fn changes(call: &mut Call<'_>) -> Result<Result<(), Flow>, Stop> {
    call.leave_out(assumed::SET_ENVIRONMENT);
    let flow = CLibrary.model(call.name).expect("the library has it")(call)?;
    let fine = matches!(&flow, Flow::Return(values) if values[..] == [Value::Int(0)]);
    Ok(if fine { Ok(()) } else { Err(flow) })
}

/// The bytes of a text up to its certain end, or to where nothing is written; `None` if all of it
/// is known.
fn symbolic_text(call: &mut Call<'_>, address: u64) -> Option<Vec<Value>> {
    const MOST: u64 = 1 << 10;
    let mut bytes = Vec::new();
    for offset in 0..call.room(address).min(MOST) {
        let byte = call.peek(address + offset, 1);
        match call.state.path.resolve(call.pool, byte) {
            byte @ (Value::Int(1..) | Value::Term(_)) => bytes.push(byte),
            _ => break,
        }
    }
    bytes.iter().any(|byte| matches!(byte, Value::Term(_))).then_some(bytes)
}

/// `setenv` of a text that is not known: it stays so.
fn setenv_unknown(call: &mut Call<'_>) -> Result<Option<Flow>, Stop> {
    let (name, to, overwrite) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_i32(2)?);
    if name == 0 || to == 0 || overwrite == 0 {
        return Ok(None);
    }
    let Some(bytes) = symbolic_text(call, to) else { return Ok(None) };
    let name = string(call, name)?;
    if name.is_empty() || name.contains(&b'=') {
        return Ok(None);
    }
    call.leave_out(assumed::SET_ENVIRONMENT);
    call.leave_out(assumed::ENVIRONMENT);
    let address = call.allocate_object(ObjectKind::Library, bytes.len() as u64 + 1, 1);
    for (offset, byte) in (0..).zip(&bytes) {
        call.memory().set_byte(address + offset, *byte)?;
    }
    call.write_bytes(address + bytes.len() as u64, &[0])?;
    set(call, name, Value::Int(address));
    Ok(Some(Flow::int(0)))
}

/// `putenv` of a text of which nothing but the name is known.
fn putenv_unknown(call: &mut Call<'_>) -> Result<Option<Flow>, Stop> {
    let entry = call.arg_u64(0)?;
    if entry == 0 {
        return Ok(None);
    }
    let Some(bytes) = symbolic_text(call, entry) else { return Ok(None) };
    let known = bytes.iter().map_while(|byte| byte.as_u64()).map(|byte| byte.to_le_bytes()[0]);
    let known: Vec<u8> = known.collect();
    let Some(end) = known.iter().position(|c| *c == b'=') else { return Ok(None) };
    call.leave_out(assumed::SET_ENVIRONMENT);
    call.leave_out(assumed::ENVIRONMENT);
    set(call, known[..end].to_vec(), Value::Int(entry + end as u64 + 1));
    // The string itself is part of the environment from here on.
    if let Some(object) = call.memory().object_mut(entry) {
        object.escape(Escape::Written);
    }
    Ok(Some(Flow::int(0)))
}

fn setenv(call: &mut Call<'_>) -> ModelResult {
    if let Some(flow) = setenv_unknown(call)? {
        return Ok(flow);
    }
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
    if let Some(flow) = putenv_unknown(call)? {
        return Ok(flow);
    }
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
