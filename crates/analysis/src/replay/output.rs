//! What sanitizers write, as data.
//!
//! The texts are the same from clang 15 on: a headline, stacks of `#0 0xPC (MODULE+0xOFFSET)`
//! lines, and a summary that names the kind. Lines that are none of these are passed over:
//! the program writes to the same stream.

use std::path::PathBuf;

/// One fault that a sanitizer saw.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// For instance `AddressSanitizer`.
    pub tool: String,
    /// Its name for the fault, or its sentence.
    pub kind: String,
    /// Where the sanitizer itself says it is.
    pub place: Option<Frame>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Address>,
    /// The address that was accessed, if the processor stopped it.
    pub accessed: Option<u64>,
    /// Whether it was written there.
    pub writes: Option<bool>,
    /// What the sanitizer takes the object for, if it names one.
    pub object: Named,
}

/// An object as a sanitizer names it: what it says of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Named {
    pub size: Option<u64>,
    /// The line that declares it.
    pub line: Option<u32>,
    /// The calls that allocated it, the innermost first.
    pub allocated: Vec<Address>,
}

/// A place in code as the run knows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    pub module: String,
    pub offset: u64,
}

/// A place in the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    pub function: Option<String>,
    pub file: PathBuf,
    pub line: u32,
}

/// All reports, in the order they were written.
pub fn parse(text: &str) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    // Stacks after the first one say where memory came from.
    let mut in_stack = false;
    let mut in_allocation = false;
    for line in text.lines() {
        if let Some(report) = headline(line) {
            reports.push(report);
            (in_stack, in_allocation) = (true, false);
            continue;
        }
        let Some(report) = reports.last_mut() else { continue };
        if line.starts_with("allocated by thread") || line.starts_with("previously allocated by") {
            (in_stack, in_allocation) = (false, true);
            continue;
        }
        report.look_at(line);
        if let Some((tool, kind)) = summary(line) {
            // Leaks and undefined behaviour have said it themselves.
            if tool == report.tool && report.kind.is_empty() {
                report.kind = kind.to_owned();
            }
            in_stack = false;
        } else if let Some(address) = address(line) {
            if in_stack {
                report.stack.extend(address);
            } else if in_allocation {
                report.object.allocated.extend(address);
            }
        } else if !report.stack.is_empty() {
            in_stack = false;
            in_allocation &= report.object.allocated.is_empty();
        }
    }
    // A leak's headline without a stack announces those that follow.
    reports.retain(|report| !(report.kind.is_empty() && report.stack.is_empty()));
    reports
}

impl Report {
    /// Takes what a line says of the access and of the object.
    fn look_at(&mut self, line: &str) {
        let by = |word: &str| {
            line.starts_with(&format!("{word} of size "))
                || line.ends_with(&format!("caused by a {word} memory access."))
        };
        if by("READ") || by("WRITE") {
            self.writes = Some(by("WRITE"));
        }
        if !line.contains("is located") && !line.contains("<== Memory access") {
            return;
        }
        let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok();
        if let Some((before, _)) = line.split_once("-byte region") {
            self.object.size = before.rsplit(' ').next().and_then(|size| size.parse().ok());
        } else if let Some((_, rest)) = line.split_once("global variable '") {
            self.object.size = rest.split_once(" of size ").and_then(|(_, size)| number(size));
            // 'FILE:LINE' or 'FILE:LINE:COLUMN'.
            let place =
                rest.split_once("defined in '").and_then(|(_, rest)| rest.split('\'').next());
            let numbers = place.into_iter().flat_map(|place| place.split(':').skip(1));
            self.object.line = numbers.filter_map(|part| part.parse().ok()).next();
        } else if let Some((_, rest)) = line.split_once("(line ") {
            self.object.line = number(rest).and_then(|line: u64| u32::try_from(line).ok());
        }
    }
}

fn headline(line: &str) -> Option<Report> {
    let new = |tool: &str, kind: &str| Report {
        tool: tool.to_owned(),
        kind: kind.to_owned(),
        place: None,
        stack: Vec::new(),
        accessed: None,
        writes: None,
        object: Named::default(),
    };
    if let Some((place, message)) = line.split_once(": runtime error: ") {
        let mut parts = place.rsplitn(3, ':');
        let (_column, number) = (parts.next()?, parts.next()?.parse().ok()?);
        let frame = Frame { function: None, file: parts.next()?.into(), line: number };
        let place = Some(frame);
        return Some(Report { place, ..new("UndefinedBehaviorSanitizer", message) });
    }
    if line.starts_with("Direct leak of ") || line.starts_with("Indirect leak of ") {
        return Some(new("LeakSanitizer", "leak"));
    }
    let rest = line.strip_prefix("==")?.split_once("==")?.1;
    let rest = rest.strip_prefix("ERROR: ").or_else(|| rest.strip_prefix("WARNING: "))?;
    let (tool, message) = rest.split_once(": ")?;
    if !tool.ends_with("Sanitizer") || message.starts_with("detected memory leaks") {
        return None;
    }
    let accessed = message
        .split_once("on unknown address 0x")
        .and_then(|(_, rest)| u64::from_str_radix(rest.split([' ', ':']).next()?, 16).ok());
    Some(Report { accessed, ..new(tool, "") })
}

/// `SUMMARY: TOOL: KIND PLACE`.
fn summary(line: &str) -> Option<(&str, &str)> {
    let (tool, rest) = line.strip_prefix("SUMMARY: ")?.split_once(": ")?;
    Some((tool, rest.split(' ').next()?))
}

/// `#3 0xPC (MODULE+0xOFFSET) (BuildId: ...)`, or with an unknown module.
pub(super) fn address(line: &str) -> Option<Option<Address>> {
    let rest = line.trim_start().strip_prefix('#')?;
    let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()).strip_prefix(" 0x")?;
    let place = |rest: &str| {
        let inside = rest.split_once('(')?.1.split_once(')')?.0;
        let (module, offset) = inside.rsplit_once("+0x")?;
        let offset = u64::from_str_radix(offset, 16).ok()?;
        Some(Address { module: module.to_owned(), offset })
    };
    Some(place(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn undefined_behaviour_then_an_overflow() {
        let reports = parse(
            "noise\n\
             dir/b.c:3:89: runtime error: signed integer overflow: 1 + 2 cannot be represented\n\
             \x20   #0 0x5615  (/build/b+0x10badc) (BuildId: 2a8c)\n\
             \n\
             SUMMARY: UndefinedBehaviorSanitizer: undefined-behavior b.c:3:89 \n\
             ====\n\
             ==22294==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x56\n\
             WRITE of size 4 at 0x502000000018 thread T0\n\
             \x20   #0 0x561557aa0c17  (/build/b+0x10bc17) (BuildId: 2a8c)\n\
             \x20   #1 0x7f35fdf12249  (/lib/libc.so.6+0x27249) (BuildId: 93ac)\n\
             \n\
             allocated by thread T0 here:\n\
             \x20   #0 0x561557a605cf  (/build/b+0xcb5cf)\n\
             \n\
             SUMMARY: AddressSanitizer: heap-buffer-overflow (/build/b+0x10bc17) \n",
        );
        assert_eq!(reports.len(), 2, "{reports:?}");
        assert!(reports[0].kind.starts_with("signed integer overflow"));
        let place = reports[0].place.as_ref().expect("a place");
        assert_eq!((place.file.to_str(), place.line), (Some("dir/b.c"), 3));
        assert_eq!(reports[1].kind, "heap-buffer-overflow");
        let offsets: Vec<u64> = reports[1].stack.iter().map(|address| address.offset).collect();
        assert_eq!(offsets, [0x10bc17, 0x27249]);
    }

    #[test]
    fn leaks_are_reports_of_their_own() {
        let reports = parse(
            "==1==ERROR: LeakSanitizer: detected memory leaks\n\n\
             Direct leak of 10 byte(s) in 1 object(s) allocated from:\n\
             \x20   #0 0x1  (/build/b+0x1)\n\n\
             Indirect leak of 4 byte(s) in 1 object(s) allocated from:\n\
             \x20   #0 0x2  (/build/b+0x2)\n\n\
             SUMMARY: AddressSanitizer: 14 byte(s) leaked in 2 allocation(s).\n",
        );
        let seen: Vec<_> = reports.iter().map(|r| (r.kind.as_str(), r.stack[0].offset)).collect();
        assert_eq!(seen, [("leak", 1), ("leak", 2)]);
    }

    #[test]
    fn a_crash_names_its_address() {
        let reports = parse(
            "==7==ERROR: AddressSanitizer: SEGV on unknown address 0x000000000010 (pc 0x5 T0)\n\
             ==7==The signal is caused by a WRITE memory access.\n\
             \x20   #0 0x0  (<unknown module>)\n\
             \x20   #1 0x5  (/build/b+0x5)\n\
             SUMMARY: AddressSanitizer: SEGV (/build/b+0x5)\n",
        );
        assert_eq!((reports[0].accessed, reports[0].stack.len()), (Some(16), 1));
        assert_eq!(reports[0].writes, Some(true));
    }

    #[test]
    fn an_object_has_its_size_and_where_it_comes_from() {
        let reports = parse(
            "==7==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x50 at pc 0x56\n\
             READ of size 4 at 0x502000000018 thread T0\n\
             \x20   #0 0x5  (/build/b+0x5)\n\n\
             0x502000000018 is located 0 bytes after 8-byte region [0x502000000010,0x502000000018)\n\
             allocated by thread T0 here:\n\
             \x20   #0 0x6  (/build/b+0x6)\n\
             \x20   #1 0x7  (/build/b+0x7)\n\n\
             SUMMARY: AddressSanitizer: heap-buffer-overflow (/build/b+0x5)\n",
        );
        let object = &reports[0].object;
        assert_eq!((reports[0].writes, object.size), (Some(false), Some(8)));
        let offsets: Vec<u64> = object.allocated.iter().map(|address| address.offset).collect();
        assert_eq!((offsets, reports[0].stack.len()), (vec![6, 7], 1));
    }

    #[test]
    fn variables_have_their_lines() {
        let named = |line: &str| {
            let head = "==7==ERROR: AddressSanitizer: stack-buffer-overflow on address 0x5\n";
            let end = "SUMMARY: AddressSanitizer: stack-buffer-overflow (/b+0x5)\n";
            let object = &parse(&format!("{head}{line}\n{end}"))[0].object;
            (object.size, object.line)
        };
        let local =
            "    [32, 36) 'buf' (line 12) <== Memory access at offset 36 overflows this variable";
        assert_eq!(named(local), (None, Some(12)));
        let global = "0x5 is located 0 bytes after global variable 'g' defined in 'dir/a.c:7' (0x4) of size 16";
        assert_eq!(named(global), (Some(16), Some(7)));
    }
}
