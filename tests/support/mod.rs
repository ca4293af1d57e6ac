//! What several test programs share; each uses a part of it.
#![allow(dead_code, unreachable_pub)]

pub mod data;
pub mod mutated;
pub mod naive;
pub mod naive_hooks;
pub mod random;
pub mod robust;
