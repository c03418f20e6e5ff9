//! Random terms, deeper and wider than the exhaustive tests go: the value of the rewritten term is
//! that of the tree it was built from: for some ten thousand terms, and for a million in the long run.
//! Seeds are fixed.

mod common;

use common::random::{WIDTHS, env, expr};
use common::{assignment, symbol};
use fastrand::Rng;
use margay_smt::{Evaluator, Substitution, TermPool};

#[test]
fn rewriting_keeps_the_value() {
    let mut rng = Rng::with_seed(1);
    let rounds = if common::long() { 12_500 } else { 300 };
    for round in 0..rounds {
        let mut pool = TermPool::new();
        let built: Vec<_> = (0..80)
            .map(|_| {
                let width = [1, 8, 16, 32, 64, 7, 13, 100, 128][rng.usize(0..9)];
                let depth = rng.u32(1..6);
                let e = expr(&mut rng, width, depth);
                let term = e.build(&mut pool);
                assert_eq!(pool.width(term), width);
                (e, term)
            })
            .collect();
        for _ in 0..6 {
            let env = env(&mut rng);
            let assignment = assignment(&mut pool, &WIDTHS, &env);
            let mut evaluator = Evaluator::new(&pool, &assignment);
            for (e, term) in &built {
                assert_eq!(
                    evaluator.bv(*term).to_u128(),
                    Some(e.eval(&env)),
                    "round {round}: {e:?}\nis {}\nwith {assignment:?}",
                    pool.display(*term)
                );
            }
        }
    }
}

#[test]
fn building_again_gives_the_same_term() {
    let mut rng = Rng::with_seed(2);
    let mut pool = TermPool::new();
    for _ in 0..2000 {
        let e = expr(&mut rng, 32, 4);
        let term = e.build(&mut pool);
        let count = pool.term_count();
        assert_eq!(term, e.build(&mut pool));
        assert_eq!(count, pool.term_count(), "{e:?}");
    }
}

#[test]
fn substituting_is_evaluating_later() {
    let mut rng = Rng::with_seed(3);
    for _ in 0..600 {
        let mut pool = TermPool::new();
        let e = expr(&mut rng, 32, 4);
        let term = e.build(&mut pool);
        let new = expr(&mut rng, 8, 3);
        let new_term = new.build(&mut pool);
        let mut substitution = Substitution::new();
        let replaced = symbol(&mut pool, 1, 8);
        substitution.insert(&pool, replaced, new_term);
        let result = pool.substitute_bv(term, &substitution);
        let mut env = env(&mut rng);
        let before = assignment(&mut pool, &WIDTHS, &env);
        let value = pool.eval_bv(result, &before).to_u128();
        env.values[1] = new.eval(&env);
        assert_eq!(value, Some(e.eval(&env)), "{e:?} with {new:?}");
        assert!(
            pool.symbols(new_term).contains(&replaced) || !pool.symbols(result).contains(&replaced)
        );
    }
}
