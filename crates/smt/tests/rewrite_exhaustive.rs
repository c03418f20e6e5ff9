//! Every family of rewrites, proved at small widths: all shapes up to two operations deep over two
//! symbols and constants, under all values of the symbols.

mod common;

use common::{Bin, Cmp, E, Env, Expr, Logic, Un, assignment};
use margay_smt::{Bv, Evaluator, TermPool};
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

#[test]
fn negations_inside_and_outside() {
    for width in 1..=3 {
        let leaves: Vec<E> = leaves(width, &[1, 2]).iter().flat_map(unaries).collect();
        let all = binaries(&leaves).iter().flat_map(unaries).collect();
        check(width, all);
    }
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
    let width = 3;
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
    check(width, all);
}

#[test]
fn slices_of_operations() {
    let width = 3;
    let leaves = leaves(width, &all_constants(width));
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
    check(width, all);
}

/// Slices, concatenations and extensions of two symbols, two levels deep.
fn shapes(width: u32) -> Vec<E> {
    let leaves = leaves(width, &[0, 1, mask_of(width)]);
    let mut first = leaves.clone();
    for e in &leaves[..2] {
        first.push(Rc::new(Expr::Zext(width + 2, e.clone())));
        first.push(Rc::new(Expr::Sext(width + 2, e.clone())));
        for high in 0..width {
            for low in 0..=high {
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
        check(width, all);
    }
}

#[test]
fn operations_on_slices_and_extensions() {
    let width = 2;
    let mut by_width: Vec<Vec<E>> = vec![Vec::new(); 9];
    for e in shapes(width) {
        if let Some(group) = by_width.get_mut(usize::try_from(e.width()).unwrap_or(9))
            && group.len() < 24
        {
            group.push(e);
        }
    }
    let mut all = Vec::new();
    for group in &mut by_width[1..7] {
        let w = group[0].width();
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
    check(width, all);
}

#[test]
fn choices_and_logic() {
    let width = 2;
    let leaves = leaves(width, &all_constants(width));
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
    let mut all = Vec::new();
    for c in &conditions {
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
                all.push(Rc::new(Expr::Extract(1, 1, choice.clone())));
                all.push(Rc::new(Expr::Zext(4, choice)));
            }
        }
    }
    check(width, all);

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
