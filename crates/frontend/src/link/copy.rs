//! Moving the parts of one unit into the joined program.
//!
//! A [`Mapper`] knows for each id of the unit what it is in the joined program.

use super::resolve::{Places, Resolution, Symbol, Target, base_symbol};
use margay_ir::renumber::{self, Renumber};
use margay_ir::source::SourceFile;
use margay_ir::{
    Alias, AliasId, Callee, Const, ConstExpr, ConstId, ConstKind, FileId, FuncId, Function, Global,
    Id, Linkage, Operand, Program, ScopeId, SourceTypeId, SpanId, TypeId,
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
            let ty = renumber::ty(&mut mapper, ty);
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
        let mut global = Global { linkage, ..global.clone() };
        renumber::global(self, &mut global);
        global
    }

    pub fn alias(&mut self, unit: &Program, id: AliasId) -> Alias {
        let alias = unit.aliases[id].clone();
        Alias { target: self.alias_target(unit, alias.target), ty: self.ty(alias.ty), ..alias }
    }

    /// Takes the function with its body out of the unit, which is not needed any more.
    pub fn function(&mut self, function: &mut Function, linkage: Linkage) -> Function {
        renumber::function(self, function);
        Function {
            name: std::mem::take(&mut function.name),
            linkage,
            ty: function.ty,
            param_attrs: std::mem::take(&mut function.param_attrs),
            ret_attrs: function.ret_attrs,
            attrs: function.attrs,
            regs: std::mem::take(&mut function.regs),
            slots: std::mem::take(&mut function.slots),
            blocks: std::mem::take(&mut function.blocks),
            insts: std::mem::take(&mut function.insts),
            vars: std::mem::take(&mut function.vars),
            source: function.source.take(),
        }
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

impl Renumber for Mapper<'_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        self.types[id.index()]
    }

    fn constant(&mut self, id: ConstId) -> ConstId {
        self.consts[id.index()]
    }

    fn callee(&mut self, id: FuncId) -> Callee {
        match self.places.of(Symbol::Func(id)) {
            Target::Func(function) => Callee::Direct(function),
            Target::Alias(alias) if self.resolution.alias_functions.contains_key(&alias) => {
                Callee::Direct(self.resolution.alias_functions[&alias])
            }
            // Another file says that the name is a variable, or an ifunc.
            other => Callee::Indirect(Operand::Const(self.symbol(other))),
        }
    }

    fn span(&mut self, id: SpanId) -> SpanId {
        match id.index() {
            0 => self.out.source.unknown(),
            index => SpanId::from_index(self.first_span + index - 1),
        }
    }

    fn scope(&mut self, id: ScopeId) -> ScopeId {
        ScopeId::from_index(self.first_scope + id.index())
    }

    fn source_type(&mut self, id: SourceTypeId) -> SourceTypeId {
        SourceTypeId::from_index(self.first_source_type + id.index())
    }

    fn file(&mut self, id: FileId) -> FileId {
        self.files[id.index()]
    }
}

// Constants.
impl Mapper<'_> {
    fn map_const(&mut self, constant: &Const) -> ConstId {
        let kind = match &constant.kind {
            ConstKind::Global(id) => return self.symbol(self.places.of(Symbol::Global(*id))),
            ConstKind::Func(id) => return self.symbol(self.places.of(Symbol::Func(*id))),
            ConstKind::Alias(id) => return self.symbol(self.places.of(Symbol::Alias(*id))),
            ConstKind::Block(function, block) => match self.own_function(*function) {
                Some(function) => ConstKind::Block(function, *block),
                // The body lost to another one, so nothing can jump to this block.
                None => ConstKind::Null,
            },
            other => renumber::constant(self, other),
        };
        let ty = self.ty(constant.ty);
        self.out.consts.intern(ty, kind)
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
            let scope = renumber::scope(self, scope);
            self.out.source.scopes.push(scope);
        }
        for span in unit.source.spans.iter().skip(1) {
            let span = renumber::span(self, span);
            self.out.source.spans.push(span);
        }
        for ty in unit.source.types.iter() {
            let ty = renumber::source_type(self, ty);
            self.out.source.types.push(ty);
        }
    }
}
