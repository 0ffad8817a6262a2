//! Freezing: which mutants an instance's ground truth reaches, what it does to each, and the files that say so.

mod audit;
mod compile;
mod cover;
mod earlier;
mod freeze;
mod gate;
mod pairs;
mod summary;
mod trial;

pub use audit::AuditResult;
pub(crate) use audit::{choose as choose_audit, compare as compare_audit};
pub use cover::covered;
pub(crate) use cover::reaches;
pub(crate) use earlier::differences;
pub use freeze::{FreezeError, FreezeOptions, Phase, Watch, freeze};
pub use gate::dropped_by;
pub(crate) use summary::word;
pub use summary::{Counts, FreezeSummary};
