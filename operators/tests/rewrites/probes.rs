//! Probes: every named function says that it was called, and from where.

use mutscore_operators::rewrite::{RewriteError, apply, probe, probe_support};

use super::bed::{Bed, has, of};

const GO: &str = include_str!("samples/shapes.go");
const JAVA: &str = include_str!("samples/Shapes.java");
const PHP: &str = include_str!("samples/Shapes.php");

/// The probed text, and the number of the function whose name ends in `name`.
fn probed(id: &str, source: &str, name: &str) -> (String, u32) {
    let probed = probe(of(id), source.as_bytes(), 7).unwrap();
    let text = String::from_utf8(apply(source.as_bytes(), &probed.edits).unwrap()).unwrap();
    assert_eq!(text.lines().count(), source.lines().count());
    assert_eq!(probed.functions[0].0, 7);
    let found = probed
        .functions
        .iter()
        .find(|(_, function)| function.name.ends_with(name));
    (
        text,
        found.unwrap_or_else(|| panic!("{:?}", probed.functions)).0,
    )
}

#[test]
fn go_functions_say_who_called_them() {
    if !has("go", "version") {
        return;
    }
    let (text, number) = probed("go", GO, "Plain");
    let (name, support) = probe_support(of("go"), "shapes").unwrap();
    let bed = Bed::new(&[
        ("go.mod", "module shapes\n\ngo 1.19\n"),
        (name, &support),
        ("shapes.go", &text),
        (
            "table/main.go",
            "package main\n\nimport \"shapes\"\n\nfunc main() {\n\tfor i := 0; i < 3; i++ {\n\t\tshapes.Plain(i)\n\t}\n}\n",
        ),
    ]);
    let env = [("GOTOOLCHAIN", "local"), ("MUTSCORE_CALLS", "calls.txt")];
    bed.run_with("go", &["build", "-o", "table.exe", "./table"], &env)
        .succeeded();
    bed.run_with("./table.exe", &[], &[]).succeeded();
    assert!(!bed.path().join("calls.txt").exists());
    bed.run_with("./table.exe", &[], &env).succeeded();
    let calls = std::fs::read_to_string(bed.path().join("calls.txt")).unwrap();
    let of_plain: Vec<&str> = calls
        .lines()
        .filter(|line| line.starts_with(&format!("{number}\t")))
        .collect();
    assert_eq!(of_plain.len(), 1, "{calls}");
    assert!(of_plain[0].ends_with("table/main.go:7"), "{calls}");
}

#[test]
fn java_methods_and_constructors_say_who_called_them() {
    if !has("javac", "-version") {
        return;
    }
    let (text, number) = probed("java", JAVA, "isSquare()");
    let (name, support) = probe_support(of("java"), "").unwrap();
    let table = "package shapes;\n\nclass Table extends Shapes {\n    public int area() { return 1; }\n    public static void main(String[] words) {\n        new Table().isSquare();\n    }\n}\n";
    let bed = Bed::new(&[
        (name, &support),
        ("shapes/Shapes.java", &text),
        ("shapes/Table.java", table),
    ]);
    bed.run(
        "javac",
        &["-d", "out", "shapes/Shapes.java", "shapes/Table.java", name],
    )
    .succeeded();
    bed.run_with(
        "java",
        &["-cp", "out", "shapes.Table"],
        &[("MUTSCORE_CALLS", "calls.txt")],
    )
    .succeeded();
    let calls = std::fs::read_to_string(bed.path().join("calls.txt")).unwrap();
    assert!(
        calls.contains(&format!("{number}\tshapes/Table.java:6\n")),
        "{calls}"
    );
    assert!(calls.lines().count() >= 4, "{calls}");
}

#[test]
fn php_functions_say_who_called_them() {
    if !has("php", "--version") {
        return;
    }
    let (text, number) = probed("php", PHP, "plain");
    let (name, support) = probe_support(of("php"), "").unwrap();
    let table = "<?php\nrequire 'Shapes.php';\n(new Shapes\\Triangle())->tell();\nfor ($i = 0; $i < 3; $i++) {\n    Shapes\\plain($i);\n}\n";
    let bed = Bed::new(&[
        (name, &support),
        ("Shapes.php", &text),
        ("table.php", table),
    ]);
    let words = ["-d", "auto_prepend_file=mutscore_probe.php", "table.php"];
    bed.run_with("php", &words, &[("MUTSCORE_CALLS", "calls.txt")])
        .succeeded();
    let calls = std::fs::read_to_string(bed.path().join("calls.txt")).unwrap();
    let of_plain: Vec<&str> = calls
        .lines()
        .filter(|line| line.starts_with(&format!("{number}\t")))
        .collect();
    assert_eq!(of_plain.len(), 1, "{calls}");
    assert!(of_plain[0].ends_with("table.php:5"), "{calls}");
}

#[test]
fn languages_with_a_tracer_need_no_probes() {
    for id in ["python", "ruby"] {
        let refused = probe(of(id), b"", 1).unwrap_err();
        assert_eq!(refused, RewriteError::Unsupported { language: id });
    }
}
