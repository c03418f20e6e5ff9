//! The environment: `getenv`, `setenv` and their kin, and the variable `environ`.
//!
//! The environment is real memory, as in a native process: an array of pointers to strings that `environ` points to.
//! Programs walk and change it directly.

use crate::LibC;
use crate::errno::EINVAL;
use crate::flow::Boundary;
use crate::spec::{Table, exact};
use crate::text::{new_object, string, terminated};
use margay_engine::{Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    exact("getenv", getenv).typed("pp").only_reads(),
    exact("secure_getenv", getenv).typed("pp"),
    exact("__secure_getenv", getenv).typed("pp"),
    exact("setenv", setenv).typed("ippi").sinks(&[Boundary::Variable]),
    exact("unsetenv", unsetenv).typed("ip"),
    exact("putenv", putenv).typed("ip").sinks(&[Boundary::Assignment]),
    exact("clearenv", clearenv).typed("i"),
]);

/// Where the environment is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The variable `environ`, or the library's own; 0 before its first use.
    variable: u64,
}

/// The program's `environ`, under any of its names, is the library's.
pub fn define_global(name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
    if !matches!(name, "environ" | "__environ" | "_environ") {
        return Ok(false);
    }
    let array = array(call)?;
    call.store_pointer(address, array)?;
    call.library::<LibC>().environment.variable = address;
    Ok(true)
}

/// The address of the variable that holds the array.
fn variable(call: &mut Call<'_>) -> u64 {
    let variable = call.library::<LibC>().environment.variable;
    if variable != 0 {
        return variable;
    }
    let len = call.pointer_bytes() as usize;
    let initial = call.library::<LibC>().process.environment;
    let address = new_object(call, &initial.to_le_bytes()[..len]);
    call.library::<LibC>().environment.variable = address;
    address
}

fn array(call: &mut Call<'_>) -> Result<u64, Stop> {
    let variable = variable(call);
    call.load_pointer(variable)
}

/// The strings of the environment.
fn entries(call: &mut Call<'_>) -> Result<Vec<u64>, Stop> {
    let array = array(call)?;
    let mut out = Vec::new();
    if array == 0 {
        return Ok(out);
    }
    let step = u64::from(call.pointer_bytes());
    loop {
        match call.load_pointer(array.wrapping_add(step * out.len() as u64))? {
            0 => return Ok(out),
            entry => out.push(entry),
        }
    }
}

/// A new array with these strings: the old one may be the program's, or constant.
fn set_entries(call: &mut Call<'_>, entries: &[u64]) -> Result<(), Stop> {
    let len = call.pointer_bytes() as usize;
    let words = entries.iter().copied().chain([0]);
    let bytes: Vec<u8> = words.flat_map(|word| word.to_le_bytes()[..len].to_vec()).collect();
    let array = new_object(call, &bytes);
    let variable = variable(call);
    call.store_pointer(variable, array)
}

/// Index of the string that gives a value to `name`.
fn position(call: &mut Call<'_>, entries: &[u64], name: &[u8]) -> Result<Option<usize>, Stop> {
    for (index, entry) in entries.iter().enumerate() {
        let text = string(call, *entry)?;
        if text.starts_with(name) && text.get(name.len()) == Some(&b'=') {
            return Ok(Some(index));
        }
    }
    Ok(None)
}

fn getenv(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_u64(0)?;
    let name = string(call, name)?;
    let entries = entries(call)?;
    if name.is_empty() || name.contains(&b'=') {
        return Ok(Flow::address(0));
    }
    let found = position(call, &entries, &name)?;
    let skip = name.len() as u64 + 1;
    Ok(Flow::address(found.map_or(0, |index| entries[index].wrapping_add(skip))))
}

/// The name that the first argument is, if one may have it.
fn valid_name(call: &mut Call<'_>) -> Result<Option<Vec<u8>>, Stop> {
    let name = call.arg_u64(0)?;
    let name = if name == 0 { Vec::new() } else { string(call, name)? };
    if name.is_empty() || name.contains(&b'=') {
        call.set_errno(EINVAL)?;
        return Ok(None);
    }
    Ok(Some(name))
}

fn setenv(call: &mut Call<'_>) -> ModelResult {
    let Some(mut name) = valid_name(call)? else { return Ok(Flow::int(-1)) };
    let (value, overwrite) = (call.arg_u64(1)?, call.arg_i32(2)?);
    let value = string(call, value)?;
    let mut entries = entries(call)?;
    let found = position(call, &entries, &name)?;
    if found.is_some() && overwrite == 0 {
        return Ok(Flow::int(0));
    }
    name.push(b'=');
    name.extend(value);
    let entry = new_object(call, &terminated(&name));
    match found {
        Some(index) => entries[index] = entry,
        None => entries.push(entry),
    }
    set_entries(call, &entries)?;
    Ok(Flow::int(0))
}

fn unsetenv(call: &mut Call<'_>) -> ModelResult {
    let Some(name) = valid_name(call)? else { return Ok(Flow::int(-1)) };
    let mut entries = entries(call)?;
    let before = entries.len();
    while let Some(index) = position(call, &entries, &name)? {
        entries.remove(index);
    }
    if entries.len() != before {
        set_entries(call, &entries)?;
    }
    Ok(Flow::int(0))
}

/// The string itself becomes part of the environment.
fn putenv(call: &mut Call<'_>) -> ModelResult {
    let entry = call.arg_u64(0)?;
    let text = string(call, entry)?;
    let mut entries = entries(call)?;
    let Some(end) = text.iter().position(|c| *c == b'=') else {
        // Without a value the name is removed.
        while let Some(index) = position(call, &entries, &text)? {
            entries.remove(index);
        }
        set_entries(call, &entries)?;
        return Ok(Flow::int(0));
    };
    match position(call, &entries, &text[..end])? {
        Some(index) => entries[index] = entry,
        None => entries.push(entry),
    }
    set_entries(call, &entries)?;
    Ok(Flow::int(0))
}

fn clearenv(call: &mut Call<'_>) -> ModelResult {
    let variable = variable(call);
    call.store_pointer(variable, 0)?;
    Ok(Flow::int(0))
}

/// The value of a variable.
pub fn value(call: &mut Call<'_>, name: &[u8]) -> Result<Option<Vec<u8>>, Stop> {
    let entries = entries(call)?;
    let Some(index) = position(call, &entries, name)? else { return Ok(None) };
    let text = string(call, entries[index])?;
    Ok(Some(text[name.len() + 1..].to_vec()))
}

/// Whether the environment has a variable.
pub fn contains(call: &mut Call<'_>, name: &[u8]) -> Result<bool, Stop> {
    let entries = entries(call)?;
    Ok(position(call, &entries, name)?.is_some())
}
