//! `margay reach --all`: how many paths there are, each with other branches, and each shown natively.

use super::reach_strategy::CALLS;
use super::{margay, project, text};
use std::collections::BTreeSet;
use std::process::Command;

/// What `margay reach` says of `a.c`: the exit code, and the lines without the time that it took.
fn reach(source: &str, options: &[&str]) -> (Option<i32>, Vec<String>) {
    let dir = project(&[("a.c", source)]);
    let output = margay(dir.path(), &[&["reach"], options].concat());
    let said = text(&output.stdout) + &text(&output.stderr);
    let without_time = |line: &str| match line.rsplit_once(" steps, ") {
        Some((before, _)) => before.to_owned(),
        None => line.to_owned(),
    };
    (output.status.code(), said.lines().map(without_time).collect())
}

/// The steps of each path, as `--explain-path` shows them.
fn steps(said: &[String]) -> Vec<Vec<&str>> {
    let paths = said.split(|line| line.starts_with("note[target-reached]")).skip(1);
    let is_step = |line: &&str| line.ends_with("branch") || line.contains("going on at");
    paths.map(|path| path.iter().map(String::as_str).filter(is_step).collect()).collect()
}

fn confirmed(said: &[String]) -> usize {
    let words = "= confirmed: replayed under a breakpoint, same line";
    said.iter().filter(|line| line.ends_with(words)).count()
}

fn says(said: &[String], line: &str) -> bool {
    said.iter().any(|known| known == line)
}

const ALL: &str = "these are all: every path was explored";
const ENOUGH: &str = "as many paths as were asked for; there may be more";

/// Three choices, each of which leads on.
const THREE: &str = "#include <stdio.h>
int main(void) {
    int a = getchar(), b = getchar(), c = getchar(), sum = 0;
    if (a > 'a') sum += 1;
    if (b > 'b') sum += 2;
    if (c > 'c') sum += 4;
    puts(\"here\");
    return sum;
}
";

/// As many paths as there are numbers.
const LOOP: &str = "#include <stdio.h>
int main(void) {
    int n = 0;
    while (getchar() == 'x') n++;
    puts(\"here\");
    return n;
}
";

#[test]
fn every_path_is_found_and_shown() {
    for options in [&["a.c:7", "--all"][..], &["a.c:7", "--all", "100"]] {
        let (code, said) = reach(THREE, &[options, &["--explain-path"]].concat());
        assert_eq!((code, said[0].as_str()), (Some(0), "reached"), "{said:?}");
        let steps = steps(&said);
        assert_eq!((steps.len(), confirmed(&said)), (8, 8), "{said:?}");
        assert!(steps.iter().all(|steps| steps.len() == 3), "{steps:?}");
        let distinct: BTreeSet<_> = steps.into_iter().collect();
        assert_eq!(distinct.len(), 8, "{distinct:?}");
        assert!(says(&said, ALL), "{said:?}");
    }
}

#[test]
fn as_many_are_found_as_are_asked_for() {
    let (code, said) = reach(LOOP, &["a.c:5", "--all", "7", "--explain-path"]);
    assert_eq!((code, confirmed(&said)), (Some(0), 7), "{said:?}");
    let steps = steps(&said);
    let lengths: Vec<usize> = steps.iter().map(Vec::len).collect();
    assert!(lengths.is_sorted(), "the shortest comes first: {lengths:?}");
    assert_eq!(steps.into_iter().collect::<BTreeSet<_>>().len(), 7);
    assert!(says(&said, ENOUGH), "{said:?}");
    // Without a number there is one.
    let (_, said) = reach(LOOP, &["a.c:5"]);
    assert_eq!(confirmed(&said), 1);
    assert!(!says(&said, ENOUGH), "{said:?}");
}

#[test]
fn what_was_left_out_is_said() {
    let (code, said) = reach(LOOP, &["a.c:5", "--all", "--no-confirm", "--max-loop", "4"]);
    assert_eq!(code, Some(0), "{said:?}");
    assert_eq!(steps(&said).len(), 4, "{said:?}");
    let told = said.iter().position(|line| line == "there may be more; the search left out:");
    let why = told.and_then(|at| said.get(at + 1)).map(String::as_str);
    assert_eq!(why, Some("  a loop that the input keeps going"), "{said:?}");
}

/// The engine takes one path for each argument that comes first, and none of them is a branch.
#[test]
fn other_input_is_no_other_path() {
    let source = "#include <stdio.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
            int c = getopt(argc, argv, \"abc\");
            puts(\"here\");
            if (c == 'a')
                puts(\"there\");
            return 0;
        }";
    let found = |target| {
        let (_, said) = reach(source, &[target, "--all", "--no-confirm", "--strategy", "dfs"]);
        let (_, summary) =
            said.iter().find_map(|line| line.split_once("file; ")).expect("a summary");
        let followed = summary.split(' ').next().and_then(|number| number.parse::<usize>().ok());
        (steps(&said).len(), followed.unwrap_or(0) > 1)
    };
    assert_eq!([found("a.c:5"), found("a.c:7")], [(1, true), (1, true)]);
}

/// What is decided within the library shows in the program's own branches.
#[test]
fn branches_that_the_library_decides_count() {
    let source = "#include <stdio.h>
        #include <unistd.h>
        int main(int argc, char **argv) {
            int found = 0;
            switch (getopt(argc, argv, \"ab\")) {
            case 'a': found = 1; break;
            case 'b': found = 2; break;
            case '?': found = 3; break;
            default: break;
            }
            puts(\"here\");
            return found;
        }";
    let (_, said) = reach(source, &["a.c:11", "--all", "--strategy", "bfs"]);
    assert_eq!((steps(&said).len(), confirmed(&said)), (4, 4), "{said:?}");
}

#[test]
fn every_strategy_finds_all() {
    let strategies = [
        "portfolio",
        "loops",
        "dfs",
        "bfs",
        "random-path",
        "klee",
        "sage",
        "inter-sdse",
        "weighted-sdse",
        "ccbse(dfs)",
        "ccbse(inter-sdse)",
        "mix-ccbse(klee)",
    ];
    let mut answers = BTreeSet::new();
    for strategy in strategies {
        let options = ["assertion", "a.c", "--all", "--no-confirm", "--explain-path"];
        let (code, said) = reach(CALLS, &[&options, &["--strategy", strategy][..]].concat());
        assert_eq!((code, steps(&said).len()), (Some(0), 3), "{strategy}: {said:?}");
        assert!(says(&said, ALL), "{strategy}: {said:?}");
        answers.insert(steps(&said).concat().join("\n"));
    }
    assert_eq!(answers.len(), 1, "{answers:?}");
}

#[test]
fn the_number_of_workers_changes_nothing() {
    for (source, target, strategy) in [
        (THREE, "a.c:7", "portfolio"),
        (LOOP, "a.c:5", "portfolio"),
        (CALLS, "assertion", "portfolio"),
        (THREE, "a.c:7", "loops"),
        (CALLS, "assertion", "mix-ccbse(random-path)"),
    ] {
        let options = [target, "a.c", "--all", "5", "--no-confirm", "--explain-path"];
        let how = ["--strategy", strategy, "--unit-steps", "1"];
        let answer = |jobs| reach(source, &[&options[..], &how, &["-j", jobs]].concat());
        let one = answer("1");
        assert!(steps(&one.1).len() >= 3, "{one:?}");
        assert_eq!(one, answer("2"), "{target} by {strategy}");
        assert_eq!(one, answer("4"), "{target} by {strategy}");
    }
}

#[test]
fn what_no_input_leads_to_is_unreachable_still() {
    let (code, said) = reach(&CALLS.replace("== 5", "== 9"), &["assertion", "a.c", "--all"]);
    assert_eq!((code, said[0].as_str()), (Some(2), "unreachable"), "{said:?}");
}

/// A path after a loop that is never executed to its end is found by `loops` alone.
#[test]
fn one_path_that_is_not_told_apart_is_better_than_none() {
    let source = "#include <stdio.h>
        int main(void) {
            int n; unsigned i = 0;
            if (scanf(\"%d\", &n) != 1) return 1;
            while ((int)i < n) i += 4;
            if (i == 400)
                puts(\"here\");
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:7", "--all", "--max-loop", "8"]);
    assert_eq!((code, said[0].as_str(), confirmed(&said)), (Some(0), "reached", 1), "{said:?}");
    assert!(!says(&said, ALL), "{said:?}");
}

/// What assembly writes is taken to be zero.
#[test]
fn a_path_that_a_native_run_contradicts_does_not_spoil_the_others() {
    let source = "#include <stdio.h>
        int main(void) {
            int c = getchar();
            if (c == 'a') {
                __asm__(\"nop\" : \"=r\"(c) : \"0\"(5));
                if (c != 0) return 1;
            }
            puts(\"here\");
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:8", "--all"]);
    assert_eq!((code, said[0].as_str(), confirmed(&said)), (Some(0), "reached", 1), "{said:?}");
    let at = |words: &str| said.iter().position(|line| line.contains(words));
    let (good, bad) = (at("path 1 of 1"), at("its native run does not come there"));
    assert!(good.is_some() && good < bad, "{said:?}");
    assert!(at("= not confirmed: ran to its end").is_some(), "{said:?}");
}

#[test]
fn an_answer_is_data_too() {
    let lines = |options: &[&str]| -> Vec<serde_json::Value> {
        let (_, said) = reach(CALLS, &[options, &["--no-confirm", "--format", "json"]].concat());
        said.iter().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    let kinds = |lines: &[serde_json::Value]| -> Vec<String> {
        lines.iter().map(|line| line["kind"].as_str().expect("a kind").to_owned()).collect()
    };
    let all = lines(&["assertion", "a.c", "--all"]);
    assert_eq!(kinds(&all), ["verdict", "finding", "finding", "finding", "summary"]);
    assert_eq!((&all[0]["verdict"], &all[0]["others"]), (&"reached".into(), &"none".into()));
    let courses: BTreeSet<&str> = all[1..4].iter().filter_map(|f| f["course"].as_str()).collect();
    assert_eq!(courses.len(), 3);
    let cut = lines(&["assertion", "a.c", "--strategy", "bfs", "--max-paths", "1"]);
    assert_eq!((cut[0]["verdict"].as_str(), cut[0].get("others")), (Some("unknown"), None));
    assert_eq!(cut[0]["why"][0], "paths (--max-paths)");
    assert!(cut.last().is_some_and(|summary| summary["nearest"]["steps"].is_u64()), "{cut:?}");
}

#[test]
fn each_path_is_a_test() {
    let clang = margay_frontend::clang::find().expect("a clang");
    let dir = project(&[("a.c", CALLS)]);
    margay(dir.path(), &["reach", "assertion", "a.c", "--all", "--no-confirm", "--emit", "tests"]);
    let entries = std::fs::read_dir(dir.path().join("tests")).expect("tests");
    let names =
        entries.map(|entry| entry.expect("a test").file_name().into_string().expect("text"));
    let mut names: Vec<String> = names.collect();
    names.sort();
    assert_eq!(names, ["target-reached-a-8", "target-reached-a-8-2", "target-reached-a-8-3"]);
    let mut inputs = BTreeSet::new();
    for name in names {
        let test = dir.path().join("tests").join(name);
        let mut shell = Command::new("sh");
        shell.arg(test.join("run.sh")).current_dir("/").env("CC", &clang.path);
        let output = shell.output().expect("a shell");
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!(output.status.code(), Some(0), "{said}");
        inputs.insert(std::fs::read(test.join("inputs.txt")).expect("inputs"));
    }
    assert_eq!(inputs.len(), 3);
}

#[test]
fn a_number_that_is_none_is_told() {
    for (options, words) in [
        (["--all", "a.c:7"], "name the target before --all"),
        (["a.c:7", "--all=0"], "no path is not a number of paths"),
    ] {
        let (code, said) = reach(THREE, &options);
        assert_eq!(code, Some(1), "{said:?}");
        assert!(said.iter().any(|line| line.contains(words)), "{said:?}");
    }
}
