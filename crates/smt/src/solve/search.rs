//! The seventh layer: looking for a model near one that almost fits.
//!
//! A branch asks for a path that differs from the last one in a single condition. Often a model is
//! found by changing one atom or two, where a SAT solver would have to find a whole one. The search is
//! short, starts from the model that the path had, and is the same every time: what it tries depends
//! on the constraints alone.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::atoms::Atom;
use crate::concrete::bitvec::BitVec;
use crate::domain::Domain;
use crate::path::{PathCondition, copy_atoms};
use crate::pool::TermPool;
use crate::tape::{Slot, Tape};
use crate::term::{Bool, Node, Term};
use crate::value::Assignment;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Entries of the tape that may be examined for one query: most often some hundreds of microseconds.
const WORK: usize = 60_000;

/// Atoms of one constraint that are tried in one step.
const MAX_ATOMS: usize = 8;

/// Domains of at most this many values are tried out.
const SMALL_DOMAIN: u64 = 32;

pub struct Search {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for Search {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let constraints = query.conjuncts(pool);
        if let Some(model) = near(pool, &query.path, &constraints)
            && let Answer::Sat(model) = super::core::checked(pool, &constraints, model)
        {
            self.statistics.count(Layer::Search);
            return Answer::Sat(model);
        }
        self.next.solve(pool, query)
    }
}

/// A model of the constraints near the one that the path had.
fn near(pool: &mut TermPool, path: &PathCondition, constraints: &[Bool]) -> Option<Assignment> {
    let atoms: Vec<Rc<[Term]>> = constraints.iter().map(|&c| pool.atoms(c)).collect();
    let roots: Vec<Term> = constraints.iter().map(|&c| c.term()).collect();
    let mut tape = Tape::new(pool, &roots)?;
    if tape.cost() * 8 > WORK {
        return None;
    }
    let start = path.hint().cloned().unwrap_or_default();
    tape.load(&start);
    let roots: Vec<Slot> = roots.iter().filter_map(|&root| tape.slot(root)).collect();
    let mut walk = Walk {
        pool,
        path,
        work: tape.cost(),
        tape,
        numbers: FxHashMap::default(),
        roots,
        random: 0x9e37_79b9_7f4a_7c15,
    };
    walk.run(&atoms).then(|| walk.assignment(&atoms, &start))
}

struct Walk<'a> {
    pool: &'a TermPool,
    path: &'a PathCondition,
    tape: Tape<'a>,
    roots: Vec<Slot>,
    /// Constants of the constraints, by width: what atoms are compared with.
    numbers: FxHashMap<u32, Vec<u64>>,
    work: usize,
    random: u64,
}

impl Walk<'_> {
    fn run(&mut self, atoms: &[Rc<[Term]>]) -> bool {
        self.collect_numbers();
        let mut broken = self.broken();
        while broken > 0 {
            let Some(at) = self.pick_broken() else {
                return true;
            };
            let moves = self.moves(&atoms[at]);
            let mut best: Option<(usize, Slot, u64)> = None;
            for &(atom, value) in &moves {
                let old = self.tape.value(atom);
                self.work += 2 * self.tape.set(atom, value) + self.roots.len();
                let count = self.broken();
                self.tape.set(atom, old);
                if best.is_none_or(|(fewest, ..)| count < fewest) {
                    best = Some((count, atom, value));
                }
                if count == 0 {
                    break;
                }
            }
            let Some((count, atom, value)) = best else {
                return false;
            };
            // Where nothing is better, something else: the next step starts from another place.
            let (atom, value) =
                if count < broken { (atom, value) } else { moves[self.next_random(moves.len())] };
            self.work += self.tape.set(atom, value);
            broken = self.broken();
            if self.work > WORK {
                return broken == 0;
            }
        }
        true
    }

    fn broken(&self) -> usize {
        self.roots.iter().filter(|&&root| self.tape.value(root) == 0).count()
    }

    /// One of the constraints that do not hold.
    fn pick_broken(&mut self) -> Option<usize> {
        let tape = &self.tape;
        let broken: Vec<usize> =
            (0..self.roots.len()).filter(|&i| tape.value(self.roots[i]) == 0).collect();
        if broken.is_empty() {
            return None;
        }
        let at = self.next_random(broken.len());
        Some(broken[at])
    }

    /// Values to try for the atoms of a constraint.
    fn moves(&mut self, atoms: &[Term]) -> Vec<(Slot, u64)> {
        let mut moves = Vec::new();
        let first = self.next_random(atoms.len().max(1));
        for i in 0..atoms.len().min(MAX_ATOMS) {
            let atom = atoms[(first + i) % atoms.len()];
            let (Some(slot), Some(domain)) = (self.tape.slot(atom), self.domain(atom)) else {
                continue;
            };
            let now = self.tape.value(slot);
            self.values(domain, now, |value| {
                if value != now && domain.contains(value) && !moves.contains(&(slot, value)) {
                    moves.push((slot, value));
                }
            });
        }
        moves
    }

    fn domain(&self, atom: Term) -> Option<Domain> {
        match self.pool.node(atom) {
            Node::BoolSymbol(_) => Some(Domain::top(1)),
            Node::ArraySymbol(_) => None,
            _ => self.path.domain(self.pool, self.pool.as_bv(atom)?),
        }
    }

    fn values(&mut self, domain: Domain, now: u64, mut add: impl FnMut(u64)) {
        if domain.umax() - domain.umin() < SMALL_DOMAIN {
            return (domain.umin()..=domain.umax()).for_each(add);
        }
        let width = domain.width();
        let mask = u64::MAX >> (64 - width);
        for value in [domain.umin(), domain.umax()] {
            add(value);
        }
        add(domain.smin().cast_unsigned() & mask);
        add(domain.smax().cast_unsigned() & mask);
        for value in [now.wrapping_add(1), now.wrapping_sub(1), now << 1, now >> 1, !now] {
            add(value & mask);
        }
        for number in self.numbers.get(&width).into_iter().flatten() {
            add(*number);
            add(number.wrapping_add(1) & mask);
            add(number.wrapping_sub(1) & mask);
        }
        for _ in 0..4 {
            let random = self.next_word();
            add(now ^ 1 << (random % u64::from(width)));
            let size = (domain.umax() - domain.umin()).saturating_add(1);
            add(domain.umin() + self.next_word() % size);
        }
    }

    fn collect_numbers(&mut self) {
        let pool = self.pool;
        for (term, _) in self.tape.terms() {
            if let Node::BvConst { width, value } = pool.node(term) {
                let numbers = self.numbers.entry(width).or_default();
                if numbers.len() < 8 {
                    numbers.push(value);
                }
            }
        }
        self.numbers.values_mut().for_each(|numbers| numbers.sort_unstable());
    }

    fn assignment(&self, atoms: &[Rc<[Term]>], start: &Assignment) -> Assignment {
        // Only what the constraints depend on: a model may outlive other symbols of the path.
        let mut model = Assignment::new();
        for atoms in atoms {
            copy_atoms(self.pool, atoms, start, &mut model);
        }
        for &atom in atoms.iter().flat_map(|atoms| atoms.iter()) {
            let Some(slot) = self.tape.slot(atom) else {
                continue;
            };
            let value = self.tape.value(slot);
            match self.pool.atom(atom) {
                Atom::Byte(id, at) => {
                    model.set_byte(id, at, u8::try_from(value).expect("an array holds bytes"));
                }
                Atom::Symbol(id) => match self.pool.as_bv(atom) {
                    Some(bv) => model.set_bv(id, BitVec::from_u64(self.pool.width(bv), value)),
                    None => model.set_bool(id, value == 1),
                },
                Atom::Array(_) => {}
            }
        }
        model
    }

    fn next_random(&mut self, below: usize) -> usize {
        let below = u64::try_from(below).expect("a machine of at most 64 bits");
        usize::try_from(self.next_word() % below).expect("less than a length")
    }

    /// Marsaglia's xorshift: a fixed sequence.
    fn next_word(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }
}
