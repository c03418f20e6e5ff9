//! Typed ids and the dense arrays they index.
//!
//! Every table of a [`Program`](crate::Program) is an [`IdVec`], so an id of one
//! table cannot index another.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// A `u32` that indexes one kind of table.
pub trait Id: Copy + Eq + Ord + std::hash::Hash + fmt::Debug {
    fn from_index(index: usize) -> Self;
    fn index(self) -> usize;
}

/// Declares ids, each a `u32` with the prefix it is printed with.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident = $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u32);

        impl Id for $name {
            fn from_index(index: usize) -> Self {
                $name(u32::try_from(index).expect("a table has fewer than 2^32 entries"))
            }
            fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(self, f)
            }
        }
    )*};
}

ids! {
    /// A type, interned: equal ids, equal types.
    TypeId = "t";
    /// A constant, interned: equal ids, equal constants.
    ConstId = "c";
    /// A global variable.
    GlobalId = "g";
    /// A function, defined or declared.
    FuncId = "f";
    /// An alias of a global or function.
    AliasId = "a";
    /// A basic block of one function; the entry block is 0.
    BlockId = "b";
    /// An instruction of one function, in block order.
    InstId = "i";
    /// A register of one function: assigned once on any path between two uses.
    RegId = "r";
    /// A local variable of one function that lives in the frame, not in memory.
    SlotId = "s";
    /// A loop of one function.
    LoopId = "loop";
    /// A place in the source; 0 is the unknown place.
    SpanId = "p";
    /// A source file.
    FileId = "file";
    /// A function or lexical block of the source.
    ScopeId = "scope";
    /// A type as the source spells it.
    SourceTypeId = "st";
    /// A local variable as the source declares it, of one function.
    VarId = "v";
    /// A node of an execution tree.
    #[derive(Default, serde::Serialize)]
    NodeId = "n";
    /// A place that an execution tree speaks of.
    #[derive(serde::Serialize)]
    PlaceId = "at";
}

/// A dense array indexed by one kind of id.
#[derive(Clone, PartialEq, Eq)]
pub struct IdVec<I, T> {
    items: Vec<T>,
    marker: PhantomData<fn(I)>,
}

impl<I: Id, T> IdVec<I, T> {
    pub fn new() -> Self {
        IdVec { items: Vec::new(), marker: PhantomData }
    }

    pub fn push(&mut self, item: T) -> I {
        let id = I::from_index(self.items.len());
        self.items.push(item);
        id
    }

    /// The id that the next `push` returns.
    pub fn next_id(&self) -> I {
        I::from_index(self.items.len())
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    pub fn get(&self, id: I) -> Option<&T> {
        self.items.get(id.index())
    }

    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.items.get_mut(id.index())
    }

    pub fn ids(&self) -> impl DoubleEndedIterator<Item = I> + use<I, T> {
        (0..self.items.len()).map(I::from_index)
    }

    pub fn iter(&self) -> std::slice::Iter<'_, T> {
        self.items.iter()
    }

    pub fn iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
        self.items.iter_mut()
    }

    pub fn enumerate(&self) -> impl DoubleEndedIterator<Item = (I, &T)> {
        self.items.iter().enumerate().map(|(i, t)| (I::from_index(i), t))
    }

    pub fn as_slice(&self) -> &[T] {
        &self.items
    }
}

impl<I, T: std::hash::Hash> std::hash::Hash for IdVec<I, T> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.items.hash(state);
    }
}

impl<I: Id, T> Default for IdVec<I, T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<I: Id, T> From<Vec<T>> for IdVec<I, T> {
    fn from(items: Vec<T>) -> Self {
        IdVec { items, marker: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for IdVec<I, T> {
    fn from_iter<It: IntoIterator<Item = T>>(iter: It) -> Self {
        Vec::from_iter(iter).into()
    }
}

impl<I, T> IntoIterator for IdVec<I, T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;
    fn into_iter(self) -> Self::IntoIter {
        self.items.into_iter()
    }
}

impl<I: Id, T> Index<I> for IdVec<I, T> {
    type Output = T;
    fn index(&self, id: I) -> &T {
        &self.items[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for IdVec<I, T> {
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.items[id.index()]
    }
}

impl<I: Id, T: fmt::Debug> fmt::Debug for IdVec<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.items).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_index_in_the_order_of_pushing() {
        let mut blocks: IdVec<BlockId, &str> = IdVec::new();
        let first = blocks.push("entry");
        let second = blocks.push("exit");
        assert_eq!((blocks[first], blocks[second]), ("entry", "exit"));
        assert_eq!(format!("{second}"), "b1");
    }
}
