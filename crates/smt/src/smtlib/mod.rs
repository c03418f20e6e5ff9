//! Scripts of SMT-LIB 2: reading commands and terms, writing values and models.
//!
//! [`Reader`] hands out the commands of a text one by one and builds their terms in a pool. It knows
//! truth values, bit-vectors, and arrays from bit-vectors to bit-vectors of whole bytes: the logics
//! QF_BV, QF_ABV and, as long as no function is declared, QF_AUFBV.
//!
//! Invariants, for any text: what is wrong with it is a [`SyntaxError`], never a panic. Nothing here
//! recurses, so nesting costs memory and no stack. Memory is linear in the length of the text but for
//! a fixed allowance, because what small texts can make large (definitions, `distinct`, `repeat`,
//! wide constants) is charged to a [`Budget`](budget::Budget) first.

mod budget;
mod lexer;
mod model;
mod operators;
mod script;
mod terms;
mod values;

pub use model::{DisplayModel, DisplayValue};
pub use script::{Command, Declaration, Reader};
pub use values::{ArrayTable, ScriptArray, ScriptSort, ScriptTerm};

use std::fmt;

/// Errors are boxed on their way: results are small then, and errors happen once.
type Result<T> = std::result::Result<T, Box<SyntaxError>>;

/// What is wrong with a script, and where. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    pub line: usize,
    pub column: usize,
    pub message: String,
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for SyntaxError {}
