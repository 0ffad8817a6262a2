//! Projects of Maven that cannot be run as they are, and what is said of them.
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "jvm/bed.rs"]
mod bed;

use bed::{Bed, environment, isolations, pom};

const CART: &str = "=== src/main/java/shop/Cart.java
package shop;

public class Cart {
    public int size() {
        return new Made().size();
    }
}
=== src/test/java/shop/CartTest.java
package shop;

class CartTest {
    @org.junit.jupiter.api.Test
    void passes() {
        new Cart().size();
    }
}
";

/// What is said when such a project is looked through.
fn refused(text: &str) -> Option<String> {
    let environment = environment("junit", "5.14.4")?;
    let mut bed = Bed::new(&environment, isolations().pop()?, text);
    bed.project.test_side = vec!["src/test/**".to_owned()];
    let error = bed.runner().discover(&bed.project).unwrap_err();
    Some(error.to_string())
}

#[test]
fn a_project_of_modules_is_told_to_name_one_of_them() {
    let module = |name: &str| {
        format!(
            "=== {name}/pom.xml\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\n\
             <parent><groupId>tiny</groupId><artifactId>tiny</artifactId><version>1</version></parent>\n\
             <artifactId>{name}</artifactId></project>\n=== {name}/src/main/java/shop/Made.java\npackage shop;\n\n\
             public class Made {{\n}}\n"
        )
    };
    let parent = "=== pom.xml\n<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\n\
                  <groupId>tiny</groupId><artifactId>tiny</artifactId><version>1</version><packaging>pom</packaging>\n\
                  <modules><module>core</module><module>web</module></modules></project>\n";
    let text = format!("{parent}{}{}", module("core"), module("web"));
    let Some(said) = refused(&text) else { return };
    for words in ["core, web", "`root`", "mvn install"] {
        assert!(said.contains(words), "no {words} in {said}");
    }
}

#[test]
fn a_project_that_needs_an_annotation_processor_is_told_so() {
    let pom = pom(&[
        "org.junit.jupiter:junit-jupiter:5.14.4",
        "org.mapstruct:mapstruct-processor:1.5.5.Final",
    ]);
    let Some(said) = refused(&format!("{pom}{CART}")) else {
        return;
    };
    for words in [
        "annotation processors are not run",
        "mapstruct-processor-1.5.5",
        "Made",
    ] {
        assert!(said.contains(words), "no {words} in {said}");
    }
    // The class that is missing is all that keeps it from being run.
    let made = "=== src/main/java/shop/Made.java\npackage shop;\n\nclass Made {\n    int size() {\n        return 0;\n    }\n}\n";
    let environment = environment("junit", "5.14.4").unwrap();
    let text = format!("{pom}{CART}{made}");
    let mut bed = Bed::new(&environment, isolations().pop().unwrap(), &text);
    bed.project.test_side = vec!["src/test/**".to_owned()];
    let found = bed.runner().discover(&bed.project).unwrap();
    assert_eq!(found.scenarios.len(), 1);
}

#[test]
fn a_library_that_changes_under_its_name_changes_the_fingerprint() {
    let Some(environment) = environment("junit", "5.14.4") else {
        return;
    };
    let Some(isolation) = isolations().pop() else {
        return;
    };
    let poms = pom(&["org.junit.jupiter:junit-jupiter:5.14.4"]);
    let Some(maven) = bed::bed(&environment, isolation, &format!("{poms}{CART}")) else {
        return;
    };
    // Maven's answer gives the libraries; `CLASSPATH` names copies of them, and one that is not as it stays.
    let path = maven.runner().compiler_env(&maven.project).unwrap()["CLASSPATH"].clone();
    let own = tempfile::tempdir().unwrap();
    let changing = own.path().join("core-1.0-SNAPSHOT.jar");
    let mut bed = Bed::new(&environment, isolation, CART);
    let named = format!("{path}:{}", changing.display());
    bed.project.env.insert("CLASSPATH".to_owned(), named);
    // In the place of the library is one of its own kind: all are files that a compiler can read.
    let jars: Vec<&str> = path.split(':').collect();
    let look = |jar: &str| {
        std::fs::copy(jar, &changing).unwrap();
        bed.runner().fingerprint(&bed.project).unwrap()
    };
    let (first, second) = (look(jars[0]), look(jars[1]));
    assert_eq!(first["libraries"], second["libraries"]);
    assert_ne!(first, second);
    assert_eq!(first, look(jars[0]), "content alone counts");
}
