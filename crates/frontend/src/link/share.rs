//! What a program has of each of its units: which of them a native build needs, too.
//!
//! A linker takes every object that it is given. One that nothing refers to is still of no
//! consequence, unless it runs without being called or is found by other means than its names: then
//! it is in the program always. Where that cannot be told, it counts as such.

use super::resolve::{Places, Resolution};
use margay_ir::{Linkage, Program};

/// What a program has of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// The names that mean something of this unit, sorted.
    pub names: Vec<String>,
    /// Whether it counts even if none of the names is referred to.
    pub always: bool,
}

/// What the joined program takes from each unit.
pub fn shares(units: &[(String, Program)], resolution: &Resolution) -> Vec<Share> {
    let all = units.iter().zip(&resolution.units);
    all.map(|((_, unit), places)| share(unit, places)).collect()
}

fn share(unit: &Program, places: &Places) -> Share {
    let globals = places.globals_to_copy.iter().filter_map(|(id, _, linkage)| {
        let global = &unit.globals[*id];
        global.init.map(|_| (&global.name, *linkage))
    });
    let functions = places.functions_to_copy.iter().filter_map(|(id, _, linkage)| {
        let function = &unit.functions[*id];
        function.has_body().then_some((&function.name, *linkage))
    });
    let aliases = places.aliases_to_copy.iter().map(|(id, _)| {
        let alias = &unit.aliases[*id];
        (&alias.name, alias.linkage)
    });
    let seen = globals.chain(functions).chain(aliases).filter(|(_, linkage)| {
        // A body for inlining leaves nothing in an object.
        !matches!(linkage, Linkage::Internal | Linkage::AvailableExternally)
    });
    // A name that goes to the assembler as it is begins with a mark.
    let mut names: Vec<String> =
        seen.map(|(name, _)| name.trim_start_matches('\u{1}').to_owned()).collect();
    names.sort();
    names.dedup();
    let always = runs_without_a_call(unit) || names.iter().any(|name| replaces_library(name));
    Share { names, always }
}

/// Whether code of a unit runs, or its data is read, though nothing refers to it by name.
fn runs_without_a_call(unit: &Program) -> bool {
    let in_section = |global: &margay_ir::Global| {
        // Data in a section of its own is found from where the section begins.
        global.init.is_some() && global.section.is_some()
    };
    let starts = !unit.constructors.is_empty() || !unit.destructors.is_empty();
    starts || unit.assembly || unit.globals.iter().any(in_section)
}

/// The functions of the library that it calls by name itself, so that a program may have its own.
fn replaces_library(name: &str) -> bool {
    const REPLACEABLE: [&str; 10] = [
        "malloc",
        "free",
        "calloc",
        "realloc",
        "aligned_alloc",
        "malloc_usable_size",
        "memalign",
        "posix_memalign",
        "pvalloc",
        "valloc",
    ];
    REPLACEABLE.contains(&name)
}
