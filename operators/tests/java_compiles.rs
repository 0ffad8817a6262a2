//! Java mutants compile: every mutant of the realistic file, and of a file made of the hazards that need another form.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

mod toolchain;

use std::io::Write;
use std::process::{Command, Stdio};

use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

const LEDGER: &str = include_str!("sources/Ledger.java");

/// What does not compile if it is mutated without care.
const HAZARDS: &str = r#"
class Hazards {
    int[] log = new int[4];

    void save(int n) throws java.io.IOException {
        log[n] = n;
    }

    Long read(Object o) throws java.io.IOException {
        return (long) o.hashCode();
    }

    Long caught(Object o, int n) {
        try {
            if (n > 2) save(n);
            else log[0] = 3;
            switch (n) {
                case 1 -> save(1);
                default -> { }
            }
            return read(o);
        } catch (java.io.IOException e) {
            return null;
        }
    }

    int bound(Object o) {
        if (!(o instanceof String s)) {
            return 0;
        }
        if (o instanceof Integer i && i > 3 || s.isEmpty()) {
            return 1;
        }
        return s.length();
    }

    int loops(int n) {
        while (true) {
            if (n > 5) break;
            n++;
        }
        final int r;
        if (n > 9) {
            throw new IllegalStateException();
        } else if (n > 6) {
            r = n * 2;
        } else
            r = 1 - n;
        for (;;) {
            if (r < 100) return r;
        }
    }

    java.util.List<? extends Number> edges(byte b, float f, String... names) {
        byte top = 127;
        char last = 65535;
        short low = -32768;
        long big = 9223372036854775807L;
        float part = 0.5f;
        String all = names[0] + names[1];
        all += top + last + low + big + part;
        loops(all.length());
        return java.util.List.of(1, 2.0, 1 / 1);
    }

    char letter(boolean upper) {
        return upper ? 'A' : 'a';
    }

    <T extends Comparable<T>> T larger(T a, T b) {
        return a.compareTo(b) > 0 ? a : b;
    }
}
"#;

#[test]
fn every_mutant_compiles() {
    let folder = std::env::temp_dir().join(format!("mutscore-javac-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let program = folder.join("Check.java");
    std::fs::write(&program, CHECK).unwrap();
    let child = Command::new("java")
        .arg(&program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        toolchain::missing("java", "java");
        return; // no JDK at hand: the parser's check of all languages still holds
    };
    let mut input = child.stdin.take().unwrap();
    let mut count = 0;
    for (name, text) in [("Ledger.java", LEDGER), ("Hazards.java", HAZARDS)] {
        for program in programs(name, text) {
            for part in [name.as_bytes(), &program] {
                let length = u32::try_from(part.len()).unwrap();
                input.write_all(&length.to_be_bytes()).unwrap();
                input.write_all(part).unwrap();
            }
            count += 1;
        }
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    assert_eq!(report.trim(), format!("{count} compiled"), "{report}");
    assert!(count > 150, "{count}");
}

/// The file itself and its mutants; those at class level too.
fn programs(name: &str, text: &str) -> Vec<Vec<u8>> {
    let source = Source {
        path: RelPath::new(name).unwrap(),
        bytes: text.as_bytes().into(),
    };
    let options = Options {
        reach: Reach::Everywhere,
        ..Options::default()
    };
    let outcome = generate_file(language("java").unwrap(), &source, &options);
    assert!(outcome.damaged.is_empty());
    let mutants = outcome.mutants.iter();
    let mutated = mutants.map(|mutant| mutate(text.as_bytes(), mutant).unwrap());
    std::iter::once(text.as_bytes().to_vec())
        .chain(mutated)
        .collect()
}

/// Compiles length-prefixed names and sources from standard input, without writing classes.
const CHECK: &str = r#"
import com.sun.source.util.JavacTask;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

class Check {
    static String part(DataInputStream in) throws Exception {
        return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws Exception {
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        var in = new DataInputStream(new BufferedInputStream(System.in));
        int compiled = 0;
        while (more(in)) {
            String name = part(in), text = part(in);
            var source = new SimpleJavaFileObject(URI.create("string:///" + name), JavaFileObject.Kind.SOURCE) {
                @Override
                public CharSequence getCharContent(boolean ignore) {
                    return text;
                }
            };
            var found = new DiagnosticCollector<JavaFileObject>();
            var task = compiler.getTask(null, files, found, List.of("-proc:none"), null, List.of(source));
            ((JavacTask) task).analyze();
            boolean good = true;
            for (var problem : found.getDiagnostics()) {
                if (problem.getKind() == Diagnostic.Kind.ERROR) {
                    good = false;
                    System.out.println(text.split("\n")[(int) problem.getLineNumber() - 1]);
                    System.out.println(problem.getMessage(Locale.ROOT));
                }
            }
            compiled += good ? 1 : 0;
        }
        System.out.println(compiled + " compiled");
    }

    static boolean more(DataInputStream in) throws Exception {
        in.mark(1);
        int next = in.read();
        in.reset();
        return next >= 0;
    }
}
"#;
