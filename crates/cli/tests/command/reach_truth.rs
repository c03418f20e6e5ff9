//! `margay reach` after loops: what it says is compared with what a native run over all inputs says.

use super::loop_programs::{LoopProgram, all_natively};
use super::{margay, project, text};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Generated programs, and those of a long test.
const PROGRAMS: u64 = 60;
const PROGRAMS_LONG: u64 = 1500;
/// What each is given. Most need a fraction of it.
const QUERIES: &str = "2000";
const STEPS: &str = "100000";

const THREADS: usize = 2;

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

/// A loop whose condition moves its counter first iterates once less.
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

/// What is compared before a loop, or before the step of an iteration, tells nothing of where the counter stands when
/// the loop ends.
#[test]
fn a_comparison_before_the_loop_or_the_step_is_counted_right() {
    let source = |inner: &str, sum: u32| {
        by_loops(&format!(
            "unsigned char a[2]; int i, j, goes, x = 0;
            klee_make_symbolic(a, 2, \"a\");
            for (i = 0; i < a[0]; i++) {{
                if (a[1] == 7) x += 100;
                j = 0;
                goes = j < 4;
                {inner}
            }}
            if (x == {sum}) hit();"
        ))
    };
    // It iterates five times, as the last comparison is a step late.
    let late = "while (goes) { x++; goes = j < 4; j++; }";
    assert_eq!(source(late, 10), "reached");
    assert_ne!(source(late, 8), "reached");
    let once = "while (j < 6) { if (!goes) break; x++; j++; }";
    assert_eq!(source(once, 12), "reached");
    assert_ne!(source(once, 8), "reached");
    let before = "do { x++; j++; } while (goes && j != 3);";
    assert_eq!(source(before, 6), "reached");
    assert_ne!(source(before, 8), "reached");
}

/// Two numbers that `SEE` compares with.
type Pair = (u32, u32);

/// What a native run with all inputs has seen.
#[derive(Default)]
struct Truth {
    seen: BTreeSet<Pair>,
    gave_up: bool,
}

impl Truth {
    /// A pair that is seen, or one beside it that never is, in turns.
    fn target(&self, seed: u64) -> Option<(Pair, &'static str)> {
        let turn = usize::try_from(seed / 2).expect("small");
        if seed.is_multiple_of(2) {
            let pairs: Vec<&Pair> = self.seen.iter().collect();
            return (!pairs.is_empty()).then(|| (*pairs[turn % pairs.len()], "reached"));
        }
        let beside = self.seen.iter().flat_map(|(a, b)| {
            [1, 2, u32::MAX].map(|by| (a.wrapping_add(by), *b)).into_iter().chain([(*a, b ^ 1)])
        });
        let never: Vec<Pair> = beside.filter(|pair| !self.seen.contains(pair)).collect();
        let known = !self.gave_up && !never.is_empty();
        known.then(|| (never[turn % never.len()], "unreachable"))
    }
}

fn truths(programs: &[LoopProgram]) -> BTreeMap<u64, Truth> {
    let dir = project(&[("all.c", all_natively(programs))]);
    let clang = margay_frontend::clang::find().expect("a clang");
    let built = Command::new(&clang.path)
        .args(["-O1", "-w", "all.c", "-o", "all"])
        .current_dir(dir.path())
        .output()
        .expect("clang runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    let ran = Command::new(dir.path().join("all")).output().expect("the programs run");
    let number = |word: &str| word.parse::<u64>().expect("a number");
    let small = |word: &str| word.parse::<u32>().expect("a number");
    let said = text(&ran.stdout);
    let truths = said.lines().map(|line| {
        let words: Vec<&str> = line.split(' ').collect();
        let pairs = words[2..].iter().map(|pair| pair.split_once(',').expect("a pair"));
        let seen = pairs.map(|(a, b)| (small(a), small(b))).collect();
        (number(words[0]), Truth { seen, gave_up: words[1] != "0" })
    });
    truths.collect()
}

/// No answer contradicts the truth, and most are one.
#[test]
fn what_is_said_of_generated_programs_is_true() {
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let programs: Vec<LoopProgram> =
        (0..if long { PROGRAMS_LONG } else { PROGRAMS }).map(LoopProgram::new).collect();
    let truths = truths(&programs);
    let limits = ["--max-queries", QUERIES, "--max-steps", STEPS];
    let next = AtomicUsize::new(0);
    let answers = Mutex::new(Vec::new());
    let work = || {
        while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
            let seed = program.seed();
            let Some((pair, truth)) = truths[&seed].target(seed) else { continue };
            // The default strategy sees some of them too.
            let strategy = if seed % 10 < 8 { "loops" } else { "portfolio" };
            let options = [&["--strategy", strategy], &limits[..]].concat();
            let source = program.with_target(pair);
            let said = verdict(&source, &options);
            assert!(
                said == truth || said == "unknown",
                "seed {seed}, {strategy}: {said}, but it is {truth}:\n{source}"
            );
            answers.lock().expect("no thread panicked").push(said == truth);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..THREADS {
            scope.spawn(work);
        }
    });
    let answers = answers.into_inner().expect("no thread panicked");
    let known = answers.iter().filter(|known| **known).count();
    assert!(answers.len() * 10 >= programs.len() * 7, "{} are of use", answers.len());
    assert!(known * 10 >= answers.len() * 7, "{known} of {} are known", answers.len());
}
