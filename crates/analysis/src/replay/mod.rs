//! Replay: a finding's input, given to the real program under sanitizers, or with breakpoints.
//!
//! | file | knows |
//! | --- | --- |
//! | `tape.rs` | how inputs are written down for the harness |
//! | `harness.c` | what stands in for the outside when the program runs |
//! | `build.rs` | making the program, once for each set of sanitizers |
//! | `sanitizers.rs` | which set shows which rule, and by what name |
//! | `sandbox/` | confining the program |
//! | `process.rs` | running it in there |
//! | `output.rs`, `symbolize.rs` | reading what the sanitizers wrote |
//! | `verdict.rs` | whether that is what was claimed |
//! | `target.rs` | the same for a target that is reached: a breakpoint there, not a sanitizer |
//! | `turns.rs` | the turns of threads, for the harness, and what it says of them |
//! | `turns.c` | what makes threads take these turns |
//! | `emit.rs` | the same for people without Margay |
//! | `suite.rs` | many inputs for one program: running them all, writing them down |
//! | `coverage.rs` | how much of the program such runs come to, by LLVM's tools |
//! | `profile.c` | what notes that, however the program ends |
//!
//! A replay never changes the user's tree and never fails an analysis: what cannot be
//! tried is a verdict too.

mod build;
mod coverage;
mod emit;
mod output;
mod process;
pub mod sandbox;
mod sanitizers;
mod suite;
mod symbolize;
mod tape;
mod target;
mod turns;
mod verdict;

use crate::gathered::INTERRUPTED;
use crate::goal::Goal;
pub use build::NO_SOURCES;
use build::{Build, BuildError, Extent, With};
pub use coverage::{Counted, FileCoverage, Measured};
use margay_engine::TARGET_REACHED;
use margay_frontend::{ClangInfo, Scratch, Stop, Unit, in_parallel, remove_tree};
use margay_ir::finding::{Confirmation, Finding};
use margay_ir::limit;
use margay_ir::limit::Limit;
use process::Run;
use sandbox::{Confinement, Job, Layers};
use sanitizers::{Expected, Set};
use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
pub use suite::Suite;
use target::Target;
use turns::Schedule;
use verdict::Observed;

/// What to replay with.
#[derive(Clone, Debug)]
pub struct ReplayOptions {
    pub clang: ClangInfo,
    /// The program's sources, all that were analysed.
    pub units: Vec<Unit>,
    /// Run the program also where the kernel cannot keep it from the rest of the machine.
    pub unconfined: bool,
    /// How long one run may take; see [`POSSIBLE_LIMIT`].
    pub limit: Duration,
    /// How many findings to replay at once; 0 for as many as there are processors.
    pub jobs: usize,
    /// What a target was that is reached; without one, it is the finding's line.
    pub goal: Option<Goal>,
    /// Set when the result is no longer wanted: what is not replayed by then is not.
    pub stop: Stop,
}

impl ReplayOptions {
    /// Programs are run by way of this process's binary, which answers to `__sandbox` by calling
    /// [`sandbox::enter`].
    pub fn new(clang: ClangInfo, units: Vec<Unit>) -> Self {
        let (limit, stop) = (Duration::from_secs(10), Stop::default());
        ReplayOptions { clang, units, unconfined: false, limit, jobs: 0, goal: None, stop }
    }

    fn with(&self) -> With<'_> {
        With { clang: &self.clang, units: &self.units, stop: &self.stop }
    }
}

/// How long a run may take for an unconfirmed finding: it is shown only if the run confirms it.
pub const POSSIBLE_LIMIT: Duration = Duration::from_secs(3);

/// A verdict and what it rests on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    pub confirmation: Confirmation,
    /// What the run wrote to standard error: the sanitizers' own words among it.
    pub words: String,
}

impl Replay {
    fn not_applicable(why: impl Into<String>) -> Self {
        Replay {
            confirmation: Confirmation::NotApplicable { why: why.into() },
            words: String::new(),
        }
    }

    fn not_confirmed(why: String) -> Self {
        Replay { confirmation: Confirmation::NotConfirmed { why }, words: String::new() }
    }
}

/// A program that findings can be replayed with.
pub struct Replayer {
    options: ReplayOptions,
    scratch: Scratch,
    builds: BTreeMap<Set, Result<Build, BuildError>>,
    runs: AtomicUsize,
}

impl Replayer {
    /// Builds the program as often as the findings need different sanitizers.
    pub fn new<'a>(
        options: ReplayOptions,
        findings: impl IntoIterator<Item = &'a Finding>,
    ) -> io::Result<Replayer> {
        let scratch = Scratch::new("replay")?;
        // Another user may run the program; there are no secrets in it.
        std::fs::set_permissions(
            scratch.path(),
            std::os::unix::fs::PermissionsExt::from_mode(0o755),
        )?;
        let mut wanted: BTreeMap<Set, Vec<&Finding>> = BTreeMap::new();
        for finding in findings {
            if let Ok((expected, _)) = prepare(finding) {
                wanted.entry(expected.set).or_default().push(finding);
            }
        }
        let root = scratch.path().canonicalize()?;
        let mut builds = BTreeMap::new();
        for (set, findings) in wanted {
            let build = |set: Set| {
                let directory = root.join(set.name());
                let inputs = findings.iter().flat_map(|finding| &finding.input);
                let wanted = (set, Extent::Needed);
                build::build(options.with(), wanted, inputs, &directory)
            };
            let built = match (build(set), set.unled()) {
                // Not every compiler need instrument for both; threads may come there unled.
                (Err(BuildError::Refused(_)), Some(unled)) => build(unled),
                (built, _) => built,
            };
            let built = match options.stop.load(Ordering::Relaxed) {
                true => Err(BuildError::Impossible(INTERRUPTED.to_owned())),
                false => built,
            };
            builds.insert(set, built);
        }
        Ok(Replayer { options, scratch, builds, runs: AtomicUsize::new(0) })
    }

    /// Replays findings; the verdicts keep their order.
    pub fn replay_all(&self, findings: &[&Finding]) -> Vec<Replay> {
        in_parallel(findings, self.options.jobs, |finding| self.replay(finding))
    }

    /// Replays one finding of those that the program was built for.
    pub fn replay(&self, finding: &Finding) -> Replay {
        if self.options.stop.load(Ordering::Relaxed) {
            return Replay::not_applicable(INTERRUPTED);
        }
        let (expected, inputs) = match prepare(finding) {
            Ok(prepared) => prepared,
            Err(why) => return Replay::not_applicable(why),
        };
        let build = match self.build(expected.set) {
            Ok(build) => build,
            Err(replay) => return replay,
        };
        if let Err(why) = self.layers(build) {
            return Replay::not_applicable(why);
        }
        match self.run(finding, &expected, &inputs, build) {
            Ok(replay) => replay,
            Err(why) => Replay::not_applicable(format!("the replay {why}")),
        }
    }

    /// Writes a directory that builds the program and runs it on the finding's input.
    pub fn emit(&self, finding: &Finding, directory: &Path) -> Result<(), String> {
        let (expected, inputs) = prepare(finding)?;
        let build = self.build(expected.set).map_err(|replay| match replay.confirmation {
            Confirmation::NotApplicable { why } | Confirmation::NotConfirmed { why } => why,
            _ => String::new(),
        })?;
        let ReplayOptions { clang, goal, .. } = &self.options;
        let (set, goal) = (build.set, goal.as_ref());
        if set.leads() {
            Schedule::of(finding)?;
        }
        if set.leads() && finding.rule == TARGET_REACHED {
            return Err("a script cannot both lead threads and stop at a target".to_owned());
        }
        let test = emit::Test { finding, inputs: &inputs, clang, set, build, goal };
        test.write(directory).map_err(|e| format!("cannot write {}: {e}", directory.display()))
    }

    /// What the user should know of this machine, one sentence each, `if_run` with what concerns
    /// running programs on it.
    pub fn notes(&self, if_run: bool) -> Vec<String> {
        let mut notes = Vec::new();
        if self.builds.values().any(|build| build == &Err(BuildError::NoRuntime)) {
            let major = self.options.clang.major;
            notes.push(format!(
                "findings are not replayed: clang {major} has no sanitizers here (Debian, Ubuntu: \
                 `apt-get install libclang-rt-{major}-dev`, Fedora: `dnf install compiler-rt`)"
            ));
        }
        if if_run && self.builds.values().any(Result::is_ok) {
            notes.extend(self.note(self.confinement()));
        }
        notes
    }

    /// What this machine confines a program with.
    fn confinement(&self) -> &'static Confinement {
        Confinement::find(|| self.run_directory(""))
    }

    /// A sentence for the user where a program cannot be confined.
    fn note(&self, found: &Confinement) -> Option<String> {
        let missing = found.missing.join("; ");
        match (found.layers.confine(), self.options.unconfined) {
            (true, _) => None,
            (false, true) => Some(format!(
                "programs were replayed though this machine cannot confine them ({missing}): they \
                 could reach whatever their user can"
            )),
            (false, false) => Some(format!(
                "{NOT_CONFINED} ({missing}); with {} they are replayed, and can reach whatever you can: \
                 files, processes, the network",
                Limit::Confinement.mark()
            )),
        }
    }

    fn build(&self, set: Set) -> Result<&Build, Replay> {
        match self.builds.get(&set) {
            Some(Ok(build)) => Ok(build),
            Some(Err(BuildError::Impossible(why))) => Err(Replay::not_applicable(why.clone())),
            Some(Err(BuildError::NoRuntime)) => {
                Err(Replay::not_applicable("clang has no sanitizers here"))
            }
            Some(Err(BuildError::Refused(why))) => {
                Err(Replay::not_confirmed(format!("does not compile: {why}")))
            }
            None => Err(Replay::not_applicable("the program was not built for it")),
        }
    }

    fn run(
        &self,
        finding: &Finding,
        expected: &Expected,
        inputs: &str,
        build: &Build,
    ) -> Result<Replay, String> {
        let symbols = symbolize::Symbols::of(&build.program);
        let environment = build.set.environment(&finding.rule, false);
        let limit = match finding.possible {
            true => self.options.limit.min(POSSIBLE_LIMIT),
            false => self.options.limit,
        };
        let target = match finding.rule == TARGET_REACHED {
            true => {
                let goal = self.options.goal.as_ref();
                match Target::find(finding, goal, &build.program, &symbols) {
                    Ok(target) => Some(target),
                    Err(why) => return Ok(Replay::not_confirmed(why)),
                }
            }
            false => None,
        };
        let inputs = inputs.to_owned() + &target.as_ref().map_or(String::new(), Target::lines);
        let judge = |run: &Run| match &target {
            Some(target) => target.judge(run, limit),
            None => {
                let reports = output::parse(&run.errors);
                let observed = Observed { run, reports: &reports, symbols: &symbols, limit };
                verdict::judge(finding, expected, &observed)
            }
        };
        let words = |run: Run| match build.set {
            Set::Thread | Set::Plain => run.errors,
            _ => symbols.readable(&run.errors),
        };
        if !build.set.leads() {
            let run = self.execute(&inputs, &environment, build, limit)?;
            return Ok(Replay { confirmation: judge(&run), words: words(run) });
        }
        let schedule = match Schedule::of(finding) {
            Ok(schedule) => schedule,
            Err(why) => return Ok(Replay::not_applicable(why)),
        };
        // Threads are led in one way after the other, until one leads there.
        let base = target::base(&build.program)?;
        let mut first = None;
        let mut ways: VecDeque<String> =
            schedule.ways().iter().map(|way| way.to_string()).collect();
        while let Some(way) = ways.pop_front() {
            let inputs = inputs.clone() + &schedule.lines(&way, base, &symbols);
            let run = self.execute(&inputs, &environment, build, limit)?;
            let confirmation = match turns::is_about_threads(&finding.rule) {
                true => schedule.judge(&run, limit),
                false => schedule.led(judge(&run), &way, &run),
            };
            let later = schedule.later(&way, &run);
            let is_shown = matches!(confirmation, Confirmation::Confirmed { .. });
            let replay = Replay { confirmation, words: words(run) };
            if is_shown {
                return Ok(replay);
            }
            first.get_or_insert(replay);
            later.into_iter().for_each(|way| ways.push_front(way));
        }
        first.ok_or_else(|| "had no turns".to_owned())
    }

    /// Runs the program in a directory of its own.
    fn execute(
        &self,
        inputs: &str,
        environment: &[(&str, String)],
        build: &Build,
        limit: Duration,
    ) -> Result<Run, String> {
        let directory = self.run_directory(inputs)?;
        let layers = self.layers(build)?;
        let command = [build.program.clone().into_os_string()];
        let job = Job::new(layers, &command, &directory, limit);
        let run = process::run(&job, environment, &self.options.stop);
        // Each run may fill its share of the disk.
        let _ = remove_tree(&directory);
        run
    }

    /// What confines a program, or why it is not run.
    fn layers(&self, build: &Build) -> Result<Layers, String> {
        let unless = concat!("(", limit!(confinement), " runs it all the same)");
        let mut layers = self.confinement().layers;
        if !layers.confine() && !self.options.unconfined {
            return Err(format!(
                "this machine cannot keep the program from your files, processes and network {unless}"
            ));
        }
        if let Some(other) = other_machine(&build.program) {
            if !self.options.unconfined {
                return Err(format!(
                    "the program is built for {other}, and the sandbox filters the system calls of \
                     {} only {unless}",
                    std::env::consts::ARCH
                ));
            }
            // The filter is one for the system calls of this machine, and ends all others.
            layers.seccomp = false;
        }
        Ok(layers)
    }

    /// A directory for a run, with what the program is given.
    fn run_directory(&self, inputs: &str) -> Result<PathBuf, String> {
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let root = self.scratch.path().canonicalize().map_err(|e| e.to_string())?;
        let directory = root.join(format!("run-{number}"));
        let fail = |e: io::Error| format!("cannot write its inputs: {e}");
        std::fs::create_dir(&directory).map_err(fail)?;
        std::fs::write(directory.join(tape::FILE), inputs).map_err(fail)?;
        Ok(directory)
    }
}

/// Why findings are not replayed, as the beginning of a sentence.
const NOT_CONFINED: &str =
    "findings are not replayed: this machine cannot keep a program from the rest of it";

/// The machine that a program is built for, if that has other system calls than this one.
fn other_machine(program: &Path) -> Option<String> {
    use object::{Architecture, Object};
    let Ok(bytes) = std::fs::read(program) else { return Some("no known machine".to_owned()) };
    let Ok(object) = object::File::parse(&*bytes) else {
        return Some("no known machine".to_owned());
    };
    match object.architecture() {
        Architecture::X86_64 if cfg!(target_arch = "x86_64") => None,
        Architecture::Aarch64 if cfg!(target_arch = "aarch64") => None,
        Architecture::Riscv64 if cfg!(target_arch = "riscv64") => None,
        Architecture::I386 => Some("32-bit x86 (as with -m32)".to_owned()),
        Architecture::X86_64_X32 => Some("x32 (as with -mx32)".to_owned()),
        other => Some(format!("another machine ({other:?})")),
    }
}

/// What to expect of a finding's replay and the inputs for it, or why there is none.
fn prepare(finding: &Finding) -> Result<(Expected, String), String> {
    if let Some(function) = &finding.alone {
        return Err(format!("`{function}` was analysed alone, without its callers"));
    }
    if finding.possible && !finding.turns.is_empty() {
        let why = "it is unconfirmed, and threads that are made to take their turns show nothing";
        return Err(why.to_owned());
    }
    let mut expected = sanitizers::expected(&finding.rule)
        .ok_or_else(|| format!("no sanitizer sees {}", finding.rule))?;
    if !finding.turns.is_empty() {
        expected.set = expected.set.led();
    }
    Ok((expected, tape::write(&finding.input)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_of_other_machines_are_told_apart() {
        let this = std::env::current_exe().expect("a program");
        assert_eq!(other_machine(&this), None);
        // No more than the header of a program for 32-bit x86, in the order of its bytes.
        let mut header = [0; 52];
        header[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
        (header[16], header[18], header[20], header[40]) = (2, 3, 1, 52);
        let file = tempfile::NamedTempFile::new().expect("a file");
        std::fs::write(file.path(), header).expect("a header");
        let other = other_machine(file.path()).expect("another one");
        assert!(other.contains("-m32"), "{other}");
    }
}
