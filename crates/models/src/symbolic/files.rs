//! Streams and descriptors: opening may fail, closing twice is a fault, and so is never closing.

use crate::{LibC, Table};
use margay_engine::{Call, Fault, Flow, ModelResult, ObjectKind, Stop, Value};
use margay_ir::SpanId;
use margay_ir::finding::{Form, Source};
use margay_smt::Bool;
use std::rc::Rc;

pub const MODELS: Table = &[
    ("fopen", fopen),
    ("fopen64", fopen),
    ("fdopen", fopen),
    ("tmpfile", fopen),
    ("popen", fopen),
    ("opendir", fopen),
    ("fdopendir", fopen),
    ("closedir", fclose),
    ("readdir", readdir),
    ("readdir64", readdir),
    ("rewinddir", |_| Ok(Flow::void())),
    ("freopen", freopen),
    ("freopen64", freopen),
    ("fclose", fclose),
    ("pclose", fclose),
    ("open", open),
    ("open64", open),
    ("creat", open),
    ("openat", open),
    ("socket", open),
    ("accept", open),
    ("dup", open),
    ("close", close),
    ("fileno", |call| {
        stream(call, 0)?;
        descriptor(call)
    }),
    ("feof", flag),
    ("ferror", flag),
    ("clearerr", |_| Ok(Flow::void())),
    ("fflush", |_| Ok(Flow::int(0))),
    ("setvbuf", |_| Ok(Flow::int(0))),
    ("setbuf", |_| Ok(Flow::void())),
    ("rewind", |_| Ok(Flow::void())),
    ("fseek", flag),
    ("ftell", |call| super::input::count(call, -1, i64::MAX)),
    ("remove", status),
    ("unlink", status),
    ("rename", status),
    ("mkdir", status),
    ("access", status),
    ("chdir", status),
];

/// A stream or descriptor.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it was opened.
    pub opened: SpanId,
    pub open: bool,
    /// Opening it failed if this holds.
    pub missing_if: Option<Bool>,
    /// What it reads, in a report's words.
    pub name: String,
}

fn new_stream(call: &mut Call<'_>) -> Result<u64, Stop> {
    let name = call.arg_u64(0).ok().and_then(|at| call.read_string(at).ok());
    let name = name.map_or("a file".to_owned(), |name| String::from_utf8_lossy(&name).into_owned());
    let address = call.allocate_object(ObjectKind::Library, 216, 16);
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    let file = File { opened: call.site, open: true, missing_if: None, name };
    Rc::make_mut(&mut call.library::<LibC>().outside.files).insert(address, file);
    call.memory().count_allocation();
    Ok(address)
}

fn fopen(call: &mut Call<'_>) -> ModelResult {
    let address = new_stream(call)?;
    let value = call.or_null(address);
    let missing_if = call.memory().object(address).and_then(|object| object.missing_if);
    let files = Rc::make_mut(&mut call.library::<LibC>().outside.files);
    if let Some(file) = files.get_mut(&address) {
        file.missing_if = missing_if;
    }
    Ok(value.into())
}

fn freopen(call: &mut Call<'_>) -> ModelResult {
    let address = stream(call, 2)?;
    close_stream(call, address)?;
    fopen(call)
}

/// The stream that an argument names; a closed one is a fault.
pub fn stream(call: &mut Call<'_>, index: usize) -> Result<u64, Stop> {
    let address = call.arg_u64(index)?;
    let function = call.name.to_owned();
    if let Some(file) = call.library::<LibC>().outside.files.get(&address) {
        if !file.open {
            return Err(Fault::UseAfterClose { function, opened: file.opened }.into());
        }
        return Ok(address);
    }
    if call.arg(index) == Value::Int(0) {
        let detail = "the stream is a null pointer".to_owned();
        return Err(Fault::BadStream { function, detail }.into());
    }
    // The standard streams, and faults for what is none.
    call.memory().check(address, 1, margay_engine::AccessKind::Read)?;
    Ok(address)
}

/// What reading from a stream is reported as.
pub fn source(call: &mut Call<'_>, address: u64) -> Source {
    match call.library::<LibC>().outside.files.get(&address) {
        Some(file) => Source::File { path: file.name.clone() },
        None => Source::Stdin,
    }
}

fn fclose(call: &mut Call<'_>) -> ModelResult {
    let address = call.arg_u64(0)?;
    let function = call.name.to_owned();
    if let Some(file) = call.library::<LibC>().outside.files.get(&address)
        && !file.open
    {
        return Err(Fault::DoubleClose { function, opened: file.opened }.into());
    }
    if let Some(file) = call.library::<LibC>().outside.descriptors.get(&address) {
        let opened = file.opened;
        call.fault(Fault::MismatchedClose { function, opened })?;
        return status(call);
    }
    let address = stream(call, 0)?;
    close_stream(call, address)?;
    Ok(Flow::int(0))
}

fn close_stream(call: &mut Call<'_>, address: u64) -> Result<(), Stop> {
    if let Some(file) = Rc::make_mut(&mut call.library::<LibC>().outside.files).get_mut(&address) {
        file.open = false;
    }
    Ok(())
}

/// An entry of a directory, whose name may be any, or null at the end.
fn readdir(call: &mut Call<'_>) -> ModelResult {
    stream(call, 0)?;
    // As glibc lays `struct dirent` out: the name comes after number, offset, length and kind.
    const SIZE: u64 = 280;
    const NAME: u64 = 19;
    const LONGEST: u64 = 16;
    let address = call.allocate_object(ObjectKind::Library, SIZE, 8);
    if let Some(object) = call.memory().object_mut(address) {
        object.start_as_zero();
    }
    let bytes = call.input_bytes(Source::Return { function: call.name.to_owned() }, LONGEST);
    for (offset, byte) in (0..).zip(bytes) {
        call.memory().set_byte(address + NAME + offset, Value::Term(byte))?;
    }
    let fails = call.state.new_symbol(call.pool, "end of directory", 1);
    let one = call.pool.bv_u64(1, 1);
    let fails = call.pool.eq(fails, one);
    Ok(call.failed(fails, address).into())
}

/// The first descriptor that a program opens. A number that programs hardly use for anything
/// else, so that a descriptor which nobody holds any more can be told.
const FIRST: u64 = 613;

fn open(call: &mut Call<'_>) -> ModelResult {
    let fails = call.failure();
    if call.decide(fails)? {
        return Ok(Flow::int(-1));
    }
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    let fd = (FIRST..).find(|fd| !descriptors.contains_key(fd)).expect("numbers do not end");
    let file = File { opened: call.site, open: true, missing_if: None, name: call.name.to_owned() };
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    descriptors.insert(fd, file);
    call.memory().count_allocation();
    Ok(Value::Int(fd).into())
}

fn close(call: &mut Call<'_>) -> ModelResult {
    let fd = call.arg_u64(0)?;
    let function = call.name.to_owned();
    let descriptors = Rc::make_mut(&mut call.library::<LibC>().outside.descriptors);
    match descriptors.get_mut(&fd) {
        Some(file) if file.open => {
            file.open = false;
            Ok(Flow::int(0))
        }
        Some(file) => Err(Fault::DoubleClose { function, opened: file.opened }.into()),
        // The standard ones, or none at all, which is an error that the program is told of.
        None => status(call),
    }
}

fn descriptor(call: &mut Call<'_>) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    let number = call.input(source, Form::Unsigned, 10);
    Ok(Value::Term(call.pool.bv_zext(number, 32)).into())
}

/// 0 or something else.
fn flag(call: &mut Call<'_>) -> ModelResult {
    stream(call, 0)?;
    status(call)
}

/// 0 or -1.
pub fn status(call: &mut Call<'_>) -> ModelResult {
    let source = Source::Return { function: call.name.to_owned() };
    let failed = call.input(source, Form::Signed, 1);
    Ok(Value::Term(call.pool.bv_sext(failed, 32)).into())
}
