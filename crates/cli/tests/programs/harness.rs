//! Builds and runs C programs natively and under Margay, and compares the two.

use libtest_mimic::Failed;
use std::ffi::OsString;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository")
}

/// The compilers to test with: those of the versions we promise, as far as they are
/// here. With all of them in a long run, else the oldest and the newest.
pub fn clangs() -> Vec<String> {
    let installed = |name: &String| Command::new(name).arg("--version").output().is_ok();
    let mut all: Vec<String> = ["clang-15", "clang-16", "clang-19"]
        .map(str::to_owned)
        .into_iter()
        .filter(installed)
        .collect();
    if all.is_empty() {
        all.push(std::env::var("MARGAY_CLANG").unwrap_or("clang".to_owned()));
    }
    if !long() && all.len() > 2 {
        all.drain(1..all.len() - 1);
    }
    all
}

/// Whether `./x test --long` runs.
pub fn long() -> bool {
    std::env::var_os("MARGAY_LONG_TESTS").is_some()
}

/// A program to run: its files and what its header says.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub sources: Vec<PathBuf>,
    pub args: Vec<String>,
    pub stdin: Vec<u8>,
    pub files: Vec<String>,
    pub flags: Vec<String>,
}

impl Case {
    /// A `.c` file, or a folder of them, with the header described in tests/run/README.md.
    pub fn read(path: &Path) -> Case {
        let mut case = Case::default();
        let header = if path.is_dir() {
            let mut sources: Vec<PathBuf> = fs::read_dir(path)
                .expect("a folder of C files")
                .map(|entry| entry.expect("an entry").path())
                .filter(|file| file.extension().is_some_and(|e| e == "c"))
                .collect();
            sources.sort();
            case.sources = sources;
            path.join("main.c")
        } else {
            case.sources = vec![path.to_owned()];
            path.to_owned()
        };
        let text = fs::read_to_string(header).expect("a C file");
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            let Some((key, value)) = line.trim().split_once(':') else { continue };
            let words = || shlex::split(value).expect("words");
            match key {
                "args" => case.args = words(),
                "stdin" => case.stdin = unescape(value.trim_start()),
                "files" => case.files = words(),
                "flags" => case.flags = words(),
                _ => {}
            }
        }
        case
    }
}

/// What C escapes in a header stand for.
fn unescape(text: &str) -> Vec<u8> {
    let mut out = Vec::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        if c != '\\' {
            out.extend(c.to_string().bytes());
            continue;
        }
        match chars.next() {
            Some('n') => out.push(b'\n'),
            Some('t') => out.push(b'\t'),
            Some('r') => out.push(b'\r'),
            Some('0') => out.push(0),
            Some('x') => {
                let digits: String = chars.by_ref().take(2).collect();
                out.push(u8::from_str_radix(&digits, 16).expect("two hexadecimal digits"));
            }
            Some(other) => out.extend(other.to_string().bytes()),
            None => out.push(b'\\'),
        }
    }
    out
}

/// What a run leaves behind.
#[derive(Debug, PartialEq, Eq)]
pub struct Observed {
    pub stdout: Vec<u8>,
    pub code: Option<i32>,
    pub files: Vec<(String, Option<Vec<u8>>)>,
}

/// Builds a case with a clang and compares the native run with Margay's. A case that
/// cannot be compared has failed: a test that is skipped in silence tests nothing.
pub fn compare(case: &Case, clang: &str) -> Result<(), Failed> {
    let scratch = tempfile::tempdir().expect("a scratch directory");
    let mut flags = vec!["-std=gnu11".to_owned(), "-w".to_owned()];
    flags.extend(case.flags.iter().cloned());
    let binary = scratch.path().join("native");
    let built = Command::new(clang)
        .args(&flags)
        .args(&case.sources)
        .arg("-lm")
        .arg("-o")
        .arg(&binary)
        .output()
        .expect("clang runs");
    if !built.status.success() {
        let said = String::from_utf8_lossy(&built.stderr);
        return Err(format!("{clang} does not build it natively:\n{said}").into());
    }
    let mut command = Command::new(&binary);
    command.args(&case.args);
    let limit = Duration::from_secs(60);
    let Some((native, _)) = observe(command, case, &scratch.path().join("a"), limit) else {
        return Err("the native program does not end".into());
    };
    let mut command = Command::new(env!("CARGO_BIN_EXE_margay"));
    command.env("MARGAY_CLANG", clang).arg("run").arg("-q").args(&case.sources);
    for arg in &case.args {
        command.arg("--arg").arg(arg);
    }
    command.arg("--").args(&flags);
    let limit = Duration::from_secs(300);
    let Some((margay, stderr)) = observe(command, case, &scratch.path().join("b"), limit) else {
        return Err("Margay does not end".into());
    };
    if native == margay {
        return Ok(());
    }
    let mut text = format!("exit code: native {:?}, Margay {:?}\n", native.code, margay.code);
    if native.stdout != margay.stdout {
        text += &first_difference("stdout", &native.stdout, &margay.stdout);
    }
    for ((name, a), (_, b)) in native.files.iter().zip(&margay.files) {
        if a != b {
            let (a, b) = (a.clone().unwrap_or_default(), b.clone().unwrap_or_default());
            text += &first_difference(name, &a, &b);
        }
    }
    text += &format!("stderr of Margay:\n{}", String::from_utf8_lossy(&stderr));
    Err(text.into())
}

fn first_difference(what: &str, native: &[u8], margay: &[u8]) -> String {
    let (native, margay) = (String::from_utf8_lossy(native), String::from_utf8_lossy(margay));
    let lines = native.lines().zip(margay.lines()).position(|(a, b)| a != b);
    let at = lines.unwrap_or(native.lines().count().min(margay.lines().count()));
    format!(
        "{what} differs in line {}:\n  native: {:?}\n  Margay: {:?}\n",
        at + 1,
        native.lines().nth(at),
        margay.lines().nth(at)
    )
}

/// Runs a command in an empty directory; `None` if it takes longer than the limit.
fn observe(
    mut command: Command,
    case: &Case,
    directory: &Path,
    limit: Duration,
) -> Option<(Observed, Vec<u8>)> {
    fs::create_dir(directory).expect("a directory for the run");
    let out = directory.with_extension("stdout");
    let err = directory.with_extension("stderr");
    let mut child = command
        .current_dir(directory)
        .env("TZ", "UTC")
        .env_remove("POSIXLY_CORRECT")
        .stdin(Stdio::piped())
        .stdout(fs::File::create(&out).expect("a file for stdout"))
        .stderr(fs::File::create(&err).expect("a file for stderr"))
        .spawn()
        .expect("the command starts");
    let mut stdin = child.stdin.take().expect("piped");
    // A program that does not read its input may be gone before it is written.
    let _ = stdin.write_all(&case.stdin);
    drop(stdin);
    let start = Instant::now();
    let status = loop {
        match child.try_wait().expect("the child can be waited for") {
            Some(status) => break status,
            None if start.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
            None => std::thread::sleep(Duration::from_millis(2)),
        }
    };
    let code = status.code().or_else(|| {
        use std::os::unix::process::ExitStatusExt;
        // Margay answers with a shell's code where a process dies of a signal.
        status.signal().map(|signal| 128 + signal)
    });
    let files = case.files.iter().map(|name| (name.clone(), fs::read(directory.join(name)).ok()));
    let observed =
        Observed { stdout: fs::read(&out).expect("what it printed"), code, files: files.collect() };
    Some((observed, fs::read(&err).expect("what it complained about")))
}

/// A name for a path as a test has it.
pub fn name_of(path: &Path) -> String {
    let stem: OsString = path.file_stem().expect("a named file").to_owned();
    stem.to_string_lossy().into_owned()
}
