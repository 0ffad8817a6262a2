//! Which functions of a file a view hides.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use mutscore_model::coverage::Coverage;
use mutscore_model::path::RelPath;
use mutscore_operators::rewrite::{Function, Why, Wish};

use super::Hidden;

/// What is known of the lines of one file.
pub(super) struct Lines<'a> {
    run: Option<&'a BTreeSet<u32>>,
    load: Option<&'a BTreeSet<u32>>,
}

impl<'a> Lines<'a> {
    pub(super) fn of(coverage: &'a Coverage, file: &RelPath) -> Self {
        Self {
            run: coverage.run.0.get(file),
            load: coverage.load.0.get(file),
        }
    }

    /// Whether the scenario executes the function. Its head counts where the body stands on the head's line.
    fn is_target(&self, function: &Function) -> bool {
        let own = function.own_lines();
        let lines = if own.is_empty() {
            function.body.clone()
        } else {
            own
        };
        any(self.run, lines)
    }

    /// What becomes of a function. One that runs while the project loads must stay, or nothing would load: lines of
    /// the body alone tell, since the head of a declaration may run while loading in any case.
    pub(super) fn wish(&self, function: &Function, hidden: Hidden) -> Wish {
        if hidden == Hidden::Target && !self.is_target(function) {
            return Wish::Pass;
        }
        if any(self.load, function.own_lines()) {
            return Wish::Keep(Why::Loading);
        }
        Wish::Hide
    }
}

fn any(lines: Option<&BTreeSet<u32>>, among: RangeInclusive<u32>) -> bool {
    !among.is_empty() && lines.is_some_and(|lines| lines.range(among).next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(head: RangeInclusive<u32>, body: RangeInclusive<u32>) -> Function {
        Function {
            name: "f".to_owned(),
            head,
            body,
        }
    }

    #[test]
    fn a_target_is_what_runs_and_does_not_run_at_load() {
        let (run, load) = (BTreeSet::from([3, 9, 21]), BTreeSet::from([2, 9, 20, 21]));
        let lines = Lines {
            run: Some(&run),
            load: Some(&load),
        };
        let both = |function: &Function| {
            [Hidden::Target, Hidden::All].map(|hidden| lines.wish(function, hidden))
        };
        // The head ran at load, as heads do.
        assert_eq!(both(&function(2..=2, 3..=5)), [Wish::Hide, Wish::Hide]);
        assert_eq!(both(&function(6..=6, 7..=7)), [Wish::Pass, Wish::Hide]);
        let stays = Wish::Keep(Why::Loading);
        assert_eq!(both(&function(8..=8, 9..=10)), [stays, stays]);
        // All on one line: what ran there is not to be told apart, and withholding goes first.
        assert_eq!(both(&function(21..=21, 21..=21)), [Wish::Hide, Wish::Hide]);
        assert_eq!(both(&function(20..=20, 20..=20)), [Wish::Pass, Wish::Hide]);
    }
}
