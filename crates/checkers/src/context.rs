//! What claims may ask of the program: the names of objects, and words for them.
//!
//! A fault knows where an object was made, and mostly not which one it is. A name is given only if
//! it cannot be that of another object: one place may declare several.

use margay_engine::ObjectKind;
use margay_ir::ids::SourceTypeId;
use margay_ir::source::SourceType;
use margay_ir::{GlobalId, Program, SpanId, type_name, type_size};

/// What claims may ask of the program.
#[derive(Clone, Copy, Debug)]
pub struct Context<'a> {
    pub program: &'a Program,
    /// The global variable that the fault is about, if it is about one.
    pub global: Option<GlobalId>,
}

/// A variable of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    pub ty: SourceTypeId,
}

/// What an array consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements {
    /// Bytes of one element; not 0.
    pub size: u64,
    /// Elements of all dimensions together.
    pub count: u64,
    pub dimensions: usize,
}

impl Context<'_> {
    /// The variable that is declared at a place. Where the size of the object is known, it
    /// tells apart what one line declares.
    pub fn variable(&self, kind: ObjectKind, at: SpanId, size: Option<u64>) -> Option<Named> {
        let source = &self.program.source;
        if at == source.unknown() {
            return None;
        }
        let mut found: Vec<Named> = Vec::new();
        let mut add = |name: &str, ty: SourceTypeId| {
            let fits = match (size, type_size(source, ty)) {
                (Some(size), Some(declared)) => size == declared,
                _ => true,
            };
            let named = Named { name: name.to_owned(), ty };
            if fits && !name.is_empty() && !found.contains(&named) {
                found.push(named);
            }
        };
        match whole(kind) {
            ObjectKind::Stack => {
                let variables = self.program.functions.iter().flat_map(|f| f.vars.iter());
                variables.filter(|v| v.span == at).for_each(|v| add(&v.name, v.ty));
            }
            ObjectKind::Global | ObjectKind::External => {
                let globals = &self.program.globals;
                let it = self.global.and_then(|id| globals[id].source.as_ref());
                match it.filter(|g| g.span == at) {
                    Some(g) => add(&g.name, g.ty),
                    None => {
                        let all = globals.iter().filter_map(|g| g.source.as_ref());
                        all.filter(|g| g.span == at).for_each(|g| add(&g.name, g.ty));
                    }
                }
            }
            _ => {}
        }
        match found.len() {
            1 => found.pop(),
            _ => None,
        }
    }

    /// `` `name` (char[16]) ``, or what else can be said: `a heap block of 40 bytes`.
    pub fn object(&self, kind: ObjectKind, at: SpanId, size: Option<u64>) -> String {
        if whole(kind) != kind {
            // The size is that of the array, or of what is left of it; which one is not told.
            return format!("an array in {}", self.object(whole(kind), at, None));
        }
        if let Some(Named { name, ty }) = self.variable(kind, at, size) {
            return format!("`{name}` ({})", type_name(&self.program.source, ty));
        }
        let what = match kind {
            ObjectKind::Stack => "a local variable",
            ObjectKind::Heap => "a heap block",
            // It may be a string literal.
            ObjectKind::Global => "a global object",
            ObjectKind::Library => "an object of the C library",
            ObjectKind::Argument => "an argument of the program",
            ObjectKind::ArgumentTable => "the table of arguments",
            ObjectKind::External => "a variable that is defined nowhere",
            ObjectKind::Unknown => "an object of unknown origin",
            ObjectKind::StackMember | ObjectKind::HeapMember | ObjectKind::OtherMember => {
                unreachable!("a member is spoken of through its object")
            }
        };
        match size {
            Some(size) => format!("{what} of {}", bytes(size)),
            None => what.to_owned(),
        }
    }

    /// What to say of the place where an object was made.
    pub fn made(&self, kind: ObjectKind, at: SpanId, size: Option<u64>) -> String {
        let (kind, size) = match whole(kind) {
            object if object == kind => (kind, size),
            object => (object, None),
        };
        match (self.variable(kind, at, size), kind) {
            (Some(Named { name, .. }), _) => format!("`{name}` is declared here"),
            (None, ObjectKind::Heap) => "allocated here".to_owned(),
            // Also a call of `alloca`.
            (None, ObjectKind::Stack) => "it is made here".to_owned(),
            (None, _) => "it is declared here".to_owned(),
        }
    }

    /// What an array variable of this size consists of; `None` if it is no array.
    pub fn elements(&self, named: &Named, size: u64) -> Option<Elements> {
        let source = &self.program.source;
        let (mut ty, mut dimensions) = (source.strip(named.ty), 0);
        while let SourceType::Array { elem, extents } = &source.types[ty] {
            dimensions += extents.len();
            ty = source.strip(*elem);
            if dimensions > 16 {
                return None;
            }
        }
        let each = type_size(source, ty).filter(|each| *each > 0)?;
        (dimensions > 0 && size.is_multiple_of(each)).then_some(Elements {
            size: each,
            count: size / each,
            dimensions,
        })
    }
}

/// The kind of the object that a member is of; other kinds are their own.
fn whole(kind: ObjectKind) -> ObjectKind {
    match kind {
        ObjectKind::StackMember => ObjectKind::Stack,
        ObjectKind::HeapMember => ObjectKind::Heap,
        ObjectKind::OtherMember => ObjectKind::Global,
        _ => kind,
    }
}

/// `1 byte`, `2 bytes`.
pub fn bytes(count: u64) -> String {
    format!("{count} byte{}", if count == 1 { "" } else { "s" })
}
