//! "Maybe already done": the stage before the executor.

use std::collections::HashMap;
use std::ops::ControlFlow;

use mutscore_model::outcome::RunReport;

use super::Request;
use crate::cache::{Key, ResultCache};

/// How a request is answered without a run of its own.
#[derive(Debug)]
pub(super) enum Known {
    /// By the cache.
    Report(Box<RunReport>),
    /// By the run of an earlier request with the same key.
    SameAs(usize),
}

/// Looks requests up, in order, and remembers which keys are being run.
#[derive(Default)]
pub(super) struct Lookup {
    first: HashMap<Key, usize>,
}

impl Lookup {
    /// `Break` with the answer, or `Continue` with the request that has to be run.
    pub(super) fn ask(
        &mut self,
        index: usize,
        request: Request,
        cache: &dyn ResultCache,
    ) -> ControlFlow<Known, Request> {
        let Some(key) = request.key else {
            return ControlFlow::Continue(request);
        };
        if let Some(earlier) = self.first.get(&key) {
            return ControlFlow::Break(Known::SameAs(*earlier));
        }
        if let Some(report) = cache.get(&key) {
            return ControlFlow::Break(Known::Report(Box::new(report)));
        }
        self.first.insert(key, index);
        ControlFlow::Continue(request)
    }
}
