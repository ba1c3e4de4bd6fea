//! The programs of the markdown tests, with and without what is said of their parameters.
//!
//! What is counted here is what a person reads, the `display`: an assignment counts if its
//! extents are short there, be it with a condition (`nxp (n >= 2)`).

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use formwork_mdtest::{parse_cases, split_extents};
use serde_json::Value;

use super::{is_assignment, is_short, list};
use crate::{files, process};

/// How many assignments there are, and how many are displayed with short extents.
#[derive(Clone, Copy, Default)]
pub(crate) struct Displays {
    pub(crate) assignments: usize,
    pub(crate) short: usize,
}

impl Displays {
    /// The share that is short, in percent.
    pub(crate) fn share(self) -> f64 {
        100.0 * self.short as f64 / self.assignments.max(1) as f64
    }
}

/// The displays of the programs in a folder of markdown files: with their descriptions, and
/// without. Those that are not short are named.
pub(crate) fn measure(binary: &Path, folder: &Path) -> Option<[(Displays, Vec<String>); 2]> {
    let scratch: PathBuf =
        std::env::temp_dir().join(format!("formwork-readable-{}", std::process::id()));
    std::fs::create_dir_all(&scratch).ok()?;
    let mut found = [(Displays::default(), Vec::new()), (Displays::default(), Vec::new())];
    for file in files::entries(folder) {
        let text = String::from_utf8_lossy(&files::read(&file)).into_owned();
        for case in parse_cases(&text) {
            let Some(program) = case.block("matlab") else { continue };
            let described = case.block("args").map(|block| block.text.as_str()).unwrap_or_default();
            let path = scratch.join("program.m");
            files::write(&path, program.text.as_bytes());
            for (way, described) in [described, ""].into_iter().enumerate() {
                let mut command = Command::new(binary);
                command.arg("shapes").arg(&path).args(["--json", "--no-callers"]);
                for line in described.lines() {
                    command.args(["--arg", line]);
                }
                let output = process::output_within(&mut command, Duration::from_secs(20))?;
                let document = serde_json::from_str::<Value>(&output).ok()?;
                let (displays, others) = &mut found[way];
                let definitions = list(&document["functions"][0]["definitions"]);
                for definition in definitions.iter().filter(|one| is_assignment(one)) {
                    displays.assignments += 1;
                    let display = definition["display"].as_str().unwrap_or_default();
                    if is_short_display(display) {
                        displays.short += 1;
                    } else {
                        let (line, name) = (&definition["line"], &definition["name"]);
                        others.push(format!("{} {line}: {name} : {display}", case.name));
                    }
                }
            }
        }
    }
    // What is left in the folder for temporary files harms nobody.
    let _ = std::fs::remove_dir_all(&scratch);
    Some(found)
}

/// Whether a display says extents that are short: `double (n-1)xp (n ~= 1)`, `char shape(s)`.
pub(super) fn is_short_display(display: &str) -> bool {
    if display.contains("of any size") {
        return false;
    }
    let shape = display.split(" = ").next().unwrap_or_default();
    let shape = match shape.rfind(" (") {
        // A condition has blanks, a size has none.
        Some(at) if shape.ends_with(')') && shape[at + 1..].contains(' ') => &shape[..at],
        _ => shape,
    };
    let Some((_, shape)) = shape.rsplit_once(' ') else { return false };
    if let Some(name) = shape.strip_prefix("shape(").and_then(|rest| rest.strip_suffix(')')) {
        return name.chars().all(|c| c.is_alphanumeric() || "_.{}".contains(c));
    }
    let extents = split_extents(shape);
    let is_size = |extent: &str| !extent.is_empty() && !extent.contains(['<', '>']);
    let mut sizes = extents.iter().map(|extent| bare(extent));
    extents.len() >= 2 && sizes.all(|extent| is_size(extent) && is_short(extent))
}

/// An extent without the parentheses around it.
fn bare(extent: &str) -> &str {
    extent.strip_prefix('(').and_then(|extent| extent.strip_suffix(')')).unwrap_or(extent)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn displays() {
        for text in [
            "double nx1",
            "double (n-1)xp (n ~= 1, X a matrix)",
            "char 1x5 = 'a (b)'",
            "double (m+1)x(steps+1)",
            "any shape(x)",
            "numeric or logical size(x,1)xsize(x,2)",
        ] {
            assert!(is_short_display(text), "{text}");
        }
        for text in
            ["any of any size", "any of any size or 1xn", "double a#3*b", "double <n, 1>*x", ""]
        {
            assert!(!is_short_display(text), "{text}");
        }
    }
}
