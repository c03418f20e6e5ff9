//! A claim: what a fault is reported as, in words for the reader.

use margay_ir::SpanId;
use margay_ir::finding::{Act, Rule, Severity};

/// What a fault is reported as.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    pub rule: &'static Rule,
    /// How bad it is, if not as bad as the rule says.
    pub severity: Option<Severity>,
    /// What happens, to what, in one line.
    pub message: String,
    /// What to print at the faulty expression; may be empty.
    pub label: String,
    /// What a thread does at the faulty expression, where it is about threads.
    pub act: Option<Act>,
    /// Weaknesses that fit, the most precise first; each is one of the rule's.
    pub cwe: Vec<u32>,
    /// Whether it happens inside one object, between members of it.
    pub in_object: bool,
    /// Where it is reported, if not where it happened.
    pub at: Option<SpanId>,
    /// Places that belong to the defect, in the order of events.
    pub related: Vec<Related>,
}

/// Something to say of another place.
#[derive(Clone, Debug, PartialEq)]
pub struct Related {
    pub at: SpanId,
    pub message: String,
    /// What a thread does there, if that is what is said.
    pub act: Option<Act>,
}

impl Claim {
    /// A claim that carries all weaknesses of its rule and nothing but a message.
    pub fn new(rule: &'static Rule, message: impl Into<String>) -> Claim {
        Claim {
            rule,
            severity: None,
            message: message.into(),
            label: String::new(),
            act: None,
            cwe: rule.cwe.to_vec(),
            in_object: false,
            at: None,
            related: Vec::new(),
        }
    }

    pub fn severity(mut self, severity: Severity) -> Claim {
        self.severity = Some(severity);
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> Claim {
        self.label = label.into();
        self
    }

    pub fn cwe(mut self, cwe: &[u32]) -> Claim {
        self.cwe = cwe.to_vec();
        self
    }

    pub fn in_object(mut self, in_object: bool) -> Claim {
        self.in_object = in_object;
        self
    }

    pub fn at(mut self, span: SpanId) -> Claim {
        self.at = Some(span);
        self
    }

    pub fn note(mut self, span: SpanId, message: impl Into<String>) -> Claim {
        self.related.push(Related { at: span, message: message.into(), act: None });
        self
    }

    /// What a thread does at the faulty expression, and words for it.
    pub fn act(mut self, act: &Act, label: impl Into<String>) -> Claim {
        self.act = Some(act.clone());
        self.label(label)
    }

    /// What a thread does elsewhere, and words for it.
    pub fn note_act(mut self, at: SpanId, act: &Act, message: impl Into<String>) -> Claim {
        self.related.push(Related { at, message: message.into(), act: Some(act.clone()) });
        self
    }
}
