//! Debug info: places, scopes, files, variables and functions of the source.
//!
//! Metadata may be tied into rings by a hostile file. Scopes and inlined places are
//! therefore made from the outermost inwards, and a ring is cut where it closes, so that
//! following parents always ends.

use super::fault::{Budget, index, narrow, signed};
use super::metadata::{MdId, Metadata, md_ref};
use super::values::Value;
use llvm_bitcode::schema::blocks::MetadataCode as Code;
use margay_ir::source::{
    FunctionSource, GlobalSource, Place, Scope, ScopeKind, SourceFile, Variable,
};
use margay_ir::{Consts, FileId, ScopeId, SourceMap, SourceTypeId, Span, SpanId};
use std::collections::HashMap;

/// What has been decoded so far, by metadata number.
#[derive(Debug, Default)]
pub struct DebugInfo {
    cache: Vec<Cached>,
    files: HashMap<SourceFile, FileId>,
    spans: HashMap<Span, SpanId>,
    pub(super) void: Option<SourceTypeId>,
}

#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Cached {
    #[default]
    Nothing,
    /// Being decoded: meeting it again closes a ring.
    Busy,
    File(FileId),
    Scope(ScopeId),
    Span(SpanId),
    Type(SourceTypeId),
}

/// Decodes debug info into the source map.
pub struct Reader<'x, 'a> {
    pub info: &'x mut DebugInfo,
    pub md: &'x Metadata<'a>,
    pub source: &'x mut SourceMap,
    pub values: &'x [Value],
    pub consts: &'x Consts,
    pub budget: &'x mut Budget,
}

/// A place as a record gives it.
#[derive(Clone, Copy, Debug)]
pub struct Location {
    pub line: u64,
    pub column: u64,
    pub scope: Option<MdId>,
    pub inlined_at: Option<MdId>,
}

impl DebugInfo {
    /// Forgets what belongs to the metadata of one function.
    pub fn forget_local(&mut self, shared: usize) {
        self.cache.truncate(shared);
    }

    pub(super) fn cached(&self, id: MdId) -> Cached {
        self.cache.get(id).copied().unwrap_or_default()
    }
}

impl Reader<'_, '_> {
    pub fn span(&mut self, location: Location) -> SpanId {
        let inlined_at = location.inlined_at.map(|id| self.location(id));
        let scope = location.scope.and_then(|id| self.scope(id));
        self.intern_span(Span {
            file: scope.and_then(|scope| self.source.scopes[scope].file),
            line: narrow(location.line).unwrap_or(0),
            column: narrow(location.column).unwrap_or(0),
            scope,
            inlined_at: inlined_at.filter(|&span| span != self.source.unknown()),
        })
    }

    /// The place that a location node gives, with the places it was inlined at.
    pub fn location(&mut self, id: MdId) -> SpanId {
        let (mut chain, mut next, mut outer) = (Vec::new(), Some(id), None);
        while let Some(id) = next {
            match self.info.cached(id) {
                Cached::Span(span) => outer = Some(span),
                Cached::Nothing => {
                    if let Some(ops) = self.md.node(id, Code::Location) {
                        self.remember(id, Cached::Busy);
                        chain.push(id);
                        next = md_ref(ops.get(4));
                        continue;
                    }
                }
                _ => {}
            }
            break;
        }
        for &id in chain.iter().rev() {
            let ops = self.md.node(id, Code::Location).unwrap_or(&[]);
            let number = |at| ops.get(at).copied().unwrap_or(0);
            let (line, column, scope) = (number(1), number(2), ops.get(3).copied());
            // Unlike other references, this one counts from 0.
            let scope = scope.and_then(|id| self.scope(index(id).ok()?));
            let span = self.intern_span(Span {
                file: scope.and_then(|scope| self.source.scopes[scope].file),
                line: narrow(line).unwrap_or(0),
                column: narrow(column).unwrap_or(0),
                scope,
                inlined_at: outer,
            });
            self.remember(id, Cached::Span(span));
            outer = Some(span);
        }
        outer.unwrap_or_else(|| self.source.unknown())
    }

    /// The line of a location node.
    pub fn line_of(&self, span: SpanId) -> u32 {
        self.source.spans[span].line
    }

    /// The function or block of a scope node.
    pub fn scope(&mut self, id: MdId) -> Option<ScopeId> {
        let (mut chain, mut next, mut parent) = (Vec::new(), Some(id), None);
        while let Some(id) = next {
            match self.info.cached(id) {
                Cached::Scope(scope) => parent = Some(scope),
                Cached::Nothing => match self.md.any(id) {
                    Some((Code::LexicalBlock | Code::LexicalBlockFile, ops)) => {
                        next = md_ref(ops.get(1));
                        self.remember(id, Cached::Busy);
                        chain.push(id);
                        continue;
                    }
                    Some((Code::Subprogram, _)) => chain.push(id),
                    _ => {}
                },
                _ => {}
            }
            break;
        }
        for &id in chain.iter().rev() {
            let (code, ops) = self.md.any(id)?;
            let (kind, file, line) = match code {
                Code::Subprogram => {
                    let name = self.text(ops.get(2));
                    (ScopeKind::Function { name }, md_ref(ops.get(4)), ops.get(5))
                }
                Code::LexicalBlock => (ScopeKind::Block, md_ref(ops.get(2)), ops.get(3)),
                _ => (ScopeKind::Block, md_ref(ops.get(2)), None),
            };
            let line = line.and_then(|&line| narrow(line).ok()).unwrap_or(0);
            let file = file.and_then(|file| self.file(file));
            let scope = self.source.scopes.push(Scope { kind, parent, file, line });
            self.remember(id, Cached::Scope(scope));
            parent = Some(scope);
        }
        parent
    }

    pub fn file(&mut self, id: MdId) -> Option<FileId> {
        if let Cached::File(file) = self.info.cached(id) {
            return Some(file);
        }
        let ops = self.md.node(id, Code::File)?;
        let name = self.text(ops.get(1));
        // Whether clang spells it so depends on how it came to the header.
        let name = name.trim_start_matches("./").into();
        let directory = self.text(ops.get(2)).into();
        let file = SourceFile { name, directory };
        let source = &mut *self.source;
        let id_of_file =
            *self.info.files.entry(file).or_insert_with_key(|file| source.files.push(file.clone()));
        self.remember(id, Cached::File(id_of_file));
        Some(id_of_file)
    }

    /// A function, from its subprogram node.
    pub fn function(&mut self, id: MdId) -> Option<FunctionSource> {
        let ops = self.md.node(id, Code::Subprogram)?;
        let scope = self.scope(id)?;
        let (name, ty) = (self.text(ops.get(2)), md_ref(ops.get(6)));
        let ty = self.ty(ty);
        let span = self.declared_at(ops.get(4), ops.get(5), Some(scope));
        Some(FunctionSource { name, ty, span, scope })
    }

    /// A global variable or static local, from its node or the node that wraps it.
    pub fn global(&mut self, id: MdId) -> Option<GlobalSource> {
        let id = match self.md.node(id, Code::GlobalVarExpr) {
            Some(ops) => md_ref(ops.get(1))?,
            None => id,
        };
        let ops = self.md.node(id, Code::GlobalVar)?;
        let scope = md_ref(ops.get(1)).and_then(|scope| self.scope(scope));
        let (name, ty) = (self.text(ops.get(2)), md_ref(ops.get(6)));
        let ty = self.ty(ty);
        let span = self.declared_at(ops.get(4), ops.get(5), scope);
        Some(GlobalSource { name, ty, span, scope })
    }

    /// A local variable or parameter, without its place.
    pub fn variable(&mut self, id: MdId) -> Option<Variable> {
        let ops = self.md.node(id, Code::LocalVar)?;
        // Files of before LLVM 4 have a tag in front, which the missing flag gives away.
        let has_alignment = ops.first()? & 2 != 0;
        let ops = if !has_alignment && ops.len() > 8 { ops.get(1..)? } else { ops };
        let scope = md_ref(ops.get(1)).and_then(|scope| self.scope(scope));
        let (name, ty) = (self.text(ops.get(2)), md_ref(ops.get(5)));
        let ty = self.ty(ty);
        let span = self.declared_at(ops.get(3), ops.get(4), scope);
        let parameter = ops.get(6).and_then(|&at| narrow(at).ok()).filter(|&at| at > 0);
        Some(Variable { name, ty, scope, span, parameter, place: Place::Unknown })
    }

    fn declared_at(
        &mut self,
        file: Option<&u64>,
        line: Option<&u64>,
        scope: Option<ScopeId>,
    ) -> SpanId {
        let file = md_ref(file).and_then(|file| self.file(file));
        let line = line.and_then(|&line| narrow(line).ok()).unwrap_or(0);
        self.intern_span(Span { file, line, column: 0, scope, inlined_at: None })
    }

    fn intern_span(&mut self, span: Span) -> SpanId {
        if span == Span::UNKNOWN {
            return self.source.unknown();
        }
        let spans = &mut self.source.spans;
        *self.info.spans.entry(span).or_insert_with(|| spans.push(span))
    }

    /// The text that an operand refers to; empty once texts exceed what the file justifies.
    pub(super) fn text(&mut self, reference: Option<&u64>) -> String {
        let text = self.md.text(reference);
        self.budget.spend(text.len()).map(|()| text).unwrap_or_default()
    }

    /// The value of an integer constant that metadata wraps.
    pub(super) fn integer(&self, id: MdId) -> Option<i64> {
        let ops = self.md.node(id, Code::Value)?;
        let value = self.values.get(index(*ops.get(1)?).ok()?)?;
        let number = self.consts.as_u64(value.constant().ok()?)?;
        Some(signed(number))
    }

    pub(super) fn remember(&mut self, id: MdId, what: Cached) {
        // Only numbers that have an entry come here, so the table stays as large as that.
        if self.info.cache.len() <= id && self.md.contains(id) {
            self.info.cache.resize(id + 1, Cached::Nothing);
        }
        if let Some(entry) = self.info.cache.get_mut(id) {
            *entry = what;
        }
    }
}

/// The kind of metadata attachment that debug info uses.
pub const DBG_KIND: u64 = 0;

/// The node that a list of (kind, node) pairs attaches as debug info.
pub fn attached(pairs: &[u64]) -> Option<MdId> {
    let pair = pairs.chunks_exact(2).find(|pair| pair[0] == DBG_KIND)?;
    index(pair[1]).ok()
}
