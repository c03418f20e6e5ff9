//! Joining translation units into one program, as a linker would.
//!
//! `resolve` decides which definition each name means, `copy` moves one unit's parts
//! into the joined program with all ids renewed, and this file keeps the order:
//! units go in as the user named them, so the outcome depends on nothing else.
//! Types, constants and source files stay interned: equal ones of two units are one.
//! Source types are not: each unit keeps its own copy of what a header declares.

mod copy;
mod resolve;
mod share;

use copy::Mapper;
use margay_ir::{Alias, DataLayout, Function, Global, Id, Program, Startup};
use resolve::{Resolution, Target};
pub use share::Share;
use std::collections::HashMap;
use std::fmt;

/// The joined program and what went wrong on the way.
#[derive(Debug)]
pub struct LinkOutcome {
    pub program: Program,
    /// What it has of each unit that is part of it, in their order.
    pub shares: Vec<Share>,
    pub problems: Vec<LinkProblem>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkProblem {
    /// Several files define a symbol: each keeps its own, and the first is what others mean.
    Duplicate { symbol: String, first: String, others: Vec<String> },
    /// The file is for another machine than the first one and was left out.
    OtherTarget { file: String, target: String, expected: String },
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkProblem::Duplicate { symbol, first, others } => {
                let others = match &others[..] {
                    [one] => one.clone(),
                    [one, rest @ ..] => format!("{one} and {} more", rest.len()),
                    [] => String::new(),
                };
                write!(f, "`{symbol}` is defined in {first} and in {others}: ")?;
                match symbol.as_str() {
                    "main" => write!(f, "the program starts in {first}"),
                    _ => write!(f, "each means its own, other files that of {first}"),
                }
            }
            LinkProblem::OtherTarget { file, target, expected } => {
                write!(f, "{file} is for {target}, the files before it are for {expected}")
            }
        }
    }
}

/// Joins at least one unit; each comes with the name of its file.
pub fn link(units: Vec<(String, Program)>) -> LinkOutcome {
    let mut problems = Vec::new();
    let mut units = same_target(units, &mut problems);
    if units.len() == 1 {
        let (_, program) = units.remove(0);
        let shares = vec![Share { always: true, ..Share::default() }];
        return LinkOutcome { program, shares, problems };
    }
    agree_on_prototypes(&mut units);
    let resolution = resolve::resolve(&units);
    problems.extend(resolution.duplicates.iter().cloned());
    let shares = share::shares(&units, &resolution);
    let program = Linker::new(units, &resolution).join();
    LinkOutcome { program, shares, problems }
}

/// A prototype promises what all files have it promise.
fn agree_on_prototypes(units: &mut [(String, Program)]) {
    let mut agreed: HashMap<String, Vec<(bool, bool)>> = HashMap::new();
    let declared = |function: &Function| !function.has_body();
    for (_, unit) in units.iter() {
        for function in unit.functions.iter().filter(|function| declared(function)) {
            let own = function.param_attrs.iter().map(|attrs| (attrs.readonly, attrs.chars));
            match agreed.get_mut(&function.name) {
                None => {
                    agreed.insert(function.name.clone(), own.collect());
                }
                Some(agreed) => {
                    // Who takes less says nothing of the rest.
                    agreed.truncate(own.len());
                    for (agreed, own) in agreed.iter_mut().zip(own) {
                        *agreed = (agreed.0 && own.0, agreed.1 && own.1);
                    }
                }
            }
        }
    }
    for function in units.iter_mut().flat_map(|(_, unit)| unit.functions.iter_mut()) {
        let Some(agreed) = agreed.get(&function.name).filter(|_| declared(function)) else {
            continue;
        };
        for (at, attrs) in function.param_attrs.iter_mut().enumerate() {
            (attrs.readonly, attrs.chars) = agreed.get(at).copied().unwrap_or_default();
        }
    }
}

/// Leaves out what was compiled for another machine than the first unit.
fn same_target(
    units: Vec<(String, Program)>,
    problems: &mut Vec<LinkProblem>,
) -> Vec<(String, Program)> {
    let first = &units.first().expect("something to link").1;
    let (triple, layout) = (first.triple.clone(), first.layout.clone());
    let fits = |(file, unit): &(String, Program)| {
        let fits = machine(&unit.triple) == machine(&triple) && same_layout(&unit.layout, &layout);
        if !fits {
            problems.push(LinkProblem::OtherTarget {
                file: file.clone(),
                target: unit.triple.clone(),
                expected: triple.clone(),
            });
        }
        fits
    };
    let mut kept = units;
    kept.retain(fits);
    kept
}

/// Architecture and system of a triple. The vendor (`pc`, `unknown`) and the version of
/// the system do not change the code.
fn machine(triple: &str) -> (&str, String) {
    let mut parts = triple.split('-');
    let arch = parts.next().unwrap_or_default();
    let system: Vec<&str> = parts.skip(1).collect();
    (arch, system.join("-").trim_end_matches(|c: char| c.is_ascii_digit() || c == '.').to_owned())
}

/// Clang 18 changed the alignment of 128-bit integers on x86; units of an older and a
/// newer clang are still linked, as LLVM's own linker does, and the first one's holds.
fn same_layout(a: &DataLayout, b: &DataLayout) -> bool {
    let up_to_64 = |layout: &DataLayout| -> Vec<(u32, u32)> {
        layout.int_align.iter().copied().filter(|entry| entry.0 <= 64).collect()
    };
    a.little_endian == b.little_endian
        && a.pointer_bytes == b.pointer_bytes
        && a.float_align == b.float_align
        && up_to_64(a) == up_to_64(b)
}

struct Linker<'r> {
    units: Vec<(String, Program)>,
    resolution: &'r Resolution,
    out: Program,
    /// Filled unit by unit, in no order of their own.
    globals: Vec<Option<Global>>,
    functions: Vec<Option<Function>>,
    aliases: Vec<Option<Alias>>,
    constructors: Vec<Startup>,
    destructors: Vec<Startup>,
}

impl<'r> Linker<'r> {
    fn new(units: Vec<(String, Program)>, resolution: &'r Resolution) -> Self {
        let first = &units[0].1;
        let out = Program::new(first.layout.clone(), first.triple.clone());
        Linker {
            globals: places(resolution.globals),
            functions: places(resolution.functions),
            aliases: places(resolution.aliases),
            units,
            resolution,
            out,
            constructors: Vec::new(),
            destructors: Vec::new(),
        }
    }

    fn join(mut self) -> Program {
        for index in 0..self.units.len() {
            let (_, unit) = &mut self.units[index];
            let unit = std::mem::replace(
                unit,
                Program::new(self.out.layout.clone(), self.out.triple.clone()),
            );
            self.add_unit(index, unit);
        }
        // Sorting keeps the order of the files among equals.
        self.constructors.sort_by_key(|entry| entry.priority);
        self.destructors.sort_by_key(|entry| std::cmp::Reverse(entry.priority));
        self.out.constructors = self.constructors;
        self.out.destructors = self.destructors;
        let filled = "every symbol has the definition or declaration that won";
        self.out.globals = self.globals.into_iter().map(|g| g.expect(filled)).collect();
        self.out.functions = self.functions.into_iter().map(|f| f.expect(filled)).collect();
        self.out.aliases = self.aliases.into_iter().map(|a| a.expect(filled)).collect();
        self.out
    }

    fn add_unit(&mut self, index: usize, mut unit: Program) {
        let places = &self.resolution.units[index];
        let mut mapper = Mapper::new(&unit, places, self.resolution, &mut self.out);
        for (from, to, linkage) in &places.globals_to_copy {
            let mut global = mapper.global(&unit.globals[*from], *linkage);
            if let Some((align, source)) = self.resolution.commons.get(to) {
                debug_assert_eq!(*source, index);
                global.align = *align;
            }
            self.globals[to.index()] = Some(global);
        }
        for (from, to, linkage) in &places.functions_to_copy {
            let function = mapper.function(&mut unit.functions[*from], *linkage);
            self.functions[to.index()] = Some(function);
        }
        for (from, to) in &places.aliases_to_copy {
            let alias = mapper.alias(&unit, *from);
            self.aliases[to.index()] = Some(alias);
        }
        let moved = |entry: &Startup| match places.functions[entry.function.index()] {
            Target::Func(function) => Some(Startup { function, ..*entry }),
            _ => None,
        };
        self.constructors.extend(unit.constructors.iter().filter_map(moved));
        // The last file's destructors run first, as ELF's .fini_array runs backwards.
        self.destructors.splice(0..0, unit.destructors.iter().filter_map(moved));
        self.out.assembly |= unit.assembly;
        self.out.gaps.append(&mut unit.gaps);
    }
}

fn places<T>(len: usize) -> Vec<Option<T>> {
    std::iter::repeat_with(|| None).take(len).collect()
}

#[cfg(test)]
mod tests;
