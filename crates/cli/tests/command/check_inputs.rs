//! Hostile and unusual inputs of `margay check`: a message, the right exit code, and the
//! other files are still analysed.

use super::{command, margay, project, text};
use std::path::Path;
use std::process::Stdio;

/// A program with one bug.
const BAD: &[u8] = b"int main(int argc, char **argv) { return 10 / (argc - 2); }\n";
const OK: &[u8] = b"int main(void) { return 0; }\n";

/// Checks a file alone, with an exit code and words on standard error; then beside others:
/// without a bug the code is 3, and findings win.
fn refused(name: &str, contents: &[u8], code: i32, words: &str) {
    let dir = project(&[(name, contents), ("bad.c", BAD), ("ok.c", OK)]);
    let alone = margay(dir.path(), &["check", name]);
    assert_eq!(alone.status.code(), Some(code), "{}", text(&alone.stderr));
    assert!(text(&alone.stderr).contains(words), "{}", text(&alone.stderr));
    beside_others(dir.path(), name, words);
}

fn beside_others(dir: &Path, name: &str, words: &str) {
    let beside = margay(dir, &["check", "--no-confirm", name, "ok.c"]);
    let errors = text(&beside.stderr);
    assert_eq!(beside.status.code(), Some(3), "{errors}");
    assert!(errors.contains(words), "{errors}");
    assert!(errors.contains("1 of 2 inputs could not be analysed"), "{errors}");
    assert!(text(&beside.stdout).contains("nothing found"), "{}", text(&beside.stdout));
    let found = margay(dir, &["check", "--no-confirm", "bad.c", name]);
    assert_eq!(found.status.code(), Some(2), "{}", text(&found.stderr));
    assert!(text(&found.stdout).contains("[division-by-zero]"), "{}", text(&found.stdout));
}

/// Checks one program: the exit code, and words on standard output.
fn checked(contents: &[u8], code: i32, words: &str) {
    let dir = project(&[("a.c", contents)]);
    let output = margay(dir.path(), &["check", "--no-confirm", "a.c"]);
    let (shown, errors) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{shown}{errors}");
    assert!(shown.contains(words), "{shown}{errors}");
}

#[test]
fn cplusplus_is_refused() {
    refused("a.cpp", b"int x;", 3, "margay: error: a.cpp: C++ is not analysed, only C is");
}

#[test]
fn what_is_no_source_is_refused() {
    refused("note.txt", b"hello", 3, "margay: error: note.txt: not a C file");
}

#[test]
fn a_missing_header_is_told_by_clang() {
    let source = b"#include \"nowhere.h\"\nint f(void) { return 0; }\n";
    refused("a.c", source, 3, "fatal error: 'nowhere.h' file not found");
}

#[test]
fn bytes_that_are_no_c_are_told_by_clang() {
    let noise: Vec<u8> = (0..3000u32).map(|n| ((n * n) >> 3).to_le_bytes()[0] | 1).collect();
    refused("noise.c", &noise, 3, "noise.c:1:");
}

#[test]
fn a_file_that_is_not_there() {
    let dir = project(&[("bad.c", BAD), ("ok.c", OK)]);
    let alone = margay(dir.path(), &["check", "missing.c"]);
    assert_eq!(alone.status.code(), Some(1));
    let message = "margay: error: cannot read missing.c: no such file or directory\n";
    assert_eq!(text(&alone.stderr), message);
    let words = "missing.c: cannot be read: no such file or directory";
    beside_others(dir.path(), "missing.c", words);
}

#[test]
fn a_directory_without_c() {
    let dir = project(&[("bad.c", BAD)]);
    std::fs::create_dir(dir.path().join("docs")).expect("a directory");
    let alone = margay(dir.path(), &["check", "docs"]);
    assert_eq!(alone.status.code(), Some(1));
    assert_eq!(text(&alone.stderr), "margay: error: docs has no C files in it\n");
    let beside = margay(dir.path(), &["check", "--no-confirm", "docs", "bad.c"]);
    assert_eq!(beside.status.code(), Some(2));
    assert!(text(&beside.stderr).contains("warning: docs has no C files in it"));
}

#[test]
fn an_empty_file() {
    let dir = project(&[("empty.c", &b""[..]), ("bad.c", BAD)]);
    let alone = margay(dir.path(), &["check", "empty.c"]);
    assert_eq!(alone.status.code(), Some(0));
    assert!(text(&alone.stderr).contains("there is no `main`"), "{}", text(&alone.stderr));
    assert!(text(&alone.stdout).contains("no path was explored"), "{}", text(&alone.stdout));
    let beside = margay(dir.path(), &["check", "--no-confirm", "empty.c", "bad.c"]);
    assert_eq!(beside.status.code(), Some(2));
}

#[test]
fn a_source_that_is_not_utf8() {
    checked(
        b"/* caf\xe9 */\nint main(int argc, char **argv) {\n    return \"caf\xe9\"[0] / (argc - 1);\n}\n",
        2,
        "a.c:3:22",
    );
}

#[test]
fn a_function_of_fifty_thousand_lines() {
    let mut source =
        String::from("int main(int argc, char **argv) {\n  unsigned x = argc, a[16] = {0};\n");
    for line in 0..50_000 {
        source += &format!("  x = x * {}u + {line}u; a[{}] ^= x >> 3;\n", line % 97, line % 16);
    }
    source += "  return 100 / (argc - 1) + a[3];\n}\n";
    checked(source.as_bytes(), 2, "a.c:50003:14");
}

#[test]
fn an_endless_recursion() {
    let source = "int f(int n) { return f(n + 1) + 1; }\nint main(void) { return f(0); }\n";
    checked(source.as_bytes(), 2, "[uncontrolled-recursion]");
}

#[test]
fn gigabytes_are_not_taken_before_they_are_used() {
    // Each letter forks the state, and each write after a fork copies an object.
    let source = "#include <stdlib.h>
        char big[1u << 30];
        int main(int argc, char **argv) {
            char *huge = malloc(1ul << 40), *large = malloc(1ul << 31);
            if (huge) huge[0] = 1;
            if (large && argc > 1) {
                for (int i = 0; argv[1][i]; i++) {
                    large[i] = argv[1][i];
                    big[(1u << 30) - 1 - i] = large[i] == 'x';
                }
                if (big[(1u << 30) - 3] == 1) large[1ul << 31] = 1; // past the end
            }
            free(huge);
            free(large);
            return 0;
        }\n";
    checked(source.as_bytes(), 2, "a.c:11:");
    let dir = project(&[("a.c", source.as_bytes())]);
    let mut command = command(dir.path(), &["check", "--no-confirm", "a.c"]);
    let mut child = command.stdout(Stdio::null()).spawn().expect("margay runs");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("it can be waited for").is_none() {
        peak = peak.max(peak_kilobytes(&status).unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(peak < 1 << 20, "{peak} kB of memory");
}

/// The memory that a process has had at most, where the system says so.
fn peak_kilobytes(status: &str) -> Option<u64> {
    let text = std::fs::read_to_string(status).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}

/// What one program of several does with variables of its own is known, and so are its own
/// functions where others have some of the same name.
#[test]
fn several_programs_at_once() {
    const FIRST: &str = "\
#include <stdio.h>
void usage(void) { puts(\"first\"); }
int main(int argc, char **argv) { if (argc > 9) usage(); return argv == 0; }
";
    const SECOND: &str = "\
#include <stdio.h>
#include <stdlib.h>
struct settings { int scale; };
static struct settings *settings;
void usage(void) { puts(\"second\"); exit(2); }
static int scaled(int n) { return n * settings->scale; }
static int twice(int n) { return scaled(n & 7) + scaled(n & 7); }
static int share(int n) { if (n == 0) usage(); return 100 / n; }
int main(int argc, char **argv) {
    settings = malloc(sizeof *settings);
    if (settings == NULL) return 1;
    settings->scale = 3;
    int n = twice(argc) + share(argc) + (argv == NULL);
    free(settings);
    return n;
}
";
    let dir = project(&[("first.c", FIRST), ("second.c", SECOND)]);
    let ended = margay(dir.path(), &["check", "--no-confirm", "."]);
    assert_eq!(ended.status.code(), Some(0), "{}", text(&ended.stdout));
    let said = text(&ended.stderr);
    assert!(said.contains("`main` is defined in ./first.c and in ./second.c"), "{said}");
}
