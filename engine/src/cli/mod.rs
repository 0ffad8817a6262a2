//! The command line: what was typed, what is printed, and the exit code. No algorithm lives here.

mod args;
mod batch;
mod bug;
mod cache;
mod check;
mod choose;
mod compare;
mod compile;
mod completions;
mod context;
mod doctor;
mod examine;
mod exit;
mod explain;
mod freeze;
mod init;
mod instances;
mod interrupt;
mod log;
mod mutants;
mod pairs;
mod peel;
mod problem;
mod rank;
mod run;
mod schema;
mod score;
mod several;
mod short_form;
mod since;
mod table;
mod term;
mod values;
mod view;
mod watch;

pub(crate) use run::main;
