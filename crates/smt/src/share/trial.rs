//! Trying values: whether conditions hold with them.

use crate::atoms::Atom;
use crate::concrete::bitvec::BitVec;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::tape::{Slot, Tape};
use crate::term::{Bool, Sort, Term};
use crate::value::Assignment;

/// What an operation takes without a tape, measured in operations on one.
const SLOW: u64 = 16;

/// Conditions that are tried again and again. Floats and wide numbers have no tape.
pub(super) enum Trial<'a> {
    Fast { tape: Tape<'a>, atoms: Vec<Slot>, roots: Vec<Slot> },
    Slow { pool: &'a TermPool, atoms: Vec<Term>, conditions: Vec<Bool> },
}

impl<'a> Trial<'a> {
    /// For conditions over atoms none of which is an array.
    pub(super) fn new(pool: &'a TermPool, conditions: &[Bool], atoms: &[Term]) -> Trial<'a> {
        let roots: Vec<Term> = conditions.iter().map(|condition| condition.term()).collect();
        let slow = || Trial::Slow { pool, atoms: atoms.to_vec(), conditions: conditions.to_vec() };
        let Some(tape) = Tape::new(pool, &roots) else { return slow() };
        let slots = |terms: &[Term]| terms.iter().map(|&term| tape.slot(term)).collect();
        let (Some(atoms), Some(roots)) = (slots(atoms), slots(&roots)) else { return slow() };
        Trial::Fast { tape, atoms, roots }
    }

    /// What one try takes.
    pub(super) fn cost(&self) -> u64 {
        match self {
            Trial::Fast { tape, .. } => tape.cost() as u64,
            Trial::Slow { pool, conditions, .. } => {
                let roots = conditions.iter().map(|condition| condition.term());
                SLOW * pool.reachable(roots).len() as u64
            }
        }
    }

    /// Whether all conditions hold with these values for the atoms.
    pub(super) fn holds(&mut self, values: &[u128]) -> bool {
        match self {
            Trial::Fast { tape, atoms, roots } => {
                let narrow = |value: &u128| u64::try_from(*value).expect("a tape has 64 bits");
                tape.set_all(atoms.iter().copied().zip(values.iter().map(narrow)));
                roots.iter().all(|&root| tape.value(root) == 1)
            }
            Trial::Slow { pool, atoms, conditions } => {
                let mut model = Assignment::new();
                for (&atom, &value) in atoms.iter().zip(values) {
                    set(pool, atom, value, &mut model);
                }
                let mut evaluator = Evaluator::new(pool, &model);
                conditions.iter().all(|&condition| evaluator.bool(condition))
            }
        }
    }
}

fn set(pool: &TermPool, atom: Term, value: u128, model: &mut Assignment) {
    match (pool.atom(atom), pool.sort(atom)) {
        (Atom::Byte(id, at), _) => {
            model.set_byte(id, at, u8::try_from(value).expect("an array holds bytes"));
        }
        (Atom::Symbol(id), Sort::Bv(width)) => {
            model.set_bv(id, BitVec::from_u128(width, value));
        }
        (Atom::Symbol(id), _) => model.set_bool(id, value == 1),
        (Atom::Array(_), _) => unreachable!("an array has no range"),
    }
}
