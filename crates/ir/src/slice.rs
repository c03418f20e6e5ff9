//! Slices: what some functions of a program can come to, as a program of its own.
//!
//! A slice has the functions that its entries call or know the addresses of, and those that these do,
//! with the variables, constants, types and places that they name. It has nothing else: what is found in
//! it depends on nothing else. Its ids are numbered in the order in which a walk from the entries comes to
//! them, so that two programs which say the same there have equal slices, whatever else they say.
//!
//! One fact of the whole is kept: which variables anything may change, be it code that is not part of
//! the slice.

use crate::consts::{Const, ConstKind};
use crate::digest::is_unnamed;
use crate::globals::changed_globals;
use crate::ids::{
    AliasId, ConstId, FileId, FuncId, GlobalId, Id, ScopeId, SourceTypeId, SpanId, TypeId,
};
use crate::inst::Callee;
use crate::program::{Alias, Program, Startup};
use crate::renumber::{self, Renumber};
use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::hash::Hash;

/// A part of a program, or the whole of it.
pub struct Slice<'p> {
    pub program: Cow<'p, Program>,
    /// What its functions are in the whole; nothing if it is the whole.
    functions: Option<Vec<FuncId>>,
}

impl<'p> Slice<'p> {
    /// All of a program.
    pub fn whole(program: &'p Program) -> Self {
        Slice { program: Cow::Borrowed(program), functions: None }
    }

    /// What a function of the slice is in the whole.
    pub fn in_whole(&self, function: FuncId) -> FuncId {
        self.functions.as_ref().map_or(function, |functions| functions[function.index()])
    }

    /// What a function of the whole is in the slice, if it is part of it.
    pub fn in_slice(&self, function: FuncId) -> Option<FuncId> {
        match &self.functions {
            None => Some(function),
            Some(functions) => functions.iter().position(|f| *f == function).map(Id::from_index),
        }
    }
}

/// Cuts slices out of a program.
pub struct Slicer<'p> {
    program: &'p Program,
    changed: BTreeSet<GlobalId>,
}

impl<'p> Slicer<'p> {
    pub fn new(program: &'p Program) -> Self {
        Slicer { program, changed: changed_globals(program).into_iter().collect() }
    }

    /// Whether anything in the whole program may change a variable.
    pub(crate) fn is_changed(&self, global: GlobalId) -> bool {
        self.changed.contains(&global)
    }

    pub fn program(&self) -> &'p Program {
        self.program
    }

    /// What a function can come to, and what runs before and after any program.
    pub fn slice(&self, entry: FuncId) -> Slice<'p> {
        let whole = self.program;
        let mut copy = Copy::new(whole);
        copy.functions.of(entry);
        let mut startups = |list: &[Startup]| -> Vec<Startup> {
            let renewed = list
                .iter()
                .map(|one| Startup { function: copy.functions.of(one.function), ..*one });
            renewed.collect()
        };
        let (constructors, destructors) =
            (startups(&whole.constructors), startups(&whole.destructors));
        copy.all();
        let mut program = copy.out;
        (program.constructors, program.destructors) = (constructors, destructors);
        program.assembly = whole.assembly;
        let globals = copy.globals.order.iter().enumerate();
        let changed = globals.filter(|(_, global)| self.is_changed(**global));
        program.changed = Some(changed.map(|(index, _)| Id::from_index(index)).collect());
        Slice { program: Cow::Owned(program), functions: Some(copy.functions.order) }
    }
}

/// New numbers for ids, in the order in which they are asked for.
pub(crate) struct Numbers<I> {
    known: HashMap<I, I>,
    /// What each new one was.
    pub order: Vec<I>,
}

impl<I: Id + Hash> Numbers<I> {
    pub fn new() -> Self {
        Numbers { known: HashMap::new(), order: Vec::new() }
    }

    pub fn of(&mut self, id: I) -> I {
        let (next, order) = (I::from_index(self.order.len()), &mut self.order);
        *self.known.entry(id).or_insert_with(|| {
            order.push(id);
            next
        })
    }
}

/// Copies what is asked for, and what that asks for. Functions, variables, aliases and the types of the
/// source refer to each other in circles: they are numbered when they are asked for, and copied later, in
/// the order of their numbers.
struct Copy<'p> {
    whole: &'p Program,
    out: Program,
    functions: Numbers<FuncId>,
    globals: Numbers<GlobalId>,
    aliases: Numbers<AliasId>,
    source_types: Numbers<SourceTypeId>,
    files: Numbers<FileId>,
    types: HashMap<TypeId, TypeId>,
    consts: HashMap<ConstId, ConstId>,
    spans: HashMap<SpanId, SpanId>,
    scopes: HashMap<ScopeId, ScopeId>,
}

impl<'p> Copy<'p> {
    fn new(whole: &'p Program) -> Self {
        let out = Program::new(whole.layout.clone(), whole.triple.clone());
        let unknown = (whole.source.unknown(), out.source.unknown());
        Copy {
            whole,
            out,
            functions: Numbers::new(),
            globals: Numbers::new(),
            aliases: Numbers::new(),
            source_types: Numbers::new(),
            files: Numbers::new(),
            types: HashMap::new(),
            consts: HashMap::new(),
            spans: HashMap::from([unknown]),
            scopes: HashMap::new(),
        }
    }

    /// Copies all that has a number and what that leads to. Functions and variables share no places, also if they are
    /// declared at the same: who asks where something was made learns what was made.
    fn all(&mut self) {
        let whole = self.whole;
        let unknown = HashMap::from([(whole.source.unknown(), self.out.source.unknown())]);
        loop {
            self.spans.clone_from(&unknown);
            if let Some(id) = self.functions.order.get(self.out.functions.len()) {
                let mut function = whole.functions[*id].clone();
                renumber::function(self, &mut function);
                self.out.functions.push(function);
            } else if let Some(id) = self.globals.order.get(self.out.globals.len()) {
                let mut global = whole.globals[*id].clone();
                if is_unnamed(&global) {
                    // Its number is one of the whole program's.
                    global.name = format!(".made.{}", self.out.globals.len());
                }
                renumber::global(self, &mut global);
                self.out.globals.push(global);
            } else if let Some(id) = self.aliases.order.get(self.out.aliases.len()) {
                let alias = whole.aliases[*id].clone();
                let (target, ty) = (self.constant(alias.target), self.ty(alias.ty));
                self.out.aliases.push(Alias { target, ty, ..alias });
            } else if let Some(id) = self.source_types.order.get(self.out.source.types.len()) {
                let ty = renumber::source_type(self, &whole.source.types[*id]);
                self.out.source.types.push(ty);
            } else {
                break;
            }
        }
    }

    fn copy_const(&mut self, id: ConstId) -> ConstId {
        let Const { ty, kind } = self.whole.const_of(id);
        let kind = match kind {
            ConstKind::Global(id) => ConstKind::Global(self.globals.of(*id)),
            ConstKind::Func(id) => ConstKind::Func(self.functions.of(*id)),
            ConstKind::Alias(id) => ConstKind::Alias(self.aliases.of(*id)),
            ConstKind::Block(id, block) => ConstKind::Block(self.functions.of(*id), *block),
            other => renumber::constant(self, other),
        };
        let ty = self.ty(*ty);
        self.out.consts.intern(ty, kind)
    }
}

impl Renumber for Copy<'_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let whole = self.whole;
        let ty = renumber::ty(self, whole.types.get(id));
        let new = self.out.types.intern(ty);
        self.types.insert(id, new);
        new
    }

    fn constant(&mut self, id: ConstId) -> ConstId {
        let consts = &self.whole.consts;
        for id in consts.parts_first(id, |id| self.consts.contains_key(&id)) {
            let new = self.copy_const(id);
            self.consts.insert(id, new);
        }
        self.consts[&id]
    }

    fn callee(&mut self, id: FuncId) -> Callee {
        Callee::Direct(self.functions.of(id))
    }

    fn span(&mut self, id: SpanId) -> SpanId {
        let spans = &self.whole.source.spans;
        let chain = chain(id, spans.len(), |id| {
            spans[id].inlined_at.filter(|_| !self.spans.contains_key(&id))
        });
        for id in chain.into_iter().rev() {
            if !self.spans.contains_key(&id) {
                let span = renumber::span(self, &self.whole.source.spans[id]);
                let new = self.out.source.spans.push(span);
                self.spans.insert(id, new);
            }
        }
        self.spans[&id]
    }

    fn scope(&mut self, id: ScopeId) -> ScopeId {
        let scopes = &self.whole.source.scopes;
        let chain = chain(id, scopes.len(), |id| {
            scopes[id].parent.filter(|_| !self.scopes.contains_key(&id))
        });
        for id in chain.into_iter().rev() {
            if !self.scopes.contains_key(&id) {
                let scope = renumber::scope(self, &self.whole.source.scopes[id]);
                let new = self.out.source.scopes.push(scope);
                self.scopes.insert(id, new);
            }
        }
        self.scopes[&id]
    }

    fn source_type(&mut self, id: SourceTypeId) -> SourceTypeId {
        self.source_types.of(id)
    }

    fn file(&mut self, id: FileId) -> FileId {
        let new = self.files.of(id);
        if new == self.out.source.files.next_id() {
            self.out.source.files.push(self.whole.source.files[id].clone());
        }
        new
    }
}

/// An id and those after it, one after the other; no more than the table has.
fn chain<I: Id>(first: I, most: usize, next: impl Fn(I) -> Option<I>) -> Vec<I> {
    std::iter::successors(Some(first), |id| next(*id)).take(most).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::digest::{Digest, Digests};
    use crate::{text, verify};

    const PROGRAM: &str = "
        global internal constant @.str.1: [3 x i8] = c\"ab\\x00\"
        global internal @limit: i32 = 7
        global @other: i32 = 9
        define i32 @far(i32 r0) { b0: r1 = load i32, @other, align 4 ret i32 r1 }
        define i32 @near(i32 r0) { b0: r1 = load i32, @limit, align 4 ret i32 r1 }
        define ptr @entry(i32 r0) {
        b0:
            r1 = call fn(i32) -> i32 @near(i32 r0)
            ret ptr @.str.1
        }
    ";

    /// The slice of `entry` as text, and its digest.
    fn entry(text: &str) -> (String, Digest) {
        let program = text::parse(text).unwrap_or_else(|error| panic!("{error}"));
        let slicer = Slicer::new(&program);
        let entry = program.function("entry").expect("the entry");
        let slice = slicer.slice(entry).program;
        verify::verify(&slice).unwrap_or_else(|errors| panic!("{errors:?}"));
        let said = format!("{}{:?}", text::print(&slice), slice.changed);
        (said, Digests::new(&slicer).of(entry))
    }

    /// The same program, with one text in place of another.
    fn changed(from: &str, to: &str) -> (String, Digest) {
        assert!(PROGRAM.contains(from));
        entry(&PROGRAM.replace(from, to))
    }

    #[test]
    fn a_slice_has_what_its_entry_leads_to() {
        let program = text::parse(PROGRAM).expect("a program");
        let id = |name: &str| program.function(name).expect("a function");
        let slice = Slicer::new(&program).slice(id("entry"));
        let names: Vec<&str> = slice.program.functions.iter().map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["entry", "near"]);
        assert_eq!(slice.program.globals.len(), 2);
        assert_eq!(slice.in_whole(Id::from_index(1)), id("near"));
        assert_eq!(slice.in_slice(id("near")), Some(Id::from_index(1)));
        assert_eq!(slice.in_slice(id("far")), None);
    }

    #[test]
    fn what_is_not_part_of_a_slice_changes_nothing() {
        let before = entry(PROGRAM);
        assert_eq!(changed("@other: i32 = 9", "@other: i64 = 1"), before);
        assert_eq!(changed("@other, align 4 ret i32 r1", "@other, align 4 ret i32 4"), before);
        assert_eq!(changed(".str.1", ".str.12"), before);
        let more = "global internal constant @.str.0: [2 x i8] = c\"a\\x00\"
            define ptr @first() { b0: ret ptr @.str.0 }";
        assert_eq!(entry(&format!("{more}{PROGRAM}")), before);
    }

    #[test]
    fn what_is_part_of_a_slice_counts() {
        let before = entry(PROGRAM);
        for (from, to) in [
            ("c\"ab", "c\"ac"),
            ("@limit: i32 = 7", "@limit: i32 = 8"),
            ("load i32, @limit, align 4 ret", "load volatile i32, @limit, align 4 ret"),
            ("@near(i32 r0) {", "@near(noundef i32 r0) {"),
            // It is changed, if by code that the entry does not lead to.
            (
                "r1 = load i32, @other, align 4 ret i32 r1",
                "store i32 r0, @limit, align 4 ret i32 r0",
            ),
        ] {
            let after = changed(from, to);
            assert_ne!(after.0, before.0, "{to}");
            assert_ne!(after.1, before.1, "{to}");
        }
    }

    #[test]
    fn everything_can_be_sliced() {
        let program = text::parse(include_str!("../tests/everything.ir")).expect("a program");
        let slicer = Slicer::new(&program);
        let mut seen = BTreeSet::new();
        for id in program.functions.ids() {
            let slice = slicer.slice(id);
            verify::verify(&slice.program).unwrap_or_else(|errors| panic!("{errors:?}"));
            // A slice of a slice is the same.
            let again = Slicer::new(&slice.program);
            let (same, first) = (again.slice(Id::from_index(0)), Id::from_index(0));
            assert_eq!(text::print(&same.program), text::print(&slice.program));
            let digest = Digests::new(&slicer).of(id);
            assert_eq!(Digests::new(&again).of(first), digest);
            assert!(seen.insert(digest), "two functions have one digest");
        }
    }
}
