//! LLVM's numbers for operations and predicates.

use super::fault::{Res, fail, index};
use super::types::lanes;
use margay_ir::{BinaryOp, CastOp, FcmpPred, IcmpPred, RmwOp, Type, TypeId, Types};

#[derive(Clone, Copy, Debug)]
pub enum Predicate {
    Int(IcmpPred),
    Float(FcmpPred),
}

/// A binary operation; one number stands for the integer and the floating operation.
pub fn binary(types: &Types, number: u64, ty: TypeId) -> Res<BinaryOp> {
    use BinaryOp::*;
    let is_float = match types.get(lanes(types, ty).0) {
        Type::Int(_) => false,
        Type::Float(_) => true,
        _ => return fail("arithmetic on something that is no number"),
    };
    Ok(match (number, is_float) {
        (0, false) => Add,
        (1, false) => Sub,
        (2, false) => Mul,
        (3, false) => UDiv,
        (4, false) => SDiv,
        (5, false) => URem,
        (6, false) => SRem,
        (7, false) => Shl,
        (8, false) => LShr,
        (9, false) => AShr,
        (10, false) => And,
        (11, false) => Or,
        (12, false) => Xor,
        (0, true) => FAdd,
        (1, true) => FSub,
        (2, true) => FMul,
        (4, true) => FDiv,
        (6, true) => FRem,
        _ => return fail(format!("binary operation {number} is not known")),
    })
}

/// A predicate of a comparison of this type.
pub fn predicate(types: &Types, number: u64, ty: TypeId) -> Res<Predicate> {
    const FIRST_INT: u64 = 32;
    let is_float = matches!(types.get(lanes(types, ty).0), Type::Float(_));
    let found = if is_float {
        FcmpPred::ALL.get(index(number)?).map(|p| Predicate::Float(*p))
    } else {
        let at = number.checked_sub(FIRST_INT).and_then(|n| index(n).ok());
        at.and_then(|at| IcmpPred::ALL.get(at)).map(|p| Predicate::Int(*p))
    };
    match found {
        Some(predicate) => Ok(predicate),
        None => fail(format!("predicate {number} is not known")),
    }
}

pub fn cast(number: u64) -> Res<CastOp> {
    match CastOp::ALL.get(index(number)?) {
        Some(op) => Ok(*op),
        None => fail(format!("cast {number} is not known")),
    }
}

pub fn rmw(number: u64) -> Res<RmwOp> {
    match RmwOp::ALL.get(index(number)?) {
        Some(op) => Ok(*op),
        None => fail(format!("atomic operation {number} is not known")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tables of the IR stand in LLVM's order, which the functions above rely on.
    #[test]
    fn tables_are_in_the_order_of_llvm() {
        let float =
            [(1, FcmpPred::Oeq), (2, FcmpPred::Ogt), (8, FcmpPred::Uno), (13, FcmpPred::Ule)];
        float.iter().for_each(|&(at, pred)| assert_eq!(FcmpPred::ALL[at], pred));
        let int = [(0, IcmpPred::Eq), (4, IcmpPred::Ult), (7, IcmpPred::Sge), (9, IcmpPred::Sle)];
        int.iter().for_each(|&(at, pred)| assert_eq!(IcmpPred::ALL[at], pred));
        let casts = [(1, CastOp::ZExt), (6, CastOp::SiToFp), (12, CastOp::AddrSpace)];
        casts.iter().for_each(|&(at, op)| assert_eq!(CastOp::ALL[at], op));
        let rmw = [(0, RmwOp::Xchg), (10, RmwOp::UMin), (13, RmwOp::FMax), (16, RmwOp::UDecWrap)];
        rmw.iter().for_each(|&(at, op)| assert_eq!(RmwOp::ALL[at], op));
    }
}
