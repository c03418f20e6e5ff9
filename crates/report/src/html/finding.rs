//! The page of one finding: what happens, whether it was seen to happen, with which input, and the path
//! there, drawn in the source.
//!
//! All of it is there without the script, which steps along the path and draws the arrows.

use super::markdown;
use super::markup::Html;
use super::overview::{badge, replay};
use super::site::{Depth, Site, page};
use super::{Test, schedule, walk, words};
use crate::values::{count, inputs, length, likelihood};
use margay_ir::finding::{Confirmation, Finding, Suppression};

/// Bytes of a text input that are shown.
pub(super) const LONGEST_INPUT: usize = 400;
/// Calls that are shown; a deep recursion has thousands.
const MOST_CALLS: usize = 40;

const HERE: Depth = Depth::Below;

/// The page of the finding of this number; `before` and `after` are its neighbours in the overview.
pub(super) fn render(
    site: &Site,
    index: usize,
    before: Option<usize>,
    after: Option<usize>,
) -> Vec<u8> {
    let finding = &site.outcome.findings[index];
    let mut html = Html::default();
    navigation(site, before, after, &mut html);
    html.add("<main id=\"main\" class=\"finding\">\n", &[]);
    heading(site, finding, &mut html);
    verdict(finding, &mut html);
    given(finding, &mut html);
    schedule::table(site, finding, &mut html);
    walk::path(site, finding, &mut html);
    html.add("<div class=\"cards\">\n", &[]);
    calls(site, finding, &mut html);
    test(site, index, finding, &mut html);
    html.add("</div>\n", &[]);
    if let Some(rule) = site.rule(&finding.rule) {
        html.add(
            "<section class=\"rule\" aria-labelledby=\"rule\"><h2 id=\"rule\">About <code>{}\
             </code></h2>\n\
             <p class=\"summary\">{}.</p>\n<div class=\"explanation\">{}</div></section>\n",
            &[&rule.name, &words::sentence(rule.summary), &markdown::markup(rule.explanation)],
        );
    }
    html.add("</main>\n", &[]);
    let title = format!("{}: {}", finding.rule, finding.message);
    page(HERE, &title, "finding.js", &html)
}

fn navigation(site: &Site, before: Option<usize>, after: Option<usize>, html: &mut Html) {
    html.add(
        "<nav class=\"trail\" aria-label=\"Findings\"><a href=\"../index.html\" id=\"all\">All \
         findings</a><span class=\"turn\">",
        &[],
    );
    if let Some(before) = before {
        html.add("<a rel=\"prev\" href=\"../{}\">Previous</a>", &[&site.page(before)]);
    }
    if let Some(after) = after {
        html.add("<a rel=\"next\" href=\"../{}\">Next</a>", &[&site.page(after)]);
    }
    html.add("</span></nav>\n", &[]);
}

fn heading(site: &Site, finding: &Finding, html: &mut Html) {
    let cwe: Vec<_> = finding.cwe.iter().map(|id| format!("CWE-{id}")).collect();
    html.add(
        "<header class=\"head\"><p class=\"chips\">{}<code class=\"rulename\">{}</code>",
        &[&badge(finding), &finding.rule],
    );
    for weakness in &cwe {
        html.add("<span class=\"chip\">{}</span>", &[weakness]);
    }
    html.add(
        "</p>\n<h1>{}</h1>\n<p class=\"where\">",
        &[Html::default().words(&words::sentence(&finding.message))],
    );
    html.add("{}", &[&site.place(HERE, &finding.location)]);
    if let Some(function) = &finding.location.function {
        html.add(" in <code>{}</code>", &[function]);
    }
    html.add("</p>\n", &[]);
    match finding.suppressed {
        Some(Suppression::Comment { line }) => html.add(
            "<p class=\"aside\">It does not count: a <code>margay-ignore</code> comment on line \
             {} suppresses it.</p>\n",
            &[&line],
        ),
        Some(Suppression::Baseline) => html
            .add("<p class=\"aside\">It does not count: the baseline has it already.</p>\n", &[]),
        Some(Suppression::Unchanged) => html
            .add("<p class=\"aside\">It does not count: no changed line is part of it.</p>\n", &[]),
        Some(Suppression::SameCause { line }) => html.add(
            "<p class=\"aside\">It is not counted: the finding at line {} has the same cause.</p>\n",
            &[&line],
        ),
        Some(Suppression::BelowLevel) => html.add(
            "<p class=\"aside\">It does not count: it is below the level that is reported.</p>\n",
            &[],
        ),
        None => html,
    };
    if !finding.also.is_empty() {
        html.add("<p class=\"aside\">The same cause shows at", &[]);
        for (index, place) in finding.also.iter().enumerate() {
            html.add(if index > 0 { ", {}" } else { " {}" }, &[&site.place(HERE, place)]);
        }
        html.add(".</p>\n", &[]);
    }
    if finding.possible {
        html.add(
            "<p class=\"aside\">It is unconfirmed: it depends on unknown callers, or on loops \
             whose iterations were not counted.</p>\n",
            &[],
        );
    }
    if let Some(function) = &finding.alone {
        html.add(
            "<p class=\"aside\">No path from <code>main</code> is behind it: <code>{}</code> \
             was analysed alone, whatever its callers pass.</p>\n",
            &[function],
        );
    }
    html.add("</header>\n", &[]);
}

/// Whether a native run has shown it: the first thing to know of a finding.
fn verdict(finding: &Finding, html: &mut Html) {
    let status = replay(finding);
    html.add(
        "<section class=\"verdict {}\" aria-labelledby=\"verdict\"><h2 id=\"verdict\"><span \
         class=\"sign\" aria-hidden=\"true\"></span>{}</h2><p>",
        &[&status.class, &status.title],
    );
    match &finding.confirmation {
        Confirmation::Confirmed { by } => html.add(
            "The program was built and run with the input below. It failed at this line, under \
             <strong>{}</strong>.",
            &[by],
        ),
        Confirmation::NotConfirmed { why } => {
            html.add(
                "The program was run with the input below, and the run did not show \
                 it: ",
                &[],
            );
            html.words(why).add(".", &[])
        }
        Confirmation::NotApplicable { why } => {
            html.add("No run was made that could show it: ", &[]);
            html.words(why).add(".", &[])
        }
        Confirmation::Untried => html.add(
            "The program has not been run with this input yet. It rests on the analysis alone.",
            &[],
        ),
    };
    html.add("</p></section>\n", &[]);
}

/// What the outside must say.
fn given(finding: &Finding, html: &mut Html) {
    html.add(
        "<section class=\"input\" aria-labelledby=\"input\"><h2 id=\"input\">The input</h2>\n",
        &[],
    );
    let all = inputs(&finding.input, LONGEST_INPUT);
    if all.is_empty() {
        html.add("<p>None is needed.</p>\n", &[]);
    } else {
        html.add("<ul class=\"inputs\">\n", &[]);
        for text in &all {
            match text.split_once(" = ") {
                Some((name, value)) => html.add(
                    "<li><span class=\"name\">{}</span> <span class=\"is\">=</span> <code>{}\
                     </code></li>\n",
                    &[&name, &value],
                ),
                None => html.add("<li><span class=\"name\">{}</span></li>\n", &[text]),
            };
        }
        html.add("</ul>\n", &[]);
    }
    if let Some(share) = likelihood(finding) {
        html.add("<p class=\"likelihood\">Takes this path: {}.</p>\n", &[&share]);
    }
    html.add("</section>\n", &[]);
}

/// The calls that are open, the outermost first.
fn calls(site: &Site, finding: &Finding, html: &mut Html) {
    if finding.stack.is_empty() {
        return;
    }
    html.add(
        "<section class=\"card\" aria-labelledby=\"calls\"><h2 id=\"calls\">The calls</h2>\n",
        &[],
    );
    if let Some(turn) = finding.turns.last() {
        html.add("<p>Those of {}:</p>\n", &[Html::default().words(&turn.thread.to_string())]);
    }
    html.add("<ol class=\"calls\">\n", &[]);
    // Where threads meet, the calls are those of the one that ran last, and the finding may lie in
    // another.
    let innermost = finding.turns.last().map(|turn| (&turn.location.file, turn.location.line));
    let first = finding.stack.first().map(|frame| (&frame.file, frame.line));
    let own = (innermost.is_none() || innermost != first).then_some(&finding.location);
    let frames: Vec<_> = own.into_iter().chain(&finding.stack).collect();
    let hidden = frames.len().saturating_sub(MOST_CALLS);
    if hidden > 0 {
        html.add("<li>{}</li>\n", &[&format!("{} before these", count(hidden as u64, "call"))]);
    }
    for frame in frames.iter().take(MOST_CALLS).rev() {
        let function = frame.function.as_deref().unwrap_or("?");
        html.add("<li><code>{}</code> at {}</li>\n", &[&function, &site.place(HERE, frame)]);
    }
    html.add("</ol></section>\n", &[]);
}

/// How to see it for oneself.
fn test(site: &Site, index: usize, finding: &Finding, html: &mut Html) {
    html.add(
        "<section class=\"card\" aria-labelledby=\"test\"><h2 id=\"test\">See it yourself</h2>\n",
        &[],
    );
    match site.test(index) {
        Some(Test::Written { name, files, input }) => {
            html.add(
                "<p>This builds the program with sanitizers and gives it the input; it needs \
                 clang, not Margay. In the folder of this report:</p>\n\
                 <pre class=\"command\"><code>sh tests/{}/run.sh</code></pre>\n<p class=\"files\">",
                &[name],
            );
            for file in files {
                html.add("<a href=\"../tests/{}/{}\">{}</a> ", &[name, file, file]);
            }
            html.add("</p>\n", &[]);
            if !input.is_empty() {
                html.add(
                    "<details><summary>The input as the test has it</summary><pre \
                     class=\"tape\"><code>{}</code></pre></details>\n",
                    &[input],
                );
            }
        }
        Some(Test::Missing { why }) => {
            html.add("<p>There is no test for it: ", &[]);
            html.words(why).add(".</p>\n", &[]);
        }
        None => {
            html.add("<p>No test was written for it.</p>\n", &[]);
        }
    }
    html.add(
        "<p class=\"faint\">Fingerprint <code>{}</code>, {}.</p></section>\n",
        &[&site.fingerprint(index), &count(length(&finding.path), "step")],
    );
}
