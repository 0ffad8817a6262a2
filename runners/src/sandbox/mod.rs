//! Runs a native test runner where it can do no harm and from where nothing gets away.
//!
//! A mutant may do anything: loop, fork, fill memory or disk, start daemons, delete files, bind
//! ports. Each runner therefore lives behind three processes:
//!
//! ```text
//! engine ──control socket── supervisor (host side, one thread, a re-executed copy of the binary)
//!                             └─ PID 1 of the sandbox: builds the view, reaps
//!                                 └─ runner, in a nested user namespace that locks all mounts
//! ```
//!
//! The control socket is also the lifeline: when the engine dies, however it dies, the supervisor
//! reads end-of-file and kills PID 1, and with it the kernel kills everything inside. Where
//! namespaces are not available the supervisor alone does what it can, and what is lost has a name
//! ([`Lost`]).
pub mod init;

mod bare;
mod cgroup;
mod handle;
mod identity;
mod inside;
mod launch;
mod lost;
mod new_root;
mod plan;
mod probe;
mod scratch;
mod supervise;
mod sys;
mod wire;

pub use handle::{Sandbox, SandboxError};
pub use identity::Identity;
pub use lost::Lost;
pub use plan::{ExtraFile, Isolation, Limits, RUN_MARK, SLOT_MARK, SandboxPlan, View};
pub use probe::{Capabilities, Support, probe};
pub use wire::{Ended, ExitReport, StepError};
