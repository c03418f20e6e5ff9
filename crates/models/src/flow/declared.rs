//! What users declare of functions of their own: sources, sinks and sanitisers.

use super::attack::{TRIED, first};
use super::data::Text;
use super::labels::{DeclaredSanitiser, DeclaredSink, DeclaredSource, Part};
use super::{Said, follow, note, policy, survey_value};
use crate::LibC;
use margay_engine::{ArgKind, Brought, Call, Flow, ModelResult, Value};
use margay_ir::Type;
use margay_ir::finding::{Form, Source};
use margay_smt::Bool;
use std::rc::Rc;

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
pub fn sink(call: &mut Call<'_>, sink: &DeclaredSink) {
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
            note(call, &said, survey.only(label), always, |_, _| None);
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
        let roots = {
            let follow = follow(call);
            call.state.roots(call.pool, &data, follow)
        };
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

/// A source of the user's: a function of which nothing is known, but that what it brings has a label. What it writes to
/// an argument is recorded as for any external function without a model.
pub fn bring(call: &mut Call<'_>, source: &DeclaredSource) -> ModelResult {
    let function = call.name.to_owned();
    let brought = match (source.part, result_of(call)) {
        (Part::Argument(index), _) => Brought::Argument(index),
        (Part::Result, Some((bits, true))) => {
            let to = call.unknown_object(bits)?;
            let bytes = call.input_bytes(Source::Given { function, index: 0 }, BROUGHT);
            for (offset, byte) in (0..).zip(bytes) {
                call.memory().set_byte(to + offset, Value::Term(byte))?;
            }
            call.write_bytes(to + BROUGHT, &[0])?;
            Brought::Result(call.word(to.cast_signed()))
        }
        (Part::Result, Some((bits, false))) => {
            let number = call.input(Source::Return { function }, Form::Signed, bits);
            Brought::Result(Value::Term(number))
        }
        (Part::Result, None) => return Ok(Flow::Proceed),
    };
    Ok(Flow::Havoc(brought))
}
