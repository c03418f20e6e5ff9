//! `margay triage`: verdicts on alerts of other tools, and reports that are none.

use super::{command, margay, project, text};
use serde_json::{Value, json};
use std::io::Write;
use std::process::Stdio;

/// A result of clang's analyser at a line of `a.c`.
fn result(rule: &str, message: &str, line: u32) -> Value {
    json!({
        "ruleId": rule,
        "message": { "text": message },
        "locations": [place(line)],
    })
}

fn place(line: u32) -> Value {
    let region = json!({ "startLine": line });
    json!({ "physicalLocation": { "artifactLocation": { "uri": "a.c" }, "region": region } })
}

/// A leak, with the line that allocates.
fn leak(allocated: u32, lost: u32) -> Value {
    let mut result = result("unix.Malloc", "Potential leak of memory pointed to by 'p'", lost);
    let locations = json!([{ "location": place(allocated) }]);
    result["codeFlows"] = json!([{ "threadFlows": [{ "locations": locations }] }]);
    result
}

fn log(results: &[Value]) -> String {
    json!({
        "version": "2.1.0",
        "runs": [{ "tool": { "driver": { "name": "clang" } }, "results": results }],
    })
    .to_string()
}

/// The exit code, and the judged results of alerts about a program.
fn judge(source: &str, results: &[Value], options: &[&str]) -> (Option<i32>, Vec<Value>) {
    let dir = project(&[("a.c", source), ("alerts.sarif", &log(results))]);
    let output = margay(dir.path(), &[&["triage", "alerts.sarif", "-o", "-"], options].concat());
    let judged: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", text(&output.stderr)));
    let results = judged["runs"][0]["results"].as_array().cloned();
    (output.status.code(), results.expect("results"))
}

/// The verdict on one alert, and why.
fn verdict(source: &str, alert: Value) -> (String, String) {
    let (_, judged) = judge(source, &[alert], &["--no-confirm"]);
    let said = |name: &str| judged[0]["properties"][name].as_str().expect("a text").to_owned();
    (said("margay/verdict"), said("margay/reason"))
}

#[track_caller]
fn check(source: &str, alert: Value, expected: &str, why: &str) {
    let (verdict, reason) = verdict(source, alert);
    assert_eq!(verdict, expected, "{reason}");
    assert!(reason.contains(why), "{reason}");
}

const NUMBERS: &str = "#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int a, d = 1;
    if (scanf(\"%d\", &a) != 1 || a < 0 || a > 99) return 1;
    if (a * a % 4 == 3)
        d = 0;
    if (a == 42)
        return 1 / (a - 42);
    return 5 / d;
}
";

fn division(line: u32) -> Value {
    result("core.DivideZero", "Division by zero", line)
}

#[test]
fn what_happens_is_confirmed_with_its_input() {
    let (code, judged) = judge(NUMBERS, &[division(9)], &[]);
    let said = &judged[0]["properties"];
    assert_eq!(said["margay/verdict"], "confirmed", "{said}");
    assert_eq!(said["margay/rule"], "division-by-zero");
    let sanitizer = "(confirmed by UndefinedBehaviorSanitizer)";
    assert!(said["margay/reason"].as_str().is_some_and(|why| why.contains(sanitizer)), "{said}");
    assert!(said["margay/input"].to_string().contains("stdin = 42"), "{said}");
    assert_eq!((code, judged[0].get("suppressions")), (Some(2), None));
}

#[test]
fn a_line_or_a_defect_that_nothing_leads_to_is_unreachable() {
    check(NUMBERS, division(7), "unreachable", "no input leads to the line");
    let source = NUMBERS.replace("return 1 / (a - 42)", "return 7");
    check(&source, division(10), "unreachable", "the line is reached, the defect is not");
}

/// After undefined behaviour a program does what it likes; before it, it does not.
#[test]
fn undefined_behaviour_stands_in_the_way_of_what_follows() {
    let source = "#include <stdio.h>
int main(void) {
    int a, d = 1, cells[2] = {0};
    if (scanf(\"%d\", &a) != 1 || a < 0 || a > 99) return 1;
    if (a * a % 4 == 3)
        d = 0;
    int first = 5 / d;
    cells[a & 3] = a;
    return first + 7 / d;
}
";
    check(source, division(7), "unreachable", "the defect is not");
    check(source, division(9), "unknown", "buffer-overflow at a.c:8 comes before");
    check(source, division(6), "unreachable", "no input leads");
}

#[test]
fn what_was_left_out_leaves_it_unknown() {
    let source = "int main(int argc, char **argv) {
    int d = 1;
    if (argc > 5)
        d = 0;
    return argv[0][0] / d;
}
";
    check(source, division(5), "unknown", "more than 2 arguments or more than 8 bytes");
    let source = "int helper(int);
int main(void) {
    int d = helper(2) == 3;
    return d && !d ? 1 / (d - d) : 0;
}
";
    check(source, division(4), "unknown", "nothing is known of `helper`");
}

/// A loop whose iterations are not counted does not matter for code that it cannot reach.
#[test]
fn what_was_left_out_elsewhere_does_not_matter() {
    let source = "#include <stdio.h>
int main(void) {
    int a, d = 1, n = 0;
    if (scanf(\"%d\", &a) != 1 || a < 0 || a > 99) return 1;
    if (a % 6 == 3 && a % 2 == 0)
        d = 0;
    if (a == 5)
        return 8 / d;
    while (getchar() != EOF)
        n = !n;
    return 9 / (n ? 3 : d);
}
";
    check(source, division(8), "unreachable", "the defect is not");
    check(source, division(11), "unknown", "further iterations of a loop");
}

#[test]
fn a_class_without_a_checker_is_judged_by_its_line() {
    let dead = |line| result("deadcode.DeadStores", "Value stored is never read", line);
    check(NUMBERS, dead(6), "unknown", "deadcode.DeadStores is none that Margay looks for");
    check(NUMBERS, dead(7), "unreachable", "no input leads to the line");
}

const LEAKS: &str = "#include <stdio.h>
#include <stdlib.h>
static void *take(void) {
    return malloc(8);
}
static int lose(int a) {
    void *p = take();
    if (p == NULL) return 0;
    if (a == 7)
        return 1;
    free(p);
    return 2;
}
static int keep(int a) {
    void *p = take();
    if (p == NULL) return 0;
    if (a * a % 4 == 3)
        return 1;
    free(p);
    return 2;
}
int main(void) {
    int a;
    if (scanf(\"%d\", &a) != 1 || a < 0 || a > 99) return 1;
    int lost = lose(a);
    return lost + keep(a);
}
";

/// Both functions lose what the same line allocates, if they lose anything.
#[test]
fn a_leak_is_told_by_the_allocation_and_the_function() {
    let (code, judged) = judge(LEAKS, &[leak(4, 10), leak(4, 18), leak(4, 20)], &[]);
    let verdicts: Vec<_> =
        judged.iter().map(|result| &result["properties"]["margay/verdict"]).collect();
    assert_eq!(verdicts, ["confirmed", "unreachable", "unreachable"], "{judged:?}");
    assert_eq!(code, Some(2));
    // A finding that matches no other alert may be what is meant.
    check(LEAKS, leak(4, 20), "unknown", "memory-leak at a.c:4 may be what is meant");
}

/// Leaks are looked for where functions return.
#[test]
fn an_early_end_hides_leaks() {
    let source = "#include <stdlib.h>
int main(void) {
    char *p = malloc(4);
    p = malloc(8);
    free(p);
    exit(0);
}
";
    check(source, leak(3, 4), "unknown", "the program may end before the function returns");
}

/// A copy of what was never written does no harm, but the alert is true.
#[test]
fn a_read_is_more_than_a_use() {
    let source = |condition: &str| {
        format!(
            "#include <stdio.h>
int main(void) {{
    int a, v, w;
    if (scanf(\"%d\", &a) != 1 || a < 0 || a > 99) return 1;
    if ({condition})
        v = a;
    w = v;
    return a == 200 ? w : 0;
}}
"
        )
    };
    let copy = || result("core.uninitialized.Assign", "Assigned value is garbage or undefined", 7);
    check(&source("a > 7"), copy(), "unknown", "uninitialised-read at a.c:7");
    check(&source("a * a % 4 != 3"), copy(), "unreachable", "the defect is not");
    let source = "#include <stdlib.h>
char *give(void) {
    char *p = malloc(4);
    if (p == NULL) return p;
    free(p);
    return p;
}
int main(void) {
    return give() == NULL;
}
";
    let used = || result("unix.Malloc", "Use of memory after it is freed", 6);
    check(source, used(), "unknown", "use-after-free at a.c:6");
}

/// No path shows what a signal does.
#[test]
fn a_handler_of_signals_is_not_ruled_out() {
    let source = "#include <signal.h>
static volatile int zero;
static void handle(int number) {
    zero = number / zero;
}
int main(void) {
    struct sigaction action = {0};
    action.sa_handler = handle;
    return sigaction(SIGINT, &action, 0);
}
";
    check(source, division(4), "unknown", "other answers of `sigaction`");
}

#[test]
fn alerts_without_a_place_are_unknown_and_the_others_judged() {
    let mut nowhere = division(9);
    nowhere["locations"] = json!([]);
    let mut elsewhere = division(9);
    elsewhere["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] = json!("b.c");
    let alerts = [nowhere, elsewhere, division(9), division(900)];
    let (code, judged) = judge(NUMBERS, &alerts, &["a.c", "--no-confirm"]);
    let said: Vec<_> = judged.iter().map(|result| &result["properties"]).collect();
    let why = said.iter().map(|said| said["margay/reason"].as_str().expect("a text"));
    let why: Vec<&str> = why.collect();
    assert_eq!(why[0], "the alert names no line");
    assert_eq!(why[1], "b.c is no file of the program");
    assert_eq!(said[2]["margay/verdict"], "confirmed");
    assert!(why[3].contains("line 900 of") && why[3].contains("has no code"), "{why:?}");
    assert_eq!(code, Some(2));
}

#[test]
fn a_program_without_main_is_unknown() {
    check("int f(int d) { return 1 / d; }\n", division(1), "unknown", "no `main`");
}

/// Everything else stays as it was, byte for byte, and what is unreachable is suppressed.
#[test]
fn the_report_is_kept() {
    let alerts = "{ \"version\": \"2.1.0\", \"x\": [1.50, {\"b\":0, \"a\":0}],\n \"runs\": [ {\"tool\":\
        {\"driver\":{\"name\":\"clang\"}}, \"results\": [ {\"ruleId\":\"core.DivideZero\", \"message\":{\"text\":\"\"},\
        \"locations\":[{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"a.c\"},\"region\":{\"startLine\":7}}}]} ] } ] }\n";
    let dir = project(&[("a.c", NUMBERS), ("alerts.sarif", alerts)]);
    let output = margay(dir.path(), &["triage", "alerts.sarif", "-o", "judged.sarif"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert_eq!(
        text(&output.stdout),
        "a.c:7  core.DivideZero  unreachable\n    no input leads to the line: every path was explored\n\
         1 alert: 0 confirmed, 1 unreachable, 0 unknown\n"
    );
    let judged = std::fs::read_to_string(dir.path().join("judged.sarif")).expect("a report");
    // What was added stands after the last member of the result.
    let start = judged.find(", \"properties\":").expect("a verdict");
    let end = judged.len() - "} ] } ] }\n".len();
    assert_eq!([&judged[..start], &judged[end..]].concat(), alerts);
    let judged: Value = serde_json::from_str(&judged).expect("JSON");
    let suppression = &judged["runs"][0]["results"][0]["suppressions"][0];
    assert_eq!(suppression["kind"], "external");
    assert_eq!(suppression["status"], "accepted");
    assert!(suppression["justification"].to_string().contains("no input leads"), "{suppression}");
}

#[test]
fn alerts_come_from_standard_input_too() {
    let dir = project(&[("a.c", NUMBERS)]);
    let mut command = command(dir.path(), &["triage", "-", "--no-confirm"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut running = command.spawn().expect("margay runs");
    let mut stdin = running.stdin.take().expect("a pipe");
    stdin.write_all(log(&[division(9)]).as_bytes()).expect("written");
    drop(stdin);
    let output = running.wait_with_output().expect("an end");
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stdout).contains("confirmed"), "{}", text(&output.stdout));
}

#[test]
fn a_report_that_is_none_is_told() {
    let files = [
        ("a.c", "int main(void) { return 0; }\n".to_owned()),
        ("text.sarif", "margay".to_owned()),
        ("empty.sarif", "{}".to_owned()),
        ("none.sarif", log(&[])),
        ("gone.sarif", log(&[division(1)]).replace("a.c", "gone.c")),
    ];
    let dir = project(&files);
    let says = |report: &str, code: i32, words: &str| {
        let output = margay(dir.path(), &["triage", report]);
        let said = text(&output.stdout) + &text(&output.stderr);
        assert_eq!((output.status.code(), said.lines().count()), (Some(code), 1), "{said}");
        assert!(said.contains(words), "{said}");
    };
    says("text.sarif", 1, "cannot read text.sarif: it is no JSON");
    says("empty.sarif", 1, "cannot read empty.sarif: it is no SARIF: it has no runs");
    says("missing.sarif", 1, "cannot read missing.sarif");
    says("gone.sarif", 1, "gone.sarif names no C file that is there");
    says("none.sarif", 0, "0 alerts: 0 confirmed, 0 unreachable, 0 unknown");
}
