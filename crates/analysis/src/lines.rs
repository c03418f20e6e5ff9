//! Which lines of the source paths came to, and where they were given up.
//!
//! A line is as reached as the blocks are that have code on it: a path that comes to a block is
//! taken to come to all of it. Code that its function's entry does not lead to does not count.

use margay_engine::Reached;
use margay_ir::finding::{FileLines, Omission, OmissionKind, Reach};
use margay_ir::{Cfg, FileId, Id, Program};
use std::collections::BTreeMap;
use std::path::Path;

/// The lines of each file that has code, in the order of names.
pub(crate) fn lines(
    program: &Program,
    reached: &Reached,
    omissions: &[Omission],
) -> Vec<FileLines> {
    let mut files: BTreeMap<(&Path, &Path), BTreeMap<u32, Reach>> = BTreeMap::new();
    for (id, function) in program.functions.enumerate().filter(|(_, f)| f.has_body()) {
        let seen = reached.blocks(id);
        // Of each line, whether some of its code was reached, and whether some was not. A function
        // that several files have by way of a header is one for each of them, and the best counts.
        let mut own: BTreeMap<(FileId, u32), [bool; 2]> = BTreeMap::new();
        for block in Cfg::new(function).reverse_postorder() {
            let is_seen = seen.get(block.index()) == Some(&true);
            for inst in function.block_insts(*block) {
                let span = function.span(inst);
                let place = program.source.spans[span];
                let Some(file) = place.file.filter(|_| place.line > 0) else { continue };
                if !program.source.is_library(span) {
                    own.entry((file, place.line)).or_default()[usize::from(!is_seen)] = true;
                }
            }
        }
        for ((file, line), of) in own {
            let reach = match of {
                [true, false] => Reach::Reached,
                [true, true] => Reach::Partly,
                [false, _] => Reach::Never,
            };
            let file = &program.source.files[file];
            let lines = files.entry((&file.name, &file.directory)).or_default();
            let all = lines.entry(line).or_insert(reach);
            *all = reach.max(*all);
        }
    }
    for (line, location) in omissions.iter().filter(|left| gives_up(left.kind)).filter_map(|left| {
        let location = left.location.as_ref()?;
        Some((location.line, location))
    }) {
        if let Some(lines) = files.get_mut(&(&*location.file, &*location.directory)) {
            lines.entry(line).and_modify(|reach| *reach = Reach::Cut);
        }
    }
    let files = files.into_iter();
    files
        .map(|((file, directory), lines)| FileLines {
            file: file.to_owned(),
            directory: directory.to_owned(),
            lines,
        })
        .collect()
}

/// Whether a path ends where this was left out.
fn gives_up(kind: OmissionKind) -> bool {
    matches!(kind, OmissionKind::CutLoop | OmissionKind::CutRecursion | OmissionKind::Budget)
}
