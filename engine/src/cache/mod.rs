//! Results of runs, kept under a digest of everything that can change them.
//!
//! The key closes over the test side as well as the mutant: a cache that looks at the production code only keeps
//! answering "killed" after the assertions were deleted. What is kept is the run's report and never the verdict,
//! so a change of the outcome policy needs no rerun.

mod admit;
mod aside;
mod checked;
mod key;
mod maintain;
mod memory;
mod schema;
mod store;
mod writer;

pub use admit::admissible;
pub use key::{Key, KeyParts, Purpose, Scope};
pub use maintain::{Damage, GcLimits, Removed, Stats, Verification};
pub use memory::MemoryCache;
pub use store::{CacheError, OnWarning, SqliteCache, Warning, open_or_memory};

use mutscore_model::outcome::RunReport;

/// Where results are looked up and kept.
///
/// No method fails: a cache in trouble misses, warns, and keeps what it can in memory, because a lost
/// result costs one more run and a wrong one costs a verdict.
pub trait ResultCache: Send + Sync {
    /// The report kept under `key`, if it is there and undamaged.
    fn get(&self, key: &Key) -> Option<RunReport>;

    /// Keeps `report` under `key`, unless it is one that must never be answered from a cache
    /// (see [`admissible`]).
    fn put(&self, key: &Key, report: &RunReport);

    /// What compilers said of a file, kept under `key` (see [`crate::manifest::check`]), if it is there and undamaged.
    fn compiled(&self, key: &Key) -> Option<String>;

    /// Keeps what compilers said of a file under `key`.
    fn put_compiled(&self, key: &Key, answers: &str);

    /// Makes everything that was put so far visible to other processes and safe from a crash of this one.
    fn flush(&self) {}
}
