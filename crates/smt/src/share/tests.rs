use super::*;
use crate::FloatKind;
use crate::term::Bv;

/// Checks the share of what `chosen` builds among what `given` does.
fn check_given(
    given: impl FnOnce(&mut TermPool) -> Vec<Bool>,
    chosen: impl FnOnce(&mut TermPool) -> Vec<Bool>,
    expected: Option<(f64, bool)>,
) {
    let mut pool = TermPool::new();
    let (given, chosen) = (given(&mut pool), chosen(&mut pool));
    let found = share(&mut pool, &given, &chosen);
    assert_eq!(found, share(&mut pool, &given, &chosen), "the same every time");
    match (found, expected) {
        (Some(found), Some((value, at_most))) => {
            // Samples are few.
            let close = (found.log2 - value.log2()).abs() < 0.1;
            assert!(close && found.at_most == at_most, "{found:?}, {}", found.value());
        }
        (found, expected) => assert_eq!(found.is_some(), expected.is_some(), "{found:?}"),
    }
}

fn check(chosen: impl FnOnce(&mut TermPool) -> Vec<Bool>, expected: f64) {
    check_given(|_| vec![], chosen, Some((expected, false)));
}

fn less(pool: &mut TermPool, a: Bv, number: u64) -> Bool {
    let number = pool.bv_u64(pool.width(a), number);
    pool.bv_ult(a, number)
}

fn is(pool: &mut TermPool, a: Bv, number: u64) -> Bool {
    let number = pool.bv_u64(pool.width(a), number);
    pool.eq(a, number)
}

#[test]
fn few_values_are_counted() {
    let mut pool = TermPool::new();
    assert_eq!(share(&mut pool, &[], &[]), Some(Share::ALL));
    let x = pool.bv_symbol("x", 8);
    let small = less(&mut pool, x, 16);
    assert_eq!(share(&mut pool, &[], &[small]), Some(Share { log2: -4.0, at_most: false }));
    let y = pool.bv_symbol("y", 8);
    let below = pool.bv_ult(x, y);
    let found = share(&mut pool, &[], &[below]).expect("it can be counted");
    assert!((found.value() - 255.0 / 512.0).abs() < 1e-9, "{found:?}");
    let odd = pool.bv_extract(0, 0, x);
    let odd = is(&mut pool, odd, 1);
    assert_eq!(share(&mut pool, &[], &[odd, odd]).map(Share::value), Some(0.5));
}

#[test]
fn independent_parts_multiply() {
    let both = |pool: &mut TermPool| {
        let (x, y) = (pool.bv_symbol("x", 8), pool.bv_symbol("y", 32));
        let (x, y) = (less(pool, x, 16), less(pool, y, 1 << 30));
        vec![pool.and(x, y)]
    };
    check(both, 1.0 / 64.0);
}

#[test]
fn an_equation_costs_the_bits_of_one_side() {
    check(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 8), pool.bv_symbol("y", 8));
            vec![pool.eq(x, y)]
        },
        1.0 / 256.0,
    );
    check(
        |pool| {
            let x = pool.bv_symbol("x", 32);
            vec![is(pool, x, 5)]
        },
        2f64.powi(-32),
    );
    // y = x + 7, and then x < 2^28 of both.
    check(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
            let seven = pool.bv_u64(32, 7);
            let sum = pool.bv_add(x, seven);
            vec![pool.eq(sum, y), less(pool, x, 1 << 28)]
        },
        2f64.powi(-36),
    );
    // A number of 64 bits that is one of 8.
    check(
        |pool| {
            let (x, y) = (pool.bv_symbol("x", 64), pool.bv_symbol("y", 8));
            let wide = pool.bv_zext(y, 64);
            vec![pool.eq(x, wide), less(pool, y, 64)]
        },
        2f64.powi(-66),
    );
}

#[test]
fn a_chain_of_equations_is_solved() {
    let chain = |pool: &mut TermPool| {
        let symbols: Vec<Bv> = (0..100).map(|i| pool.bv_symbol(&format!("x{i}"), 8)).collect();
        let step = pool.bv_u64(8, 3);
        symbols
            .windows(2)
            .map(|pair| {
                let next = pool.bv_add(pair[0], step);
                pool.eq(pair[1], next)
            })
            .collect()
    };
    check(chain, 2f64.powi(-99 * 8));
}

#[test]
fn many_values_are_sampled_in_their_box() {
    // Two halves of one square, of which the box is a small part.
    let narrow = |pool: &mut TermPool| {
        let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
        let (a, b) = (less(pool, x, 1000), less(pool, y, 1000));
        vec![a, b, pool.bv_ult(x, y)]
    };
    check(narrow, 0.5 * (1000.0 / 2f64.powi(32)).powi(2));
    // About zero, where signed numbers wrap.
    let near = |pool: &mut TermPool| {
        let x = pool.bv_symbol("x", 32);
        let (low, high) = (pool.bv_u64(32, 0xffff_ff80), pool.bv_u64(32, 0x80));
        vec![pool.bv_sle(low, x), pool.bv_slt(x, high)]
    };
    check(near, 2f64.powi(-24));
    let double = |pool: &mut TermPool| {
        let x = pool.fp_symbol("x", FloatKind::Double);
        let zero = pool.fp_const(FloatKind::Double, 0);
        vec![pool.fp_olt(x, zero)]
    };
    check(double, 0.5);
    let wide = |pool: &mut TermPool| {
        let x = pool.bv_symbol("x", 128);
        let three = pool.bv_extract(127, 126, x);
        let none = pool.bv_u64(2, 0);
        vec![pool.ne(three, none)]
    };
    check(wide, 0.75);
}

#[test]
fn what_no_sample_meets_has_a_bound() {
    let rare = |pool: &mut TermPool| {
        let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
        let product = pool.bv_mul(x, y);
        vec![is(pool, product, 12_345_679)]
    };
    check_given(|_| vec![], rare, Some((2f64.powi(-12), true)));
}

#[test]
fn what_is_given_is_no_choice() {
    let byte = |pool: &mut TermPool| pool.bv_symbol("x", 8);
    let digit = |pool: &mut TermPool| {
        let x = byte(pool);
        let (low, high) = (pool.bv_u64(8, 48), pool.bv_u64(8, 57));
        vec![pool.bv_ule(low, x), pool.bv_ule(x, high)]
    };
    let two = |pool: &mut TermPool| {
        let x = byte(pool);
        vec![less(pool, x, 50)]
    };
    check_given(digit, two, Some((0.2, false)));
    check_given(digit, digit, Some((1.0, false)));
    let other = |pool: &mut TermPool| {
        let y = pool.bv_symbol("y", 8);
        vec![less(pool, y, 128)]
    };
    check_given(digit, other, Some((0.5, false)));
    // Among the few values that the environment has.
    let count = |pool: &mut TermPool| {
        let n = pool.bv_symbol("argc", 32);
        let (low, high) = (pool.bv_u64(32, 1), pool.bv_u64(32, 3));
        vec![pool.bv_ule(low, n), pool.bv_ule(n, high)]
    };
    let more = |pool: &mut TermPool| {
        let n = pool.bv_symbol("argc", 32);
        let one = pool.bv_u64(32, 1);
        vec![pool.bv_slt(one, n)]
    };
    check_given(count, more, Some((2.0 / 3.0, false)));
}

#[test]
fn what_cannot_be_tried_is_not_told() {
    let array = |pool: &mut TermPool| {
        let (bytes, at) = (pool.array_symbol("a", 32), pool.bv_symbol("x", 32));
        let byte = pool.read(bytes, at);
        vec![is(pool, byte, 0)]
    };
    check_given(|_| vec![], array, None);
    let never = |pool: &mut TermPool| vec![pool.bool_const(false)];
    check_given(|_| vec![], never, None);
}

#[test]
fn names_decide_and_not_ids() {
    let build = |pool: &mut TermPool, names: [&str; 2]| {
        names.iter().for_each(|name| {
            pool.bv_symbol(name, 32);
        });
        let (x, y) = (pool.bv_symbol("x", 32), pool.bv_symbol("y", 32));
        let product = pool.bv_mul(x, y);
        let condition = pool.bv_slt(product, x);
        share(pool, &[], &[condition])
    };
    let (one, other) =
        (build(&mut TermPool::new(), ["x", "y"]), build(&mut TermPool::new(), ["y", "x"]));
    assert!(one.is_some());
    assert_eq!(one, other);
}
