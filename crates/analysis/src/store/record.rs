//! A result as it is kept: plain data in which a line is the first, second, third of its function's.
//!
//! A function that has moved is the same function, and so is one with more comments. So of a line it is kept which
//! one it is among those that the function has code on, and it becomes that of the program in hand when the result
//! is read. What cannot be told that way is not kept.

use crate::gathered::{Findings, Gathered};
use margay_engine::Reached;
use margay_ir::finding::{Details, Finding, Location, Omission, Statistics};
use margay_ir::{Digests, FuncId, Lines, Program};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, HashMap};

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
    truncated: Vec<String>,
    /// Functions that paths went through, and how many.
    through: Vec<(String, u64)>,
}

/// A result as bytes; `None` if it names what has no name of its own.
pub(super) fn write(gathered: &Gathered, reached: &Reached, names: &Names<'_>) -> Option<Vec<u8>> {
    let mut findings: Vec<Finding> = gathered.findings.iter().cloned().collect();
    let mut all_placed = true;
    for finding in &mut findings {
        finding.for_each_location_mut(|location, line| {
            all_placed &= names.to_kept(location, line).is_some();
        });
    }
    let mut omissions = Vec::new();
    for ((kind, what, location), count) in &gathered.omissions {
        let (what, mut location) = (what.clone(), location.clone());
        all_placed &= location.as_mut().is_none_or(|at| names.to_kept(at, None).is_some());
        omissions.push(Omission { kind: *kind, what, location, count: *count });
    }
    let blocks = |blocks: &[bool]| blocks.iter().map(|b| if *b { '1' } else { '0' }).collect();
    let reached_blocks = reached.entered().map(|(id, of)| Some((names.name(id)?, blocks(of))));
    let truncated = reached.all_truncated().map(|id| names.name(id));
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
        truncated: truncated.collect::<Option<_>>()?,
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
            all_placed &= names.to_own(location, line).is_some();
        });
        if !all_placed {
            return None;
        }
        findings.add(finding, ());
    }
    let mut omissions = BTreeMap::new();
    for Omission { kind, what, mut location, count } in record.omissions {
        if let Some(location) = &mut location {
            names.to_own(location, None)?;
        }
        omissions.insert((kind, what, location), count);
    }
    let mut reached = Reached::default();
    for (name, blocks) in record.reached {
        reached.restore(names.function(&name)?, blocks.bytes().map(|b| b == b'1').collect());
    }
    let truncated: Option<BTreeSet<FuncId>> =
        record.truncated.iter().map(|name| names.function(name)).collect();
    reached.truncated(&truncated?);
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

/// What the functions and variables of a program are called, and where they stand.
pub(crate) struct Names<'p> {
    program: &'p Program,
    pub digests: Digests,
    /// By their names in the program; none where several have one.
    functions: HashMap<&'p str, Option<FuncId>>,
    /// By their names in the source: the functions of that name, of those with the same lines one.
    in_source: HashMap<&'p str, Vec<FuncId>>,
    /// Variables, and where they are declared.
    globals: HashMap<&'p str, Option<Location>>,
    /// By their places; none where several are declared at one.
    declared: HashMap<Location, Option<&'p str>>,
}

impl<'p> Names<'p> {
    pub fn new(program: &'p Program, digests: Digests) -> Names<'p> {
        let mut functions = HashMap::new();
        let mut in_source: HashMap<&str, Vec<FuncId>> = HashMap::new();
        for (id, function) in program.functions.enumerate() {
            let entry = functions.entry(function.name.as_str());
            entry.and_modify(|known| *known = None).or_insert(Some(id));
            if let Some(source) = function.source.as_ref().filter(|_| function.has_body()) {
                let known = in_source.entry(source.name.as_str()).or_default();
                if !known.iter().any(|other| digests.lines(*other) == digests.lines(id)) {
                    known.push(id);
                }
            }
        }
        let (mut globals, mut declared) = (HashMap::new(), HashMap::new());
        for global in program.globals.iter() {
            let name = global.name.as_str();
            let place = global.source.as_ref().and_then(|own| program.source.location(own.span));
            let Some(place) = place else { continue };
            let entry = declared.entry(place.clone());
            entry.and_modify(|known| *known = None).or_insert(Some(name));
            let entry = globals.entry(name);
            entry.and_modify(|known| *known = None).or_insert(Some(place));
        }
        Names { program, digests, functions, in_source, globals, declared }
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

    /// How the lines of a place's function are counted. None if that is not clear, or the place is in another
    /// file.
    fn lines(&self, location: &Location) -> Option<Counting<'_>> {
        let Some(name) = &location.function else { return Some(Counting::AsTheyAre) };
        let all = self.in_source.get(name.as_str())?;
        let is_there = |lines: &&Lines| {
            let file = &self.program.source.files[lines.file];
            file.name == location.file && file.directory == location.directory
        };
        let mut there = all.iter().filter_map(|id| self.digests.lines(*id)).filter(is_there);
        match (there.next(), there.next()) {
            (Some(lines), None) => Some(Counting::InOrder(&lines.numbers)),
            _ => None,
        }
    }

    /// Makes a place one that any program with this function has. A variable is called by its name, with no
    /// file.
    fn to_kept(&self, location: &mut Location, line: Option<&mut u32>) -> Option<()> {
        // A variable of a function may stand on a line with code, and move without it.
        if let Some(name) = self.declared.get(location) {
            let name = (*name)?;
            // It must be found again.
            self.globals.get(name)?.as_ref()?;
            let (file, directory) = Default::default();
            let function = Some(name.to_owned());
            *location = Location { file, directory, line: 0, column: 0, function };
            return line.is_none().then_some(());
        }
        if location.function.is_none() && location.line > 0 {
            return None;
        }
        let counting = self.lines(location)?;
        location.line = counting.to_kept(location.line)?;
        if let Some(line) = line {
            *line = counting.to_kept(*line)?;
        }
        Some(())
    }

    /// The place in the program in hand.
    fn to_own(&self, location: &mut Location, line: Option<&mut u32>) -> Option<()> {
        if location.file.as_os_str().is_empty() {
            let name = location.function.as_deref()?;
            *location = self.globals.get(name)?.clone()?;
            return line.is_none().then_some(());
        }
        let counting = self.lines(location)?;
        location.line = counting.to_own(location.line)?;
        if let Some(line) = line {
            *line = counting.to_own(*line)?;
        }
        Some(())
    }
}

/// How lines are counted.
#[derive(Clone, Copy)]
enum Counting<'p> {
    AsTheyAre,
    /// The first of these is 1.
    InOrder(&'p [u32]),
}

impl Counting<'_> {
    fn to_kept(self, line: u32) -> Option<u32> {
        match self {
            Counting::InOrder(lines) if line > 0 => {
                u32::try_from(lines.binary_search(&line).ok()? + 1).ok()
            }
            _ => Some(line),
        }
    }

    fn to_own(self, kept: u32) -> Option<u32> {
        match self {
            Counting::InOrder(lines) if kept > 0 => {
                lines.get(usize::try_from(kept - 1).ok()?).copied()
            }
            _ => Some(kept),
        }
    }
}
