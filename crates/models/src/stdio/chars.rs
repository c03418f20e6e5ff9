//! Characters and lines: `getc`, `putc`, `fgets`, `fputs`, `getline`, `ungetc`.

use super::streams::{self, STDERR, STDIN, STDOUT};
use super::text::Text;
use super::{Bad, settle, settle_int, settle_pointer, settle_word, stream::Stream};
use crate::errno;
use crate::flow::{Boundary, Where};
use crate::spec::{Table, Waits, exact, reads};
use crate::text::{length, string};
use margay_engine::{Call, Fault, Flow, ModelResult, ObjectKind, Value};

pub const MODELS: Table = Table::of(&[
    exact("fgetc", getc).typed("ip").waits(Waits::OnStream).reads_text(),
    exact("fgetc_unlocked", getc).typed("ip").unlocked(),
    exact("getc", getc).typed("ip").waits(Waits::OnStream).reads_text(),
    exact("getc_unlocked", getc).typed("ip").unlocked(),
    exact("_IO_getc", getc).typed("ip").waits(Waits::OnStream),
    exact("__uflow", getc).typed("ip"),
    exact("__underflow", underflow).typed("ip"),
    exact("getchar", getchar).typed("i").waits(Waits::OnStream).reads_text(),
    exact("getchar_unlocked", getchar).typed("i").unlocked(),
    exact("fputc", putc)
        .typed("iip")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Put(0, Where::Stream(1))]),
    exact("fputc_unlocked", putc).typed("iip").unlocked(),
    exact("putc", putc)
        .typed("iip")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Put(0, Where::Stream(1))]),
    exact("putc_unlocked", putc).typed("iip").unlocked(),
    exact("_IO_putc", putc).typed("iip").waits(Waits::OnStream),
    exact("__overflow", overflow).typed("ipi"),
    exact("putchar", putchar)
        .typed("ii")
        .only_reads()
        .waits(Waits::OnStream)
        .sinks(&[Boundary::Put(0, Where::Stdout)]),
    exact("putchar_unlocked", putchar).typed("ii").unlocked(),
    exact("puts", puts)
        .typed("ip")
        .only_reads()
        .waits(Waits::OnStream)
        .touches(&[reads(0)])
        .sinks(&[Boundary::Puts(0, Where::Stdout)]),
    exact("fputs", fputs)
        .typed("ipp")
        .only_reads()
        .waits(Waits::OnStream)
        .touches(&[reads(0)])
        .sinks(&[Boundary::Puts(0, Where::Stream(1))]),
    exact("fputs_unlocked", fputs).typed("ipp").unlocked(),
    exact("fgets", |call| fgets(call, 1, 2)).typed("ppip").waits(Waits::OnStream).reads_text(),
    exact("fgets_unlocked", |call| fgets(call, 1, 2)).typed("ppip").unlocked(),
    exact("__fgets_chk", |call| fgets(call, 2, 3)).typed("pplip"),
    exact("__fgets_unlocked_chk", |call| fgets(call, 2, 3)).typed("pplip"),
    exact("gets", gets).typed("pp").waits(Waits::OnStream).reads_text(),
    exact("__gets_chk", gets).typed("ppl"),
    exact("ungetc", ungetc).typed("iip"),
    exact("_IO_ungetc", ungetc).typed("iip"),
    exact("getline", |call| getdelim(call, None, 2))
        .typed("lppp")
        .waits(Waits::OnStream)
        .reads_text(),
    exact("getdelim", |call| getdelim(call, Some(2), 3))
        .typed("lppip")
        .waits(Waits::OnStream)
        .reads_text(),
    exact("__getdelim", |call| getdelim(call, Some(2), 3)).typed("lppip"),
    exact("getw", getw).typed("ip").waits(Waits::OnStream),
    exact("putw", putw).typed("iip").waits(Waits::OnStream),
    exact("perror", perror).typed("vp").only_reads().sinks(&[Boundary::Puts(0, Where::Stderr)]),
]);

/// A byte as the `int` that `getc` returns.
fn as_int(call: &mut Call<'_>, byte: Option<Value>) -> Flow {
    match byte {
        None => Flow::int(-1),
        Some(Value::Term(term)) => Value::Term(call.pool.bv_zext(term, 32)).into(),
        Some(known) => known.into(),
    }
}

fn getc(call: &mut Call<'_>) -> ModelResult {
    let byte = streams::with_arg(call, 0, |call, stream| stream.get(call));
    let flow = byte.map(|byte| as_int(call, byte));
    settle(call, flow, Flow::int(-1))
}

/// What inlined `getc_unlocked` looks ahead with.
fn underflow(call: &mut Call<'_>) -> ModelResult {
    let byte = streams::with_arg(call, 0, |call, stream| stream.peek(call));
    let flow = byte.map(|byte| as_int(call, byte));
    settle(call, flow, Flow::int(-1))
}

fn getchar(call: &mut Call<'_>) -> ModelResult {
    let byte = streams::with_standard(call, STDIN, |call, stream| stream.get(call));
    let flow = byte.map(|byte| as_int(call, byte));
    settle(call, flow, Flow::int(-1))
}

/// Writes a character and gives it back as an `unsigned char`.
fn put(
    call: &mut Call<'_>,
    character: Value,
    target: Result<u64, margay_engine::Stop>,
) -> ModelResult {
    let target = target?;
    let byte = match character {
        Value::Term(term) => match call.pool.as_const_u64(term) {
            Some(known) => Value::Int(known & 0xff),
            None => Value::Term(call.pool.bv_trunc(term, 8)),
        },
        other => Value::Int(call.concrete(other, 8)?),
    };
    let done = streams::with(call, target, |call, stream| stream.put(call, byte));
    let flow = done.map(|()| as_int(call, Some(byte)));
    settle(call, flow, Flow::int(-1))
}

fn putc(call: &mut Call<'_>) -> ModelResult {
    let target = call.arg_u64(1);
    put(call, call.arg(0), target)
}

/// What inlined `putc_unlocked` calls; EOF asks for a flush alone.
fn overflow(call: &mut Call<'_>) -> ModelResult {
    let target = call.arg_u64(0);
    if call.arg(1) == Value::Int(0xffff_ffff) {
        let done = streams::with_arg(call, 0, |call, stream| stream.sync(call));
        return settle_int(call, done.map(|()| 0));
    }
    put(call, call.arg(1), target)
}

fn putchar(call: &mut Call<'_>) -> ModelResult {
    let target = streams::standard(call, STDOUT);
    put(call, call.arg(0), target)
}

/// Writes all of a text.
pub fn write_all(call: &mut Call<'_>, stream: &mut Stream, text: &Text) -> Result<(), Bad> {
    let done = stream.write(call, text)?;
    if done == text.len() { Ok(()) } else { Err(Bad::Failed) }
}

/// As [`write_all`]; a stream of wide characters takes no bytes.
pub fn write_bytes(call: &mut Call<'_>, stream: &mut Stream, text: &Text) -> Result<(), Bad> {
    if stream.orientation > 0 {
        return Err(Bad::Failed);
    }
    stream.orientation = -1;
    write_all(call, stream, text)
}

fn puts(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let len = length(call, address)?;
    let mut text = Text::load(call, address, len)?;
    text.push(b'\n');
    let done =
        streams::with_standard(call, STDOUT, |call, stream| write_bytes(call, stream, &text));
    let count = i32::try_from(text.len()).unwrap_or(i32::MAX);
    settle_int(call, done.map(|()| count))
}

fn fputs(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let len = length(call, address)?;
    let text = Text::load(call, address, len)?;
    let done = streams::with_arg(call, 1, |call, stream| write_bytes(call, stream, &text));
    settle_int(call, done.map(|()| 1))
}

fn fgets(call: &mut Call<'_>, size: usize, stream: usize) -> ModelResult {
    let to = call.arg_u64(0)?;
    let size = call.arg_i32(size)?;
    let stream = call.arg_u64(stream)?;
    let result = read_line(call, to, size, stream);
    settle_pointer(call, result)
}

fn read_line(call: &mut Call<'_>, to: u64, size: i32, stream: u64) -> Result<u64, Bad> {
    let Some(limit) = usize::try_from(size).ok().and_then(|size| size.checked_sub(1)) else {
        return Err(Bad::Failed);
    };
    if limit == 0 {
        call.store(to, 1, 0)?;
        return Ok(to);
    }
    // An error after some bytes were read gives them all the same, unless it is new.
    let (line, failed) = streams::with(call, stream, |call, stream| {
        let before = stream.error;
        let (line, _) = stream.take_until(call, b'\n', limit)?;
        Ok((line, stream.error && !before))
    })?;
    if line.is_empty() || failed {
        return Err(Bad::Failed);
    }
    store_line(call, to, line)?;
    Ok(to)
}

fn store_line(call: &mut Call<'_>, to: u64, mut line: Text) -> Result<(), Bad> {
    line.push(0);
    Ok(line.store(call, to)?)
}

fn gets(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    let result = streams::with_standard(call, STDIN, |call, stream| {
        stream.take_until(call, b'\n', usize::MAX)
    });
    let result = result.and_then(|(mut line, ended)| {
        if line.is_empty() {
            return Err(Bad::Failed);
        }
        if ended {
            line.pop();
        }
        store_line(call, to, line)?;
        Ok(to)
    });
    settle_pointer(call, result)
}

fn ungetc(call: &mut Call<'_>) -> ModelResult {
    let character = call.arg(0);
    if call.equals(character, 0xffff_ffff, 32)? {
        return Ok(Flow::int(-1));
    }
    let mut text = Text::default();
    text.push_value(call, character)?;
    let byte = text.pop().expect("just pushed");
    let done = streams::with_arg(call, 1, |call, stream| stream.unget(call, byte));
    let flow = done.map(|()| as_int(call, Some(byte)));
    settle(call, flow, Flow::int(-1))
}

/// glibc's first buffer for a line.
const FIRST_LINE: u64 = 120;

fn getdelim(call: &mut Call<'_>, delimiter: Option<usize>, stream: usize) -> ModelResult {
    let (line_at, size_at) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let delimiter = match delimiter {
        None => b'\n',
        Some(index) => super::text::low_byte(u64::from(call.arg_u32(index)?)),
    };
    let stream = call.arg_u64(stream)?;
    let result = read_delimited(call, line_at, size_at, delimiter, stream);
    settle_word(call, result)
}

fn read_delimited(
    call: &mut Call<'_>,
    line_at: u64,
    size_at: u64,
    delimiter: u8,
    stream: u64,
) -> Result<i64, Bad> {
    if line_at == 0 || size_at == 0 {
        return Err(Bad::Errno(errno::EINVAL));
    }
    let mut block = call.load_pointer(line_at)?;
    let mut size = if block == 0 { 0 } else { call.load_pointer(size_at)? };
    let (line, _) =
        streams::with(call, stream, |call, stream| stream.take_until(call, delimiter, usize::MAX))?;
    let needed = line.len() as u64 + 1;
    if block == 0 || size == 0 {
        // The first buffer comes before the first byte, even if there is none.
        let first = resize(call, block, 0, FIRST_LINE)?;
        (block, size) = (first, FIRST_LINE);
        call.store_pointer(line_at, block)?;
        call.store_pointer(size_at, size)?;
    }
    if line.is_empty() {
        return Err(Bad::Failed);
    }
    if needed > size {
        let wanted = needed.max(size * 2);
        block = resize(call, block, 0, wanted)?;
        call.store_pointer(line_at, block)?;
        call.store_pointer(size_at, wanted)?;
    }
    let count = i64::try_from(line.len()).unwrap_or(i64::MAX);
    store_line(call, block, line)?;
    Ok(count)
}

/// A block in place of another one, of whose contents the first bytes stay.
fn resize(call: &mut Call<'_>, block: u64, keep: u64, size: u64) -> Result<u64, Bad> {
    let new = call.allocate_object(ObjectKind::Heap, size, 16);
    if new == 0 {
        return Err(Bad::Errno(errno::ENOMEM));
    }
    if block != 0 {
        call.state.memory.copy(call.pool, new, block, keep)?;
        let object = call.state.memory.object(block);
        if !object.is_some_and(|object| object.kind == ObjectKind::Heap && object.base == block) {
            let object = object.map(|object| object.kind);
            return Err(Fault::BadFree { address: block, object }.into());
        }
        call.state.memory.release(block, call.site);
    }
    Ok(new)
}

fn getw(call: &mut Call<'_>) -> ModelResult {
    let result = streams::with_arg(call, 0, |call, stream| stream.read(call, 4));
    let result = result.and_then(|text| {
        if text.len() < 4 {
            return Err(Bad::Failed);
        }
        let bytes = text.settled(call)?;
        Ok(i32::from_le_bytes(bytes.try_into().expect("four bytes")))
    });
    settle_int(call, result)
}

fn putw(call: &mut Call<'_>) -> ModelResult {
    let text = Text::from(call.arg_u32(0)?.to_le_bytes().to_vec());
    let done = streams::with_arg(call, 1, |call, stream| write_all(call, stream, &text));
    settle_int(call, done.map(|()| 0))
}

fn perror(call: &mut Call<'_>) -> ModelResult {
    let at = call.errno_address();
    let number = call.load_i32(at)?;
    let prefix = call.arg_u64(0)?;
    let mut text = Text::default();
    if prefix != 0 {
        let said = string(call, prefix)?;
        if !said.is_empty() {
            text.extend(&said);
            text.extend(b": ");
        }
    }
    text.extend(errno::message(number).as_bytes());
    text.push(b'\n');
    let done = streams::with_standard(call, STDERR, |call, stream| write_all(call, stream, &text));
    settle(call, done.map(|()| Flow::void()), Flow::void())
}
