//! Reads and stores of byte arrays.
//!
//! Canonical form: a store does not hide another of the same index directly below it, stores at
//! constant indices that follow each other are ordered, the largest index last, and a read has passed
//! every store that it can be told apart from.

use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Array, Bool, Bv, Node, TableId};

/// How many stores are looked through for the place of a new one. Contents that were written in
/// another order and need more are still right, but not one term.
const MAX_SORTED: usize = 16;

/// How many choices between arrays one read goes into.
const MAX_CHOICES: u32 = 3;

impl TermPool {
    /// The byte at `index`.
    pub fn read(&mut self, array: Array, index: Bv) -> Bv {
        self.check_index(array, index);
        let array = match self.read_base(array, index) {
            Ok(byte) => return byte,
            Err(array) => array,
        };
        // read(ite(p, a, b), i) = ite(p, read(a, i), read(b, i)), where that meets no store
        if let Node::ArrayIte(p, a, b) = self.node(array)
            && let Some(choice) = self.read_choice(p, a, b, index, MAX_CHOICES)
        {
            return choice;
        }
        self.intern_bv(8, Node::Read(array, index))
    }

    /// The byte, or the array below all stores that do not matter.
    fn read_base(&mut self, mut array: Array, index: Bv) -> Result<Bv, Array> {
        loop {
            match self.node(array) {
                // read(store(a, i, v), i) = v
                Node::Store(_, at, value) if at == index => return Ok(value),
                // read(store(a, i, v), j) = read(a, j), for i other than j
                Node::Store(below, at, _) if self.always_differ(at, index) => array = below,
                // read(const(v), i) = v
                Node::ConstArray { byte, .. } => return Ok(byte),
                // read(table, c) = the byte there, zero after the end
                Node::Table(id) => {
                    let Some(at) = self.as_const_u64(index) else {
                        return Err(array);
                    };
                    let byte = self.table_byte(id, at);
                    return Ok(self.bv_u64(8, u64::from(byte)));
                }
                _ => return Err(array),
            }
        }
    }

    /// A read of a choice, if no store is left that the index may or may not meet.
    fn read_choice(&mut self, p: Bool, a: Array, b: Array, index: Bv, left: u32) -> Option<Bv> {
        if left == 0 {
            return None;
        }
        let mut arm = |array: Array| match self.read_base(array, index) {
            Ok(byte) => Some(byte),
            Err(array) => match self.node(array) {
                Node::Store(..) => None,
                Node::ArrayIte(p, a, b) => self.read_choice(p, a, b, index, left - 1),
                _ => Some(self.intern_bv(8, Node::Read(array, index))),
            },
        };
        let (a, b) = (arm(a)?, arm(b)?);
        Some(self.bv_ite(p, a, b))
    }

    /// `array` with `value` at `index`.
    pub fn store(&mut self, array: Array, index: Bv, value: Bv) -> Array {
        self.check_index(array, index);
        assert_eq!(self.width(value), 8, "an array holds bytes");
        let index_width = self.index_width(array);
        // store(a, i, read(a, i)) = a, also where the read has passed stores elsewhere
        if let Node::Read(from, at) = self.node(value)
            && at == index
            && self.reaches(array, from, index)
        {
            return array;
        }
        // store(store(a, 5, v), 3, w) = store(store(a, 3, w), 5, v)
        let (mut base, mut above) = (array, Vec::new());
        if let Some(new) = self.as_const_u64(index) {
            while let Node::Store(below, at, old) = self.node(base)
                && above.len() < MAX_SORTED
                && self.as_const_u64(at).is_some_and(|at| at > new)
            {
                above.push((at, old));
                base = below;
            }
            // What lies deeper than that is left in the order in which it was written.
            if above.len() == MAX_SORTED
                && !matches!(self.node(base), Node::Store(_, at, _) if at == index)
            {
                above.clear();
                base = array;
            }
        }
        let changed = match self.node(base) {
            // store(store(a, i, v), i, v) = store(a, i, v)
            Node::Store(_, at, old) if (at, old) == (index, value) => return array,
            // store(store(a, i, v), i, w) = store(a, i, w)
            Node::Store(below, at, _) if at == index => self.store(below, index, value),
            // store(const(v), i, v) = const(v)
            Node::ConstArray { byte, .. } if byte == value => return array,
            // store(table, c, v) = table, where it has v there
            Node::Table(id) if self.is_table_byte(id, index, value) => return array,
            _ => self.intern_array(index_width, Node::Store(base, index, value)),
        };
        above.into_iter().rev().fold(changed, |array, (at, old)| {
            self.intern_array(index_width, Node::Store(array, at, old))
        })
    }

    /// `bytes` bytes from `index` on as one value, the first byte lowest.
    pub fn read_le(&mut self, array: Array, index: Bv, bytes: u32) -> Bv {
        let parts: Vec<Bv> = (0..bytes)
            .rev()
            .map(|offset| {
                let at = self.offset(index, offset);
                self.read(array, at)
            })
            .collect();
        self.bv_concat_all(&parts)
    }

    /// `array` with the bytes of `value` from `index` on, the lowest byte first.
    pub fn store_le(&mut self, array: Array, index: Bv, value: Bv) -> Array {
        let width = self.width(value);
        assert!(width.is_multiple_of(8), "{width} bits are no bytes");
        (0..width / 8).fold(array, |array, offset| {
            let at = self.offset(index, offset);
            let byte = self.bv_extract(8 * offset + 7, 8 * offset, value);
            self.store(array, at, byte)
        })
    }

    /// Whether `array` is `base` with stores that never meet `index`.
    fn reaches(&self, mut array: Array, base: Array, index: Bv) -> bool {
        for _ in 0..MAX_SORTED {
            match self.node(array) {
                _ if array == base => return true,
                Node::Store(below, at, _) if self.always_differ(at, index) => array = below,
                _ => return false,
            }
        }
        false
    }

    fn table_byte(&self, id: TableId, at: u64) -> u8 {
        let byte = usize::try_from(at).ok().and_then(|at| self.table_bytes(id).get(at));
        byte.copied().unwrap_or(0)
    }

    fn is_table_byte(&self, id: TableId, index: Bv, value: Bv) -> bool {
        match (self.as_const_u64(index), self.as_const_u64(value)) {
            (Some(at), Some(value)) => u64::from(self.table_byte(id, at)) == value,
            _ => false,
        }
    }

    fn offset(&mut self, index: Bv, offset: u32) -> Bv {
        let offset = BitVec::from_u64(self.width(index), u64::from(offset));
        let offset = self.bv_const(&offset);
        self.bv_add(index, offset)
    }

    fn check_index(&self, array: Array, index: Bv) {
        assert_eq!(self.index_width(array), self.width(index), "an index of the wrong width");
    }
}
