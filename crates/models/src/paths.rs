//! Names in the file system: links, directories, the current directory.

use crate::errno;
use crate::fd::{path, path_at, path_of};
use crate::flow::Boundary;
use crate::spec::{Facts, Table, one_of_many, unmodelled};
use crate::stdio::{Bad, settle_int, settle_pointer, settle_word};
use margay_engine::{Call, Flow, ModelResult};

pub const MODELS: Table = Table::of(&[
    one_of_many("unlink", unlink).typed("ip").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("unlinkat", unlinkat).typed("iipi").signal_safe(),
    one_of_many("access", access).typed("ipi").signal_safe(),
    one_of_many("eaccess", access).typed("ipi").signal_safe(),
    one_of_many("euidaccess", access).typed("ipi").signal_safe(),
    one_of_many("faccessat", faccessat).typed("iipii").signal_safe(),
    one_of_many("rmdir", rmdir).typed("ip").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("mkdir", mkdir).typed("ipi").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("mkdirat", mkdirat).typed("iipi").signal_safe(),
    one_of_many("chdir", chdir).typed("ip").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("fchdir", fchdir).typed("ii").signal_safe(),
    one_of_many("getcwd", getcwd).typed("ppl"),
    one_of_many("get_current_dir_name", current_directory_name).typed("p"),
    one_of_many("chmod", chmod).typed("ipi").signal_safe().sinks(&[Boundary::Path(0)]),
    one_of_many("chown", |call| exists(call, 0))
        .typed("ipii")
        .signal_safe()
        .sinks(&[Boundary::Path(0)]),
    one_of_many("lchown", |call| exists(call, 0)).typed("ipii").signal_safe(),
    one_of_many("utime", |call| exists(call, 0)).typed("ipp").signal_safe(),
    one_of_many("utimes", |call| exists(call, 0)).typed("ipp").signal_safe(),
    one_of_many("umask", umask).typed("ii").signal_safe(),
    one_of_many("readlink", readlink).typed("lppl").signal_safe(),
    one_of_many("realpath", realpath).typed("ppp"),
    one_of_many("__realpath_chk", realpath).typed("pppl"),
    one_of_many("canonicalize_file_name", canonical_name).typed("pp"),
    one_of_many("link", |call| unsupported(call, "link")).typed("ipp").signal_safe(),
    one_of_many("symlink", |call| unsupported(call, "symlink")).typed("ipp").signal_safe(),
    one_of_many("mkfifo", |call| unsupported(call, "mkfifo"))
        .typed("ipi")
        .signal_safe()
        .with(Facts::NAMES_PIPES),
    one_of_many("mknod", |call| unsupported(call, "mknod"))
        .typed("ipil")
        .signal_safe()
        .with(Facts::NAMES_PIPES),
    // Without models.
    unmodelled("linkat").signal_safe(),
    unmodelled("readlinkat").signal_safe(),
    unmodelled("renameat").signal_safe(),
    unmodelled("symlinkat").signal_safe(),
]);

fn unlink(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let result = call.world.unlink(&path);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn unlinkat(call: &mut Call<'_>) -> ModelResult {
    const AT_REMOVEDIR: i32 = 0x200;
    let flags = call.arg_i32(2)?;
    let result = path_at(call, 0, 1).and_then(|path| {
        if flags & AT_REMOVEDIR != 0 {
            call.world.remove_directory(&path)?;
        } else {
            call.world.unlink(&path)?;
        }
        Ok(0)
    });
    settle_int(call, result)
}

fn access(call: &mut Call<'_>) -> ModelResult {
    let (path, mode) = (path(call, 0)?, call.arg_i32(1)?);
    let result = call.world.access(&path, mode);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn faccessat(call: &mut Call<'_>) -> ModelResult {
    let mode = call.arg_i32(2)?;
    let result = path_at(call, 0, 1).and_then(|path| Ok(call.world.access(&path, mode)?));
    settle_int(call, result.map(|()| 0))
}

fn rmdir(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let result = call.world.remove_directory(&path);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn mkdir(call: &mut Call<'_>) -> ModelResult {
    let (path, mode) = (path(call, 0)?, call.arg_u32(1)?);
    let result = call.world.make_directory(&path, mode);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn mkdirat(call: &mut Call<'_>) -> ModelResult {
    let mode = call.arg_u32(2)?;
    let result = path_at(call, 0, 1).and_then(|path| Ok(call.world.make_directory(&path, mode)?));
    settle_int(call, result.map(|()| 0))
}

fn fchdir(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_i32(0)?;
    let result = (|| {
        call.world.status_of(fd)?;
        let path = path_of(call, fd).ok_or(Bad::Errno(errno::ENOTDIR))?;
        Ok(call.world.change_directory(&path)?)
    })();
    settle_int(call, result.map(|()| 0))
}

fn chdir(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let result = call.world.change_directory(&path);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

fn getcwd(call: &mut Call<'_>) -> ModelResult {
    let (buffer, size) = (call.arg_u64(0)?, call.arg_u64(1)?);
    let result = (|| {
        if buffer != 0 && size == 0 {
            return Err(Bad::Errno(errno::EINVAL));
        }
        let path = call.world.current_directory()?;
        let needed = path.len() as u64 + 1;
        if needed > size && size != 0 {
            return Err(Bad::Errno(errno::ERANGE));
        }
        let buffer = if buffer == 0 { call.allocate(needed.max(size)) } else { buffer };
        call.write_string(buffer, &path)?;
        Ok(buffer)
    })();
    settle_pointer(call, result)
}

fn current_directory_name(call: &mut Call<'_>) -> ModelResult {
    let result = call.world.current_directory().map_err(Bad::from).and_then(|path| {
        let buffer = call.allocate(path.len() as u64 + 1);
        call.write_string(buffer, &path)?;
        Ok(buffer)
    });
    settle_pointer(call, result)
}

fn chmod(call: &mut Call<'_>) -> ModelResult {
    let (path, mode) = (path(call, 0)?, call.arg_u32(1)?);
    let result = call.world.change_mode(&path, mode);
    settle_int(call, result.map(|()| 0).map_err(Bad::from))
}

/// Owners and times stay as they are; only the path is checked.
fn exists(call: &mut Call<'_>, index: usize) -> ModelResult {
    let path = path(call, index)?;
    let result = call.world.status(&path, true);
    settle_int(call, result.map(|_| 0).map_err(Bad::from))
}

fn umask(call: &mut Call<'_>) -> ModelResult {
    let mask = call.arg_u32(0)?;
    let before = call.world.file_mode_mask(mask & 0o777);
    Ok(Flow::int(before.cast_signed()))
}

fn readlink(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let (to, size) = (call.arg_u64(1)?, call.arg_u64(2)?);
    let result = call.world.read_link(&path).map_err(Bad::from).and_then(|mut target| {
        target.truncate(usize::try_from(size).unwrap_or(usize::MAX));
        crate::text::write_run(call, to, &target)?;
        Ok(i64::try_from(target.len()).unwrap_or(i64::MAX))
    });
    settle_word(call, result)
}

fn realpath(call: &mut Call<'_>) -> ModelResult {
    let (from, to) = (call.arg_u64(0)?, call.arg_u64(1)?);
    if from == 0 {
        return settle_pointer(call, Err(Bad::Errno(errno::EINVAL)));
    }
    let path = path(call, 0)?;
    let result = resolve(call, &path).and_then(|found| {
        let to = if to == 0 { call.allocate(found.len() as u64 + 1) } else { to };
        call.write_string(to, &found)?;
        Ok(to)
    });
    settle_pointer(call, result)
}

fn canonical_name(call: &mut Call<'_>) -> ModelResult {
    let path = path(call, 0)?;
    let result = resolve(call, &path).and_then(|found| {
        let to = call.allocate(found.len() as u64 + 1);
        call.write_string(to, &found)?;
        Ok(to)
    });
    settle_pointer(call, result)
}

/// The absolute path without links, `.` and `..`.
fn resolve(call: &mut Call<'_>, path: &[u8]) -> Result<Vec<u8>, Bad> {
    const SYMBOLIC_LINK: u32 = 0o120_000;
    const MOST_LINKS: usize = 40;
    if path.is_empty() {
        return Err(Bad::Errno(errno::ENOENT));
    }
    let mut done =
        if path[0] == b'/' { Vec::new() } else { trimmed(call.world.current_directory()?) };
    // What is left to walk, the next component last.
    let components = |path: &[u8]| -> Vec<Vec<u8>> {
        path.split(|byte| *byte == b'/').rev().map(<[u8]>::to_vec).collect()
    };
    let mut left = components(path);
    let mut links = 0;
    while let Some(name) = left.pop() {
        match &name[..] {
            b"" | b"." => continue,
            b".." => {
                let parent = done.iter().rposition(|byte| *byte == b'/').unwrap_or(0);
                done.truncate(parent);
                continue;
            }
            _ => {}
        }
        let mut next = done.clone();
        next.push(b'/');
        next.extend_from_slice(&name);
        let status = call.world.status(&next, false)?;
        if status.mode & 0o170_000 != SYMBOLIC_LINK {
            if !left.is_empty() && status.mode & 0o170_000 != 0o040_000 {
                return Err(Bad::Errno(errno::ENOTDIR));
            }
            done = next;
            continue;
        }
        links += 1;
        if links > MOST_LINKS {
            return Err(Bad::Errno(errno::ELOOP));
        }
        let target = call.world.read_link(&next)?;
        if target.first() == Some(&b'/') {
            done.clear();
        }
        left.extend(components(&target));
    }
    if done.is_empty() {
        done.push(b'/');
    }
    Ok(done)
}

fn trimmed(mut path: Vec<u8>) -> Vec<u8> {
    if path == b"/" {
        path.clear();
    }
    path
}

fn unsupported(call: &mut Call<'_>, name: &'static str) -> ModelResult {
    crate::count_unsupported(call, name);
    settle_int(call, Err(Bad::Errno(errno::ENOSYS)))
}
