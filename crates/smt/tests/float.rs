//! Floating point: the hardware formats against the hardware and against the software formats, the
//! others against values known from their definition. Seeds are fixed.

use fastrand::Rng;
use margay_smt::concrete::float::{self, FloatKind, RoundingMode};
use margay_smt::concrete::float_int;
use margay_smt::{Assignment, BitVec, TermPool};
use std::cmp::Ordering;

use FloatKind::{BFloat, Double, Half, Quad, Single, X87};

/// A pattern worth testing: special values, and numbers of close and of far exponents.
fn pattern(rng: &mut Rng) -> f64 {
    match rng.u32(0..8) {
        0 => {
            [0.0, -0.0, 1.0, -1.0, 0.5, f64::INFINITY, f64::NEG_INFINITY, f64::NAN][rng.usize(0..8)]
        }
        1 => f64::from(rng.i32(-100..100)),
        2 => f64::from(rng.i32(-1000..1000)) / 4.0,
        3 => f64::from_bits(rng.u64(0..1 << 30)),
        4 => f64::from_bits(rng.u64(..)),
        _ => (rng.f64() - 0.5) * 2f64.powi(rng.i32(-30..70)),
    }
}

fn f32_bits(v: f32) -> u128 {
    u128::from(v.to_bits())
}

fn f64_bits(v: f64) -> u128 {
    u128::from(v.to_bits())
}

/// Equal patterns, or both NaN.
fn same(kind: FloatKind, a: u128, b: u128) -> bool {
    a == b || (float::is_nan(kind, a) && float::is_nan(kind, b))
}

#[test]
fn double_is_the_hardware() {
    let mut rng = Rng::with_seed(11);
    for _ in 0..5000 {
        let (a, b, c) = (pattern(&mut rng), pattern(&mut rng), pattern(&mut rng));
        let (x, y, z) = (f64_bits(a), f64_bits(b), f64_bits(c));
        assert_eq!(float::add(Double, x, y), f64_bits(a + b));
        assert_eq!(float::sub(Double, x, y), f64_bits(a - b));
        assert_eq!(float::mul(Double, x, y), f64_bits(a * b));
        assert_eq!(float::div(Double, x, y), f64_bits(a / b));
        assert_eq!(float::rem(Double, x, y), f64_bits(a % b));
        assert_eq!(float::fma(Double, x, y, z), f64_bits(a.mul_add(b, c)));
        assert_eq!(float::sqrt(Double, x), f64_bits(a.sqrt()));
        assert_eq!(float::compare(Double, x, y), a.partial_cmp(&b));
        assert_eq!(float::convert(Double, Single, x), f32_bits(a as f32));
        assert_eq!(float::is_nan(Double, x), a.is_nan());
        assert_eq!(float::is_infinite(Double, x), a.is_infinite());
        assert_eq!(float::is_negative(Double, x), a.is_sign_negative());
        let (f, g) = (a as f32, b as f32);
        let (x, y) = (f32_bits(f), f32_bits(g));
        assert_eq!(float::add(Single, x, y), f32_bits(f + g));
        assert_eq!(float::div(Single, x, y), f32_bits(f / g));
        assert_eq!(float::sqrt(Single, x), f32_bits(f.sqrt()));
        assert_eq!(float::convert(Single, Double, x), f64_bits(f64::from(f)));
    }
}

/// A format at least twice as precise plus two bits makes double rounding harmless, so `Quad` checks
/// `Double`, and `Double` checks `Half` and `BFloat`.
#[test]
fn formats_agree_with_wider_ones() {
    let mut rng = Rng::with_seed(12);
    for (narrow, wide) in [(Half, Double), (BFloat, Double), (Single, Double), (Double, Quad)] {
        for _ in 0..3000 {
            let a = float::convert(Double, narrow, f64_bits(pattern(&mut rng)));
            let b = float::convert(Double, narrow, f64_bits(pattern(&mut rng)));
            let (x, y) = (float::convert(narrow, wide, a), float::convert(narrow, wide, b));
            let back = |v| float::convert(wide, narrow, v);
            let context = format!("{narrow:?} {a:x} {b:x}");
            let sum = float::add(narrow, a, b);
            assert!(same(narrow, sum, back(float::add(wide, x, y))), "add {context}");
            let product = float::mul(narrow, a, b);
            // A product that is subnormal in the narrow format is exact in the wide one.
            assert!(same(narrow, product, back(float::mul(wide, x, y))), "mul {context}");
            let root = float::sqrt(narrow, a);
            assert!(same(narrow, root, back(float::sqrt(wide, x))), "sqrt {context}");
            let rem = float::rem(narrow, a, b);
            assert!(same(narrow, rem, back(float::rem(wide, x, y))), "rem {context}");
            assert_eq!(float::compare(narrow, a, b), float::compare(wide, x, y));
            for mode in RoundingMode::ALL {
                let rounded = float::round_to_integral(narrow, mode, a);
                let wider = float::round_to_integral(wide, mode, x);
                assert!(same(narrow, rounded, back(wider)), "{mode:?} {context}");
            }
            for width in [1, 8, 32, 64, 128, 300] {
                let int = float_int::to_signed(narrow, a, width);
                assert_eq!(int, float_int::to_signed(wide, x, width), "{context}");
                let int = float_int::to_unsigned(narrow, a, width);
                assert_eq!(int, float_int::to_unsigned(wide, x, width), "{context}");
            }
        }
    }
}

#[test]
fn integers_convert_as_in_rust() {
    let mut rng = Rng::with_seed(13);
    for _ in 0..3000 {
        let v = rng.i64(..) >> rng.u32(0..64);
        let bits = BitVec::from_i128(64, i128::from(v));
        assert_eq!(float_int::from_signed(Double, &bits), f64_bits(v as f64));
        assert_eq!(float_int::from_signed(Single, &bits), f32_bits(v as f32));
        let u = v.cast_unsigned();
        assert_eq!(float_int::from_unsigned(Double, &bits), f64_bits(u as f64));
        // The software path, through formats that hold 64 bits exactly.
        for kind in [X87, Quad] {
            let wide = float_int::from_signed(kind, &bits);
            assert_eq!(float::convert(kind, Double, wide), f64_bits(v as f64), "{kind:?} {v}");
            assert_eq!(float_int::to_signed(kind, wide, 64), Some(bits.clone()));
            let wide = float_int::from_unsigned(kind, &bits);
            assert_eq!(float_int::to_unsigned(kind, wide, 64), Some(bits.clone()));
        }
        // Above 128 bits, shifted so that the value is the same up to a power of two.
        let wide = bits.sext(300).shl_by(200);
        let expected = (v as f64) * 2f64.powi(200);
        assert_eq!(float_int::from_signed(Double, &wide), f64_bits(expected), "{v}");
        // A bit far below breaks a tie upwards.
        let sticky = BitVec::from_u64(300, (1 << 53) + 1).shl_by(200).or(&BitVec::one(300));
        let up = ((1u64 << 53) + 2) as f64 * 2f64.powi(200);
        assert_eq!(float_int::from_unsigned(Double, &sticky), f64_bits(up));
    }
}

#[test]
fn integers_out_of_range_have_no_value() {
    let d = f64_bits;
    assert_eq!(float_int::to_signed(Double, d(128.0), 8), None);
    assert_eq!(float_int::to_signed(Double, d(-128.9), 8), Some(BitVec::from_i128(8, -128)));
    assert_eq!(float_int::to_signed(Double, d(-129.0), 8), None);
    assert_eq!(float_int::to_unsigned(Double, d(255.9), 8), Some(BitVec::from_u64(8, 255)));
    assert_eq!(float_int::to_unsigned(Double, d(-0.9), 8), Some(BitVec::zero(8)));
    assert_eq!(float_int::to_unsigned(Double, d(-1.0), 8), None);
    assert_eq!(float_int::to_signed(Double, d(f64::NAN), 64), None);
    assert_eq!(float_int::to_signed(Double, d(f64::INFINITY), 2000), None);
    let huge = float_int::to_unsigned(Double, d(2f64.powi(1000)), 1001);
    assert_eq!(huge, Some(BitVec::power_of_two(1001, 1000)));
}

#[test]
fn known_values_of_x87() {
    let one = 0x3fff_8000_0000_0000_0000;
    let two = 0x4000_8000_0000_0000_0000;
    let third = 0x3ffd_aaaa_aaaa_aaaa_aaab;
    let three = float::add(X87, one, two);
    assert_eq!(three, 0x4000_c000_0000_0000_0000);
    assert_eq!(float::div(X87, one, three), third);
    // The square root of two, as x87's fsqrt has it.
    assert_eq!(float::sqrt(X87, two), 0x3fff_b504_f333_f9de_6484);
    assert_eq!(float::sqrt(X87, 0x4001_8000_0000_0000_0000), two);
    assert_eq!(float::convert(Double, X87, f64_bits(1.0)), one);
    assert_eq!(X87.infinity(), 0x7fff_8000_0000_0000_0000);
    assert_eq!(float::div(X87, one, 0), X87.infinity());
    assert_eq!(float::compare(X87, one, two), Some(Ordering::Less));
    // The smallest subnormal and its root, which is normal.
    assert_eq!(float::sqrt(X87, 4), float::mul(X87, float::sqrt(X87, 1), two));
    assert_eq!(float::sub(X87, one, one), 0);
    assert_eq!(float::rem(X87, three, two), one);
}

#[test]
fn known_values_of_quad() {
    let one = 0x3fff_0000_0000_0000_0000_0000_0000_0000;
    let two = 0x4000_0000_0000_0000_0000_0000_0000_0000;
    let three = float::add(Quad, one, two);
    assert_eq!(float::div(Quad, one, three), 0x3ffd_5555_5555_5555_5555_5555_5555_5555);
    assert_eq!(float::sqrt(Quad, two), 0x3fff_6a09_e667_f3bc_c908_b2fb_1366_ea95);
    assert_eq!(float::convert(Double, Quad, f64_bits(1.0)), one);
    assert_eq!(float::convert(Quad, Double, three), f64_bits(3.0));
    assert_eq!(Quad.infinity(), 0x7fff_u128 << 112);
    assert!(float::is_nan(Quad, float::sqrt(Quad, float::neg(Quad, one))));
    assert_eq!(float::sqrt(Quad, Quad.sign_mask()), Quad.sign_mask());
}

#[test]
fn known_values_of_the_short_formats() {
    assert_eq!(float::convert(Double, Half, f64_bits(1.0)), 0x3c00);
    assert_eq!(float::convert(Double, Half, f64_bits(65504.0)), 0x7bff);
    assert_eq!(float::convert(Double, Half, f64_bits(65520.0)), Half.infinity());
    assert_eq!(float::convert(Single, BFloat, f32_bits(1.0)), 0x3f80);
    assert_eq!(float::sqrt(Half, 0x4000), 0x3da8);
    // 1 + 2^-11 + 2^-30 rounds up once, and not to even through a float.
    let v = 1.0 + 2f64.powi(-11) + 2f64.powi(-30);
    assert_eq!(float::convert(Double, Half, f64_bits(v)), 0x3c01);
}

#[test]
fn minimum_and_maximum_follow_c() {
    for kind in FloatKind::ALL {
        let number = |v: f64| float::convert(Double, kind, f64_bits(v));
        let (one, two, nan) = (number(1.0), number(2.0), kind.quiet_nan());
        assert_eq!(float::min(kind, one, two), one);
        assert_eq!(float::max(kind, one, two), two);
        assert_eq!(float::min(kind, nan, two), two);
        assert_eq!(float::max(kind, one, nan), one);
        assert_eq!(float::min(kind, 0, kind.sign_mask()), kind.sign_mask());
        assert_eq!(float::max(kind, kind.sign_mask(), 0), 0);
    }
}

#[test]
fn rounding_modes() {
    let cases = [
        (2.5, [2.0, 3.0, 3.0, 2.0, 2.0]),
        (-2.5, [-2.0, -3.0, -2.0, -3.0, -2.0]),
        (0.4, [0.0, 0.0, 1.0, 0.0, 0.0]),
        (-0.4, [-0.0, -0.0, -0.0, -1.0, -0.0]),
        (3.5, [4.0, 4.0, 4.0, 3.0, 3.0]),
    ];
    for kind in FloatKind::ALL {
        for (value, expected) in cases {
            for (mode, want) in RoundingMode::ALL.into_iter().zip(expected) {
                // 0.4 is not exact in the short formats, but rounds alike.
                let got = float::round_to_integral(
                    kind,
                    mode,
                    float::convert(Double, kind, f64_bits(value)),
                );
                let want = float::convert(Double, kind, f64_bits(want));
                assert_eq!(got, want, "{kind:?} {mode:?} {value}");
            }
        }
    }
}

/// Float terms fold on constants and evaluate to the same.
#[test]
fn terms_fold_and_evaluate_alike() {
    let mut rng = Rng::with_seed(14);
    for _ in 0..400 {
        let kind = FloatKind::ALL[rng.usize(0..6)];
        let number = |v: f64| float::convert(Double, kind, f64_bits(v));
        let (x, y) = (number(pattern(&mut rng)), number(pattern(&mut rng)));
        let mut pool = TermPool::new();
        let (a, b) = (pool.fp_symbol("a", kind), pool.fp_symbol("b", kind));
        let mut assignment = Assignment::new();
        for (name, value) in [("a", x), ("b", y)] {
            let bits = pool.bv_symbol(name, kind.bits());
            let id = pool.as_symbol(bits).expect("a symbol");
            assignment.set_bv(id, BitVec::from_u128(kind.bits(), value));
        }
        let (p, q) = (pool.fp_const(kind, x), pool.fp_const(kind, y));
        let build = |pool: &mut TermPool, a, b| {
            let mut all = vec![
                pool.fp_add(a, b),
                pool.fp_sub(a, b),
                pool.fp_mul(a, b),
                pool.fp_div(a, b),
                pool.fp_rem(a, b),
                pool.fp_sqrt(a),
                pool.fp_fma(a, b, a),
            ];
            let negated = pool.fp_neg(a);
            all.push(pool.fp_neg(negated));
            all.push(pool.fp_abs(negated));
            all.push(pool.fp_round(RoundingMode::NearestEven, negated));
            let int = pool.fp_to_int(a, true, 32);
            all.push(pool.fp_from_int(kind, true, int));
            let other = pool.fp_convert(a, Double);
            all.push(pool.fp_convert(other, kind));
            let less = pool.fp_olt(a, b);
            all.push(pool.ite(less, a, b));
            let facts = vec![
                less,
                pool.fp_ole(a, b),
                pool.fp_oeq(a, b),
                pool.fp_oeq(a, a),
                pool.fp_unordered(a, b),
                pool.fp_is_negative(a),
                pool.fp_is_zero(negated),
                pool.fp_is_infinite(a),
                pool.fp_fits(a, true, 32),
                pool.eq(a, b),
            ];
            (all, facts)
        };
        let (symbolic, facts) = build(&mut pool, a, b);
        let (folded, known) = build(&mut pool, p, q);
        for (term, constant) in symbolic.into_iter().zip(folded) {
            let constant = pool.as_const_fp(constant).expect("folded");
            let value = pool.eval_fp(term, &assignment);
            assert_eq!(value, constant, "{kind:?} {x:x} {y:x}: {}", pool.display(term));
        }
        for (term, constant) in facts.into_iter().zip(known) {
            let constant = pool.as_const_bool(constant).expect("folded");
            let value = pool.eval_bool(term, &assignment);
            assert_eq!(value, constant, "{kind:?} {x:x} {y:x}: {}", pool.display(term));
        }
    }
}
