//! Writes the bodies of functions.

use super::names::quote;
use super::print::{Printer, put};
use crate::consts::ConstKind;
use crate::ids::{Id, RegId, SlotId, SpanId, TypeId};
use crate::inst::{Access, Call, Callee, Inst, Op, Operand, ParamAttrs};
use crate::program::Function;
use crate::source::{Place, Variable};
use crate::types::Type;
use std::fmt::Write;

/// The type that an instruction's text gives its result.
enum Natural {
    Unsaid,
    Is(Option<TypeId>),
    Ptr,
    Bool,
}

/// Where the places in the source start on a line.
const PLACE_COLUMN: usize = 56;

impl Printer<'_> {
    pub(super) fn body(&mut self, function: &Function) {
        for (id, slot) in function.slots.enumerate() {
            put!(self, "  slot {id}: ");
            self.ty(slot.ty);
            let at = |v: &&Variable| v.place == Place::Slot(id);
            if let Some(variable) = function.vars.iter().find(at) {
                put!(self, " ; {}", variable.name.escape_debug());
            }
            put!(self, "\n");
        }
        if !self.pretty {
            self.unassigned(function);
            for (id, variable) in function.vars.enumerate() {
                put!(self, "  var {id} ");
                self.variable(variable);
            }
        }
        let mut last_place = None;
        for (id, block) in function.blocks.enumerate() {
            put!(self, "{id}:\n");
            let len = usize::try_from(block.len).unwrap_or(usize::MAX);
            let insts = function.insts.as_slice().iter().skip(block.first.index()).take(len);
            for inst in insts {
                let start = self.out.len();
                put!(self, "  ");
                self.inst(function, inst);
                if self.pretty {
                    let place = self.place(inst.span).filter(|p| last_place.as_ref() != Some(p));
                    if let Some(place) = place {
                        let width = self.out[start..].chars().count();
                        let gap = PLACE_COLUMN.saturating_sub(width).max(1);
                        put!(self, "{:gap$}; {place}", "");
                        last_place = Some(place);
                    }
                } else if inst.span != SpanId::from_index(0) {
                    put!(self, " !{}", inst.span);
                }
                put!(self, "\n");
            }
        }
    }

    /// A place as compilers print it, fit for a comment.
    pub(super) fn place(&self, span: SpanId) -> Option<String> {
        let source = &self.program.source;
        let known = source.spans.get(span).filter(|span| {
            span.line > 0 && span.file.is_some_and(|file| source.files.get(file).is_some())
        });
        known.map(|_| source.describe(span).escape_debug().to_string())
    }

    fn unassigned(&mut self, function: &Function) {
        let mut assigned = vec![false; function.regs.len()];
        if let Some(Type::Function(ty)) = self.program.types.try_get(function.ty) {
            let params = function.regs.iter().zip(&ty.params).zip(&mut assigned);
            params.for_each(|((reg, param), assigned)| *assigned = reg == param);
        }
        for reg in function.insts.iter().filter_map(|inst| inst.result) {
            if let Some(assigned) = assigned.get_mut(reg.index()) {
                *assigned = true;
            }
        }
        for (reg, ty) in function.regs.enumerate().filter(|(reg, _)| !assigned[reg.index()]) {
            put!(self, "  reg {reg}: ");
            self.ty(*ty);
            put!(self, "\n");
        }
    }

    fn variable(&mut self, variable: &Variable) {
        put!(self, "{}: {} in ", quote(variable.name.as_bytes()), variable.ty);
        match variable.place {
            Place::Slot(slot) => put!(self, "{slot}"),
            Place::Memory(reg) => put!(self, "memory {reg}"),
            Place::Unknown => put!(self, "unknown"),
        }
        if let Some(scope) = variable.scope {
            put!(self, " {scope}");
        }
        if let Some(parameter) = variable.parameter {
            put!(self, " param {parameter}");
        }
        if variable.span != SpanId::from_index(0) {
            put!(self, " !{}", variable.span);
        }
        put!(self, "\n");
    }

    fn inst(&mut self, function: &Function, inst: &Inst) {
        let start = self.out.len();
        let result = inst.result.and_then(|reg| function.regs.get(reg).copied());
        let natural = self.op(function, &inst.op, result);
        let Some(reg) = inst.result else { return };
        let op = self.out.split_off(start);
        put!(self, "{reg}");
        let known = result.and_then(|ty| self.program.types.try_get(ty));
        let said = match natural {
            Natural::Unsaid => false,
            Natural::Is(ty) => ty == result,
            Natural::Ptr => known == Some(&Type::Ptr),
            Natural::Bool => known == Some(&Type::Int(1)),
        };
        if let (false, Some(result)) = (said, result) {
            put!(self, ": ");
            self.ty(result);
        }
        put!(self, " = {op}");
    }

    fn op(&mut self, function: &Function, op: &Op, result: Option<TypeId>) -> Natural {
        let ty = |operand: &Operand| type_of(self.program, function, operand);
        match op {
            Op::SlotLoad { slot } => {
                put!(self, "load.slot {slot}");
                return Natural::Is(slot_type(function, *slot));
            }
            Op::SlotStore { slot, value } => {
                put!(self, "store.slot {slot}, ");
                self.operand(value, slot_type(function, *slot));
            }
            Op::SlotReset { slot } => put!(self, "reset.slot {slot}"),
            Op::Alloca { ty, count, align } => {
                put!(self, "alloca ");
                self.ty(*ty);
                if !self.is_one(count) {
                    put!(self, ", ");
                    self.typed(function, count);
                }
                self.align(*align);
                return Natural::Ptr;
            }
            Op::Load { ty, ptr, access } => {
                put!(self, "load ");
                self.access(access);
                self.ty(*ty);
                put!(self, ", ");
                self.pointer(ptr);
                self.align(access.align);
                return Natural::Is(Some(*ty));
            }
            Op::Store { value, ptr, access } => {
                put!(self, "store ");
                self.access(access);
                self.typed(function, value);
                put!(self, ", ");
                self.pointer(ptr);
                self.align(access.align);
            }
            Op::Gep { source, base, indices, inbounds } => {
                put!(self, "gep {}", if *inbounds { "inbounds " } else { "" });
                self.ty(*source);
                put!(self, ", ");
                self.pointer(base);
                for index in indices {
                    put!(self, ", ");
                    self.typed(function, index);
                }
                return Natural::Ptr;
            }
            Op::CmpXchg { ptr, expected, new, access } => {
                put!(self, "cmpxchg ");
                self.access(access);
                self.pointer(ptr);
                put!(self, ", ");
                self.typed_list(function, &[*expected, *new]);
                self.align(access.align);
            }
            Op::AtomicRmw { op, ptr, value, access } => {
                let natural = ty(value);
                put!(self, "atomicrmw ");
                self.access(access);
                put!(self, "{} ", op.name());
                self.pointer(ptr);
                put!(self, ", ");
                self.typed(function, value);
                self.align(access.align);
                return Natural::Is(natural);
            }
            Op::Fence => put!(self, "fence"),
            Op::Binary { op, flags, a, b } => {
                let shared = result.or_else(|| ty(a));
                put!(self, "{} ", op.name());
                for (set, word) in
                    [(flags.nuw, "nuw "), (flags.nsw, "nsw "), (flags.exact, "exact ")]
                {
                    put!(self, "{}", if set { word } else { "" });
                }
                self.sharing(shared, &[*a, *b]);
                return Natural::Is(shared);
            }
            Op::FNeg { value } => {
                let shared = result.or_else(|| ty(value));
                put!(self, "fneg ");
                self.sharing(shared, &[*value]);
                return Natural::Is(shared);
            }
            Op::Icmp { pred, a, b } => {
                let shared = ty(a);
                put!(self, "icmp {} ", pred.name());
                self.sharing(shared, &[*a, *b]);
                return Natural::Bool;
            }
            Op::Fcmp { pred, a, b } => {
                let shared = ty(a);
                put!(self, "fcmp {} ", pred.name());
                self.sharing(shared, &[*a, *b]);
                return Natural::Bool;
            }
            Op::Cast { op, value, to } => {
                put!(self, "{} ", op.name());
                self.typed(function, value);
                put!(self, " to ");
                self.ty(*to);
                return Natural::Is(Some(*to));
            }
            Op::Select { cond, then, other } => {
                let shared = result.or_else(|| ty(then));
                put!(self, "select ");
                self.condition(cond);
                put!(self, ", ");
                self.sharing(shared, &[*then, *other]);
                return Natural::Is(shared);
            }
            Op::Freeze { value } => {
                let shared = result.or_else(|| ty(value));
                put!(self, "freeze ");
                self.sharing(shared, &[*value]);
                return Natural::Is(shared);
            }
            Op::Phi { incoming } => {
                put!(self, "phi ");
                self.shared_type(result);
                for (at, (from, value)) in incoming.iter().enumerate() {
                    put!(self, "{}[{from}: ", if at > 0 { ", " } else { " " });
                    self.operand(value, result);
                    put!(self, "]");
                }
                return Natural::Is(result);
            }
            Op::ExtractValue { aggregate, path } => {
                put!(self, "extractvalue ");
                self.typed(function, aggregate);
                self.path(path);
            }
            Op::InsertValue { aggregate, value, path } => {
                let natural = ty(aggregate);
                put!(self, "insertvalue ");
                self.typed_list(function, &[*aggregate, *value]);
                self.path(path);
                return Natural::Is(natural);
            }
            Op::ExtractElement { vector, index } => {
                put!(self, "extractelement ");
                self.typed_list(function, &[*vector, *index]);
            }
            Op::InsertElement { vector, value, index } => {
                let natural = ty(vector);
                put!(self, "insertelement ");
                self.typed_list(function, &[*vector, *value, *index]);
                return Natural::Is(natural);
            }
            Op::Shuffle { a, b, mask } => {
                put!(self, "shuffle ");
                self.typed_list(function, &[*a, *b]);
                put!(self, ", ");
                self.mask(mask);
            }
            Op::Call(call) => {
                self.call(function, call);
                let ty = self.program.types.try_get(call.ty);
                return match ty {
                    Some(Type::Function(ty)) => Natural::Is(Some(ty.ret)),
                    _ => Natural::Unsaid,
                };
            }
            Op::Intrinsic { which, args } => {
                put!(self, "intrinsic {}(", which.name());
                self.typed_list(function, args);
                put!(self, ")");
            }
            Op::VaArg { list, ty } => {
                put!(self, "va_arg ");
                self.pointer(list);
                put!(self, ", ");
                self.ty(*ty);
                return Natural::Is(Some(*ty));
            }
            Op::Ret { value: None } => put!(self, "ret void"),
            Op::Ret { value: Some(value) } => {
                put!(self, "ret ");
                self.typed(function, value);
            }
            Op::Br { target } => put!(self, "br {target}"),
            Op::CondBr { cond, then, other } => {
                put!(self, "condbr ");
                self.condition(cond);
                put!(self, ", {then}, {other}");
            }
            Op::Switch { value, default, cases } => {
                let shared = ty(value);
                put!(self, "switch ");
                self.sharing(shared, &[*value]);
                put!(self, ", {default} [");
                for (at, (case, target)) in cases.iter().enumerate() {
                    put!(self, "{}", if at > 0 { ", " } else { "" });
                    self.constant(*case, shared);
                    put!(self, ": {target}");
                }
                put!(self, "]");
            }
            Op::IndirectBr { address, targets } => {
                put!(self, "indirectbr ");
                self.pointer(address);
                let targets: Vec<_> = targets.iter().map(|t| t.to_string()).collect();
                put!(self, ", [{}]", targets.join(", "));
            }
            Op::Unreachable => put!(self, "unreachable"),
        }
        Natural::Unsaid
    }

    fn call(&mut self, function: &Function, call: &Call) {
        let program = self.program;
        put!(self, "call ");
        let plain = match program.types.try_get(call.ty) {
            Some(Type::Function(ty)) if !ty.variadic => {
                let args = call.args.iter().map(|arg| type_of(program, function, arg));
                let returns = program.types.try_get(ty.ret);
                let function = matches!(returns, Some(Type::Function(_)));
                let same = args.eq(ty.params.iter().map(|param| Some(*param)));
                Some(ty.ret).filter(|_| same && !function)
            }
            _ => None,
        };
        // The arguments say the type of the function, unless it is variadic.
        self.ty(plain.unwrap_or(call.ty));
        match &call.callee {
            Callee::Direct(id) => {
                put!(self, " ");
                self.function_name(*id);
            }
            Callee::Indirect(callee) => {
                put!(self, " *");
                self.pointer(callee);
            }
            Callee::Asm { text, constraints, side_effects } => {
                let effects = if *side_effects { "sideeffect " } else { "" };
                let (text, constraints) = (quote(text.as_bytes()), quote(constraints.as_bytes()));
                put!(self, " asm {effects}{text}, {constraints} ");
            }
        }
        put!(self, "(");
        for (at, arg) in call.args.iter().enumerate() {
            put!(self, "{}", if at > 0 { ", " } else { "" });
            let attrs = call.arg_attrs.get(at).copied().unwrap_or_default();
            if attrs != ParamAttrs::default() {
                self.param_attrs(&attrs);
                put!(self, " ");
            }
            self.typed(function, arg);
        }
        put!(self, ")");
        put!(self, "{}", if call.noreturn { " noreturn" } else { "" });
        put!(self, "{}", if call.returns_twice { " returns_twice" } else { "" });
    }

    fn is_one(&self, operand: &Operand) -> bool {
        let Operand::Const(id) = operand else { return false };
        let Some(constant) = self.program.consts.try_get(*id) else { return false };
        constant.kind == ConstKind::Int(1)
            && self.program.types.try_get(constant.ty) == Some(&Type::Int(32))
    }

    fn operand(&mut self, operand: &Operand, expected: Option<TypeId>) {
        match operand {
            Operand::Reg(reg) => put!(self, "{reg}"),
            Operand::Const(id) => self.constant(*id, expected),
        }
    }

    fn typed(&mut self, function: &Function, operand: &Operand) {
        let ty = match operand {
            Operand::Reg(reg) => reg_type(function, *reg),
            Operand::Const(_) => None,
        };
        if let Some(ty) = ty {
            self.ty(ty);
            put!(self, " ");
        }
        self.operand(operand, None);
    }

    fn typed_list(&mut self, function: &Function, operands: &[Operand]) {
        for (at, operand) in operands.iter().enumerate() {
            put!(self, "{}", if at > 0 { ", " } else { "" });
            self.typed(function, operand);
        }
    }

    /// One type, then operands that have it.
    fn sharing(&mut self, ty: Option<TypeId>, operands: &[Operand]) {
        self.shared_type(ty);
        for (at, operand) in operands.iter().enumerate() {
            put!(self, "{}", if at > 0 { ", " } else { " " });
            self.operand(operand, ty);
        }
    }

    fn shared_type(&mut self, ty: Option<TypeId>) {
        match ty {
            Some(ty) => self.ty(ty),
            None => put!(self, "void"),
        }
    }

    fn expecting(&mut self, operand: &Operand, expected: &Type) {
        self.operand(operand, self.program.types.find(expected));
    }

    fn pointer(&mut self, operand: &Operand) {
        self.expecting(operand, &Type::Ptr);
    }

    fn condition(&mut self, operand: &Operand) {
        self.expecting(operand, &Type::Int(1));
    }

    fn access(&mut self, access: &Access) {
        put!(self, "{}", if access.volatile { "volatile " } else { "" });
        put!(self, "{}", if access.atomic { "atomic " } else { "" });
    }

    fn align(&mut self, align: u32) {
        if align != 0 {
            put!(self, ", align {align}");
        }
    }

    fn path(&mut self, path: &[u32]) {
        for step in path {
            put!(self, ", {step}");
        }
    }
}

fn slot_type(function: &Function, slot: SlotId) -> Option<TypeId> {
    function.slots.get(slot).map(|slot| slot.ty)
}

fn type_of(
    program: &crate::program::Program,
    function: &Function,
    operand: &Operand,
) -> Option<TypeId> {
    match operand {
        Operand::Reg(reg) => reg_type(function, *reg),
        Operand::Const(id) => program.consts.try_get(*id).map(|constant| constant.ty),
    }
}

fn reg_type(function: &Function, reg: RegId) -> Option<TypeId> {
    function.regs.get(reg).copied()
}
