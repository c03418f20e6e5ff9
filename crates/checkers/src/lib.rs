//! Checkers: what counts as a defect, one file for each family.
//!
//! A family's file is documentation first: its rules with their explanations, then how
//! what the engine saw becomes a claim in words. Nothing here decides whether something
//! happens: the engine did, and the claim says no more than it saw.
//!
//! A family is one file and one line in [`families!`], and a rule's record says all that others have to know of
//! it: lists, help, reports, replays, the judge of other tools' alerts and editors derive from that.

mod claim;
mod context;
mod flow;
mod target;
#[cfg(test)]
mod tests;

pub use claim::{Claim, Related};
pub use context::Context;

use margay_engine::{Event, Fault, TARGET_REACHED};
use margay_ir::Program;
use margay_ir::rule::Rule;
use std::sync::LazyLock;

/// Rules that belong together, and what is claimed where one of them is broken.
#[derive(Debug)]
pub struct Family {
    pub rules: &'static [&'static Rule],
    /// What is claimed of an event; `None` if it is of another family.
    pub claim: fn(&Context<'_>, &Event) -> Option<Claim>,
}

/// Declares the files of families, and the table of what stands in them.
macro_rules! families {
    ($($(#[$when:meta])? $file:ident,)*) => {
        $($(#[$when])? mod $file;)*

        /// The registry.
        static FAMILIES: &[&Family] = &[$($(#[$when])? &$file::FAMILY),*];
    };
}

families! {
    allocation,
    api,
    arithmetic,
    assertion,
    bounds,
    call,
    conversion,
    copy,
    cryptography,
    exhaustion,
    exposure,
    files,
    format,
    injection,
    leak,
    lifetime,
    locks,
    loops,
    null,
    pointer,
    races,
    recursion,
    returns,
    signals,
    types,
    uninitialised,
    #[cfg(test)]
    sample,
}

/// Every rule, in the order of their names.
pub fn rules() -> impl Iterator<Item = &'static Rule> {
    static SORTED: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
        let mut rules: Vec<_> = FAMILIES.iter().flat_map(|family| family.rules).copied().collect();
        rules.sort_by_key(|rule| rule.name);
        rules
    });
    SORTED.iter().copied()
}

/// The rule of this name.
pub fn rule(name: &str) -> Option<&'static Rule> {
    rules().find(|rule| rule.name == name)
}

/// All that may be a finding's rule: these, and the target, which is no defect.
pub fn record(name: &str) -> Option<&'static Rule> {
    if name == TARGET_REACHED { Some(&target::REACHED) } else { rule(name) }
}

/// What is claimed of an event.
pub fn claim(program: &Program, event: &Event) -> Claim {
    let cx = Context { program, global: event.evidence.global };
    if event.fault == Fault::TargetReached {
        return target::claim();
    }
    FAMILIES.iter().find_map(|family| (family.claim)(&cx, event)).unwrap_or_else(|| {
        // A fault that no family has words for still has the engine's.
        let rule = rule(event.fault.rule()).expect("every fault names a rule");
        Claim::new(rule, event.fault.to_string())
    })
}
