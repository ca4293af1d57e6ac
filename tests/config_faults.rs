//! Broken files and settings: what is said of each, and where. Every message has been read by a person.

use std::fmt::Write;
use std::sync::LazyLock;

use floe_core::Registry;
use floe_core::config::{self, ConfigError, ConfigErrors};

static REGISTRY: LazyLock<Registry> = LazyLock::new(floe_variants::registry);

/// The faults as a person sees them: place, message, the line with its caret, hint, other places.
fn told(errors: &ConfigErrors) -> String {
    let mut told = String::new();
    for error in &errors.0 {
        writeln!(told, "{error}").unwrap();
        show(&mut told, error, error.span.clone(), '^', "");
        for (span, word) in &error.related {
            show(&mut told, error, span.clone(), '-', word);
        }
        if let Some(hint) = &error.hint {
            writeln!(told, "   = {hint}").unwrap();
        }
    }
    told
}

/// One line of the text with a mark under a part of it.
fn show(told: &mut String, error: &ConfigError, span: std::ops::Range<usize>, mark: char, word: &str) {
    let start = error.text[..span.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line = error.text[start..].lines().next().unwrap_or_default();
    let indent = " ".repeat(error.text[start..span.start].chars().filter(|&c| c != '\u{feff}').count());
    let on_line = span.end.min(start + line.len()).max(span.start);
    let marks = mark.to_string().repeat(error.text[span.start..on_line].chars().count().max(1));
    let marked = format!("{indent}{marks} {word}");
    writeln!(told, "   | {}\n   | {}", line.trim_start_matches('\u{feff}'), marked.trim_end()).unwrap();
}

fn faults(source: &str, settings: &[&str]) -> String {
    let settings: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
    match config::load_with(source, "my.toml", &settings, &REGISTRY) {
        Ok(variant) => format!("no fault: {}\n", variant.id()),
        Err(errors) => told(&errors),
    }
}

/// A file that extends a variant.
fn extending(parent: &str, rest: &str) -> String {
    format!("format  = 1\nid      = \"my-game\"\nextends = \"{parent}\"\n{rest}\n")
}

#[test]
fn files_that_extend() {
    let cases = [
        ("a line that is nothing", "format = 1\nid = \"my-game\"\n-1 \"x\"\nextends = \"chess\"".to_owned()),
        ("V1: a colon for an equals sign", extending("chess", "[board]\nwrap: false")),
        ("V3, V27: no for false", extending("chess", "[board]\nwrap = no")),
        ("yes and On for true", extending("chess", "[board]\nwrap = yes\n[draws]\nmaterial = On")),
        ("a flag in quotes", extending("chess", "[board]\nwrap = \"no\"")),
        ("a flag as a number", extending("chess", "[board]\nwrap = 1")),
        ("V11: squares without quotes", extending("chess", "[board]\nholes = d4,e4")),
        ("V11: squares in one string", extending("chess", "[board]\nholes = \"d4,e4\"")),
        ("V13: a word that is none of those allowed", extending("chess", "[ends]\nstalemate = \"won\"")),
        ("V15: a board too large", extending("chess", "[board]\nfiles = 20\nranks = 1")),
        (
            "a number in quotes, with a point, as a list",
            extending("chess", "[board]\nfiles = \"8\"\nranks = 8.0\nwrap = [true]"),
        ),
        (
            "a number too large for any computer",
            extending("ice-age", "[rules.ice-age]\ninterval = 99999999999999999999999"),
        ),
        (
            "V17: a letter that another kind has",
            extending("chess", "[pieces.chancellor]\nletter = \"N\"\nbetza = \"RN\""),
        ),
        (
            "V17: a letter twice in the file",
            extending(
                "chess",
                "[pieces.chancellor]\nletter = \"C\"\nbetza = \"RN\"\n[pieces.camel]\nletter = \"C\"\nbetza = \"C\"",
            ),
        ),
        ("V19: an unknown parent", extending("ches", "")),
        ("a parent by its path", extending("games/my-chess.toml", "")),
        ("a variant that extends itself", extending("my-game", "")),
        (
            "faults of its own beside an unknown parent",
            extending(
                "shogi",
                "[pieces.gold]\nletter = \"g\"\nbetza = \"L?\"\n[ends.hill]\nreach = [\"z9\"]\nresult = \"wins\"",
            ),
        ),
        (
            "squares to be reached that there are not",
            extending("chess", "[ends.hill]\nreach = [\"z9\"]\nresult = \"win\""),
        ),
        (
            "a field of a rule that cannot be",
            extending(
                "three-checks",
                "[start]\nfen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+9 0 1\"",
            ),
        ),
        (
            "a field of a rule that cannot be read",
            extending(
                "three-checks",
                "[start]\nfen = \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+x 0 1\"",
            ),
        ),
        ("a piece of a rule taken away", extending("ice-age", "[pieces]\nice-cube = false")),
        (
            "V19: an unknown parent, from which anything may come",
            extending(
                "shatranj",
                "[pieces]\nqueen = false\n[rules]\nice-age = false\n[ends]\nbare = { at = 3 }\nhill = { with = [\"king\"] }\nx = false\n[draws]\nmoves = { claim = 90 }\n[start]\norder = \"RKR\"\n[castling]\narray = \"free\"",
            ),
        ),
        ("V19: an unknown parent that resembles none", extending("shogi", "[pieces.gold]\nvalue = 3")),
        (
            "V7: a movement that Betza does not know",
            extending("chess", "[pieces.camel]\nletter = \"L\"\nbetza = \"L?0\""),
        ),
        (
            "a movement with escapes before its fault",
            extending("chess", "[pieces.camel]\nletter = \"L\"\nbetza = \"\\u0046W?\""),
        ),
        (
            "unknown keys everywhere",
            extending(
                "chess",
                "boards = 3\n[board]\nfile = 8\n[pieces.queen]\nbetsa = \"Q\"\n[pieces.pawn.promotion]\ninto = [\"queen\"]\n[castling]\na_side = []\n[draws]\nrepetitions = 3\nmoves = { claims = 3 }\n[rules.ice-age]\nintervall = 3\n[uci]\nid = \"x\"",
            ),
        ),
        ("an unknown rule", extending("chess", "[rules.ice-edge]\ninterval = 3")),
        ("a rule taken away that is not there", extending("chess", "[rules]\nice-age = false")),
        ("a piece taken away that is not there", extending("chess", "[pieces]\nquen = false\namazon = false")),
        ("a piece taken away that others need", extending("chess", "[pieces]\nqueen = false")),
        (
            "parameters out of range and of the wrong type",
            extending("ice-age", "[rules.ice-age]\ninterval = 0\ncounted_by = \"blakc\"\nfreeze = \"yes\"\nmate = 3"),
        ),
        (
            "five faults of five kinds",
            extending(
                "ice-age",
                "nmae = \"x\"\n[rules.ice-age]\ninterval = 70000\ncounted_by = \"nobody\"\nfreeze = no\nfill_start = \"true\"",
            ),
        ),
        (
            "parameters that do not go together",
            extending("ice-age", "[rules.ice-age]\nmate = \"before-ice\"\nlegality = \"after-ice\""),
        ),
        (
            "faults of reading and of the game at once",
            extending(
                "chess",
                "[board]\nwrap = 3\n[draws]\nmaterial = 1\n[pieces.camel]\nletter = \"N\"\nbetza = \"L?\"\n[ends]\nstalemate = \"Draw\"",
            ),
        ),
        ("a missing letter and movement", extending("chess", "[pieces.camel]\nvalue = 3")),
        (
            "the name of a piece in capitals",
            extending("chess", "[pieces.\"Grand Camel\"]\nletter = \"L\"\nbetza = \"L\""),
        ),
        (
            "a neutral piece that is a pawn",
            extending(
                "chess",
                "[pieces.wall]\nletter = \"*\"\nneutral = true\npawn = true\nen_passant = true\nfirst = [\"*2\"]\npromotion.to = [\"queen\"]",
            ),
        ),
        ("parameters of a generator that is not there", extending("chess", "[start]\norder = \"RKR\"\nfirst = 1")),
        (
            "an order of men and a castling that do not fit what is drawn",
            extending("chess", "[start]\ngenerator = \"arrays\"\norder = \"RKR,QQ\""),
        ),
        ("a rule as a flag", extending("chess", "[rules]\nice-age = true")),
        ("repetitions that are none", extending("chess", "[draws]\nrepetition = { claim = 1, end = 1 }")),
        ("empty strings", extending("chess", "name = \"\"\n[pieces.queen]\nbetza = \" \"")),
        ("a promotion to nothing", extending("chess", "[pieces.pawn.promotion]\nto = []")),
        (
            "a promotion to an unknown piece",
            extending("chess", "[pieces.pawn.promotion]\nto = [\"queen\", \"amazon\"]"),
        ),
        (
            "a promotion to the same piece twice",
            extending("chess", "[pieces.pawn.promotion]\nto = [\"queen\", \"rook\", \"queen\"]"),
        ),
        (
            "a promotion of White's to an unknown piece",
            extending("chess", "[pieces.pawn.promotion.white]\nto = [\"quen\"]"),
        ),
        (
            "zones that this board has not",
            extending(
                "chess",
                "[pieces.pawn.promotion]\nmust = [\"*8\", \"*9\"]\nmay = [\"k4\"]\n[pieces.pawn]\nfirst = [\"z\"]",
            ),
        ),
        (
            "castling onto one file, off the board, and twice to one square",
            extending(
                "chess",
                "[castling]\na-side = [{ king = \"c\", rook = \"c\" }]\nh-side = [{ king = \"j\", rook = \"i\" }, { king = \"g\", rook = \"f\" }, { king = \"g\", rook = \"e\" }]",
            ),
        ),
        ("castling of a piece with itself", extending("chess", "[castling]\nrook = \"king\"")),
        (
            "signs for letters",
            extending(
                "chess",
                "[pieces.camel]\nletter = \"c\"\nbetza = \"C\"\n[pieces.wall]\nletter = \"W\"\nneutral = true\n[pieces.hole]\nletter = \"~\"\nneutral = true\n[pieces.two]\nletter = \"TT\"\nbetza = \"W\"",
            ),
        ),
        (
            "a neutral piece that moves and is royal",
            extending("chess", "[pieces.wall]\nletter = \"*\"\nneutral = true\nbetza = \"W\"\nroyal = \"check\""),
        ),
        (
            "nothing but holes",
            extending("chess", "[board]\nholes = [\"a*\", \"b*\", \"c*\", \"d*\", \"e*\", \"f*\", \"g*\", \"h*\"]"),
        ),
        ("a pawn on the last rank", extending("chess", "[start]\nfen = \"P7/8/8/8/8/8/8/8 w - - 0 1\"")),
        (
            "a start with the other side in check",
            extending("chess", "[start]\nfen = \"4k3/8/8/8/8/8/8/K3R3 w - - 0 1\""),
        ),
        (
            "a slip of syntax beside faults of the game",
            extending(
                "chess",
                "[board]\nwrap = no\n[pieces.camel]\nletter = \"N\"\nbetza = \"L?\"\n[pieces.pawn.promotion]\nto = [\"amazon\"]",
            ),
        ),
        (
            "a word for a generator that is none, and what hangs on it",
            extending("chess", "[start]\ngenerator = \"array\"\norder = \"RKR\""),
        ),
        ("a promotion that does not say to what", extending("chess", "[pieces.king.promotion.white]\nmust = [\"*8\"]")),
        (
            "squares that this board has not",
            extending("chess", "[pieces.pawn]\nfirst = [\"*9\"]\n[board]\nholes = [\"i1\"]"),
        ),
        (
            "glyphs that are not two",
            extending("chess", "[pieces.queen]\nglyphs = [\"Q\"]\n[pieces.king]\nglyphs = \"K\""),
        ),
        (
            "files of castling",
            extending(
                "chess",
                "[castling]\na-side = [{ king = \"C\", rook = \"d1\" }, { king = \"c\" }]\nh-side = [[\"g\", \"f\"]]",
            ),
        ),
        ("castling with an unknown piece", extending("chess", "[castling]\nrook = \"tower\"")),
        (
            "a claim after the end",
            extending("chess", "[draws]\nrepetition = { claim = 6 }\nmoves = { claim = 0, end = true }"),
        ),
        ("a draw count as a number", extending("chess", "[draws]\nmoves = 50\nrepetition = true")),
        (
            "a list where a table must be, and a table where a list must be",
            extending("chess", "aliases = { a = 1 }\n[[rules.ice-age]]\ninterval = 3"),
        ),
        (
            "a scalar where a table must be",
            extending("chess", "board = 8\npieces = \"RNBQKBNR\"\nrules = true\n[draws]\nmaterial.x = true"),
        ),
        ("ids that are none", extending("chess", "aliases = [\"My Game\", \"-x\", 3, \"fine\"]")),
        (
            "a name with a line break, a protocol's name with a space",
            extending("chess", "name = \"two\\nlines\"\n[uci]\nname = \"my game\"\n[cecp]\nname = \"\""),
        ),
        (
            "keys and tables twice",
            extending("chess", "[board]\nwrap = true\nwrap = false\n[draws]\nmaterial = true\n[board]\nfiles = 8"),
        ),
        ("a header that is not closed", extending("chess", "[rules.ice-age\ninterval = 3\n[draws]\nmateriel = true")),
        ("a header with something after it", extending("chess", "[draws] material = true\n[ends]]\n")),
        (
            "a list that never ends",
            extending(
                "chess",
                "aliases = [\"a\",\n[draws]\nmaterial = true\nmoves = { claim = 0 }\n[ends]\nstalemate = \"?\"",
            ),
        ),
        ("a string that does not end on its line", extending("chess", "summary = \"a game\n[draws]\nmaterial = 3")),
        (
            "a string that never ends",
            extending("chess", "summary = \"\"\"a game\n[draws]\nmaterial = 3\n[board]\nwrap = 3"),
        ),
        ("two entries on a line", extending("chess", "[board]\nfiles = 8 ranks = 8")),
        ("an entry without a value", extending("chess", "[board]\nfiles =\nranks")),
        (
            "words without quotes",
            extending("chess", "[pieces.queen]\nletter = Q\nroyal = none\n[castling]\nking = king\nrook = “rook”"),
        ),
        (
            "comments of other languages",
            extending("chess", "// a comment\n; another\n-- a third\n[board]\nwrap = 0 // no"),
        ),
        ("a number with a leading zero", extending("chess", "[board]\nfiles = 08")),
        ("bad escapes", extending("chess", "summary = \"a \\q\"")),
        (
            "Windows line ends and a byte order mark",
            format!("\u{feff}{}", extending("chess", "[board]\nwrap = no\nfile = 3").replace('\n', "\r\n")),
        ),
        ("a start that does not fit", extending("chess", "[board]\nfiles = 10")),
        (
            "a start of unknown men",
            extending("chess", "[start]\nfen = \"rnbxkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\""),
        ),
    ];
    insta::assert_snapshot!(all(&cases));
}

fn all(cases: &[(&str, String)]) -> String {
    cases.iter().map(|(name, source)| format!("## {name}\n{}\n", faults(source, &[]))).collect()
}

#[test]
fn files_that_stand_alone() {
    let chess = include_str!("../variants/games/chess.toml");
    let own = chess.replace("\"chess\"", "\"my-game\"").replace("[\"standard\"]", "[]");
    let cases = [
        ("an empty file", String::new()),
        (
            "V5: all that a file without a parent lacks",
            "format = 1\nid = \"t5\"\n[pieces.pawn]\nen_passant = false".to_owned(),
        ),
        ("no format and no id", own.replace("format  = 1\nid      = \"my-game\"\n", "")),
        ("V23: a newer format", own.replace("format  = 1", "format  = 2").replace("files = 8", "sides = 8")),
        ("a format that is no number", own.replace("format  = 1", "format  = \"1\"")),
        ("V21: the id of a registered variant", chess.replace("value  = 950", "value  = 1000")),
        ("V21: aliases of registered variants", own.replace("aliases = []", "aliases = [\"960\", \"standard\"]")),
        ("V21 and another fault", chess.replace("files = 8", "files = 80").replace("\"Chess\"", "\"My Chess\"")),
        ("a slip in a registered variant that was written out", chess.replace("files = 8", "files = 80")),
        ("an id in capitals", own.replace("id      = \"my-game\"", "id      = \"My Game\"")),
        ("an alias twice", own.replace("aliases = []", "aliases = [\"mine\", \"mine\", \"my-game\"]")),
        ("empty tables", "format = 1\nid = \"x\"\n[board]\n[start]\n[castling]\n[pieces]\n".to_owned()),
        (
            "V5: a man at the start that no piece is",
            own.replace("[pieces.rook]", "[pieces.tower]").replace("letter = \"R\"", "letter = \"T\""),
        ),
        ("a list", "[1, 2, 3]\n".to_owned()),
        ("JSON", "{\n  \"format\": 1,\n  \"id\": \"x\"\n}\n".to_owned()),
        (
            "a file of Fairy-Stockfish",
            "# a comment\n[t1:chess]\nmaxRank = 8\ndoubleStep = no\ncustomPiece1 = l:LL\n".to_owned(),
        ),
        ("YAML", "format: 1\nid: x\nboard:\n  files: 8\n".to_owned()),
        ("a key of a hundred parts", format!("format = 1\n{}x = 1\n", "a.".repeat(100))),
        ("lists in lists", format!("format = 1\nx = {}\n", "[".repeat(300))),
    ];
    insta::assert_snapshot!(all(&cases));
}

#[test]
fn settings() {
    let cases: &[&[&str]] = &[
        &["ice-age.interval=0"],
        &["ice-age.interval=ten", "ice-age.counted_by=blakc", "ice-age.freeze=no", "ice-age.mate=before-ice"],
        &["ice-age.mate=before-ice", "ice-age.legality=after-ice"],
        &["ice-age.intervall=3"],
        &["ice-edge.interval=3"],
        &["draw.material=false"],
        &["ice-age=3"],
        &["interval=3"],
        &["ice-age.interval"],
        &["=3"],
        &["ice age.interval=3"],
        &["id=other", "extends=chess"],
        &["draws.moves.end=10"],
        &["board.files=7"],
        &["pieces.queen.betza=Q?"],
        &["pieces.queen.letter=n"],
        &["rules.ice-age.interval=10 # ten"],
        &["ice-age.interval=3\nice-age.freeze=false"],
        &["ice-age.interval=[3"],
        &["castling.h-side=g"],
        &["ice-age.freeze=\"false"],
    ];
    let ice_age = REGISTRY.variant("ice-age").unwrap().unwrap();
    let told: String = cases
        .iter()
        .map(|settings| {
            let owned: Vec<String> = settings.iter().map(|&setting| setting.to_owned()).collect();
            let told = match config::adjust(&ice_age, &owned, &REGISTRY) {
                Ok(_) => "no fault\n".to_owned(),
                Err(errors) => told(&errors),
            };
            format!("## {settings:?}\n{told}\n")
        })
        .collect();
    insta::assert_snapshot!(told);
}

#[test]
fn faults_of_a_file_come_before_those_of_settings() {
    let source = extending("ice-age", "[rules.ice-age]\ninterval = 0");
    insta::assert_snapshot!(faults(&source, &["ice-age.freeze=maybe"]));
}

/// What is said of files that are legal, but surely not meant.
fn warnings(source: &str) -> String {
    match config::check(source, "my.toml", &[], &REGISTRY) {
        Ok(checked) if checked.warnings.is_empty() => "no warnings\n".to_owned(),
        Ok(checked) => told(&ConfigErrors(checked.warnings)),
        Err(errors) => format!("faults:\n{}", told(&errors)),
    }
}

/// A game on a board of eight by eight.
fn game(pieces: &str, fen: &str) -> String {
    let king = "[pieces.king]\nletter = \"K\"\nbetza = \"K\"\nroyal = \"check\"";
    format!(
        "format = 1\nid = \"my-game\"\n[board]\nfiles = 8\nranks = 8\n{king}\n{pieces}\n[start]\nfen = \"{fen} w - - 0 1\"\n"
    )
}

#[test]
fn what_is_surely_not_meant() {
    let pawn = "[pieces.pawn]\nletter = \"P\"\nbetza = \"mfWcfF\"\npawn = true\n";
    let rook = "[pieces.rook]\nletter = \"R\"\nbetza = \"R\"\n";
    let promotion = |to: &str| format!("[pieces.pawn.promotion]\nto = [\"{to}\"]\n");
    let kings = "4k3/8/8/8/8/8/8/4K3";
    let pawns = "4k3/4p3/8/8/8/8/4P3/4K3";
    let cases = [
        ("nothing", game(&format!("{rook}{pawn}{}", promotion("rook")), pawns)),
        (
            "a step that fits on no board of this size",
            game("[pieces.giraffe]\nletter = \"G\"\nbetza = \"(8,1)\"", "4k3/8/8/8/8/8/8/G3K3"),
        ),
        ("a piece that is nowhere", game(rook, kings)),
        ("a neutral piece that is nowhere", game("[pieces.wall]\nletter = \"*\"\nneutral = true", kings)),
        (
            "neutral pieces that are there and never move",
            game("[pieces.wall]\nletter = \"*\"\nneutral = true", "4k3/8/8/3**3/8/8/8/4K3"),
        ),
        (
            "a piece to which only another that is nowhere promotes",
            game(&format!("{rook}{pawn}{}", promotion("rook")), kings),
        ),
        (
            "a piece that pawns become by two steps",
            game(
                &format!(
                    "{rook}{pawn}{}[pieces.man]\nletter = \"M\"\nbetza = \"W\"\n[pieces.man.promotion]\nto = [\"rook\"]\nmust = [\"e5\"]\n",
                    promotion("man")
                ),
                pawns,
            ),
        ),
        ("pawns that become nothing", game(pawn, pawns)),
        ("pawns that become pawns", game(&format!("{pawn}{}", promotion("pawn")), pawns)),
        ("pawns that become nothing on purpose", game(&format!("{pawn}promotion = false"), pawns)),
        (
            "pawns of which White's become nothing",
            game(&format!("{rook}{pawn}[pieces.pawn.promotion.black]\nto = [\"rook\"]"), pawns),
        ),
        (
            "pawns of which Black's become nothing on purpose",
            game(&format!("{rook}{pawn}{}black = false", promotion("rook")), pawns),
        ),
        ("pawns that become kings", game(&format!("{pawn}{}", promotion("king")), pawns)),
        ("pawns that can turn back", game(&pawn.replace("mfWcfF", "W"), pawns)),
        (
            "a zone of promotion out of reach",
            game(&format!("{rook}{pawn}{}white = {{ must = [\"*1\"] }}", promotion("rook")), pawns),
        ),
        (
            "a zone of promotion out of reach for both",
            game(&format!("{rook}{pawn}{}must = [\"a4\"]", promotion("rook")).replace("mfWcfF", "mcfW"), pawns),
        ),
        (
            "a zone of promotion behind a hole",
            game(&format!("{rook}{pawn}{}", promotion("rook")), pawns)
                .replace("mfWcfF", "fmcW")
                .replace("ranks = 8", "ranks = 8\nholes = [\"e5\"]"),
        ),
        (
            "pawns that stand where they can never leave",
            game(&format!("{rook}{pawn}{}must = [\"*6\", \"*3\"]", promotion("rook")), "P3k2P/4p3/8/8/8/8/4P3/p3K3"),
        ),
        ("en passant without a double step", extending("chess", "[pieces.pawn]\nbetza = \"mfWcfF\"")),
        ("a start without a move", game(rook, "k7/8/8/8/8/8/5r2/7K").replace("r2/7K", "r2/4r2K")),
        (
            "a start in stalemate",
            game(rook, "k7/8/8/8/8/8/5r2/4r1rK").replace("4r1rK w", "7K w").replace("5r2", "5kr1").replace("k7/", "8/"),
        ),
        ("a side without a royal man", game(rook, "4k3/8/8/8/8/8/8/R7")),
        ("Black without one", game(rook, "r7/8/8/8/8/8/8/4K3")),
        (
            "no royal man at all",
            game("[pieces.man]\nletter = \"M\"\nbetza = \"W\"", "m7/8/8/8/8/8/8/M7")
                .replace("[pieces.king]\nletter = \"K\"\nbetza = \"K\"\nroyal = \"check\"\n", ""),
        ),
        (
            "no royal man, but stalemate wins",
            game("[pieces.man]\nletter = \"M\"\nbetza = \"W\"", "m7/8/8/8/8/8/8/M7")
                .replace("[pieces.king]\nletter = \"K\"\nbetza = \"K\"\nroyal = \"check\"\n", "")
                + "[ends]\nstalemate = \"win\"\n",
        ),
        (
            "castling to which nobody has the right",
            game(
                &format!(
                    "{rook}[castling]\nking = \"king\"\nrook = \"rook\"\nh-side = [{{ king = \"g\", rook = \"f\" }}]"
                ),
                "4k2r/8/8/8/8/8/8/4K2R",
            ),
        ),
        (
            "an endgame of chess: what is inherited and idle is nobody's fault",
            extending("chess", "[start]\nfen = \"4k3/8/8/8/8/8/8/4KQ2 w - - 0 1\""),
        ),
        (
            "an inherited start that is lost with a new piece",
            extending(
                "chess",
                "[pieces.knight]\nbetza = \"NZ(4,1)(6,1)\"\n[pieces.pawn]\nbetza = \"mfWcfF\"\nen_passant = false\n[start]\nfen = \"6rk/5Npp/8/8/8/8/8/K7 b - - 0 1\"",
            ),
        ),
        ("rules that could make it right", extending("ice-age", "[pieces.camel]\nletter = \"C\"\nbetza = \"C\"")),
        ("several at once, in the order of the file", game(&format!("{rook}{pawn}"), "4k3/P3p3/8/8/8/8/4P3/8")),
    ];
    let told: String = cases.iter().map(|(name, source)| format!("## {name}\n{}\n", warnings(source))).collect();
    insta::assert_snapshot!(told);
}

#[test]
fn bundled_variants_have_no_warnings() {
    for (id, _) in REGISTRY.variants() {
        assert_eq!(warnings(REGISTRY.source(id).unwrap()), "no warnings\n", "{id}");
    }
}

/// Wherever a bundled file has one slip, that is the one fault that is told: no other follows from it.
#[test]
fn one_slip_is_one_fault() {
    for (id, _) in REGISTRY.variants() {
        let source = REGISTRY.source(id).unwrap();
        let lines: Vec<&str> = source.lines().collect();
        for (number, line) in lines.iter().enumerate() {
            let slips = match line.split_once('=') {
                Some((key, _)) if !key.contains('[') => {
                    ["?", "no", "", "1979-05-27"].map(|value| format!("{key}= {value}")).to_vec()
                }
                _ if line.starts_with('[') => vec![line.replacen(']', "", 1)],
                _ => continue,
            };
            // Of a text in several lines nothing stays.
            let rest = &lines[number + 1..];
            let text =
                if line.ends_with("\"\"\"") { rest.iter().position(|line| line.ends_with("\"\"\"")) } else { None };
            let rest = &rest[text.map_or(0, |last| last + 1)..];
            for slip in slips {
                let broken = [&lines[..number], &[slip.as_str()], rest].concat().join("\n");
                let errors = config::load(&broken, "my.toml", &REGISTRY).expect_err(&slip);
                let told: Vec<usize> = errors.0.iter().map(|error| error.line()).collect();
                assert_eq!(told, [number + 1], "{id}: {slip}: {}", self::told(&errors));
            }
        }
    }
}

/// One slip in a file of chess.
struct Slip {
    /// What stands there in a right file, once.
    right: &'static str,
    wrong: &'static str,
    /// A part of what is said of it.
    told: &'static str,
}

const fn slip(right: &'static str, wrong: &'static str, told: &'static str) -> Slip {
    Slip { right, wrong, told }
}

/// One slip in each table of a file, or several where they have nothing to do with each other.
const SLIPS: [Slip; 29] = [
    slip("aliases = []", "aliases = [\"My Game\"]", "an id is lower case"),
    slip("name    = \"My Game\"", "nmae    = \"My Game\"", "unknown key `nmae`"),
    slip("files = 8", "files = 80", "found 80"),
    slip("ranks = 8", "ranks = 8\nwrap = 3", "for `wrap`"),
    slip("[board]", "[board]\nholes = [\"z9\"]", "\"z9\" names no square"),
    slip("letter = \"N\"", "letter = \"n\"", "'n' cannot stand for"),
    slip("betza  = \"B\"", "betza  = \"B?\"", "'?' is no letter"),
    slip("value  = 950", "value  = \"dear\"", "for `value`"),
    slip("[\"♖\", \"♜\"]", "[\"R\"]", "`glyphs` are two"),
    slip("[pieces.pawn]", "[pieces.pawn]\nfirst = [\"*0\"]", "\"*0\" names no square"),
    slip("\"bishop\", \"knight\"]", "\"bishop\", \"amazon\"]", "cannot promote to \"amazon\""),
    slip("[pieces.pawn.promotion]", "[pieces.pawn.promotion]\nmay = [\"x\"]", "\"x\" names no square"),
    slip(" w KQkq", " x KQkq", "the side to move is"),
    slip("/RNBQKBNR", "/RNBXKBNR", "'X' is no piece"),
    slip("\"rnbqkbnr/", "\"rnbqPbnr/", "a pawn of White stands on e8"),
    slip("rook   = \"rook\"", "rook   = \"tower\"", "no players' kind \"tower\""),
    slip("king = \"g\", rook = \"f\"", "king = \"f\", rook = \"f\"", "cannot land on the same file"),
    slip("array  = \"fixed\"", "array  = \"fast\"", "for `array`"),
    slip("stalemate = \"draw\"", "stalemate = \"drawn\"", "for `stalemate`"),
    slip("result = \"loss\"", "result = \"losses\"", "for `result`"),
    slip("reach = [\"e5\"]", "reach = [\"y9\"]", "\"y9\" names no square"),
    slip("with = [\"king\"]", "with = [\"kong\"]", "no players' kind \"kong\""),
    slip("{ claim = 3, end = 5 }", "{ claim = 6, end = 5 }", "can be claimed at 6"),
    slip("end = 75", "end = \"never\"", "for `end`"),
    slip("interval = 20", "interval = 0", "for `interval`"),
    slip("[rules.three-checks]", "[rules.free-checks]", "there is no rule `free-checks`"),
    slip("name = \"chess\"", "name = \"my chess\"", "has no spaces"),
    slip("name = \"normal\"", "name = \"\"", "`name` is empty"),
    slip("name    = \"Standard\"", "name    = 3", "for `name`"),
];

/// Slips that cannot be seen while another is there: those that hide, those that are hidden, both by what is said of
/// them, and why.
const HIDING: [(&[&str], &[&str], &str); 3] = [
    (
        &[
            "found 80",
            "for `wrap`",
            "\"z9\" names no square",
            "'n' cannot stand for",
            "the side to move is",
            "'X' is no piece",
            "there is no rule `free-checks`",
        ],
        &["a pawn of White stands on e8"],
        "whether a position can be is asked of one that can be read, on a board that is known",
    ),
    (&["'n' cannot stand for"], &["'X' is no piece"], "it may be the letter of the piece that has none"),
    (
        &["there is no rule `free-checks`"],
        &["'X' is no piece", "cannot promote to \"amazon\"", "no players' kind \"tower\"", "no players' kind \"kong\""],
        "the rule may bring the piece",
    ),
];

/// A whole game, with something in every table.
fn whole_game() -> String {
    include_str!("../variants/games/chess.toml")
        .replace("id      = \"chess\"", "id      = \"my-game\"")
        .replace("name    = \"Chess\"", "name    = \"My Game\"")
        .replace("[\"standard\"]", "[]")
        .replace(
            "[draws]",
            "[ends.hill]\nreach = [\"e5\"]\nresult = \"win\"\n[ends.valley]\nreach = [\"a5\"]\nwith = [\"king\"]\nresult = \"win\"\n\
             [ends.bare]\nbare = true\nresult = \"loss\"\n[rules.ice-age]\ninterval = 20\n[rules.three-checks]\n[draws]",
        )
}

/// Checks that a file with these slips is told of each, and of nothing else.
fn check_slips(slips: &[&Slip]) {
    let mut source = whole_game();
    for slip in slips {
        assert_eq!(source.matches(slip.right).count(), 1, "{}", slip.right);
        source = source.replace(slip.right, slip.wrong);
    }
    let errors = config::load(&source, "my.toml", &REGISTRY).expect_err("there are slips");
    for slip in slips {
        let count = errors.0.iter().filter(|error| error.message.contains(slip.told)).count();
        let all: Vec<&str> = slips.iter().map(|slip| slip.told).collect();
        assert_eq!(count, 1, "{} of {all:?}:\n{}", slip.told, told(&errors));
    }
    assert_eq!(errors.0.len(), slips.len(), "{}", told(&errors));
}

/// Whether the second of two slips cannot be seen while the first is there.
fn hides(slip: &Slip, other: &Slip) -> bool {
    HIDING.iter().any(|(hiding, hidden, _)| hiding.contains(&slip.told) && hidden.contains(&other.told))
}

#[test]
fn no_slip_hides_another() {
    assert!(config::load(&whole_game(), "my.toml", &REGISTRY).is_ok());
    for (number, slip) in SLIPS.iter().enumerate() {
        check_slips(&[slip]);
        for other in &SLIPS[number + 1..] {
            if !hides(slip, other) && !hides(other, slip) {
                check_slips(&[slip, other]);
            }
        }
    }
}

#[test]
fn all_slips_of_a_file_are_told_at_once() {
    let hidden = |slip: &&Slip| SLIPS.iter().any(|other| hides(other, slip));
    check_slips(&SLIPS.iter().filter(|slip| !hidden(slip)).collect::<Vec<_>>());
}
