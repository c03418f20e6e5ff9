//! Baselines: findings that are known and do not count any more.
//!
//! A baseline is what Margay wrote earlier, as JSON lines or as SARIF; there is no format
//! of its own to keep. Only fingerprints are taken from it. A file that is not whole is an
//! error: with half a baseline, old findings would pass for new ones.

use crate::fingerprint;
use crate::json;
use serde_json::Value;
use std::collections::BTreeSet;

/// The fingerprints of what is known.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Baseline {
    fingerprints: BTreeSet<String>,
}

impl Baseline {
    /// Reads a report that Margay wrote. The error is a sentence that lacks the name of
    /// the file in front.
    pub fn parse(bytes: &[u8]) -> Result<Baseline, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
        // Some editors put a byte order mark in front.
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.is_empty() {
            return Err("it is empty; a baseline is an earlier report as JSON or SARIF".into());
        }
        // JSON lines are several values, or one with a kind.
        match serde_json::from_str::<Value>(text) {
            Ok(value) if value.get("kind").is_none() => sarif(&value),
            _ if text.starts_with('{') && !first_line_is_json(text) => {
                let error = serde_json::from_str::<Value>(text).err().map(|e| e.to_string());
                Err(format!("it is damaged: {}", error.unwrap_or_default()))
            }
            _ => lines(text),
        }
    }

    /// What is known, by its fingerprints.
    pub fn fingerprints(self) -> BTreeSet<String> {
        self.fingerprints
    }
}

fn first_line_is_json(text: &str) -> bool {
    let first = text.lines().next().unwrap_or_default();
    serde_json::from_str::<Value>(first).is_ok()
}

fn lines(text: &str) -> Result<Baseline, String> {
    let record = json::parse(text).map_err(|error| format!("it is damaged: {error}"))?;
    if !record.complete {
        return Err("it is damaged: it ends without a summary".into());
    }
    let fingerprints = record.findings.into_iter().map(|recorded| recorded.fingerprint);
    Ok(Baseline { fingerprints: fingerprints.collect() })
}

fn sarif(log: &Value) -> Result<Baseline, String> {
    let runs = log.get("runs").and_then(Value::as_array);
    let runs = runs.ok_or("it is neither JSON lines of Margay nor SARIF")?;
    let mut baseline = Baseline::default();
    for run in runs {
        let tool = run.pointer("/tool/driver/name").and_then(Value::as_str).unwrap_or("?");
        if tool != "Margay" {
            return Err(format!("it was written by {tool}, not by Margay"));
        }
        let results = run.get("results").and_then(Value::as_array);
        for result in results.ok_or("it is damaged: a run has no results")? {
            let fingerprint = result["partialFingerprints"][fingerprint::VERSION].as_str();
            let fingerprint = fingerprint.ok_or("it is damaged: a result has no fingerprint")?;
            baseline.fingerprints.insert(fingerprint.to_owned());
        }
    }
    Ok(baseline)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{PARSER, finding, full, outcome, rendered, sources};
    use crate::{Format, RenderOptions};
    use margay_ir::finding::Outcome;
    use std::path::Path;

    /// What is left of `new` when `old` is its baseline, by line.
    fn check(format: Format, old: &Outcome, new: &Outcome, expected: &[u32]) {
        let text = rendered(format, old, &RenderOptions::default());
        let baseline = Baseline::parse(text.as_bytes()).expect("a baseline");
        let sources = sources(&[("parser.c", PARSER)]);
        let fingerprints = fingerprint::fingerprints(new, &sources, Path::new(""));
        let known = baseline.fingerprints();
        let left = new.findings.iter().zip(&fingerprints).filter(|(_, one)| !known.contains(*one));
        let left: Vec<_> = left.map(|(finding, _)| finding.location.line).collect();
        assert_eq!(left, expected);
    }

    #[test]
    fn known_findings_are_suppressed() {
        let (known, new) = (full(), finding("parser.c", 4, 1));
        for format in [Format::JSON, Format::SARIF] {
            let old = outcome(vec![known.clone()]);
            check(format, &old, &outcome(vec![new.clone(), known.clone()]), &[4]);
            // A second finding on the same line is new.
            check(format, &old, &outcome(vec![known.clone(), known.clone()]), &[7]);
            check(format, &outcome(vec![]), &old, &[7]);
        }
    }

    #[test]
    fn damage_is_named() {
        let fail = |bytes: &[u8], expected: &str| {
            let error = Baseline::parse(bytes).expect_err("damaged");
            assert!(error.contains(expected), "{error}");
        };
        fail(b"", "it is empty");
        fail(b" \n", "it is empty");
        fail(b"\xff\xfe", "not UTF-8");
        fail(b"margay: error", "it is damaged: line 1 is no JSON");
        fail(b"{}", "neither JSON lines of Margay nor SARIF");
        fail(b"[1]", "neither JSON lines of Margay nor SARIF");
        fail(b"{\"runs\":[{\"tool\":{\"driver\":{\"name\":\"CodeQL\"}}}]}", "by CodeQL, not by");
        fail(b"{\"kind\":\"omission\"}\n", "ends without a summary");
        let sarif = rendered(Format::SARIF, &outcome(vec![full()]), &RenderOptions::default());
        fail(&sarif.as_bytes()[..sarif.len() / 2], "it is damaged: EOF");
        fail(sarif.replace("margay/v1", "other/v1").as_bytes(), "no fingerprint");
        let json = rendered(Format::JSON, &outcome(vec![full()]), &RenderOptions::default());
        fail(&json.as_bytes()[..json.len() / 2], "it is damaged");
    }
}
