//! `margay reach`: what the outside may say, and what it never does.
//!
//! A replay hands the answers back that a path rests on, so it contradicts none that no system gives:
//! that they are never given has to be seen here. Lines that print say what is expected of them.

use super::{margay, project, text};

/// Reaches each line that says `// reached` or `// never`.
fn check(source: &str) {
    let dir = project(&[("a.c", source)]);
    for (number, line) in (1..).zip(source.lines()) {
        let Some((_, expected)) = line.split_once("// ") else { continue };
        let target = format!("a.c:{number}");
        let output = margay(dir.path(), &["reach", &target]);
        let said = text(&output.stdout) + &text(&output.stderr);
        let verdict = said.lines().next().unwrap_or_default();
        let confirmed = said.contains("= confirmed: replayed under a breakpoint, same line");
        match expected {
            "reached" => assert!(verdict == "reached" && confirmed, "{line}\n{said}"),
            "never" => assert_eq!(verdict, "unreachable", "{line}\n{said}"),
            "unknown" => assert_eq!(verdict, "unknown", "{line}\n{said}"),
            other => panic!("{other}"),
        }
    }
}

#[test]
fn no_digit_stands_behind_a_number() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            int a, b;
            double d;
            char line[20];
            if (scanf("%d %d", &a, &b) != 2) return 0;
            int c = getchar();
            if (c >= '0' && c <= '9')
                puts("digit"); // never
            if (c == '-' && a == 5 && b == -7)
                puts("sign"); // reached
            if (c == EOF)
                puts("end"); // reached
            if (scanf("%2d%x", &a, &b) != 2) return 0;
            c = getchar();
            if (c == 'e')
                puts("digit of base 16"); // never
            if (c == 'g')
                puts("letter"); // reached
            if (scanf("%lf", &d) != 1 || !fgets(line, sizeof line, stdin)) return 0;
            if (d > 1 && d < 9 && line[0] == '6')
                puts("digit"); // never
            if (d > 1e300 && line[0] == '6')
                puts("behind `inf`"); // reached
            if (d > 1 && d < 9 && line[0] == '\n')
                puts("empty line"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn no_number_stands_where_none_was_read() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            int a;
            if (scanf("%d", &a) != 0) return 0;
            int c = getchar();
            if (c == '4')
                puts("digit"); // never
            if (c == 'x')
                puts("letter"); // reached
            return 0;
        }"#,
    );
    // A sign alone is taken, and a number may stand behind it.
    check(
        r#"#include <stdio.h>
        int main(void) {
            int a;
            if (scanf("%d", &a) == 0 && scanf("%d", &a) == 1)
                puts("+-5"); // unknown
            return 0;
        }"#,
    );
}

#[test]
fn white_space_stands_behind_a_word_that_is_not_cut() {
    check(
        r#"#include <stdio.h>
        #include <string.h>
        int main(void) {
            char word[8], all[20];
            if (scanf("%7s", word) != 1) return 0;
            int c = getchar();
            if (strlen(word) < 7 && c == 'q')
                puts("letter"); // never
            if (strlen(word) == 7 && c == 'q')
                puts("cut"); // reached
            if (strlen(word) < 7 && c == '\t')
                puts("tab"); // reached
            if (scanf("%19s ", all) != 1) return 0;
            c = getchar();
            if (c == ' ')
                puts("space behind all of it"); // never
            if (c == 'a')
                puts("next word"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn sets_take_what_they_name() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            char some[20], c;
            if (scanf("%[a-c ]%c", some, &c) != 2) return 0;
            if (some[1] == ' ' && c == 'd')
                puts("behind the set"); // reached
            if (some[0] == 'd' || c == 'b')
                puts("no"); // unknown
            return 0;
        }"#,
    );
}

#[test]
fn what_is_given_back_comes_again() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            int first = getchar();
            if (first == EOF) return 0;
            ungetc(first, stdin);
            int again = getchar();
            if (first != again)
                puts("another one"); // never
            if (again == 'k' && getchar() == 'l')
                puts("next"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn a_process_is_itself_alone() {
    check(
        r#"#define _GNU_SOURCE
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
            int own = getpid();
            if (own <= 0 || own != getpid())
                puts("another"); // never
            if (own == getppid() || own != gettid())
                puts("parent"); // never
            if (getppid() < 0)
                puts("none"); // never
            if (getppid() == 0)
                puts("out of sight"); // reached
            if (getuid() != getuid() || getpgid(0) != getpgrp())
                puts("changed"); // never
            if (getpgrp() == own && getuid() != geteuid())
                puts("leader"); // reached
            int child = fork();
            if (child == own)
                puts("own child"); // never
            if (child == 0 && getpid() == own)
                puts("same"); // never
            if (child == 0 && getpid() > own)
                puts("child"); // reached
            if (child > 0 && getpid() != own)
                puts("not the parent"); // never
            return 0;
        }"#,
    );
    // Who sets it may see it change.
    check(
        r#"#include <stdio.h>
        #include <unistd.h>
        int main(void) {
            int user = getuid();
            if (setuid(5) == 0 && getuid() != user)
                puts("changed"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn processes_end_in_a_way_that_there_is() {
    check(
        r#"#include <stdio.h>
        #include <sys/wait.h>
        #include <unistd.h>
        int main(void) {
            int how, own = getpid(), child = fork();
            if (child <= 0) return 0;
            if (waitpid(child, &how, WNOHANG) > 0) {
                if (!WIFEXITED(how) && !WIFSIGNALED(how))
                    puts("neither"); // never
                if (WIFSIGNALED(how) && WTERMSIG(how) == 9)
                    puts("killed"); // reached
                if (WIFEXITED(how) && WEXITSTATUS(how) == 3)
                    puts("exit"); // reached
                return 0;
            }
            int found = waitpid(child, &how, 0);
            if (found == 0 || (found > 0 && found != child))
                puts("another"); // never
            if (found == child)
                puts("the one"); // reached
            found = waitpid(-1, &how, WUNTRACED);
            if (found == own)
                puts("own child"); // never
            if (found > 0 && WIFSTOPPED(how) && WSTOPSIG(how) == 0)
                puts("no signal"); // never
            if (found > 0 && WIFSTOPPED(how) && WSTOPSIG(how) == 19)
                puts("stopped"); // reached
            if (found > 0 && WIFCONTINUED(how))
                puts("nobody asked"); // never
            if (wait(&how) > 0 && WIFSTOPPED(how))
                puts("nobody asked"); // never
            return 0;
        }"#,
    );
}

/// The text is cut, not read byte by byte, which takes minutes.
#[test]
fn a_character_between_numbers_is_found() {
    check(
        r#"#include <stdio.h>
        int main(int argc, char **argv) {
            int a, b;
            char c, d[4];
            if (argc == 2 && sscanf(argv[1], "%d%c%d", &a, &c, &b) == 3) {
                if (c == '/' && a + b == 77)
                    puts("sum"); // reached
                if (c == 'x' && b == 0)
                    puts("size"); // reached
            }
            if (argc == 3 && sscanf(argv[1], "%d%3[a-z]", &a, d) == 2 && d[1] == 'b' && a == 12)
                puts("unit"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn text_that_is_no_number_is_told() {
    check(
        r#"#include <errno.h>
        #include <limits.h>
        #include <stdio.h>
        #include <stdlib.h>
        int main(int argc, char **argv) {
            char line[40], *end;
            if (argc != 2) return 0;
            long number = strtol(argv[1], &end, 10);
            if (end == argv[1] && *end == '?')
                puts("none"); // reached
            if (end == argv[1] && number != 0)
                puts("none that is some"); // unknown
            if (end != argv[1] && *end == 'k')
                puts("behind it"); // reached
            if (number == 12 && *end == '%')
                puts("behind it"); // reached
            if (number == -3 && *end == '\0')
                puts("all of it"); // reached
            if (!fgets(line, sizeof line, stdin)) return 0;
            errno = 0;
            unsigned long large = strtoul(line, &end, 0);
            if (large == ULONG_MAX && errno == ERANGE && *end == '\n')
                puts("too large"); // reached
            return 0;
        }"#,
    );
}
