//! Limits under the names that the command line has for them.

use margay_ir::alert::Judgement;
use margay_ir::finding::{Confirmation, Finding, Outcome};
use margay_ir::limit::{self, Limit};
use margay_ir::tree::End;
use std::borrow::Cow;

/// The option that says how far a limit goes.
pub fn option(limit: Limit) -> &'static str {
    match limit {
        Limit::Steps => "--max-steps",
        Limit::Paths => "--max-paths",
        Limit::Queries => "--max-queries",
        Limit::Time => "--timeout",
        Limit::Memory => "--max-memory",
        Limit::Loop => "--max-loop",
        Limit::Depth => "--max-depth",
        Limit::Arguments => "--sym-args",
        Limit::Stdin => "--sym-stdin",
        Limit::Files => "--sym-files",
        Limit::Interleavings => "--interleavings",
        Limit::Confinement => "--replay-unconfined",
        Limit::Possible => "--possible",
    }
}

/// A sentence with options in place of the marks of limits.
pub fn with_options(text: &str) -> Cow<'_, str> {
    limit::named(text, option)
}

/// Names options in what stood in the way of judging alerts.
pub fn name_options_of(judgements: &mut [Judgement]) {
    for judgement in judgements {
        match judgement {
            Judgement::Confirmed { why, .. } | Judgement::Unreachable { why } => name(why),
            Judgement::Unknown { why } => why.iter_mut().for_each(name),
        }
    }
}

/// Names options in all that an outcome says of limits. Commands do so before anything is rendered.
pub fn name_options(outcome: &mut Outcome) {
    outcome.omissions.iter_mut().for_each(|omission| name(&mut omission.what));
    outcome.findings.iter_mut().for_each(name_options_in);
    if let Some(tree) = &mut outcome.tree {
        for id in tree.nodes.ids() {
            if let End::Cut { why } = &mut tree.nodes[id].end {
                name(why);
            }
        }
    }
}

/// Names options in what a native run said of a finding.
pub fn name_options_in(finding: &mut Finding) {
    if let Confirmation::NotConfirmed { why } | Confirmation::NotApplicable { why } =
        &mut finding.confirmation
    {
        name(why);
    }
}

fn name(text: &mut String) {
    if let Cow::Owned(named) = with_options(text) {
        *text = named;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{finding, outcome};
    use margay_ir::finding::{Omission, OmissionKind};

    #[test]
    fn limits_are_named_as_options() {
        let mut outcome = outcome(vec![finding("a.c", 1, 1)]);
        let why = format!("a machine ({} does so)", Limit::Confinement.mark());
        outcome.findings[0].confirmation = Confirmation::NotApplicable { why };
        let what = concat!("steps (", margay_ir::limit!(steps), ")").to_owned();
        let kind = OmissionKind::Budget;
        outcome.omissions = vec![Omission { kind, what, location: None, count: 1 }];
        name_options(&mut outcome);
        assert_eq!(outcome.omissions[0].what, "steps (--max-steps)");
        let why = "a machine (--replay-unconfined does so)".to_owned();
        assert_eq!(outcome.findings[0].confirmation, Confirmation::NotApplicable { why });
    }
}
