//! What was changed since a revision, as git says it.
//!
//! Invariant: git runs nothing that the repository names. Its own configuration may name programs for much that git
//! does (to watch files, to filter or compare them, to fetch what is missing), and an archive brings that configuration
//! with it.

use margay_analysis::outcome::Changes;
use margay_frontend::child::{self, Stop};
use margay_frontend::clang;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines that were changed since the work in this directory left a revision, in files that
/// are committed or not.
pub fn since(revision: &str, stop: &Stop) -> Result<Changes, String> {
    let git = Git::new(stop)?;
    let top = git.run(Path::new("."), &["rev-parse", "--show-toplevel"])?;
    let top = PathBuf::from(text(&top));
    let top = std::fs::canonicalize(&top).unwrap_or(top);
    if revision.starts_with('-') {
        return Err(format!("`{revision}` is no revision"));
    }
    let commit = format!("{revision}^{{commit}}");
    git.run(&top, &["rev-parse", "--verify", "--quiet", &commit])
        .map_err(|_| format!("git knows no revision `{revision}`"))?;
    // Where the work began, if that is known: what others did since then is not ours.
    let base = git.run(&top, &["merge-base", revision, "HEAD"]).map(|base| text(&base));
    let base = base.unwrap_or_else(|_| revision.to_owned());
    let plain = ["--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames"];
    let prefixes = ["--src-prefix=a/", "--dst-prefix=b/"];
    // In submodules git would run itself, with what they are configured to.
    let apart = ["--inter-hunk-context=0", "--ignore-submodules=all"];
    let diff: Vec<&str> = ["diff"]
        .into_iter()
        .chain(plain)
        .chain(prefixes)
        .chain(apart)
        .chain([base.as_str(), "--"])
        .collect();
    let mut changes = Changes::parse(&git.run(&top, &diff)?, &top)?;
    let others = git.run(&top, &["ls-files", "--others", "--exclude-standard", "-z"])?;
    for name in others.split(|byte| *byte == 0).filter(|name| !name.is_empty()) {
        changes.add_file(top.join(String::from_utf8_lossy(name).as_ref()));
    }
    Ok(changes)
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).trim_end_matches('\n').to_owned()
}

struct Git<'a> {
    program: PathBuf,
    /// What counts in place of what the repository is configured to.
    settings: Vec<(String, String)>,
    stop: &'a Stop,
}

impl Git<'_> {
    fn new(stop: &Stop) -> Result<Git<'_>, String> {
        let program = clang::program("git").ok_or("cannot run git: it is not in PATH")?;
        let fixed =
            [("core.fsmonitor", "false"), ("core.hooksPath", "/dev/null"), ("core.pager", "cat")];
        let own = |(key, value): (&str, &str)| (key.to_owned(), value.to_owned());
        let mut git = Git { program, settings: fixed.map(own).to_vec(), stop };
        // Which programs filter files is said by name, so names are asked for; that runs none.
        let named = git.run(Path::new("."), &["config", "--list", "--name-only", "-z"])?;
        let named: Vec<String> = named.split(|byte| *byte == 0).map(text).collect();
        for key in named {
            let Some((section, what)) = key.rsplit_once('.') else { continue };
            if section.starts_with("filter.") && ["clean", "smudge", "process"].contains(&what) {
                git.settings.push((key.clone(), String::new()));
                git.settings.push((format!("{section}.required"), "false".to_owned()));
            }
        }
        Ok(git)
    }

    /// What git prints, run in a directory.
    fn run(&self, directory: &Path, arguments: &[&str]) -> Result<Vec<u8>, String> {
        let mut command = Command::new(&self.program);
        // Nothing is written, not even what git remembers of files, and nothing is fetched.
        command.env("GIT_OPTIONAL_LOCKS", "0").env("GIT_NO_LAZY_FETCH", "1");
        command.env("GIT_ALLOW_PROTOCOL", "none").env("GIT_TERMINAL_PROMPT", "0");
        // What the environment sets stays, and what comes later counts. A number that is none is git's to refuse.
        let first = match std::env::var("GIT_CONFIG_COUNT") {
            Ok(count) if !count.is_empty() => count
                .parse::<usize>()
                .map_err(|_| format!("GIT_CONFIG_COUNT is `{count}`, which is not a number"))?,
            _ => 0,
        };
        command.env("GIT_CONFIG_COUNT", (first + self.settings.len()).to_string());
        for (number, (key, value)) in (first..).zip(&self.settings) {
            command.env(format!("GIT_CONFIG_KEY_{number}"), key);
            command.env(format!("GIT_CONFIG_VALUE_{number}"), value);
        }
        command.arg("--no-pager").arg("-C").arg(directory).args(arguments);
        let output = child::run(command, None, self.stop);
        let output = output.map_err(|cut| format!("git {cut}"))?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = text(&output.stderr);
        let said = said.lines().next().unwrap_or("it failed");
        Err(format!("git cannot say what was changed: {}", said.trim_start_matches("fatal: ")))
    }
}
