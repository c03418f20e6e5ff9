//! The circuit that terms are blasted into: an and-inverter graph with gates for exclusive or,
//! choice and majority, which would cost several and-gates each.
//!
//! Invariant: structurally hashed. Two gates never have the same kind and inputs, inputs are ordered
//! where the gate commutes, negations are moved to where they are shared, and a gate with a constant
//! or repeated input does not exist. Inputs of a gate have smaller numbers than the gate.

use rustc_hash::FxHashMap;

/// A gate's output, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Lit(u32);

impl Lit {
    pub(crate) const FALSE: Lit = Lit(0);
    pub(crate) const TRUE: Lit = Lit(1);

    pub(crate) fn constant(value: bool) -> Lit {
        if value { Lit::TRUE } else { Lit::FALSE }
    }

    fn of(gate: GateId) -> Lit {
        Lit(gate.0 << 1)
    }

    pub(crate) fn gate(self) -> GateId {
        GateId(self.0 >> 1)
    }

    pub(crate) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn as_const(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    pub(crate) fn negated_if(self, negate: bool) -> Lit {
        Lit(self.0 ^ u32::from(negate))
    }

    fn positive(self) -> Lit {
        Lit(self.0 & !1)
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct GateId(u32);

impl GateId {
    pub(crate) fn index(self) -> usize {
        usize::try_from(self.0).expect("a machine of at least 32 bits")
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Gate {
    /// Gate 0, which is false.
    False,
    /// A free bit.
    Input,
    And(Lit, Lit),
    Xor(Lit, Lit),
    /// The second where the first holds, else the third.
    Mux(Lit, Lit, Lit),
    /// What at least two of the three are.
    Majority(Lit, Lit, Lit),
}

impl Gate {
    pub(crate) fn inputs(self) -> impl Iterator<Item = Lit> {
        let inputs = match self {
            Gate::False | Gate::Input => [None; 3],
            Gate::And(a, b) | Gate::Xor(a, b) => [Some(a), Some(b), None],
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => [Some(a), Some(b), Some(c)],
        };
        inputs.into_iter().flatten()
    }
}

/// A growing circuit.
pub(crate) struct Circuit {
    gates: Vec<Gate>,
    ids: FxHashMap<Gate, GateId>,
}

impl Circuit {
    pub(crate) fn new() -> Circuit {
        Circuit { gates: vec![Gate::False], ids: FxHashMap::default() }
    }

    pub(crate) fn gate(&self, id: GateId) -> Gate {
        self.gates[id.index()]
    }

    pub(crate) fn len(&self) -> usize {
        self.gates.len()
    }

    pub(crate) fn input(&mut self) -> Lit {
        self.push(Gate::Input)
    }

    pub(crate) fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        // false and x = false, true and x = x
        match a {
            Lit::FALSE => return Lit::FALSE,
            Lit::TRUE => return b,
            _ => {}
        }
        // x and x = x, x and not x = false
        if a == b {
            return a;
        }
        if a == !b {
            return Lit::FALSE;
        }
        if let Some(simpler) = self.and_below(a, b).or_else(|| self.and_below(b, a)) {
            return simpler;
        }
        self.intern(Gate::And(a, b))
    }

    /// `x and y` where `x` is itself an and-gate.
    fn and_below(&mut self, x: Lit, y: Lit) -> Option<Lit> {
        let Gate::And(p, q) = self.gate(x.gate()) else {
            return None;
        };
        if !x.is_negated() {
            // (p and q) and p = p and q, (p and q) and not p = false
            if y == p || y == q {
                return Some(x);
            }
            if y == !p || y == !q {
                return Some(Lit::FALSE);
            }
            return None;
        }
        // not (p and q) and not p = not p
        if y == !p || y == !q {
            return Some(y);
        }
        // not (p and q) and p = p and not q
        if y == p {
            return Some(self.and(p, !q));
        }
        if y == q {
            return Some(self.and(q, !p));
        }
        None
    }

    pub(crate) fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    pub(crate) fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        // (not x) xor y = not (x xor y)
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.positive(), b.positive());
        let (a, b) = (a.min(b), a.max(b));
        let plain = if a == Lit::FALSE {
            b
        } else if a == b {
            Lit::FALSE
        } else if let Some(rest) = self.xor_cancel(a, b).or_else(|| self.xor_cancel(b, a)) {
            rest
        } else {
            self.intern(Gate::Xor(a, b))
        };
        plain.negated_if(negate)
    }

    /// (p xor q) xor p = q
    fn xor_cancel(&self, x: Lit, y: Lit) -> Option<Lit> {
        match self.gate(x.gate()) {
            Gate::Xor(p, q) if y == p => Some(q),
            Gate::Xor(p, q) if y == q => Some(p),
            _ => None,
        }
    }

    pub(crate) fn equal(&mut self, a: Lit, b: Lit) -> Lit {
        !self.xor(a, b)
    }

    /// `then` where `condition` holds, else `otherwise`.
    pub(crate) fn mux(&mut self, condition: Lit, then: Lit, otherwise: Lit) -> Lit {
        match condition.as_const() {
            Some(true) => return then,
            Some(false) => return otherwise,
            None => {}
        }
        if then == otherwise {
            return then;
        }
        // A choice between x and not x is an exclusive or.
        if then == !otherwise {
            return self.xor(condition, otherwise);
        }
        // With a constant, or the condition itself, as an arm it is an and.
        if then == Lit::TRUE || then == condition {
            return self.or(condition, otherwise);
        }
        if then == Lit::FALSE || then == !condition {
            return self.and(!condition, otherwise);
        }
        if otherwise == Lit::FALSE || otherwise == condition {
            return self.and(condition, then);
        }
        if otherwise == Lit::TRUE || otherwise == !condition {
            return self.or(!condition, then);
        }
        let (condition, then, otherwise) = if condition.is_negated() {
            (!condition, otherwise, then)
        } else {
            (condition, then, otherwise)
        };
        let negate = then.is_negated();
        let (then, otherwise) = (then.negated_if(negate), otherwise.negated_if(negate));
        self.intern(Gate::Mux(condition, then, otherwise)).negated_if(negate)
    }

    pub(crate) fn majority(&mut self, a: Lit, b: Lit, c: Lit) -> Lit {
        let mut inputs = [a, b, c];
        inputs.sort_unstable();
        let [a, b, c] = inputs;
        // Two that agree decide, two that differ leave it to the third. Literals of one gate are
        // neighbours in the order.
        if a == b {
            return a;
        }
        if b == c {
            return b;
        }
        if a == !b {
            return c;
        }
        if b == !c {
            return a;
        }
        match a {
            Lit::FALSE => return self.and(b, c),
            Lit::TRUE => return self.or(b, c),
            _ => {}
        }
        // The majority of the negated is the negated majority.
        let negate = a.is_negated();
        let [a, b, c] = inputs.map(|lit| lit.negated_if(negate));
        self.intern(Gate::Majority(a, b, c)).negated_if(negate)
    }

    fn intern(&mut self, gate: Gate) -> Lit {
        if let Some(&id) = self.ids.get(&gate) {
            return Lit::of(id);
        }
        let lit = self.push(gate);
        self.ids.insert(gate, lit.gate());
        lit
    }

    fn push(&mut self, gate: Gate) -> Lit {
        let id = u32::try_from(self.gates.len()).ok().filter(|&id| id < 1 << 31);
        let id = GateId(id.expect("a circuit of fewer than 2^31 gates"));
        self.gates.push(gate);
        Lit::of(id)
    }
}
