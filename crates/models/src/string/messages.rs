//! The texts of errors and signals: `strerror`, `strsignal` and their kin.

use super::copy::copy_cut;
use crate::errno;
use crate::spec::{Facts, Table, exact};
use crate::text::{static_object, static_text};
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = Facts::QUIET.of_all(&[
    exact("strerror", strerror).typed("pi").only_reads(),
    exact("strerror_l", strerror).typed("pip"),
    exact("strerror_r", strerror_r).typed("pipl"),
    exact("__xpg_strerror_r", xpg_strerror_r).typed("iipl"),
    exact("strerrorname_np", |call| described(call, ERROR_NAMES)).typed("pi"),
    exact("strerrordesc_np", strerrordesc_np).typed("pi"),
    exact("strsignal", strsignal).typed("pi"),
    exact("sigabbrev_np", |call| described(call, SIGNAL_NAMES)).typed("pi"),
    exact("sigdescr_np", |call| described(call, SIGNAL_TEXTS)).typed("pi"),
]);

/// The text of a signal.
pub fn signal_text(signal: i32) -> String {
    match known(SIGNAL_TEXTS, signal) {
        Some(text) => text.to_string(),
        None if (34..=64).contains(&signal) => format!("Real-time signal {}", signal - 34),
        None => format!("Unknown signal {signal}"),
    }
}

fn known(texts: &'static [&'static str], number: i32) -> Option<&'static str> {
    let index = usize::try_from(number).ok()?;
    texts.get(index).copied().filter(|text| !text.is_empty())
}

/// Room of the buffer for texts that no table has.
const SCRATCH: usize = 64;

/// Known texts never change; the others share one buffer, as in glibc.
fn shared_text(call: &mut Call<'_>, text: &str) -> ModelResult {
    if !text.starts_with("Unknown") {
        return Ok(Flow::address(static_text(call, text, text)));
    }
    let buffer = static_object(call, "strerror buffer", || vec![0; SCRATCH]);
    call.write_string(buffer, text.as_bytes())?;
    Ok(Flow::address(buffer))
}

fn strerror(call: &mut Call<'_>) -> ModelResult {
    let errno = call.arg_i32(0)?;
    shared_text(call, &errno::message(errno))
}

fn strsignal(call: &mut Call<'_>) -> ModelResult {
    let signal = call.arg_i32(0)?;
    shared_text(call, &signal_text(signal))
}

/// The name of an error's constant, if it has one.
pub fn error_name(errno: i32) -> Option<&'static str> {
    known(ERROR_NAMES, errno)
}

/// Whether glibc has a text for an error.
fn is_known(errno: i32) -> bool {
    error_name(errno).is_some()
}

/// GNU's form returns the text, and uses the buffer for unknown errors only.
fn strerror_r(call: &mut Call<'_>) -> ModelResult {
    let (errno, buffer, size) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    if is_known(errno) {
        return strerror(call);
    }
    copy_cut(call, buffer, size, errno::message(errno).as_bytes())?;
    Ok(Flow::address(buffer))
}

fn xpg_strerror_r(call: &mut Call<'_>) -> ModelResult {
    let (errno, buffer, size) = (call.arg_i32(0)?, call.arg_u64(1)?, call.arg_u64(2)?);
    let text = errno::message(errno);
    copy_cut(call, buffer, size, text.as_bytes())?;
    Ok(Flow::int(if !is_known(errno) {
        errno::EINVAL
    } else if (text.len() as u64) < size {
        0
    } else {
        errno::ERANGE
    }))
}

fn strerrordesc_np(call: &mut Call<'_>) -> ModelResult {
    let errno = call.arg_i32(0)?;
    Ok(Flow::address(if is_known(errno) {
        let text = errno::message(errno);
        static_text(call, &text, &text)
    } else {
        0
    }))
}

/// The entry of a table, or null.
fn described(call: &mut Call<'_>, table: &'static [&'static str]) -> ModelResult {
    let number = call.arg_i32(0)?;
    let address = known(table, number).map_or(0, |text| static_text(call, text, text));
    Ok(Flow::address(address))
}

const ERROR_NAMES: &[&str] = &[
    "0",
    "EPERM",
    "ENOENT",
    "ESRCH",
    "EINTR",
    "EIO",
    "ENXIO",
    "E2BIG",
    "ENOEXEC",
    "EBADF",
    "ECHILD",
    "EAGAIN",
    "ENOMEM",
    "EACCES",
    "EFAULT",
    "ENOTBLK",
    "EBUSY",
    "EEXIST",
    "EXDEV",
    "ENODEV",
    "ENOTDIR",
    "EISDIR",
    "EINVAL",
    "ENFILE",
    "EMFILE",
    "ENOTTY",
    "ETXTBSY",
    "EFBIG",
    "ENOSPC",
    "ESPIPE",
    "EROFS",
    "EMLINK",
    "EPIPE",
    "EDOM",
    "ERANGE",
    "EDEADLK",
    "ENAMETOOLONG",
    "ENOLCK",
    "ENOSYS",
    "ENOTEMPTY",
    "ELOOP",
    "",
    "ENOMSG",
    "EIDRM",
    "ECHRNG",
    "EL2NSYNC",
    "EL3HLT",
    "EL3RST",
    "ELNRNG",
    "EUNATCH",
    "ENOCSI",
    "EL2HLT",
    "EBADE",
    "EBADR",
    "EXFULL",
    "ENOANO",
    "EBADRQC",
    "EBADSLT",
    "",
    "EBFONT",
    "ENOSTR",
    "ENODATA",
    "ETIME",
    "ENOSR",
    "ENONET",
    "ENOPKG",
    "EREMOTE",
    "ENOLINK",
    "EADV",
    "ESRMNT",
    "ECOMM",
    "EPROTO",
    "EMULTIHOP",
    "EDOTDOT",
    "EBADMSG",
    "EOVERFLOW",
    "ENOTUNIQ",
    "EBADFD",
    "EREMCHG",
    "ELIBACC",
    "ELIBBAD",
    "ELIBSCN",
    "ELIBMAX",
    "ELIBEXEC",
    "EILSEQ",
    "ERESTART",
    "ESTRPIPE",
    "EUSERS",
    "ENOTSOCK",
    "EDESTADDRREQ",
    "EMSGSIZE",
    "EPROTOTYPE",
    "ENOPROTOOPT",
    "EPROTONOSUPPORT",
    "ESOCKTNOSUPPORT",
    "EOPNOTSUPP",
    "EPFNOSUPPORT",
    "EAFNOSUPPORT",
    "EADDRINUSE",
    "EADDRNOTAVAIL",
    "ENETDOWN",
    "ENETUNREACH",
    "ENETRESET",
    "ECONNABORTED",
    "ECONNRESET",
    "ENOBUFS",
    "EISCONN",
    "ENOTCONN",
    "ESHUTDOWN",
    "ETOOMANYREFS",
    "ETIMEDOUT",
    "ECONNREFUSED",
    "EHOSTDOWN",
    "EHOSTUNREACH",
    "EALREADY",
    "EINPROGRESS",
    "ESTALE",
    "EUCLEAN",
    "ENOTNAM",
    "ENAVAIL",
    "EISNAM",
    "EREMOTEIO",
    "EDQUOT",
    "ENOMEDIUM",
    "EMEDIUMTYPE",
    "ECANCELED",
    "ENOKEY",
    "EKEYEXPIRED",
    "EKEYREVOKED",
    "EKEYREJECTED",
    "EOWNERDEAD",
    "ENOTRECOVERABLE",
    "ERFKILL",
    "EHWPOISON",
];

const SIGNAL_TEXTS: &[&str] = &[
    "",
    "Hangup",
    "Interrupt",
    "Quit",
    "Illegal instruction",
    "Trace/breakpoint trap",
    "Aborted",
    "Bus error",
    "Floating point exception",
    "Killed",
    "User defined signal 1",
    "Segmentation fault",
    "User defined signal 2",
    "Broken pipe",
    "Alarm clock",
    "Terminated",
    "Stack fault",
    "Child exited",
    "Continued",
    "Stopped (signal)",
    "Stopped",
    "Stopped (tty input)",
    "Stopped (tty output)",
    "Urgent I/O condition",
    "CPU time limit exceeded",
    "File size limit exceeded",
    "Virtual timer expired",
    "Profiling timer expired",
    "Window changed",
    "I/O possible",
    "Power failure",
    "Bad system call",
];

const SIGNAL_NAMES: &[&str] = &[
    "", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV", "USR2",
    "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU", "URG",
    "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "POLL", "PWR", "SYS",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_find_their_texts() {
        assert!(is_known(0) && is_known(133));
        assert!(!is_known(41) && !is_known(-1) && !is_known(134));
        assert_eq!(signal_text(11), "Segmentation fault");
        assert_eq!(signal_text(35), "Real-time signal 1");
    }
}
