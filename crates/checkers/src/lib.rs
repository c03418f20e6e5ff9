//! Checkers: what counts as a defect, one file for each family.
//!
//! A family's file is documentation first: its rules with their explanations, then how
//! what the engine saw becomes a claim in words. Nothing here decides whether something
//! happens: the engine did, and the claim says no more than it saw.
//!
//! A new family is one file and one line in [`FAMILIES`]; lists, help and reports derive
//! from that.

mod allocation;
mod api;
mod arithmetic;
mod assertion;
mod bounds;
mod call;
mod claim;
mod context;
mod conversion;
mod copy;
mod cryptography;
mod exhaustion;
mod exposure;
mod files;
mod flow;
mod format;
mod injection;
mod leak;
mod lifetime;
mod locks;
mod loops;
mod null;
mod pointer;
mod races;
mod recursion;
mod returns;
mod signals;
mod target;
#[cfg(test)]
mod tests;
mod types;
mod uninitialised;

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

/// The registry.
pub static FAMILIES: &[&Family] = &[
    &allocation::FAMILY,
    &api::FAMILY,
    &arithmetic::FAMILY,
    &assertion::FAMILY,
    &bounds::FAMILY,
    &call::FAMILY,
    &conversion::FAMILY,
    &copy::FAMILY,
    &cryptography::FAMILY,
    &exhaustion::FAMILY,
    &exposure::FAMILY,
    &files::FAMILY,
    &format::FAMILY,
    &injection::FAMILY,
    &leak::FAMILY,
    &lifetime::FAMILY,
    &locks::FAMILY,
    &loops::FAMILY,
    &null::FAMILY,
    &pointer::FAMILY,
    &races::FAMILY,
    &recursion::FAMILY,
    &returns::FAMILY,
    &signals::FAMILY,
    &types::FAMILY,
    &uninitialised::FAMILY,
];

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
