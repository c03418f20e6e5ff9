//! Every program of tests/fault is told its faults, at the lines that expect them.

use crate::harness::{clangs, name_of, root};
use libtest_mimic::{Failed, Trial};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

pub fn trials() -> Vec<Trial> {
    let mut paths: Vec<_> = std::fs::read_dir(root().join("tests/fault"))
        .expect("tests/fault")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    paths.sort();
    let clang = clangs().pop().expect("a clang to test with");
    let trials = paths.into_iter().map(|path| {
        let clang = clang.clone();
        Trial::test(format!("faults::{}", name_of(&path)), move || check(&path, &clang))
    });
    trials.collect()
}

fn check(path: &Path, clang: &str) -> Result<(), Failed> {
    let source = std::fs::read_to_string(path)?;
    let mut expected = BTreeMap::new();
    for (index, line) in source.lines().enumerate() {
        if let Some((_, rules)) = line.split_once("// expect:") {
            expected.insert(index + 1, rules.split_whitespace().collect::<Vec<_>>());
        }
    }
    let output = Command::new(env!("CARGO_BIN_EXE_margay"))
        .env("MARGAY_CLANG", clang)
        .args(["--color", "never", "run"])
        .arg(path)
        .output()?;
    let stderr = String::from_utf8_lossy(&output.stderr);
    let mut found = BTreeMap::new();
    for line in stderr.lines().filter(|line| line.starts_with("margay:") && line.ends_with(']')) {
        let place = line.split_once(".c:").map(|(_, rest)| rest);
        let number = place.and_then(|rest| rest.split(':').next()?.parse::<usize>().ok());
        let rule = line.rsplit_once('[').map(|(_, rule)| rule.trim_end_matches(']'));
        let (Some(number), Some(rule)) = (number, rule) else {
            return Err(format!("a fault without a place: {line}").into());
        };
        found.insert(number, rule);
    }
    for (line, rules) in &expected {
        match found.get(line) {
            Some(rule) if rules.contains(rule) => {}
            other => {
                return Err(
                    format!("line {line}: expected {rules:?}, found {other:?}\n{stderr}").into()
                );
            }
        }
    }
    match found.keys().find(|line| !expected.contains_key(line)) {
        Some(line) => Err(format!("line {line} is not at fault:\n{stderr}").into()),
        None => Ok(()),
    }
}
