//! What someone may have meant who wrote a name that does not exist.

/// The name that is nearest to `name`, if any is near enough to be meant.
pub fn nearest<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A third of the letters may be wrong; swapped neighbours are one mistake.
    let mistakes = |other: &str| strsim::damerau_levenshtein(name, other);
    let allowed = (name.chars().count() / 3).max(1);
    let near = names.into_iter().map(|other| (mistakes(other), other));
    let best = near.filter(|(mistakes, _)| *mistakes <= allowed).min()?;
    Some(best.1)
}

/// `; did you mean `right`?` to end a sentence with, or nothing.
pub fn suggestion<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> String {
    match nearest(name, names) {
        Some(right) => format!("; did you mean `{right}`?"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, expected: Option<&str>) {
        let names = ["use-after-free", "double-free", "max-steps", "max-states"];
        assert_eq!(nearest(name, names), expected);
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        check("max-step", Some("max-steps"));
        check("max-setps", Some("max-steps"));
        check("use-afterfree", Some("use-after-free"));
        check("doublefree", Some("double-free"));
        check("x", None);
        check("", None);
        check("leak", None);
    }
}
