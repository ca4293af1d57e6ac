//! A game at the table: the players' lines, the board after every move, and what can be done besides moving.

use std::io::{self, Write as _};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, mem};

use floe_core::notation::pgn::{self, PgnGame};
use floe_core::notation::{MoveError, fen, san};
use floe_core::spec::ByColor;
use floe_core::{Color, Game, Move, Registry};

use super::command::{Command, neither, without_number};
use super::computer::{Seat, choose};
use super::keeper::Keeper;
use super::load;
use super::reader::{Reader, Reply};
use crate::board::Board;
use crate::screen::Screen;
use crate::status::{status, title};
use crate::text::{columns, counted, fill};

/// The exit code after Ctrl-C, as shells have it.
const INTERRUPTED: u8 = 130;

/// Why a player does not go on.
enum Stop {
    /// The table is left, with this exit code.
    Left(ExitCode),
    /// Nothing more can be written.
    Output(io::Error),
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        Stop::Output(error)
    }
}

/// A game, its players, and how they see it.
pub(crate) struct Table<'a> {
    game: Game,
    /// PGN's tags of the game: where, when, who.
    tags: Vec<(String, String)>,
    seats: ByColor<Seat>,
    registry: &'a Registry,
    screen: &'a mut Screen,
    reader: Reader,
    /// Shared with the thread that waits for Ctrl-C.
    keeper: Arc<Mutex<Keeper>>,
    resume: &'a str,
    flip: bool,
}

impl<'a> Table<'a> {
    /// Sits the players down. `resume` is the command that goes on with a game whose file follows it.
    pub(crate) fn new(
        game: Game,
        tags: Vec<(String, String)>,
        seats: ByColor<Seat>,
        registry: &'a Registry,
        screen: &'a mut Screen,
        resume: &'a str,
    ) -> Table<'a> {
        let flip = seats.white != Seat::Human && seats.black == Seat::Human;
        let keeper = Arc::new(Mutex::new(Keeper::new(resume)));
        let mut table = Table { game, tags, seats, registry, screen, reader: Reader::new(), keeper, resume, flip };
        table.complete_tags();
        table
    }

    /// Plays until somebody leaves.
    pub(crate) fn play(mut self) -> io::Result<ExitCode> {
        let keeper = self.keeper.clone();
        // Where signals cannot be handled, Ctrl-C only ends the program; the game is in its file all the same.
        let _ = ctrlc::set_handler(move || {
            if let Some(told) = lock(&keeper).farewell() {
                let _ = writeln!(io::stdout(), "\n{told}");
            }
            std::process::exit(INTERRUPTED.into());
        });
        self.show()?;
        loop {
            match self.step() {
                Ok(()) => {}
                Err(Stop::Left(code)) => return self.leave(code),
                Err(Stop::Output(error)) => return Err(error),
            }
        }
    }

    /// A move of the computer, or a line of a player.
    fn step(&mut self) -> Result<(), Stop> {
        let over = self.game.outcome().is_some();
        if over && !self.reader.is_terminal() {
            return Err(Stop::Left(ExitCode::SUCCESS));
        }
        if !over && let Some(seed) = self.seats.of(self.game.position().turn()).seed() {
            return Ok(self.move_computer(seed)?);
        }
        let line = self.read()?;
        self.obey(&line)
    }

    /// Says where the game is kept.
    fn leave(&mut self, code: ExitCode) -> io::Result<ExitCode> {
        if let Some(told) = lock(&self.keeper).farewell() {
            writeln!(self.screen, "{told}")?;
        }
        Ok(code)
    }

    /// A line of the player to move.
    fn read(&mut self) -> Result<String, Stop> {
        let (variant, position) = (self.game.variant(), self.game.position());
        let prompt = match self.game.outcome() {
            Some(_) => "Game over> ".to_owned(),
            None => format!("{}, move {}> ", position.turn(), position.fullmove_number()),
        };
        let words = || {
            let moves = variant.legal_moves(position).into_iter();
            moves.map(|legal| san::write(variant, position, legal)).chain(Command::names().map(str::to_owned)).collect()
        };
        said(self.reader.line(self.screen, &prompt, words)?)
    }

    /// Asks a question of yes or no until it is answered.
    fn ask(&mut self, question: &str) -> Result<bool, Stop> {
        loop {
            let answer = said(self.reader.line(self.screen, &format!("{question} (yes/no) "), Vec::new)?)?;
            match answer.trim().to_lowercase().as_str() {
                "y" | "yes" => return Ok(true),
                "n" | "no" => return Ok(false),
                _ => {}
            }
        }
    }

    /// Does what a line says.
    fn obey(&mut self, line: &str) -> Result<(), Stop> {
        match Command::parse(line) {
            Some(Ok(command)) => self.command(command)?,
            Some(Err(wrong)) => writeln!(self.screen, "{wrong}.")?,
            None if line.trim().is_empty() => {}
            None => match san::read(self.game.variant(), self.game.position(), without_number(line.trim())) {
                Ok(candidate) => self.make(candidate)?,
                Err(MoveError::NotAMove { .. }) => writeln!(self.screen, "{}", neither(line.trim()))?,
                Err(error) => writeln!(self.screen, "{error}.")?,
            },
        }
        Ok(())
    }

    fn command(&mut self, command: Command) -> Result<(), Stop> {
        let done = match command {
            Command::Help => write!(self.screen, "{}", Command::help()),
            Command::Moves if self.game.outcome().is_some() => self.tell_outcome(),
            Command::Moves => {
                let (variant, position) = (self.game.variant(), self.game.position());
                let moves = variant.legal_moves(position).into_iter();
                let moves: Vec<String> = moves.map(|legal| san::write(variant, position, legal)).collect();
                write!(self.screen, "{}", columns(&moves))
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Fen => writeln!(self.screen, "{}", fen::write(self.game.variant(), self.game.position())),
            Command::Board => self.show(),
            Command::Flip => {
                self.flip = !self.flip;
                self.show()
            }
            Command::Resign | Command::Draw if self.game.outcome().is_some() => self.tell_outcome(),
            Command::Resign => return self.resign(),
            Command::Draw => return self.draw(),
            Command::Save { path, replace } => return self.save(&path, replace),
            Command::Load { path } => self.load(&path),
            Command::Quit => return Err(Stop::Left(ExitCode::SUCCESS)),
        };
        Ok(done?)
    }

    /// Says that the game is over, and why.
    fn tell_outcome(&mut self) -> io::Result<()> {
        let outcome = self.game.outcome().map(|outcome| format!(": {outcome}")).unwrap_or_default();
        writeln!(self.screen, "The game is over{outcome}.")
    }

    /// Gives up; a slip of the hand on a terminal is no reason to lose.
    fn resign(&mut self) -> Result<(), Stop> {
        let loser = self.game.position().turn();
        if self.reader.is_terminal() && !self.ask(&format!("{loser}, do you give up?"))? {
            return Ok(writeln!(self.screen, "The game goes on.")?);
        }
        self.game.resign(loser);
        Ok(self.changed()?)
    }

    /// Plays a move, and tells what happened.
    fn make(&mut self, candidate: Move) -> io::Result<()> {
        let (mover, number) = (self.game.position().turn(), self.game.position().fullmove_number());
        match self.game.play(candidate) {
            Err(refusal) => writeln!(self.screen, "{refusal}."),
            Ok(ply) => {
                let dots = if mover == Color::White { "." } else { "..." };
                writeln!(self.screen, "\n{number}{dots} {}", ply.san)?;
                for event in &ply.events {
                    write!(self.screen, "{}", fill(&format!("{}: {}", title(&event.rule), event.text)))?;
                }
                self.changed()
            }
        }
    }

    fn computer_is_to_move(&self) -> bool {
        *self.seats.of(self.game.position().turn()) != Seat::Human
    }

    fn move_computer(&mut self, seed: u64) -> io::Result<()> {
        match choose(seed, &self.game) {
            Some(candidate) => self.make(candidate),
            None => {
                self.game.resign(self.game.position().turn());
                self.changed()
            }
        }
    }

    /// Takes back how the players have ended the game; or else plies, until a person is to move.
    fn undo(&mut self) -> io::Result<()> {
        if self.game.reopen() {
            return self.changed();
        }
        let mut taken = 0;
        while self.game.undo().is_some() {
            taken += 1;
            if !self.computer_is_to_move() {
                return self.changed();
            }
        }
        for _ in 0..taken {
            self.game.redo();
        }
        writeln!(self.screen, "There is no move to take back.")
    }

    /// Plays again until a person is to move.
    fn redo(&mut self) -> io::Result<()> {
        if self.game.redo().is_none() {
            return writeln!(self.screen, "No move has been taken back.");
        }
        while self.computer_is_to_move() && self.game.redo().is_some() {}
        self.changed()
    }

    /// Claims a draw, or offers one.
    fn draw(&mut self) -> Result<(), Stop> {
        let (me, other) = (self.game.position().turn(), !self.game.position().turn());
        if self.game.claim_draw() {
            return Ok(self.changed()?);
        }
        writeln!(self.screen, "No draw may be claimed here: {me} offers one.")?;
        if *self.seats.of(other) != Seat::Human {
            return Ok(writeln!(self.screen, "{other}, the computer, declines.")?);
        }
        if self.ask(&format!("{other}, do you accept?"))? {
            self.game.agree_draw();
            return Ok(self.changed()?);
        }
        Ok(writeln!(self.screen, "{other} declines.")?)
    }

    fn save(&mut self, path: &str, replace: bool) -> Result<(), Stop> {
        let exists = Path::new(path).exists();
        if exists && !replace && !Path::new(path).is_dir() {
            if !self.reader.is_terminal() {
                return Ok(writeln!(self.screen, "`{path}` is there already; to replace it: save! {path}")?);
            }
            if !self.ask(&format!("`{path}` is there already. Replace it?"))? {
                return Ok(writeln!(self.screen, "Nothing is saved.")?);
            }
        }
        Ok(match fs::write(path, self.pgn()) {
            Ok(()) => writeln!(self.screen, "Saved in `{path}`."),
            Err(error) => writeln!(self.screen, "`{path}` cannot be written: {error}."),
        }?)
    }

    /// Goes on with another game; the present one stays if that cannot be read, and is kept if it can.
    fn load(&mut self, path: &str) -> io::Result<()> {
        let PgnGame { game, tags, .. } = match load(path, self.registry) {
            Ok(loaded) => loaded,
            Err(failure) => return writeln!(self.screen, "Not loaded: {failure}. The game goes on as it was."),
        };
        let kept = mem::replace(&mut *lock(&self.keeper), Keeper::new(self.resume));
        if let Some(told) = kept.farewell() {
            writeln!(self.screen, "{told}")?;
        }
        for (tag, seat) in [("White", &mut self.seats.white), ("Black", &mut self.seats.black)] {
            *seat = seated(&tags, tag).unwrap_or(*seat);
        }
        self.game = game;
        self.tags = tags;
        self.complete_tags();
        writeln!(
            self.screen,
            "{}, {}.",
            self.game.variant().name(),
            counted(self.game.plies().len() as u64, "ply", "plies")
        )?;
        self.show()
    }

    /// Keeps and shows the game after every change.
    fn changed(&mut self) -> io::Result<()> {
        let pgn = (!self.game.plies().is_empty()).then(|| self.pgn());
        lock(&self.keeper).keep(pgn, self.game.outcome().is_some());
        self.show()
    }

    /// The board, and the result or what the player to move must know.
    fn show(&mut self) -> io::Result<()> {
        let board = Board { flip: self.flip, ..Board::of(&self.game) }.draw(self.screen.look);
        writeln!(self.screen, "\n{board}")?;
        let position = self.game.position();
        let Some(outcome) = self.game.outcome() else {
            write!(self.screen, "{}", status(self.game.variant(), position))?;
            return match self.game.claimable() {
                Some(draw) => writeln!(self.screen, "{} may claim a draw: {}.", position.turn(), draw.reason),
                None => Ok(()),
            };
        };
        writeln!(self.screen, "{outcome}.")?;
        if self.reader.is_terminal() {
            writeln!(self.screen, "undo goes back, save FILE writes the game, quit leaves.")?;
        }
        Ok(())
    }

    fn pgn(&self) -> String {
        pgn::write(&self.game, &self.tags, self.registry)
    }

    /// The tags of a file that was read stay, but not the name of who plays no more since the computer does, or no longer
    /// does; what is missing is filled in.
    fn complete_tags(&mut self) {
        let today = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
        for (player, seat) in [("White", self.seats.white), ("Black", self.seats.black)] {
            let is_past = |name: &str| seat != Seat::Human || Seat::of_name(name).is_some();
            self.tags.retain(|(tag, name)| tag != player || !is_past(name));
        }
        for (tag, value) in [("Date", today), ("White", self.seats.white.name()), ("Black", self.seats.black.name())] {
            if !self.tags.iter().any(|(known, _)| known == tag) {
                self.tags.push((tag.to_owned(), value));
            }
        }
    }
}

/// The player of this program who has played a colour, by the tag of its name.
pub(super) fn seated(tags: &[(String, String)], tag: &str) -> Option<Seat> {
    tags.iter().find(|(known, _)| known == tag).and_then(|(_, name)| Seat::of_name(name))
}

/// The line that a player has typed, unless the player leaves instead.
fn said(reply: Reply) -> Result<String, Stop> {
    match reply {
        Reply::Line(line) => Ok(line),
        Reply::End => Err(Stop::Left(ExitCode::SUCCESS)),
        Reply::Interrupted => Err(Stop::Left(ExitCode::from(INTERRUPTED))),
    }
}

/// The keeper; a thread that panicked has left it whole.
fn lock(keeper: &Mutex<Keeper>) -> MutexGuard<'_, Keeper> {
    keeper.lock().unwrap_or_else(PoisonError::into_inner)
}
