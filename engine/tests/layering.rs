//! The one-way rule of `docs/architecture.md`, read from what Cargo itself says of the packages.
//!
//! Operators know nothing of processes and runners know nothing of mutants; only the engine knows both. A dependency
//! that breaks this is easy to add and hard to take out again, so it fails here. Dependencies of builds and of tests
//! count as well: a test that reaches upward ties the layers together just as much.
#![allow(clippy::unwrap_used, reason = "a test says what failed by panicking")]

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

/// Every package of the workspace, with the packages of the workspace that it may depend on.
const RULE: &[(&str, &[&str])] = &[
    ("mutscore-model", &[]),
    ("mutscore-operators", &["mutscore-model"]),
    ("mutscore-runners", &["mutscore-model"]),
    (
        "mutscore",
        &["mutscore-model", "mutscore-operators", "mutscore-runners"],
    ),
    (
        "mutscore-benches",
        &[
            "mutscore",
            "mutscore-model",
            "mutscore-operators",
            "mutscore-runners",
        ],
    ),
];

/// All that plain data needs. No parser, process, thread, clock or file comes in by another name.
const MODEL_NEEDS: &[&str] = &["blake3", "serde"];

/// What `cargo metadata` says of the workspace this test is part of.
fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--format-version",
            "1",
            "--no-deps",
            "--offline",
        ])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "cargo metadata: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    serde_json::from_slice(&output.stdout).unwrap()
}

fn packages(metadata: &Value) -> impl Iterator<Item = &Value> {
    metadata["packages"].as_array().into_iter().flatten()
}

fn name(of: &Value) -> &str {
    of["name"].as_str().unwrap_or_default()
}

/// The packages that a package names as dependencies, of any kind, with the kind.
fn dependencies(package: &Value) -> impl Iterator<Item = (&str, &str)> {
    let listed = package["dependencies"].as_array().into_iter().flatten();
    listed.map(|dependency| {
        (
            name(dependency),
            dependency["kind"].as_str().unwrap_or("normal"),
        )
    })
}

/// Edges within the workspace that the rule does not allow, and packages it does not know.
fn breaches(metadata: &Value) -> Vec<String> {
    let members: Vec<&str> = packages(metadata).map(name).collect();
    let mut found = Vec::new();
    for package in packages(metadata) {
        let from = name(package);
        let Some((_, allowed)) = RULE.iter().find(|(known, _)| *known == from) else {
            found.push(format!("{from} has no place in the rule"));
            continue;
        };
        for (to, kind) in dependencies(package) {
            if members.contains(&to) && !allowed.contains(&to) {
                found.push(format!("{from} → {to} ({kind})"));
            }
        }
    }
    found
}

#[test]
fn packages_depend_on_each_other_only_as_the_one_way_rule_allows() {
    let metadata = metadata();
    assert_eq!(packages(&metadata).count(), RULE.len(), "packages");
    assert_eq!(breaches(&metadata), Vec::<String>::new());
}

#[test]
fn the_model_depends_on_nothing_that_parses_or_runs_anything() {
    let metadata = metadata();
    let model = packages(&metadata).find(|package| name(package) == "mutscore-model");
    let needs: Vec<&str> = dependencies(model.unwrap())
        .filter(|(_, kind)| *kind != "dev")
        .map(|(to, _)| to)
        .collect();
    assert_eq!(needs, MODEL_NEEDS);
}

#[test]
fn an_edge_of_any_kind_that_points_sideways_or_upward_is_found() {
    for kind in [json!(null), json!("build"), json!("dev")] {
        for (from, to) in [
            ("mutscore-operators", "mutscore-runners"),
            ("mutscore-runners", "mutscore-operators"),
            ("mutscore-model", "mutscore"),
            ("mutscore", "mutscore-benches"),
        ] {
            let mut metadata = metadata();
            let list = metadata["packages"].as_array_mut().unwrap();
            let package = list.iter_mut().find(|package| name(package) == from);
            let edges = package.unwrap()["dependencies"].as_array_mut().unwrap();
            edges.push(json!({ "name": to, "kind": kind }));
            assert_eq!(breaches(&metadata).len(), 1, "{from} → {to} ({kind})");
        }
    }
}

#[test]
fn a_package_that_the_rule_does_not_know_is_found() {
    let mut metadata = metadata();
    let list = metadata["packages"].as_array_mut().unwrap();
    list.push(json!({ "name": "mutscore-utils", "dependencies": [] }));
    assert_eq!(
        breaches(&metadata),
        ["mutscore-utils has no place in the rule"]
    );
}
