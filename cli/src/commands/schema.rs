//! `floe schema`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;

use crate::fault::Failure;
use crate::library::Library;
use crate::schema;
use crate::screen::Screen;

/// Print a JSON schema of variant files, by which editors complete and check them
#[derive(Args, Debug)]
#[command(after_help = "\
Example:
  floe schema > floe.schema.json    then start a file with: #:schema ./floe.schema.json")]
pub(crate) struct Schema {
    /// The same: a schema is JSON
    #[arg(long)]
    json: bool,
}

impl Schema {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let schema = schema::schema(&library.registry);
        if self.json {
            crate::json::write(screen, &schema)?;
        } else {
            writeln!(screen, "{schema:#}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
