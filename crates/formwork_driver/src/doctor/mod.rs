//! What `formwork doctor` tells: what of the machine and the folder Formwork finds and uses, and what
//! to do about what it does not find.
//!
//! - `gather`: looking for each thing.
//! - `words`: the answer as text and as JSON.
//!
//! Nothing is needed but a configuration that can be read: Octave, a C compiler and an editor make
//! more possible. So only what somebody asked for and what is not there is a fault.

mod gather;
mod words;

use std::path::{Path, PathBuf};

use formwork_syntax::Dialect;

/// What the command line says of what is looked at.
#[derive(Clone, Debug)]
pub struct DoctorOptions {
    /// The folder that is looked at.
    pub folder: PathBuf,
    /// The configuration that is read instead of the nearest one.
    pub config: Option<PathBuf>,
    /// The dialect, if it is given.
    pub dialect: Option<Dialect>,
    /// Where findings of `check` are remembered.
    pub cache: PathBuf,
}

/// How it is with one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Health {
    /// It is there.
    Found,
    /// It is not there, and something works only with it.
    Missing,
    /// It was asked for, and cannot be used.
    Faulty,
}

/// One thing that was looked for.
#[derive(Clone, Debug)]
pub struct Examined {
    /// What it is, as data calls it.
    pub key: &'static str,
    /// What it is, for people.
    pub name: &'static str,
    /// How it is with it.
    pub health: Health,
    /// What is known of it, in a line.
    pub about: String,
    /// Where it is, if it has a place.
    pub path: Option<PathBuf>,
    /// What to do about it.
    pub advice: Option<String>,
}

impl Examined {
    fn found(key: &'static str, name: &'static str, about: impl Into<String>) -> Examined {
        Examined { key, name, health: Health::Found, about: about.into(), path: None, advice: None }
    }

    fn missing(
        key: &'static str,
        name: &'static str,
        about: impl Into<String>,
        advice: impl Into<String>,
    ) -> Examined {
        let found = Examined::found(key, name, about);
        Examined { health: Health::Missing, advice: Some(advice.into()), ..found }
    }

    fn faulty(
        key: &'static str,
        name: &'static str,
        about: impl Into<String>,
        advice: impl Into<String>,
    ) -> Examined {
        let missing = Examined::missing(key, name, about, advice);
        Examined { health: Health::Faulty, ..missing }
    }

    fn at(self, path: impl AsRef<Path>) -> Examined {
        Examined { path: Some(path.as_ref().to_path_buf()), ..self }
    }
}

/// All that was looked for.
#[derive(Clone, Debug)]
pub struct Checkup {
    /// In the order in which it is told.
    pub examined: Vec<Examined>,
}

impl Checkup {
    /// Whether everything that is needed is there.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.examined.iter().all(|examined| examined.health != Health::Faulty)
    }
}

/// Looks for everything.
#[must_use]
pub fn doctor(options: &DoctorOptions) -> Checkup {
    Checkup { examined: gather::all(options) }
}
