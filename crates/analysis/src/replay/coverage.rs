//! How much of a program its runs have come to, as LLVM's tools tell it.
//!
//! A build that counts leaves a profile of each run. The tools have to be those of the compiler:
//! the form of profiles changes from version to version.

use margay_frontend::clang::program;
use margay_frontend::{ClangInfo, Unit};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What some runs covered, by file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Measured {
    /// Whose numbers they are.
    pub tool: String,
    pub files: Vec<FileCoverage>,
    /// The source, each line with how often it was executed and each branch with how often it went
    /// either way.
    pub source: String,
    /// Runs that left no profile.
    pub lost: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileCoverage {
    pub file: PathBuf,
    pub all: Counted,
    pub functions: Vec<Counted>,
}

/// How much of something was covered, and of how much.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counted {
    pub name: String,
    pub lines: (u64, u64),
    /// Sides of conditions, two for each.
    pub branches: (u64, u64),
}

/// LLVM's tools for coverage.
#[derive(Clone, Debug)]
pub struct Tools {
    profdata: PathBuf,
    cov: PathBuf,
    major: u32,
}

impl Tools {
    /// Those that belong to a compiler, or a sentence that says they are missing.
    pub fn find(clang: &ClangInfo) -> Result<Tools, String> {
        let major = clang.major;
        let tool = |name: &str| {
            let beside = clang.path.canonicalize().ok();
            let beside = beside.and_then(|path| Some(path.parent()?.join(name)));
            let named = program(&format!("{name}-{major}")).into_iter().chain(program(name));
            let candidates = beside.into_iter().chain(named);
            candidates.into_iter().find(|tool| is_of(tool, major))
        };
        let missing = || {
            format!(
                "llvm-cov {major} and llvm-profdata {major} are missing (Debian, Ubuntu: `apt-get \
                 install llvm-{major}`, Fedora: `dnf install llvm`)"
            )
        };
        let (profdata, cov) = tool("llvm-profdata").zip(tool("llvm-cov")).ok_or_else(missing)?;
        Ok(Tools { profdata, cov, major })
    }

    /// What the profiles of some runs say of a program.
    pub fn measure(
        &self,
        program: &Path,
        units: &[Unit],
        profiles: &[PathBuf],
        scratch: &Path,
    ) -> Result<Measured, String> {
        let merged = scratch.join("merged.profdata");
        let list = scratch.join("profiles.txt");
        let lines = profiles.iter().map(|profile| format!("{}\n", profile.display()));
        std::fs::write(&list, lines.collect::<String>()).map_err(|e| e.to_string())?;
        let mut merge = Command::new(&self.profdata);
        merge.args(["merge", "-sparse", "-f"]).arg(&list).arg("-o").arg(&merged);
        run(merge)?;
        let tell = |how: [&str; 2]| {
            let mut command = Command::new(&self.cov);
            command.args(how).arg(program).arg("-instr-profile").arg(&merged);
            command.args(units.iter().map(|unit| unit.directory.join(&unit.file)));
            run(command)
        };
        let files = parse(&tell(["report", "-show-functions"])?);
        let source = tell(["show", "-show-branches=count"])?;
        Ok(Measured { tool: format!("llvm-cov {}", self.major), files, source, lost: 0 })
    }
}

fn is_of(tool: &Path, major: u32) -> bool {
    let mut command = Command::new(tool);
    command.arg("--version");
    run(command).is_ok_and(|said| said.contains(&format!("version {major}.")))
}

fn run(mut command: Command) -> Result<String, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output = command.stdin(Stdio::null()).output().map_err(|e| format!("{name}: {e}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    Err(format!("{name}: {}", said.lines().next().unwrap_or("failed")))
}

/// Reads a report by functions. Rows are a name, then for regions, lines and branches how many there
/// are, how many were missed, and the share.
fn parse(report: &str) -> Vec<FileCoverage> {
    let mut files: Vec<FileCoverage> = Vec::new();
    for line in report.lines() {
        if let Some(name) = line.strip_prefix("File '") {
            let file = PathBuf::from(name.trim_end_matches("':"));
            files.push(FileCoverage { file, all: Counted::default(), functions: Vec::new() });
        }
        let (Some(file), Some(row)) = (files.last_mut(), row(line)) else { continue };
        match row.name.as_str() {
            "TOTAL" => file.all = row,
            _ => file.functions.push(row),
        }
    }
    files.retain(|file| !file.functions.is_empty());
    files
}

fn row(line: &str) -> Option<Counted> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let (name, numbers) = words.split_first()?;
    let counted = |at: usize| {
        let (all, missed): (u64, u64) =
            (numbers.get(at)?.parse().ok()?, numbers.get(at + 1)?.parse().ok()?);
        Some((all.saturating_sub(missed), all))
    };
    // Static functions have their file before them.
    let name = name.rsplit_once(':').map_or(*name, |(_, name)| name).to_owned();
    Some(Counted { name, lines: counted(3)?, branches: counted(6)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let report = "File '/a b/x.c':\n\
            Name     Regions    Miss   Cover     Lines    Miss   Cover  Branches    Miss   Cover\n\
            -----------------------------------------------------------------------------------\n\
            x.c:odd        3       1  66.67%         4       1  75.00%         2       1  50.00%\n\
            main           5       0 100.00%         9       0 100.00%         0       0   0.00%\n\
            -----------------------------------------------------------------------------------\n\
            TOTAL          8       1  87.50%        13       1  92.31%         2       1  50.00%\n";
        let files = parse(report);
        let [file] = &*files else { panic!("{files:?}") };
        assert_eq!(file.file, Path::new("/a b/x.c"));
        let names: Vec<&str> = file.functions.iter().map(|row| row.name.as_str()).collect();
        assert_eq!(names, ["odd", "main"]);
        assert_eq!((file.functions[0].lines, file.functions[0].branches), ((3, 4), (1, 2)));
        assert_eq!((file.all.lines, file.all.branches), ((12, 13), (1, 2)));
    }
}
