//! The sandbox: the processes between Margay and a replayed program, and what they take from it.
//!
//! The program may be hostile, or merely broken. It reaches no other process, no socket and no
//! file outside its directory, it uses a bounded share of the machine, and nothing of it is left
//! when the run ends, however Margay itself ends. docs/security.md says against what that holds.
//!
//! A process is confined from within and before it runs foreign code, and only one that has a
//! single thread can enter namespaces. So Margay's own binary is run once more for each [`Stage`]:
//!
//! | stage | does |
//! | --- | --- |
//! | `warden` | makes the namespaces; watches time, memory, disk and Margay; ends the run |
//! | `init` | process 1 of its namespace, with which all others in it die; makes the file system |
//! | `program` | limits, Landlock and seccomp upon itself, then becomes the program |
//!
//! | file | knows |
//! | --- | --- |
//! | `warden.rs`, `usage.rs` | ending a run; what it uses |
//! | `namespaces.rs` | processes, network and files of its own |
//! | `landlock.rs` | files, TCP, signals and abstract sockets, by rules |
//! | `seccomp.rs` | system calls, by number and argument |
//!
//! Invariants: a layer that [`Layers`] names is in force when the program starts, or it does not
//! start. Of descriptors, the program inherits the three standard ones. Which layers a machine has
//! is found out once, by trying ([`Confinement::find`]).

#[cfg(target_os = "linux")]
mod landlock;
#[cfg(target_os = "linux")]
mod namespaces;
#[cfg(target_os = "linux")]
mod seccomp;
#[cfg(target_os = "linux")]
mod usage;
#[cfg(target_os = "linux")]
mod warden;

use super::process::{self, End};
use margay_frontend::Stop;
use std::ffi::OsString;
use std::fmt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::Duration;

/// What a process does on the way to the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Warden,
    Init,
    Program,
}

impl Stage {
    const ALL: [(&'static str, Stage); 3] =
        [("warden", Stage::Warden), ("init", Stage::Init), ("program", Stage::Program)];
}

impl FromStr for Stage {
    type Err = String;

    fn from_str(name: &str) -> Result<Stage, String> {
        let found = Stage::ALL.iter().find(|(known, _)| *known == name);
        found.map(|(_, stage)| *stage).ok_or_else(|| format!("no stage is called {name}"))
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (name, _) = Stage::ALL.iter().find(|(_, stage)| stage == self).expect("all are named");
        f.write_str(name)
    }
}

/// Which parts of the kernel confine a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Layers {
    pub namespaces: bool,
    /// Its rules for files, and those for the network that the kernel has.
    pub landlock: bool,
    /// Its rules for signals and abstract sockets.
    pub scopes: bool,
    pub seccomp: bool,
}

impl Layers {
    /// Whether these keep a hostile program in. Namespaces and Landlock each keep it from files
    /// and processes; neither keeps it from all sockets and from memory that no process owns.
    pub fn confine(self) -> bool {
        self.seccomp && (self.namespaces || self.landlock)
    }

    fn named(&mut self) -> [(&'static str, &mut bool); 4] {
        let Layers { namespaces, landlock, scopes, seccomp } = self;
        [
            ("namespaces", namespaces),
            ("landlock", landlock),
            ("scopes", scopes),
            ("seccomp", seccomp),
        ]
    }
}

impl FromStr for Layers {
    type Err = String;

    fn from_str(list: &str) -> Result<Layers, String> {
        let mut layers = Layers::default();
        for name in list.split(',').filter(|name| !name.is_empty()) {
            let mut named = layers.named();
            let found = named.iter_mut().find(|(known, _)| *known == name);
            *found.ok_or_else(|| format!("no layer is called {name}"))?.1 = true;
        }
        Ok(layers)
    }
}

impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut layers = *self;
        let names = layers.named().into_iter().filter(|(_, on)| **on).map(|(name, _)| name);
        f.write_str(&names.collect::<Vec<_>>().join(","))
    }
}

/// A run, as the stages hand it on.
#[derive(Clone, Debug)]
pub struct Job {
    /// The only directory that the program may write to.
    pub directory: PathBuf,
    pub layers: Layers,
    pub limit: Duration,
    /// How many processes and threads the user may have.
    pub tasks: u64,
    /// The program and its arguments.
    pub command: Vec<OsString>,
}

impl Job {
    /// A run of a program, which its arguments follow. The warden says how many tasks the user may have.
    pub fn new(layers: Layers, command: &[OsString], directory: &Path, limit: Duration) -> Job {
        let (directory, command) = (directory.to_owned(), command.to_vec());
        Job { directory, layers, limit, tasks: 0, command }
    }

    /// The command that `binary` is run with for a stage.
    pub(super) fn stage(&self, binary: &Path, stage: Stage) -> Command {
        let mut command = Command::new(binary);
        command.arg("__sandbox").arg(stage.to_string());
        command.args(["--layers", &self.layers.to_string()]);
        command.args(["--milliseconds", &self.limit.as_millis().to_string()]);
        command.args(["--tasks", &self.tasks.to_string()]);
        command.arg("--dir").arg(&self.directory).arg("--").args(&self.command);
        command
    }
}

/// Does what a stage is for. An error says what went wrong before the program started.
#[cfg(target_os = "linux")]
pub fn enter(stage: Stage, job: &Job) -> Result<u8, String> {
    close_inherited()?;
    match stage {
        Stage::Warden => warden::run(job),
        Stage::Init => namespaces::init(job),
        Stage::Program => Err(become_program(job)),
    }
}

#[cfg(not(target_os = "linux"))]
pub fn enter(_: Stage, _: &Job) -> Result<u8, String> {
    Err("programs can be confined on Linux only".to_owned())
}

/// Closes all descriptors but the three standard ones. The process that started Margay may have passed others on, which
/// lead out of every layer: those check what is opened, not what is open. The stages hand on none, since what they open
/// themselves is closed by `exec`.
#[cfg(target_os = "linux")]
fn close_inherited() -> Result<(), String> {
    let unknown = |e: std::io::Error| format!("cannot find the descriptors that are open: {e}");
    let mut open: Vec<i32> = Vec::new();
    for entry in std::fs::read_dir("/proc/self/fd").map_err(unknown)? {
        let name = entry.map_err(unknown)?.file_name();
        open.extend(name.to_str().and_then(|name| name.parse::<i32>().ok()));
    }
    for descriptor in open.into_iter().filter(|descriptor| *descriptor > 2) {
        match nix::unistd::close(descriptor) {
            // The descriptor of the list itself is closed already.
            Ok(()) | Err(nix::errno::Errno::EBADF) => {}
            Err(error) => return Err(format!("cannot close descriptor {descriptor}: {error}")),
        }
    }
    Ok(())
}

/// This very binary. The kernel follows the link without looking at the directories that lead
/// there, so another user and another root directory have it too.
pub(super) const SELF: &str = "/proc/self/exe";

/// Seconds of processor time for each process; the wall clock is the warden's.
#[cfg(target_os = "linux")]
const CPU_SECONDS: u64 = 20;
/// The largest file that the program may write.
#[cfg(target_os = "linux")]
const FILE_BYTES: u64 = 64 << 20;
/// Descriptors: each may stand for a file, or for memory of the kernel.
#[cfg(target_os = "linux")]
const DESCRIPTORS: u64 = 256;

/// Confines this process and becomes the program. Returns only if that fails, with the reason.
#[cfg(target_os = "linux")]
fn become_program(job: &Job) -> String {
    use rustix::process::{Resource, Rlimit, setrlimit};
    use std::os::unix::process::CommandExt;
    let Some((program, arguments)) = job.command.split_first() else {
        return "no program is named".to_owned();
    };
    // Its signals to its own group reach no stage.
    let _ = rustix::process::setsid();
    // If memory runs out in spite of all, the program goes first.
    let _ = std::fs::write("/proc/self/oom_score_adj", "1000");
    let limits = [
        (Resource::Core, 0),
        (Resource::Cpu, CPU_SECONDS),
        (Resource::Fsize, FILE_BYTES),
        (Resource::Nofile, DESCRIPTORS),
        (Resource::Nproc, job.tasks),
        (Resource::Memlock, 0),
        (Resource::Msgqueue, 0),
    ];
    for (resource, limit) in limits {
        // A lower limit that is set already is as good.
        let _ = setrlimit(resource, Rlimit { current: Some(limit), maximum: Some(limit) });
    }
    let mut command = Command::new(program);
    command.args(arguments).current_dir(&job.directory);
    let Layers { namespaces, landlock, scopes, seccomp } = job.layers;
    let restrict = || {
        if landlock {
            landlock::restrict_files(&job.directory)?;
        }
        if scopes {
            landlock::restrict_scopes()?;
        }
        // The last, since it refuses what the others need.
        if seccomp { seccomp::restrict(namespaces || scopes) } else { Ok(()) }
    };
    if let Err(reason) = restrict() {
        return reason;
    }
    format!("cannot run {}: {}", program.display(), command.exec())
}

/// How the programs of this process are confined.
#[derive(Clone, Debug)]
pub struct Confinement {
    pub layers: Layers,
    /// Why it is not more, a clause for each layer that is missing.
    pub missing: Vec<String>,
}

impl Confinement {
    /// Finds out what this machine has, by running this very program in the sandbox. That is
    /// done once, in a directory that a run may be in.
    pub fn find(directory: impl FnOnce() -> Result<PathBuf, String>) -> &'static Confinement {
        static FOUND: OnceLock<Confinement> = OnceLock::new();
        FOUND.get_or_init(|| match directory() {
            Ok(directory) => Confinement::try_layers(&directory),
            Err(why) => Confinement { layers: Layers::default(), missing: vec![why] },
        })
    }

    fn try_layers(directory: &Path) -> Confinement {
        let hidden = hidden();
        let mut layers = Layers { namespaces: true, landlock: true, scopes: true, seccomp: true };
        if hidden.is_empty() && try_with(directory, layers).is_ok() {
            return Confinement { layers, missing: Vec::new() };
        }
        layers = Layers::default();
        let mut missing = Vec::new();
        let only = |name: &str| name.parse::<Layers>().expect("it is a name of a layer");
        for (name, _) in Layers::default().named() {
            let tried = match hidden.split(',').any(|hidden| hidden == name) {
                true => Err("it is not to be used".to_owned()),
                false => try_with(directory, only(name)),
            };
            match tried {
                Ok(()) => {
                    for (known, on) in layers.named() {
                        *on |= known == name;
                    }
                }
                Err(why) => missing.push(format!("{}: {why}", spelled(name))),
            }
        }
        Confinement { layers, missing }
    }
}

/// Layers to do without, though the machine may have them. The user's environment names them, which no repository
/// can; a program that the rest does not confine is not run.
fn hidden() -> String {
    std::env::var("MARGAY_SANDBOX_WITHOUT").unwrap_or_default()
}

fn spelled(layer: &str) -> &str {
    match layer {
        "namespaces" => "user namespaces",
        "landlock" => "Landlock",
        "scopes" => "scopes of Landlock",
        other => other,
    }
}

/// Runs this program with some layers, to see whether they work.
fn try_with(directory: &Path, layers: Layers) -> Result<(), String> {
    let arguments = [SELF, "--version"].map(OsString::from);
    let job = Job::new(layers, &arguments, directory, Duration::from_secs(10));
    let run = process::run(&job, &[], &Stop::default())?;
    match run.end {
        End::Exited(0) => Ok(()),
        // What stood in the way is the last that was said.
        _ => Err(run.errors.lines().last().map_or_else(
            || "a process in it dies".to_owned(),
            |line| line.trim_start_matches("margay: error: ").to_owned(),
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn layers_and_stages_are_written_as_they_are_read() {
        for text in ["", "namespaces", "landlock,seccomp", "namespaces,landlock,scopes,seccomp"] {
            assert_eq!(text.parse::<Layers>().expect("layers").to_string(), text);
        }
        assert!("chroot".parse::<Layers>().is_err());
        for (name, stage) in Stage::ALL {
            assert_eq!(name.parse(), Ok(stage));
        }
    }

    #[test]
    fn one_layer_alone_confines_nothing() {
        let layers = |list: &str| list.parse::<Layers>().expect("layers");
        assert!(layers("namespaces,seccomp").confine() && layers("landlock,seccomp").confine());
        assert!(!layers("seccomp").confine() && !layers("namespaces,landlock").confine());
    }
}
