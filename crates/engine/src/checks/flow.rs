//! Information flow: which inputs a value depends on, and what it means that it crosses a boundary.
//!
//! A value's labels are those of the inputs that its term depends on. Nothing is kept beside the
//! terms: who looks at a value finds its origins by its symbols, and by the texts that numbers
//! were read from. Which label an input has, and where it must not go, is for the library to say.

use crate::fault::Fault;
use crate::fault::crossing::Origin;
use crate::judge::{Judge, with_text};
use crate::library::model::Call;
use crate::state::State;
use crate::state::input::Input;
use crate::state::possible::Possible;
use crate::value::provenance::Provenance;
use margay_ir::{FuncId, Id, Program};
use margay_smt::{Assignment, Bool, Bv, Evaluator, SymbolId, TermPool};
use std::collections::BTreeSet;

/// What data is taken to be made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Follow {
    /// What its value was computed from.
    #[default]
    Data,
    /// Also what decided which of several values it is. Paths that are merged decide so.
    Decisions,
}

impl From<&Input> for Origin {
    fn from(input: &Input) -> Origin {
        Origin { source: input.source.clone(), site: input.site }
    }
}

impl State {
    /// The symbols that terms are made of, and those of the texts that numbers among them were
    /// read from.
    pub fn roots(&self, pool: &TermPool, terms: &[Bv], follow: Follow) -> BTreeSet<SymbolId> {
        let mut roots = BTreeSet::new();
        for term in terms {
            roots.extend(match follow {
                Follow::Data => pool.carried(*term),
                Follow::Decisions => pool.symbols(*term),
            });
        }
        if !roots.is_empty() {
            let read = self.outside.bounds.iter().filter(|bound| roots.contains(&bound.number));
            let text: Vec<SymbolId> = read.flat_map(|bound| bound.text.iter().copied()).collect();
            roots.extend(text);
        }
        roots
    }

    /// The inputs that some of these symbols are of, in the order in which they came.
    pub fn origins(&self, pool: &TermPool, roots: &BTreeSet<SymbolId>) -> Vec<&Input> {
        let brings = |input: &&Input| {
            let symbols = |part: &Bv| match pool.as_symbol(*part) {
                Some(symbol) => roots.contains(&symbol),
                None => pool.symbols(*part).iter().any(|symbol| roots.contains(symbol)),
            };
            input.failure.is_none() && !input.incidental && input.parts.iter().any(symbols)
        };
        match roots.is_empty() {
            true => Vec::new(),
            false => self.outside.inputs.iter().filter(brings).collect(),
        }
    }
}

impl Call<'_> {
    /// Where a value came from.
    pub fn origins_of(&self, value: Bv) -> Vec<Origin> {
        let roots = self.state.roots(self.pool, &[value], Follow::Data);
        self.state.origins(self.pool, &roots).into_iter().map(Origin::from).collect()
    }
}

/// A rule that is broken where a condition holds.
#[derive(Clone, Copy)]
pub struct Suspicion {
    pub rule: &'static str,
    pub bad: Bool,
}

impl Judge {
    /// Notes a fault where a condition may hold, with an input that lets it, and goes on with all inputs: nothing
    /// breaks there. A fault that depends on unconstrained values is noted only if every value of them leads to it.
    pub fn note_possible(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &State,
        Suspicion { rule, bad }: Suspicion,
        fault: impl FnOnce(&mut TermPool, &State, &Assignment) -> Fault,
    ) -> bool {
        if state.history.is_followed() || state.doubt.uncertain || self.is_noted_here(state, rule) {
            return false;
        }
        // The run of one program knows all; there is no path to have a model of.
        if !state.symbolic {
            let known = Assignment::new();
            if !Evaluator::new(pool, &known).bool(bad) {
                return false;
            }
            let fault = fault(pool, state, &known);
            self.note(program, pool, state, fault, Some((&known, bad)));
            return true;
        }
        if matches!(state.path.decide(pool, bad), Some(false)) {
            return false;
        }
        let Some(model) = self.witness(pool, state, bad) else { return false };
        let Some(model) = with_text(pool, state, &model, bad) else {
            self.undecided += 1;
            return false;
        };
        if !matches!(self.ask_depends_on(pool, state, bad, Provenance::is_unknown), Possible::No) {
            return false;
        }
        let fault = fault(pool, state, &model);
        self.note(program, pool, state, fault, Some((&model, bad)));
        true
    }

    /// Whether a rule is known to be broken where the state stands, on a path that is no longer.
    fn is_noted_here(&self, state: &State, rule: &'static str) -> bool {
        let place = state.frames.last().map_or((FuncId::from_index(0), 0), |f| (f.function, f.pc));
        let best = self.seen.get(&(place.0, place.1, rule, None));
        best.is_some_and(|best| *best <= state.steps_taken.len())
    }
}
