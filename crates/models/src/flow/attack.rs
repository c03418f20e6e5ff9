//! What labelled data can do at a boundary, as conditions on the input.

use super::data::{Survey, Text, address};
use super::labels::{
    DeclaredSanitiser, DeclaredSink, DeclaredSource, Labels, Part, is_secret_name,
};
use super::sinks::{CHOICES, COMMANDS, Primitive, Use};
use super::{Said, note, policy, survey_value};
use crate::LibC;
use margay_engine::{ArgKind, Call, Flow, ModelResult, ObjectKind, Value};
use margay_ir::Type;
use margay_ir::finding::{Form, Source};
use margay_smt::{Bool, TermPool};
use std::rc::Rc;

/// Positions of a text that are tried.
const TRIED: usize = 24;

/// How a shell or a database reads a place in its text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Quote {
    None,
    Single,
    Double,
}

/// How the text is quoted at an index, as far as its known characters say.
fn quoted(text: &Text, pool: &TermPool, index: usize) -> Quote {
    let mut quote = Quote::None;
    let mut escaped = false;
    for at in 0..index {
        let Some(byte) = text.known(pool, at) else { continue };
        match (byte, quote) {
            _ if escaped => escaped = false,
            (b'\\', Quote::None | Quote::Double) => escaped = true,
            (b'\'', Quote::None) => quote = Quote::Single,
            (b'"', Quote::None) => quote = Quote::Double,
            (b'\'', Quote::Single) | (b'"', Quote::Double) => quote = Quote::None,
            _ => {}
        }
    }
    quote
}

/// The condition that a character is one of some.
fn one_of(pool: &mut TermPool, byte: margay_smt::Bv, wanted: &[u8]) -> Bool {
    let mut any = pool.bool_const(false);
    for wanted in wanted {
        let wanted = pool.bv_u64(8, u64::from(*wanted));
        let same = pool.eq(byte, wanted);
        any = pool.or(any, same);
    }
    any
}

/// The condition that a labelled character does harm, by how it is quoted.
fn harmful(
    call: &mut Call<'_>,
    text: &Text,
    label: Labels,
    characters: fn(Quote) -> &'static [u8],
) -> Bool {
    let mut any = call.pool.bool_const(false);
    let places: Vec<usize> = text.labelled(label).take(TRIED).collect();
    for index in places {
        let quote = quoted(text, call.pool, index);
        let bad = one_of(call.pool, text.bytes[index], characters(quote));
        let there = text.reaches(call.pool, index);
        let bad = call.pool.and(there, bad);
        any = call.pool.or(any, bad);
    }
    any
}

/// Notes the first of some conditions that may hold.
fn first(
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
        if note(call, said, &text.survey, label, bad, shown) {
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

/// Whether a shell may be made to run another command.
fn injects(call: &mut Call<'_>, text: &Text) -> bool {
    let Some(start) = text.labelled(COMMANDS).next() else { return false };
    let said = Said {
        rule: "command-injection",
        part: "the command",
        label: "input",
        cwe: &[78],
        detail: wide_detail(text),
    };
    let payload: &[u8] = match (start, quoted(text, call.pool, start)) {
        (0, _) => b"id;",
        (_, Quote::None) => b";id",
        (_, Quote::Single) => b"';id;'",
        (_, Quote::Double) => b"$(id)",
    };
    let whole = text.labelled(COMMANDS).take(payload.len()).eq(start..start + payload.len());
    let shown = if whole { text.has_at(call.pool, start, payload) } else { None };
    let other = harmful(call, text, COMMANDS, |quote| match quote {
        Quote::None => b";|&`$\n><(",
        Quote::Single => b"'",
        Quote::Double => b"\"`$",
    });
    first(call, &said, text, COMMANDS, [shown, Some(other)])
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
    note(call, &said, &Survey::default(), Labels::NONE, always, |_, _| None);
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
    let dash = text.has_at(call.pool, 0, b"-");
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

/// The conditions that a text leads up from a directory.
fn leaves(call: &mut Call<'_>, text: &Text, label: Labels) -> Vec<Option<Bool>> {
    let places: Vec<usize> = text.labelled(label).take(TRIED).collect();
    let Some(start) = places.first().copied() else { return Vec::new() };
    let after = start.checked_sub(1).and_then(|at| text.known(call.pool, at));
    let at_start = if after == Some(b'/') { &b"../"[..] } else { b"/../" };
    let mut any = call.pool.bool_const(false);
    for index in places {
        // A component of its own: behind a slash, and one behind it.
        let up = text.has_at(call.pool, index, b"/../");
        any = up.map_or(any, |up| call.pool.or(any, up));
    }
    vec![text.has_at(call.pool, start, at_start), Some(any)]
}

/// A file that the input names. Who asks for a name and opens the file does what it is there for;
/// who puts it behind a directory means a file in that.
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
pub fn sql(call: &mut Call<'_>, index: usize) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    let Some(start) = text.labelled(COMMANDS).next() else { return };
    let said =
        Said { rule: "sql-injection", part: "the query", label: "input", cwe: &[89], detail: "" };
    let payload: &[u8] = match quoted(&text, call.pool, start) {
        Quote::None => b"0 OR 1",
        Quote::Single => b"' OR '1",
        Quote::Double => b"\" OR \"1",
    };
    let shown = text.has_at(call.pool, start, payload);
    let other = harmful(call, &text, COMMANDS, |quote| match quote {
        Quote::None => b" ;'\"-(",
        Quote::Single => b"'\\",
        Quote::Double => b"\"\\",
    });
    first(call, &said, &text, COMMANDS, [shown, Some(other)]);
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
    note(call, &said, &survey, label, bad, |_, _| None);
}

/// A password or key: none that stands in the program, and none that can be guessed.
pub fn credential(call: &mut Call<'_>, index: usize, use_: Use) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    let (part, cwe): (_, &[u32]) = match use_ {
        Use::Password => ("the password", &[259, 798]),
        Use::Key => ("the key", &[321, 798]),
    };
    let always = call.pool.bool_const(true);
    if !text.bytes.is_empty() && text.all(call.pool).is_some() {
        let said = Said { rule: "hard-coded-credential", part, label: "", cwe, detail: "" };
        note(call, &said, &text.survey, Labels::NONE, always, |_, _| None);
    } else if text.labelled(Labels::RANDOM).next().is_some() {
        let said = Said {
            rule: "weak-random",
            part,
            label: "a number that can be guessed",
            cwe: &[338],
            detail: "",
        };
        note(call, &said, &text.survey, Labels::RANDOM, always, |_, _| None);
    }
}

/// A secret is compared with what stands in the program.
pub fn comparison(call: &mut Call<'_>) {
    let first = [0, 1].map(|index| address(call, call.arg(index)));
    let [Some(one), Some(other)] = first else { return };
    let is_open = |call: &mut Call<'_>, at| matches!(call.peek(at, 1), Value::Term(_));
    let (secret, known) = match (is_open(call, one), is_open(call, other)) {
        (true, false) => (0, 1),
        (false, true) => (1, 0),
        _ => return,
    };
    let Some(secret) = Text::at(call, call.arg(secret)) else { return };
    if !secret.labels.first().is_some_and(|labels| labels.has(Labels::SECRET)) {
        return;
    }
    let Some(known) = Text::at(call, call.arg(known)) else { return };
    if known.bytes.is_empty() || known.all(call.pool).is_none() {
        return;
    }
    let (rule, part) = ("hard-coded-credential", "the password");
    let said = Said { rule, part, label: "", cwe: &[259, 798], detail: "" };
    let always = call.pool.bool_const(true);
    note(call, &said, &secret.survey, Labels::SECRET, always, |_, _| None);
}

/// A call that is the defect.
pub fn weak(call: &mut Call<'_>, primitive: Primitive) {
    let (rule, what, cwe): (_, _, &[u32]) = match primitive {
        Primitive::Cipher(name) => ("weak-cipher", name, &[327]),
        Primitive::Hash(name) => ("weak-hash", name, &[328, 327]),
    };
    let said = Said { rule, part: what, label: "", cwe, detail: "" };
    let always = call.pool.bool_const(true);
    note(call, &said, &Survey::default(), Labels::NONE, always, |_, _| None);
}

/// The arguments that a declaration is about.
fn indices(call: &Call<'_>, argument: Option<usize>) -> Vec<usize> {
    match argument {
        Some(index) => vec![index],
        None => (0..call.args.len()).collect(),
    }
}

fn bits(call: &Call<'_>, index: usize) -> Option<u32> {
    match call.args.get(index)?.kind {
        ArgKind::Int(bits) => Some(bits),
        _ => None,
    }
}

/// A sink of the user's: it must not be given anything with a label.
pub fn declared(call: &mut Call<'_>, sink: &DeclaredSink) {
    let policy = policy(call);
    let Ok(label) = policy.named(&sink.rejects) else { return };
    for index in indices(call, sink.argument) {
        let Some(bits) = bits(call, index) else { continue };
        let part = format!("argument {}", index + 1);
        let said = Said {
            rule: "forbidden-flow",
            part: &part,
            label: &sink.rejects,
            cwe: &sink.cwe,
            detail: &sink.message,
        };
        let value = call.arg(index);
        if let Some((term, survey)) = survey_value(call, value, bits)
            && survey.term(call, term).has(label)
        {
            let always = call.pool.bool_const(true);
            note(call, &said, &survey, label, always, |_, _| None);
            continue;
        }
        let Some(text) = Text::at(call, value) else { continue };
        let places: Vec<usize> = text.labelled(label).take(TRIED).collect();
        let there: Vec<Option<Bool>> =
            places.into_iter().map(|at| Some(text.reaches(call.pool, at + 1))).collect();
        if !first(call, &said, &text, label, there) {
            super::output::implied(call, &said, label);
        }
    }
}

/// A sanitiser of the user's: what it is given has a label no more.
pub fn cleanse(call: &mut Call<'_>, sanitiser: &DeclaredSanitiser) {
    let policy = policy(call);
    let Ok(label) = policy.named(&sanitiser.removes) else { return };
    for index in indices(call, sanitiser.argument) {
        let mut data = Vec::new();
        if let Value::Term(term) = call.arg(index) {
            data.push(term);
        }
        if let Some(text) = Text::at(call, call.arg(index)) {
            data.extend(text.bytes);
        }
        let roots = call.state.roots(call.pool, &data);
        let cleansed = Rc::make_mut(&mut call.library::<LibC>().outside.cleansed);
        for symbol in roots {
            let gone = cleansed.entry(symbol).or_default();
            *gone = gone.with(label);
        }
    }
}

/// Characters that a source of the user's brings.
const BROUGHT: u64 = 32;

/// The bits of what the called function returns, and whether it is a pointer.
fn result_of(call: &Call<'_>) -> Option<(u32, bool)> {
    let program = call.program;
    let function = &program.functions[program.function(call.name)?];
    let Type::Function(ty) = program.types.get(function.ty) else { return None };
    match program.types.get(ty.ret) {
        Type::Int(bits) => Some((*bits, false)),
        Type::Ptr => Some((call.pointer_bytes() * 8, true)),
        _ => None,
    }
}

/// A source of the user's: any value or text, with its label.
pub fn bring(call: &mut Call<'_>, source: &DeclaredSource) -> ModelResult {
    let function = call.name.to_owned();
    let result = result_of(call);
    match source.part {
        Part::Argument(index) => {
            let Some(to) = address(call, call.arg(index)) else { return Ok(Flow::Proceed) };
            let room = crate::text::writable(&call.state.memory, to).min(BROUGHT + 1);
            if room > 1 {
                let at = u32::try_from(index).unwrap_or(u32::MAX);
                let bytes = call.input_bytes(Source::Written { function, index: at }, room - 1);
                for (offset, byte) in (0..).zip(bytes) {
                    call.memory().set_byte(to + offset, Value::Term(byte))?;
                }
                call.write_bytes(to + room - 1, &[0])?;
            }
            match result {
                None => Ok(Flow::void()),
                Some((bits, _)) => {
                    let number = call.state.new_symbol(call.pool, call.name, bits);
                    Ok(Value::Term(number).into())
                }
            }
        }
        Part::Result => match result {
            Some((_, true)) => {
                let to = call.allocate_object(ObjectKind::Library, BROUGHT + 1, 1);
                let bytes = call.input_bytes(Source::Given { function, index: 0 }, BROUGHT);
                for (offset, byte) in (0..).zip(bytes) {
                    call.memory().set_byte(to + offset, Value::Term(byte))?;
                }
                call.write_bytes(to + BROUGHT, &[0])?;
                Ok(Flow::address(to))
            }
            Some((bits, false)) => {
                let number = call.input(Source::Return { function }, Form::Signed, bits);
                Ok(Value::Term(number).into())
            }
            None => Ok(Flow::Proceed),
        },
    }
}

/// Marks what was just read as secret, where it was read into a variable that is named for one.
pub fn mark(call: &mut Call<'_>, at: u64) {
    let Some(object) = call.state.memory.object(at) else { return };
    let (kind, made) = (object.kind, object.allocated);
    let named = match kind {
        ObjectKind::Stack => {
            let variables = call.program.functions.iter().flat_map(|f| f.vars.iter());
            variables.filter(|v| v.span == made).any(|v| is_secret_name(&v.name))
        }
        ObjectKind::Global => {
            let globals = call.program.globals.iter().filter_map(|g| g.source.as_ref());
            globals.into_iter().filter(|g| g.span == made).any(|g| is_secret_name(&g.name))
        }
        _ => false,
    };
    if !named {
        return;
    }
    let Some(text) = Text::at(call, Value::Int(at)) else { return };
    let roots = call.state.roots(call.pool, &text.bytes);
    let marked = Rc::make_mut(&mut call.library::<LibC>().outside.marked);
    for symbol in roots {
        let labels = marked.entry(symbol).or_default();
        *labels = labels.with(Labels::SECRET);
    }
}
