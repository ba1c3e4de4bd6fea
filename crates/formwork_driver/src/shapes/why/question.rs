//! Questions: which definition is meant by `x@12`.

use formwork_infer::{Definition, DefinitionKind, FunctionRecord};

use crate::shapes::Shapes;

/// How many lines are named where a variable is set.
const NAMED: usize = 6;

/// A variable, and perhaps the line that sets it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Question {
    name: String,
    line: Option<u32>,
}

impl Question {
    /// Reads `x`, `x@12` or `opts.n@12`.
    pub(super) fn parse(text: &str) -> Result<Question, String> {
        let (name, line) = match text.split_once('@') {
            None => (text, None),
            Some((name, line)) => match line.trim().parse() {
                Ok(line) => (name, Some(line)),
                Err(_) => return Err(format!("'{line}' in '{text}' is no line: write 'x@12'")),
            },
        };
        let name = name.trim();
        if name.is_empty() {
            return Err(format!("no variable in '{text}': write 'x@12', or 'x'"));
        }
        Ok(Question { name: name.to_owned(), line })
    }

    /// The definitions that are meant, one for each way a function is called in: those on the line,
    /// or the last of each function. Functions of the file come before those of others.
    pub(super) fn definitions(&self, shapes: &Shapes) -> Result<Vec<(usize, usize)>, String> {
        let functions = &shapes.analysis.functions;
        let is_own = |function: &FunctionRecord| function.source.path == shapes.file;
        let own: Vec<usize> = (0..functions.len()).filter(|&f| is_own(&functions[f])).collect();
        let others = (0..functions.len()).filter(|&f| !is_own(&functions[f]));
        let own_has = own.iter().any(|&place| !self.of(&functions[place]).is_empty());
        let places: Vec<usize> = if own_has { own } else { others.collect() };
        let mut found = Vec::new();
        let mut lines = Vec::new();
        for place in places {
            let function = &functions[place];
            let all = self.of(function);
            let line_of = |which: usize| line_of(function, &function.definitions[which]);
            lines.extend(all.iter().map(|&which| line_of(which)));
            let meant = match self.line {
                None => all.last().copied(),
                Some(line) => preferred(function, &all, |which| line_of(which) == line),
            };
            found.extend(meant.map(|which| (place, which)));
        }
        if !found.is_empty() {
            return Ok(found);
        }
        let file = shapes.file.display();
        match self.line {
            Some(line) if !lines.is_empty() => Err(self.elsewhere(line, lines)),
            _ => Err(format!("{file} has no variable '{}'{}", self.name, self.similar(functions))),
        }
    }

    /// The definitions of the variable in a function.
    fn of(&self, function: &FunctionRecord) -> Vec<usize> {
        let is_own = |one: &Definition| one.kind != DefinitionKind::Temp && *one.name == *self.name;
        let all = function.definitions.iter().enumerate();
        all.filter(|(_, one)| is_own(one)).map(|(which, _)| which).collect()
    }

    /// That the variable is set on other lines, the nearest of which are named.
    fn elsewhere(&self, line: u32, mut lines: Vec<u32>) -> String {
        lines.sort_unstable();
        lines.dedup();
        lines.sort_by_key(|&other| other.abs_diff(line));
        let more = lines.len() > NAMED;
        lines.truncate(NAMED);
        lines.sort_unstable();
        let word = if lines.len() == 1 { "line" } else { "lines" };
        let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
        let lines = lines.join(", ");
        let near = if more { "the nearest are " } else { "" };
        let name = &self.name;
        format!("'{name}' is not set on line {line}; it is set on {near}{word} {lines}")
    }

    /// Names that begin as the one that is asked for, or that it begins as.
    fn similar(&self, functions: &[FunctionRecord]) -> String {
        let wanted = self.name.to_lowercase();
        let root = wanted.split(['.', '{']).next().unwrap_or_default();
        let is_like = |name: &str| {
            let name = name.to_lowercase();
            name == root || name.starts_with(&wanted) || wanted.starts_with(&name)
        };
        let names = functions.iter().flat_map(|function| &function.definitions);
        let names = names.filter(|one| one.kind != DefinitionKind::Temp).map(|one| &*one.name);
        let mut names: Vec<&str> = names.filter(|name| is_like(name)).collect();
        names.sort_unstable();
        names.dedup();
        names.truncate(NAMED);
        if names.is_empty() { String::new() } else { format!("; there is {}", names.join(", ")) }
    }
}

/// The last of some definitions, of those that were written if there are any.
fn preferred(
    function: &FunctionRecord,
    all: &[usize],
    is_meant: impl Fn(usize) -> bool,
) -> Option<usize> {
    let written = |which: usize| {
        let kind = function.definitions[which].kind;
        matches!(kind, DefinitionKind::Assign | DefinitionKind::Param)
    };
    let meant = || all.iter().copied().filter(|&which| is_meant(which));
    meant().rfind(|&which| written(which)).or_else(|| meant().next_back())
}

/// The line that a definition stands on.
pub(super) fn line_of(function: &FunctionRecord, definition: &Definition) -> u32 {
    function.source.place(definition.span.start).line
}

#[cfg(test)]
mod tests {
    use super::Question;

    #[test]
    fn questions_are_read() {
        let asked = Question::parse("opts.n@12").expect("it is one");
        assert_eq!((&*asked.name, asked.line), ("opts.n", Some(12)));
        let asked = Question::parse("x").expect("it is one");
        assert_eq!((&*asked.name, asked.line), ("x", None));
        for wrong in ["", "@3", "x@", "x@y"] {
            assert!(Question::parse(wrong).is_err(), "{wrong}");
        }
    }
}
