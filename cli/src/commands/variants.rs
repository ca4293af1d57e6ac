//! `floe variants`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use floe_core::Registry;
use serde::Serialize;

use crate::fault::Failure;
use crate::json;
use crate::screen::Screen;

/// List the variants
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe variants")]
pub(crate) struct Variants {
    /// Print `{"variants":[{id,name}]}`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variants: Vec<VariantJson<'a>>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    id: &'a str,
    name: &'a str,
}

impl Variants {
    pub(crate) fn run(self, registry: &Registry, screen: &mut Screen) -> Result<ExitCode, Failure> {
        if self.json {
            let variants = registry.variants().map(|(id, name)| VariantJson { id, name }).collect();
            json::write(screen, &Json { variants })?;
        } else {
            let width = registry.variants().map(|(id, _)| id.len()).max().unwrap_or(0);
            for (id, name) in registry.variants() {
                writeln!(screen, "{id:width$}  {name}")?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
