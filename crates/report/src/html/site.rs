//! The pages of a report: what they are called, and how they lead to each other.
//!
//! Names are made of letters, digits and hashes, whatever the files of the program are called. A
//! finding's page is called by its fingerprint, so that a link to it outlives edits elsewhere.

use super::markup::{Html, Part};
use super::words::last_name;
use super::{HtmlOptions, Test};
use crate::fingerprint;
use crate::place::{self, show};
use crate::sources::Texts;
use crate::tree::condition::Tokens;
use margay_ir::finding::{Finding, Location, Outcome, Reach, Rule};
use sha2::{Digest, Sha256};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::rc::Rc;

pub(super) struct Site<'a> {
    pub outcome: &'a Outcome,
    pub rules: &'a [&'static Rule],
    pub texts: &'a Texts<'a>,
    pub options: &'a HtmlOptions,
    /// By the names that reports have for them.
    pub files: BTreeMap<String, SourceFile>,
    fingerprints: Vec<String>,
    tokens: RefCell<BTreeMap<PathBuf, Rc<Tokens>>>,
}

/// A file that has a page.
pub(super) struct SourceFile {
    /// Somewhere in it.
    pub location: Location,
    /// The page, from the folder of the report.
    pub page: String,
    pub lines: BTreeMap<u32, Reach>,
}

/// Where a page lies: what leads from it to the folder of the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    Top,
    Below,
}

impl Depth {
    pub fn up(self) -> &'static str {
        match self {
            Depth::Top => "",
            Depth::Below => "../",
        }
    }
}

impl<'a> Site<'a> {
    pub fn new(
        outcome: &'a Outcome,
        rules: &'a [&'static Rule],
        texts: &'a Texts<'a>,
        options: &'a HtmlOptions,
    ) -> Site<'a> {
        let fingerprints = fingerprint::of_texts(outcome, texts, &options.root);
        let tokens = RefCell::default();
        let files = BTreeMap::new();
        let mut site = Site { outcome, rules, texts, options, files, fingerprints, tokens };
        for file in outcome.statistics.details.iter().flat_map(|details| &details.lines) {
            let (name, directory) = (file.file.clone(), file.directory.clone());
            let location = Location { file: name, directory, line: 0, column: 0, function: None };
            let lines = &mut site.file(&location).lines;
            for (line, reach) in &file.lines {
                let all = lines.entry(*line).or_insert(*reach);
                *all = (*all).max(*reach);
            }
        }
        let findings = outcome.findings.iter().flat_map(places);
        let omissions = outcome.omissions.iter().filter_map(|left| left.location.as_ref());
        for location in findings.chain(omissions) {
            if texts.text(location).is_some() {
                site.file(location);
            }
        }
        site
    }

    /// The page of a finding, from the folder of the report.
    pub fn page(&self, index: usize) -> String {
        format!("findings/{}.html", self.fingerprints[index])
    }

    pub fn fingerprint(&self, index: usize) -> &str {
        &self.fingerprints[index]
    }

    /// The test of a finding, or why there is none, if tests were written.
    pub fn test(&self, index: usize) -> Option<&Test> {
        self.options.tests.get(index)?.as_ref()
    }

    /// What a file is called.
    pub fn name(&self, location: &Location) -> String {
        place::name(&self.options.root, location).to_string_lossy().into_owned()
    }

    /// `file:line`, as a link if the file has a page.
    pub fn place(&self, from: Depth, location: &Location) -> Html {
        let text = show(&self.options.root, &Location { column: 0, ..location.clone() });
        self.link(from, location, &text)
    }

    /// The same without the directories of the file.
    pub fn short_place(&self, from: Depth, location: &Location) -> Html {
        let text = show(&self.options.root, &Location { column: 0, ..location.clone() });
        self.link(from, location, last_name(&text))
    }

    fn link(&self, from: Depth, location: &Location, text: &str) -> Html {
        let Some(file) = self.files.get(&self.name(location)) else {
            return Html::of("<span class=\"place\">{}</span>", &[&text]);
        };
        // What a compiler makes up has no line.
        let line = if location.line == 0 { String::new() } else { format!("#L{}", location.line) };
        Html::of(
            "<a class=\"place\" href=\"{}{}{}\">{}</a>",
            &[&from.up(), &file.page, &line, &text],
        )
    }

    /// The tokens of the file that a place is in.
    pub fn tokens(&self, location: &Location) -> Option<Rc<Tokens>> {
        let text = self.texts.text(location)?;
        let mut known = self.tokens.borrow_mut();
        let file = place::path(location);
        Some(known.entry(file).or_insert_with(|| Rc::new(Tokens::of(text.bytes()))).clone())
    }

    pub fn rule(&self, name: &str) -> Option<&'static Rule> {
        self.rules.iter().find(|rule| rule.name == name).copied()
    }

    fn file(&mut self, location: &Location) -> &mut SourceFile {
        let name = self.name(location);
        let page = page_name(&name);
        let location = location.clone();
        self.files.entry(name).or_insert_with(|| SourceFile {
            location,
            page,
            lines: BTreeMap::new(),
        })
    }
}

/// The frame of a page around what it is about.
pub(super) fn page(depth: Depth, title: &dyn Part, script: &'static str, body: &Html) -> Vec<u8> {
    let up = depth.up();
    Html::of(
        include_str!("assets/page.html"),
        &[title, &up, &up, &up, &script, &up, body, &env!("CARGO_PKG_VERSION")],
    )
    .into_text()
    .into_bytes()
}

/// All places that a finding speaks of.
fn places(finding: &Finding) -> impl Iterator<Item = &Location> {
    let notes = finding.path.iter().chain(&finding.related).map(|note| &note.location);
    let inputs = finding.input.iter().filter_map(|input| input.location.as_ref());
    let turns = finding.turns.iter().map(|turn| &turn.location);
    let own = std::iter::once(&finding.location).chain(&finding.stack);
    own.chain(notes).chain(inputs).chain(turns)
}

/// The end of the name is what tells files apart for a reader, the hash for a machine.
fn page_name(name: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_');
    let plain: String = name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect();
    let end = &plain[plain.len().saturating_sub(60)..];
    let hash = Sha256::digest(name.as_bytes());
    let hash: String = hash.iter().take(4).map(|byte| format!("{byte:02x}")).collect();
    format!("sources/{}-{hash}.html", end.trim_start_matches(['.', '-']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_files_have_harmless_names() {
        let name = page_name("../../etc/<b>\"' é\n.c");
        assert!(name.starts_with("sources/etc--b-----"), "{name}");
        let plain = |c: char| c.is_ascii_alphanumeric() || "/.-_".contains(c);
        assert!(name.chars().all(plain) && !name.contains(".."), "{name}");
        assert_ne!(page_name("a/b.c"), page_name("a-b.c"));
        assert!(page_name(&"x/".repeat(500)).len() < 90);
    }
}
