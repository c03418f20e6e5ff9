//! Builds of the user's program with the harness, and with sanitizers where a rule needs them.
//!
//! Sources are compiled with the flags of the analysis, once for each set of sanitizers:
//! what differs between findings is data that the harness reads when it runs. Of the sources only
//! those are compiled that the program needs, so one that it does not need may even fail to. Functions
//! that are defined nowhere get a definition that answers as the harness says.

use super::sanitizers::Set;
use margay_frontend::child::{self, Stop};
use margay_frontend::flags;
use margay_frontend::link::Share;
use margay_frontend::{ClangInfo, Unit, UnitKind, compile_object, in_parallel};
use margay_ir::finding::{Form, Input, Source};
use object::{Object, ObjectSymbol};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The harness.
pub const HARNESS: &str = include_str!("harness.c");
pub const HARNESS_FILE: &str = "margay_replay.c";
pub const STUBS_FILE: &str = "margay_stubs.c";
/// What a build has besides that leads threads.
pub const TURNS: &str = include_str!("turns.c");
pub const TURNS_FILE: &str = "margay_turns.c";
/// What a build that counts has besides.
const PROFILE: &str = include_str!("profile.c");
const PROFILE_FILE: &str = "margay_profile.c";
/// Files whose frames are not the program's.
pub const HARNESS_FILES: [&str; 3] = [HARNESS_FILE, STUBS_FILE, TURNS_FILE];

/// For all code of a build.
pub const COMMON_FLAGS: &[&str] =
    &["-g", "-O0", "-fno-omit-frame-pointer", "-fno-optimize-sibling-calls", "-fno-lto"];
pub const HARNESS_FLAGS: &[&str] = &["-std=gnu11", "-w", "-U_FORTIFY_SOURCE"];
/// Two definitions of a name: the first one counts, as in the analysis.
pub const LINK_FLAGS: &[&str] = &["-Wl,-z,muldefs", "-lm", "-lpthread", "-ldl"];

/// Why bitcode is not built.
pub const NO_SOURCES: &str = "the program was given as LLVM bitcode, not as sources to build";

/// What clang says where it has no instrumentation for threads.
const NO_INSTRUMENTATION: &str = "unsupported option '-fsanitize=thread'";

/// A program that is ready to run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub program: PathBuf,
    pub set: Set,
    /// What it is made of.
    pub units: Vec<Unit>,
    /// Functions that the harness stands in for.
    pub wrapped: Vec<String>,
    /// The text of the definitions for what is defined nowhere, if there is any.
    pub stubs: Option<String>,
}

/// Why there is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BuildError {
    /// No build can be made, and what is missing is not the user's fault.
    Impossible(String),
    /// The compiler or the linker refuses.
    Refused(String),
    /// Clang comes without the sanitizers' runtime.
    NoRuntime,
}

/// How much of what was analysed a build has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// What `main` leads to, and what runs without being called. A program is often analysed together with the whole of
    /// a library that it needs a few files of.
    Needed,
    /// Every unit, for what is counted.
    All,
}

/// What a program is built with.
#[derive(Clone, Copy)]
pub struct With<'a> {
    pub clang: &'a ClangInfo,
    pub units: &'a [Unit],
    /// Set when the result is no longer wanted.
    pub stop: &'a Stop,
}

/// Builds the program in a directory, to be given some inputs.
pub fn build<'a>(
    with: With<'_>,
    (set, extent): (Set, Extent),
    inputs: impl Iterator<Item = &'a Input>,
    directory: &Path,
) -> Result<Build, BuildError> {
    let With { clang, units, stop } = with;
    if units.iter().any(|unit| unit.kind != UnitKind::C) {
        return Err(BuildError::Impossible(NO_SOURCES.to_owned()));
    }
    let fail = |e: std::io::Error| BuildError::Impossible(format!("cannot write: {e}"));
    std::fs::create_dir_all(directory).map_err(fail)?;
    let compiled = compile(with, (set, extent), directory)?;
    let objects: Vec<PathBuf> = compiled.iter().map(|index| object(directory, *index)).collect();
    let units: Vec<Unit> = compiled.into_iter().map(|index| units[index].clone()).collect();
    let defined: BTreeSet<String> = objects.iter().flat_map(|file| defined_in(file)).collect();
    if !defined.contains("main") {
        return Err(BuildError::Impossible("there is no `main` to run".to_owned()));
    }
    std::fs::write(directory.join(HARNESS_FILE), HARNESS).map_err(fail)?;
    let tool = Tool { clang, set, machine: machine_flags(&units), directory, stop };
    tool.compile(HARNESS_FILE)?;
    let mut harness = vec![directory.join("margay_replay.o")];
    if set.leads() {
        std::fs::write(directory.join(TURNS_FILE), TURNS).map_err(fail)?;
        tool.compile(TURNS_FILE)?;
        harness.push(directory.join("margay_turns.o"));
    }
    // The harness itself says what it stands in for.
    let mut wrapped: Vec<String> = harness
        .iter()
        .flat_map(|file| defined_in(file))
        .collect::<Vec<_>>()
        .iter()
        .filter_map(|name| name.strip_prefix("__wrap_"))
        .filter(|name| *name == "main" || !defined.contains(*name))
        .map(str::to_owned)
        .collect();
    wrapped.sort();
    let mut build = Build { program: directory.join("program"), set, units, wrapped, stubs: None };
    let mut link = objects;
    link.extend(harness);
    if set == Set::Coverage {
        std::fs::write(directory.join(PROFILE_FILE), PROFILE).map_err(fail)?;
        tool.compile(PROFILE_FILE)?;
        link.push(directory.join("margay_profile.o"));
    }
    if let Err(message) = tool.link(&link, &build) {
        let missing = undefined(&message);
        if missing.is_empty() {
            return Err(match message.contains("libclang_rt") {
                true => BuildError::NoRuntime,
                false => BuildError::Refused(first_error(&message)),
            });
        }
        let stubs = stubs(&missing, inputs);
        std::fs::write(directory.join(STUBS_FILE), &stubs).map_err(fail)?;
        build.stubs = Some(stubs);
        tool.compile(STUBS_FILE)?;
        link.push(directory.join("margay_stubs.o"));
        tool.link(&link, &build).map_err(|message| BuildError::Refused(first_error(&message)))?;
    }
    Ok(build)
}

/// Compiles the units of a program, each to its [`object`], and says which these are, in their
/// order: the first of two definitions counts.
fn compile(
    With { clang, units, stop }: With<'_>,
    (set, extent): (Set, Extent),
    directory: &Path,
) -> Result<BTreeSet<usize>, BuildError> {
    let flags = unit_flags(set);
    let compile_some = |some: &[usize]| -> Result<(), BuildError> {
        let compiled = in_parallel(some, 0, |index| {
            compile_object(clang, &units[*index], &flags, &object(directory, *index), stop)
        });
        let failed = compiled.into_iter().find_map(Result::err);
        let Some(e) = failed else { return Ok(()) };
        if set.leads() && e.message.contains(NO_INSTRUMENTATION) {
            let why = "clang cannot instrument threads for this machine";
            return Err(BuildError::Impossible(why.to_owned()));
        }
        Err(BuildError::Refused(first_error(&e.message)))
    };
    let shares: Option<Vec<&Share>> = units.iter().map(|unit| unit.share.as_ref()).collect();
    let (Some(shares), Extent::Needed) = (shares, extent) else {
        let all: Vec<usize> = (0..units.len()).collect();
        compile_some(&all)?;
        return Ok(all.into_iter().collect());
    };
    let named = |(index, share): (usize, &&Share)| {
        share.names.iter().map(move |name| (name.clone(), index)).collect::<Vec<_>>()
    };
    let owner: BTreeMap<String, usize> = shares.iter().enumerate().flat_map(named).collect();
    let always = shares.iter().enumerate().filter(|(_, share)| share.always);
    let mut needed: BTreeSet<usize> = always.map(|(index, _)| index).collect();
    needed.extend(owner.get("main"));
    let mut added: Vec<usize> = needed.iter().copied().collect();
    while !added.is_empty() {
        compile_some(&added)?;
        // Objects name more than the analysis sees: compilers call functions of their own accord,
        // and assembly does. A name that one of them defines may be another's too, which counts.
        let names = added.iter().flat_map(|index| named_in(&object(directory, *index)));
        let owners: BTreeSet<usize> = names.filter_map(|name| owner.get(&name).copied()).collect();
        added = owners.into_iter().filter(|index| needed.insert(*index)).collect();
    }
    Ok(needed)
}

fn object(directory: &Path, index: usize) -> PathBuf {
    directory.join(format!("{index}.o"))
}

/// Flags for the user's files besides their own.
pub fn unit_flags(set: Set) -> Vec<OsString> {
    COMMON_FLAGS.iter().copied().chain(set.flags()).map(OsString::from).collect()
}

/// Flags for one of the harness's files besides those that all have. What leads threads is called before
/// accesses that are perhaps faulty, and must not be taken for them.
pub fn own_flags(set: Set, file: &str) -> &'static [&'static str] {
    if file == TURNS_FILE { &[] } else { set.harness_flags() }
}

/// What sends calls of the program to the harness.
pub fn wrap_flags(build: &Build) -> Vec<String> {
    build.wrapped.iter().map(|name| format!("-Wl,--wrap={name}")).collect()
}

/// Flags of the units that choose the machine, which all objects of a program share.
pub fn machine_flags(units: &[Unit]) -> Vec<String> {
    let Some(unit) = units.first() else { return Vec::new() };
    // Clang starts a linker that lies in a sysroot: only the user may name one.
    let (mut found, roots) = (Vec::new(), ["-isysroot", "--sysroot"]);
    for (flags, is_user) in [(&unit.build_flags, false), (&unit.user_flags, true)] {
        for flag in flags::each(flags) {
            let name = flag[0].as_str();
            let is_root = is_user && roots.iter().any(|root| name.starts_with(root));
            let is_target =
                ["-target", "--target"].contains(&name) || name.starts_with("--target=");
            if is_root || is_target || name.starts_with("-m") {
                found.extend(flag.iter().cloned());
            }
        }
    }
    found
}

struct Tool<'a> {
    clang: &'a ClangInfo,
    set: Set,
    machine: Vec<String>,
    directory: &'a Path,
    stop: &'a Stop,
}

impl Tool<'_> {
    fn compile(&self, file: &str) -> Result<(), BuildError> {
        let mut command = self.command();
        command.args(COMMON_FLAGS).args(HARNESS_FLAGS).args(own_flags(self.set, file));
        command.args(["-c", file]);
        run(command, self.stop).map_err(|message| BuildError::Refused(first_error(&message)))
    }

    fn link(&self, objects: &[PathBuf], build: &Build) -> Result<(), String> {
        let mut command = self.command();
        command.args(self.set.link_flags()).args(objects).args(wrap_flags(build)).args(LINK_FLAGS);
        command.arg("-o").arg(&build.program);
        run(command, self.stop)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.clang.path);
        command.args(&self.machine).arg("-fno-color-diagnostics");
        command.current_dir(self.directory);
        command
    }
}

fn run(mut command: Command, stop: &Stop) -> Result<(), String> {
    // What linkers say is read here.
    command.env("LC_ALL", "C");
    let output = child::run(command, None, stop).map_err(|cut| format!("clang {cut}"))?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// The line that says what is wrong.
fn first_error(message: &str) -> String {
    let mut lines = message.lines().filter(|line| !line.trim().is_empty());
    let first = lines.clone().find(|line| line.contains("error:")).or_else(|| lines.next());
    first.unwrap_or("the compiler gave no reason").trim().to_owned()
}

/// Names that an object defines for others.
fn defined_in(file: &Path) -> Vec<String> {
    names(file, |symbol| symbol.is_definition() && symbol.is_global())
}

/// Names that an object shares with others, whether it defines them or not.
fn named_in(file: &Path) -> Vec<String> {
    names(file, |symbol| !symbol.is_local())
}

fn names(file: &Path, wanted: impl Fn(&object::Symbol<'_, '_>) -> bool) -> Vec<String> {
    let Ok(bytes) = std::fs::read(file) else { return Vec::new() };
    let Ok(object) = object::File::parse(&*bytes) else { return Vec::new() };
    let symbols = object.symbols().filter(wanted);
    symbols.filter_map(|symbol| symbol.name().ok().map(str::to_owned)).collect()
}

/// Names that a linker misses: ld's and gold's words, and lld's.
fn undefined(message: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for line in message.lines() {
        let name = match (
            line.split_once("undefined reference to "),
            line.split_once("undefined symbol: "),
        ) {
            (Some((_, rest)), _) | (None, Some((_, rest))) => rest,
            (None, None) => continue,
        };
        let name = name.trim_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
        if !name.is_empty() && name.bytes().all(|c| c.is_ascii_alphanumeric() || c == b'_') {
            found.insert(name.to_owned());
        }
    }
    found
}

/// Definitions for what is defined nowhere. What a call returns decides the type: a
/// number comes back in the register of numbers, whatever its width.
fn stubs<'a>(missing: &BTreeSet<String>, inputs: impl Iterator<Item = &'a Input>) -> String {
    let mut forms: BTreeMap<&str, (Form, usize)> = BTreeMap::new();
    for input in inputs {
        if let Source::Return { function } = &input.source {
            forms.entry(function).or_insert((input.form, input.bytes.len()));
        }
    }
    let mut text = String::from(
        "/* Functions that are defined nowhere: they answer what the path needs. */\n\
         unsigned long long margay_number(const char *);\n\
         double margay_double(const char *);\n\
         float margay_float(const char *);\n\
         void margay_written(const char *, void **, int);\n",
    );
    for name in missing {
        let (kind, answer) = match forms.get(name.as_str()) {
            Some((Form::Float, 4)) => ("float", "margay_float"),
            Some((Form::Float, _)) => ("double", "margay_double"),
            _ => ("unsigned long long", "margay_number"),
        };
        text += &format!(
            "{kind} {name}(void *a, void *b, void *c, void *d, void *e, void *f) {{\n    \
             void *arguments[] = {{a, b, c, d, e, f}};\n    \
             margay_written(\"{name}\", arguments, 6);\n    \
             return {answer}(\"{name}\");\n}}\n"
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_answers_what_the_models_ask() {
        // A function of its own, or a line of a table.
        let answers = |name: &str| {
            let forms = [format!("__wrap_{name}("), format!("({name})"), format!("({name},")];
            forms.iter().any(|form| HARNESS.contains(form))
        };
        // Who answers one answers the other that does the same.
        let twins = margay_models::functions::unlocked();
        let twins = twins.filter(|(_, locked)| answers(locked)).map(|(unlocked, _)| unlocked);
        let asked = margay_models::functions::answered_by_replay().chain(twins);
        let missing: Vec<&str> = asked.filter(|name| !answers(name)).collect();
        assert_eq!(missing, [""; 0]);
    }

    #[test]
    fn linkers_name_what_they_miss() {
        let words = "/usr/bin/ld: a.o: in function `main':\na.c:3: undefined reference to `parse'\n\
                     ld.lld: error: undefined symbol: lookup\n>>> referenced by a.c:3\n\
                     ld.lld: error: undefined symbol: operator new(unsigned long)\n";
        let names: Vec<String> = undefined(words).into_iter().collect();
        assert_eq!(names, ["lookup", "parse"]);
    }
}
