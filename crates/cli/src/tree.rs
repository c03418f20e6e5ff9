//! `--tree`: the execution tree of a check as a file.

use crate::links;
use crate::output::Failure;
use margay_ir::finding::Outcome;
use margay_ir::tree::ExecutionTree;
use margay_report::Sources;
use margay_report::tree::{TreeFormat, render};
use std::path::{Path, PathBuf};

/// Where the tree is to be drawn, and how.
pub struct Picture {
    file: PathBuf,
    format: TreeFormat,
}

impl Picture {
    /// The name of the file says how.
    pub fn new(file: &Path) -> Result<Picture, Failure> {
        let format = TreeFormat::of(file).ok_or_else(|| {
            let endings = TreeFormat::all().map(|format| format!(".{}", format.ending()));
            let endings = endings.collect::<Vec<_>>().join(", ");
            let name = file.display();
            Failure::Tool(format!(
                "--tree cannot write {name}: its name must end in one of {endings}"
            ))
        })?;
        Ok(Picture { file: file.to_owned(), format })
    }

    /// Writes the tree of an outcome, with the findings that are reported.
    pub fn write(
        &self,
        outcome: &mut Outcome,
        sources: &dyn Sources,
        root: &Path,
    ) -> Result<(), Failure> {
        let mut tree = outcome.tree.take().unwrap_or_default();
        keep_reported(&mut tree, outcome);
        let mut bytes = Vec::new();
        render(self.format, &tree, sources, root, &mut bytes)?;
        let name = self.file.display();
        links::write(&self.file, &bytes)
            .map_err(|error| Failure::Tool(format!("cannot write {name}: {error}")))
    }
}

/// What help says of `--tree`.
pub fn help() -> String {
    let each = |(index, form): (usize, TreeFormat)| {
        let file = if index == 0 { "FILE" } else { "" };
        format!("{} ({file}.{})", form.purpose(), form.ending())
    };
    let forms: Vec<String> = TreeFormat::all().enumerate().map(each).collect();
    let (last, others) = forms.split_last().expect("forms");
    format!("Draw the execution tree: {} or {last}", others.join(", "))
}

fn keep_reported(tree: &mut ExecutionTree, outcome: &Outcome) {
    let reported = outcome.findings.iter().filter(|finding| finding.suppressed.is_none());
    let reported: Vec<_> = reported.map(|finding| (&finding.rule, &finding.location)).collect();
    tree.findings.retain(|found| reported.contains(&(&found.rule, &found.location)));
}
