//! Persistent maps from terms: a clone is a pointer, a change copies a path of a few nodes.
//!
//! A radix tree over the bits of the key, the lowest first, because ids are dense and their low bits
//! spread best. Nodes are shared until they change; a map that is not shared changes in place.

use crate::term::Term;
use std::rc::Rc;

const BITS: u32 = 4;
const FANOUT: usize = 1 << BITS;

/// A map from terms that shares what it has in common with its clones.
#[derive(Clone, Debug)]
pub struct TermMap<V> {
    root: Option<Rc<Node<V>>>,
    len: usize,
}

#[derive(Clone, Debug)]
enum Node<V> {
    Leaf(Term, V),
    Branch([Option<Rc<Node<V>>>; FANOUT]),
}

impl<V> Default for TermMap<V> {
    fn default() -> TermMap<V> {
        TermMap { root: None, len: 0 }
    }
}

impl<V: Clone> TermMap<V> {
    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    pub fn get(&self, key: impl Into<Term>) -> Option<&V> {
        let key = key.into();
        let mut node = self.root.as_ref()?;
        let mut shift = 0;
        loop {
            match &**node {
                Node::Leaf(found, value) => return (*found == key).then_some(value),
                Node::Branch(children) => node = children[slot(key, shift)].as_ref()?,
            }
            shift += BITS;
        }
    }

    pub fn insert(&mut self, key: impl Into<Term>, value: V) {
        let key = key.into();
        let mut place = &mut self.root;
        let mut shift = 0;
        loop {
            let Some(node) = place else {
                *place = Some(Rc::new(Node::Leaf(key, value)));
                self.len += 1;
                return;
            };
            // A leaf of another key moves one level down.
            if let Node::Leaf(other, _) = **node
                && other != key
            {
                let mut children = [const { None }; FANOUT];
                children[slot(other, shift)] = Some(node.clone());
                *node = Rc::new(Node::Branch(children));
            }
            match Rc::make_mut(node) {
                Node::Leaf(_, old) => {
                    *old = value;
                    return;
                }
                Node::Branch(children) => place = &mut children[slot(key, shift)],
            }
            shift += BITS;
        }
    }

    /// Takes an entry out. Branches that become empty stay.
    pub fn remove(&mut self, key: impl Into<Term>) {
        let key = key.into();
        if self.get(key).is_none() {
            return;
        }
        let mut place = &mut self.root;
        let mut shift = 0;
        while let Some(Node::Branch(_)) = place.as_deref() {
            let node = place.as_mut().expect("a branch is there");
            let Node::Branch(children) = Rc::make_mut(node) else {
                unreachable!("it is a branch");
            };
            place = &mut children[slot(key, shift)];
            shift += BITS;
        }
        *place = None;
        self.len -= 1;
    }

    /// All entries, in an order that depends on the keys alone.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &V)> {
        let mut stack: Vec<&Node<V>> = self.root.as_deref().into_iter().collect();
        std::iter::from_fn(move || {
            loop {
                match stack.pop()? {
                    Node::Leaf(key, value) => return Some((*key, value)),
                    Node::Branch(children) => {
                        stack.extend(children.iter().rev().filter_map(|child| child.as_deref()));
                    }
                }
            }
        })
    }
}

fn slot(key: Term, shift: u32) -> usize {
    (key.index() >> shift) % FANOUT
}

/// A list that grows at its end and shares its beginning with its clones.
#[derive(Debug)]
pub struct List<T> {
    last: Option<Rc<Link<T>>>,
    len: usize,
}

#[derive(Debug)]
struct Link<T> {
    value: T,
    before: Option<Rc<Link<T>>>,
}

impl<T> Clone for List<T> {
    fn clone(&self) -> List<T> {
        List { last: self.last.clone(), len: self.len }
    }
}

impl<T> Default for List<T> {
    fn default() -> List<T> {
        List { last: None, len: 0 }
    }
}

impl<T: Copy> List<T> {
    pub fn push(&mut self, value: T) {
        self.last = Some(Rc::new(Link { value, before: self.last.take() }));
        self.len += 1;
    }

    pub fn len(&self) -> usize {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Takes away the last values of which something holds.
    pub fn pop_while(&mut self, holds: impl Fn(T) -> bool) {
        while let Some(link) = self.last.take_if(|link| holds(link.value)) {
            self.last.clone_from(&link.before);
            self.len -= 1;
        }
    }

    /// The values, the first one first.
    pub fn to_vec(&self) -> Vec<T> {
        self.since(0)
    }

    /// The values after the first so many.
    pub fn since(&self, first: usize) -> Vec<T> {
        let wanted = self.len.saturating_sub(first);
        let mut values = Vec::with_capacity(wanted);
        let mut next = self.last.as_deref();
        while let Some(link) = next.filter(|_| values.len() < wanted) {
            values.push(link.value);
            next = link.before.as_deref();
        }
        values.reverse();
        values
    }
}

impl<T> Drop for List<T> {
    fn drop(&mut self) {
        // Link by link: the list may be longer than the stack is deep.
        let mut next = self.last.take();
        while let Some(link) = next {
            next = Rc::into_inner(link).and_then(|mut link| link.before.take());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clone_keeps_what_it_had() {
        let mut map = TermMap::default();
        for i in 0..1000 {
            map.insert(Term::new(i * 7), i);
        }
        let old = map.clone();
        map.insert(Term::new(7), 0);
        map.insert(Term::new(8), 1);
        map.remove(Term::new(14));
        assert_eq!(old.get(Term::new(7)), Some(&1));
        assert_eq!((old.get(Term::new(8)), old.get(Term::new(14))), (None, Some(&2)));
        assert_eq!((map.get(Term::new(7)), map.get(Term::new(14))), (Some(&0), None));
        assert_eq!((old.len(), map.len(), map.iter().count()), (1000, 1000, 1000));
    }

    #[test]
    fn what_is_taken_away_stays_in_a_clone() {
        let mut list = List::default();
        (0..10).for_each(|i| list.push(i));
        let copy = list.clone();
        list.pop_while(|value| value > 6);
        list.push(20);
        assert_eq!(list.since(5), [5, 6, 20]);
        assert_eq!((copy.len(), copy.since(8)), (10, vec![8, 9]));
        list.pop_while(|_| true);
        assert!(list.is_empty());
    }

    #[test]
    fn a_long_list_is_dropped_without_recursion() {
        let mut list = List::default();
        (0..1_000_000).for_each(|i| list.push(i));
        let copy = list.clone();
        drop(list);
        assert_eq!(copy.len(), 1_000_000);
        assert_eq!(copy.to_vec()[999_999], 999_999);
    }
}
