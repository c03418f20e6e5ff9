//! Writes the tables of a program: target, types, constants and source.

use super::names::{encoding_word, path_bytes, qualifier_word, quote};
use super::print::{Printer, put};
use crate::program::Startup;
use crate::source::{Scope, ScopeKind, SourceType, Span};
use crate::types::DataLayout;
use std::fmt::Write;

impl Printer<'_> {
    pub(super) fn tables(&mut self) {
        let program = self.program;
        put!(self, "triple {}\n", quote(program.triple.as_bytes()));
        self.layout(&program.layout);
        self.table("types", program.types.iter(), |printer, ty| printer.type_body(ty));
        self.table("consts", program.consts.iter(), |printer, constant| {
            printer.ty(constant.ty);
            put!(printer, " ");
            printer.const_body(constant);
        });
        let source = &program.source;
        self.table("files", source.files.enumerate(), |printer, file| {
            let (name, directory) = (path_bytes(&file.name), path_bytes(&file.directory));
            put!(printer, "{} in {}", quote(&name), quote(&directory));
        });
        self.table("scopes", source.scopes.enumerate(), Self::scope);
        // The unknown place goes without saying.
        let implied = source.spans.iter().next() == Some(&Span::UNKNOWN);
        let spans = source.spans.enumerate().skip(usize::from(implied));
        self.table("spans", spans, Self::span);
        self.table("source_types", source.types.enumerate(), Self::source_type);
        self.function_list("constructors", &program.constructors);
        self.function_list("destructors", &program.destructors);
        for gap in &program.gaps {
            let (symbol, reason) = (quote(gap.symbol.as_bytes()), quote(gap.reason.as_bytes()));
            put!(self, "gap {symbol}: {reason}\n");
        }
    }

    fn table<I: std::fmt::Display, T>(
        &mut self,
        name: &str,
        entries: impl Iterator<Item = (I, T)>,
        mut entry: impl FnMut(&mut Self, T),
    ) {
        let mut entries = entries.peekable();
        if entries.peek().is_none() {
            return;
        }
        put!(self, "{name} {{\n");
        for (id, item) in entries {
            put!(self, "  {id} = ");
            entry(self, item);
            put!(self, "\n");
        }
        put!(self, "}}\n");
    }

    fn layout(&mut self, layout: &DataLayout) {
        let endian = if layout.little_endian { "little" } else { "big" };
        put!(self, "layout {endian} pointer {}", layout.pointer_bytes);
        put!(self, " stack {}", layout.stack_align);
        for (name, table) in [
            ("int", &layout.int_align),
            ("float", &layout.float_align),
            ("vector", &layout.vector_align),
        ] {
            let entries: Vec<_> = table.iter().map(|(b, a)| format!("{b}:{a}")).collect();
            put!(self, " {name}({})", entries.join(", "));
        }
        put!(self, "\n");
    }

    fn function_list(&mut self, word: &str, functions: &[Startup]) {
        for (at, entry) in functions.iter().enumerate() {
            put!(self, "{}", if at == 0 { word } else { "," });
            put!(self, " ");
            self.function_name(entry.function);
            if entry.priority != Startup::DEFAULT_PRIORITY {
                put!(self, " priority {}", entry.priority);
            }
        }
        if !functions.is_empty() {
            put!(self, "\n");
        }
    }

    fn scope(&mut self, scope: &Scope) {
        match &scope.kind {
            ScopeKind::Function { name } => put!(self, "function {}", quote(name.as_bytes())),
            ScopeKind::Block => put!(self, "block"),
        }
        if let Some(parent) = scope.parent {
            put!(self, " {parent}");
        }
        match scope.file {
            Some(file) => put!(self, " at {file}:{}", scope.line),
            None => put!(self, " at _:{}", scope.line),
        }
    }

    fn span(&mut self, span: &Span) {
        match span.file {
            Some(file) => put!(self, "{file}:{}:{}", span.line, span.column),
            None => put!(self, "_:{}:{}", span.line, span.column),
        }
        if let Some(scope) = span.scope {
            put!(self, " {scope}");
        }
        if let Some(at) = span.inlined_at {
            put!(self, " inlined {at}");
        }
    }

    fn source_type(&mut self, ty: &SourceType) {
        match ty {
            SourceType::Void => put!(self, "void"),
            SourceType::Pending => put!(self, "pending"),
            SourceType::Base { name, bits, encoding } => {
                let encoding = encoding_word(*encoding);
                put!(self, "base {} {bits} {encoding}", quote(name.as_bytes()));
            }
            SourceType::Pointer { to, bits } => put!(self, "pointer {to} {bits}"),
            SourceType::Typedef { name, to } => {
                put!(self, "typedef {} {to}", quote(name.as_bytes()));
            }
            SourceType::Qualified { qualifier, to } => {
                put!(self, "qualified {} {to}", qualifier_word(*qualifier));
            }
            SourceType::Record { name, is_union, complete, bits, fields } => {
                let word = if *is_union { "union" } else { "struct" };
                let incomplete = if *complete { "" } else { "incomplete " };
                put!(self, "{word} {} {incomplete}{bits} {{", quote(name.as_bytes()));
                for (at, field) in fields.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    put!(self, "{comma} {}: {}", quote(field.name.as_bytes()), field.ty);
                    put!(self, " at {} bits {}", field.bit_offset, field.bits);
                    if field.is_bit_field {
                        put!(self, " bit_field");
                    }
                }
                put!(self, " }}");
            }
            SourceType::Enum { name, base, bits, values } => {
                put!(self, "enum {} {bits}", quote(name.as_bytes()));
                if let Some(base) = base {
                    put!(self, " {base}");
                }
                put!(self, " {{");
                for (at, (name, value)) in values.iter().enumerate() {
                    let comma = if at > 0 { "," } else { "" };
                    put!(self, "{comma} {} = {value}", quote(name.as_bytes()));
                }
                put!(self, " }}");
            }
            SourceType::Array { elem, extents } => {
                let extent = |e: &Option<u64>| e.map_or("_".to_string(), |e| e.to_string());
                let extents: Vec<_> = extents.iter().map(extent).collect();
                put!(self, "array {elem} [{}]", extents.join(", "));
            }
            SourceType::Vector { elem, len } => put!(self, "vector {elem} {len}"),
            SourceType::Function { ret, params, variadic } => {
                let mut params: Vec<_> = params.iter().map(|p| p.to_string()).collect();
                params.extend(variadic.then(|| "...".to_string()));
                put!(self, "function {ret} ({})", params.join(", "));
            }
        }
    }
}
