//! Hostile programs of `tests/sandbox`, replayed: nothing happens outside.
//!
//! All are one program, which does the deed that its input names and then divides by zero, so that
//! a confirmed finding shows that the deed was done. What came of it is observed from outside, see
//! `world.rs`. The first line of a program says what is expected:
//!
//! | words | the replay |
//! | --- | --- |
//! | (nothing) | is confirmed |
//! | `ends: time`, `disk`, `memory` | is ended for that |
//! | `ends: any` | is confirmed, or is ended for anything |
//! | `refused: all` | none of the calls that the program tells of succeeds |
//! | `happens: yes` | harms somebody if nothing confines it; `maybe`, on some machines; `no`, is never tried |
//!
//! Each layer of the sandbox is tried without the others, as this user and, if that is root, as an
//! ordinary user too.

mod world;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};
use world::{NOBODY, World, is_root};

/// Seconds that a run may take of programs that take all of them, and of others.
const SHORT: &str = "2";
const LONG: &str = "30";
/// Bytes that the scratch directories of two runs may have, with what is written between two looks.
const DISK: u64 = 2 << 30;

#[test]
fn with_all_layers() {
    check_for_all(Setup::default());
}

#[test]
fn without_namespaces() {
    check_for_all(Setup { without: "namespaces", ..Setup::default() });
}

#[test]
fn without_landlock() {
    check_for_all(Setup { without: "landlock,scopes", quick: true, ..Setup::default() });
}

/// As before Linux 6.12, where ordinary users may not make namespaces.
#[test]
fn without_namespaces_and_scopes() {
    check_for_all(Setup { without: "namespaces,scopes", quick: true, ..Setup::default() });
}

#[test]
fn nothing_runs_that_cannot_be_confined() {
    for without in ["namespaces,landlock,scopes,seccomp", "namespaces,landlock", "seccomp"] {
        let world = World::new();
        let setup = Setup { without, only: Some("kill_sibling"), ..Setup::default() };
        let (replays, errors) = replay(&world, &setup);
        let Some(replay) = replays.get("kill_sibling") else { return };
        assert!(
            replay
                .verdict
                .contains("cannot be replayed: this machine cannot keep the program from"),
            "{replay:?}"
        );
        assert!(!replay.words.contains("deed"), "{replay:?}");
        let said = "findings are not replayed: this machine cannot keep a program from the rest";
        assert!(errors.contains(said) && errors.contains("--replay-unconfined"), "{errors}");
        assert_eq!(world.harm(), BTreeMap::new());
    }
}

/// What the other tests rest on: without the sandbox, deeds are seen.
#[test]
fn deeds_happen_where_nothing_confines_them() {
    let world = World::new();
    let without = "namespaces,landlock,scopes,seccomp";
    let setup = Setup { without, unconfined: true, only_visible: true, ..Setup::default() };
    let (replays, errors) = replay(&world, &setup);
    if replays.is_empty() {
        return;
    }
    assert!(
        errors.contains("programs were replayed though this machine cannot confine"),
        "{errors}"
    );
    let harm = world.harm();
    let expected = deeds().into_iter().filter(|deed| deed.says("happens: yes"));
    let unseen: Vec<String> =
        expected.map(|deed| deed.name).filter(|name| !harm.contains_key(name)).collect();
    assert_eq!(unseen, [""; 0], "{harm:?}\n{replays:?}");
}

#[test]
fn nothing_outlives_a_killed_margay() {
    for without in ["", "namespaces"] {
        let world = World::new();
        // Its time must not be what ends it.
        let only = Some("daemon_at_end");
        let setup = Setup { without, only, endless: true, patient: true, ..Setup::default() };
        let mut margay =
            command(&world, &setup).stdout(Stdio::null()).spawn().expect("margay runs");
        // The program and its daemons.
        if !within(60, || world.running() >= 4 || margay.try_wait().is_ok_and(|s| s.is_some())) {
            panic!("the program does not start");
        }
        if margay.try_wait().expect("a child").is_some() {
            eprintln!("skipped: clang has no sanitizers here");
            return;
        }
        assert_eq!(world.scratch().len(), 1);
        margay.kill().and_then(|()| margay.wait()).expect("margay dies");
        assert!(within(10, || world.running() == 0), "{} are left", world.running());
        // Its scratch directory goes with the next run.
        let left = world.scratch();
        let (replays, _) =
            replay(&world, &Setup { only: Some("kill_sibling"), endless: false, ..setup });
        assert_eq!(replays.len(), 1);
        assert_eq!(world.scratch(), Vec::<PathBuf>::new(), "{left:?}");
    }
}

/// Leaks are found by tracing, races by instrumentation, and `reach` by breakpoints.
#[test]
fn what_shows_findings_works_without_namespaces() {
    let leak = "#include <stdlib.h>\nint main(void) { char *p = malloc(9); if (!p) return 1; *p = 1; p = 0; return p != 0; }";
    let unset = "int main(int argc, char **argv) { int x; if (argc > 1) x = 1; if (x) return 2; return 0; }";
    for (name, source, by) in [
        ("leak.c", leak, "confirmed: replayed under LeakSanitizer"),
        ("unset.c", unset, "confirmed: replayed under MemorySanitizer"),
    ] {
        for without in ["", "namespaces", "landlock,scopes", "namespaces,scopes"] {
            let world = World::new();
            std::fs::write(world.project().join(name), source).expect("a file");
            let mut margay = world.margay(None);
            margay.args(["check", name]).env("MARGAY_SANDBOX_WITHOUT", without);
            let Output { stdout, stderr, .. } = margay.output().expect("margay runs");
            let (shown, errors) =
                (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
            if !errors.contains("has no sanitizers here")
                && !shown.contains("this machine cannot keep the program")
            {
                assert!(shown.contains(by), "without {without}: {shown}{errors}");
            }
        }
    }
}

/// How the programs are replayed.
#[derive(Clone, Copy, Default)]
struct Setup {
    /// Layers to do without.
    without: &'static str,
    /// As an ordinary user, though this one is root.
    as_nobody: bool,
    /// No programs that have to be ended.
    quick: bool,
    /// Those that end only when their time is over, instead of all others.
    endless: bool,
    /// Let these run for long all the same.
    patient: bool,
    only: Option<&'static str>,
    /// Only programs that harm somebody if nothing confines them.
    only_visible: bool,
    unconfined: bool,
}

/// A program: what its first line says.
#[derive(Debug)]
struct Deed {
    name: String,
    line: String,
}

impl Deed {
    fn says(&self, words: &str) -> bool {
        self.line.contains(words)
    }
}

/// All programs, in the order of their names.
fn deeds() -> Vec<Deed> {
    let entries = std::fs::read_dir(sources()).expect("the programs are there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "c"));
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a program");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        Deed { name, line: text.lines().next().unwrap_or_default().to_owned() }
    };
    let deeds = paths.into_iter().map(read);
    deeds.filter(|deed| deed.line.starts_with("//")).collect()
}

fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/sandbox")
}

/// What came of one program.
#[derive(Debug, Default)]
struct Replay {
    verdict: String,
    words: String,
}

fn check_for_all(setup: Setup) {
    check(setup);
    if is_root() {
        check(Setup { as_nobody: true, ..setup });
    } else {
        eprintln!("skipped: only root can try another user");
    }
}

fn check(setup: Setup) {
    let world = World::new();
    let peak = world.watch_disk();
    let (mut replays, mut errors) = replay(&world, &setup);
    if !setup.quick {
        let (others, said) = replay(&world, &Setup { endless: true, ..setup });
        replays.extend(others);
        errors += &said;
    }
    let peak = peak();
    if replays.is_empty() {
        return;
    }
    if errors.contains("findings are not replayed: this machine cannot keep") {
        eprintln!("skipped: {}", errors.lines().last().unwrap_or_default());
        return;
    }
    let mut wrong = Vec::new();
    let endless = (!setup.quick).then_some(Setup { endless: true, ..setup });
    for deed in setup.deeds().into_iter().chain(endless.iter().flat_map(Setup::deeds)) {
        let replay = replays.get(&deed.name);
        let Some(Replay { verdict, words }) = replay else {
            wrong.push(format!("{} is missing", deed.name));
            continue;
        };
        let confirmed = verdict.contains("confirmed by");
        let right = if deed.says("ends: time") {
            verdict.contains("timed out after")
        } else if deed.says("ends: disk") {
            verdict.contains("wrote more to files than a replay may")
        } else if deed.says("ends: memory") {
            verdict.contains("used more memory than a replay may")
        } else {
            confirmed || deed.says("ends: any")
        };
        // That it was done is what makes the rest worth anything.
        let done = words.contains("deed: begin") && (!confirmed || words.contains("deed: end"));
        if !right || !done {
            let words: String = words.chars().take(2000).collect();
            wrong.push(format!("{}: {verdict}\n{words}", deed.name));
        }
        let refused = |line: &&str| line.rsplit(' ').next().is_some_and(|r| r.starts_with('-'));
        let told = words.lines().filter_map(|line| line.split_once("deed: ").map(|(_, told)| told));
        let mut told = told.filter(|told| !told.starts_with("begin") && !told.starts_with("end"));
        if deed.says("refused: all")
            && let Some(line) = told.find(|line| !refused(line))
        {
            wrong.push(format!("{}: it could {line}", deed.name));
        }
    }
    assert!(wrong.is_empty(), "{}\n{errors}", wrong.join("\n"));
    assert_eq!(world.harm(), BTreeMap::new());
    assert_eq!(world.running(), 0);
    assert_eq!(world.scratch(), Vec::<PathBuf>::new());
    assert!(peak < DISK, "{peak} bytes were written");
}

impl Setup {
    /// The programs that are replayed.
    fn deeds(&self) -> Vec<Deed> {
        let mut deeds = deeds();
        deeds.retain(|deed| {
            self.only.is_none_or(|only| only == deed.name)
                && (!self.only_visible || deed.says("happens: yes"))
                && (!self.quick || !deed.says("ends: "))
                && (self.endless == deed.says("ends: time"))
                // Gigabytes take long, and do not depend on the user that starts the program: root does with all
                // layers, the other user without some.
                && !(is_root() && self.as_nobody == self.without.is_empty() && uses_much(deed))
        });
        deeds
    }
}

fn uses_much(deed: &Deed) -> bool {
    ["ends: disk", "ends: memory", "ends: any"].iter().any(|end| deed.says(end))
}

/// Replays programs: what came of each, and what Margay said besides. Nothing if clang has no
/// sanitizers.
fn replay(world: &World, setup: &Setup) -> (BTreeMap<String, Replay>, String) {
    let Output { stdout, stderr, .. } = command(world, setup).output().expect("margay runs");
    let (shown, errors) = (String::from_utf8_lossy(&stdout), String::from_utf8_lossy(&stderr));
    if errors.contains("has no sanitizers here") {
        eprintln!("skipped: clang has no sanitizers here");
        return (BTreeMap::new(), errors.into_owned());
    }
    let names: Vec<String> = setup.deeds().into_iter().map(|deed| deed.name).collect();
    let mut replays: BTreeMap<String, Replay> = BTreeMap::new();
    let mut current = String::new();
    for line in shown.lines() {
        if let Some(words) = line.strip_prefix("  | ") {
            let replay = replays.entry(current.clone()).or_default();
            // A program may say a lot.
            if replay.words.len() < 1 << 16 {
                replay.words += words;
                replay.words.push('\n');
            }
        } else if let Some((name, verdict)) = line.trim_start().split_once(' ')
            && names.iter().any(|known| known == name)
        {
            current = name.to_owned();
            replays.entry(current.clone()).or_default().verdict = verdict.to_owned();
        }
    }
    assert!(!replays.is_empty(), "{shown}{errors}");
    (replays, errors.into_owned())
}

/// The command that replays programs of this setup.
fn command(world: &World, setup: &Setup) -> Command {
    let project = world.project();
    let all = setup.deeds();
    let mut files = vec!["main.c".to_owned()];
    for deed in &all {
        files.push(format!("{}.c", deed.name));
    }
    for file in files.iter().map(String::as_str).chain(["hostile.h"]) {
        std::fs::copy(sources().join(file), project.join(file)).expect("a copy");
    }
    let list: String = all.iter().map(|deed| format!("DEED({})\n", deed.name)).collect();
    std::fs::write(project.join("deeds.h"), list).expect("a list");
    let main = std::fs::read_to_string(project.join("main.c")).expect("a program");
    let line = 1 + main.lines().position(|line| line.contains("// here")).expect("a mark");
    let mut records = String::new();
    for (which, deed) in all.iter().enumerate() {
        let returned = |value: usize| {
            format!(
                r#"{{"source":{{"kind":"return","function":"which_deed"}},"bytes":[{value},0,0,0],"form":"signed","location":null}}"#
            )
        };
        records += &format!(
            r#"{{"kind":"finding","rule":"division-by-zero","severity":"error","message":"m","label":"","cwe":[],"location":{{"file":"main.c","directory":"{}","line":{line},"column":0,"function":"main"}},"stack":[],"related":[],"path":[],"input":[{},{}],"confirmation":{{"status":"untried"}},"suppressed":null,"fingerprint":"{}"}}"#,
            project.display(),
            returned(which),
            returned(0),
            deed.name
        );
        records.push('\n');
    }
    std::fs::write(project.join("found.json"), records).expect("records");
    let mut margay = world.margay(setup.as_nobody.then_some(NOBODY));
    let limit = if setup.endless && !setup.patient { SHORT } else { LONG };
    margay.args(["replay", "--time-limit", limit, "found.json"]);
    if setup.unconfined {
        margay.arg("--replay-unconfined");
    }
    margay.args(files).arg("--").args(world.definitions()).arg("-O1");
    margay.env("MARGAY_SANDBOX_WITHOUT", setup.without);
    margay
}

/// Whether something is so before some seconds are over.
fn within(seconds: u64, mut is_so: impl FnMut() -> bool) -> bool {
    let end = Instant::now() + Duration::from_secs(seconds);
    while Instant::now() < end {
        if is_so() {
            return true;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    is_so()
}
