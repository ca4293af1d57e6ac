//! `floe config`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::chosen::Chosen;
use crate::fault::Failure;
use crate::json;
use crate::library::Library;
use crate::screen::Screen;

/// Print a variant's whole configuration, as TOML that can be changed and played
#[derive(Args, Debug)]
#[command(
    after_help = "Example:\n  floe config ice-age > my.toml    then give it an id of its own, change it, and: floe play my.toml"
)]
pub(crate) struct Config {
    #[command(flatten)]
    chosen: Chosen,

    /// Print `{variant,toml}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'a str,
    toml: String,
}

impl Config {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = self.chosen.variant(library)?;
        let toml = floe_core::config::write(&variant);
        if self.json {
            json::write(screen, &Json { variant: variant.id(), toml })?;
        } else {
            write!(screen, "{toml}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
