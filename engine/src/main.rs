//! The `mutscore` binary: become a sandbox's supervisor if asked, else parse, run, exit code.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Before any thread is started: sandboxes are set up by a copy of this very executable.
    mutscore_runners::sandbox::init::run_if_asked();
    ExitCode::from(cli::main(std::env::args_os().collect()))
}
