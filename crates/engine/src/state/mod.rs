//! A state: one execution, stopped between two instructions, as data.
//!
//! Invariant: A state is a value: cloning it is cheap, and what a feature keeps in it is a struct of its own, in a file here.
//!
//! Uses: `value`, `fault`, `memory`, `code`.

pub(crate) mod alike;
pub(crate) mod answer;
pub(crate) mod candidate;
pub(crate) mod counting;
pub(crate) mod course;
pub(crate) mod covered;
pub(crate) mod decision;
pub(crate) mod doubt;
pub(crate) mod entered;
pub(crate) mod entry;
pub(crate) mod execution;
pub(crate) mod handlers;
pub(crate) mod hidden_waits;
pub(crate) mod input;
pub(crate) mod interactions;
pub(crate) mod library_state;
pub(crate) mod log;
pub(crate) mod navigation;
pub(crate) mod path;
pub(crate) mod plan;
pub(crate) mod possible;
pub(crate) mod recorded;
pub(crate) mod start_path;
pub(crate) mod stop;
pub(crate) mod threads;
pub(crate) mod trace;
pub(crate) mod trail;
pub(crate) mod trial;
pub(crate) mod unchecked_results;
pub(crate) mod varargs;
pub(crate) mod visits;
pub(crate) mod watch;
pub(crate) mod widening;
pub(crate) mod wrap;

pub use execution::*;
