//! How many of all values satisfy some conditions: the share of a path among all inputs.
//!
//! Every value of every symbol counts alike. Conditions fall apart into components without a common
//! atom, and the share of all is the product of theirs. Within a component, an atom that an equation
//! fixes costs its bits and is put in (`equations`); what is left is counted if it has few values, and
//! sampled in the box that domains leave it if it has many (`trial`).
//!
//! Invariant: the answer depends on the conditions, their order and the names of symbols alone, not on
//! the ids of terms: samples come from a generator that starts anew in each component.

mod equations;
mod range;
mod trial;

use crate::atoms::Atom;
use crate::domain::{Domain, Facts, Refinements, refine};
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node, Sort, Term};
use range::{Random, Range};
use rustc_hash::{FxHashMap, FxHashSet};
use trial::Trial;

/// A share of all values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    /// Its binary logarithm, zero at most: shares of long paths are too small to be written out.
    pub log2: f64,
    /// Whether it may be less: values that satisfy the conditions are too rare to be met by chance.
    pub at_most: bool,
}

impl Share {
    pub const ALL: Share = Share { log2: 0.0, at_most: false };

    /// From 0 to 1.
    pub fn value(self) -> f64 {
        self.log2.exp2()
    }

    fn times(self, other: Share) -> Share {
        Share { log2: self.log2 + other.log2, at_most: self.at_most || other.at_most }
    }
}

/// Components of at most this many values are counted.
const COUNTED: u128 = 1 << 16;
/// Values of others that are tried.
const SAMPLES: u64 = 1 << 12;
/// With fewer samples nothing is said.
const FEWEST_SAMPLES: u64 = 1 << 6;
/// Operations for one component, and for all of them: some milliseconds.
const PART_WORK: u64 = 1 << 19;
const WORK: u64 = 1 << 22;
/// Conditions that are examined for what follows from them, counted again in each round that puts something in: more of
/// them, and a bound will do.
const LOOKED_AT: usize = 1 << 11;

/// The share of values with which what is `chosen` holds, among those with which what is `given` does;
/// `None` if that is too hard to tell.
pub fn share(pool: &mut TermPool, given: &[Bool], chosen: &[Bool]) -> Option<Share> {
    let mut parts: Vec<Bool> = Vec::new();
    let mut seen = FxHashSet::default();
    given.iter().for_each(|&condition| conjuncts(pool, condition, &mut seen, &mut parts));
    let facts = parts.len();
    chosen.iter().for_each(|&condition| conjuncts(pool, condition, &mut seen, &mut parts));
    let mut measure = Measure { pool, work: WORK, looks: LOOKED_AT };
    let mut total = Share::ALL;
    for component in components(measure.pool, &parts) {
        // Of what nothing was chosen, all is taken.
        if component.iter().all(|&at| at < facts) {
            continue;
        }
        let before = component.iter().filter(|&&at| at < facts).map(|&at| parts[at]).collect();
        let before = measure.of(before).filter(|before| !before.at_most)?;
        let after = measure.of(component.iter().map(|&at| parts[at]).collect())?;
        // Both may be estimates.
        let log2 = (after.log2 - before.log2).min(0.0);
        total = total.times(Share { log2, ..after });
    }
    Some(total)
}

/// Adds the parts of a condition that were not seen before.
fn conjuncts(pool: &TermPool, condition: Bool, seen: &mut FxHashSet<Bool>, parts: &mut Vec<Bool>) {
    let mut work = vec![condition];
    while let Some(next) = work.pop() {
        match pool.node(next) {
            Node::And(a, b) => work.extend([b, a]),
            Node::True => {}
            _ if seen.insert(next) => parts.push(next),
            _ => {}
        }
    }
}

/// The conditions that hang together by their atoms, by their positions, in order.
fn components(pool: &mut TermPool, conditions: &[Bool]) -> Vec<Vec<usize>> {
    let mut leader: Vec<usize> = (0..conditions.len()).collect();
    let find = |leader: &[usize], mut at: usize| {
        while leader[at] != at {
            at = leader[at];
        }
        at
    };
    let mut first: FxHashMap<Term, usize> = FxHashMap::default();
    for (at, &condition) in conditions.iter().enumerate() {
        for &atom in pool.atoms(condition).iter() {
            let other = *first.entry(atom).or_insert(at);
            let (a, b) = (find(&leader, at), find(&leader, other));
            leader[a.max(b)] = a.min(b);
        }
    }
    let mut groups: Vec<Vec<usize>> = vec![Vec::new(); conditions.len()];
    for at in 0..conditions.len() {
        groups[find(&leader, at)].push(at);
    }
    groups.retain(|group| !group.is_empty());
    groups
}

struct Measure<'a> {
    pool: &'a mut TermPool,
    /// Operations that are left.
    work: u64,
    /// Conditions that may still be examined.
    looks: usize,
}

impl Measure<'_> {
    /// The share of values with which all of the conditions hold.
    fn of(&mut self, conditions: Vec<Bool>) -> Option<Share> {
        let mut total = Share::ALL;
        let mut parts = self.split(conditions)?;
        while let Some(part) = parts.pop() {
            let mut facts = Learnt::default();
            let mut known = FxHashMap::default();
            if part.len() <= self.looks {
                self.looks -= part.len();
                self.refine(&part, &mut facts)?;
                known = self.constants(&part, &facts);
                if known.is_empty() {
                    known = equations::solve(self.pool, &part);
                }
            }
            if known.is_empty() {
                total = total.times(self.tried(&part, &facts)?);
                continue;
            }
            let fixed: u32 = known.keys().map(|&atom| bits(self.pool, atom)).sum();
            total.log2 -= f64::from(fixed);
            let terms: Vec<Term> = part.iter().map(|condition| condition.term()).collect();
            let rest = self.pool.replace_each(&terms, &known);
            parts.extend(self.split(rest.into_iter().map(Bool::trusted).collect())?);
        }
        Some(total)
    }

    /// Independent parts; `None` if one of the conditions never holds.
    fn split(&mut self, conditions: Vec<Bool>) -> Option<Vec<Vec<Bool>>> {
        let (mut parts, mut seen) = (Vec::new(), FxHashSet::default());
        conditions.into_iter().for_each(|c| conjuncts(self.pool, c, &mut seen, &mut parts));
        if parts.iter().any(|&part| self.pool.as_const_bool(part) == Some(false)) {
            return None;
        }
        let groups = components(self.pool, &parts);
        let group = |group: Vec<usize>| group.into_iter().map(|at| parts[at]).collect();
        // The last one is examined first.
        Some(groups.into_iter().rev().map(group).collect())
    }

    /// Adds what follows from the conditions for single terms; `None` if they contradict each other.
    fn refine(&self, part: &[Bool], facts: &mut Learnt) -> Option<()> {
        // What a condition says may sharpen what one before it does.
        let rounds = if part.len() > 1 { 2 } else { 1 };
        for &condition in std::iter::repeat_n(part, rounds).flatten() {
            let mut found = Refinements::new();
            refine(self.pool, facts, condition, &mut found).ok()?;
            facts.domains.extend(found.domains());
            facts.truths.extend(found.truths());
        }
        Some(())
    }

    /// The atoms that have but one value.
    fn constants(&mut self, part: &[Bool], facts: &Learnt) -> FxHashMap<Term, Term> {
        let mut known = FxHashMap::default();
        for atom in self.atoms(part) {
            if let Some(symbol) = self.pool.as_bv(atom) {
                let domain = facts.domain(symbol);
                if let Some((domain, value)) = domain.and_then(|d| Some((d, d.as_const()?))) {
                    known.insert(atom, self.pool.bv_u64(domain.width(), value).into());
                }
            } else if let Some(symbol) = self.pool.as_bool(atom)
                && let Some(truth) = facts.truth(symbol)
            {
                known.insert(atom, self.pool.bool_const(truth).into());
            }
        }
        known
    }

    /// The atoms of conditions, in the order of their names.
    fn atoms(&mut self, part: &[Bool]) -> Vec<Term> {
        let mut atoms: Vec<Term> = Vec::new();
        for &condition in part {
            atoms.extend(self.pool.atoms(condition).iter());
        }
        atoms.sort_by(|&a, &b| order(self.pool, a).cmp(&order(self.pool, b)));
        atoms.dedup();
        atoms
    }

    /// The share by counting, or by what a number of samples shows.
    fn tried(&mut self, part: &[Bool], facts: &Learnt) -> Option<Share> {
        let atoms = self.atoms(part);
        let ranges: Option<Vec<Range>> =
            atoms.iter().map(|&atom| Range::of(self.pool, facts, atom)).collect();
        let ranges = ranges?;
        let outside =
            |(range, &atom): (&Range, &Term)| range.log2() - f64::from(bits(self.pool, atom));
        let inside: f64 = ranges.iter().zip(&atoms).map(outside).sum();
        let all = ranges.iter().try_fold(1u128, |all, range| all.checked_mul(range.size()?));
        let mut trial = Trial::new(self.pool, part, &atoms);
        let cost = trial.cost();
        let few = all.and_then(|all| u64::try_from(all).ok());
        let few =
            few.filter(|&all| u128::from(all) <= COUNTED && all.saturating_mul(cost) <= PART_WORK);
        let tries = few.unwrap_or(SAMPLES.min(PART_WORK / cost.max(1)));
        if few.is_none() && tries < FEWEST_SAMPLES {
            return None;
        }
        self.work = self.work.checked_sub(tries.saturating_mul(cost))?;
        let mut values = vec![0; ranges.len()];
        let mut random = Random::default();
        let mut hits = 0u64;
        for at in 0..tries {
            let mut rest = u128::from(at);
            for (value, range) in values.iter_mut().zip(&ranges) {
                *value = match (few, range.size()) {
                    (Some(_), Some(size)) => {
                        let index = rest % size;
                        rest /= size;
                        range.value(index)
                    }
                    _ => range.draw(&mut random),
                };
            }
            hits += u64::from(trial.holds(&values));
        }
        match (hits, few) {
            // They contradict each other.
            (0, Some(_)) => None,
            (0, None) => Some(Share { log2: inside - log2(tries), at_most: true }),
            // They were not met, but there are others: else this would be no condition.
            (hits, None) if hits == tries && inside == 0.0 => {
                Some(Share { log2: log2(2 * tries - 1) - log2(2 * tries), at_most: false })
            }
            _ => Some(Share { log2: inside + log2(hits) - log2(tries), at_most: false }),
        }
    }
}

/// What follows from conditions.
#[derive(Default)]
struct Learnt {
    domains: FxHashMap<Bv, Domain>,
    truths: FxHashMap<Bool, bool>,
}

impl Facts for Learnt {
    fn domain(&self, term: Bv) -> Option<Domain> {
        self.domains.get(&term).copied()
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.truths.get(&term).copied()
    }
}

/// Numbers here are far below 2^52.
fn log2(number: u64) -> f64 {
    u32::try_from(number).map_or(f64::INFINITY, f64::from).log2()
}

/// By name, and by index for the bytes of one array.
fn order(pool: &TermPool, atom: Term) -> (&str, u64) {
    match pool.atom(atom) {
        Atom::Symbol(id) | Atom::Array(id) => (&pool.symbol(id).name, 0),
        Atom::Byte(id, at) => (&pool.symbol(id).name, at),
    }
}

/// The bits of an atom that is no array.
fn bits(pool: &TermPool, atom: Term) -> u32 {
    match pool.sort(atom) {
        Sort::Bv(width) => width,
        _ => 1,
    }
}

#[cfg(test)]
mod tests;
