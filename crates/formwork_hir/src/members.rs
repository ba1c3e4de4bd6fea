//! What objects have behind a dot: the properties and methods of classes.
//!
//! `x.f` of something unknown may be a field of a struct, or a *member* of an object: a property,
//! a method, a constant of an enumeration. Which members there are the files of the classes say.
//! Where a class is *open*, any name may be one: it says itself what a dot does (`subsref`), or it
//! inherits from a class that nobody has seen.
//!
//! ```text
//! classdef Mesh < handle
//!   properties, nodes, faces, end          members: nodes, faces, refine,
//!   methods, function refine (m) … end     and what every handle has
//! end
//! ```

use std::path::{Path, PathBuf};

use formwork_syntax::{ClassBlockKind, MemberTarget, StmtId, StmtKind, Tree};
use rustc_hash::FxHashSet;

use crate::callee::Callee;
use crate::program::Program;

/// What handle classes of the language have behind a dot.
const OF_HANDLES: [&str; 4] = ["addlistener", "delete", "isvalid", "notify"];

/// The method that says what parentheses, braces and dots do.
pub(crate) const SUBSREF: &str = "subsref";

/// The members of some classes.
#[derive(Clone, Debug, Default)]
pub struct Members {
    names: FxHashSet<Box<str>>,
    is_open: bool,
    /// Superclasses by the names by which they are called.
    inherited: FxHashSet<Box<str>>,
    /// The classes whose members these are.
    classes: FxHashSet<Box<str>>,
}

impl Members {
    /// Whether one of the classes may have a member of that name.
    #[must_use]
    pub fn may_have(&self, name: &str) -> bool {
        self.is_open()
            || self.names.contains(name)
            || (!self.classes.is_empty() && OF_HANDLES.contains(&name))
    }

    /// Whether one of the classes says that it has a member of that name.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Those of a class of which nothing is known.
    #[must_use]
    pub fn open() -> Members {
        Members { is_open: true, ..Members::default() }
    }

    /// Whether nobody knows all members.
    fn is_open(&self) -> bool {
        self.is_open || self.names.contains(SUBSREF) || self.unseen().next().is_some()
    }

    /// The superclasses whose members are not among these.
    fn unseen(&self) -> impl Iterator<Item = &str> {
        let above = self.inherited.iter().map(|class| &**class);
        above.filter(|class| *class != "handle" && !self.classes.contains(*class))
    }

    /// Those of the class that a file defines, if it defines one.
    #[must_use]
    pub fn of(tree: &Tree) -> Option<Members> {
        let mut members = Members::default();
        for &id in tree.body() {
            let StmtKind::Class(class) = &tree.stmt(id).kind else { continue };
            members.classes.insert(tree.name(class.name).into());
            let above = class.superclasses.iter().map(|name| tree.qualified_name(name));
            members.inherited.extend(above.map(Box::from));
            for &block in &class.body {
                let StmtKind::ClassBlock(block) = &tree.stmt(block).kind else { continue };
                let named = block.body.iter().filter_map(|&id| name_of(tree, block.kind, id));
                // The constructor is called by its name alone.
                let own = tree.name(class.name);
                members.names.extend(named.filter(|name| name != own).map(Box::from));
            }
        }
        (!members.classes.is_empty()).then_some(members)
    }

    /// Adds those of other classes.
    pub fn extend(&mut self, other: &Members) {
        self.names.extend(other.names.iter().cloned());
        self.inherited.extend(other.inherited.iter().cloned());
        self.classes.extend(other.classes.iter().cloned());
        self.is_open |= other.is_open;
    }
}

/// The name of a member of a class, if a statement defines one.
fn name_of(tree: &Tree, kind: ClassBlockKind, id: StmtId) -> Option<String> {
    match (kind, &tree.stmt(id).kind) {
        (ClassBlockKind::Properties, StmtKind::Member(member)) => match &member.target {
            MemberTarget::Name(name) => Some(tree.qualified_name(name)),
            MemberTarget::PropertiesOf { .. } | MemberTarget::Ignored => None,
        },
        (ClassBlockKind::Methods, StmtKind::Function(id) | StmtKind::Signature(id)) => {
            Some(tree.qualified_name(&tree.function(*id).name))
        }
        (ClassBlockKind::Enumeration, StmtKind::Enumerator { name, .. }) => {
            Some(tree.name(*name).to_owned())
        }
        _ => None,
    }
}

impl Program<'_> {
    /// Adds the members of the superclasses that a file in `folder` can see.
    pub fn inherit(&mut self, members: &mut Members, folder: &Path) {
        let mut open: Vec<String> = members.unseen().map(str::to_owned).collect();
        while let Some(class) = open.pop() {
            let Some(Callee::File { path, .. }) = self.find_function(&class, folder) else {
                continue;
            };
            let Ok(id) = self.load(&path) else { continue };
            if let Some(above) = Members::of(&self.file(id).parsed.tree) {
                let known = members.classes.len();
                members.extend(&above);
                if members.classes.len() > known {
                    open.extend(members.unseen().map(str::to_owned));
                }
            }
        }
    }

    /// The folders whose classes a file in `folder` may meet.
    pub(crate) fn folders_in_sight(&self, folder: &Path) -> Vec<PathBuf> {
        let mut folders = vec![folder.to_path_buf()];
        folders.extend(folder.parent().map(Path::to_path_buf));
        folders.extend(self.search_path().iter().cloned());
        folders.sort();
        folders.dedup();
        folders
    }

    /// The members of the classes that have a folder of their own in sight of a file in `folder`.
    pub fn members_in_sight(&mut self, folder: &Path) -> Members {
        let mut members = Members::default();
        self.recorder().classes_in_sight(folder);
        for inside in self.folders_in_sight(folder) {
            for (class, files) in self.folder_index(&inside).classes() {
                members.names.extend(
                    files.keys().filter(|name| **name != *class).map(|name| name.as_str().into()),
                );
                members.classes.insert(class.as_str().into());
                let Some(constructor) = files.get(class) else { continue };
                let Ok(id) = self.load(constructor) else { continue };
                // Without a definition it is a class of the old kind: its fields are its own.
                if let Some(own) = Members::of(&self.file(id).parsed.tree) {
                    members.extend(&own);
                }
            }
        }
        self.inherit(&mut members, folder);
        members
    }

    /// The methods that stand in files of their own beside the file of a class, if that is in a
    /// folder `@name`.
    #[must_use]
    pub fn files_of_class_folder(&self, class_file: &Path) -> Vec<(String, PathBuf)> {
        let Some(folder) = class_file.parent() else { return Vec::new() };
        let Some((around, class)) = class_folder(folder) else { return Vec::new() };
        let index = self.folder_index(around);
        let files = index.classes().get(class).into_iter().flatten();
        files.map(|(name, path)| (name.clone(), path.clone())).collect()
    }

    /// The names of the methods in a folder `@name`.
    #[must_use]
    pub fn methods_in_folder(&self, folder: &Path) -> Vec<String> {
        let Some((around, class)) = class_folder(folder) else { return Vec::new() };
        let index = self.folder_index(around);
        index.classes().get(class).into_iter().flatten().map(|(name, _)| name.clone()).collect()
    }

    /// The file of a method of a class of the old kind: in the folder of its constructor, or in
    /// one of that name on the search path.
    #[must_use]
    pub fn class_method_file(&self, folder: &Path, class: &str, method: &str) -> Option<PathBuf> {
        let around = class_folder(folder).map(|(around, _)| around.to_path_buf());
        around
            .iter()
            .chain(self.search_path())
            .find_map(|around| self.folder_index(around).classes().get(class)?.get(method).cloned())
    }
}

/// The folder around a folder `@name`, and the name.
fn class_folder(folder: &Path) -> Option<(&Path, &str)> {
    let name = folder.file_name()?.to_str()?.strip_prefix('@')?;
    Some((folder.parent().unwrap_or(Path::new("")), name))
}
