//! Finding the function that a name means, in the order of precedence.
//!
//! After variables, which the caller has ruled out: explicit imports, nested
//! functions, functions of the same file, wildcard imports, private functions,
//! class methods (whose choice depends on the class of the arguments), class
//! constructors, the current folder, the search path, built-ins.

use std::path::{Path, PathBuf};

use formwork_syntax::FunctionId;
use rustc_hash::FxHashMap;

use crate::callee::{Callee, Origin};
use crate::program::{Program, SourceFile};

/// What a name means in the folders of the search path.
#[derive(Debug, Default)]
pub(crate) struct OnPath {
    pub(crate) plain: Option<Callee>,
    /// Classes with a method of that name.
    pub(crate) classes: Vec<String>,
    /// The folders of packages of that name, in order.
    pub(crate) packages: Vec<PathBuf>,
}

impl OnPath {
    /// Looks into every folder of the path.
    pub(crate) fn find(program: &Program<'_>, name: &str) -> OnPath {
        let mut found = OnPath::default();
        for folder in program.search_path() {
            let folder = program.folder_index(folder);
            found.classes.extend(folder.classes_with_method(name));
            found.packages.extend(folder.package(name).map(Path::to_path_buf));
            let file = |path: &Path, origin| Callee::File { path: path.to_path_buf(), origin };
            if found.plain.is_none() {
                let constructor = folder.constructor(name);
                found.plain = constructor
                    .map(|path| file(path, Origin::Constructor))
                    .or_else(|| folder.function(name).map(|path| file(path, Origin::SearchPath)));
            }
        }
        found
    }
}

/// What `name` means to a file in `folder`, functions of the file aside.
pub(crate) fn find_from(program: &Program<'_>, name: &str, folder: &Path) -> Option<Callee> {
    let lookup = Lookup {
        program,
        folder,
        stem: None,
        locals: FxHashMap::default(),
        class: None,
        found: FxHashMap::default(),
    };
    if name.contains('.') {
        let parts: Vec<&str> = name.split('.').collect();
        let member = lookup.package_member(&parts).filter(|(used, _)| *used == parts.len());
        if let Some((_, callee)) = member {
            return Some(callee);
        }
    }
    lookup.outside(name)
}

/// The functions that one file sees.
pub(crate) struct Lookup<'p, 'h> {
    program: &'p Program<'h>,
    folder: &'p Path,
    /// The name of the file, without its ending.
    stem: Option<&'p str>,
    /// The functions of the file, the class's methods not among them.
    locals: FxHashMap<&'p str, FunctionId>,
    /// The class the file defines, with its methods.
    class: Option<(String, Vec<String>)>,
    /// Names that were looked for outside the file.
    found: FxHashMap<String, Option<Callee>>,
}

impl<'p, 'h> Lookup<'p, 'h> {
    pub(crate) fn new(
        program: &'p Program<'h>,
        file: &'p SourceFile,
        locals: FxHashMap<&'p str, FunctionId>,
        class: Option<(String, Vec<String>)>,
    ) -> Lookup<'p, 'h> {
        let stem = file.path.file_stem().and_then(|stem| stem.to_str());
        let folder = file.folder();
        Lookup { program, folder, stem, locals, class, found: FxHashMap::default() }
    }

    /// The function `name` means where `nested` are the nested functions in sight,
    /// innermost first, and `imports` the imports of the function.
    pub(crate) fn function(
        &mut self,
        name: &str,
        nested: &[(&str, FunctionId)],
        imports: &[Vec<String>],
    ) -> Option<Callee> {
        let imported = |wildcard: bool| {
            imports.iter().find_map(|import| match &import[..] {
                [package @ .., last] if wildcard && last == "*" => self.in_package(package, name),
                [package @ .., last] if !wildcard && last == name => self.in_package(package, name),
                _ => None,
            })
        };
        if let Some(callee) = imported(false) {
            return Some(callee);
        }
        if let Some(&(_, id)) = nested.iter().find(|&&(nested, _)| nested == name) {
            return Some(Callee::Nested(id));
        }
        if let Some(&id) = self.locals.get(name) {
            // The function that a file of a package is for has its full name alone.
            let beyond = if self.is_own_name(name) { self.outside(name) } else { None };
            return beyond.or(Some(Callee::Local(id)));
        }
        if let Some(callee) = imported(true) {
            return Some(callee);
        }
        if let Some(known) = self.found.get(name) {
            return known.clone();
        }
        let callee = self.outside(name);
        self.found.insert(name.to_owned(), callee.clone());
        callee
    }

    /// Whether this is a file of a package, and for the function of that name.
    fn is_own_name(&self, name: &str) -> bool {
        let package = self.folder.file_name().and_then(|folder| folder.to_str());
        package.is_some_and(|folder| folder.starts_with('+')) && self.stem == Some(name)
    }

    /// What `name` means outside the file.
    fn outside(&self, name: &str) -> Option<Callee> {
        let file = |path: &Path, origin| Callee::File { path: path.to_path_buf(), origin };
        let here = self.program.folder(self.folder);
        if let Some(path) = here.private(name) {
            return Some(file(path, Origin::Private));
        }
        // A private function sees its fellows, and what its parent folder sees.
        let parent = match self.folder.file_name().and_then(|folder| folder.to_str()) {
            Some("private") => self.folder.parent(),
            Some(folder) if folder.starts_with('@') => self.folder.parent(),
            _ => None,
        };
        // What stands in a class folder are methods, to its private functions, too.
        let parent = parent.map(|parent| {
            let name = parent.file_name().and_then(|name| name.to_str());
            if name.is_some_and(|name| name.starts_with('@')) {
                self.package_root()
            } else {
                parent
            }
        });
        if parent.is_some()
            && self.folder.ends_with("private")
            && let Some(path) = here.function(name)
        {
            return Some(file(path, Origin::Private));
        }
        if self.program.is_library(self.folder)
            && (formwork_builtins::find(name).is_some() || formwork_builtins::is_in_library(name))
        {
            return Some(Callee::Builtin);
        }
        // What stands in a package or class folder is not found by its bare name.
        let special = self.folder != self.package_root() && !self.folder.ends_with("private");
        let beside = if special { self.package_root() } else { self.folder };
        let folders = std::iter::once(beside).chain(parent);
        let mut classes = Vec::new();
        if let Some((class, methods)) = &self.class
            && methods.iter().any(|method| method == name)
            && class != name
        {
            classes.push(class.clone());
        }
        let mut plain = None;
        for (index, folder) in folders.enumerate() {
            let folder = self.program.folder(folder);
            classes.extend(folder.classes_with_method(name));
            let constructor = folder.constructor(name).map(|path| file(path, Origin::Constructor));
            let origin = if index == 0 { Origin::CurrentFolder } else { Origin::SearchPath };
            let function = folder.function(name).map(|path| file(path, origin));
            plain = plain.or(constructor).or(function);
        }
        let on_path = self.program.on_path(name);
        classes.extend(on_path.classes.iter().cloned());
        let plain = plain.or_else(|| on_path.plain.clone());
        let plain = plain.or_else(|| self.beyond_the_path(name));
        if classes.is_empty() {
            return plain;
        }
        classes.sort();
        classes.dedup();
        Some(Callee::Method { classes, otherwise: plain.map(Box::new) })
    }

    /// What `name` means where no file has it: one of the table, one of an installed library, or
    /// one of which only the name is known.
    fn beyond_the_path(&self, name: &str) -> Option<Callee> {
        let own = formwork_builtins::find(name).is_some() || formwork_builtins::is_in_library(name);
        let installed = if own { None } else { self.program.in_fallback(name) };
        installed.or_else(|| formwork_builtins::is_builtin(name).then_some(Callee::Builtin))
    }

    /// The function or class `name` of a package.
    fn in_package(&self, package: &[String], name: &str) -> Option<Callee> {
        let folder = self.package_folder(package)?;
        let index = self.program.folder(&folder);
        let path = index.function(name).or_else(|| index.constructor(name))?;
        Some(Callee::File { path: path.to_path_buf(), origin: Origin::Package })
    }

    fn package_folder(&self, package: &[impl AsRef<str>]) -> Option<PathBuf> {
        let [first, rest @ ..] = package else { return None };
        let first = first.as_ref();
        let beside = self.program.folder(self.package_root());
        let beside = beside.package(first).map(Path::to_path_buf);
        let on_path = self.program.on_path(first);
        'roots: for mut folder in beside.into_iter().chain(on_path.packages.iter().cloned()) {
            for part in rest {
                match self.program.folder(&folder).package(part.as_ref()).map(Path::to_path_buf) {
                    Some(inner) => folder = inner,
                    None => continue 'roots,
                }
            }
            return Some(folder);
        }
        None
    }

    /// The folder that holds the outermost package or class folder the file is in.
    fn package_root(&self) -> &'p Path {
        let is_special = |folder: &Path| {
            folder.file_name().and_then(|name| name.to_str()).is_some_and(|name| {
                name.starts_with('+') || name.starts_with('@') || name == "private"
            })
        };
        let mut root = self.folder;
        while is_special(root)
            && let Some(parent) = root.parent()
        {
            root = parent;
        }
        root
    }

    /// Resolves `a.b.c.d` as a member of a package: how many of the parts name it,
    /// and what it is.
    pub(crate) fn package_member(&self, parts: &[&str]) -> Option<(usize, Callee)> {
        // The longest package prefix wins.
        (1..parts.len()).rev().find_map(|length| {
            let package: Vec<String> =
                parts[..length].iter().map(|&part| part.to_owned()).collect();
            let callee = self.in_package(&package, parts[length])?;
            Some((length + 1, callee))
        })
    }
}
