//! Conversions of values from one type to another.

use crate::arith::floats;
use crate::arith::ints;
use crate::value::Value;
use crate::value::lane::Lane;
use crate::value::terms::{self, resize};
use margay_ir::CastOp;
use margay_smt::TermPool;

/// A cast of one scalar.
pub fn cast(pool: &mut TermPool, op: CastOp, value: Value, from: Lane, to: Lane) -> ints::Outcome {
    match op {
        CastOp::Trunc | CastOp::ZExt | CastOp::PtrToInt | CastOp::IntToPtr | CastOp::AddrSpace => {
            (resize(pool, value, from.bits, to.bits), None)
        }
        CastOp::SExt => (ints::sign_extend(pool, value, from.bits, to.bits), None),
        CastOp::Bitcast => (value, None),
        CastOp::FpToUi | CastOp::FpToSi => {
            floats::to_int(pool, op == CastOp::FpToSi, value, from, to)
        }
        CastOp::UiToFp | CastOp::SiToFp => {
            (floats::from_int(pool, op == CastOp::SiToFp, value, from, to), None)
        }
        CastOp::FpTrunc | CastOp::FpExt => (floats::convert(pool, value, from, to), None),
    }
}

/// The same bits in other lanes, the first lane lowest.
pub fn recut(pool: &mut TermPool, values: &[Value], from: &[Lane], to: &[Lane]) -> Vec<Value> {
    let widths = |lanes: &[Lane]| lanes.iter().map(|lane| lane.bits).collect::<Vec<_>>();
    terms::recut(pool, values, &widths(from), &widths(to))
}
