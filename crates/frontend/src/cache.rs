//! The bitcode cache: what clang made of the same text before.
//!
//! Two kinds of files, both written whole (under a temporary name, then renamed), so
//! that several Margays may share a cache:
//! - `objects/HASH` is bitcode whose SHA-256 is its name. One that no longer matches
//!   its name is deleted and made anew.
//! - `manifests/KEY` lists, for one compiler call, the files it read with the hash of
//!   each, and the object that came out. All hashes must match for a hit.
//!
//! A cache that cannot be used is no error: everything works without, only slower.
//! One thing escapes it, as it does ccache: a new header that would now be found
//! before the one that was read. `--no-cache` is the way out.

use crate::regular;
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fmt;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::SystemTime;

/// The default bound on the cache's size.
pub const DEFAULT_MAX_BYTES: u64 = 1 << 30;

/// Changes when the meaning of the files changes.
const FORMAT: &str = "margay-cache 1";
/// How many sets of dependencies one compiler call may have; the oldest goes first.
const MAX_RESULTS: usize = 8;

/// The file whose length counts what was added since the cache was last trimmed.
const GROWTH: &str = "growth";
const GROWTH_UNIT: usize = 4096;

/// Where the cache is and how large it may grow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CacheOptions {
    /// `None` turns the cache off.
    pub dir: Option<PathBuf>,
    pub max_bytes: u64,
}

impl CacheOptions {
    pub fn disabled() -> Self {
        CacheOptions { dir: None, max_bytes: 0 }
    }

    /// `$MARGAY_CACHE_DIR` or the user's cache directory, `$MARGAY_CACHE_SIZE` or 1 GiB.
    pub fn from_env() -> Result<Self, String> {
        let var = |name| std::env::var_os(name).filter(|value| !value.is_empty());
        let max_bytes = match var("MARGAY_CACHE_SIZE") {
            Some(text) => parse_size(&text.to_string_lossy())
                .ok_or("MARGAY_CACHE_SIZE is not a size; write bytes or a number with K, M or G")?,
            None => DEFAULT_MAX_BYTES,
        };
        let dir = var("MARGAY_CACHE_DIR").map(PathBuf::from).or_else(|| {
            let home = || var("HOME").map(|home| PathBuf::from(home).join(".cache"));
            let base = var("XDG_CACHE_HOME").map(PathBuf::from).filter(|dir| dir.is_absolute());
            Some(base.or_else(home)?.join("margay"))
        });
        Ok(CacheOptions { dir, max_bytes })
    }
}

/// `512M`, `2G`, `1000000`.
fn parse_size(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let factor: u64 = match text[digits.len()..].trim().to_ascii_uppercase().as_str() {
        "" | "B" => 1,
        "K" | "KB" | "KIB" => 1 << 10,
        "M" | "MB" | "MIB" => 1 << 20,
        "G" | "GB" | "GIB" => 1 << 30,
        _ => return None,
    };
    digits.parse::<u64>().ok()?.checked_mul(factor)
}

/// A SHA-256 hash.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Hash([u8; 32]);

impl Hash {
    pub fn of(bytes: &[u8]) -> Self {
        Hash(Sha256::digest(bytes).into())
    }

    /// Of several parts, so that moving a byte from one to the next changes the hash.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> Self {
        let mut hasher = Sha256::new();
        for part in parts {
            let len = u64::try_from(part.len()).expect("lengths fit 64 bits");
            hasher.update(len.to_le_bytes());
            hasher.update(part);
        }
        Hash(hasher.finalize().into())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// An open cache, shared by the threads of one load.
pub struct Cache {
    root: Option<PathBuf>,
    max_bytes: u64,
    /// Headers are shared between units; each is read and hashed once in a load.
    hashes: Mutex<HashMap<PathBuf, Option<Hash>>>,
}

impl Cache {
    /// Opens the cache, or one that never hits if the directory cannot be written.
    pub fn open(options: &CacheOptions) -> Self {
        let usable = |dir: &PathBuf| {
            let made = |name| fs::create_dir_all(dir.join(name)).is_ok();
            made("objects") && made("manifests") && tempfile::tempfile_in(dir).is_ok()
        };
        Cache {
            root: options.dir.clone().filter(usable),
            max_bytes: options.max_bytes,
            hashes: Mutex::default(),
        }
    }

    pub fn is_enabled(&self) -> bool {
        self.root.is_some()
    }

    /// The bitcode of the call with this key, if all files it read are as they were.
    pub fn get(&self, key: Hash) -> Option<Vec<u8>> {
        let root = self.root.as_ref()?;
        let manifest = self.manifest_path(root, key);
        let results = parse_manifest(&fs::read_to_string(&manifest).ok()?)?;
        let hit = results.iter().find(|result| {
            result
                .inputs
                .iter()
                .all(|(path, hash)| self.hash_of(path).is_some_and(|now| now.to_string() == *hash))
        })?;
        let object = root.join("objects").join(&hit.object);
        let bytes = fs::read(&object).ok()?;
        if Hash::of(&bytes).to_string() != hit.object {
            // Another Margay may have removed it already, and it will be made anew.
            let _ = fs::remove_file(&object);
            return None;
        }
        touch(&object);
        touch(&manifest);
        Some(bytes)
    }

    /// Remembers what a call made and the files it read. A failure to write is silent:
    /// the next run compiles again. A file that changed after the call had `started` may
    /// not be the one that was compiled, so nothing is remembered then.
    pub fn put(&self, key: Hash, inputs: &[PathBuf], bitcode: &[u8], started: SystemTime) {
        let Some(root) = &self.root else { return };
        let changed = |path: &PathBuf| {
            fs::metadata(path).and_then(|m| m.modified()).map_or(true, |time| time >= started)
        };
        if inputs.iter().any(changed) {
            return;
        }
        let hashed: Option<Vec<(PathBuf, String)>> = inputs
            .iter()
            .map(|path| Some((path.clone(), self.hash_of(path)?.to_string())))
            .collect();
        // A path with a line break cannot be written down, a file that is gone not compared.
        let Some(inputs) = hashed.filter(|all| all.iter().all(|(path, _)| is_plain(path))) else {
            return;
        };
        let object = Hash::of(bitcode).to_string();
        let manifest = self.manifest_path(root, key);
        let old = fs::read_to_string(&manifest).ok().and_then(|text| parse_manifest(&text));
        let mut results = vec![Recorded { inputs, object: object.clone() }];
        results.extend(old.unwrap_or_default());
        results.dedup_by(|b, a| a.inputs == b.inputs);
        results.truncate(MAX_RESULTS);
        let written = write_whole(root, &root.join("objects").join(object), bitcode);
        if written.is_ok() {
            let _ = write_whole(root, &manifest, render_manifest(&results).as_bytes());
            count_growth(root, bitcode.len());
        }
    }

    /// A line that was kept under a key.
    pub fn note(&self, key: Hash) -> Option<String> {
        let note = self.manifest_path(self.root.as_ref()?, key);
        let text = fs::read_to_string(&note).ok()?;
        touch(&note);
        text.strip_suffix('\n').map(str::to_owned)
    }

    /// Keeps a line under a key; a failure to write is silent.
    pub fn keep_note(&self, key: Hash, line: &str) {
        let Some(root) = &self.root else { return };
        let _ = write_whole(root, &self.manifest_path(root, key), format!("{line}\n").as_bytes());
    }

    /// Deletes the files that were not used for longest until the rest fits the bound. To know
    /// what is there takes a look at every file, so that waits until some was added.
    pub fn trim(&self) {
        let Some(root) = &self.root else { return };
        let growth = fs::metadata(root.join(GROWTH)).map_or(u64::MAX, |meta| meta.len());
        if growth.saturating_mul(GROWTH_UNIT as u64) < self.max_bytes / 16 {
            return;
        }
        let mut files: Vec<(SystemTime, PathBuf, u64)> = Vec::new();
        for dir in [root.clone(), root.join("objects"), root.join("manifests")] {
            for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
                if let Ok(meta) = entry.metadata()
                    && meta.is_file()
                {
                    let used = meta.modified().unwrap_or(SystemTime::UNIX_EPOCH);
                    files.push((used, entry.path(), meta.len()));
                }
            }
        }
        let mut total: u64 = files.iter().map(|file| file.2).sum();
        files.sort();
        for (_, path, size) in files {
            if total <= self.max_bytes {
                break;
            }
            // Someone else may have deleted it; it no longer counts either way.
            let _ = fs::remove_file(path);
            total -= size;
        }
        // If this fails, the next run looks again.
        let _ = fs::write(root.join(GROWTH), []);
    }

    fn manifest_path(&self, root: &Path, key: Hash) -> PathBuf {
        root.join("manifests").join(key.to_string())
    }

    fn hash_of(&self, path: &Path) -> Option<Hash> {
        let known = || self.hashes.lock().unwrap_or_else(|e| e.into_inner());
        if let Some(hash) = known().get(path) {
            return *hash;
        }
        let hash = regular::read(path).ok().map(|bytes| Hash::of(&bytes));
        known().insert(path.to_owned(), hash);
        hash
    }
}

/// Adds one byte for each [`GROWTH_UNIT`] to a file whose length says how much was added:
/// appending is safe with any number of writers.
fn count_growth(root: &Path, bytes: usize) {
    let units = vec![b'.'; 1 + bytes / GROWTH_UNIT];
    let file = fs::File::options().create(true).append(true).open(root.join(GROWTH));
    // What is not counted is found by a later look.
    let _ = file.and_then(|mut file| file.write_all(&units));
}

/// One outcome of a call: the files it read and the object it made.
#[derive(Debug, PartialEq, Eq)]
struct Recorded {
    inputs: Vec<(PathBuf, String)>,
    object: String,
}

fn render_manifest(results: &[Recorded]) -> String {
    let mut text = format!("{FORMAT}\n");
    for result in results {
        text.push_str(&format!("object {}\n", result.object));
        for (path, hash) in &result.inputs {
            text.push_str(&format!("input {hash} {}\n", path.display()));
        }
    }
    text.push_str("end\n");
    text
}

/// `None` for anything that [`render_manifest`] has not written in full.
fn parse_manifest(text: &str) -> Option<Vec<Recorded>> {
    let mut lines = text.lines();
    if lines.next()? != FORMAT {
        return None;
    }
    let is_hash = |text: &str| text.len() == 64 && text.bytes().all(|b| b.is_ascii_hexdigit());
    let mut results: Vec<Recorded> = Vec::new();
    for line in lines {
        match line.split_once(' ') {
            Some(("object", object)) if is_hash(object) => {
                results.push(Recorded { inputs: Vec::new(), object: object.to_owned() });
            }
            Some(("input", rest)) => {
                let (hash, path) = rest.split_once(' ')?;
                results.last_mut()?.inputs.push((PathBuf::from(path), hash.to_owned()));
            }
            None if line == "end" => return Some(results),
            _ => return None,
        }
    }
    None
}

fn is_plain(path: &Path) -> bool {
    path.to_str().is_some_and(|text| !text.contains(['\n', '\r']))
}

fn write_whole(root: &Path, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = tempfile::Builder::new().prefix("tmp-").tempfile_in(root)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// Marks a file as used just now.
fn touch(path: &Path) {
    let file = fs::File::options().append(true).open(path);
    let _ = file.and_then(|file| file.set_modified(SystemTime::now()));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache(dir: &Path, max_bytes: u64) -> Cache {
        Cache::open(&CacheOptions { dir: Some(dir.to_owned()), max_bytes })
    }

    fn later() -> SystemTime {
        SystemTime::now() + std::time::Duration::from_secs(60)
    }

    #[test]
    fn an_input_that_changed_while_clang_ran_is_not_remembered() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let header = dir.path().join("a.h");
        fs::write(&header, "one").expect("a header");
        let before = SystemTime::UNIX_EPOCH;
        cache(dir.path(), 1 << 20).put(Hash::of(b"call"), &[header], b"bitcode", before);
        assert_eq!(cache(dir.path(), 1 << 20).get(Hash::of(b"call")), None);
    }

    #[test]
    fn a_hit_needs_every_input_unchanged() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let header = dir.path().join("a.h");
        let key = Hash::of(b"call");
        let open = || cache(&dir.path().join("cache"), 1 << 20);
        fs::write(&header, "one").expect("a header");
        open().put(key, std::slice::from_ref(&header), b"bitcode one", later());
        assert_eq!(open().get(key).as_deref(), Some(&b"bitcode one"[..]));
        fs::write(&header, "two").expect("a header");
        assert_eq!(open().get(key), None);
        open().put(key, std::slice::from_ref(&header), b"bitcode two", later());
        fs::write(&header, "one").expect("a header");
        assert_eq!(open().get(key).as_deref(), Some(&b"bitcode one"[..]));
    }

    #[test]
    fn a_damaged_object_or_manifest_is_a_miss() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let key = Hash::of(b"call");
        let open = || cache(dir.path(), 1 << 20);
        open().put(key, &[], b"bitcode", later());
        let object = dir.path().join("objects").join(Hash::of(b"bitcode").to_string());
        fs::write(&object, b"bitcodf").expect("damage");
        assert_eq!(open().get(key), None);
        assert!(!object.exists());
        open().put(key, &[], b"bitcode", later());
        assert!(open().get(key).is_some());
        let manifest = dir.path().join("manifests").join(key.to_string());
        let text = fs::read_to_string(&manifest).expect("a manifest");
        for end in 0..text.len() - 1 {
            fs::write(&manifest, &text[..end]).expect("damage");
            assert_eq!(open().get(key), None, "cut at {end}");
        }
    }

    #[test]
    fn the_oldest_go_when_the_bound_is_reached() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let open = || cache(dir.path(), 3000);
        let long_ago = |n: u64| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(n);
        for n in 0..4u8 {
            let (key, bytes) = (Hash::of(&[n]), vec![n; 1000]);
            open().put(key, &[], &bytes, later());
            for file in [
                dir.path().join("objects").join(Hash::of(&bytes).to_string()),
                dir.path().join("manifests").join(key.to_string()),
            ] {
                let file = fs::File::options().append(true).open(file).expect("a cache file");
                file.set_modified(long_ago(u64::from(n))).expect("a time");
            }
        }
        open().get(Hash::of(&[0]));
        open().trim();
        let kept = |n: u8| open().get(Hash::of(&[n])).is_some();
        assert!(kept(0) && kept(3), "what was used last stays");
        assert!(!kept(1) && !kept(2));
    }

    #[test]
    fn nothing_is_looked_through_until_some_was_added() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let open = || cache(dir.path(), 4 * 16 * GROWTH_UNIT as u64);
        let growth = || fs::metadata(dir.path().join(GROWTH)).expect("a count").len();
        open().put(Hash::of(b"a"), &[], &vec![1; GROWTH_UNIT], later());
        open().trim();
        assert_eq!(growth(), 2, "one for what is added, one for each unit of it");
        open().put(Hash::of(b"b"), &[], &vec![2; 2 * GROWTH_UNIT], later());
        open().trim();
        assert_eq!(growth(), 0, "the count begins anew");
    }

    #[test]
    fn a_directory_that_cannot_be_made_turns_the_cache_off() {
        let dir = tempfile::tempdir().expect("a scratch directory");
        let file = dir.path().join("file");
        fs::write(&file, "").expect("a file");
        let closed = cache(&file, 1);
        closed.put(Hash::of(b""), &[], b"x", later());
        assert!(!closed.is_enabled());
        assert_eq!(closed.get(Hash::of(b"")), None);
    }

    #[test]
    fn sizes_as_people_write_them() {
        assert_eq!(parse_size("512M"), Some(512 << 20));
        assert_eq!(parse_size("2 GiB"), Some(2 << 30));
        assert_eq!(parse_size("1000"), Some(1000));
        assert_eq!(parse_size("lots"), None);
        assert_eq!(parse_size("99999999999G"), None);
    }
}
