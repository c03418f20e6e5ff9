//! Transcendental functions of `long double`.

use super::{Num, count_approximation};
use margay_engine::Call;

pub fn unary(call: &mut Call<'_>, name: &'static str, x: Num, near: fn(f64) -> f64) -> Num {
    count_approximation(call, name);
    Num::from_f64(x.kind, near(x.to_f64()))
}

pub fn binary(
    call: &mut Call<'_>,
    name: &'static str,
    x: Num,
    y: Num,
    near: fn(f64, f64) -> f64,
) -> Num {
    count_approximation(call, name);
    Num::from_f64(x.kind, near(x.to_f64(), y.to_f64()))
}
