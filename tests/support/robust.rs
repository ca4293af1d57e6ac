//! What must hold for every text, however broken: nothing panics, errors point into the text, and what can be read is
//! written so that it reads back. The property tests and the fuzz targets call these.

use std::sync::{Arc, LazyLock};

use floe_core::notation::{fen, pgn, san, uci};
use floe_core::{Registry, Variant, config};

pub static REGISTRY: LazyLock<Registry> = LazyLock::new(floe_variants::registry);

/// The bundled variants that texts are tried with.
pub static VARIANTS: LazyLock<Vec<Arc<Variant>>> = LazyLock::new(|| {
    let load = |id| REGISTRY.variant(id).expect("it is bundled").expect("it loads");
    ["chess", "fischer-random", "ice-age"].map(load).to_vec()
});

pub fn read_fen(text: &str) {
    for variant in VARIANTS.iter() {
        match fen::read(variant, text) {
            Ok(position) => {
                let written = fen::write(variant, &position);
                let again = fen::read(variant, &written).expect("a written FEN can be read");
                assert_eq!(fen::write(variant, &again), written);
                assert_eq!(variant.key(&again), variant.key(&position), "{written}");
                for legal in variant.legal_moves(&position) {
                    let _ = variant.outcome(&variant.play(&position, legal));
                }
            }
            Err(errors) => {
                assert!(!errors.0.is_empty());
                for error in &errors.0 {
                    assert!(text.get(error.span.clone()).is_some(), "{:?} of {text:?}", error.span);
                }
            }
        }
    }
}

/// Reads a text as a move at every ply of a short game.
pub fn read_move(text: &str) {
    for variant in VARIANTS.iter() {
        let mut position = *variant.start();
        for _ in 0..8 {
            let legal = variant.legal_moves(&position);
            for read in [san::read, uci::read] {
                match read(variant, &position, text) {
                    Ok(m) => assert!(legal.contains(&m), "{text:?} was read as an illegal move"),
                    Err(error) => assert!(!error.to_string().is_empty()),
                }
            }
            position = variant.play(&position, legal[legal.len() / 2]);
        }
    }
}

pub fn read_pgn(text: &str) {
    for game in pgn::read(text, &REGISTRY) {
        match game {
            Ok(read) => {
                let written = pgn::write(&read.game, &read.tags, &REGISTRY);
                let again: Vec<_> = pgn::read(&written, &REGISTRY).collect();
                assert_eq!(again.len(), 1, "{written}");
                let game = &again[0].as_ref().unwrap_or_else(|error| panic!("{error}\n{written}")).game;
                assert_eq!(game.position(), read.game.position(), "{written}");
            }
            Err(error) => {
                let lines = text.split('\n').count();
                assert!((1..=lines).contains(&error.line), "line {} of {lines}", error.line);
            }
        }
    }
}

pub fn read_config(text: &str) {
    match config::load(text, "text", &REGISTRY) {
        Ok(variant) => {
            let written = config::write(&variant);
            let again = config::load(&written, "written", &REGISTRY);
            let again = again.unwrap_or_else(|errors| panic!("{errors}\n{written}"));
            assert_eq!(again.spec(), variant.spec());
        }
        Err(errors) => {
            assert!(!errors.0.is_empty());
            for error in &errors.0 {
                assert!(error.text.get(error.span.clone()).is_some(), "{:?} of {text:?}", error.span);
                assert!(error.line() >= 1 && error.column() >= 1);
            }
        }
    }
}
