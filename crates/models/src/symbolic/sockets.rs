//! Sockets: the other side may do anything.

use super::descriptor_facts::{self, Socket};
use super::files::status;
use super::outcomes::known;
use super::pipes;
use crate::spec::{Table, Waits, all_answers};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, terms};
use margay_smt::Bv;

pub const MODELS: Table = Table::of(&[
    all_answers("bind", of_socket).typed("iipi").signal_safe().answers(-1, 0),
    all_answers("listen", of_socket).typed("iii").signal_safe().answers(-1, 0),
    all_answers("connect", of_socket)
        .typed("iipi")
        .waits(Waits::Always)
        .signal_safe()
        .answers(-1, 0),
    all_answers("shutdown", of_socket)
        .typed("iii")
        .waits(Waits::Always)
        .signal_safe()
        .answers(-1, 0),
    all_answers("setsockopt", setsockopt).typed("iiiipi").signal_safe().answers(-1, 0),
    all_answers("inet_addr", inet_addr),
    all_answers("htons", |call| swapped(call, 16)),
    all_answers("ntohs", |call| swapped(call, 16)),
    all_answers("htonl", |call| swapped(call, 32)),
    all_answers("ntohl", |call| swapped(call, 32)),
]);

/// Bits of the type of a socket that are flags.
const FLAGS: i32 = 0o2_000_000 | 0o4_000;
/// The domain of a socket of which none is known.
const UNKNOWN: i32 = 0;
const UNIX: i32 = 1;
const INET: i32 = 2;
const INET6: i32 = 10;

/// What is known of an address or option before the system gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KnownPart {
    /// Bytes that it has.
    pub len: Option<u64>,
    value: Option<Known>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Known {
    /// The first two bytes say which domain the address is of.
    Family(i32),
    /// An `int`.
    Is(i32),
    /// An `int` from 0 on.
    UpTo(i32),
}

/// `socket` or `accept` gave a descriptor.
pub fn made(call: &mut Call<'_>, flow: &Flow) {
    let Flow::Return(values) = flow else { return };
    let [Value::Int(number)] = values[..] else { return };
    let socket = match call.name {
        "socket" => known(call, 0)
            .zip(known(call, 1))
            .and_then(|(domain, kind)| plain(domain, kind & !FLAGS)),
        "accept" | "accept4" => descriptor_facts::socket(call),
        _ => None,
    };
    if let Some(socket) = socket {
        descriptor_facts::is_socket(call, number, socket);
    }
}

/// What the system makes of a domain and a kind, where it is known to do that in one way. `SOCK_PACKET` has a domain of its
/// own, and what other domains make of a kind is theirs to say.
fn plain(domain: i32, kind: i32) -> Option<Socket> {
    const STREAM: i32 = 1;
    const DATAGRAM: i32 = 2;
    const RAW: i32 = 3;
    const PACKETS_IN_ORDER: i32 = 5;
    let kind = match (domain, kind) {
        (UNIX, RAW) => DATAGRAM,
        (UNIX | INET | INET6, STREAM | DATAGRAM | PACKETS_IN_ORDER) => kind,
        _ => return None,
    };
    Some(Socket { domain, kind })
}

/// What is known of what a call is to give of a socket.
pub fn known_part(call: &mut Call<'_>) -> Result<KnownPart, Stop> {
    const SOL_SOCKET: i32 = 1;
    const SO_TYPE: i32 = 3;
    const SO_ERROR: i32 = 4;
    const SO_ACCEPTCONN: i32 = 30;
    const SO_DOMAIN: i32 = 39;
    const LAST_ERROR: i32 = 4095;
    let socket = descriptor_facts::socket(call);
    if call.name == "getsockopt" {
        if known(call, 1) != Some(SOL_SOCKET) {
            return Ok(KnownPart::default());
        }
        let value = match (known(call, 2), socket) {
            (Some(SO_TYPE), Some(socket)) => Known::Is(socket.kind),
            (Some(SO_DOMAIN), Some(socket)) if socket.domain != UNKNOWN => Known::Is(socket.domain),
            (Some(SO_ERROR), _) => Known::UpTo(LAST_ERROR),
            (Some(SO_ACCEPTCONN), _) => Known::UpTo(1),
            _ => return Ok(KnownPart::default()),
        };
        // No more is given than there is room for, and that is the length then.
        let room_at = call.arg_u64(4)?;
        let room = call.load(room_at, 4)?;
        return Ok(KnownPart { len: Some(room.min(4)), value: Some(value) });
    }
    let Some(Socket { domain, .. }) = socket else { return Ok(KnownPart::default()) };
    // Who sent is not told of a connection.
    if call.name == "recvfrom" {
        return Ok(KnownPart::default());
    }
    let len = match domain {
        INET => Some(16),
        INET6 => Some(28),
        UNIX => None,
        _ => return Ok(KnownPart::default()),
    };
    Ok(KnownPart { len, value: Some(Known::Family(domain)) })
}

/// The bytes that the system gives agree with what is known of them.
pub fn agrees(call: &mut Call<'_>, known: &KnownPart, bytes: &[Bv]) -> Result<(), Stop> {
    let Some(known) = known.value else { return Ok(()) };
    let count = if matches!(known, Known::Family(_)) { 2 } else { 4 };
    let (Some(bytes), Known::Family(number) | Known::Is(number) | Known::UpTo(number)) =
        (bytes.get(..count), known)
    else {
        return Ok(());
    };
    let last_first: Vec<Bv> = bytes.iter().rev().copied().collect();
    let told = call.pool.bv_concat_all(&last_first);
    let bits = call.pool.width(told);
    let number =
        call.pool.bv_u64(bits, u64::from(number.cast_unsigned()) & margay_engine::mask(bits));
    let fine = match known {
        Known::UpTo(_) => call.pool.bv_ule(told, number),
        Known::Family(_) | Known::Is(_) => call.pool.eq(told, number),
    };
    call.given(fine)
}

/// What is done to a socket may change how it waits.
fn of_socket(call: &mut Call<'_>) -> ModelResult {
    pipes::loosen(call, 0);
    status(call)
}

/// `setsockopt`: an option of version 6 of the internet makes a socket one of version 4.
fn setsockopt(call: &mut Call<'_>) -> ModelResult {
    const IPV6: i32 = 41;
    const ADDRFORM: i32 = 1;
    let is = |call: &mut Call<'_>, index, value| known(call, index).is_none_or(|v| v == value);
    if is(call, 1, IPV6) && is(call, 2, ADDRFORM) {
        // A copy of the descriptor leads to the same socket.
        descriptor_facts::change_sockets(call, |socket| socket.domain = UNKNOWN);
    }
    of_socket(call)
}

/// `inet_addr`: what constant text says; else any address.
fn inet_addr(call: &mut Call<'_>) -> ModelResult {
    /// Bytes of text that are examined.
    const LONGEST: u64 = 64;
    let text = call.arg(0);
    super::output::string(call, text)?;
    let place = call.arg_u64(0)?;
    for at in place..place.saturating_add(LONGEST) {
        match call.load_value(at, 1)? {
            Value::Int(0) => return crate::inet::inet_addr(call),
            Value::Int(_) => {}
            _ => break,
        }
    }
    Ok(Value::Term(call.input_symbol("inet_addr", 32)).into())
}

/// A number of so many bits with its bytes the other way round.
fn swapped(call: &mut Call<'_>, bits: u32) -> ModelResult {
    let value = match call.arg(0) {
        Value::Undef | Value::Partial { .. } => Value::Int(call.arg_u64(0)?),
        value => value,
    };
    let value = match value {
        Value::Term(term) => terms::resize(call.pool, value, call.pool.width(term), bits),
        known => known,
    };
    let value = terms::term(call.pool, value, bits);
    let bytes = (0..bits / 8).map(|at| call.pool.bv_extract(at * 8 + 7, at * 8, value));
    let bytes: Vec<_> = bytes.collect();
    let swapped = bytes.into_iter().reduce(|high, low| call.pool.bv_concat(high, low));
    Ok(terms::as_known(call.pool, swapped.expect("some bytes")).into())
}
