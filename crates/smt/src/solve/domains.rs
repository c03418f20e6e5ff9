//! The second layer: known bits and intervals, sharpened by the path.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::pool::TermPool;
use std::rc::Rc;

pub struct Domains {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for Domains {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        match query.path.decide(pool, query.condition) {
            Some(false) => {
                self.statistics.count(Layer::Domains);
                Answer::unsat(pool, query)
            }
            // What always holds on the path holds in every witness of it.
            Some(true) if query.path.is_witnessed() => {
                self.statistics.count(Layer::Domains);
                let witness = query.path.witness(pool, query.condition);
                Answer::Sat(witness.expect("a witnessed path has one"))
            }
            _ => self.next.solve(pool, query),
        }
    }
}
