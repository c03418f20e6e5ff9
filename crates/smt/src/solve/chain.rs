//! The chain: which layer owns which.

use super::cache::Cache;
use super::core::{Budget, Core};
use super::domains::Domains;
use super::few_values::FewValues;
use super::models::Models;
use super::nearby::Nearby;
use super::pipe::{NoPipe, Pipe, PipeCommand};
use super::rewriting::Rewriting;
use super::search::Search;
use super::slicing::Slicing;
use super::{Answer, Query, Solver, Statistics};
use crate::pool::TermPool;
use std::rc::Rc;

/// What a chain is made with.
#[derive(Clone, Default, Debug)]
pub struct ChainOptions {
    pub budget: Budget,
    /// The SMT solver for what the chain cannot decide itself: floats, and what is too hard.
    pub pipe: Option<PipeCommand>,
}

/// All layers, each owning the next. It belongs to one pool: it remembers terms.
pub struct Chain {
    first: Box<dyn Solver>,
    statistics: Rc<Statistics>,
}

impl Chain {
    pub fn new(options: ChainOptions) -> Chain {
        Chain::build(options, Rc::new(Statistics::default()))
    }

    /// Goes on with other options; what was counted stays.
    pub fn reconfigure(&mut self, options: ChainOptions) {
        *self = Chain::build(options, self.statistics.clone());
    }

    fn build(options: ChainOptions, statistics: Rc<Statistics>) -> Chain {
        let shared = || statistics.clone();
        let pipe: Box<dyn Solver> = match options.pipe {
            Some(command) => Box::new(Pipe::new(command)),
            None => Box::new(NoPipe),
        };
        let few_values = Box::new(FewValues { next: pipe, statistics: shared() });
        let core = Box::new(Core::new(options.budget, few_values, shared()));
        let search = Box::new(Search { next: core, statistics: shared() });
        let cache = Box::new(Cache::new(search, shared()));
        let slicing = Box::new(Slicing { next: cache, statistics: shared() });
        let nearby = Box::new(Nearby { next: slicing });
        let models = Box::new(Models { next: nearby, statistics: shared() });
        let domains = Box::new(Domains { next: models, statistics: shared() });
        let first = Box::new(Rewriting { next: domains, statistics: shared() });
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
