//! The object that a pointer with an unknown offset leads into.

use super::{FIRST_VALID, Memory, Object};
use margay_smt::{Bool, Bv, Node, TermPool};

/// What a pointer is made of.
pub(crate) enum Shape {
    /// An address of this object and something unknown.
    Based(u64),
    /// One of two pointers.
    Either(Bool),
    /// Null if the condition holds, with this address then.
    NullIf(Bool, u64),
    Other,
}

/// The object that a pointer with an unknown offset leads into.
pub fn based_object<'m>(pool: &mut TermPool, memory: &'m Memory, term: Bv) -> Option<&'m Object> {
    match shape(pool, memory, term) {
        Shape::Based(base) => memory.object(base),
        _ => None,
    }
}

/// Takes the sum that a pointer is apart.
pub(crate) fn shape(pool: &mut TermPool, memory: &Memory, term: Bv) -> Shape {
    let mut constant = 0u64;
    let mut choices = Vec::new();
    let mut others = false;
    let mut work = vec![term];
    while let Some(part) = work.pop() {
        match pool.node(part) {
            Node::BvAdd(a, b) => work.extend([a, b]),
            Node::BvIte(condition, then, other) => choices.push((condition, then, other)),
            _ => match pool.as_const_u64(part) {
                Some(known) => constant = constant.wrapping_add(known),
                None => others = true,
            },
        }
    }
    let constant = constant & crate::value::mask(pool.width(term));
    if let Some(object) = memory.object(constant) {
        return Shape::Based(object.base);
    }
    let Some((condition, then, other)) = choices.first().copied() else { return Shape::Other };
    let arm = |arm| pool.as_const_u64(arm).map(|known| constant.wrapping_add(known));
    let null = |arm: Option<u64>| arm.filter(|address| *address < FIRST_VALID);
    let (then, other) = (arm(then), arm(other));
    if !others && choices.len() == 1 {
        if let Some(address) = null(then) {
            return Shape::NullIf(condition, address);
        }
        if let Some(address) = null(other) {
            let negated = pool.not(condition);
            return Shape::NullIf(negated, address);
        }
    }
    Shape::Either(condition)
}
