//! Java.

use mutscore_model::compiled::Compiled;

use mutscore_runners::compilers::compiler;

use super::bed::{Bed, Expected, tree};

const SOURCE: &str = "\
package p;

import java.util.*;

class A {
    static final int N = 2 * 4;

    int f(int a, List<String> b) throws Exception {
        if (a > 3 && B.ok(b)) {
            g(a);
            return a + 1;
        }
        Runnable r = () -> System.out.println(a);
        r.run();
        return N;
    }

    void g(int x) {
    }
}
";

const FILES: &[(&str, &str)] = &[
    ("src/p/A.java", SOURCE),
    (
        "src/p/B.java",
        "package p;\nclass B {\n    static boolean ok(Object o) {\n        return o != null;\n    }\n}\n",
    ),
    (
        "src/p/C.java",
        "package p;\nimport no.such.Thing;\nclass C {\n    Thing t;\n}\n",
    ),
    (
        "src/p/D.java",
        "package p;\nclass D {\n    C c;\n    int x() {\n        return 1;\n    }\n}\n",
    ),
];

#[test]
fn a_version_is_refused_equal_or_another_program_as_the_class_files_say() {
    let Some(mut bed) = Bed::new("java", FILES) else {
        return;
    };
    assert!(bed.checker.identity().starts_with("javac "));
    bed.expect(
        "src/p/A.java",
        &[
            (vec![("a > 3", "a >= 3")], Expected::Other),
            (
                vec![("a + 1", "a + ")],
                Expected::Refused(11, "illegal start of expression"),
            ),
            (
                vec![("a + 1", "\"x\"")],
                Expected::Refused(11, "incompatible types"),
            ),
            (
                vec![("B.ok", "B.no")],
                Expected::Refused(9, "cannot find symbol"),
            ),
            // Only lines move.
            (
                vec![(
                    "            g(a);",
                    "\n\n            // moved\n            g(a);",
                )],
                Expected::Same,
            ),
            (vec![("2 * 4", "4 * 2")], Expected::Same),
            (vec![("2 * 4", "9")], Expected::Like(6)),
            (vec![("2 * 4", "10 - 1")], Expected::Like(6)),
            (vec![("g(a);", ";")], Expected::Like(8)),
            (vec![("g(a);", "")], Expected::Like(8)),
            // In a class of its own.
            (vec![("println(a)", "println(-a)")], Expected::Other),
        ],
    );
}

#[test]
fn files_that_need_what_is_not_there_say_so_and_the_others_are_checked() {
    let Some(mut bed) = Bed::new("java", FILES) else {
        return;
    };
    for path in ["src/p/C.java", "src/p/D.java"] {
        let (original, _) = bed.ask(path, &[]);
        assert!(
            matches!(original, Compiled::Refused(_)),
            "{path}: {original:?}"
        );
    }
    let (original, _) = bed.ask("src/p/B.java", &[]);
    assert!(matches!(original, Compiled::Form(_)), "{original:?}");
}

#[test]
fn no_annotation_processor_on_the_class_path_is_ever_run() {
    let files = [("src/q/E.java", "package q;\nclass E {\n    int x = 1;\n}\n")];
    let Some(bed) = Bed::new("java", &files) else {
        return;
    };
    let root = bed.folder.path();
    let (source, jar) = (root.join("Loud.java"), root.join("jar"));
    let service = jar.join("META-INF/services/javax.annotation.processing.Processor");
    std::fs::create_dir_all(service.parent().unwrap()).unwrap();
    std::fs::write(&source, LOUD).unwrap();
    std::fs::write(&service, "Loud\n").unwrap();
    let run = |arguments: &[&str]| {
        let mut javac = std::process::Command::new("javac");
        javac.current_dir(root).args(arguments).output().unwrap()
    };
    assert!(
        run(&["-proc:none", "-d", "jar", "Loud.java"])
            .status
            .success()
    );
    let loud = run(&["-cp", "jar", "-d", "out", "src/q/E.java"]);
    assert_eq!(loud.status.code(), Some(7), "javac by itself runs it");
    let mut tree = tree(root, files.iter().map(|(path, _)| *path));
    tree.env.insert("CLASSPATH".to_owned(), "jar".to_owned());
    let checker = compiler("java").unwrap().start(&tree).unwrap();
    let mut bed = Bed { checker, ..bed };
    bed.expect("src/q/E.java", &[(vec![("1", "2")], Expected::Other)]);
}

/// Ends the process that loads it.
const LOUD: &str = "\
import java.util.*;
import javax.annotation.processing.*;
import javax.lang.model.element.*;
@SupportedAnnotationTypes(\"*\")
public class Loud extends AbstractProcessor {
    static {
        Runtime.getRuntime().halt(7);
    }
    public boolean process(Set<? extends TypeElement> types, RoundEnvironment round) {
        return true;
    }
}
";
