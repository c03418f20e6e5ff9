//! Folding: two paths that behave alike from here on need to be walked once.
//!
//! Where ways meet that the input chose between, or a function returns that they went through, the
//! state is compared with those that came to the same place before. Registers that nothing reads any
//! more are left out of the comparison, and so is what the path assumed of symbols that nothing live
//! mentions: it can hold, and it touches nothing that remains. Equal states have equal futures, and depth-first
//! search has walked the future of the one that came first, or is to walk it next.
//!
//! Nothing is changed in a state: the way it came, and what the outside said on it, stay
//! with it for reports.

use crate::doubt::Decision;
use crate::engine::Engine;
use crate::live::LiveReg;
use crate::state::{Frame, State};
use crate::value::Value;
use margay_ir::FuncId;
use margay_smt::{Bool, Handle, SymbolId, TermPool};
use std::collections::{BTreeSet, HashMap, VecDeque};
use std::rc::Rc;

/// States kept for one place, and for all.
const KEPT: usize = 16;
const MOST_KEPT: usize = 4096;

/// States that came to some place, by that place and the calls and iterations it is in.
#[derive(Default)]
pub struct Folds {
    seen: HashMap<Place, Vec<Seen>>,
    /// The places of those that are kept, the oldest first.
    order: VecDeque<Place>,
}

/// Functions and operations, and the iterations of the loops around them.
type Place = Vec<(FuncId, usize, Vec<u64>)>;

struct Seen {
    state: State,
    /// Found when a state with the same values is there.
    constraints: Option<Vec<Bool>>,
}

impl Engine<'_> {
    /// The decisions of a state like this one that was here before; if there is none, this is
    /// remembered.
    pub(crate) fn known_like(&mut self, folds: &mut Folds, state: &State) -> Option<Vec<Decision>> {
        let iterations = |frame: &Frame| frame.loops.iter().map(|visit| visit.iterations).collect();
        let place: Place = state
            .frames
            .iter()
            .map(|frame| (frame.function, frame.pc, iterations(frame)))
            .collect();
        let live: Vec<_> = state.frames.iter().map(|frame| self.live_registers(frame)).collect();
        let seen = folds.seen.entry(place.clone()).or_default();
        let mut constraints = None;
        for seen in seen.iter_mut() {
            if !same_values(&seen.state, state, &live) {
                continue;
            }
            let pool = &mut self.pool;
            let old = seen.constraints.get_or_insert_with(|| live_facts(pool, &seen.state, &live));
            let new = constraints.get_or_insert_with(|| live_facts(pool, state, &live));
            if old == new {
                return Some(seen.state.decisions.iter().copied().collect());
            }
        }
        if seen.len() < KEPT {
            seen.push(Seen { state: state.clone(), constraints });
            folds.order.push_back(place);
        }
        if folds.order.len() > MOST_KEPT
            && let Some(oldest) = folds.order.pop_front()
            && let Some(seen) = folds.seen.get_mut(&oldest)
        {
            seen.remove(0);
            if seen.is_empty() {
                folds.seen.remove(&oldest);
            }
        }
        None
    }
}

/// What a frame may read, if that is known.
type Live = Option<Rc<[LiveReg]>>;

/// Whether what can be read from registers, memory and the library is the same.
fn same_values(a: &State, b: &State, live: &[Live]) -> bool {
    let frames = a.frames.len() == b.frames.len()
        && a.frames.iter().zip(&b.frames).zip(live).all(|((x, y), live)| {
            Rc::ptr_eq(x, y)
                || (same_registers(x, y, live)
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
        && (b.exhausted || !a.exhausted)
        && a.memory.same(&b.memory)
        && a.library.same(&*b.library)
        && a.has_wraps_of(b)
        && a.stale == b.stale
}

fn same_registers(a: &Frame, b: &Frame, live: &Live) -> bool {
    match live {
        Some(live) => {
            live.iter().all(|live| a.regs[live.reg as usize] == b.regs[live.reg as usize])
        }
        None => a.regs == b.regs,
    }
}

/// What the path assumes of symbols that something live mentions, in order.
fn live_facts(pool: &mut TermPool, state: &State, registers: &[Live]) -> Vec<Bool> {
    let mut live: BTreeSet<SymbolId> = BTreeSet::new();
    let mut value = |pool: &TermPool, value: &Value| {
        if let Value::Term(term) = value {
            live.extend(pool.symbols(*term));
        }
    };
    for (frame, registers) in state.frames.iter().zip(registers) {
        match registers {
            Some(some) => some.iter().for_each(|live| value(pool, &frame.regs[live.reg as usize])),
            None => frame.regs.iter().for_each(|register| value(pool, register)),
        }
    }
    state.library.for_each_value(&mut |found| value(pool, found));
    for object in state.memory.objects() {
        object.for_each_term(|term| live.extend(pool.symbols(term)));
        object.missing_if.iter().for_each(|missing| live.extend(pool.symbols(*missing)));
    }
    // Whether there is something to close hangs on whether it was opened.
    for resource in state.library.resources() {
        resource.missing_if.iter().for_each(|missing| live.extend(pool.symbols(*missing)));
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
