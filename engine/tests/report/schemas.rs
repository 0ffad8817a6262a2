//! What programs read, by the schemas and parsers that those programs have.

use std::path::Path;
use std::process::{Command, Stdio};

use mutscore::report::project::KillReport;

use super::suite::{shown, small};
use super::{made_up, skip};

/// The published schema and a validator, as released when this was written.
const PACKAGES: [&str; 2] = ["mutation-testing-report-schema@3.8.4", "ajv@8.20.0"];

const VALIDATE: &str = "
const Ajv = require('ajv').default;
const read = (file) => JSON.parse(require('fs').readFileSync(file, 'utf8'));
const schema = read('node_modules/mutation-testing-report-schema/dist/src/mutation-testing-report-schema.json');
const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema);
for (const file of process.argv.slice(1)) {
  if (!validate(read(file))) { console.error(file, validate.errors.slice(0, 5)); process.exit(1); }
}
";

fn runs(program: &str, arguments: &[&str], folder: &Path) -> bool {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(folder)
        .stdin(Stdio::null());
    command.output().is_ok_and(|output| output.status.success())
}

/// A folder with the packages; `None` where they are not to be had.
fn packages() -> Option<tempfile::TempDir> {
    let folder = tempfile::tempdir().unwrap();
    let mut arguments = vec![
        "install",
        "--silent",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
    ];
    arguments.extend(PACKAGES);
    if runs("npm", &arguments, folder.path()) {
        return Some(folder);
    }
    skip(
        "node",
        "no npm, or no registry, to fetch the published report schema from",
    );
    None
}

#[test]
fn the_report_schema_of_mutation_testing_is_kept() {
    let Some(folder) = packages() else {
        return;
    };
    let frozen = KillReport::of_ground_truth(&made_up::bench(), "python-behave-toolshed").unwrap();
    let mut unread = small();
    unread.sources = Default::default();
    let reports = [("small", small()), ("frozen", frozen), ("unread", unread)];
    let mut files = Vec::new();
    for (name, report) in &reports {
        let file = folder.path().join(format!("{name}.json"));
        std::fs::write(&file, shown("elements", report)).unwrap();
        files.push(file);
    }
    let validate = |files: &[&Path]| {
        let mut node = Command::new("node");
        node.arg("-e")
            .arg(VALIDATE)
            .arg("--")
            .args(files)
            .current_dir(folder.path());
        node.output().unwrap()
    };
    for file in &files {
        let output = validate(&[file]);
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    // The validator does refuse what is wrong.
    let wrong = folder.path().join("wrong.json");
    std::fs::write(
        &wrong,
        shown("elements", &small()).replace("\"Survived\"", "\"Lived\""),
    )
    .unwrap();
    assert!(!validate(&[&wrong]).status.success());
}

#[test]
fn junit_is_xml_and_its_counts_are_those_of_its_cases() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("junit.xml");
    std::fs::write(&file, shown("junit", &small())).unwrap();
    let script = "
import sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
for suite in root:
    cases = list(suite)
    assert int(suite.get('tests')) == len(cases)
    assert int(suite.get('failures')) == sum(case.find('failure') is not None for case in cases)
    assert int(suite.get('skipped')) == sum(case.find('skipped') is not None for case in cases)
    assert all(case.get('file') == suite.get('name') for case in cases)
assert int(root.get('tests')) == sum(len(suite) for suite in root) == 6
";
    if !runs("python3", &["-c", "import xml.etree"], folder.path()) {
        skip("python", "no `python3` to parse XML with");
        return;
    }
    let python = Command::new("python3")
        .args(["-c", script])
        .arg(&file)
        .output()
        .unwrap();
    assert!(
        python.status.success(),
        "{}",
        String::from_utf8_lossy(&python.stderr)
    );
}
