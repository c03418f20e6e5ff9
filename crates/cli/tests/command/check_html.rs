//! `margay check --html`: what lies in the folder, and which lines were reached.

use crate::{margay, project, text};
use expect_test::{Expect, expect};
use std::path::Path;

/// The only file in a folder.
fn only(folder: &Path) -> String {
    let mut files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file"));
    let (file, others) = (files.next().expect("one"), files.count());
    assert_eq!(others, 0, "{folder:?}");
    std::fs::read_to_string(file.path()).expect("text")
}

/// How far paths came, line by line: what the page says, and the line.
fn reached(source: &str, more: &[&str]) -> String {
    let dir = project(&[("a.c", source)]);
    let mut args = vec!["check", "--no-confirm", "a.c", "--html", "report"];
    args.extend(more);
    margay(dir.path(), &args);
    let page = only(&dir.path().join("report/sources"));
    let line = |rest: &str| {
        let (class, rest) = rest.split_once('"')?;
        let (number, _) = rest.split_once("id=\"L")?.1.split_once('"')?;
        let line = source.lines().nth(number.parse::<usize>().ok()? - 1)?;
        (class != "plain").then(|| format!("{class:8}{line}\n"))
    };
    page.split("<div class=\"line ").skip(1).filter_map(line).collect()
}

fn check(source: &str, more: &[&str], expected: Expect) {
    expected.assert_eq(&reached(source, more));
}

#[test]
fn lines_are_reached_in_full_in_part_or_never() {
    check(
        "#include <stdio.h>
int main(void) {
    int c = getchar();
    if (c == 'a')
        puts(\"a\");
    if (c == 'a' && c == 'b') {
        puts(\"never\");
    }
    if (c == 300) return 1;
    return 0;
}
",
        &[],
        expect![[r#"
            reached     int c = getchar();
            reached     if (c == 'a')
            reached         puts("a");
            reached     if (c == 'a' && c == 'b') {
            never           puts("never");
            never       }
            partly      if (c == 300) return 1;
            reached     return 0;
            reached }
        "#]],
    );
}

#[test]
fn lines_where_paths_are_given_up_are_told() {
    let source = "#include <stdio.h>
int main(void) {
    int n = 0;
    while (getchar() == 'a')
        n++;
    return n;
}
";
    check(
        source,
        &["--max-loop", "2", "--no-widen"],
        expect![[r#"
            reached     int n = 0;
            cut         while (getchar() == 'a')
            reached         n++;
            reached     return n;
            reached }
        "#]],
    );
}

const DIVISION: &str = "int main(int argc, char **argv) { return 1 / (argc - 2); }\n";

#[test]
fn a_report_takes_the_place_of_the_one_before() {
    let dir = project(&[("a.c", DIVISION)]);
    let args = ["check", "--no-confirm", "a.c", "--html", "deep/report"];
    assert_eq!(margay(dir.path(), &args).status.code(), Some(2));
    let report = dir.path().join("deep/report");
    let first = only(&report.join("findings"));
    assert!(first.contains("Not replayed") && first.contains("See it yourself"));
    assert!(report.join("tests/division-by-zero-a-1/run.sh").exists());
    let index = std::fs::read(report.join("index.html")).expect("a page");
    std::fs::write(report.join("findings/mine.txt"), "mine").expect("a file");

    // The same again, but for the time that it took.
    assert_eq!(margay(dir.path(), &args).status.code(), Some(2));
    assert_eq!(
        std::fs::read(report.join("index.html")).expect("a page").len() / 100,
        index.len() / 100
    );

    std::fs::write(dir.path().join("a.c"), "int main(void) { return 0; }\n").expect("a file");
    assert_eq!(margay(dir.path(), &args).status.code(), Some(0));
    assert_eq!(only(&report.join("findings")), "mine");
    assert!(!report.join("tests/division-by-zero-a-1").exists());
    let index = std::fs::read_to_string(report.join("index.html")).expect("a page");
    assert!(index.contains("Nothing was found"), "{index}");
}

#[test]
fn a_folder_of_somebody_else_is_told_before_any_work() {
    let dir = project(&[("mine/notes.txt", "mine")]);
    let output = margay(dir.path(), &["check", "missing.c", "--html", "mine"]);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        text(&output.stderr),
        "margay: error: --html does not write to mine: it is not empty, and no report of Margay\n"
    );
    assert_eq!(std::fs::read_dir(dir.path().join("mine")).expect("a folder").count(), 1);
}

#[test]
fn other_forms_stay_as_they_are() {
    let dir = project(&[("a.c", DIVISION)]);
    let lines = |more: &[&str]| {
        let mut args = vec!["check", "--no-confirm", "a.c", "--format", "json"];
        args.extend(more);
        let json = text(&margay(dir.path(), &args).stdout);
        // What comes after is how long it took.
        json.split("\"milliseconds\"").map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(lines(&["--html", "report"])[0], lines(&[])[0]);
    assert!(!lines(&["--html", "report", "--stats"]).concat().contains("\"lines\""));
}
