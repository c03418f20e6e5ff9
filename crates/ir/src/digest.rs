//! Digests: what a function can come to, in one number.
//!
//! Functions with equal digests have equal [slices](crate::slice), but for the numbers of lines: of each function and
//! variable it counts which of its places stand on one line and which line comes first, not how far
//! they are apart. What is found in one is found in the other, on the line that has its place there. Nothing
//! else of the program counts, nor how its tables are numbered: a function is told apart by its name,
//! and what the compiler has made and named by numbers, such as texts, by what is in it.
//!
//! What a function says itself is digested once, types and constants that many share as well. Functions
//! that lead to each other in a circle are digested together.

use crate::components::Components;
use crate::consts::ConstKind;
use crate::graph::Graph;
use crate::ids::{
    AliasId, ConstId, FileId, FuncId, GlobalId, Id, ScopeId, SourceTypeId, SpanId, TypeId,
};
use crate::inst::Callee;
use crate::program::{Alias, Global, Linkage, Program};
use crate::renumber::{self, Renumber};
use crate::slice::{Numbers, Slicer};
use sha2::{Digest as _, Sha256};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{Hash, Hasher};
use std::path::Path;

/// A number that stands for what was put into it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    pub fn of(what: &impl Hash) -> Digest {
        let mut bytes = Bytes(Vec::new());
        what.hash(&mut bytes);
        Digest::of_bytes(&bytes.0)
    }

    pub fn of_bytes(bytes: &[u8]) -> Digest {
        Digest(Sha256::digest(bytes).into())
    }

    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Keeps what is hashed, as it is.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Never called: [`Digest::of`] takes the bytes.
    fn finish(&self) -> u64 {
        0
    }
}

/// The digests of all functions of a program.
pub struct Digests {
    functions: Vec<Digest>,
    lines: Vec<Option<Lines>>,
}

/// The lines that a function has places on, in one file and in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    pub file: FileId,
    pub numbers: Vec<u32>,
}

impl Digests {
    pub fn new(slicer: &Slicer<'_>) -> Digests {
        let program = slicer.program();
        let mut tables = Tables::new(program);
        let count = program.functions.len() + program.globals.len() + program.aliases.len();
        let (mut own, mut edges) = (Vec::with_capacity(count), Vec::new());
        let mut lines = Vec::with_capacity(program.functions.len());
        let all = Symbol::all(program);
        for (node, symbol) in all.iter().enumerate() {
            let Said { digest, names, lines: own_lines } = tables.symbol(*symbol, slicer);
            own.push(digest);
            if matches!(symbol, Symbol::Function(_)) {
                lines.push(own_lines);
            }
            let led_to = names.into_iter().map(|to| (FuncId::from_index(node), to.node(program)));
            edges.extend(led_to);
        }
        let graph = Graph::new(count, &edges);
        let components = Components::new(&graph);
        let mut behind: Vec<Digest> = Vec::with_capacity(components.members.len());
        for (component, members) in components.members.iter().enumerate() {
            let of = |node: &FuncId| components.of[node.index()];
            let next = members.iter().flat_map(|node| graph.successors(*node)).map(of);
            // Those that a component leads to come before it.
            let next: BTreeSet<Digest> =
                next.filter(|next| *next != component).map(|next| behind[next]).collect();
            let members: BTreeSet<Digest> = members.iter().map(|node| own[node.index()]).collect();
            behind.push(Digest::of(&(members, next)));
        }
        let startups = program.constructors.iter().chain(&program.destructors);
        let startups: Vec<(u32, Digest, Digest)> = startups
            .map(|one| {
                let node = one.function.index();
                (one.priority, own[node], behind[components.of[node]])
            })
            .collect();
        let around = (
            &program.layout,
            &program.triple,
            program.assembly,
            program.constructors.len(),
            startups,
        );
        let around = Digest::of(&around);
        let functions = (0..program.functions.len())
            .map(|node| Digest::of(&(around, own[node], behind[components.of[node]])));
        Digests { functions: functions.collect(), lines }
    }

    /// The lines that a function has places on, by whose order they are told apart; none if it is not known where it
    /// begins.
    pub fn lines(&self, function: FuncId) -> Option<&Lines> {
        self.lines[function.index()].as_ref()
    }

    /// Of what a function can come to.
    pub fn of(&self, function: FuncId) -> Digest {
        self.functions[function.index()]
    }
}

/// What others know by its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Symbol {
    Function(FuncId),
    Global(GlobalId),
    Alias(AliasId),
}

impl Symbol {
    fn all(program: &Program) -> Vec<Symbol> {
        let functions = program.functions.ids().map(Symbol::Function);
        let globals = program.globals.ids().map(Symbol::Global);
        functions.chain(globals).chain(program.aliases.ids().map(Symbol::Alias)).collect()
    }

    /// Its place among all; functions come first, and the graph borrows their ids for the others.
    fn node(self, program: &Program) -> FuncId {
        let globals = program.functions.len();
        let aliases = globals + program.globals.len();
        FuncId::from_index(match self {
            Symbol::Function(id) => id.index(),
            Symbol::Global(id) => globals + id.index(),
            Symbol::Alias(id) => aliases + id.index(),
        })
    }
}

/// Whether a variable is one that the compiler made, and gave a number for a name: a text, or what an
/// array begins with.
pub(crate) fn is_unnamed(global: &Global) -> bool {
    let is_named = global.source.as_ref().is_some_and(|source| !source.name.is_empty());
    global.linkage == Linkage::Internal && global.constant && !is_named
}

/// A file, a line and a column.
type Place = (Option<FileId>, u32, u32);

fn place(program: &Program, span: SpanId) -> Place {
    let span = program.source.spans[span];
    (span.file, span.line, span.column)
}

/// How deep texts in tables of texts are looked into; beyond that names count, which only finds less.
const DEPTH: u32 = 16;

/// What tells a symbol from others, beside what it says.
#[derive(Default, Hash)]
struct Beside<'p> {
    /// Its number, if others have its name.
    node: Option<FuncId>,
    /// What is declared at the same place, if there is more than itself.
    declared: BTreeSet<&'p str>,
}

/// What a symbol says itself.
struct Said {
    digest: Digest,
    /// The symbols that it names.
    names: BTreeSet<Symbol>,
    lines: Option<Lines>,
}

/// What several functions share.
struct Tables<'p> {
    program: &'p Program,
    /// Names that several symbols have.
    shared: HashSet<&'p str>,
    /// What functions and variables are declared at each place.
    declared: HashMap<Place, BTreeSet<&'p str>>,
    /// Functions by their names in the source.
    in_source: HashMap<&'p str, Vec<FuncId>>,
    types: HashMap<TypeId, Digest>,
    consts: HashMap<ConstId, Digest>,
    source_types: Vec<Digest>,
}

impl<'p> Tables<'p> {
    fn new(program: &'p Program) -> Self {
        let functions = program.functions.iter().map(|function| &function.name);
        let globals = program.globals.iter().map(|global| &global.name);
        let aliases = program.aliases.iter().map(|alias| &alias.name);
        let mut seen = HashSet::new();
        let names = functions.chain(globals).chain(aliases).map(String::as_str);
        let shared = names.filter(|name| !seen.insert(*name)).collect();
        let (mut declared, mut in_source) = (HashMap::new(), HashMap::new());
        for (id, function) in program.functions.enumerate() {
            let Some(source) = &function.source else { continue };
            let names: &mut BTreeSet<&str> =
                declared.entry(place(program, source.span)).or_default();
            names.insert(&function.name);
            let named: &mut Vec<FuncId> = in_source.entry(source.name.as_str()).or_default();
            named.push(id);
        }
        for global in program.globals.iter().filter(|global| !is_unnamed(global)) {
            if let Some(source) = &global.source {
                let there = declared.entry(place(program, source.span)).or_default();
                there.insert(&global.name);
            }
        }
        let (types, consts) = (HashMap::new(), HashMap::new());
        let source_types = source_types(program);
        Tables { program, shared, declared, in_source, types, consts, source_types }
    }

    fn symbol(&mut self, symbol: Symbol, slicer: &Slicer<'_>) -> Said {
        let program = self.program;
        match symbol {
            Symbol::Function(id) => {
                let mut function = program.functions[id].clone();
                let begins = function.source.as_ref().map(|source| source.scope);
                let begins = begins.map(|scope| &program.source.scopes[scope]);
                let file = begins.and_then(|scope| scope.file);
                let place = function.source.as_ref().map(|source| source.span);
                let beside = self.beside(symbol, &function.name, function.linkage, place);
                let mut local = Local::new(self, file);
                renumber::function(&mut local, &mut function);
                local.finish(&("function", function, beside))
            }
            Symbol::Global(id) => {
                let mut global = program.globals[id].clone();
                let place = global.source.as_ref().map(|source| source.span);
                let beside = match is_unnamed(&global) {
                    true => Beside::default(),
                    false => self.beside(symbol, &global.name, global.linkage, place),
                };
                if is_unnamed(&global) {
                    global.name.clear();
                }
                let span = global.source.as_ref().map(|source| program.source.spans[source.span]);
                let mut local = Local::new(self, span.and_then(|span| span.file));
                renumber::global(&mut local, &mut global);
                local.finish(&("global", global, slicer.is_changed(id), beside))
            }
            Symbol::Alias(id) => {
                let alias = program.aliases[id].clone();
                let mut local = Local::new(self, None);
                let (target, ty) = (local.constant(alias.target), local.ty(alias.ty));
                local.finish(&("alias", Alias { target, ty, ..alias }))
            }
        }
    }

    /// What tells a symbol from others.
    fn beside(
        &self,
        symbol: Symbol,
        name: &str,
        linkage: Linkage,
        place: Option<SpanId>,
    ) -> Beside<'p> {
        let is_shared = linkage == Linkage::Internal && self.shared.contains(name);
        let place = place.filter(|place| *place != self.program.source.unknown());
        let there = place.and_then(|span| self.declared.get(&self::place(self.program, span)));
        Beside {
            node: is_shared.then(|| symbol.node(self.program)),
            // What is found at one place is one finding, be it of several.
            declared: there.filter(|names| names.len() > 1).cloned().unwrap_or_default(),
        }
    }

    fn ty(&mut self, id: TypeId) -> Digest {
        if let Some(known) = self.types.get(&id) {
            return *known;
        }
        let program = self.program;
        let mut local = Local::new(self, None);
        let ty = renumber::ty(&mut local, program.types.get(id));
        let digest = local.finish(&ty).digest;
        self.types.insert(id, digest);
        digest
    }

    fn constant(&mut self, id: ConstId, depth: u32) -> Digest {
        let consts = &self.program.consts;
        for id in consts.parts_first(id, |id| self.consts.contains_key(&id)) {
            let digest = self.made_constant(id, depth);
            self.consts.insert(id, digest);
        }
        self.consts[&id]
    }

    /// A constant whose parts are known.
    fn made_constant(&mut self, id: ConstId, depth: u32) -> Digest {
        let constant = self.program.const_of(id);
        let ty = self.ty(constant.ty);
        match &constant.kind {
            ConstKind::Global(id) => Digest::of(&(ty, self.name(Symbol::Global(*id), depth))),
            ConstKind::Func(id) => Digest::of(&(ty, self.name(Symbol::Function(*id), depth))),
            ConstKind::Alias(id) => Digest::of(&(ty, self.name(Symbol::Alias(*id), depth))),
            ConstKind::Block(function, block) => {
                Digest::of(&(ty, self.name(Symbol::Function(*function), depth), block))
            }
            other => {
                let mut local = Local::new(self, None);
                let kind = renumber::constant(&mut local, other);
                local.finish(&(ty, kind)).digest
            }
        }
    }

    /// What others call a symbol by.
    fn name(&mut self, symbol: Symbol, depth: u32) -> Digest {
        let program = self.program;
        let (name, linkage) = match symbol {
            Symbol::Function(id) => (&program.functions[id].name, program.functions[id].linkage),
            Symbol::Global(id) => {
                let global = &program.globals[id];
                if is_unnamed(global) && depth < DEPTH {
                    let ty = self.ty(global.ty);
                    let init = global.init.map(|init| self.constant(init, depth + 1));
                    return Digest::of(&("unnamed", ty, init, global.align));
                }
                (&global.name, global.linkage)
            }
            Symbol::Alias(id) => (&program.aliases[id].name, program.aliases[id].linkage),
        };
        // Several files may have one of their own that is called the same; these have numbers.
        let is_shared = linkage == Linkage::Internal && self.shared.contains(name.as_str());
        let own = is_shared.then(|| symbol.node(program));
        Digest::of(&("named", name, own))
    }
}

/// The types of the source, of which records refer to each other in circles.
fn source_types(program: &Program) -> Vec<Digest> {
    let types = &program.source.types;
    let (mut own, mut edges) = (Vec::with_capacity(types.len()), Vec::new());
    for (id, ty) in types.enumerate() {
        let mut parts = Numbers::new();
        own.push(Digest::of(&renumber::source_type(&mut Parts(&mut parts), ty)));
        edges.extend(parts.order.into_iter().map(|part| (id, part)));
    }
    let graph = Graph::new(types.len(), &edges);
    let components = Components::new(&graph);
    let mut digests = vec![Digest::default(); types.len()];
    for (component, members) in components.members.iter().enumerate() {
        let mut members = members.clone();
        members.sort_by_key(|member| (own[member.index()], *member));
        let places: HashMap<SourceTypeId, usize> =
            members.iter().enumerate().map(|(place, member)| (*member, place)).collect();
        let part = |part: &SourceTypeId| match components.of[part.index()] == component {
            true => Err(places[part]),
            false => Ok(digests[part.index()]),
        };
        let said: Vec<_> = members
            .iter()
            .map(|member| {
                let parts: Vec<_> = graph.successors(*member).iter().map(part).collect();
                (own[member.index()], parts)
            })
            .collect();
        let all = Digest::of(&said);
        for (place, member) in members.iter().enumerate() {
            digests[member.index()] = Digest::of(&(all, place));
        }
    }
    digests
}

/// Numbers the parts of a type of the source.
struct Parts<'a>(&'a mut Numbers<SourceTypeId>);

impl Renumber for Parts<'_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        id
    }

    fn constant(&mut self, id: ConstId) -> ConstId {
        id
    }

    fn callee(&mut self, id: FuncId) -> Callee {
        Callee::Direct(id)
    }

    fn span(&mut self, id: SpanId) -> SpanId {
        id
    }

    fn scope(&mut self, id: ScopeId) -> ScopeId {
        id
    }

    fn source_type(&mut self, id: SourceTypeId) -> SourceTypeId {
        self.0.of(id)
    }

    fn file(&mut self, id: FileId) -> FileId {
        id
    }
}

/// Gives the ids in one part of a program numbers of its own, and keeps what each of them stands for.
struct Local<'a, 'p> {
    tables: &'a mut Tables<'p>,
    /// Where it stands: of lines there, only the order counts.
    file: Option<FileId>,
    types: Numbers<TypeId>,
    consts: Numbers<ConstId>,
    callees: Numbers<FuncId>,
    spans: Numbers<SpanId>,
    scopes: Numbers<ScopeId>,
    source_types: Numbers<SourceTypeId>,
}

impl<'a, 'p> Local<'a, 'p> {
    fn new(tables: &'a mut Tables<'p>, file: Option<FileId>) -> Self {
        Local {
            tables,
            file,
            types: Numbers::new(),
            consts: Numbers::new(),
            callees: Numbers::new(),
            spans: Numbers::new(),
            scopes: Numbers::new(),
            source_types: Numbers::new(),
        }
    }

    /// Of the part, which has numbers instead of ids, and of what they stand for.
    fn finish(mut self, part: &impl Hash) -> Said {
        let program = self.tables.program;
        let part = Digest::of(part);
        let mut names = BTreeSet::new();
        let types: Vec<Digest> = self.types.order.iter().map(|id| self.tables.ty(*id)).collect();
        let mut consts = Vec::new();
        for id in &self.consts.order {
            consts.push(self.tables.constant(*id, 0));
            symbols_in(program, *id, &mut names);
        }
        let mut callees = Vec::new();
        for id in &self.callees.order {
            callees.push(self.tables.name(Symbol::Function(*id), 0));
            names.insert(Symbol::Function(*id));
        }
        let source_types: Vec<Digest> =
            self.source_types.order.iter().map(|id| self.tables.source_types[id.index()]).collect();
        // Those that are named by others get numbers on the way.
        let mut spans = Vec::new();
        while let Some(id) = self.spans.order.get(spans.len()).copied() {
            let span = program.source.spans[id];
            let scope = span.scope.map(|scope| self.scopes.of(scope));
            let inlined_at = span.inlined_at.map(|at| self.spans.of(at));
            if inlined_at.is_some() {
                // Its lines are those of the function that it comes from.
                let from = program.source.function_of(id);
                let from = from.and_then(|name| self.tables.in_source.get(name));
                names.extend(from.into_iter().flatten().map(|id| Symbol::Function(*id)));
            }
            spans.push(((span.file, span.line), span.column, scope, inlined_at));
        }
        let mut scopes = Vec::new();
        while let Some(id) = self.scopes.order.get(scopes.len()) {
            let scope = &program.source.scopes[*id];
            let parent = scope.parent.map(|parent| self.scopes.of(parent));
            scopes.push(((scope.file, scope.line), &scope.kind, parent));
        }
        let places = spans.iter().map(|span| span.0).chain(scopes.iter().map(|scope| scope.0));
        let own: BTreeSet<u32> =
            places.filter(|(file, _)| *file == self.file).map(|(_, line)| line).collect();
        let own: Vec<u32> = own.into_iter().collect();
        let place = |(file, line): (Option<FileId>, u32)| {
            // Paths are equal that are spelled in different ways, and reports show how.
            let bytes = |path: &'p Path| path.as_os_str().as_encoded_bytes();
            let name = file.map(|file| &program.source.files[file]);
            let name = name.map(|file| (bytes(&file.name), bytes(&file.directory)));
            match own.binary_search(&line) {
                // Line 0 means that there is none.
                Ok(rank) if file == self.file && line > 0 => (name, Ok(rank)),
                _ => (name, Err(line)),
            }
        };
        let spans: Vec<_> = spans
            .into_iter()
            .map(|(at, column, scope, by)| (place(at), column, scope, by))
            .collect();
        let scopes: Vec<_> =
            scopes.into_iter().map(|(at, kind, parent)| (place(at), kind, parent)).collect();
        let all = (part, types, consts, callees, source_types, spans, scopes);
        let lines = self.file.map(|file| Lines { file, numbers: own });
        Said { digest: Digest::of(&all), names, lines }
    }
}

/// The symbols that a constant has the address of.
fn symbols_in(program: &Program, constant: ConstId, symbols: &mut BTreeSet<Symbol>) {
    let (mut open, mut seen) = (vec![constant], BTreeSet::new());
    while let Some(id) = open.pop() {
        let kind = &program.const_of(id).kind;
        match kind {
            ConstKind::Global(id) => symbols.insert(Symbol::Global(*id)),
            ConstKind::Func(id) | ConstKind::Block(id, _) => symbols.insert(Symbol::Function(*id)),
            ConstKind::Alias(id) => symbols.insert(Symbol::Alias(*id)),
            _ => false,
        };
        kind.for_each_part(|part| {
            if seen.insert(part) {
                open.push(part);
            }
        });
    }
}

impl Renumber for Local<'_, '_> {
    fn ty(&mut self, id: TypeId) -> TypeId {
        self.types.of(id)
    }

    fn constant(&mut self, id: ConstId) -> ConstId {
        self.consts.of(id)
    }

    fn callee(&mut self, id: FuncId) -> Callee {
        Callee::Direct(self.callees.of(id))
    }

    fn span(&mut self, id: SpanId) -> SpanId {
        self.spans.of(id)
    }

    fn scope(&mut self, id: ScopeId) -> ScopeId {
        self.scopes.of(id)
    }

    fn source_type(&mut self, id: SourceTypeId) -> SourceTypeId {
        self.source_types.of(id)
    }

    /// Places are put together in the end, with the names of their files.
    fn file(&mut self, id: FileId) -> FileId {
        id
    }
}
