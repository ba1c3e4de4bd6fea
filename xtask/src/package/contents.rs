//! The files that all packages have, as they lie below a prefix such as `/usr`.

use std::path::Path;
use std::process::Command;

use super::binary::make_executable;
use super::{LICENCES, Result, copy, licences, make_folder, output_of, put};
use crate::files;

/// Where the shells look for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/formwork"),
    ("zsh", "share/zsh/site-functions/_formwork"),
    ("fish", "share/fish/vendor_completions.d/formwork.fish"),
];

/// Puts the program and what it writes of itself into a folder.
pub(super) fn collect(program: &Path, tree: &Path) -> Result<()> {
    let inside = tree.join("bin/formwork");
    copy(program, &inside)?;
    // A program that keeps its symbols is larger, and works as well.
    let _ = Command::new("strip").arg("--strip-all").arg(&inside).output();
    make_executable(&inside)?;
    for (shell, place) in COMPLETIONS {
        let script = output_of(Command::new(&inside).args(["generate-shell-completion", shell]))?;
        put(&tree.join(place), script.as_bytes())?;
    }
    let pages = tree.join("share/man/man1");
    make_folder(&pages)?;
    output_of(Command::new(&inside).arg("generate-man-pages").arg(&pages))?;
    let documents = tree.join("share/doc/formwork");
    for name in LICENCES {
        copy(&files::root().join(name), &documents.join(name))?;
    }
    put(&documents.join("THIRD-PARTY"), licences::of_libraries()?.as_bytes())
}
