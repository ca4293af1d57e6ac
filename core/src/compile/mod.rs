//! From a [`Spec`](crate::spec::Spec) to the tables that play uses.

pub(crate) mod builder;
