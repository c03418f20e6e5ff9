//! Names of files that were checked, and are then used as if the files were still the same ones.
//!
//! A name is remembered with what the program was told, as text: the same bytes, be they known or
//! symbols, wherever they stand. A use counts where the path depends on a check that succeeded. What is
//! opened is not spoken of before it is used or closed: who asks the descriptor itself, with `fstat`, knows
//! what was opened.

use super::files::File;
use crate::LibC;
use margay_engine::{Call, Fault, Place, Stop, Value, terms};
use margay_ir::SpanId;
use margay_smt::{Bool, SymbolId};
use std::rc::Rc;

/// A name that the program has checked.
#[derive(Clone, Debug)]
pub struct Checked {
    name: Name,
    function: Rc<str>,
    site: SpanId,
    /// There is no such file, or it is not to be used, if this holds.
    failed: Bool,
    /// The program looks at the result.
    is_looked_at: bool,
    /// What it was told besides.
    told: Rc<[SymbolId]>,
}

impl PartialEq for Checked {
    /// Which function it was, and what it told, is the same where the same check failed or not.
    fn eq(&self, other: &Checked) -> bool {
        let Checked { name, site, failed, is_looked_at, function: _, told: _ } = self;
        *site == other.site
            && *failed == other.failed
            && *is_looked_at == other.is_looked_at
            && *name == other.name
    }
}

/// A name, relative to a directory.
#[derive(Clone, Debug, PartialEq)]
struct Name {
    directory: Value,
    address: u64,
    /// The end of the text is unknown.
    is_open: bool,
    bytes: Rc<[Value]>,
}

/// That what was opened may be another file than the one that was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    function: String,
    check: Rc<str>,
    checked: SpanId,
    /// Where it was opened.
    place: Place,
}

/// The directory of names that have none.
const AT_FDCWD: u64 = 0xffff_ff9c;
/// Bytes of a name that are compared, and names that are remembered.
const LONGEST: u64 = 512;
const MOST: usize = 16;

/// Functions that check a name: the arguments for its directory, if there is one, and itself.
const CHECKS: &[(&str, Option<usize>, usize)] = &[
    ("access", None, 0),
    ("eaccess", None, 0),
    ("euidaccess", None, 0),
    ("faccessat", Some(0), 1),
    ("stat", None, 0),
    ("stat64", None, 0),
    ("lstat", None, 0),
    ("lstat64", None, 0),
    ("fstatat", Some(0), 1),
    ("fstatat64", Some(0), 1),
];

/// Functions that use a name, but for those that open.
const USES: &[(&str, Option<usize>, usize)] = &[
    ("unlink", None, 0),
    ("unlinkat", Some(0), 1),
    ("remove", None, 0),
    ("rename", None, 0),
    ("link", None, 0),
    ("chmod", None, 0),
    ("chown", None, 0),
    ("lchown", None, 0),
    ("truncate", None, 0),
    ("truncate64", None, 0),
    ("utime", None, 0),
    ("utimes", None, 0),
    ("execl", None, 0),
    ("execle", None, 0),
    ("execv", None, 0),
    ("execve", None, 0),
];

/// Directories that only the owner of the system can change.
const PROTECTED: &[&[u8]] =
    &[b"/bin/", b"/dev/", b"/etc/", b"/lib", b"/proc/", b"/sbin/", b"/sys/", b"/usr/"];
const SHARED: &[u8] = b"/dev/shm/";

/// Whether a function checks a name.
pub fn is_check(function: &str) -> bool {
    CHECKS.iter().any(|(name, ..)| *name == function)
}

/// Remembers the name that a call has checked; it failed if a condition holds.
pub fn note(call: &mut Call<'_>, failed: Bool, told: Vec<SymbolId>) {
    let Some((_, directory, index)) = CHECKS.iter().find(|(name, ..)| *name == call.name) else {
        return;
    };
    if call.is_library_code() {
        return;
    }
    let Some(name) = name(call, *directory, *index).filter(|name| !name.is_protected()) else {
        return;
    };
    let (function, site) = (call.name.into(), call.site);
    let is_looked_at = call.neglect(u64::from(u32::MAX), 0, 32).is_none();
    let told = told.into();
    let checked = Checked { name, function, site, failed, is_looked_at, told };
    let all = Rc::make_mut(&mut call.library::<LibC>().outside.checked);
    all.retain(|old| old.site != site || old.name != checked.name);
    if all.len() >= MOST {
        all.remove(0);
    }
    all.push(checked);
}

/// Sees to it that a call does not use a name that was checked before. In another directory names are
/// those of other files.
pub fn before(call: &mut Call<'_>) -> Result<(), Stop> {
    if call.library::<LibC>().outside.checked.is_empty() {
        return Ok(());
    }
    if matches!(call.name, "chdir" | "fchdir") {
        call.library::<LibC>().outside.checked = Rc::default();
        return Ok(());
    }
    let Some((_, directory, index)) = USES.iter().find(|(name, ..)| *name == call.name) else {
        return Ok(());
    };
    match take(call, *directory, *index) {
        Some(Checked { function: check, site: checked, .. }) => {
            let (function, check) = (call.name.to_owned(), check.to_string());
            call.fault(Fault::FileRace { function, check, checked })
        }
        None => Ok(()),
    }
}

/// The doubt that a call leaves which opens a file by its name, if it does.
pub fn doubt(call: &mut Call<'_>, directory: Option<usize>, index: usize) -> Option<Rc<Doubt>> {
    if call.library::<LibC>().outside.checked.is_empty() || call.is_library_code() {
        return None;
    }
    let Checked { function: check, site: checked, .. } = take(call, directory, index)?;
    let (function, place) = (call.name.to_owned(), call.place());
    Some(Rc::new(Doubt { function, check, checked, place }))
}

/// The program uses what it has opened, or asks what that is.
pub fn used(call: &mut Call<'_>, file: impl Fn(&mut LibC) -> Option<&mut File>) {
    let Some(doubt) = file(call.library::<LibC>()).and_then(|file| file.doubt.take()) else {
        return;
    };
    // The number of a stream is there to be asked.
    const ASKS: &[&str] = &["fstat", "fstat64", "fileno", "dirfd"];
    if ASKS.contains(&call.name.trim_end_matches("_unlocked")) {
        return;
    }
    let Doubt { function, check, checked, place } = Doubt::clone(&doubt);
    let check = check.to_string();
    call.note_from(Fault::FileRace { function, check, checked }, &place);
}

/// The check that a use of a name depends on, which is not spoken of again.
fn take(call: &mut Call<'_>, directory: Option<usize>, index: usize) -> Option<Checked> {
    let used = name(call, directory, index)?;
    let all = call.library::<LibC>().outside.checked.clone();
    let at = all.iter().rposition(|checked| {
        let decided = call.state.path.decide(call.pool, checked.failed) == Some(false);
        let told = |symbol: &SymbolId| call.state.path.has_touched(call.pool, *symbol);
        decided
            && (checked.is_looked_at || checked.told.iter().any(told))
            && is_same(call, &checked.name, &used)
    })?;
    Some(Rc::make_mut(&mut call.library::<LibC>().outside.checked).remove(at))
}

/// The name that an argument is, if it is known where it stands. No file has an empty one.
fn name(call: &mut Call<'_>, directory: Option<usize>, index: usize) -> Option<Name> {
    let address = call.state.path.resolve(call.pool, call.arg(index)).as_u64()?;
    let directory = match directory {
        Some(index) => call.state.path.resolve(call.pool, call.arg(index)),
        None => Value::Int(AT_FDCWD),
    };
    let mut bytes = Vec::new();
    for at in 0..call.room(address).min(LONGEST) {
        let byte = call.peek(address.wrapping_add(at), 1);
        let byte = call.state.path.resolve(call.pool, byte);
        bytes.push(byte);
        if byte == Value::Int(0) {
            break;
        }
    }
    if bytes.first() == Some(&Value::Int(0)) {
        return None;
    }
    let is_open = call.is_open(address);
    Some(Name { directory, address, is_open, bytes: bytes.into() })
}

impl Name {
    /// Whether no other user can put another file there.
    fn is_protected(&self) -> bool {
        let starts = |with: &[u8]| {
            let same = |(byte, with): (&Value, &u8)| *byte == Value::Int(u64::from(*with));
            self.bytes.len() >= with.len() && self.bytes.iter().zip(with).all(same)
        };
        PROTECTED.iter().any(|with| starts(with)) && !starts(SHARED)
    }
}

/// Whether two names are the same text for all input that comes here.
fn is_same(call: &mut Call<'_>, a: &Name, b: &Name) -> bool {
    if a.directory != b.directory {
        return false;
    }
    let mut pairs = Vec::new();
    for (x, y) in a.bytes.iter().zip(b.bytes.iter()) {
        let x = call.state.path.resolve(call.pool, *x);
        let y = call.state.path.resolve(call.pool, *y);
        pairs.push((x, y));
    }
    let equal = pairs.iter().all(|(x, y)| x == y);
    if a.is_open || b.is_open {
        return a.address == b.address && equal;
    }
    if equal && a.bytes.len() == b.bytes.len() {
        return true;
    }
    // After its end a text may have anything.
    let always = call.pool.bool_const(true);
    let (mut goes_on, mut differs) = (always, call.pool.not(always));
    let mut is_shared = false;
    for (x, y) in pairs {
        if [x, y].iter().any(|byte| !matches!(byte, Value::Int(_) | Value::Term(_))) {
            break;
        }
        if let (Value::Int(x), Value::Int(y)) = (x, y)
            && x != y
            && goes_on == always
        {
            return false;
        }
        is_shared |= x == y;
        let (x, y) = (terms::term(call.pool, x, 8), terms::term(call.pool, y, 8));
        let zero = call.pool.bv_u64(8, 0);
        let (other, some) = (call.pool.ne(x, y), call.pool.ne(x, zero));
        let other = call.pool.and(goes_on, other);
        differs = call.pool.or(differs, other);
        goes_on = call.pool.and(goes_on, some);
    }
    let differs = call.pool.or(differs, goes_on);
    match call.state.path.decide(call.pool, differs) {
        Some(differs) => !differs,
        // Texts that have nothing in common are the same by chance only.
        None => is_shared && !call.possible(differs),
    }
}
