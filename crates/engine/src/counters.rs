//! Counters: how often a loop takes each of its edges, as symbols, and its variables as functions of
//! them.
//!
//! Any number of whole rounds takes each edge some number of times. What comes into a block leaves
//! it again, so that these numbers hang together as a flow does; beyond that they may be anything.
//! Whatever way the rounds went, one solution of the flow tells how often each edge was taken, and
//! what the variables are then. So what is said of all solutions holds for all rounds, up to the
//! number that no machine finishes.

use crate::engine::Engine;
use crate::loop_series::{Bound, LoopSeries, Series};
use crate::loops::FunctionLoops;
use crate::state::State;
use crate::terms;
use crate::value::Value;
use margay_ir::{BlockId, FuncId, LoopId};
use margay_smt::{Bool, Bv, TermPool};
use std::collections::HashMap;
use std::rc::Rc;

/// A way from one block of a function to another.
pub(crate) type Edge = (BlockId, BlockId);

/// Bits of a counter, and the power of two that none reaches: a loop that goes round once in a
/// nanosecond has done so after three days.
const WIDTH: u32 = 64;
const MOST_BITS: u32 = 48;

/// Bits of an exponent that are looked at: larger powers than that are unknown.
const EXPONENT_BITS: u32 = 6;

/// How often edges were taken in any number of rounds of a loop.
pub(crate) struct Counters {
    /// How often the header was left for another round.
    pub rounds: Bv,
    /// The same of each loop in it.
    pub inner_rounds: Vec<Bv>,
    pub edges: Vec<(Edge, Bv)>,
    /// How often blocks were executed.
    blocks: HashMap<BlockId, Bv>,
    /// What holds of them.
    pub facts: Vec<Bool>,
}

impl Engine<'_> {
    /// New counters for a loop. Nothing if control may come into it past its header.
    pub(crate) fn counters(
        &mut self,
        state: &mut State,
        loops: &FunctionLoops,
        series: &LoopSeries,
        id: LoopId,
    ) -> Option<Counters> {
        let frame = state.frames.last()?.clone();
        let shape = self.shape(frame.function);
        let FunctionLoops { cfg, forest, .. } = loops;
        let within = |block: &BlockId| forest.contains(id, *block);
        let inner = forest.loops().ids().filter(|inner| within(&forest.get(*inner).header));
        if inner.into_iter().any(|inner| forest.get(inner).irreducible) {
            return None;
        }
        let pool = &mut self.pool;
        let mut new = |pool: &mut TermPool| state.new_symbol(pool, terms::LOOP, WIDTH);
        let (mut blocks, mut facts) = (HashMap::new(), Vec::new());
        let mut edges: Vec<(Edge, Bv)> = Vec::new();
        let header = forest.get(id).header;
        let rounds = new(pool);
        facts.push(is_count(pool, rounds));
        // Loops in it: how often they went round, and how often they were entered.
        let mut nested = Vec::new();
        for block in cfg.reverse_postorder().iter().copied().filter(within) {
            let mut count = rounds;
            if block != header {
                // Of those that go back to it none was looked at yet.
                count = sum(pool, edges.iter().filter(|((_, to), _)| *to == block));
                if let Some(inner) = forest.headed_by(block) {
                    let again = new(pool);
                    facts.push(is_count(pool, again));
                    nested.push((inner, again, count));
                    count = pool.bv_add(count, again);
                }
            }
            blocks.insert(block, count);
            let mut next: Vec<BlockId> =
                cfg.successors(block).iter().copied().filter(within).collect();
            next.sort_unstable();
            next.dedup();
            let last = next.pop()?;
            let mut rest = count;
            for to in next {
                let taken = new(pool);
                facts.push(is_count(pool, taken));
                rest = pool.bv_sub(rest, taken);
                edges.push(((block, to), taken));
            }
            // What is left is no less than nothing.
            if rest != count {
                facts.push(is_count(pool, rest));
            }
            edges.push(((block, last), rest));
        }
        let zero = pool.bv_u64(WIDTH, 0);
        let inner_rounds = nested.iter().map(|(_, again, _)| *again).collect();
        for (inner, again, entered) in nested {
            let start = forest.get(inner).header;
            let back =
                |((from, to), _): &&(Edge, Bv)| *to == start && forest.contains(inner, *from);
            let closed = sum(pool, edges.iter().filter(back));
            facts.push(pool.eq(closed, again));
            let trip = series.trips.get(&inner);
            let bound = trip.and_then(|trip| match trip.bound {
                Bound::Number(known) => Some(known),
                Bound::Variable(reg) => match frame.regs[reg as usize] {
                    Value::Int(known) => Some(known),
                    _ => None,
                },
            });
            let counts =
                trip.zip(bound).and_then(|(trip, bound)| Some((trip, trip.rounds(bound)?)));
            let Some((trip, most)) = counts else {
                // What is not entered does not go round.
                let (never, none) = (pool.eq(entered, zero), pool.eq(again, zero));
                facts.push(pool.implies(never, none));
                continue;
            };
            let most = pool.bv_u64(WIDTH, most);
            let all = pool.bv_mul(entered, most);
            if trip.only_way {
                facts.push(pool.eq(again, all));
            } else {
                // Who passes the bound has gone round that often.
                facts.push(pool.bv_ule(again, all));
                let passed = edges.iter().filter(|(edge, _)| *edge == trip.leaving);
                let passed = sum(pool, passed);
                let rounds = pool.bv_mul(passed, most);
                facts.push(pool.bv_ule(rounds, again));
            }
        }
        // Where a block only passes on what was decided before it, whoever decided goes that way.
        for ((from, to), counter) in &edges {
            let passed = edges.iter().filter(|((_, middle), _)| middle == from);
            let passed =
                passed.filter(|((before, _), _)| shape.passed(*before, *from) == Some(*to));
            let passed = sum(pool, passed);
            if passed != zero {
                facts.push(pool.bv_ule(passed, *counter));
            }
        }
        Some(Counters { rounds, inner_rounds, edges, blocks, facts })
    }

    /// The value of a variable after the rounds that are counted, and what holds of it.
    pub(crate) fn after_rounds(
        &mut self,
        state: &mut State,
        counters: &mut Counters,
        series: &Series,
        old: Value,
        (bits, name): (u32, &str),
    ) -> Option<Bv> {
        if bits > WIDTH || !matches!(old, Value::Int(_) | Value::Term(_)) {
            return None;
        }
        let pool = &mut self.pool;
        let old = terms::term(pool, old, bits);
        let count = |block: &BlockId| counters.blocks.get(block).copied();
        Some(match series {
            Series::Sum { steps, wraps } => {
                let mut whole = pool.bv_sext(old, WIDTH);
                for (block, step) in steps {
                    let by = pool.bv_u64(WIDTH, step.cast_unsigned());
                    let way = pool.bv_mul(count(block)?, by);
                    whole = pool.bv_add(whole, way);
                }
                let new = pool.bv_trunc(whole, bits);
                if !wraps && bits < WIDTH {
                    let again = pool.bv_sext(new, WIDTH);
                    counters.facts.push(pool.eq(again, whole));
                }
                new
            }
            Series::Product(factors) => {
                let mut new = old;
                for (block, factor) in factors {
                    let power = power(pool, state, *factor, count(block)?, bits);
                    new = pool.bv_mul(new, power);
                }
                new
            }
            Series::OneOf(values) => {
                let new = state.new_symbol(pool, &format!("{}{name}", terms::LOOP), bits);
                let zero = pool.bv_u64(WIDTH, 0);
                let mut untouched = pool.eq(new, old);
                let mut ways = Vec::new();
                for (block, value) in values {
                    let never = pool.eq(count(block)?, zero);
                    let value = pool.bv_u64(bits, *value);
                    let (is_it, once) = (pool.eq(new, value), pool.not(never));
                    ways.push(pool.and(is_it, once));
                    untouched = pool.and(untouched, never);
                }
                ways.push(untouched);
                counters.facts.push(pool.or_all(ways));
                new
            }
        })
    }

    pub(crate) fn loop_series(
        &mut self,
        function: FuncId,
        loops: &FunctionLoops,
        id: LoopId,
    ) -> Rc<LoopSeries> {
        let (program, shape) = (self.program, self.shape(function));
        let series = self.loop_series.entry((function, id)).or_insert_with(|| {
            Rc::new(LoopSeries::of(program, &program.functions[function], &shape, loops, id))
        });
        series.clone()
    }
}

fn is_count(pool: &mut TermPool, counter: Bv) -> Bool {
    let most = pool.bv_u64(WIDTH, 1 << MOST_BITS);
    pool.bv_ult(counter, most)
}

fn sum<'a>(pool: &mut TermPool, edges: impl Iterator<Item = &'a (Edge, Bv)>) -> Bv {
    let zero = pool.bv_u64(WIDTH, 0);
    edges.fold(zero, |all, (_, counter)| pool.bv_add(all, *counter))
}

/// A number to the power of a counter.
fn power(pool: &mut TermPool, state: &mut State, factor: u64, count: Bv, bits: u32) -> Bv {
    let one = pool.bv_u64(bits, 1);
    let (mut all, mut square) = (one, factor & crate::value::mask(bits));
    for bit in 0..EXPONENT_BITS {
        let is_set = pool.bv_extract(bit, bit, count);
        let set = pool.bv_u64(1, 1);
        let is_set = pool.eq(is_set, set);
        let by = pool.bv_u64(bits, square);
        let times = pool.bv_mul(all, by);
        all = pool.ite(is_set, times, all);
        square = square.wrapping_mul(square) & crate::value::mask(bits);
    }
    let limit = pool.bv_u64(WIDTH, 1 << EXPONENT_BITS);
    let small = pool.bv_ult(count, limit);
    let unknown = state.new_symbol(pool, terms::LOOP, bits);
    pool.ite(small, all, unknown)
}
