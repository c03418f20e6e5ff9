//! Values and models as scripts write them.
//!
//! Invariant: what is written is in the sorts of the script, whatever it is made of in the pool, and
//! can be read back: literals in `#x` or `#b`, arrays as stores into a constant array.

use super::script::Declaration;
use super::terms::SPECIALS;
use super::values::{ArrayTable, ScriptSort, ScriptTerm};
use crate::concrete::bitvec::BitVec;
use crate::eval::Evaluator;
use crate::pool::TermPool;
use crate::print::quoted;
use crate::value::{ArrayValue, Assignment};
use std::collections::BTreeSet;
use std::fmt;

/// The answer to `get-model`: every constant with its value.
pub struct DisplayModel<'a> {
    pub pool: &'a TermPool,
    pub arrays: &'a ArrayTable,
    pub declarations: &'a [Declaration<'a>],
    pub assignment: &'a Assignment,
}

impl fmt::Display for DisplayModel<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut evaluator = Evaluator::new(self.pool, self.assignment);
        f.write_str("(\n")?;
        for declaration in self.declarations {
            let name = declaration.name;
            let reserved = SPECIALS.iter().any(|(word, _)| *word == name);
            let name = if reserved { format!("|{name}|") } else { quoted(name) };
            write!(
                f,
                "  (define-fun {name} () {} ",
                self.arrays.sort(self.pool, declaration.term)
            )?;
            write_value(f, self.pool, self.arrays, &mut evaluator, declaration.term)?;
            f.write_str(")\n")?;
        }
        f.write_str(")")
    }
}

/// The value of a term, as `get-value` answers.
pub struct DisplayValue<'a> {
    pub pool: &'a TermPool,
    pub arrays: &'a ArrayTable,
    pub term: ScriptTerm,
    pub assignment: &'a Assignment,
}

impl fmt::Display for DisplayValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut evaluator = Evaluator::new(self.pool, self.assignment);
        write_value(f, self.pool, self.arrays, &mut evaluator, self.term)
    }
}

fn write_value(
    f: &mut fmt::Formatter<'_>,
    pool: &TermPool,
    arrays: &ArrayTable,
    evaluator: &mut Evaluator<'_>,
    term: ScriptTerm,
) -> fmt::Result {
    match term {
        ScriptTerm::Bool(a) => write!(f, "{}", evaluator.bool(a)),
        ScriptTerm::Bv(a) => write_bits(f, &evaluator.bv(a)),
        ScriptTerm::Array(array) => {
            let lanes = arrays.lanes(array);
            let values: Vec<ArrayValue> = lanes.iter().map(|a| evaluator.array(*a)).collect();
            write_array(f, &values, pool.index_width(lanes[0]), &arrays.sort(pool, term))
        }
    }
}

fn write_array(
    f: &mut fmt::Formatter<'_>,
    lanes: &[ArrayValue],
    index_width: u32,
    sort: &ScriptSort,
) -> fmt::Result {
    let indices: BTreeSet<u64> =
        lanes.iter().flat_map(|lane| lane.overrides().map(|(index, _)| index)).collect();
    indices.iter().try_for_each(|_| f.write_str("(store "))?;
    write!(f, "((as const {sort}) ")?;
    write_element(f, lanes.iter().map(ArrayValue::default_byte))?;
    f.write_str(")")?;
    for &index in &indices {
        f.write_str(" ")?;
        write_bits(f, &BitVec::from_u64(index_width, index))?;
        f.write_str(" ")?;
        write_element(f, lanes.iter().map(|lane| lane.get(index)))?;
        f.write_str(")")?;
    }
    Ok(())
}

/// An element from its bytes, the lowest first.
fn write_element(
    f: &mut fmt::Formatter<'_>,
    bytes: impl DoubleEndedIterator<Item = u8>,
) -> fmt::Result {
    f.write_str("#x")?;
    bytes.rev().try_for_each(|byte| write!(f, "{byte:02x}"))
}

/// A literal, hexadecimal where the width allows it. `Display` of a wide one takes its square.
fn write_bits(f: &mut fmt::Formatter<'_>, value: &BitVec) -> fmt::Result {
    let width = value.width();
    if !width.is_multiple_of(4) {
        f.write_str("#b")?;
        return (0..width)
            .rev()
            .try_for_each(|i| f.write_str(if value.bit(i) { "1" } else { "0" }));
    }
    f.write_str("#x")?;
    let mut bytes = value.to_le_bytes().into_iter().rev();
    if !width.is_multiple_of(8)
        && let Some(top) = bytes.next()
    {
        write!(f, "{top:x}")?;
    }
    bytes.try_for_each(|byte| write!(f, "{byte:02x}"))
}
