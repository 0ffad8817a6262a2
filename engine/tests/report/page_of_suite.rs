//! The page of one suite, as a person uses it.

use mutscore::report::Plain;
use mutscore::report::project::{KillReport, kill_reporter};
use serde_json::json;

use super::browser::Browser;
use super::made_up;

#[test]
fn a_file_shows_what_no_test_kills_and_a_test_what_it_kills() {
    let report = KillReport::of_ground_truth(&made_up::bench(), "python-behave-toolshed").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("suite.html");
    let mut page = Vec::new();
    kill_reporter("html")
        .unwrap()
        .write(&report, &Plain, &mut page)
        .unwrap();
    std::fs::write(&file, page).unwrap();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&file, "");
    browser.picture("suite");
    assert_eq!(
        browser
            .value("document.querySelector('tbody').rows.length")
            .as_u64()
            .unwrap() as usize,
        report.by_file().len()
    );

    browser.click("tbody th a");
    // The address changes before the page does.
    browser.until("location.hash.startsWith('#/file/')");
    browser.until("document.querySelector('select[name=only]') !== null");
    browser.select("only", "killed");
    browser.until("document.querySelector('.flag button') !== null");
    browser.click(".flag button");
    assert!(browser.text(".detail").contains("killed by"));
    browser.click(".detail a");
    browser.until("location.hash.startsWith('#/test/')");
    browser.until("document.querySelector('h2')?.innerText.startsWith('Kills ') === true");
    assert!(browser.count(".flag button") > 0);

    browser.click("nav li:nth-child(2) a");
    browser.until("document.querySelector('h1').innerText === 'Tests'");
    assert_eq!(
        browser.value("document.querySelector('tbody').rows.length"),
        json!(report.tests.len())
    );
    browser.assert_quiet(&file);
}
