//! Generating tests: an input for every path of a program, or for every branch.
//!
//! `ktest.rs` and `raw.rs` write an input for other tools. As a program, `replay/suite.rs` does.

mod ktest;
mod raw;

use crate::check::{CheckOptions, explore_again};
use crate::found;
use margay_engine::{Direction, Edges, End, Merge, PathEnd, Plan, Progress, SAGE};
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
    /// Whether it depends on what a file of bytes cannot say: a call that fails, or the environment.
    pub fn needs_harness(&self) -> bool {
        let behind = self.input.iter().skip(1).map(Some).chain([None]);
        self.input.iter().zip(behind).any(|(input, next)| match input.source {
            Source::Environment { .. } => true,
            _ => {
                let fails = input.form == Form::Failure && input.bytes.first() == Some(&1);
                fails && !next.is_some_and(is_end_of_input)
            }
        })
    }

    /// The bytes that come from somewhere, all calls together; `None` if nothing does.
    fn bytes_of(&self, is_it: impl Fn(&Source) -> bool) -> Option<Vec<u8>> {
        let mut found = self.input.iter().filter(|input| is_it(&input.source)).peekable();
        found.peek()?;
        Some(found.flat_map(|input| input.bytes.iter().copied()).collect())
    }

    /// The arguments after the program's name; `None` if `main` has none.
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

/// Whether a call got nothing, be it that it failed.
fn is_end_of_input(input: &Input) -> bool {
    matches!(input.source, Source::Stdin | Source::File { .. }) && input.bytes.is_empty()
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
    let searches = searches(tests, options);
    let (outcome, mut generated) = explore_again(program, &searches, watch);
    for finding in outcome.findings.iter().filter(|finding| ends_program(finding)) {
        add_fault(&mut generated, finding);
    }
    generated.truncate(tests.most);
    (generated, outcome)
}

/// How far the later searches go, compared with the first.
const FURTHER: u64 = 4;

/// The ways to search, one after the other. Those of one kind get stuck where another does not.
fn searches(tests: TestOptions, options: &CheckOptions) -> Vec<CheckOptions> {
    // A test has to take its path exactly.
    let options = CheckOptions { tests: Some(tests), widen: false, ..options.clone() };
    match tests.per {
        // Another search would come to the same paths.
        Per::Path => vec![CheckOptions { merge: Merge::Never, ..options }],
        Per::Branch => {
            let generational = Plan { forward: &SAGE, direction: Direction::Forward };
            let searches = [(None, 1), (Some((generational, 0)), FURTHER), (None, FURTHER)];
            let search = |(plan, further)| {
                let limits = options.limits.times(further);
                // What comes after two paths that go on alike is covered by either.
                CheckOptions { plan, limits, merge: Merge::Equal, ..options.clone() }
            };
            searches.map(search).into()
        }
    }
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

/// How paths ended in all units, in their order.
#[derive(Default)]
pub(crate) struct Tests(Vec<PathEnd>);

impl Tests {
    /// Adds what a unit found.
    pub fn add(&mut self, ends: Vec<PathEnd>) {
        self.0.extend(ends);
    }

    /// How many paths ended.
    pub fn ended(&self) -> usize {
        self.0.iter().filter(|noted| !noted.end.is_open()).count()
    }

    /// The tests that are wanted.
    pub fn choose(self, program: &Program, per: Per) -> Vec<Test> {
        let mut covered = Edges::default();
        let mut chosen: Vec<(usize, usize)> = Vec::new();
        let mut choose = |at: usize, noted: &PathEnd| {
            let new_edges = covered.join(&noted.edges);
            if new_edges > 0 || per == Per::Path {
                chosen.push((at, new_edges));
            }
        };
        // One unit may have found what is new to another. What is open serves where nothing else does,
        // and what went furthest first.
        let (open, ended): (Vec<_>, Vec<_>) =
            self.0.iter().enumerate().partition(|(_, noted)| noted.end.is_open());
        ended.into_iter().for_each(|(at, noted)| choose(at, noted));
        open.into_iter().rev().for_each(|(at, noted)| choose(at, noted));
        chosen.sort_unstable();
        chosen.iter().map(|(at, new_edges)| test(program, &self.0[*at], *new_edges)).collect()
    }
}

fn test(program: &Program, noted: &PathEnd, new_edges: usize) -> Test {
    let location = found::location(program, noted.place);
    let end = match noted.end {
        End::Exited(code) => TestEnd::Exited(code),
        End::Killed(signal) => TestEnd::Killed(signal),
        End::Fault(rule) => TestEnd::Fault { rule: rule.to_owned(), location },
        End::Open => TestEnd::Open(location),
    };
    let input = noted.inputs.iter().map(|value| found::input(program, value)).collect();
    Test { end, input, new_edges }
}
