//! Checkers: what counts as a defect, one file for each family.
//!
//! A family's file is documentation first: its rules with their explanations, then how
//! what the engine saw becomes a claim in words.

use margay_engine::{AccessKind, Event, Fault, ObjectKind};
use margay_ir::finding::{Rule, Severity};
use margay_ir::{Program, SpanId};

/// What a fault is reported as.
#[derive(Clone, Debug)]
pub struct Claim {
    pub rule: &'static Rule,
    pub message: String,
    pub label: String,
    pub cwe: Vec<u32>,
    /// Where it is reported, if not where it happened.
    pub at: Option<SpanId>,
    pub related: Vec<(SpanId, String)>,
}

macro_rules! rules {
    ($($name:literal, $severity:ident, $cwe:expr, $summary:literal;)*) => {
        const RULES: &[Rule] = &[$(Rule {
            name: $name, summary: $summary, severity: Severity::$severity, cwe: &$cwe,
            explanation: $summary,
        }),*];
    };
}

rules! {
    "assertion-failed", Error, [617], "an assertion fails";
    "bad-call", Error, [476, 688], "a call through a pointer that is not such a function";
    "bad-free", Error, [590, 761], "free of what is not the start of a heap block";
    "bad-shift", Error, [758], "a shift by a negative number or by the width and more";
    "buffer-overflow", Error, [121, 122, 124, 787], "a write outside an object";
    "dangerous-function", Error, [242], "a function that cannot be used safely";
    "division-by-zero", Error, [369], "a division by zero";
    "double-close", Error, [675, 1341], "a file that is closed twice";
    "double-free", Error, [415], "memory that is freed twice";
    "float-conversion", Error, [681], "a float that does not fit the integer it becomes";
    "format-mismatch", Error, [685, 686, 688], "arguments that do not fit their format";
    "format-string", Error, [134], "a format that the input chooses";
    "library-misuse", Error, [628], "a library function called against its contract";
    "memory-leak", Warning, [401], "memory that is never freed";
    "allocation-overflow", Error, [680, 190], "a size of memory that wraps around";
    "unsigned-wrap", Warning, [190, 191], "unsigned arithmetic on input that wraps around";
    "narrow-overflow", Warning, [190, 191], "a result that does not fit its narrow variable";
    "lossy-conversion", Note, [197, 681], "input that is changed by a narrower type";
    "type-confusion", Error, [843, 588], "an object taken for one of another type";
    "pointer-subtraction", Error, [469], "the difference of pointers into different objects";
    "negative-size", Error, [195, 194], "a negative number taken as a size";
    "null-dereference", Error, [476], "an access through a null pointer";
    "out-of-bounds-read", Error, [126, 127, 125], "a read outside an object";
    "out-of-memory", Error, [770], "data that does not fit the address space";
    "overlapping-copy", Error, [475], "a copy between ranges that overlap";
    "resource-leak", Warning, [404, 773, 775], "a file that is never closed";
    "signed-overflow", Error, [190, 191], "signed arithmetic that overflows";
    "trap", Error, [705], "a trap";
    "unchecked-allocation", Error, [690, 476], "memory that is used without a check that there is any";
    "uncontrolled-allocation", Warning, [789], "a size of memory that the input chooses";
    "uncontrolled-recursion", Error, [674], "a recursion without end";
    "undefined-variable", Error, [758], "a variable that is defined nowhere";
    "uninitialised-read", Error, [457], "a value that was never written";
    "unreachable-reached", Error, [758], "code that is declared unreachable is reached";
    "use-after-close", Error, [672, 910], "a file that is used after it was closed";
    "use-after-free", Error, [416], "memory that is used after it was freed";
    "use-after-scope", Error, [562], "a local variable that is used after its scope";
    "wild-pointer", Error, [587, 822], "an access where there is no object";
    "write-to-constant", Error, [758], "a write to constant memory";
}

/// Every rule, in the order of their names.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    RULES.iter()
}

/// The rule of this name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// What is claimed of an event.
pub fn claim(_program: &Program, event: &Event) -> Claim {
    let rule = rule(event.fault.rule()).expect("every fault names a rule");
    let mut at = None;
    let mut related = Vec::new();
    let cwe = match &event.fault {
        Fault::OutOfBounds { access, object, offset, allocated, .. } => {
            related.push((*allocated, "the object is made here".to_owned()));
            match (access, *offset < 0, object) {
                (AccessKind::Write, true, _) => vec![124, 787],
                (AccessKind::Write, false, ObjectKind::Heap | ObjectKind::HeapMember) => {
                    vec![122, 787]
                }
                (AccessKind::Write, false, ObjectKind::Stack | ObjectKind::StackMember) => {
                    vec![121, 787]
                }
                (AccessKind::Write, false, _) => vec![787],
                (AccessKind::Read, true, _) => vec![127, 125],
                (AccessKind::Read, false, _) => vec![126, 125],
            }
        }
        Fault::UseAfterFree { allocated, freed, .. } | Fault::DoubleFree { allocated, freed } => {
            related.push((*allocated, "it is allocated here".to_owned()));
            related.push((*freed, "it is freed here".to_owned()));
            rule.cwe.to_vec()
        }
        Fault::BadFree { object, .. } => match object {
            Some(ObjectKind::Heap) => vec![761],
            _ => vec![590],
        },
        Fault::MismatchedClose { opened, .. } => {
            related.push((*opened, "it is opened here".to_owned()));
            vec![404, 628]
        }
        Fault::Leak { allocated, .. } => {
            at = Some(*allocated);
            rule.cwe.to_vec()
        }
        Fault::ResourceLeak { opened, .. } => {
            at = Some(*opened);
            rule.cwe.to_vec()
        }
        Fault::NullAccess { failed: Some((function, site)), .. } => {
            related.push((*site, format!("{function} may return null here")));
            rule.cwe.to_vec()
        }
        _ => rule.cwe.to_vec(),
    };
    Claim { rule, message: event.fault.to_string(), label: String::new(), cwe, at, related }
}
