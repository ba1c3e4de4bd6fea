//! Resolved programs: which name means what, without running anything.
//!
//! A [`Program`] loads files through a [`Host`], each at most once and only when
//! somebody asks for it. [`Program::resolve`] gives every variable of a file a slot
//! and every identifier a [`Resolution`]: a variable, a function with where it was
//! found, or both with the reason why only a run can tell.
//!
//! Nothing here reads the file system itself, and nothing is executed or inferred.
//!
//! A program that keeps a journal ([`Program::keep_journal`]) notes what it is asked for, so that
//! whoever remembers a result knows when it holds no more (`src/journal.rs`).
//!
//! # How it works
//!
//! *Names* (`formwork_hir`): each function's variables get slots; a walk in the order of execution
//! follows which are assigned on all, some or no paths, and so decides between variable and
//! function, or says why it cannot. Functions are found by folder listings alone; a file is read
//! when somebody asks for its contents. Resolutions are side tables on the syntax tree. *Lowering*
//! (`src/lower`) makes a `Body` of each function, script and anonymous function: variables are
//! slots, index chains are flat, calls have ids, statements stay a structured tree. A name that
//! only a run can decide is a variable or a call, with both.
//!
//! *Lowered bodies* (`formwork_hir/src/body.rs`) have ids: a `FunctionId` that no other body of the
//! process has, a `StmtId` per statement. Whoever looks through them uses `walk` (statements and
//! expressions in order, what stands directly inside one), `query` (what is assigned, where a loop
//! is left) and `flow` (forward dataflow: an analysis says its states, transfers and joins), never
//! a walk of its own.

pub mod body;
mod callee;
mod class;
mod class_unit;
mod collect;
pub mod flow;
mod folder;
mod host;
mod journal;
mod listing;
mod lookup;
mod lower;
mod meaning;
mod members;
mod places;
mod program;
pub mod query;
mod resolution;
mod resolve;
mod rest;
mod scope;
mod source;
mod state;
pub mod walk;

pub use body::{FunctionId, StmtId};
pub use callee::{Callee, Origin};
pub use class::{ClassText, PropertyText};
pub use class_unit::{
    ClassUnit, ClassWord, ClassWords, EnumeratorUnit, MemberAccess, MemberAttributes, MethodUnit,
    PropertyUnit,
};
pub use host::{Entry, Host, MemoryHost};
pub use journal::{Asked, Question, text_digest};
pub use listing::list_names;
pub use lower::text::{expression_text, handle_text};
pub use meaning::{Called, Meaning, Names, Sight};
pub use members::Members;
pub use places::{Places, Stored};
pub use program::{FileId, LoadError, Program, SourceFile, defines_class, has_own_dots};
pub use resolution::{CallResolution, EntryPoint};
pub use resolve::{Ambiguity, FileNames, Resolution};
pub use rest::Rest;
pub use scope::{Scope, ScopeId, ScopeOwner, Slot, SlotId, SlotStorage};
pub use source::{SourceId, SourceText};
