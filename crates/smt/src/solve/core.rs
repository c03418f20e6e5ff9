//! The core: a query as assumptions of one incremental SAT solver.
//!
//! Each term is blasted once and each gate is encoded once; a query is a solve under assumptions, so
//! what was learnt for one query serves the next. Invariant: every clause in the solver holds for
//! every assignment of symbols, whatever the query; only assumptions are about the query.

use super::lemmas::{Bounds, lemmas};
use super::{Answer, Conflict, Layer, Model, Query, Solver, Statistics, Unknown};
use crate::bits::blast::{Blaster, Blocked, Equality, EqualityId, Origin, ReadId};
use crate::bits::circuit::{Gate, GateId, Lit};
use crate::bits::cnf::Cnf;
use crate::bits::sat::{Limits, Outcome, SatLit, Var};
use crate::bits::words::{self, Word};
use crate::concrete::bitvec::BitVec;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::term::{Bool, Sort, SymbolId};
use crate::value::{ArrayValue, Assignment, Value};
use crate::work::{GATE, PROPAGATION};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What one query may cost the SAT solver. Both count work and not time, so the same query gets the
/// same answer on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    pub conflicts: u64,
    pub propagations: u64,
    /// Whether an SMT solver is asked when it is used up. One that is installed has no budget
    /// of this kind, only a clock.
    pub hand_on: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { conflicts: 60_000, propagations: 30_000_000, hand_on: true }
    }
}

/// Bit-blasting over a SAT solver.
pub struct Core {
    blaster: Blaster,
    cnf: Cnf,
    budget: Budget,
    /// The query at which a gate was last seen, by gate.
    seen: Vec<u32>,
    round: u32,
    epoch: u64,
    /// How many gates the last query depended on.
    last_cone: usize,
    next: Box<dyn Solver>,
    statistics: Rc<Statistics>,
}

/// Rounds of lemmas about arrays that a query may take. The SAT solver may have no work with them.
const MAX_ROUNDS: u32 = 1000;

/// How far a byte is handed on from one array to another that equals it.
const ROUNDS: usize = 8;

/// Conflicts after which a query is not easy.
const EASY: u64 = 2000;

/// Gates that are kept whatever the queries are: some megabytes.
const LIMIT: usize = 1 << 16;

impl Core {
    /// What it cannot decide goes to the next solver, which counts what it answers.
    pub fn new(budget: Budget, next: Box<dyn Solver>, statistics: Rc<Statistics>) -> Core {
        Core {
            blaster: Blaster::new(),
            cnf: Cnf::new(),
            budget,
            seen: Vec::new(),
            round: 0,
            epoch: 0,
            last_cone: 0,
            next,
            statistics,
        }
    }

    /// Lets go of what was built for terms that are gone, and of everything when most of it is about
    /// the past: the gates of a query are soon built again, and memory and time stay bounded.
    fn forget(&mut self, pool: &TermPool) {
        let most = LIMIT.max(4 * self.last_cone);
        if self.blaster.circuit.len() > most {
            self.blaster = Blaster::new();
            self.cnf = Cnf::new();
            self.seen = Vec::new();
            self.round = 0;
            self.statistics.count_restart();
        } else if let Some(mark) = pool.released_since(self.epoch) {
            self.blaster.release(mark);
        }
        self.epoch = pool.release_epoch();
        self.blaster.next_query();
    }
}

impl Solver for Core {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        self.forget(pool);
        let constraints = query.conjuncts(pool);
        let reason = match self.decide_or_learn(pool, &constraints) {
            Ok(Answer::Unknown(reason)) => Some(reason),
            Ok(answer) => {
                self.statistics.count(Layer::Core);
                return answer;
            }
            Err(Blocked::TooLarge) => Some(Unknown::Budget),
            Err(Blocked::Floats) => None,
        };
        if let (Some(reason), false) = (&reason, self.budget.hand_on) {
            return Answer::Unknown(reason.clone());
        }
        let answer = self.next.solve(pool, query);
        if matches!(answer, Answer::Unknown(Unknown::Pipe(_) | Unknown::WrongModel)) {
            self.statistics.count_left_by_pipe();
        }
        match (reason, answer) {
            // What went wrong with another solver is worth saying; that there is none is not.
            (_, Answer::Unknown(reason @ Unknown::Pipe(_))) => Answer::Unknown(reason),
            (Some(reason), Answer::Unknown(_)) => Answer::Unknown(reason),
            (None, Answer::Unknown(reason)) => Answer::Unknown(reason),
            (_, answer) => answer,
        }
    }
}

impl Core {
    /// A query that is not soon decided is tried again with lemmas about its arithmetic.
    fn decide_or_learn(
        &mut self,
        pool: &mut TermPool,
        constraints: &[Bool],
    ) -> Result<Answer, Blocked> {
        let Budget { conflicts, propagations, .. } = self.budget;
        let first = Limits { conflicts: conflicts.min(EASY), propagations };
        let answer = self.decide(pool, constraints, &[], first)?;
        if answer != Answer::Unknown(Unknown::Budget) || first.conflicts == conflicts {
            return Ok(answer);
        }
        let Ok(bounds) = Bounds::new(pool, constraints) else {
            return Ok(Answer::Unsat(constraints.into()));
        };
        let lemmas = lemmas(pool, &bounds, constraints);
        self.decide(
            pool,
            constraints,
            &lemmas,
            Limits { conflicts: conflicts - EASY, propagations },
        )
    }

    /// Whether the constraints can hold together, given lemmas that always do.
    fn decide(
        &mut self,
        pool: &TermPool,
        constraints: &[Bool],
        lemmas: &[Bool],
        mut limits: Limits,
    ) -> Result<Answer, Blocked> {
        let mut roots = Vec::with_capacity(constraints.len() + lemmas.len());
        for &constraint in constraints.iter().chain(lemmas) {
            match self.blaster.bool(pool, constraint)? {
                Lit::FALSE => return Ok(Answer::Unsat(Rc::new([constraint]))),
                lit => roots.push(lit),
            }
        }
        let mut rounds = 0;
        loop {
            let cone = self.cone(&roots);
            let assumptions: Vec<SatLit> =
                roots.iter().map(|&lit| self.cnf.encode(&self.blaster.circuit, lit)).collect();
            self.last_cone = cone.gates.len();
            // An index is not below the byte that is read with it, but it has a value all the same.
            for &id in &cone.reads {
                for &lit in &self.blaster.read(id).index {
                    self.cnf.encode(&self.blaster.circuit, lit);
                }
            }
            let relevant = self.variables(&cone.gates);
            let inputs = self.variables(&cone.free);
            let before = (self.cnf.sat.conflicts(), self.cnf.sat.propagations());
            let outcome = self.cnf.sat.solve(&assumptions, &relevant, &inputs, limits);
            let used = self.cnf.sat.conflicts() - before.0;
            self.statistics.count_conflicts(used);
            limits.conflicts = limits.conflicts.saturating_sub(used);
            let used = self.cnf.sat.propagations() - before.1;
            pool.spend(cone.gates.len() * GATE);
            pool.spend(usize::try_from(used).unwrap_or(usize::MAX).saturating_mul(PROPAGATION));
            limits.propagations = limits.propagations.saturating_sub(used);
            match outcome {
                Outcome::Unsat => {
                    return Ok(Answer::Unsat(self.conflict(constraints, &assumptions)));
                }
                Outcome::Budget => return Ok(Answer::Unknown(Unknown::Budget)),
                Outcome::Sat => {}
            }
            let candidate = self.candidate(pool, &cone);
            let lemmas = self.violated(pool, &cone, &candidate);
            rounds += 1;
            if rounds > MAX_ROUNDS && !lemmas.is_empty() {
                return Ok(Answer::Unknown(Unknown::Unsupported(
                    "arrays as entangled as these".into(),
                )));
            }
            if lemmas.is_empty() {
                return Ok(checked(pool, constraints, candidate.assignment));
            }
            for clause in lemmas {
                let clause: Vec<SatLit> =
                    clause.iter().map(|&l| self.cnf.encode(&self.blaster.circuit, l)).collect();
                self.cnf.sat.clause(&clause);
            }
        }
    }
}

impl Core {
    fn variables(&self, gates: &[GateId]) -> Vec<Var> {
        gates.iter().filter_map(|&gate| Some(self.cnf.variable(gate)?.var())).collect()
    }

    /// The constraints whose assumptions failed.
    fn conflict(&self, constraints: &[Bool], assumptions: &[SatLit]) -> Conflict {
        let both = constraints.iter().zip(assumptions);
        both.filter(|(_, lit)| self.cnf.sat.failed(**lit)).map(|(&c, _)| c).collect()
    }
}

/// What a query's literals depend on.
#[derive(Default)]
struct Cone {
    gates: Vec<GateId>,
    /// The inputs among the gates.
    free: Vec<GateId>,
    /// Those of them that are bits of symbols.
    inputs: Vec<GateId>,
    reads: Vec<ReadId>,
    equalities: Vec<EqualityId>,
}

impl Core {
    /// Finds what is below the roots, and makes sure that definitions on the way are asserted.
    fn cone(&mut self, roots: &[Lit]) -> Cone {
        self.round += 1;
        let mut cone = Cone::default();
        self.extend_cone(&mut cone, roots.iter().map(|lit| lit.gate()).collect());
        cone.reads.sort_unstable();
        cone.reads.dedup();
        let mut arrays: Vec<SymbolId> =
            cone.reads.iter().map(|&id| self.blaster.read(id).array).collect();
        arrays.sort_unstable();
        arrays.dedup();
        for array in arrays {
            let both = |gate: &GateId| self.seen[gate.index()] == self.round;
            let lemmas = self.blaster.lemmas(array).iter();
            let lemmas = lemmas.filter(|lemma| lemma.between.iter().all(both));
            let gates = lemmas.flat_map(|lemma| lemma.clause).map(Lit::gate).collect();
            self.extend_cone(&mut cone, gates);
        }
        cone
    }

    fn extend_cone(&mut self, cone: &mut Cone, mut stack: Vec<GateId>) {
        self.seen.resize(self.blaster.circuit.len(), 0);
        while let Some(gate) = stack.pop() {
            if std::mem::replace(&mut self.seen[gate.index()], self.round) == self.round {
                continue;
            }
            cone.gates.push(gate);
            stack.extend(self.blaster.circuit.gate(gate).inputs().map(Lit::gate));
            if self.blaster.circuit.gate(gate) != Gate::Input {
                continue;
            }
            cone.free.push(gate);
            let definition = match self.blaster.origin(gate) {
                None => unreachable!("an input has an origin"),
                Some(Origin::Bool(_) | Origin::Bv(..)) => {
                    cone.inputs.push(gate);
                    None
                }
                Some(&Origin::Byte(array, at, _)) => {
                    cone.inputs.push(gate);
                    // All of it, so that it is settled as a whole.
                    stack.extend(self.blaster.byte(array, at).iter().map(|lit| lit.gate()));
                    None
                }
                Some(&Origin::Read(id)) => {
                    cone.reads.push(id);
                    let read = self.blaster.read(id);
                    stack.extend(read.index.iter().chain(&read.byte).map(|lit| lit.gate()));
                    None
                }
                Some(&Origin::Equality(id)) => {
                    cone.equalities.push(id);
                    Some(self.blaster.equality(id).definition)
                }
                Some(&Origin::Defined(id)) => Some(id),
            };
            if let Some(id) = definition {
                let lit = self.blaster.definition(id);
                stack.push(lit.gate());
                let lit = self.cnf.encode(&self.blaster.circuit, lit);
                self.cnf.sat.clause(&[lit]);
            }
        }
    }
}

/// An assignment that the SAT solver found, before it is believed.
struct Candidate {
    assignment: Assignment,
    /// The values of reads at unknown indices, in the order of the cone.
    reads: Vec<(u64, u8)>,
}

impl Core {
    fn candidate(&self, pool: &TermPool, cone: &Cone) -> Candidate {
        let mut words: BTreeMap<SymbolId, Vec<u8>> = BTreeMap::new();
        let mut arrays: BTreeMap<SymbolId, BTreeMap<u64, u8>> = BTreeMap::new();
        let mut assignment = Assignment::new();
        for &gate in &cone.inputs {
            let value = self.value_of(gate);
            match *self.blaster.origin(gate).expect("an input has an origin") {
                Origin::Bool(id) => assignment.set_bool(id, value),
                Origin::Bv(id, bit) => {
                    let Sort::Bv(width) = pool.symbol(id).sort else {
                        unreachable!("a bit of a symbol that is no bit-vector");
                    };
                    let bytes = words.entry(id).or_insert_with(|| vec![0; bytes_of(width)]);
                    bytes[to_usize(bit / 8)] |= u8::from(value) << (bit % 8);
                }
                Origin::Byte(id, at, bit) => {
                    *arrays.entry(id).or_default().entry(at).or_default() |= u8::from(value) << bit;
                }
                Origin::Read(_) | Origin::Equality(_) | Origin::Defined(_) => {}
            }
        }
        let reads: Vec<(u64, u8)> = cone
            .reads
            .iter()
            .map(|&id| {
                let read = self.blaster.read(id);
                let byte = self.number(&read.byte);
                (self.number(&read.index), u8::try_from(byte).expect("a byte has eight bits"))
            })
            .collect();
        for (&id, &(at, byte)) in cone.reads.iter().zip(&reads) {
            arrays.entry(self.blaster.read(id).array).or_default().entry(at).or_insert(byte);
        }
        for (id, bytes) in words {
            let Sort::Bv(width) = pool.symbol(id).sort else {
                unreachable!("only bit-vectors are collected");
            };
            assignment.set_bv(id, BitVec::from_le_bytes(&bytes).trunc(width));
        }
        for (&id, bytes) in &arrays {
            assignment.set_array(id, array_value(0, bytes));
        }
        self.set_defaults(pool, cone, &arrays, &mut assignment);
        Candidate { assignment, reads }
    }

    /// Instances of congruence and of equality that the candidate does not keep, as clauses.
    fn violated(&mut self, pool: &TermPool, cone: &Cone, candidate: &Candidate) -> Vec<[Lit; 2]> {
        let mut lemmas = Vec::new();
        // The first read of each index settles its byte; bytes at known indices settled it before.
        let mut settled: FxHashMap<(SymbolId, u64), ReadId> = FxHashMap::default();
        for (&id, &(at, byte)) in cone.reads.iter().zip(&candidate.reads) {
            let array = self.blaster.read(id).array;
            let expected = match candidate.assignment.get(array) {
                Some(Value::Array(value)) => value.get(at),
                _ => 0,
            };
            if expected == byte {
                settled.entry((array, at)).or_insert(id);
                continue;
            }
            let (index, word) = match settled.get(&(array, at)) {
                Some(&other) => {
                    let other = self.blaster.read(other);
                    (other.index.clone(), other.byte.clone())
                }
                None => {
                    let width = self.blaster.read(id).index.len();
                    let width = u32::try_from(width).expect("an index has at most 64 bits");
                    let index = words::constant(&BitVec::from_u64(width, at));
                    (index, self.blaster.byte(array, at))
                }
            };
            lemmas.push(self.blaster.congruence(id, &index, &word).clause);
        }
        if lemmas.is_empty() {
            for &id in &cone.equalities {
                let equality = self.blaster.equality(id);
                if !self.value_of(equality.equal.gate()) {
                    continue;
                }
                let mut evaluator = Evaluator::new(pool, &candidate.assignment);
                let (a, b) = (evaluator.array(equality.a), evaluator.array(equality.b));
                if let Some(at) = a.difference(&b, pool.index_width(equality.a)) {
                    let at = self.index_word(pool, cone, equality, at);
                    lemmas.push(self.blaster.equal_at(pool, id, &at));
                }
            }
        }
        lemmas
    }

    /// An index of the query that has a value in the model, or else the value: with the index one
    /// lemma speaks for all the values that it may have.
    fn index_word(&self, pool: &TermPool, cone: &Cone, equality: Equality, at: u64) -> Word {
        let width = pool.index_width(equality.a);
        let reads = cone.reads.iter().map(|&id| self.blaster.read(id).index.as_slice());
        let stores = [equality.a, equality.b].map(|array| self.blaster.store_indices(pool, array));
        let mut words = reads.chain(stores.into_iter().flatten());
        let fits =
            |word: &&[Lit]| u32::try_from(word.len()) == Ok(width) && self.number(word) == at;
        let constant = || words::constant(&BitVec::from_u64(width, at));
        words.find(fits).map_or_else(constant, <[Lit]>::to_vec)
    }

    /// Gives array symbols that are said to equal others the bytes those have everywhere else.
    fn set_defaults(
        &self,
        pool: &TermPool,
        cone: &Cone,
        known: &BTreeMap<SymbolId, BTreeMap<u64, u8>>,
        assignment: &mut Assignment,
    ) {
        let said = |equality: &Equality| self.value_of(equality.equal.gate());
        let equalities = cone.equalities.iter().map(|&id| self.blaster.equality(id));
        let equalities: Vec<Equality> = equalities.filter(said).collect();
        // What one of them gives a symbol, the next may hand on.
        for Equality { a, b, .. } in (0..equalities.len().min(ROUNDS)).flat_map(|_| &equalities) {
            for (one, other) in [(*a, *b), (*b, *a)] {
                let default = Evaluator::new(pool, assignment).array(other).default_byte();
                for base in self.blaster.bases(pool, one) {
                    let chosen = match assignment.get(base) {
                        Some(Value::Array(value)) => value.default_byte(),
                        _ => 0,
                    };
                    if chosen == 0 && default != 0 {
                        let none = BTreeMap::new();
                        let bytes = known.get(&base).unwrap_or(&none);
                        assignment.set_array(base, array_value(default, bytes));
                    }
                }
            }
        }
    }

    fn number(&self, word: &[Lit]) -> u64 {
        (0u32..).zip(word).fold(0, |number, (i, &lit)| number | u64::from(self.value(lit)) << i)
    }

    fn value(&self, lit: Lit) -> bool {
        match lit.as_const() {
            Some(value) => value,
            None => self.value_of(lit.gate()) != lit.is_negated(),
        }
    }

    fn value_of(&self, gate: GateId) -> bool {
        self.cnf.variable(gate).is_some_and(|lit| self.cnf.sat.model_value(lit))
    }
}

/// Believes a model only after evaluating the constraints under it.
pub(crate) fn checked(pool: &TermPool, constraints: &[Bool], assignment: Assignment) -> Answer {
    let mut evaluator = Evaluator::new(pool, &assignment);
    if let Some(&wrong) = constraints.iter().find(|&&c| !evaluator.bool(c)) {
        debug_assert!(false, "a model does not satisfy {}", pool.display(wrong));
        return Answer::Unknown(Unknown::WrongModel);
    }
    let model: Model = Rc::new(assignment);
    Answer::Sat(model)
}

fn array_value(default: u8, bytes: &BTreeMap<u64, u8>) -> ArrayValue {
    let mut value = ArrayValue::new(default);
    bytes.iter().for_each(|(&at, &byte)| value.set(at, byte));
    value
}

fn bytes_of(width: u32) -> usize {
    to_usize(width.div_ceil(8))
}

fn to_usize(i: u32) -> usize {
    usize::try_from(i).expect("a machine of at least 32 bits")
}
