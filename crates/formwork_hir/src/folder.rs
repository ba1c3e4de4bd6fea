//! What the names in a folder promise, read off its listing alone.

use std::hash::{Hash as _, Hasher};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use crate::host::{Entry, Host};

/// The functions, packages and classes of a folder.
#[derive(Debug, Default)]
pub(crate) struct FolderIndex {
    /// `name.m`
    functions: FxHashMap<String, PathBuf>,
    /// `private/name.m`
    private: FxHashMap<String, PathBuf>,
    /// `+name`
    packages: FxHashMap<String, PathBuf>,
    /// `@name`: its files by name
    classes: FxHashMap<String, FxHashMap<String, PathBuf>>,
}

impl FolderIndex {
    pub(crate) fn read(host: &dyn Host, folder: &Path) -> FolderIndex {
        let entries = host.list(folder);
        let mut index =
            FolderIndex { functions: programs(&entries, folder), ..FolderIndex::default() };
        for entry in entries.iter().filter(|entry| entry.is_folder) {
            let path = folder.join(&entry.name);
            if entry.name == "private" {
                index.private = programs(&host.list(&path), &path);
            } else if let Some(name) = entry.name.strip_prefix('+') {
                index.packages.insert(name.to_owned(), path);
            } else if let Some(name) = entry.name.strip_prefix('@') {
                index.classes.insert(name.to_owned(), programs(&host.list(&path), &path));
            }
        }
        index
    }

    pub(crate) fn function(&self, name: &str) -> Option<&Path> {
        self.functions.get(name).map(PathBuf::as_path)
    }

    pub(crate) fn private(&self, name: &str) -> Option<&Path> {
        self.private.get(name).map(PathBuf::as_path)
    }

    pub(crate) fn package(&self, name: &str) -> Option<&Path> {
        self.packages.get(name).map(PathBuf::as_path)
    }

    /// The constructor of class `name`, if it has a folder.
    pub(crate) fn constructor(&self, name: &str) -> Option<&Path> {
        self.classes.get(name)?.get(name).map(PathBuf::as_path)
    }

    /// The classes that have a folder, with their files by name.
    pub(crate) fn classes(&self) -> &FxHashMap<String, FxHashMap<String, PathBuf>> {
        &self.classes
    }

    /// The classes whose folders have a method `name`, in a fixed order.
    pub(crate) fn classes_with_method(&self, name: &str) -> Vec<String> {
        let mut classes: Vec<String> = self
            .classes
            .iter()
            .filter(|(class, methods)| *class != name && methods.contains_key(name))
            .map(|(class, _)| class.clone())
            .collect();
        classes.sort();
        classes
    }

    /// Hashes all that the folder has of a name. The paths follow from it.
    pub(crate) fn hash_about(&self, name: &str, hasher: &mut impl Hasher) {
        let has = [
            self.function(name).is_some(),
            self.private(name).is_some(),
            self.package(name).is_some(),
            self.constructor(name).is_some(),
        ];
        has.hash(hasher);
        self.classes_with_method(name).hash(hasher);
    }

    /// Hashes all that the folder has of classes.
    pub(crate) fn hash_classes(&self, folder: &Path, hasher: &mut impl Hasher) {
        let mut classes: Vec<&String> = self.classes.keys().collect();
        classes.sort_unstable();
        for class in classes {
            let mut files: Vec<&String> = self.classes[class].keys().collect();
            files.sort_unstable();
            (folder, class, files).hash(hasher);
        }
    }
}

/// The `.m` files of a folder by their names.
fn programs(entries: &[Entry], folder: &Path) -> FxHashMap<String, PathBuf> {
    entries
        .iter()
        .filter(|entry| !entry.is_folder)
        .filter_map(|entry| {
            let name = entry.name.strip_suffix(".m")?.to_owned();
            Some((name, folder.join(&entry.name)))
        })
        .collect()
}
