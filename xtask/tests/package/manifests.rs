//! Manifests say what a registry asks for, and versions agree.

use std::path::PathBuf;
use std::process::Command;

use serde_json::Value;

use crate::{done, root, text};

fn metadata() -> Value {
    let output = done(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
            .current_dir(root()),
    );
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

#[test]
fn every_crate_that_ships_can_be_published() {
    let metadata = metadata();
    let packages = metadata["packages"].as_array().expect("a list");
    let ships = |package: &&Value| package["publish"].is_null();
    let names: Vec<&str> =
        packages.iter().filter(ships).filter_map(|package| package["name"].as_str()).collect();
    assert!(names.contains(&"formwork") && names.len() > 15, "{names:?}");
    for package in packages.iter().filter(ships) {
        let name = package["name"].as_str().expect("a name");
        for field in ["description", "license", "readme"] {
            assert!(package[field].is_string(), "{name} has no {field}");
        }
        for field in ["keywords", "categories"] {
            let count = package[field].as_array().map_or(0, Vec::len);
            assert!((1..=5).contains(&count), "{name}: {count} {field}");
        }
        let folder = PathBuf::from(package["manifest_path"].as_str().expect("a path"));
        for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let own = std::fs::read(folder.with_file_name(licence)).unwrap_or_default();
            let ours = std::fs::read(root().join(licence)).expect("it is there");
            assert!(own == ours, "{name}: {licence}");
        }
        for needed in package["dependencies"].as_array().into_iter().flatten() {
            if needed["path"].is_null() {
                continue;
            }
            let other = needed["name"].as_str().expect("a name");
            if needed["kind"] == "dev" {
                // A registry would look for it, and tests go round in circles.
                assert_eq!(needed["req"], "*", "{name}: tests need {other} by its path alone");
                continue;
            }
            assert!(names.contains(&other), "{name} needs {other}, which does not ship");
            assert_ne!(needed["req"], "*", "{name} needs any {other}");
        }
    }
}

#[test]
fn all_packages_have_the_same_version() {
    let version = env!("CARGO_PKG_VERSION");
    for (file, line) in [
        ("packaging/python/pyproject.toml", format!("version = \"{version}\"")),
        ("pyproject.toml", format!("dependencies = [\"formwork-matlab=={version}\"]")),
        ("editors/vscode/package.json", format!("  \"version\": \"{version}\",")),
    ] {
        let found = std::fs::read_to_string(root().join(file)).expect("it is there");
        assert!(found.lines().any(|one| one == line), "{file}: {line}");
    }
}

/// What would go to a registry: texts and licences, and no large test data.
#[test]
fn the_program_s_crate_is_small() {
    let listed = done(
        Command::new(env!("CARGO"))
            .args(["package", "--list", "--allow-dirty", "--offline", "--manifest-path"])
            .arg(root().join("crates/formwork/Cargo.toml")),
    );
    let listed = text(&listed.stdout);
    let files: Vec<&str> = listed.lines().collect();
    for file in ["Cargo.toml", "LICENSE-MIT", "LICENSE-APACHE", "README.md", "src/main.rs"] {
        assert!(files.contains(&file), "{file}:\n{listed}");
    }
    assert!(!files.iter().any(|file| file.starts_with("tests/")), "{listed}");
}
