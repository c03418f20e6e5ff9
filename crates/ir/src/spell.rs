//! Types of the source as C spells them: `char[16]`, `struct point *`, `int (*)(void)`.
//!
//! Typedefs stay as they are spelled. A type that names itself, which only a hostile file
//! has, or one that is very large ends in `...`; nothing here recurses without end.

use crate::ids::SourceTypeId;
use crate::source::{Qualifier, SourceMap, SourceType};

/// A type's name, as a cast would spell it.
pub fn type_name(source: &SourceMap, ty: SourceTypeId) -> String {
    Speller { source, left: MOST_PARTS }.declare(ty, String::new())
}

/// The size of a type in bytes; `None` if it is not constant or not known.
pub fn type_size(source: &SourceMap, ty: SourceTypeId) -> Option<u64> {
    size(source, ty, MOST_PARTS)
}

/// The name of a library function as the source has it: headers of the C library redirect
/// calls of `scanf` to another symbol for each standard.
pub fn library_name(symbol: &str) -> &str {
    ["__isoc99_", "__isoc23_"].iter().find_map(|p| symbol.strip_prefix(p)).unwrap_or(symbol)
}

/// Parts of a type that are examined before it counts as endless.
const MOST_PARTS: u32 = 64;

struct Speller<'a> {
    source: &'a SourceMap,
    /// Parts that may still be spelled.
    left: u32,
}

impl Speller<'_> {
    /// C writes a type around what it declares: `inner` is the declarator so far.
    fn declare(&mut self, ty: SourceTypeId, inner: String) -> String {
        if self.left == 0 {
            return join("...", inner);
        }
        self.left -= 1;
        match &self.source.types[ty] {
            SourceType::Void | SourceType::Pending => join("void", inner),
            SourceType::Base { name, .. } | SourceType::Typedef { name, .. } => join(name, inner),
            SourceType::Record { name, is_union, .. } => {
                tagged(if *is_union { "union" } else { "struct" }, name, inner)
            }
            SourceType::Enum { name, .. } => tagged("enum", name, inner),
            SourceType::Pointer { to, .. } => self.point(*to, "*", inner),
            SourceType::Qualified { qualifier, to } => self.qualify(*qualifier, *to, inner),
            SourceType::Array { elem, extents } => {
                let mut inner = inner;
                for extent in extents {
                    match extent {
                        Some(extent) => inner += &format!("[{extent}]"),
                        None => inner += "[]",
                    }
                }
                self.declare(*elem, inner)
            }
            SourceType::Vector { elem, len } => {
                let name = self.declare(*elem, String::new());
                join(&format!("__attribute__((ext_vector_type({len}))) {name}"), inner)
            }
            SourceType::Function { ret, params, variadic } => {
                let mut names: Vec<String> = Vec::new();
                for param in params {
                    names.push(self.declare(*param, String::new()));
                }
                match (params.is_empty(), variadic) {
                    // Without a prototype, any arguments may follow.
                    (true, true) => {}
                    (true, false) => names.push("void".to_owned()),
                    (false, true) => names.push("...".to_owned()),
                    (false, false) => {}
                }
                let inner = format!("{inner}({})", names.join(", "));
                self.declare(*ret, inner)
            }
        }
    }

    /// A pointer; `star` has its qualifiers.
    fn point(&mut self, to: SourceTypeId, star: &str, inner: String) -> String {
        let gap = if star != "*" && !inner.is_empty() && !inner.starts_with(['[', '(', ')']) {
            " "
        } else {
            ""
        };
        let inner = format!("{star}{gap}{inner}");
        // Brackets and parentheses bind tighter than the star.
        let binds =
            matches!(self.source.types[to], SourceType::Array { .. } | SourceType::Function { .. });
        self.declare(to, if binds { format!("({inner})") } else { inner })
    }

    fn qualify(&mut self, qualifier: Qualifier, to: SourceTypeId, inner: String) -> String {
        // All qualifiers of one type stand together, the outermost first.
        let mut words = word(qualifier).to_owned();
        let mut to = to;
        while let SourceType::Qualified { qualifier, to: next } = &self.source.types[to] {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            words = format!("{words} {}", word(*qualifier));
            to = *next;
        }
        match &self.source.types[to] {
            SourceType::Pointer { to, .. } => self.point(*to, &format!("*{words}"), inner),
            _ => format!("{words} {}", self.declare(to, inner)),
        }
    }
}

/// The type and the declarator after it: `char[16]`, but `char *`.
fn join(name: &str, inner: String) -> String {
    if inner.is_empty() || inner.starts_with('[') {
        format!("{name}{inner}")
    } else {
        format!("{name} {inner}")
    }
}

fn tagged(word: &str, name: &str, inner: String) -> String {
    match name {
        "" => join(&format!("{word} (unnamed)"), inner),
        _ => join(&format!("{word} {name}"), inner),
    }
}

fn word(qualifier: Qualifier) -> &'static str {
    match qualifier {
        Qualifier::Const => "const",
        Qualifier::Volatile => "volatile",
        Qualifier::Restrict => "restrict",
        Qualifier::Atomic => "_Atomic",
    }
}

fn size(source: &SourceMap, ty: SourceTypeId, left: u32) -> Option<u64> {
    let left = left.checked_sub(1)?;
    match &source.types[ty] {
        SourceType::Void | SourceType::Pending | SourceType::Function { .. } => None,
        SourceType::Record { complete: false, .. } => None,
        SourceType::Base { bits, .. }
        | SourceType::Pointer { bits, .. }
        | SourceType::Record { bits, .. }
        | SourceType::Enum { bits, .. } => bits.is_multiple_of(8).then_some(bits / 8),
        SourceType::Typedef { to, .. } | SourceType::Qualified { to, .. } => {
            size(source, *to, left)
        }
        SourceType::Array { elem, extents } => {
            let mut total = size(source, *elem, left)?;
            for extent in extents {
                total = total.checked_mul((*extent)?)?;
            }
            Some(total)
        }
        SourceType::Vector { elem, len } => size(source, *elem, left)?.checked_mul(*len),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Encoding;

    struct Types(SourceMap);

    impl Types {
        fn base(&mut self, name: &str, bits: u64) -> SourceTypeId {
            let encoding = Encoding::Signed;
            self.0.types.push(SourceType::Base { name: name.into(), bits, encoding })
        }

        fn pointer(&mut self, to: SourceTypeId) -> SourceTypeId {
            self.0.types.push(SourceType::Pointer { to, bits: 64 })
        }

        fn array(&mut self, elem: SourceTypeId, extents: &[Option<u64>]) -> SourceTypeId {
            self.0.types.push(SourceType::Array { elem, extents: extents.to_vec() })
        }

        fn constant(&mut self, to: SourceTypeId) -> SourceTypeId {
            self.0.types.push(SourceType::Qualified { qualifier: Qualifier::Const, to })
        }

        fn record(&mut self, name: &str) -> SourceTypeId {
            let (name, fields) = (name.to_owned(), Vec::new());
            let (is_union, complete) = (false, true);
            self.0.types.push(SourceType::Record { name, is_union, complete, bits: 96, fields })
        }

        fn function(
            &mut self,
            ret: SourceTypeId,
            params: &[SourceTypeId],
            variadic: bool,
        ) -> SourceTypeId {
            self.0.types.push(SourceType::Function { ret, params: params.to_vec(), variadic })
        }

        fn check(&self, ty: SourceTypeId, name: &str, size: Option<u64>) {
            assert_eq!(type_name(&self.0, ty), name);
            assert_eq!(type_size(&self.0, ty), size, "{name}");
        }
    }

    #[test]
    fn types_are_spelled_as_in_c() {
        let mut types = Types(SourceMap::new());
        let (int, char) = (types.base("int", 32), types.base("char", 8));
        types.check(int, "int", Some(4));
        let name = types.array(char, &[Some(16)]);
        types.check(name, "char[16]", Some(16));
        let grid = types.array(int, &[Some(3), Some(4)]);
        types.check(grid, "int[3][4]", Some(48));
        let open = types.array(int, &[None]);
        types.check(open, "int[]", None);
        let point = types.record("point");
        let point_pointer = types.pointer(point);
        types.check(point_pointer, "struct point *", Some(8));
        let unnamed = types.record("");
        types.check(unnamed, "struct (unnamed)", Some(12));
        let text = types.constant(char);
        let text = types.pointer(text);
        types.check(text, "const char *", Some(8));
        let table = types.array(text, &[Some(4)]);
        types.check(table, "const char *[4]", Some(32));
        let fixed = types.pointer(int);
        let fixed = types.constant(fixed);
        types.check(fixed, "int *const", Some(8));
        let to_fixed = types.pointer(fixed);
        types.check(to_fixed, "int *const *", Some(8));
        let fixed_table = types.array(fixed, &[Some(2)]);
        types.check(fixed_table, "int *const[2]", Some(16));
        let alias = types.0.types.push(SourceType::Typedef { name: "row".into(), to: grid });
        types.check(alias, "row", Some(48));
    }

    #[test]
    fn declarators_bind_as_in_c() {
        let mut types = Types(SourceMap::new());
        let int = types.base("int", 32);
        let void = types.0.types.push(SourceType::Void);
        let plain = types.function(int, &[], false);
        types.check(plain, "int (void)", None);
        let pointer = types.pointer(plain);
        types.check(pointer, "int (*)(void)", Some(8));
        let handlers = types.array(pointer, &[Some(3)]);
        types.check(handlers, "int (*[3])(void)", Some(24));
        let row = types.array(int, &[Some(4)]);
        let row = types.pointer(row);
        types.check(row, "int (*)[4]", Some(8));
        let address = types.pointer(void);
        let print = types.function(address, &[int, row], true);
        types.check(print, "void *(int, int (*)[4], ...)", None);
        let old = types.function(int, &[], true);
        types.check(old, "int ()", None);
    }

    #[test]
    fn a_type_that_names_itself_has_an_end() {
        let mut types = Types(SourceMap::new());
        let ring = types.0.types.push(SourceType::Pending);
        types.0.types[ring] = SourceType::Qualified { qualifier: Qualifier::Const, to: ring };
        assert!(type_name(&types.0, ring).ends_with("..."));
        assert_eq!(type_size(&types.0, ring), None);
        // Each use doubles what the last one spells.
        types.0.types[ring] =
            SourceType::Function { ret: ring, params: vec![ring, ring], variadic: false };
        assert!(type_name(&types.0, ring).contains("..."));
    }
}
