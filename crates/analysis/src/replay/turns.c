/* Margay's replay of threads: leads them to where a finding has them, and says what it sees there, or
 * leaves that to sanitizers and breakpoints.
 *
 * The compiler's instrumentation for ThreadSanitizer calls a function before each access to memory
 * that threads may share. These functions are here, in place of ThreadSanitizer's own: they and the
 * calls of locks, which the linker sends here, are where a thread can be made to wait.
 *
 * inputs.txt has these lines for it:
 *
 *     goal  RULE HOW          -      what is to be shown, `fault` if others show it; HOW is below
 *     place FILE:LINE NUMBER  HEX    code: pairs of a distance from __wrap_main and a length
 *     claim NUMBER -          -      the places of what is claimed, in the order of the report
 *     turn  NUMBER THREAD     -      who comes to which place, in order; `THREAD!` stands there in the end,
 *                                    `THREAD!r` before it reads, `THREAD!w` before it writes, `THREAD!l` where
 *                                    it has read what it will write back, and another one writes now
 *
 * HOW is `all`, or `last` to keep no turns but the last ones. Where threads stand and it is not yet what
 * was claimed, the one goes on that came last, or with `all-first` and `last-first` the one that came
 * first: it may come again. With `+N` after it, who has `!l` passes by N times before it stands there.
 *
 * A lost update is lost in one try: the other one has written then. If the one who was to lose wrote nothing
 * of what it had read, but did so when it came again, a run ends with the line `margay: later: N`.
 *
 * Before a fault no other thread may go on, so a thread that has had its turns is kept where it comes next, and so is
 * one that has none. HOW is `all` then, or `loosely`: who has had turns is kept at calls only, and when no thread can
 * go on, those go first that are kept. With `not` the threads are not led.
 *
 * A thread that comes to a place waits until the others have had the turns that are before its own.
 * When no thread can go on, one that waits is let go, so that no run hangs because of its turns. What
 * is said does not depend on whether the turns were kept: it is what the threads are seen to do.
 *
 * Nothing here may access what the program could own, other than through the locks' own functions; but for
 * a race the texts that functions of the library access. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define REAL __attribute__((weak))
#define CALLER ((uintptr_t)__builtin_return_address(0) - 1)

/* Of the harness. */
extern int __wrap_main(int, char **, char **);
extern const char *margay_line(const char *kind, const char **form, const unsigned char **bytes, size_t *len);

/* --- What is known of threads -------------------------------------------------------- */

enum { MOST_THREADS = 256, MOST_HELD = 1024 };
/* Looks of the one who watches, a millisecond apart: after so many a thread that sleeps is still, one
 * that flies has landed, one that waits has waited long enough, the last threads have, and one that is kept. */
enum { STILL = 20, LANDED = 50, LONG = 1000, LAST = 3000, TOO_LONG = 5000 };
/* What a thread is about to do to memory. */
enum { READS = 1, WRITES = 2, ATOMIC = 4, LOCKS = 8 };
/* How it waits in a call. */
enum { FREE, FOREVER, FOR_A_TIME };
/* Ends of a run that are told here. */
enum { NOT_SHOWN = 94, SHOWN = 95 };

struct bytes {
    uintptr_t address;
    size_t len;
};

struct thread {
    int alive, tid;
    /* What it has done so far is counted; a thread that does nothing and sleeps is still. */
    unsigned long events, seen;
    unsigned still;
    /* Its next turn. */
    int cursor, last_place;
    /* It was let go, and has not been seen since. */
    int flies;
    unsigned flown;
    /* It waits here, and since when; for which turn, or stands at its last one. */
    int waits, let_go, turn, stands, has_stood;
    unsigned waited, arrival;
    /* How often it came to its last turn, before it stood there as well. */
    int visits;
    /* It has had its turns and waits for the fault of another one, or has done so. */
    int kept, was_kept;
    /* What it is about to do there. */
    struct bytes at;
    int does;
    /* What it has read and has not written back, and whether another one wrote since. */
    struct bytes has_read;
    const struct thread *lost_to;
    /* What it writes now. */
    struct bytes writes;
    /* The call that it waits in, and the lock that it waits for. */
    int blocked;
    uintptr_t blocked_at;
    const void *wants;
    /* What it runs. */
    void *(*function)(void *);
    int (*c11_function)(void *);
    void *argument;
};

struct place {
    const char *name;
    struct { uintptr_t start, len; } *ranges;
    size_t count;
};

struct turn {
    int place, thread, last;
    /* What the thread does there. */
    int does;
    /* What it has read is to be lost. */
    int loses;
};

struct held {
    const void *lock;
    struct thread *by;
    uintptr_t at;
};

static struct thread threads[MOST_THREADS];
static int thread_count;
static __thread struct thread *self;
static __thread int inside;

static struct place *places;
static int place_count;
static uintptr_t lowest = UINTPTR_MAX, highest;
static struct turn *turns;
static int turn_count;
static int *claims;
static int claim_count;
static struct held held[MOST_HELD];

static enum { NO_GOAL, RACE, LOST, DEADLOCK, DOUBLE, BAD_UNLOCK, UNRELEASED, FAULT } goal;
/* Turns before this one are over, whether they were had or not. */
static int over;
/* All stand where they were to: no thread is stopped any more. For a lost update, one writes first. */
static enum { LEADS, ONE_FIRST, GOES_ON } phase;
static struct thread *between;
/* Threads begin one by one. */
static int one_by_one;
static int first_goes_on;
/* Who loses passes by so often, and when it wrote what it had read later: how often it should have. */
static int passes, later;
/* Who is kept is kept loosely. */
static int loosely;
static unsigned arrivals;
static int ends;

/* --- Words ---------------------------------------------------------------------------- */

static char words[4096];
static size_t word_count;

static int same(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return *a == *b;
}

static void add(const char *text) {
    while (*text && word_count < sizeof words - 2) words[word_count++] = *text++;
}

static void add_number(int number) {
    char digits[12], *at = digits + sizeof digits;
    *--at = 0;
    do *--at = (char)('0' + number % 10); while (number /= 10);
    add(at);
}

static void add_thread(const struct thread *t) {
    if (t == threads) {
        add("the main thread");
    } else {
        add("thread ");
        add_number((int)(t - threads));
    }
}

static void add_place(int place) { add(place >= 0 ? places[place].name : "another place"); }

static void say_words(void) {
    words[word_count++] = '\n';
    syscall(SYS_write, 2, words, word_count);
    word_count = 0;
}

static void shown(void) {
    say_words();
    syscall(SYS_exit_group, SHOWN);
}

/* --- Places --------------------------------------------------------------------------- */

static int place_of(uintptr_t code) {
    if (code < lowest || code >= highest) return -1;
    for (int i = 0; i < place_count; i++)
        for (size_t j = 0; j < places[i].count; j++)
            if (code - places[i].ranges[j].start < places[i].ranges[j].len) return i;
    return -1;
}

static int is_claimed(int place) {
    for (int i = 0; i < claim_count; i++)
        if (place >= 0 && claims[i] == place) return 1;
    return 0;
}

static int overlap(struct bytes a, struct bytes b) {
    return a.address < b.address + b.len && b.address < a.address + a.len;
}

/* --- One at a time in here ------------------------------------------------------------ */

static int guard;

static void enter(void) {
    inside++;
    while (__atomic_exchange_n(&guard, 1, __ATOMIC_ACQUIRE)) syscall(SYS_sched_yield);
}

static void leave(void) {
    __atomic_store_n(&guard, 0, __ATOMIC_RELEASE);
    inside--;
}

static void nap(long nanoseconds) {
    struct timespec time = {0, nanoseconds};
    syscall(SYS_nanosleep, &time, 0);
}

static void let_others_in(void) {
    leave();
    nap(100000);
    enter();
}

/* --- Locks that are held -------------------------------------------------------------- */

static struct held *holding(const struct thread *t, const void *lock) {
    for (int i = 0; i < MOST_HELD; i++)
        if (held[i].lock == lock && held[i].by == t) return &held[i];
    return 0;
}

static void hold(struct thread *t, const void *lock, uintptr_t at) {
    struct held *empty = holding(0, 0);
    if (empty) *empty = (struct held){lock, t, at};
}

static void release(struct thread *t, const void *lock) {
    struct held *found = holding(t, lock);
    /* Who takes a lock and who releases it may differ, by mistake. */
    for (int i = 0; !found && i < MOST_HELD; i++)
        if (held[i].lock == lock) found = &held[i];
    if (found) *found = (struct held){0, 0, 0};
}

/* --- Turns ---------------------------------------------------------------------------- */

/* A thread is seen: what it was let go for is done. */
static void is_seen(struct thread *me) {
    me->events++;
    me->flies = 0;
    if (!me->writes.len) return;
    for (int i = 0; i < thread_count; i++)
        if (&threads[i] != me && overlap(threads[i].has_read, me->writes)) threads[i].lost_to = me;
    me->writes.len = 0;
}

static int is_written(const struct thread *me) {
    for (int i = 0; i < thread_count; i++)
        if (&threads[i] != me && overlap(threads[i].writes, me->has_read)) return 1;
    return me->lost_to != 0;
}

/* What a thread writes is no longer what it has read, and who reads again when another one has written has
 * looked. */
static void forget(struct thread *me, struct bytes at, int does) {
    if (goal != LOST || !me->has_read.len || !overlap(me->has_read, at)) return;
    int covers = at.address <= me->has_read.address;
    if ((does & WRITES && covers) || (does & READS && is_written(me))) me->has_read.len = 0;
}

/* What it does now belongs to a lost update: a read, a write of another thread, a write. */
static void note(struct thread *me, int place, struct bytes at, int does) {
    if (goal != LOST || claim_count < 3) return;
    int write = claims[0], read = claims[1], other = claims[2];
    if (does == WRITES || does == (WRITES | ATOMIC)) {
        if (place == write && me->has_read.len && overlap(me->has_read, at)) {
            if (me->lost_to) {
                add("margay: shown: "), add_thread(me), add(" reads at "), add_place(read);
                add(" and writes at "), add_place(write), add(", and ");
                add_thread(me->lost_to), add(" writes the same memory in between at ");
                add_place(other), shown();
            }
            if (!later && me->visits > passes + 1) later = me->visits - 1;
            me->has_read.len = 0;
        }
    }
    forget(me, at, does);
    if (place == read && does & READS) me->has_read = at, me->lost_to = 0;
    if (place == other && does & WRITES) me->writes = at;
}

static int turn_of(const struct thread *me, int place) {
    int number = (int)(me - threads);
    for (int i = me->cursor; i < turn_count; i++)
        if (turns[i].thread == number && turns[i].place == place) return i;
    return -1;
}

/* Whether the others have had the turns before one. */
static int is_next(const struct thread *me, int turn) {
    for (int i = over; i < turn; i++) {
        const struct thread *other = &threads[turns[i].thread];
        if (other == me) continue;
        if (other >= threads + thread_count || other->flies) return 0;
        if (!other->alive) continue;
        if (turns[i].last ? !other->has_stood : other->cursor <= i) return 0;
    }
    return 1;
}

static const char *does(const struct thread *t) { return t->does & WRITES ? " writes" : " reads"; }

/* Another one stands where it was to: whether that is all, and what they show. */
static void meet(struct thread *me) {
    struct thread *stand[MOST_THREADS];
    int count = 0;
    for (int i = 0; i < turn_count; i++) {
        if (!turns[i].last) continue;
        struct thread *t = &threads[turns[i].thread];
        if (!t->stands) return;
        stand[count++] = t;
    }
    if (goal == DEADLOCK) phase = GOES_ON;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < count; j++) {
            struct thread *a = stand[i], *b = stand[j];
            if (a == b) continue;
            int writes = (a->does | b->does) & WRITES, plain = !(a->does & b->does & ATOMIC);
            if (goal == RACE && overlap(a->at, b->at) && writes && plain) {
                add("margay: shown: "), add_thread(a), add(does(a)), add(" at ");
                add_place(turns[a->turn].place), add(" while "), add_thread(b), add(does(b));
                add(" the same memory at "), add_place(turns[b->turn].place), shown();
            }
            int is_other = b->does & WRITES && turns[b->turn].place == claims[2];
            if (goal == LOST && is_other && overlap(a->has_read, b->at)) {
                between = b;
                phase = ONE_FIRST;
                return;
            }
        }
    }
    /* It was not this time. */
    for (int i = 0; first_goes_on && i < count; i++)
        if (stand[i]->arrival < me->arrival) me = stand[i];
    me->let_go = 1;
}

static int may_go_on(struct thread *me) {
    if (me->let_go) return 1;
    if (phase != ONE_FIRST) return phase == GOES_ON;
    if (me == between) return 1;
    return !between->stands && !between->writes.len;
}

static void stand(struct thread *me, int turn, struct bytes at, int does) {
    me->stands = me->has_stood = me->waits = 1;
    me->turn = turn, me->at = at, me->does = does;
    me->arrival = ++arrivals;
    me->waited = 0;
    meet(me);
    while (!may_go_on(me)) let_others_in();
    me->let_go = me->stands = me->waits = 0;
    me->flies = 1, me->flown = 0;
}

/* Whether what a thread is about to do is what it stands before in this turn. What is lost is lost by writing. */
static int is_wanted(const struct turn *turn, int does) {
    return does & (goal == LOST ? WRITES | LOCKS : turn->does);
}

static void count_visit(struct thread *me, int place, int does) {
    int number = (int)(me - threads);
    for (int i = 0; goal == LOST && i < turn_count; i++)
        if (turns[i].loses && turns[i].thread == number && turns[i].place == place)
            me->visits += is_wanted(&turns[i], does) != 0;
}

/* A thread has come to a place, and goes on when it is its turn. */
static void come(struct thread *me, int place, struct bytes at, int does) {
    count_visit(me, place, does);
    for (int turn; phase == LEADS && (turn = turn_of(me, place)) >= 0;) {
        int last = turns[turn].last;
        if (last && !is_wanted(&turns[turn], does)) break;
        if (is_next(me, turn) || me->let_go) {
            me->let_go = 0;
            if (last && turns[turn].loses && me->visits <= passes) {
                me->flies = 1, me->flown = 0;
            } else if (last) {
                stand(me, turn, at, does);
            } else {
                me->cursor = turn + 1;
                me->flies = 1, me->flown = 0;
            }
            break;
        }
        /* It looks again. */
        if (me->last_place == place) {
            let_others_in();
            break;
        }
        if (!me->waits) me->waits = 1, me->waited = 0, me->arrival = ++arrivals;
        me->turn = turn;
        let_others_in();
    }
    me->waits = 0;
    me->last_place = place;
    note(me, place, at, does);
}

/* Whether one thread does what is wrong, be it to a lock, and the others only lead there. */
static int leads_to_fault(void) { return goal >= DOUBLE; }

/* Whether a thread has had its turns, and it is for another one to fail. */
static int is_done(const struct thread *me, int place, int does) {
    int number = (int)(me - threads);
    /* There was no choice before the first thread was made. */
    if (!leads_to_fault() || thread_count < 2 || me->was_kept || !turn_count) return 0;
    if (turns[turn_count - 1].thread == number) return 0;
    for (int i = me->cursor; i < turn_count; i++)
        if (turns[i].thread == number) return 0;
    /* What it does in one place is one turn, as a read and a write are in `n++`. */
    if (place >= 0 && me->last_place == place) return 0;
    return !loosely || !me->cursor || does & LOCKS;
}

static void keep(struct thread *me) {
    me->kept = me->was_kept = me->waits = 1;
    me->waited = 0, me->arrival = ++arrivals;
    while (!me->let_go) let_others_in();
    me->kept = me->let_go = me->waits = 0;
}

static void before(uintptr_t code, const volatile void *address, size_t len, int does) {
    struct thread *me = self;
    if (!me || inside) return;
    enter();
    is_seen(me);
    int place = place_of(code);
    struct bytes at = {(uintptr_t)address, len};
    if (is_done(me, place, does)) keep(me);
    /* It is still at what it was let go for. */
    if (leads_to_fault() && place >= 0 && me->last_place == place && me->flown < LANDED) me->flies = 1;
    if (place >= 0) come(me, place, at, does);
    else forget(me, at, does);
    leave();
}

/* An exchange has found another value than it expected: it wrote nothing. */
static void wrote_nothing(void) {
    if (!self || inside) return;
    enter();
    self->writes.len = 0;
    leave();
}

/* --- Calls that wait ------------------------------------------------------------------ */

static int block(uintptr_t code, const void *lock, int how) {
    struct thread *me = self;
    if (!me || inside) return FREE;
    before(code, lock, 1, LOCKS);
    enter();
    int outer = me->blocked;
    me->blocked_at = code, me->wants = lock, me->blocked = how;
    leave();
    return outer;
}

static void unblock(int outer) {
    struct thread *me = self;
    if (!me || inside) return;
    enter();
    is_seen(me);
    me->blocked = outer, me->wants = 0;
    leave();
}

static void got(uintptr_t code, const void *lock) {
    if (!self || inside) return;
    enter();
    hold(self, lock, code);
    leave();
}

static void gives(uintptr_t code, const void *lock) {
    struct thread *me = self;
    if (!me || inside) return;
    enter();
    is_seen(me);
    if (goal == BAD_UNLOCK && !holding(me, lock) && is_claimed(place_of(code))) {
        add("margay: shown: "), add_thread(me), add(" releases at "), add_place(place_of(code));
        add(" a lock that it does not hold"), shown();
    }
    release(me, lock);
    leave();
}

#define LOCK (void *lock), (lock)
#define LOCK_UNTIL (void *lock, void *time), (lock, time)
#define LOCK_CLOCK (void *lock, int clock, void *time), (lock, clock, time)
#define APPLY(macro, ...) macro(__VA_ARGS__)

#define TAKES_(name, how, parameters, arguments)                                                      \
    extern REAL int __real_##name parameters;                                                         \
    int __wrap_##name parameters {                                                                    \
        uintptr_t code = CALLER;                                                                      \
        int outer = block(code, lock, how), result = __real_##name arguments;                         \
        unblock(outer);                                                                               \
        if (!result) got(code, lock);                                                                 \
        return result;                                                                                \
    }
#define TAKES(...) APPLY(TAKES_, __VA_ARGS__)
TAKES(pthread_mutex_lock, FOREVER, LOCK)
TAKES(pthread_mutex_trylock, FREE, LOCK)
TAKES(pthread_mutex_timedlock, FOR_A_TIME, LOCK_UNTIL)
TAKES(pthread_mutex_clocklock, FOR_A_TIME, LOCK_CLOCK)
TAKES(pthread_rwlock_rdlock, FOREVER, LOCK)
TAKES(pthread_rwlock_wrlock, FOREVER, LOCK)
TAKES(pthread_rwlock_tryrdlock, FREE, LOCK)
TAKES(pthread_rwlock_trywrlock, FREE, LOCK)
TAKES(pthread_rwlock_timedrdlock, FOR_A_TIME, LOCK_UNTIL)
TAKES(pthread_rwlock_timedwrlock, FOR_A_TIME, LOCK_UNTIL)
TAKES(pthread_spin_trylock, FREE, LOCK)
TAKES(mtx_lock, FOREVER, LOCK)
TAKES(mtx_trylock, FREE, LOCK)
TAKES(mtx_timedlock, FOR_A_TIME, LOCK_UNTIL)

/* Who spins sleeps here, so that it can be seen to wait. */
int __wrap_pthread_spin_lock(void *lock) {
    uintptr_t code = CALLER;
    int outer = block(code, lock, FOREVER), result;
    while ((result = __real_pthread_spin_trylock(lock)) == EBUSY) nap(200000);
    unblock(outer);
    if (!result) got(code, lock);
    return result;
}

#define GIVES(name)                                                                                   \
    extern REAL int __real_##name(void *);                                                            \
    int __wrap_##name(void *lock) {                                                                   \
        uintptr_t code = CALLER;                                                                      \
        if (leads_to_fault()) before(code, lock, 1, LOCKS);                                           \
        gives(code, lock);                                                                            \
        return __real_##name(lock);                                                                   \
    }
GIVES(pthread_mutex_unlock)
GIVES(pthread_rwlock_unlock)
GIVES(pthread_spin_unlock)
GIVES(mtx_unlock)

/* Whether a thread that was woken has to let others take the lock first. */
static int comes_early(uintptr_t code) {
    struct thread *me = self;
    if (!me || inside) return 0;
    enter();
    int place = place_of(code), turn = place < 0 || phase != LEADS ? -1 : turn_of(me, place);
    int early = turn >= 0 && !is_next(me, turn);
    /* It does not look again, it comes back. */
    if (early) me->last_place = -1;
    leave();
    return early;
}

/* A condition gives the lock and takes it again. */
#define CONDITION_(name, how, parameters, arguments, mutex)                                           \
    extern REAL int __real_##name parameters;                                                         \
    int __wrap_##name parameters {                                                                    \
        uintptr_t code = CALLER;                                                                      \
        gives(code, lock);                                                                            \
        int outer = block(code, condition, how), result = __real_##name arguments;                    \
        if (comes_early(code)) {                                                                      \
            __real_##mutex##_unlock(lock);                                                            \
            before(code, condition, 1, LOCKS);                                                        \
            __real_##mutex##_lock(lock);                                                              \
        }                                                                                             \
        unblock(outer);                                                                               \
        got(code, lock);                                                                              \
        return result;                                                                                \
    }
#define CONDITION(...) APPLY(CONDITION_, __VA_ARGS__)
#define WAIT (void *condition, void *lock), (condition, lock)
#define WAIT_UNTIL (void *condition, void *lock, void *time), (condition, lock, time)
#define WAIT_CLOCK (void *condition, void *lock, int clock, void *time), (condition, lock, clock, time)
CONDITION(pthread_cond_wait, FOREVER, WAIT, pthread_mutex)
CONDITION(pthread_cond_timedwait, FOR_A_TIME, WAIT_UNTIL, pthread_mutex)
CONDITION(pthread_cond_clockwait, FOR_A_TIME, WAIT_CLOCK, pthread_mutex)
CONDITION(cnd_wait, FOREVER, WAIT, mtx)
CONDITION(cnd_timedwait, FOR_A_TIME, WAIT_UNTIL, mtx)

#define WAITS_(name, how, parameters, arguments)                                                      \
    extern REAL int __real_##name parameters;                                                         \
    int __wrap_##name parameters {                                                                    \
        int outer = block(CALLER, 0, how), result = __real_##name arguments;                          \
        unblock(outer);                                                                               \
        return result;                                                                                \
    }
#define WAITS(...) APPLY(WAITS_, __VA_ARGS__)
WAITS(sem_wait, FOREVER, LOCK)
WAITS(sem_trywait, FREE, LOCK)
WAITS(sem_timedwait, FOR_A_TIME, LOCK_UNTIL)
WAITS(sem_clockwait, FOR_A_TIME, LOCK_CLOCK)
WAITS(sem_post, FREE, LOCK)
WAITS(pthread_cond_signal, FREE, LOCK)
WAITS(pthread_cond_broadcast, FREE, LOCK)
WAITS(cnd_signal, FREE, LOCK)
WAITS(cnd_broadcast, FREE, LOCK)
WAITS(pthread_barrier_wait, FOREVER, LOCK)
WAITS(pthread_join, FOREVER, (unsigned long thread, void *to), (thread, to))
WAITS(thrd_join, FOREVER, (unsigned long thread, void *to), (thread, to))
WAITS(pthread_once, FOREVER, (void *once, void *function), (once, function))
WAITS(call_once, FOREVER, (void *once, void *function), (once, function))

/* A thread that sleeps or yields lets one begin that has not. */
void margay_gives_way(void) {
    struct thread *me = self;
    if (!me || inside) return;
    enter();
    is_seen(me);
    for (struct thread *t = threads; one_by_one && t < threads + thread_count; t++) {
        if (!t->waits || t->let_go) continue;
        t->let_go = 1;
        break;
    }
    let_others_in();
    leave();
}

#define YIELDS(name, result)                                                                          \
    result __wrap_##name(void) { return margay_gives_way(), (result)0; }
YIELDS(sched_yield, int)
YIELDS(pthread_yield, int)
YIELDS(thrd_yield, void)
int __wrap_thrd_sleep(void *time, void *left) { return margay_gives_way(), 0; }

/* --- The life of threads -------------------------------------------------------------- */

/* Whether it ends on its own, with what it holds. */
static void end(struct thread *me, int returns) {
    enter();
    is_seen(me);
    for (int i = 0; i < MOST_HELD; i++) {
        if (goal != UNRELEASED || !returns || held[i].by != me) continue;
        if (!is_claimed(place_of(held[i].at))) continue;
        add("margay: shown: "), add_thread(me), add(" ends with the lock that it took at ");
        add_place(place_of(held[i].at)), shown();
    }
    me->alive = 0;
    leave();
}

static void *begin(void *argument) {
    struct thread *me = argument;
    enter();
    me->tid = (int)syscall(SYS_gettid);
    self = me;
    me->turn = -1;
    for (me->waits = one_by_one; one_by_one && !me->let_go;) let_others_in();
    me->waits = me->let_go = 0;
    leave();
    void *result = 0;
    if (me->function)
        result = me->function(me->argument);
    else
        result = (void *)(intptr_t)me->c11_function(me->argument);
    end(me, 1);
    return result;
}
static int begin_c11(void *argument) { return (int)(intptr_t)begin(argument); }

static struct thread *new_thread(void) {
    struct thread *me = self, *new = 0;
    if (!me || inside) return 0;
    enter();
    is_seen(me);
    if (thread_count < MOST_THREADS) {
        new = &threads[thread_count++];
        new->alive = 1;
        new->last_place = -1;
    }
    leave();
    return new;
}

static int made(struct thread *new, int result) {
    if (new && result) new->alive = 0;
    return result;
}

extern REAL int __real_pthread_create(void *, const void *, void *(*)(void *), void *);
int __wrap_pthread_create(void *id, const void *attributes, void *(*function)(void *), void *argument) {
    if (goal == FAULT) before(CALLER, id, 1, LOCKS);
    struct thread *new = new_thread();
    if (!new) return __real_pthread_create(id, attributes, function, argument);
    new->function = function, new->argument = argument;
    return made(new, __real_pthread_create(id, attributes, begin, new));
}
extern REAL int __real_thrd_create(void *, int (*)(void *), void *);
int __wrap_thrd_create(void *id, int (*function)(void *), void *argument) {
    if (goal == FAULT) before(CALLER, id, 1, LOCKS);
    struct thread *new = new_thread();
    if (!new) return __real_thrd_create(id, function, argument);
    new->c11_function = function, new->argument = argument;
    return made(new, __real_thrd_create(id, begin_c11, new));
}

extern REAL void __real_pthread_exit(void *);
void __wrap_pthread_exit(void *result) {
    if (self) end(self, 1);
    __real_pthread_exit(result);
}
extern REAL void __real_thrd_exit(int);
void __wrap_thrd_exit(int result) {
    if (self) end(self, 1);
    __real_thrd_exit(result);
}

/* What is missing, where the run shows nothing. */
static void not_shown(void) {
    if (goal == FAULT) return;
    if (later) add("margay: later: "), add_number(later), say_words();
    add("margay: not shown: ");
    for (int i = 0; i < turn_count; i++) {
        struct thread *t = &threads[turns[i].thread];
        if (!turns[i].last || t->has_stood) continue;
        add_thread(t), add(" did not come to "), add_place(turns[i].place), say_words();
        return;
    }
    add(turn_count ? "the threads did not stand there together" : "it did not happen");
    say_words();
}

/* The program ends when the others have had their last turns: they may be that fast. */
static void wait_for_others(void) {
    enter();
    ends = 1;
    for (int look = 0; look < 10 * LAST; look++) {
        int others = 0;
        for (int i = 0; i < thread_count; i++)
            others |= threads[i].alive && &threads[i] != self && (threads[i].waits || threads[i].still < STILL);
        if (!others) break;
        let_others_in();
    }
    not_shown();
    leave();
}

void margay_end(void) {
    if (!self) return;
    end(self, 1);
    wait_for_others();
}
extern REAL void __real_exit(int) __attribute__((noreturn));
void __wrap_exit(int code) {
    if (self && !inside && !ends) {
        end(self, 0);
        wait_for_others();
    }
    __real_exit(code);
}

/* --- The one who watches -------------------------------------------------------------- */

/* Whether the kernel has a thread asleep: what is merely not running yet is not. */
static int sleeps(const struct thread *t) {
    char path[64] = "/proc/self/task/", digits[12], *from = digits + sizeof digits, *to = path + 16;
    int number = t->tid;
    if (!number) return 0;
    *--from = 0;
    do *--from = (char)('0' + number % 10); while (number /= 10);
    while (*from) *to++ = *from++;
    for (const char *rest = "/stat"; *rest;) *to++ = *rest++;
    *to = 0;
    long file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return 1;
    char text[256];
    long count = syscall(SYS_read, file, text, sizeof text);
    syscall(SYS_close, file);
    /* NUMBER (NAME) STATE, and the name may have anything in it. */
    while (count > 0 && text[count - 1] != ')') count--;
    return count > 0 && count + 1 < (long)sizeof text && text[count + 1] == 'S';
}

static int waits_in_call(const struct thread *t) {
    return t->alive && !t->waits && t->blocked == FOREVER && t->still >= STILL;
}

/* Whether a thread waits for a lock of one that is claimed to wait, too. */
static int is_in_circle(const struct thread *t) {
    for (int i = 0; t->wants && i < MOST_HELD; i++) {
        const struct thread *by = held[i].by;
        if (held[i].lock != t->wants || by == t || !waits_in_call(by)) continue;
        if (is_claimed(place_of(by->blocked_at))) return 1;
    }
    return 0;
}

static void show_deadlock(void) {
    int all = !ends, circle = 1, members = 0;
    for (int i = 0; i < thread_count; i++) {
        if (!threads[i].alive) continue;
        int waits = waits_in_call(&threads[i]);
        all &= waits;
        if (!waits || !is_claimed(place_of(threads[i].blocked_at))) continue;
        members++;
        circle &= is_in_circle(&threads[i]);
    }
    if (!members || !(all || circle)) return;
    for (int i = 0; i < claim_count; i++) {
        int is_there = 0;
        for (int j = 0; j < thread_count; j++)
            is_there |= waits_in_call(&threads[j]) && place_of(threads[j].blocked_at) == claims[i];
        if (!is_there) return;
    }
    add("margay: shown: ");
    for (int i = 0, said = 0; i < thread_count; i++) {
        if (!waits_in_call(&threads[i]) || (!all && !is_claimed(place_of(threads[i].blocked_at)))) continue;
        add(said++ ? ", " : ""), add_thread(&threads[i]), add(" waits at ");
        add_place(place_of(threads[i].blocked_at));
    }
    add(", and none of them goes on"), shown();
}

static void show_double_lock(void) {
    for (struct thread *t = threads; t < threads + thread_count; t++) {
        int place = place_of(t->blocked_at);
        if (!waits_in_call(t) || !is_claimed(place) || !t->wants || !holding(t, t->wants)) continue;
        add("margay: shown: "), add_thread(t), add(" waits at "), add_place(place);
        add(" for a lock that it holds"), shown();
    }
}

/* Lets one go on that waits here: who stands at its last turn comes last, else the first of them. */
static int rank(const struct thread *t) { return !t->kept ? t->turn : loosely ? -1 : turn_count; }

static void let_one_go(void) {
    struct thread *found = 0;
    for (struct thread *t = threads; t < threads + thread_count; t++) {
        if (!t->alive || !t->waits || t->let_go) continue;
        int sooner = found && (t->stands != found->stands ? !t->stands : one_by_one ? 0 : rank(t) < rank(found));
        if (!found || sooner) found = t;
    }
    if (!found) return;
    found->let_go = 1;
    found->waited = 0;
    if (!found->stands && !found->kept && found->turn > over) over = found->turn;
}

static void look(void) {
    int quiet = 1, alive = 0, waiting = 0, in_call = 0;
    for (struct thread *t = threads; t < threads + thread_count; t++) {
        if (!t->alive) continue;
        alive++;
        int asleep = sleeps(t), changed = t->events != t->seen;
        t->seen = t->events;
        if (t->flies && (asleep || ++t->flown > LANDED)) t->flies = 0;
        if (t->waits) {
            waiting++;
            t->still = 0;
            if (t->let_go) quiet = 0;
            if (++t->waited > (t->kept ? TOO_LONG : LONG)) let_one_go();
            continue;
        }
        int spins = t->blocked == FOREVER && !asleep && !changed && t->still;
        t->still = (asleep || spins) && !changed ? t->still + 1 : 0;
        if (t->still < STILL) quiet = 0;
        in_call += waits_in_call(t);
    }
    if (goal == DEADLOCK) show_deadlock();
    if (goal == DOUBLE) show_double_lock();
    if (quiet && waiting) let_one_go();
    /* No thread will ever go on. */
    if (quiet && alive && in_call == alive && !ends) {
        not_shown();
        if (goal == FAULT) add("margay: not shown: its threads wait for each other"), say_words();
        syscall(SYS_exit_group, NOT_SHOWN);
    }
}

static void *watch(void *unused) {
    inside = 1;
    for (;;) {
        nap(1000000);
        enter();
        look();
        leave();
    }
    return unused;
}

/* --- Reading the turns ---------------------------------------------------------------- */

static void *pages(size_t size) {
    long at = syscall(SYS_mmap, 0, size + 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0L);
    return at == -1 ? 0 : (void *)at;
}

static int number_in(const char *text) {
    int number = 0;
    for (; *text >= '0' && *text <= '9'; text++) number = number * 10 + (*text - '0');
    return number;
}

static uintptr_t number_at(const unsigned char *bytes) {
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number |= (uint64_t)bytes[i] << (8 * i);
    return (uintptr_t)number;
}

static void add_range(struct place *place, uintptr_t start, uintptr_t len) {
    place->ranges[place->count].start = start;
    place->ranges[place->count++].len = len;
    if (start < lowest) lowest = start;
    if (start + len > highest) highest = start + len;
}

/* Code that the assembler marked: the number of its place, and the ways to its start and its end. */
extern REAL const int32_t __start_margay_places[], __stop_margay_places[];

void margay_begin(void) {
    static const char *const rules[] = {
        "", "data-race", "atomicity-violation", "deadlock", "double-lock", "bad-unlock", "unreleased-lock",
        "fault"};
    enum { MOST = 4096 };
    const char *name, *form;
    const unsigned char *bytes;
    size_t len;
    if (!(name = margay_line("goal", &form, &bytes, &len))) return;
    if (same(form, "not")) return;
    for (int i = 1; i < 8; i++)
        if (same(name, rules[i])) goal = i;
    loosely = same(form, "loosely");
    int only_last = *form == 'l' && !loosely;
    for (const char *rest = form; *rest; rest++) {
        if (*rest == '-') first_goes_on = 1;
        if (*rest == '+') passes = number_in(rest + 1);
    }
    places = pages(MOST * sizeof *places);
    turns = pages(MOST * sizeof *turns);
    claims = pages(MOST * sizeof *claims);
    if (!places || !turns || !claims) return;
    size_t marked = (__stop_margay_places - __start_margay_places) / 3;
    while (place_count < MOST && (name = margay_line("place", &form, &bytes, &len))) {
        struct place *place = &places[place_count++];
        place->name = name;
        place->ranges = pages((marked + len / 16 + 1) * sizeof *place->ranges);
        if (!place->ranges) return;
        for (; len >= 16; bytes += 16, len -= 16)
            add_range(place, (uintptr_t)__wrap_main + number_at(bytes), number_at(bytes + 8));
    }
    for (const int32_t *mark = __start_margay_places; mark + 2 < __stop_margay_places; mark += 3) {
        uintptr_t start = (uintptr_t)(mark + 1) + mark[1], end = (uintptr_t)(mark + 2) + mark[2];
        if (mark[0] >= 0 && mark[0] < place_count) add_range(&places[mark[0]], start, end - start);
    }
    while (claim_count < MOST && (name = margay_line("claim", &form, &bytes, &len)))
        claims[claim_count++] = number_in(name);
    while (turn_count < MOST && (name = margay_line("turn", &form, &bytes, &len))) {
        struct turn *turn = &turns[turn_count];
        turn->place = number_in(name);
        turn->thread = number_in(form);
        while (*form && *form != '!') form++;
        turn->last = *form == '!';
        turn->does = !turn->last ? 0 : form[1] == 'r' ? READS : form[1] == 'w' ? WRITES : READS | WRITES | LOCKS;
        turn->loses = turn->last && form[1] == 'l';
        if (only_last && !turn->last) continue;
        if (turn->thread < MOST_THREADS && turn->place < place_count) turn_count++;
    }
    one_by_one = !turn_count;
    struct thread *me = &threads[thread_count++];
    me->alive = 1, me->last_place = -1;
    me->tid = (int)syscall(SYS_gettid);
    unsigned long id;
    if (!__real_pthread_create || __real_pthread_create(&id, 0, watch, 0)) return;
    self = me;
}

/* --- Functions that the compiler has called before accesses --------------------------- */

void __tsan_init(void) {}
void __tsan_func_entry(void *code) {}
void __tsan_func_exit(void) {}
void __tsan_ignore_thread_begin(void) {}
void __tsan_ignore_thread_end(void) {}

#define ACCESSES(size)                                                                                \
    void __tsan_read##size(void *at) { before(CALLER, at, size, READS); }                             \
    void __tsan_write##size(void *at) { before(CALLER, at, size, WRITES); }                           \
    void __tsan_unaligned_read##size(void *at) { before(CALLER, at, size, READS); }                   \
    void __tsan_unaligned_write##size(void *at) { before(CALLER, at, size, WRITES); }
ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)
void __tsan_read_range(void *at, size_t len) { before(CALLER, at, len, READS); }
void __tsan_write_range(void *at, size_t len) { before(CALLER, at, len, WRITES); }

typedef uint8_t a8;
typedef uint16_t a16;
typedef uint32_t a32;
typedef uint64_t a64;
#define BOTH (READS | WRITES | ATOMIC)
/* One that would fail now only reads. */
#define EXCHANGE(at, expected) (__atomic_load_n(at, __ATOMIC_SEQ_CST) == (expected) ? BOTH : READS | ATOMIC)
#define CHANGES(bits, name)                                                                           \
    a##bits __tsan_atomic##bits##_##name(volatile a##bits *at, a##bits value, int order) {            \
        before(CALLER, at, bits / 8, BOTH);                                                           \
        return __atomic_##name(at, value, __ATOMIC_SEQ_CST);                                          \
    }
#define EXCHANGES(bits, name)                                                                         \
    int __tsan_atomic##bits##_compare_exchange_##name(volatile a##bits *at, a##bits *expected,        \
                                                      a##bits value, int order, int other) {          \
        before(CALLER, at, bits / 8, EXCHANGE(at, *expected));                                        \
        int done = __atomic_compare_exchange_n(at, expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        if (!done) wrote_nothing();                                                                   \
        return done;                                                                                  \
    }
#define ATOMICS(bits)                                                                                 \
    a##bits __tsan_atomic##bits##_load(const volatile a##bits *at, int order) {                       \
        before(CALLER, at, bits / 8, READS | ATOMIC);                                                 \
        return __atomic_load_n(at, __ATOMIC_SEQ_CST);                                                 \
    }                                                                                                 \
    void __tsan_atomic##bits##_store(volatile a##bits *at, a##bits value, int order) {                \
        before(CALLER, at, bits / 8, WRITES | ATOMIC);                                                \
        __atomic_store_n(at, value, __ATOMIC_SEQ_CST);                                                \
    }                                                                                                 \
    a##bits __tsan_atomic##bits##_exchange(volatile a##bits *at, a##bits value, int order) {          \
        before(CALLER, at, bits / 8, BOTH);                                                           \
        return __atomic_exchange_n(at, value, __ATOMIC_SEQ_CST);                                      \
    }                                                                                                 \
    CHANGES(bits, fetch_add)                                                                          \
    CHANGES(bits, fetch_sub)                                                                          \
    CHANGES(bits, fetch_and)                                                                          \
    CHANGES(bits, fetch_or)                                                                           \
    CHANGES(bits, fetch_xor)                                                                          \
    CHANGES(bits, fetch_nand)                                                                         \
    EXCHANGES(bits, strong)                                                                           \
    EXCHANGES(bits, weak)                                                                             \
    a##bits __tsan_atomic##bits##_compare_exchange_val(volatile a##bits *at, a##bits expected,        \
                                                       a##bits value, int order, int other) {         \
        before(CALLER, at, bits / 8, EXCHANGE(at, expected));                                         \
        int done = __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST); \
        if (!done) wrote_nothing();                                                                   \
        return expected;                                                                              \
    }
ATOMICS(8)
ATOMICS(16)
ATOMICS(32)
ATOMICS(64)
void __tsan_atomic_thread_fence(int order) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void __tsan_atomic_signal_fence(int order) {}

/* --- Functions of the library that access memory -------------------------------------- */

static int is_one_of(const char *set, char c) {
    while (*set && *set != c) set++;
    return c && *set == c;
}

/* Before a fault it is not needed, and the text may be what is faulty. */
static size_t length(const char *text) {
    size_t len = 0;
    while (goal != FAULT && self && text[len]) len++;
    return len;
}

#define COPIES(name, real)                                                                            \
    void *name(void *to, const void *from, size_t len) {                                              \
        before(CALLER, to, len, WRITES), before(CALLER, from, len, READS);                            \
        return real(to, from, len);                                                                   \
    }
extern REAL void *__real_memcpy(void *, const void *, size_t);
extern REAL void *__real_memmove(void *, const void *, size_t);
extern REAL void *__real_memset(void *, int, size_t);
COPIES(__wrap_memcpy, __real_memcpy)
COPIES(__tsan_memcpy, __real_memcpy)
COPIES(__wrap_memmove, __real_memmove)
COPIES(__tsan_memmove, __real_memmove)
#define FILLS(name)                                                                                   \
    void *name(void *to, int value, size_t len) {                                                     \
        before(CALLER, to, len, WRITES);                                                              \
        return __real_memset(to, value, len);                                                         \
    }
FILLS(__wrap_memset)
FILLS(__tsan_memset)

/* What the harness knows that a function accesses: a text, if there is no length. Who writes to that
 * appends to it. */
void margay_accesses(const void *code, const void *at, size_t len, int writes) {
    if (!self || inside) return;
    uintptr_t from = (uintptr_t)code - 1;
    if (len) {
        before(from, at, len, writes ? WRITES : READS);
        return;
    }
    before(from, at, length(at) + 1, READS);
    if (writes) before(from, (const char *)at + length(at), 1, WRITES);
}

/* Texts that a format has written out. */
void margay_formats(const void *code, const char *format, va_list values) {
    if (!self || inside) return;
    if (goal == FAULT) {
        before((uintptr_t)code - 1, format, 1, READS);
        return;
    }
    while (*format) {
        if (*format++ != '%') continue;
        int longs = 0, most = -1;
        for (; *format && !is_one_of("diouxXcspnfFeEgGaAmCS%", *format); format++) {
            int given = *format == '*' ? va_arg(values, int) : 0;
            if (*format == '.') most = number_in(format + 1);
            if (*format == '*' && format[-1] == '.') most = given;
            longs += *format == 'l' || *format == 'j' || *format == 'z' || *format == 't';
            /* Too wide for what follows. */
            if (*format == 'L') return;
        }
        char kind = *format ? *format++ : 0;
        if (kind == 's' && !longs) {
            const char *text = va_arg(values, const char *);
            size_t len = 0;
            while (text && (most < 0 || len < (size_t)most) && text[len]) len++;
            if (text) before((uintptr_t)code - 1, text, most < 0 || len < (size_t)most ? len + 1 : len, READS);
        } else if (is_one_of("fFeEgGaA", kind)) {
            (void)va_arg(values, double);
        } else if (is_one_of("spnS", kind)) {
            (void)va_arg(values, void *);
        } else if (is_one_of("diouxXcC", kind)) {
            if (longs) (void)va_arg(values, long);
            else (void)va_arg(values, int);
        }
    }
}

#define PRINTS_TO(name, parameters, room, print)                                                      \
    int __wrap_##name parameters {                                                                    \
        va_list values;                                                                               \
        va_start(values, format);                                                                     \
        margay_formats(__builtin_return_address(0), format, values);                                  \
        va_end(values);                                                                               \
        va_start(values, format);                                                                     \
        /* What comes out is as long as it is: one byte is there in any case. */                      \
        if (room) before(CALLER, to, 1, WRITES);                                                      \
        int count = print;                                                                            \
        va_end(values);                                                                               \
        return count;                                                                                 \
    }
PRINTS_TO(sprintf, (char *to, const char *format, ...), 1, vsprintf(to, format, values))
PRINTS_TO(snprintf, (char *to, size_t size, const char *format, ...), size, vsnprintf(to, size, format, values))

extern REAL int __real_memcmp(const void *, const void *, size_t);
int __wrap_memcmp(const void *a, const void *b, size_t len) {
    before(CALLER, a, len, READS), before(CALLER, b, len, READS);
    return __real_memcmp(a, b, len);
}
extern REAL char *__real_strcpy(char *, const char *);
char *__wrap_strcpy(char *to, const char *from) {
    size_t len = length(from) + 1;
    before(CALLER, to, len, WRITES), before(CALLER, from, len, READS);
    return __real_strcpy(to, from);
}
extern REAL char *__real_strncpy(char *, const char *, size_t);
char *__wrap_strncpy(char *to, const char *from, size_t len) {
    before(CALLER, to, len, WRITES);
    return __real_strncpy(to, from, len);
}
extern REAL size_t __real_strlen(const char *);
size_t __wrap_strlen(const char *text) {
    before(CALLER, text, length(text) + 1, READS);
    return __real_strlen(text);
}
extern REAL int __real_strcmp(const char *, const char *);
int __wrap_strcmp(const char *a, const char *b) {
    before(CALLER, a, length(a) + 1, READS), before(CALLER, b, length(b) + 1, READS);
    return __real_strcmp(a, b);
}

/* Who frees memory takes it away from all others: that is a write of all of it. */
extern REAL void __real_free(void *);
extern REAL size_t malloc_usable_size(void *);
void __wrap_free(void *block) {
    int asks = self && goal != FAULT && malloc_usable_size;
    if (block) before(CALLER, block, asks ? malloc_usable_size(block) : 1, WRITES);
    __real_free(block);
}
