//! `err.h` and `error.h`: messages to stderr that begin with the program's name.

use crate::errno;
use crate::flow::{Boundary, Where};
use crate::spec::{Table, exact};
use crate::stderr::{full_name, short_name, write};
use crate::stdio::printf::{Rest, message};
use crate::text::string;
use margay_engine::{Call, Flow, ModelResult, Stop};

pub const MODELS: Table = Table::of(&[
    exact("err", |call| fail(call, Errno::Current, Rest::Call))
        .typed("vip.")
        .sinks(&[Boundary::Format(1, Where::Stderr)]),
    exact("errx", |call| fail(call, Errno::None, Rest::Call))
        .typed("vip.")
        .sinks(&[Boundary::Format(1, Where::Stderr)]),
    exact("errc", |call| fail(call, Errno::Second, Rest::Call)).typed("viip."),
    exact("verr", |call| fail(call, Errno::Current, Rest::List)).typed("vipp"),
    exact("verrx", |call| fail(call, Errno::None, Rest::List)).typed("vipp"),
    exact("warn", |call| warn(call, Errno::Current, Rest::Call))
        .typed("vp.")
        .sinks(&[Boundary::Format(0, Where::Stderr)]),
    exact("warnx", |call| warn(call, Errno::None, Rest::Call))
        .typed("vp.")
        .sinks(&[Boundary::Format(0, Where::Stderr)]),
    exact("vwarn", |call| warn(call, Errno::Current, Rest::List)).typed("vpp"),
    exact("vwarnx", |call| warn(call, Errno::None, Rest::List)).typed("vpp"),
    exact("error", error).typed("viip.").sinks(&[Boundary::Format(2, Where::Stderr)]),
    exact("error_at_line", error_at_line).typed("viipip."),
]);

/// Which error a message ends with.
#[derive(Clone, Copy)]
enum Errno {
    None,
    Current,
    /// The second argument is the number.
    Second,
}

fn current_errno(call: &mut Call<'_>) -> Result<i32, Stop> {
    let address = call.errno_address();
    call.load_i32(address)
}

/// The line of `warn` and `err`, whose format is argument `at` and may be null.
fn line(call: &mut Call<'_>, at: usize, number: Errno, rest: Rest) -> Result<Vec<u8>, Stop> {
    let number = match number {
        Errno::None => None,
        Errno::Current => Some(current_errno(call)?),
        Errno::Second => Some(call.arg_i32(1)?),
    };
    let mut line = short_name(call)?;
    line.extend(b": ");
    if call.arg_u64(at)? != 0 {
        line.extend(message(call, at, rest)?);
        if number.is_some() {
            line.extend(b": ");
        }
    }
    if let Some(number) = number {
        line.extend(errno::message(number).as_bytes());
    }
    line.push(b'\n');
    Ok(line)
}

fn fail(call: &mut Call<'_>, number: Errno, rest: Rest) -> ModelResult {
    let code = call.arg_i32(0)?;
    let at = if matches!(number, Errno::Second) { 2 } else { 1 };
    let line = line(call, at, number, rest)?;
    write(call, &line);
    Ok(Flow::Exit(code))
}

fn warn(call: &mut Call<'_>, number: Errno, rest: Rest) -> ModelResult {
    let line = line(call, 0, number, rest)?;
    write(call, &line);
    Ok(Flow::void())
}

/// `error(status, errnum, format, ...)`: the name is the full one.
fn error(call: &mut Call<'_>) -> ModelResult {
    let mut line = full_name(call)?;
    line.extend(b": ");
    line.extend(message(call, 2, Rest::Call)?);
    finish_error(call, line)
}

/// `error_at_line(status, errnum, file, line, format, ...)`.
fn error_at_line(call: &mut Call<'_>) -> ModelResult {
    let (file, number) = (call.arg_u64(2)?, call.arg_u32(3)?);
    let mut line = full_name(call)?;
    line.push(b':');
    if file == 0 {
        line.push(b' ');
    } else {
        line.extend(string(call, file)?);
        line.extend(format!(":{number}: ").as_bytes());
    }
    line.extend(message(call, 4, Rest::Call)?);
    finish_error(call, line)
}

/// The part that both forms share: the error, and the end of the program if asked for.
fn finish_error(call: &mut Call<'_>, mut line: Vec<u8>) -> ModelResult {
    let (status, number) = (call.arg_i32(0)?, call.arg_i32(1)?);
    if number != 0 {
        line.extend(format!(": {}", errno::message(number)).as_bytes());
    }
    line.push(b'\n');
    // Unlike `err` it keeps the order of both streams.
    crate::stdio::flush_all(call)?;
    write(call, &line);
    Ok(if status == 0 { Flow::void() } else { Flow::Exit(status) })
}
