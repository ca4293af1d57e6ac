//! What a player may type besides moves.

use std::env;

use floe_core::notation::san;
use floe_core::text::{cut, nearest, one_of};
use floe_core::{Position, Royal, Variant};

use crate::text::{fill, fill_after};

/// Something that a player tells the program to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Command {
    Help,
    Moves,
    Hint,
    Eval,
    Undo,
    Redo,
    Fen,
    Board,
    Flip,
    Resign,
    Draw,
    Save {
        path: String,
        /// Whether a file that is there already may be replaced without asking.
        replace: bool,
    },
    Load {
        path: String,
    },
    Quit,
}

/// Name, argument and meaning of every command.
const COMMANDS: [(&str, &str, &str); 15] = [
    ("help", "", "this list"),
    ("moves", "", "all legal moves"),
    ("hint", "", "a good move"),
    ("eval", "", "who is better, and by how much"),
    ("undo", "", "take the last move back (and the computer's before it), or how the game was ended"),
    ("redo", "", "play again what was taken back"),
    ("fen", "", "the position as FEN"),
    ("board", "", "the board"),
    ("flip", "", "turn the board around"),
    ("resign", "", "give up"),
    ("draw", "", "claim a draw, or offer one where none may be claimed"),
    ("save", "FILE", "write the game to a PGN file; asks before it replaces a file"),
    ("save!", "FILE", "the same, but replaces without asking"),
    ("load", "FILE", "go on with the game of a PGN file"),
    ("quit", "", "leave; the game is kept in a file"),
];

/// Other names of commands.
const SHORT_FORMS: [(&str, &str); 4] = [("q", "quit"), ("exit", "quit"), ("?", "help"), ("show", "board")];

impl Command {
    /// The command that a line says; `None` if its first word is no command's name.
    ///
    /// # Errors
    /// If the argument is missing, or there is one too many.
    pub(crate) fn parse(line: &str) -> Option<Result<Command, String>> {
        let (name, argument) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let argument = argument.trim();
        let name = name.to_lowercase();
        let short = SHORT_FORMS.iter().find(|(short, _)| *short == name);
        let name = short.map_or(name.as_str(), |(_, name)| name);
        let (name, wanted, _) = *COMMANDS.iter().find(|(known, ..)| *known == name)?;
        Some(match (wanted.is_empty(), argument.is_empty()) {
            (true, false) => Err(format!("`{name}` stands alone: leave `{argument}` out")),
            (false, true) => Err(format!("`{name}` needs the name of a file, such as: {name} game.pgn")),
            _ => Ok(Command::new(name, path(argument))),
        })
    }

    /// The command of one of the names in `COMMANDS`.
    fn new(name: &str, path: String) -> Command {
        match name {
            "moves" => Command::Moves,
            "hint" => Command::Hint,
            "eval" => Command::Eval,
            "undo" => Command::Undo,
            "redo" => Command::Redo,
            "fen" => Command::Fen,
            "board" => Command::Board,
            "flip" => Command::Flip,
            "resign" => Command::Resign,
            "draw" => Command::Draw,
            "save" => Command::Save { path, replace: false },
            "save!" => Command::Save { path, replace: true },
            "load" => Command::Load { path },
            "quit" => Command::Quit,
            _ => Command::Help,
        }
    }

    /// The names of all commands.
    pub(crate) fn names() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().map(|(name, ..)| *name)
    }

    /// What a player may type in a position, in a page.
    pub(crate) fn help(variant: &Variant, position: &Position) -> String {
        let examples = san::examples(variant, position);
        let moves =
            if examples.is_empty() { String::new() } else { format!("Moves are written as {}. ", one_of(examples)) };
        // An example of a drop is there only while somebody has a man in hand.
        let man = variant
            .kinds()
            .iter()
            .find(|kind| !kind.neutral && !kind.pawn && kind.royal == Royal::No)
            .filter(|_| variant.declared().hands);
        let empty = variant.geometry().squares().iter().find(|&square| position.at(square).is_none());
        let drops = man.zip(empty).map(|(kind, to)| {
            format!("A man in hand is dropped as in {}@{}. ", kind.letter, variant.geometry().name(to))
        });
        let castling = variant.laws().castling.as_ref().map_or("", |_| "Castling is O-O or O-O-O. ");
        let promotion =
            promotion(variant).map(|letter| format!("A promotion ends in what comes of it, as in ={letter}. "));
        let passes = if variant.may_pass() { "A pass is -- or pass. " } else { "" };
        let ways = [promotion, drops].into_iter().flatten().collect::<String>();
        let mut text = fill(&format!("{moves}{castling}{ways}{passes}Commands:"));
        for (name, argument, meaning) in COMMANDS {
            text.push_str(&fill_after(&format!("  {:12}", format!("{name} {argument}")), meaning));
        }
        text.push_str(&fill(
            "q and exit are quit, show is board, ? is help. Ctrl-C and the end of the input leave too. Tab completes moves \
             and commands.",
        ));
        text
    }
}

/// The letter of the first kind that something promotes to.
fn promotion(variant: &Variant) -> Option<char> {
    let of_each = variant.laws().pieces.iter().filter_map(|piece| piece.promotion.white.as_ref()?.to.first());
    { of_each }.next().and_then(|name| Some(variant.kind(variant.kind_named(name)?).letter))
}

/// A path as people type it: perhaps in quotes, and with `~` for their home.
fn path(typed: &str) -> String {
    let in_quotes = |quote| typed.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    if let Some(bare) = in_quotes('"').or(in_quotes('\'')).filter(|bare| !bare.is_empty()) {
        return bare.to_owned();
    }
    let home = || Some(env::home_dir()?.to_str()?.to_owned());
    match typed.strip_prefix("~/").and_then(|rest| Some((home()?, rest))) {
        Some((home, rest)) => format!("{}/{rest}", home.trim_end_matches('/')),
        None => typed.to_owned(),
    }
}

/// A move without the number that stands before it where it is pasted: `1. e4`, `1... e5`, `12.Nf3`.
pub(crate) fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(candidate) if rest.len() < line.len() => candidate.trim_start_matches('.').trim_start(),
        _ => line,
    }
}

/// What to say of a line that is neither a command nor, for this reason, a move.
pub(crate) fn neither(line: &str, reason: &str) -> String {
    let shown = cut(line, 40);
    match nearest(line, Command::names())[..] {
        [] => format!("{shown:?} is neither a command nor a move: {reason}. Type help for all."),
        [name, ..] => format!("{shown:?} is neither a move nor a command; did you mean `{name}`? Type help for all."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands_or_not() {
        let save = |path: &str, replace| Some(Ok(Command::Save { path: path.to_owned(), replace }));
        for (line, expected) in [
            ("undo", Some(Ok(Command::Undo))),
            ("  Undo ", Some(Ok(Command::Undo))),
            ("save my game.pgn", save("my game.pgn", false)),
            ("save! x.pgn", save("x.pgn", true)),
            ("load x", Some(Ok(Command::Load { path: "x".to_owned() }))),
            ("q", Some(Ok(Command::Quit))),
            ("EXIT", Some(Ok(Command::Quit))),
            ("?", Some(Ok(Command::Help))),
            ("save \"my game.pgn\"", save("my game.pgn", false)),
            ("save! 'x'", save("x", true)),
            ("save \"x", save("\"x", false)),
            ("save ~x", save("~x", false)),
            ("dxe3", None),
            ("draw!", None),
            ("", None),
        ] {
            assert_eq!(Command::parse(line), expected, "{line}");
        }
        for (line, expected) in [
            ("save", "`save` needs the name of a file, such as: save game.pgn"),
            ("undo 3", "`undo` stands alone: leave `3` out"),
        ] {
            assert_eq!(Command::parse(line), Some(Err(expected.to_owned())), "{line}");
        }
    }

    #[test]
    fn a_home_is_found() {
        let home = env::home_dir().expect("there is one").join("games/x.pgn");
        assert_eq!(path("~/games/x.pgn"), home.to_str().expect("plain"));
    }

    #[test]
    fn numbers_before_moves_are_left_out() {
        for (line, expected) in [
            ("1. dxe3", "dxe3"),
            ("1... dxe6", "dxe6"),
            ("12.Nf3", "Nf3"),
            ("e4", "e4"),
            (". e4", ". e4"),
            ("0-0", "0-0"),
            ("1", "1"),
        ] {
            assert_eq!(without_number(line), expected, "{line}");
        }
    }

    #[test]
    fn every_command_is_reached_by_its_name() {
        let commands: Vec<Command> = Command::names().map(|name| Command::new(name, String::new())).collect();
        for (i, command) in commands.iter().enumerate() {
            assert!(!commands[..i].contains(command), "{command:?} has two names");
        }
    }

    #[test]
    fn other_lines_are_told_kindly() {
        for (line, expected) in [
            ("xyz", r#""xyz" is neither a command nor a move: write it as e3. Type help for all."#),
            ("quti", r#""quti" is neither a move nor a command; did you mean `quit`? Type help for all."#),
        ] {
            assert_eq!(neither(line, "write it as e3"), expected);
        }
        let long = neither(&"\u{1b}".repeat(1_000_000), "");
        assert!(long.len() < 400 && !long.contains(char::is_control), "{long}");
    }
}
