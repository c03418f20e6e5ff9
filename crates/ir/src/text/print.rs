//! Writes symbols and top-level items; see the files beside for tables, values and bodies.
//!
//! Nothing here trusts an id: one that is out of range is printed by its number.

use super::names::{is_plain, linkage_word, quote};
use crate::ids::{AliasId, FuncId, GlobalId, Id, TypeId};
use crate::inst::ParamAttrs;
use crate::program::{FuncAttrs, Function, Linkage, Program};
use crate::source::{FunctionSource, GlobalSource};
use crate::types::Type;
use std::collections::HashMap;
use std::fmt::Write;

/// Parts that a type or constant may have to be written where it is used; larger ones
/// are named by their place in the table.
const INLINE: u64 = 8;
/// The same for a reader, who sees no tables.
const INLINE_PRETTY: u64 = 64;

pub(super) struct Printer<'a> {
    pub(super) program: &'a Program,
    pub(super) out: String,
    /// For a reader: places in the source instead of ids.
    pub(super) pretty: bool,
    pub(super) inline: u64,
    pub(super) type_parts: Vec<u64>,
    pub(super) const_parts: Vec<u64>,
    /// How many symbols have each name.
    symbols: HashMap<&'a str, usize>,
}

/// Writes formatted text to a printer; writing to a string cannot fail.
macro_rules! put {
    ($printer:expr, $($text:tt)+) => {
        write!($printer.out, $($text)+).expect("a string takes all text")
    };
}
pub(super) use put;

impl<'a> Printer<'a> {
    pub(super) fn new(program: &'a Program, pretty: bool) -> Self {
        let mut symbols = HashMap::new();
        let globals = program.globals.iter().map(|g| &g.name);
        let functions = program.functions.iter().map(|f| &f.name);
        let aliases = program.aliases.iter().map(|a| &a.name);
        for name in globals.chain(functions).chain(aliases) {
            *symbols.entry(name.as_str()).or_insert(0) += 1;
        }
        let mut printer = Printer {
            program,
            out: String::new(),
            pretty,
            inline: if pretty { INLINE_PRETTY } else { INLINE },
            type_parts: Vec::with_capacity(program.types.len()),
            const_parts: Vec::with_capacity(program.consts.len()),
            symbols,
        };
        printer.measure();
        printer
    }

    /// Counts parts; what refers to later entries counts as endless and is never inlined.
    fn measure(&mut self) {
        for (_, ty) in self.program.types.iter() {
            let mut parts = 1u64;
            ty.for_each_part(|part| {
                let below = self.type_parts.get(part.index()).copied().unwrap_or(u64::MAX);
                parts = parts.saturating_add(below);
            });
            self.type_parts.push(parts);
        }
        for (_, constant) in self.program.consts.iter() {
            let mut parts = 1u64;
            constant.kind.for_each_part(|part| {
                let below = self.const_parts.get(part.index()).copied().unwrap_or(u64::MAX);
                parts = parts.saturating_add(below);
            });
            self.const_parts.push(parts);
        }
    }

    pub(super) fn program(&mut self) {
        self.tables();
        let program = self.program;
        for id in program.globals.ids() {
            self.global(id);
        }
        for id in program.aliases.ids() {
            self.alias(id);
        }
        for id in program.functions.ids() {
            put!(self, "\n");
            self.function(id);
        }
    }

    fn global(&mut self, id: GlobalId) {
        let global = &self.program.globals[id];
        put!(self, "global ");
        self.linkage(global.linkage);
        if global.constant {
            put!(self, "constant ");
        }
        if global.thread_local {
            put!(self, "thread_local ");
        }
        self.name(&global.name);
        put!(self, ": ");
        self.ty(global.ty);
        if let Some(init) = global.init {
            put!(self, " = ");
            self.constant(init, Some(global.ty));
        }
        if global.align != 0 {
            put!(self, " align {}", global.align);
        }
        if let Some(section) = &global.section {
            put!(self, " section {}", quote(section.as_bytes()));
        }
        if let Some(GlobalSource { name, ty, span, scope }) = &global.source {
            put!(self, " source({}, {ty}, {span}", quote(name.as_bytes()));
            if let Some(scope) = scope {
                put!(self, ", {scope}");
            }
            put!(self, ")");
        }
        put!(self, "\n");
    }

    fn alias(&mut self, id: AliasId) {
        let alias = &self.program.aliases[id];
        put!(self, "alias ");
        self.linkage(alias.linkage);
        if alias.ifunc {
            put!(self, "ifunc ");
        }
        self.name(&alias.name);
        put!(self, ": ");
        self.ty(alias.ty);
        put!(self, " = ");
        self.constant(alias.target, None);
        put!(self, "\n");
    }

    pub(super) fn function(&mut self, id: FuncId) {
        let Some(function) = self.program.functions.get(id) else {
            return put!(self, "; {id} does not exist\n");
        };
        if self.pretty {
            let place = function.source.as_ref().map(|source| source.span);
            if let Some(place) = place.and_then(|span| self.place(span)) {
                put!(self, "; {place}\n");
            }
        }
        put!(self, "{} ", if function.has_body() { "define" } else { "declare" });
        self.linkage(function.linkage);
        self.signature(function);
        self.func_attrs(&function.attrs);
        if function.ret_attrs != ParamAttrs::default() {
            put!(self, " ret(");
            self.param_attrs(&function.ret_attrs);
            put!(self, ")");
        }
        if let (false, Some(source)) = (self.pretty, &function.source) {
            let FunctionSource { name, ty, span, scope } = source;
            put!(self, " source({}, {ty}, {span}, {scope})", quote(name.as_bytes()));
        }
        if function.has_body() {
            put!(self, " {{\n");
            self.body(function);
            put!(self, "}}");
        }
        put!(self, "\n");
    }

    fn signature(&mut self, function: &Function) {
        let Some(Type::Function(ty)) = self.program.types.try_get(function.ty) else {
            put!(self, "{} ", function.ty);
            self.name(&function.name);
            return put!(self, "()");
        };
        self.ty(ty.ret);
        put!(self, " ");
        self.name(&function.name);
        put!(self, "(");
        for (at, param) in ty.params.iter().enumerate() {
            if at > 0 {
                put!(self, ", ");
            }
            let attrs = function.param_attrs.get(at).copied().unwrap_or_default();
            if attrs != ParamAttrs::default() {
                self.param_attrs(&attrs);
                put!(self, " ");
            }
            self.ty(*param);
            if at < function.regs.len() {
                put!(self, " r{at}");
            }
        }
        match (ty.variadic, ty.params.is_empty()) {
            (true, true) => put!(self, "..."),
            (true, false) => put!(self, ", ..."),
            _ => {}
        }
        put!(self, ")");
    }

    fn func_attrs(&mut self, attrs: &FuncAttrs) {
        let FuncAttrs { noreturn, returns_twice, readnone, readonly, allocates } = *attrs;
        for (set, word) in [
            (noreturn, "noreturn"),
            (returns_twice, "returns_twice"),
            (readnone, "readnone"),
            (readonly, "readonly"),
            (allocates, "allocates"),
        ] {
            if set {
                put!(self, " {word}");
            }
        }
    }

    /// Attributes with spaces between them.
    pub(super) fn param_attrs(&mut self, attrs: &ParamAttrs) {
        let start = self.out.len();
        let typed = |printer: &mut Self, word: &str, ty: Option<TypeId>| {
            if let Some(ty) = ty {
                put!(printer, " {word}(");
                printer.ty(ty);
                put!(printer, ")");
            }
        };
        typed(self, "byval", attrs.byval);
        typed(self, "sret", attrs.sret);
        for (set, word) in [
            (attrs.nonnull, "nonnull"),
            (attrs.noundef, "noundef"),
            (attrs.signext, "signext"),
            (attrs.zeroext, "zeroext"),
            (attrs.noalias, "noalias"),
            (attrs.readonly, "readonly"),
            (attrs.chars, "chars"),
        ] {
            if set {
                put!(self, " {word}");
            }
        }
        if attrs.align != 0 {
            put!(self, " align({})", attrs.align);
        }
        if attrs.dereferenceable != 0 {
            put!(self, " dereferenceable({})", attrs.dereferenceable);
        }
        // The first one needs no space before it.
        if self.out.len() > start {
            self.out.remove(start);
        }
    }

    fn linkage(&mut self, linkage: Linkage) {
        if linkage != Linkage::External {
            put!(self, "{} ", linkage_word(linkage));
        }
    }

    pub(super) fn name(&mut self, name: &str) {
        if is_plain(name) {
            put!(self, "@{name}");
        } else {
            put!(self, "@{}", quote(name.as_bytes()));
        }
    }

    /// A use of a symbol; its id follows where the name does not tell which it is.
    fn symbol(&mut self, name: Option<&str>, id: impl std::fmt::Display) {
        let name = name.unwrap_or("");
        self.name(name);
        if self.symbols.get(name) != Some(&1) {
            put!(self, "#{id}");
        }
    }

    pub(super) fn function_name(&mut self, id: FuncId) {
        let found = self.program.functions.get(id);
        self.symbol(found.map(|f| f.name.as_str()), id);
    }

    pub(super) fn global_name(&mut self, id: GlobalId) {
        let found = self.program.globals.get(id);
        self.symbol(found.map(|g| g.name.as_str()), id);
    }

    pub(super) fn alias_name(&mut self, id: AliasId) {
        let found = self.program.aliases.get(id);
        self.symbol(found.map(|a| a.name.as_str()), id);
    }
}
