//! Values that stand in a file: `-d @case.json` for several parameters, `-d x=@case.json` for one.
//!
//! A file of JSON is read as `jsondecode` reads it; an object whose keys are no names of fields is
//! refused, because `jsondecode` would rename them. A MAT file (version 5, 6 or 7) has a value for
//! each of its variables.

use std::path::Path;

use formwork_files::json::{self, Json};
use formwork_files::mat5;
use formwork_runtime::Value;
use formwork_specialize::lift::lift;
use formwork_syntax::LineIndex;

use crate::source::Source;

/// A definition that a file stands for: `@case.json`, or `@case.json` behind `name=`.
pub(crate) fn file_named(text: &str) -> Option<&Path> {
    let path = Path::new(text.trim().strip_prefix('@')?);
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    matches!(&*extension, "json" | "mat").then_some(path)
}

/// The parameters that a file has values for, with expressions that give these.
pub(crate) fn read_parameters(path: &Path) -> Result<Vec<(String, String)>, String> {
    let found = match read(path)? {
        Found::Variables(variables) => variables,
        Found::Json(Json::Object(members)) => {
            let mut found: Vec<(String, Value)> = Vec::new();
            for (name, value) in &members {
                let name = String::from_utf8_lossy(name).into_owned();
                found.retain(|(other, _)| *other != name);
                found.push((name, decoded(value, path)?));
            }
            found
        }
        Found::Json(_) => {
            return Err(format!(
                "{}: expected an object with a value for each parameter, as in {{\"n\": 4}}; \
                 write -d 'x=@{}' for a file that is one value",
                path.display(),
                path.display()
            ));
        }
    };
    found.into_iter().map(|(name, value)| Ok((name, text_of(&value, path)?))).collect()
}

/// An expression that gives the value of a file: of JSON, or of the only variable of a MAT file.
pub(crate) fn read_value(path: &Path) -> Result<String, String> {
    let value = match read(path)? {
        Found::Json(json) => decoded(&json, path)?,
        Found::Variables(variables) => match <[(String, Value); 1]>::try_from(variables) {
            Ok([(_, value)]) => value,
            Err(others) => {
                return Err(format!(
                    "{}: it has {} variables: write -d @{} for a parameter of each name",
                    path.display(),
                    others.len(),
                    path.display()
                ));
            }
        },
    };
    text_of(&value, path)
}

/// What a file holds.
enum Found {
    Json(Json),
    /// The variables of a MAT file.
    Variables(Vec<(String, Value)>),
}

fn read(path: &Path) -> Result<Found, String> {
    let fail = |what: &str| format!("{}: {what}", path.display());
    let is_mat = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mat"));
    let source = Source::read(path).map_err(|error| fail(&error.to_string()))?;
    let bytes = source.text();
    if is_mat {
        if mat5::is_hdf5(bytes) {
            return Err(fail("files of version 7.3 are not supported: write it with save -v7"));
        }
        let contents = mat5::read(bytes, &|_| true).map_err(|error| fail(&error.to_string()))?;
        if let Some((name, what)) = contents.unread.first() {
            return Err(fail(&format!("the value of '{name}' cannot be read: {what}")));
        }
        let variables = contents.variables.into_iter().map(|one| (one.name, one.value));
        return Ok(Found::Variables(variables.collect()));
    }
    json::parse(bytes).map(Found::Json).map_err(|problem| {
        let offset = u32::try_from(problem.offset.saturating_sub(1)).unwrap_or(u32::MAX);
        let place = LineIndex::new(bytes).line_column(bytes, offset);
        let (line, column) = (place.line, place.column);
        format!("{}:{line}:{column}: this is no JSON: {}", path.display(), problem.message)
    })
}

/// What `jsondecode` makes of a value.
fn decoded(value: &Json, path: &Path) -> Result<Value, String> {
    json::decode(value, &mut |name| {
        if formwork_builtins::is_variable_name(name) {
            return Ok(String::from_utf8_lossy(name).into_owned());
        }
        let name = String::from_utf8_lossy(name);
        Err(format!("{}: '{name}' is no name of a field: rename it", path.display()))
    })
}

fn text_of(value: &Value, path: &Path) -> Result<String, String> {
    let lifted = lift(value);
    let lifted = lifted.map(|lifted| lifted.text);
    lifted.ok_or_else(|| {
        format!("{}: it holds what cannot be written as an expression", path.display())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_from_handles() {
        assert!(file_named("@case.json").is_some() && file_named("@dir/case.MAT").is_some());
        assert!(file_named("@(x) x").is_none() && file_named("@pkg.f").is_none());
    }
}
