//! Operators that take what a language offers under one heading.

use crate::offer::Feature;
use crate::operator::{Operator, OperatorMeta};
use crate::role_set::RoleSet;

/// One of them.
pub(crate) struct Offered {
    meta: &'static OperatorMeta,
    feature: Feature,
    sees_load_time: bool,
}

impl Offered {
    pub(crate) const fn new(meta: &'static OperatorMeta, feature: Feature) -> Self {
        Self {
            meta,
            feature,
            sees_load_time: false,
        }
    }

    pub(crate) const fn also_at_load_time(mut self) -> Self {
        self.sees_load_time = true;
        self
    }
}

impl Operator for Offered {
    fn meta(&self) -> &'static OperatorMeta {
        self.meta
    }

    fn roles(&self) -> RoleSet {
        RoleSet::NONE
    }

    fn feature(&self) -> Option<Feature> {
        Some(self.feature)
    }

    fn sees_load_time(&self) -> bool {
        self.sees_load_time
    }
}
