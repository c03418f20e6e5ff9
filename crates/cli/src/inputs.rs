//! The inputs that commands share, and loading them into a program.

use crate::exit;
use crate::output::{Failure, Terminal};
use clap::{Args, ValueHint};
use margay_frontend::record::RecordError;
use margay_frontend::{
    CacheOptions, FileFailure, LoadError, LoadRequest, Loaded, Preambles, SettingsFlags, Stop,
    Unsaved,
};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, Default, Args)]
pub struct InputArgs {
    /// C files, directories, compile_commands.json, LLVM bitcode (.bc) or text (.ll)
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath, required_unless_present_any = ["build", "compile_db"])]
    pub files: Vec<PathBuf>,
    /// Use the compile_commands.json in this directory, not the nearest one upward
    #[arg(short = 'p', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub compile_db: Option<PathBuf>,
    /// Run this build and analyse what it compiles with gcc, cc or clang
    #[arg(long, value_name = "COMMAND", conflicts_with = "compile_db")]
    pub build: Option<String>,
    /// Neither read nor write the cache of compiled files and results
    #[arg(long)]
    pub no_cache: bool,
    /// Work on so many threads; without it on all processors. The result is the same for any number
    #[arg(short = 'j', long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Texts of files that are not saved
    #[arg(skip)]
    pub unsaved: Unsaved,
    /// What such texts include at their tops
    #[arg(skip)]
    pub preambles: Option<Arc<Preambles>>,
    /// Flags for clang that an editor may have of the workspace
    #[arg(skip)]
    pub editor_flags: Vec<String>,
    /// Set when the result is no longer wanted
    #[arg(skip)]
    pub stop: Stop,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

impl InputArgs {
    /// How many threads are wanted; 0 for as many as there are processors.
    pub fn jobs(&self) -> usize {
        self.jobs.map_or(0, usize::from)
    }
}

/// Loads the inputs and reports on the way what is wrong with them. The program may be
/// partial; [`exit_code`] says so.
pub fn load(args: &InputArgs, terminal: &Terminal) -> Result<Loaded, Failure> {
    load_with(args, Vec::new(), Vec::new(), terminal)
}

/// The same with flags for clang of settings, which come before the user's, and without the files and
/// directories of `exclude`.
pub fn load_with(
    args: &InputArgs,
    mut settings: Vec<SettingsFlags>,
    exclude: Vec<PathBuf>,
    terminal: &Terminal,
) -> Result<Loaded, Failure> {
    let cache = cache_options(args)?;
    if !args.editor_flags.is_empty() {
        let flags = args.editor_flags.clone();
        settings.push(SettingsFlags { name: "the editor's settings".to_owned(), flags });
    }
    let request = LoadRequest {
        inputs: args.files.clone(),
        exclude,
        flags: args.clang_flags.clone(),
        settings,
        compile_db: args.compile_db.clone(),
        build: args.build.clone(),
        cache,
        clang: None,
        jobs: args.jobs(),
        unsaved: args.unsaved.clone(),
        preambles: args.preambles.clone(),
        stop: args.stop.clone(),
    };
    let loaded = margay_frontend::load(&request).map_err(|error| {
        let LoadError::AllFailed { failures, warnings } = &error else {
            return match error {
                LoadError::Interrupted | LoadError::Build(RecordError::Interrupted) => {
                    Failure::Incomplete(error.to_string())
                }
                _ => Failure::Tool(error.to_string()),
            };
        };
        warnings.iter().for_each(|warning| terminal.warning(warning));
        match &failures[..] {
            // One sentence is enough for one input, unless clang has spoken.
            [failure] if !failure.by_clang => {
                Failure::Incomplete(format!("{}: {}", failure.file, failure.message))
            }
            // Where the terminal is silent, the error says it.
            _ if terminal.is_silent() => {
                let messages = failures.iter().map(|failure| failure.message.trim_end());
                Failure::Incomplete(messages.collect::<Vec<_>>().join("\n"))
            }
            _ => {
                report(failures, terminal);
                Failure::Incomplete(error.to_string())
            }
        }
    })?;
    loaded.warnings.iter().for_each(|warning| terminal.warning(warning));
    report(&loaded.failures, terminal);
    if !loaded.failures.is_empty() {
        let (failed, all) = (loaded.failures.len(), loaded.failures.len() + loaded.units);
        terminal.error(&format!("{failed} of {all} inputs could not be analysed"));
    }
    if let Some(clang) = &loaded.clang {
        terminal.note(&format!("{} ({})", clang.version, clang.path.display()));
    }
    terminal.note(&format!(
        "{}, {} from the cache, {} functions",
        count(loaded.units, "file"),
        loaded.cached,
        loaded.program.functions.iter().filter(|f| f.has_body()).count()
    ));
    for gap in &loaded.program.gaps {
        terminal.warning(&format!("`{}` is not analysed: {}", gap.symbol, gap.reason));
    }
    Ok(loaded)
}

/// Where compiled files are kept.
pub fn cache_options(args: &InputArgs) -> Result<CacheOptions, Failure> {
    if args.no_cache {
        Ok(CacheOptions::disabled())
    } else {
        CacheOptions::from_env().map_err(Failure::Tool)
    }
}

/// The exit code of a command that did its work on what was loaded.
pub fn exit_code(loaded: &Loaded) -> u8 {
    if loaded.failures.is_empty() { exit::OK } else { exit::INCOMPLETE }
}

/// Clang's messages as they are, ours as sentences; a reason that many files share (a
/// project half in C++) is said once.
fn report(failures: &[FileFailure], terminal: &Terminal) {
    let mut shared: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for failure in failures {
        if failure.by_clang {
            terminal.verbatim(&failure.message);
        } else {
            shared.entry(&failure.message).or_default().push(&failure.file);
        }
    }
    for (message, files) in shared {
        match files[..] {
            [file] => terminal.error(&format!("{file}: {message}")),
            [first, ..] => {
                let files = count(files.len(), "file");
                terminal.error(&format!("{files}, as {first}: {message}"));
            }
            [] => {}
        }
    }
}

/// `1 file`, `3 files`.
pub fn count(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}
