//! The registry of all games bundled with Floe.
//!
//! ```
//! let registry = floe_variants::registry();
//! let chess = registry.variant("chess").expect("chess is bundled").expect("its file is right");
//! assert_eq!(chess.legal_moves(chess.start()).len(), 20);
//! ```

use floe_core::Registry;

/// Every bundled variant, rule and generator. A program with rules of its own adds them: `registry().with_rule(mine)`.
pub fn registry() -> Registry {
    floe_mixins::rules(Registry::new())
        .with_rule(floe_ice_age::IceAge)
        .with_generator(floe_random_arrays::RandomArrays)
        .with_variant(floe_ice_age::VARIANT)
        .with_variant(include_str!("../games/chess.toml"))
        .with_variant(include_str!("../games/fischer-random.toml"))
        .with_variant(include_str!("../games/ice-age-fischer-random.toml"))
        .with_variant(include_str!("../games/capablanca.toml"))
        .with_variant(include_str!("../games/capablanca-random.toml"))
        .with_variant(include_str!("../games/frozen-capablanca.toml"))
        .with_variant(include_str!("../games/janus.toml"))
        .with_variant(include_str!("../games/embassy.toml"))
        .with_variant(include_str!("../games/amazon.toml"))
        .with_variant(include_str!("../games/berolina.toml"))
        .with_variant(include_str!("../games/los-alamos.toml"))
        .with_variant(include_str!("../games/legan.toml"))
        .with_variant(include_str!("../games/knightmate.toml"))
        .with_variant(include_str!("../games/maharajah.toml"))
        .with_variant(include_str!("../games/horde.toml"))
        .with_variant(include_str!("../games/corner.toml"))
        .with_variant(include_str!("../games/fortress.toml"))
        .with_variant(include_str!("../games/three-checks.toml"))
        .with_variant(include_str!("../games/racing-kings.toml"))
        .with_variant(include_str!("../games/anti.toml"))
        .with_variant(include_str!("../games/extinction.toml"))
        .with_variant(include_str!("../games/atomic.toml"))
        .with_variant(include_str!("../games/atomic-check.toml"))
        .with_variant(include_str!("../games/cheshire-cat.toml"))
        .with_variant(include_str!("../games/knight-relay.toml"))
        .with_variant(include_str!("../games/cylinder.toml"))
        .with_variant(include_str!("../games/loop.toml"))
        .with_variant(include_str!("../games/recycle.toml"))
        .with_variant(include_str!("../games/grand.toml"))
        .with_variant(include_str!("../games/massacre.toml"))
}
