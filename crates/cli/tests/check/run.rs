//! Runs `margay check` on a program and holds its findings against the expectations.

use crate::compare::{Reports, differences};
use crate::expect::{Expectations, Place};
use libtest_mimic::Failed;
use margay_ir::finding::{Finding, Suppression};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// How long one program may take. It is there for what hangs, not for what is slow.
const LIMIT: Duration = Duration::from_secs(300);

/// A program to check: its files and what its header says.
#[derive(Clone, Debug, Default)]
pub struct Case {
    pub sources: Vec<PathBuf>,
    /// For `margay check`.
    pub args: Vec<String>,
    /// For clang.
    pub flags: Vec<String>,
    /// Arguments with which nothing of what is expected is found.
    pub lost_with: Vec<Vec<String>>,
    pub expectations: Expectations,
}

impl Case {
    /// A `.c` file, or a folder of them, with the header that tests/check/README.md describes.
    pub fn read(path: &Path) -> Result<Case, String> {
        let path = path.canonicalize().map_err(|e| format!("{}: {e}", path.display()))?;
        let files = if path.is_dir() { files_in(&path)? } else { vec![path] };
        let mut case = Case::default();
        for file in files {
            let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
            case.expectations
                .read(&file, &text)
                .map_err(|why| format!("{}: {why}", file.display()))?;
            case.read_header(&text)?;
            if file.extension().is_some_and(|e| e == "c") {
                case.sources.push(file);
            }
        }
        Ok(case)
    }

    fn read_header(&mut self, text: &str) -> Result<(), String> {
        for line in text.lines().map_while(|line| line.strip_prefix("//")) {
            let Some((key, value)) = line.trim().split_once(':') else { continue };
            let words = || shlex::split(value).ok_or(format!("`{value}` is not words"));
            match key {
                "args" => self.args.extend(words()?),
                "flags" => self.flags.extend(words()?),
                "lost with" => self.lost_with.push(words()?),
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks the program; an error says all that differs.
    pub fn check(&self) -> Result<(), Failed> {
        self.compare(&[], &self.expectations)?;
        for args in &self.lost_with {
            let args: Vec<&str> = args.iter().map(String::as_str).collect();
            let nothing = Expectations::default();
            self.compare(&args, &nothing).map_err(|why| {
                let why = why.message().unwrap_or_default().to_owned();
                format!("with {}: {why}", args.join(" "))
            })?;
        }
        Ok(())
    }

    /// Holds what is found with more arguments against what is expected then.
    pub fn compare(&self, args: &[&str], expectations: &Expectations) -> Result<(), Failed> {
        let (reports, stderr) = self.reports(args)?;
        self.hold(&reports, &stderr, expectations)
    }

    /// Holds what was found against what is expected.
    pub fn hold(
        &self,
        reports: &Reports,
        stderr: &str,
        expectations: &Expectations,
    ) -> Result<(), Failed> {
        let differences = differences(expectations, reports);
        if differences.is_empty() {
            return Ok(());
        }
        // Names are clearer without the path that they share.
        let folder = self.sources[0].parent().expect("a file lies in a folder");
        let prefix = format!("{}/", folder.display());
        let lines = differences.iter().map(|line| line.replace(&prefix, ""));
        Err(format!("{}\n{stderr}", lines.collect::<Vec<_>>().join("\n")).into())
    }

    /// What Margay reports with more arguments, and what it says on stderr.
    pub fn reports(&self, args: &[&str]) -> Result<(Reports, String), Failed> {
        let (findings, stderr) = self.findings(&[&["--no-confirm"], args].concat())?;
        Ok((reports_of(findings), stderr))
    }

    /// What Margay finds with these options, and what it says on stderr.
    pub fn findings(&self, options: &[&str]) -> Result<(Vec<Finding>, String), Failed> {
        let (records, stderr) = self.records(options)?;
        Ok((findings_in(&records)?, stderr))
    }

    /// All that Margay reports with these options, and what it says on stderr.
    pub fn records(&self, options: &[&str]) -> Result<(Vec<serde_json::Value>, String), Failed> {
        let scratch = tempfile::tempdir()?;
        let (out, err) = (scratch.path().join("stdout"), scratch.path().join("stderr"));
        let mut command = Command::new(env!("CARGO_BIN_EXE_margay"));
        command
            .env("MARGAY_CACHE_DIR", Path::new(env!("CARGO_TARGET_TMPDIR")).join("check-cache"))
            .current_dir(scratch.path())
            .args(["--color", "never", "check", "--format", "json", "--level", "note"])
            .args(options)
            .args(&self.sources)
            .args(&self.args)
            .args(["--", "-std=gnu11", "-w"])
            .args(&self.flags)
            .stdin(Stdio::null())
            .stdout(fs::File::create(&out)?)
            .stderr(fs::File::create(&err)?);
        let code = wait(&mut command)?;
        let (stdout, stderr) = (fs::read_to_string(&out)?, fs::read_to_string(&err)?);
        if !matches!(code, Some(0 | 2)) {
            return Err(format!("margay check ends with {code:?}:\n{stderr}").into());
        }
        let mut records = Vec::new();
        for line in stdout.lines() {
            let record: serde_json::Value =
                serde_json::from_str(line).map_err(|e| format!("{e} in {line}"))?;
            records.push(record);
        }
        let counts = |r: &serde_json::Value| r["kind"] == "finding" && r["suppressed"].is_null();
        match (code, records.iter().any(counts)) {
            (Some(2), false) => Err(format!("exit code 2 without a finding:\n{stdout}").into()),
            (Some(0), true) => Err(format!("exit code 0 with findings:\n{stdout}").into()),
            _ => Ok((records, stderr)),
        }
    }
}

/// The findings among records that are not suppressed, and those that one of them is shown for.
pub fn findings_in(records: &[serde_json::Value]) -> Result<Vec<Finding>, Failed> {
    let mut findings = Vec::new();
    for record in records.iter().filter(|record| record["kind"] == "finding") {
        let finding: Finding = serde_json::from_value(record.clone()).map_err(|e| e.to_string())?;
        if matches!(finding.suppressed, None | Some(Suppression::SameCause { .. })) {
            findings.push(finding);
        }
    }
    Ok(findings)
}

pub fn reports_of(findings: Vec<Finding>) -> Reports {
    findings.into_iter().map(|finding| (place(&finding), finding.message)).collect()
}

fn files_in(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files = Vec::new();
    for entry in entries {
        let file = entry.map_err(|e| format!("{}: {e}", folder.display()))?.path();
        if file.extension().is_some_and(|e| e == "c" || e == "h") {
            files.push(file);
        }
    }
    files.sort();
    Ok(files)
}

fn place(finding: &Finding) -> Place {
    let location = &finding.location;
    let file = location.directory.join(&location.file);
    Place {
        file: file.canonicalize().unwrap_or(file),
        line: usize::try_from(location.line).expect("a line is a small number"),
        rule: finding.rule.clone(),
    }
}

/// The exit code of a command; it fails if it takes longer than the limit.
fn wait(command: &mut Command) -> Result<Option<i32>, Failed> {
    let mut child = command.spawn()?;
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        if start.elapsed() > LIMIT {
            child.kill()?;
            child.wait()?;
            return Err(format!("margay check does not end within {} s", LIMIT.as_secs()).into());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
