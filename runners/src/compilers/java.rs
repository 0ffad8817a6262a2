//! Java: javac from the JDK's own library, and the class files that it makes.

use std::collections::BTreeMap;
use std::time::Duration;

use super::compiler::{Compiler, Launch, NoCompiler, ProgramTree};
use crate::shims;

const FILES: &[(&str, &str)] = &[("Check.java", include_str!("../shims/compilers/Check.java"))];

/// The whole program is compiled once before anything is answered.
const READY: Duration = Duration::from_secs(900);
const ANSWER: Duration = Duration::from_secs(300);

/// The compiler of Java. The class path of a project is its variable `CLASSPATH`, with `:` between entries.
pub(super) struct Javac;

impl Compiler for Javac {
    fn language(&self) -> &'static str {
        "java"
    }

    fn revision(&self) -> String {
        shims::digest(FILES).short(16)
    }

    fn needs_tree(&self) -> bool {
        true
    }

    fn launch(&self, tree: &ProgramTree) -> Result<Launch, NoCompiler> {
        let folder = shims::install(&tree.state, "java", FILES)
            .map_err(|error| NoCompiler(format!("{}: {error}", tree.state.display())))?;
        let class_path = tree.env.get("CLASSPATH").cloned().unwrap_or_default();
        let mut about = vec![tree.root.display().to_string(), class_path];
        about.extend(tree.files.iter().map(ToString::to_string));
        let file = folder.join("Check.java").display().to_string();
        // A class path of its own, or the launcher would take what the project names.
        let options = [
            "-Xmx2g",
            "-Xss16m",
            "-XX:+UseSerialGC",
            "-cp",
            "/nonexistent",
        ];
        let mut argv = vec![tree.program_or("java")];
        argv.extend(options.map(str::to_owned));
        argv.push(file);
        Ok(Launch {
            argv,
            about,
            scratch: None,
            env: BTreeMap::new(),
            ready_within: READY,
            answer_within: ANSWER,
            // The machine reserves far more than it uses; its own limit bounds the heap.
            address_space: None,
        })
    }
}
