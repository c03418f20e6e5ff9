//! What is known of one library function: one record, written where its model is.
//!
//! A line of a table names a function, says how exact its model is and which one that is, and adds what else is known of
//! the function: what its calls leave as it is, whether they may wait, what they do to a lock, whether a handler of signals
//! may call it. What holds of all functions of a file is said once, at the head of its table. [`crate::functions`] joins
//! the tables; each question of the engine about a function is a field of its record.
//!
//! Exactness is for exploration. Where Margay says that nothing leads somewhere, or that every path was explored, a model
//! must not have kept an answer from the program that the real function can give. So each model says which answers it
//! gives, and what is declared is kept: a call that a model is not exact for leaves a gap, whatever the model itself does.
//!
//! Invariant: there is no model without an [`Exactness`]; the constructors here are the only way to write one.

use crate::flow::{Boundary, Data, Labels};
use margay_engine::{AccessKind, Call, Dealing, Model, Prototype, Stop, ThreadCall};

/// What is known of one library function.
#[derive(Clone, Copy)]
pub struct FunctionSpec {
    pub name: &'static str,
    /// What it does in a run with known input, and in exploration if that is not listed.
    pub concrete: Option<Behaviour>,
    /// What it does in exploration.
    pub symbolic: Option<Behaviour>,
    /// What exploration calls, which may see to something first. The index sets it.
    pub(crate) explored_by: Option<Model>,
    /// The types of its result and parameters; nothing where any will do. Functions that only a compiler calls have none:
    /// it declares them right.
    pub prototype: Option<Prototype>,
    pub facts: Facts,
    pub waits: Option<Waits>,
    /// What it does to the lock or condition that its first argument points to.
    pub dealing: Option<Dealing>,
    /// What it does to threads.
    pub thread_call: Option<ThreadCall>,
    /// The first and the last number that it can answer with; see [`crate::symbolic::answers`].
    pub range: Option<(i64, i64)>,
    /// What each call accesses; see `symbolic/touched.rs`.
    pub touches: &'static [Touch],
    /// What it does with unknown text; see `symbolic/unknown_text.rs`.
    pub unknown_text: Option<UnknownText>,
    /// The argument from which on text comes that it moves, and what it does with that.
    pub moves: Option<(usize, &'static str)>,
    /// What labelled data must not come to.
    pub sinks: &'static [Boundary],
    /// The labels of what it brings.
    pub brings: &'static [(Data, Labels)],
}

/// A model, and how exact it is.
#[derive(Clone, Copy)]
pub struct Behaviour {
    pub exactness: Exactness,
    pub model: Model,
}

/// Which of the answers that a function can give its model gives.
#[derive(Clone, Copy)]
pub enum Exactness {
    /// The one that there is: it follows from arguments, memory and what the program did before, on every machine.
    Exact,
    /// All of them: what the outside decides is a symbol, or each answer has a path of its own. What is kept from the
    /// program all the same, the model itself says by [`Call::leave_out`].
    AllAnswers,
    /// The one that there is, where this holds of a call; else one of several, which is a gap.
    ExactFor(Condition),
    /// One of several: each call is a gap.
    OneOfMany,
}

/// Whether a call is one that its model is exact for.
pub type Condition = fn(&mut Call<'_>) -> Result<bool, Stop>;

/// What holds of a function or does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts(u32);

impl Facts {
    pub const NONE: Facts = Facts(0);
    /// A call comes back at once and depends on nothing but its arguments and memory, or says something to the outside
    /// and asks it for nothing.
    pub const QUIET: Facts = Facts(1);
    /// The same, where the library is explored and what is said to the outside is dropped.
    pub const QUIET_WHEN_EXPLORED: Facts = Facts(1 << 1);
    /// A call writes nothing that the program can see, but output.
    pub const ONLY_READS: Facts = Facts(1 << 2);
    /// A call may come back more than once.
    pub const RETURNS_TWICE: Facts = Facts(1 << 3);
    /// It takes memory of a size that it is given.
    pub const ALLOCATES: Facts = Facts(1 << 4);
    /// Other code may run at any time from then on: a thread, another process, a handler of signals.
    pub const STARTS_OTHERS: Facts = Facts(1 << 5);
    /// Other threads go on during a call.
    pub const GIVES_WAY: Facts = Facts(1 << 6);
    /// What it accesses is there for several threads to use at once: locks, conditions, atomic variables.
    pub const SYNCHRONISES: Facts = Facts(1 << 7);
    /// A handler of signals may call it, whatever the signal has interrupted; see [`crate::signal_safe`].
    pub const SIGNAL_SAFE: Facts = Facts(1 << 8);
    /// It is the harness's, which only exploration has.
    pub const OF_HARNESS: Facts = Facts(1 << 9);
    /// It does what the function does whose name lacks `_unlocked`, on a stream that it does not lock. A stream that no
    /// other thread uses is as good as one that is locked.
    pub const UNLOCKED: Facts = Facts(1 << 10);
    /// A replay answers in place of the system.
    pub const ANSWERED_BY_REPLAY: Facts = Facts(1 << 11);

    /// It reads text, and leaves none where it fails.
    pub const READS_TEXT: Facts = Facts(1 << 12);
    /// A name may be that of a pipe from then on.
    pub const NAMES_PIPES: Facts = Facts(1 << 13);
    /// A stream may be for what is no file from then on.
    pub const MAKES_STREAMS: Facts = Facts(1 << 14);
    /// It makes what another thread may wait for the end of.
    pub const MAKES_ENDS: Facts = Facts(1 << 15);
    /// A standard stream may be for something else from then on.
    pub const REPLACES_STANDARD: Facts = Facts(1 << 16);
    /// Others may move what is open from then on, or it moves that unseen.
    pub const MOVES_FILES_UNSEEN: Facts = Facts(1 << 17);
    /// It says where a file stands.
    pub const TELLS_POSITION: Facts = Facts(1 << 18);
    /// It answers by what is known of a descriptor.
    pub const ASKS_DESCRIPTORS: Facts = Facts(1 << 19);
    /// It reads a clock that does not go back.
    pub const READS_CLOCKS: Facts = Facts(1 << 20);
    /// It starts a sequence of random numbers.
    pub const SEEDS: Facts = Facts(1 << 21);
    /// It replaces the state of a generator of random numbers.
    pub const SETS_GENERATOR: Facts = Facts(1 << 22);
    /// The program may be another process from then on.
    pub const BECOMES_ANOTHER: Facts = Facts(1 << 23);
    /// It starts children, beside `fork`.
    pub const SPAWNS: Facts = Facts(1 << 24);
    /// Children may end unseen from then on, so that their numbers are given again.
    pub const IGNORES_CHILDREN: Facts = Facts(1 << 25);
    /// It changes who the process is, otherwise than by becoming another.
    pub const CHANGES_IDENTITY: Facts = Facts(1 << 26);
    /// Another process may change the mask of files from then on.
    pub const SHARES_MASK: Facts = Facts(1 << 27);
    /// It computes something, keeps nothing and writes nothing.
    pub const PURE: Facts = Facts::QUIET.and(Facts::ONLY_READS).and(Facts::SIGNAL_SAFE);

    pub const fn and(self, other: Facts) -> Facts {
        Facts(self.0 | other.0)
    }

    /// The functions of a file, all of which have these.
    pub const fn of_all(self, functions: &'static [FunctionSpec]) -> Table {
        Table { all: self, functions }
    }

    /// Whether some of these hold.
    pub const fn has_any(self, other: Facts) -> bool {
        self.0 & other.0 != 0
    }

    /// Where the first of these stands among all.
    pub(crate) const fn bit(self) -> u32 {
        self.0.trailing_zeros()
    }

    pub(crate) const fn of_bit(bit: u32) -> Facts {
        Facts(1 << bit)
    }

    /// What these say of some facts, and others of the rest.
    pub const fn replaced(self, some: Facts, others: Facts) -> Facts {
        Facts(self.0 & !some.0 | others.0 & some.0)
    }
}

/// When threads may wait for each other in a function, or tell each other something, without a lock that is seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waits {
    /// Whatever it is given: each call is noted.
    Always,
    /// By a descriptor that is no file's: its model notes that.
    OnDescriptor,
    /// By a stream, in a program that makes streams of descriptors or gives names to pipes.
    OnStream,
    /// By a name, in a program that gives names to pipes.
    OnName,
    /// By the end of what another thread may read, in a program that makes such.
    OnEnd,
}

/// What a function does with unknown text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnknownText {
    /// It says an `int` of it.
    Number,
    /// A number of bytes.
    Length,
    /// A `long`, with a pointer to what follows in the second argument.
    Parsed,
    /// A pointer into it, or null.
    Place,
    Double,
    /// It writes what it reads of the first argument where those from the third on lead.
    Scanned,
    /// It takes options from a table of text.
    Options,
    /// It writes text where the first argument leads.
    Written,
}

/// An argument that a call reads or writes at least one byte of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    pub argument: usize,
    pub access: AccessKind,
    /// The arguments that say how many bytes or characters of it are accessed.
    pub counts: &'static [usize],
}

pub const fn reads(argument: usize) -> Touch {
    Touch { argument, access: AccessKind::Read, counts: &[] }
}

pub const fn writes(argument: usize) -> Touch {
    Touch { argument, access: AccessKind::Write, counts: &[] }
}

impl Touch {
    pub const fn counted_by(self, counts: &'static [usize]) -> Touch {
        Touch { counts, ..self }
    }
}

/// The largest `int` and the largest `long` in [`FunctionSpec::answers`].
pub const INT: i64 = i32::MAX as i64;
pub const LONG: i64 = i64::MAX;

/// The functions of a file, and what holds of all of them.
#[derive(Clone, Copy)]
pub struct Table {
    all: Facts,
    functions: &'static [FunctionSpec],
}

impl Table {
    pub const fn of(functions: &'static [FunctionSpec]) -> Table {
        Table { all: Facts::NONE, functions }
    }

    /// The records, each with what holds of all.
    pub fn functions(self) -> impl Iterator<Item = FunctionSpec> {
        self.functions.iter().map(move |function| function.with(self.all))
    }
}

/// A function that has no model, of which something is known all the same.
pub const fn unmodelled(name: &'static str) -> FunctionSpec {
    FunctionSpec {
        name,
        concrete: None,
        symbolic: None,
        explored_by: None,
        prototype: None,
        facts: Facts::NONE,
        waits: None,
        dealing: None,
        thread_call: None,
        range: None,
        touches: &[],
        unknown_text: None,
        moves: None,
        sinks: &[],
        brings: &[],
    }
}

/// A function whose model is [`Exactness::Exact`]; and so on.
pub const fn exact(name: &'static str, model: Model) -> FunctionSpec {
    modelled(name, Exactness::Exact, model)
}

pub const fn all_answers(name: &'static str, model: Model) -> FunctionSpec {
    modelled(name, Exactness::AllAnswers, model)
}

pub const fn exact_for(name: &'static str, condition: Condition, model: Model) -> FunctionSpec {
    modelled(name, Exactness::ExactFor(condition), model)
}

pub const fn one_of_many(name: &'static str, model: Model) -> FunctionSpec {
    modelled(name, Exactness::OneOfMany, model)
}

const fn modelled(name: &'static str, exactness: Exactness, model: Model) -> FunctionSpec {
    FunctionSpec { concrete: Some(Behaviour { exactness, model }), ..unmodelled(name) }
}

impl FunctionSpec {
    /// The same, with more facts.
    pub const fn with(self, facts: Facts) -> FunctionSpec {
        FunctionSpec { facts: self.facts.and(facts), ..self }
    }

    /// The types of the function's result and parameters, as glibc's headers declare them: a letter for each, see
    /// [`Prototype`].
    pub const fn typed(self, types: &'static str) -> FunctionSpec {
        FunctionSpec { prototype: Some(Prototype(types)), ..self }
    }

    /// [`Facts::QUIET`]
    pub const fn quiet(self) -> FunctionSpec {
        self.with(Facts::QUIET)
    }

    /// [`Facts::QUIET_WHEN_EXPLORED`]
    pub const fn quiet_when_explored(self) -> FunctionSpec {
        self.with(Facts::QUIET_WHEN_EXPLORED)
    }

    /// [`Facts::ONLY_READS`]
    pub const fn only_reads(self) -> FunctionSpec {
        self.with(Facts::ONLY_READS)
    }

    /// [`Facts::RETURNS_TWICE`]
    pub const fn returns_twice(self) -> FunctionSpec {
        self.with(Facts::RETURNS_TWICE)
    }

    /// [`Facts::ALLOCATES`]
    pub const fn allocates(self) -> FunctionSpec {
        self.with(Facts::ALLOCATES)
    }

    /// [`Facts::STARTS_OTHERS`]
    pub const fn starts_others(self) -> FunctionSpec {
        self.with(Facts::STARTS_OTHERS)
    }

    /// [`Facts::GIVES_WAY`]
    pub const fn gives_way(self) -> FunctionSpec {
        self.with(Facts::GIVES_WAY)
    }

    /// [`Facts::SYNCHRONISES`]
    pub const fn synchronises(self) -> FunctionSpec {
        self.with(Facts::SYNCHRONISES)
    }

    /// [`Facts::SIGNAL_SAFE`]
    pub const fn signal_safe(self) -> FunctionSpec {
        self.with(Facts::SIGNAL_SAFE)
    }

    /// [`Facts::UNLOCKED`]
    pub const fn unlocked(self) -> FunctionSpec {
        self.with(Facts::UNLOCKED)
    }

    /// Threads may wait in it without a lock that is seen.
    pub const fn waits(self, waits: Waits) -> FunctionSpec {
        FunctionSpec { waits: Some(waits), ..self }
    }

    /// What it does to the lock or condition that its first argument points to.
    pub const fn deals(self, dealing: Dealing) -> FunctionSpec {
        FunctionSpec { dealing: Some(dealing), ..self }
    }

    /// What it does to threads.
    pub const fn calls_thread(self, call: ThreadCall) -> FunctionSpec {
        FunctionSpec { thread_call: Some(call), ..self }
    }

    /// It reads text, and leaves none where it fails.
    pub const fn reads_text(self) -> FunctionSpec {
        self.with(Facts::READS_TEXT)
    }

    /// It answers with numbers from the first to the last. A model offers no other one, and a replay injects none.
    pub const fn answers(self, first: i64, last: i64) -> FunctionSpec {
        FunctionSpec { range: Some((first, last)), ..self }
    }

    /// Each call accesses this.
    pub const fn touches(self, touches: &'static [Touch]) -> FunctionSpec {
        FunctionSpec { touches, ..self }
    }

    /// What exploration does where the text is unknown that it is given.
    pub const fn unknown_text(self, unknown_text: UnknownText) -> FunctionSpec {
        FunctionSpec { unknown_text: Some(unknown_text), ..self }
    }

    /// It moves text that comes from an argument, or from those after it, and does this with it.
    pub const fn moves(self, argument: usize, does: &'static str) -> FunctionSpec {
        FunctionSpec { moves: Some((argument, does)), ..self }
    }

    /// Labelled data must not come to these.
    pub const fn sinks(self, sinks: &'static [Boundary]) -> FunctionSpec {
        FunctionSpec { sinks, ..self }
    }

    /// What it brings has these labels.
    pub const fn brings(self, brings: &'static [(Data, Labels)]) -> FunctionSpec {
        FunctionSpec { brings, ..self }
    }

    /// The same, of a table whose models are those of exploration.
    pub(crate) fn explored(self) -> FunctionSpec {
        FunctionSpec { symbolic: self.concrete, concrete: None, ..self }
    }

    /// What exploration does.
    pub fn behaviour(&self) -> Option<Behaviour> {
        self.symbolic.or(self.concrete)
    }

    /// What both records say of the same function.
    pub(crate) fn joined(self, other: FunctionSpec) -> FunctionSpec {
        let FunctionSpec {
            name,
            concrete,
            symbolic,
            explored_by,
            prototype,
            facts,
            waits,
            dealing,
            thread_call,
            range,
            touches,
            unknown_text,
            moves,
            sinks,
            brings,
        } = other;
        FunctionSpec {
            name,
            concrete: self.concrete.or(concrete),
            symbolic: self.symbolic.or(symbolic),
            explored_by: self.explored_by.or(explored_by),
            prototype: self.prototype.or(prototype),
            facts: self.facts.and(facts),
            waits: self.waits.or(waits),
            dealing: self.dealing.or(dealing),
            thread_call: self.thread_call.or(thread_call),
            range: self.range.or(range),
            touches: if self.touches.is_empty() { touches } else { self.touches },
            unknown_text: self.unknown_text.or(unknown_text),
            moves: self.moves.or(moves),
            sinks: if self.sinks.is_empty() { sinks } else { self.sinks },
            brings: if self.brings.is_empty() { brings } else { self.brings },
        }
    }
}

impl Behaviour {
    /// Does what the function does, and leaves the gap that its exactness asks for.
    pub fn answer(&self, call: &mut Call<'_>) -> margay_engine::ModelResult {
        let whole = match self.exactness {
            Exactness::Exact | Exactness::AllAnswers => true,
            Exactness::ExactFor(condition) => condition(call)?,
            Exactness::OneOfMany => false,
        };
        if !whole {
            call.has_one_answer();
        }
        (self.model)(call)
    }
}

/// No handler of the program can interrupt a wait.
pub fn uninterrupted(call: &mut Call<'_>) -> Result<bool, Stop> {
    Ok(call.library::<crate::LibC>().signals.handlers().is_empty())
}

#[cfg(test)]
mod tests {
    /// Only a compiler calls these, and it declares them right.
    fn is_of_the_compiler(name: &str) -> bool {
        let runtime =
            ["tf2", "sf2", "df2", "xf2", "hf2", "bf2", "sc3", "dc3", "xc3", "tc3", "_ieee"];
        name.starts_with("llvm.")
            || name.starts_with("__atomic")
            || name.starts_with("__") && runtime.iter().any(|end| name.ends_with(end))
    }

    #[test]
    fn a_model_has_a_prototype() {
        let modelled = crate::functions::all().filter(|function| function.behaviour().is_some());
        let untyped = modelled.filter(|function| function.prototype.is_none());
        let missing: Vec<_> = untyped
            .map(|function| function.name)
            .filter(|name| !is_of_the_compiler(name))
            .collect();
        assert!(missing.is_empty(), "{missing:?}");
    }
}
