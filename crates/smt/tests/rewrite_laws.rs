//! Rules that need a shape of their own to fire: that they do, and that they hold.
//!
//! Each law is two trees. Building either gives one term, so the rule fired; and under all values of
//! the symbols the term has the value of both trees, so the law is true. Widths 1 to 8 of the symbols
//! are covered for every law, and with them the widths up to 17 of what is widened from them. A law
//! that is about narrow operands in a wide term takes all splits of the width.

mod common;

use common::{Bin, Cmp, E, Env, Expr, Logic, assignment};
use margay_smt::{Bv, Evaluator, TermPool};
use std::rc::Rc;

/// Pairs of trees over symbols of some widths.
struct Laws {
    widths: Vec<u32>,
    /// With whether both are built as one term.
    pairs: Vec<(E, E, bool)>,
}

impl Laws {
    fn new(widths: &[u32]) -> Laws {
        Laws { widths: widths.to_vec(), pairs: Vec::new() }
    }

    fn symbols<const N: usize>(&self) -> [E; N] {
        std::array::from_fn(|i| Rc::new(Expr::Sym(i, self.widths[i])))
    }

    fn add(&mut self, left: E, right: E) {
        self.add_where(true, left, right);
    }

    /// A law that is also true where another rule takes its shape away.
    fn add_where(&mut self, fires: bool, left: E, right: E) {
        self.pairs.push((left, right, fires));
    }

    fn check(self) {
        let mut pool = TermPool::new();
        let built: Vec<(E, E, Bv)> = self
            .pairs
            .into_iter()
            .map(|(left, right, fires)| {
                let (term, simple) = (left.build(&mut pool), right.build(&mut pool));
                assert!(
                    !fires || term == simple,
                    "{} is not {}",
                    pool.display(term),
                    pool.display(simple)
                );
                (left, right, term)
            })
            .collect();
        let total: u32 = self.widths.iter().sum();
        for bits in 0..1u128 << total {
            let mut rest = bits;
            let take = |&width: &u32| {
                let value = rest & common::mask(width);
                rest >>= width;
                value
            };
            let env = Env { values: self.widths.iter().map(take).collect(), bytes: Vec::new() };
            let assignment = assignment(&mut pool, &self.widths, &env);
            let mut evaluator = Evaluator::new(&pool, &assignment);
            for (left, right, term) in &built {
                let value = evaluator.bv(*term).to_u128();
                let trees = (left.eval(&env), right.eval(&env));
                assert!(
                    value == Some(trees.0) && value == Some(trees.1),
                    "with {:?}: {} is {value:?} but {left:?} is {} and {right:?} is {}",
                    env.values,
                    pool.display(*term),
                    trees.0,
                    trees.1
                );
            }
        }
    }
}

fn bin(op: Bin, a: &E, b: &E) -> E {
    Rc::new(Expr::Bin(op, a.clone(), b.clone()))
}

fn eq(a: &E, b: &E) -> E {
    Rc::new(Expr::Cmp(Cmp::Eq, a.clone(), b.clone()))
}

fn ult(a: &E, b: &E) -> E {
    Rc::new(Expr::Cmp(Cmp::Ult, a.clone(), b.clone()))
}

fn not(a: &E) -> E {
    Rc::new(Expr::LogicNot(a.clone()))
}

fn and(a: &E, b: &E) -> E {
    Rc::new(Expr::Logic(Logic::And, a.clone(), b.clone()))
}

fn zext(width: u32, a: &E) -> E {
    Rc::new(Expr::Zext(width, a.clone()))
}

fn constant(width: u32, value: u128) -> E {
    Rc::new(Expr::Const(width, value & common::mask(width)))
}

fn is_zero(a: &E) -> E {
    eq(a, &constant(a.width(), 0))
}

/// x with its factor, on the side where the pool does not have it.
fn times(factor: u128, a: &E) -> E {
    bin(Bin::Mul, &constant(a.width(), factor), a)
}

fn ones(width: u32) -> E {
    constant(width, u128::MAX)
}

/// The number that gives 1 when multiplied with an odd one.
fn inverse(width: u32, odd: u128) -> u128 {
    let m = common::mask(width);
    (0..=m).find(|x| x.wrapping_mul(odd) & m == 1 & m).expect("odd numbers have an inverse")
}

#[test]
fn remainders_and_quotients_in_order() {
    for width in 1..=8 {
        let mut laws = Laws::new(&[width, width]);
        let [x, y] = laws.symbols();
        let nonzero = not(&is_zero(&y));
        let false_bit = constant(1, 0);
        laws.add(ult(&bin(Bin::Urem, &x, &y), &y), nonzero.clone());
        let less = bin(Bin::Sub, &y, &constant(width, 1));
        // One bit less one is its negation.
        laws.add_where(width > 1, ult(&bin(Bin::And, &x, &less), &y), nonzero.clone());
        laws.add_where(width > 1, ult(&bin(Bin::And, &less, &x), &y), nonzero);
        laws.add(ult(&x, &bin(Bin::Urem, &x, &y)), false_bit);
        let only = and(&is_zero(&y), &not(&eq(&x, &ones(width))));
        laws.add(ult(&x, &bin(Bin::Udiv, &x, &y)), only);
        let most = |z| bin(Bin::Udiv, &ones(width), z);
        laws.add(ult(&most(&y), &x), ult(&most(&x), &y));
        laws.check();
    }
}

#[test]
fn quotients_against_constants() {
    for width in 2..=8u32 {
        for narrow in 1..width {
            let mut laws = Laws::new(&[width, narrow]);
            let [x, y] = laws.symbols();
            let wide = zext(width, &y);
            let quotient = bin(Bin::Udiv, &x, &wide);
            let nonzero = not(&is_zero(&y));
            let exact = common::mask(width) / common::mask(narrow);
            for c in [2, 3, exact - 1, exact].into_iter().filter(|c| (2..=exact).contains(c)) {
                // All ones is another rule's.
                if c >= common::mask(width) - 1 {
                    continue;
                }
                let below = and(&nonzero, &ult(&x, &times(c, &wide)));
                laws.add(ult(&quotient, &constant(width, c)), below.clone());
                laws.add(ult(&constant(width, c - 1), &quotient), not(&below));
            }
            laws.check();
        }
    }
}

#[test]
fn equal_concatenations() {
    let concat = |a: &E, b: &E| -> E { Rc::new(Expr::Concat(a.clone(), b.clone())) };
    for width in 1..=8 {
        let mut laws = Laws::new(&[width, width]);
        let [x, y] = laws.symbols();
        laws.add(eq(&concat(&x, &y), &concat(&y, &x)), eq(&x, &y));
        laws.check();
    }
    for (high, low) in [(1, 1), (1, 3), (2, 2), (3, 1), (5, 3), (3, 5)] {
        let mut laws = Laws::new(&[high, low, high, low]);
        let [x, y, z, w] = laws.symbols();
        let parts = and(&eq(&x, &z), &eq(&y, &w));
        laws.add(eq(&concat(&x, &y), &concat(&z, &w)), parts);
        laws.check();
    }
}

#[test]
fn what_fits_into_fewer_bits() {
    for width in 2..=8u32 {
        let mut laws = Laws::new(&[width]);
        let [x] = laws.symbols();
        for narrow in 1..width {
            let cut: E = Rc::new(Expr::Extract(narrow - 1, 0, x.clone()));
            let bound = constant(width, 1 << narrow);
            laws.add(eq(&x, &zext(width, &cut)), ult(&x, &bound));
            let half = constant(width, 1 << (narrow - 1));
            let signed: E = Rc::new(Expr::Sext(width, cut));
            laws.add(eq(&signed, &x), ult(&bin(Bin::Add, &x, &half), &bound));
        }
        laws.check();
    }
    for narrow in 1..=8 {
        let mut laws = Laws::new(&[narrow, narrow]);
        let [x, y] = laws.symbols();
        let overflows = ult(&bin(Bin::Udiv, &ones(narrow), &y), &x);
        for width in [2 * narrow, 2 * narrow + 1] {
            let exact = bin(Bin::Mul, &zext(width, &x), &zext(width, &y));
            let product = zext(width, &bin(Bin::Mul, &x, &y));
            laws.add(eq(&exact, &product), not(&overflows));
            laws.add(eq(&product, &exact), not(&overflows));
        }
        laws.check();
    }
}

#[test]
fn odd_coefficients_are_divided_away() {
    for width in 1..=8 {
        let mut laws = Laws::new(&[width, width]);
        let [x, y] = laws.symbols();
        for (odd, other, sum) in
            [(3u128, 6u128, 7u128), (5, 2, 0), (3, 3, 1), (11, 12, 13), (3, 5, 2)]
        {
            let left = bin(Bin::Add, &times(odd, &x), &times(other, &y));
            let inverse = inverse(width, odd);
            let rest = times(other.wrapping_mul(inverse), &y);
            let rest = bin(Bin::Sub, &constant(width, sum.wrapping_mul(inverse)), &rest);
            // At one bit no number but 1 is odd.
            laws.add_where(width > 1, eq(&left, &constant(width, sum)), eq(&x, &rest));
        }
        laws.check();
    }
}

#[test]
fn exact_products_are_divided() {
    let splits = (2..=8).flat_map(|width| (1..width).map(move |a| (a, width - a, width)));
    let twice = (1..=8).map(|narrow| (narrow, narrow, 2 * narrow));
    for (a, b, width) in splits.chain(twice).chain([(7, 8, 17)]) {
        let mut laws = Laws::new(&[a, b]);
        let [x, y] = laws.symbols();
        let (wide_x, wide_y) = (zext(width, &x), zext(width, &y));
        for (factor, other) in [(&wide_x, &wide_y), (&wide_y, &wide_x)] {
            let product = bin(Bin::Mul, &wide_x, &wide_y);
            let quotient = Expr::Ite(is_zero(factor), ones(width), other.clone());
            laws.add(bin(Bin::Udiv, &product, factor), Rc::new(quotient));
            laws.add(bin(Bin::Urem, &product, factor), constant(width, 0));
        }
        laws.check();
    }
}

#[test]
fn powers_of_two_by_shifting() {
    for width in 1..=8 {
        let mut laws = Laws::new(&[width, width]);
        let [x, n] = laws.symbols();
        let one = constant(width, 1);
        let power = bin(Bin::Shl, &one, &n);
        let low = bin(Bin::Sub, &power, &one);
        laws.add(bin(Bin::Urem, &x, &power), bin(Bin::And, &x, &low));
        laws.add(bin(Bin::And, &power, &low), constant(width, 0));
        laws.add(bin(Bin::And, &low, &power), constant(width, 0));
        laws.check();
    }
}

#[test]
fn quotients_and_remainders_join() {
    for width in 1..=8 {
        let mut laws = Laws::new(&[width, width]);
        let [x, y] = laws.symbols();
        let divisors = [3, 5, 6, 7, 100].into_iter().filter(|&d| d < 1 << width);
        let divisors: Vec<E> = divisors.map(|d| constant(width, d)).chain([y.clone()]).collect();
        for divisor in &divisors {
            let quotient = bin(Bin::Udiv, &x, divisor);
            let remainder = bin(Bin::Urem, &x, divisor);
            for c in [1, 3, 4, u128::MAX] {
                let product = times(c, &bin(Bin::Mul, &quotient, divisor));
                let rest = times(c, &remainder);
                // An even factor may take the quotient away.
                let odd = c % 2 == 1;
                laws.add_where(odd, bin(Bin::Add, &product, &rest), times(c, &x));
                // Among other terms, and the other way round.
                let more = bin(Bin::Add, &bin(Bin::Add, &rest, &y), &product);
                laws.add_where(odd, more, bin(Bin::Add, &times(c, &x), &y));
            }
            // What remains is the difference.
            let product = bin(Bin::Mul, divisor, &quotient);
            let difference = bin(Bin::Sub, &bin(Bin::Sub, &x, &product), &remainder);
            laws.add(difference, constant(width, 0));
        }
        laws.check();
    }
}

/// A multiple of a sum stays one, and yet what it has in common with another cancels.
#[test]
fn multiples_of_sums_cancel() {
    // In fewer bits, some of the factors are 1 or -1, which do not keep a sum closed.
    for width in 4..=6 {
        let mut laws = Laws::new(&[width, width, width]);
        let [x, y, z] = laws.symbols();
        let (a, b) = (bin(Bin::Add, &x, &y), bin(Bin::Add, &x, &z));
        for factor in [3, 5, 10] {
            let (left, right) = (times(factor, &a), times(factor, &b));
            let rest = bin(Bin::Sub, &times(factor, &y), &times(factor, &z));
            laws.add(bin(Bin::Sub, &left, &right), rest);
            laws.add(bin(Bin::Sub, &times(factor + 1, &a), &left), a.clone());
            laws.add(bin(Bin::Add, &left, &times(factor, &a)), times(2 * factor, &a));
        }
        laws.check();
    }
}
