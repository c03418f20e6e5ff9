//! `margay check`: finds bugs.

use crate::inputs::{self, InputArgs};
use crate::output::{Failure, Terminal};
use clap::Args;
use margay_analysis::{CheckOptions, with_library};
use margay_frontend::Cache;
use std::io::Write;

/// Find bugs
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    pub inputs: InputArgs,
    /// Do not replay findings
    #[arg(long)]
    pub no_confirm: bool,
    #[arg(long, default_value = "text")]
    pub format: String,
}

pub fn run(args: &CheckArgs, terminal: &Terminal) -> Result<u8, Failure> {
    let loaded = inputs::load(&args.inputs, terminal)?;
    let cache = Cache::open(&inputs::cache_options(&args.inputs)?);
    let (program, missing) = with_library(loaded.program, loaded.clang.as_ref(), &cache);
    if let Some(missing) = missing {
        terminal.warning(&missing);
    }
    let outcome = margay_analysis::check(&program, &CheckOptions::default());
    let mut out = std::io::stdout().lock();
    for finding in &outcome.findings {
        let l = &finding.location;
        writeln!(
            out,
            "{}:{}:{}: {} [{}] CWE{:?}",
            l.file.display(),
            l.line,
            l.column,
            finding.message,
            finding.rule,
            finding.cwe
        )?;
    }
    for omission in &outcome.omissions {
        writeln!(out, "gap: {omission:?}")?;
    }
    writeln!(out, "{:?}", outcome.statistics)?;
    Ok(if outcome.findings.is_empty() { 0 } else { 2 })
}
