//! Which parts of a recorded compiler call matter for what the code means.
//!
//! A command of a build says how to compile, optimise, warn, link and where to
//! write. Margay keeps what changes the meaning of the source (macros, include
//! paths, the language, the target) and drops the rest, above all everything that
//! would write a file: nothing here may touch the user's tree.

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
}

/// Takes the arguments of a call apart; `arguments` is without the compiler's name.
/// Response files are read relative to `directory`.
pub fn parse(arguments: &[String], directory: &Path) -> Parsed {
    let arguments = expand_response_files(arguments, directory, 0);
    let mut parsed = Parsed::default();
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            parsed.sources.extend(rest.by_ref().filter(|a| is_source(a)).cloned());
        } else if !argument.starts_with('-') || argument == "-" {
            if is_source(argument) {
                parsed.sources.push(argument.clone());
            }
        } else {
            parsed.no_code |= NO_CODE.contains(&argument.as_str());
            match classify(argument) {
                Fate::Keep => parsed.flags.push(modern_standard(argument)),
                Fate::KeepWithNext => match rest.next() {
                    // `-Xclang -include-pch -Xclang file`: made for other flags than ours.
                    Some(value) if argument == "-Xclang" && NOT_OURS.contains(&value.as_str()) => {
                        rest.nth(1);
                    }
                    Some(value) => parsed.flags.extend([argument.clone(), value.clone()]),
                    None => {}
                },
                Fate::Drop => {}
                Fate::DropWithNext => {
                    rest.next();
                }
            }
        }
    }
    parsed
}

/// The flags that clang's error text names as unknown to it. GCC has many that clang
/// does not know, and the list grows with both compilers, so clang is asked.
pub fn unknown_to_clang(stderr: &str) -> Vec<String> {
    const PHRASES: [&str; 4] =
        ["unknown argument: '", "unknown argument '", "unsupported option '", "unknown option '"];
    let mut found = Vec::new();
    for line in stderr.lines().filter(|line| line.contains("error: ")) {
        let rest = PHRASES.iter().find_map(|phrase| line.split_once(phrase)).map(|parts| parts.1);
        if let Some((flag, _)) = rest.and_then(|rest| rest.split_once('\'')) {
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

enum Fate {
    Keep,
    KeepWithNext,
    Drop,
    DropWithNext,
}

const NO_CODE: [&str; 5] = ["-E", "-M", "-MM", "-fsyntax-only", "-###"];

/// Inner flags of clang that name a file which only fits the compiler of the build.
const NOT_OURS: [&str; 4] = ["-include-pch", "-load", "-add-plugin", "-plugin"];

/// Flags whose value is the next argument and belongs to the meaning.
const KEEP_WITH_NEXT: &[&str] = &[
    "-I",
    "-D",
    "-U",
    "-include",
    "-imacros",
    "-isystem",
    "-iquote",
    "-idirafter",
    "-iprefix",
    "-iwithprefix",
    "-iwithprefixbefore",
    "-isysroot",
    "--sysroot",
    "-x",
    "-target",
    "-arch",
    "-B",
    "-Xclang",
    "-iframework",
    "-F",
    "-A",
];

const DROP_WITH_NEXT: &[&str] = &[
    "-o",
    "-MF",
    "-MT",
    "-MQ",
    "-MJ",
    "-l",
    "-L",
    "-T",
    "-u",
    "-z",
    "-e",
    "-Xlinker",
    "-Xassembler",
    "-Xpreprocessor",
    "-Xanalyzer",
    "--param",
    "-aux-info",
    "-dumpbase",
    "-dumpbase-ext",
    "-dumpdir",
    "-wrapper",
    "-include-pch",
    "-serialize-diagnostics",
    "--serialize-diagnostics",
    "-index-store-path",
    "-framework",
    "-mllvm",
    "-install_name",
    "-current_version",
    "-compatibility_version",
    "-dependency-file",
];

const DROP: &[&str] = &[
    "-c",
    "-S",
    "-E",
    "-w",
    "-v",
    "-###",
    "-p",
    "-pg",
    "-s",
    "-pipe",
    "-static",
    "-shared",
    "-rdynamic",
    "-pie",
    "-no-pie",
    "-static-pie",
    "-nostdlib",
    "-nodefaultlibs",
    "-nostartfiles",
    "-static-libgcc",
    "-emit-llvm",
    "-fsyntax-only",
    "--coverage",
    "-coverage",
    "-Q",
    "-dynamiclib",
    "-bundle",
    "-r",
    "--verbose",
    "-integrated-as",
    "-no-integrated-as",
    "-fconserve-stack",
];

const DROP_PREFIX: &[&str] = &[
    "-O",
    "-g",
    "-M",
    "-W",
    "-l",
    "-L",
    "-T",
    "-pedantic",
    "-flto",
    "-fno-lto",
    "-fwhole-program",
    "-ffat-lto",
    "-fno-fat-lto",
    "-fuse-linker-plugin",
    "-fuse-ld",
    "-fsanitize",
    "-fno-sanitize",
    "-fprofile",
    "-fno-profile",
    "-fcoverage",
    "-ftest-coverage",
    "-finstrument",
    "-fdiagnostics",
    "-fno-diagnostics",
    "-fcolor-diagnostics",
    "-fno-color-diagnostics",
    "-fmessage-length",
    "-fdump",
    "-frandom-seed",
    "-fstack-usage",
    "-fcallgraph-info",
    "-fopt-info",
    "-fplugin",
    "-fpass-plugin",
    "-fsave-optimization-record",
    "-foptimization-record",
    "-ftime-report",
    "-ftime-trace",
    "-fcrash-diagnostics",
    "-fstack-clash",
    "-fcf-protection",
    "-fvar-tracking",
    "-fno-var-tracking",
    "-save-temps",
    "--save-temps",
    "-specs",
    "--specs",
    "-dump",
    "-fembed-bitcode",
    "-fdebug-",
    "-ffile-prefix-map",
    "-fmacro-prefix-map",
    "-fcanon-prefix-map",
    "-fpch",
    "-fmodules-cache-path",
    "-fanalyzer",
    "-fno-analyzer",
    "--param=",
    "-d",
    "-analyze",
    "--analyze",
];

fn classify(argument: &str) -> Fate {
    if DROP_WITH_NEXT.contains(&argument) {
        Fate::DropWithNext
    } else if KEEP_WITH_NEXT.contains(&argument) {
        Fate::KeepWithNext
    } else if DROP.contains(&argument) || DROP_PREFIX.iter().any(|p| argument.starts_with(p)) {
        Fate::Drop
    } else {
        Fate::Keep
    }
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
/// read stays as it is; clang will say so.
fn expand_response_files(arguments: &[String], directory: &Path, depth: u32) -> Vec<String> {
    // A file may name itself.
    const DEEPEST: u32 = 8;
    let mut out = Vec::with_capacity(arguments.len());
    for argument in arguments {
        let inner = argument
            .strip_prefix('@')
            .filter(|_| depth < DEEPEST)
            .and_then(|name| std::fs::read_to_string(directory.join(name)).ok())
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
        let parsed = parse(&arguments, Path::new("/"));
        assert_eq!(parsed.sources, sources, "{command}");
        assert_eq!(parsed.flags, flags, "{command}");
    }

    #[test]
    fn meaning_is_kept_and_the_rest_is_dropped() {
        check(
            "-DX='a b' -D Y -Iinc -I inc2 -isystem /s -std=gnu99 -O2 -g3 -Wall -Wl,-z,now -c a.c -o a.o",
            &["a.c"],
            &["-DX=a b", "-D", "Y", "-Iinc", "-I", "inc2", "-isystem", "/s", "-std=gnu99"],
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
    fn calls_that_make_no_code_are_marked() {
        let parse = |text: &str| parse(&shlex::split(text).expect("words"), Path::new("/"));
        assert!(parse("-E conftest.c").no_code);
        assert!(parse("-M a.c").no_code);
        assert!(!parse("-MD -c a.c").no_code);
    }

    #[test]
    fn response_files_are_opened_and_a_ring_of_them_ends() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        std::fs::write(dir.path().join("args"), "-DA='x y'\n-Iinc @args a.c").expect("a file");
        let parsed = parse(&["@args".to_owned()], dir.path());
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
    }
}
