//! `arguments` blocks.

use std::rc::Rc;

use formwork_syntax::{ArgumentsBlock, ExprKind as Tree, Member, MemberTarget, Number, StmtKind};

use super::Lowerer;
use crate::body::{ArgumentRule, Validator};
use crate::resolve::Resolution;

impl Lowerer<'_> {
    pub(super) fn arguments_block(&mut self, block: &ArgumentsBlock) {
        let tree = self.tree;
        let has = |word: &str| {
            block.attributes.iter().any(|attribute| {
                tree.name(attribute.name).eq_ignore_ascii_case(word) && !attribute.negated
            })
        };
        let (is_output, is_repeating) = (has("Output"), has("Repeating"));
        for &id in &block.body {
            let StmtKind::Member(member) = &tree.stmt(id).kind else { continue };
            let span = tree.stmt(id).span;
            if let Some(mut rule) = self.argument_rule(member) {
                rule.span = span;
                rule.is_output = is_output;
                rule.is_repeating = is_repeating;
                self.level().arguments.push(rule);
            }
        }
    }

    pub(super) fn argument_rule(&mut self, member: &Member) -> Option<ArgumentRule> {
        let tree = self.tree;
        let MemberTarget::Name(path) = &member.target else { return None };
        let slot = self.slot_named(tree.name(*path.first()?));
        let field: Option<Rc<str>> = path.get(1).map(|&name| tree.name(name).into());
        let size = member.size.as_ref().map(|extents| {
            extents
                .iter()
                .map(|&extent| match tree.expr(extent).kind {
                    Tree::Number(Number::Whole(count)) => usize::try_from(count).ok(),
                    Tree::Number(Number::Real(count)) => Some(count as usize),
                    _ => None,
                })
                .collect()
        });
        let class = member.class.as_ref().map(|class| tree.qualified_name(&class.name).into());
        let mut validators = Vec::new();
        for &validator in member.validators.as_deref().unwrap_or_default() {
            let (callee, args) = match &tree.expr(validator).kind {
                Tree::Index { base, args, .. } => (*base, Some(args)),
                _ => (validator, None),
            };
            let Tree::Name(name) = tree.expr(callee).kind else { continue };
            let function = match self.names.resolution(callee) {
                Some(Resolution::Function(callee)) => Some(callee.clone()),
                _ => None,
            };
            let call = self.call(tree.name(name), function.as_ref(), tree.expr(callee).span);
            let args = args.map(|args| args.iter().map(|&arg| self.expr(arg)).collect());
            validators.push(Validator { call, args });
        }
        let default = member.default.map(|default| self.expr(default));
        Some(ArgumentRule {
            slot,
            field,
            size,
            class,
            validators: validators.into(),
            default,
            span: formwork_syntax::Span::empty(0),
            is_output: false,
            is_repeating: false,
        })
    }
}
