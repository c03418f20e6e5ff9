//! One cause, one finding: of findings that one repair mends, the first is shown with the places of the others.
//!
//! All findings stay in the outcome, each with its own fingerprint: who has any of them in a baseline is told of none of
//! them twice, and if a comment suppresses the one that is shown, the next one is shown in its place.

use margay_ir::finding::{Cause, Finding, Location, Outcome, Severity, Suppression};
use std::collections::BTreeMap;

/// What findings must share beside their cause: a milder one must not stand for a worse one.
type Group<'a> = (&'a Cause, &'a str, Severity, Option<&'a str>, bool);

/// Marks the findings that another one is shown for. Comments, baselines and changes come before it.
pub(super) fn apply(outcome: &mut Outcome) {
    let mut groups: BTreeMap<Group<'_>, Vec<usize>> = BTreeMap::new();
    for (index, finding) in outcome.findings.iter().enumerate() {
        if let (Some(cause), None) = (&finding.cause, &finding.suppressed) {
            let (rule, alone) = (finding.rule.as_str(), finding.alone.as_deref());
            let group = (cause, rule, finding.severity, alone, finding.possible);
            groups.entry(group).or_default().push(index);
        }
    }
    let groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    for mut group in groups {
        let order = |finding: &Finding| (finding.path.len(), finding.location.clone());
        group.sort_by_key(|index| order(&outcome.findings[*index]));
        let (first, others) = group.split_first().expect("more than one");
        let line = outcome.findings[*first].location.line;
        let mut also: Vec<Location> = Vec::new();
        for index in others {
            let finding = &mut outcome.findings[*index];
            finding.suppressed = Some(Suppression::SameCause { line });
            also.push(finding.location.clone());
        }
        also.sort();
        also.dedup();
        outcome.findings[*first].also = also;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::testing::{finding, outcome};

    fn with_cause(line: u32, words: &str) -> Finding {
        let cause = Some(Cause { words: words.to_owned(), places: Vec::new() });
        Finding { cause, ..finding("a.c", line, 1) }
    }

    /// The lines that are shown, each with those that it is shown for.
    fn check(findings: Vec<Finding>, expected: &[(u32, &[u32])]) {
        let mut outcome = outcome(findings);
        apply(&mut outcome);
        let shown = outcome.findings.iter().filter(|finding| finding.suppressed.is_none());
        let lines = |finding: &Finding| finding.also.iter().map(|at| at.line).collect::<Vec<_>>();
        let shown: Vec<_> = shown.map(|f| (f.location.line, lines(f))).collect();
        let expected: Vec<_> = expected.iter().map(|(line, also)| (*line, also.to_vec())).collect();
        assert_eq!(shown, expected);
    }

    #[test]
    fn the_first_one_is_shown_for_all() {
        check(vec![with_cause(9, "n"), with_cause(3, "n"), with_cause(5, "n")], &[(3, &[5, 9])]);
        check(vec![with_cause(9, "n"), with_cause(3, "m")], &[(9, &[]), (3, &[])]);
        check(vec![finding("a.c", 1, 1), finding("a.c", 2, 1)], &[(1, &[]), (2, &[])]);
    }

    #[test]
    fn other_rules_and_entries_are_other_defects() {
        let read = Finding { rule: "out-of-bounds-read".to_owned(), ..with_cause(4, "n") };
        check(vec![with_cause(3, "n"), read], &[(3, &[]), (4, &[])]);
        let alone = Finding { alone: Some("f".to_owned()), ..with_cause(4, "n") };
        check(vec![with_cause(3, "n"), alone], &[(3, &[]), (4, &[])]);
    }

    #[test]
    fn a_milder_one_does_not_stand_for_a_worse_one() {
        let note = Finding { severity: Severity::Note, ..with_cause(3, "n") };
        let error = Finding { severity: Severity::Error, ..with_cause(4, "n") };
        check(vec![note, error], &[(3, &[]), (4, &[])]);
    }

    #[test]
    fn the_next_one_takes_the_place_of_one_that_is_suppressed() {
        let known = Finding { suppressed: Some(Suppression::Baseline), ..with_cause(3, "n") };
        check(vec![known, with_cause(5, "n"), with_cause(9, "n")], &[(5, &[9])]);
    }
}
