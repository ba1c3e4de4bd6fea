//! Where a name gets its value or is defined, and everywhere that it stands.

use std::path::{Path, PathBuf};

use formwork_driver::{Meaning, Occurrence};
use serde_json::{Value, json};

use crate::protocol::{self, Answer, DocumentParams, Location};
use crate::state::{Seen, State};
use crate::uri;

pub(super) fn definition(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let names = &seen.names.index;
    let Some(one) = names.at(seen.offset(params.position)) else { return Ok(Value::Null) };
    let location = match &one.meaning {
        Meaning::Variable(_) => {
            let written = || names.places(&one.meaning).filter(|place| place.writes);
            let before = written().filter(|place| place.span.0 < one.span.0).last();
            let place = if one.writes { Some(one) } else { before.or_else(|| written().next()) };
            place.and_then(|place| seen.location(place.span))
        }
        Meaning::Own(place) => {
            names.functions.get(*place).and_then(|function| seen.location(function.name_span))
        }
        Meaning::File(path) => Some(start_of(seen.state, path)),
        Meaning::Builtin | Meaning::Unknown => None,
    };
    protocol::value(location)
}

/// The first function of a file, or its beginning if it is a script.
fn start_of(state: &State, path: &Path) -> Location {
    let first = state.first_function(path).map(|(_, location)| location);
    first.unwrap_or_else(|| Location { uri: uri::of_path(path), range: Default::default() })
}

pub(super) fn references(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let Some(one) = seen.names.index.at(seen.offset(params.position)) else {
        return Ok(Value::Null);
    };
    let declarations = params.context.include_declaration;
    let places = all_places(seen, one);
    // What declares a variable is where it first gets a value; it may get others.
    let first = places.iter().position(|(_, writes)| *writes);
    let wanted =
        places.into_iter().enumerate().filter(|(place, _)| declarations || Some(*place) != first);
    protocol::value(wanted.map(|(_, (location, _))| location).collect::<Vec<_>>())
}

pub(super) fn highlights(seen: &Seen<'_>, params: &DocumentParams) -> Answer {
    let names = &seen.names.index;
    let Some(one) = names.at(seen.offset(params.position)) else { return Ok(Value::Null) };
    let all = names.places(&one.meaning).filter(|place| place.name == one.name);
    let shown = all.filter_map(|place| {
        let kind = if place.writes { 3 } else { 2 };
        Some(json!({ "range": seen.range(place.span)?, "kind": kind }))
    });
    Ok(json!(shown.collect::<Vec<_>>()))
}

/// The file whose function others call that a name means, if it is one.
pub(super) fn file_meant(seen: &Seen<'_>, one: &Occurrence) -> Option<PathBuf> {
    match &one.meaning {
        Meaning::File(path) => Some(path.clone()),
        Meaning::Own(0) => {
            let stem = seen.path.file_stem()?.to_string_lossy();
            (stem == one.name).then(|| seen.path.to_path_buf())
        }
        Meaning::Own(_) | Meaning::Variable(_) | Meaning::Builtin | Meaning::Unknown => None,
    }
}

/// Every place where a name means the same, and whether it is defined or set there.
pub(super) fn all_places(seen: &Seen<'_>, one: &Occurrence) -> Vec<(Location, bool)> {
    let mut all = Vec::new();
    if let Some(target) = file_meant(seen, one) {
        for (path, place) in places_of_file(seen.state, &target, &one.name) {
            let writes = place.writes;
            if path == seen.path {
                all.extend(seen.location(place.span).map(|location| (location, writes)));
            } else if let Some(text) = seen.state.text_of(&path) {
                let range = text.range(place.span, seen.state.encoding);
                all.push((Location { uri: uri::of_path(&path), range }, writes));
            }
        }
        return all;
    }
    let same = seen.names.index.places(&one.meaning).filter(|place| place.name == one.name);
    all.extend(same.filter_map(|place| Some((seen.location(place.span)?, place.writes))));
    all
}

/// Every place of the workspace that calls the first function of a file, its own name among them.
pub(super) fn places_of_file(
    state: &State,
    target: &Path,
    name: &str,
) -> Vec<(PathBuf, Occurrence)> {
    let mut files: Vec<&PathBuf> = state.world.files.iter().collect();
    files.extend(state.documents.keys().filter(|path| !state.world.files.contains(path)));
    let mentions =
        |path: &&PathBuf| state.text_of(path).is_some_and(|text| text.as_str().contains(name));
    let files: Vec<PathBuf> = files.into_iter().filter(mentions).cloned().collect();
    let mut all = Vec::new();
    for (path, read) in files.iter().zip(state.files.all_names(&files, &state.world)) {
        let Some((_, names)) = read else { continue };
        let own = path.as_path() == target;
        let meant = names.occurrences.iter().filter(|place| match &place.meaning {
            Meaning::File(path) => path == target,
            Meaning::Own(0) => own,
            Meaning::Own(_) | Meaning::Variable(_) | Meaning::Builtin | Meaning::Unknown => false,
        });
        all.extend(meant.map(|place| (path.clone(), place.clone())));
    }
    all
}
