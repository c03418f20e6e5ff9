//! Folding: two paths that behave alike from here on need to be walked once.
//!
//! When a function returns that the input took different ways through, the state is
//! compared with those that returned to the same place before. What the path assumed of
//! symbols that nothing live mentions any more is left out of the comparison: it can hold,
//! and it touches nothing that remains. Equal states have equal futures, and depth-first
//! search has walked the future of the one that came first, or is to walk it next.
//!
//! Nothing is changed in a state: the way it came, and what the outside said on it, stay
//! with it for reports.

use crate::state::State;
use crate::value::Value;
use margay_ir::FuncId;
use margay_smt::{Bool, Handle, SymbolId, TermPool};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// States kept for one place.
const KEPT: usize = 16;

/// States that returned to some place, by that place and the calls it is in.
#[derive(Default)]
pub struct Folds {
    seen: HashMap<Vec<(FuncId, usize)>, Vec<Seen>>,
}

struct Seen {
    state: State,
    constraints: Vec<Bool>,
}

impl Folds {
    /// The state like this one that was here before; if there is none, this is remembered.
    pub fn is_known(&mut self, pool: &mut TermPool, state: &State) -> Option<&State> {
        let key = state.frames.iter().map(|frame| (frame.function, frame.pc)).collect();
        let seen = self.seen.entry(key).or_default();
        let constraints = live_constraints(pool, state);
        let known = seen
            .iter()
            .position(|seen| seen.constraints == constraints && same_values(&seen.state, state));
        if let Some(known) = known {
            return Some(&seen[known].state);
        }
        if seen.len() < KEPT {
            seen.push(Seen { state: state.clone(), constraints });
        }
        None
    }
}

/// Whether registers, memory and the library hold the same.
fn same_values(a: &State, b: &State) -> bool {
    let frames = a.frames.len() == b.frames.len()
        && a.frames.iter().zip(&b.frames).all(|(x, y)| {
            Rc::ptr_eq(x, y)
                || (x.regs == y.regs
                    && x.locals == y.locals
                    && x.args == y.args
                    && x.jumps == y.jumps
                    && x.then == y.then)
        });
    frames
        && a.errno == b.errno
        && a.exit_handlers == b.exit_handlers
        && a.last_result == b.last_result
        && a.agenda.len() == b.agenda.len()
        // What the first is not certain of, the second may be.
        && (b.uncertain || !a.uncertain)
        && (b.others || !a.others)
        && (b.met_unknown || !a.met_unknown)
        && (b.widening.first.is_some() || a.widening.first.is_none())
        && a.memory.same(&b.memory)
        && a.library.same(&*b.library)
}

/// What the path assumes of symbols that something live mentions, in order.
fn live_constraints(pool: &mut TermPool, state: &State) -> Vec<Bool> {
    let mut live: BTreeSet<SymbolId> = BTreeSet::new();
    let mut value = |pool: &TermPool, value: &Value| {
        if let Value::Term(term) = value {
            live.extend(pool.symbols(*term));
        }
    };
    for frame in &state.frames {
        frame.regs.iter().for_each(|register| value(pool, register));
    }
    state.library.for_each_value(&mut |found| value(pool, found));
    for object in state.memory.objects() {
        object.for_each_term(|term| live.extend(pool.symbols(term)));
    }
    // What is tied to a live symbol is live.
    let mut open: Vec<(Bool, Vec<SymbolId>)> = state
        .path
        .condition()
        .constraints()
        .into_iter()
        .map(|condition| (condition, symbols_of(pool, condition)))
        .collect();
    let mut kept = Vec::new();
    loop {
        let before = kept.len();
        open.retain(|(condition, symbols)| {
            let touches = symbols.iter().any(|symbol| live.contains(symbol));
            if touches {
                live.extend(symbols);
                kept.push(*condition);
            }
            !touches
        });
        if kept.len() == before {
            break;
        }
    }
    kept.sort_unstable();
    kept.dedup();
    kept
}

fn symbols_of(pool: &TermPool, term: impl Handle) -> Vec<SymbolId> {
    pool.symbols(term)
}
