//! How long a mutated run may take: the unmutated run times a factor, between a floor and a cap.
//!
//! Pure arithmetic, so that freezing and scoring cannot differ. The floors keep a scenario of two milliseconds
//! from timing out because the machine was busy; the cap keeps a slow one from holding a worker for hours.

use std::time::Duration;

use mutscore_runners::runner::RunLimits;

/// The timeout part of a project's limits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LimitPolicy {
    /// Multiple of the unmutated run; at least 1.
    pub factor: f64,
    /// Least wall limit.
    pub wall_floor: Duration,
    /// Least CPU limit.
    pub cpu_floor: Duration,
    /// Greatest limit, wall or CPU; not below either floor.
    pub cap: Duration,
}

/// What an unmutated run took; load time is not part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Baseline {
    /// Wall time.
    pub wall: Duration,
    /// CPU time, user and system, children included.
    pub cpu: Duration,
}

impl LimitPolicy {
    /// Limits of a mutated run, given what the unmutated one took.
    #[must_use]
    pub fn limits(&self, baseline: Baseline) -> RunLimits {
        RunLimits {
            wall: self.stretch(baseline.wall, self.wall_floor),
            cpu: self.stretch(baseline.cpu, self.cpu_floor),
        }
    }

    /// Limits of a run that has nothing to be measured against: the first unmutated one.
    #[must_use]
    pub fn unmeasured(&self) -> RunLimits {
        RunLimits {
            wall: self.cap,
            cpu: self.cap,
        }
    }

    fn stretch(&self, taken: Duration, floor: Duration) -> Duration {
        // Saturates instead of panicking where factor × time exceeds what a Duration can hold.
        let stretched =
            Duration::try_from_secs_f64(taken.as_secs_f64() * self.factor).unwrap_or(Duration::MAX);
        stretched.max(floor).min(self.cap)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: LimitPolicy = LimitPolicy {
        factor: 10.0,
        wall_floor: Duration::from_secs(10),
        cpu_floor: Duration::from_secs(2),
        cap: Duration::from_secs(600),
    };

    fn limits(wall: f64, cpu: f64) -> (f64, f64) {
        let baseline = Baseline {
            wall: Duration::from_secs_f64(wall),
            cpu: Duration::from_secs_f64(cpu),
        };
        let limits = POLICY.limits(baseline);
        (limits.wall.as_secs_f64(), limits.cpu.as_secs_f64())
    }

    #[test]
    fn a_quick_run_gets_the_floors() {
        assert_eq!(limits(0.003, 0.002), (10.0, 2.0));
    }

    #[test]
    fn a_slow_run_gets_its_time_times_the_factor() {
        assert_eq!(limits(3.5, 3.0), (35.0, 30.0));
    }

    #[test]
    fn a_very_slow_run_is_capped_and_an_endless_one_does_not_overflow() {
        assert_eq!(limits(100.0, 90.0), (600.0, 600.0));
        let endless = Baseline {
            wall: Duration::MAX,
            cpu: Duration::MAX,
        };
        assert_eq!(POLICY.limits(endless), POLICY.unmeasured());
    }

    #[test]
    fn an_unmeasured_run_may_use_the_cap() {
        assert_eq!(
            POLICY.unmeasured(),
            RunLimits {
                wall: POLICY.cap,
                cpu: POLICY.cap
            }
        );
    }
}
