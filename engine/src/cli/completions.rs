//! `mutscore completions`: the shell's own completion script, made from the definition of the command line.

use clap::{Args, CommandFactory as _};
use clap_complete::Shell;

use super::args::Cli;
use super::{exit, term};

/// Print a shell's completion script
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore completions bash > ~/.local/share/bash-completion/completions/mutscore
  mutscore completions zsh > ~/.zfunc/_mutscore
  mutscore completions fish > ~/.config/fish/completions/mutscore.fish")]
pub(crate) struct CompletionsArgs {
    /// Which shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs) -> anyhow::Result<u8> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mutscore", &mut script);
    term::print(|out| out.write_all(&script))?;
    Ok(exit::SCORED)
}
