//! The options of `margay check`, and the settings of a project.

use super::{margay, project, text};
use std::path::Path;
use std::process::Output;

/// Checks without replaying.
fn run(dir: &Path, args: &[&str]) -> Output {
    margay(dir, &[&["check", "--no-confirm"], args].concat())
}

/// Whether the lines marked `// here` are found with these options, and nothing else.
fn check(source: &str, options: &[&str], expected: bool) {
    let dir = project(&[("a.c", source)]);
    let output = run(dir.path(), &[&["a.c"], options].concat());
    let (shown, errors) = (text(&output.stdout), text(&output.stderr));
    let code = if expected { 2 } else { 0 };
    assert_eq!(output.status.code(), Some(code), "{options:?}\n{shown}{errors}");
    let marked = source.lines().position(|line| line.contains("// here")).expect("a mark");
    let place = format!("--> a.c:{}:", marked + 1);
    assert_eq!(shown.contains(&place), expected, "{options:?}\n{shown}");
}

const DIVIDES: &str = "int main(int argc, char **argv) {\n    return 8 / (argc - 2); // here\n}\n";

#[test]
fn arguments() {
    let source = "int main(int argc, char **argv) {
        if (argc != 4) return 0;
        for (int i = 0; i < 5; i++) if (!argv[3][i]) return 0;
        return 1 / (argc - 4); // here
    }";
    check(source, &[], false);
    check(source, &["--sym-args", "0", "3", "5"], true);
    check(source, &["--sym-args", "3", "3", "4"], false);
    check(source, &["--sym-args", "0", "2", "5"], false);
}

/// Of all inputs that lead to a fault, one is shown that a person can read.
#[test]
fn input_in_letters() {
    let source = "#include <stdio.h>
    int main(int argc, char **argv) {
        char line[8];
        if (argc != 2 || argv[1][0] == 0 || argv[1][0] == 'a') return 0;
        if (!fgets(line, sizeof line, stdin) || line[0] != '[' || line[2] != ']') return 0;
        return 1 / (argc - 2);
    }";
    let dir = project(&[("a.c", source)]);
    let shown = text(&run(dir.path(), &["a.c"]).stdout);
    assert!(shown.contains("argv[1] = \"0\""), "{shown}");
    assert!(shown.contains("stdin = \"[a]"), "{shown}");
}

/// The lines of the findings of a program, in their order, each with its likelihood.
fn likelihoods(source: &str) -> Vec<(u64, f64)> {
    let dir = project(&[("a.c", source)]);
    let output = text(&run(dir.path(), &["a.c", "--format", "json"]).stdout);
    let lines = output.lines().map(|line| serde_json::from_str(line).expect("JSON"));
    let findings = lines.filter(|line: &serde_json::Value| line["kind"] == "finding");
    let figures = findings.map(|finding| {
        let line = finding["location"]["line"].as_u64();
        (line.expect("a line"), finding["likelihood"].as_f64().expect("a likelihood"))
    });
    figures.collect()
}

/// The worst come first, and of those the likeliest.
#[test]
fn likelihood_orders_findings() {
    let source = "#include <stdlib.h>
    static void lose(void) {
        malloc(4);
    }
    int main(int argc, char **argv) {
        char buffer[4] = {0};
        int c = argc;
        if (argc == 2) {
            if (argv[1][0] == 'x') return 1 / (c - 2);
            if (argv[1][0] < 0) return buffer[c + 2];
            return 0;
        }
        lose();
        return 1 / (c - argc);
    }
    ";
    assert_eq!(likelihoods(source), [(14, 0.6667), (10, 0.1667), (9, 0.001302), (3, 0.3333)]);
    let dir = project(&[("a.c", source)]);
    let shown = text(&run(dir.path(), &["a.c"]).stdout);
    let lines = shown.lines().filter(|line| line.contains("likelihood")).map(str::trim_start);
    let lines: Vec<&str> = lines.collect();
    let expected = ["67% of inputs", "17% of inputs", "1 in 768 inputs", "33% of inputs"];
    assert_eq!(lines, expected.map(|words| format!("= likelihood: {words}")));
}

/// What the outside is, and what harnesses assume, makes no path rarer.
#[test]
fn likelihood_is_among_possible_inputs() {
    let harness = "int klee_range(int, int, const char *);
    void klee_assume(unsigned long);
    int __VERIFIER_nondet_int(void);
    int main(void) {
        int day = klee_range(0, 8, \"day\");
        int x = __VERIFIER_nondet_int();
        klee_assume(x > 0);
        if (day != 5 || x % 2) return 0;
        return 1 / (day - 5);
    }";
    assert_eq!(likelihoods(harness), [(9, 0.0625)]);
    // A caller passes null, or does not; where a pointer leads is not for the input to say.
    let alone = "struct list { struct list *next; unsigned char n; };
    int last(struct list *list) {
        if (list->next == 0) return list->next->n;
        return list->next->n < 64 ? 1 / (list->next->n / 64) : 0;
    }";
    assert_eq!(likelihoods(alone), [(3, 0.5), (4, 0.125)]);
}

#[test]
fn bytes_of_standard_input() {
    let lines = "#include <stdio.h>
    #include <string.h>
    int main(void) {
        char a[8], b[8];
        if (!fgets(a, sizeof a, stdin) || !fgets(b, sizeof b, stdin)) return 0;
        return 1 / (strlen(a) + strlen(b) < 6); // here
    }";
    check(lines, &[], true);
    check(lines, &["--sym-stdin", "6"], true);
    check(lines, &["--sym-stdin", "5"], false);
    let characters = "#include <stdio.h>
    int main(void) {
        int n = 0;
        while (getchar() != EOF) n++;
        return 1 / (n - 4); // here
    }";
    check(characters, &[], true);
    check(characters, &["--sym-stdin", "4"], true);
    check(characters, &["--sym-stdin", "3"], false);
    let blocks = "#include <stdio.h>
    #include <unistd.h>
    int main(void) {
        char a[16];
        size_t n = fread(a, 2, 3, stdin);
        ssize_t m = read(0, a, sizeof a);
        return 1 / (m < 0 || 2 * n + m < 8); // here
    }";
    check(blocks, &[], true);
    check(blocks, &["--sym-stdin", "8"], true);
    check(blocks, &["--sym-stdin", "7"], false);
    let words = "#include <stdio.h>
    #include <string.h>
    int main(void) {
        char a[8], c;
        if (scanf(\"%7s%c\", a, &c) != 2) return 0;
        return 1 / (strlen(a) < 4); // here
    }";
    check(words, &[], true);
    check(words, &["--sym-stdin", "5"], true);
    check(words, &["--sym-stdin", "4"], false);
    let overflow = "#include <stdio.h>
    int main(void) {
        char a[8];
        return scanf(\"%s\", a); // here
    }";
    check(overflow, &[], true);
    check(overflow, &["--sym-stdin", "8"], true);
    check(overflow, &["--sym-stdin", "7"], false);
}

#[test]
fn files() {
    let source = |name: &str| {
        format!(
            "#include <stdio.h>
            int main(void) {{
                FILE *f = fopen(\"{name}\", \"r\");
                if (!f) return 0;
                int n = 0;
                while (getc(f) != EOF) n++;
                fclose(f);
                return 1 / (n - 3); // here
            }}"
        )
    };
    check(&source("settings"), &[], true);
    check(&source("settings"), &["--sym-files", "1", "9"], false);
    check(&source("A"), &["--sym-files", "1", "3"], true);
    check(&source("A"), &["--sym-files", "1", "2"], false);
    check(&source("B"), &["--sym-files", "1", "9"], false);
}

#[test]
fn limits_cut_and_say_so() {
    let source = "#include <stdio.h>
    int main(void) {
        int n = 0;
        while (getchar() == 'x') n++;
        for (volatile int i = 0; i < 10000; i++) ;
        return 1 / (n - 20); // here
    }";
    check(source, &[], true);
    for (option, value) in [
        ("--max-steps", "1000"),
        ("--max-paths", "2"),
        ("--max-queries", "5"),
        ("--max-loop", "7"),
        ("--timeout", "0"),
    ] {
        let dir = project(&[("a.c", source)]);
        // What lies after a loop is found even so, unless that is turned off. Merged, all paths are fewer than any
        // limit of them.
        let more: &[&str] = match option {
            "--max-loop" => &["--no-widen"],
            "--max-paths" => &["--no-merge"],
            _ => &[],
        };
        let output = run(dir.path(), &[&["a.c", option, value], more].concat());
        let shown = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{option}\n{shown}");
        assert!(shown.contains("truncated"), "{option}\n{shown}");
        let kind = if option == "--max-loop" { "truncated loops: " } else { "limits reached: " };
        assert!(shown.contains(kind), "{option}\n{shown}");
    }
    let recursion = "#include <stdio.h>
    int f(int n) { return getchar() == 'x' ? f(n + 1) : n; }
    int main(void) { return 1 / (f(0) - 20); } // here";
    check(recursion, &[], true);
    check(recursion, &["--max-depth", "10"], false);
}

#[test]
fn rules_are_chosen() {
    check(DIVIDES, &["--rules", "memory-leak,division-by-zero"], true);
    check(DIVIDES, &["--rules", "memory-leak"], false);
    check(DIVIDES, &["--disable", "division-by-zero"], false);
    check(DIVIDES, &["--disable", "memory-leak"], true);
    let dir = project(&[("a.c", DIVIDES)]);
    for option in ["--rules", "--disable"] {
        let output = run(dir.path(), &["a.c", option, "memory-leek"]);
        assert_eq!(output.status.code(), Some(1));
        let message =
            "margay: error: there is no rule `memory-leek`; did you mean `memory-leak`?\n";
        assert_eq!(text(&output.stderr), message);
    }
}

#[test]
fn what_is_wrong_with_options_is_told() {
    let dir = project(&[("a.c", DIVIDES), ("broken.json", "{")]);
    for (options, words) in [
        (&["--sym-args", "2", "1", "4"][..], "minimum of 2 above its maximum of 1"),
        (&["--sym-args", "0", "9999", "4"], "at most 1024 arguments"),
        (&["--sym-files", "27", "4"], "at most 26 files"),
        (&["--sym-args", "1", "2"], "3 values required"),
        (&["--baseline", "none.json"], "cannot read none.json"),
        (&["--baseline", "broken.json"], "broken.json is no baseline: it is damaged"),
        (&["--config", "none.toml"], "cannot read none.toml"),
        (&["-o", "no/where.txt"], "cannot write no/where.txt"),
    ] {
        let output = run(dir.path(), &[&["a.c"], options].concat());
        assert_eq!(output.status.code(), Some(1), "{options:?}");
        assert!(text(&output.stderr).contains(words), "{options:?} {}", text(&output.stderr));
    }
}

#[test]
fn comments_and_baselines_suppress() {
    let ignored = DIVIDES.replace("// here", "// margay-ignore: division-by-zero -- known // here");
    check(&ignored, &[], false);
    let dir = project(&[("a.c", DIVIDES)]);
    for format in ["json", "sarif"] {
        let written = run(dir.path(), &["a.c", "--format", format, "-o", "known"]);
        assert_eq!((written.status.code(), text(&written.stdout).as_str()), (Some(2), ""));
        let again = run(dir.path(), &["a.c", "--baseline", "known"]);
        assert_eq!(again.status.code(), Some(0), "{}", text(&again.stdout));
        assert!(text(&again.stdout).contains("nothing new found"), "{}", text(&again.stdout));
    }
}

#[test]
fn settings_of_a_project() {
    let settings = "clang-flags = [\"-Iinclude\"]\nexclude = [\"old\"]\n[check]\n\
                    disable = [\"division-by-zero\"]\nformat = \"json\"\n";
    let source = format!("#include \"nothing.h\"\n{DIVIDES}");
    let dir = project(&[
        ("margay.toml", settings),
        ("src/a.c", &source),
        ("src/old/b.c", "this is no C"),
        ("old/c.c", "this is no C"),
        ("include/nothing.h", ""),
    ]);
    let all = run(dir.path(), &["."]);
    assert_eq!(all.status.code(), Some(3), "only `old` itself is excluded");
    std::fs::remove_dir_all(dir.path().join("src/old")).expect("removed");
    // From another directory too.
    let from_below = run(&dir.path().join("src"), &["a.c"]);
    for output in [run(dir.path(), &["."]), from_below] {
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(text(&output.stdout).starts_with('{'), "{}", text(&output.stdout));
    }
    // The command line goes first.
    let output = run(dir.path(), &[".", "--disable", "memory-leak", "--format", "text"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert!(text(&output.stdout).contains("--> src/a.c:3:"), "{}", text(&output.stdout));
    // A file that is named is analysed, excluded or not.
    assert_eq!(run(dir.path(), &["old/c.c"]).status.code(), Some(3));
    std::fs::write(dir.path().join("margay.toml"), "[check]\nmax-step = 1\n").expect("a file");
    let output = run(dir.path(), &["src/a.c"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(text(&output.stderr).contains("did you mean `max-steps`?"), "{}", text(&output.stderr));
}

/// What `--explain-path` says of each line, in order.
fn way(source: &str) -> Vec<String> {
    let dir = project(&[("a.c", source)]);
    let output = run(dir.path(), &["a.c", "--explain-path"]);
    let shown = text(&output.stdout);
    let steps = shown.lines().filter_map(|line| line.trim_start().split_once(". a.c:"));
    let steps = steps.filter_map(|(_, rest)| {
        let (place, said) = rest.split_once(": ")?;
        Some(format!("{}: {said}", place.split(':').next()?))
    });
    steps.collect()
}

#[test]
fn the_way_is_told_as_the_source_has_it() {
    let source = "#include <stdio.h>
    int main(void) {
        int c = getchar();
        if (c == EOF) return 1;
        if (!(c == 'a')) return 1;
        int d = getchar();
        if (c != d) puts(\"differ\"); else return 1;
        if (d == 'x' || d != 'd') return 1;
        int both = c == 'b' || d == 'd', rounds = 0;
        do rounds++, d = getchar(); while (d == 'z');
        return 1 / (both && (rounds < 2 || d != 'q'));
    }";
    let expected = [
        "4: taking the false branch",
        "5: taking the false branch",
        "7: taking the true branch",
        "8: taking the false branch",
        "8: taking the false branch",
        "10: taking the true branch",
        "10: taking the false branch",
    ];
    assert_eq!(way(source), expected);
    let source = "#include <stdio.h>
    #include <stdlib.h>
    int main(void) {
        char *line = NULL;
        size_t size = 0;
        long length = getline(&line, &size, stdin);
        int *kept = malloc(sizeof *kept);
        *kept = 1 / (length - 5);
        free(line);
        free(kept);
        return 0;
    }";
    // One of the null pointer, one of the division.
    assert_eq!(way(source), ["6: `getline` fails", "6: `getline` succeeds"]);
}

#[test]
fn arguments_that_main_does_not_take_are_not_told() {
    let source = "#include <stdio.h>
    int main(void) { return 1 / (getchar() - 'a'); }";
    let dir = project(&[("a.c", source)]);
    let shown = text(&run(dir.path(), &["a.c"]).stdout);
    assert!(shown.contains("stdin = \"a\""), "{shown}");
    assert!(!shown.contains("argc"), "{shown}");
}

/// A switch asks for one target after the other, and is no loop for it.
#[test]
fn a_switch_is_no_loop() {
    let cases: String = (0..64).map(|n| format!("case {}: return {n};\n", n * 7)).collect();
    let source = format!(
        "#include <stdio.h>
        int main(void) {{
            int n = getchar() * 2;
            switch (n) {{ {cases} }}
            return 0;
        }}"
    );
    let dir = project(&[("a.c", &source)]);
    let shown = text(&run(dir.path(), &["a.c"]).stdout);
    assert!(shown.contains("every path was explored"), "{shown}");
    let looping = "#include <stdio.h>
    int main(void) {
        for (;;) switch (getchar()) { case EOF: return 0; case 'a': break; default: break; }
    }";
    let dir = project(&[("a.c", looping)]);
    let shown = text(&run(dir.path(), &["a.c"]).stdout);
    assert!(shown.contains("truncated loops"), "{shown}");
}

/// Hard queries on floats are left undecided, and the check ends.
#[test]
fn hard_floats_are_undecided() {
    let source = "#include <stdio.h>
    int main(void) {
        double a, b, c, d;
        if (scanf(\"%lf%lf%lf%lf\", &a, &b, &c, &d) != 4) return 1;
        if (a * b - c * d < 1e6) puts(\"x\");
        return 0;
    }";
    let dir = project(&[("a.c", source)]);
    let started = std::time::Instant::now();
    let shown = text(&run(dir.path(), &["a.c", "--timeout", "3"]).stdout);
    // Generous: machines that test are busy.
    assert!(started.elapsed().as_secs() < 20, "{:?}\n{shown}", started.elapsed());
    assert!(!shown.contains("every path was explored"), "{shown}");
}

/// What `--stats` shows after a name.
fn shown_as(shown: &str, name: &str) -> String {
    let line = shown.lines().find_map(|line| line.trim_start().strip_prefix(name));
    let line = line.unwrap_or_else(|| panic!("no {name} in\n{shown}"));
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn statistics() {
    let source = "#include <stdio.h>
    #include <stdlib.h>
    static int sign(int n) {
        if (n < 0) return -1;
        return n > 0;
    }
    static int half(int n) {
        if (n > 100) exit(1);
        return n / 2;
    }
    int unused(void) { return 1; }
    static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
    int main(void) {
        int c = getchar(), numbers[2] = { 2, 1 };
        if (c != EOF && c < 0) return half(7);
        qsort(numbers, 2, sizeof *numbers, compare);
        return sign(c) + half(200);
    }";
    let dir = project(&[("a.c", source)]);
    let quiet = text(&run(dir.path(), &["a.c"]).stdout);
    assert!(!quiet.contains("statistics:"), "{quiet}");
    let shown = text(&run(dir.path(), &["a.c", "--stats"]).stdout);
    assert_eq!(shown_as(&shown, "a.c: compare"), "1 of 1 100%");
    assert_eq!(shown_as(&shown, "a.c: unused"), "1 of 1 100%");
    // What follows a call that does not return is not reached.
    let (sign, half) = (shown_as(&shown, "a.c: sign"), shown_as(&shown, "a.c: half"));
    assert!(sign.ends_with("100%"), "{shown}");
    assert!(half.starts_with("2 of 3 "), "{shown}");
    assert!(!shown_as(&shown, "a.c: main").ends_with("100%"), "{shown}");
    assert!(!shown.contains("<margay>"), "{shown}");
    assert_eq!(shown_as(&shown, "paths truncated"), "0");
    assert_ne!(shown_as(&shown, "states forked"), "0");
    assert_ne!(shown_as(&shown, "solver queries"), "0");
    let json = text(&run(dir.path(), &["a.c", "--stats", "--format", "json"]).stdout);
    let summary = json.lines().last().expect("a summary");
    assert!(
        summary.contains(r#""function":"half"},"reached":2,"blocks":3,"paths":1}"#),
        "{summary}"
    );
    assert!(summary.contains(r#""loops":{"unrolled":"#), "{summary}");
    assert!(summary.contains(r#""solver":{"rewriting":"#), "{summary}");
    let sarif = text(&run(dir.path(), &["a.c", "--stats", "--format", "sarif"]).stdout);
    assert!(sarif.contains(r#""coverage""#), "{sarif}");
}

/// A block counts as reached on whichever path it was, and dead code does not count at all.
#[test]
fn every_block_is_counted() {
    let source = "#include <stdio.h>
    static int all(int c) {
        int n = 0;
        switch (c) {
            case 'a': n = 1; break;
            case 'b': n = 2;
            default: n += 3;
        }
        for (int i = 0; i < 3; i++) {
            if (i == 1) continue;
            n += i > 0 && c > 'x' ? i : 2;
        }
        do n--; while (n > 5);
        while (n > 0) { if (n == 3) break; n--; }
        if (n == 77) goto out;
        return n;
        n = 8;
    out:
        return 0;
    }
    int main(void) { return all(getchar()); }";
    let dir = project(&[("a.c", source)]);
    let shown = text(&run(dir.path(), &["a.c", "--stats"]).stdout);
    let all = shown_as(&shown, "a.c: all");
    let (reached, blocks) = all.split_once(" of ").expect("two numbers");
    let number = |text: &str| text.split(' ').next().and_then(|n| n.parse::<u64>().ok());
    let (reached, blocks) = (number(reached).expect("one"), number(blocks).expect("one"));
    // `goto out` is not, nor what it goes to.
    assert_eq!(reached + 2, blocks, "{shown}");
    assert!(shown_as(&shown, "a.c: main").ends_with("100%"), "{shown}");
}

/// What became of the loops of a program: how many were unrolled, and how many cut.
fn loops(body: &str, more: &[&str]) -> [u64; 3] {
    let source = format!("#include <setjmp.h>\n#include <stdio.h>\n#include <stdlib.h>\n{body}");
    let dir = project(&[("a.c", &source)]);
    let shown = text(&run(dir.path(), &[&["a.c", "--stats"], more].concat()).stdout);
    let number = |name| shown_as(&shown, name).parse().unwrap_or_else(|_| panic!("{shown}"));
    ["loops unrolled", "loops widened", "loops cut"].map(number)
}

#[test]
fn visits_of_loops_are_counted() {
    let unrolled = |body| {
        let [unrolled, _, cut] = loops(body, &[]);
        assert_eq!(cut, 0, "{body}");
        unrolled
    };
    assert_eq!(unrolled("int main(void) { return 0; }"), 0);
    let nested = "int main(void) {
        int n = 0;
        for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++) n++;
        do n--; while (n > 0);
        return n;
    }";
    assert_eq!(unrolled(nested), 1 + 3 + 1);
    let called = "static int sum(int n) { int s = 0; while (n) s += n--; return s; }
    int main(void) { int s = 0; for (int i = 0; i < 4; i++) s += sum(i); return s == 0; }";
    assert_eq!(unrolled(called), 1 + 4);
    let left = "int main(void) {
        for (int i = 0; i < 9; i++) for (int j = 0; j < 9; j++) if (i + j == 4) goto out;
    out:
        return 0;
    }";
    assert_eq!(unrolled(left), 2);
    let returned = "static int first(int n) { for (;;) if (n-- == 3) return n; }
    int main(void) { return first(7) - 2; }";
    assert_eq!(unrolled(returned), 1);
    let past_the_header = "int main(void) {
        int n = 0;
        goto middle;
    head:
        n += 2;
    middle:
        if (n++ < 20) goto head;
        return 0;
    }";
    assert_eq!(unrolled(past_the_header), 1);
    // The loop that is jumped out of has not come to its end.
    let jumped = "static jmp_buf buffer;
    static void hop(int n) { if (n < 3) longjmp(buffer, 1); }
    int main(void) {
        volatile int n = 0;
        setjmp(buffer);
        for (int i = 0; i < 5; i++) if (i == 2) hop(n++);
        return 0;
    }";
    assert_eq!(unrolled(jumped), 1);
    // Where the input says when it ends, nothing was unrolled.
    let chosen = "int main(int argc, char **argv) {
        int n = 0;
        for (int i = 0; i < argc; i++) n++;
        return n == 0;
    }";
    assert_eq!(unrolled(chosen), 0);
    let in_it = "int main(int argc, char **argv) {
        int n = 0;
        for (int i = 0; i < 3; i++) if (argc > i) n++;
        return n == 0;
    }";
    assert_ne!(unrolled(in_it), 0);
    let endless = "int main(void) { while (getchar() == 'x') ; return 0; }";
    assert_eq!(loops(endless, &[]), [0, 1, 0]);
    assert_eq!(loops(endless, &["--no-widen"]), [0, 0, 1]);
}
