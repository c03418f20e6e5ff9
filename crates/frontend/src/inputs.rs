//! From what the user names to the list of things to compile or read.
//!
//! Every input ends in exactly one place: as a [`Unit`], or as a refusal with its
//! reason. Units keep the order in which the user named them; a directory's files
//! come sorted. No file is listed twice.

use crate::compile_db::{CompileCommand, CompileDb, DbError, FILE_NAME, normalize};
use crate::flags::{self, Harm, LeftOut, Why};
use crate::link::Share;
use crate::load::{FileFailure, LoadError, LoadRequest, io_reason};
use crate::record;
use crate::regular;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// One translation unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// How messages name it.
    pub name: String,
    /// As clang is given it, relative to `directory`.
    pub file: PathBuf,
    pub directory: PathBuf,
    /// Flags that the repository brings: of the build, then of settings. Those that this clang does not know
    /// may be left out.
    pub build_flags: Vec<String>,
    /// Flags that the user gave to Margay.
    pub user_flags: Vec<String>,
    pub kind: UnitKind,
    /// What the program has of it; unknown before it is linked.
    pub share: Option<Share>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnitKind {
    /// C, preprocessed or not.
    C,
    /// LLVM's text form, which clang turns into bitcode.
    LlvmText,
    Bitcode,
}

/// What the user's inputs amount to.
#[derive(Debug, Default)]
pub struct Inputs {
    pub units: Vec<Unit>,
    pub refused: Vec<FileFailure>,
    pub warnings: Vec<String>,
    /// What clang was not told, without which the code may mean something else; one phrase each.
    pub gaps: Vec<String>,
}

/// Collects the units of a request; runs the build if there is one to record.
pub fn collect(request: &LoadRequest) -> Result<Inputs, LoadError> {
    let mut collector = Collector::new(request)?;
    let paths = &request.inputs;
    if paths.is_empty() {
        match collector.given.clone() {
            Some(db) => collector.add_all(&db),
            None => return Err(LoadError::NoInput),
        }
    }
    let mut unreadable = None;
    for path in paths {
        let meta = match fs::metadata(path) {
            Ok(meta) => meta,
            // An editor may have text for a file that is not there yet.
            Err(_) if request.unsaved.contains_key(path) => {
                collector.add_file(path)?;
                continue;
            }
            Err(e) => {
                let reason = io_reason(&e);
                collector.refuse(path.display().to_string(), &format!("cannot be read: {reason}"));
                let error = LoadError::Unreadable { file: path.clone(), reason };
                unreadable.get_or_insert(error);
                continue;
            }
        };
        if meta.is_dir() {
            collector.add_directory(path)?;
        } else if path.extension().is_some_and(|e| e == "json") {
            let db = collector.read_db(path)?;
            collector.add_all(&db);
        } else {
            collector.add_file(path)?;
        }
    }
    if let Some(error) = unreadable
        && paths.len() == 1
    {
        return Err(error);
    }
    if collector.inputs.units.is_empty() && collector.inputs.refused.is_empty() {
        return Err(match paths.first() {
            Some(path) => LoadError::NoSources(path.clone()),
            None => LoadError::NoInput,
        });
    }
    collector.tell_of_flags();
    Ok(collector.inputs)
}

/// A database and how messages call it.
struct Named {
    db: CompileDb,
    name: String,
}

struct Collector {
    inputs: Inputs,
    here: PathBuf,
    /// Flags of a project's settings that may stay.
    settings: Vec<String>,
    user_flags: Vec<String>,
    /// Flags that were left out, by where they stand.
    left_out: BTreeMap<String, BTreeSet<LeftOut>>,
    /// The database of `-p` or `--build`, which then is the only one.
    given: Option<Rc<Named>>,
    /// Databases found on the way, by file.
    found: HashMap<PathBuf, Rc<Named>>,
    seen: HashSet<PathBuf>,
    /// Normalized.
    exclude: Vec<PathBuf>,
}

impl Collector {
    fn new(request: &LoadRequest) -> Result<Self, LoadError> {
        let here = std::env::current_dir().map_err(|e| LoadError::Unreadable {
            file: PathBuf::from("."),
            reason: io_reason(&e),
        })?;
        let (mut settings, mut left_out) = (Vec::new(), BTreeMap::<_, BTreeSet<_>>::new());
        for said in &request.settings {
            let parsed = flags::of_settings(&said.flags);
            settings.extend(parsed.flags);
            left_out.entry(said.name.clone()).or_default().extend(parsed.left_out);
        }
        let mut collector = Collector {
            inputs: Inputs::default(),
            settings,
            user_flags: flags::of_user(&request.flags, &here),
            left_out,
            exclude: request.exclude.iter().map(|path| normalize(&here.join(path))).collect(),
            here,
            given: None,
            found: HashMap::new(),
            seen: HashSet::new(),
        };
        if let Some(command) = &request.build {
            let db = record::record(command, &collector.here, &request.stop);
            let db = db.map_err(LoadError::Build)?;
            collector.note_repeated(&db);
            let name = format!("the build `{command}`");
            collector.given = Some(Rc::new(Named { db, name }));
        } else if let Some(path) = &request.compile_db {
            collector.given = Some(collector.read_db(path)?);
        }
        Ok(collector)
    }

    fn read_db(&mut self, path: &Path) -> Result<Rc<Named>, DbError> {
        if let Some(db) = self.found.get(path) {
            return Ok(db.clone());
        }
        let db = CompileDb::read(path)?;
        self.note_repeated(&db);
        let file = if path.is_dir() { path.join(FILE_NAME) } else { path.to_owned() };
        let db = Rc::new(Named { db, name: self.display(&file) });
        self.found.insert(path.to_owned(), db.clone());
        Ok(db)
    }

    fn note_repeated(&mut self, db: &CompileDb) {
        // Probes of a configure script come and go under one name.
        for path in db.repeated().iter().filter(|path| path.is_file()) {
            let name = self.display(path);
            let text = format!("{name} is compiled in several ways; the first one counts");
            self.inputs.warnings.push(text);
        }
    }

    /// The database that says how to compile something in or below `dir`.
    fn db_for(&mut self, dir: &Path) -> Result<Option<Rc<Named>>, DbError> {
        match (&self.given, CompileDb::nearest(dir)) {
            (Some(db), _) => Ok(Some(db.clone())),
            (None, Some(file)) => self.read_db(&file).map(Some),
            (None, None) => Ok(None),
        }
    }

    fn add_all(&mut self, Named { db, name }: &Named) {
        let mut gone = Vec::new();
        for command in db.commands() {
            let path = command.path();
            if self.is_excluded(&path) {
                continue;
            }
            if path.exists() {
                self.add_command(command, name);
            } else {
                // Configure scripts compile and delete small probes.
                gone.push(self.display(&path));
            }
        }
        if let Some(first) = gone.first() {
            let text = match gone.len() {
                1 => format!("{first} is gone since the build compiled it"),
                n => format!("{n} files are gone since the build compiled them, as {first}"),
            };
            self.inputs.warnings.push(text);
        }
    }

    /// What the database compiles below a directory; without one, every C file there.
    fn add_directory(&mut self, dir: &Path) -> Result<(), LoadError> {
        if let Some(named) = self.db_for(dir)? {
            let Named { db, name } = &*named;
            let root = self.here.join(dir);
            let roots = [normalize(&root), root.canonicalize().unwrap_or(root)];
            let below = |c: &&CompileCommand| roots.iter().any(|root| c.path().starts_with(root));
            let mut inside: Vec<&CompileCommand> = db.commands().iter().filter(below).collect();
            inside.retain(|command| command.path().exists());
            if !inside.is_empty() {
                inside.retain(|command| !self.is_excluded(&command.path()));
                inside.into_iter().for_each(|command| self.add_command(command, name));
                return Ok(());
            }
        }
        let mut files = Vec::new();
        walk(dir, &mut files)
            .map_err(|e| LoadError::Unreadable { file: dir.to_owned(), reason: io_reason(&e) })?;
        if files.is_empty() {
            self.inputs.warnings.push(format!("{} has no C files in it", dir.display()));
        }
        files.retain(|file| !self.is_excluded(file));
        files.iter().try_for_each(|file| self.add_file(file))
    }

    fn add_file(&mut self, path: &Path) -> Result<(), LoadError> {
        let dir = path.parent().filter(|dir| !dir.as_os_str().is_empty());
        let language = language_of(path);
        if matches!(language, Language::C) {
            let db = self.db_for(dir.unwrap_or(Path::new(".")))?;
            if let Some(Named { db, name }) = db.as_deref()
                && let Some(command) = db.find(path)
            {
                self.add_command(command, name);
                return Ok(());
            }
        }
        let here = self.here.clone();
        self.add(path.display().to_string(), path.to_owned(), here, Vec::new(), language);
        Ok(())
    }

    fn add_command(&mut self, command: &CompileCommand, database: &str) {
        let left_out = self.left_out.entry(database.to_owned()).or_default();
        left_out.extend(command.left_out.iter().cloned());
        let language =
            if command.cplusplus { Language::CPlusPlus } else { language_of(&command.path()) };
        let name = self.display(&command.path());
        let CompileCommand { directory, file, flags, .. } = command.clone();
        self.add(name, file, directory, flags, language);
    }

    fn add(
        &mut self,
        name: String,
        file: PathBuf,
        directory: PathBuf,
        mut build_flags: Vec<String>,
        language: Language,
    ) {
        let path = normalize(&directory.join(&file));
        if !self.seen.insert(path.clone()) {
            return;
        }
        if let Some(why) = fs::metadata(&path).ok().and_then(|found| regular::refusal(&found)) {
            return self.refuse(name, &format!("{why}, and not read"));
        }
        let kind = match language {
            Language::C => UnitKind::C,
            Language::LlvmText => UnitKind::LlvmText,
            Language::Bitcode => UnitKind::Bitcode,
            Language::CPlusPlus => return self.refuse(name, "C++ is not analysed, only C is"),
            Language::ObjectiveC => {
                return self.refuse(name, "Objective-C is not analysed, only C is");
            }
            Language::Assembly => return self.refuse(name, "assembly is not analysed, only C is"),
            Language::Other => {
                return self.refuse(name, "not a C file, nor LLVM bitcode (.bc) or text (.ll)");
            }
        };
        build_flags.extend(self.settings.iter().cloned());
        let (user_flags, share) = (self.user_flags.clone(), None);
        self.inputs.units.push(Unit {
            name,
            file,
            directory,
            build_flags,
            user_flags,
            kind,
            share,
        });
    }

    fn refuse(&mut self, file: String, reason: &str) {
        let message = reason.to_owned();
        self.inputs.refused.push(FileFailure { file, message, by_clang: false });
    }

    /// Says which flags clang is not given, one sentence for each place and reason.
    fn tell_of_flags(&mut self) {
        for (place, left_out) in std::mem::take(&mut self.left_out) {
            let mut reasons: BTreeMap<Why, Vec<String>> = BTreeMap::new();
            for LeftOut { why, flag } in left_out {
                reasons.entry(why).or_default().push(format!("`{flag}`"));
            }
            for (why, flags) in reasons {
                let flags = flags.join(", ");
                let because = match why {
                    Why::Harm(Harm::RunsCode) => "a repository must not bring in code or flags",
                    Why::Harm(Harm::ChoosesTools) => {
                        "a repository must not choose programs that run"
                    }
                    Why::Harm(Harm::WritesFiles) => {
                        "a repository must not choose files that are written"
                    }
                    Why::Unknown => "they are unknown to Margay",
                };
                let text = format!("clang is not given flags of {place}: {flags} ({because})");
                self.inputs.warnings.push(text);
                if why.is_gap() {
                    self.inputs
                        .gaps
                        .push(format!("flags of {place} that clang was not given: {flags}"));
                }
            }
        }
    }

    fn is_excluded(&self, path: &Path) -> bool {
        let path = normalize(&self.here.join(path));
        self.exclude.iter().any(|excluded| path.starts_with(excluded))
    }

    /// A path as the user would write it here.
    fn display(&self, path: &Path) -> String {
        path.strip_prefix(&self.here).unwrap_or(path).display().to_string()
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    C,
    LlvmText,
    Bitcode,
    CPlusPlus,
    ObjectiveC,
    Assembly,
    Other,
}

/// The language by the file's name; bitcode also by its first bytes, since the objects
/// that `clang -flto` makes are bitcode.
fn language_of(path: &Path) -> Language {
    match path.extension().and_then(|e| e.to_str()).unwrap_or_default() {
        "c" | "i" => Language::C,
        "ll" => Language::LlvmText,
        "bc" => Language::Bitcode,
        "C" | "cc" | "cp" | "cpp" | "cxx" | "c++" | "CPP" | "ii" => Language::CPlusPlus,
        "m" | "mm" | "M" | "mi" => Language::ObjectiveC,
        "s" | "S" | "asm" | "sx" => Language::Assembly,
        _ if is_bitcode(path) => Language::Bitcode,
        _ => Language::Other,
    }
}

fn is_bitcode(path: &Path) -> bool {
    let mut head = [0; 4];
    // Who opens a pipe waits for its other end.
    if !path.is_file() {
        return false;
    }
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut head));
    // Raw bitcode, and bitcode in the wrapper that Apple's tools put around it.
    read.is_ok() && (head == *b"BC\xC0\xDE" || head == [0xDE, 0xC0, 0x17, 0x0B])
}

/// All sources below a directory, sorted; hidden directories and those that builds make
/// are left out, links to directories are not followed.
fn walk(dir: &Path, out: &mut Vec<PathBuf>) -> std::io::Result<()> {
    let mut entries = BTreeMap::new();
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        entries.insert(entry.file_name(), (entry.path(), entry.file_type()?));
    }
    for (name, (path, kind)) in entries {
        let name = name.to_string_lossy();
        if kind.is_dir() {
            if !name.starts_with('.') && !is_build_directory(&name) {
                walk(&path, out)?;
            }
        } else if is_source(&path) {
            out.push(path);
        }
    }
    Ok(())
}

/// C++ next to C is counted as not analysed rather than passed over in silence.
fn is_source(path: &Path) -> bool {
    let named = path.extension().is_some_and(|e| e != "i" && e != "ii");
    named && matches!(language_of(path), Language::C | Language::CPlusPlus)
}

fn is_build_directory(name: &str) -> bool {
    matches!(name, "build" | "_build" | "target" | "node_modules" | "CMakeFiles")
        || name.starts_with("cmake-build-")
}
