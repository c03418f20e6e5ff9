//! What must not go out: secrets, and what is the system's own business.

use super::data::{Survey, Text};
use super::labels::Labels;
use super::sinks::Where;
use super::{Said, note, policy, survey_value};
use crate::LibC;
use crate::stdio::directive::{self, Piece};
use crate::symbolic::stream_flags;
use margay_engine::{Arg, Call, Origin, Value, VarArgs};
use margay_smt::{Bool, TermPool};

/// Where output goes, once the streams are looked up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum To {
    Stdout,
    Stderr,
    Log,
    Socket,
    File,
    /// A log of the program's own.
    LogFile,
    Unknown,
}

/// What is said where data with a label goes there: the rule, what it is called, weaknesses.
fn boundary(to: To, label: Labels) -> Option<(&'static str, &'static str, &'static [u32])> {
    let secret = label == Labels::SECRET;
    Some(match to {
        To::Socket if secret => ("cleartext-transmission", "the message", &[319]),
        To::Socket => ("information-exposure", "the message", &[497, 526]),
        To::Log | To::LogFile if secret => ("secret-in-log", "the entry of the log", &[532, 534]),
        To::Stderr if secret => ("secret-in-log", "the message on standard error", &[535, 532]),
        To::Stdout if secret => ("information-exposure", "the output", &[526, 497]),
        To::Stderr => ("information-exposure", "the message on standard error", &[526, 535, 497]),
        To::Stdout => ("information-exposure", "the output", &[526, 497]),
        To::File if secret => ("plaintext-storage", "the file", &[256, 522]),
        _ => return None,
    })
}

fn goes_to(call: &mut Call<'_>, to: Where) -> To {
    match to {
        Where::Stdout => To::Stdout,
        Where::Stderr => To::Stderr,
        Where::Log => To::Log,
        Where::Socket => To::Socket,
        Where::Descriptor(index) => {
            let Value::Int(number) = call.state.path.resolve(call.pool, call.arg(index)) else {
                return To::Unknown;
            };
            let file = call.library::<LibC>().outside.descriptors.get(&number).cloned();
            match (number, file) {
                (1, None) => To::Stdout,
                (2, None) => To::Stderr,
                (_, Some(file)) => opened(&file.opener, &file.name),
                _ => To::Unknown,
            }
        }
        Where::Stream(index) => {
            let Some(stream) = super::data::address(call, call.arg(index)) else {
                return To::Unknown;
            };
            if let Some(file) = call.library::<LibC>().outside.files.get(&stream).cloned() {
                return opened(&file.opener, &file.name);
            }
            match stream_flags::standard(call, stream) {
                Some(1) => To::Stdout,
                Some(2) => To::Stderr,
                _ => To::Unknown,
            }
        }
    }
}

fn opened(opener: &str, name: &str) -> To {
    match opener.trim_end_matches("64") {
        "socket" | "accept" | "accept4" => To::Socket,
        "fopen" | "freopen" | "open" | "creat" | "openat" => {
            let base = name.rsplit('/').next().unwrap_or_default();
            let is_log = base.split(['.', '_', '-']).any(|word| word.eq_ignore_ascii_case("log"));
            if is_log { To::LogFile } else { To::File }
        }
        _ => To::Unknown,
    }
}

/// The labels that are looked for, the worst first.
const LOOKED_FOR: [Labels; 2] = [Labels::SECRET, Labels::PRIVATE];

/// Inputs that are looked through for something that must not go out.
const MOST_INPUTS: usize = 64;

/// Whether there may be anything that must not go out: most programs have nothing.
pub fn may_leak(call: &mut Call<'_>) -> bool {
    let policy = policy(call);
    // What was read into a variable that is named for a secret is marked.
    let is_marked = !call.library::<LibC>().outside.marked.is_empty();
    if is_marked || call.state.outside.inputs.len() > MOST_INPUTS {
        return true;
    }
    call.state.outside.inputs.iter().any(|input| {
        let labels = policy.of(&input.source);
        LOOKED_FOR.iter().any(|label| labels.has(*label))
    })
}

fn words(label: Labels) -> &'static str {
    if label == Labels::SECRET { "secret" } else { "private" }
}

/// A text goes out; true if that was told.
fn text_out(call: &mut Call<'_>, text: &Text, to: To) -> bool {
    for label in LOOKED_FOR {
        let Some((rule, part, cwe)) = boundary(to, label) else { continue };
        let Some(at) = text.labelled(label).next() else { continue };
        let bad = text.reaches(call.pool, at + 1);
        let said = Said { rule, part, label: words(label), cwe, detail: "" };
        return note(call, &said, text.survey.only(label), bad, |_, _| None);
    }
    false
}

fn value_out(call: &mut Call<'_>, value: Value, bits: u32, to: To) -> bool {
    let Some((term, survey)) = survey_value(call, value, bits) else { return false };
    let labels = survey.term(call, term);
    for label in LOOKED_FOR.into_iter().filter(|label| labels.has(*label)) {
        let Some((rule, part, cwe)) = boundary(to, label) else { continue };
        let said = Said { rule, part, label: words(label), cwe, detail: "" };
        let always = call.pool.bool_const(true);
        return note(call, &said, survey.only(label), always, |_, _| None);
    }
    false
}

/// Something goes out that is known, because of what is labelled.
fn implied_out(call: &mut Call<'_>, to: To) {
    for label in LOOKED_FOR {
        let Some((rule, part, cwe)) = boundary(to, label) else { continue };
        let said = Said { rule, part, label: words(label), cwe, detail: "" };
        if implied(call, &said, label) {
            return;
        }
    }
}

/// Notes what is done because of labelled data, where that counts; true if it was told.
pub fn implied(call: &mut Call<'_>, said: &Said<'_>, label: Labels) -> bool {
    let policy = policy(call);
    if !policy.implicit {
        return false;
    }
    let inputs: Vec<_> = call.state.outside.inputs.iter().cloned().collect();
    for input in inputs.iter().filter(|input| input.failure.is_none() && !input.incidental) {
        let mut labels = policy.of(&input.source);
        let mut looked_at = false;
        for part in &input.parts {
            for symbol in call.pool.symbols(*part) {
                looked_at |= call.state.path.has_touched(call.pool, symbol);
                let marked = call.library::<LibC>().outside.marked.get(&symbol).copied();
                labels = labels.with(marked.unwrap_or_default());
            }
        }
        if looked_at && labels.has(label) {
            let survey = Survey::from(labels, Origin::from(input));
            let detail = "a decision that depends on it leads here";
            let said = Said { detail, ..*said };
            let always = call.pool.bool_const(true);
            return note(call, &said, survey.only(label), always, |_, _| None);
        }
    }
    false
}

/// What a format takes of its arguments.
fn formatted(call: &mut Call<'_>, at: usize, args: &[Arg], to: To) {
    let Some(format) = Text::at(call, call.arg(at)).and_then(|text| text.all(call.pool)) else {
        return;
    };
    let mut next = 0;
    for piece in directive::parse(&format) {
        let Piece::Spec(spec) = piece else { continue };
        let Some(conversion) = char::from_u32(spec.conversion) else { continue };
        if conversion == '%' || conversion == 'm' {
            continue;
        }
        for count in [spec.width, spec.precision] {
            next += usize::from(count == directive::Count::Next);
        }
        let index = spec.argument.unwrap_or(next);
        next = index + 1;
        let Some(arg) = args.get(index) else { return };
        let told = match conversion {
            's' | 'S' => match Text::at(call, arg.value) {
                Some(text) => text_out(call, &text, to),
                None => false,
            },
            'd' | 'i' | 'u' | 'x' | 'X' | 'o' | 'c' => value_out(call, arg.value, 32, to),
            _ => false,
        };
        if told {
            return;
        }
    }
    implied_out(call, to);
}

pub fn format(call: &mut Call<'_>, at: usize, to: Where) {
    let to = goes_to(call, to);
    let args = call.args.get(at + 1..).unwrap_or_default();
    formatted(call, at, args, to);
}

pub fn format_list(call: &mut Call<'_>, at: usize, to: Where) {
    let to = goes_to(call, to);
    if let Ok(Some(args)) = VarArgs::untouched(call, at + 1) {
        formatted(call, at, &args, to);
    }
}

pub fn text(call: &mut Call<'_>, index: usize, to: Where) {
    let to = goes_to(call, to);
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    if !text_out(call, &text, to) {
        implied_out(call, to);
    }
}

pub fn number(call: &mut Call<'_>, index: usize, to: Where) {
    let to = goes_to(call, to);
    if !value_out(call, call.arg(index), 32, to) {
        implied_out(call, to);
    }
}

pub fn block(call: &mut Call<'_>, at: usize, len: usize, to: Where) {
    let to = goes_to(call, to);
    let len = match call.state.path.resolve(call.pool, call.arg(len)) {
        Value::Int(len) => len,
        _ => u64::MAX,
    };
    block_out(call, at, len, to);
}

/// `fwrite`.
pub fn blocks(call: &mut Call<'_>, to: Where) {
    let to = goes_to(call, to);
    let known = |call: &mut Call<'_>, index| {
        call.state.path.resolve(call.pool, call.arg(index)).as_u64().unwrap_or(u64::MAX)
    };
    let (size, number) = (known(call, 1), known(call, 2));
    block_out(call, 0, size.saturating_mul(number), to);
}

fn block_out(call: &mut Call<'_>, at: usize, len: u64, to: To) {
    let Some(text) = Text::block(call, call.arg(at), len) else { return };
    let mut told = false;
    for label in LOOKED_FOR {
        let Some((rule, part, cwe)) = boundary(to, label) else { continue };
        if text.labelled(label).next().is_none() {
            continue;
        }
        let said = Said { rule, part, label: words(label), cwe, detail: "" };
        let always: Bool = call.pool.bool_const(true);
        told = note(call, &said, text.survey.only(label), always, |_: &TermPool, _| None);
        break;
    }
    if !told {
        implied_out(call, to);
    }
}

/// A secret is kept where others can read it.
pub fn stored(call: &mut Call<'_>, text: &Text, part: &str, cwe: &[u32]) {
    let label = Labels::SECRET;
    let Some(at) = text.labelled(label).next() else { return };
    let bad = text.reaches(call.pool, at + 1);
    let said = Said { rule: "plaintext-storage", part, label: words(label), cwe, detail: "" };
    note(call, &said, text.survey.only(label), bad, |_, _| None);
}
