//! What a class file says of the objects of its class: their properties, as far as these are
//! declared, and how methods are called.
//!
//! ```text
//! classdef Filter < handle
//!   properties
//!     gain (1,3) double = [1 1 1]      declared: 1x3
//!     state = zeros (4, 1)             its default
//!   end
//!   methods (Static), function f (x) … end
//! end
//! ```

use formwork_builtins::BuiltinId;
use formwork_syntax::{
    Attribute, ClassBlock, ClassBlockKind, ExprId, ExprKind, Member, MemberTarget, StmtKind, Tree,
};

/// What a file says of its class.
#[derive(Clone, Debug, Default)]
pub struct ClassText {
    /// Its name.
    pub name: String,
    /// Whether its objects are references, as far as the file tells.
    pub is_handle: bool,
    /// Whether it says itself what a dot does.
    pub has_own_dots: bool,
    /// Its properties.
    pub properties: Vec<PropertyText>,
    /// The methods that take no object.
    pub statics: Vec<String>,
    /// The other methods that stand in the file, without those that read or set a property.
    pub methods: Vec<String>,
}

/// What a file says of a property.
#[derive(Clone, Debug)]
pub struct PropertyText {
    /// Its name.
    pub name: String,
    /// Its declared extents; `None` for those that are free.
    pub size: Option<Vec<Option<usize>>>,
    /// Its declared class.
    pub class: Option<String>,
    /// Its default, as it is written.
    pub default: Option<String>,
    /// Whether a method of the class computes it, or says what storing in it does.
    pub is_computed: bool,
}

impl ClassText {
    /// What a file says of the class that it defines, if it defines one.
    #[must_use]
    pub fn of(tree: &Tree) -> Option<ClassText> {
        let class = tree.body().iter().find_map(|&id| match &tree.stmt(id).kind {
            StmtKind::Class(class) => Some(class),
            _ => None,
        })?;
        // Another superclass may be one of references itself.
        let mut text = ClassText {
            name: tree.name(class.name).to_owned(),
            is_handle: !class.superclasses.is_empty(),
            ..ClassText::default()
        };
        let mut accessors = Vec::new();
        for &id in &class.body {
            let StmtKind::ClassBlock(block) = &tree.stmt(id).kind else { continue };
            match block.kind {
                ClassBlockKind::Properties => text.add_properties(tree, block),
                ClassBlockKind::Methods => text.add_methods(tree, block, &mut accessors),
                ClassBlockKind::Events => {}
                ClassBlockKind::Enumeration => return None,
            }
        }
        for property in &mut text.properties {
            property.is_computed |= accessors.contains(&property.name);
        }
        Some(text)
    }

    fn add_properties(&mut self, tree: &Tree, block: &ClassBlock) {
        let is_computed = has(tree, &block.attributes, "Dependent");
        if has(tree, &block.attributes, "Abstract") {
            return;
        }
        for &id in &block.body {
            let StmtKind::Member(member) = &tree.stmt(id).kind else { continue };
            let MemberTarget::Name(name) = &member.target else { continue };
            self.properties.push(PropertyText {
                name: tree.qualified_name(name),
                size: size_of(tree, member),
                class: member.class.as_ref().map(|class| tree.qualified_name(&class.name)),
                default: member.default.map(|id| written(tree, id)),
                is_computed,
            });
        }
    }

    fn add_methods(&mut self, tree: &Tree, block: &ClassBlock, accessors: &mut Vec<String>) {
        let is_static = has(tree, &block.attributes, "Static");
        for &id in &block.body {
            let StmtKind::Function(function) = tree.stmt(id).kind else { continue };
            let name = tree.qualified_name(&tree.function(function).name);
            let id = BuiltinId::of(&name);
            self.has_own_dots |= matches!(id, Some(BuiltinId::Subsref | BuiltinId::Subsasgn));
            match name.split_once('.') {
                Some((_, property)) => accessors.push(property.to_owned()),
                None if is_static => self.statics.push(name),
                None => self.methods.push(name),
            }
        }
    }
}

/// Whether an attribute is set.
fn has(tree: &Tree, attributes: &[Attribute], name: &str) -> bool {
    attributes.iter().any(|one| tree.name(one.name).eq_ignore_ascii_case(name) && !one.negated)
}

fn size_of(tree: &Tree, member: &Member) -> Option<Vec<Option<usize>>> {
    let size = member.size.as_ref()?;
    let extent = |&id: &ExprId| match tree.expr(id).kind {
        ExprKind::Colon => Some(None),
        _ => written(tree, id).parse::<usize>().ok().map(Some),
    };
    let extents: Option<Vec<Option<usize>>> = size.iter().map(extent).collect();
    extents.filter(|extents| extents.len() >= 2)
}

/// An expression as it is written.
fn written(tree: &Tree, id: ExprId) -> String {
    let text = tree.source().get(tree.expr(id).span.range()).unwrap_or_default();
    String::from_utf8_lossy(text).into_owned()
}
