//! Names for findings that outlive edits elsewhere in the program.
//!
//! A fingerprint is made of the rule, the file, the function and the text of the line,
//! never of line numbers. Findings that share all of these are numbered in the order of
//! their places. Baselines of users hold fingerprints: changing how they are made
//! needs a new [`VERSION`].

use crate::finding::{Finding, Outcome};
use crate::place;
use crate::texts::{Sources, Texts};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// What fingerprints are called in SARIF.
pub const VERSION: &str = "margay/v1";

/// The fingerprint of each finding of an outcome, in their order. Suppressed ones count:
/// suppressing one finding renames no other.
pub fn fingerprints(outcome: &Outcome, sources: &dyn Sources, root: &Path) -> Vec<String> {
    of_texts(outcome, &Texts::new(sources), root)
}

pub fn of_texts(outcome: &Outcome, texts: &Texts, root: &Path) -> Vec<String> {
    let findings = &outcome.findings;
    let keys: Vec<_> = findings.iter().map(|finding| key(finding, texts, root)).collect();
    let mut by_place: Vec<usize> = (0..findings.len()).collect();
    by_place.sort_by_key(|index| {
        let location = &findings[*index].location;
        (location.line, location.column)
    });
    let mut seen: BTreeMap<&[String; 4], u64> = BTreeMap::new();
    let mut fingerprints = vec![String::new(); findings.len()];
    for index in by_place {
        let ordinal = seen.entry(&keys[index]).or_default();
        fingerprints[index] = hash(&keys[index], *ordinal);
        *ordinal += 1;
    }
    fingerprints
}

fn key(finding: &Finding, texts: &Texts, root: &Path) -> [String; 4] {
    let location = &finding.location;
    let line = texts.line(location).unwrap_or_default();
    let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let squeezed = words.collect::<Vec<_>>().join(&b' ');
    [
        finding.rule.clone(),
        // The same on every system.
        place::name(root, location).to_string_lossy().replace('\\', "/"),
        location.function.clone().unwrap_or_default(),
        String::from_utf8_lossy(&squeezed).into_owned(),
    ]
}

fn hash(key: &[String; 4], ordinal: u64) -> String {
    let mut hasher = Sha256::new();
    for part in key {
        hasher.update(part.as_bytes());
        // No part contains a zero, so parts cannot run into each other.
        hasher.update([0]);
    }
    hasher.update(ordinal.to_le_bytes());
    // Half of the hash leaves no collisions to fear and is pleasant to look at.
    hasher.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{finding, outcome, sources};

    fn check(file: &str, lines: &[u32]) -> Vec<String> {
        let findings = lines.iter().map(|line| finding("a.c", *line, 1)).collect();
        fingerprints(&outcome(findings), &sources(&[("a.c", file.as_bytes())]), Path::new(""))
    }

    #[test]
    fn edits_elsewhere_change_nothing() {
        let before = check("int x;\nx = 1 / y;\n", &[2]);
        assert_eq!(before[0].len(), 32);
        assert_eq!(before, check("int x;\n\n// new\n\tx  = 1 / y;\r\n", &[4]));
        assert_ne!(before, check("int x;\nx = 2 / y;\n", &[2]));
    }

    #[test]
    fn equal_findings_are_told_apart_by_their_order() {
        let twice = check("f();\ng();\nf();\n", &[1, 3]);
        assert_ne!(twice[0], twice[1]);
        // The order of the report does not matter, nor do others.
        let other = check("f();\ng();\nf();\n", &[3, 2, 1]);
        assert_eq!([&other[2], &other[0]], [&twice[0], &twice[1]]);
    }

    #[test]
    fn the_algorithm_is_fixed() {
        assert_eq!(check("x = 1 / y;", &[1]), ["0671a22e72cd4b9536b0db57ef2a928a"]);
    }

    #[test]
    fn a_missing_source_is_an_empty_line() {
        let none = |_: &Path| None;
        let outcome = outcome(vec![finding("gone.c", 1, 1)]);
        assert_eq!(fingerprints(&outcome, &none, Path::new("")).len(), 1);
    }
}
