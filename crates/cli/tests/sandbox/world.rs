//! What hostile programs may harm, and how that is seen: a process, sockets that somebody listens
//! to, a named pipe, and files, each owned by the user that the programs run as.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader, Read};
use std::net::{TcpListener, UdpSocket};
use std::os::linux::net::SocketAddrExt;
use std::os::unix::fs::{FileExt, MetadataExt, OpenOptionsExt, PermissionsExt, chown};
use std::os::unix::net::{SocketAddr, UnixDatagram, UnixListener};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::Duration;

/// The user whom root lets programs run as.
pub const NOBODY: u32 = 65534;

/// Programs with files of their own to harm.
const WITH_FILES: [&str; 13] = [
    "change_attributes",
    "change_mode",
    "change_owner",
    "change_times",
    "empty_file",
    "hard_link",
    "magic_link",
    "map_file",
    "rename_outside",
    "swap_link",
    "symbolic_link",
    "write_descriptors",
    "write_outside",
];

/// A directory outside that has no rights.
const CLOSED: &str = "swap_link/closed";

pub fn is_root() -> bool {
    fs::metadata("/proc/self").expect("Linux").uid() == 0
}

pub struct World {
    directory: tempfile::TempDir,
    /// The name of the programs' processes, of the keys they make and the like.
    tag: String,
    number: u32,
    sibling: Child,
    variable: String,
    udp: UdpSocket,
    tcp: TcpListener,
    stream: UnixListener,
    datagrams: UnixDatagram,
    nameless: UnixListener,
    fifo: File,
    before: BTreeMap<PathBuf, String>,
    sibling_before: BTreeMap<&'static str, String>,
}

impl World {
    pub fn new() -> World {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = std::process::id() * 100 + NUMBER.fetch_add(1, Ordering::Relaxed) % 100;
        let tag = format!("h{number}");
        let directory = tempfile::tempdir().expect("a scratch directory");
        let open = |path: &Path, mode| {
            fs::set_permissions(path, Permissions::from_mode(mode)).expect("a mode");
        };
        open(directory.path(), 0o755);
        for name in ["project", "tmp", "outside", "sockets"] {
            fs::create_dir(directory.path().join(name)).expect("a directory");
        }
        let outside = directory.path().join("outside");
        for name in WITH_FILES {
            fs::create_dir(outside.join(name)).expect("a directory");
            let file = outside.join(name).join("file");
            fs::write(&file, "precious").expect("a file");
            open(&file, 0o640);
        }
        // Somebody tries to look into it, and fails.
        fs::create_dir(outside.join(CLOSED)).expect("a directory");
        open(&outside.join(CLOSED), 0o000);
        let sockets = directory.path().join("sockets");
        let stream = UnixListener::bind(sockets.join("stream")).expect("a socket");
        let datagrams = UnixDatagram::bind(sockets.join("datagrams")).expect("a socket");
        let name = SocketAddr::from_abstract_name(&tag).expect("a name");
        let nameless = UnixListener::bind_addr(&name).expect("a socket");
        let (udp, tcp) = ("127.0.0.1:0", "127.0.0.1:0");
        let udp = UdpSocket::bind(udp).expect("a socket");
        let tcp = TcpListener::bind(tcp).expect("a socket");
        stream.set_nonblocking(true).expect("it can be asked");
        datagrams.set_nonblocking(true).expect("it can be asked");
        nameless.set_nonblocking(true).expect("it can be asked");
        udp.set_nonblocking(true).expect("it can be asked");
        tcp.set_nonblocking(true).expect("it can be asked");
        let pipe = sockets.join("fifo");
        let made = Command::new("mkfifo").arg(&pipe).status().expect("mkfifo runs");
        assert!(made.success());
        let (mut program, source) = (directory.path().join("sibling"), super::sources());
        let built =
            Command::new("cc").arg(source.join("sibling.c")).arg("-o").arg(&program).status();
        assert!(built.expect("cc runs").success());
        if is_root() {
            give(directory.path(), NOBODY);
        }
        program = program.canonicalize().expect("a path");
        let fifo = File::options().read(true).custom_flags(0o4000).open(&pipe).expect("it opens");
        let mut sibling = Command::new(program);
        sibling.stdin(Stdio::null()).stdout(Stdio::piped()).current_dir("/");
        if is_root() {
            sibling.uid(NOBODY).gid(NOBODY);
        }
        let mut sibling = sibling.spawn().expect("a sibling");
        let mut said = BufReader::new(sibling.stdout.take().expect("it speaks"));
        let mut variable = String::new();
        said.read_line(&mut variable).expect("it speaks");
        let mut world = World {
            directory,
            tag,
            number,
            sibling,
            variable: variable.trim().to_owned(),
            udp,
            tcp,
            stream,
            datagrams,
            nameless,
            fifo,
            before: BTreeMap::new(),
            sibling_before: BTreeMap::new(),
        };
        world.before = world.files();
        world.sibling_before = world.sibling_state();
        world
    }

    pub fn project(&self) -> PathBuf {
        self.directory.path().join("project")
    }

    fn temporary(&self) -> PathBuf {
        self.directory.path().join("tmp")
    }

    /// Margay, run in the project; as another user by way of a copy that this one can read. It
    /// inherits descriptors of a file and a directory outside.
    pub fn margay(&self, user: Option<u32>) -> Command {
        let binary = Path::new(env!("CARGO_BIN_EXE_margay"));
        let mut command = Command::new("sh");
        command.args(["-c", r#"exec "$0" "$@" 7>>"$INHERITED/file" 8<"$INHERITED""#]);
        command.env("INHERITED", self.directory.path().join("outside/write_descriptors"));
        match user {
            Some(user) => {
                let copy = self.directory.path().join("margay");
                if !copy.exists() {
                    fs::copy(binary, &copy).expect("a copy");
                    fs::set_permissions(&copy, Permissions::from_mode(0o755)).expect("a mode");
                    give(&self.project(), user);
                }
                command.arg(copy).uid(user).gid(user);
            }
            None => {
                command.arg(binary);
            }
        }
        command.current_dir(self.project()).stdin(Stdio::null()).env_remove("MARGAY_CLANG");
        command.env("MARGAY_CACHE_DIR", self.directory.path().join("cache"));
        command.env("TMPDIR", self.temporary());
        if user.is_some() {
            fs::set_permissions(self.temporary(), Permissions::from_mode(0o1777)).expect("a mode");
        }
        command
    }

    /// What the programs have to know.
    pub fn definitions(&self) -> Vec<String> {
        let path = |name: &str| self.directory.path().join(name).display().to_string();
        let port = |address: std::io::Result<std::net::SocketAddr>| address.expect("one").port();
        vec![
            format!("-DSIBLING={}", self.sibling.id()),
            format!("-DVARIABLE={}", self.variable),
            format!("-DOUTSIDE=\"{}\"", path("outside")),
            format!("-DSOCKETS=\"{}\"", path("sockets")),
            format!("-DABSTRACT=\"{}\"", self.tag),
            format!("-DUDP_PORT={}", port(self.udp.local_addr())),
            format!("-DTCP_PORT={}", port(self.tcp.local_addr())),
            format!("-DIPC_KEY={}", self.number),
            format!("-DTAG={}", self.tag),
        ]
    }

    /// What was harmed, by the program that does so.
    pub fn harm(&self) -> BTreeMap<String, String> {
        let mut harm = BTreeMap::new();
        let mut seen = |deed: &str, what: String| {
            harm.insert(deed.to_owned(), what);
        };
        let now = self.files();
        for path in self.before.keys().chain(now.keys()) {
            let (before, now) = (self.before.get(path), now.get(path));
            let deed = path.iter().next().map(|name| name.to_string_lossy().into_owned());
            if before != now {
                seen(&deed.unwrap_or_default(), format!("{}: {before:?} {now:?}", path.display()));
            }
        }
        for place in ["/tmp", "/dev/shm", "/usr"] {
            if Path::new(place).join(&self.tag).exists() {
                seen("write_outside", format!("a file in {place}"));
            }
        }
        let mut buffer = [0; 64];
        if self.udp.recv(&mut buffer).is_ok() {
            seen("udp", "a datagram".to_owned());
        }
        if self.tcp.accept().is_ok() {
            seen("tcp", "a connection".to_owned());
        }
        if self.stream.accept().is_ok() || self.datagrams.recv(&mut buffer).is_ok() {
            seen("unix_path", "a connection or a datagram".to_owned());
        }
        if self.nameless.accept().is_ok() {
            seen("unix_abstract", "a connection".to_owned());
        }
        if matches!((&self.fifo).read(&mut buffer), Ok(1..)) {
            seen("named_pipe", "bytes".to_owned());
        }
        let now = self.sibling_state();
        for (what, state) in &self.sibling_before {
            if now.get(what) != Some(state) {
                seen(what, format!("{state} became {:?}", now.get(what)));
            }
        }
        for kind in ["shm", "sem", "msg"] {
            let list = fs::read_to_string(format!("/proc/sysvipc/{kind}")).unwrap_or_default();
            let is_ours = |line: &str| {
                line.split_whitespace().next() == Some(self.number.to_string().as_str())
            };
            if list.lines().any(is_ours) {
                seen("memory_of_kernel", format!("it left {kind}"));
            }
        }
        harm
    }

    /// What the sibling is like, by the program that would change it.
    fn sibling_state(&self) -> BTreeMap<&'static str, String> {
        let process = Path::new("/proc").join(self.sibling.id().to_string());
        let read = |name: &str| fs::read_to_string(process.join(name)).unwrap_or_default();
        let (status, stat, limits) = (read("status"), read("stat"), read("limits"));
        let field = |name: &str| {
            let found = status.lines().find_map(|line| line.strip_prefix(name));
            found.unwrap_or("gone").trim().to_owned()
        };
        let pending = [field("SigPnd:"), field("ShdPnd:")];
        let pending = pending.map(|mask| u64::from_str_radix(&mask, 16).unwrap_or(u64::MAX));
        let signal = |number: u32| (((pending[0] | pending[1]) >> (number - 1)) & 1).to_string();
        // After the name: priority and nice are the 16th and 17th.
        let behind = stat.rsplit_once(')').map_or("", |(_, behind)| behind);
        let nice: Vec<&str> = behind.split_whitespace().skip(15).take(2).collect();
        let core = limits.lines().find(|line| line.contains("core file")).unwrap_or_default();
        let stopped = if field("State:").starts_with(['R', 'S']) { "" } else { " stopped" };
        // Its parent may look.
        let mut byte = [0];
        let address = self.variable.trim_start_matches("0x");
        let address = u64::from_str_radix(address, 16).expect("an address");
        let memory = File::open(process.join("mem"));
        let memory = memory.and_then(|memory| memory.read_exact_at(&mut byte, address));
        BTreeMap::from([
            ("write_memory", format!("{byte:?} {:?}", memory.map_err(|e| e.kind()))),
            ("kill_sibling", signal(12)),
            ("kill_everyone", signal(28)),
            ("signal_thread", signal(10)),
            ("signal_by_file", signal(29)),
            ("trace_sibling", signal(16) + &field("TracerPid:") + stopped),
            ("limit_sibling", core.to_owned()),
            ("renice_sibling", nice.join(" ")),
            ("write_proc", read("oom_score_adj")),
        ])
    }

    /// All files outside, with all that is known of each but when it was read.
    fn files(&self) -> BTreeMap<PathBuf, String> {
        let top = self.directory.path().join("outside");
        let mut found = BTreeMap::new();
        let mut open = vec![top.clone()];
        while let Some(directory) = open.pop() {
            for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
                let (path, meta) = (entry.path(), entry.metadata().expect("an entry"));
                let text =
                    if meta.is_file() { fs::read(&path).unwrap_or_default() } else { Vec::new() };
                let owners = (meta.mode(), meta.uid(), meta.gid(), meta.nlink(), meta.ino());
                let times = (meta.mtime(), meta.mtime_nsec(), meta.ctime(), meta.ctime_nsec());
                let name = path.strip_prefix(&top).expect("it is below").to_owned();
                found.insert(
                    name,
                    format!("{owners:?} {times:?} {}", String::from_utf8_lossy(&text)),
                );
                if meta.is_dir() {
                    open.push(path);
                }
            }
        }
        found
    }

    /// How many processes of the programs there are.
    pub fn running(&self) -> usize {
        let entries = fs::read_dir("/proc").expect("Linux").flatten();
        let names = entries.filter_map(|entry| fs::read_to_string(entry.path().join("comm")).ok());
        names.filter(|name| name.trim() == self.tag).count()
    }

    /// Margay's scratch directories.
    pub fn scratch(&self) -> Vec<PathBuf> {
        let entries = fs::read_dir(self.temporary()).expect("a directory").flatten();
        entries.map(|entry| entry.path()).collect()
    }

    /// Watches how much is written to scratch directories; what is returned ends that, and tells
    /// the most.
    pub fn watch_disk(&self) -> impl FnOnce() -> u64 + use<> {
        let (ended, place) = (Arc::new(AtomicBool::new(false)), self.temporary());
        let watcher = std::thread::spawn({
            let ended = ended.clone();
            move || {
                let mut most = 0;
                while !ended.load(Ordering::Relaxed) {
                    most = most.max(size(&place));
                    std::thread::sleep(Duration::from_millis(50));
                }
                most
            }
        });
        move || {
            ended.store(true, Ordering::Relaxed);
            watcher.join().expect("it ends")
        }
    }
}

impl Drop for World {
    fn drop(&mut self) {
        let _ = self.sibling.kill();
        let _ = self.sibling.wait();
        // So that users other than root can remove it.
        let closed = self.directory.path().join("outside").join(CLOSED);
        let _ = fs::set_permissions(closed, Permissions::from_mode(0o700));
        // What is left where nothing was confined.
        for place in ["/tmp", "/dev/shm"] {
            let _ = fs::remove_file(Path::new(place).join(&self.tag));
        }
        let key = self.number.to_string();
        let mut remove = Command::new("ipcrm");
        remove.args(["-M", &key, "-S", &key, "-Q", &key]);
        let _ = remove.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

/// The blocks of all files below a directory; those that go while we look count as nothing.
fn size(directory: &Path) -> u64 {
    let mut sum = 0;
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        let Ok(meta) = entry.metadata() else { continue };
        sum += meta.blocks() * 512;
        // A thousand levels are not counted.
        if meta.is_dir() && entry.path().components().count() < 20 {
            sum += size(&entry.path());
        }
    }
    sum
}

/// Makes a user the owner of all below a directory.
fn give(directory: &Path, user: u32) {
    chown(directory, Some(user), Some(user)).expect("root gives");
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        match entry.file_type().expect("a type").is_dir() {
            true => give(&entry.path(), user),
            false => chown(entry.path(), Some(user), Some(user)).expect("root gives"),
        }
    }
}
