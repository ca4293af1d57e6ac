//! A second opinion: chess, Ice Age, and games with other arrays, on an array of letters, as slow and as plain as can be.
//!
//! It is written from the laws of chess and the rules of Ice Age, not from `floe-core`, and shares nothing with it:
//! what the two agree on, two programs say. Men are FEN letters; it trusts its input and panics on nonsense.

mod board;

pub use board::*;

#[derive(Clone, Copy, Debug)]
pub struct Rules {
    pub files: usize,
    /// What a pawn becomes.
    promotions: &'static [char],
    /// Kings and rooks castle from anywhere on their rank, and castling is written as king takes rook.
    free_castling: bool,
    /// Too few men to mate is a draw, as in chess.
    material_draw: bool,
    pub ice_age: Option<IceAge>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CountedBy {
    Black,
    White,
    Both,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    BeforeIce,
    AfterIce,
}

#[derive(Clone, Copy, Debug)]
pub struct IceAge {
    pub interval: u32,
    pub counted_by: CountedBy,
    pub mate: Stage,
    pub legality: Stage,
    pub freeze: bool,
    pub immune_kings: bool,
}

impl Rules {
    /// The rules of a variant with settings such as `ice-age.interval=1 ice-age.mate=before-ice`.
    pub fn new(variant: &str, settings: &str) -> Rules {
        let ice_age = Some(IceAge {
            interval: 20,
            counted_by: CountedBy::Black,
            mate: Stage::AfterIce,
            legality: Stage::BeforeIce,
            freeze: true,
            immune_kings: false,
        });
        let promotions = &['q', 'r', 'b', 'n'];
        let chess = Rules { files: 8, promotions, free_castling: false, material_draw: true, ice_age: None };
        let promotions = &['q', 'r', 'b', 'n', 'a', 'c'];
        let capablanca = Rules { files: 10, promotions, free_castling: true, ..chess };
        let mut rules = match variant {
            "chess" | "corner" | "fortress" => chess,
            "fischer-random" => Rules { free_castling: true, ..chess },
            "capablanca-random" => capablanca,
            "ice-age" => Rules { material_draw: false, ice_age, ..chess },
            "ice-age-fischer-random" => Rules { free_castling: true, material_draw: false, ice_age, ..chess },
            "frozen-capablanca" => Rules { material_draw: false, ice_age, ..capablanca },
            other => panic!("the naive implementation does not know {other}"),
        };
        for setting in settings.split_whitespace() {
            let (key, value) = setting.split_once('=').expect(setting);
            let rule = rules.ice_age.as_mut().expect(setting);
            match (key, value) {
                ("ice-age.interval", number) => rule.interval = number.parse().expect(setting),
                ("ice-age.counted_by", "black") => rule.counted_by = CountedBy::Black,
                ("ice-age.counted_by", "white") => rule.counted_by = CountedBy::White,
                ("ice-age.counted_by", "both") => rule.counted_by = CountedBy::Both,
                ("ice-age.mate", "before-ice") => rule.mate = Stage::BeforeIce,
                ("ice-age.mate", "after-ice") => rule.mate = Stage::AfterIce,
                ("ice-age.legality", "before-ice") => rule.legality = Stage::BeforeIce,
                ("ice-age.legality", "after-ice") => rule.legality = Stage::AfterIce,
                ("ice-age.freeze", flag) => rule.freeze = flag.parse().expect(setting),
                ("ice-age.frozen_king", "loses") => rule.immune_kings = false,
                ("ice-age.frozen_king", "immune") => rule.immune_kings = true,
                _ => panic!("the naive implementation does not know {setting}"),
            }
        }
        rules
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Walk,
    DoubleStep,
    EnPassant,
    /// With the rook that stands here.
    Castle(Square),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Move {
    pub from: Square,
    /// In castling, where the king lands.
    pub to: Square,
    /// The letter, in lower case, of what a pawn becomes.
    pub promotion: Option<char>,
    pub form: Form,
}

#[derive(Clone, Debug)]
pub struct Position {
    pub rules: Rules,
    pub board: Board,
    pub white_to_move: bool,
    /// Where the rooks stand that may castle.
    pub castling: Vec<Square>,
    /// The square that a pawn has just skipped, whether or not it can be taken there.
    en_passant: Option<Square>,
    halfmove_clock: u32,
    pub fullmove_number: u32,
}

/// The Ice Age: both halves at once, each computed from the board before.
pub fn ice_age(board: &Board, rule: IceAge) -> Board {
    let filled = fill(board);
    let frozen = if rule.freeze { freeze(board, rule.immune_kings) } else { *board };
    let mut after = *board;
    for square in squares() {
        if at(&filled, square) == ICE || at(&frozen, square) == ICE {
            put(&mut after, square, ICE);
        }
    }
    after
}

impl Position {
    pub fn read(rules: Rules, fen: &str) -> Position {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut board = empty_board(rules.files);
        for (row, text) in fields[0].replace("10", "55").split('/').enumerate() {
            let mut file = 0;
            for letter in text.chars() {
                match letter.to_digit(10) {
                    Some(count) => file += count as i32,
                    None => {
                        put(&mut board, (file, 7 - row as i32), letter);
                        file += 1;
                    }
                }
            }
            assert_eq!(file, rules.files as i32, "{fen}");
        }
        let castling =
            fields[2].chars().filter(|&letter| letter != '-').map(|letter| rook_of(&board, letter)).collect();
        let en_passant = (fields[3] != "-").then(|| {
            let bytes = fields[3].as_bytes();
            ((bytes[0] - b'a') as i32, (bytes[1] - b'1') as i32)
        });
        Position {
            rules,
            board,
            white_to_move: fields[1] == "w",
            castling,
            en_passant,
            halfmove_clock: fields[4].parse().expect(fen),
            fullmove_number: fields[5].parse::<u32>().expect(fen).max(1),
        }
    }

    /// The canonical FEN: en passant only if such a capture is legal, `KQkq` wherever they say enough.
    pub fn write(&self) -> String {
        let side = if self.white_to_move { 'w' } else { 'b' };
        let en_passant = match self.en_passant {
            Some(target) if self.legal_moves().iter().any(|m| m.form == Form::EnPassant) => name(target),
            _ => "-".to_owned(),
        };
        let (board, castling) = (write_board(&self.board), self.write_castling());
        format!("{board} {side} {castling} {en_passant} {} {}", self.halfmove_clock, self.fullmove_number)
    }

    fn write_castling(&self) -> String {
        let mut text = String::new();
        for white in [true, false] {
            let Some((king_file, home)) = king(&self.board, white) else {
                continue;
            };
            let rook = if white { 'R' } else { 'r' };
            for h_side in [true, false] {
                let beyond = |file: i32| {
                    if h_side { file > king_file } else { file < king_file }
                };
                let own =
                    |&&(file, rank): &&Square| at(&self.board, (file, rank)) == rook && rank == home && beyond(file);
                let Some(&(file, _)) = self.castling.iter().find(own) else {
                    continue;
                };
                let mut further = if h_side { file + 1..10 } else { 0..file };
                let letter = if further.any(|file| at(&self.board, (file, home)) == rook) {
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

    pub fn in_check(&self) -> bool {
        in_check(&self.board, self.white_to_move)
    }

    /// Whether the Ice Age follows the move that is about to be made.
    fn ice_age_is_due(&self) -> bool {
        let Some(rule) = self.rules.ice_age else { return false };
        let number = self.fullmove_number;
        let (counts, count) = match rule.counted_by {
            CountedBy::Black => (!self.white_to_move, number),
            CountedBy::White => (self.white_to_move, number),
            CountedBy::Both => (true, 2 * number - u32::from(self.white_to_move)),
        };
        counts && count.is_multiple_of(rule.interval)
    }

    /// The legal moves; there are none when a king is gone.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.a_king_is_gone() { Vec::new() } else { self.moves_on_this_board() }
    }

    fn moves_on_this_board(&self) -> Vec<Move> {
        let mut moves = self.walks();
        moves.extend(self.castlings());
        moves.retain(|&m| self.leaves_king_safe(m));
        moves
    }

    pub fn uci(&self, m: Move) -> String {
        let to = match m.form {
            Form::Castle(rook) if self.rules.free_castling => rook,
            _ => m.to,
        };
        let promotion = m.promotion.map(String::from).unwrap_or_default();
        format!("{}{}{promotion}", name(m.from), name(to))
    }

    /// The legal move of this name.
    pub fn find(&self, uci: &str) -> Option<Move> {
        self.legal_moves().into_iter().find(|&m| self.uci(m) == uci)
    }

    /// Whether the Ice Age comes after this move: it is due, and no mate or stalemate keeps it away.
    pub fn ice_age_follows(&self, m: Move) -> bool {
        let mate_first = self.rules.ice_age.is_some_and(|rule| rule.mate == Stage::BeforeIce);
        self.ice_age_is_due() && !(mate_first && self.moved(m).moves_on_this_board().is_empty())
    }

    /// The position after the whole turn.
    pub fn play(&self, m: Move) -> Position {
        let after = self.moved(m);
        match self.rules.ice_age {
            Some(rule) if self.ice_age_follows(m) => after.frozen_over(rule),
            _ => after,
        }
    }

    /// Result and reason, such as `0-1 checkmate`, as far as the men alone can tell.
    pub fn outcome(&self) -> Option<String> {
        let outcome = match (king(&self.board, true), king(&self.board, false)) {
            (None, None) => "1/2 both kings frozen",
            (None, Some(_)) => "0-1 white king frozen",
            (Some(_), None) => "1-0 black king frozen",
            _ if self.legal_moves().is_empty() => match (self.in_check(), self.white_to_move) {
                (true, true) => "0-1 checkmate",
                (true, false) => "1-0 checkmate",
                (false, _) => "1/2 stalemate",
            },
            _ if self.only_kings_are_left_for_good() => "1/2 insufficient material",
            _ if self.rules.material_draw && self.nobody_can_mate() => "1/2 insufficient material",
            _ => return None,
        };
        Some(outcome.to_owned())
    }

    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        self.legal_moves().into_iter().map(|m| self.play(m).perft(depth - 1)).sum()
    }

    /// Everything but castling, whether or not it leaves the king attacked.
    fn walks(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        for from in squares().filter(|&square| belongs_to(at(&self.board, square), self.white_to_move)) {
            if at(&self.board, from).eq_ignore_ascii_case(&'p') {
                self.pawn_moves(from, &mut moves);
            } else {
                for to in attacks(&self.board, from) {
                    if !belongs_to(at(&self.board, to), self.white_to_move) {
                        moves.push(Move { from, to, promotion: None, form: Form::Walk });
                    }
                }
            }
        }
        moves
    }

    fn pawn_moves(&self, from: Square, moves: &mut Vec<Move>) {
        let up = forward(self.white_to_move);
        let (second, last) = if self.white_to_move { (1, 7) } else { (6, 0) };
        let mut walk = |to: Square| {
            if to.1 == last {
                let promoted = |&letter: &char| Move { from, to, promotion: Some(letter), form: Form::Walk };
                moves.extend(self.rules.promotions.iter().map(promoted));
            } else {
                moves.push(Move { from, to, promotion: None, form: Form::Walk });
            }
        };
        let (one, two) = ((from.0, from.1 + up), (from.0, from.1 + 2 * up));
        let free = at(&self.board, one) == EMPTY;
        if free {
            walk(one);
        }
        for to in attacks(&self.board, from) {
            let target = at(&self.board, to);
            if target == ICE || belongs_to(target, !self.white_to_move) {
                walk(to);
            }
        }
        if free && from.1 == second && at(&self.board, two) == EMPTY {
            moves.push(Move { from, to: two, promotion: None, form: Form::DoubleStep });
        }
        if let Some(to) = self.en_passant.filter(|target| attacks(&self.board, from).contains(target)) {
            moves.push(Move { from, to, promotion: None, form: Form::EnPassant });
        }
    }

    fn castlings(&self) -> Vec<Move> {
        let white = self.white_to_move;
        let Some(from) = king(&self.board, white) else {
            return Vec::new();
        };
        let mut moves = Vec::new();
        for &rook in self.castling.iter().filter(|&&rook| belongs_to(at(&self.board, rook), white)) {
            let files = self.rules.files as i32;
            let (king_file, rook_file) = if rook.0 > from.0 { (files - 2, files - 3) } else { (2, 3) };
            let (to, rook_to) = ((king_file, from.1), (rook_file, from.1));

            let mut without = self.board;
            put(&mut without, from, EMPTY);
            put(&mut without, rook, EMPTY);
            let ways = [between(from, to), between(rook, rook_to)].concat();
            let clear = ways.into_iter().all(|square| at(&without, square) == EMPTY);

            let mut landed = without;
            put(&mut landed, to, at(&self.board, from));
            put(&mut landed, rook_to, at(&self.board, rook));
            let safe = between(from, to).into_iter().all(|square| !attacked(&self.board, square, !white));
            if clear && safe && !attacked(&landed, to, !white) {
                moves.push(Move { from, to, promotion: None, form: Form::Castle(rook) });
            }
        }
        moves
    }

    fn leaves_king_safe(&self, m: Move) -> bool {
        let after = self.moved(m);
        let judged = match self.rules.ice_age {
            Some(rule) if rule.legality == Stage::AfterIce && self.ice_age_is_due() => after.frozen_over(rule),
            _ => after,
        };
        !in_check(&judged.board, self.white_to_move)
    }

    /// The position after the men have moved and the turn has passed, before any Ice Age.
    pub fn moved(&self, m: Move) -> Position {
        let mut after = self.clone();
        let man = at(&self.board, m.from);
        let pawn = man.eq_ignore_ascii_case(&'p');
        let mut takes = false;
        put(&mut after.board, m.from, EMPTY);
        match m.form {
            Form::Castle(rook) => {
                put(&mut after.board, rook, EMPTY);
                put(&mut after.board, m.to, man);
                let rook_file = if m.to.0 == 2 { 3 } else { self.rules.files as i32 - 3 };
                put(&mut after.board, (rook_file, m.to.1), at(&self.board, rook));
            }
            Form::EnPassant => {
                put(&mut after.board, m.to, man);
                put(&mut after.board, (m.to.0, m.from.1), EMPTY);
            }
            Form::Walk | Form::DoubleStep => {
                takes = at(&self.board, m.to) != EMPTY;
                let letter = match m.promotion {
                    Some(letter) if self.white_to_move => letter.to_ascii_uppercase(),
                    Some(letter) => letter,
                    None => man,
                };
                put(&mut after.board, m.to, letter);
            }
        }
        after
            .castling
            .retain(|&rook| at(&after.board, rook) == at(&self.board, rook) && m.from != rook && m.to != rook);
        if man.eq_ignore_ascii_case(&'k') {
            after.castling.retain(|&rook| !belongs_to(at(&self.board, rook), self.white_to_move));
        }
        after.en_passant = (m.form == Form::DoubleStep).then_some((m.from.0, (m.from.1 + m.to.1) / 2));
        after.halfmove_clock = if pawn || takes { 0 } else { self.halfmove_clock + 1 };
        after.fullmove_number += u32::from(!self.white_to_move);
        after.white_to_move = !self.white_to_move;
        after
    }

    /// The position after an Ice Age that comes now.
    fn frozen_over(&self, rule: IceAge) -> Position {
        let mut after = self.clone();
        after.board = ice_age(&self.board, rule);
        after.en_passant = None;
        after.castling.retain(|&rook| {
            let letter = at(&after.board, rook);
            letter != ICE && king(&after.board, letter == 'R').is_some()
        });
        if after.board != self.board {
            after.halfmove_clock = 0;
        }
        after
    }

    fn a_king_is_gone(&self) -> bool {
        [true, false].into_iter().any(|white| king(&self.board, white).is_none())
    }

    /// Two bare kings that the Ice Age leaves alone.
    fn only_kings_are_left_for_good(&self) -> bool {
        let immune = self.rules.ice_age.is_some_and(|rule| !rule.freeze || rule.immune_kings);
        immune && self.men_but_kings().is_empty()
    }

    /// By the rule of chess: kings with no more than one knight, or with bishops on squares of one color.
    fn nobody_can_mate(&self) -> bool {
        let men = self.men_but_kings();
        let dark = |&((file, rank), _): &(Square, char)| (file + rank) % 2 == 0;
        let bishops = men.iter().all(|&(_, letter)| letter == 'b');
        let lone_knight = men.len() == 1 && men[0].1 == 'n';
        lone_knight || bishops && (men.iter().all(dark) || !men.iter().any(dark))
    }

    /// Squares and lower-case letters of both players' men.
    fn men_but_kings(&self) -> Vec<(Square, char)> {
        let men = squares().map(|square| (square, at(&self.board, square).to_ascii_lowercase()));
        men.filter(|&(_, letter)| is_man(letter) && letter != 'k').collect()
    }
}

/// The rook that a letter of FEN's castling field means.
fn rook_of(board: &Board, letter: char) -> Square {
    let white = letter.is_ascii_uppercase();
    let (king_file, rank) = king(board, white).expect("a king that castles");
    let own = |file: &i32| at(board, (*file, rank)) == if white { 'R' } else { 'r' };
    let file = match letter.to_ascii_lowercase() {
        'k' => (king_file..10).rev().find(own),
        'q' => (0..king_file).find(own),
        file => Some(file as i32 - 'a' as i32),
    };
    (file.expect("a rook that castles"), rank)
}
