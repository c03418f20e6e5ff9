//! From addresses to places in the source, with the program's own debug info.
//!
//! Sanitizers would start a symbolizer from within the program; the sandbox has little
//! room for that, and not every machine has one installed.

use super::output::{self, Address, Frame};
use addr2line::Loader;
use std::path::Path;

/// A program's debug info.
pub struct Symbols {
    /// As sanitizers name the program.
    program: String,
    loader: Option<Loader>,
}

impl Symbols {
    pub fn of(program: &Path) -> Self {
        let loader = Loader::new(program).ok();
        Symbols { program: program.display().to_string(), loader }
    }

    /// The places that an address stands for, the innermost first: several where functions
    /// are inlined, none outside the program's own code.
    pub fn frames(&self, address: &Address) -> Vec<Frame> {
        if address.module == self.program { self.frames_at(address.offset) } else { Vec::new() }
    }

    /// The same for an address that the linker gave.
    pub fn frames_at(&self, address: u64) -> Vec<Frame> {
        let mut found = Vec::new();
        let Some(loader) = &self.loader else { return found };
        let Ok(mut frames) = loader.find_frames(address) else { return found };
        while let Ok(Some(frame)) = frames.next() {
            let function = frame.function.and_then(|name| Some(name.raw_name().ok()?.into_owned()));
            let Some(place) = frame.location else { continue };
            if let (Some(file), Some(line)) = (place.file, place.line) {
                found.push(Frame { function, file: file.into(), line });
            }
        }
        found
    }

    /// The addresses from which on code is that of a line in the source.
    pub fn addresses(&self, is_it: impl Fn(&Frame) -> bool) -> Vec<u64> {
        self.ranges(|frame, _| is_it(frame)).into_iter().map(|(start, _)| start).collect()
    }

    /// The same with the lengths of the code, for a line and a column, which is 0 if it is not known.
    pub fn ranges(&self, is_it: impl Fn(&Frame, u32) -> bool) -> Vec<(u64, u64)> {
        let mut found = Vec::new();
        let Some(loader) = &self.loader else { return found };
        let Ok(rows) = loader.find_location_range(0, u64::MAX) else { return found };
        for (address, len, place) in rows {
            if let (Some(file), Some(line)) = (place.file, place.line)
                && is_it(
                    &Frame { function: None, file: file.into(), line },
                    place.column.unwrap_or(0),
                )
            {
                found.push((address, len));
            }
        }
        found
    }

    /// A sanitizer's words with places for addresses, without what only machines read.
    pub fn readable(&self, text: &str) -> String {
        let mut out = String::new();
        let mut skipping = false;
        for line in text.lines() {
            // Dumps of shadow memory and registers, up to the line that ends them.
            skipping |=
                line.starts_with("Shadow bytes around") || line.ends_with("==Register values:");
            if line.starts_with("==") && !line.ends_with("==Register values:") {
                skipping = false;
            }
            skipping &= !line.starts_with("SUMMARY: ") && !line.contains("can not provide");
            if skipping || line.contains("can not provide") {
                continue;
            }
            match output::address(line) {
                Some(Some(address)) => {
                    let number = line.split(" 0x").next().unwrap_or_default();
                    let frames = self.frames(&address);
                    for frame in &frames {
                        let function = frame.function.as_deref().unwrap_or("?");
                        let (file, at) = (frame.file.display(), frame.line);
                        out += &format!("{number} {function} {file}:{at}\n");
                    }
                    if frames.is_empty() {
                        let module = Path::new(&address.module).file_name().unwrap_or_default();
                        out += &format!("{number} {}+{:#x}\n", module.display(), address.offset);
                    }
                }
                _ => out += &format!("{line}\n"),
            }
        }
        out
    }
}
