//! Small interfaces of the system: byte order, limits, users, dynamic loading, logging.
//!
//! Where the system would have to be asked, the answer is the one of a bare machine:
//! no other user, no shared object, no limit.

use crate::LibC;
use crate::errno::{EINVAL, ENOENT};
use crate::flow::{Boundary, Data, Labels, Primitive, Use, Where};
use crate::spec::{Facts, Table, exact, one_of_many, unmodelled};
use crate::text::{static_object, static_text};
use margay_engine::{Call, Flow, ModelResult, Stop, Value, mask};

pub const MODELS: Table = Table::of(&[
    exact("__errno_location", |call| Ok(Flow::address(call.errno_address()))).typed("p").quiet(),
    exact("__error", |call| Ok(Flow::address(call.errno_address()))).typed("viip."),
    exact("__h_errno_location", |call| {
        Ok(Flow::address(static_object(call, "h_errno", || vec![0; 4])))
    })
    .typed("p"),
    exact("htons", swap16).typed("hh").quiet().signal_safe(),
    exact("ntohs", swap16).typed("hh").quiet().signal_safe(),
    exact("htonl", swap32).typed("ii").quiet().signal_safe(),
    exact("ntohl", swap32).typed("ii").quiet().signal_safe(),
    exact("a64l", a64l).typed("lp"),
    exact("l64a", l64a).typed("pl"),
    one_of_many("getlogin", |call| not_found(call, "getlogin")).typed("p"),
    one_of_many("getgroups", |_| Ok(Flow::int(0))).typed("iip").signal_safe(),
    one_of_many("prctl", |_| Ok(Flow::int(0)))
        .typed("ii.")
        .signal_safe()
        .with(Facts::CHANGES_IDENTITY),
    one_of_many("sysinfo", |call| {
        let place = call.arg_u64(0)?;
        call.memory().fill(place, SYSINFO_BYTES, Value::ZERO)?;
        Ok(Flow::int(0))
    })
    .typed("ip")
    .signal_safe(),
    one_of_many("getauxval", |_| Ok(Flow::address(0))).typed("ll"),
    one_of_many("iconv_open", |call| {
        crate::count_unsupported(call, "iconv_open");
        call.set_errno(EINVAL)?;
        Ok(call.word(-1).into())
    })
    .typed("ppp"),
    one_of_many("iconv_close", |_| Ok(Flow::int(-1))).typed("ip"),
    one_of_many("dlopen", |call| not_found(call, "dlopen"))
        .typed("ppi")
        .sinks(&[Boundary::Code(0)]),
    one_of_many("dlsym", null).typed("ppp"),
    one_of_many("dlclose", |_| Ok(Flow::int(-1))).typed("ip"),
    one_of_many("dladdr", |_| Ok(Flow::int(0))).typed("ipp"),
    one_of_many("dlerror", |call| {
        Ok(Flow::address(static_text(call, "dlerror", "dynamic loading is not supported")))
    })
    .typed("p"),
    exact("openlog", |_| Ok(Flow::void())).typed("vpii"),
    exact("syslog", |_| Ok(Flow::void()))
        .typed("vip.")
        .only_reads()
        .sinks(&[Boundary::Format(1, Where::Log)]),
    exact("vsyslog", |_| Ok(Flow::void()))
        .typed("vipp")
        .sinks(&[Boundary::FormatList(1, Where::Log)]),
    exact("__syslog_chk", |_| Ok(Flow::void())).typed("viip."),
    exact("closelog", |_| Ok(Flow::void())).typed("v"),
    one_of_many("setlogmask", |_| Ok(Flow::int(0xff))).typed("ii"),
    one_of_many("uname", uname).typed("ip").signal_safe(),
    one_of_many("getrlimit", getrlimit).typed("iip").signal_safe(),
    one_of_many("getrlimit64", getrlimit).typed("iip"),
    one_of_many("setrlimit", |_| Ok(Flow::int(0))).typed("iip").signal_safe(),
    one_of_many("setrlimit64", |_| Ok(Flow::int(0))).typed("iip"),
    one_of_many("getpriority", |_| Ok(Flow::int(0))).typed("iii").signal_safe(),
    one_of_many("setpriority", |_| Ok(Flow::int(0))).typed("iiii").signal_safe(),
    one_of_many("nice", |_| Ok(Flow::int(0))).typed("ii"),
    one_of_many("getpwuid", |call| not_found(call, "getpwuid"))
        .typed("pi")
        .brings(&[(Data::Given(1), Labels::SECRET)]),
    one_of_many("getpwnam", |call| not_found(call, "getpwnam"))
        .typed("pp")
        .brings(&[(Data::Given(1), Labels::SECRET)]),
    one_of_many("getgrgid", |call| not_found(call, "getgrgid")).typed("pi"),
    one_of_many("getgrnam", |call| not_found(call, "getgrnam")).typed("pp"),
    one_of_many("getpwent", |call| not_found(call, "getpwent"))
        .typed("p")
        .brings(&[(Data::Given(1), Labels::SECRET)]),
    one_of_many("getgrent", |call| not_found(call, "getgrent")).typed("p"),
    exact("setpwent", |_| Ok(Flow::void())).typed("v"),
    exact("endpwent", |_| Ok(Flow::void())).typed("v"),
    one_of_many("backtrace", |_| Ok(Flow::int(0))).typed("ipi"),
    one_of_many("mlock", |_| Ok(Flow::int(0))).typed("ipl").signal_safe(),
    one_of_many("munlock", |_| Ok(Flow::int(0))).typed("ipl").signal_safe(),
    one_of_many("mlockall", |_| Ok(Flow::int(0))).typed("ii"),
    exact("sched_yield", |_| Ok(Flow::int(0))).typed("i").gives_way().signal_safe(),
    one_of_many("getloadavg", |_| Ok(Flow::int(-1))).typed("ipi"),
    one_of_many("get_nprocs", |_| Ok(Flow::int(1))).typed("i"),
    one_of_many("get_nprocs_conf", |_| Ok(Flow::int(1))).typed("i"),
    one_of_many("__sched_cpucount", |_| Ok(Flow::int(1))).typed("ilp"),
    one_of_many("gnu_get_libc_version", |call| {
        Ok(Flow::address(static_text(call, "2.36", "2.36")))
    })
    .typed("p"),
    one_of_many("gnu_get_libc_release", |call| {
        Ok(Flow::address(static_text(call, "stable", "stable")))
    })
    .typed("p"),
    exact("__register_atfork", |_| Ok(Flow::int(0))).typed("ippp."),
    exact("__fdelt_chk", |call| {
        let fd = crate::text::arg_signed(call, 0)?;
        let bits = i64::from(call.pointer_bytes()) * 8;
        Ok(call.word(fd / bits).into())
    })
    .typed("ll"),
    // Without models.
    unmodelled("posix_trace_event").signal_safe(),
    unmodelled("crypt").typed("ppp").sinks(&[Boundary::Credential(0, Use::Password)]),
    unmodelled("dlmopen").typed("plpi").sinks(&[Boundary::Code(1)]),
    unmodelled("encrypt").typed("vpi").sinks(&[Boundary::Weak(Primitive::Cipher("DES"))]),
    unmodelled("setkey")
        .typed("vp")
        .sinks(&[Boundary::Credential(0, Use::Key), Boundary::Weak(Primitive::Cipher("DES"))]),
    unmodelled("getspnam").brings(&[(Data::Given(1), Labels::SECRET)]),
]);

/// A program may be installed, or linked, under any name.
const OTHER_NAMES: &str = "other names of the program than the one that it is given";

/// Where the program's name is. A function that is analysed alone finds one as well: glibc sets it before all code.
fn program_name(call: &mut Call<'_>) -> u64 {
    call.leave_out(OTHER_NAMES);
    if call.library::<LibC>().process.program_name == 0 {
        let name = static_text(call, "program name", "program");
        call.library::<LibC>().process.program_name = name;
    }
    call.library::<LibC>().process.program_name
}

/// Variables that no other file has.
pub fn define_global(name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
    match name {
        "signgam" => {
            call.store(address, 4, 0)?;
            call.library::<LibC>().signgam = address;
        }
        "program_invocation_name" | "__progname_full" => {
            let full = program_name(call);
            call.store_pointer(address, full)?;
        }
        "program_invocation_short_name" | "__progname" => {
            let full = program_name(call);
            let skipped =
                crate::stderr::full_name(call)?.len() - crate::stderr::short_name(call)?.len();
            call.store_pointer(address, full.wrapping_add(skipped as u64))?;
        }
        _ => return Ok(false),
    }
    Ok(true)
}

/// Bytes of `struct sysinfo` on x86-64.
const SYSINFO_BYTES: u64 = 112;

/// The digits of `a64l` and `l64a`.
const DIGITS: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn a64l(call: &mut Call<'_>) -> ModelResult {
    let text = call.arg_u64(0)?;
    let text = crate::text::string(call, text)?;
    let digits = text.iter().take(6).map_while(|c| DIGITS.iter().position(|digit| digit == c));
    let bits = digits.enumerate().fold(0u64, |sum, (at, digit)| sum | (digit as u64) << (6 * at));
    Ok(Value::Int(bits & mask(32)).into())
}

fn l64a(call: &mut Call<'_>) -> ModelResult {
    let mut rest = call.arg_u64(0)? & mask(32);
    if rest == 0 {
        return Ok(Flow::address(static_text(call, "", "")));
    }
    let mut text = Vec::new();
    while rest != 0 {
        text.push(DIGITS[usize::try_from(rest & 63).unwrap_or(0)]);
        rest >>= 6;
    }
    let buffer = static_object(call, "l64a buffer", || vec![0; 7]);
    call.write_string(buffer, &text)?;
    Ok(Flow::address(buffer))
}

fn null(_call: &mut Call<'_>) -> ModelResult {
    Ok(Flow::address(0))
}

/// There may be one, but the system is not asked.
fn not_found(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    crate::count_unsupported(call, name);
    call.set_errno(ENOENT)?;
    Ok(Flow::address(0))
}

/// Every target here is little-endian: the network's order is the other one.
fn swap16(call: &mut Call<'_>) -> ModelResult {
    let value = u16::try_from(call.arg_u64(0)? & mask(16)).unwrap_or(0);
    Ok(Value::Int(u64::from(value.swap_bytes())).into())
}

fn swap32(call: &mut Call<'_>) -> ModelResult {
    Ok(Value::Int(u64::from(call.arg_u32(0)?.swap_bytes())).into())
}

/// `struct utsname`: six fields of 65 bytes.
fn uname(call: &mut Call<'_>) -> ModelResult {
    const FIELD: usize = 65;
    let place = call.arg_u64(0)?;
    let machine = call.program.triple.split('-').next().unwrap_or("x86_64").to_string();
    let fields = ["Linux", "localhost", "6.1.0", "#1 SMP", machine.as_str(), "(none)"];
    let mut bytes = Vec::new();
    for field in fields {
        bytes.extend(field.as_bytes().iter().take(FIELD - 1));
        bytes.resize(bytes.len().next_multiple_of(FIELD), 0);
    }
    call.write_bytes(place, &bytes)?;
    Ok(Flow::int(0))
}

/// The stack has 8 MiB, the rest has no limit.
fn getrlimit(call: &mut Call<'_>) -> ModelResult {
    const STACK: i32 = 3;
    const OPEN_FILES: i32 = 7;
    let (resource, place) = (call.arg_i32(0)?, call.arg_u64(1)?);
    let word = if call.name.ends_with("64") { 8 } else { call.pointer_bytes() };
    let (soft, hard) = match resource {
        STACK => (8 << 20, u64::MAX),
        OPEN_FILES => (1024, 4096),
        0..=15 => (u64::MAX, u64::MAX),
        _ => {
            call.set_errno(EINVAL)?;
            return Ok(Flow::int(-1));
        }
    };
    call.store(place, word, soft)?;
    call.store(place.wrapping_add(u64::from(word)), word, hard)?;
    Ok(Flow::int(0))
}
