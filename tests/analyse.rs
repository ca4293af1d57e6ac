//! `floe analyse` and `floe match` as people run them.

mod program;

use program::Home;

#[test]
fn the_best_lines_of_a_position_are_told() {
    let home = Home::new();
    let output =
        home.run(&["analyse", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", "--variant", "chess", "--depth", "9"], "");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = output.stdout.lines().collect();
    assert_eq!(lines.len(), 3, "{}", output.stdout);
    assert!(lines[0].starts_with("     #3  depth  9  Ra6+ f6 Bxf6+ Rg7 Rxa8#"), "{}", lines[0]);
    let output = home.run(&["analyse", "7k/8/8/8/8/6p1/5q2/7K w - - 0 1", "--variant", "chess"], "");
    assert_eq!(output.stdout, "The game is over: 1/2-1/2, stalemate.\n");
    let output = home.run(&["analyse", "nonsense.pgn"], "");
    assert_eq!(output.code, 2);
}

#[test]
fn mistakes_are_marked_and_the_game_can_still_be_read() {
    let home = Home::new();
    home.write("game.pgn", "[Variant \"Standard\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 *\n");
    let output = home.run(&["analyse", "game.pgn", "--depth", "7"], "");
    assert_eq!((output.code, output.stderr.as_str()), (0, ""));
    assert!(output.stdout.contains(" Qg5?? {+"), "{}", output.stdout);
    assert!(output.stdout.contains("; better "), "{}", output.stdout);
    home.write("annotated.pgn", &output.stdout);
    let replayed = home.run(&["replay", "annotated.pgn"], "");
    assert_eq!(replayed.code, 0, "{}", replayed.transcript());
}

#[test]
fn a_match_is_played_and_its_games_are_sound() {
    let home = Home::new();
    let floe = format!("{} uci,Level=2", env!("CARGO_BIN_EXE_floe"));
    let arguments = ["match", "1", &floe, "--games", "2", "--seed", "3", "--depth", "2", "--pgn", "games.pgn"];
    let output = home.run(&arguments, "");
    assert_eq!(output.code, 0, "{}", output.transcript());
    assert!(output.stdout.contains(" of 2, ") && output.stdout.contains(", Elo "), "{}", output.stdout);
    let replayed = home.run(&["replay", "games.pgn"], "");
    assert_eq!(replayed.code, 0, "{}", replayed.transcript());
    let output = home.run(&["match", "1", "/no/such/program"], "");
    assert_eq!(output.code, 2);
    assert!(output.stderr.contains("cannot be run"), "{}", output.stderr);
}
