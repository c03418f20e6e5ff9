//! What the C library, POSIX and the compiler's runtime do, for the engine.
//!
//! Every file here exports a table `MODELS`: a record for each function, with its model and all else that is known of it
//! ([`spec`]). [`functions`] joins them: a new model is one function and one line in its file. Functions that
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
pub mod foreign;
pub mod functions;
pub mod getopt;
pub mod inet;
pub mod locale;
pub mod math;
pub mod memory;
pub mod misc;
pub mod mman;
pub mod paths;
pub mod process;
pub mod pthread;
mod runtime;
pub mod signal;
pub mod socket;
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
use std::sync::OnceLock;

pub use functions::function;
use spec::Waits;
pub use spec::{Exactness, Facts, FunctionSpec, Table};

/// Whether a program calls one of some functions, or may.
pub(crate) fn has_any(program: &Program, names: &[&str]) -> bool {
    names.iter().any(|name| program.function(name).is_some())
}

/// Whether a program calls a function that has a fact, or may.
pub(crate) fn calls(program: &Program, fact: Facts) -> bool {
    has_any(program, functions::having(fact))
}

/// Numbers beyond this are those of no thread that anybody makes.
const MOST_THREADS: u32 = 1 << 16;

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

/// Whether a function has a fact; that of one which does not lock its stream is that of the one which does.
fn has(name: &str, fact: Facts) -> bool {
    functions::stream_function(name).is_some_and(|function| function.facts.has_any(fact))
}

/// Whether the function of exactly this name has a fact.
fn is(name: &str, fact: Facts) -> bool {
    function(name).is_some_and(|function| function.facts.has_any(fact))
}

impl LibraryFacts for CLibrary {
    fn is_modelled(&self, name: &str) -> bool {
        self.model(name).is_some()
    }

    fn is_quiet(&self, name: &str) -> bool {
        has(name, Facts::QUIET)
    }

    fn only_reads(&self, name: &str) -> bool {
        has(name, Facts::ONLY_READS)
    }

    fn returns_twice(&self, name: &str) -> bool {
        is(name, Facts::RETURNS_TWICE)
    }
}

impl Library for CLibrary {
    fn model(&self, name: &str) -> Option<Model> {
        function(name)?.concrete.map(|concrete| concrete.model)
    }

    fn prototype(&self, name: &str) -> Option<Prototype> {
        function(name)?.prototype
    }

    fn allocates(&self, name: &str) -> bool {
        is(name, Facts::ALLOCATES)
    }

    fn starts_others(&self, name: &str) -> bool {
        is(name, Facts::STARTS_OTHERS)
    }

    fn gives_way(&self, name: &str) -> bool {
        is(name, Facts::GIVES_WAY)
    }

    fn synchronises(&self, name: &str) -> bool {
        has(name, Facts::SYNCHRONISES)
    }

    fn deals(&self, name: &str) -> Option<Dealing> {
        function(name)?.dealing
    }

    fn has_hidden_waits(&self, name: &str) -> bool {
        function(name).is_some_and(|function| function.waits == Some(Waits::Always))
    }

    fn may_have_hidden_waits(&self, program: &Program, name: &str) -> bool {
        let plain = ["__isoc99_", "__isoc23_", "__"].iter().find_map(|c| name.strip_prefix(c));
        let plain = plain.unwrap_or(name);
        let plain = plain.strip_suffix("_chk").unwrap_or(plain);
        let plain = plain.strip_suffix("_unlocked").unwrap_or(plain);
        match function(plain).and_then(|function| function.waits) {
            None | Some(Waits::Always) => false,
            Some(Waits::OnDescriptor) => true,
            Some(Waits::OnEnd) => calls(program, Facts::MAKES_ENDS),
            Some(Waits::OnName) => calls(program, Facts::NAMES_PIPES),
            Some(Waits::OnStream) => {
                calls(program, Facts::MAKES_STREAMS)
                    || calls(program, Facts::NAMES_PIPES)
                    || calls(program, Facts::REPLACES_STANDARD)
            }
        }
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
