//! What came of exploring, and what was left out.

use crate::judge::answers::Answers;
use crate::judge::doubt::Folded;
use crate::records::frontier::Frontier;
use crate::records::part::Part;
use crate::records::resumed::Resumed;
use crate::state::State;
use crate::state::entered::Entered;
use margay_ir::finding::OmissionKind;
use margay_ir::limit;
use margay_ir::{BlockId, FuncId, SpanId};
use margay_smt::Bool;
use std::collections::{BTreeMap, BTreeSet};

/// How far exploration has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    pub paths: u64,
    pub steps: u64,
    /// Faults seen, before those of one place are counted as one.
    pub faults: u64,
    /// States that wait to be followed.
    pub waiting: u64,
    /// Instructions from where a path came nearest to where it is wanted, if that is anywhere.
    pub nearest: Option<u32>,
    pub effort: Effort,
}

/// What an engine has done in all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Of the solver, see [`TermPool::work`].
    pub work: u64,
    /// Queries that it left undecided.
    pub undecided: u64,
    /// States that became one with others.
    pub merged: u64,
    /// The share of executions whose paths have ended, of [`Effort::ALL`], if each side of a choice is taken as
    /// often as the other. It grows steadily where the end is near, and stands still where a few paths took most of it
    /// and countless others are left. It says something where no paths are merged.
    pub ended: u64,
}

impl Effort {
    /// All executions.
    pub const ALL: u64 = 1 << 62;

    /// The share of a path that made so many choices.
    pub(crate) fn share_of(choices: u32) -> u64 {
        Effort::ALL.checked_shr(choices).unwrap_or(0)
    }
}

/// What exploration left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cut {
    /// A loop, or a recursion, whose end depends on the input.
    Choices,
    /// Iterations of a loop, after which paths go on.
    Iterations,
    /// A value of which only some were tried.
    Values,
    PathSteps,
    Steps,
    Paths,
    Queries,
    Undecided,
    /// What is known of all paths takes too much memory.
    Terms,
    /// The observer has ended it.
    Stopped,
    Unsupported,
}

impl Cut {
    /// Why the observer ends it, as far as is known here.
    pub const TIME: &str = concat!("time (", limit!(time), ")");

    /// What is left out, in words.
    pub fn words(self) -> (OmissionKind, &'static str) {
        match self {
            Cut::Choices => (OmissionKind::CutLoop, "a loop that the input keeps going"),
            Cut::Iterations => (
                OmissionKind::CutLoop,
                "further iterations of a loop, after which the search went on",
            ),
            Cut::Values => {
                (OmissionKind::Budget, "values of one size or address, of which 16 are tried")
            }
            Cut::PathSteps => (OmissionKind::Budget, "steps of one path"),
            Cut::Steps => (OmissionKind::Budget, concat!("steps (", limit!(steps), ")")),
            Cut::Paths => (OmissionKind::Budget, concat!("paths (", limit!(paths), ")")),
            Cut::Queries => {
                (OmissionKind::Budget, concat!("solver queries (", limit!(queries), ")"))
            }
            Cut::Undecided => (OmissionKind::Budget, "undecided solver queries"),
            Cut::Terms => (OmissionKind::Budget, "memory for what is known of values"),
            Cut::Stopped => (OmissionKind::Budget, Cut::TIME),
            Cut::Unsupported => (OmissionKind::Unsupported, ""),
        }
    }
}

/// What came of it.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    pub paths: u64,
    pub cut_paths: u64,
    pub steps: u64,
    /// What was left out, where and how often.
    pub cuts: BTreeMap<(Cut, SpanId, String), u64>,
    /// How many paths went through each function, also those that were given up. One that goes on as
    /// another did is not followed, and counts only for what that other one had not entered.
    pub through: BTreeMap<FuncId, u64>,
}

impl Explored {
    /// Adds what came of another exploration.
    pub fn join(&mut self, other: Explored) {
        self.paths += other.paths;
        self.cut_paths += other.cut_paths;
        self.steps += other.steps;
        for (cut, count) in other.cuts {
            *self.cuts.entry(cut).or_default() += count;
        }
        for (function, count) in other.through {
            *self.through.entry(function).or_default() += count;
        }
    }

    /// Keeps what may be undone, and takes back what was; but for the steps, which were made.
    pub(crate) fn take_back(&mut self, open: &mut Frontier) {
        if let Some(before) = open.undone.take() {
            *self = Explored { steps: self.steps, ..before };
        }
        open.region.iter_mut().for_each(|region| region.note_explored(self));
    }

    /// A path that entered some functions is followed no further.
    pub(crate) fn leave(&mut self, entered: &Entered) {
        self.leave_to(entered, &Entered::default());
    }

    /// The same, where another path counts for what it has entered.
    pub(crate) fn leave_to(&mut self, entered: &Entered, other: &Entered) {
        for function in entered.iter().filter(|function| !other.has(*function)) {
            *self.through.entry(function).or_default() += 1;
        }
    }
}

/// What came of a part of an exploration.
#[derive(Default)]
pub struct PartExplored {
    pub explored: Explored,
    /// What is left to follow.
    pub rest: Part,
    /// The limit that was reached, if that is why something is left.
    pub limit: Option<Cut>,
    pub resumed: Resumed,
    /// Some loop was not followed to its end.
    pub widened: bool,
    /// The functions that were called.
    pub called: BTreeSet<FuncId>,
    /// Pairs of paths of which one was not followed, since the other had the same future.
    pub folded: Vec<Folded>,
    /// What calls answered on all paths.
    pub answers: Answers,
}

impl PartExplored {
    /// Whether something was left out.
    pub fn is_cut(&self) -> bool {
        self.explored.cut_paths > 0 || self.widened
    }
}

/// What came of walking some paths.
#[derive(Default)]
pub(crate) struct Walked {
    pub folded: Vec<Folded>,
    pub(crate) rest: Part,
    pub(crate) limit: Option<Cut>,
}

/// What a state becomes where it needs to know something.
#[derive(Default)]
pub(crate) struct Forked {
    /// The one that is to be followed first is the last.
    pub sides: Vec<Side>,
    /// The state before the choice, if its sides may be merged again.
    pub base: Option<State>,
    /// It is whether a case is at hand: if not, the choice goes on with the next one.
    pub is_case: bool,
    /// What of it is left out.
    pub cut: Option<Cut>,
}

/// One of the states that a choice makes.
pub(crate) struct Side {
    pub number: u32,
    pub state: State,
    /// The block that it comes to next.
    pub block: Option<BlockId>,
    /// What was assumed, if there were others.
    pub fact: Option<Bool>,
}

impl Forked {
    /// Whether there was a choice.
    pub fn is_choice(&self) -> bool {
        self.sides.len() > 1 || self.sides.iter().any(|side| side.fact.is_some())
    }
}
