//! What the outside says, written down for the harness: one line for each input.
//!
//! The lines keep the order of the inputs, which is the order in which the
//! program asked. The harness's own text documents the form.

use margay_ir::finding::{Form, Input, Source};
use margay_models::symbolic::answers;
use std::fmt::Write;

/// The name that the harness opens, in the directory that the program runs in.
pub const FILE: &str = "inputs.txt";

/// All inputs, or why they cannot be given to a program.
pub fn write(inputs: &[Input]) -> Result<String, String> {
    let mut out = String::from("# What the outside says, in the order it is asked.\n");
    for input in inputs {
        line(&mut out, input)?;
    }
    Ok(out)
}

/// A line for code that the program is to come to, so many bytes after the harness's main.
pub fn target(offset: u64) -> String {
    format!("target - unsigned {}\n", hex(&offset.to_le_bytes()))
}

/// A line about threads, as `turns.c` documents it; `code` is pairs of a distance and a length.
pub fn about_threads(kind: &str, name: &str, form: &str, code: &[(u64, u64)]) -> String {
    let bytes = code.iter().flat_map(|(start, len)| [start.to_le_bytes(), len.to_le_bytes()]);
    let bytes: Vec<u8> = bytes.flatten().collect();
    format!("{kind} {} {form} {}\n", escaped(name), hex(&bytes))
}

fn line(out: &mut String, input: &Input) -> Result<(), String> {
    let mut form = match input.form {
        Form::Bytes => "bytes",
        Form::Signed => "signed",
        Form::Unsigned => "unsigned",
        Form::Float => "float",
        Form::Pointer => "pointer",
        Form::Failure => "failure",
    }
    .to_owned();
    let (kind, name) = match &input.source {
        Source::Argument { index } => ("arg", index.to_string()),
        Source::ArgumentCount => ("argc", String::new()),
        Source::Stdin => ("stdin", String::new()),
        Source::File { path } => ("file", path.clone()),
        Source::Environment { name } => ("env", name.clone()),
        Source::Return { function } => {
            is_possible(function, input)?;
            ("return", function.clone())
        }
        Source::Written { function, index } | Source::Given { function, index } => {
            form = index.to_string();
            ("written", function.clone())
        }
        Source::Named { name } => ("named", name.clone()),
        Source::Parameter { .. } | Source::Global { .. } => {
            return Err("the path does not start at `main`".to_owned());
        }
    };
    let written = writeln!(out, "{kind} {} {form} {}", escaped(&name), hex(&input.bytes));
    written.expect("strings take all that is written");
    Ok(())
}

/// A function of the library is not made to answer what it cannot.
fn is_possible(function: &str, input: &Input) -> Result<(), String> {
    let is_number = matches!(input.form, Form::Signed | Form::Unsigned | Form::Failure);
    let mut word = [0; 8];
    let Some(place) = word.get_mut(..input.bytes.len()).filter(|_| is_number) else {
        return Ok(());
    };
    place.copy_from_slice(&input.bytes);
    let is_negative =
        input.form == Form::Signed && input.bytes.last().is_some_and(|b| b & 0x80 != 0);
    if is_negative {
        word[input.bytes.len()..].fill(0xff);
    }
    let number = i64::from_le_bytes(word);
    match answers::can_be(function, number) {
        true => Ok(()),
        false => Err(format!("`{function}` cannot answer {number}, as on the path")),
    }
}

/// A name as one word.
fn escaped(name: &str) -> String {
    if name.is_empty() {
        return "-".to_owned();
    }
    let mut out = String::new();
    for byte in name.bytes() {
        if byte.is_ascii_alphanumeric() || b"_./+-".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out += &format!("%{byte:02x}");
        }
    }
    out
}

fn hex(bytes: &[u8]) -> String {
    if bytes.is_empty() {
        return "-".to_owned();
    }
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
