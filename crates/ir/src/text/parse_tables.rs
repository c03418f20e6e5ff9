//! Reads the target's layout and the tables of the source.

use super::lex::Token;
use super::names::{encoding, path_from, qualifier};
use super::parse::{Parsed, Parser};
use crate::ids::{FileId, Id, IdVec, ScopeId, SourceTypeId, SpanId};
use crate::source::{Field, Scope, ScopeKind, SourceFile, SourceType, Span};

impl Parser<'_> {
    pub(super) fn layout(&mut self) -> Parsed {
        let little_endian = self.accept_word("little");
        if !little_endian {
            self.expect_word("big")?;
        }
        self.expect_word("pointer")?;
        let pointer_bytes = self.number()?;
        self.expect_word("stack")?;
        let stack_align = self.number()?;
        let (int_align, float_align, vector_align) =
            (self.aligns("int")?, self.aligns("float")?, self.aligns("vector")?);
        self.program.layout = crate::types::DataLayout {
            little_endian,
            pointer_bytes,
            int_align,
            float_align,
            vector_align,
            stack_align,
        };
        Ok(())
    }

    fn aligns(&mut self, word: &str) -> Parsed<Vec<(u32, u32)>> {
        self.expect_word(word)?;
        self.expect('(')?;
        self.list(')', |parser| {
            let bits = parser.number()?;
            parser.expect(':')?;
            Ok((bits, parser.number()?))
        })
    }

    /// Items with commas between them, up to the closing bracket.
    pub(super) fn list<T>(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut list = Vec::new();
        while !self.accept(end) {
            if !list.is_empty() {
                self.expect(',')?;
            }
            list.push(item(self)?);
        }
        Ok(list)
    }

    /// Entries `id = ...`, numbered from where the table stands.
    fn entries<I: Id, T>(
        &mut self,
        prefix: &str,
        mut next: I,
        mut entry: impl FnMut(&mut Self) -> Parsed<T>,
    ) -> Parsed<Vec<T>> {
        let mut found = Vec::new();
        self.expect('{')?;
        while !self.accept('}') {
            let id: I = self.id(prefix)?;
            if id != next {
                return Err(self.error_before(format!("{id:?} is not the next entry")));
            }
            next = I::from_index(id.index() + 1);
            self.expect('=')?;
            found.push(entry(self)?);
        }
        Ok(found)
    }

    pub(super) fn files(&mut self) -> Parsed {
        let next: FileId = self.program.source.files.next_id();
        let files = self.entries("file", next, |parser| {
            let name = path_from(&parser.bytes()?);
            parser.expect_word("in")?;
            Ok(SourceFile { name, directory: path_from(&parser.bytes()?) })
        })?;
        extend(&mut self.program.source.files, files);
        Ok(())
    }

    pub(super) fn scopes(&mut self) -> Parsed {
        let next: ScopeId = self.program.source.scopes.next_id();
        let scopes = self.entries("scope", next, |parser| {
            let kind = if parser.accept_word("function") {
                ScopeKind::Function { name: parser.string()? }
            } else {
                parser.expect_word("block")?;
                ScopeKind::Block
            };
            let parent = parser.accept_id("scope");
            parser.expect_word("at")?;
            let file = parser.file()?;
            parser.expect(':')?;
            Ok(Scope { kind, parent, file, line: parser.number()? })
        })?;
        extend(&mut self.program.source.scopes, scopes);
        Ok(())
    }

    fn file(&mut self) -> Parsed<Option<FileId>> {
        if self.accept_word("_") { Ok(None) } else { self.id("file").map(Some) }
    }

    pub(super) fn spans(&mut self) -> Parsed {
        // A table that starts at p0 replaces what a new program has.
        let replaces = *self.peek_second() == Token::Word("p0");
        if replaces {
            self.program.source.spans = IdVec::new();
        }
        let next: SpanId = self.program.source.spans.next_id();
        let spans = self.entries("p", next, |parser| {
            let file = parser.file()?;
            parser.expect(':')?;
            let line = parser.number()?;
            parser.expect(':')?;
            let column = parser.number()?;
            let scope = parser.accept_id("scope");
            let inlined_at =
                if parser.accept_word("inlined") { Some(parser.id("p")?) } else { None };
            Ok(Span { file, line, column, scope, inlined_at })
        })?;
        extend(&mut self.program.source.spans, spans);
        Ok(())
    }

    pub(super) fn source_types(&mut self) -> Parsed {
        let next: SourceTypeId = self.program.source.types.next_id();
        let types = self.entries("st", next, Self::source_type)?;
        extend(&mut self.program.source.types, types);
        Ok(())
    }

    fn source_type(&mut self) -> Parsed<SourceType> {
        Ok(match self.word()? {
            "void" => SourceType::Void,
            "pending" => SourceType::Pending,
            "base" => {
                let (name, bits) = (self.string()?, self.number()?);
                let found = encoding(self.word()?);
                let encoding = found.ok_or_else(|| self.error_before("no such encoding"))?;
                SourceType::Base { name, bits, encoding }
            }
            "pointer" => SourceType::Pointer { to: self.id("st")?, bits: self.number()? },
            "typedef" => SourceType::Typedef { name: self.string()?, to: self.id("st")? },
            "qualified" => {
                let found = qualifier(self.word()?);
                let qualifier = found.ok_or_else(|| self.error_before("no such qualifier"))?;
                SourceType::Qualified { qualifier, to: self.id("st")? }
            }
            "struct" => self.record(false)?,
            "union" => self.record(true)?,
            "enum" => {
                let (name, bits) = (self.string()?, self.number()?);
                let base = self.accept_id("st");
                self.expect('{')?;
                let values = self.list('}', |parser| {
                    let name = parser.string()?;
                    parser.expect('=')?;
                    Ok((name, parser.number()?))
                })?;
                SourceType::Enum { name, base, bits, values }
            }
            "array" => {
                let elem = self.id("st")?;
                self.expect('[')?;
                let extents = self.list(']', |parser| {
                    if parser.accept_word("_") { Ok(None) } else { parser.number().map(Some) }
                })?;
                SourceType::Array { elem, extents }
            }
            "vector" => SourceType::Vector { elem: self.id("st")?, len: self.number()? },
            "function" => {
                let ret = self.id("st")?;
                self.expect('(')?;
                let mut variadic = false;
                let params = self.list(')', |parser| {
                    variadic = *parser.peek() == Token::Dots;
                    if variadic {
                        parser.advance();
                        return Ok(None);
                    }
                    parser.id("st").map(Some)
                })?;
                SourceType::Function {
                    ret,
                    params: params.into_iter().flatten().collect(),
                    variadic,
                }
            }
            word => return Err(self.error_before(format!("`{word}` is no source type"))),
        })
    }

    fn record(&mut self, is_union: bool) -> Parsed<SourceType> {
        let name = self.string()?;
        let complete = !self.accept_word("incomplete");
        let bits = self.number()?;
        self.expect('{')?;
        let fields = self.list('}', |parser| {
            let name = parser.string()?;
            parser.expect(':')?;
            let ty = parser.id("st")?;
            parser.expect_word("at")?;
            let bit_offset = parser.number()?;
            parser.expect_word("bits")?;
            let bits = parser.number()?;
            let is_bit_field = parser.accept_word("bit_field");
            Ok(Field { name, ty, bit_offset, bits, is_bit_field })
        })?;
        Ok(SourceType::Record { name, is_union, complete, bits, fields })
    }
}

fn extend<I: Id, T>(table: &mut IdVec<I, T>, entries: Vec<T>) {
    for entry in entries {
        table.push(entry);
    }
}
