//! A target that is reached: breakpoints at its code, and what the harness says of them.
//!
//! A line is all addresses that debug info has for it. An assertion's line is executed whether
//! the assertion fails or not: there, and for functions, the target is where a function begins,
//! and where it is called from has to be the finding's line.

use super::process::{End, Run};
use super::symbolize::Symbols;
use super::tape;
use super::verdict::{ending, is_at, is_harness, is_in_file};
use crate::goal::{FAILURES, Goal, is_failure};
use margay_ir::finding::{Confirmation, Finding};
use object::{Object, ObjectSymbol};
use std::path::Path;
use std::time::Duration;

/// What the harness measures addresses from.
const BASE: &str = "__wrap_main";
/// The harness's exit codes and words.
const NO_BREAKPOINTS: i32 = 96;
const REACHED: i32 = 97;
const SAYS_REACHED: &str = "margay: reached from ";
const SAYS_NO_BREAKPOINTS: &str = "margay: no breakpoints: ";

/// The symbols of the functions that a goal is the beginning of; none for a line.
pub fn functions(goal: Option<&Goal>) -> Vec<String> {
    // The library's are called by way of the harness.
    let both = |name: &&str| [(*name).to_owned(), format!("__wrap_{name}")];
    match goal {
        None | Some(Goal::Line { .. }) => Vec::new(),
        Some(Goal::Function { file: None, name }) if is_failure(name) => {
            both(&name.as_str()).into()
        }
        Some(Goal::Function { name, .. }) => vec![name.clone()],
        Some(Goal::Assertion) => FAILURES.iter().flat_map(both).collect(),
    }
}

/// A target in a program that was built.
pub struct Target<'a> {
    finding: &'a Finding,
    goal: Option<&'a Goal>,
    symbols: &'a Symbols,
    base: u64,
    addresses: Vec<u64>,
}

impl<'a> Target<'a> {
    /// Finds it, or says why it is nowhere.
    pub fn find(
        finding: &'a Finding,
        goal: Option<&'a Goal>,
        program: &Path,
        symbols: &'a Symbols,
    ) -> Result<Self, String> {
        let entries = entries(program)?;
        let base = base_in(&entries)?;
        let wanted = functions(goal);
        let mut addresses = if wanted.is_empty() {
            symbols.addresses(|frame| is_at(frame, &finding.location))
        } else {
            // The harness has functions for itself that may be called like the program's.
            let is_own = |address: u64| {
                symbols.frames_at(address).iter().any(|frame| is_harness(&frame.file))
            };
            let may_be_own = |name: &str| is_failure(name.trim_start_matches("__wrap_"));
            // Files have functions of the same name, each for itself.
            let in_file = |address: u64| match goal {
                Some(Goal::Function { file: Some(_), .. }) => {
                    let frames = symbols.frames_at(address);
                    frames.iter().any(|frame| is_in_file(frame, &finding.location))
                }
                _ => true,
            };
            let is_it = |(name, address): &&(String, u64)| {
                wanted.contains(name)
                    && (may_be_own(name) || !is_own(*address))
                    && in_file(*address)
            };
            entries.iter().filter(is_it).map(|entry| entry.1).collect()
        };
        addresses.sort_unstable();
        addresses.dedup();
        if addresses.is_empty() {
            return Err("it has no code in the native build".to_owned());
        }
        Ok(Target { finding, goal, symbols, base, addresses })
    }

    /// What to tell the harness.
    pub fn lines(&self) -> String {
        self.addresses.iter().map(|address| tape::target(address.wrapping_sub(self.base))).collect()
    }

    /// Judges a run.
    pub fn judge(&self, run: &Run, limit: Duration) -> Confirmation {
        let says = |what: &str| run.errors.lines().find_map(|line| line.strip_prefix(what));
        if run.end == End::Exited(NO_BREAKPOINTS)
            && let Some(why) = says(SAYS_NO_BREAKPOINTS)
        {
            return Confirmation::NotApplicable { why: why.to_owned() };
        }
        let why = match says(SAYS_REACHED).filter(|_| run.end == End::Exited(REACHED)) {
            Some(from) => self.elsewhere(from),
            None => Some(ending(run, limit)),
        };
        match why {
            Some(why) => Confirmation::NotConfirmed { why },
            None => Confirmation::Confirmed { by: "a breakpoint".to_owned() },
        }
    }

    /// Where a function was called from, if that is not the finding's line.
    fn elsewhere(&self, from: &str) -> Option<String> {
        let inside = self.finding.location.function.as_ref();
        match self.goal? {
            Goal::Line { .. } => return None,
            Goal::Function { name, .. } if inside == Some(name) => return None,
            Goal::Function { .. } | Goal::Assertion => {}
        }
        let from = self.base.wrapping_add(u64::from_str_radix(from, 16).ok()?);
        // It returns after the call. The library may call as well, and has no lines.
        let frames = self.symbols.frames_at(from.wrapping_sub(1));
        let mut frames = frames.iter().filter(|frame| !is_harness(&frame.file));
        let innermost = frames.clone().next()?;
        if frames.any(|frame| is_at(frame, &self.finding.location)) {
            return None;
        }
        let file = innermost.file.file_name().unwrap_or_default().display();
        Some(format!("came there from {file}:{}", innermost.line))
    }
}

/// Where a program has what the harness measures addresses from.
pub fn base(program: &Path) -> Result<u64, String> {
    base_in(&entries(program)?)
}

fn base_in(entries: &[(String, u64)]) -> Result<u64, String> {
    let base = entries.iter().find(|(name, _)| name == BASE);
    base.map(|entry| entry.1).ok_or_else(|| "no harness in it".to_owned())
}

/// The functions of a program, and where they begin.
fn entries(program: &Path) -> Result<Vec<(String, u64)>, String> {
    let bytes = std::fs::read(program).map_err(|e| format!("cannot be read: {e}"))?;
    let object = object::File::parse(&*bytes).map_err(|e| format!("cannot be read: {e}"))?;
    let functions = object.symbols().filter(|symbol| symbol.is_definition());
    let named =
        |symbol: object::Symbol<'_, '_>| Some((symbol.name().ok()?.to_owned(), symbol.address()));
    Ok(functions.filter_map(named).collect())
}
