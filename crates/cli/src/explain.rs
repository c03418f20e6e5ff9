//! `margay explain`: prints what a rule is about, or lists all rules.

use crate::exit;
use crate::output::Failure;
use clap::Args;
use margay_ir::finding::{Rule, Severity};
use margay_report::nearest::suggestion;
use std::io::{self, Write};

/// Explain a rule, or list all of them
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  margay explain\n  margay explain use-after-free")]
pub struct ExplainArgs {
    /// The rule, as reports name it
    pub rule: Option<String>,

    /// Print a page of all rules with their explanations, as Markdown
    #[arg(long, conflicts_with = "rule")]
    pub markdown: bool,
}

pub fn run(args: &ExplainArgs) -> Result<u8, Failure> {
    let rules: Vec<_> = margay_checkers::rules().collect();
    let text = match &args.rule {
        None if args.markdown => markdown(&rules),
        None => list(&rules),
        Some(name) => explain(name, &rules).map_err(Failure::Tool)?,
    };
    io::stdout().lock().write_all(text.as_bytes())?;
    Ok(exit::OK)
}

/// One line for each rule.
fn list(rules: &[&Rule]) -> String {
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or_default();
    let line = |rule: &&Rule| {
        let cwe = weaknesses(rule);
        let cwe = if cwe.is_empty() { cwe } else { format!(" ({cwe})") };
        format!("{:width$}  {}{cwe}\n", rule.name, rule.summary)
    };
    rules.iter().map(line).collect()
}

fn explain(name: &str, rules: &[&Rule]) -> Result<String, String> {
    let rule = rules.iter().find(|rule| rule.name == name).ok_or_else(|| {
        let hint = suggestion(name, rules.iter().map(|rule| rule.name));
        format!("there is no rule `{name}`{hint}")
    })?;
    let mut text = format!("{}[{name}]: {}\n", severity(rule), rule.summary);
    let cwe = weaknesses(rule);
    if !cwe.is_empty() {
        text += &format!("{cwe}\n");
    }
    text += &format!("\n{}\n", rule.explanation.trim());
    Ok(text)
}

/// A table of all rules, then each explanation under a heading of its own.
fn markdown(rules: &[&Rule]) -> String {
    let mut text = format!(
        "# Rules\n\n<!-- Written by `margay explain --markdown`. -->\n\n\
         What `margay check` reports: {} rules, as `margay explain RULE` prints them.\n\n\
         | rule | severity | weaknesses | what is reported |\n| --- | --- | --- | --- |\n",
        rules.len()
    );
    for rule in rules {
        let name = rule.name;
        let (severity, cwe, summary) = (severity(rule), weaknesses(rule), rule.summary);
        text += &format!("| [{name}](#{name}) | {severity} | {cwe} | {summary} |\n");
    }
    for rule in rules {
        let mut summary = rule.summary.to_owned();
        summary[..1].make_ascii_uppercase();
        text += &format!("\n## {}\n\n{summary}.\n\n", rule.name);
        // A rule is a section here, so its own sections are one level deeper.
        for line in rule.explanation.trim().lines() {
            let deeper = if line.starts_with("## ") { "#" } else { "" };
            text += &format!("{deeper}{line}\n");
        }
    }
    text
}

fn severity(rule: &Rule) -> &'static str {
    match rule.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

fn weaknesses(rule: &Rule) -> String {
    rule.cwe.iter().map(|id| format!("CWE-{id}")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    static LEAK: Rule = Rule {
        name: "memory-leak",
        summary: "memory that nothing refers to any more",
        severity: Severity::Warning,
        cwe: &[401],
        explanation: "Memory is lost.\n\nFree it.\n",
        ..Rule::BLANK
    };
    static TRAP: Rule = Rule {
        name: "trap",
        summary: "a call that ends the program",
        severity: Severity::Note,
        cwe: &[],
        explanation: "It ends.",
        ..Rule::BLANK
    };

    fn check(name: &str, expected: Result<&str, &str>) {
        let text = explain(name, &[&LEAK, &TRAP]);
        assert_eq!(text.as_deref().map_err(String::as_str), expected);
    }

    #[test]
    fn a_rule_is_explained() {
        check(
            "memory-leak",
            Ok("warning[memory-leak]: memory that nothing refers to any more\nCWE-401\n\n\
                Memory is lost.\n\nFree it.\n"),
        );
        check("trap", Ok("note[trap]: a call that ends the program\n\nIt ends.\n"));
        check("memoryleak", Err("there is no rule `memoryleak`; did you mean `memory-leak`?"));
        check("weather", Err("there is no rule `weather`"));
    }

    #[test]
    fn rules_are_listed() {
        assert_eq!(
            list(&[&LEAK, &TRAP]),
            "memory-leak  memory that nothing refers to any more (CWE-401)\n\
             trap         a call that ends the program\n"
        );
        assert_eq!(list(&[]), "");
    }

    #[test]
    fn rules_make_a_page() {
        let page = markdown(&[&LEAK]);
        assert!(page.contains(
            "| [memory-leak](#memory-leak) | warning | CWE-401 | memory that nothing refers to any more |"
        ));
        let section =
            "## memory-leak\n\nMemory that nothing refers to any more.\n\nMemory is lost.\n";
        assert!(page.contains(section), "{page}");
    }

    #[test]
    fn the_documentation_has_the_rules_of_today() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/rules.md");
        let written = std::fs::read_to_string(path).unwrap_or_default();
        let rules: Vec<_> = margay_checkers::rules().collect();
        assert!(
            written == markdown(&rules),
            "docs/rules.md is out of date; write it with: margay explain --markdown > docs/rules.md"
        );
    }

    #[test]
    fn every_rule_can_be_explained() {
        let rules: Vec<_> = margay_checkers::rules().collect();
        for rule in &rules {
            assert!(explain(rule.name, &rules).is_ok_and(|text| text.contains(rule.summary)));
        }
    }
}
