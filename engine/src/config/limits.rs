//! Limits of runs and bounds of their sandbox: numbers within sense, and the defaults where none is given.

use std::time::Duration;

use mutscore_runners::runner::Bounds;
use toml::Spanned;

use super::defaults;
use super::file::LimitsFile;
use super::problem::ConfigError;
use super::resolve::Stage;
use super::timeouts::LimitPolicy;

const MIB: u64 = 1024 * 1024;
/// No limit is longer than a week: beyond it a run is not a test.
const LONGEST_SECONDS: f64 = 7.0 * 24.0 * 3600.0;

impl Stage<'_> {
    pub(super) fn limits(&self, file: &LimitsFile) -> Result<LimitPolicy, ConfigError> {
        let factor = match &file.factor {
            None => defaults::FACTOR,
            Some(typed) if (1.0..=1e6).contains(typed.get_ref()) => *typed.get_ref(),
            Some(typed) => {
                return Err(self.bad(
                    typed.span(),
                    "factor",
                    typed.get_ref(),
                    "it must be at least 1",
                ));
            }
        };
        let policy = LimitPolicy {
            factor,
            wall_floor: self.seconds(
                "wall-floor-seconds",
                file.wall_floor_seconds.as_ref(),
                defaults::WALL_FLOOR_SECONDS,
            )?,
            cpu_floor: self.seconds(
                "cpu-floor-seconds",
                file.cpu_floor_seconds.as_ref(),
                defaults::CPU_FLOOR_SECONDS,
            )?,
            cap: self.seconds(
                "cap-seconds",
                file.cap_seconds.as_ref(),
                defaults::CAP_SECONDS,
            )?,
        };
        if policy.cap >= policy.wall_floor.max(policy.cpu_floor) {
            return Ok(policy);
        }
        let typed = [
            &file.cap_seconds,
            &file.wall_floor_seconds,
            &file.cpu_floor_seconds,
        ];
        let at = typed
            .iter()
            .find_map(|typed| typed.as_ref().map(Spanned::span))
            .unwrap_or(0..0);
        Err(self.bad(
            at,
            "cap-seconds",
            &policy.cap.as_secs_f64(),
            "it must not be below the floors",
        ))
    }

    pub(super) fn bounds(&self, file: &LimitsFile) -> Result<Bounds, ConfigError> {
        Ok(Bounds {
            processes: self.count("processes", file.processes.as_ref(), defaults::PROCESSES, 1)?,
            memory: self.mebibytes("memory-mib", file.memory_mib.as_ref(), defaults::MEMORY_MIB)?,
            disk: self.mebibytes("disk-mib", file.disk_mib.as_ref(), defaults::DISK_MIB)?,
            open_files: self.count(
                "open-files",
                file.open_files.as_ref(),
                defaults::OPEN_FILES,
                16,
            )?,
            load: self.seconds(
                "load-seconds",
                file.load_seconds.as_ref(),
                defaults::LOAD_SECONDS,
            )?,
        })
    }

    fn seconds(
        &self,
        key: &'static str,
        typed: Option<&Spanned<f64>>,
        default: f64,
    ) -> Result<Duration, ConfigError> {
        match typed {
            None => Ok(Duration::from_secs_f64(default)),
            Some(typed) if *typed.get_ref() > 0.0 && *typed.get_ref() <= LONGEST_SECONDS => {
                Ok(Duration::from_secs_f64(*typed.get_ref()))
            }
            Some(typed) => Err(self.bad(
                typed.span(),
                key,
                typed.get_ref(),
                "it must be above 0 seconds and at most a week",
            )),
        }
    }

    fn mebibytes(
        &self,
        key: &'static str,
        typed: Option<&Spanned<u64>>,
        default: u64,
    ) -> Result<u64, ConfigError> {
        match typed {
            None => Ok(default * MIB),
            Some(typed) if (1..=MIB * MIB).contains(typed.get_ref()) => Ok(typed.get_ref() * MIB),
            Some(typed) => Err(self.bad(
                typed.span(),
                key,
                typed.get_ref(),
                "it must be at least 1 MiB",
            )),
        }
    }

    fn count(
        &self,
        key: &'static str,
        typed: Option<&Spanned<u32>>,
        default: u32,
        least: u32,
    ) -> Result<u32, ConfigError> {
        match typed {
            None => Ok(default),
            Some(typed) if *typed.get_ref() >= least => Ok(*typed.get_ref()),
            Some(typed) => Err(self.bad(
                typed.span(),
                key,
                typed.get_ref(),
                &format!("it must be at least {least}"),
            )),
        }
    }
}
