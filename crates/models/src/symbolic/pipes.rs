//! Pipes and pairs of sockets between threads: what one writes, another one reads, and not before.
//!
//! Where a program makes threads, a pipe holds the bytes that were written to it, be it before the first one was made.
//! A reader waits until there are some, or until no writer is left. A read without any writer is no fault here: whether
//! a write fails is up to the outside, and the model lets it fail more often than it would. A pipe that more is done to
//! than to read, write and close it may have other ends, or may not wait: it is loose, and what is read from it is
//! anything.
//!
//! What other descriptors and streams lead to may be another thread as well, unless they are those of files.

use super::files::{File, Stream};
use super::input::has_failed;
use super::outcomes::put_from;
use crate::{Facts, LibC, calls, has_any};
use margay_engine::{AccessKind, Call, Flow, ModelResult, Stop, Value, Wait, WaitFor, terms};
use margay_ir::finding::Source;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// So much is written at once, or nothing is.
const WHOLE: u64 = 4096;
/// Bytes that a pipe holds at most: a writer of more would wait, which the model does not follow.
const MOST: u64 = 65_536;
/// Of the flags of `pipe2` and `socketpair`: those that change nothing here.
const CLOSE_ON_EXEC: u32 = 0o2_000_000;
/// The flag of `send` that changes nothing here.
const MSG_NOSIGNAL: u64 = 0x4000;
/// Functions that leave a pipe which they are given as it is, or say here what they do to it.
const HARMLESS: &[&str] =
    &["fstat", "fstat64", "isatty", "read", "recv", "recvfrom", "send", "sendto", "write"];
/// The kind of sockets that know no borders between messages.
const SOCK_STREAM: u32 = 1;

/// The pipes of a program.
#[derive(Clone, Default, PartialEq)]
pub struct Pipes(Rc<State>);

#[derive(Clone, Default, PartialEq)]
struct State {
    /// By the number of a descriptor: the pipe that it reads from, and the one that it writes to.
    ends: BTreeMap<u64, (Option<usize>, Option<usize>)>,
    all: Vec<Pipe>,
}

#[derive(Clone, Default, PartialEq)]
struct Pipe {
    /// What was not read yet: values, with how many bytes they have. Words stay whole, so that addresses do.
    values: VecDeque<(Value, u32)>,
    /// Others may read or write it, or reads of it do not wait.
    is_loose: bool,
}

impl Pipes {
    /// Calls `visit` with each value that was not read yet.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        let values = self.0.all.iter().flat_map(|pipe| &pipe.values);
        values.for_each(|(value, _)| visit(value));
    }

    /// A descriptor is no longer in use, and another one may get its number: the other end of the pipe is not told.
    pub fn forget(&mut self, number: u64) {
        if self.0.ends.contains_key(&number) {
            let state = Rc::make_mut(&mut self.0);
            let (reads, writes) = state.ends.remove(&number).unwrap_or_default();
            reads.into_iter().chain(writes).for_each(|at| state.all[at].is_loose = true);
        }
    }
}

fn pipes<'c>(call: &'c mut Call<'_>) -> &'c mut State {
    Rc::make_mut(&mut call.library::<LibC>().outside.pipes.0)
}

/// Two descriptors are the ends of a pipe, or of two.
pub fn connect(call: &mut Call<'_>, [first, second]: [u64; 2]) -> Result<(), Stop> {
    let is_pair = call.name == "socketpair";
    let flags = match call.name {
        "pipe2" => call.arg_u32(1)? & !CLOSE_ON_EXEC,
        "socketpair" => call.arg_u32(1)? & !CLOSE_ON_EXEC ^ SOCK_STREAM,
        _ => 0,
    };
    let pipe = Pipe { is_loose: flags != 0, ..Pipe::default() };
    let state = pipes(call);
    let at = state.all.len();
    state.all.push(pipe.clone());
    if is_pair {
        state.all.push(pipe);
    }
    state.ends.insert(first, (Some(at), is_pair.then_some(at + 1)));
    state.ends.insert(second, (is_pair.then_some(at + 1), Some(at)));
    Ok(())
}

/// The number of the descriptor that an argument is, if it is known.
fn number(call: &mut Call<'_>, index: usize) -> Option<u64> {
    let value = call.args.get(index)?.value;
    call.state.path.resolve(call.pool, value).as_u64()
}

/// The pipes that the descriptor which an argument is reads from and writes to.
fn ends(call: &mut Call<'_>, index: usize) -> (Option<usize>, Option<usize>) {
    let number = number(call, index);
    let ends = &call.library::<LibC>().outside.pipes.0.ends;
    number.and_then(|number| ends.get(&number).copied()).unwrap_or_default()
}

/// Something else is done to the descriptor that an argument is.
pub fn loosen(call: &mut Call<'_>, index: usize) {
    let (reads, writes) = ends(call, index);
    reads.into_iter().chain(writes).for_each(|at| loosen_pipe(call, at));
}

/// A function is given a descriptor: it may do something else to it, unless it is known not to.
pub fn is_given(call: &mut Call<'_>, index: usize) {
    if !HARMLESS.contains(&call.name) {
        loosen(call, index);
    }
}

fn is_loose(call: &mut Call<'_>, pipe: usize) -> bool {
    call.library::<LibC>().outside.pipes.0.all[pipe].is_loose
}

fn loosen_pipe(call: &mut Call<'_>, pipe: usize) {
    if !is_loose(call, pipe) {
        pipes(call).all[pipe].is_loose = true;
        call.state.wake(WaitFor::Bytes(key(pipe)));
    }
}

/// Whether the program has made threads.
fn has_threads(call: &Call<'_>) -> bool {
    call.state.next_thread().number() > 1
}

/// The pipe that the descriptor which the first argument is reads from, or writes to, in a program that makes threads.
fn end(call: &mut Call<'_>, reads: bool) -> Option<usize> {
    let (from, to) = ends(call, 0);
    let end = if reads { from } else { to };
    if end.is_none() {
        meet_descriptor(call, 0);
    }
    end.filter(|_| has_threads(call) || has_any(call.program, &["pthread_create", "thrd_create"]))
}

/// Where a descriptor or stream comes from.
enum Origin {
    Standard,
    /// The function that opened it.
    Opened(String),
    Unknown,
}

impl Origin {
    fn of_descriptor(call: &mut Call<'_>, number: Option<u64>) -> Origin {
        let descriptors = &call.library::<LibC>().outside.descriptors;
        match number.map(|number| (number, descriptors.get(&number))) {
            Some((_, Some(file))) => Origin::Opened(file.opener.clone()),
            Some((0..=2, None)) => Origin::Standard,
            _ => Origin::Unknown,
        }
    }

    fn of_stream(call: &mut Call<'_>, file: &File) -> Origin {
        match file.descriptor {
            Some(number) => Origin::of_descriptor(call, Some(number)),
            None if file.standard => Origin::Standard,
            None => Origin::Opened(file.opener.clone()),
        }
    }

    /// Whether another thread may be at the other end. A name is that of a file, unless the program names pipes.
    fn may_be_shared(&self, call: &Call<'_>) -> bool {
        let is_one = |all: &[&str], how: &str| all.iter().any(|one| how.starts_with(one));
        match self {
            Origin::Standard => calls(call.program, Facts::REPLACES_STANDARD),
            Origin::Opened(how) if is_one(&["mkstemp", "mkostemp", "tmpfile"], how) => false,
            Origin::Opened(how) if is_one(&["creat", "fdopendir", "fopen", "open"], how) => {
                calls(call.program, Facts::NAMES_PIPES)
            }
            Origin::Opened(_) | Origin::Unknown => true,
        }
    }

    fn meet(&self, call: &mut Call<'_>) {
        if self.may_be_shared(call) {
            call.state.meets_hidden_wait();
        }
    }
}

/// The program uses the descriptor that an argument is: another thread may wait for that, or be waited for.
fn meet_descriptor(call: &mut Call<'_>, index: usize) {
    if has_threads(call) {
        let number = number(call, index);
        Origin::of_descriptor(call, number).meet(call);
    }
}

/// The same of a stream.
pub fn meet_stream(call: &mut Call<'_>, stream: Stream) {
    if !has_threads(call) {
        return;
    }
    match stream {
        Stream::Stdin => Origin::Standard.meet(call),
        Stream::File(address) => {
            if let Some(file) = call.library::<LibC>().outside.files.get(&address).cloned() {
                Origin::of_stream(call, &file).meet(call);
            }
        }
        Stream::Descriptor(_) | Stream::Endless => {}
    }
}

/// The same of all streams that are open.
pub fn meet_streams(call: &mut Call<'_>) {
    let files = call.library::<LibC>().outside.files.clone();
    let open = files.iter().filter(|(_, file)| file.open);
    open.for_each(|(address, _)| meet_stream(call, Stream::File(*address)));
}

/// A file is opened by its name: who opens a pipe waits for who opens its other end.
pub fn meet_name(call: &mut Call<'_>) {
    if has_threads(call) && calls(call.program, Facts::NAMES_PIPES) {
        call.state.meets_hidden_wait();
    }
}

/// Text goes to the descriptor that the first argument is; it is not kept.
pub fn print(call: &mut Call<'_>) {
    loosen(call, 0);
    meet_descriptor(call, 0);
}

/// Whether a call on a socket does more, or less, than to send bytes or to wait for them and take them.
fn has_flags(call: &mut Call<'_>) -> bool {
    matches!(call.name, "recv" | "recvfrom" | "send" | "sendto")
        && number(call, 3).is_none_or(|flags| flags & !MSG_NOSIGNAL != 0)
}

/// What is said and heard through a pipe, as an object of which there is no other.
fn key(at: usize) -> u64 {
    u64::MAX - u64::try_from(at).expect("pipes are in memory")
}

/// What a read of a pipe between threads answers; `None` where the outside does.
pub fn read(call: &mut Call<'_>, at: usize, len: usize) -> Result<Option<Flow>, Stop> {
    let Some(pipe) = end(call, true) else { return Ok(None) };
    // While there is one thread, there is none to wait for.
    if !has_threads(call) || has_flags(call) {
        loosen_pipe(call, pipe);
    }
    if is_loose(call, pipe) || call.state.has_unknown_code() {
        call.state.meets_hidden_wait();
        call.state.doubt.uncertain |= has_threads(call);
        return Ok(None);
    }
    let bits = call.pointer_bytes() * 8;
    let (to, len) = (call.arg_u64(at)?, call.arg_u64(len)?);
    if len > 0 && pipes(call).all[pipe].values.is_empty() && is_written_to(call, pipe) {
        let wait = Wait { what: WaitFor::Bytes(key(pipe)), timed: false };
        return Ok(Some(Flow::Wait(wait)));
    }
    call.memory().check(to, len, AccessKind::Write)?;
    let taken = take(call, pipe, len);
    let count = taken.iter().map(|(_, bytes)| u64::from(*bytes)).sum();
    let number = call.pool.bv_u64(bits, count);
    let function = call.name.to_owned();
    call.input_number(Source::Return { function: function.clone() }, number);
    let parts = taken.iter().map(|(value, bytes)| terms::term(call.pool, *value, bytes * 8));
    let parts = parts.collect();
    let index = u32::try_from(at).expect("a few arguments");
    put_from(call, to, Source::Written { function, index }, parts)?;
    // What was never written is not known for being sent.
    let mut to = to;
    for (value, bytes) in taken {
        call.store_value(to, bytes, value)?;
        to += u64::from(bytes);
    }
    call.state.hear_through(key(pipe));
    Ok(Some(Value::Int(count).into()))
}

/// Takes values of at most so many bytes from a pipe.
fn take(call: &mut Call<'_>, pipe: usize, len: u64) -> Vec<(Value, u32)> {
    let (mut taken, mut left) = (Vec::new(), len);
    while left > 0
        && let Some((value, bytes)) = pipes(call).all[pipe].values.pop_front()
    {
        if u64::from(bytes) <= left {
            taken.push((value, bytes));
            left -= u64::from(bytes);
            continue;
        }
        let word = terms::term(call.pool, value, bytes * 8);
        for at in (0..bytes).rev() {
            let byte = call.pool.bv_extract(at * 8 + 7, at * 8, word);
            let byte = terms::as_known(call.pool, byte);
            pipes(call).all[pipe].values.push_front((byte, 1));
        }
    }
    taken
}

/// Whether a descriptor is open that writes to a pipe.
fn is_written_to(call: &mut Call<'_>, pipe: usize) -> bool {
    let outside = &call.library::<LibC>().outside;
    let writes = outside.pipes.0.ends.iter().filter(|(_, (_, to))| *to == Some(pipe));
    let mut files = writes.filter_map(|(number, _)| outside.descriptors.get(number));
    files.any(|file| file.open)
}

/// Bytes were written to where the first argument leads, as many as a number says or none: other threads
/// may read them.
pub fn written(call: &mut Call<'_>, from: u64, len: u64, flow: Flow) -> ModelResult {
    let Some(pipe) = end(call, false) else { return Ok(flow) };
    let held = call.library::<LibC>().outside.pipes.0.all[pipe].values.iter();
    let held: u64 = held.map(|(_, bytes)| u64::from(*bytes)).sum();
    let is_plain = len <= WHOLE && held + len <= MOST && !has_flags(call);
    if call.state.has_unknown_code() || !is_plain {
        loosen_pipe(call, pipe);
    }
    if is_loose(call, pipe) {
        call.state.meets_hidden_wait();
        keep_addresses(call, pipe, from, len)?;
        tell(call, pipe);
        return Ok(flow);
    }
    if has_failed(call, &flow)? {
        return Ok(flow);
    }
    if let Flow::Return(values) = &flow
        && let [Value::Term(count)] = values[..]
    {
        let all = call.pool.bv_u64(call.pool.width(count), len);
        let whole = call.pool.eq(count, all);
        call.given(whole)?;
    }
    let word = call.pointer_bytes();
    let mut at = from;
    while at < from + len {
        let bytes = if from + len - at >= u64::from(word) { word } else { 1 };
        let value = call.load_value(at, bytes)?;
        let value = call.state.path.resolve(call.pool, value);
        pipes(call).all[pipe].values.push_back((value, bytes));
        at += u64::from(bytes);
    }
    tell(call, pipe);
    Ok(flow)
}

/// Keeps addresses that are written to a loose pipe, so that what they lead to is not lost: of the first bytes, and
/// no more than there is room for.
fn keep_addresses(call: &mut Call<'_>, pipe: usize, from: u64, len: u64) -> Result<(), Stop> {
    const KEPT: usize = 4096;
    let word = call.pointer_bytes();
    let step = usize::try_from(word).expect("a few bytes");
    for offset in (0..len.min(WHOLE)).step_by(step) {
        if offset + u64::from(word) > len {
            break;
        }
        let value = call.load_value(from + offset, word)?;
        let value = call.state.path.resolve(call.pool, value);
        let leads = match value {
            Value::Int(address) => call.memory().object(address).is_some(),
            Value::Term(_) => true,
            _ => false,
        };
        let values = &call.library::<LibC>().outside.pipes.0.all[pipe].values;
        if leads && values.len() < KEPT && !values.contains(&(value, word)) {
            pipes(call).all[pipe].values.push_back((value, word));
        }
    }
    Ok(())
}

/// Who waits for what is written to a pipe may go on.
fn tell(call: &mut Call<'_>, pipe: usize) {
    call.state.say_through(key(pipe));
    call.state.wake(WaitFor::Bytes(key(pipe)));
}

/// A descriptor was closed: who waits for what is written there may wait no longer.
pub fn closed(call: &mut Call<'_>, number: u64) {
    let ends = &call.library::<LibC>().outside.pipes.0.ends;
    match ends.get(&number).copied() {
        Some((reads, writes)) => {
            let mut both = reads.into_iter().chain(writes);
            if both.any(|pipe| is_loose(call, pipe)) {
                call.state.meets_hidden_wait();
            }
            writes.into_iter().for_each(|pipe| tell(call, pipe));
        }
        None if has_threads(call) => Origin::of_descriptor(call, Some(number)).meet(call),
        None => {}
    }
}
