//! `margay replay`: runs recorded findings again and shows what the sanitizers say.

use crate::exit;
use crate::output::{Failure, Terminal};
use clap::{Args, ValueHint};
use margay_analysis::replay::{ReplayOptions, Replayer};
use margay_frontend::{Cache, LoadRequest, Stop, clang, regular};
use margay_ir::finding::{Confirmation, Finding, Location};
use margay_report::json;
use margay_report::options::with_options;
use std::collections::BTreeSet;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

/// Run recorded findings natively under sanitizers
///
/// The record is what `margay check --format json` wrote. The program is compiled anew: name
/// its files and flags as for `check`, unless the findings name all its files themselves.
#[derive(Debug, Args)]
pub struct ReplayArgs {
    /// Findings as JSON lines
    #[arg(value_name = "RECORD", value_hint = ValueHint::FilePath)]
    pub record: PathBuf,
    /// Only the finding of this fingerprint, or whose fingerprint starts so
    #[arg(long, value_name = "FINGERPRINT")]
    pub fingerprint: Option<String>,
    /// Stop a run after so many seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub time_limit: u64,
    /// Replay also where the kernel cannot keep the program from your files, processes and network
    #[arg(long)]
    pub replay_unconfined: bool,
    /// C files of the program, directories or compile_commands.json
    #[arg(value_name = "FILE", value_hint = ValueHint::AnyPath)]
    pub files: Vec<PathBuf>,
    /// Use the compile_commands.json in this directory, not the nearest one upward
    #[arg(short = 'p', value_name = "DIR", value_hint = ValueHint::DirPath)]
    pub compile_db: Option<PathBuf>,
    /// Flags for clang
    #[arg(last = true, value_name = "CLANG FLAGS")]
    pub clang_flags: Vec<String>,
}

pub fn run(args: &ReplayArgs, stop: &Stop, terminal: &Terminal) -> Result<u8, Failure> {
    let name = args.record.display();
    let text = regular::read_text(&args.record)
        .map_err(|e| Failure::Tool(format!("cannot read {name}: {e}")))?;
    let record = json::parse(&text).map_err(|e| Failure::Tool(format!("{name}: {e}")))?;
    let wanted = args.fingerprint.as_deref().unwrap_or_default();
    let mut chosen = record.findings;
    chosen.retain(|recorded| recorded.fingerprint.starts_with(wanted));
    if chosen.is_empty() {
        return Err(Failure::Tool(format!("{name} has no such finding")));
    }
    let findings: Vec<&Finding> = chosen.iter().map(|recorded| &recorded.finding).collect();
    let request = LoadRequest {
        flags: args.clang_flags.clone(),
        compile_db: args.compile_db.clone(),
        ..LoadRequest::new(if args.files.is_empty() && args.compile_db.is_none() {
            files_of(&findings)
        } else {
            args.files.clone()
        })
    };
    let collected = margay_frontend::inputs::collect(&request)
        .map_err(|error| Failure::Tool(error.to_string()))?;
    collected.warnings.iter().for_each(|warning| terminal.warning(warning));
    let clang = clang::find_with(&Cache::open(&request.cache))
        .map_err(|error| Failure::Tool(error.to_string()))?;
    let limit = Duration::from_secs(args.time_limit);
    let options = ReplayOptions {
        limit,
        stop: stop.clone(),
        unconfined: args.replay_unconfined,
        ..ReplayOptions::new(clang, collected.units)
    };
    let replayer = Replayer::new(options, findings.iter().copied())
        .map_err(|e| Failure::Tool(format!("cannot replay: {e}")))?;
    let replays = replayer.replay_all(&findings);
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut confirmed = false;
    for (recorded, replay) in chosen.iter().zip(&replays) {
        let finding = &recorded.finding;
        let Location { file, line, .. } = &finding.location;
        writeln!(out, "{}:{line}: {} [{}]", file.display(), finding.message, finding.rule)?;
        let verdict = match &replay.confirmation {
            Confirmation::Confirmed { by } => {
                confirmed = true;
                format!("confirmed by {by}")
            }
            Confirmation::NotConfirmed { why } => format!("not confirmed: {why}"),
            Confirmation::NotApplicable { why } => format!("cannot be replayed: {why}"),
            Confirmation::Untried => "not tried".to_owned(),
        };
        writeln!(out, "  {} {}", recorded.fingerprint, with_options(&verdict))?;
        for words in replay.words.lines() {
            writeln!(out, "  | {words}")?;
        }
    }
    out.flush()?;
    replayer.notes(true).iter().for_each(|note| terminal.warning(&with_options(note)));
    Ok(if confirmed { exit::FINDINGS } else { exit::OK })
}

/// The sources that findings name: where they are, and where their paths lead through.
fn files_of(findings: &[&Finding]) -> Vec<PathBuf> {
    let mut found = BTreeSet::new();
    for finding in findings {
        let notes = finding.path.iter().chain(&finding.related).map(|note| &note.location);
        let inputs = finding.input.iter().filter_map(|input| input.location.as_ref());
        let own = std::iter::once(&finding.location).chain(&finding.stack);
        for location in own.chain(notes).chain(inputs) {
            let path = location.directory.join(&location.file);
            if path.extension().is_some_and(|e| e == "c" || e == "i") && path.is_file() {
                found.insert(path);
            }
        }
    }
    found.into_iter().collect()
}
