//! Attributes of functions, parameters and calls.
//!
//! Only what [`ParamAttrs`] and [`FuncAttrs`] can say is kept. An attribute that we do
//! not know ends its group, since its length is unknown too: that loses knowledge but
//! never invents any.

use super::fault::{Res, index, narrow, wide};
use super::stream::{Item, Record, Stream, SubBlock};
use super::types::TypeTable;
use llvm_bitcode::schema::blocks::AttributeCode;
use llvm_bitcode::schema::values::AttrKind;
use margay_ir::{FuncAttrs, ParamAttrs};
use std::collections::HashMap;

/// Attribute lists by their number in the file.
#[derive(Debug, Default)]
pub struct Attributes {
    groups: HashMap<u64, (u64, Facts)>,
    lists: Vec<List>,
}

/// One attribute list: facts by what they are about, sorted.
type List = Vec<(u64, Facts)>;

/// What a group of attributes says. Types are still numbers.
#[derive(Clone, Copy, Debug, Default)]
struct Facts {
    byval: Option<u64>,
    sret: Option<u64>,
    param: ParamAttrs,
    func: FuncAttrs,
}

/// The number that stands for the function itself; 0 is its result, then come the parameters.
const FUNCTION: u64 = 0xffff_ffff;
const RESULT: u64 = 0;

impl Attributes {
    /// Reads the block of groups, which comes before that of lists.
    pub fn read_groups(&mut self, stream: &mut Stream<'_>, block: SubBlock) -> Res<()> {
        let (mut block, mut record) = (stream.enter(block), Record::default());
        while let Some(item) = stream.next(&mut block, &mut record)? {
            let is_group = is_code(&record, AttributeCode::GroupEntry);
            if let (Item::Record, true, [id, about, rest @ ..]) =
                (item, is_group, record.ops.as_slice())
            {
                self.groups.insert(*id, (*about, facts(rest)));
            }
        }
        Ok(())
    }

    /// Reads the block of lists of groups.
    pub fn read_lists(&mut self, stream: &mut Stream<'_>, block: SubBlock) -> Res<()> {
        let (mut block, mut record) = (stream.enter(block), Record::default());
        while let Some(item) = stream.next(&mut block, &mut record)? {
            let Item::Record = item else { continue };
            let mut list = List::new();
            if is_code(&record, AttributeCode::Entry) {
                list.extend(record.ops.iter().filter_map(|id| self.groups.get(id)));
                list.sort_by_key(|entry| entry.0);
                list.dedup_by(|later, first| {
                    let same = later.0 == first.0;
                    if same {
                        first.1.merge(&later.1);
                    }
                    same
                });
            }
            self.lists.push(list);
        }
        Ok(())
    }

    /// What list `number` says of the function or call as a whole; 0 is the empty list.
    pub fn function(&self, number: u64) -> FuncAttrs {
        let mut attrs = self.facts(number, FUNCTION).map_or_else(FuncAttrs::default, |f| f.func);
        attrs.allocates |= self.facts(number, RESULT).is_some_and(|f| f.param.noalias);
        attrs
    }

    /// What list `number` says of the result.
    pub fn result(&self, number: u64, types: &TypeTable) -> Res<ParamAttrs> {
        self.about(number, RESULT, types)
    }

    /// What list `number` says of parameter or argument `position`.
    pub fn param(&self, number: u64, position: usize, types: &TypeTable) -> Res<ParamAttrs> {
        self.about(number, wide(position).saturating_add(1), types)
    }

    fn about(&self, number: u64, about: u64, types: &TypeTable) -> Res<ParamAttrs> {
        let Some(facts) = self.facts(number, about) else {
            return Ok(ParamAttrs::default());
        };
        let ty = |number: Option<u64>| number.map(|n| types.get(n)).transpose();
        Ok(ParamAttrs { byval: ty(facts.byval)?, sret: ty(facts.sret)?, ..facts.param })
    }

    fn facts(&self, number: u64, about: u64) -> Option<&Facts> {
        let list = self.lists.get(index(number.checked_sub(1)?).ok()?)?;
        let at = list.binary_search_by_key(&about, |entry| entry.0).ok()?;
        Some(&list[at].1)
    }
}

fn is_code(record: &Record<'_>, code: AttributeCode) -> bool {
    let actual = u8::try_from(record.code).ok();
    actual.and_then(|actual| AttributeCode::try_from(actual).ok()) == Some(code)
}

impl Facts {
    fn merge(&mut self, other: &Facts) {
        let (a, b) = (&mut self.param, &other.param);
        self.byval = self.byval.or(other.byval);
        self.sret = self.sret.or(other.sret);
        a.nonnull |= b.nonnull;
        a.noundef |= b.noundef;
        a.signext |= b.signext;
        a.zeroext |= b.zeroext;
        a.noalias |= b.noalias;
        a.readonly |= b.readonly;
        a.align = a.align.max(b.align);
        a.dereferenceable = a.dereferenceable.max(b.dereferenceable);
        let (a, b) = (&mut self.func, &other.func);
        a.noreturn |= b.noreturn;
        a.returns_twice |= b.returns_twice;
        a.readnone |= b.readnone;
        a.readonly |= b.readonly;
        a.allocates |= b.allocates;
    }

    fn flag(&mut self, kind: AttrKind) {
        match kind {
            AttrKind::NonNull => self.param.nonnull = true,
            AttrKind::NoUndef => self.param.noundef = true,
            AttrKind::SExt => self.param.signext = true,
            AttrKind::ZExt => self.param.zeroext = true,
            AttrKind::NoAlias => self.param.noalias = true,
            AttrKind::ReadOnly => {
                self.param.readonly = true;
                self.func.readonly = true;
            }
            AttrKind::ReadNone => {
                self.param.readonly = true;
                self.func.readnone = true;
                self.func.readonly = true;
            }
            AttrKind::NoReturn => self.func.noreturn = true,
            AttrKind::ReturnsTwice => self.func.returns_twice = true,
            _ => {}
        }
    }

    fn number(&mut self, kind: AttrKind, value: u64) {
        // Two bits for each kind of memory: bit 0 reads, bit 1 writes.
        const WRITES: u64 = 0xaaaa_aaaa_aaaa_aaaa;
        const ALLOCATES: u64 = 1;
        match kind {
            AttrKind::Alignment => self.param.align = narrow(value).unwrap_or(0),
            AttrKind::Dereferenceable => self.param.dereferenceable = value,
            AttrKind::Memory => {
                self.func.readnone = value == 0;
                self.func.readonly = value & WRITES == 0;
            }
            AttrKind::AllocKind => self.func.allocates = value & ALLOCATES != 0,
            _ => {}
        }
    }
}

fn facts(ops: &[u64]) -> Facts {
    let mut facts = Facts::default();
    let mut rest = ops;
    // Stops at the first entry whose form is unknown.
    while let Some(after) = entry(rest, &mut facts) {
        rest = after;
    }
    facts
}

/// Reads one attribute and returns what follows it.
fn entry<'r>(ops: &'r [u64], facts: &mut Facts) -> Option<&'r [u64]> {
    let known = |key: u64| u8::try_from(key).ok().and_then(|key| AttrKind::try_from(key).ok());
    match ops {
        [0, key, rest @ ..] => {
            if let Some(kind) = known(*key) {
                facts.flag(kind);
            }
            Some(rest)
        }
        [1, key, value, rest @ ..] => {
            if let Some(kind) = known(*key) {
                facts.number(kind, *value);
            }
            Some(rest)
        }
        [3, rest @ ..] => after_string(rest),
        [4, rest @ ..] => after_string(after_string(rest)?),
        [5, _, rest @ ..] => Some(rest),
        [6, key, ty, rest @ ..] => {
            match known(*key) {
                Some(AttrKind::ByVal) => facts.byval = Some(*ty),
                Some(AttrKind::StructRet) => facts.sret = Some(*ty),
                _ => {}
            }
            Some(rest)
        }
        // A range of integers: its width, then two folded numbers or two lists of words.
        [7, _, bits, rest @ ..] if *bits <= 64 => rest.get(2..),
        [7, _, _, words, rest @ ..] => {
            let count = (words & 0xffff_ffff).checked_add(words >> 32)?;
            rest.get(index(count).ok()?..)
        }
        _ => None,
    }
}

fn after_string(ops: &[u64]) -> Option<&[u64]> {
    let end = ops.iter().position(|&c| c == 0)?;
    ops.get(end + 1..)
}
