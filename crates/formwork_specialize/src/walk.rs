//! The parts of residual statements and expressions, for whoever goes through them.

use rustc_hash::FxHashSet;

use crate::residual::{
    Block, Callee, Expr, ExprKind, Function, FunctionId, Link, Place, Program, Stmt, StmtKind,
    VarId,
};

/// Makes the same list of parts of a shared and of an exclusive reference.
macro_rules! parts {
    ($kind:ident, $each:ident, $links:ident, $places:ident, $iter:ident, [$($mutable:tt)*]) => {
        impl Expr {
            /// The expressions directly inside, in the order they are evaluated in; the
            /// value of an anonymous function is among them.
            #[must_use]
            pub fn $kind(&$($mutable)* self) -> Vec<&$($mutable)* Expr> {
                match &$($mutable)* self.kind {
                    ExprKind::Const(_)
                    | ExprKind::Var(_)
                    | ExprKind::Param(_)
                    | ExprKind::Colon
                    | ExprKind::End
                    | ExprKind::Handle(_) => Vec::new(),
                    ExprKind::Unary(_, operand) | ExprKind::Anonymous(_, operand, _) => vec![operand],
                    ExprKind::Binary(_, left, right)
                    | ExprKind::AndAlso(left, right)
                    | ExprKind::Lazy(_, left, right)
                    | ExprKind::OrElse(left, right) => vec![left, right],
                    ExprKind::Range(start, step, stop) => {
                        let mut parts: Vec<&$($mutable)* Expr> = vec![start];
                        if let Some(step) = step {
                            parts.push(step);
                        }
                        parts.push(stop);
                        parts
                    }
                    ExprKind::Index(base, links) => {
                        let mut parts: Vec<&$($mutable)* Expr> = vec![base];
                        for link in links {
                            parts.extend(link.$kind());
                        }
                        parts
                    }
                    ExprKind::Call(_, args) => args.$iter().collect(),
                    ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                        rows.$iter().flatten().collect()
                    }
                }
            }
        }

        impl Expr {
            /// The same, each given to `see`: going through whole programs should not make
            /// lists.
            fn $each<'a>(
                &'a $($mutable)* self,
                see: &mut dyn FnMut(&'a $($mutable)* Expr),
            ) {
                match &$($mutable)* self.kind {
                    ExprKind::Const(_)
                    | ExprKind::Var(_)
                    | ExprKind::Param(_)
                    | ExprKind::Colon
                    | ExprKind::End
                    | ExprKind::Handle(_) => {}
                    ExprKind::Unary(_, operand) | ExprKind::Anonymous(_, operand, _) => {
                        see(operand);
                    }
                    ExprKind::Binary(_, left, right)
                    | ExprKind::AndAlso(left, right)
                    | ExprKind::Lazy(_, left, right)
                    | ExprKind::OrElse(left, right) => {
                        see(left);
                        see(right);
                    }
                    ExprKind::Range(start, step, stop) => {
                        see(start);
                        if let Some(step) = step {
                            see(step);
                        }
                        see(stop);
                    }
                    ExprKind::Index(base, links) => {
                        see(base);
                        for link in links {
                            match link {
                                Link::Paren(args) | Link::Brace(args) => {
                                    args.$iter().for_each(&mut *see);
                                }
                                Link::Field(_) => {}
                                Link::DynamicField(name) => see(name),
                            }
                        }
                    }
                    ExprKind::Call(_, args) => args.$iter().for_each(see),
                    ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                        rows.$iter().flatten().for_each(see);
                    }
                }
            }
        }

        impl Link {
            /// The expressions directly inside.
            #[must_use]
            pub fn $kind(&$($mutable)* self) -> Vec<&$($mutable)* Expr> {
                match self {
                    Link::Paren(args) | Link::Brace(args) => args.$iter().collect(),
                    Link::Field(_) => Vec::new(),
                    Link::DynamicField(name) => vec![name],
                }
            }
        }

        impl Place {
            /// The expressions that say where in the variable.
            #[must_use]
            pub fn $kind(&$($mutable)* self) -> Vec<&$($mutable)* Expr> {
                let mut parts = Vec::new();
                for link in self.links.$iter() {
                    parts.extend(link.$kind());
                }
                parts
            }
        }

        impl StmtKind {
            /// The places that a statement stores in.
            #[must_use]
            pub fn $places(&$($mutable)* self) -> Vec<&$($mutable)* Place> {
                match self {
                    StmtKind::Assign(place, _)
                    | StmtKind::Delete(place)
                    | StmtKind::Update(place, ..)
                    | StmtKind::For(place, ..) => vec![place],
                    StmtKind::Multi(places, _) => places.$iter().flatten().collect(),
                    StmtKind::Expr(_)
                    | StmtKind::If(..)
                    | StmtKind::While(..)
                    | StmtKind::DoUntil(..)
                    | StmtKind::Switch(..)
                    | StmtKind::Try(..)
                    | StmtKind::UnwindProtect(..)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return
                    | StmtKind::Declare(..) => Vec::new(),
                }
            }

            /// The expressions directly in a statement, not those of statements inside:
            /// in the order of evaluation, so that the places of an assignment come before
            /// its value.
            #[must_use]
            pub fn $links(&$($mutable)* self) -> Vec<&$($mutable)* Expr> {
                match self {
                    StmtKind::Expr(value) => vec![value],
                    StmtKind::For(place, value, _) => {
                        let mut parts = vec![value];
                        parts.extend(place.$kind());
                        parts
                    }
                    StmtKind::Assign(place, value) => {
                        let mut parts = place.$kind();
                        parts.push(value);
                        parts
                    }
                    StmtKind::Multi(places, value) => {
                        let mut parts = Vec::new();
                        for place in places.$iter().flatten() {
                            parts.extend(place.$kind());
                        }
                        parts.push(value);
                        parts
                    }
                    StmtKind::Delete(place) => place.$kind(),
                    StmtKind::Update(place, _, value) => {
                        let mut parts = place.$kind();
                        parts.extend(value.$iter());
                        parts
                    }
                    StmtKind::If(clauses, _) => {
                        clauses.$iter().map(|(condition, _)| condition).collect()
                    }
                    StmtKind::While(condition, _) | StmtKind::DoUntil(_, condition) => {
                        vec![condition]
                    }
                    StmtKind::Switch(subject, cases, _) => {
                        let mut parts = vec![subject];
                        parts.extend(cases.$iter().map(|(value, _)| value));
                        parts
                    }
                    StmtKind::Declare(_, variables) => {
                        variables.$iter().filter_map(|(_, value)| value.into_iter().next()).collect()
                    }
                    StmtKind::Try(..)
                    | StmtKind::UnwindProtect(..)
                    | StmtKind::Break
                    | StmtKind::Continue
                    | StmtKind::Return => Vec::new(),
                }
            }
        }
    };
}

parts!(children, each_child, exprs, places, iter, []);
parts!(children_mut, each_child_mut, exprs_mut, places_mut, iter_mut, [mut]);

impl StmtKind {
    /// The lists of statements directly inside, in the order of the text.
    #[must_use]
    pub fn blocks(&self) -> Vec<&Block> {
        match self {
            StmtKind::If(clauses, otherwise) => {
                clauses.iter().map(|(_, block)| block).chain(otherwise).collect()
            }
            StmtKind::Switch(_, cases, otherwise) => {
                cases.iter().map(|(_, block)| block).chain(otherwise).collect()
            }
            StmtKind::While(_, block)
            | StmtKind::DoUntil(block, _)
            | StmtKind::For(_, _, block) => vec![block],
            StmtKind::Try(block, _, other) | StmtKind::UnwindProtect(block, other) => {
                vec![block, other]
            }
            StmtKind::Expr(_)
            | StmtKind::Assign(..)
            | StmtKind::Multi(..)
            | StmtKind::Delete(_)
            | StmtKind::Update(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Declare(..) => Vec::new(),
        }
    }

    /// The lists of statements directly inside, in the order of the text.
    #[must_use]
    pub fn blocks_mut(&mut self) -> Vec<&mut Block> {
        match self {
            StmtKind::If(clauses, otherwise) => {
                clauses.iter_mut().map(|(_, block)| block).chain(otherwise).collect()
            }
            StmtKind::Switch(_, cases, otherwise) => {
                cases.iter_mut().map(|(_, block)| block).chain(otherwise).collect()
            }
            StmtKind::While(_, block)
            | StmtKind::DoUntil(block, _)
            | StmtKind::For(_, _, block) => vec![block],
            StmtKind::Try(block, _, other) | StmtKind::UnwindProtect(block, other) => {
                vec![block, other]
            }
            StmtKind::Expr(_)
            | StmtKind::Assign(..)
            | StmtKind::Multi(..)
            | StmtKind::Delete(_)
            | StmtKind::Update(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return
            | StmtKind::Declare(..) => Vec::new(),
        }
    }

    /// The variables that the statement itself names outside expressions: those it
    /// assigns to, and those it declares.
    #[must_use]
    pub fn targets(&self) -> Vec<VarId> {
        match self {
            StmtKind::Assign(place, _)
            | StmtKind::Delete(place)
            | StmtKind::Update(place, ..)
            | StmtKind::For(place, ..) => {
                vec![place.var]
            }
            StmtKind::Multi(places, _) => places.iter().flatten().map(|place| place.var).collect(),
            StmtKind::Try(_, error, _) => error.iter().copied().collect(),
            StmtKind::Declare(_, variables) => variables.iter().map(|&(var, _)| var).collect(),
            StmtKind::Expr(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoUntil(..)
            | StmtKind::Switch(..)
            | StmtKind::UnwindProtect(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return => Vec::new(),
        }
    }

    /// The variables among the targets, for renaming.
    pub fn targets_mut(&mut self) -> Vec<&mut VarId> {
        match self {
            StmtKind::Assign(place, _)
            | StmtKind::Delete(place)
            | StmtKind::Update(place, ..)
            | StmtKind::For(place, ..) => {
                vec![&mut place.var]
            }
            StmtKind::Multi(places, _) => {
                places.iter_mut().flatten().map(|place| &mut place.var).collect()
            }
            StmtKind::Try(_, error, _) => error.iter_mut().collect(),
            StmtKind::Declare(_, variables) => variables.iter_mut().map(|(var, _)| var).collect(),
            StmtKind::Expr(_)
            | StmtKind::If(..)
            | StmtKind::While(..)
            | StmtKind::DoUntil(..)
            | StmtKind::Switch(..)
            | StmtKind::UnwindProtect(..)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return => Vec::new(),
        }
    }
}

impl Expr {
    /// Calls `see` for the expression and all inside it, outermost first.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Expr)) {
        see(self);
        self.each_child(&mut |child| child.visit(see));
    }

    /// Calls `change` for the expression and all inside it, innermost first.
    pub fn change(&mut self, change: &mut impl FnMut(&mut Expr)) {
        self.each_child_mut(&mut |child| child.change(change));
        change(self);
    }

    /// Whether it or something inside it is such that `test`.
    pub fn any(&self, test: &mut impl FnMut(&Expr) -> bool) -> bool {
        if test(self) {
            return true;
        }
        let mut found = false;
        self.each_child(&mut |child| found = found || child.any(test));
        found
    }

    /// Whether a variable is read in it.
    #[must_use]
    pub fn reads(&self, var: VarId) -> bool {
        self.any(&mut |expr| matches!(expr.kind, ExprKind::Var(own) if own == var))
    }
}

impl Stmt {
    /// Whether it displays something: only some kinds of statements can.
    #[must_use]
    pub fn displays(&self) -> bool {
        self.prints
            && matches!(
                self.kind,
                StmtKind::Expr(_)
                    | StmtKind::Assign(..)
                    | StmtKind::Multi(..)
                    | StmtKind::Delete(_)
                    | StmtKind::Update(..)
            )
    }
}

/// Calls `see` for every statement of a list, outer ones first.
pub fn visit_statements<'a>(block: &'a [Stmt], see: &mut impl FnMut(&'a Stmt)) {
    for stmt in block {
        see(stmt);
        for inner in stmt.kind.blocks() {
            visit_statements(inner, see);
        }
    }
}

/// Calls `change` for every statement of a list, inner ones first.
pub fn change_statements(block: &mut [Stmt], change: &mut impl FnMut(&mut Stmt)) {
    for stmt in block {
        for inner in stmt.kind.blocks_mut() {
            change_statements(inner, change);
        }
        change(stmt);
    }
}

impl Function {
    /// Calls `see` for every expression of its body, outer ones first.
    pub fn visit_exprs<'a>(&'a self, see: &mut impl FnMut(&'a Expr)) {
        visit_statements(&self.body, &mut |stmt| {
            for expr in stmt.kind.exprs() {
                expr.visit(see);
            }
        });
    }

    /// Calls `change` for every expression of its body, inner ones first.
    pub fn change_exprs(&mut self, change: &mut impl FnMut(&mut Expr)) {
        change_statements(&mut self.body, &mut |stmt| {
            for expr in stmt.kind.exprs_mut() {
                expr.change(change);
            }
        });
    }

    /// The functions that it calls or makes handles of, in the order of the text, each
    /// once.
    #[must_use]
    pub fn callees(&self) -> Vec<FunctionId> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::default();
        self.visit_exprs(&mut |expr| {
            if let ExprKind::Call(Callee::Function(id), _)
            | ExprKind::Handle(Callee::Function(id)) = expr.kind
                && seen.insert(id)
            {
                found.push(id);
            }
        });
        found
    }

    /// The variables that it names anywhere.
    #[must_use]
    pub fn used_vars(&self) -> FxHashSet<VarId> {
        let mut used: FxHashSet<VarId> = self.params.iter().flatten().copied().collect();
        used.extend(&self.outputs);
        visit_statements(&self.body, &mut |stmt| {
            used.extend(stmt.kind.targets());
            for expr in stmt.kind.exprs() {
                expr.visit(&mut |expr| {
                    if let ExprKind::Var(var) = expr.kind {
                        used.insert(var);
                    }
                });
            }
        });
        used
    }
}

impl Program {
    /// The functions whose names stand in the texts of a function.
    #[must_use]
    pub fn named_in(&self, function: &Function) -> Vec<FunctionId> {
        let mut found = Vec::new();
        if self.named.is_empty() {
            return found;
        }
        if function.dynamic_scope {
            // A text that it evaluates may call any of them.
            return self.named.clone();
        }
        function.visit_exprs(&mut |expr| {
            if let ExprKind::Const(value) = &expr.kind
                && value.is_char()
                && let Some(text) = value.as_text()
            {
                let named = self.named.iter().copied();
                found.extend(named.filter(|&id| *self.functions[id].name == *text));
            }
        });
        found
    }

    /// The functions that the entry reaches, in the order in which they are met.
    ///
    /// A function that is kept as it was written calls by name, so every function whose
    /// name stands in its text counts.
    #[must_use]
    pub fn reached(&self) -> Vec<FunctionId> {
        let mut order: Vec<FunctionId> = self.entry.into_iter().collect();
        let mut seen: FxHashSet<FunctionId> = order.iter().copied().collect();
        let mut next = 0;
        while let Some(&id) = order.get(next) {
            next += 1;
            let function = &self.functions[id];
            let found = match &function.verbatim {
                Some(text) => {
                    let words: FxHashSet<&str> = words(text).collect();
                    self.functions
                        .iter()
                        .filter(|(_, other)| words.contains(&*other.name))
                        .map(|(id, _)| id)
                        .collect()
                }
                None => {
                    let mut found = function.callees();
                    found.extend(self.named_in(function));
                    found
                }
            };
            order.extend(found.into_iter().filter(|&id| seen.insert(id)));
        }
        order
    }
}

/// The words of a text that could be names.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'))
        .filter(|word| word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_'))
}

/// Rewrites an expression and what is in it, innermost first; counts what `rewrite` counts.
/// Texts of anonymous functions show, and stay.
pub(crate) fn innermost_first(
    expr: &mut Expr,
    rewrite: &mut dyn FnMut(&mut Expr) -> usize,
) -> usize {
    if matches!(expr.kind, ExprKind::Anonymous(..)) {
        return 0;
    }
    let mut count = 0;
    expr.each_child_mut(&mut |child| count += innermost_first(child, rewrite));
    count + rewrite(expr)
}
