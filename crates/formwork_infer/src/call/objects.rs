//! Objects of the program's classes: a call or an operator that is given one may be a
//! method of it, which nobody can follow.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::{BuiltinId, Row};
use formwork_domain::{AbstractValue, ClassSet};
use formwork_hir::Callee;
use formwork_hir::body::{Link, StmtKind, Target, Unit};
use formwork_runtime::Class;
use formwork_runtime::ops::{BinaryOp, UnaryOp};
use formwork_shape::extent::{Extents, Interval};
use formwork_shape::shape::Algebra;

use crate::engine::Analyst;
use crate::expr::Many;

/// The methods that operators and brackets call.
fn operator_methods() -> impl Iterator<Item = &'static str> {
    let binary = BinaryOp::ALL.into_iter().map(BinaryOp::function);
    let unary = UnaryOp::ALL.into_iter().map(UnaryOp::function);
    let brackets = [BuiltinId::Horzcat, BuiltinId::Vertcat].into_iter().map(BuiltinId::name);
    binary.chain(unary).chain(brackets)
}

/// Whether a value may be an object: nothing is known of its class.
fn may_be_object(value: &AbstractValue) -> bool {
    value.classes.may_be_object()
}

/// Whether a value may be an object, and is no array of numbers.
pub(crate) fn is_object_or_record(value: &AbstractValue) -> bool {
    value.classes.may_be_object() && !value.classes.iter().any(Class::is_numeric)
}

/// Those of the classes that are part of the language: `@cell` adds methods to cell arrays.
fn built_in(classes: &[String]) -> ClassSet {
    let all = Class::ALL.iter().copied();
    all.filter(|class| classes.iter().any(|name| name == class.name())).collect()
}

/// Whether a file stands in the folder of a class.
pub(crate) fn is_in_class_folder(path: &Path) -> bool {
    let folder = path.parent().and_then(Path::file_name);
    folder.is_some_and(|folder| folder.to_string_lossy().starts_with('@'))
}

impl Analyst<'_> {
    /// Whether a call may be one of a method.
    pub(crate) fn is_overloaded(&mut self, name: &str, args: Option<&[AbstractValue]>) -> bool {
        if self.is_own_method(name) || self.is_named_like_own_method(name) {
            return true;
        }
        if !self.is_method(name) {
            return false;
        }
        let own = self.names.methods.get(name).copied().flatten().unwrap_or(ClassSet::NONE);
        args.is_none_or(|args| {
            args.iter().any(|arg| may_be_object(arg) || !arg.classes.intersection(own).is_empty())
        })
    }

    /// Whether an operator may be a method of one of its operands.
    pub(crate) fn is_overloaded_operator(&mut self, operands: &[&AbstractValue]) -> bool {
        operands.iter().any(|operand| may_be_object(operand)) && self.has_operators()
    }

    pub(crate) fn has_operators(&mut self) -> bool {
        if let Some(known) = self.names.operators {
            return known;
        }
        let known =
            operator_methods().any(|name| self.is_method(name) || self.names.met.may_have(name));
        self.names.operators = Some(known);
        known
    }

    /// What a method gives that has the name of a question after sizes: whatever it answers, a
    /// size is a number.
    pub(crate) fn measure_of_object(
        &mut self,
        row: &Row,
        args: Option<&[AbstractValue]>,
        nargout: usize,
    ) -> Option<Many> {
        let class = match row.id? {
            BuiltinId::Isempty => Class::Logical,
            BuiltinId::Columns
            | BuiltinId::Length
            | BuiltinId::Ndims
            | BuiltinId::Numel
            | BuiltinId::Rows
            | BuiltinId::Size => Class::Double,
            _ => return None,
        };
        let shape = match (row.id?, args?.len()) {
            // A class may tell it in its own way; who reports failures must not bet on the usual one.
            (BuiltinId::Size, 1) if nargout <= 1 && !self.options.returning => return None,
            (BuiltinId::Size, 1) if nargout <= 1 => {
                let rank = self.fresh("ndims", Interval::at_least(2));
                self.algebra.tuple([Extents::ONE, rank])
            }
            _ => Algebra::SCALAR,
        };
        let one = AbstractValue::of_class_and_shape(class, shape);
        Some(Many::Known((0..nargout.max(1)).map(|_| one.clone()).collect()))
    }

    /// What the constructor of a class gives: one object, unless it makes an array of them.
    pub(crate) fn new_object(&mut self, unit: &Unit, nargout: usize) -> Option<Many> {
        if nargout != 1 || !self.options.returning {
            return None;
        }
        let several = unit.bodies.values().any(|body| {
            let outputs = &body.outputs;
            formwork_hir::walk::statements(&body.statements).any(|statement| {
                let StmtKind::Assign(assign) = &statement.kind else { return false };
                assign.targets.iter().any(|target| match target {
                    Target::Place { slot, links, .. } => {
                        outputs.contains(slot) && matches!(links.first(), Some(Link::Paren(_)))
                    }
                    Target::Ignored => false,
                })
            })
        });
        let object = AbstractValue::new(ClassSet::OBJECTS, Some(Algebra::SCALAR));
        (!several).then(|| Many::one(object))
    }

    /// Whether a class in sight has a method of that name.
    pub(crate) fn objects_have(&mut self, id: BuiltinId) -> bool {
        self.is_method(id.name()) || self.names.met.may_have(id.name())
    }

    /// Whether a class in sight says itself how large its objects are, or what storing in them
    /// does.
    pub(crate) fn objects_have_sizes(&mut self) -> bool {
        [BuiltinId::Size, BuiltinId::Numel, BuiltinId::Subsasgn]
            .into_iter()
            .any(|id| self.objects_have(id))
    }

    /// Whether an object of a class in sight may have something of that name behind a dot. The
    /// objects that the language has itself are none of these.
    pub(crate) fn may_be_member(&mut self, name: &str) -> bool {
        let Some(frame) = self.frames.last() else { return true };
        let Some(folder) = frame.body.source.path.parent() else { return true };
        if self.names.met.may_have(name) {
            return true;
        }
        if let Some(members) = self.names.members.get(folder) {
            return members.may_have(name);
        }
        let folder = folder.to_path_buf();
        let members = Rc::new(self.program.members_in_sight(&folder));
        self.names.members.insert(folder, Rc::clone(&members));
        members.may_have(name)
    }

    /// Whether objects of a class may be around that keep their fields to themselves: the methods
    /// of a class of the old kind see them.
    pub(crate) fn sees_own_fields(&self) -> bool {
        self.frames.last().is_some_and(|frame| is_in_class_folder(&frame.body.source.path))
    }

    /// Whether a name is that of the method that is being walked: with another argument it
    /// means something else.
    fn is_own_method(&self, name: &str) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        self.sees_own_fields()
            && frame.unit.functions.first().is_some_and(|(own, _)| **own == *name)
    }

    /// Whether a function of the language has the name of a method of the class whose file is being
    /// walked: which of them is called, only the arguments say.
    fn is_named_like_own_method(&mut self, name: &str) -> bool {
        let Some(frame) = self.frames.last() else { return false };
        let has = frame.unit.functions.iter().any(|(own, _)| **own == *name);
        let path = frame.unit.source.path.clone();
        has && formwork_builtins::is_builtin(name) && self.is_class(&path)
    }

    /// Whether some class in sight has a method of that name.
    fn is_method(&mut self, name: &str) -> bool {
        if self.names.met.has(name) {
            return true;
        }
        if let Some(&known) = self.names.methods.get(name) {
            return known.is_some();
        }
        let folder = self.frames.last().and_then(|frame| frame.body.source.path.parent());
        let callee = folder.and_then(|folder| self.program.find_function(name, folder));
        let classes = match callee {
            Some(Callee::Method { classes, .. }) => Some(built_in(&classes)),
            _ => None,
        };
        self.names.methods.insert(name.into(), classes);
        classes.is_some()
    }
}
