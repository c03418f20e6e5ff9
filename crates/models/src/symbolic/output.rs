//! Writing: nothing goes out, but what is given is examined.

use super::files;
use super::lengths::Lengths;
use super::stream_state::{Access, refuses};
use crate::CLibrary;
use crate::float_text::Style;
use crate::flow::{Boundary, Where};
use crate::spec::{INT, LONG, Table, Waits, all_answers};
use crate::stdio::directive::{self, Count, Length, Piece, Spec};
use crate::stdio::format::{float_kind, value_bits};
use crate::stdio::numbers;
use crate::text::overlap;
use margay_engine::provenance::{Provenance, depends_on_unknown};
use margay_engine::{
    AccessKind, Arg, ArgKind, Call, Fault, Flow, Library, ModelResult, Stop, Value, VarArgs, terms,
};
use margay_smt::Bv;

pub const MODELS: Table = Table::of(&[
    all_answers("printf", |call| formatted(call, None, 0, false)).answers(-1, INT),
    all_answers("fprintf", |call| formatted(call, Some(0), 1, false)).answers(-1, INT),
    all_answers("dprintf", |call| {
        print(call)?;
        formatted(call, None, 1, false)
    })
    .answers(-1, INT),
    all_answers("syslog", |call| formatted(call, None, 1, false)).quiet_when_explored(),
    all_answers("wprintf", |call| formatted(call, None, 0, true)).quiet_when_explored(),
    all_answers("fwprintf", |call| formatted(call, Some(0), 1, true)).quiet_when_explored(),
    all_answers("vprintf", |call| listed(call, None, 0, false)).answers(-1, INT),
    all_answers("vfprintf", |call| listed(call, Some(0), 1, false)).answers(-1, INT),
    all_answers("vdprintf", |call| {
        print(call)?;
        listed(call, None, 1, false)
    })
    .answers(-1, INT),
    all_answers("vsyslog", |call| listed(call, None, 1, false)).quiet_when_explored(),
    all_answers("vwprintf", |call| listed(call, None, 0, true)).quiet_when_explored(),
    all_answers("vfwprintf", |call| listed(call, Some(0), 1, true)).quiet_when_explored(),
    all_answers("sprintf", |call| composed(call, 1, "sprintf")),
    all_answers("snprintf", |call| composed(call, 2, "snprintf")),
    all_answers("swprintf", |call| composed_wide(call, 2, "swprintf")).quiet_when_explored(),
    all_answers("vsprintf", |call| composed_list(call, 1, "vsprintf")),
    all_answers("vsnprintf", |call| composed_list(call, 2, "vsnprintf")),
    all_answers("puts", |call| text(call, 0, None)).quiet_when_explored().answers(-1, INT),
    all_answers("fputs", |call| text(call, 0, Some(1))).quiet_when_explored().answers(-1, INT),
    all_answers("fputws", |call| wide_text(call, 0, Some(1))).quiet_when_explored(),
    all_answers("perror", |call| {
        if call.arg_u64(0)? == 0 {
            return Ok(Flow::void());
        }
        string(call, call.arg(0))?;
        Ok(Flow::void())
    })
    .quiet_when_explored(),
    all_answers("putchar", |call| one(call, None, 8)).quiet_when_explored().answers(-1, 255),
    all_answers("fputc", |call| one(call, Some(1), 8)).quiet_when_explored().answers(-1, 255),
    all_answers("putc", |call| one(call, Some(1), 8)).quiet_when_explored().answers(-1, 255),
    all_answers("_IO_putc", |call| one(call, Some(1), 8)).quiet_when_explored().answers(-1, 255),
    all_answers("putwchar", |call| one(call, None, 32)).quiet_when_explored(),
    all_answers("fputwc", |call| one(call, Some(1), 32)).quiet_when_explored(),
    all_answers("fwrite", fwrite).quiet_when_explored().answers(0, LONG),
    all_answers("write", |call| block(call, 1, 2)).quiet_when_explored().answers(-1, LONG),
    all_answers("send", |call| block(call, 1, 2))
        .typed("lipli")
        .only_reads()
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .quiet_when_explored()
        .answers(-1, LONG)
        .sinks(&[Boundary::Block(1, 2, Where::Socket)]),
    all_answers("sendto", |call| block(call, 1, 2))
        .typed("liplipi")
        .only_reads()
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .quiet_when_explored()
        .answers(-1, LONG)
        .sinks(&[Boundary::Block(1, 2, Where::Socket)]),
    all_answers("system", |call| {
        if call.arg_u64(0)? != 0 {
            string(call, call.arg(0))?;
        }
        super::positions::all_shared(call);
        files::command(call)
    })
    .answers(-1, 0xffff),
]);

/// Characters that a text has at most whose length is not known.
const LONGEST: u64 = 4096;

/// How many characters there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Size {
    least: u64,
    most: u64,
}

impl Size {
    fn exactly(number: u64) -> Size {
        Size { least: number, most: number }
    }

    fn plus(self, other: Size) -> Size {
        let most = self.most.saturating_add(other.most);
        Size { least: self.least.saturating_add(other.least), most }
    }

    fn at_least(self, least: u64) -> Size {
        Size { least: self.least.max(least), most: self.most.max(least) }
    }
}

/// The result, or -1 if the call fails.
fn or_failed(call: &mut Call<'_>, result: u64) -> ModelResult {
    let result = call.pool.bv_u64(32, result);
    let result = or_negative(call, result);
    Ok(result.into())
}

fn or_negative(call: &mut Call<'_>, result: Bv) -> Value {
    let failed = call.input_symbol("output fails", 1);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(failed, one);
    let negative = call.pool.bv_u64(32, 0xffff_ffff);
    let result = call.pool.ite(fails, negative, result);
    call.says(result)
}

/// How much was written of a text of a size, or -1. Where the size is not known, it depends on values that are not
/// examined here: nothing that depends on it is certain.
fn written(call: &mut Call<'_>, size: Size) -> ModelResult {
    // What an `int` cannot count is a failure.
    const MOST: u64 = 0x7fff_ffff;
    if size.least > MOST {
        return Ok(Flow::int(-1));
    }
    if size.least == size.most {
        return or_failed(call, size.least);
    }
    let most = size.most.min(size.least.saturating_add(LONGEST)).min(MOST);
    let more = call.state.new_symbol(call.pool, Provenance::External, "written", 32);
    let (least, range) =
        (call.pool.bv_u64(32, size.least), call.pool.bv_u64(32, most - size.least));
    let within = call.pool.bv_ule(more, range);
    let negative = call.pool.bv_u64(32, 0xffff_ffff);
    let result = call.pool.bv_add(least, more);
    let result = call.pool.ite(within, result, negative);
    Ok(call.says(result).into())
}

/// From `least` to `all`, or `failed` if the call fails.
fn counted(call: &mut Call<'_>, least: u64, all: u64, failed: i64) -> ModelResult {
    let bits = call.pointer_bytes() * 8;
    let missing = call.input_symbol("not written", bits);
    let (all, most) = (call.pool.bv_u64(bits, all), call.pool.bv_u64(bits, all - least));
    let within = call.pool.bv_ule(missing, most);
    let count = call.pool.bv_sub(all, missing);
    let says_why = failed < 0;
    let failed = call.pool.bv_u64(bits, failed.cast_unsigned() & margay_engine::mask(bits));
    let result = call.pool.ite(within, count, failed);
    if says_why {
        let fails = call.pool.not(within);
        super::fails_with(call, fails, crate::errno::EIO)?;
    }
    Ok(call.says(result).into())
}

/// Sees to it that a string can be read to its end. Its end may depend on the input.
pub fn string(call: &mut Call<'_>, pointer: Value) -> Result<(), Stop> {
    string_within(call, pointer, u64::MAX, 1)?;
    Ok(())
}

/// The same for at most `limit` characters of `width` bytes, and how many there are.
fn string_within(
    call: &mut Call<'_>,
    pointer: Value,
    limit: u64,
    width: u32,
) -> Result<Size, Stop> {
    let bits = call.pointer_bytes() * 8;
    let address = call.concrete(pointer, bits)?;
    if call.is_open(address) {
        return Ok(Size { least: 0, most: limit });
    }
    // Whether the text may go on after what was seen.
    let mut goes_on = call.pool.bool_const(true);
    let mut undefined = false;
    let mut least = None;
    let size = |least: Option<u64>, most| Size { least: least.unwrap_or(most), most };
    for index in 0..limit {
        let at = address.wrapping_add(index.wrapping_mul(u64::from(width)));
        if let Err(fault) = call.memory().check(at, u64::from(width), AccessKind::Read) {
            if call.is_unsized(at) {
                // The block may have more: whether the text goes on there must be known.
                if call.decide(goes_on)? {
                    return Err(fault.into());
                }
                return Ok(size(least, index));
            }
            let ends = call.pool.not(goes_on);
            call.require(ends, fault)?;
            return Ok(size(least, index));
        }
        match call.load_value(at, width)? {
            Value::Int(0) => {
                if undefined && call.pool.as_const_bool(goes_on) == Some(true) {
                    call.fault(Fault::UninitialisedRead)?;
                }
                return Ok(size(least, index));
            }
            Value::Int(_) => {}
            // The end of such text is unknown.
            Value::Term(character) if depends_on_unknown(call.pool, character) => {
                return Ok(Size { least: least.unwrap_or(index), most: limit });
            }
            Value::Term(character) => {
                call.require_fresh(character)?;
                let zero = call.pool.bv_u64(width * 8, 0);
                let more = call.pool.ne(character, zero);
                match call.state.path.decide(call.pool, more) {
                    Some(true) => continue,
                    Some(false) => return Ok(size(least, index)),
                    None => {}
                }
                goes_on = call.pool.and(goes_on, more);
                least.get_or_insert(index);
            }
            // No text was ever written there.
            _ if index == 0 => {
                call.fault(Fault::UninitialisedRead)?;
                return Ok(Size::exactly(0));
            }
            // What was never written may end the text, or not.
            _ => {
                undefined = true;
                least.get_or_insert(index);
            }
        }
    }
    Ok(size(least, limit))
}

/// `dprintf` and its like write to the descriptor that the first argument is.
fn print(call: &mut Call<'_>) -> Result<(), Stop> {
    super::pipes::print(call);
    files::not_closed(call, 0)?;
    files::Stream::numbered(call, 0).is_written(call);
    Ok(())
}

fn text(call: &mut Call<'_>, at: usize, stream: Option<usize>) -> ModelResult {
    put(call, at, stream, 1)
}

fn wide_text(call: &mut Call<'_>, at: usize, stream: Option<usize>) -> ModelResult {
    put(call, at, stream, 4)
}

/// Something is for the stream that an argument is, or for standard output. Gives whether that is open for writing.
fn goes_to(call: &mut Call<'_>, stream: Option<usize>) -> Result<bool, Stop> {
    if let Some(index) = stream
        && refuses(call, index, Access::Write)?
    {
        return Ok(false);
    }
    match stream {
        Some(index) => files::written_stream(call, index)?,
        None => super::pipes::meet_stream(call, files::Stream::Stdin),
    }
    let stream = stream.map(|index| files::stream(call, index)).transpose()?;
    super::stream_flags::note_output(call, stream);
    Ok(true)
}

/// What is returned is not negative, and the C library returns 1.
fn put(call: &mut Call<'_>, at: usize, stream: Option<usize>, width: u32) -> ModelResult {
    if !goes_to(call, stream)? {
        return Ok(Flow::int(-1));
    }
    let pointer = call.arg(at);
    let size = string_within(call, pointer, u64::MAX, width)?;
    match stream {
        Some(_) => or_failed(call, 1),
        // With the newline.
        None => written(call, size.plus(Size::exactly(1))),
    }
}

/// One character, of which `bits` bits go out and are returned.
fn one(call: &mut Call<'_>, stream: Option<usize>, bits: u32) -> ModelResult {
    if !goes_to(call, stream)? {
        return Ok(Flow::int(-1));
    }
    let value = call.arg(0);
    defined(call, value)?;
    let character = terms::term(call.pool, value, 32);
    let low = call.pool.bv_trunc(character, bits);
    let character = call.pool.bv_zext(low, 32);
    let result = or_negative(call, character);
    Ok(result.into())
}

/// A value that goes out must have been written, and by the last call that should have.
fn defined(call: &mut Call<'_>, value: Value) -> Result<(), Stop> {
    match value {
        Value::Undef | Value::Partial { .. } => call.fault(Fault::UninitialisedRead),
        Value::Term(term) => {
            call.note_unwritten(term);
            call.require_fresh(term)
        }
        _ => Ok(()),
    }
}

fn fwrite(call: &mut Call<'_>) -> ModelResult {
    if !goes_to(call, Some(3))? {
        return Ok(Flow::address(0));
    }
    let (at, size, number) = (call.arg_u64(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let len = size.saturating_mul(number);
    if len > 0 {
        call.memory().check(at, len, AccessKind::Read)?;
        not_blank(call, at, len)?;
    }
    if size == 0 {
        return Ok(Flow::address(0));
    }
    counted(call, 0, number, 0)
}

fn block(call: &mut Call<'_>, at: usize, len: usize) -> ModelResult {
    files::not_closed(call, 0)?;
    files::Stream::numbered(call, 0).is_written(call);
    let (from, len) = super::input::buffer(call, at, len, AccessKind::Read)?;
    not_blank(call, from, len)?;
    // Where there is something to write, something is written.
    let flow = counted(call, len.min(1), len, -1)?;
    if let margay_engine::Flow::Return(values) = &flow
        && let [Value::Term(count)] = values[..]
    {
        super::input::has_descriptor(call, count)?;
    }
    super::pipes::written(call, from, len, flow)
}

/// Sees to it that something was written of a block that goes out. Single bytes may be
/// padding, or the unused end of a record.
fn not_blank(call: &mut Call<'_>, at: u64, len: u64) -> Result<(), Stop> {
    for index in 0..len {
        match call.load_value(at + index, 1)? {
            Value::Undef => {}
            _ => return Ok(()),
        }
    }
    if len > 0 { call.fault(Fault::UninitialisedRead) } else { Ok(()) }
}

/// The format at an argument; one in which the outside may write a conversion is a fault. `None` if it is unknown:
/// which format a caller passes is the caller's choice.
fn format(call: &mut Call<'_>, at: usize, wide: bool) -> Result<Option<Vec<u32>>, Stop> {
    let address = call.arg_u64(at)?;
    let width = if wide { 4 } else { 1 };
    let mut out = Vec::new();
    loop {
        let here = address.wrapping_add(out.len() as u64 * u64::from(width));
        let value = call.load_value(here, width)?;
        let value = call.state.path.resolve(call.pool, value);
        if let Value::Term(character) = value {
            if !depends_on_unknown(call.pool, character) {
                no_conversion(call, here, width, character, is_open(&out))?;
            }
            return Ok(None);
        }
        match call.concrete(value, width * 8)? {
            0 => return Ok(Some(out)),
            known => out.push(u32::try_from(known).unwrap_or(0)),
        }
    }
}

/// Whether a format ends in a `%` that waits for its conversion.
fn is_open(format: &[u32]) -> bool {
    let signs = format.iter().rev().take_while(|unit| **unit == u32::from(b'%')).count();
    signs % 2 == 1
}

/// Sees to it that a format has no conversion from a character on that the outside chose. Two `%`
/// are none.
fn no_conversion(
    call: &mut Call<'_>,
    at: u64,
    width: u32,
    first: Bv,
    is_open: bool,
) -> Result<(), Stop> {
    /// Characters that are examined.
    const MOST: u64 = 64;
    let origins = call.origins_of(first);
    let mut there = call.pool.bool_const(true);
    let mut any = call.pool.bool_const(false);
    let mut open = call.pool.bool_const(is_open);
    for index in 0..MOST.min(call.room(at) / u64::from(width)) {
        let value = call.peek(at + index * u64::from(width), width);
        let value = call.state.path.resolve(call.pool, value);
        let (Value::Int(_) | Value::Term(_)) = value else { break };
        let character = terms::term(call.pool, value, width * 8);
        let percent = call.pool.bv_u64(width * 8, u64::from(b'%'));
        let zero = call.pool.bv_u64(width * 8, 0);
        let is_percent = call.pool.eq(character, percent);
        let more = call.pool.ne(character, zero);
        there = call.pool.and(there, more);
        let other = call.pool.not(is_percent);
        let converts = call.pool.and(open, other);
        let converts = call.pool.and(there, converts);
        any = call.pool.or(any, converts);
        let fresh = call.pool.not(open);
        open = call.pool.and(fresh, is_percent);
        if call.pool.as_const_bool(there) == Some(false) {
            break;
        }
    }
    let function = call.name.to_owned();
    let harmless = call.pool.not(any);
    call.require(harmless, Fault::FormatString { function, origins })
}

/// A call of `printf`'s kind with its arguments after the format.
fn formatted(call: &mut Call<'_>, stream: Option<usize>, at: usize, wide: bool) -> ModelResult {
    if !goes_to(call, stream)? {
        return Ok(Flow::int(-1));
    }
    let Some(format) = format(call, at, wide)? else {
        return written(call, Size { least: 0, most: LONGEST });
    };
    let args = call.args;
    let output = check_arguments(call, &format, args.get(at + 1..).unwrap_or_default())?;
    written(call, output.size)
}

/// A call of `vprintf`'s kind with its arguments in a list.
fn listed(call: &mut Call<'_>, stream: Option<usize>, at: usize, wide: bool) -> ModelResult {
    if !goes_to(call, stream)? {
        return Ok(Flow::int(-1));
    }
    let format = format(call, at, wide)?;
    let size = match (format, VarArgs::untouched(call, at + 1)?) {
        (Some(format), Some(args)) => check_arguments(call, &format, &args)?.size,
        _ => Size { least: 0, most: LONGEST },
    };
    written(call, size)
}

/// What a format makes of its arguments.
struct Output {
    size: Size,
    /// Characters of what is not in `numbers`.
    others: Size,
    /// The integers that are not known, and how long each is.
    numbers: Vec<(Bv, Lengths)>,
    /// Where the strings are that it takes in, and how many bytes they have at least.
    strings: Vec<(u64, u64)>,
}

impl Output {
    fn add(&mut self, size: Size) {
        self.size = self.size.plus(size);
        self.others = self.others.plus(size);
    }

    /// Characters that there are at least, as a number of 64 bits: all of them, if the size of
    /// the others is known.
    fn least(&self, call: &mut Call<'_>) -> Bv {
        let mut sum = call.pool.bv_u64(64, self.others.least);
        for (number, lengths) in &self.numbers {
            let length = lengths.of_term(call.pool, *number);
            sum = call.pool.bv_add(sum, length);
        }
        sum
    }

    /// How many characters there are, as a number of so many bits. Where that depends on what is not examined here,
    /// nothing that depends on it is certain.
    fn count(&self, call: &mut Call<'_>, bits: u32) -> Result<Value, Stop> {
        if self.others.least == self.others.most {
            let count = self.least(call);
            let count = call.pool.bv_trunc(count, bits);
            return Ok(terms::as_known(call.pool, count));
        }
        let count = call.unknown(Provenance::External, "written", bits);
        let most = margay_engine::mask(bits) >> 1;
        if let Value::Term(count) = count
            && self.size.least <= most
        {
            let low = call.pool.bv_u64(bits, self.size.least);
            let high = call.pool.bv_u64(bits, self.size.most.min(most));
            let (above, below) = (call.pool.bv_ule(low, count), call.pool.bv_ule(count, high));
            let within = call.pool.and(above, below);
            call.given(within)?;
        }
        Ok(count)
    }
}

/// Looks at the arguments of a format: that they are there, of the right kind, and written.
fn check_arguments(call: &mut Call<'_>, format: &[u32], args: &[Arg]) -> Result<Output, Stop> {
    let none = Size::exactly(0);
    let mut output = Output { size: none, others: none, numbers: Vec::new(), strings: Vec::new() };
    let mut next = 0;
    for piece in directive::parse(format) {
        let spec = match piece {
            Piece::Spec(spec) => spec,
            Piece::Literal(from, to) => {
                output.add(Size::exactly((to - from) as u64));
                continue;
            }
            Piece::Incomplete | Piece::TooLarge => {
                output.add(Size { least: 0, most: LONGEST });
                continue;
            }
        };
        let width = match count(call, args, spec.width, &mut next, &spec)? {
            Some(value) => known_count(call, value).map(i32::unsigned_abs),
            None => Some(0),
        };
        let precision = match count(call, args, spec.precision, &mut next, &spec)? {
            // A negative precision counts as none.
            Some(value) => {
                let number = margay_engine::signed(call.concrete(value, 32)?, 32);
                usize::try_from(number).ok()
            }
            None => None,
        };
        let limit = precision.map_or(u64::MAX, |precision| precision as u64);
        let Some(conversion) = char::from_u32(spec.conversion) else { continue };
        if conversion == '%' {
            output.add(Size::exactly(1));
            continue;
        }
        let mut size = Size { least: 0, most: LONGEST };
        if conversion == 'm' {
            output.add(size);
            continue;
        }
        let at = spec.argument.unwrap_or(next);
        next = at + 1;
        let arg = argument(call, args, at, &spec)?;
        match conversion {
            's' | 'S' => {
                let wide = conversion == 'S' || spec.length == Length::Long;
                if !is_pointer(call, arg) {
                    mismatch(call, arg, "a string", &spec)?;
                    continue;
                }
                if limit > 0 {
                    call.touch(arg.value, AccessKind::Read)?;
                }
                size = string_within(call, arg.value, limit, if wide { 4 } else { 1 })?;
                if let Value::Int(from) = arg.value {
                    output.strings.push((from, size.least.saturating_add(1).min(limit)));
                }
            }
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c' | 'C' => {
                let bits = value_bits(call, spec.length).max(32);
                let is_character = matches!(conversion, 'c' | 'C');
                match arg.kind {
                    ArgKind::Int(given) if given == bits || is_character => {}
                    _ => mismatch(call, arg, &format!("an integer of {bits} bits"), &spec)?,
                }
                defined(call, arg.value)?;
                if is_character {
                    let wide = conversion == 'C' || spec.length == Length::Long;
                    size = if wide { Size { least: 0, most: 4 } } else { Size::exactly(1) };
                } else if let (Some(width), ArgKind::Int(_)) = (width, arg.kind) {
                    let bits = value_bits(call, spec.length);
                    let lengths = Lengths::new(&spec, bits, precision, width);
                    number(call, &mut output, arg.value, bits, lengths);
                    continue;
                }
            }
            'f' | 'F' | 'e' | 'E' | 'g' | 'G' | 'a' | 'A' => {
                if !matches!(arg.kind, ArgKind::Float(_) | ArgKind::Memory { .. }) {
                    mismatch(call, arg, "a floating-point number", &spec)?;
                }
                defined(call, arg.value)?;
                if let (ArgKind::Float(_), Some(bits)) = (arg.kind, arg.value.as_u128())
                    && precision.is_none_or(|precision| precision < 1000)
                {
                    let letter = u8::try_from(spec.conversion).unwrap_or(b'f');
                    let alternate = spec.alternate;
                    let style = Style { conversion: letter, precision, alternate };
                    let kind = float_kind(call, spec.length);
                    size =
                        Size::exactly(numbers::float(&spec, bits, kind, style).characters() as u64);
                }
            }
            'n' => {
                let to = call.concrete(arg.value, call.pointer_bytes() * 8)?;
                let bits = value_bits(call, spec.length);
                let count = output.count(call, bits)?;
                call.store_value(to, bits / 8, count)?;
                continue;
            }
            _ => defined(call, arg.value)?,
        }
        output.add(match width {
            Some(width) => size.at_least(width.into()),
            None => Size { least: size.least, most: size.most.max(LONGEST) },
        });
    }
    Ok(output)
}

/// The argument that a width or precision is, or the number that stands there.
fn count(
    call: &mut Call<'_>,
    args: &[Arg],
    count: Count,
    next: &mut usize,
    spec: &Spec,
) -> Result<Option<Value>, Stop> {
    let at = match count {
        Count::None => return Ok(None),
        Count::Number(number) => return Ok(Some(Value::Int(number as u64))),
        Count::Argument(at) => at,
        Count::Next => {
            *next += 1;
            *next - 1
        }
    };
    Ok(Some(argument(call, args, at, spec)?.value))
}

/// The number that a width is, if that is known.
fn known_count(call: &mut Call<'_>, value: Value) -> Option<i32> {
    match call.state.path.resolve(call.pool, value) {
        Value::Int(known) => {
            i32::try_from(margay_engine::signed(known & margay_engine::mask(32), 32)).ok()
        }
        _ => None,
    }
}

/// Adds an integer of so many bits.
fn number(call: &mut Call<'_>, output: &mut Output, value: Value, bits: u32, lengths: Lengths) {
    match call.state.path.resolve(call.pool, value) {
        Value::Int(known) => {
            output.add(Size::exactly(lengths.of(known & margay_engine::mask(bits))));
        }
        Value::Term(term) => {
            let number = call.pool.bv_trunc(term, bits);
            let domain = call.state.path.condition().domain(call.pool, number);
            let (low, high) = domain.map_or((0, u64::MAX), |d| (d.umin(), d.umax()));
            let (least, most) = lengths.within(low, high);
            output.size = output.size.plus(Size { least, most });
            output.numbers.push((number, lengths));
        }
        // What was never written was told; it may be any number.
        _ => {
            let (least, most) = lengths.within(0, u64::MAX);
            output.add(Size { least, most });
        }
    }
}

/// An argument that the format asks for.
fn argument(call: &mut Call<'_>, args: &[Arg], at: usize, spec: &Spec) -> Result<Arg, Stop> {
    match args.get(at) {
        Some(arg) => Ok(*arg),
        None => {
            let function = call.name.to_owned();
            let detail = format!("there is no argument for `{}`", written_as(spec));
            Err(Fault::FormatMismatch { function, detail, missing: true }.into())
        }
    }
}

fn is_pointer(call: &mut Call<'_>, arg: Arg) -> bool {
    matches!(arg.kind, ArgKind::Int(bits) if bits == call.pointer_bytes() * 8)
}

/// A conversion as a format has it, without its width and flags: `%ld`.
fn written_as(spec: &Spec) -> String {
    let length = match spec.length {
        Length::None => "",
        Length::Char => "hh",
        Length::Short => "h",
        Length::Long => "l",
        Length::LongLong => "ll",
        Length::Max => "j",
        Length::Size => "z",
        Length::Difference => "t",
    };
    format!("%{length}{}", char::from_u32(spec.conversion).unwrap_or('?'))
}

fn mismatch(call: &mut Call<'_>, arg: Arg, wanted: &str, spec: &Spec) -> Result<(), Stop> {
    let given = match arg.kind {
        ArgKind::Int(bits) => format!("an integer of {bits} bits"),
        ArgKind::Float(_) => "a floating-point number".to_owned(),
        ArgKind::Vector(_) | ArgKind::Memory { .. } => "a struct".to_owned(),
    };
    let function = call.name.to_owned();
    let detail = format!("`{}` takes {wanted}, but is given {given}", written_as(spec));
    call.fault(Fault::FormatMismatch { function, detail, missing: false })
}

/// `sprintf` and its like: the library composes the text. What is symbolic in it is fixed.
fn composed(call: &mut Call<'_>, at: usize, name: &str) -> ModelResult {
    let Some(format) = format(call, at, false)? else {
        return CLibrary.model(name).expect("the library has it")(call);
    };
    let args = call.args;
    let output = check_arguments(call, &format, args.get(at + 1..).unwrap_or_default())?;
    compose_apart(call, at, name, &output)
}

fn composed_list(call: &mut Call<'_>, at: usize, name: &str) -> ModelResult {
    let format = format(call, at, false)?;
    match (format, VarArgs::untouched(call, at + 1)?) {
        (Some(format), Some(args)) => {
            let output = check_arguments(call, &format, &args)?;
            compose_apart(call, at, name, &output)
        }
        _ => CLibrary.model(name).expect("the library has it")(call),
    }
}

/// Sees to it that the text and its end fit at an address, whatever its numbers are. Strings of
/// unknown length are for the library to look at, which takes them byte by byte.
fn require_room(call: &mut Call<'_>, to: u64, limit: u64, output: &Output) -> Result<(), Stop> {
    let room = crate::text::writable(&call.state.memory, to);
    if limit <= room || output.size.most < room || call.is_unsized(to) {
        return Ok(());
    }
    let Err(fault) = call.memory().check(to.wrapping_add(room), 1, AccessKind::Write) else {
        return Ok(());
    };
    let least = output.least(call);
    let room = call.pool.bv_u64(64, room);
    let fits = call.pool.bv_ult(least, room);
    call.require(fits, fault)
}

/// The text goes to where none of the strings is that it is made of.
fn compose_apart(call: &mut Call<'_>, at: usize, name: &str, output: &Output) -> ModelResult {
    let to = call.arg_u64(0)?;
    let limit = if at == 2 { call.arg_u64(1)? } else { u64::MAX };
    require_room(call, to, limit, output)?;
    if let Some(count) = unknown_text(call, to, limit, output)? {
        return Ok(count.into());
    }
    let flow = CLibrary.model(name).expect("the library has it")(call)?;
    if let Flow::Return(values) = &flow
        && let [Value::Int(count)] = values.as_slice()
    {
        let written = limit.min((count & margay_engine::mask(32)).saturating_add(1));
        if output.strings.iter().any(|(from, len)| overlap(to, written, *from, *len)) {
            call.fault(Fault::OverlappingCopy)?;
        }
    }
    Ok(flow)
}

/// Most bytes of text with unknown numbers in it.
const LONGEST_UNKNOWN: u64 = 1 << 10;

/// Text made of a number from an unknown caller is unknown. It is not made of one of the possible numbers: what holds
/// for that one need not hold for the others.
fn unknown_text(
    call: &mut Call<'_>,
    to: u64,
    limit: u64,
    output: &Output,
) -> Result<Option<Value>, Stop> {
    let is_unknown = output.numbers.iter().any(|(number, _)| {
        let number = call.state.path.simplify(call.pool, *number);
        depends_on_unknown(call.pool, number)
    });
    let len = limit.min(output.size.most.saturating_add(1));
    let room = crate::text::writable(&call.state.memory, to);
    let fits = len <= LONGEST_UNKNOWN && len <= room;
    if !call.has_unknown_callers()
        || !is_unknown
        || !fits
        || call.is_open(to)
        || call.is_unsized(to)
    {
        return Ok(None);
    }
    for at in to..to + len {
        let byte = call.unknown(Provenance::External, "text", 8);
        call.state.memory.set_byte(at, byte)?;
    }
    if len > 0 {
        let (mut access, state) = call.access();
        access.end_text(state, to..to + len);
    }
    Ok(Some(output.count(call, 32)?))
}

fn composed_wide(call: &mut Call<'_>, at: usize, name: &str) -> ModelResult {
    let format = format(call, at, true)?;
    let args = call.args;
    if let Some(format) = format {
        check_arguments(call, &format, args.get(at + 1..).unwrap_or_default())?;
    }
    CLibrary.model(name).expect("the library has it")(call)
}
