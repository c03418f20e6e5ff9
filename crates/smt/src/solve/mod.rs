//! Asking whether something can happen.
//!
//! A [`Query`] is a path condition and one condition more; a [`Solver`] says whether both can hold
//! together. Solvers are layers: each answers what it can and hands the rest to the one it owns.
//! Invariant: `Unknown` is never turned into `Unsat`, and a model has been checked by evaluation
//! before it leaves the layer that found it.

mod cache;
mod chain;
pub(crate) mod core;
mod domains;
mod few_values;
mod lemmas;
mod log;
mod models;
mod nearby;
mod pipe;
mod process;
mod response;
mod rewriting;
mod search;
mod slicing;
mod statistics;
mod validate;
mod write;

pub use self::core::{Budget, Core};
pub use cache::Cache;
pub use chain::{Chain, ChainOptions};
pub use domains::Domains;
pub use log::{Logging, QueryLog};
pub use models::Models;
pub use nearby::Nearby;
pub use pipe::{NoPipe, Pipe, PipeCommand, PipeKind, PipeLimits};
pub use rewriting::Rewriting;
pub use search::Search;
pub use slicing::Slicing;
pub use statistics::{Layer, Statistics};
pub use validate::{Exhaustive, Validating};
pub use write::{has_floats, write_query};

use crate::path::PathCondition;
use crate::pool::TermPool;
use crate::term::{Bool, Node};
use crate::value::Assignment;
use std::fmt;
use std::rc::Rc;

/// Can all of `path` and `condition` hold at once?
#[derive(Clone, Debug)]
pub struct Query {
    pub path: PathCondition,
    pub condition: Bool,
}

/// Values of symbols. What a model does not mention is zero.
pub type Model = Rc<Assignment>;

/// Constraints that cannot hold together, in order.
pub type Conflict = Rc<[Bool]>;

/// What a solver says to a query.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// With values that make the condition true, and all of the path that it touches.
    Sat(Model),
    /// With constraints that contradict each other: of the query, or what the known values of its
    /// path make of them.
    Unsat(Conflict),
    Unknown(Unknown),
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// The query used up the conflicts and propagations it was given.
    Budget,
    /// Floating point, and no solver is installed that decides it.
    Floats,
    /// Something that no layer decides, in a few words.
    Unsupported(String),
    /// The solver behind the pipe failed or gave up, in its words.
    Pipe(String),
    /// A model was found that does not satisfy the query: a bug of ours or of the solver.
    WrongModel,
}

impl fmt::Display for Unknown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unknown::Budget => f.write_str("the solver's budget is used up"),
            Unknown::Floats => f.write_str(
                "floating point needs an SMT solver: install z3, bitwuzla or cvc5 and put it in PATH",
            ),
            Unknown::Unsupported(what) => write!(f, "{what} is not supported"),
            Unknown::Pipe(message) => write!(f, "the SMT solver: {message}"),
            Unknown::WrongModel => f.write_str("a solver gave a model that does not fit the query"),
        }
    }
}

/// One method: a query in, an answer out. A layer owns the next solver.
pub trait Solver {
    fn solve(&mut self, pool: &mut TermPool, query: &Query) -> Answer;
}

impl Query {
    /// The path's conditions and the query's own.
    pub fn conditions(&self) -> impl Iterator<Item = Bool> {
        self.path.constraints().into_iter().chain([self.condition])
    }

    /// The constraints, with conjunctions taken apart, in order.
    pub(crate) fn conjuncts(&self, pool: &TermPool) -> Vec<Bool> {
        let mut found = Vec::new();
        let mut stack: Vec<Bool> = self.conditions().collect();
        while let Some(next) = stack.pop() {
            match pool.node(next) {
                Node::True => {}
                Node::And(a, b) => stack.extend([a, b]),
                _ => found.push(next),
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

impl Answer {
    pub fn is_sat(&self) -> bool {
        matches!(self, Answer::Sat(_))
    }

    pub fn is_unsat(&self) -> bool {
        matches!(self, Answer::Unsat(_))
    }

    /// That all of a query together cannot hold.
    pub(crate) fn unsat(pool: &TermPool, query: &Query) -> Answer {
        Answer::Unsat(query.conjuncts(pool).into())
    }
}
