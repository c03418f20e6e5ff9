//! Findings replayed natively: what a sanitizer confirms, and that nothing gets out.
//!
//! A machine whose clang has no sanitizers passes these tests without having run them.

use super::{margay, project, text};
use std::process::Command;
use std::time::{Duration, Instant};

/// The line of the source that is marked as faulty.
fn marked(source: &str) -> usize {
    1 + source.lines().position(|line| line.contains("// here")).expect("a mark")
}

/// Checks a program: the rule is found at the marked line, and confirmed by the tool.
fn check(rule: &str, by: &str, source: &str) {
    check_files(rule, by, &[("a.c", source)]);
}

fn check_files(rule: &str, by: &str, files: &[(&str, &str)]) {
    let dir = project(files);
    let names: Vec<&str> = files.iter().map(|(name, _)| *name).collect();
    let output = margay(dir.path(), &[&["check"], &names[..]].concat());
    let (shown, errors) = (text(&output.stdout), text(&output.stderr));
    if errors.contains("has no sanitizers here") {
        eprintln!("not run: {errors}");
        return;
    }
    let (name, source) = files.iter().find(|(_, text)| text.contains("// here")).expect("a mark");
    let place = format!("--> {name}:{}:", marked(source));
    let finding = shown
        .split("\n\n")
        .find(|finding| finding.contains(&format!("[{rule}]")) && finding.contains(&place));
    let finding = finding.unwrap_or_else(|| panic!("no {rule} at {place}\n{shown}{errors}"));
    assert!(finding.contains(&format!("confirmed: replayed under {by}, same line")), "{finding}");
    assert!(!finding.contains("not confirmed"), "{finding}");
}

const ASAN: &str = "AddressSanitizer";
const UBSAN: &str = "UndefinedBehaviorSanitizer";

#[test]
fn an_argument() {
    check(
        "buffer-overflow",
        ASAN,
        "#include <string.h>
        int main(int argc, char **argv) {
            char name[4];
            if (argc < 2) return 1;
            strcpy(name, argv[1]); // here
            return name[0];
        }",
    );
}

#[test]
fn files_that_the_program_does_not_need() {
    check_files(
        "buffer-overflow",
        UBSAN,
        &[
            (
                "a.c",
                "int take(char *, int);
                int main(int argc, char **argv) { return take(argv[0], argc); }",
            ),
            // Bitcode can be made of it, an object cannot.
            ("b.c", "int unused(int c) { __asm__(\"no such instruction\"); return c; }"),
            ("c.c", "int take(char *p, int n) { char a[2]; a[n] = *p; return a[0]; } // here"),
        ],
    );
}

#[test]
fn a_line_of_standard_input() {
    check(
        "buffer-overflow",
        ASAN,
        r#"#include <stdio.h>
        #include <string.h>
        int main(void) {
            char line[16] = "", *copy, first[4];
            if (!fgets(line, sizeof line, stdin)) return 1;
            if (line[0] != '#' || line[5] != '!') return 0;
            for (copy = first; (*copy = line[copy - first]) != '!'; copy++) // here
                ;
            return first[0];
        }"#,
    );
}

#[test]
fn numbers_from_scanf() {
    check(
        "division-by-zero",
        UBSAN,
        r#"#include <stdio.h>
        int main(void) {
            int a; unsigned long b; double c;
            if (scanf("%d, %lu;%lf", &a, &b, &c) != 3) return 1;
            if (b < 5000000000) return 0;
            return 100 / (a + 77); // here
        }"#,
    );
}

#[test]
fn a_word_that_is_too_long_for_scanf() {
    check(
        "buffer-overflow",
        ASAN,
        r#"#include <stdio.h>
        int main(void) {
            char word[12];
            if (scanf("%s", word) != 1) return 1; // here
            return word[0];
        }"#,
    );
}

#[test]
fn chance_and_the_clock() {
    check(
        "division-by-zero",
        UBSAN,
        "#include <stdlib.h>
        #include <time.h>
        int main(void) {
            srand((unsigned)time(NULL));
            int first = rand(), second = rand();
            if (first != 77) return 0;
            return 10 / (second - 1000); // here
        }",
    );
}

#[test]
fn the_environment() {
    check(
        "null-dereference",
        UBSAN,
        r#"#include <stdlib.h>
        int main(void) {
            const char *mode = getenv("MODE");
            if (!mode || mode[0] != 'x' || mode[1] != 0) return 0;
            int *nothing = 0;
            return *nothing; // here
        }"#,
    );
}

#[test]
fn the_network() {
    check(
        "buffer-overflow",
        UBSAN,
        r#"#include <sys/socket.h>
        #include <unistd.h>
        int main(void) {
            unsigned char packet[8];
            int table[4] = {0};
            int fd = socket(AF_INET, SOCK_STREAM, 0);
            if (fd < 0) return 1;
            if (recv(fd, packet, sizeof packet, 0) == 3 && packet[0] == 9 && packet[1] < 9)
                table[packet[1]] = 1; // here
            close(fd);
            return table[0];
        }"#,
    );
}

#[test]
fn clocks_beside_calls_that_write_nothing() {
    check(
        "division-by-zero",
        UBSAN,
        r#"#include <sys/socket.h>
        #include <time.h>
        #include <unistd.h>
        int main(void) {
            int fd = socket(AF_INET, SOCK_STREAM, 0);
            if (fd < 0) return 1;
            char bytes[4];
            int peer = accept(fd, 0, 0);
            struct timespec first, second;
            clock_gettime(CLOCK_REALTIME, &first);
            clock_gettime(CLOCK_REALTIME, &second);
            long got = recvfrom(fd, bytes, sizeof bytes, 0, 0, 0);
            struct timespec third;
            clock_gettime(CLOCK_REALTIME, &third);
            close(fd);
            if (peer < 0) return 1;
            close(peer);
            if (got != 4 || first.tv_sec != 12345 || second.tv_sec != 77777) return 0;
            return 10 / (third.tv_sec != 4711); // here
        }"#,
    );
}

#[test]
fn files_with_wide_offsets() {
    check(
        "division-by-zero",
        UBSAN,
        r#"#define _FILE_OFFSET_BITS 64
        #include <dirent.h>
        #include <fcntl.h>
        #include <sys/mman.h>
        #include <unistd.h>
        int main(void) {
            DIR *directory = opendir("x");
            if (!directory) return 1;
            struct dirent *entry = readdir(directory);
            char name = entry ? entry->d_name[0] : 0;
            closedir(directory);
            int fd = open("x", O_RDONLY);
            if (fd < 0) return 1;
            off_t size = lseek(fd, 0, SEEK_END);
            char *bytes = mmap(0, 16, PROT_READ, MAP_PRIVATE, fd, 0);
            close(fd);
            if (bytes == MAP_FAILED) return 1;
            char byte = bytes[3];
            munmap(bytes, 16);
            if (name != 'q' || byte != 'z') return 0;
            return 10 / (size != 100); // here
        }"#,
    );
}

#[test]
fn a_path_that_is_gone() {
    check(
        "use-after-free",
        ASAN,
        r#"#include <stdlib.h>
        #include <string.h>
        #include <unistd.h>
        int main(void) {
            char *path = malloc(4);
            if (!path) return 1;
            strcpy(path, "abc");
            free(path);
            return rmdir(path); // here
        }"#,
    );
}

#[test]
fn how_a_command_ended_and_why_a_call_failed() {
    check(
        "division-by-zero",
        UBSAN,
        r#"#include <errno.h>
        #include <stdlib.h>
        #include <unistd.h>
        int main(void) {
            errno = 0;
            if (unlink("x") == 0 || errno == 0) return 0;
            if (getuid() < 0x80000000u) return 0;
            return 10 / (system("make") != 512); // here
        }"#,
    );
}

#[test]
fn a_file() {
    check(
        "signed-overflow",
        UBSAN,
        r#"#include <stdio.h>
        int main(void) {
            FILE *file = fopen("/etc/settings.conf", "r");
            if (!file) return 1;
            int c = fgetc(file), d = fgetc(file);
            fclose(file);
            if (c != 'n') return 0;
            return 2147483600 + d; // here
        }"#,
    );
}

#[test]
fn memory_that_runs_out() {
    check(
        "unchecked-allocation",
        UBSAN,
        "#include <stdlib.h>
        int main(void) {
            int *first = malloc(sizeof *first);
            if (!first) return 1;
            *first = 1;
            int *second = malloc(sizeof *second);
            *second = 2; // here
            free(second);
            free(first);
            return 0;
        }",
    );
}

#[test]
fn memory_that_is_gone() {
    check(
        "use-after-free",
        ASAN,
        "#include <stdlib.h>
        int main(int argc, char **argv) {
            char *p = malloc(8);
            if (!p) return 1;
            p[0] = 1;
            free(p);
            return argc > 1 ? p[0] : 0; // here
        }",
    );
}

#[test]
fn memory_that_is_forgotten() {
    check(
        "memory-leak",
        "LeakSanitizer",
        r#"#include <stdlib.h>
        static int work(int n) {
            char *p = malloc(100); // here
            if (!p) return 1;
            p[0] = (char)n;
            if (n > 1) return 2;
            free(p);
            return 0;
        }
        int main(int argc, char **argv) { return work(argc); }"#,
    );
}

#[test]
fn memory_that_was_never_written() {
    check(
        "uninitialised-read",
        "MemorySanitizer",
        r#"#include <stdio.h>
        int main(int argc, char **argv) {
            int value;
            if (argc > 1) value = 3;
            if (value == 3) puts("three"); // here
            return 0;
        }"#,
    );
}

#[test]
fn an_assertion() {
    check(
        "assertion-failed",
        ASAN,
        "#include <assert.h>
        #include <stdlib.h>
        int main(void) {
            int n = rand();
            assert(n != 4711); // here
            return 0;
        }",
    );
}

#[test]
fn a_symbolic_object() {
    check(
        "assertion-failed",
        ASAN,
        r#"void klee_make_symbolic(void *, unsigned long, const char *);
        int __VERIFIER_nondet_int(void);
        void __VERIFIER_assert(int);
        int main(void) {
            struct { short a; int b; } pair;
            klee_make_symbolic(&pair, sizeof pair, "the pair");
            if (pair.a != -2) return 0;
            __VERIFIER_assert(pair.b + __VERIFIER_nondet_int() != 12); // here
            return 0;
        }"#,
    );
}

#[test]
fn functions_that_are_defined_nowhere() {
    check(
        "division-by-zero",
        UBSAN,
        "int sensor(int channel);
        void settings(int *limit);
        double ratio(void);
        int main(void) {
            int limit = 0;
            if (sensor(1) != 12 || sensor(2) != 13) return 0;
            ratio();
            settings(&limit);
            if (limit != 99) return 0;
            return 5 / (limit - 99); // here
        }",
    );
}

/// What an external function without a model gets as `const` stays as it was, and what it writes is text that ends: no
/// stub of the replay may do otherwise.
#[test]
fn texts_that_unknown_functions_have_seen() {
    check(
        "buffer-overflow",
        ASAN,
        "#include <string.h>
        void fetch_line(char *to, size_t size);
        int main(void) {
            char line[8], copy[6];
            fetch_line(line, sizeof line);
            strcpy(copy, line); // here
            return copy[0];
        }",
    );
    let source = "
        #include <stdio.h>
        #include <string.h>

        struct entry {
            int id;
            char name[12];
        };

        void note(const char *text);
        enum level { LOW, HIGH };
        void note_at(enum level level, const char *text);
        void fetch_line(char *to, size_t size);
        int fetch_entry(struct entry *to);
        void log_at(enum level level, const char *format, ...);
        void lock(int *what);
        struct queue { int lock; int length; char items[4]; };

        int main(int argc, char **argv) {
            char word[8];
            for (int i = 1; i < argc; i++) {
                note(argv[i]);
                if (strcmp(argv[i], \"-v\") == 0)
                    puts(\"verbose\");
            }
            snprintf(word, sizeof word, \"%d\", argc);
            note(word);
            note_at(HIGH, word);
            size_t total = strlen(word);
            char line[300];
            fetch_line(line, sizeof line);
            total += strlen(line);
            struct entry entry;
            if (fetch_entry(&entry) == 0)
                total += strlen(entry.name);
            log_at(LOW, \"%s of %s\", word, argv[0]);
            total += strlen(argv[0]) + strlen(word);
            struct queue queue = {0, 2, {1, 2}};
            log_at(LOW, \"%p\", (void *)&queue);
            lock(&queue.lock);
            for (int i = 0; i < queue.length; i++)
                total += (size_t)queue.items[i];
            return total > 100;
        }
        ";
    let dir = project(&[("a.c", source)]);
    let output = margay(dir.path(), &["check", "a.c"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stdout));
}

#[test]
fn several_files_and_a_function_of_the_same_name() {
    // The program's own `random` must not be taken for the library's.
    let main = "#include <stdlib.h>
        long random(void);
        int divide(int);
        int main(void) { return random() == 5 && rand() == 6 ? divide(0) : 0; }";
    let other = "long random(void) { return 5; }
        int divide(int by) {
            return 10 / by; // here
        }";
    check_files("division-by-zero", UBSAN, &[("main.c", main), ("other.c", other)]);
}

#[test]
fn what_no_sanitizer_sees_is_said() {
    let source = "#include <stdio.h>\nint main(void) { char b[9]; return !fgets(b, 9, stdin) || printf(b); }";
    let dir = project(&[("a.c", source)]);
    let shown = text(&margay(dir.path(), &["check", "a.c"]).stdout);
    assert!(shown.contains("[format-string]"), "{shown}");
    assert!(shown.contains("no sanitizer sees format-string"), "{shown}");
    let untried = text(&margay(dir.path(), &["check", "--no-confirm", "a.c"]).stdout);
    assert!(!untried.contains("no sanitizer"), "{untried}");
}

const DIVISION: &str = "#include <stdlib.h>
int main(void) {
    int n = rand();
    return 10 / (n - 3); // here
}";

#[test]
fn a_record_is_replayed() {
    let dir = project(&[("a.c", DIVISION)]);
    let record = margay(dir.path(), &["check", "--no-confirm", "--format", "json", "a.c"]);
    std::fs::write(dir.path().join("found.json"), &record.stdout).expect("a record");
    let replay = margay(dir.path(), &["replay", "found.json"]);
    let (shown, errors) = (text(&replay.stdout), text(&replay.stderr));
    if errors.contains("has no sanitizers here") {
        return;
    }
    assert_eq!(replay.status.code(), Some(2), "{shown}{errors}");
    assert!(shown.contains("confirmed by UndefinedBehaviorSanitizer"), "{shown}");
    assert!(shown.contains("a.c:4:15: runtime error: division by zero"), "{shown}");
    // Addresses are places.
    assert!(shown.contains("#0 main ") && shown.contains("/a.c:4\n"), "{shown}");
    let none = margay(dir.path(), &["replay", "found.json", "--fingerprint", "nonsense"]);
    assert_eq!(none.status.code(), Some(1));
    assert!(text(&none.stderr).contains("found.json has no such finding"));
}

#[test]
fn a_test_runs_without_margay() {
    let dir = project(&[("a.c", DIVISION)]);
    let found = margay(dir.path(), &["check", "--no-confirm", "--emit-tests", "tests", "a.c"]);
    if text(&found.stderr).contains("has no sanitizers here") {
        return;
    }
    let test = dir.path().join("tests/division-by-zero-a-4");
    let clang = margay_frontend::clang::find().expect("a clang");
    let output = Command::new("sh")
        .arg(test.join("run.sh"))
        .current_dir("/")
        .env("CC", &clang.path)
        .output()
        .expect("a shell");
    let errors = text(&output.stderr);
    assert!(errors.contains("a.c:4:15: runtime error: division by zero"), "{errors}");
}

// --- Threads ---------------------------------------------------------------------------

/// Two threads that take locks, in an order that may differ.
fn two_locks(first: char, second: char) -> String {
    format!(
        "#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *unused) {{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b); // here
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}}
int main(void) {{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0)) return 1;
    pthread_mutex_lock(&{first});
    pthread_mutex_lock(&{second});
    pthread_mutex_unlock(&{second});
    pthread_mutex_unlock(&{first});
    return pthread_join(thread, 0);
}}"
    )
}

/// Two threads that change a number, perhaps with a lock.
fn two_writers(lock: &str, unlock: &str) -> String {
    format!(
        "#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int last;
static void *work(void *unused) {{
    {lock}
    last = 1; // here
    {unlock}
    return unused;
}}
int main(void) {{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0)) return 1;
    {lock}
    last = 2;
    {unlock}
    return pthread_join(thread, 0);
}}"
    )
}

/// Checks that a replay shows what a program does, and not once that is repaired in the same lines; and
/// so does a test without Margay.
fn check_repair(rule: &str, name: &str, faulty: &str, repaired: &str) {
    let dir = project(&[("a.c", faulty)]);
    let found = ["check", "--no-confirm", "--format", "json", "--emit-tests", "tests", "a.c"];
    let found = margay(dir.path(), &found);
    let record = text(&found.stdout);
    assert!(record.contains(&format!("\"rule\":\"{rule}\"")), "{record}");
    std::fs::write(dir.path().join("found.json"), &record).expect("a record");
    let script = dir.path().join("tests").join(name).join("run.sh");
    let clang = margay_frontend::clang::find().expect("a clang");
    let replay = || {
        let replay = margay(dir.path(), &["replay", "found.json"]);
        let mut test = Command::new("sh");
        let test = test.arg(&script).current_dir("/").env("CC", &clang.path).output();
        (text(&replay.stdout), test.expect("a shell"))
    };
    let (shown, test) = replay();
    assert!(shown.contains("confirmed by forced turns"), "{shown}");
    assert!(shown.contains("margay: shown: "), "{shown}");
    let said = text(&test.stdout);
    assert!(test.status.success() && said.contains("margay: shown: "), "{said}");
    std::fs::write(dir.path().join("a.c"), repaired).expect("a repair");
    let (shown, test) = replay();
    assert!(shown.contains("not confirmed: "), "{shown}");
    let said = text(&test.stdout);
    assert!(!test.status.success() && said.contains("it was not shown"), "{said}");
}

/// A thread that reads what another one frees; a lock keeps both apart.
fn reader_and_dropper(drop: &str) -> String {
    format!(
        "#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int *shared, last;
static void *reader(void *unused) {{
    pthread_mutex_lock(&lock);
    if (shared) last = *shared; // here
    pthread_mutex_unlock(&lock);
    return unused;
}}
static void *dropper(void *unused) {{
    pthread_mutex_lock(&lock);
    {drop}
    pthread_mutex_unlock(&lock);
    return unused;
}}
int main(void) {{
    if (!(shared = malloc(sizeof *shared))) return 1;
    *shared = 3;
    pthread_t threads[2];
    if (pthread_create(&threads[0], 0, reader, 0)) return 1;
    if (pthread_create(&threads[1], 0, dropper, 0)) return 1;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}}"
    )
}

#[test]
fn threads_are_led_to_what_sanitizers_show() {
    let faulty = reader_and_dropper("free(shared);");
    let name = format!("use-after-free-a-{}", marked(&faulty));
    let dir = project(&[("a.c", &faulty)]);
    let found = ["check", "--no-confirm", "--format", "json", "--emit-tests", "tests", "a.c"];
    let found = margay(dir.path(), &found);
    if text(&found.stderr).contains("has no sanitizers here") {
        return;
    }
    std::fs::write(dir.path().join("found.json"), &found.stdout).expect("a record");
    let script = dir.path().join("tests").join(name).join("run.sh");
    let clang = margay_frontend::clang::find().expect("a clang");
    let replay = || {
        let replay = margay(dir.path(), &["replay", "found.json"]);
        let mut test = Command::new("sh");
        let test = test.arg(&script).current_dir("/").env("CC", &clang.path).output();
        (text(&replay.stdout), test.expect("a shell"))
    };
    let (shown, test) = replay();
    assert!(shown.contains("confirmed by AddressSanitizer with forced turns"), "{shown}");
    let errors = text(&test.stderr);
    assert!(!test.status.success() && errors.contains("heap-use-after-free"), "{errors}");
    let repaired = reader_and_dropper("free(shared), shared = 0;");
    std::fs::write(dir.path().join("a.c"), repaired).expect("a repair");
    let (shown, test) = replay();
    let why = "not confirmed: ran to its end, though its threads were led";
    assert!(shown.contains(why), "{shown}");
    let said = text(&test.stdout);
    assert!(test.status.success() && said.contains("it was not shown"), "{said}");
}

#[test]
fn threads_that_wait_for_each_other() {
    let (faulty, repaired) = (two_locks('b', 'a'), two_locks('a', 'b'));
    let name = format!("deadlock-a-{}", marked(&faulty));
    check_repair("deadlock", &name, &faulty, &repaired);
}

#[test]
fn threads_that_write_at_once() {
    let faulty = two_writers("", "");
    let repaired = two_writers("pthread_mutex_lock(&lock);", "pthread_mutex_unlock(&lock);");
    check_repair("data-race", "data-race-a-14", &faulty, &repaired);
}

/// A thread that writes in the last iteration of a loop what it read there, perhaps in the same section.
fn last_round(between: &str) -> String {
    format!(
        "#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number;
static void *work(void *unused) {{
    for (int round = 0; round < 3; round++) {{
        pthread_mutex_lock(&lock);
        int seen = number;
        {between}
        if (round == 2) number = seen + 1; // here
        pthread_mutex_unlock(&lock);
    }}
    return unused;
}}
int main(void) {{
    pthread_t thread;
    if (pthread_create(&thread, 0, work, 0)) return 1;
    pthread_mutex_lock(&lock);
    number = 5;
    pthread_mutex_unlock(&lock);
    return pthread_join(thread, 0);
}}"
    )
}

#[test]
fn an_update_that_is_lost_in_the_last_round() {
    let faulty = last_round("pthread_mutex_unlock(&lock); pthread_mutex_lock(&lock);");
    let name = format!("atomicity-violation-a-{}", marked(&faulty));
    check_repair("atomicity-violation", &name, &faulty, &last_round(""));
}

// --- Hostile programs ------------------------------------------------------------------

/// Replays a made-up finding of a program that does what it wants.
fn hostile(source: &str, limit: &str) -> Option<(String, String, tempfile::TempDir)> {
    let dir = project(&[("a.c", source)]);
    let place = format!(
        r#"{{"file":"a.c","directory":"{}","line":{},"column":0,"function":"main"}}"#,
        dir.path().display(),
        marked(source)
    );
    let record = format!(
        r#"{{"kind":"finding","rule":"division-by-zero","severity":"error","message":"m","label":"","cwe":[],"location":{place},"stack":[],"related":[],"path":[],"input":[],"confirmation":{{"status":"untried"}},"suppressed":null,"fingerprint":"0"}}"#
    );
    std::fs::write(dir.path().join("found.json"), record).expect("a record");
    let started = Instant::now();
    let replay = margay(dir.path(), &["replay", "--time-limit", limit, "found.json"]);
    let (shown, errors) = (text(&replay.stdout), text(&replay.stderr));
    assert!(started.elapsed() < Duration::from_secs(60), "{shown}");
    assert!(replay.stdout.len() < 4 << 20);
    (!errors.contains("has no sanitizers here")).then_some((shown, errors, dir))
}

#[test]
fn a_program_that_never_ends() {
    let source =
        "volatile int stays = 1;\nint main(void) { while (stays) ; return 1 / 0; } // here";
    let Some((shown, ..)) = hostile(source, "1") else { return };
    assert!(shown.contains("not confirmed: timed out after 1 s"), "{shown}");
    // Nothing is waited for that cannot come.
    let source = "#include <unistd.h>\nint main(void) { for (;;) pause(); return 1 / 0; } // here";
    let Some((shown, ..)) = hostile(source, "30") else { return };
    assert!(shown.contains("no signal comes that the program waits for"), "{shown}");
}

#[test]
fn a_program_that_writes_without_end() {
    let source = r#"#include <unistd.h>
        int main(void) { for (;;) write(2, "0123456789abcdef", 16); return 1 / 0; } // here"#;
    let Some((shown, ..)) = hostile(source, "1") else { return };
    assert!(shown.contains("not confirmed: timed out after 1 s"), "{}", &shown[..200]);
}

#[test]
fn a_program_that_forks_without_end() {
    let source = r#"#include <unistd.h>
        int main(void) {
            for (;;) { if (fork() == 0) setsid(); }
            return 1 / 0; // here
        }"#;
    let Some((shown, ..)) = hostile(source, "1") else { return };
    assert!(shown.contains("not confirmed: timed out after 1 s"), "{shown}");
}

#[test]
fn a_program_that_writes_elsewhere() {
    // Straight to the system, past all that the harness stands in for.
    let dir = tempfile::tempdir().expect("a scratch directory");
    let target = dir.path().join("escaped");
    let source = format!(
        r#"#include <fcntl.h>
        #include <sys/syscall.h>
        #include <unistd.h>
        #include <stdlib.h>
        int main(void) {{
            syscall(SYS_openat, AT_FDCWD, "../escaped", O_CREAT | O_WRONLY, 0666);
            syscall(SYS_openat, AT_FDCWD, "{}", O_CREAT | O_WRONLY, 0666);
            if (syscall(SYS_openat, AT_FDCWD, "inside", O_CREAT | O_WRONLY, 0666) < 0) return 0;
            int zero = rand() - 1;
            return 1 / zero; // here
        }}"#,
        target.display()
    );
    let Some((shown, errors, _)) = hostile(&source, "10") else { return };
    let is_confined = !errors.contains("findings are not replayed");
    assert!(shown.contains("confirmed by") || !is_confined, "{shown}");
    assert!(!target.exists(), "{errors}");
}

/// Checks a program of one file: what is said of it.
fn report(source: &str) -> String {
    let dir = project(&[("a.c", source)]);
    let output = margay(dir.path(), &["check", "a.c"]);
    text(&output.stdout) + &text(&output.stderr)
}

const FORKS: &str = "#include <assert.h>
    #include <sys/wait.h>
    #include <unistd.h>
    int main(void) {
        pid_t child = fork();
        if (child < 0) return 1;
        if (child == 0) _exit(3);
        int status;
        if (waitpid(child, &status, 0) != child) return 1;
        if (WIFEXITED(status))
            assert(WEXITSTATUS(status) == CODE); // here
        return 0;
    }";

/// A child is the program itself: how it ends is not for the path to say.
#[test]
fn a_child_ends_as_its_own_code_says() {
    let said = report(&FORKS.replace("CODE", "3"));
    assert!(!said.contains("= confirmed"), "{said}");
    check("assertion-failed", ASAN, &FORKS.replace("CODE", "4"));
}

const ASKS: &str = "#include <assert.h>
    #include <stdlib.h>
    #include <sys/wait.h>
    #include <time.h>
    #include <unistd.h>
    int main(void) {
        int status;
        pid_t parent = getpid(), child = fork();
        if (child < 0) return 1;
        if (child == 0) _exit(CODE);
        if (waitpid(child, &status, 0) != child) return 1;
        assert(!WIFEXITED(status) || WEXITSTATUS(status) == 0); // here
        return 0;
    }";

/// What a child is told is what no other process is told, and it makes up nothing of what only the outside can say.
#[test]
fn a_child_knows_its_own_number_and_that_of_its_parent() {
    for code in [
        "getpid() == getppid()",
        "getpid() == parent",
        "getppid() != parent",
        "time(0) < 1000000",
        "rand() == 1",
    ] {
        let said = report(&ASKS.replace("CODE", code));
        assert!(!said.contains("= confirmed"), "{code}\n{said}");
    }
    check(
        "assertion-failed",
        ASAN,
        &ASKS.replace("CODE", "getppid() == parent && getpid() != parent"),
    );
}

/// What is read from memory of the program is no input of it.
#[test]
fn memory_is_not_standard_input() {
    let said = report(
        "#include <assert.h>
        #include <stdio.h>
        int main(void) {
            char text[] = \"hello\";
            FILE *file = fmemopen(text, 5, \"r\");
            if (!file) return 1;
            int first = getc(file);
            fclose(file);
            assert(first == 'h');
            return 0;
        }",
    );
    assert!(!said.contains("stdin") && !said.contains("confirmed"), "{said}");
}

/// The path sends the signal that the program waits for, and no run waits for another one.
#[test]
fn a_signal_that_is_waited_for_is_sent() {
    let start = Instant::now();
    check(
        "assertion-failed",
        ASAN,
        "#include <assert.h>
        #include <signal.h>
        #include <unistd.h>
        static volatile sig_atomic_t count;
        static void handler(int number) { count++; }
        int main(void) {
            signal(SIGINT, handler);
            while (count < 3)
                pause();
            assert(count != 3); // here
            for (;;)
                pause();
        }",
    );
    assert!(start.elapsed() < Duration::from_secs(9), "{:?}", start.elapsed());
}
