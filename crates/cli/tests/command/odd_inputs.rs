//! Inputs that are no files: pipes, sockets, devices, directories, files without an end. Each is refused in
//! a sentence, and nothing waits for it.

use super::{margay, project, text};
use std::fs;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;

const GOOD: &str = "int main(void) {\n    return 0;\n}\n";

fn pipe(file: &Path) {
    assert!(Command::new("mkfifo").arg(file).status().expect("mkfifo runs").success());
}

/// What is given alone is refused with exit code 3; in a directory, the rest is analysed and the code is 3.
#[track_caller]
fn refused(make: impl Fn(&Path), why: &str) {
    let dir = project(&[("good.c", GOOD)]);
    make(&dir.path().join("x.c"));
    let alone = margay(dir.path(), &["check", "x.c"]);
    let said = text(&alone.stderr);
    assert_eq!(alone.status.code(), Some(3), "{said}");
    assert_eq!(said, format!("margay: error: x.c: it is {why}, and not read\n"));
    let all = margay(dir.path(), &["check", "."]);
    let said = text(&all.stderr);
    assert_eq!(all.status.code(), Some(3), "{said}");
    assert!(said.contains(&format!("x.c: it is {why}, and not read")), "{said}");
    assert!(text(&all.stdout).contains("could not be analysed"), "{}", text(&all.stdout));
    for command in ["run", "ir"] {
        assert_eq!(margay(dir.path(), &[command, "x.c"]).status.code(), Some(3), "{command}");
    }
    assert_eq!(margay(dir.path(), &["reach", "x.c:1"]).status.code(), Some(3));
}

#[test]
fn a_pipe() {
    refused(pipe, "a named pipe, not a file");
}

#[test]
fn a_socket() {
    refused(|file| drop(UnixListener::bind(file).expect("a socket")), "a socket, not a file");
}

#[test]
fn a_device() {
    refused(|file| symlink("/dev/zero", file).expect("a link"), "a device, not a file");
}

#[test]
fn a_file_with_a_hole() {
    let make = |file: &Path| {
        fs::File::create(file).and_then(|file| file.set_len(4 << 30)).expect("a hole");
    };
    refused(make, "larger than 256 MB");
}

#[test]
fn a_device_by_its_name() {
    let dir = project(&[("good.c", GOOD)]);
    let output = margay(dir.path(), &["check", "/dev/zero"]);
    let said = text(&output.stderr);
    assert_eq!(said, "margay: error: /dev/zero: it is a device, not a file, and not read\n");
    assert_eq!(output.status.code(), Some(3));
}

#[test]
fn a_directory_that_is_named_like_a_source() {
    let dir = project(&[("x.c/y.c", GOOD)]);
    assert_eq!(margay(dir.path(), &["check", "x.c"]).status.code(), Some(0));
    fs::create_dir(dir.path().join("empty.c")).expect("a directory");
    let output = margay(dir.path(), &["check", "empty.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("empty.c has no C files in it"));
    let database = r#"[{"directory":".","file":"x.c","command":"cc -c x.c"}]"#;
    fs::write(dir.path().join("compile_commands.json"), database).expect("a database");
    let output = margay(dir.path(), &["check", "compile_commands.json"]);
    let said = text(&output.stderr);
    assert_eq!(said, "margay: error: x.c: it is a directory, not a file, and not read\n");
}

#[test]
fn settings_databases_and_reports_that_are_pipes() {
    let dir = project(&[("good.c", GOOD)]);
    for name in ["pipe.json", "pipe.toml", "pipe.sarif"] {
        pipe(&dir.path().join(name));
    }
    for words in [
        &["check", "pipe.json"][..],
        &["check", "good.c", "-p", "pipe.json"],
        &["check", "good.c", "--config", "pipe.toml"],
        &["check", "good.c", "--baseline", "pipe.json"],
        &["triage", "pipe.sarif"],
        &["replay", "pipe.json"],
    ] {
        let output = margay(dir.path(), words);
        let said = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{words:?}: {said}");
        assert!(said.contains("a named pipe, not a file"), "{words:?}: {said}");
    }
}

/// A header that is a pipe is clang's to open: it is ended when it waits.
#[test]
fn a_header_that_is_a_pipe() {
    let dir = project(&[("a.c", "#include \"x.h\"\nint main(void) { return 0; }\n")]);
    pipe(&dir.path().join("x.h"));
    let output = margay(dir.path(), &["check", "a.c"]);
    let said = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(said.contains("a.c: clang waited 10 seconds for what never came"), "{said}");
}

/// A `#line` may name what is no source: reports show no text of it.
#[test]
fn places_that_are_no_files() {
    let fault = "int main(void) {\n    int *p = 0;\n    return *p;\n}\n";
    for name in ["/dev/zero", "pipe.c"] {
        let source = format!("#line 1 \"{name}\"\n{fault}");
        let dir = project(&[("a.c", source)]);
        pipe(&dir.path().join("pipe.c"));
        for format in ["text", "json", "sarif", "codechecker"] {
            let words = ["check", "a.c", "--no-confirm", "--format", format, "--html", "pages"];
            let output = margay(dir.path(), &words);
            assert_eq!(output.status.code(), Some(2), "{name}: {}", text(&output.stderr));
        }
    }
}

#[test]
fn devices_that_are_included() {
    let dir = project(&[("a.c", "#include \"/dev/zero\"\nint main(void) { return 0; }\n")]);
    let output = margay(dir.path(), &["check", "a.c"]);
    assert!(matches!(output.status.code(), Some(0 | 3)), "{}", text(&output.stderr));
}
