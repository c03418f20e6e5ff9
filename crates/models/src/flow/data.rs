//! What a call is given, as far as labels are concerned: texts with a label for each character.
//!
//! Nothing here asks for values or raises faults: what cannot be read is not examined, the function's own model will.

use super::follow;
use super::labels::Labels;
use crate::LibC;
use margay_engine::{Call, Follow, Input, Origin, Value, terms};
use margay_ir::finding::Source;
use margay_smt::{Assignment, Bool, Bv, Evaluator, SymbolId, TermPool};
use std::collections::BTreeMap;

/// Characters of a text that are examined.
const LONGEST: u64 = 320;

/// The labels of symbols that some data is made of, and the inputs that brought them.
#[derive(Default)]
pub struct Survey {
    symbols: BTreeMap<SymbolId, Labels>,
    inputs: Vec<(Labels, Origin)>,
    follow: Follow,
}

/// The part of some data that has a label.
#[derive(Clone, Copy)]
pub struct Labelled<'a> {
    survey: &'a Survey,
    label: Labels,
}

impl Labelled<'_> {
    /// Where it came from.
    pub fn origins(self) -> Vec<Origin> {
        let mut origins: Vec<Origin> = Vec::new();
        for (labels, origin) in &self.survey.inputs {
            if labels.has(self.label) && !origins.contains(origin) {
                origins.push(origin.clone());
            }
        }
        origins
    }

    /// Whether a symbol belongs to it.
    pub fn has(self, symbol: SymbolId) -> bool {
        self.survey.symbols.get(&symbol).is_some_and(|labels| labels.has(self.label))
    }
}

/// Labels of an input, without those that it has lost.
fn labels(call: &mut Call<'_>, source: &Source) -> Labels {
    call.library::<LibC>().outside.flow.of(source)
}

impl Survey {
    /// Of data that is made because of an input.
    pub fn from(labels: Labels, origin: Origin) -> Survey {
        Survey { inputs: vec![(labels, origin)], ..Survey::default() }
    }

    /// Looks at the symbols of terms.
    pub fn of(call: &mut Call<'_>, data: &[Bv]) -> Survey {
        let follow = follow(call);
        let roots = call.state.roots(call.pool, data, follow);
        if roots.is_empty() {
            return Survey::default();
        }
        let inputs: Vec<Input> =
            call.state.origins(call.pool, &roots).into_iter().cloned().collect();
        let mut survey = Survey { follow, ..Survey::default() };
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
        let roots = call.state.roots(call.pool, &[term], self.follow);
        let labels = roots.iter().filter_map(|symbol| self.symbols.get(symbol));
        labels.fold(Labels::NONE, |all, labels| all.with(*labels))
    }

    /// The part of the data that has a label.
    pub fn only(&self, label: Labels) -> Labelled<'_> {
        Labelled { survey: self, label }
    }
}

/// A text, character by character, as far as it may go.
pub struct Text {
    pub bytes: Vec<Bv>,
    pub labels: Vec<Labels>,
    pub survey: Survey,
    /// It is of wide characters, of which these are the low bytes.
    pub is_wide: bool,
    /// Where it ends is not known: it is examined no further.
    pub is_cut: bool,
    /// Where it begins.
    pub address: u64,
    /// Holds where there is a text at all: the pointer may be null.
    present: Bool,
}

/// Addresses that a pointer may lead to, of which texts are examined.
const MOST_ADDRESSES: usize = 4;

/// Where a pointer may lead, if that is known: to nothing at null.
fn addresses(call: &mut Call<'_>, value: Value) -> Vec<u64> {
    let known: Vec<u64> = match call.state.path.resolve(call.pool, value) {
        Value::Int(address) => vec![address],
        Value::Term(term) => {
            let choices = terms::choices(call.pool, term);
            choices.iter().filter_map(|choice| call.pool.as_const_u64(*choice)).collect()
        }
        _ => Vec::new(),
    };
    known.into_iter().filter(|address| *address != 0).collect()
}

/// Where a pointer leads, if that is known, or would be if some call had not failed.
pub fn address(call: &mut Call<'_>, value: Value) -> Option<u64> {
    match addresses(call, value).as_slice() {
        [address] => Some(*address),
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
    /// The text that a pointer leads to; of several, the first that has labels.
    pub fn at(call: &mut Call<'_>, value: Value) -> Option<Text> {
        let mut first = None;
        for start in addresses(call, value).into_iter().take(MOST_ADDRESSES) {
            let text = Text::from(call, value, start);
            if text.labels.iter().any(|labels| !labels.is_empty()) {
                return Some(text);
            }
            first.get_or_insert(text);
        }
        first
    }

    fn from(call: &mut Call<'_>, value: Value, start: u64) -> Text {
        let room = call.room(start);
        let is_wide = is_wide(call, start, room);
        let step = if is_wide { 4 } else { 1 };
        let mut bytes = Vec::new();
        let mut is_cut = true;
        for index in 0..(room / step).min(LONGEST) {
            let Some(byte) = byte(call, start + index * step) else { break };
            if call.pool.as_const_u64(byte) == Some(0) {
                is_cut = false;
                break;
            }
            bytes.push(byte);
        }
        Text { is_wide, is_cut, ..Text::new(call, bytes, value, start) }
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
        Some(Text::new(call, bytes, value, start))
    }

    fn new(call: &mut Call<'_>, bytes: Vec<Bv>, at: Value, address: u64) -> Text {
        let survey = Survey::of(call, &bytes);
        let labels = bytes.iter().map(|byte| survey.term(call, *byte)).collect();
        let present = match at {
            Value::Term(pointer) => {
                let address = call.pool.bv_u64(call.pool.width(pointer), address);
                call.pool.eq(pointer, address)
            }
            _ => call.pool.bool_const(true),
        };
        Text { bytes, labels, survey, is_wide: false, is_cut: false, address, present }
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
        // Quotes and backslashes stay as a shell would read them.
        let plain = |byte: &u8| byte.is_ascii_graphic() || *byte == b' ';
        let written = |byte: u8| match plain(&byte) {
            true => char::from(byte).to_string(),
            false => byte.escape_ascii().to_string(),
        };
        out.into_iter().map(written).collect()
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
