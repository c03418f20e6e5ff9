//! Counters: how often a loop takes each of its edges, as symbols, and its variables as functions of
//! them.
//!
//! Any number of whole iterations takes each edge some number of times. What comes into a block
//! leaves it again, so that these numbers form a flow; beyond that they may be anything. Whatever
//! paths the iterations took, one solution of the flow tells how often each edge was taken, and
//! what the variables are then. So what is said of all solutions holds for all iterations.
//!
//! A flow is one of numbers that are not less than nothing, and symbols wrap around. So counters are
//! kept below a power of two. For a loop that surely ends before that it is no restriction. For others
//! it is, and a survey that finds nothing is made again without it: then sums are right whatever wraps,
//! and less is known.

use crate::code::function_loops::FunctionLoops;
use crate::code::loop_series::{LoopSeries, Series};
use crate::code::shape::Edge;
use crate::engine::Engine;
use crate::state::State;
use crate::value::Value;
use crate::value::provenance::Provenance;
use crate::value::terms;
use margay_ir::{BlockId, LoopId};
use margay_smt::{Bool, Bv, TermPool};
use std::collections::HashMap;

/// Bits of a counter, and the power of two that none reaches where they are kept below one. A loop that iterates at
/// most 2^32 times, and whose inner loops make at most `MOST_TRIPS` iterations each time, stays below.
const WIDTH: u32 = 64;
const MOST_BITS: u32 = 52;

/// Edges of a loop that is counted: a table of characters is no chance.
const MOST_EDGES: usize = 512;

/// Bits of an exponent that are examined: larger powers than that are unknown.
const EXPONENT_BITS: u32 = 6;

/// How often edges were taken in any number of iterations of a loop.
pub(crate) struct Counters {
    /// How often the header was left for another iteration.
    pub rounds: Bv,
    /// The same of each loop in it.
    pub inner_rounds: Vec<Bv>,
    pub edges: Vec<(Edge, Bv)>,
    /// How often blocks were executed.
    blocks: HashMap<BlockId, Bv>,
    /// What holds of them.
    pub facts: Vec<Bool>,
    /// The loop surely ends before they reach the power of two.
    pub ends: bool,
}

impl Engine<'_> {
    /// New counters for a loop. Nothing if control may come into it past its header, or if it has
    /// too many edges. They are kept below a power of two, unless nothing may rest on that; then only
    /// those are that cannot reach it.
    pub(crate) fn counters(
        &mut self,
        state: &mut State,
        loops: &FunctionLoops,
        series: &LoopSeries,
        id: LoopId,
        strictly: bool,
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
        let mut new = |pool: &mut TermPool| state.new_symbol(pool, Provenance::Loop, "", WIDTH);
        let mut edges: Vec<(Edge, Bv)> = Vec::new();
        // What holds always, and what holds of small numbers.
        let (mut facts, mut small) = (Vec::new(), Vec::new());
        let (mut blocks, mut by_target) = (HashMap::new(), HashMap::<BlockId, Vec<usize>>::new());
        let header = forest.get(id).header;
        let rounds = new(pool);
        small.push(is_count(pool, rounds));
        // Loops in it: how often they iterated, and how often they were entered.
        let mut nested = Vec::new();
        for block in cfg.reverse_postorder().iter().copied().filter(within) {
            let mut count = rounds;
            if block != header {
                // Of those that go back to it none was examined yet.
                let before = by_target.get(&block).into_iter().flatten();
                count = sum(pool, before.map(|at| &edges[*at]));
                if let Some(inner) = forest.headed_by(block) {
                    let again = new(pool);
                    small.push(is_count(pool, again));
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
            let mut take = |edge: Edge, taken| {
                by_target.entry(edge.1).or_default().push(edges.len());
                edges.push((edge, taken));
            };
            for to in next {
                let taken = new(pool);
                small.push(is_count(pool, taken));
                rest = pool.bv_sub(rest, taken);
                take((block, to), taken);
            }
            // What is left is no less than nothing.
            if rest != count {
                small.push(is_count(pool, rest));
            }
            take((block, last), rest);
            if edges.len() > MOST_EDGES {
                return None;
            }
        }
        let zero = pool.bv_u64(WIDTH, 0);
        let inner_rounds = nested.iter().map(|(_, again, _)| *again).collect();
        let mut ends = series.ends;
        for (inner, again, entered) in nested {
            let start = forest.get(inner).header;
            let back = by_target.get(&start).into_iter().flatten().map(|at| &edges[*at]);
            let closed = sum(pool, back.filter(|((from, _), _)| forest.contains(inner, *from)));
            facts.push(pool.eq(closed, again));
            let Some((trip, most)) = series.trip(inner, &frame.regs) else {
                // What is not entered does not iterate.
                let (never, none) = (pool.eq(entered, zero), pool.eq(again, zero));
                small.push(pool.implies(never, none));
                ends = false;
                continue;
            };
            ends &= forest.get(inner).parent == Some(id);
            let most = pool.bv_u64(WIDTH, most);
            let all = pool.bv_mul(entered, most);
            if trip.only_way {
                facts.push(pool.eq(again, all));
            } else {
                // A path that passes the bound has made that many iterations.
                small.push(pool.bv_ule(again, all));
                let passed = edges.iter().filter(|(edge, _)| *edge == trip.leaving);
                let passed = sum(pool, passed);
                let rounds = pool.bv_mul(passed, most);
                small.push(pool.bv_ule(rounds, again));
            }
        }
        // Where a block only passes on what was decided before it, the path continues as was decided.
        for ((from, to), counter) in &edges {
            let before = by_target.get(from).into_iter().flatten().map(|at| &edges[*at]);
            let passed =
                before.filter(|((before, _), _)| shape.passed(*before, *from) == Some(*to));
            let passed = sum(pool, passed);
            if passed != zero {
                small.push(pool.bv_ule(passed, *counter));
            }
        }
        if ends || !strictly {
            facts.extend(small);
        }
        Some(Counters { rounds, inner_rounds, edges, blocks, facts, ends })
    }

    /// The value of a variable after the iterations that are counted, and what holds of it.
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
                let new = state.new_symbol(pool, Provenance::Loop, name, bits);
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
    let unknown = state.new_symbol(pool, Provenance::Loop, "", bits);
    pool.ite(small, all, unknown)
}
