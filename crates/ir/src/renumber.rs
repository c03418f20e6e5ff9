//! Copying parts of a program into another one: every id that a part holds becomes another.
//!
//! Who copies says what each id becomes, through [`Renumber`]; the walks here find all ids that a part
//! holds. Their matches name all cases, so that a new one cannot be forgotten.

use crate::consts::{ConstExpr, ConstKind};
use crate::ids::{ConstId, FileId, FuncId, ScopeId, SourceTypeId, SpanId, TypeId};
use crate::inst::{Call, Callee, Inst, Op, Operand, ParamAttrs};
use crate::program::{Function, Global};
use crate::source::{Scope, SourceType, Span, Variable};
use crate::types::{FuncType, Type};

/// What ids of one program are in another.
pub trait Renumber {
    fn ty(&mut self, id: TypeId) -> TypeId;
    fn constant(&mut self, id: ConstId) -> ConstId;
    /// What is called where this function was.
    fn callee(&mut self, id: FuncId) -> Callee;
    fn span(&mut self, id: SpanId) -> SpanId;
    fn scope(&mut self, id: ScopeId) -> ScopeId;
    fn source_type(&mut self, id: SourceTypeId) -> SourceTypeId;
    fn file(&mut self, id: FileId) -> FileId;
}

/// Renumbers a function with its body.
pub fn function(map: &mut impl Renumber, function: &mut Function) {
    function.ty = map.ty(function.ty);
    function.param_attrs.iter_mut().for_each(|one| attrs(map, one));
    attrs(map, &mut function.ret_attrs);
    function.regs.iter_mut().for_each(|ty| *ty = map.ty(*ty));
    function.slots.iter_mut().for_each(|slot| slot.ty = map.ty(slot.ty));
    function.insts.iter_mut().for_each(|one| inst(map, one));
    function.vars.iter_mut().for_each(|one| variable(map, one));
    if let Some(source) = &mut function.source {
        source.ty = map.source_type(source.ty);
        source.span = map.span(source.span);
        source.scope = map.scope(source.scope);
    }
}

/// Renumbers a global variable with its initial value.
pub fn global(map: &mut impl Renumber, global: &mut Global) {
    global.ty = map.ty(global.ty);
    global.init = global.init.map(|init| map.constant(init));
    if let Some(source) = &mut global.source {
        source.ty = map.source_type(source.ty);
        source.span = map.span(source.span);
        source.scope = source.scope.map(|scope| map.scope(scope));
    }
}

pub fn ty(map: &mut impl Renumber, ty: &Type) -> Type {
    match ty {
        Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Opaque => ty.clone(),
        Type::Vector { elem, len } => Type::Vector { elem: map.ty(*elem), len: *len },
        Type::Array { elem, len } => Type::Array { elem: map.ty(*elem), len: *len },
        Type::Struct { fields, packed } => Type::Struct {
            fields: fields.iter().map(|field| map.ty(*field)).collect(),
            packed: *packed,
        },
        Type::Function(FuncType { ret, params, variadic }) => Type::Function(FuncType {
            ret: map.ty(*ret),
            params: params.iter().map(|param| map.ty(*param)).collect(),
            variadic: *variadic,
        }),
    }
}

/// Renumbers the constants and types that a constant is made of. The caller renumbers symbols and blocks.
pub fn constant(map: &mut impl Renumber, kind: &ConstKind) -> ConstKind {
    match kind {
        ConstKind::Int(_)
        | ConstKind::WideInt(_)
        | ConstKind::Float(_)
        | ConstKind::Null
        | ConstKind::Undef
        | ConstKind::Poison
        | ConstKind::Zero
        | ConstKind::Data(_)
        | ConstKind::Global(_)
        | ConstKind::Func(_)
        | ConstKind::Alias(_)
        | ConstKind::Block(..) => kind.clone(),
        ConstKind::Aggregate(elements) => {
            ConstKind::Aggregate(elements.iter().map(|e| map.constant(*e)).collect())
        }
        ConstKind::Expr(one) => ConstKind::Expr(expr(map, one)),
    }
}

fn expr(map: &mut impl Renumber, expr: &ConstExpr) -> ConstExpr {
    let mut c = |id: &ConstId| map.constant(*id);
    match expr {
        ConstExpr::Cast(op, value) => ConstExpr::Cast(*op, c(value)),
        ConstExpr::Gep { source, base, indices, inbounds } => {
            let (base, indices) = (c(base), indices.iter().map(c).collect());
            ConstExpr::Gep { source: map.ty(*source), base, indices, inbounds: *inbounds }
        }
        ConstExpr::Binary(op, a, b) => ConstExpr::Binary(*op, c(a), c(b)),
        ConstExpr::Icmp(pred, a, b) => ConstExpr::Icmp(*pred, c(a), c(b)),
        ConstExpr::Fcmp(pred, a, b) => ConstExpr::Fcmp(*pred, c(a), c(b)),
        ConstExpr::Select(cond, a, b) => ConstExpr::Select(c(cond), c(a), c(b)),
        ConstExpr::ExtractElement(vector, index) => ConstExpr::ExtractElement(c(vector), c(index)),
        ConstExpr::InsertElement(vector, value, index) => {
            ConstExpr::InsertElement(c(vector), c(value), c(index))
        }
        ConstExpr::Shuffle(a, b, mask) => ConstExpr::Shuffle(c(a), c(b), mask.clone()),
    }
}

fn inst(map: &mut impl Renumber, inst: &mut Inst) {
    inst.span = map.span(inst.span);
    inst.op.for_each_operand_mut(|operand| {
        if let Operand::Const(id) = operand {
            *id = map.constant(*id);
        }
    });
    match &mut inst.op {
        Op::Alloca { ty, .. } | Op::Load { ty, .. } | Op::VaArg { ty, .. } => *ty = map.ty(*ty),
        Op::Gep { source: ty, .. } | Op::Cast { to: ty, .. } => *ty = map.ty(*ty),
        Op::Switch { cases, .. } => {
            cases.iter_mut().for_each(|(value, _)| *value = map.constant(*value));
        }
        Op::Call(one) => call(map, one),
        Op::SlotLoad { .. }
        | Op::SlotStore { .. }
        | Op::SlotReset { .. }
        | Op::Store { .. }
        | Op::CmpXchg { .. }
        | Op::AtomicRmw { .. }
        | Op::Fence
        | Op::Binary { .. }
        | Op::FNeg { .. }
        | Op::Icmp { .. }
        | Op::Fcmp { .. }
        | Op::Select { .. }
        | Op::Freeze { .. }
        | Op::Phi { .. }
        | Op::ExtractValue { .. }
        | Op::InsertValue { .. }
        | Op::ExtractElement { .. }
        | Op::InsertElement { .. }
        | Op::Shuffle { .. }
        | Op::Intrinsic { .. }
        | Op::Ret { .. }
        | Op::Br { .. }
        | Op::CondBr { .. }
        | Op::IndirectBr { .. }
        | Op::Unreachable => {}
    }
}

fn call(map: &mut impl Renumber, call: &mut Call) {
    call.ty = map.ty(call.ty);
    call.arg_attrs.iter_mut().for_each(|one| attrs(map, one));
    if let Callee::Direct(function) = call.callee {
        call.callee = map.callee(function);
    }
}

fn attrs(map: &mut impl Renumber, attrs: &mut ParamAttrs) {
    attrs.byval = attrs.byval.map(|ty| map.ty(ty));
    attrs.sret = attrs.sret.map(|ty| map.ty(ty));
}

fn variable(map: &mut impl Renumber, variable: &mut Variable) {
    variable.ty = map.source_type(variable.ty);
    variable.scope = variable.scope.map(|scope| map.scope(scope));
    variable.span = map.span(variable.span);
}

pub fn scope(map: &mut impl Renumber, scope: &Scope) -> Scope {
    Scope {
        parent: scope.parent.map(|parent| map.scope(parent)),
        file: scope.file.map(|file| map.file(file)),
        ..scope.clone()
    }
}

pub fn span(map: &mut impl Renumber, span: &Span) -> Span {
    Span {
        file: span.file.map(|file| map.file(file)),
        scope: span.scope.map(|scope| map.scope(scope)),
        inlined_at: span.inlined_at.map(|at| map.span(at)),
        ..*span
    }
}

pub fn source_type(map: &mut impl Renumber, ty: &SourceType) -> SourceType {
    let mut ty = ty.clone();
    match &mut ty {
        SourceType::Void | SourceType::Base { .. } | SourceType::Pending => {}
        SourceType::Pointer { to, .. }
        | SourceType::Typedef { to, .. }
        | SourceType::Qualified { to, .. } => *to = map.source_type(*to),
        SourceType::Record { fields, .. } => {
            fields.iter_mut().for_each(|field| field.ty = map.source_type(field.ty));
        }
        SourceType::Enum { base, .. } => *base = base.map(|base| map.source_type(base)),
        SourceType::Array { elem, .. } | SourceType::Vector { elem, .. } => {
            *elem = map.source_type(*elem);
        }
        SourceType::Function { ret, params, .. } => {
            *ret = map.source_type(*ret);
            params.iter_mut().for_each(|param| *param = map.source_type(*param));
        }
    }
    ty
}
