//! Linking of real C, with every clang that is installed.

mod support;

use margay_frontend::clang;
use margay_ir::{Callee, ConstKind, FuncId, Linkage, Op, Program};
use support::{Project, load_whole, returns, returns_of, starts_with};

/// Compiles and links the sources, in order, with each clang, and checks the program.
fn check(flags: &[&str], sources: &[&str], check: impl Fn(&Program)) {
    let names: Vec<String> = (0..sources.len()).map(|n| format!("f{n}.c")).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let files: Vec<(&str, &str)> = names.iter().copied().zip(sources.iter().copied()).collect();
    let project = Project::new(&files);
    for clang in clang::find_all() {
        let mut request = project.request(&names);
        request.flags = flags.iter().map(|flag| (*flag).to_owned()).collect();
        request.clang = Some(clang);
        let loaded = load_whole(&request);
        assert_eq!(loaded.warnings, [""; 0]);
        check(&loaded.program);
    }
}

/// The functions that a function calls by name.
fn calls(program: &Program, name: &str) -> Vec<FuncId> {
    let function = &program.functions[program.function(name).expect("the caller")];
    let called = |op: &Op| match op {
        Op::Call(call) => match call.callee {
            Callee::Direct(id) => Some(id),
            _ => None,
        },
        _ => None,
    };
    function.insts.iter().filter_map(|inst| called(&inst.op)).collect()
}

#[test]
fn a_strong_definition_replaces_a_weak_one() {
    let weak = "__attribute__((weak)) int f(void) { return 1; } int a(void) { return f(); }";
    check(&[], &[weak, "int f(void) { return 2; }"], |program| {
        assert_eq!(returns(program, "f"), Some(2));
        assert_eq!(returns_of(program, calls(program, "a")[0]), Some(2));
    });
}

#[test]
fn tentative_definitions_merge() {
    let sources = ["int x; char pad[3];", "int x; int get(void) { return x; }", "int x = 7;"];
    check(&["-fcommon"], &sources, |program| {
        assert_eq!(program.globals.iter().filter(|global| global.name == "x").count(), 1);
        assert_eq!(starts_with(program, "x"), Some(7));
    });
    check(&["-fcommon"], &["char x[2];", "char x[9];"], |program| {
        let x = program.globals.iter().find(|global| global.name == "x").expect("x");
        assert_eq!(program.size_of(x.ty), 9);
    });
}

#[test]
fn a_declaration_without_a_prototype_finds_its_function() {
    let sources = ["int f(); int a(void) { return f(1); }", "int f(int x) { return 5; }"];
    check(&["-std=gnu11"], &sources, |program| {
        assert_eq!(returns_of(program, calls(program, "a")[0]), Some(5));
    });
}

#[test]
fn weak_references_stay_open_and_aliases_cross_files() {
    let sources = [
        "extern int maybe(void) __attribute__((weak)); int a(void) { return maybe ? maybe() : 0; }",
        "static int real(void) { return 3; } int name(void) __attribute__((alias(\"real\")));",
        "int name(void); int b(void) { return name(); }",
    ];
    check(&[], &sources, |program| {
        let maybe = program.function("maybe").expect("maybe");
        assert_eq!(program.functions[maybe].linkage, Linkage::ExternWeak);
        assert_eq!(returns_of(program, calls(program, "b")[0]), Some(3));
    });
}

#[test]
fn constructors_of_all_files_run_by_priority() {
    let sources = [
        "__attribute__((constructor)) static void late(void) {} \
         __attribute__((destructor)) static void first(void) {}",
        "__attribute__((constructor(200))) static void early(void) {} \
         __attribute__((destructor)) static void last(void) {}",
    ];
    check(&[], &sources, |program| {
        let names = |list: &[margay_ir::Startup]| -> Vec<&str> {
            list.iter().map(|e| program.functions[e.function].name.as_str()).collect()
        };
        assert_eq!(names(&program.constructors), ["early", "late"]);
        // As natively: the file that comes last cleans up first.
        assert_eq!(names(&program.destructors), ["last", "first"]);
    });
}

#[test]
fn statics_of_the_same_name_and_pointers_between_files() {
    let sources = [
        "static int n = 1; int *p = &n; extern int *q; int **both[] = {&p, &q};",
        "static int n = 2; int *q = &n;",
    ];
    check(&[], &sources, |program| {
        let points_to = |name: &str| {
            let global = program.globals.iter().find(|g| g.name == name).expect("a pointer");
            match program.const_of(global.init.expect("a value")).kind {
                ConstKind::Global(id) => program.globals[id].init,
                ref other => panic!("{other:?}"),
            }
        };
        let value = |name| program.consts.as_u64(points_to(name).expect("a value"));
        assert_eq!((value("p"), value("q")), (Some(1), Some(2)));
    });
}

#[test]
fn a_computed_goto_of_a_body_that_lost_does_no_harm() {
    let body = "__attribute__((weak)) int f(int n) { static void *t[] = {&&a, &&b}; goto *t[n]; \
                a: return 1; b: return 2; }";
    check(&[], &[body, body, "int f(int n) { return 3; }"], |program| {
        assert_eq!(returns(program, "f"), Some(3));
    });
}

#[test]
fn the_same_header_is_one_source_file() {
    let project = Project::new(&[
        ("x.h", "static inline int twice(int n) { return 2 * n; }"),
        ("a.c", "#include \"x.h\"\nint a(void) { return twice(1); }"),
        ("b.c", "#include \"x.h\"\nint b(void) { return twice(2); }"),
    ]);
    let program = project.load(&["a.c", "b.c"]).program;
    let headers = program.source.files.iter().filter(|file| file.name.ends_with("x.h"));
    assert_eq!(headers.count(), 1);
}
