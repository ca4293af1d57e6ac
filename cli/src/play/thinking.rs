//! The computer at the table: it thinks, shows what it thinks of on a terminal, and can be told to come to an end.

use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use floe_core::notation::san;
use floe_core::search::{Answer, Control, Level, Limits, Report, Searcher};
use floe_core::{Game, Move};

use super::computer::{Seat, any_move};
use crate::limits;
use crate::screen::Screen;
use crate::text::{self, cut_line};

/// How long the computer may think.
#[derive(Args, Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// The computer thinks so long about a move: 5s, 500ms
    #[arg(long, value_name = "TIME", value_parser = text::duration)]
    time: Option<Duration>,

    /// The computer looks at so many positions for a move
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The computer looks so many plies ahead
    #[arg(long, value_name = "N")]
    depth: Option<u32>,
}

/// What a player of the highest level takes for a move, unless it is said.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// What a hint costs: positions, and time if they are slow.
const HINT_NODES: u64 = 150_000;
const HINT_TIME: Duration = Duration::from_secs(3);
/// Nobody needs to be told what is thought of in less.
const SHORT: Duration = Duration::from_millis(400);

impl Pace {
    fn limits(self, level: Level) -> Limits {
        let usual_time = level.nodes().is_none().then_some(USUAL_TIME);
        limits::given(self.time, self.nodes, self.depth, usual_time)
    }
}

/// The search in progress, shared with the thread that waits for Ctrl-C.
pub(crate) type Running = Arc<Mutex<Option<Arc<Control>>>>;

/// Ends the search in progress, if there is one.
pub(crate) fn interrupt(running: &Running) -> bool {
    let running = running.lock().unwrap_or_else(PoisonError::into_inner);
    running.as_ref().map(|control| control.stop()).is_some()
}

/// The computer at the table.
pub(crate) struct Thinker {
    pace: Pace,
    /// The player of the last move, and whom it was.
    searcher: Option<(Seat, Searcher)>,
    pub(crate) running: Running,
}

impl Thinker {
    pub(crate) fn new(pace: Pace) -> Thinker {
        Thinker { pace, searcher: None, running: Running::default() }
    }

    /// The move of who is no person; `None` if there is none, or no memory to think with.
    pub(crate) fn choose(&mut self, seat: Seat, game: &Game, screen: Option<&mut Screen>) -> io::Result<Option<Move>> {
        match seat {
            Seat::Human => Ok(None),
            Seat::Random { seed } => Ok(any_move(seed, game)),
            Seat::Computer { level, .. } => {
                let limits = self.pace.limits(level);
                Ok(self.think(seat, game, &limits, screen)?.and_then(|answer| answer.best()))
            }
        }
    }

    /// The best line, at full strength; `None` if there is no move, or no memory.
    pub(crate) fn advise(&mut self, game: &Game, screen: Option<&mut Screen>) -> io::Result<Option<Report>> {
        let seat = Seat::Computer { level: Level::MOST, seed: 0 };
        let limits = Limits { time: Some(HINT_TIME), nodes: Some(HINT_NODES), ..Limits::default() };
        let answer = self.think(seat, game, &limits, screen)?;
        Ok(answer.and_then(|answer| answer.lines.into_iter().next()))
    }

    fn think(
        &mut self,
        seat: Seat,
        game: &Game,
        limits: &Limits,
        screen: Option<&mut Screen>,
    ) -> io::Result<Option<Answer>> {
        let Seat::Computer { level, seed } = seat else { return Ok(None) };
        let fits =
            |(known, searcher): &(Seat, Searcher)| *known == seat && Arc::ptr_eq(searcher.variant(), game.variant());
        if !self.searcher.as_ref().is_some_and(fits) {
            let searcher = Searcher::new(game.variant().clone()).ok();
            self.searcher = searcher.map(|searcher| (seat, searcher.with_level(level, seed)));
        }
        let Some((_, searcher)) = &self.searcher else { return Ok(None) };
        if level.nodes().is_some() {
            // A game that is gone on with, or taken back, goes as it would have gone.
            searcher.forget();
        }
        let control = Arc::new(Control::new());
        let set = |running| *self.running.lock().unwrap_or_else(PoisonError::into_inner) = running;
        set(Some(control.clone()));
        let mut line = Line { screen, width: 0, result: Ok(()) };
        let answer = searcher.search(game, limits, &control, &mut |report| line.show(game, report));
        set(None);
        line.clear()?;
        Ok(Some(answer))
    }
}

/// The moves of a line in SAN, as many as there are of the first `most`.
pub(crate) fn line(game: &Game, moves: &[Move], most: usize) -> String {
    let variant = game.variant();
    let mut here = *game.position();
    let mut words = Vec::new();
    for &played in moves.iter().take(most) {
        words.push(san::write(variant, &here, played));
        here = variant.play(&here, played);
    }
    words.join(" ")
}

/// A line on a terminal that says what is thought of, as long as it is thought of.
struct Line<'a> {
    screen: Option<&'a mut Screen>,
    /// How long the text is that stands there.
    width: usize,
    result: io::Result<()>,
}

/// So many moves of a line are shown.
const MOST_SHOWN: usize = 6;

impl Line<'_> {
    fn show(&mut self, game: &Game, report: &Report) {
        if report.time >= SHORT && self.result.is_ok() && self.screen.is_some() {
            let moves = line(game, &report.line, MOST_SHOWN);
            self.result = self.write(&format!("depth {}  {}  {moves}", report.depth, report.score));
        }
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let Some(screen) = self.screen.as_deref_mut() else { return Ok(()) };
        let text = cut_line(text);
        let width = text.chars().count();
        write!(screen, "\r{text}{:1$}", "", self.width.saturating_sub(width))?;
        self.width = width;
        screen.flush()
    }

    /// Takes the line away.
    fn clear(mut self) -> io::Result<()> {
        if self.width > 0 && self.result.is_ok() {
            self.write("")?;
            if let Some(screen) = self.screen.as_deref_mut() {
                write!(screen, "\r")?;
            }
        }
        self.result
    }
}
