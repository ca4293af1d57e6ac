//! Writing a variant as TOML.
use crate::variant::Variant;
/// The full effective configuration of a variant, in TOML that [`load`](super::load) reads back to the same variant.
pub fn write(variant: &Variant) -> String {
    todo!("{}", variant.id())
}
