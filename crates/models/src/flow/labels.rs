//! Labels of data, which ones inputs have, and what users declare beside them.
//!
//! Labels are ordered: data with a label may go nowhere that a label below it may not. What data
//! made of several inputs has is the union of their labels, so that the sets of labels which are
//! closed downward are the lattice, and joining is `|`.

use margay_ir::finding::Source;
use std::collections::BTreeSet;

/// A set of labels that has with each label those below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Labels(u64);

impl Labels {
    pub const NONE: Labels = Labels(0);
    /// Chosen by who runs the program: arguments, variables that exist for users to set.
    pub const USER: Labels = Labels(1);
    /// Chosen by another person, maybe: standard input, files, the environment.
    pub const TAINTED: Labels = Labels(1 << 1 | 1);
    /// Chosen by another machine.
    pub const NETWORK: Labels = Labels(1 << 2 | 1 << 1 | 1);
    /// Chosen by chance.
    pub const RANDOM: Labels = Labels(1 << 3);
    /// Of the system that the program runs on, and not for others to know.
    pub const PRIVATE: Labels = Labels(1 << 4);
    /// Passwords, keys, credentials.
    pub const SECRET: Labels = Labels(1 << 5 | 1 << 4);

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub const fn with(self, other: Labels) -> Labels {
        Labels(self.0 | other.0)
    }

    pub fn without(self, other: Labels) -> Labels {
        Labels(self.0 & !other.0)
    }

    /// Whether all of another set is in this one.
    pub fn has(self, other: Labels) -> bool {
        self.0 & other.0 == other.0
    }
}

/// A label that there is, and what it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Label {
    name: String,
    /// Its own bit.
    own: u64,
    set: Labels,
}

/// What of a call something is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Result,
    /// What an argument is or points to, counted from 0.
    Argument(usize),
}

/// What a function of the library brings into the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Data {
    Returned,
    /// What the result points to: the text that is given with this number.
    Given(u32),
    /// What is written to where this argument points.
    Written(u32),
}

/// A function that brings data in which has a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredSource {
    pub function: String,
    pub part: Part,
    pub label: String,
}

/// A function that must not be given data with a label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredSink {
    pub function: String,
    /// Any, if it is none.
    pub argument: Option<usize>,
    pub rejects: String,
    pub cwe: Vec<u32>,
    /// Why, in words; may be empty.
    pub message: String,
}

/// A function after which the data that it was given has a label no more.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeclaredSanitiser {
    pub function: String,
    /// Any, if it is none.
    pub argument: Option<usize>,
    pub removes: String,
}

/// A label of the user's, and its place among the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeclaredLabel {
    pub name: String,
    pub above: Vec<String>,
    pub below: Vec<String>,
}

/// What the user declares.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Declarations {
    pub labels: Vec<DeclaredLabel>,
    pub sources: Vec<DeclaredSource>,
    pub sinks: Vec<DeclaredSink>,
    pub sanitisers: Vec<DeclaredSanitiser>,
    /// Variables of the environment, or what their names end in after a `*`, with a label.
    pub variables: Vec<(String, String)>,
}

/// Which labels there are, and what has them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Policy {
    labels: Vec<Label>,
    pub declared: Declarations,
    /// Whether what is done because of labelled data counts as made of it.
    pub implicit: bool,
}

/// The labels that there are without any declaration.
pub const BUILT_IN: &[(&str, Labels)] = &[
    ("user", Labels::USER),
    ("tainted", Labels::TAINTED),
    ("network", Labels::NETWORK),
    ("random", Labels::RANDOM),
    ("private", Labels::PRIVATE),
    ("secret", Labels::SECRET),
];

impl Default for Policy {
    fn default() -> Self {
        let label = |(index, (name, set)): (usize, &(&str, Labels))| Label {
            name: (*name).to_owned(),
            own: 1 << index,
            set: *set,
        };
        let labels = BUILT_IN.iter().enumerate().map(label).collect();
        Policy { labels, declared: Declarations::default(), implicit: false }
    }
}

impl Policy {
    /// The policy with what the user declares. The error is a sentence.
    pub fn new(declared: Declarations, implicit: bool) -> Result<Policy, String> {
        let mut policy = Policy { implicit, ..Policy::default() };
        for label in &declared.labels {
            policy.add(label)?;
        }
        let used = declared.sources.iter().map(|source| &source.label);
        let used = used.chain(declared.sinks.iter().map(|sink| &sink.rejects));
        let used = used.chain(declared.sanitisers.iter().map(|sanitiser| &sanitiser.removes));
        for name in used.chain(declared.variables.iter().map(|(_, label)| label)) {
            policy.named(name)?;
        }
        policy.declared = declared;
        Ok(policy)
    }

    fn add(&mut self, label: &DeclaredLabel) -> Result<(), String> {
        let DeclaredLabel { name, above, below } = label;
        if self.labels.iter().any(|label| label.name == *name) {
            return Err(format!("there is a label `{name}` already"));
        }
        if self.labels.len() == 64 {
            return Err("there are more than 64 labels".to_owned());
        }
        let own = 1 << self.labels.len();
        let mut set = Labels(own);
        for name in above {
            set = set.with(self.named(name)?);
        }
        for other in below {
            let higher = self.named(other)?;
            if set.has(higher) {
                return Err(format!("the label `{name}` would be above and below `{other}`"));
            }
            for label in self.labels.iter_mut().filter(|label| label.set.has(higher)) {
                label.set = label.set.with(set);
            }
        }
        self.labels.push(Label { name: name.clone(), own, set });
        Ok(())
    }

    /// The labels that one stands for.
    pub fn named(&self, name: &str) -> Result<Labels, String> {
        let label = self.labels.iter().find(|label| label.name == name);
        label.map(|label| label.set).ok_or_else(|| format!("there is no label `{name}`"))
    }

    /// With each label those that are below it by now.
    fn close(&self, labels: Labels) -> Labels {
        let has = |label: &&Label| labels.0 & label.own != 0;
        self.labels.iter().filter(has).fold(labels, |all, label| all.with(label.set))
    }

    /// Whether a function is declared to be or do something.
    pub fn declares(&self, function: &str) -> bool {
        let Declarations { sources, sinks, sanitisers, .. } = &self.declared;
        sources.iter().any(|source| source.function == function)
            || sinks.iter().any(|sink| sink.function == function)
            || sanitisers.iter().any(|sanitiser| sanitiser.function == function)
    }

    /// The labels of what comes from somewhere.
    pub fn of(&self, source: &Source) -> Labels {
        let mut labels = built_in(source);
        if let Source::Environment { name } = source {
            let named = self.declared.variables.iter().filter(|(pattern, _)| {
                let ending = pattern.strip_prefix('*');
                ending.map_or(pattern == name, |ending| name.ends_with(ending))
            });
            for (_, label) in named {
                labels = labels.with(self.named(label).unwrap_or_default());
            }
        }
        let (function, part) = match source {
            Source::Return { function } | Source::Given { function, .. } => {
                (function, Part::Result)
            }
            Source::Written { function, index } => {
                (function, Part::Argument(usize::try_from(*index).unwrap_or(usize::MAX)))
            }
            _ => return self.close(labels),
        };
        let declared = &self.declared.sources;
        for source in declared.iter().filter(|s| s.function == *function && s.part == part) {
            labels = labels.with(self.named(&source.label).unwrap_or_default());
        }
        self.close(labels)
    }
}

/// The labels that inputs have without any declaration.
fn built_in(source: &Source) -> Labels {
    match source {
        Source::Argument { .. } => Labels::USER,
        Source::Stdin => Labels::TAINTED,
        // Who can write there can do anything.
        Source::File { path } if path.starts_with("/etc/") || path.starts_with("/proc/") => {
            Labels::USER
        }
        Source::File { .. } => Labels::TAINTED,
        Source::Environment { name } => variable(name),
        Source::Return { function } => brought(function, Data::Returned),
        Source::Written { function, index } => brought(function, Data::Written(*index)),
        Source::Given { function, index } => brought(function, Data::Given(*index)),
        _ => Labels::NONE,
    }
}

/// The labels of what a function of the library brings.
fn brought(function: &str, data: Data) -> Labels {
    let brings = crate::function(function).map_or(&[][..], |function| function.brings);
    brings.iter().find(|(brought, _)| *brought == data).map_or(Labels::NONE, |(_, labels)| *labels)
}

/// Variables that exist for the user to set, or that the session sets for all programs.
const CONVENTIONAL: &[&str] = &[
    "BROWSER",
    "COLORTERM",
    "COLUMNS",
    "DISPLAY",
    "EDITOR",
    "HOME",
    "LANG",
    "LANGUAGE",
    "LINES",
    "LOGNAME",
    "MAIL",
    "NO_COLOR",
    "PAGER",
    "PATH",
    "PWD",
    "SHELL",
    "TEMP",
    "TERM",
    "TMP",
    "TMPDIR",
    "TZ",
    "USER",
    "VISUAL",
];

/// Those that tell how the system is laid out.
const OF_SYSTEM: &[&str] = &["LD_LIBRARY_PATH", "LD_PRELOAD", "PATH"];

/// Words in the names of variables that hold credentials.
const SECRETS: &[&str] = &[
    "APIKEY",
    "API_KEY",
    "CREDENTIAL",
    "PASSPHRASE",
    "PASSWD",
    "PASSWORD",
    "PRIVATE_KEY",
    "SECRET",
    "SECRET_KEY",
    "TOKEN",
];

fn variable(name: &str) -> Labels {
    let conventional =
        CONVENTIONAL.contains(&name) || name.starts_with("LC_") || name.starts_with("XDG_");
    let chosen = if conventional { Labels::USER } else { Labels::TAINTED };
    let upper = name.to_ascii_uppercase();
    let kept = if SECRETS.iter().any(|word| upper.contains(word)) {
        Labels::SECRET
    } else if OF_SYSTEM.contains(&name) {
        Labels::PRIVATE
    } else {
        Labels::NONE
    };
    chosen.with(kept)
}

/// Whether a variable of the program is named for a credential.
pub fn is_secret_name(name: &str) -> bool {
    let words: BTreeSet<String> = words(name).collect();
    let has = |word: &str| words.contains(word);
    let keys = has("key") && ["private", "secret", "api", "crypto", "aes"].iter().any(|w| has(w));
    let plain = ["password", "passwd", "passphrase", "credential", "credentials", "secret"];
    keys || plain.iter().any(|word| has(word)) || name.eq_ignore_ascii_case("pwd")
}

/// The words of a name in either style: `user_password`, `userPassword`.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if c.is_ascii_uppercase() || !c.is_ascii_alphabetic() {
            words.push(String::new());
        }
        if c.is_ascii_alphabetic() {
            words.last_mut().expect("one at least").push(c.to_ascii_lowercase());
        }
    }
    words.into_iter().filter(|word| !word.is_empty())
}
