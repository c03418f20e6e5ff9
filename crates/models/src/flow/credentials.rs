//! Passwords and keys: where they stand in the program, and what they are read into.

use super::data::{Survey, Text, address};
use super::labels::{Labels, is_secret_name};
use super::sinks::{BROKEN_NAMES, Primitive, Use};
use super::{Said, follow, note};
use crate::LibC;
use crate::functions::locked;
use crate::spec::Facts;
use margay_engine::{Call, Input, ObjectKind, Taken, Value};
use margay_ir::finding::{Form, Source};
use margay_ir::source::SourceType;
use margay_ir::spell::library_name;
use margay_ir::{Program, SourceTypeId};
use margay_smt::{Bool, TermPool};
use std::rc::Rc;

/// A password or key: none that stands in the program, and none that can be guessed.
pub fn credential(call: &mut Call<'_>, index: usize, use_: Use) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    let (part, cwe): (_, &[u32]) = match use_ {
        Use::Password => ("the password", &[259, 798]),
        Use::Key => ("the key", &[321, 798]),
    };
    let always = call.pool.bool_const(true);
    // What is made of input is the same for every path where the input says nothing, though it does not stand in the
    // program. Where it does, it is found on a path with other input.
    let is_constant = call.state.memory.object(text.address).is_some_and(|object| object.constant);
    if stands_in_program(call, &text) && (is_constant || !says_nothing(call)) {
        let said = Said { rule: "hard-coded-credential", part, label: "", cwe, detail: "" };
        note(call, &said, text.survey.only(Labels::NONE), always, |_, _| None);
    } else if text.labelled(Labels::RANDOM).next().is_some() {
        let said = Said {
            rule: "weak-random",
            part,
            label: "a number that can be guessed",
            cwe: &[338],
            detail: "",
        };
        note(call, &said, text.survey.only(Labels::RANDOM), always, |_, _| None);
    }
}

/// Whether the program says what a text is: it is not empty, and no path has narrowed it to what it is.
fn stands_in_program(call: &mut Call<'_>, text: &Text) -> bool {
    let step = if text.is_wide { 4 } else { 1 };
    let mut stands =
        |(at, _): (u64, _)| matches!(call.peek(text.address + at * step, 1), Value::Int(_));
    !text.bytes.is_empty() && (0..).zip(&text.bytes).all(&mut stands)
}

/// Whether some text of the outside is empty on this path, or next to it: an empty variable, an empty line, the end of a
/// file, or a variable that is not there. What is made of it may be without it then. One character counts as none
/// where there could be more, since programs cut off the last one for the end of a line.
fn says_nothing(call: &mut Call<'_>) -> bool {
    let is_text = |input: &Input| match &input.source {
        Source::Return { function } => {
            let name = locked(library_name(function));
            let reads = crate::function(name).is_some_and(|f| f.facts.has_any(Facts::READS_TEXT));
            input.failure.is_some() && reads
        }
        Source::Environment { .. }
        | Source::Argument { .. }
        | Source::Stdin
        | Source::File { .. }
        | Source::Written { .. } => true,
        _ => false,
    };
    let inputs: Vec<Input> =
        call.state.outside.inputs.iter().filter(|input| is_text(input)).cloned().collect();
    inputs.iter().any(|input| {
        let says = says_something(call.pool, input);
        says.is_some_and(|says| !call.possible(says))
    })
}

/// The condition that there is text in an input.
fn says_something(pool: &mut TermPool, input: &Input) -> Option<Bool> {
    let first = input.parts.first().copied()?;
    if input.failure.is_some() {
        let zero = pool.bv_u64(pool.width(first), 0);
        return Some(pool.eq(first, zero));
    }
    let mut all = pool.bool_const(true);
    if let Taken::Bytes(count) | Taken::Line(count) = input.taken {
        let least = pool.bv_u64(pool.width(count), u64::from(input.parts.len() > 1));
        all = pool.bv_slt(least, count);
    }
    for part in input.parts.iter().take(2) {
        let [zero, newline] = [0, 10].map(|value| pool.bv_u64(pool.width(*part), value));
        let (more, other) = (pool.ne(*part, zero), pool.ne(*part, newline));
        let text = pool.and(more, other);
        all = pool.and(all, text);
        // A number below zero in place of a character is the end.
        if input.form == Form::Signed {
            let read = pool.bv_sle(zero, *part);
            all = pool.and(all, read);
        }
    }
    Some(all)
}

/// A secret is compared with what stands in the program: what is known to be one, or input with
/// what the program calls one.
pub fn comparison(call: &mut Call<'_>) {
    let both = [0, 1].map(|index| address(call, call.arg(index)));
    let [Some(one), Some(other)] = both else { return };
    let is_open = |call: &mut Call<'_>, at| matches!(call.peek(at, 1), Value::Term(_));
    let (given, kept) = match (is_open(call, one), is_open(call, other)) {
        (true, false) => (one, other),
        (false, true) => (other, one),
        _ => return,
    };
    let Some(given) = Text::at(call, Value::Int(given)) else { return };
    let has = |label| given.labels.first().is_some_and(|labels| labels.has(label));
    let label = match () {
        () if has(Labels::SECRET) => Labels::SECRET,
        () if has(Labels::USER) && is_named_secret(call, kept) => Labels::USER,
        () => return,
    };
    let Some(known) = Text::at(call, Value::Int(kept)) else { return };
    if !stands_in_program(call, &known) {
        return;
    }
    let (rule, part) = ("hard-coded-credential", "the password");
    let said = Said { rule, part, label: "", cwe: &[259, 798], detail: "" };
    let always = call.pool.bool_const(true);
    note(call, &said, given.survey.only(label), always, |_, _| None);
}

/// A call that is the defect.
pub fn weak(call: &mut Call<'_>, primitive: Primitive) {
    let (rule, what, cwe): (_, _, &[u32]) = match primitive {
        Primitive::Cipher(name) => ("weak-cipher", name, &[327]),
        Primitive::Hash(name) => ("weak-hash", name, &[328, 327]),
    };
    let said = Said { rule, part: what, label: "", cwe, detail: "" };
    let always = call.pool.bool_const(true);
    note(call, &said, Survey::default().only(Labels::NONE), always, |_, _| None);
}

/// A call that gives what this argument names, which is a defect if the program names something broken.
pub fn weak_by_name(call: &mut Call<'_>, index: usize) {
    let Some(text) = Text::at(call, call.arg(index)) else { return };
    if !stands_in_program(call, &text) {
        return;
    }
    let name = text.all(call.pool).unwrap_or_default().to_ascii_lowercase();
    let name = String::from_utf8_lossy(&name);
    if let Some((_, primitive)) = BROKEN_NAMES.iter().find(|(broken, _)| *broken == name) {
        weak(call, *primitive);
    }
}

/// Whether the variable at an address, or the member of it, is named for a secret.
fn is_named_secret(call: &Call<'_>, at: u64) -> bool {
    let Some(object) = call.state.memory.object(at) else { return false };
    let (made, offset) = (object.allocated, at - object.base);
    let program = call.program;
    let named = |name: &str, ty| is_secret_name(name) || is_in_secret(program, ty, offset * 8);
    match object.kind {
        ObjectKind::Stack => {
            let variables = program.functions.iter().flat_map(|f| f.vars.iter());
            variables.filter(|v| v.span == made).any(|v| named(&v.name, v.ty))
        }
        ObjectKind::Global => {
            let global = call.state.global_at(object.base).map(|global| &program.globals[global]);
            let source = global.and_then(|global| global.source.as_ref());
            source.is_some_and(|source| named(&source.name, source.ty))
        }
        _ => false,
    }
}

/// Whether what stands at a bit of a type is, or is in, a member that is named for a secret.
fn is_in_secret(program: &Program, ty: SourceTypeId, bit: u64) -> bool {
    match &program.source.types[ty] {
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => {
            is_in_secret(program, *to, bit)
        }
        SourceType::Record { fields, .. } => fields.iter().any(|field| {
            let within = bit.checked_sub(field.bit_offset).filter(|bit| *bit < field.bits);
            within.is_some_and(|bit| {
                is_secret_name(&field.name) || is_in_secret(program, field.ty, bit)
            })
        }),
        SourceType::Array { elem, .. } => {
            let size = bits_of(program, *elem);
            size > 0 && is_in_secret(program, *elem, bit % size)
        }
        _ => false,
    }
}

fn bits_of(program: &Program, ty: SourceTypeId) -> u64 {
    match &program.source.types[ty] {
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => bits_of(program, *to),
        SourceType::Base { bits, .. }
        | SourceType::Pointer { bits, .. }
        | SourceType::Record { bits, .. }
        | SourceType::Enum { bits, .. } => *bits,
        SourceType::Array { elem, extents } => {
            let count = extents.iter().map(|extent| extent.unwrap_or(0));
            bits_of(program, *elem) * count.product::<u64>()
        }
        _ => 0,
    }
}

/// Marks what was just read as secret, where it was read into a variable that is named for one.
pub fn mark(call: &mut Call<'_>, at: u64) {
    if !is_named_secret(call, at) {
        return;
    }
    let Some(text) = Text::at(call, Value::Int(at)) else { return };
    let follow = follow(call);
    let roots = call.state.roots(call.pool, &text.bytes, follow);
    let marked = Rc::make_mut(&mut call.library::<LibC>().outside.marked);
    for symbol in roots {
        let labels = marked.entry(symbol).or_default();
        *labels = labels.with(Labels::SECRET);
    }
}
