//! What a run is to do: the command line where it says something, else `margay.toml`, else Margay's defaults. What may
//! be said is in [`table`], once for all of these.

mod file;
mod given;
mod table;

pub use given::Given;
pub use table::{Exploring, Reaching, Reporting, Testing};

use crate::explore::ExploreArgs;
use crate::{reach, test};
use margay_analysis::{CheckOptions, Declarations, Limits, Method, Per, Policy};
use margay_frontend::SettingsFlags;
use margay_ir::finding::Severity;
use margay_report::Format;
use margay_report::nearest::suggestion;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use table::{Kind, Setting, Value};

/// All settings, whichever of them a command needs.
#[derive(Debug)]
pub struct Settings {
    pub explore: ExploreSettings,
    pub report: ReportSettings,
    pub reach: ReachSettings,
    pub test: TestSettings,
}

/// How a program is explored.
#[derive(Debug)]
pub struct ExploreSettings {
    pub options: CheckOptions,
    /// Whether somebody has said which arguments there are.
    pub arguments_are_set: bool,
    /// Files and directories that are not analysed.
    pub exclude: Vec<PathBuf>,
    /// Of `margay.toml`, if there is one.
    pub clang_flags: Option<SettingsFlags>,
    pub timeout: Option<Duration>,
    pub confirm: bool,
    /// Never from a file: a repository does not say how far its own program is trusted.
    pub unconfined: bool,
    /// The directory that reports name files relative to: that of the settings, else the
    /// working directory.
    pub root: PathBuf,
}

/// What is reported, and how.
#[derive(Debug)]
pub struct ReportSettings {
    /// Only these rules.
    pub rules: Option<Vec<String>>,
    /// Not these rules.
    pub disable: Vec<String>,
    /// How bad a finding must be to be shown.
    pub level: Severity,
    pub implicit_flow: bool,
    pub baseline: Option<PathBuf>,
    pub format: Format,
    pub possible: bool,
    pub explain_path: bool,
    pub stats: bool,
}

/// How a path is searched, and the answer written.
#[derive(Debug)]
pub struct ReachSettings {
    pub method: Method,
    pub seed: u64,
    pub format: reach::FormatChoice,
    pub explain_path: bool,
}

/// Which tests are written, and how.
#[derive(Debug)]
pub struct TestSettings {
    pub per: Per,
    pub formats: BTreeSet<test::FormatChoice>,
    pub most: usize,
}

impl Settings {
    /// What holds where nothing is said, with limits that a command has of its own.
    fn unsaid(limits: &Limits) -> Settings {
        Settings {
            explore: ExploreSettings {
                options: CheckOptions { limits: *limits, ..CheckOptions::default() },
                arguments_are_set: false,
                exclude: Vec::new(),
                clang_flags: None,
                timeout: None,
                confirm: true,
                unconfined: false,
                root: std::env::current_dir().unwrap_or_default(),
            },
            report: ReportSettings {
                rules: None,
                disable: Vec::new(),
                level: Severity::Warning,
                implicit_flow: false,
                baseline: None,
                format: Format::TEXT,
                possible: false,
                explain_path: false,
                stats: false,
            },
            reach: ReachSettings {
                method: Method::default(),
                seed: 0,
                format: reach::FormatChoice::Text,
                explain_path: false,
            },
            test: TestSettings {
                per: Per::Branch,
                formats: BTreeSet::from([test::FormatChoice::C]),
                most: usize::MAX,
            },
        }
    }

    /// What a file says, or the `margay.toml` that is nearest to an input; limits are for what is not said. The
    /// error is a sentence.
    pub fn of_project(
        file: Option<&Path>,
        input: Option<&Path>,
        limits: &Limits,
    ) -> Result<Settings, String> {
        let file = match file {
            Some(file) => Some(file.to_owned()),
            None => file::find(input.unwrap_or(Path::new("."))),
        };
        let mut settings = Settings::unsaid(limits);
        let mut flow = Declarations::default();
        if let Some(file) = file {
            flow = file::read(&file, &rule_names(), &mut settings)?;
        }
        settings.explore.options.flow = Arc::new(Policy::new(flow, false)?);
        Ok(settings)
    }

    /// Puts the settings of a command together, with those that it has of its own. The error is a sentence.
    pub fn new(
        args: &ExploreArgs,
        own: &[(&'static Setting, Value)],
        limits: &Limits,
    ) -> Result<Settings, String> {
        let input = args.inputs.files.first().map(PathBuf::as_path);
        let mut settings = Settings::of_project(args.config.as_deref(), input, limits)?;
        for (setting, value) in args.settings.values.iter().chain(own) {
            settings.take(setting, value.clone())?;
        }
        Ok(settings)
    }

    /// Takes what the command line says.
    fn take(&mut self, setting: &Setting, value: Value) -> Result<(), String> {
        if let (Kind::Rules, Value::Words(rules)) = (setting.kind, &value) {
            let names = rule_names();
            if let Some(name) = rules.iter().find(|name| !names.contains(&name.as_str())) {
                let hint = suggestion(name, names);
                return Err(format!("there is no rule `{name}`{hint}"));
            }
        }
        (setting.set)(self, value).map_err(|what| format!("--{} {what}", setting.name))
    }
}

fn rule_names() -> Vec<&'static str> {
    margay_checkers::rules().map(|rule| rule.name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::{Command, Options};
    use clap::{CommandFactory, Parser};
    use margay_ir::limit::Limit;
    use table::{PER_RUN, of_table};

    /// The commands that take settings.
    const COMMANDS: &[(&str, &str)] =
        &[("check", "check"), ("reach", "reach"), ("triage", "check"), ("test", "test")];

    #[test]
    fn an_option_is_a_setting_or_of_one_run() {
        let all = Options::command();
        for (name, table) in COMMANDS {
            let command = all.find_subcommand(name).expect("a command");
            for option in command.get_arguments().filter_map(|argument| argument.get_long()) {
                let mut settings = of_table("check").chain(of_table(table));
                let is_setting = settings.any(|setting| setting.name == option);
                let is_of_one_run = PER_RUN.iter().any(|(name, _)| *name == option);
                assert!(is_setting || is_of_one_run, "{name} --{option} is in no table");
            }
        }
        let has = |option: &str| {
            let mut options = all.get_subcommands().flat_map(|command| command.get_arguments());
            options.any(|argument| argument.get_long() == Some(option))
        };
        for (name, _) in PER_RUN {
            assert!(has(name), "no command has --{name}");
        }
        for setting in table::TABLES.iter().flat_map(|table| of_table(table)) {
            assert!(has(setting.name), "no command has --{}", setting.name);
        }
    }

    #[test]
    fn limits_are_named_as_options_that_there_are() {
        for limit in Limit::ALL {
            let option = margay_report::options::option(limit);
            let mut settings = of_table("check");
            assert!(settings.any(|setting| format!("--{}", setting.name) == option), "{option}");
        }
    }

    /// What holds, as words.
    fn shown(settings: &Settings) -> String {
        let Settings { explore, report, reach, test } = settings;
        let CheckOptions { limits, arguments, input, merge, interleavings, .. } = &explore.options;
        let CheckOptions { concretion, unroll, widen, .. } = &explore.options;
        let of_options = format!(
            "{limits:?} {arguments:?} {input:?} {merge:?} {interleavings:?} {concretion} {unroll} {widen}"
        );
        let (timeout, confirm) = (explore.timeout, explore.confirm);
        format!("{of_options} {timeout:?} {confirm} {report:?} {reach:?} {test:?}")
    }

    /// A setting as a line of `margay.toml` and as words of a command line.
    fn said(setting: &Setting) -> (String, Vec<String>) {
        let option = format!("--{}", setting.name);
        let choice = |list: fn() -> Vec<clap::builder::PossibleValue>| {
            let all = list();
            let other = |name: &&str| Some(*name) != setting.default;
            let name = all.iter().map(|value| value.get_name()).find(other);
            name.expect("there is a choice").to_owned()
        };
        let (in_file, words) = match setting.kind {
            Kind::Number(..) => ("77".to_owned(), vec!["77".to_owned()]),
            Kind::Numbers(names, _) => {
                let numbers: Vec<String> = (5..).take(names.len()).map(|n| n.to_string()).collect();
                (format!("[{}]", numbers.join(", ")), numbers)
            }
            Kind::Flag(means) => (means.to_string(), Vec::new()),
            Kind::Choice(_, list) => (format!("{:?}", choice(list)), vec![choice(list)]),
            Kind::Choices(_, list) => (format!("[{:?}]", choice(list)), vec![choice(list)]),
            Kind::Word(..) => ("\"dfs\"".to_owned(), vec!["dfs".to_owned()]),
            Kind::Rules => ("[\"memory-leak\"]".to_owned(), vec!["memory-leak".to_owned()]),
            Kind::Path(..) => ("\"known\"".to_owned(), vec!["known".to_owned()]),
        };
        let key = setting.key().expect("a key");
        (format!("{key} = {in_file}\n"), std::iter::once(option).chain(words).collect())
    }

    fn of_line(command: &str, words: &[String]) -> Settings {
        let config = ["margay", command, "x.c", "--config", "/dev/null"].map(str::to_owned);
        let settings = |explore: &ExploreArgs, more: &[(&'static Setting, Value)]| {
            let mut settings = Settings::unsaid(&Limits::default());
            for (setting, value) in explore.settings.values.iter().chain(more) {
                settings.take(setting, value.clone()).expect("it is right");
            }
            settings
        };
        match Options::parse_from(config.iter().chain(words)).command {
            Command::Check(args) => settings(&args.explore, &args.report.values),
            Command::Reach(args) => settings(&args.explore, &args.own.values),
            Command::Test(args) => settings(&args.explore, &args.own.values),
            _ => panic!("not a command with settings"),
        }
    }

    #[test]
    fn a_file_says_the_same_as_the_command_line() {
        for table in table::TABLES {
            for setting in of_table(table).filter(|setting| setting.key().is_some()) {
                let (line, words) = said(setting);
                let mut of_file = Settings::unsaid(&Limits::default());
                let nothing = shown(&of_file);
                let text = format!("[{table}]\n{line}");
                file::parse(&text, Path::new("margay.toml"), &rule_names(), &mut of_file)
                    .unwrap_or_else(|error| panic!("{line}{error}"));
                assert_eq!(shown(&of_file), shown(&of_line(table, &words)), "{line}");
                assert_ne!(shown(&of_file), nothing, "{line}does nothing");
            }
        }
    }

    #[test]
    fn the_defaults_that_help_tells_are_those_that_hold() {
        for setting in table::TABLES.iter().flat_map(|table| of_table(table)) {
            let Some(default) = setting.default else { continue };
            let mut settings = Settings::unsaid(&Limits::default());
            let nothing = shown(&settings);
            let numbers = || default.split(' ').map(|n| n.parse().expect("a number"));
            let value = match setting.kind {
                Kind::Number(..) => Value::Number(numbers().next().expect("a number")),
                Kind::Numbers(..) => Value::Numbers(numbers().collect()),
                Kind::Choices(..) => Value::Words(vec![default.to_owned()]),
                _ => Value::Word(default.to_owned()),
            };
            settings.take(setting, value).expect("it is right");
            let steps = Limits::default().path_steps;
            settings.explore.options.limits.path_steps = steps;
            assert_eq!(shown(&settings), nothing, "{}", setting.name);
        }
    }
}
