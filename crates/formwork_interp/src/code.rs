//! A body with what running it has found out.

use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::rc::{Rc, Weak};

use cranelift_entity::EntityRef as _;
use formwork_builtins::Row;
use formwork_hir::SlotId;
use formwork_hir::body::{AnonymousId, Body, BodyId, BodyKind, CallId, ExprId, ExprKind, Unit};
use formwork_runtime::Value;
use rustc_hash::FxHashMap;

use crate::classes::UserClass;
use crate::frame::SharedVariable;

/// A body that can be run.
#[derive(Debug)]
pub(crate) struct Code {
    pub(crate) body: Rc<Body>,
    /// The unit it belongs to; gone for a text that was evaluated.
    pub(crate) unit: Weak<LoadedUnit>,
    /// For an anonymous function, the function that it was written in.
    pub(crate) within: Option<Rc<str>>,
    /// What the calls in it mean, once they have been looked up.
    calls: Box<[RefCell<Option<Callable>>]>,
    anonymous: Box<[OnceCell<Rc<Code>>]>,
    names: OnceCell<FxHashMap<Rc<str>, SlotId>>,
    /// Matrices and ranges written as numbers and texts alone, once they have been made.
    ///
    /// Besides saving work this is how Octave has them: a variable that was set to one
    /// shares it, and `x += y` writes in place, and words its errors so, only where
    /// nothing is shared.
    literals: RefCell<FxHashMap<ExprId, Value>>,
    pub(crate) persistent: RefCell<FxHashMap<SlotId, SharedVariable>>,
}

/// A function that can be called.
#[derive(Clone, Debug)]
pub(crate) enum Callable {
    /// Of the program.
    User(Rc<Code>),
    /// A file of statements.
    Script(Rc<Code>),
    /// A class: calling it makes an object.
    Class(Rc<UserClass>),
    /// Of the table.
    Builtin(&'static Row),
}

/// A unit whose bodies can be run.
#[derive(Debug)]
pub(crate) struct LoadedUnit {
    pub(crate) unit: Unit,
    pub(crate) codes: Vec<Rc<Code>>,
    /// The class whose methods stand in it, once it has been built.
    pub(crate) class: OnceCell<Weak<UserClass>>,
}

impl Code {
    pub(crate) fn new(body: Rc<Body>, unit: Weak<LoadedUnit>) -> Code {
        let calls = (0..body.calls.len()).map(|_| RefCell::new(None)).collect();
        let anonymous = (0..body.anonymous.len()).map(|_| OnceCell::new()).collect();
        Code {
            body,
            unit,
            within: None,
            calls,
            anonymous,
            names: OnceCell::new(),
            literals: RefCell::default(),
            persistent: RefCell::default(),
        }
    }

    #[inline]
    pub(crate) fn callable(&self, call: CallId) -> Option<Callable> {
        self.calls[call.index()].borrow().clone()
    }

    pub(crate) fn remember(&self, call: CallId, callable: Callable) {
        // A place that was looked up meanwhile keeps what was found first.
        self.calls[call.index()].borrow_mut().get_or_insert(callable);
    }

    /// A name means something else from here on.
    fn forget(&self, name: &str) {
        for (id, target) in &self.body.calls {
            if *target.name == *name {
                self.calls[id.index()].replace(None);
            }
        }
        for inner in self.anonymous.iter().filter_map(OnceCell::get) {
            inner.forget(name);
        }
    }

    /// A literal that was made before.
    pub(crate) fn literal(&self, id: ExprId) -> Option<Value> {
        self.literals.borrow().get(&id).cloned()
    }

    /// Keeps the value of a matrix or a range if it is a literal.
    pub(crate) fn keep_literal(&self, id: ExprId, value: &Value) {
        // Where numbers become text a warning is due each time.
        if !value.is_char() && self.is_literal(id) {
            self.literals.borrow_mut().insert(id, value.clone());
        }
    }

    fn is_literal(&self, id: ExprId) -> bool {
        match &self.body.exprs[id].kind {
            ExprKind::Const(_) => true,
            ExprKind::Matrix(rows) => {
                rows.iter().all(|row| row.iter().all(|&element| self.is_literal(element)))
            }
            ExprKind::Range(start, step, stop) => [Some(*start), *step, Some(*stop)]
                .into_iter()
                .flatten()
                .all(|part| self.is_literal(part)),
            _ => false,
        }
    }

    /// What a list of calls names it: with the function of the same file that others call, or
    /// with the function that an anonymous one was written in.
    pub(crate) fn shown_name(&self) -> String {
        let name = &self.body.name;
        let owner = match self.body.kind {
            BodyKind::Script => None,
            BodyKind::Anonymous => self.within.clone(),
            BodyKind::Function | BodyKind::Nested(_) => self.unit.upgrade().and_then(|loaded| {
                let unit = &loaded.unit;
                let (first, _) = unit.functions.first().filter(|_| unit.script.is_none())?;
                (first != name).then(|| Rc::clone(first))
            }),
        };
        match owner {
            Some(owner) => format!("{owner}>{name}"),
            None => name.to_string(),
        }
    }

    /// The slot of a variable its text mentions.
    pub(crate) fn slot_named(&self, name: &str) -> Option<SlotId> {
        let names = || {
            let slots = self.body.slots.iter();
            slots.map(|(slot, variable)| (Rc::clone(&variable.name), slot)).collect()
        };
        self.names.get_or_init(names).get(name).copied()
    }

    /// The code of an anonymous function in it.
    pub(crate) fn anonymous(&self, id: AnonymousId) -> Rc<Code> {
        let make = || {
            let body = Rc::clone(&self.body.anonymous[id].body);
            let mut code = Code::new(body, Weak::clone(&self.unit));
            code.within = match self.body.kind {
                BodyKind::Function | BodyKind::Nested(_) => Some(Rc::clone(&self.body.name)),
                BodyKind::Script | BodyKind::Anonymous => None,
            };
            Rc::new(code)
        };
        Rc::clone(self.anonymous[id.index()].get_or_init(make))
    }
}

impl LoadedUnit {
    /// A name means something else from here on.
    pub(crate) fn forget(&self, name: &str) {
        self.codes.iter().for_each(|code| code.forget(name));
    }

    pub(crate) fn new(unit: Unit) -> Rc<LoadedUnit> {
        Rc::new_cyclic(|weak| {
            let code = |body: &Rc<Body>| Rc::new(Code::new(Rc::clone(body), Weak::clone(weak)));
            let codes = unit.bodies.values().map(code).collect();
            LoadedUnit { unit, codes, class: OnceCell::new() }
        })
    }

    /// The function of that name that calls in it mean: methods are called by their objects.
    pub(crate) fn function(&self, name: &str) -> Option<BodyId> {
        let id = self.unit.function(name)?;
        let is_method = self.unit.class.as_ref().is_some_and(|class| class.method(name).is_some());
        (!is_method && !self.is_own_method(name)).then_some(id)
    }

    /// Whether it is the file of a method in the folder of a class, and this the method: the name
    /// means it only where an object is given.
    pub(crate) fn is_own_method(&self, name: &str) -> bool {
        let path = &self.unit.source.path;
        let folder = path.parent().and_then(Path::file_name).and_then(|name| name.to_str());
        let Some(class) = folder.and_then(|folder| folder.strip_prefix('@')) else { return false };
        self.unit.class.is_none()
            && class != name
            && self.unit.functions.first().is_some_and(|(first, _)| **first == *name)
    }

    pub(crate) fn code(&self, id: BodyId) -> Rc<Code> {
        Rc::clone(&self.codes[id.index()])
    }
}
