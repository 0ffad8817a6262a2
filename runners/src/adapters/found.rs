//! A shim's answer to `discover`, the same in every language that writes scenarios in Gherkin.

use mutscore_model::instance::{Scenario, ScenarioRef, Step};
use mutscore_model::path::RelPath;
use serde::Deserialize;
use serde_json::Value;

use crate::runner::{Discovered, Discovery, Project, RunnerError};

#[derive(Deserialize)]
struct Found {
    scenarios: Vec<FoundScenario>,
    unparsable: Vec<(RelPath, String)>,
}

#[derive(Deserialize)]
struct FoundScenario {
    feature: RelPath,
    line: u32,
    outline: bool,
    rows: Vec<u32>,
    #[serde(default)]
    test: Option<String>,
    feature_name: String,
    name: String,
    tags: Vec<String>,
    steps: Vec<Step>,
    unbound: Option<String>,
    #[serde(default)]
    binds: Vec<String>,
}

/// The discovery that the answer holds, scenarios in order.
///
/// # Errors
/// When the project does not load, or the answer is none.
pub(crate) fn discovery(
    runner: &'static str,
    project: &Project,
    answer: Value,
) -> Result<Discovery, RunnerError> {
    if let Some(failure) = answer["load_error"].as_object() {
        let detail = failure
            .get("note")
            .and_then(Value::as_str)
            .unwrap_or("no reason given")
            .to_owned();
        return Err(RunnerError::DoesNotLoad {
            project: project.name.clone(),
            detail,
        });
    }
    let found: Found = serde_json::from_value(answer).map_err(|error| RunnerError::Garbled {
        runner,
        request: "discover",
        detail: error.to_string(),
    })?;
    Ok(found.into_discovery())
}

impl Found {
    fn into_discovery(self) -> Discovery {
        let mut scenarios: Vec<Discovered> = self
            .scenarios
            .into_iter()
            .map(FoundScenario::into_discovered)
            .collect();
        scenarios.sort_by(|a, b| a.scenario.at.cmp(&b.scenario.at));
        Discovery {
            scenarios,
            unparsable: self.unparsable,
        }
    }
}

impl FoundScenario {
    fn into_discovered(self) -> Discovered {
        Discovered {
            scenario: Scenario {
                at: ScenarioRef {
                    feature: self.feature,
                    line: self.line,
                    rows: self.rows,
                    test: self.test,
                },
                outline: self.outline,
                feature_name: self.feature_name,
                name: self.name,
                tags: self.tags,
                steps: self.steps,
            },
            unbound: self.unbound,
            binds: self.binds,
        }
    }
}
