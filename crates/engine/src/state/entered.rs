//! The functions that a path has entered, so that it is known of each how many paths went through it.

use margay_ir::{FuncId, Id};
use std::rc::Rc;

/// A bit for each function, up to the last that was entered. It is cheap to clone, and it is asked at
/// every call: only a function that is new to the path costs more than a look.
#[derive(Clone, Debug, Default)]
pub(crate) struct Entered(Rc<Vec<u64>>);

impl Entered {
    /// The path calls a function.
    pub fn enter(&mut self, function: FuncId) {
        if !self.has(function) {
            let (word, bit) = place(function);
            let words = Rc::make_mut(&mut self.0);
            if words.len() <= word {
                words.resize(word + 1, 0);
            }
            words[word] |= bit;
        }
    }

    pub fn has(&self, function: FuncId) -> bool {
        let (word, bit) = place(function);
        self.0.get(word).is_some_and(|bits| bits & bit != 0)
    }

    /// Several paths have become one: it went where any of them did.
    pub fn join(&mut self, other: &Entered) {
        other.iter().for_each(|function| self.enter(function));
    }

    pub fn iter(&self) -> impl Iterator<Item = FuncId> {
        self.0.iter().enumerate().flat_map(|(word, bits)| {
            let set = (0..u64::BITS as usize).filter(move |bit| bits >> bit & 1 == 1);
            set.map(move |bit| FuncId::from_index(word * u64::BITS as usize + bit))
        })
    }
}

fn place(function: FuncId) -> (usize, u64) {
    let index = function.index();
    (index / u64::BITS as usize, 1 << (index % u64::BITS as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_counts_once() {
        let [a, b, c] = [0, 63, 130].map(FuncId::from_index);
        let mut one = Entered::default();
        [b, c, b].into_iter().for_each(|function| one.enter(function));
        let mut other = one.clone();
        other.enter(a);
        assert_eq!(one.iter().collect::<Vec<_>>(), [b, c]);
        assert!(one.has(b) && !one.has(a) && !Entered::default().has(c));
        one.join(&other);
        assert_eq!(one.iter().collect::<Vec<_>>(), [a, b, c]);
    }
}
