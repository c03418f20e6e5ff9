//! The library as exploration sees it: what comes from outside may be anything.
//!
//! Functions that ask the outside (files, the network, the clock, chance) give symbols
//! here and touch no [`World`](margay_engine::World); functions that tell it something
//! look at what they are given and drop it. All else is [`CLibrary`]'s.

mod ahead;
pub mod answers;
mod blocks;
mod characters;
mod checked;
mod clocks;
mod credentials;
mod descriptor_facts;
mod environment;
mod error_number;
pub mod files;
mod harness;
mod heap;
mod identity;
mod input;
mod lengths;
mod memory_streams;
mod names;
mod next_character;
mod numbers;
mod orientation;
mod outcomes;
mod output;
mod pauses;
pub mod pipes;
pub mod positions;
mod random;
mod scan;
mod scan_target;
mod scan_text;
mod sockets;
pub mod stream_flags;
mod stream_state;
mod timers;
pub(crate) mod touched;
mod unknown_text;

use crate::flow::{self, Labels, Policy};
use crate::functions::{function, locked};
use crate::spec::{Exactness, Facts, FunctionSpec, Table, all_answers};
use crate::{CLibrary, LibC};
use margay_engine::{
    Call, Dealing, Handle, Library, LibraryFacts, LibraryState, Model, ModelResult, Prototype,
    Resource, Stop, Value, terms,
};
use margay_ir::Program;
use margay_ir::finding::Source;
use margay_smt::{Bool, SymbolId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

const TABLES: &[Table] = &[
    blocks::MODELS,
    characters::MODELS,
    credentials::MODELS,
    environment::MODELS,
    error_number::MODELS,
    files::MODELS,
    harness::MODELS,
    heap::MODELS,
    identity::MODELS,
    input::MODELS,
    memory_streams::MODELS,
    names::MODELS,
    numbers::MODELS,
    orientation::MODELS,
    outcomes::OF_ONE_ZONE,
    output::MODELS,
    pauses::MODELS,
    random::MODELS,
    scan::MODELS,
    scan_text::MODELS,
    sockets::MODELS,
    stream_flags::MODELS,
    stream_state::MODELS,
];

/// [`CLibrary`] with an outside that may say anything, within limits.
#[derive(Default)]
pub struct SymbolicLibrary {
    pub limits: InputLimits,
    /// Which labels inputs have, and what must not be given them.
    pub flow: Arc<Policy>,
}

/// How much the outside says at most. Where nothing is set, there is no end to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InputLimits {
    /// Bytes of standard input.
    pub stdin: Option<u64>,
    pub files: Option<FileLimits>,
    /// Whether `fgets` may come to a last line that has no newline, on a path of its own.
    pub last_lines: bool,
}

/// The only files that there are to be read: `number` of them, named A, B and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileLimits {
    pub number: u64,
    /// Bytes that each has at most.
    pub length: u64,
}

/// What is remembered of the outside in a state.
#[derive(Clone, Default)]
pub struct Outside {
    /// The open streams, and those that were closed.
    pub files: Rc<BTreeMap<u64, files::File>>,
    /// The open descriptors, and those that were closed.
    pub descriptors: Rc<BTreeMap<u64, files::File>>,
    /// Values of environment variables, by name: where they stand, or null.
    pub environment: Rc<BTreeMap<Vec<u8>, Value>>,
    /// What is known of the next character of streams.
    pub next: Rc<BTreeMap<files::Stream, next_character::Next>>,
    /// What the system said of how long files are.
    pub file_sizes: Rc<BTreeSet<SymbolId>>,
    /// Bytes that are left of standard input, as a number of 64 bits, if it ends.
    pub stdin_left: Option<Value>,
    pub file_limits: Option<FileLimits>,
    pub flags: stream_flags::Memo,
    pub identity: identity::Identity,
    pub clocks: clocks::Clocks,
    pub timer: timers::Timer,
    pub chance: random::Chance,
    pub facts: descriptor_facts::Facts,
    ahead: ahead::Ahead,
    /// Standard input has fewer bytes than it may have outside.
    pub stdin_limited: bool,
    pub last_lines: bool,
    pub pipes: pipes::Pipes,
    /// Names of files that were written; the empty one is for those of which no name is known.
    pub written: Rc<BTreeSet<String>>,
    /// Names of files that the program has checked.
    pub checked: Rc<Vec<checked::Checked>>,
    /// No variable is left of the environment that the program started with.
    pub environment_cleared: bool,
    pub flow: Arc<Policy>,
    /// Labels that inputs have beside those of where they came from.
    pub marked: Rc<BTreeMap<SymbolId, Labels>>,
    /// What moved or read text of the outside, in order: where, what, and a symbol of the text.
    pub moves: Rc<Vec<flow::Move>>,
    /// Labels that they have lost.
    pub cleansed: Rc<BTreeMap<SymbolId, Labels>>,
}

/// What is left out and counts only where it is said that nothing leads somewhere: most programs
/// have some of it, and hardly any fault depends on it.
pub mod assumed {
    use margay_ir::limit;

    pub const ERRNO: &str = "other values of `errno`";
    pub const LAST_LINE: &str = "a last line without a newline that `fgets` reads";
    pub const SIGN: &str = "a sign without a number that `scanf` takes";
    pub const NUL: &str = "a NUL byte in a word that `scanf` reads";
    pub const STDIN: &str = concat!("more standard input than `", limit!(stdin), "` gives");
    pub const FILES: &str =
        concat!("other files, or more in them, than `", limit!(files), "` gives");
    pub const ENVIRONMENT: &str = "variables of an environment that is read without `getenv`";
    pub const SET_ENVIRONMENT: &str = "failures of `setenv`, `putenv` and their like";
    pub const LOCALE: &str = "other locales than \"C\"";
    pub const ZONE: &str = "other time zones than UTC";
    pub const DESCRIPTORS: &str = "other numbers of descriptors than those from 613 on";

    pub const CHILDREN: &str =
        "children that end without a wait, as SIGCHLD is ignored when the program starts";

    /// Whether words are some of these.
    pub fn has(what: &str) -> bool {
        let all = [
            ERRNO,
            LAST_LINE,
            SIGN,
            NUL,
            STDIN,
            FILES,
            ENVIRONMENT,
            SET_ENVIRONMENT,
            LOCALE,
            ZONE,
            DESCRIPTORS,
            CHILDREN,
        ];
        all.contains(&what)
    }
}

impl Outside {
    /// What is open.
    pub fn resources(&self) -> Vec<Resource> {
        let resource = |handle: Handle, file: &files::File| {
            let (opened, name, missing_if) = (file.opened, file.opener.clone(), file.missing_if);
            (file.open && !file.standard).then_some(Resource { handle, opened, missing_if, name })
        };
        let files = self.files.iter().filter_map(|(at, f)| resource(Handle::Address(*at), f));
        let numbers = self.descriptors.iter();
        let numbers = numbers.filter_map(|(n, f)| resource(Handle::Number(*n), f));
        files.chain(numbers).collect()
    }

    /// Nothing more is to be said of a resource. Another one may have its number, of which nothing is known then.
    pub fn forget(&mut self, handle: Handle) {
        let stream = match handle {
            Handle::Address(address) => {
                Rc::make_mut(&mut self.files).remove(&address);
                files::Stream::File(address)
            }
            Handle::Number(number) => {
                self.pipes.forget(number);
                self.facts.forget(number);
                let descriptors = Rc::make_mut(&mut self.descriptors);
                descriptors.remove(&number);
                for file in descriptors.values_mut().filter(|file| file.copy_of == Some(number)) {
                    file.copy_of = None;
                }
                files::Stream::Descriptor(number)
            }
        };
        if self.next.contains_key(&stream) {
            Rc::make_mut(&mut self.next).remove(&stream);
        }
    }

    /// Whether the same is open. What is closed matters only to who still names it.
    pub fn same(&self, other: &Outside) -> bool {
        let Outside {
            files,
            descriptors,
            environment,
            next,
            file_sizes,
            stdin_left,
            flags,
            identity,
            clocks,
            timer,
            chance,
            facts,
            pipes,
            written,
            checked,
            environment_cleared,
            marked,
            cleansed,
            // What the user asked for, the same in all states of a run.
            file_limits: _,
            stdin_limited: _,
            last_lines: _,
            flow: _,
            // Steps of a report; no function looks at them.
            moves: _,
            // Of the program, and of all states alike.
            ahead: _,
        } = self;
        same_open(files, &other.files)
            && same_open(descriptors, &other.descriptors)
            && *environment == other.environment
            && *next == other.next
            && *file_sizes == other.file_sizes
            && *stdin_left == other.stdin_left
            && flags.same(&other.flags)
            && *identity == other.identity
            && *clocks == other.clocks
            && *timer == other.timer
            && chance.same(&other.chance)
            && *facts == other.facts
            && *pipes == other.pipes
            && *written == other.written
            && *checked == other.checked
            && *environment_cleared == other.environment_cleared
            && *marked == other.marked
            && *cleansed == other.cleansed
    }

    /// Calls `visit` with each value that is held for the program: what was put into the environment, and what was
    /// written to pipes.
    pub fn for_each_held(&self, visit: &mut dyn FnMut(&Value)) {
        self.environment.values().for_each(&mut *visit);
        self.pipes.for_each_value(visit);
    }

    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        self.environment.values().for_each(&mut *visit);
        let files = self.files.values().chain(self.descriptors.values());
        files.for_each(|file| file.for_each_value(visit));
        let next = self.next.values().flat_map(next_character::Next::values);
        self.stdin_left.iter().chain(next).for_each(&mut *visit);
        self.pipes.for_each_value(visit);
        self.identity.for_each_value(visit);
        self.clocks.for_each_value(visit);
        self.timer.for_each_value(visit);
        self.chance.for_each_value(visit);
        self.facts.for_each_value(visit);
    }
}

/// Whether the same files are open, in the same way.
fn same_open(a: &Rc<BTreeMap<u64, files::File>>, b: &Rc<BTreeMap<u64, files::File>>) -> bool {
    if Rc::ptr_eq(a, b) {
        return true;
    }
    let mut others = b.iter().filter(|(_, file)| file.open);
    let same = a.iter().filter(|(_, file)| file.open).all(|(at, file)| {
        others.next().is_some_and(|(other_at, other)| at == other_at && file.same(other))
    });
    same && others.next().is_none()
}

/// What the files here say of functions.
pub(crate) fn functions() -> impl Iterator<Item = FunctionSpec> {
    let own = TABLES.iter().flat_map(|table| table.functions());
    let answers = outcomes::OUTCOMES.iter().map(|outcome| {
        let (first, last) = outcome.range();
        let answer = all_answers(outcome.name, outcomes::answer).answers(first, last);
        answer.with(Facts::ANSWERED_BY_REPLAY)
    });
    own.chain(answers).map(FunctionSpec::explored)
}

/// What exploration calls for a function.
pub(crate) fn explored_by(function: &FunctionSpec) -> Option<Model> {
    let model = whole_model(function)?;
    Some(if function.touches.is_empty() { model } else { touched::model })
}

/// The model of a function, whatever its arguments are.
fn whole_model(function: &FunctionSpec) -> Option<Model> {
    let own = || {
        function.behaviour().map(|behaviour| match behaviour.exactness {
            Exactness::Exact | Exactness::AllAnswers => behaviour.model,
            Exactness::ExactFor(_) | Exactness::OneOfMany => declared,
        })
    };
    unknown_text::model(function).or_else(own)
}

/// The model of a function that is not exact for every call.
fn declared(call: &mut Call<'_>) -> ModelResult {
    let function = function(call.name).expect("only these have this model");
    function.behaviour().expect("only these have this model").answer(call)
}

/// Sets `errno` if a call failed, without asking whether it did. Where the program cannot look
/// at it there is nothing to set, and paths that differ in that alone stay alike.
fn fails_with(call: &mut Call<'_>, failed: Bool, errno: i32) -> Result<(), Stop> {
    if call.program.function("__errno_location").is_none() {
        return Ok(());
    }
    match call.state.path.decide(call.pool, failed) {
        Some(true) => call.set_errno(errno),
        Some(false) => Ok(()),
        None => {
            let address = call.errno_address();
            let old = call.load_value(address, 4)?;
            let old = terms::term(call.pool, old, 32);
            let new = call.pool.bv_u64(32, u64::from(errno.cast_unsigned()));
            let value = call.pool.ite(failed, new, old);
            call.store_value(address, 4, terms::as_known(call.pool, value))
        }
    }
}

impl LibraryFacts for SymbolicLibrary {
    fn is_modelled(&self, name: &str) -> bool {
        self.model(name).is_some()
    }

    fn is_quiet(&self, name: &str) -> bool {
        const QUIET: Facts = Facts::QUIET.and(Facts::QUIET_WHEN_EXPLORED);
        match function(name) {
            Some(function) => function.facts.has_any(QUIET),
            None => CLibrary.is_quiet(name),
        }
    }

    fn only_reads(&self, name: &str) -> bool {
        CLibrary.only_reads(name)
    }

    fn returns_twice(&self, name: &str) -> bool {
        CLibrary.returns_twice(name)
    }
}

impl Library for SymbolicLibrary {
    fn model(&self, name: &str) -> Option<Model> {
        function(name)?.explored_by
    }

    fn prototype(&self, name: &str) -> Option<Prototype> {
        CLibrary.prototype(name)
    }

    fn allocates(&self, name: &str) -> bool {
        CLibrary.allocates(name)
    }

    fn starts_others(&self, name: &str) -> bool {
        CLibrary.starts_others(name)
    }

    fn gives_way(&self, name: &str) -> bool {
        CLibrary.gives_way(name)
    }

    fn synchronises(&self, name: &str) -> bool {
        CLibrary.synchronises(name)
    }

    fn deals(&self, name: &str) -> Option<Dealing> {
        CLibrary.deals(name)
    }

    fn has_hidden_waits(&self, name: &str) -> bool {
        CLibrary.has_hidden_waits(name)
    }

    fn may_have_hidden_waits(&self, program: &Program, name: &str) -> bool {
        CLibrary.may_have_hidden_waits(program, name)
    }

    fn is_thread(&self, word: u64) -> bool {
        CLibrary.is_thread(word)
    }

    fn is_signal_safe(&self, name: &str) -> bool {
        let of_harness = function(name).is_some_and(|f| f.facts.has_any(Facts::OF_HARNESS));
        of_harness || CLibrary.is_signal_safe(name)
    }

    fn watches(&self, name: &str) -> Option<Model> {
        flow::watches(&self.flow, locked(name))
    }

    fn must_not_bound(&self, source: &Source) -> bool {
        let labels = self.flow.of(source);
        labels.has(Labels::TAINTED) || labels.has(Labels::RANDOM)
    }

    fn initial(&self) -> Box<dyn LibraryState> {
        let outside = Outside {
            stdin_left: self.limits.stdin.map(Value::Int),
            file_limits: self.limits.files,
            stdin_limited: self.limits.stdin.is_some(),
            last_lines: self.limits.last_lines,
            flow: self.flow.clone(),
            ..Outside::default()
        };
        Box::new(LibC { outside, ..LibC::default() })
    }

    fn has_global(&self, name: &str) -> bool {
        CLibrary.has_global(name)
    }

    fn define_global(&self, name: &str, address: u64, call: &mut Call<'_>) -> Result<bool, Stop> {
        match name {
            "environ" | "__environ" | "_environ" => call.leave_out(assumed::ENVIRONMENT),
            "timezone" | "__timezone" | "tzname" | "__tzname" | "daylight" | "__daylight" => {
                call.leave_out(assumed::ZONE);
            }
            _ => {}
        }
        CLibrary.define_global(name, address, call)
    }
}
