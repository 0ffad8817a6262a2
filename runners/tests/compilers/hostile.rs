//! Checkers that crash, hang, lie or babble: nothing of that is ever a verdict.

use std::time::{Duration, Instant};

use mutscore_model::compiled::Compiled;
use mutscore_model::mutant::Edit;
use mutscore_model::path::RelPath;
use mutscore_model::span::ByteSpan;
use mutscore_runners::compilers::{Answers, Check as _, Checker, Launch};
use mutscore_runners::runner::CancelToken;

/// What the scripts have in common: frames in and out.
const WIRE: &str = r#"
import os, struct, sys, time
def receive():
    head = sys.stdin.buffer.read(4)
    if len(head) < 4: sys.exit(0)
    fields = []
    for _ in range(struct.unpack("<I", head)[0]):
        fields.append(sys.stdin.buffer.read(struct.unpack("<I", sys.stdin.buffer.read(4))[0]))
    return fields
def send(*fields):
    out = struct.pack("<I", len(fields))
    for field in fields:
        out += struct.pack("<I", len(field)) + field.encode()
    os.write(1, out)
def versions(fields):
    at = 3
    texts = [""]
    while at < len(fields):
        texts.append(fields[at + 3].decode())
        at += 1 + 3 * int(fields[at])
    return texts
FORM = "ab" * 32
"#;

/// A checker that says hello and then runs `body` with each version's text in `text`.
fn script(body: &str) -> Launch {
    let body = body.replace('\n', "\n        ");
    let text = format!(
        "{WIRE}\nwhile True:\n    question = receive()\n    if question[0] == b'hello':\n        send('hello', 'fake 1')\n        \
         continue\n    for text in versions(question):\n        {body}\n"
    );
    launch(&["python3", "-c", &text])
}

fn launch(argv: &[&str]) -> Launch {
    Launch {
        argv: argv.iter().map(|word| (*word).to_owned()).collect(),
        about: Vec::new(),
        scratch: None,
        env: Default::default(),
        ready_within: Duration::from_secs(20),
        answer_within: Duration::from_secs(2),
        address_space: None,
    }
}

fn ask(checker: &mut Checker, texts: &[&str], cancel: &CancelToken) -> Answers {
    let versions: Vec<Vec<Edit>> = texts
        .iter()
        .map(|text| {
            vec![Edit {
                span: ByteSpan::new(0, 1),
                text: (*text).to_owned(),
            }]
        })
        .collect();
    let versions: Vec<&[Edit]> = versions.iter().map(Vec::as_slice).collect();
    checker.check(&RelPath::new("a").unwrap(), b"x", &versions, cancel)
}

fn has_python() -> bool {
    let found = std::process::Command::new("python3")
        .arg("--version")
        .output()
        .is_ok();
    let required = std::env::var("MUTSCORE_REQUIRE").unwrap_or_default();
    assert!(
        found || !required.split([',', ' ']).any(|word| word == "python"),
        "MUTSCORE_REQUIRE asks for python"
    );
    if !found {
        eprintln!("SKIPPED: no python3 for the scripted checkers");
    }
    found
}

fn words(answer: &Compiled) -> String {
    match answer {
        Compiled::Form(_) => "form".to_owned(),
        Compiled::Unknown(why) => why.clone(),
        other => format!("{other:?}"),
    }
}

/// What is answered for the versions `a`, `bad`, `c` by a checker with this body.
fn answered(body: &str) -> Vec<String> {
    let mut checker = Checker::start(script(body)).unwrap();
    let answers = ask(&mut checker, &["a", "bad", "c"], &CancelToken::default());
    std::iter::once(&answers.original)
        .chain(&answers.versions)
        .map(words)
        .collect()
}

#[test]
fn a_crash_concerns_the_version_at_hand_only_and_its_last_words_are_told() {
    if !has_python() {
        return;
    }
    let found = answered("if text == 'bad': sys.exit('out of cheese')\nsend('form', FORM)");
    assert_eq!(
        found,
        ["form", "form", "the checker ended: out of cheese", "form"]
    );
}

#[test]
fn a_hang_ends_at_the_limit_and_concerns_the_version_at_hand_only() {
    if !has_python() {
        return;
    }
    let started = Instant::now();
    let found = answered("if text == 'bad': time.sleep(600)\nsend('form', FORM)");
    assert_eq!(found, ["form", "form", "no answer within 2 s", "form"]);
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn answers_that_are_none_are_unknown_and_never_a_refusal() {
    if !has_python() {
        return;
    }
    for (nonsense, expected) in [
        ("send('form', 'xyz')", "not ours"),
        ("send('refused')", "not ours"),
        ("send('stillborn', '1', 'x')", "not ours"),
        (
            "os.write(1, b'Traceback (most recent call last)')",
            "not ours",
        ),
        ("os.write(1, struct.pack('<II', 1, 1 << 31))", "not ours"),
        ("os.write(1, struct.pack('<I', 1 << 31))", "not ours"),
        ("send('unknown', 'no idea')", "no idea"),
    ] {
        let found = answered(&format!(
            "if text == 'bad': {nonsense}\nelse: send('form', FORM)"
        ));
        assert!(found[2].contains(expected), "{nonsense}: {found:?}");
        assert!(
            found[0] == "form" && found[1] == "form" && found[3] == "form",
            "{nonsense}: {found:?}"
        );
    }
}

#[test]
fn a_checker_that_fails_again_and_again_is_given_up_for_the_file() {
    if !has_python() {
        return;
    }
    let started = Instant::now();
    let mut checker = Checker::start(script("sys.exit('never')")).unwrap();
    let answers = ask(&mut checker, &["a"; 500], &CancelToken::default());
    assert_eq!(answers.versions.len(), 500);
    assert!(
        answers
            .versions
            .iter()
            .all(|one| words(one).contains("never"))
    );
    let mut checker =
        Checker::start(script("if text: sys.exit('never')\nsend('form', FORM)")).unwrap();
    let answers = ask(&mut checker, &["a"; 500], &CancelToken::default());
    assert_eq!(words(&answers.original), "form");
    assert!(
        answers
            .versions
            .iter()
            .all(|one| words(one).contains("never"))
    );
    assert!(started.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_flood_of_noise_beside_the_answers_neither_blocks_nor_counts() {
    if !has_python() {
        return;
    }
    let found = answered("sys.stderr.write('noise ' * 200000)\nsend('form', FORM)");
    assert_eq!(found, ["form"; 4]);
}

#[test]
fn a_cancelled_check_ends_soon() {
    if !has_python() {
        return;
    }
    let mut slow = script("if text: time.sleep(600)\nsend('form', FORM)");
    slow.answer_within = Duration::from_secs(600);
    let mut checker = Checker::start(slow).unwrap();
    let cancel = CancelToken::default();
    let caller = cancel.clone();
    let started = Instant::now();
    let waiter = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        caller.cancel();
    });
    let answers = ask(&mut checker, &["a", "b"], &cancel);
    assert!(
        answers.versions.iter().all(|one| words(one) == "cancelled"),
        "{answers:?}"
    );
    assert!(started.elapsed() < Duration::from_secs(30));
    waiter.join().unwrap();
}

#[test]
fn a_program_that_is_not_there_or_is_no_checker_is_named() {
    for (argv, expected) in [
        (
            vec!["no-such-compiler"],
            "`no-such-compiler` cannot be started",
        ),
        (
            vec!["/bin/sh", "-c", "echo sorry >&2; exit 3"],
            "the checker ended: sorry",
        ),
        (vec!["/bin/sh", "-c", "echo hello; sleep 60"], "not ours"),
    ] {
        let why = Checker::start(launch(&argv)).err().unwrap();
        assert!(why.0.contains(expected), "{why}");
    }
}

#[test]
fn memory_beyond_the_bound_is_an_end_and_not_a_verdict() {
    if !has_python() {
        return;
    }
    let mut hungry = script("x = bytearray(1 << 32) if text == 'bad' else 0\nsend('form', FORM)");
    hungry.address_space = Some(1 << 30);
    let mut checker = Checker::start(hungry).unwrap();
    let answers = ask(&mut checker, &["a", "bad", "c"], &CancelToken::default());
    let found: Vec<String> = answers.versions.iter().map(words).collect();
    assert!(found[1].contains("MemoryError"), "{found:?}");
    assert!(found[0] == "form" && found[2] == "form", "{found:?}");
}
