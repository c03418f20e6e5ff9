//! What a check may cost: programs at which merging was once slow, and the bound on memory.

use super::{margay, project, text};
use std::path::Path;
use std::process::Command;

/// Address space of a check, in kilobytes: programs of a few lines take a tenth of it, and took up to ten
/// times as much where merged paths were gone through one by one.
const ROOM: &str = "1500000";

/// The programs of `./x bench merge` are correct, and take little memory.
#[test]
fn loops_over_tables_rings_and_strings() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/merge");
    let entries = std::fs::read_dir(&programs).expect("the programs");
    let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    assert!(files.len() >= 26, "{}", files.len());
    let dir = project(&[("none", "")]);
    for file in files {
        let mut command = Command::new("sh");
        let script = format!("ulimit -v {ROOM}; exec \"$@\"");
        command.args(["-c", &script, "sh", env!("CARGO_BIN_EXE_margay"), "check", "--no-confirm"]);
        command.args(["-j", "1"]).arg(&file).current_dir(dir.path());
        command.env("MARGAY_CACHE_DIR", dir.path().join(".cache")).env_remove("MARGAY_CLANG");
        let output = command.output().expect("sh runs");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{}\n{said}", file.display());
    }
}

/// Where single paths are sooner at an end than merged ones, all of them are explored.
#[test]
fn single_paths_are_tried_where_merged_ones_are_hard() {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/merge");
    let expression = programs.join("expression.c");
    let dir = project(&[("none", "")]);
    let output = margay(dir.path(), &["check", "--no-confirm", &expression.display().to_string()]);
    let shown = text(&output.stdout) + &text(&output.stderr);
    assert!(shown.contains("every path was explored"), "{shown}");
}

#[test]
fn memory_ends_a_check_in_a_sentence() {
    let source = "#include <stdio.h>
    int main(void) {
        int n = 0;
        while (getchar() != EOF) n++;
        return n;
    }";
    let dir = project(&[("a.c", source)]);
    let run = |args: &[&str]| {
        let output = margay(dir.path(), &[&["check", "--no-confirm", "a.c"], args].concat());
        assert_eq!(output.status.code(), Some(0));
        text(&output.stdout) + &text(&output.stderr)
    };
    let ended = run(&["--max-memory", "1"]);
    assert!(ended.contains("limits reached: memory: 1 path; a larger --max-memory "), "{ended}");
    // It is not taken from the store, either.
    let whole = run(&[]);
    assert!(!whole.contains("limits reached: memory"), "{whole}");
}
