//! `floe perft`.

use std::io::Write as _;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::Instant;

use clap::Args;
use floe_core::notation::{fen, uci};
use floe_core::perft::NoMemory;
use floe_core::{Counting, Divide, Move, Position, Variant};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;

use crate::args::whole;
use crate::chosen::Placed;
use crate::fault::{Failure, Fault};
use crate::interrupt;
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
    #[arg(allow_negative_numbers = true, value_parser = whole::<u32, 0, 255>)]
    depth: u32,

    /// Show the leaves below each move
    #[arg(long)]
    divide: bool,

    /// Count on so many threads
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = whole::<u16, 1, 1024>)]
    threads: u16,

    /// Use so many MiB to count what is reached in several ways only once
    #[arg(long, value_name = "MB", allow_negative_numbers = true, value_parser = whole::<u32, 1, { 1 << 20 }>)]
    hash: Option<u32>,

    /// Play the last ply too, instead of counting its moves
    #[arg(long)]
    no_bulk: bool,

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
        interrupt::on_ctrl_c(|| ControlFlow::Break(()));
        let start = Instant::now();
        let counting = self.counting(variant)?;
        let (whole, branches) = match self.depth {
            // There is no move to divide by at depth 0.
            1.. if self.divide || self.threads > 1 => {
                let divide = self.branches(&counting, variant, position)?;
                (divide.whole(), divide.branches)
            }
            depth => (counting.perft(position, depth), Vec::new()),
        };
        let seconds = start.elapsed().as_secs_f64();
        let divide = self.divide.then(|| in_order(variant, position, branches));
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

    /// How leaves are to be counted.
    fn counting<'v>(&self, variant: &'v Variant) -> Result<Counting<'v>, Failure> {
        let counting = Counting::new(variant);
        let counting = if self.no_bulk { counting.without_bulk() } else { counting };
        match self.hash {
            Some(mebibytes) => {
                let small = |error: NoMemory| Fault::new(error.to_string()).hint("ask for less");
                Ok(counting.with_hash(mebibytes as usize).map_err(small)?)
            }
            None => Ok(counting),
        }
    }

    /// The leaves below each legal move, counted on as many threads as were asked for.
    fn branches(&self, counting: &Counting<'_>, variant: &Variant, position: &Position) -> Result<Divide, Failure> {
        let threads = self.threads.into();
        if threads == 1 {
            return Ok(counting.divide(position, self.depth));
        }
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().map_err(|error| {
            Fault::new(format!("{threads} threads cannot be started: {error}")).hint("ask for fewer")
        })?;
        // With the moves of two plies there is enough to share, mostly even where the first is forced.
        let below = |first| (first, leaves(counting, variant, &variant.play(position, first), self.depth - 1, 1));
        let branches = pool.install(|| variant.legal_moves(position).into_par_iter().map(below).collect());
        Ok(Divide { branches, bulk: !self.no_bulk })
    }
}

/// The leaves at a depth. Threads share the moves of the first `shared` plies.
fn leaves(counting: &Counting<'_>, variant: &Variant, position: &Position, depth: u32, shared: u32) -> u64 {
    if depth == 0 || shared == 0 {
        return counting.perft(position, depth).nodes;
    }
    let below = |legal| leaves(counting, variant, &variant.play(position, legal), depth - 1, shared - 1);
    variant.legal_moves(position).into_par_iter().map(below).sum()
}

/// The leaves below each move, in the order of the alphabet.
fn in_order(variant: &Variant, position: &Position, branches: Vec<(Move, u64)>) -> Vec<BranchJson> {
    let branch = |(legal, nodes)| BranchJson { uci: uci::write(variant, position, legal), nodes };
    let mut branches: Vec<BranchJson> = branches.into_iter().map(branch).collect();
    branches.sort_by(|a, b| a.uci.cmp(&b.uci));
    branches
}
