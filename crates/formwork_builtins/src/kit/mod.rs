//! What several groups share: leaves of the crate, of which no group is a part.

pub(crate) mod call;
pub(crate) mod class;
pub(crate) mod decimal;
pub(crate) mod dimension;
pub(crate) mod expand;
pub(crate) mod fold;
pub(crate) mod gather;
pub(crate) mod mapper;
pub(crate) mod matrix;
pub(crate) mod message;
pub(crate) mod names;
pub(crate) mod not_available;
pub(crate) mod quotes;
pub(crate) mod scanning;
pub(crate) mod sorting;
pub(crate) mod strings;
pub(crate) mod text;
pub(crate) mod wildcard;
