//! What the C library, POSIX and the compiler's runtime do, for the engine.
//!
//! Every file here exports a table `MODELS` of names, functions and how exact they are ([`spec`]), and
//! [`TABLES`] joins them: a new model is one function and one entry in its file. Functions that
//! call back into the program, such as `qsort`, are written in C ([`C_SOURCE`], where
//! a definition is all it takes) and compiled with the program, so the engine walks
//! through them like the program's own.
//!
//! Models see the outside only through [`margay_engine::World`]. They behave as
//! glibc does on Linux in the locale "C".

pub mod assert;
pub mod atomic;
pub mod ctype;
pub mod dirent;
pub mod err;
pub mod errno;
pub mod fd;
pub mod float_text;
pub mod flow;
pub mod fnmatch;
pub mod getopt;
pub mod inet;
pub mod locale;
pub mod math;
pub mod memory;
pub mod misc;
pub mod mman;
pub mod paths;
pub mod process;
mod prototypes;
pub mod pthread;
mod runtime;
pub mod signal;
pub mod spec;
pub mod sse;
pub mod sse_strings;
pub mod stat;
pub mod stdio;
pub mod stdlib;
pub mod string;
pub mod symbolic;
pub mod system;
pub mod time;
pub mod wchar;

mod signal_safe;
mod stderr;
mod text;

use margay_engine::{
    Call, Dealing, Handle, Handler, Library, LibraryFacts, LibraryState, Model, Prototype,
    Resource, Stop, Value,
};
use margay_ir::Program;
use margay_ir::finding::Source;
use std::any::Any;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

pub use spec::{Exactness, Spec, Table};

/// Every table of models. A name stands in one of them only.
const TABLES: &[Table] = &[
    assert::MODELS,
    atomic::MODELS,
    atomic::SIZED,
    ctype::MODELS,
    dirent::MODELS,
    err::MODELS,
    fd::MODELS,
    fnmatch::MODELS,
    getopt::MODELS,
    inet::MODELS,
    locale::MODELS,
    math::classify::MODELS,
    math::complex::MODELS,
    math::environment::MODELS,
    math::exact::MODELS,
    math::runtime::MODELS,
    math::transcendental::BINARY,
    math::transcendental::MODELS,
    math::transcendental::NEAR,
    math::transcendental::OTHERS,
    memory::MODELS,
    misc::MODELS,
    mman::MODELS,
    paths::MODELS,
    process::MODELS,
    pthread::attributes::MODELS,
    pthread::barrier::MODELS,
    pthread::cleanup::MODELS,
    pthread::condition::MODELS,
    pthread::keys::MODELS,
    pthread::life::MODELS,
    pthread::mutex::MODELS,
    pthread::rwlock::MODELS,
    pthread::semaphore::MODELS,
    pthread::spin::MODELS,
    signal::MODELS,
    sse::MODELS,
    sse_strings::MODELS,
    stat::MODELS,
    stdio::blocks::MODELS,
    stdio::chars::MODELS,
    stdio::files::MODELS,
    stdio::open::MODELS,
    stdio::position::MODELS,
    stdio::printf::MODELS,
    stdio::scanf::MODELS,
    stdio::temporary::MODELS,
    stdio::wide::MODELS,
    stdlib::alloc::MODELS,
    stdlib::arithmetic::MODELS,
    stdlib::convert::MODELS,
    stdlib::environment::MODELS,
    stdlib::floats::MODELS,
    stdlib::random::MODELS,
    string::compare::MODELS,
    string::copy::MODELS,
    string::messages::MODELS,
    string::path::MODELS,
    string::search::MODELS,
    string::token::MODELS,
    system::MODELS,
    time::calendar::MODELS,
    time::clocks::MODELS,
    time::parse::MODELS,
    time::text::MODELS,
    wchar::ctype::MODELS,
    wchar::multibyte::MODELS,
    wchar::string::MODELS,
];

/// Functions that come back at once and depend on nothing but their arguments and memory, or say
/// something to the outside and ask it for nothing.
const QUIET: &[Table] = &[
    ctype::MODELS,
    fnmatch::MODELS,
    inet::MODELS,
    math::classify::MODELS,
    math::complex::MODELS,
    math::exact::MODELS,
    math::runtime::MODELS,
    math::transcendental::BINARY,
    math::transcendental::MODELS,
    math::transcendental::NEAR,
    math::transcendental::OTHERS,
    memory::MODELS,
    sse::MODELS,
    sse_strings::MODELS,
    stdio::printf::MODELS,
    stdlib::alloc::MODELS,
    stdlib::arithmetic::MODELS,
    stdlib::convert::MODELS,
    stdlib::floats::MODELS,
    string::compare::MODELS,
    string::copy::MODELS,
    string::messages::MODELS,
    string::path::MODELS,
    string::search::MODELS,
    string::token::MODELS,
    wchar::ctype::MODELS,
    wchar::multibyte::MODELS,
    wchar::string::MODELS,
];

/// Such functions of other tables.
const ALSO_QUIET: &[&str] = &["__errno_location", "fflush", "htonl", "htons", "ntohl", "ntohs"];

/// Functions that write nothing which the program can see, but output.
const READ_ONLY: &[Table] = &[
    ctype::MODELS,
    fnmatch::MODELS,
    math::classify::MODELS,
    stdlib::arithmetic::MODELS,
    string::compare::MODELS,
    string::search::MODELS,
];

/// Others of them.
const ALSO_READ_ONLY: &[&str] = &[
    "abort", "atof", "atoi", "atol", "atoll", "calloc", "exit", "fclose", "fflush", "fopen",
    "fprintf", "fputc", "fputs", "free", "fwrite", "getenv", "malloc", "perror", "printf", "putc",
    "putchar", "puts", "send", "sendto", "strdup", "strerror", "strndup", "syslog", "vfprintf",
    "vprintf", "write",
];

/// Functions through which threads may meet where nobody sees it, whatever they are given: each call is noted.
#[rustfmt::skip]
const WAIT_UNSEEN: &[&str] = &[
    "__fcntl", "accept", "accept4", "connect", "fcntl", "fcntl64", "flock", "kill", "killpg", "lockf", "lockf64",
    "pause", "poll", "ppoll", "pthread_kill", "readv", "select", "shutdown", "sigsuspend", "writev",
];

/// Those through which they may by a descriptor that is no file's: their models note that.
#[rustfmt::skip]
const MAY_WAIT_UNSEEN: &[&str] = &["dprintf", "read", "recv", "recvfrom", "send", "sendto", "vdprintf", "write"];

/// And by a stream, or by its end, in a program that makes streams of descriptors or gives names to pipes.
#[rustfmt::skip]
const STREAMS_MAY_WAIT: &[&str] = &[
    "_IO_getc", "_IO_putc", "fclose", "fflush", "fgetc", "fgets", "fgetwc", "fgetws", "fprintf", "fputc", "fputs",
    "fputwc", "fputws", "fread", "freopen", "fscanf", "fwprintf", "fwrite", "fwscanf", "getc", "getchar", "getdelim",
    "getline", "gets", "getw", "getwc", "getwchar", "pclose", "printf", "putc", "putchar", "puts", "putw", "putwc",
    "putwchar", "scanf", "vfprintf", "vfscanf", "vfwprintf", "vfwscanf", "vprintf", "vscanf", "vwprintf", "vwscanf",
    "wprintf", "wscanf",
];

/// And by a name, in a program that gives names to pipes.
const NAMES_MAY_WAIT: &[&str] =
    &["creat", "creat64", "fopen", "fopen64", "open", "open64", "openat", "openat64"];

/// Functions after which a standard stream may be a pipe's; by which a file may be one; and after which streams may
/// be for these or other reasons.
pub(crate) const REPLACE_STANDARD: &[&str] = &["dup2", "dup3"];
pub(crate) const NAME_PIPES: &[&str] = &["mkfifo", "mkfifoat", "mknod", "mknodat"];
const MAKE_STREAMS: &[&str] = &["fdopen", "popen"];
/// Functions that make what another thread may wait for the end of.
const MAKE_ENDS: &[&str] = &["accept", "accept4", "pipe", "pipe2", "socket", "socketpair"];

/// Whether a program calls one of some functions, or may.
pub(crate) fn has_any(program: &Program, names: &[&str]) -> bool {
    names.iter().any(|name| program.function(name).is_some())
}

/// Numbers beyond this are those of no thread that anybody makes.
const MOST_THREADS: u32 = 1 << 16;

/// Functions after which other code may run at any time.
const START_OTHERS: &[&str] = &[
    "__sigaction",
    "__sysv_signal",
    "alarm",
    "bsd_signal",
    "clone",
    "fork",
    "setitimer",
    "sigaction",
    "signal",
    "sigset",
    "ssignal",
    "sysv_signal",
    "timer_create",
    "timer_settime",
    "ualarm",
    "vfork",
];

/// Functions on objects that are there for several threads.
const SYNCHRONISE: &[Table] = &[
    atomic::MODELS,
    atomic::SIZED,
    pthread::barrier::MODELS,
    pthread::condition::MODELS,
    pthread::mutex::MODELS,
    pthread::rwlock::MODELS,
    pthread::semaphore::MODELS,
    pthread::spin::MODELS,
];

/// What functions do to the lock or condition that they are given.
const DEALINGS: &[(Dealing, &[&str])] = &[
    (
        Dealing::Take,
        &[
            "mtx_lock",
            "pthread_mutex_lock",
            "pthread_rwlock_rdlock",
            "pthread_rwlock_wrlock",
            "pthread_spin_lock",
        ],
    ),
    (
        Dealing::Try,
        &[
            "mtx_timedlock",
            "mtx_trylock",
            "pthread_mutex_clocklock",
            "pthread_mutex_timedlock",
            "pthread_mutex_trylock",
            "pthread_rwlock_timedrdlock",
            "pthread_rwlock_timedwrlock",
            "pthread_rwlock_tryrdlock",
            "pthread_rwlock_trywrlock",
            "pthread_spin_trylock",
        ],
    ),
    (
        Dealing::Give,
        &["mtx_unlock", "pthread_mutex_unlock", "pthread_rwlock_unlock", "pthread_spin_unlock"],
    ),
    (
        Dealing::Sleep,
        &[
            "cnd_timedwait",
            "cnd_wait",
            "pthread_cond_clockwait",
            "pthread_cond_timedwait",
            "pthread_cond_wait",
        ],
    ),
    (
        Dealing::Tell,
        &["cnd_broadcast", "cnd_signal", "pthread_cond_broadcast", "pthread_cond_signal"],
    ),
];

/// Functions during which other threads go on.
const GIVE_WAY: &[&str] = &[
    "clock_nanosleep",
    "nanosleep",
    "pthread_yield",
    "sched_yield",
    "sleep",
    "thrd_sleep",
    "thrd_yield",
    "usleep",
];

/// The external variables that `define_global` fills.
const GLOBALS: &[&str] = &[
    "__daylight",
    "__environ",
    "__progname",
    "__progname_full",
    "__timezone",
    "__tzname",
    "_environ",
    "daylight",
    "environ",
    "optarg",
    "opterr",
    "optind",
    "optopt",
    "program_invocation_name",
    "program_invocation_short_name",
    "signgam",
    "stderr",
    "stdin",
    "stdout",
    "timezone",
    "tzname",
];

/// The library functions that call back into the program.
pub const C_SOURCE: &str = include_str!("library.c");

/// Whether a function is defined in [`C_SOURCE`]: a program that uses it is linked with that.
pub fn defined_in_c(name: &str) -> bool {
    static NAMES: OnceLock<Vec<&str>> = OnceLock::new();
    NAMES.get_or_init(names_in_c).contains(&name)
}

/// The functions that [`C_SOURCE`] defines for others: their heads start a line, and
/// nothing else with parentheses does but what is static, declared or a typedef.
fn names_in_c() -> Vec<&'static str> {
    let is_head = |line: &&str| {
        line.starts_with(|c: char| c.is_ascii_alphabetic())
            && !["static ", "extern ", "typedef "].iter().any(|word| line.starts_with(word))
    };
    let name = |line: &'static str| line.split_once('(')?.0.rsplit([' ', '*']).next();
    C_SOURCE.lines().filter(is_head).filter_map(name).collect()
}

/// glibc in the locale "C".
pub struct CLibrary;

/// What the library remembers in a state.
#[derive(Clone, Default)]
pub struct LibC {
    pub descriptors: fd::Descriptors,
    pub process: runtime::ProcessEnds,
    /// What is remembered of an outside that may say anything.
    pub outside: symbolic::Outside,
    pub directories: dirent::Directories,
    pub mappings: mman::Mappings,
    pub streams: stdio::Streams,
    pub getopt: getopt::Scan,
    pub environment: stdlib::environment::Environment,
    pub random: stdlib::random::Generators,
    pub signals: signal::Signals,
    pub statics: text::Statics,
    pub threads: pthread::Threads,
    /// Where `strtok` goes on.
    pub strtok: u64,
    /// Functions of `at_quick_exit`, the first one last to run.
    pub quick_exit: Vec<u64>,
    /// The program ends without flushing its streams.
    pub abandon_streams: bool,
    /// The mode of rounding that `fesetround` set, as `fenv.h` numbers them.
    pub rounding: u64,
    /// The variable `signgam`, 0 if the program does not use it.
    pub signgam: u64,
    /// Calls whose result is only near the library's, by name: `long double` functions
    /// that are computed in another way.
    pub approximated: std::collections::BTreeMap<&'static str, u64>,
    /// Calls that the library cannot do as the system would, by name.
    pub unsupported: std::collections::BTreeMap<&'static str, u64>,
}

/// What functions keep between calls for all threads, by the numbers that [`margay_engine::State::uses_hidden`] takes.
pub mod hidden {
    pub const STRTOK: u8 = 0;
    pub const DATE: u8 = 1;
    pub const DATE_TEXT: u8 = 2;
}

/// Counts a call whose answer is not the system's: the report says so.
pub fn count_unsupported(call: &mut Call<'_>, what: &'static str) {
    call.has_one_answer();
    *call.library::<LibC>().unsupported.entry(what).or_default() += 1;
}

impl LibraryState for LibC {
    fn clone_box(&self) -> Box<dyn LibraryState> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }

    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }

    fn same(&self, other: &dyn LibraryState) -> bool {
        // A field that is forgotten here is a false alarm in every program that merges over it: all are named.
        let LibC {
            descriptors,
            process,
            outside,
            directories,
            mappings,
            streams,
            getopt,
            environment,
            random,
            signals,
            statics,
            threads,
            strtok,
            quick_exit,
            abandon_streams,
            rounding,
            signgam,
            // These count calls for the report; no function looks at them.
            approximated: _,
            unsupported: _,
        } = self;
        other.as_any().downcast_ref::<LibC>().is_some_and(|other| {
            *strtok == other.strtok
                && *getopt == other.getopt
                && *environment == other.environment
                && *signgam == other.signgam
                && *rounding == other.rounding
                && *abandon_streams == other.abandon_streams
                && *descriptors == other.descriptors
                && *process == other.process
                && *directories == other.directories
                && *mappings == other.mappings
                && *streams == other.streams
                && *random == other.random
                && *signals == other.signals
                && *statics == other.statics
                && *threads == other.threads
                && *quick_exit == other.quick_exit
                && outside.same(&other.outside)
        })
    }

    fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.outside.for_each_value(visit);
        self.threads.for_each_value(visit);
    }

    fn for_each_held(&self, visit: &mut dyn FnMut(&Value)) {
        let handlers = self.process.exit_handlers.iter();
        handlers.filter_map(|handler| handler.arg).for_each(|arg| visit(&Value::Int(arg)));
        self.outside.for_each_held(visit);
        self.threads.for_each_value(visit);
    }

    fn resources(&self) -> Vec<Resource> {
        self.outside.resources()
    }

    fn forget(&mut self, handle: Handle) {
        self.outside.forget(handle);
    }

    fn handlers(&self) -> Vec<Handler> {
        self.signals.handlers()
    }
}

fn models() -> &'static HashMap<&'static str, &'static Spec> {
    static MODELS: OnceLock<HashMap<&'static str, &'static Spec>> = OnceLock::new();
    MODELS.get_or_init(|| {
        TABLES.iter().flat_map(|table| table.iter()).map(|spec| (spec.name, spec)).collect()
    })
}

/// What is declared of a function of the library.
pub fn spec(name: &str) -> Option<&'static Spec> {
    models().get(name).copied()
}

/// Whether a function is in one of some tables, or among others; a stream that nobody locks makes no
/// difference.
fn is_among(
    names: &OnceLock<HashSet<&'static str>>,
    tables: &[Table],
    others: &[&'static str],
    name: &str,
) -> bool {
    let names = names.get_or_init(|| {
        let listed = tables.iter().flat_map(|table| table.iter().map(|spec| spec.name));
        listed.chain(others.iter().copied()).collect()
    });
    names.contains(name.strip_suffix("_unlocked").unwrap_or(name))
}

impl LibraryFacts for CLibrary {
    fn is_modelled(&self, name: &str) -> bool {
        self.model(name).is_some()
    }

    fn is_quiet(&self, name: &str) -> bool {
        static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
        is_among(&NAMES, QUIET, ALSO_QUIET, name)
    }

    fn only_reads(&self, name: &str) -> bool {
        static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
        is_among(&NAMES, READ_ONLY, ALSO_READ_ONLY, name)
    }

    fn returns_twice(&self, name: &str) -> bool {
        matches!(name, "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "vfork")
    }
}

impl Library for CLibrary {
    fn model(&self, name: &str) -> Option<Model> {
        spec(name).map(|spec| spec.model)
    }

    fn prototype(&self, name: &str) -> Option<Prototype> {
        prototypes::prototype(name)
    }

    fn allocates(&self, name: &str) -> bool {
        matches!(name, "malloc" | "calloc" | "realloc" | "reallocarray" | "aligned_alloc")
    }

    fn starts_others(&self, name: &str) -> bool {
        START_OTHERS.contains(&name)
    }

    fn gives_way(&self, name: &str) -> bool {
        GIVE_WAY.contains(&name)
    }

    fn synchronises(&self, name: &str) -> bool {
        static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
        is_among(&NAMES, SYNCHRONISE, &["call_once", "pthread_once"], name)
    }

    fn deals(&self, name: &str) -> Option<Dealing> {
        static DEALS: OnceLock<HashMap<&str, Dealing>> = OnceLock::new();
        let deals = DEALS.get_or_init(|| {
            let each = DEALINGS.iter().flat_map(|(deal, names)| names.iter().map(|n| (*n, *deal)));
            each.collect()
        });
        deals.get(name).copied()
    }

    fn waits_unseen(&self, name: &str) -> bool {
        WAIT_UNSEEN.contains(&name)
    }

    fn may_wait_unseen(&self, program: &Program, name: &str) -> bool {
        let plain = ["__isoc99_", "__isoc23_", "__"].iter().find_map(|c| name.strip_prefix(c));
        let plain = plain.unwrap_or(name);
        let plain = plain.strip_suffix("_chk").unwrap_or(plain);
        let plain = plain.strip_suffix("_unlocked").unwrap_or(plain);
        let makes_streams =
            || [MAKE_STREAMS, NAME_PIPES, REPLACE_STANDARD].iter().any(|all| has_any(program, all));
        MAY_WAIT_UNSEEN.contains(&plain)
            || plain == "close" && has_any(program, MAKE_ENDS)
            || NAMES_MAY_WAIT.contains(&plain) && has_any(program, NAME_PIPES)
            || STREAMS_MAY_WAIT.contains(&plain) && makes_streams()
    }

    fn is_thread(&self, word: u64) -> bool {
        pthread::life::thread_of(word).is_some_and(|thread| thread.number() < MOST_THREADS)
    }

    fn is_signal_safe(&self, name: &str) -> bool {
        signal_safe::is_safe(name)
    }

    fn watches(&self, _: &str) -> Option<Model> {
        None
    }

    fn must_not_bound(&self, _: &Source) -> bool {
        false
    }

    fn initial(&self) -> Box<dyn LibraryState> {
        Box::<LibC>::default()
    }

    fn has_global(&self, name: &str) -> bool {
        GLOBALS.contains(&name)
    }

    fn define_global(&self, name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
        Ok(getopt::define_global(name, address, call)?
            || stdlib::environment::define_global(name, address, call)?
            || misc::define_global(name, address, call)?
            || stdio::define_global(name, address, call)?
            || time::define_global(name, address, call)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_name_stands_in_one_table_only() {
        let mut seen = BTreeSet::new();
        for Spec { name, .. } in TABLES.iter().flat_map(|table| table.iter()) {
            assert!(seen.insert(*name), "{name} has two models");
        }
        for name in names_in_c() {
            assert!(seen.insert(name), "{name} has a model and a definition in C");
        }
    }

    #[test]
    fn those_that_wait_unseen_have_models() {
        for name in [WAIT_UNSEEN, MAY_WAIT_UNSEEN, STREAMS_MAY_WAIT, NAMES_MAY_WAIT].concat() {
            let library = symbolic::SymbolicLibrary::default();
            assert!(library.model(name).is_some(), "{name} is unknown, which is noted anyway");
        }
    }

    #[test]
    fn functions_in_c_are_found_by_their_heads() {
        let names = names_in_c();
        for name in ["qsort", "bsearch", "hsearch", "scandir", "versionsort"] {
            assert!(names.contains(&name), "{name} is not in {names:?}");
        }
        for name in &names {
            assert!(!name.is_empty() && !name.starts_with("margay_"), "{names:?}");
        }
        assert!(!defined_in_c("malloc"), "it is only declared");
    }
}
