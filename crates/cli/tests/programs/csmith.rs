//! Random programs of csmith behave under `margay run` as their native builds do.
//!
//! The seeds in tests/csmith/seeds.txt were picked for programs that end soon; a
//! few run in every test, all of them in the long one.

use crate::harness::{Case, clangs, compare, long, root};
use libtest_mimic::Trial;
use std::process::Command;

/// How many seeds the short run takes.
const SHORT: usize = 40;

pub fn trials() -> Vec<Trial> {
    let seeds = std::fs::read_to_string(root().join("tests/csmith/seeds.txt")).expect("seeds");
    let mut seeds: Vec<u32> =
        seeds.split_whitespace().map(|seed| seed.parse().expect("a seed is a number")).collect();
    if !long() {
        seeds.truncate(SHORT);
    }
    let clang = clangs().pop().expect("a clang to test with");
    let trials = seeds.into_iter().map(|seed| {
        let clang = clang.clone();
        let name = format!("csmith::seed_{seed}");
        Trial::test(name, move || {
            let scratch = tempfile::tempdir()?;
            let source = scratch.path().join("random.c");
            let made = Command::new("csmith")
                .args(["--seed", &seed.to_string(), "-o"])
                .arg(&source)
                .current_dir(scratch.path())
                .output()?;
            assert!(made.status.success(), "csmith makes a program");
            let case = Case {
                sources: vec![source],
                flags: vec!["-I/usr/include/csmith".to_owned()],
                ..Case::default()
            };
            compare(&case, &clang)
        })
    });
    trials.collect()
}
