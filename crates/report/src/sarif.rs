//! Findings as SARIF 2.1.0, for code scanning services and editors.
//!
//! One run; every rule and weakness that a result names is described in it, every index
//! points at what it says. The file keeps within what GitHub accepts, and what was cut
//! for that is said in a notification.

use crate::ALSO;
use crate::excerpt::extent;
use crate::fingerprint;
use crate::json::utf8_statistics;
use crate::omissions::title;
use crate::place;
use crate::sources::Texts;
use crate::values::{count, inputs, length};
use crate::{Form, RenderOptions, values};
use margay_ir::finding::{
    Finding, Location, Note, Omission, OmissionKind, Outcome, Rule, Severity, Suppression, Thread,
};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Write};
use std::path::{Component, Path};

/// GitHub's limits, and our own where it has none.
struct Limits {
    results: usize,
    /// In one code flow, stack or list of related places.
    locations: usize,
    /// GitHub takes 10 MB of gzip. Results with random names, numbers and inputs shrank to
    /// a sixth, real ones shrink more: most of a log is the same keys and names.
    bytes: usize,
    notifications: usize,
}

const GITHUB: Limits =
    Limits { results: 25_000, locations: 1_000, bytes: 40_000_000, notifications: 1_000 };

const ROOT: &str = "%SRCROOT%";
const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// Bytes of a text input that are kept.
const LONGEST_INPUT: usize = 1_000;

pub(super) static FORM: Form = Form {
    name: "sarif",
    purpose: "SARIF 2.1.0",
    ending: "sarif",
    render: |page, out| render(page.outcome, page.rules, page.texts, page.options, out),
};

fn render(
    outcome: &Outcome,
    rules: &[&'static Rule],
    texts: &Texts,
    options: &RenderOptions,
    out: &mut dyn Write,
) -> io::Result<()> {
    let log = log(outcome, rules, texts, options, &GITHUB);
    serde_json::to_writer(&mut *out, &log)?;
    writeln!(out)
}

fn log(
    outcome: &Outcome,
    rules: &[&'static Rule],
    texts: &Texts,
    options: &RenderOptions,
    limits: &Limits,
) -> Value {
    let mut writer = Writer {
        texts,
        root: &options.root,
        limits,
        catalogue: Catalogue::new(rules, outcome),
        files: BTreeMap::new(),
        artifacts: Vec::new(),
        notifications: Vec::new(),
    };
    let results = writer.results(outcome);
    writer.omissions(&outcome.omissions);

    let kinds =
        KINDS.map(|kind| json!({ "id": id(kind), "shortDescription": { "text": title(kind) } }));
    let mut driver = json!({
        "name": "Margay",
        "semanticVersion": env!("CARGO_PKG_VERSION"),
        "rules": writer.catalogue.rules,
        "notifications": kinds,
    });
    let mut run = json!({
        "columnKind": "unicodeCodePoints",
        "results": results,
        "artifacts": writer.artifacts,
        "invocations": [{
            "executionSuccessful": !outcome.omissions.iter().any(|left| left.kind.is_failure()),
            "toolExecutionNotifications": writer.notifications,
        }],
        "properties": { "statistics": utf8_statistics(&outcome.statistics) },
    });
    if !writer.catalogue.taxa.is_empty() {
        driver["supportedTaxonomies"] = json!([{ "name": "CWE", "index": 0 }]);
        run["taxonomies"] = json!([{
            "name": "CWE",
            "organization": "MITRE",
            "shortDescription": { "text": "The MITRE Common Weakness Enumeration" },
            "informationUri": "https://cwe.mitre.org/",
            "isComprehensive": false,
            "taxa": writer.catalogue.taxa,
        }]);
    }
    run["tool"] = json!({ "driver": driver });
    if options.root.is_absolute() {
        run["originalUriBaseIds"] = json!({ ROOT: { "uri": directory_uri(&options.root) } });
    }
    json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] })
}

/// The rules and weaknesses of a run, described, and where each stands.
struct Catalogue {
    rules: Vec<Value>,
    rule_index: BTreeMap<String, usize>,
    taxa: Vec<Value>,
    taxon_index: BTreeMap<u32, usize>,
}

impl Catalogue {
    fn new(rules: &[&'static Rule], outcome: &Outcome) -> Self {
        let of_rules = rules.iter().flat_map(|rule| rule.cwe);
        let of_findings = outcome.findings.iter().flat_map(|finding| &finding.cwe);
        let cwes: BTreeSet<u32> = of_rules.chain(of_findings).copied().collect();
        let mut catalogue = Catalogue {
            rules: Vec::new(),
            rule_index: BTreeMap::new(),
            taxa: cwes.iter().map(|id| taxon(*id)).collect(),
            taxon_index: cwes.into_iter().zip(0..).collect(),
        };
        for rule in rules {
            let described = catalogue.describe(rule);
            catalogue.add(rule.name, described);
        }
        // Findings that were read back from a file may be of a rule that is no more.
        for finding in &outcome.findings {
            if !catalogue.rule_index.contains_key(&finding.rule) {
                let level = level(finding.severity);
                let described =
                    json!({ "id": finding.rule, "defaultConfiguration": { "level": level } });
                catalogue.add(&finding.rule, described);
            }
        }
        catalogue
    }

    fn add(&mut self, name: &str, described: Value) {
        self.rule_index.insert(name.to_owned(), self.rules.len());
        self.rules.push(described);
    }

    fn describe(&self, rule: &Rule) -> Value {
        let cwe = rule.cwe.iter().map(|id| format!("external/cwe/cwe-{id:03}"));
        let tags: Vec<_> = std::iter::once("security".to_owned()).chain(cwe).collect();
        // As GitHub ranks alerts: from 7.0 on high, from 4.0 on medium, else low.
        let security = match rule.severity {
            Severity::Error => "8.0",
            Severity::Warning => "5.0",
            Severity::Note => "2.0",
        };
        let relationships: Vec<_> = rule
            .cwe
            .iter()
            .map(|id| json!({ "target": self.reference(*id), "kinds": ["relevant"] }))
            .collect();
        json!({
            "id": rule.name,
            "shortDescription": { "text": rule.summary },
            "fullDescription": { "text": first_paragraph(rule) },
            "help": { "text": rule.explanation, "markdown": rule.explanation },
            "defaultConfiguration": { "level": level(rule.severity) },
            "relationships": relationships,
            "properties": { "tags": tags, "security-severity": security },
        })
    }

    /// Names an entry of the Common Weakness Enumeration.
    fn reference(&self, id: u32) -> Value {
        let index = self.taxon_index[&id];
        json!({ "id": id.to_string(), "index": index, "toolComponent": { "name": "CWE", "index": 0 } })
    }
}

struct Writer<'a> {
    texts: &'a Texts<'a>,
    root: &'a Path,
    limits: &'a Limits,
    catalogue: Catalogue,
    /// Where each file stands among the artifacts.
    files: BTreeMap<String, usize>,
    artifacts: Vec<Value>,
    notifications: Vec<Value>,
}

impl Writer<'_> {
    fn results(&mut self, outcome: &Outcome) -> Vec<Value> {
        let fingerprints = fingerprint::of_texts(outcome, self.texts, self.root);
        // What is suppressed or matters least goes first where there are too many.
        let mut kept: Vec<usize> = (0..outcome.findings.len()).collect();
        kept.sort_by_key(|index| {
            let finding = &outcome.findings[*index];
            (finding.suppressed.is_some(), finding.severity)
        });
        kept.truncate(self.limits.results);
        kept.sort_unstable();

        // The standard wants `suppressions` in every result or in none.
        let suppressions = outcome.findings.iter().any(|finding| finding.suppressed.is_some());
        let (mut results, mut bytes, mut without_path, mut cut_path) = (Vec::new(), 0, 0, 0);
        for index in kept {
            let finding = &outcome.findings[index];
            let mut result = self.result(finding, &fingerprints[index]);
            if suppressions {
                result["suppressions"] = self.suppressions(finding);
            }
            cut_path += u64::from(finding.path.len() >= self.limits.locations);
            let mut size = result.to_string().len();
            if bytes + size > self.limits.bytes {
                // The path is most of a result, and the part that one can do without.
                if let Some(fields) = result.as_object_mut() {
                    without_path += u64::from(fields.remove("codeFlows").is_some());
                    fields.remove("stacks");
                }
                size = result.to_string().len();
                if bytes + size > self.limits.bytes {
                    break;
                }
            }
            bytes += size;
            results.push(result);
        }
        let lost = length(&outcome.findings) - length(&results);
        let losses = [
            (lost, "left out: GitHub accepts no more"),
            (without_path, "written without a path: GitHub accepts no larger file"),
            (cut_path, "written with part of the path: GitHub accepts no longer one"),
        ];
        for (number, what) in losses.into_iter().filter(|(number, _)| *number > 0) {
            let text = format!("{} {what}", count(number, "finding"));
            self.notifications.push(json!({ "level": "warning", "message": { "text": text } }));
        }
        results
    }

    fn result(&mut self, finding: &Finding, fingerprint: &str) -> Value {
        let message = match finding.label.as_str() {
            "" => finding.message.clone(),
            label => format!("{}: {label}", finding.message),
        };
        let mut result = json!({
            "ruleId": finding.rule,
            "ruleIndex": self.catalogue.rule_index[&finding.rule],
            "level": level(finding.severity),
            "message": { "text": message },
            "locations": [self.location(&finding.location, None)],
            "partialFingerprints": { fingerprint::VERSION: fingerprint },
            "stacks": [self.stack(finding)],
            "properties": {
                "inputs": inputs(&finding.input, LONGEST_INPUT),
                "confirmation": finding.confirmation,
            },
        });
        if let Some(likelihood) = finding.likelihood {
            result["properties"]["likelihood"] = json!(likelihood);
            if finding.likelihood_at_most {
                result["properties"]["likelihoodAtMost"] = json!(true);
            }
        }
        result["rank"] = json!(rank(finding));
        if finding.possible {
            // A person has to look: it is not a failure yet.
            result["kind"] = json!("review");
            result["level"] = json!("none");
        }
        if !finding.cwe.is_empty() {
            let taxa = finding.cwe.iter().map(|id| self.catalogue.reference(*id));
            result["taxa"] = taxa.collect();
        }
        let also = finding.also.iter().map(|place| Note::new(place.clone(), ALSO));
        let related: Vec<Note> = finding.related.iter().cloned().chain(also).collect();
        if !related.is_empty() {
            let related = related.iter().zip(1..).take(self.limits.locations);
            result["relatedLocations"] = related
                .map(|(note, id)| {
                    let mut location = self.location(&note.location, Some(&note.message));
                    location["id"] = json!(id);
                    location
                })
                .collect();
        }
        let mut flows = Vec::new();
        if !finding.path.is_empty() {
            flows.push(self.code_flow(finding));
        }
        if !finding.turns.is_empty() {
            flows.push(self.turns(finding));
        }
        if !flows.is_empty() {
            result["codeFlows"] = json!(flows);
        }
        result
    }

    /// The calls, the innermost first, with the fault's own place in front.
    fn stack(&mut self, finding: &Finding) -> Value {
        let frames = std::iter::once(&finding.location).chain(&finding.stack);
        let frames: Vec<_> = frames
            .take(self.limits.locations)
            .map(|frame| json!({ "location": self.location(frame, None) }))
            .collect();
        json!({ "message": { "text": "The calls that lead to the fault" }, "frames": frames })
    }

    /// The path, up to the fault. Of one that is too long, the middle is left out: how it
    /// starts and how it ends says most.
    fn code_flow(&mut self, finding: &Finding) -> Value {
        let (location, message) = (finding.location.clone(), finding.message.clone());
        let fault = Note::new(location, message);
        let room = self.limits.locations.saturating_sub(1);
        let (start, end) = match finding.path.len() {
            fits if fits <= room => (&finding.path[..], &[][..]),
            long => (&finding.path[..room / 2], &finding.path[long - (room - room / 2)..]),
        };
        let steps = start.iter().chain(end).chain([&fault]);
        let locations: Vec<_> = steps
            .map(|note| json!({ "location": self.location(&note.location, Some(&note.message)) }))
            .collect();
        json!({ "threadFlows": [{ "locations": locations }] })
    }

    /// What each thread does, with when it does it. Of too much, the end says most.
    fn turns(&mut self, finding: &Finding) -> Value {
        let skipped = finding.turns.len().saturating_sub(self.limits.locations);
        let mut flows: Vec<(&Thread, Vec<Value>)> = Vec::new();
        for (order, turn) in finding.turns.iter().enumerate().skip(skipped) {
            let location = self.location(&turn.location, None);
            let step = json!({ "location": location, "executionOrder": order + 1 });
            match flows.iter_mut().find(|(thread, _)| **thread == turn.thread) {
                Some((_, steps)) => steps.push(step),
                None => flows.push((&turn.thread, vec![step])),
            }
        }
        let flows: Vec<_> = flows
            .into_iter()
            .map(|(thread, steps)| json!({ "id": thread.to_string(), "locations": steps }))
            .collect();
        let message = json!({ "text": "The order in which the threads run" });
        json!({ "message": message, "threadFlows": flows })
    }

    fn suppressions(&self, finding: &Finding) -> Value {
        match finding.suppressed {
            None => json!([]),
            Some(Suppression::Baseline) => json!([{
                "kind": "external",
                "status": "accepted",
                "justification": "It is in the baseline.",
            }]),
            Some(Suppression::SameCause { line }) => json!([{
                "kind": "external",
                "status": "accepted",
                "justification": format!("The result at line {line} has the same cause."),
            }]),
            Some(Suppression::BelowLevel) => json!([{
                "kind": "external",
                "status": "accepted",
                "justification": "It is below the level that is reported.",
            }]),
            Some(Suppression::Unchanged) => json!([{
                "kind": "external",
                "status": "accepted",
                "justification": "No changed line is part of it.",
            }]),
            Some(Suppression::Comment { line }) => json!([{
                "kind": "inSource",
                "status": "accepted",
                "justification": format!("A margay-ignore comment stands on line {line}."),
            }]),
        }
    }

    fn location(&mut self, location: &Location, message: Option<&str>) -> Value {
        let mut physical = json!({ "artifactLocation": self.artifact(location) });
        if let Some(region) = self.region(location) {
            physical["region"] = region;
        }
        let mut value = json!({ "physicalLocation": physical });
        if let Some(function) = &location.function {
            value["logicalLocations"] = json!([{ "name": function, "kind": "function" }]);
        }
        if let Some(message) = message {
            value["message"] = json!({ "text": message });
        }
        value
    }

    fn artifact(&mut self, location: &Location) -> Value {
        let name = place::name(self.root, location);
        let uri = uri(&name);
        let mut value = Map::new();
        value.insert("uri".into(), json!(uri));
        if !name.has_root() {
            value.insert("uriBaseId".into(), json!(ROOT));
        }
        let next = self.artifacts.len();
        let index = *self.files.entry(uri).or_insert(next);
        if index == next {
            self.artifacts.push(json!({ "location": value }));
        }
        value.insert("index".into(), json!(index));
        Value::Object(value)
    }

    /// Columns are in characters here, in bytes where they come from.
    fn region(&self, location: &Location) -> Option<Value> {
        if location.line == 0 {
            return None;
        }
        let mut region = json!({ "startLine": location.line });
        if location.column > 0 {
            match self.texts.line(location) {
                None => region["startColumn"] = json!(location.column),
                Some(line) => {
                    let extent = extent(&line, location.column);
                    let characters = |end: usize| {
                        1 + String::from_utf8_lossy(&line[..end.min(line.len())]).chars().count()
                    };
                    region["startColumn"] = json!(characters(extent.start));
                    // An end past the line would point at nothing.
                    if extent.end <= line.len() {
                        let end = characters(extent.end).max(characters(extent.start));
                        region["endColumn"] = json!(end);
                    }
                }
            }
        }
        Some(region)
    }

    fn omissions(&mut self, omissions: &[Omission]) {
        for omission in omissions.iter().take(self.limits.notifications) {
            let kind = omission.kind;
            let mut text = title(kind).to_owned();
            if !omission.what.is_empty() {
                text += &format!(": {}", omission.what);
            }
            if omission.count > 0 {
                text += &format!(" ({})", count(omission.count, "path"));
            }
            let level = match kind {
                OmissionKind::Unsupported | OmissionKind::Unreadable => "warning",
                OmissionKind::Failed => "error",
                _ => "note",
            };
            let index = KINDS.iter().position(|other| *other == kind);
            let mut notification = json!({
                "level": level,
                "message": { "text": text },
                "descriptor": { "id": id(kind), "index": index },
            });
            if let Some(location) = &omission.location {
                notification["locations"] = json!([self.location(location, None)]);
            }
            self.notifications.push(notification);
        }
        let hidden = omissions.len().saturating_sub(self.limits.notifications);
        if hidden > 0 {
            let hidden = values::grouped(u64::try_from(hidden).unwrap_or(u64::MAX));
            let text = format!("{hidden} more places that the analysis did not cover");
            self.notifications.push(json!({ "level": "warning", "message": { "text": text } }));
        }
    }
}

const KINDS: [OmissionKind; 13] = [
    OmissionKind::CutLoop,
    OmissionKind::CutRecursion,
    OmissionKind::Budget,
    OmissionKind::Undecided,
    OmissionKind::UnknownFunction,
    OmissionKind::Possible,
    OmissionKind::Input,
    OmissionKind::Turns,
    OmissionKind::Addresses,
    OmissionKind::Assumed,
    OmissionKind::Unsupported,
    OmissionKind::Unreadable,
    OmissionKind::Failed,
];

/// As JSON lines call it.
fn id(kind: OmissionKind) -> Value {
    json!(kind)
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// From 0 to 100, in the order of a report: sorting by it puts what matters most first. Each severity has a band of its
/// own, in which the likelihood decides.
fn rank(finding: &Finding) -> f64 {
    const BAND: f64 = 16.0;
    /// Bits of rarity that take half of a band.
    const HALF: f64 = 8.0;
    let severity = match finding.severity {
        Severity::Error => 1.0,
        Severity::Warning => 2.0,
        Severity::Note => 3.0,
    };
    let bands = if finding.possible { severity + 3.0 } else { severity };
    let within = finding.likelihood.map_or(0.0, |share| HALF / (HALF - share.log2()));
    ((100.0 - BAND * bands + BAND * within) * 100.0).round() / 100.0
}

fn taxon(id: u32) -> Value {
    let uri = format!("https://cwe.mitre.org/data/definitions/{id}.html");
    json!({ "id": id.to_string(), "name": format!("CWE-{id}"), "helpUri": uri })
}

/// What a rule's explanation starts with, headings apart; GitHub keeps 1,024 characters.
fn first_paragraph(rule: &Rule) -> String {
    let paragraphs = rule.explanation.split("\n\n").map(str::trim);
    let first = paragraphs.into_iter().find(|text| !text.is_empty() && !text.starts_with('#'));
    let words = first.unwrap_or(rule.summary).split_whitespace().collect::<Vec<_>>();
    words.join(" ").chars().take(1_000).collect()
}

/// A file as a relative reference, or as a `file:` URI if its path is absolute.
fn uri(path: &Path) -> String {
    let mut segments = Vec::new();
    for component in path.components() {
        match component {
            Component::RootDir | Component::CurDir => {}
            _ => segments.push(percent(component.as_os_str().as_encoded_bytes())),
        }
    }
    let joined = segments.join("/");
    if path.has_root() { format!("file:///{joined}") } else { joined }
}

/// The standard wants a slash at the end of a directory.
fn directory_uri(path: &Path) -> String {
    let uri = uri(path);
    if uri.ends_with('/') { uri } else { format!("{uri}/") }
}

/// All but unreserved characters, so that no colon makes a scheme of a file name.
fn percent(segment: &[u8]) -> String {
    let mut text = String::new();
    for byte in segment {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                text.push(char::from(*byte));
            }
            _ => text += &format!("%{byte:02X}"),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{OVERFLOW, PARSER, finding, full, location, outcome, rendered, sources};
    use crate::{Format, RenderOptions};
    use expect_test::{ExpectFile, expect_file};
    use margay_ir::finding::Turn;
    use serde_sarif::sarif::Sarif;

    /// Holds a log against the schema and what the schema cannot say.
    fn validate(log: &Value) {
        // Types made from the schema keep every field, or one of ours is not in it.
        let typed: Sarif = serde_json::from_value(log.clone()).expect("fits the schema");
        assert_eq!(serde_json::to_value(&typed).expect("written"), *log, "a field was lost");
        for run in log["runs"].as_array().expect("runs") {
            references(run, run);
        }
    }

    fn references(run: &Value, value: &Value) {
        if let Some(items) = value.as_array() {
            items.iter().for_each(|item| references(run, item));
        }
        let Some(fields) = value.as_object() else { return };
        fields.values().for_each(|field| references(run, field));
        if let Some(id) = value.get("ruleId") {
            let index = value["ruleIndex"].as_u64().expect("an index").to_string();
            assert_eq!(run.pointer(&format!("/tool/driver/rules/{index}/id")), Some(id));
        }
        if let Some(descriptor) = value.get("descriptor") {
            let pointer = format!("/tool/driver/notifications/{}/id", descriptor["index"]);
            assert_eq!(run.pointer(&pointer), Some(&descriptor["id"]));
        }
        if value.get("toolComponent").is_some() {
            let pointer = format!("/taxonomies/0/taxa/{}/id", value["index"]);
            assert_eq!(run.pointer(&pointer), Some(&value["id"]));
        }
        if let Some(artifact) = value.get("artifactLocation") {
            let pointer = format!("/artifacts/{}/location/uri", artifact["index"]);
            assert_eq!(run.pointer(&pointer), Some(&artifact["uri"]));
            let uri = artifact["uri"].as_str().expect("text");
            assert!(
                uri.bytes().all(|byte| byte.is_ascii_graphic() && !b"\\\"<>^`{|}".contains(&byte))
            );
            assert_eq!(uri.starts_with("file:///"), artifact.get("uriBaseId").is_none());
        }
        if value.get("startLine").is_some() {
            for name in ["startLine", "startColumn", "endColumn"] {
                assert!(value.get(name).is_none_or(|number| number.as_u64() >= Some(1)), "{value}");
            }
            let (start, end) = (value["startColumn"].as_u64(), value["endColumn"].as_u64());
            assert!(end.is_none() || end >= start, "{value}");
        }
    }

    fn check(outcome: &Outcome, expected: ExpectFile) {
        let options = RenderOptions { root: "/home/ada/my project".into(), ..Default::default() };
        let mut outcome = outcome.clone();
        for finding in &mut outcome.findings {
            finding.location.directory = "/home/ada/my project".into();
        }
        let text = rendered(Format::SARIF, &outcome, &options);
        let log: Value = serde_json::from_str(&text).expect("JSON");
        validate(&log);
        expected.assert_eq(&format!("{log:#}\n"));
    }

    fn limited(outcome: &Outcome, limits: &Limits) -> Value {
        let sources = sources(&[("parser.c", PARSER)]);
        let options = RenderOptions::default();
        let log = log(outcome, &[&OVERFLOW], &Texts::new(&sources), &options, limits);
        validate(&log);
        log["runs"][0].clone()
    }

    #[test]
    fn a_log_with_everything() {
        let mut outcome = outcome(vec![full()]);
        outcome.omissions = vec![
            Omission {
                kind: OmissionKind::CutLoop,
                what: String::new(),
                location: Some(location("parser.c", 6, 5)),
                count: 12,
            },
            Omission {
                kind: OmissionKind::Unreadable,
                what: "lost.c".into(),
                location: None,
                count: 1,
            },
        ];
        check(&outcome, expect_file!["../tests/everything.sarif"]);
    }

    #[test]
    fn a_log_with_nothing() {
        let sources = sources(&[]);
        let options = RenderOptions::default();
        let log = log(&Outcome::default(), &[], &Texts::new(&sources), &options, &GITHUB);
        validate(&log);
        assert_eq!(log["runs"][0]["results"], json!([]));
    }

    #[test]
    fn odd_places_and_unknown_rules_fit_the_schema() {
        let mut odd = vec![
            finding("parser.c", 0, 0),
            finding("parser.c", 7, 0),
            finding("parser.c", 7, 400),
            finding("gone.c", 7, 3),
            finding("/usr/include/a b.h", 1, 1),
            finding("C:odd\\ä%?#.c", 1, 1),
        ];
        odd[0].location.function = None;
        odd[1].rule = "withdrawn".into();
        odd[2].suppressed = Some(Suppression::Comment { line: 6 });
        odd[3].suppressed = Some(Suppression::Baseline);
        odd[3].severity = Severity::Note;
        let run = limited(&outcome(odd), &GITHUB);
        let results = run["results"].as_array().expect("results");
        let uris: Vec<_> = results
            .iter()
            .map(|r| &r["locations"][0]["physicalLocation"]["artifactLocation"]["uri"])
            .collect();
        assert_eq!(
            uris,
            [
                "parser.c",
                "parser.c",
                "parser.c",
                "gone.c",
                "file:///usr/include/a%20b.h",
                "C%3Aodd%5C%C3%A4%25%3F%23.c",
            ]
        );
        let kinds: Vec<_> = results.iter().map(|r| r["suppressions"][0]["kind"].as_str()).collect();
        assert_eq!(kinds, [None, None, Some("inSource"), Some("external"), None, None]);
        assert!(results.iter().all(|result| result["suppressions"].is_array()));
    }

    #[test]
    fn turns_are_flows_of_their_threads() {
        let mut race = finding("parser.c", 7, 9);
        let other = Thread { number: 1, function: None };
        race.turns = [(Thread::MAIN, 5), (other, 6), (Thread::MAIN, 7)]
            .map(|(thread, line)| {
                let location = finding("parser.c", line, 1).location;
                Turn { thread, location }
            })
            .to_vec();
        let run = limited(&outcome(vec![race]), &GITHUB);
        let flows = &run["results"][0]["codeFlows"][0]["threadFlows"];
        assert_eq!(flows[0]["id"], "the main thread");
        assert_eq!(flows[0]["locations"][1]["executionOrder"], 3);
        assert_eq!(flows[1]["id"], "thread 1");
        assert_eq!(flows[1]["locations"][0]["executionOrder"], 2);
    }

    #[test]
    fn ranks_are_in_the_order_of_a_report() {
        let mut findings = Vec::new();
        for possible in [false, true] {
            for severity in [Severity::Error, Severity::Warning, Severity::Note] {
                for likelihood in [Some(1.0), Some(0.5), Some(1e-9), Some(1e-300), None] {
                    let place = finding("a.c", 1, 1);
                    findings.push(Finding { possible, severity, likelihood, ..place });
                }
            }
        }
        let run = limited(&outcome(findings), &GITHUB);
        let results = run["results"].as_array().expect("results");
        let ranks: Vec<f64> = results.iter().filter_map(|r| r["rank"].as_f64()).collect();
        assert_eq!(ranks.len(), 30);
        assert!(ranks.is_sorted_by(|a, b| a >= b), "{ranks:?}");
        // What is not known is no worse than the best of the next band.
        assert!(ranks.windows(2).filter(|pair| pair[0] == pair[1]).count() <= 5, "{ranks:?}");
        assert!(ranks.iter().all(|rank| (0.0..=100.0).contains(rank)), "{ranks:?}");
    }

    #[test]
    fn what_exceeds_the_limits_is_cut_and_said() {
        let mut findings = vec![full(), full(), full(), full()];
        findings[0].severity = Severity::Note;
        findings[2].path = vec![full().path[1].clone(); 50];
        let outcome = outcome(findings);
        let messages = |run: &Value| -> Vec<String> {
            let list = run["invocations"][0]["toolExecutionNotifications"].as_array();
            let text = |n: &Value| n["message"]["text"].as_str().unwrap_or_default().to_owned();
            list.expect("notifications").iter().map(text).collect()
        };

        let run = limited(&outcome, &Limits { results: 3, locations: 10, ..GITHUB });
        let results = run["results"].as_array().expect("results");
        assert_eq!(results.len(), 3);
        assert!(results.iter().all(|result| result["level"] == "error"));
        let flow = &results[1]["codeFlows"][0]["threadFlows"][0]["locations"];
        let flow = flow.as_array().expect("a flow");
        assert_eq!(flow.len(), 10);
        assert_eq!(flow[9]["location"]["physicalLocation"]["region"]["startLine"], 7);
        assert_eq!(
            messages(&run),
            [
                "1 finding left out: GitHub accepts no more",
                "1 finding written with part of the path: GitHub accepts no longer one",
            ]
        );

        let one = limited(&outcome, &GITHUB)["results"][1].to_string().len();
        let run = limited(&outcome, &Limits { bytes: 2 * one + one / 2, ..GITHUB });
        assert!(run["results"].as_array().is_some_and(|list| list.len() < 4));
        assert!(messages(&run).iter().any(|text| text.contains("without a path")));
    }

    #[test]
    fn columns_count_characters() {
        let sources = sources(&[("u.c", "/* é漢 */ f(\"é\");".as_bytes())]);
        let options = RenderOptions::default();
        let texts = Texts::new(&sources);
        let log = log(&outcome(vec![finding("u.c", 1, 13)]), &[], &texts, &options, &GITHUB);
        let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!(*region, json!({ "startLine": 1, "startColumn": 10, "endColumn": 16 }));
    }
}
