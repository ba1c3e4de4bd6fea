//! Which blocks of a package pass in Octave: its own `test` is asked for each of them alone,
//! behind what it shares with others. The verdicts are kept below `target/`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use crate::bist::{folder_of_neighbours, test_parts};
use crate::files;
use crate::process::output_within;

/// How long the blocks of a file may take.
const PATIENCE: Duration = Duration::from_secs(240);

/// What stands before each verdict in Octave's output.
const MARK: &str = "formwork-verdict";

/// The lines of those blocks that pass in Octave, by file; without a name no package is loaded.
pub(crate) fn passing(
    package: &str,
    folder: &Path,
    tests: &[PathBuf],
    again: bool,
) -> BTreeMap<PathBuf, BTreeSet<usize>> {
    let version = folder.file_name().map(|name| name.to_string_lossy().into_owned());
    let kept = files::root().join("target/octave-verdicts").join(version.unwrap_or_default());
    let mut found = BTreeMap::new();
    for file in tests {
        let name = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().replace('/', "+");
        let note = kept.join(format!("{name}.txt"));
        let text = match again || !note.is_file() {
            true => {
                let text = ask(package, file, &kept.join("blocks"));
                files::write(&note, text.as_bytes());
                text
            }
            false => String::from_utf8_lossy(&files::read(&note)).into_owned(),
        };
        let lines: BTreeSet<usize> = text.lines().filter_map(|line| line.parse().ok()).collect();
        if !lines.is_empty() {
            found.insert(file.clone(), lines);
        }
    }
    found
}

/// The lines of the blocks of a file that pass in Octave, one below the other.
fn ask(package: &str, file: &Path, scratch: &Path) -> String {
    let source = String::from_utf8_lossy(&files::read(file)).into_owned();
    let parts = test_parts(&source);
    if parts.is_empty() {
        return String::new();
    }
    files::make_folder(scratch);
    let mut script = String::from("warning ('off', 'all');\n");
    if !package.is_empty() {
        script.push_str(&format!("pkg load {package}\n"));
    }
    if let Some(folder) = folder_of_neighbours(file) {
        script.push_str(&format!("addpath ('{folder}');\n"));
    }
    for (line, text) in &parts {
        let block = scratch.join(format!("block{line}.m"));
        files::write(&block, text.as_bytes());
        script.push_str(&format!(
            "try, [n, all] = test ('{}', 'quiet'); printf ('\\n{MARK} %d %d %d\\n', {line}, n, all); \
             fflush (stdout); catch, end\n",
            block.display(),
        ));
    }
    let program = scratch.join("ask_for_verdicts.m");
    files::write(&program, script.as_bytes());
    let mut command = Command::new("octave-cli");
    command.args(["--norc", "-q"]).arg(&program).current_dir(scratch).env_remove("DISPLAY");
    let output = output_within(&mut command, PATIENCE).unwrap_or_default();
    files::remove_folder(scratch);
    let passed = output.lines().filter_map(|line| {
        let mut words = line.strip_prefix(MARK)?.split_whitespace();
        let (line, n, all) = (words.next()?, words.next()?, words.next()?);
        (n == "1" && all == "1").then(|| format!("{line}\n"))
    });
    passed.collect()
}
