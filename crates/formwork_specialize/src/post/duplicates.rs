//! Functions that are the same.
//!
//! Functions with equal texts that call equal functions are one function. They are first
//! told apart by their own texts, then by whom they call, until that changes nothing; so
//! functions that call each other can be the same, too. Names of variables count only where
//! a run can show them. What both were known to be is known of the one that stays.

use std::fmt::Write as _;

use rustc_hash::FxHashMap;

use crate::residual::{
    Callee, Expr, ExprKind, Function, FunctionId, Layout, Link, Program, Stmt, StmtKind, Store,
    VarId,
};
use crate::walk::visit_statements;

/// Makes equal functions one; says how many went.
pub(crate) fn merge(program: &mut Program) -> usize {
    // Those that have all names alike are the same; others only where no name shows.
    merge_alike(program, true) + merge_alike(program, false)
}

fn merge_alike(program: &mut Program, all_named: bool) -> usize {
    let reached = program.reached();
    let texts: FxHashMap<FunctionId, Text> =
        reached.iter().map(|&id| (id, Text::of(&program.functions[id], all_named))).collect();
    let mut classes = classify(&reached, |id| texts[&id].text.clone());
    loop {
        let finer = classify(&reached, |id| {
            let own = &texts[&id];
            let callees: Vec<usize> = own.callees.iter().map(|callee| classes[callee]).collect();
            (classes[&id], callees)
        });
        let is_stable = count(&finer) == count(&classes);
        classes = finer;
        if is_stable {
            break;
        }
    }
    // The first of each class stays, one under the name that was written if there is one.
    // Those that are called by name or from outside do.
    let mut ordered = reached.clone();
    ordered.sort_by_key(|&id| program.functions[id].name != program.functions[id].origin);
    let mut first: FxHashMap<usize, FunctionId> = FxHashMap::default();
    let mut gone: FxHashMap<FunctionId, FunctionId> = FxHashMap::default();
    for &id in &ordered {
        let fixed = Some(id) == program.entry || program.named.contains(&id);
        let kept = *first.entry(classes[&id]).or_insert(id);
        if kept != id && !fixed && Some(kept) != program.entry {
            gone.insert(id, kept);
        }
    }
    if gone.is_empty() {
        return 0;
    }
    for (&id, &kept) in &gone {
        let weaker = program.functions[id].clone();
        weaken(&mut program.functions[kept], &weaker);
    }
    for &id in &reached {
        program.functions[id].change_exprs(&mut |expr| {
            if let ExprKind::Call(Callee::Function(own), _)
            | ExprKind::Handle(Callee::Function(own)) = &mut expr.kind
                && let Some(&kept) = gone.get(own)
            {
                *own = kept;
            }
        });
    }
    gone.len()
}

fn classify<K: std::hash::Hash + Eq>(
    ids: &[FunctionId],
    key: impl Fn(FunctionId) -> K,
) -> FxHashMap<FunctionId, usize> {
    let mut numbers: FxHashMap<K, usize> = FxHashMap::default();
    let mut classes = FxHashMap::default();
    for &id in ids {
        let next = numbers.len();
        classes.insert(id, *numbers.entry(key(id)).or_insert(next));
    }
    classes
}

fn count(classes: &FxHashMap<FunctionId, usize>) -> usize {
    classes.values().max().map_or(0, |most| most + 1)
}

/// Takes from what is known in a function what is not known in another one that is equal.
fn weaken(function: &mut Function, other: &Function) {
    let mut seen: Vec<(bool, crate::residual::Known)> = Vec::new();
    visit_statements(&other.body, &mut |stmt| {
        for root in stmt.kind.exprs() {
            root.visit(&mut |expr| seen.push((expr.sure, expr.known.clone())));
        }
    });
    let mut seen = seen.into_iter();
    let mut weaker = |expr: &mut Expr| {
        let (sure, known) = seen.next().unwrap_or_default();
        expr.sure &= sure;
        if expr.known.class != known.class {
            expr.known.class = None;
        }
        if expr.known.size != known.size {
            expr.known.size = None;
        }
        expr.known.real &= known.real;
        if expr.known.layout != known.layout {
            expr.known.layout = Layout::Any;
        }
    };
    fn outer_first(expr: &mut Expr, change: &mut impl FnMut(&mut Expr)) {
        change(expr);
        for child in expr.children_mut() {
            outer_first(child, change);
        }
    }
    fn block(body: &mut [Stmt], change: &mut impl FnMut(&mut Expr)) {
        for stmt in body {
            for root in stmt.kind.exprs_mut() {
                outer_first(root, change);
            }
            for inner in stmt.kind.blocks_mut() {
                block(inner, change);
            }
        }
    }
    block(&mut function.body, &mut weaker);
    let mut stores: Vec<Store> = Vec::new();
    visit_statements(&other.body, &mut |stmt| {
        stores.extend(stmt.kind.places().into_iter().map(|place| place.store));
    });
    let mut stores = stores.into_iter();
    fn places(body: &mut [Stmt], change: &mut impl FnMut(&mut Store)) {
        for stmt in body {
            for place in stmt.kind.places_mut() {
                change(&mut place.store);
            }
            for inner in stmt.kind.blocks_mut() {
                places(inner, change);
            }
        }
    }
    places(&mut function.body, &mut |store| {
        let known = stores.next().unwrap_or_default();
        store.exact &= known.exact;
        if store.layout != known.layout {
            store.layout = Layout::Any;
        }
    });
}

/// The text of a function, with numbers for variables and without whom it calls.
struct Text {
    text: String,
    callees: Vec<FunctionId>,
}

struct Writer<'a> {
    function: &'a Function,
    out: Text,
    numbers: FxHashMap<VarId, usize>,
    /// Whether names of variables show: they are displayed, or stand in messages and in
    /// texts of anonymous functions.
    named: bool,
}

impl Text {
    fn of(function: &Function, all_named: bool) -> Text {
        let mut named = all_named || function.dynamic_scope;
        visit_statements(&function.body, &mut |stmt| named |= stmt.displays());
        function.visit_exprs(&mut |expr| {
            named |= !expr.sure || matches!(expr.kind, ExprKind::Anonymous(..));
        });
        let in_parts = |kind: &StmtKind| match kind {
            StmtKind::Assign(place, _) | StmtKind::For(place, ..) => !place.links.is_empty(),
            StmtKind::Multi(places, _) => places.iter().flatten().any(|p| !p.links.is_empty()),
            StmtKind::Delete(_) | StmtKind::Update(..) => true,
            _ => false,
        };
        visit_statements(&function.body, &mut |stmt| named |= in_parts(&stmt.kind));
        let out = Text { text: String::new(), callees: Vec::new() };
        let mut writer = Writer { function, out, numbers: FxHashMap::default(), named };
        writer.function();
        writer.out
    }
}

impl Writer<'_> {
    fn put(&mut self, text: &str) {
        self.out.text.push_str(text);
    }

    fn function(&mut self) {
        if let Some(text) = &self.function.verbatim {
            let text = format!("verbatim {text}");
            return self.put(&text);
        }
        for param in &self.function.params {
            match param {
                Some(var) => self.var(*var),
                None => self.put("~"),
            }
            self.put(",");
        }
        self.put("->");
        for &var in &self.function.outputs {
            self.var(var);
            self.put(",");
        }
        self.block(&self.function.body);
    }

    fn var(&mut self, var: VarId) {
        let next = self.numbers.len();
        let number = *self.numbers.entry(var).or_insert(next);
        let variable = &self.function.vars[var];
        let special = matches!(&*variable.name, "ans" | "varargin" | "varargout");
        let text = if self.named || variable.exposed || special {
            format!("v{number}:{}", variable.name)
        } else {
            format!("v{number}")
        };
        self.put(&text);
    }

    fn block(&mut self, body: &[Stmt]) {
        self.put("{");
        for stmt in body {
            let prints = if stmt.displays() { "!" } else { ";" };
            self.put(prints);
            self.stmt(&stmt.kind);
        }
        self.put("}");
    }

    fn stmt(&mut self, kind: &StmtKind) {
        let word = match kind {
            StmtKind::Expr(_) => "expr",
            StmtKind::Assign(..) => "assign",
            StmtKind::Multi(..) => "multi",
            StmtKind::Delete(_) => "delete",
            StmtKind::Update(..) => "update",
            StmtKind::If(..) => "if",
            StmtKind::While(..) => "while",
            StmtKind::DoUntil(..) => "do",
            StmtKind::For(..) => "for",
            StmtKind::Switch(..) => "switch",
            StmtKind::Try(..) => "try",
            StmtKind::UnwindProtect(..) => "unwind",
            StmtKind::Break => "break",
            StmtKind::Continue => "continue",
            StmtKind::Return => "return",
            StmtKind::Declare(true, _) => "global",
            StmtKind::Declare(false, _) => "persistent",
        };
        self.put(word);
        match kind {
            StmtKind::Assign(place, _) | StmtKind::Delete(place) | StmtKind::For(place, ..) => {
                self.place(place.var, &place.links);
            }
            StmtKind::Update(place, op, _) => {
                self.place(place.var, &place.links);
                self.put(op.symbol());
            }
            StmtKind::Multi(places, _) => {
                for place in places {
                    match place {
                        Some(place) => self.place(place.var, &place.links),
                        None => self.put("~"),
                    }
                }
            }
            StmtKind::Try(_, Some(error), _) => self.var(*error),
            StmtKind::Declare(_, variables) => {
                for (var, value) in variables {
                    self.var(*var);
                    self.put(if value.is_some() { "=" } else { "," });
                }
            }
            _ => {}
        }
        // Places are written, and their expressions once more; that does no harm.
        for expr in kind.exprs() {
            self.expr(expr);
        }
        for block in kind.blocks() {
            self.block(block);
        }
    }

    fn place(&mut self, var: VarId, links: &[Link]) {
        self.var(var);
        self.links(links);
    }

    fn links(&mut self, links: &[Link]) {
        for link in links {
            match link {
                Link::Paren(args) => self.list("(", args),
                Link::Brace(args) => self.list("{", args),
                Link::Field(name) => {
                    let text = format!(".{name}");
                    self.put(&text);
                }
                Link::DynamicField(name) => {
                    self.put(".(");
                    self.expr(name);
                }
            }
        }
    }

    fn list(&mut self, open: &str, items: &[Expr]) {
        self.put(open);
        for item in items {
            self.expr(item);
            self.put(",");
        }
        self.put(")");
    }

    fn callee(&mut self, callee: &Callee) {
        match callee {
            Callee::Function(id) => {
                self.out.callees.push(*id);
                self.put("own");
            }
            Callee::Builtin(row) => self.put(row.name),
            Callee::Name(name) => {
                let text = format!("?{name}");
                self.put(&text);
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            // What is debugged tells bits, class, size and kind apart.
            ExprKind::Const(value) => {
                let _ = write!(self.out.text, "<{value:?}>");
            }
            ExprKind::Var(var) => self.var(*var),
            ExprKind::Param(name) => {
                let text = format!("p:{name}");
                self.put(&text);
            }
            ExprKind::Colon => self.put(":"),
            ExprKind::End => self.put("end"),
            ExprKind::Unary(op, operand) => {
                let _ = write!(self.out.text, "({op:?} ");
                self.expr(operand);
                self.put(")");
            }
            ExprKind::Binary(op, left, right) => {
                let _ = write!(self.out.text, "({op:?} ");
                self.expr(left);
                self.put(" ");
                self.expr(right);
                self.put(")");
            }
            ExprKind::Lazy(op, left, right) => {
                let _ = write!(self.out.text, "(lazy {op:?} ");
                self.expr(left);
                self.put(" ");
                self.expr(right);
                self.put(")");
            }
            ExprKind::AndAlso(left, right) | ExprKind::OrElse(left, right) => {
                let is_and = matches!(expr.kind, ExprKind::AndAlso(..));
                self.put(if is_and { "(&& " } else { "(|| " });
                self.expr(left);
                self.put(" ");
                self.expr(right);
                self.put(")");
            }
            ExprKind::Range(start, step, stop) => {
                self.put("(range ");
                self.expr(start);
                self.put(if step.is_some() { ":" } else { "::" });
                if let Some(step) = step {
                    self.expr(step);
                    self.put(":");
                }
                self.expr(stop);
                self.put(")");
            }
            ExprKind::Index(base, links) => {
                self.put("(index ");
                self.expr(base);
                self.links(links);
                self.put(")");
            }
            ExprKind::Call(callee, args) => {
                self.put("call ");
                self.callee(callee);
                self.list("(", args);
            }
            ExprKind::Matrix(rows) | ExprKind::Cell(rows) => {
                self.put(if matches!(expr.kind, ExprKind::Cell(_)) { "{" } else { "[" });
                for row in rows {
                    self.list("", row);
                    self.put(";");
                }
                self.put("]");
            }
            ExprKind::Handle(callee) => {
                self.put("@");
                self.callee(callee);
            }
            ExprKind::Anonymous(params, value, written) => {
                let _ = write!(self.out.text, "@({params:?}{written:?})");
                self.expr(value);
            }
        }
    }
}
