//! A game at the table: the players' lines, the board after every move, and what can be done besides moving.

use std::io::{self, Write as _};
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::{fs, mem};

use floe_core::notation::pgn::{self, PgnGame};
use floe_core::notation::{MoveError, fen, san};
use floe_core::search::Score;
use floe_core::spec::ByColor;
use floe_core::{Color, Game, Move};

use super::command::{Command, neither, without_number};
use super::computer::Seat;
use super::keeper::Keeper;
use super::load;
use super::reader::{Reader, Reply};
use super::thinking::{self, Thinker};
use crate::board::Board;
use crate::files::why;
use crate::interrupt::{self, INTERRUPTED};
use crate::library::Library;
use crate::screen::Screen;
use crate::status::{counters, status, title};
use crate::text::{columns, counted, fill};

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
    thinker: Thinker,
    library: &'a Library,
    screen: &'a mut Screen,
    reader: Box<dyn Reader>,
    /// Shared with the thread that waits for Ctrl-C.
    keeper: Arc<Mutex<Keeper>>,
    flip: bool,
}

impl<'a> Table<'a> {
    /// Sits the players down at a game with its tags.
    pub(crate) fn new(
        (game, tags): (Game, Vec<(String, String)>),
        seats: ByColor<Seat>,
        thinker: Thinker,
        library: &'a Library,
        screen: &'a mut Screen,
        reader: Box<dyn Reader>,
        keeper: Keeper,
    ) -> Table<'a> {
        let flip = seats.white != Seat::Human && seats.black == Seat::Human;
        let keeper = Arc::new(Mutex::new(keeper));
        let mut table = Table { game, tags, seats, thinker, library, screen, reader, keeper, flip };
        table.complete_tags();
        table
    }

    /// Plays until somebody leaves. Ctrl-C leaves too; while the computer thinks, it only makes it play.
    pub(crate) fn play(self) -> io::Result<ExitCode> {
        let (keeper, running) = (self.keeper.clone(), self.thinker.running.clone());
        interrupt::on_ctrl_c(move || {
            if thinking::interrupt(&running) {
                return ControlFlow::Continue(());
            }
            if let Some(told) = lock(&keeper).farewell() {
                let _ = writeln!(io::stdout(), "\n{told}");
            }
            ControlFlow::Break(())
        });
        self.go_on()
    }

    /// Plays until somebody leaves.
    fn go_on(mut self) -> io::Result<ExitCode> {
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
        if !over && self.computer_is_to_move() {
            return Ok(self.move_computer()?);
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
        said(self.reader.line(self.screen, &prompt, &words)?)
    }

    /// Asks a question of yes or no until it is answered.
    fn ask(&mut self, question: &str) -> Result<bool, Stop> {
        loop {
            let answer = said(self.reader.line(self.screen, &format!("{question} (yes/no) "), &Vec::new)?)?;
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
                Err(MoveError::NotAMove { reason, .. }) => {
                    write!(self.screen, "{}", fill(&neither(line.trim(), &reason)))?;
                }
                Err(error) => writeln!(self.screen, "{error}.")?,
            },
        }
        Ok(())
    }

    fn command(&mut self, command: Command) -> Result<(), Stop> {
        let done = match command {
            Command::Help => write!(self.screen, "{}", Command::help(self.game.variant(), self.game.position())),
            Command::Moves if self.game.outcome().is_some() => self.tell_outcome(),
            Command::Moves => {
                let (variant, position) = (self.game.variant(), self.game.position());
                let moves = variant.legal_moves(position).into_iter();
                let moves: Vec<String> = moves.map(|legal| san::write(variant, position, legal)).collect();
                write!(self.screen, "{}", columns(&moves))
            }
            Command::Hint | Command::Eval if self.game.outcome().is_some() => self.tell_outcome(),
            Command::Hint => self.hint(),
            Command::Eval => self.eval(),
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

    fn move_computer(&mut self) -> io::Result<()> {
        let seat = *self.seats.of(self.game.position().turn());
        let screen = self.reader.is_terminal().then_some(&mut *self.screen);
        match self.thinker.choose(seat, &self.game, screen)? {
            Some(candidate) => self.make(candidate),
            None => {
                self.game.resign(self.game.position().turn());
                self.changed()
            }
        }
    }

    /// What the computer would play.
    fn hint(&mut self) -> io::Result<()> {
        let screen = self.reader.is_terminal().then_some(&mut *self.screen);
        let advice = self.thinker.advise(&self.game, screen)?;
        let Some(best) = advice.and_then(|report| report.line.first().copied()) else {
            return writeln!(self.screen, "There is no hint.");
        };
        writeln!(self.screen, "Perhaps {}.", san::write(self.game.variant(), self.game.position(), best))
    }

    /// Who is better, and the line by which it shows.
    fn eval(&mut self) -> io::Result<()> {
        let screen = self.reader.is_terminal().then_some(&mut *self.screen);
        let Some(report) = self.thinker.advise(&self.game, screen)? else {
            return writeln!(self.screen, "There is no judgement.");
        };
        let turn = self.game.position().turn();
        let score = if turn == Color::White { report.score } else { report.score.reversed() };
        let verdict = match score {
            Score::Mate(moves) if moves > 0 => format!("White wins in {moves}"),
            Score::Mate(moves) => format!("Black wins in {}", -moves),
            Score::Centipawns(-30..=30) => "It is even".to_owned(),
            Score::Centipawns(points) if points > 0 => format!("White is better by {}", pawns(points)),
            Score::Centipawns(points) => format!("Black is better by {}", pawns(-points)),
        };
        let line = thinking::line(&self.game, &report.line, MOST_MOVES);
        write!(self.screen, "{}", fill(&format!("{verdict}: {line} ({} plies deep).", report.depth)))
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
            Err(error) => writeln!(self.screen, "`{path}` cannot be written: {}.", why(&error)),
        }?)
    }

    /// Goes on with another game; the present one stays if that cannot be read, and is kept if it can.
    fn load(&mut self, path: &str) -> io::Result<()> {
        let PgnGame { game, tags, .. } = match load(path, self.library, None) {
            Ok(loaded) => loaded,
            Err(failure) => return writeln!(self.screen, "Not loaded: {failure}. The game goes on as it was."),
        };
        let told = {
            let mut keeper = lock(&self.keeper);
            let another = keeper.another();
            mem::replace(&mut *keeper, another).farewell()
        };
        if let Some(told) = told {
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
        let told = lock(&self.keeper).keep(pgn, self.game.outcome().is_some());
        if let Some(told) = told {
            writeln!(self.screen, "{told}")?;
        }
        self.show()
    }

    /// The board, and the result or what the player to move must know.
    fn show(&mut self) -> io::Result<()> {
        let board = Board { flip: self.flip, ..Board::of(&self.game) }.draw(self.screen.look);
        writeln!(self.screen, "\n{board}")?;
        let position = self.game.position();
        write!(self.screen, "{}", counters(self.game.variant(), position))?;
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
        pgn::write(&self.game, &self.tags, &self.library.registry)
    }

    /// The tags of a file that was read stay, but not the name of who plays no more since the computer does, or no longer
    /// does; what is missing is filled in.
    fn complete_tags(&mut self) {
        let today = jiff::ZonedDateTime::now().strftime("%Y.%m.%d").to_string();
        for (player, seat) in [("White", self.seats.white), ("Black", self.seats.black)] {
            let is_past = |name: &str| seat != Seat::Human || Seat::of_name(name).is_some();
            self.tags.retain(|(tag, name)| tag != player || !is_past(name));
        }
        for (tag, value) in
            [("Date", today), ("White", self.seats.white.to_string()), ("Black", self.seats.black.to_string())]
        {
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

/// So many moves of a line are told.
const MOST_MOVES: usize = 8;

/// An advantage in words.
fn pawns(points: i32) -> String {
    format!("{}.{} pawns", points / 100, points % 100 / 10)
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

/// What only a person at a terminal meets: a script takes the place of the person.
#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;

    use super::super::thinking::Pace;
    use super::*;

    /// Types lines; `^C` is Ctrl-C, and after the last line comes Ctrl-D.
    struct Script(VecDeque<&'static str>);

    impl Reader for Script {
        fn is_terminal(&self) -> bool {
            true
        }

        fn line(&mut self, screen: &mut Screen, prompt: &str, _: &dyn Fn() -> Vec<String>) -> io::Result<Reply> {
            let line = self.0.pop_front();
            writeln!(screen, "{prompt}{}", line.unwrap_or("^D"))?;
            Ok(match line {
                None => Reply::End,
                Some("^C") => Reply::Interrupted,
                Some(line) => Reply::Line(line.to_owned()),
            })
        }
    }

    /// What is shown.
    #[derive(Clone, Default)]
    struct Shown(Rc<RefCell<Vec<u8>>>);

    impl io::Write for Shown {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Plays a script at a game of chess for two. `expected` is all that is said after the first move of the script,
    /// boards and the state of the game apart, and the moves that are kept.
    fn check(script: &[&'static str], expected: &[&str], kept: &str, code: ExitCode) {
        let folder = tempfile::tempdir().expect("a folder");
        let library = Library::of(floe_variants::registry());
        let game = Game::new(library.variant("chess", &[]).expect("it is known"));
        let shown = Shown::default();
        let mut screen = Screen::to(shown.clone());
        let keeper = Keeper::new("floe play --load", Some(folder.path().to_owned()));
        let script = Box::new(Script(script.iter().copied().collect()));
        let seats = ByColor::both(Seat::Human);
        let left =
            Table::new((game, Vec::new()), seats, Thinker::new(Pace::default()), &library, &mut screen, script, keeper)
                .go_on()
                .expect("written");
        assert_eq!(format!("{left:?}"), format!("{code:?}"), "{expected:?}");
        let shown = String::from_utf8(shown.0.take()).expect("UTF-8");
        let is_state = |line: &&str| {
            line.starts_with(|first: char| first == ' ' || first.is_ascii_digit() && !line.contains(','))
                || line.is_empty()
                || line.contains(" to move, move ")
                || line.starts_with("The game is kept")
                || line.starts_with("To go on with it")
        };
        let said: Vec<&str> = shown.lines().filter(|line| !is_state(line)).skip(1).collect();
        assert_eq!(said, expected);
        let files = fs::read_dir(folder.path()).expect("readable").flatten();
        let kept_moves: Vec<String> = files
            .map(|file| fs::read_to_string(file.path()).expect("readable"))
            .filter_map(|pgn| Some(pgn.split_once("\n\n")?.1.to_owned()))
            .collect();
        assert_eq!(kept_moves, [format!("{kept}\n")]);
    }

    const OVER: &str = "undo goes back, save FILE writes the game, quit leaves.";

    #[test]
    fn who_resigns_is_asked_and_may_undo_only_that() {
        check(
            &["e4", "resign", "what", "no", "resign", "yes", "undo", "undo", "d4", "q"],
            &[
                "Black, move 1> resign",
                "Black, do you give up? (yes/no) what",
                "Black, do you give up? (yes/no) no",
                "The game goes on.",
                "Black, move 1> resign",
                "Black, do you give up? (yes/no) yes",
                "1-0, Black resigned.",
                OVER,
                "Game over> undo",
                "Black, move 1> undo",
                "White, move 1> d4",
                "Black, move 1> q",
            ],
            "1. d4 *",
            ExitCode::SUCCESS,
        );
    }

    #[test]
    fn an_agreed_draw_is_undone_alone() {
        check(
            &["e4", "draw", "y", "moves", "undo", "e5"],
            &[
                "Black, move 1> draw",
                "No draw may be claimed here: Black offers one.",
                "White, do you accept? (yes/no) y",
                "1/2-1/2, draw agreed.",
                OVER,
                "Game over> moves",
                "The game is over: 1/2-1/2, draw agreed.",
                "Game over> undo",
                "Black, move 1> e5",
                "White, move 2> ^D",
            ],
            "1. e4 e5 *",
            ExitCode::SUCCESS,
        );
    }

    /// Who leaves has not answered: the game is kept as it was.
    #[test]
    fn ctrl_c_at_a_question_leaves() {
        for (command, question) in
            [("draw", "White, do you accept? (yes/no) ^C"), ("resign", "Black, do you give up? (yes/no) ^C")]
        {
            let offer = (command == "draw").then_some("No draw may be claimed here: Black offers one.");
            let typed = format!("Black, move 1> {command}");
            let said: Vec<&str> = [typed.as_str()].into_iter().chain(offer).chain([question]).collect();
            check(&["e4", command, "^C"], &said, "1. e4 *", ExitCode::from(INTERRUPTED));
        }
    }
}
