//! Running clang: C or LLVM text in, bitcode out.
//!
//! Output goes to a scratch directory or the cache, never beside the source. Clang
//! gets no standard input, since that belongs to the program that is analysed.

use crate::cache::{Cache, Hash};
use crate::child::{self, Cut, Ended, Stop};
use crate::clang::ClangInfo;
use crate::compile_db::normalize;
use crate::flags;
use crate::folded;
use crate::inputs::{Unit, UnitKind};
use crate::load::{Unsaved, io_reason};
use crate::preamble::{self, Make, Preambles};
use crate::regular;
use crate::scratch::Scratch;
use serde_json::json;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::SystemTime;

/// Bitcode and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    pub bitcode: Vec<u8>,
    /// Clang's serialized diagnostics; empty if they say nothing of constant expressions (`folded.rs`).
    pub diagnostics: Vec<u8>,
    pub cached: bool,
}

/// Why there is no bitcode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    pub message: String,
    /// The message is clang's own, word for word.
    pub by_clang: bool,
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CompileError {}

/// Flags for all C code. No optimisation, since that removes the very faults we look for;
/// scopes of variables are marked, which clang does at -O0 only for its sanitizers.
const C_FLAGS: &[&str] = &[
    "-O0",
    "-Xclang",
    "-disable-O0-optnone",
    "-Xclang",
    "-fsanitize-address-use-after-scope",
    "-g",
    // Fortified calls are no part of what the source says.
    "-U_FORTIFY_SOURCE",
    // Classes of characters are functions, as the standard has them: a table takes what is no
    // character in silence.
    "-D__NO_CTYPE",
    // Clang 16 made errors of these, clang 15 and gcc before 14 had not. What the user's
    // compiler takes, we take, and the same from any clang.
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
];

/// Flags that have clang name the types of functions that are only declared, which debug info does
/// not have. The checks that they are meant for are left out of all code by a list of what is not
/// to be checked, whose name follows.
const PROTOTYPE_FLAGS: &[&str] = &["-Xclang", "-fsanitize=cfi-icall", "-Xclang"];
const UNCHECKED: &str = "src:*\n";

/// The list of files that clang sees in place of those on the disk.
const OVERLAY: &str = "overlay.json";

/// Text is taken as it is: no pass may change it.
const LLVM_TEXT_FLAGS: &[&str] = &["-O0", "-Xclang", "-disable-llvm-passes", "-x", "ir"];

const OUTPUT_FLAGS: &[&str] =
    &["-c", "-Qunused-arguments", "-fno-color-diagnostics", "-fno-crash-diagnostics"];

/// No assembler is started: which one that would be, a sysroot of the build could say.
const OWN_ASSEMBLER: &str = "-fintegrated-as";

/// Where clang says in a form of its own what it has to say: in its messages, a source could say the same.
const DIAGNOSTICS_FLAG: &str = "--serialize-diagnostics";
const DIAGNOSTICS: &str = "diagnostics";

/// Warnings are the compiler's business, which the user has run already, but for those that
/// [`folded`] wants to know.
const QUIET: &str = "-w";

/// Variables through which the environment changes what clang reads.
const ENVIRONMENT: &[&str] = &["CPATH", "C_INCLUDE_PATH", "SDKROOT", "MACOSX_DEPLOYMENT_TARGET"];

/// What compiles: a clang with what was compiled before, until all work is stopped.
pub struct Compiler<'a> {
    pub clang: &'a ClangInfo,
    pub cache: &'a Cache,
    pub preambles: Option<&'a Preambles>,
    pub stop: &'a Stop,
}

/// Compiles one file of C or LLVM text; of files of C that are not saved, the text that is given
/// for them, be they this one or what it includes.
pub fn compile(
    compiler: &Compiler<'_>,
    unit: &Unit,
    unsaved: &Unsaved,
) -> Result<Compiled, CompileError> {
    let Compiler { clang, cache, preambles, stop } = *compiler;
    let file = normalize(&unit.directory.join(&unit.file));
    let text = unsaved.get(&file).filter(|_| unit.kind == UnitKind::C);
    let text = text.map(|text| named(&unit.file.to_string_lossy(), text));
    let included = match unit.kind {
        UnitKind::C => unsaved.iter().filter(|(other, _)| **other != file).collect(),
        UnitKind::LlvmText | UnitKind::Bitcode => Vec::new(),
    };
    let mut extra_flags: Vec<OsString> = vec!["-emit-llvm".into()];
    if text.is_some() {
        // What it includes lies beside it.
        let beside = unit.file.parent().unwrap_or(Path::new("."));
        extra_flags.extend(["-iquote".into(), unit.directory.join(beside).into()]);
    }
    let job = Job {
        clang,
        directory: &unit.directory,
        source: text.as_deref().map_or(Source::File(&unit.file), Source::Text),
        language_flags: match unit.kind {
            UnitKind::LlvmText => LLVM_TEXT_FLAGS,
            UnitKind::C | UnitKind::Bitcode => C_FLAGS,
        },
        build_flags: &unit.build_flags,
        user_flags: &unit.user_flags,
        extra_flags: &extra_flags,
        included: &included,
        stop,
    };
    // Who has not saved one text compiles it again and again. Of headers that are not saved a precompiled one would
    // know nothing; other sources are not included, unless it looks so.
    let is_source = |file: &PathBuf| file.extension().is_some_and(|extension| extension == "c");
    // The first line is the text's own name.
    let includes_none = |text: &String| {
        let own = text.split_once('\n').map_or("", |(_, own)| own);
        !own.contains(".c\"") && !own.contains(".c>")
    };
    let is_alone = included.iter().all(|(file, _)| is_source(file))
        && (included.is_empty() || text.as_ref().is_some_and(includes_none));
    let preambles = preambles.filter(|_| text.is_some() && is_alone);
    job.run(cache, preambles)
}

/// How a text begins that says its name.
const FIRST_LINE: &str = "#line 1 ";

/// Text that messages and debug info call by a name.
fn named(name: &str, text: &str) -> String {
    let name = name.replace('\\', "\\\\").replace('"', "\\\"");
    format!("{FIRST_LINE}\"{name}\"\n{text}")
}

/// Compiles one file of C to a native object with debug info, with flags beside its own.
pub fn compile_object(
    clang: &ClangInfo,
    unit: &Unit,
    extra_flags: &[OsString],
    object: &Path,
    stop: &Stop,
) -> Result<(), CompileError> {
    let job = native(clang, unit, extra_flags, stop);
    job.run_clang(object, None).map(|_| ())
}

/// The arguments of clang that make a native object of a file, but for the file's name and
/// `-o`, as [`compile_object`] gives them if clang knows them all.
pub fn object_arguments(clang: &ClangInfo, unit: &Unit, extra_flags: &[OsString]) -> Vec<OsString> {
    native(clang, unit, extra_flags, &Stop::default()).arguments(&unit.build_flags)
}

fn native<'a>(
    clang: &'a ClangInfo,
    unit: &'a Unit,
    extra_flags: &'a [OsString],
    stop: &'a Stop,
) -> Job<'a> {
    Job {
        clang,
        directory: &unit.directory,
        source: Source::File(&unit.file),
        language_flags: C_FLAGS,
        build_flags: &unit.build_flags,
        user_flags: &unit.user_flags,
        extra_flags,
        included: &[],
        stop,
    }
}

/// Compiles C held in memory; `name` is how messages and debug info call it.
pub fn compile_source(
    clang: &ClangInfo,
    name: &str,
    text: &str,
    flags: &[String],
    cache: &Cache,
) -> Result<Compiled, CompileError> {
    let text = named(name, text);
    let job = Job {
        clang,
        // The directory is part of the debug info; this one is the same for everyone.
        directory: Path::new("/"),
        source: Source::Text(&text),
        language_flags: C_FLAGS,
        build_flags: &[],
        user_flags: flags,
        extra_flags: &["-emit-llvm".into()],
        included: &[],
        stop: &Stop::default(),
    };
    job.run(cache, None)
}

/// Bitcode and diagnostics.
type Output = (Vec<u8>, Vec<u8>);

/// Both as the cache keeps them: the length of the latter is at the end.
fn pack(bitcode: &[u8], diagnostics: &[u8]) -> Vec<u8> {
    let len = u64::try_from(diagnostics.len()).expect("lengths fit 64 bits");
    [bitcode, diagnostics, &len.to_le_bytes()].concat()
}

/// `None` for what [`pack`] has not made.
fn unpack(mut packed: Vec<u8>) -> Option<Output> {
    let (rest, len) = packed.split_last_chunk::<8>()?;
    let start = rest.len().checked_sub(usize::try_from(u64::from_le_bytes(*len)).ok()?)?;
    let diagnostics = rest[start..].to_vec();
    packed.truncate(start);
    Some((packed, diagnostics))
}

struct Job<'a> {
    clang: &'a ClangInfo,
    directory: &'a Path,
    source: Source<'a>,
    language_flags: &'a [&'a str],
    build_flags: &'a [String],
    user_flags: &'a [String],
    extra_flags: &'a [OsString],
    /// Other files whose text counts, not what is on the disk.
    included: &'a [(&'a PathBuf, &'a Arc<str>)],
    stop: &'a Stop,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    File(&'a Path),
    Text(&'a str),
}

impl Job<'_> {
    fn run(&self, cache: &Cache, preambles: Option<&Preambles>) -> Result<Compiled, CompileError> {
        let key = self.key();
        if let Some((bitcode, diagnostics)) = cache.get(key).and_then(unpack) {
            return Ok(Compiled { bitcode, diagnostics, cached: true });
        }
        let mut failed = None;
        match preambles.and_then(|preambles| Some((preambles, self.run_behind(preambles)?))) {
            Some((_, Ok((bitcode, diagnostics)))) => {
                return Ok(Compiled { bitcode, diagnostics, cached: false });
            }
            Some((preambles, Err(key))) => failed = Some((preambles, key)),
            None => {}
        }
        let started = SystemTime::now();
        let scratch = scratch_directory()
            .map_err(|e| failure(format!("cannot make a scratch directory: {}", io_reason(&e))))?;
        let output = scratch.path().join("out.bc");
        self.prepare(scratch.path()).map_err(|e| {
            failure(format!("cannot write to a scratch directory: {}", io_reason(&e)))
        })?;
        let diagnostics = self.run_clang(&output, Some(scratch.path()))?;
        if let Some((preambles, key)) = failed {
            // It was not the text.
            preambles.forget(key);
        }
        let bitcode = fs::read(output)
            .map_err(|e| failure(format!("cannot read what clang wrote: {}", io_reason(&e))))?;
        if cache.is_enabled()
            && let Some(inputs) = self.inputs(scratch.path())
        {
            cache.put(key, &inputs, &pack(&bitcode, &diagnostics), started);
        }
        Ok(Compiled { bitcode, diagnostics, cached: false })
    }

    /// Compiles a text with its preamble, which was compiled before; `None` if that was not. If it fails, gives the
    /// preamble's key.
    fn run_behind(&self, preambles: &Preambles) -> Option<Result<Output, Hash>> {
        let Source::Text(text) = self.source else { return None };
        let (bytes, lines) = preamble::end(text)?;
        let (head, rest) = text.split_at(bytes);
        let key = Job { source: Source::Text(head), included: &[], ..*self }.key();
        let header = preambles.get(key, || self.make_header(head))?;
        // The text begins by saying its name.
        let name = text.strip_prefix(FIRST_LINE)?.lines().next()?;
        let rest = format!("#line {lines} {name}\n{rest}");
        let extra = [&["-include-pch".into(), header.into_os_string()], self.extra_flags].concat();
        let job = Job { source: Source::Text(&rest), extra_flags: &extra, included: &[], ..*self };
        let scratch = scratch_directory().ok()?;
        let output = scratch.path().join("out.bc");
        let compiled = job.prepare(scratch.path()).ok().and_then(|()| {
            let diagnostics = job.run_clang(&output, Some(scratch.path())).ok()?;
            Some((fs::read(output).ok()?, diagnostics))
        });
        Some(compiled.ok_or(key))
    }

    /// How a precompiled header is made of the top of a text.
    fn make_header(&self, head: &str) -> Make {
        let (clang, directory) = (self.clang.path.clone(), self.directory.to_owned());
        let (arguments, head) = (self.arguments(self.build_flags), head.to_owned());
        let stop = self.stop.clone();
        Box::new(move || {
            let scratch = scratch_directory().ok()?;
            let [source, unchecked, header] =
                ["preamble.h", "unchecked", "preamble.pch"].map(|name| scratch.path().join(name));
            fs::write(&source, head).ok()?;
            fs::write(&unchecked, UNCHECKED).ok()?;
            let is_kept = |argument: &&OsString| {
                !["-c", "-emit-llvm"].map(OsStr::new).contains(&&***argument)
            };
            let mut command = Command::new(clang);
            command.args(arguments.iter().filter(is_kept)).arg(QUIET);
            command.args(PROTOTYPE_FLAGS).arg(ignore_list(&unchecked));
            command.args(["-x", "c-header"]).arg(source).arg("-o").arg(&header);
            command.current_dir(directory);
            let ended = child::run(command, None, &stop).ok()?;
            ended.status.success().then_some((scratch, header))
        })
    }

    /// Writes what clang is to read beside its sources: what is not to be checked, and texts that
    /// are not saved, with where it is to see them.
    fn prepare(&self, scratch: &Path) -> io::Result<()> {
        fs::write(scratch.join("unchecked"), UNCHECKED)?;
        if self.included.is_empty() {
            return Ok(());
        }
        let mut roots = Vec::new();
        for (number, (file, text)) in self.included.iter().enumerate() {
            let contents = scratch.join(format!("unsaved{number}"));
            fs::write(&contents, text.as_bytes())?;
            roots.push(json!({ "type": "file", "name": file, "external-contents": contents }));
        }
        let overlay = json!({
            "version": 0,
            "case-sensitive": "true",
            "use-external-names": "false",
            "roots": roots,
        });
        fs::write(scratch.join(OVERLAY), overlay.to_string())
    }

    /// Everything that decides the outcome but for the text of the files that are read.
    fn key(&self) -> Hash {
        let built = fs::metadata(&self.clang.path).and_then(|m| m.modified()).ok();
        let mut parts: Vec<OsString> = vec![
            self.clang.path.clone().into(),
            self.clang.version.clone().into(),
            // A distribution may fix its clang without a new version.
            format!("{built:?}").into(),
            self.directory.into(),
        ];
        parts.extend(self.arguments(self.build_flags));
        parts.extend(folded::FLAGS.iter().chain([&DIAGNOSTICS_FLAG]).map(OsString::from));
        if self.has_prototypes() {
            parts.extend(PROTOTYPE_FLAGS.iter().chain([&UNCHECKED]).map(OsString::from));
        }
        parts.push(match self.source {
            Source::File(file) => file.into(),
            Source::Text(text) => Hash::of(text.as_bytes()).to_string().into(),
        });
        for (file, text) in self.included {
            parts.push((*file).into());
            parts.push(Hash::of(text.as_bytes()).to_string().into());
        }
        for name in ENVIRONMENT {
            parts.push(format!("{name}={:?}", std::env::var_os(name)).into());
        }
        Hash::of_parts(parts.iter().map(|part| part.as_encoded_bytes()))
    }

    fn arguments(&self, build_flags: &[String]) -> Vec<OsString> {
        let own = |flags: &[String]| plainly_included(flags);
        let fixed = |flags: &[&str]| flags.iter().map(OsString::from).collect::<Vec<_>>();
        // The last flag wins where two disagree.
        let parts = [
            own(build_flags),
            own(self.user_flags),
            fixed(self.language_flags),
            self.extra_flags.to_vec(),
            fixed(OUTPUT_FLAGS),
            vec![OWN_ASSEMBLER.into()],
        ];
        parts.concat()
    }

    /// Runs clang, again without flags of the build that it says it does not know.
    /// With a scratch directory, which is for bitcode, it says there what it read.
    /// Gives its diagnostics, if they say something of constants that bitcode is made of.
    fn run_clang(&self, output: &Path, scratch: Option<&Path>) -> Result<Vec<u8>, CompileError> {
        let mut build_flags = self.build_flags.to_vec();
        // There are no constant expressions in LLVM text.
        let has_none = scratch.is_none() || !self.is_c();
        let mut is_quiet = has_none;
        loop {
            let ended = self.spawn(&build_flags, output, scratch, is_quiet)?;
            if ended.status.success() {
                return match scratch.filter(|_| !is_quiet) {
                    Some(scratch) => Ok(diagnostics_in(scratch)),
                    None => Ok(Vec::new()),
                };
            }
            // What it says of errors is for the user, who has seen the warnings.
            if !std::mem::replace(&mut is_quiet, true) {
                continue;
            }
            let stderr = String::from_utf8_lossy(&ended.stderr).into_owned();
            let Some(known) = flags::without_unknown(&build_flags, &stderr) else {
                return Err(if stderr.trim().is_empty() {
                    let clang = self.clang.path.display();
                    failure(format!("{clang} ended with {}", ended.status))
                } else {
                    CompileError { message: stderr, by_clang: true }
                });
            };
            build_flags = known;
            is_quiet = has_none;
        }
    }

    fn spawn(
        &self,
        build_flags: &[String],
        output: &Path,
        scratch: Option<&Path>,
        is_quiet: bool,
    ) -> Result<Ended, CompileError> {
        let mut command = Command::new(&self.clang.path);
        let mut arguments = self.arguments(build_flags);
        if is_quiet {
            arguments.push(QUIET.into());
        } else {
            arguments.retain(|argument| *argument != *QUIET);
            arguments.extend(folded::FLAGS.iter().map(OsString::from));
        }
        if let Some(scratch) = scratch.filter(|_| !is_quiet) {
            arguments.extend([DIAGNOSTICS_FLAG.into(), scratch.join(DIAGNOSTICS).into()]);
        }
        command.args(arguments);
        if let Some(scratch) = scratch {
            command.args(["-MD".as_ref(), "-MF".as_ref(), scratch.join("deps").as_os_str()]);
        }
        if let Some(scratch) = scratch.filter(|_| !self.included.is_empty()) {
            command.arg("-ivfsoverlay").arg(scratch.join(OVERLAY));
        }
        if let Some(scratch) = scratch.filter(|_| self.has_prototypes()) {
            command.args(PROTOTYPE_FLAGS).arg(ignore_list(&scratch.join("unchecked")));
        }
        command.args(["-o".as_ref(), output.as_os_str()]);
        command.current_dir(self.directory);
        let fail = |cut: Cut| {
            let (clang, dir) = (self.clang.path.display(), self.directory.display());
            match cut {
                Cut::CannotStart(e) => {
                    failure(format!("cannot run {clang} in {dir}: {}", io_reason(&e)))
                }
                cut => failure(format!("clang {cut}")),
            }
        };
        match self.source {
            Source::File(file) => {
                // `--` keeps a file called `-x.c` from being a flag.
                command.arg("--").arg(as_argument(file));
                child::run(command, None, self.stop).map_err(fail)
            }
            Source::Text(text) => {
                command.args(["-x", "c", "-"]);
                child::run(command, Some(text), self.stop).map_err(fail)
            }
        }
    }

    /// Whether clang is to name the types of functions that are only declared.
    fn has_prototypes(&self) -> bool {
        self.is_c()
    }

    fn is_c(&self) -> bool {
        self.language_flags == C_FLAGS
    }

    /// All files that the call read, as absolute paths; `None` if clang's list is odd.
    fn inputs(&self, scratch: &Path) -> Option<Vec<PathBuf>> {
        let listed = match fs::read_to_string(scratch.join("deps")) {
            Ok(text) => parse_dependencies(&text)?,
            // Clang writes none for LLVM text.
            Err(_) => Vec::new(),
        };
        let directory = self.working_directory();
        let own = match self.source {
            Source::File(file) => Some(directory.join(file)),
            Source::Text(_) => None,
        };
        let mut all: Vec<PathBuf> =
            own.into_iter().chain(listed.iter().map(|name| directory.join(name))).collect();
        // What we wrote ourselves is part of the key.
        all.retain(|file| !file.starts_with(scratch));
        all.sort();
        all.dedup();
        Some(all)
    }

    fn working_directory(&self) -> PathBuf {
        working_directory(self.directory, self.build_flags, self.user_flags)
    }
}

/// What clang takes relative names to be relative to; the last flag wins.
pub fn working_directory(
    directory: &Path,
    build_flags: &[String],
    user_flags: &[String],
) -> PathBuf {
    const FLAG: &str = "-working-directory";
    let all = flags::each(build_flags).chain(flags::each(user_flags));
    let value = |flag: &'_ [String]| match flag[0].strip_prefix(FLAG)? {
        "" => flag.get(1).cloned(),
        joined => Some(joined.trim_start_matches('=').to_owned()),
    };
    let last = all.filter_map(value).last();
    directory.join(last.unwrap_or_default())
}

/// The diagnostics that clang has written to a scratch directory, if they matter or cannot be read.
fn diagnostics_in(scratch: &Path) -> Vec<u8> {
    let Ok(diagnostics) = regular::read(&scratch.join(DIAGNOSTICS)) else {
        return UNREADABLE.to_vec();
    };
    match folded::is_relevant(&diagnostics) {
        Ok(false) => Vec::new(),
        Ok(true) => diagnostics,
        Err(_) => UNREADABLE.to_vec(),
    }
}

/// What stands for diagnostics that cannot be read; their reader says so.
const UNREADABLE: &[u8] = b"unreadable";

/// Flags with what `-include` names handed to the inner compiler: the driver would take a precompiled header
/// that lies beside it in its place, and that is no text.
fn plainly_included(flags: &[String]) -> Vec<OsString> {
    let mut out: Vec<OsString> = Vec::new();
    for flag in flags::each(flags) {
        let name = flag[0].as_str();
        // `-include-pch` is another flag.
        let joined = name.strip_prefix("--include=").or_else(|| name.strip_prefix("-include"));
        let header = match name {
            "-include" | "--include" => flag.get(1).map(String::as_str),
            _ => joined.filter(|header| !header.starts_with('-')),
        };
        match header {
            Some(header) => out.extend(["-Xclang", "-include", "-Xclang", header].map(Into::into)),
            None => out.extend(flag.iter().map(Into::into)),
        }
    }
    out
}

/// A file as an argument of clang, which takes what begins with `@` for a file of arguments.
pub fn as_argument(file: &Path) -> PathBuf {
    match file.as_os_str().as_encoded_bytes().starts_with(b"@") {
        true => Path::new(".").join(file),
        false => file.to_owned(),
    }
}

fn scratch_directory() -> io::Result<Scratch> {
    Scratch::new("clang")
}

/// The flag that names the list of what is not to be checked.
fn ignore_list(file: &Path) -> OsString {
    let mut flag = OsString::from("-fsanitize-ignorelist=");
    flag.push(file);
    flag
}

fn failure(message: String) -> CompileError {
    CompileError { message, by_clang: false }
}

/// The files of a rule in a makefile, `out: a.c b.h \`, with make's escapes undone.
fn parse_dependencies(text: &str) -> Option<Vec<String>> {
    let (_, list) = text.split_once(": ")?;
    let mut names = Vec::new();
    let mut name = String::new();
    let mut chars = list.chars().peekable();
    while let Some(c) = chars.next() {
        let escaped = match (c, chars.peek()) {
            ('\\', Some(&next @ (' ' | '#'))) => Some(next),
            ('$', Some('$')) => Some('$'),
            _ => None,
        };
        match escaped {
            Some(plain) => {
                chars.next();
                name.push(plain);
            }
            None if c.is_whitespace() => names.push(std::mem::take(&mut name)),
            None if c == '\\' && chars.peek().is_some_and(|next| "\r\n".contains(*next)) => {}
            None => name.push(c),
        }
    }
    names.push(name);
    names.retain(|name| !name.is_empty());
    Some(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_with_escapes() {
        let text = "/tmp/x/out.bc: a.c /usr/include/stdio.h \\\n  my\\ dir/b.h c$$d.h e\\#f.h\n";
        let names = parse_dependencies(text).expect("a rule");
        assert_eq!(names, ["a.c", "/usr/include/stdio.h", "my dir/b.h", "c$d.h", "e#f.h"]);
    }
}
