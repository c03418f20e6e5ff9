//! Deduplication: two paths that behave alike from here on need to be followed once.
//!
//! Where the sides of a choice of the input join, or a function returns that they went through, the state is compared
//! with those that came to the same place before. Registers that nothing reads any more are left out of the comparison,
//! and so is what the path assumed of symbols that nothing live mentions: it can hold, and it touches nothing that
//! remains. Equal states have equal futures, and that of the one that came first was explored, or waits to be.
//!
//! Nothing is changed in a state: its path, and what the outside said on it, stay with it for reports.

use crate::engine::Engine;
use crate::engine::live::LiveReg;
use crate::state::decision::Decision;
use crate::state::entered::Entered;
use crate::state::{Frame, State};
use crate::value::Value;
use margay_ir::{FuncId, Id, NodeId};
use margay_smt::{Bool, SymbolId, Term, TermPool};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::collections::{HashMap, VecDeque};
use std::rc::Rc;

/// States kept for one place, and for all.
const KEPT: usize = 16;
const MOST_KEPT: usize = 4096;
/// At a place where so many states were not alike, though their values were, none is looked for.
const MOST_UNLIKE: u32 = 16;

/// States that came to some place, by that place and the calls and iterations it is in.
#[derive(Default)]
pub struct Folds {
    seen: HashMap<Place, Vec<State>>,
    /// The places of those that are kept, the oldest first.
    order: VecDeque<Place>,
    mentioned: Mentioned,
    /// How often states at a place had the same values, and were not alike all the same.
    unlike: FxHashMap<(FuncId, usize), u32>,
}

/// Functions and operations, and the iterations of the loops around them.
type Place = Vec<(FuncId, usize, Vec<u64>)>;

impl Engine<'_> {
    /// The decisions of a state like this one that was here before, the functions that it entered and
    /// its place in the tree; if there is none, this is remembered.
    pub(crate) fn known_like(
        &mut self,
        folds: &mut Folds,
        state: &State,
    ) -> Option<(Vec<Decision>, Entered, NodeId)> {
        if state.has_threads() {
            return None;
        }
        let here = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        if folds.unlike.get(&here).is_some_and(|count| *count > MOST_UNLIKE) {
            return None;
        }
        let iterations = |frame: &Frame| frame.loops.iter().map(|visit| visit.iterations).collect();
        let place: Place = state
            .frames
            .iter()
            .map(|frame| (frame.function, frame.pc, iterations(frame)))
            .collect();
        let live = self.live_in_frames(state);
        let seen = folds.seen.entry(place.clone()).or_default();
        let (pool, mentioned) = (&self.pool, &mut folds.mentioned);
        let unlike = folds.unlike.entry(here).or_default();
        let mut alike = |old: &&State| {
            let same = same_values(old, state, &live);
            let alike = same && same_facts(pool, mentioned, old, state, &live);
            *unlike = if alike { 0 } else { *unlike + u32::from(same) };
            alike
        };
        if let Some(known) = seen.iter().find(|old| alike(old)) {
            let decisions = known.decided.decisions.iter().copied().collect();
            return Some((decisions, known.recorded.entered.clone(), known.recorded.node));
        }
        if seen.len() < KEPT {
            seen.push(state.clone());
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

/// Whether two states do the same from here on, as far as registers, memory, the library and what the first is not
/// certain of decide that.
fn same_values(a: &State, b: &State, live: &[Live]) -> bool {
    let same_frame = |(x, y): (&Rc<Frame>, &Rc<Frame>), live: &Live| {
        Rc::ptr_eq(x, y) || (x.is_alike(y) && same_registers(x, y, live))
    };
    let pairs = a.frames.iter().zip(&b.frames);
    a.is_alike(b)
        && pairs.zip(live).all(|(pair, live)| same_frame(pair, live))
        // What the first is not certain of, the second may be.
        && a.doubt.is_within(b.doubt)
        && (b.widening.first.is_some() || a.widening.first.is_none())
        && (b.widening.exhausted || !a.widening.exhausted)
        && a.memory.same(&b.memory)
        && a.has_wraps_of(b)
        && a.suspects.stale == b.suspects.stale
}

fn same_registers(a: &Frame, b: &Frame, live: &Live) -> bool {
    match live {
        Some(live) => {
            live.iter().all(|live| a.regs[live.reg as usize] == b.regs[live.reg as usize])
        }
        None => a.regs == b.regs,
    }
}

/// What terms mention, of those that were asked about.
type Mentioned = FxHashMap<Term, Rc<[SymbolId]>>;

fn symbols_of(pool: &TermPool, known: &mut Mentioned, term: impl Into<Term>) -> Rc<[SymbolId]> {
    let term = term.into();
    known.entry(term).or_insert_with(|| pool.symbols(term).into()).clone()
}

/// Whether two states with the same values assume the same of all that something live mentions. What
/// only one of them assumes must not be tied to it.
fn same_facts(pool: &TermPool, known: &mut Mentioned, a: &State, b: &State, live: &[Live]) -> bool {
    let (a_facts, b_facts) = (a.path.condition().constraints(), b.path.condition().constraints());
    let common = a_facts.iter().zip(&b_facts).take_while(|(x, y)| x == y).count();
    let in_a: FxHashSet<Bool> = a_facts.iter().copied().collect();
    let in_b: FxHashSet<Bool> = b_facts.iter().copied().collect();
    let differs = |fact: &&Bool| !in_a.contains(fact) || !in_b.contains(fact);
    let differing = a_facts[common..].iter().chain(&b_facts[common..]).filter(differs);
    let mut tied: FxHashSet<SymbolId> = FxHashSet::default();
    for fact in differing {
        tied.extend(symbols_of(pool, known, *fact).iter());
    }
    if tied.is_empty() {
        return true;
    }
    // What is assumed of both ties them.
    let mut open: Vec<Rc<[SymbolId]>> =
        in_a.union(&in_b).map(|fact| symbols_of(pool, known, *fact)).collect();
    loop {
        let before = tied.len();
        open.retain(|symbols| {
            let touches = symbols.iter().any(|symbol| tied.contains(symbol));
            if touches {
                tied.extend(symbols.iter());
            }
            !touches
        });
        if tied.len() == before {
            break;
        }
    }
    !mentions(pool, known, a, live, &tied)
}

/// Whether something live mentions one of some symbols.
fn mentions(
    pool: &TermPool,
    known: &mut Mentioned,
    state: &State,
    live: &[Live],
    tied: &FxHashSet<SymbolId>,
) -> bool {
    let found = Cell::new(false);
    let mut look = |term: Term| {
        let mut mentions = || match pool.as_bv(term).and_then(|term| pool.as_symbol(term)) {
            Some(symbol) => tied.contains(&symbol),
            None => symbols_of(pool, known, term).iter().any(|symbol| tied.contains(symbol)),
        };
        found.set(found.get() || mentions());
    };
    let mut value = |value: &Value| {
        if let Value::Term(term) = value {
            look((*term).into());
        }
    };
    for (frame, registers) in state.frames.iter().zip(live) {
        match registers {
            Some(some) => some.iter().for_each(|live| value(&frame.regs[live.reg as usize])),
            None => frame.regs.iter().for_each(&mut value),
        }
    }
    state.library.for_each_value(&mut value);
    // Whether there is something to close depends on whether it was opened.
    let resources = state.library.resources();
    resources.iter().filter_map(|resource| resource.missing_if).for_each(|m| look(m.into()));
    for object in state.memory.objects() {
        if found.get() {
            break;
        }
        object.for_each_term(|term| look(term.into()));
        object.missing_if.into_iter().for_each(|missing| look(missing.into()));
    }
    found.get()
}
