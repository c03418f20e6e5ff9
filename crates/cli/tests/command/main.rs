//! The binary from outside: output, messages and exit codes.

mod bounds;
mod check_causes;
mod check_ci;
mod check_html;
mod check_inputs;
mod check_options;
mod check_tree;
mod check_workers;
mod commands;
mod flow_settings;
mod hostile;
mod interleavings;
mod interrupted;
mod loop_programs;
mod lsp;
mod native;
mod native_answers;
mod odd_inputs;
mod prototypes;
mod reach;
mod reach_all;
mod reach_loops;
mod reach_outside;
mod reach_strategy;
mod reach_truth;
mod replay;
mod store;
mod test_command;
mod thread_words;
mod triage;

use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs `margay` in a directory, without a cache of its own.
fn margay(dir: &Path, args: &[&str]) -> Output {
    command(dir, args).output().expect("margay runs")
}

fn command(dir: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_margay"));
    command.args(args).current_dir(dir).stdin(Stdio::null());
    command.env("MARGAY_CACHE_DIR", dir.join(".cache")).env_remove("MARGAY_CLANG");
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// A scratch directory with files.
fn project<T: AsRef<[u8]>>(files: &[(&str, T)]) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a scratch directory");
    for (name, text) in files {
        let path = dir.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("directories");
        std::fs::write(path, text).expect("a file");
    }
    dir
}
