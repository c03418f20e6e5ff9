//! Streams and descriptors: opening may fail, closing twice is a fault, and so is never closing.

use super::next_character::Next;
use super::stream_state::Mode;
use super::{
    assumed, checked, descriptor_facts, fails_with, pipes, positions, sockets, stream_flags,
};
use crate::LibC;
use crate::errno::{EBADF, EINVAL, EIO, EMFILE, ENOENT};
use crate::spec::{Facts, LONG, Table, Waits, all_answers};
use margay_engine::{Call, Fault, Flow, ModelResult, ObjectKind, Stop, Value, terms};
use margay_ir::SpanId;
use margay_ir::finding::{Form, Source};
use margay_smt::{Bool, Bv};
use std::rc::Rc;

pub const MODELS: Table = Facts::ANSWERED_BY_REPLAY.of_all(&[
    all_answers("fopen", fopen_named).answers(0, 1),
    all_answers("fopen64", fopen_named).answers(0, 1),
    all_answers("fdopen", fdopen).answers(0, 1),
    all_answers("tmpfile", tmpfile).answers(0, 1),
    all_answers("tmpfile64", tmpfile).answers(0, 1),
    all_answers("popen", |call| {
        positions::all_shared(call);
        fopen(call)
    })
    .answers(0, 1),
    all_answers("opendir", fopen).answers(0, 1),
    all_answers("fdopendir", fdopen).answers(0, 1),
    all_answers("closedir", fclose).answers(-1, 0),
    all_answers("readdir", readdir),
    all_answers("readdir64", readdir),
    all_answers("rewinddir", of_stream),
    all_answers("dirfd", |call| {
        let address = stream(call, 0)?;
        number_of(call, address)
    }),
    all_answers("freopen", freopen).answers(0, 1),
    all_answers("freopen64", freopen).answers(0, 1),
    all_answers("fclose", fclose).answers(-1, 0),
    all_answers("pclose", pclose).answers(-1, 0xffff),
    all_answers("open", |call| open_named(call, None)).answers(0, 1),
    all_answers("open64", |call| open_named(call, None)).answers(0, 1),
    all_answers("creat", creat).answers(0, 1),
    all_answers("openat", |call| open_named(call, Some(0))).answers(0, 1),
    all_answers("socket", |call| {
        let flow = open(call)?;
        sockets::made(call, &flow);
        Ok(flow)
    })
    .answers(0, 1),
    all_answers("accept", accept)
        .typed("iipp")
        .waits(Waits::Always)
        .signal_safe()
        .answers(0, 1)
        .with(Facts::MAKES_ENDS.and(Facts::ASKS_DESCRIPTORS)),
    all_answers("accept4", accept)
        .typed("iippi")
        .waits(Waits::Always)
        .signal_safe()
        .answers(0, 1)
        .with(Facts::MAKES_ENDS.and(Facts::ASKS_DESCRIPTORS)),
    all_answers("openat64", |call| open_named(call, Some(0))).answers(0, 1),
    all_answers("creat64", creat).answers(0, 1),
    all_answers("mkstemp", mkstemp).answers(0, 1),
    all_answers("mkstemp64", mkstemp).answers(0, 1),
    all_answers("mkostemp", mkstemp).answers(0, 1),
    all_answers("mkostemp64", mkstemp).answers(0, 1),
    all_answers("pipe", |call| pair(call, 0)).answers(0, 1),
    all_answers("pipe2", |call| pair(call, 0)).answers(0, 1),
    all_answers("socketpair", |call| pair(call, 3)).answers(0, 1),
    all_answers("dup", |call| {
        pipes::loosen(call, 0);
        let of = Stream::numbered(call, 0);
        let flow = open(call)?;
        if let Flow::Return(values) = &flow
            && let [Value::Int(number)] = values[..]
        {
            positions::copied(call, of, number);
            descriptor_facts::copied(call, number);
        }
        Ok(flow)
    })
    .answers(0, 1),
    all_answers("close", close).answers(-1, 0),
    all_answers("fileno", |call| {
        let address = stream(call, 0)?;
        match standard_number(call, address) {
            Some(number) => Ok(Flow::int(number)),
            None => number_of(call, address),
        }
    }),
    all_answers("fflush", |call| {
        if call.arg_u64(0)? != 0 {
            let address = stream(call, 0)?;
            stream_flags::note_output(call, Some(address));
            let of = Stream::of(call, address);
            // What was given back to it may be gone.
            of.expected(call);
            positions::moved(call, of);
            pipes::meet_stream(call, of);
        } else {
            pipes::meet_streams(call);
        }
        status(call)
    })
    .answers(-1, 0),
    all_answers("setvbuf", flag).answers(-1, 0),
    all_answers("setbuf", of_stream),
    all_answers("rewind", |call| {
        let address = stream(call, 0)?;
        let from = Stream::of(call, address);
        from.start_again(call);
        positions::rewound(call, from)?;
        stream_flags::clear(call, address);
        Ok(Flow::void())
    }),
    all_answers("fseek", fseek).answers(-1, 0),
    all_answers("fseeko", fseek).answers(-1, 0),
    all_answers("fseeko64", fseek).answers(-1, 0),
    all_answers("ftell", ftell).answers(-1, LONG),
    all_answers("ftello", ftell).answers(-1, LONG),
    all_answers("ftello64", ftell).answers(-1, LONG),
    all_answers("fgetpos", fgetpos).answers(-1, 0),
    all_answers("fgetpos64", fgetpos).answers(-1, 0),
    all_answers("fsetpos", fsetpos).answers(-1, 0),
    all_answers("fsetpos64", fsetpos).answers(-1, 0),
    all_answers("lseek", lseek).answers(-1, LONG),
    all_answers("lseek64", lseek).answers(-1, LONG),
    all_answers("fsync", of_descriptor).answers(-1, 0),
    all_answers("fdatasync", of_descriptor).answers(-1, 0),
    all_answers("ftruncate", of_descriptor).answers(-1, 0),
    all_answers("ftruncate64", of_descriptor).answers(-1, 0),
]);

/// Bits of the size of a file: no file system has more, and a program may add to it.
pub const SIZE_BITS: u32 = 60;

/// A stream or descriptor.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it was opened.
    pub opened: SpanId,
    pub open: bool,
    /// Opening it failed if this holds.
    pub missing_if: Option<Bool>,
    /// The name of the file, empty if it is not known.
    pub name: String,
    /// The function that opened it.
    pub opener: String,
    /// It need not be closed: it is open from the start, or a stream's.
    pub standard: bool,
    /// The descriptor that a stream was made of, which it closes.
    pub descriptor: Option<u64>,
    /// Bytes that it has at most, if it ends.
    pub length: Option<u64>,
    /// Bytes that are left of it, as a number of 64 bits, if it ends.
    pub left: Option<Value>,
    /// What it was opened for, if that is known.
    pub mode: Option<Mode>,
    /// The program has written to it.
    pub written: bool,
    /// It may be another file than the one that was checked.
    pub doubt: Option<Rc<checked::Doubt>>,
    /// Where it stands, if no other process moves it.
    pub position: Option<positions::Position>,
    /// The number of a stream's descriptor, once the program has asked for it.
    pub number: Option<Value>,
    /// The descriptor that it is a copy of, if where that stands is followed.
    pub copy_of: Option<u64>,
    /// What the system has made its name end in.
    pub letters: Rc<[Bv]>,
}

impl File {
    /// One that the call opens.
    fn new(call: &Call<'_>, name: String, length: Option<u64>) -> File {
        File {
            opened: call.site,
            open: true,
            missing_if: None,
            name,
            opener: call.name.to_owned(),
            standard: false,
            descriptor: None,
            length,
            left: length.map(Value::Int),
            mode: None,
            written: false,
            doubt: None,
            position: None,
            number: None,
            copy_of: None,
            letters: Rc::default(),
        }
    }

    /// A stream over memory of the program, which the call opens.
    pub fn of_memory(call: &Call<'_>) -> File {
        File { written: true, ..File::new(call, String::new(), None) }
    }

    /// What is in a file that the program has made is no longer nothing.
    fn is_no_longer_empty(&mut self) {
        if self.opener.starts_with("tmpfile") {
            (self.length, self.left) = (None, None);
        }
    }

    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.left.iter().chain(&self.number).for_each(&mut *visit);
        if let Some(position) = self.position {
            position.for_each_value(visit);
        }
        self.letters.iter().for_each(|letter| visit(&Value::Term(*letter)));
    }

    /// Whether a program can do the same with two that are open.
    pub fn same(&self, other: &File) -> bool {
        let File {
            opened,
            open,
            missing_if,
            name,
            // What opens a file stands where it was opened.
            opener: _,
            standard,
            descriptor,
            length,
            left,
            mode,
            written,
            doubt,
            position,
            number,
            copy_of,
            letters,
        } = self;
        // The words of a doubt are the report's.
        *opened == other.opened
            && *open == other.open
            && *missing_if == other.missing_if
            && *name == other.name
            && *standard == other.standard
            && *descriptor == other.descriptor
            && *length == other.length
            && *left == other.left
            && *mode == other.mode
            && *written == other.written
            && doubt.is_some() == other.doubt.is_some()
            && *position == other.position
            && *number == other.number
            && *copy_of == other.copy_of
            && *letters == other.letters
    }
}

/// Where bytes are read from, as far as they may run out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stream {
    Stdin,
    File(u64),
    Descriptor(u64),
    /// A socket, or whatever never ends.
    Endless,
}

impl Stream {
    /// What a stream of the library reads.
    pub fn of(call: &mut Call<'_>, address: u64) -> Stream {
        if call.library::<LibC>().outside.files.contains_key(&address) {
            Stream::File(address)
        } else {
            Stream::Stdin
        }
    }

    /// What a descriptor reads.
    pub fn numbered(call: &mut Call<'_>, index: usize) -> Stream {
        let number = call.state.path.resolve(call.pool, call.arg(index));
        if may_be_any(call, number) {
            positions::all_shared(call);
        }
        match number {
            Value::Int(0) => Stream::Stdin,
            Value::Int(number) => {
                positions::used(call, number);
                Stream::Descriptor(number)
            }
            _ => Stream::Endless,
        }
    }

    /// How many bytes are left, as a number of 64 bits; `None` if there is no end to them.
    pub fn left(self, call: &mut Call<'_>) -> Option<Bv> {
        let outside = &call.library::<LibC>().outside;
        let left = match self {
            Stream::Stdin => outside.stdin_left,
            Stream::File(address) => outside.files.get(&address)?.left,
            Stream::Descriptor(number) => outside.descriptors.get(&number)?.left,
            Stream::Endless => None,
        };
        Some(terms::term(call.pool, left?, 64))
    }

    /// So many bytes are used up, a number of 64 bits that is not more than were left.
    pub fn take(self, call: &mut Call<'_>, taken: Bv) {
        let Some(left) = self.left(call) else { return };
        let left = call.pool.bv_sub(left, taken);
        let left = terms::as_known(call.pool, left);
        self.set_left(call, left);
    }

    /// Nothing is left.
    pub fn end(self, call: &mut Call<'_>) {
        self.set_left(call, Value::Int(0));
    }

    /// Where nothing is left, a call that reads fails.
    pub fn fails_at_end(self, call: &mut Call<'_>, fails: Bool) -> Result<(), Stop> {
        let Some(left) = self.left(call) else { return Ok(()) };
        let zero = call.pool.bv_u64(64, 0);
        let some = call.pool.ne(left, zero);
        let fine = call.pool.or(fails, some);
        call.given(fine)
    }

    /// The program reads: what is known of the next character; from here on nothing is.
    pub fn resume(self, call: &mut Call<'_>) -> Next {
        self.is_read(call);
        self.expected(call)
    }

    /// The program reads. What it has written itself comes back, and that is not kept: what follows only shows where it
    /// may lead.
    pub fn is_read(self, call: &mut Call<'_>) {
        pipes::meet_stream(call, self);
        let outside = &call.library::<LibC>().outside;
        let file = match self {
            Stream::Stdin if outside.stdin_limited => return call.leave_out(assumed::STDIN),
            Stream::File(address) => outside.files.get(&address),
            Stream::Descriptor(number) => outside.descriptors.get(&number),
            Stream::Stdin | Stream::Endless => None,
        };
        let Some(mut file) = file else { return };
        let mut written = file.written;
        if let Some(of) = file.descriptor.and_then(|number| outside.descriptors.get(&number)) {
            file = of;
            written |= file.written;
        }
        let comes_back = match file.opener.as_str() {
            // What is read is the answer of another process.
            "socket" | "accept" | "accept4" | "popen" => false,
            "pipe" | "pipe2" | "socketpair" | "dup" => outside.written.contains(""),
            _ => written || (!file.name.is_empty() && outside.written.contains(&file.name)),
        };
        call.state.doubt.uncertain |= comes_back;
    }

    /// The program writes.
    pub fn is_written(self, call: &mut Call<'_>) {
        pipes::meet_stream(call, self);
        let outside = &mut call.library::<LibC>().outside;
        let file = match self {
            Stream::File(address) => outside.files.get(&address),
            Stream::Descriptor(number) => outside.descriptors.get(&number),
            Stream::Stdin | Stream::Endless => None,
        };
        let Some(file) = file else { return };
        if file.written {
            // What goes to memory changes what the program sees there.
            call.state.doubt.uncertain |= file.opener.ends_with("memstream");
            return positions::moved(call, self);
        }
        let of = file.descriptor.and_then(|number| outside.descriptors.get(&number));
        let name = of.unwrap_or(file).name.clone();
        Rc::make_mut(&mut outside.written).insert(name);
        positions::moved(call, self);
        let outside = &mut call.library::<LibC>().outside;
        let file = match self {
            Stream::File(address) => Rc::make_mut(&mut outside.files).get_mut(&address),
            Stream::Descriptor(number) => Rc::make_mut(&mut outside.descriptors).get_mut(&number),
            Stream::Stdin | Stream::Endless => None,
        };
        if let Some(file) = file {
            file.written = true;
            file.is_no_longer_empty();
        }
    }

    fn start_again(self, call: &mut Call<'_>) {
        self.expected(call);
        let outside = &mut call.library::<LibC>().outside;
        let file = match self {
            Stream::File(address) => Rc::make_mut(&mut outside.files).get_mut(&address),
            Stream::Descriptor(number) => Rc::make_mut(&mut outside.descriptors).get_mut(&number),
            Stream::Stdin | Stream::Endless => None,
        };
        if let Some(file) = file {
            file.left = file.length.map(Value::Int);
        }
    }

    fn set_left(self, call: &mut Call<'_>, left: Value) {
        let outside = &mut call.library::<LibC>().outside;
        let file = match self {
            Stream::Stdin => {
                outside.stdin_left = Some(left);
                return;
            }
            Stream::File(address) => Rc::make_mut(&mut outside.files).get_mut(&address),
            Stream::Descriptor(number) => Rc::make_mut(&mut outside.descriptors).get_mut(&number),
            Stream::Endless => None,
        };
        if let Some(file) = file {
            file.left = Some(left);
        }
    }
}

/// The last of the numbers that are open from the start.
const LAST_STANDARD: u64 = 2;

/// Whether a number names a descriptor that the program was given and has not closed: a standard one, one that it opened,
/// or the one of a stream.
pub fn is_given(call: &mut Call<'_>, number: Value) -> bool {
    let outside = &call.library::<LibC>().outside;
    match number {
        Value::Int(0..=LAST_STANDARD) => true,
        Value::Int(number) => outside.descriptors.get(&number).is_some_and(|file| file.open),
        _ => outside.files.values().any(|file| file.open && file.number == Some(number)),
    }
}

/// Whether a number may be the one of any descriptor or stream of the program: it guesses it, or was told it otherwise.
/// No number that it has here says what it would be outside.
fn may_be_any(call: &mut Call<'_>, number: Value) -> bool {
    const SIGN: u64 = 1 << 31;
    match number {
        Value::Int(number) if number & SIGN != 0 => false,
        Value::Int(closed) if call.library::<LibC>().outside.descriptors.contains_key(&closed) => {
            false
        }
        _ => !is_given(call, number),
    }
}

/// The bytes of the file that an argument names: any number of them, at most so many, or
/// there is no such file. A name that is not known may be the name of any.
enum Named {
    Any,
    AtMost(u64),
    Missing,
}

fn named(call: &mut Call<'_>, index: usize) -> Named {
    let Some(limits) = call.library::<LibC>().outside.file_limits else { return Named::Any };
    call.leave_out(assumed::FILES);
    let name = call.arg_u64(index).ok().and_then(|at| call.read_string(at).ok());
    match name.as_deref() {
        None => Named::AtMost(limits.length),
        Some([letter @ b'A'..=b'Z']) if u64::from(letter - b'A') < limits.number => {
            Named::AtMost(limits.length)
        }
        Some(_) => Named::Missing,
    }
}

/// The name that an argument is, if it is a name and known.
fn name(call: &mut Call<'_>, index: usize) -> Option<String> {
    const NAMED: &[&str] = &["fopen", "fopen64", "freopen", "freopen64", "opendir", "popen"];
    let is_text = NAMED.contains(&call.name);
    let at = if is_text { call.arg_u64(index).ok()? } else { 0 };
    if at == 0 {
        return None;
    }
    let name = call.read_string(at).ok()?;
    Some(String::from_utf8_lossy(&name).into_owned())
}

fn new_stream(call: &mut Call<'_>) -> Result<u64, Stop> {
    let name = name(call, 0).unwrap_or_default();
    descriptor_facts::one_opened(call);
    let address = call.allocate_object(ObjectKind::Library, 216, 16);
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    let mut file = File::new(call, name, None);
    file.mode = mode(call);
    Rc::make_mut(&mut call.library::<LibC>().outside.files).insert(address, file);
    call.memory().count_allocation();
    Ok(address)
}

/// What a stream is opened for by the second argument, if the function that is called takes it there.
fn mode(call: &mut Call<'_>) -> Option<Mode> {
    const TAKE: &[&str] = &["fdopen", "fopen", "freopen", "popen"];
    if !TAKE.contains(&call.name.trim_end_matches("64")) {
        return None;
    }
    let mode = call.arg_u64(1).ok().and_then(|at| call.read_string(at).ok());
    mode.map(|mode| Mode::parse(&mode))
}

/// What `errno` is when opening fails, one of the reasons that there are.
fn reason(call: &Call<'_>) -> i32 {
    match call.name.trim_end_matches("64") {
        "fopen" | "freopen" | "opendir" | "open" | "openat" | "creat" => ENOENT,
        "fdopen" | "fdopendir" => EBADF,
        _ => EMFILE,
    }
}

/// Whether opening fails, which sets `errno`.
fn fails(call: &mut Call<'_>, fails: Bool) -> Result<bool, Stop> {
    let failed = call.decide(fails)?;
    if failed {
        call.set_errno(reason(call))?;
    }
    Ok(failed)
}

/// Whether the mode of `fopen` needs a file that is there.
fn reads(call: &mut Call<'_>) -> bool {
    let mode = call.arg_u64(1).ok().and_then(|at| call.read_string(at).ok());
    mode.is_some_and(|mode| mode.first() == Some(&b'r'))
}

/// `fopen`: what is opened to be written may be new.
fn fopen_named(call: &mut Call<'_>) -> ModelResult {
    pipes::meet_name(call);
    let reads = reads(call);
    match named(call, 0) {
        Named::Missing if reads => {
            call.set_errno(ENOENT)?;
            Ok(Flow::address(0))
        }
        Named::AtMost(length) if reads => open_stream(call, Some(length)),
        _ => fopen(call),
    }
}

/// The doubt that `fopen` and `freopen` leave: a file that must be new is no other one.
fn doubt_of_stream(call: &mut Call<'_>) -> Option<Rc<checked::Doubt>> {
    if !matches!(call.name, "fopen" | "fopen64" | "freopen" | "freopen64") {
        return None;
    }
    let mode = call.arg_u64(1).ok().and_then(|at| call.read_string(at).ok());
    let makes = mode.is_some_and(|mode| mode.contains(&b'x'));
    if makes { None } else { checked::doubt(call, None, 0) }
}

/// `fdopen`: from here on, the descriptor is the stream's to close.
fn fdopen(call: &mut Call<'_>) -> ModelResult {
    let number = call.arg_u64(0)?;
    pipes::loosen(call, 0);
    if may_be_any(call, Value::Int(number)) {
        positions::all_shared(call);
    }
    let missing = call.failure();
    let address = new_stream(call)?;
    if fails(call, missing)? {
        Rc::make_mut(&mut call.library::<LibC>().outside.files).remove(&address);
        return Ok(call.failed(missing, address).into());
    }
    let at = positions::taken_over(call, number);
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    if let Some(file) = descriptors.get_mut(&number) {
        file.standard = true;
        let doubt = file.doubt.take();
        let file = tracked(call, address);
        (file.descriptor, file.doubt) = (Some(number), doubt);
        file.position = at;
    }
    Ok(Flow::address(address))
}

fn fopen(call: &mut Call<'_>) -> ModelResult {
    open_stream(call, None)
}

/// `tmpfile`: there is nothing in it, unless another process writes to it.
fn tmpfile(call: &mut Call<'_>) -> ModelResult {
    let length = (!positions::may_move_unseen(call)).then_some(0);
    open_stream(call, length)
}

fn open_stream(call: &mut Call<'_>, length: Option<u64>) -> ModelResult {
    if call.is_library_code() {
        let missing = call.failure();
        if fails(call, missing)? {
            return Ok(Flow::address(0));
        }
    }
    let doubt = doubt_of_stream(call);
    let address = new_stream(call)?;
    let value = call.or_null(address);
    let missing_if = call.memory().object(address).and_then(|object| object.missing_if);
    if let Some(missing) = missing_if {
        fails_with(call, missing, reason(call))?;
    }
    let files = Rc::make_mut(&mut call.library::<LibC>().outside.files);
    if let Some(file) = files.get_mut(&address) {
        file.missing_if = missing_if;
        file.doubt = doubt;
        file.length = length;
        file.left = length.map(Value::Int);
    }
    if starts_at_zero(call) {
        positions::opened(call, Stream::File(address));
    }
    Ok(value.into())
}

/// Whether a stream that a call opens starts at the beginning of a file: it does not append, and is none of a command.
fn starts_at_zero(call: &mut Call<'_>) -> bool {
    match call.name {
        "tmpfile" | "tmpfile64" => true,
        "fopen" | "fopen64" => {
            let mode = call.arg_u64(1).ok().and_then(|at| call.read_string(at).ok());
            mode.is_some_and(|mode| matches!(mode.first(), Some(b'r' | b'w')))
        }
        _ => false,
    }
}

/// `freopen`: the stream stays the same one, and is closed if the file cannot be opened. One of
/// the standard streams is there to be reopened even when it is closed.
fn freopen(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(2)?;
    let file = call.library::<LibC>().outside.files.get(&address);
    if !file.is_some_and(|file| file.standard) {
        stream(call, 2)?;
    }
    let reads = reads(call);
    let (name, named) = (name(call, 0).unwrap_or_default(), named(call, 0));
    // What was given back to it is gone.
    Stream::of(call, address).expected(call);
    if reads && matches!(named, Named::Missing) {
        close_stream(call, address);
        call.set_errno(ENOENT)?;
        return Ok(Flow::address(0));
    }
    let doubt = doubt_of_stream(call);
    let missing = call.failure();
    if fails(call, missing)? {
        close_stream(call, address);
        return Ok(call.failed(missing, address).into());
    }
    let length = match named {
        Named::AtMost(length) if reads => Some(length),
        _ => None,
    };
    let new = File { doubt, mode: mode(call), ..File::new(call, name, length) };
    let file = tracked(call, address);
    let (standard, descriptor) = (file.standard, file.descriptor);
    *file = File { standard, descriptor, ..new.clone() };
    if let Some(number) = descriptor {
        pipes::closed(call, number);
        // The system gives the new file the number of the old one.
        let outside = &mut call.library::<LibC>().outside;
        outside.facts.forget(number);
        if let Some(file) = Rc::make_mut(&mut outside.descriptors).get_mut(&number) {
            let (open, standard) = (true, file.standard);
            *file = File { open, standard, doubt: None, ..new };
        }
    }
    match standard {
        true => descriptor_facts::standard_replaced(call),
        false => descriptor_facts::one_closed(call),
    }
    stream_flags::clear(call, address);
    Ok(Flow::address(address))
}

/// The stream that an argument names; a closed one is a fault.
pub fn stream(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    let address = call.arg_u64(index)?;
    let function = call.name.to_owned();
    if let Some(file) = call.library::<LibC>().outside.files.get(&address) {
        if !file.open {
            return Err(Fault::UseAfterClose { function, opened: file.opened }.into());
        }
        if file.doubt.is_some() {
            checked::used(call, |libc| Rc::make_mut(&mut libc.outside.files).get_mut(&address));
        }
        return Ok(address);
    }
    if call.arg(index) == Value::Int(0) {
        let detail = "the stream is a null pointer".to_owned();
        return Err(Fault::BadStream { function, detail }.into());
    }
    // The standard streams, and faults for what is none.
    call.memory().check(address, 1, margay_engine::AccessKind::Read)?;
    Ok(address)
}

/// What the stream that an argument is, or standard input, is reported as, what it reads, and where it is.
pub fn to_read(
    call: &mut Call<'_>,
    index: Option<usize>,
) -> Result<(Source, Stream, Option<u64>), Stop> {
    let Some(index) = index else {
        return Ok((Source::Stdin, Stream::Stdin, stream_flags::stdin(call)));
    };
    let address = stream(call, index)?;
    Ok((source(call, address), Stream::of(call, address), Some(address)))
}

/// The stream that an argument names, which the program writes to.
pub fn written_stream(call: &mut Call<'_>, index: usize) -> Result<(), Stop> {
    let address = stream(call, index)?;
    Stream::of(call, address).is_written(call);
    Ok(())
}

/// What reading from a stream is reported as.
pub fn source(call: &mut Call<'_>, address: u64) -> Source {
    match call.library::<LibC>().outside.files.get(&address) {
        Some(file) => Source::File { path: file.name.clone() },
        None => Source::Stdin,
    }
}

fn fclose(call: &mut Call<'_>) -> ModelResult {
    end_stream(call)?;
    status(call)
}

/// `pclose`: how the command ended.
fn pclose(call: &mut Call<'_>) -> ModelResult {
    end_stream(call)?;
    command(call)
}

/// -1, or how a command ended.
pub fn command(call: &mut Call<'_>) -> ModelResult {
    let ended = super::outcomes::ended(call, Some(0))?;
    let failed = call.input_symbol(call.name, 1);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(failed, one);
    let (ended, failed) = (call.pool.bv_zext(ended, 32), call.pool.bv_sext(failed, 32));
    let result = call.pool.ite(fails, failed, ended);
    fails_with(call, fails, EIO)?;
    let source = Source::Return { function: call.name.to_owned() };
    call.input_number(source, result);
    Ok(Value::Term(result).into())
}

/// Closes the stream that the first argument names.
fn end_stream(call: &mut Call<'_>) -> Result<(), Stop> {
    let address = call.arg_u64(0)?;
    let function = call.name.to_owned();
    if let Some(file) = call.library::<LibC>().outside.files.get(&address)
        && !file.open
    {
        return Err(Fault::DoubleClose { function, opened: file.opened }.into());
    }
    if let Some(file) = call.library::<LibC>().outside.descriptors.get(&address) {
        let opened = file.opened;
        return call.fault(Fault::MismatchedClose { function, opened });
    }
    let address = stream(call, 0)?;
    let of = Stream::of(call, address);
    pipes::meet_stream(call, of);
    close_stream(call, address);
    Ok(())
}

fn close_stream(call: &mut Call<'_>, address: u64) {
    let file = tracked(call, address);
    file.open = false;
    let (descriptor, is_standard) = (file.descriptor, file.standard);
    if let Some(number) = descriptor {
        let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
        if let Some(file) = descriptors.get_mut(&number) {
            file.open = false;
        }
        pipes::closed(call, number);
    }
    match is_standard {
        true => standard_closed(call),
        false => descriptor_facts::one_closed(call),
    }
}

/// A standard descriptor is closed. The next one that is opened has its number outside, and another one here.
fn standard_closed(call: &mut Call<'_>) {
    descriptor_facts::standard_replaced(call);
    call.leave_out(assumed::DESCRIPTORS);
}

/// What is known of a stream. Of a standard one that is from here on.
fn tracked<'c>(call: &'c mut Call<'_>, address: u64) -> &'c mut File {
    let file = File { standard: true, ..File::new(call, String::new(), None) };
    let files = Rc::make_mut(&mut call.library::<LibC>().outside.files);
    files.entry(address).or_insert(file)
}

/// An entry of a directory, whose name may be any, or null at the end.
fn readdir(call: &mut Call<'_>) -> ModelResult {
    stream(call, 0)?;
    // As glibc lays `struct dirent` out: number, offset, length, kind, name.
    const SIZE: u64 = 280;
    const LONGEST: u64 = 16;
    const KINDS: &[u64] = &[0, 1, 2, 4, 6, 8, 10, 12];
    let narrow = call.pointer_bytes() == 4 && call.name == "readdir";
    let bits = if narrow { 32 } else { 64 };
    let address = call.allocate_object(ObjectKind::Library, SIZE, 8);
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    let source = Source::Return { function: call.name.to_owned() };
    let ends = call.input(source, Form::Signed, 1);
    let one = call.pool.bv_u64(1, 1);
    let ends = call.pool.eq(ends, one);
    let symbol = |call: &mut Call<'_>, bits| call.input_symbol(call.name, bits);
    let (number, offset, kind) = (symbol(call, bits), symbol(call, bits - 1), symbol(call, 8));
    let zero = call.pool.bv_u64(bits, 0);
    let used = call.pool.ne(number, zero);
    call.given(used)?;
    super::outcomes::one_of(call, kind, KINDS)?;
    let mut parts = vec![number, call.pool.bv_zext(offset, bits), call.pool.bv_u64(16, SIZE), kind];
    call.leave_out(&format!("names of more than {LONGEST} bytes in directories"));
    let (nul, slash) = (call.pool.bv_u64(8, 0), call.pool.bv_u64(8, u64::from(b'/')));
    for index in 0..LONGEST {
        let byte = symbol(call, 8);
        let plain = call.pool.ne(byte, slash);
        call.given(plain)?;
        if index == 0 {
            let named = call.pool.ne(byte, nul);
            call.given(named)?;
        }
        parts.push(byte);
    }
    super::outcomes::give(call, address, 0, parts)?;
    Ok(call.failed(ends, address).into())
}

/// The first descriptor that a program opens. A number that programs hardly use for anything else, so that a descriptor
/// that is lost can be recognised.
const FIRST: u64 = 613;

/// `open`: with `O_CREAT`, what is not there is made.
fn open_named(call: &mut Call<'_>, directory: Option<usize>) -> ModelResult {
    const O_CREAT: u32 = 0o100;
    const O_EXCL: u32 = 0o200;
    pipes::meet_name(call);
    let index = directory.map_or(0, |index| index + 1);
    let flags = call.arg_u32(index + 1)?;
    let creates = flags & O_CREAT != 0;
    // A file that must be new is no other one.
    let doubt = match creates && flags & O_EXCL != 0 {
        true => None,
        false => checked::doubt(call, directory, index),
    };
    match named(call, index) {
        Named::Missing if !creates => {
            call.set_errno(ENOENT)?;
            Ok(Flow::int(-1))
        }
        Named::AtMost(length) => open_descriptor_of(call, index, Some(length), doubt),
        _ => open_descriptor_of(call, index, None, doubt),
    }
}

fn creat(call: &mut Call<'_>) -> ModelResult {
    pipes::meet_name(call);
    let doubt = checked::doubt(call, None, 0);
    open_descriptor_of(call, 0, None, doubt)
}

/// The same, of a file whose name is remembered if it is known.
fn open_descriptor_of(
    call: &mut Call<'_>,
    index: usize,
    length: Option<u64>,
    doubt: Option<Rc<checked::Doubt>>,
) -> ModelResult {
    let flow = open_descriptor(call, length)?;
    if let Flow::Return(values) = &flow
        && let [Value::Int(number)] = values[..]
    {
        positions::opened(call, Stream::Descriptor(number));
        descriptor_facts::opened(call, number);
        let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
        descriptors.entry(number).and_modify(|file| file.doubt = doubt);
    }
    if let Flow::Return(values) = &flow
        && let [Value::Int(number)] = values[..]
        && let Some(name) = call.arg_u64(index).ok().and_then(|at| known_text(call, at))
    {
        let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
        if let Some(file) = descriptors.get_mut(&number) {
            file.name = name;
        }
    }
    Ok(flow)
}

/// Text of which every byte is known.
fn known_text(call: &mut Call<'_>, at: u64) -> Option<String> {
    let mut text = Vec::new();
    for at in at.. {
        match call.peek(at, 1).as_u64()? {
            0 => break,
            byte => text.push(u8::try_from(byte).ok()?),
        }
    }
    Some(String::from_utf8_lossy(&text).into_owned())
}

fn open(call: &mut Call<'_>) -> ModelResult {
    open_descriptor(call, None)
}

fn open_descriptor(call: &mut Call<'_>, length: Option<u64>) -> ModelResult {
    let missing = call.failure();
    if fails(call, missing)? {
        return Ok(Flow::int(-1));
    }
    Ok(Value::Int(new_descriptor(call, length)).into())
}

/// `accept`: who calls is told if the program asks.
fn accept(call: &mut Call<'_>) -> ModelResult {
    let missing = call.failure();
    if fails(call, missing)? {
        return Ok(Flow::int(-1));
    }
    let from = call.arg_u64(1)?;
    super::outcomes::address(call, from, 1)?;
    let flow = Value::Int(new_descriptor(call, None)).into();
    sockets::made(call, &flow);
    Ok(flow)
}

/// `mkstemp`: the end of the template becomes the end of a name. A call that fails may have tried some.
fn mkstemp(call: &mut Call<'_>) -> ModelResult {
    const END: &[u8] = b"XXXXXX";
    let template = call.arg_u64(0)?;
    let name = call.read_string(template)?;
    if !name.ends_with(END) {
        call.set_errno(EINVAL)?;
        return Ok(Flow::int(-1));
    }
    let count = |len: usize| u64::try_from(len).expect("it is in memory");
    let end = template + count(name.len() - END.len());
    call.memory().check(end, count(END.len()), margay_engine::AccessKind::Write)?;
    let missing = call.failure();
    let is_missing = fails(call, missing)?;
    let letters = END.iter().map(|_| letter_of_name(call));
    let letters = letters.collect::<Result<Vec<_>, Stop>>()?;
    if !is_missing {
        is_new_name(call, &letters)?;
    }
    super::outcomes::put(call, end, 0, letters.clone())?;
    if is_missing {
        return Ok(Flow::int(-1));
    }
    let number = new_descriptor(call, None);
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    descriptors.entry(number).and_modify(|file| file.letters = letters.into());
    positions::opened(call, Stream::Descriptor(number));
    Ok(Value::Int(number).into())
}

/// One that `mkstemp` writes: a letter or digit.
fn letter_of_name(call: &mut Call<'_>) -> Result<Bv, Stop> {
    let letter = call.input_symbol("letter of a temporary name", 8);
    let mut is_one = call.pool.bool_const(false);
    for (low, high) in [(b'0', b'9'), (b'A', b'Z'), (b'a', b'z')] {
        let low = call.pool.bv_u64(8, u64::from(low));
        let high = call.pool.bv_u64(8, u64::from(high));
        let (above, below) = (call.pool.bv_ule(low, letter), call.pool.bv_ule(letter, high));
        let within = call.pool.and(above, below);
        is_one = call.pool.or(is_one, within);
    }
    call.given(is_one)?;
    Ok(letter)
}

/// No file has the name that is made. The same letters may come again in other places, or when a file was removed.
fn is_new_name(call: &mut Call<'_>, letters: &[Bv]) -> Result<(), Stop> {
    let descriptors = call.library::<LibC>().outside.descriptors.clone();
    for file in descriptors.values().filter(|file| !file.letters.is_empty()) {
        call.leave_out("temporary names that end in the same letters");
        let mut same = call.pool.bool_const(true);
        for (letter, other) in letters.iter().zip(&*file.letters) {
            let one = call.pool.eq(*letter, *other);
            same = call.pool.and(same, one);
        }
        let differs = call.pool.not(same);
        call.given(differs)?;
    }
    Ok(())
}

/// `pipe` and `socketpair`: two descriptors, or none.
fn pair(call: &mut Call<'_>, index: usize) -> ModelResult {
    let to = call.arg_u64(index)?;
    call.memory().check(to, 8, margay_engine::AccessKind::Write)?;
    let missing = call.failure();
    if fails(call, missing)? {
        return Ok(Flow::int(-1));
    }
    let ends = [new_descriptor(call, None), new_descriptor(call, None)];
    // They are in memory, where their use is not followed.
    call.leave_out(assumed::DESCRIPTORS);
    for (at, fd) in [to, to + 4].into_iter().zip(ends) {
        call.store(at, 4, fd)?;
    }
    pipes::connect(call, ends)?;
    Ok(Flow::int(0))
}

fn new_descriptor(call: &mut Call<'_>, length: Option<u64>) -> u64 {
    // The system gives the lowest number that is free; who looks at more than whether there is one may see it.
    if !call.only_sign_counts() {
        call.leave_out(assumed::DESCRIPTORS);
    }
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    let fd = (FIRST..).find(|fd| !descriptors.contains_key(fd)).expect("numbers do not end");
    descriptor_facts::one_opened(call);
    let file = File::new(call, String::new(), length);
    let outside = &mut call.library::<LibC>().outside;
    outside.facts.forget(fd);
    Rc::make_mut(&mut outside.descriptors).insert(fd, file);
    call.memory().count_allocation();
    fd
}

fn close(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_u64(0)?;
    positions::used(call, fd);
    let function = call.name.to_owned();
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    match descriptors.get_mut(&fd) {
        Some(file) if file.open => {
            file.open = false;
            let is_in_doubt = file.doubt.is_some();
            descriptor_facts::one_closed(call);
            pipes::closed(call, fd);
            if is_in_doubt {
                checked::used(call, |libc| {
                    Rc::make_mut(&mut libc.outside.descriptors).get_mut(&fd)
                });
            }
            status(call)
        }
        Some(file) => Err(Fault::DoubleClose { function, opened: file.opened }.into()),
        // The standard ones, or none at all, which is an error that the program is told of.
        None => {
            if may_be_any(call, Value::Int(fd)) {
                positions::all_shared(call);
                descriptor_facts::any_closed(call);
            } else {
                standard_closed(call);
            }
            let (answer, _) = status_and_failure(call)?;
            if let Value::Term(answer) = answer {
                super::input::has_descriptor(call, answer)?;
            }
            Ok(answer.into())
        }
    }
}

/// Sees to it that a descriptor that an argument is has not been closed.
pub fn not_closed(call: &mut Call<'_>, index: usize) -> Result<(), Stop> {
    let Value::Int(fd) = call.state.path.resolve(call.pool, call.arg(index)) else {
        return Ok(());
    };
    pipes::is_given(call, index);
    let function = call.name.to_owned();
    match call.library::<LibC>().outside.descriptors.get(&fd) {
        Some(file) if !file.open => {
            Err(Fault::UseAfterClose { function, opened: file.opened }.into())
        }
        Some(file) if file.doubt.is_some() => {
            checked::used(call, |libc| Rc::make_mut(&mut libc.outside.descriptors).get_mut(&fd));
            Ok(())
        }
        _ => Ok(()),
    }
}

fn fseek(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 0)?;
    let from = Stream::of(call, address);
    from.start_again(call);
    let (status, fails) = status_and_failure(call)?;
    let to = sought(call);
    positions::sought(call, from, to, fails)?;
    stream_flags::clear_end_unless(call, address, fails);
    Ok(status.into())
}

/// The offset that the second argument is, and what it counts from, if that is known.
fn sought(call: &mut Call<'_>) -> (Bv, Option<i32>) {
    let bits = if call.name.ends_with("64") { 64 } else { call.pointer_bytes() * 8 };
    let offset = terms::term(call.pool, call.arg(1), bits);
    (offset, super::outcomes::known(call, 2))
}

/// Where a stream stands now, or -1.
fn ftell(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 0)?;
    let of = Stream::of(call, address);
    of.is_read(call);
    let number = position(call)?;
    positions::told(call, of, number)?;
    Ok(Value::Term(number).into())
}

/// Where a descriptor stands now, or -1.
fn lseek(call: &mut Call<'_>) -> ModelResult {
    not_closed(call, 0)?;
    let from = Stream::numbered(call, 0);
    from.is_read(call);
    from.start_again(call);
    let number = position(call)?;
    super::input::has_descriptor(call, number)?;
    let to = sought(call);
    positions::set(call, from, to, number)?;
    Ok(Value::Term(number).into())
}

/// `fgetpos`: where a stream stands, and that it is between two characters.
fn fgetpos(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 0)?;
    let of = Stream::of(call, address);
    of.is_read(call);
    let (status, fails) = status_and_failure(call)?;
    if call.decide(fails)? {
        return Ok(status.into());
    }
    let bits = if call.name.ends_with("64") { 64 } else { call.pointer_bytes() * 8 };
    let number = call.input_symbol(call.name, SIZE_BITS.min(bits - 1));
    let number = call.pool.bv_zext(number, bits);
    positions::told(call, of, number)?;
    let rest = call.pool.bv_u64(64, 0);
    let to = call.arg_u64(1)?;
    super::outcomes::put(call, to, 1, vec![number, rest])?;
    Ok(status.into())
}

/// `fsetpos`: back to where a stream stood.
fn fsetpos(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 0)?;
    let from = Stream::of(call, address);
    from.start_again(call);
    let bytes = if call.name.ends_with("64") { 8 } else { call.pointer_bytes() };
    let at = call.arg_u64(1)?;
    let to = call.load_value(at, bytes)?;
    let to = terms::term(call.pool, to, bytes * 8);
    let (status, fails) = status_and_failure(call)?;
    positions::sought(call, from, (to, Some(0)), fails)?;
    stream_flags::clear_end_unless(call, address, fails);
    Ok(status.into())
}

fn position(call: &mut Call<'_>) -> Result<Bv, Stop> {
    let number = super::input::count(call, (1 << SIZE_BITS) - 1)?;
    note_size(call, number);
    Ok(number)
}

/// A number is the size of a file, or a place in it.
pub fn note_size(call: &mut Call<'_>, number: Bv) {
    let symbols = call.pool.symbols(number);
    Rc::make_mut(&mut call.library::<LibC>().outside.file_sizes).extend(symbols);
}

fn of_descriptor(call: &mut Call<'_>) -> ModelResult {
    not_closed(call, 0)?;
    status(call)
}

/// The number of a standard stream that was never opened anew.
fn standard_number(call: &mut Call<'_>, address: u64) -> Option<i32> {
    if call.library::<LibC>().outside.files.contains_key(&address) {
        return None;
    }
    if stream_flags::stdin(call) == Some(address) {
        return Some(0);
    }
    stream_flags::standard(call, address).and_then(|number| i32::try_from(number).ok())
}

/// Others may write to the files that the program has made.
pub fn all_written(call: &mut Call<'_>) {
    let files = &mut call.library::<LibC>().outside.files;
    if files.values().any(|file| file.left.is_some()) {
        Rc::make_mut(files).values_mut().for_each(made_public);
    }
}

/// From here on, a stream's file may be written to without the stream.
fn made_public(file: &mut File) {
    if file.opener.starts_with("tmpfile") {
        file.written = true;
        file.is_no_longer_empty();
    }
}

/// Whether a program can do no more with the number of a stream's descriptor than to ask for what the file is, to lock it
/// or to see that it is stored: it calls nothing else that could take one.
fn is_number_harmless(call: &Call<'_>) -> bool {
    /// Of a descriptor; of streams; of neither.
    #[rustfmt::skip]
    const HARMLESS: &[&str] = &[
        "fchmod", "fdatasync", "flock", "fstat", "fstat64", "fsync", "isatty",
        "clearerr", "fclose", "feof", "ferror", "fflush", "fgetc", "fgets", "fileno", "fopen", "fopen64", "fprintf",
        "fputc", "fputs", "fread", "fseek", "fseeko", "ftell", "ftello", "fwrite", "getc", "putc", "putchar", "printf",
        "puts", "rewind", "tmpfile", "tmpfile64", "ungetc",
        "__assert_fail", "__errno_location", "abort", "calloc", "exit", "free", "malloc", "memcmp", "memcpy", "memset",
        "perror", "realloc", "strchr", "strcmp", "strcpy", "strerror", "strlen", "strncmp",
    ];
    let functions = call.program.functions.iter();
    functions.filter(|function| function.blocks.is_empty()).all(|function| {
        HARMLESS.contains(&function.name.as_str()) || function.name.starts_with("llvm.")
    })
}

/// The number of a stream's descriptor, which no other has that is open.
fn number_of(call: &mut Call<'_>, address: u64) -> ModelResult {
    if !is_number_harmless(call) {
        positions::shared(call, Stream::File(address));
        let files = Rc::make_mut(&mut call.library::<LibC>().outside.files);
        files.entry(address).and_modify(made_public);
    }
    let source = Source::Return { function: call.name.to_owned() };
    let outside = &call.library::<LibC>().outside;
    let Some(file) = outside.files.get(&address) else { return descriptor(call) };
    let known = file.number.or(file.descriptor.map(Value::Int));
    if let Some(known) = known {
        let number = terms::term(call.pool, known, 32);
        call.input_number(source, number);
        return Ok(known.into());
    }
    let others = outside.files.iter().filter(|(at, file)| **at != address && file.open);
    let mut others: Vec<Value> = others.filter_map(|(_, file)| file.number).collect();
    let numbers = outside.descriptors.iter().filter(|(_, file)| file.open);
    others.extend(numbers.map(|(number, _)| Value::Int(*number)));
    let number = any_number(call, source);
    for other in others {
        let other = terms::term(call.pool, other, 32);
        let differs = call.pool.ne(number, other);
        call.given(differs)?;
    }
    let files = Rc::make_mut(&mut call.library::<LibC>().outside.files);
    files.entry(address).and_modify(|file| file.number = Some(Value::Term(number)));
    Ok(Value::Term(number).into())
}

fn descriptor(call: &mut Call<'_>) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    Ok(Value::Term(any_number(call, source)).into())
}

/// A number of a descriptor. Programs take for granted that it is an index of `fd_set`: larger ones are left out where
/// something is calculated with it.
fn any_number(call: &mut Call<'_>, source: Source) -> Bv {
    const FD_SET_BITS: u32 = 10;
    let is_compared = call.is_only_compared();
    if !is_compared {
        call.leave_out(assumed::DESCRIPTORS);
    }
    let number = call.input(source, Form::Unsigned, if is_compared { 31 } else { FD_SET_BITS });
    call.pool.bv_zext(number, 32)
}

pub fn of_stream(call: &mut Call<'_>) -> ModelResult {
    stream(call, 0)?;
    Ok(Flow::void())
}

/// 0 or something else, of which `errno` says nothing.
pub fn flag(call: &mut Call<'_>) -> ModelResult {
    stream(call, 0)?;
    let source = Source::Return { function: call.name.to_owned() };
    let flag = call.input(source, Form::Signed, 1);
    Ok(Value::Term(call.pool.bv_sext(flag, 32)).into())
}

/// 0 or -1.
pub fn status(call: &mut Call<'_>) -> ModelResult {
    Ok(status_and_failure(call)?.0.into())
}

/// 0 or -1, and when it is -1.
fn status_and_failure(call: &mut Call<'_>) -> Result<(Value, Bool), Stop> {
    let source = Source::Return { function: call.name.to_owned() };
    let failed = call.input(source, Form::Signed, 1);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(failed, one);
    fails_with(call, fails, EIO)?;
    Ok((Value::Term(call.pool.bv_sext(failed, 32)), fails))
}
