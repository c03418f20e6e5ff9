//! What multiplication and division keep, told to a SAT solver that would not find out.
//!
//! Every lemma holds for all values of its symbols, so adding it changes no answer. The bounds that
//! the constraints set choose the premise of a lemma.

use crate::concrete::bitvec::BitVec;
use crate::domain::{Contradiction, Domain, Facts, NoFacts, Refinements, domain_under, refine};
use crate::pool::TermPool;
use crate::term::{Bool, Bv, Node, Term};

/// Products and quotients that lemmas are made for.
const MAX_TERMS: usize = 24;

/// A product that does not overflow as long as its operands keep within bounds.
struct Product {
    term: Bv,
    factors: [Bv; 2],
    domains: [Domain; 2],
    /// That they do.
    bounded: Bool,
}

/// What follows from constraints alone, when each is examined again after the others.
pub(super) struct Bounds(Refinements);

impl Facts for Bounds {
    fn domain(&self, term: Bv) -> Option<Domain> {
        self.0.domain(term)
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.0.truth(term)
    }
}

impl Bounds {
    /// The bounds, or that there can be none.
    pub(super) fn new(pool: &TermPool, constraints: &[Bool]) -> Result<Bounds, Contradiction> {
        let mut refinements = Refinements::default();
        for _ in 0..ROUNDS {
            for &constraint in constraints {
                refine(pool, &NoFacts, constraint, &mut refinements)?;
            }
        }
        Ok(Bounds(refinements))
    }
}

/// How often the constraints are examined.
const ROUNDS: usize = 3;

/// Lemmas about the products and quotients in some constraints.
pub(super) fn lemmas(pool: &mut TermPool, bounds: &Bounds, constraints: &[Bool]) -> Vec<Bool> {
    let mut found = Vec::new();
    let mut products: Vec<Product> = Vec::new();
    let mut quotients: Vec<(Bv, Bv, Bv)> = Vec::new();
    let mut present: Vec<Bv> = Vec::new();
    for term in pool.reachable(constraints.iter().map(|c| Term::from(*c))) {
        if products.len() + quotients.len() >= MAX_TERMS {
            break;
        }
        let Some(term) = pool.as_bv(term) else {
            continue;
        };
        match pool.node(term) {
            Node::BvMul(a, b) if !pool.is_const(b) => {
                present.push(term);
                products.extend(product(pool, bounds, term, [a, b]))
            }
            Node::BvUdiv(a, b) => quotients.push((term, a, b)),
            _ => {}
        }
    }
    for (quotient, x, y) in quotients {
        found.extend(rest(pool, quotient, x, y, &present));
    }
    for product in &products {
        found.extend(between(pool, product));
    }
    for (i, one) in products.iter().enumerate() {
        for other in &products[i + 1..] {
            found.extend(common_factor(pool, one, other));
        }
    }
    let truth = pool.bool_const(true);
    found.retain(|&lemma| lemma != truth);
    found.sort_unstable();
    found.dedup();
    found
}

fn product(pool: &mut TermPool, bounds: &Bounds, term: Bv, factors: [Bv; 2]) -> Option<Product> {
    let [a, b] = factors;
    let domains = [domain_under(pool, bounds, a)?, domain_under(pool, bounds, b)?];
    let most = domains[0].umax().checked_mul(domains[1].umax())?;
    if most > u64::MAX >> (64 - domains[0].width()) {
        return None;
    }
    let (x, y) = (within(pool, a, domains[0]), within(pool, b, domains[1]));
    let bounded = pool.and(x, y);
    Some(Product { term, factors, domains, bounded })
}

/// That a term is between the bounds of a domain.
fn within(pool: &mut TermPool, term: Bv, domain: Domain) -> Bool {
    let low = pool.bv_u64(domain.width(), domain.umin());
    let high = pool.bv_u64(domain.width(), domain.umax());
    let (above, below) = (pool.bv_ule(low, term), pool.bv_ule(term, high));
    pool.and(above, below)
}

/// x * y is between x * least(y) and x * most(y), and the other way round.
fn between(pool: &mut TermPool, product: &Product) -> Vec<Bool> {
    let mut found = Vec::new();
    for (x, y) in [(0, 1), (1, 0)] {
        let (x, domain) = (product.factors[x], product.domains[y]);
        let least = pool.bv_u64(domain.width(), domain.umin());
        let most = pool.bv_u64(domain.width(), domain.umax());
        let (least, most) = (pool.bv_mul(x, least), pool.bv_mul(x, most));
        let above = pool.bv_ule(least, product.term);
        let below = pool.bv_ule(product.term, most);
        let both = pool.and(above, below);
        found.push(pool.implies(product.bounded, both));
    }
    found
}

/// x < y implies x*z + z <= y*z, for products that do not overflow, and x = y implies x*z = y*z.
fn common_factor(pool: &mut TermPool, one: &Product, other: &Product) -> Vec<Bool> {
    let mut found = Vec::new();
    for (i, j) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
        if one.factors[i] != other.factors[j] {
            continue;
        }
        let z = one.factors[i];
        let (x, y) = (one.factors[1 - i], other.factors[1 - j]);
        let (same, same_product) = (pool.eq(x, y), pool.eq(one.term, other.term));
        found.push(pool.implies(same, same_product));
        let bounded = pool.and(one.bounded, other.bounded);
        for (x, y, xz, yz) in [(x, y, one.term, other.term), (y, x, other.term, one.term)] {
            let less = pool.bv_ult(x, y);
            let premise = pool.and(bounded, less);
            let next = pool.bv_add(xz, z);
            let apart = pool.bv_ule(next, yz);
            found.push(pool.implies(premise, apart));
        }
    }
    found
}

/// x - (x / y) * y < y, for y other than zero: for a constant, or where the product is there already.
fn rest(pool: &mut TermPool, quotient: Bv, x: Bv, y: Bv, present: &[Bv]) -> Option<Bool> {
    let product = pool.bv_mul(quotient, y);
    if !pool.is_const(y) && !present.contains(&product) {
        return None;
    }
    let rest = pool.bv_sub(x, product);
    let below = pool.bv_ult(rest, y);
    let zero = pool.bv_const(&BitVec::zero(pool.width(y)));
    let is_zero = pool.eq(y, zero);
    Some(pool.or(is_zero, below))
}
