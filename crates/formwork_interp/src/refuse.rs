//! What is refused before a program begins: it must not print half of its results, or wrong
//! ones, because of something that is not supported.
//!
//! These are MATLAB's strings, which would be taken for rows of characters. Files are followed from the one that is started through all calls whose
//! meaning is known without running. A text in double quotes is harmless in MATLAB's dialect
//! where a string and a row of characters do the same: as an argument of the functions whose row
//! says so ([`Texts`]) and as what a `switch` compares.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_builtins::Texts;
use formwork_hir::Callee;
use formwork_hir::body::{
    Body, CallTarget, ExprId, ExprKind, Link, Root, Stmt, StmtKind, Target, Unit,
};
use formwork_hir::walk::statements;
use formwork_runtime::{Error, Quote, Result, Value};
use formwork_syntax::Dialect;
use rustc_hash::FxHashSet;

use crate::interpreter::Interpreter;

impl Interpreter<'_> {
    /// An error if a file, or one that it calls, needs what is not supported.
    pub(crate) fn refuse_file(&mut self, path: &Path) -> Result<()> {
        let mut seen: FxHashSet<PathBuf> = FxHashSet::default();
        let mut open = vec![path.to_path_buf()];
        while let Some(path) = open.pop() {
            if !seen.insert(path.clone()) {
                continue;
            }
            // Whether it can be read and what is wrong with its text is said when it is called.
            let Ok(id) = self.program.load(&path) else { continue };
            let file = self.program.file(id);
            if file.is_broken() {
                continue;
            }
            let unit = self.load(&path)?;
            self.refuse_unit(&unit.unit, &mut open)?;
        }
        Ok(())
    }

    /// The same for what has been read; files that it calls are added to `open`.
    pub(crate) fn refuse_unit(&self, unit: &Unit, open: &mut Vec<PathBuf>) -> Result<()> {
        let mut bodies: Vec<Rc<Body>> = unit.bodies.values().cloned().collect();
        while let Some(body) = bodies.pop() {
            bodies.extend(body.anonymous.values().map(|function| Rc::clone(&function.body)));
            open.extend(body.calls.values().filter_map(file_of));
            if self.program.dialect() == Dialect::Matlab {
                refuse_strings(&body)?;
            }
        }
        Ok(())
    }
}

/// Makes rows of characters of the strings of MATLAB that are not refused. Escapes in these are
/// read by the functions that write formats, as in a text in single quotes.
pub(crate) fn take_for_characters(unit: &mut Unit, dialect: Dialect) {
    if dialect != Dialect::Matlab {
        return;
    }
    for body in unit.bodies.values_mut() {
        take_body(body);
    }
}

fn take_body(body: &mut Rc<Body>) {
    // Nobody else has a unit that has just been made.
    let Some(body) = Rc::get_mut(body) else { return };
    for expr in body.exprs.values_mut() {
        if let ExprKind::Const(Value::Char(_, quote)) = &mut expr.kind {
            *quote = Quote::Single;
        }
    }
    for function in body.anonymous.values_mut() {
        if let Some(function) = Rc::get_mut(function) {
            take_body(&mut function.body);
        }
    }
}

/// The file whose function a call means.
fn file_of(target: &CallTarget) -> Option<PathBuf> {
    let mut callee = target.callee.as_ref()?;
    loop {
        match callee {
            Callee::File { path, .. } => return Some(path.clone()),
            Callee::Method { otherwise: Some(otherwise), .. } => callee = otherwise,
            Callee::Method { otherwise: None, .. }
            | Callee::Nested(_)
            | Callee::Local(_)
            | Callee::Builtin => return None,
        }
    }
}

/// An error if a string of MATLAB stands where it does something else than a row of characters.
fn refuse_strings(body: &Body) -> Result<()> {
    let mut harmless: FxHashSet<ExprId> = FxHashSet::default();
    for expr in body.exprs.values() {
        let ExprKind::Access(access) = &expr.kind else { continue };
        harmless.extend(access.links.iter().filter_map(field_name));
        let (Root::Call(call) | Root::VarOrCall(_, call)) = access.root else { continue };
        let Some(Link::Paren(arguments)) = access.links.first() else { continue };
        let target = &body.calls[call];
        let name = &*target.name;
        if file_of(target).is_some() || target.local.is_some() {
            continue;
        }
        match formwork_builtins::find(name).map_or(Texts::None, |row| row.matlab.texts) {
            Texts::None => {}
            Texts::Formatted => harmless.extend(formatted(body, &arguments.exprs)),
            Texts::All => harmless.extend(arguments.exprs.iter().copied()),
        }
    }
    compared(&body.statements, &mut harmless);
    assigned_fields(body, &mut harmless);
    for (id, expr) in &body.exprs {
        let ExprKind::Const(value) = &expr.kind else { continue };
        let quoted = body.source.text().get(expr.span.start as usize) == Some(&b'"');
        if value.is_char() && quoted && !harmless.contains(&id) {
            let place = body.source.place(expr.span.start);
            return Err(Error::limit(format!(
                "MATLAB's string class is not supported by run; use '…' in line {}, column {}{}",
                place.line,
                place.column,
                match body.source.path.to_string_lossy() {
                    path if path.is_empty() => String::new(),
                    path => format!(" of {path}"),
                }
            )));
        }
    }
    Ok(())
}

/// The expression that names a field.
fn field_name(link: &Link) -> Option<ExprId> {
    match link {
        Link::DynamicField(name) => Some(*name),
        Link::Paren(_) | Link::Brace(_) | Link::Field(_) => None,
    }
}

/// The arguments that a format takes for text: itself, and those after it if it writes them
/// with `%s` alone.
fn formatted<'a>(body: &'a Body, arguments: &'a [ExprId]) -> impl Iterator<Item = ExprId> + 'a {
    let text = |id: ExprId| match &body.exprs[id].kind {
        ExprKind::Const(value) if value.is_char() => value.as_bytes(),
        _ => None,
    };
    // A number in front says where the text goes.
    let first = arguments.iter().position(|&id| text(id).is_some()).unwrap_or(arguments.len());
    // An identifier in front of the format is a text, too.
    let formats = arguments.iter().skip(first).take(2).filter_map(|&id| text(id));
    let writes_text = formats.clone().count() > 0 && formats.into_iter().all(writes_only_text);
    let count = if writes_text { arguments.len() } else { first + 1 };
    arguments.iter().copied().take(count)
}

/// Whether all conversions of a format are `%s` or `%%`.
fn writes_only_text(format: &[u8]) -> bool {
    let mut rest = format.iter();
    while let Some(&byte) = rest.next() {
        if byte != b'%' {
            continue;
        }
        let conversion = rest.find(|byte| byte.is_ascii_alphabetic() || **byte == b'%');
        if !matches!(conversion, None | Some(b's' | b'%')) {
            return false;
        }
    }
    true
}

/// Notes the names of fields that are assigned to.
fn assigned_fields(body: &Body, harmless: &mut FxHashSet<ExprId>) {
    for stmt in statements(&body.statements) {
        let StmtKind::Assign(assign) = &stmt.kind else { continue };
        for target in &assign.targets {
            if let Target::Place { links, .. } = target {
                harmless.extend(links.iter().filter_map(field_name));
            }
        }
    }
}

/// Notes what `switch` statements compare.
fn compared(block: &[Stmt], harmless: &mut FxHashSet<ExprId>) {
    for stmt in statements(block) {
        if matches!(stmt.kind, StmtKind::Switch(_)) {
            harmless.extend(stmt.operands());
        }
    }
}
