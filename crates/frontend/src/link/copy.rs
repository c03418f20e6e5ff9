//! Moving the parts of one unit into the joined program.
//!
//! A [`Mapper`] knows for each id of the unit what it is in the joined program. Every
//! id that a part holds goes through it; the matches over operations and constants
//! name all cases, so that a new one cannot be forgotten.

use super::resolve::{Places, Resolution, Symbol, Target, base_symbol};
use margay_ir::source::{
    Field, FunctionSource, GlobalSource, Scope, SourceFile, SourceType, Variable,
};
use margay_ir::{
    Alias, AliasId, Call, Callee, Const, ConstExpr, ConstId, ConstKind, FileId, FuncId, FuncType,
    Function, Global, Id, Inst, Linkage, Op, Operand, ParamAttrs, Program, ScopeId, SourceTypeId,
    Span, SpanId, Type, TypeId,
};
use std::collections::HashMap;

pub struct Mapper<'a> {
    places: &'a Places,
    resolution: &'a Resolution,
    out: &'a mut Program,
    types: Vec<TypeId>,
    consts: Vec<ConstId>,
    files: Vec<FileId>,
    /// Ids of these tables move by a fixed distance.
    first_scope: usize,
    first_source_type: usize,
    /// Spans move too, but for the unknown place, which is shared.
    first_span: usize,
}

impl<'a> Mapper<'a> {
    /// Copies the tables of a unit: its types, constants and source map.
    pub fn new(
        unit: &Program,
        places: &'a Places,
        resolution: &'a Resolution,
        out: &'a mut Program,
    ) -> Self {
        let mut mapper = Mapper {
            places,
            resolution,
            types: Vec::new(),
            consts: Vec::new(),
            files: Vec::new(),
            first_scope: out.source.scopes.len(),
            first_source_type: out.source.types.len(),
            first_span: out.source.spans.len(),
            out,
        };
        for (_, ty) in unit.types.iter() {
            let ty = mapper.map_type(ty);
            mapper.types.push(mapper.out.types.intern(ty));
        }
        for (_, constant) in unit.consts.iter() {
            let constant = mapper.map_const(constant);
            mapper.consts.push(constant);
        }
        mapper.copy_source(unit);
        mapper
    }

    pub fn global(&mut self, global: &Global, linkage: Linkage) -> Global {
        Global {
            linkage,
            ty: self.ty(global.ty),
            init: global.init.map(|init| self.constant(init)),
            source: global.source.as_ref().map(|source| GlobalSource {
                name: source.name.clone(),
                ty: self.source_type(source.ty),
                span: self.span(source.span),
                scope: source.scope.map(|scope| self.scope(scope)),
            }),
            ..global.clone()
        }
    }

    pub fn alias(&mut self, unit: &Program, id: AliasId) -> Alias {
        let alias = unit.aliases[id].clone();
        Alias { target: self.alias_target(unit, alias.target), ty: self.ty(alias.ty), ..alias }
    }

    /// Takes the body out of the unit, which is not needed any more.
    pub fn function(&mut self, function: &mut Function, linkage: Linkage) -> Function {
        let mut insts = std::mem::take(&mut function.insts);
        insts.iter_mut().for_each(|inst| self.inst(inst));
        let mut vars = std::mem::take(&mut function.vars);
        vars.iter_mut().for_each(|var| self.variable(var));
        let mut slots = std::mem::take(&mut function.slots);
        slots.iter_mut().for_each(|slot| slot.ty = self.ty(slot.ty));
        let mut regs = std::mem::take(&mut function.regs);
        regs.iter_mut().for_each(|ty| *ty = self.ty(*ty));
        Function {
            name: std::mem::take(&mut function.name),
            linkage,
            ty: self.ty(function.ty),
            param_attrs: function.param_attrs.iter().map(|attrs| self.attrs(*attrs)).collect(),
            ret_attrs: self.attrs(function.ret_attrs),
            attrs: function.attrs,
            regs,
            slots,
            blocks: std::mem::take(&mut function.blocks),
            insts,
            vars,
            source: function.source.take().map(|source| FunctionSource {
                name: source.name,
                ty: self.source_type(source.ty),
                span: self.span(source.span),
                scope: self.scope(source.scope),
            }),
        }
    }

    fn ty(&self, id: TypeId) -> TypeId {
        self.types[id.index()]
    }

    fn constant(&self, id: ConstId) -> ConstId {
        self.consts[id.index()]
    }

    fn span(&self, id: SpanId) -> SpanId {
        match id.index() {
            0 => self.out.source.unknown(),
            index => SpanId::from_index(self.first_span + index - 1),
        }
    }

    fn scope(&self, id: ScopeId) -> ScopeId {
        ScopeId::from_index(self.first_scope + id.index())
    }

    fn source_type(&self, id: SourceTypeId) -> SourceTypeId {
        SourceTypeId::from_index(self.first_source_type + id.index())
    }

    fn symbol(&mut self, target: Target) -> ConstId {
        let kind = match target {
            Target::Global(id) => ConstKind::Global(id),
            Target::Func(id) => ConstKind::Func(id),
            Target::Alias(id) => ConstKind::Alias(id),
        };
        let ptr = self.out.types.ptr();
        self.out.consts.intern(ptr, kind)
    }
}

// Types and constants.
impl Mapper<'_> {
    fn map_type(&self, ty: &Type) -> Type {
        match ty {
            Type::Void | Type::Int(_) | Type::Float(_) | Type::Ptr | Type::Opaque => ty.clone(),
            Type::Vector { elem, len } => Type::Vector { elem: self.ty(*elem), len: *len },
            Type::Array { elem, len } => Type::Array { elem: self.ty(*elem), len: *len },
            Type::Struct { fields, packed } => Type::Struct {
                fields: fields.iter().map(|field| self.ty(*field)).collect(),
                packed: *packed,
            },
            Type::Function(FuncType { ret, params, variadic }) => Type::Function(FuncType {
                ret: self.ty(*ret),
                params: params.iter().map(|param| self.ty(*param)).collect(),
                variadic: *variadic,
            }),
        }
    }

    fn map_const(&mut self, constant: &Const) -> ConstId {
        let kind = match &constant.kind {
            plain @ (ConstKind::Int(_)
            | ConstKind::WideInt(_)
            | ConstKind::Float(_)
            | ConstKind::Null
            | ConstKind::Undef
            | ConstKind::Poison
            | ConstKind::Zero
            | ConstKind::Data(_)) => plain.clone(),
            ConstKind::Aggregate(elements) => {
                ConstKind::Aggregate(elements.iter().map(|e| self.constant(*e)).collect())
            }
            ConstKind::Global(id) => return self.symbol(self.places.of(Symbol::Global(*id))),
            ConstKind::Func(id) => return self.symbol(self.places.of(Symbol::Func(*id))),
            ConstKind::Alias(id) => return self.symbol(self.places.of(Symbol::Alias(*id))),
            ConstKind::Block(function, block) => match self.own_function(*function) {
                Some(function) => ConstKind::Block(function, *block),
                // The body lost to another one, so nothing can jump to this block.
                None => ConstKind::Null,
            },
            ConstKind::Expr(expr) => ConstKind::Expr(self.map_expr(expr)),
        };
        let ty = self.ty(constant.ty);
        self.out.consts.intern(ty, kind)
    }

    fn map_expr(&self, expr: &ConstExpr) -> ConstExpr {
        let c = |id: &ConstId| self.constant(*id);
        match expr {
            ConstExpr::Cast(op, value) => ConstExpr::Cast(*op, c(value)),
            ConstExpr::Gep { source, base, indices, inbounds } => ConstExpr::Gep {
                source: self.ty(*source),
                base: c(base),
                indices: indices.iter().map(c).collect(),
                inbounds: *inbounds,
            },
            ConstExpr::Binary(op, a, b) => ConstExpr::Binary(*op, c(a), c(b)),
            ConstExpr::Icmp(pred, a, b) => ConstExpr::Icmp(*pred, c(a), c(b)),
            ConstExpr::Fcmp(pred, a, b) => ConstExpr::Fcmp(*pred, c(a), c(b)),
            ConstExpr::Select(cond, a, b) => ConstExpr::Select(c(cond), c(a), c(b)),
            ConstExpr::ExtractElement(vector, index) => {
                ConstExpr::ExtractElement(c(vector), c(index))
            }
            ConstExpr::InsertElement(vector, value, index) => {
                ConstExpr::InsertElement(c(vector), c(value), c(index))
            }
            ConstExpr::Shuffle(a, b, mask) => ConstExpr::Shuffle(c(a), c(b), mask.clone()),
        }
    }

    /// Where a function's body of this unit goes, if the joined program has it.
    fn own_function(&self, function: FuncId) -> Option<FuncId> {
        let copied = self.places.functions_to_copy.iter().find(|copied| copied.0 == function);
        copied.map(|copied| copied.1)
    }

    /// The address that an alias names, which stays in its own file.
    fn alias_target(&mut self, unit: &Program, id: ConstId) -> ConstId {
        let base = base_symbol(unit, id);
        let Some(kept) = base.and_then(|base| self.places.kept_for_alias.get(&base)).copied()
        else {
            return self.constant(id);
        };
        let Const { ty, kind } = unit.const_of(id).clone();
        match kind {
            ConstKind::Expr(ConstExpr::Cast(op, inner)) => {
                let (inner, ty) = (self.alias_target(unit, inner), self.ty(ty));
                self.out.consts.intern(ty, ConstKind::Expr(ConstExpr::Cast(op, inner)))
            }
            ConstKind::Expr(ConstExpr::Gep { source, base, indices, inbounds }) => {
                let expr = ConstExpr::Gep {
                    source: self.ty(source),
                    base: self.alias_target(unit, base),
                    indices: indices.iter().map(|index| self.constant(*index)).collect(),
                    inbounds,
                };
                let ty = self.ty(ty);
                self.out.consts.intern(ty, ConstKind::Expr(expr))
            }
            _ => self.symbol(kept),
        }
    }
}

// Code.
impl Mapper<'_> {
    fn inst(&mut self, inst: &mut Inst) {
        inst.span = self.span(inst.span);
        inst.op.for_each_operand_mut(|operand| {
            if let Operand::Const(id) = operand {
                *id = self.constant(*id);
            }
        });
        match &mut inst.op {
            Op::Alloca { ty, .. } | Op::Load { ty, .. } | Op::VaArg { ty, .. } => {
                *ty = self.ty(*ty);
            }
            Op::Gep { source: ty, .. } | Op::Cast { to: ty, .. } => *ty = self.ty(*ty),
            Op::Switch { cases, .. } => {
                cases.iter_mut().for_each(|(value, _)| *value = self.constant(*value));
            }
            Op::Call(call) => self.call(call),
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

    fn call(&mut self, call: &mut Call) {
        call.ty = self.ty(call.ty);
        call.arg_attrs.iter_mut().for_each(|attrs| *attrs = self.attrs(*attrs));
        if let Callee::Direct(function) = call.callee {
            call.callee = match self.places.of(Symbol::Func(function)) {
                Target::Func(function) => Callee::Direct(function),
                Target::Alias(alias) if self.resolution.alias_functions.contains_key(&alias) => {
                    Callee::Direct(self.resolution.alias_functions[&alias])
                }
                // Another file says that the name is a variable, or an ifunc.
                other => Callee::Indirect(Operand::Const(self.symbol(other))),
            };
        }
    }

    fn attrs(&self, attrs: ParamAttrs) -> ParamAttrs {
        ParamAttrs {
            byval: attrs.byval.map(|ty| self.ty(ty)),
            sret: attrs.sret.map(|ty| self.ty(ty)),
            ..attrs
        }
    }

    fn variable(&self, var: &mut Variable) {
        var.ty = self.source_type(var.ty);
        var.scope = var.scope.map(|scope| self.scope(scope));
        var.span = self.span(var.span);
    }
}

// The source map.
impl Mapper<'_> {
    fn copy_source(&mut self, unit: &Program) {
        let known: HashMap<SourceFile, FileId> =
            self.out.source.files.enumerate().map(|(id, file)| (file.clone(), id)).collect();
        for file in unit.source.files.iter() {
            let id = known.get(file).copied();
            let id = id.unwrap_or_else(|| self.out.source.files.push(file.clone()));
            self.files.push(id);
        }
        for scope in unit.source.scopes.iter() {
            let scope = Scope {
                parent: scope.parent.map(|parent| self.scope(parent)),
                file: scope.file.map(|file| self.files[file.index()]),
                ..scope.clone()
            };
            self.out.source.scopes.push(scope);
        }
        for span in unit.source.spans.iter().skip(1) {
            let span = Span {
                file: span.file.map(|file| self.files[file.index()]),
                scope: span.scope.map(|scope| self.scope(scope)),
                inlined_at: span.inlined_at.map(|at| self.span(at)),
                ..*span
            };
            self.out.source.spans.push(span);
        }
        for ty in unit.source.types.iter() {
            let ty = self.map_source_type(ty);
            self.out.source.types.push(ty);
        }
    }

    fn map_source_type(&self, ty: &SourceType) -> SourceType {
        let t = |id: &SourceTypeId| self.source_type(*id);
        let mut ty = ty.clone();
        match &mut ty {
            SourceType::Void | SourceType::Base { .. } | SourceType::Pending => {}
            SourceType::Pointer { to, .. }
            | SourceType::Typedef { to, .. }
            | SourceType::Qualified { to, .. } => *to = t(to),
            SourceType::Record { fields, .. } => {
                fields.iter_mut().for_each(|field: &mut Field| field.ty = t(&field.ty));
            }
            SourceType::Enum { base, .. } => *base = base.as_ref().map(t),
            SourceType::Array { elem, .. } | SourceType::Vector { elem, .. } => *elem = t(elem),
            SourceType::Function { ret, params, .. } => {
                *ret = t(ret);
                params.iter_mut().for_each(|param| *param = t(param));
            }
        }
        ty
    }
}
