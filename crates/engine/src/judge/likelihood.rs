//! How likely a run is to meet a fault: the share of inputs that take its path.
//!
//! All values of an input count alike, and so do both answers of a call that may fail. What the
//! outside is known to be, and what the program did not choose, makes no path rarer: the share is
//! among the inputs for which that holds. A pointer that a caller passes is null or leads somewhere,
//! one as often as the other; which address it leads to is ours to choose and counts for nothing.

use crate::state::path::{Given, Path};
use margay_smt::{Bool, Bv, Node, SymbolId, TermPool};

/// What must hold for a fault to happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Premises {
    /// By the outside.
    pub(crate) given: Vec<Bool>,
    /// That pointers lead to what was made for them.
    pub(crate) placed: Vec<Bool>,
    /// By what the program did.
    pub(crate) chosen: Vec<Bool>,
}

impl Premises {
    /// Of a path, and of a fault at its end that happens where a condition holds.
    pub fn of(path: &Path, condition: Bool) -> Premises {
        let mut premises = Premises::default();
        for condition in path.condition().constraints() {
            let kind = match path.how_given(condition) {
                Some(Given::Fact) => &mut premises.given,
                Some(Given::Placed) => &mut premises.placed,
                None => &mut premises.chosen,
            };
            kind.push(condition);
        }
        premises.chosen.push(condition);
        premises
    }
}

/// The pointer that an equation is about, and the address that it has.
pub(crate) fn place(pool: &TermPool, condition: Bool) -> Option<(SymbolId, Bv)> {
    let Node::BvEq(a, b) = pool.node(condition) else { return None };
    let (pointer, address) = if pool.is_const(b) { (a, b) } else { (b, a) };
    Some((pool.as_symbol(pointer)?, address))
}
