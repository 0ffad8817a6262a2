//! `mutscore init`: a commented `mutscore.toml` for a project that is recognised. Never overwrites.

use std::fs::File;
use std::io::{ErrorKind, Write as _};
use std::path::PathBuf;

use anyhow::Context as _;
use clap::Args;
use mutscore::config::{self, CONFIG_FILE, InitError};
use mutscore::report::Tone;

use super::exit;
use super::term::{self, paint};

/// Write a commented mutscore.toml for a project
///
/// Looks at the folder and guesses what is production and what is test code; the comments say what was guessed.
/// A file that is there already is never touched.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore init                  for the project in this folder
  mutscore init ../python-docx
  mutscore init --print          only show it")]
pub(crate) struct InitArgs {
    /// The project's folder
    #[arg(default_value = ".", value_name = "DIR")]
    dir: PathBuf,
    /// Print the file instead of writing it
    #[arg(long)]
    print: bool,
}

/// Writes, or prints, the file.
pub(crate) fn run(args: &InitArgs) -> anyhow::Result<u8> {
    let text = config::starter(&args.dir)?;
    if args.print {
        term::print(|out| out.write_all(text.as_bytes()))?;
        return Ok(exit::SCORED);
    }
    let path = args.dir.join(CONFIG_FILE);
    // The kernel decides who is first: a file that came into being meanwhile stays as it is.
    let mut file = File::create_new(&path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => anyhow::Error::new(InitError::Exists(path.clone())),
        _ => anyhow::Error::new(error).context(format!("write {}", path.display())),
    })?;
    file.write_all(text.as_bytes())
        .with_context(|| format!("write {}", path.display()))?;
    term::print(|out| {
        writeln!(
            out,
            "wrote {}",
            paint(Tone::Place, &path.display().to_string())
        )?;
        writeln!(
            out,
            "next: read it, then `mutscore doctor` and `mutscore freeze`"
        )
    })?;
    Ok(exit::SCORED)
}
