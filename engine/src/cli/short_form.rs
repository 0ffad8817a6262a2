//! `mutscore gen.patch --instance 412`: the everyday call needs no command word.
//!
//! The words are looked at before the real parser sees them. Which options take a value comes from the parser's
//! own definition, so that a new option cannot be mistaken for a file.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use clap::{Arg, CommandFactory as _};

use super::args::Cli;

const SCORE: &str = "score";

/// The words with `score` put in where they are its short form; unchanged otherwise.
pub(crate) fn expand(mut words: Vec<OsString>) -> Vec<OsString> {
    if is_short_form(words.get(1..).unwrap_or_default()) {
        words.insert(1, SCORE.into());
    }
    words
}

fn is_short_form(words: &[OsString]) -> bool {
    let cli = Cli::command();
    let Some(first) = first_free(&cli, words) else {
        return false;
    };
    let is_command = cli
        .get_subcommands()
        .any(|command| first == command.get_name())
        || first == "help";
    !is_command && (names_an_instance(words) || looks_like_a_submission(first))
}

/// The first word that is neither an option nor an option's value.
fn first_free<'w>(cli: &clap::Command, words: &'w [OsString]) -> Option<&'w OsStr> {
    let score = cli.find_subcommand(SCORE);
    let options: Vec<&Arg> = cli
        .get_arguments()
        .chain(score.iter().flat_map(|score| score.get_arguments()))
        .collect();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match word.to_str() {
            Some("--") => return words.next().map(OsString::as_os_str),
            Some(option) if option.len() > 1 && option.starts_with('-') => {
                if takes_next_word(&options, option) {
                    words.next();
                }
            }
            _ => return Some(word),
        }
    }
    None
}

/// Whether the word after `option` is its value (`--jobs 2`, `-j 2`; not `--jobs=2`, `-j2`).
fn takes_next_word(options: &[&Arg], option: &str) -> bool {
    let takes_value = |arg: &&&Arg| arg.get_action().takes_values();
    let options = options.iter();
    match option.strip_prefix("--") {
        Some(long) => options
            .filter(takes_value)
            .any(|arg| arg.get_long() == Some(long)),
        // Only the last letter of `-qj 2` can want the next word.
        None => options
            .filter(takes_value)
            .any(|arg| arg.get_short() == option.chars().last()),
    }
}

fn names_an_instance(words: &[OsString]) -> bool {
    words
        .iter()
        .filter_map(|word| word.to_str())
        .any(|word| word == "--instance" || word.starts_with("--instance="))
}

fn looks_like_a_submission(word: &OsStr) -> bool {
    let path = Path::new(word);
    path.extension()
        .is_some_and(|extension| extension == "patch" || extension == "diff")
        || path.exists()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn expanded(line: &str) -> String {
        let words = std::iter::once("mutscore")
            .chain(line.split_whitespace())
            .map(OsString::from)
            .collect();
        let words: Vec<String> = expand(words)
            .into_iter()
            .map(|word| word.into_string().unwrap())
            .collect();
        words[1..].join(" ")
    }

    #[test]
    fn a_patch_or_an_instance_means_score() {
        for line in [
            "gen.patch --instance 412",
            "gen.diff",
            "--instance 412 gen",
            "--instance=412 gen",
            "--bench b -j 2 gen.patch --instance 1",
            "-j2 -q gen.patch",
            "-qj 2 gen.patch",
            "--audit 2% gen.patch --instance 1",
            "-- gen.patch",
            "/ --json",
        ] {
            assert_eq!(expanded(line), format!("score {line}"));
        }
    }

    #[test]
    fn a_command_stays_what_it_is() {
        for line in [
            "",
            "--help",
            "score gen.patch --instance 1",
            "freeze --instance 3",
            "--bench gen.patch instances",
            "-j 2 mutants --instance 3",
            "help score",
            "no-such-command",
        ] {
            assert_eq!(expanded(line), line);
        }
    }
}
