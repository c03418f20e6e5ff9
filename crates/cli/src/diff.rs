//! What was changed since a revision, as git says it.

use margay_report::changes::Changes;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines that were changed since the work in this directory left a revision, in files that
/// are committed or not.
pub fn since(revision: &str) -> Result<Changes, String> {
    let top = git(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(text(&top));
    let top = std::fs::canonicalize(&top).unwrap_or(top);
    if revision.starts_with('-') {
        return Err(format!("`{revision}` is no revision"));
    }
    let commit = format!("{revision}^{{commit}}");
    git(&top, &["rev-parse", "--verify", "--quiet", &commit])
        .map_err(|_| format!("git knows no revision `{revision}`"))?;
    // Where the work began, if that is known: what others did since then is not ours.
    let base = git(&top, &["merge-base", revision, "HEAD"]).map(|base| text(&base));
    let base = base.unwrap_or_else(|_| revision.to_owned());
    let plain = ["--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
    let apart = "--inter-hunk-context=0";
    let prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
    let diff: Vec<&str> = ["diff"]
        .into_iter()
        .chain(plain)
        .chain(prefixes)
        .chain([apart, base.as_str(), "--"])
        .collect();
    let mut changes = Changes::parse(&git(&top, &diff)?, &top)?;
    let others = git(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    for name in others.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        changes.add_file(top.join(String::from_utf8_lossy(name).as_ref()));
    }
    Ok(changes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\n').to_owned()
}

/// What git prints, run in a directory.
fn git(directory: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
    let mut command = Command::new("git");
    // Nothing is written, not even what git remembers of files.
    command.env("GIT_OPTIONAL_LOCKS", "0").arg("-C").arg(directory).args(arguments);
    let output = command.output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    let said = text(&output.stderr);
    let said = said.lines().next().unwrap_or("it failed").trim_start_matches("fatal: ").to_owned();
    Err(format!("git cannot say what was changed: {said}"))
}
