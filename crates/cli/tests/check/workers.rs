//! The same report at any number of workers: each program of tests/check with its work cut into small
//! units, which one, two and four threads take.

use crate::corpus::{programs, stem};
use crate::run::{Case, findings_in, reports_of};
use libtest_mimic::{Failed, Trial};
use serde_json::Value;

/// So small that most programs need several units.
const UNIT_STEPS: &str = "300000";
/// The larger numbers of workers.
const WORKERS: [&str; 2] = ["2", "4"];

/// Each program is checked with one worker and with one of the larger numbers, in turns; with all of
/// them in the long run.
pub fn trials() -> Vec<Trial> {
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let mut trials = Vec::new();
    for (index, path) in programs("check").into_iter().enumerate() {
        let rule = stem(path.parent().expect("a rule's folder"));
        let name = format!("workers::{rule}::{}", stem(&path));
        let workers: Vec<&str> = WORKERS
            .into_iter()
            .enumerate()
            .filter(|(turn, _)| long || index % WORKERS.len() == *turn)
            .map(|(_, workers)| workers)
            .collect();
        trials.push(Trial::test(name, move || compare(&Case::read(&path)?, &workers)));
    }
    trials
}

fn compare(case: &Case, workers: &[&str]) -> Result<(), Failed> {
    let alone = report(case, "1")?;
    case.hold(&reports_of(findings_in(&alone)?), "", &case.expectations)?;
    let work = &alone.last().ok_or("there is no report")?["details"]["work"];
    if work["lost"] != 0 {
        return Err(format!("start paths were lost: {work}").into());
    }
    for workers in workers {
        let together = report(case, workers)?;
        for (one, other) in alone.iter().zip(&together) {
            if one != other {
                return Err(format!("with {workers} workers:\n{other}\nwith one:\n{one}").into());
            }
        }
        if alone.len() != together.len() {
            return Err(format!("{} records with {workers} workers", together.len()).into());
        }
    }
    Ok(())
}

/// All that is reported, but how long it took.
fn report(case: &Case, workers: &str) -> Result<Vec<Value>, Failed> {
    let options = ["--no-confirm", "--stats", "--unit-steps", UNIT_STEPS, "-j", workers];
    let (mut records, _) = case.records(&options)?;
    let summary = records.last_mut().ok_or("there is no report")?;
    summary["milliseconds"] = Value::Null;
    Ok(records)
}
