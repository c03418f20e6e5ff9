//! Pipes and pairs of sockets between threads: what one writes, another one reads, and not before.
//!
//! Where a program has made a thread, a pipe holds the bytes that were written to it. Who reads waits until there
//! are some, or until nobody can write any more. That nobody ever writes is no fault here: that a write fails is
//! for the outside to say, and more often than it would. A pipe that more is done to than to read, write and close
//! it may have other ends, or may not wait: what is read from that is anything.

use super::outcomes::put_from;
use crate::LibC;
use margay_engine::{AccessKind, Call, Flow, ModelResult, Stop, Value, Wait, WaitFor, terms};
use margay_ir::finding::Source;
use std::collections::{BTreeMap, VecDeque};
use std::rc::Rc;

/// So much is written at once, or nothing is.
const WHOLE: u64 = 4096;
/// Of the flags of `pipe2` and `socketpair`: those that change nothing here.
const CLOSE_ON_EXEC: u32 = 0o2_000_000;
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
    /// What nobody has read: values, with how many bytes they have. Words stay whole, so that addresses do.
    values: VecDeque<(Value, u32)>,
    /// Others may read or write it, or nobody waits for it.
    is_loose: bool,
}

impl Pipes {
    /// Calls `visit` with each value that nobody has read.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        let values = self.0.all.iter().flat_map(|pipe| &pipe.values);
        values.for_each(|(value, _)| visit(value));
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

/// Something else is done to the descriptor that an argument is.
pub fn loosen(call: &mut Call<'_>, index: usize) {
    let Some(number) = call.args.get(index).and_then(|arg| arg.value.as_u64()) else { return };
    if let Some((reads, writes)) = pipes(call).ends.get(&number).copied() {
        for at in reads.into_iter().chain(writes) {
            pipes(call).all[at].is_loose = true;
        }
    }
}

/// Whether the program has made threads.
fn has_threads(call: &Call<'_>) -> bool {
    call.state.next_thread().number() > 1
}

/// The pipe that the descriptor which the first argument is reads from, or writes to, among threads. What
/// other descriptors lead to may be another thread, too, unless they are those of files.
fn end(call: &mut Call<'_>, reads: bool) -> Option<usize> {
    if !has_threads(call) {
        return None;
    }
    let number = call.state.path.resolve(call.pool, call.arg(0)).as_u64();
    let end = number.and_then(|number| pipes(call).ends.get(&number).copied());
    let end = end.and_then(|(from, to)| if reads { from } else { to });
    if end.is_none() {
        let descriptors = &call.library::<LibC>().outside.descriptors;
        let file = number.and_then(|number| descriptors.get(&number));
        let is_standard = number.is_some_and(|number| number <= 2);
        let is_file = file.is_some_and(|file| {
            ["open", "creat", "mkstemp", "mkostemp"].iter().any(|how| file.opener.starts_with(how))
        });
        if !is_standard && !is_file {
            call.state.meets_unseen();
        }
    }
    end
}

/// What is said and heard through a pipe, as an object of which there is no other.
fn key(at: usize) -> u64 {
    u64::MAX - at as u64
}

/// What a read of a pipe between threads answers; `None` where the outside does.
pub fn read(call: &mut Call<'_>, at: usize, len: usize) -> Result<Option<Flow>, Stop> {
    let Some(pipe) = end(call, true) else { return Ok(None) };
    if pipes(call).all[pipe].is_loose || call.state.has_unknown_code() {
        call.state.meets_unseen();
        call.state.uncertain = true;
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
    if call.state.has_unknown_code() || len > WHOLE {
        pipes(call).all[pipe].is_loose = true;
    }
    if let Flow::Return(values) = &flow
        && let [Value::Term(count)] = values[..]
    {
        let zero = call.pool.bv_u64(call.pool.width(count), 0);
        let failed = call.pool.bv_slt(count, zero);
        if call.decide(failed)? {
            return Ok(flow);
        }
        let all = call.pool.bv_u64(call.pool.width(count), len);
        let whole = call.pool.eq(count, all);
        call.given(whole)?;
    }
    if pipes(call).all[pipe].is_loose {
        call.state.meets_unseen();
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
    call.state.say_through(key(pipe));
    call.state.wake(WaitFor::Bytes(key(pipe)));
    Ok(flow)
}

/// A descriptor was closed: who waits for what is written there may wait no longer.
pub fn closed(call: &mut Call<'_>, number: u64) {
    if let Some((_, Some(pipe))) = pipes(call).ends.get(&number).copied() {
        call.state.say_through(key(pipe));
        call.state.wake(WaitFor::Bytes(key(pipe)));
    }
}
