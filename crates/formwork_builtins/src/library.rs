//! The functions that are written in the language itself: files of ours in `library/`, which are
//! part of the program and read when somebody calls them.
//!
//! They are found after the table and before the library of an installed Octave. A name in
//! [`LIBRARY`] is one of the language (`names.rs` lists it); what is inferred of a call is what
//! `inferred.rs` says, or nothing. To whoever loads files they stand in a folder that no file
//! system has.

use std::path::{Path, PathBuf};

/// The folder in which the files seem to stand.
const FOLDER: &str = "formwork:library";

macro_rules! files {
    ($($name:literal),* $(,)?) => {
        &[$(($name, include_str!(concat!("../library/", $name, ".m")))),*]
    };
}

/// The functions by name, sorted.
const LIBRARY: &[(&str, &str)] = files![
    "__delaunayn__",
    "__event_manager_enabled__",
    "__event_manager_have_dialogs__",
    "__fieldnames__",
    "__octave_config_info__",
    "__pie__",
    "autumn",
    "bone",
    "cart2pol",
    "cart2sph",
    "celldisp",
    "cellindexmat",
    "common_size",
    "contourc",
    "convn",
    "cool",
    "copper",
    "cylinder",
    "ellipsoid",
    "flag",
    "gray",
    "help",
    "hot",
    "hsv",
    "importdata",
    "inline",
    "iscolormap",
    "jet",
    "lines",
    "linkprop",
    "lsode",
    "lsode_options",
    "namedargs2cell",
    "newline",
    "parseparams",
    "peaks",
    "pie",
    "pie3",
    "pink",
    "pol2cart",
    "polyarea",
    "prism",
    "profile",
    "program_name",
    "repelem",
    "repelems",
    "sinetone",
    "sinewave",
    "sizemax",
    "sombrero",
    "sph2cart",
    "sphere",
    "spring",
    "strread",
    "summer",
    "textread",
    "type",
    "ver",
    "viridis",
    "what",
    "white",
    "winter",
];

fn find(name: &str) -> Option<&'static str> {
    let place = LIBRARY.binary_search_by_key(&name, |(name, _)| name).ok()?;
    Some(LIBRARY[place].1)
}

/// The names of the functions that are written in the language itself.
pub fn library_names() -> impl Iterator<Item = &'static str> {
    LIBRARY.iter().map(|&(name, _)| name)
}

/// Whether a function of that name is written in the language itself.
#[must_use]
pub fn is_in_library(name: &str) -> bool {
    find(name).is_some()
}

/// Where such a function seems to stand.
#[must_use]
pub fn library_path(name: &str) -> Option<PathBuf> {
    find(name).map(|_| Path::new(FOLDER).join(format!("{name}.m")))
}

/// The text of a file of the library, if a path is one.
#[must_use]
pub fn library_text(path: &Path) -> Option<&'static str> {
    if path.parent()? != Path::new(FOLDER) {
        return None;
    }
    find(path.file_stem()?.to_str()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_of_the_language() {
        assert!(LIBRARY.is_sorted_by_key(|(name, _)| *name));
        for (name, text) in LIBRARY {
            assert!(crate::is_builtin(name), "{name} is of no language");
            assert!(crate::find(name).is_none(), "{name} has a row");
            assert!(text.contains(name), "{name} is not what the file defines");
        }
    }

    #[test]
    fn files_are_found_by_their_paths() {
        let path = library_path("jet").unwrap_or_default();
        assert!(library_text(&path).is_some_and(|text| text.contains("jet")));
        assert!(library_text(Path::new("jet.m")).is_none());
    }
}
