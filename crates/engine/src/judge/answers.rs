//! What calls answered, and which of their decisions the caller's own question settles.
//!
//! A decision in a function that has returned leaves doubt (`doubt.rs`): it may have asked to be on
//! the safe side. Where the caller asks what came back, its author has thought of the answers:
//! `if (find(key) == NULL)` says that a key may be missing, whichever comparisons found that out. A
//! fault that comes with one answer is certain if it comes on all paths through the call that give
//! this answer. What a model of the library decides is settled in the same way. A text that it looks
//! through, or a list that a function does, may be longer than any that was followed, and is then like
//! those.
//!
//! Invariant: a row of [`Answers`] is a call that came back.

use crate::code::shape::Shape;
use crate::state::State;
use crate::state::answer::{Answer, Kind, Site};
use crate::state::decision::Side;
use crate::state::entry::Entry;
use margay_ir::{BlockId, Dominators, FuncId, Function, Id, InstId, Op, Operand, RegId, SlotId};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Paths through one call that are told apart.
const MOST_ROWS: usize = 256;
/// Paths with other answers that are examined for one fault.
const MOST_OTHERS: usize = 1024;
/// Decisions at one place after which a call that goes on asking is taken to go on as it did.
const ENOUGH: usize = 2;

/// The decisions of each call that came back, on all paths, and what it answered then.
#[derive(Clone, Debug, Default)]
pub struct Answers(BTreeMap<Site, Rows>);

#[derive(Clone, Debug, Default)]
struct Rows {
    kinds: BTreeMap<Vec<Side>, BTreeSet<Kind>>,
    is_full: bool,
}

impl Answers {
    pub(crate) fn add(&mut self, site: Site, sides: Vec<Side>, kind: Kind) {
        let rows = self.0.entry(site).or_default();
        rows.is_full |= rows.kinds.len() >= MOST_ROWS;
        if !rows.is_full {
            rows.kinds.entry(sides).or_default().insert(kind);
        }
    }

    /// Adds what another engine has seen.
    pub fn join(&mut self, other: Answers) {
        for (site, rows) in other.0 {
            for (sides, kinds) in rows.kinds {
                kinds.into_iter().for_each(|kind| self.add(site, sides.clone(), kind));
            }
            self.0.entry(site).or_default().is_full |= rows.is_full;
        }
    }

    fn rows(&self, site: Site) -> Option<&BTreeMap<Vec<Side>, BTreeSet<Kind>>> {
        self.0.get(&site).filter(|rows| !rows.is_full).map(|rows| &rows.kinds)
    }

    /// The paths that part from those to a fault within a call whose answer the caller asks for, and
    /// give another answer.
    pub(crate) fn others(&self, paths: &[Vec<Side>], asked: &[(Site, Kind)]) -> Vec<Vec<Side>> {
        let mut found = BTreeSet::new();
        for (site, kind) in asked {
            let Some(rows) = self.rows(*site) else { continue };
            let same: Vec<_> = rows.iter().filter(|(_, kinds)| kinds.contains(kind)).collect();
            let differs =
                |kinds: &BTreeSet<Kind>| !kinds.contains(kind) && !kinds.contains(&Kind::Unknown);
            let other: Vec<_> = rows.iter().filter(|(_, kinds)| differs(kinds)).collect();
            for path in paths {
                let begins = (0..path.len()).filter(|at| {
                    same.iter().any(|(row, _)| !row.is_empty() && path[*at..].starts_with(row))
                });
                for at in begins.take(1) {
                    for (row, _) in &other {
                        if found.len() < MOST_OTHERS && !row.is_empty() {
                            found.insert([&path[..at], row.as_slice()].concat());
                        }
                    }
                }
            }
        }
        found.into_iter().collect()
    }

    /// Whether no call came back that decided so, after it had decided at the same place several times:
    /// a loop, or a model that looks through a text. `so_far` is what the path has decided before.
    pub(crate) fn goes_on(&self, entry: Entry, so_far: &[Side], next: Side) -> bool {
        let is_again = |side: &&Side| (side.0, side.1) == (next.0, next.1);
        let sites =
            self.0.iter().filter(|(site, rows)| Entry::Function(site.0) == entry && !rows.is_full);
        for (_, rows) in sites {
            for start in 0..so_far.len() {
                let within = &so_far[start..];
                if within.iter().filter(is_again).count() < ENOUGH {
                    break;
                }
                let further = [within, &[next]].concat();
                if rows.kinds.keys().any(|row| row.starts_with(within)) {
                    return !rows.kinds.keys().any(|row| row.starts_with(&further));
                }
            }
        }
        false
    }
}

/// The calls of a path whose answers the callers have asked for, where they stand.
pub(crate) fn asked(
    state: &State,
    known: &BTreeMap<(FuncId, usize), Rc<[bool]>>,
    standing: &[(u64, FuncId, InstId)],
) -> Vec<(Site, Kind)> {
    let is_asked = |answer: &&Answer| {
        let (_, function, pc) = answer.site;
        standing.iter().any(|(frame, _, inst)| {
            *frame == answer.caller
                && known.get(&(function, pc)).is_some_and(|asked| asked[inst.index()])
        })
    };
    let asked = state.decided.answers.iter().filter(|answer| answer.kind != Kind::Unknown);
    asked.filter(is_asked).map(|answer| (answer.site, answer.kind)).collect()
}

/// The instructions, by their ids, that a branch on the result of a call lies before in any case.
pub(crate) fn asked_after(function: &Function, shape: &Shape, call: InstId) -> Vec<bool> {
    let (mut regs, mut slots) = (BTreeSet::new(), BTreeSet::new());
    regs.extend(function.insts[call].result);
    // What is computed from it, and what is kept in variables.
    loop {
        let before = (regs.len(), slots.len());
        for inst in function.insts.iter() {
            follow(&inst.op, inst.result, &mut regs, &mut slots);
        }
        if before == (regs.len(), slots.len()) {
            break;
        }
    }
    let is_reg = |operand: &Operand| matches!(operand, Operand::Reg(reg) if regs.contains(reg));
    let forward = Dominators::new(&shape.cfg);
    let from = shape.blocks[call.index()];
    let branches: Vec<BlockId> = function
        .insts
        .iter()
        .zip(&shape.blocks)
        .filter(|(inst, block)| match &inst.op {
            Op::CondBr { cond: value, .. } | Op::Switch { value, .. } => {
                is_reg(value) && forward.dominates(from, **block)
            }
            _ => false,
        })
        .map(|(_, block)| *block)
        .collect();
    let behind =
        |block: &BlockId| branches.iter().any(|branch| forward.strictly_dominates(*branch, *block));
    shape.blocks.iter().map(behind).collect()
}

/// Adds the result of an instruction to what comes from the registers and variables so far.
fn follow(op: &Op, to: Option<RegId>, regs: &mut BTreeSet<RegId>, slots: &mut BTreeSet<SlotId>) {
    let known = |operand: &Operand| matches!(operand, Operand::Reg(reg) if regs.contains(reg));
    let comes_from = match op {
        Op::SlotStore { slot, value } => {
            if known(value) {
                slots.insert(*slot);
            }
            return;
        }
        Op::SlotLoad { slot } => slots.contains(slot),
        Op::Cast { value, .. } | Op::Freeze { value } => known(value),
        Op::Icmp { a, b, .. } | Op::Binary { a, b, .. } => known(a) || known(b),
        _ => false,
    };
    if comes_from {
        regs.extend(to);
    }
}
