//! The sandbox: what a process does to itself before it becomes the replayed program.
//!
//! The program may be hostile, or merely broken: it may not write outside its directory,
//! connect to anything, start many processes, fill the disk or run for ever. A process
//! that starts a program has to be confined from within, so Margay's own binary is run
//! once more, calls [`enter`], and turns into the program.
//!
//! What the system cannot do is left out: limits are everywhere, Landlock is not. The
//! one who waits outside (`process.rs`) kills what is left.

use rustix::process::{Resource, Rlimit, setrlimit};
use std::ffi::OsString;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

/// Seconds of processor time; the wall clock is watched from outside.
const CPU_SECONDS: u64 = 20;
/// The largest file that the program may write.
const FILE_BYTES: u64 = 64 << 20;
/// Processes and threads beside those that the user has.
const PROCESSES: u64 = 32;
/// The user that root's replays run as: one that owns nothing.
const NOBODY: u32 = 65534;

/// Confines this process to a directory and becomes the program. Returns only if that
/// fails, with the reason.
pub fn enter(directory: &Path, program: &OsString, arguments: &[OsString]) -> String {
    // A session of its own is a group of its own, which can be killed as one.
    let _ = rustix::process::setsid();
    let mut command = Command::new(program);
    command.args(arguments).current_dir(directory);
    let root = rustix::process::geteuid().is_root();
    // Limits of processes do not bind root.
    let other = root && lends(directory);
    if other {
        command.uid(NOBODY).gid(NOBODY);
    }
    let user = if other { NOBODY } else { rustix::process::geteuid().as_raw() };
    let limits = [
        (Resource::Core, 0),
        (Resource::Cpu, CPU_SECONDS),
        (Resource::Fsize, FILE_BYTES),
        (Resource::Nproc, running(user) + PROCESSES),
    ];
    for (resource, limit) in limits {
        let limit = Rlimit { current: Some(limit), maximum: Some(limit) };
        // A lower limit that is set already is as good.
        let _ = setrlimit(resource, limit);
    }
    if let Err(reason) = confine(directory) {
        return reason;
    }
    format!("cannot run {}: {}", program.display(), command.exec())
}

/// Whether the kernel can keep a process from writing outside a directory.
pub fn confines_files() -> bool {
    #[cfg(target_os = "linux")]
    {
        // The version is asked for; nothing is restricted.
        use landlock::{ABI, AccessFs, CompatLevel, Compatible, Ruleset, RulesetAttr};
        let rules = Ruleset::default()
            .set_compatibility(CompatLevel::HardRequirement)
            .handle_access(AccessFs::from_write(ABI::V1));
        rules.and_then(|rules| rules.create()).is_ok()
    }
    #[cfg(not(target_os = "linux"))]
    false
}

/// Makes the directory the other user's, if that user can get to it.
fn lends(directory: &Path) -> bool {
    let reachable = directory
        .ancestors()
        .skip(1)
        .all(|above| above.metadata().is_ok_and(|meta| meta.permissions().mode() & 0o001 != 0));
    reachable && std::os::unix::fs::chown(directory, Some(NOBODY), Some(NOBODY)).is_ok()
}

/// How many tasks a user has, which is what limits of processes count.
fn running(user: u32) -> u64 {
    let Ok(entries) = std::fs::read_dir("/proc") else { return 4096 };
    let tasks = |path: &Path| {
        let status = std::fs::read_to_string(path.join("status")).ok()?;
        let threads = status.lines().find_map(|line| line.strip_prefix("Threads:"))?;
        threads.trim().parse::<u64>().ok()
    };
    entries
        .filter_map(Result::ok)
        .filter(|entry| entry.file_name().as_encoded_bytes()[0].is_ascii_digit())
        .filter(|entry| entry.metadata().is_ok_and(|meta| meta.uid() == user))
        .filter_map(|entry| tasks(&entry.path()))
        .sum()
}

/// Takes away the right to write outside the directory and to use the network, as far as
/// the kernel knows how.
#[cfg(target_os = "linux")]
fn confine(directory: &Path) -> Result<(), String> {
    use landlock::{
        ABI, Access, AccessFs, AccessNet, CompatLevel, Compatible, Ruleset, RulesetAttr,
        RulesetCreatedAttr, RulesetError, path_beneath_rules,
    };
    let writing = AccessFs::from_write(ABI::V5);
    let restrict = || -> Result<(), RulesetError> {
        let file = AccessFs::from_file(ABI::V5) & writing;
        Ruleset::default()
            .set_compatibility(CompatLevel::BestEffort)
            .handle_access(writing)?
            .handle_access(AccessNet::from_all(ABI::V5))?
            .create()?
            .add_rules(path_beneath_rules([directory], writing))?
            .add_rules(path_beneath_rules(["/dev/null"], file))?
            .restrict_self()?;
        Ok(())
    };
    restrict().map_err(|error| format!("cannot enter the sandbox: {error}"))
}

#[cfg(not(target_os = "linux"))]
fn confine(_: &Path) -> Result<(), String> {
    Ok(())
}
