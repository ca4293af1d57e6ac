//! `floe uci`: the Universal Chess Interface, for every variant.

mod go;
mod options;

use std::io::Write as _;
use std::process::ExitCode;
use std::sync::Arc;

use clap::Args;
use floe_core::notation::{fen, uci};
use floe_core::search::{Answer, Control, Limits, Report, Score, Searcher};
use floe_core::{Counting, Game, Move, Position, Variant, config};

use self::go::Go;
use self::options::Options;
use super::{Output, Thinking, lines, wait_for_leave};
use crate::fault::{Failure, Fault};
use crate::library::Library;
use crate::program;
use crate::screen::Screen;

/// The game that is played until another is named.
const DEFAULT: &str = "chess";

/// Speak UCI, the protocol of graphical chess programs, for any variant
///
/// UCI_Variant chooses the game, by id or by the name that other programs have for it; VariantPath names TOML files of
/// more games.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  floe uci
  printf 'setoption name UCI_Variant value ice-age\\nposition startpos\\ngo depth 5\\n' | floe uci")]
pub(crate) struct Uci {
    /// The game to begin with: an id, or a TOML file
    #[arg(value_name = "VARIANT", default_value = DEFAULT)]
    name: String,
}

impl Uci {
    pub(crate) fn run(self, library: Library, screen: &mut Screen) -> Result<ExitCode, Failure> {
        screen.flush()?;
        let variant = library.variant(&self.name, &[])?;
        let out = Output::default();
        let options = Options::default();
        let searcher = searcher(&variant, options).map_err(|message| Failure::from(Fault::new(message)))?;
        let game = Game::new(variant.clone());
        let mut session = Session { library, out, options, plain: variant, searcher, game, thinking: None };
        for line in lines() {
            if session.obey(&line) == Then::Quit || session.out.is_closed() {
                return Ok(ExitCode::SUCCESS);
            }
        }
        // The input has ended: what was asked for is still answered.
        if let Some(thinking) = session.thinking.take() {
            thinking.finish();
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A player with these options.
fn searcher(variant: &Arc<Variant>, options: Options) -> Result<Arc<Searcher>, String> {
    let searcher = Searcher::new(variant.clone()).and_then(|searcher| searcher.with_hash(options.hash));
    let searcher = searcher.map_err(|error| error.to_string())?.with_threads(options.threads);
    let searcher = searcher.with_level(options.level, 0);
    Ok(Arc::new(if options.rule_terms { searcher } else { searcher.without_rule_terms() }))
}

/// What to do after a line.
#[derive(PartialEq, Eq)]
enum Then {
    GoOn,
    Quit,
}

/// A conversation.
struct Session {
    library: Library,
    out: Output,
    options: Options,
    /// The variant as it is named; castling may be free in the one that is played.
    plain: Arc<Variant>,
    searcher: Arc<Searcher>,
    game: Game,
    thinking: Option<Thinking>,
}

/// The commands; what stands before one in a line is passed over.
const COMMANDS: [&str; 11] =
    ["uci", "debug", "isready", "setoption", "register", "ucinewgame", "position", "go", "stop", "ponderhit", "quit"];

impl Session {
    fn obey(&mut self, line: &str) -> Then {
        let mut words = line.split_whitespace().skip_while(|word| !COMMANDS.contains(word));
        let Some(command) = words.next() else { return Then::GoOn };
        let rest: Vec<&str> = words.collect();
        match command {
            "uci" => self.introduce(),
            "isready" => self.out.line("readyok"),
            "setoption" => self.set_option(&rest),
            "ucinewgame" => {
                self.thinking = None;
                self.searcher.forget();
            }
            "position" => self.position(&rest),
            "go" => self.go(&rest),
            "stop" => self.thinking = None,
            "ponderhit" => {
                if let Some(thinking) = &self.thinking {
                    thinking.ponderhit();
                }
            }
            "quit" => {
                self.thinking = None;
                return Then::Quit;
            }
            _ => {}
        }
        Then::GoOn
    }

    fn say(&self, message: impl std::fmt::Display) {
        let message = message.to_string();
        for line in message.lines().filter(|line| !line.trim().is_empty()) {
            self.out.line(&format!("info string {line}"));
        }
    }

    /// Who this is, and what can be set.
    fn introduce(&self) {
        self.out.line(&format!("id name {} {}", program(), env!("CARGO_PKG_VERSION")));
        self.out.line("id author the Floe developers");
        for line in Options::describe() {
            self.out.line(&line);
        }
        let games: String = self.variants().map(|variant| format!(" var {}", name_of(&variant))).collect();
        self.out.line(&format!("option name UCI_Variant type combo default {}{games}", name_of(&self.plain)));
        self.out.line("option name VariantPath type string default <empty>");
        self.out.line("uciok");
    }

    fn variants(&self) -> impl Iterator<Item = Arc<Variant>> {
        let registry = &self.library.registry;
        registry.variants().filter_map(|(id, _)| registry.variant(id)?.ok())
    }

    fn set_option(&mut self, words: &[&str]) {
        let value_at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let name = words[..value_at].iter().skip_while(|word| **word == "name").copied().collect::<Vec<_>>().join(" ");
        let value = words.get(value_at + 1..).unwrap_or_default().join(" ");
        self.thinking = None;
        let before = self.options;
        let done = match name.to_ascii_lowercase().as_str() {
            "uci_variant" => self.choose(&value),
            "variantpath" => self.add_files(&value),
            "clear hash" => {
                self.searcher.forget();
                Ok(())
            }
            _ => match self.options.set(&name, &value) {
                Some(Ok(())) if self.options == before => Ok(()),
                Some(Ok(())) => self.renew(),
                Some(Err(wrong)) => Err(format!("{name}: {wrong}")),
                None => Err(format!("there is no option {name:?}")),
            },
        };
        if let Err(message) = done {
            self.options = before;
            self.say(message);
        }
    }

    /// Plays another game: by its name here, or by its id.
    fn choose(&mut self, name: &str) -> Result<(), String> {
        let known = self.variants().find(|variant| name_of(variant) == name);
        let variant =
            known.map_or_else(|| self.library.variant(name, &[]), Ok).map_err(|failure| failure.to_string())?;
        let before = std::mem::replace(&mut self.plain, variant);
        if let Err(message) = self.renew() {
            self.plain = before;
            return Err(message);
        }
        self.out.line(&format!("info string {}", self.describe()));
        Ok(())
    }

    /// The line by which variant-aware programs know the board.
    fn describe(&self) -> String {
        let variant = self.game.variant();
        let (board, kinds) = (variant.geometry(), variant.kinds());
        let pocket = if variant.declared().hands { kinds.iter().filter(|kind| !kind.neutral).count() } else { 0 };
        format!(
            "variant {} files {} ranks {} pocket {pocket} template {} startpos {}",
            name_of(variant),
            board.files(),
            board.ranks(),
            name_of(variant),
            fen::write(variant, variant.start())
        )
    }

    /// Reads the files of more games, parted by `;` or, where paths have none, by `,`.
    fn add_files(&mut self, paths: &str) -> Result<(), String> {
        let mut faults = Vec::new();
        let is_path = |path: &&str| !path.is_empty() && *path != "<empty>";
        for path in paths.split([';', ',']).map(str::trim).filter(is_path) {
            match self.library.add_named(path) {
                Ok(()) => {}
                Err(failure) => faults.push(failure.to_string()),
            }
        }
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    /// Makes the variant and the player anew, by the options as they are now.
    fn renew(&mut self) -> Result<(), String> {
        let variant =
            match self.options.chess960 && !self.plain.castles_freely() && self.plain.laws().castling.is_some() {
                true => config::adjust(&self.plain, &["castling.array=free".to_owned()], &self.library.registry)
                    .map_err(|errors| errors.to_string())?,
                false => self.plain.clone(),
            };
        self.searcher = searcher(&variant, self.options)?;
        self.game = Game::new(variant);
        Ok(())
    }

    fn position(&mut self, words: &[&str]) {
        self.thinking = None;
        match self.read_position(words) {
            Ok(game) => self.game = game,
            Err(message) => self.say(message),
        }
    }

    fn read_position(&self, words: &[&str]) -> Result<Game, String> {
        let variant = self.game.variant();
        let moves_at = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
        let (place, moves) = words.split_at(moves_at);
        let start = match place {
            ["startpos", ..] => *variant.start(),
            ["fen", fen @ ..] => fen::read(variant, &fen.join(" ")).map_err(|errors| errors.to_string())?,
            _ => return Err("a position is startpos, or fen and a FEN".to_owned()),
        };
        let mut game = Game::from_position(variant.clone(), start);
        for text in moves.iter().skip(1) {
            let played = uci::read(variant, game.position(), text).map_err(|error| error.to_string())?;
            game.play(played).map_err(|refusal| refusal.to_string())?;
        }
        Ok(game)
    }

    fn go(&mut self, words: &[&str]) {
        self.thinking = None;
        let go = Go::read(words.iter().copied(), self.game.variant(), self.game.position());
        let (out, game) = (self.out.clone(), self.game.clone());
        if let Some(depth) = go.perft {
            let control = Arc::new(Control::new());
            self.thinking = Some(Thinking::start(control, true, move |control| perft(&game, depth, control, &out)));
            return;
        }
        let searcher = self.searcher.clone();
        let limits = Limits { lines: self.options.lines, ..go.limits };
        let control = Arc::new(if go.ponder { Control::pondering() } else { Control::new() });
        self.thinking = Some(Thinking::start(control, go.is_bounded, move |control| {
            let answer = searcher.search(&game, &limits, control, &mut |report| out.line(&info(&game, report)));
            wait_for_leave(control, go.is_bounded);
            out.line(&best_move(&game, &answer));
        }));
    }
}

/// What a variant is called in UCI.
fn name_of(variant: &Variant) -> String {
    variant.spec().names.uci.clone().unwrap_or_else(|| variant.id().to_owned())
}

/// A line of the search: `info depth 9 seldepth 14 multipv 1 score cp 31 … pv e2e4 e7e5`.
fn info(game: &Game, report: &Report) -> String {
    let score = match report.score {
        Score::Centipawns(points) => format!("cp {points}"),
        Score::Mate(moves) => format!("mate {moves}"),
    };
    format!(
        "info depth {} seldepth {} multipv {} score {score} nodes {} nps {} hashfull {} time {} pv {}",
        report.depth,
        report.deepest,
        report.rank,
        report.nodes,
        report.nodes_per_second(),
        report.hash_full,
        report.time.as_millis(),
        line(game.variant(), game.position(), &report.line).join(" ")
    )
}

/// Moves in coordinates, each from the position after the ones before it.
fn line(variant: &Variant, from: &Position, moves: &[Move]) -> Vec<String> {
    let mut here = *from;
    let mut words = Vec::with_capacity(moves.len());
    for &played in moves {
        words.push(uci::write(variant, &here, played));
        here = variant.play(&here, played);
    }
    words
}

fn best_move(game: &Game, answer: &Answer) -> String {
    let moves: Vec<Move> = answer.best().into_iter().chain(answer.reply()).collect();
    match &line(game.variant(), game.position(), &moves)[..] {
        [] => "bestmove (none)".to_owned(),
        [best] => format!("bestmove {best}"),
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
    }
}

/// Counts the leaves below each move, until it is stopped.
fn perft(game: &Game, depth: u32, control: &Control, out: &Output) {
    let variant = game.variant();
    let counting = Counting::new(variant);
    let mut sum = 0;
    for first in variant.legal_moves(game.position()) {
        if control.is_stopped() {
            return;
        }
        let leaves = counting.perft(&variant.play(game.position(), first), depth - 1).nodes;
        out.line(&format!("{}: {leaves}", uci::write(variant, game.position(), first)));
        sum += leaves;
    }
    out.line(&format!("\nNodes searched: {sum}"));
}
