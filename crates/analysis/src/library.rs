//! The part of the C library that is written in C.
//!
//! Functions that call back into the program, such as `qsort`, are C compiled by
//! the user's own clang. They join a program only if it uses one of them and has
//! no definition of its own.

use margay_frontend::{Cache, ClangInfo, compile_source, link, read_verified};
use margay_ir::Program;

/// What debug info calls the library's C; no file of a user has this name.
pub(crate) const LIBRARY_FILE: &str = "<margay>/library.c";

/// The program with the library's C functions that it lacks. Without a clang, or if it
/// fails, the program stays as it is, and a sentence says why.
pub fn with_library(
    program: Program,
    clang: Option<&ClangInfo>,
    cache: &Cache,
) -> (Program, Option<String>) {
    let wanted = program
        .functions
        .iter()
        .find(|function| !function.has_body() && margay_models::defined_in_c(&function.name));
    let Some(wanted) = wanted.map(|function| function.name.clone()) else {
        return (program, None);
    };
    let missing = |reason: String| Some(format!("`{wanted}` is unknown: {reason}"));
    let found;
    let clang = match clang {
        Some(clang) => clang,
        None => match margay_frontend::clang::find_with(cache) {
            Ok(clang) => {
                found = clang;
                &found
            }
            Err(error) => return (program, missing(error.to_string())),
        },
    };
    let flags = [format!("--target={}", program.triple), "-std=c11".to_owned()];
    let source = margay_models::C_SOURCE;
    let compiled = match compile_source(clang, LIBRARY_FILE, source, &flags, cache) {
        Ok(compiled) => compiled,
        Err(error) => return (program, missing(error.to_string())),
    };
    match read_verified(&compiled.bitcode) {
        Ok(library) => {
            // A definition of the program's own comes first and wins.
            let mut library = library;
            for function in library.functions.iter_mut() {
                if function.has_body() && function.linkage == margay_ir::Linkage::External {
                    function.linkage = margay_ir::Linkage::Weak;
                }
            }
            let units = vec![("program".to_owned(), program), (LIBRARY_FILE.to_owned(), library)];
            (link::link(units).program, None)
        }
        Err(error) => (program, missing(error.to_string())),
    }
}
