//! What a project runs with: its Python tool chain and its environment variables.

use std::collections::BTreeMap;

use toml::Spanned;

use super::defaults;
use super::file::PythonFile;
use super::problem::ConfigError;
use super::resolve::Stage;
use super::settings::PythonSettings;

impl Stage<'_> {
    pub(super) fn python(&self, file: Option<&PythonFile>) -> Result<PythonSettings, ConfigError> {
        let Some(file) = file else {
            return Ok(PythonSettings {
                interpreter: defaults::INTERPRETER.to_owned(),
                version: None,
                packages: vec![],
            });
        };
        let interpreter = match &file.interpreter {
            None => defaults::INTERPRETER.to_owned(),
            Some(typed) if typed.get_ref().is_empty() => {
                return Err(self.bad(
                    typed.span(),
                    "interpreter",
                    &"",
                    "write a name such as `python3`, or a path",
                ));
            }
            Some(typed) if typed.get_ref().contains('/') => self
                .dir
                .join(typed.get_ref())
                .to_string_lossy()
                .into_owned(),
            Some(typed) => typed.get_ref().clone(),
        };
        if let Some(version) = &file.version
            && !version
                .get_ref()
                .split('.')
                .all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        {
            return Err(self.bad(
                version.span(),
                "version",
                version.get_ref(),
                "it must read like `3.11` or `3.11.7`",
            ));
        }
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
            version: file
                .version
                .as_ref()
                .map(|version| version.get_ref().clone()),
            packages: file
                .packages
                .iter()
                .map(|package| package.get_ref().trim().to_owned())
                .collect(),
        })
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
