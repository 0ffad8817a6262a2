//! Result sets: what was planned and what came of it, in a file that reports are made from.

mod read;
mod row;
mod set;
mod write;

pub use read::{ResultsError, read};
pub use row::{
    Basis, Generation, Header, Line, Planned, RESULTS_SCHEMA, Row, Who, generated, mark,
};
pub use set::{ResultSet, add_missing};
pub use write::ResultsFile;
