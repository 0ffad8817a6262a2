//! What `corpora/INDEX.md` promises of the bundled submissions.

use std::fs;

use super::bed::corpora;

/// A row of the table of submissions.
#[derive(Debug, Clone)]
pub(crate) struct Promise {
    /// Name of the patch, without its ending.
    pub(crate) name: String,
    /// Stages it may end in; most have one.
    pub(crate) stages: Vec<String>,
    /// Whether it must be kill-complete, must not be, or may be either.
    pub(crate) kill_complete: Option<bool>,
    /// Paths that must be reported as discarded.
    pub(crate) discarded: Vec<String>,
}

impl Promise {
    /// The instance that it is written for.
    pub(crate) fn instance(&self) -> u32 {
        let number = self.name.split('-').next().unwrap();
        number
            .parse()
            .unwrap_or_else(|_| panic!("{} begins with no id", self.name))
    }
}

/// Instances of a project, by its short name, that the gate must drop, with the reasons that are right.
pub(crate) fn dropped(short: &str) -> Vec<(u32, Vec<String>)> {
    let text = index();
    let own = text.split("\n## ").filter(|part| part.starts_with(short));
    let text: String = own.collect::<Vec<_>>().join("\n");
    let rows = cells(&text).filter_map(|cells| {
        let reasons = cells.get(4)?.strip_prefix("**dropped**: ")?.to_owned();
        // A remark in parentheses names what may happen by chance.
        let words = reasons.split(|c: char| !c.is_ascii_alphabetic());
        let known = ["undefined", "pending", "failing", "unstable", "empty"];
        let reasons = words.filter(|word| known.contains(word)).map(str::to_owned);
        Some((cells.get(1)?.parse().unwrap(), reasons.collect()))
    });
    rows.collect()
}

/// The submissions of a bundled project, in the order of its table.
pub(crate) fn submissions(project: &str) -> Vec<Promise> {
    let text = index();
    let patches = corpora().join(project).join("patches");
    let rows = cells(&text).filter_map(|cells| {
        let name = cells
            .get(1)?
            .strip_prefix('`')?
            .strip_suffix('`')?
            .to_owned();
        let stage = (*cells.get(2)?).to_owned();
        patches
            .join(format!("{name}.patch"))
            .exists()
            .then(|| Promise {
                stages: stage
                    .split(',')
                    .next()
                    .unwrap()
                    .split(" or ")
                    .map(str::to_owned)
                    .collect(),
                kill_complete: kill_complete(&name, &stage, cells.get(3).unwrap_or(&"")),
                discarded: quoted(cells.get(4).unwrap_or(&"")),
                name,
            })
    });
    rows.collect()
}

fn index() -> String {
    fs::read_to_string(corpora().join("INDEX.md")).unwrap()
}

fn cells(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let rows = text.lines().filter(|line| line.starts_with("| "));
    rows.map(|line| line.split('|').map(str::trim).collect())
}

/// The text below the table says what holds for the names that begin with `56-`.
fn kill_complete(name: &str, stage: &str, what: &str) -> Option<bool> {
    if !stage.starts_with("pass") || name.ends_with("swallows-failures") {
        return Some(false);
    }
    let may_be = ["huge-output", "network", "changes-directory"];
    if may_be.iter().any(|end| name.ends_with(end)) || what.contains("may be kill-complete") {
        return None;
    }
    let built_on_complete_steps = name.starts_with("56-") || name.contains("-hostile-");
    Some(
        stage.contains("kill-complete")
            || what.contains("Kill-complete")
            || built_on_complete_steps,
    )
}

/// Whole paths between backquotes; those with an ellipsis are examples.
fn quoted(cell: &str) -> Vec<String> {
    let every_second = cell.split('`').skip(1).step_by(2);
    every_second
        .filter(|path| path.contains('/') && !path.contains('…'))
        .map(str::to_owned)
        .collect()
}
