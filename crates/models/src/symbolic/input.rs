//! Reading: lines, characters and blocks of bytes that may be anything.

use super::files::{self, Stream};
use super::next_character::{self, Next};
use super::stream_state::{Access, refuses};
use super::{assumed, positions, stream_flags};
use crate::LibC;
use crate::flow::{Data, Labels};
use crate::spec::{Facts, LONG, Table, Waits, all_answers};
use margay_engine::provenance::Provenance;
use margay_engine::{AccessKind, Call, Fault, Flow, ModelResult, Neglect, Stop, Value, terms};
use margay_ir::finding::{Form, Source};
use margay_smt::Bv;

pub const MODELS: Table = Facts::ANSWERED_BY_REPLAY.of_all(&[
    all_answers("fgets", fgets),
    all_answers("fgetws", fgetws),
    all_answers("gets", gets),
    all_answers("getline", |call| getline(call, 2)),
    all_answers("getdelim", |call| getline(call, 3)),
    all_answers("__getdelim", |call| getline(call, 3)),
    all_answers("fgetc", |call| character(call, Some(0))),
    all_answers("getc", |call| character(call, Some(0))),
    all_answers("_IO_getc", |call| character(call, Some(0))),
    all_answers("getchar", |call| character(call, None)),
    all_answers("ungetc", ungetc),
    all_answers("fread", fread).answers(0, LONG),
    all_answers("read", |call| {
        let from = Stream::numbered(call, 0);
        block(call, 1, 2, from)
    })
    .answers(-1, LONG),
    all_answers("recv", |call| block(call, 1, 2, Stream::Endless))
        .typed("lipli")
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .reads_text()
        .brings(&[(Data::Written(1), Labels::NETWORK)])
        .answers(-1, LONG),
    all_answers("recvfrom", recvfrom)
        .typed("liplipp")
        .waits(Waits::OnDescriptor)
        .signal_safe()
        .reads_text()
        .brings(&[(Data::Written(1), Labels::NETWORK)])
        .answers(-1, LONG)
        .with(Facts::ASKS_DESCRIPTORS),
    all_answers("getrandom", getrandom),
    all_answers("pread", pread).answers(-1, LONG),
    all_answers("pread64", pread).answers(-1, LONG),
]);

/// Characters that a line or block has at most. Longer input is left out.
pub const LONGEST: u64 = 256;

/// Says that longer blocks are left out.
pub fn leave_out_blocks(call: &mut Call<'_>) {
    call.leave_out(&format!("more than {LONGEST} bytes read at once"));
}

/// How a line ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    /// With a newline, unless there is no room for it.
    Full,
    Newline,
    /// With the input.
    Input,
}

/// Where a line goes.
#[derive(Clone, Copy)]
struct LineBuffer {
    to: u64,
    /// Characters that it has room for, with the terminator.
    room: u64,
    /// Bytes of a character.
    width: u32,
}

impl LineBuffer {
    fn bytes(self) -> u64 {
        self.room.saturating_mul(u64::from(self.width))
    }
}

/// Text that is to be read.
struct Incoming {
    source: Source,
    from: Stream,
    /// What is known of its first character.
    next: Next,
}

/// What stands after a text that may end before. Of older input nothing is said: programs do not look there, and each
/// line would drag all before it along.
fn behind_text(call: &mut Call<'_>, at: u64, width: u32) -> Result<Bv, Stop> {
    let old = match call.load_value(at, width)? {
        Value::Term(_) => call.unknown(Provenance::Hidden, "old", width * 8),
        known => known,
    };
    Ok(terms::term(call.pool, old, width * 8))
}

/// Text of at most `room - 1` characters and its terminator; the number of characters before the
/// newline.
fn line(
    call: &mut Call<'_>,
    buffer: LineBuffer,
    incoming: Incoming,
    ending: End,
) -> Result<Bv, Stop> {
    let LineBuffer { to, room, width } = buffer;
    let Incoming { source, from, next } = incoming;
    let step = u64::from(width);
    if let Err(fault) = call.memory().check(to, buffer.bytes(), AccessKind::Write) {
        return Err(fault.into());
    }
    let left = from.left(call);
    let available = match left {
        Some(left) => {
            let domain = call.state.path.condition().domain(call.pool, left);
            domain.map_or(u64::MAX, |domain| domain.umax())
        }
        None => u64::MAX,
    };
    let most = (room - 1).min(LONGEST).min(available);
    if most < (room - 1).min(available) {
        call.leave_out(&format!("lines of more than {LONGEST} characters"));
    }
    if most == 0 {
        call.store(to, width, 0)?;
        return Ok(call.pool.bv_u64(16, 0));
    }
    // So many characters before the newline, or before the end of a buffer that is full.
    let length = call.input_symbol("length", 16);
    let high = call.pool.bv_u64(16, most);
    let within = match ending {
        End::Full => call.pool.bv_ule(length, high),
        End::Newline => call.pool.bv_ult(length, high),
        End::Input => {
            let one = call.pool.bv_u64(16, 1);
            let (some, few) = (call.pool.bv_ule(one, length), call.pool.bv_ule(length, high));
            call.pool.and(some, few)
        }
    };
    call.given(within)?;
    let stood = if width == 1 { positions::before(call, from) } else { None };
    if left.is_some() || stood.is_some() {
        // The newline counts, and is there unless the line is full.
        let wide = call.pool.bv_zext(length, 64);
        let full = match ending {
            End::Full => call.pool.eq(length, high),
            End::Newline => call.pool.bool_const(false),
            End::Input => call.pool.bool_const(true),
        };
        let (none, one) = (call.pool.bv_u64(64, 0), call.pool.bv_u64(64, 1));
        let newline = call.pool.ite(full, none, one);
        let taken = call.pool.bv_add(wide, newline);
        if let Some(left) = left {
            let enough = call.pool.bv_ule(taken, left);
            call.given(enough)?;
            from.take(call, taken);
        }
        positions::advanced(call, from, stood, taken);
    }
    if width > 1 {
        positions::moved(call, from);
    }
    let bytes = call.input_line(source, length, most)?;
    if next != Next::default() {
        let (zero, newline) = (call.pool.bv_u64(16, 0), call.pool.bv_u64(8, u64::from(b'\n')));
        let empty = call.pool.eq(length, zero);
        let first = call.pool.ite(empty, newline, bytes[0]);
        next.is(call, first)?;
    }
    if ending == End::Input {
        call.input_taken(length);
        // The flag of the stream says so too, and the program may clear that.
        if left.is_some() || !stream_flags::matter(call) {
            from.end(call);
        }
    }
    for index in 0..=most {
        let at = to + index * step;
        let here = call.pool.bv_u64(16, index);
        let old = behind_text(call, at, width)?;
        let before = call.pool.bv_ult(here, length);
        let nul = call.pool.bv_u64(width * 8, 0);
        // After the text comes the newline, if there is room for it, and then the end.
        let newline = call.pool.bv_u64(width * 8, u64::from(b'\n'));
        let behind = if index < most && ending != End::Input { newline } else { nul };
        let end = call.pool.eq(here, length);
        let mut value = old;
        if index > 0 && ending != End::Input {
            let last = call.pool.bv_u64(16, index - 1);
            let ended = call.pool.eq(last, length);
            value = call.pool.ite(ended, nul, value);
        }
        value = call.pool.ite(end, behind, value);
        if let Some(byte) = bytes.get(usize::try_from(index).unwrap_or(usize::MAX)) {
            let wide = call.pool.bv_zext(*byte, width * 8);
            value = call.pool.ite(before, wide, value);
        }
        let value = terms::as_known(call.pool, value);
        call.store_value(at, width, value)?;
    }
    Ok(length)
}

fn fgets(call: &mut Call<'_>) -> ModelResult {
    if refuses(call, 2, Access::Read)? {
        return Ok(Flow::address(0));
    }
    let stream = files::stream(call, 2)?;
    let (to, room) = (call.arg_u64(0)?, call.arg_i32(1)?);
    get_line(call, stream, to, room, 1)
}

fn fgetws(call: &mut Call<'_>) -> ModelResult {
    if refuses(call, 2, Access::Read)? {
        return Ok(Flow::address(0));
    }
    let stream = files::stream(call, 2)?;
    let (to, room) = (call.arg_u64(0)?, call.arg_i32(1)?);
    get_line(call, stream, to, room, 4)
}

fn get_line(call: &mut Call<'_>, stream: u64, to: u64, room: i32, width: u32) -> ModelResult {
    let Ok(room @ 1..) = u64::try_from(room) else { return Ok(Flow::address(0)) };
    let from = Stream::of(call, stream);
    let Some(next) = may_read(call, from, Some(stream))? else {
        if let Some(neglect) = call.neglect(0, to, call.pointer_bytes() * 8) {
            call.mark_stale(to, width, neglect)?;
        }
        return Ok(Flow::address(0));
    };
    let source = files::source(call, stream);
    let buffer = LineBuffer { to, room, width };
    any_line(call, buffer, Incoming { source, from, next }, Some(stream))?;
    crate::flow::mark(call, to);
    Ok(Flow::address(to))
}

/// What is known of the next character; nothing if the outside has no more.
fn may_read(call: &mut Call<'_>, from: Stream, stream: Option<u64>) -> Result<Option<Next>, Stop> {
    let next = from.resume(call);
    let fails = call.failure();
    from.fails_at_end(call, fails)?;
    stream_flags::fails_at_end(call, stream, fails)?;
    next.ends(call, fails)?;
    let failed = call.decide(fails)?;
    stream_flags::note_read(call, stream, fails);
    if failed {
        // An error may come up after some characters of the line; the end only before the first.
        let ended = stream_flags::has_ended(call, stream);
        positions::moved_unless(call, from, ended);
    }
    Ok((!failed).then_some(next))
}

/// A line with its newline, as far as there is room for it. Where every path counts, or the program asks
/// whether the stream has ended, the last line may lack it: that is how reading a line comes to the
/// end. Else such a line is left out.
fn any_line(
    call: &mut Call<'_>,
    buffer: LineBuffer,
    incoming: Incoming,
    stream: Option<u64>,
) -> Result<(), Stop> {
    let LineBuffer { to, room, .. } = buffer;
    call.memory().check(to, buffer.bytes(), AccessKind::Write)?;
    // The end shows only if the line does not fill the buffer.
    let asked = stream.is_some() && stream_flags::end_matters(call);
    let can_end = asked || call.library::<LibC>().outside.last_lines;
    if room > 2 && !can_end {
        call.leave_out(assumed::LAST_LINE);
    }
    if room > 2 && can_end && is_last_line(call)? {
        line(call, LineBuffer { room: room - 1, ..buffer }, incoming, End::Input)?;
        stream_flags::note_end(call, stream);
    } else {
        line(call, buffer, incoming, End::Full)?;
    }
    Ok(())
}

fn is_last_line(call: &mut Call<'_>) -> Result<bool, Stop> {
    let last = call.input_symbol("last line", 1);
    let one = call.pool.bv_u64(1, 1);
    let last = call.pool.eq(last, one);
    call.decide(last)
}

/// `gets`: a line may always be longer than the buffer.
fn gets(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    call.settle_size(to)?;
    let mut room = crate::text::writable(&call.state.memory, to);
    while room > 1 && call.memory().check(to, room, AccessKind::Write).is_err() {
        room /= 2;
    }
    let function = call.name.to_owned();
    call.faults.push(Fault::DangerousFunction { function });
    let stdin = stream_flags::stdin(call);
    let Some(next) = may_read(call, Stream::Stdin, stdin)? else { return Ok(Flow::address(0)) };
    let buffer = LineBuffer { to, room: room.max(1), width: 1 };
    let incoming = Incoming { source: Source::Stdin, from: Stream::Stdin, next };
    any_line(call, buffer, incoming, stdin)?;
    Ok(Flow::address(to))
}

/// `getline`: the buffer is the caller's to free, whether there is a line or not.
fn getline(call: &mut Call<'_>, stream_at: usize) -> ModelResult {
    if refuses(call, stream_at, Access::Read)? {
        return Ok(call.word(-1).into());
    }
    let stream = files::stream(call, stream_at)?;
    let (buffer, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let word = call.pointer_bytes();
    let (old, room) = (call.load_pointer(buffer)?, call.load(size, word)?);
    const LINE: u64 = 120;
    call.leave_out(&format!("lines of more than {} characters", LINE - 1));
    let to = if old == 0 || room < LINE {
        let new = call.allocate(LINE);
        if old != 0 {
            crate::stdlib::alloc::block(call, old)?;
            let site = call.site;
            call.memory().release(old, site);
        }
        call.store_value(buffer, word, Value::Int(new))?;
        call.store(size, word, LINE)?;
        new
    } else {
        old
    };
    let from = Stream::of(call, stream);
    let Some(next) = may_read(call, from, Some(stream))? else { return Ok(Flow::long(-1)) };
    let source = files::source(call, stream);
    let other = if stream_at == 3 { call.arg_u32(2)? != u32::from(b'\n') } else { false };
    // Only the last line may lack its newline, and then nothing comes after it. Other ends than newlines are left out:
    // what is read then goes to the end of the input.
    let ending = if other || is_last_line(call)? { End::Input } else { End::Newline };
    let buffer = LineBuffer { to, room: LINE, width: 1 };
    let length = line(call, buffer, Incoming { source, from, next }, ending)?;
    if ending == End::Input {
        stream_flags::note_end(call, Some(stream));
    }
    if other {
        let end = call.arg(2);
        let end = terms::term(call.pool, end, 32);
        let end = call.pool.bv_trunc(end, 8);
        for index in 0..LINE - 1 {
            let byte = call.load_raw(to + index, 1)?;
            let here = call.pool.bv_u64(16, index);
            let (behind, differs) = (call.pool.bv_ule(length, here), call.pool.ne(byte, end));
            let fine = call.pool.or(behind, differs);
            call.given(fine)?;
        }
    }
    let mut count = call.pool.bv_zext(length, word * 8);
    if ending == End::Newline {
        let one = call.pool.bv_u64(word * 8, 1);
        count = call.pool.bv_add(count, one);
    }
    Ok(terms::as_known(call.pool, count).into())
}

/// A character or `EOF`.
fn character(call: &mut Call<'_>, stream: Option<usize>) -> ModelResult {
    if let Some(index) = stream
        && refuses(call, index, Access::Read)?
    {
        return Ok(Flow::int(-1));
    }
    let (source, from, stream) = files::to_read(call, stream)?;
    let next = from.resume(call);
    let fails = call.failure();
    from.fails_at_end(call, fails)?;
    stream_flags::fails_at_end(call, stream, fails)?;
    next.ends(call, fails)?;
    stream_flags::note_read(call, stream, fails);
    let byte = call.input_bytes(source, 1)[0];
    next.is(call, byte)?;
    let (none, one) = (call.pool.bv_u64(8, 0), call.pool.bv_u64(8, 1));
    let taken = call.pool.ite(fails, none, one);
    call.input_taken(taken);
    let used = call.pool.bv_zext(taken, 64);
    from.take(call, used);
    let stood = positions::before(call, from);
    positions::advanced(call, from, stood, used);
    let wide = call.pool.bv_zext(byte, 32);
    let end = call.pool.bv_u64(32, 0xffff_ffff);
    let value = call.pool.ite(fails, end, wide);
    Ok(Value::Term(value).into())
}

fn ungetc(call: &mut Call<'_>) -> ModelResult {
    let stream = files::stream(call, 1)?;
    let character = call.arg(0);
    let fails = terms::term(call.pool, character, 32);
    let fails = next_character::is_none(call, fails);
    stream_flags::clear_end_unless(call, stream, fails);
    let from = Stream::of(call, stream);
    let (none, back) = (call.pool.bv_u64(64, 0), call.pool.bv_u64(64, u64::MAX));
    let taken = call.pool.ite(fails, none, back);
    from.take(call, taken);
    positions::given_back(call, from, taken);
    from.expect(call, Next::given_back(character));
    Ok(character.into())
}

/// -1, or a number from 0 to a last one, of 32 or 64 bits, as the result is wide.
pub fn count(call: &mut Call<'_>, last: i64) -> Result<Bv, Stop> {
    let bits = if call.name.ends_with("64") { 64 } else { call.pointer_bytes() * 8 };
    let source = Source::Return { function: call.name.to_owned() };
    let number = call.input(source, Form::Signed, bits);
    bounded(call, number, -1, last)?;
    fails_below_zero(call, number)?;
    Ok(number)
}

/// Sets `errno` where a number is negative.
fn fails_below_zero(call: &mut Call<'_>, number: Bv) -> Result<(), Stop> {
    let zero = call.pool.bv_u64(call.pool.width(number), 0);
    let failed = call.pool.bv_slt(number, zero);
    super::fails_with(call, failed, crate::errno::EIO)
}

/// A signed number is one from `low` to `high`, as far as its width has them.
pub fn bounded(call: &mut Call<'_>, number: Bv, low: i64, high: i64) -> Result<(), Stop> {
    debug_assert!(low <= high, "there is a number from {low} to {high}");
    let bits = call.pool.width(number);
    let last = (margay_engine::mask(bits) >> 1).cast_signed();
    let (low, high) = (low.clamp(-last - 1, last), high.clamp(-last - 1, last));
    let low = call.pool.bv_u64(bits, low.cast_unsigned() & margay_engine::mask(bits));
    let high = call.pool.bv_u64(bits, high.cast_unsigned() & margay_engine::mask(bits));
    let (above, below) = (call.pool.bv_sle(low, number), call.pool.bv_sle(number, high));
    let within = call.pool.and(above, below);
    call.given(within)
}

/// Where a block of bytes goes.
#[derive(Clone, Copy)]
struct BlockBuffer {
    to: u64,
    /// Bytes that are tried, for which there is room.
    most: u64,
}

/// Bytes for a buffer, of which the first `count` are new; the first of all.
fn fill(
    call: &mut Call<'_>,
    buffer: BlockBuffer,
    count: Bv,
    source: Source,
    neglect: Option<Neglect>,
) -> Option<Bv> {
    let BlockBuffer { to, most } = buffer;
    let bits = call.pool.width(count);
    let bytes = call.input_bytes(source, most);
    call.input_taken(count);
    let first = bytes.first().copied();
    for (index, byte) in (0..).zip(bytes) {
        let here = call.pool.bv_u64(bits, index);
        let before = call.pool.bv_slt(here, count);
        let old = call.peek(to + index, 1);
        if let (Some(neglect), Value::Term(_)) = (neglect, old) {
            let missing = call.pool.not(before);
            call.mark_stale_if(byte, missing, neglect);
        }
        let old = terms::term(call.pool, old, 8);
        let value = call.pool.ite(before, byte, old);
        let value = terms::as_known(call.pool, value);
        call.poke(to + index, value);
    }
    crate::flow::mark(call, to);
    first
}

/// The buffer and the length of arguments, with the length within the buffer.
pub fn buffer(
    call: &mut Call<'_>,
    at: usize,
    len: usize,
    access: AccessKind,
) -> Result<(u64, u64), Stop> {
    let size = super::heap::size(call, len)?;
    let pointer = call.arg(at);
    let bits = call.pointer_bytes() * 8;
    if let Value::Term(len) = size {
        let (mut memory, state) = call.access();
        let to = memory.address(state, pointer, len, access)?;
        memory.range_within(state, to, len, access)?;
    }
    let len = call.concrete(size, bits)?;
    if len == 0 {
        return Ok((call.concrete(pointer, bits)?, 0));
    }
    let (mut memory, state) = call.access();
    let to = memory.range(state, pointer, len, access)?;
    Ok((to, len))
}

/// Sees to it that the buffer at an argument has `len` bytes that can be written; of these at
/// least `enough` are tried if it has them.
fn target(call: &mut Call<'_>, at: usize, len: Value, enough: u64) -> Result<BlockBuffer, Stop> {
    if len == Value::Int(0) {
        return Ok(BlockBuffer { to: call.arg_u64(at)?, most: 0 });
    }
    let pointer = call.arg(at);
    let (mut memory, state) = call.access();
    let (to, all) = match len {
        Value::Int(len) => (memory.range(state, pointer, len, AccessKind::Write)?, len),
        len => {
            let len = terms::term(memory.pool, len, memory.program.layout.pointer_bytes * 8);
            let to = memory.address(state, pointer, len, AccessKind::Write)?;
            memory.range_within(state, to, len, AccessKind::Write)?;
            let domain = state.path.condition().domain(memory.pool, len);
            (to, domain.map_or(u64::MAX, |domain| domain.umax()))
        }
    };
    let most = all.min(LONGEST.max(enough));
    if most < all {
        leave_out_blocks(call);
    }
    Ok(BlockBuffer { to, most: call.make_room(to, most) })
}

/// Not more bytes are read than are left; none are if the number is negative.
fn take_bytes(call: &mut Call<'_>, count: Bv, from: Stream) -> Result<(), Stop> {
    let Some(left) = from.left(call) else { return Ok(()) };
    let wide = call.pool.bv_sext(count, 64);
    let enough = call.pool.bv_sle(wide, left);
    call.given(enough)?;
    let zero = call.pool.bv_u64(64, 0);
    let none = call.pool.bv_slt(wide, zero);
    let taken = call.pool.ite(none, zero, wide);
    from.take(call, taken);
    Ok(())
}

/// `read` and its like: -1, or how many bytes there were.
pub fn block(call: &mut Call<'_>, at: usize, len: usize, from: Stream) -> ModelResult {
    files::not_closed(call, 0)?;
    if matches!(call.name, "read" | "recv" | "recvfrom")
        && let Some(flow) = super::pipes::read(call, at, len)?
    {
        return Ok(flow);
    }
    from.is_read(call);
    let len = super::heap::size(call, len)?;
    let buffer = target(call, at, len, 1)?;
    let bits = call.pointer_bytes() * 8;
    let source = Source::Return { function: call.name.to_owned() };
    let count = call.input(source, Form::Signed, bits);
    bounded(call, count, -1, buffer.most.cast_signed())?;
    at_most(call, count, len)?;
    take_bytes(call, count, from)?;
    if call.name == "read" {
        has_descriptor(call, count)?;
        let stood = positions::before(call, from);
        positions::advanced(call, from, stood, count);
    }
    fails_below_zero(call, count)?;
    let index = u32::try_from(at).expect("a few arguments");
    let source = Source::Written { function: call.name.to_owned(), index };
    let neglect = short(call, len, bits);
    fill(call, buffer, count, source, neglect);
    Ok(Value::Term(count).into())
}

/// There is no descriptor with a negative number: a call that is given one fails.
pub fn has_descriptor(call: &mut Call<'_>, answer: Bv) -> Result<(), Stop> {
    let fd = call.state.path.resolve(call.pool, call.arg(0));
    if matches!(fd, Value::Int(fd) if fd & (1 << 31) == 0) {
        return Ok(());
    }
    let fd = terms::term(call.pool, fd, 32);
    let (none, zero) = (call.pool.bv_u64(32, 0), call.pool.bv_u64(call.pool.width(answer), 0));
    let (is_one, fails) = (call.pool.bv_sle(none, fd), call.pool.bv_slt(answer, zero));
    let fine = call.pool.or(is_one, fails);
    if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
}

fn pread(call: &mut Call<'_>) -> ModelResult {
    let from = Stream::numbered(call, 0);
    block(call, 1, 2, from)
}

/// Whether a call that returns a count has failed.
pub(super) fn has_failed(call: &mut Call<'_>, flow: &Flow) -> Result<bool, Stop> {
    let Flow::Return(values) = flow else { return Ok(false) };
    let [Value::Term(count)] = values[..] else { return Ok(false) };
    let zero = call.pool.bv_u64(call.pool.width(count), 0);
    let failed = call.pool.bv_slt(count, zero);
    call.decide(failed)
}

/// `recvfrom`: who sent is told if something came.
fn recvfrom(call: &mut Call<'_>) -> ModelResult {
    let flow = block(call, 1, 2, Stream::Endless)?;
    let from = call.arg_u64(4)?;
    if from == 0 {
        return Ok(flow);
    }
    if has_failed(call, &flow)? {
        return Ok(flow);
    }
    super::outcomes::address(call, from, 4)?;
    Ok(flow)
}

/// `getrandom`: of a few bytes, all come or none.
fn getrandom(call: &mut Call<'_>) -> ModelResult {
    const WHOLE: u64 = 256;
    let flow = block(call, 0, 1, Stream::Endless)?;
    if let Flow::Return(values) = &flow
        && let [Value::Term(count)] = values[..]
    {
        let bits = call.pool.width(count);
        let len = super::heap::size(call, 1)?;
        let len = terms::term(call.pool, len, bits);
        let (whole, zero) = (call.pool.bv_u64(bits, WHOLE), call.pool.bv_u64(bits, 0));
        let many = call.pool.bv_ult(whole, len);
        let (all, failed) = (call.pool.eq(count, len), call.pool.bv_slt(count, zero));
        let fine = call.pool.or(all, failed);
        let fine = call.pool.or(fine, many);
        call.given(fine)?;
    }
    Ok(flow)
}

fn fread(call: &mut Call<'_>) -> ModelResult {
    if refuses(call, 3, Access::Read)? {
        return Ok(Flow::address(0));
    }
    let stream = files::stream(call, 3)?;
    let len = super::heap::product(call, 1)?;
    let size = call.arg_u64(1)?;
    if size == 0 || len == Value::Int(0) {
        return Ok(Flow::address(0));
    }
    let buffer = target(call, 0, len, size)?;
    let bits = call.pointer_bytes() * 8;
    let source = Source::Return { function: call.name.to_owned() };
    let count = call.input(source, Form::Signed, bits);
    bounded(call, count, 0, (buffer.most / size).cast_signed())?;
    let number = call.state.path.resolve(call.pool, call.arg(2));
    at_most(call, count, number)?;
    let each = call.pool.bv_u64(bits, size);
    let bytes = call.pool.bv_mul(count, each);
    let from = Stream::of(call, stream);
    let next = from.resume(call);
    take_bytes(call, bytes, from)?;
    let zero = call.pool.bv_u64(bits, 0);
    let none = call.pool.eq(count, zero);
    if size == 1 {
        next.ends(call, none)?;
        let stood = positions::before(call, from);
        positions::advanced(call, from, stood, count);
    } else {
        // Part of an item may be gone as well.
        positions::moved(call, from);
    }
    stream_flags::fails_at_end(call, Some(stream), none)?;
    let all = terms::term(call.pool, number, bits);
    let fails = call.pool.bv_slt(count, all);
    stream_flags::note_read(call, Some(stream), fails);
    let source = files::source(call, stream);
    let neglect = short(call, number, bits);
    let items = BlockBuffer { most: buffer.most / size * size, ..buffer };
    let first = fill(call, items, bytes, source, neglect);
    if let Some(first) = first {
        next.is(call, first)?;
    }
    Ok(Value::Term(count).into())
}

/// A count does not exceed what was asked for.
fn at_most(call: &mut Call<'_>, count: Bv, asked: Value) -> Result<(), Stop> {
    let Value::Term(asked) = asked else { return Ok(()) };
    let within = call.pool.bv_sle(count, asked);
    call.given(within)
}

/// Whether the program misses that less came than it asked for.
fn short(call: &Call<'_>, asked: Value, bits: u32) -> Option<Neglect> {
    let asked = asked.as_u64()?;
    call.neglect(asked.saturating_sub(1), asked, bits)
}
