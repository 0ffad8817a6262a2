//! A report of each generated suite, and one of all suites of a project together.

use std::path::Path;

use mutscore::bench::{Bench, write_atomically};
use mutscore::report::Plain;
use mutscore::report::project::{KillReport, KillReporter};
use mutscore::report::set::Misses;
use mutscore::results::ResultSet;

use super::{exit, term};

/// Writes `FOLDER/<project>/<number>-<suite>.<ext>`, and `joined.<ext>` beside them where there are several.
pub(crate) fn write(
    bench: &Bench,
    set: &ResultSet,
    folder: &Path,
    format: &dyn KillReporter,
) -> anyhow::Result<()> {
    let misses = Misses::load(bench, set);
    let mut written = 0;
    for project in set.header.projects.keys() {
        let suites = KillReport::of_arms(set, &misses, project);
        let into = folder.join(project);
        for (number, suite) in suites.iter().enumerate() {
            one(
                suite,
                &into,
                &format!("{:02}-{}", number + 1, slug(&suite.suite)),
                format,
            )?;
        }
        if suites.len() > 1 {
            one(&KillReport::join(&suites)?, &into, "joined", format)?;
        }
        written += suites.len();
    }
    for remark in &misses.remarks {
        term::say(remark);
    }
    if written == 0 {
        return Err(exit::usage(
            "the bench does not know the mutants of these results".to_owned(),
            "use the bench that they were scored on (`--bench`)".to_owned(),
        ));
    }
    Ok(())
}

fn one(
    report: &KillReport,
    folder: &Path,
    name: &str,
    format: &dyn KillReporter,
) -> anyhow::Result<()> {
    let mut text = Vec::new();
    format.write(report, &Plain, &mut text)?;
    let file = folder.join(format!("{name}.{}", format.extension()));
    Ok(write_atomically(&file, &text)?)
}

/// A suite's name as part of a file's name: what is neither letter nor digit is a dash.
fn slug(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c } else { '-' };
    let dashed: String = name.chars().map(plain).collect();
    let words = dashed.split('-').filter(|word| !word.is_empty());
    words
        .collect::<Vec<_>>()
        .join("-")
        .chars()
        .take(80)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slug_is_a_safe_part_of_a_name() {
        assert_eq!(
            slug("Codex/DS, target-hidden, 1"),
            "Codex-DS-target-hidden-1"
        );
        assert_eq!(slug("../../etc"), "etc");
        assert_eq!(slug("ü"), "");
    }
}
