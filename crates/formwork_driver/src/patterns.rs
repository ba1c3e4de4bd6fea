//! Patterns of paths, as in `.gitignore`.
//!
//! A pattern without a slash means a file or folder of that name anywhere; one with a slash is
//! relative to the folder it is written for. `*` and `?` stop at slashes, `**` does not; a folder
//! stands for all that is in it, and one with a slash at its end is no file. The last pattern
//! that a path matches decides: one with `!` takes it back.

use std::path::{Path, PathBuf};

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};

use crate::paths::{normal, with_slashes};

/// Patterns, and the folder that they are relative to.
#[derive(Debug, Default)]
pub(crate) struct Patterns {
    folder: PathBuf,
    globs: GlobSet,
    /// For each of the globs, whether it takes paths back.
    negated: Vec<bool>,
}

impl Patterns {
    /// Patterns that are relative to a folder, and what is wrong with others.
    pub(crate) fn new(folder: &Path, texts: &[String]) -> (Patterns, Vec<String>) {
        let (mut builder, mut negated, mut problems) =
            (GlobSetBuilder::new(), Vec::new(), Vec::new());
        for text in texts {
            let (taken_back, body) = match text.strip_prefix('!') {
                Some(body) => (true, body),
                None => (false, &**text),
            };
            let globs: Result<Vec<_>, _> = spelled_out(body)
                .iter()
                .map(|glob| GlobBuilder::new(glob).literal_separator(true).build())
                .collect();
            match globs {
                Ok(globs) if !globs.is_empty() => {
                    negated.extend(globs.iter().map(|_| taken_back));
                    globs.into_iter().for_each(|glob| {
                        builder.add(glob);
                    });
                }
                Ok(_) => problems.push(format!("'{text}' is no pattern: it names nothing")),
                Err(error) => {
                    problems.push(format!("'{text}' is no pattern: {}", error.kind()));
                }
            }
        }
        match builder.build() {
            Ok(globs) => (Patterns { folder: normal(folder), globs, negated }, problems),
            Err(error) => {
                problems.push(error.to_string());
                (Patterns::default(), problems)
            }
        }
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.negated.is_empty()
    }

    /// Whether they mean a file.
    pub(crate) fn matches(&self, path: &Path) -> bool {
        if self.is_empty() {
            return false;
        }
        let path = normal(path);
        let Ok(relative) = path.strip_prefix(&self.folder) else { return false };
        let last = self.globs.matches(with_slashes(relative)).into_iter().max();
        last.is_some_and(|which| !self.negated[which])
    }
}

/// The globs that a pattern stands for.
fn spelled_out(pattern: &str) -> Vec<String> {
    let pattern = pattern.strip_prefix("./").unwrap_or(pattern);
    let (body, folder_only) = match pattern.strip_suffix('/') {
        Some(body) => (body, true),
        None => (pattern, false),
    };
    let anchored = body.contains('/');
    let body = body.trim_start_matches('/');
    if body.is_empty() {
        return Vec::new();
    }
    let body = if anchored { body.to_owned() } else { format!("**/{body}") };
    let inside = format!("{body}/**");
    if folder_only || body.ends_with("/**") {
        vec![if folder_only { inside } else { body }]
    } else {
        vec![body, inside]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matching(pattern: &[&str]) -> Vec<&'static str> {
        let texts: Vec<String> = pattern.iter().map(|text| (*text).to_owned()).collect();
        let (patterns, problems) = Patterns::new(Path::new("/p"), &texts);
        assert!(problems.is_empty(), "{problems:?}");
        ["a.m", "lib/a.m", "lib/sub/a.m", "src/lib/b.m", "lib.m"]
            .into_iter()
            .filter(|path| patterns.matches(&Path::new("/p").join(path)))
            .collect()
    }

    #[test]
    fn patterns_are_those_of_gitignore() {
        assert_eq!(matching(&["a.m"]), ["a.m", "lib/a.m", "lib/sub/a.m"]);
        assert_eq!(matching(&["/a.m"]), ["a.m"]);
        assert_eq!(matching(&["./a.m"]), ["a.m", "lib/a.m", "lib/sub/a.m"]);
        assert_eq!(matching(&["lib"]), ["lib/a.m", "lib/sub/a.m", "src/lib/b.m"]);
        assert_eq!(matching(&["lib/"]), ["lib/a.m", "lib/sub/a.m", "src/lib/b.m"]);
        assert_eq!(matching(&["/lib/"]), ["lib/a.m", "lib/sub/a.m"]);
        assert_eq!(matching(&["lib/**"]), ["lib/a.m", "lib/sub/a.m"]);
        assert_eq!(matching(&["lib/*.m"]), ["lib/a.m"]);
        assert_eq!(matching(&["**/b.m"]), ["src/lib/b.m"]);
        assert_eq!(matching(&["l*", "!a.m"]), ["src/lib/b.m", "lib.m"]);
        assert_eq!(matching(&["{lib,src}/**"]), ["lib/a.m", "lib/sub/a.m", "src/lib/b.m"]);
    }

    #[test]
    fn what_is_no_pattern_is_told() {
        let (patterns, problems) = Patterns::new(Path::new("/p"), &["a[".into(), "/".into()]);
        assert_eq!(problems.len(), 2, "{problems:?}");
        assert!(problems[0].contains("'a[' is no pattern"), "{problems:?}");
        assert!(!patterns.matches(Path::new("/p/a.m")));
        // Elsewhere nothing is meant.
        let (patterns, _) = Patterns::new(Path::new("/p"), &["*.m".into()]);
        assert!(!patterns.matches(Path::new("/q/a.m")));
    }
}
