//! Commands of a script.
//!
//! [`Reader`] keeps what names mean: declarations and definitions, with the level at which they were
//! made, so that a `pop` takes them back. Assertions are its caller's concern. Invariant: after an
//! error or `exit` there are no more commands.

use super::budget::Budget;
use super::lexer::{Lexer, Token, shortened};
use super::operators::{INDEXED, Indexed, OPERATORS, OVERFLOWS, Op};
use super::terms::{Frame, SPECIALS, Special};
use super::values::{ArrayTable, ScriptSort, ScriptTerm};
use super::{Result, SyntaxError};
use crate::pool::TermPool;
use crate::term::Bool;
use rustc_hash::FxHashMap;

/// A command, with its terms built.
#[derive(Clone, Debug)]
pub enum Command<'t> {
    SetLogic(&'t str),
    /// The keyword with its colon, and the value as it is written, which may be nothing.
    SetOption(&'t str, &'t str),
    SetInfo(&'t str, &'t str),
    /// A constant, which [`Reader::declarations`] lists from now on.
    Declare(Declaration<'t>),
    /// A function, constant or sort by this name. Uses are expanded, so there is nothing to do.
    Define(&'t str),
    Assert(Bool),
    CheckSat,
    CheckSatAssuming(Vec<Bool>),
    /// How many levels.
    Push(u32),
    Pop(u32),
    GetModel,
    /// Terms as they are written, and what they mean.
    GetValue(Vec<(&'t str, ScriptTerm)>),
    GetAssertions,
    GetInfo(&'t str),
    GetOption(&'t str),
    /// `get-unsat-core` and others that ask for what Margay does not keep, by name.
    GetOther(&'t str),
    Echo(String),
    /// Everything is forgotten, options too.
    Reset,
    ResetAssertions,
    Exit,
}

/// A constant of a script.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'t> {
    /// Without bars.
    pub name: &'t str,
    pub term: ScriptTerm,
}

/// The commands of a script, one by one.
///
/// ```
/// use margay_smt::TermPool;
/// use margay_smt::smtlib::{Command, Reader};
///
/// let mut pool = TermPool::new();
/// let mut reader = Reader::new("(declare-const x (_ BitVec 8)) (assert (bvult x #x03))");
/// assert!(matches!(reader.next_command(&mut pool), Some(Ok(Command::Declare(_)))));
/// assert!(matches!(reader.next_command(&mut pool), Some(Ok(Command::Assert(_)))));
/// assert!(reader.next_command(&mut pool).is_none());
/// ```
#[derive(Debug)]
pub struct Reader<'t> {
    pub(super) lexer: Lexer<'t>,
    pub(super) names: FxHashMap<&'t str, Meaning>,
    pub(super) sorts: FxHashMap<&'t str, ScriptSort>,
    pub(super) definitions: Vec<Definition>,
    declarations: Vec<Declaration<'t>>,
    /// What was made global, to be taken back by a `pop`.
    made: Vec<Made<'t>>,
    level: u32,
    /// Whether declarations outlive a `pop`.
    global_declarations: bool,
    ended: bool,
    pub(super) arrays: ArrayTable,
    pub(super) budget: Budget,
    pub(super) frames: Vec<Frame<'t>>,
    pub(super) values: Vec<ScriptTerm>,
    /// Names of a `let` whose values are not all known.
    pub(super) bound: Vec<&'t str>,
    pub(super) shadowed: Vec<(&'t str, Option<Meaning>)>,
    /// Terms that the command in hand names, and where. The names count from the next command on.
    pub(super) named: Vec<(&'t str, ScriptTerm, usize)>,
}

/// What a name stands for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Meaning {
    Term(ScriptTerm),
    Truth(bool),
    Op(Op),
    Indexed(Indexed),
    Special(Special),
}

/// A function with parameters, which are symbols in its body.
#[derive(Debug)]
pub(super) struct Definition {
    pub(super) parameters: Vec<ScriptTerm>,
    pub(super) body: ScriptTerm,
    /// How many terms the body has.
    pub(super) size: usize,
}

#[derive(Debug)]
struct Made<'t> {
    level: u32,
    name: &'t str,
    what: Kind,
}

#[derive(Debug)]
enum Kind {
    Declaration(Option<Meaning>),
    Definition(Option<Meaning>),
    Sort,
}

impl<'t> Reader<'t> {
    pub fn new(text: &'t str) -> Reader<'t> {
        let mut reader = Reader {
            lexer: Lexer::new(text),
            names: FxHashMap::default(),
            sorts: FxHashMap::default(),
            definitions: Vec::new(),
            declarations: Vec::new(),
            made: Vec::new(),
            level: 0,
            global_declarations: false,
            ended: false,
            arrays: ArrayTable::default(),
            budget: Budget::new(),
            frames: Vec::new(),
            values: Vec::new(),
            bound: Vec::new(),
            shadowed: Vec::new(),
            named: Vec::new(),
        };
        reader.names.reserve(2 * (OPERATORS.len() + OVERFLOWS.len()));
        reader.learn_theories();
        reader
    }

    /// The next command with its terms in `pool`, which must be the same for all commands. `None` at
    /// the end, after `exit` and after an error.
    pub fn next_command(
        &mut self,
        pool: &mut TermPool,
    ) -> Option<std::result::Result<Command<'t>, SyntaxError>> {
        if self.ended {
            return None;
        }
        let result = match self.lexer.next() {
            Ok(Token::End) => {
                self.ended = true;
                return None;
            }
            Ok(Token::Open) => self.command(pool),
            Ok(token) => Err(self.expected("`(` and a command", token)),
            Err(error) => Err(error),
        };
        self.ended = matches!(result, Err(_) | Ok(Command::Exit));
        Some(result.map_err(|error| *error))
    }

    /// The constants that are declared now, in the order in which they were.
    pub fn declarations(&self) -> &[Declaration<'t>] {
        &self.declarations
    }

    /// What the arrays among the terms of this script are made of.
    pub fn arrays(&self) -> &ArrayTable {
        &self.arrays
    }

    /// A command, after its opening parenthesis.
    fn command(&mut self, pool: &mut TermPool) -> Result<Command<'t>> {
        let name = self.symbol("the name of a command")?;
        let command = match name {
            "assert" => Command::Assert(self.bool(pool)?),
            "declare-fun" => self.declare(pool, true)?,
            "declare-const" => self.declare(pool, false)?,
            "define-fun" => self.define(pool, true)?,
            "define-const" => self.define(pool, false)?,
            "define-sort" => self.define_sort()?,
            "check-sat" => Command::CheckSat,
            "check-sat-assuming" => {
                self.open_parenthesis()?;
                let mut assumptions = Vec::new();
                while !self.peek_close() {
                    assumptions.push(self.bool(pool)?);
                }
                self.close_parenthesis()?;
                Command::CheckSatAssuming(assumptions)
            }
            "push" => self.push()?,
            "pop" => self.pop()?,
            "get-model" => Command::GetModel,
            "get-value" => self.get_value(pool)?,
            "get-assertions" => Command::GetAssertions,
            "get-info" => Command::GetInfo(self.keyword()?),
            "get-option" => Command::GetOption(self.keyword()?),
            "get-unsat-core" | "get-unsat-assumptions" | "get-assignment" | "get-proof" => {
                Command::GetOther(name)
            }
            "set-logic" => Command::SetLogic(self.symbol("the name of a logic")?),
            "set-info" => {
                let (keyword, value) = self.attribute()?;
                Command::SetInfo(keyword, value)
            }
            "set-option" => {
                let (keyword, value) = self.attribute()?;
                if keyword == ":global-declarations" {
                    self.global_declarations = value == "true";
                }
                Command::SetOption(keyword, value)
            }
            "echo" => match self.lexer.next()? {
                Token::Text => Command::Echo(self.lexer.text().replace("\"\"", "\"")),
                token => return Err(self.expected("a string", token)),
            },
            "reset" => {
                self.forget();
                self.global_declarations = false;
                Command::Reset
            }
            "reset-assertions" => {
                if self.global_declarations {
                    self.level = 0;
                } else {
                    self.forget();
                }
                Command::ResetAssertions
            }
            "exit" => Command::Exit,
            "declare-sort"
            | "declare-datatype"
            | "declare-datatypes"
            | "define-fun-rec"
            | "define-funs-rec"
            | "declare-sort-parameter" => {
                return Err(self.lexer.error(format!("`{name}` is not supported")));
            }
            _ => {
                let name = shortened(name);
                return Err(self.lexer.error(format!("unknown command `{name}`")));
            }
        };
        self.close_parenthesis()?;
        self.name_terms()?;
        Ok(command)
    }

    fn declare(&mut self, pool: &mut TermPool, function: bool) -> Result<Command<'t>> {
        let name = self.new_name()?;
        let at = self.lexer.start();
        if function {
            self.open_parenthesis()?;
            let token = self.lexer.next()?;
            if token != Token::Close {
                return Err(self.lexer.error(format!(
                    "`{}` has parameters: uninterpreted functions are not supported",
                    shortened(name)
                )));
            }
        }
        let sort = self.sort()?;
        let term = self.new_symbols(pool, name, sort);
        let previous = self.give(name, Meaning::Term(term), at)?;
        self.note(name, Kind::Declaration(previous));
        let declaration = Declaration { name, term };
        self.declarations.push(declaration);
        Ok(Command::Declare(declaration))
    }

    fn define(&mut self, pool: &mut TermPool, function: bool) -> Result<Command<'t>> {
        let name = self.new_name()?;
        let at = self.lexer.start();
        let mut parameters = Vec::new();
        if function {
            self.open_parenthesis()?;
            while !self.peek_close() {
                self.open_parenthesis()?;
                let parameter = self.new_name()?;
                let sort = self.sort()?;
                self.close_parenthesis()?;
                let fresh = pool.fresh_name(parameter);
                let term = self.new_symbols(pool, &fresh, sort);
                self.cover(parameter, term);
                parameters.push(term);
            }
            self.close_parenthesis()?;
        }
        let sort = self.sort()?;
        let body = self.term(pool)?;
        let given = self.arrays.sort(pool, body);
        if given != sort {
            let message = format!("`{}` is defined as {sort} but is {given}", shortened(name));
            return Err(self.lexer.error_at(at, message));
        }
        self.uncover(0);
        let meaning = if parameters.is_empty() {
            Meaning::Term(body)
        } else {
            if let Some(&(_, _, at)) = self.named.first() {
                let message = "a term with parameters cannot be named";
                return Err(self.lexer.error_at(at, message));
            }
            let size = pool.reachable(self.arrays.terms(body)).len();
            self.definitions.push(Definition { parameters, body, size });
            Meaning::Op(Op::Defined(self.definitions.len() - 1))
        };
        let previous = self.give(name, meaning, at)?;
        self.note(name, Kind::Definition(previous));
        Ok(Command::Define(name))
    }

    fn define_sort(&mut self) -> Result<Command<'t>> {
        let name = self.new_name()?;
        let at = self.lexer.start();
        self.open_parenthesis()?;
        if self.lexer.next()? != Token::Close {
            return Err(self.lexer.error("sorts with parameters are not supported"));
        }
        let sort = self.sort()?;
        if name == "Bool" || self.sorts.insert(name, sort).is_some() {
            let message = format!("the sort `{}` is already defined", shortened(name));
            return Err(self.lexer.error_at(at, message));
        }
        self.note(name, Kind::Sort);
        Ok(Command::Define(name))
    }

    fn push(&mut self) -> Result<Command<'t>> {
        let count = self.levels()?;
        match self.level.checked_add(count) {
            Some(level) => self.level = level,
            None => return Err(self.lexer.error("too many levels are pushed")),
        }
        Ok(Command::Push(count))
    }

    fn pop(&mut self) -> Result<Command<'t>> {
        let count = self.levels()?;
        match self.level.checked_sub(count) {
            Some(level) => self.level = level,
            None => {
                let message = format!("`pop {count}` at level {}", self.level);
                return Err(self.lexer.error(message));
            }
        }
        self.take_back_above(Some(self.level));
        Ok(Command::Pop(count))
    }

    /// The optional number after `push` and `pop`.
    fn levels(&mut self) -> Result<u32> {
        if self.peek_close() {
            return Ok(1);
        }
        match self.lexer.next()? {
            Token::Numeral => {
                self.lexer.text().parse().map_err(|_| self.lexer.error("too many levels"))
            }
            token => Err(self.expected("a number of levels", token)),
        }
    }

    fn get_value(&mut self, pool: &mut TermPool) -> Result<Command<'t>> {
        self.open_parenthesis()?;
        let mut terms = Vec::new();
        while !self.peek_close() {
            let from = self.lexer.end();
            let term = self.term(pool)?;
            terms.push((self.lexer.slice(from, self.lexer.end()), term));
        }
        self.close_parenthesis()?;
        Ok(Command::GetValue(terms))
    }

    fn bool(&mut self, pool: &mut TermPool) -> Result<Bool> {
        self.lexer.peek();
        let at = self.lexer.end();
        match self.term(pool)? {
            ScriptTerm::Bool(term) => Ok(term),
            other => {
                let sort = self.arrays.sort(pool, other);
                Err(self.lexer.error_at(at, format!("expected a Bool, not a {sort}")))
            }
        }
    }

    /// A keyword and the value after it as it is written, if there is one.
    fn attribute(&mut self) -> Result<(&'t str, &'t str)> {
        let keyword = self.keyword()?;
        if self.peek_close() {
            return Ok((keyword, ""));
        }
        let token = self.lexer.next()?;
        let from = self.lexer.start();
        self.skip_rest(token)?;
        Ok((keyword, self.lexer.slice(from, self.lexer.end())))
    }

    /// Gives a name a global meaning and says what it was before.
    fn give(&mut self, name: &'t str, meaning: Meaning, at: usize) -> Result<Option<Meaning>> {
        let previous = self.names.insert(name, meaning);
        if previous.is_some() && !OVERFLOWS.iter().any(|(known, _)| *known == name) {
            let message = format!("`{}` already has a meaning", shortened(name));
            return Err(self.lexer.error_at(at, message));
        }
        Ok(previous)
    }

    fn note(&mut self, name: &'t str, what: Kind) {
        self.made.push(Made { level: self.level, name, what });
    }

    /// Gives the terms that a command named their names.
    fn name_terms(&mut self) -> Result<()> {
        for (name, term, at) in std::mem::take(&mut self.named) {
            let previous = self.give(name, Meaning::Term(term), at)?;
            self.note(name, Kind::Definition(previous));
        }
        Ok(())
    }

    /// Takes back what was made above a level, or everything.
    fn take_back_above(&mut self, level: Option<u32>) {
        if self.global_declarations && level.is_some() {
            return;
        }
        while self.made.last().is_some_and(|made| level.is_none_or(|level| made.level > level)) {
            let Some(made) = self.made.pop() else { break };
            let previous = match made.what {
                Kind::Sort => {
                    self.sorts.remove(made.name);
                    continue;
                }
                Kind::Declaration(previous) => {
                    self.declarations.pop();
                    previous
                }
                Kind::Definition(previous) => previous,
            };
            match previous {
                Some(meaning) => self.names.insert(made.name, meaning),
                None => self.names.remove(made.name),
            };
        }
    }

    fn forget(&mut self) {
        self.take_back_above(None);
        self.level = 0;
    }

    fn learn_theories(&mut self) {
        self.names.insert("true", Meaning::Truth(true));
        self.names.insert("false", Meaning::Truth(false));
        for (name, op) in OPERATORS.iter().chain(OVERFLOWS) {
            self.names.insert(name, Meaning::Op(*op));
        }
        for (name, indexed) in INDEXED {
            self.names.insert(name, Meaning::Indexed(*indexed));
        }
        for (name, special) in SPECIALS {
            self.names.insert(name, Meaning::Special(*special));
        }
    }
}

/// Tokens.
impl<'t> Reader<'t> {
    pub(super) fn expected(&self, what: &str, found: Token) -> Box<SyntaxError> {
        self.lexer.error(format!("expected {what}, found {}", self.lexer.describe(found)))
    }

    pub(super) fn open_parenthesis(&mut self) -> Result<()> {
        match self.lexer.next()? {
            Token::Open => Ok(()),
            token => Err(self.expected("`(`", token)),
        }
    }

    pub(super) fn close_parenthesis(&mut self) -> Result<()> {
        match self.lexer.next()? {
            Token::Close => Ok(()),
            token => Err(self.expected("`)`", token)),
        }
    }

    /// Whether a closing parenthesis is next. Goes up to the next token and not into it.
    fn peek_close(&mut self) -> bool {
        self.lexer.peek() == Some(b')')
    }

    /// A symbol, with or without bars.
    pub(super) fn symbol(&mut self, what: &str) -> Result<&'t str> {
        match self.lexer.next()? {
            Token::Symbol | Token::Quoted => Ok(self.lexer.text()),
            token => Err(self.expected(what, token)),
        }
    }

    /// A symbol that is to get a meaning.
    pub(super) fn new_name(&mut self) -> Result<&'t str> {
        let token = self.lexer.next()?;
        let name = self.lexer.text();
        match token {
            Token::Symbol if SPECIALS.iter().any(|(word, _)| *word == name) => {
                Err(self.lexer.error(format!("`{name}` is a reserved word")))
            }
            Token::Symbol | Token::Quoted => Ok(self.lexer.text()),
            token => Err(self.expected("a name", token)),
        }
    }

    fn keyword(&mut self) -> Result<&'t str> {
        match self.lexer.next()? {
            Token::Keyword => Ok(self.lexer.text()),
            token => Err(self.expected("a keyword", token)),
        }
    }

    /// Skips what begins with `token`: itself, or up to the parenthesis that closes it.
    pub(super) fn skip_rest(&mut self, token: Token) -> Result<()> {
        let mut depth = 0usize;
        let mut token = token;
        loop {
            match token {
                Token::Open => depth += 1,
                Token::Close if depth > 0 => depth -= 1,
                Token::Close | Token::End => return Err(self.expected("a value", token)),
                _ => {}
            }
            if depth == 0 {
                return Ok(());
            }
            token = self.lexer.next()?;
        }
    }
}
