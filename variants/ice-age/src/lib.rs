//! Ice Age Chess: the ice cube and the Ice Age.
