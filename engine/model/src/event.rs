//! Versions of everything that is stored.

/// Version of the frozen files' form. Raised whenever an older reader would misread a newer file.
pub const SCHEMA_VERSION: u32 = 1;
