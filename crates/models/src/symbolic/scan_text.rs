//! `sscanf` of text that came from outside.
//!
//! As for `strtol`, numbers are symbols of their own, which the text is written from: each conversion gets characters
//! of the text that are not constrained yet. That is one way of many to cut the text; where no such cut is found, the
//! library reads the text as it is.

use super::numbers::{FreeText, Integer, bound_double, bound_number, free_text};
use super::scan::{Conversion, Item, items, mark_stale};
use crate::CLibrary;
use crate::spec::{Table, all_answers};
use margay_engine::{AccessKind, Base, Call, Fault, Flow, Library, ModelResult, Stop, Value};
use margay_smt::{Bool, Bv, SymbolId};

pub const MODELS: Table = Table::of(&[
    all_answers("sscanf", |call| scan(call, "sscanf", 1)),
    all_answers("__isoc99_sscanf", |call| scan(call, "__isoc99_sscanf", 1)),
    all_answers("__isoc23_sscanf", |call| scan(call, "__isoc23_sscanf", 1)),
    all_answers("swscanf", |call| scan(call, "swscanf", 4)),
    all_answers("__isoc99_swscanf", |call| scan(call, "__isoc99_swscanf", 4)),
    all_answers("__isoc23_swscanf", |call| scan(call, "__isoc23_swscanf", 4)),
]);

/// Characters of a word at most.
const LONGEST: u64 = 256;

/// A piece of the text.
enum Segment<'a> {
    Literal(u8),
    Number(&'a Conversion),
    Word(&'a Conversion, First),
    Characters(&'a Conversion, First),
    /// `%n`, and whether white space before it is skipped.
    Position(&'a Conversion, bool),
}

/// What the first of some characters may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum First {
    Any,
    /// White space before it is skipped.
    NoSpace,
    /// It stands directly after a number of this conversion, which does not take it.
    Behind(u8),
}

impl Segment<'_> {
    fn least(&self) -> u64 {
        match self {
            Segment::Literal(_) | Segment::Word(..) => 1,
            // A sign and a digit; a digit, a point, and one more.
            Segment::Number(conversion) if is_float(conversion) => 4,
            Segment::Number(_) => 2,
            Segment::Characters(conversion, _) => conversion.width.unwrap_or(1),
            Segment::Position(..) => 0,
        }
    }

    /// Where `room` is what a word may have. A number may have spaces before it, if `spaced`.
    fn most(&self, room: u64, spaced: bool) -> u64 {
        match self {
            Segment::Number(conversion) if spaced && !is_float(conversion) => LONGEST,
            Segment::Number(conversion) if is_float(conversion) => 18,
            Segment::Number(conversion) if conversion.size < 8 => 12,
            Segment::Number(_) => 21,
            Segment::Word(conversion, _) => conversion.width.unwrap_or(LONGEST).min(room).max(1),
            _ => self.least(),
        }
    }

    /// Whether the text must go on for it.
    fn takes(&self) -> bool {
        !matches!(self, Segment::Position(..))
    }
}

fn is_float(conversion: &Conversion) -> bool {
    b"feagEG".contains(&conversion.letter)
}

/// Of text whose characters have `size` bytes.
fn scan(call: &mut Call<'_>, name: &str, size: u32) -> ModelResult {
    let before = call.state.path.clone();
    let address = call.arg_u64(0)?;
    let items = items(call, 1, size)?;
    if is_symbolic(call, address, size)?
        && let Some(flow) = scan_free(call, address, &items, size)?
    {
        call.leave_out("text that sscanf splits in other ways");
        return Ok(flow);
    }
    call.state.path = before;
    CLibrary.model(name).expect("the library has it")(call)
}

fn is_symbolic(call: &mut Call<'_>, address: u64, size: u32) -> Result<bool, Stop> {
    let first = call.load_value(address, size)?;
    Ok(matches!(call.state.path.resolve(call.pool, first), Value::Term(_)))
}

/// Whether the outside chose something that is part of no input.
pub fn chosen(call: &mut Call<'_>, what: &str) -> Result<bool, Stop> {
    let choice = call.input_symbol(what, 1);
    let one = call.pool.bv_u64(1, 1);
    let choice = call.pool.eq(choice, one);
    call.decide(choice)
}

/// Goes on with the inputs for which a condition holds, as if the program had asked.
pub fn settle(call: &mut Call<'_>, condition: Bool) -> Result<(), Stop> {
    let possible = call.judge.possible(call.pool, call.state, condition);
    call.judge.assume(call.pool, call.state, condition, &possible)
}

fn scan_free(
    call: &mut Call<'_>,
    address: u64,
    items: &[Item],
    size: u32,
) -> Result<Option<Flow>, Stop> {
    let conversions = items.iter().filter_map(Item::conversion);
    // All of it may be cut, or nothing is begun.
    let Some(all) = segments(items, usize::MAX) else { return Ok(None) };
    // Words of wide characters are left to the library.
    let is_word =
        |segment: &Segment<'_>| matches!(segment, Segment::Word(..) | Segment::Characters(..));
    if !all.iter().any(Segment::takes) || (size > 1 && all.iter().any(is_word)) {
        return Ok(None);
    }
    let before = call.state.path.clone();
    let is_free = free_text(call, address, size, 16, 1)?.is_some()
        || free_text(call, address, size, LONGEST, 1)?.is_some();
    call.state.path = before;
    if !is_free {
        return Ok(None);
    }
    if call.args.len() < 2 + conversions.clone().filter(|c| !c.skipped).count() {
        let function = call.name.to_owned();
        let detail = "there are fewer arguments than conversions".to_owned();
        return Err(Fault::FormatMismatch { function, detail, missing: true }.into());
    }
    if chosen(call, "no text")? {
        let first = call.load_raw(address, size)?;
        let zero = call.pool.bv_u64(size * 8, 0);
        let empty = call.pool.eq(first, zero);
        settle(call, empty)?;
        mark_stale(call, conversions, 2, -1)?;
        return Ok(Some(Flow::int(-1)));
    }
    if matches!(all.first(), Some(Segment::Number(_) | Segment::Literal(_)))
        && chosen(call, "no match")?
    {
        let first = call.load_raw(address, size)?;
        let other = if matches!(all.first(), Some(Segment::Literal(b'?'))) { b'!' } else { b'?' };
        let other = call.pool.bv_u64(size * 8, u64::from(other));
        let differs = call.pool.eq(first, other);
        settle(call, differs)?;
        mark_stale(call, conversions, 2, 0)?;
        return Ok(Some(Flow::int(0)));
    }
    // The text may end after each conversion, if that makes a difference.
    let needed = conversions.clone().filter(|c| !c.is_position());
    for count in 1..=needed.clone().count() {
        let Some(some) = segments(items, count) else { return Ok(None) };
        if conversions_of(&some) == conversions_of(&all) || !chosen(call, "text ends")? {
            continue;
        }
        let list = conversions.clone().collect::<Vec<_>>();
        let Some(flow) = matched(call, (address, size), &some, &list)? else { return Ok(None) };
        let stored = needed.clone().take(count).filter(|conversion| !conversion.skipped).count();
        // Where nothing is stored, the input has ended before the first of all. After the last conversion, only
        // literals are missing.
        let result = match i32::try_from(stored).unwrap_or(i32::MAX) {
            0 => -1,
            stored => stored,
        };
        mark_stale(call, conversions, 2, result)?;
        return Ok(Some(if result < 0 { Flow::int(-1) } else { flow }));
    }
    matched(call, (address, size), &all, &conversions.collect::<Vec<_>>())
}

fn conversions_of(segments: &[Segment<'_>]) -> usize {
    segments.iter().filter(|segment| !matches!(segment, Segment::Literal(_))).count()
}

/// How text for the first `count` conversions is cut, and ends after them; `None` if that is not so simple.
fn segments(items: &[Item], count: usize) -> Option<Vec<Segment<'_>>> {
    let mut found: Vec<Segment<'_>> = Vec::new();
    let mut seen = 0;
    // White space in the format after the last segment that takes something.
    let mut spaced = false;
    for item in items {
        let last = found.iter().rposition(Segment::takes);
        let before = last.map(|index| &found[index]);
        match item {
            Item::Space => spaced = true,
            Item::Literal(_) if seen == count => break,
            Item::Literal(c) => {
                match before {
                    Some(Segment::Number(number))
                        if c.is_ascii_alphanumeric() || (is_float(number) && *c == b'.') =>
                    {
                        return None;
                    }
                    Some(Segment::Word(word, _)) if goes_on(word, *c) => return None,
                    _ => {}
                }
                found.push(Segment::Literal(*c));
                spaced = false;
            }
            Item::Conversion(conversion) if conversion.is_position() => {
                found.push(Segment::Position(conversion, spaced));
            }
            Item::Conversion(_) if seen == count => break,
            Item::Conversion(conversion) => {
                seen += 1;
                let directly = !spaced && matches!(conversion.letter, b'[' | b'c');
                let apart = match before {
                    Some(Segment::Number(_)) => !directly,
                    Some(Segment::Word(word, _)) if goes_on(word, b' ') => return None,
                    Some(Segment::Word(..)) => true,
                    _ => false,
                };
                let first = match before {
                    _ if spaced => First::NoSpace,
                    Some(Segment::Number(number)) if directly => First::Behind(number.letter),
                    _ => First::Any,
                };
                match conversion.letter {
                    _ if conversion.allocates => return None,
                    b'd' | b'i' | b'u' | b'x' | b'X' | b'o' => {
                        if conversion.width.is_some_and(|width| width < 2) {
                            return None;
                        }
                    }
                    _ if is_float(conversion) => {
                        if conversion.size != 8 || conversion.width.is_some() {
                            return None;
                        }
                    }
                    b's' => {}
                    b'[' | b'c' if apart && !spaced => return None,
                    b'[' if !(1..=u8::MAX).any(|c| takes(conversion, first, c)) => return None,
                    b'[' | b'c' => {}
                    _ => return None,
                }
                if apart {
                    // `%n` after white space counts the space, and without it does not.
                    let behind = last.map_or(0, |last| last + 1);
                    let counts =
                        |segment: &Segment<'_>| matches!(segment, Segment::Position(_, true));
                    let at = found[behind..].iter().position(counts);
                    let at = at.map_or(found.len(), |at| behind + at);
                    found.insert(at, Segment::Literal(b' '));
                }
                found.push(match conversion.letter {
                    b's' | b'[' => Segment::Word(conversion, first),
                    b'c' => Segment::Characters(conversion, first),
                    _ => Segment::Number(conversion),
                });
                spaced = false;
            }
        }
    }
    Some(found)
}

/// Whether a word takes a character.
fn goes_on(word: &Conversion, c: u8) -> bool {
    if word.letter == b'[' { word.set.contains(&c) } else { !crate::ctype::is_space(c) }
}

/// Whether a conversion takes a character as its first.
fn takes(conversion: &Conversion, first: First, c: u8) -> bool {
    let fits = conversion.letter == b'c' || goes_on(conversion, c);
    fits && match first {
        First::Any => true,
        First::NoSpace => !crate::ctype::is_space(c),
        First::Behind(b'd' | b'u') => !c.is_ascii_digit(),
        // What may go on in other bases and in floating-point numbers is not tried.
        First::Behind(_) => !c.is_ascii_alphanumeric() && c != b'.',
    }
}

/// The text is cut into the segments, which are stored; `None` if it cannot be.
fn matched(
    call: &mut Call<'_>,
    (address, size): (u64, u32),
    segments: &[Segment<'_>],
    conversions: &[&Conversion],
) -> Result<Option<Flow>, Stop> {
    // Where a word goes, and how much is there for it.
    let target = |call: &mut Call<'_>, conversion: &Conversion| -> Result<u64, Stop> {
        let stored = conversions.iter().take_while(|other| !std::ptr::eq(**other, conversion));
        call.arg_u64(2 + stored.filter(|other| !other.skipped).count())
    };
    let mut rooms = Vec::new();
    for segment in segments {
        rooms.push(match segment {
            Segment::Characters(conversion, _) if !conversion.skipped => {
                let to = target(call, conversion)?;
                call.settle_size(to)?;
                LONGEST
            }
            Segment::Word(word, _) if !word.skipped => {
                let to = target(call, word)?;
                call.settle_size(to)?;
                let room = crate::text::writable(&call.state.memory, to).saturating_sub(1);
                let fits = segment.most(LONGEST, false) <= room;
                if fits || (room > 0 && !chosen(call, "long word")?) { room } else { LONGEST }
            }
            _ => LONGEST,
        });
    }
    let sum = |sizes: &mut dyn Iterator<Item = u64>| sizes.fold(0, u64::saturating_add);
    let least = sum(&mut segments.iter().map(Segment::least));
    let longest = |spaced: bool| {
        let each = segments.iter().zip(&rooms);
        sum(&mut each.map(|(segment, room)| segment.most(*room, spaced)))
    };
    // With the end of the line, or without. Text that is longer than its numbers has spaces before
    // them.
    let before = call.state.path.clone();
    let mut found = None;
    for (spaced, end) in [(false, 1), (false, 0), (true, 1)] {
        let (most, at_least) = (longest(spaced), least.max(1));
        let text = free_text(call, address, size, most.saturating_add(end), at_least)?;
        let fits = |text: &FreeText| (least..=most).contains(&(text.symbols.len() as u64));
        found = text.filter(fits).map(|text| (text, spaced));
        if found.is_some() {
            break;
        }
        call.state.path = before.clone();
    }
    let Some((text, spaced)) = found else { return Ok(None) };
    let len = text.symbols.len() as u64;
    let takes_end = match segments.iter().rfind(|segment| segment.takes()) {
        Some(Segment::Word(word, _)) => goes_on(word, b'\n'),
        _ => false,
    };
    let skips_end = matches!(segments.last(), Some(Segment::Position(_, true)));
    // Only a newline alone is known to be white space to its end.
    if (text.rest > 0 && takes_end) || (text.rest > 1 && skips_end) {
        return Ok(None);
    }
    let mut spare = len - least;
    let mut rest = text.symbols.as_slice();
    let mut count = 0;
    for (segment, room) in segments.iter().zip(&rooms) {
        let more = spare.min(segment.most(*room, spaced) - segment.least());
        spare -= more;
        let width = usize::try_from(segment.least() + more).expect("a few characters");
        let (here, behind) = rest.split_at(width);
        rest = behind;
        match segment {
            Segment::Literal(c) => {
                let byte = character(call, here[0]);
                let c = call.pool.bv_u64(8, u64::from(*c));
                let same = call.pool.eq(byte, c);
                settle(call, same)?;
                continue;
            }
            Segment::Position(conversion, spaced) => {
                let skipped = if rest.is_empty() && *spaced { text.rest } else { 0 };
                if !conversion.skipped {
                    let to = target(call, conversion)?;
                    let taken = len - rest.len() as u64 + skipped;
                    call.store(to, conversion.size, taken)?;
                }
                continue;
            }
            Segment::Number(conversion) => {
                let number = number(call, conversion, here)?;
                if !conversion.skipped {
                    let to = target(call, conversion)?;
                    call.store_value(to, conversion.size, Value::Term(number))?;
                }
            }
            Segment::Word(conversion, first) => {
                word(call, conversion, *first, here)?;
                if !conversion.skipped {
                    let to = target(call, conversion)?;
                    store(call, to, here, true)?;
                }
            }
            Segment::Characters(conversion, first) => {
                limit_first(call, conversion, *first, here)?;
                if !conversion.skipped {
                    let to = target(call, conversion)?;
                    store(call, to, here, false)?;
                }
            }
        }
        let stored = match segment {
            Segment::Number(c) | Segment::Word(c, _) | Segment::Characters(c, _) => !c.skipped,
            _ => false,
        };
        count += i32::from(stored);
    }
    Ok(Some(Flow::int(count)))
}

fn character(call: &mut Call<'_>, symbol: SymbolId) -> Bv {
    let term = call.pool.symbol_term(symbol);
    call.pool.as_bv(term).expect("a character is bits")
}

fn number(call: &mut Call<'_>, conversion: &Conversion, text: &[SymbolId]) -> Result<Bv, Stop> {
    let name = call.name;
    if is_float(conversion) {
        let number = bound_double(call, name, text.to_vec());
        // Infinity and what is no number are written in letters, which zeros cannot follow.
        let exponent = call.pool.bv_extract(62, 52, number);
        let all = call.pool.bv_u64(11, 0x7ff);
        let finite = call.pool.ne(exponent, all);
        call.given(finite)?;
        return Ok(number);
    }
    let base = match conversion.letter {
        b'x' | b'X' => Base { base: 16, zeros: true },
        b'o' => Base { base: 8, zeros: true },
        b'i' => Base { base: 10, zeros: false },
        _ => Base::TEN,
    };
    let most = conversion.width.unwrap_or(u64::MAX);
    let integer = Integer { name, bits: conversion.size * 8, base };
    bound_number(call, integer, text.to_vec(), most)
}

/// The characters are ones that the word takes.
fn word(
    call: &mut Call<'_>,
    conversion: &Conversion,
    first: First,
    text: &[SymbolId],
) -> Result<(), Stop> {
    // What is not printed is left out of words.
    let low = if conversion.letter == b'[' { 1 } else { b'!' };
    for (index, symbol) in text.iter().enumerate() {
        let first = if index == 0 { first } else { First::Any };
        one_of(call, *symbol, |c| c >= low && takes(conversion, first, c))?;
    }
    Ok(())
}

/// The first of some characters is one that may stand there.
fn limit_first(
    call: &mut Call<'_>,
    conversion: &Conversion,
    first: First,
    text: &[SymbolId],
) -> Result<(), Stop> {
    match (first, text.first()) {
        (First::Any, _) | (_, None) => Ok(()),
        (_, Some(symbol)) => one_of(call, *symbol, |c| takes(conversion, first, c)),
    }
}

/// A character is one of those for which `is_in` holds; it is not null.
pub fn one_of(
    call: &mut Call<'_>,
    symbol: SymbolId,
    is_in: impl Fn(u8) -> bool,
) -> Result<(), Stop> {
    let byte = character(call, symbol);
    let mut taken = call.pool.bool_const(false);
    let mut first = 0u8;
    for last in 1..=u8::MAX {
        if !is_in(last) {
            continue;
        }
        if last == 1 || !is_in(last - 1) {
            first = last;
        }
        if last == u8::MAX || !is_in(last + 1) {
            let (low, high) =
                (call.pool.bv_u64(8, u64::from(first)), call.pool.bv_u64(8, u64::from(last)));
            let (above, below) = (call.pool.bv_ule(low, byte), call.pool.bv_ule(byte, high));
            let within = call.pool.and(above, below);
            taken = call.pool.or(taken, within);
        }
    }
    settle(call, taken)
}

fn store(call: &mut Call<'_>, to: u64, text: &[SymbolId], ends: bool) -> Result<(), Stop> {
    let len = text.len() as u64;
    if let Err(fault) = call.memory().check(to, len + u64::from(ends), AccessKind::Write) {
        // Noted here, where it is known how the text is cut.
        let always = call.pool.bool_const(true);
        if let Some(model) = call.judge.witness(call.pool, call.state, always) {
            let witness = Some((&model, always));
            call.judge.note(call.program, call.pool, call.state, fault, witness);
        }
        return Err(Stop::Infeasible);
    }
    for (index, symbol) in (0..).zip(text) {
        let byte = character(call, *symbol);
        call.memory().set_byte(to + index, Value::Term(byte))?;
    }
    if ends { call.write_bytes(to + len, &[0]) } else { Ok(()) }
}
