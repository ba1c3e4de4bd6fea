//! The licences of the libraries that are part of the program, which go where it goes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

use super::{Result, output_of};
use crate::files;

/// A list of the libraries, and every text of a licence that one of them brings, once.
pub(super) fn of_libraries() -> Result<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let metadata = output_of(Command::new(cargo).current_dir(files::root()).args([
        "metadata",
        "--format-version",
        "1",
        "--locked",
        "--offline",
    ]))?;
    let metadata: Value = serde_json::from_str(&metadata).map_err(|error| error.to_string())?;
    let used = used_by_the_program(&metadata);
    let mut list = String::from("The program contains these libraries:\n\n");
    let mut texts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for package in array(&metadata["packages"]) {
        let id = text(&package["id"]);
        if !used.contains(id) || package["source"].is_null() {
            continue;
        }
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let _ = writeln!(list, "{name}: {}", text(&package["license"]));
        let folder = Path::new(text(&package["manifest_path"])).parent().unwrap_or(Path::new(""));
        for path in files::entries(folder) {
            let file = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            let is_licence = ["LICEN", "COPYING", "NOTICE"].iter().any(|one| file.starts_with(one));
            if is_licence && path.is_file() {
                let licence = String::from_utf8_lossy(&files::read(&path)).trim().to_owned();
                texts.entry(licence).or_default().push(name.clone());
            }
        }
    }
    for (licence, names) in texts {
        let line = "-".repeat(72);
        let _ = write!(list, "\n{line}\n{}\n\n{licence}\n", names.join(", "));
    }
    Ok(list)
}

/// The packages that the program is made of, by the edges that are neither of tests nor of builds.
fn used_by_the_program(metadata: &Value) -> BTreeSet<String> {
    let nodes: BTreeMap<&str, &Value> =
        array(&metadata["resolve"]["nodes"]).map(|node| (text(&node["id"]), node)).collect();
    let is_program = |package: &&Value| text(&package["name"]) == "formwork";
    let program = array(&metadata["packages"]).find(is_program).map(|package| text(&package["id"]));
    let mut used = BTreeSet::new();
    let mut open: Vec<&str> = program.into_iter().collect();
    while let Some(id) = open.pop() {
        if !used.insert(id.to_owned()) {
            continue;
        }
        let Some(node) = nodes.get(id) else { continue };
        for edge in array(&node["deps"]) {
            let is_normal = array(&edge["dep_kinds"]).any(|kind| kind["kind"].is_null());
            let target = text(&edge["pkg"]);
            if is_normal {
                open.push(target);
            }
        }
    }
    used
}

fn array(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}
