//! Workers: how many there are, and what happens when one fails.

use super::{margay, project, text};

/// A tree that is wide, a function that nothing calls and one that `main` calls after the tree.
const WIDE: &str = "#include <stdio.h>
#include <stdlib.h>
int unused(int *p) {
    return 4 / (p == p ? 0 : 1); // fault of a function analysed alone
}
int main(void) {
    unsigned char in[6];
    void *kept[6];
    int used = 0;
    if (fread(in, 1, sizeof in, stdin) != sizeof in) return 1;
    for (int i = 0; i < 6; i++)
        if (in[i] > 7 * i && (kept[used] = malloc(i + 1)) != NULL) used++;
    for (int i = 0; i < used; i++) free(kept[i]);
    return 8 / (used - 6); // fault of main
}
";

fn check(source: &str, options: &[&str]) -> (Option<i32>, String) {
    let dir = project(&[("a.c", source)]);
    let args = [&["check", "--no-confirm", "--stats", "a.c"], options].concat();
    let output = margay(dir.path(), &args);
    let time = |line: &&str| !line.contains(" steps, ");
    let shown: Vec<String> = text(&output.stdout).lines().filter(time).map(str::to_owned).collect();
    (output.status.code(), shown.join("\n"))
}

/// A number of `--stats`.
fn row(report: &str, name: &str) -> u64 {
    let line = report.lines().find(|line| line.trim_start().starts_with(name));
    let number = line.and_then(|line| line.rsplit(' ').next()).map(|n| n.replace(',', ""));
    number.and_then(|number| number.parse().ok()).expect(name)
}

#[test]
fn any_number_of_workers_gives_the_same_report() {
    let small = ["--unit-steps", "50000"];
    let (code, alone) = check(WIDE, &[&small[..], &["-j", "1"]].concat());
    assert_eq!(code, Some(2), "{alone}");
    assert!(row(&alone, "units of work") > 4, "{alone}");
    assert!(row(&alone, "start paths handed over") > 8, "{alone}");
    // An engine that follows a start path asks nothing and does not lose it.
    let again = ["queries asked again", "paths lost"].map(|name| row(&alone, name));
    assert_eq!(again, [0, 0], "{alone}");
    for jobs in ["2", "3", "8"] {
        assert_eq!(
            check(WIDE, &[&small[..], &["-j", jobs]].concat()),
            (code, alone.clone()),
            "-j {jobs}"
        );
    }
}

#[test]
fn limits_cut_at_the_same_place() {
    for limit in ["--max-paths 20", "--max-queries 3000", "--max-steps 5000"] {
        let limited = |jobs| {
            let options = ["--unit-steps", "50000", "-j", jobs].into_iter();
            // A tree that is wider still.
            check(&WIDE.replace('6', "12"), &options.chain(limit.split(' ')).collect::<Vec<_>>())
        };
        let (code, alone) = limited("1");
        assert!(row(&alone, "units of work") > 2, "{limit}: {alone}");
        assert!(alone.contains("limits reached"), "{limit}: {alone}");
        assert_eq!(limited("4"), (code, alone), "{limit}");
    }
}

#[test]
fn the_tree_is_the_same() {
    let tree = |jobs| {
        let dir = project(&[("a.c", WIDE)]);
        let options = ["--unit-steps", "50000", "--tree", "tree.json", "-j", jobs];
        margay(dir.path(), &[&["check", "--no-confirm", "a.c"], &options[..]].concat());
        std::fs::read_to_string(dir.path().join("tree.json")).expect("a tree")
    };
    let alone = tree("1");
    assert!(alone.len() > 10_000, "{alone}");
    assert_eq!(tree("4"), alone);
}

#[test]
fn no_worker_is_too_few() {
    let dir = project(&[("a.c", WIDE)]);
    let output = margay(dir.path(), &["check", "-j", "0", "a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("0 is not in 1.."), "{}", text(&output.stderr));
}

/// Depth first, what waits long is kept as a start path: memory grows with the length of the path, and
/// not with all that was known at each choice.
#[test]
#[ignore = "takes half a minute"]
fn a_path_of_a_hundred_thousand_choices_takes_little_memory() {
    let dir = project(&[(
        "a.c",
        "#include <stdlib.h>
        int main(void) {
            int heads = 0;
            for (int i = 0; i < 100000; i++)
                if (rand() & 1) heads++;
            return heads == 7;
        }",
    )]);
    let options = "--no-confirm --no-merge --stats -j 1 --max-loop 1000000 --max-paths 1 \
                   --max-queries 100000000 --max-steps 100000000";
    let args: Vec<&str> = ["check", "a.c"].into_iter().chain(options.split(' ')).collect();
    let mut child = super::command(dir.path(), &args)
        .stdout(std::fs::File::create(dir.path().join("out")).expect("a file"))
        .spawn()
        .expect("margay runs");
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it can be waited for").is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
    let shown = std::fs::read_to_string(dir.path().join("out")).expect("the report");
    assert!(shown.contains("1 path and 100,000 truncated"), "{shown}");
    assert!((1..500_000).contains(&most), "{most} kB");
}

mod failing {
    use super::*;

    /// What a check says, with a unit of work that panics.
    fn check(panics: &str, source: &str) -> (Option<i32>, String) {
        let dir = project(&[("a.c", source)]);
        let limits = ["--unit-steps", "50000", "--panic-in", panics, "-j", "2"];
        let args = [&["check", "--no-confirm"], limits.as_slice(), &["a.c"]].concat();
        let output = super::super::command(dir.path(), &args).output().expect("margay runs");
        (output.status.code(), text(&output.stdout))
    }

    const FAILED: &str = "not analysed, since Margay failed: ";

    #[test]
    fn all_else_is_analysed() {
        let (code, shown) = check("main", WIDE);
        assert!(shown.contains(&format!("{FAILED}`main` (a deliberate panic)")), "{shown}");
        assert!(shown.contains("a.c:4:"), "what nothing calls is analysed\n{shown}");
        assert_eq!(code, Some(2), "{shown}");
        let (code, shown) = check("unused", WIDE);
        assert!(shown.contains(&format!("{FAILED}`unused` (a deliberate panic)")), "{shown}");
        assert!(shown.contains("a.c:14:") && !shown.contains("a.c:4:"), "{shown}");
        assert_eq!(code, Some(2), "{shown}");
    }

    #[test]
    fn an_incomplete_check_without_findings_says_so() {
        let correct = WIDE.replace("8 / (used - 6)", "used").replace("? 0 : 1", "? 1 : 2");
        let (code, shown) = check("part", &correct);
        assert!(shown.contains(&format!("{FAILED}some paths of `main` (a deliberate panic)")));
        assert_eq!(code, Some(3), "{shown}");
        let (code, shown) = check("nothing", &correct);
        assert!(!shown.contains(FAILED), "{shown}");
        assert_eq!(code, Some(0), "{shown}");
    }
}
