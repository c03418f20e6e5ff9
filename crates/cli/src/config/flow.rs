//! `[flow]`: the labels, sources, sinks and sanitisers that a project declares.
//!
//! Arguments are counted from 1, as people do.

use super::{Entry, Reader, number};
use margay_analysis::{
    Declarations, DeclaredLabel, DeclaredSanitiser, DeclaredSink, DeclaredSource, FlowPart, Policy,
};
use toml::de::{DeTable, DeValue};

const KEYS: &[&str] = &["labels", "source", "sink", "sanitiser", "variables"];

/// Reads the table. Labels that are not there are an error, too.
pub fn declarations(reader: &Reader, table: &DeTable) -> Result<Declarations, String> {
    let mut found = Declarations::default();
    let mut first = 0;
    for entry in reader.entries(table) {
        first = if first == 0 { entry.at } else { first };
        match entry.key {
            "labels" => {
                for entry in inside(reader, &entry)? {
                    found.labels.push(label(reader, &entry)?);
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
    match Policy::new(found.clone(), false) {
        Ok(_) => Ok(found),
        Err(why) => Err(format!("{why}, in {}", reader.place(first))),
    }
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
    use crate::config::parse;
    use margay_analysis::{DeclaredLabel, DeclaredSink, FlowPart};
    use std::path::Path;

    fn read(text: &str) -> Result<margay_analysis::Declarations, String> {
        parse(text, Path::new("margay.toml"), &[]).map(|config| config.flow)
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
    fn mistakes_are_told() {
        let fail = |text: &str, expected: &str| {
            assert_eq!(read(text).expect_err(text), expected);
        };
        fail(
            "[[flow.sink]]\nfunction = \"f\"\nrejects = \"sekret\"",
            "there is no label `sekret`, in margay.toml:1",
        );
        fail("[[flow.sink]]\nfunction = \"f\"", "`sink` in margay.toml:1 must have a `rejects`");
        fail(
            "[[flow.source]]\nfunction = \"f\"\nlabel = \"secret\"\nargument = 0",
            "`argument` in margay.toml:4 must be the number of an argument, from 1 on",
        );
        fail("[flow.labels]\nsecret = {}", "there is a label `secret` already, in margay.toml:1");
        fail("[flow]\nsinks = []", "unknown key `sinks` in margay.toml:2; did you mean `sink`?");
    }
}
