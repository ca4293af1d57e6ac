//! `floe variants`.

use std::io::Write as _;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;

use crate::fault::Failure;
use crate::json;
use crate::library::{Library, Unfit};
use crate::program;
use crate::screen::Screen;

/// List the variants, those of your own files too
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe variants")]
pub(crate) struct Variants {
    /// Print `{"variants":[{id,name}]}`; a variant of your own has a `file` too, and what cannot be used is in `broken`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variants: Vec<VariantJson<'a>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    broken: Vec<BrokenJson<'a>>,
}

#[derive(Serialize)]
struct VariantJson<'a> {
    id: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

#[derive(Serialize)]
struct BrokenJson<'a> {
    file: &'a str,
    message: String,
}

impl Variants {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let list = Json::new(library);
        if self.json {
            json::write(screen, &list)?;
        } else {
            write!(screen, "{}", list.text())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl<'a> Json<'a> {
    fn new(library: &'a Library) -> Json<'a> {
        let mut variants = Vec::new();
        let mut broken: Vec<BrokenJson<'_>> = Vec::new();
        for (id, name) in library.registry.variants().filter(|(id, _)| !library.is_contested(id)) {
            let file = library.registry.origin(id);
            // Bundled variants are sound, and there may be many of them.
            match file.map(|file| (file, library.registry.variant(id))) {
                Some((file, Some(Err(errors)))) => broken.push(BrokenJson::new(file, &errors.into())),
                _ => variants.push(VariantJson { id, name, file }),
            }
        }
        broken.extend(library.refused().iter().map(|refused| BrokenJson::new(&refused.path, &refused.why)));
        Json { variants, broken }
    }

    fn text(&self) -> String {
        let width = |of: fn(&VariantJson<'a>) -> &'a str| {
            self.variants.iter().map(|variant| of(variant).chars().count()).max().unwrap_or(0)
        };
        let (ids, names) = (width(|variant| variant.id), width(|variant| variant.name));
        let mut text = String::new();
        for VariantJson { id, name, file } in &self.variants {
            let line = format!("{id:ids$}  {name:names$}  {}", file.unwrap_or_default());
            text.push_str(line.trim_end());
            text.push('\n');
        }
        for BrokenJson { file, message } in &self.broken {
            text.push_str(&format!("\nbroken: {file}\n  {message}\n"));
        }
        text
    }
}

impl<'a> BrokenJson<'a> {
    fn new(file: &'a str, why: &Unfit) -> BrokenJson<'a> {
        let message = match why.faults.as_slice() {
            [] => String::new(),
            [fault] => fault.message.clone(),
            [first, others @ ..] => {
                format!("{} (and {} more: {} check {file})", first.message, others.len(), program())
            }
        };
        BrokenJson { file, message }
    }
}
