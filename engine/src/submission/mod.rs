//! From what somebody hands in (a patch or a folder) to the test-side files that are laid on the pinned tree.
//!
//! A submission is not trusted. What can safely be left out is left out and reported (edits outside the test side,
//! protected files, links, binary patches); one that cannot be understood, or reaches out of its workspace, is
//! unusable as a whole. Either way the scoring goes on: a bad submission is a stage, never an error of ours.

mod apply;
mod discard;
mod emit;
mod folder;
mod header;
mod names;
mod patch;
mod take;

pub use take::{Content, SubmissionError, SubmissionLimits, Taken, Usable, take, take_within};
