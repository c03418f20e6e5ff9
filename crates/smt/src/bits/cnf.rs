//! Gates to clauses.
//!
//! Invariant: a gate has a variable of the SAT solver exactly when the clauses that make the
//! variable equal to the gate are in the solver, and those of all gates below it.

use super::circuit::{Circuit, Gate, GateId, Lit};
use super::sat::{Sat, SatLit};

pub(crate) struct Cnf {
    pub(crate) sat: Sat,
    variables: Vec<Option<SatLit>>,
}

impl Cnf {
    pub(crate) fn new() -> Cnf {
        Cnf { sat: Sat::new(), variables: Vec::new() }
    }

    /// The SAT literal of a circuit's, with the clauses for all that is below it.
    pub(crate) fn encode(&mut self, circuit: &Circuit, lit: Lit) -> SatLit {
        self.variables.resize(circuit.len(), None);
        if self.variables[lit.gate().index()].is_none() {
            for gate in self.unencoded(circuit, lit.gate()) {
                self.encode_gate(circuit, gate);
            }
        }
        self.lit(lit).expect("the gate has just been encoded")
    }

    /// The SAT literal of a circuit's, if it has one.
    pub(crate) fn lit(&self, lit: Lit) -> Option<SatLit> {
        let variable = self.variable(lit.gate())?;
        Some(if lit.is_negated() { !variable } else { variable })
    }

    pub(crate) fn variable(&self, gate: GateId) -> Option<SatLit> {
        self.variables.get(gate.index()).copied().flatten()
    }

    /// Gates below and including one that have no variable, inputs first.
    fn unencoded(&self, circuit: &Circuit, root: GateId) -> Vec<GateId> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut stack = vec![root];
        let mut found = Vec::new();
        while let Some(gate) = stack.pop() {
            if self.variables[gate.index()].is_none() && seen.insert(gate) {
                found.push(gate);
                stack.extend(circuit.gate(gate).inputs().map(Lit::gate));
            }
        }
        found.sort_unstable();
        found
    }

    fn encode_gate(&mut self, circuit: &Circuit, id: GateId) {
        let z = self.sat.variable();
        self.variables[id.index()] = Some(z);
        let lit = |lit: Lit| self.lit(lit).expect("inputs are encoded first");
        match circuit.gate(id) {
            Gate::Input => {}
            Gate::False => self.sat.clause(&[!z]),
            Gate::And(a, b) => {
                let (a, b) = (lit(a), lit(b));
                self.sat.clause(&[!z, a]);
                self.sat.clause(&[!z, b]);
                self.sat.clause(&[z, !a, !b]);
            }
            Gate::Xor(a, b) => {
                let (a, b) = (lit(a), lit(b));
                self.sat.clause(&[!z, a, b]);
                self.sat.clause(&[!z, !a, !b]);
                self.sat.clause(&[z, !a, b]);
                self.sat.clause(&[z, a, !b]);
            }
            Gate::Mux(p, a, b) => {
                let (p, a, b) = (lit(p), lit(a), lit(b));
                self.sat.clause(&[!p, !a, z]);
                self.sat.clause(&[!p, a, !z]);
                self.sat.clause(&[p, !b, z]);
                self.sat.clause(&[p, b, !z]);
                // Where both arms agree the choice does not matter: implied, and it propagates.
                self.sat.clause(&[!a, !b, z]);
                self.sat.clause(&[a, b, !z]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (lit(a), lit(b), lit(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    self.sat.clause(&[!x, !y, z]);
                    self.sat.clause(&[x, y, !z]);
                }
            }
        }
    }
}
