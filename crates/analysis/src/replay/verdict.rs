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
use margay_ir::finding::{Confirmation, Finding, Location, Storage};
use std::path::Path;
use std::time::Duration;

/// Accesses up to this address are accesses through a null pointer.
const FIRST_PAGES: u64 = 1 << 16;

/// What is seen of a run.
pub struct Observed<'a> {
    pub run: &'a Run,
    /// What sanitizers said in it.
    pub reports: &'a [Report],
    /// Where the addresses in them lie in the source.
    pub symbols: &'a Symbols,
    /// The time that it had.
    pub limit: Duration,
}

/// Judges a run.
pub fn judge(finding: &Finding, expected: &Expected, observed: &Observed<'_>) -> Confirmation {
    let Observed { run, reports, symbols, limit } = *observed;
    let mut elsewhere = None;
    for report in reports {
        let stack: Vec<Frame> = report
            .stack
            .iter()
            .flat_map(|address| symbols.frames(address))
            .filter(|frame| !is_harness(&frame.file))
            .collect();
        let allocated =
            || report.object.allocated.iter().flat_map(|address| symbols.frames(address));
        let fits = fits(expected, report);
        let same = !fits || is_same_access(finding, report, &allocated().collect::<Vec<_>>());
        let depth = if expected.shown.in_any_frame { stack.len() } else { 1 };
        let mut places = report.place.iter().chain(stack.iter().take(depth));
        let there = places.any(|frame| is_at(frame, &finding.location));
        if fits && same && there {
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
            let what = if same { "" } else { " in another access, or of another object" };
            elsewhere = Some(format!("failed {how}: {}{what}{place}", report.kind));
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
    if !expected.shown.is_certain {
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
        End::TooMuchMemory => "used more memory than a replay may".to_owned(),
        End::TooMuchDisk => "wrote more to files than a replay may".to_owned(),
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

fn fits(expected: &Expected, report: &Report) -> bool {
    if expected.shown.near_null && report.accessed.is_some_and(|address| address >= FIRST_PAGES) {
        return false;
    }
    expected.shown.kinds.iter().any(|kind| {
        // A sentence has the words in it, a name is the word.
        let whole = !kind.contains(' ') && report.tool != "UndefinedBehaviorSanitizer";
        if whole {
            report.kind == *kind || report.kind.ends_with(kind)
        } else {
            report.kind.contains(kind)
        }
    })
}

/// Whether a report may be about the access that a finding claims: it goes the same way, to an object of the same
/// storage, and where the sanitizer can tell objects apart, to that object.
fn is_same_access(finding: &Finding, report: &Report, allocated: &[Frame]) -> bool {
    let Some(claimed) = finding.accessed else { return true };
    if report.tool != "AddressSanitizer" {
        return true;
    }
    // Nothing lies in the first pages: an access there is through a null pointer.
    if report.accessed.is_some_and(|address| address < FIRST_PAGES) {
        return false;
    }
    if report.writes.is_some_and(|writes| writes != claimed.writes) {
        return false;
    }
    let storage = storage(&report.kind);
    if storage.is_some_and(|seen| claimed.object != Storage::Other && seen != claimed.object) {
        return false;
    }
    if !claimed.close || storage.is_none() || claimed.object == Storage::Other {
        return true;
    }
    let sizes = report.object.size.zip(claimed.size);
    if sizes.is_some_and(|(seen, claimed)| seen != claimed) {
        return false;
    }
    // Where it was declared or allocated stands among what belongs to the finding.
    let is_named = |line: u32| finding.related.iter().any(|note| note.location.line == line);
    if finding.related.is_empty() {
        return true;
    }
    if let Some(line) = report.object.line {
        return is_named(line);
    }
    let mut own = allocated.iter().filter(|frame| !is_harness(&frame.file)).peekable();
    own.peek().is_none()
        || own.any(|frame| finding.related.iter().any(|note| is_at(frame, &note.location)))
}

/// What kind of object a sanitizer speaks of, if it says.
fn storage(kind: &str) -> Option<Storage> {
    match kind {
        "heap-buffer-overflow" | "heap-use-after-free" => Some(Storage::Heap),
        "global-buffer-overflow" => Some(Storage::Global),
        kind if kind.contains("stack-") => Some(Storage::Stack),
        _ => None,
    }
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

#[cfg(test)]
mod tests {
    use super::super::output::parse;
    use super::*;
    use margay_ir::finding::{Accessed, Note};

    fn place(line: u32) -> Location {
        let (file, directory) = ("a.c".into(), "/dir".into());
        Location { file, directory, line, column: 1, function: None }
    }

    /// An access to an object that line 3 declares or allocates.
    fn claim(object: Storage, writes: bool, size: Option<u64>) -> Finding {
        Finding {
            message: String::new(),
            accessed: Some(Accessed { object, writes, size, close: true }),
            location: place(9),
            related: vec![Note::new(place(3), "here".to_owned())],
            ..margay_ir::testing::finding("a.c", 9, 1)
        }
    }

    fn report(kind: &str, lines: &str) -> Report {
        let text = format!(
            "==7==ERROR: AddressSanitizer: {kind} on unknown address 0x000000000010 (pc 0x5)\n{lines}\n\
             \x20   #0 0x5  (/b+0x5)\n\nSUMMARY: AddressSanitizer: {kind} (/b+0x5)\n"
        );
        let text = match kind {
            "SEGV" => text,
            _ => text.replace("unknown address 0x000000000010", "address 0x502000000010"),
        };
        parse(&text).remove(0)
    }

    fn allocated_at(line: u32) -> Vec<Frame> {
        vec![Frame { function: None, file: "a.c".into(), line }]
    }

    #[test]
    fn a_null_pointer_confirms_no_overflow() {
        let seen = report("SEGV", "==7==The signal is caused by a WRITE memory access.");
        assert!(!is_same_access(&claim(Storage::Heap, true, Some(8)), &seen, &[]));
    }

    #[test]
    fn a_read_confirms_no_write() {
        let seen = report("heap-buffer-overflow", "READ of size 4 at 0x502000000018 thread T0");
        assert!(!is_same_access(&claim(Storage::Heap, true, Some(8)), &seen, &[]));
        assert!(is_same_access(&claim(Storage::Heap, false, Some(8)), &seen, &[]));
    }

    #[test]
    fn another_kind_of_object_is_another_one() {
        let seen = report("stack-buffer-overflow", "WRITE of size 4 at 0x502000000018 thread T0");
        assert!(!is_same_access(&claim(Storage::Heap, true, Some(8)), &seen, &[]));
        assert!(is_same_access(&claim(Storage::Stack, true, None), &seen, &[]));
        assert!(is_same_access(&claim(Storage::Other, true, None), &seen, &[]));
    }

    #[test]
    fn another_block_is_another_one() {
        let lines = "WRITE of size 4 at 0x502000000018 thread T0\n\
                     0x502000000018 is located 0 bytes after 8-byte region [0x50,0x58)";
        let seen = report("heap-buffer-overflow", lines);
        assert!(is_same_access(&claim(Storage::Heap, true, Some(8)), &seen, &allocated_at(3)));
        assert!(!is_same_access(&claim(Storage::Heap, true, Some(12)), &seen, &allocated_at(3)));
        assert!(!is_same_access(&claim(Storage::Heap, true, Some(8)), &seen, &allocated_at(5)));
    }

    #[test]
    fn another_variable_is_another_one() {
        let lines = |line| {
            format!(
                "WRITE of size 4 at 0x502000000018 thread T0\n    [32, 36) 'buf' (line {line}) <== \
                 Memory access at offset 36 overflows this variable"
            )
        };
        let claim = claim(Storage::Stack, true, Some(4));
        let seen = |line| report("stack-buffer-overflow", &lines(line));
        assert!(is_same_access(&claim, &seen(3), &[]));
        assert!(!is_same_access(&claim, &seen(4), &[]));
    }
}
