//! The chain: which layer owns which.

use super::cache::Cache;
use super::core::{Budget, Core};
use super::domains::Domains;
use super::models::Models;
use super::rewriting::Rewriting;
use super::search::Search;
use super::slicing::Slicing;
use super::{Answer, Query, Solver, Statistics};
use crate::pool::TermPool;
use std::rc::Rc;

/// All layers, each owning the next.
pub struct Chain {
    first: Box<dyn Solver>,
    statistics: Rc<Statistics>,
}

impl Chain {
    pub fn new(budget: Budget) -> Chain {
        let statistics = Rc::new(Statistics::default());
        let core = Box::new(Core::new(budget, statistics.clone()));
        let search = Box::new(Search { next: core, statistics: statistics.clone() });
        let cache = Box::new(Cache::new(search, statistics.clone()));
        let slicing = Box::new(Slicing { next: cache, statistics: statistics.clone() });
        let models = Box::new(Models { next: slicing, statistics: statistics.clone() });
        let domains = Box::new(Domains { next: models, statistics: statistics.clone() });
        let first = Box::new(Rewriting { next: domains, statistics: statistics.clone() });
        Chain { first, statistics }
    }

    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }
}

impl Solver for Chain {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer {
        let answer = self.first.solve(pool, query);
        if matches!(answer, Answer::Unknown(_)) {
            self.statistics.count_unknown();
        }
        answer
    }
}
