//! Every function of which something is known, by name: the tables of all files, joined.
//!
//! A function may stand in two tables, one of what it does and one of what exploration does in its place; what both say
//! is one record here. Invariant: a question about a function is answered by looking it up once and reading a field.

use crate::spec::{Facts, FunctionSpec, Table, Touch, UnknownText};
use crate::symbolic::touched;
use crate::{
    assert, atomic, ctype, dirent, err, fd, fnmatch, foreign, getopt, inet, locale, math, memory,
    misc, mman, paths, process, pthread, signal, socket, sse, sse_strings, stat, stdio, stdlib,
    string, symbolic, system, time, wchar,
};
use margay_ir::spell::library_name;
use std::collections::HashMap;
use std::sync::OnceLock;

/// Every table of models. A name stands in one of them only.
const TABLES: &[Table] = &[
    assert::MODELS,
    atomic::MODELS,
    atomic::SIZED,
    ctype::MODELS,
    dirent::MODELS,
    err::MODELS,
    fd::MODELS,
    fnmatch::MODELS,
    foreign::CRYPTOGRAPHY,
    foreign::DATABASES,
    foreign::LOGINS,
    getopt::MODELS,
    inet::MODELS,
    locale::MODELS,
    math::classify::MODELS,
    math::complex::MODELS,
    math::environment::MODELS,
    math::exact::MODELS,
    math::runtime::MODELS,
    math::transcendental::BINARY,
    math::transcendental::MODELS,
    math::transcendental::NEAR,
    math::transcendental::OTHERS,
    memory::MODELS,
    misc::MODELS,
    mman::MODELS,
    paths::MODELS,
    process::MODELS,
    pthread::attributes::MODELS,
    pthread::barrier::MODELS,
    pthread::cleanup::MODELS,
    pthread::condition::MODELS,
    pthread::keys::MODELS,
    pthread::life::MODELS,
    pthread::mutex::MODELS,
    pthread::rwlock::MODELS,
    pthread::semaphore::MODELS,
    pthread::spin::MODELS,
    signal::MODELS,
    socket::MODELS,
    sse::MODELS,
    sse_strings::MODELS,
    stat::MODELS,
    stdio::blocks::MODELS,
    stdio::chars::MODELS,
    stdio::files::MODELS,
    stdio::open::MODELS,
    stdio::position::MODELS,
    stdio::printf::MODELS,
    stdio::scanf::MODELS,
    stdio::temporary::MODELS,
    stdio::wide::MODELS,
    stdlib::alloc::MODELS,
    stdlib::arithmetic::MODELS,
    stdlib::convert::MODELS,
    stdlib::environment::MODELS,
    stdlib::floats::MODELS,
    stdlib::random::MODELS,
    string::compare::MODELS,
    string::copy::MODELS,
    string::messages::MODELS,
    string::path::MODELS,
    string::search::MODELS,
    string::token::MODELS,
    system::MODELS,
    time::calendar::MODELS,
    time::clocks::MODELS,
    time::parse::MODELS,
    time::text::MODELS,
    wchar::ctype::MODELS,
    wchar::multibyte::MODELS,
    wchar::string::MODELS,
];

fn index() -> &'static HashMap<&'static str, FunctionSpec> {
    static INDEX: OnceLock<HashMap<&'static str, FunctionSpec>> = OnceLock::new();
    INDEX.get_or_init(|| {
        let concrete = TABLES.iter().flat_map(|table| table.functions());
        let mut index: HashMap<&str, FunctionSpec> = HashMap::new();
        for function in concrete.chain(symbolic::functions()) {
            let known = index.entry(function.name).or_insert(function);
            *known = known.joined(function);
        }
        let unlocked: Vec<FunctionSpec> =
            index.values().filter_map(|f| as_locked(&index, f)).collect();
        index.extend(unlocked.into_iter().map(|function| (function.name, function)));
        let shared: Vec<_> = index.keys().map(|name| (*name, shared(&index, name))).collect();
        for (name, (touches, unknown_text)) in shared {
            let function = index.get_mut(name).expect("it was there just now");
            (function.touches, function.unknown_text) = (touches, unknown_text);
        }
        for function in index.values_mut() {
            function.explored_by = symbolic::explored_by(function);
        }
        index
    })
}

/// What a function touches, and what it does with unknown text: what the one does whose other name it is.
fn shared(
    index: &HashMap<&'static str, FunctionSpec>,
    name: &str,
) -> (&'static [Touch], Option<UnknownText>) {
    let touches = [touched::plain(name), name].iter().find_map(|name| index.get(*name));
    let unknown_text = index.get(library_name(name)).and_then(|function| function.unknown_text);
    (touches.map_or(&[], |function| function.touches), unknown_text)
}

/// What is asked of a function that ends in `_unlocked` is what holds of the one that locks the stream.
fn as_locked(
    index: &HashMap<&'static str, FunctionSpec>,
    function: &FunctionSpec,
) -> Option<FunctionSpec> {
    const SHARED: Facts = Facts::QUIET.and(Facts::ONLY_READS).and(Facts::SYNCHRONISES);
    let locked = index.get(function.name.strip_suffix("_unlocked")?)?;
    let mut function =
        FunctionSpec { facts: function.facts.replaced(SHARED, locked.facts), ..*function };
    if function.facts.has_any(Facts::UNLOCKED) {
        (function.symbolic, function.range) = (locked.symbolic, locked.range);
        function.facts = function.facts.replaced(Facts::QUIET_WHEN_EXPLORED, locked.facts);
    }
    Some(function)
}

/// What is known of a function of the library.
pub fn function(name: &str) -> Option<&'static FunctionSpec> {
    index().get(name)
}

/// The same; the variants that do not lock the stream count as well.
pub fn stream_function(name: &str) -> Option<&'static FunctionSpec> {
    function(name).or_else(|| function(name.strip_suffix("_unlocked")?))
}

/// Names of functions that have a fact.
pub fn having(fact: Facts) -> &'static [&'static str] {
    static HAVING: OnceLock<HashMap<u32, Vec<&'static str>>> = OnceLock::new();
    let having = HAVING.get_or_init(|| {
        let named = |bit| {
            let having = all().filter(move |function| function.facts.has_any(Facts::of_bit(bit)));
            (bit, having.map(|function| function.name).collect())
        };
        (0..u32::BITS).map(named).collect()
    });
    having.get(&fact.bit()).map_or(&[], Vec::as_slice)
}

/// What is known of every function, in the order of names.
pub fn all() -> impl Iterator<Item = &'static FunctionSpec> {
    let mut all: Vec<_> = index().values().collect();
    all.sort_unstable_by_key(|function| function.name);
    all.into_iter()
}

/// The function that does the same and locks the stream, or the function itself.
pub fn locked(name: &str) -> &str {
    match name.strip_suffix("_unlocked") {
        Some(locked) if function(name).is_some_and(|f| f.facts.has_any(Facts::UNLOCKED)) => locked,
        _ => name,
    }
}

/// Names of functions that work on a stream which they do not lock, and of those that do the same and lock it.
pub fn unlocked() -> impl Iterator<Item = (&'static str, &'static str)> {
    let unlocked = all().filter(|function| function.facts.has_any(Facts::UNLOCKED));
    unlocked.map(|function| (function.name, locked(function.name)))
}

/// Names of functions whose answers a replay must give in place of the system.
pub fn answered_by_replay() -> impl Iterator<Item = &'static str> {
    let answered = all().filter(|function| function.facts.has_any(Facts::ANSWERED_BY_REPLAY));
    answered.map(|function| function.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_name_has_one_model_of_a_kind() {
        let mut seen = BTreeSet::new();
        for FunctionSpec { name, .. } in TABLES.iter().flat_map(|table| table.functions()) {
            assert!(seen.insert(name), "{name} has two models");
        }
        for name in crate::names_in_c() {
            assert!(seen.insert(name), "{name} has a model and a definition in C");
        }
        let mut seen = BTreeSet::new();
        for FunctionSpec { name, .. } in symbolic::functions() {
            assert!(seen.insert(name), "{name} has two models for exploration");
        }
    }

    #[test]
    fn functions_with_hidden_waits_have_models() {
        for function in all().filter(|function| function.waits.is_some()) {
            let name = function.name;
            assert!(function.behaviour().is_some(), "{name} is unknown, which is noted anyway");
        }
    }
}
