//! Where code comes from: files, places and the types and variables of the source.
//!
//! Nothing here changes what a program does; it is what reports and checkers use
//! to speak of the source.

use crate::finding::Location;
use crate::ids::{FileId, IdVec, RegId, ScopeId, SlotId, SourceTypeId, SpanId};
use std::path::PathBuf;

/// Where debug info has the modelled library's own C; no file of a user is there.
const LIBRARY_DIRECTORY: &str = "<margay>";

/// The tables of places and source types of one program.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    pub files: IdVec<FileId, SourceFile>,
    /// Entry 0 is the unknown place.
    pub spans: IdVec<SpanId, Span>,
    pub scopes: IdVec<ScopeId, Scope>,
    pub types: IdVec<SourceTypeId, SourceType>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SourceFile {
    /// As the compiler was given it.
    pub name: PathBuf,
    /// The directory that a relative name is relative to.
    pub directory: PathBuf,
}

impl SourceFile {
    pub fn path(&self) -> PathBuf {
        self.directory.join(&self.name)
    }
}

/// A place in the source. Line 0 means that the compiler names none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Span {
    pub file: Option<FileId>,
    pub line: u32,
    pub column: u32,
    pub scope: Option<ScopeId>,
    /// Where the function that contains this place was inlined.
    pub inlined_at: Option<SpanId>,
}

impl Span {
    pub const UNKNOWN: Span =
        Span { file: None, line: 0, column: 0, scope: None, inlined_at: None };
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Scope {
    pub kind: ScopeKind,
    pub parent: Option<ScopeId>,
    pub file: Option<FileId>,
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ScopeKind {
    Function { name: String },
    Block,
}

/// A type as the source spells it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum SourceType {
    /// `void`, and what the debug info does not describe.
    Void,
    Base {
        name: String,
        bits: u64,
        encoding: Encoding,
    },
    Pointer {
        to: SourceTypeId,
        bits: u64,
    },
    Typedef {
        name: String,
        to: SourceTypeId,
    },
    Qualified {
        qualifier: Qualifier,
        to: SourceTypeId,
    },
    /// A struct or union; without `complete`, only its name is known.
    Record {
        name: String,
        is_union: bool,
        complete: bool,
        bits: u64,
        fields: Vec<Field>,
    },
    Enum {
        name: String,
        base: Option<SourceTypeId>,
        bits: u64,
        values: Vec<(String, i128)>,
    },
    /// One extent for each dimension, outermost first; `None` where it is not constant.
    Array {
        elem: SourceTypeId,
        extents: Vec<Option<u64>>,
    },
    Vector {
        elem: SourceTypeId,
        len: u64,
    },
    Function {
        ret: SourceTypeId,
        params: Vec<SourceTypeId>,
        variadic: bool,
    },
    /// Holds the place of a type that is being read; absent from a finished program.
    Pending,
}

impl SourceType {
    /// Calls `visit` for each type that this one names.
    pub fn for_each_part(&self, mut visit: impl FnMut(SourceTypeId)) {
        match self {
            SourceType::Void | SourceType::Base { .. } | SourceType::Pending => {}
            SourceType::Pointer { to, .. }
            | SourceType::Typedef { to, .. }
            | SourceType::Qualified { to, .. } => visit(*to),
            SourceType::Record { fields, .. } => fields.iter().for_each(|f| visit(f.ty)),
            SourceType::Enum { base, .. } => base.iter().copied().for_each(visit),
            SourceType::Array { elem, .. } | SourceType::Vector { elem, .. } => visit(*elem),
            SourceType::Function { ret, params, .. } => {
                visit(*ret);
                params.iter().copied().for_each(visit);
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// Empty for an anonymous struct or union.
    pub name: String,
    pub ty: SourceTypeId,
    pub bit_offset: u64,
    pub bits: u64,
    pub is_bit_field: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Encoding {
    Bool,
    Signed,
    Unsigned,
    SignedChar,
    UnsignedChar,
    /// `char16_t` and `char32_t`.
    Utf,
    Float,
    ComplexFloat,
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Qualifier {
    Const,
    Volatile,
    Restrict,
    Atomic,
}

/// A local variable or parameter as the source declares it.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct Variable {
    pub name: String,
    pub ty: SourceTypeId,
    pub scope: Option<ScopeId>,
    pub span: SpanId,
    /// Position among the parameters, from 1; `None` for a local variable.
    pub parameter: Option<u32>,
    pub place: Place,
}

/// Where a variable lives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Slot(SlotId),
    /// At the address in this register.
    Memory(RegId),
    /// Optimised away, or described by an expression that we do not follow.
    Unknown,
}

/// A global variable as the source declares it.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct GlobalSource {
    pub name: String,
    pub ty: SourceTypeId,
    pub span: SpanId,
    /// The function or block of a static local.
    pub scope: Option<ScopeId>,
}

/// A function as the source declares it.
#[derive(Clone, Debug, PartialEq, Hash)]
pub struct FunctionSource {
    pub name: String,
    pub ty: SourceTypeId,
    pub span: SpanId,
    pub scope: ScopeId,
}

impl SourceMap {
    pub fn new() -> Self {
        let mut map = Self::default();
        map.spans.push(Span::UNKNOWN);
        map
    }

    /// The unknown place.
    pub fn unknown(&self) -> SpanId {
        self.spans.ids().next().expect("entry 0 is the unknown place")
    }

    /// Name of the source function that a place lies in.
    pub fn function_of(&self, span: SpanId) -> Option<&str> {
        let mut scope = self.spans[span].scope;
        while let Some(id) = scope {
            match &self.scopes[id].kind {
                ScopeKind::Function { name } => return Some(name),
                ScopeKind::Block => scope = self.scopes[id].parent,
            }
        }
        None
    }

    /// A place as findings name it, if the program has debug info there.
    pub fn location(&self, span: SpanId) -> Option<Location> {
        let place = self.spans[span];
        let file = &self.files[place.file?];
        if place.line == 0 {
            return None;
        }
        Some(Location {
            file: file.name.clone(),
            directory: file.directory.clone(),
            line: place.line,
            column: place.column,
            function: self.function_of(span).map(str::to_owned),
        })
    }

    /// Whether a place lies in the C that the modelled library is written in.
    pub fn is_library(&self, span: SpanId) -> bool {
        let file = self.spans[span].file;
        file.is_some_and(|file| self.files[file].name.starts_with(LIBRARY_DIRECTORY))
    }

    /// `file:line:column`, as compilers print it; empty for the unknown place.
    pub fn describe(&self, span: SpanId) -> String {
        let Span { file, line, column, .. } = self.spans[span];
        match file {
            Some(file) if line > 0 => {
                let name = self.files[file].name.display();
                if column > 0 {
                    format!("{name}:{line}:{column}")
                } else {
                    format!("{name}:{line}")
                }
            }
            _ => String::new(),
        }
    }

    /// The type behind typedefs and qualifiers.
    pub fn strip(&self, mut ty: SourceTypeId) -> SourceTypeId {
        // A hostile file may tie typedefs into a ring; no honest chain is as long as the table.
        for _ in 0..self.types.len() {
            match &self.types[ty] {
                SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => ty = *to,
                _ => break,
            }
        }
        ty
    }

    /// Whether a type, or one that it is a name of, is `const`.
    pub fn is_const(&self, mut ty: SourceTypeId) -> bool {
        for _ in 0..self.types.len() {
            match &self.types[ty] {
                SourceType::Qualified { qualifier: Qualifier::Const, .. } => return true,
                SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => ty = *to,
                _ => break,
            }
        }
        false
    }
}
