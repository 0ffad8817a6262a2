//! The page of a result set, as a person uses it.

use std::path::PathBuf;

use mutscore::report::Plain;
use mutscore::report::set::{Misses, SetView, set_reporter};
use mutscore::results::ResultSet;
use serde_json::json;

use super::browser::Browser;
use super::made_up;

/// A page on disk.
struct Page {
    folder: tempfile::TempDir,
    set: ResultSet,
    misses: Misses,
}

impl Page {
    fn of(set: ResultSet, misses: Misses) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let summary = made_up::summary(&set);
        let view = SetView {
            summary: &summary,
            set: &set,
            misses: &misses,
        };
        let mut file = std::io::BufWriter::new(
            std::fs::File::create(folder.path().join("report.html")).unwrap(),
        );
        set_reporter("html")
            .unwrap()
            .write(&view, &Plain, &mut file)
            .unwrap();
        drop(file);
        Self {
            folder,
            set,
            misses,
        }
    }

    /// Of the bundled bench, with its mutants and sources.
    fn of_bench() -> Self {
        let bench = made_up::bench();
        let set = made_up::of_bench(
            &bench,
            &["python-behave-toolshed", "ruby-cucumber-ferry"],
            1,
        );
        let misses = Misses::load(&bench, &set);
        assert_eq!(
            misses.remarks,
            Vec::<String>::new(),
            "the bundled bench has everything"
        );
        Self::of(set, misses)
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("report.html")
    }

    /// An instance, and a mutant that only a Then step of its ground truth notices.
    fn assertion_dependent(&self) -> (u32, &str) {
        let project = &self.misses.projects["python-behave-toolshed"];
        let found = project.kills.iter().find_map(|(instance, kills)| {
            let flags = self.set.planned[instance].assertion.as_ref().unwrap();
            let passes = self
                .set
                .rows
                .iter()
                .any(|row| row.instance == *instance && !row.pairs.is_empty());
            let place = flags.find('1').filter(|_| passes)?;
            Some((*instance, project.mutants[kills[place]].id.as_str()))
        });
        found.unwrap()
    }

    /// An instance that a test passes and misses mutants of both kinds.
    fn instance_with_misses(&self) -> u32 {
        let row = self.set.rows.iter().find(|row| {
            row.configuration == "Quick/small" && row.pairs.contains('s') && row.pairs.contains('n')
        });
        row.unwrap().instance
    }
}

#[test]
fn the_scoreboard_filters_and_sorts_and_asks_nobody() {
    let page = Page::of_bench();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&page.file(), "");
    browser.picture("scoreboard");
    assert_eq!(browser.text("h1"), "Scoreboard");
    let first = "document.querySelector('main table tbody').rows.length";
    assert_eq!(
        browser.value(first),
        json!(8),
        "four configurations in two views"
    );
    assert_eq!(
        browser.count("figure svg[aria-label^='Pass@1']"),
        3,
        "all projects, and each"
    );
    assert!(browser.count("polyline.pareto") > 0);
    assert!(browser.text(".facts").contains("groups of near-duplicates"));
    assert!(
        browser.text("main").contains("Vacuous <b>&/\"small\""),
        "names are text"
    );

    browser.select("view", "all-hidden");
    assert_eq!(browser.value(first), json!(4));
    assert!(
        browser
            .value("location.hash")
            .as_str()
            .unwrap()
            .contains("view=all-hidden")
    );
    browser.select("project", "ruby-cucumber-ferry");
    assert_eq!(browser.count("figure svg[aria-label^='Pass@1']"), 1);
    browser.click("input[name=configuration]");
    browser.type_text("quick");
    assert_eq!(browser.value(first), json!(2));
    assert_eq!(
        browser.value("document.activeElement.name"),
        json!("configuration"),
        "typing goes on"
    );
    assert_eq!(browser.text("#status"), "2 rows shown");

    browser.click("main table th:first-child button");
    let order = "[...document.querySelectorAll('main table:first-of-type tbody')][0].innerText.match(/Quick.(large|small)/g).join()";
    assert_eq!(browser.value(order), json!("Quick/large,Quick/small"));
    browser.click("main table th:first-child button");
    assert_eq!(browser.value(order), json!("Quick/small,Quick/large"));
    assert_eq!(
        browser.value("document.querySelector('main table th').getAttribute('aria-sort')"),
        json!("descending")
    );

    let place = browser.value("location.hash").as_str().unwrap().to_owned();
    browser.open(&page.file(), &place);
    assert_eq!(
        browser.value(first),
        json!(2),
        "the address holds the choices"
    );
    browser.assert_quiet(&page.file());
}

#[test]
fn the_matrix_goes_by_arrow_keys_and_opens_an_instance() {
    let page = Page::of_bench();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&page.file(), "");
    browser.key("Tab");
    assert_eq!(
        browser.value("document.activeElement.id"),
        json!("skip"),
        "the skip link is first"
    );
    browser.key("Enter");
    assert_eq!(browser.value("document.activeElement.id"), json!("main"));

    browser.click("nav li:nth-child(2) a");
    browser.until("document.querySelector('h1').innerText === 'Kill matrix'");
    browser.picture("matrix");
    let cells = browser.count("[role=gridcell]");
    assert!(cells > 100 && cells < 800, "only what is in sight: {cells}");
    assert_eq!(
        browser.count("[role=grid] [tabindex='0']"),
        1,
        "one stop of the Tab key"
    );
    for _ in 0..12 {
        browser.key("Tab");
        if browser.value("document.activeElement.dataset.at !== undefined") == json!(true) {
            break;
        }
    }
    let at = "document.activeElement.dataset.at";
    assert_eq!(browser.value(at), json!("0,0"));
    for key in ["ArrowDown", "ArrowDown", "ArrowRight"] {
        browser.key(key);
    }
    assert_eq!(browser.value(at), json!("2,1"));
    browser.key("PageDown");
    browser.key("PageDown");
    browser.key("End");
    let moved = browser.value(at).as_str().unwrap().to_owned();
    assert!(moved.ends_with(",8") && !moved.starts_with("2,"), "{moved}");
    let is_seen = "(() => { const box = document.activeElement.getBoundingClientRect(); const all = document.querySelector('.grid').getBoundingClientRect(); return box.top >= all.top && box.bottom <= all.bottom + 1; })()";
    assert_eq!(browser.value(is_seen), json!(true), "the focus is in sight");
    browser.key("Enter");
    browser.until("location.hash.startsWith('#/instance/')");
    browser.until("document.activeElement.tagName === 'H1'");
    browser.assert_quiet(&page.file());
}

#[test]
fn an_instance_shows_each_miss_in_the_source_with_its_reason() {
    let page = Page::of_bench();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    let place = format!("#/instance/{}", page.instance_with_misses());
    browser.open(&page.file(), &place);
    assert!(browser.count(".source") > 0);
    assert!(
        browser.count(".code mark") > 0,
        "what a mutant changes is marked"
    );
    assert_eq!(browser.count(".detail"), 0);

    browser.click(".grid .body [role=row]:nth-child(2) [role=gridcell]");
    browser.until("document.querySelector('.detail') !== null");
    assert_eq!(
        browser.value("document.activeElement.getAttribute('aria-expanded')"),
        json!("true")
    );
    let detail = browser.text(".detail");
    assert!(
        detail.contains("- ") && detail.contains("+ "),
        "before and after: {detail}"
    );
    assert!(
        detail.contains("not checked") || detail.contains("not executed"),
        "{detail}"
    );
    browser.key("Enter");
    assert_eq!(browser.count(".detail"), 0, "the same key closes it");

    browser.select("only", "n");
    let verdicts = "[...document.querySelectorAll('.grid .body [role=row]')].every((row) => row.querySelector('.v-unexecuted'))";
    assert_eq!(browser.value(verdicts), json!(true));
    let lines = browser.count(".code [data-line]");
    browser.click(".gap button");
    assert!(
        browser.count(".code [data-line]") > lines,
        "the lines between are to be had"
    );

    browser.select("only", "all");
    let id = browser
        .value("document.querySelector('.grid .body [role=rowheader]').title.split(', ')[1]");
    browser.open(
        &page.file(),
        &format!("{place}?only=all&mutant={}", id.as_str().unwrap()),
    );
    assert!(
        browser.text(".detail").contains(id.as_str().unwrap()),
        "a link opens a mutant"
    );
    let (instance, mutant) = page.assertion_dependent();
    browser.open(
        &page.file(),
        &format!("#/instance/{instance}?only=all&mutant={mutant}"),
    );
    let of_mutant = format!("section#{mutant}");
    assert!(
        browser
            .text(&of_mutant)
            .contains("only a Then step notices")
    );
    browser.open(
        &page.file(),
        &format!("{place}?only=all&mutant={}", id.as_str().unwrap()),
    );
    browser.size(1280, 1100);
    browser.value("scrollTo(0, document.querySelector('.detail').getBoundingClientRect().top + scrollY - 480)");
    browser.picture("instance");
    browser.assert_quiet(&page.file());
}

#[test]
fn the_page_is_dark_where_dark_is_asked_for_and_plain_on_paper() {
    let page = Page::of_bench();
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&page.file(), "");
    // How far text stands out from its ground, as accessibility guidelines count.
    let contrast = |browser: &mut Browser, selector: &str| {
        let script = format!(
            "(() => {{ const light = (color) => {{ const [r, g, b] = color.match(/[\\d.]+/g).map(Number).map((c) => c / 255).map((c) => c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; }}; \
             const [a, b] = [getComputedStyle(document.querySelector('{selector}')).color, getComputedStyle(document.body).backgroundColor].map(light); return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05); }})()"
        );
        browser.value(&script).as_f64().unwrap()
    };
    let ground = "getComputedStyle(document.body).backgroundColor";
    browser.medium("screen", "light");
    let light = browser.value(ground);
    for selector in ["main", "main a, nav a", ".interval", ".faint, caption"] {
        assert!(
            contrast(&mut browser, selector) >= 4.5,
            "{selector} in light"
        );
    }
    browser.medium("screen", "dark");
    browser.picture("dark");
    assert_ne!(browser.value(ground), light);
    for selector in ["main", "main a, nav a", ".interval", ".faint, caption"] {
        assert!(
            contrast(&mut browser, selector) >= 4.5,
            "{selector} in dark"
        );
    }
    browser.medium("print", "dark");
    assert_eq!(
        browser.value(ground),
        json!("rgb(255, 255, 255)"),
        "paper is white"
    );
    assert_eq!(
        browser.value("getComputedStyle(document.querySelector('form')).display"),
        json!("none")
    );
    browser.medium("screen", "light");
    browser.open(&page.file(), "#/matrix");
    let rows = page.set.planned.len() as u64;
    assert!(browser.count(".grid .body [role=row]") < rows);
    browser.value("dispatchEvent(new Event('beforeprint'))");
    assert_eq!(
        browser.count(".grid .body [role=row]"),
        rows,
        "paper does not scroll"
    );
    browser.value("dispatchEvent(new Event('afterprint'))");
    assert!(browser.count(".grid .body [role=row]") < rows);
    browser.assert_quiet(&page.file());
}

#[test]
fn a_page_without_a_bench_has_its_tables_and_says_what_it_lacks() {
    let set = made_up::of_nothing(400, 30, &made_up::SKILLS);
    let page = Page::of(set, Misses::default());
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&page.file(), "#/instance/7");
    assert!(
        browser.text(".note").contains("without the bench"),
        "or none passes"
    );
    browser.open(&page.file(), "#/instance/100000");
    assert_eq!(browser.text("h1"), "No such instance");
    browser.open(&page.file(), "#/matrix");
    assert!(
        browser.count("[role=row]") < 80,
        "400 instances, and only those in sight"
    );
    browser.assert_quiet(&page.file());
}

/// The size of the paper's benchmark, with few mutants each: 81,376 results.
#[test]
fn a_large_set_is_listed_and_narrowed_without_a_row_too_many() {
    let skills = [made_up::SKILLS, made_up::SKILLS].concat();
    let names = [
        "one", "two", "three", "four", "five", "six", "seven", "eight",
    ];
    let skills: Vec<made_up::Skill> = names
        .into_iter()
        .zip(skills)
        .map(|(name, skill)| (name, skill.1, skill.2, skill.3))
        .collect();
    let set = made_up::of_nothing(5_086, 2, &skills);
    assert_eq!(set.rows.len(), 81_376);
    let page = Page::of(set, Misses::default());
    let Some(mut browser) = Browser::start() else {
        return;
    };
    browser.open(&page.file(), "#/matrix");
    assert!(browser.text("main").contains("5,086 instances"));
    let cells = browser.count("[role=gridcell]");
    assert!(cells < 1_000, "{cells}");
    browser.click("input[name=text]");
    browser.type_text("number 4711");
    assert_eq!(browser.count("[role=rowheader]"), 1);
    browser.key("Tab");
    browser.key("Enter");
    browser.until("location.hash.startsWith('#/instance/4711')");
    browser.assert_quiet(&page.file());
}
