//! Graphics objects as records: figures, axes, lines and the rest, with their properties. Nothing
//! is drawn.
//!
//! First, some terminology. An *object* has a *kind* (figure, axes, line, …), a *parent* and
//! *children*, and is known by its *handle*: a positive integer for a figure, a negative number
//! with a fraction for everything else, zero for the root. A *property* that was never set has the
//! value that is usual for its kind (`defaults.txt`), or one that is computed when somebody asks:
//! the limits of axes from the data of their children, for instance.
//!
//! ```text
//! 0 root ── 1 figure ── -1.62 axes ── -6.1 line    xdata [1 2 3], ydata [4 5 6]
//!                                  └─ -2.24 text   its title
//! ```
//!
//! Evaluators live in `groups/graphics/`; here is what they change.

mod defaults;
mod handles;
mod kind;
mod limits;
mod store;

pub(crate) use defaults::{Default as PropertyDefault, names_of};
pub(crate) use kind::Kind;
pub use store::Graphics;
pub(crate) use store::is_handle_text;
