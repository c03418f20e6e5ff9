//! LLVM bitcode to IR.
//!
//! Reads one module as clang 15 or later writes it for C. No LLVM is linked: the format
//! is decoded here, and hostile bytes give an error, never a panic, a hang or memory out
//! of proportion to the file. A function that contains something unknown becomes
//! external and is listed in [`Program::gaps`]; the others are not affected.
//!
//! How the files divide the work: `bits` and `stream` read the container; `types`,
//! `attributes`, `constants` and `metadata` its tables; `module` the module's records;
//! `function` and `instructions` the bodies; `debug` the source map, `prototype` what it leaves out.

mod attributes;
mod bits;
mod checks;
mod constants;
mod constexpr;
mod debug;
mod debug_types;
pub(crate) mod fault;
mod function;
#[cfg(test)]
mod hostile;
mod instructions;
mod intrinsics;
mod memory;
mod metadata;
mod module;
mod opcodes;
mod prototype;
pub(crate) mod stream;
#[cfg(test)]
mod tests;
mod types;
mod values;

use attributes::Attributes;
use constants::Extents;
use debug::DebugInfo;
use fault::{Budget, Fault, Res, ensure, fail, index};
use margay_ir::{DataLayout, Program};
use metadata::Metadata;
use std::fmt;
use stream::Stream;
use types::TypeTable;
use values::Value;

/// Why a file as a whole cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReadError {
    /// It does not begin as bitcode does.
    NotBitcode,
    /// It is bitcode, but damaged, or of a form that clang does not write for C.
    Malformed(String),
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadError::NotBitcode => f.write_str("the file is not LLVM bitcode"),
            ReadError::Malformed(reason) => write!(f, "the bitcode cannot be read: {reason}"),
        }
    }
}

impl std::error::Error for ReadError {}

/// Reads bitcode of one module, raw or in Apple's wrapper, to a program of one translation unit.
///
/// Local variables are allocas with loads and stores; promoting them to slots, linking
/// and verifying are other steps.
pub fn read(bytes: &[u8]) -> Result<Program, ReadError> {
    let bytes = unwrap(bytes).ok_or(ReadError::NotBitcode)?;
    let malformed = |fault: Fault| ReadError::Malformed(fault.to_string());
    let cx = Context {
        stream: Stream::new(bytes),
        strtab: &[],
        program: Program::new(DataLayout::x86_64(), String::new()),
        types: TypeTable::default(),
        attributes: Attributes::default(),
        values: Vec::new(),
        extents: Extents::default(),
        metadata: Metadata::default(),
        debug: DebugInfo::default(),
        budget: Budget::for_input(bytes.len()),
    };
    module::read(cx).map_err(malformed)
}

/// The raw bitcode, from its magic number on.
fn unwrap(bytes: &[u8]) -> Option<&[u8]> {
    const MAGIC: &[u8] = b"BC\xC0\xDE";
    const WRAPPER_MAGIC: &[u8] = &0x0B17_C0DE_u32.to_le_bytes();
    let mut bytes = bytes;
    if bytes.starts_with(WRAPPER_MAGIC) {
        // Magic, version, offset and size of the bitcode, processor.
        let word = |at: usize| {
            let chunk = bytes.get(at..at + 4)?.first_chunk::<4>()?;
            usize::try_from(u32::from_le_bytes(*chunk)).ok()
        };
        let (start, size) = (word(8)?, word(12)?);
        bytes = bytes.get(start..start.checked_add(size)?)?;
    }
    bytes.starts_with(MAGIC).then_some(bytes)
}

/// Everything known of the module while it is read.
struct Context<'a> {
    stream: Stream<'a>,
    /// Names of globals, which records refer to by place and length.
    strtab: &'a [u8],
    program: Program,
    types: TypeTable,
    attributes: Attributes,
    values: Vec<Value>,
    extents: Extents,
    metadata: Metadata<'a>,
    debug: DebugInfo,
    budget: Budget,
}

impl<'a> Context<'a> {
    fn debug(&mut self) -> debug::Reader<'_, 'a> {
        debug::Reader {
            info: &mut self.debug,
            md: &self.metadata,
            source: &mut self.program.source,
            values: &self.values,
            consts: &self.program.consts,
            budget: &mut self.budget,
        }
    }

    /// A name in the table of names.
    fn name(&mut self, start: u64, length: u64) -> Res<String> {
        let (start, length) = (index(start)?, index(length)?);
        let name = start.checked_add(length).and_then(|end| self.strtab.get(start..end));
        let Some(name) = name else {
            return fail("a name lies outside of the table of names");
        };
        // Names may overlap in a hostile file.
        self.budget.spend(name.len())?;
        Ok(String::from_utf8_lossy(name).into_owned())
    }

    /// Records may be shorter than today's when an older compiler wrote them.
    fn op(ops: &[u64], at: usize) -> u64 {
        ops.get(at).copied().unwrap_or(0)
    }

    fn check_value_count(&self) -> Res<()> {
        let limit = index(u64::from(u32::MAX / 2))?;
        ensure(self.values.len() < limit, "the file has too many values")
    }
}
