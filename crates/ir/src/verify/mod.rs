//! Checks that a program means something before anything walks it.
//!
//! A verified program has no id out of range, no instruction of the wrong type, no use without a
//! definition and no ring of aliases, types or constants, so that everything after it may index and
//! recurse without looking. The verifier itself assumes none of that and never panics: it reads
//! tables through `get` alone.

mod consts;
mod function;
mod insts;
mod intrinsics;
mod rules;
mod tables;
#[cfg(test)]
mod tests;

use crate::ids::{FuncId, InstId};
use crate::program::Program;
use std::fmt;

/// How deep types and constants may nest; walks of them may be recursive.
pub const MAX_DEPTH: u32 = 512;
/// How many parts a type may have once it is written out; an array counts its element once.
pub const MAX_TYPE_PARTS: u64 = 1 << 20;
/// Errors are not collected beyond this many for a function, or for the tables.
const MAX_ERRORS: usize = 50;

/// Something wrong with a program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VerifyError {
    /// The function it is in; `None` if it is in the program's tables.
    pub function: Option<FuncId>,
    pub inst: Option<InstId>,
    pub message: String,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.function, self.inst) {
            (Some(function), Some(inst)) => write!(f, "{function}, {inst}: {}", self.message),
            (Some(function), None) => write!(f, "{function}: {}", self.message),
            _ => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for VerifyError {}

/// Checks the tables and every function.
pub fn verify(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = verify_tables(program).err().unwrap_or_default();
    for id in program.functions.ids() {
        errors.extend(verify_function(program, id).err().unwrap_or_default());
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Checks what functions share: types, constants, globals, aliases and source tables.
pub fn verify_tables(program: &Program) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors { function: None, list: Vec::new() };
    tables::check(program, &mut errors);
    errors.finish()
}

/// Checks one function, given tables that are right. A front end makes a function that
/// fails external: it drops its registers, blocks, instructions and variables.
pub fn verify_function(program: &Program, id: FuncId) -> Result<(), Vec<VerifyError>> {
    let mut errors = Errors { function: Some(id), list: Vec::new() };
    match program.functions.get(id) {
        Some(function) => function::check(program, function, &mut errors),
        None => errors.add("the function does not exist"),
    }
    errors.finish()
}

/// The result of one check: what is wrong, if anything is.
type Check<T = ()> = Result<T, String>;

/// Fails with the formatted message unless the condition holds.
macro_rules! ensure {
    ($condition:expr, $($message:tt)+) => {
        if !$condition {
            return Err(format!($($message)+));
        }
    };
}
use ensure;

struct Errors {
    function: Option<FuncId>,
    list: Vec<VerifyError>,
}

impl Errors {
    fn add(&mut self, message: impl Into<String>) {
        self.push(None, message.into());
    }

    /// Notes the failure of a check, with what was checked.
    fn note(&mut self, what: impl fmt::Display, check: Check) {
        if let Err(message) = check {
            self.push(None, format!("{what}: {message}"));
        }
    }

    fn note_inst(&mut self, inst: InstId, check: Check) {
        if let Err(message) = check {
            self.push(Some(inst), message);
        }
    }

    fn push(&mut self, inst: Option<InstId>, message: String) {
        if self.list.len() < MAX_ERRORS {
            self.list.push(VerifyError { function: self.function, inst, message });
        }
    }

    fn finish(self) -> Result<(), Vec<VerifyError>> {
        if self.list.is_empty() { Ok(()) } else { Err(self.list) }
    }
}
