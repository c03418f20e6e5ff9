//! What reports say of threads, in words and as data.

use crate::{margay, project, text};

/// A thread beside `main`, with declarations in front.
fn two_threads(declared: &str, thread: &str, main: &str) -> String {
    format!(
        "#include <pthread.h>
#include <stdlib.h>
{declared}
static void *work(void *unused) {{
    {thread}
    return unused;
}}
int main(void) {{
    pthread_t other;
    if (!(shared = malloc(sizeof *shared))) return 1;
    if (pthread_create(&other, 0, work, 0)) return 1;
    {main}
    return pthread_join(other, 0);
}}"
    )
}

fn report(source: &str, options: &[&str]) -> String {
    let dir = project(&[("a.c", source)]);
    text(&margay(dir.path(), &[&["check", "--no-confirm", "a.c"], options].concat()).stdout)
}

#[test]
fn one_line_may_declare_several_variables() {
    let declared = "static int *shared; static int first, second;";
    let shown = report(&two_threads(declared, "second = 1;", "second = 2; free(shared);"), &[]);
    let message = "two threads access `second` (int) at once, and one of them writes";
    assert!(shown.contains(message), "{shown}");
}

#[test]
fn who_frees_is_not_said_to_write() {
    let source = two_threads("static int *shared;", "free(shared);", "*shared = 2;");
    let shown = report(&source, &[]);
    let message = "two threads access a heap block of 4 bytes at once, and one of them frees it";
    assert!(shown.contains(message), "{shown}");
    assert!(shown.contains("thread 1 (`work`) frees it here"), "{shown}");
    assert!(shown.contains("the main thread writes here"), "{shown}");
    let record = report(&source, &["--format", "json"]);
    let act = r#""act":{"thread":{"number":1,"function":"work"},"does":"free"}"#;
    assert!(record.contains(act), "{record}");
    assert!(record.contains(r#""act":{"thread":{"number":0},"does":"write"}"#), "{record}");
}

#[test]
fn turns_show_lines() {
    let source = two_threads("static int *shared, n;", "n = 1;", "n = 2; free(shared);");
    let shown = report(&source, &[]);
    assert!(shown.contains("12: n = 2; free(shared); |"), "{shown}");
    assert!(shown.contains("| 5: n = 1;"), "{shown}");
}
