//! Functions of the library that a program declares otherwise: whatever it passes and takes, nothing panics.

use super::{margay, project, text};
use std::fmt::Write;

/// All that have models.
fn names() -> Vec<&'static str> {
    let all = typed_names().into_iter();
    // A jump leads where the buffer says, and the compiler's own functions are declared right.
    all.filter(|name| !name.contains("longjmp") && !name.contains('.')).collect()
}

/// The names of functions whose types are known, those of the same types together.
fn typed_names() -> Vec<&'static str> {
    let all = margay_models::functions::all();
    let mut typed: Vec<_> =
        all.filter_map(|function| Some((function.prototype?.0, function.name))).collect();
    typed.sort_unstable();
    typed.into_iter().map(|(_, name)| name).collect()
}

const RESULTS: &[&str] = &[
    "_Bool",
    "signed char",
    "short",
    "int",
    "long",
    "float",
    "double",
    "long double",
    "struct three",
    "struct pair",
    "__int128",
    "char *",
    "_Complex double",
    "void",
];

const ARGUMENTS: &[&str] = &[
    "",
    "1",
    "3.5",
    "b",
    "0, 0, 0, 0, 0, 0",
    "b + 20, b + 20, 3, b + 20",
    "(struct three){1, 2, 3}, 1",
    "2.5f, b, 1.5L",
    "-1, -1, -1, -1",
    "b - 4, b - 4, 8L, b - 4",
    "n, n, n, n",
    "(char)n, 1.0, n, \"x\", b",
    "(__int128)1, b, b",
    "dead, dead, 4, dead",
    "*(char **)b, *(char **)b, n, b",
];

/// A program that calls each of some functions on a path of its own.
fn program(names: &[&str], turn: usize) -> String {
    let mut source = "struct three { long a, b, c; }; struct pair { int a; float b; };
        int __VERIFIER_nondet_int(void); void *malloc(unsigned long); void free(void *);
        static volatile char *kept; static void sink(void *p) { kept = p; }\n"
        .to_owned();
    let mut body = String::new();
    for (index, name) in names.iter().enumerate() {
        let result = RESULTS[(index + turn * 5) % RESULTS.len()];
        let arguments = ARGUMENTS[(index * 7 + turn * 3 + index / 14) % ARGUMENTS.len()];
        writeln!(source, "{result} f{index}() __asm__(\"{name}\");").expect("strings take all");
        let compares = !["struct", "Complex", "*", "void"].iter().any(|kind| result.contains(kind));
        let then = if compares { "if (x > 3) sink(b);" } else { "" };
        let call = match result {
            "void" => format!("f{index}({arguments});"),
            _ => format!("{{ {result} x = f{index}({arguments}); sink(&x); {then} }}"),
        };
        writeln!(body, "case {index}: {call} break;").expect("strings take all");
    }
    source
        + "int main(void) { int n = __VERIFIER_nondet_int(); char b[16] = \"abcdefg\";
        char *dead = malloc(8); free(dead); switch (__VERIFIER_nondet_int()) {\n"
        + &body
        + "} return 0; }\n"
}

#[test]
fn wrong_declarations_are_no_panic() {
    const EACH: usize = 96;
    for (turn, names) in names().chunks(EACH).enumerate() {
        for turn in [turn, turn + 4] {
            let dir = project(&[("a.c", program(names, turn))]);
            let output = margay(dir.path(), &["check", "--no-confirm", "a.c"]);
            let said = text(&output.stdout) + &text(&output.stderr);
            assert!(!said.contains("panicked"), "{names:?}, turn {turn}: {said}");
            assert!(matches!(output.status.code(), Some(0 | 2)), "{names:?}, turn {turn}: {said}");
        }
    }
}

/// Results have the width that the call declares, whatever the model gives.
#[test]
fn results_fit_the_declared_type() {
    let source = "_Bool __VERIFIER_nondet_bool(void);
        long atoi(const char *); double __VERIFIER_nondet_float(void);
        short __VERIFIER_nondet_int(void); unsigned char strlen(const char *);
        int main(void) {
            if (__VERIFIER_nondet_bool()) return 1;
            if (atoi(\"7\") == 7) return 2;
            if (__VERIFIER_nondet_float() > 0.5) return 3;
            if (__VERIFIER_nondet_int() > 3) return 4;
            return strlen(\"abc\") == 3 ? 0 : *(volatile int *)0;
        }";
    let dir = project(&[("a.c", source)]);
    let output = margay(dir.path(), &["check", "--no-confirm", "a.c", "--", "-fno-builtin", "-w"]);
    let said = text(&output.stdout) + &text(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
}
