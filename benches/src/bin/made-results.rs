//! Writes a result set of so many instances (the paper's number unless said) to standard output: for timing the whole
//! command, `made-results > r.jsonl; mutscore report r.jsonl`.

use std::io::Write as _;

use mutscore_benches::results;

fn main() -> anyhow::Result<()> {
    let instances = match std::env::args().nth(1) {
        Some(word) => word.parse()?,
        None => results::INSTANCES,
    };
    std::io::stdout()
        .lock()
        .write_all(&results::text(&results::set(instances)))?;
    Ok(())
}
