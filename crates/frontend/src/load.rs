//! The façade: from what the user names to one program.
//!
//! Inputs are collected, compiled and read in parallel, then linked in the order they
//! were named. What fails is kept beside the program, never dropped: the caller
//! decides what a partial program is worth.

use crate::bitcode;
use crate::cache::{Cache, CacheOptions};
use crate::child::Stop;
use crate::clang::{self, ClangError, ClangInfo};
use crate::compile::{self, working_directory};
use crate::compile_db::DbError;
use crate::folded;
use crate::gotos;
use crate::inputs::{self, Inputs, Unit, UnitKind};
use crate::link::{self, LinkProblem};
use crate::preamble::Preambles;
use crate::record::RecordError;
use crate::regular;
use margay_ir::slots::promote_slots;
use margay_ir::verify::{VerifyError, verify_function, verify_tables};
use margay_ir::{Gap, IdVec, Program};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// What to load, and how.
#[derive(Clone, Debug)]
pub struct LoadRequest {
    /// C files, directories, compile databases, LLVM bitcode and text.
    pub inputs: Vec<PathBuf>,
    /// Files and directories that are left out where a directory, a database or a build
    /// names them; a file that the user names is not.
    pub exclude: Vec<PathBuf>,
    /// Flags for clang, as the user gave them.
    pub flags: Vec<String>,
    /// Flags that come before them, of settings that a repository may bring.
    pub settings: Vec<SettingsFlags>,
    /// A `compile_commands.json` or its directory; otherwise the nearest one is used.
    pub compile_db: Option<PathBuf>,
    /// A shell command whose compiler calls are recorded and used as the database.
    pub build: Option<String>,
    pub cache: CacheOptions,
    /// The clang to use; otherwise it is looked for.
    pub clang: Option<ClangInfo>,
    /// How many files to compile at once; 0 for as many as there are processors.
    pub jobs: usize,
    pub unsaved: Unsaved,
    /// What texts that are not saved include at their tops, if they are compiled again and again.
    pub preambles: Option<Arc<Preambles>>,
    /// Set when the result is no longer wanted.
    pub stop: Stop,
}

/// Flags for clang in the settings of a project.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SettingsFlags {
    /// Where they stand, for messages.
    pub name: String,
    pub flags: Vec<String>,
}

/// Text of files that an editor has not saved, by their absolute names: it counts, not what is on the
/// disk.
pub type Unsaved = BTreeMap<PathBuf, Arc<str>>;

impl LoadRequest {
    /// A request for some inputs, with nothing special and no cache.
    pub fn new(inputs: impl IntoIterator<Item = impl Into<PathBuf>>) -> Self {
        LoadRequest {
            inputs: inputs.into_iter().map(Into::into).collect(),
            exclude: Vec::new(),
            flags: Vec::new(),
            settings: Vec::new(),
            compile_db: None,
            build: None,
            cache: CacheOptions::disabled(),
            clang: None,
            jobs: 0,
            unsaved: BTreeMap::new(),
            preambles: None,
            stop: Stop::default(),
        }
    }
}

/// A program and all that can be said about how it came to be.
#[derive(Debug)]
pub struct Loaded {
    /// Linked; locals are promoted to slots and every function is verified.
    pub program: Program,
    /// Inputs that are not part of it.
    pub failures: Vec<FileFailure>,
    /// One sentence each.
    pub warnings: Vec<String>,
    /// What clang was not told, without which the code may mean something else; one phrase each.
    pub gaps: Vec<String>,
    /// `None` if all inputs were bitcode, which needs no clang.
    pub clang: Option<ClangInfo>,
    /// The files that define `main`, if several do: the inputs are several programs.
    pub mains: Vec<String>,
    /// How many files the program was made from.
    pub units: usize,
    /// What was compiled or read for it, with its flags.
    pub sources: Vec<Unit>,
    /// How many of them came from the cache.
    pub cached: usize,
}

/// An input that could not be analysed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileFailure {
    pub file: String,
    /// Clang's own words, or ours.
    pub message: String,
    /// Whether they are clang's, which name the file and the line themselves.
    pub by_clang: bool,
}

impl FileFailure {
    fn ours(file: &str, message: String) -> Self {
        FileFailure { file: file.to_owned(), message, by_clang: false }
    }
}

/// Why there is no program at all.
#[derive(Debug)]
pub enum LoadError {
    NoInput,
    /// There is nothing to analyse in what the user named.
    NoSources(PathBuf),
    Unreadable {
        file: PathBuf,
        reason: String,
    },
    Database(DbError),
    Build(RecordError),
    Clang(ClangError),
    /// It was stopped before there was a program.
    Interrupted,
    /// Every input failed; and what else is to be said, one sentence each.
    AllFailed {
        failures: Vec<FileFailure>,
        warnings: Vec<String>,
    },
}

impl fmt::Display for LoadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::NoInput => f.write_str("no input: name a C file, a directory or a build"),
            LoadError::NoSources(path) => write!(f, "{} has no C files in it", path.display()),
            LoadError::Unreadable { file, reason } => {
                write!(f, "cannot read {}: {reason}", file.display())
            }
            LoadError::Database(e) => e.fmt(f),
            LoadError::Interrupted => f.write_str("interrupted before the program was compiled"),
            LoadError::Build(e) => e.fmt(f),
            LoadError::Clang(e) => e.fmt(f),
            LoadError::AllFailed { failures, .. } => match failures.len() {
                1 => write!(f, "{} could not be analysed", failures[0].file),
                n => write!(f, "none of the {n} inputs could be analysed"),
            },
        }
    }
}

impl std::error::Error for LoadError {}

impl From<DbError> for LoadError {
    fn from(e: DbError) -> Self {
        LoadError::Database(e)
    }
}

/// Loads a program.
pub fn load(request: &LoadRequest) -> Result<Loaded, LoadError> {
    let Inputs { units, refused: mut failures, mut warnings, gaps } = inputs::collect(request)?;
    let cache = Cache::open(&request.cache);
    let needs_clang = units.iter().any(|unit| unit.kind != UnitKind::Bitcode);
    let clang = match &request.clang {
        _ if !needs_clang => None,
        Some(clang) => Some(clang.clone()),
        None => Some(clang::find_with(&cache).map_err(LoadError::Clang)?),
    };
    let mut unsaved = request.unsaved.clone();
    // What an editor has open is mostly as it is on the disk.
    unsaved.retain(|file, text| regular::read(file).ok().as_deref() != Some(text.as_bytes()));
    let results = in_parallel(&units, request.jobs, |unit| {
        let how = How { clang: clang.as_ref(), cache: &cache, request };
        load_unit(unit, &unsaved, &how)
    });

    if request.stop.load(Ordering::Relaxed) {
        return Err(LoadError::Interrupted);
    }
    let (mut programs, mut cached, mut sources) = (Vec::new(), 0, Vec::new());
    for (unit, result) in units.into_iter().zip(results) {
        match result {
            Ok((program, from_cache)) => {
                cached += usize::from(from_cache);
                programs.push((unit.name.clone(), program));
                sources.push(unit);
            }
            Err(failure) => failures.push(failure),
        }
    }
    if cached < programs.len() {
        cache.trim();
    }
    if programs.is_empty() {
        return Err(LoadError::AllFailed { failures, warnings });
    }
    let mut units = programs.len();
    let linked = link::link(programs);
    let mut mains = Vec::new();
    for problem in &linked.problems {
        if let LinkProblem::Duplicate { symbol, first, others } = problem
            && symbol == "main"
        {
            mains.push(first.clone());
            mains.extend(others.iter().cloned());
        }
    }
    for problem in linked.problems {
        match problem {
            LinkProblem::Duplicate { .. } => warnings.push(problem.to_string()),
            LinkProblem::OtherTarget { ref file, .. } => {
                units -= 1;
                sources.retain(|unit| unit.name != *file);
                failures.push(FileFailure::ours(file, problem.to_string()));
            }
        }
    }
    // Both have left out what is for another machine.
    for (unit, share) in sources.iter_mut().zip(linked.shares) {
        unit.share = Some(share);
    }
    let program = linked.program;
    Ok(Loaded { mains, program, failures, warnings, gaps, clang, units, sources, cached })
}

/// Reads bitcode into a program that is ready to run: promoted and verified.
pub fn read_verified(bitcode: &[u8]) -> Result<Program, String> {
    read_and_restore(bitcode, |_| Ok(()))
}

/// The same with what clang has folded away put back.
fn read_and_restore(
    bitcode: &[u8],
    restore: impl FnOnce(&mut Program) -> Result<(), String>,
) -> Result<Program, String> {
    let mut program = bitcode::read(bitcode).map_err(|e| e.to_string())?;
    for function in program.functions.ids().collect::<Vec<_>>() {
        gotos::split(&mut program.functions[function]);
    }
    if let Err(reason) = restore(&mut program) {
        let symbol = "constant expressions".to_owned();
        program
            .gaps
            .push(Gap { symbol, reason: format!("clang's warnings are not readable: {reason}") });
    }
    promote_slots(&mut program);
    verify_tables(&program).map_err(|errors| first_of(&errors))?;
    drop_what_fails_verification(&mut program);
    Ok(program)
}

/// What a unit is loaded with.
struct How<'a> {
    clang: Option<&'a ClangInfo>,
    cache: &'a Cache,
    request: &'a LoadRequest,
}

fn load_unit(
    unit: &Unit,
    unsaved: &Unsaved,
    how: &How<'_>,
) -> Result<(Program, bool), FileFailure> {
    let ours = |message| FileFailure::ours(&unit.name, message);
    let (preambles, stop) = (how.request.preambles.as_deref(), &how.request.stop);
    let (bitcode, diagnostics, cached) = match (unit.kind, how.clang) {
        (UnitKind::C | UnitKind::LlvmText, Some(clang)) => {
            let compiler = compile::Compiler { clang, cache: how.cache, preambles, stop };
            let compiled = compile::compile(&compiler, unit, unsaved).map_err(|e| FileFailure {
                file: unit.name.clone(),
                message: e.message,
                by_clang: e.by_clang,
            })?;
            (compiled.bitcode, compiled.diagnostics, compiled.cached)
        }
        (UnitKind::C | UnitKind::LlvmText, None) => unreachable!("clang was found for these"),
        (UnitKind::Bitcode, _) => {
            let path = unit.directory.join(&unit.file);
            let bytes = regular::read(&path)
                .map_err(|e| ours(format!("cannot be read: {}", io_reason(&e))))?;
            (bytes, Vec::new(), false)
        }
    };
    let text = |file: &Path| match unsaved.get(file) {
        Some(text) => Some(text.to_string()),
        None => regular::read_text(file).ok(),
    };
    let directory = working_directory(&unit.directory, &unit.build_flags, &unit.user_flags);
    let restore = |program: &mut Program| folded::restore(program, &diagnostics, &directory, &text);
    let program = read_and_restore(&bitcode, restore)
        .map_err(|e| ours(format!("its bitcode is not readable: {e}")))?;
    Ok((program, cached))
}

/// A function that breaks the rules of the IR becomes one without a body, and a gap.
fn drop_what_fails_verification(program: &mut Program) {
    for id in program.functions.ids() {
        let Err(errors) = verify_function(program, id) else { continue };
        let function = &mut program.functions[id];
        function.regs = IdVec::new();
        function.slots = IdVec::new();
        function.blocks = IdVec::new();
        function.insts = IdVec::new();
        function.vars = IdVec::new();
        program.gaps.push(Gap { symbol: function.name.clone(), reason: first_of(&errors) });
    }
}

fn first_of(errors: &[VerifyError]) -> String {
    errors.first().map(|error| error.message.clone()).unwrap_or_default()
}

/// What went wrong, without the number that the system has for it.
pub(crate) fn io_reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error").next().unwrap_or_default().to_lowercase()
}

/// Bytes of stack for a thread, as much as the first one has.
const STACK: usize = 8 << 20;

/// Applies `work` to all items on several threads; results keep the order of the items.
pub fn in_parallel<T: Sync, R: Send>(
    items: &[T],
    jobs: usize,
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let threads = if jobs == 0 { processors() } else { jobs }.min(items.len());
    if threads <= 1 {
        return items.iter().map(work).collect();
    }
    let next = AtomicUsize::new(0);
    let results: Mutex<Vec<Option<R>>> = Mutex::new(items.iter().map(|_| None).collect());
    let take = || {
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { break };
            let result = work(item);
            results.lock().unwrap_or_else(PoisonError::into_inner)[index] = Some(result);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            let thread = std::thread::Builder::new().stack_size(STACK);
            // With fewer threads than asked for it takes longer.
            let _ = thread.spawn_scoped(scope, take);
        }
        take();
    });
    let results = results.into_inner().unwrap_or_else(PoisonError::into_inner);
    results.into_iter().map(|result| result.expect("every item was taken once")).collect()
}
