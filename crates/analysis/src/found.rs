//! What the engine saw, as findings: plain data in words.

use crate::cause::cause;
use crate::library::LIBRARY_FILE;
use margay_checkers::{Related, claim, record};
use margay_engine::{AccessKind, Event, Fault, InputValue, ObjectKind, Step, StepKind};
use margay_ir::finding::{
    Accessed, Confirmation, Finding, Input, Location, Note, PassedLines, Storage, Thread, Turn,
};
use margay_ir::globals::for_each_global;
use margay_ir::rule::Then;
use margay_ir::spell::library_name;
use margay_ir::{BlockId, FileId, FuncId, Operand, Program, SpanId};
use std::collections::{BTreeMap, BTreeSet};

/// The place in the source, if the program has debug info there.
pub fn location(program: &Program, span: SpanId) -> Option<Location> {
    program.source.location(span)
}

/// A place of which nothing is known.
pub fn nowhere() -> Location {
    Location {
        file: "<unknown>".into(),
        directory: Default::default(),
        line: 0,
        column: 0,
        function: None,
    }
}

/// Whether a finding hides later behaviour from the search. After undefined behaviour a program may do anything, and
/// after most other findings the search goes on only with inputs that avoid them. Nothing is left out only where the
/// finding is noted, or the program ends there.
pub fn hides(finding: &Finding) -> bool {
    let then = record(&finding.rule).map_or(Then::Anything, |rule| rule.then);
    then == Then::Anything
}

pub fn finding(program: &Program, event: &Event) -> Finding {
    let claim = claim(program, event);
    // A fault inside the library's own C is the caller's.
    let mut places = std::iter::once(event.span)
        .chain(event.calls.iter().copied())
        .filter_map(|span| location(program, span))
        .filter(|location| !location.file.starts_with(LIBRARY_FILE));
    let place = match claim.at {
        Some(span) => location(program, span),
        None => places.next(),
    };
    let related = claim
        .related
        .into_iter()
        .filter_map(|note| {
            let Related { at, message, act } = note;
            Some(Note { act, ..Note::new(location(program, at)?, message) })
        })
        .collect();
    Finding {
        rule: claim.rule.name.to_owned(),
        severity: claim.severity.unwrap_or(claim.rule.severity),
        message: claim.message,
        label: claim.label,
        act: claim.act,
        cwe: claim.cwe,
        alone: event
            .evidence
            .entry
            .function()
            .map(|function| program.functions[function].display_name().to_owned()),
        possible: false,
        in_object: claim.in_object,
        accessed: accessed(&event.fault),
        cause: cause(program, event),
        also: Vec::new(),
        location: place.unwrap_or_else(nowhere),
        stack: places.collect(),
        related,
        path: event.evidence.steps.iter().filter_map(|step| note(program, step)).collect(),
        turns: event.evidence.turns.iter().filter_map(|turn| self::turn(program, turn)).collect(),
        input: event.evidence.inputs.iter().map(|value| input(program, value)).collect(),
        course: event.evidence.course.map(|course| course.to_string()),
        likelihood: None,
        likelihood_at_most: false,
        confirmation: Confirmation::Untried,
        suppressed: None,
        passed: passed(program, &event.evidence.trace),
    }
}

/// How far from an object an access may be for sanitizers to tell which object is meant: they keep as many bytes
/// free around each.
const REDZONE: u64 = 16;

fn accessed(fault: &Fault) -> Option<Accessed> {
    let storage = |kind: ObjectKind| match kind {
        ObjectKind::Heap | ObjectKind::HeapMember => Storage::Heap,
        ObjectKind::Stack | ObjectKind::StackMember => Storage::Stack,
        ObjectKind::Global => Storage::Global,
        _ => Storage::Other,
    };
    let writes = |access: &AccessKind| *access == AccessKind::Write;
    match fault {
        Fault::OutOfBounds { access, object, offset, size, .. } => {
            let end = i64::try_from(size + REDZONE).unwrap_or(i64::MAX);
            let close = !object.is_member() && (-REDZONE.cast_signed()..end).contains(offset);
            let size = Some(*size).filter(|_| !object.is_member());
            Some(Accessed { object: storage(*object), writes: writes(access), size, close })
        }
        Fault::UseAfterFree { access, .. } => Some(Accessed {
            object: Storage::Heap,
            writes: writes(access),
            size: None,
            close: true,
        }),
        _ => None,
    }
}

/// The lines of blocks, and of the variables that are used in them.
fn passed(program: &Program, trace: &[(FuncId, BlockId)]) -> Vec<PassedLines> {
    let mut spans = BTreeSet::new();
    for (id, block) in trace {
        let function = &program.functions[*id];
        for inst in function.block_insts(*block) {
            spans.insert(function.span(inst));
            function.insts[inst].op.for_each_operand(|operand| {
                let Operand::Const(constant) = operand else { return };
                for_each_global(program, *constant, |global| {
                    spans.extend(program.globals[global].source.as_ref().map(|source| source.span));
                });
            });
        }
    }
    let mut files: BTreeMap<FileId, BTreeSet<u32>> = BTreeMap::new();
    for span in spans {
        let place = program.source.spans[span];
        if let Some(file) = place.file {
            files.entry(file).or_default().insert(place.line);
        }
    }
    let lines = files.into_iter().map(|(file, lines)| {
        let file = &program.source.files[file];
        PassedLines { file: file.name.clone(), directory: file.directory.clone(), lines }
    });
    lines.collect()
}

/// Where the function ends that has lost what a leak is about.
pub fn loss(finding: &Finding) -> Option<&Location> {
    let leaks = record(&finding.rule).is_some_and(|rule| rule.is_leak);
    finding.stack.first().filter(|_| leaks)
}

fn turn(program: &Program, (thread, span): &(Thread, SpanId)) -> Option<Turn> {
    let location = location(program, *span)?;
    Some(Turn { thread: thread.clone(), location })
}

fn note(program: &Program, step: &Step) -> Option<Note> {
    let location = location(program, step.span)?;
    // What the library's own C does is not the program's way.
    if location.file.starts_with(LIBRARY_FILE) {
        return None;
    }
    let message = match step.kind {
        StepKind::Branch(true) => "taking the true branch".to_owned(),
        StepKind::Branch(false) => "taking the false branch".to_owned(),
        StepKind::Goes(to) => {
            let (from, to) = (program.source.spans[step.span], program.source.spans[to]);
            if from.file == to.file {
                return Some(Note::going_on(location, to.line));
            }
            let file = to.file.map(|file| program.source.files[file].name.display());
            file.map_or_else(String::new, |file| format!("going on in {file}"))
        }
        StepKind::Case(true) => "a case of the switch matches".to_owned(),
        StepKind::Call { function, fails } => {
            let how = if fails { "fails" } else { "succeeds" };
            format!("`{}` {how}", library_name(&program.functions[function].name))
        }
        StepKind::Null(true) => "the pointer is null".to_owned(),
        StepKind::Null(false) => "the pointer is not null".to_owned(),
        StepKind::AnyIterations => "the loop makes any number of iterations".to_owned(),
        StepKind::Value(value) => format!("the value is {value} here"),
        // Each case is a decision of its own; the one that matches says all.
        StepKind::Case(false) | StepKind::Silent => return None,
    };
    Some(Note::new(location, message))
}

pub fn input(program: &Program, value: &InputValue) -> Input {
    Input {
        source: value.source.clone(),
        bytes: value.bytes.clone(),
        form: value.form,
        location: location(program, value.site),
    }
}
