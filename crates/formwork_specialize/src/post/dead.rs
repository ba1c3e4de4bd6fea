//! Dead code.
//!
//! Statements that matter are marked: those with effects, those that may fail, and from
//! there whatever defines what they read, and what stands around them. So an accumulator
//! that only feeds itself goes, around a loop as well. `break` and `continue` matter if
//! their loop does. Loops with `while` and `do` always matter: nobody knows whether they
//! come to an end.

use formwork_runtime::Value;

use super::effects::{Purity, is_sure};
use super::flow::{Flow, change_numbered, is_fixed, retain_statements};
use crate::residual::{Block, Callee, Expr, ExprKind, Function, Stmt, StmtKind, VarId};

/// Removes the dead code of a function; says how many statements and outputs went.
pub(crate) fn remove(function: &mut Function, purity: &Purity) -> usize {
    if is_fixed(function) {
        return 0;
    }
    let unreachable = cut_unreachable(&mut function.body) + end_quietly(&mut function.body);
    let marks = Marks::of(function, purity);
    let dead = marks.live.iter().filter(|&&live| !live).count();
    let mut ignored = 0;
    change_numbered(&mut function.body, &mut |number, stmt| {
        for &(own, target) in &marks.ignored {
            if own == number
                && let StmtKind::Multi(places, _) = &mut stmt.kind
            {
                places[target] = None;
                ignored += 1;
            }
        }
    });
    retain_statements(&mut function.body, &mut |number| marks.live[number]);
    unreachable + dead + ignored + tidy(&mut function.body, purity)
}

/// Which statements matter, and which targets of multiple assignments do not.
struct Marks {
    live: Vec<bool>,
    ignored: Vec<(usize, usize)>,
}

impl Marks {
    fn of(function: &Function, purity: &Purity) -> Marks {
        let flow = Flow::of(function);
        let nodes = flow.nodes_of_statements();
        let mut live = vec![false; flow.stmts.len()];
        let mut live_defs = vec![false; flow.defs.len()];
        let mut open: Vec<usize> = Vec::new();
        let end = flow.nodes.len() - 1;
        let mut ready: Vec<usize> = vec![end];
        for (number, stmt) in flow.stmts.iter().enumerate() {
            // Outside all loops, `break` ends the function.
            let ends = matches!(stmt.kind, StmtKind::Break | StmtKind::Continue)
                && loop_around(&flow, number).is_none();
            if ends || is_essential(stmt, function, purity) {
                live[number] = true;
                open.push(number);
            }
        }
        loop {
            while let Some(number) = open.pop() {
                ready.extend(&nodes[number]);
                if let Some(parent) = flow.parents[number]
                    && !live[parent]
                {
                    live[parent] = true;
                    open.push(parent);
                }
                let kind = &flow.stmts[number].kind;
                if matches!(kind, StmtKind::For(..) | StmtKind::While(..) | StmtKind::DoUntil(..)) {
                    open.extend(jumps_of(&flow, number).filter(|&jump| !live[jump]));
                    for &jump in &open {
                        live[jump] = true;
                    }
                }
            }
            let Some(node) = ready.pop() else { break };
            for &var in &flow.nodes[node].uses {
                for def in flow.reaching(node, var) {
                    if std::mem::replace(&mut live_defs[def], true) {
                        continue;
                    }
                    if let Some(stmt) = flow.nodes[flow.defs[def].0].stmt
                        && !live[stmt]
                    {
                        live[stmt] = true;
                        open.push(stmt);
                    }
                }
            }
        }
        let mut ignored = Vec::new();
        for (number, stmt) in flow.stmts.iter().enumerate() {
            let StmtKind::Multi(places, value) = &stmt.kind else { continue };
            if !live[number] || stmt.prints || !is_sure(value) {
                continue;
            }
            let is_live = |var: VarId| {
                function.vars[var].exposed
                    || flow.defs.iter().zip(&live_defs).any(|(&(node, own), &live)| {
                        live && own == var && flow.nodes[node].stmt == Some(number)
                    })
            };
            for (target, place) in places.iter().enumerate() {
                if let Some(place) = place
                    && place.links.is_empty()
                    && !is_live(place.var)
                {
                    ignored.push((number, target));
                }
            }
        }
        Marks { live, ignored }
    }
}

/// The jumps out of and back to a loop.
fn jumps_of<'a>(flow: &'a Flow<'_>, number: usize) -> impl Iterator<Item = usize> + 'a {
    (0..flow.stmts.len()).filter(move |&jump| {
        matches!(flow.stmts[jump].kind, StmtKind::Break | StmtKind::Continue)
            && loop_around(flow, jump) == Some(number)
    })
}

/// The innermost loop around a statement.
fn loop_around(flow: &Flow<'_>, number: usize) -> Option<usize> {
    let mut around = flow.parents[number];
    while let Some(outer) = around {
        let kind = &flow.stmts[outer].kind;
        if matches!(kind, StmtKind::For(..) | StmtKind::While(..) | StmtKind::DoUntil(..)) {
            return Some(outer);
        }
        around = flow.parents[outer];
    }
    None
}

/// Whether a statement matters by itself.
fn is_essential(stmt: &Stmt, function: &Function, purity: &Purity) -> bool {
    let removable = || stmt.kind.exprs().into_iter().all(|expr| purity.is_removable(expr));
    let exposed = || stmt.kind.targets().into_iter().any(|var| function.vars[var].exposed);
    let sets_ans =
        || function.vars.values().any(|variable| variable.exposed && &*variable.name == "ans");
    match &stmt.kind {
        StmtKind::Expr(_) => stmt.prints || !removable() || sets_ans(),
        StmtKind::Assign(place, _) => {
            let in_part = !place.links.is_empty() && !place.store.exact;
            stmt.prints || in_part || exposed() || !removable()
        }
        StmtKind::Multi(places, _) => {
            let in_parts = places.iter().flatten().any(|place| !place.links.is_empty());
            stmt.prints || in_parts || exposed() || !removable()
        }
        StmtKind::For(place, ..) => !place.links.is_empty() || exposed() || !removable(),
        StmtKind::If(clauses, _) => {
            !clauses.iter().all(|(condition, _)| purity.is_droppable_condition(condition))
        }
        StmtKind::Switch(subject, cases, _) => {
            !purity.is_droppable_subject(subject)
                || !cases.iter().all(|(label, _)| purity.is_droppable_label(label))
        }
        StmtKind::Delete(_)
        | StmtKind::Update(..)
        | StmtKind::While(..)
        | StmtKind::DoUntil(..)
        | StmtKind::Return
        | StmtKind::Declare(..) => true,
        StmtKind::Try(..) | StmtKind::UnwindProtect(..) | StmtKind::Break | StmtKind::Continue => {
            false
        }
    }
}

/// Whether control never goes on behind a statement.
fn leaves(stmt: &Stmt) -> bool {
    let ends = |block: &Vec<Stmt>| block.last().is_some_and(leaves);
    match &stmt.kind {
        StmtKind::Break | StmtKind::Continue | StmtKind::Return => true,
        StmtKind::If(clauses, Some(otherwise)) => {
            clauses.iter().all(|(_, block)| ends(block)) && ends(otherwise)
        }
        StmtKind::Switch(_, cases, Some(otherwise)) => {
            cases.iter().all(|(_, block)| ends(block)) && ends(otherwise)
        }
        _ => false,
    }
}

/// Removes what stands behind statements that lead elsewhere.
fn cut_unreachable(body: &mut Vec<Stmt>) -> usize {
    let mut removed = 0;
    for stmt in body.iter_mut() {
        for inner in stmt.kind.blocks_mut() {
            removed += cut_unreachable(inner);
        }
    }
    if let Some(last) = body.iter().position(leaves) {
        // Comments stay with what they were written for.
        removed += body.len() - last - 1;
        body.truncate(last + 1);
    }
    removed
}

/// Removes a `return` at the end of a function and `continue` at the end of loops, where
/// control goes anyway.
fn end_quietly(body: &mut Vec<Stmt>) -> usize {
    fn strip(body: &mut Vec<Stmt>, is_useless: fn(&StmtKind) -> bool) -> usize {
        let mut removed = 0;
        while body.last().is_some_and(|stmt| is_useless(&stmt.kind)) {
            body.pop();
            removed += 1;
        }
        match body.last_mut().map(|stmt| &mut stmt.kind) {
            Some(StmtKind::If(clauses, otherwise)) => {
                for block in clauses.iter_mut().map(|(_, block)| block).chain(otherwise) {
                    removed += strip(block, is_useless);
                }
            }
            Some(StmtKind::Switch(_, cases, otherwise)) => {
                for block in cases.iter_mut().map(|(_, block)| block).chain(otherwise) {
                    removed += strip(block, is_useless);
                }
            }
            _ => {}
        }
        removed
    }
    fn loops(body: &mut [Stmt]) -> usize {
        let mut removed = 0;
        for stmt in body {
            if let StmtKind::For(_, _, block) | StmtKind::While(_, block) = &mut stmt.kind {
                removed += strip(block, |kind| matches!(kind, StmtKind::Continue));
            }
            for inner in stmt.kind.blocks_mut() {
                removed += loops(inner);
            }
        }
        removed
    }
    strip(body, |kind| matches!(kind, StmtKind::Return)) + loops(body)
}

/// Removes the branches that constant conditions decide; says how many.
fn decide(clauses: &mut Vec<(Expr, Block)>, otherwise: &mut Option<Block>) -> usize {
    let before = clauses.len();
    clauses.retain(|(condition, _)| constant_truth(condition) != Some(false));
    if let Some(taken) = clauses.iter().position(|(test, _)| constant_truth(test) == Some(true)) {
        let block = std::mem::take(&mut clauses[taken].1);
        clauses.truncate(taken);
        *otherwise = Some(block);
    }
    before - clauses.len()
}

/// Whether a condition is always true or always false.
fn constant_truth(condition: &Expr) -> Option<bool> {
    match &condition.kind {
        ExprKind::Const(Value::Bool(array)) => array.as_scalar().copied(),
        ExprKind::Const(Value::Double(array)) => {
            array.as_scalar().filter(|number| !number.is_nan()).map(|&number| number != 0.0)
        }
        _ => None,
    }
}

/// What becomes of a statement.
enum Tidied {
    Stays,
    Goes,
    /// The statements of a block stand in its place.
    Becomes(Block),
}

/// Removes branches and blocks with nothing in them; says how many.
fn tidy(body: &mut Vec<Stmt>, purity: &Purity) -> usize {
    let mut removed = 0;
    let mut result: Vec<Stmt> = Vec::with_capacity(body.len());
    for mut stmt in body.drain(..) {
        for inner in stmt.kind.blocks_mut() {
            removed += tidy(inner, purity);
        }
        match tidy_stmt(&mut stmt, purity, &mut removed) {
            Tidied::Stays => result.push(stmt),
            Tidied::Goes => {}
            Tidied::Becomes(mut block) => result.append(&mut block),
        }
    }
    *body = result;
    removed
}

/// Removes what is empty of a statement whose blocks are tidy.
fn tidy_stmt(stmt: &mut Stmt, purity: &Purity, removed: &mut usize) -> Tidied {
    match &mut stmt.kind {
        StmtKind::If(clauses, otherwise) => tidy_if(clauses, otherwise, purity, removed),
        StmtKind::Switch(subject, cases, otherwise) => {
            tidy_switch(subject, cases, otherwise, purity, removed)
        }
        // What cannot fail is never caught.
        StmtKind::Try(block, ..) if block.is_empty() => {
            *removed += 1;
            Tidied::Goes
        }
        StmtKind::UnwindProtect(block, cleanup) if block.is_empty() => {
            *removed += 1;
            Tidied::Becomes(std::mem::take(cleanup))
        }
        StmtKind::UnwindProtect(block, cleanup) if cleanup.is_empty() => {
            *removed += 1;
            Tidied::Becomes(std::mem::take(block))
        }
        StmtKind::Multi(places, value)
            if value.sure && matches!(value.kind, ExprKind::Call(Callee::Function(_), _)) =>
        {
            if let [Some(place)] = &places[..]
                && place.takes_one()
            {
                stmt.kind = StmtKind::Assign(place.clone(), value.clone());
                *removed += 1;
            }
            Tidied::Stays
        }
        // A variable becomes what it is.
        StmtKind::Assign(place, value)
            if !stmt.prints
                && place.links.is_empty()
                && matches!(value.kind, ExprKind::Var(own) if own == place.var)
                && purity.is_removable(value) =>
        {
            *removed += 1;
            Tidied::Goes
        }
        StmtKind::Expr(value)
            if !stmt.prints
                && matches!(value.kind, ExprKind::Var(_))
                && purity.is_removable(value) =>
        {
            *removed += 1;
            Tidied::Goes
        }
        _ => Tidied::Stays,
    }
}

/// Removes the branches of an `if` that are decided, and those at its end that are empty.
fn tidy_if(
    clauses: &mut Vec<(Expr, Block)>,
    otherwise: &mut Option<Block>,
    purity: &Purity,
    removed: &mut usize,
) -> Tidied {
    *removed += decide(clauses, otherwise);
    if clauses.is_empty()
        && let Some(block) = otherwise
    {
        return Tidied::Becomes(std::mem::take(block));
    }
    if otherwise.as_ref().is_some_and(Vec::is_empty) {
        *otherwise = None;
        *removed += 1;
    }
    while otherwise.is_none()
        && let Some((condition, block)) = clauses.last()
        && block.is_empty()
        && purity.is_droppable_condition(condition)
    {
        clauses.pop();
        *removed += 1;
    }
    if clauses.is_empty() { Tidied::Goes } else { Tidied::Stays }
}

/// Removes the cases at the end of a `switch` that are empty.
fn tidy_switch(
    subject: &Expr,
    cases: &mut Vec<(Expr, Block)>,
    otherwise: &mut Option<Block>,
    purity: &Purity,
    removed: &mut usize,
) -> Tidied {
    if otherwise.as_ref().is_some_and(Vec::is_empty) {
        *otherwise = None;
        *removed += 1;
    }
    while otherwise.is_none()
        && let Some((value, block)) = cases.last()
        && block.is_empty()
        && purity.is_droppable_label(value)
        && purity.is_droppable_subject(subject)
    {
        cases.pop();
        *removed += 1;
    }
    if cases.is_empty() && otherwise.is_none() && purity.is_droppable_subject(subject) {
        *removed += 1;
        return Tidied::Goes;
    }
    Tidied::Stays
}
