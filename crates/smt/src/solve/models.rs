//! The third layer: the model that the path has, and that model bent to the condition.
//!
//! Of a condition and its negation one holds in the path's own witness, so half of all branches end
//! here. For the other half a guess is made: what the condition says about single atoms is put into
//! the witness.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::BitVec;
use crate::atoms::Atom;
use crate::domain::{Refinements, refine};
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::term::{Bool, Node};
use crate::value::Assignment;
use std::rc::Rc;

pub struct Models {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for Models {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        if query.path.is_witnessed()
            && let Some(witness) = query.path.witness(pool, query.condition)
        {
            if Evaluator::new(pool, &witness).bool(query.condition) {
                self.statistics.count(Layer::Models);
                return Answer::Sat(witness);
            }
            if let Some(guess) = bent(pool, query, &witness) {
                self.statistics.count(Layer::Models);
                return Answer::Sat(Rc::new(guess));
            }
        }
        self.next.solve(pool, query)
    }
}

/// The witness with what the condition says of single atoms, if that is a model.
fn bent(pool: &mut TermPool, query: &Query, witness: &Assignment) -> Option<Assignment> {
    let mut refinements = Refinements::default();
    refine(pool, &query.path, query.condition, &mut refinements).ok()?;
    let mut guess = witness.clone();
    for (term, domain) in refinements.domains() {
        // The least value: zero where that is possible, and small numbers read best.
        if pool.is_atom(term.into()) {
            match pool.atom(term.into()) {
                Atom::Symbol(id) => {
                    guess.set_bv(id, BitVec::from_u64(domain.width(), domain.umin()));
                }
                Atom::Byte(id, at) => {
                    guess.set_byte(id, at, u8::try_from(domain.umin()).expect("a byte"));
                }
                Atom::Array(_) => {}
            }
        }
    }
    for (term, truth) in refinements.truths() {
        if let Node::BoolSymbol(id) = pool.node(term) {
            guess.set_bool(id, truth);
        }
    }
    let touched: Vec<Bool> = query.path.touching(pool, query.condition);
    let mut evaluator = Evaluator::new(pool, &guess);
    let holds = evaluator.bool(query.condition) && touched.iter().all(|&c| evaluator.bool(c));
    holds.then_some(guess)
}
