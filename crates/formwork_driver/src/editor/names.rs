//! Every identifier of a file: where it stands, what it means, and whether it is given a value
//! there. Variables that nested functions share are one.

use std::path::{Path, PathBuf};

use formwork_hir::{
    Callee, FileNames, Program, Resolution, ScopeId, ScopeOwner, SlotId, SlotStorage,
};
use formwork_syntax::{
    Dialect, Directive, ExprId, ExprKind, ForTarget, Function, FunctionId, Span, StmtKind, Tree,
    UnaryOp,
};
use rustc_hash::FxHashSet;

use super::options::{expected, options};
use super::outline::{Outline, outline};
use crate::program::{MainFile, ProgramSettings};
use crate::source::Source;

/// A variable of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VariableId {
    /// The scope of the function that it belongs to.
    pub scope: u32,
    /// Which of its variables.
    pub slot: u32,
}

/// What an identifier means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A variable.
    Variable(VariableId),
    /// A function of the file, by its place among them.
    Own(usize),
    /// The first function of another file.
    File(PathBuf),
    /// A function of the language.
    Builtin,
    /// Something else, or nothing that can be seen.
    Unknown,
}

/// An identifier at a place.
#[derive(Clone, Debug)]
pub struct Occurrence {
    /// Where, in bytes.
    pub span: (u32, u32),
    /// Its text.
    pub name: String,
    /// What it means.
    pub meaning: Meaning,
    /// Whether it gets a value, or is defined, there.
    pub writes: bool,
    /// The scope it stands in.
    pub scope: u32,
}

/// A function of a file.
#[derive(Clone, Debug, Default)]
pub struct FunctionName {
    /// Its name.
    pub name: String,
    /// Where the name stands.
    pub name_span: (u32, u32),
    /// From `function` to its end.
    pub span: (u32, u32),
    /// Its parameters, and where each stands.
    pub params: Vec<(String, (u32, u32))>,
    /// Its outputs.
    pub outputs: Vec<String>,
    /// Its scope.
    pub scope: u32,
    /// The first line of the comment that says what it does.
    pub doc: Option<String>,
    /// What it says of the size and the class of each of its parameters.
    pub expected: Vec<Option<String>>,
    /// The options that it takes by their names.
    pub options: Vec<String>,
}

impl FunctionName {
    /// `[a, b] = f(x, y)`
    #[must_use]
    pub fn signature(&self) -> String {
        let params: Vec<&str> = self.params.iter().map(|(name, _)| name.as_str()).collect();
        let outputs = match &self.outputs[..] {
            [] => String::new(),
            [one] => format!("{one} = "),
            more => format!("[{}] = ", more.join(", ")),
        };
        format!("{outputs}{}({})", self.name, params.join(", "))
    }
}

/// The identifiers of a file.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    /// In the order of the text.
    pub occurrences: Vec<Occurrence>,
    /// The functions, in the order of the text.
    pub functions: Vec<FunctionName>,
    /// The names of the variables of each scope.
    pub variables: Vec<(VariableId, String)>,
    /// Those of the variables that are global: other functions and files may use them by name.
    pub globals: Vec<VariableId>,
    /// What the file consists of.
    pub outline: Outline,
    /// Whether its syntax is right.
    pub whole: bool,
}

impl NameIndex {
    /// The identifier at a byte, or that ends there.
    #[must_use]
    pub fn at(&self, at: u32) -> Option<&Occurrence> {
        let touching = |one: &&Occurrence| one.span.0 <= at && at <= one.span.1;
        let mut found = self.occurrences.iter().filter(touching);
        let first = found.next()?;
        Some(found.next().filter(|next| next.span.0 == at).unwrap_or(first))
    }

    /// The innermost function around a byte.
    #[must_use]
    pub fn function_at(&self, at: u32) -> Option<&FunctionName> {
        let around = self.functions.iter().filter(|one| one.span.0 <= at && at <= one.span.1);
        around.min_by_key(|one| one.span.1 - one.span.0)
    }

    /// All places with one meaning.
    pub fn places<'i>(&'i self, meaning: &'i Meaning) -> impl Iterator<Item = &'i Occurrence> {
        self.occurrences.iter().filter(move |one| one.meaning == *meaning)
    }
}

/// The identifiers of a file, as far as it can be read.
///
/// # Errors
///
/// If it cannot be read at all.
pub fn name_index(file: &Path, settings: &ProgramSettings) -> std::io::Result<NameIndex> {
    let source = settings.texts.read(file)?;
    let main = MainFile::among(&source, settings.texts.clone());
    let mut program = settings.program(&main);
    Ok(index_of(&main.path, &mut program))
}

/// The identifiers of several files, for less than each alone would cost.
#[must_use]
pub fn name_indexes(files: &[PathBuf], settings: &ProgramSettings) -> Vec<NameIndex> {
    let nothing = Source::new(PathBuf::new(), Vec::new());
    let host = MainFile::among(&nothing, settings.texts.clone());
    let mut program = settings.program(&host);
    files.iter().map(|file| index_of(file, &mut program)).collect()
}

/// What the text of a file consists of, whatever its names mean.
#[must_use]
pub fn outline_of(text: &[u8], dialect: Dialect) -> Outline {
    let tree = formwork_syntax::parse(text, dialect).tree;
    let all = tree.functions().map(|(_, function)| FunctionName {
        name: tree.qualified_name(&function.name),
        name_span: (function.name_span.start, function.name_span.end),
        span: (function.span.start, function.span.end),
        ..FunctionName::default()
    });
    outline(&tree, &all.collect::<Vec<_>>())
}

fn index_of(path: &Path, program: &mut Program<'_>) -> NameIndex {
    let Ok(id) = program.load(path) else { return NameIndex::default() };
    let names = program.resolve(id);
    let file = program.file(id);
    let whole = !file.is_broken();
    let tree = &file.parsed.tree;
    let mut indexer = Indexer { tree, names: &names, index: NameIndex::default() };
    indexer.functions();
    indexer.expressions();
    indexer.statements();
    let mut index = indexer.index;
    index.variables = variables(&names);
    index.globals = globals(&names);
    index.occurrences.sort_by_key(|one| (one.span, !one.writes));
    index.occurrences.dedup_by_key(|one| one.span);
    index.outline = outline(tree, &index.functions);
    index.whole = whole;
    index
}

fn variables(names: &FileNames) -> Vec<(VariableId, String)> {
    let mut all = Vec::new();
    for (scope, one) in names.scopes() {
        let seen = one.slots().filter(|(_, slot)| !slot.name.is_empty());
        all.extend(seen.map(|(slot, found)| (root(names, scope, slot), found.name.clone())));
    }
    all
}

fn globals(names: &FileNames) -> Vec<VariableId> {
    let mut all = Vec::new();
    for (scope, one) in names.scopes() {
        let global = one.slots().filter(|(_, slot)| slot.storage == SlotStorage::Global);
        all.extend(global.map(|(slot, _)| root(names, scope, slot)));
    }
    all
}

/// The variable behind a slot: that of the outermost function that shares it.
fn root(names: &FileNames, scope: ScopeId, slot: SlotId) -> VariableId {
    let (mut scope, mut slot) = (scope, slot);
    while let SlotStorage::Outer(outer) = names.scope(scope).slot(slot).storage
        && let Some(parent) = names.scope(scope).parent
    {
        (scope, slot) = (parent, outer);
    }
    VariableId { scope: scope.as_u32(), slot: slot.as_u32() }
}

struct Indexer<'t> {
    tree: &'t Tree,
    names: &'t FileNames,
    index: NameIndex,
}

impl Indexer<'_> {
    fn functions(&mut self) {
        let tree = self.tree;
        let mut all: Vec<(FunctionId, &Function)> = tree.functions().collect();
        all.sort_by_key(|(_, function)| function.span.start);
        for (id, function) in all {
            let Some(scope) = self.names.scope_of(ScopeOwner::Function(id)) else { continue };
            let place = self.index.functions.len();
            let name = tree.qualified_name(&function.name);
            let named = function.params.iter().filter_map(|one| Some((one.name?, one.span)));
            let outputs = function.outputs.iter().filter_map(|one| Some((one.name?, one.span)));
            for (param, span) in named.clone().chain(outputs.clone()) {
                // The default value belongs to the parameter, the name is its beginning.
                let length = tree.name(param).len();
                self.variable(scope, tree.name(param), span.start, length, true);
            }
            self.push(function.name_span, &name, Meaning::Own(place), true, scope);
            self.index.functions.push(FunctionName {
                name,
                name_span: (function.name_span.start, function.name_span.end),
                span: (function.span.start, function.span.end),
                params: named
                    .clone()
                    .map(|(name, span)| {
                        let text = tree.name(name).to_owned();
                        let end = span.start + u32::try_from(text.len()).unwrap_or(0);
                        (text, (span.start, end))
                    })
                    .collect(),
                outputs: outputs.map(|(name, _)| tree.name(name).to_owned()).collect(),
                scope: scope.as_u32(),
                doc: self.doc(function),
                expected: named
                    .map(|(name, _)| expected(tree, function, tree.name(name)))
                    .collect(),
                options: options(tree, function),
            });
        }
    }

    /// The first line of the comment below the head of a function.
    fn doc(&self, function: &Function) -> Option<String> {
        let tree = self.tree;
        let &first = function.body.first()?;
        let StmtKind::Comment(id) = tree.stmt(first).kind else { return None };
        let comment = tree.comment(id);
        let text = String::from_utf8_lossy(&tree.comment_text(comment)).into_owned();
        let line = text.trim_start_matches(['%', '#', '{', ' ', '\t', '\n']);
        let line = line.lines().next().unwrap_or_default().trim();
        let plain = matches!(comment.directive, Directive::None) && !line.is_empty();
        plain.then(|| line.to_owned())
    }

    fn push(&mut self, span: Span, name: &str, meaning: Meaning, writes: bool, scope: ScopeId) {
        let span = (span.start, span.end);
        let (name, scope) = (name.to_owned(), scope.as_u32());
        self.index.occurrences.push(Occurrence { span, name, meaning, writes, scope });
    }

    fn variable(&mut self, scope: ScopeId, name: &str, start: u32, length: usize, writes: bool) {
        let end = start + u32::try_from(length).unwrap_or(0);
        if let Some(slot) = self.names.scope(scope).find(name) {
            let meaning = Meaning::Variable(root(self.names, scope, slot));
            self.push(Span::new(start, end), name, meaning, writes, scope);
        }
    }

    fn expressions(&mut self) {
        let tree = self.tree;
        let written = written(tree);
        for (id, expr) in tree.exprs() {
            if let ExprKind::AnonymousFunction { params, .. } = &expr.kind {
                let Some(scope) = self.scope_around(expr.span.start) else { continue };
                let slots = self.names.anonymous_params(id);
                for (param, slot) in params.iter().zip(slots) {
                    if let (Some(name), Some(slot)) = (param.name, slot) {
                        let meaning = Meaning::Variable(root(self.names, scope, *slot));
                        self.push(param.span, tree.name(name), meaning, true, scope);
                    }
                }
                continue;
            }
            let Some(scope) = self.names.scope_at(id) else { continue };
            let (name, span) = match &expr.kind {
                ExprKind::Name(name) => (tree.name(*name).to_owned(), expr.span),
                ExprKind::FunctionHandle(path) => {
                    let name = tree.qualified_name(path);
                    let length = u32::try_from(name.len()).unwrap_or(0);
                    (name, Span::new(expr.span.end.saturating_sub(length), expr.span.end))
                }
                _ => continue,
            };
            if let Some(resolution) = self.names.resolution(id) {
                let meaning = self.meaning(resolution, scope);
                self.push(span, &name, meaning, written.contains(&id), scope);
            }
        }
    }

    fn statements(&mut self) {
        let tree = self.tree;
        for (id, stmt) in tree.stmts() {
            let at = stmt.span.start;
            let Some(scope) = self.scope_around(at) else { continue };
            match &stmt.kind {
                StmtKind::Command { name, .. } => {
                    if let Some(resolution) = self.names.command(id) {
                        let meaning = self.meaning(resolution, scope);
                        let name = tree.name(*name);
                        let end = at + u32::try_from(name.len()).unwrap_or(0);
                        self.push(Span::new(at, end), name, meaning, false, scope);
                    }
                }
                StmtKind::Declare { variables, .. } => {
                    for one in variables {
                        let name = tree.name(one.name);
                        self.variable(scope, name, one.span.start, name.len(), true);
                    }
                }
                _ => {}
            }
        }
    }

    /// The scope of the function around a byte, or of the script.
    fn scope_around(&self, at: u32) -> Option<ScopeId> {
        let around = self.index.function_at(at).map(|one| ScopeId::from_u32(one.scope));
        around.or_else(|| self.names.scope_of(ScopeOwner::Script))
    }

    fn meaning(&self, resolution: &Resolution, scope: ScopeId) -> Meaning {
        match resolution {
            Resolution::Variable(slot) => Meaning::Variable(root(self.names, scope, *slot)),
            Resolution::Function(callee) => self.called(callee),
            Resolution::Ambiguous { slot: Some(slot), .. } => {
                Meaning::Variable(root(self.names, scope, *slot))
            }
            Resolution::Ambiguous { callee: Some(callee), .. } => self.called(callee),
            Resolution::Package | Resolution::Ambiguous { .. } | Resolution::Undefined => {
                Meaning::Unknown
            }
        }
    }

    fn called(&self, callee: &Callee) -> Meaning {
        match callee {
            Callee::Nested(id) | Callee::Local(id) => {
                let start = self.tree.function(*id).span.start;
                let place = self.index.functions.iter().position(|one| one.span.0 == start);
                place.map_or(Meaning::Unknown, Meaning::Own)
            }
            Callee::File { path, .. } => Meaning::File(path.clone()),
            Callee::Method { otherwise, .. } => {
                otherwise.as_deref().map_or(Meaning::Unknown, |callee| self.called(callee))
            }
            Callee::Builtin => Meaning::Builtin,
        }
    }
}

/// The names that are given a value where they stand.
fn written(tree: &Tree) -> FxHashSet<ExprId> {
    let mut found = FxHashSet::default();
    let mut add = |mut id: ExprId| {
        loop {
            match &tree.expr(id).kind {
                ExprKind::Index { base, .. }
                | ExprKind::Field { base, .. }
                | ExprKind::DynamicField { base, .. } => id = *base,
                ExprKind::Name(_) => break found.insert(id),
                _ => break false,
            }
        }
    };
    for (_, expr) in tree.exprs() {
        match &expr.kind {
            ExprKind::Assign(assign) => {
                for &target in &assign.targets {
                    add(target);
                }
            }
            ExprKind::Unary(UnaryOp::Increment | UnaryOp::Decrement, operand) => {
                add(*operand);
            }
            _ => {}
        }
    }
    for (_, stmt) in tree.stmts() {
        match &stmt.kind {
            StmtKind::For(each) => match each.target {
                ForTarget::One(target) => {
                    add(target);
                }
                ForTarget::Pair(value, key) => {
                    add(value);
                    add(key);
                }
            },
            StmtKind::Try(attempt) => {
                if let Some(error) = attempt.error {
                    add(error);
                }
            }
            _ => {}
        }
    }
    found
}
