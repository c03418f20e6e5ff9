//! Which long option a text names: in full, or by a beginning that no other option has.

use super::text::Text;
use margay_engine::{Call, Stop};
use margay_smt::Bool;
use std::collections::BTreeMap;

pub struct LongOption {
    pub name: Vec<u8>,
    pub takes: Takes,
    pub flag: u64,
    pub value: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    Argument,
    MaybeArgument,
}

/// What a text names.
pub enum Named {
    /// The option, and where its value begins, if the text has one.
    Option {
        index: usize,
        value: Option<Text>,
    },
    /// Several options begin like this.
    Ambiguous,
    Nothing,
}

/// What names of a given beginning mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Option(usize),
    Ambiguous,
}

/// The option that a text names. If `only` is set, two options are never the same.
pub fn find(
    call: &mut Call<'_>,
    text: Text,
    options: &[LongOption],
    only: bool,
) -> Result<Named, Stop> {
    let beginnings = beginnings(call, text, options, only)?;
    let ends =
        |call: &mut Call<'_>, wanted: Meaning, end: u8| -> Result<Vec<(usize, Bool)>, Stop> {
            let mut ways = Vec::new();
            for beginning in beginnings.iter().filter(|beginning| beginning.means == wanted) {
                let end = text.is(call, beginning.len, end)?;
                ways.push((beginning.len, call.pool.and(beginning.matches, end)));
            }
            // The whole name first.
            ways.reverse();
            Ok(ways)
        };
    let any = |call: &mut Call<'_>, ways: &[(usize, Bool)]| {
        let any = call.pool.or_all(ways.iter().map(|(_, way)| *way));
        call.is_case(any)
    };
    for (index, option) in options.iter().enumerate() {
        let plain = ends(call, Meaning::Option(index), 0)?;
        if any(call, &plain)? {
            return Ok(Named::Option { index, value: None });
        }
        let valued = ends(call, Meaning::Option(index), b'=')?;
        // Where a value begins matters only to those that take one.
        if option.takes == Takes::Nothing {
            if any(call, &valued)? {
                return Ok(Named::Option { index, value: Some(text) });
            }
            continue;
        }
        for (len, way) in valued {
            if call.is_case(way)? {
                return Ok(Named::Option { index, value: Some(text.behind(len + 1)) });
            }
        }
    }
    let mut ambiguous = ends(call, Meaning::Ambiguous, 0)?;
    ambiguous.extend(ends(call, Meaning::Ambiguous, b'=')?);
    Ok(if any(call, &ambiguous)? { Named::Ambiguous } else { Named::Nothing })
}

/// The options that begin like a text, as far as it is known, for messages.
pub fn candidates<'a>(text: &[u8], options: &'a [LongOption]) -> Vec<&'a LongOption> {
    let len = text.iter().position(|byte| *byte == b'=').unwrap_or(text.len());
    options.iter().filter(|option| option.name.starts_with(&text[..len])).collect()
}

struct Beginning {
    len: usize,
    means: Meaning,
    /// The text begins like this.
    matches: Bool,
}

/// All beginnings of names, the shorter ones first.
fn beginnings(
    call: &mut Call<'_>,
    text: Text,
    options: &[LongOption],
    only: bool,
) -> Result<Vec<Beginning>, Stop> {
    let mut found: BTreeMap<(usize, &[u8]), Beginning> = BTreeMap::new();
    for option in options {
        let mut matches = call.pool.bool_const(true);
        for len in 0..=option.name.len() {
            if len > 0 {
                let same = text.is(call, len - 1, option.name[len - 1])?;
                matches = call.pool.and(matches, same);
            }
            let name = &option.name[..len];
            let means = meaning(name, options, only);
            found.insert((len, name), Beginning { len, means, matches });
        }
    }
    Ok(found.into_values().collect())
}

fn meaning(name: &[u8], options: &[LongOption], only: bool) -> Meaning {
    if let Some(exact) = options.iter().position(|option| option.name == name) {
        return Meaning::Option(exact);
    }
    let mut like = options.iter().enumerate().filter(|(_, o)| o.name.starts_with(name));
    let Some((index, first)) = like.next() else { return Meaning::Ambiguous };
    let same = |other: &LongOption| {
        let of = |option: &LongOption| (option.takes, option.flag, option.value);
        !only && of(first) == of(other)
    };
    if like.all(|(_, other)| same(other)) { Meaning::Option(index) } else { Meaning::Ambiguous }
}
