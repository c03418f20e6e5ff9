//! The store of results: what came of a function, or of `main`, the last time.
//!
//! A result is kept under a key that says all that it depends on: the digest of what the function can come to, the
//! settings, and this build of Margay. So nothing in the store goes out of date, it is only unused, and the order of
//! writers makes no difference. What may come out differently the next time is not kept.
//!
//! What is kept is in memory as long as the store is open, and in a file of the user's cache. A file that
//! cannot be used is no error: everything works without, only slower.

mod file;
mod record;

pub(crate) use record::Names;

use crate::check::CheckOptions;
use crate::gathered::Gathered;
use crate::unit::Why;
use file::File;
use margay_engine::Reached;
use margay_frontend::CacheOptions;
use margay_ir::{Digest, Digests, FuncId, Slicer};
use margay_smt::PipeCommand;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Bytes of results that are kept in memory, at most.
const MOST_IN_MEMORY: usize = 64 << 20;

/// The share of the cache that results may have, and how much that is at most: the file is read as a
/// whole to see that it is not damaged.
const SHARE: u64 = 8;
const LARGEST_FILE: u64 = 64 << 20;

/// What a result is kept under.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Key(Digest);

/// Results of earlier checks. Threads may share it.
pub struct Store {
    /// The build of Margay that uses it; without that, nothing is kept.
    build: Option<String>,
    memory: Mutex<Memory>,
    file: Option<File>,
    taken: AtomicU64,
    added: AtomicU64,
}

#[derive(Default)]
struct Memory {
    results: HashMap<Key, Arc<[u8]>>,
    bytes: usize,
    /// What the file does not have yet.
    new: Vec<Key>,
    /// What was read from the file: it is still of use.
    used: HashSet<Key>,
}

impl Store {
    /// The store in a cache; without one, results are kept in memory only.
    pub fn open(options: &CacheOptions) -> Store {
        let most = (options.max_bytes / SHARE).min(LARGEST_FILE);
        let file = options.dir.as_ref().and_then(|dir| File::new(&dir.join("results"), most));
        let [taken, added] = [0, 0].map(AtomicU64::new);
        Store { build: build(), memory: Mutex::default(), file, taken, added }
    }

    /// How many results were of use since it was opened.
    pub fn taken(&self) -> u64 {
        self.taken.load(Ordering::Relaxed)
    }

    /// How many were added.
    pub fn added(&self) -> u64 {
        self.added.load(Ordering::Relaxed)
    }

    /// Looks in the file for what is not in memory.
    fn fetch(&self, keys: impl Iterator<Item = Key>) {
        let Some(file) = &self.file else { return };
        let mut memory = self.memory();
        let wanted: Vec<Key> = keys.filter(|key| !memory.results.contains_key(key)).collect();
        if wanted.is_empty() {
            return;
        }
        for (key, result) in file.read(&wanted) {
            memory.keep(key, result.into());
            memory.used.insert(key);
        }
    }

    fn get(&self, key: Key) -> Option<Arc<[u8]>> {
        self.memory().results.get(&key).cloned()
    }

    fn put(&self, key: Key, result: Vec<u8>) {
        self.added.fetch_add(1, Ordering::Relaxed);
        let mut memory = self.memory();
        if memory.keep(key, result.into()) {
            memory.new.push(key);
        }
    }

    /// Writes what is new to the file. A process that ends before that, or cannot write, has lost time and nothing
    /// else.
    pub fn save(&self) {
        let mut memory = self.memory();
        let new = std::mem::take(&mut memory.new);
        let used = std::mem::take(&mut memory.used);
        let Some(file) = &self.file else { return };
        let results: Vec<(Key, Arc<[u8]>)> = new
            .into_iter()
            .filter_map(|key| Some((key, memory.results.get(&key)?.clone())))
            .collect();
        drop(memory);
        file.write(&results, &used);
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Memory {
    /// Whether it is new.
    fn keep(&mut self, key: Key, result: Arc<[u8]>) -> bool {
        if self.bytes > MOST_IN_MEMORY {
            // What is not saved is not lost.
            let new: HashSet<Key> = self.new.iter().copied().collect();
            self.results.retain(|key, _| new.contains(key));
            self.bytes = self.results.values().map(|result| result.len()).sum();
        }
        self.bytes += result.len();
        self.results.insert(key, result).is_none()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("file", &self.file).finish_non_exhaustive()
    }
}

/// What is kept of one program, with the settings of one check.
pub(crate) struct Results<'a> {
    store: &'a Store,
    names: Names<'a>,
    settings: Digest,
    /// What `main` depends on besides.
    settings_of_main: Digest,
}

impl<'a> Results<'a> {
    /// The results of a check; `None` if it wants what is not kept.
    pub fn new(
        options: &'a CheckOptions,
        slicer: &Slicer<'a>,
        pipe: Option<&PipeCommand>,
    ) -> Option<Results<'a>> {
        let store = options.store.as_deref()?;
        let build = store.build.as_ref()?;
        let (settings, settings_of_main) = settings(options, build, pipe)?;
        let program = slicer.program();
        let names = Names::new(program, Digests::new(slicer));
        let results = Results { store, names, settings, settings_of_main };
        let bodies =
            || program.functions.enumerate().filter(|(_, f)| f.has_body()).map(|(id, _)| id);
        let keys = bodies().flat_map(|id| {
            [results.key(id, Why::NotEntered), results.key(id, Why::Shallow)].into_iter()
        });
        let main = bodies().filter(|id| program.functions[*id].name == "main");
        store.fetch(keys.chain(main.map(|id| results.key_of_main(id))));
        Some(results)
    }

    /// The key of what comes of a function that is analysed alone. Why it is makes no difference, but
    /// for what it calls.
    pub fn key(&self, entry: FuncId, why: Why) -> Key {
        let shallow = why == Why::Shallow;
        Key(Digest::of(&("function", self.settings, self.names.digests.of(entry), shallow)))
    }

    pub fn key_of_main(&self, main: FuncId) -> Key {
        let settings = (self.settings, self.settings_of_main);
        Key(Digest::of(&("main", settings, self.names.digests.of(main))))
    }

    /// What came of it before.
    pub fn get(&self, key: Key) -> Option<(Gathered, Reached)> {
        let result = record::read(&self.store.get(key)?, &self.names)?;
        self.store.taken.fetch_add(1, Ordering::Relaxed);
        Some(result)
    }

    /// Keeps what came of it, if it would come of it again.
    pub fn put(&self, key: Key, gathered: &Gathered, reached: &Reached) {
        if gathered.is_stopped {
            return;
        }
        if let Some(result) = record::write(gathered, reached, &self.names) {
            self.store.put(key, result);
        }
    }
}

/// Digests of all settings that results depend on; `None` if a check wants more of a path than is kept. The
/// pattern names all, so that a new one is thought of.
fn settings(
    options: &CheckOptions,
    build: &str,
    pipe: Option<&PipeCommand>,
) -> Option<(Digest, Digest)> {
    let CheckOptions {
        limits,
        function_limits,
        arguments,
        input,
        flow,
        concretion,
        unroll,
        widen,
        endless,
        merge,
        interleavings,
        tree,
        lines: _,
        passed,
        jobs: _,
        unit_steps,
        panic_in,
        target,
        paths_wanted: _,
        plan,
        navigate,
        functions: _,
        inspected,
        losses_apart,
        tests,
        left_open,
        ends: _,
        // It changes what is said of a result, not the result.
        untold: _,
        stop: _,
        store: _,
        // What it ends is not kept.
        memory: _,
    } = options;
    let is_kept = !tree && !passed && target.is_none() && plan.is_none() && !navigate;
    let is_kept = is_kept && inspected.functions().next().is_none() && tests.is_none();
    let is_kept = is_kept && panic_in.is_none();
    if !is_kept {
        return None;
    }
    let switches = (concretion, unroll, widen, endless, losses_apart);
    let words = format!("{function_limits:?} {input:?} {flow:?} {merge:?} {interleavings:?}");
    let all = Digest::of(&(build, words, switches));
    let pipe = pipe.map(|pipe| (&pipe.program, stamp(&pipe.program)));
    let pipe = format!("{pipe:?}");
    let of_main =
        Digest::of(&(format!("{limits:?} {arguments:?} {unit_steps:?} {left_open}"), pipe));
    Some((all, of_main))
}

/// This build of Margay: a version that is being worked on has many. It is asked for once: the program of a
/// server may be replaced while it runs.
fn build() -> Option<String> {
    let stamp = stamp(&std::env::current_exe().ok()?)?;
    Some(format!("{} {stamp}", env!("CARGO_PKG_VERSION")))
}

/// What changes when a program is replaced.
fn stamp(program: &Path) -> Option<String> {
    let file = std::fs::metadata(program).ok()?;
    Some(format!("{} {:?}", file.len(), file.modified().ok()?))
}
