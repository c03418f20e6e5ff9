//! Threads that take turns: a table with a column for each, and the turns in the source.
//!
//! Turns of one thread on one line that follow each other are one, and have one number on the page.

use super::markup::Html;
use super::site::Site;
use super::{steps, words};
use margay_ir::finding::{Finding, Thread, Turn};

/// Who runs when: a column for each thread.
pub(super) fn table(site: &Site, finding: &Finding, html: &mut Html) {
    let turns = turns(finding);
    if turns.is_empty() {
        return;
    }
    let mut threads: Vec<&Thread> = Vec::new();
    for turn in &finding.turns {
        if !threads.contains(&&turn.thread) {
            threads.push(&turn.thread);
        }
    }
    html.add(
        "<section class=\"turns\" aria-labelledby=\"turns\"><h2 id=\"turns\">Whose turn it is\
         </h2>\n\
         <p>It takes this order of turns. Time goes down; each thread has a column.</p>\n\
         <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of turns\">\
              <table class=\"{}\">\n<thead><tr><th scope=\"col\">Turn</th>",
        &[&if threads.len() > 2 { "many" } else { "few" }],
    );
    for thread in &threads {
        let thread = words::sentence(&thread.to_string());
        html.add("<th scope=\"col\">{}</th>", &[Html::default().words(&thread)]);
    }
    html.add("</tr></thead>\n<tbody>\n", &[]);
    for (number, turn) in turns.iter().enumerate() {
        let is_last = number + 1 == turns.len();
        html.add(
            "<tr class=\"{}\"><th scope=\"row\">{}</th>",
            &[&if is_last { "last" } else { "" }, &(number + 1)],
        );
        for thread in &threads {
            if **thread != turn.thread {
                html.add("<td></td>", &[]);
                continue;
            }
            let name = site.name(&turn.location);
            let place = format!("{}:{}", words::last_name(&name), turn.location.line);
            // A file that cannot be read is not below.
            let place = match site.texts.text(&turn.location) {
                Some(_) => {
                    let number = first(&turns, turn).to_string();
                    Html::of("<a href=\"#turn-{}\">{}</a>", &[&number, &place])
                }
                None => Html::of("{}", &[&place]),
            };
            let line = site.texts.line(&turn.location).unwrap_or_default();
            let line = String::from_utf8_lossy(line.trim_ascii()).into_owned();
            html.add("<td class=\"runs\">{}<code>{}</code></td>", &[&place, &line]);
        }
        html.add("</tr>\n", &[]);
    }
    html.add("</tbody></table></div></section>\n", &[]);
}

/// The turns on the lines of a file, as notes: whose they are, and which. `indent` is the space that
/// stands before a line.
pub(super) fn notes(
    finding: &Finding,
    is_there: impl Fn(&Turn) -> bool,
    indent: impl Fn(u32) -> String,
) -> Vec<(u32, Html)> {
    let turns = turns(finding);
    let mut notes = Vec::new();
    for (index, turn) in turns.iter().enumerate() {
        if !is_there(turn) || first(&turns, turn) != index + 1 {
            continue;
        }
        let same = |other: &&Turn| is_same(other, turn);
        let all = turns.iter().zip(1..).filter(|(other, _)| same(other)).map(|(_, number)| number);
        let numbers = steps::numbers(&all.collect::<Vec<usize>>());
        let note = Html::of(
            "<div class=\"note turn\" id=\"turn-{}\"><span class=\"indent\">{}</span>\
             <span class=\"badge\">turn {}</span><span class=\"what\">{}</span></div>\n",
            &[
                &(index + 1).to_string(),
                &indent(turn.location.line),
                &numbers,
                Html::default().words(&turn.thread.to_string()),
            ],
        );
        notes.push((turn.location.line, note));
    }
    notes
}

fn turns(finding: &Finding) -> Vec<&Turn> {
    let mut turns: Vec<&Turn> = finding.turns.iter().collect();
    turns.dedup_by(|a, b| is_same(a, b));
    turns
}

/// The number of the first turn of the same thread on the same line.
fn first(turns: &[&Turn], turn: &Turn) -> usize {
    turns.iter().position(|other| is_same(other, turn)).map_or(0, |index| index + 1)
}

fn is_same(a: &Turn, b: &Turn) -> bool {
    let place = |turn: &Turn| (turn.location.file.clone(), turn.location.line);
    a.thread == b.thread && place(a) == place(b)
}
