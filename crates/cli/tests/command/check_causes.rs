//! One cause, one finding; and how bad a finding must be to be shown.

use super::{margay, project, text};
use serde_json::Value;
use std::path::Path;

fn check(dir: &Path, options: &[&str]) -> (Option<i32>, String) {
    let output = margay(dir, &[&["check", "--no-confirm", "--no-cache", "a.c"], options].concat());
    (output.status.code(), text(&output.stdout))
}

/// The lines that are shown, each with those that it is shown for.
fn shown(source: &str, options: &[&str]) -> Vec<(u64, Vec<u64>)> {
    let dir = project(&[("a.c", source)]);
    let (_, json) = check(dir.path(), &[options, &["--format", "json"]].concat());
    let records = json.lines().map(|line| serde_json::from_str::<Value>(line).expect("JSON"));
    let findings = records.filter(|r| r["kind"] == "finding" && r["suppressed"].is_null());
    let line = |place: &Value| place["line"].as_u64().expect("a line");
    let also = |r: &Value| r["also"].as_array().into_iter().flatten().map(line).collect();
    let mut shown: Vec<_> = findings.map(|r| (line(&r["location"]), also(&r))).collect();
    shown.sort();
    shown
}

const UNCHECKED: &str = "#include <stdlib.h>
int main(int argc, char **argv) {
    int *p = malloc(16);
    if (argc == 1)
        p[0] = 1;
    else if (argc == 2)
        p[1] = 2;
    else
        p[2] = 3;
    free(p);
    return 0;
}
";

#[test]
fn one_missing_check_is_one_finding() {
    assert_eq!(shown(UNCHECKED, &[]), [(5, vec![7, 9])]);
    // The first use says what the others need.
    let index = "#include <stdio.h>
    int main(void) {
        char buf[16] = {0};
        unsigned n;
        if (scanf(\"%u\", &n) != 1) return 1;
        buf[n] = 1;
        buf[n] = 2;
        buf[n] = 3;
        return 100 / n + 100 % n;
    }";
    assert_eq!(shown(index, &[]), [(6, vec![]), (9, vec![])]);
}

/// The lines that are shown, none of them for another.
fn apart(source: &str) -> Vec<u64> {
    let shown = shown(source, &[]);
    assert!(shown.iter().all(|(_, also)| also.is_empty()), "{shown:?}");
    shown.into_iter().map(|(line, _)| line).collect()
}

#[test]
fn other_inputs_objects_and_branches_are_other_causes() {
    let two = "#include <stdio.h>
    int main(void) {
        char a[16] = {0}, b[16] = {0};
        unsigned n, m;
        if (scanf(\"%u %u\", &n, &m) != 2) return 1;
        a[n] = 1;
        a[m] = 2;
        if (n < 20) b[n] = 3;
        if (m <= 16) a[m] = 4;
        return a[0] + b[0];
    }";
    apart(two);
}

#[test]
fn other_divisors_and_indices_are_other_causes() {
    let divisors = "#include <stdio.h>
    int main(void) {
        unsigned n;
        if (scanf(\"%u\", &n) != 1) return 1;
        int a = 100 / n;
        int b = 100 / (n - 1);
        return a + b;
    }";
    assert_eq!(apart(divisors), [5, 6]);
    let indices = "#include <stdio.h>
    int main(void) {
        char a[16] = {0};
        unsigned n;
        if (scanf(\"%u\", &n) != 1) return 1;
        a[n] = 1;
        a[n + 1] = 2;
        a[2 * n] = 3;
        a[n + 100] = 4;
        return a[0];
    }";
    assert_eq!(apart(indices), [6, 7, 8, 9]);
}

/// What reads input of any length, and hands it to `parse`.
const CALLER: &str = "#include <stdio.h>
#include <stdlib.h>
int parse(const unsigned char *p, size_t n);
int main(void) {
    size_t n = getchar() & 15;
    unsigned char *p = calloc(n, 1);
    if (p == NULL) return 1;
    fread(p, 1, n, stdin);
    int found = parse(p, n);
    free(p);
    return found;
}
";

/// The lines that are shown of a function `parse`, counted from its first one, each with those that it is shown for.
fn shown_of(parse: &str) -> Vec<(u64, Vec<u64>)> {
    let above = u64::try_from(CALLER.lines().count()).expect("a small number");
    let shown = shown(&format!("{CALLER}{parse}"), &[]);
    let less = |line: u64| line - above;
    shown
        .into_iter()
        .map(|(line, also)| (less(line), also.into_iter().map(less).collect()))
        .collect()
}

#[test]
fn one_missing_length_check_is_one_finding() {
    let straight = "int parse(const unsigned char *p, size_t n) {
        int sum = p[0];
        sum += p[1];
        if (n & 1) puts(\"odd\");
        sum += p[2];
        sum += p[3];
        sum += p[4];
        return sum;
    }";
    assert_eq!(shown_of(straight), [(2, vec![3, 5, 6, 7])]);
    let magic = "int parse(const unsigned char *p, size_t n) {
        if (p[0] != 'P') return 1;
        if (p[1] != 'N'
            || p[2] != 'G')
            return 1;
        return p[3];
    }";
    assert_eq!(shown_of(magic), [(2, vec![3, 4, 6])]);
    let members = "struct header { int kind, length; };
    int parse(const unsigned char *p, size_t n) {
        const struct header *header = (const void *)p;
        int kind = header->kind;
        return kind ^ header->length;
    }";
    assert_eq!(shown_of(members), [(4, vec![5])]);
}

#[test]
fn several_length_checks_are_several_findings() {
    let sides = "int parse(const unsigned char *p, size_t n) {
        switch (p[0]) {
        case 1:
            return p[4];
        case 2:
            return p[8];
        }
        return 0;
    }";
    assert_eq!(shown_of(sides), [(2, vec![]), (4, vec![]), (6, vec![])]);
    // The second is checked for, and wrongly.
    let off_by_one = "int parse(const unsigned char *p, size_t n) {
        int kind = p[0];
        if (n < 4) return 1;
        return kind + p[4];
    }";
    assert_eq!(shown_of(off_by_one), [(2, vec![]), (4, vec![])]);
    // Those who need no more have a right to short input.
    let optional = "int parse(const unsigned char *p, size_t n) {
        int kind = p[0];
        if (getenv(\"LONG\") != NULL)
            kind += p[5];
        kind += p[2];
        return kind;
    }";
    assert_eq!(shown_of(optional), [(2, vec![5]), (4, vec![])]);
    let other_pointers = "int parse(const unsigned char *p, size_t n) {
        unsigned char *q = malloc(n / 2);
        if (q == NULL) return 1;
        q[1] = 1;
        q[2] = p[4];
        p++;
        free(q);
        return 0;
    }";
    assert_eq!(shown_of(other_pointers), [(4, vec![5]), (5, vec![])]);
}

#[test]
fn a_wrapper_is_no_cause() {
    let wrapped = "#include <stdlib.h>
    static int *make(void) { return malloc(8); }
    static void drop(int *p) { free(p); }
    int main(int argc, char **argv) {
        int *p = make();
        if (argc > 1) {
            p[0] = 1;
            drop(p);
            return p[0];
        }
        int *q = make();
        q[0] = 1;
        free(p);
        drop(q);
        return q[0];
    }";
    assert_eq!(apart(wrapped), [7, 9, 12, 15]);
}

#[test]
fn allocations_variables_and_freed_blocks() {
    let source = "#include <stdlib.h>
    int main(int argc, char **argv) {
        int *p = malloc(8);
        if (argc > 1)
            p[0] = 1;
        else
            p[1] = 1;
        free(p);
        if (argc > 1)
            return p[0];
        return p[1];
    }";
    assert_eq!(shown(source, &[]), [(5, vec![7]), (10, vec![11])]);
    let unset = "#include <stdio.h>
    int main(int argc, char **argv) {
        int x, y;
        if (argc > 1) x = y = 1;
        if (x > 3) puts(\"a\");
        if (x > 4) puts(\"b\");
        if (y > 3) puts(\"c\");
        return 0;
    }";
    assert_eq!(shown(unset, &[]), [(5, vec![6]), (7, vec![])]);
}

#[test]
fn what_a_variable_leads_to_or_is_copied_from_is_another_cause() {
    let parts = "#include <stdio.h>
    static void show(const char *p) {
        puts(p);
        puts(p + 4);
    }
    int main(void) {
        char text[8];
        show(text);
        return 0;
    }";
    assert_eq!(apart(parts), [3, 4]);
    let copied = "#include <stdio.h>
    int main(int argc, char **argv) {
        int x, y, z;
        if (argc > 1) y = z = 1;
        x = y;
        if (x > 3) puts(\"a\");
        x = z;
        if (x > 3) puts(\"b\");
        return 0;
    }";
    assert_eq!(apart(copied), [6, 8]);
}

#[test]
fn functions_of_one_name_in_two_files_are_two() {
    let unset = "int NAME(int c);
    static int get(int c) {
        int x;
        if (c > 1) x = 1;
        if (x > 3) return 1;
        return 0;
    }
    int NAME(int c) { return get(c); }
    ";
    let main =
        "int b(int c), c(int c); int main(int argc, char **argv) { return b(argc) + c(argc); }";
    let (b, c) = (unset.replace("NAME", "b"), unset.replace("NAME", "c"));
    let dir = project(&[("a.c", main), ("b.c", &b), ("c.c", &c)]);
    let (_, said) = check(dir.path(), &["b.c", "c.c"]);
    assert!(said.contains("--> b.c:5") && said.contains("--> c.c:5"), "{said}");
    assert!(!said.contains("also at"), "{said}");
}

#[test]
fn a_comment_promotes_the_next_place() {
    let ignored = UNCHECKED.replace("p[0] = 1;", "p[0] = 1; // margay-ignore");
    assert_eq!(shown(&ignored, &[]), [(7, vec![9])]);
}

#[test]
fn all_places_are_in_a_baseline() {
    for format in ["json", "sarif"] {
        let dir = project(&[("a.c", UNCHECKED)]);
        check(dir.path(), &["--format", format, "-o", "known"]);
        let (code, said) = check(dir.path(), &["--baseline", "known"]);
        assert_eq!(code, Some(0), "{said}");
        // One that was not shown does not come back where the first one is mended.
        let mended = UNCHECKED.replace("p[0] = 1;", "if (p) p[0] = 1;");
        std::fs::write(dir.path().join("a.c"), mended).expect("written");
        let (code, said) = check(dir.path(), &["--baseline", "known"]);
        assert_eq!(code, Some(0), "{said}");
    }
}

#[test]
fn every_form_names_the_other_places() {
    let dir = project(&[("a.c", UNCHECKED)]);
    for format in ["text", "junit"] {
        let (_, said) = check(dir.path(), &["--format", format]);
        assert!(said.contains("= also at: a.c:7:14\n"), "{said}");
    }
    let (_, sarif) = check(dir.path(), &["--format", "sarif"]);
    let log: Value = serde_json::from_str(&sarif).expect("JSON");
    let results = log["runs"][0]["results"].as_array().expect("results");
    let open = results.iter().filter(|r| r["suppressions"].as_array().is_none_or(Vec::is_empty));
    let related: Vec<_> = open.map(|r| r["relatedLocations"].to_string()).collect();
    let [related] = related.as_slice() else { panic!("{related:?}") };
    assert_eq!(related.matches("the same cause shows here").count(), 2, "{related}");
}

const NOTES: &str = "#include <ctype.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    if (argc < 2) return 1;
    system(\"ls\");
    return isalpha(argv[1][0]) != 0;
}
";

#[test]
fn notes_are_not_shown_by_default() {
    let dir = project(&[("a.c", NOTES)]);
    let (code, said) = check(dir.path(), &[]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("below the level: 2 findings (--level note shows them)"), "{said}");
    let (code, said) = check(dir.path(), &["--level", "note"]);
    assert_eq!(code, Some(2), "{said}");
    assert!(said.contains("note[untrusted-search-path]"), "{said}");
    assert!(said.contains("note[library-misuse]"), "{said}");
    // Who names a rule wants it.
    let (code, said) = check(dir.path(), &["--rules", "untrusted-search-path"]);
    assert_eq!(code, Some(2), "{said}");
    std::fs::write(dir.path().join("margay.toml"), "[check]\nlevel = \"note\"\n").expect("written");
    assert_eq!(check(dir.path(), &[]).0, Some(2));
    assert_eq!(check(dir.path(), &["--level", "error"]).0, Some(0));
}

#[test]
fn what_no_table_has_is_an_error_still() {
    let source = NOTES.replace("argv[1][0]", "argc * 1000");
    assert_eq!(shown(&source, &[]).len(), 1);
}
