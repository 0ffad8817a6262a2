//! What the benches stand on: inputs made on the spot, and a meter for CPU time.
//!
//! Nothing here asserts on time. A bench prints ratios of things measured in one run, in turn, so that a slow spell of
//! the machine hits both sides; what was found is kept, dated, in `benches/results/`.

pub mod compare;
pub mod corpus;
mod group;
pub mod made;
pub mod meter;
pub mod native;
pub mod results;
pub mod sample;
pub mod table;
