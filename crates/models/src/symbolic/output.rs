//! Writing: nothing goes out, but what is given is looked at.

use super::files;
use crate::stdio::directive::{self, Count, Length, Piece, Spec};
use crate::{CLibrary, Table};
use margay_engine::{AccessKind, ArgKind, Call, Fault, Flow, Library, ModelResult, Stop, Value};

pub const MODELS: Table = &[
    ("printf", |call| formatted(call, None, 0, false)),
    ("fprintf", |call| formatted(call, Some(0), 1, false)),
    ("dprintf", |call| formatted(call, None, 1, false)),
    ("syslog", |call| formatted(call, None, 1, false)),
    ("wprintf", |call| formatted(call, None, 0, true)),
    ("fwprintf", |call| formatted(call, Some(0), 1, true)),
    ("vprintf", |call| listed(call, None, 0)),
    ("vfprintf", |call| listed(call, Some(0), 1)),
    ("vwprintf", |call| listed_wide(call, None, 0)),
    ("vfwprintf", |call| listed_wide(call, Some(0), 1)),
    ("sprintf", |call| composed(call, 1, "sprintf")),
    ("snprintf", |call| composed(call, 2, "snprintf")),
    ("swprintf", |call| composed_wide(call, 2, "swprintf")),
    ("puts", |call| text(call, 0, None)),
    ("fputs", |call| text(call, 0, Some(1))),
    ("fputws", |call| wide_text(call, 0, Some(1))),
    ("perror", |call| {
        if call.arg_u64(0)? == 0 {
            return Ok(Flow::void());
        }
        text(call, 0, None)
    }),
    ("putchar", |call| one(call, None)),
    ("fputc", |call| one(call, Some(1))),
    ("putc", |call| one(call, Some(1))),
    ("_IO_putc", |call| one(call, Some(1))),
    ("putwchar", |call| one(call, None)),
    ("fputwc", |call| one(call, Some(1))),
    ("fwrite", fwrite),
    ("write", |call| block(call, 1, 2)),
    ("send", |call| block(call, 1, 2)),
    ("sendto", |call| block(call, 1, 2)),
    ("system", |call| {
        if call.arg_u64(0)? != 0 {
            string(call, call.arg(0))?;
        }
        files::status(call)
    }),
];

/// What an output function answers: how much it wrote, or a negative number.
fn written(call: &mut Call<'_>) -> ModelResult {
    Ok(call.unknown("written", 32).into())
}

/// Sees to it that a string can be read to its end. Its end may depend on the input.
pub fn string(call: &mut Call<'_>, pointer: Value) -> Result<(), Stop> {
    string_within(call, pointer, u64::MAX, 1)
}

/// The same for at most `limit` characters of `width` bytes.
fn string_within(call: &mut Call<'_>, pointer: Value, limit: u64, width: u32) -> Result<(), Stop> {
    let bits = call.pointer_bytes() * 8;
    let address = call.concrete(pointer, bits)?;
    // Whether the text may go on behind what was seen.
    let mut goes_on = call.pool.bool_const(true);
    let mut undefined = false;
    for index in 0..limit {
        let at = address.wrapping_add(index.wrapping_mul(u64::from(width)));
        if let Err(fault) = call.memory().check(at, u64::from(width), AccessKind::Read) {
            if call.is_unsized(at) {
                // The block may have more: whether the text goes on there must be known.
                if call.decide(goes_on)? {
                    return Err(fault.into());
                }
                return Ok(());
            }
            let ends = call.pool.not(goes_on);
            call.require(ends, fault)?;
            return Ok(());
        }
        match call.load_value(at, width)? {
            Value::Int(0) => {
                if undefined && call.pool.as_const_bool(goes_on) == Some(true) {
                    call.fault(Fault::UninitialisedRead)?;
                }
                return Ok(());
            }
            Value::Int(_) => {}
            Value::Term(character) => {
                call.require_fresh(character)?;
                let zero = call.pool.bv_u64(width * 8, 0);
                let more = call.pool.ne(character, zero);
                goes_on = call.pool.and(goes_on, more);
                if call.state.path.decide(call.pool, goes_on) == Some(false) {
                    return Ok(());
                }
            }
            // What was never written may end the text, or not.
            _ => undefined = true,
        }
    }
    Ok(())
}

fn text(call: &mut Call<'_>, at: usize, stream: Option<usize>) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    let pointer = call.arg(at);
    string(call, pointer)?;
    written(call)
}

fn wide_text(call: &mut Call<'_>, at: usize, stream: Option<usize>) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    let pointer = call.arg(at);
    string_within(call, pointer, u64::MAX, 4)?;
    written(call)
}

fn one(call: &mut Call<'_>, stream: Option<usize>) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    let value = call.arg(0);
    defined(call, value)?;
    written(call)
}

/// A value that goes out must have been written, and by the last call that should have.
fn defined(call: &mut Call<'_>, value: Value) -> Result<(), Stop> {
    match value {
        Value::Undef | Value::Partial { .. } => call.fault(Fault::UninitialisedRead),
        Value::Term(term) => call.require_fresh(term),
        _ => Ok(()),
    }
}

fn fwrite(call: &mut Call<'_>) -> ModelResult {
    files::stream(call, 3)?;
    let (at, size, number) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = size.saturating_mul(number);
    if len > 0 {
        call.memory().check(at, len, AccessKind::Read)?;
    }
    Ok(call.unknown("written", call.pointer_bytes() * 8).into())
}

fn block(call: &mut Call<'_>, at: usize, len: usize) -> ModelResult {
    super::input::buffer(call, at, len, AccessKind::Read)?;
    Ok(call.unknown("written", call.pointer_bytes() * 8).into())
}

/// The format at an argument; one that the outside chose is a fault.
fn format(call: &mut Call<'_>, at: usize, wide: bool) -> Result<Vec<u32>, Stop> {
    let address = call.arg_u64(at)?;
    let width = if wide { 4 } else { 1 };
    let mut out = Vec::new();
    loop {
        let here = address.wrapping_add(out.len() as u64 * u64::from(width));
        let value = call.load_value(here, width)?;
        let value = call.state.path.resolve(call.pool, value);
        if let Value::Term(_) = value {
            let function = call.name.to_owned();
            call.faults.push(Fault::FormatString { function });
            return Ok(out);
        }
        match call.concrete(value, width * 8)? {
            0 => return Ok(out),
            known => out.push(u32::try_from(known).unwrap_or(0)),
        }
    }
}

/// A call of `printf`'s kind with its arguments after the format.
fn formatted(call: &mut Call<'_>, stream: Option<usize>, at: usize, wide: bool) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    let format = format(call, at, wide)?;
    check_arguments(call, &format, at + 1)?;
    written(call)
}

/// Looks at the arguments of a format: that they are there, of the right kind, and written.
fn check_arguments(call: &mut Call<'_>, format: &[u32], first: usize) -> Result<(), Stop> {
    let mut next = first;
    for piece in directive::parse(format) {
        let Piece::Spec(spec) = piece else { continue };
        let mut limit = u64::MAX;
        for (count, is_precision) in [(spec.width, false), (spec.precision, true)] {
            match count {
                Count::Next => {
                    let value = argument(call, next, &spec)?;
                    if is_precision {
                        limit = call.concrete(value, 32)?;
                    }
                    next += 1;
                }
                Count::Number(number) if is_precision => limit = number as u64,
                _ => {}
            }
        }
        let Some(conversion) = char::from_u32(spec.conversion) else { continue };
        if conversion == '%' {
            continue;
        }
        let at = spec.argument.map_or(next, |index| first + index);
        next = at + 1;
        let value = argument(call, at, &spec)?;
        match conversion {
            's' | 'S' => {
                let wide = conversion == 'S' || spec.length == Length::Long;
                if !is_pointer(call, at) {
                    mismatch(call, at, "a string", &spec)?;
                    continue;
                }
                string_within(call, value, limit, if wide { 4 } else { 1 })?;
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c' | 'C' => {
                let bits = match spec.length {
                    Length::Long | Length::Size | Length::Difference => call.pointer_bytes() * 8,
                    Length::LongLong | Length::Max => 64,
                    Length::None | Length::Char | Length::Short => 32,
                };
                let wide = matches!(conversion, 'c' | 'C');
                match call.args[at].kind {
                    ArgKind::Int(given) if given == bits || wide => {}
                    _ => mismatch(call, at, &format!("an integer of {bits} bits"), &spec)?,
                }
                defined(call, value)?;
            }
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                if !matches!(call.args[at].kind, ArgKind::Float(_) | ArgKind::Memory { .. }) {
                    mismatch(call, at, "a floating-point number", &spec)?;
                }
                defined(call, value)?;
            }
            'n' => {
                let to = call.concrete(value, call.pointer_bytes() * 8)?;
                let count = call.unknown("written", 32);
                call.store_value(to, 4, count)?;
            }
            _ => defined(call, value)?,
        }
    }
    Ok(())
}

/// An argument that the format asks for.
fn argument(call: &mut Call<'_>, at: usize, spec: &Spec) -> Result<Value, Stop> {
    match call.args.get(at) {
        Some(arg) => Ok(arg.value),
        None => {
            let function = call.name.to_owned();
            let letter = char::from_u32(spec.conversion).unwrap_or('?');
            let detail = format!("there is no argument for `%{letter}`");
            Err(Fault::FormatMismatch { function, detail }.into())
        }
    }
}

fn is_pointer(call: &mut Call<'_>, at: usize) -> bool {
    matches!(call.args[at].kind, ArgKind::Int(bits) if bits == call.pointer_bytes() * 8)
}

fn mismatch(call: &mut Call<'_>, at: usize, wanted: &str, spec: &Spec) -> Result<(), Stop> {
    let letter = char::from_u32(spec.conversion).unwrap_or('?');
    let given = match call.args[at].kind {
        ArgKind::Int(bits) => format!("an integer of {bits} bits"),
        ArgKind::Float(_) => "a floating-point number".to_owned(),
        ArgKind::Vector(_) | ArgKind::Memory { .. } => "a struct".to_owned(),
    };
    let function = call.name.to_owned();
    let detail = format!("`%{letter}` takes {wanted}, but is given {given}");
    call.fault(Fault::FormatMismatch { function, detail })
}

/// `sprintf` and its like: the library composes the text. What is symbolic in it is fixed.
fn composed(call: &mut Call<'_>, at: usize, name: &str) -> ModelResult {
    let format = format(call, at, false)?;
    check_arguments(call, &format, at + 1)?;
    CLibrary.model(name).expect("the library has it")(call)
}

fn composed_wide(call: &mut Call<'_>, at: usize, name: &str) -> ModelResult {
    let format = format(call, at, true)?;
    check_arguments(call, &format, at + 1)?;
    CLibrary.model(name).expect("the library has it")(call)
}

fn listed(call: &mut Call<'_>, stream: Option<usize>, at: usize) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    format(call, at, false)?;
    written(call)
}

fn listed_wide(call: &mut Call<'_>, stream: Option<usize>, at: usize) -> ModelResult {
    if let Some(stream) = stream {
        files::stream(call, stream)?;
    }
    format(call, at, true)?;
    written(call)
}
