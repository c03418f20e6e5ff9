//! What other tools warn of, in Margay's rules, as the records of the rules say it.
//!
//! A class says which findings fit an alert, and whether their absence says that the alert is wrong.
//! It does only where Margay looks for all that the tool's rule means.

use margay_ir::alert::Alert;
use margay_ir::rule::{AlertKind, Rule, Tool, ToolRule};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The findings that an alert may mean.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    pub rules: Vec<&'static Rule>,
    pub kind: AlertKind,
    /// Margay reports whatever the tool's rule means, if it happens.
    pub whole: bool,
}

impl Class {
    pub fn has(&self, rule: &str) -> bool {
        self.rules.iter().any(|own| own.name == rule)
    }
}

/// What records say together.
struct Tables {
    /// Those that say most of an alert first.
    rows: Vec<(ToolRule, Class)>,
    /// For tools and rules that no record names.
    weaknesses: BTreeMap<u32, Class>,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| Tables::of(margay_checkers::rules()));

impl Tables {
    fn of(rules: impl Iterator<Item = &'static Rule>) -> Tables {
        let mut rows: Vec<(ToolRule, Class)> = Vec::new();
        let mut weaknesses: BTreeMap<u32, Class> = BTreeMap::new();
        for rule in rules {
            for named in rule.alerts.tool_rules.iter().copied().flatten() {
                let is_it = |row: &&mut (ToolRule, Class)| {
                    let key = |row: &ToolRule| (row.tool, row.name, row.words);
                    key(&row.0) == key(named)
                };
                if let Some((_, class)) = rows.iter_mut().find(is_it) {
                    class.rules.push(rule);
                    class.whole &= named.is_whole;
                } else {
                    let (kind, whole) = (named.kind, named.is_whole);
                    rows.push((*named, Class { rules: vec![rule], kind, whole }));
                }
            }
            let kind = kind_of(rule);
            for weakness in rule.alerts.weaknesses {
                let none = || Class { rules: Vec::new(), kind, whole: false };
                weaknesses.entry(*weakness).or_insert_with(none).rules.push(rule);
            }
        }
        rows.sort_by_key(|(row, _)| {
            (Reverse(row.name.len()), Reverse(row.words.len()), row.name, row.words)
        });
        Tables { rows, weaknesses }
    }

    fn named(&self, tool: Tool, alert: &Alert) -> Option<&Class> {
        let fits = |row: &ToolRule| {
            row.tool == tool
                && alert.rule.starts_with(row.name)
                && alert.message.contains(row.words)
        };
        self.rows.iter().find(|(row, _)| fits(row)).map(|(_, class)| class)
    }
}

/// What an alert warns of, if Margay looks for that.
pub(crate) fn of(alert: &Alert) -> Option<Class> {
    let name = alert.tool.to_lowercase();
    if name == "margay" {
        return own(&alert.rule);
    }
    let named = tool(&name).and_then(|tool| TABLES.named(tool, alert));
    let by_weakness = || alert.cwe.iter().find_map(|cwe| TABLES.weaknesses.get(cwe));
    named.or_else(by_weakness).cloned()
}

/// The tool of a name in lower case.
fn tool(name: &str) -> Option<Tool> {
    // clang is looked for first: "clang" says more than the "c" in a name of gcc.
    if name.contains("clang") {
        Some(Tool::Clang)
    } else if name.contains("gnu c") || name.contains("gcc") || name == "cc1" {
        Some(Tool::Gcc)
    } else if name.contains("cppcheck") {
        Some(Tool::Cppcheck)
    } else if name.contains("codeql") {
        Some(Tool::CodeQl)
    } else {
        None
    }
}

/// Margay's own rules mean themselves.
fn own(name: &str) -> Option<Class> {
    let rule = margay_checkers::rule(name)?;
    Some(Class { rules: vec![rule], kind: kind_of(rule), whole: true })
}

fn kind_of(rule: &Rule) -> AlertKind {
    if rule.is_leak { AlertKind::Leak } else { AlertKind::Fault }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(tool: &str, rule: &str, message: &str, cwe: &[u32]) -> Option<Class> {
        let (tool, rule, message) = (tool.to_owned(), rule.to_owned(), message.to_owned());
        of(&Alert { tool, rule, message, cwe: cwe.to_vec(), ..Alert::default() })
    }

    /// The names of the rules of a class, whether it is whole, and its kind.
    fn said(class: Option<Class>) -> Option<(Vec<&'static str>, bool, AlertKind)> {
        class.map(|class| {
            let names = class.rules.iter().map(|rule| rule.name).collect();
            (names, class.whole, class.kind)
        })
    }

    const NULL: [&str; 3] = ["bad-call", "null-dereference", "unchecked-allocation"];

    #[test]
    fn rules_of_tools_have_a_class() {
        let check = |tool, rule, message, (names, kind): (&[&'static str], AlertKind)| {
            let expected = Some((names.to_vec(), true, kind));
            assert_eq!(said(class(tool, rule, message, &[401])), expected, "{rule}: {message}");
        };
        let memory: (&[&str], _) = (&["memory-leak"], AlertKind::Leak);
        let double: (&[&str], _) = (&["double-free"], AlertKind::Fault);
        let null: (&[&str], _) = (&NULL, AlertKind::Fault);
        let zero: (&[&str], _) = (&["division-by-zero"], AlertKind::Fault);
        check("clang", "core.DivideZero", "Division by zero", zero);
        check("clang", "unix.Malloc", "Potential leak of memory pointed to by 'p'", memory);
        check("clang", "unix.Malloc", "Attempt to free released memory", double);
        check("GNU C17", "-Wanalyzer-malloc-leak", "leak of 'p'", memory);
        check("cppcheck", "nullPointerRedundantCheck", "", null);
        check("CodeQL", "cpp/double-free", "", double);
        check("Margay", "double-free", "", double);
    }

    #[test]
    fn a_weakness_is_the_last_resort() {
        let found = class("CodeQL", "cpp/some-query", "", &[20, 476]);
        assert_eq!(said(found), Some((NULL.to_vec(), false, AlertKind::Fault)));
        assert_eq!(class("lint", "style", "", &[]), None);
        assert_eq!(class("clang", "deadcode.DeadStores", "Value stored is never read", &[]), None);
    }

    #[test]
    fn records_agree() {
        // Two rules that an alert may mean cannot differ in what it says.
        for rule in margay_checkers::rules() {
            for named in rule.alerts.tool_rules.iter().copied().flatten() {
                let is_it = |row: &&(ToolRule, Class)| {
                    (row.0.tool, row.0.name, row.0.words) == (named.tool, named.name, named.words)
                };
                let (_, class) = TABLES.rows.iter().find(is_it).expect("a row");
                assert_eq!((class.kind, class.whole), (named.kind, named.is_whole), "{named:?}");
                let times = class.rules.iter().filter(|own| own.name == rule.name).count();
                assert_eq!(times, 1, "{} has {named:?}", rule.name);
            }
        }
    }
}
