//! `mutscore init` on a project it knows, and on a file that is there already.

use super::place::Place;

fn project() -> Place {
    let place = Place::empty();
    place.write("src/till/__init__.py", "");
    place.write("features/till.feature", "Feature: Till\n");
    place.write("features/steps/steps.py", "");
    place
}

#[test]
fn a_file_is_written_that_the_other_commands_read() {
    let place = project();
    let ran = place.run("init");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(
        place
            .read("mutscore.toml")
            .contains("production = [\"src/till/**/*.py\"]")
    );
    let listed = place.run("instances");
    assert_eq!(
        (listed.code, listed.err.as_str()),
        (Some(0), "no instances yet: `mutscore freeze` finds them\n")
    );
}

#[test]
fn a_file_that_is_there_is_never_overwritten() {
    let place = project();
    place.write("mutscore.toml", "mine");
    let ran = place.run("init");
    assert_eq!((ran.code, ran.out.as_str()), (Some(2), ""));
    insta::assert_snapshot!(ran.err, @r"
    error: [HERE]/mutscore.toml exists already
    hint: edit it, or remove it first
    ");
    assert_eq!(place.read("mutscore.toml"), "mine");
}

#[test]
fn it_can_be_looked_at_first() {
    let place = project();
    let ran = place.run("init --print");
    assert!(ran.out.contains("[project."), "{ran:?}");
    assert!(!place.path().join("mutscore.toml").exists());
}

#[test]
fn a_folder_without_marks_is_not_guessed_at() {
    let ran = Place::empty().run("init");
    assert_eq!(ran.code, Some(2));
    assert!(
        ran.err
            .starts_with("error: no test framework recognised in [HERE]\nhint: "),
        "{ran:?}"
    );
}

#[test]
fn a_go_module_with_godog_is_recognised() {
    let place = Place::empty();
    place.write(
        "go.mod",
        "module example.test/till\n\nrequire github.com/cucumber/godog v0.16.0\n",
    );
    place.write("till.go", "package till\n");
    place.write(
        "features/till_test.go",
        "package features\n\nimport _ \"github.com/cucumber/godog\"\n",
    );
    let ran = place.run("init --print");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for words in [
        "runner = \"godog\"",
        "exclude = [\"features/**\"]",
        "withheld = [\"features/*_test.go\"]",
        "program = \"go\"",
    ] {
        assert!(ran.out.contains(words), "no {words} in {}", ran.out);
    }
}

#[test]
fn a_ruby_project_with_cucumber_is_recognised() {
    let place = Place::empty();
    place.write("lib/till.rb", "");
    place.write("features/till.feature", "Feature: till\n");
    place.write("features/step_definitions/till.rb", "");
    let ran = place.run("init --print");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    for words in [
        "runner = \"cucumber-ruby\"",
        "production = [\"lib/**/*.rb\"]",
        "program = \"ruby\"",
    ] {
        assert!(ran.out.contains(words), "no {words} in {}", ran.out);
    }
}

#[test]
fn a_maven_project_is_recognised_with_and_without_features() {
    let place = Place::empty();
    place.write("pom.xml", "<project/>");
    place.write("src/main/java/Till.java", "");
    place.write("src/test/java/TillTest.java", "");
    let ran = place.run("init --print");
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(ran.out.contains("runner = \"junit\""), "{}", ran.out);
    place.write("src/test/resources/till.feature", "Feature: till\n");
    let ran = place.run("init --print");
    assert!(
        ran.out.contains("runner = \"cucumber-jvm\"") && ran.out.contains("language = \"java\""),
        "{}",
        ran.out
    );
}
