//! Merging finds the same: each program of tests/check again with other ways to merge paths.

use crate::corpus::{programs, stem};
use crate::run::Case;
use libtest_mimic::Trial;

/// The ways beside the usual one.
const WAYS: [&str; 3] = ["never", "equal", "always"];

/// Each program is checked in one of the ways, in turns; in all of them in the long run.
pub fn trials() -> Vec<Trial> {
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let mut trials = Vec::new();
    for (index, path) in programs("check").into_iter().enumerate() {
        for (turn, way) in WAYS.into_iter().enumerate() {
            if !long && index % WAYS.len() != turn {
                continue;
            }
            let rule = stem(path.parent().expect("a rule's folder"));
            let name = format!("merge::{way}::{rule}::{}", stem(&path));
            let path = path.clone();
            trials.push(Trial::test(name, move || {
                let case = Case::read(&path)?;
                // What is there to show that merging finds it is not found without.
                let apart = |args: &Vec<String>| args.iter().any(|arg| arg == "--no-merge");
                if way != "always" && case.lost_with.iter().any(apart) {
                    return Ok(());
                }
                case.compare(&["--merge", way], &case.expectations)
            }));
        }
    }
    trials
}
