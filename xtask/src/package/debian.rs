//! The Debian package, written by `dpkg-deb`.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::{Ingredients, Result, VERSION, copy, copy_tree, output_of, put, template};
use crate::files;

/// Where Debian's own zsh looks for completions of packages.
const ZSH: (&str, &str) = ("share/zsh/site-functions", "share/zsh/vendor-completions");

pub(super) fn make(ingredients: &Ingredients) -> Result<PathBuf> {
    let root = ingredients.scratch.join("debian");
    let usr = root.join("usr");
    copy_tree(&ingredients.tree, &usr)?;
    rename(&usr.join(ZSH.0), &usr.join(ZSH.1))?;
    copy(
        &files::root().join("packaging/debian/copyright"),
        &usr.join("share/doc/formwork/copyright"),
    )?;
    for page in files::entries(&usr.join("share/man/man1")) {
        output_of(Command::new("gzip").args(["-9", "-n"]).arg(page))?;
    }
    let architecture = architecture();
    let control = template(
        "debian/control",
        &[
            ("VERSION", VERSION),
            ("ARCHITECTURE", architecture),
            ("KILOBYTES", &(size(&usr) / 1024).to_string()),
            ("DEPENDS", &depends(ingredients)),
        ],
    )?;
    put(&root.join("DEBIAN/control"), control.as_bytes())?;
    let package = ingredients.output.join(format!("formwork_{VERSION}_{architecture}.deb"));
    let mut command = Command::new("dpkg-deb");
    command.args(["--root-owner-group", "--build"]);
    command.args(if ingredients.fast { ["-Zgzip", "-z1"] } else { ["-Zxz", "-z6"] });
    output_of(command.arg(&root).arg(&package))?;
    Ok(package)
}

/// The packages that have the libraries it needs.
fn depends(ingredients: &Ingredients) -> String {
    let mut packages = vec![format!("libc6 (>= 2.{})", ingredients.needs.glibc)];
    if ingredients.needs.libraries.contains("libgcc_s.so.1") {
        packages.push("libgcc-s1".to_owned());
    }
    packages.join(", ")
}

/// What Debian calls the processor.
fn architecture() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to).map_err(|error| format!("{}: {error}", from.display()))
}

/// How many bytes the files of a folder have.
fn size(folder: &Path) -> u64 {
    let sizes = files::entries(folder).into_iter().map(|path| {
        if path.is_dir() { size(&path) } else { path.metadata().map_or(0, |about| about.len()) }
    });
    sizes.sum()
}
