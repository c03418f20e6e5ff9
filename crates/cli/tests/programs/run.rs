//! Every program of tests/run behaves under `margay run` as its native build does.

use crate::harness::{Case, clangs, compare, name_of, root};
use libtest_mimic::Trial;

pub fn trials() -> Vec<Trial> {
    let folder = root().join("tests/run");
    let mut paths: Vec<_> = std::fs::read_dir(&folder)
        .expect("tests/run")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.is_dir() || path.extension().is_some_and(|e| e == "c"))
        .collect();
    paths.sort();
    let mut trials = Vec::new();
    for clang in clangs() {
        for path in &paths {
            let (path, clang) = (path.clone(), clang.clone());
            let name = format!("run::{}::{clang}", name_of(&path));
            trials.push(Trial::test(name, move || compare(&Case::read(&path), &clang)));
        }
    }
    trials
}
