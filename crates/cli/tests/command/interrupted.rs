//! Signals: the first one ends the work, whose report is written as usual; the second ends the process at
//! once. Nothing that was started is left, nor anything in the directory for temporary files.
//!
//! No test waits for a time: each waits for a sign that the work is where it is wanted.

use super::{command, project, text};
use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};

/// A fault, and after it more paths than anybody follows.
const ENDLESS: &str = "#include <stdio.h>
int main(int argc, char **argv) {
    int table[4] = {0};
    if (argc == 3)
        table[argc + 1] = 1;
    unsigned long sum = argc;
    int c;
    while ((c = getchar()) != EOF)
        if (c & 1)
            sum = sum * 31 + c;
        else
            sum = sum ^ (sum >> 3);
    return sum == 12345;
}
";

/// Limits that no run reaches.
const UNLIMITED: [&str; 9] = [
    "--no-merge",
    "--max-loop",
    "1000000",
    "--max-steps",
    "1000000000000",
    "--max-paths",
    "1000000000",
    "--max-queries",
    "1000000000",
];

/// A process under way.
struct Work {
    child: Child,
    errors: BufReader<std::process::ChildStderr>,
    /// What it has said so far.
    said: String,
    dir: tempfile::TempDir,
}

impl Work {
    fn start(dir: tempfile::TempDir, words: &[&str]) -> Work {
        let temporary = dir.path().join("tmp");
        fs::create_dir_all(&temporary).expect("a directory");
        let mut command = command(dir.path(), words);
        command.env("TMPDIR", temporary).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("margay runs");
        let errors = BufReader::new(child.stderr.take().expect("its errors"));
        Work { child, errors, said: String::new(), dir }
    }

    /// Waits until a line is said.
    fn until(&mut self, sign: &str) {
        while !self.said.contains(sign) {
            let read = self.errors.read_line(&mut self.said).expect("what it says");
            assert_ne!(read, 0, "it ended before `{sign}`: {}", self.said);
        }
    }

    fn signal(&self, signal: &str) {
        let kill = format!("kill -{signal} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("sh runs").success());
    }

    /// Waits for the end, and gives the exit status, the answer and what was said.
    fn end(mut self) -> (ExitStatus, String, String, tempfile::TempDir) {
        let mut answer = Vec::new();
        self.child.stdout.take().expect("its output").read_to_end(&mut answer).expect("an answer");
        self.errors.read_to_string(&mut self.said).expect("what it says");
        let status = self.child.wait().expect("its end");
        (status, text(&answer), self.said, self.dir)
    }

    /// The same, where nothing may be left.
    fn end_in_order(self) -> (Option<i32>, String, String, tempfile::TempDir) {
        let (status, answer, said, dir) = self.end();
        let left: Vec<_> =
            fs::read_dir(dir.path().join("tmp")).expect("a directory").flatten().collect();
        assert!(left.is_empty(), "{left:?}");
        assert_eq!(running_for(dir.path()), [""; 0]);
        (status.code(), answer, said, dir)
    }
}

/// Processes that were started for a directory, but for those that are being gone.
fn running_for(dir: &Path) -> Vec<String> {
    let mark = format!("TMPDIR={}", dir.join("tmp").display());
    let of = |name: &str| {
        let place = Path::new("/proc").join(name);
        let environment = fs::read(place.join("environ")).ok()?;
        let is_ours = text(&environment).split('\0').any(|word| word == mark);
        let words = text(&fs::read(place.join("cmdline")).ok()?).replace('\0', " ");
        (is_ours && !words.is_empty()).then_some(words)
    };
    let all = fs::read_dir("/proc").expect("processes").flatten();
    all.filter_map(|entry| of(&entry.file_name().to_string_lossy())).collect()
}

fn check(signal: &str) {
    let dir = project(&[("a.c", ENDLESS)]);
    let words = [
        &["-v", "check", "a.c", "-o", "report.json", "--format", "json", "--html", "pages"],
        &UNLIMITED[..],
    ]
    .concat();
    let mut work = Work::start(dir, &words);
    work.until("1 finding so far");
    work.signal(signal);
    let (code, _, said, dir) = work.end_in_order();
    assert_eq!(code, Some(2), "{said}");
    let report = fs::read_to_string(dir.path().join("report.json")).expect("a report");
    assert!(report.contains("\"buffer-overflow\""), "{report}");
    assert!(report.contains("interrupted"), "{report}");
    let pages = fs::read_to_string(dir.path().join("pages/index.html")).expect("pages");
    assert!(pages.contains("interrupted"));
    assert!(!report.contains("--timeout"), "{report}");
    // What came of it is not kept.
    assert!(said.contains(", 0 new"), "{said}");
}

#[test]
fn a_check_reports_what_it_found() {
    check("INT");
    check("TERM");
    check("HUP");
    check("QUIT");
}

#[test]
fn text_is_as_usual() {
    let dir = project(&[("a.c", ENDLESS)]);
    let words = [&["-v", "check", "a.c", "--no-confirm"], &UNLIMITED[..]].concat();
    let mut work = Work::start(dir, &words);
    work.until("1 finding so far");
    work.signal("INT");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(2), "{said}");
    assert!(answer.contains("index 4, valid indices are 0..=3"), "{answer}");
    assert!(answer.contains("not covered:\n  limits reached: interrupted"), "{answer}");
}

/// The first signal ends the work, but its report is not read; the second does not wait for that.
#[test]
fn a_second_signal_ends_at_once() {
    let dir = project(&[("a.c", ENDLESS)]);
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let words = [&["-v", "check", "a.c", "--no-confirm", "-o", "pipe"], &UNLIMITED[..]].concat();
    let mut work = Work::start(dir, &words);
    work.until("1 finding so far");
    work.signal("INT");
    work.signal("TERM");
    let (status, answer, ..) = work.end();
    assert!(matches!(status.code(), Some(130 | 143)), "{status}");
    assert_eq!(answer, "");
}

/// Clang waits for a header that is a pipe; opening its other end shows that it does.
#[test]
fn clang_is_ended() {
    for words in [&["check", "a.c"][..], &["reach", "a.c:2"], &["run", "a.c"], &["ir", "a.c"]] {
        let dir = project(&[("a.c", "#include \"x.h\"\nint main(void) { return 0; }\n")]);
        let pipe = dir.path().join("x.h");
        assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
        let work = Work::start(dir, words);
        let other_end = fs::OpenOptions::new().write(true).open(&pipe).expect("a reader");
        work.signal("INT");
        let (code, answer, said, _) = work.end_in_order();
        assert_eq!(code, Some(3), "{words:?}: {said}");
        assert!(said.contains("interrupted before the program was compiled"), "{said}");
        assert_eq!(words[0] == "check", answer.contains("interrupted"), "{answer}");
        drop(other_end);
    }
}

#[test]
fn a_build_is_ended() {
    let dir = project(&[("a.c", ENDLESS)]);
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs").success());
    let work = Work::start(dir, &["check", "--build", "cat pipe; cc -c a.c"]);
    let other_end = fs::OpenOptions::new().write(true).open(&pipe).expect("a reader");
    work.signal("TERM");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(3), "{said}");
    assert!(said.contains("the build was interrupted") && answer.contains("interrupted"), "{said}");
    drop(other_end);
}

/// A program that never ends where sanitizers are, so that its replay does not.
#[test]
fn a_replay_is_ended() {
    let source = "int main(int argc, char **argv) {
    int table[4] = {0};
#if __has_feature(address_sanitizer)
    for (;;);
#endif
    return argc == 3 ? table[argc + 1] : 0;
}
";
    let dir = project(&[("a.c", source)]);
    let work = Work::start(dir, &["check", "a.c"]);
    let temporary = work.dir.path().join("tmp").canonicalize().expect("a path");
    let is_replay = |entry: fs::DirEntry| {
        let name = |link: &str| fs::read_link(entry.path().join(link)).ok();
        let (place, program) = (name("cwd")?, name("exe")?);
        (place.starts_with(&temporary) && program.ends_with("program")).then_some(())
    };
    while !fs::read_dir("/proc").expect("processes").flatten().any(|e| is_replay(e).is_some()) {
        std::thread::yield_now();
    }
    work.signal("INT");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(2), "{said}");
    assert!(answer.contains("not replayed: the replay was interrupted"), "{answer}");
    assert!(answer.contains("limits reached: interrupted"), "{answer}");
}

#[test]
fn what_is_sought_is_unknown() {
    let rare = "if (sum == 0x123456789abcdef)\n        return 1;\n    return 0";
    let dir = project(&[("a.c", ENDLESS.replace("return sum == 12345", rare))]);
    let words = [&["-v", "reach", "a.c:14", "--timeout", "100000"], &UNLIMITED[..]].concat();
    let mut work = Work::start(dir, &words);
    work.until("1 functions");
    work.signal("INT");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(3), "{answer}{said}");
    assert!(answer.starts_with("unknown\n"), "{answer}");
    assert!(answer.contains("interrupted"), "{answer}");
}

#[test]
fn alerts_are_unknown() {
    let alert = r#"{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"clang"}},"results":[{
        "ruleId":"core.DivideZero","message":{"text":"Division by zero"},"locations":[{
        "physicalLocation":{"artifactLocation":{"uri":"a.c"},"region":{"startLine":13}}}]}]}]}"#;
    let source = ENDLESS.replace("sum == 12345", "1 / (sum != 0x123456789abcdef)");
    let dir = project(&[("a.c", source.as_str()), ("alerts.sarif", alert)]);
    let words = [&["-v", "triage", "alerts.sarif", "a.c", "--no-confirm"], &UNLIMITED[..]].concat();
    let mut work = Work::start(dir, &words);
    work.until("1 finding so far");
    work.signal("TERM");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(3), "{answer}{said}");
    assert!(answer.contains("unknown") && answer.contains("interrupted"), "{answer}");
}

#[test]
fn tests_are_written() {
    let dir = project(&[("a.c", ENDLESS)]);
    let words =
        [&["-v", "test", "a.c", "--out", "tests", "--format", "raw"], &UNLIMITED[..]].concat();
    let mut work = Work::start(dir, &words);
    work.until("1 finding so far");
    work.signal("INT");
    let (code, answer, said, dir) = work.end_in_order();
    assert_eq!(code, Some(0), "{answer}{said}");
    assert!(answer.contains("interrupted"), "{answer}");
    assert!(dir.path().join("tests/tests.txt").is_file());
}

#[test]
fn a_run_ends_at_once() {
    let source = "#include <unistd.h>\nint main(void) { write(2, \"running\\n\", 8); for (volatile int i = 0;; i = !i); }\n";
    let mut work = Work::start(project(&[("a.c", source)]), &["run", "a.c"]);
    work.until("running");
    work.signal("INT");
    let (code, ..) = work.end_in_order();
    assert_eq!(code, Some(130));
}

/// What the baseline has is known, whether the work was ended or not.
#[test]
fn baselines_count() {
    let dir = project(&[("a.c", ENDLESS)]);
    let words = ["check", "a.c", "--no-confirm", "--max-paths", "50", "--format", "json"];
    let known = command(dir.path(), &words).output().expect("margay runs");
    fs::write(dir.path().join("known.json"), known.stdout).expect("a file");
    let words = ["-v", "check", "a.c", "--no-confirm", "--baseline", "known.json"];
    let mut work = Work::start(dir, &[&words, &UNLIMITED[..]].concat());
    work.until("1 finding so far");
    work.signal("INT");
    let (code, answer, said, _) = work.end_in_order();
    assert_eq!(code, Some(0), "{answer}{said}");
    assert!(answer.contains("interrupted"), "{answer}");
}
