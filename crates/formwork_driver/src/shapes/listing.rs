//! The annotated listing: what each line defines, beside the line. Which definitions it has is
//! decided in `listed`.

use std::fmt::Write as _;

use formwork_hir::body::BodyKind;
use formwork_infer::{Check, CheckKind, DefinitionKind, FunctionRecord, Summary};
use formwork_shape::Truth;

use super::listed::listed;
use super::words::Words;
use super::{Shapes, own_walks};

/// Where annotations begin, if lines are long.
const WIDEST: usize = 56;

/// The longest text that a name is explained by.
const LONGEST: usize = 60;

impl Shapes {
    /// Each function's source, and beside each line what it defines that is new to a reader, or
    /// all that it defines; below it the checks that remain and those that earlier ones imply; at
    /// the end the numbers.
    #[must_use]
    pub fn listing(&self, all: bool) -> String {
        let mut out = String::new();
        if let Some(assumed) = self.assumed() {
            let _ = writeln!(out, "assumed: {assumed}\n");
        }
        let is_listed = |function: &FunctionRecord| all || function.caller.is_none();
        let functions = self.analysis.functions.iter().enumerate();
        for (place, function) in functions.filter(|(_, function)| is_listed(function)) {
            let words = self.words(place);
            let _ = writeln!(out, "{}", self.title(function));
            let notes = self.notes(function, words, all);
            self.list_function(function, &notes, &mut out);
            let mut checks = String::new();
            self.list_checks(function, words, &mut checks);
            let told: Vec<&str> =
                notes.iter().flatten().chain([&checks]).map(String::as_str).collect();
            let wheres = self.list_wheres(place, (!all).then_some(&told));
            let _ = writeln!(out, "{wheres}{checks}");
        }
        let Summary { shapes, explicit, symbolic, symbolic_copies, unknown, .. } =
            self.analysis.summary(own_walks(&self.analysis.functions));
        let _ = writeln!(
            out,
            "{shapes} shapes: {explicit} explicit, {symbolic} symbolic ({symbolic_copies} the same \
             as an earlier one), {unknown} unknown"
        );
        if !all {
            out.push_str(&self.callers_text());
        }
        if self.analysis.exhausted {
            out.push_str(
                "the program is too long to be walked to its end: some facts are missing\n",
            );
        }
        out
    }

    /// Which files call the functions, if what they are then is known and not listed.
    fn callers_text(&self) -> String {
        let functions = self.analysis.functions.iter();
        let mut callers: Vec<String> = functions
            .filter_map(|function| {
                let (caller, line) = function.caller.as_ref()?;
                Some(Shapes::caller_text(function, (caller, *line)))
            })
            .collect();
        callers.sort();
        callers.dedup();
        match callers.is_empty() {
            true => String::new(),
            false => format!("called in {}: --all shows with what\n", callers.join(", ")),
        }
    }

    /// What is behind the names that sizes were given, if there are texts only behind those that
    /// they or these lines mention.
    fn list_wheres(&self, place: usize, texts: Option<&Vec<&str>>) -> String {
        let mut lines: Vec<String> = Vec::new();
        // A name is given before others are explained by it.
        for (name, text) in self.names[place].wheres.iter().rev() {
            let is_told = texts.is_none_or(|texts| {
                let mut all = texts.iter().copied().chain(lines.iter().map(String::as_str));
                all.any(|one| mentions(one, name))
            });
            // A size that was made up is what its name says.
            if !text.contains('#') && text.len() <= LONGEST && is_told {
                lines.push(format!("  where {name} = {text}\n"));
            }
        }
        lines.into_iter().rev().collect()
    }

    /// What is told beside each line of a function.
    fn notes(&self, function: &FunctionRecord, words: Words<'_>, all: bool) -> Vec<Vec<String>> {
        let count = function.source.text().split(|&byte| byte == b'\n').count();
        let mut notes: Vec<Vec<String>> = vec![Vec::new(); count + 1];
        let types: Vec<String> =
            function.definitions.iter().map(|one| words.type_text(&one.value)).collect();
        let listed = if all { Vec::new() } else { listed(function, &types) };
        for (which, definition) in function.definitions.iter().enumerate() {
            if definition.kind == DefinitionKind::Temp || !(all || listed[which]) {
                continue;
            }
            let line = (function.source.place(definition.span.start).line as usize).min(count);
            let how = match definition.kind {
                DefinitionKind::LoopPhi => "  (head of the loop)",
                DefinitionKind::JoinPhi => "  (where paths meet)",
                DefinitionKind::Param | DefinitionKind::Temp | DefinitionKind::Assign => "",
            };
            let open =
                definition.defined == Truth::Maybe && definition.kind != DefinitionKind::Param;
            let maybe = if open { "  (if it is set)" } else { "" };
            let kind = words.full_type_text(&definition.value);
            let note = format!("{} : {kind}{how}{maybe}", definition.name);
            if !notes[line].contains(&note) {
                notes[line].push(note);
            }
        }
        for span in &function.unreachable {
            let line = function.source.place(span.start).line as usize;
            if let Some(notes) = notes.get_mut(line)
                && notes.is_empty()
            {
                notes.push("never reached".to_owned());
            }
        }
        notes
    }

    fn list_function(&self, function: &FunctionRecord, notes: &[Vec<String>], out: &mut String) {
        let lines: Vec<String> = function
            .source
            .text()
            .split(|&byte| byte == b'\n')
            .map(|line| String::from_utf8_lossy(line).trim_end().replace('\t', "    "))
            .collect();
        let (first, last) = self.lines_of(function, lines.len());
        let shown = || (first..=last).filter(|&line| line >= 1 && line <= lines.len());
        let widest = shown().map(|line| lines[line - 1].chars().count()).max().unwrap_or(0);
        let width = widest.min(WIDEST);
        for line in shown() {
            let text = &lines[line - 1];
            let mut notes = notes[line].iter();
            if text.chars().count() <= width
                && let Some(note) = notes.next()
            {
                let _ = writeln!(out, "{line:>5}  {text:<width$}  %? {note}");
            } else {
                let _ = writeln!(out, "{line:>5}  {text}");
            }
            for note in notes {
                let _ = writeln!(out, "       {:<width$}  %? {note}", "");
            }
        }
    }

    /// The lines a function stands on; a script has all but those of its functions at
    /// the end.
    fn lines_of(&self, function: &FunctionRecord, count: usize) -> (usize, usize) {
        let Some(body) = self.body(function) else { return (1, count) };
        let line = |at: u32| function.source.place(at).line as usize;
        match body.kind {
            BodyKind::Script => (1, count),
            BodyKind::Function | BodyKind::Nested(_) | BodyKind::Anonymous => {
                (line(body.span.start), line(body.span.end.saturating_sub(1)))
            }
        }
    }

    fn list_checks(&self, function: &FunctionRecord, words: Words<'_>, out: &mut String) {
        let checks = || function.checks.iter();
        let remaining: Vec<&Check> = checks().filter(|check| check.verdict != Truth::Yes).collect();
        let redundant: Vec<&Check> = checks()
            .filter(|check| check.verdict == Truth::Yes && check.alone != Truth::Yes)
            .collect();
        let count = function.checks.len();
        if count == 0 {
            return;
        }
        let never = count - remaining.len() - redundant.len();
        let _ = writeln!(
            out,
            "  checks: {count}; {never} cannot fail, {} follow from earlier ones, {} remain",
            redundant.len(),
            remaining.len()
        );
        for (title, some) in [("remains", remaining), ("follows", redundant)] {
            for check in some {
                let place = function.source.place(check.span.start);
                let _ = writeln!(
                    out,
                    "    {title} {}:{}  {}",
                    place.line,
                    place.column,
                    check_text(function, check, words)
                );
            }
        }
    }
}

/// Whether a text has a name in it that is not a part of a longer one.
fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(name).any(|(at, _)| {
        // Extents are joined by `x`: a name may have one before it and one behind it.
        let before = text[..at].strip_suffix('x').unwrap_or(&text[..at]);
        let behind = &text[at + name.len()..];
        let behind = behind.strip_prefix('x').unwrap_or(behind);
        !before.ends_with(|c: char| c.is_alphabetic() || c == '_') && !behind.starts_with(is_word)
    })
}

fn check_text(function: &FunctionRecord, check: &Check, words: Words<'_>) -> String {
    let (start, end) = (check.span.start as usize, check.span.end as usize);
    let text = function.source.text().get(start..end).unwrap_or_default();
    let text = String::from_utf8_lossy(text);
    let text = text.lines().next().unwrap_or_default();
    let what = match check.kind {
        CheckKind::Elementwise => "operands of",
        CheckKind::Matrix => "matrix operands of",
        CheckKind::Concatenation => "parts of",
        CheckKind::Index => "subscripts of",
        CheckKind::Assignment => "what is assigned to",
        CheckKind::Growth => "growth of",
        CheckKind::Positive => "subscripts of",
    };
    let shapes: Vec<String> = check.operands.iter().map(|&shape| words.shape_text(shape)).collect();
    let never = if check.verdict == Truth::No { "always fails: " } else { "" };
    let needs = words.requirement_text(&check.requirement);
    format!("{never}{what} {text} ({}): {needs}", shapes.join(", "))
}
