//! Findings for people, in the manner of rustc, and a summary that hides no gap.
//!
//! The summary says "every path was explored" only if nothing at all was left out: an analysis that was truncated at a
//! limit must not look like a proof.

use crate::excerpt::{ROOM, clipped, excerpt};
use crate::place::{printable, show};
use crate::sources::Texts;
use crate::values::{count, grouped, inputs, length, likelihood};
use crate::{Form, RenderOptions, omissions, place};
use anstyle::{AnsiColor, Style};
use margay_ir::finding::{
    Confirmation, Coverage, Details, Finding, Location, Omission, Outcome, Severity, Statistics,
    Suppression, Turn,
};
use std::collections::BTreeSet;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

pub(super) static FORM: Form = Form {
    name: "text",
    purpose: "For people",
    ending: "txt",
    render: |page, out| render(page.outcome, page.texts, page.options, out),
};

fn render(
    outcome: &Outcome,
    texts: &Texts,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut printer = Printer { texts, options, styles: Styles::new(options.color), out };
    for finding in outcome.findings.iter().filter(|finding| finding.suppressed.is_none()) {
        printer.finding(finding)?;
    }
    printer.summary(outcome)?;
    printer.omissions(&outcome.omissions)?;
    match &outcome.statistics.details {
        Some(details) => printer.details(&outcome.statistics, details),
        None => Ok(()),
    }
}

/// One finding, without colours.
pub(crate) fn one(finding: &Finding, texts: &Texts, options: &RenderOptions) -> io::Result<String> {
    let mut out = Vec::new();
    Printer { texts, options, styles: Styles::new(false), out: &mut out }.finding(finding)?;
    Ok(String::from_utf8_lossy(&out).into_owned())
}

/// Bytes of a text input that are shown.
const LONGEST_INPUT: usize = 60;
/// Turns of threads that are shown, unless the path is explained: the last ones.
const MOST_TURNS: usize = 12;
/// Between the columns of threads.
const COLUMNS: &str = " | ";
/// Of a line of the source, fewer columns say nothing.
const LEAST_TEXT: usize = 12;
/// Inputs that are shown, unless the path is explained.
const MOST_INPUTS: usize = 12;
/// Calls that are shown; a deep recursion has thousands.
const MOST_CALLS: usize = 12;

struct Styles {
    error: Style,
    warning: Style,
    note: Style,
    /// Line numbers and what else frames an excerpt.
    frame: Style,
    bold: Style,
}

impl Styles {
    /// The colours of rustc; without colour, styles print nothing.
    fn new(color: bool) -> Self {
        let style = |color_of: Option<AnsiColor>| match (color, color_of) {
            (false, _) => Style::new(),
            (true, None) => Style::new().bold(),
            (true, Some(color)) => Style::new().bold().fg_color(Some(color.into())),
        };
        Styles {
            error: style(Some(AnsiColor::BrightRed)),
            warning: style(Some(AnsiColor::Yellow)),
            note: style(Some(AnsiColor::BrightGreen)),
            frame: style(Some(AnsiColor::BrightBlue)),
            bold: style(None),
        }
    }

    fn of(&self, severity: Severity) -> (Style, &'static str) {
        match severity {
            Severity::Error => (self.error, "error"),
            Severity::Warning => (self.warning, "warning"),
            Severity::Note => (self.note, "note"),
        }
    }
}

struct Printer<'a> {
    texts: &'a Texts<'a>,
    options: &'a RenderOptions,
    styles: Styles,
    out: &'a mut dyn Write,
}

impl Printer<'_> {
    fn finding(&mut self, finding: &Finding) -> io::Result<()> {
        let places =
            std::iter::once(&finding.location).chain(finding.related.iter().map(|n| &n.location));
        let gutter =
            places.map(|place| place.line.max(1).to_string().len()).max().unwrap_or_default();

        let (style, word) = match finding.possible {
            true => (self.styles.note, "possible"),
            false => self.styles.of(finding.severity),
        };
        let bold = self.styles.bold;
        let (rule, message) = (printable(&finding.rule), printable(&finding.message));
        writeln!(self.out, "{style}{word}[{rule}]{style:#}{bold}: {message}{bold:#}")?;
        self.excerpt(&finding.location, &finding.label, style, gutter)?;
        self.path(finding, gutter)?;
        if !finding.turns.is_empty() {
            self.turns(finding, gutter)?;
        }
        self.inputs(finding, gutter)?;
        let likelihood = likelihood(finding);
        self.fact(gutter, "likelihood", likelihood.as_slice())?;
        match &finding.confirmation {
            Confirmation::Untried => {}
            Confirmation::Confirmed { by } => {
                self.fact(gutter, "confirmed", &[format!("replayed under {by}, same line")])?;
            }
            Confirmation::NotConfirmed { why } => {
                self.fact(gutter, "not confirmed", &[why])?;
            }
            Confirmation::NotApplicable { why } => {
                self.fact(gutter, "not replayed", &[why])?;
            }
        }
        let also = finding.also.iter().map(|place| show(&self.options.root, place));
        self.fact(gutter, "also at", &also.collect::<Vec<_>>())?;
        if !finding.cwe.is_empty() {
            let names: Vec<_> = finding.cwe.iter().map(|id| format!("CWE-{id}")).collect();
            self.fact(gutter, "", &[names.join(", ")])?;
        }
        let style = self.styles.note;
        for note in &finding.related {
            let message = printable(&note.message);
            writeln!(self.out, "{style}note{style:#}{bold}: {message}{bold:#}")?;
            self.excerpt(&note.location, "", style, gutter)?;
        }
        writeln!(self.out)
    }

    /// A place and, if its source can be had, its line with the faulty expression marked.
    fn excerpt(
        &mut self,
        location: &Location,
        label: &str,
        style: Style,
        gutter: usize,
    ) -> io::Result<()> {
        let frame = self.styles.frame;
        let place = show(&self.options.root, location);
        writeln!(self.out, "{:gutter$}{frame}-->{frame:#} {place}", "")?;
        let Some(line) = self.texts.line(location) else {
            // What would stand under the expression is still worth saying.
            let label = Some(label).filter(|label| !label.is_empty());
            return self.fact(gutter, "", label.as_slice());
        };
        let excerpt = excerpt(&line, location.column);
        let number = location.line;
        let text = excerpt.text.trim_end();
        let indent = " ".repeat(excerpt.marked.start);
        let marks = "^".repeat(excerpt.marked.len());
        let label = printable(label);
        let marked = format!("{marks} {label}");
        let marked = marked.trim_end();
        writeln!(self.out, "{:gutter$} {frame}|{frame:#}", "")?;
        writeln!(self.out, "{frame}{number:<gutter$} |{frame:#} {text}")?;
        writeln!(self.out, "{:gutter$} {frame}|{frame:#} {indent}{style}{marked}{style:#}", "")
    }

    /// `= name: value`, further values under the first.
    fn fact(&mut self, gutter: usize, name: &str, values: &[impl AsRef<str>]) -> io::Result<()> {
        let (frame, bold) = (self.styles.frame, self.styles.bold);
        let indent = if name.is_empty() { 0 } else { name.len() + ": ".len() };
        for (index, value) in values.iter().enumerate() {
            let value = printable(value.as_ref());
            if index > 0 {
                writeln!(self.out, "{:gutter$}   {:indent$}{value}", "", "")?;
                continue;
            }
            write!(self.out, "{:gutter$} {frame}={frame:#} ", "")?;
            if !name.is_empty() {
                write!(self.out, "{bold}{name}:{bold:#} ")?;
            }
            writeln!(self.out, "{value}")?;
        }
        Ok(())
    }

    fn path(&mut self, finding: &Finding, gutter: usize) -> io::Result<()> {
        let entry = finding.stack.last().unwrap_or(&finding.location).function.as_deref();
        let mut line = match finding.path.len() {
            0 => "no steps".to_owned(),
            _ => count(length(&finding.path), "step"),
        };
        if let Some(last) = finding.turns.last() {
            line += &format!(", in {}", printable(&last.thread.to_string()));
        } else if let Some(entry) = entry {
            line += &format!(", from `{entry}`");
        }
        if !self.options.explain_path {
            if !finding.path.is_empty() {
                line += " (--explain-path shows each branch)";
            }
            return self.fact(gutter, "path", &[line]);
        }
        self.fact(gutter, "path", &[line])?;
        let root = &self.options.root;
        let digits = finding.path.len().to_string().len();
        for (index, note) in finding.path.iter().enumerate() {
            let (number, message) = (index + 1, printable(&note.message));
            let place = show(root, &note.location);
            writeln!(self.out, "{:gutter$}   {number:digits$}. {place}: {message}", "")?;
        }
        let frames = std::iter::once(&finding.location).chain(&finding.stack);
        let mut calls: Vec<_> = frames
            .take(MOST_CALLS)
            .map(|frame| match &frame.function {
                Some(function) => format!("`{function}` at {}", show(root, frame)),
                None => show(root, frame),
            })
            .collect();
        let hidden = (finding.stack.len() + 1).saturating_sub(MOST_CALLS);
        if hidden > 0 {
            calls.push(format!("and {hidden} more"));
        }
        self.fact(gutter, "stack", &calls)
    }

    /// Who runs when, and at which lines: a column for each thread. What stands there is shown where the
    /// columns leave room for it.
    fn turns(&mut self, finding: &Finding, gutter: usize) -> io::Result<()> {
        let mut threads: Vec<String> = Vec::new();
        let mut column_of = |turn: &Turn| {
            let name = printable(&turn.thread.to_string());
            let known = threads.iter().position(|thread| *thread == name);
            known.unwrap_or_else(|| {
                threads.push(name);
                threads.len() - 1
            })
        };
        let cells = finding.turns.iter().map(|turn| (column_of(turn), turn));
        let mut cells: Vec<(usize, &Turn)> = cells.collect();
        let line_of = |turn: &Turn| Location { column: 0, ..turn.location.clone() };
        cells.dedup_by_key(|(column, turn)| (*column, line_of(turn)));
        let hidden = cells.len().saturating_sub(MOST_TURNS);
        if hidden > 0 && !self.options.explain_path {
            cells.drain(..hidden);
        }
        let name = "turns";
        let frame = gutter + " = : ".len() + name.len() + (threads.len() - 1) * COLUMNS.len();
        let room = ROOM.saturating_sub(frame) / threads.len();
        let cells: Vec<(usize, String)> =
            cells.iter().map(|(column, turn)| (*column, self.turn(finding, turn, room))).collect();
        let width_of = |column: usize| {
            let places = cells.iter().filter(|cell| cell.0 == column).map(|cell| cell.1.as_str());
            let all = places.chain([threads[column].as_str()]);
            all.map(UnicodeWidthStr::width).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..threads.len()).map(width_of).collect();
        let row = |texts: Vec<&str>| {
            let padded = texts.iter().zip(&widths).map(|(text, width)| {
                format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
            });
            padded.collect::<Vec<_>>().join(COLUMNS).trim_end().to_owned()
        };
        let mut rows = vec![row(threads.iter().map(String::as_str).collect())];
        if hidden > 0 && !self.options.explain_path {
            rows.push(format!("... {hidden} before (--explain-path shows all)"));
        }
        rows.extend(cells.iter().map(|(column, place)| {
            let cell = |at: usize| if at == *column { place.as_str() } else { "" };
            row((0..threads.len()).map(cell).collect())
        }));
        self.fact(gutter, name, &rows)
    }

    /// The line of a turn and what stands there, in so many columns; without room or text, the place alone.
    fn turn(&self, finding: &Finding, turn: &Turn, room: usize) -> String {
        let root = &self.options.root;
        let place = show(root, &Location { column: 0, ..turn.location.clone() });
        let Some(line) = self.texts.line(&turn.location) else { return place };
        // The report names its own file above.
        let is_own = place::name(root, &turn.location) == place::name(root, &finding.location);
        let short = if is_own { turn.location.line.to_string() } else { place.clone() };
        match room.checked_sub(short.width() + ": ".len()) {
            Some(left) if left >= LEAST_TEXT => format!("{short}: {}", clipped(&line, left)),
            _ => place,
        }
    }

    fn inputs(&mut self, finding: &Finding, gutter: usize) -> io::Result<()> {
        let mut all = inputs(&finding.input, LONGEST_INPUT);
        if !self.options.explain_path && all.len() > MOST_INPUTS {
            let hidden = all.split_off(MOST_INPUTS - 1).len();
            all.push(format!("and {hidden} more (--explain-path shows all)"));
        }
        self.fact(gutter, "input", &all)
    }

    fn summary(&mut self, outcome: &Outcome) -> io::Result<()> {
        let shown: Vec<_> = outcome.findings.iter().filter(|f| f.suppressed.is_none()).collect();
        // What has the same cause as something that is shown is shown there.
        let same = |s: &Suppression| matches!(s, Suppression::SameCause { .. });
        let low = |s: &Suppression| *s == Suppression::BelowLevel;
        let marked = outcome.findings.iter().filter_map(|f| f.suppressed.as_ref());
        let suppressed = marked.clone().filter(|s| !same(s) && !low(s)).count();
        let notes = u64::try_from(marked.filter(|s| low(s)).count()).unwrap_or(u64::MAX);
        let statistics = statistics(&outcome.statistics);
        let complete = outcome.omissions.is_empty() && outcome.statistics.cut_paths == 0;
        let bold = self.styles.bold;
        let verdict = if shown.is_empty() {
            let found = if suppressed == 0 { "nothing found" } else { "nothing new found" };
            match outcome.statistics.paths {
                0 if complete => format!("{found}: no path was explored"),
                _ if complete => format!("{found}: every path was explored"),
                _ => format!("{found} in what was explored"),
            }
        } else {
            let files: BTreeSet<_> =
                shown.iter().map(|f| place::name(&self.options.root, &f.location)).collect();
            let severities = [Severity::Error, Severity::Warning, Severity::Note].map(|severity| {
                let certain = shown.iter().filter(|f| !f.possible);
                let number = certain.filter(|f| f.severity == severity).count();
                (self.styles.of(severity).1, u64::try_from(number).unwrap_or(u64::MAX))
            });
            let possible = shown.iter().filter(|f| f.possible).count();
            let possible = ("possible one", u64::try_from(possible).unwrap_or(u64::MAX));
            let severities = severities.into_iter().chain([possible]).filter(|(_, n)| *n > 0);
            let severities: Vec<_> = severities.map(|(word, number)| count(number, word)).collect();
            let files = u64::try_from(files.len()).unwrap_or(u64::MAX);
            format!(
                "{} ({}) in {}",
                count(length(&shown), "finding"),
                severities.join(", "),
                count(files, "file")
            )
        };
        writeln!(self.out, "{bold}{verdict}{bold:#}; {statistics}")?;
        if suppressed > 0 {
            let because = |is: fn(&Suppression) -> bool| {
                outcome.findings.iter().filter(|f| f.suppressed.as_ref().is_some_and(is)).count()
            };
            let by = [
                (because(|s| matches!(s, Suppression::Comment { .. })), "by comments"),
                (because(|s| *s == Suppression::Baseline), "by the baseline"),
                (because(|s| *s == Suppression::Unchanged), "of lines that were not changed"),
            ];
            let by = by.iter().filter(|(count, _)| *count > 0);
            let by: Vec<_> = by.map(|(count, by)| format!("{count} {by}")).collect();
            writeln!(self.out, "not shown, as suppressed: {}", by.join(", "))?;
        }
        if notes > 0 {
            let them = if notes == 1 { "it" } else { "them" };
            let notes = count(notes, "finding");
            writeln!(self.out, "below the level: {notes} (--level note shows {them})")?;
        }
        Ok(())
    }

    fn omissions(&mut self, omissions: &[Omission]) -> io::Result<()> {
        if omissions.is_empty() {
            return Ok(());
        }
        let bold = self.styles.bold;
        writeln!(self.out, "{bold}not covered:{bold:#}")?;
        for line in omissions::lines(&self.options.root, omissions) {
            writeln!(self.out, "  {line}")?;
        }
        Ok(())
    }

    /// How the analysis went: two tables, of functions and of everything else.
    fn details(&mut self, statistics: &Statistics, details: &Details) -> io::Result<()> {
        let bold = self.styles.bold;
        let function = |coverage: &Coverage| {
            let file = place::name(&self.options.root, &coverage.location);
            let name = coverage.location.function.as_deref().unwrap_or_default();
            printable(&format!("{}: {name}", file.to_string_lossy()))
        };
        let mut rows: Vec<_> =
            details.coverage.iter().map(|c| (function(c), c.reached, c.blocks)).collect();
        let sum = |part: fn(&Coverage) -> u64| details.coverage.iter().map(part).sum();
        rows.push(("total".to_owned(), sum(|c| c.reached), sum(|c| c.blocks)));
        let width = rows.iter().map(|row| row.0.chars().count()).max().unwrap_or_default();
        let digits = rows.iter().map(|row| grouped(row.2).len()).max().unwrap_or_default();
        writeln!(self.out, "{bold}blocks reached:{bold:#}")?;
        for (name, reached, blocks) in rows {
            let percent = (u128::from(reached) * 100).checked_div(u128::from(blocks));
            let (reached, all) = (grouped(reached), grouped(blocks));
            let percent = percent.unwrap_or(100);
            writeln!(
                self.out,
                "  {name:width$}  {reached:>digits$} of {all:>digits$}  {percent:>3}%"
            )?;
        }
        let Details { forks, merged, folded, loops, made_concrete, work, solver, .. } = details;
        let turns = &details.interleavings;
        let mut numbers = vec![
            ("paths", statistics.paths),
            ("paths truncated", statistics.cut_paths),
            ("states forked", *forks),
            ("states merged", *merged),
            ("states like others", *folded),
            ("steps", statistics.steps),
            ("loops unrolled", loops.unrolled),
            ("loops widened", loops.widened),
            ("loops cut", loops.cut),
            ("symbols made concrete", *made_concrete),
            ("units of work", work.units),
            ("start paths handed over", work.start_paths),
            ("  steps replayed", work.replayed_steps),
            ("  queries asked again", work.replayed_queries),
            ("  paths lost", work.lost),
            ("solver queries", statistics.queries),
            ("  answered by rewriting", solver.rewriting),
            ("  by domains", solver.domains),
            ("  by models", solver.models),
            ("  by slicing", solver.slicing),
            ("  by the cache", solver.cache),
            ("  by search", solver.search),
            ("  by SAT", solver.sat),
            ("  by the pipe", solver.pipe),
            ("  undecided", solver.undecided),
        ];
        if turns.actions > 0 {
            numbers.extend([
                ("actions of threads", turns.actions),
                ("  orders of all of them", turns.possible),
                ("  orders that differ", turns.reduced),
                ("  orders followed", turns.followed),
            ]);
            if turns.reduced == 0 {
                // They were not counted.
                numbers.retain(|(name, _)| {
                    !matches!(*name, "  orders of all of them" | "  orders that differ")
                });
            }
        }
        let width = numbers.iter().map(|(name, _)| name.len()).max().unwrap_or_default();
        let digits = numbers.iter().map(|(_, n)| grouped(*n).len()).max().unwrap_or_default();
        writeln!(self.out, "{bold}statistics:{bold:#}")?;
        for (name, number) in numbers {
            writeln!(self.out, "  {name:width$}  {:>digits$}", grouped(number))?;
        }
        Ok(())
    }
}

pub(crate) fn statistics(statistics: &Statistics) -> String {
    let mut text = count(statistics.paths, "path");
    if statistics.cut_paths > 0 {
        text += &format!(" and {} truncated", grouped(statistics.cut_paths));
    }
    let milliseconds = statistics.milliseconds;
    let time = match milliseconds {
        0..100 => format!("{milliseconds} ms"),
        100..60_000 => format!("{}.{} s", milliseconds / 1000, milliseconds % 1000 / 100),
        _ => format!("{} min {} s", milliseconds / 60_000, milliseconds % 60_000 / 1000),
    };
    format!("{text}, {}, {time}", count(statistics.steps, "step"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Format;
    use crate::testing::{finding, full, location, note, outcome, rendered};
    use expect_test::{Expect, expect};
    use margay_ir::finding::{OmissionKind, Thread};

    fn check_with(outcome: &Outcome, options: &RenderOptions, expected: Expect) {
        expected.assert_eq(&rendered(Format::TEXT, outcome, options));
    }

    fn check(outcome: &Outcome, expected: Expect) {
        check_with(outcome, &RenderOptions::default(), expected);
    }

    fn omission(kind: OmissionKind, what: &str, line: u32, count: u64) -> Omission {
        let location = (line > 0).then(|| location("parser.c", line, 5));
        Omission { kind, what: what.into(), location, count }
    }

    #[test]
    fn a_finding_with_everything() {
        check(
            &outcome(vec![full()]),
            expect![[r#"
                error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
                 --> parser.c:7:9
                  |
                7 |         name[n++] = c;
                  |         ^^^^^^^^^ index 16, valid indices are 0..=15
                  = path: 3 steps, from `main` (--explain-path shows each branch)
                  = input: stdin = "AAAAAAAAAAAAAAAAA"
                           rand() = 5
                  = likelihood: 1 in 256 inputs
                  = confirmed: replayed under AddressSanitizer, same line
                  = CWE-121, CWE-787
                note: `name` is declared here
                 --> parser.c:4:10
                  |
                4 |     char name[16];
                  |          ^^^^^^^^

                1 finding (1 error) in 1 file; 14 paths, 1,203 steps, 0.2 s
            "#]],
        );
    }

    #[test]
    fn an_explained_path() {
        let options = RenderOptions { explain_path: true, ..RenderOptions::default() };
        check_with(
            &outcome(vec![full()]),
            &options,
            expect![[r#"
                error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
                 --> parser.c:7:9
                  |
                7 |         name[n++] = c;
                  |         ^^^^^^^^^ index 16, valid indices are 0..=15
                  = path: 3 steps, from `main`
                    1. parser.c:11:5: calls `parse`
                    2. parser.c:6:12: `c` is 65
                    3. parser.c:6:5: the loop is entered for the 17th time
                  = stack: `parse` at parser.c:7:9
                           `main` at parser.c:11:5
                  = input: stdin = "AAAAAAAAAAAAAAAAA"
                           rand() = 5
                  = likelihood: 1 in 256 inputs
                  = confirmed: replayed under AddressSanitizer, same line
                  = CWE-121, CWE-787
                note: `name` is declared here
                 --> parser.c:4:10
                  |
                4 |     char name[16];
                  |          ^^^^^^^^

                1 finding (1 error) in 1 file; 14 paths, 1,203 steps, 0.2 s
            "#]],
        );
    }

    #[test]
    fn turns_of_threads_stand_in_columns() {
        let turn = |thread: &Thread, line| Turn {
            thread: thread.clone(),
            location: location("count.c", line, 5),
        };
        let (first, second) =
            (&Thread::MAIN, &Thread { number: 1, function: Some("work".to_owned()) });
        let turns = vec![turn(first, 3), turn(second, 5), turn(second, 5), turn(first, 4)];
        let finding = Finding { turns, ..finding("count.c", 4, 5) };
        check(
            &outcome(vec![finding]),
            expect![[r#"
            error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
             --> count.c:4:5
              = path: no steps, in the main thread
              = turns: the main thread | thread 1 (`work`)
                       count.c:3       |
                                       | count.c:5
                       count.c:4       |

            1 finding (1 error) in 1 file; 14 paths, 1,203 steps, 0.2 s
        "#]],
        );
    }

    #[test]
    fn turns_show_what_stands_there() {
        let turn = |(number, line)| Turn {
            thread: Thread { number, function: Some("work".to_owned()) },
            location: location("parser.c", line, 5),
        };
        let turns = [(0, 11), (1, 4), (2, 5), (0, 6)].map(turn).to_vec();
        let own = Finding { turns, ..finding("parser.c", 7, 9) };
        let mut other = own.clone();
        other.location.file = "other.c".into();
        check(
            &outcome(vec![own, other]),
            expect![[r#"
            error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
             --> parser.c:7:9
              |
            7 |         name[n++] = c;
              |         ^^^^^^^^^
              = path: no steps, in the main thread
              = turns: the main thread                   | thread 1 (`work`) | thread 2 (`work`)
                       11: parse();                      |                   |
                                                         | 4: char name[16]; |
                                                         |                   | 5: int n = 0, c;
                       6: while ((c = getchar()) != EOF) |                   |

            error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
             --> other.c:7:9
              = path: no steps, in the main thread
              = turns: the main thread                    | thread 1 (`work`)          | thread 2 (`work`)
                       parser.c:11: parse();              |                            |
                                                          | parser.c:4: char name[16]; |
                                                          |                            | parser.c:5: int n = 0, c;
                       parser.c:6: while ((c = getchar... |                            |

            2 findings (2 errors) in 2 files; 14 paths, 1,203 steps, 0.2 s
        "#]],
        );
    }

    #[test]
    fn colours() {
        let options = RenderOptions { color: true, ..RenderOptions::default() };
        let text = rendered(Format::TEXT, &outcome(vec![full()]), &options);
        expect![[r#"
            ESC[1mESC[91merror[buffer-overflow]ESC[0mESC[1m: write of 1 byte past the end of `name` (char[16])ESC[0m
             ESC[1mESC[94m-->ESC[0m parser.c:7:9
              ESC[1mESC[94m|ESC[0m
            ESC[1mESC[94m7 |ESC[0m         name[n++] = c;
              ESC[1mESC[94m|ESC[0m         ESC[1mESC[91m^^^^^^^^^ index 16, valid indices are 0..=15ESC[0m
              ESC[1mESC[94m=ESC[0m ESC[1mpath:ESC[0m 3 steps, from `main` (--explain-path shows each branch)
              ESC[1mESC[94m=ESC[0m ESC[1minput:ESC[0m stdin = "AAAAAAAAAAAAAAAAA"
                       rand() = 5
              ESC[1mESC[94m=ESC[0m ESC[1mlikelihood:ESC[0m 1 in 256 inputs
              ESC[1mESC[94m=ESC[0m ESC[1mconfirmed:ESC[0m replayed under AddressSanitizer, same line
              ESC[1mESC[94m=ESC[0m CWE-121, CWE-787
            ESC[1mESC[92mnoteESC[0mESC[1m: `name` is declared hereESC[0m
             ESC[1mESC[94m-->ESC[0m parser.c:4:10
              ESC[1mESC[94m|ESC[0m
            ESC[1mESC[94m4 |ESC[0m     char name[16];
              ESC[1mESC[94m|ESC[0m          ESC[1mESC[92m^^^^^^^^ESC[0m

            ESC[1m1 finding (1 error) in 1 fileESC[0m; 14 paths, 1,203 steps, 0.2 s
        "#]].assert_eq(&text.replace('\x1b', "ESC"));
    }

    #[test]
    fn a_finding_without_source() {
        let mut lost = finding("gone.c", 12, 3);
        lost.severity = Severity::Warning;
        lost.label = "index 16".into();
        lost.confirmation = Confirmation::NotConfirmed { why: "the run took another path".into() };
        lost.related.push(note("parser.c", 4, 0, "here"));
        let mut other = finding("parser.c", 99, 1);
        other.confirmation = Confirmation::NotApplicable { why: "no run shows a leak".into() };
        check(
            &outcome(vec![lost, other]),
            expect![[r#"
                warning[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
                  --> gone.c:12:3
                   = index 16
                   = path: no steps, from `parse`
                   = not confirmed: the run took another path
                note: here
                  --> parser.c:4
                   |
                4  |     char name[16];
                   |     ^^^^^^^^^^^^^^

                error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
                  --> parser.c:99:1
                   = path: no steps, from `parse`
                   = not replayed: no run shows a leak

                2 findings (1 error, 1 warning) in 2 files; 14 paths, 1,203 steps, 0.2 s
            "#]],
        );
    }

    #[test]
    fn suppressed_findings_are_counted() {
        let mut findings = vec![full(), full(), full()];
        findings[0].suppressed = Some(Suppression::Baseline);
        findings[1].suppressed = Some(Suppression::Comment { line: 6 });
        findings[2].suppressed = Some(Suppression::Baseline);
        check(
            &outcome(findings),
            expect![[r#"
            nothing new found: every path was explored; 14 paths, 1,203 steps, 0.2 s
            not shown, as suppressed: 1 by comments, 2 by the baseline
        "#]],
        );
    }

    #[test]
    fn many_inputs_are_cut() {
        let mut many = finding("parser.c", 7, 9);
        many.input = vec![full().input[1].clone(); 40];
        for (input, number) in many.input.iter_mut().zip(0..) {
            input.bytes[0] = number;
        }
        check(
            &outcome(vec![many]),
            expect![[r#"
                error[buffer-overflow]: write of 1 byte past the end of `name` (char[16])
                 --> parser.c:7:9
                  |
                7 |         name[n++] = c;
                  |         ^^^^^^^^^
                  = path: no steps, from `parse`
                  = input: rand() = 0
                           rand() = 1
                           rand() = 2
                           rand() = 3
                           rand() = 4
                           rand() = 5
                           rand() = 6
                           rand() = 7
                           rand() = 8
                           rand() = 9
                           rand() = 10
                           and 29 more (--explain-path shows all)

                1 finding (1 error) in 1 file; 14 paths, 1,203 steps, 0.2 s
            "#]],
        );
    }

    #[test]
    fn nothing_found() {
        check(
            &outcome(vec![]),
            expect![[r#"
            nothing found: every path was explored; 14 paths, 1,203 steps, 0.2 s
        "#]],
        );
        check(
            &Outcome::default(),
            expect![[r#"
            nothing found: no path was explored; 0 paths, 0 steps, 0 ms
        "#]],
        );
    }

    #[test]
    fn gaps_are_shown() {
        let mut outcome = outcome(vec![]);
        outcome.statistics.cut_paths = 12;
        outcome.statistics.milliseconds = 125_900;
        outcome.omissions = vec![
            omission(OmissionKind::UnknownFunction, "`frobnicate`", 5, 1),
            omission(OmissionKind::Budget, "1,000,000 steps", 0, 2),
            omission(OmissionKind::CutLoop, "loop", 6, 11),
            omission(OmissionKind::CutLoop, "loop", 6, 1),
            omission(OmissionKind::CutLoop, "loop", 8, 1),
            omission(OmissionKind::CutLoop, "loop", 7, 20),
            omission(OmissionKind::CutLoop, "loop", 9, 1),
            omission(OmissionKind::CutLoop, "loop", 10, 1),
        ];
        check(
            &outcome,
            expect![[r#"
                nothing found in what was explored; 14 paths and 12 truncated, 1,203 steps, 2 min 5 s
                not covered:
                  truncated loops: loop: 35 paths, at parser.c:7 (20), parser.c:6 (12), parser.c:8 (1), 2 more; a larger --max-loop follows more iterations
                  limits reached: 1,000,000 steps: 2 paths
                  external functions without a model: `frobnicate` at parser.c:5 (1 path); give their source as well to have them analysed
            "#]],
        );
    }

    #[test]
    fn hostile_names_do_nothing() {
        let mut hostile = finding("a\n\x1b]0;b.c", 1, 1);
        hostile.message = "line\nbreak \x1b[2J \u{202e}".into();
        check(
            &outcome(vec![hostile]),
            expect![[r#"
            error[buffer-overflow]: line�break �[2J �
             --> a��]0;b.c:1:1
              = path: no steps, from `parse`

            1 finding (1 error) in 1 file; 14 paths, 1,203 steps, 0.2 s
        "#]],
        );
    }

    #[test]
    fn details_stand_at_the_end() {
        let mut outcome = outcome(vec![]);
        let coverage = |function: &str, reached, blocks| Coverage {
            location: Location { function: Some(function.into()), ..location("parser.c", 5, 0) },
            reached,
            blocks,
            paths: 1,
        };
        outcome.statistics.details = Some(Details {
            coverage: vec![coverage("parse", 999, 1000), coverage("main", 3, 3)],
            forks: 13,
            ..Details::default()
        });
        check(
            &outcome,
            expect![[r#"
                nothing found: every path was explored; 14 paths, 1,203 steps, 0.2 s
                blocks reached:
                  parser.c: parse    999 of 1,000   99%
                  parser.c: main       3 of     3  100%
                  total            1,002 of 1,003   99%
                statistics:
                  paths                       14
                  paths truncated              0
                  states forked               13
                  states merged                0
                  states like others           0
                  steps                    1,203
                  loops unrolled               0
                  loops widened                0
                  loops cut                    0
                  symbols made concrete        0
                  units of work                0
                  start paths handed over      0
                    steps replayed             0
                    queries asked again        0
                    paths lost                 0
                  solver queries              40
                    answered by rewriting      0
                    by domains                 0
                    by models                  0
                    by slicing                 0
                    by the cache               0
                    by search                  0
                    by SAT                     0
                    by the pipe                0
                    undecided                  0
            "#]],
        );
    }
}
