//! Calls of the system that answer with a number: what it may be, and what they write.
//!
//! A call that fails leaves what it was given as it is and sets `errno`. One that succeeds
//! fills it, with anything that such a structure may hold. A call that writes nothing is
//! followed on one path until the program looks at the number.
//!
//! The harness of the replay has a line for each name in [`OUTCOMES`].

use super::{files, output};
use crate::errno::EIO;
use crate::{CLibrary, stat};
use margay_engine::{AccessKind, Call, Library, ModelResult, Stop, Value, terms};
use margay_ir::finding::{Form, Source};
use margay_smt::Bv;

/// What a call may answer.
pub struct Outcome {
    pub name: &'static str,
    answer: Answer,
    about: About,
    writes: &'static [Write],
}

/// What the arguments name.
#[derive(Clone, Copy)]
enum About {
    Nothing,
    /// The first is a descriptor, which must not be closed.
    Descriptor,
    /// This one is a path.
    Path(usize),
}

/// Numbers from the first to the last; negative ones are failures.
#[derive(Clone, Copy)]
enum Answer {
    /// 0, or -1.
    Status,
    /// 0: it fails only where it is called wrongly.
    Zero,
    Int(i64, i64),
    Long(i64, i64),
}

/// What a call writes to where an argument points.
struct Write {
    index: usize,
    shape: Shape,
    /// Whether the argument may be null, and nothing is written then.
    optional: bool,
}

#[derive(Clone, Copy)]
enum Shape {
    /// Bytes that may be anything.
    Bytes(u64),
    /// So many numbers of the size of a pointer, not negative and with room to be added.
    Counts(u64),
    /// So many times: seconds, and a part of one that is less than this.
    Times(u64, u64),
    /// `struct stat`.
    Stat,
    /// The address of a socket; the argument behind it points to the room for it.
    Address,
    /// As many bytes as another argument says.
    Sized(usize),
}

use Answer::{Int, Long, Status, Zero};
use Shape::{Address, Bytes, Counts, Sized, Stat, Times};

const fn call(name: &'static str, answer: Answer) -> Outcome {
    Outcome { name, answer, about: About::Nothing, writes: &[] }
}

const fn of_fd(name: &'static str, answer: Answer) -> Outcome {
    Outcome { name, answer, about: About::Descriptor, writes: &[] }
}

const fn of_path(name: &'static str, index: usize) -> Outcome {
    Outcome { name, answer: Status, about: About::Path(index), writes: &[] }
}

impl Outcome {
    const fn writes(self, writes: &'static [Write]) -> Outcome {
        Outcome { writes, ..self }
    }
}

const fn at(index: usize, shape: Shape) -> Write {
    Write { index, shape, optional: false }
}

const fn maybe_at(index: usize, shape: Shape) -> Write {
    Write { index, shape, optional: true }
}

const MICROS: u64 = 1_000_000;
const NANOS: u64 = 1_000_000_000;
/// Numbers of processes and of users.
const PROCESSES: i64 = 1 << 22;
const USERS: i64 = i32::MAX as i64;

/// In the order of `harness.c`.
pub const OUTCOMES: &[Outcome] = &[
    // Files and their names.
    of_path("stat", 0).writes(&[at(1, Stat)]),
    of_path("stat64", 0).writes(&[at(1, Stat)]),
    of_path("lstat", 0).writes(&[at(1, Stat)]),
    of_path("lstat64", 0).writes(&[at(1, Stat)]),
    of_fd("fstat", Status).writes(&[at(1, Stat)]),
    of_fd("fstat64", Status).writes(&[at(1, Stat)]),
    of_path("fstatat", 1).writes(&[at(2, Stat)]),
    of_path("fstatat64", 1).writes(&[at(2, Stat)]),
    of_path("statvfs", 0).writes(&[at(1, Counts(14))]),
    of_fd("fstatvfs", Status).writes(&[at(1, Counts(14))]),
    of_path("rmdir", 0),
    of_path("chmod", 0),
    of_fd("fchmod", Status),
    of_path("chown", 0),
    of_path("lchown", 0),
    of_fd("fchown", Status),
    of_path("utime", 0),
    of_path("utimes", 0),
    of_path("link", 0),
    of_path("symlink", 0),
    of_path("mkfifo", 0),
    of_path("mknod", 0),
    of_path("unlinkat", 1),
    of_path("mkdirat", 1),
    of_path("faccessat", 1),
    of_path("eaccess", 0),
    of_path("euidaccess", 0),
    of_fd("fchdir", Status),
    of_path("truncate", 0),
    of_path("truncate64", 0),
    call("umask", Int(0, 0o777)),
    // Descriptors.
    of_fd("flock", Status),
    of_fd("lockf", Status),
    of_fd("syncfs", Status),
    of_fd("isatty", Int(0, 1)),
    of_fd("tcgetattr", Status).writes(&[at(1, Bytes(60))]),
    of_fd("tcsetattr", Status),
    // Sockets.
    of_fd("getsockname", Status).writes(&[at(1, Address)]),
    of_fd("getpeername", Status).writes(&[at(1, Address)]),
    of_fd("getsockopt", Status).writes(&[at(3, Address)]),
    // The process.
    call("getuid", Int(0, USERS)),
    call("geteuid", Int(0, USERS)),
    call("getgid", Int(0, USERS)),
    call("getegid", Int(0, USERS)),
    call("getpgrp", Int(1, PROCESSES)),
    call("getpgid", Int(-1, PROCESSES)),
    call("getsid", Int(-1, PROCESSES)),
    call("gettid", Int(1, PROCESSES)),
    call("setuid", Status),
    call("setgid", Status),
    call("seteuid", Status),
    call("setegid", Status),
    call("fork", Int(-1, PROCESSES)),
    // Those of a new program do not come back.
    call("execv", Int(-1, -1)),
    call("execve", Int(-1, -1)),
    call("execvp", Int(-1, -1)),
    call("execvpe", Int(-1, -1)),
    call("execl", Int(-1, -1)),
    call("execlp", Int(-1, -1)),
    call("execle", Int(-1, -1)),
    call("wait", Int(-1, PROCESSES)).writes(&[maybe_at(0, Bytes(4))]),
    call("waitpid", Int(-1, PROCESSES)).writes(&[maybe_at(1, Bytes(4))]),
    call("kill", Status),
    call("getrlimit", Status).writes(&[at(1, Counts(2))]),
    call("setrlimit", Status),
    call("getrusage", Status).writes(&[at(1, Counts(18))]),
    call("getpriority", Int(-20, 19)),
    call("setpriority", Status),
    call("getentropy", Status).writes(&[at(0, Sized(1))]),
    call("getloadavg", Int(-1, -1)),
    // Memory.
    call("msync", Status),
    call("mprotect", Status),
    call("madvise", Status),
    call("mlock", Status),
    call("munlock", Status),
    call("mlockall", Status),
    // Clocks.
    call("clock_gettime", Zero).writes(&[at(1, Times(1, NANOS))]),
    call("clock_getres", Zero).writes(&[maybe_at(1, Times(1, NANOS))]),
    call("gettimeofday", Zero).writes(&[at(0, Times(1, MICROS)), maybe_at(1, Bytes(8))]),
    call("timespec_get", Int(0, 1)).writes(&[at(0, Times(1, NANOS))]),
    call("times", Long(-1, 1 << 40)).writes(&[maybe_at(0, Counts(4))]),
    call("getitimer", Status).writes(&[at(1, Times(2, MICROS))]),
    call("setitimer", Status).writes(&[maybe_at(2, Times(2, MICROS))]),
    call("alarm", Int(0, i32::MAX as i64)),
];

/// Functions that the library answers as one machine would. Others answer in other ways, which
/// the report says.
pub const ONE_ANSWER: &[&str] = &[
    "__sched_cpucount",
    "fpathconf",
    "get_nprocs",
    "get_nprocs_conf",
    "getgroups",
    "nice",
    "pathconf",
    "prctl",
    "sysinfo",
    "uname",
    "wait3",
    "wait4",
    "writev",
];

/// The model of those.
pub fn one_answer(call: &mut Call<'_>) -> ModelResult {
    call.has_one_answer();
    CLibrary.model(call.name).expect("the library has it")(call)
}

/// `sysconf`: how many processors there are is for the outside to say.
pub fn sysconf(call: &mut Call<'_>) -> ModelResult {
    const PAGE_SIZE: i32 = 30;
    const PROCESSORS: std::ops::RangeInclusive<i32> = 83..=84;
    match call.arg_i32(0)? {
        PAGE_SIZE => CLibrary.model("sysconf").expect("the library has it")(call),
        name if PROCESSORS.contains(&name) => Ok(number(call, Long(-1, 4096))?.into()),
        _ => one_answer(call),
    }
}

/// The model of every name in the table.
pub fn answer(call: &mut Call<'_>) -> ModelResult {
    let outcome = OUTCOMES.iter().find(|outcome| outcome.name == call.name);
    let outcome = outcome.expect("only these have this model");
    match outcome.about {
        About::Nothing => {}
        About::Descriptor => files::not_closed(call, 0)?,
        About::Path(index) => output::string(call, call.arg(index))?,
    }
    let answer = number(call, outcome.answer)?;
    if !outcome.writes.is_empty() && fails(call, answer)? {
        call.set_errno(EIO)?;
        return Ok(answer.into());
    }
    for write in outcome.writes {
        let to = call.arg_u64(write.index)?;
        if to != 0 || !write.optional {
            fill(call, to, write)?;
        }
    }
    Ok(answer.into())
}

fn number(call: &mut Call<'_>, answer: Answer) -> Result<Value, Stop> {
    let (low, high, bits) = match answer {
        Zero => return Ok(Value::Int(0)),
        Int(only, last) if only == last => {
            call.set_errno(EIO)?;
            return Ok(Value::Int(only.cast_unsigned() & margay_engine::mask(32)));
        }
        Status => {
            let failed = call.input(result(call), Form::Signed, 1);
            return Ok(Value::Term(call.pool.bv_sext(failed, 32)));
        }
        Int(low, high) => (low, high, 32),
        Long(low, high) => (low, high, call.pointer_bytes() * 8),
    };
    let number = call.input(result(call), Form::Signed, bits);
    super::input::bounded(call, number, low, high)?;
    Ok(Value::Term(number))
}

fn result(call: &Call<'_>) -> Source {
    Source::Return { function: call.name.to_owned() }
}

/// Whether the answer is a negative one.
fn fails(call: &mut Call<'_>, answer: Value) -> Result<bool, Stop> {
    let Value::Term(answer) = answer else { return Ok(false) };
    let zero = call.pool.bv_u64(call.pool.width(answer), 0);
    let failed = call.pool.bv_slt(answer, zero);
    call.decide(failed)
}

fn fill(call: &mut Call<'_>, to: u64, write: &Write) -> Result<(), Stop> {
    let word = call.pointer_bytes() * 8;
    let parts = match write.shape {
        Bytes(len) => (0..len).map(|_| symbol(call, 8)).collect(),
        Counts(number) => (0..number).map(|_| natural(call, word - 2, word)).collect(),
        Times(number, limit) => {
            let mut parts = Vec::new();
            for _ in 0..number {
                time(call, word, limit, &mut parts)?;
            }
            parts
        }
        Stat => status(call)?,
        Address => return address(call, to, write.index),
        Sized(len) => {
            let (_, len) = super::input::buffer(call, write.index, len, AccessKind::Write)?;
            (0..len.min(super::input::LONGEST)).map(|_| symbol(call, 8)).collect()
        }
    };
    put(call, to, write.index, parts)
}

/// Writes parts of whole bytes one after another; the replay writes them, too.
pub fn put(call: &mut Call<'_>, to: u64, index: usize, parts: Vec<Bv>) -> Result<(), Stop> {
    let bytes = |call: &Call<'_>, part: Bv| call.pool.width(part) / 8;
    let len = parts.iter().map(|part| u64::from(bytes(call, *part))).sum();
    if len == 0 {
        return Ok(());
    }
    call.memory().check(to, len, AccessKind::Write)?;
    let mut at = to;
    for part in &parts {
        let len = bytes(call, *part);
        let value = terms::as_known(call.pool, *part);
        call.store_value(at, len, value)?;
        at += u64::from(len);
    }
    let index = u32::try_from(index).expect("a few arguments");
    call.input_parts(Source::Written { function: call.name.to_owned(), index }, parts);
    Ok(())
}

fn symbol(call: &mut Call<'_>, bits: u32) -> Bv {
    call.state.new_symbol(call.pool, call.name, bits)
}

/// A number of `bits` bits without a sign, in one of `width`.
fn natural(call: &mut Call<'_>, bits: u32, width: u32) -> Bv {
    let number = symbol(call, bits);
    call.pool.bv_zext(number, width)
}

/// Seconds and a part of one.
fn time(call: &mut Call<'_>, word: u32, limit: u64, parts: &mut Vec<Bv>) -> Result<(), Stop> {
    parts.push(natural(call, 40.min(word - 1), word));
    let part = symbol(call, 30);
    let limit = call.pool.bv_u64(30, limit);
    let less = call.pool.bv_ult(part, limit);
    call.given(less)?;
    parts.push(call.pool.bv_zext(part, word));
    Ok(())
}

/// What `stat` says of a file: of some kind, of no negative size, with a name.
fn status(call: &mut Call<'_>) -> Result<Vec<Bv>, Stop> {
    const KINDS: [u64; 7] = [0o1, 0o2, 0o4, 0o6, 0o10, 0o12, 0o14];
    let layout = stat::layout(call);
    let kind = symbol(call, 4);
    let known = KINDS.map(|number| {
        let number = call.pool.bv_u64(4, number);
        call.pool.eq(kind, number)
    });
    let known = known.into_iter().reduce(|a, b| call.pool.or(a, b)).expect("there are some");
    call.given(known)?;
    let permissions = symbol(call, 12);
    let mode = call.pool.bv_concat(kind, permissions);
    let links = symbol(call, 16);
    let zero = call.pool.bv_u64(16, 0);
    let some = call.pool.ne(links, zero);
    call.given(some)?;
    let mut fields = Vec::new();
    for (index, (at, len)) in layout.fields.into_iter().enumerate() {
        let width = len * 8;
        let field = match index {
            stat::MODE => call.pool.bv_zext(mode, width),
            stat::LINKS => call.pool.bv_zext(links, width),
            stat::SIZE => natural(call, files::SIZE_BITS.min(width - 1), width),
            stat::BLOCK_SIZE => call.pool.bv_u64(width, 4096),
            stat::BLOCKS => natural(call, (files::SIZE_BITS - 9).min(width - 1), width),
            _ => symbol(call, width),
        };
        fields.push((at, field));
    }
    let mut times = Vec::new();
    for _ in 0..3 {
        time(call, layout.word * 8, NANOS, &mut times)?;
    }
    fields.extend((0..).map(|at| layout.times + at * u64::from(layout.word)).zip(times));
    fields.sort_by_key(|(at, _)| *at);
    // What lies between the fields is zero.
    let (mut parts, mut end) = (Vec::new(), 0);
    fields.push((layout.size, call.pool.bv_u64(8, 0)));
    for (at, field) in fields {
        parts.extend((end..at).map(|_| call.pool.bv_u64(8, 0)));
        end = at + u64::from(call.pool.width(field) / 8);
        parts.push(field);
    }
    parts.pop();
    Ok(parts)
}

/// Bytes of the largest address of a socket.
const LONGEST_ADDRESS: u64 = 128;

/// An address, as much of it as there is room for, and the length that it has.
pub fn address(call: &mut Call<'_>, to: u64, index: usize) -> Result<(), Stop> {
    let room_at = call.arg_u64(index + 1)?;
    if to == 0 {
        return Ok(());
    }
    let room = call.load(room_at, 4)?.min(LONGEST_ADDRESS);
    let parts = (0..room).map(|_| symbol(call, 8)).collect();
    put(call, to, index, parts)?;
    let len = call.pool.bv_u64(32, room);
    put(call, room_at, index + 1, vec![len])
}
