//! How long a search may take, as the command line says it.

use std::time::Duration;

use floe_core::search::Limits;

/// The limits that are given; where none is, the usual time.
pub(crate) fn given(
    time: Option<Duration>,
    nodes: Option<u64>,
    depth: Option<u32>,
    usual_time: Option<Duration>,
) -> Limits {
    let is_free = time.is_none() && nodes.is_none() && depth.is_none();
    Limits { time: time.or(usual_time.filter(|_| is_free)), nodes, depth, ..Limits::default() }
}
