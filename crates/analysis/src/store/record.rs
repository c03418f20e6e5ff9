//! A result as it is kept: plain data in which places are counted from where their function begins.
//!
//! A function that has moved is the same function, so the lines of what was found in it are kept relative
//! to its own, and become those of the program in hand when the result is read. What cannot be
//! told that way is not kept.

use crate::gathered::{Findings, Gathered};
use margay_engine::Reached;
use margay_ir::finding::{Details, Finding, Location, Omission, Statistics};
use margay_ir::{FuncId, Program};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;

#[derive(Serialize, Deserialize)]
struct Record {
    losses_apart: bool,
    findings: Vec<Finding>,
    omissions: Vec<Omission>,
    statistics: Statistics,
    details: Details,
    undecided: u64,
    uncertain: u64,
    unsearched: u64,
    unknown_calls: BTreeMap<String, u64>,
    left_out: BTreeSet<String>,
    untried_turns: BTreeSet<String>,
    one_answer: BTreeSet<String>,
    /// Functions that were entered, with a digit for each block: 1 if it was reached.
    reached: Vec<(String, String)>,
    cut_short: Vec<String>,
    /// Functions that paths went through, and how many.
    through: Vec<(String, u64)>,
}

/// A result as bytes; `None` if it names what has no name of its own.
pub(super) fn write(gathered: &Gathered, reached: &Reached, names: &Names<'_>) -> Option<Vec<u8>> {
    let mut findings: Vec<Finding> = gathered.findings.iter().cloned().collect();
    let mut all_placed = true;
    for finding in &mut findings {
        finding.for_each_location_mut(|location, line| {
            all_placed &= names.to_relative(location, line).is_some();
        });
    }
    let mut omissions = Vec::new();
    for ((kind, what, location), count) in &gathered.omissions {
        let (what, mut location) = (what.clone(), location.clone());
        all_placed &= location.as_mut().is_none_or(|at| names.to_relative(at, None).is_some());
        omissions.push(Omission { kind: *kind, what, location, count: *count });
    }
    let blocks = |blocks: &[bool]| blocks.iter().map(|b| if *b { '1' } else { '0' }).collect();
    let reached_blocks = reached.entered().map(|(id, of)| Some((names.name(id)?, blocks(of))));
    let cut_short = reached.all_cut_short().map(|id| names.name(id));
    let through = gathered.through.iter().map(|(id, count)| Some((names.name(*id)?, *count)));
    let record = Record {
        losses_apart: gathered.findings.losses_apart,
        findings,
        omissions,
        statistics: gathered.statistics.clone(),
        details: gathered.details.clone(),
        undecided: gathered.undecided,
        uncertain: gathered.uncertain,
        unsearched: gathered.unsearched,
        unknown_calls: gathered.unknown_calls.clone(),
        left_out: gathered.left_out.clone(),
        untried_turns: gathered.untried_turns.clone(),
        one_answer: gathered.one_answer.clone(),
        reached: reached_blocks.collect::<Option<_>>()?,
        cut_short: cut_short.collect::<Option<_>>()?,
        through: through.collect::<Option<_>>()?,
    };
    all_placed.then(|| serde_json::to_vec(&record).ok())?
}

/// The result that bytes say, in a program; `None` if they say none.
pub(super) fn read(bytes: &[u8], names: &Names<'_>) -> Option<(Gathered, Reached)> {
    let record: Record = serde_json::from_slice(bytes).ok()?;
    let mut findings = Findings::new(record.losses_apart);
    for mut finding in record.findings {
        let mut all_placed = true;
        finding.for_each_location_mut(|location, line| {
            all_placed &= names.to_absolute(location, line).is_some();
        });
        if !all_placed {
            return None;
        }
        findings.add(finding, ());
    }
    let mut omissions = BTreeMap::new();
    for Omission { kind, what, mut location, count } in record.omissions {
        if let Some(location) = &mut location {
            names.to_absolute(location, None)?;
        }
        omissions.insert((kind, what, location), count);
    }
    let mut reached = Reached::default();
    for (name, blocks) in record.reached {
        reached.restore(names.function(&name)?, blocks.bytes().map(|b| b == b'1').collect());
    }
    let cut_short: Option<BTreeSet<FuncId>> =
        record.cut_short.iter().map(|name| names.function(name)).collect();
    reached.cut_short(&cut_short?);
    let through = record.through.iter().map(|(name, count)| Some((names.function(name)?, *count)));
    let gathered = Gathered {
        through: through.collect::<Option<_>>()?,
        findings,
        omissions,
        statistics: record.statistics,
        details: record.details,
        undecided: record.undecided,
        uncertain: record.uncertain,
        unsearched: record.unsearched,
        unknown_calls: record.unknown_calls,
        left_out: record.left_out,
        untried_turns: record.untried_turns,
        one_answer: record.one_answer,
        is_stopped: false,
    };
    Some((gathered, reached))
}

/// What the functions and variables of a program are called, and where they begin.
pub(crate) struct Names<'p> {
    program: &'p Program,
    /// By their names in the program; none where several have one.
    functions: HashMap<&'p str, Option<FuncId>>,
    /// By their names in the source: the places where functions of that name begin.
    bases: HashMap<&'p str, Vec<Base<'p>>>,
    /// Variables that are declared outside of functions.
    globals: HashMap<&'p str, Option<Location>>,
    /// By their places; none where several are declared at one.
    declared: HashMap<Location, Option<&'p str>>,
}

#[derive(PartialEq, Eq)]
struct Base<'p> {
    file: &'p Path,
    directory: &'p Path,
    line: u32,
}

impl<'p> Names<'p> {
    pub fn new(program: &'p Program) -> Names<'p> {
        let source = &program.source;
        let mut functions = HashMap::new();
        let mut bases: HashMap<&str, Vec<Base<'_>>> = HashMap::new();
        for (id, function) in program.functions.enumerate() {
            let entry = functions.entry(function.name.as_str());
            entry.and_modify(|known| *known = None).or_insert(Some(id));
            let Some(declared) = &function.source else { continue };
            let scope = &source.scopes[declared.scope];
            let Some(file) = scope.file.map(|file| &source.files[file]) else { continue };
            let base = Base { file: &file.name, directory: &file.directory, line: scope.line };
            let known = bases.entry(declared.name.as_str()).or_default();
            if !known.contains(&base) {
                known.push(base);
            }
        }
        let (mut globals, mut declared) = (HashMap::new(), HashMap::new());
        for global in program.globals.iter() {
            let name = global.name.as_str();
            let place = global.source.as_ref().filter(|source| source.scope.is_none());
            let Some(place) = place.and_then(|own| source.location(own.span)) else { continue };
            let entry = declared.entry(place.clone());
            entry.and_modify(|known| *known = None).or_insert(Some(name));
            let entry = globals.entry(name);
            entry.and_modify(|known| *known = None).or_insert(Some(place));
        }
        Names { program, functions, bases, globals, declared }
    }

    /// The name of a function that no other has.
    fn name(&self, id: FuncId) -> Option<String> {
        let name = &self.program.functions[id].name;
        self.function(name)?;
        Some(name.clone())
    }

    fn function(&self, name: &str) -> Option<FuncId> {
        *self.functions.get(name)?
    }

    /// The line that the function of a place begins at, if its own lines count from there; none if that is
    /// not clear. Lines of other files do not move with the function.
    fn base(&self, location: &Location) -> Option<u32> {
        let Some(name) = &location.function else { return Some(0) };
        let bases = self.bases.get(name.as_str())?;
        let is_it = |b: &&Base<'_>| b.file == location.file && b.directory == location.directory;
        let mut same = bases.iter().filter(is_it);
        match (same.next(), same.next(), bases.len()) {
            (Some(base), None, _) => Some(base.line),
            (None, _, 1) => Some(0),
            _ => None,
        }
    }

    /// Makes a place relative. A variable is called by its name, with no file.
    fn to_relative(&self, location: &mut Location, line: Option<&mut u32>) -> Option<()> {
        if location.function.is_none() && location.line > 0 {
            let name = (*self.declared.get(location)?)?;
            // It must be found again.
            self.globals.get(name)?.as_ref()?;
            *location = Location {
                file: Default::default(),
                directory: Default::default(),
                line: 0,
                column: 0,
                function: Some(name.to_owned()),
            };
            return Some(());
        }
        let base = self.base(location)?;
        location.line = location.line.checked_sub(base)?;
        if let Some(line) = line {
            *line = line.checked_sub(base)?;
        }
        Some(())
    }

    fn to_absolute(&self, location: &mut Location, line: Option<&mut u32>) -> Option<()> {
        if location.file.as_os_str().is_empty() {
            let name = location.function.as_deref()?;
            *location = self.globals.get(name)?.clone()?;
            return Some(());
        }
        let base = self.base(location)?;
        location.line = location.line.checked_add(base)?;
        if let Some(line) = line {
            *line = line.checked_add(base)?;
        }
        Some(())
    }
}
