//! Faults of constant expressions, which clang folds away: `INT_MAX + 1`, `1 << 32`, `1 / 0`.
//!
//! Clang warns of them, and leaves their result or a poison value in the bitcode. Where an
//! instruction has that for an operand, the operation is put back before it, as one that fails in
//! the same way: whether it is ever executed is for the engine to find out.
//!
//! Invariant: a warning without such an instruction (dead code, operands of `sizeof`) leaves no trace.

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
    "-fno-caret-diagnostics",
    "-fdiagnostics-show-option",
    "-fdiagnostics-absolute-paths",
];

/// Lines that one expression may have above the operator that clang warns of.
const LINES_ABOVE: u32 = 8;

#[derive(Clone, Debug, PartialEq, Eq)]
struct Warning {
    file: PathBuf,
    line: u32,
    /// Where the operator is written, which may be in a macro.
    operator: (PathBuf, u32, u32),
    kind: Kind,
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

/// Puts operations back that clang warned of when it compiled a program. `text` gives what is in a
/// file.
pub fn restore(program: &mut Program, said: &str, text: &dyn Fn(&Path) -> Option<String>) {
    for warning in warnings(said) {
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
}

/// The lines of what clang said that matter here.
pub fn relevant(said: &str) -> String {
    let is_option = |line: &str| FLAGS.iter().any(|flag| line.ends_with(&format!("[{flag}]")));
    let mut lines = Vec::new();
    let mut is_told = false;
    for line in said.lines() {
        let is_more = line.contains(": note: expanded from macro");
        is_told = if is_more { is_told } else { is_option(line) };
        if is_told {
            lines.push(line);
        }
    }
    lines.join("\n")
}

/// What clang said, as far as it matters here.
fn warnings(said: &str) -> Vec<Warning> {
    let mut found: Vec<Warning> = Vec::new();
    let mut is_last = false;
    for line in said.lines() {
        if let Some((at, _)) = line.split_once(": note: expanded from macro")
            && let (Some(at), Some(last)) = (place_of(at), found.last_mut())
        {
            if is_last {
                last.operator = at;
            }
            continue;
        }
        let Some((at, message)) = line.split_once(": warning: ") else { continue };
        let warning = place_of(at).zip(kind_of(message)).map(|(operator, kind)| Warning {
            file: operator.0.clone(),
            line: operator.1,
            operator,
            kind,
        });
        is_last = warning.is_some();
        found.extend(warning);
    }
    found
}

/// `file:line:column`.
fn place_of(text: &str) -> Option<(PathBuf, u32, u32)> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, line) = rest.rsplit_once(':')?;
    Some((file.into(), line.parse().ok()?, column.parse().ok()?))
}

fn kind_of(message: &str) -> Option<Kind> {
    let (message, option) = message.rsplit_once(" [-W")?;
    match option.trim_end_matches(']') {
        "integer-overflow" => {
            let (_, result) = message.split_once("result is ")?;
            let (result, ty) = result.split_once(" with type ")?;
            let result = result.replace('\'', "").parse().ok()?;
            let bits = if ty.contains("long") { 64 } else { 32 };
            Some(Kind::Overflow { result, bits })
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
        source.name == file || source.path() == file || file.ends_with(&source.name)
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
    let (file, line, column) = &warning.operator;
    let source = text(file).unwrap_or_default();
    let index = |number: u32| usize::try_from(number.saturating_sub(1)).unwrap_or(usize::MAX);
    let written = source.lines().nth(index(*line)).and_then(|line| line.get(index(*column)..));
    let written = written.unwrap_or_default();
    let operator = written.chars().next().unwrap_or('+');
    let ty = match (warning.kind, operand) {
        (Kind::Overflow { bits, .. }, _) => program.types.int(bits),
        (_, Some(Operand::Const(id))) => program.const_of(id).ty,
        (_, Some(Operand::Reg(_)) | None) => program.types.int(32),
    };
    let bits = int_bits(program, ty).unwrap_or(32).clamp(1, 64);
    let largest = u64::MAX >> (65 - bits);
    let (mask, smallest) = (u64::MAX >> (64 - bits), largest + 1);
    let (op, a, b) = match (warning.kind, operator) {
        (Kind::Overflow { .. }, '-') => (BinaryOp::Sub, smallest, 1),
        (Kind::Overflow { .. }, '*') => (BinaryOp::Mul, largest, 2),
        (Kind::Overflow { .. }, _) => (BinaryOp::Add, largest, 1),
        (Kind::Division, '%') => (BinaryOp::SRem, 1, 0),
        (Kind::Division, _) => (BinaryOp::SDiv, 1, 0),
        (Kind::ShiftTooFar, operator) => {
            let op = if operator == '>' { BinaryOp::AShr } else { BinaryOp::Shl };
            let said = amount(written).filter(|amount| *amount >= i64::from(bits));
            (op, 1, said.map_or(u64::from(bits), i64::cast_unsigned) & mask)
        }
        (Kind::ShiftNegative, operator) => {
            let op = if operator == '>' { BinaryOp::AShr } else { BinaryOp::Shl };
            let said = amount(written).filter(|amount| *amount < 0);
            (op, 1, said.unwrap_or(-1).cast_unsigned() & mask)
        }
    };
    let nsw = matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul);
    let flags = ArithFlags { nsw, ..ArithFlags::default() };
    let [a, b] = [a, b].map(|bits| Operand::Const(program.consts.intern(ty, ConstKind::Int(bits))));
    (Op::Binary { op, flags, a, b }, ty)
}

/// The number behind the operator of a shift, if it is written there.
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

/// Takes the result of the operation that stands at a place for a poison value that was found behind it.
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

    #[test]
    fn what_clang_says_is_read() {
        let said = "/a b/c.c:6:13: warning: overflow in expression; result is -2'147'483'648 with \
                    type 'int' [-Winteger-overflow]\n\
                    /a b/c.c:2:22: note: expanded from macro 'BIG'\n\
                    /a b/c.c:7:1: warning: unused variable 'x' [-Wunused-variable]\n\
                    /a b/c.c:8:9: warning: shift count is negative [-Wshift-count-negative]\n";
        let found = warnings(said);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].line, found[0].operator.1, found[0].operator.2), (6, 2, 22));
        assert_eq!(found[0].kind, Kind::Overflow { result: -2_147_483_648, bits: 32 });
        assert_eq!(found[1].kind, Kind::ShiftNegative);
    }

    #[test]
    fn the_number_behind_a_shift_is_read() {
        assert_eq!(amount("<< 33;"), Some(33));
        assert_eq!(amount("<<= -4)"), Some(-4));
        assert_eq!(amount("<< WIDTH"), None);
    }
}
