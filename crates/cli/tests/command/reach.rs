//! `margay reach`: verdicts, and targets that are none.

use super::{margay, project, text};
use std::process::Command;

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
    assert_eq!(first == "reached", is_confirmed(&said), "{said:?}");
    let wanted = match first.as_str() {
        "reached" => 0,
        "unreachable" => 2,
        "unknown" => 3,
        other => panic!("{other}"),
    };
    assert_eq!(code, Some(wanted), "{said:?}");
    first
}

fn is_confirmed(said: &[String]) -> bool {
    said.iter().any(|line| line.ends_with("= confirmed: replayed under a breakpoint, same line"))
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

/// However often it iterates: `i` is a multiple of four.
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
            if (argc > 9)
                puts(argv[9]);
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:4"]);
    assert_eq!((code, said[0].as_str()), (Some(3), "unknown"));
    assert!(said[1].contains("more than 5 arguments"), "{said:?}");
    assert_eq!(reach(source, &["a.c:4", "--sym-args", "10", "10", "2"]).0, Some(0));
}

/// A program with a line 9 that is reached if a condition holds.
fn asks(before: &str, condition: &str) -> String {
    format!(
        "#include <errno.h>\n#include <locale.h>\n#include <stdio.h>\n#include <stdlib.h>
        #include <string.h>\n#include <time.h>
        extern char **environ; int main(int argc, char **argv, char **envp) {{ {before}
        if ({condition})
            puts(\"here\");
        return 0; }}"
    )
}

/// The system has other answers than those that paths have.
#[test]
fn answers_that_no_path_has_leave_it_unknown() {
    let unknown = [
        ("FILE *f = fopen(\"a\", \"r\"); if (f) return 0;", "errno == EACCES"),
        ("", "*environ"),
        ("", "*envp"),
        ("", "*setlocale(LC_ALL, \"\") == 'd'"),
        ("tzset();", "timezone != 0"),
        ("", "setenv(\"A\", \"b\", 1) != 0"),
        ("extern char *__progname;", "__progname[0] == 'z'"),
    ];
    for (before, condition) in unknown {
        assert_eq!(verdict(&asks(before, condition), "a.c:9"), "unknown", "{condition}");
    }
    let source = asks("char b[9]; size_t n = fread(b, 1, 9, stdin);", "n == 7");
    assert_eq!(verdict(&source, "a.c:9"), "reached");
    assert_eq!(reach(&source, &["a.c:9", "--sym-stdin", "4"]).0, Some(3));
}

/// What a value of `errno` is called does not decide where a path goes.
#[test]
fn values_of_errno_count_where_they_are_looked_at() {
    let told =
        "FILE *f = fopen(\"a\", \"r\"); if (!f) { puts(strerror(errno)); errno = 0; return 1; }";
    assert_eq!(verdict(&asks(told, "!f"), "a.c:9"), "unreachable");
}

#[test]
fn a_last_line_may_lack_its_newline() {
    let line = "char b[9]; if (!fgets(b, 9, stdin)) return 1;";
    assert_eq!(verdict(&asks(line, "!strcmp(b, \"abc\")"), "a.c:9"), "reached");
}

#[test]
fn what_the_program_wrote_is_not_anything() {
    let file = "FILE *f = tmpfile(); if (!f || fputs(\"a\", f) < 0) return 1; rewind(f);";
    assert_eq!(verdict(&asks(file, "getc(f) == 'z'"), "a.c:9"), "unknown");
}

#[test]
fn variables_that_the_program_sets_are_known() {
    let set =
        "setenv(\"A\", \"b\", 1); putenv(\"C=d\"); char *a = getenv(\"A\"), *c = getenv(\"C\");";
    assert_eq!(verdict(&asks(set, "a && c && *a == 'b' && *c == 'd'"), "a.c:9"), "reached");
    assert_eq!(verdict(&asks(set, "!a || !c || *a != 'b' || *c != 'd'"), "a.c:9"), "unknown");
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
    says(&["dep", "a.c"], "the program has no function `dep`; did you mean `deep`?");
    says(&["a.c:dep"], "a.c has no function `dep`; did you mean `deep`?");
    says(&["b.c:deep", "a.c"], "b.c is no file of the program; it has a.c");
    says(&["puts", "a.c"], "`puts` has no body here");
    says(&["assertion", "a.c"], "the program has no assertion");
    says(&["deep"], "name the files of the program: `margay reach deep FILE...`");
}

/// Two files may have functions of the same name.
#[test]
fn functions_of_the_same_name_are_told_apart() {
    let file = |call: &str| {
        format!(
            "#include <stdio.h>
            static void usage(int c) {{ printf(\"%d\", c); }}
            void {call}(int c) {{ if (c {} 5) usage(c); }}
            ",
            if call == "first" { ">" } else { "<" }
        )
    };
    let (first, second) = (file("first"), file("second"));
    let main = "#include <stdio.h>
        void first(int), second(int);
        int main(void) {
            int c = getchar();
            first(c);
            if (c > 7) second(c);
            return 0;
        }";
    let dir =
        project(&[("first.c", first.as_str()), ("second.c", second.as_str()), ("main.c", main)]);
    let reach = |target: &str| {
        let files = ["first.c", "second.c", "main.c"];
        let output =
            margay(dir.path(), &[&["reach", target, "--emit", "test"], &files[..]].concat());
        text(&output.stdout) + &text(&output.stderr)
    };
    let said: Vec<String> = reach("first.c:usage").lines().map(str::to_owned).collect();
    assert!(said[0] == "reached" && is_confirmed(&said), "{said:?}");
    assert!(said.iter().any(|line| line.contains("first.c:2")), "{said:?}");
    assert!(reach("second.c:usage").starts_with("unreachable"));
    assert!(reach("main.c:usage").contains("main.c has no function `usage`; first.c has one"));
    // The script, too, stops in this file alone; and it finds a clang without help.
    let script = dir.path().join("test/run.sh");
    let run = || {
        let output = Command::new("sh").arg(&script).env_remove("CC").output().expect("a shell");
        text(&output.stdout)
    };
    assert_eq!(run(), "first.c:usage was reached\n");
    let other = std::fs::read_to_string(&script).expect("a script");
    std::fs::write(&script, other.replace("file=first.c", "file=second.c")).expect("a script");
    assert!(run().ends_with("first.c:usage was not reached\n"));
}

/// What comes after a fault is unknown; but not every finding is a fault, and not from each one does a path lead to the
/// target.
#[test]
fn faults_count_if_a_way_leads_from_them_to_the_target() {
    let source = |fault: &str, before: bool| {
        let (first, second) = if before { (fault, "") } else { ("", fault) };
        format!(
            "#include <assert.h>
            #include <stdio.h>
            #include <stdlib.h>
            int main(void) {{
                int c = getchar(), numbers[4] = {{0}};
                {first}
                if (c > 9 && c < 3)
                    puts(\"never\");
                {second}
                return numbers[0];
            }}"
        )
    };
    let out_of_bounds = "if (c > 'a') numbers[c] = 1;";
    let leak = "char *text = malloc(4); if (text) text[0] = (char)c; text = 0;";
    let assertion = "assert(c != 'q');";
    assert_eq!(verdict(&source(out_of_bounds, true), "a.c:8"), "unknown");
    assert_eq!(verdict(&source(out_of_bounds, false), "a.c:8"), "unreachable");
    assert_eq!(verdict(&source(leak, true), "a.c:8"), "unreachable");
    assert_eq!(verdict(&source(assertion, true), "a.c:8"), "unreachable");
    // A loop leads back.
    let round = "#include <stdio.h>
        int main(void) {
            int numbers[4] = {0};
            for (int i = 0; i < 3; i++) {
                if (i > 5)
                    puts(\"never\");
                numbers[getchar() & 7] = 1;
            }
            return 0;
        }";
    assert_eq!(verdict(round, "a.c:6"), "unknown");
}

#[test]
fn lines_of_any_kind_are_confirmed() {
    let source = "#include <stdlib.h>
int before;
__attribute__((constructor)) static void early(void) {
    before = 1;
}
int main(void) {
    int sum = before;
    for (int i = rand(); i < 9; i++)
        sum += i;
    while (sum == 3)
        ;
    abort();
}
";
    for line in [4, 7, 8, 9, 10, 12] {
        let target = format!("a.c:{line}");
        assert_eq!(verdict(source, &target), "reached", "{target}");
    }
    assert_eq!(verdict(source, "main"), "reached");
}

#[test]
fn functions_like_the_harness_s_own_are_confirmed() {
    // The harness has a `load` that is called in every run.
    let source = "#include <stdio.h>
        static void load(int c) { if (c == 7) puts(\"seven\"); }
        int main(void) { if (getchar() == 'l') load(7); return 0; }";
    let (_, said) = reach(source, &["load", "a.c"]);
    assert!(said.iter().any(|line| line.contains("stdin = \"l\"")), "{said:?}");
    assert!(is_confirmed(&said), "{said:?}");
}

#[test]
fn assertions_of_all_kinds_are_confirmed() {
    let failing = |declaration: &str, call: &str| {
        format!(
            "#include <assert.h>
            #include <stdlib.h>
            {declaration}
            int main(void) {{
                int first = rand(), second = rand();
                if (first == 1) return 0;
                if (first * 2 == 84 && second == 6) {call};
                return 0;
            }}"
        )
    };
    for (declaration, call) in [
        ("", "assert(!second)"),
        ("void reach_error(void);", "reach_error()"),
        ("void reach_error(void) { }", "reach_error()"),
        ("static void reach_error(void) { assert(0); }", "reach_error()"),
        ("void __VERIFIER_error(void);", "__VERIFIER_error()"),
        (
            "void klee_report_error(const char *, int, const char *, const char *);",
            "klee_report_error(\"a.c\", 7, \"m\", \"k\")",
        ),
    ] {
        let source = failing(declaration, call);
        assert_eq!(verdict(&source, "assertion"), "reached", "{source}");
    }
    assert_eq!(
        verdict(&failing("void reach_error(void);", "reach_error()"), "reach_error"),
        "reached"
    );
}

#[test]
fn a_line_of_another_file_is_confirmed() {
    let main = "#include <stdio.h>\nint far(int);\nint main(void) { return far(getchar()); }\n";
    let far = "#include \"near.h\"\nint far(int c) {\n    return near(c);\n}\n";
    let near = "static int near(int c) {\n    if (c == 'n')\n        c++;\n    return c;\n}\n";
    let dir = project(&[("main.c", main), ("sub/far.c", far), ("sub/near.h", near)]);
    for target in ["far.c:3", "near.h:3"] {
        let output = margay(dir.path(), &["reach", target, "main.c", "sub/far.c"]);
        let said: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
        assert!(said[0] == "reached" && is_confirmed(&said), "{said:?}");
    }
}

/// The last line of an answer that says how near a path came.
fn nearest(source: &str, options: &[&str]) -> String {
    let (code, said) = reach(source, options);
    assert_eq!((code, said[0].as_str()), (Some(3), "unknown"), "{said:?}");
    let last = said.last().cloned().unwrap_or_default();
    assert!(last.starts_with("  the nearest path came within "), "{said:?}");
    last
}

#[test]
fn an_answer_that_is_unknown_says_how_near_a_path_came() {
    let source = |bound: &str| {
        format!(
            "#include <stdio.h>
            static void inner(int c) {{
                if (c == 'q')
                    puts(\"here\");
            }}
            int main(void) {{
                int n = 0;
                while (getchar() == 'x') n++;
                puts(\"behind\");
                {bound}
                if (n > 1000)
                    inner(getchar());
                return 0;
            }}"
        )
    };
    let bounds = ["--max-paths", "9", "--max-loop", "4"];
    let at = |source: &str, strategy: &str, jobs: &str| {
        let how = ["a.c:4", "--strategy", strategy, "-j", jobs];
        nearest(source, &[&how[..], &bounds].concat())
    };
    let (plain, early) = (source(""), source("if (n > 2000) return 1;"));
    let said = at(&plain, "bfs", "1");
    assert!(said.ends_with(" of the target, at a.c:9"), "{said}");
    // A way that was found from the target on is no nearer to it, and no more is a loop that is
    // not counted.
    for strategy in ["ccbse(bfs)", "portfolio"] {
        assert_eq!(at(&plain, strategy, "1"), said, "{strategy}");
        assert_eq!(at(&plain, strategy, "2"), said, "{strategy}");
    }
    assert_ne!(at(&early, "bfs", "1"), said);
}

/// Compiles to bitcode, but to no object.
const NO_OBJECT: &str = "int unused(int c) { __asm__(\"no such instruction\"); return c; }\n";

#[test]
fn what_a_program_does_not_need_is_not_built() {
    let main = "#include <stdio.h>\nint far(int);\nint main(void) { return far(getchar()); }\n";
    let far = "int near(int);\nint far(int c) { return near(c); }\n";
    let near = "int near(int c) {\n    if (c == 'n')\n        c++;\n    return c;\n}\n";
    let other = "int main(void) { return 1; }\n";
    let files = [("main.c", main), ("a.c", NO_OBJECT), ("far.c", far), ("near.c", near)];
    let dir = project(&[&files[..], &[("other.c", other)]].concat());
    let names = ["main.c", "a.c", "far.c", "near.c", "other.c"];
    let options = ["reach", "near.c:3", "--emit", "test"];
    let output = margay(dir.path(), &[&options, &names[..]].concat());
    let said: Vec<String> = text(&output.stdout).lines().map(str::to_owned).collect();
    assert!(said[0] == "reached" && is_confirmed(&said), "{said:?}");
    let script = std::fs::read_to_string(dir.path().join("test/run.sh")).expect("a script");
    let built = |name: &&str| script.contains(&format!(" -- {name})"));
    let built: Vec<&str> = names.into_iter().filter(built).collect();
    assert_eq!(built, ["main.c", "far.c", "near.c"]);
    let clang = margay_frontend::clang::find().expect("a clang");
    let mut shell = Command::new("sh");
    shell.arg(dir.path().join("test/run.sh")).env("CC", &clang.path);
    assert!(shell.output().expect("a shell").status.success());
}

/// In each pair of files, the second one decides where the first one goes.
#[test]
fn what_counts_without_being_named_is_built() {
    let main = |before: &str, condition: &str| {
        format!(
            "#include <stdio.h>\n#include <string.h>\n{before}\n\
             int main(void) {{\n    int c = getchar();\n    \
             if (c == 'q' && {condition})\n        puts(\"here\");\n    return 0;\n}}\n"
        )
    };
    for (first, second) in [
        // It runs before `main`.
        (
            main("int set;", "set"),
            "extern int set; __attribute__((constructor)) static void f(void) { set = 1; }",
        ),
        // It takes the place of a weak definition, or of none.
        (
            main("__attribute__((weak)) int hook(void) { return 0; }", "hook()"),
            "int hook(void) { return 1; }",
        ),
        (
            main("__attribute__((weak)) int hook(void);", "hook && hook()"),
            "int hook(void) { return 1; }",
        ),
        // Only a variable has its address.
        (main("int f(void); int (*at)(void) = f;", "at()"), "int f(void) { return 1; }"),
    ] {
        let dir = project(&[("a.c", first.as_str()), ("b.c", second), ("c.c", NO_OBJECT)]);
        let output = margay(dir.path(), &["reach", "a.c:7", "a.c", "b.c", "c.c"]);
        let said = text(&output.stdout);
        let lines: Vec<String> = said.lines().map(str::to_owned).collect();
        assert!(lines[0] == "reached" && is_confirmed(&lines), "{second}\n{said}");
    }
}

/// What assembly writes is taken to be zero.
#[test]
fn a_native_run_that_comes_elsewhere_leaves_it_unknown() {
    let source = "#include <stdio.h>
        int main(void) {
            int c = getchar();
            __asm__(\"nop\" : \"=r\"(c) : \"0\"(5));
            if (c == 0)
                puts(\"here\");
            return 0;
        }";
    let (code, said) = reach(source, &["a.c:6"]);
    assert_eq!((code, said[0].as_str()), (Some(3), "unknown"), "{said:?}");
    assert!(
        said[1].ends_with("but the native run does not come there: ran to its end"),
        "{said:?}"
    );
    assert_eq!(said.len(), 2, "a path came there: {said:?}");
    let (code, said) = reach(source, &["a.c:6", "--no-confirm"]);
    assert_eq!((code, said[0].as_str()), (Some(0), "reached"), "{said:?}");
    assert!(!said.iter().any(|line| line.contains("confirmed")), "{said:?}");
}

/// The shortest path rests on what assembly writes, which is taken to be zero; a longer one does not.
#[test]
fn another_path_is_tried_where_the_native_run_does_not_come_there() {
    let source = "#include <stdio.h>
        int main(void) {
            int c = getchar(), n = 5;
            __asm__(\"nop\" : \"=r\"(n) : \"0\"(5));
            if (n == 0 || (c > 'a' && c != 'q' && getchar() == 'x'))
                puts(\"here\");
            return 0;
        }";
    assert_eq!(verdict(source, "a.c:6"), "reached");
    let (_, said) = reach(source, &["a.c:6"]);
    assert_eq!(said.iter().filter(|line| line.starts_with("note[")).count(), 1, "{said:?}");
}

#[test]
fn a_target_is_shown_without_margay() {
    let clang = margay_frontend::clang::find().expect("a clang");
    let source =
        format!("#include <assert.h>\n{ORDER}").replace("here\");", "\"); assert(c != 'q');");
    for (target, name) in
        [("a.c:6", "a.c:6"), ("deep", "deep"), ("assertion", "a failing assertion")]
    {
        let dir = project(&[("a.c", source.as_str())]);
        margay(dir.path(), &["reach", target, "a.c", "--no-confirm", "--emit", "test"]);
        let run = || {
            let mut shell = Command::new("sh");
            shell.arg(dir.path().join("test/run.sh")).current_dir("/").env("CC", &clang.path);
            let output = shell.output().expect("a shell");
            (output.status.code(), text(&output.stdout) + &text(&output.stderr))
        };
        let (code, said) = run();
        assert_eq!(code, Some(0), "{said}");
        assert!(said.starts_with(&format!("{name} was reached\n")), "{said}");
        // Without the input, the program comes to its end.
        std::fs::write(dir.path().join("test/inputs.txt"), "").expect("no inputs");
        let (code, said) = run();
        assert_eq!((code, said.as_str()), (Some(1), format!("{name} was not reached\n").as_str()));
    }
}

/// What a stream says of its end depends on what was read, and stays until the program clears it.
#[test]
fn a_stream_does_not_contradict_itself() {
    let source = "#include <stdio.h>
        int main(void) {
            if (feof(stdin))
                return 1;
            int c = getchar();
            if (feof(stdin)) {
                if (!feof(stdin))
                    return 2;
                if (c != EOF)
                    return 3;
                if (getchar() != EOF)
                    return 4;
                clearerr(stdin);
                if (feof(stdin))
                    return 5;
                if (getchar() != EOF)
                    puts(\"again\");
            }
            if (c == EOF && ferror(stdin))
                puts(\"error\");
            return 0;
        }";
    for line in [4, 8, 10, 12, 15] {
        assert_eq!(verdict(source, &format!("a.c:{line}")), "unreachable", "{line}");
    }
    for line in [17, 20] {
        assert_eq!(verdict(source, &format!("a.c:{line}")), "reached", "{line}");
    }
}

/// The native run is told the same by functions that do not lock the stream.
#[test]
fn streams_without_locks_are_confirmed() {
    let source = "#define _GNU_SOURCE
        #include <stdio.h>
        int main(void) {
            char line[8];
            if (!fgets_unlocked(line, sizeof line, stdin) || !feof_unlocked(stdin)) return 0;
            clearerr_unlocked(stdin);
            if (fread_unlocked(line, 1, 4, stdin) != 2 || ferror_unlocked(stdin)) return 0;
            if (fputs_unlocked(line, stdout) < 0 && fileno_unlocked(stdin) == 0)
                puts(\"here\");
            return 0;
        }";
    assert_eq!(verdict(source, "a.c:9"), "reached");
}
