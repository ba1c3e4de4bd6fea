//! Building a class from its file and from what it inherits.

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::rc::Rc;

use formwork_builtins::language_base;
use formwork_hir::body::Body;
use formwork_hir::{ClassUnit, MemberAccess, MemberAttributes, MethodUnit, PropertyUnit};
use formwork_runtime::{Error, Result};
use rustc_hash::FxHashMap;

use super::{Method, MethodCode, Property, UserClass};
use crate::code::{Callable, Code, LoadedUnit};
use crate::interpreter::Interpreter;
use crate::load::file_of;

impl Interpreter<'_> {
    /// The class that a file defines; nothing if it defines none.
    pub(crate) fn class_of_file(&mut self, path: &Path) -> Result<Option<Rc<UserClass>>> {
        if let Some(class) = self.classes.by_path.get(path) {
            return Ok(Some(Rc::clone(class)));
        }
        let unit = self.load(path)?;
        if unit.unit.class.is_none() {
            return Ok(None);
        }
        if !self.classes.building.insert(path.to_path_buf()) {
            return Err(Error::plain(format!("{}: a class inherits from itself", path.display())));
        }
        let built = formwork_syntax::with_enough_stack(|| self.build_class(&unit, path));
        self.classes.building.remove(path);
        let class = Rc::new(built?);
        self.classes.exist = true;
        // From here on the functions of the file know whose methods they are.
        let _ = unit.class.set(Rc::downgrade(&class));
        self.classes.by_path.insert(path.to_path_buf(), Rc::clone(&class));
        Ok(Some(class))
    }

    /// The class of a name, as a file in `folder` sees it.
    pub(crate) fn class_named(
        &mut self,
        name: &str,
        folder: &Path,
    ) -> Result<Option<Rc<UserClass>>> {
        match self.program.find_function(name, folder) {
            Some(callee) => match file_of(callee) {
                Some((path, _)) => self.class_of_file(&path),
                None => Ok(None),
            },
            None => Ok(None),
        }
    }

    /// The class of a name, as the running function sees it.
    pub(crate) fn class_in_sight(&mut self, name: &str) -> Result<Option<Rc<UserClass>>> {
        let here = self.frame().code.body.source.path.parent().map(Path::to_path_buf);
        if let Some(folder) = here
            && let Some(class) = self.class_named(name, &folder)?
        {
            return Ok(Some(class));
        }
        let start = self.start_folder();
        if let Some(class) = self.class_named(name, &start)? {
            return Ok(Some(class));
        }
        if let Some(moved) = self.moved_to.clone()
            && let Some(class) = self.class_named(name, &moved)?
        {
            return Ok(Some(class));
        }
        if let Some(class) = self.library_class(name)? {
            return Ok(Some(class));
        }
        let known = self.classes.by_path.values().find(|class| *class.name == *name);
        Ok(known.cloned())
    }

    fn build_class(&mut self, unit: &Rc<LoadedUnit>, path: &Path) -> Result<UserClass> {
        let Some(text) = &unit.unit.class else {
            return Err(Error::plain(format!("{} defines no class", path.display())));
        };
        let name: Rc<str> = qualified(path, &text.name).into();
        let mut class = UserClass {
            name: Rc::clone(&name),
            unit: Rc::clone(unit),
            bases: Vec::new(),
            ancestors: vec![name],
            is_handle: false,
            is_abstract: text.attributes.is_abstract,
            properties: Vec::new(),
            by_property: FxHashMap::default(),
            methods: FxHashMap::default(),
            events: Vec::new(),
            enumerators: Vec::new(),
            shown: Vec::new(),
            defaults: OnceCell::new(),
            constants: RefCell::default(),
        };
        for base in &text.superclasses {
            self.inherit(&mut class, base, path)?;
        }
        for property in &text.properties {
            class.add_own_property(property);
        }
        for method in &text.methods {
            class.add_own_method(method);
        }
        self.add_files_of_folder(&mut class, text, path);
        class.events.extend(text.events.iter().cloned());
        class.enumerators = text
            .enumerators
            .iter()
            .map(|constant| (Rc::clone(&constant.name), class.code(&constant.arguments)))
            .collect();
        class.settle();
        Ok(class)
    }

    fn inherit(&mut self, class: &mut UserClass, base: &str, path: &Path) -> Result<()> {
        if let Some(known) = language_base(base) {
            if !known.is_supported {
                return Err(Error::limit(format!(
                    "class {} inherits from {base}, which is not supported yet",
                    class.name
                )));
            }
            class.is_handle |= known.is_handle;
            class.ancestors.push(base.into());
            return Ok(());
        }
        let folder = path.parent().unwrap_or(Path::new(""));
        let found = match self.class_named(base, folder)? {
            Some(found) => Some(found),
            None => self.library_class(base)?,
        };
        let Some(base) = found else {
            return Err(Error::plain(format!("class not found: {base}")));
        };
        class.is_handle |= base.is_handle;
        class.ancestors.extend(base.ancestors.iter().cloned());
        for property in &base.properties {
            class.add_property(property.clone());
        }
        for method in base.methods.values() {
            // The constructor of a superclass is no method.
            if *method.name != *base.short_name() {
                let concrete = |known: &Rc<Method>| !matches!(known.code, MethodCode::Missing);
                if !class.methods.get(&method.name).is_some_and(concrete) {
                    class.methods.insert(Rc::clone(&method.name), Rc::clone(method));
                }
            }
        }
        class.events.extend(base.events.iter().cloned());
        class.bases.push(base);
        Ok(())
    }

    /// Methods of a class in a folder of its own stand in files there.
    fn add_files_of_folder(&mut self, class: &mut UserClass, text: &ClassUnit, path: &Path) {
        for (name, file) in self.program.files_of_class_folder(path) {
            if *name == *text.name {
                continue;
            }
            let declared = text.method(&name);
            let has_body = declared.is_some_and(|method| method.body.is_some());
            if has_body {
                continue;
            }
            let attributes = declared.map(|method| method.attributes.clone()).unwrap_or_default();
            let name: Rc<str> = name.into();
            let definer = Rc::clone(&class.name);
            let code = MethodCode::File(file);
            let method = Method { name: Rc::clone(&name), definer, code, attributes };
            class.methods.insert(name, Rc::new(method));
        }
    }

    /// The code of a method.
    pub(crate) fn method_code(&mut self, method: &Method) -> Result<Rc<Code>> {
        match &method.code {
            MethodCode::Here(code) => Ok(Rc::clone(code)),
            MethodCode::File(path) => {
                let unit = self.load(path)?;
                if let Some(class) = self.class_with_name(&method.definer) {
                    let _ = unit.class.set(Rc::downgrade(&class));
                }
                match unit.unit.functions.first() {
                    Some(&(_, first)) => Ok(unit.code(first)),
                    None => {
                        let message = format!("'{}' defines no function", path.display());
                        Err(Error::plain(message))
                    }
                }
            }
            MethodCode::Missing => Err(Error::plain(format!(
                "{}: cannot execute abstract method of class {}",
                method.name, method.definer
            ))),
        }
    }

    /// `Class.method` as the name of a function.
    pub(crate) fn static_method(&mut self, name: &str) -> Option<Callable> {
        let (class, method) = name.rsplit_once('.')?;
        let class = self.class_in_sight(class).ok().flatten()?;
        let method = Rc::clone(class.method(method)?);
        if !method.attributes.is_static {
            return None;
        }
        self.method_code(&method).ok().map(Callable::User)
    }

    /// A class that has been built, by its full name.
    pub(crate) fn class_with_name(&self, name: &str) -> Option<Rc<UserClass>> {
        self.classes.by_path.values().find(|class| *class.name == *name).cloned()
    }
}

impl UserClass {
    fn code(&self, body: &Rc<Body>) -> Rc<Code> {
        Rc::new(Code::new(Rc::clone(body), Rc::downgrade(&self.unit)))
    }

    fn add_own_property(&mut self, text: &PropertyUnit) {
        let code = |body: &Option<Rc<Body>>| body.as_ref().map(|body| self.code(body));
        let property = Property {
            name: Rc::clone(&text.name),
            definer: Rc::clone(&self.name),
            place: None,
            attributes: text.attributes.clone(),
            default: code(&text.default),
            check: code(&text.check),
            getter: code(&text.getter),
            setter: code(&text.setter),
        };
        self.add_property(property);
    }

    /// Adds a property; one of a class that inherits takes the place of the inherited one.
    fn add_property(&mut self, property: Property) {
        if let Some(&known) = self.by_property.get(&property.name) {
            let concrete = !self.properties[known].attributes.is_abstract;
            if concrete && property.attributes.is_abstract {
                return;
            }
            self.properties[known] = property;
            return;
        }
        self.by_property.insert(Rc::clone(&property.name), self.properties.len());
        self.properties.push(property);
    }

    fn add_own_method(&mut self, text: &MethodUnit) {
        let code = match text.body {
            Some(body) => MethodCode::Here(self.unit.code(body)),
            None => MethodCode::Missing,
        };
        let method = Method {
            name: Rc::clone(&text.name),
            definer: Rc::clone(&self.name),
            code,
            attributes: text.attributes.clone(),
        };
        self.methods.insert(Rc::clone(&text.name), Rc::new(method));
    }

    /// Counts the properties of an object, and sees what is left abstract.
    fn settle(&mut self) {
        if !self.enumerators.is_empty() {
            self.add_property(constant_name(&self.name));
        }
        let mut places = 0;
        for property in &mut self.properties {
            property.place = (!property.attributes.is_constant).then(|| {
                places += 1;
                places - 1
            });
        }
        let missing = |method: &Rc<Method>| {
            matches!(method.code, MethodCode::Missing) && method.attributes.is_abstract
        };
        self.is_abstract |= self.methods.values().any(missing)
            || self.properties.iter().any(|property| property.attributes.is_abstract);
        let seen = |property: &&Property| {
            property.attributes.get == MemberAccess::Public && !property.attributes.is_hidden
        };
        let place = |property: &Property| match property.getter {
            Some(_) => None,
            None => property.place,
        };
        self.shown = self
            .properties
            .iter()
            .filter(seen)
            .map(|property| (Rc::clone(&property.name), place(property)))
            .collect();
        self.shown.sort();
        let mut unique: Vec<Rc<str>> = Vec::new();
        for name in std::mem::take(&mut self.ancestors) {
            if !unique.contains(&name) {
                unique.push(name);
            }
        }
        self.ancestors = unique;
    }
}

/// The property that says which constant of an enumeration an object is; no program can name it.
pub(crate) const CONSTANT: &str = "";

fn constant_name(class: &Rc<str>) -> Property {
    Property {
        name: CONSTANT.into(),
        definer: Rc::clone(class),
        place: None,
        attributes: MemberAttributes {
            get: MemberAccess::Private,
            is_hidden: true,
            ..MemberAttributes::default()
        },
        default: None,
        check: None,
        getter: None,
        setter: None,
    }
}

/// Whether a file is the constructor of a class with a folder of its own.
pub(crate) fn is_constructor_file(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
    folder.is_some_and(|name| name.starts_with('@'))
}

/// The name of a class with the packages that its file stands in.
fn qualified(path: &Path, name: &str) -> String {
    let parts = path.components().filter_map(|part| part.as_os_str().to_str());
    let packages = parts.filter_map(|part| part.strip_prefix('+'));
    packages.chain([name]).collect::<Vec<_>>().join(".")
}
