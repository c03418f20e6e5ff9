//! `--build`: recording what a build compiles.

mod support;

use margay_frontend::{LoadRequest, load};
use support::{Project, defined, load_whole, returns};

fn request(project: &Project, build: &str) -> LoadRequest {
    let mut request = project.request(&[]);
    request.build = Some(project.shell(build));
    request
}

#[test]
fn each_compiler_call_of_a_build_is_recorded() {
    let project = Project::new(&[
        ("a.c", "#include \"a.h\"\nint a(void) { return A; }"),
        ("sub dir/b.c", "const char b[] = B; int get(void) { return b[4]; }"),
        ("inc/a.h", "#define A 4"),
        (
            "build.sh",
            r#"set -e
               cc -O2 -Iinc -c a.c -o a.o -MD -MF a.d &
               (cd 'sub dir' && cc '-DB="it'"'"'s $HOME"' -c b.c -o ../b.o)
               wait
               cc -shared a.o b.o -o lib.so
            "#,
        ),
    ]);
    let loaded = load_whole(&request(&project, "sh build.sh"));
    assert_eq!(defined(&loaded.program), ["a", "get"]);
    assert_eq!(returns(&loaded.program, "a"), Some(4));
    let text = loaded.program.consts.iter().any(|(_, c)| {
        matches!(&c.kind, margay_ir::ConstKind::Data(bytes) if bytes.starts_with(b"it's $HOME"))
    });
    assert!(text, "an argument with both kinds of quotes arrives whole");
    assert!(project.path("lib.so").exists(), "the build itself has happened");
}

#[test]
fn a_parallel_build_gives_the_files_in_order() {
    let names: Vec<String> = (0..12).map(|n| format!("f{n:02}")).collect();
    let files: Vec<(String, String)> = names
        .iter()
        .map(|name| (format!("{name}.c"), format!("int {name}(void) {{ return 0; }}")))
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(n, t)| (n.as_str(), t.as_str())).collect();
    let project = Project::new(&files);
    let build = "for f in *.c; do cc -c $f & done; wait";
    assert_eq!(defined(&load_whole(&request(&project, build)).program), names);
}

#[test]
fn inputs_choose_among_what_was_recorded() {
    let project =
        Project::new(&[("a.c", "int a(void) { return X; }"), ("b.c", "int b(void) { return X; }")]);
    let mut request = request(&project, "cc -DX=3 -c a.c b.c");
    request.inputs = vec![project.path("b.c")];
    let loaded = load_whole(&request);
    assert_eq!(defined(&loaded.program), ["b"]);
    assert_eq!(returns(&loaded.program, "b"), Some(3));
}

#[test]
fn probes_of_a_configure_script_do_not_count() {
    let project = Project::new(&[("a.c", "int a(void) { return 0; }")]);
    let build = "echo 'int x;' >conftest.c && cc -E conftest.c >/dev/null && cc -c conftest.c \
                 && rm conftest.c && cc -c a.c";
    let loaded = load_whole(&request(&project, build));
    assert_eq!(defined(&loaded.program), ["a"]);
    assert!(loaded.warnings[0].ends_with("conftest.c is gone since the build compiled it"));
}

#[test]
fn a_build_that_fails_or_compiles_nothing_is_an_error() {
    let project = Project::new(&[("a.c", "int a(void) { return 0; }")]);
    let message = |build| load(&request(&project, build)).expect_err("an error").to_string();
    assert!(message("exit 7").contains("failed with exit status: 7"));
    assert!(message("true").contains("compiled nothing that Margay could see"));
}
