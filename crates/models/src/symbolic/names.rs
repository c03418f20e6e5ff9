//! Texts that the system gives: of the machine, its users, its terminals, where things are.
//!
//! Each may be any text that fits, up to [`LONGEST`] bytes, or the call fails.

use super::outcomes::put;
use crate::errno::{EINVAL, EIO};
use crate::{CLibrary, Table};
use margay_engine::{AccessKind, Call, Flow, Library, ModelResult, ObjectKind, Stop, Value};
use margay_ir::finding::{Form, Source};
use margay_smt::Bv;

pub const MODELS: Table = &[
    ("getcwd", |call| {
        let (buffer, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
        path(call, buffer, size, 0)
    }),
    ("get_current_dir_name", |call| path(call, 0, 0, 0)),
    ("realpath", |call| {
        super::output::string(call, call.arg(0))?;
        let buffer = call.arg_u64(1)?;
        path(call, buffer, PATH_MAX, 1)
    }),
    ("canonicalize_file_name", |call| {
        super::output::string(call, call.arg(0))?;
        path(call, 0, 0, 1)
    }),
    ("readlink", readlink),
    ("gethostname", |call| to_buffer(call, Flow::int(-1))),
    ("getdomainname", |call| to_buffer(call, Flow::int(-1))),
    ("ttyname", own),
    ("getlogin", own),
    ("getpwuid", |call| record(call, PASSWD)),
    ("getpwnam", |call| record(call, PASSWD)),
    ("getpwent", |call| record(call, PASSWD)),
    ("getgrgid", |call| record(call, GROUP)),
    ("getgrnam", |call| record(call, GROUP)),
    ("getgrent", |call| record(call, GROUP)),
    ("sysconf", super::outcomes::sysconf),
    ("setlocale", setlocale),
    ("signal", signal),
];

/// Bytes that a text has at most.
const LONGEST: u64 = 128;
const PATH_MAX: u64 = 4096;

/// A text for so much room, with its terminator: any, or one that starts with a character.
fn text(call: &mut Call<'_>, room: u64, first: Option<u8>) -> Vec<Bv> {
    let len = (room - 1).min(LONGEST);
    if len < room - 1 {
        call.leave_out(&format!("names of more than {LONGEST} bytes that the system gives"));
    }
    let mut parts: Vec<Bv> =
        (0..len).map(|_| call.state.new_symbol(call.pool, call.name, 8)).collect();
    if let (Some(first), Some(part)) = (first, parts.first_mut()) {
        *part = call.pool.bv_u64(8, u64::from(first));
    }
    parts.push(call.pool.bv_u64(8, 0));
    parts
}

fn failed(call: &mut Call<'_>) -> Result<bool, Stop> {
    let fails = call.failure();
    let failed = call.decide(fails)?;
    if failed {
        call.set_errno(EIO)?;
    }
    Ok(failed)
}

/// An absolute path in the caller's buffer, or in a block that the caller frees.
fn path(call: &mut Call<'_>, buffer: u64, size: u64, index: usize) -> ModelResult {
    if buffer != 0 && size == 0 {
        call.set_errno(EINVAL)?;
        return Ok(Flow::address(0));
    }
    if buffer != 0 && index == 0 {
        call.memory().check(buffer, size, AccessKind::Write)?;
    }
    let fails = call.failure();
    if call.decide(fails)? {
        call.set_errno(EIO)?;
        return Ok(call.failed(fails, 16).into());
    }
    let room = if size == 0 { LONGEST + 1 } else { size };
    let to = if buffer == 0 { call.allocate(room) } else { buffer };
    let parts = text(call, room, Some(b'/'));
    put(call, to, index, parts)?;
    Ok(Flow::address(to))
}

/// `readlink`: no terminator, and the number of bytes.
fn readlink(call: &mut Call<'_>) -> ModelResult {
    super::output::string(call, call.arg(0))?;
    super::input::block(call, 1, 2, super::files::Stream::Endless)
}

/// A name in the caller's buffer.
fn to_buffer(call: &mut Call<'_>, failure: Flow) -> ModelResult {
    let (to, room) = super::input::buffer(call, 0, 1, AccessKind::Write)?;
    if room == 0 || failed(call)? {
        return Ok(failure);
    }
    let parts = text(call, room, None);
    put(call, to, 0, parts)?;
    Ok(Flow::int(0))
}

/// A text of the library's own.
fn own_text(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    const ROOM: u64 = 33;
    let address = call.allocate_object(ObjectKind::Library, ROOM, 1);
    let parts = text(call, ROOM, None);
    put(call, address, index, parts)?;
    Ok(address)
}

/// `ttyname`: a text of the library, or null.
fn own(call: &mut Call<'_>) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        call.set_errno(EIO)?;
        return Ok(call.failed(fails, 16).into());
    }
    Ok(Flow::address(own_text(call, 0)?))
}

/// The members of an entry in a list of users or groups.
#[derive(Clone, Copy)]
enum Member {
    Text,
    Number,
    /// Texts up to a null pointer: none.
    List,
}

const PASSWD: &[Member] = {
    use Member::{Number, Text};
    &[Text, Text, Number, Number, Text, Text, Text]
};
const GROUP: &[Member] = &[Member::Text, Member::Text, Member::Number, Member::List];

/// An entry of the library's own, or null.
fn record(call: &mut Call<'_>, members: &[Member]) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        return Ok(call.failed(fails, 16).into());
    }
    let word = u64::from(call.pointer_bytes());
    let address = call.allocate_object(ObjectKind::Library, members.len() as u64 * word, word);
    let mut at = address;
    for (index, member) in members.iter().enumerate() {
        match member {
            Member::Number => {
                let number = call.state.new_symbol(call.pool, call.name, 32);
                put(call, at, index, vec![number])?;
                at += 4;
                continue;
            }
            Member::Text => {
                let text = own_text(call, index)?;
                at = at.next_multiple_of(word);
                call.store_pointer(at, text)?;
            }
            Member::List => {
                let list = call.allocate_object(ObjectKind::Library, word, word);
                call.store_pointer(list, 0)?;
                at = at.next_multiple_of(word);
                call.store_pointer(at, list)?;
            }
        }
        at += word;
    }
    Ok(Flow::address(address))
}

/// What the library answers, or another number where the outside says so.
fn or(call: &mut Call<'_>, name: &str, otherwise: i64) -> ModelResult {
    let Flow::Return(values) = CLibrary.model(name).expect("the library has it")(call)? else {
        unreachable!("{name} returns");
    };
    let [Value::Int(answer)] = values[..] else { return Ok(Flow::Return(values)) };
    let source = Source::Return { function: call.name.to_owned() };
    let bits = call.pointer_bytes() * 8;
    let fails = call.input(source, Form::Failure, 1);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(fails, one);
    let Value::Int(otherwise) = call.word(otherwise) else { unreachable!("a known number") };
    let (answer, otherwise) = (call.pool.bv_u64(bits, answer), call.pool.bv_u64(bits, otherwise));
    Ok(Value::Term(call.pool.ite(fails, otherwise, answer)).into())
}

/// `setlocale`: what was asked for may not be there.
fn setlocale(call: &mut Call<'_>) -> ModelResult {
    if call.arg_u64(1)? == 0 {
        return CLibrary.model("setlocale").expect("the library has it")(call);
    }
    or(call, "setlocale", 0)
}

fn signal(call: &mut Call<'_>) -> ModelResult {
    or(call, "signal", -1)
}
