//! Constants of a program.
//!
//! Constants are interned like types: equal [`ConstId`]s mean equal constants. A
//! constant only refers to constants that were interned before it, so the table
//! has no cycles; what an initialiser says about its own variable goes through
//! [`ConstKind::Global`].

use crate::ids::{AliasId, BlockId, ConstId, FuncId, GlobalId, Id, IdVec, TypeId};
use crate::inst::{BinaryOp, CastOp, FcmpPred, IcmpPred};
use std::collections::{HashMap, HashSet};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Const {
    pub ty: TypeId,
    pub kind: ConstKind,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstKind {
    /// An integer of at most 64 bits; bits above the width are zero.
    Int(u64),
    /// An integer of more than 64 bits: little-endian words, as many as the width needs.
    WideInt(Box<[u64]>),
    /// The bit pattern of a float.
    Float(u128),
    Null,
    Undef,
    Poison,
    /// All-zero value of an aggregate or vector.
    Zero,
    /// Elements of an array, struct or vector.
    Aggregate(Box<[ConstId]>),
    /// An array or vector of integers or floats of 8, 16, 32 or 64 bits, as little-endian bytes.
    Data(Box<[u8]>),
    Global(GlobalId),
    Func(FuncId),
    Alias(AliasId),
    /// Address of a block, for computed goto.
    Block(FuncId, BlockId),
    Expr(ConstExpr),
}

/// An operation on constants that the compiler left to the linker.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ConstExpr {
    Cast(CastOp, ConstId),
    Gep {
        source: TypeId,
        base: ConstId,
        indices: Box<[ConstId]>,
        inbounds: bool,
    },
    Binary(BinaryOp, ConstId, ConstId),
    Icmp(IcmpPred, ConstId, ConstId),
    Fcmp(FcmpPred, ConstId, ConstId),
    Select(ConstId, ConstId, ConstId),
    ExtractElement(ConstId, ConstId),
    InsertElement(ConstId, ConstId, ConstId),
    /// A lane is `None` where the mask is undefined.
    Shuffle(ConstId, ConstId, Box<[Option<u32>]>),
}

impl ConstKind {
    /// Calls `visit` for each constant that this one is made of.
    pub fn for_each_part(&self, mut visit: impl FnMut(ConstId)) {
        match self {
            ConstKind::Aggregate(elems) => elems.iter().copied().for_each(visit),
            ConstKind::Expr(expr) => match expr {
                ConstExpr::Cast(_, a) => visit(*a),
                ConstExpr::Gep { base, indices, .. } => {
                    visit(*base);
                    indices.iter().copied().for_each(visit);
                }
                ConstExpr::Binary(_, a, b)
                | ConstExpr::Icmp(_, a, b)
                | ConstExpr::Fcmp(_, a, b)
                | ConstExpr::ExtractElement(a, b)
                | ConstExpr::Shuffle(a, b, _) => {
                    visit(*a);
                    visit(*b);
                }
                ConstExpr::Select(a, b, c) | ConstExpr::InsertElement(a, b, c) => {
                    visit(*a);
                    visit(*b);
                    visit(*c);
                }
            },
            _ => {}
        }
    }
}

/// The interned constants of one program.
#[derive(Clone, Debug, Default)]
pub struct Consts {
    consts: IdVec<ConstId, Const>,
    ids: HashMap<Const, ConstId>,
}

impl Consts {
    pub fn new() -> Self {
        Self::default()
    }

    pub fn intern(&mut self, ty: TypeId, kind: ConstKind) -> ConstId {
        let constant = Const { ty, kind };
        if let Some(&id) = self.ids.get(&constant) {
            return id;
        }
        let id = self.consts.push(constant.clone());
        self.ids.insert(constant, id);
        id
    }

    pub fn get(&self, id: ConstId) -> &Const {
        &self.consts[id]
    }

    /// The constant of an id that may not be in the table.
    pub fn try_get(&self, id: ConstId) -> Option<&Const> {
        self.consts.get(id)
    }

    pub fn len(&self) -> usize {
        self.consts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.consts.is_empty()
    }

    pub fn contains(&self, id: ConstId) -> bool {
        id.index() < self.consts.len()
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (ConstId, &Const)> {
        self.consts.enumerate()
    }

    /// A constant and all that it is made of, as far as it is not known, parts before what they are part of.
    /// There may be many in a chain, so this is no recursion.
    pub(crate) fn parts_first(
        &self,
        id: ConstId,
        is_known: impl Fn(ConstId) -> bool,
    ) -> Vec<ConstId> {
        let (mut open, mut order, mut done) = (vec![id], Vec::new(), HashSet::new());
        while let Some(last) = open.last().copied() {
            let before = open.len();
            let is_new = |part: &ConstId| !done.contains(part) && !is_known(*part);
            if is_new(&last) {
                self.get(last).kind.for_each_part(|part| {
                    if is_new(&part) {
                        open.push(part);
                    }
                });
                // The first part is examined first.
                open[before..].reverse();
                if open.len() > before {
                    continue;
                }
                order.push(last);
                done.insert(last);
            }
            open.pop();
        }
        order
    }

    /// The value of an integer constant of at most 64 bits.
    pub fn as_u64(&self, id: ConstId) -> Option<u64> {
        match self.get(id).kind {
            ConstKind::Int(value) => Some(value),
            _ => None,
        }
    }
}
