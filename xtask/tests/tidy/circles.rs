//! Files import in one direction: a circle of imports is small.
//!
//! An edge goes from a file to the file whose item it names by `use` or by a path. What a `pub
//! use` hands on counts where it is named, not where it is handed on.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::{code_of, root, rust_files};

/// No circle has more files.
const LARGEST: usize = 10;

type Module = Vec<String>;

/// The files of a crate by the paths of their modules.
struct Crate {
    /// What each names: absolute paths, and whether it only hands it on.
    uses: BTreeMap<Module, Vec<(Module, bool)>>,
}

fn module_of(source: &Path, file: &Path) -> Module {
    let own = file.strip_prefix(source).unwrap_or(file).with_extension("");
    let mut parts: Module = own.iter().map(|part| part.to_string_lossy().into_owned()).collect();
    if parts.last().is_some_and(|last| ["mod", "lib", "main"].contains(&&**last)) {
        parts.pop();
    }
    parts
}

/// The paths that a tree of `use` names: `a::{b, c::d}`.
fn spread(prefix: &[String], tree: &str, found: &mut Vec<Module>) {
    let tree = tree.trim();
    let part = |text: &str| text.trim().split(" as ").next().unwrap_or_default().trim().to_owned();
    let Some((head, inside)) = tree.split_once('{') else {
        let mut path = prefix.to_vec();
        path.extend(tree.split("::").map(part));
        return found.push(path);
    };
    let mut path = prefix.to_vec();
    path.extend(head.split("::").map(part).filter(|part| !part.is_empty()));
    let (mut depth, mut start) = (0, 0);
    let inside = inside.trim_end();
    let inside = inside.strip_suffix('}').unwrap_or(inside);
    for (place, c) in inside.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                spread(&path, &inside[start..place], found);
                start = place + 1;
            }
            _ => {}
        }
    }
    if !inside[start..].trim().is_empty() {
        spread(&path, &inside[start..], found);
    }
}

/// The paths in the code of a file: those of `use`, with whether they are handed on, and those
/// that begin with `crate`, `super` or `self`.
fn named(code: &str) -> Vec<(Module, bool)> {
    let mut found = Vec::new();
    let mut rest = String::new();
    for statement in code.split_inclusive(';') {
        let words: Vec<&str> = statement.split_whitespace().collect();
        let at = words.iter().position(|word| *word == "use");
        let head = at.map(|at| {
            at == 0 || words[at - 1].starts_with("pub") || !words[at - 1].contains(['(', '=', ','])
        });
        match (at, head) {
            (Some(at), Some(true)) => {
                let tree = words[at + 1..].join(" ");
                let mut paths = Vec::new();
                spread(&[], tree.trim_end_matches(';'), &mut paths);
                let handed_on = at > 0 && words[at - 1].starts_with("pub");
                found.extend(paths.into_iter().map(|path| (path, handed_on)));
                rest.push_str(&words[..at].join(" "));
                rest.push(' ');
            }
            _ => rest.push_str(statement),
        }
    }
    for word in rest.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':')) {
        if word.contains("::") {
            let path: Module = word.split("::").map(str::to_owned).collect();
            found.push((path, false));
        }
    }
    found
}

impl Crate {
    fn read(source: &Path) -> Crate {
        let mut files = Vec::new();
        rust_files(source, &mut files);
        let code: BTreeMap<Module, String> =
            files.iter().map(|file| (module_of(source, file), code_of(file))).collect();
        let uses = code
            .iter()
            .map(|(module, text)| {
                let absolute = named(text).into_iter().filter_map(|(path, handed_on)| {
                    let path = absolute(module, &path, |child| code.contains_key(child))?;
                    Some((path, handed_on))
                });
                (module.clone(), absolute.collect())
            })
            .collect();
        Crate { uses }
    }

    /// The file whose item a path names.
    fn resolve(&self, path: &[String], depth: usize) -> Module {
        let longest = (0..=path.len()).rev().find(|&end| self.uses.contains_key(&path[..end]));
        let (module, rest) = path.split_at(longest.unwrap_or(0));
        let handed = rest.first().filter(|_| depth < 8).and_then(|item| {
            let uses = self.uses.get(module)?;
            let (target, _) =
                uses.iter().find(|(to, handed_on)| *handed_on && to.last() == Some(item))?;
            (target != path).then(|| [target.as_slice(), &rest[1..]].concat())
        });
        match handed {
            Some(target) => self.resolve(&target, depth + 1),
            None => module.to_vec(),
        }
    }

    /// The circles: files that reach each other.
    fn circles(&self) -> Vec<Vec<Module>> {
        let edges: BTreeMap<&Module, BTreeSet<Module>> = self
            .uses
            .iter()
            .map(|(module, uses)| {
                let targets = uses.iter().filter(|(_, handed_on)| !handed_on);
                let targets = targets.map(|(path, _)| self.resolve(path, 0));
                (module, targets.filter(|target| target != module).collect())
            })
            .collect();
        let reached = |from: &Module| {
            let (mut seen, mut open) = (BTreeSet::new(), vec![from.clone()]);
            while let Some(next) = open.pop() {
                for target in edges.get(&next).into_iter().flatten() {
                    if seen.insert(target.clone()) {
                        open.push(target.clone());
                    }
                }
            }
            seen
        };
        let reach: BTreeMap<&Module, BTreeSet<Module>> =
            edges.keys().map(|module| (*module, reached(module))).collect();
        let mut circles: BTreeSet<Vec<Module>> = BTreeSet::new();
        for (module, targets) in &reach {
            if targets.contains(*module) {
                let together = targets
                    .iter()
                    .filter(|target| reach.get(target).is_some_and(|back| back.contains(*module)));
                circles.insert(together.cloned().collect());
            }
        }
        circles.into_iter().collect()
    }
}

/// A path from the root of the crate; `None` if it leads to another crate.
fn absolute(
    module: &[String],
    path: &[String],
    is_module: impl Fn(&[String]) -> bool,
) -> Option<Module> {
    let mut base = module.to_vec();
    let rest = match path.first()?.as_str() {
        "crate" => {
            base.clear();
            &path[1..]
        }
        "self" => &path[1..],
        "super" => {
            let up = path.iter().take_while(|part| *part == "super").count();
            base.truncate(base.len().checked_sub(up)?);
            &path[up..]
        }
        _ => {
            let child = [module, &path[..1]].concat();
            if !is_module(&child) {
                return None;
            }
            path
        }
    };
    base.extend(rest.iter().cloned());
    Some(base)
}

#[test]
fn circles_of_imports_are_small() {
    let mut large = Vec::new();
    for entry in std::fs::read_dir(root().join("crates")).expect("it is there").flatten() {
        let found = Crate::read(&entry.path().join("src"));
        for circle in found.circles().into_iter().filter(|circle| circle.len() > LARGEST) {
            let files: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
            large.push((entry.file_name(), files.len(), files));
        }
    }
    assert!(large.is_empty(), "move what they share to a leaf: {large:#?}");
}

#[test]
fn paths_are_read() {
    let path = |text: &str| text.split("::").map(str::to_owned).collect::<Module>();
    let code = "use crate::a::{b, c::{d, e as f}};\npub use self::g::H;\nfn x() { super::y::z(); }";
    let found = named(code);
    let expected = [
        (path("crate::a::b"), false),
        (path("crate::a::c::d"), false),
        (path("crate::a::c::e"), false),
        (path("self::g::H"), true),
        (path("super::y::z"), false),
    ];
    assert_eq!(found, expected);
}
