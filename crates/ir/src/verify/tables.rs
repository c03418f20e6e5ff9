//! Checks what functions share: types, globals, aliases and source tables.

use super::rules::Rules;
use super::{Check, Errors, MAX_DEPTH, MAX_TYPE_PARTS, consts, ensure};
use crate::consts::ConstKind;
use crate::ids::{AliasId, ConstId, FileId, FuncId, Id, ScopeId, SourceTypeId, SpanId};
use crate::program::{Global, Program};
use crate::source::{SourceMap, SourceType};
use crate::types::Type;

pub(super) fn check(program: &Program, errors: &mut Errors) {
    let rules = Rules { types: &program.types, layout: &program.layout };
    let pointer = program.layout.pointer_bytes;
    if pointer != 4 && pointer != 8 {
        errors.add(format!("pointers of {pointer} bytes"));
    }
    types(program, errors);
    consts::check(program, &rules, errors);
    for (id, each) in program.globals.enumerate() {
        errors.note(format_args!("global {id}"), global(program, &rules, each));
    }
    for (id, alias) in program.aliases.enumerate() {
        errors.note(format_args!("alias {id}"), rules.get(alias.ty).map(|_| ()));
        let target = program.consts.try_get(alias.target);
        let pointer = target.map(|constant| rules.ptr(constant.ty));
        let check = pointer.unwrap_or_else(|| Err("its target does not exist".to_string()));
        errors.note(format_args!("alias {id}"), check);
    }
    alias_rings(program, errors);
    for entry in program.constructors.iter().chain(&program.destructors) {
        if program.functions.get(entry.function).is_none() {
            errors.add(format!("constructor or destructor {} does not exist", entry.function));
        }
    }
    source(&program.source, errors);
}

/// Types refer only to lower ids, and stay small when they are written out.
fn types(program: &Program, errors: &mut Errors) {
    let mut measures: Vec<(u32, u64)> = Vec::with_capacity(program.types.len());
    for (id, ty) in program.types.iter() {
        let (mut depth, mut parts, mut acyclic) = (0, 1u64, true);
        ty.for_each_part(|part| {
            let below = measures.get(part.index());
            acyclic &= below.is_some();
            let (d, p) = below.copied().unwrap_or_default();
            depth = depth.max(d + 1);
            parts = parts.saturating_add(p);
        });
        measures.push((depth, parts));
        let check = || -> Check {
            ensure!(acyclic, "refers to a type that does not come before it");
            ensure!(depth <= MAX_DEPTH, "nests deeper than {MAX_DEPTH}");
            ensure!(parts <= MAX_TYPE_PARTS, "has more than {MAX_TYPE_PARTS} parts");
            let is_value =
                |part| !matches!(program.types.get(part), Type::Void | Type::Function(_));
            match ty {
                Type::Int(bits) => {
                    ensure!((1..=1 << 23).contains(bits), "an integer of {bits} bits");
                }
                Type::Vector { elem, len } => {
                    ensure!(*len > 0, "a vector of no elements");
                    ensure!(program.types.is_scalar(*elem), "a vector of {elem}");
                }
                Type::Array { elem, .. } => {
                    ensure!(is_value(*elem), "an array of {elem}");
                }
                Type::Struct { fields, .. } => {
                    ensure!(fields.iter().copied().all(is_value), "a field has no value");
                }
                Type::Function(ty) => {
                    let params = ty.params.iter().copied().all(is_value);
                    ensure!(params, "a parameter has no value");
                    let ret = program.types.get(ty.ret);
                    ensure!(!matches!(ret, Type::Function(_)), "returns a function");
                }
                Type::Void | Type::Float(_) | Type::Ptr | Type::Opaque => {}
            }
            Ok(())
        };
        errors.note(format_args!("type {id}"), check());
    }
}

fn global(program: &Program, rules: &Rules, global: &Global) -> Check {
    let ty = rules.get(global.ty)?;
    // An opaque struct may be declared: its address is all that is used.
    let sized = match ty {
        Type::Void | Type::Function(_) => false,
        Type::Opaque => global.init.is_none(),
        _ => true,
    };
    ensure!(sized, "a variable of type {}", global.ty);
    ensure!(is_align(global.align), "alignment {}", global.align);
    if let Some(init) = global.init {
        let init = program.consts.try_get(init).ok_or("its initialiser does not exist")?;
        rules.same(init.ty, global.ty)?;
    }
    if let Some(source) = &global.source {
        has_source_type(&program.source, source.ty)?;
        has_span(&program.source, source.span)?;
        has_scope(&program.source, source.scope)?;
    }
    Ok(())
}

pub(super) fn is_align(align: u32) -> bool {
    align == 0 || align.is_power_of_two()
}

/// An alias may name another one, but none may come back to itself.
fn alias_rings(program: &Program, errors: &mut Errors) {
    #[derive(Clone, Copy)]
    enum Node {
        Alias(AliasId),
        Const(ConstId),
    }
    // One walk over aliases and constants; a node is open while what it names is walked.
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let aliases = program.aliases.len();
    let mut marks = vec![Mark::New; aliases + program.consts.len()];
    let index = |node: Node| match node {
        Node::Alias(id) => id.index(),
        Node::Const(id) => aliases + id.index(),
    };
    for start in program.aliases.ids() {
        let mut stack = vec![(Node::Alias(start), false)];
        while let Some((node, leaving)) = stack.pop() {
            let at = index(node);
            if leaving {
                marks[at] = Mark::Done;
                continue;
            }
            match marks.get(at) {
                Some(Mark::New) => marks[at] = Mark::Open,
                Some(Mark::Open) => {
                    errors.add(format!("alias {start} leads back to itself"));
                    continue;
                }
                // What does not exist is reported where it is named.
                Some(Mark::Done) | None => continue,
            }
            stack.push((node, true));
            match node {
                Node::Alias(id) => {
                    let target = program.aliases.get(id).map(|alias| alias.target);
                    stack.extend(target.map(|target| (Node::Const(target), false)));
                }
                Node::Const(id) => match program.consts.try_get(id).map(|c| &c.kind) {
                    Some(ConstKind::Alias(id)) if id.index() < aliases => {
                        stack.push((Node::Alias(*id), false));
                    }
                    Some(kind) => kind.for_each_part(|part| {
                        // A part named twice is pushed twice, and done at the second.
                        if marks.get(aliases + part.index()) == Some(&Mark::New) {
                            stack.push((Node::Const(part), false));
                        }
                    }),
                    None => {}
                },
            }
        }
    }
}

pub(super) fn has_span(source: &SourceMap, id: SpanId) -> Check {
    ensure!(source.spans.get(id).is_some(), "span {id} does not exist");
    Ok(())
}

pub(super) fn has_scope(source: &SourceMap, id: Option<ScopeId>) -> Check {
    let exists = id.is_none_or(|id| source.scopes.get(id).is_some());
    ensure!(exists, "scope {id:?} does not exist");
    Ok(())
}

pub(super) fn has_source_type(source: &SourceMap, id: SourceTypeId) -> Check {
    ensure!(source.types.get(id).is_some(), "source type {id} does not exist");
    Ok(())
}

fn has_file(source: &SourceMap, id: Option<FileId>) -> Check {
    let exists = id.is_none_or(|id| source.files.get(id).is_some());
    ensure!(exists, "file {id:?} does not exist");
    Ok(())
}

fn source(source: &SourceMap, errors: &mut Errors) {
    if source.spans.iter().next() != Some(&crate::source::Span::UNKNOWN) {
        errors.add("span 0 is not the unknown place");
    }
    for (id, span) in source.spans.enumerate() {
        let inlined = span.inlined_at.map_or(Ok(()), |at| has_span(source, at));
        let check = has_file(source, span.file).and(has_scope(source, span.scope)).and(inlined);
        errors.note(format_args!("span {id}"), check);
    }
    for (id, scope) in source.scopes.enumerate() {
        let check = has_file(source, scope.file).and(has_scope(source, scope.parent));
        errors.note(format_args!("scope {id}"), check);
    }
    let parents = source.scopes.iter().map(|scope| scope.parent.map(ScopeId::index));
    if has_ring(&parents.collect::<Vec<_>>()) {
        errors.add("scopes contain each other");
    }
    let callers = source.spans.iter().map(|span| span.inlined_at.map(SpanId::index));
    if has_ring(&callers.collect::<Vec<_>>()) {
        errors.add("places are inlined at each other");
    }
    for (id, ty) in source.types.enumerate() {
        let mut check = Ok(());
        ty.for_each_part(|part| {
            if let (Ok(()), missing @ Err(_)) = (&check, has_source_type(source, part)) {
                check = missing;
            }
        });
        if *ty == SourceType::Pending {
            check = Err("was never read".to_string());
        }
        errors.note(format_args!("source type {id}"), check);
    }
}

/// Whether following the links from somewhere never ends.
fn has_ring(next: &[Option<usize>]) -> bool {
    // The start that first came by each entry; coming by twice from one start is a ring.
    let mut seen_from = vec![None; next.len()];
    (0..next.len()).any(|start| {
        let mut at = Some(start);
        while let Some(index) = at.filter(|&index| index < next.len()) {
            match seen_from[index] {
                None => seen_from[index] = Some(start),
                Some(before) => return before == start,
            }
            at = next[index];
        }
        false
    })
}

/// Ids that a function's own tables name.
pub(super) fn has_function(program: &Program, id: FuncId) -> Check {
    ensure!(program.functions.get(id).is_some(), "function {id} does not exist");
    Ok(())
}
