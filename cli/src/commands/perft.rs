//! `floe perft`.

use std::io::Write as _;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use floe_core::notation::{fen, uci};
use floe_core::{Move, Position, Variant};
use serde::Serialize;

use crate::chosen::Placed;
use crate::fault::Failure;
use crate::json;
use crate::library::Library;
use crate::screen::Screen;
use crate::text::counted;

/// Count the leaves of the tree of legal moves
#[derive(Args, Debug)]
#[command(after_help = "Example:\n  floe perft ice-age 4 --divide")]
pub(crate) struct Perft {
    #[command(flatten)]
    placed: Placed,

    /// How many plies deep
    #[arg(allow_negative_numbers = true)]
    depth: u32,

    /// Show the leaves below each move
    #[arg(long)]
    divide: bool,

    /// Print `{variant,fen,depth,nodes,seconds,bulk}`, with --divide also `divide:[{uci,nodes}]`
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Json<'a> {
    variant: &'a str,
    fen: String,
    depth: u32,
    nodes: u64,
    seconds: f64,
    bulk: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<Vec<BranchJson>>,
}

#[derive(Serialize)]
struct BranchJson {
    uci: String,
    nodes: u64,
}

impl Perft {
    pub(crate) fn run(self, library: &Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let game = self.placed.game(library)?;
        let (variant, position) = (game.variant(), game.position());
        let start = Instant::now();
        let (whole, divide) = match self.depth {
            // There is no move to divide by at depth 0.
            1.. if self.divide => {
                let divide = variant.divide(position, self.depth);
                (divide.whole(), Some(divide.branches))
            }
            depth => (variant.perft(position, depth), self.divide.then(Vec::new)),
        };
        let seconds = start.elapsed().as_secs_f64();
        let divide = divide.map(|branches| in_order(variant, position, branches));
        if self.json {
            json::write(
                screen,
                &Json {
                    variant: variant.id(),
                    fen: fen::write(variant, position),
                    depth: self.depth,
                    nodes: whole.nodes,
                    seconds,
                    bulk: whole.bulk,
                    divide,
                },
            )?;
        } else {
            for branch in divide.iter().flatten() {
                writeln!(screen, "{}: {}", branch.uci, branch.nodes)?;
            }
            let pace = whole.nodes as f64 / seconds.max(1e-9) / 1e6;
            let bulk = if whole.bulk { "bulk counted" } else { "every leaf played" };
            let nodes = counted(whole.nodes, "node", "nodes");
            writeln!(screen, "{nodes} in {seconds:.3} s, {pace:.1} million a second, {bulk}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The leaves below each move, in the order of the alphabet.
fn in_order(variant: &Variant, position: &Position, branches: Vec<(Move, u64)>) -> Vec<BranchJson> {
    let branch = |(legal, nodes)| BranchJson { uci: uci::write(variant, position, legal), nodes };
    let mut branches: Vec<BranchJson> = branches.into_iter().map(branch).collect();
    branches.sort_by(|a, b| a.uci.cmp(&b.uci));
    branches
}
