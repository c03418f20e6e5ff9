//! `[flow]`: the labels, sources, sinks and sanitisers that a project declares.
//!
//! Arguments are counted from 1, as people do. The order in the file means nothing: a label may be used above
//! the line that declares it.

use super::{Entry, Reader, number};
use margay_analysis::{
    BUILT_IN_LABELS, Declarations, DeclaredLabel, DeclaredSanitiser, DeclaredSink, DeclaredSource,
    FlowPart, Policy,
};
use margay_report::nearest::suggestion;
use toml::de::{DeTable, DeValue};

const KEYS: &[&str] = &["labels", "source", "sink", "sanitiser", "variables"];

/// Reads the table. Labels that are not there are an error, too.
pub fn declarations(reader: &Reader, table: &DeTable) -> Result<Declarations, String> {
    let mut found = Declarations::default();
    let mut labels: Vec<(DeclaredLabel, usize)> = Vec::new();
    for entry in reader.entries(table) {
        match entry.key {
            "labels" => {
                for entry in inside(reader, &entry)? {
                    labels.push((label(reader, &entry)?, entry.at));
                }
            }
            "variables" => {
                for entry in inside(reader, &entry)? {
                    let label = reader.string(&entry)?.to_owned();
                    found.variables.push((entry.key.to_owned(), label));
                }
            }
            "source" => found.sources = all(reader, &entry, source)?,
            "sink" => found.sinks = all(reader, &entry, sink)?,
            "sanitiser" => found.sanitisers = all(reader, &entry, sanitiser)?,
            _ => return Err(reader.unknown(&entry, "flow", KEYS)),
        }
    }
    let built_in = BUILT_IN_LABELS.iter().map(|(name, _)| *name);
    let known: Vec<&str> = built_in.chain(labels.iter().map(|(l, _)| l.name.as_str())).collect();
    for (name, at) in uses(reader, table) {
        if !known.contains(&name) {
            let hint = suggestion(name, known.iter().copied());
            return Err(format!("there is no label `{name}` in {}{hint}", reader.place(at)));
        }
    }
    found.labels = in_order(reader, labels)?;
    Ok(found)
}

/// The names of labels that a table uses, and where.
fn uses<'t>(reader: &Reader, table: &'t DeTable<'t>) -> Vec<(&'t str, usize)> {
    let mut found = Vec::new();
    let mut add = |entry: &Entry<'t>| match entry.value {
        DeValue::Array(items) => {
            let names = items.iter().filter_map(|item| Some((item.get_ref().as_str()?, item)));
            found.extend(names.map(|(name, item)| (name, item.span().start)));
        }
        value => found.extend(value.as_str().map(|name| (name, entry.at))),
    };
    for entry in reader.entries(table) {
        match (entry.key, entry.value) {
            ("labels", DeValue::Table(table)) => {
                let labels = reader.entries(table).into_iter();
                let inner = labels.filter_map(|label| label.value.as_table());
                inner.flat_map(|table| reader.entries(table)).for_each(|entry| add(&entry));
            }
            ("variables", DeValue::Table(table)) => reader.entries(table).iter().for_each(&mut add),
            (_, DeValue::Array(items)) => {
                let tables = items.iter().filter_map(|item| item.get_ref().as_table());
                let entries = tables.flat_map(|table| reader.entries(table));
                let names = |entry: &Entry| matches!(entry.key, "label" | "rejects" | "removes");
                entries.filter(names).for_each(|entry| add(&entry));
            }
            _ => {}
        }
    }
    found.sort_by_key(|(_, at)| *at);
    found
}

/// Labels in an order in which each comes after those that are below it. That one label is below another may be said
/// with either of them.
fn in_order(
    reader: &Reader,
    mut labels: Vec<(DeclaredLabel, usize)>,
) -> Result<Vec<DeclaredLabel>, String> {
    let names: Vec<String> = labels.iter().map(|(label, _)| label.name.clone()).collect();
    for index in 0..labels.len() {
        let below = std::mem::take(&mut labels[index].0.below);
        for higher in below {
            match names.iter().position(|name| *name == higher) {
                Some(at) => labels[at].0.above.push(names[index].clone()),
                // One that there is without any declaration.
                None => labels[index].0.below.push(higher),
            }
        }
    }
    let mut ordered: Vec<DeclaredLabel> = Vec::new();
    while !labels.is_empty() {
        let waits = |name: &String| labels.iter().any(|(label, _)| label.name == *name);
        let free = labels.iter().position(|(label, _)| !label.above.iter().any(waits));
        let Some(next) = free else {
            let (label, at) = &labels[0];
            let (name, place) = (&label.name, reader.place(*at));
            return Err(format!("the label `{name}` would be above itself, in {place}"));
        };
        let (label, at) = labels.remove(next);
        ordered.push(label);
        let so_far = Declarations { labels: ordered.clone(), ..Declarations::default() };
        Policy::new(so_far, false).map_err(|why| format!("{why}, in {}", reader.place(at)))?;
    }
    Ok(ordered)
}

/// The entries of a table.
fn inside<'t>(reader: &Reader, entry: &Entry<'t>) -> Result<Vec<Entry<'t>>, String> {
    match entry.value {
        DeValue::Table(table) => Ok(reader.entries(table)),
        _ => Err(reader.wrong_type(entry, "a table")),
    }
}

/// What each table of a list says.
fn all<T>(
    reader: &Reader,
    entry: &Entry,
    read: fn(&Reader, &Entry, &[Entry]) -> Result<T, String>,
) -> Result<Vec<T>, String> {
    let fail = || reader.wrong_type(entry, "a list of tables");
    let items = entry.value.as_array().ok_or_else(fail)?;
    let read_one = |item: &toml::Spanned<DeValue>| match item.get_ref() {
        DeValue::Table(table) => {
            let at = item.span().start;
            let here = Entry { key: entry.key, at, value: entry.value };
            read(reader, &here, &reader.entries(table))
        }
        _ => Err(fail()),
    };
    items.iter().map(read_one).collect()
}

fn label(reader: &Reader, entry: &Entry) -> Result<DeclaredLabel, String> {
    let mut label = DeclaredLabel { name: entry.key.to_owned(), ..DeclaredLabel::default() };
    for entry in inside(reader, entry)? {
        match entry.key {
            "above" => label.above = reader.strings(&entry)?,
            "below" => label.below = reader.strings(&entry)?,
            _ => return Err(reader.unknown(&entry, "flow", &["above", "below"])),
        }
    }
    Ok(label)
}

/// Which argument is meant, counted from 0.
fn argument(reader: &Reader, entry: &Entry) -> Result<usize, String> {
    let from_one = number(entry.value).and_then(|number| usize::try_from(number).ok());
    let fail = || reader.wrong(entry, "must be the number of an argument, from 1 on");
    from_one.and_then(|number| number.checked_sub(1)).ok_or_else(fail)
}

fn missing(reader: &Reader, here: &Entry, key: &str) -> String {
    reader.wrong(here, &format!("must have a `{key}`"))
}

fn source(reader: &Reader, here: &Entry, entries: &[Entry]) -> Result<DeclaredSource, String> {
    let (mut function, mut label, mut part) = (None, None, FlowPart::Result);
    for entry in entries {
        match entry.key {
            "function" => function = Some(reader.string(entry)?.to_owned()),
            "label" => label = Some(reader.string(entry)?.to_owned()),
            "argument" => part = FlowPart::Argument(argument(reader, entry)?),
            _ => return Err(reader.unknown(entry, "flow", &["function", "label", "argument"])),
        }
    }
    let function = function.ok_or_else(|| missing(reader, here, "function"))?;
    let label = label.ok_or_else(|| missing(reader, here, "label"))?;
    Ok(DeclaredSource { function, part, label })
}

fn sink(reader: &Reader, here: &Entry, entries: &[Entry]) -> Result<DeclaredSink, String> {
    const KEYS: &[&str] = &["function", "rejects", "argument", "cwe", "message"];
    let (mut function, mut rejects, mut on) = (None, None, None);
    let (mut cwe, mut message) = (Vec::new(), String::new());
    for entry in entries {
        match entry.key {
            "function" => function = Some(reader.string(entry)?.to_owned()),
            "rejects" => rejects = Some(reader.string(entry)?.to_owned()),
            "argument" => on = Some(argument(reader, entry)?),
            "message" => message = reader.string(entry)?.to_owned(),
            "cwe" => {
                let items = entry.value.as_array();
                let number = |item: &toml::Spanned<DeValue>| {
                    number(item.get_ref()).and_then(|number| u32::try_from(number).ok())
                };
                let numbers = items.map(|items| items.iter().map(number).collect());
                let fail = || reader.wrong(entry, "must be a list of numbers");
                cwe = numbers.and_then(|numbers: Option<Vec<u32>>| numbers).ok_or_else(fail)?;
            }
            _ => return Err(reader.unknown(entry, "flow", KEYS)),
        }
    }
    let function = function.ok_or_else(|| missing(reader, here, "function"))?;
    let rejects = rejects.ok_or_else(|| missing(reader, here, "rejects"))?;
    Ok(DeclaredSink { function, argument: on, rejects, cwe, message })
}

fn sanitiser(
    reader: &Reader,
    here: &Entry,
    entries: &[Entry],
) -> Result<DeclaredSanitiser, String> {
    let (mut function, mut removes, mut on) = (None, None, None);
    for entry in entries {
        match entry.key {
            "function" => function = Some(reader.string(entry)?.to_owned()),
            "removes" => removes = Some(reader.string(entry)?.to_owned()),
            "argument" => on = Some(argument(reader, entry)?),
            _ => return Err(reader.unknown(entry, "flow", &["function", "removes", "argument"])),
        }
    }
    let function = function.ok_or_else(|| missing(reader, here, "function"))?;
    let removes = removes.ok_or_else(|| missing(reader, here, "removes"))?;
    Ok(DeclaredSanitiser { function, argument: on, removes })
}

#[cfg(test)]
mod tests {
    use crate::settings::Settings;
    use crate::settings::file::parse;
    use margay_analysis::{DeclaredLabel, DeclaredSink, FlowPart, Policy};
    use std::path::Path;

    fn read(text: &str) -> Result<margay_analysis::Declarations, String> {
        let mut settings = Settings::unsaid(&margay_analysis::Limits::default());
        parse(text, Path::new("margay.toml"), &[], &mut settings)
    }

    #[test]
    fn every_table_is_read() {
        let found = read(
            r#"
            [flow.labels]
            personal = { above = ["private"], below = ["secret"] }
            [flow.variables]
            "*_DSN" = "secret"
            [[flow.source]]
            function = "read_card"
            argument = 1
            label = "personal"
            [[flow.sink]]
            function = "publish"
            rejects = "personal"
            cwe = [359]
            [[flow.sanitiser]]
            function = "mask"
            removes = "personal"
            "#,
        );
        let found = found.expect("all of it is right");
        let label = DeclaredLabel {
            name: "personal".into(),
            above: vec!["private".into()],
            below: vec!["secret".into()],
        };
        assert_eq!(found.labels, [label]);
        assert_eq!(found.variables, [("*_DSN".to_owned(), "secret".to_owned())]);
        assert_eq!(found.sources[0].part, FlowPart::Argument(0));
        let sink = DeclaredSink {
            function: "publish".into(),
            argument: None,
            rejects: "personal".into(),
            cwe: vec![359],
            message: String::new(),
        };
        assert_eq!(found.sinks, [sink]);
        assert_eq!(found.sanitisers[0].removes, "personal");
    }

    #[test]
    fn labels_may_be_used_before_they_are_declared() {
        let found = read(
            r#"
            [[flow.sink]]
            function = "publish"
            rejects = "card"
            [flow.labels]
            card = { above = ["personal"] }
            number = { below = ["personal", "card"] }
            personal = { above = ["number"], below = ["secret"] }
            "#,
        );
        let found = found.expect("it is no contradiction");
        let names: Vec<&str> = found.labels.iter().map(|label| label.name.as_str()).collect();
        assert_eq!(names, ["number", "personal", "card"]);
        let policy = Policy::new(found, false).expect("a policy");
        let of = |name: &str| policy.named(name).expect("a label");
        assert!(of("card").has(of("number")) && of("secret").has(of("personal")));
        assert!(!of("secret").has(of("card")) && !of("number").has(of("card")));
    }

    #[test]
    fn mistakes_are_told() {
        let fail = |text: &str, expected: &str| {
            assert_eq!(read(text).expect_err(text), expected);
        };
        fail(
            "[[flow.sink]]\nfunction = \"f\"\nrejects = \"sekret\"",
            "there is no label `sekret` in margay.toml:3; did you mean `secret`?",
        );
        fail(
            "[flow.labels]\na = {}\nb = { below = [\"secret\"],\n  above = [\n  \"a\",\n  \"weather\"] }",
            "there is no label `weather` in margay.toml:6",
        );
        fail(
            "[flow.variables]\nHOME = \"user\"\nPATH = \"users\"",
            "there is no label `users` in margay.toml:3; did you mean `user`?",
        );
        fail("[[flow.sink]]\nfunction = \"f\"", "`sink` in margay.toml:1 must have a `rejects`");
        fail(
            "[[flow.source]]\nfunction = \"f\"\nlabel = \"secret\"\nargument = 0",
            "`argument` in margay.toml:4 must be the number of an argument, from 1 on",
        );
        fail("[flow.labels]\nsecret = {}", "there is a label `secret` already, in margay.toml:2");
        fail(
            "[flow.labels]\na = { above = [\"secret\"] }\nb = { above = [\"a\"], below = [\"private\"] }",
            "the label `b` would be above and below `private`, in margay.toml:3",
        );
        fail(
            "[flow.labels]\nx = {}\na = { above = [\"b\"] }\nb = { above = [\"a\"] }",
            "the label `a` would be above itself, in margay.toml:3",
        );
        fail("[flow]\nsinks = []", "unknown key `sinks` in margay.toml:2; did you mean `sink`?");
    }
}
