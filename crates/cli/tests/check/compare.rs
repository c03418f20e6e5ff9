//! Compares what was reported with what was expected, and says the differences in
//! words: what is missing, what is too much, and which known miss is mended.

use crate::expect::{Expectations, Place};
use libtest_mimic::Trial;
use std::collections::BTreeMap;

/// What was reported, with its message.
pub type Reports = BTreeMap<Place, String>;

/// The differences, in the order of places; empty if there are none.
pub fn differences(expectations: &Expectations, reports: &Reports) -> Vec<String> {
    let mut said: Vec<(&Place, String)> = Vec::new();
    for place in &expectations.expected {
        if !reports.contains_key(place) {
            said.push((place, format!("missing: `{}` is expected, not reported", place.rule)));
        }
    }
    for (place, message) in reports {
        let rule = &place.rule;
        if expectations.missing.contains(place) {
            let advice = "make `expect-missing` an `expect`";
            said.push((place, format!("mended: `{rule}` was a known miss, {advice}")));
        } else if !expectations.expected.contains(place) {
            said.push((place, format!("unexpected: `{rule}`: {message}")));
        }
    }
    said.sort();
    let line = |(place, text): (&Place, String)| {
        format!("{}:{}: {text}", place.file.display(), place.line)
    };
    said.into_iter().map(line).collect()
}

pub fn trials() -> Vec<Trial> {
    let test = |name: &str, text: &'static str, found: &'static [(usize, &str)], said: &str| {
        let said = said.to_owned();
        Trial::test(format!("compare::{name}"), move || {
            let mut expectations = Expectations::default();
            expectations.read("a.c".as_ref(), text)?;
            let reports = found.iter().map(|&(line, rule)| {
                let place = Place { file: "a.c".into(), line, rule: rule.to_owned() };
                (place, "it breaks".to_owned())
            });
            assert_eq!(differences(&expectations, &reports.collect()).join("\n"), said);
            Ok(())
        })
    };
    let two = "f(); // expect: bad-call, bad-free\n";
    vec![
        test("agrees", two, &[(1, "bad-call"), (1, "bad-free")], ""),
        test(
            "missing",
            two,
            &[(1, "bad-free")],
            "a.c:1: missing: `bad-call` is expected, not reported",
        ),
        test(
            "unexpected",
            "f();\n",
            &[(1, "bad-call")],
            "a.c:1: unexpected: `bad-call`: it breaks",
        ),
        test(
            "on_another_line",
            "f(); // expect: bad-call\n",
            &[(2, "bad-call")],
            "a.c:1: missing: `bad-call` is expected, not reported\n\
             a.c:2: unexpected: `bad-call`: it breaks",
        ),
        test("known_miss", "f(); // expect-missing: bad-call\n", &[], ""),
        test(
            "mended_miss",
            "f(); // expect-missing: bad-call\n",
            &[(1, "bad-call")],
            "a.c:1: mended: `bad-call` was a known miss, make `expect-missing` an `expect`",
        ),
    ]
}
