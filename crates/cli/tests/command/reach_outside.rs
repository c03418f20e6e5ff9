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
    // A sign alone is taken, and a number may stand after it.
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
                puts("letter behind a NUL byte"); // unknown
            if (strlen(word) == 7 && c == 'q')
                puts("cut"); // reached
            if (strlen(word) < 7 && c == '\t')
                puts("tab"); // reached
            if (scanf("%19s ", all) != 1) return 0;
            c = getchar();
            if (c == ' ')
                puts("space behind all of it"); // unknown
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
            if (child < 0) return 0;
            if (child == 0) return 3;
            if (waitpid(child, &how, WNOHANG) > 0) {
                if (!WIFEXITED(how) && !WIFSIGNALED(how))
                    puts("neither"); // never
                if (WIFSIGNALED(how) && WTERMSIG(how) == 9)
                    puts("killed"); // reached
                if (WIFEXITED(how) && WEXITSTATUS(how) == 3)
                    puts("exit"); // reached
                if (WIFEXITED(how) && WEXITSTATUS(how) == 4)
                    puts("as the child never does"); // unknown
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
                puts("not asked for"); // never
            if (wait(&how) > 0 && WIFSTOPPED(how))
                puts("not asked for"); // never
            return 0;
        }"#,
    );
}

/// Where SIGCHLD was ignored when the program started, a child that ends leaves its number to the next one.
#[test]
fn children_may_end_without_a_wait() {
    check(
        r#"#include <stdio.h>
        #include <unistd.h>
        int main(void) {
            int first = fork();
            if (first < 0) return 1;
            if (first == 0) return 0;
            int second = fork();
            if (second > 0 && second == first)
                puts("the same number"); // unknown
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

#[test]
fn clocks_that_only_count_never_go_back() {
    check(
        r#"#include <stdio.h>
        #include <sys/resource.h>
        #include <sys/times.h>
        #include <time.h>
        int main(void) {
            struct timespec a, b;
            clock_gettime(CLOCK_MONOTONIC, &a);
            clock_gettime(CLOCK_MONOTONIC, &b);
            if (b.tv_sec < a.tv_sec || (b.tv_sec == a.tv_sec && b.tv_nsec < a.tv_nsec))
                puts("back"); // never
            if (b.tv_sec == a.tv_sec && b.tv_nsec == a.tv_nsec)
                puts("the same"); // reached
            clock_gettime(CLOCK_REALTIME, &a);
            clock_gettime(CLOCK_REALTIME, &b);
            if (b.tv_sec < a.tv_sec)
                puts("set back"); // reached
            clock_t first = clock();
            if (clock() < first)
                puts("less work"); // never
            struct tms t;
            first = times(&t);
            if (times(&t) < first)
                puts("fewer ticks"); // never
            struct rusage u, v;
            getrusage(RUSAGE_SELF, &u);
            getrusage(RUSAGE_SELF, &v);
            if (v.ru_utime.tv_sec < u.ru_utime.tv_sec)
                puts("less time"); // never
            return 0;
        }"#,
    );
}

#[test]
fn a_timer_has_no_more_left_than_it_was_set_to() {
    check(
        r#"#include <stdio.h>
        #include <sys/stat.h>
        #include <sys/time.h>
        #include <unistd.h>
        int main(void) {
            if (alarm(5) > 7)
                puts("from before"); // reached
            unsigned left = alarm(0);
            if (left > 5)
                puts("more"); // never
            if (left == 5)
                puts("all of it"); // reached
            if (alarm(0) != 0)
                puts("none was set"); // never
            struct itimerval set = {{3, 4}, {2, 500000}}, now;
            setitimer(ITIMER_REAL, &set, 0);
            getitimer(ITIMER_REAL, &now);
            if (now.it_value.tv_sec > 3 || now.it_interval.tv_usec != 4)
                puts("another timer"); // never
            if (now.it_value.tv_sec == 3)
                puts("again"); // reached
            set.it_value.tv_usec = 1000000;
            if (setitimer(ITIMER_REAL, &set, 0) == 0)
                puts("no time"); // never
            umask(022);
            if (umask(0) != 022)
                puts("another mask"); // never
            return 0;
        }"#,
    );
}

#[test]
fn the_same_seed_gives_the_same_numbers() {
    check(
        r#"#include <stdio.h>
        #include <stdlib.h>
        #include <time.h>
        int main(void) {
            unsigned seed = (unsigned)time(0), other = (unsigned)time(0);
            srand(seed);
            int a = rand(), b = rand();
            srand(other);
            int c = rand();
            if (seed == other && a != c)
                puts("others"); // never
            if (a != c)
                puts("another seed"); // reached
            if (a == b)
                puts("twice"); // reached
            for (int i = 0; i < 3; i++) {
                srand(7);
                if (i == 0)
                    a = rand();
                else if (rand() != a)
                    puts("others in a loop"); // never
            }
            srand48(7);
            if (lrand48() != 572184555)
                puts("others than those of POSIX"); // never
            srand48(seed);
            if (lrand48() == 12345)
                puts("some seed"); // reached
            unsigned x = 5, y = 5;
            if (rand_r(&x) != rand_r(&y) || x != y)
                puts("others of a caller's own"); // never
            return 0;
        }"#,
    );
}

#[test]
fn a_file_stands_where_it_was_left() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            if (ftell(file) > 0)
                puts("not at the start"); // never
            if (ftell(file) == -1)
                puts("a pipe"); // reached
            if (fileno(file) != fileno(file))
                puts("two numbers"); // never
            return 0;
        }"#,
    );
    check(
        r#"#include <stdio.h>
        int main(void) {
            char text[8];
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            size_t count = fread(text, 1, 8, file);
            long at = ftell(file);
            if (at != -1 && at != (long)count)
                puts("a device that stays where it is when it is read"); // unknown
            if (at == 8)
                puts("after all"); // reached
            return 0;
        }"#,
    );
    check(
        r#"#include <fcntl.h>
        #include <stdio.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
            int fd = open("notes", O_RDONLY);
            if (fd < 0) return 1;
            struct stat a, b;
            if (fstat(fd, &a) == 0 && fstat(fd, &b) == 0) {
                if (a.st_ino != b.st_ino || (a.st_mode & S_IFMT) != (b.st_mode & S_IFMT))
                    puts("another file"); // never
                if (a.st_size != b.st_size)
                    puts("longer"); // reached
            }
            if (!isatty(fd) && isatty(fd))
                puts("a terminal by now"); // never
            close(fd);
            FILE *nothing = tmpfile();
            if (nothing && getc(nothing) != EOF)
                puts("something in a new file"); // never
            return 0;
        }"#,
    );
}

#[test]
fn a_place_that_was_sought_is_that_but_for_devices() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            if (fseek(file, 10, SEEK_SET) == 0 && ftell(file) != 10)
                puts("elsewhere"); // unknown
            if (fseek(file, 0, SEEK_END) == 0 && ftell(file) == 12345)
                puts("a long file"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn what_a_process_sends_to_itself_comes() {
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        #include <unistd.h>
        static volatile sig_atomic_t flag;
        static void handle(int signal) { flag = 1; }
        int main(void) {
            signal(SIGUSR1, handle);
            kill(getpid(), SIGUSR1);
            if (flag)
                puts("handled"); // reached
            if (!flag)
                puts("blocked when the program starts"); // unknown
            kill(getpid(), SIGTERM);
            puts("ignored when the program starts"); // unknown
            return 0;
        }"#,
    );
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
            if (kill(getpid(), 0) != 0)
                puts("refused"); // never
            if (kill(getpid(), 65) == 0)
                puts("no signal"); // never
            if (getchar() == 'x')
                kill(getpid(), SIGKILL);
            else
                kill(0, SIGKILL);
            puts("after the end"); // never
            return 0;
        }"#,
    );
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        #include <unistd.h>
        int main(void) {
            int n;
            if (scanf("%d", &n) != 1 || n < 2) return 1;
            if (n == getpid()) {
                kill(n, SIGKILL);
                puts("itself"); // never
            }
            return 0;
        }"#,
    );
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        int main(void) {
            int n;
            if (scanf("%d", &n) != 1 || n < 2) return 1;
            if (kill(n, SIGKILL) == 0)
                puts("another"); // reached
            if (n < 2)
                puts("no process"); // unknown
            return 0;
        }"#,
    );
}

#[test]
fn what_is_open_is_of_a_kind_but_for_what_others_opened() {
    check(
        r#"#define _GNU_SOURCE
        #include <fcntl.h>
        #include <stdio.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
            struct stat status;
            if (fstat(0, &status) == 0 && (status.st_mode & S_IFMT) == 0)
                puts("an event"); // reached
            if (fstat(0, &status) == 0 && S_ISLNK(status.st_mode))
                puts("a link"); // reached
            if (stat("/proc/self/fd/0", &status) == 0 && (status.st_mode & S_IFMT) == 0)
                puts("an event by its name"); // reached
            if (stat("/proc/self/fd/0", &status) == 0 && S_ISLNK(status.st_mode))
                puts("a link that was followed"); // never
            int fd = open("notes", O_RDONLY);
            if (fd < 0 || fstat(fd, &status) != 0) return 1;
            if (S_ISLNK(status.st_mode) || (status.st_mode & S_IFMT) == 0)
                puts("a link that was opened"); // never
            if (S_ISDIR(status.st_mode))
                puts("a directory"); // reached
            fd = open("notes", O_RDONLY | O_CREAT, 0600);
            if (fd < 0 || fstat(fd, &status) != 0) return 1;
            if (S_ISDIR(status.st_mode))
                puts("a directory that was made as a file"); // never
            fd = dup(fd);
            if (fd < 0 || fstat(fd, &status) != 0) return 1;
            if (S_ISDIR(status.st_mode) || S_ISLNK(status.st_mode))
                puts("its copy"); // never
            fd = open("link", O_PATH | O_NOFOLLOW);
            if (fd < 0 || fstat(fd, &status) != 0) return 1;
            if (S_ISLNK(status.st_mode))
                puts("the link itself"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn a_number_that_is_guessed_may_name_any_descriptor() {
    check(
        r#"#include <fcntl.h>
        #include <stdio.h>
        #include <sys/stat.h>
        #include <unistd.h>
        int main(void) {
            struct stat a, b;
            char byte;
            int guess = getchar();
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            if (read(guess, &byte, 1) == 1 && ftell(file) == 1)
                puts("read by its number"); // reached
            fclose(file);
            file = fopen("notes", "r");
            if (!file) return 1;
            if (lseek(5, 7, SEEK_SET) == 7 && ftell(file) == 7)
                puts("sought by its number"); // reached
            int before = isatty(guess);
            close(5);
            if (open("notes", O_RDWR) < 0) return 1;
            if (!before && isatty(guess))
                puts("another file"); // reached
            if (fstat(6, &a) != 0) return 1;
            close(6);
            open("other", O_RDWR);
            if (fstat(6, &b) == 0 && a.st_ino != b.st_ino)
                puts("another file again"); // reached
            return 0;
        }"#,
    );
    check(
        r#"#include <stdio.h>
        #include <unistd.h>
        int main(void) {
            int guess = getchar();
            if (!isatty(guess) && isatty(guess))
                puts("a terminal by now"); // never
            return 0;
        }"#,
    );
}

#[test]
fn a_stream_that_is_opened_anew_is_a_new_one() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            ungetc('a', file);
            file = freopen("list", "w+", file);
            if (!file) return 2;
            if (getc(file) == 'b')
                puts("a new character"); // reached
            if (fputs("x", file) >= 0)
                puts("written"); // reached
            file = freopen("notes", "r", file);
            if (!file) return 2;
            if (fputs("x", file) >= 0)
                puts("written without the mode for it"); // never
            file = tmpfile();
            if (!file) return 1;
            file = freopen("notes", "r", file);
            if (!file) return 2;
            if (getc(file) == 'c')
                puts("not empty"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn a_stream_may_have_any_number() {
    check(
        r#"#include <dirent.h>
        #include <stdio.h>
        int main(void) {
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            if (fileno(file) >= 1024)
                puts("many files"); // reached
            DIR *dir = opendir(".");
            if (!dir) return 1;
            if (dirfd(dir) != dirfd(dir) || dirfd(dir) == fileno(file))
                puts("another number"); // never
            return 0;
        }"#,
    );
    // As the index of a bit it is taken for small.
    check(
        r#"#include <stdio.h>
        int main(void) {
            FILE *file = fopen("notes", "r");
            if (!file) return 1;
            if (fileno(file) / 64 >= 16)
                puts("many files"); // unknown
            return 0;
        }"#,
    );
}

#[test]
fn a_socket_is_what_the_system_makes_of_it() {
    check(
        r#"#include <stdio.h>
        #include <sys/socket.h>
        int main(void) {
            int type = 0;
            socklen_t len = sizeof type;
            int fd = socket(AF_UNIX, SOCK_RAW, 0);
            if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len)) return 1;
            if (type == SOCK_DGRAM)
                puts("datagrams"); // reached
            fd = socket(AF_INET, SOCK_PACKET, 0);
            if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &type, &len)) return 1;
            if (type == AF_PACKET)
                puts("another domain"); // reached
            return 0;
        }"#,
    );
    check(
        r#"#include <stdio.h>
        #include <sys/socket.h>
        int main(void) {
            int type = 0;
            socklen_t len = sizeof type;
            int fd = socket(AF_UNIX, SOCK_RAW, 0);
            if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len)) return 1;
            if (type == SOCK_RAW)
                puts("raw"); // never
            fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
            if (fd < 0 || getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len)) return 1;
            if (type != SOCK_STREAM)
                puts("another type"); // never
            return 0;
        }"#,
    );
    // A copy of its descriptor makes a socket one of version 4 as well.
    check(
        r#"#include <netinet/in.h>
        #include <stdio.h>
        #include <sys/socket.h>
        #include <unistd.h>
        int main(void) {
            int domain = 0, version = AF_INET;
            socklen_t len = sizeof domain;
            int fd = socket(AF_INET6, SOCK_STREAM, 0), copy = dup(fd);
            if (fd < 0 || copy < 0) return 1;
            if (setsockopt(copy, IPPROTO_IPV6, IPV6_ADDRFORM, &version, sizeof version)) return 1;
            if (getsockopt(fd, SOL_SOCKET, SO_DOMAIN, &domain, &len)) return 1;
            if (domain == AF_INET)
                puts("version 4 by now"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn a_wait_for_a_signal_ends_by_a_handler() {
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        #include <unistd.h>
        static volatile sig_atomic_t came;
        static void handler(int number) { came = number; }
        int main(void) {
            signal(SIGINT, handler);
            signal(SIGUSR1, handler);
            while (!came)
                pause();
            if (came == SIGUSR1)
                puts("the second"); // reached
            if (came == SIGINT)
                puts("the first"); // reached
            return 0;
        }"#,
    );
}

#[test]
fn signals_may_be_blocked_before_the_program_starts() {
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        int main(void) {
            sigset_t old, all, now, pending;
            sigprocmask(SIG_BLOCK, NULL, &old);
            if (sigismember(&old, SIGTERM))
                puts("inherited"); // unknown
            sigpending(&pending);
            if (sigismember(&pending, SIGTERM))
                puts("pending"); // unknown
            return 0;
        }"#,
    );
    check(
        r#"#include <signal.h>
        #include <stdio.h>
        int main(void) {
            sigset_t none, now;
            sigemptyset(&none);
            sigprocmask(SIG_SETMASK, &none, NULL);
            sigprocmask(SIG_BLOCK, NULL, &now);
            if (sigismember(&now, SIGTERM))
                puts("own mask"); // never
            return 0;
        }"#,
    );
}

#[test]
fn a_word_may_have_a_nul_byte() {
    check(
        r#"#include <stdio.h>
        int main(void) {
            char word[8];
            if (scanf("%7s", word) == 1 && word[0] == 0)
                puts("empty"); // unknown
            if (scanf("%7[abc]", word) == 1 && word[0] == 0)
                puts("empty set"); // unknown
            return 0;
        }"#,
    );
    check(
        r#"#include <stdio.h>
        int main(void) {
            char word[8];
            if (scanf("%7[abc]", word) == 1 && word[0] == 0)
                puts("empty"); // never
            return 0;
        }"#,
    );
}
