//! What is found in tests/check and a sanitizer can see, a native run confirms.

use crate::corpus::{programs, stem};
use crate::run::Case;
use libtest_mimic::{Failed, Trial};
use margay_ir::finding::Confirmation;
use std::path::PathBuf;

/// Without `MARGAY_LONG_TESTS`, about one of so many programs is replayed.
const SHARE: usize = 10;
/// Of a hundred findings, so many at least are confirmed.
const ENOUGH: usize = 95;

pub fn trials() -> Vec<Trial> {
    let long = std::env::var_os("MARGAY_LONG_TESTS").is_some();
    let name = if long { "replay::confirms_all" } else { "replay::confirms_a_sample" };
    vec![Trial::test(name, move || confirms(if long { 1 } else { SHARE }))]
}

fn confirms(share: usize) -> Result<(), Failed> {
    let (mut confirmed, mut others, mut hidden) = (0, Vec::new(), 0);
    let faulty = programs("check").into_iter().filter(|path| stem(path).ends_with("_bad"));
    // Its name says whether a program is taken: new ones change nothing for the others.
    let letters = |path: &PathBuf| stem(path).bytes().map(usize::from).sum::<usize>();
    for path in faulty.filter(|path| letters(path).is_multiple_of(share)) {
        let case = Case::read(&path)?;
        let (findings, stderr) = case.findings(&[])?;
        if stderr.contains("has no sanitizers here") {
            eprintln!("not run: {stderr}");
            return Ok(());
        }
        for finding in findings {
            match finding.confirmation {
                Confirmation::Confirmed { .. } => confirmed += 1,
                // Few machines have the headers and libraries for it.
                Confirmation::NotConfirmed { .. } if case.flags.iter().any(|f| f == "-m32") => {
                    hidden += 1
                }
                Confirmation::NotConfirmed { why } => {
                    let (rule, line) = (&finding.rule, finding.location.line);
                    others.push(format!("{}:{line}: {rule}: {why}", path.display()));
                }
                Confirmation::NotApplicable { .. } | Confirmation::Untried => hidden += 1,
            }
        }
    }
    let (all, list) = (confirmed + others.len(), others.join("\n"));
    eprintln!("{confirmed} of {all} confirmed, {hidden} for no sanitizer to see\n{list}");
    if confirmed > 0 && confirmed * 100 >= all * ENOUGH { Ok(()) } else { Err(list.into()) }
}
