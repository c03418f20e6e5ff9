//! Settings as the command line gives them: help, man page and completions come from their table.

use super::table::{Kind, Part, Setting, Value};
use clap::builder::PossibleValuesParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches, Id, value_parser};
use std::marker::PhantomData;
use std::path::PathBuf;

/// What a command line says of the settings of one part.
#[derive(Debug)]
pub struct Given<P: Part> {
    pub values: Vec<(&'static Setting, Value)>,
    part: PhantomData<P>,
}

impl<P: Part> Default for Given<P> {
    /// Nothing.
    fn default() -> Self {
        Given { values: Vec::new(), part: PhantomData }
    }
}

impl<P: Part> FromArgMatches for Given<P> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut given = Given::default();
        given.update_from_arg_matches(matches)?;
        Ok(given)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        let said = |setting: &&Setting| {
            matches.value_source(setting.name) == Some(ValueSource::CommandLine)
        };
        let settings = P::SETTINGS.iter().filter(said);
        self.values = settings.map(|setting| (setting, value(setting, matches))).collect();
        Ok(())
    }
}

impl<P: Part> Args for Given<P> {
    fn group_id() -> Option<Id> {
        None
    }

    fn augment_args(command: Command) -> Command {
        command.args(P::SETTINGS.iter().map(argument))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

fn argument(setting: &'static Setting) -> Arg {
    let arg = Arg::new(setting.name).long(setting.name).help(setting.help()).hide(setting.hidden);
    let arg = match setting.heading {
        Some(heading) => arg.help_heading(heading),
        None => arg,
    };
    let arg = match setting.conflicts {
        Some(other) => arg.conflicts_with(other),
        None => arg,
    };
    // Where the help has no place for it, it is told after.
    let arg = match setting.default {
        Some(default) if !setting.help.contains("{default}") => arg.default_value(default),
        _ => arg,
    };
    let choices = |list: fn() -> Vec<_>| PossibleValuesParser::new(list());
    match setting.kind {
        Kind::Number(name, least) => {
            arg.value_name(name).value_parser(value_parser!(u64).range(least..))
        }
        Kind::Numbers(names, _) => {
            arg.value_names(names).num_args(names.len()).value_parser(value_parser!(u64))
        }
        Kind::Flag(_) => arg.action(ArgAction::SetTrue),
        Kind::Choice(name, list) => arg.value_name(name).value_parser(choices(list)),
        Kind::Choices(name, list) => several(arg.value_name(name).value_parser(choices(list))),
        Kind::Word(name, check) => {
            let parse = move |word: &str| check(word).map(|()| word.to_owned());
            arg.value_name(name).value_parser(parse)
        }
        Kind::Rules => several(arg.value_name("RULE,...")),
        Kind::Path(name, hint) => {
            arg.value_name(name).value_hint(hint).value_parser(value_parser!(PathBuf))
        }
    }
}

/// They are separated by commas, and may be given again.
fn several(arg: Arg) -> Arg {
    arg.value_delimiter(',').action(ArgAction::Append)
}

/// What was said of a setting.
fn value(setting: &Setting, matches: &ArgMatches) -> Value {
    fn one<T: Clone + Send + Sync + 'static>(setting: &Setting, matches: &ArgMatches) -> T {
        matches.get_one::<T>(setting.name).expect("it was given").clone()
    }
    fn all<T: Clone + Send + Sync + 'static>(setting: &Setting, matches: &ArgMatches) -> Vec<T> {
        matches.get_many::<T>(setting.name).into_iter().flatten().cloned().collect()
    }
    match setting.kind {
        Kind::Number(..) => Value::Number(one(setting, matches)),
        Kind::Numbers(..) => Value::Numbers(all(setting, matches)),
        Kind::Flag(means) => Value::Flag(means),
        Kind::Choice(..) | Kind::Word(..) => Value::Word(one(setting, matches)),
        Kind::Choices(..) | Kind::Rules => Value::Words(all(setting, matches)),
        Kind::Path(..) => Value::Path(one(setting, matches)),
    }
}
