//! `floe play` as a whole program: transcripts, and that no game is lost.

mod program;

use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::process::Command;

use insta::assert_snapshot;
use program::{Home, Output};

/// Plays lines of input with some arguments in a home of its own.
fn play(arguments: &[&str], lines: &str) -> (Home, Output) {
    let home = Home::new();
    let output = home.run(&[&["play"], arguments].concat(), lines);
    (home, output)
}

/// The lines of a transcript without boards and what stands below them.
fn spoken(output: &Output) -> String {
    assert_eq!(output.stderr, "");
    let board = |line: &&str| {
        let rank =
            line.trim_start().split_once(' ').is_some_and(|(rank, men)| rank.parse::<u8>().is_ok() && men.len() > 20);
        let files = line.trim_start().starts_with("a  b") || line.trim_start().starts_with("h  g");
        !rank && !files && !line.is_empty() && !line.contains(" to move, move ") && !line.starts_with("Next ")
    };
    output.stdout.lines().filter(board).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_whole_transcript() {
    let (home, output) = play(&["ice-age", "--ascii"], "dxe3\ndxe6\nquit\n");
    assert_snapshot!(output.transcript());
    let kept = home.kept();
    assert_eq!(kept.len(), 1);
    let pgn = fs::read_to_string(&kept[0]).expect("it is there");
    assert!(pgn.contains("[Variant \"Ice Age\"]\n") && pgn.ends_with("\n1. dxe3 dxe6 *\n"), "{pgn}");
}

#[test]
fn an_ice_age_is_told() {
    let fen = "^^n^kr2/p1p2^^p/^^^^4/2P5/^^3N2/1q5^/PPP2^PP/R3KR2 b - - 3 20";
    let (_, output) = play(&["--ascii", "--fen", fen], "Qxb2\nundo\nredo\nRc1\n");
    assert_snapshot!(output.transcript());
}

#[test]
fn every_command_answers() {
    let lines = "help\nmoves\nfen\nflip\nmove\nxyz\nNf9\nKe3\nundo\nredo\ndraw\nmaybe\nno\n?\nsave\nsave x/y.pgn\nload\n\
                 load missing.pgn\nundo 2\n\ne4\ne5\nundo\nredo\nsave game.pgn\nsave game.pgn\nsave! game.pgn\nquit\n";
    let (home, output) = play(&["chess", "--ascii"], lines);
    assert_eq!(output.code, 0);
    assert_snapshot!(spoken(&output));
    assert!(fs::read_to_string(home.path("game.pgn")).expect("saved").ends_with("\n1. e4 e5 *\n"));
}

#[test]
fn help_knows_the_game() {
    for (game, told) in [
        ("racing-kings", "Moves are written as Kg3, Nxc2 or h2g3. Commands: help"),
        ("loop", "A man in hand is dropped as in Q@a3. Commands: help"),
        ("chess", "Castling is O-O or O-O-O. A promotion ends in what comes of it, as in =Q. Commands: help"),
    ] {
        let (_, output) = play(&[game, "--ascii"], "help\nquit\n");
        let words = output.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains(told), "{words}");
    }
}

#[test]
fn counters_stand_below_the_board() {
    let (_, output) = play(&["three-checks", "--ascii"], "e4\nd6\nBb5+\nshow\nquit\n");
    let below = "\n\nWhite checks left: 2, black checks left: 3.\nBlack to move, move 2, in check.\n";
    assert_eq!(output.stdout.matches(below).count(), 2, "{}", output.stdout);
    assert!(output.stdout.contains("Three Checks: White gives check; 2 more win\n"), "{}", output.stdout);
}

#[test]
fn moves_are_read_as_people_write_them() {
    let lines = "1. e2-e4\n1... E7E5\n2.Nf3\nb8c6\nBb5\na6\nb5xc6\ndxc6\n0-0\nq\n";
    let (home, output) = play(&["chess", "--ascii"], lines);
    let pgn = fs::read_to_string(&home.kept()[0]).expect("it is there");
    assert!(pgn.ends_with("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *\n"), "{pgn}\n{}", output.stdout);
}

/// The computer moves when it is its turn; the same seed makes the same moves.
#[test]
fn the_computer_plays_its_side() {
    let game = |arguments: &[&str]| {
        let (home, output) = play(arguments, "dxe3\nhint\neval\nundo\ndxe3\nquit\n");
        assert_eq!((output.code, output.stderr.as_str()), (0, ""));
        let kept = fs::read_to_string(&home.kept()[0]).expect("it is there");
        (kept.lines().last().expect("moves").to_owned(), kept, output.stdout)
    };
    let (moves, kept, said) = game(&["ice-age", "--level", "2", "--seed", "7"]);
    assert_eq!(moves.split_whitespace().count(), 4, "{moves}");
    assert!(kept.contains("[White \"Human\"]") && kept.contains("[Black \"Floe, level 2, seed 7\"]"), "{kept}");
    assert!(said.contains("\nPerhaps ") && (said.contains(" is better by ") || said.contains("It is even")), "{said}");
    assert_eq!(game(&["ice-age", "--black", "2", "--seed", "7"]).0, moves);
    let (_, output) = play(&["chess", "--white", "3", "--seed", "1", "--depth", "2"], "quit\n");
    assert!(output.stdout.contains("\n1. "), "{}", output.stdout);
    let (home, output) = play(&["chess", "--white", "11"], "");
    assert_eq!((output.code, home.kept().len()), (2, 0), "{}", output.stderr);
}

/// How a game of chess ends, and what is kept of it.
fn ends(lines: &str, last: &str, kept: &str) {
    let (home, output) = play(&["chess"], lines);
    let said = spoken(&output);
    let end: Vec<&str> = said.lines().rev().take_while(|line| !line.contains("> ")).collect();
    assert!(end.contains(&last), "{said}");
    assert!(fs::read_to_string(&home.kept()[0]).expect("it is there").ends_with(kept));
}

#[test]
fn games_end_with_result_and_reason() {
    ends("f3\ne5\ng4\nQh4\nd4\n", "0-1, checkmate.", "1. f3 e5 2. g4 Qh4# 0-1\n");
    ends("e4\nresign\ne5\n", "1-0, Black resigned.", "1. e4 1-0\n");
    ends("e4\ndraw\nyes\n", "1/2-1/2, draw agreed.", "1. e4 1/2-1/2\n");
    let back_and_forth = "Nf3\nNf6\nNg1\nNg8\n";
    ends(&format!("{}draw\n", back_and_forth.repeat(2)), "1/2-1/2, threefold repetition.", "Ng8 1/2-1/2\n");
    ends(&back_and_forth.repeat(4), "1/2-1/2, fivefold repetition.", "Ng8 1/2-1/2\n");
}

#[test]
fn a_draw_is_claimed_or_offered() {
    let (_, output) = play(&["chess", "--ascii"], &format!("draw\nno\n{}quit\n", "Nf3\nNf6\nNg1\nNg8\n".repeat(2)));
    assert!(output.stdout.contains("White may claim a draw: threefold repetition."));
    let said = spoken(&output);
    let offer = "No draw may be claimed here: White offers one.\nBlack, do you accept? (yes/no) no\nBlack declines.";
    assert!(said.contains(offer), "{said}");
    let (_, output) = play(&["chess", "--black", "random", "--seed", "1"], "draw\nquit\n");
    assert!(spoken(&output).contains("Black, the computer, declines."));
}

#[test]
fn the_computer_plays_and_undo_takes_two_plies_back() {
    let lines = "d2e3\nfen\nundo\nfen\nundo\nredo\nfen\nquit\n";
    let (_, output) = play(&["ice-age", "--black", "random", "--seed", "5"], lines);
    let fens: Vec<&str> = output.stdout.lines().filter(|line| line.contains(" KQkq - ")).collect();
    let [played, undone, redone] = fens[..] else { panic!("{}", output.stdout) };
    assert!(played.ends_with("w KQkq - 0 2") && undone.ends_with("w KQkq - 0 1"), "{fens:?}");
    assert_eq!(played, redone);
    assert!(output.stdout.contains("There is no move to take back."));

    // As Black: the computer's first move is not the player's to take back.
    let (_, output) = play(&["chess", "--white", "random", "--seed", "5"], "undo\nquit\n");
    assert!(output.stdout.contains("There is no move to take back."));
    assert!(output.stdout.contains("Black, move 1> quit"));
}

#[test]
fn a_game_is_gone_on_with_by_who_played_it() {
    let home = Home::new();
    let kept = || fs::read_to_string(home.kept().last().expect("it is kept")).expect("it is there");
    home.run(&["play", "chess", "--black", "random", "--seed", "5"], "e4\nd4\nNf3\nquit\n");
    let whole = kept();
    let first_move = whole.split_once("2. ").expect("a move").0.to_owned() + "*\n";
    home.write("begun.pgn", &first_move);
    let output = home.run(&["play", "--load", "begun.pgn"], "d4\nNf3\nexit\n");
    assert!(output.stdout.contains("The computer's moves come from --seed 5."), "{}", output.stdout);
    assert_eq!(kept(), whole);

    home.write("begun.pgn", &first_move);
    home.run(&["play", "--load", "begun.pgn", "--black", "human"], "d4\nquit\n");
    assert!(kept().contains("[White \"Human\"]\n[Black \"Human\"]\n"), "{}", kept());
    let output = home.run(&["play", "chess"], "load begun.pgn\nd4\nfen\nquit\n");
    assert!(output.stdout.contains(" w KQkq - ") && output.stdout.contains(" 3\n"), "{}", output.stdout);
}

#[test]
fn files_are_named_as_people_type_them() {
    let home = Home::new();
    let mut command = home.command(&["play", "chess"]);
    command.env("HOME", home.path(""));
    let output = home.run_command(command, "e4\nsave \"my game.pgn\"\nsave ~/x.pgn\nload 'my game.pgn'\nquit\n");
    assert!(output.stdout.contains("Saved in `my game.pgn`."), "{}", output.stdout);
    assert!(home.path("my game.pgn").exists() && home.path("x.pgn").exists());
    assert!(output.stdout.contains("Chess, 1 ply."), "{}", output.stdout);
}

#[test]
fn there_is_nothing_to_go_on_with_after_the_end() {
    let (_, output) = play(&["chess"], "f3\ne5\ng4\nQh4\n");
    assert!(output.stdout.ends_with("The game is kept in HOME/data/floe/TIME.pgn\n"), "{}", output.stdout);
}

/// Who leaves has not answered.
#[test]
fn an_offer_that_is_not_answered_is_not_declined() {
    let (_, output) = play(&["chess", "--ascii"], "e4\ndraw\n");
    assert_eq!(output.code, 0);
    assert!(!output.stdout.contains("declines") && output.stdout.contains("The game is kept"), "{}", output.stdout);
}

#[test]
fn a_seed_repeats_a_game() {
    let both = ["ice-age", "--white", "random", "--black", "random", "--seed"];
    let moves = |seed: &str| {
        let (home, output) = play(&[&both[..], &[seed]].concat(), "");
        assert_eq!(output.code, 0);
        let pgn = fs::read_to_string(&home.kept()[0]).expect("it is there");
        pgn.split_once("\n\n").expect("tags and moves").1.to_owned()
    };
    assert_eq!(moves("7"), moves("7"));
    assert_ne!(moves("7"), moves("8"));
    let (_, drawn) = play(&["--black", "random"], "");
    assert!(drawn.stdout.contains("The computer's moves come from --seed "), "{}", drawn.stdout);
}

#[test]
fn the_end_of_the_input_keeps_the_game() {
    let (home, output) = play(&["ice-age"], "dxe3\ndxe6");
    assert_eq!(output.code, 0);
    assert!(
        output.stdout.ends_with(
            "The game is kept in HOME/data/floe/TIME.pgn\nTo go on with it: floe play --load HOME/data/floe/TIME.pgn\n"
        ),
        "{}",
        output.stdout
    );
    let kept = home.kept();
    let path = kept[0].to_str().expect("plain");
    let again = home.run(&["play", "--load", path], "fen\nNf3\nquit\n");
    assert!(
        again.stdout.contains("rnbqkbnr/ppp1pppp/^^^^p^^^/^^^^^^^^/^^^^^^^^/^^^^P^^^/PPP1PPPP/RNBQKBNR w KQkq - 0 2")
    );
    let both = home.kept();
    assert_eq!(both.len(), 2);
    assert!(fs::read_to_string(&both[1]).expect("it is there").ends_with("1. dxe3 dxe6 2. Nxf3 *\n"));

    // Where nothing was played, or all was taken back, there is nothing to keep.
    for lines in ["", "help\nquit\n", "Nf3\nundo\nquit\n"] {
        let (home, output) = play(&["ice-age"], lines);
        assert!(home.kept().is_empty() && !output.stdout.contains("The game is kept"), "{}", output.stdout);
    }
    let unchanged = home.run(&["play", "--load", path], "quit\n");
    assert!(!unchanged.stdout.contains("The game is kept"));
}

#[test]
fn a_game_that_cannot_be_kept_in_the_data_folder_is_kept_elsewhere() {
    let home = Home::new();
    home.write("data", "a file where the folder should be");
    let output = home.run(&["play", "chess"], "e4\nquit\n");
    assert!(output.stdout.contains("The game is kept in HOME/2"), "{}", output.stdout);
    let warning = "`HOME/data/floe` cannot be written to: not a directory. The game is kept in the current folder.\n";
    assert_eq!(output.stdout.matches(warning).count(), 1, "{}", output.stdout);

    let home = Home::new();
    home.write("data", "a file where the folder should be");
    fs::create_dir(home.path("gone")).expect("created");
    let mut command = home.command(&["play", "chess"]);
    let mut child = command.current_dir(home.path("gone")).spawn().expect("it is built");
    fs::remove_dir(home.path("gone")).expect("removed");
    child.stdin.take().expect("piped").write_all(b"e4\nquit\n").expect("written");
    let output = home.wait(child);
    assert!(output.stdout.contains("Here it is:\n\n[Event"), "{}", output.stdout);
    assert!(output.stdout.ends_with("\n1. e4 *\n\n"), "{}", output.stdout);
}

#[test]
fn a_load_that_fails_leaves_the_game_and_one_that_succeeds_keeps_it() {
    let home = Home::new();
    home.write("illegal.pgn", "[Variant \"Ice Age\"]\n\n1. dxe3 e5 *\n");
    home.write("latin.pgn", b"[White \"Karaku\xfe\"]\n\n1. d4 d5 *\n");
    let output = home.run(&["play", "chess"], "e4\nload illegal.pgn\nload .\ne5\nload latin.pgn\nc4\nquit\n");
    let said = spoken(&output);
    assert_snapshot!(said);
    let kept: Vec<String> = home.kept().iter().map(|path| fs::read_to_string(path).expect("readable")).collect();
    assert!(kept.iter().any(|pgn| pgn.ends_with("\n1. e4 e5 *\n")), "{kept:?}");
    assert!(kept.iter().any(|pgn| pgn.ends_with("\n1. d4 d5 2. c4 *\n") && pgn.contains("Karakuþ")), "{kept:?}");
}

#[test]
fn a_variant_in_a_file_is_played_kept_and_resumed() {
    let home = Home::new();
    home.write(
        "quick.toml",
        "format = 1\nid = \"quick\"\nname = \"Quick\"\nextends = \"ice-age\"\n[rules.ice-age]\ninterval = 1\n",
    );
    home.write("duel.toml", DUEL);
    let output = home.run(&["play", "quick.toml", "--ascii"], "dxe3\ndxe6\nquit\n");
    assert!(output.stdout.contains("Ice Age: froze over: d2 d7\n"), "{}", output.stdout);
    let output = home.run(&["play", "duel.toml"], "e4\nquit\n");
    let resume = output.stdout.lines().last().expect("it says how to go on");
    assert_eq!(resume, "To go on with it: floe play duel.toml --load HOME/data/floe/TIME.pgn");
    let path = home.kept().into_iter().next_back().expect("kept");
    let output = home.run(&["play", "duel.toml", "--load", path.to_str().expect("plain")], "fen\n");
    assert!(output.stdout.contains("4k3/4p3/8/8/4P3/8/8/4K3 b - - 0 1"), "{}", output.stdout);
}

/// What only changes settings is kept as the bundled variant with these settings, whatever the file calls it.
#[test]
fn a_variant_that_changes_settings_is_resumed_without_its_file() {
    let home = Home::new();
    let config = home.run(&["config", "ice-age"], "").stdout;
    let own = config.replace("id = \"ice-age\"", "id = \"mine\"").replace("aliases = [\"iceage\"]\n", "");
    home.write("mine.toml", own.replace("interval = 20", "interval = 1"));
    home.run(&["play", "mine.toml"], "dxe3\ndxe6\nquit\n");
    let path = home.kept().pop().expect("kept");
    let pgn = fs::read_to_string(&path).expect("written");
    assert!(pgn.contains("[Variant \"Ice Age\"]\n[Rules \"ice-age.interval=1\"]\n"), "{pgn}");
    let path = path.to_str().expect("plain");
    let output = home.run(&["play", "--load", path, "--ascii"], "Nc3\nNc6\nquit\n");
    assert!(output.stdout.contains("Ice Age: stays open: b1 b8\n"), "{}", output.stdout);
    assert_eq!(home.run(&["replay", path], "").code, 0);
}

const DUEL: &str = "\
format = 1
id = \"duel\"
name = \"Duel\"
extends = \"chess\"

[start]
fen = \"4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1\"
";

#[test]
fn noise_does_no_harm() {
    let home = Home::new();
    let noise: Vec<u8> = (0..10u32 << 20).map(|i| (i.wrapping_mul(2_654_435_761) >> 13) as u8).collect();
    let mut lines = b"dxe3\n".to_vec();
    lines.extend(&noise);
    lines.extend(b"\n");
    lines.extend(vec![b'e'; 10 << 20]);
    lines.extend(b"\ndxe6\n");
    let output = home.run(&["play"], lines);
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    let pgn = fs::read_to_string(&home.kept()[0]).expect("it is there");
    assert!(pgn.ends_with("\n1. dxe3 dxe6 *\n"), "{pgn}");
}

/// Ctrl-C while the program waits for a line.
#[cfg(unix)]
#[test]
fn ctrl_c_keeps_the_game() {
    let home = Home::new();
    let mut child = home.command(&["play", "ice-age"]).spawn().expect("it is built");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(b"dxe3\n").expect("written");
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    while !line.contains("Black to move, move 1.") {
        line.clear();
        assert_ne!(stdout.read_line(&mut line).expect("it speaks"), 0, "it has ended");
    }
    let signalled = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(signalled.success());
    let told =
        stdout.lines().map(|line| line.expect("it speaks")).find(|line| line.starts_with("The game is kept in "));
    assert!(told.is_some_and(|told| told.ends_with(&*home.kept()[0].to_string_lossy())));
    assert_eq!(child.wait().expect("it ends").code(), Some(130));
    assert!(fs::read_to_string(&home.kept()[0]).expect("it is there").ends_with("\n1. dxe3 *\n"));
    drop(stdin);
}
