//! Input that a person can read: of all that leads to a fault, text rather than odd bytes.

use crate::state::State;
use margay_ir::finding::{Form, Source};
use margay_smt::{Assignment, BitVec, Bool, Evaluator, SymbolId, TermPool, Value};

/// How often a model is evaluated: what is not readable by then stays as it is.
const MOST_TRIES: usize = 40;
/// What is tried for a byte, the first for all bytes at once.
const LETTERS: &[u8] = b"a0 ";

/// The model with its bytes of text in letters, as far as the path and the condition allow.
pub fn readable(pool: &TermPool, state: &State, condition: Bool, model: Assignment) -> Assignment {
    let mut conditions = state.path.condition().constraints();
    conditions.push(condition);
    let mut attempt = Attempt { pool, conditions, model, tries: MOST_TRIES };
    let odd = odd_bytes(pool, state, &attempt.model);
    attempt.replace(&odd);
    attempt.model
}

/// The bytes of text that are neither visible nor ends of lines or strings.
fn odd_bytes(pool: &TermPool, state: &State, model: &Assignment) -> Vec<SymbolId> {
    let texts = state.outside.inputs.iter().filter(|input| input.form == Form::Bytes);
    let bytes = texts.flat_map(|input| {
        // Where nothing depends on a byte, it is zero, and ends what is a string.
        let free_is_odd = match input.source {
            Source::Stdin | Source::File { .. } => Some(true),
            Source::Argument { .. } | Source::Environment { .. } => Some(false),
            _ => None,
        };
        let parts = input.parts.iter().filter(|part| pool.width(**part) == 8);
        let symbols = parts.filter_map(|part| pool.as_symbol(*part));
        symbols.filter_map(move |symbol| Some((symbol, free_is_odd?)))
    });
    let is_odd = |(symbol, free_is_odd): &(SymbolId, bool)| match model.get(*symbol) {
        Some(Value::Bv(byte)) => !matches!(byte.to_u64(), Some(0 | 0x0a | 0x20..0x7f)),
        _ => *free_is_odd,
    };
    bytes.filter(is_odd).map(|(symbol, _)| symbol).collect()
}

struct Attempt<'a> {
    pool: &'a TermPool,
    conditions: Vec<Bool>,
    model: Assignment,
    tries: usize,
}

impl Attempt<'_> {
    /// Replaces as many of the bytes as it can: all at once, or each half separately.
    fn replace(&mut self, bytes: &[SymbolId]) {
        match bytes {
            [] => {}
            [one] => {
                let _ = LETTERS.iter().any(|letter| self.holds_with(&[*one], *letter));
            }
            several => {
                if !self.holds_with(several, LETTERS[0]) {
                    let (first, second) = several.split_at(several.len() / 2);
                    self.replace(first);
                    self.replace(second);
                }
            }
        }
    }

    /// Whether the model is still one with a letter for these bytes; it is kept then.
    fn holds_with(&mut self, bytes: &[SymbolId], letter: u8) -> bool {
        if self.tries == 0 {
            return false;
        }
        self.tries -= 1;
        let mut changed = self.model.clone();
        for byte in bytes {
            changed.set_bv(*byte, BitVec::from_u64(8, u64::from(letter)));
        }
        let mut evaluator = Evaluator::new(self.pool, &changed);
        let holds = self.conditions.iter().all(|condition| evaluator.bool(*condition));
        if holds {
            self.model = changed;
        }
        holds
    }
}
