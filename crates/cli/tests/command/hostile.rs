//! Repositories that want to run code or write files through Margay: in each of them, `check`, `reach`,
//! `triage` and `lsp` come to their end, the tree is as it was, and the flag is named.
//!
//! That the deeds would happen is shown as well: clang itself, given the same flags, does them.

use super::lsp::Editor;
use super::{command, project, text};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// A program with a fault, so that `check` builds, links and runs it.
const PROGRAM: &str = "void *malloc(unsigned long); void free(void *);
int main(int argc, char **argv) {
    char *p = malloc(4);
    if (!p) return 0;
    p[argc > 1 ? 4 : 0] = 1;
    free(p);
    return 0;
}
";

/// What leaves a mark as soon as it is loaded.
const EVIL: &str = "#include <stdio.h>
__attribute__((constructor)) static void leave_a_mark(void) {
    FILE *mark = fopen(MARKER, \"w\");
    if (mark) fclose(mark);
}
";

const SCRIPT: &str = "#!/bin/sh\ntouch \"$(dirname \"$0\")/marker\"\nexit 1\n";

/// A repository with something in it that leaves a mark, and the flags that would have clang come to it.
struct Repository {
    dir: tempfile::TempDir,
    flags: Vec<&'static str>,
    before: BTreeSet<String>,
}

impl Repository {
    /// The flags stand in `compile_commands.json`.
    fn with_database(flags: &[&'static str], files: &[(&str, &str)]) -> Repository {
        Repository::new(flags, files, |repository| repository.write_database("a.c"))
    }

    /// The flags stand in `margay.toml`.
    fn with_settings(flags: &[&'static str], files: &[(&str, &str)]) -> Repository {
        Repository::new(flags, files, |repository| {
            let text = format!("clang-flags = {:?}\n", repository.flags);
            fs::write(repository.path().join("margay.toml"), text).expect("settings");
        })
    }

    fn new(
        flags: &[&'static str],
        files: &[(&str, &str)],
        write: impl FnOnce(&Repository),
    ) -> Repository {
        let alert = json!({ "version": "2.1.0", "runs": [{
            "tool": { "driver": { "name": "clang" } },
            "results": [{
                "ruleId": "core.NullDereference",
                "message": { "text": "Dereference of null pointer" },
                "locations": [{ "physicalLocation": {
                    "artifactLocation": { "uri": "a.c" }, "region": { "startLine": 5 } } }],
            }],
        }] });
        let alert = alert.to_string();
        let own =
            [("a.c", PROGRAM), ("evil.c", EVIL), ("evil.sh", SCRIPT), ("alerts.sarif", &alert)];
        let dir = project(&[&own, files].concat());
        for script in own.iter().chain(files).filter(|(_, text)| text.starts_with("#!")) {
            let mode = PermissionsExt::from_mode(0o755);
            fs::set_permissions(dir.path().join(script.0), mode).expect("a mode");
        }
        let marker = format!("-DMARKER=\"{}\"", dir.path().join("marker").display());
        let mut compiler = Command::new(clang());
        compiler.args(["-shared", "-fPIC", &marker, "evil.c", "-o", "evil.so"]);
        assert!(compiler.current_dir(dir.path()).status().expect("clang runs").success());
        let before = BTreeSet::new();
        let mut repository = Repository { dir, flags: flags.to_vec(), before };
        write(&repository);
        repository.before = repository.list();
        repository
    }

    fn path(&self) -> &Path {
        self.dir.path()
    }

    fn write_database(&self, file: &str) {
        let arguments: Vec<&str> = ["./evil.sh"]
            .into_iter()
            .chain(self.flags.iter().copied())
            .chain(["-c", file])
            .collect();
        let entry = json!([{ "directory": self.path(), "file": file, "arguments": arguments }]);
        fs::write(self.path().join("compile_commands.json"), entry.to_string())
            .expect("a database");
    }

    /// All that is there, but for what Margay keeps where it was told to.
    fn list(&self) -> BTreeSet<String> {
        fn walk(dir: &Path, out: &mut BTreeSet<String>) {
            for entry in fs::read_dir(dir).expect("a directory").flatten() {
                let path = entry.path();
                if path.is_dir() && entry.file_name() != ".cache" {
                    walk(&path, out);
                }
                out.insert(path.display().to_string());
            }
        }
        let mut all = BTreeSet::new();
        walk(self.path(), &mut all);
        all.remove(&self.path().join(".cache").display().to_string());
        all
    }

    /// Clang itself does what is in the flags.
    fn shown_hostile(self) -> Repository {
        let mut compiler = Command::new(clang());
        compiler.args(&self.flags).args(["-c", "-o", "/dev/null", "a.c"]).stdin(Stdio::null());
        compiler.current_dir(self.path()).output().expect("clang runs");
        let after = self.list();
        assert_ne!(after, self.before, "{:?} does nothing", self.flags);
        for new in after.difference(&self.before).collect::<Vec<_>>().into_iter().rev() {
            let removed = fs::remove_file(new).or_else(|_| fs::remove_dir(new));
            removed.expect("what clang wrote");
        }
        self
    }

    /// Tries all commands. What they say names each of some words.
    #[track_caller]
    fn check(&self, said: &[&str]) {
        let commands: [&[&str]; 3] = [
            &["check", "a.c"],
            &["reach", "a.c:6", "--no-confirm"],
            &["triage", "alerts.sarif", "a.c", "--no-confirm"],
        ];
        for words in commands {
            let output = command(self.path(), words).output().expect("margay runs");
            self.is_untouched(&output, words);
            let errors = text(&output.stderr);
            for word in said {
                assert!(errors.contains(word), "{words:?} does not name {word}: {errors}");
            }
        }
        let settings = json!({ "clangFlags": self.flags });
        let (mut editor, _) = Editor::with_settings(self.path(), json!({}), settings);
        editor.open(PROGRAM);
        editor.diagnostics();
        if !said.is_empty() {
            let log = editor.next("window/logMessage").to_string();
            for word in said.iter().filter(|word| word.starts_with('-')) {
                assert!(log.contains(word), "lsp does not name {word}: {log}");
            }
        }
        editor.leave();
        assert_eq!(self.list(), self.before, "lsp");
    }

    #[track_caller]
    fn is_untouched(&self, output: &Output, words: &[&str]) {
        let said = text(&output.stderr);
        assert_eq!(self.list(), self.before, "{words:?}: {said}");
        assert!(output.status.code().is_some_and(|code| code != 101), "{words:?}: {said}");
    }
}

fn clang() -> std::path::PathBuf {
    margay_frontend::clang::find().expect("clang").path
}

const CONFIG: (&str, &str) = ("evil.cfg", "-fplugin=./evil.so\n");

#[test]
fn a_plugin_is_not_loaded() {
    let flags = &["-fplugin=./evil.so"];
    Repository::with_database(flags, &[]).shown_hostile().check(flags);
    Repository::with_settings(flags, &[]).check(&["-fplugin=./evil.so", "margay.toml"]);
}

/// What clang takes for the value of a flag is not what comes next.
#[test]
fn a_plugin_is_no_value_of_a_value() {
    for first in ["--system-header-prefix", "-multiply_defined", "-Xarch_foo=bar"] {
        let flags = &[first, "-D", "-fplugin=./evil.so"];
        Repository::with_database(flags, &[]).shown_hostile().check(&["-fplugin=./evil.so"]);
    }
}

#[test]
fn a_pass_is_not_loaded() {
    let flags = &["-fpass-plugin=./evil.so"];
    Repository::with_database(flags, &[]).shown_hostile().check(flags);
}

#[test]
fn inner_flags_load_nothing() {
    let flags = &["-Xclang", "-load", "-Xclang", "./evil.so"];
    let said = &["-Xclang -load -Xclang ./evil.so", "compile_commands.json"];
    Repository::with_database(flags, &[]).shown_hostile().check(said);
    Repository::with_settings(flags, &[]).check(&["-Xclang -load"]);
}

#[test]
fn options_of_llvm_load_nothing() {
    let flags = &["-mllvm", "-load=./evil.so"];
    Repository::with_database(flags, &[]).check(&["-mllvm -load=./evil.so"]);
}

#[test]
fn files_of_flags_are_not_taken() {
    let flags = &["--config", "./evil.cfg"];
    Repository::with_database(flags, &[CONFIG]).shown_hostile().check(&["--config ./evil.cfg"]);
    let flags = &["--config=./evil.cfg"];
    Repository::with_settings(flags, &[CONFIG]).check(&["--config=./evil.cfg", "margay.toml"]);
}

#[test]
fn response_files_come_through_the_same_door() {
    let flags = &["@flags.rsp"];
    let response = ("flags.rsp", "-fplugin=./evil.so");
    Repository::with_database(flags, &[response]).shown_hostile().check(&["-fplugin=./evil.so"]);
    Repository::with_settings(flags, &[response]).check(&["@flags.rsp"]);
}

#[test]
fn response_files_that_only_clang_can_read_are_refused() {
    let flags = &["@flags.rsp"];
    let response = ("flags.rsp", "-fplugin=./evil.so -DX='");
    Repository::with_database(flags, &[response]).shown_hostile().check(&["@flags.rsp"]);
}

#[test]
fn values_are_no_response_files() {
    let flags = &["-I", "@flags.rsp"];
    let response = ("flags.rsp", ". -fplugin=./evil.so -DX='");
    Repository::with_database(flags, &[response]).shown_hostile().check(&["-I @flags.rsp"]);
}

#[test]
fn a_target_names_no_file_of_flags() {
    let repository = Repository::with_database(&["--target=./evil"], &[CONFIG]);
    let major = margay_frontend::clang::find().expect("clang").major;
    let repository = if major >= 16 { repository.shown_hostile() } else { repository };
    repository.check(&["--target=./evil"]);
}

#[test]
fn flags_beside_the_sources_are_not_taken() {
    let files = [("clang.cfg", CONFIG.1), ("x86_64-unknown-linux-gnu.cfg", CONFIG.1)];
    Repository::with_database(&[], &files).check(&[]);
}

#[test]
fn modules_are_not_compiled() {
    let flags = &["-fmodules", "-fimplicit-module-maps", "-fmodules-cache-path=marks"];
    let map = ("module.modulemap", "module theirs { header \"m.h\" }");
    let header = ("m.h", "int theirs;\n");
    let source = format!("#include \"m.h\"\n{PROGRAM}");
    let files = [map, header, ("a.c", &source)];
    let repository = Repository::with_database(flags, &files).shown_hostile();
    repository.check(&["-fmodules", "-fmodules-cache-path=marks"]);
}

#[test]
fn nothing_is_written_beside_the_sources() {
    for flags in [
        &["-ftime-trace"][..],
        &["-save-temps"],
        &["--serialize-diagnostics", "marker"],
        &["-Xclang", "-stats-file=marker"],
        &["-Xclang", "-header-include-file", "-Xclang", "marker"],
        &["-fsave-optimization-record", "-foptimization-record-file=marker"],
        &["-fcrash-diagnostics-dir=marker"],
    ] {
        let said: Vec<&str> = flags.iter().copied().filter(|flag| flag.starts_with("-f")).collect();
        Repository::with_database(flags, &[]).check(&said);
    }
    Repository::with_database(&["-save-temps"], &[]).shown_hostile();
    Repository::with_database(&["--serialize-diagnostics", "marker"], &[]).shown_hostile();
}

#[test]
fn what_a_build_makes_is_not_made() {
    let flags = &["-MD", "-MF", "marker", "-Wp,-MMD,marker2", "-o", "marker3", "--coverage"];
    Repository::with_database(flags, &[]).shown_hostile().check(&[]);
    let settings = Repository::with_settings(&["-MD", "-MF", "marker", "-omarker3"], &[]);
    settings.check(&["`-MF marker`", "`-omarker3`", "margay.toml"]);
}

#[test]
fn no_assembler_or_linker_of_theirs_is_started() {
    let tools = [("as", SCRIPT), ("ld", SCRIPT), ("ld.lld", SCRIPT)];
    let flags = &["-B.", "-fno-integrated-as", "-fuse-ld=lld", "-wrapper", "./evil.sh,x"];
    Repository::with_database(flags, &tools).check(&[
        "-B.",
        "-fuse-ld=lld",
        "-wrapper ./evil.sh,x",
    ]);
    Repository::with_database(&["-B.", "-fno-integrated-as"], &tools).shown_hostile();
}

/// Clang starts the linker that lies beside a compiler, and looks for the compiler in a sysroot.
#[test]
fn no_linker_in_a_sysroot_is_started() {
    let files = [
        ("lib/gcc/x86_64-linux-gnu/99/crtbegin.o", ""),
        ("lib/gcc/aarch64-linux-gnu/99/crtbegin.o", ""),
        ("x86_64-linux-gnu/bin/ld", SYSROOT_SCRIPT),
        ("aarch64-linux-gnu/bin/ld", SYSROOT_SCRIPT),
    ];
    let repository = Repository::new(&["--gcc-toolchain=."], &files, |repository| {
        let root = format!("--sysroot={}", repository.path().display());
        let arguments = ["cc", "--gcc-toolchain=.", &root, "-c", "a.c"];
        let entry =
            json!([{ "directory": repository.path(), "file": "a.c", "arguments": arguments }]);
        fs::write(repository.path().join("compile_commands.json"), entry.to_string())
            .expect("a database");
    });
    let mut linker = Command::new(clang());
    linker.arg(format!("--sysroot={}", repository.path().display())).args(["a.c", "-o", "x"]);
    linker.current_dir(repository.path()).output().expect("clang runs");
    let marker = repository.path().join("marker");
    assert!(marker.exists());
    fs::remove_file(marker).expect("a marker");
    repository.check(&["--gcc-toolchain=."]);
}

const SYSROOT_SCRIPT: &str = "#!/bin/sh\ntouch \"$(dirname \"$0\")/../../marker\"\nexit 1\n";

#[test]
fn specs_are_not_read() {
    let specs = ("evil.specs", "*cc1:\n-fplugin=./evil.so\n");
    Repository::with_database(&["-specs=evil.specs"], &[specs]).check(&["-specs=evil.specs"]);
    Repository::with_settings(&["--specs=evil.specs"], &[specs]).check(&["--specs=evil.specs"]);
}

#[test]
fn unknown_flags_are_left_out_and_forbid_to_say_unreachable() {
    let source =
        "int main(void) {\n    int zero = 0;\n    if (zero)\n        return 1;\n    return 0;\n}\n";
    let repository = Repository::with_database(&["-fnobody-knows=this"], &[("b.c", source)]);
    repository.check(&["-fnobody-knows=this"]);
    repository.write_database("b.c");
    let output = command(repository.path(), &["reach", "b.c:4"]).output().expect("margay runs");
    let answer = text(&output.stdout);
    assert!(answer.starts_with("unknown"), "{answer}");
    assert!(answer.contains("-fnobody-knows=this"), "{answer}");
    let output = command(repository.path(), &["check", "b.c"]).output().expect("margay runs");
    assert!(text(&output.stdout).contains("-fnobody-knows=this"), "{}", text(&output.stdout));
}

#[test]
fn a_source_is_no_response_file() {
    let files = [("@r.c", PROGRAM), ("r.c", "-fplugin=./evil.so")];
    let repository = Repository::new(&[], &files, |repository| repository.write_database("@r.c"));
    for words in [&["check", "@r.c"][..], &["check", "compile_commands.json"]] {
        let output = command(repository.path(), words).output().expect("margay runs");
        repository.is_untouched(&output, words);
        assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    }
}

/// `PATH`, with the working directory first.
fn path_from_here() -> std::ffi::OsString {
    let mut path = std::ffi::OsString::from(".::");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    path
}

#[test]
fn programs_of_the_working_directory_are_not_started() {
    let names =
        ["clang", "clang-15", "clang-19", "clang-25", "z3", "cvc5", "bitwuzla", "git", "ld"];
    let tools: Vec<(&str, &str)> = names.iter().map(|name| (*name, SCRIPT)).collect();
    let repository = Repository::with_database(&[], &tools);
    for words in [&["check", "a.c"][..], &["check", "a.c", "--diff", "HEAD"]] {
        let mut command = command(repository.path(), words);
        let output = command.env("PATH", path_from_here()).output().expect("margay runs");
        repository.is_untouched(&output, words);
    }
}

#[test]
fn git_runs_nothing_that_a_repository_names() {
    let attributes = (".gitattributes", "*.c filter=evil diff=evil\n");
    let repository = Repository::with_database(&[], &[attributes]);
    let git = |words: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(repository.path()).args(["-c", "user.name=x", "-c", "user.email=x@x"]);
        let output = command.args(words).output().expect("git runs");
        assert!(output.status.success(), "{words:?}: {}", text(&output.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "a.c", ".gitattributes"]);
    git(&["commit", "-q", "-m", "x"]);
    let script = repository.path().join("evil.sh").display().to_string();
    for key in [
        "core.fsmonitor",
        "core.hooksPath",
        "core.pager",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter.evil.process",
        "core.sshCommand",
    ] {
        git(&["config", key, &script]);
    }
    fs::write(repository.path().join("a.c"), PROGRAM.replace("argc > 1", "argc > 2"))
        .expect("a file");
    let marker = repository.path().join("marker");
    // That is git's default.
    let mut itself = Command::new("git");
    itself.current_dir(repository.path()).args(["diff", "HEAD"]).output().expect("git runs");
    assert!(marker.exists());
    fs::remove_file(&marker).expect("a marker");
    let output = command(repository.path(), &["check", "a.c", "--diff", "HEAD"]).output();
    let output = output.expect("margay runs");
    assert!(!marker.exists());
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    // What the environment sets stays: git refuses this one.
    let mut configured = command(repository.path(), &["check", "a.c", "--diff", "HEAD"]);
    configured.env("GIT_CONFIG_COUNT", "1").env("GIT_CONFIG_KEY_0", "user-key");
    let output = configured.env("GIT_CONFIG_VALUE_0", "x").output().expect("margay runs");
    assert!(!marker.exists());
    assert!(text(&output.stderr).contains("user-key"), "{}", text(&output.stderr));
}

/// A link that is named like a report, or a folder of pages that is said to be one.
#[test]
fn reports_are_not_written_through_links() {
    let list = ("pages/assets/files.txt", "Files of a report by Margay:\ntests/x/theirs\n");
    let repository = Repository::with_database(&[], &[list, ("theirs/theirs", "theirs")]);
    let theirs = repository.path().join("theirs");
    let link = |to: &Path, name: &str| {
        std::os::unix::fs::symlink(to, repository.path().join(name)).expect("a link");
    };
    let file = theirs.join("theirs");
    link(&file, "report.json");
    link(&file, "tree.html");
    link(&theirs, "tests");
    link(&theirs, "out");
    link(&file, "pages/index.html");
    fs::create_dir(repository.path().join("pages/tests")).expect("a directory");
    link(&theirs, "pages/tests/x");
    for words in [
        &["check", "a.c", "--format", "json", "-o", "report.json"][..],
        &["check", "a.c", "--tree", "tree.html"],
        &["check", "a.c", "--html", "pages"],
        &["check", "a.c", "--html", "out"],
        &["check", "a.c", "--emit-tests", "tests"],
        &["check", "a.c", "--emit-tests", "out/tests"],
        &["reach", "a.c:6", "--emit", "tests"],
        &["triage", "alerts.sarif", "a.c", "-o", "report.json"],
        &["test", "a.c", "--out", "tests"],
    ] {
        let output = command(repository.path(), words).output().expect("margay runs");
        let said = text(&output.stderr);
        assert!(
            said.contains("is a link, and nothing is written through links"),
            "{words:?}: {said}"
        );
        let left: Vec<_> = fs::read_dir(&theirs).expect("a directory").flatten().collect();
        assert_eq!(left.len(), 1, "{words:?}: {said}");
        assert_eq!(fs::read_to_string(&file).expect("a file"), "theirs", "{words:?}");
    }
}
