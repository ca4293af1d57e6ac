//! `floe check`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::config::{Checked, ConfigError};
use serde::Serialize;

use crate::chosen::Settings;
use crate::fault::{Failure, Fault};
use crate::json::{self, ErrorJson};
use crate::library::{Library, Unfit};
use crate::screen::Screen;
use crate::text::counted;
use crate::{NO, UNUSABLE, report};

/// Tell all that is wrong with variant files, and what is surely not meant
///
/// The exit code is 1 if a file has faults, and 2 if one cannot be read. Warnings are no faults.
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe check my.toml other.toml")]
pub(crate) struct Check {
    /// TOML files, or ids of variants
    #[arg(value_name = "FILE|VARIANT", required = true)]
    names: Vec<String>,

    #[command(flatten)]
    settings: Settings,

    /// Print `{"files":[{file,variant,faults:[{message,file,line,column,hint}],warnings}]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    files: Vec<FileJson<'a>>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    file: &'a str,
    variant: Option<&'a str>,
    faults: Vec<ErrorJson>,
    warnings: Vec<ErrorJson>,
}

/// What is said of one file.
struct Verdict {
    checked: Option<Checked>,
    faults: Vec<Fault>,
    warnings: Vec<Fault>,
    unread: bool,
}

impl Check {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let verdicts: Vec<(&str, Verdict)> = self
            .names
            .iter()
            .map(|name| (name.as_str(), Verdict::from(library.check(name, &self.settings.list))))
            .collect();
        if self.json {
            json::write(screen, &Json { files: verdicts.iter().map(FileJson::from).collect() })?;
        } else {
            for (name, verdict) in &verdicts {
                verdict.tell(name, screen)?;
            }
        }
        let verdicts = || verdicts.iter().map(|(_, verdict)| verdict);
        Ok(ExitCode::from(match () {
            () if verdicts().any(|verdict| verdict.unread) => UNUSABLE,
            () if verdicts().any(|verdict| !verdict.faults.is_empty()) => NO,
            () => 0,
        }))
    }
}

impl From<Result<Checked, Unfit>> for Verdict {
    fn from(result: Result<Checked, Unfit>) -> Verdict {
        match result {
            Ok(checked) => {
                let warnings = checked.warnings.iter().cloned().map(|warning: ConfigError| warning.into()).collect();
                Verdict { checked: Some(checked), faults: Vec::new(), warnings, unread: false }
            }
            Err(Unfit { faults, unread }) => Verdict { checked: None, faults, warnings: Vec::new(), unread },
        }
    }
}

impl Verdict {
    fn tell(&self, name: &str, screen: &mut Screen) -> Result<(), Failure> {
        let count = |found: &[Fault], one, many| counted(found.len() as u64, one, many);
        match &self.checked {
            Some(checked) => {
                let warnings = if self.warnings.is_empty() {
                    "no warnings".to_owned()
                } else {
                    count(&self.warnings, "warning", "warnings")
                };
                writeln!(screen, "{name}: {}, no faults, {warnings}.", checked.variant.name())?;
            }
            None if self.unread => writeln!(screen, "{name}: cannot be read.")?,
            None => writeln!(screen, "{name}: {}.", count(&self.faults, "fault", "faults"))?,
        }
        screen.flush()?;
        for (found, level) in [(&self.faults, report::FAULT), (&self.warnings, report::WARNING)] {
            if !found.is_empty() {
                report::print(found, level, screen.look.ascii)?;
            }
        }
        Ok(())
    }
}

impl<'a> From<&'a (&'a str, Verdict)> for FileJson<'a> {
    fn from((file, verdict): &'a (&'a str, Verdict)) -> FileJson<'a> {
        let list = |faults: &[Fault]| faults.iter().map(ErrorJson::from).collect();
        FileJson {
            file,
            variant: verdict.checked.as_ref().map(|checked| checked.variant.id()),
            faults: list(&verdict.faults),
            warnings: list(&verdict.warnings),
        }
    }
}
