//! The fifth layer: only what the condition touches, and that in independent parts.
//!
//! The condition is assumed on a copy of the path, which shares all of it. What that leaves undecided, the components
//! without a witness, is solved one by one.

use super::{Answer, Layer, Query, Solver, Statistics, Unknown};
use crate::eval::Evaluator;
use crate::path::copy_atoms;
use crate::pool::TermPool;
use crate::value::Assignment;
use std::rc::Rc;

pub struct Slicing {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for Slicing {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let mut path = query.path.clone();
        path.assume(pool, query.condition);
        if path.is_contradictory() {
            self.statistics.count(Layer::Slicing);
            return Answer::unsat(pool, query);
        }
        let condition = pool.bool_const(true);
        let mut model = Assignment::new();
        let mut unknown = None;
        let parts: Vec<_> = path.open_components().map(|(_, part)| part.clone()).collect();
        if parts.is_empty() {
            self.statistics.count(Layer::Slicing);
        }
        for part in parts {
            match self.next.solve(pool, &Query { path: path.only(&part), condition }) {
                Answer::Sat(found) => copy_atoms(pool, part.atoms(), &found, &mut model),
                Answer::Unsat(conflict) => return Answer::Unsat(conflict),
                // Another part may still show that there is no model.
                Answer::Unknown(reason) => unknown = unknown.or(Some(reason)),
            }
        }
        if let Some(reason) = unknown {
            return Answer::Unknown(reason);
        }
        path.add_witnesses(pool, query, &mut model);
        path.add_known(pool, query, &mut model);
        let touched = query.path.touching(pool, query.condition);
        let mut evaluator = Evaluator::new(pool, &model);
        if !touched.iter().chain([&query.condition]).all(|&c| evaluator.bool(c)) {
            debug_assert!(false, "a model of the parts is none of the whole");
            return Answer::Unknown(Unknown::WrongModel);
        }
        Answer::Sat(Rc::new(model))
    }
}
