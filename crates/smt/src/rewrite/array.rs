//! Reads and stores of byte arrays.
//!
//! Canonical form: a store does not hide another of the same index directly below it, and a read
//! has passed every store that it can be told apart from.

use crate::concrete::bitvec::BitVec;
use crate::pool::TermPool;
use crate::term::{Array, Bv, Node};

impl TermPool {
    /// The byte at `index`.
    pub fn read(&mut self, mut array: Array, index: Bv) -> Bv {
        self.check_index(array, index);
        loop {
            match self.node(array) {
                // read(store(a, i, v), i) = v
                Node::Store(_, at, value) if at == index => return value,
                // read(store(a, i, v), j) = read(a, j), for i other than j
                Node::Store(below, at, _) if self.always_differ(at, index) => array = below,
                // read(const(v), i) = v
                Node::ConstArray { byte, .. } => return byte,
                // read(table, c) = the byte there, zero after the end
                Node::Table(id) => match self.as_const_u64(index) {
                    Some(at) => {
                        let bytes = self.table_bytes(id);
                        let byte = usize::try_from(at).ok().and_then(|at| bytes.get(at));
                        let byte = byte.copied().unwrap_or(0);
                        return self.bv_u64(8, u64::from(byte));
                    }
                    None => break,
                },
                _ => break,
            }
        }
        self.intern_bv(8, Node::Read(array, index))
    }

    /// `array` with `value` at `index`.
    pub fn store(&mut self, array: Array, index: Bv, value: Bv) -> Array {
        self.check_index(array, index);
        assert_eq!(self.width(value), 8, "an array holds bytes");
        let index_width = self.index_width(array);
        // store(a, i, read(a, i)) = a
        if self.node(value) == Node::Read(array, index) {
            return array;
        }
        match self.node(array) {
            // store(store(a, i, v), i, w) = store(a, i, w)
            Node::Store(below, at, _) if at == index => self.store(below, index, value),
            // store(const(v), i, v) = const(v)
            Node::ConstArray { byte, .. } if byte == value => array,
            _ => self.intern_array(index_width, Node::Store(array, index, value)),
        }
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

    fn offset(&mut self, index: Bv, offset: u32) -> Bv {
        let offset = BitVec::from_u64(self.width(index), u64::from(offset));
        let offset = self.bv_const(&offset);
        self.bv_add(index, offset)
    }

    fn check_index(&self, array: Array, index: Bv) {
        assert_eq!(self.index_width(array), self.width(index), "an index of the wrong width");
    }
}
