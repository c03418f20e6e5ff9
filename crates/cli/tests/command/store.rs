//! The store of results, when several use it and some of them die.

use super::{command, margay, project};
use serde_json::Value;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, SystemTime};

/// With a fault that is told by places in two functions, and one that is not told by any.
fn text(number: usize) -> String {
    format!(
        "#include <stdlib.h>
static int table[{}];
static int pick(int at) {{ return table[at & 63]; }}
int first(int at) {{ if (at > 3) return pick(40); return pick(1); }}
int second(int *p) {{ if (!p) return *p; return {number}; }}
int third(int by) {{ return by == {number} ? 1 / (by - {number}) : 0; }}
",
        number % 30 + 2
    )
}

/// All lines of a report, but for the time that it took.
fn report(dir: &Path, more: &[&str]) -> Vec<Value> {
    let args = [&["check", "--no-confirm", "--format", "json", "a.c"], more].concat();
    let output = super::text(&margay(dir, &args).stdout);
    let lines = output.lines().map(|line| {
        let mut line: Value = serde_json::from_str(line).expect("a line of a report");
        line.as_object_mut().expect("an object").remove("milliseconds");
        line
    });
    lines.collect()
}

#[test]
fn a_writer_that_dies_leaves_nothing_wrong() {
    let dir = project(&[("a.c", text(0))]);
    let results = dir.path().join(".cache/results");
    let stamp = || -> Option<(u64, SystemTime)> {
        let file = std::fs::metadata(results.join("results.redb")).ok()?;
        Some((file.len(), file.modified().ok()?))
    };
    let mut random = fastrand::Rng::with_seed(3);
    let mut unsealed = 0;
    for trial in 0..50 {
        std::fs::write(dir.path().join("a.c"), text(trial)).expect("a file");
        let before = stamp();
        let mut check = command(dir.path(), &["check", "--no-confirm", "a.c"]);
        let mut child =
            check.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("margay runs");
        // It is killed soon after it has begun to write.
        while stamp() == before && child.try_wait().expect("a child").is_none() {
            std::thread::sleep(Duration::from_micros(100));
        }
        std::thread::sleep(Duration::from_micros(random.u64(..12_000)));
        child.kill().expect("a kill");
        child.wait().expect("its end");
        unsealed += usize::from(!results.join("seal").exists());
        let expected = report(dir.path(), &["--no-cache"]);
        let findings = expected.iter().filter(|line| line["kind"] == "finding").count();
        assert_eq!(findings, 3, "{expected:?}");
        assert_eq!(report(dir.path(), &[]), expected, "trial {trial}");
    }
    eprintln!("killed in mid-write: {unsealed} of 50");
}

#[test]
fn without_a_cache_nothing_is_kept() {
    let dir = project(&[("a.c", text(0))]);
    report(dir.path(), &["--no-cache"]);
    assert!(!dir.path().join(".cache").exists());
    let check = |more: &[&str]| {
        let args = [&["check", "-v", "--no-confirm", "a.c"], more].concat();
        super::text(&margay(dir.path(), &args).stderr)
    };
    let said = check(&[]);
    assert!(said.contains("0 results from earlier checks, 3 new"), "{said}");
    let said = check(&[]);
    assert!(said.contains("3 results from earlier checks, 0 new"), "{said}");
    // What asks for more than is kept is done anew.
    let said = check(&["--tree", "tree.json"]);
    assert!(said.contains("0 results from earlier checks, 0 new"), "{said}");
}

#[test]
fn a_cache_that_cannot_be_written_is_none() {
    let dir = project(&[("a.c", text(0)), (".cache", String::new())]);
    let expected = report(dir.path(), &["--no-cache"]);
    assert_eq!(report(dir.path(), &[]), expected);
}
