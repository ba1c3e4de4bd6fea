//! Classes: what a class file defines, as bodies.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_syntax::{
    Attribute, Class, ClassBlock, ClassBlockKind, ExprId as TreeId, ExprKind as Tree, FunctionId,
    Member, MemberTarget, Span, StmtId as TreeStmtId, StmtKind as TreeStmt,
};
use rustc_hash::FxHashMap;

use super::Lowerer;
use crate::body::{
    Assign, Block, Body, BodyKind, Expr, ExprId, ExprKind, Input, Stmt, StmtId, StmtKind, Target,
};
use crate::class_unit::{
    ClassUnit, ClassWord, EnumeratorUnit, MemberAccess, MemberAttributes, MethodUnit, PropertyUnit,
};
use crate::scope::{ScopeOwner, SlotId};

/// What stands before the property that a method gets.
const GETTER: &str = "get";

/// What stands before the property that a method sets.
const SETTER: &str = "set";

/// The methods that get and set properties, by the properties.
type Accessors = FxHashMap<Rc<str>, Rc<Body>>;

impl Lowerer<'_> {
    /// The class that the file defines, if it defines one.
    pub(super) fn class_unit(&mut self) -> Option<ClassUnit> {
        let tree = self.tree;
        let class = tree.body().iter().find_map(|&id| match &tree.stmt(id).kind {
            TreeStmt::Class(class) => Some(class),
            _ => None,
        })?;
        let mut unit = ClassUnit {
            name: tree.name(class.name).into(),
            superclasses: class
                .superclasses
                .iter()
                .map(|name| tree.qualified_name(name).into())
                .collect(),
            attributes: self.attributes(&class.attributes),
            ..ClassUnit::default()
        };
        let (mut getters, mut setters) = (Accessors::default(), Accessors::default());
        for block in blocks(self, class) {
            match block.kind {
                ClassBlockKind::Properties => self.properties(block, &mut unit),
                ClassBlockKind::Methods => {
                    self.methods(block, &mut unit, &mut getters, &mut setters);
                }
                ClassBlockKind::Events => unit.events.extend(self.events(&block.body)),
                ClassBlockKind::Enumeration => {
                    let constants = self.enumerators(&block.body);
                    unit.enumerators.extend(constants);
                }
            }
        }
        for property in &mut unit.properties {
            property.getter = getters.get(&property.name).cloned();
            property.setter = setters.get(&property.name).cloned();
        }
        unit.finish();
        Some(unit)
    }

    fn events(&self, body: &[TreeStmtId]) -> Vec<Rc<str>> {
        let tree = self.tree;
        let name = |&id: &TreeStmtId| match tree.stmt(id).kind {
            TreeStmt::Event(name) => Some(tree.name(name).into()),
            _ => None,
        };
        body.iter().filter_map(name).collect()
    }

    fn enumerators(&mut self, body: &[TreeStmtId]) -> Vec<EnumeratorUnit> {
        let tree = self.tree;
        let mut constants = Vec::new();
        for &id in body {
            let TreeStmt::Enumerator { name, args } = &tree.stmt(id).kind else { continue };
            let name: Rc<str> = tree.name(*name).into();
            let span = tree.stmt(id).span;
            let arguments = self.body_of_value(&name, span, |lowerer| {
                let args: Box<[ExprId]> = args.iter().map(|&arg| lowerer.expr(arg)).collect();
                lowerer.add(Expr { kind: ExprKind::Cell(Box::new([args])), span })
            });
            constants.extend(arguments.map(|arguments| EnumeratorUnit { name, arguments }));
        }
        constants
    }

    fn properties(&mut self, block: &ClassBlock, unit: &mut ClassUnit) {
        let tree = self.tree;
        let attributes = self.attributes(&block.attributes);
        for &id in &block.body {
            let TreeStmt::Member(member) = &tree.stmt(id).kind else { continue };
            let MemberTarget::Name(name) = &member.target else { continue };
            let name: Rc<str> = tree.qualified_name(name).into();
            let span = tree.stmt(id).span;
            let default = member.default.and_then(|default| {
                self.body_of_value(&name, span, |lowerer| lowerer.expr(default))
            });
            unit.properties.push(PropertyUnit {
                check: self.check_of(&name, member, span),
                name,
                attributes: attributes.clone(),
                default,
                getter: None,
                setter: None,
            });
        }
    }

    fn methods(
        &mut self,
        block: &ClassBlock,
        unit: &mut ClassUnit,
        getters: &mut Accessors,
        setters: &mut Accessors,
    ) {
        let tree = self.tree;
        let attributes = self.attributes(&block.attributes);
        for &id in &block.body {
            let (function, has_body) = match tree.stmt(id).kind {
                TreeStmt::Function(function) => (function, true),
                TreeStmt::Signature(function) => (function, false),
                _ => continue,
            };
            match tree.function(function).name[..] {
                [name] => unit.methods.push(MethodUnit {
                    name: tree.name(name).into(),
                    body: self.body_of.get(&function).copied().filter(|_| has_body),
                    attributes: attributes.clone(),
                }),
                [what, property] => {
                    let list = match tree.name(what) {
                        GETTER => &mut *getters,
                        SETTER => &mut *setters,
                        _ => continue,
                    };
                    if let Some(body) = self.accessor(function) {
                        list.insert(tree.name(property).into(), body);
                    }
                }
                _ => {}
            }
        }
    }

    fn accessor(&mut self, id: FunctionId) -> Option<Rc<Body>> {
        let scope = self.names.scope_of(ScopeOwner::Function(id))?;
        let body = self.lower_function(self.tree.function(id), scope);
        Some(Rc::new(body))
    }

    /// A function without arguments that gives a value.
    fn body_of_value(
        &mut self,
        name: &Rc<str>,
        span: Span,
        value: impl FnOnce(&mut Self) -> ExprId,
    ) -> Option<Rc<Body>> {
        let scope = self.names.scope_of(ScopeOwner::Script)?;
        self.open(scope, false);
        let ans = self.slot_named("ans");
        let value = value(self);
        let assign = Assign {
            targets: Box::new([Target::Place { slot: ans, links: Box::default(), span }]),
            bracketed: false,
            op: None,
            value,
            deletes: false,
            steps: false,
        };
        let kind = StmtKind::Assign(Box::new(assign));
        let block: Block = Box::new([Stmt { id: StmtId::NONE, kind, span, prints: false }]);
        self.close(name, span, block, ans, ans, &[])
    }

    /// A function that brings a value to what is declared of a property.
    fn check_of(&mut self, name: &Rc<str>, member: &Member, span: Span) -> Option<Rc<Body>> {
        if member.size.is_none() && member.class.is_none() && member.validators.is_none() {
            return None;
        }
        let scope = self.names.scope_of(ScopeOwner::Script)?;
        self.open(scope, false);
        let ans = self.slot_named("ans");
        let slot = self.slot_named(name);
        if let Some(mut rule) = self.argument_rule(member) {
            rule.default = None;
            rule.span = span;
            self.level().arguments.push(rule);
        }
        self.close(name, span, Block::default(), ans, slot, &[slot])
    }

    fn close(
        &mut self,
        name: &str,
        span: Span,
        block: Block,
        ans: SlotId,
        output: SlotId,
        inputs: &[SlotId],
    ) -> Option<Rc<Body>> {
        let level = self.levels.pop()?;
        let mut body = self.finish(level, name, BodyKind::Function, span, block, ans);
        body.outputs = Box::new([output]);
        body.output_spans = Box::new([span]);
        let input = |&slot: &SlotId| Input { slot: Some(slot), default: None };
        body.inputs = inputs.iter().map(input).collect();
        Some(Rc::new(body))
    }

    fn attributes(&self, written: &[Attribute]) -> MemberAttributes {
        let tree = self.tree;
        let mut attributes = MemberAttributes::default();
        for attribute in written {
            let truth = !attribute.negated && self.is_true(attribute.value);
            match tree.name(attribute.name).to_ascii_uppercase().as_str() {
                "ACCESS" => {
                    attributes.get = self.member_access(attribute.value);
                    attributes.set = attributes.get.clone();
                }
                "GETACCESS" => attributes.get = self.member_access(attribute.value),
                "SETACCESS" => attributes.set = self.member_access(attribute.value),
                "CONSTANT" => attributes.is_constant = truth,
                "DEPENDENT" => attributes.is_dependent = truth,
                "ABSTRACT" => attributes.is_abstract = truth,
                "HIDDEN" => attributes.is_hidden = truth,
                "STATIC" => attributes.is_static = truth,
                "SEALED" => attributes.is_sealed = truth,
                _ => {}
            }
        }
        attributes
    }

    /// Whether the value of an attribute switches it on.
    fn is_true(&self, value: Option<TreeId>) -> bool {
        let Some(id) = value else { return true };
        let Tree::Name(name) = self.tree.expr(id).kind else { return true };
        BuiltinId::of(self.tree.name(name)) != Some(BuiltinId::False)
    }

    fn member_access(&self, value: Option<TreeId>) -> MemberAccess {
        let Some(id) = value else { return MemberAccess::Public };
        let tree = self.tree;
        let word = match &tree.expr(id).kind {
            Tree::Name(name) => tree.name(*name).to_owned(),
            Tree::Text(literal) => String::from_utf8_lossy(&tree.string_value(*literal)).into(),
            Tree::MetaClass(class) => {
                return MemberAccess::Classes([tree.qualified_name(class).into()].into());
            }
            Tree::Cell(rows) => {
                let class = |&id: &TreeId| match &tree.expr(id).kind {
                    Tree::MetaClass(class) => Some(tree.qualified_name(class).into()),
                    _ => None,
                };
                return MemberAccess::Classes(rows.iter().flatten().filter_map(class).collect());
            }
            _ => return MemberAccess::Public,
        };
        match word.to_ascii_lowercase().as_str() {
            "private" => MemberAccess::Private,
            "protected" => MemberAccess::Protected,
            "immutable" => MemberAccess::Immutable,
            _ => MemberAccess::Public,
        }
    }

    /// What an expression means where classes are, if it means something there alone.
    pub(super) fn class_word(&self, id: TreeId) -> Option<ClassWord> {
        let tree = self.tree;
        match &tree.expr(id).kind {
            Tree::MetaClass(class) => Some(ClassWord::Meta(tree.qualified_name(class).into())),
            Tree::SuperMethod { method, class } => {
                let name = match &tree.expr(*method).kind {
                    Tree::Name(name) | Tree::Field { name, .. } => tree.name(*name),
                    _ => return None,
                };
                let class = tree.qualified_name(class).into();
                Some(ClassWord::Super { name: name.into(), class })
            }
            _ => None,
        }
    }
}

/// The blocks of a class.
fn blocks<'t>(lowerer: &Lowerer<'t>, class: &'t Class) -> Vec<&'t ClassBlock> {
    let tree = lowerer.tree;
    let block = |&id: &TreeStmtId| match &tree.stmt(id).kind {
        TreeStmt::ClassBlock(block) => Some(&**block),
        _ => None,
    };
    class.body.iter().filter_map(block).collect()
}
