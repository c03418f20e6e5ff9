//! Transcendental functions of `long double`.
//!
//! The host has no such functions that Rust could call. The common ones are computed
//! in quad precision and rounded once, which gives the nearest number but for rare
//! cases; glibc's x87 code is off by a bit more often than that. For the others the
//! result of `double` stands in, and every such call is counted.

use super::quad::{self, Quad};
use super::{Num, count_approximation};
use margay_engine::Call;
use margay_smt::FloatKind;

pub fn unary(call: &mut Call<'_>, name: &'static str, x: Num, near: fn(f64) -> f64) -> Num {
    if x.kind == FloatKind::Double {
        return Num::from_f64(x.kind, near(x.to_f64()));
    }
    if x.is_infinite() && name == "atanl" {
        return quad::PI_HALF.num().convert(x.kind).copysign(x);
    }
    // Infinities and NaNs give results that are the same in every format, and so do
    // zeros, but for the inverse cosine.
    if !x.is_finite() || x.is_zero() && name != "acosl" {
        return Num::from_f64(x.kind, near(x.to_f64()));
    }
    match precise(name, Quad::new(x)) {
        Some(z) => z.num().convert(x.kind),
        None => {
            count_approximation(call, name);
            Num::from_f64(x.kind, near(x.to_f64()))
        }
    }
}

/// The result for a finite number other than zero, if it is computed here.
fn precise(name: &str, x: Quad) -> Option<Quad> {
    let one = Quad::from(1.0);
    let outside = |valid: bool, z: fn(Quad) -> Quad| if valid { z(x) } else { Quad::INVALID };
    // Older functions of glibc answer with a NaN of their own making, which is positive.
    let old = |valid: bool, z: fn(Quad) -> Quad| if valid { z(x) } else { Quad::NAN };
    Some(match name {
        "sinl" => quad::sin_cos(x)?.0,
        "cosl" => quad::sin_cos(x)?.1,
        "tanl" => {
            let (sin, cos) = quad::sin_cos(x)?;
            sin / cos
        }
        "asinl" => old(x.abs() <= one, quad::asin),
        "acosl" => old(x.abs() <= one, quad::acos),
        "atanl" => quad::atan(x),
        "sinhl" => quad::sinh(x),
        "coshl" => quad::cosh(x),
        "tanhl" => quad::tanh(x),
        "asinhl" => quad::asinh(x),
        "acoshl" => outside(x >= one, quad::acosh),
        "atanhl" if x.abs() == one => Quad::INFINITY.copysign(x),
        "atanhl" => outside(x.abs() < one, quad::atanh),
        "expl" => quad::exp(x),
        "exp2l" => quad::exp2(x),
        "exp10l" | "pow10l" => quad::exp(x * quad::LN_10),
        "expm1l" => quad::expm1(x),
        "logl" => old(!x.is_negative(), quad::log),
        "log2l" => old(!x.is_negative(), quad::log2),
        "log10l" => old(!x.is_negative(), |x| quad::log(x) / quad::LN_10),
        "log1pl" if x == -one => -Quad::INFINITY,
        "log1pl" => outside(x > -one, quad::log1p),
        "cbrtl" => quad::cbrt(x),
        _ => return None,
    })
}

pub fn binary(
    call: &mut Call<'_>,
    name: &'static str,
    x: Num,
    y: Num,
    near: fn(f64, f64) -> f64,
) -> Num {
    if x.kind == FloatKind::Double || x.is_nan() || y.is_nan() {
        return Num::from_f64(x.kind, near(x.to_f64(), y.to_f64()));
    }
    let (a, b) = (Quad::new(x), Quad::new(y));
    let z = match name {
        "powl" => power(a, b),
        "atan2l" => angle(a, b),
        "hypotl" => quad::hypot(a, b),
        _ => {
            count_approximation(call, name);
            return Num::from_f64(x.kind, near(x.to_f64(), y.to_f64()));
        }
    };
    z.num().convert(x.kind)
}

/// `pow`, with the special cases that the standard lists.
fn power(x: Quad, y: Quad) -> Quad {
    let (zero, one) = (Quad::from(0.0), Quad::from(1.0));
    if y == zero || x == one {
        return one;
    }
    let whole = y.is_whole();
    let odd = whole && !y.scale(-1).is_whole();
    if !y.is_finite() {
        return match x.abs().partial_cmp(&one) {
            Some(std::cmp::Ordering::Equal) => one,
            Some(order) if order.is_gt() != y.is_negative() => Quad::INFINITY,
            _ => zero,
        };
    }
    if x < zero && x.is_finite() && !whole {
        return Quad::INVALID;
    }
    if let (Some(small), true) = (small_exponent(y), x.is_finite() && x != zero) {
        return repeated(x, small);
    }
    let size = if x == zero || !x.is_finite() {
        if (x == zero) == y.is_negative() { Quad::INFINITY } else { zero }
    } else {
        quad::exp(y * quad::log(x.abs()))
    };
    if odd && x.is_negative() { -size } else { size }
}

/// A whole exponent below 8: x87 code multiplies then.
fn small_exponent(y: Quad) -> Option<i32> {
    if y.is_whole() && y.abs() < Quad::from(8.0) { Some(y.num().to_f64() as i32) } else { None }
}

/// A power by repeated products, each rounded as the hardware rounds it.
fn repeated(x: Quad, exponent: i32) -> Quad {
    let one = Num::from_f64(FloatKind::X87, 1.0);
    let x = x.num().convert(FloatKind::X87);
    let (mut base, mut rest) = (if exponent < 0 { one / x } else { x }, exponent.unsigned_abs());
    let mut product = one;
    while rest > 0 {
        if rest & 1 == 1 {
            product = product * base;
        }
        rest >>= 1;
        if rest > 0 {
            base = base * base;
        }
    }
    Quad::new(product)
}

/// `atan2(y, x)`.
fn angle(y: Quad, x: Quad) -> Quad {
    let zero = Quad::from(0.0);
    let pi = quad::PI_HALF.scale(1);
    let first = match (y.is_finite(), x.is_finite()) {
        (false, false) => quad::PI_HALF.scale(-1),
        (false, true) => quad::PI_HALF,
        (true, false) => zero,
        _ if y == zero => zero,
        _ if x == zero => return quad::PI_HALF.copysign(y),
        _ => quad::atan(y.abs() / x.abs()),
    };
    let angle = if x.is_negative() { pi - first } else { first };
    angle.copysign(y)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A function of the host, and ours on the same argument.
    fn check(name: &str, near: fn(f64) -> f64, x: f64) {
        let ours = precise(name, Quad::from(x)).unwrap().num().to_f64();
        let host = near(x);
        assert!((ours - host).abs() <= host.abs() * 1e-15, "{name}({x}): {ours} and {host}");
    }

    #[test]
    fn results_agree_with_those_of_double() {
        for x in [1e-12, 0.003, 0.1, 0.5, 0.75, 0.99, 1.0, 1.5, 3.0, 20.0, 700.0] {
            check("sinl", f64::sin, x);
            check("cosl", f64::cos, x);
            check("atanl", f64::atan, x);
            check("sinhl", f64::sinh, -x);
            check("coshl", f64::cosh, x);
            check("tanhl", f64::tanh, x);
            check("expl", f64::exp, -x);
            check("expm1l", f64::exp_m1, x);
            check("exp2l", f64::exp2, x);
            check("logl", f64::ln, x);
            check("log2l", f64::log2, x);
            check("log10l", f64::log10, x);
            check("log1pl", f64::ln_1p, x);
            check("cbrtl", f64::cbrt, -x);
            if x <= 1.0 {
                check("asinl", f64::asin, x);
                check("acosl", f64::acos, -x);
            }
        }
    }

    #[test]
    fn powers_follow_the_standard() {
        let pow = |x: f64, y: f64| power(Quad::from(x), Quad::from(y)).num().to_f64();
        for (x, y) in [
            (2.0, 0.5),
            (-2.0, 3.0),
            (0.0, -1.0),
            (-0.0, -3.0),
            (-0.0, 3.0),
            (-1.0, f64::INFINITY),
            (0.5, f64::INFINITY),
            (0.5, f64::NEG_INFINITY),
            (f64::NEG_INFINITY, 3.0),
            (f64::INFINITY, -2.0),
            (10.0, 20.0),
        ] {
            assert_eq!(pow(x, y).to_bits(), x.powf(y).to_bits(), "{x} to the {y}");
        }
        assert!(pow(-2.0, 0.5).is_nan());
    }

    #[test]
    fn angles_of_all_quadrants() {
        for (y, x) in [(1.0, 1.0), (1.0, -1.0), (-1.0, -1.0), (-0.0, -1.0), (0.0, 1.0), (-1.0, 0.0)]
        {
            let z = angle(Quad::from(y), Quad::from(x)).num().to_f64();
            assert_eq!(z.to_bits(), y.atan2(x).to_bits(), "{y}, {x}");
        }
    }
}
