//! Resolved programs: which name means what, without running anything.
//!
//! A [`Program`] loads files through a [`Host`], each at most once and only when
//! somebody asks for it. [`Program::resolve`] gives every variable of a file a slot
//! and every identifier a [`Resolution`]: a variable, a function with where it was
//! found, or both with the reason why only a run can tell.
//!
//! Nothing here reads the file system itself, and nothing is executed or inferred.

pub mod body;
mod callee;
mod collect;
pub mod flow;
mod folder;
mod host;
mod listing;
mod lookup;
mod lower;
mod meaning;
mod places;
mod program;
pub mod query;
mod resolve;
mod rest;
mod scope;
mod source;
mod state;
pub mod walk;

pub use body::{FunctionId, StmtId};
pub use callee::{Callee, Origin};
pub use host::{Entry, Host, MemoryHost};
pub use listing::list_names;
pub use lower::text::handle_text;
pub use meaning::{Called, Meaning, Names, Sight};
pub use places::{Places, Stored};
pub use program::{FileId, LoadError, Program, SourceFile, defines_class};
pub use resolve::{Ambiguity, FileNames, Resolution};
pub use rest::Rest;
pub use scope::{Scope, ScopeId, ScopeOwner, Slot, SlotId, SlotStorage};
pub use source::{SourceId, SourceText};
