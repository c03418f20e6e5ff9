//! Values that a call should have replaced: what depends on them is a fault.

use crate::fault::Fault;
use crate::judge::Judge;
use crate::state::State;
use crate::state::stop::Stop;
use crate::state::unchecked_results::Stale;
use margay_ir::Program;
use margay_smt::Term;
use margay_smt::TermPool;
use std::rc::Rc;

impl Judge {
    /// Sees to it that a value which makes a difference is not stale.
    pub fn require_fresh(
        &mut self,
        program: &Program,
        pool: &mut TermPool,
        state: &mut State,
        value: impl Into<Term>,
    ) -> Result<(), Stop> {
        if state.suspects.stale.is_empty() {
            return Ok(());
        }
        let symbols = pool.symbols(value);
        let used = |stale: &&Stale| symbols.binary_search(&stale.symbol).is_ok();
        let Some(stale) = state.suspects.stale.iter().find(used).cloned() else { return Ok(()) };
        // Reported once: its consequences are not.
        Rc::make_mut(&mut state.suspects.stale).retain(|other| other.call != stale.call);
        let fresh = pool.not(stale.if_failed);
        let Stale { function, call, neglect, .. } = stale;
        let fault = Fault::UncheckedReturn { function: function.to_string(), call, neglect };
        self.require(program, pool, state, fresh, |_, _, _| fault)
    }
}
