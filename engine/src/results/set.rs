//! A whole result set in memory.

use std::collections::BTreeMap;

use super::row::{Header, Planned, Row};

/// What was planned, and what came of each submission.
#[derive(Debug, Clone, PartialEq)]
pub struct ResultSet {
    /// What it rests on.
    pub header: Header,
    /// Planned instances by id.
    pub planned: BTreeMap<u32, Planned>,
    /// Results by configuration, view, repeat and instance.
    pub rows: Vec<Row>,
}
