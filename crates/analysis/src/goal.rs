//! Where a path is wanted, as a user names it, and the code that this means.

use margay_engine::Target;
use margay_ir::{CallGraph, CallTarget, FileId, FuncId, InstId, Program};
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
    /// The beginning of a function, of this file if one is named.
    Function {
        file: Option<PathBuf>,
        name: String,
    },
    /// Any assertion fails.
    Assertion,
}

/// Why a goal is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalError {
    NoFile {
        file: PathBuf,
        known: Vec<PathBuf>,
    },
    NoCode {
        file: PathBuf,
        line: u32,
        nearest: Option<u32>,
    },
    /// With the functions that there are, and the other files that have one of this name.
    NoFunction {
        file: Option<PathBuf>,
        name: String,
        known: Vec<String>,
        others: Vec<PathBuf>,
    },
    NoBody(String),
    NoAssertion,
}

impl Goal {
    /// `FILE:LINE`, `assertion`, `FILE:FUNCTION` or the name of a function.
    pub fn parse(text: &str) -> Goal {
        if let Some((file, within)) = text.rsplit_once(':') {
            return match within.parse() {
                Ok(line) => Goal::Line { file: file.into(), line },
                Err(_) => Goal::Function { file: Some(file.into()), name: within.to_owned() },
            };
        }
        match text {
            "assertion" => Goal::Assertion,
            name => Goal::Function { file: None, name: name.to_owned() },
        }
    }

    /// The file that it is in, if it says so.
    pub fn file(&self) -> Option<&Path> {
        match self {
            Goal::Line { file, .. } => Some(file),
            Goal::Function { file, .. } => file.as_deref(),
            Goal::Assertion => None,
        }
    }

    /// The instructions that it means.
    pub fn find(&self, program: &Program) -> Result<Target, GoalError> {
        match self {
            Goal::Line { file, line } => find_line(program, file, *line),
            Goal::Function { file, name } => find_function(program, file.as_deref(), name),
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

fn find_function(program: &Program, file: Option<&Path>, name: &str) -> Result<Target, GoalError> {
    if let Some(file) = file {
        is_known(program, file)?;
    }
    // Without a body a function is in no file.
    let place = |id: &FuncId| {
        let function = &program.functions[*id];
        let mut spans = function.insts.iter().map(|inst| program.source.spans[inst.span]);
        spans.find(|span| span.line > 0).and_then(|span| span.file)
    };
    let is_there = |id: &FuncId| {
        file.is_none_or(|file| place(id).is_some_and(|known| is_file(program, known, file)))
    };
    let is_named = |id: &FuncId| program.functions[*id].display_name() == name;
    let named: Vec<FuncId> =
        program.functions.ids().filter(|id| is_named(id) && is_there(id)).collect();
    if named.is_empty() {
        let known = program.functions.ids().filter(|id| place(id).is_some() && is_there(id));
        let known = known.map(|id| program.functions[id].display_name().to_owned()).collect();
        let others: BTreeSet<_> = program.functions.ids().filter(is_named).collect();
        let others = others.iter().filter_map(place);
        let others = others.map(|file| program.source.files[file].name.clone()).collect();
        let (file, name) = (file.map(Path::to_owned), name.to_owned());
        return Err(GoalError::NoFunction { file, name, known, others });
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

/// Whether a file of the program is the one that a user names.
fn is_file(program: &Program, known: FileId, file: &Path) -> bool {
    let is_it = |path: &Path| path.ends_with(file) || file.ends_with(path);
    let known = &program.source.files[known];
    is_it(&known.path()) || is_it(&known.name)
}

fn is_known(program: &Program, file: &Path) -> Result<(), GoalError> {
    let files = &program.source.files;
    if files.ids().any(|known| is_file(program, known, file)) {
        return Ok(());
    }
    let known = files.iter().map(|file| file.name.clone()).collect();
    Err(GoalError::NoFile { file: file.to_owned(), known })
}

fn find_line(program: &Program, file: &Path, line: u32) -> Result<Target, GoalError> {
    is_known(program, file)?;
    let source = &program.source;
    // By block, the first instruction of the line; and the lines that have code.
    let mut found = Vec::new();
    let mut lines = BTreeSet::new();
    for (id, function) in program.functions.enumerate().filter(|(_, f)| f.has_body()) {
        for block in function.blocks.ids() {
            let on_line = |inst: &InstId| {
                let span = source.spans[function.insts[*inst].span];
                let here = span.file.is_some_and(|known| is_file(program, known, file));
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

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Line { file, line } => write!(f, "{}:{line}", file.display()),
            Goal::Function { file: Some(file), name } => write!(f, "{}:{name}", file.display()),
            Goal::Function { file: None, name } => write!(f, "{name}"),
            Goal::Assertion => write!(f, "assertion"),
        }
    }
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
            GoalError::NoFunction { file, name, others, .. } => {
                match file {
                    Some(file) => write!(f, "{} has no function `{name}`", file.display())?,
                    None => write!(f, "the program has no function `{name}`")?,
                }
                match others.first() {
                    Some(other) => write!(f, "; {} has one", other.display()),
                    None => Ok(()),
                }
            }
            GoalError::NoBody(name) => write!(
                f,
                "`{name}` has no body here, so nothing in it can be reached; name a line that calls it"
            ),
            GoalError::NoAssertion => write!(f, "the program has no assertion"),
        }
    }
}
