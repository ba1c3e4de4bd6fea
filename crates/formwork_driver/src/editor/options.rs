//! The options that a function takes by their names, as far as its text shows them: fields of an
//! `arguments` block, what an `inputParser` is told of, and the cases of a `switch` over what
//! `varargin` has.

use formwork_builtins::ParserMethod;
use formwork_syntax::{
    Block, ExprId, ExprKind, Function, MemberTarget, Span, StmtKind, Switch, Tree,
};

/// The name of the parameter that takes all further arguments.
const FURTHER: &str = "varargin";

/// The names of the options of a function, in the order of the text.
pub(super) fn options(tree: &Tree, function: &Function) -> Vec<String> {
    let inside = |span: Span| function.span.start <= span.start && span.end <= function.span.end;
    let mut found: Vec<(u32, String)> = Vec::new();
    for (_, stmt) in tree.stmts().filter(|(_, stmt)| inside(stmt.span)) {
        match &stmt.kind {
            StmtKind::Arguments(block) => {
                found.extend(fields(tree, &block.body).map(|name| (stmt.span.start, name)));
            }
            StmtKind::Switch(switch) => {
                found.extend(cases(tree, function, switch));
            }
            _ => {}
        }
    }
    for (_, expr) in tree.exprs().filter(|(_, expr)| inside(expr.span)) {
        if let ExprKind::Index { base, args, .. } = &expr.kind {
            found.extend(declared(tree, *base, args).map(|name| (expr.span.start, name)));
        }
    }
    found.sort_by_key(|(at, _)| *at);
    let mut names: Vec<String> = Vec::new();
    for (_, name) in found {
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
        if is_word && !name.is_empty() && !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// What an `arguments` block says of the size and the class of a parameter: `(:, 3) double`.
pub(super) fn expected(tree: &Tree, function: &Function, parameter: &str) -> Option<String> {
    let blocks = function.body.iter().filter_map(|id| match &tree.stmt(*id).kind {
        StmtKind::Arguments(block) => Some(&block.body),
        _ => None,
    });
    blocks.flatten().find_map(|id| {
        let stmt = tree.stmt(*id);
        let StmtKind::Member(member) = &stmt.kind else { return None };
        let MemberTarget::Name(parts) = &member.target else { return None };
        if parts.len() != 1 || tree.name(parts[0]) != parameter {
            return None;
        }
        let text = tree.source().get(stmt.span.start as usize..stmt.span.end as usize)?;
        let text = String::from_utf8_lossy(text);
        let said = text.strip_prefix(parameter)?.split(['{', '=', '%', '#']).next()?.trim();
        (!said.is_empty()).then(|| said.to_owned())
    })
}

/// `options.Name` in an `arguments` block.
fn fields<'t>(tree: &'t Tree, body: &'t Block) -> impl Iterator<Item = String> + 't {
    body.iter().filter_map(|id| {
        let StmtKind::Member(member) = &tree.stmt(*id).kind else { return None };
        let MemberTarget::Name(parts) = &member.target else { return None };
        (parts.len() == 2).then(|| tree.name(parts[1]).to_owned())
    })
}

/// `p.addParameter ("Name", …)` and `addParameter (p, "Name", …)`.
fn declared(tree: &Tree, base: ExprId, args: &[ExprId]) -> Option<String> {
    let (method, place) = match &tree.expr(base).kind {
        ExprKind::Name(name) => (tree.name(*name), 1),
        ExprKind::Field { name, .. } => (tree.name(*name), 0),
        _ => return None,
    };
    let by_name = match ParserMethod::of(method)? {
        ParserMethod::AddParameter | ParserMethod::AddSwitch => true,
        ParserMethod::AddOptional
        | ParserMethod::AddRequired
        | ParserMethod::Disp
        | ParserMethod::Parse => false,
    };
    by_name.then(|| text(tree, *args.get(place)?)).flatten()
}

/// The cases of a `switch` over an element of `varargin`, or over a variable that got one.
fn cases(tree: &Tree, function: &Function, switch: &Switch) -> Vec<(u32, String)> {
    let takes =
        function.params.iter().any(|one| one.name.is_some_and(|name| tree.name(name) == FURTHER));
    if !takes || !is_further(tree, function, switch.subject) {
        return Vec::new();
    }
    let labels = switch.cases.iter().flat_map(|case| match &tree.expr(case.condition).kind {
        ExprKind::Cell(rows) => rows.iter().flat_map(|row| row.iter().copied()).collect(),
        _ => vec![case.condition],
    });
    labels.filter_map(|id| Some((tree.expr(id).span.start, text(tree, id)?))).collect()
}

fn is_further(tree: &Tree, function: &Function, subject: ExprId) -> bool {
    let named = names_in(tree, tree.expr(subject).span);
    if named.contains(&FURTHER) {
        return true;
    }
    let inside = |span: Span| function.span.start <= span.start && span.end <= function.span.end;
    let assigned = tree.exprs().filter(|(_, expr)| inside(expr.span));
    assigned.into_iter().any(|(_, expr)| match &expr.kind {
        // Most assignments have nothing to do with it: their text tells soon.
        ExprKind::Assign(assign) if mentions(tree, tree.expr(assign.value).span) => {
            let targets =
                assign.targets.iter().flat_map(|one| names_in(tree, tree.expr(*one).span));
            targets.into_iter().any(|name| named.contains(&name))
                && names_in(tree, tree.expr(assign.value).span).contains(&FURTHER)
        }
        _ => false,
    })
}

/// Whether the text of a stretch has the name of further arguments in it.
fn mentions(tree: &Tree, span: Span) -> bool {
    let text = tree.source().get(span.start as usize..span.end as usize).unwrap_or_default();
    text.windows(FURTHER.len()).any(|part| part == FURTHER.as_bytes())
}

/// The names in a stretch of the text.
fn names_in(tree: &Tree, span: Span) -> Vec<&str> {
    let inside = |own: Span| span.start <= own.start && own.end <= span.end;
    tree.exprs()
        .filter(|(_, expr)| inside(expr.span))
        .filter_map(|(_, expr)| match &expr.kind {
            ExprKind::Name(name) => Some(tree.name(*name)),
            _ => None,
        })
        .collect()
}

fn text(tree: &Tree, id: ExprId) -> Option<String> {
    let ExprKind::Text(literal) = &tree.expr(id).kind else { return None };
    Some(String::from_utf8_lossy(&tree.string_value(*literal)).into_owned())
}
