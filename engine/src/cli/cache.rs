//! `mutscore cache`: look at the stored results, keep them small, check them.

use std::time::Duration;

use clap::{Args, Subcommand};
use mutscore::cache::{CacheError, GcLimits, SqliteCache};
use mutscore::report::{Tone, words};
use serde_json::json;

use super::context::{Context, cache_folder, pass_on_warnings};
use super::exit;
use super::table::{Table, cell};
use super::term::{self, paint};
use super::values::{Age, Size};

/// Look at, shrink or check the stored results
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mutscore cache stats
  mutscore cache gc --max-size 500MiB
  mutscore cache verify")]
pub(crate) struct CacheArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Count the results, their bytes and how often they were of use
    #[command(after_help = "Examples:\n  mutscore cache stats --json")]
    Stats {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
    /// Remove results that were not used for long
    #[command(
        after_help = "Examples:\n  mutscore cache gc\n  mutscore cache gc --max-age 30d --max-size 500MiB"
    )]
    Gc {
        /// Most bytes to keep; what was not used for longest goes first
        #[arg(long, value_name = "SIZE", default_value = "2GiB")]
        max_size: Size,
        /// Longest time since a result was last of use [default: no limit]
        #[arg(long, value_name = "AGE")]
        max_age: Option<Age>,
    },
    /// Check the file and the checksum of every result
    #[command(after_help = "Examples:\n  mutscore cache verify || mutscore cache gc")]
    Verify {
        /// Print one JSON object
        #[arg(long)]
        json: bool,
    },
}

/// Does one of the three.
pub(crate) fn run(context: &Context, args: &CacheArgs) -> anyhow::Result<u8> {
    let bench = context.bench()?;
    let cache = SqliteCache::open(&cache_folder(&bench), pass_on_warnings())?;
    match &args.action {
        Action::Stats { json } => stats(&cache, *json),
        Action::Gc { max_size, max_age } => gc(&cache, *max_size, max_age.map(|Age(age)| age)),
        Action::Verify { json } => verify(&cache, *json),
    }
}

fn stats(cache: &SqliteCache, json: bool) -> anyhow::Result<u8> {
    let stats = cache.stats()?;
    if json {
        term::print_json(&json!({
            "path": cache.path(),
            "results": stats.rows,
            "bytes": stats.bytes,
            "by_outcome": stats.by_outcome,
            "oldest": stats.oldest,
            "hits": stats.hits,
            "misses": stats.misses,
        }))?;
        return Ok(exit::SCORED);
    }
    let mut table = Table::new(&["outcome", "results"]);
    for (outcome, rows) in &stats.by_outcome {
        table.row(vec![cell(outcome.as_str()), cell(number(*rows))]);
    }
    table.row(vec![cell("all"), cell(number(stats.rows))]);
    let asked = stats.hits + stats.misses;
    let share = if asked == 0 {
        0.0
    } else {
        100.0 * stats.hits as f64 / asked as f64
    };
    term::print(|out| {
        writeln!(
            out,
            "{}, {}",
            paint(Tone::Place, &cache.path().display().to_string()),
            words::bytes(stats.bytes)
        )?;
        table.write(out)?;
        writeln!(
            out,
            "answered {} of {} questions since it was made ({share:.1}%)",
            number(stats.hits),
            number(asked)
        )
    })?;
    Ok(exit::SCORED)
}

fn gc(
    cache: &SqliteCache,
    Size(max_bytes): Size,
    max_age: Option<Duration>,
) -> Result<u8, anyhow::Error> {
    let removed = cache.gc(GcLimits {
        max_bytes: Some(max_bytes),
        max_age,
    })?;
    let left = cache.stats()?;
    term::print(|out| {
        writeln!(
            out,
            "removed {} ({}); {} left ({})",
            words::count(size(removed.rows), "result"),
            words::bytes(removed.bytes),
            number(left.rows),
            words::bytes(left.bytes)
        )
    })?;
    Ok(exit::SCORED)
}

fn verify(cache: &SqliteCache, json: bool) -> Result<u8, anyhow::Error> {
    let found = cache
        .verify()
        .map_err(|error: CacheError| anyhow::Error::new(error))?;
    let sound = found.is_sound();
    if json {
        let damaged: Vec<_> = found
            .damaged
            .iter()
            .map(|damage| json!({ "key": damage.key, "what": damage.what }))
            .collect();
        term::print_json(&json!({
            "path": cache.path(), "sound": sound, "results": found.rows, "damaged": damaged, "structure": found.structure,
        }))?;
    } else {
        term::print(|out| {
            for line in &found.structure {
                writeln!(out, "{} {line}", paint(Tone::Bad, "structure:"))?;
            }
            for damage in &found.damaged {
                writeln!(
                    out,
                    "{} {}: {}",
                    paint(Tone::Bad, "damaged:"),
                    damage.key,
                    damage.what
                )?;
            }
            let verdict = if sound {
                paint(Tone::Good, "sound")
            } else {
                paint(Tone::Bad, "not sound")
            };
            writeln!(
                out,
                "{verdict}: {} checked",
                words::count(size(found.rows), "result")
            )?;
            if !sound {
                writeln!(
                    out,
                    "hint: a damaged result is a miss and is made again; remove {} to start empty",
                    cache.path().display()
                )?;
            }
            Ok(())
        })?;
    }
    Ok(if sound {
        exit::SCORED
    } else {
        exit::ENVIRONMENT
    })
}

fn number(count: u64) -> String {
    words::thousands(size(count))
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
