//! Blocks, records and abbreviations of a bitstream.
//!
//! The format is LLVM's (<https://llvm.org/docs/BitCodeFormat.html>). Record codes are
//! named by the crate `llvm-bitcode`; its own reader is not used because it allocates
//! what a length field claims and recurses on each abbreviation, so hostile bytes abort
//! the process, which nothing around it can catch. Here each operand of a record costs
//! bits of the file, except literals, which are counted.

use super::bits::Bits;
use super::fault::{Res, ensure, fail, index, narrow, wide};
use std::collections::HashMap;
use std::rc::Rc;

/// One record; the reader fills the same one again and again.
#[derive(Debug, Default)]
pub struct Record<'a> {
    pub code: u32,
    pub ops: Vec<u64>,
    pub blob: Option<&'a [u8]>,
}

/// Where a block lies in the file, to be entered now or later.
#[derive(Clone, Copy, Debug)]
pub struct SubBlock {
    pub id: u32,
    abbrev_width: usize,
    start: usize,
    end: usize,
}

impl SubBlock {
    /// Bits of its contents: no honest count of things in the block is larger.
    pub fn bits(&self) -> usize {
        self.end.saturating_sub(self.start)
    }
}

/// What a block contains.
#[derive(Debug)]
pub enum Item {
    Block(SubBlock),
    /// The record was filled in.
    Record,
}

/// A block being read.
#[derive(Debug)]
pub struct Block<'a> {
    bits: Bits<'a>,
    abbrev_width: usize,
    shared: Rc<Vec<Rc<Abbreviation>>>,
    own: Vec<Rc<Abbreviation>>,
    top_level: bool,
}

/// The bitstream with the abbreviations that its BLOCKINFO blocks define.
#[derive(Debug)]
pub struct Stream<'a> {
    bytes: &'a [u8],
    shared: HashMap<u32, Rc<Vec<Rc<Abbreviation>>>>,
    literals_left: u64,
}

#[derive(Debug)]
struct Abbreviation {
    scalars: Vec<Encoding>,
    tail: Tail,
}

#[derive(Clone, Copy, Debug)]
enum Encoding {
    Literal(u64),
    Fixed(usize),
    Vbr(usize),
    Char6,
}

#[derive(Clone, Copy, Debug)]
enum Tail {
    None,
    Array(Encoding),
    Blob,
}

const MAGIC_BITS: usize = 32;
const BLOCKINFO: u32 = 0;
const END_BLOCK: u64 = 0;
const ENTER_SUBBLOCK: u64 = 1;
const DEFINE_ABBREV: u64 = 2;
const UNABBREV_RECORD: u64 = 3;
const FIRST_ABBREV: u64 = 4;
const SETBID: u32 = 1;

impl<'a> Stream<'a> {
    /// A stream over bytes that begin with the magic number, already checked.
    pub fn new(bytes: &'a [u8]) -> Self {
        // Clang's own files hold less than one literal operand for each byte.
        let literals_left = wide(bytes.len()).saturating_mul(8);
        Stream { bytes, shared: HashMap::new(), literals_left }
    }

    /// The outermost level, which holds blocks only.
    pub fn top_level(&self) -> Block<'a> {
        Block {
            bits: Bits::part(self.bytes, MAGIC_BITS, usize::MAX),
            abbrev_width: 2,
            shared: Rc::default(),
            own: Vec::new(),
            top_level: true,
        }
    }

    pub fn enter(&self, block: SubBlock) -> Block<'a> {
        Block {
            bits: Bits::part(self.bytes, block.start, block.end),
            abbrev_width: block.abbrev_width,
            shared: self.shared.get(&block.id).cloned().unwrap_or_default(),
            own: Vec::new(),
            top_level: false,
        }
    }

    /// The next block or record; `None` at the end of the block.
    ///
    /// BLOCKINFO blocks are read on the way.
    pub fn next(&mut self, block: &mut Block<'a>, record: &mut Record<'a>) -> Res<Option<Item>> {
        loop {
            // A file may be padded, so the outermost level just ends.
            if block.top_level && block.bits.left() < 32 {
                return Ok(None);
            }
            match block.bits.read(block.abbrev_width)? {
                END_BLOCK => return Ok(None),
                ENTER_SUBBLOCK => {
                    let inner = sub_block(&mut block.bits)?;
                    if inner.id != BLOCKINFO {
                        return Ok(Some(Item::Block(inner)));
                    }
                    self.read_block_info(inner)?;
                }
                _ if block.top_level => return fail("a record outside of all blocks"),
                DEFINE_ABBREV => block.own.push(Rc::new(read_abbreviation(&mut block.bits)?)),
                UNABBREV_RECORD => {
                    read_plain(&mut block.bits, record)?;
                    return Ok(Some(Item::Record));
                }
                id => {
                    let at = index(id - FIRST_ABBREV)?;
                    let abbreviation = match at.checked_sub(block.shared.len()) {
                        None => block.shared.get(at),
                        Some(own) => block.own.get(own),
                    };
                    let Some(abbreviation) = abbreviation else {
                        return fail(format!("abbreviation {id} is not defined"));
                    };
                    self.literals_left =
                        self.literals_left.saturating_sub(wide(abbreviation.scalars.len()));
                    ensure(self.literals_left > 0, "records repeat more than the file holds")?;
                    read_abbreviated(&mut block.bits, abbreviation, record)?;
                    return Ok(Some(Item::Record));
                }
            }
        }
    }

    /// Abbreviations for blocks of other kinds, which later blocks of that kind start with.
    fn read_block_info(&mut self, info: SubBlock) -> Res<()> {
        let mut bits = Bits::part(self.bytes, info.start, info.end);
        let (mut subject, mut record) = (None, Record::default());
        loop {
            match bits.read(info.abbrev_width)? {
                END_BLOCK => return Ok(()),
                DEFINE_ABBREV => {
                    let abbreviation = Rc::new(read_abbreviation(&mut bits)?);
                    let Some(id) = subject else {
                        return fail("an abbreviation for no block");
                    };
                    Rc::make_mut(self.shared.entry(id).or_default()).push(abbreviation);
                }
                UNABBREV_RECORD => {
                    read_plain(&mut bits, &mut record)?;
                    if record.code == SETBID {
                        subject = Some(narrow(record.ops.first().copied().unwrap_or(u64::MAX))?);
                    }
                }
                _ => return fail("the table of abbreviations is damaged"),
            }
        }
    }
}

fn sub_block(bits: &mut Bits<'_>) -> Res<SubBlock> {
    let id = narrow(bits.read_vbr(8)?)?;
    let abbrev_width = index(bits.read_vbr(4)?)?;
    bits.align32()?;
    let words = index(bits.read(32)?)?;
    ensure((2..=32).contains(&abbrev_width), "a block with abbreviations of a bad width")?;
    let start = bits.position();
    let length = words.saturating_mul(32);
    ensure(length <= bits.left(), "a block is longer than the file")?;
    let end = start + length;
    bits.skip(length);
    Ok(SubBlock { id, abbrev_width, start, end })
}

fn read_abbreviation(bits: &mut Bits<'_>) -> Res<Abbreviation> {
    let count = index(bits.read_vbr(5)?)?;
    // An operand takes 4 bits at least.
    ensure(count <= bits.left() / 4, "an abbreviation is longer than its block")?;
    let mut abbreviation = Abbreviation { scalars: Vec::new(), tail: Tail::None };
    let mut left = count;
    while left > 0 {
        left -= 1;
        let tail = if bits.read(1)? == 1 {
            abbreviation.scalars.push(Encoding::Literal(bits.read_vbr(8)?));
            continue;
        } else {
            match bits.read(3)? {
                3 if left == 1 => {
                    left = 0;
                    let is_literal = bits.read(1)? == 1;
                    let kind = bits.read(3)?;
                    let element = scalar(bits, kind)?;
                    // Elements that take no bits would let a short array claim any length.
                    let free = matches!(element, Encoding::Literal(_));
                    ensure(!is_literal && !free, "an array of elements without size")?;
                    Tail::Array(element)
                }
                5 if left == 0 => Tail::Blob,
                kind => {
                    abbreviation.scalars.push(scalar(bits, kind)?);
                    continue;
                }
            }
        };
        abbreviation.tail = tail;
    }
    ensure(!abbreviation.scalars.is_empty(), "an abbreviation without a record code")?;
    Ok(abbreviation)
}

fn scalar(bits: &mut Bits<'_>, kind: u64) -> Res<Encoding> {
    match kind {
        1 | 2 => {
            let width = index(bits.read_vbr(5)?)?;
            match (kind, width) {
                // LLVM reads a number of no bits as zero.
                (_, 0) => Ok(Encoding::Literal(0)),
                (1, 1..=64) => Ok(Encoding::Fixed(width)),
                (2, 2..=32) => Ok(Encoding::Vbr(width)),
                _ => fail(format!("an abbreviation with numbers of {width} bits")),
            }
        }
        4 => Ok(Encoding::Char6),
        _ => fail(format!("an abbreviation with an operand of kind {kind}")),
    }
}

fn read_plain(bits: &mut Bits<'_>, record: &mut Record<'_>) -> Res<()> {
    record.code = narrow(bits.read_vbr(6)?)?;
    record.blob = None;
    record.ops.clear();
    let count = index(bits.read_vbr(6)?)?;
    ensure(count <= bits.left() / 6, "a record is longer than its block")?;
    record.ops.reserve(count);
    for _ in 0..count {
        record.ops.push(bits.read_vbr(6)?);
    }
    Ok(())
}

fn read_abbreviated<'a>(
    bits: &mut Bits<'a>,
    abbreviation: &Abbreviation,
    record: &mut Record<'a>,
) -> Res<()> {
    record.blob = None;
    record.ops.clear();
    let (code, scalars) = abbreviation.scalars.split_first().expect("checked when defined");
    record.code = narrow(read_scalar(bits, *code)?)?;
    record.ops.reserve(scalars.len());
    for encoding in scalars {
        record.ops.push(read_scalar(bits, *encoding)?);
    }
    match abbreviation.tail {
        Tail::None => {}
        Tail::Array(element) => {
            let count = index(bits.read_vbr(6)?)?;
            let width = match element {
                Encoding::Fixed(width) | Encoding::Vbr(width) => width,
                Encoding::Char6 | Encoding::Literal(_) => 6,
            };
            ensure(count <= bits.left() / width, "an array is longer than its block")?;
            record.ops.reserve(count);
            for _ in 0..count {
                record.ops.push(read_scalar(bits, element)?);
            }
        }
        Tail::Blob => {
            let count = index(bits.read_vbr(6)?)?;
            bits.align32()?;
            record.blob = Some(bits.read_bytes(count)?);
            bits.align32()?;
        }
    }
    Ok(())
}

fn read_scalar(bits: &mut Bits<'_>, encoding: Encoding) -> Res<u64> {
    const CHAR6: &[u8; 64] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._";
    match encoding {
        Encoding::Literal(value) => Ok(value),
        Encoding::Fixed(width) => bits.read(width),
        Encoding::Vbr(width) => bits.read_vbr(width),
        Encoding::Char6 => Ok(u64::from(CHAR6[index(bits.read(6)?)? & 63])),
    }
}
