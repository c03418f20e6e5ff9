//! The file of results, which several Margays may use at once.
//!
//! It is a database, open only while it is read or written, under a lock. When it is closed, its seal is written beside
//! it: the digest of the whole file. A file without its seal was damaged, belongs to another user, or was left in the
//! middle of writing; it is thrown away before a byte of it is read. What is written is good for all, so a process that
//! finds the lock taken goes on without the store.

use super::Key;
use margay_ir::Digest;
use redb::{Database, ReadOnlyDatabase, ReadableDatabase, ReadableTable, TableDefinition};
use std::collections::HashSet;
use std::fs;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

/// Results by their keys. The first bytes say when a result was last of use, in seconds.
const RESULTS: TableDefinition<'_, &[u8; 32], &[u8]> = TableDefinition::new("results");

/// Bytes that the database may keep in memory: it is not open for long.
const CACHED: usize = 4 << 20;

/// How long a reader or a writer waits for the lock.
const PATIENCE_TO_READ: Duration = Duration::from_millis(50);
const PATIENCE_TO_WRITE: Duration = Duration::from_millis(1000);

#[derive(Debug)]
pub(super) struct File {
    database: PathBuf,
    seal: PathBuf,
    lock: PathBuf,
    most: u64,
    /// How the file was when it last fitted its seal, and the seal.
    sealed: Mutex<Option<(Stamp, Vec<u8>)>>,
}

/// What changes when a file is written to.
type Stamp = (u64, SystemTime);

enum Lock {
    ToRead,
    ToWrite,
}

impl File {
    /// A file in a directory, which is made; `None` if that cannot be.
    pub fn new(directory: &Path, most: u64) -> Option<File> {
        fs::create_dir_all(directory).ok()?;
        Some(File {
            database: directory.join("results.redb"),
            seal: directory.join("seal"),
            lock: directory.join("lock"),
            most,
            sealed: Mutex::default(),
        })
    }

    /// Those results that the file has.
    pub fn read(&self, keys: &[Key]) -> Vec<(Key, Vec<u8>)> {
        let Some(_lock) = self.locked(Lock::ToRead) else { return Vec::new() };
        if !self.is_sealed() {
            return Vec::new();
        }
        guarded(|| self.read_sealed(keys)).unwrap_or_default()
    }

    /// Adds results, and notes which were of use.
    pub fn write(&self, new: &[(Key, Arc<[u8]>)], used: &HashSet<Key>) {
        if new.is_empty() && used.is_empty() {
            return;
        }
        let Some(_lock) = self.locked(Lock::ToWrite) else { return };
        if !self.is_sealed() {
            self.throw_away();
        }
        // What was of use lately is known to be.
        if new.is_empty() && guarded(|| self.stale(used)).is_some_and(|stale| stale.is_empty()) {
            return;
        }
        // A process that is ended here leaves a file without a seal.
        let _ = fs::remove_file(&self.seal);
        match guarded(|| self.write_open(new, used)) {
            Some(()) => self.put_seal(),
            None => self.throw_away(),
        }
    }

    fn read_sealed(&self, keys: &[Key]) -> Result<Vec<(Key, Vec<u8>)>, redb::Error> {
        let database = ReadOnlyDatabase::open(&self.database)?;
        let reading = database.begin_read()?;
        let table = reading.open_table(RESULTS)?;
        let mut found = Vec::new();
        for key in keys {
            if let Some(kept) = table.get(key.0.bytes())?
                && let Some((_, result)) = kept.value().split_at_checked(STAMP)
            {
                found.push((*key, result.to_vec()));
            }
        }
        Ok(found)
    }

    /// Those that have not been of use for long, as far as the file says.
    fn stale(&self, used: &HashSet<Key>) -> Result<Vec<Key>, redb::Error> {
        let database = ReadOnlyDatabase::open(&self.database)?;
        let reading = database.begin_read()?;
        let table = reading.open_table(RESULTS)?;
        let mut stale = Vec::new();
        for key in used {
            let is_stale = |kept: &[u8]| used_at(kept).saturating_add(LONG) < now();
            if table.get(key.0.bytes())?.is_some_and(|kept| is_stale(kept.value())) {
                stale.push(*key);
            }
        }
        Ok(stale)
    }

    fn write_open(&self, new: &[(Key, Arc<[u8]>)], used: &HashSet<Key>) -> Result<(), redb::Error> {
        let database = Database::builder().set_cache_size(CACHED).create(&self.database)?;
        let writing = database.begin_write()?;
        {
            let mut table = writing.open_table(RESULTS)?;
            for (key, result) in new {
                let dated = [&now().to_le_bytes(), &**result].concat();
                table.insert(key.0.bytes(), dated.as_slice())?;
            }
            for key in used {
                let kept = table.get(key.0.bytes())?.map(|kept| kept.value().to_vec());
                if let Some(mut kept) = kept.filter(|kept| kept.len() >= STAMP) {
                    kept[..STAMP].copy_from_slice(&now().to_le_bytes());
                    table.insert(key.0.bytes(), kept.as_slice())?;
                }
            }
        }
        writing.commit()?;
        if self.length() > self.most {
            self.drop_oldest(&database)?;
        }
        Ok(())
    }

    /// Keeps what was of use most lately, up to half of what there may be, in a new file: a database does not give back
    /// the room that it once had.
    fn drop_oldest(&self, database: &Database) -> Result<(), redb::Error> {
        let reading = database.begin_read()?;
        let table = reading.open_table(RESULTS)?;
        let mut all = Vec::new();
        for entry in table.iter()? {
            let (key, kept) = entry?;
            all.push((used_at(kept.value()), kept.value().len() as u64, *key.value()));
        }
        all.sort_unstable_by(|a, b| b.cmp(a));
        let smaller = self.database.with_extension("new");
        let _ = fs::remove_file(&smaller);
        let new = Database::builder().set_cache_size(CACHED).create(&smaller)?;
        let writing = new.begin_write()?;
        {
            let mut kept = writing.open_table(RESULTS)?;
            let mut bytes = 0;
            for (_, len, key) in all {
                bytes += len;
                if bytes > self.most / 2 {
                    break;
                }
                if let Some(result) = table.get(&key)? {
                    kept.insert(&key, result.value())?;
                }
            }
        }
        writing.commit()?;
        drop(new);
        // The old one is still open, and gone when it is closed.
        fs::rename(smaller, &self.database).map_err(redb::StorageError::from)?;
        Ok(())
    }

    /// Waits for the lock, but not for long.
    fn locked(&self, how: Lock) -> Option<fs::File> {
        let file =
            fs::File::options().create(true).append(true).read(true).open(&self.lock).ok()?;
        let (patience, pause) = match how {
            Lock::ToRead => (PATIENCE_TO_READ, Duration::from_millis(2)),
            Lock::ToWrite => (PATIENCE_TO_WRITE, Duration::from_millis(10)),
        };
        let mut waited = Duration::ZERO;
        loop {
            let taken = match how {
                Lock::ToRead => file.try_lock_shared(),
                Lock::ToWrite => file.try_lock(),
            };
            match taken {
                Ok(()) => return Some(file),
                Err(fs::TryLockError::WouldBlock) if waited < patience => {
                    std::thread::sleep(pause);
                    waited += pause;
                }
                Err(_) => return None,
            }
        }
    }

    /// Whether the file is as its writer left it.
    fn is_sealed(&self) -> bool {
        let (Some(stamp), Ok(seal)) = (self.stamp(), fs::read(&self.seal)) else { return false };
        let known = (stamp, seal);
        if self.sealed().as_ref() == Some(&known) {
            return true;
        }
        let is_sealed = self.digest().is_ok_and(|digest| digest == known.1);
        if is_sealed {
            *self.sealed() = Some(known);
        }
        is_sealed
    }

    fn put_seal(&self) {
        let sealed = self.digest().and_then(|digest| {
            fs::write(&self.seal, &digest)?;
            Ok(digest)
        });
        match (sealed, self.stamp()) {
            (Ok(seal), Some(stamp)) => *self.sealed() = Some((stamp, seal)),
            _ => self.throw_away(),
        }
    }

    fn sealed(&self) -> MutexGuard<'_, Option<(Stamp, Vec<u8>)>> {
        self.sealed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn digest(&self) -> io::Result<Vec<u8>> {
        Ok(Digest::of_bytes(&fs::read(&self.database)?).bytes().to_vec())
    }

    fn stamp(&self) -> Option<Stamp> {
        let file = fs::metadata(&self.database).ok()?;
        Some((file.len(), file.modified().ok()?))
    }

    fn length(&self) -> u64 {
        fs::metadata(&self.database).map_or(0, |file| file.len())
    }

    /// Begins anew.
    fn throw_away(&self) {
        *self.sealed() = None;
        let _ = fs::remove_file(&self.seal);
        let _ = fs::remove_file(&self.database);
    }
}

/// Bytes of the time at which something was of use.
const STAMP: usize = 8;

/// Seconds after which it is noted that something is still of use.
const LONG: u64 = 24 * 60 * 60;

fn used_at(kept: &[u8]) -> u64 {
    kept.first_chunk::<STAMP>().map_or(0, |at| u64::from_le_bytes(*at))
}

/// Seconds since 1970.
fn now() -> u64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs()
}

/// What the database does with a file is not all in our hands: if it gives up, there is no result.
fn guarded<T>(work: impl FnOnce() -> Result<T, redb::Error>) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()?.ok()
}
