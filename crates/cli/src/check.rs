//! `margay check`: explores a program and reports what goes wrong in it.

use crate::confirm::{Confirm, confirm};
use crate::exit;
use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::{Args, ValueEnum};
use margay_analysis::{CheckOptions, with_library};
use margay_frontend::Cache;
use margay_report::{Format, RenderOptions};
use std::io::Write;
use std::path::Path;

/// Find bugs
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Do not replay findings natively
    #[arg(long)]
    pub no_confirm: bool,
    /// Write each finding as a test below this directory: a program, its input, a script
    #[arg(long, value_name = "DIR")]
    pub emit_tests: Option<std::path::PathBuf>,
    /// How to write the findings
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub format: FormatChoice,
    /// Show each step of the path to a finding
    #[arg(long)]
    pub explain_path: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FormatChoice {
    /// For people
    Text,
    /// JSON lines
    Json,
    /// SARIF 2.1.0
    Sarif,
}

pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let started = std::time::Instant::now();
    let loaded = inputs::load(&args.inputs, terminal)?;
    let incomplete = inputs::exit_code(&loaded);
    let files = loaded.units;
    let cache = Cache::open(&inputs::cache_options(&args.inputs)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    let mut outcome = margay_analysis::check(&program, &CheckOptions::default());
    outcome.statistics.files = files as u64;
    let how = Confirm {
        clang: loaded.clang,
        units: loaded.sources,
        replay: !args.no_confirm,
        emit: args.emit_tests.as_deref(),
    };
    confirm(&mut outcome, how, terminal)?;
    outcome.statistics.milliseconds =
        u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let format = match args.format {
        FormatChoice::Text => Format::Text,
        FormatChoice::Json => Format::Json,
        FormatChoice::Sarif => Format::Sarif,
    };
    let rules: Vec<_> = margay_checkers::rules().collect();
    let options = RenderOptions {
        root: std::env::current_dir().unwrap_or_default(),
        color: terminal.colors_output(),
        explain_path: args.explain_path,
    };
    let disk = |file: &Path| std::fs::read(file).ok();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    margay_report::render(format, &outcome, &rules, &disk, &options, &mut out)?;
    out.flush()?;
    let found = outcome.findings.iter().any(|finding| finding.suppressed.is_none());
    Ok(if found { exit::FINDINGS } else { incomplete })
}
