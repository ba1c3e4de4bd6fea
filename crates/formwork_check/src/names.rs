//! Names: functions that nobody found, variables that may have no value, values that
//! nobody uses, built-ins that a variable hides.

use std::path::Path;
use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_hir::SlotId;
use formwork_hir::body::{Body, BodyKind, ExprKind, StmtKind, Storage, Target, Variable};
use formwork_hir::walk::{blocks, statements};
use formwork_infer::Analysis;
use formwork_runtime::Class;
use formwork_syntax::Span;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::close;
use crate::finding::{Finding, Subject};
use crate::group::Group;
use crate::rule::Rule;

/// Finds them.
pub(crate) fn find(
    analysis: &mut Analysis,
    groups: &[Group],
    file: &Path,
    found: &mut Vec<Finding>,
) {
    let Some(any) = groups.first().map(|group| group.walks[0]) else { return };
    let known: FxHashSet<&str> = analysis.functions.iter().map(|one| &*one.name).collect();
    for (name, source, span) in &analysis.missing {
        if source.path == file && !known.contains(&**name) {
            let own = groups.iter().map(|group| group.walks[0]).find(|&which| {
                let body = &analysis.functions[which].body;
                body.span.to(*span) == body.span
            });
            let body = own.map(|which| &analysis.functions[which].body);
            let variable = body.and_then(|body| close::variable(body, name, *span));
            let meant = variable.is_some();
            let close = variable.or_else(|| close::function(name, &known));
            let subject = Subject::UnknownFunction { name: Rc::clone(name), close };
            let which = own.unwrap_or(any);
            let finding = match meant {
                // A variable of almost that name is there, and no such function.
                true => Finding::warning(Rule::UndefinedFunction, which, *span, subject),
                false => Finding::note(Rule::UndefinedFunction, which, *span, subject),
            };
            found.push(finding);
        }
    }
    // Functions that look at variables of whoever calls them.
    let looking: FxHashSet<&str> = analysis
        .functions
        .iter()
        .filter(|one| one.body.calls.values().any(|call| call.id() == Some(BuiltinId::Evalin)))
        .map(|one| &*one.name)
        .collect();
    let undefined: FxHashSet<Span> = found.iter().map(|finding| finding.span).collect();
    for group in groups {
        let which = group.walks[0];
        let walk = &analysis.functions[which];
        let body = &walk.body;
        if walk.cut || has_dynamic_scope(body) {
            continue;
        }
        let mut said: FxHashSet<&str> = FxHashSet::default();
        let branched = Branched::of(body);
        for (span, name) in &walk.maybe_reads {
            let everywhere = group.each(analysis).all(|walk| walk.may_read_nothing(*span));
            if everywhere
                && !undefined.contains(span)
                && branched.is_only_set_in_branches(name, *span)
                && said.insert(name)
            {
                let subject = Subject::PossiblyUndefined(Rc::clone(name));
                found.push(Finding::note(Rule::PossiblyUndefined, which, *span, subject));
            }
        }
        let seen = body.calls.values().any(|call| looking.contains(&*call.name));
        for (span, name) in if seen { Vec::new() } else { unused(body) } {
            // An object of `onCleanup` is there for its end.
            let guards = walk
                .definitions
                .iter()
                .any(|one| one.name == name && one.value.classes.single() == Some(Class::Cleanup));
            if guards {
                continue;
            }
            found.push(Finding::note(Rule::UnusedResult, which, span, Subject::Unused(name)));
        }
        for (span, name) in shadows(body) {
            found.push(Finding::note(Rule::ShadowedBuiltin, which, span, Subject::Shadows(name)));
        }
    }
}

/// Whether variables may come and go without being named.
fn has_dynamic_scope(body: &Body) -> bool {
    body.calls.values().any(|call| {
        call.effects().see_variables()
            || matches!(call.id(), Some(BuiltinId::Isargout | BuiltinId::PrintUsage))
    })
}

/// Which variables are set in branches, none of which leads to every place after them: not in a
/// loop, where the first iteration is another matter.
struct Branched<'b> {
    /// Variables of which nothing is said: parameters, those of others, loop variables.
    excepted: FxHashSet<&'b str>,
    /// Whether nothing is said of any.
    all_excepted: bool,
    /// Where variables are set.
    sets: FxHashMap<&'b str, Sets>,
}

/// Where a variable is set, by the ends of the statements.
struct Sets {
    first_in_branch: u32,
    first_elsewhere: u32,
    last: u32,
}

impl<'b> Branched<'b> {
    fn of(body: &'b Body) -> Branched<'b> {
        let mut all_excepted = matches!(body.kind, BodyKind::Script | BodyKind::Nested(_));
        let mut excepted: FxHashSet<&str> = body
            .inputs
            .iter()
            .filter_map(|input| input.slot)
            .chain(body.shared.iter().copied())
            .map(|slot| &*body.slots[slot].name)
            .collect();
        let outer = |variable: &&Variable| matches!(variable.storage, Storage::Outer(_));
        excepted.extend(body.slots.values().filter(outer).map(|variable| &*variable.name));
        let mut sets: FxHashMap<&str, Sets> = FxHashMap::default();
        let name_of = |target: &Target| match target {
            Target::Place { slot, .. } => Some(&*body.slots[*slot].name),
            Target::Ignored => None,
        };
        for (around, statements) in blocks(&body.statements) {
            // In no loop.
            let branch = around
                .is_some_and(|stmt| matches!(stmt.kind, StmtKind::If(..) | StmtKind::Switch(_)));
            for stmt in statements {
                match &stmt.kind {
                    StmtKind::Assign(assign) => {
                        let end = stmt.span.end;
                        for name in assign.targets.iter().filter_map(name_of) {
                            let never = Sets {
                                first_in_branch: u32::MAX,
                                first_elsewhere: u32::MAX,
                                last: 0,
                            };
                            let one = sets.entry(name).or_insert(never);
                            let first = if branch {
                                &mut one.first_in_branch
                            } else {
                                &mut one.first_elsewhere
                            };
                            *first = (*first).min(end);
                            one.last = one.last.max(end);
                        }
                    }
                    StmtKind::Declare(_) => all_excepted = true,
                    StmtKind::For(each) => excepted.extend(name_of(&each.target)),
                    _ => {}
                }
            }
        }
        Branched { excepted, all_excepted, sets }
    }

    /// Whether all that set a variable stand in branches before the place that reads it.
    fn is_only_set_in_branches(&self, name: &str, read: Span) -> bool {
        !self.all_excepted
            && !self.excepted.contains(name)
            && self.sets.get(name).is_some_and(|sets| {
                sets.first_in_branch <= read.start
                    && sets.first_elsewhere > read.start
                    && sets.last <= read.start
            })
    }
}

/// Variables of functions that are set and never read.
pub(crate) fn unused(body: &Body) -> Vec<(Span, Rc<str>)> {
    if !matches!(body.kind, BodyKind::Function) || !body.nested.is_empty() {
        return Vec::new();
    }
    let mut used: FxHashSet<SlotId> = body.outputs.iter().copied().collect();
    used.extend(body.varargout);
    used.extend(body.shared.iter().copied());
    used.insert(body.ans);
    for expr in body.exprs.values() {
        match &expr.kind {
            ExprKind::Var(slot) => {
                used.insert(*slot);
            }
            ExprKind::Access(access) => {
                used.extend(access.variable());
            }
            _ => {}
        }
    }
    for anonymous in body.anonymous.values() {
        used.extend(anonymous.captures.iter().map(|(outer, _)| *outer));
    }
    let mut found = Vec::new();
    let mut declared: FxHashSet<SlotId> = FxHashSet::default();
    for stmt in statements(&body.statements) {
        match &stmt.kind {
            StmtKind::Declare(all) => declared.extend(all.iter().map(|one| one.slot)),
            StmtKind::Try(attempt) => declared.extend(attempt.error),
            StmtKind::For(each) => declared.extend(each.target.slot()),
            _ => {}
        }
    }
    let mut seen: FxHashSet<SlotId> = FxHashSet::default();
    for assign in body.assignments() {
        // One of several outputs is often not wanted.
        if let ([Target::Place { slot, links, span }], None) = (&assign.targets[..], assign.op)
            && links.is_empty()
            && !used.contains(slot)
            && !declared.contains(slot)
            && seen.insert(*slot)
        {
            found.push((*span, Rc::clone(&body.slots[*slot].name)));
        }
    }
    found
}

/// Variables that hide a built-in which the same function calls as one.
fn shadows(body: &Body) -> Vec<(Span, Rc<str>)> {
    let mut found = Vec::new();
    let mut seen: FxHashSet<SlotId> = FxHashSet::default();
    for assign in body.assignments() {
        for target in &assign.targets {
            if let Target::Place { slot, links, span } = target
                && links.is_empty()
                && formwork_builtins::is_everyday(&body.slots[*slot].name)
                && seen.insert(*slot)
            {
                found.push((*span, Rc::clone(&body.slots[*slot].name)));
            }
        }
    }
    found
}
