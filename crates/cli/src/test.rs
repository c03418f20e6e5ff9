//! `margay test`: writes tests that cover a program, and says what they cover.

use crate::exit;
use crate::explore::{self, ExploreArgs, Subject};
use crate::output::{Failure, Terminal};
use crate::progress::Watch;
use crate::settings::{Given, Settings, Testing};
use crate::test_dir::TestDir;
use crate::test_table;
use clap::{Arg, Args, ValueEnum, ValueHint};
use margay_analysis::replay::{Measured, NO_SOURCES, ReplayOptions, Suite};
use margay_analysis::{CheckOptions, Limits, Test, TestOptions, generate, ktest, raw};
use margay_ir::finding::Outcome;
use margay_report::options::name_options;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Write tests
///
/// Explores a program from `main` and writes an input for every path that takes a branch which no
/// test before it takes, or for every path. A path that ends in a fault is a test too, and says which
/// rule it breaks. All tests are then run natively, and a table shows the lines and branches that they
/// cover: as llvm-cov counts them, or if that is missing, the blocks that Margay's engine reached.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
#[command(mut_args(without_merging))]
pub struct TestArgs {
    #[command(flatten)]
    pub explore: ExploreArgs,
    /// The directory for the tests; it may hold those of an earlier run, and nothing else
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, default_value = "margay-tests")]
    pub out: PathBuf,
    #[command(flatten)]
    pub own: Given<Testing>,
}

const EXAMPLES: &str = "\
Examples:
  margay test prog.c
  margay test prog.c --out tests && tests/run.sh
  margay test src/ --per path --max-tests 500 -- -Iinclude
  margay test prog.c --format raw --out seeds       seeds/raw is a corpus for a fuzzer
  margay test prog.c --format ktest,c --sym-args 1 1 4 --sym-stdin 16

The directory has tests.txt, which lists the tests and how each ends, coverage.txt, which is the source
with what they cover, and for the format
  c      test000001/ for each test, a harness and run.sh, which builds and runs them without Margay
  raw    raw/test000001: the bytes of standard input, or of the first file that is read;
         args/test000001.args: the arguments, each with a null byte after it
  ktest  test000001.ktest as KLEE writes it, and test000001.RULE.err for a fault

Exit codes:
  0 tests were written, 1 tool error, 3 some input could not be analysed";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum PerChoice {
    /// Every path
    Path,
    /// Every path that takes a branch which no test before it takes
    Branch,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum FormatChoice {
    /// A directory that builds and runs without Margay
    C,
    /// Bytes, as seeds for fuzzers
    Raw,
    /// For klee-replay and libkleeRuntest
    Ktest,
}

/// A test has a path of its own.
fn without_merging(argument: Arg) -> Arg {
    match argument.get_id().as_str() {
        "merge" | "no-merge" | "no-widen" => argument.hide(true),
        "no-confirm" => argument.help("Do not run the tests natively"),
        _ => argument,
    }
}

pub fn run(args: TestArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = Instant::now();
    let settings = Settings::new(&args.explore, &args.own.values, &Limits::default());
    let Settings { explore: settings, test: own, .. } = settings.map_err(Failure::Tool)?;
    let directory = TestDir::open(&args.out).map_err(Failure::Tool)?;
    let Subject { program, clang, units, files, unread, gaps, .. } =
        explore::load(&args.explore.inputs, &settings, terminal)?;
    if !program.main().is_some_and(|id| program.functions[id].has_body()) {
        return Err(Failure::Tool("there is no `main` to begin at".to_owned()));
    }
    let formats = own.formats;
    if clang.is_none() && formats.contains(&FormatChoice::C) {
        return Err(Failure::Tool(format!("{NO_SOURCES}; use --format raw or ktest")));
    }
    let watch = Mutex::new(Watch::new(
        files,
        started,
        settings.timeout,
        &args.explore.inputs.stop,
        terminal,
    ));
    let ends = settings.timeout.and_then(|time| started.checked_add(time));
    let jobs = args.explore.inputs.jobs();
    let stop = args.explore.inputs.stop.clone();
    let options = CheckOptions { ends, jobs, untold: gaps, stop, ..settings.options };
    let wanted = TestOptions { per: own.per, most: own.most };
    let look = |progress| watch.lock().unwrap_or_else(PoisonError::into_inner).look(progress);
    let (tests, mut outcome) = generate(&program, wanted, &options, &look);
    drop(watch);
    let replay = clang.map(|clang| {
        let stop = options.stop.clone();
        ReplayOptions {
            jobs,
            stop,
            unconfined: settings.unconfined,
            ..ReplayOptions::new(clang, units)
        }
    });
    let suite = suite(replay, &tests, &formats, settings.confirm)?;
    if options.stop.load(Ordering::Relaxed) && formats.contains(&FormatChoice::C) {
        terminal
            .warning("interrupted: the program is not built, so that --format c writes no tests");
    }
    let written = Written { args: &args, tests: &tests, options: &options, suite: suite.as_ref() };
    written.write(&directory, &formats, terminal)?;
    let measured = written.measure();
    if let Ok(measured) = &measured {
        directory.write_coverage(&measured.source).map_err(Failure::Tool)?;
    }
    name_options(&mut outcome);
    tell(&written, measured, &outcome, &settings.root, started)?;
    Ok(if unread.is_empty() { exit::OK } else { exit::INCOMPLETE })
}

/// The program as it is run, if it is to be run or written down.
fn suite(
    options: Option<ReplayOptions>,
    tests: &[Test],
    formats: &BTreeSet<FormatChoice>,
    confirm: bool,
) -> Result<Option<Suite>, Failure> {
    let Some(options) = options.filter(|_| confirm || formats.contains(&FormatChoice::C)) else {
        return Ok(None);
    };
    // What was found is written down all the same.
    if options.stop.load(Ordering::Relaxed) {
        return Ok(None);
    }
    Suite::new(options, tests, confirm).map(Some).map_err(Failure::Tool)
}

/// Tests, and what they are written down with.
struct Written<'a> {
    args: &'a TestArgs,
    tests: &'a [Test],
    options: &'a CheckOptions,
    suite: Option<&'a Suite>,
}

impl Written<'_> {
    fn write(
        &self,
        directory: &TestDir,
        formats: &BTreeSet<FormatChoice>,
        terminal: &Terminal,
    ) -> Result<(), Failure> {
        directory.clear().map_err(Failure::Tool)?;
        let named: Vec<(String, &Test)> = (1..)
            .zip(self.tests)
            .map(|(number, test)| (format!("test{number:06}"), test))
            .collect();
        directory.write_list(&named).map_err(Failure::Tool)?;
        for format in formats {
            match format {
                FormatChoice::C => {
                    let emitted = self.suite.map(|suite| suite.emit(&named, directory.path()));
                    emitted.transpose().map_err(Failure::Tool)?;
                }
                FormatChoice::Raw => {
                    for (name, test) in &named {
                        directory.write_raw(name, &raw(test)).map_err(Failure::Tool)?;
                    }
                }
                FormatChoice::Ktest => {
                    for (name, test) in &named {
                        let bytes = ktest(test, &self.program_name(), &self.options.arguments);
                        directory.write_ktest(name, &bytes, &test.end).map_err(Failure::Tool)?;
                    }
                }
            }
        }
        let lost = self.tests.iter().filter(|test| test.needs_harness()).count();
        if lost > 0 && formats.iter().any(|format| *format != FormatChoice::C) {
            terminal.warning(&format!(
                "{lost} of the tests need a call that fails, or the environment, which --format c \
                 alone can write down"
            ));
        }
        Ok(())
    }

    /// Runs the tests, and says what they cover, or why that is not known.
    fn measure(&self) -> Result<Measured, String> {
        match self.suite {
            Some(suite) if !self.tests.is_empty() => suite.measure(self.tests),
            _ => Err("nothing was run".to_owned()),
        }
    }

    /// As KLEE has it: the program is the file that was given.
    fn program_name(&self) -> String {
        let file = self.args.explore.inputs.files.first();
        let stem = file.and_then(|file| file.file_stem()).unwrap_or_default();
        stem.to_string_lossy().into_owned()
    }
}

/// Says what was written, and what it covers.
fn tell(
    written: &Written<'_>,
    measured: Result<Measured, String>,
    outcome: &Outcome,
    root: &Path,
    started: Instant,
) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    for (number, test) in (1..).zip(written.tests) {
        writeln!(out, "test{number:06}: {}", test_table::ending(&test.end, root))?;
    }
    write!(out, "\n{}", test_table::coverage(measured, outcome, root))?;
    let (tests, paths) = (written.tests.len(), outcome.statistics.paths);
    let omitted: BTreeSet<&str> =
        outcome.omissions.iter().map(|omission| omission.what.as_str()).collect();
    if !omitted.is_empty() {
        writeln!(out, "\nnot covered: {}", omitted.into_iter().collect::<Vec<_>>().join("; "))?;
    }
    let plural = |count: u64| if count == 1 { "" } else { "s" };
    writeln!(
        out,
        "\n{tests} test{} in {}; {paths} path{}, {:.1} s",
        plural(tests as u64),
        written.args.out.display(),
        plural(paths),
        started.elapsed().as_secs_f64()
    )?;
    Ok(())
}
