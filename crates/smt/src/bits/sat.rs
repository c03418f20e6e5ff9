//! The SAT solver behind the core, in the words that the core uses.

use batsat::{Callbacks, ClauseKind, SolverInterface, SolverOpts, lbool};

/// A variable of the SAT solver or its negation.
pub(crate) type SatLit = batsat::Lit;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outcome {
    Sat,
    Unsat,
    Budget,
}

pub(crate) struct Sat {
    solver: batsat::Solver<Meter>,
    clause: Vec<SatLit>,
}

/// Stops the solver when it has learnt as many clauses as it may.
struct Meter {
    learnt: u64,
    limit: u64,
}

impl Callbacks for Meter {
    fn on_new_clause(&mut self, _: &[SatLit], kind: ClauseKind) {
        if kind == ClauseKind::Learnt {
            self.learnt += 1;
        }
    }

    fn stop(&self) -> bool {
        self.learnt >= self.limit
    }
}

impl Sat {
    pub(crate) fn new() -> Sat {
        let meter = Meter { learnt: 0, limit: u64::MAX };
        Sat { solver: batsat::Solver::new(SolverOpts::default(), meter), clause: Vec::new() }
    }

    pub(crate) fn variable(&mut self) -> SatLit {
        SatLit::new(self.solver.new_var_default(), true)
    }

    pub(crate) fn clause(&mut self, lits: &[SatLit]) {
        self.clause.clear();
        self.clause.extend_from_slice(lits);
        self.solver.add_clause_reuse(&mut self.clause);
    }

    pub(crate) fn solve(&mut self, assumptions: &[SatLit], conflicts: u64) -> Outcome {
        let meter = self.solver.cb_mut();
        meter.limit = meter.learnt + conflicts;
        let result = self.solver.solve_limited(assumptions);
        if result == lbool::TRUE {
            Outcome::Sat
        } else if result == lbool::FALSE {
            Outcome::Unsat
        } else {
            Outcome::Budget
        }
    }

    /// The value of a literal in the last model; of one that does not matter, false.
    pub(crate) fn value(&self, lit: SatLit) -> bool {
        self.solver.value_lit(lit) == lbool::TRUE
    }

    /// Whether an assumption is part of why there is no model.
    pub(crate) fn failed(&self, lit: SatLit) -> bool {
        self.solver.unsat_core_contains_lit(lit) || self.solver.unsat_core_contains_lit(!lit)
    }

    pub(crate) fn variables(&self) -> u32 {
        self.solver.num_vars()
    }

    pub(crate) fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
