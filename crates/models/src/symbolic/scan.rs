//! `scanf` from the outside: each conversion may match any value, or the input ends before it.
//!
//! What matches no number, where the first should stand, stays there for the next call, and what a conversion would
//! have taken does not stand after it (`next_character.rs`).

use super::files::{self, Stream};
use super::next_character::{self, Characters, Next, Taken};
use super::stream_state::{Access, refuses};
use super::{assumed, scan_target, stream_flags};
use crate::spec::{Table, all_answers};
use margay_engine::provenance::Provenance;
use margay_engine::{AccessKind, Call, Fault, Flow, ModelResult, Stop, Value};
use margay_ir::finding::{Form, Source};
use margay_smt::Bv;

pub const MODELS: Table = Table::of(&[
    all_answers("scanf", |call| scan(call, None, 0, 1)),
    all_answers("__isoc99_scanf", |call| scan(call, None, 0, 1)),
    all_answers("__isoc23_scanf", |call| scan(call, None, 0, 1)),
    all_answers("fscanf", |call| scan(call, Some(0), 1, 1)),
    all_answers("__isoc99_fscanf", |call| scan(call, Some(0), 1, 1)),
    all_answers("__isoc23_fscanf", |call| scan(call, Some(0), 1, 1)),
    all_answers("wscanf", |call| scan(call, None, 0, 4)),
    all_answers("fwscanf", |call| scan(call, Some(0), 1, 4)),
    all_answers("__isoc99_wscanf", |call| scan(call, None, 0, 4)),
    all_answers("__isoc99_fwscanf", |call| scan(call, Some(0), 1, 4)),
]);

/// One conversion of a format.
pub struct Conversion {
    pub letter: u8,
    /// Bytes of the target of a number.
    pub size: u32,
    pub width: Option<u64>,
    pub skipped: bool,
    /// `%ms`: the text goes to a block of its own.
    pub allocates: bool,
    /// The characters that `%[` takes.
    pub set: Vec<u8>,
}

/// A piece of a format.
pub enum Item {
    /// White space: any of it matches, and so does none.
    Space,
    Literal(u8),
    Conversion(Conversion),
}

impl Conversion {
    pub fn is_number(&self) -> bool {
        b"diuxXopfegaEG".contains(&self.letter)
    }

    /// `%n`: it takes nothing from the input, cannot fail, and does not count.
    pub fn is_position(&self) -> bool {
        self.letter == b'n'
    }

    /// White space before it does not count.
    fn skips_space(&self) -> bool {
        !matches!(self.letter, b'c' | b'[' | b'n')
    }

    /// Characters that it takes from the input at least.
    fn least(&self) -> u64 {
        match self.letter {
            b'n' => 0,
            b'c' => self.width.unwrap_or(1),
            _ => 1,
        }
    }
}

fn scan(call: &mut Call<'_>, stream: Option<usize>, at: usize, char_size: u32) -> ModelResult {
    if let Some(index) = stream
        && refuses(call, index, Access::Read)?
    {
        return Ok(Flow::int(-1));
    }
    let (source, from, stream) = files::to_read(call, stream)?;
    let items = items(call, at, char_size)?;
    let mut next = at + 1;
    let mut matched = 0;
    let mut behind = from.resume(call);
    super::positions::moved(call, from);
    let stopped = behind.stopped && starts_with_number(&items);
    if stopped {
        call.leave_out(assumed::SIGN);
    }
    // Characters that were taken at least.
    let mut least = 0u64;
    // A character of the format stands before the next conversion, and whether none such can come.
    let (mut literal, mut blocked) = (false, false);
    for item in &items {
        blocked |= next_character::is_blocked(&behind, item);
        let conversion = match item {
            Item::Conversion(conversion) => conversion,
            Item::Literal(_) => {
                least = least.saturating_add(1);
                (behind, literal) = (Next::default(), true);
                continue;
            }
            Item::Space => {
                behind = behind.behind_space();
                continue;
            }
        };
        if !conversion.is_position() {
            let fails = call.failure();
            from.fails_at_end(call, fails)?;
            if least == 0 {
                stream_flags::fails_at_end(call, stream, fails)?;
            }
            if blocked || (stopped && least == 0) {
                call.given(fails)?;
            }
            if call.decide(fails)? {
                let result = match matched {
                    0 => {
                        let input = (source.clone(), from);
                        matches_nothing(call, conversion, least, input, stopped)?
                    }
                    some => some,
                };
                match result {
                    END => {
                        let always = call.pool.bool_const(true);
                        stream_flags::note_read(call, stream, always);
                    }
                    // What stands there is no number.
                    0 => {}
                    _ => may_end(call, from, stream)?,
                }
                // Or what stands there is not what the format has before the conversion.
                if result != END && !literal {
                    let mut next = Next::instead_of(conversion);
                    next.stopped = result == 0;
                    from.expect(call, next);
                }
                mark_stale(call, items.iter().filter_map(Item::conversion), at + 1, result)?;
                return Ok(Flow::int(result));
            }
            least = least.saturating_add(conversion.least());
            literal = false;
            if conversion.skips_space() {
                behind = behind.behind_space();
            }
        }
        if conversion.skipped {
            if !conversion.is_position() {
                behind = Next::behind(call, conversion, Taken::Other);
            }
            continue;
        }
        if next >= call.args.len() {
            let function = call.name.to_owned();
            let detail = format!("there is no argument for `%{}`", char::from(conversion.letter));
            return Err(Fault::FormatMismatch { function, detail, missing: true }.into());
        }
        let to = call.arg_u64(next)?;
        scan_target::check(call, conversion, next)?;
        next += 1;
        if conversion.is_position() {
            position(call, conversion, to, least)?;
            continue;
        }
        let taken = convert(call, conversion, to, &source, (from, behind))?;
        behind = Next::behind(call, conversion, taken);
        matched += 1;
    }
    from.expect(call, behind);
    if goes_on(items.last()) {
        may_end(call, from, stream)?;
    }
    Ok(Flow::int(matched))
}

/// What `scanf` returns that converted nothing before the input ended.
const END: i32 = -1;

/// Whether a format looks after what it takes at the end.
fn goes_on(last: Option<&Item>) -> bool {
    match last {
        Some(Item::Space) => true,
        Some(Item::Conversion(last)) => last.letter != b'c' && !last.is_position(),
        Some(Item::Literal(_)) | None => false,
    }
}

/// After what was taken, the input may have ended.
fn may_end(call: &mut Call<'_>, from: Stream, stream: Option<u64>) -> Result<(), Stop> {
    let Some(ends) = stream_flags::may_end(call, stream) else { return Ok(()) };
    let Some(left) = from.left(call) else { return Ok(()) };
    let zero = call.pool.bv_u64(64, 0);
    let none = call.pool.eq(left, zero);
    let fine = call.pool.implies(ends, none);
    call.given(fine)
}

fn starts_with_number(items: &[Item]) -> bool {
    let first = items.iter().find(|item| !matches!(item, Item::Space));
    matches!(first, Some(Item::Conversion(conversion)) if conversion.is_number())
}

/// What `scanf` returns that converted nothing: `END`, or 0 where something
/// else stands there, which matters only where the program tells the two apart.
fn matches_nothing(
    call: &mut Call<'_>,
    conversion: &Conversion,
    least: u64,
    (source, from): (Source, Stream),
    stopped: bool,
) -> Result<i32, Stop> {
    if call.neglect(u64::from(END.cast_unsigned()), 0, 32).is_some() {
        return Ok(END);
    }
    if !conversion.is_number() {
        if conversion.letter == b'[' || least > 0 {
            call.leave_out("input that a format of `scanf` does not match");
        }
        return Ok(END);
    }
    let other = call.pool.bv_u64(8, u64::from(b'?'));
    let count = call.input_symbol("something else", 1);
    call.input_parts(source, vec![other]);
    let taken = call.pool.bv_zext(count, 8);
    call.input_taken(taken);
    let one = call.pool.bv_u64(1, 1);
    let differs = call.pool.eq(count, one);
    if stopped && least == 0 {
        call.given(differs)?;
    }
    if let Some(left) = from.left(call) {
        let (none, zero) = (call.pool.not(differs), call.pool.bv_u64(64, 0));
        let some = call.pool.ne(left, zero);
        let fine = call.pool.or(none, some);
        call.given(fine)?;
    }
    Ok(if call.decide(differs)? { 0 } else { END })
}

/// `%n`: how many characters were taken depends on how the input is written, which is not decided. Nothing that depends
/// on it is certain.
fn position(call: &mut Call<'_>, conversion: &Conversion, to: u64, least: u64) -> Result<(), Stop> {
    let bits = conversion.size * 8;
    let taken = call.unknown(Provenance::External, "taken", bits);
    let most = margay_engine::mask(bits) >> 1;
    if let Value::Term(taken) = taken {
        let (low, high) = (call.pool.bv_u64(bits, least.min(most)), call.pool.bv_u64(bits, most));
        let (above, below) = (call.pool.bv_ule(low, taken), call.pool.bv_ule(taken, high));
        let within = call.pool.and(above, below);
        call.given(within)?;
    }
    call.store_value(to, conversion.size, taken)
}

impl Item {
    pub fn conversion(&self) -> Option<&Conversion> {
        match self {
            Item::Conversion(conversion) => Some(conversion),
            Item::Space | Item::Literal(_) => None,
        }
    }
}

/// The pieces of the format that an argument is.
pub fn items(call: &mut Call<'_>, at: usize, char_size: u32) -> Result<Vec<Item>, Stop> {
    let address = call.arg_u64(at)?;
    let mut format = Vec::new();
    loop {
        let here = address + format.len() as u64 * u64::from(char_size);
        match call.load(here, char_size)? {
            0 => break,
            c => format.push(u8::try_from(c).unwrap_or(b'?')),
        }
    }
    Ok(parse(&format, call.pointer_bytes()))
}

/// Marks what the conversions that did not come to pass leave as it was.
pub fn mark_stale<'a>(
    call: &mut Call<'_>,
    conversions: impl Iterator<Item = &'a Conversion> + Clone,
    first: usize,
    result: i32,
) -> Result<(), Stop> {
    let targets = conversions.filter(|conversion| !conversion.skipped);
    let counted = (first..).zip(targets).filter(|(_, conversion)| !conversion.is_position());
    let bits = |number: i32| u64::from(number.cast_unsigned());
    let all = i32::try_from(counted.clone().count()).unwrap_or(i32::MAX);
    let Some(neglect) = call.neglect(bits(result), bits(all), 32) else { return Ok(()) };
    let matched = usize::try_from(result).unwrap_or(0);
    for (index, conversion) in counted.skip(matched) {
        let to = call.arg_u64(index)?;
        let len = if conversion.is_number() { conversion.size } else { 1 };
        call.mark_stale(to, len, neglect)?;
    }
    Ok(())
}

/// Stores what a conversion takes.
fn convert(
    call: &mut Call<'_>,
    conversion: &Conversion,
    to: u64,
    source: &Source,
    (from, behind): (Stream, Next),
) -> Result<Taken, Stop> {
    // A number is one byte at least, and counts as one: how it is written is not decided.
    if conversion.is_number() {
        take(call, 1, from)?;
    }
    match conversion.letter {
        b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' | b'f' | b'e' | b'g' | b'a' | b'E'
        | b'G' => {
            let form = match conversion.letter {
                b'd' | b'i' => Form::Signed,
                b'u' | b'x' | b'X' | b'o' | b'p' => Form::Unsigned,
                _ => Form::Float,
            };
            let number = call.input(source.clone(), form, conversion.size * 8);
            fits_width(call, conversion, number)?;
            call.store_value(to, conversion.size, Value::Term(number))?;
            Ok(Taken::Number(number))
        }
        b'c' => {
            let count = conversion.width.unwrap_or(1);
            call.settle_size(to)?;
            take(call, count, from)?;
            let most = count.min(super::input::LONGEST);
            let bytes = call.input_bytes(source.clone(), most);
            behind.is(call, bytes[0])?;
            if let Err(fault) = call.memory().check(to, count, AccessKind::Write) {
                let more = (count - most).min(LONGEST_REST);
                let (byte, taken) =
                    (call.pool.bv_u64(8, u64::from(b'A')), call.pool.bv_u64(32, most + more));
                call.input_longer(more, byte, taken);
                // Noted with the input that leads there.
                let never = call.pool.bool_const(false);
                call.require(never, fault)?;
            }
            if most < count {
                // The input may end before the width.
                super::input::leave_out_blocks(call);
            }
            for (index, byte) in (0..).zip(bytes) {
                call.memory().set_byte(to + index, Value::Term(byte))?;
            }
            Ok(Taken::Other)
        }
        _ => word(call, conversion, to, source, (from, behind)),
    }
}

/// A number has no more digits than its conversion is wide, and one less if it has a sign.
fn fits_width(call: &mut Call<'_>, conversion: &Conversion, number: Bv) -> Result<(), Stop> {
    let base: u64 = match conversion.letter {
        // Digits of other bases stand after `0x`, which takes more room than they are worth, up to a width.
        b'i' if conversion.width > Some(11) => return Ok(()),
        b'd' | b'i' | b'u' => 10,
        b'x' | b'X' => 16,
        b'o' => 8,
        _ => return Ok(()),
    };
    let bits = conversion.size * 8;
    let width = conversion.width.and_then(|width| u32::try_from(width).ok());
    let above = width.and_then(|width| base.checked_pow(width));
    // Larger ones are cut, and may be any.
    let Some(above) = above.filter(|above| *above <= margay_engine::mask(bits - 1)) else {
        return Ok(());
    };
    // A negative one wraps around where there is no sign.
    let below = above / base - 1;
    let (below, count) =
        (call.pool.bv_u64(bits, below), call.pool.bv_u64(bits, above + (above / base - 1)));
    let from_least = call.pool.bv_add(number, below);
    let fits = call.pool.bv_ult(from_least, count);
    call.given(fits)
}

/// So many bytes are there, and are used up.
fn take(call: &mut Call<'_>, count: u64, from: Stream) -> Result<(), Stop> {
    let Some(left) = from.left(call) else { return Ok(()) };
    let count = call.pool.bv_u64(64, count);
    let enough = call.pool.bv_ule(count, left);
    call.given(enough)?;
    from.take(call, count);
    Ok(())
}

/// A word of any length, or of at most as many characters as the conversion is wide.
fn word(
    call: &mut Call<'_>,
    conversion: &Conversion,
    to: u64,
    source: &Source,
    (from, behind): (Stream, Next),
) -> Result<Taken, Stop> {
    let width = conversion.width;
    if width.is_none() {
        call.settle_size(to)?;
    }
    let room = crate::text::writable(&call.state.memory, to);
    let most = match width {
        Some(width) => {
            call.memory().check(to, width.saturating_add(1), AccessKind::Write)?;
            width.min(super::input::LONGEST)
        }
        None => {
            call.memory().check(to, 1, AccessKind::Write)?;
            room.saturating_sub(1).min(super::input::LONGEST)
        }
    };
    if most == super::input::LONGEST {
        call.leave_out(&format!("words of more than {most} characters"));
    }
    // It is no white space. A set takes it that names what it does not take.
    if conversion.letter != b'[' || conversion.set.contains(&1) || conversion.set.len() >= 128 {
        call.leave_out(assumed::NUL);
    }
    let taken = Characters::new(|c| match conversion.letter {
        b'[' => conversion.set.contains(&c),
        _ => c != 0 && !crate::ctype::is_space(c),
    });
    let bytes = call.input_bytes(source.clone(), most);
    let mut known = call.pool.bool_const(true);
    let mut full = call.pool.bool_const(true);
    for byte in &bytes {
        let belongs = taken.hold(call, *byte);
        let zero = call.pool.bv_u64(8, 0);
        let nul = call.pool.eq(*byte, zero);
        let fine = call.pool.or(belongs, nul);
        known = call.pool.and(known, fine);
        full = call.pool.and(full, belongs);
    }
    if let Some(first) = bytes.first() {
        let zero = call.pool.bv_u64(8, 0);
        let real = call.pool.ne(*first, zero);
        let follows = behind.allows(call, *first);
        known = call.pool.and(known, real);
        known = call.pool.and(known, follows);
    }
    call.given(known)?;
    let left = from.left(call);
    take_word(call, &bytes, from)?;
    if width.is_none()
        && let Err(fault) = call.memory().check(to, room + 1, AccessKind::Write)
    {
        // Without a width there is always a word that is too long.
        let longer = call.input_symbol("too long", 1);
        let zero = call.pool.bv_u64(1, 0);
        let fits = call.pool.eq(longer, zero);
        let all = call.pool.or(fits, full);
        call.given(all)?;
        if let Some(left) = left {
            let long = call.pool.bv_u64(64, too_long(most, room));
            let there = call.pool.bv_ule(long, left);
            let enough = call.pool.or(fits, there);
            call.given(enough)?;
        }
        let (short, long) =
            (call.pool.bv_u64(32, most), call.pool.bv_u64(32, too_long(most, room)));
        let taken = call.pool.ite(fits, short, long);
        let more = call.pool.bv_u64(8, u64::from(b'A'));
        call.input_longer(too_long(most, room) - most, more, taken);
        call.require(fits, fault)?;
    }
    for (index, byte) in (0..).zip(bytes) {
        call.memory().set_byte(to + index, Value::Term(byte))?;
    }
    call.write_bytes(to + most, &[0])?;
    crate::flow::mark(call, to);
    Ok(Taken::Word(full))
}

/// The word up to its end is there, and is used up.
fn take_word(call: &mut Call<'_>, bytes: &[Bv], from: Stream) -> Result<(), Stop> {
    let Some(left) = from.left(call) else { return Ok(()) };
    let mut length = call.pool.bv_u64(64, bytes.len() as u64);
    for (index, byte) in bytes.iter().enumerate().rev() {
        let zero = call.pool.bv_u64(8, 0);
        let end = call.pool.eq(*byte, zero);
        let here = call.pool.bv_u64(64, index as u64);
        length = call.pool.ite(end, here, length);
    }
    let enough = call.pool.bv_ule(length, left);
    call.given(enough)?;
    from.take(call, length);
    Ok(())
}

/// Characters after the first ones that are written down of text that is long.
const LONGEST_REST: u64 = 4096;

/// Characters of a word that does not fit, as far as it is written down.
fn too_long(most: u64, room: u64) -> u64 {
    room.clamp(most, most + LONGEST_REST)
}

/// The characters of a set, which begins after `[`.
fn set(rest: &mut std::iter::Peekable<impl Iterator<Item = u8>>) -> Vec<u8> {
    let negated = rest.next_if_eq(&b'^').is_some();
    let mut named = Vec::new();
    named.extend(rest.next_if_eq(&b']'));
    while let Some(c) = rest.next().filter(|c| *c != b']') {
        match (c, named.last().copied(), rest.peek().copied()) {
            (b'-', Some(first), Some(last)) if last != b']' => {
                rest.next();
                named.extend(first..=last);
            }
            _ => named.push(c),
        }
    }
    (1..=u8::MAX).filter(|c| named.contains(c) != negated).collect()
}

fn parse(format: &[u8], pointer_bytes: u32) -> Vec<Item> {
    let mut found = Vec::new();
    let mut rest = format.iter().copied().peekable();
    while let Some(c) = rest.next() {
        if c != b'%' {
            found.push(if crate::ctype::is_space(c) { Item::Space } else { Item::Literal(c) });
            continue;
        }
        let skipped = rest.next_if_eq(&b'*').is_some();
        let mut width = None;
        while let Some(digit) = rest.next_if(u8::is_ascii_digit) {
            let digit = u64::from(digit - b'0');
            width = Some(width.unwrap_or(0u64).saturating_mul(10).saturating_add(digit));
        }
        // A width of 0 counts as none.
        let width = width.filter(|width| *width > 0);
        let (mut short, mut long, mut large, mut allocates) = (0, 0, false, false);
        while let Some(c) = rest.next_if(|c| b"hlLqjztm".contains(c)) {
            match c {
                b'h' => short += 1,
                b'l' => long += 1,
                b'm' => allocates = true,
                _ => large = true,
            }
        }
        let Some(letter) = rest.next() else { break };
        if letter == b'%' {
            found.extend([Item::Space, Item::Literal(b'%')]);
            continue;
        }
        let set = if letter == b'[' { set(&mut rest) } else { Vec::new() };
        let float = b"feagEG".contains(&letter);
        let size = match (short, long, large) {
            (1, ..) => 2,
            (2.., ..) => 1,
            (_, 1, _) if float => 8,
            (_, 1, _) => pointer_bytes,
            (_, 2.., _) => 8,
            (_, _, true) if float => 16,
            (_, _, true) => pointer_bytes.max(8),
            _ if letter == b'p' => pointer_bytes,
            _ => 4,
        };
        let conversion = Conversion { letter, size, width, skipped, allocates, set };
        found.push(Item::Conversion(conversion));
    }
    found
}
