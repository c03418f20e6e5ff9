//! Reads top-level items, and the small words that everything is made of.
//!
//! Recursion is bounded by [`MAX_DEPTH`], and nothing is allocated by a number alone:
//! memory follows the length of the text.

use super::ParseError;
use super::lex::{Spanned, Token, lex};
use super::names::linkage;
use crate::ids::{AliasId, FuncId, GlobalId, Id, IdVec, RegId, TypeId};
use crate::inst::ParamAttrs;
use crate::program::{Alias, FuncAttrs, Function, Gap, Global, Linkage, Program, Startup};
use crate::source::{FunctionSource, GlobalSource};
use crate::types::{DataLayout, FuncType, Type};
use std::collections::HashMap;
use std::str::FromStr;

pub(super) type Parsed<T = ()> = Result<T, ParseError>;

/// How deep types and constants may nest in text; tables name what is deeper.
const MAX_DEPTH: u32 = 128;

#[derive(Clone, Copy, Debug)]
pub(super) enum Symbol {
    Global(GlobalId),
    Func(FuncId),
    Alias(AliasId),
}

pub(super) struct Parser<'a> {
    tokens: Vec<Spanned<'a>>,
    at: usize,
    depth: u32,
    pub(super) program: Program,
    symbols: HashMap<Vec<u8>, Vec<Symbol>>,
    /// How many symbols of each kind the text declares.
    counts: [usize; 3],
}

pub(super) fn program(text: &str) -> Parsed<Program> {
    let mut parser = Parser {
        tokens: lex(text)?,
        at: 0,
        depth: 0,
        program: Program::new(DataLayout::x86_64(), String::new()),
        symbols: HashMap::new(),
        counts: [0; 3],
    };
    parser.declare_symbols();
    while *parser.peek() != Token::End {
        parser.item()?;
    }
    Ok(parser.program)
}

impl<'a> Parser<'a> {
    /// Finds the symbols before anything uses them: each item names its own first.
    fn declare_symbols(&mut self) {
        let (mut depth, mut kind) = (0usize, None);
        for Spanned { token, .. } in &self.tokens {
            match token {
                Token::Punct('{' | '(' | '[') => depth += 1,
                Token::Punct('}' | ')' | ']') => depth = depth.saturating_sub(1),
                Token::Word("global") if depth == 0 => kind = Some(0),
                Token::Word("define" | "declare") if depth == 0 => kind = Some(1),
                Token::Word("alias") if depth == 0 => kind = Some(2),
                Token::Symbol(name, _) => {
                    let Some(kind) = kind.take() else { continue };
                    let index: usize = self.counts[kind];
                    self.counts[kind] += 1;
                    self.symbols.entry(name.clone()).or_default().push(match kind {
                        0 => Symbol::Global(GlobalId::from_index(index)),
                        1 => Symbol::Func(FuncId::from_index(index)),
                        _ => Symbol::Alias(AliasId::from_index(index)),
                    });
                }
                _ => {}
            }
        }
    }

    fn item(&mut self) -> Parsed {
        match self.word()? {
            "triple" => self.program.triple = self.string()?,
            "layout" => self.layout()?,
            "types" => self.types_table()?,
            "consts" => self.consts_table()?,
            "files" => self.files()?,
            "scopes" => self.scopes()?,
            "spans" => self.spans()?,
            "source_types" => self.source_types()?,
            "constructors" => self.program.constructors = self.function_list()?,
            "destructors" => self.program.destructors = self.function_list()?,
            "gap" => {
                let symbol = self.string()?;
                self.expect(':')?;
                let reason = self.string()?;
                self.program.gaps.push(Gap { symbol, reason });
            }
            "global" => self.global()?,
            "alias" => self.alias()?,
            "declare" => self.function(false)?,
            "define" => self.function(true)?,
            word => return Err(self.error_before(format!("`{word}` starts no item"))),
        }
        Ok(())
    }

    fn function_list(&mut self) -> Parsed<Vec<Startup>> {
        let mut list = vec![self.startup()?];
        while self.accept(',') {
            list.push(self.startup()?);
        }
        Ok(list)
    }

    fn startup(&mut self) -> Parsed<Startup> {
        let function = self.function_symbol()?;
        let given = self.accept_word("priority");
        let priority = if given { self.number()? } else { Startup::DEFAULT_PRIORITY };
        Ok(Startup { priority, function })
    }

    fn global(&mut self) -> Parsed {
        let linkage = self.linkage();
        let constant = self.accept_word("constant");
        let thread_local = self.accept_word("thread_local");
        let name = self.own_name()?;
        self.expect(':')?;
        let ty = self.ty()?;
        let init = if self.accept('=') { Some(self.constant(Some(ty))?) } else { None };
        let align = if self.accept_word("align") { self.number()? } else { 0 };
        let section = if self.accept_word("section") { Some(self.string()?.into()) } else { None };
        let source = if self.accept_word("source") {
            self.expect('(')?;
            let name = self.string()?;
            self.expect(',')?;
            let ty = self.id("st")?;
            self.expect(',')?;
            let span = self.id("p")?;
            let scope = if self.accept(',') { Some(self.id("scope")?) } else { None };
            self.expect(')')?;
            Some(GlobalSource { name, ty, span, scope })
        } else {
            None
        };
        let global =
            Global { name, linkage, ty, init, constant, thread_local, align, section, source };
        self.program.globals.push(global);
        Ok(())
    }

    fn alias(&mut self) -> Parsed {
        let linkage = self.linkage();
        let ifunc = self.accept_word("ifunc");
        let name = self.own_name()?;
        self.expect(':')?;
        let ty = self.ty()?;
        self.expect('=')?;
        let target = self.constant(None)?;
        self.program.aliases.push(Alias { name, linkage, ifunc, target, ty });
        Ok(())
    }

    fn function(&mut self, with_body: bool) -> Parsed {
        let linkage = self.linkage();
        let ret = self.ty()?;
        let name = self.own_name()?;
        let (mut params, mut param_attrs, mut variadic) = (Vec::new(), Vec::new(), false);
        let mut regs: IdVec<RegId, TypeId> = IdVec::new();
        self.expect('(')?;
        while !self.accept(')') {
            if !params.is_empty() {
                self.expect(',')?;
            }
            if *self.peek() == Token::Dots {
                self.advance();
                self.expect(')')?;
                variadic = true;
                break;
            }
            param_attrs.push(self.param_attrs()?);
            let ty = self.ty()?;
            params.push(ty);
            if let Token::Word(_) = self.peek() {
                let reg: RegId = self.id("r")?;
                if reg != regs.push(ty) || regs.len() != params.len() {
                    return Err(self.error_before("parameters are r0, r1 and so on"));
                }
            }
        }
        let attrs = self.func_attrs();
        let mut ret_attrs = ParamAttrs::default();
        if self.accept_word("ret") {
            self.expect('(')?;
            ret_attrs = self.param_attrs()?;
            self.expect(')')?;
        }
        let source = if self.accept_word("source") { Some(self.function_source()?) } else { None };
        let ty = FuncType { ret, params: params.into(), variadic };
        let mut function = Function {
            name,
            linkage,
            ty: self.program.types.intern(Type::Function(ty)),
            param_attrs: param_attrs.into(),
            ret_attrs,
            attrs,
            regs,
            slots: IdVec::new(),
            blocks: IdVec::new(),
            insts: IdVec::new(),
            vars: IdVec::new(),
            source,
        };
        if with_body {
            self.body(&mut function)?;
        }
        self.program.functions.push(function);
        Ok(())
    }

    fn function_source(&mut self) -> Parsed<FunctionSource> {
        self.expect('(')?;
        let name = self.string()?;
        self.expect(',')?;
        let ty = self.id("st")?;
        self.expect(',')?;
        let span = self.id("p")?;
        self.expect(',')?;
        let scope = self.id("scope")?;
        self.expect(')')?;
        Ok(FunctionSource { name, ty, span, scope })
    }

    fn func_attrs(&mut self) -> FuncAttrs {
        let mut attrs = FuncAttrs::default();
        while let Token::Word(word) = self.peek() {
            let flag = match *word {
                "noreturn" => &mut attrs.noreturn,
                "returns_twice" => &mut attrs.returns_twice,
                "readnone" => &mut attrs.readnone,
                "readonly" => &mut attrs.readonly,
                "allocates" => &mut attrs.allocates,
                _ => break,
            };
            *flag = true;
            self.advance();
        }
        attrs
    }

    pub(super) fn param_attrs(&mut self) -> Parsed<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        while let Token::Word(word) = *self.peek() {
            let flag = match word {
                "nonnull" => &mut attrs.nonnull,
                "noundef" => &mut attrs.noundef,
                "signext" => &mut attrs.signext,
                "zeroext" => &mut attrs.zeroext,
                "noalias" => &mut attrs.noalias,
                "readonly" => &mut attrs.readonly,
                "chars" => &mut attrs.chars,
                "byval" | "sret" | "align" | "dereferenceable" => {
                    self.advance();
                    self.expect('(')?;
                    match word {
                        "byval" => attrs.byval = Some(self.ty()?),
                        "sret" => attrs.sret = Some(self.ty()?),
                        "align" => attrs.align = self.number()?,
                        _ => attrs.dereferenceable = self.number()?,
                    }
                    self.expect(')')?;
                    continue;
                }
                _ => break,
            };
            *flag = true;
            self.advance();
        }
        Ok(attrs)
    }

    fn linkage(&mut self) -> Linkage {
        let found = match self.peek() {
            Token::Word(word) => linkage(word),
            _ => None,
        };
        if found.is_some() {
            self.advance();
        }
        found.unwrap_or(Linkage::External)
    }

    /// The name that an item gives itself.
    fn own_name(&mut self) -> Parsed<String> {
        match self.advance() {
            Token::Symbol(name, None) => self.utf8(name),
            _ => Err(self.error_before("expected a name")),
        }
    }

    pub(super) fn symbol(&mut self) -> Parsed<Symbol> {
        let Token::Symbol(name, which) = self.advance() else {
            return Err(self.error_before("expected a symbol"));
        };
        if let Some(which) = which {
            let [globals, functions, aliases] = self.counts;
            let index = |prefix, count| split_id(which, prefix).filter(|&index| index < count);
            let global = index("g", globals).map(|i| Symbol::Global(GlobalId::from_index(i)));
            let function = index("f", functions).map(|i| Symbol::Func(FuncId::from_index(i)));
            let alias = index("a", aliases).map(|i| Symbol::Alias(AliasId::from_index(i)));
            let found = global.or(function).or(alias);
            return found.ok_or_else(|| self.error_before(format!("no symbol #{which}")));
        }
        let name_text = String::from_utf8_lossy(&name).into_owned();
        match self.symbols.get(&name).map(Vec::as_slice) {
            Some([symbol]) => Ok(*symbol),
            Some(_) => Err(self.error_before(format!("several symbols are @{name_text}"))),
            None => Err(self.error_before(format!("nothing declares @{name_text}"))),
        }
    }

    pub(super) fn function_symbol(&mut self) -> Parsed<FuncId> {
        match self.symbol()? {
            Symbol::Func(id) => Ok(id),
            _ => Err(self.error_before("expected a function")),
        }
    }

    /// Runs a part that may contain itself.
    pub(super) fn nested<T>(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("too deeply nested"));
        }
        self.depth += 1;
        let result = parse(self);
        self.depth -= 1;
        result
    }

    pub(super) fn peek(&self) -> &Token<'a> {
        &self.tokens[self.at].token
    }

    pub(super) fn peek_second(&self) -> &Token<'a> {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].token
    }

    /// Takes a token; the end is never passed.
    pub(super) fn advance(&mut self) -> Token<'a> {
        let token = self.tokens[self.at].token.clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    pub(super) fn accept(&mut self, punct: char) -> bool {
        let found = *self.peek() == Token::Punct(punct);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect(&mut self, punct: char) -> Parsed {
        if self.accept(punct) {
            return Ok(());
        }
        Err(self.error(format!("expected `{punct}`")))
    }

    pub(super) fn accept_word(&mut self, word: &str) -> bool {
        let found = *self.peek() == Token::Word(word);
        if found {
            self.advance();
        }
        found
    }

    pub(super) fn expect_word(&mut self, word: &str) -> Parsed {
        if self.accept_word(word) {
            return Ok(());
        }
        Err(self.error(format!("expected `{word}`")))
    }

    pub(super) fn word(&mut self) -> Parsed<&'a str> {
        match *self.peek() {
            Token::Word(word) => {
                self.advance();
                Ok(word)
            }
            _ => Err(self.error("expected a word")),
        }
    }

    pub(super) fn number<T: FromStr>(&mut self) -> Parsed<T> {
        let value = match self.peek() {
            Token::Number(text) => text.parse().ok(),
            _ => None,
        };
        let value = value.ok_or_else(|| self.error("expected a number in range"))?;
        self.advance();
        Ok(value)
    }

    pub(super) fn bytes(&mut self) -> Parsed<Vec<u8>> {
        match self.advance() {
            Token::Str(bytes) => Ok(bytes),
            _ => Err(self.error_before("expected a string")),
        }
    }

    pub(super) fn string(&mut self) -> Parsed<String> {
        let bytes = self.bytes()?;
        self.utf8(bytes)
    }

    fn utf8(&self, bytes: Vec<u8>) -> Parsed<String> {
        String::from_utf8(bytes).map_err(|_| self.error_before("a name is not Unicode"))
    }

    /// An id such as `r3`.
    pub(super) fn id<I: Id>(&mut self, prefix: &str) -> Parsed<I> {
        let found = self.accept_id(prefix);
        found.ok_or_else(|| self.error(format!("expected {prefix} and a number")))
    }

    pub(super) fn accept_id<I: Id>(&mut self, prefix: &str) -> Option<I> {
        let Token::Word(word) = *self.peek() else { return None };
        let index = split_id(word, prefix)?;
        self.advance();
        Some(I::from_index(index))
    }

    pub(super) fn error(&self, message: impl Into<String>) -> ParseError {
        ParseError { line: self.tokens[self.at].line, message: message.into() }
    }

    /// An error at the token that was taken last.
    pub(super) fn error_before(&self, message: impl Into<String>) -> ParseError {
        let line = self.tokens[self.at.saturating_sub(1)].line;
        ParseError { line, message: message.into() }
    }
}

/// The number of an id such as `r3`; ids have 32 bits.
pub(super) fn split_id(word: &str, prefix: &str) -> Option<usize> {
    let digits = word.strip_prefix(prefix)?;
    let canonical = digits == "0" || !digits.starts_with('0');
    let number: u32 = digits.parse().ok().filter(|_| canonical)?;
    usize::try_from(number).ok()
}
