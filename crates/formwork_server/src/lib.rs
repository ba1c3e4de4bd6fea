//! The language server: what the command line knows of programs, in editors while somebody writes.
//!
//! First, some terminology. A *document* is a file that is open in the editor; its text is the
//! editor's. An *analysis* is what is known of one version of a document: its names, what `check`
//! finds, the shapes of its variables. An *answer* is made of the last finished analysis; where the
//! document has changed meanwhile, places are moved as the text was.
//!
//! - `main_loop` reads messages and keeps the [`state`]; it never analyses anything itself, so that
//!   it always answers at once.
//! - `worker` is the one thread that analyses. Of several versions of a document it takes the last;
//!   what it has of older ones is dropped. It finds diagnostics first, shapes after.
//! - `features` has one file for each thing that an editor asks for.
//! - `transport` has the messages; `protocol`, `text` and `uri` are the protocol's data: what is used
//!   of it, and nothing else.
//!
//! What is known comes from `formwork_driver`, with the words of the command line; nothing here knows
//! more of a program than `formwork check` and `formwork shapes` say. A defect in the analysis of a
//! document costs this analysis, and never the server.

mod features;
mod files;
mod main_loop;
mod protocol;
mod settings;
mod state;
mod text;
mod transport;
mod uri;
mod worker;

pub use main_loop::{serve, serve_stdio};
pub use transport::{
    Connection, Message, Notification, Request, RequestId, Response, ResponseError,
};
