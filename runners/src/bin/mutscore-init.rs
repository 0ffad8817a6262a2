//! The sandbox's init as a program of its own, for tests and for whoever embeds this crate.
//!
//! `mutscore-init __init` is what the engine's own executable does under that word. The second use,
//! `mutscore-init hold PLAN.json`, stands in for an engine: it starts the sandbox of a plan, says
//! `ready` with the supervisor's process id, and holds it until its standard input ends. Tests kill it to see what remains.
use mutscore_runners::sandbox::{Sandbox, SandboxPlan, init};
use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    init::run_if_asked();
    let mut words = std::env::args_os().skip(1);
    let (Some(word), Some(plan)) = (words.next(), words.next()) else {
        return ExitCode::from(2);
    };
    if word != "hold" {
        return ExitCode::from(2);
    }
    match hold(Path::new(&plan)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Without standard error the exit code alone has to do.
            let _ = writeln!(std::io::stderr(), "mutscore-init: {error}");
            ExitCode::FAILURE
        }
    }
}

fn hold(plan: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let plan: SandboxPlan = serde_json::from_slice(&std::fs::read(plan)?)?;
    let sandbox = Sandbox::start(&plan, Path::new("/proc/self/exe"), 0)?;
    writeln!(std::io::stdout(), "ready {}", sandbox.supervisor_id())?;
    std::io::stdin().read_to_end(&mut Vec::new())?;
    drop(sandbox);
    Ok(())
}
