//! The table of metadata: strings and nodes by number, not yet understood.
//!
//! Debug info is most of a file and little of it is asked for, so records are kept as
//! they are and `debug.rs` decodes what is used. Numbers below [`Metadata::shared`] belong
//! to the module; those above belong to the function being read and go with it.

use super::bits::Bits;
use super::fault::{Res, ensure, index, narrow};
use super::stream::{Item, Record, Stream, SubBlock};
use llvm_bitcode::schema::blocks::MetadataCode;

/// The number of a node or string.
pub type MdId = usize;

#[derive(Debug, Default)]
pub struct Metadata<'a> {
    nodes: Vec<Node>,
    ops: Vec<u64>,
    strings: Vec<&'a [u8]>,
    shared: usize,
    /// Attachments of globals and of functions without a body: value, kind, node.
    pub attachments: Vec<(u64, u64, MdId)>,
}

/// One entry; `start` and `len` are of `ops`, or `start` is of `strings`.
#[derive(Clone, Copy, Debug)]
struct Node {
    code: Option<MetadataCode>,
    start: usize,
    len: usize,
}

impl<'a> Metadata<'a> {
    /// Reads a block of metadata, of the module or of a function.
    pub fn read(&mut self, stream: &mut Stream<'a>, block: SubBlock) -> Res<()> {
        let (mut block, mut record) = (stream.enter(block), Record::default());
        while let Some(item) = stream.next(&mut block, &mut record)? {
            if let Item::Record = item {
                self.record(&record)?;
            }
        }
        Ok(())
    }

    /// Marks the end of the module's own metadata.
    pub fn seal(&mut self) {
        self.shared = self.nodes.len();
    }

    /// How many entries the module has.
    pub fn shared(&self) -> usize {
        self.shared
    }

    /// Forgets the metadata of a function.
    pub fn forget_local(&mut self) {
        let local = self.nodes.drain(self.shared..);
        for node in local.rev() {
            match node.code {
                Some(MetadataCode::Strings) => self.strings.truncate(node.start),
                _ => self.ops.truncate(node.start),
            }
        }
    }

    /// Whether there is an entry of this number.
    pub fn contains(&self, id: MdId) -> bool {
        id < self.nodes.len()
    }

    /// The operands of a node of this kind.
    pub fn node(&self, id: MdId, code: MetadataCode) -> Option<&[u64]> {
        match self.any(id)? {
            (actual, ops) if actual == code => Some(ops),
            _ => None,
        }
    }

    /// The kind and the operands of a node.
    pub fn any(&self, id: MdId) -> Option<(MetadataCode, &[u64])> {
        let node = self.nodes.get(id)?;
        match node.code? {
            MetadataCode::Strings => None,
            code => Some((code, self.ops.get(node.start..node.start + node.len)?)),
        }
    }

    /// The text that an operand refers to; operands count from 1, and 0 is none.
    pub fn text(&self, reference: Option<&u64>) -> String {
        let Some(node) = md_ref(reference).and_then(|id| self.nodes.get(id)) else {
            return String::new();
        };
        #[allow(deprecated)]
        match node.code {
            Some(MetadataCode::Strings) => {
                String::from_utf8_lossy(self.strings.get(node.start).unwrap_or(&&[][..]))
                    .into_owned()
            }
            Some(MetadataCode::StringOld) => {
                let chars = self.ops.get(node.start..node.start + node.len).unwrap_or(&[]);
                let bytes: Vec<u8> = chars.iter().filter_map(|&c| u8::try_from(c).ok()).collect();
                String::from_utf8_lossy(&bytes).into_owned()
            }
            _ => String::new(),
        }
    }

    fn record(&mut self, record: &Record<'a>) -> Res<()> {
        let code = u8::try_from(record.code).ok().and_then(|c| MetadataCode::try_from(c).ok());
        match code {
            Some(MetadataCode::Strings) => return self.read_strings(record),
            Some(MetadataCode::GlobalDeclAttachment) => {
                if let [value, pairs @ ..] = record.ops.as_slice() {
                    for pair in pairs.chunks_exact(2) {
                        self.attachments.push((*value, pair[0], index(pair[1])?));
                    }
                }
                return Ok(());
            }
            // These name things; they are no entries of the table. LLVM skips unknown records.
            Some(
                MetadataCode::Name
                | MetadataCode::NamedNode
                | MetadataCode::Kind
                | MetadataCode::IndexOffset
                | MetadataCode::Index,
            )
            | None => return Ok(()),
            Some(_) => {}
        }
        let start = self.ops.len();
        self.ops.extend_from_slice(&record.ops);
        self.nodes.push(Node { code, start, len: record.ops.len() });
        Ok(())
    }

    /// All strings of a block in one blob: their lengths, then their characters.
    fn read_strings(&mut self, record: &Record<'a>) -> Res<()> {
        let (&[count, offset, ..], Some(blob)) = (record.ops.as_slice(), record.blob) else {
            return ensure(false, "the table of metadata strings is malformed");
        };
        let (count, offset) = (index(narrow(count)?.into())?, index(offset)?);
        ensure(offset <= blob.len(), "the table of metadata strings is malformed")?;
        let (lengths, mut chars) = blob.split_at(offset);
        let mut lengths = Bits::new(lengths);
        for _ in 0..count {
            let length = index(lengths.read_vbr(6)?)?;
            ensure(length <= chars.len(), "a metadata string is longer than its table")?;
            let (text, rest) = chars.split_at(length);
            chars = rest;
            let start = self.strings.len();
            self.strings.push(text);
            self.nodes.push(Node { code: Some(MetadataCode::Strings), start, len: 0 });
        }
        Ok(())
    }
}

/// The entry that an operand refers to; operands count from 1, and 0 is none.
pub fn md_ref(reference: Option<&u64>) -> Option<MdId> {
    index(reference?.checked_sub(1)?).ok()
}
