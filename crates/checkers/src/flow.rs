//! Words for where data came from, for all families that are about its flow.

use crate::{Claim, Family};
use margay_engine::{Crossing, Event, Fault, Origin};
use margay_ir::finding::{Rule, Source};

/// What an input is called in a sentence.
pub fn source(source: &Source) -> String {
    match source {
        Source::Argument { index } => format!("`argv[{index}]`"),
        Source::ArgumentCount => "the number of arguments".to_owned(),
        Source::Stdin => "standard input".to_owned(),
        Source::File { path } if path.is_empty() => "a file".to_owned(),
        Source::File { path } => format!("the file `{path}`"),
        Source::Environment { name } => format!("the variable `{name}` of the environment"),
        Source::Return { function } | Source::Given { function, .. } => {
            format!("what `{function}` returns")
        }
        Source::Written { function, .. } => format!("what `{function}` reads"),
        Source::Named { name } | Source::Parameter { name } | Source::Global { name } => {
            format!("`{name}`")
        }
    }
}

/// Who has a say, by the last input that data was made of.
pub fn came_from(origins: &[Origin]) -> String {
    origins.last().map_or_else(|| "the input".to_owned(), |origin| source(&origin.source))
}

/// The same of data that crosses a boundary.
pub fn came(crossing: &Crossing) -> String {
    came_from(&crossing.origins)
}

/// A claim with the places where data came in.
pub fn with_origins(mut claim: Claim, origins: &[Origin]) -> Claim {
    const SHOWN: usize = 4;
    for origin in origins.iter().take(SHOWN) {
        let said = format!("{} comes in here", source(&origin.source));
        let is_known =
            claim.related.iter().any(|note| note.at == origin.site && note.message == said);
        if !is_known {
            claim = claim.note(origin.site, said);
        }
    }
    claim
}

/// The crossing of an event, and the rule of a family that it breaks.
pub fn broken<'e>(family: &Family, event: &'e Event) -> Option<(&'static Rule, &'e Crossing)> {
    let Fault::Flow(crossing) = &event.fault else { return None };
    let rule = family.rules.iter().copied().find(|rule| rule.name == crossing.rule)?;
    Some((rule, crossing))
}

/// The claim for a crossing: its places, its weaknesses, and what the input makes of it.
pub fn claim_of(rule: &'static Rule, message: String, crossing: &Crossing) -> Claim {
    let mut claim = Claim::new(rule, message);
    if !crossing.cwe.is_empty() {
        claim = claim.cwe(&crossing.cwe);
    }
    let label = match &crossing.example {
        Some(example) if !example.is_empty() => {
            let part = crossing.part.trim_start_matches("the ");
            format!("{part}: {example}")
        }
        _ => crossing.detail.clone(),
    };
    claim = with_origins(claim.label(label), &crossing.origins);
    for (span, words) in &crossing.through {
        claim = claim.note(*span, words.clone());
    }
    claim
}
