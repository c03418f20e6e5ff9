//! Whether a stream has ended, or an error came up: flags that reads set and the program asks for.
//!
//! Both stand in the first byte of the `FILE`, where glibc has them. So paths that meet need no rule for
//! them, and a stream that came from elsewhere has flags of which nothing is known, but which stay as they
//! are. Nothing is noted for programs that never ask.

use super::files;
use crate::LibC;
use crate::spec::{Facts, Table, all_answers};
use crate::stdio::streams::{self, STDIN, STDOUT};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, terms};
use margay_ir::finding::Source;
use margay_smt::{Bool, Bv};
use std::collections::BTreeSet;
use std::rc::Rc;

pub const MODELS: Table = Facts::ANSWERED_BY_REPLAY.of_all(&[
    all_answers("feof", |call| ask(call, Flag::End)).answers(0, 1),
    all_answers("ferror", |call| ask(call, Flag::Error)).answers(0, 1),
    all_answers("clearerr", clearerr),
]);

/// What is remembered besides the flags themselves.
#[derive(Clone, Default)]
pub struct Memo {
    /// Whether the program asks for flags; nothing as long as that was not computed.
    asks: Option<Asks>,
    /// Standard streams whose flags were read or set, where a function is analysed alone: those of others are not
    /// known.
    met: Rc<BTreeSet<u64>>,
    /// Streams of which it was asked whether an error came up, with no output since. Output may
    /// fail unseen, so the flag of all others is known only if it is set.
    asked: Rc<BTreeSet<u64>>,
}

impl Memo {
    /// Whether the same answers are possible.
    pub fn same(&self, other: &Memo) -> bool {
        // Whether the program asks is the same in all states, once that was computed.
        let Memo { asks: _, met, asked } = self;
        *met == other.met && *asked == other.asked
    }
}

#[derive(Clone, Copy)]
struct Asks {
    end: bool,
    error: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Flag {
    End,
    Error,
}

struct Flags {
    end: Bool,
    error: Bool,
}

/// Whether the program ever asks if a stream has ended.
pub fn end_matters(call: &mut Call<'_>) -> bool {
    asks(call).end
}

/// Whether the program ever asks for a flag.
pub fn matter(call: &mut Call<'_>) -> bool {
    let Asks { end, error } = asks(call);
    end || error
}

/// The address of standard input; nothing if the program never names it.
pub fn stdin(call: &mut Call<'_>) -> Option<u64> {
    streams::standard_in_use(call, STDIN)
}

/// The number of the standard stream at an address, if it is one: 1 for output, 2 for errors.
pub fn standard(call: &mut Call<'_>, address: u64) -> Option<u32> {
    let mut numbers = [1, 2].into_iter();
    numbers
        .find(|number| streams::standard_in_use(call, *number) == Some(address))
        .and_then(|number| u32::try_from(number).ok())
}

/// A stream that has ended gives nothing, until the program clears the flag.
pub fn fails_at_end(call: &mut Call<'_>, stream: Option<u64>, fails: Bool) -> Result<(), Stop> {
    let Some(address) = followed(call, stream) else { return Ok(()) };
    let Flags { end, .. } = load(call, address);
    let fine = call.pool.implies(end, fails);
    if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
}

/// A read fails under a condition: the stream has ended, or an error came up.
pub fn note_read(call: &mut Call<'_>, stream: Option<u64>, fails: Bool) {
    let Some(address) = followed(call, stream) else { return };
    if call.state.path.decide(call.pool, fails) == Some(false) {
        return;
    }
    let is_error = symbol(call, "read error");
    let is_end = call.pool.not(is_error);
    let (ends, errs) = (call.pool.and(fails, is_end), call.pool.and(fails, is_error));
    let Flags { end, error } = load(call, address);
    // After the end nothing is tried.
    let goes_on = call.pool.not(end);
    let errs = call.pool.and(errs, goes_on);
    let (end, error) = (call.pool.or(end, ends), call.pool.or(error, errs));
    store(call, address, Flags { end, error });
}

/// Whether a stream has ended; nothing if the program never asks for flags.
pub fn has_ended(call: &mut Call<'_>, stream: Option<u64>) -> Option<Bool> {
    let address = followed(call, stream)?;
    Some(load(call, address).end)
}

/// A read saw the end of a stream, though it gave something.
pub fn note_end(call: &mut Call<'_>, stream: Option<u64>) {
    let Some(address) = followed(call, stream) else { return };
    let Flags { error, .. } = load(call, address);
    let end = call.pool.bool_const(true);
    store(call, address, Flags { end, error });
}

/// A read may have seen the end of a stream: whether it did; nothing if the program never asks.
pub fn may_end(call: &mut Call<'_>, stream: Option<u64>) -> Option<Bool> {
    let address = followed(call, stream)?;
    let ends = symbol(call, "last input");
    let Flags { end, error } = load(call, address);
    let end = call.pool.or(end, ends);
    store(call, address, Flags { end, error });
    Some(ends)
}

/// The stream goes on elsewhere, unless a condition holds.
pub fn clear_end_unless(call: &mut Call<'_>, address: u64, fails: Bool) {
    let Some(address) = followed(call, Some(address)) else { return };
    let Flags { end, error } = load(call, address);
    let end = call.pool.and(end, fails);
    store(call, address, Flags { end, error });
}

/// Nothing has happened to the stream.
pub fn clear(call: &mut Call<'_>, address: u64) {
    let Some(address) = followed(call, Some(address)) else { return };
    let never = call.pool.bool_const(false);
    store(call, address, Flags { end: never, error: never });
    if is_written(call, address) {
        Rc::make_mut(&mut memo(call).asked).insert(address);
    }
}

/// Something goes out to a stream, or to standard output.
pub fn note_output(call: &mut Call<'_>, stream: Option<u64>) {
    let Some(address) = stream.or_else(|| streams::standard_in_use(call, STDOUT)) else { return };
    let asked = &mut memo(call).asked;
    if asked.contains(&address) {
        Rc::make_mut(asked).remove(&address);
    }
}

fn ask(call: &mut Call<'_>, flag: Flag) -> ModelResult {
    let address = files::stream(call, 0)?;
    let mut flags = load(call, address);
    if flag == Flag::Error && is_written(call, address) && !memo(call).asked.contains(&address) {
        Rc::make_mut(&mut memo(call).asked).insert(address);
        let failed = symbol(call, "output failed");
        flags.error = call.pool.or(flags.error, failed);
        store(call, address, flags);
        flags = load(call, address);
    }
    let is_set = match flag {
        Flag::End => flags.end,
        Flag::Error => flags.error,
    };
    let answer = bit(call, is_set);
    let answer = call.pool.bv_zext(answer, 32);
    let source = Source::Return { function: call.name.to_owned() };
    call.input_number(source, answer);
    Ok(terms::as_known(call.pool, answer).into())
}

fn clearerr(call: &mut Call<'_>) -> ModelResult {
    let address = files::stream(call, 0)?;
    clear(call, address);
    Ok(Flow::void())
}

fn memo<'c>(call: &'c mut Call<'_>) -> &'c mut Memo {
    &mut call.library::<LibC>().outside.flags
}

fn asks(call: &mut Call<'_>) -> Asks {
    if let Some(known) = memo(call).asks {
        return known;
    }
    let calls = |names: [&str; 2]| names.iter().any(|name| call.program.function(name).is_some());
    let asks =
        Asks { end: calls(["feof", "feof_unlocked"]), error: calls(["ferror", "ferror_unlocked"]) };
    memo(call).asks = Some(asks);
    asks
}

/// The stream, if its flags are noted.
fn followed(call: &mut Call<'_>, stream: Option<u64>) -> Option<u64> {
    if matter(call) { stream } else { None }
}

/// A call has failed for what the stream is open for.
pub fn note_error(call: &mut Call<'_>, address: u64) {
    if let Some(address) = followed(call, Some(address)) {
        let flags = load(call, address);
        let error = call.pool.bool_const(true);
        store(call, address, Flags { error, ..flags });
    }
}

/// Whether a stream can be written to, as far as that is known.
fn is_written(call: &mut Call<'_>, address: u64) -> bool {
    let outside = &call.library::<LibC>().outside;
    let mode = outside.files.get(&address).map(|file| file.mode);
    match mode {
        Some(mode) => mode.is_none_or(|mode| mode.writes),
        None => stdin(call) != Some(address),
    }
}

const END_BIT: u32 = 4;
const ERROR_BIT: u32 = 5;

/// The flags, as far as the path settles them.
fn load(call: &mut Call<'_>, address: u64) -> Flags {
    let is_met = !call.has_unknown_callers()
        || !streams::is_standard(call, address)
        || memo(call).met.contains(&address);
    let byte = match call.peek(address, 1) {
        Value::Int(known) if is_met => call.pool.bv_u64(8, known),
        Value::Term(byte) if is_met && !call.is_unknown_at(address) => byte,
        // It is input from outside, not a choice of the caller, so a fault that depends on it is certain.
        _ => call.input_symbol("stream", 8),
    };
    let mut flag = |at| {
        let bit = call.pool.bv_extract(at, at, byte);
        let one = call.pool.bv_u64(1, 1);
        let is_set = call.pool.eq(bit, one);
        match call.state.path.decide(call.pool, is_set) {
            Some(known) => call.pool.bool_const(known),
            None => is_set,
        }
    };
    let flags = Flags { end: flag(END_BIT), error: flag(ERROR_BIT) };
    store(call, address, Flags { ..flags });
    flags
}

fn store(call: &mut Call<'_>, address: u64, flags: Flags) {
    if call.room(address) == 0 {
        return;
    }
    if call.has_unknown_callers() && streams::is_standard(call, address) {
        Rc::make_mut(&mut memo(call).met).insert(address);
    }
    let (error, end) = (bit(call, flags.error), bit(call, flags.end));
    let (high, low) = (call.pool.bv_u64(7 - ERROR_BIT, 0), call.pool.bv_u64(END_BIT, 0));
    let byte = call.pool.bv_concat_all(&[high, error, end, low]);
    let byte = terms::as_known(call.pool, byte);
    call.poke(address, byte);
}

fn bit(call: &mut Call<'_>, is_set: Bool) -> Bv {
    let (one, zero) = (call.pool.bv_u64(1, 1), call.pool.bv_u64(1, 0));
    call.pool.ite(is_set, one, zero)
}

fn symbol(call: &mut Call<'_>, what: &str) -> Bool {
    let symbol = call.input_symbol(what, 1);
    let one = call.pool.bv_u64(1, 1);
    call.pool.eq(symbol, one)
}
