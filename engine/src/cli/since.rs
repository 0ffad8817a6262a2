//! `mutscore mutants --since`: what became of an earlier manifest's mutants.

use std::io::{self, Write};
use std::path::Path;

use mutscore::manifest::{self, Fate};
use mutscore::report::{Tone, words};
use mutscore_model::mutant::Mutant;
use serde_json::json;

use super::choose::{self, Chosen};
use super::context::Context;
use super::exit;
use super::mutants::{FilterArgs, object, row};
use super::term::{self, paint};

/// Prints each mutant of today with its fate, then those that are gone.
pub(crate) fn print(
    context: &Context,
    earlier: &Path,
    groups: &[Chosen],
    filter: &FilterArgs,
    json: bool,
) -> anyhow::Result<u8> {
    // What is filtered away today must not look as if it were gone.
    let filter = choose::compiled(filter)?;
    let mut before = manifest::read(earlier)?.mutants;
    before.retain(|mutant| filter.lets_through(mutant));
    let now: Vec<Mutant> = groups
        .iter()
        .flat_map(|group| group.mutants.iter().cloned())
        .collect();
    let since = manifest::since(&before, &now);
    let mut counts = [0_usize; 3];
    term::print(|out| {
        for (mutant, fate) in now.iter().zip(&since.fates) {
            let (word, was) = match fate {
                Fate::Kept => ("kept", None),
                Fate::Moved(was) => ("moved", Some(*was)),
                Fate::New => ("new", None),
            };
            counts[match fate {
                Fate::Kept => 0,
                Fate::Moved(_) => 1,
                Fate::New => 2,
            }] += 1;
            line(out, mutant, word, was, json)?;
        }
        since
            .gone
            .iter()
            .try_for_each(|mutant| line(out, mutant, "gone", None, json))
    })?;
    if !context.global.quiet && !json {
        let [kept, moved, new] = counts.map(words::thousands);
        let gone = words::thousands(since.gone.len());
        term::say(&format!(
            "{kept} kept, {moved} moved, {gone} gone, {new} new"
        ));
    }
    Ok(exit::SCORED)
}

fn line(
    out: &mut dyn Write,
    mutant: &Mutant,
    word: &str,
    was: Option<&Mutant>,
    json: bool,
) -> io::Result<()> {
    if json {
        let mut object = object(mutant, None);
        object["since"] = word.into();
        if let Some(was) = was {
            object["was"] = json!({
                "id": was.id,
                "path": was.path,
                "line": was.start.line,
                "column": was.start.column,
            });
        }
        return writeln!(out, "{object}");
    }
    let tone = match word {
        "new" => Tone::Added,
        "gone" => Tone::Removed,
        _ => Tone::Faint,
    };
    write!(out, "{}  ", paint(tone, &format!("{word:5}")))?;
    row(out, mutant, None)
}
