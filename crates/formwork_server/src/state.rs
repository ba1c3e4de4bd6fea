//! What the server has: documents, their analyses, the workspace, and what the editor can do.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use formwork_driver::{Found, NameIndex, VariableFact, name_index};
use rustc_hash::FxHashMap;

use crate::protocol::{Location, Position, Range};
use crate::text::{Encoding, Moved, Text};
use crate::uri;
use crate::worker::World;

/// A file that is open.
pub(crate) struct Document {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) analysis: Option<Analysis>,
    /// Stops the check that is under way.
    pub(crate) stop: Arc<AtomicBool>,
    /// The shapes of its variables, with the text that they are about.
    pub(crate) shapes: Option<(Arc<Text>, Vec<VariableFact>)>,
}

/// What is known of a version of a document.
pub(crate) struct Analysis {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) names: NameIndex,
    pub(crate) found: Vec<Found>,
}

pub(crate) struct State {
    /// The folders of the workspace.
    pub(crate) roots: Vec<PathBuf>,
    pub(crate) documents: FxHashMap<PathBuf, Document>,
    pub(crate) world: World,
    pub(crate) encoding: Encoding,
    /// Whether the editor asks for diagnostics itself.
    pub(crate) pulls: bool,
    /// Whether the editor asks anew for hints when it is told to.
    pub(crate) refreshes: bool,
}

/// A document with its analysis, as a request sees it.
pub(crate) struct Seen<'s> {
    pub(crate) state: &'s State,
    pub(crate) path: &'s Path,
    pub(crate) document: &'s Document,
    pub(crate) analysis: &'s Analysis,
    /// From the analysed text to the document's.
    pub(crate) moved: Moved,
}

impl State {
    /// A document, if something is known of it.
    pub(crate) fn see<'s>(&'s self, path: &'s Path) -> Option<Seen<'s>> {
        let document = self.documents.get(path)?;
        let analysis = document.analysis.as_ref()?;
        let moved = Moved::between(analysis.text.as_str(), document.text.as_str());
        Some(Seen { state: self, path, document, analysis, moved })
    }

    /// The names of any file, and its text.
    pub(crate) fn names_of(&self, path: &Path) -> Option<(NameIndex, Text)> {
        let names = name_index(path, &self.world.program(path)).ok()?;
        Some((names, self.text_of(path)?))
    }

    /// The text of any file.
    pub(crate) fn text_of(&self, path: &Path) -> Option<Text> {
        let source = self.world.texts.read(path).ok()?;
        Some(Text::new(String::from_utf8_lossy(source.text()).into_owned()))
    }

    /// The first function of a file, which others call by the name of the file.
    pub(crate) fn first_function(
        &self,
        path: &Path,
    ) -> Option<(formwork_driver::FunctionName, Location)> {
        let (names, text) = self.names_of(path)?;
        let first = names.functions.into_iter().next()?;
        let range = text.range(first.name_span, self.encoding);
        Some((first, Location { uri: uri::of_path(path), range }))
    }
}

impl Seen<'_> {
    /// A place of the editor in the analysed text.
    pub(crate) fn offset(&self, place: Position) -> u32 {
        self.moved.to_old(self.document.text.offset(place, self.state.encoding))
    }

    /// A stretch of the analysed text in the editor; nothing if it is there no more.
    pub(crate) fn range(&self, span: (u32, u32)) -> Option<Range> {
        let span = self.moved.span_to_new(span)?;
        Some(self.document.text.range(span, self.state.encoding))
    }

    pub(crate) fn location(&self, span: (u32, u32)) -> Option<Location> {
        Some(Location { uri: uri::of_path(self.path), range: self.range(span)? })
    }

    /// What is known of a variable at a place of the analysed text: where it is given a value there,
    /// else by the last place before that does so in the same function.
    pub(crate) fn fact(&self, name: &str, at: u32) -> Option<&VariableFact> {
        let (text, facts) = self.document.shapes.as_ref()?;
        let moved = Moved::between(text.as_str(), self.analysis.text.as_str());
        let function = self.analysis.names.function_at(at).map(|one| one.span.0);
        let around = |one: &&VariableFact| match function {
            Some(start) => moved.to_new(one.function.1) == Some(start),
            None => true,
        };
        let own = || facts.iter().filter(|one| one.name == name).filter(around);
        let place = |one: &VariableFact| moved.to_new(one.span.0);
        let here = own().filter(|one| place(one) == Some(at));
        here.last()
            .or_else(|| own().filter(|one| place(one).is_some_and(|at_| at_ < at)).last())
            .or_else(|| own().next())
    }

    /// The fields of a struct that are known at a place, each with its type: those that were stored
    /// before it, and those that it had when it came to be.
    pub(crate) fn fields(&self, name: &str, at: u32) -> Vec<(String, String)> {
        let Some(fact) = self.fact(name, at) else { return Vec::new() };
        let mut fields = fact.fields.clone();
        let Some((_, facts)) = &self.document.shapes else { return fields };
        for other in facts.iter().filter(|one| one.function == fact.function) {
            let part = other.name.strip_prefix(name).and_then(|rest| rest.strip_prefix('.'));
            let Some(field) = part.filter(|field| !field.contains(['.', '{', '('])) else {
                continue;
            };
            match fields.iter_mut().find(|(known, _)| known == field) {
                Some((_, kind)) => kind.clone_from(&other.full),
                None => fields.push((field.to_owned(), other.full.clone())),
            }
        }
        fields
    }
}
