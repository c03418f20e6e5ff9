//! Where streams and descriptors stand in their files: what `ftell` and `lseek` say follows from what was read and sought.
//!
//! A file that the program opens starts at 0. What cannot be sought at all says so by -1. That a device may stand still
//! where it is told to move is left out, which is said. A copy by `dup` shares the position of its descriptor, and a stream
//! of `fdopen` starts there. What others may move as well may stand anywhere: descriptors that the program was started
//! with, streams whose descriptor the program has taken, all of them from when it has a child; and so may streams that
//! append, and those of which a line could not be read. What was read is not kept: the same place may give other bytes.
//!
//! Invariant: a position that is kept is the only one that the file can have, but for `ftell` that fails. It is negative only
//! where more was given back to a stream than stands before it: what the library says and does there is left out.

use super::ahead;
use super::files::{File, SIZE_BITS, Stream};
use crate::{Facts, LibC, calls, has_any};
use margay_engine::{Call, Stop, Value, terms};
use margay_smt::{Bool, Bv};
use std::rc::Rc;

/// What is known of the position of a file that no other process moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Position {
    /// A number of 64 bits. Nothing if it is not followed where it stands.
    at: Option<Value>,
    /// A bit: whether the file may be one that cannot be sought.
    may_fail: Value,
    /// Whether it may stand before its beginning.
    may_be_before: bool,
}

impl Position {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        let Position { at, may_fail, may_be_before: _ } = self;
        at.iter().chain([may_fail]).for_each(visit);
    }
}

/// What `fseek` and `lseek` count from.
const SET: i32 = 0;
const CURRENT: i32 = 1;
/// The last number that says what to count from.
const LAST: i32 = 4;

/// What only devices do.
const DEVICES: &str = "devices that stay where they are when they are sought or read";
/// What C leaves unspecified.
const BEFORE: &str = "where streams stand to which more was given back than was read";

/// Whether an open file may be moved or written in ways that the analysis does not see.
pub fn may_move_unseen(call: &Call<'_>) -> bool {
    calls(call.program, Facts::MOVES_FILES_UNSEEN)
}

/// Whether positions are kept: the program may still ask for them.
fn are_kept(call: &mut Call<'_>) -> bool {
    calls(call.program, Facts::TELLS_POSITION)
        && !may_move_unseen(call)
        && ahead::calls(call, ahead::What::Positions)
}

fn file<'c>(call: &'c mut Call<'_>, of: Stream) -> Option<&'c mut File> {
    let of = first(call, of);
    let outside = &mut call.library::<LibC>().outside;
    match of {
        Stream::File(address) => Rc::make_mut(&mut outside.files).get_mut(&address),
        Stream::Descriptor(number) => Rc::make_mut(&mut outside.descriptors).get_mut(&number),
        Stream::Stdin | Stream::Endless => None,
    }
}

fn kept(call: &mut Call<'_>, of: Stream) -> Option<Position> {
    let of = first(call, of);
    let outside = &call.library::<LibC>().outside;
    match of {
        Stream::File(address) => outside.files.get(&address)?.position,
        Stream::Descriptor(number) => outside.descriptors.get(&number)?.position,
        Stream::Stdin | Stream::Endless => None,
    }
}

fn keep(call: &mut Call<'_>, of: Stream, position: Option<Position>) {
    let position = position.filter(|_| are_kept(call));
    if let Some(file) = file(call, of) {
        file.position = position;
    }
}

/// A file was opened that no other process moves: it starts at 0.
pub fn opened(call: &mut Call<'_>, of: Stream) {
    // A temporary file is one that can be sought.
    let may_fail = Value::Int(u64::from(!call.name.starts_with("tmpfile")));
    let start = Position { at: Some(Value::Int(0)), may_fail, may_be_before: false };
    keep(call, of, Some(start));
}

/// Others may move the file from here on.
pub fn shared(call: &mut Call<'_>, of: Stream) {
    if kept(call, of).is_some() {
        keep(call, of, None);
    }
}

/// A copy of a descriptor was made, which stands where the first one does, from then on.
pub fn copied(call: &mut Call<'_>, of: Stream, copy: u64) {
    let Stream::Descriptor(number) = first(call, of) else { return };
    if kept(call, of).is_some()
        && let Some(file) =
            Rc::make_mut(&mut call.library::<LibC>().outside.descriptors).get_mut(&copy)
    {
        file.copy_of = Some(number);
    }
}

/// A stream is made of a descriptor: where the stream stands from then on, if it does not append and nothing else is
/// known to move the descriptor. What the descriptor itself says depends on how far the stream has read ahead.
pub fn taken_over(call: &mut Call<'_>, number: u64) -> Option<Position> {
    /// Functions that may make another descriptor of the same file, or change how it is written.
    const COPY: &[&str] = &["__fcntl", "fcntl", "fcntl64"];
    let of = Stream::Descriptor(number);
    let position = kept(call, of);
    keep(call, of, None);
    let mode = call.arg_u64(1).ok().and_then(|at| call.read_string(at).ok());
    let is_plain = call.name == "fdopen"
        && mode.is_some_and(|mode| matches!(mode.first(), Some(b'r' | b'w')))
        && !has_any(call.program, COPY);
    let descriptors = &call.library::<LibC>().outside.descriptors;
    let is_alone = descriptors
        .iter()
        .all(|(other, file)| file.copy_of.is_none_or(|of| of != number && *other != number));
    position.filter(|_| is_plain && is_alone)
}

/// Something is done to a descriptor: a stream that was made of it may stand anywhere.
pub fn used(call: &mut Call<'_>, number: u64) {
    let files = &mut call.library::<LibC>().outside.files;
    let is_one = |file: &File| file.descriptor == Some(number) && file.position.is_some();
    if files.values().any(is_one) {
        let files = Rc::make_mut(files).values_mut();
        files.filter(|file| is_one(file)).for_each(|file| file.position = None);
    }
}

/// The descriptor of which one is a copy, or that one itself.
fn first(call: &mut Call<'_>, of: Stream) -> Stream {
    let Stream::Descriptor(number) = of else { return of };
    let file = call.library::<LibC>().outside.descriptors.get(&number);
    Stream::Descriptor(file.and_then(|file| file.copy_of).unwrap_or(number))
}

/// Something is done to a descriptor of which it is not known which one it is; or others may move all files from here on,
/// and write to those that the program has made.
pub fn all_shared(call: &mut Call<'_>) {
    super::files::all_written(call);
    let outside = &mut call.library::<LibC>().outside;
    for files in [&mut outside.files, &mut outside.descriptors] {
        if files.values().any(|file| file.position.is_some()) {
            Rc::make_mut(files).values_mut().for_each(|file| file.position = None);
        }
    }
}

/// Something is done to a file that may move it.
pub fn moved(call: &mut Call<'_>, of: Stream) {
    if let Some(position) = kept(call, of)
        && position.at.is_some()
    {
        keep(call, of, Some(Position { at: None, ..position }));
    }
}

/// The same, unless a condition is known that holds.
pub fn moved_unless(call: &mut Call<'_>, of: Stream, stays: Option<Bool>) {
    let (Some(stays), Some(from), Some(position)) = (stays, before(call, of), kept(call, of))
    else {
        return moved(call, of);
    };
    let other = call.input_symbol("position", 64);
    let at = call.pool.ite(stays, from, other);
    let at = Some(terms::as_known(call.pool, at));
    keep(call, of, Some(Position { at, ..position }));
}

/// Characters were given back to a stream, which stands before them: 0 or -1, for one.
pub fn given_back(call: &mut Call<'_>, of: Stream, by: Bv) {
    let (Some(from), Some(position)) = (before(call, of), kept(call, of)) else { return };
    let zero = call.pool.bv_u64(64, 0);
    let at = call.pool.bv_add(from, by);
    let is_natural = call.pool.bv_sle(zero, at);
    let may_be_before =
        position.may_be_before || call.state.path.decide(call.pool, is_natural) != Some(true);
    let at = Some(terms::as_known(call.pool, at));
    keep(call, of, Some(Position { at, may_be_before, ..position }));
}

/// Where a file stands before something is read; see [`advanced`].
pub fn before(call: &mut Call<'_>, of: Stream) -> Option<Bv> {
    let at = kept(call, of)?.at?;
    Some(terms::term(call.pool, at, 64))
}

/// So many bytes were read of a file that stood somewhere.
pub fn advanced(call: &mut Call<'_>, of: Stream, from: Option<Bv>, count: Bv) {
    let (Some(from), Some(position)) = (from, kept(call, of)) else { return };
    let (zero, none) = (call.pool.bv_u64(64, 0), call.pool.bv_u64(call.pool.width(count), 0));
    let nothing = call.pool.bv_slt(count, none);
    let count = match call.pool.width(count) {
        64 => count,
        _ => call.pool.bv_zext(count, 64),
    };
    let count = call.pool.ite(nothing, zero, count);
    let at = call.pool.bv_add(from, count);
    // The library counts what it reads from a stream itself only from when it has sought it.
    let is_sought = position.may_fail == Value::Int(0) && !matches!(of, Stream::Descriptor(_));
    if !is_sought && at != from {
        call.leave_out(DEVICES);
    }
    let at = Some(terms::as_known(call.pool, at));
    keep(call, of, Some(Position { at, ..position }));
}

/// What a stream says of where it stands is a number, or -1.
pub fn told(call: &mut Call<'_>, of: Stream, number: Bv) -> Result<(), Stop> {
    let Some(position) = kept(call, of) else { return Ok(()) };
    let number = call.pool.bv_sext(number, 64);
    let zero = call.pool.bv_u64(64, 0);
    let fails = call.pool.bv_slt(number, zero);
    let may_fail = is_set(call, position.may_fail);
    let mut fine = call.pool.implies(fails, may_fail);
    if position.may_be_before {
        call.leave_out(BEFORE);
        fine = call.pool.bool_const(true);
    }
    if let Some(at) = position.at {
        let at = terms::term(call.pool, at, 64);
        let same = call.pool.eq(number, at);
        let same = call.pool.or(same, fails);
        fine = call.pool.and(fine, same);
    }
    given(call, fine)?;
    if position.at.is_none() {
        let at = unless_failed(call, fails, number);
        keep(call, of, Some(Position { at, ..position }));
    }
    Ok(())
}

/// Where a file stands that says so by a number; anywhere if it cannot say.
fn unless_failed(call: &mut Call<'_>, fails: Bool, number: Bv) -> Option<Value> {
    match call.state.path.decide(call.pool, fails) {
        Some(false) => Some(terms::as_known(call.pool, number)),
        Some(true) => None,
        None => {
            let other = call.input_symbol("position", SIZE_BITS);
            let other = call.pool.bv_zext(other, 64);
            let at = call.pool.ite(fails, other, number);
            Some(terms::as_known(call.pool, at))
        }
    }
}

/// A stream was sought from what an argument says, and fails if a condition holds.
pub fn sought(
    call: &mut Call<'_>,
    of: Stream,
    (offset, whence): (Bv, Option<i32>),
    fails: Bool,
) -> Result<(), Stop> {
    let offset = call.pool.bv_sext(offset, 64);
    let position = kept(call, of);
    let old = position.and_then(|position| position.at);
    let place = place(call, old, offset, whence);
    if let Some(place) = place {
        is_place(call, place, fails)?;
    }
    let Some(position) = position else { return Ok(()) };
    let may_be_before = stands_before(call, position, whence, fails)?;
    // Where it stands at its end need not fit the number that says so.
    let may_fail = match place {
        Some(_) => {
            let may_fail = is_set(call, position.may_fail);
            let may_fail = call.pool.and(may_fail, fails);
            as_bit(call, may_fail)
        }
        None => position.may_fail,
    };
    // Before the beginning, a stream may leave its buffer and stay elsewhere.
    let stays = call.pool.as_const_u64(offset).is_some_and(|offset| offset >> 63 == 0);
    let at = place.map(|place| {
        let old = match old {
            Some(old) if stays => terms::term(call.pool, old, 64),
            _ => call.input_symbol("position", 64),
        };
        let at = call.pool.ite(fails, old, place);
        terms::as_known(call.pool, at)
    });
    keep(call, of, Some(Position { at, may_fail, may_be_before }));
    Ok(())
}

/// Whether a stream may still stand before its beginning after it was sought. From there, what it counts from is left out.
fn stands_before(
    call: &mut Call<'_>,
    position: Position,
    whence: Option<i32>,
    fails: Bool,
) -> Result<bool, Stop> {
    if !position.may_be_before {
        return Ok(false);
    }
    if !matches!(whence, Some(SET)) {
        call.leave_out(BEFORE);
        let is_natural = match position.at {
            Some(at) => {
                let (at, zero) = (terms::term(call.pool, at, 64), call.pool.bv_u64(64, 0));
                call.pool.bv_sle(zero, at)
            }
            None => call.pool.bool_const(false),
        };
        let fine = call.pool.or(is_natural, fails);
        given(call, fine)?;
    }
    Ok(call.state.path.decide(call.pool, fails) != Some(false))
}

/// `rewind`, which does not say whether it fails.
pub fn rewound(call: &mut Call<'_>, of: Stream) -> Result<(), Stop> {
    let (zero, never) = (call.pool.bv_u64(64, 0), call.pool.bool_const(false));
    let may_fail = kept(call, of).map(|position| position.may_fail);
    sought(call, of, (zero, Some(SET)), never)?;
    if let (Some(position), Some(may_fail)) = (kept(call, of), may_fail) {
        keep(call, of, Some(Position { may_fail, ..position }));
    }
    Ok(())
}

/// What `lseek` says that a descriptor stands at, from what it was given.
pub fn set(
    call: &mut Call<'_>,
    of: Stream,
    (offset, whence): (Bv, Option<i32>),
    number: Bv,
) -> Result<(), Stop> {
    let number = call.pool.bv_sext(number, 64);
    let zero = call.pool.bv_u64(64, 0);
    let fails = call.pool.bv_slt(number, zero);
    if whence.is_some_and(|whence| !(SET..=LAST).contains(&whence)) {
        return given(call, fails);
    }
    let offset = call.pool.bv_sext(offset, 64);
    let position = kept(call, of);
    let old = position.and_then(|position| position.at);
    if let Some(place) = place(call, old, offset, whence) {
        is_place(call, place, fails)?;
        let same = call.pool.eq(number, place);
        let fine = call.pool.or(same, fails);
        given(call, fine)?;
    }
    let Some(position) = position else { return Ok(()) };
    let at = match old {
        Some(old) => {
            let old = terms::term(call.pool, old, 64);
            let at = call.pool.ite(fails, old, number);
            Some(terms::as_known(call.pool, at))
        }
        None => unless_failed(call, fails, number),
    };
    keep(call, of, Some(Position { at, ..position }));
    Ok(())
}

/// Where a file stands that was sought; nothing if it may stand anywhere. Devices may stay where they are, or at the
/// beginning.
fn place(call: &mut Call<'_>, old: Option<Value>, offset: Bv, whence: Option<i32>) -> Option<Bv> {
    let old = old.map(|old| terms::term(call.pool, old, 64));
    let place = match (whence, old) {
        (Some(SET), _) => offset,
        (Some(CURRENT), Some(old)) => call.pool.bv_add(old, offset),
        _ => return None,
    };
    let zero = call.pool.bv_u64(64, 0);
    if place != zero || old != Some(zero) {
        call.leave_out(DEVICES);
    }
    Some(place)
}

/// Nothing stands before the beginning: who wants to go there fails.
fn is_place(call: &mut Call<'_>, place: Bv, fails: Bool) -> Result<(), Stop> {
    let zero = call.pool.bv_u64(64, 0);
    let natural = call.pool.bv_sle(zero, place);
    let fine = call.pool.or(natural, fails);
    given(call, fine)
}

fn given(call: &mut Call<'_>, fine: Bool) -> Result<(), Stop> {
    if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
}

fn is_set(call: &mut Call<'_>, bit: Value) -> Bool {
    let bit = terms::term(call.pool, bit, 1);
    let one = call.pool.bv_u64(1, 1);
    call.pool.eq(bit, one)
}

fn as_bit(call: &mut Call<'_>, holds: Bool) -> Value {
    let (one, zero) = (call.pool.bv_u64(1, 1), call.pool.bv_u64(1, 0));
    let bit = call.pool.ite(holds, one, zero);
    terms::as_known(call.pool, bit)
}
