//! SARIF of any tool: its results as alerts, and the same log with a judgement in each.
//!
//! The log is kept byte for byte. Only the properties and the suppressions of results are written
//! anew, with what they had before.

use crate::values::inputs;
use margay_ir::alert::{Alert, Judgement, Lines};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use serde_json::{Value, json};
use std::fmt;
use std::path::{Path, PathBuf};

/// Bytes of a text input that are kept.
const LONGEST_INPUT: usize = 1_000;

/// What Margay writes into the properties of a result begins so.
const OWN: &str = "margay/";
/// And so does the justification of a suppression.
const JUSTIFIED: &str = "margay triage: ";

/// A log, and what it claims.
#[derive(Clone, Debug)]
pub struct AlertLog {
    text: String,
    pub alerts: Vec<Alert>,
    /// Files that the log lists, whether or not an alert is in them.
    pub files: Vec<Lines>,
}

impl AlertLog {
    /// Reads a log. Relative names are looked for below `roots`. The error is a sentence that
    /// lacks the name of the file in front.
    pub fn parse(bytes: &[u8], roots: &[PathBuf]) -> Result<AlertLog, String> {
        let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned())?;
        let text = text.trim_start_matches('\u{feff}');
        let log: Value = serde_json::from_str(text).map_err(|e| format!("it is no JSON: {e}"))?;
        let runs = log.get("runs").and_then(Value::as_array);
        let runs = runs.ok_or("it is no SARIF: it has no runs")?;
        // An error that would show up at the end is found now, before the analysis.
        serde_json::from_str::<RawLog<'_>>(text).map_err(|e| format!("it is no SARIF: {e}"))?;
        let (mut alerts, mut files) = (Vec::new(), Vec::new());
        for run in runs {
            let run = Run { run, roots };
            alerts.extend(list(&run.run["results"]).map(|result| run.alert(result)));
            let artifacts = list(&run.run["artifacts"]);
            files.extend(
                artifacts.filter_map(|artifact| run.lines(&artifact["location"], &Value::Null)),
            );
        }
        Ok(AlertLog { text: text.to_owned(), alerts, files })
    }

    /// The log with a judgement of each alert.
    pub fn judged(&self, judgements: &[Judgement]) -> String {
        let log: RawLog<'_> = serde_json::from_str(&self.text).expect("it was read before");
        let mut edits = Vec::new();
        let mut judgements = judgements.iter();
        for run in &log.runs {
            let results = run.results.as_deref().unwrap_or_default();
            let judged: Vec<_> = results.iter().zip(judgements.by_ref()).collect();
            let unreachable =
                |judgement: &&Judgement| matches!(judgement, Judgement::Unreachable { .. });
            // The standard wants `suppressions` in every result of a run or in none.
            let suppressions = judged.iter().any(|(_, judgement)| unreachable(judgement))
                || results.iter().any(|result| parts(result).suppressions.is_some());
            for (result, judgement) in judged {
                edit(&self.text, result, judgement, suppressions, &mut edits);
            }
        }
        apply(&self.text, edits)
    }
}

#[derive(Deserialize)]
struct RawLog<'a> {
    #[serde(borrow)]
    runs: Vec<RawRun<'a>>,
}

#[derive(Deserialize)]
struct RawRun<'a> {
    #[serde(borrow, default)]
    results: Option<Vec<&'a RawValue>>,
}

/// The parts of a result that are written anew, as they are.
#[derive(Default, Deserialize)]
struct RawResult<'a> {
    #[serde(borrow, default)]
    properties: Option<&'a RawValue>,
    #[serde(borrow, default)]
    suppressions: Option<&'a RawValue>,
}

fn parts(result: &RawValue) -> RawResult<'_> {
    // What is no object has no parts; it stays as it is.
    serde_json::from_str(result.get()).unwrap_or_default()
}

/// What to put in place of a range of bytes.
struct Edit {
    start: usize,
    end: usize,
    text: String,
}

fn apply(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.start);
    let mut done = String::with_capacity(text.len());
    let mut kept = 0;
    for edit in edits {
        done += &text[kept..edit.start];
        done += &edit.text;
        kept = edit.end;
    }
    done + &text[kept..]
}

/// Where a part of a text begins in it.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Puts a judgement into a result.
fn edit(
    text: &str,
    result: &RawValue,
    judgement: &Judgement,
    suppressions: bool,
    edits: &mut Vec<Edit>,
) {
    let whole = result.get();
    if !whole.starts_with('{') {
        return;
    }
    let parts = parts(result);
    let mut members = Vec::new();
    let mut put = |name: &str, old: Option<&RawValue>, new: String| match old {
        Some(old) => {
            let start = offset(text, old.get());
            edits.push(Edit { start, end: start + old.get().len(), text: new });
        }
        None => members.push(format!("{}: {new}", json!(name))),
    };
    put("properties", parts.properties, properties(parts.properties, judgement));
    if suppressions {
        put("suppressions", parts.suppressions, suppressed(parts.suppressions, judgement));
    }
    if !members.is_empty() {
        // After the last member, before the space that ends the object.
        let inside = whole[..whole.len() - 1].trim_end();
        let comma = if inside.ends_with('{') { "" } else { ", " };
        let at = offset(text, whole) + inside.len();
        edits.push(Edit { start: at, end: at, text: format!("{comma}{}", members.join(", ")) });
    }
}

/// The members of an object in their order.
struct Members<'a>(Vec<(String, &'a RawValue)>);

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Members<'de>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "an object")
            }
            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Self::Value, M::Error> {
                let mut members = Vec::new();
                while let Some(member) = map.next_entry()? {
                    members.push(member);
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

/// Properties with a judgement in place of an older one.
fn properties(old: Option<&RawValue>, judgement: &Judgement) -> String {
    let old = old.and_then(|old| serde_json::from_str::<Members<'_>>(old.get()).ok());
    let old = old.map_or_else(Vec::new, |old| old.0);
    let kept = old.into_iter().filter(|(name, _)| !name.starts_with(OWN));
    let mut members: Vec<String> =
        kept.map(|(name, value)| format!("{}: {}", json!(name), value.get())).collect();
    let mut add = |name: &str, value: Value| {
        members.push(format!("{}: {value}", json!(format!("{OWN}{name}"))));
    };
    add("verdict", json!(judgement.verdict()));
    match judgement {
        Judgement::Confirmed { rule, why, input } => {
            add("reason", json!(why));
            add("rule", json!(rule));
            add("input", json!(inputs(input, LONGEST_INPUT)));
        }
        Judgement::Unreachable { why } => add("reason", json!(why)),
        Judgement::Unknown { why } => add("reason", json!(why.join("; "))),
    }
    format!("{{{}}}", members.join(", "))
}

/// Suppressions with one for what is unreachable, and without an older one of ours.
fn suppressed(old: Option<&RawValue>, judgement: &Judgement) -> String {
    let old = old.and_then(|old| serde_json::from_str::<Vec<&RawValue>>(old.get()).ok());
    let is_own = |item: &RawValue| {
        let value: Value = serde_json::from_str(item.get()).unwrap_or_default();
        value["justification"].as_str().is_some_and(|text| text.starts_with(JUSTIFIED))
    };
    let kept = old.unwrap_or_default().into_iter().filter(|item| !is_own(item));
    let mut items: Vec<String> = kept.map(|item| item.get().to_owned()).collect();
    if let Judgement::Unreachable { why } = judgement {
        let justification = format!("{JUSTIFIED}{why}");
        let item = json!({
            "kind": "external", "status": "accepted", "justification": justification
        });
        items.push(item.to_string());
    }
    format!("[{}]", items.join(", "))
}

/// A run, to be read.
struct Run<'a> {
    run: &'a Value,
    roots: &'a [PathBuf],
}

impl Run<'_> {
    fn alert(&self, result: &Value) -> Alert {
        let rule = self.rule(result);
        let place = list(&result["locations"]).find_map(|location| self.place(location));
        let flows = list(&result["codeFlows"]).flat_map(|flow| list(&flow["threadFlows"]));
        let flow = flows.flat_map(|flow| list(&flow["locations"])).map(|step| &step["location"]);
        let way = flow.chain(list(&result["relatedLocations"]));
        Alert {
            tool: text(&self.run["tool"]["driver"]["name"]),
            rule: first_text([&result["ruleId"], &result["rule"]["id"], &rule["id"]]),
            message: text(&result["message"]["text"]),
            cwe: weaknesses(result, rule),
            place,
            way: way.filter_map(|location| self.place(location)).collect(),
        }
    }

    /// The description of a result's rule.
    fn rule(&self, result: &Value) -> &Value {
        let tool = &self.run["tool"];
        let reference = &result["rule"];
        let component = match index(&reference["toolComponent"]["index"]) {
            Some(number) => &tool["extensions"][number],
            None => &tool["driver"],
        };
        let number = index(&reference["index"]).or_else(|| index(&result["ruleIndex"]));
        let id = first_text([&result["ruleId"], &reference["id"]]);
        let named = || list(&component["rules"]).find(|rule| !id.is_empty() && rule["id"] == *id);
        match number {
            Some(number) => &component["rules"][number],
            None => named().unwrap_or(&Value::Null),
        }
    }

    fn place(&self, location: &Value) -> Option<Lines> {
        let physical = &location["physicalLocation"];
        let region = &physical["region"];
        line(&region["startLine"])?;
        self.lines(&physical["artifactLocation"], region)
    }

    /// Lines of an artifact; the first one if no region is given.
    fn lines(&self, artifact: &Value, region: &Value) -> Option<Lines> {
        let listed = index(&artifact["index"]).map(|i| &self.run["artifacts"][i]["location"]);
        let named = if artifact["uri"].is_string() { Some(artifact) } else { listed };
        let files = self.files(named?, 8);
        let first = line(&region["startLine"]).unwrap_or(1);
        let last = line(&region["endLine"]).unwrap_or(first).max(first);
        (!files.is_empty()).then_some(Lines { files, first, last })
    }

    /// What a file may be called, by its location; bases may have bases.
    fn files(&self, location: &Value, depth: u32) -> Vec<PathBuf> {
        let Some(uri) = location["uri"].as_str() else { return Vec::new() };
        let Some(path) = path_of(uri) else { return Vec::new() };
        if path.is_absolute() {
            return vec![path];
        }
        let base = location["uriBaseId"].as_str().filter(|_| depth > 0);
        let base = base.map(|base| self.files(&self.run["originalUriBaseIds"][base], depth - 1));
        let roots = self.roots.iter().cloned();
        let roots = base.into_iter().flatten().chain(roots);
        let mut files: Vec<PathBuf> = roots.map(|root| root.join(&path)).collect();
        files.push(path);
        files
    }
}

/// The path that a URI names: of a file on this machine, or relative.
fn path_of(uri: &str) -> Option<PathBuf> {
    let path = match uri.strip_prefix("file:") {
        Some(rest) => match rest.strip_prefix("//") {
            Some(authority) => &authority[authority.find('/')?..],
            None => rest,
        },
        None if has_scheme(uri) => return None,
        None => uri,
    };
    Some(Path::new(&decoded(path)).components().collect())
}

fn has_scheme(uri: &str) -> bool {
    let scheme = uri.split_once(':').map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// Text with `%20` and its like decoded.
fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, more)) = rest.split_first() {
        let code = more.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        let code = code.and_then(|code| u8::from_str_radix(code, 16).ok());
        match code.filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &more[2..];
            }
            None => {
                bytes.push(*first);
                rest = more;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The weaknesses that a result or its rule names.
fn weaknesses(result: &Value, rule: &Value) -> Vec<u32> {
    let is_cwe = |reference: &&Value| {
        let name = reference["toolComponent"]["name"].as_str();
        name.is_some_and(|name| name.eq_ignore_ascii_case("cwe"))
    };
    let related = list(&rule["relationships"]).map(|relation| &relation["target"]);
    let taxa = list(&result["taxa"]).chain(related).filter(is_cwe);
    let named = taxa.map(|taxon| text(&taxon["id"]));
    let properties = [&result["properties"], &rule["properties"]];
    let tags = properties.into_iter().flat_map(|p| list(&p["tags"])).map(text);
    let own = properties.into_iter().map(|p| text(&p["cwe"]));
    let mut found = Vec::new();
    for name in named.chain(tags.filter(|tag| tag.to_lowercase().contains("cwe"))).chain(own) {
        let digits = name.rsplit(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        if let Some(number) = digits.parse().ok().filter(|number| !found.contains(number)) {
            found.push(number);
        }
    }
    found
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn first_text<const N: usize>(values: [&Value; N]) -> String {
    values.into_iter().map(text).find(|text| !text.is_empty()).unwrap_or_default()
}

fn index(value: &Value) -> Option<usize> {
    value.as_u64().and_then(|number| usize::try_from(number).ok())
}

fn line(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|line| u32::try_from(line).ok()).filter(|line| *line > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> AlertLog {
        AlertLog::parse(text.as_bytes(), &["/here".into()]).expect("a log")
    }

    fn unreachable() -> Judgement {
        Judgement::Unreachable { why: "no".to_owned() }
    }

    #[test]
    fn names_of_files_are_resolved() {
        let files = |location: &str| {
            let log = format!(
                r#"{{"runs":[{{"originalUriBaseIds":{{"A":{{"uri":"file:///base/"}},"B":{{"uri":"sub/","uriBaseId":"A"}}}},
                "artifacts":[{{"location":{{"uri":"file:///listed.c"}}}}],
                "results":[{{"locations":[{{"physicalLocation":{{"artifactLocation":{location},"region":{{"startLine":3}}}}}}]}}]}}]}}"#
            );
            let place = parse(&log).alerts[0].place.clone();
            place.map_or(Vec::new(), |place| place.files)
        };
        let paths = |names: &[&str]| names.iter().map(PathBuf::from).collect::<Vec<_>>();
        assert_eq!(files(r#"{"uri":"file:///a%20b.c"}"#), paths(&["/a b.c"]));
        assert_eq!(files(r#"{"uri":"file:/a.c"}"#), paths(&["/a.c"]));
        assert_eq!(files(r#"{"uri":"file://host/a.c"}"#), paths(&["/a.c"]));
        assert_eq!(files(r#"{"uri":"a.c"}"#), paths(&["/here/a.c", "a.c"]));
        assert_eq!(
            files(r#"{"uri":"a.c","uriBaseId":"A"}"#),
            paths(&["/base/a.c", "/here/a.c", "a.c"])
        );
        assert_eq!(files(r#"{"uri":"a.c","uriBaseId":"B"}"#)[0], Path::new("/base/sub/a.c"));
        assert_eq!(files(r#"{"index":0}"#), paths(&["/listed.c"]));
        assert_eq!(files(r#"{"uri":"https://example.org/a.c"}"#), paths(&[]));
    }

    #[test]
    fn rules_and_weaknesses_are_found() {
        let log = r#"{"runs":[{"tool":{"driver":{"name":"T","rules":[{"id":"R","properties":{"tags":["external/cwe/cwe-476"]}}]},
            "extensions":[{"rules":[{"id":"X","properties":{"tags":["external/cwe/cwe-022"]}}]}]},
            "results":[{"ruleIndex":0,"message":{"text":"m"}},
                {"ruleId":"X","rule":{"index":0,"toolComponent":{"index":0}}},
                {"ruleId":"R","taxa":[{"id":"415","toolComponent":{"name":"cwe"}}]},{}]}]}"#;
        let log = parse(log);
        let seen: Vec<_> = log.alerts.iter().map(|a| (a.rule.as_str(), a.cwe.clone())).collect();
        let expected = [("R", vec![476]), ("X", vec![22]), ("R", vec![415, 476]), ("", vec![])];
        assert_eq!(seen, expected);
        assert_eq!((log.alerts[0].tool.as_str(), log.alerts[0].message.as_str()), ("T", "m"));
    }

    #[test]
    fn all_else_is_kept_byte_for_byte() {
        let log = "\u{feff}{ \"z\": 1.50, \"runs\": [ {\"results\": [ {\"b\":1,\n \"a\":2 } , {} ] }, {} ] }\n";
        let judged = parse(log).judged(&[unreachable(), Judgement::unknown("x")]);
        let expected = "{ \"z\": 1.50, \"runs\": [ {\"results\": [ {\"b\":1,\n \"a\":2, \
            \"properties\": {\"margay/verdict\": \"unreachable\", \"margay/reason\": \"no\"}, \
            \"suppressions\": [{\"justification\":\"margay triage: no\",\"kind\":\"external\",\"status\":\"accepted\"}] } , \
            {\"properties\": {\"margay/verdict\": \"unknown\", \"margay/reason\": \"x\"}, \"suppressions\": []} ] }, {} ] }\n";
        assert_eq!(judged, expected);
    }

    #[test]
    fn what_was_judged_is_judged_anew() {
        let log = r#"{"runs":[{"results":[{"properties":{"x":1},"suppressions":[{"kind":"inSource"}],"y":2}]}]}"#;
        let once = parse(log).judged(&[unreachable()]);
        assert!(once.contains(r#""properties":{"x": 1, "margay/verdict""#), "{once}");
        assert!(once.contains(r#"[{"kind":"inSource"}, {"justification""#), "{once}");
        assert_eq!(parse(&once).judged(&[unreachable()]), once);
        let other = parse(&once).judged(&[Judgement::unknown("x")]);
        assert!(other.contains(r#""suppressions":[{"kind":"inSource"}],"y":2"#), "{other}");
    }

    #[test]
    fn damage_is_named() {
        let fail = |text: &[u8], expected: &str| {
            let error = AlertLog::parse(text, &[]).expect_err("damaged");
            assert!(error.contains(expected), "{error}");
        };
        fail(b"\xff", "not UTF-8");
        fail(b"", "it is no JSON");
        fail(b"{\"runs\":[", "it is no JSON");
        fail(b"{}", "it has no runs");
        fail(b"{\"runs\":[{\"results\":3}]}", "it is no SARIF");
        assert!(AlertLog::parse(b"{\"runs\":[{\"results\":[3]}]}", &[]).is_ok());
    }
}
