//! Lines that have changed since a commit: git is asked.
//!
//! What differs between the commit and the files as they are now counts, committed or not; of a
//! file that git does not know, every line does.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::report::{CheckedFile, Found, Hidden};
use crate::paths::{folder_of, normal};

/// What has changed in files, by the paths with which they are named.
pub(super) struct Changes {
    files: BTreeMap<PathBuf, Changed>,
}

/// What has changed in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Changed {
    /// Every line, or nobody knows which.
    All,
    /// These lines, from 1; there are none where lines were only removed.
    Lines(Vec<RangeInclusive<u32>>),
}

impl Changes {
    /// What has changed since a commit.
    pub(super) fn since(revision: &str, files: &[PathBuf]) -> Result<Changes, String> {
        let mut by_root: BTreeMap<PathBuf, Vec<(&PathBuf, PathBuf)>> = BTreeMap::new();
        let mut changes = BTreeMap::new();
        for file in files {
            if file == Path::new("-") {
                changes.insert(PathBuf::from("<stdin>"), Changed::All);
                continue;
            }
            let Some((root, place)) = repository(file) else {
                return Err(format!(
                    "--diff-base: {} is in no git repository, so nobody knows what has changed",
                    file.display()
                ));
            };
            by_root.entry(root).or_default().push((file, place));
        }
        for (root, own) in by_root {
            let git = Git { root: &root };
            let endings: BTreeSet<String> = own.iter().map(|(_, place)| ending(place)).collect();
            let tracked = git.tracked(&endings)?;
            let mut changed = git.changed(revision, &endings)?;
            for (file, place) in own {
                let known = if tracked.contains(&place) {
                    changed.remove(&place)
                } else {
                    Some(Changed::All)
                };
                if let Some(known) = known {
                    changes.insert(file.clone(), known);
                }
            }
        }
        Ok(Changes { files: changes })
    }

    /// Hides what was found where nothing has changed.
    pub(super) fn apply(&self, file: &mut CheckedFile) {
        let changed = self.files.get(file.source.path());
        let all = std::mem::take(&mut file.found);
        let (kept, hidden): (Vec<Found>, Vec<Found>) = all.into_iter().partition(|found| {
            let line = |at: u32| file.source.line_column(at).line;
            match changed {
                None => false,
                Some(Changed::All) => true,
                // What is wrong with the text may be seen far from where it was done.
                Some(Changed::Lines(_)) if found.is_about_the_file() => true,
                Some(Changed::Lines(lines)) => {
                    let (first, last) = (line(found.span.0), line(found.span.1.max(found.span.0)));
                    lines.iter().any(|range| *range.start() <= last && first <= *range.end())
                }
            }
        });
        file.found = kept;
        file.hidden.extend(hidden.into_iter().map(|found| (found, Hidden::Unchanged)));
    }
}

/// The repository of a file, and where in it the file is.
fn repository(file: &Path) -> Option<(PathBuf, PathBuf)> {
    // A link to a folder leads into the repository; a link to a file is itself in one.
    let folder = folder_of(file).canonicalize().unwrap_or_else(|_| normal(folder_of(file)));
    let root = folder.ancestors().find(|folder| folder.join(".git").exists())?.to_path_buf();
    let place = folder.join(file.file_name()?).strip_prefix(&root).ok()?.to_path_buf();
    Some((root, place))
}

/// A pattern for files that end like one.
fn ending(file: &Path) -> String {
    match file.extension() {
        Some(extension) => format!("*.{}", extension.to_string_lossy()),
        None => "*".to_owned(),
    }
}

/// The git of a repository.
struct Git<'r> {
    root: &'r Path,
}

impl Git<'_> {
    fn run(&self, arguments: &[&str], endings: &BTreeSet<String>) -> Result<Vec<u8>, String> {
        let output = Command::new("git")
            .arg("-C")
            .arg(self.root)
            .args(["-c", "core.quotePath=false"])
            .args(arguments)
            .arg("--")
            .args(endings)
            .env("GIT_PAGER", "cat")
            .env("LC_ALL", "C")
            .stdin(std::process::Stdio::null())
            .output()
            .map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "--diff-base: git was not found; install it, or check without --diff-base"
                        .to_owned()
                }
                _ => format!("--diff-base: git cannot be run: {error}"),
            })?;
        if output.status.success() {
            return Ok(output.stdout);
        }
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        Err(format!("--diff-base: git fails in {}: {said}", self.root.display()))
    }

    /// The files that git knows.
    fn tracked(&self, endings: &BTreeSet<String>) -> Result<BTreeSet<PathBuf>, String> {
        let list = self.run(&["ls-files", "-z"], endings)?;
        let names = list.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        Ok(names.map(path_of).collect())
    }

    /// What has changed since a commit.
    fn changed(
        &self,
        revision: &str,
        endings: &BTreeSet<String>,
    ) -> Result<BTreeMap<PathBuf, Changed>, String> {
        let (name, base) = match revision.strip_suffix("...") {
            Some(name) => (name, &["--merge-base"][..]),
            None => (revision, &[][..]),
        };
        // What begins with a dash would be an option.
        let commit = format!("{name}^{{commit}}");
        let known = ["rev-parse", "--verify", "--quiet", "--end-of-options", &commit];
        if name.is_empty() || name.starts_with('-') || self.run(&known, &BTreeSet::new()).is_err() {
            return Err(format!(
                "--diff-base: '{name}' is no commit of the repository {}; name a branch, a tag or \
                 a commit (in a shallow clone it may have to be fetched first)",
                self.root.display()
            ));
        }
        let fixed = [
            "diff",
            "-U0",
            "--no-color",
            "--no-ext-diff",
            "--no-textconv",
            "--no-relative",
            "--find-renames",
            "--text",
            "--src-prefix=a/",
            "--dst-prefix=b/",
        ];
        Ok(read(&self.run(&[&fixed[..], base, &[name]].concat(), endings)?))
    }
}

fn path_of(bytes: &[u8]) -> PathBuf {
    PathBuf::from(String::from_utf8_lossy(bytes).into_owned())
}

/// The lines that a difference adds, by the files that have them now.
fn read(difference: &[u8]) -> BTreeMap<PathBuf, Changed> {
    let mut files: BTreeMap<PathBuf, Changed> = BTreeMap::new();
    let mut lines = difference.split(|&byte| byte == b'\n');
    let mut file: Option<PathBuf> = None;
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix(b"+++ ") {
            file = named(name);
            if let Some(file) = &file {
                files.entry(file.clone()).or_insert_with(|| Changed::Lines(Vec::new()));
            }
        } else if let Some((removed, (start, added))) = hunk(line) {
            let Some(file) = &file else { continue };
            if added > 0
                && let Some(Changed::Lines(ranges)) = files.get_mut(file)
            {
                ranges.push(start..=start.saturating_add(added - 1));
            }
            // The lines themselves may look like anything.
            let mut left = u64::from(removed) + u64::from(added);
            while left > 0 {
                match lines.next() {
                    Some([b'\\', ..]) => {}
                    Some(_) => left -= 1,
                    None => break,
                }
            }
        }
    }
    files
}

/// `@@ -3,2 +4 @@`: how many lines go, and which come.
fn hunk(line: &[u8]) -> Option<(u32, (u32, u32))> {
    let text = String::from_utf8_lossy(line.strip_prefix(b"@@ -")?).into_owned();
    let (old, rest) = text.split_once(" +")?;
    let (new, _) = rest.split_once(" @@")?;
    let range = |text: &str| match text.split_once(',') {
        Some((start, count)) => Some((start.parse().ok()?, count.parse().ok()?)),
        None => Some((text.parse().ok()?, 1)),
    };
    let (_, removed): (u32, u32) = range(old)?;
    Some((removed, range(new)?))
}

/// The file behind `+++ `: `b/a file.m`, with a tab behind it if it has blanks, or in quotes if it
/// has worse; none for a file that is gone.
fn named(text: &[u8]) -> Option<PathBuf> {
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    let text = text.strip_suffix(b"\t").unwrap_or(text);
    let quoted = text.strip_prefix(b"\"").and_then(|text| text.strip_suffix(b"\""));
    let name = match quoted {
        Some(inside) => unquoted(inside),
        None => text.to_vec(),
    };
    name.strip_prefix(b"b/").map(path_of)
}

/// A name as it is without the escapes of C.
fn unquoted(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            out.push(*byte);
            continue;
        }
        match rest {
            [a @ b'0'..=b'3', b @ b'0'..=b'7', c @ b'0'..=b'7', after @ ..] => {
                out.push((a - b'0') << 6 | (b - b'0') << 3 | (c - b'0'));
                rest = after;
            }
            [letter, after @ ..] => {
                out.push(match letter {
                    b'n' => b'\n',
                    b't' => b'\t',
                    b'r' => b'\r',
                    b'a' => 7,
                    b'b' => 8,
                    b'f' => 12,
                    b'v' => 11,
                    other => *other,
                });
                rest = after;
            }
            [] => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_are_read() {
        let text = b"diff --git a/a b.m b/a b.m\n--- a/a b.m\t\n+++ b/a b.m\t\n@@ -1,0 +2,3 @@ f\n\
                     +one\n++++ b/not.m\n+@@ -1 +1 @@\n@@ -9,2 +12,0 @@\n-x\n---- a/y\n\
                     @@ -20 +21 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n\
                     diff --git a/gone.m b/gone.m\n--- a/gone.m\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n\
                     --- a/x\n+++ \"b/tab\\there\\303\\251.m\"\n@@ -1 +1 @@\n-x\n+y\n";
        let read = read(text);
        let wanted: BTreeMap<PathBuf, Changed> =
            [("a b.m", vec![2..=4, 21..=21]), ("tab\there\u{e9}.m", vec![1..=1])]
                .into_iter()
                .map(|(path, lines)| (PathBuf::from(path), Changed::Lines(lines)))
                .collect();
        assert_eq!(read, wanted);
    }

    #[test]
    fn broken_differences_are_no_panic() {
        for text in
            [&b"@@ -1 +1"[..], b"+++ ", b"@@ -x +y @@", b"+++ \"b/\\", b"@@ -1,9 +1,9 @@\n-a"]
        {
            read(text);
        }
    }
}
