//! Calls of the system that answer with a number: what it may be, and what they write.
//!
//! A call that fails leaves what it was given as it is and sets `errno`. One that succeeds
//! fills it, with anything that such a structure may hold. A call that writes nothing is
//! followed on one path until the program looks at the number.
//!
//! The harness of the replay has a line for each name in [`OUTCOMES`]; what it may answer is in `answers.rs`.

use super::clocks::Clock as Counter;
use super::identity::{self, What};
use super::{
    checked, clocks, descriptor_facts, fails_with, files, output, positions, sockets, timers,
};
use crate::errno::{EINVAL, EIO, ENOTTY, ESRCH};
use crate::spec::{Table, all_answers};
use crate::{CLibrary, stat};
use margay_engine::{AccessKind, Call, Flow, Library, ModelResult, Stop, Value, terms};
use margay_ir::finding::{Form, Source};
use margay_smt::{Bool, Bv};

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
    /// These are paths.
    Paths(&'static [usize]),
}

/// Numbers from the first to the last; negative ones are failures.
#[derive(Clone, Copy)]
enum Answer {
    /// 0, or -1.
    Status,
    /// 0: it fails only where it is called wrongly.
    Zero,
    /// 0 where the first argument is one of these numbers, and -1 where it is another.
    ZeroFor(i32, i32),
    /// `setitimer`: the same, but a time that is none is refused as well.
    SetTimer,
    /// 0 of a clock that there is on every machine, -1 of one that there is on none; else 0, or -1.
    OfClock,
    Int(i64, i64),
    Long(i64, i64),
    /// A number that may be negative and is no failure then, or -1 that is one. The first argument is one of these.
    Level(i64, i64, i32),
    /// The number of a user or group.
    User(What),
    /// The number of the process itself, or of a thread if it has others.
    Thread,
    /// What the process itself belongs to, 0 if that is none that it can see.
    Own(What),
    /// The same of some process, which 0 is for the process itself.
    Of(What),
    /// `fork`: the number of a new process, or 0 in that.
    Fork,
    /// A process that ended. None is 0, if the options at this argument ask not to wait.
    Child(Option<usize>),
    /// `timespec_get`: the clock that was asked for, or 0 where there is no such clock.
    Clock,
    /// `umask`: the mask that there was.
    Mask,
    /// `alarm`: the seconds that were left.
    Alarm,
    /// `kill`: 0, or -1; 0 where the process asks for itself.
    Signal,
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
    /// A time: seconds, and a part of one that is less than this.
    Time(u64),
    /// The same of the clock that the first argument is, or its resolution.
    TimeOf,
    /// Of a timer: the interval, and what is left.
    Timer,
    /// `struct tms`.
    Ticks,
    /// `struct rusage`.
    Usage,
    /// `struct rlimit`.
    Limits,
    /// `struct stat`.
    Stat,
    /// `struct statvfs`.
    FileSystem,
    /// How a process ended; the options that the call has are at this argument.
    Ended(Option<usize>),
    /// The address of a socket; the argument after it points to the room for it.
    Address,
    /// As many bytes as another argument says.
    Sized(usize),
}

use Answer::{
    Alarm, Child, Clock, Fork, Int, Level, Long, Mask, Of, OfClock, Own, SetTimer, Signal, Status,
    Thread, User, Zero, ZeroFor,
};
use Shape::{
    Address, Bytes, Ended, FileSystem, Limits, Sized, Stat, Ticks, Time, TimeOf, Timer, Usage,
};

const fn call(name: &'static str, answer: Answer) -> Outcome {
    Outcome { name, answer, about: About::Nothing, writes: &[] }
}

const fn of_fd(name: &'static str, answer: Answer) -> Outcome {
    Outcome { name, answer, about: About::Descriptor, writes: &[] }
}

const fn of_path(name: &'static str) -> Outcome {
    of_paths(name, &[0])
}

/// After the descriptor of a directory.
const fn of_path_at(name: &'static str) -> Outcome {
    of_paths(name, &[1])
}

const fn of_paths(name: &'static str, indices: &'static [usize]) -> Outcome {
    Outcome { name, answer: Status, about: About::Paths(indices), writes: &[] }
}

impl Outcome {
    /// The numbers that the call answers with.
    pub fn range(&self) -> (i64, i64) {
        match self.answer {
            Status | ZeroFor(..) | SetTimer | OfClock | Signal => (-1, 0),
            Zero => (0, 0),
            Mask => (0, identity::ALL_BITS),
            Alarm => (0, u32::MAX.into()),
            Int(low, high) | Long(low, high) | Level(low, high, _) => (low, high),
            User(_) => (0, u32::MAX.into()),
            Thread => (1, PROCESSES),
            Own(_) => (0, PROCESSES),
            Of(_) | Fork | Child(_) => (-1, PROCESSES),
            Clock => (0, 1),
        }
    }

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
/// Numbers of processes.
const PROCESSES: i64 = (1 << 22) - 1;
/// Bits of seconds: the system counts nanoseconds in 64 bits, and so may a program.
const SECONDS_BITS: u32 = 33;
/// Bits of what a process used, in pages or microseconds or events.
const COUNT_BITS: u32 = 40;

/// In the order of `harness.c`.
pub const OUTCOMES: &[Outcome] = &[
    // Files and their names.
    of_path("stat").writes(&[at(1, Stat)]),
    of_path("stat64").writes(&[at(1, Stat)]),
    of_path("lstat").writes(&[at(1, Stat)]),
    of_path("lstat64").writes(&[at(1, Stat)]),
    of_fd("fstat", Status).writes(&[at(1, Stat)]),
    of_fd("fstat64", Status).writes(&[at(1, Stat)]),
    of_path_at("fstatat").writes(&[at(2, Stat)]),
    of_path_at("fstatat64").writes(&[at(2, Stat)]),
    of_path("statvfs").writes(&[at(1, FileSystem)]),
    of_path("statvfs64").writes(&[at(1, FileSystem)]),
    of_fd("fstatvfs", Status).writes(&[at(1, FileSystem)]),
    of_fd("fstatvfs64", Status).writes(&[at(1, FileSystem)]),
    of_path("remove"),
    of_path("unlink"),
    of_paths("rename", &[0, 1]),
    of_path("mkdir"),
    of_path("rmdir"),
    of_path("access"),
    of_path("chdir"),
    of_path("chmod"),
    of_fd("fchmod", Status),
    of_path("chown"),
    of_path("lchown"),
    of_fd("fchown", Status),
    of_path("utime"),
    of_path("utimes"),
    of_paths("link", &[0, 1]),
    of_paths("symlink", &[0, 1]),
    of_path("mkfifo"),
    of_path("mknod"),
    of_path_at("unlinkat"),
    of_path_at("mkdirat"),
    of_path_at("faccessat"),
    of_path("eaccess"),
    of_path("euidaccess"),
    of_fd("fchdir", Status),
    of_path("truncate"),
    of_path("truncate64"),
    call("umask", Mask),
    // Descriptors.
    of_fd("flock", Status),
    of_fd("lockf", Status),
    of_fd("lockf64", Status),
    of_fd("syncfs", Status),
    of_fd("isatty", Int(0, 1)),
    of_fd("tcgetattr", Status).writes(&[at(1, Bytes(60))]),
    of_fd("tcsetattr", Status),
    // Sockets.
    of_fd("getsockname", Status).writes(&[at(1, Address)]),
    of_fd("getpeername", Status).writes(&[at(1, Address)]),
    of_fd("getsockopt", Status).writes(&[at(3, Address)]),
    // The process.
    call("getuid", User(What::User)),
    call("geteuid", User(What::EffectiveUser)),
    call("getgid", User(What::UserGroup)),
    call("getegid", User(What::EffectiveUserGroup)),
    call("getpgrp", Own(What::Group)),
    call("getpgid", Of(What::Group)),
    call("getsid", Of(What::Session)),
    call("gettid", Thread),
    call("setuid", Status),
    call("setgid", Status),
    call("seteuid", Status),
    call("setegid", Status),
    call("fork", Fork),
    // Those of a new program do not come back.
    call("execv", Int(-1, -1)),
    call("execve", Int(-1, -1)),
    call("execvp", Int(-1, -1)),
    call("execvpe", Int(-1, -1)),
    call("execl", Int(-1, -1)),
    call("execlp", Int(-1, -1)),
    call("execle", Int(-1, -1)),
    call("wait", Child(None)).writes(&[maybe_at(0, Ended(None))]),
    call("waitpid", Child(Some(2))).writes(&[maybe_at(1, Ended(Some(2)))]),
    call("kill", Signal),
    call("getrlimit", ZeroFor(0, 15)).writes(&[at(1, Limits)]),
    call("getrlimit64", ZeroFor(0, 15)).writes(&[at(1, Limits)]),
    call("setrlimit", Status),
    call("setrlimit64", Status),
    call("getrusage", ZeroFor(-1, 1)).writes(&[at(1, Usage)]),
    call("getpriority", Level(-20, 19, 2)),
    call("setpriority", Status),
    call("getentropy", Status).writes(&[at(0, Sized(1))]),
    // Memory.
    call("msync", Status),
    call("mprotect", Status),
    call("madvise", Status),
    call("mlock", Status),
    call("munlock", Status),
    call("mlockall", Status),
    // Clocks.
    call("clock_gettime", OfClock).writes(&[at(1, TimeOf)]),
    call("clock_getres", OfClock).writes(&[maybe_at(1, TimeOf)]),
    call("gettimeofday", Zero).writes(&[maybe_at(0, Time(MICROS)), maybe_at(1, Bytes(8))]),
    call("timespec_get", Clock).writes(&[at(0, Time(NANOS))]),
    call("times", Long(0, 1 << COUNT_BITS)).writes(&[maybe_at(0, Ticks)]),
    call("getitimer", ZeroFor(0, 2)).writes(&[at(1, Timer)]),
    call("setitimer", SetTimer).writes(&[maybe_at(2, Timer)]),
    call("alarm", Alarm),
];

/// The answer of one machine, where others give other answers, which the report says.
pub fn one_answer(call: &mut Call<'_>) -> ModelResult {
    call.has_one_answer();
    CLibrary.model(call.name).expect("the library has it")(call)
}

/// Functions that depend on the time zone.
pub const OF_ONE_ZONE: Table = Table::of(&[
    all_answers("ctime", one_zone),
    all_answers("ctime_r", one_zone),
    all_answers("localtime", one_zone),
    all_answers("localtime_r", one_zone),
    all_answers("mktime", one_zone),
    all_answers("timelocal", one_zone),
    all_answers("tzset", one_zone),
]);

/// The model of those.
fn one_zone(call: &mut Call<'_>) -> ModelResult {
    call.leave_out(super::assumed::ZONE);
    CLibrary.model(call.name).expect("the library has it")(call)
}

/// `sysconf`: how many processors there are is for the outside to say.
pub fn sysconf(call: &mut Call<'_>) -> ModelResult {
    const PAGE_SIZE: i32 = 30;
    const PROCESSORS: std::ops::RangeInclusive<i32> = 83..=84;
    match call.arg_i32(0)? {
        PAGE_SIZE => CLibrary.model("sysconf").expect("the library has it")(call),
        // POSIX lets it fail, glibc always finds one.
        name if PROCESSORS.contains(&name) => {
            call.has_one_answer();
            Ok(number(call, Long(1, 4096))?.into())
        }
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
        About::Paths(indices) => {
            for index in indices {
                output::string(call, call.arg(*index))?;
            }
        }
    }
    checked::before(call)?;
    if call.name == "getentropy" && asks_too_much(call)? {
        call.set_errno(EIO)?;
        return Ok(Flow::int(-1));
    }
    if call.name == "kill"
        && let Some(flow) = to_itself(call)?
    {
        return Ok(flow);
    }
    match first_argument(call, outcome.answer)? {
        Taken::Refused => {
            let refused = call.pool.bv_u64(32, u64::from(u32::MAX));
            call.input_number(result(call), refused);
            call.set_errno(EINVAL)?;
            return Ok(Flow::int(-1));
        }
        Taken::Always => return done(call, outcome, Value::Int(0)),
        Taken::Maybe => {}
    }
    let answer = number(call, outcome.answer)?;
    if let (About::Descriptor, Value::Term(number)) = (outcome.about, answer) {
        match outcome.name {
            "isatty" => descriptor_facts::terminal(call, number)?,
            _ => super::input::has_descriptor(call, number)?,
        }
    }
    // A number of 32 bits starts again from 0.
    if let ("times", Value::Term(ticks), 8) = (outcome.name, answer, call.pointer_bytes()) {
        clocks::reads(call, Counter::Ticks(0), ticks)?;
    }
    done(call, outcome, answer)
}

/// Writes what a call writes that gives this answer.
fn done(call: &mut Call<'_>, outcome: &Outcome, answer: Value) -> ModelResult {
    let failed = is_negative(call, answer);
    if !outcome.writes.is_empty() {
        let nothing = match outcome.answer {
            Child(_) | Clock => is_not_positive(call, answer),
            _ => failed,
        };
        if call.decide(nothing)? {
            fails_with(call, failed, EIO)?;
            checked::note(call, failed, Vec::new());
            return Ok(answer.into());
        }
    } else if call.name == "isatty" {
        let is_none = is_not_positive(call, answer);
        fails_with(call, is_none, ENOTTY)?;
    } else if !matches!(outcome.answer, Level(..)) {
        fails_with(call, failed, EIO)?;
    }
    for write in outcome.writes {
        let to = call.arg_u64(write.index)?;
        if to != 0 || !write.optional {
            fill(call, to, write)?;
        }
    }
    if call.name == "setitimer" {
        timers::set(call)?;
    }
    if checked::is_check(call.name) {
        let told = match call.state.outside.inputs.last_mut() {
            Some(input) if !outcome.writes.is_empty() => input.parts.clone(),
            _ => Vec::new(),
        };
        let told = told.into_iter().flat_map(|part| call.pool.symbols(part)).collect();
        checked::note(call, failed, told);
    }
    Ok(answer.into())
}

/// What the first argument of a call says of its answer.
enum Taken {
    /// The call fails, with `EINVAL`.
    Refused,
    /// It succeeds.
    Always,
    Maybe,
}

fn first_argument(call: &mut Call<'_>, answer: Answer) -> Result<Taken, Stop> {
    let within = |call: &mut Call<'_>, first: i32, last: i32| -> Result<bool, Stop> {
        let argument = terms::term(call.pool, call.arg(0), 32);
        let first = call.pool.bv_u64(32, u64::from(first.cast_unsigned()));
        let last = call.pool.bv_u64(32, u64::from(last.cast_unsigned()));
        let (above, below) = (call.pool.bv_sle(first, argument), call.pool.bv_sle(argument, last));
        let within = call.pool.and(above, below);
        call.decide(within)
    };
    Ok(match answer {
        ZeroFor(first, last) if !within(call, first, last)? => Taken::Refused,
        SetTimer if !within(call, 0, 2)? || !timers::is_valid(call)? => Taken::Refused,
        SetTimer => Taken::Always,
        Level(.., last) if !within(call, 0, last)? => Taken::Refused,
        ZeroFor(..) => Taken::Always,
        // Negative numbers are clocks of processes, and of devices; those of alarms need one.
        OfClock if within(call, i32::MIN, -1)? || within(call, 8, 9)? => Taken::Maybe,
        OfClock if within(call, 0, 7)? || within(call, 11, 11)? => Taken::Always,
        OfClock => Taken::Refused,
        _ => Taken::Maybe,
    })
}

/// A number that may be negative, or -1 that says that there is none.
fn level(call: &mut Call<'_>, low: i64, high: i64) -> Result<Value, Stop> {
    let number = call.input(result(call), Form::Signed, 32);
    super::input::bounded(call, number, low, high)?;
    let failed = symbol(call, 1);
    let one = call.pool.bv_u64(1, 1);
    let failed = call.pool.eq(failed, one);
    let minus_one = call.pool.bv_u64(32, u64::from(u32::MAX));
    let is_minus_one = call.pool.eq(number, minus_one);
    let fails = call.pool.and(failed, is_minus_one);
    fails_with(call, fails, ESRCH)?;
    Ok(Value::Term(number))
}

/// `getentropy` fails for more bytes than this, and only for those.
fn asks_too_much(call: &mut Call<'_>) -> Result<bool, Stop> {
    const MOST: u64 = 256;
    let bits = call.pointer_bytes() * 8;
    let len = terms::term(call.pool, call.arg(1), bits);
    let most = call.pool.bv_u64(bits, MOST);
    let more = call.pool.bv_ult(most, len);
    call.decide(more)
}

/// An argument of type `int`, if it is known.
pub fn known(call: &mut Call<'_>, index: usize) -> Option<i32> {
    let value = call.state.path.resolve(call.pool, call.arg(index));
    let number = u32::try_from(value.as_u64()? & margay_engine::mask(32));
    number.ok().map(u32::cast_signed)
}

fn number(call: &mut Call<'_>, answer: Answer) -> Result<Value, Stop> {
    let word = call.pointer_bytes() * 8;
    let (low, high, bits) = match answer {
        Zero => return Ok(Value::Int(0)),
        ZeroFor(..) | SetTimer => return Ok(Value::Int(0)),
        Clock if known(call, 1) == Some(TIME_UTC) => return Ok(Value::Int(1)),
        Int(only, last) if only == last => {
            return Ok(Value::Int(only.cast_unsigned() & margay_engine::mask(32)));
        }
        Status | OfClock => {
            let failed = call.input(result(call), Form::Signed, 1);
            return Ok(Value::Term(call.pool.bv_sext(failed, 32)));
        }
        Signal => return signal(call),
        Mask => {
            let old = identity::mask(call)?;
            call.input_number(result(call), old);
            return Ok(terms::as_known(call.pool, old));
        }
        User(what) => {
            let user = identity::same(call, what, |call| {
                let user = symbol(call, 32);
                is_not(call, user, u64::from(u32::MAX))?;
                Ok(user)
            })?;
            call.input_number(result(call), user);
            if let Some(input) = call.state.outside.inputs.last_mut() {
                input.form = Form::Unsigned;
            }
            return Ok(Value::Term(user));
        }
        Thread if call.program.function("pthread_create").is_none() => {
            let own = identity::process(call)?;
            call.input_number(result(call), own);
            return Ok(Value::Term(own));
        }
        Own(what) => return own(call, what),
        Of(what) if asks_for_itself(call) => return own(call, what),
        Clock => (0, 1, 32),
        Int(low, high) => (low, high, 32),
        Alarm => return alarm(call),
        Level(low, high, _) => return level(call, low, high),
        Long(low, high) => (low, high, word),
        Thread => (1, PROCESSES, 32),
        Of(_) | Fork | Child(_) => (-1, PROCESSES, 32),
    };
    let number = call.input(result(call), Form::Signed, bits);
    super::input::bounded(call, number, low, high)?;
    let waits = match answer {
        Child(Some(options)) => known(call, options).is_some_and(|options| options & WNOHANG == 0),
        _ => true,
    };
    if matches!(answer, Child(_)) && waits {
        is_not(call, number, 0)?;
    }
    match answer {
        Fork => {
            // The first process has no parent.
            is_not(call, number, 1)?;
            identity::forks(call, number)?;
            clocks::forks(call);
            timers::forks(call, number);
            positions::all_shared(call);
        }
        Child(options) => {
            is_not(call, number, 1)?;
            identity::is_another(call, number)?;
            if let Some(options) = options {
                is_asked_for(call, number)?;
                let ended = matches!(known(call, options), Some(0 | WNOHANG));
                identity::waited(call, number, ended)?;
            } else {
                identity::waited(call, number, true)?;
            }
        }
        _ => {}
    }
    Ok(Value::Term(number))
}

/// The seconds that were left. A machine of 32 bits sets no timer to more than an `int` has.
fn alarm(call: &mut Call<'_>) -> Result<Value, Stop> {
    let word = call.pointer_bytes() * 8;
    let seconds = natural(call, 32.min(word - 1), 32);
    timers::alarm(call, seconds)?;
    call.input_number(result(call), seconds);
    if let Some(input) = call.state.outside.inputs.last_mut() {
        input.form = Form::Unsigned;
    }
    Ok(Value::Term(seconds))
}

/// The group or session that the process itself belongs to.
fn own(call: &mut Call<'_>, what: What) -> Result<Value, Stop> {
    let number = identity::same(call, what, |call| {
        let number = symbol(call, 32);
        super::input::bounded(call, number, 0, PROCESSES)?;
        Ok(number)
    })?;
    call.input_number(result(call), number);
    Ok(Value::Term(number))
}

/// Whether the first argument names the process itself.
fn asks_for_itself(call: &mut Call<'_>) -> bool {
    known(call, 0) == Some(0) || identity::is_own(call, call.arg(0))
}

/// `kill` of another process: no signal has a number above the last one.
fn signal(call: &mut Call<'_>) -> Result<Value, Stop> {
    let failed = call.input(result(call), Form::Signed, 1);
    let is_one = is_signal(call);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(failed, one);
    let fine = call.pool.or(is_one, fails);
    call.given(fine)?;
    Ok(Value::Term(call.pool.bv_sext(failed, 32)))
}

/// Whether the second argument of `kill` is a signal, or 0, which sends none.
fn is_signal(call: &mut Call<'_>) -> Bool {
    let signal = terms::term(call.pool, call.arg(1), 32);
    let last = call.pool.bv_u64(32, LAST_SIGNAL);
    call.pool.bv_ule(signal, last)
}

/// `kill` where the process is among those that get the signal, which a process may always send to itself: what is done
/// there is what `raise` does. Nothing where others get it.
fn to_itself(call: &mut Call<'_>) -> Result<Option<Flow>, Stop> {
    /// Which of its threads gets a signal is for the system to say.
    const THREADS: &[&str] = &["pthread_create", "thrd_create"];
    const OF_THREADS: &str = "threads that get a signal which is sent to the process";
    if !reaches_itself(call)? {
        return Ok(None);
    }
    let is_one = is_signal(call);
    let minus_one = call.pool.bv_u64(32, u64::from(u32::MAX));
    if !call.decide(is_one)? {
        call.input_number(result(call), minus_one);
        call.set_errno(EINVAL)?;
        return Ok(Some(Flow::int(-1)));
    }
    let zero = call.pool.bv_u64(32, 0);
    call.input_number(result(call), zero);
    let sent = terms::term(call.pool, call.arg(1), 32);
    let is_none = call.pool.eq(sent, zero);
    if call.decide(is_none)? {
        return Ok(Some(Flow::int(0)));
    }
    let sent = call.arg_i32(1)?;
    if crate::has_any(call.program, THREADS) && !crate::signal::always_ends(sent) {
        call.leave_out(OF_THREADS);
        call.state.doubt.uncertain = true;
        return Ok(Some(Flow::int(0)));
    }
    if !crate::signal::is_set_by_program(call, sent) {
        call.leave_out(INHERITED);
    }
    crate::signal::deliver(call, sent).map(Some)
}

/// What a program may inherit of the one that started it.
const INHERITED: &str = "signals that are ignored or blocked when the program starts";

/// Whether the process gets what `kill` sends. A number that may be its own is taken for that of another, which is said.
fn reaches_itself(call: &mut Call<'_>) -> Result<bool, Stop> {
    const MAY: &str = "numbers for `kill` that may be those of the process itself";
    let process = call.state.path.resolve(call.pool, call.arg(0));
    let process = terms::term(call.pool, process, 32);
    let (zero, minus_one) = (call.pool.bv_u64(32, 0), call.pool.bv_u64(32, u64::from(u32::MAX)));
    let own = identity::known_process(call);
    let is_own = own.map(|own| call.pool.eq(process, own));
    if let Some(is_own) = is_own
        && call.state.path.decide(call.pool, is_own) == Some(true)
    {
        return Ok(true);
    }
    // 0 is its own group; Linux takes the process itself out of all.
    let (is_group, is_all) = (call.pool.eq(process, zero), call.pool.eq(process, minus_one));
    if call.decide(is_group)? {
        return Ok(true);
    }
    let sends_none = known(call, 1) == Some(0);
    if sends_none || call.state.path.decide(call.pool, is_all) == Some(true) {
        return Ok(false);
    }
    let is_other = is_own.and_then(|is_own| call.state.path.decide(call.pool, is_own));
    let is_one = call.pool.bv_slt(zero, process);
    let is_one = call.state.path.decide(call.pool, is_one) == Some(true);
    let is_another = is_one && is_other == Some(false);
    if !is_another && !identity::is_child(call, process) {
        call.leave_out(MAY);
    }
    if let Some(is_own) = is_own {
        let differs = call.pool.not(is_own);
        call.given(differs)?;
    }
    Ok(false)
}

/// `waitpid` of one process finds that, if any.
fn is_asked_for(call: &mut Call<'_>, number: Bv) -> Result<(), Stop> {
    let asked = terms::term(call.pool, call.arg(0), 32);
    let zero = call.pool.bv_u64(32, 0);
    let (any, none) = (call.pool.bv_sle(asked, zero), call.pool.bv_sle(number, zero));
    let same = call.pool.eq(asked, number);
    let fine = call.pool.or(any, none);
    let fine = call.pool.or(fine, same);
    call.given(fine)
}

const LAST_SIGNAL: u64 = 64;
const WNOHANG: i32 = 1;
const TIME_UTC: i32 = 1;

fn is_not(call: &mut Call<'_>, number: Bv, other: u64) -> Result<(), Stop> {
    let other = call.pool.bv_u64(call.pool.width(number), other);
    let differs = call.pool.ne(number, other);
    call.given(differs)
}

fn result(call: &Call<'_>) -> Source {
    Source::Return { function: call.name.to_owned() }
}

fn is_negative(call: &mut Call<'_>, answer: Value) -> Bool {
    // What is known is an `int`.
    let answer = terms::term(call.pool, answer, 32);
    let zero = call.pool.bv_u64(call.pool.width(answer), 0);
    call.pool.bv_slt(answer, zero)
}

fn is_not_positive(call: &mut Call<'_>, answer: Value) -> Bool {
    let answer = terms::term(call.pool, answer, 32);
    let zero = call.pool.bv_u64(call.pool.width(answer), 0);
    call.pool.bv_sle(answer, zero)
}

fn fill(call: &mut Call<'_>, to: u64, write: &Write) -> Result<(), Stop> {
    let word = call.pointer_bytes() * 8;
    let parts = match write.shape {
        Bytes(len) => (0..len).map(|_| symbol(call, 8)).collect(),
        Time(limit) => {
            let mut parts = Vec::new();
            time(call, word, limit, &mut parts)?;
            parts
        }
        TimeOf => time_of_clock(call, word)?,
        Timer => {
            let parts = timers::times(call, word)?;
            timers::told(call, &parts)?;
            parts
        }
        Ticks => {
            let parts = counts(call, 4);
            for (index, part) in parts.iter().enumerate() {
                clocks::reads(call, Counter::Ticks(index + 1), *part)?;
            }
            parts
        }
        Usage => usage(call, word)?,
        Limits => limits(call)?,
        Stat => status(call)?,
        FileSystem => file_system(call)?,
        Ended(options) => {
            let options = options.map_or(Some(0), |index| known(call, index));
            let status = ended(call, options)?;
            vec![call.pool.bv_zext(status, 32)]
        }
        Address => return address(call, to, write.index),
        Sized(len) => {
            let (_, len) = super::input::buffer(call, write.index, len, AccessKind::Write)?;
            (0..len.min(super::input::LONGEST)).map(|_| symbol(call, 8)).collect()
        }
    };
    put(call, to, write.index, parts)
}

/// Writes parts of whole bytes one after another to where an argument points; the replay writes
/// them, too.
pub fn put(call: &mut Call<'_>, to: u64, index: usize, parts: Vec<Bv>) -> Result<(), Stop> {
    let index = u32::try_from(index).expect("a few arguments");
    let source = Source::Written { function: call.name.to_owned(), index };
    put_from(call, to, source, parts)
}

/// The same for a member of what the result points to.
pub fn give(call: &mut Call<'_>, to: u64, index: usize, parts: Vec<Bv>) -> Result<(), Stop> {
    let index = u32::try_from(index).expect("a few members");
    let source = Source::Given { function: call.name.to_owned(), index };
    put_from(call, to, source, parts)
}

pub fn put_from(call: &mut Call<'_>, to: u64, source: Source, parts: Vec<Bv>) -> Result<(), Stop> {
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
    call.input_parts(source, parts);
    Ok(())
}

fn symbol(call: &mut Call<'_>, bits: u32) -> Bv {
    call.input_symbol(call.name, bits)
}

/// A number of `bits` bits without a sign, in one of `width`.
fn natural(call: &mut Call<'_>, bits: u32, width: u32) -> Bv {
    let number = symbol(call, bits);
    call.pool.bv_zext(number, width)
}

fn counts(call: &mut Call<'_>, number: u64) -> Vec<Bv> {
    let word = call.pointer_bytes() * 8;
    (0..number).map(|_| natural(call, COUNT_BITS.min(word - 2), word)).collect()
}

/// A number is one of these.
pub fn one_of(call: &mut Call<'_>, number: Bv, known: &[u64]) -> Result<(), Stop> {
    let width = call.pool.width(number);
    let mut any = call.pool.bool_const(false);
    for one in known {
        let one = call.pool.bv_u64(width, *one);
        let same = call.pool.eq(number, one);
        any = call.pool.or(any, same);
    }
    call.given(any)
}

/// The first number is at most the second.
fn at_most(call: &mut Call<'_>, number: Bv, most: Bv) -> Result<(), Stop> {
    let within = call.pool.bv_ule(number, most);
    call.given(within)
}

/// A limit and the most that it can be raised to, which may be none. The system has one for
/// the number of files that are open.
fn limits(call: &mut Call<'_>) -> Result<Vec<Bv>, Stop> {
    const OPEN_FILES: i32 = 7;
    let width = if call.name.ends_with("64") { 64 } else { call.pointer_bytes() * 8 };
    let bits = if known(call, 0) == Some(OPEN_FILES) { 30 } else { width };
    let (now, most) = (natural(call, bits, width), natural(call, bits, width));
    at_most(call, now, most)?;
    Ok(vec![now, most])
}

/// How a process ended, in 16 bits: with an exit code, or by a signal. With options, it may have
/// been stopped or gone on.
pub fn ended(call: &mut Call<'_>, options: Option<i32>) -> Result<Bv, Stop> {
    const STOPPED: u64 = 0x7f;
    const WENT_ON: u64 = 0xffff;
    const WUNTRACED: i32 = 2;
    const WCONTINUED: i32 = 8;
    let asks = |option: i32| options.is_none_or(|options| options & option != 0);
    let (code, low) = (symbol(call, 8), symbol(call, 8));
    let status = call.pool.bv_concat(code, low);
    let zero = call.pool.bv_u64(8, 0);
    let exited = call.pool.eq(low, zero);
    let none = call.pool.eq(code, zero);
    let signal = call.pool.bv_extract(6, 0, low);
    let (first, last) = (call.pool.bv_u64(7, 1), call.pool.bv_u64(7, LAST_SIGNAL));
    let (from, to) = (call.pool.bv_ule(first, signal), call.pool.bv_ule(signal, last));
    let killed = call.pool.and(from, to);
    let killed = call.pool.and(killed, none);
    let mut fine = call.pool.or(exited, killed);
    if asks(WUNTRACED) {
        let (first, last) = (call.pool.bv_u64(8, 1), call.pool.bv_u64(8, LAST_SIGNAL));
        let (from, to) = (call.pool.bv_ule(first, code), call.pool.bv_ule(code, last));
        let by_signal = call.pool.and(from, to);
        let stop = call.pool.bv_u64(8, STOPPED);
        let stopped = call.pool.eq(low, stop);
        let stopped = call.pool.and(stopped, by_signal);
        fine = call.pool.or(fine, stopped);
    }
    if asks(WCONTINUED) {
        let on = call.pool.bv_u64(16, WENT_ON);
        let went_on = call.pool.eq(status, on);
        fine = call.pool.or(fine, went_on);
    }
    call.given(fine)?;
    Ok(status)
}

/// What `statvfs` says of a file system: its bytes have a number of 63 bits, and not more of it
/// is free than there is.
fn file_system(call: &mut Call<'_>) -> Result<Vec<Bv>, Stop> {
    const BLOCK_SIZE_BITS: u32 = 24;
    const BLOCKS_BITS: u32 = 39;
    const SPARE: usize = 6;
    let word = call.pointer_bytes() * 8;
    let wide = if call.name.ends_with("64") { 64 } else { word };
    let mut parts = Vec::new();
    for _ in 0..2 {
        let size = natural(call, BLOCK_SIZE_BITS, word);
        is_not(call, size, 0)?;
        parts.push(size);
    }
    // Of blocks and of files: all, those that are free, and those that all may use.
    for _ in 0..2 {
        let mut of = natural(call, BLOCKS_BITS.min(wide - 1), wide);
        parts.push(of);
        for _ in 0..2 {
            let part = natural(call, BLOCKS_BITS.min(wide - 1), wide);
            at_most(call, part, of)?;
            parts.push(part);
            of = part;
        }
    }
    parts.push(symbol(call, word));
    if word == 32 {
        parts.push(call.pool.bv_u64(32, 0));
    }
    parts.extend([natural(call, 16, word), natural(call, 16, word)]);
    parts.extend((0..SPARE).map(|_| call.pool.bv_u64(32, 0)));
    Ok(parts)
}

/// Seconds and a part of one.
fn time(call: &mut Call<'_>, word: u32, limit: u64, parts: &mut Vec<Bv>) -> Result<(), Stop> {
    parts.push(natural(call, SECONDS_BITS.min(word - 1), word));
    let part = symbol(call, 30);
    let limit = call.pool.bv_u64(30, limit);
    let less = call.pool.bv_ult(part, limit);
    call.given(less)?;
    parts.push(call.pool.bv_zext(part, word));
    Ok(())
}

/// What a clock says, or what its resolution is.
fn time_of_clock(call: &mut Call<'_>, word: u32) -> Result<Vec<Bv>, Stop> {
    let mut parts = Vec::new();
    time(call, word, NANOS, &mut parts)?;
    let clock = known(call, 0).and_then(|number| match call.name {
        "clock_getres" => Counter::resolution(number),
        _ => Counter::numbered(number),
    });
    if let (Some(clock), &[seconds, part]) = (clock, &parts[..]) {
        let now = clocks::moment(call, seconds, part);
        if matches!(clock, Counter::Resolution(_)) {
            let zero = call.pool.bv_u64(64, 0);
            let some = call.pool.ne(now, zero);
            call.given(some)?;
        }
        clocks::reads(call, clock, now)?;
    }
    Ok(parts)
}

/// What `getrusage` says. All of it only grows but for what may be reset: the peak of memory, which comes first of the
/// counts.
fn usage(call: &mut Call<'_>, word: u32) -> Result<Vec<Bv>, Stop> {
    const PEAK: usize = 0;
    let mut parts = Vec::new();
    for _ in 0..2 {
        time(call, word, MICROS, &mut parts)?;
    }
    let counts = counts(call, 14);
    if let Some(whose) = known(call, 0) {
        for (index, time) in parts.clone().chunks(2).enumerate() {
            let now = clocks::moment(call, time[0], time[1]);
            clocks::reads(call, Counter::Usage(whose, counts.len() + index), now)?;
        }
        for (index, count) in counts.iter().enumerate().filter(|(index, _)| *index != PEAK) {
            clocks::reads(call, Counter::Usage(whose, index), *count)?;
        }
    }
    parts.extend(counts);
    Ok(parts)
}

/// What `stat` says of a file: of some kind, of no negative size, with a name unless the program
/// has it open.
fn status(call: &mut Call<'_>) -> Result<Vec<Bv>, Stop> {
    const BLOCK_SIZE_BITS: u32 = 24;
    const LINK: u64 = 0o12;
    const KINDS: &[u64] = &[0o1, 0o2, 0o4, 0o6, 0o10, 0o14];
    const NO_FOLLOW: i32 = 0x100;
    const EMPTY_PATH: i32 = 0x1000;
    let is_descriptor = call.name.trim_end_matches("64") == "fstat";
    // A name in `/proc` leads to what a process has open, of which some has no kind at all.
    let (may_be_link, may_be_none) = match call.name.trim_end_matches("64") {
        "lstat" => (true, false),
        "fstatat" => known(call, 3).map_or((true, true), |flags| {
            let is_descriptor = flags & EMPTY_PATH != 0;
            let follows = flags & NO_FOLLOW == 0;
            (is_descriptor || !follows, is_descriptor || follows)
        }),
        "fstat" => {
            let is_any = descriptor_facts::is_of_any_kind(call);
            (is_any, is_any)
        }
        _ => (false, true),
    };
    let layout = stat::layout(call);
    let kind = symbol(call, 4);
    let mut kinds = KINDS.to_vec();
    kinds.extend(may_be_link.then_some(LINK));
    kinds.extend(may_be_none.then_some(0));
    one_of(call, kind, &kinds)?;
    let permissions = symbol(call, 12);
    let mode = call.pool.bv_concat(kind, permissions);
    let links = symbol(call, 16);
    if !is_descriptor {
        is_not(call, links, 0)?;
    }
    let block_size = symbol(call, BLOCK_SIZE_BITS);
    is_not(call, block_size, 0)?;
    let mut fields = Vec::new();
    for (index, (at, len)) in layout.fields.into_iter().enumerate() {
        let width = len * 8;
        let field = match index {
            stat::MODE => call.pool.bv_zext(mode, width),
            stat::LINKS => call.pool.bv_zext(links, width),
            stat::SIZE => {
                let size = natural(call, files::SIZE_BITS.min(width - 1), width);
                files::note_size(call, size);
                size
            }
            stat::BLOCK_SIZE => call.pool.bv_zext(block_size, width),
            stat::BLOCKS => natural(call, (files::SIZE_BITS - 9).min(width - 1), width),
            _ => symbol(call, width),
        };
        fields.push((at, field));
    }
    if is_descriptor {
        let [device, file, of_device] = stat::IDENTITY.map(|index| fields[index].1);
        descriptor_facts::status(call, kind, [device, file, of_device])?;
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

/// An address or option of a socket, as much of it as there is room for, and the length that it has.
pub fn address(call: &mut Call<'_>, to: u64, index: usize) -> Result<(), Stop> {
    let room_at = call.arg_u64(index + 1)?;
    if to == 0 {
        return Ok(());
    }
    let room = call.load(room_at, 4)?;
    let known = sockets::known_part(call)?;
    let len = match known.len {
        Some(len) => len,
        None => {
            call.leave_out("what is known of sockets and does not fill the room for it");
            room.min(LONGEST_ADDRESS)
        }
    };
    let parts = (0..len.min(room)).map(|_| symbol(call, 8)).collect::<Vec<_>>();
    sockets::agrees(call, &known, &parts)?;
    put(call, to, index, parts)?;
    let len = call.pool.bv_u64(32, len);
    put(call, room_at, index + 1, vec![len])
}
