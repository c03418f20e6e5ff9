//! What C files say of themselves: `// expect: RULE` at the end of the faulty line.
//!
//! An unknown rule is an error here, so that a typing mistake does not pass for a finding that is missing.

use libtest_mimic::Trial;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// A rule at a line of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub file: PathBuf,
    /// From 1.
    pub line: usize,
    pub rule: String,
}

/// What must be found in a program, and what is known to be missed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Expectations {
    pub expected: BTreeSet<Place>,
    pub missing: BTreeSet<Place>,
}

impl Expectations {
    /// Adds what the text of a file expects.
    pub fn read(&mut self, file: &Path, text: &str) -> Result<(), String> {
        for (index, line) in text.lines().enumerate() {
            // One line may say both: `// expect: a // expect-missing: b`.
            for comment in line.split("//").skip(1) {
                let Some((key, rules)) = comment.split_once(':') else { continue };
                let places = match key.trim() {
                    "expect" => &mut self.expected,
                    "expect-missing" => &mut self.missing,
                    _ => continue,
                };
                for rule in rules.split(',').map(str::trim) {
                    if margay_checkers::rule(rule).is_none() {
                        return Err(format!("line {}: there is no rule `{rule}`", index + 1));
                    }
                    let place =
                        Place { file: file.to_owned(), line: index + 1, rule: rule.to_owned() };
                    places.insert(place);
                }
            }
        }
        Ok(())
    }
}

pub fn trials() -> Vec<Trial> {
    vec![Trial::test("expect::comments_are_read", || {
        let text = "int x;\nf(); // expect: bad-call, bad-free // expect-missing: bad-shift\n\
                    // What we expect: nothing.\n";
        let mut read = Expectations::default();
        read.read(Path::new("a.c"), text)?;
        let place = |rule: &str| Place { file: "a.c".into(), line: 2, rule: rule.to_owned() };
        assert_eq!(read.expected, BTreeSet::from([place("bad-call"), place("bad-free")]));
        assert_eq!(read.missing, BTreeSet::from([place("bad-shift")]));
        let wrong = Expectations::default().read(Path::new("a.c"), "f(); // expect: bad-luck");
        assert_eq!(wrong, Err("line 1: there is no rule `bad-luck`".to_owned()));
        Ok(())
    })]
}
