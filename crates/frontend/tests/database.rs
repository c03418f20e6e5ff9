//! Compile databases: where they are found and what of them counts.

mod support;

use margay_frontend::{LoadError, load};
use support::{Project, defined, load_whole, returns};

const F: &str = "int f(void) { return X; }";

fn entry(project: &Project, dir: &str, file: &str, command: &str) -> String {
    let dir = project.path(dir);
    format!(r#"{{"directory": "{}", "file": "{file}", "command": "{command}"}}"#, dir.display())
}

fn write_db(project: &Project, name: &str, entries: &[String]) {
    project.write(name, &format!("[{}]", entries.join(",\n")));
}

#[test]
fn the_nearest_database_upward_gives_the_flags_of_a_file() {
    let project = Project::new(&[("src/a.c", F), ("src/other.c", "int g(void) { return 1; }")]);
    let cc = "cc -O2 -DX=5 -o a.o -c ../src/a.c";
    write_db(&project, "compile_commands.json", &[entry(&project, "src", "../src/a.c", cc)]);
    let loaded = project.load(&["src/a.c"]);
    assert_eq!(returns(&loaded.program, "f"), Some(5));
    // A file that the database does not know is compiled without flags.
    assert_eq!(defined(&project.load(&["src/other.c"]).program), ["g"]);
    // Of a directory, what the database compiles counts.
    assert_eq!(defined(&project.load(&["src"]).program), ["f"]);
    // The database alone means all of it.
    assert_eq!(defined(&project.load(&["compile_commands.json"]).program), ["f"]);
}

#[test]
fn a_database_in_the_build_directory_is_found() {
    let project = Project::new(&[("a.c", F)]);
    let cc = "cc -DX=6 -c ../a.c";
    write_db(&project, "build/compile_commands.json", &[entry(&project, "build", "../a.c", cc)]);
    assert_eq!(returns(&project.load(&["a.c"]).program, "f"), Some(6));
}

#[test]
fn a_given_database_replaces_the_nearest_one() {
    let project = Project::new(&[("a.c", F)]);
    write_db(&project, "compile_commands.json", &[entry(&project, "", "a.c", "cc -DX=1 a.c")]);
    write_db(&project, "db/compile_commands.json", &[entry(&project, "", "a.c", "cc -DX=2 a.c")]);
    let mut request = project.request(&["a.c"]);
    request.compile_db = Some(project.path("db"));
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(2));
    request.inputs.clear();
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(2));
    // The user's own flags have the last word.
    request.flags = vec!["-UX".to_owned(), "-DX=3".to_owned()];
    assert_eq!(returns(&load_whole(&request).program, "f"), Some(3));
}

#[test]
fn the_arguments_form_and_awkward_quoting() {
    let project = Project::new(&[("my dir/a.c", F)]);
    let dir = project.path("my dir");
    let arguments = r#"["gcc", "-DX=(sizeof \"a b\")", "-c", "a.c"]"#;
    let json = format!(
        r#"[{{"directory": "{}", "file": "a.c", "arguments": {arguments}}}]"#,
        dir.display()
    );
    project.write("compile_commands.json", &json);
    assert_eq!(returns(&project.load(&["my dir/a.c"]).program, "f"), Some(4));
}

#[test]
fn flags_that_only_gcc_knows_are_left_out() {
    let project = Project::new(&[("a.c", F)]);
    let cc = "gcc -fno-ipa-sra -mpreferred-stack-boundary=4 -fconserve-stack -DX=8 --param=a=1 \
              -Wno-such-warning -fno-tree-vrp -std=gnu23 -fplugin=x.so -Wa,-x -c a.c";
    write_db(&project, "compile_commands.json", &[entry(&project, "", "a.c", cc)]);
    assert_eq!(returns(&project.load(&["a.c"]).program, "f"), Some(8));
}

#[test]
fn what_a_database_says_beyond_c_is_counted() {
    let project = Project::new(&[("a.c", F), ("b.cc", ""), ("c.c", "")]);
    let entries = [
        entry(&project, "", "a.c", "cc -DX=1 -c a.c"),
        entry(&project, "", "b.cc", "c++ -c b.cc"),
        entry(&project, "", "c.c", "g++ -c c.c"),
        entry(&project, "", "gone.c", "cc -c gone.c"),
    ];
    write_db(&project, "compile_commands.json", &entries);
    let loaded = project.load(&["compile_commands.json"]);
    assert_eq!(loaded.failures.len(), 2);
    assert!(loaded.failures.iter().all(|f| f.message.starts_with("C++")));
    assert!(loaded.warnings[0].contains("gone.c"));
}

#[test]
fn a_broken_database_is_named() {
    let project = Project::new(&[("compile_commands.json", "[{"), ("a.c", F)]);
    let error = load(&project.request(&["a.c"])).expect_err("the database is broken").to_string();
    assert!(error.contains("compile_commands.json"), "{error}");
}

/// What a source says is no word of clang about flags: neither in an error nor in the name of a file.
#[test]
fn a_source_has_no_say_in_its_flags() {
    let forged = [
        "#error unknown argument: '-D'",
        "#error unknown argument: '-iprefix'",
        "#line 1 \"clang: error: unknown argument: '-iprefix'\"\n#error no",
        "#line 1 \"x\\nclang: error: unknown argument: 'value'\\nx\"\n#error no",
        "#line 1 \"x\\nclang: error: unknown argument: '-iprefix'\\nx\"\n#error no",
    ];
    for source in forged {
        let project = Project::new(&[("a.c", source)]);
        project.write_database(&["-D", "X", "-iprefix", "value", "-D", "-fplugin=evil.so"]);
        let error = load::load(&project.request(&["a.c"])).expect_err("it is an error");
        let LoadError::AllFailed { failures, .. } = error else { panic!("{error:?}") };
        let failed = &failures[0].message;
        assert!(failed.contains("error: "), "{failed}");
        assert!(!failed.contains("evil") && !failed.contains("no such file"), "{failed}");
    }
    // Flags that clang does not know go with their values.
    let project = Project::new(&[("a.c", F)]);
    project.write_database(&[
        "-mskip-rax-setup",
        "-DX=3",
        "-Xclang",
        "-target-cpu",
        "-Xclang",
        "x86-64",
    ]);
    assert_eq!(returns(&project.load(&["a.c"]).program, "f"), Some(3));
}
