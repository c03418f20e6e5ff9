//! `margay reach`: verdicts, and targets that are none.

use super::{margay, project, text};

/// The exit code and the lines of the answer.
fn reach(source: &str, options: &[&str]) -> (Option<i32>, Vec<String>) {
    let dir = project(&[("a.c", source)]);
    let output = margay(dir.path(), &[&["reach"], options].concat());
    let mut said = text(&output.stdout);
    said += &text(&output.stderr);
    (output.status.code(), said.lines().map(str::to_owned).collect())
}

/// The first line of the answer, which the exit code agrees with.
fn verdict(source: &str, target: &str) -> String {
    let (code, said) = reach(source, &[target, "a.c"]);
    let first = said.first().cloned().unwrap_or_default();
    let wanted = match first.as_str() {
        "reached" => 0,
        "unreachable" => 2,
        "unknown" => 3,
        other => panic!("{other}"),
    };
    assert_eq!(code, Some(wanted), "{said:?}");
    first
}

const ORDER: &str = "#include <stdio.h>
static void never(void) { puts(\"never\"); }
static void deep(int c) {
    if (c == 'q')
        puts(\"here\");
}
int main(void) {
    int c = getchar();
    if (c > 9 && c < 3) never();
    if (c > 'a') deep(c);
    return 0;
}
";

#[test]
fn a_line_or_a_function_is_reached_with_an_input() {
    let (code, said) = reach(ORDER, &["a.c:5"]);
    assert_eq!((code, said[0].as_str()), (Some(0), "reached"), "{said:?}");
    assert!(said.iter().any(|line| line.contains("stdin = \"q\"")), "{said:?}");
    assert_eq!(verdict(ORDER, "deep"), "reached");
}

#[test]
fn what_no_input_leads_to_is_unreachable() {
    assert_eq!(verdict(ORDER, "never"), "unreachable");
    assert_eq!(verdict(ORDER, "a.c:2"), "unreachable");
}

/// However often it goes round: `i` is a multiple of four.
#[test]
fn a_loop_without_end_is_no_obstacle() {
    let source = |value: u32| {
        format!(
            "#include <stdio.h>
            int main(void) {{
                int n; unsigned i = 0;
                if (scanf(\"%d\", &n) != 1) return 1;
                while ((int)i < n) i += 4;
                if (i == {value})
                    puts(\"here\");
                return 0;
            }}"
        )
    };
    assert_eq!(verdict(&source(15), "a.c:7"), "unreachable");
    assert_eq!(verdict(&source(16), "a.c:7"), "reached");
}

/// Steps of six come to two as well, beyond the largest number.
#[test]
fn numbers_that_wrap_are_not_ruled_out() {
    let source = "#include <stdio.h>
        int main(void) {
            unsigned n, i = 0;
            if (scanf(\"%u\", &n) != 1) return 1;
            while (n-- > 0) i += 6;
            if (i == 2)
                puts(\"here\");
            return 0;
        }";
    assert_eq!(verdict(source, "a.c:7"), "unknown");
}

#[test]
fn what_was_left_out_leaves_it_unknown() {
    let source = "#include <stdio.h>
        int main(int argc, char **argv) {
            if (argc > 5)
                puts(argv[5]);
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:4"]);
    assert_eq!((code, said[0].as_str()), (Some(3), "unknown"));
    assert!(said[1].contains("more than 2 arguments"), "{said:?}");
    assert_eq!(reach(source, &["a.c:4", "--sym-args", "6", "6", "2"]).0, Some(0));
}

#[test]
fn undefined_behaviour_before_it_leaves_it_unknown() {
    let source = "#include <stdio.h>
        int main(void) {
            int x;
            if (scanf(\"%d\", &x) != 1) return 1;
            if (x + 1 < x)
                puts(\"here\");
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:6"]);
    assert_eq!((code, said[0].as_str()), (Some(3), "unknown"));
    assert!(said[1].contains("signed-overflow at a.c:5"), "{said:?}");
}

#[test]
fn an_assertion_that_fails_is_a_target() {
    let source = |limit: u32| {
        format!(
            "#include <assert.h>
            #include <stdio.h>
            int main(void) {{ int c = getchar(); assert(c < {limit}); return 0; }}"
        )
    };
    assert_eq!(verdict(&source(200), "assertion"), "reached");
    assert_eq!(verdict(&source(256), "assertion"), "unreachable");
}

#[test]
fn a_target_that_is_none_is_told() {
    let says = |options: &[&str], words: &str| {
        let (code, said) = reach(ORDER, options);
        assert_eq!(code, Some(1), "{said:?}");
        assert!(said.iter().any(|line| line.contains(words)), "{said:?}");
    };
    says(&["b.c:3", "a.c"], "b.c is no file of the program; it has a.c");
    says(&["a.c:99"], "line 99 of a.c has no code; the nearest that has is 12");
    says(&["a.c:1"], "line 1 of a.c has no code; the nearest that has is 2");
    says(&["nowhere", "a.c"], "the program has no function `nowhere`");
    says(&["puts", "a.c"], "`puts` has no body here");
    says(&["assertion", "a.c"], "the program has no assertion");
    says(&["deep"], "name the files of the program: `margay reach deep FILE...`");
}
