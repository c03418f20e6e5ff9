//! A language server: findings in the editor, while the text is written.
//!
//! One thread speaks with the editor and one analyses, one text at a time. A text is analysed once
//! the user has not typed for a moment; an edit after that makes the analysis stale, and it is
//! ended. A test that is asked for is written in a thread of its own, so that neither waits for the
//! other. The starter of the server says what an analysis is, through [`Analyse`].

mod actions;
mod commands;
mod diagnostics;
mod documents;
mod fixes;
mod position;
mod server;
pub mod transport;
mod uri;
mod worker;

pub use server::{End, Ending, ServeError, ending, serve};

use margay_ir::finding::{Coverage, Finding, Rule};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Texts that are open in the editor, by the absolute names of their files.
pub type Unsaved = BTreeMap<PathBuf, Arc<str>>;

/// What the editor's settings say; `margay.toml` says the rest.
#[derive(Clone, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct EditorSettings {
    /// Seconds that one analysis may take.
    pub timeout: u64,
    /// More flags for clang.
    pub clang_flags: Vec<String>,
}

impl Default for EditorSettings {
    fn default() -> Self {
        EditorSettings { timeout: 20, clang_flags: Vec::new() }
    }
}

/// What came of one file.
#[derive(Debug, Default)]
pub struct Analysis {
    pub findings: Vec<Finding>,
    /// How much of each function was reached.
    pub coverage: Vec<Coverage>,
    /// What was left out, in words.
    pub gaps: Vec<String>,
    /// It ended before it was done: what is not there may be there.
    pub is_cut: bool,
}

/// How far an analysis is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Paths that were followed to their end.
    pub paths: u64,
    /// Those that wait to be followed.
    pub waiting: u64,
}

/// A finding as a test.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct WrittenTest {
    pub directory: PathBuf,
    /// What builds and runs it.
    pub script: PathBuf,
}

/// The analysis behind the server.
pub trait Analyse: Send + Sync {
    /// Checks one file with the texts that are open. `watch` hears often how far it is, and ends it by
    /// answering false. The error is a sentence, or clang's own words.
    fn analyse(
        &self,
        file: &Path,
        unsaved: &Unsaved,
        settings: &EditorSettings,
        watch: &(dyn Fn(Progress) -> bool + Sync),
    ) -> Result<Analysis, String>;

    /// There is nothing to analyse for now, and what was found has been told.
    fn rest(&self);

    /// Nothing will be analysed any more.
    fn end(&self);

    /// Files outside the editor have come, gone or changed.
    fn files_changed(&self);

    /// Writes a finding of a file as a test, into a directory of its own below one; without one, below
    /// the user's cache. Files are taken as they are on the disk. The error is a sentence.
    fn write_test(
        &self,
        file: &Path,
        finding: &Finding,
        below: Option<&Path>,
        settings: &EditorSettings,
    ) -> Result<WrittenTest, String>;

    /// Where texts may be written that are only to be shown: a directory that is none of the user's own.
    fn scratch(&self) -> Option<PathBuf>;

    /// The rule of a name.
    fn rule(&self, name: &str) -> Option<&'static Rule>;
}
