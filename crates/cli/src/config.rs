//! `margay.toml`: settings of a project, so that its command lines can be short.
//!
//! A key that is not known, or has a value of the wrong type, is an error that names the
//! line: a setting that silently does nothing is worse than none. Paths are relative to
//! the file that they stand in and come out of here joined with its directory.

mod flow;

use crate::check::Level;
use margay_analysis::Declarations;
use margay_frontend::regular;
use margay_report::Format;
use margay_report::nearest::suggestion;
use std::path::{Path, PathBuf};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// What the file is called.
pub const NAME: &str = "margay.toml";

/// What a file says; what it does not say is empty or `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    pub clang_flags: Vec<String>,
    /// Files and directories that are not analysed.
    pub exclude: Vec<PathBuf>,
    pub check: CheckConfig,
    /// The tables of `[flow]`.
    pub flow: Declarations,
}

/// The table `[check]`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CheckConfig {
    /// Only these rules.
    pub rules: Option<Vec<String>>,
    /// Not these rules.
    pub disable: Vec<String>,
    /// How bad a finding must be to be shown.
    pub level: Option<Level>,
    pub sym_args: Option<SymArgs>,
    /// Bytes of standard input.
    pub sym_stdin: Option<u64>,
    pub sym_files: Option<SymFiles>,
    pub max_steps: Option<u64>,
    pub max_paths: Option<u64>,
    pub max_queries: Option<u64>,
    pub max_loop: Option<u64>,
    pub max_depth: Option<u64>,
    /// Seconds.
    pub timeout: Option<u64>,
    pub confirm: Option<bool>,
    pub format: Option<Format>,
    pub baseline: Option<PathBuf>,
}

/// `[min, max, length]`: from `min` to `max` arguments of at most `length` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymArgs {
    pub min: u64,
    pub max: u64,
    pub length: u64,
}

/// `[number, length]`: `number` files of at most `length` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SymFiles {
    pub number: u64,
    pub length: u64,
}

/// The nearest `margay.toml` in the directory of an input, or above.
pub fn find(input: &Path) -> Option<PathBuf> {
    let input = std::path::absolute(input).ok()?;
    let start = if input.is_dir() { input.as_path() } else { input.parent()? };
    start.ancestors().map(|directory| directory.join(NAME)).find(|file| file.is_file())
}

/// Reads a file. The error is a sentence.
pub fn read(file: &Path, rules: &[&str]) -> Result<Config, String> {
    let text = regular::read_text(file)
        .map_err(|error| format!("cannot read {}: {error}", file.display()))?;
    parse(&text, file, rules)
}

/// Reads the text of a file. `rules` are the names of all rules that there are.
pub fn parse(text: &str, file: &Path, rules: &[&str]) -> Result<Config, String> {
    let reader = Reader { text, file, rules };
    let table = DeTable::parse(text).map_err(|error| {
        let place = reader.place(error.span().map_or(0, |span| span.start));
        format!("{place}: {}", error.message())
    })?;
    let mut config = Config::default();
    for entry in reader.entries(table.get_ref()) {
        match entry.key {
            "clang-flags" => config.clang_flags = reader.strings(&entry)?,
            "exclude" => config.exclude = reader.paths(&entry)?,
            "check" => {
                let DeValue::Table(table) = entry.value else {
                    return Err(reader.wrong_type(&entry, "a table"));
                };
                config.check = check(&reader, table)?;
            }
            "flow" => {
                let DeValue::Table(table) = entry.value else {
                    return Err(reader.wrong_type(&entry, "a table"));
                };
                config.flow = flow::declarations(&reader, table)?;
            }
            _ => return Err(reader.unknown(&entry, "", TOP_KEYS)),
        }
    }
    Ok(config)
}

const TOP_KEYS: &[&str] = &["clang-flags", "exclude", "check", "flow"];
const CHECK_KEYS: &[&str] = &[
    "rules",
    "disable",
    "level",
    "sym-args",
    "sym-stdin",
    "sym-files",
    "max-steps",
    "max-paths",
    "max-queries",
    "max-loop",
    "max-depth",
    "timeout",
    "confirm",
    "format",
    "baseline",
];

fn check(reader: &Reader, table: &DeTable) -> Result<CheckConfig, String> {
    let mut check = CheckConfig::default();
    for entry in reader.entries(table) {
        match entry.key {
            "rules" => check.rules = Some(reader.rules(&entry)?),
            "disable" => check.disable = reader.rules(&entry)?,
            "level" => check.level = Some(reader.level(&entry)?),
            "sym-args" => {
                let [min, max, length] = reader.numbers(&entry, "[min, max, length]")?;
                if min > max {
                    return Err(reader.wrong(&entry, "has a minimum above its maximum"));
                }
                check.sym_args = Some(SymArgs { min, max, length });
            }
            "sym-stdin" => check.sym_stdin = Some(reader.number(&entry)?),
            "sym-files" => {
                let [number, length] = reader.numbers(&entry, "[number, length]")?;
                check.sym_files = Some(SymFiles { number, length });
            }
            "max-steps" => check.max_steps = Some(reader.number(&entry)?),
            "max-paths" => check.max_paths = Some(reader.number(&entry)?),
            "max-queries" => check.max_queries = Some(reader.number(&entry)?),
            "max-loop" => check.max_loop = Some(reader.number(&entry)?),
            "max-depth" => check.max_depth = Some(reader.number(&entry)?),
            "timeout" => check.timeout = Some(reader.number(&entry)?),
            "confirm" => {
                let DeValue::Boolean(confirm) = entry.value else {
                    return Err(reader.wrong_type(&entry, "true or false"));
                };
                check.confirm = Some(*confirm);
            }
            "format" => check.format = Some(reader.format(&entry)?),
            "baseline" => check.baseline = Some(reader.path(reader.string(&entry)?)),
            _ => return Err(reader.unknown(&entry, "check", CHECK_KEYS)),
        }
    }
    Ok(check)
}

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

    fn unknown(&self, entry: &Entry, table: &str, keys: &[&str]) -> String {
        let key = entry.key;
        let elsewhere = match table {
            "" if CHECK_KEYS.contains(&key) => Some("under [check]"),
            "check" if TOP_KEYS.contains(&key) => Some("above [check]"),
            _ => None,
        };
        let hint = match elsewhere {
            Some(place) => format!("; it belongs {place}"),
            None => suggestion(key, keys.iter().copied()),
        };
        format!("unknown key `{key}` in {}{hint}", self.place(entry.at))
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

    fn format(&self, entry: &Entry) -> Result<Format, String> {
        let name = self.string(entry)?;
        let names = Format::ALL.map(Format::name);
        Format::named(name).ok_or_else(|| {
            let what = format!("must be one of {}, not `{name}`", names.join(", "));
            self.wrong(entry, &what) + &suggestion(name, names)
        })
    }

    fn level(&self, entry: &Entry) -> Result<Level, String> {
        let name = self.string(entry)?;
        Level::named(name).ok_or_else(|| {
            let names = ["error", "warning", "note"];
            let what = format!("must be one of {}, not `{name}`", names.join(", "));
            self.wrong(entry, &what) + &suggestion(name, names)
        })
    }

    fn number(&self, entry: &Entry) -> Result<u64, String> {
        match entry.value {
            DeValue::Integer(_) => {
                number(entry.value).ok_or_else(|| self.wrong(entry, "is negative or too large"))
            }
            _ => Err(self.wrong_type(entry, "a whole number")),
        }
    }

    fn numbers<const N: usize>(&self, entry: &Entry, form: &str) -> Result<[u64; N], String> {
        let wanted = format!("a list of {N} numbers {form}");
        let items = entry.value.as_array().ok_or_else(|| self.wrong_type(entry, &wanted))?;
        let numbers: Option<Vec<u64>> = items.iter().map(|item| number(item.get_ref())).collect();
        numbers
            .and_then(|numbers| numbers.try_into().ok())
            .ok_or_else(|| self.wrong(entry, &format!("must be {wanted}")))
    }
}

/// The value of a whole number that is not negative.
fn number(value: &DeValue) -> Option<u64> {
    let integer = value.as_integer()?;
    u64::from_str_radix(integer.as_str(), integer.radix()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &[&str] = &["buffer-overflow", "memory-leak", "use-after-free"];

    fn read(text: &str) -> Result<Config, String> {
        parse(text, Path::new("margay.toml"), RULES)
    }

    fn fail(text: &str, expected: &str) {
        assert_eq!(read(text).expect_err(text), expected);
    }

    #[test]
    fn every_key_is_read() {
        let text = r#"
            clang-flags = ["-Iinclude", "-DX=1"]
            exclude = ["third_party"]
            [check]
            rules = ["buffer-overflow", "use-after-free"]
            disable = ["memory-leak"]
            level = "note"
            sym-args = [0, 3, 10]
            sym-stdin = 64
            sym-files = [1, 0x20]
            max-steps = 1_000_000
            max-paths = 10
            max-queries = 11
            max-loop = 20
            max-depth = 30
            timeout = 60
            confirm = false
            format = "sarif"
            baseline = "ci/baseline.json"
        "#;
        let expected = Config {
            clang_flags: vec!["-Iinclude".into(), "-DX=1".into()],
            exclude: vec!["/p/third_party".into()],
            check: CheckConfig {
                rules: Some(vec!["buffer-overflow".into(), "use-after-free".into()]),
                disable: vec!["memory-leak".into()],
                level: Some(Level::Note),
                sym_args: Some(SymArgs { min: 0, max: 3, length: 10 }),
                sym_stdin: Some(64),
                sym_files: Some(SymFiles { number: 1, length: 32 }),
                max_steps: Some(1_000_000),
                max_paths: Some(10),
                max_queries: Some(11),
                max_loop: Some(20),
                max_depth: Some(30),
                timeout: Some(60),
                confirm: Some(false),
                format: Some(Format::Sarif),
                baseline: Some("/p/ci/baseline.json".into()),
            },
            flow: Declarations::default(),
        };
        assert_eq!(parse(text, Path::new("/p/margay.toml"), RULES), Ok(expected));
        assert_eq!(read(""), Ok(Config::default()));
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
        check("sym-args = [2, 1, 5]", "has a minimum above its maximum");
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
        let error = read("\nclang-flags = [\n").expect_err("not closed");
        assert!(error.starts_with("margay.toml:"), "{error}");
    }

    #[test]
    fn every_listed_key_exists() {
        for (table, keys) in [("", TOP_KEYS), ("[check]\n", CHECK_KEYS)] {
            for key in keys {
                let error = read(&format!("{table}{key} = 1979-05-27")).expect_err("a date");
                assert!(!error.contains("unknown"), "{error}");
            }
        }
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
        assert_eq!(super::read(&inner_file, RULES), Ok(Config::default()));
    }
}
