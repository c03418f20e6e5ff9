//! `assert.h`: what a failed assertion does.

use crate::spec::{Table, exact};
use crate::text::string;
use margay_engine::{Call, Fault, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    exact("__assert_fail", assert_fail).typed("vppip"),
    exact("__assert", assert).typed("vppi"),
    exact("__assert_perror_fail", assert_perror_fail).typed("vipip"),
    exact("__assert_rtn", assert_rtn).typed("vppip"),
]);

/// The text at an address, which may be null.
fn text(call: &mut Call<'_>, address: u64) -> Result<String, Stop> {
    if address == 0 {
        return Ok(String::new());
    }
    Ok(String::from_utf8_lossy(&string(call, address)?).into_owned())
}

/// Writes glibc's message and ends the program.
fn fail(call: &mut Call<'_>, message: String) -> ModelResult {
    let mut line = crate::stderr::short_name(call)?;
    if !line.is_empty() {
        line.extend(b": ");
    }
    line.extend(message.as_bytes());
    line.push(b'\n');
    crate::stderr::write(call, &line);
    Err(Fault::AssertionFailed { message }.into())
}

fn located(file: &str, line: u32, function: &str, what: &str) -> String {
    let function = if function.is_empty() { String::new() } else { format!("{function}: ") };
    format!("{file}:{line}: {function}{what}")
}

fn assert_fail(call: &mut Call<'_>) -> ModelResult {
    let (expression, file) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (line, function) = (call.arg_u32(2)?, call.arg_u64(3)?);
    let (expression, file) = (text(call, expression)?, text(call, file)?);
    let function = text(call, function)?;
    let what = format!("Assertion `{expression}' failed.");
    fail(call, located(&file, line, &function, &what))
}

fn assert(call: &mut Call<'_>) -> ModelResult {
    let (expression, file, line) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u32(2)?);
    let (expression, file) = (text(call, expression)?, text(call, file)?);
    let what = format!("Assertion `{expression}' failed.");
    fail(call, located(&file, line, "", &what))
}

fn assert_perror_fail(call: &mut Call<'_>) -> ModelResult {
    let (errno, file) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let (line, function) = (call.arg_u32(2)?, call.arg_u64(3)?);
    let (file, function) = (text(call, file)?, text(call, function)?);
    let what = format!("Unexpected error: {}.", crate::errno::message(errno));
    fail(call, located(&file, line, &function, &what))
}

/// The form of macOS: function, file, line, expression.
fn assert_rtn(call: &mut Call<'_>) -> ModelResult {
    let (function, file) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (line, expression) = (call.arg_u32(2)?, call.arg_u64(3)?);
    let (function, file) = (text(call, function)?, text(call, file)?);
    let expression = text(call, expression)?;
    let what = format!("Assertion `{expression}' failed.");
    fail(call, located(&file, line, &function, &what))
}

#[cfg(test)]
mod tests {
    use super::located;

    #[test]
    fn messages_have_glibc_form() {
        let message = located("a.c", 3, "main", "Assertion `x' failed.");
        assert_eq!(message, "a.c:3: main: Assertion `x' failed.");
        assert_eq!(located("a.c", 3, "", "x"), "a.c:3: x");
    }
}
