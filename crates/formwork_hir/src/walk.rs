//! Walking the HIR.
//!
//! First, some terminology. The *blocks* of a statement are the lists of statements directly
//! inside it ([`StmtKind::blocks`]); its *operands* are the expressions directly inside it
//! ([`Stmt::operands`]); the *children* of an expression are those directly inside it
//! ([`Expr::children`]), in the order in which they are evaluated. What stands inside an
//! anonymous function belongs to the body of that function and to no walk of the body around it.
//!
//! [`statements`] goes through all statements of a block, each before those inside it
//! (pre-order); [`subexpressions`] does the same for an expression. Both are iterators with a
//! stack of their own, so that deep nesting costs no stack of the machine, and both can leave
//! out what is inside the node they gave last.
//!
//! ```text
//! for i = 1:3        statements:  for, if, x = …, y = …
//!   if c, x = i; end
//!   y = x(i + 1);    subexpressions of the value of y:  x(i + 1), i + 1, i, 1
//! end
//! ```

use smallvec::SmallVec;

use crate::body::{
    Access, Assign, Body, Expr, ExprId, ExprKind, Link, Root, Stmt, StmtKind, Target,
};
use crate::scope::SlotId;

/// Some expressions.
pub type ExprList = SmallVec<[ExprId; 4]>;

impl Stmt {
    /// The expressions directly in a statement, in the order in which they are evaluated:
    /// conditions, values, what a loop goes through, subscripts of targets.
    #[must_use]
    pub fn operands(&self) -> ExprList {
        let mut found = ExprList::new();
        match &self.kind {
            StmtKind::Expr(id) | StmtKind::While(id, _) | StmtKind::DoUntil(_, id) => {
                found.push(*id);
            }
            StmtKind::Assign(assign) => assign.push_children(&mut found),
            StmtKind::If(clauses, _) => found.extend(clauses.iter().map(|(id, _)| *id)),
            StmtKind::For(each) => {
                found.push(each.iterable);
                self.targets().for_each(|target| found.extend(target.subscripts()));
            }
            StmtKind::Switch(switch) => {
                found.push(switch.subject);
                found.extend(switch.cases.iter().map(|(label, _)| *label));
            }
            StmtKind::Declare(all) => found.extend(all.iter().filter_map(|one| one.value)),
            StmtKind::Try(_)
            | StmtKind::UnwindProtect(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Block(_)
            | StmtKind::Define(..)
            | StmtKind::Broken(_)
            | StmtKind::Invalid(_)
            | StmtKind::Note(_) => {}
        }
        found
    }

    /// The targets that a statement itself assigns to: those of an assignment, and the
    /// variables of a `for` loop.
    pub fn targets(&self) -> impl Iterator<Item = &Target> {
        let (assigned, looped): (&[Target], _) = match &self.kind {
            StmtKind::Assign(assign) => (&assign.targets, None),
            StmtKind::For(each) => (&[], Some(std::iter::once(&each.target).chain(&each.key))),
            _ => (&[], None),
        };
        assigned.iter().chain(looped.into_iter().flatten())
    }

    /// The variables that a statement itself gives a value: targets, and the variable of
    /// `catch`, and those that a statement may change whose text could not be read. Those that expressions in it assign to are not among them.
    pub fn assigned(&self) -> impl Iterator<Item = SlotId> {
        let caught = match &self.kind {
            StmtKind::Try(attempt) => attempt.error,
            _ => None,
        };
        let broken: &[SlotId] = match &self.kind {
            StmtKind::Broken(slots) => slots,
            _ => &[],
        };
        self.targets().filter_map(Target::slot).chain(caught).chain(broken.iter().copied())
    }

    /// The lists of statements directly inside it, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        self.kind.blocks().into_iter()
    }

    /// Whether it is a loop.
    #[must_use]
    pub fn is_loop(&self) -> bool {
        matches!(self.kind, StmtKind::For(_) | StmtKind::While(..) | StmtKind::DoUntil(..))
    }
}

impl Target {
    /// The variable; none for `~`.
    #[must_use]
    pub fn slot(&self) -> Option<SlotId> {
        match self {
            Target::Place { slot, .. } => Some(*slot),
            Target::Ignored => None,
        }
    }

    /// The expressions in its subscripts.
    pub fn subscripts(&self) -> impl Iterator<Item = ExprId> {
        let links: &[Link] = match self {
            Target::Place { links, .. } => links,
            Target::Ignored => &[],
        };
        links.iter().flat_map(Link::operands).copied()
    }
}

impl Assign {
    /// The variables that it assigns to, or to a place in them.
    pub fn slots(&self) -> impl Iterator<Item = SlotId> {
        self.targets.iter().filter_map(Target::slot)
    }

    fn push_children(&self, found: &mut ExprList) {
        found.push(self.value);
        self.targets.iter().for_each(|target| found.extend(target.subscripts()));
    }
}

impl Link {
    /// The expressions in it.
    #[must_use]
    pub fn operands(&self) -> &[ExprId] {
        match self {
            Link::Paren(arguments) | Link::Brace(arguments) => &arguments.exprs,
            Link::DynamicField(id) => std::slice::from_ref(id),
            Link::Field(_) => &[],
        }
    }
}

impl Access {
    /// The variable that it begins with, if it does.
    #[must_use]
    pub fn variable(&self) -> Option<SlotId> {
        match self.root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => Some(slot),
            Root::Call(_) | Root::Value(_) => None,
        }
    }
}

impl Expr {
    /// The expressions directly in it, in the order in which they are evaluated.
    #[must_use]
    pub fn children(&self) -> ExprList {
        let mut found = ExprList::new();
        match &self.kind {
            ExprKind::Const(_)
            | ExprKind::Var(_)
            | ExprKind::Colon
            | ExprKind::End
            | ExprKind::Handle(_)
            | ExprKind::Anonymous(_)
            | ExprKind::Invalid(_) => {}
            ExprKind::Unary(_, operand) => found.push(*operand),
            ExprKind::Binary(_, left, right)
            | ExprKind::AndAlso(left, right)
            | ExprKind::OrElse(left, right)
            | ExprKind::Lazy(_, left, right) => found.extend([*left, *right]),
            ExprKind::Range(first, step, last) => {
                found.extend([Some(*first), *step, Some(*last)].into_iter().flatten());
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                found.extend(rows.iter().flatten().copied());
            }
            ExprKind::Access(access) => {
                if let Root::Value(inner) = access.root {
                    found.push(inner);
                }
                found.extend(access.links.iter().flat_map(Link::operands).copied());
            }
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => {
                assign.push_children(&mut found);
            }
        }
        found
    }

    /// The assignment that it is.
    #[must_use]
    pub fn assignment(&self) -> Option<&Assign> {
        match &self.kind {
            ExprKind::Assign(assign) | ExprKind::PostIncrement(assign) => Some(assign),
            _ => None,
        }
    }
}

impl Body {
    /// The assignment that a statement is, be it written as one or as an expression (`x++`).
    #[must_use]
    pub fn assignment<'b>(&'b self, stmt: &'b Stmt) -> Option<&'b Assign> {
        match &stmt.kind {
            StmtKind::Assign(assign) => Some(assign),
            StmtKind::Expr(id) => self.exprs[*id].assignment(),
            _ => None,
        }
    }

    /// All assignments of a body, those inside expressions included.
    pub fn assignments(&self) -> impl Iterator<Item = &Assign> {
        let whole = statements(&self.statements).filter_map(|stmt| match &stmt.kind {
            StmtKind::Assign(assign) => Some(&**assign),
            _ => None,
        });
        whole.chain(self.exprs.values().filter_map(Expr::assignment))
    }
}

/// All statements of a block, each before those inside it, in the order of the text.
#[must_use]
pub fn statements(block: &[Stmt]) -> Statements<'_> {
    Statements { open: smallvec::smallvec![block.iter()], last: None }
}

/// An iterator over statements.
#[derive(Clone, Debug)]
pub struct Statements<'b> {
    open: SmallVec<[std::slice::Iter<'b, Stmt>; 4]>,
    /// The statement given last, whose blocks come next.
    last: Option<&'b Stmt>,
}

impl Statements<'_> {
    /// Leaves out the statements inside the one that was given last.
    pub fn skip_inside(&mut self) {
        self.last = None;
    }
}

impl<'b> Iterator for Statements<'b> {
    type Item = &'b Stmt;

    fn next(&mut self) -> Option<&'b Stmt> {
        if let Some(last) = self.last.take() {
            self.open.extend(last.kind.blocks().into_iter().rev().map(<[Stmt]>::iter));
        }
        while let Some(block) = self.open.last_mut() {
            if let Some(stmt) = block.next() {
                self.last = Some(stmt);
                return Some(stmt);
            }
            self.open.pop();
        }
        None
    }
}

/// A block and all those inside it, each with the statement directly around it, if there is one
/// among them.
pub fn blocks(block: &[Stmt]) -> impl Iterator<Item = (Option<&Stmt>, &[Stmt])> {
    let inside = |stmt| Stmt::blocks(stmt).map(move |block| (Some(stmt), block));
    std::iter::once((None, block)).chain(statements(block).flat_map(inside))
}

/// An expression and all those inside it, each before those inside it.
#[must_use]
pub fn subexpressions(body: &Body, id: ExprId) -> Subexpressions<'_> {
    Subexpressions { body, open: smallvec::smallvec![id], last: None }
}

/// An iterator over expressions.
#[derive(Clone, Debug)]
pub struct Subexpressions<'b> {
    body: &'b Body,
    open: ExprList,
    /// The expression given last, whose children come next.
    last: Option<ExprId>,
}

impl Subexpressions<'_> {
    /// Leaves out the expressions inside the one that was given last.
    pub fn skip_inside(&mut self) {
        self.last = None;
    }
}

impl<'b> Iterator for Subexpressions<'b> {
    type Item = (ExprId, &'b Expr);

    fn next(&mut self) -> Option<(ExprId, &'b Expr)> {
        if let Some(last) = self.last.take() {
            self.open.extend(self.body.exprs[last].children().into_iter().rev());
        }
        let id = self.open.pop()?;
        self.last = Some(id);
        Some((id, &self.body.exprs[id]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MemoryHost, Program};

    fn body(text: &str) -> std::rc::Rc<Body> {
        let host = MemoryHost::default();
        let program = Program::new(&host, formwork_syntax::Dialect::default(), Vec::new());
        let unit = program
            .lower_text(text.as_bytes(), std::path::Path::new("t.m"))
            .expect("the text is a program");
        std::rc::Rc::clone(&unit.bodies[unit.script.expect("it is a script")])
    }

    fn texts(body: &Body, spans: impl Iterator<Item = formwork_syntax::Span>) -> Vec<&str> {
        spans
            .map(|span| std::str::from_utf8(&body.source.text()[span.range()]).expect("text"))
            .map(|text| text.lines().next().unwrap_or_default().trim())
            .collect()
    }

    const PROGRAM: &str = "\
for i = 1:3
  if i > 1, x = i; else, x = 2; end
  y(i) = x(i + 1).(f (2));
end
try, z = 1; catch e, z = 2; end
";

    #[test]
    fn statements_come_before_those_inside_them_in_the_order_of_the_text() {
        let body = body(PROGRAM);
        let all = texts(&body, statements(&body.statements).map(|stmt| stmt.span));
        let starts =
            ["for i = 1:3", "if i > 1", "x = i", "x = 2", "y(i) =", "try,", "z = 1", "z = 2"];
        assert_eq!(all.len(), starts.len(), "{all:?}");
        for (text, start) in all.iter().zip(starts) {
            assert!(text.starts_with(start), "{text} should start with {start}");
        }
    }

    #[test]
    fn what_is_inside_can_be_left_out() {
        let body = body(PROGRAM);
        let mut walk = statements(&body.statements);
        let mut count = 0;
        while let Some(stmt) = walk.next() {
            count += 1;
            if stmt.is_loop() {
                walk.skip_inside();
            }
        }
        assert_eq!(count, 4, "the loop, the try and its two statements");
    }

    #[test]
    fn operands_and_children_are_those_directly_inside() {
        let body = body(PROGRAM);
        let all: Vec<&Stmt> = statements(&body.statements).collect();
        let of =
            |stmt: &Stmt| texts(&body, stmt.operands().into_iter().map(|id| body.exprs[id].span));
        assert_eq!(of(all[0]), ["1:3"]);
        assert_eq!(of(all[1]), ["i > 1"]);
        assert_eq!(of(all[4]), ["x(i + 1).(f (2))", "i"]);
        let value = all[4].operands()[0];
        let inside = texts(&body, subexpressions(&body, value).map(|(_, expr)| expr.span));
        assert_eq!(inside, ["x(i + 1).(f (2))", "i + 1", "i", "1", "f (2)", "2"]);
    }

    #[test]
    fn variables_that_statements_assign_to() {
        let body = body(PROGRAM);
        let names: Vec<&str> = statements(&body.statements)
            .flat_map(Stmt::assigned)
            .map(|slot| &*body.slots[slot].name)
            .collect();
        assert_eq!(names, ["i", "x", "x", "y", "e", "z", "z"]);
    }
}
