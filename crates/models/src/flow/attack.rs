//! What labelled data can do at a boundary, as conditions on the input.

use super::data::{Survey, Text, address};
use super::labels::Labels;
use super::quoting::{Grammar, Quote, Reading};
use super::sinks::{CHOICES, COMMANDS};
use super::{Said, note, survey_value};
use crate::LibC;
use margay_engine::{Call, Value};
use margay_smt::{Bool, TermPool};

/// Positions of a text that are tried.
pub const TRIED: usize = 96;

/// Notes the first of some conditions that may hold.
pub fn first(
    call: &mut Call<'_>,
    said: &Said<'_>,
    text: &Text,
    label: Labels,
    conditions: impl IntoIterator<Item = Option<Bool>>,
) -> bool {
    for bad in conditions.into_iter().flatten() {
        if call.pool.as_const_bool(bad) == Some(false) {
            continue;
        }
        let shown = |pool: &TermPool, model: &_| Some(text.shown(pool, model));
        if note(call, said, text.survey.only(label), bad, shown) {
            return true;
        }
    }
    false
}

fn wide_detail(text: &Text) -> &'static str {
    if text.is_wide {
        "the text is of wide characters, of which this function reads the first"
    } else {
        ""
    }
}

/// The condition that labelled characters do more than to stand for themselves, in a text that
/// has a meaning.
fn acts(call: &mut Call<'_>, text: &Text, reading: &Reading, label: Labels) -> Bool {
    let mut any = call.pool.bool_const(false);
    let places: Vec<usize> = text.labelled(label).take(TRIED).collect();
    for index in &places {
        let acts = reading.acts(call.pool, text, places[0], *index);
        any = call.pool.or(any, acts);
    }
    let whole = reading.is_whole(call.pool, text);
    call.pool.and(any, whole)
}

/// Whether an index lies in text that the program itself has in another text: a command that is
/// substituted, or a string between dollars. It has quotes of its own, which are not followed.
fn has_inner_text(pool: &TermPool, text: &Text, grammar: Grammar, index: usize) -> bool {
    let before: Vec<u8> = (0..index).filter_map(|at| text.known(pool, at)).collect();
    let has = |opening: &[u8]| before.windows(2).any(|pair| pair == opening);
    let ticks = before.iter().filter(|byte| **byte == b'`').count();
    match grammar {
        Grammar::Shell => has(b"$(") || ticks % 2 == 1,
        _ => has(b"$$"),
    }
}

/// Notes what the input can make of a text that is read by a grammar: what is tried where it
/// begins, by the quotes that it stands in, or anything else.
fn misread(
    call: &mut Call<'_>,
    said: &Said<'_>,
    text: &Text,
    grammar: Grammar,
    tried: fn(usize, Quote) -> &'static [u8],
) -> bool {
    let Some(start) = text.labelled(COMMANDS).next() else { return false };
    if has_inner_text(call.pool, text, grammar, start) {
        return false;
    }
    let reading = Reading::of(call.pool, text, grammar);
    let any = acts(call, text, &reading, COMMANDS);
    let tried = reading.quote(call.pool, start).map(|quote| tried(start, quote));
    let shown = tried.and_then(|tried| text.has_at(call.pool, start, tried));
    let shown = shown.map(|shown| call.pool.and(shown, any));
    first(call, said, text, COMMANDS, [shown, Some(any)])
}

/// Whether a shell may be made to run another command.
fn injects(call: &mut Call<'_>, text: &Text) -> bool {
    let said = Said {
        rule: "command-injection",
        part: "the command",
        label: "input",
        cwe: &[78],
        detail: wide_detail(text),
    };
    misread(call, &said, text, Grammar::Shell, |start, quote| match (start, quote) {
        (0, _) => b"id;",
        (_, Quote::None | Quote::Other) => b";id",
        (_, Quote::Single) => b"';id;'",
        (_, Quote::Double) => b"$(id)",
    })
}

/// Commands that a shell does itself.
const BUILTINS: &[&[u8]] = &[
    b".", b":", b"[", b"cd", b"echo", b"exec", b"exit", b"export", b"false", b"if", b"for",
    b"printf", b"pwd", b"read", b"set", b"test", b"trap", b"true", b"ulimit", b"umask", b"unset",
    b"while",
];

/// Notes a command that is searched for in directories which others may choose.
fn searched(call: &mut Call<'_>, text: &Text) {
    let prefix = text.prefix(call.pool);
    let end = prefix.iter().position(|c| !c.is_ascii_alphanumeric() && !b"_-.+".contains(c));
    let word = &prefix[..end.unwrap_or(prefix.len())];
    let ends = match end {
        Some(end) => b" \t;|&<>".contains(&prefix[end]),
        None => prefix.len() == text.bytes.len(),
    };
    if word.is_empty() || !ends || BUILTINS.contains(&word) {
        return;
    }
    // Who sets it knows where commands come from.
    let outside = &call.library::<LibC>().outside;
    if matches!(outside.environment.get(&b"PATH"[..]), Some(Value::Int(1..))) {
        return;
    }
    let detail = format!("`{}` is searched for in the directories of PATH", word.escape_ascii());
    let said = Said {
        rule: "untrusted-search-path",
        part: "the command",
        label: "",
        cwe: &[426],
        detail: &detail,
    };
    let always = call.pool.bool_const(true);
    note(call, &said, Survey::default().only(Labels::NONE), always, |_, _| None);
}

/// `system` and its like.
pub fn shell(call: &mut Call<'_>, index: usize) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    injects(call, &text);
    searched(call, &text);
}

pub fn exec_list(call: &mut Call<'_>) {
    let values: Vec<Value> = call.args.iter().skip(1).map(|arg| arg.value).collect();
    let null = values.iter().position(|value| *value == Value::Int(0));
    exec(call, &values[..null.unwrap_or(values.len())]);
}

pub fn exec_array(call: &mut Call<'_>) {
    const MOST: u64 = 16;
    let Some(array) = address(call, call.arg(1)) else { return };
    let word = call.pointer_bytes();
    let mut values = Vec::new();
    for index in 0..MOST {
        let at = array + index * u64::from(word);
        if call.room(at) < u64::from(word) {
            break;
        }
        match call.peek(at, word) {
            Value::Int(0) => break,
            value => values.push(value),
        }
    }
    exec(call, &values);
}

/// A program is run with arguments, its own name among them.
fn exec(call: &mut Call<'_>, args: &[Value]) {
    const SHELLS: &[&[u8]] = &[b"sh", b"bash", b"dash", b"ash", b"ksh", b"zsh", b"csh"];
    let Some(program) = Text::at(call, call.arg(0)) else { return };
    if chosen(call, &program, "the program", &[114, 78]) {
        return;
    }
    let name = program.all(call.pool).unwrap_or_default();
    let base = name.rsplit(|c| *c == b'/').next().unwrap_or_default();
    let is_shell = SHELLS.contains(&base);
    let mut before: Vec<Vec<u8>> = Vec::new();
    for value in args {
        let Some(text) = Text::at(call, *value) else { return };
        let follows = |option: &[u8]| before.last().is_some_and(|last| last == option);
        if is_shell && (follows(b"-c") || text.is_wide) {
            if injects(call, &text) {
                return;
            }
        } else if !is_shell && !before.is_empty() && !before.iter().any(|arg| arg == b"--") {
            option(call, &text);
        }
        before.push(text.all(call.pool).unwrap_or_default());
    }
}

/// An argument of another program that may be taken for an option.
fn option(call: &mut Call<'_>, text: &Text) {
    if text.labelled(CHOICES).next() != Some(0) {
        return;
    }
    let said = Said {
        rule: "argument-injection",
        part: "an argument of the program",
        label: "input",
        cwe: &[88],
        detail: "",
    };
    // A dash alone is a file, by custom.
    let option = (text.bytes.len() > 1).then(|| text.reaches(call.pool, 2));
    let dash = text.has_at(call.pool, 0, b"-").zip(option);
    let dash = dash.map(|(dash, option)| call.pool.and(dash, option));
    first(call, &said, text, CHOICES, [dash]);
}

/// Whether the input chooses which code runs.
fn chosen(call: &mut Call<'_>, text: &Text, part: &str, cwe: &[u32]) -> bool {
    let Some(start) = text.labelled(CHOICES).next() else { return false };
    let detail = wide_detail(text);
    let said = Said { rule: "process-control", part, label: "input", cwe, detail };
    let conditions = match start {
        0 => vec![text.has_at(call.pool, 0, b"/tmp/x"), text.has_at(call.pool, 0, b"/"), {
            Some(text.reaches(call.pool, 1))
        }],
        _ => leaves(call, text, CHOICES),
    };
    first(call, &said, text, CHOICES, conditions)
}

/// `dlopen`.
pub fn code(call: &mut Call<'_>, index: usize) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    chosen(call, &text, "the library", &[114, 427]);
}

/// The conditions that a text leads up from a directory: what goes into another one first has to
/// come back from it as well.
fn leaves(call: &mut Call<'_>, text: &Text, label: Labels) -> Vec<Option<Bool>> {
    let Some(start) = text.labelled(label).next() else { return Vec::new() };
    let after = start.checked_sub(1).and_then(|at| text.known(call.pool, at));
    let ways: &[&[u8]] = match after {
        Some(b'/') => &[b"../", b"./../", b"/../", b"a/../../"],
        _ => &[b"/../", b"/./../", b"//../", b"/a/../../"],
    };
    ways.iter().map(|way| text.has_at(call.pool, start, way)).collect()
}

/// A file that the input names. Who asks for a name and opens the file does what it is there for; who puts it after a
/// directory means a file in that.
pub fn path(call: &mut Call<'_>, index: usize) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    let Some(start) = text.labelled(CHOICES).next() else { return };
    let said =
        |cwe| Said { rule: "path-traversal", part: "the path", label: "input", cwe, detail: "" };
    let prefix = text.prefix(call.pool);
    if start > 0 && prefix.len() >= start && prefix[..start].contains(&b'/') {
        let conditions = leaves(call, &text, CHOICES);
        first(call, &said(&[22, 73]), &text, CHOICES, conditions);
    } else if start == 0 && text.labels[0].has(Labels::NETWORK) {
        let root = text.has_at(call.pool, 0, b"/etc/x");
        let absolute = text.has_at(call.pool, 0, b"/");
        let up = text.has_at(call.pool, 0, b"../");
        first(call, &said(&[73, 22]), &text, Labels::NETWORK, [root, absolute, up]);
    }
}

/// A query that the input may change.
pub fn sql(call: &mut Call<'_>, index: usize, grammar: Grammar) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    let said =
        Said { rule: "sql-injection", part: "the query", label: "input", cwe: &[89], detail: "" };
    misread(call, &said, &text, grammar, |_, quote| match quote {
        Quote::None | Quote::Other => b"0 OR 1",
        Quote::Single => b"' OR '1",
        Quote::Double => b"\" OR \"1",
    });
}

/// Variables that say where programs and libraries are searched.
const SEARCH: &[&[u8]] = &[
    b"PATH",
    b"LD_LIBRARY_PATH",
    b"LD_PRELOAD",
    b"LD_AUDIT",
    b"IFS",
    b"PYTHONPATH",
    b"PERL5LIB",
    b"CLASSPATH",
];

/// `setenv`.
pub fn variable(call: &mut Call<'_>) {
    let Some(name) = Text::at(call, call.arg(0)).and_then(|text| text.all(call.pool)) else {
        return;
    };
    let Some(value) = Text::at(call, call.arg(1)) else { return };
    set(call, &name, &value, 0);
}

/// `putenv`.
pub fn assignment(call: &mut Call<'_>) {
    let Some(text) = Text::at(call, call.arg(0)) else { return };
    let prefix = text.prefix(call.pool);
    let Some(end) = prefix.iter().position(|c| *c == b'=') else { return };
    let name = prefix[..end].to_vec();
    set(call, &name, &text, end + 1);
}

/// A variable gets a value, which begins at an index of a text.
fn set(call: &mut Call<'_>, name: &[u8], text: &Text, from: usize) {
    let shown = name.escape_ascii().to_string();
    if SEARCH.contains(&name)
        && let Some(at) = text.labelled(CHOICES).find(|at| *at >= from)
    {
        let part = format!("the value of `{shown}`");
        let detail = wide_detail(text);
        let said = Said {
            rule: "uncontrolled-search-path",
            part: &part,
            label: "input",
            cwe: &[427],
            detail,
        };
        let conditions =
            [text.has_at(call.pool, at, b"/tmp"), Some(text.reaches(call.pool, at + 1))];
        first(call, &said, text, CHOICES, conditions);
    }
    if text.labelled(Labels::SECRET).next().is_some() {
        let part = format!("the variable `{shown}` that {} sets", call.name);
        super::output::stored(call, text, &part, &[526, 522]);
    }
}

/// The process waits for as long as the input says.
pub fn wait(call: &mut Call<'_>, index: usize, most: u64) {
    let value = call.arg(index);
    let Some((time, survey)) = survey_value(call, value, 32) else { return };
    let labels = survey.term(call, time);
    let label = [Labels::TAINTED, Labels::RANDOM].into_iter().find(|label| labels.has(*label));
    let Some(label) = label else { return };
    let width = call.pool.width(time);
    let most = call.pool.bv_u64(width, most);
    let bad = call.pool.bv_ult(most, time);
    let said = Said {
        rule: "uncontrolled-wait",
        part: "the time",
        label: "input",
        cwe: &[400],
        detail: "",
    };
    note(call, &said, survey.only(label), bad, |_, _| None);
}
