//! Loading files and directories: what goes in, what is refused, what is said.

mod support;

use margay_frontend::{Cache, CacheOptions, LoadError, clang, compile_source, load};
use std::process::Command;
use support::{Project, defined, load_whole, returns};

#[test]
fn the_files_of_one_call_are_one_program() {
    let project = Project::new(&[
        (
            "a.c",
            "int f(void); static int help(void) { return 1; } int main(void) { return f() + help(); }",
        ),
        ("b.c", "static int help(void) { return 2; } int f(void) { return help(); }"),
    ]);
    let loaded = project.load(&["a.c", "b.c"]);
    assert_eq!(defined(&loaded.program), ["main", "f", "help", "help"]);
    assert_eq!((loaded.units, loaded.failures.len()), (2, 0));
    assert_eq!(loaded.warnings, [""; 0]);
}

#[test]
fn every_clang_gives_the_same_functions() {
    let project =
        Project::new(&[("a.c", "int f(void) { return 3; } int main(void) { return f(); }")]);
    let clangs = clang::find_all();
    assert!(!clangs.is_empty(), "tests need a clang");
    for clang in clangs {
        let mut request = project.request(&["a.c"]);
        request.clang = Some(clang.clone());
        let loaded = load_whole(&request);
        assert_eq!(defined(&loaded.program), ["f", "main"], "{}", clang.version);
        assert_eq!(loaded.clang, Some(clang));
    }
}

#[test]
fn a_file_that_does_not_compile_is_counted_and_the_rest_goes_on() {
    let project = Project::new(&[
        ("good.c", "int main(void) { return 0; }"),
        ("bad.c", "int f(void) { return undeclared; }\n"),
    ]);
    let loaded = project.load(&["bad.c", "good.c"]);
    assert_eq!(defined(&loaded.program), ["main"]);
    let [failure] = &loaded.failures[..] else { panic!("{:?}", loaded.failures) };
    assert!(failure.by_clang);
    assert!(failure.message.contains("bad.c:1:22: error: use of undeclared identifier"));

    let error = load(&project.request(&["bad.c"])).expect_err("nothing is left");
    assert!(
        matches!(&error, LoadError::AllFailed { failures, .. } if failures.len() == 1),
        "{error:?}"
    );
}

#[test]
fn what_gcc_and_old_clangs_take_is_taken() {
    let text = "f(x) { return x; } int main(void) { int *p = 5; return g(f(1)) + (p != 0); }";
    let project = Project::new(&[("old.c", text)]);
    assert_eq!(defined(&project.load(&["old.c"]).program), ["f", "main"]);
}

#[test]
fn other_languages_are_refused_by_name() {
    let project = Project::new(&[
        ("a.c", "int main(void) { return 0; }"),
        ("b.cpp", "int f() { return 0; }"),
        ("c.s", "nop"),
        ("d.o", "\x7fELF"),
    ]);
    let loaded = project.load(&["a.c", "b.cpp", "c.s", "d.o"]);
    let reasons: Vec<&str> = loaded.failures.iter().map(|f| f.message.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "C++ is not analysed, only C is",
            "assembly is not analysed, only C is",
            "not a C file, nor LLVM bitcode (.bc) or text (.ll)",
        ]
    );
}

#[test]
fn a_directory_is_all_c_files_below_it_but_for_hidden_and_build_directories() {
    let project = Project::new(&[
        ("b.c", "int b(void) { return 0; }"),
        ("a/z.c", "int z(void) { return 0; }"),
        ("a/a.c", "int a(void) { return 0; }"),
        ("build/generated.c", "#error not this"),
        (".git/hook.c", "#error nor this"),
        ("notes.txt", ""),
    ]);
    let loaded = project.load(&[""]);
    assert_eq!(defined(&loaded.program), ["a", "z", "b"]);
    assert!(loaded.failures.is_empty());
}

#[test]
fn flags_reach_clang_and_none_of_them_writes_a_file() {
    let project = Project::new(&[
        ("a.c", "#include <x.h>\nint f(void) { return X + Y; }"),
        ("inc/x.h", "#define X 40"),
    ]);
    let before = project.list();
    let mut request = project.request(&["a.c"]);
    let include = format!("-I{}", project.path("inc").display());
    let written = project.path("oops").display().to_string();
    request.flags =
        ["-DY=2", &include, "-O2", "-MD", "-o", &written, "-save-temps"].map(str::to_owned).into();
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(42));
    assert_eq!(project.list(), before);
}

#[test]
fn macros_for_the_preprocessor_count_in_a_build_and_from_the_user() {
    let project = Project::new(&[("a.c", "int f(void) { return A * 10 + B; }")]);
    let flags = ["-Wp,-DA=3,-MD,oops.d", "-Xpreprocessor", "-DB=4"];
    let mut request = project.request(&["a.c"]);
    request.flags = flags.map(str::to_owned).into();
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(34));
    project.write_database(&flags);
    assert_eq!(returns(&project.load(&["a.c"]).program, "f"), Some(34));
}

#[test]
fn a_working_directory_is_where_relative_names_are_looked_up() {
    let project = Project::new(&[
        ("a.c", "#include <x.h>\nint f(void) { return X; }"),
        ("d/inc/x.h", "#define X 1"),
    ]);
    let directory = project.path("d").display().to_string();
    let mut request = project.request(&["a.c"]);
    let cache = tempfile::tempdir().expect("a scratch directory");
    request.cache = CacheOptions { dir: Some(cache.path().to_owned()), max_bytes: 1 << 20 };
    request.flags = ["-working-directory", &directory, "-Iinc"].map(str::to_owned).into();
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(1));
    // The cache must know which file the header was.
    project.write("d/inc/x.h", "#define X 2");
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(2));
}

#[test]
fn no_flag_makes_clang_write_where_it_runs() {
    const FLAGS: &[&str] = &[
        "-save-stats",
        "--save-stats=cwd",
        "-save-temps=cwd",
        "-fproc-stat-report=oops.csv",
        "-ftime-trace=oops.json",
        "-fcrash-diagnostics-dir=oops",
        "-fsave-optimization-record",
        "-foptimization-record-file=oops.yaml",
        "-gsplit-dwarf",
        "-MD -MF oops.d -MJ oops.json",
        "-oops",
        "--output=oops",
        "--serialize-diagnostics oops",
        "-Xclang -dependency-dot -Xclang oops.dot",
        "-Xclang -dependency-file -Xclang oops.d -Xclang -MT -Xclang oops",
        "-H -Xclang -header-include-file -Xclang oops.txt",
        "-Xclang -stats-file=oops.stats",
        "-Xclang -opt-record-file -Xclang oops.yaml",
        "-Xclang -serialize-diagnostic-file -Xclang oops",
        "-Xclang -diagnostic-log-file -Xclang oops",
        "-Xclang -stack-usage-file -Xclang oops",
        "-Xclang -emit-obj",
        "-Xclang -ast-dump",
        "-mllvm -info-output-file=oops -Xclang -print-stats",
        "-fprofile-arcs -ftest-coverage --coverage",
        "-emit-ast",
        "-E",
        "-S",
        "--version",
        "-print-search-dirs",
        "-Xarch_host -save-temps",
    ];
    let project = Project::new(&[("a.c", "int main(void) { return 7; }")]);
    // Clang runs in the directory that the database names.
    project.write_database(&[]);
    let before = project.list();
    for flags in FLAGS {
        for clang in clang::find_all() {
            let mut request = project.request(&["a.c"]);
            request.flags = flags.split(' ').map(str::to_owned).collect();
            request.clang = Some(clang);
            assert_eq!(returns(&load_whole(&request).program, "main"), Some(7), "{flags}");
            assert_eq!(project.list(), before, "{flags}");
        }
    }
}

#[test]
fn bitcode_llvm_text_and_preprocessed_c_are_inputs_too() {
    let clang = clang::find().expect("tests need a clang");
    let project = Project::new(&[
        ("a.c", "int a(void) { return 1; }"),
        ("b.c", "int b(void) { return 2; }"),
        ("c.i", "int c(void) { return 3; }"),
    ]);
    for flags in [&["-c", "a.c", "-o", "a.bc"][..], &["-S", "b.c", "-o", "b.ll"]] {
        let mut command = Command::new(&clang.path);
        let status = command.arg("-emit-llvm").args(flags).current_dir(project.root()).status();
        assert!(status.expect("clang runs").success());
    }
    std::fs::copy(project.path("a.bc"), project.path("lto.o")).expect("a copy");
    let loaded = project.load(&["a.bc", "b.ll", "c.i"]);
    assert_eq!(defined(&loaded.program), ["a", "b", "c"]);
    let loaded = project.load(&["lto.o"]);
    assert_eq!(defined(&loaded.program), ["a"]);
    assert_eq!(loaded.clang, None, "bitcode alone needs no clang");
}

#[test]
fn missing_and_empty_inputs_are_errors() {
    let project = Project::new(&[("empty/readme", "")]);
    let message =
        |inputs: &[&str]| load(&project.request(inputs)).expect_err("an error").to_string();
    assert!(message(&["nothing.c"]).ends_with("nothing.c: no such file or directory"));
    assert!(message(&[]).starts_with("no input"));
    assert!(message(&["empty"]).ends_with("has no C files in it"));
}

#[test]
fn c_held_in_memory_compiles_and_keeps_its_name() {
    let clang = clang::find().expect("tests need a clang");
    let cache = tempfile::tempdir().expect("a scratch directory");
    let options = CacheOptions { dir: Some(cache.path().to_owned()), max_bytes: 1 << 20 };
    let compile =
        |text: &str| compile_source(&clang, "models/f.c", text, &[], &Cache::open(&options));
    let text = "#include <stddef.h>\nsize_t f(void) { return 7; }";
    let compiled = compile(text).expect("it compiles");
    assert!(!compiled.cached);
    assert!(compile(text).expect("it compiles").cached);
    let program = margay_frontend::read_verified(&compiled.bitcode).expect("readable");
    assert_eq!(returns(&program, "f"), Some(7));
    let source = program.functions.iter().find_map(|f| f.source.as_ref()).expect("debug info");
    assert!(program.source.describe(source.span).starts_with("models/f.c:2"));
    let error = compile("int f(void) { return x; }").expect_err("x is undeclared");
    assert!(error.message.contains("models/f.c:1:22: error:"), "{error}");
}
