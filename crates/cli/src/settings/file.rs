//! `margay.toml`: settings of a project, so that its command lines can be short.
//!
//! A key that is not known, or has a value of the wrong type, is an error that names the
//! line: a setting that silently does nothing is worse than none. Paths are relative to
//! the file that they stand in and come out of here joined with its directory.

mod flow;

use super::Settings;
use super::table::{Key, Kind, PER_RUN, Setting, TABLES, Value, of_table};
use clap::builder::PossibleValue;
use margay_analysis::Declarations;
use margay_frontend::{SettingsFlags, regular};
use margay_report::nearest::suggestion;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What the file is called.
pub const NAME: &str = "margay.toml";

/// The nearest `margay.toml` in the directory of an input, or above.
pub fn find(input: &Path) -> Option<PathBuf> {
    let input = std::path::absolute(input).ok()?;
    let start = if input.is_dir() { input.as_path() } else { input.parent()? };
    start.ancestors().map(|directory| directory.join(NAME)).find(|file| file.is_file())
}

/// Reads a file into settings, and gives what it declares of the flow of data. The error is a sentence.
pub fn read(file: &Path, rules: &[&str], settings: &mut Settings) -> Result<Declarations, String> {
    let text = regular::read_text(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    let here = std::env::current_dir().unwrap_or_default();
    if let Some(directory) = file.parent() {
        settings.explore.root = here.join(directory);
    }
    let name = file.strip_prefix(&here).unwrap_or(file).display().to_string();
    settings.explore.clang_flags = Some(SettingsFlags { name, flags: Vec::new() });
    parse(&text, file, rules, settings)
}

/// Reads the text of a file. `rules` are the names of all rules that there are.
pub fn parse(
    text: &str,
    file: &Path,
    rules: &[&str],
    settings: &mut Settings,
) -> Result<Declarations, String> {
    let reader = Reader { text, file, rules };
    let table = DeTable::parse(text).map_err(|error| {
        let place = reader.place(error.span().map_or(0, |span| span.start));
        format!("{place}: {}", error.message())
    })?;
    let mut declared = Declarations::default();
    for entry in reader.entries(table.get_ref()) {
        match entry.key {
            "clang-flags" => {
                let flags = anchored(reader.strings(&entry)?, &settings.explore.root);
                let unnamed = || SettingsFlags { name: NAME.to_owned(), flags: Vec::new() };
                settings.explore.clang_flags.get_or_insert_with(unnamed).flags = flags;
            }
            "exclude" => settings.explore.exclude = reader.paths(&entry)?,
            "flow" => declared = flow::declarations(&reader, reader.table(&entry)?)?,
            name if TABLES.contains(&name) => {
                for inner in reader.entries(reader.table(&entry)?) {
                    reader.setting(name, &inner, settings)?;
                }
            }
            _ => return Err(reader.unknown(&entry, "", TOP_KEYS)),
        }
    }
    Ok(declared)
}

const TOP_KEYS: &[&str] = &["clang-flags", "exclude", "check", "reach", "test", "flow"];

/// A key with its value and where it stands.
struct Entry<'a> {
    key: &'a str,
    at: usize,
    value: &'a DeValue<'a>,
}

struct Reader<'a> {
    text: &'a str,
    file: &'a Path,
    rules: &'a [&'a str],
}

impl Reader<'_> {
    /// In the order of the file, so that the first mistake is the one that is told.
    fn entries<'t>(&self, table: &'t DeTable<'t>) -> Vec<Entry<'t>> {
        let entry = |(key, value): (&'t Spanned<_>, &'t Spanned<DeValue<'t>>)| {
            let name: &'t std::borrow::Cow<'t, str> = key.get_ref();
            Entry { key: name, at: key.span().start, value: value.get_ref() }
        };
        let mut entries: Vec<_> = table.iter().map(entry).collect();
        entries.sort_by_key(|entry| entry.at);
        entries
    }

    /// `margay.toml:3`.
    fn place(&self, at: usize) -> String {
        let before = self.text.as_bytes().iter().take(at);
        let line = 1 + before.filter(|byte| **byte == b'\n').count();
        format!("{}:{line}", self.file.display())
    }

    /// Takes a key of a table.
    fn setting(&self, table: &str, entry: &Entry, settings: &mut Settings) -> Result<(), String> {
        let named = |setting: &&Setting| setting.key() == Some(entry.key);
        let Some(setting) = of_table(table).find(named) else {
            let keys: Vec<&str> = of_table(table).filter_map(Setting::key).collect();
            return Err(self.unknown(entry, table, &keys));
        };
        let value = self.value(setting, entry)?;
        (setting.set)(settings, value).map_err(|what| self.wrong(entry, &what))
    }

    fn value(&self, setting: &Setting, entry: &Entry) -> Result<Value, String> {
        Ok(match setting.kind {
            Kind::Number(_, least) => match self.number(entry)? {
                number if number < least => {
                    return Err(self.wrong(entry, &format!("must be at least {least}")));
                }
                number => Value::Number(number),
            },
            Kind::Numbers(names, form) => Value::Numbers(self.numbers(entry, names.len(), form)?),
            Kind::Flag(_) => match entry.value {
                DeValue::Boolean(flag) => Value::Flag(*flag),
                _ => return Err(self.wrong_type(entry, "true or false")),
            },
            Kind::Choice(_, list) => {
                let name = self.string(entry)?;
                self.choice(entry, name, &list())?;
                Value::Word(name.to_owned())
            }
            Kind::Choices(_, list) => {
                let (names, list) = (self.strings(entry)?, list());
                names.iter().try_for_each(|name| self.choice(entry, name, &list))?;
                Value::Words(names)
            }
            Kind::Word(_, check) => {
                let word = self.string(entry)?;
                check(word)
                    .map_err(|why| self.wrong(entry, &format!("cannot be `{word}`: {why}")))?;
                Value::Word(word.to_owned())
            }
            Kind::Rules => Value::Words(self.rules(entry)?),
            Kind::Path(..) => Value::Path(self.path(self.string(entry)?)),
        })
    }

    /// Fails for a name that is none of the choices.
    fn choice(&self, entry: &Entry, name: &str, list: &[PossibleValue]) -> Result<(), String> {
        let names: Vec<&str> = list.iter().map(PossibleValue::get_name).collect();
        if names.contains(&name) {
            return Ok(());
        }
        let what = format!("must be one of {}, not `{name}`", names.join(", "));
        Err(self.wrong(entry, &what) + &suggestion(name, names))
    }

    fn unknown(&self, entry: &Entry, table: &str, keys: &[&str]) -> String {
        let (key, place) = (entry.key, self.place(entry.at));
        if let Some(why) = why_not(key) {
            let what = "an option of the command line alone";
            return format!("`{key}` in {place} is {what}: {why}");
        }
        let has = |table: &&&str| of_table(table).any(|setting| setting.key() == Some(key));
        let hint = match TABLES.iter().find(has) {
            Some(other) => format!("; it belongs under [{other}]"),
            None if !table.is_empty() && TOP_KEYS.contains(&key) => {
                format!("; it belongs above [{table}]")
            }
            None => match of_table(table).find(|setting| setting.name == key) {
                Some(setting) => suggested(setting),
                None => suggestion(key, keys.iter().copied()),
            },
        };
        format!("unknown key `{key}` in {place}{hint}")
    }

    fn wrong(&self, entry: &Entry, what: &str) -> String {
        format!("`{}` in {} {what}", entry.key, self.place(entry.at))
    }

    fn wrong_type(&self, entry: &Entry, wanted: &str) -> String {
        let found = match entry.value {
            DeValue::String(_) => "a string",
            DeValue::Integer(_) => "a number",
            DeValue::Float(_) => "a fraction",
            DeValue::Boolean(_) => "true or false",
            DeValue::Datetime(_) => "a date",
            DeValue::Array(_) => "a list",
            DeValue::Table(_) => "a table",
        };
        let but = if found == wanted { String::new() } else { format!(", not {found}") };
        self.wrong(entry, &format!("must be {wanted}{but}"))
    }

    fn table<'t>(&self, entry: &Entry<'t>) -> Result<&'t DeTable<'t>, String> {
        entry.value.as_table().ok_or_else(|| self.wrong_type(entry, "a table"))
    }

    fn string<'t>(&self, entry: &Entry<'t>) -> Result<&'t str, String> {
        entry.value.as_str().ok_or_else(|| self.wrong_type(entry, "a string"))
    }

    fn strings(&self, entry: &Entry) -> Result<Vec<String>, String> {
        let fail = || self.wrong_type(entry, "a list of strings");
        let items = entry.value.as_array().ok_or_else(fail)?;
        let strings = items.iter().map(|item| item.get_ref().as_str().map(str::to_owned));
        strings.collect::<Option<_>>().ok_or_else(|| self.wrong(entry, "must hold strings only"))
    }

    fn path(&self, path: &str) -> PathBuf {
        self.file.parent().unwrap_or(Path::new("")).join(path)
    }

    fn paths(&self, entry: &Entry) -> Result<Vec<PathBuf>, String> {
        Ok(self.strings(entry)?.iter().map(|path| self.path(path)).collect())
    }

    fn rules(&self, entry: &Entry) -> Result<Vec<String>, String> {
        let names = self.strings(entry)?;
        match names.iter().find(|name| !self.rules.contains(&name.as_str())) {
            None => Ok(names),
            Some(name) => {
                let hint = suggestion(name, self.rules.iter().copied());
                Err(format!("unknown rule `{name}` in {}{hint}", self.place(entry.at)))
            }
        }
    }

    fn number(&self, entry: &Entry) -> Result<u64, String> {
        match entry.value {
            DeValue::Integer(_) => {
                number(entry.value).ok_or_else(|| self.wrong(entry, "is negative or too large"))
            }
            _ => Err(self.wrong_type(entry, "a whole number")),
        }
    }

    fn numbers(&self, entry: &Entry, count: usize, form: &str) -> Result<Vec<u64>, String> {
        let wanted = format!("a list of {count} numbers {form}");
        let items = entry.value.as_array().ok_or_else(|| self.wrong_type(entry, &wanted))?;
        let numbers: Option<Vec<u64>> = items.iter().map(|item| number(item.get_ref())).collect();
        numbers
            .filter(|numbers| numbers.len() == count)
            .ok_or_else(|| self.wrong(entry, &format!("must be {wanted}")))
    }
}

/// The value of a whole number that is not negative.
fn number(value: &DeValue) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

/// Why no file says what an option of this name says, if none does.
fn why_not(name: &str) -> Option<&'static str> {
    let settings = TABLES.iter().flat_map(|table| of_table(table));
    let of_setting = settings.filter_map(|setting| match setting.key {
        Key::None(why) => Some((setting.name, why)),
        _ => None,
    });
    let mut all = of_setting.chain(PER_RUN.iter().copied());
    all.find(|(option, _)| *option == name).map(|(_, why)| why)
}

/// The key of an option, for who wrote the option.
fn suggested(setting: &Setting) -> String {
    setting.key().map_or_else(String::new, |key| format!("; did you mean `{key}`?"))
}

/// Flags with the directories in them as `margay.toml` means them: relative to its own.
fn anchored(flags: Vec<String>, directory: &Path) -> Vec<String> {
    const WITH_PATH: &[&str] = &["-isystem", "-idirafter", "-iquote", "-include", "-imacros", "-I"];
    let join = |path: &str| directory.join(path).display().to_string();
    let mut is_path = false;
    let anchor = |flag: String| {
        let prefix = WITH_PATH.iter().find(|prefix| flag.starts_with(**prefix));
        match prefix.map(|prefix| flag.split_at(prefix.len())) {
            _ if is_path => {
                is_path = false;
                join(&flag)
            }
            Some((_, "")) => {
                is_path = true;
                flag
            }
            Some((prefix, path)) => format!("{prefix}{}", join(path)),
            None => flag,
        }
    };
    flags.into_iter().map(anchor).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_analysis::{CheckOptions, Limits};
    use margay_ir::finding::Severity;
    use margay_report::Format;
    use std::time::Duration;

    const RULES: &[&str] = &["buffer-overflow", "memory-leak", "use-after-free"];

    fn read_at(text: &str, file: &str) -> Result<Settings, String> {
        let mut settings = Settings::unsaid(&Limits::default());
        settings.explore.root = Path::new(file).parent().unwrap_or(Path::new("")).to_owned();
        parse(text, Path::new(file), RULES, &mut settings).map(|_| settings)
    }

    fn read(text: &str) -> Result<Settings, String> {
        read_at(text, "margay.toml")
    }

    fn fail(text: &str, expected: &str) {
        assert_eq!(read(text).map(|_| ()).expect_err(text), expected);
    }

    #[test]
    fn values_are_read() {
        let text = r#"
            clang-flags = ["-Iinclude", "-DX=1"]
            exclude = ["third_party"]
            [check]
            rules = ["buffer-overflow", "use-after-free"]
            level = "note"
            sym-args = [0, 3, 10]
            sym-files = [1, 0x20]
            max-steps = 1_000_000
            max-loop = 20
            timeout = 60
            confirm = false
            unroll = false
            format = "sarif"
            baseline = "ci/baseline.json"
            [reach]
            strategy = "ccbse(dfs)"
            [test]
            format = ["raw", "ktest"]
        "#;
        let Settings { explore, report, reach, test } =
            read_at(text, "/p/margay.toml").expect("all of it is right");
        let flags = explore.clang_flags.expect("flags").flags;
        assert_eq!(flags, ["-I/p/include", "-DX=1"]);
        assert_eq!(explore.exclude, [Path::new("/p/third_party")]);
        let CheckOptions { arguments, input, limits, unroll, .. } = explore.options;
        assert_eq!((arguments.min, arguments.max, arguments.len), (0, 3, 10));
        assert_eq!(input.files.map(|files| (files.number, files.length)), Some((1, 32)));
        assert_eq!((limits.steps, limits.path_steps, limits.choices), (1_000_000, 1_000_000, 20));
        assert!(!explore.confirm && !unroll && explore.arguments_are_set);
        assert_eq!(explore.timeout, Some(Duration::from_secs(60)));
        assert_eq!(report.rules, Some(vec!["buffer-overflow".into(), "use-after-free".into()]));
        assert_eq!((report.level, report.format), (Severity::Note, Format::SARIF));
        assert_eq!(report.baseline, Some("/p/ci/baseline.json".into()));
        assert_eq!(Ok(reach.method), "ccbse(dfs)".parse());
        assert_eq!(test.formats.len(), 2);
    }

    #[test]
    fn unknown_keys_are_told_with_the_right_one() {
        fail(
            "[check]\n\nmax-step = 3\n",
            "unknown key `max-step` in margay.toml:3; did you mean `max-steps`?",
        );
        fail(
            "clang_flags = []",
            "unknown key `clang_flags` in margay.toml:1; did you mean `clang-flags`?",
        );
        fail("weather = 1", "unknown key `weather` in margay.toml:1");
        fail("max-steps = 1", "unknown key `max-steps` in margay.toml:1; it belongs under [check]");
        fail(
            "[check]\nexclude = []",
            "unknown key `exclude` in margay.toml:2; it belongs above [check]",
        );
        fail("seed = 1", "unknown key `seed` in margay.toml:1; it belongs under [reach]");
        fail(
            "[check]\nno-unroll = true",
            "unknown key `no-unroll` in margay.toml:2; did you mean `unroll`?",
        );
        fail(
            "[check]\noutput = \"x\"",
            "`output` in margay.toml:2 is an option of the command line alone: no file of a repository says \
             which files are written",
        );
        fail(
            "[check]\nreplay-unconfined = true",
            "`replay-unconfined` in margay.toml:2 is an option of the command line alone: a repository does not \
             say how far its own program is trusted",
        );
        // The first one in the file, whatever the order of the alphabet.
        fail("zebra = 1\nant = 1\n", "unknown key `zebra` in margay.toml:1");
    }

    #[test]
    fn wrong_values_are_told() {
        let check = |line: &str, expected: &str| {
            let (key, _) = line.split_once(" = ").expect("a key");
            fail(&format!("[check]\n{line}"), &format!("`{key}` in margay.toml:2 {expected}"));
        };
        check("max-steps = \"3\"", "must be a whole number, not a string");
        check("max-steps = 1.5", "must be a whole number, not a fraction");
        check("max-steps = -3", "is negative or too large");
        check("max-steps = 0xffffffffffffffffff", "is negative or too large");
        check("confirm = 1", "must be true or false, not a number");
        check("sym-args = 3", "must be a list of 3 numbers [min, max, length], not a number");
        check("sym-args = [1, 2]", "must be a list of 3 numbers [min, max, length]");
        check("sym-args = [2, 1, 5]", "has a minimum of 2 above its maximum of 1");
        check("sym-files = [1, \"x\"]", "must be a list of 2 numbers [number, length]");
        check("disable = \"x\"", "must be a list of strings, not a string");
        check("disable = [1]", "must hold strings only");
        check("baseline = []", "must be a string, not a list");
        check(
            "format = \"sarf\"",
            "must be one of text, json, sarif, junit, codechecker, not `sarf`; did you mean `sarif`?",
        );
        fail("check = 3", "`check` in margay.toml:1 must be a table, not a number");
        fail(
            "[check]\nrules = [\"memory-leek\"]",
            "unknown rule `memory-leek` in margay.toml:2; did you mean `memory-leak`?",
        );
        let error = read("\nclang-flags = [\n").map(|_| ()).expect_err("not closed");
        assert!(error.starts_with("margay.toml:"), "{error}");
    }

    #[test]
    fn the_nearest_file_is_found() {
        let scratch = tempfile::tempdir().expect("a scratch directory");
        let inner = scratch.path().join("src/inner");
        std::fs::create_dir_all(&inner).expect("directories");
        let outer_file = scratch.path().join(NAME);
        std::fs::write(&outer_file, "").expect("written");
        assert_eq!(find(&inner.join("a.c")).as_deref(), Some(outer_file.as_path()));
        let inner_file = scratch.path().join("src").join(NAME);
        std::fs::write(&inner_file, "").expect("written");
        assert_eq!(find(&inner.join("a.c")).as_deref(), Some(inner_file.as_path()));
        assert_eq!(find(&inner).as_deref(), Some(inner_file.as_path()));
        let mut settings = Settings::unsaid(&Limits::default());
        super::read(&inner_file, RULES, &mut settings).expect("nothing is wrong with nothing");
        assert_eq!(settings.explore.root, scratch.path().join("src"));
    }

    #[test]
    fn directories_in_flags_are_relative_to_the_settings() {
        let flags = ["-Iinclude", "-DX=1", "-isystem", "sys", "-include", "/abs.h", "-O2"];
        let flags = anchored(flags.map(str::to_owned).to_vec(), Path::new("/p"));
        assert_eq!(
            flags,
            ["-I/p/include", "-DX=1", "-isystem", "/p/sys", "-include", "/abs.h", "-O2"]
        );
    }
}
