//! `floe analyse`.

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, value_parser};
use floe_core::notation::pgn::{self, PgnGame, Remark};
use floe_core::notation::{fen, san};
use floe_core::search::{Control, Limits, Report, Searcher};
use floe_core::{Color, Game, Position, Variant};

use crate::chosen::Settings;
use crate::fault::{Failure, Fault};
use crate::library::Library;
use crate::play::thinking::line;
use crate::screen::Screen;
use crate::{files, limits, text};

/// The game that is played where none is named.
const DEFAULT: &str = "ice-age";

/// Show the best lines of a position, or go through the games of a PGN file and mark their mistakes
///
/// Scores are White's: +1.00 is a pawn more, #3 that White wins in 3 moves. Games are printed as PGN: a move with ? gives
/// away a pawn or more, one with ?? three or more; the better move stands behind it.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  floe analyse
  floe analyse '8/pk6/8/8/8/6P1/8/7K w - - 0 20'
  floe analyse game.pgn --time 2s > annotated.pgn")]
pub(crate) struct Analyse {
    /// A position in FEN, or a PGN file [default: the variant's start]
    #[arg(value_name = "FEN|GAMES.pgn")]
    what: Option<String>,

    /// The variant: an id, or a TOML file; games of a file say it themselves [default: ice-age]
    #[arg(long, value_name = "VARIANT")]
    variant: Option<String>,

    #[command(flatten)]
    settings: Settings,

    /// How many lines to show of a position
    #[arg(long, value_name = "N", default_value = "3", value_parser = value_parser!(u16).range(1..=500))]
    lines: u16,

    /// The time for each position: 1s, 100ms
    #[arg(long, value_name = "TIME", value_parser = text::duration)]
    time: Option<Duration>,

    /// The positions searched for each
    #[arg(long, value_name = "N", value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,

    /// The plies looked ahead
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..=127))]
    depth: Option<u32>,
}

/// What a position costs where nothing is said of it.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// So many moves of a line are shown.
const MOST_MOVES: usize = 10;
/// What a mistake gives away at least, in centipawns, and what a blunder.
const MISTAKE: i32 = 100;
const BLUNDER: i32 = 300;
/// Who is ahead by more has won, whatever is given away of it.
const WON: i32 = 900;

impl Analyse {
    pub(crate) fn run(self, library: Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let variant = |name: &str| library.variant(name, &self.settings.list);
        match self.what.as_deref().filter(|what| is_file(what)) {
            Some(path) => self.games(path, &library, self.variant.as_deref().map(variant).transpose()?, screen),
            None => {
                let variant = variant(self.variant.as_deref().unwrap_or(DEFAULT))?;
                let here = match &self.what {
                    None => *variant.start(),
                    Some(text) => {
                        fen::read(&variant, text).map_err(|errors| Failure::Unusable(Fault::of_fen(text, errors)))?
                    }
                };
                self.position(&variant, here, screen)
            }
        }
    }

    fn limits(&self, lines: usize) -> Limits {
        Limits { lines, ..limits::given(self.time, self.nodes, self.depth, Some(USUAL_TIME)) }
    }

    /// The best lines of a position.
    fn position(&self, variant: &Arc<Variant>, here: Position, screen: &mut Screen) -> Result<ExitCode, Failure> {
        let game = Game::from_position(variant.clone(), here);
        if let Some(outcome) = game.outcome() {
            writeln!(screen, "The game is over: {outcome}.")?;
            return Ok(ExitCode::SUCCESS);
        }
        let answer = searcher(variant)?.search(&game, &self.limits(self.lines.into()), &Control::new(), &mut |_| {});
        for report in &answer.lines {
            let moves = line(&game, &report.line, MOST_MOVES);
            writeln!(screen, "{:>7}  depth {:>2}  {moves}", of_white(here.turn(), report), report.depth)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The games of a file, annotated.
    fn games(
        &self,
        path: &str,
        library: &Library,
        variant: Option<Arc<Variant>>,
        screen: &mut Screen,
    ) -> Result<ExitCode, Failure> {
        let text = files::read_pgn(path)?;
        let mut games = library.games(&text, variant).peekable();
        if games.peek().is_none() {
            return Err(Fault::new(format!("there is no game in `{path}`")).of(path).into());
        }
        for (number, game) in games.enumerate() {
            let PgnGame { game, tags, .. } = game.map_err(|error| match error.unusable {
                true => Failure::from(Fault::of_pgn(path, &text, &error)),
                false => Failure::Illegal(Fault::of_pgn(path, &text, &error)),
            })?;
            if number > 0 {
                writeln!(screen)?;
            }
            let remarks = self.remarks(&game)?;
            write!(screen, "{}", pgn::write_with(&game, &tags, &library.registry, |ply| remarks[ply].clone()))?;
            screen.flush()?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// What is to be said of each ply.
    fn remarks(&self, game: &Game) -> Result<Vec<Option<Remark>>, Failure> {
        let searcher = searcher(game.variant())?;
        let mut replay = Game::from_position(game.variant().clone(), *game.start());
        let limits = self.limits(1);
        let look =
            |replay: &Game| searcher.search(replay, &limits, &Control::new(), &mut |_| {}).lines.into_iter().next();
        let mut before = look(&replay);
        let mut remarks = Vec::new();
        for ply in game.plies() {
            let (turn, here) = (replay.position().turn(), *replay.position());
            if let Err(refusal) = replay.play(ply.played) {
                // A game that was read is legal.
                return Err(Failure::Illegal(Fault::new(refusal.to_string())));
            }
            let after = look(&replay);
            remarks.push(before.as_ref().zip(after.as_ref()).and_then(|(best, then)| {
                let now = if replay.position().turn() == turn { then.score } else { then.score.reversed() };
                let (best_points, now_points) = (best.score.centipawns(), now.centipawns());
                let lost = best_points - now_points;
                let is_plain = best.line.first() == Some(&ply.played) || now_points > WON || best_points < -WON;
                let glyph = match lost {
                    _ if is_plain || lost < MISTAKE => return None,
                    BLUNDER.. => "??",
                    _ => "?",
                };
                let better = san::write(game.variant(), &here, *best.line.first()?);
                let then = if replay.position().turn() == Color::White { then.score } else { then.score.reversed() };
                Some(Remark { glyph, comment: format!("{then}; better {better}: {}", of_white(turn, best)) })
            }));
            before = after;
        }
        Ok(remarks)
    }
}

/// Whether a word names a file rather than a position.
fn is_file(what: &str) -> bool {
    !what.contains(' ') && (what.ends_with(".pgn") || std::path::Path::new(what).exists())
}

fn searcher(variant: &Arc<Variant>) -> Result<Searcher, Failure> {
    Searcher::new(variant.clone()).map_err(|error| Fault::new(error.to_string()).into())
}

/// A score as White has it.
fn of_white(turn: Color, report: &Report) -> String {
    let score = if turn == Color::White { report.score } else { report.score.reversed() };
    score.to_string()
}
