//! A project whose scenarios look at the process they run in, or do to it what a test should not.
#![allow(dead_code, reason = "each test file uses its part")]
#![allow(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fmt::Write as _;

use mutscore_model::outcome::{RunOutcome, RunReport};

use crate::bed::Both;

const PROJECT: &str = include_str!("projects/fidelity.txt");

/// What a run can look at, and finds alike in a new process and in a fork.
pub(crate) const ALIKE: &[&str] = &[
    "LOADED",
    "Dir.pwd",
    "ARGV",
    "$0",
    "$LOAD_PATH",
    "environment",
    "State::COUNT",
    "handlers",
    "[Process.getpgrp == Process.pid, Process.getsid == Process.pid]",
    "[Thread.list.size, Thread.current == Thread.main]",
    "[:NOFILE, :NPROC, :AS, :FSIZE].map { |name| Process.getrlimit(name) }",
    "[$VERBOSE, $DEBUG, $;, $,, $/]",
    "[Encoding.default_external, Encoding.default_internal, ''.encoding, Time.now.zone]",
    "File.umask",
    "[GC.stress, ObjectSpace.respond_to?(:trace_object_allocations), Thread.abort_on_exception, Thread.report_on_exception]",
    "first_descriptor",
    "status('Uid', 'Gid', 'CapEff', 'CapPrm', 'CapAmb', 'NoNewPrivs', 'Seccomp', 'SigBlk', 'Threads')",
    "files",
    "[$stdin.tty?, $stdin.read, $stdout.sync, $stderr.sync, $stdout.fileno]",
    "[Process.uid, Process.euid, Process.getpriority(Process::PRIO_PROCESS, 0)]",
    "[File.mtime('lib/extra.txt'), File.stat('lib/extra.txt').mode.to_s(8), File.writable?('lib/extra.txt')]",
    "[defined?(Fiddle), defined?(Etc), defined?(Coverage), defined?(Zygote), defined?(YAML), defined?(Date)]",
    "[rand(1), Random.new(3).rand(100)]",
    "[registry.step_definitions.size, %i[before after after_step].map { |phase| registry.send(:hooks)[phase].size }]",
    "[defined?(StringIO), defined?(RSpec), Cucumber.logger.level, $LOADED_FEATURES.grep_v(/mutscore/).size]",
];

/// What a run does, and what it ends in. Afterwards an ordinary run of the same session has to pass.
pub(crate) const DEEDS: &[(&str, &str, RunOutcome)] = &[
    (
        "kills its parent",
        "Process.kill(:KILL, Process.ppid); sleep 0.1",
        RunOutcome::Pass,
    ),
    (
        "kills its group",
        "Process.kill(:KILL, 0); sleep 30",
        RunOutcome::ExecutionFailure,
    ),
    (
        "closes every descriptor",
        "close_all",
        RunOutcome::Infrastructure,
    ),
    (
        "closes what it prints to",
        "[$stdin, $stdout, $stderr].each(&:close)",
        RunOutcome::Pass,
    ),
    (
        "forges a pass and fails",
        "forge; raise 'no'",
        RunOutcome::AssertionFailure,
    ),
    (
        "forges a pass and leaves",
        "forge; exit!(0)",
        RunOutcome::ExecutionFailure,
    ),
    (
        "writes garbage without an end",
        "9.times { forge('{{{') }",
        RunOutcome::Pass,
    ),
    ("forks and does not end the child", "fork", RunOutcome::Pass),
    (
        "forks and fails in the child",
        "raise 'in the child' if fork.nil?",
        RunOutcome::Pass,
    ),
    (
        "traces",
        "TracePoint.new(:line) {}.enable",
        RunOutcome::Pass,
    ),
    (
        "floods its output",
        "800.times { $stdout.write('x' * 65_536) }",
        RunOutcome::Pass,
    ),
    (
        "uses more memory than there is",
        "'x' * (10**10)",
        RunOutcome::ExecutionFailure,
    ),
    (
        "has much to say",
        "raise 'x' * (10**7)",
        RunOutcome::AssertionFailure,
    ),
    (
        "leaves a daemon",
        "daemon('left-by-a-run')",
        RunOutcome::Pass,
    ),
    (
        "leaves a thread",
        "Thread.new { sleep 600 }",
        RunOutcome::Pass,
    ),
    ("hangs at exit", "at_exit { sleep 600 }", RunOutcome::Pass),
    ("replaces what the shim uses", "replace", RunOutcome::Pass),
    (
        "empties its environment",
        "ENV.clear; $LOAD_PATH.clear; $LOADED_FEATURES.clear",
        RunOutcome::Pass,
    ),
    (
        "ends by a throw",
        "throw :nobody",
        RunOutcome::ExecutionFailure,
    ),
    ("serves on a port", "serve_once(8123)", RunOutcome::Pass),
    (
        "serves on the same port",
        "serve_once(8123)",
        RunOutcome::Pass,
    ),
    (
        "writes everywhere",
        "['.', Dir.home, Dir.tmpdir].each { |place| File.write(File.join(place, 'left'), '') }",
        RunOutcome::Pass,
    ),
    (
        "rewrites a file",
        "File.write('lib/extra.txt', 'spoilt')",
        RunOutcome::Pass,
    ),
    (
        "removes a file",
        "File.delete('lib/extra.txt')",
        RunOutcome::Pass,
    ),
    (
        "counts",
        "raise 'again' unless State.bump == 1",
        RunOutcome::Pass,
    ),
    (
        "counts again",
        "raise 'again' unless State.bump == 1",
        RunOutcome::Pass,
    ),
    (
        "changes a class",
        "class Cucumber::Core::Test::Runner; def test_step(*); raise 'changed'; end; end",
        RunOutcome::ExecutionFailure,
    ),
];

/// What an ordinary run looks at to see whether an earlier one left something.
const CLEAN: &str = "State::COUNT[:n].zero? && File.read('lib/extra.txt') == \"kept\\n\" && \
     files.none? { |names| names.include?('left') } && processes('left-by-a-run').zero?";

/// The project with a scenario for each of them.
pub(crate) fn project() -> String {
    let mut text = format!("{PROJECT}=== features/runs.feature\nFeature: runs\n");
    for expression in ALIKE {
        write!(
            text,
            "\n  Scenario: {expression}\n    Then tell {expression}\n"
        )
        .unwrap();
    }
    for (name, code, _) in DEEDS {
        let quotes = "\"\"\"";
        write!(
            text,
            "\n  Scenario: {name}\n    When this is done\n      {quotes}\n      {code}\n      {quotes}\n    And nothing is done\n"
        )
        .unwrap();
    }
    for expression in [
        "rand",
        "Random.bytes(9)",
        "[1, 2, 3, 4, 5, 6, 7, 8, 9].shuffle",
        "Process.pid",
    ] {
        write!(
            text,
            "\n  Scenario: tell {expression}\n    Then tell {expression}\n"
        )
        .unwrap();
    }
    write!(
        text,
        "\n  Scenario Outline: another library turns up\n    When row <n> is run\n\
         \n    Examples:\n      | n |\n      | 1 |\n      | 2 |\n"
    )
    .unwrap();
    write!(
        text,
        "\n  Scenario: clean\n    Then it holds that {CLEAN}\n\
         \n  Scenario: nothing\n    When nothing is done\n"
    )
    .unwrap();
    text
}

pub(crate) fn said(both: &Both) -> (String, String) {
    let message = |report: &RunReport| report.exception.as_ref().unwrap().message.clone();
    (message(&both.cold), message(&both.warm))
}
