//! What stays the same of an open descriptor, however often the program asks: which file it is, and of which kind.
//!
//! A terminal can be hung up, and is none from then on; what is none never becomes one. Sizes, owners and times may change
//! at any time, by others.
//!
//! A number that the program was not given, but guesses or has from elsewhere, may name any descriptor, or none: what is
//! known of it ends when one is closed, and what does not show that it names one also when one is opened.
//!
//! Invariant: what is kept of a descriptor was said of it on this path, and the descriptor was not closed or replaced since.

use super::{ahead, assumed, files};
use crate::{LibC, calls, spec};
use margay_engine::{Call, Stop, Value, terms};
use margay_smt::{Bool, Bv};
use std::rc::Rc;

/// By the number of a descriptor, as the program has it.
#[derive(Clone, Default)]
pub struct Facts(Rc<Vec<(Value, Fact)>>);

impl PartialEq for Facts {
    /// In which order they were learned makes no difference.
    fn eq(&self, other: &Facts) -> bool {
        self.0.len() == other.0.len() && self.0.iter().all(|known| other.0.contains(known))
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Fact {
    /// What it was opened as.
    opened: Option<Opened>,
    /// The kind of the file, and what identifies it.
    status: Option<(Value, [Value; 3])>,
    /// What `isatty` said.
    terminal: Option<Value>,
    socket: Option<Socket>,
}

/// What a socket was made as.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Socket {
    pub domain: i32,
    /// Without the flags that `socket` takes besides.
    pub kind: i32,
}

/// What the flags of `open` and the like say of the file that is open then.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Opened {
    /// The file itself, and no more than a place in the file system: it is no link, and of some kind.
    File,
    Directory,
    /// It can be written.
    NoDirectory,
    Regular,
    Socket,
    Pipe,
}

impl Facts {
    /// Calls `visit` with each value of the program that is kept here.
    pub fn for_each_value(&self, visit: &mut dyn FnMut(&Value)) {
        for (number, Fact { opened: _, status, terminal, socket: _ }) in &*self.0 {
            visit(number);
            let status = status.iter();
            status.flat_map(|(kind, file)| [kind].into_iter().chain(file)).for_each(&mut *visit);
            terminal.iter().for_each(&mut *visit);
        }
    }

    /// Another descriptor may have the number from here on.
    pub fn forget(&mut self, number: u64) {
        self.retain(|of| of != Value::Int(number));
    }

    fn retain(&mut self, stays: impl Fn(Value) -> bool) {
        if !self.0.iter().all(|(number, _)| stays(*number)) {
            Rc::make_mut(&mut self.0).retain(|(number, _)| stays(*number));
        }
    }
}

const FIFO: u64 = 0o1;
const CHARACTER_DEVICE: u64 = 0o2;
const DIRECTORY: u64 = 0o4;
const REGULAR: u64 = 0o10;
const SOCKET: u64 = 0o14;

fn descriptor(call: &mut Call<'_>) -> Value {
    call.state.path.resolve(call.pool, call.arg(0))
}

fn fact(call: &mut Call<'_>, of: Value) -> Fact {
    let outside = &call.library::<LibC>().outside;
    let known = outside.facts.0.iter().find(|(number, _)| *number == of).map(|(_, fact)| *fact);
    // One of these that was closed when the program started is what it opens first.
    let opens = !(outside.files.is_empty() && outside.descriptors.is_empty());
    if known.is_some() && opens && is_standard(of) {
        call.leave_out(assumed::DESCRIPTORS);
    }
    known.unwrap_or_default()
}

fn keep(call: &mut Call<'_>, of: Value, fact: Fact) {
    if calls(call.program, spec::Facts::REPLACES_STANDARD) {
        return;
    }
    if !ahead::calls(call, ahead::What::DescriptorFacts) {
        call.library::<LibC>().outside.facts = Facts::default();
        return;
    }
    let all = Rc::make_mut(&mut call.library::<LibC>().outside.facts.0);
    match all.iter_mut().find(|(number, _)| *number == of) {
        Some((_, known)) => *known = fact,
        None => all.push((of, fact)),
    }
}

/// `open` and its like gave a descriptor.
pub fn opened(call: &mut Call<'_>, number: u64) {
    const ACCESS: u32 = 3;
    const CREATE: u32 = 0o100;
    const NAMELESS: u32 = 0o20_000_000;
    const PATH: u32 = 0o10_000_000;
    let index = match call.name.trim_end_matches("64") {
        "open" => Some(1),
        "openat" => Some(2),
        "creat" => None,
        _ => return,
    };
    let opened = match index {
        None => Opened::NoDirectory,
        Some(index) => {
            let Some(directory) = directory_flag(&call.program.triple) else { return };
            let Ok(flags) = call.arg_u32(index) else { return };
            match flags {
                // Only the name is looked up, and what is asked for besides is ignored.
                flags if flags & PATH != 0 => match flags & (directory | NAMELESS) == directory {
                    true => Opened::Directory,
                    false => return,
                },
                flags if flags & NAMELESS != 0 => Opened::Regular,
                // Older kernels make a file where a directory is to be made.
                flags if flags & directory != 0 => match flags & CREATE == 0 {
                    true => Opened::Directory,
                    false => Opened::File,
                },
                flags if flags & CREATE != 0 || matches!(flags & ACCESS, 1 | 2) => {
                    Opened::NoDirectory
                }
                _ => Opened::File,
            }
        }
    };
    let fact = Fact { opened: Some(opened), ..Fact::default() };
    keep(call, Value::Int(number), fact);
}

/// `O_DIRECTORY` of the machine that a triple begins with; nothing for those where the flags are not known.
fn directory_flag(triple: &str) -> Option<u32> {
    const COMMON: &[&str] = &["i386", "i486", "i586", "i686", "riscv", "x86_64"];
    const OTHER: &[&str] = &["aarch64", "arm", "powerpc", "ppc", "thumb"];
    let is_one_of = |machines: &[&str]| machines.iter().any(|name| triple.starts_with(name));
    match triple {
        _ if is_one_of(COMMON) => Some(0o200_000),
        _ if is_one_of(OTHER) => Some(0o40_000),
        _ => None,
    }
}

/// A descriptor is a socket of a known kind.
pub fn is_socket(call: &mut Call<'_>, number: u64, socket: Socket) {
    keep(call, Value::Int(number), Fact { socket: Some(socket), ..Fact::default() });
}

/// A copy was made of the descriptor that the first argument is: it leads to the same file.
pub fn copied(call: &mut Call<'_>, copy: u64) {
    let of = descriptor(call);
    let Fact { opened: _, status, terminal: _, socket } = fact(call, of);
    let opened = made_as(call, of);
    keep(call, Value::Int(copy), Fact { opened, status, terminal: None, socket });
}

/// What the socket was made as that the first argument names, if that is known.
pub fn socket(call: &mut Call<'_>) -> Option<Socket> {
    let of = descriptor(call);
    fact(call, of).socket
}

/// Something is done to a socket that any descriptor may lead to.
pub fn change_sockets(call: &mut Call<'_>, change: impl Fn(&mut Socket)) {
    let all = &mut call.library::<LibC>().outside.facts.0;
    if all.iter().any(|(_, fact)| fact.socket.is_some()) {
        Rc::make_mut(all).iter_mut().filter_map(|(_, fact)| fact.socket.as_mut()).for_each(change);
    }
}

/// A descriptor is opened: it may have any number that names none so far.
pub fn one_opened(call: &mut Call<'_>) {
    retain(call, |call, of, fact| fact.status.is_some() || files::is_given(call, of));
}

/// A descriptor is closed that the program was given, or a stream: any other number may have been that one.
pub fn one_closed(call: &mut Call<'_>) {
    retain(call, |call, of, _| files::is_given(call, of));
}

/// A standard descriptor is closed, or leads to another file.
pub fn standard_replaced(call: &mut Call<'_>) {
    retain(call, |call, of, _| !is_standard(of) && files::is_given(call, of));
}

/// A descriptor is closed, and it may be any but a standard one.
pub fn any_closed(call: &mut Call<'_>) {
    retain(call, |_, of, _| is_standard(of));
}

fn is_standard(number: Value) -> bool {
    const LAST: u64 = 2;
    matches!(number, Value::Int(0..=LAST))
}

fn retain(call: &mut Call<'_>, stays: impl Fn(&mut Call<'_>, Value, &Fact) -> bool) {
    let all = call.library::<LibC>().outside.facts.clone();
    let gone: Vec<Value> = all
        .0
        .iter()
        .filter(|(number, fact)| !stays(call, *number, fact))
        .map(|(number, _)| *number)
        .collect();
    if !gone.is_empty() {
        call.library::<LibC>().outside.facts.retain(|number| !gone.contains(&number));
    }
}

/// What a descriptor is by the function that opened it; nothing if it may be of any kind, as those are that the program did
/// not open.
fn made_as(call: &mut Call<'_>, of: Value) -> Option<Opened> {
    let noted = fact(call, of).opened;
    let outside = &call.library::<LibC>().outside;
    let file = match of {
        Value::Int(number) => outside.descriptors.get(&number)?,
        _ => outside.files.values().find(|file| file.open && file.number == Some(of))?,
    };
    match file.opener.trim_end_matches("64") {
        "socket" | "accept" | "accept4" | "socketpair" => Some(Opened::Socket),
        "pipe" | "pipe2" | "popen" => Some(Opened::Pipe),
        "mkstemp" | "mkostemp" | "tmpfile" => Some(Opened::Regular),
        "fopen" | "freopen" if file.mode.is_some_and(|mode| mode.writes) => {
            Some(Opened::NoDirectory)
        }
        "opendir" | "fdopendir" => Some(Opened::Directory),
        "fopen" | "freopen" => Some(Opened::File),
        _ => noted,
    }
}

/// Whether what `fstat` says of the descriptor that the first argument is may be of no kind, or a link: only a name was
/// looked up, or others have opened it.
pub fn is_of_any_kind(call: &mut Call<'_>) -> bool {
    let of = descriptor(call);
    made_as(call, of).is_none()
}

/// What `fstat` says: the kind of the file, in four bits, and what identifies it.
pub fn status(call: &mut Call<'_>, kind: Bv, file: [Bv; 3]) -> Result<(), Stop> {
    let of = descriptor(call);
    let fact = fact(call, of);
    let mut is_fine = Vec::new();
    match made_as(call, of) {
        Some(Opened::Directory) => is_fine.push(is_kind(call, kind, DIRECTORY)),
        Some(Opened::Regular) => is_fine.push(is_kind(call, kind, REGULAR)),
        Some(Opened::Socket) => is_fine.push(is_kind(call, kind, SOCKET)),
        Some(Opened::Pipe) => is_fine.push(is_kind(call, kind, FIFO)),
        Some(Opened::NoDirectory) => {
            let is_one = is_kind(call, kind, DIRECTORY);
            is_fine.push(call.pool.not(is_one));
        }
        Some(Opened::File) | None => {}
    }
    if let Some((known, identity)) = fact.status {
        for (told, known) in file.into_iter().chain([kind]).zip(identity.into_iter().chain([known]))
        {
            let known = terms::term(call.pool, known, call.pool.width(told));
            is_fine.push(call.pool.eq(told, known));
        }
    }
    if let Some(terminal) = fact.terminal {
        let (is_one, is_device) =
            (is_terminal(call, terminal), is_kind(call, kind, CHARACTER_DEVICE));
        is_fine.push(call.pool.implies(is_one, is_device));
    }
    for fine in is_fine {
        given(call, fine)?;
    }
    if fact.status.is_none() {
        let known = |term| terms::as_known(call.pool, term);
        let status = Some((known(kind), file.map(known)));
        keep(call, of, Fact { status, ..fact });
    }
    Ok(())
}

/// What `isatty` says, which is 1 or 0.
pub fn terminal(call: &mut Call<'_>, answer: Bv) -> Result<(), Stop> {
    let of = descriptor(call);
    let fact = fact(call, of);
    let is_one = is_terminal(call, Value::Term(answer));
    let fd = terms::term(call.pool, of, 32);
    let zero = call.pool.bv_u64(32, 0);
    let mut can_be = call.pool.bv_sle(zero, fd);
    if !matches!(made_as(call, of), Some(Opened::File | Opened::NoDirectory) | None) {
        can_be = call.pool.bool_const(false);
    }
    if let Some(before) = fact.terminal {
        let was_one = is_terminal(call, before);
        can_be = call.pool.and(can_be, was_one);
    }
    if let Some((kind, _)) = fact.status {
        let kind = terms::term(call.pool, kind, 4);
        let is_device = is_kind(call, kind, CHARACTER_DEVICE);
        can_be = call.pool.and(can_be, is_device);
    }
    let fine = call.pool.implies(is_one, can_be);
    given(call, fine)?;
    keep(call, of, Fact { terminal: Some(Value::Term(answer)), ..fact });
    Ok(())
}

fn is_kind(call: &mut Call<'_>, kind: Bv, known: u64) -> Bool {
    let known = call.pool.bv_u64(4, known);
    call.pool.eq(kind, known)
}

fn is_terminal(call: &mut Call<'_>, answer: Value) -> Bool {
    let answer = terms::term(call.pool, answer, 32);
    let zero = call.pool.bv_u64(32, 0);
    call.pool.ne(answer, zero)
}

fn given(call: &mut Call<'_>, fine: Bool) -> Result<(), Stop> {
    if call.pool.as_const_bool(fine) == Some(true) { Ok(()) } else { call.given(fine) }
}
