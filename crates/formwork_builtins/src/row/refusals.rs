//! Whether a built-in that refuses arguments here refuses them in Octave, too.
//!
//! What ours refuses may be a limit of ours. A refusal is a fact about the user's program only
//! where the two were compared: recorded cases and random calls in both engines
//! (`cargo xtask oracle --failures`, `--refusals`).
//!
//! ```text
//! sum        vetted: refuses exactly what Octave's refuses, in every dialect
//! histc      compared with numbers; doubted with texts: Octave accepts some that ours refuses
//! ```

/// How far the refusals of a built-in are believed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refusals {
    /// The comparison that was made, if any.
    pub evidence: Evidence,
    /// Whether it refuses numbers that Octave accepts.
    pub doubted_of_numbers: bool,
    /// Whether it refuses texts, cells, structs or functions that Octave accepts.
    pub doubted_of_others: bool,
}

/// What is known of a built-in's refusals.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// Nothing in particular.
    None,
    /// Of arguments without options it refuses exactly what Octave refuses; of what options mean
    /// ours may know less.
    Numbers,
    /// The same, and texts and cells are no options of it.
    Texts,
    /// It refuses what Octave refuses, and nothing else: one of the core, which the recorded
    /// cases cover.
    Vetted,
}

impl Refusals {
    /// What holds if nobody compared.
    pub const UNKNOWN: Refusals =
        Refusals { evidence: Evidence::None, doubted_of_numbers: false, doubted_of_others: false };
}
