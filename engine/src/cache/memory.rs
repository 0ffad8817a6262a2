//! A cache that lasts as long as the process: for tests, and for when the stored one cannot be used.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use mutscore_model::outcome::RunReport;

use super::{Key, ResultCache, admissible};

/// Results in memory.
#[derive(Debug, Default)]
pub struct MemoryCache {
    reports: Mutex<HashMap<Key, RunReport>>,
    compiled: Mutex<HashMap<Key, String>>,
}

impl MemoryCache {
    /// How many results are kept.
    #[must_use]
    pub fn len(&self) -> usize {
        self.lock().len()
    }

    /// Whether nothing is kept.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    // A report is inserted whole or not at all, so the map is usable even after a panic elsewhere.
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<Key, RunReport>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ResultCache for MemoryCache {
    fn get(&self, key: &Key) -> Option<RunReport> {
        self.lock().get(key).cloned()
    }

    fn put(&self, key: &Key, report: &RunReport) {
        if admissible(report) {
            self.lock().insert(*key, report.clone());
        }
    }

    fn compiled(&self, key: &Key) -> Option<String> {
        let compiled = self.compiled.lock();
        let compiled = compiled.unwrap_or_else(PoisonError::into_inner);
        compiled.get(key).cloned()
    }

    fn put_compiled(&self, key: &Key, answers: &str) {
        let compiled = self.compiled.lock();
        let mut compiled = compiled.unwrap_or_else(PoisonError::into_inner);
        compiled.insert(*key, answers.to_owned());
    }
}
