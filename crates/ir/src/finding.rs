//! Findings: claims about a program with their evidence, as plain data.
//!
//! A finding holds all that renderers and a replay need, and nothing that refers back
//! to the program it was found in: it can be written to a file and read by another
//! process.

pub use crate::rule::Rule;

use crate::tree::ExecutionTree;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::PathBuf;

/// How bad a defect is if it happens, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Severity {
    /// The program's behaviour is undefined or it dies.
    Error,
    /// The behaviour is defined, but hardly meant.
    Warning,
    /// Worth knowing.
    Note,
}

/// A claim that a program misbehaves, with what shows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Name of the rule that is broken.
    pub rule: String,
    pub severity: Severity,
    /// What happens, in one line.
    pub message: String,
    /// What to print at the faulty expression; may be empty.
    pub label: String,
    /// What a thread does at the faulty expression, where it is about threads.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    /// Weaknesses that fit, the most specific first.
    pub cwe: Vec<u32>,
    /// The function that was analysed alone, with what its callers pass unknown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub alone: Option<String>,
    /// Whether it is unconfirmed: it depends on what callers pass, on loops whose iterations were not counted, or on
    /// hidden waits.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub possible: bool,
    /// Whether it happens inside one object, between members of it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_object: bool,
    /// The object that is accessed wrongly, and how: what a run must show for it to be the same defect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub accessed: Option<Accessed>,
    /// What it comes from: findings of one rule with the same cause are one defect.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cause: Option<Cause>,
    /// Where else the same cause shows, if it is shown for all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Location>,
    pub location: Location,
    /// The calls that led there, the innermost first: where each stands.
    pub stack: Vec<Location>,
    /// Places that belong to the defect: where memory was allocated, freed, declared.
    pub related: Vec<Note>,
    /// What happens on the path, in order.
    pub path: Vec<Note>,
    /// Which thread does what, in order, where several are part of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub turns: Vec<Turn>,
    /// What the outside must say for it to happen, in the order it is asked.
    pub input: Vec<Input>,
    /// Which branches its path took, in order, as one number: where several paths are wanted,
    /// each has another one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub course: Option<String>,
    /// The share of inputs that take its path, from 0 to 1, in four digits; `None` if that is too
    /// hard to tell.
    #[serde(default)]
    pub likelihood: Option<f64>,
    /// Whether its likelihood may be less: it is too small to be measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub likelihood_at_most: bool,
    pub confirmation: Confirmation,
    /// Why it is not shown, if it is not.
    pub suppressed: Option<Suppression>,
    /// The lines that its path passes, and those that declare the variables which it uses there, if they are wanted: no
    /// report has them.
    #[serde(skip)]
    pub passed: Vec<PassedLines>,
}

/// What a defect comes from, to be compared with others.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Cause {
    /// Its kind and what it is about.
    pub words: String,
    /// The allocation, the free, the requests for input that it is about.
    pub places: Vec<Location>,
}

/// A wrong access to an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accessed {
    pub object: Storage,
    pub writes: bool,
    /// Its size in bytes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
    /// Whether the access begins within it or just before or after it, so that a run cannot take another
    /// object for it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub close: bool,
}

/// Where an object lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Storage {
    Heap,
    Stack,
    Global,
    /// Not told: the system or the library made it.
    Other,
}

impl Finding {
    /// Calls `visit` with each place that it names, together with the line that is told of in words
    /// there, if one is.
    pub fn for_each_location_mut(
        &mut self,
        mut visit: impl FnMut(&mut Location, Option<&mut u32>),
    ) {
        visit(&mut self.location, None);
        self.also.iter_mut().for_each(|location| visit(location, None));
        let places = self.cause.iter_mut().flat_map(|cause| &mut cause.places);
        places.for_each(|location| visit(location, None));
        self.stack.iter_mut().for_each(|location| visit(location, None));
        for note in self.related.iter_mut().chain(&mut self.path) {
            visit(&mut note.location, note.goes_to.as_mut());
            if let Some(line) = note.goes_to {
                *note =
                    Note { act: note.act.take(), ..Note::going_on(note.location.clone(), line) };
            }
        }
        self.turns.iter_mut().for_each(|turn| visit(&mut turn.location, None));
        let asked = self.input.iter_mut().filter_map(|input| input.location.as_mut());
        asked.for_each(|location| visit(location, None));
    }
}

/// Lines of a file that a path passes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassedLines {
    pub file: PathBuf,
    /// The directory that a relative file is relative to.
    pub directory: PathBuf,
    pub lines: BTreeSet<u32>,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Location {
    /// As the compiler was given it.
    pub file: PathBuf,
    /// The directory that a relative file is relative to.
    pub directory: PathBuf,
    /// From 1.
    pub line: u32,
    /// From 1; 0 if it is not known.
    pub column: u32,
    /// The function that it lies in, as the source names it.
    pub function: Option<String>,
}

/// Something to say of a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    pub location: Location,
    pub message: String,
    /// What a thread does there, if that is what is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    /// The line that the path goes on at, if that is what is said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_to: Option<u32>,
}

impl Note {
    pub fn new(location: Location, message: impl Into<String>) -> Note {
        Note { location, message: message.into(), act: None, goes_to: None }
    }

    /// A path goes on at a line of the same file.
    pub fn going_on(location: Location, line: u32) -> Note {
        Note { goes_to: Some(line), ..Note::new(location, format!("going on at line {line}")) }
    }
}

/// A thread of the program; reports name it in the words of its `Display`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thread {
    /// In the order in which threads are made: 0 is that of `main`.
    pub number: u32,
    /// What it runs, as the source names it; nothing for that of `main`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

impl Thread {
    /// The thread that `main` runs in.
    pub const MAIN: Thread = Thread { number: 0, function: None };
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, &self.function) {
            (0, _) => write!(f, "the main thread"),
            (number, Some(function)) => write!(f, "thread {number} (`{function}`)"),
            (number, None) => write!(f, "thread {number}"),
        }
    }
}

/// A thread does something that belongs to a defect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    pub thread: Thread,
    pub does: Does,
}

/// What a thread does at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Does {
    Read,
    Write,
    /// It takes the memory away from all others.
    Free,
    /// It writes what it made of a value that it read before.
    WriteBack,
    /// It waits for what another thread would do.
    Wait,
}

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let does = match self.does {
            Does::Read => "reads",
            Does::Write => "writes",
            Does::Free => "frees it",
            Does::WriteBack => "writes what it made of the old value",
            Does::Wait => "waits",
        };
        write!(f, "{} {does}", self.thread)
    }
}

/// A thread does something that other threads may see.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    pub thread: Thread,
    pub location: Location,
}

/// Something that comes from outside, and the value that it has.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    pub source: Source,
    /// The bytes as they come in; of a number, the lowest first.
    pub bytes: Vec<u8>,
    /// How to read the bytes.
    pub form: Form,
    /// Where the program asks for it.
    pub location: Option<Location>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Form {
    /// Bytes, best shown as text.
    Bytes,
    Signed,
    Unsigned,
    Float,
    Pointer,
    /// One byte: 1 if the call fails, 0 if it does its work.
    Failure,
}

/// Where an input comes from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Source {
    /// `argv[index]`.
    Argument {
        index: u32,
    },
    /// The number of arguments, the program's name among them.
    ArgumentCount,
    /// The next bytes of standard input.
    Stdin,
    /// The next bytes of a file.
    File {
        path: String,
    },
    Environment {
        name: String,
    },
    /// What a call of a function returns.
    Return {
        function: String,
    },
    /// What a call of a function writes through its argument `index`.
    Written {
        function: String,
        index: u32,
    },
    /// What the result of a call points to, or its member `index`.
    Given {
        function: String,
        index: u32,
    },
    /// An object that a harness function made symbolic.
    Named {
        name: String,
    },
    /// A parameter of the function that the analysis started with.
    Parameter {
        name: String,
    },
    /// A global variable that is defined elsewhere.
    Global {
        name: String,
    },
}

/// What a native run said of a finding.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "status")]
pub enum Confirmation {
    /// It was not tried.
    Untried,
    /// The replay failed as claimed; `by` names what saw it, for instance `AddressSanitizer`.
    Confirmed {
        by: String,
    },
    NotConfirmed {
        why: String,
    },
    /// No run can show it, and why.
    NotApplicable {
        why: String,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "by")]
pub enum Suppression {
    /// A `margay-ignore` comment at this line.
    Comment {
        line: u32,
    },
    Baseline,
    /// No line that was changed is part of it.
    Unchanged,
    /// Another finding is shown for its cause, at this line.
    SameCause {
        line: u32,
    },
    /// It matters less than what is asked for.
    BelowLevel,
}

/// Something that the analysis did not cover, and so says nothing about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Omission {
    pub kind: OmissionKind,
    /// The loop, function or feature, in a few words.
    pub what: String,
    pub location: Option<Location>,
    /// How many paths met it.
    pub count: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OmissionKind {
    /// A loop that would go on.
    CutLoop,
    /// A recursion that would go on.
    CutRecursion,
    /// Steps, states or time are used up.
    Budget,
    /// A query that the solver did not answer.
    Undecided,
    /// A function of which nothing is known.
    UnknownFunction,
    /// Unconfirmed faults: they depend on unknown callers, or on loops whose iterations were not counted.
    Possible,
    /// Input that is longer, or more, than what is tried.
    Input,
    /// Orders of turns of threads that are not tried.
    Turns,
    /// Other addresses of objects than those that they were given: a path depends on them.
    Addresses,
    /// What was taken for granted of callers, or of the outside.
    Assumed,
    /// Something that Margay cannot do.
    Unsupported,
    /// A file or function that could not be read.
    Unreadable,
    /// Work that Margay itself failed at.
    Failed,
}

impl OmissionKind {
    /// Whether it is about code of which nothing is said at all.
    pub fn is_failure(self) -> bool {
        matches!(self, OmissionKind::Failed | OmissionKind::Unreadable)
    }
}

/// What an analysis was, beside its findings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Statistics {
    pub files: u64,
    /// Functions that analysis started from.
    pub entries: u64,
    /// Paths followed to their end.
    pub paths: u64,
    /// Paths that were given up.
    pub cut_paths: u64,
    pub steps: u64,
    /// Solver queries.
    pub queries: u64,
    pub milliseconds: u64,
    /// How near a path came to where it was wanted, if it was anywhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nearest: Option<Nearest>,
    /// How it went, where that is wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

impl Statistics {
    /// Another analysis came so near to where paths are wanted. Of those that came as near, the first
    /// counts.
    pub fn come_nearer(&mut self, nearest: Option<Nearest>) {
        let steps = |nearest: &Option<Nearest>| nearest.as_ref().map_or(u32::MAX, |n| n.steps);
        if steps(&nearest) < steps(&self.nearest) {
            self.nearest = nearest;
        }
    }
}

/// How near a path came to where it was wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Nearest {
    /// Instructions on the shortest path that the code has from there.
    pub steps: u32,
    pub location: Option<Location>,
}

/// How an analysis went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Details {
    /// How much of each function was reached, in the order of places.
    pub coverage: Vec<Coverage>,
    /// Which lines paths came to, in the order of files; only if that was asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<FileLines>,
    /// States that a choice made beside the one that made it.
    pub forks: u64,
    /// States that were merged into others where their paths met.
    pub merged: u64,
    /// States that were not followed, since an equal one was.
    pub folded: u64,
    pub loops: LoopCounts,
    /// Symbols that the path left one value.
    pub made_concrete: u64,
    #[serde(default)]
    pub interleavings: InterleavingCounts,
    #[serde(default)]
    pub work: WorkCounts,
    pub solver: SolverCounts,
}

/// The orders in which threads could have done what they did on paths.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct InterleavingCounts {
    /// What threads did: accesses to what they share, and locks that they took.
    pub actions: u64,
    /// All orders, where all are wanted, and those of them that differ in what matters.
    pub possible: u64,
    pub reduced: u64,
    /// Orders that were followed.
    pub followed: u64,
}

impl InterleavingCounts {
    pub fn join(&mut self, other: InterleavingCounts) {
        self.actions += other.actions;
        self.possible = self.possible.saturating_add(other.possible);
        self.reduced += other.reduced;
        self.followed += other.followed;
    }
}

/// How the work was cut into units, which workers take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorkCounts {
    pub units: u64,
    /// States that one unit left and another took up, by their start paths.
    pub start_paths: u64,
    /// Steps that were made again to come there.
    pub replayed_steps: u64,
    /// Queries that were asked on the path.
    pub replayed_queries: u64,
    /// States that did not come there, and were followed from where they were.
    pub lost: u64,
}

/// How much of a function was reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Where the function is defined, and its name.
    pub location: Location,
    /// Blocks that some path came to, of those that the function's entry leads to.
    pub reached: u64,
    pub blocks: u64,
    /// Paths that entered it, also those that were given up.
    #[serde(default)]
    pub paths: u64,
}

/// Which lines of a file paths came to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileLines {
    /// As the compiler was given it.
    pub file: PathBuf,
    /// The directory that a relative file is relative to.
    pub directory: PathBuf,
    /// The lines that code stands on, from 1.
    pub lines: BTreeMap<u32, Reach>,
}

/// Whether paths came to a line. Of two that are said of one line, the later one counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Reach {
    /// No path came there.
    Never,
    /// Paths came to some of the code on it, and none to the rest.
    Partly,
    Reached,
    /// Paths came there, and some were given up there.
    Cut,
}

/// What became of loops, by their visits: a loop that is entered twice counts twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoopCounts {
    /// Came to their end without the input having a say in when.
    pub unrolled: u64,
    /// What they may change was forgotten.
    pub widened: u64,
    /// Were given up, since the input kept them going.
    pub cut: u64,
}

/// Queries by the layer of the solver that answered them. One that is taken apart counts once
/// for each part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SolverCounts {
    pub rewriting: u64,
    pub domains: u64,
    pub models: u64,
    pub slicing: u64,
    pub cache: u64,
    pub search: u64,
    pub sat: u64,
    pub pipe: u64,
    pub undecided: u64,
}

/// All that an analysis has to say.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// In the order of reports.
    pub findings: Vec<Finding>,
    pub omissions: Vec<Omission>,
    pub statistics: Statistics,
    /// The paths that were taken, where they are wanted.
    #[serde(skip)]
    pub tree: Option<ExecutionTree>,
}
