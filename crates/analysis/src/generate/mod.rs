//! Generating tests: an input for every path of a program, or for every branch.
//!
//! `ktest.rs` and `raw.rs` write an input for other tools. As a program, `replay/suite.rs` does.

mod ktest;
mod raw;

use crate::check::{CheckOptions, explore};
use crate::found;
use margay_engine::{Edges, End, Merge, PathEnd, Progress};
use margay_ir::Program;
use margay_ir::finding::{Finding, Form, Input, Location, Outcome, Severity, Source};

pub use ktest::ktest;
pub use raw::{Raw, raw};

/// Which tests are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestOptions {
    pub per: Per,
    /// At most so many.
    pub most: usize,
}

/// What there is a test for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Per {
    /// Each path.
    Path,
    /// Each path that takes an edge which no test before it takes.
    Branch,
}

/// An input, and what the program does with it.
#[derive(Clone, Debug)]
pub struct Test {
    pub end: TestEnd,
    pub input: Vec<Input>,
    /// How many edges it takes that no test before it takes.
    pub new_edges: usize,
}

impl Test {
    /// Whether it hangs on what a file of bytes cannot say: a call that fails, or the environment.
    pub fn needs_harness(&self) -> bool {
        self.input.iter().any(|input| match input.source {
            Source::Environment { .. } => true,
            _ => input.form == Form::Failure && input.bytes.first() == Some(&1),
        })
    }

    /// The bytes that come from somewhere, all calls together; `None` if nothing does.
    fn bytes_of(&self, is_it: impl Fn(&Source) -> bool) -> Option<Vec<u8>> {
        let mut found = self.input.iter().filter(|input| is_it(&input.source)).peekable();
        found.peek()?;
        Some(found.flat_map(|input| input.bytes.iter().copied()).collect())
    }

    /// The arguments behind the program's name; `None` if `main` has none.
    fn arguments(&self) -> Option<Vec<Vec<u8>>> {
        let count = self.input.iter().find(|input| input.source == Source::ArgumentCount)?;
        let count = count.bytes.iter().rev().fold(0, |count, byte| count << 8 | u32::from(*byte));
        let text = |index| {
            let bytes = self.bytes_of(|source| *source == Source::Argument { index });
            let mut bytes = bytes.unwrap_or_default();
            let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
            bytes.truncate(end);
            bytes
        };
        Some((1..count).map(text).collect())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestEnd {
    Exited(i32),
    /// The program dies of this signal.
    Killed(i32),
    /// The program breaks a rule.
    Fault {
        rule: String,
        location: Option<Location>,
    },
    /// It was not followed to its end from there on.
    Open(Option<Location>),
}

/// Explores a program from `main`, and gives the tests with what else came of it. A test breaks a
/// rule once for each place.
pub fn generate(
    program: &Program,
    tests: TestOptions,
    options: &CheckOptions,
    watch: &(dyn Fn(Progress) -> bool + Sync),
) -> (Vec<Test>, Outcome) {
    let merge = match tests.per {
        Per::Path => Merge::Never,
        // What comes behind two paths that go on alike is covered by either.
        Per::Branch => Merge::Equal,
    };
    // A test has to take its path exactly.
    let options = CheckOptions { tests: Some(tests), merge, widen: false, ..options.clone() };
    let (outcome, mut generated) = explore(program, &options, watch);
    for finding in outcome.findings.iter().filter(|finding| ends_program(finding)) {
        add_fault(&mut generated, finding);
    }
    generated.truncate(tests.most);
    (generated, outcome)
}

/// Whether a finding is about a run that must not go on.
fn ends_program(finding: &Finding) -> bool {
    finding.severity == Severity::Error && !finding.possible && finding.alone.is_none()
}

/// Adds a test for a fault, unless there is one with its input.
fn add_fault(tests: &mut Vec<Test>, finding: &Finding) {
    let location = Some(finding.location.clone());
    let end = TestEnd::Fault { rule: finding.rule.clone(), location };
    match tests.iter_mut().find(|test| test.input == finding.input) {
        Some(test) => test.end = end,
        None => tests.push(Test { end, input: finding.input.clone(), new_edges: 0 }),
    }
}

/// The tests of all units, in their order.
#[derive(Default)]
pub(crate) struct Tests {
    covered: Edges,
    found: Vec<Test>,
}

impl Tests {
    /// Adds what a unit found. What is new to it may have been found by one before it.
    pub fn add(&mut self, program: &Program, ends: Vec<PathEnd>, per: Per) {
        for PathEnd { end, place, inputs, edges } in ends {
            let new_edges = self.covered.join(&edges);
            if new_edges == 0 && per == Per::Branch {
                continue;
            }
            let location = found::location(program, place);
            let end = match end {
                End::Exited(code) => TestEnd::Exited(code),
                End::Killed(signal) => TestEnd::Killed(signal),
                End::Fault(rule) => TestEnd::Fault { rule: rule.to_owned(), location },
                End::Open => TestEnd::Open(location),
            };
            let input = inputs.iter().map(|value| found::input(program, value)).collect();
            self.found.push(Test { end, input, new_edges });
        }
    }

    pub fn len(&self) -> usize {
        self.found.len()
    }

    pub fn into_vec(self) -> Vec<Test> {
        self.found
    }
}
