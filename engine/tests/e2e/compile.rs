//! A freeze compiles its mutants first: what cannot differ or cannot start is in no pool and is never run.

use serde_json::Value;

use super::bed::{Bed, TOOLSHED};
use super::frozen::manifest;

/// 0 * 6 is 0 * 5, and 3 + 2 is 2 + 3: both folded by the compiler.
const FEE: &str = "\
def fee(n):
    return n * (2 + 2) + base(n) + 0 * 5


def base(n):
    return n - n
";

fn bed() -> Option<Bed> {
    let bed = Bed::mini()?;
    bed.write("project/src/shop/fee.py", FEE);
    bed.edit("mutscore.toml", "\"arith\"", "\"arith\", \"const-int\"");
    Some(bed)
}

fn header(bed: &Bed, project: &str) -> Value {
    let text = bed.read(&format!("pools/{project}/manifest.jsonl"));
    serde_json::from_str(text.lines().next().unwrap()).unwrap()
}

/// Ids of the mutants whose status is not `ok`, and the words for it.
fn left_out(bed: &Bed) -> Vec<(String, String)> {
    manifest(bed, "shop")
        .iter()
        .filter(|mutant| mutant["status"] != "ok")
        .map(|mutant| {
            let status = match &mutant["status"] {
                Value::Object(reasons) => reasons.keys().next().unwrap().clone(),
                word => word.as_str().unwrap().to_owned(),
            };
            (mutant["id"].as_str().unwrap().to_owned(), status)
        })
        .collect()
}

#[test]
fn what_compiles_to_the_same_is_in_the_manifest_by_name_and_in_no_pool() {
    let Some(bed) = bed() else { return };
    let summary = bed.freeze("--jobs 2");
    let by = summary["compile_check"].as_str().unwrap();
    assert!(by.starts_with("cpython 3."), "{by}");
    assert_eq!(header(&bed, "shop")["compile_check"], by);
    let out = left_out(&bed);
    let words: Vec<&str> = out.iter().map(|(_, word)| word.as_str()).collect();
    assert!(
        words.contains(&"equivalent") && words.contains(&"duplicate"),
        "{out:?}"
    );
    assert!(summary["left_out"]["equivalent"].as_u64().unwrap() >= 1);
    for (path, text) in bed.frozen() {
        if path.ends_with(".json") {
            assert!(
                out.iter().all(|(id, _)| !text.contains(id.as_str())),
                "{path}"
            );
        }
    }
    // One worker, and answers from the cache: the same bytes.
    let before = bed.frozen();
    bed.freeze("--jobs 1 --force");
    assert_eq!(bed.frozen(), before);
    assert_eq!(bed.succeed("freeze --check").code, Some(0));
}

#[test]
fn a_project_that_does_not_want_the_check_is_frozen_as_it_was_before_there_was_one() {
    let Some(bed) = bed() else { return };
    bed.edit(
        "mutscore.toml",
        "production = ",
        "compile-check = \"off\"\nproduction = ",
    );
    let summary = bed.freeze("--instance 1");
    assert_eq!(summary["compile_check"], "none: compile-check is off");
    assert_eq!(
        header(&bed, "shop")["compile_check"],
        "none: compile-check is off"
    );
    assert_eq!(left_out(&bed), []);
}

#[test]
fn pools_that_were_frozen_without_the_check_keep_their_manifest() {
    let Some(bed) = Bed::toolshed() else { return };
    let path = format!("pools/{TOOLSHED}/manifest.jsonl");
    if !bed.bench().join(&path).exists() || !header(&bed, TOOLSHED)["compile_check"].is_null() {
        eprintln!("SKIPPED: the bundled pools were frozen with the check");
        return;
    }
    let before = bed.read(&path);
    let ran = bed.run("freeze --instance 1 --audit 0%");
    // Another tool chain is a reason to refuse; the check is none.
    assert!(!ran.err.contains("another manifest"), "{ran:?}");
    assert_eq!(bed.read(&path), before);
}

/// Production that needs a library, which only the POM names.
const WITH_LIBRARY: &str = r#"=== pom.xml
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>shop</groupId>
  <artifactId>shop</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.opentest4j</groupId>
      <artifactId>opentest4j</artifactId>
      <version>1.3.0</version>
    </dependency>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>5.14.4</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
=== src/main/java/shop/Fee.java
package shop;

import org.opentest4j.IncompleteExecutionException;

public final class Fee {
    public static int fee(int n) {
        if (n > 1000) {
            throw new IncompleteExecutionException();
        }
        return n * (2 + 2) + 0 * 5;
    }
}
=== src/test/java/shop/FeeTest.java
package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class FeeTest {
    @Test
    void fee() {
        assertEquals(12, Fee.fee(3));
    }
}
"#;

#[test]
fn the_class_path_that_maven_gives_is_the_checks_too() {
    let Some(bed) = Bed::maven("shop") else {
        return;
    };
    bed.write_all("project", &[WITH_LIBRARY]);
    bed.write(
        "mutscore.toml",
        "schema = 1\n\n[project.shop]\nroot = \"project\"\nlanguage = \"java\"\nrunner = \"junit\"\n\
         production = [\"src/main/java/**/*.java\"]\ntest-side = [\"src/test/**\"]\nwithheld = [\"src/test/java/**\"]\n\
         operators = [\"arith\", \"const-int\"]\n\n[project.shop.toolchain]\nprogram = \"java\"\n",
    );
    let summary = bed.freeze("--jobs 1");
    let out = left_out(&bed);
    let words: Vec<&str> = out.iter().map(|(_, word)| word.as_str()).collect();
    assert!(
        words.contains(&"equivalent") && words.contains(&"duplicate"),
        "{out:?}: {summary}"
    );
}
