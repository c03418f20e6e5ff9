//! The first layer: the condition with everything known on the path put in.

use super::{Answer, Layer, Query, Solver, Statistics};
use crate::pool::TermPool;
use std::rc::Rc;

pub struct Rewriting {
    pub next: Box<dyn Solver>,
    pub statistics: Rc<Statistics>,
}

impl Solver for Rewriting {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let condition = query.path.simplify(pool, query.condition);
        if query.path.is_contradictory() || pool.as_const_bool(condition) == Some(false) {
            self.statistics.count(Layer::Rewriting);
            return Answer::unsat(pool, query);
        }
        if pool.as_const_bool(condition) == Some(true) && query.path.is_witnessed() {
            self.statistics.count(Layer::Rewriting);
            return Answer::Sat(Default::default());
        }
        self.next.solve(pool, &Query { path: query.path.clone(), condition })
    }
}
