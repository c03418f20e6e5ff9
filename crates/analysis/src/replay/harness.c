/* Margay's replay: says to a program what the outside said on the path to a finding.
 *
 * The linker's --wrap sends the program's calls here. What to answer stands in inputs.txt
 * of the working directory, one line for each thing that was asked, in order:
 *
 *     KIND NAME FORM HEX
 *
 * Each line answers once. Calls after the last line are calls after the finding: the
 * first that reads gets as much as it asks for, since the fault may be in that very call,
 * and all others get the end of the input.
 *
 * A line of the kind `target` answers nothing: its bytes say how far some code lies after
 * __wrap_main. The program that comes there says so and ends. Lines about threads are those of
 * turns.c, which is there only where a finding has them.
 *
 * Bytes go into the program's memory one by one from this file, so that a sanitizer sees
 * each of them; nothing here is read or written that the program could own.
 *
 * Every function called __wrap_NAME stands in for NAME, unless the program defines that
 * itself. Then nothing calls it here, and __real_NAME is missing, which is why those are weak. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <pwd.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/times.h>
#include <termios.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>
#include <wchar.h>

#define REAL __attribute__((weak))

/* --- The answers --------------------------------------------------------------------- */

struct entry {
    char *kind, *name, *form, *copy;
    unsigned char *bytes;
    size_t len;
    int used;
};

static struct entry *entries;
static size_t entry_count;

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void say(const char *text) {
    size_t len = 0;
    while (text[len]) len++;
    syscall(SYS_write, 2, "margay: ", 8);
    syscall(SYS_write, 2, text, len);
    syscall(SYS_write, 2, "\n", 1);
}

extern REAL void *__real_mmap(void *, size_t, int, int, int, off_t);
static void *real_map(void *at, size_t len, int protection, int flags, int fd, off_t offset) {
    return __real_mmap ? __real_mmap(at, len, protection, flags, fd, offset)
                       : mmap(at, len, protection, flags, fd, offset);
}
static void *pages(size_t size) {
    void *at = real_map(0, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) {
        say("no memory for the inputs");
        syscall(SYS_exit_group, 99);
    }
    return at;
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0;
}

/* The next word of a line, which ends there. */
static char *word(char **at) {
    char *start = *at;
    while (**at && **at != ' ' && **at != '\n') ++*at;
    if (**at == ' ') *(*at)++ = 0;
    return start;
}

/* Undoes %xx in place. */
static void unescape(char *name) {
    char *to = name;
    for (; *name; name++) {
        if (name[0] == '%' && name[1] && name[2]) {
            *to++ = (char)(digit(name[1]) * 16 + digit(name[2]));
            name += 2;
        } else {
            *to++ = *name;
        }
    }
    *to = 0;
}

static void load(void) {
    static int loaded;
    if (loaded) return;
    loaded = 1;
    long fd = syscall(SYS_openat, AT_FDCWD, "inputs.txt", O_RDONLY);
    if (fd < 0) {
        say("there is no inputs.txt here");
        syscall(SYS_exit_group, 99);
    }
    long size = syscall(SYS_lseek, fd, 0L, SEEK_END);
    syscall(SYS_lseek, fd, 0L, SEEK_SET);
    char *text = pages(size);
    long got = 0, more;
    while (got < size && (more = syscall(SYS_read, fd, text + got, size - got)) > 0) got += more;
    syscall(SYS_close, fd);
    size_t lines = 0;
    for (long i = 0; i < got; i++) lines += text[i] == '\n';
    entries = pages(lines * sizeof *entries);
    char *at = text;
    while (*at) {
        if (*at == '#' || *at == '\n') {
            while (*at && *at != '\n') at++;
            if (*at) at++;
            continue;
        }
        struct entry *e = &entries[entry_count++];
        e->kind = word(&at);
        e->name = word(&at);
        e->form = word(&at);
        char *hex = word(&at);
        if (*at == '\n') *at++ = 0;
        unescape(e->name);
        e->bytes = (unsigned char *)hex;
        if (*hex == '-') continue;
        for (; hex[0] && hex[1]; hex += 2)
            e->bytes[e->len++] = (unsigned char)(digit(hex[0]) * 16 + digit(hex[1]));
    }
}

static struct entry *find(const char *kind, const char *name, int unused) {
    load();
    for (size_t i = 0; i < entry_count; i++) {
        struct entry *e = &entries[i];
        if (!(unused && e->used) && same(e->kind, kind) && (!name || same(e->name, name))) return e;
    }
    return 0;
}

/* Threads may ask at once: an entry is for one of them. */
static struct entry *take(const char *kind, const char *name) {
    struct entry *e;
    do e = find(kind, name, 1); while (e && __atomic_exchange_n(&e->used, 1, __ATOMIC_SEQ_CST));
    return e;
}

/* The next line of a kind, for turns.c. */
const char *margay_line(const char *kind, const char **form, const unsigned char **bytes, size_t *len) {
    struct entry *e = take(kind, 0);
    if (!e) return 0;
    *form = e->form, *bytes = e->bytes, *len = e->len;
    return e->name;
}
extern REAL void margay_begin(void), margay_end(void), margay_gives_way(void);
extern REAL void margay_accesses(const void *code, const void *at, size_t len, int writes);
extern REAL void margay_formats(const void *code, const char *format, va_list values);
/* What a function of the library accesses, by its caller. */
#define TELL(at, len, writes)                                                                         \
    (margay_accesses && (at) ? margay_accesses(__builtin_return_address(0), at, len, writes) : (void)0)

/* What the same call was given besides: the next entry, if that is input, or written by the
 * same function. */
static struct entry *following(struct entry *e) {
    if (!e || e + 1 == entries + entry_count) return 0;
    struct entry *next = e + 1;
    int input = same(next->kind, "stdin") || same(next->kind, "file");
    if (next->used || !(input || (same(next->kind, "written") && same(next->name, e->name)))) return 0;
    next->used = 1;
    return next;
}

/* Whether this process is a child that `fork` made, and what both share: whether a child asked for what the outside says.
 * What the path was told is its parent's; what no process is told shows nothing. */
static int is_child;
static volatile int *child_asked;

static void give_up(void) {
    if (is_child) *child_asked = 1;
    syscall(SYS_exit_group, 98);
}

/* An answer that the function cannot give shows nothing: the run ends here. */
static void impossible(const char *function) {
    say("an answer that a function cannot give:");
    say(function);
    give_up();
}

/* Only the outside can say what this function answers. */
static void asks(const char *function) {
    if (is_child) impossible(function);
}

/* Whether this is the first reading call after the last entry. */
static int last_call(void) {
    static int done;
    asks("input");
    load();
    for (size_t i = 0; i < entry_count; i++)
        if (!entries[i].used && !same(entries[i].kind, "arg") && !same(entries[i].kind, "env")) return 0;
    return !done++;
}

static long long value_of(const struct entry *e) {
    unsigned long long value = 0;
    size_t i = 0;
    for (; i < e->len && i < 8; i++) value |= (unsigned long long)e->bytes[i] << (8 * i);
    if (i > 0 && i < 8 && e->form[0] == 's' && (e->bytes[i - 1] & 0x80)) value |= ~0ull << (8 * i);
    return (long long)value;
}

static double double_of(const struct entry *e) {
    union { uint32_t bits; float value; } single;
    union { uint64_t bits; double value; } full;
    full.bits = (uint64_t)value_of(e);
    single.bits = (uint32_t)full.bits;
    return e->len == 4 ? single.value : full.value;
}

static long long number(const char *function, long long otherwise) {
    asks(function);
    struct entry *e = take("return", function);
    return e ? value_of(e) : otherwise;
}

/* There is memory, and what is open can be closed; of all else, the outside says whether it fails. */
static int fails(const char *function, int code) {
    if (is_child && (code == ENOMEM || same(function, "close"))) return 0;
    if (!(number(function, 0) & 1)) return 0;
    errno = code;
    return 1;
}

static void put(void *to, const unsigned char *from, size_t count) {
    volatile unsigned char *at = to;
    for (size_t i = 0; i < count; i++) at[i] = from[i];
}

static void fill(void *to, size_t count) {
    volatile unsigned char *at = to;
    for (size_t i = 0; i < count; i++) at[i] = 'A';
}

/* Writes what an entry and those after it say that a function wrote. A call writes to its
 * arguments in their order: where one comes again, that is the next call. */
static void write_all(struct entry *w, const char *function, void **arguments, int count) {
    int last = -1;
    for (; w && w < entries + entry_count && same(w->kind, "written") && !w->used; w++) {
        /* The form is the argument's position here. */
        int index = 0;
        for (const char *c = w->form; *c >= '0' && *c <= '9'; c++) index = index * 10 + (*c - '0');
        if (!same(w->name, function) || index >= count || index <= last) break;
        last = index;
        w->used = 1;
        put(arguments[index], w->bytes, w->len);
    }
}

/* A file of the working directory in place of one that the program names. */
static const char *scratch_name(void) {
    static char name[] = "stream-000";
    int at = 9;
    while (at > 6 && name[at] == '9') name[at--] = '0';
    name[at]++;
    return name;
}

/* --- What stands in for functions that are defined nowhere --------------------------- */

unsigned long long margay_number(const char *function) { return (unsigned long long)number(function, 0); }

double margay_double(const char *function) {
    asks(function);
    struct entry *e = take("return", function);
    return e ? double_of(e) : 0;
}

float margay_float(const char *function) { return (float)margay_double(function); }

/* What an unknown call wrote, by the positions of its arguments. */
void margay_written(const char *function, void **arguments, int count) {
    asks(function);
    struct entry *e = find("return", function, 1), *w = find("written", function, 1);
    write_all(e && (!w || e < w) ? e + 1 : w, function, arguments, count);
}

/* Whether `main` was called: sanitizers work before. */
static int started;
#define UNSEEN __attribute__((disable_sanitizer_instrumentation))

/* Whether the path was told something by a call of this function. */
static int told(const char *function) { return find("return", function, 1) || find("written", function, 1); }

/* The answer of a system call and what it wrote. After the last line, it writes as much as it
 * ever does, since the fault may be there. */
static long answer(const char *function, void **arguments, int index, size_t size, long otherwise) {
    /* A new program need not be there. */
    if (is_child && otherwise < 0 && function[0] == 'e' && function[1] == 'x') return errno = ENOENT, otherwise;
    asks(function);
    if (!told(function)) {
        if (size && arguments[index] && last_call()) fill(arguments[index], size);
        return otherwise;
    }
    struct entry *e = find("return", function, 1), *w = find("written", function, 1);
    margay_written(function, arguments, 6);
    /* Where there is nothing to say of the answer, what was written stands alone. */
    if (!e || (w && w < e)) return otherwise;
    e->used = 1;
    if (value_of(e) < 0) errno = EIO;
    return (long)value_of(e);
}

/* --- main ---------------------------------------------------------------------------- */

extern REAL void *__real_malloc(size_t);
static void *own_malloc(size_t size) { return __real_malloc ? __real_malloc(size) : malloc(size); }

static char *text_copy(const struct entry *e) {
    size_t len = 0;
    while (len < e->len && e->bytes[len]) len++;
    char *copy = own_malloc(len + 1);
    if (!copy) return 0;
    put(copy, e->bytes, len);
    copy[len] = 0;
    return copy;
}

extern int __real_main(int, char **, char **);
/* Kept where a search for leaks finds it. */
static char **arguments;

int __wrap_main(int argc, char **argv, char **envp) {
    started = 1;
    struct entry *count = take("argc", 0);
    if (count) {
        argc = (int)value_of(count);
        /* Copies of their own, so that what lies beside them is not theirs. */
        arguments = own_malloc((argc + 1) * sizeof *arguments);
        if (!arguments) return 99;
        arguments[0] = argv[0];
        for (int i = 1; i <= argc; i++) arguments[i] = 0;
        struct entry *e;
        while ((e = take("arg", 0))) {
            int index = 0;
            for (const char *c = e->name; *c; c++) index = index * 10 + (*c - '0');
            if (index > 0 && index < argc) arguments[index] = text_copy(e);
        }
        argv = arguments;
    }
    if (margay_begin) margay_begin();
    int code = __real_main(argc, argv, envp);
    if (margay_end) margay_end();
    return code;
}

/* --- Targets: breakpoints at code that the program is to come to ---------------------- */

/* The breakpoint, where it stopped the program, and what would be returned to if a function
 * begins there. */
#if defined(__x86_64__)
#define BREAKPOINT {0xcc}
#define STOPPED(at) ((uintptr_t)(at)->uc_mcontext.gregs[REG_RIP] - 1)
#define RETURNS(at) (*(uintptr_t *)(at)->uc_mcontext.gregs[REG_RSP])
#elif defined(__i386__)
#define BREAKPOINT {0xcc}
#define STOPPED(at) ((uintptr_t)(at)->uc_mcontext.gregs[REG_EIP] - 1)
#define RETURNS(at) (*(uintptr_t *)(at)->uc_mcontext.gregs[REG_ESP])
#elif defined(__aarch64__)
#define BREAKPOINT {0x00, 0x00, 0x20, 0xd4}
#define STOPPED(at) ((uintptr_t)(at)->uc_mcontext.pc)
#define RETURNS(at) ((uintptr_t)(at)->uc_mcontext.regs[30])
#endif

/* Ends of a run that are the harness's own. */
enum { NO_BREAKPOINTS = 96, REACHED = 97 };

/* Code that the assembler marked: each number is the way from itself to there. */
extern REAL const int32_t __start_margay_targets[], __stop_margay_targets[];

static uintptr_t *targets;
static size_t target_count;

#ifdef BREAKPOINT
/* Says where the program would have returned to, from __wrap_main. */
static void stopped(int number, siginfo_t *info, void *context) {
    ucontext_t *at = context;
    for (size_t i = 0; i < target_count; i++) {
        if (STOPPED(at) != targets[i]) continue;
        if (is_child) give_up();
        char words[] = "reached from ................";
        int64_t from = (intptr_t)(RETURNS(at) - (uintptr_t)__wrap_main);
        for (int place = 0; place < 16; place++)
            words[13 + place] = "0123456789abcdef"[from >> (60 - 4 * place) & 15];
        say(words);
        syscall(SYS_exit_group, REACHED);
    }
    /* A trap of the program's own. */
    signal(SIGTRAP, SIG_DFL);
    raise(SIGTRAP);
}

static void plant(uintptr_t target) {
    static const unsigned char breakpoint[] = BREAKPOINT;
    uintptr_t size = getauxval(AT_PAGESZ), page = target & ~(size - 1);
    if (syscall(SYS_mprotect, page, size, PROT_READ | PROT_WRITE | PROT_EXEC)) {
        say("no breakpoints: the system does not let code be changed");
        syscall(SYS_exit_group, NO_BREAKPOINTS);
    }
    put((void *)target, breakpoint, sizeof breakpoint);
    __builtin___clear_cache((char *)target, (char *)target + sizeof breakpoint);
    syscall(SYS_mprotect, page, size, PROT_READ | PROT_EXEC);
    targets[target_count++] = target;
}

static void watch(void) {
    struct sigaction action = {.sa_sigaction = stopped, .sa_flags = SA_SIGINFO};
    sigaction(SIGTRAP, &action, 0);
}
#else
static void plant(uintptr_t target) {}
static void watch(void) {
    say("no breakpoints: none is known for this processor");
    syscall(SYS_exit_group, NO_BREAKPOINTS);
}
#endif

/* The strings that the program was started with lie together: from the first to the last of them. */
extern char **environ;
static char *first_string, *last_string;

static void keep_environment(void) {
    for (char **e = environ; e && *e; e++) {
        if (!first_string || *e < first_string) first_string = *e;
        if (*e > last_string) last_string = *e;
    }
}

/* The value of a variable that the program has set itself. */
static char *set_by_program(const char *name) {
    for (char **e = environ; e && *e; e++) {
        const char *c = name;
        char *at = *e;
        while (*c && *c == *at) c++, at++;
        int is_old = *e >= first_string && *e <= last_string;
        if (!*c && *at == '=' && !is_old) return at + 1;
    }
    return 0;
}

/* Before the program's own constructors. */
__attribute__((constructor(101))) static void plant_all(void) {
    keep_environment();
    load();
    size_t marked = __stop_margay_targets - __start_margay_targets;
    if (!marked && !find("target", 0, 1)) return;
    watch();
    targets = pages((marked + entry_count) * sizeof *targets);
    for (const int32_t *mark = __start_margay_targets; mark != __stop_margay_targets; mark++)
        plant((uintptr_t)mark + *mark);
    for (struct entry *e; (e = take("target", 0));) plant((uintptr_t)__wrap_main + value_of(e));
}

/* What an assertion calls that fails: here for breakpoints. */
extern REAL void __real___assert_fail(const char *, const char *, unsigned, const char *);
void __wrap___assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    __real___assert_fail(text, file, line, function);
}
extern REAL void __real___assert(const char *, const char *, int);
void __wrap___assert(const char *text, const char *file, int line) { __real___assert(text, file, line); }

/* --- The environment ----------------------------------------------------------------- */

static char *environment(const char *name) {
    char *set = set_by_program(name);
    if (set) return set;
    struct entry *e = find("env", name, 0);
    if (!e) return 0;
    if (!e->used) {
        e->used = 1;
        struct entry *failed = e + 1;
        int unset = 0;
        if (failed < entries + entry_count && same(failed->kind, "env") && same(failed->name, name) &&
            same(failed->form, "failure")) {
            failed->used = 1;
            unset = value_of(failed) & 1;
        }
        e->copy = unset ? 0 : text_copy(e);
        /* A search for leaks does not look into pages of our own. */
        static char *copies[256];
        static unsigned kept;
        copies[kept++ % 256] = e->copy;
    }
    return e->copy;
}

char *__wrap_getenv(const char *name) { return environment(name); }
char *__wrap_secure_getenv(const char *name) { return environment(name); }

/* --- The heap ------------------------------------------------------------------------ */

/* More than any block has: the model fails such a call without asking the outside. */
#define HUGE_SIZE(size) ((size) > PTRDIFF_MAX)

/* AddressSanitizer gives a block of no bytes one byte after all. */
extern void __asan_poison_memory_region(void const volatile *, size_t) __attribute__((weak));
static void *sized(void *block, size_t size) {
    if (block && size == 0 && __asan_poison_memory_region) __asan_poison_memory_region(block, 1);
    return block;
}

void *__wrap_malloc(size_t size) {
    if (!HUGE_SIZE(size) && fails("malloc", ENOMEM)) return 0;
    return sized(__real_malloc(size), size);
}
extern REAL void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t count, size_t size) {
    size_t all;
    if (!__builtin_mul_overflow(count, size, &all) && !HUGE_SIZE(all) && fails("calloc", ENOMEM)) return 0;
    return sized(__real_calloc(count, size), count && size);
}
extern REAL void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *block, size_t size) {
    TELL(block, 1, 1);
    return fails("realloc", ENOMEM) ? 0 : __real_realloc(block, size);
}
extern REAL void *__real_reallocarray(void *, size_t, size_t);
void *__wrap_reallocarray(void *block, size_t count, size_t size) {
    TELL(block, 1, 1);
    return fails("reallocarray", ENOMEM) ? 0 : __real_reallocarray(block, count, size);
}
#define ALLOCATES(name, parameters, values)                                                          \
    extern REAL void *__real_##name parameters;                                                            \
    void *__wrap_##name parameters { return fails(#name, ENOMEM) ? 0 : __real_##name values; }
ALLOCATES(aligned_alloc, (size_t align, size_t size), (align, size))
ALLOCATES(memalign, (size_t align, size_t size), (align, size))
ALLOCATES(valloc, (size_t size), (size))
ALLOCATES(strdup, (const char *text), (text))
ALLOCATES(__strdup, (const char *text), (text))
ALLOCATES(strndup, (const char *text, size_t size), (text, size))
ALLOCATES(wcsdup, (const wchar_t *text), (text))
extern REAL int __real_posix_memalign(void **, size_t, size_t);
int __wrap_posix_memalign(void **to, size_t align, size_t size) {
    return fails("posix_memalign", ENOMEM) ? ENOMEM : __real_posix_memalign(to, align, size);
}
extern REAL int __real_vasprintf(char **, const char *, va_list);
int __wrap_vasprintf(char **to, const char *format, va_list values) {
    return fails("vasprintf", ENOMEM) ? -1 : __real_vasprintf(to, format, values);
}
int __wrap_asprintf(char **to, const char *format, ...) {
    if (fails("asprintf", ENOMEM)) return -1;
    va_list values;
    va_start(values, format);
    int result = __real_vasprintf ? __real_vasprintf(to, format, values) : vasprintf(to, format, values);
    va_end(values);
    return result;
}
static void *map(const char *function, void *at, size_t len, int protection, int flags, int fd, off_t offset) {
    struct entry *e = find("return", function, 1);
    if (fails(function, ENOMEM)) return MAP_FAILED;
    if (flags & MAP_ANONYMOUS) return real_map(at, len, protection, flags, fd, offset);
    asks(function);
    flags = (flags & ~MAP_SHARED) | MAP_PRIVATE | MAP_ANONYMOUS;
    char *block = real_map(at, len, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (block == MAP_FAILED) return block;
    struct entry *bytes = e ? following(e) : 0;
    if (bytes) put(block, bytes->bytes, bytes->len < len ? bytes->len : len);
    syscall(SYS_mprotect, block, len, protection);
    return block;
}
void *__wrap_mmap(void *at, size_t len, int protection, int flags, int fd, off_t offset) {
    return map("mmap", at, len, protection, flags, fd, offset);
}
void *__wrap_mmap64(void *at, size_t len, int protection, int flags, int fd, off64_t offset) {
    return map("mmap64", at, len, protection, flags, fd, (off_t)offset);
}

/* A stream that is null or closed is used here: the library would not let a sanitizer see. */
static void touch(const void *stream) { (void)*(const volatile char *)stream; }

/* A text that the real function reads. */
static void read_text(const char *text) {
    const volatile char *at = text;
    while (*at) at++;
}

/* --- Streams and descriptors --------------------------------------------------------- */

extern REAL FILE *__real_fopen(const char *, const char *);
static FILE *open_mode(const char *name, const char *mode) {
    return __real_fopen ? __real_fopen(name, mode) : fopen(name, mode);
}
static FILE *open_stream(void) { return open_mode(scratch_name(), "w+"); }
/* What is opened to be read only, or written only, cannot be used otherwise. */
static FILE *open_for(const char *mode) {
    const char *name = scratch_name();
    FILE *file = open_mode(name, "w+");
    int both = 0;
    for (const char *c = mode; *c; c++) both |= *c == '+';
    if (!file || both || (mode[0] != 'r' && mode[0] != 'w' && mode[0] != 'a')) return file;
    FILE *only = open_mode(name, mode[0] == 'r' ? "r" : "w");
    if (!only) return file;
    extern REAL int __real_fclose(FILE *);
    __real_fclose ? __real_fclose(file) : fclose(file);
    return only;
}
#define OPENS_FOR(name, code)                                                                         \
    FILE *__wrap_##name(const char *path, const char *mode) {                                        \
        if (path) read_text(path);                                                                   \
        return fails(#name, code) ? 0 : open_for(mode);                                              \
    }
#define OPENS(name, code)                                                                             \
    FILE *__wrap_##name() { return fails(#name, code) ? 0 : open_stream(); }
OPENS_FOR(fopen, ENOENT)
OPENS_FOR(fopen64, ENOENT)
OPENS(fdopen, EBADF)
OPENS(tmpfile, EMFILE)
OPENS(tmpfile64, EMFILE)
OPENS(popen, EMFILE)
#define REOPENS(name)                                                                                 \
    extern REAL FILE *__real_##name(const char *, const char *, FILE *);                                   \
    FILE *__wrap_##name(const char *path, const char *mode, FILE *stream) {                          \
        return fails(#name, ENOENT) ? 0 : __real_##name(scratch_name(), "w+", stream);               \
    }
REOPENS(freopen)
REOPENS(freopen64)
extern REAL int __real_fclose(FILE *);
/* What a function says of its own work, if the path examined that. */
static long long said(const char *function, long long result) {
    struct entry *e = take("return", function);
    if (!e) return result;
    if (value_of(e) < 0) errno = EIO;
    return value_of(e);
}

static int close_stream(const char *function, FILE *stream) {
    touch(stream);
    return (int)said(function, __real_fclose ? __real_fclose(stream) : fclose(stream));
}
int __wrap_fclose(FILE *stream) { return close_stream("fclose", stream); }
int __wrap_pclose(FILE *stream) { return close_stream("pclose", stream); }
#define FLUSHES(name)                                                                                \
    extern REAL int __real_##name(FILE *);                                                           \
    int __wrap_##name(FILE *stream) {                                                                \
        if (stream) touch(stream);                                                                   \
        return (int)said(#name, __real_##name(stream));                                              \
    }
FLUSHES(fflush)
FLUSHES(fflush_unlocked)

#define PRINTS(name, parameters, first, print)                                                       \
    int __wrap_##name parameters {                                                                   \
        first;                                                                                       \
        va_list values;                                                                              \
        va_start(values, format);                                                                    \
        if (margay_formats) margay_formats(__builtin_return_address(0), format, values);             \
        va_end(values);                                                                              \
        va_start(values, format);                                                                    \
        int result = print;                                                                          \
        va_end(values);                                                                              \
        return (int)said(#name, result);                                                             \
    }
PRINTS(printf, (const char *format, ...), , vprintf(format, values))
PRINTS(fprintf, (FILE *stream, const char *format, ...), touch(stream), vfprintf(stream, format, values))
PRINTS(dprintf, (int fd, const char *format, ...), , vdprintf(fd, format, values))
extern REAL int __real_vprintf(const char *, va_list);
int __wrap_vprintf(const char *format, va_list values) {
    return (int)said("vprintf", __real_vprintf(format, values));
}
extern REAL int __real_vfprintf(FILE *, const char *, va_list);
int __wrap_vfprintf(FILE *stream, const char *format, va_list values) {
    return touch(stream), (int)said("vfprintf", __real_vfprintf(stream, format, values));
}
extern REAL int __real_puts(const char *);
int __wrap_puts(const char *text) { return TELL(text, 0, 0), (int)said("puts", __real_puts(text)); }
#define PUTS_TEXT(name)                                                                              \
    extern REAL int __real_##name(const char *, FILE *);                                             \
    int __wrap_##name(const char *text, FILE *stream) {                                              \
        TELL(text, 0, 0);                                                                            \
        return touch(stream), (int)said(#name, __real_##name(text, stream));                         \
    }
PUTS_TEXT(fputs)
PUTS_TEXT(fputs_unlocked)
#define SHOWS_CHARACTER(name)                                                                        \
    extern REAL int __real_##name(int);                                                              \
    int __wrap_##name(int c) { return (int)said(#name, __real_##name(c)); }
SHOWS_CHARACTER(putchar)
SHOWS_CHARACTER(putchar_unlocked)
#define PUTS_CHARACTER(name)                                                                         \
    extern REAL int __real_##name(int, FILE *);                                                      \
    int __wrap_##name(int c, FILE *stream) {                                                         \
        return touch(stream), (int)said(#name, __real_##name(c, stream));                            \
    }
PUTS_CHARACTER(fputc)
PUTS_CHARACTER(fputc_unlocked)
PUTS_CHARACTER(putc)
PUTS_CHARACTER(putc_unlocked)
PUTS_CHARACTER(_IO_putc)
#define WRITES(name)                                                                                 \
    extern REAL size_t __real_##name(const void *, size_t, size_t, FILE *);                          \
    size_t __wrap_##name(const void *from, size_t size, size_t count, FILE *stream) {                \
        touch(stream);                                                                               \
        size_t written = (size_t)said(#name, (long long)__real_##name(from, size, count, stream));    \
        if (written > count) impossible(#name);                                                       \
        return written;                                                                              \
    }
WRITES(fwrite)
WRITES(fwrite_unlocked)
/* Not more than was asked for goes out, whatever is said of it. */
extern REAL ssize_t __real_write(int, const void *, size_t);
ssize_t __wrap_write(int fd, const void *from, size_t len) {
    long long written = said("write", __real_write(fd, from, len));
    if (written > (long long)len) impossible("write");
    return (ssize_t)written;
}
extern REAL ssize_t __real_send(int, const void *, size_t, int);
ssize_t __wrap_send(int fd, const void *from, size_t len, int flags) {
    long long sent = said("send", __real_send(fd, from, len, flags));
    if (sent > (long long)len) impossible("send");
    return (ssize_t)sent;
}

static unsigned char is_open[1024];

/* The system reads the name: without one nothing is opened. */
static int lacks_name(const char *function, const void *name) {
    if (name) return 0;
    struct entry *e = find("return", function, 1);
    if (e && !(value_of(e) & 1)) impossible(function);
    return errno = EFAULT, 1;
}

static int open_scratch(const char *function, int code) {
    if (fails(function, code)) return -1;
    long fd = syscall(SYS_openat, AT_FDCWD, scratch_name(), O_RDWR | O_CREAT, 0600);
    /* The model counts from here and gives no number twice. */
    static int next = 613;
    if (fd >= 0 && next < 1024 && syscall(SYS_dup3, fd, next, 0) >= 0) {
        syscall(SYS_close, fd);
        fd = next++;
    }
    if (fd >= 0 && fd < 1024) is_open[fd] = 1;
    return (int)fd;
}

#define OPENS_FD(name, code)                                                                          \
    int __wrap_##name() { return open_scratch(#name, code); }
#define OPENS_NAME(symbol)                                                                            \
    int __wrap_##symbol(const char *name) {                                                          \
        return lacks_name(#symbol, name) ? -1 : open_scratch(#symbol, ENOENT);                       \
    }
#define OPENS_NAME_AT(symbol)                                                                         \
    int __wrap_##symbol(int directory, const char *name) {                                           \
        return lacks_name(#symbol, name) ? -1 : open_scratch(#symbol, ENOENT);                       \
    }
OPENS_NAME(open)
OPENS_NAME(open64)
OPENS_NAME(creat)
OPENS_NAME(creat64)
OPENS_NAME_AT(openat)
OPENS_NAME_AT(openat64)
OPENS_FD(socket, EMFILE)
OPENS_FD(dup, EMFILE)
static int accepted(const char *function, void *address, void *len) {
    struct entry *e = find("return", function, 1);
    void *arguments[] = {0, address, len};
    int fd = open_scratch(function, EMFILE);
    if (e && fd >= 0) write_all(e + 1, function, arguments, 3);
    return fd;
}
int __wrap_accept(int fd, void *address, void *len) { return accepted("accept", address, len); }
int __wrap_accept4(int fd, void *address, void *len, int flags) { return accepted("accept4", address, len); }
static int temporary(const char *function, char *template) {
    size_t len = 0;
    while (template[len]) len++;
    for (size_t i = 1; i <= 6; i++)
        if (len < 6 || template[len - i] != 'X') return errno = EINVAL, -1;
    /* After the last line, the names differ as well. */
    static unsigned made;
    unsigned char letters[] = {'m', 'A', 'r', 'G', (unsigned char)('a' + made / 26 % 26), (unsigned char)('a' + made % 26)};
    struct entry *e = find("return", function, 1);
    void *end = template + len - 6;
    int fd = open_scratch(function, EMFILE);
    if (e) write_all(e + 1, function, &end, 1);
    else if (fd >= 0) made++, put(end, letters, sizeof letters);
    return fd;
}
int __wrap_mkstemp(char *template) { return temporary("mkstemp", template); }
int __wrap_mkstemp64(char *template) { return temporary("mkstemp64", template); }
int __wrap_mkostemp(char *template, int flags) { return temporary("mkostemp", template); }
int __wrap_mkostemp64(char *template, int flags) { return temporary("mkostemp64", template); }
static int two(const char *function, int *to) {
    int first = open_scratch(function, EMFILE);
    if (first < 0) return -1;
    to[0] = first;
    to[1] = open_scratch("", EMFILE);
    return 0;
}
extern REAL int __real_pipe(int *);
int __wrap_pipe(int *to) { return started && told("pipe") ? two("pipe", to) : __real_pipe(to); }
int __wrap_pipe2(int *to, int flags) { return two("pipe2", to); }
int __wrap_socketpair(int domain, int type, int protocol, int *to) { return two("socketpair", to); }
int __wrap_close(int fd) {
    if (fd >= 0 && fd < 1024 && is_open[fd]) {
        is_open[fd] = 0;
        syscall(SYS_close, fd);
    }
    return fails("close", EIO) ? -1 : 0;
}

/* 0 or -1, whatever the arguments are. */
#define STATUS(name)                                                                                  \
    int __wrap_##name() { return fails(#name, EIO) ? -1 : 0; }
#define STATUS_OF_STREAM(name)                                                                        \
    int __wrap_##name(FILE *stream) { return touch(stream), fails(#name, EIO) ? -1 : 0; }
/* 0 or not, which is no error. */
#define FLAG_OF_STREAM(name)                                                                          \
    int __wrap_##name(FILE *stream) { return touch(stream), (int)number(#name, 0); }
#define TOUCHES_STREAM(name)                                                                          \
    void __wrap_##name(FILE *stream) { touch(stream); }
FLAG_OF_STREAM(ferror)
FLAG_OF_STREAM(ferror_unlocked)
FLAG_OF_STREAM(setvbuf)
FLAG_OF_STREAM(__flbf)
FLAG_OF_STREAM(__freading)
FLAG_OF_STREAM(__fwriting)
FLAG_OF_STREAM(__freadable)
FLAG_OF_STREAM(__fwritable)
TOUCHES_STREAM(clearerr)
TOUCHES_STREAM(clearerr_unlocked)
TOUCHES_STREAM(setbuf)
TOUCHES_STREAM(rewind)
TOUCHES_STREAM(__fpurge)
TOUCHES_STREAM(setbuffer)
TOUCHES_STREAM(setlinebuf)
STATUS_OF_STREAM(fseek)
STATUS_OF_STREAM(fseeko)
STATUS_OF_STREAM(fseeko64)
STATUS(fsync)
STATUS(fdatasync)
STATUS(ftruncate)
STATUS(ftruncate64)
int __wrap_system(const char *command) {
    if (command) read_text(command);
    asks("system");
    return (int)said("system", 0);
}
STATUS(bind)
STATUS(listen)
STATUS(connect)
STATUS(shutdown)
STATUS(setsockopt)
#define ENDS(name)                                                                                   \
    int __wrap_##name(FILE *stream) { return touch(stream), (int)number(#name, 1); }
ENDS(feof)
ENDS(feof_unlocked)
off_t __wrap_lseek(int fd, off_t at, int whence) {
    return (void)fd, (void)at, (void)whence, asks("lseek"), (off_t)said("lseek", -1);
}
off64_t __wrap_lseek64(int fd, off64_t at, int whence) {
    return (void)fd, (void)at, (void)whence, asks("lseek64"), (off64_t)said("lseek64", -1);
}
long __wrap_ftell(FILE *stream) { return touch(stream), asks("ftell"), (long)said("ftell", 0); }
off_t __wrap_ftello(FILE *stream) { return touch(stream), asks("ftello"), (off_t)said("ftello", 0); }
off64_t __wrap_ftello64(FILE *stream) { return touch(stream), asks("ftello64"), (off64_t)said("ftello64", 0); }
#define STANDS_AT(name)                                                                              \
    int __wrap_##name(FILE *stream, void *to) {                                                      \
        void *arguments[] = {stream, to, 0, 0, 0, 0};                                                \
        return touch(stream), (int)answer(#name, arguments, 0, 0, 0);                                \
    }
STANDS_AT(fgetpos)
STANDS_AT(fgetpos64)
STATUS_OF_STREAM(fsetpos)
STATUS_OF_STREAM(fsetpos64)
size_t __wrap___fpending(FILE *stream) { return touch(stream), (size_t)number("__fpending", 0); }
size_t __wrap___fbufsize(FILE *stream) { return touch(stream), (size_t)number("__fbufsize", 0); }
#define HAS_NUMBER(name)                                                                             \
    int __wrap_##name(FILE *stream) { return touch(stream), (int)number(#name, 0); }
HAS_NUMBER(fileno)
HAS_NUMBER(fileno_unlocked)

/* --- Reading ------------------------------------------------------------------------- */

/* A line for a buffer of so many characters of a width. */
static void *line(const char *function, void *to, long room, size_t width) {
    if (room < 1) return 0;
    struct entry *e = take("return", function);
    if (e ? value_of(e) & 1 : !last_call()) return 0;
    struct entry *text = following(e);
    size_t count = (size_t)room - 1;
    if (text && text->len < count) count = text->len;
    unsigned char none[4] = {0};
    for (size_t i = 0; i < count; i++) {
        unsigned char wide[4] = {text ? text->bytes[i] : 'A'};
        put((char *)to + i * width, wide, width);
    }
    put((char *)to + count * width, none, width);
    return to;
}

char *__wrap_fgets(char *to, int room, FILE *stream) { return touch(stream), line("fgets", to, room, 1); }
char *__wrap_fgets_unlocked(char *to, int room, FILE *stream) {
    return touch(stream), line("fgets_unlocked", to, room, 1);
}
wchar_t *__wrap_fgetws(wchar_t *to, int room, FILE *stream) {
    return touch(stream), line("fgetws", to, room, sizeof(wchar_t));
}
wchar_t *__wrap_fgetws_unlocked(wchar_t *to, int room, FILE *stream) {
    return touch(stream), line("fgetws_unlocked", to, room, sizeof(wchar_t));
}
char *__wrap_gets(char *to) { return line("gets", to, 4096, 1); }

/* A line for a buffer that grows: as large a one as the model takes, or larger. */
static ssize_t grown_line(const char *function, char **to, size_t *room) {
    struct entry *e = take("return", function);
    int failed = e ? value_of(e) & 1 : !last_call();
    struct entry *text = failed ? 0 : following(e);
    size_t count = failed ? 0 : text ? text->len : 1;
    size_t wanted = count < 119 ? 120 : count + 1;
    if (!*to || *room < wanted) {
        char *block = __real_realloc ? __real_realloc(*to, wanted) : realloc(*to, wanted);
        if (!block) return -1;
        *to = block;
        *room = wanted;
    }
    if (failed) return -1;
    for (size_t i = 0; i < count; i++) (*to)[i] = text ? (char)text->bytes[i] : 'A';
    (*to)[count] = 0;
    return (ssize_t)count;
}

ssize_t __wrap_getline(char **to, size_t *room, FILE *stream) {
    return touch(stream), grown_line("getline", to, room);
}
ssize_t __wrap_getdelim(char **to, size_t *room, int end, FILE *stream) {
    return (void)end, touch(stream), grown_line("getdelim", to, room);
}
ssize_t __wrap___getdelim(char **to, size_t *room, int end, FILE *stream) {
    return (void)end, touch(stream), grown_line("__getdelim", to, room);
}

static int character(const char *function) {
    struct entry *e = take("return", function);
    if (!e) return last_call() ? 'A' : EOF;
    struct entry *byte = following(e);
    if (value_of(e) & 1) return EOF;
    return byte && byte->len ? byte->bytes[0] : 'A';
}

#define READS_CHARACTER_OF(name)                                                                      \
    int __wrap_##name(FILE *stream) { return touch(stream), character(#name); }
#define READS_CHARACTER(name)                                                                         \
    int __wrap_##name() { return character(#name); }
READS_CHARACTER_OF(fgetc)
READS_CHARACTER_OF(fgetc_unlocked)
READS_CHARACTER_OF(getc)
READS_CHARACTER_OF(_IO_getc)
READS_CHARACTER_OF(getc_unlocked)
READS_CHARACTER(getchar)
READS_CHARACTER(getchar_unlocked)
int __wrap_ungetc(int c, FILE *stream) { return touch(stream), c; }

/* How much a call read, as it says itself, with the bytes in `to`. */
static long long block(const char *function, void *to, size_t len) {
    struct entry *e = take("return", function);
    if (!e) {
        if (!last_call()) return 0;
        fill(to, len);
        return (long long)len;
    }
    struct entry *bytes = following(e);
    if (bytes) put(to, bytes->bytes, bytes->len < len ? bytes->len : len);
    long long count = value_of(e);
    if (count < 0) errno = EIO;
    return count;
}

#define READS_BLOCK(name)                                                                            \
    size_t __wrap_##name(void *to, size_t size, size_t count, FILE *stream) {                        \
        touch(stream);                                                                               \
        if (size * count == 0) return 0;                                                             \
        int known = find("return", #name, 1) != 0;                                                   \
        long long got = block(#name, to, size * count);                                              \
        return known ? (size_t)got : (size_t)got / size;                                             \
    }
READS_BLOCK(fread)
READS_BLOCK(fread_unlocked)
ssize_t __wrap_read(int fd, void *to, size_t len) { return (void)fd, block("read", to, len); }
ssize_t __wrap_recv(int fd, void *to, size_t len, int flags) {
    return (void)fd, (void)flags, block("recv", to, len);
}
ssize_t __wrap_recvfrom(int fd, void *to, size_t len, int flags, void *from, void *room) {
    struct entry *e = find("return", "recvfrom", 1);
    void *arguments[] = {0, to, 0, 0, from, room};
    ssize_t count = block("recvfrom", to, len);
    struct entry *w = e ? e + 1 : 0;
    if (w && w < entries + entry_count && w->used) w++;
    if (count >= 0) write_all(w, "recvfrom", arguments, 6);
    return count;
}
ssize_t __wrap_readlink(const char *path, void *to, size_t len) {
    return read_text(path), block("readlink", to, len);
}
ssize_t __wrap_getrandom(void *to, size_t len, unsigned flags) { return block("getrandom", to, len); }
ssize_t __wrap_pread(int fd, void *to, size_t len, off_t at) {
    return (void)fd, (void)at, block("pread", to, len);
}
ssize_t __wrap_pread64(int fd, void *to, size_t len, off64_t at) {
    return (void)fd, (void)at, block("pread64", to, len);
}

/* --- scanf --------------------------------------------------------------------------- */

/* A text that the library's own scanf reads as the values that were recorded. */
struct text {
    char *bytes;
    size_t len;
};
#define LONGEST_TEXT 65536

static void add(struct text *text, char c) {
    if (text->len < LONGEST_TEXT) text->bytes[text->len++] = c;
}

static void add_text(struct text *text, const char *more) {
    while (*more) add(text, *more++);
}

static int is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

static void add_number(struct text *text, const struct entry *e, int letter) {
    char digits[400];
    if (!e) {
        add_text(text, "0");
        return;
    }
    switch (letter) {
    case 'd': case 'i': snprintf(digits, sizeof digits, "%lld", value_of(e)); break;
    case 'u': snprintf(digits, sizeof digits, "%llu", (unsigned long long)value_of(e)); break;
    case 'o': snprintf(digits, sizeof digits, "%llo", (unsigned long long)value_of(e)); break;
    case 'x': case 'X': snprintf(digits, sizeof digits, "%llx", (unsigned long long)value_of(e)); break;
    case 'p': snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)value_of(e)); break;
    default:
        if (e->len == 16) {
            union { unsigned char bytes[16]; long double value; } wide;
            put(wide.bytes, e->bytes, 16);
            snprintf(digits, sizeof digits, "%La", wide.value);
        } else {
            snprintf(digits, sizeof digits, "%a", double_of(e));
        }
    }
    add_text(text, digits);
}

/* Composes the text for a format; stops where the recorded call did. */
static void compose(struct text *text, const char *function, const char *format) {
    for (; *format; format++) {
        if (is_space(*format)) {
            add(text, ' ');
            continue;
        }
        if (*format != '%') {
            add(text, *format);
            continue;
        }
        int skipped = 0;
        size_t width = 0;
        if (*++format == '*') skipped = 1, format++;
        while (*format >= '0' && *format <= '9') width = width * 10 + (size_t)(*format++ - '0');
        while (*format == 'h' || *format == 'l' || *format == 'L' || *format == 'q' || *format == 'j' ||
               *format == 'z' || *format == 't' || *format == 'm')
            format++;
        int letter = *format;
        if (!letter) return;
        if (letter == '%') {
            add(text, '%');
            continue;
        }
        if (letter == '[') {
            if (format[1] == '^') format++;
            if (format[1] == ']') format++;
            while (format[1] && *++format != ']') {}
        }
        if (letter == 'n') continue;
        struct entry *e = take("return", function);
        if (e ? value_of(e) & 1 : !last_call()) {
            /* After that may stand what is there in place of a number. */
            struct entry *other = following(e);
            if (other && other->len) add(text, ' '), add(text, (char)other->bytes[0]);
            return;
        }
        struct entry *given = skipped ? 0 : following(e);
        switch (letter) {
        case 'c':
            for (size_t i = 0; i < (width ? width : 1) && text->len < LONGEST_TEXT; i++)
                add(text, given && i < given->len ? (char)given->bytes[i] : skipped ? '\n' : 'A');
            break;
        case 's': case 'S': case '[': {
            if (letter != '[') add(text, ' ');
            size_t len = given ? given->len : skipped ? 1 : width ? width : 4096;
            for (size_t i = 0; i < len && !(given && !given->bytes[i]); i++)
                add(text, given ? (char)given->bytes[i] : 'A');
            break;
        }
        default:
            add(text, ' ');
            add_number(text, given, letter);
        }
    }
}

static int scan(const char *function, const char *format, va_list values) {
    struct text text = {pages(LONGEST_TEXT), 0};
    compose(&text, function, format);
    text.bytes[text.len] = 0;
    return vsscanf(text.bytes, format, values);
}

static int scan_wide(const char *function, const wchar_t *format, va_list values) {
    size_t len = 0;
    while (format[len]) len++;
    char *narrow = pages(len + 1);
    for (size_t i = 0; i < len; i++) narrow[i] = format[i] < 128 ? (char)format[i] : '?';
    struct text text = {pages(LONGEST_TEXT), 0};
    compose(&text, function, narrow);
    wchar_t *wide = pages((text.len + 1) * sizeof *wide);
    for (size_t i = 0; i < text.len; i++) wide[i] = (unsigned char)text.bytes[i];
    return vswscanf(wide, format, values);
}

#define SCANS(symbol, name, parameters, first, scanner)                                              \
    int __wrap_##symbol parameters {                                                                 \
        first;                                                                                       \
        va_list values;                                                                              \
        va_start(values, format);                                                                    \
        int result = scanner(#name, format, values);                                                 \
        va_end(values);                                                                              \
        return result;                                                                               \
    }
#define NARROW(symbol, name) SCANS(symbol, name, (const char *format, ...), , scan)
#define NARROW_FILE(symbol, name) SCANS(symbol, name, (FILE *stream, const char *format, ...), touch(stream), scan)
#define WIDE(symbol, name) SCANS(symbol, name, (const wchar_t *format, ...), , scan_wide)
#define WIDE_FILE(symbol, name) SCANS(symbol, name, (FILE *stream, const wchar_t *format, ...), touch(stream), scan_wide)
NARROW(scanf, scanf)
NARROW(__isoc99_scanf, scanf)
NARROW(__isoc23_scanf, scanf)
NARROW_FILE(fscanf, fscanf)
NARROW_FILE(__isoc99_fscanf, fscanf)
NARROW_FILE(__isoc23_fscanf, fscanf)
WIDE(wscanf, wscanf)
WIDE(__isoc99_wscanf, wscanf)
WIDE_FILE(fwscanf, fwscanf)
WIDE_FILE(__isoc99_fwscanf, fwscanf)

/* --- Chance and the clock ------------------------------------------------------------ */

#define CHANCE(type, name)                                                                            \
    type __wrap_##name() { return (type)number(#name, 1); }
CHANCE(int, rand)
CHANCE(long, random)
CHANCE(unsigned, arc4random)
int __wrap_rand_r(unsigned *seed) {
    asks("rand_r");
    struct entry *e = take("return", "rand_r");
    void *arguments[] = {seed};
    if (e) write_all(e + 1, "rand_r", arguments, 1);
    return e ? (int)value_of(e) : 1;
}
/* What these answer is defined: what was recorded is what they answer themselves. */
#define DEFINED(name, parameters, values)                                                             \
    extern REAL long __real_##name parameters;                                                        \
    long __wrap_##name parameters {                                                                  \
        long real = __real_##name values;                                                            \
        return is_child ? real : (long)number(#name, real);                                          \
    }
DEFINED(lrand48, (void), ())
DEFINED(mrand48, (void), ())
DEFINED(nrand48, (unsigned short *state), (state))
DEFINED(jrand48, (unsigned short *state), (state))
CHANCE(long, clock)
/* The number of this process, once it was asked for; in a child, what `fork` told its parent, and that of the parent. */
static long own_number, parent_number;
int __wrap_getpid(void) {
    if (!is_child) own_number = (long)number("getpid", 1);
    return (int)own_number;
}
int __wrap_getppid(void) { return (int)(is_child ? parent_number : number("getppid", 1)); }
long __wrap_time(long *to) {
    long now = (long)number("time", 1);
    if (to) *to = now;
    return now;
}
#define AT_ONCE(name)                                                                                 \
    int __wrap_##name() { return margay_gives_way ? margay_gives_way(), 0 : 0; }
AT_ONCE(sleep)
AT_ONCE(usleep)
int __wrap_nanosleep(const struct timespec *time, struct timespec *left) {
    (void)left;
    if (time->tv_sec < 0 || time->tv_nsec < 0 || time->tv_nsec > 999999999) {
        errno = EINVAL;
        return -1;
    }
    return margay_gives_way ? margay_gives_way(), 0 : 0;
}

/* --- Directories --------------------------------------------------------------------- */

void *__wrap_opendir(const char *path) {
    read_text(path);
    return fails("opendir", ENOENT) ? 0 : own_malloc(16);
}
void *__wrap_fdopendir(int fd) {
    (void)fd;
    return fails("fdopendir", ENOMEM) ? 0 : own_malloc(16);
}
int __wrap_closedir(void *directory) {
    touch(directory);
    free(directory);
    return (int)said("closedir", 0);
}
int __wrap_dirfd(void *directory) { return touch(directory), (int)number("dirfd", 0); }
void __wrap_rewinddir(void *directory) { touch(directory); }

static void *next_entry(const char *function, size_t size) {
    asks(function);
    struct entry *e = take("return", function);
    struct entry *given = following(e);
    if (!e || value_of(e) & 1) return 0;
    unsigned char *entry = own_malloc(size);
    if (!entry) return 0;
    for (size_t i = 0; i < size; i++) entry[i] = 0;
    if (given) put(entry, given->bytes, given->len < size ? given->len : size);
    /* A search for leaks finds it here. */
    static void *kept[256];
    static unsigned count;
    return kept[count++ % 256] = entry;
}
struct dirent *__wrap_readdir(void *directory) {
    return touch(directory), next_entry("readdir", sizeof(struct dirent));
}
struct dirent64 *__wrap_readdir64(void *directory) {
    return touch(directory), next_entry("readdir64", sizeof(struct dirent64));
}
/* The model of these is C that opens, reads and closes the directory. */
#define SCANS_DIRECTORY(name, reader, type)                                                           \
    int __wrap_##name(const char *path, struct type ***list, int (*wanted)(const struct type *),      \
                      int (*order)(const void *, const void *)) {                                     \
        struct type **entries = 0, *entry;                                                            \
        size_t count = 0;                                                                             \
        read_text(path);                                                                              \
        if (fails("opendir", ENOENT)) return -1;                                                      \
        while ((entry = next_entry(#reader, sizeof *entry))) {                                        \
            if (wanted && !wanted(entry)) continue;                                                   \
            size_t size = (count + 1) * sizeof *entries;                                              \
            entries = __real_realloc ? __real_realloc(entries, size) : realloc(entries, size);        \
            entries[count] = own_malloc(sizeof *entry);                                               \
            put(entries[count++], (unsigned char *)entry, sizeof *entry);                             \
        }                                                                                             \
        take("return", "closedir");                                                                   \
        if (order) qsort(entries, count, sizeof *entries, order);                                     \
        *list = entries;                                                                              \
        return (int)count;                                                                            \
    }
SCANS_DIRECTORY(scandir, readdir, dirent)
SCANS_DIRECTORY(scandir64, readdir64, dirent64)

/* --- System calls: which argument they write to, and how much ------------------------- */

#define ANSWERS(name, index, size, otherwise)                                                        \
    long __wrap_##name(void *a, void *b, void *c, void *d, void *e, void *f) {                       \
        void *arguments[] = {a, b, c, d, e, f};                                                      \
        return answer(#name, arguments, index, size, otherwise);                                     \
    }
#define NUMBER(name) ANSWERS(name, 0, 0, 0)
/* The argument at `first` is a path, and so is the one at `second`. */
#define PATHS(name, first, second, index, size)                                                      \
    long __wrap_##name(void *a, void *b, void *c, void *d, void *e, void *f) {                       \
        void *arguments[] = {a, b, c, d, e, f};                                                      \
        read_text(arguments[first]), read_text(arguments[second]);                                   \
        return answer(#name, arguments, index, size, 0);                                             \
    }
#define PATH(name) PATHS(name, 0, 0, 0, 0)
#define PATH_AT(name) PATHS(name, 1, 1, 0, 0)
/* The sanitizers call these, too, and before they can look at what the program does: only what
 * the path was told is said here. */
#define SHARED(name)                                                                                 \
    extern REAL long __real_##name(void *, void *, void *, void *, void *, void *);                  \
    static long shared_##name(void *a, void *b, void *c, void *d, void *e, void *f) {                \
        void *arguments[] = {a, b, c, d, e, f};                                                      \
        if (is_child && find("return", #name, 0)) impossible(#name);                                 \
        if (!told(#name)) return __real_##name(a, b, c, d, e, f);                                    \
        return answer(#name, arguments, 0, 0, 0);                                                    \
    }                                                                                                \
    UNSEEN long __wrap_##name(void *a, void *b, void *c, void *d, void *e, void *f) {                \
        return started ? shared_##name(a, b, c, d, e, f) : __real_##name(a, b, c, d, e, f);          \
    }
/* In the order of `symbolic/outcomes.rs`. */
PATHS(stat, 0, 0, 1, sizeof(struct stat))
PATHS(stat64, 0, 0, 1, sizeof(struct stat64))
PATHS(lstat, 0, 0, 1, sizeof(struct stat))
PATHS(lstat64, 0, 0, 1, sizeof(struct stat64))
ANSWERS(fstat, 1, sizeof(struct stat), 0)
ANSWERS(fstat64, 1, sizeof(struct stat64), 0)
PATHS(fstatat, 1, 1, 2, sizeof(struct stat))
PATHS(fstatat64, 1, 1, 2, sizeof(struct stat64))
PATHS(statvfs, 0, 0, 1, sizeof(struct statvfs))
PATHS(statvfs64, 0, 0, 1, sizeof(struct statvfs64))
ANSWERS(fstatvfs, 1, sizeof(struct statvfs), 0)
ANSWERS(fstatvfs64, 1, sizeof(struct statvfs64), 0)
PATH(remove)
PATH(unlink)
PATHS(rename, 0, 1, 0, 0)
PATH(mkdir)
PATH(rmdir)
PATH(access)
PATH(chdir)
PATH(chmod)
NUMBER(fchmod)
PATH(chown)
PATH(lchown)
NUMBER(fchown)
PATH(utime)
PATH(utimes)
PATHS(link, 0, 1, 0, 0)
PATHS(symlink, 0, 1, 0, 0)
PATH(mkfifo)
PATH(mknod)
PATH_AT(unlinkat)
PATH_AT(mkdirat)
PATH_AT(faccessat)
PATH(eaccess)
PATH(euidaccess)
NUMBER(fchdir)
PATH(truncate)
PATH(truncate64)
NUMBER(umask)
NUMBER(flock)
NUMBER(lockf)
NUMBER(lockf64)
NUMBER(syncfs)
SHARED(isatty)
ANSWERS(tcgetattr, 1, sizeof(struct termios), 0)
NUMBER(tcsetattr)
NUMBER(getsockname)
NUMBER(getpeername)
NUMBER(getsockopt)
SHARED(getuid)
NUMBER(geteuid)
NUMBER(getgid)
NUMBER(getegid)
NUMBER(getpgrp)
NUMBER(getpgid)
NUMBER(getsid)
long __wrap_gettid(void) {
    if (is_child) return own_number;
    long thread = (long)number("gettid", 1);
    if (!margay_begin) own_number = thread;
    return thread;
}
NUMBER(setuid)
NUMBER(setgid)
NUMBER(seteuid)
NUMBER(setegid)
/* A child that the path waits for runs the program's own code: it is started, and how it ends is what `wait` says, whatever
 * the path was told. It is given no input, and what it reports is not the program's. */
static struct child {
    long told, real;
} children[64];
static size_t child_count;

static int is_waited_for(long child) {
    static const char *const waits[] = {"wait", "waitpid"};
    for (size_t i = 0; i < entry_count; i++)
        for (size_t n = 0; n < 2; n++)
            if (same(entries[i].kind, "return") && same(entries[i].name, waits[n]) &&
                value_of(&entries[i]) == child)
                return 1;
    return 0;
}
extern REAL int __real_fork(void);
/* The number of the parent of a child that the path was told of: what it says, or will say, of itself. */
static long number_of_parent(long child) {
    struct entry *e = find("return", "getpid", 0);
    if (e) return (long)value_of(e);
    long real = syscall(SYS_getppid);
    return real == child ? real + 1 : real;
}
int __wrap_fork(void) {
    asks("fork");
    struct entry *e = take("return", "fork");
    if (!e) return errno = EAGAIN, -1;
    long child = (long)value_of(e);
    if (child < 0) errno = EIO;
    if (child <= 0 || margay_begin || child_count == 64 || !is_waited_for(child)) return (int)child;
    if (!child_asked)
        child_asked = real_map(0, sizeof *child_asked, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (child_asked == MAP_FAILED) {
        say("no memory for a child");
        syscall(SYS_exit_group, 99);
    }
    long real = __real_fork ? __real_fork() : fork();
    if (real < 0) {
        say("no child could be started");
        syscall(SYS_exit_group, 99);
    }
    if (real == 0) {
        long out = syscall(SYS_openat, AT_FDCWD, "child-output", O_WRONLY | O_CREAT | O_APPEND, 0600);
        for (int fd = 1; fd <= 2; fd++) syscall(SYS_dup3, out, fd, 0);
        /* The environment is the same. */
        for (size_t i = 0; i < entry_count; i++) entries[i].used |= !same(entries[i].kind, "env");
        is_child = 1;
        own_number = child;
        parent_number = number_of_parent(child);
        return 0;
    }
    children[child_count].told = child;
    children[child_count++].real = real;
    return (int)child;
}
/* Whether a sanitizer ended a child: without one, it would have gone on, or ended otherwise. */
static int is_reported(void) {
    static const char word[] = "Sanitizer";
    static char text[65536];
    long fd = syscall(SYS_openat, AT_FDCWD, "child-output", O_RDONLY), got;
    if (fd < 0) return 0;
    size_t len = 0, matched = 0;
    while (len < sizeof text && (got = syscall(SYS_read, fd, text + len, sizeof text - len)) > 0) len += (size_t)got;
    syscall(SYS_close, fd);
    for (size_t i = 0; i < len && matched < sizeof word - 1; i++)
        matched = text[i] == word[matched] ? matched + 1 : text[i] == word[0];
    return matched == sizeof word - 1;
}
/* How a child ended that was started here, in place of what the path was told. One that waits for input which it is not
 * given does not end: nothing is shown then. */
static void ended(long child, int *status) {
    for (size_t i = 0; i < child_count; i++) {
        if (children[i].told != child || !children[i].real) continue;
        int real = 0;
        /* Any process with the right to do so can send it a signal. */
        if (status && (*status & 0x7f)) {
            syscall(SYS_kill, children[i].real, SIGKILL);
            syscall(SYS_wait4, children[i].real, &real, 0, 0L);
            children[i].real = 0;
            return;
        }
        for (int tries = 0; tries < 200; tries++) {
            long got = syscall(SYS_wait4, children[i].real, &real, 1 /* WNOHANG */, 0L);
            if (got == children[i].real) {
                children[i].real = 0;
                if (is_reported() || *child_asked) impossible("wait");
                if (status) *status = real;
                return;
            }
            struct timespec moment = {0, 10000000};
            syscall(SYS_nanosleep, &moment, 0L);
        }
        syscall(SYS_kill, children[i].real, SIGKILL);
        say("a child did not end");
        syscall(SYS_exit_group, 98);
    }
}
long __wrap_wait(int *status) {
    void *arguments[] = {status, 0, 0, 0, 0, 0};
    long child = answer("wait", arguments, 0, 0, -1);
    return ended(child, status), child;
}
long __wrap_waitpid(long process, int *status, int options) {
    void *arguments[] = {0, status, 0, 0, 0, 0};
    long child = answer("waitpid", arguments, 0, 0, -1);
    return ended(child, status), child;
}
ANSWERS(execv, 0, 0, -1)
ANSWERS(execve, 0, 0, -1)
ANSWERS(execvp, 0, 0, -1)
ANSWERS(execvpe, 0, 0, -1)
ANSWERS(execl, 0, 0, -1)
ANSWERS(execlp, 0, 0, -1)
ANSWERS(execle, 0, 0, -1)
/* What goes to the process itself, or to its group, comes to it. */
int __wrap_kill(int process, int signal) {
    int is_own = process == 0 || (own_number && process == own_number);
    if (is_child && !is_own) impossible("kill");
    if (is_child) return raise(signal);
    int result = (int)number("kill", 0);
    if (result) return errno = is_own ? EINVAL : EIO, result;
    return is_own && signal ? raise(signal) : 0;
}
SHARED(getrlimit)
SHARED(getrlimit64)
SHARED(setrlimit)
SHARED(setrlimit64)
SHARED(getrusage)
/* A negative number is no error here. */
long __wrap_getpriority() { return (long)number("getpriority", 0); }
NUMBER(setpriority)
long __wrap_getentropy(void *to, size_t len) {
    void *arguments[] = {to, 0, 0, 0, 0, 0};
    if (len > 256) return errno = EIO, -1;
    return answer("getentropy", arguments, 0, len, 0);
}
ANSWERS(getloadavg, 0, 0, -1)
NUMBER(msync)
NUMBER(mprotect)
NUMBER(madvise)
NUMBER(mlock)
NUMBER(munlock)
NUMBER(mlockall)
SHARED(clock_gettime)
ANSWERS(clock_getres, 1, sizeof(struct timespec), 0)
ANSWERS(gettimeofday, 0, sizeof(struct timeval), 0)
ANSWERS(timespec_get, 0, sizeof(struct timespec), 1)
ANSWERS(times, 0, sizeof(struct tms), 0)
ANSWERS(getitimer, 1, sizeof(struct itimerval), 0)
NUMBER(setitimer)
NUMBER(alarm)
SHARED(sysconf)

/* --- Signals -------------------------------------------------------------------------- */

/* After the last signal of the path nothing ends a wait: others may go on for a moment, and then the run is over. */
int __wrap_pause(void) {
    asks("pause");
    struct entry *e = take("named", "signal that ends pause");
    if (e) return raise((int)value_of(e)), errno = EINTR, -1;
    struct timespec moment = {1, 0};
    syscall(SYS_nanosleep, &moment, 0L);
    say("no signal comes that the program waits for");
    syscall(SYS_exit_group, 0);
    return -1;
}

/* --- Names that the system gives ------------------------------------------------------ */

/* Kept where a search for leaks finds it. */
static void *kept(size_t size) {
    static void *blocks[256];
    static unsigned count;
    return blocks[count++ % 256] = own_malloc(size);
}

static char *text(const char *function, char *to, size_t room) {
    struct entry *e = take("return", function);
    if (!e) {
        if (to && room && last_call()) fill(to, room);
        return 0;
    }
    if (value_of(e) & 1) return errno = EIO, (char *)0;
    struct entry *given = following(e);
    if (!to) to = own_malloc(room ? room : 129);
    if (to && given) put(to, given->bytes, given->len);
    return to;
}
char *__wrap_getcwd(char *to, size_t room) {
    /* The shortest path is one character and its end. */
    if (room == 1) return errno = ERANGE, (char *)0;
    if (to && !room) return errno = EINVAL, (char *)0;
    return text("getcwd", to, room);
}
char *__wrap_get_current_dir_name(void) { return text("get_current_dir_name", 0, 0); }
char *__wrap_realpath(const char *name, char *to) { return read_text(name), text("realpath", to, 4096); }
char *__wrap_canonicalize_file_name(const char *name) {
    return read_text(name), text("canonicalize_file_name", 0, 0);
}
static int named(const char *function, char *to, size_t room) {
    if (!room) return errno = EINVAL, -1;
    return text(function, to, room) ? 0 : -1;
}
int __wrap_gethostname(char *to, size_t room) { return named("gethostname", to, room); }
int __wrap_getdomainname(char *to, size_t room) { return named("getdomainname", to, room); }
static char *own_text(const struct entry *e) {
    char *text = kept(33);
    if (e) put(text, e->bytes, e->len < 33 ? e->len : 33);
    return text;
}
static char *own(const char *function) {
    asks(function);
    struct entry *e = take("return", function);
    if (!e || value_of(e) & 1) return errno = EIO, (char *)0;
    return own_text(following(e));
}
char *__wrap_ttyname(int fd) { return own("ttyname"); }
char *__wrap_getlogin(void) { return own("getlogin"); }

/* The members stand in their order on the tape. */
#define NEXT (e = following(e))
#define NEXT_NUMBER (NEXT ? (unsigned)value_of(e) : 0)
static struct passwd *user(const char *function) {
    asks(function);
    struct entry *e = take("return", function);
    if (!e || value_of(e) & 1) return 0;
    struct passwd *user = kept(sizeof *user);
    user->pw_name = own_text(NEXT);
    user->pw_passwd = own_text(NEXT);
    user->pw_uid = NEXT_NUMBER;
    user->pw_gid = NEXT_NUMBER;
    user->pw_gecos = own_text(NEXT);
    user->pw_dir = own_text(NEXT);
    user->pw_shell = own_text(NEXT);
    return user;
}
struct passwd *__wrap_getpwuid(uid_t uid) { return user("getpwuid"); }
struct passwd *__wrap_getpwnam(const char *name) { return user("getpwnam"); }
struct passwd *__wrap_getpwent(void) { return user("getpwent"); }
static struct group *group(const char *function) {
    asks(function);
    struct entry *e = take("return", function);
    if (!e || value_of(e) & 1) return 0;
    static char *none[1];
    struct group *group = kept(sizeof *group);
    group->gr_name = own_text(NEXT);
    group->gr_passwd = own_text(NEXT);
    group->gr_gid = NEXT_NUMBER;
    group->gr_mem = none;
    return group;
}
struct group *__wrap_getgrgid(gid_t gid) { return group("getgrgid"); }
struct group *__wrap_getgrnam(const char *name) { return group("getgrnam"); }
struct group *__wrap_getgrent(void) { return group("getgrent"); }
extern REAL char *__real_setlocale(int, const char *);
char *__wrap_setlocale(int category, const char *name) {
    return name && fails("setlocale", ENOENT) ? 0 : __real_setlocale(category, name);
}

/* --- Functions that sanitizers do not look into --------------------------------------- */

/* MemorySanitizer looks at what strlen reads, but not at what strcat appends to. */
#if __has_feature(memory_sanitizer)
extern size_t strlen(const char *);
#define READ_STRING(text) ((void)strlen(text))
#else
#define READ_STRING(text) ((void)(text))
#endif
extern REAL char *__real_strcat(char *, const char *);
char *__wrap_strcat(char *to, const char *from) {
    TELL(to, 0, 1), TELL(from, 0, 0);
    return READ_STRING(to), __real_strcat(to, from);
}
extern REAL char *__real_strncat(char *, const char *, size_t);
char *__wrap_strncat(char *to, const char *from, size_t most) {
    TELL(to, 0, 1);
    return READ_STRING(to), __real_strncat(to, from, most);
}

wchar_t *__wrap_wcscpy(wchar_t *to, const wchar_t *from) {
    size_t i = 0;
    do to[i] = from[i]; while (from[i++]);
    return to;
}
wchar_t *__wrap_wcsncpy(wchar_t *to, const wchar_t *from, size_t count) {
    size_t i = 0;
    for (; i < count && from[i]; i++) to[i] = from[i];
    for (; i < count; i++) to[i] = 0;
    return to;
}
wchar_t *__wrap_wcscat(wchar_t *to, const wchar_t *from) {
    size_t end = 0, i = 0;
    while (to[end]) end++;
    do to[end + i] = from[i]; while (from[i++]);
    return to;
}
wchar_t *__wrap_wcsncat(wchar_t *to, const wchar_t *from, size_t count) {
    size_t end = 0, i = 0;
    while (to[end]) end++;
    for (; i < count && from[i]; i++) to[end + i] = from[i];
    to[end + i] = 0;
    return to;
}
wchar_t *__wrap_wmemcpy(wchar_t *to, const wchar_t *from, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = from[i];
    return to;
}
wchar_t *__wrap_wmemmove(wchar_t *to, const wchar_t *from, size_t count) {
    if (to < from)
        for (size_t i = 0; i < count; i++) to[i] = from[i];
    else
        while (count-- > 0) to[count] = from[count];
    return to;
}
wchar_t *__wrap_wmemset(wchar_t *to, wchar_t value, size_t count) {
    for (size_t i = 0; i < count; i++) to[i] = value;
    return to;
}
int __wrap_swprintf(wchar_t *to, size_t room, const wchar_t *format, ...) {
    size_t most = room < LONGEST_TEXT ? room : LONGEST_TEXT;
    wchar_t *text = pages(most * sizeof *text);
    va_list values;
    va_start(values, format);
    int count = vswprintf(text, most, format, values);
    va_end(values);
    for (int i = 0; i <= count; i++) to[i] = text[i];
    return count;
}

/* --- Functions of harnesses, unless the program brings its own ------------------------ */

#define HARNESS __attribute__((weak))

HARNESS void klee_make_symbolic(void *to, size_t len, const char *name) {
    asks("klee_make_symbolic");
    struct entry *e = take("named", name ? name : "unnamed");
    if (e) put(to, e->bytes, e->len < len ? e->len : len);
}
HARNESS void margay_symbolic(void *to, size_t len, const char *name) { klee_make_symbolic(to, len, name); }

static void assume(int holds) {
    if (holds) return;
    say("an assumption does not hold");
    give_up();
}
HARNESS void klee_assume(uintptr_t holds) { assume(holds != 0); }
HARNESS void margay_assume(int holds) { assume(holds); }
HARNESS void __VERIFIER_assume(int holds) { assume(holds); }

static void assertion(int holds) {
    if (holds) return;
    say("an assertion fails");
    abort();
}
HARNESS void klee_assert(int holds) { assertion(holds); }
HARNESS void margay_assert(int holds) { assertion(holds); }
HARNESS void __VERIFIER_assert(int holds) { assertion(holds); }
HARNESS void reach_error(void) { assertion(0); }
HARNESS void __VERIFIER_error(void) { assertion(0); }
HARNESS void klee_report_error(const char *file, int line, const char *text, const char *kind) { assertion(0); }

HARNESS int klee_int(const char *name) {
    asks("klee_int");
    struct entry *e = take("named", name);
    return e ? (int)value_of(e) : 0;
}
HARNESS int klee_range(int begin, int end, const char *name) {
    asks("klee_range");
    struct entry *e = take("named", name);
    return (void)end, e ? (int)value_of(e) : begin;
}
/* Memory at an address that the harness of the program names, with what the path found there. */
HARNESS void klee_define_fixed_object(void *at, size_t len) {
    uintptr_t page = 4096, first = (uintptr_t)at & ~(page - 1), end = ((uintptr_t)at + len + page - 1) & ~(page - 1);
    void *got = real_map((void *)first, end - first, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != (void *)first) {
        say("there is no room at a fixed address");
        syscall(SYS_exit_group, 98);
    }
    char name[40];
    snprintf(name, sizeof name, "object at %#llx", (unsigned long long)(uintptr_t)at);
    struct entry *e = take("named", name);
    if (e) put(at, e->bytes, e->len < len ? e->len : len);
}
HARNESS void klee_prefer_cex(void *object, uintptr_t condition) { (void)object, (void)condition; }
HARNESS void klee_silent_exit(int code) { exit(code); }

#define NONDET(type, name)                                                                            \
    HARNESS type __VERIFIER_nondet_##name(void) { return (type)number("__VERIFIER_nondet_" #name, 0); }
NONDET(int, int)
NONDET(unsigned, uint)
NONDET(unsigned, unsigned)
NONDET(unsigned, u32)
NONDET(char, char)
NONDET(unsigned char, uchar)
NONDET(unsigned char, u8)
NONDET(short, short)
NONDET(unsigned short, ushort)
NONDET(unsigned short, u16)
NONDET(long, long)
NONDET(unsigned long, ulong)
NONDET(size_t, size_t)
NONDET(long long, longlong)
NONDET(unsigned long long, ulonglong)
NONDET(unsigned long long, u64)
NONDET(_Bool, bool)
NONDET(_Bool, _Bool)
HARNESS float __VERIFIER_nondet_float(void) { return margay_float("__VERIFIER_nondet_float"); }
HARNESS double __VERIFIER_nondet_double(void) { return margay_double("__VERIFIER_nondet_double"); }
