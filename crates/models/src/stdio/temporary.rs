//! Names in the file system: `remove`, `rename`, and files for a while.

use super::{Bad, open, settle_int, settle_pointer};
use crate::errno;
use crate::flow::Boundary;
use crate::spec::{Table, one_of_many};
use crate::text::{static_object, string};
use margay_engine::{Call, Errno, Flow, ModelResult};

pub const MODELS: Table = Table::of(&[
    one_of_many("remove", remove).typed("ip").sinks(&[Boundary::Path(0)]),
    one_of_many("rename", rename)
        .typed("ipp")
        .signal_safe()
        .sinks(&[Boundary::Path(0), Boundary::Path(1)]),
    one_of_many("tmpfile", tmpfile).typed("p"),
    one_of_many("tmpfile64", tmpfile).typed("p"),
    one_of_many("tmpnam", tmpnam).typed("pp"),
    one_of_many("tmpnam_r", tmpnam).typed("pp"),
    one_of_many("tempnam", tempnam).typed("ppp"),
    one_of_many("mkstemp", |call| mkstemp(call, None, None)).typed("ip"),
    one_of_many("mkstemp64", |call| mkstemp(call, None, None)).typed("ip"),
    one_of_many("mkostemp", |call| mkstemp(call, None, Some(1))).typed("ipi"),
    one_of_many("mkostemp64", |call| mkstemp(call, None, Some(1))).typed("ipi"),
    one_of_many("mkstemps", |call| mkstemp(call, Some(1), None)).typed("ipi"),
    one_of_many("mkstemps64", |call| mkstemp(call, Some(1), None)).typed("ipi"),
    one_of_many("mkdtemp", mkdtemp).typed("pp"),
    one_of_many("mktemp", mktemp).typed("pp"),
]);

const O_RDWR: i32 = 2;
const O_CREAT: i32 = 0o100;
const O_EXCL: i32 = 0o200;
/// Names that are tried before the call fails.
const ATTEMPTS: usize = 1000;
const LETTERS: &[u8; 62] = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

fn remove(call: &mut Call<'_>) -> ModelResult {
    let path = call.arg_u64(0)?;
    let path = string(call, path)?;
    let result = match call.world.unlink(&path) {
        Err(Errno(number @ (errno::EISDIR | errno::EPERM))) => {
            // The first attempt stays in `errno` where the second one succeeds.
            call.set_errno(number)?;
            call.world.remove_directory(&path)
        }
        other => other,
    };
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn rename(call: &mut Call<'_>) -> ModelResult {
    let (from, to) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let (from, to) = (string(call, from)?, string(call, to)?);
    let result = call.world.rename(&from, &to);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn random_letters(call: &mut Call<'_>, count: usize) -> Vec<u8> {
    let mut bytes = vec![0; count];
    call.world.random(&mut bytes);
    bytes.iter().map(|byte| LETTERS[usize::from(*byte) % LETTERS.len()]).collect()
}

/// Replaces the six `X` before `suffix` bytes until `make` accepts the name.
fn fill_template<R>(
    call: &mut Call<'_>,
    address: u64,
    suffix: usize,
    mut make: impl FnMut(&mut Call<'_>, &[u8]) -> Result<R, Errno>,
) -> Result<R, Bad> {
    let mut name = string(call, address)?;
    let at = name.len().checked_sub(suffix + 6);
    let Some(at) = at.filter(|at| &name[*at..*at + 6] == b"XXXXXX") else {
        return Err(Bad::Errno(errno::EINVAL));
    };
    for _ in 0..ATTEMPTS {
        let letters = random_letters(call, 6);
        name[at..at + 6].copy_from_slice(&letters);
        match make(call, &name) {
            Ok(made) => {
                call.write_bytes(address, &name)?;
                return Ok(made);
            }
            Err(Errno(errno::EEXIST)) => {}
            Err(number) => return Err(number.into()),
        }
    }
    Err(Bad::Errno(errno::EEXIST))
}

fn mkstemp(call: &mut Call<'_>, suffix: Option<usize>, flags: Option<usize>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let suffix = match suffix {
        Some(index) => usize::try_from(call.arg_i32(index)?).unwrap_or(usize::MAX >> 1),
        None => 0,
    };
    let flags = match flags {
        Some(index) => call.arg_i32(index)?,
        None => 0,
    };
    let result = fill_template(call, address, suffix, |call, name| {
        call.world.open(name, flags | O_RDWR | O_CREAT | O_EXCL, 0o600)
    });
    settle_int(call, result)
}

fn mkdtemp(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let result = fill_template(call, address, 0, |call, name| {
        call.world.make_directory(name, 0o700).map(|()| address)
    });
    settle_pointer(call, result)
}

fn mktemp(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let result = fill_template(call, address, 0, unused);
    match result {
        Ok(()) => {}
        Err(Bad::Stop(stop)) => return Err(stop),
        // The name becomes empty where none was found.
        Err(_) => call.store(address, 1, 0)?,
    }
    Ok(Flow::address(address))
}

/// Accepts a name that no file has.
fn unused(call: &mut Call<'_>, name: &[u8]) -> Result<(), Errno> {
    match call.world.status(name, false) {
        Ok(_) => Err(Errno(errno::EEXIST)),
        Err(Errno(errno::ENOENT)) => Ok(()),
        Err(other) => Err(other),
    }
}

fn tmpfile(call: &mut Call<'_>) -> ModelResult {
    let result = (|| {
        for _ in 0..ATTEMPTS {
            let mut name = b"/tmp/tmpf".to_vec();
            name.extend(random_letters(call, 6));
            match call.world.open(&name, O_RDWR | O_CREAT | O_EXCL, 0o600) {
                Ok(fd) => {
                    call.world.unlink(&name)?;
                    return open::open_update(call, fd);
                }
                Err(Errno(errno::EEXIST)) => {}
                Err(number) => return Err(number.into()),
            }
        }
        Err(Bad::Errno(errno::EEXIST))
    })();
    settle_pointer(call, result)
}

/// A name that no file had when it was made.
fn fresh_name(call: &mut Call<'_>, prefix: &[u8]) -> Result<Vec<u8>, Bad> {
    for _ in 0..ATTEMPTS {
        let mut name = prefix.to_vec();
        name.extend(random_letters(call, 6));
        if unused(call, &name).is_ok() {
            return Ok(name);
        }
    }
    Err(Bad::Errno(errno::EEXIST))
}

fn tmpnam(call: &mut Call<'_>) -> ModelResult {
    let buffer = call.arg_u64(0)?;
    if buffer == 0 && call.name == "tmpnam_r" {
        return Ok(Flow::address(0));
    }
    let buffer = if buffer == 0 { static_object(call, "tmpnam", || vec![0; 20]) } else { buffer };
    let result = fresh_name(call, b"/tmp/file").and_then(|name| {
        call.write_string(buffer, &name)?;
        Ok(buffer)
    });
    settle_pointer(call, result)
}

fn tempnam(call: &mut Call<'_>) -> ModelResult {
    let (directory, prefix) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let mut name = if directory == 0 { b"/tmp".to_vec() } else { string(call, directory)? };
    name.push(b'/');
    if prefix == 0 {
        name.extend_from_slice(b"file");
    } else {
        name.extend(string(call, prefix)?.into_iter().take(5));
    }
    let result = fresh_name(call, &name).and_then(|name| {
        let block = call.allocate(name.len() as u64 + 1);
        call.write_string(block, &name)?;
        Ok(block)
    });
    settle_pointer(call, result)
}
