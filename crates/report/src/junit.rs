//! Findings as JUnit's XML, which CI systems show as tests.
//!
//! Each finding is a test that fails, in the suite of its file. What was suppressed is a test that
//! was skipped, and what could not be analysed is an error. Where nothing was found there is one test,
//! which passes: some systems take a report without tests for a mistake.

use crate::fingerprint;
use crate::place::{name, show};
use crate::sources::Texts;
use crate::text;
use crate::xml::Xml;
use crate::{Form, RenderOptions};
use margay_ir::finding::{Finding, Omission, Outcome, Severity, Suppression};
use std::collections::BTreeMap;
use std::io::{self, Write};

pub(super) static FORM: Form = Form {
    name: "junit",
    purpose: "JUnit's XML, for CI systems",
    ending: "xml",
    render: |page, out| render(page.outcome, page.texts, page.options, out),
};

fn render(
    outcome: &Outcome,
    texts: &Texts,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let fingerprints = fingerprint::of_texts(outcome, texts, &options.root);
    let mut suites: BTreeMap<String, Vec<(&Finding, &str)>> = BTreeMap::new();
    for (finding, fingerprint) in outcome.findings.iter().zip(&fingerprints) {
        let file = name(&options.root, &finding.location).to_string_lossy().into_owned();
        suites.entry(file).or_default().push((finding, fingerprint));
    }
    let failed = |left: &&Omission| left.kind.is_failure();
    let errors: Vec<&Omission> = outcome.omissions.iter().filter(failed).collect();
    let seconds = format!("{:.3}", outcome.statistics.milliseconds as f64 / 1000.0);
    let mut xml = Xml::new(out)?;
    xml.element("testsuites", &[("name", "Margay"), ("time", &seconds)], |xml| {
        for (file, findings) in &suites {
            suite(xml, file, findings, |xml, finding| test(xml, file, finding, texts, options))?;
        }
        if !errors.is_empty() || suites.is_empty() {
            rest(xml, &errors, options)?;
        }
        Ok(())
    })?;
    xml.finish()
}

/// The tests of one file.
fn suite(
    xml: &mut Xml<'_>,
    file: &str,
    findings: &[(&Finding, &str)],
    mut test: impl FnMut(&mut Xml<'_>, (&Finding, &str)) -> io::Result<()>,
) -> io::Result<()> {
    let skipped = findings.iter().filter(|(finding, _)| is_skipped(finding)).count();
    let counts = [findings.len(), findings.len() - skipped, skipped].map(|n| n.to_string());
    let [tests, failures, skipped] = &counts;
    let attributes = [
        ("name", file),
        ("tests", tests),
        ("failures", failures),
        ("errors", "0"),
        ("skipped", skipped),
    ];
    xml.element("testsuite", &attributes, |xml| {
        findings.iter().try_for_each(|finding| test(xml, *finding))
    })
}

/// Whether a finding does not count.
fn is_skipped(finding: &Finding) -> bool {
    finding.suppressed.is_some() || finding.possible
}

fn test(
    xml: &mut Xml<'_>,
    file: &str,
    (finding, fingerprint): (&Finding, &str),
    texts: &Texts,
    options: &RenderOptions,
) -> io::Result<()> {
    // A name that outlives edits elsewhere: CI systems follow tests by it.
    let place = finding.location.function.as_deref().unwrap_or(file);
    let short = fingerprint.get(..8).unwrap_or(fingerprint);
    let title = format!("{} in {place} ({short})", finding.rule);
    let line = finding.location.line.to_string();
    let attributes = [("classname", file), ("name", &title), ("file", file), ("line", &line)];
    xml.element("testcase", &attributes, |xml| {
        let why = match &finding.suppressed {
            Some(Suppression::Comment { line }) => {
                Some(format!("ignored by a comment, line {line}"))
            }
            Some(Suppression::Baseline) => Some("known from the baseline".to_owned()),
            Some(Suppression::Unchanged) => Some("no changed line is part of it".to_owned()),
            Some(Suppression::SameCause { line }) => Some(format!("the same cause as line {line}")),
            Some(Suppression::BelowLevel) => Some("below the level that is reported".to_owned()),
            None if finding.possible => Some("unconfirmed".to_owned()),
            None => None,
        };
        if let Some(why) = why {
            return xml.empty("skipped", &[("message", &why)]);
        }
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let kind = format!("{severity}: {}", finding.rule);
        let attributes = [("message", finding.message.as_str()), ("type", &kind)];
        let whole = text::one(finding, texts, options)?;
        xml.element("failure", &attributes, |xml| xml.text(&whole))
    })
}

/// What could not be analysed; if there is none, a test that passes.
fn rest(xml: &mut Xml<'_>, errors: &[&Omission], options: &RenderOptions) -> io::Result<()> {
    let count = errors.len().to_string();
    let tests = errors.len().max(1).to_string();
    let attributes = [
        ("name", "margay check"),
        ("tests", tests.as_str()),
        ("failures", "0"),
        ("errors", &count),
        ("skipped", "0"),
    ];
    xml.element("testsuite", &attributes, |xml| {
        if errors.is_empty() {
            let attributes = [("classname", "margay"), ("name", "no findings")];
            return xml.empty("testcase", &attributes);
        }
        for error in errors {
            let place = error.location.as_ref().map(|location| show(&options.root, location));
            let name = place.unwrap_or_else(|| error.what.clone());
            let message = format!("{}: {}", crate::omissions::title(error.kind), error.what);
            xml.element("testcase", &[("classname", "margay"), ("name", &name)], |xml| {
                xml.empty("error", &[("message", &message)])
            })?;
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{finding, full, outcome, rendered};
    use crate::{Format, RenderOptions};
    use expect_test::expect;
    use margay_ir::finding::Suppression;

    fn written(findings: Vec<margay_ir::finding::Finding>) -> String {
        rendered(Format(&super::FORM), &outcome(findings), &RenderOptions::default())
    }

    #[test]
    fn nothing_found_is_a_test_that_passes() {
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="Margay" time="0.210">
              <testsuite name="margay check" tests="1" failures="0" errors="0" skipped="0">
                <testcase classname="margay" name="no findings"/>
              </testsuite>
            </testsuites>
        "#]]
        .assert_eq(&written(vec![]));
    }

    #[test]
    fn findings_are_tests_that_fail() {
        let mut known = finding("lexer.c", 3, 1);
        known.suppressed = Some(Suppression::Baseline);
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <testsuites name="Margay" time="0.210">
              <testsuite name="lexer.c" tests="1" failures="0" errors="0" skipped="1">
                <testcase classname="lexer.c" name="buffer-overflow in parse (2ffd0d40)" file="lexer.c" line="3">
                  <skipped message="known from the baseline"/>
                </testcase>
              </testsuite>
              <testsuite name="parser.c" tests="1" failures="1" errors="0" skipped="0">
                <testcase classname="parser.c" name="buffer-overflow in parse (820a2d30)" file="parser.c" line="7">
                  <failure message="write of 1 byte past the end of `name` (char[16])" type="error: buffer-overflow">error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
             --&gt; parser.c:7:9
              |
            7 |         name[n++] = c;
              |         ^^^^^^^^^ index 16, valid indices are 0..=15
              = path: 3 steps, from `main` (--explain-path shows each branch)
              = input: stdin = &quot;AAAAAAAAAAAAAAAAA&quot;
                       rand() = 5
              = likelihood: 1 in 256 inputs
              = confirmed: replayed under AddressSanitizer, same line
              = CWE-121, CWE-787
            note: `name` is declared here
             --&gt; parser.c:4:10
              |
            4 |     char name[16];
              |          ^^^^^^^^

            </failure>
                </testcase>
              </testsuite>
            </testsuites>
        "#]].assert_eq(&written(vec![full(), known]));
    }

    #[test]
    fn hostile_names_stay_text() {
        let mut hostile = finding("a\"><b>&.c", 3, 1);
        hostile.message = "]]> \u{1} \u{202e} <script>".into();
        let written = written(vec![hostile]);
        assert!(!written.contains("<script>") && !written.contains("<b>"), "{written}");
        assert!(!written.contains(['\u{1}', '\u{202e}']), "{written}");
    }
}
