//! Faults of constant expressions, which clang folds away: `INT_MAX + 1`, `1 << 32`, `1 / 0`.
//!
//! Clang warns of them, and leaves their result or a poison value in the bitcode. Where an
//! instruction has that for an operand, the operation is put back before it, as one that fails in
//! the same way: whether it is ever executed is for the engine to find out.
//!
//! Invariant: a warning without such an instruction (dead code, operands of `sizeof`) leaves no trace.

use crate::compile_db::normalize;
use crate::diagnostics::{self, Diagnostic, Location, Note, Severity};
use margay_ir::source::Span;
use margay_ir::{
    ArithFlags, BinaryOp, Block, ConstKind, FuncId, Function, Id, IdVec, Inst, InstId, Op, Operand,
    Program, SpanId, Type, TypeId,
};
use std::path::{Path, PathBuf};

/// Flags with which clang says what is looked for here, whatever other flags say.
pub const FLAGS: &[&str] = &[
    "-Winteger-overflow",
    "-Wshift-count-overflow",
    "-Wshift-count-negative",
    "-Wdivision-by-zero",
    "-Wno-error",
    // Those of the build may name single ones.
    "-Wno-error=integer-overflow",
    "-Wno-error=shift-count-overflow",
    "-Wno-error=shift-count-negative",
    "-Wno-error=division-by-zero",
];

/// Lines that one expression may have above the operator that clang warns of.
const LINES_ABOVE: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Warning {
    file: PathBuf,
    line: u32,
    /// Where the operator may be written: there, or in a macro that is expanded there.
    operators: Vec<Place>,
    kind: Kind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Place {
    file: PathBuf,
    line: u32,
    column: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// With what became of it.
    Overflow {
        result: i64,
        bits: u32,
    },
    Division,
    ShiftTooFar,
    ShiftNegative,
}

/// Puts operations back that clang warned of when it compiled a program in a directory, by its serialized
/// diagnostics. `text` gives what is in a file.
pub fn restore(
    program: &mut Program,
    diagnostics: &[u8],
    directory: &Path,
    text: &dyn Fn(&Path) -> Option<String>,
) -> Result<(), String> {
    if diagnostics.is_empty() {
        return Ok(());
    }
    for warning in warnings(diagnostics, directory)? {
        if let Some((function, before, operand)) = place(program, &warning) {
            let operation = operation(program, &warning, Some(operand), text);
            let span = program.functions[function].insts[before].span;
            insert(program, function, before, span, operation);
            take_result(program, function, before, operand);
        } else if let Some((function, before, span)) = initialiser(program, &warning) {
            let operation = operation(program, &warning, None, text);
            insert(program, function, before, span, operation);
        }
    }
    Ok(())
}

/// Whether serialized diagnostics say anything that matters here.
pub fn is_relevant(serialized: &[u8]) -> Result<bool, String> {
    Ok(diagnostics::read(serialized)?.iter().any(|said| warning(said, Path::new("/")).is_some()))
}

/// What clang said when it was run in a directory, as far as it matters here.
fn warnings(serialized: &[u8], directory: &Path) -> Result<Vec<Warning>, String> {
    let said = diagnostics::read(serialized)?;
    Ok(said.iter().filter_map(|said| warning(said, directory)).collect())
}

fn warning(said: &Diagnostic, directory: &Path) -> Option<Warning> {
    // `diagnose_if` of clang 20 lets a source choose the flag of a warning and its words, and is betrayed
    // by its note. Of ours, notes say only which macros were expanded.
    let is_of_macro = |note: &Note| {
        let message = &note.message;
        message.starts_with("expanded from macro ") || message.starts_with("(skipping ")
    };
    if said.severity != Severity::Warning || !said.notes.iter().all(is_of_macro) {
        return None;
    }
    let kind = kind_of(&said.flag, &said.message)?;
    let place = |at: &Location| Place {
        file: normalize(&directory.join(&at.file)),
        line: at.line,
        column: at.column,
    };
    let all = [&said.at].into_iter().chain(said.notes.iter().map(|note| &note.at));
    let operators: Vec<Place> = all.flatten().map(place).collect();
    let at = place(said.at.as_ref()?);
    Some(Warning { file: at.file, line: at.line, operators, kind })
}

fn kind_of(flag: &str, message: &str) -> Option<Kind> {
    match flag {
        "integer-overflow" => {
            let (_, result) = message.split_once("result is ")?;
            let (result, ty) = result.split_once(" with type ")?;
            let result = result.replace('\'', "").parse().ok()?;
            // A name that the source has given to the type says nothing: `'ticks' (aka 'long')`.
            let ty = ty.rsplit_once("(aka ").map_or(ty, |(_, ty)| ty);
            let is_long = ty.split(|c: char| !c.is_alphanumeric()).any(|word| word == "long");
            Some(Kind::Overflow { result, bits: if is_long { 64 } else { 32 } })
        }
        "division-by-zero" => Some(Kind::Division),
        "shift-count-overflow" => Some(Kind::ShiftTooFar),
        "shift-count-negative" => Some(Kind::ShiftNegative),
        _ => None,
    }
}

/// The instruction before which an operation is missing, and the operand that is left of it.
fn place(program: &Program, warning: &Warning) -> Option<(FuncId, InstId, Operand)> {
    let is_wanted = |operand: &Operand| match operand {
        Operand::Const(id) => {
            let constant = program.const_of(*id);
            match (&constant.kind, warning.kind) {
                (ConstKind::Int(bits), Kind::Overflow { result, .. }) => {
                    is_number(program, constant.ty, *bits, result)
                }
                (ConstKind::Poison, Kind::Overflow { .. }) => false,
                (ConstKind::Poison, _) => int_bits(program, constant.ty).is_some(),
                _ => false,
            }
        }
        Operand::Reg(_) => false,
    };
    for above in 0..=LINES_ABOVE {
        let line = warning.line.checked_sub(above)?;
        for (id, function) in program.functions.enumerate() {
            for block in function.blocks.ids() {
                for inst in function.block_insts(block) {
                    let span = program.source.spans[function.insts[inst].span];
                    if span.line != line || !is_file(program, span, &warning.file) {
                        continue;
                    }
                    if let Some((before, operand)) = left_in(function, inst, &is_wanted) {
                        return Some((id, before, operand));
                    }
                }
            }
        }
    }
    None
}

/// The start of `main`, if what clang warns of is where a global variable gets its value.
fn initialiser(program: &Program, warning: &Warning) -> Option<(FuncId, InstId, SpanId)> {
    let spans = program.globals.iter().filter_map(|global| Some(global.source.as_ref()?.span));
    let mut spans = spans.filter(|span| {
        let place = program.source.spans[*span];
        place.line == warning.line && is_file(program, place, &warning.file)
    });
    let span = spans.next()?;
    let mut functions = program.functions.enumerate();
    let (main, function) = functions.find(|(_, function)| function.name == "main")?;
    let entry = function.blocks.ids().next()?;
    // Variables come first.
    let mut insts = function.block_insts(entry);
    let before = insts.find(|inst| !matches!(function.insts[*inst].op, Op::Alloca { .. }))?;
    Some((main, before, span))
}

/// Where an operand is that is left of an operation: before an instruction, or where control comes
/// from.
fn left_in(
    function: &Function,
    inst: InstId,
    is_wanted: &dyn Fn(&Operand) -> bool,
) -> Option<(InstId, Operand)> {
    if let Op::Phi { incoming } = &function.insts[inst].op {
        let (from, operand) = incoming.iter().find(|(_, operand)| is_wanted(operand))?;
        return Some((function.block_insts(*from).last()?, *operand));
    }
    let mut found = None;
    function.insts[inst].op.for_each_operand(|operand| {
        if found.is_none() && is_wanted(operand) {
            found = Some((inst, *operand));
        }
    });
    found
}

fn is_file(program: &Program, span: Span, file: &Path) -> bool {
    span.file.is_some_and(|id| {
        let source = &program.source.files[id];
        normalize(&source.path()) == file || file.ends_with(&source.name)
    })
}

fn is_number(program: &Program, ty: TypeId, bits: u64, number: i64) -> bool {
    let Some(width) = int_bits(program, ty).filter(|width| (1..=64).contains(width)) else {
        return false;
    };
    let above = 64 - width;
    (bits << above).cast_signed() >> above == number
}

fn int_bits(program: &Program, ty: TypeId) -> Option<u32> {
    match program.types.get(ty) {
        Type::Int(bits) => Some(*bits),
        _ => None,
    }
}

/// An operation that fails as the one does that clang warned of.
fn operation(
    program: &mut Program,
    warning: &Warning,
    operand: Option<Operand>,
    text: &dyn Fn(&Path) -> Option<String>,
) -> (Op, TypeId) {
    let written = written(warning, text);
    let operator = written.chars().next().unwrap_or('+');
    let ty = match (warning.kind, operand) {
        (Kind::Overflow { bits, .. }, _) => program.types.int(bits),
        (_, Some(Operand::Const(id))) => program.const_of(id).ty,
        (_, Some(Operand::Reg(_)) | None) => program.types.int(32),
    };
    let bits = int_bits(program, ty).unwrap_or(32).clamp(1, 64);
    let mask = u64::MAX >> (64 - bits);
    let largest = mask >> 1;
    let smallest = largest + 1;
    let (op, a, b) = match (warning.kind, operator) {
        (Kind::Overflow { .. }, '-') => (BinaryOp::Sub, smallest, 1),
        (Kind::Overflow { .. }, '*') => (BinaryOp::Mul, largest, 2),
        (Kind::Overflow { .. }, _) => (BinaryOp::Add, largest, 1),
        (Kind::Division, '%') => (BinaryOp::SRem, 1, 0),
        (Kind::Division, _) => (BinaryOp::SDiv, 1, 0),
        (Kind::ShiftTooFar, operator) => {
            let op = if operator == '>' { BinaryOp::AShr } else { BinaryOp::Shl };
            let said = amount(&written).filter(|amount| *amount >= i64::from(bits));
            (op, 1, said.map_or(u64::from(bits), i64::cast_unsigned) & mask)
        }
        (Kind::ShiftNegative, operator) => {
            let op = if operator == '>' { BinaryOp::AShr } else { BinaryOp::Shl };
            let said = amount(&written).filter(|amount| *amount < 0);
            (op, 1, said.unwrap_or(-1).cast_unsigned() & mask)
        }
    };
    let nsw = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
    let flags = ArithFlags { nsw, ..ArithFlags::default() };
    let [a, b] = [a, b].map(|bits| Operand::Const(program.consts.intern(ty, ConstKind::Int(bits))));
    (Op::Binary { op, flags, a, b }, ty)
}

/// The source from the operator on that clang warns of to the end of the line; empty if it is nowhere.
fn written(warning: &Warning, text: &dyn Fn(&Path) -> Option<String>) -> String {
    let operators: &[char] = match warning.kind {
        Kind::Overflow { .. } => &['+', '-', '*'],
        Kind::Division => &['/', '%'],
        Kind::ShiftTooFar | Kind::ShiftNegative => &['<', '>'],
    };
    let index = |number: u32| usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    let at = |place: &Place| {
        let source = text(&place.file)?;
        Some(source.lines().nth(index(place.line))?.get(index(place.column)..)?.to_owned())
    };
    // The innermost macro comes last, but for those that are expanded in arguments.
    let mut all = warning.operators.iter().rev().filter_map(at);
    all.find(|written| written.starts_with(operators)).unwrap_or_default()
}

/// The number after the operator of a shift, if it is written there.
fn amount(written: &str) -> Option<i64> {
    let rest = written.trim_start_matches(['<', '>', '=']).trim_start();
    let rest = rest.trim_start_matches(['(', ' ']);
    let (sign, digits) = match rest.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, rest),
    };
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse::<i64>().ok().map(|number| sign * number)
}

/// Puts an operation before an instruction.
fn insert(
    program: &mut Program,
    function: FuncId,
    before: InstId,
    span: SpanId,
    (op, ty): (Op, TypeId),
) {
    let body = &mut program.functions[function];
    let result = Some(body.regs.push(ty));
    let mut new = Some(Inst { op, result, span });
    let mut insts = IdVec::new();
    for (id, inst) in std::mem::take(&mut body.insts).enumerate() {
        if id == before
            && let Some(new) = new.take()
        {
            insts.push(new);
        }
        insts.push(inst.clone());
    }
    body.insts = insts;
    for id in body.blocks.ids().collect::<Vec<_>>() {
        let block = &mut body.blocks[id];
        if block.first > before {
            block.first = InstId::from_index(block.first.index() + 1);
        } else if is_within(*block, before) {
            block.len += 1;
        }
    }
}

fn is_within(block: Block, inst: InstId) -> bool {
    let len = usize::try_from(block.len).unwrap_or(usize::MAX);
    (block.first.index()..block.first.index().saturating_add(len)).contains(&inst.index())
}

/// Takes the result of the operation that stands at a place for a poison value that was found after it.
fn take_result(program: &mut Program, function: FuncId, at: InstId, operand: Operand) {
    let is_poison =
        matches!(operand, Operand::Const(id) if program.const_of(id).kind == ConstKind::Poison);
    let body = &mut program.functions[function];
    let (true, Some(result)) = (is_poison, body.insts[at].result) else { return };
    let mut replaced = false;
    let user = InstId::from_index(at.index() + 1);
    body.insts[user].op.for_each_operand_mut(|one| {
        if *one == operand {
            *one = Operand::Reg(result);
            replaced = true;
        }
    });
    // Else it is the value of a phi that comes from this block.
    let holder = body.blocks.enumerate().find(|(_, block)| is_within(**block, at));
    let holder = holder.map(|(id, _)| id).filter(|_| !replaced);
    for inst in body.insts.iter_mut() {
        if let Op::Phi { incoming } = &mut inst.op {
            for (from, one) in incoming.iter_mut() {
                if Some(*from) == holder && *one == operand {
                    *one = Operand::Reg(result);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(flag: &str, message: &str, notes: &[&str]) -> Diagnostic {
        let at = |line| Some(Location { file: Path::new("c.c").into(), line, column: 13 });
        let note = |message: &&str| Note { at: at(2), message: (*message).to_owned() };
        Diagnostic {
            severity: Severity::Warning,
            at: at(6),
            flag: flag.into(),
            message: message.to_owned(),
            notes: notes.iter().map(note).collect(),
        }
    }

    const OVERFLOW: &str = "overflow in expression; result is -2'147'483'648 with type 'int'";

    #[test]
    fn what_clang_says_is_read() {
        let read =
            |flag, message, notes: &[&str]| warning(&said(flag, message, notes), Path::new("/a b"));
        let found = read("integer-overflow", OVERFLOW, &["expanded from macro 'BIG'"]);
        let found = found.expect("a warning");
        assert_eq!((&*found.file, found.line), (Path::new("/a b/c.c"), 6));
        assert_eq!(found.operators.iter().map(|at| at.line).collect::<Vec<_>>(), [6, 2]);
        assert_eq!(found.kind, Kind::Overflow { result: -2_147_483_648, bits: 32 });
        let found = read("shift-count-negative", "shift count is negative", &[]);
        assert_eq!(found.expect("a warning").kind, Kind::ShiftNegative);
        assert_eq!(read("unused-variable", OVERFLOW, &[]), None);
        // A source may choose the flag, but not that there is no such note.
        let note = "from 'diagnose_if' attribute on 'f':";
        assert_eq!(read("integer-overflow", OVERFLOW, &[note]), None);
    }

    #[test]
    fn names_of_types_are_not_taken_for_types() {
        let bits = |ty: &str| {
            let message = format!("overflow in expression; result is 1 with type {ty}");
            match kind_of("integer-overflow", &message) {
                Some(Kind::Overflow { bits, .. }) => bits,
                other => panic!("{other:?}"),
            }
        };
        assert_eq!(bits("'long'"), 64);
        assert_eq!(bits("'ticks' (aka 'long long')"), 64);
        assert_eq!(bits("'long_ago' (aka 'int')"), 32);
        assert_eq!(bits("'furlong'"), 32);
    }

    #[test]
    fn the_number_behind_a_shift_is_read() {
        assert_eq!(amount("<< 33;"), Some(33));
        assert_eq!(amount("<<= -4)"), Some(-4));
        assert_eq!(amount("<< WIDTH"), None);
    }
}
