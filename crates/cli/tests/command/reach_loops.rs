//! `margay reach` behind loops: what counting them says is true.

use super::{margay, project, text};

const SYMBOLIC: &str = "#include <stdio.h>
void klee_make_symbolic(void *, unsigned long, const char *);
static void hit(void) { puts(\"hit\"); }
";

fn verdict(source: &str, options: &[&str]) -> String {
    let dir = project(&[("a.c", source)]);
    let arguments = [&["reach", "hit", "a.c", "--no-confirm", "-j", "1"], options].concat();
    let output = margay(dir.path(), &arguments);
    let said = text(&output.stdout);
    said.lines().next().map_or_else(|| text(&output.stderr), str::to_owned)
}

fn by_loops(body: &str) -> String {
    let source = format!("{SYMBOLIC}int main(void) {{\n{body}\nreturn 0;\n}}\n");
    verdict(&source, &["--strategy", "loops"])
}

/// What the loop around it changes is no bound that is known: 2, 3, 4 and 5 are 14.
#[test]
fn a_bound_that_changes_between_stays_in_a_loop_is_not_known() {
    let grows = |sum: u32| {
        by_loops(&format!(
            "unsigned char a[2]; int i, j, n = 2, x = 0;
            klee_make_symbolic(a, 2, \"a\");
            for (i = 0; i < a[0]; i++) {{
                if (a[1] == 7) x += 100;
                for (j = 0; j < n; j++) x++;
                n++;
            }}
            if (x == {sum}) hit();"
        ))
    };
    assert_eq!(grows(14), "reached");
    let is_set = by_loops(
        "unsigned char a[2]; int i, j, n = 2, x = 0;
        klee_make_symbolic(a, 2, \"a\");
        for (i = 0; i < a[0]; i++) {
            if (a[1] == 7) x += 100;
            for (j = 0; j < n; j++) x++;
            n = 4;
            if (i > 2) n = 1;
        }
        if (x == 17) hit();",
    );
    assert_eq!(is_set, "reached");
}

/// A loop whose condition moves its counter first goes round once less.
#[test]
fn a_counter_that_moves_before_it_is_compared_is_counted_right() {
    let source = |update: &str, sum: u32| {
        by_loops(&format!(
            "unsigned char a[2]; int i, j, x = 0;
            klee_make_symbolic(a, 2, \"a\");
            for (i = 0; i < a[0]; i++) {{
                if (a[1] == 7) x += 100;
                j = 0;
                while ({update}) x++;
            }}
            if (x == {sum}) hit();"
        ))
    };
    assert_eq!(source("j++, j < 4", 9), "reached");
    assert_eq!(source("j++ < 4", 12), "reached");
    assert_eq!(source("j++ < 4", 9), "unreachable");
}
