//! Lines of a report or finding, as code of the program.

use margay_ir::alert::Lines;
use margay_ir::finding::Location;
use margay_ir::{Callee, FileId, FuncId, InstId, Op, Operand, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// An instruction of the program.
pub(crate) type At = (FuncId, InstId);

/// Where the program's code stands in its sources.
pub(crate) struct Places<'p> {
    program: &'p Program,
    /// Files by what they are really called.
    paths: BTreeMap<FileId, PathBuf>,
    code: BTreeMap<(PathBuf, u32), Vec<At>>,
}

/// Lines that the program has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Region {
    pub path: PathBuf,
    pub first: u32,
    pub last: u32,
}

impl Region {
    pub fn has(&self, path: &Path, line: u32) -> bool {
        self.path == path && (self.first..=self.last).contains(&line)
    }
}

impl<'p> Places<'p> {
    pub fn new(program: &'p Program) -> Self {
        let files = program.source.files.enumerate();
        let paths: BTreeMap<FileId, PathBuf> =
            files.map(|(id, file)| (id, real(&file.path()))).collect();
        let mut code: BTreeMap<_, Vec<At>> = BTreeMap::new();
        for (id, function) in program.functions.enumerate() {
            for block in function.blocks.ids() {
                for inst in function.block_insts(block) {
                    let span = program.source.spans[function.span(inst)];
                    if let Some(file) = span.file.filter(|_| span.line > 0) {
                        let key = (paths[&file].clone(), span.line);
                        code.entry(key).or_default().push((id, inst));
                    }
                }
            }
        }
        Places { program, paths, code }
    }

    /// The lines of a report, in the program. The error is a sentence.
    pub fn find(&self, lines: &Lines) -> Result<Region, String> {
        let (first, last) = (lines.first, lines.last.max(lines.first));
        let region = |path: &Path| Region { path: path.to_owned(), first, last };
        for file in lines.files.iter().filter(|file| file.is_absolute()) {
            let path = real(file);
            if self.paths.values().any(|known| *known == path) {
                return Ok(region(&path));
            }
        }
        // It may have been written elsewhere; then the end of the name must be enough.
        for file in lines.files.iter().filter(|file| file.is_relative()) {
            let ending = self.paths.values().filter(|known| known.ends_with(file));
            let ending: BTreeSet<&PathBuf> = ending.collect();
            if let [one] = ending.iter().collect::<Vec<_>>()[..] {
                return Ok(region(one));
            }
        }
        let name = lines.files.last().map_or(String::new(), |file| file.display().to_string());
        Err(format!("{name} is no file of the program"))
    }

    /// The code of some lines.
    pub fn code(&self, region: &Region) -> Vec<At> {
        let keys = (region.path.clone(), region.first)..=(region.path.clone(), region.last);
        self.code.range(keys).flat_map(|(_, code)| code).copied().collect()
    }

    /// Of each block the first instruction that stands on some lines.
    pub fn beginnings(&self, region: &Region) -> Vec<At> {
        let mut first = BTreeMap::new();
        for (id, inst) in self.code(region) {
            if let Some(block) = self.program.functions[id].block_of(inst) {
                let known = first.entry((id, block)).or_insert(inst);
                *known = inst.min(*known);
            }
        }
        first.into_iter().map(|((id, _), inst)| (id, inst)).collect()
    }

    /// The functions that some lines are in.
    pub fn functions(&self, region: &Region) -> BTreeSet<FuncId> {
        let own: BTreeSet<FuncId> = self.code(region).into_iter().map(|(id, _)| id).collect();
        if !own.is_empty() {
            return own;
        }
        // A line without code is between those that have some.
        let mut extents: BTreeMap<FuncId, (u32, u32)> = BTreeMap::new();
        for ((path, line), code) in &self.code {
            for (id, _) in code.iter().filter(|_| *path == region.path) {
                let extent = extents.entry(*id).or_insert((*line, *line));
                *extent = (extent.0.min(*line), extent.1.max(*line));
            }
        }
        let around = |extent: &(u32, u32)| extent.0 <= region.first && region.last <= extent.1;
        extents.into_iter().filter(|(_, extent)| around(extent)).map(|(id, _)| id).collect()
    }

    pub fn path(&self, location: &Location) -> PathBuf {
        real(&location.directory.join(&location.file))
    }

    /// The code of the line that a location is on.
    pub fn code_at(&self, location: &Location) -> Vec<At> {
        let (path, line) = (self.path(location), location.line);
        self.code(&Region { path, first: line, last: line })
    }

    /// All code of some functions.
    pub fn bodies(&self, functions: &BTreeSet<FuncId>) -> Vec<At> {
        let insts = |id: &FuncId| {
            let function = &self.program.functions[*id];
            let id = *id;
            let blocks = function.blocks.ids();
            blocks.flat_map(|block| function.block_insts(block)).map(move |inst| (id, inst))
        };
        functions.iter().flat_map(insts).collect()
    }

    /// Those that read a variable or memory.
    pub fn reads(&self, code: Vec<At>) -> Vec<At> {
        let is_read = |(id, inst): &At| {
            let op = &self.program.functions[*id].insts[*inst].op;
            matches!(op, Op::SlotLoad { .. } | Op::Load { .. })
        };
        code.into_iter().filter(is_read).collect()
    }

    /// Whether some code makes an address with an index, and does more with it than to read or
    /// write there.
    pub fn makes_address(&self, code: &[At]) -> bool {
        code.iter().any(|(id, inst)| {
            let inst = &self.program.functions[*id].insts[*inst];
            let Op::Gep { indices, .. } = &inst.op else { return false };
            let is_known = |index: &Operand| matches!(index, Operand::Const(_));
            let made = inst.result.filter(|_| !indices.iter().all(is_known));
            made.is_some_and(|made| self.is_kept(*id, Operand::Reg(made)))
        })
    }

    /// Whether an address goes anywhere but into accesses.
    fn is_kept(&self, id: FuncId, address: Operand) -> bool {
        self.program.functions[id].insts.iter().any(|user| match &user.op {
            Op::Load { .. } => false,
            Op::Store { value, .. } => *value == address,
            Op::Gep { base, .. } if *base == address => {
                user.result.is_some_and(|further| self.is_kept(id, Operand::Reg(further)))
            }
            // The library uses what it is given.
            Op::Call(call) if self.is_library(&call.callee) => false,
            op => {
                let mut uses = false;
                op.for_each_operand(|operand| uses |= *operand == address);
                uses
            }
        })
    }

    fn is_library(&self, callee: &Callee) -> bool {
        match callee {
            Callee::Direct(id) => {
                let function = &self.program.functions[*id];
                let span = function.source.as_ref().map(|source| source.span);
                !function.has_body() || span.is_some_and(|s| self.program.source.is_library(s))
            }
            _ => false,
        }
    }
}

/// A path without links, as far as it is there.
fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}
