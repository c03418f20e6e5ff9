//! Findings as the property list that CodeChecker stores, in the form that clang's analyzer writes.
//!
//! Each finding is a diagnostic: the steps of its path are events, the last of which is the finding
//! itself, and what belongs to it are notes. What is suppressed is left out: CodeChecker has its own
//! ways to do that.

use crate::ALSO;
use crate::fingerprint;
use crate::place::path;
use crate::sources::Texts;
use crate::values::inputs;
use crate::xml::Xml;
use crate::{Form, RenderOptions};
use margay_ir::finding::{Confirmation, Finding, Location, Note, Outcome};
use std::collections::BTreeMap;
use std::io::{self, Write};

const DOCTYPE: &str = r#"plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd""#;

/// Bytes of a text input that are kept.
const LONGEST_INPUT: usize = 1_000;
/// Steps of a path that are kept: the last ones.
const MOST_STEPS: usize = 1_000;

pub(super) static FORM: Form = Form {
    name: "codechecker",
    purpose: "A property list that `CodeChecker store` takes",
    ending: "plist",
    render: |page, out| render(page.outcome, page.texts, page.options, out),
};

fn render(
    outcome: &Outcome,
    texts: &Texts,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let fingerprints = fingerprint::of_texts(outcome, texts, &options.root);
    let findings: Vec<(&Finding, &String)> = outcome
        .findings
        .iter()
        .zip(&fingerprints)
        .filter(|(finding, _)| finding.suppressed.is_none() && !finding.possible)
        .collect();
    let files = Files::of(findings.iter().map(|(finding, _)| *finding));
    let mut xml = Xml::new(out)?;
    xml.doctype(DOCTYPE)?;
    xml.element("plist", &[("version", "1.0")], |xml| {
        dict(xml, |xml| {
            key(xml, "files", |xml| {
                array(xml, |xml| files.names.iter().try_for_each(|file| string(xml, file)))
            })?;
            key(xml, "diagnostics", |xml| {
                array(xml, |xml| {
                    findings.iter().try_for_each(|(finding, fingerprint)| {
                        diagnostic(xml, finding, fingerprint, &files)
                    })
                })
            })?;
            key(xml, "metadata", |xml| {
                dict(xml, |xml| {
                    key(xml, "analyzer", |xml| {
                        dict(xml, |xml| key(xml, "name", |xml| string(xml, "margay")))
                    })?;
                    key(xml, "generated_by", |xml| {
                        dict(xml, |xml| {
                            key(xml, "name", |xml| string(xml, "margay"))?;
                            key(xml, "version", |xml| string(xml, env!("CARGO_PKG_VERSION")))
                        })
                    })
                })
            })
        })
    })?;
    xml.finish()
}

/// The files that findings name, and the number of each.
struct Files {
    names: Vec<String>,
    numbers: BTreeMap<String, usize>,
}

impl Files {
    fn of<'a>(findings: impl Iterator<Item = &'a Finding>) -> Files {
        let mut files = Files { names: Vec::new(), numbers: BTreeMap::new() };
        for finding in findings {
            let notes = finding.path.iter().chain(&finding.related).map(|note| &note.location);
            let notes = notes.chain(&finding.also);
            for location in std::iter::once(&finding.location).chain(notes) {
                let name = file_name(location);
                if !files.numbers.contains_key(&name) {
                    files.numbers.insert(name.clone(), files.names.len());
                    files.names.push(name);
                }
            }
        }
        files
    }

    fn number(&self, location: &Location) -> usize {
        self.numbers.get(&file_name(location)).copied().unwrap_or(0)
    }
}

fn file_name(location: &Location) -> String {
    path(location).to_string_lossy().into_owned()
}

fn dict(xml: &mut Xml<'_>, inside: impl FnOnce(&mut Xml<'_>) -> io::Result<()>) -> io::Result<()> {
    xml.element("dict", &[], inside)
}

fn array(xml: &mut Xml<'_>, inside: impl FnOnce(&mut Xml<'_>) -> io::Result<()>) -> io::Result<()> {
    xml.element("array", &[], inside)
}

fn key(
    xml: &mut Xml<'_>,
    name: &str,
    value: impl FnOnce(&mut Xml<'_>) -> io::Result<()>,
) -> io::Result<()> {
    xml.leaf("key", name)?;
    value(xml)
}

fn string(xml: &mut Xml<'_>, text: &str) -> io::Result<()> {
    xml.leaf("string", text)
}

fn integer(xml: &mut Xml<'_>, number: usize) -> io::Result<()> {
    xml.leaf("integer", &number.to_string())
}

fn diagnostic(
    xml: &mut Xml<'_>,
    finding: &Finding,
    fingerprint: &str,
    files: &Files,
) -> io::Result<()> {
    dict(xml, |xml| {
        key(xml, "path", |xml| {
            array(xml, |xml| {
                let skipped = finding.path.len().saturating_sub(MOST_STEPS);
                for Note { location, message, .. } in &finding.path[skipped..] {
                    event(xml, Some("event"), location, message, files)?;
                }
                event(xml, Some("event"), &finding.location, &conclusion(finding), files)
            })
        })?;
        let also = finding.also.iter().map(|place| Note::new(place.clone(), ALSO));
        let notes: Vec<Note> = finding.related.iter().cloned().chain(also).collect();
        if !notes.is_empty() {
            key(xml, "notes", |xml| {
                array(xml, |xml| {
                    notes.iter().try_for_each(|Note { location, message, .. }| {
                        event(xml, None, location, message, files)
                    })
                })
            })?;
        }
        key(xml, "description", |xml| string(xml, &finding.message))?;
        key(xml, "category", |xml| string(xml, "Margay"))?;
        key(xml, "type", |xml| string(xml, &finding.rule))?;
        key(xml, "check_name", |xml| string(xml, &format!("margay-{}", finding.rule)))?;
        key(xml, "issue_hash_content_of_line_in_context", |xml| string(xml, fingerprint))?;
        key(xml, "location", |xml| place(xml, &finding.location, files))
    })
}

/// What is said where the path ends: the finding, the input that leads there, and whether a native
/// run has shown it.
fn conclusion(finding: &Finding) -> String {
    let mut text = finding.message.clone();
    if !finding.label.is_empty() {
        text += &format!(" ({})", finding.label);
    }
    let inputs = inputs(&finding.input, LONGEST_INPUT);
    if !inputs.is_empty() {
        text += &format!("; input: {}", inputs.join(", "));
    }
    if let Confirmation::Confirmed { by } = &finding.confirmation {
        text += &format!("; replayed under {by}");
    }
    text
}

fn event(
    xml: &mut Xml<'_>,
    kind: Option<&str>,
    location: &Location,
    message: &str,
    files: &Files,
) -> io::Result<()> {
    dict(xml, |xml| {
        if let Some(kind) = kind {
            key(xml, "kind", |xml| string(xml, kind))?;
            key(xml, "depth", |xml| integer(xml, 0))?;
        }
        key(xml, "location", |xml| place(xml, location, files))?;
        key(xml, "message", |xml| string(xml, message))
    })
}

/// A place; CodeChecker counts from 1 and knows no file without lines.
fn place(xml: &mut Xml<'_>, location: &Location, files: &Files) -> io::Result<()> {
    dict(xml, |xml| {
        key(xml, "line", |xml| integer(xml, location.line.max(1) as usize))?;
        key(xml, "col", |xml| integer(xml, location.column.max(1) as usize))?;
        key(xml, "file", |xml| integer(xml, files.number(location)))
    })
}

#[cfg(test)]
mod tests {
    use crate::testing::{finding, full, outcome, rendered};
    use crate::{Format, RenderOptions};
    use expect_test::expect;
    use margay_ir::finding::Suppression;

    #[test]
    fn findings_are_diagnostics() {
        let mut known = finding("lexer.c", 3, 1);
        known.suppressed = Some(Suppression::Baseline);
        let outcome = outcome(vec![full(), known]);
        let written = rendered(Format(&super::FORM), &outcome, &RenderOptions::default());
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">
              <dict>
                <key>files</key>
                <array>
                  <string>parser.c</string>
                </array>
                <key>diagnostics</key>
                <array>
                  <dict>
                    <key>path</key>
                    <array>
                      <dict>
                        <key>kind</key>
                        <string>event</string>
                        <key>depth</key>
                        <integer>0</integer>
                        <key>location</key>
                        <dict>
                          <key>line</key>
                          <integer>11</integer>
                          <key>col</key>
                          <integer>5</integer>
                          <key>file</key>
                          <integer>0</integer>
                        </dict>
                        <key>message</key>
                        <string>calls `parse`</string>
                      </dict>
                      <dict>
                        <key>kind</key>
                        <string>event</string>
                        <key>depth</key>
                        <integer>0</integer>
                        <key>location</key>
                        <dict>
                          <key>line</key>
                          <integer>6</integer>
                          <key>col</key>
                          <integer>12</integer>
                          <key>file</key>
                          <integer>0</integer>
                        </dict>
                        <key>message</key>
                        <string>`c` is 65</string>
                      </dict>
                      <dict>
                        <key>kind</key>
                        <string>event</string>
                        <key>depth</key>
                        <integer>0</integer>
                        <key>location</key>
                        <dict>
                          <key>line</key>
                          <integer>6</integer>
                          <key>col</key>
                          <integer>5</integer>
                          <key>file</key>
                          <integer>0</integer>
                        </dict>
                        <key>message</key>
                        <string>the loop is entered for the 17th time</string>
                      </dict>
                      <dict>
                        <key>kind</key>
                        <string>event</string>
                        <key>depth</key>
                        <integer>0</integer>
                        <key>location</key>
                        <dict>
                          <key>line</key>
                          <integer>7</integer>
                          <key>col</key>
                          <integer>9</integer>
                          <key>file</key>
                          <integer>0</integer>
                        </dict>
                        <key>message</key>
                        <string>write of 1 byte past the end of `name` (char[16]) (index 16, valid indices are 0..=15); input: stdin = &quot;AAAAAAAAAAAAAAAAA&quot;, rand() = 5; replayed under AddressSanitizer</string>
                      </dict>
                    </array>
                    <key>notes</key>
                    <array>
                      <dict>
                        <key>location</key>
                        <dict>
                          <key>line</key>
                          <integer>4</integer>
                          <key>col</key>
                          <integer>10</integer>
                          <key>file</key>
                          <integer>0</integer>
                        </dict>
                        <key>message</key>
                        <string>`name` is declared here</string>
                      </dict>
                    </array>
                    <key>description</key>
                    <string>write of 1 byte past the end of `name` (char[16])</string>
                    <key>category</key>
                    <string>Margay</string>
                    <key>type</key>
                    <string>buffer-overflow</string>
                    <key>check_name</key>
                    <string>margay-buffer-overflow</string>
                    <key>issue_hash_content_of_line_in_context</key>
                    <string>820a2d302cb99e105a702499b1a564c8</string>
                    <key>location</key>
                    <dict>
                      <key>line</key>
                      <integer>7</integer>
                      <key>col</key>
                      <integer>9</integer>
                      <key>file</key>
                      <integer>0</integer>
                    </dict>
                  </dict>
                </array>
                <key>metadata</key>
                <dict>
                  <key>analyzer</key>
                  <dict>
                    <key>name</key>
                    <string>margay</string>
                  </dict>
                  <key>generated_by</key>
                  <dict>
                    <key>name</key>
                    <string>margay</string>
                    <key>version</key>
                    <string>0.1.0</string>
                  </dict>
                </dict>
              </dict>
            </plist>
        "#]].assert_eq(&written);
    }
}
