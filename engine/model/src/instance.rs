//! Instances: one requirement = (Feature, Scenario), with its effective steps (paper §3.1).

use serde::{Deserialize, Serialize};

use crate::path::RelPath;

/// The role of a step once `And`/`But` are resolved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StepKind {
    /// Set-up.
    Given,
    /// Action.
    When,
    /// Check.
    Then,
}

/// One effective step: background steps come first and are marked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The keyword as written.
    pub keyword: String,
    /// The role.
    pub kind: StepKind,
    /// The text, before substitution for an outline.
    pub text: String,
    /// 1-based line in the feature file.
    pub line: u32,
    /// Whether it comes from a Background.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub background: bool,
}

/// What a runner needs to select exactly this scenario.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ScenarioRef {
    /// Feature file, relative to the project root.
    pub feature: RelPath,
    /// 1-based line of the `Scenario` or `Scenario Outline` keyword.
    pub line: u32,
    /// 1-based lines of the example rows; empty for a plain scenario.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rows: Vec<u32>,
    /// What the runner itself calls it, where it selects by name and not by line: a test method and its class. A
    /// submission's test has the same name and other lines.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub test: Option<String>,
}

/// A scenario or a whole outline as the runner's own parser sees it, before it has an id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// How to select it.
    #[serde(flatten)]
    pub at: ScenarioRef,
    /// Whether it is an outline (one instance over all its rows).
    pub outline: bool,
    /// Name of the feature.
    pub feature_name: String,
    /// Name of the scenario.
    pub name: String,
    /// Tags, the feature's included, sorted.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Effective steps.
    pub steps: Vec<Step>,
}

/// An instance of a bench: a scenario with an id that is given once and never re-used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Instance {
    /// The id, from 1.
    pub id: u32,
    /// Name of the project in the bench.
    pub project: String,
    /// The scenario.
    #[serde(flatten)]
    pub scenario: Scenario,
}
