//! The programs in the rules' own explanations: the example breaks its rule and no other,
//! the repaired one breaks none.

use crate::run::Case;
use libtest_mimic::{Failed, Trial};
use margay_ir::finding::Rule;
use std::collections::BTreeSet;
use std::fs;

/// Rules whose example is not found today. One that is found fails here, so that its repair
/// announces itself.
const MISSED: &[&str] = &["out-of-memory", "undefined-variable"];

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for rule in margay_checkers::rules() {
        let names = ["bad", "ok"];
        for (name, text) in names.into_iter().zip(programs(rule)) {
            let bad = name == "bad";
            trials.push(Trial::test(format!("examples::{}::{name}", rule.name), move || {
                check(rule, text, bad)
            }));
        }
    }
    trials
}

/// The example and its repair.
fn programs(rule: &Rule) -> impl Iterator<Item = &'static str> + use<> {
    blocks(rule, "```c\n")
}

/// What stands in the explanation between this fence and its end, each time.
fn blocks(rule: &Rule, fence: &'static str) -> impl Iterator<Item = &'static str> + use<> {
    let blocks = rule.explanation.split(fence).skip(1);
    blocks.map(|rest| rest.split("```").next().unwrap_or(rest))
}

fn check(rule: &Rule, text: &str, bad: bool) -> Result<(), Failed> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("example.c");
    fs::write(&file, text)?;
    if let Some(settings) = blocks(rule, "```toml\n").next() {
        fs::write(folder.path().join("margay.toml"), settings)?;
    }
    let case = Case { sources: vec![file], ..Case::default() };
    let (reports, stderr) = case.reports(&[])?;
    let reported: BTreeSet<&str> = reports.keys().map(|place| place.rule.as_str()).collect();
    let found = reported == BTreeSet::from([rule.name]);
    match (bad, MISSED.contains(&rule.name)) {
        (true, false) if found => Ok(()),
        (true, true) if !found => Ok(()),
        (true, true) => Err("it is found now: take the rule out of MISSED".into()),
        (false, _) if reported.is_empty() => Ok(()),
        _ => Err(format!("reported: {reports:#?}\n{stderr}\n{text}").into()),
    }
}
