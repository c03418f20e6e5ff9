//! The text form of a program, for people, tests and bug reports.
//!
//! [`print`] writes everything a program says and [`parse`] reads it back: the same
//! tables with the same ids. Text written by hand may leave the tables out: types and
//! constants are interned where they are mentioned. [`print_function`] is for reading
//! alone; it names places in the source instead of spans.
//!
//! ```text
//! global constant @fmt: [3 x i8] = c"%d\x00" align 1
//! declare i32 @printf(ptr, ...)
//! define i32 @f(i32 r0) {
//!   slot s0: i32
//! b0:
//!   store.slot s0, r0
//!   r1 = load.slot s0 !p4
//!   r2 = add nsw i32 r1, 1 !p5
//!   r3 = icmp slt i32 r2, 10
//!   condbr r3, b1, b2
//! b1:
//!   r4 = call fn(ptr, ...) -> i32 @printf(ptr @fmt, i32 r2)
//!   ret i32 r4
//! b2:
//!   ret i32 0
//! }
//! ```
//!
//! - Line ends mean nothing; `;` starts a comment.
//! - A constant follows its type, which may be left out where the context has one.
//! - `rN = ...` takes the register's type from the instruction; `rN: type = ...` says it
//!   where the instruction does not. `reg rN: type` declares one that nothing assigns.
//! - Names and strings in quotes have the escapes `\\`, `\"` and `\xNN`, a byte.
//! - Where several symbols have one name, a use says which: `@name#f3`, `#g3` or `#a3`.
//! - `tN` and `cN` are entries of the tables `types { }` and `consts { }`.

mod lex;
mod names;
mod parse;
mod parse_body;
mod parse_operands;
mod parse_tables;
mod parse_values;
mod print;
mod print_body;
mod print_tables;
mod print_values;
#[cfg(test)]
mod tests;

use crate::ids::{FuncId, TypeId};
use crate::program::Program;
use std::fmt;

/// Why text is not a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseError {
    /// Counted from 1.
    pub line: usize,
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl std::error::Error for ParseError {}

/// The whole program. What the verifier would refuse is printed as well as it can be.
pub fn print(program: &Program) -> String {
    let mut printer = print::Printer::new(program, false);
    printer.program();
    printer.out
}

/// One function for a reader, with places in the source.
pub fn print_function(program: &Program, id: FuncId) -> String {
    let mut printer = print::Printer::new(program, true);
    printer.function(id);
    printer.out
}

/// One type, as [`print_function`] writes it.
pub fn print_type(program: &Program, id: TypeId) -> String {
    let mut printer = print::Printer::new(program, true);
    printer.ty(id);
    printer.out
}

/// Reads a program. The result is not verified.
pub fn parse(text: &str) -> Result<Program, ParseError> {
    parse::program(text)
}
