//! `margay reach --strategy loops`: routes through loops, and what no number of iterations makes true.
//!
//! Each program puts its condition after a loop over input that has more paths than anybody walks, and in most of them
//! sums of more choices than the solver answers.

use super::{margay, project, text};

/// The first line of the answer for the line that prints. What is reached is shown natively.
fn answer(body: &str) -> String {
    let source = format!(
        "#include <stdio.h>
        void klee_make_symbolic(void *, unsigned long, const char *);
        void klee_assume(unsigned long);
        int main(void) {{
            {body}
            puts(\"here\");
            return 0;
        }}"
    );
    let line = source.lines().position(|line| line.contains("puts")).expect("it prints") + 1;
    let dir = project(&[("a.c", &source)]);
    let target = format!("a.c:{line}");
    let output = margay(dir.path(), &["reach", &target, "--strategy", "loops"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    let first = said.lines().next().unwrap_or_default().to_owned();
    let confirmed = said.contains("= confirmed: replayed under a breakpoint, same line");
    assert_eq!(first == "reached", confirmed, "{body}\n{said}");
    first
}

fn over_bytes(rounds: u32, declared: &str, round: &str, condition: &str) -> String {
    answer(&format!(
        "static char a[{rounds}];
        klee_make_symbolic(a, sizeof a, \"a\");
        {declared};
        for (int i = 0; i < {rounds}; i++) {{ {round} }}
        if ({condition})"
    ))
}

fn over_any_number(declared: &str, round: &str, condition: &str) -> String {
    answer(&format!(
        "int n, a[8];
        klee_make_symbolic(&n, sizeof n, \"n\");
        klee_make_symbolic(a, sizeof a, \"a\");
        klee_assume((n >= 0) & (n < 100000000));
        {declared};
        for (int i = 0; i < n; i++) {{ {round} }}
        if ({condition})"
    ))
}

#[test]
fn sums_of_hundreds_of_choices() {
    let round = "if (a[i] == 1) ones++; else if (a[i] == 2) threes += 3;";
    let sums = |condition| over_bytes(300, "int ones = 0, threes = 0", round, condition);
    assert_eq!(sums("ones > 120 && ones + threes == 601"), "reached");
    assert_eq!(sums("ones > 120 && ones + threes == 700"), "unreachable");
    assert_eq!(sums("threes == 601"), "unreachable");
}

#[test]
fn what_holds_for_every_number_of_rounds() {
    let round = "if (a[i & 7] & 1) odd++; else even++;";
    let counts = |condition| over_any_number("int even = 0, odd = 0", round, condition);
    assert_eq!(counts("even + odd != n"), "unreachable");
    assert_eq!(counts("odd > n"), "unreachable");
    assert_eq!(counts("n > 90 && odd == 60"), "reached");
}

/// The condition that keeps a loop going held before the last iteration.
#[test]
fn a_bound_is_passed_by_one_step_at_most() {
    let steps = |condition| over_any_number("int far = 0", "far = far + 3; i += 2;", condition);
    assert_eq!(steps("far > n + 2"), "unreachable");
    assert_eq!(steps("n > 40 && far == n + 2"), "reached");
}

#[test]
fn products_and_powers() {
    let round = "if (a[i] == 1) x *= 3; else if (a[i] == 2) x <<= 1;";
    let powers = |condition| over_bytes(40, "unsigned x = 5", round, condition);
    assert_eq!(powers("x == 5u * 2187 * 64"), "reached");
    let round = "if (a[i] == 1) x *= 3;";
    let powers = |condition| over_bytes(20, "unsigned x = 5", round, condition);
    assert_eq!(powers("x == 50"), "unreachable");
}

#[test]
fn numbers_that_are_set() {
    let round = "if (a[i] == 7) state = 4; else if (a[i] == 8) { state = 9; seen++; }";
    let states = |condition| over_bytes(100, "int state = 0, seen = 0", round, condition);
    assert_eq!(states("state == 4 && seen == 50"), "reached");
    assert_eq!(states("state == 5"), "unreachable");
    assert_eq!(states("state == 0 && seen == 1"), "unreachable");
}

/// A counter of the outer scope changes in the inner loop, and so does the bound of that.
#[test]
fn loops_in_loops() {
    let round = "for (int j = 0; j < 5; j++) if (a[i] == a[j]) same++;";
    let pairs = |condition| over_bytes(60, "int same = 0", round, condition);
    assert_eq!(pairs("same == 150"), "reached");
    assert_eq!(pairs("same > 300"), "unreachable");
}

/// How often an inner loop iterates is known only if it counts as it seems to: to a bound that the
/// outer loop leaves alone, which it asks for before each step.
#[test]
fn loops_that_only_seem_to_count() {
    let bound = "if (a[i] == 1) most = 100; else most = 3; for (j = 0; j < most; j++) all++;";
    let declared = "int all = 0, most = 1, j";
    let changed = |condition| over_bytes(75, declared, bound, condition);
    assert_eq!(changed("all == 50 * 100 + 25 * 3"), "reached");
    let stepped = "j = 0; for (;;) { j = j + 1; if (j > 3) break; all++; } if (a[i]) some++;";
    let early = |condition| over_bytes(75, "int all = 0, some = 0, j", stepped, condition);
    assert_eq!(early("all == 3 * 75 && some == 40"), "reached");
    assert_eq!(early("all == 4 * 75"), "unreachable");
}

/// A compiler may make one step of any number of iterations.
#[test]
fn loops_longer_than_any_run() {
    let many = |bound: &str| {
        answer(&format!(
            "unsigned long n, i = 0;
            klee_make_symbolic(&n, sizeof n, \"n\");
            while (i < n) i++;
            if ({bound})"
        ))
    };
    assert_ne!(many("i == 1ul << 50"), "unreachable");
    assert_eq!(many("i > 3 && i != n"), "unreachable");
}

/// What wraps around comes back, and what is not a series is anything.
#[test]
fn variables_that_go_any_way() {
    let round = "if (a[i]) small += 200;";
    let wraps = |condition| over_bytes(20, "unsigned char small = 3", round, condition);
    assert_eq!(wraps("small == (unsigned char)(3 + 7 * 200)"), "reached");
    assert_eq!(wraps("small == 4"), "unreachable");
    let round = "if (a[i] == 1) x = x + 1; else if (a[i] == 2) x = x * 2;";
    let mixed = |condition| over_bytes(6, "unsigned x = 1", round, condition);
    assert_eq!(mixed("x == 9"), "reached");
    let round = "int before = x; x = y + 1; y = before;";
    let swapped = |condition| over_any_number("unsigned x = 0, y = 0", round, condition);
    assert_ne!(swapped("n > 3 && x == 2 && y == 2"), "unreachable");
}

/// A loop that is left in the middle of an iteration, in several ways.
#[test]
fn other_ways_out() {
    let round = "if (a[i] == 9) { how = 1; break; } if (a[i] == 8) continue; far += 2;";
    let ways = |condition| over_bytes(50, "int how = 0, far = 0", round, condition);
    assert_eq!(ways("how == 1 && far == 60"), "reached");
    assert_eq!(ways("how == 0 && far == 100"), "reached");
    assert_eq!(ways("how == 1 && far == 100"), "unreachable");
    assert_eq!(ways("far == 61"), "unreachable");
}

/// What is called in a loop, or written to memory, is no series: nothing is said that was not seen.
#[test]
fn what_is_not_counted() {
    let round = "if (a[i]) __builtin_memset(&kept[i & 1], 1, 1);";
    let kept = |condition| over_bytes(100, "char kept[2] = {0, 0}", round, condition);
    assert_eq!(kept("kept[0] + kept[1] == 2"), "reached");
    assert_ne!(kept("kept[0] == 1 && kept[1] == 0"), "unreachable");
}
