//! Information flow: labelled data must not cross certain boundaries.
//!
//! `labels.rs` says what inputs are, `sinks.rs` what functions must not be given; which function brings or must not be
//! given what, its record says ([`crate::spec`]). Here a call of such a function is checked before it is made. It is
//! reported only where the path leaves the data free to do harm: the solver finds an input that, on this path, ends a
//! quoted word, leaves a directory or waits for days. A check that rules such values out rules the report out with it.

mod attack;
mod credentials;
mod data;
mod declared;
mod labels;
mod moves;
mod output;
mod quoting;
mod sinks;

pub use credentials::mark;
pub use data::{Survey, Text};
pub use labels::{
    BUILT_IN, Data, Declarations, DeclaredLabel, DeclaredSanitiser, DeclaredSink, DeclaredSource,
    Labels, Part, Policy,
};
pub use moves::Move;
pub use quoting::Grammar;
pub use sinks::{Boundary, Primitive, Use, Where};

use crate::LibC;
use data::Labelled;
use margay_engine::{Call, Crossing, Fault, Flow, Follow, Model, ModelResult, Suspicion, Value};
use margay_smt::{Assignment, Bool, TermPool};
use std::sync::Arc;

/// What is done before a function is called, if labels matter to it.
pub fn watches(policy: &Policy, function: &str) -> Option<Model> {
    if policy.declares(function) {
        return Some(declarations);
    }
    let sink = !sinks::of(function).is_empty();
    sink.then_some(boundaries as Model)
        .or_else(|| moves::of(function).map(|_| moves::watch as Model))
}

fn policy(call: &mut Call<'_>) -> Arc<Policy> {
    call.library::<LibC>().outside.flow.clone()
}

/// What labels follow.
fn follow(call: &mut Call<'_>) -> Follow {
    if policy(call).implicit { Follow::Decisions } else { Follow::Data }
}

fn boundaries(call: &mut Call<'_>) -> ModelResult {
    let function = call.name;
    for boundary in sinks::of(function).iter().copied() {
        if boundary.goes_out() && !output::may_leak(call) {
            continue;
        }
        match boundary {
            Boundary::Shell(index) => attack::shell(call, index),
            Boundary::ExecList => attack::exec_list(call),
            Boundary::ExecArray => attack::exec_array(call),
            Boundary::Code(index) => attack::code(call, index),
            Boundary::Path(index) => attack::path(call, index),
            Boundary::Sql(index, grammar) => attack::sql(call, index, grammar),
            Boundary::Variable => attack::variable(call),
            Boundary::Assignment => attack::assignment(call),
            Boundary::Wait(index, most) => attack::wait(call, index, most),
            Boundary::Format(at, to) => output::format(call, at, to),
            Boundary::FormatList(at, to) => output::format_list(call, at, to),
            Boundary::Puts(index, to) => output::text(call, index, to),
            Boundary::Put(index, to) => output::number(call, index, to),
            Boundary::Block(at, len, to) => output::block(call, at, len, to),
            Boundary::Blocks(to) => output::blocks(call, to),
            Boundary::Comparison => credentials::comparison(call),
            Boundary::Credential(index, use_) => credentials::credential(call, index, use_),
            Boundary::Weak(primitive) => credentials::weak(call, primitive),
            Boundary::WeakByName(index) => credentials::weak_by_name(call, index),
        }
    }
    Ok(Flow::Proceed)
}

/// A call of a function that the user declared something of.
fn declarations(call: &mut Call<'_>) -> ModelResult {
    boundaries(call)?;
    let policy = policy(call);
    let name = call.name;
    for sink in policy.declared.sinks.iter().filter(|sink| sink.function == name) {
        declared::sink(call, sink);
    }
    for sanitiser in policy.declared.sanitisers.iter().filter(|s| s.function == name) {
        declared::cleanse(call, sanitiser);
    }
    let mut sources = policy.declared.sources.iter().filter(|source| source.function == name);
    match sources.next() {
        Some(source) => declared::bring(call, source),
        None => Ok(Flow::Proceed),
    }
}

/// What is said of a crossing, but for where the data came from.
struct Said<'a> {
    rule: &'static str,
    part: &'a str,
    label: &'a str,
    cwe: &'a [u32],
    detail: &'a str,
}

/// Notes that data with a label crosses a boundary where a condition holds.
fn note(
    call: &mut Call<'_>,
    said: &Said<'_>,
    data: Labelled<'_>,
    bad: Bool,
    example: impl FnOnce(&TermPool, &Assignment) -> Option<String>,
) -> bool {
    let mut crossing = Crossing {
        rule: said.rule,
        sink: call.name.to_owned(),
        part: said.part.to_owned(),
        label: said.label.to_owned(),
        cwe: said.cwe.to_vec(),
        origins: data.origins(),
        through: moves::through(call, data),
        example: None,
        detail: said.detail.to_owned(),
    };
    let Call { program, pool, judge, state, .. } = call;
    let suspicion = Suspicion { rule: said.rule, bad };
    judge.note_possible(program, pool, state, suspicion, |pool, _, model| {
        crossing.example = example(pool, model);
        Fault::Flow(Box::new(crossing))
    })
}

/// The labels of a single value, and where they came from.
fn survey_value(call: &mut Call<'_>, value: Value, bits: u32) -> Option<(margay_smt::Bv, Survey)> {
    let Value::Term(_) = call.state.path.resolve(call.pool, value) else { return None };
    let term = margay_engine::terms::term(call.pool, value, bits);
    let survey = Survey::of(call, &[term]);
    Some((term, survey))
}
