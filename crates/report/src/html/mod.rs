//! A report to look at: a folder of pages that need no network.
//!
//! `index.html` has the findings with filters, the files and the gaps; each finding and each source file
//! has a page. Pages are complete without their scripts. What comes from the analysed program is text
//! by the types of `markup.rs`, and the pages forbid themselves to fetch anything.

mod code;
mod finding;
mod highlight;
mod markdown;
mod markup;
mod overview;
mod schedule;
mod site;
mod source;
mod steps;
mod walk;
mod words;

use crate::Sources;
use crate::sources::Texts;
use margay_ir::finding::{Outcome, Rule};
use site::Site;
use std::io;
use std::path::PathBuf;

/// What the report is about, beside the outcome.
#[derive(Clone, Debug, Default)]
pub struct HtmlOptions {
    /// The directory that files are named relative to, as in [`crate::RenderOptions`].
    pub root: PathBuf,
    /// What was checked.
    pub title: String,
    /// For each finding, in their order, the test in the folder `tests`; empty if none were wanted.
    pub tests: Vec<Option<Test>>,
}

/// A finding as a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    Written {
        /// Its folder.
        name: String,
        /// What lies in it.
        files: Vec<String>,
        /// The file that holds the input.
        input: String,
    },
    Missing {
        /// Without a full stop.
        why: String,
    },
}

/// What pages share: styles and scripts, by their names in the folder `assets`.
const ASSETS: [(&str, &str); 5] = [
    ("report.css", include_str!("assets/report.css")),
    ("keys.js", include_str!("assets/keys.js")),
    ("overview.js", include_str!("assets/overview.js")),
    ("finding.js", include_str!("assets/finding.js")),
    ("source.js", include_str!("assets/source.js")),
];

/// Writes the files of a report, each by its name in the folder. The same outcome gives the same files.
pub fn render(
    outcome: &Outcome,
    rules: &[&'static Rule],
    sources: &dyn Sources,
    options: &HtmlOptions,
    write: &mut dyn FnMut(&str, &[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let texts = Texts::new(sources);
    let site = Site::new(outcome, rules, &texts, options);
    for (name, text) in ASSETS {
        write(&format!("assets/{name}"), text.as_bytes())?;
    }
    let is_shown = |index: &usize| outcome.findings[*index].suppressed.is_none();
    let shown: Vec<usize> = (0..outcome.findings.len()).filter(is_shown).collect();
    for index in 0..outcome.findings.len() {
        let before = shown.iter().rev().copied().find(|other| *other < index);
        let after = shown.iter().copied().find(|other| *other > index);
        write(&site.page(index), &finding::render(&site, index, before, after))?;
    }
    for (name, file) in &site.files {
        write(&file.page, &source::render(&site, name, file))?;
    }
    write("index.html", &overview::render(&site))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{LEAK, OVERFLOW, PARSER, finding, full, location, note, outcome, sources};
    use margay_ir::finding::{
        Confirmation, Details, FileLines, Finding, Omission, OmissionKind, Reach, Suppression,
        Thread, Turn,
    };
    use std::collections::{BTreeMap, BTreeSet};

    fn pages(outcome: &Outcome, files: &[(&str, &[u8])], tests: Vec<Option<Test>>) -> Pages {
        let mut pages = BTreeMap::new();
        let options = HtmlOptions { title: "<i>prog</i>".into(), tests, ..HtmlOptions::default() };
        render(outcome, &[&OVERFLOW, &LEAK], &sources(files), &options, &mut |name, bytes| {
            let text = String::from_utf8(bytes.to_vec()).expect("UTF-8");
            assert_eq!(pages.insert(name.to_owned(), text), None, "{name} is written once");
            Ok(())
        })
        .expect("written");
        pages
    }

    type Pages = BTreeMap<String, String>;

    /// The values of an attribute in a page. What comes from the program has no quotes there.
    fn values<'p>(page: &'p str, attribute: &str) -> Vec<&'p str> {
        let begin = format!(" {attribute}=\"");
        page.split(&begin).skip(1).map(|rest| rest.split('"').next().unwrap_or("")).collect()
    }

    /// Nothing is fetched, nothing is markup that is not ours, and all links lead somewhere.
    fn check_pages(pages: &Pages, others: &[&str]) {
        let ids = |page: &str| values(page, "id").into_iter().map(str::to_owned).collect();
        let all: BTreeMap<&String, Vec<String>> =
            pages.iter().map(|(name, page)| (name, ids(page))).collect();
        for (name, page) in pages.iter().filter(|(name, _)| name.ends_with(".html")) {
            assert_eq!(page.matches("<script").count(), 2, "{name}");
            assert!(page.contains("default-src 'none'"), "{name}");
            for absent in
                ["http:", "https:", "//", "<style", " style=", "<img", " onclick", " onerror="]
            {
                let markup: String = page
                    .split("<code>")
                    .map(|part| part.split_once("</code>").map_or(part, |(_, behind)| behind))
                    .collect();
                assert!(!markup.contains(absent), "{absent} in {name}");
            }
            let own: BTreeSet<_> = all[name].iter().collect();
            assert_eq!(own.len(), all[name].len(), "an id is there twice in {name}");
            for link in values(page, "href").into_iter().chain(values(page, "src")) {
                let (path, id) = link.split_once('#').unwrap_or((link, ""));
                let path = match (name.contains('/'), path.strip_prefix("../")) {
                    (_, _) if path.is_empty() => name.clone(),
                    (true, Some(up)) => up.to_owned(),
                    (true, None) => panic!("{link} in {name}"),
                    (false, _) => path.to_owned(),
                };
                if others.contains(&path.as_str()) {
                    continue;
                }
                let ids =
                    all.get(&path).unwrap_or_else(|| panic!("{link} in {name} leads nowhere"));
                // A filter is no place.
                let is_place = !id.is_empty() && !id.contains('=');
                assert!(!is_place || ids.iter().any(|other| other == id), "{link} in {name}");
            }
        }
    }

    fn everything() -> Outcome {
        let mut raced = Finding {
            rule: "memory-leak".into(),
            confirmation: Confirmation::NotConfirmed { why: "it `ran` well".into() },
            ..finding("parser.c", 11, 5)
        };
        let parse = Thread { number: 1, function: Some("parse".to_owned()) };
        for (thread, line) in [(Thread::MAIN, 11), (parse, 7), (Thread::MAIN, 6)] {
            let location = location("parser.c", line, 5);
            raced.turns.push(Turn { thread, location });
        }
        let mut known = finding("gone.c", 3, 1);
        known.suppressed = Some(Suppression::Comment { line: 3 });
        let mut outcome = outcome(vec![full(), raced, known]);
        outcome.omissions.push(Omission {
            kind: OmissionKind::CutLoop,
            what: "loop".into(),
            location: Some(location("parser.c", 6, 5)),
            count: 3,
        });
        let lines = BTreeMap::from([(6, Reach::Cut), (7, Reach::Reached), (11, Reach::Never)]);
        let lines = vec![FileLines { file: "parser.c".into(), directory: "".into(), lines }];
        outcome.statistics.details = Some(Details { lines, ..Details::default() });
        outcome
    }

    #[test]
    fn a_report_is_whole() {
        let test = Test::Written {
            name: "leak".into(),
            files: vec!["run.sh".into()],
            input: "stdin - bytes 41\n".into(),
        };
        let missing = Test::Missing { why: "no `clang`".into() };
        let pages =
            pages(&everything(), &[("parser.c", PARSER)], vec![Some(test), Some(missing), None]);
        check_pages(&pages, &["tests/leak/run.sh"]);
        assert_eq!(pages.keys().filter(|name| name.starts_with("findings/")).count(), 3);
        assert_eq!(pages.keys().filter(|name| name.starts_with("sources/")).count(), 1);
        let index = &pages["index.html"];
        assert!(index.contains("2 findings: 2 errors."), "{index}");
        assert!(index.contains("Confirmed by AddressSanitizer"));
        assert!(index.contains("not counted: 1 finding"));
    }

    #[test]
    fn a_path_is_drawn_in_its_source() {
        let pages = pages(&outcome(vec![full()]), &[("parser.c", PARSER)], vec![]);
        let page = &pages["findings/820a2d302cb99e105a702499b1a564c8.html"];
        assert!(page.contains("data-steps=\"4\"><h2 id=\"path\">"), "{page}");
        for step in 1..=4 {
            assert!(page.contains(&format!("data-steps=\"{step}\"><span class=\"indent\">")));
        }
        // The input stands where it is asked for.
        assert!(page.contains("<code>stdin = &quot;AAAAAAAAAAAAAAAAA&quot;</code>"));
        assert!(page.contains("<mark class=\"at-fault\">name[n++]</mark>"));
        assert!(page.contains("<li><code>main</code> at <a"));
    }

    #[test]
    fn threads_have_columns() {
        let pages = pages(&everything(), &[("parser.c", PARSER)], vec![]);
        let page = pages.values().find(|page| page.contains("id=\"turns\"")).expect("a schedule");
        let head = "<th scope=\"col\">Turn</th><th scope=\"col\">The main thread</th>\
            <th scope=\"col\">Thread 1 (<code>parse</code>)</th>";
        assert!(page.contains(head), "{page}");
        assert_eq!(page.matches("<td></td>").count(), 3);
        assert_eq!(page.matches("<tr class=\"last\">").count(), 1);
    }

    #[test]
    fn nothing_of_the_program_becomes_markup() {
        let hostile = "a\"onerror='x'><script>alert(1)</script><img src=x>.c";
        let text = b"int x; // </code></div><script>\nx = \"</script><b>\" / y & 'a';\n" as &[u8];
        let mut odd = Finding {
            message: "</h1><script>`<b>`".into(),
            label: "\"><svg onload=x>".into(),
            rule: "<u>".into(),
            related: vec![note(hostile, 1, 1, "<i>`</code>`")],
            path: vec![note(hostile, 2, 5, "taking the true branch"), note(hostile, 2, 1, "<s>")],
            confirmation: Confirmation::Confirmed { by: "<sanitizer>".into() },
            ..finding(hostile, 2, 1)
        };
        odd.location.function = Some("<main>".into());
        let thread = Thread { number: 1, function: Some("<thread>".to_owned()) };
        odd.turns.push(Turn { thread, location: location(hostile, 2, 1) });
        let mut outcome = outcome(vec![odd]);
        outcome.omissions.push(Omission {
            kind: OmissionKind::Budget,
            what: "<limit>".into(),
            location: Some(location(hostile, 1, 1)),
            count: 1,
        });
        let test =
            Test::Written { name: "t".into(), files: vec![], input: "</pre><script>".into() };
        let pages = pages(&outcome, &[(hostile, text)], vec![Some(test)]);
        check_pages(&pages, &[]);
        for (name, page) in &pages {
            for absent in
                ["<b>", "<i>", "<u>", "<s>", "<main>", "<thread>", "<limit>", "<svg onload"]
            {
                assert!(!page.contains(absent), "{absent} in {name}");
            }
            let plain = |c: char| c.is_ascii_alphanumeric() || "/.-_".contains(c);
            assert!(name.chars().all(plain), "{name}");
        }
    }

    #[test]
    fn odd_places_and_no_sources_are_fine() {
        let odd = [(0, 0), (7, 0), (7, 999), (u32::MAX, u32::MAX)];
        let odd = odd.map(|(line, column)| finding("parser.c", line, column));
        let mut unknown = full();
        unknown.location.file = "<unknown>".into();
        let all = outcome(odd.into_iter().chain([unknown]).collect());
        check_pages(&pages(&all, &[], vec![]), &[]);
        let pages = pages(&all, &[("parser.c", PARSER)], vec![]);
        assert_eq!(pages.keys().filter(|name| name.starts_with("findings/")).count(), 5);
    }

    #[test]
    fn the_same_outcome_gives_the_same_files() {
        let make = || pages(&everything(), &[("parser.c", PARSER)], vec![]);
        assert_eq!(make(), make());
    }

    #[test]
    fn nothing_found_is_said_with_care() {
        let mut nothing = outcome(vec![]);
        let words = |outcome: &Outcome| pages(outcome, &[], vec![])["index.html"].clone();
        assert!(words(&nothing).contains("Nothing was found: every path was explored."));
        nothing.statistics.cut_paths = 1;
        assert!(words(&nothing).contains("Nothing was found in what was explored"));
    }
}
