//! Texts that the system gives: of the machine, its users, its terminals, where things are.
//!
//! Each may be any text that fits, up to [`LONGEST`] bytes, or the call fails.

use super::fails_with;
use super::outcomes::{give, put};
use crate::CLibrary;
use crate::errno::{EINVAL, EIO, ENOENT, ERANGE};
use crate::spec::{Facts, LONG, Table, all_answers};
use margay_engine::{AccessKind, Call, Flow, Library, ModelResult, ObjectKind, Stop, Value};
use margay_smt::{Bool, Bv};

pub const MODELS: Table = Facts::ANSWERED_BY_REPLAY.of_all(&[
    all_answers("getcwd", |call| {
        let (buffer, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
        path(call, buffer, size, 0)
    }),
    all_answers("get_current_dir_name", |call| path(call, 0, 0, 0)),
    all_answers("realpath", |call| {
        super::output::string(call, call.arg(0))?;
        let buffer = call.arg_u64(1)?;
        path(call, buffer, PATH_MAX, 1)
    }),
    all_answers("canonicalize_file_name", |call| {
        super::output::string(call, call.arg(0))?;
        path(call, 0, 0, 1)
    }),
    all_answers("readlink", readlink).answers(-1, LONG),
    all_answers("gethostname", to_buffer),
    all_answers("getdomainname", to_buffer).typed("ipl"),
    all_answers("ttyname", |call| own(call, First::Slash)),
    all_answers("getlogin", |call| own(call, First::Some)),
    all_answers("getpwuid", |call| record(call, PASSWD)),
    all_answers("getpwnam", |call| record(call, PASSWD)),
    all_answers("getpwent", |call| record(call, PASSWD)),
    all_answers("getgrgid", |call| record(call, GROUP)),
    all_answers("getgrnam", |call| record(call, GROUP)),
    all_answers("getgrent", |call| record(call, GROUP)),
    all_answers("sysconf", super::outcomes::sysconf),
    all_answers("setlocale", setlocale),
]);

/// Bytes that a text has at most.
const LONGEST: u64 = 128;
const PATH_MAX: u64 = 4096;
/// Bytes that the name of a host or domain has at most.
const LONGEST_HOST: u64 = 64;

/// What a text starts with.
#[derive(Clone, Copy)]
enum First {
    /// Anything: it may be empty.
    Any,
    /// Some character.
    Some,
    /// It is an absolute path.
    Slash,
}

/// A text for so much room, with its terminator.
fn text(call: &mut Call<'_>, room: u64, first: First) -> Result<Vec<Bv>, Stop> {
    let len = (room - 1).min(LONGEST);
    if len < room - 1 {
        call.leave_out(&format!("names of more than {LONGEST} bytes that the system gives"));
    }
    let mut parts: Vec<Bv> = (0..len).map(|_| call.input_symbol(call.name, 8)).collect();
    let nul = call.pool.bv_u64(8, 0);
    match (first, parts.first_mut()) {
        (First::Slash, Some(part)) => *part = call.pool.bv_u64(8, u64::from(b'/')),
        (First::Some, Some(part)) => {
            let named = call.pool.ne(*part, nul);
            call.given(named)?;
        }
        _ => {}
    }
    parts.push(nul);
    Ok(parts)
}

/// An absolute path in the caller's buffer, or in a block that the caller frees.
fn path(call: &mut Call<'_>, buffer: u64, size: u64, index: usize) -> ModelResult {
    if buffer != 0 && size == 0 {
        call.set_errno(EINVAL)?;
        return Ok(Flow::address(0));
    }
    // The shortest path is one character and its end.
    if size == 1 {
        call.set_errno(ERANGE)?;
        return Ok(Flow::address(0));
    }
    if buffer != 0 && index == 0 {
        call.memory().check(buffer, size, AccessKind::Write)?;
    }
    let fails = call.failure();
    if call.decide(fails)? {
        return null(call, fails);
    }
    let room = if size == 0 { LONGEST + 1 } else { size };
    let to = if buffer == 0 { call.allocate(room) } else { buffer };
    if to == 0 {
        // Without room it fails, which is the other path.
        return Err(Stop::Infeasible);
    }
    let parts = text(call, room, First::Slash)?;
    if buffer == 0 {
        give(call, to, 0, parts)?
    } else {
        put(call, to, index, parts)?
    }
    Ok(Flow::address(to))
}

/// Null, from a call that failed.
fn null(call: &mut Call<'_>, fails: Bool) -> ModelResult {
    call.set_errno(EIO)?;
    missing(call, fails)
}

/// Null, of which it is known that there was nothing to be found.
fn missing(call: &mut Call<'_>, fails: Bool) -> ModelResult {
    /// Any address would do: it says what the result is where the call did not fail.
    const ELSEWHERE: u64 = 16;
    Ok(call.failed(fails, ELSEWHERE).into())
}

/// `readlink`: no terminator, and the number of bytes.
fn readlink(call: &mut Call<'_>) -> ModelResult {
    super::output::string(call, call.arg(0))?;
    super::input::block(call, 1, 2, super::files::Stream::Endless)
}

/// The name of a host in the caller's buffer, or -1 where it may not fit.
fn to_buffer(call: &mut Call<'_>) -> ModelResult {
    let (to, room) = super::input::buffer(call, 0, 1, AccessKind::Write)?;
    if room == 0 {
        call.set_errno(EINVAL)?;
        return Ok(Flow::int(-1));
    }
    let fails = call.failure();
    if room > LONGEST_HOST {
        let fits = call.pool.not(fails);
        call.given(fits)?;
    }
    if call.decide(fails)? {
        call.set_errno(EIO)?;
        return Ok(Flow::int(-1));
    }
    let parts = text(call, room.min(LONGEST_HOST + 1), First::Any)?;
    put(call, to, 0, parts)?;
    Ok(Flow::int(0))
}

/// A text of the library's own.
fn own_text(call: &mut Call<'_>, index: usize, first: First) -> Result<u64, Stop> {
    const ROOM: u64 = 33;
    let address = call.allocate_object(ObjectKind::Library, ROOM, 1);
    call.leave_out(&format!("names of more than {} bytes of users and terminals", ROOM - 1));
    let parts = text(call, ROOM, first)?;
    give(call, address, index, parts)?;
    Ok(address)
}

/// `ttyname`: a text of the library, or null.
fn own(call: &mut Call<'_>, first: First) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        return null(call, fails);
    }
    Ok(Flow::address(own_text(call, 0, first)?))
}

/// The members of an entry in a list of users or groups.
#[derive(Clone, Copy)]
enum Member {
    /// A text that is not empty.
    Name,
    Text,
    Number,
    /// Texts up to a null pointer: none.
    List,
}

const PASSWD: &[Member] = {
    use Member::{Name, Number, Text};
    &[Name, Text, Number, Number, Text, Text, Text]
};
const GROUP: &[Member] = &[Member::Name, Member::Text, Member::Number, Member::List];

/// An entry of the library's own, or null. There being none is no error that `errno` tells.
fn record(call: &mut Call<'_>, members: &[Member]) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        return missing(call, fails);
    }
    let word = u64::from(call.pointer_bytes());
    let size = word * u64::try_from(members.len()).expect("a few members");
    let address = call.allocate_object(ObjectKind::Library, size, word);
    let mut at = address;
    for (index, member) in members.iter().enumerate() {
        match member {
            Member::Number => {
                let number = call.input_symbol(call.name, 32);
                give(call, at, index, vec![number])?;
                at += 4;
                continue;
            }
            Member::Name | Member::Text => {
                let first = if matches!(member, Member::Name) { First::Some } else { First::Any };
                let text = own_text(call, index, first)?;
                at = at.next_multiple_of(word);
                call.store_pointer(at, text)?;
            }
            Member::List => {
                call.leave_out("groups that have members");
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

/// `setlocale`: what was asked for may not be there, unless it is what every system has.
fn setlocale(call: &mut Call<'_>) -> ModelResult {
    let flow = CLibrary.model("setlocale").expect("the library has it")(call)?;
    let name = call.arg_u64(1)?;
    let asks = name != 0;
    if asks {
        call.leave_out(super::assumed::LOCALE);
    }
    let is_there = asks && matches!(call.read_string(name)?.as_slice(), b"C" | b"POSIX");
    match &flow {
        Flow::Return(values) if asks && !is_there => match values[..] {
            [Value::Int(address @ 1..)] => {
                let fails = call.failure();
                fails_with(call, fails, ENOENT)?;
                Ok(call.failed(fails, address).into())
            }
            _ => Ok(flow),
        },
        _ => Ok(flow),
    }
}
