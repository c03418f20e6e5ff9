//! Judgements of alerts for people: one line for each alert, then why.

use crate::place::printable;
use crate::values::{count, inputs, length};
use anstyle::{AnsiColor, Style};
use margay_ir::alert::{Alert, Judgement};
use std::path::Path;

/// Bytes of a text input that are shown.
const LONGEST_INPUT: usize = 60;
/// Reasons that are shown.
const MOST_REASONS: usize = 4;

/// A table of alerts and what is true of them. Files in `root` are named relative to it.
pub fn render(alerts: &[Alert], judgements: &[Judgement], root: &Path, color: bool) -> String {
    let rows: Vec<(String, String)> = alerts.iter().map(|alert| row(alert, root)).collect();
    let width = |cell: fn(&(String, String)) -> &String| {
        rows.iter().map(|row| cell(row).chars().count()).max().unwrap_or(0)
    };
    let (places, rules) = (width(|row| &row.0), width(|row| &row.1));
    let mut text = String::new();
    for ((place, rule), judgement) in rows.iter().zip(judgements) {
        let verdict = paint(judgement, color);
        text += &format!("{place:places$}  {rule:rules$}  {verdict}\n");
        details(judgement).iter().for_each(|line| text += &format!("    {}\n", printable(line)));
    }
    text + &summary(judgements) + "\n"
}

/// `3 alerts: 1 confirmed, 2 unreachable, 0 unknown`.
pub fn summary(judgements: &[Judgement]) -> String {
    let of = |verdict: &str| judgements.iter().filter(|j| j.verdict() == verdict).count();
    let [confirmed, unreachable, unknown] = ["confirmed", "unreachable", "unknown"].map(of);
    let alerts = count(length(judgements), "alert");
    format!("{alerts}: {confirmed} confirmed, {unreachable} unreachable, {unknown} unknown")
}

/// Where an alert is, and what it is called.
fn row(alert: &Alert, root: &Path) -> (String, String) {
    let place = match &alert.place {
        Some(lines) => {
            let inside = lines.files.iter().find_map(|file| file.strip_prefix(root).ok());
            let file = inside.or(lines.files.first().map(|file| &**file));
            let file = file.map_or(String::new(), |file| file.display().to_string());
            format!("{}:{}", printable(&file), lines.first)
        }
        None => "(no line)".to_owned(),
    };
    let rule = if alert.rule.is_empty() { "?" } else { &alert.rule };
    (place, printable(rule))
}

fn details(judgement: &Judgement) -> Vec<String> {
    match judgement {
        Judgement::Confirmed { why, input, .. } => {
            let input = inputs(input, LONGEST_INPUT);
            let input = (!input.is_empty()).then(|| format!("input: {}", input.join(", ")));
            std::iter::once(why.clone()).chain(input).collect()
        }
        Judgement::Unreachable { why } => vec![why.clone()],
        Judgement::Unknown { why } => {
            let mut lines: Vec<String> = why.iter().take(MOST_REASONS).cloned().collect();
            let hidden = why.len() - lines.len();
            lines.extend((hidden > 0).then(|| format!("and {hidden} more")));
            lines
        }
    }
}

fn paint(judgement: &Judgement, color: bool) -> String {
    let hue = match judgement {
        Judgement::Confirmed { .. } => AnsiColor::Red,
        Judgement::Unreachable { .. } => AnsiColor::Green,
        Judgement::Unknown { .. } => AnsiColor::Yellow,
    };
    let style = Style::new().bold().fg_color(Some(hue.into()));
    match color {
        true => format!("{style}{}{style:#}", judgement.verdict()),
        false => judgement.verdict().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use margay_ir::alert::Lines;

    #[test]
    fn one_line_for_each_alert() {
        let place = Lines { files: vec!["/p/a.c".into(), "a.c".into()], first: 7, last: 7 };
        let alerts = [
            Alert { rule: "zerodiv".to_owned(), place: Some(place), ..Alert::default() },
            Alert::default(),
        ];
        let why = "no input leads there".to_owned();
        let judgements = [Judgement::Unreachable { why }, Judgement::unknown("no line")];
        let expected = "a.c:7      zerodiv  unreachable\n    no input leads there\n\
            (no line)  ?        unknown\n    no line\n\
            2 alerts: 0 confirmed, 1 unreachable, 1 unknown\n";
        assert_eq!(render(&alerts, &judgements, Path::new("/p"), false), expected);
    }
}
