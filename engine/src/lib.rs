//! The engine: from a patch to MutRecall.

pub mod agent_view;
pub mod bench;
pub mod cache;
pub mod config;
pub mod dispatch;
pub mod exec;
pub mod judge;
pub mod manifest;
pub mod measures;
pub mod metrics;
pub mod plan;
pub mod pool;
pub mod project;
mod random;
pub mod report;
pub mod results;
pub mod score;
pub mod stats;
pub mod submission;
mod sys;
