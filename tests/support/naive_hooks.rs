//! A second opinion on the games that need hooks, and on mixtures of their rules: on lists of letters, as slow and as
//! plain as can be.
//!
//! It is written from the words of the rules and shares nothing with `floe-core`: what the two agree on, two programs
//! say. Men are FEN letters; it trusts its input and panics on nonsense.

use std::collections::BTreeSet;

use super::naive::{EMPTY, ICE, Square, belongs_to, forward, is_man, name};

const STRAIGHT: [(i32, i32); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// The order in which a hand is written.
const IN_HAND: &str = "KQRBNPAC";

/// What the loss of a king means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum King {
    /// He may not be left attacked.
    Checked,
    /// He may, but who loses him has lost.
    Exposed,
    /// He is a man like others.
    Ordinary,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    None,
    Fixed,
    Free,
}

/// Which material is drawn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Drawn {
    Never,
    BareKings,
    AsInChess,
}

/// Chess, with so many rules over it.
#[derive(Clone, Debug)]
pub struct Rules {
    pub files: i32,
    pub ranks: i32,
    /// The first and the last file touch.
    wrap: bool,
    pub start: String,
    promotions: Vec<char>,
    pub king: King,
    pub castling: Castling,
    drawn: Drawn,
    /// The Ice Age comes after every so manieth move of Black.
    pub ice_age: Option<u32>,
    pub three_checks: bool,
    racing: bool,
    anti: bool,
    extinction: bool,
    atomic: bool,
    cat: bool,
    relay: bool,
    looping: bool,
    recycle: bool,
    grand: bool,
    massacre: bool,
}

const CHESS: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const RACE: &str = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1";
const GRAND: &str = "r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1";
const MASSACRE: &str = "rBbnbqNn/bQrnQRRr/rrqbNqQb/bBNqbNBN/bNRrrrBQ/QRQqRnNB/qBRnnqNQ/BBQnqnRR w - - 0 1";
const TEN_FILES: &str = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
const ICE_AGE: &str = "rnbqkbnr/pppppppp/^^^^^^^^/^^^^^^^^/^^^^^^^^/^^^^^^^^/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

impl Rules {
    /// The rules of a game, and of others laid over it: `chess anti atomic`.
    pub fn new(words: &str) -> Rules {
        let mut rules = Rules {
            files: 8,
            ranks: 8,
            wrap: false,
            start: CHESS.to_owned(),
            promotions: vec!['q', 'r', 'b', 'n'],
            king: King::Checked,
            castling: Castling::Fixed,
            drawn: Drawn::AsInChess,
            ice_age: None,
            three_checks: false,
            racing: false,
            anti: false,
            extinction: false,
            atomic: false,
            cat: false,
            relay: false,
            looping: false,
            recycle: false,
            grand: false,
            massacre: false,
        };
        for word in words.split_whitespace() {
            rules.add(word);
        }
        rules
    }

    fn add(&mut self, word: &str) {
        let draws_at_most = match word {
            "atomic" | "atomic-check" | "three-checks" => Drawn::BareKings,
            "chess" | "fischer-random" | "capablanca" | "knight-relay" | "cylinder" | "grand" => Drawn::AsInChess,
            _ => Drawn::Never,
        };
        self.drawn = self.drawn.min(draws_at_most);
        match word {
            "chess" => {}
            "fischer-random" => self.castling = Castling::Free,
            "capablanca" => {
                self.files = 10;
                self.start = TEN_FILES.to_owned();
                self.promotions.extend(['a', 'c']);
            }
            "ice-age" => {
                self.ice_age = Some(20);
                self.start = ICE_AGE.to_owned();
            }
            "cylinder" => self.wrap = true,
            "three-checks" => self.three_checks = true,
            "racing-kings" => {
                self.racing = true;
                self.start = RACE.to_owned();
            }
            "anti" | "extinction" => {
                self.anti |= word == "anti";
                self.extinction |= word == "extinction";
                self.king = King::Ordinary;
                self.promotions.push('k');
            }
            "atomic" | "atomic-check" => {
                self.atomic = true;
                if word == "atomic" && self.king == King::Checked {
                    self.king = King::Exposed;
                }
            }
            "cheshire-cat" => self.cat = true,
            "knight-relay" => self.relay = true,
            "loop" => self.looping = true,
            "recycle" => {
                self.recycle = true;
                self.promotions.clear();
            }
            "grand" => {
                (self.files, self.ranks) = (10, 10);
                self.grand = true;
                self.start = GRAND.to_owned();
                self.promotions.extend(['a', 'c']);
            }
            "massacre" => {
                self.massacre = true;
                self.king = King::Ordinary;
                self.start = MASSACRE.to_owned();
            }
            other => panic!("the naive implementation does not know {other}"),
        }
        if matches!(word, "racing-kings" | "anti" | "cheshire-cat" | "grand" | "massacre") {
            self.castling = Castling::None;
        }
    }

    /// Whether men may be in hand.
    pub fn hands(&self) -> bool {
        self.looping || self.recycle
    }

    /// Whether nobody may give check.
    pub fn forbids_checks(&self) -> bool {
        self.racing
    }

    /// Whether squares may be gone.
    pub fn squares_vanish(&self) -> bool {
        self.cat
    }

    /// The letters of the men at the start.
    pub fn letters(&self) -> BTreeSet<char> {
        let board = self.start.split(' ').next().expect("a board");
        board.chars().filter(|&letter| is_man(letter)).collect()
    }

    /// How many men of a letter there are at the start.
    fn at_start(&self, letter: char) -> usize {
        self.start.split(' ').next().expect("a board").matches(letter).count()
    }

    /// The file on which a king castles where the array is fixed.
    fn home_file(&self) -> i32 {
        self.files / 2
    }

    /// The rank on which pawns start, and the last one.
    fn pawn_ranks(&self, white: bool) -> (i32, i32) {
        let second = if self.grand { 2 } else { 1 };
        if white { (second, self.ranks - 1) } else { (self.ranks - 1 - second, 0) }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Form {
    Walk,
    DoubleStep,
    EnPassant,
    /// With the rook that stands here.
    Castle(Square),
    /// Of a man with this letter, in lower case.
    Drop(char),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Move {
    /// In a drop, the same as `to`.
    pub from: Square,
    /// In castling, where the king lands.
    pub to: Square,
    /// The letter, in lower case, of what a pawn becomes.
    pub promotion: Option<char>,
    pub form: Form,
}

#[derive(Clone, Debug)]
pub struct Position<'r> {
    rules: &'r Rules,
    /// Letters by rank, then file.
    board: Vec<Vec<char>>,
    pub white_to_move: bool,
    /// Where the rooks stand that may castle.
    castling: Vec<Square>,
    /// The square that a pawn has just skipped.
    en_passant: Option<Square>,
    /// The letters of the men in hand.
    hands: Vec<char>,
    /// The squares that are gone.
    gone: BTreeSet<Square>,
    /// Where kings stand that have moved.
    moved: BTreeSet<Square>,
    /// How many checks White and Black have still to give.
    checks_left: [u32; 2],
    halfmove_clock: u32,
    fullmove_number: u32,
}

impl<'r> Position<'r> {
    pub fn read(rules: &'r Rules, fen: &str) -> Position<'r> {
        let mut fields: Vec<&str> = fen.split_whitespace().collect();
        let mut squares = |name: &str| -> BTreeSet<Square> {
            let prefix = format!("{name}=");
            let place = fields.iter().position(|field| field.starts_with(&prefix));
            let field = place.map_or("", |place| &fields.remove(place)[prefix.len()..]);
            field.split(',').filter(|name| !name.is_empty()).map(square).collect()
        };
        let (gone, moved) = (squares("gone"), squares("moved"));
        let mut checks_left = [3, 3];
        if let Some((white, black)) = fields[4].split_once('+') {
            checks_left = [white, black].map(|number| number.parse().expect(fen));
            fields.remove(4);
        }
        let (men, hands) = fields[0].trim_end_matches(']').split_once('[').unwrap_or((fields[0], ""));
        let mut board = vec![vec![EMPTY; rules.files as usize]; rules.ranks as usize];
        for (row, text) in board.iter_mut().rev().zip(men.split('/')) {
            let text: Vec<char> =
                if rules.files > 9 { text.replace("10", "55") } else { text.to_owned() }.chars().collect();
            let mut file = 0;
            for letter in text {
                match letter.to_digit(10) {
                    Some(count) => file += count as usize,
                    None => {
                        row[file] = letter;
                        file += 1;
                    }
                }
            }
            assert_eq!(file, rules.files as usize, "{fen}");
        }
        let mut position = Position {
            rules,
            board,
            white_to_move: fields[1] == "w",
            castling: Vec::new(),
            en_passant: (fields[3] != "-").then(|| square(fields[3])),
            hands: hands.chars().collect(),
            gone,
            moved,
            checks_left,
            halfmove_clock: fields[4].parse().expect(fen),
            fullmove_number: fields[5].parse::<u32>().expect(fen).max(1),
        };
        for letter in fields[2].chars().filter(|&letter| letter != '-' && rules.castling != Castling::None) {
            let rook = position.rook_of(letter);
            position.castling.push(rook);
        }
        position
    }

    /// The rook that a letter of FEN's castling field means.
    fn rook_of(&self, letter: char) -> Square {
        let white = letter.is_ascii_uppercase();
        let rank = if white { 0 } else { self.rules.ranks - 1 };
        let king_file = self.castling_king(white, rank).expect("a king that castles").0;
        let own = |file: &i32| self.at((*file, rank)) == if white { 'R' } else { 'r' };
        let file = match letter.to_ascii_lowercase() {
            'k' => (king_file..self.rules.files).rev().find(own),
            'q' => (0..king_file).find(own),
            file => Some(file as i32 - 'a' as i32),
        };
        (file.expect("a rook that castles"), rank)
    }

    /// The canonical FEN: en passant only if such a capture is legal, `KQkq` wherever they say enough.
    pub fn write(&self) -> String {
        let side = if self.white_to_move { 'w' } else { 'b' };
        let en_passant = match self.en_passant {
            Some(target) if self.legal_moves().iter().any(|m| m.form == Form::EnPassant) => name(target),
            _ => "-".to_owned(),
        };
        let mut text = write_board(&self.board);
        if self.rules.hands() {
            let mut letters = self.hands.clone();
            letters.sort_by_key(|letter| (letter.is_ascii_lowercase(), IN_HAND.find(letter.to_ascii_uppercase())));
            text += &format!("[{}]", letters.into_iter().collect::<String>());
        }
        text += &format!(" {side} {} {en_passant}", self.write_castling());
        if self.rules.three_checks {
            text += &format!(" {}+{}", self.checks_left[0], self.checks_left[1]);
        }
        text += &format!(" {} {}", self.halfmove_clock, self.fullmove_number);
        for (what, set) in [("gone", &self.gone), ("moved", &self.moved)] {
            let mut squares: Vec<Square> = set.iter().copied().collect();
            squares.sort_by_key(|&(file, rank)| (rank, file));
            if !squares.is_empty() {
                text += &format!(" {what}={}", squares.into_iter().map(name).collect::<Vec<_>>().join(","));
            }
        }
        text
    }

    fn write_castling(&self) -> String {
        let mut text = String::new();
        for (white, home) in [(true, 0), (false, self.rules.ranks - 1)] {
            let Some((king_file, _)) = self.castling_king(white, home) else { continue };
            let rook = if white { 'R' } else { 'r' };
            for h_side in [true, false] {
                let beyond = |file: i32| if h_side { file > king_file } else { file < king_file };
                let own = |&&(file, rank): &&Square| self.at((file, rank)) == rook && rank == home && beyond(file);
                let Some(&(file, _)) = self.castling.iter().find(own) else { continue };
                let mut further = if h_side { file + 1..self.rules.files } else { 0..file };
                let free = self.rules.castling == Castling::Free;
                let letter = if free && further.any(|file| self.at((file, home)) == rook) {
                    (b'a' + file as u8) as char
                } else if h_side {
                    'k'
                } else {
                    'q'
                };
                text.push(if white { letter.to_ascii_uppercase() } else { letter });
            }
        }
        if text.is_empty() { "-".to_owned() } else { text }
    }

    pub fn at(&self, (file, rank): Square) -> char {
        self.board[rank as usize][file as usize]
    }

    fn put(&mut self, (file, rank): Square, letter: char) {
        self.board[rank as usize][file as usize] = letter;
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let (files, ranks) = (self.rules.files, self.rules.ranks);
        (0..ranks).flat_map(move |rank| (0..files).map(move |file| (file, rank)))
    }

    /// The square so many files and ranks away, if the board has it.
    fn step(&self, (file, rank): Square, (x, y): (i32, i32)) -> Option<Square> {
        let file = if self.rules.wrap { (file + x).rem_euclid(self.rules.files) } else { file + x };
        let rank = rank + y;
        ((0..self.rules.files).contains(&file) && (0..self.rules.ranks).contains(&rank)).then_some((file, rank))
    }

    fn beside(&self, square: Square, steps: &[(i32, i32)]) -> BTreeSet<Square> {
        steps.iter().filter_map(|&step| self.step(square, step)).filter(|&other| other != square).collect()
    }

    /// The squares up to and including the first one in each direction that is not empty.
    fn lines(&self, from: Square, directions: &[(i32, i32)]) -> BTreeSet<Square> {
        let mut reached = BTreeSet::new();
        for &direction in directions {
            let mut here = from;
            while let Some(next) = self.step(here, direction).filter(|&next| next != from) {
                reached.insert(next);
                if self.at(next) != EMPTY {
                    break;
                }
                here = next;
            }
        }
        reached
    }

    /// The eight squares around, or those that there are.
    fn around(&self, square: Square) -> BTreeSet<Square> {
        &self.beside(square, &STRAIGHT) | &self.beside(square, &DIAGONAL)
    }

    pub fn king(&self, white: bool) -> Option<Square> {
        self.squares().find(|&square| self.at(square) == if white { 'K' } else { 'k' })
    }

    /// The king that would castle on this rank.
    fn castling_king(&self, white: bool, rank: i32) -> Option<Square> {
        let is_king = |&square: &Square| self.at(square) == if white { 'K' } else { 'k' };
        match self.rules.castling {
            Castling::None => None,
            Castling::Fixed => Some((self.rules.home_file(), rank)).filter(is_king),
            Castling::Free => (0..self.rules.files).map(|file| (file, rank)).find(is_king),
        }
    }

    /// The squares that a knight's friend reaches as a knight.
    fn relayed(&self, from: Square) -> BTreeSet<Square> {
        let letter = self.at(from);
        let friend = if letter.is_ascii_uppercase() { 'N' } else { 'n' };
        let leaps = self.beside(from, &LEAPS);
        if !self.rules.relay
            || "kn".contains(letter.to_ascii_lowercase())
            || !leaps.iter().any(|&s| self.at(s) == friend)
        {
            return BTreeSet::new();
        }
        let pawn = letter.eq_ignore_ascii_case(&'p');
        leaps.into_iter().filter(|&(_, rank)| !pawn || (rank != 0 && rank != self.rules.ranks - 1)).collect()
    }

    /// The squares that the man here attacks, whatever stands on them.
    fn attacks(&self, from: Square) -> BTreeSet<Square> {
        let letter = self.at(from);
        let up = forward(letter.is_ascii_uppercase());
        let leaps = || self.beside(from, &LEAPS);
        let own = match letter.to_ascii_lowercase() {
            'p' => self.beside(from, &[(-1, up), (1, up)]),
            'n' if self.rules.relay => BTreeSet::new(),
            'n' => leaps(),
            'a' => &self.lines(from, &DIAGONAL) | &leaps(),
            'c' => &self.lines(from, &STRAIGHT) | &leaps(),
            'b' => self.lines(from, &DIAGONAL),
            'r' => self.lines(from, &STRAIGHT),
            'q' => &self.lines(from, &STRAIGHT) | &self.lines(from, &DIAGONAL),
            'k' if self.rules.cat && !self.moved.contains(&from) => {
                &self.lines(from, &STRAIGHT) | &self.lines(from, &DIAGONAL)
            }
            'k' => self.around(from),
            _ => BTreeSet::new(),
        };
        &own | &self.relayed(from)
    }

    fn attacked(&self, square: Square, by_white: bool) -> bool {
        self.squares().any(|from| belongs_to(self.at(from), by_white) && self.attacks(from).contains(&square))
    }

    /// Whether a king of the player on this square would be safe because he touches the enemy king.
    fn is_safe_beside(&self, square: Square, white: bool) -> bool {
        self.rules.atomic && self.king(!white).is_some_and(|enemy| self.around(enemy).contains(&square))
    }

    /// Whether the player's king is in check.
    pub fn in_check(&self, white: bool) -> bool {
        let king = self.king(white).filter(|_| self.rules.king == King::Checked);
        king.is_some_and(|king| self.attacked(king, !white) && !self.is_safe_beside(king, white))
    }

    /// Whether the man of a player may be taken by the side to move.
    fn may_take(&self, square: Square) -> bool {
        let letter = self.at(square);
        let king = letter.eq_ignore_ascii_case(&'k');
        let own = belongs_to(letter, self.white_to_move);
        let safe = self.rules.relay && letter.eq_ignore_ascii_case(&'n');
        is_man(letter) && !safe && (!own || (self.rules.recycle && !king))
    }

    /// Whether the move takes a player's man.
    pub fn takes_a_man(&self, m: Move) -> bool {
        match m.form {
            Form::EnPassant => true,
            Form::Walk => is_man(self.at(m.to)),
            Form::DoubleStep | Form::Castle(_) | Form::Drop(_) => false,
        }
    }

    fn takes_an_enemy(&self, m: Move) -> bool {
        self.takes_a_man(m) && !belongs_to(self.at(m.to), self.white_to_move)
    }

    /// The legal moves; there are none when the game is over.
    pub fn legal_moves(&self) -> BTreeSet<Move> {
        if self.ended().is_some() { BTreeSet::new() } else { self.moves_if_on() }
    }

    /// The legal moves, if the game went on.
    fn moves_if_on(&self) -> BTreeSet<Move> {
        let rules = self.rules;
        if rules.king != King::Ordinary && [true, false].iter().any(|&white| self.king(white).is_none()) {
            return BTreeSet::new();
        }
        let mut moves = self.walks();
        moves.extend(self.castlings());
        moves.extend(self.drops());
        moves.retain(|&m| !self.gone.contains(&m.to));
        moves.retain(|&m| !rules.massacre || self.takes_an_enemy(m));
        moves.retain(|&m| self.is_legal(m));
        if rules.anti && moves.iter().any(|&m| self.takes_an_enemy(m)) {
            moves.retain(|&m| self.takes_an_enemy(m));
        }
        moves
    }

    fn is_legal(&self, m: Move) -> bool {
        let us = self.white_to_move;
        let after = self.moved(m);
        if self.rules.atomic && self.rules.king != King::Ordinary {
            if after.king(us).is_none() {
                return false;
            }
            if after.king(!us).is_none() {
                return true;
            }
        }
        let gives_check = self.rules.racing && after.in_check(!us);
        !gives_check && !after.in_check(us)
    }

    /// Everything but castling and drops, whether or not it leaves the king attacked.
    fn walks(&self) -> BTreeSet<Move> {
        let mut moves = BTreeSet::new();
        for from in self.squares().filter(|&square| belongs_to(self.at(square), self.white_to_move)) {
            let walk = |to| Move { from, to, promotion: None, form: Form::Walk };
            let takes = |to: &Square| self.at(*to) == ICE || self.may_take(*to);
            let goes = |to: &Square| self.at(*to) == EMPTY || takes(to);
            match self.at(from).to_ascii_lowercase() {
                'p' => {
                    self.pawn_moves(from, &mut moves);
                    moves.extend(self.relayed(from).into_iter().filter(goes).map(walk));
                }
                'n' if self.rules.relay => {
                    // Knights take no men, but ice is none.
                    let open = |to: &Square| [EMPTY, ICE].contains(&self.at(*to));
                    moves.extend(self.beside(from, &LEAPS).into_iter().filter(open).map(walk));
                }
                _ => moves.extend(self.attacks(from).into_iter().filter(goes).map(walk)),
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut BTreeSet<Move>) {
        let up = forward(self.white_to_move);
        let (second, _) = self.rules.pawn_ranks(self.white_to_move);
        let Some(one) = self.step(from, (0, up)) else { return };
        let free = self.at(one) == EMPTY;
        if free {
            self.add_pawn_move(from, one, moves);
        }
        let sides = self.beside(from, &[(-1, up), (1, up)]);
        for &to in sides.iter().filter(|&&to| self.at(to) == ICE || self.may_take(to)) {
            self.add_pawn_move(from, to, moves);
        }
        if let Some(two) = self.step(one, (0, up)).filter(|&two| free && from.1 == second && self.at(two) == EMPTY) {
            moves.insert(Move { from, to: two, promotion: None, form: Form::DoubleStep });
        }
        if let Some(to) = self.en_passant.filter(|target| !self.rules.relay && sides.contains(target)) {
            moves.insert(Move { from, to, promotion: None, form: Form::EnPassant });
        }
    }

    /// A pawn's step, with what it becomes.
    fn add_pawn_move(&self, from: Square, to: Square, moves: &mut BTreeSet<Move>) {
        let (_, last) = self.rules.pawn_ranks(self.white_to_move);
        let must = to.1 == last && !self.rules.recycle;
        let may = must || (self.rules.grand && to.1.abs_diff(last) <= 2);
        if !must {
            moves.insert(Move { from, to, promotion: None, form: Form::Walk });
        }
        for &letter in self.rules.promotions.iter().filter(|_| may) {
            if !self.rules.grand || self.is_lost(letter) {
                moves.insert(Move { from, to, promotion: Some(letter), form: Form::Walk });
            }
        }
    }

    /// Whether the side to move has fewer men of a kind than at the start.
    fn is_lost(&self, letter: char) -> bool {
        let letter = self.own(letter);
        let left = self.squares().map(|square| self.at(square)).chain(self.hands.iter().copied());
        left.filter(|&left| left == letter).count() < self.rules.at_start(letter)
    }

    /// The letter of a man of the side to move.
    fn own(&self, letter: char) -> char {
        if self.white_to_move { letter.to_ascii_uppercase() } else { letter }
    }

    fn drops(&self) -> BTreeSet<Move> {
        let mut moves = BTreeSet::new();
        for &letter in self.hands.iter().filter(|&&letter| belongs_to(letter, self.white_to_move)) {
            let kind = letter.to_ascii_lowercase();
            for square in self.squares().filter(|&square| self.at(square) == EMPTY) {
                if kind != 'p' || (square.1 != 0 && square.1 != self.rules.ranks - 1) {
                    moves.insert(Move { from: square, to: square, promotion: None, form: Form::Drop(kind) });
                }
            }
        }
        moves
    }

    fn castlings(&self) -> BTreeSet<Move> {
        let white = self.white_to_move;
        let mut moves = BTreeSet::new();
        for &rook in self.castling.iter().filter(|&&rook| belongs_to(self.at(rook), white)) {
            let from = self.castling_king(white, rook.1).expect("a king that castles");
            let files = self.rules.files;
            let (king_file, rook_file) = if rook.0 > from.0 { (files - 2, files - 3) } else { (2, 3) };
            let (to, rook_to) = ((king_file, from.1), (rook_file, from.1));
            let mut landed = self.clone();
            landed.put(from, EMPTY);
            landed.put(rook, EMPTY);
            let ways = [between(from, to), between(rook, rook_to)].concat();
            let clear = ways.into_iter().all(|square| landed.at(square) == EMPTY);
            landed.put(to, self.at(from));
            landed.put(rook_to, self.at(rook));
            let is_attacked =
                |board: &Position<'_>, square| board.attacked(square, !white) && !board.is_safe_beside(square, white);
            let safe =
                between(from, to).into_iter().all(|square| !is_attacked(self, square)) && !is_attacked(&landed, to);
            if clear && (safe || self.rules.king != King::Checked) {
                moves.insert(Move { from, to, promotion: None, form: Form::Castle(rook) });
            }
        }
        moves
    }

    /// The position when the men have moved, exploded or vanished; the same side is still to move.
    fn moved(&self, m: Move) -> Position<'r> {
        let mut after = self.clone();
        let man = self.at(m.from);
        let mut resets = man.eq_ignore_ascii_case(&'p');
        let taken = match m.form {
            Form::EnPassant => Some((m.to.0, m.from.1)),
            _ => Some(m.to).filter(|_| m.form == Form::Walk && self.at(m.to) != EMPTY),
        };
        if let Some(square) = taken {
            resets = true;
            after.put(square, EMPTY);
            after.moved.remove(&square);
        }
        after.put(m.from, EMPTY);
        match m.form {
            Form::Castle(rook) => {
                after.put(rook, EMPTY);
                after.put(m.to, man);
                let rook_file = if m.to.0 == 2 { 3 } else { self.rules.files - 3 };
                after.put((rook_file, m.to.1), self.at(rook));
            }
            Form::Drop(letter) => {
                resets = true;
                let letter = self.own(letter);
                let place = after.hands.iter().position(|&other| other == letter).expect("it is in hand");
                after.hands.remove(place);
                after.put(m.to, letter);
            }
            _ => after.put(m.to, m.promotion.map_or(man, |letter| self.own(letter))),
        }
        if self.rules.cat && self.at(m.from).eq_ignore_ascii_case(&'k') {
            after.moved.remove(&m.from);
            after.moved.insert(m.to);
        }
        if self.rules.atomic && self.takes_a_man(m) {
            after.put(m.to, EMPTY);
            after.moved.remove(&m.to);
            for square in self.around(m.to) {
                let letter = after.at(square);
                if is_man(letter) && !letter.eq_ignore_ascii_case(&'p') {
                    after.put(square, EMPTY);
                    after.moved.remove(&square);
                }
            }
        }
        let (_, last) = self.rules.pawn_ranks(self.white_to_move);
        if self.rules.recycle && m.to.1 == last && after.at(m.to).eq_ignore_ascii_case(&'p') {
            after.put(m.to, EMPTY);
        }
        let castled = matches!(m.form, Form::Castle(_));
        let board = &after.board;
        after.castling.retain(|&rook| {
            let white = self.at(rook) == 'R';
            let king = self.castling_king(white, rook.1).expect("a king that castles");
            let stays = |square: Square| {
                board[square.1 as usize][square.0 as usize] == self.at(square) && m.from != square && m.to != square
            };
            stays(rook) && stays(king) && !(castled && white == self.white_to_move)
        });
        after.en_passant = (m.form == Form::DoubleStep).then_some((m.from.0, (m.from.1 + m.to.1) / 2));
        after.halfmove_clock = if resets { 0 } else { self.halfmove_clock + 1 };
        after
    }

    /// The position after the whole turn.
    pub fn play(&self, m: Move) -> Position<'r> {
        let us = self.white_to_move;
        let mut after = self.moved(m);
        after.fullmove_number += u32::from(!us);
        after.white_to_move = !us;
        if self.rules.cat && !matches!(m.form, Form::Drop(_)) {
            after.gone.insert(m.from);
        }
        if self.takes_a_man(m) {
            let victim = if m.form == Form::EnPassant { self.at((m.to.0, m.from.1)) } else { self.at(m.to) };
            let own = belongs_to(victim, us);
            if self.rules.looping || (self.rules.recycle && own) {
                after.hands.push(self.own(victim.to_ascii_lowercase()));
            }
        }
        if self.rules.ice_age.is_some_and(|interval| !us && self.fullmove_number.is_multiple_of(interval)) {
            after.freeze();
        }
        if self.rules.three_checks && after.in_check(!us) {
            let left = &mut after.checks_left[usize::from(!us)];
            *left = left.saturating_sub(1);
        }
        after
    }

    /// The Ice Age comes.
    fn freeze(&mut self) {
        let before = self.clone();
        let man = |square: &Square| is_man(before.at(*square));
        for square in before.squares() {
            let freezes = match before.at(square) {
                EMPTY => !before.beside(square, &STRAIGHT).iter().all(man),
                ICE => false,
                _ => !before.around(square).iter().any(man),
            };
            if freezes {
                self.put(square, ICE);
                self.halfmove_clock = 0;
            }
        }
        self.en_passant = None;
        let board = &self.board;
        self.castling.retain(|&rook| {
            let king = before.castling_king(before.at(rook) == 'R', rook.1).expect("a king that castles");
            [rook, king].iter().all(|&(file, rank)| is_man(board[rank as usize][file as usize]))
        });
    }

    /// The result, such as `1-0`, as far as this board tells.
    pub fn outcome(&self) -> Option<&'static str> {
        let loses = |white: bool| if white { "0-1" } else { "1-0" };
        if let Some(result) = self.ended() {
            return Some(result);
        }
        let us = self.white_to_move;
        if self.moves_if_on().is_empty() {
            return Some(match () {
                () if self.in_check(us) || self.rules.massacre => loses(us),
                () if self.rules.anti => loses(!us),
                () => "1/2-1/2",
            });
        }
        self.nobody_can_win().then_some("1/2-1/2")
    }

    /// Whether the board says that the game is over.
    pub fn is_over(&self) -> bool {
        self.ended().is_some()
    }

    /// How the game has ended otherwise than by mate, stalemate and too few men.
    fn ended(&self) -> Option<&'static str> {
        let (rules, us) = (self.rules, self.white_to_move);
        let loses = |white: bool| if white { "0-1" } else { "1-0" };
        let has = |white: bool, letter: char| {
            let letter = if white { letter } else { letter.to_ascii_lowercase() };
            self.hands.contains(&letter) || self.squares().any(|square| self.at(square) == letter)
        };
        if rules.king != King::Ordinary {
            match [true, false].map(|white| self.king(white).is_none()) {
                [false, false] => {}
                [true, true] => return Some("1/2-1/2"),
                [white, _] => return Some(loses(white)),
            }
        }
        if rules.extinction {
            let extinct = |white: bool| {
                "KQRBNPAC".chars().any(|kind| {
                    let letter = if white { kind } else { kind.to_ascii_lowercase() };
                    rules.at_start(letter) > 0 && !has(white, kind)
                })
            };
            // Who has just moved wins if both sides have lost a kind.
            if let Some(white) = [us, !us].into_iter().find(|&white| extinct(white)) {
                return Some(loses(white));
            }
        }
        if rules.racing {
            let last = rules.ranks - 1;
            let arrived = |white: bool| self.king(white).is_some_and(|(_, rank)| rank == last);
            match [true, false].map(arrived) {
                [true, true] => return Some("1/2-1/2"),
                [false, true] => return Some("0-1"),
                [true, false] => {
                    let follows = |m: &Move| self.at(m.from) == 'k' && m.to.1 == last;
                    if us || !self.moves_if_on().iter().any(follows) {
                        return Some("1-0");
                    }
                }
                [false, false] => {}
            }
        }
        if rules.anti {
            let men = || self.squares().map(|square| self.at(square)).chain(self.hands.iter().copied());
            match [true, false].map(|white| !men().any(|letter| belongs_to(letter, white))) {
                [false, false] => {}
                [true, true] => return Some("1/2-1/2"),
                [white, _] => return Some(loses(!white)),
            }
        }
        match self.checks_left {
            [0, _] => Some("1-0"),
            [_, 0] => Some("0-1"),
            _ => None,
        }
    }

    fn nobody_can_win(&self) -> bool {
        let men: Vec<(Square, char)> = self.squares().map(|square| (square, self.at(square))).collect();
        let ice = men.iter().any(|&(_, letter)| letter == ICE);
        let men: Vec<(Square, char)> =
            men.into_iter().filter(|&(_, letter)| is_man(letter) && !"Kk".contains(letter)).collect();
        if self.rules.drawn == Drawn::Never || self.rules.king != King::Checked {
            return false;
        }
        if men.is_empty() {
            return true;
        }
        let lone_knight = men.len() == 1 && "Nn".contains(men[0].1);
        let dark = |&((file, rank), _): &(Square, char)| (file + rank) % 2 == 0;
        let bishops =
            men.iter().all(|&(_, letter)| "Bb".contains(letter)) && (men.iter().all(dark) || !men.iter().any(dark));
        self.rules.drawn == Drawn::AsInChess && !ice && (lone_knight || bishops)
    }

    pub fn uci(&self, m: Move) -> String {
        let to = match m.form {
            Form::Drop(letter) => return format!("{}@{}", letter.to_ascii_uppercase(), name(m.to)),
            Form::Castle(rook) if self.rules.castling == Castling::Free => rook,
            _ => m.to,
        };
        let promotion = m.promotion.map(String::from).unwrap_or_default();
        format!("{}{}{promotion}", name(m.from), name(to))
    }

    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves().into_iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }
}

/// The first field of a FEN.
pub fn write_board(board: &[Vec<char>]) -> String {
    let row = |rank: &Vec<char>| {
        let mut row = String::new();
        let mut empty = 0;
        for &letter in rank.iter().chain(['/'].iter()) {
            if letter == EMPTY {
                empty += 1;
                continue;
            }
            if empty > 0 {
                row += &empty.to_string();
                empty = 0;
            }
            row.push(letter);
        }
        row
    };
    let rows: String = board.iter().rev().map(row).collect();
    rows.trim_end_matches('/').to_owned()
}

/// The squares from one to another on the same rank, both included.
fn between(a: Square, b: Square) -> Vec<Square> {
    (a.0.min(b.0)..=a.0.max(b.0)).map(|file| (file, a.1)).collect()
}

/// The square of a name such as `e4` or `j10`.
fn square(name: &str) -> Square {
    let rank: i32 = name[1..].parse().expect(name);
    (i32::from(name.as_bytes()[0] - b'a'), rank - 1)
}
