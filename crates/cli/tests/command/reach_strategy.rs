//! `margay reach --strategy`: every one gets there, and what is left to chance is chosen by the seed.

use super::{margay, project, text};
use margay_analysis::Method;

/// The target is after a call that one of eight numbers makes, and two choices in it.
pub const CALLS: &str = "#include <assert.h>
#include <stdio.h>
static int inner(int number, int c) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        if (c & (1 << i)) sum++;
    }
    assert(!(sum == 2 && number == 5));
    return sum;
}
int main(void) {
    int number = getchar(), c = getchar();
    for (int i = 0; i < 8; i++) {
        if (number == i) inner(i, c);
    }
    return 0;
}
";

fn reach(source: &str, options: &[&str]) -> (Option<i32>, String) {
    let dir = project(&[("a.c", source)]);
    let arguments = [&["reach", "assertion", "a.c", "--no-confirm"], options].concat();
    let output = margay(dir.path(), &arguments);
    (output.status.code(), text(&output.stdout) + &text(&output.stderr))
}

#[test]
fn every_strategy_gets_there() {
    let mut names: Vec<String> = Method::names().map(str::to_owned).collect();
    for name in Method::names().filter(|name| !["portfolio", "loops"].contains(name)) {
        names.extend([format!("ccbse({name})"), format!("mix-ccbse({name})")]);
    }
    for name in names {
        let (code, said) = reach(CALLS, &["--strategy", &name]);
        assert_eq!((code, said.lines().next()), (Some(0), Some("reached")), "{name}: {said}");
    }
}

#[test]
fn what_no_strategy_gets_to_is_unreachable() {
    let source = CALLS.replace("number == 5", "number == 9");
    for name in ["dfs", "bfs", "klee", "inter-sdse", "portfolio"] {
        let (code, said) = reach(&source, &["--strategy", name]);
        assert_eq!((code, said.lines().next()), (Some(2), Some("unreachable")), "{name}: {said}");
    }
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let answer = |seed: &str| {
        let (_, said) = reach(CALLS, &["--strategy", "random-path", "--seed", seed]);
        // The time that it took is the last word of the line.
        let lines = said.lines().map(|line| line.rsplit_once(", ").map_or(line, |(most, _)| most));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(answer("7"), answer("7"));
    let others: std::collections::BTreeSet<_> =
        (0..8).map(|n: u32| answer(&n.to_string())).collect();
    assert!(others.len() > 1, "chance changes nothing: {others:?}");
}

#[test]
fn a_strategy_that_is_none_is_told() {
    let (code, said) = reach(CALLS, &["--strategy", "ccbse(best)"]);
    assert_ne!(code, Some(0));
    assert!(said.contains("the strategies are portfolio, loops, dfs"), "{said}");
}
