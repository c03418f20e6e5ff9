//! `[flow]` in `margay.toml`: what is said of declarations that do nothing, and that their order means nothing.

use crate::{margay, project, text};

const PROGRAM: &str = r#"#include <stdlib.h>
void publish(const char *text);
int main(void) {
    const char *name = getenv("CARD");
    if (name != NULL)
        publish(name);
    return 0;
}"#;

fn check(settings: &str) -> (String, String, Option<i32>) {
    let dir = project(&[("a.c", PROGRAM), ("margay.toml", settings)]);
    let output = margay(dir.path(), &["check", "--no-confirm", "a.c"]);
    (text(&output.stdout), text(&output.stderr), output.status.code())
}

#[test]
fn a_label_may_be_declared_below_its_use() {
    let settings = r#"
[flow.variables]
CARD = "card"
[[flow.sink]]
function = "publish"
rejects = "personal"
[flow.labels]
card = { above = ["personal"] }
personal = {}
"#;
    let (found, errors, code) = check(settings);
    assert!(found.contains("a.c:6") && found.contains("forbidden-flow"), "{found}{errors}");
    assert_eq!((errors.as_str(), code), ("", Some(2)), "{found}");
}

#[test]
fn a_label_that_is_not_there_is_told_with_its_line() {
    let settings = "[flow.labels]\ncard = {}\n\n[flow.variables]\nCARD = \"cart\"\n";
    let (_, errors, code) = check(settings);
    assert!(errors.contains("there is no label `cart` in "), "{errors}");
    assert!(errors.contains("margay.toml:5; did you mean `card`?"), "{errors}");
    assert_eq!(code, Some(1));
}

#[test]
fn functions_that_the_program_does_not_have_are_told_once() {
    let settings = r#"
[[flow.source]]
function = "read_card"
label = "secret"
[[flow.sink]]
function = "publish"
rejects = "secret"
[[flow.sink]]
function = "publish"
argument = 7
rejects = "secret"
[[flow.sink]]
function = "read_card"
rejects = "secret"
[[flow.sanitiser]]
function = "mask"
removes = "secret"
[flow.variables]
CARD = "secret"
"#;
    let (found, errors, code) = check(settings);
    let warning =
        "warning: [flow] names functions that the program does not have: `mask`, `read_card`";
    assert_eq!(errors.matches(warning).count(), 1, "{errors}");
    let argument = "warning: [flow] names argument 7 of `publish`, which takes 1";
    assert_eq!(errors.matches("`publish`").count(), errors.matches(argument).count(), "{errors}");
    assert!(errors.contains(argument), "{errors}");
    // The rest of it counts.
    assert!(found.contains("forbidden-flow"), "{found}");
    assert_eq!(code, Some(2));
}
