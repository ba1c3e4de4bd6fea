//! Tables kept in persistent variables.
//!
//! First, some terminology. A *table* is a value that is known and holds structs or handles. Arrays
//! of numbers, and cell arrays of numbers and texts, are built once, when Octave reads the program;
//! a table is built each time it is evaluated, by a call for each struct. Where the original was
//! given it from outside, the residual would be slower than that.
//!
//! ```text
//! db = struct ('m', struct ('factor', 1), …);      persistent db
//! s = db.(key).factor;                             if isempty (db)
//!                                                    db = struct ('m', …);
//!                                                  end
//!                                                  s = db.(key).factor;
//! ```
//!
//! So it is with a parser of arguments that the original keeps in a persistent variable, if it was not
//! dissolved: it is told its arguments once.

use formwork_builtins::BuiltinId;
use formwork_domain::same_value;
use formwork_runtime::Value;

use crate::residual::{
    Block, Callee, Expr, ExprKind, Function, Link, Place, Stmt, StmtKind, VarId, Variable,
};
use crate::walk::visit_statements;

/// From how many structs and handles on a table is kept: fewer are built as fast as it is asked
/// whether they are there.
const LEAST: usize = 4;

/// Tables with more are not counted to their end.
const MOST: usize = 10_000;

/// A table of a function.
struct Table {
    var: VarId,
    value: Expr,
    comments: Vec<std::rc::Rc<str>>,
}

/// Keeps the tables of a function; how many there are.
pub(super) fn keep(function: &mut Function) -> usize {
    if function.verbatim.is_some() || function.dynamic_scope {
        return 0;
    }
    let mut tables: Vec<Table> = Vec::new();
    let mut body = std::mem::take(&mut function.body);
    let own = own_variables(function, &body);
    own_tables(&mut body, &own, &mut tables);
    in_expressions(&mut body, function, &mut tables);
    function.body = body;
    let parsers = keep_parsers(function);
    let count = tables.len() + parsers;
    let mut first: Block = Vec::new();
    for table in tables {
        function.vars[table.var].exposed = true;
        first.push(Stmt::silent(StmtKind::Declare(false, vec![(table.var, None)])));
        let set = Stmt::silent(StmtKind::Assign(Place::whole(table.var), table.value));
        first.push(Stmt { comments: table.comments, ..if_missing(table.var, vec![set]) });
    }
    function.body.splice(0..0, first);
    count
}

/// Statements that are run where a persistent variable has no value yet.
fn if_missing(var: VarId, block: Block) -> Stmt {
    let read = Expr { sure: true, ..Expr::unknown(ExprKind::Var(var)) };
    let isempty = Callee::Name(BuiltinId::Isempty.name().into());
    let missing = Expr::unknown(ExprKind::Call(isempty, vec![read]));
    Stmt::silent(StmtKind::If(vec![(missing, block)], None))
}

/// Keeps the parsers that the original keeps; how many there are.
fn keep_parsers(function: &mut Function) -> usize {
    let mut count = 0;
    for var in std::mem::take(&mut function.outlived) {
        let mut whole = 0;
        visit_statements(&function.body, &mut |stmt| {
            whole += match &stmt.kind {
                StmtKind::Assign(place, _) => {
                    usize::from(place.var == var && place.links.is_empty())
                }
                kind => kind.targets().into_iter().filter(|&target| target == var).count(),
            };
        });
        let made = |stmt: &Stmt| match &stmt.kind {
            StmtKind::Assign(place, value) => {
                place.var == var && place.links.is_empty() && !stmt.prints && is_new_parser(value)
            }
            _ => false,
        };
        let outside = function.vars[var].exposed
            || function.outputs.contains(&var)
            || function.params.contains(&Some(var));
        let place = function.body.iter().position(made);
        let (Some(start), 1, false) = (place, whole, outside) else { continue };
        let rest = &function.body[start + 1..];
        let told = rest.iter().take_while(|stmt| is_told(stmt, var)).count();
        if told < LEAST {
            continue;
        }
        let block: Block = function.body.drain(start..=start + told).collect();
        let guard = if_missing(var, block);
        let declared = Stmt::silent(StmtKind::Declare(false, vec![(var, None)]));
        function.body.splice(start..start, [declared, guard]);
        function.vars[var].exposed = true;
        count += 1;
    }
    count
}

fn is_new_parser(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Call(Callee::Builtin(row), args) => {
            row.id == Some(BuiltinId::InputParser) && args.is_empty()
        }
        ExprKind::Call(Callee::Name(name), args) => {
            **name == *BuiltinId::InputParser.name() && args.is_empty()
        }
        _ => false,
    }
}

/// Whether a statement tells a parser something that is known: an argument, or a property.
fn is_told(stmt: &Stmt, var: VarId) -> bool {
    let known = |expr: &Expr| match &expr.kind {
        ExprKind::Const(_) => true,
        ExprKind::Matrix(rows) => rows.iter().all(Vec::is_empty),
        _ => false,
    };
    match &stmt.kind {
        StmtKind::Expr(Expr { kind: ExprKind::Index(base, links), .. }) => {
            matches!(base.kind, ExprKind::Var(own) if own == var)
                && matches!(&links[..], [Link::Field(name), Link::Paren(args)]
                    if name.starts_with("add") && args.iter().all(known))
        }
        StmtKind::Assign(place, value) => {
            place.var == var && matches!(place.links[..], [Link::Field(_)]) && known(value)
        }
        _ => false,
    }
}

/// The variables that one statement assigns to as a whole, and nothing else.
fn own_variables(function: &Function, body: &[Stmt]) -> Vec<VarId> {
    let mut targets: Vec<VarId> = Vec::new();
    visit_statements(body, &mut |stmt| targets.extend(stmt.kind.targets()));
    let outside = |var: VarId| {
        function.vars[var].exposed
            || function.outputs.contains(&var)
            || function.params.contains(&Some(var))
    };
    let once = |var: VarId| targets.iter().filter(|&&other| other == var).count() == 1;
    function.vars.keys().filter(|&var| !outside(var) && once(var)).collect()
}

/// Takes out the statements that set such a variable to a table.
fn own_tables(block: &mut Block, own: &[VarId], tables: &mut Vec<Table>) {
    block.retain_mut(|stmt| match &mut stmt.kind {
        StmtKind::Assign(place, value)
            if place.links.is_empty()
                && !stmt.prints
                && own.contains(&place.var)
                && is_kept(value) =>
        {
            let value = std::mem::replace(value, Expr::unknown(ExprKind::Colon));
            let comments = std::mem::take(&mut stmt.comments);
            tables.push(Table { var: place.var, value, comments });
            false
        }
        kind => {
            kind.blocks_mut().into_iter().for_each(|inner| own_tables(inner, own, tables));
            true
        }
    });
}

/// Puts variables in the place of the other tables.
fn in_expressions(block: &mut Block, function: &mut Function, tables: &mut Vec<Table>) {
    for stmt in block {
        // What a variable begins with is built once as it is.
        if !matches!(stmt.kind, StmtKind::Declare(..)) {
            stmt.kind.exprs_mut().into_iter().for_each(|expr| replace(expr, function, tables));
        }
        for inner in stmt.kind.blocks_mut() {
            in_expressions(inner, function, tables);
        }
    }
}

fn replace(expr: &mut Expr, function: &mut Function, tables: &mut Vec<Table>) {
    // The text of a handle shows what is in it.
    if matches!(expr.kind, ExprKind::Anonymous(..)) {
        return;
    }
    if !is_kept(expr) {
        expr.children_mut().into_iter().for_each(|inner| replace(inner, function, tables));
        return;
    }
    let same = |table: &&Table| match (&table.value.kind, &expr.kind) {
        (ExprKind::Const(a), ExprKind::Const(b)) => same_value(a, b),
        _ => false,
    };
    let known = expr.known.clone();
    let var = match tables.iter().find(same) {
        Some(table) => table.var,
        None => {
            let var = function.vars.push(Variable { name: "table".into(), exposed: true });
            let value = std::mem::replace(expr, Expr::unknown(ExprKind::Colon));
            tables.push(Table { var, value, comments: Vec::new() });
            var
        }
    };
    *expr = Expr { kind: ExprKind::Var(var), sure: true, known };
}

/// Whether an expression is a table that is worth keeping, and not empty.
fn is_kept(expr: &Expr) -> bool {
    let filled = match &expr.kind {
        ExprKind::Const(value) => value.numel() > 0,
        ExprKind::Cell(rows) => rows.iter().any(|row| !row.is_empty()),
        ExprKind::Call(..) => {
            expr.known.size.as_ref().is_some_and(|size| size.iter().all(|&extent| extent > 0))
        }
        _ => false,
    };
    filled && parts(expr).is_some_and(|count| count >= LEAST)
}

/// How many structs and handles a table holds; `None` for what is none.
fn parts(expr: &Expr) -> Option<usize> {
    let all = |exprs: &mut dyn Iterator<Item = &Expr>| -> Option<usize> {
        let mut count = 0;
        for expr in exprs {
            count += parts(expr)?;
        }
        Some(count)
    };
    match &expr.kind {
        ExprKind::Const(value) => {
            let mut left = MOST;
            count(value, &mut left);
            Some(MOST - left)
        }
        ExprKind::Handle(_) => Some(1),
        ExprKind::Anonymous(_, value, _) => {
            let mut captures = false;
            value.visit(&mut |inner| captures |= matches!(inner.kind, ExprKind::Var(_)));
            (!captures).then_some(1)
        }
        ExprKind::Cell(rows) => all(&mut rows.iter().flatten()),
        ExprKind::Call(Callee::Builtin(row), args) if row.id == Some(BuiltinId::Struct) => {
            Some(1 + all(&mut args.iter())?)
        }
        _ => None,
    }
}

fn count(value: &Value, left: &mut usize) {
    if *left == 0 {
        return;
    }
    match value {
        Value::Function(_) => *left -= 1,
        Value::Struct(structs) => {
            *left -= 1;
            structs.fields().flat_map(|(_, values)| values).for_each(|value| count(value, left));
        }
        Value::Cell(cell) => cell.as_slice().iter().for_each(|value| count(value, left)),
        _ => {}
    }
}
