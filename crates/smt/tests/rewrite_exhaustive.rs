//! Every family of rewrites, proved by trying all values of two symbols.
//!
//! Shapes are up to two operations deep over the symbols and constants. At widths 1 to 3, and for some
//! families 4, the tests below try all shapes or a regular part of them. At every width from 1 to 8
//! `families_at_widths_1_to_8` tries as many shapes of each family as its budget of evaluations
//! allows, drawn with a fixed seed; the long run has a hundred times the budget. Rules that need a
//! shape of their own to fire are in `rewrite_laws.rs`, at all widths from 1 to 8.

mod common;

use common::{Bin, Cmp, E, Env, Expr, Logic, Un, assignment};
use fastrand::Rng;
use margay_smt::{Array, ArrayValue, Assignment, Bool, Bv, Evaluator, Node, TermPool};
use std::rc::Rc;

/// Builds all expressions in one pool and compares them under all values of two symbols.
fn check(width: u32, expressions: Vec<E>) {
    let mut pool = TermPool::new();
    let built: Vec<(E, Bv)> = expressions
        .into_iter()
        .map(|e| {
            let term = e.build(&mut pool);
            assert_eq!(pool.width(term), e.width(), "{e:?}");
            (e, term)
        })
        .collect();
    for x in 0..1u128 << width {
        for y in 0..1u128 << width {
            let env = Env { values: vec![x, y], bytes: vec![7, 0, 9] };
            let assignment = assignment(&mut pool, &[width, width], &env);
            let mut evaluator = Evaluator::new(&pool, &assignment);
            for (e, term) in &built {
                let value = evaluator.bv(*term).to_u128();
                if value != Some(e.eval(&env)) {
                    panic!(
                        "x={x} y={y}: {e:?} is {} but {} is {value:?}",
                        e.eval(&env),
                        pool.display(*term)
                    );
                }
            }
        }
    }
}

/// Evaluations of one family at one width, and how few and how many shapes that may be.
const EVALUATIONS: usize = 1 << 18;
const SHAPES: (usize, usize) = (12, 1 << 11);

/// A family of shapes at a width.
type Family = fn(u32) -> Vec<E>;

#[test]
fn families_at_widths_1_to_8() {
    let families: [Family; 9] = [
        |width| nested_binaries(&leaves(width, &few_constants(width)), 1),
        negations,
        comparisons_with_leaves,
        sums,
        operations_and_slices,
        slices,
        operations_on_shapes,
        choices,
        operations_on_bounded,
    ];
    let times = if common::long() { 100 } else { 1 };
    let mut rng = Rng::with_seed(9);
    for width in 1..=8 {
        for family in families {
            let mut all = family(width);
            let count = times * (EVALUATIONS >> (2 * width)).clamp(SHAPES.0, SHAPES.1);
            if all.len() > count {
                // The first ones of a shuffled list.
                for i in 0..count {
                    let other = rng.usize(i..all.len());
                    all.swap(i, other);
                }
                all.truncate(count);
            }
            check(width, all);
        }
    }
}

/// The numbers that rules make a difference for, and some others.
fn few_constants(width: u32) -> Vec<u128> {
    let (top, half) = (mask_of(width), 1 << (width - 1));
    let mut all = vec![0, 1, 2 & top, 3 & top, 6 & top, half, top - 1, top];
    all.sort_unstable();
    all.dedup();
    all
}

fn leaves(width: u32, constants: &[u128]) -> Vec<E> {
    let mut leaves = vec![Rc::new(Expr::Sym(0, width)), Rc::new(Expr::Sym(1, width))];
    leaves.extend(constants.iter().map(|&c| Rc::new(Expr::Const(width, c))));
    leaves
}

fn all_constants(width: u32) -> Vec<u128> {
    (0..1 << width).collect()
}

fn bin(op: Bin, a: &E, b: &E) -> E {
    Rc::new(Expr::Bin(op, a.clone(), b.clone()))
}

/// Both ways to nest two binary operations over three leaves, every `step`th of them.
fn nested_binaries(leaves: &[E], step: usize) -> Vec<E> {
    let mut out = Vec::new();
    let mut count = 0;
    for outer in Bin::ALL {
        for inner in Bin::ALL {
            for a in leaves {
                for b in leaves {
                    for c in leaves {
                        count += 1;
                        if count % step == 0 {
                            out.push(bin(outer, &bin(inner, a, b), c));
                            out.push(bin(outer, c, &bin(inner, a, b)));
                        }
                    }
                }
            }
        }
    }
    out
}

fn binaries(leaves: &[E]) -> Vec<E> {
    let mut out = Vec::new();
    for op in Bin::ALL {
        for a in leaves {
            for b in leaves {
                out.push(bin(op, a, b));
            }
        }
    }
    out
}

fn unaries(e: &E) -> [E; 3] {
    [e.clone(), Rc::new(Expr::Un(Un::Not, e.clone())), Rc::new(Expr::Un(Un::Neg, e.clone()))]
}

#[test]
fn binary_operations_nest_at_widths_1_and_2() {
    check(1, nested_binaries(&leaves(1, &all_constants(1)), 1));
    check(2, nested_binaries(&leaves(2, &all_constants(2)), 1));
}

#[test]
fn binary_operations_nest_at_width_3() {
    check(3, nested_binaries(&leaves(3, &[0, 1, 3, 4, 6, 7]), 5));
}

#[test]
fn binary_operations_at_width_4() {
    check(4, binaries(&leaves(4, &all_constants(4))));
    check(4, nested_binaries(&leaves(4, &[1, 4, 6, 15]), 23));
}

fn negations(width: u32) -> Vec<E> {
    let leaves: Vec<E> = leaves(width, &[1, 2]).iter().flat_map(unaries).collect();
    binaries(&leaves).iter().flat_map(unaries).collect()
}

#[test]
fn negations_inside_and_outside() {
    for width in 1..=3 {
        check(width, negations(width));
    }
}

fn comparisons_with_leaves(width: u32) -> Vec<E> {
    let leaves = leaves(width, &few_constants(width));
    let mut all = Vec::new();
    for inner in &binaries(&leaves) {
        for leaf in &leaves {
            for op in Cmp::ALL {
                all.push(Rc::new(Expr::Cmp(op, inner.clone(), leaf.clone())));
                all.push(Rc::new(Expr::Cmp(op, leaf.clone(), inner.clone())));
            }
        }
    }
    all
}

#[test]
fn comparisons_of_operations_with_constants() {
    for width in 1..=3 {
        let constants = all_constants(width);
        let leaves = leaves(width, &constants);
        let mut all = Vec::new();
        for (i, inner) in binaries(&leaves).iter().enumerate() {
            for (j, leaf) in leaves.iter().enumerate() {
                if width == 3 && (i + j) % 2 == 0 {
                    continue;
                }
                for op in Cmp::ALL {
                    all.push(Rc::new(Expr::Cmp(op, inner.clone(), leaf.clone())));
                    all.push(Rc::new(Expr::Cmp(op, leaf.clone(), inner.clone())));
                }
            }
        }
        check(width, all);
    }
}

#[test]
fn comparisons_of_sums() {
    check(3, sums(3));
}

fn sums(width: u32) -> Vec<E> {
    let leaves = leaves(width, &[2, 3]);
    let mut sums = Vec::new();
    for a in &leaves {
        for b in &leaves {
            sums.push(bin(Bin::Add, a, b));
            sums.push(bin(Bin::Sub, a, b));
            sums.push(bin(Bin::Mul, a, b));
            sums.push(bin(Bin::Xor, a, b));
        }
    }
    let mut all = Vec::new();
    for a in &sums {
        for b in &sums {
            all.push(Rc::new(Expr::Cmp(Cmp::Eq, a.clone(), b.clone())));
            all.push(bin(Bin::Sub, a, b));
        }
    }
    all
}

#[test]
fn slices_of_operations() {
    check(3, operations_and_slices(3));
}

fn operations_and_slices(width: u32) -> Vec<E> {
    let constants = if width <= 3 { all_constants(width) } else { few_constants(width) };
    let leaves = leaves(width, &constants);
    let mut inner = binaries(&leaves);
    inner.extend(binaries(&leaves[..3]).iter().flat_map(unaries));
    let mut all = Vec::new();
    for e in &inner {
        for high in 0..width {
            for low in 0..=high {
                all.push(Rc::new(Expr::Extract(high, low, e.clone())));
            }
        }
    }
    all
}

/// Slices, concatenations and extensions of two symbols, two levels deep.
fn shapes(width: u32) -> Vec<E> {
    let leaves = leaves(width, &[0, 1, mask_of(width)]);
    let mut first = leaves.clone();
    for e in &leaves[..2] {
        first.push(Rc::new(Expr::Zext(width + 2, e.clone())));
        first.push(Rc::new(Expr::Sext(width + 2, e.clone())));
        for high in 0..width {
            // Of wide symbols some of the slices: their pairs are too many.
            for low in (0..=high).filter(|low| width <= 3 || (high + low) % 3 == 0) {
                first.push(Rc::new(Expr::Extract(high, low, e.clone())));
            }
        }
    }
    let mut second = first.clone();
    for a in &first {
        for b in &first {
            second.push(Rc::new(Expr::Concat(a.clone(), b.clone())));
        }
    }
    second
}

fn mask_of(width: u32) -> u128 {
    common::mask(width)
}

#[test]
fn slices_of_concatenations_and_extensions() {
    for width in 2..=3 {
        check(width, slices(width));
    }
}

fn slices(width: u32) -> Vec<E> {
    let mut all = Vec::new();
    for (i, e) in shapes(width).iter().enumerate() {
        let w = e.width();
        all.push(Rc::new(Expr::Zext(w + 1, e.clone())));
        all.push(Rc::new(Expr::Sext(w + 1, e.clone())));
        for high in 0..w {
            for low in 0..=high {
                let slice = Rc::new(Expr::Extract(high, low, e.clone()));
                if width == 2 || (i + usize::try_from(high).unwrap_or(0)).is_multiple_of(3) {
                    all.push(Rc::new(Expr::Concat(slice.clone(), e.clone())));
                    all.push(Rc::new(Expr::Concat(e.clone(), slice.clone())));
                }
                all.push(slice);
            }
        }
    }
    all
}

#[test]
fn operations_on_slices_and_extensions() {
    check(2, operations_on_shapes(2));
}

fn operations_on_shapes(width: u32) -> Vec<E> {
    let mut by_width: Vec<Vec<E>> = vec![Vec::new(); 13];
    for e in shapes(width) {
        if let Some(group) = by_width.get_mut(usize::try_from(e.width()).unwrap_or(usize::MAX))
            && group.len() < 24
        {
            group.push(e);
        }
    }
    let mut all = Vec::new();
    for group in &mut by_width[1..] {
        let Some(w) = group.first().map(|e| e.width()).filter(|&w| w <= width + 4) else {
            continue;
        };
        for c in [0, 1, 2, 5, mask_of(w) - 1, mask_of(w)] {
            group.push(Rc::new(Expr::Const(w, c)));
        }
        for a in group.iter() {
            for b in group.iter() {
                for op in Bin::ALL {
                    all.push(bin(op, a, b));
                }
                for op in Cmp::ALL {
                    all.push(Rc::new(Expr::Cmp(op, a.clone(), b.clone())));
                }
            }
        }
    }
    all
}

fn conditions(leaves: &[E]) -> Vec<E> {
    let mut conditions: Vec<E> = Vec::new();
    for op in Cmp::ALL {
        for a in &leaves[..3] {
            for b in &leaves[..4] {
                conditions.push(Rc::new(Expr::Cmp(op, a.clone(), b.clone())));
            }
        }
    }
    conditions.push(Rc::new(Expr::Extract(0, 0, leaves[0].clone())));
    let negated: Vec<E> = conditions.iter().map(|c| Rc::new(Expr::LogicNot(c.clone()))).collect();
    conditions.extend(negated);
    conditions
}

fn choices(width: u32) -> Vec<E> {
    let constants = if width <= 2 { all_constants(width) } else { few_constants(width) };
    let leaves = leaves(width, &constants);
    let mut all = Vec::new();
    for c in &conditions(&leaves) {
        for a in &leaves {
            for b in &leaves {
                let choice: E = Rc::new(Expr::Ite(c.clone(), a.clone(), b.clone()));
                for d in &leaves[1..4] {
                    all.push(Rc::new(Expr::Cmp(Cmp::Eq, choice.clone(), d.clone())));
                    all.push(Rc::new(Expr::Cmp(Cmp::Ult, choice.clone(), d.clone())));
                    all.push(Rc::new(Expr::Cmp(Cmp::Slt, d.clone(), choice.clone())));
                    all.push(Rc::new(Expr::Ite(c.clone(), choice.clone(), d.clone())));
                    all.push(Rc::new(Expr::Ite(c.clone(), d.clone(), choice.clone())));
                }
                all.push(Rc::new(Expr::Extract(width - 1, width - 1, choice.clone())));
                all.push(Rc::new(Expr::Zext(width + 2, choice)));
            }
        }
    }
    all
}

#[test]
fn choices_and_logic() {
    let width = 2;
    check(width, choices(width));
    let conditions = conditions(&leaves(width, &all_constants(width)));

    // All ways to combine two of a few truth values twice.
    let few: Vec<E> = conditions.into_iter().step_by(9).collect();
    let mut all = Vec::new();
    for outer in Logic::ALL {
        for inner in Logic::ALL {
            for a in &few {
                for b in &few {
                    let e: E = Rc::new(Expr::Logic(inner, a.clone(), b.clone()));
                    for c in &few {
                        all.push(Rc::new(Expr::Logic(outer, e.clone(), c.clone())));
                        all.push(Rc::new(Expr::Logic(outer, c.clone(), e.clone())));
                        all.push(Rc::new(Expr::LogicIte(c.clone(), e.clone(), b.clone())));
                        all.push(Rc::new(Expr::LogicIte(a.clone(), b.clone(), c.clone())));
                    }
                }
            }
        }
    }
    check(width, all);
}

#[test]
fn reads_after_stores() {
    // Indices are eight bits wide: the two symbols widened, sums of them, and constants.
    let (x, y): (E, E) = (Rc::new(Expr::Sym(0, 2)), Rc::new(Expr::Sym(1, 2)));
    let (x, y): (E, E) = (Rc::new(Expr::Zext(8, x)), Rc::new(Expr::Zext(8, y)));
    let constant = |c| -> E { Rc::new(Expr::Const(8, c)) };
    let indices = [
        x.clone(),
        y.clone(),
        bin(Bin::Add, &x, &constant(1)),
        bin(Bin::Sub, &x, &y),
        constant(0),
        constant(1),
    ];
    let mut all: Vec<E> = Vec::new();
    for table in [false, true] {
        for first in &indices {
            for second in &indices {
                for read in &indices {
                    let stores = vec![(first.clone(), constant(77)), (second.clone(), y.clone())];
                    all.push(Rc::new(Expr::Read(table, stores, read.clone())));
                    all.push(Rc::new(Expr::Read(table, Vec::new(), read.clone())));
                }
            }
        }
    }
    check(2, all);
}

/// Terms of which something is known: remainders, masks, quotients, extensions, choices.
fn bounded(width: u32) -> Vec<E> {
    let leaves = leaves(width, &[]);
    let constant = |c: u128| -> E { Rc::new(Expr::Const(width, c & mask_of(width))) };
    let mut out = Vec::new();
    for (leaf, other) in [(&leaves[0], &leaves[1]), (&leaves[1], &leaves[0])] {
        for c in [2, 3, 5, mask_of(width).wrapping_sub(2)] {
            for op in [Bin::Urem, Bin::Udiv, Bin::Srem, Bin::Sdiv, Bin::And, Bin::Or, Bin::Mul] {
                out.push(bin(op, leaf, &constant(c)));
            }
        }
        let slice: E = Rc::new(Expr::Extract(width.saturating_sub(2), 0, leaf.clone()));
        out.push(Rc::new(Expr::Zext(width, slice.clone())));
        out.push(Rc::new(Expr::Sext(width, slice)));
        let less: E = Rc::new(Expr::Cmp(Cmp::Ult, leaf.clone(), constant(3)));
        out.push(Rc::new(Expr::Ite(less, leaf.clone(), constant(5))));
        let rest = bin(Bin::Urem, leaf, &constant(3));
        out.push(bin(Bin::Shl, &rest, &bin(Bin::Urem, other, &constant(2))));
        out.push(bin(Bin::Add, &rest, &constant(4)));
        out.push(bin(Bin::Sub, &rest, &bin(Bin::Urem, other, &constant(2))));
    }
    out
}

#[test]
fn operations_on_bounded_terms() {
    for (width, step) in [(3, 5), (4, 29)] {
        check(width, operations_on_bounded(width).into_iter().step_by(step).collect());
    }
}

fn operations_on_bounded(width: u32) -> Vec<E> {
    let constants = if width <= 4 { all_constants(width) } else { few_constants(width) };
    let bounded = bounded(width);
    let mut second = bounded.clone();
    second.extend(leaves(width, &constants));
    let mut all: Vec<E> = Vec::new();
    for a in &bounded {
        for b in &second {
            for op in Bin::ALL {
                all.push(bin(op, a, b));
                all.push(bin(op, b, a));
            }
            for op in Cmp::ALL {
                all.push(Rc::new(Expr::Cmp(op, a.clone(), b.clone())));
                all.push(Rc::new(Expr::Cmp(op, b.clone(), a.clone())));
            }
        }
        for high in 0..width {
            for low in 0..=high {
                let slice: E = Rc::new(Expr::Extract(high, low, a.clone()));
                for wide in (high - low + 1).max(width - 1)..=width + 2 {
                    all.push(Rc::new(Expr::Zext(wide, slice.clone())));
                    all.push(Rc::new(Expr::Sext(wide, slice.clone())));
                }
            }
        }
        all.push(Rc::new(Expr::Sext(width + 2, a.clone())));
    }
    all
}

#[test]
fn signed_division_by_every_constant() {
    for width in 1..=5 {
        let x: E = Rc::new(Expr::Sym(0, width));
        let constants = leaves(width, &all_constants(width)).split_off(2);
        let mut all = Vec::new();
        for divisor in &constants {
            for op in [Bin::Sdiv, Bin::Srem] {
                let result = bin(op, &x, divisor);
                for c in &constants {
                    for cmp in [Cmp::Eq, Cmp::Slt] {
                        all.push(Rc::new(Expr::Cmp(cmp, result.clone(), c.clone())));
                    }
                }
                all.push(result);
            }
        }
        check(width, all);
    }
}

#[test]
fn conjunctions_absorb() {
    let mut rng = Rng::with_seed(6);
    let mut pool = TermPool::new();
    let symbols: Vec<Bool> = (0..6).map(|i| pool.bool_symbol(&format!("p{i}"))).collect();
    for _ in 0..3000 {
        // Each term beside its truth table over the six symbols.
        let mut terms: Vec<(Bool, u64)> = Vec::new();
        for (i, &symbol) in symbols.iter().enumerate() {
            let table = (0..64u64).filter(|row| row >> i & 1 == 1).fold(0, |t, row| t | 1 << row);
            terms.push((symbol, table));
        }
        for _ in 0..12 {
            let (a, a_table) = terms[rng.usize(0..terms.len())];
            let (b, b_table) = terms[rng.usize(0..terms.len())];
            terms.push(match rng.u32(0..4) {
                0 => (pool.not(a), !a_table),
                1 => (pool.or(a, b), a_table | b_table),
                _ => (pool.and(a, b), a_table & b_table),
            });
        }
        let (term, table) = terms[terms.len() - 1];
        for row in 0..64u64 {
            let mut assignment = Assignment::new();
            for (i, &symbol) in symbols.iter().enumerate() {
                let id = pool.as_symbol(symbol).expect("a symbol");
                assignment.set_bool(id, row >> i & 1 == 1);
            }
            let value = pool.eval_bool(term, &assignment);
            assert_eq!(value, table >> row & 1 == 1, "{} at {row}", pool.display(term));
        }
    }
    let all = pool.and_all(symbols.iter().copied());
    let again = pool.and(all, symbols[2]);
    assert_eq!(again, all);
    let not = pool.not(symbols[1]);
    assert_eq!(pool.and(not, all), pool.bool_const(false));
    let part = pool.and(symbols[4], symbols[1]);
    assert_eq!(pool.and(part, all), all);
}

/// Arrays with two-bit indices, each beside its four bytes for one assignment.
#[test]
fn stores_and_choices_of_arrays() {
    let mut rng = Rng::with_seed(7);
    for _ in 0..2000 {
        let mut pool = TermPool::new();
        let mut assignment = Assignment::new();
        let mut bit = |pool: &mut TermPool, name: &str| {
            let (term, value) = (pool.bool_symbol(name), rng.bool());
            assignment.set_bool(pool.as_symbol(term).expect("a symbol"), value);
            (term, value)
        };
        let choices = [bit(&mut pool, "p"), bit(&mut pool, "q")];
        let (i, v) = (pool.bv_symbol("i", 2), pool.bv_symbol("v", 8));
        let (at, byte) = (rng.u64(0..4), rng.u64(0..3));
        let id = pool.as_symbol(i).expect("a symbol");
        assignment.set_bv(id, margay_smt::BitVec::from_u64(2, at));
        let id = pool.as_symbol(v).expect("a symbol");
        assignment.set_bv(id, margay_smt::BitVec::from_u64(8, byte));
        let memory = pool.array_symbol("memory", 2);
        let id = pool.as_symbol(memory).expect("a symbol");
        assignment.set_array(id, ArrayValue::from_bytes(&[7, 8, 9, 7]));
        let zero = pool.bv_u64(8, 0);
        let zeros = pool.const_array(2, zero);
        let table = pool.table(2, vec![1, 0, 2].into());
        let mut arrays: Vec<(Array, [u64; 4])> =
            vec![(memory, [7, 8, 9, 7]), (zeros, [0; 4]), (table, [1, 0, 2, 0])];
        for _ in 0..8 {
            let (array, bytes) = arrays[rng.usize(0..arrays.len())];
            let (other, other_bytes) = arrays[rng.usize(0..arrays.len())];
            let (index, place) = match rng.u64(0..6) {
                4 | 5 => (i, at),
                c => (pool.bv_u64(2, c & 3), c & 3),
            };
            let place = usize::try_from(place).expect("small");
            let read = pool.read(array, index);
            let (p, truth) = choices[rng.usize(0..2)];
            arrays.push(match rng.u32(0..6) {
                0 => (pool.ite(p, array, other), if truth { bytes } else { other_bytes }),
                1 => {
                    let mut changed = other_bytes;
                    changed[place] = bytes[place];
                    (pool.store(other, index, read), changed)
                }
                k => {
                    let (new, value) = if k < 4 { (pool.bv_u64(8, 1), 1) } else { (v, byte) };
                    let mut changed = bytes;
                    changed[place] = value;
                    (pool.store(array, index, new), changed)
                }
            });
        }
        let mut evaluator = Evaluator::new(&pool, &assignment);
        for &(array, bytes) in &arrays {
            let value = evaluator.array(array);
            for (at, byte) in (0..).zip(bytes) {
                assert_eq!(u64::from(value.get(at)), byte, "{}", pool.display(array));
            }
        }
        for (array, bytes) in arrays {
            for (index, at) in [(i, at), (pool.bv_u64(2, 2), 2)] {
                let read = pool.read(array, index);
                let value = pool.eval_bv(read, &assignment).to_u64();
                let at = usize::try_from(at).expect("small");
                assert_eq!(value, Some(bytes[at]), "{}", pool.display(read));
            }
        }
    }
}

#[test]
fn contents_written_in_any_order_are_one_term() {
    let mut pool = TermPool::new();
    let memory = pool.array_symbol("memory", 64);
    let bytes: Vec<Bv> = (0..8).map(|i| pool.bv_symbol(&format!("b{i}"), 8)).collect();
    let mut rng = Rng::with_seed(8);
    let mut write = |order: &[usize]| {
        order.iter().fold(memory, |array, &i| {
            let at = pool.bv_u64(64, u64::try_from(i).expect("small"));
            pool.store(array, at, bytes[i])
        })
    };
    let mut order: Vec<usize> = (0..8).collect();
    let first = write(&order);
    for _ in 0..50 {
        rng.shuffle(&mut order);
        let mut twice = order.clone();
        twice.extend(&order[..3]);
        assert_eq!(write(&twice), first);
    }
}

/// What the domains of operands show is decided while building.
#[test]
fn bounded_terms_are_decided() {
    let mut pool = TermPool::new();
    let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
    let constants: Vec<Bv> = (0..=20).map(|c| pool.bv_u64(32, c)).collect();
    let truth = pool.bool_const(true);
    let rest = pool.bv_urem(x, constants[10]);
    // x % 10 < 10, also signed, and x % 10 != 12
    assert_eq!(pool.bv_ult(rest, constants[10]), truth);
    assert_eq!(pool.bv_slt(rest, constants[10]), truth);
    assert_eq!(pool.ne(rest, constants[12]), truth);
    // x % 10 <s 5 is x % 10 <u 5
    let unsigned = pool.bv_ult(rest, constants[5]);
    assert_eq!(pool.bv_slt(rest, constants[5]), unsigned);
    assert!(matches!(pool.node(unsigned), Node::Ult(..)));
    // (x % 10) % 12, (x % 10) & 15 and a narrow copy are x % 10
    assert_eq!(pool.bv_urem(rest, constants[12]), rest);
    assert_eq!(pool.bv_and(rest, constants[15]), rest);
    let narrow = pool.bv_trunc(rest, 8);
    assert_eq!(pool.bv_zext(narrow, 32), rest);
    assert_eq!(pool.bv_sext(narrow, 32), rest);
    // Signed division of what is not negative is unsigned.
    let (signed, unsigned) = (pool.bv_sdiv(rest, constants[3]), pool.bv_udiv(rest, constants[3]));
    assert_eq!(signed, unsigned);
    // x % 4 == 0 looks at two bits, whatever the sign
    let even = pool.bv_srem(x, constants[4]);
    let even = pool.eq(even, constants[0]);
    let bits = pool.bv_extract(1, 0, x);
    let zero = pool.bv_u64(2, 0);
    assert_eq!(even, pool.eq(bits, zero));
    // Elements of an array are apart from the field before it: p + 4 + y % 10 and p.
    let p = pool.bv_symbol("p", 32);
    let index = pool.bv_urem(y, constants[10]);
    let element = pool.bv_add(p, constants[4]);
    let element = pool.bv_add(element, index);
    let memory = pool.array_symbol("memory", 32);
    let byte = pool.bv_u64(8, 1);
    let stored = pool.store(memory, element, byte);
    let before = pool.read(memory, p);
    assert_eq!(pool.read(stored, p), before);
    assert_eq!(pool.ne(element, p), truth);
    // A read of a choice between arrays goes to what was written.
    let q = pool.bool_symbol("q");
    let other = pool.array_symbol("other", 32);
    let other = pool.store(other, p, byte);
    let merged = pool.ite(q, other, stored);
    let merged = pool.read(merged, p);
    assert_eq!(merged, pool.ite(q, byte, before));
}
