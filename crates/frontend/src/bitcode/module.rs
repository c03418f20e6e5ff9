//! The module: its records, in the order of the file, then what they refer to.
//!
//! Initialisers, aliases, debug info and bodies may refer to anything in the module, so
//! they are resolved when all records have been read.

use super::constants;
use super::debug::DBG_KIND;
use super::fault::{Res, ensure, fail, index};
use super::function;
use super::intrinsics;
use super::metadata::MdId;
use super::prototype::{self, Kind};
use super::stream::{Item, Record, SubBlock};
use super::types::{TypeTable, is_value};
use super::values::Value;
use super::{Context, fault};
use llvm_bitcode::schema::blocks::{BlockId as BlockKind, MetadataCode, ModuleCode};
use margay_ir::{
    Alias, AliasId, ConstExpr, ConstId, ConstKind, DataLayout, FuncId, Function, Gap, Global,
    GlobalId, Id, IdVec, Linkage, Program, Startup, Type,
};
use std::collections::HashSet;

/// Reads the module that the stream contains.
pub fn read(mut cx: Context<'_>) -> Res<Program> {
    let (mut top, mut record) = (cx.stream.top_level(), Record::default());
    let (mut module, mut names) = (None, None);
    while let Some(item) = cx.stream.next(&mut top, &mut record)? {
        let Item::Block(block) = item else { continue };
        match block_kind(block) {
            Some(BlockKind::Module) => {
                ensure(module.is_none(), "the file contains several modules")?;
                module = Some(block);
            }
            Some(BlockKind::Strtab) => names = Some(block),
            _ => {}
        }
    }
    let Some(module) = module else {
        return fail("the file contains no module");
    };
    if let Some(names) = names {
        let mut block = cx.stream.enter(names);
        while let Some(item) = cx.stream.next(&mut block, &mut record)? {
            if let (Item::Record, Some(blob)) = (item, record.blob) {
                cx.strtab = blob;
            }
        }
    }
    let mut reader = ModuleReader {
        cx,
        has_names: false,
        sections: Vec::new(),
        globals: Vec::new(),
        lists: Vec::new(),
        aliases: Vec::new(),
        defined: Vec::new(),
        bodies: Vec::new(),
    };
    reader.records(module)?;
    reader.cx.metadata.seal();
    reader.initialisers();
    reader.resolve_aliases()?;
    reader.structors();
    reader.attachments();
    reader.bodies()?;
    Ok(reader.cx.program)
}

/// What a number of a block means, if it is one of LLVM's.
pub fn block_kind(block: SubBlock) -> Option<BlockKind> {
    BlockKind::try_from(u8::try_from(block.id).ok()?).ok()
}

struct ModuleReader<'a> {
    cx: Context<'a>,
    /// Names are in the string table, as since LLVM 5.
    has_names: bool,
    sections: Vec<Box<str>>,
    /// Variables and the numbers of their initialisers.
    globals: Vec<(GlobalId, usize)>,
    /// LLVM's own variables that list functions, with their initialisers.
    lists: Vec<(String, usize)>,
    /// Aliases and the numbers of what they stand for.
    aliases: Vec<(AliasId, u64)>,
    /// Functions with bodies, which come in the same order.
    defined: Vec<FuncId>,
    bodies: Vec<SubBlock>,
}

impl ModuleReader<'_> {
    fn records(&mut self, module: SubBlock) -> Res<()> {
        let (mut block, mut record) = (self.cx.stream.enter(module), Record::default());
        while let Some(item) = self.cx.stream.next(&mut block, &mut record)? {
            match item {
                Item::Block(inner) => self.block(inner)?,
                Item::Record => self.record(&record)?,
            }
        }
        self.cx.check_value_count()
    }

    fn block(&mut self, block: SubBlock) -> Res<()> {
        let cx = &mut self.cx;
        match block_kind(block) {
            Some(BlockKind::Type) => {
                cx.types = TypeTable::read(&mut cx.stream, block, &mut cx.program.types)?;
                Ok(())
            }
            Some(BlockKind::ParamAttrGroup) => cx.attributes.read_groups(&mut cx.stream, block),
            Some(BlockKind::ParamAttr) => cx.attributes.read_lists(&mut cx.stream, block),
            Some(BlockKind::Constants) => constants::read(cx, block),
            Some(BlockKind::Metadata) => cx.metadata.read(&mut cx.stream, block),
            Some(BlockKind::Function) => {
                self.bodies.push(block);
                Ok(())
            }
            // Symbol tables, use lists, tags and whatever later versions add.
            _ => Ok(()),
        }
    }

    fn record(&mut self, record: &Record<'_>) -> Res<()> {
        let code = u8::try_from(record.code).ok().and_then(|c| ModuleCode::try_from(c).ok());
        let text = || {
            let bytes: Vec<u8> = record.ops.iter().filter_map(|&c| u8::try_from(c).ok()).collect();
            String::from_utf8_lossy(&bytes).into_owned()
        };
        match (code, record.ops.as_slice()) {
            (Some(ModuleCode::Version), &[version, ..]) => {
                ensure(version >= 2, "it was written by an LLVM of before version 5")?;
                self.has_names = true;
            }
            (Some(ModuleCode::Triple), _) => self.cx.program.triple = text(),
            (Some(ModuleCode::Datalayout), _) => {
                self.cx.program.layout = DataLayout::parse(&text()).map_err(fault::Fault::new)?;
            }
            (Some(ModuleCode::SectionName), _) => self.sections.push(text().into()),
            (Some(ModuleCode::GlobalVar), ops) => self.global(ops)?,
            (Some(ModuleCode::Function), ops) => self.function(ops)?,
            (Some(code @ (ModuleCode::Alias | ModuleCode::Ifunc)), ops) => {
                self.alias(ops, code == ModuleCode::Ifunc)?;
            }
            #[allow(deprecated)]
            (Some(ModuleCode::AliasOld), _) => {
                return fail("it has aliases of before LLVM 5");
            }
            (Some(ModuleCode::Asm), _) => self.cx.program.assembly = true,
            // Comdats, hashes, the name of the source: nothing the IR has.
            _ => {}
        }
        Ok(())
    }

    /// The name of a global and the rest of its record.
    fn named<'r>(&mut self, ops: &'r [u64]) -> Res<(String, &'r [u64])> {
        ensure(self.has_names, "a global comes before the version of the format")?;
        match ops {
            [start, length, rest @ ..] if rest.len() >= 4 => {
                Ok((self.cx.name(*start, *length)?, rest))
            }
            _ => fail("the record of a global is too short"),
        }
    }

    fn global(&mut self, ops: &[u64]) -> Res<()> {
        let (name, ops) = self.named(ops)?;
        let op = |at| Context::op(ops, at);
        let ty = self.cx.types.get(op(0))?;
        // With bit 1 the type is the variable's, not that of a pointer to it.
        ensure(op(1) & 2 != 0, "a variable has typed pointers of before LLVM 15")?;
        // A variable may be declared with a type that is never completed.
        let types = &self.cx.program.types;
        ensure(is_value(types, ty) || *types.get(ty) == Type::Opaque, "a variable of a bad type")?;
        let init = op(2).checked_sub(1).map(index).transpose()?;
        let section =
            op(5).checked_sub(1).and_then(|at| self.sections.get(index(at).ok()?)).cloned();
        let is_list = matches!(
            name.as_str(),
            "llvm.global_ctors" | "llvm.global_dtors" | "llvm.used" | "llvm.compiler.used"
        );
        if is_list || section.as_deref() == Some("llvm.metadata") {
            // They speak to the linker. What refers to them, as an annotation does, sees null.
            if let Some(init) = init {
                self.lists.push((name, init));
            }
            let ptr = self.cx.program.types.ptr();
            let null = self.cx.program.consts.intern(ptr, ConstKind::Null);
            self.cx.values.push(Value::Const(null));
            return Ok(());
        }
        let id = self.cx.program.globals.push(Global {
            name,
            linkage: linkage(op(3)),
            ty,
            init: None,
            constant: op(1) & 1 != 0,
            thread_local: op(7) != 0,
            align: fault::alignment(op(4))?,
            section,
            source: None,
        });
        self.globals.extend(init.map(|init| (id, init)));
        self.push_address(ConstKind::Global(id));
        Ok(())
    }

    fn function(&mut self, ops: &[u64]) -> Res<()> {
        let (name, ops) = self.named(ops)?;
        let op = |at| Context::op(ops, at);
        let (ty, is_declaration, list) = (self.cx.types.get(op(0))?, op(2) != 0, op(4));
        if let (true, Some(known)) = (is_declaration, intrinsics::known(&name)) {
            self.cx.values.push(Value::Intrinsic(known));
            return Ok(());
        }
        let shape = self.cx.types.shape(op(0))?;
        let is_complete = shape.iter().all(Option::is_some);
        ensure(is_declaration || is_complete, "a body with parameters that are no values")?;
        self.cx.budget.spend(shape.len().saturating_mul(4))?;
        let Context { attributes, types, .. } = &self.cx;
        let param_attrs: Box<[_]> = (shape.iter().enumerate())
            .filter(|(_, param)| param.is_some())
            .map(|(at, _)| attributes.param(list, at, types))
            .collect::<Res<_>>()?;
        let id = self.cx.program.functions.push(Function {
            name,
            linkage: linkage(op(3)),
            ty,
            param_attrs,
            ret_attrs: attributes.result(list, types)?,
            attrs: attributes.function(list),
            regs: IdVec::new(),
            slots: IdVec::new(),
            blocks: IdVec::new(),
            insts: IdVec::new(),
            vars: IdVec::new(),
            source: None,
        });
        if !is_declaration {
            self.defined.push(id);
        }
        self.push_address(ConstKind::Func(id));
        Ok(())
    }

    fn alias(&mut self, ops: &[u64], ifunc: bool) -> Res<()> {
        let (name, ops) = self.named(ops)?;
        let op = |at| Context::op(ops, at);
        let ty = self.cx.types.get(op(0))?;
        let ptr = self.cx.program.types.ptr();
        let target = self.cx.program.consts.intern(ptr, ConstKind::Null);
        let alias = Alias { name, linkage: linkage(op(3)), ifunc, target, ty };
        let id = self.cx.program.aliases.push(alias);
        self.aliases.push((id, op(2)));
        self.push_address(ConstKind::Alias(id));
        Ok(())
    }

    fn push_address(&mut self, kind: ConstKind) {
        let ptr = self.cx.program.types.ptr();
        let address = self.cx.program.consts.intern(ptr, kind);
        self.cx.values.push(Value::Const(address));
    }

    fn gap(&mut self, symbol: &str, reason: impl ToString) {
        let gap = Gap { symbol: symbol.to_owned(), reason: reason.to_string() };
        self.cx.program.gaps.push(gap);
    }

    fn constant(&self, number: usize) -> Res<ConstId> {
        match self.cx.values.get(number) {
            Some(value) => value.constant(),
            None => fail(format!("value {number} is not defined")),
        }
    }

    /// Gives variables their values; one that cannot be read leaves a declaration and a gap.
    fn initialisers(&mut self) {
        for (id, number) in std::mem::take(&mut self.globals) {
            let fits = |init: ConstId, program: &Program| {
                let same = program.consts.get(init).ty == program.globals[id].ty;
                ensure(same, "its initialiser has another type").map(|()| init)
            };
            match self.constant(number).and_then(|init| fits(init, &self.cx.program)) {
                Ok(init) => self.cx.program.globals[id].init = Some(init),
                Err(fault) => {
                    let name = self.cx.program.globals[id].name.clone();
                    self.gap(&name, fault);
                }
            }
        }
    }

    fn resolve_aliases(&mut self) -> Res<()> {
        let ptr = self.cx.program.types.ptr();
        for (id, number) in std::mem::take(&mut self.aliases) {
            let target = self.constant(index(number)?)?;
            let is_address = self.cx.program.consts.get(target).ty == ptr;
            ensure(is_address, "an alias of something that has no address")?;
            self.cx.program.aliases[id].target = target;
        }
        self.aliases_end()
    }

    /// Fails if an alias stands for itself in the end.
    fn aliases_end(&mut self) -> Res<()> {
        let count = self.cx.program.aliases.len();
        let mut edges = Vec::with_capacity(count);
        for id in self.cx.program.aliases.ids() {
            let target = self.cx.program.aliases[id].target;
            edges.push(aliases_in(&mut self.cx, target)?);
        }
        // Peels off aliases that stand for no other alias; what is left is a ring.
        let mut users = vec![Vec::new(); count];
        let mut waits: Vec<usize> = edges.iter().map(Vec::len).collect();
        for (user, used) in edges.iter().enumerate() {
            used.iter().for_each(|alias| users[alias.index()].push(user));
        }
        let mut ready: Vec<usize> = (0..count).filter(|&at| waits[at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            for &user in &users[at] {
                waits[user] -= 1;
                if waits[user] == 0 {
                    ready.push(user);
                }
            }
        }
        ensure(done == count, "an alias stands for itself")
    }

    /// Functions that run before and after `main`.
    fn structors(&mut self) {
        for (name, init) in std::mem::take(&mut self.lists) {
            let is_constructors = name == "llvm.global_ctors";
            if !is_constructors && name != "llvm.global_dtors" {
                continue;
            }
            let mut entries = Vec::new();
            match self.constant(init).map(|id| &self.cx.program.consts.get(id).kind) {
                Ok(ConstKind::Aggregate(elements)) => {
                    for &element in elements {
                        entries.extend(structor(&self.cx.program, element));
                    }
                    if entries.len() < elements.len() {
                        self.gap(&name, "some of its entries are not functions");
                    }
                }
                Ok(_) => {}
                Err(fault) => self.gap(&name, fault),
            }
            // The smallest priority is constructed first; equals keep the order of the file.
            entries.sort_by_key(|entry| entry.priority);
            if is_constructors {
                self.cx.program.constructors.extend(entries);
            } else {
                // The loader walks .fini_array from its end, so destructors undo in reverse.
                self.cx.program.destructors.extend(entries.into_iter().rev());
            }
        }
    }

    /// Debug info of variables, and of functions that are only declared, with their prototypes.
    fn attachments(&mut self) {
        for (value, kind, node) in std::mem::take(&mut self.cx.metadata.attachments) {
            let constant = index(value).and_then(|value| self.constant(value));
            let Ok(constant) = constant else { continue };
            match (&self.cx.program.consts.get(constant).kind, kind) {
                (&ConstKind::Global(id), DBG_KIND)
                    if self.cx.program.globals[id].source.is_none() =>
                {
                    self.cx.program.globals[id].source = self.cx.debug().global(node);
                }
                (&ConstKind::Func(id), DBG_KIND)
                    if self.cx.program.functions[id].source.is_none() =>
                {
                    self.cx.program.functions[id].source = self.cx.debug().function(node);
                }
                (&ConstKind::Func(id), prototype::TYPE_KIND) => self.prototype(id, node),
                _ => {}
            }
        }
    }

    /// Notes what the prototype of a function says of its pointers.
    fn prototype(&mut self, id: FuncId, node: MdId) {
        let ops = self.cx.metadata.node(node, MetadataCode::Node);
        let name = ops.and_then(|ops| ops.get(1).copied());
        let name = self.cx.debug().text(name.as_ref());
        let Some(parameters) = prototype::parameters(&name) else { return };
        let Program { functions, types, .. } = &mut self.cx.program;
        let function = &mut functions[id];
        let Type::Function(ty) = types.get(function.ty) else { return };
        let returns = function.param_attrs.first().is_some_and(|first| first.sret.is_some());
        let (attrs, types_of) = (&mut function.param_attrs[..], &ty.params[..]);
        let of = usize::from(returns).min(attrs.len()).min(types_of.len());
        let (attrs, types_of) = (&mut attrs[of..], &types_of[of..]);
        let same = attrs.len() == parameters.len() && types_of.len() == parameters.len();
        for ((attrs, ty), parameter) in attrs.iter_mut().zip(types_of).zip(&parameters) {
            match (parameter, types.get(*ty)) {
                (Kind::Pointer { to_const, to_char }, Type::Ptr) => {
                    attrs.readonly |= to_const;
                    attrs.chars |= to_char;
                }
                // An enumeration is one parameter; how a struct is passed cannot be told from here.
                (Kind::Several, Type::Int(32)) if same => {}
                (Kind::Several, _) => return,
                (Kind::Char | Kind::Plain | Kind::Pointer { .. }, _) => {}
            }
        }
    }

    fn bodies(&mut self) -> Res<()> {
        let (functions, bodies) =
            (std::mem::take(&mut self.defined), std::mem::take(&mut self.bodies));
        ensure(bodies.len() <= functions.len(), "there are more bodies than functions")?;
        let shared_values = self.cx.values.len();
        for (at, &id) in functions.iter().enumerate() {
            let result = match bodies.get(at) {
                Some(&body) => function::read(&mut self.cx, id, body),
                None => fail("its body is missing"),
            };
            if let Err(fault) = result {
                let name = self.cx.program.functions[id].name.clone();
                self.gap(&name, fault);
            }
            self.cx.values.truncate(shared_values);
            self.cx.metadata.forget_local();
            let shared = self.cx.metadata.shared();
            self.cx.debug.forget_local(shared);
        }
        Ok(())
    }
}

/// The priority and the function of one entry: a struct of both, and data that we ignore.
fn structor(program: &Program, element: ConstId) -> Option<Startup> {
    let ConstKind::Aggregate(fields) = &program.consts.get(element).kind else {
        return None;
    };
    let priority = u32::try_from(program.consts.as_u64(*fields.first()?)?).ok()?;
    match program.consts.get(*fields.get(1)?).kind {
        ConstKind::Func(function) => Some(Startup { priority, function }),
        _ => None,
    }
}

/// The aliases that an address is made of.
fn aliases_in(cx: &mut Context<'_>, target: ConstId) -> Res<Vec<AliasId>> {
    let (mut found, mut seen, mut stack) = (Vec::new(), HashSet::new(), vec![target]);
    while let Some(id) = stack.pop() {
        if !seen.insert(id) {
            continue;
        }
        cx.budget.spend(1)?;
        match &cx.program.consts.get(id).kind {
            ConstKind::Alias(alias) => found.push(*alias),
            ConstKind::Expr(expression) => stack.extend(operands(expression)),
            _ => {}
        }
    }
    Ok(found)
}

fn operands(expression: &ConstExpr) -> Vec<ConstId> {
    match expression {
        ConstExpr::Cast(_, a) => vec![*a],
        ConstExpr::Gep { base, indices, .. } => {
            std::iter::once(*base).chain(indices.iter().copied()).collect()
        }
        ConstExpr::Binary(_, a, b)
        | ConstExpr::Icmp(_, a, b)
        | ConstExpr::Fcmp(_, a, b)
        | ConstExpr::ExtractElement(a, b)
        | ConstExpr::Shuffle(a, b, _) => vec![*a, *b],
        ConstExpr::Select(a, b, c) | ConstExpr::InsertElement(a, b, c) => vec![*a, *b, *c],
    }
}

fn linkage(number: u64) -> Linkage {
    match number {
        1 | 4 | 10 | 11 | 16..=19 => Linkage::Weak,
        2 => Linkage::Appending,
        3 | 9 | 13 | 14 => Linkage::Internal,
        7 => Linkage::ExternWeak,
        8 => Linkage::Common,
        12 => Linkage::AvailableExternally,
        _ => Linkage::External,
    }
}
