//! Orders in which threads run: how many there are, how many differ, and what comes to light in them.

use super::{margay, project, text};

/// Two threads, each with this body.
fn program(body: &str) -> String {
    format!(
        "#include <pthread.h>
static volatile int a, b;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {{
    {body}
    return argument;
}}
int main(void) {{
    pthread_t one, two;
    if (pthread_create(&one, NULL, work, NULL) != 0) return 1;
    if (pthread_create(&two, NULL, work, NULL) != 0) return 1;
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    (void)lock;
    return 0;
}}
"
    )
}

/// The orders of all that two threads with this body do, and those of them that differ.
fn orders(body: &str) -> (u64, u64) {
    let dir = project(&[("a.c", &program(body))]);
    let options = ["--interleavings", "all", "--stats", "--format", "json"];
    let args = [&["check", "--no-confirm", "a.c"][..], &options].concat();
    let output = margay(dir.path(), &args);
    let shown = text(&output.stdout);
    let last = shown.lines().last().expect("a last line");
    let record: serde_json::Value = serde_json::from_str(last).expect("JSON");
    let counts = &record["details"]["interleavings"];
    let number = |name: &str| counts[name].as_u64().unwrap_or_else(|| panic!("{name}: {shown}"));
    (number("possible"), number("reduced"))
}

#[test]
fn orders_are_counted() {
    // (2m)! / (m!)² orders of two times m accesses.
    assert_eq!(orders("a = 1; a = 2;"), (6, 6));
    assert_eq!(orders("a = 1; a = 2; a = 3; a = 4;"), (70, 70));
    // Reads of what is never written are no interaction of threads.
    assert_eq!(orders("(void)a; (void)a;"), (1, 1));
    // Either thread may be first at each of two variables, but not second at its first and first at its
    // second and the other as well.
    assert_eq!(orders("a = 1; b = 1;"), (6, 4));
    // What is done under a lock is done at once.
    let locked = "pthread_mutex_lock(&lock); a = 1; a = 2; pthread_mutex_unlock(&lock);";
    assert_eq!(orders(locked), (2, 2));
    // No other thread sees what a thread has for itself.
    assert_eq!(orders("int own[2]; own[0] = 1; own[1] = 2; (void)own;").1, 1);
}

const LAST_WORD: &str = "#include <pthread.h>
static int last;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *set(void *to) {
    pthread_mutex_lock(&lock);
    last = *(int *)to;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void) {
    int one = 1, two = 2;
    pthread_t first, second;
    if (pthread_create(&first, NULL, set, &one) != 0) return 1;
    if (pthread_create(&second, NULL, set, &two) != 0) return 1;
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    if (last == 1)
        return 3;
    if (last == 0)
        return 4;
    return 0;
}
";

/// A line that another order leads to is reached; of one that no tried order leads to, the verdict is unknown.
#[test]
fn a_line_is_reached_in_another_order() {
    let dir = project(&[("a.c", LAST_WORD)]);
    let answer = |line: &str, options: &[&str]| {
        let args = [&["reach", "--no-confirm", line, "a.c"][..], options].concat();
        let output = margay(dir.path(), &args);
        let shown = text(&output.stdout);
        shown.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(answer("a.c:18", &[]), "reached");
    assert_eq!(answer("a.c:18", &["--interleavings", "off"]), "unknown");
    assert_eq!(answer("a.c:20", &[]), "unknown");
}

/// What was left out is said.
#[test]
fn untried_orders_are_said() {
    let dir = project(&[("a.c", LAST_WORD)]);
    let check = |options: &[&str]| {
        text(&margay(dir.path(), &[&["check", "--no-confirm", "a.c"], options].concat()).stdout)
    };
    let shown = check(&[]);
    assert!(shown.contains("orders in which threads run: those that differ"), "{shown}");
    let shown = check(&["--interleavings", "off"]);
    assert!(shown.contains("orders in which threads run: all but one"), "{shown}");
}
