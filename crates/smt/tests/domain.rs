//! Domains: every operation on them contains every result of the operation on their values, and
//! what is decided or refined under facts holds in every assignment that agrees with the facts.
//! Proved by exhaustion at small widths and tried with fixed seeds at larger ones.

mod common;

use common::{Bin, Cmp, E, Env, Expr, Logic, Un, assignment};
use fastrand::Rng;
use margay_smt::{
    Bool, Bv, Contradiction, Domain, Evaluator, Facts, NoFacts, Refinements, TermPool, decide,
    domain_under, refine,
};
use std::collections::BTreeMap;
use std::collections::BTreeSet;
use std::rc::Rc;

fn mask(width: u32) -> u64 {
    u64::MAX >> (64 - width)
}

fn signed(width: u32, value: u64) -> i64 {
    (value << (64 - width)).cast_signed() >> (64 - width)
}

fn values(domain: Domain) -> Vec<u64> {
    (0..=mask(domain.width())).filter(|&v| domain.contains(v)).collect()
}

/// The domains of a width that known bits together with bounds of one order describe.
fn all_domains(width: u32) -> Vec<Domain> {
    let all = mask(width);
    let mut bits = Vec::new();
    for zeros in 0..=all {
        for ones in 0..=all {
            bits.extend(Domain::from_bits(width, zeros, ones));
        }
    }
    let mut bounds = Vec::new();
    for a in 0..=all {
        for b in a..=all {
            bounds.extend(Domain::from_unsigned(width, a, b));
            bounds.extend(Domain::from_signed(width, signed(width, a), signed(width, b)));
            bounds.extend(Domain::from_signed(width, signed(width, b), signed(width, a)));
        }
    }
    let mut found = BTreeSet::new();
    let mut domains = Vec::new();
    let mut add = |domain: Domain| {
        let key = (
            (domain.zeros(), domain.ones(), domain.umin(), domain.umax()),
            (domain.smin(), domain.smax()),
        );
        if found.insert(key) {
            domains.push(domain);
        }
    };
    for &a in &bits {
        for &b in &bounds {
            if let Some(both) = a.meet(b) {
                add(both);
            }
        }
    }
    domains
}

/// A sample of domains with few and with many values, for pairs of them.
fn some_domains(width: u32, count: usize) -> Vec<Domain> {
    let all = all_domains(width);
    let step = all.len().div_ceil(count);
    all.into_iter().step_by(step).collect()
}

type Op2 = (&'static str, fn(Domain, Domain) -> Domain, Bin);

const BINARY: [Op2; 13] = [
    ("add", Domain::add, Bin::Add),
    ("sub", Domain::sub, Bin::Sub),
    ("mul", Domain::mul, Bin::Mul),
    ("udiv", Domain::udiv, Bin::Udiv),
    ("urem", Domain::urem, Bin::Urem),
    ("sdiv", Domain::sdiv, Bin::Sdiv),
    ("srem", Domain::srem, Bin::Srem),
    ("and", Domain::and, Bin::And),
    ("or", Domain::or, Bin::Or),
    ("xor", Domain::xor, Bin::Xor),
    ("shl", Domain::shl, Bin::Shl),
    ("lshr", Domain::lshr, Bin::Lshr),
    ("ashr", Domain::ashr, Bin::Ashr),
];

/// The meaning of an operation, from the tree that the tests of the rewriter use.
fn concrete(op: Bin, width: u32, x: u64, y: u64) -> u64 {
    let leaf = |v: u64| -> E { Rc::new(Expr::Const(width, u128::from(v))) };
    let env = Env { values: Vec::new(), bytes: Vec::new() };
    let value = Expr::Bin(op, leaf(x), leaf(y)).eval(&env);
    u64::try_from(value).expect("at most 64 bits")
}

#[test]
fn domains_are_reduced() {
    for width in 1..=4 {
        for domain in all_domains(width) {
            let values = values(domain);
            let least = values.iter().copied().min().expect("never empty");
            let most = values.iter().copied().max().expect("never empty");
            assert_eq!((domain.umin(), domain.umax()), (least, most), "{domain:?}");
            let least = values.iter().map(|&v| signed(width, v)).min().expect("never empty");
            let most = values.iter().map(|&v| signed(width, v)).max().expect("never empty");
            assert_eq!((domain.smin(), domain.smax()), (least, most), "{domain:?}");
            assert_eq!(domain.as_const().is_some(), values.len() == 1);
            if let Some(value) = domain.as_const() {
                assert_eq!(domain, Domain::constant(width, value));
            }
            assert_eq!(domain.meet(domain), Some(domain));
            assert_eq!(domain.meet(Domain::top(width)), Some(domain), "not stable");
            assert_eq!(domain.join(domain), domain);
            assert_eq!(values.len() == 1 << width, domain.is_top());
        }
    }
}

#[test]
fn meet_is_exact_about_values_and_join_contains_both() {
    for width in 1..=4 {
        let domains = some_domains(width, 150);
        for &a in &domains {
            for &b in &domains {
                let (meet, join) = (a.meet(b), a.join(b));
                assert!(a.is_within(join) && b.is_within(join), "{a:?} {b:?}");
                for v in 0..=mask(width) {
                    let both = a.contains(v) && b.contains(v);
                    assert_eq!(meet.is_some_and(|m| m.contains(v)), both, "{v} in {a:?} {b:?}");
                    assert!(join.contains(v) || !(a.contains(v) || b.contains(v)));
                }
            }
        }
    }
}

#[test]
fn binary_operations_contain_every_result() {
    for width in 1..=4 {
        let table: Vec<Vec<u64>> = BINARY
            .iter()
            .map(|&(_, _, op)| {
                let pairs = (0..=mask(width)).flat_map(|x| (0..=mask(width)).map(move |y| (x, y)));
                pairs.map(|(x, y)| concrete(op, width, x, y)).collect()
            })
            .collect();
        let domains = some_domains(width, 260);
        let values: Vec<Vec<u64>> = domains.iter().map(|&d| values(d)).collect();
        for (&a, xs) in domains.iter().zip(&values) {
            for (&b, ys) in domains.iter().zip(&values) {
                for ((name, op, _), results) in BINARY.iter().zip(&table) {
                    let result = op(a, b);
                    for &x in xs {
                        for &y in ys {
                            let at = usize::try_from(x << width | y).expect("small");
                            assert!(
                                result.contains(results[at]),
                                "{x} {name} {y} = {} is not in {result:?} of {a:?} and {b:?}",
                                results[at]
                            );
                        }
                    }
                }
            }
        }
    }
}

#[test]
fn unary_operations_contain_every_result() {
    for width in 1..=4 {
        for a in all_domains(width) {
            let all = mask(width);
            for x in values(a) {
                assert!(a.not().contains(!x & all));
                assert!(a.neg().contains(x.wrapping_neg() & all));
                assert!(a.zext(width + 2).contains(x));
                assert!(
                    a.sext(width + 2).contains(signed(width, x).cast_unsigned() & mask(width + 2))
                );
                for high in 0..width {
                    for low in 0..=high {
                        let slice = x >> low & mask(high - low + 1);
                        assert!(a.extract(high, low).contains(slice), "{a:?}[{high}:{low}]");
                    }
                }
                assert!(a.without(x).is_none_or(|rest| {
                    values(a).into_iter().all(|y| y == x || rest.contains(y))
                }));
            }
        }
    }
}

#[test]
fn comparisons_and_concatenations_agree_with_the_values() {
    for width in 1..=3 {
        let domains = some_domains(width, 200);
        for &a in &domains {
            for &b in &domains {
                let joined = a.concat(b);
                let relations = [
                    (a.ult(b), [true, false].map(|t| a.given_ult(b, t))),
                    (a.slt(b), [true, false].map(|t| a.given_slt(b, t))),
                    (a.same(b), [true, false].map(|t| a.given_same(b, t))),
                ];
                for x in values(a) {
                    for y in values(b) {
                        assert!(joined.contains(x << width | y));
                        let truths = [x < y, signed(width, x) < signed(width, y), x == y];
                        for ((decided, [yes, no]), truth) in relations.into_iter().zip(truths) {
                            assert!(decided.is_none_or(|d| d == truth), "{a:?} {b:?}");
                            let left = if truth { yes } else { no };
                            let (left, right) = left.expect("a pair of values is left");
                            assert!(left.contains(x) && right.contains(y), "{a:?} {b:?}");
                        }
                    }
                }
            }
        }
    }
}

/// A random domain around `value`.
fn around(rng: &mut Rng, width: u32, value: u64) -> Domain {
    let mut domain = Domain::top(width);
    let mut sharpen = |other: Option<Domain>| {
        let other = other.expect("it contains the value");
        domain = domain.meet(other).expect("it contains the value");
    };
    let mut spread = || rng.u64(..) >> rng.u32(0..64);
    let (a, b, c, d) = (spread(), spread(), spread(), spread());
    if rng.bool() {
        let bits = rng.u64(..) & rng.u64(..);
        sharpen(Domain::from_bits(width, !value & bits, value & bits));
    }
    if rng.bool() {
        sharpen(Domain::from_unsigned(
            width,
            value.saturating_sub(a),
            value.saturating_add(b).min(mask(width)),
        ));
    }
    if rng.bool() {
        let value = signed(width, value);
        sharpen(Domain::from_signed(
            width,
            value.saturating_sub_unsigned(c),
            value.saturating_add_unsigned(d),
        ));
    }
    if rng.u32(0..8) == 0 {
        sharpen(Some(Domain::constant(width, value)));
    }
    domain
}

#[test]
fn wide_operations_contain_random_results() {
    let mut rng = Rng::with_seed(4);
    for _ in 0..60_000 {
        let width = [8, 16, 31, 32, 33, 63, 64][rng.usize(0..7)];
        let value = |rng: &mut Rng| match rng.u32(0..4) {
            0 => rng.u64(0..70) & mask(width),
            1 => rng.u64(0..70).wrapping_neg() & mask(width),
            _ => rng.u64(..) & mask(width),
        };
        let (x, y) = (value(&mut rng), value(&mut rng));
        let (a, b) = (around(&mut rng, width, x), around(&mut rng, width, y));
        assert!(a.contains(x) && b.contains(y));
        for (name, op, meaning) in BINARY {
            let (result, z) = (op(a, b), concrete(meaning, width, x, y));
            assert!(result.contains(z), "{x} {name} {y} = {z} not in {result:?} of {a:?}, {b:?}");
        }
        assert!(a.neg().contains(x.wrapping_neg() & mask(width)));
        assert!(a.join(b).contains(x) && a.join(b).contains(y));
        let (high, low) = (rng.u32(0..width), rng.u32(0..width));
        let (high, low) = (high.max(low), high.min(low));
        assert!(a.extract(high, low).contains(x >> low & mask(high - low + 1)));
        if width <= 32 {
            assert!(a.concat(b).contains(x << width | y));
            assert!(a.sext(64).contains(signed(width, x).cast_unsigned()));
            assert!(a.zext(64).contains(x));
        }
    }
}

fn unsigned(width: u32, min: u64, max: u64) -> Domain {
    Domain::from_unsigned(width, min, max).expect("not empty")
}

fn check_unsigned(domain: Domain, min: u64, max: u64) {
    assert_eq!((domain.umin(), domain.umax()), (min, max), "{domain:?}");
}

#[test]
fn operations_are_precise_where_it_matters() {
    let byte = Domain::top(8).zext(32);
    check_unsigned(byte, 0, 255);
    check_unsigned(byte.add(Domain::constant(32, 1)), 1, 256);
    check_unsigned(byte.mul(Domain::constant(32, 12)), 0, 3060);
    assert_eq!(byte.mul(Domain::constant(32, 12)).zeros() & 3, 3);
    check_unsigned(byte.urem(Domain::constant(32, 10)), 0, 9);
    check_unsigned(Domain::top(32).udiv(Domain::constant(32, 1000)), 0, 4_294_967);
    check_unsigned(Domain::top(32).and(Domain::constant(32, 15)), 0, 15);
    check_unsigned(unsigned(32, 8, 20).sub(unsigned(32, 0, 8)), 0, 20);
    check_unsigned(Domain::constant(32, 1).shl(unsigned(32, 0, 7)), 1, 128);
    check_unsigned(unsigned(32, 100, 200).lshr(unsigned(32, 1, 3)), 12, 100);
    let rest = Domain::top(32).srem(Domain::constant(32, 8));
    assert_eq!((rest.smin(), rest.smax()), (-7, 7));
    let half = Domain::top(32).sdiv(Domain::constant(32, 2));
    assert_eq!((half.smin(), half.smax()), (-1_073_741_824, 1_073_741_823));
    let small = Domain::from_signed(32, -4, 3).expect("not empty");
    let mixed = small.xor(small);
    assert_eq!((mixed.smin(), mixed.smax()), (-4, 3));
    // 4*x + 1 is odd, and two bits of it are known
    let odd = Domain::top(32).mul(Domain::constant(32, 4)).add(Domain::constant(32, 1));
    assert_eq!((odd.zeros() & 3, odd.ones() & 3), (2, 1));
    // Bounds and bits together: a multiple of 4 in 5..=11 is 8.
    let four = Domain::from_bits(8, 3, 0).expect("not empty");
    assert_eq!(unsigned(8, 5, 11).meet(four).and_then(Domain::as_const), Some(8));
}

#[test]
fn terms_have_domains() {
    let mut pool = TermPool::new();
    let x = pool.bv_symbol("x", 32);
    let wide = pool.bv_symbol("wide", 128);
    assert_eq!(pool.domain(wide), None);
    assert_eq!(pool.domain(x), Some(Domain::top(32)));
    let slice = pool.bv_extract(70, 65, wide);
    assert_eq!(pool.domain(slice), Some(Domain::top(6)));
    let nine = pool.bv_u64(32, 9);
    let small = pool.bv_ult(x, nine);
    let least = pool.ite(small, x, nine);
    check_unsigned(pool.domain(least).expect("narrow"), 0, 9);
    let table = pool.table(32, vec![5, 9, 7, 200].into());
    let three = pool.bv_u64(32, 3);
    let at = pool.bv_urem(x, three);
    let byte = pool.read(table, at);
    check_unsigned(pool.domain(byte).expect("narrow"), 5, 9);
    let byte = pool.read(table, x);
    check_unsigned(pool.domain(byte).expect("narrow"), 0, 200);
    let y = pool.bv_symbol("y", 32);
    let ten = pool.bv_u64(32, 10);
    let (a, b) = (pool.bv_urem(x, ten), pool.bv_urem(y, ten));
    let hundred = pool.bv_u64(32, 100);
    let sum = pool.bv_add(a, hundred);
    let difference = pool.bv_sub(sum, b);
    check_unsigned(pool.domain(difference).expect("narrow"), 91, 109);
}

#[test]
fn long_chains_need_no_stack() {
    let mut pool = TermPool::new();
    let mut x = pool.bv_symbol("x", 32);
    for i in 0..50_000u64 {
        let c = pool.bv_u64(32, i.wrapping_mul(2_654_435_761) | 1);
        x = pool.bv_xor(x, c);
        x = pool.bv_mul(x, c);
    }
    let one = pool.bv_u64(32, 1);
    let odd = pool.bv_or(x, one);
    assert_eq!(pool.domain(odd).map(|d| d.ones() & 1), Some(1));
    let below = pool.bv_ult(x, one);
    assert_eq!(decide(&pool, &NoFacts, below), None);
    let mut found = Refinements::new();
    assert_eq!(refine(&pool, &NoFacts, below, &mut found), Ok(()));
}

/// Facts from a list.
#[derive(Default, Debug)]
struct Known {
    domains: BTreeMap<Bv, Domain>,
    truths: BTreeMap<Bool, bool>,
}

impl Known {
    fn learn(&mut self, found: &Refinements) {
        self.domains.extend(found.domains());
        self.truths.extend(found.truths());
    }
}

impl Facts for Known {
    fn domain(&self, term: Bv) -> Option<Domain> {
        self.domains.get(&term).copied()
    }

    fn truth(&self, term: Bool) -> Option<bool> {
        self.truths.get(&term).copied()
    }
}

/// What is known when all of `conditions` hold.
fn assume(pool: &TermPool, conditions: &[Bool]) -> Result<Known, Contradiction> {
    let mut known = Known::default();
    for &condition in conditions {
        let mut found = Refinements::new();
        refine(pool, &known, condition, &mut found)?;
        known.learn(&found);
    }
    Ok(known)
}

/// Makes random expressions over symbols of certain widths.
struct Maker {
    rng: Rng,
    symbols: Vec<u32>,
    /// The widths that comparisons are about.
    compared: Vec<u32>,
}

impl Maker {
    fn leaf(&mut self, width: u32) -> E {
        let fitting: Vec<usize> =
            (0..self.symbols.len()).filter(|&i| self.symbols[i] == width).collect();
        if fitting.is_empty() || self.rng.u32(0..3) == 0 {
            let value = match self.rng.u32(0..4) {
                0 => 1 << self.rng.u32(0..width),
                1 => self.rng.u128(0..20),
                2 => self.rng.u128(0..20).wrapping_neg(),
                _ => self.rng.u128(..),
            };
            return Rc::new(Expr::Const(width, value & common::mask(width)));
        }
        Rc::new(Expr::Sym(fitting[self.rng.usize(0..fitting.len())], width))
    }

    fn expr(&mut self, width: u32, depth: u32) -> E {
        if depth == 0 {
            return self.leaf(width);
        }
        let d = depth - 1;
        let e = match self.rng.u32(0..12) {
            0..=4 => {
                let op = Bin::ALL[self.rng.usize(0..Bin::ALL.len())];
                Expr::Bin(op, self.expr(width, d), self.expr(width, d))
            }
            5 => {
                let op = if self.rng.bool() { Un::Not } else { Un::Neg };
                Expr::Un(op, self.expr(width, d))
            }
            6 => Expr::Ite(self.condition(d), self.expr(width, d), self.expr(width, d)),
            7 if width >= 2 => {
                let low = self.rng.u32(1..width);
                Expr::Concat(self.expr(width - low, d), self.expr(low, d))
            }
            8 => {
                let wide = width + self.rng.u32(0..3);
                let low = self.rng.u32(0..=wide - width);
                Expr::Extract(low + width - 1, low, self.expr(wide, d))
            }
            k @ (9 | 10) if width >= 2 => {
                let narrow = if width == 4 { 3 } else { width.div_ceil(2) };
                let inner = self.expr(narrow, d);
                if k == 9 { Expr::Zext(width, inner) } else { Expr::Sext(width, inner) }
            }
            11 if width <= 8 => {
                let e = Expr::Read(true, Vec::new(), self.expr(8, d));
                Expr::Extract(width - 1, 0, Rc::new(e))
            }
            _ => return self.leaf(width),
        };
        Rc::new(e)
    }

    fn condition(&mut self, depth: u32) -> E {
        let d = depth.saturating_sub(1);
        let kind = if depth == 0 { 7 } else { self.rng.u32(0..8) };
        Rc::new(match kind {
            0 => Expr::LogicNot(self.condition(d)),
            1 | 2 => {
                let op = Logic::ALL[self.rng.usize(0..Logic::ALL.len())];
                Expr::Logic(op, self.condition(d), self.condition(d))
            }
            3 => Expr::LogicIte(self.condition(d), self.condition(d), self.condition(d)),
            _ => {
                let op = Cmp::ALL[self.rng.usize(0..Cmp::ALL.len())];
                let width = self.compared[self.rng.usize(0..self.compared.len())];
                Expr::Cmp(op, self.expr(width, d), self.expr(width, d))
            }
        })
    }

    fn conditions(&mut self, pool: &mut TermPool, count: u32, depth: u32) -> Vec<Bool> {
        (0..count).map(|_| truth(pool, &self.condition(depth))).collect()
    }
}

fn truth(pool: &mut TermPool, e: &E) -> Bool {
    let bit = e.build(pool);
    let one = pool.bv_u64(1, 1);
    pool.eq(bit, one)
}

#[test]
fn what_follows_from_conditions_holds() {
    let symbols = [3, 3, 2];
    let mut maker =
        Maker { rng: Rng::with_seed(5), symbols: symbols.to_vec(), compared: vec![2, 3, 4] };
    let (mut decided, mut refined, mut refuted) = (0, 0, 0);
    for _ in 0..4000 {
        let mut pool = TermPool::new();
        let depth = maker.rng.u32(1..5);
        let count = maker.rng.u32(1..4);
        let assumed = maker.conditions(&mut pool, count, depth);
        let asked = maker.conditions(&mut pool, 3, depth);
        let terms: Vec<Bv> = (0..3)
            .map(|_| {
                let width = maker.rng.u32(1..5);
                maker.expr(width, depth).build(&mut pool)
            })
            .collect();
        let known = assume(&pool, &assumed);
        let answers = known.as_ref().ok().map(|known| {
            let truths: Vec<_> = asked.iter().map(|&c| decide(&pool, known, c)).collect();
            let domains: Vec<_> = terms.iter().map(|&t| domain_under(&pool, known, t)).collect();
            (known, truths, domains)
        });
        if let Some((known, truths, _)) = &answers {
            decided += truths.iter().filter(|t| t.is_some()).count();
            refined += known.domains.len();
        } else {
            refuted += 1;
        }
        for values in 0..1u128 << 8 {
            let env =
                Env { values: vec![values & 7, values >> 3 & 7, values >> 6], bytes: Vec::new() };
            let assignment = assignment(&mut pool, &symbols, &env);
            let mut evaluator = Evaluator::new(&pool, &assignment);
            for &term in &terms {
                let value = evaluator.bv(term).to_u64().expect("narrow");
                assert!(pool.domain(term).expect("narrow").contains(value));
            }
            if !assumed.iter().all(|&c| evaluator.bool(c)) {
                continue;
            }
            let Some((known, truths, domains)) = &answers else {
                panic!("{:?} hold with {assignment:?}", assumed);
            };
            for (&term, domain) in &known.domains {
                let value = evaluator.bv(term).to_u64().expect("narrow");
                assert!(domain.contains(value), "{} is {value}: {domain:?}", pool.display(term));
            }
            for (&term, &truth) in &known.truths {
                assert_eq!(evaluator.bool(term), truth, "{}", pool.display(term));
            }
            for (&term, truth) in asked.iter().zip(truths) {
                assert!(truth.is_none_or(|t| t == evaluator.bool(term)));
            }
            for (&term, domain) in terms.iter().zip(domains) {
                let value = evaluator.bv(term).to_u64().expect("narrow");
                assert!(domain.expect("narrow").contains(value), "{}", pool.display(term));
            }
        }
    }
    // The test would be worth nothing if nothing were ever found.
    assert!(decided > 500 && refined > 1500 && refuted > 200, "{decided} {refined} {refuted}");
}

/// At widths that cannot be exhausted: conditions that one assignment satisfies never contradict each
/// other, and what they decide is what the assignment says.
#[test]
fn what_follows_holds_at_large_widths() {
    let symbols = [8, 8, 16, 32, 32, 64, 64, 33];
    let compared = vec![8, 8, 16, 32, 64, 33];
    let mut maker = Maker { rng: Rng::with_seed(9), symbols: symbols.to_vec(), compared };
    let (mut decided, mut refined) = (0, 0);
    for _ in 0..6000 {
        let mut pool = TermPool::new();
        let depth = maker.rng.u32(1..5);
        let small = maker.rng.u32(0..64);
        let values = symbols.map(|width| {
            let value = maker.rng.u128(..) & common::mask(64) >> small & common::mask(width);
            if maker.rng.bool() { value } else { value.wrapping_neg() & common::mask(width) }
        });
        let env = Env { values: values.to_vec(), bytes: Vec::new() };
        let assignment = assignment(&mut pool, &symbols, &env);
        let assumed = maker.conditions(&mut pool, 4, depth);
        let asked = maker.conditions(&mut pool, 4, depth);
        let holding: Vec<Bool> = assumed
            .into_iter()
            .map(|c| if pool.eval_bool(c, &assignment) { c } else { pool.not(c) })
            .collect();
        let known = assume(&pool, &holding).expect("an assignment satisfies the conditions");
        refined += known.domains.len();
        let mut evaluator = Evaluator::new(&pool, &assignment);
        for (&term, domain) in &known.domains {
            let value = evaluator.bv(term).to_u64().expect("narrow");
            assert!(domain.contains(value), "{} is {value}: {domain:?}", pool.display(term));
        }
        for (&term, &truth) in &known.truths {
            assert_eq!(evaluator.bool(term), truth, "{}", pool.display(term));
        }
        for condition in holding.iter().chain(&asked) {
            let truth = decide(&pool, &known, *condition);
            decided += usize::from(truth.is_some());
            assert!(truth.is_none_or(|t| t == evaluator.bool(*condition)));
        }
        for term in pool.reachable(asked.into_iter().map(Bool::term)) {
            if let Some(term) = pool.as_bv(term)
                && let Some(domain) = pool.domain(term)
            {
                let value = evaluator.bv(term).to_u64().expect("narrow");
                assert!(domain.contains(value), "{} is {value}", pool.display(term));
                let under = domain_under(&pool, &known, term).expect("narrow");
                assert!(under.contains(value), "{} is {value}", pool.display(term));
            }
        }
    }
    assert!(decided > 10_000 && refined > 5000, "{decided} {refined}");
}

/// Refines with `assumed` and gives the domain of `asked`.
fn check_refined(build: impl FnOnce(&mut TermPool) -> (Vec<Bool>, Bv), expected: Domain) {
    let mut pool = TermPool::new();
    let (assumed, asked) = build(&mut pool);
    let known = assume(&pool, &assumed).expect("no contradiction");
    assert_eq!(domain_under(&pool, &known, asked), Some(expected), "{known:?}");
}

#[test]
fn conditions_reach_symbols() {
    // (int)c + 3 < 10 and c >= 0, of a signed char
    check_refined(
        |pool| {
            let c = pool.bv_symbol("c", 8);
            let wide = pool.bv_sext(c, 32);
            let (three, ten, zero) = (pool.bv_u64(32, 3), pool.bv_u64(32, 10), pool.bv_u64(32, 0));
            let sum = pool.bv_add(wide, three);
            let less = pool.bv_slt(sum, ten);
            let positive = pool.bv_sle(zero, wide);
            (vec![less, positive], c)
        },
        unsigned(8, 0, 6),
    );
    // y = x + 1 after x < 10
    check_refined(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
            let (one, ten) = (pool.bv_u64(32, 1), pool.bv_u64(32, 10));
            let less = pool.bv_ult(x, ten);
            let next = pool.bv_add(x, one);
            let same = pool.eq(y, next);
            (vec![less, same], y)
        },
        unsigned(32, 1, 10),
    );
    // i < n and n <= 100, then 4*i
    check_refined(
        |pool| {
            let (i, n) = (pool.bv_symbol("i", 64), pool.bv_symbol("n", 64));
            let (four, hundred) = (pool.bv_u64(64, 4), pool.bv_u64(64, 100));
            let small = pool.bv_ule(n, hundred);
            let less = pool.bv_ult(i, n);
            let offset = pool.bv_mul(i, four);
            (vec![small, less], offset)
        },
        unsigned(64, 0, 396).meet(Domain::from_bits(64, 3, 0).expect("bits")).expect("not empty"),
    );
    // ite(p, 1, x) = 5 says that p is false and x is 5
    check_refined(
        |pool| {
            let p = pool.bool_symbol("p");
            let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
            let (five, nine) = (pool.bv_u64(32, 5), pool.bv_u64(32, 9));
            let y = pool.bv_urem(y, five);
            let choice = pool.ite(p, y, x);
            let sum = pool.bv_xor(choice, nine);
            let same = pool.eq(sum, five);
            let p = pool.bv_from_bool(p);
            let p = pool.bv_zext(p, 32);
            let sum = pool.bv_add(p, x);
            (vec![same], sum)
        },
        Domain::constant(32, 12),
    );
    // Bit tests
    check_refined(
        |pool| {
            let x = pool.bv_symbol("x", 32);
            let (mask, zero) = (pool.bv_u64(32, 0xa0), pool.bv_u64(32, 0));
            let bits = pool.bv_and(x, mask);
            let clear = pool.eq(bits, zero);
            (vec![clear], x)
        },
        Domain::from_bits(32, 0xa0, 0).expect("bits"),
    );
}

#[test]
fn comparisons_of_the_same_terms_decide_each_other() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
    let (less, greater) = (pool.bv_slt(x, y), pool.bv_slt(y, x));
    let same = pool.eq(x, y);
    let known = assume(&pool, &[less]).expect("no contradiction");
    assert_eq!(decide(&pool, &known, less), Some(true));
    assert_eq!(decide(&pool, &known, greater), Some(false));
    assert_eq!(decide(&pool, &known, same), Some(false));
    let (at_most, differ) = (pool.not(greater), pool.not(same));
    let known = assume(&pool, &[at_most, differ]).expect("no contradiction");
    assert_eq!(decide(&pool, &known, less), Some(true));
    assert_eq!(assume(&pool, &[less, greater]).err(), Some(Contradiction));
}
