//! Every setting, once: what the command line and `margay.toml` call it, what its help says, what holds
//! without it, and what it changes.
//!
//! Invariant: an option is a row of this table, or it is in [`PER_RUN`] with the reason why no file says it.
//! A row without a key has its reason as well. Tests hold the command line against both.

use super::Settings;
use crate::check::Level;
use crate::explore::{InterleavingsChoice, MergeChoice};
use crate::{reach, test};
use clap::ValueEnum;
use clap::ValueHint;
use clap::builder::PossibleValue;
use margay_analysis::{FileLimits, MemoryBound, Merge, Method, Per};
use margay_report::Format;
use std::path::PathBuf;
use std::time::Duration;

/// One setting.
#[derive(Debug)]
pub struct Setting {
    /// As the command line has it, without dashes.
    pub name: &'static str,
    pub key: Key,
    pub kind: Kind,
    /// A sentence; `{default}` in it is where the default is told, `{strategies}` where those of `reach` are.
    pub help: &'static str,
    /// What holds where nothing is said, as one would say it.
    pub default: Option<&'static str>,
    pub heading: Option<&'static str>,
    /// It is for tests, and no help has it.
    pub hidden: bool,
    /// An option that says the same, so that only one can be given.
    pub conflicts: Option<&'static str>,
    /// Puts a value where it takes effect. The error says what is wrong with it, without naming it.
    pub set: fn(&mut Settings, Value) -> Result<(), String>,
}

/// What `margay.toml` calls a setting.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// As the command line does.
    Same,
    /// Otherwise: a flag `--no-unroll` is `unroll = false`.
    Named(&'static str),
    /// It has none, and why.
    None(&'static str),
}

/// What values a setting takes.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    /// A whole number, with what it counts and the least one.
    Number(&'static str, u64),
    /// Several of them, with what each counts and how a file has them.
    Numbers(&'static [&'static str], &'static str),
    /// True or false in a file; the option alone means this.
    Flag(bool),
    /// One of several words.
    Choice(&'static str, fn() -> Vec<PossibleValue>),
    /// Several of them.
    Choices(&'static str, fn() -> Vec<PossibleValue>),
    /// A word that something else reads; the error is its own.
    Word(&'static str, fn(&str) -> Result<(), String>),
    /// Names of rules.
    Rules,
    Path(&'static str, ValueHint),
}

/// What was said of a setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Number(u64),
    Numbers(Vec<u64>),
    Flag(bool),
    Word(String),
    Words(Vec<String>),
    Path(PathBuf),
}

/// Settings that a command takes together, and the table of `margay.toml` that they stand in.
pub trait Part {
    const TABLE: &'static str;
    const SETTINGS: &'static [Setting];
}

/// How a program is explored, whichever command does it.
#[derive(Debug)]
pub struct Exploring;
/// What `check` reports.
#[derive(Debug)]
pub struct Reporting;
/// How `reach` searches and answers.
#[derive(Debug)]
pub struct Reaching;
/// Which tests `test` writes.
#[derive(Debug)]
pub struct Testing;

impl Part for Exploring {
    const TABLE: &'static str = "check";
    const SETTINGS: &'static [Setting] = EXPLORING;
}

impl Part for Reporting {
    const TABLE: &'static str = "check";
    const SETTINGS: &'static [Setting] = REPORTING;
}

impl Part for Reaching {
    const TABLE: &'static str = "reach";
    const SETTINGS: &'static [Setting] = REACHING;
}

impl Part for Testing {
    const TABLE: &'static str = "test";
    const SETTINGS: &'static [Setting] = TESTING;
}

/// The tables of `margay.toml` that settings stand in.
pub const TABLES: &[&str] = &["check", "reach", "test"];

/// The settings of a table of `margay.toml`.
pub fn of_table(table: &str) -> impl Iterator<Item = &'static Setting> {
    let parts = [
        (Exploring::TABLE, Exploring::SETTINGS),
        (Reporting::TABLE, Reporting::SETTINGS),
        (Reaching::TABLE, Reaching::SETTINGS),
        (Testing::TABLE, Testing::SETTINGS),
    ];
    parts.into_iter().filter(move |(name, _)| *name == table).flat_map(|(_, settings)| settings)
}

/// Options of one run, and why no file says them.
pub const PER_RUN: &[(&str, &str)] = &[
    ("all", OF_THE_QUESTION),
    ("build", "no file of a repository says which program is run"),
    ("config", "it names the file"),
    ("diff", "no file of a repository says with what git is run"),
    ("emit", WRITES),
    ("emit-tests", WRITES),
    ("html", WRITES),
    ("jobs", OF_THE_MACHINE),
    ("no-cache", OF_THE_MACHINE),
    ("out", WRITES),
    ("output", WRITES),
    ("tree", WRITES),
];

const WRITES: &str = "no file of a repository says which files are written";
const OF_THE_MACHINE: &str = "it is a matter of the machine";
const OF_THE_QUESTION: &str = "it is a part of the question";
const FOR_TESTS: &str = "it is for tests of Margay";

impl Setting {
    /// What `margay.toml` calls it, if it may say it.
    pub fn key(&self) -> Option<&'static str> {
        match self.key {
            Key::Same => Some(self.name),
            Key::Named(name) => Some(name),
            Key::None(_) => None,
        }
    }

    /// What its help says.
    pub fn help(&self) -> String {
        let strategies = || Method::names().collect::<Vec<_>>().join(", ");
        let help = self.help.replace("{default}", self.default.unwrap_or_default());
        if help.contains("{strategies}") {
            help.replace("{strategies}", &strategies())
        } else {
            help
        }
    }
}

impl Value {
    fn number(&self) -> u64 {
        let Value::Number(number) = self else { panic!("{self:?} is no number") };
        *number
    }

    fn numbers<const N: usize>(&self) -> [u64; N] {
        let Value::Numbers(numbers) = self else { panic!("{self:?} is no list of numbers") };
        numbers.as_slice().try_into().expect("as many as the kind says")
    }

    fn flag(&self) -> bool {
        let Value::Flag(flag) = self else { panic!("{self:?} is no flag") };
        *flag
    }

    fn word(&self) -> &str {
        let Value::Word(word) = self else { panic!("{self:?} is no word") };
        word
    }

    fn choice<T: ValueEnum>(&self) -> T {
        T::from_str(self.word(), false).expect("one of the choices")
    }

    fn words(self) -> Vec<String> {
        let Value::Words(words) = self else { panic!("{self:?} is no list of words") };
        words
    }

    fn path(self) -> PathBuf {
        let Value::Path(path) = self else { panic!("{self:?} is no path") };
        path
    }
}

fn choices<T: ValueEnum>() -> Vec<PossibleValue> {
    T::value_variants().iter().filter_map(ValueEnum::to_possible_value).collect()
}

/// The forms of reports that there are.
fn formats() -> Vec<PossibleValue> {
    let each = |format: Format| PossibleValue::new(format.name()).help(format.purpose());
    Format::all().map(each).collect()
}

fn narrow<T: TryFrom<u64>>(number: u64, most: T) -> T {
    T::try_from(number).unwrap_or(most)
}

const INPUT: &str = "What the program is given";
const LIMITS: &str = "Limits";
const REPORT: &str = "The report";

/// What most rows have.
const PLAIN: Setting = Setting {
    name: "",
    key: Key::Same,
    kind: Kind::Flag(true),
    help: "",
    default: None,
    heading: None,
    hidden: false,
    conflicts: None,
    set: |_, _| Ok(()),
};
const OF_INPUT: Setting = Setting { heading: Some(INPUT), ..PLAIN };
const LIMIT: Setting = Setting { heading: Some(LIMITS), kind: Kind::Number("N", 0), ..PLAIN };
const OF_REPORT: Setting = Setting { heading: Some(REPORT), ..PLAIN };

/// More or longer arguments than these are a mistake: each byte is a symbol.
const MOST_ARGUMENTS: u64 = 1 << 10;
const LONGEST_ARGUMENT: u64 = 1 << 16;

const EXPLORING: &[Setting] = &[
    Setting {
        name: "sym-args",
        kind: Kind::Numbers(&["MIN", "MAX", "LEN"], "[min, max, length]"),
        help: "From MIN to MAX arguments of at most LEN bytes each ({default})",
        default: Some("0 2 8"),
        set: |settings, value| {
            let [min, max, len] = value.numbers();
            if min > max {
                return Err(format!("has a minimum of {min} above its maximum of {max}"));
            }
            let within = |number: u64, most: u64, what: &str| {
                let number = u32::try_from(number).ok().filter(|number| u64::from(*number) <= most);
                number.ok_or_else(|| format!("allows at most {most} {what}"))
            };
            let arguments = &mut settings.explore.options.arguments;
            arguments.min = within(min, MOST_ARGUMENTS, "arguments")?;
            arguments.max = within(max, MOST_ARGUMENTS, "arguments")?;
            arguments.len = within(len, LONGEST_ARGUMENT, "bytes for each")?;
            settings.explore.arguments_are_set = true;
            Ok(())
        },
        ..OF_INPUT
    },
    Setting {
        name: "sym-stdin",
        kind: Kind::Number("BYTES", 0),
        help: "At most so many bytes of standard input; otherwise any number",
        set: |settings, value| {
            settings.explore.options.input.stdin = Some(value.number());
            Ok(())
        },
        ..OF_INPUT
    },
    Setting {
        name: "sym-files",
        kind: Kind::Numbers(&["NUM", "LEN"], "[number, length]"),
        help: "NUM files to be read, named A, B, ..., of at most LEN bytes; otherwise every file may exist",
        set: |settings, value| {
            let [number, length] = value.numbers();
            if number > 26 {
                return Err("allows at most 26 files, named A to Z".to_owned());
            }
            settings.explore.options.input.files = Some(FileLimits { number, length });
            Ok(())
        },
        ..OF_INPUT
    },
    Setting {
        name: "max-steps",
        help: "Stop after so many steps on all paths together ({default})",
        default: Some("20000000"),
        set: |settings, value| {
            let limits = &mut settings.explore.options.limits;
            limits.steps = value.number();
            // One path may take what all may take, if that was said.
            limits.path_steps = value.number();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "max-paths",
        help: "Stop after so many paths ({default})",
        default: Some("10000"),
        set: |settings, value| {
            settings.explore.options.limits.paths = value.number();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "max-queries",
        help: "Stop after so many solver queries ({default}); a very hard one counts as several",
        default: Some("6000"),
        set: |settings, value| {
            settings.explore.options.limits.queries = value.number();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "max-loop",
        help: "How often the input may keep one loop going ({default})",
        default: Some("32"),
        set: |settings, value| {
            settings.explore.options.limits.choices = narrow(value.number(), u32::MAX);
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "max-depth",
        help: "How deep a recursion that depends on the input may go ({default})",
        default: Some("64"),
        set: |settings, value| {
            settings.explore.options.limits.depth = narrow(value.number(), usize::MAX);
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "merge",
        kind: Kind::Choice("WHICH", choices::<MergeChoice>),
        help: "Which paths become one where they meet, so that what follows is walked once",
        default: Some("choose"),
        set: |settings, value| {
            settings.explore.options.merge = value.choice::<MergeChoice>().into();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "interleavings",
        kind: Kind::Choice("WHICH", choices::<InterleavingsChoice>),
        help: "Which orders of turns of threads are tried where they meet",
        default: Some("choose"),
        set: |settings, value| {
            settings.explore.options.interleavings = value.choice::<InterleavingsChoice>().into();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "no-merge",
        key: Key::None("a file says `merge = \"never\"`"),
        kind: Kind::Flag(true),
        help: "Walk every path separately; the same as `--merge never`",
        conflicts: Some("merge"),
        set: |settings, _| {
            settings.explore.options.merge = Merge::Never;
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "unit-steps",
        key: Key::None(FOR_TESTS),
        kind: Kind::Number("N", 1),
        help: "Cut the work into units of about so many steps; for tests of that",
        hidden: true,
        set: |settings, value| {
            settings.explore.options.unit_steps = Some(value.number());
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "panic-in",
        key: Key::None(FOR_TESTS),
        kind: Kind::Word("UNIT", |_| Ok(())),
        help: "Panic in one unit of work; for tests that all else goes on",
        hidden: true,
        set: |settings, value| {
            settings.explore.options.panic_in = Some(value.word().to_owned());
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "no-concretion",
        key: Key::Named("concretion"),
        kind: Kind::Flag(false),
        help: "Keep symbols apart from the one value that a path leaves them",
        set: |settings, value| {
            settings.explore.options.concretion = value.flag();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "no-unroll",
        key: Key::Named("unroll"),
        kind: Kind::Flag(false),
        help: "Leave loops after as many iterations even if the input does not keep them going",
        set: |settings, value| {
            settings.explore.options.unroll = value.flag();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "no-widen",
        key: Key::Named("widen"),
        kind: Kind::Flag(false),
        help: "End paths in loops that are left, instead of going on behind them",
        set: |settings, value| {
            settings.explore.options.widen = value.flag();
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "timeout",
        kind: Kind::Number("SECONDS", 0),
        help: "Explore for so long, then report what was found; without it the result does not depend on the \
               speed of the machine",
        set: |settings, value| {
            settings.explore.timeout = Some(Duration::from_secs(value.number()));
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "max-memory",
        key: Key::None(OF_THE_MACHINE),
        kind: Kind::Number("MEGABYTES", 1),
        help: "Stop when Margay takes so much memory, then report what was found; by default half of the \
               machine's",
        set: |settings, value| {
            let bytes = value.number().saturating_mul(1 << 20);
            settings.explore.options.memory = MemoryBound::of(bytes);
            Ok(())
        },
        ..LIMIT
    },
    Setting {
        name: "no-confirm",
        key: Key::Named("confirm"),
        kind: Kind::Flag(false),
        help: "Do not replay findings natively",
        set: |settings, value| {
            settings.explore.confirm = value.flag();
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "replay-unconfined",
        key: Key::None("a repository does not say how far its own program is trusted"),
        help: "Replay also where the kernel cannot keep the program from your files, processes and network",
        set: |settings, value| {
            settings.explore.unconfined = value.flag();
            Ok(())
        },
        ..PLAIN
    },
];

const REPORTING: &[Setting] = &[
    Setting {
        name: "rules",
        kind: Kind::Rules,
        help: "Report these rules only",
        set: |settings, value| {
            settings.report.rules = Some(value.words());
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "disable",
        kind: Kind::Rules,
        help: "Do not report these rules",
        set: |settings, value| {
            settings.report.disable = value.words();
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "level",
        kind: Kind::Choice("LEVEL", choices::<Level>),
        help: "How bad a finding must be to be shown and to count ({default}). Rules that --rules names are shown \
               whatever they are",
        default: Some("warning"),
        set: |settings, value| {
            settings.report.level = value.choice::<Level>().into();
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "implicit-flow",
        help: "What is done because of labelled data counts as made of it",
        set: |settings, value| {
            settings.report.implicit_flow = value.flag();
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "baseline",
        kind: Kind::Path("FILE", ValueHint::FilePath),
        help: "Findings that an earlier report (JSON or SARIF) has do not count",
        set: |settings, value| {
            settings.report.baseline = Some(value.path());
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "format",
        kind: Kind::Choice("FORMAT", formats),
        help: "How to write the findings ({default})",
        default: Some("text"),
        set: |settings, value| {
            settings.report.format = Format::named(value.word()).expect("one of the choices");
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "possible",
        help: "Show unconfirmed faults as well: those that depend on unknown callers, or on loops \
               whose iterations were not counted. They do not count for the exit code",
        set: |settings, value| {
            settings.report.possible = value.flag();
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "explain-path",
        help: "Show each step of the path to a finding",
        set: |settings, value| {
            settings.report.explain_path = value.flag();
            Ok(())
        },
        ..OF_REPORT
    },
    Setting {
        name: "stats",
        help: "Show how much of each function was reached, and how the exploration went",
        set: |settings, value| {
            settings.report.stats = value.flag();
            Ok(())
        },
        ..OF_REPORT
    },
];

const REACHING: &[Setting] = &[
    Setting {
        name: "strategy",
        kind: Kind::Word("NAME", |name| name.parse::<Method>().map(drop)),
        help: "Which path is followed next: {strategies}, or with one S of those ccbse(S), mix-ccbse(S)",
        default: Some("portfolio"),
        set: |settings, value| {
            settings.reach.method = value.word().parse()?;
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "seed",
        kind: Kind::Number("N", 0),
        help: "Where strategies leave something to chance, begin with this",
        default: Some("0"),
        set: |settings, value| {
            settings.reach.seed = value.number();
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "no-endless",
        key: Key::None("it is to compare strategies by themselves"),
        kind: Kind::Flag(false),
        help: "Follow loops that come back to where they were; to compare strategies alone",
        hidden: true,
        set: |settings, value| {
            settings.explore.options.endless = value.flag();
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "format",
        kind: Kind::Choice("FORMAT", choices::<reach::FormatChoice>),
        help: "How to write the answer",
        default: Some("text"),
        set: |settings, value| {
            settings.reach.format = value.choice();
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "explain-path",
        help: "Show each step of the path",
        set: |settings, value| {
            settings.reach.explain_path = value.flag();
            Ok(())
        },
        ..PLAIN
    },
];

const TESTING: &[Setting] = &[
    Setting {
        name: "per",
        kind: Kind::Choice("WHAT", choices::<test::PerChoice>),
        help: "What there is a test for",
        default: Some("branch"),
        set: |settings, value| {
            settings.test.per = match value.choice() {
                test::PerChoice::Path => Per::Path,
                test::PerChoice::Branch => Per::Branch,
            };
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "format",
        kind: Kind::Choices("FORMAT,...", choices::<test::FormatChoice>),
        help: "How to write a test; several are separated by commas",
        default: Some("c"),
        set: |settings, value| {
            let named = |name: &String| test::FormatChoice::from_str(name, false);
            settings.test.formats = value.words().iter().map(named).collect::<Result<_, _>>()?;
            Ok(())
        },
        ..PLAIN
    },
    Setting {
        name: "max-tests",
        kind: Kind::Number("N", 1),
        help: "Stop after so many tests",
        set: |settings, value| {
            settings.test.most = narrow(value.number(), usize::MAX);
            Ok(())
        },
        ..PLAIN
    },
];
