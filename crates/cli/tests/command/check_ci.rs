//! What CI systems and hooks need: findings of changes, and formats of other tools.

use super::{command, margay, project, text};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Runs git in a directory, without settings of the user.
fn git(dir: &Path, args: &[&str]) {
    let status = Command::new("git")
        .args([
            "-c",
            "user.name=A",
            "-c",
            "user.email=a@example.org",
            "-c",
            "init.defaultBranch=main",
        ])
        .args(args)
        .current_dir(dir)
        .env("GIT_CONFIG_GLOBAL", "/dev/null")
        .env("GIT_CONFIG_NOSYSTEM", "1")
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .status();
    assert!(status.expect("git runs").success(), "git {args:?}");
}

const OLD: &str = "\
int half(int n) {
    return n / 2;
}
int divide(int a, int b) {
    return a / b;
}
int main(int argc, char **argv) {
    (void)argv;
    return divide(8, argc - 2) + half(argc);
}
";

/// A program that comes to its fault by way of constants and bounds, which no branch names.
const BOUNDS: &str = "\
#define ROOM 8
static const int most = 8;
enum { LEAST = 1 };
static int clamp(int n) {
    if (n > most)
        n = most;
    return n;
}
int unused(int n) {
    return n + 3;
}
int main(int argc, char **argv) {
    int values[ROOM] = {0};
    int n = clamp(argc * 4 + LEAST);
    n = n + 0;
    for (int i = 0; i <= n; i++)
        values[i] = 1;
    return values[0] + (argv == 0);
}
";

/// A repository with one commit.
fn repository(source: &str) -> tempfile::TempDir {
    let dir = project(&[("a.c", source), (".gitignore", ".cache\n")]);
    git(dir.path(), &["init", "--quiet"]);
    git(dir.path(), &["add", "."]);
    git(dir.path(), &["commit", "--quiet", "-m", "one"]);
    dir
}

fn diff(dir: &Path, revision: &str) -> Output {
    margay(dir, &["check", "--no-confirm", "a.c", "--diff", revision])
}

/// Whether the program's finding counts once a text of it was replaced.
fn check(source: &str, from: &str, to: &str, expected: bool) {
    let dir = repository(source);
    std::fs::write(dir.path().join("a.c"), source.replace(from, to)).expect("a file");
    let output = diff(dir.path(), "HEAD");
    let shown = text(&output.stdout);
    assert_eq!(output.status.code(), Some(if expected { 2 } else { 0 }), "{from}\n{shown}");
    let hidden = "not shown, as suppressed: 1 of lines that were not changed";
    assert_eq!(shown.contains(hidden), !expected, "{shown}");
}

#[test]
fn findings_of_changed_lines() {
    check(OLD, "return a / b;", "return a / b + 0;", true);
    // The call that leads there.
    check(OLD, "divide(8, argc - 2)", "divide(9, argc - 2)", true);
    check(OLD, "return n / 2;", "return n / 3;", false);
    check(OLD, "", "", false);
}

#[test]
fn findings_through_changed_lines() {
    check(BOUNDS, "ROOM 8", "ROOM (4 + 4)", true);
    check(BOUNDS, "most = 8", "most = 4 + 4", true);
    check(BOUNDS, "LEAST = 1", "LEAST = 2 - 1", true);
    check(BOUNDS, "n = n + 0;", "n = n - 0;", true);
    check(BOUNDS, "return n;", "return n + 0;", true);
    check(BOUNDS, "return n + 3;", "return n + 4;", false);
    check(BOUNDS, "return values[0] +", "return values[0] + 0 +", false);
}

#[test]
fn changes_of_others_do_not_count() {
    let dir = repository(OLD);
    git(dir.path(), &["checkout", "--quiet", "-b", "work"]);
    let mine = OLD.replace("n / 2", "n / 3");
    std::fs::write(dir.path().join("a.c"), mine).expect("a file");
    git(dir.path(), &["commit", "--quiet", "-am", "mine"]);
    git(dir.path(), &["checkout", "--quiet", "main"]);
    let theirs = OLD.replace("a / b;", "a / b; // theirs");
    std::fs::write(dir.path().join("a.c"), theirs).expect("a file");
    git(dir.path(), &["commit", "--quiet", "-am", "theirs"]);
    git(dir.path(), &["checkout", "--quiet", "work"]);
    assert_eq!(diff(dir.path(), "main").status.code(), Some(0));
    // All of a file that git does not know is new.
    std::fs::write(dir.path().join("b.c"), OLD).expect("a file");
    let output = margay(dir.path(), &["check", "--no-confirm", "b.c", "--diff", "main"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stdout));
}

#[test]
fn revisions_that_are_none() {
    let dir = repository(OLD);
    let said = |output: Output| {
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    let unknown = said(diff(dir.path(), "nowhere"));
    assert!(unknown.contains("git knows no revision `nowhere`"), "{unknown}");
    let option = margay(dir.path(), &["check", "a.c", "--diff=--output=x"]);
    assert!(said(option).contains("`--output=x` is no revision"));
    let elsewhere = project(&[("a.c", OLD)]);
    let mut command = command(elsewhere.path(), &["check", "a.c", "--diff", "HEAD"]);
    command.env("GIT_CEILING_DIRECTORIES", elsewhere.path().parent().expect("a directory"));
    let none = said(command.output().expect("margay runs"));
    assert!(none.contains("git cannot say what was changed: not a git repository"), "{none}");
}

#[test]
fn formats_of_other_tools() {
    let dir = project(&[("a.c", OLD)]);
    let junit = margay(dir.path(), &["check", "--no-confirm", "a.c", "--format", "junit"]);
    let junit = text(&junit.stdout);
    assert!(junit.contains(r#"<testsuite name="a.c" tests="1" failures="1""#), "{junit}");
    assert!(junit.contains(r#"name="division-by-zero in divide ("#), "{junit}");
    let list = margay(dir.path(), &["check", "--no-confirm", "a.c", "--format", "codechecker"]);
    let list = text(&list.stdout);
    assert!(list.contains("<string>margay-division-by-zero</string>"), "{list}");
    // CodeChecker reads the files that are named.
    let file = dir.path().join("a.c");
    assert!(list.contains(&format!("<string>{}</string>", file.display())), "{list}");
}

#[test]
fn reports_name_what_could_not_be_read() {
    let dir = project(&[("a.c", "int main(void) { return 0; }\n"), ("broken.c", "int f(\n")]);
    for files in [&["a.c", "broken.c"][..], &["broken.c"]] {
        let mut args = vec!["check", "--no-confirm", "--format", "junit"];
        args.extend(files);
        let ended = margay(dir.path(), &args);
        assert_eq!(ended.status.code(), Some(3));
        let junit = text(&ended.stdout);
        assert!(junit.contains("broken.c") && junit.contains("<error"), "{junit}");
    }
}

/// The hook in `ci` stops commits by what they change.
#[test]
fn hook_before_a_commit() {
    let dir = repository(OLD);
    let hook = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../ci/pre-commit");
    let binaries = Path::new(env!("CARGO_BIN_EXE_margay")).parent().expect("a directory");
    let path = format!("{}:{}", binaries.display(), std::env::var("PATH").expect("a path"));
    let run = || {
        let mut command = Command::new("sh");
        command.arg(&hook).current_dir(dir.path()).env("PATH", &path);
        command.env("MARGAY_CACHE_DIR", dir.path().join(".cache"));
        command.output().expect("a shell")
    };
    let commit = |from: &str, to: &str| {
        std::fs::write(dir.path().join("a.c"), OLD.replace(from, to)).expect("a file");
        git(dir.path(), &["add", "a.c"]);
        run()
    };
    assert!(run().status.success(), "nothing is in the commit");
    assert!(commit("n / 2", "n / 3").status.success());
    let stopped = commit("a / b", "a % b");
    assert_eq!(stopped.status.code(), Some(1), "{}", text(&stopped.stdout));
    assert!(text(&stopped.stderr).contains("the commit is stopped"));
    // What is no C stops nothing, and is told.
    let unread = commit("int half", "inth alf");
    assert!(unread.status.success(), "{}", text(&unread.stderr));
    assert!(text(&unread.stderr).contains("a.c"), "{}", text(&unread.stderr));
}
