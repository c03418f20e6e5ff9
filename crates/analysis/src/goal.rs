//! Where a path is wanted, as a user names it, and the code that this means.

use margay_engine::Target;
use margay_ir::{CallGraph, CallTarget, FuncId, InstId, Program};
use std::collections::BTreeSet;
use std::fmt;
use std::path::{Path, PathBuf};

/// Where a path is wanted, as a user names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    Line {
        file: PathBuf,
        line: u32,
    },
    /// The beginning of a function.
    Function(String),
    /// Any assertion fails.
    Assertion,
}

/// Why a goal is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalError {
    NoFile { file: PathBuf, known: Vec<PathBuf> },
    NoCode { file: PathBuf, line: u32, nearest: Option<u32> },
    NoFunction(String),
    NoBody(String),
    NoAssertion,
}

impl Goal {
    /// `FILE:LINE`, `assertion` or the name of a function.
    pub fn parse(text: &str) -> Goal {
        if let Some((file, line)) = text.rsplit_once(':')
            && let Ok(line) = line.parse()
        {
            return Goal::Line { file: file.into(), line };
        }
        match text {
            "assertion" => Goal::Assertion,
            name => Goal::Function(name.to_owned()),
        }
    }

    /// The instructions that it means.
    pub fn find(&self, program: &Program) -> Result<Target, GoalError> {
        match self {
            Goal::Line { file, line } => find_line(program, file, *line),
            Goal::Function(name) => find_function(program, name),
            Goal::Assertion => {
                let failing = calls(program, is_failure);
                if failing.is_empty() {
                    return Err(GoalError::NoAssertion);
                }
                Ok(failing.into_iter().collect())
            }
        }
    }
}

/// Whether this is called where an assertion fails.
pub(crate) fn is_failure(function: &str) -> bool {
    FAILURES.contains(&function)
}

/// What is called where an assertion fails.
pub(crate) const FAILURES: [&str; 6] = [
    "__assert_fail",
    "__assert_rtn",
    "__assert",
    "reach_error",
    "__VERIFIER_error",
    "klee_report_error",
];

/// The calls by name of some functions.
fn calls(program: &Program, wanted: impl Fn(&str) -> bool) -> Vec<(FuncId, InstId)> {
    let graph = CallGraph::new(program);
    let sites = program.functions.ids().flat_map(|id| graph.sites(id));
    let sites = sites.filter(|site| match site.target {
        CallTarget::Direct(callee) => wanted(&program.functions[callee].name),
        CallTarget::Indirect(_) => false,
    });
    sites.map(|site| (site.caller, site.inst)).collect()
}

fn find_function(program: &Program, name: &str) -> Result<Target, GoalError> {
    let named = |id: &FuncId| program.functions[*id].display_name() == name;
    let named: Vec<FuncId> = program.functions.ids().filter(named).collect();
    if named.is_empty() {
        return Err(GoalError::NoFunction(name.to_owned()));
    }
    let entry = |id: &FuncId| {
        let function = &program.functions[*id];
        let block = function.blocks.ids().next()?;
        // Parameters are stored on no line.
        let on_line = |inst: &InstId| program.source.spans[function.insts[*inst].span].line > 0;
        let first = function.block_insts(block).find(on_line);
        Some((*id, first.or_else(|| function.block_insts(block).next())?))
    };
    let entries: Vec<_> = named.iter().filter_map(entry).collect();
    match entries.is_empty() {
        true if is_failure(name) => Ok(calls(program, |n| n == name).into_iter().collect()),
        true => Err(GoalError::NoBody(name.to_owned())),
        false => Ok(entries.into_iter().collect()),
    }
}

fn find_line(program: &Program, file: &Path, line: u32) -> Result<Target, GoalError> {
    let source = &program.source;
    let is_it = |path: &Path| path.ends_with(file) || file.ends_with(path);
    let known: Vec<PathBuf> = source.files.iter().map(|file| file.name.clone()).collect();
    if !source.files.iter().any(|known| is_it(&known.path()) || is_it(&known.name)) {
        return Err(GoalError::NoFile { file: file.to_owned(), known });
    }
    // By block, the first instruction of the line; and the lines that have code.
    let mut found = Vec::new();
    let mut lines = BTreeSet::new();
    for (id, function) in program.functions.enumerate().filter(|(_, f)| f.has_body()) {
        for block in function.blocks.ids() {
            let on_line = |inst: &InstId| {
                let span = source.spans[function.insts[*inst].span];
                let here = span.file.is_some_and(|file| {
                    let file = &source.files[file];
                    is_it(&file.path()) || is_it(&file.name)
                });
                (here && span.line > 0).then_some(span.line)
            };
            let mut first = None;
            for inst in function.block_insts(block) {
                let Some(at) = on_line(&inst) else { continue };
                lines.insert(at);
                if at == line && first.is_none() {
                    first = Some(inst);
                }
            }
            found.extend(first.map(|inst| (id, inst)));
        }
    }
    if found.is_empty() {
        let nearest = lines.into_iter().min_by_key(|known| known.abs_diff(line));
        return Err(GoalError::NoCode { file: file.to_owned(), line, nearest });
    }
    Ok(found.into_iter().collect())
}

impl fmt::Display for GoalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GoalError::NoFile { file, known } => {
                write!(f, "{} is no file of the program", file.display())?;
                match known.first() {
                    Some(first) => write!(f, "; it has {}", first.display()),
                    None => Ok(()),
                }
            }
            GoalError::NoCode { file, line, nearest } => {
                write!(f, "line {line} of {} has no code", file.display())?;
                match nearest {
                    Some(nearest) => write!(f, "; the nearest that has is {nearest}"),
                    None => Ok(()),
                }
            }
            GoalError::NoFunction(name) => write!(f, "the program has no function `{name}`"),
            GoalError::NoBody(name) => write!(
                f,
                "`{name}` has no body here, so nothing in it can be reached; name a line that calls it"
            ),
            GoalError::NoAssertion => write!(f, "the program has no assertion"),
        }
    }
}
