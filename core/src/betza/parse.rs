//! The reader of Betza's notation. It is strict: what it cannot read, it points at.

use std::ops::Range;

use thiserror::Error;

use super::{Movement, Part, Path};

/// Why a word is not Betza's notation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{message}")]
pub struct BetzaError {
    /// Where in the text, in bytes.
    pub at: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Movement {
    /// Reads a word in Betza's notation.
    ///
    /// # Errors
    /// The first letter that cannot be read.
    pub fn parse(betza: &str) -> Result<Movement, BetzaError> {
        if betza.is_empty() {
            return fail(0..0, "the movement is empty", "write at least one atom, such as W, N or R");
        }
        let mut parser = Parser { text: betza, at: 0 };
        let mut parts = Vec::new();
        while parser.peek().is_some() {
            parts.push(parser.part()?);
        }
        Ok(Movement { parts })
    }
}

/// The lengths of the steps that a letter stands for, and whether it repeats them without end.
fn atom(letter: char) -> Option<(&'static [(i8, i8)], bool)> {
    Some(match letter {
        'W' => (&[(0, 1)], false),
        'F' => (&[(1, 1)], false),
        'D' => (&[(0, 2)], false),
        'N' => (&[(1, 2)], false),
        'A' => (&[(2, 2)], false),
        'H' => (&[(0, 3)], false),
        'C' | 'L' => (&[(1, 3)], false),
        'Z' | 'J' => (&[(2, 3)], false),
        'G' => (&[(3, 3)], false),
        'K' => (&[(0, 1), (1, 1)], false),
        'R' => (&[(0, 1)], true),
        'B' => (&[(1, 1)], true),
        'Q' => (&[(0, 1), (1, 1)], true),
        _ => return None,
    })
}

/// What a letter of extended notations would mean that is not read here.
fn unsupported(letter: char) -> Option<&'static str> {
    Some(match letter {
        'p' => "hopping over one man, as the cannon does",
        'g' => "hopping to just behind a man, as the grasshopper does",
        'o' => "going around the edge of the board",
        'e' => "taking in passing",
        'u' => "putting the taken man down again",
        'a' => "a second leg",
        'd' => "taking one's own man",
        't' | 'x' | 'y' => "a special second leg",
        'z' => "a crooked path",
        'q' => "a circular path",
        'O' => "castling, or staying in place",
        'U' => "a leap to any square",
        _ => return None,
    })
}

/// A choice among the directions of an atom.
#[derive(Clone, Copy)]
enum Direction {
    /// One letter, alone or doubled.
    Along(char),
    /// Two letters at right angles; the second says where the longer side of the step lies.
    Both(char, char),
    /// A letter and `h`: half of all steps.
    Half(char),
    /// `hr` or `hl`.
    Turning(char),
}

/// Whether a step leads where a letter says at all.
fn towards(letter: char, (files, ranks): (i8, i8)) -> bool {
    match letter {
        'f' => ranks > 0,
        'b' => ranks < 0,
        'v' => ranks != 0,
        'l' => files < 0,
        'r' => files > 0,
        _ => files != 0,
    }
}

/// Whether a direction letter is one of files or ranks: `true` for `f b v`.
fn vertical(letter: char) -> bool {
    matches!(letter, 'f' | 'b' | 'v')
}

impl Direction {
    /// Whether a step is among those meant. `straight` says that the atom has orthogonal steps only.
    fn allows(self, step: (i8, i8), straight: bool) -> bool {
        let (files, ranks) = (step.0.abs(), step.1.abs());
        // The longer side lies that way; a diagonal step has no longer side.
        let along = |letter| towards(letter, step) && (files == ranks || vertical(letter) == (ranks > files));
        match self {
            Direction::Along(letter) => along(letter),
            Direction::Both(minor, major) if straight => along(minor) || along(major),
            Direction::Both(minor, major) => along(major) && (files == 0 || ranks == 0 || towards(minor, step)),
            Direction::Half(letter) => towards(letter, step),
            Direction::Turning(side) => ((ranks > files) == (step.0.signum() == step.1.signum())) == (side == 'r'),
        }
    }
}

/// What stands before an atom, with the places of what can be wrong for some atoms only.
#[derive(Default)]
struct Modifiers {
    directions: Vec<(Direction, Range<usize>)>,
    quiet: bool,
    capture: bool,
    initial: bool,
    path: Path,
    path_at: Range<usize>,
}

/// How a general leap is written.
const LEAP: &str = "write a leap of one file and two ranks as (1,2)";

struct Parser<'t> {
    text: &'t str,
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    /// Reads a sign of a leap `(a,b)`.
    fn expect(&mut self, sign: char) -> Result<(), BetzaError> {
        if self.peek() != Some(sign) {
            return fail(self.here(), format!("`{sign}` is missing in this leap"), LEAP);
        }
        self.at += sign.len_utf8();
        Ok(())
    }

    /// The place of the letter that comes next.
    fn here(&self) -> Range<usize> {
        self.at..self.at + self.peek().map_or(0, char::len_utf8)
    }

    /// One atom with its modifiers and range.
    fn part(&mut self) -> Result<Part, BetzaError> {
        let start = self.at;
        let modifiers = self.modifiers()?;
        if self.peek().is_none() {
            let word = &self.text[start..];
            return fail(
                start..self.at,
                format!("`{word}` modifies nothing"),
                "an atom must follow, such as W, N or R",
            );
        }
        let atom_at = self.at;
        let (lengths, rider) = self.atom()?;
        let atom = atom_at..self.at;
        let range = self.range(atom.clone(), rider)?;

        let straight = lengths.iter().all(|&(short, _)| short == 0);
        if let Some((_, at)) = modifiers.directions.iter().find(|(direction, _)| {
            matches!(direction, Direction::Turning(_))
                && lengths.iter().any(|&(short, long)| short == 0 || short == long)
        }) {
            let hint = "write it before an atom of eight leaps, such as N";
            return fail(at.clone(), format!("`{}` chooses nothing here", &self.text[at.clone()]), hint);
        }
        if modifiers.path == Path::Blocked && lengths.iter().any(|&(_, long)| long == 1) {
            let message = format!("`j` needs squares to jump over, and a step of `{}` has none", &self.text[atom]);
            return fail(modifiers.path_at, message, "leave `j` out, or use it with a leap, such as `jD`");
        }

        let mut steps: Vec<(i8, i8)> = lengths.into_iter().flat_map(images).collect();
        if !modifiers.directions.is_empty() {
            steps.retain(|&step| modifiers.directions.iter().any(|(choice, _)| choice.allows(step, straight)));
        }
        steps.sort_unstable();
        steps.dedup();
        let both = modifiers.quiet == modifiers.capture;
        Ok(Part {
            steps,
            range,
            quiet: modifiers.quiet || both,
            capture: modifiers.capture || both,
            initial: modifiers.initial,
            path: modifiers.path,
        })
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        while let Some(letter) = self.peek() {
            let at = self.here();
            match letter {
                'f' | 'b' | 'v' | 'l' | 'r' | 's' | 'h' => {
                    let direction = self.direction(letter)?;
                    modifiers.directions.push((direction, at.start..self.at));
                    continue;
                }
                'm' if !modifiers.quiet => modifiers.quiet = true,
                'c' if !modifiers.capture => modifiers.capture = true,
                'i' if !modifiers.initial => modifiers.initial = true,
                'n' if modifiers.path == Path::Any => modifiers.path = Path::Clear,
                'j' if modifiers.path == Path::Any => {
                    modifiers.path = Path::Blocked;
                    modifiers.path_at = at;
                }
                'n' if modifiers.path == Path::Blocked => {
                    return fail(at, "`n` after `j`: they exclude each other", "leave one out");
                }
                'j' if modifiers.path == Path::Clear => {
                    return fail(at, "`j` after `n`: they exclude each other", "leave one out");
                }
                'm' | 'c' | 'i' | 'n' | 'j' => {
                    return fail(at, format!("`{letter}` is given twice"), "leave one out");
                }
                _ => break,
            }
            self.at += 1;
        }
        Ok(modifiers)
    }

    /// One direction, of one or two letters.
    fn direction(&mut self, first: char) -> Result<Direction, BetzaError> {
        let at = self.here();
        self.at += 1;
        let second = self.peek();
        let direction = match (first, second) {
            ('h', Some(side @ ('l' | 'r'))) => Direction::Turning(side),
            ('h', _) => return fail(at, "`h` alone halves nothing", "write fh, bh, lh or rh"),
            ('f' | 'b' | 'v' | 'l' | 'r' | 's', Some('h')) => Direction::Half(first),
            (_, Some(second)) if second == first => Direction::Along(first),
            (_, Some(second @ ('f' | 'b' | 'v'))) if !vertical(first) => Direction::Both(first, second),
            (_, Some(second @ ('l' | 'r' | 's'))) if vertical(first) => Direction::Both(first, second),
            _ => return Ok(Direction::Along(first)),
        };
        self.at += 1;
        Ok(direction)
    }

    /// An atom: the lengths of its steps, and whether it is a rider by itself.
    fn atom(&mut self) -> Result<(Vec<(i8, i8)>, bool), BetzaError> {
        let at = self.here();
        let letter = self.peek().unwrap_or_default();
        if letter == '(' {
            return Ok((vec![self.leap()?], false));
        }
        if let Some((lengths, rider)) = atom(letter) {
            self.at += 1;
            return Ok((lengths.to_vec(), rider));
        }
        if let Some(meaning) = unsupported(letter) {
            let message = format!("`{letter}` ({meaning}) is not supported yet");
            let hint = if letter == 'O' { "castling has a table of its own: [castling]" } else { "leave it out" };
            return fail(at, message, hint);
        }
        let hint = match letter {
            '0'..='9' => "a number stands after an atom: `R4`",
            _ if atom(letter.to_ascii_uppercase()).is_some() => "atoms are capital letters",
            _ if "FBVLRSHMCINJ".contains(letter) => "modifiers are small letters",
            _ => "the atoms are W F D N A H C Z G, K Q R B and (a,b)",
        };
        fail(at, format!("{letter:?} is no letter of Betza's notation"), hint)
    }

    /// A leap `(a,b)`: its length, the shorter side first.
    fn leap(&mut self) -> Result<(i8, i8), BetzaError> {
        let start = self.at;
        let mut sides = [0; 2];
        for (side, sign) in sides.iter_mut().zip(['(', ',']) {
            self.expect(sign)?;
            let at = self.here();
            *side = match self.number()? {
                Some(length @ 0..=15) => length as i8,
                Some(_) => {
                    return fail(at.start..self.at, "this leap leaves every board", "the longest side is 15");
                }
                None => return fail(at, "a number is missing in this leap", LEAP),
            };
        }
        self.expect(')')?;
        let [a, b] = sides;
        if (a, b) == (0, 0) {
            return fail(start..self.at, "a leap of (0,0) leads nowhere", LEAP);
        }
        Ok((a.min(b), a.max(b)))
    }

    /// How many steps the atom just read may make: it may be written twice, or have a number.
    fn range(&mut self, atom: Range<usize>, rider: bool) -> Result<u8, BetzaError> {
        let word = &self.text[atom];
        let again = |at: usize| self.text[at..].starts_with(word).then(|| at..at + word.len());
        let twice = again(self.at);
        if let Some(twice) = twice.clone() {
            if rider {
                return fail(twice, format!("`{word}` repeats its step already"), format!("write `{word}` once"));
            }
            if let Some(third) = again(twice.end) {
                return fail(third, format!("`{word}` is written three times"), "twice means without limit");
            }
            self.at = twice.end;
        }
        let start = self.at;
        let number = self.number()?;
        let at = start..self.at;
        match number {
            Some(_) if twice.is_some() => {
                fail(at, format!("`{word}{word}` is without limit already"), format!("write `{word}` once for a range"))
            }
            Some(16..) => fail(at, "no board is longer than 16 squares", "write 1 to 15, or 0 for no limit"),
            Some(range @ 1..) => Ok(range),
            None if !rider && twice.is_none() => Ok(1),
            Some(0) | None => Ok(u8::MAX),
        }
    }

    /// A number of one or two digits, if one stands here.
    fn number(&mut self) -> Result<Option<u8>, BetzaError> {
        let digits = self.text[self.at..].bytes().take_while(u8::is_ascii_digit).count();
        let at = self.at..self.at + digits;
        if digits > 2 {
            return fail(at, "this number is too long", "no board is longer than 16 squares");
        }
        self.at = at.end;
        Ok(self.text[at].parse().ok())
    }
}

/// The up to eight steps of one length.
fn images((short, long): (i8, i8)) -> impl Iterator<Item = (i8, i8)> {
    [(short, long), (long, short)].into_iter().flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)])
}

fn fail<T>(at: Range<usize>, message: impl Into<String>, hint: impl Into<String>) -> Result<T, BetzaError> {
    Err(BetzaError { at, message: message.into(), hint: Some(hint.into()) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A word, the part of it that is wrong, and words of the message.
    #[test]
    fn faults_point_at_the_letter() {
        for (word, at, message) in [
            ("", 0..0, "empty"),
            ("m", 0..1, "modifies nothing"),
            ("Nfm", 1..3, "`fm` modifies nothing"),
            ("NX", 1..2, "'X' is no letter"),
            ("Nk", 1..2, "'k' is no letter"),
            ("RM", 1..2, "'M' is no letter"),
            ("R é", 1..2, "' ' is no letter"),
            ("Né", 1..3, "'é' is no letter"),
            ("f♞", 1..4, "'♞' is no letter"),
            ("4R", 0..1, "'4' is no letter"),
            ("mm", 1..2, "`m` is given twice"),
            ("mcmN", 2..3, "`m` is given twice"),
            ("ninD", 2..3, "`n` is given twice"),
            ("njD", 1..2, "`j` after `n`"),
            ("jfnD", 2..3, "`n` after `j`"),
            ("hN", 0..1, "`h` alone"),
            ("hrW", 0..2, "`hr` chooses nothing"),
            ("jW", 0..1, "`j` needs squares"),
            ("fjK", 1..2, "`j` needs squares"),
            ("mRcpR", 3..4, "cannon"),
            ("gQ", 0..1, "grasshopper"),
            ("KO2", 1..2, "castling"),
            ("afsW", 0..1, "second leg"),
            ("RR", 1..2, "repeats its step already"),
            ("NNN", 2..3, "three times"),
            ("NN2", 2..3, "without limit already"),
            ("W16", 1..3, "longer than 16"),
            ("W100", 1..4, "too long"),
            ("W99999999999999999999999", 1..24, "too long"),
            ("(0,0)", 0..5, "nowhere"),
            ("(1,2", 4..4, "`)` is missing"),
            ("(1;2)", 2..3, "`,` is missing"),
            ("(,2)", 1..2, "a number is missing"),
            ("(1,16)", 3..5, "leaves every board"),
            ("(1,-2)", 3..4, "a number is missing"),
            ("N(", 2..2, "a number is missing"),
        ] {
            let error = Movement::parse(word).expect_err(word);
            assert_eq!(error.at, at, "{word}: {error}");
            assert!(error.message.contains(message), "{word}: {error}");
            assert!(error.hint.is_some(), "{word}");
        }
    }

    #[test]
    fn parts_carry_their_modifiers() {
        let pawn = Movement::parse("mfWcfFimfnD").unwrap();
        let part = |steps: &[(i8, i8)], quiet, capture, initial, path| Part {
            steps: steps.to_vec(),
            range: 1,
            quiet,
            capture,
            initial,
            path,
        };
        assert_eq!(
            pawn.parts,
            [
                part(&[(0, 1)], true, false, false, Path::Any),
                part(&[(-1, 1), (1, 1)], false, true, false, Path::Any),
                part(&[(0, 2)], true, false, true, Path::Clear),
            ]
        );
        assert_eq!(Movement::parse("mcN"), Movement::parse("N"));
        assert_eq!(Movement::parse("ifnmD"), Movement::parse("mnfiD"));
    }

    #[test]
    fn one_movement_has_several_spellings() {
        for (one, other) in [
            ("LL", "CC"),
            ("J", "Z"),
            ("(2,1)", "N"),
            ("(1,2)3", "N3"),
            ("(0,1)(0,1)", "R"),
            ("WW", "R"),
            ("F0", "B"),
            ("KK", "Q"),
            ("K2", "Q2"),
            ("R1", "W"),
            ("vsN", "sN"),
            ("ffN", "fN"),
            ("fhlhN", "lhfhN"),
            ("fbN", "vN"),
        ] {
            assert_eq!(Movement::parse(one), Movement::parse(other), "{one} {other}");
        }
    }
}
