//! What a project runs with: its Python tool chain and its environment variables.

use std::collections::BTreeMap;

use toml::Spanned;

use super::defaults;
use super::file::{ProjectFile, PythonFile};
use super::problem::ConfigError;
use super::resolve::Stage;
use super::settings::{PythonSettings, ToolchainSettings};

impl Stage<'_> {
    pub(super) fn python(&self, file: Option<&PythonFile>) -> Result<PythonSettings, ConfigError> {
        let Some(file) = file else {
            return Ok(PythonSettings {
                interpreter: defaults::INTERPRETER.to_owned(),
                version: None,
                packages: vec![],
            });
        };
        let interpreter = self.program(
            "interpreter",
            file.interpreter.as_ref(),
            defaults::INTERPRETER,
        )?;
        let version = self.version(file.version.as_ref())?;
        for package in &file.packages {
            // pip would read a leading dash as an option and a line break as a second requirement.
            let text = package.get_ref().trim();
            if text.is_empty() || text.starts_with('-') || text.contains(['\n', '\r', '\0']) {
                let why = "it must be one requirement such as `behave==1.3.3`";
                return Err(self.bad(package.span(), "packages", package.get_ref(), why));
            }
        }
        Ok(PythonSettings {
            interpreter,
            version,
            packages: file
                .packages
                .iter()
                .map(|package| package.get_ref().trim().to_owned())
                .collect(),
        })
    }

    /// The tool chain of a language other than Python.
    pub(super) fn toolchain(&self, file: &ProjectFile) -> Result<ToolchainSettings, ConfigError> {
        // Their programs are called as the languages are.
        let default = file.language.get_ref().as_str();
        let Some(table) = &file.toolchain else {
            return Ok(ToolchainSettings {
                program: default.to_owned(),
                version: None,
                read_only: vec![],
            });
        };
        let read_only = table
            .read_only
            .iter()
            .map(|folder| self.dir.join(folder.get_ref()));
        Ok(ToolchainSettings {
            program: self.program("program", table.program.as_ref(), default)?,
            version: self.version(table.version.as_ref())?,
            read_only: read_only.collect(),
        })
    }

    /// A name as it is, a path made absolute.
    fn program(
        &self,
        key: &'static str,
        typed: Option<&Spanned<String>>,
        default: &str,
    ) -> Result<String, ConfigError> {
        let Some(typed) = typed else {
            return Ok(default.to_owned());
        };
        let text = typed.get_ref();
        if text.is_empty() {
            let why = format!("write a name such as `{default}`, or a path");
            return Err(self.bad(typed.span(), key, &"", &why));
        }
        Ok(if text.contains('/') {
            self.dir.join(text).to_string_lossy().into_owned()
        } else {
            text.clone()
        })
    }

    fn version(&self, typed: Option<&Spanned<String>>) -> Result<Option<String>, ConfigError> {
        let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
        match typed {
            Some(typed) if !typed.get_ref().split('.').all(is_number) => Err(self.bad(
                typed.span(),
                "version",
                typed.get_ref(),
                "it must read like `3.11` or `3.11.7`",
            )),
            typed => Ok(typed.map(|typed| typed.get_ref().clone())),
        }
    }

    pub(super) fn env(
        &self,
        typed: &BTreeMap<Spanned<String>, Spanned<String>>,
    ) -> Result<BTreeMap<String, String>, ConfigError> {
        for (name, value) in typed {
            let text = name.get_ref();
            if text.is_empty() || text.contains(['=', '\0']) || value.get_ref().contains('\0') {
                return Err(self.bad(name.span(), "env", text, "it is not a usable variable"));
            }
            if text.starts_with("MUTSCORE_") {
                return Err(self.bad(
                    name.span(),
                    "env",
                    text,
                    "names that begin with MUTSCORE_ are ours",
                ));
            }
        }
        Ok(typed
            .iter()
            .map(|(name, value)| (name.get_ref().clone(), value.get_ref().clone()))
            .collect())
    }
}
