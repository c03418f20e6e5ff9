//! `margay test`: what there is a test for, how it is written, and what it covers.

use super::{margay, project, text};
use std::path::Path;
use std::process::Command;

/// All files below a directory, by name.
fn files(dir: &Path) -> Vec<(String, Vec<u8>)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(dir).expect("a directory").map(|entry| entry.expect("an entry"))
    {
        let name = entry.file_name().into_string().expect("a name");
        if entry.path().is_dir() {
            let inner = files(&entry.path());
            found
                .extend(inner.into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            found.push((name, std::fs::read(entry.path()).expect("a file")));
        }
    }
    found.sort();
    found
}

/// What `margay test a.c` says, which must succeed.
fn test(dir: &Path, options: &[&str]) -> String {
    let output = margay(dir, &[&["test", "a.c", "--out", "out"], options].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// How the tests end, in order.
fn endings(said: &str) -> Vec<&str> {
    let is_test = |line: &&str| line.starts_with("test0");
    said.lines().filter(is_test).filter_map(|line| Some(line.split_once(": ")?.1)).collect()
}

/// A branch, a switch and a choice of values.
const BRANCHES: &str = "#include <stdio.h>
int main(int argc, char **argv) {
    if (argc < 2) return 9;
    switch (argv[1][0]) {
    case 'a': case 'b': return 1;
    case 'c': return 2;
    }
    return getchar() == 'x' ? 3 : 4;
}
";

#[test]
fn every_branch_has_a_test() {
    let dir = project(&[("a.c", BRANCHES)]);
    let said = test(dir.path(), &[]);
    let mut ends = endings(&said);
    ends.sort_unstable();
    // Both labels of the first case count.
    let wanted = [1, 1, 2, 3, 4, 9].map(|code| format!("exits with {code}"));
    assert_eq!(ends, wanted, "{said}");
    assert!(said.contains("6 tests in out; "), "{said}");
    if said.contains("llvm-cov") {
        assert!(said.contains("8/8 100.0%  12/12 100.0%"), "{said}");
        let source = std::fs::read_to_string(dir.path().join("out/coverage.txt")).expect("a file");
        assert!(source.contains("if (argc < 2) return 9;"), "{source}");
    }
}

#[test]
fn what_both_sides_of_an_and_come_to_counts() {
    let source = "#include <stdio.h>
        static int is_digit(int c) { return c >= '0' && c <= '9'; }
        int main(void) { return is_digit(getchar()); }";
    let dir = project(&[("a.c", source)]);
    let said = test(dir.path(), &[]);
    // Two of them return the same, so that the second is not followed further than to there.
    assert_eq!(endings(&said).len(), 3, "{said}");
    assert!(!said.contains("llvm-cov") || said.contains("4/4 100.0%"), "{said}");
}

#[test]
fn every_path_has_a_test_if_that_is_wanted() {
    let source = "#include <stdio.h>
        int main(void) {
            int n = 0;
            for (int i = 0; i < 3; i++) if (getchar() == 'x') n++;
            return n;
        }";
    let dir = project(&[("a.c", source)]);
    assert!(endings(&test(dir.path(), &[])).len() <= 2);
    let said = test(dir.path(), &["--per", "path", "--sym-stdin", "3"]);
    assert!(endings(&said).len() >= 8, "{said}");
    let said = test(dir.path(), &["--per", "path", "--max-tests", "3"]);
    assert_eq!(endings(&said).len(), 3, "{said}");
}

#[test]
fn a_fault_is_a_test_that_names_its_rule() {
    let source = "#include <stdlib.h>
        int main(int argc, char **argv) {
            int table[4] = {0};
            if (argc == 2 && argv[1][0] == 'k') abort();
            return argc == 3 ? table[argv[1][0] & 7] : 0;
        }";
    let dir = project(&[("a.c", source)]);
    let said = test(dir.path(), &["--format", "c,ktest"]);
    let ends = endings(&said);
    assert!(ends.contains(&"out-of-bounds-read at a.c:5"), "{said}");
    assert!(ends.contains(&"dies of signal 6"), "{said}");
    let files = files(&dir.path().join("out"));
    let error = files.iter().find(|(name, _)| name.ends_with(".out-of-bounds-read.err"));
    let (_, error) = error.expect("a file for the fault");
    assert_eq!(text(error), "Error: out-of-bounds-read\nFile: a.c\nLine: 5\n");
}

#[test]
fn the_tests_are_the_same_for_any_number_of_threads() {
    let dir = project(&[("a.c", BRANCHES)]);
    let mut seen = Vec::new();
    for jobs in ["1", "3"] {
        // Small units, so that there are several.
        let options = ["-j", jobs, "--unit-steps", "3000", "--format", "c,raw,ktest"];
        test(dir.path(), &options);
        let written = files(&dir.path().join("out"));
        seen.push(
            written.into_iter().filter(|(name, _)| name != "coverage.txt").collect::<Vec<_>>(),
        );
    }
    assert_eq!(seen[0], seen[1]);
    assert!(seen[0].len() > 10);
}

#[test]
fn tests_run_without_margay() {
    let dir = project(&[("a.c", BRANCHES)]);
    let said = test(dir.path(), &[]);
    let mut script = Command::new(dir.path().join("out/run.sh"));
    if let Some(clang) = margay_clang() {
        script.env("CC", clang);
    }
    let output = script.output().expect("the script runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let wanted: Vec<String> =
        endings(&said).iter().map(|end| end.replace("exits with", "exit code")).collect();
    assert_eq!(endings(&text(&output.stdout)), wanted);
}

/// The newest clang under a name with its version, if there is none without.
fn margay_clang() -> Option<String> {
    let runs = |name: &str| Command::new(name).arg("--version").output().is_ok();
    (!runs("clang"))
        .then(|| (15..30).rev().map(|n| format!("clang-{n}")).find(|name| runs(name)))?
}

#[test]
fn bytes_for_fuzzers_are_files_of_their_own() {
    let dir = project(&[("a.c", BRANCHES)]);
    test(dir.path(), &["--format", "raw"]);
    let files = files(&dir.path().join("out"));
    let raw: Vec<&[u8]> = files
        .iter()
        .filter(|(name, _)| name.starts_with("raw/"))
        .map(|(_, b)| b.as_slice())
        .collect();
    assert_eq!(raw.len(), 6);
    assert!(raw.contains(&b"x".as_slice()), "{raw:?}");
    let args =
        files.iter().filter(|(name, _)| name.starts_with("args/") && name.ends_with(".args"));
    let args: Vec<&[u8]> = args.map(|(_, bytes)| bytes.as_slice()).collect();
    assert!(args.contains(&b"".as_slice()) && args.contains(&b"c\0".as_slice()), "{args:?}");
    assert!(!files.iter().any(|(name, _)| name == "run.sh"));
}

/// A `.ktest`, read as KLEE reads it: the arguments and the objects.
fn read_ktest(bytes: &[u8]) -> (Vec<String>, Vec<(String, Vec<u8>)>) {
    struct Reader<'a>(&'a [u8]);
    impl<'a> Reader<'a> {
        fn take(&mut self, count: usize) -> &'a [u8] {
            let (taken, rest) = self.0.split_at(count);
            self.0 = rest;
            taken
        }
        fn number(&mut self) -> usize {
            u32::from_be_bytes(self.take(4).try_into().expect("four bytes")) as usize
        }
        fn counted(&mut self) -> &'a [u8] {
            let count = self.number();
            self.take(count)
        }
    }
    let mut reader = Reader(bytes);
    assert_eq!(reader.take(5), b"KTEST");
    assert_eq!(reader.number(), 3);
    let arguments = (0..reader.number()).map(|_| text(reader.counted())).collect();
    assert_eq!((reader.number(), reader.number()), (0, 0));
    let mut objects = Vec::new();
    for _ in 0..reader.number() {
        let name = text(reader.counted());
        objects.push((name, reader.counted().to_vec()));
    }
    assert!(reader.0.is_empty());
    (arguments, objects)
}

#[test]
fn klee_reads_what_is_written() {
    let source = "#include <stdio.h>
        void klee_make_symbolic(void *, unsigned long, const char *);
        int main(int argc, char **argv) {
            unsigned key;
            klee_make_symbolic(&key, sizeof key, \"key\");
            if (argc != 2 || argv[1][0] != 'q') return 1;
            return getchar() == 'x' && key == 0x01020304 ? 3 : 4;
        }";
    let dir = project(&[("a.c", source)]);
    let said = test(dir.path(), &["--format", "ktest", "--sym-args", "0", "2", "4"]);
    let at = endings(&said).iter().position(|end| *end == "exits with 3").expect("a test");
    let file = dir.path().join(format!("out/test{:06}.ktest", at + 1));
    let (arguments, objects) = read_ktest(&std::fs::read(file).expect("a file"));
    assert_eq!(arguments, ["a", "-sym-args", "0", "2", "4", "-sym-stdin", "1"]);
    let names: Vec<&str> = objects.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["n_args", "arg00", "stdin", "stdin-stat", "key"]);
    assert_eq!(objects[0].1, [1, 0, 0, 0]);
    assert_eq!((objects[1].1[0], objects[1].1.len()), (b'q', 5));
    assert_eq!((objects[2].1.as_slice(), objects[3].1.len()), (b"x".as_slice(), 144));
    assert_eq!(objects[4].1, [4, 3, 2, 1]);
}

#[test]
fn a_directory_with_something_else_in_it_is_refused() {
    let dir = project(&[("a.c", BRANCHES), ("out/notes.txt", "mine")]);
    let run = || margay(dir.path(), &["test", "a.c", "--out", "out"]);
    let output = run();
    assert_eq!(output.status.code(), Some(1));
    let wanted = "margay: error: out holds notes.txt, which no earlier run wrote";
    assert!(text(&output.stderr).starts_with(wanted), "{}", text(&output.stderr));
    std::fs::remove_file(dir.path().join("out/notes.txt")).expect("it is there");
    assert!(run().status.success());
    // What an earlier run wrote is replaced.
    assert!(run().status.success());
    std::fs::write(dir.path().join("out/test000001/notes.txt"), "mine").expect("a file");
    let output = run();
    assert!(text(&output.stderr).contains("out holds test000001/notes.txt"));
    assert!(dir.path().join("out/test000001/notes.txt").exists());
}

#[test]
fn what_cannot_be_tested_is_told() {
    let dir = project(&[("a.c", "int twice(int x) { return 2 * x; }")]);
    let output = margay(dir.path(), &["test", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("there is no `main` to begin at"));
    assert!(!dir.path().join("margay-tests").exists());
}

#[test]
fn without_native_runs_the_engine_says_what_it_reached() {
    let dir = project(&[("a.c", BRANCHES)]);
    let said = test(dir.path(), &["--no-confirm"]);
    assert!(said.contains("coverage by Margay's engine, natively not measured"), "{said}");
    assert!(said.lines().any(|line| line.contains("main") && line.contains("100.0%")), "{said}");
}
