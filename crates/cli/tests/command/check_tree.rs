//! `margay check --tree`: what is drawn of small programs.

use crate::{margay, project, text};
use expect_test::{Expect, expect};
use serde_json::Value;

/// Checks a program and gives its tree in a form.
fn drawn(source: &str, ending: &str, more: &[&str]) -> String {
    let dir = project(&[("a.c", source)]);
    let file = format!("tree.{ending}");
    let mut args = vec!["check", "--no-confirm", "a.c", "--tree", &file];
    args.extend(more);
    let output = margay(dir.path(), &args);
    std::fs::read_to_string(dir.path().join(file)).unwrap_or_else(|_| text(&output.stderr))
}

fn check(source: &str, more: &[&str], expected: Expect) {
    expected.assert_eq(&words(source, more));
}

/// The tree in words: each node below its parent, as `side: what it comes to`.
fn words(source: &str, more: &[&str]) -> String {
    let tree: Value = serde_json::from_str(&drawn(source, "json", more)).expect("JSON");
    let nodes = tree["nodes"].as_array().expect("nodes");
    let mut words = String::new();
    let mut open: Vec<(&Value, usize)> = Vec::new();
    let put = |open: &mut Vec<_>, parent: &Value, depth: usize| {
        let below = nodes.iter().filter(|node| node["parent"] == *parent);
        open.extend(below.rev().map(|node| (node, depth)));
    };
    put(&mut open, &Value::Null, 0);
    while let Some((node, depth)) = open.pop() {
        let [label, text] = ["label", "text"].map(|name| node[name].as_str().expect("words"));
        words += &format!("{}{label}: {text}", "  ".repeat(depth));
        if let Some(into) = node["end"]["into"].as_u64() {
            let index = usize::try_from(into).expect("it fits");
            words += &format!(" -> {}", nodes[index]["text"].as_str().expect("words"));
        }
        let findings = tree["findings"].as_array().expect("findings").iter();
        for finding in findings.filter(|finding| finding["node"] == node["id"]) {
            words += &format!(" [{}]", finding["rule"].as_str().expect("a rule"));
        }
        words += "\n";
        put(&mut open, &node["id"], depth + 1);
    }
    words
}

/// Two functions that ask the same question, one of which writes too far.
const TWO_WAYS: &str = r#"#include <stdlib.h>
#include <string.h>

struct record {
    char first[16];
    void *second;
};

static int either(void) {
    return rand() % 2;
}

static void good(void) {
    struct record record;
    if (either())
        memcpy(record.first, "0123456789abcdef", sizeof record.first);
    else
        memcpy(record.first, "fedcba9876543210", sizeof record.first);
}

static void bad(void) {
    struct record record;
    if (either())
        memcpy(record.first, "0123456789abcdef0123456", sizeof record);
    else
        memcpy(record.first, "0123456789abcdef", sizeof record.first);
}

int main(void) {
    good();
    bad();
    return 0;
}
"#;

#[test]
fn paths_that_merge_are_drawn_with_an_arrow() {
    check(
        TWO_WAYS,
        &[],
        expect![[r#"
            main: either()
              true: paths meet
                as one: either()
                  true: buffer-overflow [buffer-overflow]
                  false: exit 0
              false: goes on like another path -> either()
        "#]],
    );
    expect![[r##"
        digraph "execution tree" {
          node [shape=box, style="rounded,filled", fontname="sans-serif"];
          edge [fontname="sans-serif", fontsize=10];
          n0 [label="main\neither()\na.c:15", fillcolor="#ffffff", color="#57606a"];
          n1 [label="paths meet\na.c:19", fillcolor="#ffffff", color="#57606a"];
          n0 -> n1 [label="true"];
          n2 [label="goes on like another path\na.c:19", fillcolor="#ddf4ff", color="#1f6feb"];
          n0 -> n2 [label="false"];
          n2 -> n3 [color="#1f6feb", style=dashed, constraint=false];
          n3 [label="either()\na.c:23", fillcolor="#ffffff", color="#57606a"];
          n1 -> n3 [label="as one"];
          n4 [label="buffer-overflow\na.c:24", fillcolor="#ffebe9", color="#cf222e"];
          n3 -> n4 [label="true"];
          n5 [label="exit 0", fillcolor="#dafbe1", color="#1a7f37"];
          n3 -> n5 [label="false"];
        }
    "##]]
    .assert_eq(&drawn(TWO_WAYS, "dot", &[]));
    expect![[r#"
        {"kind":"execution-tree","tool":"Margay","version":"0.1.0",
        "left_out":0,
        "places":[
        {"file":"a.c","line":29,"column":0,"function":"main"},
        {"file":"a.c","line":15,"column":9,"function":"good"},
        {"file":"a.c","line":19,"column":1,"function":"good"},
        {"file":"a.c","line":23,"column":9,"function":"bad"},
        {"file":"a.c","line":24,"column":9,"function":"bad"}],
        "nodes":[
        {"id":0,"parent":null,"side":{"kind":"entry","function":"main"},"label":"main","end":{"kind":"decision","on":{"kind":"branch"}},"text":"either()","place":1},
        {"id":1,"parent":0,"side":{"kind":"branch","holds":true},"label":"true","end":{"kind":"decision","on":{"kind":"join"}},"text":"paths meet","place":2},
        {"id":2,"parent":0,"side":{"kind":"branch","holds":false},"label":"false","end":{"kind":"merged","into":3},"text":"goes on like another path","place":2},
        {"id":3,"parent":1,"side":{"kind":"joined"},"label":"as one","end":{"kind":"decision","on":{"kind":"branch"}},"text":"either()","place":3},
        {"id":4,"parent":3,"side":{"kind":"branch","holds":true},"label":"true","end":{"kind":"fault","rule":"buffer-overflow"},"text":"buffer-overflow","place":4},
        {"id":5,"parent":3,"side":{"kind":"branch","holds":false},"label":"false","end":{"kind":"exited","code":0},"text":"exit 0","place":null}],
        "findings":[
        {"node":4,"rule":"buffer-overflow","message":"write of 24 bytes that ends 8 bytes past the end of an array in `record` (struct record)","place":{"file":"a.c","line":24,"column":9,"function":"bad"}}]}
    "#]].assert_eq(&drawn(TWO_WAYS, "json", &[]));
}

#[test]
fn what_no_input_reaches_is_drawn() {
    check(
        "#include <stdlib.h>
int main(void) {
    unsigned x = rand();
    if (x % 3 == 1 && x * 2 > 7) {
        if (x * 2 <= 7)
            return 1;
    }
    return 0;
}
",
        &[],
        expect![[r#"
            main: x % 3 == 1
              true: x * 2 > 7
                true: x * 2 <= 7
                  true: unsatisfiable
                  false: goes on like another path -> exit 0
                false: goes on like another path -> exit 0
              false: paths meet
                as one: exit 0
        "#]],
    );
}

#[test]
fn a_loop_that_asks_what_is_settled_is_drawn_once() {
    check(
        "#include <stdlib.h>
int main(void) {
    unsigned n = rand();
    if (n < 1000)
        return 1;
    int sum = 0;
    for (unsigned i = 0; i < n && n - i > 5 && i < 500; i++)
        sum++;
    return 0;
}
",
        &[],
        expect![[r#"
            main: n < 1000
              true: exit 1
              false: i < n
                true: n - i > 5
                  true: exit 0
                  false: unsatisfiable
                false: unsatisfiable
        "#]],
    );
}

#[test]
fn a_switch_is_one_decision() {
    check(
        "#include <stdio.h>
int main(void) {
    switch (getchar()) {
    case 'a':
    case 'b': return 1;
    case -1: return 2;
    case 7: return 3;
    }
    return 0;
}
",
        &[],
        expect![[r#"
            main: switch (getchar())
              case 97 'a', 98 'b': exit 1
              case -1: exit 2
              case 7: exit 3
              otherwise: exit 0
        "#]],
    );
}

#[test]
fn findings_that_execution_goes_past_stay_with_their_path() {
    let source = "#include <stdlib.h>
int main(void) {
    int x = rand();
    int y = x + 1;
    int *p = malloc(4);
    if (p == NULL)
        return y;
    return 0;
}
";
    check(
        source,
        &[],
        expect![[r#"
            main: p == NULL [signed-overflow]
              true: goes on like another path -> exit
              false: paths meet
                as one: exit [memory-leak]
        "#]],
    );
    check(
        source,
        &["--disable", "memory-leak"],
        expect![[r#"
            main: p == NULL [signed-overflow]
              true: goes on like another path -> exit
              false: paths meet
                as one: exit
        "#]],
    );
}

#[test]
fn functions_by_themselves_have_trees_of_their_own() {
    check(
        "int first(int a) { return a > 3 ? 1 : 2; }\nint second(int *p) { return p ? *p : 0; }\n",
        &[],
        expect![[r#"
            first alone: returns
            second alone: p
              true: returns
              false: returns
        "#]],
    );
}

#[test]
fn loops_that_are_not_counted_are_drawn() {
    let source = "#include <stdio.h>
int main(void) {
    char line[4];
    int n = 0;
    while (getchar() != EOF)
        n++;
    if (n > 5)
        line[n] = 0;
    return 0;
}
";
    let words = words(source, &["--max-loop", "2"]);
    let nodes: Vec<&str> = words.lines().map(str::trim_start).collect();
    for node in [
        "true: a loop with many iterations",
        "after any number of iterations: getchar() != EOF",
        "true: goes on like paths before",
        "false: n > 5",
        "executed exactly: getchar() != EOF",
        "false: buffer-overflow [buffer-overflow]",
    ] {
        assert!(nodes.contains(&node), "{node} is missing in {words}");
    }
}

#[test]
fn unknown_endings_are_told_before_any_work() {
    for name in ["tree.png", "tree", "tree.html.gz"] {
        let dir = project(&[("a.c", "int main(void) { return 0; }\n")]);
        let output = margay(dir.path(), &["check", "missing.c", "--tree", name]);
        assert_eq!(output.status.code(), Some(1));
        let expected = format!(
            "margay: error: --tree cannot write {name}: its name must end in one of .html, .svg, \
             .dot, .json\n"
        );
        assert_eq!(text(&output.stderr), expected);
        assert!(!dir.path().join(name).exists());
    }
}

#[test]
fn a_directory_that_is_missing_is_told() {
    let dir = project(&[("a.c", "int main(void) { return 0; }\n")]);
    let output = margay(dir.path(), &["check", "a.c", "--tree", "no/tree.svg"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("cannot write no/tree.svg: "), "{output:?}");
}

/// A path that is given up between the cases of a switch is one beside them.
#[test]
fn what_is_given_up_has_nothing_below_it() {
    let source = "#include <stdio.h>
        int main(void) {
            char out[8];
            int used = 0;
            for (int i = 0; i < 8; i++)
                switch (getchar()) {
                case 'a': out[used++] = 'x'; break;
                case 'b': used = used * 3 % 7; break;
                case 'c': out[used] = 'y'; break;
                }
            return out[0];
        }";
    let options = ["--no-merge", "--unit-steps", "50000", "--max-queries", "200"];
    let tree: Value = serde_json::from_str(&drawn(source, "json", &options)).expect("JSON");
    let nodes = tree["nodes"].as_array().expect("nodes");
    let cut: Vec<&Value> = nodes.iter().filter(|node| node["end"]["kind"] == "cut").collect();
    assert!(!cut.is_empty());
    for node in cut {
        assert!(!nodes.iter().any(|other| other["parent"] == node["id"]), "{node}");
    }
}
