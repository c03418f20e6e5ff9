//! Provenance: where a symbol comes from.
//!
//! A symbol is given its provenance where it is made, and keeps it. What an analysis may conclude from a value depends
//! on it: input may be anything, what callers pass is for them to say, of what unknown code did little is certain.
//! Which input of a path a symbol is, and which call failed, stands in the path's record of its inputs
//! (`State::inputs`): another path may have made the same symbol for another one.
//!
//! Invariant: a name has one provenance, on all paths. Names show it to readers, and tell symbols apart; nothing
//! is read off them.

use margay_smt::{Bv, SymbolId, Tag, Term, TermPool};

/// Where a symbol comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Provenance {
    /// The analysis made it for its own use: another value for a symbol, bytes between members, where a frame lies.
    #[default]
    Analysis,
    /// The program's input.
    Input(Channel),
    /// Whether a call fails, which is for the outside to say.
    Failure,
    /// What an external function without a model returned, or left where pointers lead that it was given.
    External,
    /// What such a function may have changed elsewhere, or a library that is not followed.
    Hidden,
    /// What a caller that is not seen passes.
    Caller(Passed),
    /// What a loop left after any number of iterations.
    Loop,
    /// What was never written.
    Uninitialised,
    /// Where an object lies that begins at `base` here; `serial` tells it from others that began there before, `align`
    /// is its alignment as a power of two.
    Address { base: u64, serial: u64, align: u32 },
}

/// How input comes into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Channel {
    /// `argc`.
    ArgumentCount,
    /// An argument of `main`, the first one after the program's name being 1.
    Argument(u32),
    /// By a call of a library function: files, streams, what the system answers.
    Call,
}

/// What a caller passes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passed {
    /// A parameter, by its index.
    Parameter(u32),
    /// An argument of a variadic function that has no name.
    Variadic,
    /// Memory: variables that others may have changed, and what pointers of unknown origin lead to.
    Memory,
    /// What was computed from the other kinds, or from text among them, and is not followed.
    Computed,
}

impl Provenance {
    /// Where a symbol comes from.
    pub fn of(pool: &TermPool, symbol: SymbolId) -> Provenance {
        Provenance::from_tag(pool.symbol(symbol).tag)
    }

    /// Its value is unconstrained, and not for the user of the program to choose.
    pub fn is_unknown(self) -> bool {
        matches!(self, Provenance::External | Provenance::Hidden | Provenance::Caller(_))
    }

    /// A caller that is not seen passes it.
    pub fn is_callers(self) -> bool {
        matches!(self, Provenance::Caller(_))
    }

    /// Unknown code may have changed it without being given it.
    pub fn is_hidden(self) -> bool {
        self == Provenance::Hidden
    }

    /// A loop left it.
    pub fn is_loops(self) -> bool {
        self == Provenance::Loop
    }

    /// It was never written.
    pub fn is_unwritten(self) -> bool {
        self == Provenance::Uninitialised
    }

    /// It stands for where an object lies.
    pub fn is_address(self) -> bool {
        matches!(self, Provenance::Address { .. })
    }

    /// The name of a symbol, which shows its provenance.
    pub(crate) fn named(self, what: &str) -> String {
        let beginning = match self {
            Provenance::Analysis | Provenance::Input(_) | Provenance::Failure => "",
            Provenance::External => "?",
            Provenance::Hidden => "?~",
            Provenance::Caller(_) => "?@",
            Provenance::Loop => "loop ",
            Provenance::Uninitialised => "uninitialised",
            Provenance::Address { .. } => "&",
        };
        format!("{beginning}{what}")
    }

    /// The symbol of this name.
    pub(crate) fn symbol(self, pool: &mut TermPool, name: &str, bits: u32) -> Bv {
        let symbol = pool.tagged_symbol(name, bits, self.tag());
        debug_assert_eq!(
            pool.as_symbol(symbol).map(|symbol| Provenance::of(pool, symbol)),
            Some(self),
            "the symbol {name} has two provenances"
        );
        symbol
    }

    fn tag(self) -> Tag {
        let (kind, data) = match self {
            Provenance::Analysis => (0, [0, 0]),
            Provenance::Input(Channel::ArgumentCount) => (1, [0, 0]),
            Provenance::Input(Channel::Argument(index)) => (2, [u64::from(index), 0]),
            Provenance::Input(Channel::Call) => (3, [0, 0]),
            Provenance::Failure => (4, [0, 0]),
            Provenance::External => (5, [0, 0]),
            Provenance::Hidden => (6, [0, 0]),
            Provenance::Caller(Passed::Parameter(index)) => (7, [u64::from(index), 0]),
            Provenance::Caller(Passed::Variadic) => (8, [0, 0]),
            Provenance::Caller(Passed::Memory) => (9, [0, 0]),
            Provenance::Caller(Passed::Computed) => (10, [0, 0]),
            Provenance::Loop => (11, [0, 0]),
            Provenance::Uninitialised => (12, [0, 0]),
            Provenance::Address { base, serial, align } => (ADDRESS + align, [base, serial]),
        };
        Tag { kind, data }
    }

    fn from_tag(tag: Tag) -> Provenance {
        let [first, second] = tag.data;
        let index = || u32::try_from(first).expect("an index has 32 bits");
        match tag.kind {
            0 => Provenance::Analysis,
            1 => Provenance::Input(Channel::ArgumentCount),
            2 => Provenance::Input(Channel::Argument(index())),
            3 => Provenance::Input(Channel::Call),
            4 => Provenance::Failure,
            5 => Provenance::External,
            6 => Provenance::Hidden,
            7 => Provenance::Caller(Passed::Parameter(index())),
            8 => Provenance::Caller(Passed::Variadic),
            9 => Provenance::Caller(Passed::Memory),
            10 => Provenance::Caller(Passed::Computed),
            11 => Provenance::Loop,
            12 => Provenance::Uninitialised,
            kind => {
                let align = kind.checked_sub(ADDRESS).expect("a kind of provenance");
                Provenance::Address { base: first, serial: second, align }
            }
        }
    }
}

/// The kind of the tag of an address without alignment.
const ADDRESS: u32 = 64;

/// Whether a term depends on symbols of a provenance.
pub fn depends_on(
    pool: &TermPool,
    term: impl Into<Term>,
    wanted: impl Fn(Provenance) -> bool,
) -> bool {
    pool.symbols(term).into_iter().any(|symbol| wanted(Provenance::of(pool, symbol)))
}

/// Whether a term depends on what unknown code made, or a caller that is not seen.
pub fn depends_on_unknown(pool: &TermPool, term: impl Into<Term>) -> bool {
    depends_on(pool, term, Provenance::is_unknown)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_symbol_keeps_its_provenance() {
        let mut pool = TermPool::new();
        let all = [
            Provenance::Analysis,
            Provenance::Input(Channel::ArgumentCount),
            Provenance::Input(Channel::Argument(3)),
            Provenance::Input(Channel::Call),
            Provenance::Failure,
            Provenance::External,
            Provenance::Hidden,
            Provenance::Caller(Passed::Parameter(2)),
            Provenance::Caller(Passed::Variadic),
            Provenance::Caller(Passed::Memory),
            Provenance::Caller(Passed::Computed),
            Provenance::Loop,
            Provenance::Uninitialised,
            Provenance::Address { base: 1 << 40, serial: 7, align: 0 },
            Provenance::Address { base: 64, serial: 0, align: 20 },
        ];
        for (number, from) in all.into_iter().enumerate() {
            let symbol = from.symbol(&mut pool, &format!("{number}"), 8);
            let id = pool.as_symbol(symbol).expect("it is one");
            assert_eq!(Provenance::of(&pool, id), from);
        }
    }

    #[test]
    fn a_name_shows_nothing_to_the_engine() {
        let mut pool = TermPool::new();
        let from = Provenance::Input(Channel::Call);
        let symbol = from.symbol(&mut pool, "?@x!0.32", 32);
        assert!(!depends_on_unknown(&pool, symbol));
        let symbol = Provenance::External.symbol(&mut pool, "x!0.32", 32);
        assert!(depends_on_unknown(&pool, symbol));
        assert!(!depends_on(&pool, symbol, Provenance::is_callers));
    }
}
