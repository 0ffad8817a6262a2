//! Every default of `mutscore.toml`, in one place so that no other file has to know any.

use mutscore_model::outcome::RunOutcome;

use super::settings::CompileCheckChoice;

/// The schema version this build reads.
pub(super) const SCHEMA: u32 = 1;
/// Interpreter of a Python project.
pub(super) const INTERPRETER: &str = "python3";
/// The word for the default operator set.
pub(super) const OPERATORS: &str = "default";
/// Mutants are compiled where that can be done.
pub(super) const COMPILE_CHECK: CompileCheckChoice = CompileCheckChoice::Auto;
/// Root of a project whose source is downloaded: the top of the unpacked source.
pub(super) const SOURCE_ROOT: &str = ".";
/// Multiple of the unmutated run that a mutated run may take.
pub(super) const FACTOR: f64 = 10.0;
/// Least wall limit of a run, in seconds.
pub(super) const WALL_FLOOR_SECONDS: f64 = 10.0;
/// Least CPU limit of a run, in seconds.
pub(super) const CPU_FLOOR_SECONDS: f64 = 2.0;
/// Greatest limit of a run, wall or CPU, in seconds.
pub(super) const CAP_SECONDS: f64 = 600.0;
/// Time to load a project, in seconds.
pub(super) const LOAD_SECONDS: f64 = 60.0;
/// Address space of one process, in MiB.
pub(super) const MEMORY_MIB: u64 = 2048;
/// Processes and threads alive at once.
pub(super) const PROCESSES: u32 = 256;
/// What a run may leave on disk, in MiB.
pub(super) const DISK_MIB: u64 = 256;
/// Open files of one process.
pub(super) const OPEN_FILES: u32 = 1024;
/// Passing runs that the gate asks for.
pub(super) const GATE_RUNS: u32 = 3;
/// Failures that count as a kill.
pub(super) const KILL_ON: [RunOutcome; 2] =
    [RunOutcome::AssertionFailure, RunOutcome::ExecutionFailure];
