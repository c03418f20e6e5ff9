//! The process and the machine it runs on: identities, limits, waiting.
//!
//! There is one process: what would make another one fails with `ENOSYS`.

use crate::errno;
use crate::flow::Boundary;
use crate::pthread::has_valid_time;
use crate::spec::{Facts, Table, exact, exact_for, one_of_many, uninterrupted, unmodelled};
use crate::stdio::{Bad, settle_int, settle_word};
use margay_engine::{
    CLOCK_MONOTONIC, CLOCK_PROCESS_CPU, Call, Flow, ModelResult, Stop, Value, terms,
};

pub const MODELS: Table = Table::of(&[
    one_of_many("getpid", |call| Ok(Flow::int(call.world.process_id()))).typed("i").signal_safe(),
    one_of_many("getppid", |call| Ok(Flow::int(call.world.parent_process_id())))
        .typed("i")
        .signal_safe(),
    one_of_many("getuid", user).typed("i").signal_safe(),
    one_of_many("geteuid", user).typed("i").signal_safe(),
    one_of_many("getgid", group).typed("i").signal_safe(),
    one_of_many("getegid", group).typed("i").signal_safe(),
    one_of_many("getpgrp", |call| Ok(Flow::int(call.world.process_id()))).typed("i").signal_safe(),
    one_of_many("getpgid", |call| Ok(Flow::int(call.world.process_id()))).typed("ii").signal_safe(),
    one_of_many("getsid", |call| Ok(Flow::int(call.world.process_id()))).typed("ii").signal_safe(),
    one_of_many("gettid", |call| Ok(Flow::int(call.world.process_id()))).typed("i").signal_safe(),
    one_of_many("setuid", |_| Ok(Flow::int(0)))
        .typed("ii")
        .signal_safe()
        .with(Facts::CHANGES_IDENTITY),
    one_of_many("setgid", |_| Ok(Flow::int(0)))
        .typed("ii")
        .signal_safe()
        .with(Facts::CHANGES_IDENTITY),
    one_of_many("seteuid", |_| Ok(Flow::int(0)))
        .typed("ii")
        .signal_safe()
        .with(Facts::CHANGES_IDENTITY),
    one_of_many("setegid", |_| Ok(Flow::int(0)))
        .typed("ii")
        .signal_safe()
        .with(Facts::CHANGES_IDENTITY),
    exact_for("sleep", uninterrupted, sleep)
        .typed("ii")
        .gives_way()
        .signal_safe()
        .sinks(&[Boundary::Wait(0, 600)]),
    exact_for("usleep", uninterrupted, usleep)
        .typed("ii")
        .gives_way()
        .signal_safe()
        .sinks(&[Boundary::Wait(0, 600_000_000)]),
    exact_for("nanosleep", uninterrupted, |call| nanosleep(call, 0))
        .typed("ipp")
        .gives_way()
        .signal_safe(),
    exact_for("clock_nanosleep", has_known_clock, |call| nanosleep(call, 2))
        .typed("iiipp")
        .gives_way()
        .signal_safe(),
    one_of_many("gethostname", gethostname).typed("ipl"),
    one_of_many("sysconf", sysconf).typed("li"),
    one_of_many("__sysconf", sysconf).typed("li"),
    one_of_many("pathconf", pathconf).typed("lpi"),
    one_of_many("fpathconf", pathconf).typed("lii"),
    exact("getpagesize", |_| Ok(Flow::int(4096))).typed("i"),
    exact("__getpagesize", |_| Ok(Flow::int(4096))).typed("i"),
    one_of_many("getdtablesize", |_| Ok(Flow::int(1024))).typed("i"),
    one_of_many("getrusage", getrusage).typed("iip").signal_safe().with(Facts::READS_CLOCKS),
    one_of_many("times", times).typed("lp").signal_safe().with(Facts::READS_CLOCKS),
    one_of_many("fork", |call| no_process(call, "fork")).typed("i").starts_others().signal_safe(),
    one_of_many("vfork", |call| no_process(call, "vfork"))
        .typed("i")
        .returns_twice()
        .starts_others()
        .signal_safe()
        .with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER)),
    one_of_many("pipe", |call| no_process(call, "pipe"))
        .typed("ip")
        .signal_safe()
        .with(Facts::MAKES_ENDS),
    one_of_many("pipe2", |call| no_process(call, "pipe2"))
        .typed("ipi")
        .signal_safe()
        .with(Facts::MAKES_ENDS),
    one_of_many("socket", |call| no_process(call, "socket"))
        .typed("iiii")
        .signal_safe()
        .with(Facts::MAKES_ENDS),
    one_of_many("socketpair", |call| no_process(call, "socketpair"))
        .typed("iiiip")
        .signal_safe()
        .with(Facts::MAKES_ENDS),
    one_of_many("execv", |call| no_process(call, "execv"))
        .typed("ipp")
        .signal_safe()
        .sinks(&[Boundary::ExecArray]),
    one_of_many("execve", |call| no_process(call, "execve"))
        .typed("ippp")
        .signal_safe()
        .sinks(&[Boundary::ExecArray]),
    one_of_many("execvp", |call| no_process(call, "execvp"))
        .typed("ipp")
        .sinks(&[Boundary::ExecArray]),
    one_of_many("execvpe", |call| no_process(call, "execvpe"))
        .typed("ippp")
        .sinks(&[Boundary::ExecArray]),
    one_of_many("execl", |call| no_process(call, "execl"))
        .typed("ipp.")
        .signal_safe()
        .sinks(&[Boundary::ExecList]),
    one_of_many("execlp", |call| no_process(call, "execlp"))
        .typed("ipp.")
        .sinks(&[Boundary::ExecList]),
    one_of_many("execle", |call| no_process(call, "execle"))
        .typed("ipp.")
        .signal_safe()
        .sinks(&[Boundary::ExecList]),
    one_of_many("wait", no_child).typed("ip").signal_safe(),
    one_of_many("waitpid", no_child).typed("iipi").signal_safe(),
    one_of_many("wait3", no_child).typed("ipip").signal_safe(),
    one_of_many("wait4", no_child).typed("iipip").signal_safe(),
    // Without models.
    unmodelled("clone")
        .typed("ippip.")
        .starts_others()
        .with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER).and(Facts::SHARES_MASK)),
    unmodelled("fexecve").signal_safe(),
    unmodelled("setpgid").typed("iii").signal_safe().with(Facts::CHANGES_IDENTITY),
    unmodelled("setsid").typed("i").signal_safe().with(Facts::CHANGES_IDENTITY),
    unmodelled("chroot").typed("ip").sinks(&[Boundary::Path(0)]),
    unmodelled("initgroups").typed("ipi").with(Facts::CHANGES_IDENTITY),
    unmodelled("setfsgid").typed("ii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setfsuid").typed("ii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setns").typed("iii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setpgrp").typed("i").with(Facts::CHANGES_IDENTITY),
    unmodelled("setregid").typed("iii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setresgid").typed("iiii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setresuid").typed("iiii").with(Facts::CHANGES_IDENTITY),
    unmodelled("setreuid").typed("iii").with(Facts::CHANGES_IDENTITY),
    unmodelled("unshare").typed("ii").with(Facts::CHANGES_IDENTITY.and(Facts::SHARES_MASK)),
    unmodelled("clone3")
        .with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER).and(Facts::SHARES_MASK)),
    unmodelled("daemon").with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER)),
    unmodelled("forkpty").with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER)),
    unmodelled("posix_spawn").with(Facts::MOVES_FILES_UNSEEN.and(Facts::SPAWNS)),
    unmodelled("posix_spawnp").with(Facts::MOVES_FILES_UNSEEN.and(Facts::SPAWNS)),
    unmodelled("ptrace").with(Facts::SPAWNS),
    unmodelled("syscall")
        .with(Facts::MOVES_FILES_UNSEEN.and(Facts::BECOMES_ANOTHER).and(Facts::SHARES_MASK)),
]);

fn user(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(call.world.user_id().cast_signed()))
}

fn group(call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::int(call.world.group_id().cast_signed()))
}

fn no_process(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    crate::count_unsupported(call, name);
    settle_int(call, Err(Bad::Errno(errno::ENOSYS)))
}

fn no_child(call: &mut Call<'_>) -> ModelResult {
    settle_int(call, Err(Bad::Errno(errno::ECHILD)))
}

fn sleep(call: &mut Call<'_>) -> ModelResult {
    if let Value::Int(seconds) = call.arg(0) {
        call.world.sleep(seconds, 0);
    }
    Ok(Flow::int(0))
}

fn usleep(call: &mut Call<'_>) -> ModelResult {
    if let Value::Int(micros) = call.arg(0)
        && let Ok(micros) = u32::try_from(micros)
    {
        call.world.sleep(u64::from(micros / 1_000_000), micros % 1_000_000 * 1000);
    }
    Ok(Flow::int(0))
}

/// Sleeps for the time that an argument points to; one that is no time is refused.
fn nanosleep(call: &mut Call<'_>, index: usize) -> ModelResult {
    let (at, word) = (call.arg_u64(index)?, call.pointer_bytes());
    let seconds = call.load_value(at, word)?;
    let nanoseconds = call.load_value(at.wrapping_add(u64::from(word)), word)?;
    let of_second = has_valid_time(call, index)?;
    let sign = terms::term(call.pool, seconds, word * 8);
    let zero = call.pool.bv_u64(word * 8, 0);
    let natural = call.pool.bv_sle(zero, sign);
    if !of_second || !call.decide(natural)? {
        if call.name == "clock_nanosleep" {
            return Ok(Flow::int(errno::EINVAL));
        }
        return settle_int(call, Err(Bad::Errno(errno::EINVAL)));
    }
    if let (Value::Int(seconds), Value::Int(nanoseconds)) = (seconds, nanoseconds)
        && let Ok(nanoseconds) = u32::try_from(nanoseconds)
    {
        call.world.sleep(seconds, nanoseconds);
    }
    Ok(Flow::int(0))
}

/// Whether `clock_nanosleep` names a clock that there is on every machine, and options that there are.
fn has_known_clock(call: &mut Call<'_>) -> Result<bool, Stop> {
    const REALTIME_MONOTONIC_BOOT_TAI: [i32; 4] = [0, 1, 7, 11];
    let known = REALTIME_MONOTONIC_BOOT_TAI.contains(&call.arg_i32(0)?);
    Ok(known && (0..=1).contains(&call.arg_i32(1)?) && uninterrupted(call)?)
}

/// One line of a file of the kernel, without its end.
fn kernel_line(call: &mut Call<'_>, path: &str, otherwise: &str) -> Vec<u8> {
    let mut buffer = vec![0; 256];
    let got = call.world.open(path.as_bytes(), 0, 0).and_then(|fd| {
        let got = call.world.read(fd, &mut buffer);
        call.world.close(fd)?;
        got
    });
    let mut line = match got {
        Ok(len @ 1..) => buffer[..len].to_vec(),
        _ => otherwise.as_bytes().to_vec(),
    };
    if let Some(end) = line.iter().position(|byte| *byte == b'\n') {
        line.truncate(end);
    }
    line
}

fn host_name(call: &mut Call<'_>) -> Vec<u8> {
    kernel_line(call, "/proc/sys/kernel/hostname", "localhost")
}

fn gethostname(call: &mut Call<'_>) -> ModelResult {
    let (to, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mut name = host_name(call);
    name.push(0);
    let fits = name.len() as u64 <= size;
    name.truncate(usize::try_from(size).unwrap_or(usize::MAX));
    call.write_bytes(to, &name)?;
    settle_int(call, if fits { Ok(0) } else { Err(Bad::Errno(errno::ENAMETOOLONG)) })
}

fn sysconf(call: &mut Call<'_>) -> ModelResult {
    let name = call.arg_i32(0)?;
    let value = match name {
        0 => 2_097_152,     // _SC_ARG_MAX
        2 => 100,           // _SC_CLK_TCK
        3 => 65_536,        // _SC_NGROUPS_MAX
        4 => 1024,          // _SC_OPEN_MAX
        5 => 16,            // _SC_STREAM_MAX
        29 => 200_809,      // _SC_VERSION
        30 => 4096,         // _SC_PAGESIZE
        36 => 99,           // _SC_BC_BASE_MAX
        43 => 2048,         // _SC_LINE_MAX
        60 => 1024,         // _SC_IOV_MAX
        67 => 200_809,      // _SC_THREADS
        69 | 70 => 1024,    // _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX
        71 => 256,          // _SC_LOGIN_NAME_MAX
        72 => 32,           // _SC_TTY_NAME_MAX
        83 | 84 => 1,       // _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN
        85 | 86 => 1 << 20, // _SC_PHYS_PAGES, _SC_AVPHYS_PAGES
        149 => 200_809,     // _SC_MONOTONIC_CLOCK
        180 => 64,          // _SC_HOST_NAME_MAX
        190 => 64,          // _SC_LEVEL1_DCACHE_LINESIZE
        _ => return settle_word(call, Err(Bad::Errno(errno::EINVAL))),
    };
    settle_word(call, Ok(value))
}

fn pathconf(call: &mut Call<'_>) -> ModelResult {
    let value = match call.arg_i32(1)? {
        0 => 127,      // _PC_LINK_MAX, the least that is promised
        1 | 2 => 255,  // _PC_MAX_CANON, _PC_MAX_INPUT
        3 => 255,      // _PC_NAME_MAX
        4 | 5 => 4096, // _PC_PATH_MAX, _PC_PIPE_BUF
        _ => -1,
    };
    settle_word(call, Ok(value))
}

/// Processor time as user time; the rest is zero.
fn getrusage(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(1)?;
    let word = call.pointer_bytes();
    let (seconds, nanoseconds) = call.world.clock(CLOCK_PROCESS_CPU).unwrap_or((0, 0));
    call.write_bytes(to, &vec![0; 18 * word as usize])?;
    call.store(to, word, seconds.cast_unsigned())?;
    call.store(to + u64::from(word), word, (nanoseconds / 1000).cast_unsigned())?;
    Ok(Flow::int(0))
}

fn ticks(call: &mut Call<'_>, clock: i32) -> Result<u64, Stop> {
    let (seconds, nanoseconds) = call.world.clock(clock).unwrap_or((0, 0));
    Ok((seconds * 100 + nanoseconds / 10_000_000).cast_unsigned())
}

fn times(call: &mut Call<'_>) -> ModelResult {
    let to = call.arg_u64(0)?;
    let used = ticks(call, CLOCK_PROCESS_CPU)?;
    let word = call.pointer_bytes();
    if to != 0 {
        for (index, value) in [(0, used), (1, 0), (2, 0), (3, 0)] {
            call.store(to + index * u64::from(word), word, value)?;
        }
    }
    let now = ticks(call, CLOCK_MONOTONIC)?;
    settle_word(call, Ok(now.cast_signed()))
}
