//! The cache as loading uses it: when it hits, and that damage never matters.

mod support;

use margay_frontend::{CacheOptions, LoadRequest};
use std::fs;
use support::{Project, load_whole, objects, returns};

fn request(project: &Project, max_bytes: u64) -> LoadRequest {
    let mut request = project.request(&["a.c", "b.c"]);
    request.cache = CacheOptions { dir: Some(project.path("cache")), max_bytes };
    request
}

fn project() -> Project {
    Project::new(&[
        ("a.c", "#include \"x.h\"\nint a(void) { return X; }"),
        ("b.c", "int b(void) { return 2; }"),
        ("x.h", "#define X 1"),
    ])
}

#[test]
fn the_second_time_nothing_is_compiled() {
    let project = project();
    let request = request(&project, 1 << 20);
    assert_eq!(load_whole(&request).cached, 0);
    let again = load_whole(&request);
    assert_eq!((again.units, again.cached), (2, 2));
    assert_eq!(returns(&again.program, "a"), Some(1));
}

#[test]
fn a_changed_header_or_flag_compiles_what_depends_on_it() {
    let project = project();
    let mut request = request(&project, 1 << 20);
    load_whole(&request);
    project.write("x.h", "#define X 9");
    let changed = load_whole(&request);
    assert_eq!((changed.cached, returns(&changed.program, "a")), (1, Some(9)));
    project.write("x.h", "#define X 1");
    assert_eq!(load_whole(&request).cached, 2, "both versions are kept");
    request.flags = vec!["-DNEW".to_owned()];
    assert_eq!(load_whole(&request).cached, 0);
}

#[test]
fn a_damaged_cache_is_repaired() {
    let project = project();
    let request = request(&project, 1 << 20);
    load_whole(&request);
    for damage in [&b""[..], b"BC\xC0\xDE but not really"] {
        for object in objects(&project.path("cache")) {
            fs::write(object, damage).expect("damage");
        }
        assert_eq!(load_whole(&request).cached, 0);
        assert_eq!(load_whole(&request).cached, 2);
    }
    for manifest in fs::read_dir(project.path("cache/manifests")).expect("manifests") {
        fs::write(manifest.expect("an entry").path(), "nonsense").expect("damage");
    }
    assert_eq!(load_whole(&request).cached, 0);
    assert_eq!(load_whole(&request).cached, 2);
}

#[test]
fn the_cache_stays_within_its_bound() {
    let project = project();
    let size = |project: &Project| -> u64 {
        let sizes = project.list().into_iter().filter(|name| name.starts_with("cache/"));
        sizes.map(|name| fs::metadata(project.path(&name)).expect("a file").len()).sum()
    };
    load_whole(&request(&project, 1 << 20));
    let bound = size(&project) - 1;
    project.write("b.c", "int b(void) { return 3; }");
    load_whole(&request(&project, bound));
    assert!(size(&project) <= bound);
    assert!(size(&project) > 0);
}

#[test]
fn several_loads_share_a_cache() {
    let project = project();
    let request = request(&project, 1 << 20);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert_eq!(returns(&load_whole(&request).program, "a"), Some(1)));
        }
    });
    assert_eq!(load_whole(&request).cached, 2);
}

#[test]
fn nothing_is_written_beside_the_sources() {
    let project = project();
    let before = project.list();
    let mut request = request(&project, 0);
    request.cache = CacheOptions::disabled();
    load_whole(&request);
    assert_eq!(project.list(), before);
}
