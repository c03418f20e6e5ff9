//! What `margay test` says of tests: how each ends, and what they cover.

use margay_analysis::TestEnd;
use margay_analysis::replay::{Counted, FileCoverage, Measured};
use margay_ir::finding::{Coverage, Location, Outcome};
use std::path::Path;

/// How a test ends, in words.
pub fn ending(end: &TestEnd, root: &Path) -> String {
    let place = |place: &Location| format!("{}:{}", shown(&place.file, root), place.line);
    match end {
        TestEnd::Exited(code) => format!("exits with {code}"),
        TestEnd::Killed(signal) => format!("dies of signal {signal}"),
        TestEnd::Fault { rule, location: Some(at) } => format!("{rule} at {}", place(at)),
        TestEnd::Fault { rule, location: None } => rule.clone(),
        TestEnd::Open(Some(at)) => format!("followed as far as {}", place(at)),
        TestEnd::Open(None) => "not followed to its end".to_owned(),
    }
}

/// The table of what was measured, or of what the engine reached.
pub fn coverage(measured: Result<Measured, String>, outcome: &Outcome, root: &Path) -> String {
    match measured {
        Ok(measured) => by_lines(&measured, root),
        Err(why) => by_blocks(outcome, &why, root),
    }
}

fn by_lines(measured: &Measured, root: &Path) -> String {
    let mut rows = vec![["".to_owned(), "lines".to_owned(), "branches".to_owned()]];
    let row =
        |name: String, counted: &Counted| [name, share(counted.lines), share(counted.branches)];
    for FileCoverage { file, all, functions } in &measured.files {
        rows.push(row(shown(file, root), all));
        rows.extend(functions.iter().map(|counted| row(format!("  {}", counted.name), counted)));
    }
    let lost = match measured.lost {
        0 => String::new(),
        1 => ", without 1 run that left no profile".to_owned(),
        lost => format!(", without {lost} runs that left no profile"),
    };
    format!("coverage of native runs by {}{lost}:\n{}", measured.tool, table(&rows))
}

fn by_blocks(outcome: &Outcome, why: &str, root: &Path) -> String {
    let mut rows = vec![["".to_owned(), "blocks".to_owned(), String::new()]];
    let mut file = None;
    let coverage = outcome.statistics.details.iter().flat_map(|details| &details.coverage);
    for Coverage { location, reached, blocks, .. } in coverage {
        if file.replace(&location.file) != Some(&location.file) {
            rows.push([shown(&location.file, root), String::new(), String::new()]);
        }
        let name = location.function.clone().unwrap_or_default();
        rows.push([format!("  {name}"), share((*reached, *blocks)), String::new()]);
    }
    format!("coverage by Margay's engine, natively not measured ({why}):\n{}", table(&rows))
}

fn share((covered, all): (u64, u64)) -> String {
    match all {
        0 => "-".to_owned(),
        _ => format!("{covered}/{all} {:5.1}%", covered as f64 * 100.0 / all as f64),
    }
}

/// Columns with their widths; numbers stand to the right.
fn table(rows: &[[String; 3]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
    let [first, second, third] = [0, 1, 2].map(width);
    let line = |[name, a, b]: &[String; 3]| {
        let line = format!("  {name:first$}  {a:>second$}  {b:>third$}");
        line.trim_end().to_owned() + "\n"
    };
    rows.iter().map(line).collect()
}

fn shown(file: &Path, root: &Path) -> String {
    file.strip_prefix(root).unwrap_or(file).display().to_string()
}
