//! Whether a run shows what a finding claims.
//!
//! Confirmed is only a report of the right kind at the finding's own place: a program
//! that fails in some other way has another bug, or our claim is wrong.

use super::build::HARNESS_FILES;
use super::output::{Frame, Report};
use super::process::{End, Run};
use super::sanitizers::Expected;
use super::symbolize::Symbols;
use margay_frontend::compile_db::normalize;
use margay_ir::finding::{Confirmation, Finding, Location};
use std::path::Path;
use std::time::Duration;

/// Accesses up to this address are accesses through a null pointer.
const FIRST_PAGES: u64 = 1 << 16;

/// Judges a run.
pub fn judge(
    finding: &Finding,
    expected: &Expected,
    run: &Run,
    reports: &[Report],
    symbols: &Symbols,
    limit: Duration,
) -> Confirmation {
    let mut elsewhere = None;
    for report in reports {
        let stack: Vec<Frame> = report
            .stack
            .iter()
            .flat_map(|address| symbols.frames(address))
            .filter(|frame| !is_harness(&frame.file))
            .collect();
        let fits = fits(finding, expected, report);
        let depth = if expected.any_frame { stack.len() } else { 1 };
        let mut places = report.place.iter().chain(stack.iter().take(depth));
        let there = places.any(|frame| is_at(frame, &finding.location));
        if fits && there {
            return Confirmation::Confirmed { by: report.tool.clone() };
        }
        // Undefined behaviour is gone past; what ends the run counts.
        let place = report.place.as_ref().or(stack.first());
        let ends = report.tool != "UndefinedBehaviorSanitizer" && report.tool != "LeakSanitizer";
        if elsewhere.is_none() && (ends || fits) {
            let place = place.map_or(String::new(), |frame| {
                let name = frame.file.file_name().unwrap_or_default().display();
                format!(" at {name}:{}", frame.line)
            });
            let how = if there { "otherwise" } else { "elsewhere" };
            elsewhere = Some(format!("failed {how}: {}{place}", report.kind));
        }
    }
    if run.errors.contains("LeakSanitizer has encountered a fatal error") {
        return Confirmation::NotApplicable { why: "LeakSanitizer cannot work here".into() };
    }
    // Members lie side by side, and no byte between them is forbidden.
    if finding.in_object {
        let why = "sanitizers see objects, not the arrays in them".to_owned();
        return Confirmation::NotApplicable { why };
    }
    if !expected.certain {
        let why = format!("a native run need not show {}", finding.rule);
        return Confirmation::NotApplicable { why };
    }
    let why = elsewhere.unwrap_or_else(|| ending(run, limit));
    Confirmation::NotConfirmed { why }
}

/// How a run ended, in words.
pub fn ending(run: &Run, limit: Duration) -> String {
    match run.end {
        End::TimedOut => format!("timed out after {} s", limit.as_secs()),
        End::Exited(98) if run.errors.contains("margay: an assumption") => {
            "an assumption of the harness did not hold".to_owned()
        }
        End::Exited(98) if run.errors.contains("margay: an answer that a function") => {
            "a function was to answer what it cannot".to_owned()
        }
        End::Exited(_) => "ran to its end".to_owned(),
        End::Killed(signal) => format!("died of signal {signal}"),
    }
}

fn fits(finding: &Finding, expected: &Expected, report: &Report) -> bool {
    let null = matches!(finding.rule.as_str(), "null-dereference" | "unchecked-allocation");
    if null && report.accessed.is_some_and(|address| address >= FIRST_PAGES) {
        return false;
    }
    expected.kinds.iter().any(|kind| {
        // A sentence has the words in it, a name is the word.
        let whole = !kind.contains(' ') && report.tool != "UndefinedBehaviorSanitizer";
        if whole {
            report.kind == *kind || report.kind.ends_with(kind)
        } else {
            report.kind.contains(kind)
        }
    })
}

pub fn is_harness(file: &Path) -> bool {
    file.file_name().is_some_and(|name| HARNESS_FILES.iter().any(|own| name == *own))
}

pub fn is_at(frame: &Frame, location: &Location) -> bool {
    frame.line == location.line && is_in_file(frame, location)
}

pub fn is_in_file(frame: &Frame, location: &Location) -> bool {
    // Debug info has the whole path, sanitizers what the compiler was given.
    let claimed = normalize(&location.directory.join(&location.file));
    let seen = normalize(&location.directory.join(&frame.file));
    claimed == seen || claimed.ends_with(&frame.file) || seen.ends_with(&location.file)
}
