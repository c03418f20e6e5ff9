//! Which parts of a compiler call matter for what the code means, and who may say so.
//!
//! A command of a build says how to compile, optimise, warn, link and where to write. Margay keeps what
//! changes the meaning of the source (macros, include paths, the language, the target).
//!
//! Invariant: what a repository brings (`compile_commands.json`, recorded builds, `margay.toml`, settings that an
//! editor takes from its workspace) comes through [`of_build`] or [`of_settings`], and reaches clang only if [`kinds`]
//! lists it: no flag of theirs loads code, chooses programs or writes files. What is left out and could matter is told
//! ([`LeftOut`]). Clang must cut the words apart as it was done here, so no value of theirs that is a word of its own
//! may look like a flag, and values are joined to flags where that is possible: a value taken for a flag would have no
//! effect.
//!
//! The flags that users give to Margay itself are theirs to choose and go to clang as they are
//! ([`of_user`]), but for what would write a file or make something else than bitcode: nothing here may
//! touch the user's tree. Clang has no switch that forbids it to write (`-working-directory` moves what it
//! writes along), so [`writes`] is a list, and a rule for inner flags.

mod kinds;

use crate::regular;
pub use kinds::Harm;
use kinds::Kind;
use std::path::Path;

/// A compiler call taken apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parsed {
    /// Files that the call compiles, as it names them.
    pub sources: Vec<String>,
    /// Flags that matter for the meaning, in order.
    pub flags: Vec<String>,
    /// The call only preprocesses, lists dependencies or checks syntax.
    pub no_code: bool,
    /// What the user is to be told of.
    pub left_out: Vec<LeftOut>,
}

/// A flag that clang is not given.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    pub why: Why,
    /// With its value.
    pub flag: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Why {
    Harm(Harm),
    Unknown,
}

impl Why {
    /// Whether the source may mean something else without such a flag.
    pub fn is_gap(self) -> bool {
        matches!(self, Why::Unknown | Why::Harm(Harm::RunsCode))
    }
}

/// Takes the arguments of a build's call apart; `arguments` is without the compiler's
/// name. Response files are read relative to `directory`: what they hold comes through the same door.
pub fn of_build(arguments: &[String], directory: &Path) -> Parsed {
    Door { allow: Allow::Build }.take_apart(&expand_response_files(arguments, directory, 0))
}

/// The same for flags of a project's settings, which have no business with what a build makes.
pub fn of_settings(arguments: &[String]) -> Parsed {
    Door { allow: Allow::Settings }.take_apart(arguments)
}

/// What goes to clang of the flags that the user gave to Margay.
pub fn of_user(arguments: &[String], directory: &Path) -> Vec<String> {
    Door { allow: Allow::User }.take_apart(&expand_response_files(arguments, directory, 0)).flags
}

/// Whose flags they are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Allow {
    Build,
    Settings,
    User,
}

struct Door {
    allow: Allow,
}

impl Door {
    fn take_apart(&self, arguments: &[String]) -> Parsed {
        let mut parsed = Parsed::default();
        let (mut for_preprocessor, mut inner) = (Vec::new(), Vec::new());
        let mut rest = arguments.iter().map(String::as_str);
        while let Some(argument) = rest.next() {
            if argument == "--" {
                parsed.sources.extend(rest.by_ref().filter(|a| is_source(a)).map(str::to_owned));
            } else if argument.starts_with('@') {
                self.add(&mut parsed, Kind::Refuse(Harm::RunsCode), &[argument]);
            } else if !argument.starts_with('-') || argument == "-" {
                if is_source(argument) {
                    parsed.sources.push(argument.to_owned());
                }
            } else if let Some(words) = argument.strip_prefix("-Wp,") {
                for_preprocessor.extend(words.split(','));
            } else if argument == "-Xpreprocessor" {
                for_preprocessor.extend(rest.next());
            } else if argument == "-Xclang" {
                inner.extend(rest.next());
            } else if let Some(word) = argument.strip_prefix("-Xclang=") {
                inner.push(word);
            } else {
                parsed.no_code |= NO_CODE.contains(&argument);
                let value = if takes_value(argument) { rest.next() } else { None };
                let words: Vec<&str> = [argument].into_iter().chain(value).collect();
                let kind = match takes_value(argument) && value.is_none() {
                    // It says nothing without its value.
                    true => Kind::Drop,
                    false => self.kind(argument, value),
                };
                self.add(&mut parsed, kind, &words);
            }
        }
        // Clang puts both after its other flags, wherever they stand.
        for words in preprocessor_flags(&for_preprocessor) {
            let kind = self.kind(words[0], words.get(1).copied());
            self.add(&mut parsed, kind, &words);
        }
        self.add_inner(&mut parsed, &inner);
        parsed
    }

    fn kind(&self, argument: &str, value: Option<&str>) -> Kind {
        // `-Xarch_x86_64 -save-temps`: the value is a flag of its own, which may have another value.
        if argument.starts_with("-Xarch_") && self.allow == Allow::User {
            return match value.map(|value| self.kind(value, None)) {
                Some(Kind::Keep) | None => Kind::Keep,
                Some(kind) => kind,
            };
        }
        match self.allow {
            Allow::User if writes(argument) => Kind::Drop,
            Allow::User => Kind::Keep,
            // Clang 16 made errors of some warnings.
            Allow::Settings if is_warning(argument) => Kind::Keep,
            Allow::Settings | Allow::Build => match kinds::of_driver(argument) {
                Kind::Keep if !is_plain(argument, value) => Kind::Unknown,
                kind => kind,
            },
        }
    }

    /// Takes a flag in, or notes that it was left out.
    fn add(&self, parsed: &mut Parsed, kind: Kind, words: &[&str]) {
        // Clang takes any word that begins so for a file of flags, values too.
        let names_flags = words.iter().any(|word| word.starts_with('@'));
        let kind = if names_flags { Kind::Refuse(Harm::RunsCode) } else { kind };
        let why = match kind {
            Kind::Keep if self.allow != Allow::User && looks_like_a_flag(words) => Why::Unknown,
            Kind::Keep => {
                match joined(words).filter(|_| self.allow != Allow::User) {
                    Some(word) => parsed.flags.push(word),
                    None => parsed.flags.extend(words.iter().map(|word| modern_standard(word))),
                }
                return;
            }
            Kind::BuildOutput if self.allow == Allow::Settings => Why::Harm(Harm::WritesFiles),
            Kind::Drop | Kind::BuildOutput => return,
            Kind::Refuse(harm) => Why::Harm(harm),
            Kind::Unknown => Why::Unknown,
        };
        parsed.left_out.push(LeftOut { why, flag: words.join(" ") });
    }

    /// Takes in the words for clang's inner compiler that may stay, each after its `-Xclang`.
    fn add_inner(&self, parsed: &mut Parsed, words: &[&str]) {
        let mut rest = words.iter().copied().peekable();
        while let Some(word) = rest.next() {
            let kind = match self.allow {
                _ if !word.starts_with('-') && self.allow != Allow::User => Kind::Unknown,
                Allow::User if word.starts_with('-') && (writes(word) || is_inner_action(word)) => {
                    Kind::Drop
                }
                Allow::User => Kind::Keep,
                Allow::Settings | Allow::Build => match kinds::of_inner(word) {
                    Kind::Keep if !is_plain(word, rest.peek().copied()) => Kind::Unknown,
                    kind => kind,
                },
            };
            // Its value, if it has one. Whose flag is kept, its value is a word to be kept as well.
            let (joined, user) = (word.contains('='), self.allow == Allow::User);
            let takes = |next: &&str| {
                !joined && (takes_value(word) || (kind != Kind::Keep && !next.starts_with('-')))
            };
            let value = match user && kind == Kind::Keep {
                true => None,
                false => rest.next_if(takes),
            };
            // It would take whatever comes next.
            let is_open = !user && !joined && takes_value(word) && value.is_none();
            let kind = if is_open { Kind::Drop } else { kind };
            let words = ["-Xclang", word].into_iter();
            let words: Vec<&str> =
                words.chain(value.into_iter().flat_map(|v| ["-Xclang", v])).collect();
            self.add(parsed, kind, &words);
        }
    }
}

/// Whether what a flag chooses is a language or a machine, and no path: clang looks for settings of its
/// own in a file that is named like the target.
fn is_plain(flag: &str, value: Option<&str>) -> bool {
    let (name, value) = match (flag.split_once('='), value) {
        (Some((name, value)), _) => (name, value),
        (None, Some(value)) => (flag, value),
        (None, None) => match flag.strip_prefix("-x") {
            Some(language) => ("-x", language),
            None => return true,
        },
    };
    let is_name = |c: char| c.is_ascii_alphanumeric() || "-_.+:,".contains(c);
    match name.trim_start_matches('-') {
        "x" | "language" => kinds::is_c(value),
        "target" | "arch" | "std" | "target-cpu" | "target-abi" | "target-feature" | "tune-cpu" => {
            value.chars().all(is_name)
        }
        _ => true,
    }
}

/// Whether the value of a flag begins as flags do. Only features of a machine do (`-target-feature -avx`), for
/// the inner compiler.
fn looks_like_a_flag(words: &[&str]) -> bool {
    match words {
        [_] | ["-Xclang", _] | ["-Xclang", "-target-feature", "-Xclang", _] => false,
        [.., value] => value.starts_with('-'),
        [] => false,
    }
}

/// A flag with its value as one word, if clang takes it so.
fn joined(words: &[&str]) -> Option<String> {
    const JOINED: [&str; 7] = ["-D", "-I", "-U", "-idirafter", "-imacros", "-iquote", "-isystem"];
    match words {
        [flag, value] if JOINED.contains(flag) && !value.is_empty() => {
            // Not if that is another flag.
            Some(format!("{flag}{value}")).filter(|word| !takes_value(word))
        }
        _ => None,
    }
}

/// Flags that came through a door, each with its value: `-x c` is one of two words, `-Xclang -include -Xclang f`
/// one of four.
pub fn each(flags: &[String]) -> impl Iterator<Item = &[String]> {
    let mut rest = flags;
    std::iter::from_fn(move || {
        let is_inner = |at: usize| rest.get(at).is_some_and(|word| word == "-Xclang");
        let has_value = |at: usize| rest.get(at).is_some_and(|word| takes_value(word));
        let len = match (is_inner(0), has_value(1) && is_inner(2)) {
            (true, true) => 4,
            (true, false) => 2,
            (false, _) => 1 + usize::from(has_value(0)),
        };
        let flag;
        (flag, rest) = rest.split_at(len.min(rest.len()));
        (!flag.is_empty()).then_some(flag)
    })
}

/// What is left of a repository's flags without those that clang says it does not know, once more through the
/// door; `None` if it knows them all.
pub fn without_unknown(flags: &[String], stderr: &str) -> Option<Vec<String>> {
    let unknown = unknown_to_clang(stderr);
    let is_named = |flag: &[String]| {
        let name = if flag[0] == "-Xclang" { flag.get(1) } else { flag.first() };
        name.is_some_and(|name| unknown.contains(name))
    };
    let known: Vec<String> =
        each(flags).filter(|flag| !is_named(flag)).flatten().cloned().collect();
    (known.len() < flags.len()).then(|| of_settings(&known).flags)
}

/// `-Wall` and `-Wno-error=x`, but not `-Wl,x`.
fn is_warning(flag: &str) -> bool {
    flag == "-w" || (flag.starts_with("-W") && !flag.contains(','))
}

/// Macros and include paths among the words for the preprocessor, as flags of the
/// compiler: so they stand in order with our own, which undefine `_FORTIFY_SOURCE`.
fn preprocessor_flags<'a>(words: &[&'a str]) -> Vec<Vec<&'a str>> {
    const MEANING: [&str; 8] =
        ["-D", "-U", "-I", "-include", "-imacros", "-isystem", "-iquote", "-idirafter"];
    let mut flags = Vec::new();
    let mut rest = words.iter();
    while let Some(&word) = rest.next() {
        if MEANING.contains(&word) {
            flags.extend(rest.next().map(|value| vec![word, *value]));
        } else if takes_value(word) || matches!(word, "-MD" | "-MMD") {
            // The preprocessor's own `-MD` names the file to write.
            rest.next();
        } else if MEANING.iter().any(|flag| word.starts_with(flag)) {
            flags.push(vec![word]);
        }
    }
    flags
}

/// The flags that clang's error text names as unknown to it. GCC has many that clang does not know, and the list grows
/// with both compilers, so clang is asked. Only lines of clang itself count, which name no place: what a source is made
/// to say (`#error`) comes after its file and line. A file name may have a line of its own in it, so a source can at
/// most have flags of its own build left out.
fn unknown_to_clang(stderr: &str) -> Vec<String> {
    const PHRASES: [&str; 4] =
        ["unknown argument: '", "unknown argument '", "unsupported option '", "unknown option '"];
    let mut found = Vec::new();
    for line in stderr.lines() {
        let Some((before, message)) = line.split_once("error: ") else { continue };
        // `clang: `, `clang-19: ` or nothing.
        let is_clangs = before.is_empty()
            || before.strip_suffix(": ").is_some_and(|name| !name.contains([':', '/', ' ']));
        let rest = PHRASES.iter().find_map(|phrase| message.strip_prefix(phrase));
        if let Some((flag, _)) = rest.filter(|_| is_clangs).and_then(|rest| rest.split_once('\'')) {
            found.push(flag.to_owned());
        }
    }
    found
}

/// Whether a name stands for something that a compiler compiles, rather than links.
fn is_source(name: &str) -> bool {
    const COMPILED: [&str; 14] =
        ["c", "i", "C", "cc", "cp", "cpp", "cxx", "c++", "CPP", "ii", "m", "mm", "s", "S"];
    let extension = Path::new(name).extension().and_then(|e| e.to_str());
    extension.is_some_and(|e| COMPILED.contains(&e))
}

const NO_CODE: [&str; 5] = ["-E", "-M", "-MM", "-fsyntax-only", "-###"];

/// Flags whose value is the next argument. What is joined to its value (`-DX`,
/// `-target=x`) is not meant.
const WITH_VALUE: &[&str] = &[
    "-A",
    "-B",
    "-D",
    "-F",
    "-G",
    "-I",
    "-L",
    "-MF",
    "-MJ",
    "-MQ",
    "-MT",
    "-T",
    "-Tbss",
    "-Tdata",
    "-Ttext",
    "-U",
    "-Xanalyzer",
    "-Xassembler",
    "-Xcuda-fatbinary",
    "-Xcuda-ptxas",
    "-Xlinker",
    "-Xopenmp-target",
    "-allowable_client",
    "-arch",
    "-arcmt-migrate-report-output",
    "-aux-info",
    "-b",
    "-ccc-gcc-name",
    "-ccc-install-dir",
    "-client_name",
    "-compatibility_version",
    "-current_version",
    "-cxx-isystem",
    "-darwin-target-variant",
    "-darwin-target-variant-triple",
    "-dependency-dot",
    "-dependency-file",
    "-dsym-dir",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-e",
    "-fmodules-user-build-path",
    "-framework",
    "-gcc-toolchain",
    "-gen-cdb-fragment-path",
    "-iapinotes-modules",
    "-idirafter",
    "-iframework",
    "-iframeworkwithsysroot",
    "-imacros",
    "-imultilib",
    "-include",
    "-include-pch",
    "-index-store-path",
    "-install_name",
    "-iprefix",
    "-iquote",
    "-isysroot",
    "-isystem",
    "-isystem-after",
    "-ivfsoverlay",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-iwithsysroot",
    "-l",
    "-meabi",
    "-mllvm",
    "-mmlir",
    "-module-dependency-dir",
    "-mthread-model",
    "-multiply_defined",
    "-multiply_defined_unused",
    "-o",
    "-resource-dir",
    "-serialize-diagnostics",
    "-specs",
    "-stdlib++-isystem",
    "-target",
    "-target-abi",
    "-target-cpu",
    "-target-feature",
    "-tune-cpu",
    "-u",
    "-vfsoverlay",
    "-working-directory",
    "-wrapper",
    "-x",
    "-z",
    "--analyzer-output",
    "--assert",
    "--config",
    "--define-macro",
    "--for-linker",
    "--imacros",
    "--include",
    "--include-directory",
    "--include-directory-after",
    "--include-prefix",
    "--include-with-prefix",
    "--include-with-prefix-after",
    "--include-with-prefix-before",
    "--language",
    "--library-directory",
    "--no-system-header-prefix",
    "--output",
    "--param",
    "--prefix",
    "--serialize-diagnostics",
    "--specs",
    "--std",
    "--sysroot",
    "--system-header-prefix",
    "--undefine-macro",
    "--vfsoverlay",
];

fn takes_value(flag: &str) -> bool {
    WITH_VALUE.contains(&flag) || flag.starts_with("-Xarch_")
}

/// Flags that make something else than bitcode, or nothing.
const OTHER_OUTPUT: &[&str] = &[
    "-c",
    "-C",
    "-CC",
    "-E",
    "-P",
    "-S",
    "-###",
    "-coverage",
    "-extract-api",
    "-fdriver-only",
    "-fsyntax-only",
    "-help",
    "-module-file-info",
    "-p",
    "-pg",
    "-verify-pch",
    "--assemble",
    "--compile",
    "--coverage",
    "--help",
    "--help-hidden",
    "--precompile",
    "--preprocess",
    "--version",
];

/// Flags that write files, instrument the code or say what Margay says itself.
const OTHER_OUTPUT_PREFIX: &[&str] = &[
    "-O",
    "-M",
    "-analyze",
    "--analyze",
    "-arcmt-",
    "-ccc-",
    "-dependency-",
    "--dependencies",
    "-dsym-dir",
    "-dump",
    "-emit-",
    "--emit-",
    "-fcoverage",
    "-fcrash-diagnostics",
    "-fdump",
    "-fembed-bitcode",
    "-finstrument",
    "-flto",
    "-fmemory-profile",
    "-fmodule-output",
    "-fmodules-cache-path",
    "-fmodules-user-build-path",
    "-foptimization-record",
    "-fproc-stat-report",
    "-fprofile",
    "-fsanitize",
    "-fsave-optimization-record",
    "-fstack-usage",
    "-ftest-coverage",
    "-ftime-trace",
    "-fxray",
    "-gen-cdb-fragment-path",
    "-gsplit-dwarf",
    "-index-store-path",
    // Options of LLVM's passes, some of which write; at -O0 none adds to the meaning.
    "-mllvm",
    "-module-dependency-dir",
    "-o",
    "--output",
    "-print-",
    "--print-",
    "-rewrite-",
    "-save-",
    "--save-",
    "-serialize-diagnostic",
    "--serialize-diagnostic",
    "--symbol-graph-dir",
    "--user-dependencies",
    "--write-",
];

/// Whether a flag would write a file or change what kind of output clang makes.
fn writes(flag: &str) -> bool {
    let debug_info = flag.starts_with("-g") && !flag.starts_with("-gcc-");
    debug_info
        || OTHER_OUTPUT.contains(&flag)
        || OTHER_OUTPUT_PREFIX.iter().any(|prefix| flag.starts_with(prefix))
}

/// The same for flags of clang's inner compiler, by how they are named: those that end
/// in `-file` or `-dot` name a file to write, but for some that read.
fn is_inner_action(flag: &str) -> bool {
    const STARTS: [&str; 6] =
        ["-ast-", "-header-include", "-plugin-arg", "-stats", "-templight", "-verify"];
    const ENDS: [&str; 7] = ["-dir", "-dot", "-export", "-file", "-output", "-report", "-tokens"];
    const READS: [&str; 4] = ["-f", "-mlink-", "-remap-", "-resource-"];
    let name = flag.split('=').next().unwrap_or(flag);
    let reads = READS.iter().any(|start| name.starts_with(start)) && !name.ends_with("-export");
    STARTS.iter().any(|start| name.starts_with(start))
        || (!reads && ENDS.iter().any(|end| name.ends_with(end)))
}

/// Compilers before clang 18 know C23 under its working name only; newer ones know both.
fn modern_standard(argument: &str) -> String {
    match argument {
        "-std=c23" => "-std=c2x".to_owned(),
        "-std=gnu23" => "-std=gnu2x".to_owned(),
        _ => argument.to_owned(),
    }
}

/// Replaces `@file` by the arguments in the file, as compilers do. A file that cannot be
/// read stays as it is, and is told of: clang may read what we cannot.
fn expand_response_files(arguments: &[String], directory: &Path, depth: u32) -> Vec<String> {
    // A file may name itself.
    const DEEPEST: u32 = 8;
    let mut out = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let inner = argument
            .strip_prefix('@')
            .filter(|_| depth < DEEPEST)
            .and_then(|name| regular::read_text(&directory.join(name)).ok())
            .and_then(|text| shlex::split(&text));
        match inner {
            Some(inner) => out.extend(expand_response_files(&inner, directory, depth + 1)),
            None => out.push(argument.clone()),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(command: &str, sources: &[&str], flags: &[&str]) {
        let arguments = shlex::split(command).expect("a well-formed command");
        let parsed = of_build(&arguments, Path::new("/"));
        assert_eq!(parsed.sources, sources, "{command}");
        assert_eq!(parsed.flags, flags, "{command}");
    }

    #[test]
    fn meaning_is_kept_and_the_rest_is_dropped() {
        check(
            "-DX='a b' -D Y -Iinc -I inc2 -isystem /s -std=gnu99 -O2 -g3 -Wall -Wl,-z,now -c a.c -o a.o",
            &["a.c"],
            &["-DX=a b", "-DY", "-Iinc", "-Iinc2", "-isystem/s", "-std=gnu99"],
        );
        check(
            "-fPIC -m32 -fshort-enums -include conf.h x.c",
            &["x.c"],
            &["-fPIC", "-m32", "-fshort-enums", "-include", "conf.h"],
        );
        check(
            "-MD -MF .deps/a.d -MT a.o -MP -Wp,-MD,x.d -pg --coverage -save-temps a.c",
            &["a.c"],
            &[],
        );
        check("-flto=auto -ffat-lto-objects -fsanitize=address -fprofile-arcs a.c", &["a.c"], &[]);
        check(
            "a.c b.c lib.a main.o -o prog -lm -Ldir -L dir -pthread",
            &["a.c", "b.c"],
            &["-pthread"],
        );
        check("-std=gnu23 a.c", &["a.c"], &["-std=gnu2x"]);
    }

    #[test]
    fn words_for_the_preprocessor_keep_macros_and_include_paths() {
        check("-Wp,-DFOO=3,-MD,x.d,-Iinc -c a.c", &["a.c"], &["-DFOO=3", "-Iinc"]);
        check("-Wp,-U,FOO,-MF,x.d a.c", &["a.c"], &["-UFOO"]);
        check(
            "-Xpreprocessor -DA=4 -Xpreprocessor -include -Xpreprocessor c.h -Xpreprocessor -MMD -Xpreprocessor x.d -DB a.c",
            &["a.c"],
            &["-DB", "-DA=4", "-include", "c.h"],
        );
    }

    #[test]
    fn values_stay_with_their_flags() {
        check("-ivfsoverlay z -DA a.c", &["a.c"], &["-ivfsoverlay", "z", "-DA"]);
        check("-working-directory D -DA a.c", &["a.c"], &["-working-directory", "D", "-DA"]);
        check("-mllvm -x -include-pch p.c -Xlinker y.c a.c -D", &["a.c"], &[]);
    }

    #[test]
    fn inner_flags_that_write_are_dropped_with_their_values() {
        check(
            "-Xclang -dependency-dot -Xclang g.dot -Xclang -target-feature -Xclang +avx a.c",
            &["a.c"],
            &["-Xclang", "-target-feature", "-Xclang", "+avx"],
        );
        check("-Xclang -stats-file=s -Xclang -include-pch -Xclang p a.c", &["a.c"], &[]);
        check("-Xclang -mllvm -Xclang -stats -Xclang -load -Xclang p.so a.c", &["a.c"], &[]);
        check("-Xclang -opt-record-file -Xclang r -Xclang -emit-obj -Xclang -E a.c", &["a.c"], &[]);
        check("-Xclang -header-include-file -Xclang h -Xclang -fmodule-map-file=m", &[], &[]);
    }

    #[test]
    fn what_is_left_out_is_told() {
        let told = |command: &str| -> Vec<String> {
            let words = shlex::split(command).expect("words");
            let left_out = of_build(&words, Path::new("/")).left_out;
            left_out.into_iter().map(|left| left.flag).collect()
        };
        assert_eq!(
            told("-fplugin=p.so --config c -B d a.c"),
            ["-fplugin=p.so", "--config c", "-B d"]
        );
        assert_eq!(told("-Xclang -load -Xclang p.so"), ["-Xclang -load -Xclang p.so"]);
        assert_eq!(told("-O2 -Wall -o x -MF y -g -c a.c"), [""; 0]);
        // What clang takes for a file of flags, be it a value.
        assert_eq!(told("-I @x @y -DA -Wp,-include,@z"), ["-I @x", "@y", "-include @z"]);
        // Clang has settings in a file that is named like the target.
        assert_eq!(told("--target=./x -target ../x -m32"), ["--target=./x", "-target ../x"]);
        assert_eq!(told("-x c -xc++ -x ir -xc"), ["-xc++", "-x ir"]);
        // A word that is no flag is another input.
        assert_eq!(told("-Xclang -fwrapv -Xclang x.pcm"), ["-Xclang x.pcm"]);
        // What is after it may have a value of its own.
        assert_eq!(
            told("-Xarch_host -fplugin=p -Xarch_host=x -DA"),
            ["-Xarch_host -fplugin=p", "-Xarch_host=x -DA"]
        );
        let settings = |word: &str| of_settings(&[word.to_owned()]);
        assert_eq!(settings("-ox").left_out.len(), 1);
        assert_eq!(settings("-Wno-int-conversion").flags, ["-Wno-int-conversion"]);
        assert_eq!(settings("-Wl,x").flags, [""; 0]);
    }

    #[test]
    fn what_follows_a_flag_is_a_value_or_a_flag_to_both_of_us() {
        let check = |command: &str, flags: &[&str], told: &[&str]| {
            let words = shlex::split(command).expect("words");
            for parsed in [of_build(&words, Path::new("/")), of_settings(&words)] {
                assert_eq!(parsed.flags, flags, "{command}");
                let left_out: Vec<_> = parsed.left_out.into_iter().map(|left| left.flag).collect();
                assert_eq!(left_out, told, "{command}");
            }
        };
        let plugin = "-fplugin=/repo/evil.so";
        check(
            &format!("--system-header-prefix -D {plugin}"),
            &[],
            &["--system-header-prefix -D", plugin],
        );
        check(&format!("-multiply_defined -D {plugin}"), &[], &["-multiply_defined -D", plugin]);
        check(&format!("-Xarch_foo=bar -D {plugin}"), &[], &["-Xarch_foo=bar -D", plugin]);
        check(&format!("-D {plugin}"), &[], &[&format!("-D {plugin}")]);
        check(&format!("-Wp,-D,{plugin}"), &[], &[&format!("-D {plugin}")]);
        check("-Wp,-includeh", &[], &["-includeh"]);
        check("-mthread-model -DX", &[], &["-mthread-model -DX"]);
        check("-iframework withsysroot -x c", &["-iframework", "withsysroot", "-x", "c"], &[]);
        // An inner flag that lacks its value would take the next inner one.
        check("-Xclang -target-cpu", &[], &[]);
        check("-Xclang -include -Xclang -fplugin=x", &[], &["-Xclang -include -Xclang -fplugin=x"]);
        check(
            "-Xclang -target-feature -Xclang -avx",
            &["-Xclang", "-target-feature", "-Xclang", "-avx"],
            &[],
        );
    }

    #[test]
    fn flags_go_with_their_values() {
        let flags =
            ["-DA", "-x", "c", "-Xclang", "-fwrapv", "-Xclang", "-include", "-Xclang", "f", "-I"];
        let flags = flags.map(str::to_owned);
        let each: Vec<String> = each(&flags).map(|flag| flag.join(" ")).collect();
        assert_eq!(each, ["-DA", "-x c", "-Xclang -fwrapv", "-Xclang -include -Xclang f", "-I"]);
    }

    /// What usual builds have, and no user needs to be told.
    #[test]
    fn of_usual_builds_nothing_is_told() {
        for command in [
            // Linux.
            "-Wp,-MMD,a.d -nostdinc -I./include -include ./kconfig.h -D__KERNEL__ -fmacro-prefix-map=./= -Wundef \
             -std=gnu11 -fshort-wchar -funsigned-char -fno-common -fno-PIE -fno-strict-aliasing -mno-sse -mno-80387 \
             -mno-red-zone -mcmodel=kernel -fcf-protection=none -fno-asynchronous-unwind-tables -fno-jump-tables \
             -mindirect-branch=thunk-extern -mindirect-branch-register -mfunction-return=thunk-extern \
             -fpatchable-function-entry=16,16 -fno-delete-null-pointer-checks -O2 --param=allow-store-data-races=0 \
             -fno-allow-store-data-races -fstack-protector-strong -ftrivial-auto-var-init=zero -pg -mrecord-mcount \
             -mfentry -falign-functions=16 -fstrict-flex-arrays=3 -fno-strict-overflow -fno-stack-check \
             -fconserve-stack -mpreferred-stack-boundary=3 -mskip-rax-setup -mtune=generic -fzero-call-used-regs=used-gpr \
             -fno-omit-frame-pointer -fno-optimize-sibling-calls -fno-stack-clash-protection -DX=1 -c -o a.o a.c",
            // Debian's builds with autotools.
            "-DHAVE_CONFIG_H -I. -I../lib -Wdate-time -D_FORTIFY_SOURCE=2 -g -O2 -ffile-prefix-map=/b=. -flto=auto \
             -ffat-lto-objects -fstack-protector-strong -fstack-clash-protection -Wformat -Werror=format-security \
             -fcf-protection -fdebug-prefix-map=a=b -pthread -MT a.o -MD -MP -MF .deps/a.Tpo -fPIC -DPIC -c -o a.o a.c",
            // CMake and meson.
            "-Da_EXPORTS -isystem /usr/include/x -O3 -DNDEBUG -std=gnu17 -arch x86_64 -isysroot /sdk \
             -mmacosx-version-min=11.0 -fPIC -fvisibility=hidden -flto=thin -fcolor-diagnostics -pipe -fopenmp \
             -Winvalid-pch -Xclang -include-pch -Xclang a.pch -Xclang -include -Xclang a.h -MD -MT x -MF x.d -o a.o -c a.c",
            // Sanitizers, coverage, size.
            "-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -gline-tables-only --coverage \
             -fprofile-instr-generate -fcoverage-mapping -Os -ffunction-sections -fdata-sections -Wl,--gc-sections \
             -march=armv7-a -mfpu=neon -mfloat-abi=hard -mthumb -fno-exceptions -fno-unwind-tables -ffast-math -c a.c",
        ] {
            let words = shlex::split(command).expect("words");
            assert_eq!(of_build(&words, Path::new("/")).left_out, [], "{command}");
        }
    }

    #[test]
    fn flags_of_the_user_are_kept_but_for_those_that_write() {
        let check = |command: &str, flags: &str| {
            let words = shlex::split(command).expect("words");
            assert_eq!(of_user(&words, Path::new("/")).join(" "), flags, "{command}");
        };
        check(
            "-Wall -pedantic-errors -fmacro-prefix-map=a=b -w",
            "-Wall -pedantic-errors -fmacro-prefix-map=a=b -w",
        );
        check(
            "-ivfsoverlay z -fplugin=p.so --param x=1",
            "-ivfsoverlay z -fplugin=p.so --param x=1",
        );
        check("-o x -oy --output=z --output z -c -S -E -M -MF d -MJ j -DA", "-DA");
        check("-save-stats --save-stats=obj -save-temps=cwd -fproc-stat-report=p -DA", "-DA");
        check("-ftime-trace=t -fcrash-diagnostics-dir=d --serialize-diagnostics s -DA", "-DA");
        check("-Xarch_host -save-temps -Xarch_host -DA", "-Xarch_host -DA");
    }

    #[test]
    fn calls_that_make_no_code_are_marked() {
        let parse = |text: &str| of_build(&shlex::split(text).expect("words"), Path::new("/"));
        assert!(parse("-E conftest.c").no_code);
        assert!(parse("-M a.c").no_code);
        assert!(!parse("-MD -c a.c").no_code);
    }

    #[test]
    fn response_files_are_opened_and_a_ring_of_them_ends() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        std::fs::write(dir.path().join("args"), "-DA='x y'\n-Iinc @args a.c").expect("a file");
        let parsed = of_build(&["@args".to_owned()], dir.path());
        assert_eq!(parsed.flags[..2], ["-DA=x y", "-Iinc"]);
        assert_eq!(parsed.sources[0], "a.c");
    }

    #[test]
    fn names_of_unknown_flags_are_read_from_clangs_errors() {
        let text = "clang: error: unknown argument: '-fno-foo'\n\
                    clang: error: unknown argument '-fbarr'; did you mean '-fbar'?\n\
                    clang: error: unsupported option '-mabi=x' for target 'x86_64'\n\
                    a.c:1:1: error: unknown type name 'x'\n";
        assert_eq!(unknown_to_clang(text), ["-fno-foo", "-fbarr", "-mabi=x"]);
        let inner =
            "error: unknown argument: '-fnew'\nclang-19: error: unknown argument: '-fnewer'\n";
        assert_eq!(unknown_to_clang(inner), ["-fnew", "-fnewer"]);
    }

    #[test]
    fn what_a_source_says_names_no_unknown_flag() {
        for line in [
            "a.c:1:2: error: unknown argument: '-D'",
            "/clang:1: error: unknown argument: '-D'",
            "In file included from clang: error: unknown argument: '-D'",
            "clang: error: a.c:1:2: error: unknown argument: '-D'",
            "clang: error: no such file: unknown argument: '-D'",
        ] {
            assert_eq!(unknown_to_clang(line), [""; 0], "{line}");
        }
    }

    #[test]
    fn an_unknown_flag_is_left_out_with_its_value() {
        let flags =
            ["-target", "x", "-DA", "-Xclang", "-target-cpu", "-Xclang", "y", "-Wno-error=z"];
        let flags = flags.map(str::to_owned);
        let without = |name: &str| {
            let said = format!("clang: error: unknown argument: '{name}'\n");
            without_unknown(&flags, &said).map(|flags| flags.join(" "))
        };
        assert_eq!(without("x"), None);
        let left = "-DA -Wno-error=z -Xclang -target-cpu -Xclang y";
        assert_eq!(without("-target").as_deref(), Some(left));
        assert_eq!(without("-target-cpu").as_deref(), Some("-target x -DA -Wno-error=z"));
    }
}
