//! A component of a path condition: constraints that hang together by their atoms.

use crate::atoms::Atom;
use crate::pool::TermPool;
use crate::solve::Model;
use crate::term::{Bool, SymbolId, Term};
use crate::value::{ArrayValue, Assignment, Value};
use std::rc::Rc;

/// Constraints that share atoms with each other and with no other component.
#[derive(Clone, Debug, Default)]
pub struct Component {
    /// In order, none twice, none a conjunction.
    pub(super) constraints: Vec<Bool>,
    /// In order.
    pub(super) atoms: Vec<Term>,
    /// A model of the constraints, if one is known.
    pub(super) witness: Option<Model>,
    /// A model of some of the constraints: a good place to start looking for a witness.
    pub(super) hint: Option<Model>,
}

impl Component {
    pub fn constraints(&self) -> &[Bool] {
        &self.constraints
    }

    pub(crate) fn atoms(&self) -> &[Term] {
        &self.atoms
    }

    pub fn witness(&self) -> Option<&Model> {
        self.witness.as_ref()
    }

    /// Whether a byte of an array symbol is among the atoms.
    pub(super) fn has_byte_of(&self, pool: &TermPool, array: Term) -> bool {
        self.atoms.iter().any(|&atom| pool.array_of_byte(atom) == Some(array))
    }

    /// Takes in what other components have. All at once: a condition may join hundreds, and each
    /// would sort what the others brought.
    pub(super) fn absorb(&mut self, others: &[Rc<Component>]) {
        for other in others {
            self.constraints.extend_from_slice(&other.constraints);
            self.atoms.extend_from_slice(&other.atoms);
        }
        self.constraints.sort_unstable();
        self.atoms.sort_unstable();
    }

    /// What the models of this component and of others say together.
    pub(super) fn start_with(&self, pool: &TermPool, others: &[Rc<Component>]) -> Option<Model> {
        let mut joined = self.start().cloned();
        for other in others {
            match (&mut joined, other.start()) {
                (Some(mine), Some(theirs)) => {
                    if !Rc::ptr_eq(mine, theirs) {
                        copy_atoms(pool, &other.atoms, theirs, Rc::make_mut(mine));
                    }
                }
                (None, Some(theirs)) => joined = Some(theirs.clone()),
                (_, None) => {}
            }
        }
        joined
    }

    /// A model to start from.
    fn start(&self) -> Option<&Model> {
        self.witness.as_ref().or(self.hint.as_ref())
    }

    /// Adds a constraint, and tells which of its atoms are new.
    pub(super) fn add(&mut self, constraint: Bool, atoms: &[Term], mut new: impl FnMut(Term)) {
        if let Err(at) = self.constraints.binary_search(&constraint) {
            self.constraints.insert(at, constraint);
        }
        for &atom in atoms {
            if let Err(at) = self.atoms.binary_search(&atom) {
                self.atoms.insert(at, atom);
                new(atom);
            }
        }
    }
}

/// Copies the values of some atoms from one assignment to another.
pub(crate) fn copy_atoms(pool: &TermPool, atoms: &[Term], from: &Assignment, to: &mut Assignment) {
    for &atom in atoms {
        match pool.atom(atom) {
            Atom::Symbol(id) | Atom::Array(id) => match from.get(id) {
                Some(value) => to.set(id, value.clone()),
                None => {
                    to.remove(id);
                }
            },
            Atom::Byte(id, at) => {
                let byte = match from.get(id) {
                    Some(Value::Array(value)) => value.get(at),
                    _ => 0,
                };
                to.set_byte(id, at, byte);
            }
        }
    }
}

impl Assignment {
    pub fn set(&mut self, symbol: SymbolId, value: Value) {
        match value {
            Value::Bool(value) => self.set_bool(symbol, value),
            Value::Bv(value) => self.set_bv(symbol, value),
            Value::Array(value) => self.set_array(symbol, value),
            Value::Fp(..) => unreachable!("a floating-point symbol is one of its bits"),
        }
    }

    /// Sets one byte of an array.
    pub(crate) fn set_byte(&mut self, symbol: SymbolId, at: u64, byte: u8) {
        let mut array = match self.remove(symbol) {
            Some(Value::Array(value)) => value,
            _ => ArrayValue::default(),
        };
        array.set(at, byte);
        self.set_array(symbol, array);
    }
}
