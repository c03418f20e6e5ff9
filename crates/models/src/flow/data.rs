//! What a call is given, as far as labels are concerned: texts with a label for each character.
//!
//! Nothing here asks for values or raises faults: what cannot be read is not looked at, the
//! function's own model will.

use super::labels::Labels;
use crate::LibC;
use margay_engine::{Call, Input, Origin, Value, terms};
use margay_ir::finding::Source;
use margay_smt::{Assignment, Bool, Bv, Evaluator, SymbolId, TermPool};
use std::collections::BTreeMap;

/// Characters of a text that are looked at.
const LONGEST: u64 = 320;

/// The labels of symbols that some data is made of, and the inputs that brought them.
#[derive(Default)]
pub struct Survey {
    symbols: BTreeMap<SymbolId, Labels>,
    inputs: Vec<(Labels, Origin)>,
}

/// Labels of an input, without those that it has lost.
fn labels(call: &mut Call<'_>, source: &Source) -> Labels {
    call.library::<LibC>().outside.flow.of(source)
}

impl Survey {
    /// Of data that is made because of an input.
    pub fn from(labels: Labels, origin: Origin) -> Survey {
        Survey { symbols: BTreeMap::new(), inputs: vec![(labels, origin)] }
    }

    /// Looks at the symbols of terms.
    pub fn of(call: &mut Call<'_>, data: &[Bv]) -> Survey {
        let roots = call.state.roots(call.pool, data);
        if roots.is_empty() {
            return Survey::default();
        }
        let inputs: Vec<Input> =
            call.state.origins(call.pool, &roots).into_iter().cloned().collect();
        let mut survey = Survey::default();
        for input in &inputs {
            let own = labels(call, &input.source);
            let mut all = Labels::NONE;
            for part in &input.parts {
                for symbol in call.pool.symbols(*part) {
                    if !roots.contains(&symbol) {
                        continue;
                    }
                    let outside = &call.library::<LibC>().outside;
                    let more = outside.marked.get(&symbol).copied().unwrap_or_default();
                    let gone = outside.cleansed.get(&symbol).copied().unwrap_or_default();
                    let now = own.with(more).without(gone);
                    let known = survey.symbols.entry(symbol).or_default();
                    *known = known.with(now);
                    all = all.with(now);
                }
            }
            if !all.is_empty() {
                survey.inputs.push((all, Origin::from(input)));
            }
        }
        survey
    }

    /// The labels of a term.
    pub fn term(&self, call: &Call<'_>, term: Bv) -> Labels {
        if self.symbols.is_empty() {
            return Labels::NONE;
        }
        let roots = call.state.roots(call.pool, &[term]);
        let labels = roots.iter().filter_map(|symbol| self.symbols.get(symbol));
        labels.fold(Labels::NONE, |all, labels| all.with(*labels))
    }

    /// Whether a symbol has a label.
    pub fn has(&self, symbol: SymbolId, label: Labels) -> bool {
        self.symbols.get(&symbol).is_some_and(|labels| labels.has(label))
    }

    /// Where data with a label came from.
    pub fn origins(&self, label: Labels) -> Vec<Origin> {
        let mut origins: Vec<Origin> = Vec::new();
        for (labels, origin) in &self.inputs {
            if labels.has(label) && !origins.contains(origin) {
                origins.push(origin.clone());
            }
        }
        origins
    }
}

/// A text, character by character, as far as it may go.
pub struct Text {
    pub bytes: Vec<Bv>,
    pub labels: Vec<Labels>,
    pub survey: Survey,
    /// It is of wide characters, of which these are the low bytes.
    pub is_wide: bool,
    /// Where it begins.
    pub address: u64,
    /// Holds where there is a text at all: the pointer may be null.
    present: Bool,
}

/// Where a pointer leads, if that is known, or would be if some call had not failed.
pub fn address(call: &mut Call<'_>, value: Value) -> Option<u64> {
    match call.state.path.resolve(call.pool, value) {
        Value::Int(0) => None,
        Value::Int(address) => Some(address),
        Value::Term(term) => {
            let choices = terms::choices(call.pool, term);
            let known = choices.iter().filter_map(|choice| call.pool.as_const_u64(*choice));
            let mut known = known.filter(|address| *address != 0);
            known.next().filter(|_| choices.len() <= 2)
        }
        _ => None,
    }
}

/// The byte at an address, if it can be read.
fn byte(call: &mut Call<'_>, at: u64) -> Option<Bv> {
    match call.peek(at, 1) {
        Value::Undef | Value::Partial { .. } => None,
        value => {
            let value = call.state.path.resolve(call.pool, value);
            Some(terms::term(call.pool, value, 8))
        }
    }
}

impl Text {
    /// The text that a pointer leads to.
    pub fn at(call: &mut Call<'_>, value: Value) -> Option<Text> {
        let start = address(call, value)?;
        let room = call.room(start);
        let is_wide = is_wide(call, start, room);
        let step = if is_wide { 4 } else { 1 };
        let mut bytes = Vec::new();
        for index in 0..(room / step).min(LONGEST) {
            let Some(byte) = byte(call, start + index * step) else { break };
            if call.pool.as_const_u64(byte) == Some(0) {
                break;
            }
            bytes.push(byte);
        }
        Some(Text::new(call, bytes, is_wide, value, start))
    }

    /// So many bytes from where a pointer leads.
    pub fn block(call: &mut Call<'_>, value: Value, len: u64) -> Option<Text> {
        let start = address(call, value)?;
        let len = len.min(call.room(start)).min(LONGEST);
        let mut bytes = Vec::new();
        for index in 0..len {
            let Some(byte) = byte(call, start + index) else { break };
            bytes.push(byte);
        }
        Some(Text::new(call, bytes, false, value, start))
    }

    fn new(call: &mut Call<'_>, bytes: Vec<Bv>, is_wide: bool, at: Value, address: u64) -> Text {
        let survey = Survey::of(call, &bytes);
        let labels = bytes.iter().map(|byte| survey.term(call, *byte)).collect();
        let present = match at {
            Value::Term(pointer) => {
                let address = call.pool.bv_u64(call.pool.width(pointer), address);
                call.pool.eq(pointer, address)
            }
            _ => call.pool.bool_const(true),
        };
        Text { bytes, labels, survey, is_wide, address, present }
    }

    /// The byte at an index, if it is known.
    pub fn known(&self, pool: &TermPool, index: usize) -> Option<u8> {
        self.bytes.get(index).and_then(|byte| pool.as_const_u64(*byte)?.try_into().ok())
    }

    /// The known bytes that it begins with.
    pub fn prefix(&self, pool: &TermPool) -> Vec<u8> {
        (0..self.bytes.len()).map_while(|index| self.known(pool, index)).collect()
    }

    /// All of it, if it is known.
    pub fn all(&self, pool: &TermPool) -> Option<Vec<u8>> {
        let prefix = self.prefix(pool);
        (prefix.len() == self.bytes.len()).then_some(prefix)
    }

    /// The indices of characters with a label.
    pub fn labelled(&self, label: Labels) -> impl Iterator<Item = usize> + '_ {
        (0..self.bytes.len()).filter(move |index| self.labels[*index].has(label))
    }

    /// The condition that the text goes on up to an index.
    pub fn reaches(&self, pool: &mut TermPool, index: usize) -> Bool {
        let mut all = self.present;
        let zero = pool.bv_u64(8, 0);
        for byte in &self.bytes[..index] {
            let more = pool.ne(*byte, zero);
            all = pool.and(all, more);
        }
        all
    }

    /// The condition that some characters stand at an index.
    pub fn has_at(&self, pool: &mut TermPool, index: usize, wanted: &[u8]) -> Option<Bool> {
        let bytes = self.bytes.get(index..index.checked_add(wanted.len())?)?;
        let mut all = self.reaches(pool, index);
        for (byte, wanted) in bytes.iter().copied().zip(wanted) {
            let wanted = pool.bv_u64(8, u64::from(*wanted));
            let same = pool.eq(byte, wanted);
            all = pool.and(all, same);
        }
        Some(all)
    }

    /// What a model makes of it.
    pub fn shown(&self, pool: &TermPool, model: &Assignment) -> String {
        let mut evaluator = Evaluator::new(pool, model);
        let mut out = Vec::new();
        for byte in &self.bytes {
            let value = evaluator.bv(*byte).to_u64().unwrap_or(0);
            match u8::try_from(value) {
                Ok(0) | Err(_) => break,
                Ok(byte) => out.push(byte),
            }
        }
        out.escape_ascii().to_string()
    }
}

/// Whether what is given for text is wide text: its first character is one byte and three zeros,
/// and another one follows.
fn is_wide(call: &mut Call<'_>, start: u64, room: u64) -> bool {
    if room < 8 {
        return false;
    }
    let mut known = |offset: u64| byte(call, start + offset).map(|b| call.pool.as_const_u64(b));
    let first = !matches!(known(0), None | Some(Some(0)));
    first
        && (1..4).all(|offset| known(offset) == Some(Some(0)))
        && !matches!(known(4), None | Some(Some(0)))
        && (5..8).all(|offset| known(offset) == Some(Some(0)))
}
