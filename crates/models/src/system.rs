//! The process and the machine it runs on: identities, limits, waiting.
//!
//! There is one process: what would make another one fails with `ENOSYS`.

use crate::errno;
use crate::spec::{Table, exact, one_of_many};
use crate::stdio::{Bad, settle_int, settle_word};
use margay_engine::{CLOCK_MONOTONIC, CLOCK_PROCESS_CPU, Call, Flow, ModelResult, Stop};

pub const MODELS: Table = &[
    exact("getpid", |call| Ok(Flow::int(call.world.process_id()))),
    exact("getppid", |call| Ok(Flow::int(call.world.parent_process_id()))),
    exact("getuid", user),
    exact("geteuid", user),
    exact("getgid", group),
    exact("getegid", group),
    exact("getpgrp", |call| Ok(Flow::int(call.world.process_id()))),
    exact("getpgid", |call| Ok(Flow::int(call.world.process_id()))),
    exact("getsid", |call| Ok(Flow::int(call.world.process_id()))),
    exact("gettid", |call| Ok(Flow::int(call.world.process_id()))),
    exact("setuid", |_| Ok(Flow::int(0))),
    exact("setgid", |_| Ok(Flow::int(0))),
    exact("seteuid", |_| Ok(Flow::int(0))),
    exact("setegid", |_| Ok(Flow::int(0))),
    exact("sleep", sleep),
    exact("usleep", usleep),
    exact("nanosleep", |call| nanosleep(call, 0)),
    exact("clock_nanosleep", |call| nanosleep(call, 2)),
    exact("gethostname", gethostname),
    exact("sysconf", sysconf),
    exact("__sysconf", sysconf),
    one_of_many("pathconf", pathconf),
    one_of_many("fpathconf", pathconf),
    exact("getpagesize", |_| Ok(Flow::int(4096))),
    exact("__getpagesize", |_| Ok(Flow::int(4096))),
    exact("getdtablesize", |_| Ok(Flow::int(1024))),
    exact("getrusage", getrusage),
    exact("times", times),
    exact("fork", |call| no_process(call, "fork")),
    exact("vfork", |call| no_process(call, "vfork")),
    exact("pipe", |call| no_process(call, "pipe")),
    exact("pipe2", |call| no_process(call, "pipe2")),
    exact("socket", |call| no_process(call, "socket")),
    exact("socketpair", |call| no_process(call, "socketpair")),
    exact("execv", |call| no_process(call, "execv")),
    exact("execve", |call| no_process(call, "execve")),
    exact("execvp", |call| no_process(call, "execvp")),
    exact("execvpe", |call| no_process(call, "execvpe")),
    exact("execl", |call| no_process(call, "execl")),
    exact("execlp", |call| no_process(call, "execlp")),
    exact("execle", |call| no_process(call, "execle")),
    exact("wait", no_child),
    exact("waitpid", no_child),
    one_of_many("wait3", no_child),
    one_of_many("wait4", no_child),
];

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
    let seconds = call.arg_u32(0)?;
    call.world.sleep(u64::from(seconds), 0);
    Ok(Flow::int(0))
}

fn usleep(call: &mut Call<'_>) -> ModelResult {
    let micros = call.arg_u32(0)?;
    call.world.sleep(u64::from(micros / 1_000_000), micros % 1_000_000 * 1000);
    Ok(Flow::int(0))
}

fn nanosleep(call: &mut Call<'_>, first: usize) -> ModelResult {
    let at = call.arg_u64(first)?;
    let word = call.pointer_bytes();
    let seconds = call.load(at, word)?;
    let nanoseconds = call.load(at + u64::from(word), word)?;
    let valid = u32::try_from(nanoseconds).ok().filter(|n| *n < 1_000_000_000);
    let Some(nanoseconds) = valid.filter(|_| seconds >> (word * 8 - 1) == 0) else {
        if call.name == "clock_nanosleep" {
            return Ok(Flow::int(errno::EINVAL));
        }
        return settle_int(call, Err(Bad::Errno(errno::EINVAL)));
    };
    call.world.sleep(seconds, nanoseconds);
    Ok(Flow::int(0))
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
