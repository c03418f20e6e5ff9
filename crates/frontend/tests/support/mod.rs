//! What the tests of the driver share: a scratch project and loading it.

// Every test file compiles this module for itself and uses a part of it.
#![allow(dead_code)]

use margay_frontend::{LoadRequest, Loaded, load};
use margay_ir::{ConstKind, FuncId, Id, Op, Operand, Program};
use std::fs;
use std::path::{Path, PathBuf};

/// A directory with sources that goes when the test ends.
pub struct Project {
    dir: tempfile::TempDir,
}

impl Project {
    /// A project with these files; directories are made as needed.
    pub fn new(files: &[(&str, &str)]) -> Self {
        let project = Project { dir: tempfile::tempdir().expect("a scratch directory") };
        files.iter().for_each(|(name, text)| project.write(name, text));
        project
    }

    pub fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().expect("a file is in a directory")).expect("a directory");
        fs::write(path, text).expect("a file");
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.root().join(name)
    }

    pub fn root(&self) -> &Path {
        self.dir.path()
    }

    /// A database in which `a.c` is compiled with these flags, in the project's directory.
    pub fn write_database(&self, flags: &[&str]) {
        let arguments = [&["cc"], flags, &["-c", "a.c"]].concat();
        let directory = self.root().display();
        let json = format!(
            r#"[{{"directory": "{directory}", "file": "a.c", "arguments": {arguments:?}}}]"#
        );
        self.write("compile_commands.json", &json);
    }

    /// A shell command that runs in the project.
    pub fn shell(&self, command: &str) -> String {
        format!("cd '{}' && {command}", self.root().display())
    }

    pub fn request(&self, inputs: &[&str]) -> LoadRequest {
        LoadRequest::new(inputs.iter().map(|name| self.path(name)))
    }

    pub fn load(&self, inputs: &[&str]) -> Loaded {
        load_whole(&self.request(inputs))
    }

    /// All files of the project, by their names in it.
    pub fn list(&self) -> Vec<String> {
        fn walk(dir: &Path, out: &mut Vec<PathBuf>) {
            for entry in fs::read_dir(dir).expect("a directory") {
                let path = entry.expect("an entry").path();
                if path.is_dir() { walk(&path, out) } else { out.push(path) }
            }
        }
        let mut paths = Vec::new();
        walk(self.root(), &mut paths);
        let relative = |path: PathBuf| {
            path.strip_prefix(self.root()).expect("a file of the project").display().to_string()
        };
        let mut names: Vec<String> = paths.into_iter().map(relative).collect();
        names.sort();
        names
    }
}

/// Loads and checks what holds for every program that is loaded.
pub fn load_whole(request: &LoadRequest) -> Loaded {
    let loaded = load(request).unwrap_or_else(|error| panic!("{error}: {error:?}"));
    if let Err(errors) = margay_ir::verify::verify(&loaded.program) {
        panic!("the linked program is wrong: {errors:?}");
    }
    loaded
}

/// The number that a function returns, if all it does is return one.
pub fn returns(program: &Program, name: &str) -> Option<u64> {
    let id = program.function(name).unwrap_or_else(|| panic!("no function `{name}`"));
    returns_of(program, id)
}

pub fn returns_of(program: &Program, id: FuncId) -> Option<u64> {
    program.functions[id].insts.iter().find_map(|inst| match inst.op {
        Op::Ret { value: Some(Operand::Const(value)) } => program.consts.as_u64(value),
        _ => None,
    })
}

/// The number that a global starts with.
pub fn starts_with(program: &Program, name: &str) -> Option<u64> {
    let global = program.globals.iter().find(|global| global.name == name)?;
    match &program.const_of(global.init?).kind {
        ConstKind::Int(value) => Some(*value),
        ConstKind::Zero => Some(0),
        _ => None,
    }
}

/// Names of the functions with a body, in order.
pub fn defined(program: &Program) -> Vec<String> {
    let bodies = program.functions.iter().filter(|function| function.has_body());
    bodies.map(|function| function.name.clone()).collect()
}

/// How many entries the cache holds.
pub fn objects(cache: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(cache.join("objects")).expect("a cache");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.sort();
    files
}

pub fn first<I: Id>() -> I {
    I::from_index(0)
}
