//! Which program is packaged, and how it is linked for old systems.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use super::{Result, put};
use crate::files;

/// The program that is given, or that of `target/release`, built if its text is younger.
pub(super) fn find(given: Option<&Path>, zig: bool) -> Result<PathBuf> {
    if let Some(path) = given {
        return if path.is_file() {
            Ok(path.to_path_buf())
        } else {
            Err(format!("{}: no such file", path.display()))
        };
    }
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| files::root().join("target"), PathBuf::from);
    let program = target.join("release/formwork");
    if zig {
        let folder = target.join("zig");
        let arguments = ["rustc", "--release", "--manifest-path", "crates/formwork/Cargo.toml"];
        build(&arguments, &zig_arguments(&folder)?)?;
    } else if changed(&program) < youngest(files::root()) {
        build(&["build", "--release", "--bin", "formwork"], &[])?;
    }
    Ok(program)
}

fn build(arguments: &[&str], of_rustc: &[String]) -> Result<()> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.current_dir(files::root()).args(arguments);
    if !of_rustc.is_empty() {
        command.arg("--").args(of_rustc);
    }
    // Cargo shows its progress itself.
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err("the program could not be built".to_owned()),
        Err(error) => Err(format!("cargo cannot be run: {error}")),
    }
}

/// What has only the last step done by zig, which brings old versions of the C library: everything
/// before is compiled as ever, because a linker that cargo knew of would have all of it compiled again.
fn zig_arguments(folder: &Path) -> Result<Vec<String>> {
    let script = folder.join("cc");
    let target = format!("{}-linux-gnu.2.17", std::env::consts::ARCH);
    put(
        &script,
        format!("#!/bin/sh\nexec maturin zig cc -- \"$@\" -target {target}\n").as_bytes(),
    )?;
    make_executable(&script)?;
    Ok(vec![
        format!("-Clinker={}", script.display()),
        // zig has its own.
        "-Clinker-features=-lld".to_owned(),
    ])
}

/// Lets a file be executed, where that is a permission.
pub(super) fn make_executable(path: &Path) -> Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(path, mode)
            .map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}

fn changed(path: &Path) -> SystemTime {
    let changed = path.metadata().and_then(|about| about.modified());
    changed.unwrap_or(SystemTime::UNIX_EPOCH)
}

/// When the text of the program changed last.
fn youngest(root: &Path) -> SystemTime {
    fn below(path: &Path) -> SystemTime {
        if path.is_dir() {
            files::entries(path).iter().map(|path| below(path)).max()
        } else {
            Some(changed(path))
        }
        .unwrap_or(SystemTime::UNIX_EPOCH)
    }
    let manifests = ["Cargo.toml", "Cargo.lock"].map(|name| changed(&root.join(name)));
    let sources = files::entries(&root.join("crates")).into_iter().flat_map(|folder| {
        ["src", "library", "Cargo.toml"].map(|name| folder.join(name)).into_iter()
    });
    sources
        .filter(|path| path.exists())
        .map(|path| below(&path))
        .chain(manifests)
        .max()
        .unwrap_or(SystemTime::UNIX_EPOCH)
}
