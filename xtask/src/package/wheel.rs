//! The Python wheel: `packaging/python/wheel.py` writes it.

use std::path::PathBuf;
use std::process::Command;

use super::{Ingredients, Result, output_of};
use crate::files;

/// No C library that Rust programs run with is older.
const OLDEST: u32 = 17;

pub(super) fn make(ingredients: &Ingredients) -> Result<PathBuf> {
    let python = files::root().join("packaging/python");
    let mut command = Command::new("python3");
    command
        .arg(python.join("wheel.py"))
        .arg(python.join("pyproject.toml"))
        .arg(&ingredients.tree)
        .arg(tag(ingredients.needs.glibc))
        .arg(&ingredients.output);
    if ingredients.fast {
        command.env("FORMWORK_WHEEL_LEVEL", "1");
    }
    Ok(PathBuf::from(output_of(&mut command)?.trim_end()))
}

/// The systems on which a program runs that needs version 2.X of the C library.
fn tag(glibc: u32) -> String {
    let machine = std::env::consts::ARCH;
    let minor = glibc.max(OLDEST);
    let tag = format!("manylinux_2_{minor}_{machine}");
    // What older installers call it.
    if minor == OLDEST { format!("{tag}.manylinux2014_{machine}") } else { tag }
}
