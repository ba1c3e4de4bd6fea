//! The npm packages: a launcher, and a package with the program that it depends on where the
//! machine is the right one.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Ingredients, LICENCES, Result, VERSION, copy, copy_tree, output_of, put, template};
use crate::files;

pub(super) fn make(ingredients: &Ingredients) -> Result<Vec<PathBuf>> {
    let (os, cpu) = (platform(), processor());
    let name = format!("formwork-matlab-{os}-{cpu}");
    let values =
        [("VERSION", VERSION), ("PLATFORM_PACKAGE", name.as_str()), ("OS", os), ("CPU", cpu)];
    let launcher = ingredients.scratch.join("npm/launcher");
    let platform = ingredients.scratch.join("npm/platform");
    put(&launcher.join("package.json"), template("npm/package.json", &values)?.as_bytes())?;
    put(&launcher.join("formwork.js"), template("npm/formwork.js", &values)?.as_bytes())?;
    put(&platform.join("package.json"), template("npm/platform.json", &values)?.as_bytes())?;
    copy_tree(&ingredients.tree, &platform)?;
    for folder in [&launcher, &platform] {
        for licence in LICENCES {
            copy(&files::root().join(licence), &folder.join(licence))?;
        }
        copy(&files::root().join("packaging/README.md"), &folder.join("README.md"))?;
    }
    [launcher, platform].iter().map(|folder| pack(folder, &ingredients.output)).collect()
}

/// The archive that npm makes of a folder.
fn pack(folder: &Path, output: &Path) -> Result<PathBuf> {
    let output = std::path::absolute(output).map_err(|error| error.to_string())?;
    let mut command = Command::new("npm");
    command.args(["pack", "--silent", "--pack-destination"]).arg(&output).current_dir(folder);
    let name = output_of(&mut command)?;
    Ok(output.join(name.lines().last().unwrap_or_default()))
}

/// What Node calls the system.
fn platform() -> &'static str {
    match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    }
}

/// What Node calls the processor.
fn processor() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        other => other,
    }
}
