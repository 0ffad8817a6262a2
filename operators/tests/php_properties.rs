//! What PHP itself says of mutants: each is read by its own parser.
#![allow(clippy::unwrap_used, reason = "a test says by panicking what is wrong")]

mod toolchain;

use std::io::Write;
use std::process::{Command, Stdio};

use mutscore_model::path::RelPath;
use mutscore_operators::{Options, Reach, Source, generate_file, language, mutate};

/// Parses length-prefixed sources from standard input.
const CHECK: &str = r#"
if (!function_exists('token_get_all')) {
    stream_get_contents(STDIN);
    exit('no tokenizer');
}
for ($done = 0; strlen($head = fread(STDIN, 4)) === 4; $done++) {
    $source = stream_get_contents(STDIN, unpack('V', $head)[1]);
    try {
        token_get_all($source, TOKEN_PARSE);
    } catch (ParseError $error) {
        echo $error->getMessage(), ': ', explode("\n", $source)[$error->getLine() - 1], "\n";
        $done--;
    }
}
echo "$done parsed";
"#;

#[test]
fn every_mutant_is_read_by_php() {
    let Ok(mut child) = Command::new("php")
        .args(["-r", CHECK])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
    else {
        toolchain::missing("php", "php");
        return; // no PHP at hand: that mutants parse with the grammar is tested for every language
    };
    let text = include_bytes!("sources/Basket.php");
    let file = Source {
        path: RelPath::new("Basket.php").unwrap(),
        bytes: text[..].into(),
    };
    let mut sources = vec![text.to_vec()];
    for reach in [Reach::Bodies, Reach::Everywhere] {
        let options = Options {
            reach,
            ..Options::default()
        };
        let mutants = generate_file(language("php").unwrap(), &file, &options).mutants;
        assert!(mutants.len() > 80);
        sources.extend(mutants.iter().map(|mutant| mutate(text, mutant).unwrap()));
    }
    let mut input = child.stdin.take().unwrap();
    for source in &sources {
        let length = (source.len() as u32).to_le_bytes();
        input.write_all(&length).unwrap();
        input.write_all(source).unwrap();
    }
    drop(input);
    let output = child.wait_with_output().unwrap();
    let report = String::from_utf8(output.stdout).unwrap();
    if report == "no tokenizer" {
        toolchain::missing("php", "php");
        return; // a PHP that cannot read itself
    }
    assert_eq!(report, format!("{} parsed", sources.len()), "{report}");
}
