//! The residual beside the original, line by line, with what was done in each line: for pages
//! that show both.
//!
//! Each function of the residual stands beside the function it came from. Lines that came from one
//! another stand in one row as far as their order is the same on both sides; statements that came
//! from an earlier line again (an unrolled loop) or from another function (an inlined call) have
//! a row of their own, and say where they came from.

use std::path::PathBuf;
use std::rc::Rc;

use formwork_hir::body::{Body, BodyKind};
use formwork_hir::{SourceId, SourceText};
use formwork_infer::trace::{Step, StepKind, Trace};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::print::{self, Line, PrintOptions};
use crate::residual::{FunctionId, Origin};
use crate::{Matter, SpecError, Specialized};

/// A function, or a script, that was walked.
#[derive(Clone, Debug)]
pub struct Walked {
    /// Its name.
    pub name: Rc<str>,
    /// Its file.
    pub path: PathBuf,
    /// Where it begins.
    begins: Origin,
    /// The text it stands in.
    source: Rc<SourceText>,
    /// Its first line and its last.
    lines: (u32, u32),
    /// The lines in which its statements begin.
    statements: FxHashSet<u32>,
}

/// A function of the residual beside the one that it came from.
#[derive(Clone, Debug)]
pub struct Beside {
    /// What it is called in the residual; none if nothing of it stays under its own name.
    pub residual: Option<Rc<str>>,
    /// What it is called in the original.
    pub original: Rc<str>,
    /// The file that the original stands in.
    pub path: PathBuf,
    /// Whether its text is kept as it was.
    pub verbatim: bool,
    /// The lines.
    pub rows: Vec<Pair>,
}

/// A row: a line of the original, one of the residual, or both.
#[derive(Clone, Debug, Default)]
pub struct Pair {
    /// On the left.
    pub original: Option<OriginalLine>,
    /// On the right.
    pub residual: Option<ResidualLine>,
}

/// A line of the original.
#[derive(Clone, Debug)]
pub struct OriginalLine {
    /// Its number in its file.
    pub number: u32,
    /// It.
    pub text: String,
    /// Whether nothing of it is left.
    pub gone: bool,
    /// What was done in it.
    pub notes: Vec<Note>,
}

/// A line of the residual.
#[derive(Clone, Debug)]
pub struct ResidualLine {
    /// Its number.
    pub number: usize,
    /// It.
    pub text: String,
    /// The line that it came from, if it does not stand beside it: the function, if that is another
    /// one, and the number.
    pub from: Option<(Option<Rc<str>>, u32)>,
}

/// What was done in a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// It is never come to.
    NotReached,
    /// No statement of it stays: it went, or became a part of another one.
    Gone,
    /// Its statements stand in the residual of another function.
    Inlined,
    /// Expressions were replaced by their values.
    Folded(usize),
    /// Branches were decided.
    Decided(usize),
    /// Calls were made direct.
    Resolved(usize),
    /// A loop was kept iteration by iteration: how many there were, and statements.
    Unrolled(usize, usize),
    /// Something stays for the run to decide: what, why, nanoseconds, and what would decide it.
    Stays(Matter, String, u64, Option<String>),
}

/// The functions and scripts of a trace, each once.
pub(crate) fn walked(trace: &Trace) -> Vec<Walked> {
    let mut seen = FxHashSet::default();
    let mut all = Vec::new();
    let mut add = |body: &Body| {
        if !body.name.starts_with('@') && seen.insert(body.id) {
            all.push(Walked::of(body));
        }
    };
    for variant in trace.variants.values() {
        add(&variant.body);
        scripts(&variant.steps, &mut add);
    }
    all
}

/// The scripts that statements run.
fn scripts(steps: &[Step], see: &mut impl FnMut(&Body)) {
    for step in steps {
        if let StepKind::Script(_, body, _) = &step.kind {
            see(body);
        }
        for inner in step.kind.blocks() {
            scripts(inner, see);
        }
    }
}

impl Walked {
    fn of(body: &Body) -> Walked {
        let line = |at: u32| body.source.place(at).line;
        let statements = formwork_hir::walk::statements(&body.statements)
            .map(|stmt| line(stmt.span.start))
            .collect();
        Walked {
            name: Rc::clone(&body.name),
            path: body.source.path.clone(),
            source: Rc::clone(&body.source),
            begins: Origin::of(&body.source, body.span),
            lines: if body.kind == BodyKind::Script {
                (1, line(u32::try_from(body.source.text().len()).unwrap_or(u32::MAX)))
            } else {
                (line(body.span.start), line(body.span.end.saturating_sub(1)))
            },
            statements,
        }
    }

    fn has(&self, line: Origin) -> bool {
        self.source.id() == line.source && (self.lines.0..=self.lines.1).contains(&line.line)
    }
}

impl Specialized {
    /// Every function of the residual beside the one it came from, then those of which nothing
    /// stays under a name of its own.
    ///
    /// # Errors
    ///
    /// If the residual has no text.
    pub fn beside(&self, options: PrintOptions) -> Result<Vec<Beside>, SpecError> {
        let lines =
            print::lines(&self.program, options).map_err(|error| SpecError(error.to_string()))?;
        let notes = self.notes(&lines);
        let mut shown: FxHashSet<(SourceId, u32)> = FxHashSet::default();
        let mut all: Vec<Beside> = Vec::new();
        let mut start = 0;
        while start < lines.len() {
            let next = (start + 1..lines.len()).find(|&at| lines[at].begins.is_some());
            let end = next.unwrap_or(lines.len());
            let script = self.program.entry.filter(|_| start == 0).map(|id| {
                let name = Rc::clone(&self.program.functions[id].name);
                (id, name)
            });
            let begun = lines[start].begins.clone().or(script);
            let origin = begun.as_ref().and_then(|(id, _)| self.program.functions[*id].from);
            let from = origin.and_then(|origin| self.walked.iter().find(|one| one.begins(origin)));
            if let Some(from) = from {
                shown.insert((from.source.id(), from.lines.0));
            }
            let filled = lines[start..end].iter().rposition(|line| !line.text.is_empty());
            let shown = &lines[start..filled.map_or(end, |last| start + last + 1)];
            all.push(self.section(begun, from, &notes, (start, shown)));
            start = end;
        }
        for one in &self.walked {
            if shown.insert((one.source.id(), one.lines.0)) {
                all.push(self.section(None, Some(one), &notes, (0, &[])));
            }
        }
        Ok(all)
    }

    /// One function beside where it came from.
    fn section(
        &self,
        begun: Option<(FunctionId, Rc<str>)>,
        from: Option<&Walked>,
        notes: &FxHashMap<Origin, Vec<Note>>,
        (first, lines): (usize, &[Line]),
    ) -> Beside {
        let function = begun.as_ref().map(|(id, _)| &self.program.functions[*id]);
        let own = from.map(|from| from.own_lines(lines)).unwrap_or(vec![None; lines.len()]);
        let paired = in_order(&own);
        let mut rows = Vec::new();
        let left = from.map(|from| from.original_lines(notes)).unwrap_or_default();
        let mut left = left.into_iter();
        let mut waiting = left.next();
        for (at, line) in lines.iter().enumerate() {
            let partner = own[at].filter(|_| paired[at]);
            let mut original = None;
            while let (Some(wanted), Some(next)) = (partner, &waiting) {
                if next.number > wanted {
                    break;
                }
                let is_it = next.number == wanted;
                let taken = std::mem::replace(&mut waiting, left.next());
                if is_it {
                    original = taken;
                } else {
                    rows.push(Pair { original: taken, residual: None });
                }
            }
            let elsewhere = line.from.filter(|_| original.is_none() && partner.is_none());
            let from = elsewhere.map(|origin| (self.other_name(origin, from), origin.line));
            let residual =
                Some(ResidualLine { number: first + at + 1, text: line.text.clone(), from });
            rows.push(Pair { original, residual });
        }
        rows.extend(
            waiting
                .into_iter()
                .chain(left)
                .map(|line| Pair { original: Some(line), residual: None }),
        );
        Beside {
            original: from
                .map(|from| Rc::clone(&from.name))
                .or_else(|| function.map(|function| Rc::clone(&function.origin)))
                .unwrap_or_else(|| "".into()),
            path: from.map(|from| from.path.clone()).unwrap_or_default(),
            verbatim: function.is_some_and(|function| function.verbatim.is_some()),
            residual: begun.map(|(_, name)| name),
            rows,
        }
    }

    /// The function that a line stands in, if it is another one.
    fn other_name(&self, line: Origin, own: Option<&Walked>) -> Option<Rc<str>> {
        if own.is_some_and(|own| own.has(line)) {
            return None;
        }
        self.walked.iter().find(|one| one.has(line)).map(|one| Rc::clone(&one.name))
    }

    /// What was done in each line.
    fn notes(&self, lines: &[Line]) -> FxHashMap<Origin, Vec<Note>> {
        let mut notes: FxHashMap<Origin, Vec<Note>> = FxHashMap::default();
        let kept: FxHashSet<Origin> = lines.iter().filter_map(|line| line.from).collect();
        let own: Vec<&Walked> = self.stays_under_its_name();
        for (&line, deeds) in &self.counts.deeds {
            let all = notes.entry(line).or_default();
            let counted: [(usize, fn(usize) -> Note); 3] = [
                (deeds.decided, Note::Decided),
                (deeds.folded, Note::Folded),
                (deeds.resolved, Note::Resolved),
            ];
            all.extend(counted.iter().filter(|(count, _)| *count > 0).map(|(n, note)| note(*n)));
            if deeds.reached > 0 && !kept.contains(&line) {
                all.push(Note::Gone);
            } else if deeds.reached > 0 && !own.iter().any(|one| one.has(line)) {
                all.push(Note::Inlined);
            }
        }
        for one in self.counts.loops.values() {
            let Some(from) = one.from else { continue };
            notes.entry(from).or_default().push(Note::Unrolled(one.trips, one.statements));
        }
        for left in &self.counts.left {
            let note =
                Note::Stays(left.matter, left.because.clone(), left.cost, left.remedy.clone());
            let all = notes.entry(left.from).or_default();
            if !all.contains(&note) {
                all.push(note);
            }
        }
        notes
    }

    /// The functions that the residual has versions of.
    fn stays_under_its_name(&self) -> Vec<&Walked> {
        let reached = self.program.reached();
        let begins: Vec<Origin> =
            reached.iter().filter_map(|&id| self.program.functions[id].from).collect();
        self.walked.iter().filter(|one| begins.iter().any(|&line| one.begins(line))).collect()
    }
}

impl Walked {
    fn begins(&self, line: Origin) -> bool {
        self.begins == line
    }

    /// Which of its lines lines of the residual came from. A comment came with the statement that
    /// it stands before.
    fn own_lines(&self, lines: &[Line]) -> Vec<Option<u32>> {
        let text = String::from_utf8_lossy(self.source.text());
        let originals: Vec<&str> = text.lines().collect();
        let said = |text: &str| text.trim_matches(['%', '#', ' ', '\t']).to_owned();
        let mut own: Vec<Option<u32>> = lines
            .iter()
            .map(|line| line.from.filter(|&origin| self.has(origin)).map(|origin| origin.line))
            .collect();
        for at in (1..lines.len()).rev() {
            let (text, before) = (&lines[at - 1].text, own[at].map(|line| line - 1));
            if own[at - 1].is_none()
                && text.trim_start().starts_with('%')
                && let Some(original) =
                    before.and_then(|line| originals.get((line as usize).checked_sub(1)?))
                && said(original) == said(text)
            {
                own[at - 1] = before;
            }
        }
        own
    }

    /// Its lines, with what was done in them.
    fn original_lines(&self, notes: &FxHashMap<Origin, Vec<Note>>) -> Vec<OriginalLine> {
        let text = String::from_utf8_lossy(self.source.text());
        let (first, last) = self.lines;
        let count = (last - first + 1) as usize;
        let numbered = (first..).zip(text.lines().skip(first as usize - 1).take(count));
        numbered
            .map(|(number, text)| {
                let line = Origin { source: self.source.id(), line: number };
                let begins = self.statements.contains(&number);
                let missing = || if begins { vec![Note::NotReached] } else { Vec::new() };
                let notes = notes.get(&line).cloned().unwrap_or_else(missing);
                let gone = notes.iter().any(|note| matches!(note, Note::Gone | Note::NotReached));
                OriginalLine { number, text: text.to_owned(), gone, notes }
            })
            .collect()
    }
}

/// Which of these lines stand beside their partners: as many as can in this order, each number once.
fn in_order(lines: &[Option<u32>]) -> Vec<bool> {
    // The longest sequence of numbers that grow: for each length the place where the one ends that
    // ends with the least number, and for each place the one before it.
    let mut ends: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; lines.len()];
    for (at, line) in lines.iter().enumerate() {
        let Some(line) = line else { continue };
        let length = ends.partition_point(|&end| lines[end] < Some(*line));
        before[at] = length.checked_sub(1).map(|shorter| ends[shorter]);
        match ends.get_mut(length) {
            Some(end) => *end = at,
            None => ends.push(at),
        }
    }
    let mut chosen = vec![false; lines.len()];
    let mut next = ends.last().copied();
    while let Some(at) = next {
        chosen[at] = true;
        next = before[at];
    }
    chosen
}

#[cfg(test)]
mod tests {
    use super::in_order;

    #[test]
    fn most_lines_stand_beside_their_partners() {
        let lines = [Some(1), None, Some(9), Some(2), Some(3), Some(2), Some(3), Some(4)];
        let wanted = [true, false, false, true, false, false, true, true];
        let found = in_order(&lines);
        assert_eq!(found.iter().filter(|&&one| one).count(), 4);
        assert_eq!(found[2], wanted[2]);
        assert_eq!(found[7], wanted[7]);
    }
}
