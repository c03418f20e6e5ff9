//! `PathCondition`: what was assumed on the path to a state.
//!
//! Append-only and persistent: a clone shares everything. Invariants:
//! * `components` are disjoint in their atoms, and together with `known` they hold exactly when all
//!   that was assumed holds.
//! * No constraint of a component mentions an atom whose value is known.
//! * A component's witness satisfies its constraints.
//! * `domains` and `truths` follow from what was assumed.
//! * `simplified` is what putting in exactly `known` makes of terms: it is emptied whenever `known` changes.

mod component;

use crate::atoms::Atom;
use crate::concrete::bitvec::BitVec;
use crate::domain::{Domain, Facts, Refinements, decide, domain_nearby, domain_under, refine};
use crate::eval::Evaluator;
use crate::persistent::{List, TermMap};
use crate::pool::TermPool;
use crate::solve::{Model, Query};
use crate::substitute::ReplaceMemo;
use crate::term::{Array, Bool, Bv, Handle, Node, Term};
use crate::value::{Assignment, Value};
pub use component::Component;
pub(crate) use component::copy_atoms;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Conditions that hold together.
#[derive(Clone, Debug, Default)]
pub struct PathCondition {
    assumed: List<Bool>,
    /// What atoms are equal to, by the constraints: constants, or older atoms.
    known: TermMap<Term>,
    /// The bytes of array symbols that are known in this way.
    known_bytes: TermMap<Rc<BTreeMap<u64, Bv>>>,
    /// What terms become if all that is known is put in. Paths share it until more is known on one.
    simplified: Rc<RefCell<ReplaceMemo>>,
    domains: TermMap<Domain>,
    truths: TermMap<bool>,
    components: TermMap<Rc<Component>>,
    component_of: TermMap<ComponentId>,
    next: usize,
    /// A model of an earlier part of the path, for a path of one component.
    hint: Option<Model>,
    /// Components without a witness.
    open: usize,
    contradictory: bool,
}

/// The key of a component. It is a term's id in form only, so that one kind of map serves.
type ComponentId = Term;

/// What is known of a path where it is asked.
impl PathCondition {
    pub fn new() -> PathCondition {
        PathCondition::default()
    }

    /// The conditions, as they were assumed.
    pub fn constraints(&self) -> Vec<Bool> {
        self.assumed.to_vec()
    }

    /// The conditions that were assumed after the first so many.
    pub fn since(&self, first: usize) -> Vec<Bool> {
        self.assumed.since(first)
    }

    /// How many conditions were assumed.
    pub fn len(&self) -> usize {
        self.assumed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether it is known that the conditions cannot hold together. False says nothing.
    pub fn is_contradictory(&self) -> bool {
        self.contradictory
    }

    /// Whether the conditions are known to hold together, because every component has a witness.
    pub fn is_witnessed(&self) -> bool {
        self.open == 0 && !self.contradictory
    }

    /// The independent parts, without what is known outright.
    pub fn components(&self) -> impl Iterator<Item = &Rc<Component>> {
        self.components.iter().map(|(_, component)| component)
    }

    /// The independent parts that a condition touches.
    pub fn components_of(&self, pool: &mut TermPool, condition: Bool) -> Vec<Rc<Component>> {
        let ids = self.touched(pool, condition);
        ids.into_iter().filter_map(|id| self.components.get(id).cloned()).collect()
    }

    /// The same term with every known value put in: equal on this path, and as simple as it gets.
    pub fn simplify<T: Handle>(&self, pool: &mut TermPool, term: T) -> T {
        if self.known.is_empty() {
            return term;
        }
        let mut values = FxHashMap::default();
        for &atom in pool.atoms(term).iter() {
            if self.known.get(atom).is_some() {
                values.insert(atom, self.resolve(atom));
            } else if let Some(bytes) = self.known_bytes.get(atom) {
                let array = self.with_known_bytes(pool, Array::trusted(atom), bytes);
                values.insert(atom, array.into());
            }
        }
        if values.is_empty() {
            return term;
        }
        let memo = &mut *self.simplified.borrow_mut();
        T::of_same_sort(pool.replace(term.into(), &values, memo))
    }

    /// The values that a term can have on this path, as far as domains show.
    pub fn domain(&self, pool: &TermPool, term: Bv) -> Option<Domain> {
        domain_under(pool, self, term)
    }

    /// The same as far as a short look shows.
    pub fn domain_nearby(&self, pool: &TermPool, term: Bv) -> Option<Domain> {
        domain_nearby(pool, self, term)
    }

    /// Whether a condition always or never holds on this path, as far as domains show.
    pub fn decide(&self, pool: &TermPool, condition: Bool) -> Option<bool> {
        decide(pool, self, condition)
    }

    /// A model of the whole path: `part` for the components that it is a model of, witnesses for the
    /// others, and what is known. `part` answers whether `condition` can hold.
    pub fn complete(&self, pool: &mut TermPool, part: &Assignment, condition: Bool) -> Assignment {
        let condition = self.simplify(pool, condition);
        let touched = self.touched(pool, condition);
        let mut model = part.clone();
        for (id, component) in self.components.iter() {
            if let Some(witness) = &component.witness
                && !touched.contains(&id)
            {
                copy_atoms(pool, &component.atoms, witness, &mut model);
            }
        }
        for (atom, _) in self.known.iter() {
            self.set_known(pool, atom, &mut model);
        }
        model
    }

    /// A model of the components that a condition touches, if they are witnessed.
    pub(crate) fn witness(&self, pool: &mut TermPool, condition: Bool) -> Option<Model> {
        let touched = self.touched(pool, condition);
        let components: Option<Vec<&Rc<Component>>> =
            touched.iter().map(|&id| self.components.get(id)).collect();
        match components?.as_slice() {
            [] => Some(Model::default()),
            [one] => one.witness.clone(),
            several => {
                let mut model = Assignment::new();
                for component in several {
                    copy_atoms(pool, &component.atoms, component.witness.as_ref()?, &mut model);
                }
                Some(Rc::new(model))
            }
        }
    }

    /// The constraints of the components that a condition touches.
    pub(crate) fn touching(&self, pool: &mut TermPool, condition: Bool) -> Vec<Bool> {
        let touched = self.touched(pool, condition);
        let components = touched.iter().filter_map(|&id| self.components.get(id));
        components.flat_map(|component| component.constraints.iter().copied()).collect()
    }

    /// How many constraints the components that a condition touches have.
    pub(crate) fn count_touching(&self, pool: &mut TermPool, condition: Bool) -> usize {
        let touched = self.touched(pool, condition);
        let components = touched.iter().filter_map(|&id| self.components.get(id));
        components.map(|component| component.constraints.len()).sum()
    }

    /// Whether a condition, or a component that it touches, depends on an array as a whole.
    pub(crate) fn touches_arrays(&self, pool: &mut TermPool, condition: Bool) -> bool {
        let atoms = pool.atoms(condition);
        let touched = self.touched_by(pool, &atoms);
        let touched = touched.iter().filter_map(|&id| self.components.get(id));
        let mut atoms = atoms.iter().chain(touched.flat_map(|component| &component.atoms));
        atoms.any(|&atom| matches!(pool.node(atom), Node::ArraySymbol(_)))
    }

    /// The constraints that depend on one of some atoms, none of which is an array.
    pub(crate) fn mentioning(&self, pool: &mut TermPool, atoms: &BTreeSet<Term>) -> Vec<Bool> {
        let mut ids: Vec<ComponentId> =
            atoms.iter().filter_map(|&atom| self.component_of.get(atom).copied()).collect();
        ids.sort_unstable();
        ids.dedup();
        let components = ids.iter().filter_map(|&id| self.components.get(id));
        let constraints = components.flat_map(|component| component.constraints.iter().copied());
        constraints.filter(|&c| pool.atoms(c).iter().any(|atom| atoms.contains(atom))).collect()
    }

    /// A path of some constraints alone, with all that is known of their terms; a model of most of
    /// them is a hint.
    pub(crate) fn some(
        &self,
        pool: &mut TermPool,
        constraints: Vec<Bool>,
        hint: &Model,
    ) -> PathCondition {
        let mut component = Component { hint: Some(hint.clone()), ..Component::default() };
        for &constraint in &constraints {
            component.atoms.extend(pool.atoms(constraint).iter());
        }
        component.constraints = constraints;
        component.constraints.sort_unstable();
        component.atoms.sort_unstable();
        component.atoms.dedup();
        let mut path = self.only(&component);
        let id = Term::new(1);
        component.atoms.iter().for_each(|&atom| path.component_of.insert(atom, id));
        path.components.insert(id, Rc::new(component));
        (path.next, path.open) = (1, 1);
        path
    }

    /// Adds to a model the witnesses of what a query touches and this path, of which it is the
    /// beginning, did not change: an equation may tie a new symbol to them and open nothing, and a
    /// condition may repeat what is there.
    pub(crate) fn add_witnesses(&self, pool: &mut TermPool, query: &Query, model: &mut Assignment) {
        for id in query.path.touched(pool, query.condition) {
            if let Some(component) = self.components.get(id)
                && let Some(witness) = &component.witness
            {
                copy_atoms(pool, &component.atoms, witness, model);
            }
        }
    }

    /// Adds to a model what this path knows and the query's own path, of which it is a continuation,
    /// does not.
    pub(crate) fn add_known(&self, pool: &mut TermPool, query: &Query, model: &mut Assignment) {
        if self.known.len() == query.path.known.len() {
            return;
        }
        let mut atoms: Vec<Term> = pool.atoms(query.condition).to_vec();
        for id in query.path.touched(pool, query.condition) {
            atoms.extend(query.path.components.get(id).into_iter().flat_map(|c| c.atoms.iter()));
        }
        for atom in atoms {
            if self.known.get(atom).is_some() {
                self.set_known(pool, atom, model);
            }
            // Bytes of an array that the condition uses as a whole.
            if let Some(bytes) = self.known_bytes.get(atom)
                && let Atom::Array(id) = pool.atom(atom)
            {
                for (&at, &byte) in bytes.iter() {
                    let byte = pool.eval_bv(Bv::trusted(self.resolve(byte.into())), model);
                    model.set_byte(id, at, byte_of(&byte));
                }
            }
        }
    }

    /// Sets a known atom to its value: the constant, or what the model has for the other atom.
    fn set_known(&self, pool: &TermPool, atom: Term, model: &mut Assignment) {
        let value = Evaluator::new(pool, model).value(self.resolve(atom));
        match (pool.atom(atom), value) {
            (Atom::Byte(id, at), Value::Bv(byte)) => model.set_byte(id, at, byte_of(&byte)),
            (Atom::Symbol(id), value) => model.set(id, value),
            (atom, value) => unreachable!("{value:?} for {atom:?}"),
        }
    }

    /// A model that nearly fits, if there is one.
    pub(crate) fn hint(&self) -> Option<&Assignment> {
        self.hint.as_deref()
    }

    /// A path of one component alone, with all that is known of its terms.
    pub(crate) fn only(&self, component: &Component) -> PathCondition {
        let mut assumed = List::default();
        component.constraints.iter().for_each(|&constraint| assumed.push(constraint));
        PathCondition {
            assumed,
            domains: self.domains.clone(),
            truths: self.truths.clone(),
            hint: component.hint.clone(),
            ..PathCondition::default()
        }
    }

    /// What an atom stands for: a constant, an atom that is not known, or itself.
    fn resolve(&self, atom: Term) -> Term {
        let mut term = atom;
        while let Some(&next) = self.known.get(term) {
            term = next;
        }
        term
    }

    fn with_known_bytes(
        &self,
        pool: &mut TermPool,
        array: Array,
        bytes: &BTreeMap<u64, Bv>,
    ) -> Array {
        let width = pool.index_width(array);
        bytes.iter().fold(array, |array, (&at, &byte)| {
            let at = pool.bv_u64(width, at);
            let byte = Bv::trusted(self.resolve(byte.into()));
            pool.store(array, at, byte)
        })
    }

    /// The components that share an atom with a term.
    fn touched(&self, pool: &mut TermPool, term: Bool) -> Vec<ComponentId> {
        let atoms = pool.atoms(term);
        self.touched_by(pool, &atoms)
    }

    fn touched_by(&self, pool: &TermPool, atoms: &[Term]) -> Vec<ComponentId> {
        let mut ids: Vec<ComponentId> = Vec::new();
        for &atom in atoms {
            ids.extend(self.component_of.get(atom));
            // A byte belongs to its array, and an array has all of its bytes.
            if let Some(array) = pool.array_of_byte(atom) {
                ids.extend(self.component_of.get(array));
            } else if matches!(pool.node(atom), Node::ArraySymbol(_)) {
                let bytes = self.components.iter();
                ids.extend(bytes.filter(|(_, c)| c.has_byte_of(pool, atom)).map(|(id, _)| id));
            }
        }
        ids.sort_unstable();
        ids.dedup();
        ids
    }
}

/// Assuming more.
impl PathCondition {
    /// Adds a condition. Whether all of it can hold is undecided until it is solved.
    pub fn assume(&mut self, pool: &mut TermPool, condition: Bool) {
        self.extend(pool, condition, None);
    }

    /// Adds a condition that was found to be possible, with the model that shows it.
    pub fn assume_possible(&mut self, pool: &mut TermPool, condition: Bool, model: &Model) {
        self.extend(pool, condition, Some(model));
    }

    /// Notes a model of all components that have none.
    pub fn witness_open(&mut self, model: &Model) {
        self.witness_some(model, |_| true);
    }

    /// Notes a model of those components without one that it satisfies.
    pub fn witness_satisfied(&mut self, pool: &TermPool, model: &Model) {
        let mut evaluator = Evaluator::new(pool, model);
        self.witness_some(model, |component| {
            component.constraints.iter().all(|constraint| evaluator.bool(*constraint))
        });
    }

    fn witness_some(&mut self, model: &Model, mut fits: impl FnMut(&Component) -> bool) {
        let open = self.open_components().filter(|(_, component)| fits(component));
        let open: Vec<(ComponentId, Rc<Component>)> =
            open.map(|(id, component)| (id, component.clone())).collect();
        self.open -= open.len();
        for (id, mut component) in open {
            Rc::make_mut(&mut component).witness = Some(model.clone());
            self.components.insert(id, component);
        }
    }

    pub(crate) fn open_components(&self) -> impl Iterator<Item = (Term, &Rc<Component>)> {
        let all = (self.open > 0).then(|| self.components.iter());
        all.into_iter().flatten().filter(|(_, component)| component.witness.is_none())
    }

    fn extend(&mut self, pool: &mut TermPool, condition: Bool, model: Option<&Model>) {
        self.assumed.push(condition);
        let mut work = vec![condition];
        while let Some(next) = work.pop() {
            let next = self.simplify(pool, next);
            match pool.node(next) {
                Node::True => {}
                Node::False => self.contradictory = true,
                Node::And(a, b) => work.extend([b, a]),
                _ => self.add(pool, next, model, &mut work),
            }
            if self.contradictory {
                return;
            }
        }
    }

    /// Adds a constraint without known atoms. What it makes known is put into the components it
    /// stands in: their constraints become work again.
    fn add(
        &mut self,
        pool: &mut TermPool,
        constraint: Bool,
        model: Option<&Model>,
        work: &mut Vec<Bool>,
    ) {
        if self.truths.get(constraint) == Some(&true) && self.holds_already(pool, constraint) {
            return;
        }
        let mut refinements = Refinements::default();
        if refine(pool, self, constraint, &mut refinements).is_err() {
            self.contradictory = true;
            return;
        }
        let learnt = self.note(pool, constraint, &refinements);
        if learnt.is_empty() {
            self.put(pool, constraint, model);
            return;
        }
        work.push(constraint);
        for (atom, value) in learnt {
            self.learn(pool, atom, value, work);
        }
    }

    /// Whether the constraint is one of a component already.
    fn holds_already(&self, pool: &mut TermPool, constraint: Bool) -> bool {
        let touched = self.touched(pool, constraint);
        touched
            .iter()
            .filter_map(|&id| self.components.get(id))
            .any(|component| component.constraints.binary_search(&constraint).is_ok())
    }

    /// Stores what follows from a constraint; answers the atoms whose value it settles.
    fn note(
        &mut self,
        pool: &mut TermPool,
        constraint: Bool,
        refinements: &Refinements,
    ) -> Vec<(Term, Term)> {
        let mut learnt = Vec::new();
        self.truths.insert(constraint, true);
        for (term, domain) in refinements.domains() {
            self.domains.insert(term, domain);
            if let Some(value) = domain.as_const()
                && pool.is_atom(term.into())
            {
                learnt.push((term.into(), pool.bv_u64(domain.width(), value).into()));
            }
        }
        for (term, truth) in refinements.truths() {
            self.truths.insert(term, truth);
            if pool.is_atom(term.into()) {
                learnt.push((term.into(), pool.bool_const(truth).into()));
            }
        }
        // Domains end at 64 bits and know nothing of other atoms; an equation says the same.
        if learnt.is_empty()
            && let Node::BvEq(a, b) = pool.node(constraint)
        {
            match (pool.is_atom(a.into()), pool.is_atom(b.into())) {
                // The younger one stands for the older one.
                (true, true) => learnt.push((a.max(b).into(), a.min(b).into())),
                (true, false) if pool.is_const(b) => learnt.push((a.into(), b.into())),
                _ => {}
            }
        }
        learnt
    }

    fn learn(&mut self, pool: &mut TermPool, atom: Term, value: Term, work: &mut Vec<Bool>) {
        if self.known.get(atom).is_some() {
            return;
        }
        // What the domain says of the one holds for the other; a contradiction is left to the solver of the
        // constraints.
        if pool.is_atom(value)
            && let (Some(&domain), Some(other)) = (self.domains.get(atom), pool.as_bv(value))
        {
            let known = self.domains.get(other).copied();
            let both = known.map_or(Some(domain), |known| known.meet(domain));
            both.into_iter().for_each(|both| self.domains.insert(other, both));
        }
        self.known.insert(atom, value);
        self.simplified = Rc::default();
        if let (Atom::Byte(_, at), Some(array)) = (pool.atom(atom), pool.array_of_byte(atom)) {
            let mut bytes = self.known_bytes.get(array).cloned().unwrap_or_default();
            // Taken out first, so that a map of our own is changed in place.
            self.known_bytes.remove(array);
            Rc::make_mut(&mut bytes).insert(at, Bv::trusted(value));
            self.known_bytes.insert(array, bytes);
        }
        for id in self.touched_by(pool, &[atom]) {
            let component = self.take(id);
            work.extend(component.constraints.iter().rev());
        }
    }

    fn put(&mut self, pool: &mut TermPool, constraint: Bool, model: Option<&Model>) {
        let atoms = pool.atoms(constraint);
        let mut touched = self.touched_by(pool, &atoms);
        // The largest takes in the others, so that few atoms change their component.
        let size = |id: &ComponentId| self.components.get(*id).map_or(0, |c| c.atoms.len());
        let largest = (0..touched.len()).max_by_key(|&i| (size(&touched[i]), i));
        let id = match largest {
            Some(largest) => touched.remove(largest),
            None => {
                self.next += 1;
                Term::new(self.next)
            }
        };
        let mut component = self.components.get(id).cloned().unwrap_or_default();
        // Taken out first, so that a component of our own is changed in place.
        self.components.remove(id);
        let was_open = largest.is_some() && component.witness.is_none();
        self.open -= usize::from(was_open);
        let others: Vec<Rc<Component>> =
            touched.iter().map(|&other| self.take_out(other)).collect();
        for atom in others.iter().flat_map(|other| &other.atoms) {
            self.component_of.insert(*atom, id);
        }
        let merged = Rc::make_mut(&mut component);
        // Where there is a witness, the hint is not used.
        merged.hint = match model {
            Some(_) => None,
            None => merged.start_with(pool, &others),
        };
        merged.witness = model.cloned();
        if !others.is_empty() {
            merged.absorb(&others);
        }
        merged.add(constraint, &atoms, |atom| self.component_of.insert(atom, id));
        self.open += usize::from(model.is_none());
        self.components.insert(id, component);
    }

    /// Takes a component out, and its atoms with it.
    fn take(&mut self, id: ComponentId) -> Rc<Component> {
        let component = self.take_out(id);
        for &atom in &component.atoms {
            self.component_of.remove(atom);
        }
        component
    }

    /// Takes a component out whose atoms are to have another one.
    fn take_out(&mut self, id: ComponentId) -> Rc<Component> {
        let component = self.components.get(id).expect("an atom names a component").clone();
        self.components.remove(id);
        self.open -= usize::from(component.witness.is_none());
        component
    }
}

impl Facts for PathCondition {
    fn domain(&self, term: Bv) -> Option<Domain> {
        self.domains.get(term).copied()
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.truths.get(term).copied()
    }
}

fn byte_of(value: &BitVec) -> u8 {
    value.to_u64().and_then(|byte| u8::try_from(byte).ok()).expect("an array holds bytes")
}
