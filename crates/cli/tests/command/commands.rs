//! All commands but `check`, and what they have in common.

use super::{command, margay, project, text};
use std::process::Stdio;

const PROGRAM: &str = "int twice(int n) { return 2 * n; } int main(void) { return twice(4); }";

#[test]
fn ir_prints_a_program_or_a_function() {
    let dir = project(&[("a.c", PROGRAM)]);
    let all = margay(dir.path(), &["ir", "a.c"]);
    assert_eq!((all.status.code(), text(&all.stderr).as_str()), (Some(0), ""));
    assert!(text(&all.stdout).contains("@main"));
    let one = text(&margay(dir.path(), &["ir", "a.c", "--function", "twice"]).stdout);
    assert!(one.contains("@twice") && !one.contains("@main"), "{one}");
    let none = margay(dir.path(), &["ir", "a.c", "--function", "thrice"]);
    assert_eq!(none.status.code(), Some(1));
    assert_eq!(text(&none.stderr), "margay: error: there is no function `thrice`\n");
}

#[test]
fn what_cannot_be_analysed_is_said_and_counted() {
    let dir =
        project(&[("good.c", PROGRAM), ("bad.c", "int f(void) { return x; }"), ("a.cpp", "")]);
    let partial = margay(dir.path(), &["ir", "good.c", "bad.c", "a.cpp"]);
    let stderr = text(&partial.stderr);
    assert_eq!(partial.status.code(), Some(3), "{stderr}");
    assert!(text(&partial.stdout).contains("@main"));
    assert!(stderr.contains("bad.c:1:22: error: use of undeclared identifier 'x'"), "{stderr}");
    assert!(stderr.contains("margay: error: a.cpp: C++ is not analysed"), "{stderr}");
    assert!(stderr.contains("margay: error: 2 of 3 inputs could not be analysed"), "{stderr}");
    assert_eq!(margay(dir.path(), &["ir", "bad.c"]).status.code(), Some(3));
}

#[test]
fn errors_of_use_are_tool_errors() {
    let dir = project::<&str>(&[]);
    for args in
        [&["frobnicate"][..], &["ir"], &["ir", "missing.c"], &["ir", "--color", "red", "a.c"]]
    {
        let output = margay(dir.path(), args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert!(text(&output.stderr).starts_with("margay: error: "), "{args:?}");
    }
    let output = command(dir.path(), &["run", "a.c"]).env("PATH", "").output().expect("it runs");
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn without_clang_one_sentence_says_how_to_get_it() {
    let dir = project(&[("a.c", PROGRAM)]);
    let output = command(dir.path(), &["ir", "a.c"]).env("PATH", "/nowhere").output();
    let output = output.expect("it runs");
    let stderr = text(&output.stderr);
    assert_eq!((output.status.code(), stderr.lines().count()), (Some(1), 1));
    assert!(stderr.contains("apt-get install clang-19"), "{stderr}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let dir = project(&[("a.c", PROGRAM)]);
    let mut child = command(dir.path(), &["ir", "a.c"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn verbose_names_the_clang_and_colour_can_be_forced() {
    let dir = project(&[("a.c", PROGRAM)]);
    let verbose = text(&margay(dir.path(), &["-v", "ir", "a.c"]).stderr);
    assert!(verbose.contains("clang version"), "{verbose}");
    let colored = text(&margay(dir.path(), &["ir", "--color=always", "missing.c"]).stderr);
    assert!(colored.contains("\x1b["), "{colored:?}");
}

#[test]
fn help_man_page_and_completions_come_from_one_definition() {
    let dir = project::<&str>(&[]);
    for args in [
        &["--help"][..],
        &["run", "--help"],
        &["man"],
        &["man", "run"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["completions", "fish"],
    ] {
        let output = margay(dir.path(), args);
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert!(text(&output.stdout).contains("margay"), "{args:?}");
    }
    let help = text(&margay(dir.path(), &["run", "--help"]).stdout);
    assert!(help.contains("Examples:"));
}

#[test]
fn a_wrong_script_is_named_and_the_others_are_answered() {
    let dir = project(&[
        ("good.smt2", "(declare-const x (_ BitVec 8)) (check-sat) (echo \"end\")"),
        ("bad.smt2", "(check-sat)\n(assert (bvult #x00 #x0))"),
    ]);
    let files = ["solve", "bad.smt2", "missing.smt2", "good.smt2"];
    let output = margay(dir.path(), &files);
    assert_eq!(output.status.code(), Some(1));
    let stderr = text(&output.stderr);
    let lines: Vec<&str> = stderr.lines().collect();
    let message = "argument 2 of `bvult` must be (_ BitVec 8), not (_ BitVec 4)";
    assert_eq!(lines[0], format!("margay: error: bad.smt2:2:9: {message}"));
    assert!(lines[1].starts_with("margay: error: cannot read missing.smt2: "), "{stderr}");
    assert_eq!(lines.len(), 2, "{stderr}");
    let stdout = text(&output.stdout);
    assert!(stdout.starts_with("; bad.smt2\n"), "{stdout}");
    assert!(stdout.ends_with("\"end\"\n"), "{stdout}");
    let good = margay(dir.path(), &["solve", "good.smt2"]);
    assert_eq!((good.status.code(), text(&good.stderr).as_str()), (Some(0), ""));
    std::fs::write(dir.path().join("binary.smt2"), [0xff, 0xfe]).expect("a file");
    let binary = text(&margay(dir.path(), &["solve", "binary.smt2"]).stderr);
    assert_eq!(binary, "margay: error: binary.smt2 is not UTF-8 text\n");
    assert_eq!(margay(dir.path(), &["solve", "-"]).status.code(), Some(0));
}
