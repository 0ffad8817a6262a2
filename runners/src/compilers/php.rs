//! PHP: what opcache compiles a file to, as it writes it into its file cache.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use super::script::{MEMORY, PATIENCE};
use crate::shims;

const CHECK: &str = include_str!("../shims/compilers/check.php");

/// Settings of opcache and of the messages. No file of the project is ever included.
const SETTINGS: &[&str] = &[
    "auto_prepend_file=",
    "auto_append_file=",
    "display_errors=0",
    "log_errors=0",
    "memory_limit=1G",
    "zend.assertions=1",
    "opcache.enable=1",
    "opcache.enable_cli=1",
    "opcache.file_cache_only=1",
    "opcache.file_update_protection=0",
    "opcache.blacklist_filename=",
    "opcache.preload=",
    "opcache.jit=off",
];

/// The compiler of PHP.
pub(super) struct Php;

impl Compiler for Php {
    fn language(&self) -> &'static str {
        "php"
    }

    fn revision(&self) -> String {
        shims::digest(&[("check.php", CHECK)]).short(16)
    }

    fn needs_tree(&self) -> bool {
        false
    }

    /// The compiled form holds the path of the file that was compiled, which is another one in each session.
    fn forms_are_relative(&self) -> bool {
        true
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let no_folder = |error| NoCompiler(format!("no folder for compiled files: {error}"));
        let scratch = tempfile::Builder::new()
            .prefix("mutscore-php-")
            .tempdir()
            .map_err(no_folder)?;
        let [source, compiled] = ["source", "compiled"].map(|name| scratch.path().join(name));
        for folder in [&source, &compiled] {
            std::fs::create_dir(folder).map_err(no_folder)?;
        }
        let (source, compiled) = (source.display().to_string(), compiled.display().to_string());
        let mut argv = vec![tree.program_or("php")];
        for setting in SETTINGS {
            argv.extend(["-d".to_owned(), (*setting).to_owned()]);
        }
        argv.extend(["-d".to_owned(), format!("opcache.file_cache={compiled}")]);
        argv.extend(["-r", CHECK, "--"].map(str::to_owned));
        argv.extend([source, compiled]);
        // One byte for all memory that nothing was written to: see `check.php`.
        let env = [("USE_ZEND_ALLOC", "0"), ("MALLOC_PERTURB_", "85")];
        Ok(Launch {
            argv,
            about: Vec::new(),
            scratch: Some(Arc::new(scratch)),
            env: env
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .into_iter()
                .collect::<BTreeMap<_, _>>(),
            ready_within: PATIENCE,
            answer_within: PATIENCE,
            address_space: Some(MEMORY),
        })
    }
}
