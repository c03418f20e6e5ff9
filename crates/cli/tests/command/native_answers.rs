//! What library functions answer natively, held against what their models allow.
//!
//! `tests/answers/cases.txt` has calls with ordinary, extreme and bad arguments. Each is made natively, and the answer
//! and `errno` become the condition of a line that `margay reach` is asked for: to say that no input leads there would
//! be wrong, since one does.

use super::{margay, project, text};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::process::{Command, Stdio};
use std::sync::Mutex;

const CASES: &str = include_str!("../../../../tests/answers/cases.txt");
const HEADERS: &str = include_str!("../../../../tests/answers/headers.h");
/// Functions that are called, and cases, at least.
const FUNCTIONS: usize = 60;

struct Case {
    function: &'static str,
    before: &'static str,
    answer: &'static str,
}

fn cases() -> Vec<Case> {
    let lines = CASES.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.splitn(3, "::").map(str::trim);
            let mut part = || parts.next().unwrap_or_else(|| panic!("three parts in {line}"));
            Case { function: part(), before: part(), answer: part() }
        })
        .collect()
}

fn clang() -> Command {
    let newest = (15..40).rev().map(|version| format!("clang-{version}"));
    let names = newest.chain(["clang".to_owned(), "cc".to_owned()]);
    let runs = |name: &String| {
        let mut command = Command::new(name);
        command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    Command::new(names.into_iter().find(runs).expect("a C compiler"))
}

/// The answer and `errno` of each case, natively; nothing for one that died.
fn native(cases: &[Case]) -> Vec<Option<(i64, i32)>> {
    let mut source = HEADERS.to_owned();
    for (index, Case { before, answer, .. }) in cases.iter().enumerate() {
        writeln!(
            source,
            "static void case_{index}(void) {{ {before} errno = 0; long long answer = (long long)({answer}); \
             int code = errno; printf(\"{index} %lld %d\\n\", answer, code); fflush(stdout); }}"
        )
        .expect("strings take all");
    }
    let all: Vec<String> = (0..cases.len()).map(|index| format!("case_{index}")).collect();
    write!(
        source,
        "int main(void) {{ void (*all[])(void) = {{{}}};
        for (int i = 0; i < {}; i++) {{ pid_t p = fork(); if (!p) {{ all[i](); _exit(0); }}
        int s; waitpid(p, &s, 0); }} return 0; }}",
        all.join(", "),
        cases.len()
    )
    .expect("strings take all");
    let dir = project(&[("native.c", source)]);
    let built = clang()
        .args(["-w", "-std=gnu11", "-o", "native", "native.c", "-lm", "-pthread", "-ldl"])
        .current_dir(dir.path())
        .output()
        .expect("the compiler runs");
    assert!(built.status.success(), "{}", text(&built.stderr));
    let run = Command::new(dir.path().join("native"))
        .current_dir(dir.path())
        .stdin(Stdio::null())
        .env_clear()
        .output()
        .expect("the program runs");
    let mut answers = vec![None; cases.len()];
    for line in text(&run.stdout).lines() {
        let numbers: Vec<i64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
        let [index, answer, code] = numbers[..] else { continue };
        let index = usize::try_from(index).expect("a case");
        answers[index] = Some((answer, i32::try_from(code).expect("a code")));
    }
    answers
}

/// What `margay reach` says of a line that the native answer leads to.
fn verdict(case: &Case, (answer, code): (i64, i32)) -> String {
    let answer = match answer {
        i64::MIN => "(-9223372036854775807ll - 1)".to_owned(),
        answer => format!("{answer}ll"),
    };
    let Case { before, answer: expression, .. } = case;
    let source = format!(
        "#include \"headers.h\"\nint main(void) {{ {before}\n    errno = 0;
    long long answer = (long long)({expression}); int code = errno;
    if (answer == {answer} && code == {code})\n        puts(\"here\");\n    return 0; }}\n"
    );
    let dir = project(&[("a.c", source.as_str()), ("headers.h", HEADERS)]);
    let output = margay(dir.path(), &["reach", "a.c:6", "a.c"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    said.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn no_native_answer_is_outside_what_a_model_allows() {
    let cases = cases();
    let functions: BTreeSet<&str> = cases.iter().map(|case| case.function).collect();
    assert!(functions.len() >= FUNCTIONS, "only {} functions", functions.len());
    let answers = native(&cases);
    let answered = answers.iter().flatten().count();
    assert!(answered + 3 >= cases.len(), "only {answered} of {} ran", cases.len());
    let (next, wrong) = (Mutex::new(0), Mutex::new(Vec::new()));
    std::thread::scope(|scope| {
        let workers = std::thread::available_parallelism().map_or(2, std::num::NonZero::get);
        for _ in 0..workers {
            scope.spawn(|| {
                loop {
                    let index = {
                        let mut next = next.lock().expect("no worker panics");
                        *next += 1;
                        *next - 1
                    };
                    let Some(case) = cases.get(index) else { return };
                    let Some(answer) = answers[index] else { continue };
                    let verdict = verdict(case, answer);
                    if verdict != "reached" && verdict != "unknown" {
                        let said = format!("{verdict}: {} is {answer:?}", case.answer);
                        wrong.lock().expect("no worker panics").push(said);
                    }
                }
            });
        }
    });
    let wrong = wrong.into_inner().expect("no worker panics");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
