//! What the server has: documents, their analyses, the workspace, and what the editor can do.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use formwork_driver::{Found, NameIndex, VariableFact};
use rustc_hash::FxHashMap;

use crate::files::Files;
use crate::protocol::{Location, Position, Range};
use crate::text::{Encoding, Moved, Text};
use crate::uri;
use crate::worker::{Job, World};

/// A file that is open.
pub(crate) struct Document {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) names: Option<Names>,
    pub(crate) analysis: Option<Analysis>,
    /// Stops the analyses that are under way.
    pub(crate) stop: Arc<AtomicBool>,
    /// The shapes of its variables, with the text that they are about.
    pub(crate) shapes: Option<(Arc<Text>, Vec<VariableFact>)>,
    /// Whether the editor was told of the analysis.
    pub(crate) told: bool,
    /// Whose shapes are to be found once it has been checked.
    pub(crate) unshaped: Option<Job>,
}

/// What the names of a version of a document mean.
pub(crate) struct Names {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) index: NameIndex,
}

/// What is found in a version of a document.
pub(crate) struct Analysis {
    pub(crate) version: i32,
    pub(crate) text: Arc<Text>,
    pub(crate) found: Vec<Found>,
    /// Whether that is all. Until then those stand for the rest that were found in an older text.
    pub(crate) complete: bool,
    /// What is not found in the first step of a check, but later: in the next text it stands for
    /// what later steps find there. It is shown, unless the text is broken.
    pub(crate) later: Vec<Found>,
}

pub(crate) struct State {
    /// The folders of the workspace.
    pub(crate) roots: Vec<PathBuf>,
    pub(crate) documents: FxHashMap<PathBuf, Document>,
    pub(crate) world: World,
    pub(crate) files: Files,
    pub(crate) encoding: Encoding,
    /// Whether the editor asks for diagnostics itself.
    pub(crate) pulls: bool,
    /// Whether the editor asks anew for hints when it is told to.
    pub(crate) refreshes: bool,
}

/// A document with its names, as a request sees it.
pub(crate) struct Seen<'s> {
    pub(crate) state: &'s State,
    pub(crate) path: &'s Path,
    pub(crate) document: &'s Document,
    pub(crate) names: &'s Names,
    /// From the text whose names these are to the document's.
    pub(crate) moved: Moved,
}

impl Analysis {
    /// Takes what a step of a check found, with what is to be kept of the analysis before.
    pub(crate) fn take(
        before: Option<Analysis>,
        (version, text): (i32, Arc<Text>),
        mut found: Vec<Found>,
        complete: bool,
    ) -> Analysis {
        let mut later = Vec::new();
        match before {
            // A step behind the first one.
            Some(before) if before.version == version && !before.complete => {
                let first =
                    |one: &&Found| before.found.contains(one) && !before.later.contains(one);
                later.extend(found.iter().filter(|one| !first(one)).cloned());
                if !complete {
                    let known = before.later.into_iter();
                    let old: Vec<Found> = known.filter(|one| is_missing(one, &found)).collect();
                    found.extend(old.iter().cloned());
                    later.extend(old);
                }
            }
            Some(before) => {
                let moved = Moved::between(before.text.as_str(), text.as_str());
                later.extend(before.later.iter().filter_map(|one| moved_found(one, moved)));
                later.retain(|one| is_missing(one, &found));
                // All of a sudden all is known only of what cannot be analysed.
                if !complete {
                    found.extend(later.iter().cloned());
                }
            }
            None => {}
        }
        found.sort_by_key(|one| one.span);
        Analysis { version, text, found, complete, later }
    }
}

/// Whether findings say nothing of the kind at its place.
fn is_missing(one: &Found, found: &[Found]) -> bool {
    !found.iter().any(|other| other.code == one.code && other.span == one.span)
}

/// A finding of an older text in a newer one, without what may not fit any more.
fn moved_found(one: &Found, moved: Moved) -> Option<Found> {
    let mut one = one.clone();
    one.span = moved.span_to_new(one.span)?;
    one.fix = None;
    for places in [&mut one.labels, &mut one.related] {
        places.retain_mut(|place| match (&place.file, moved.span_to_new(place.span)) {
            (Some(_), _) => true,
            (None, Some(span)) => {
                place.span = span;
                true
            }
            (None, None) => false,
        });
    }
    Some(one)
}

impl State {
    /// A document, if something is known of it.
    pub(crate) fn see<'s>(&'s self, path: &'s Path) -> Option<Seen<'s>> {
        let document = self.documents.get(path)?;
        let names = document.names.as_ref()?;
        let moved = Moved::between(names.text.as_str(), document.text.as_str());
        Some(Seen { state: self, path, document, names, moved })
    }

    /// The names of any file, and its text.
    pub(crate) fn names_of(&self, path: &Path) -> Option<(Rc<NameIndex>, Rc<Text>)> {
        self.files.names(path, &self.world).map(|(text, names)| (names, text))
    }

    /// The text of any file.
    pub(crate) fn text_of(&self, path: &Path) -> Option<Rc<Text>> {
        self.files.text(path, &self.world)
    }

    /// The first function of a file, which others call by the name of the file.
    pub(crate) fn first_function(
        &self,
        path: &Path,
    ) -> Option<(formwork_driver::FunctionName, Location)> {
        let (names, text) = self.names_of(path)?;
        let first = names.functions.first()?.clone();
        let range = text.range(first.name_span, self.encoding);
        Some((first, Location { uri: uri::of_path(path), range }))
    }
}

impl Seen<'_> {
    /// What was found in the document, and how its places have moved since.
    pub(crate) fn found(&self) -> (&[Found], Moved) {
        let analysis = self.document.analysis.as_ref();
        let text = analysis.map_or(&self.document.text, |analysis| &analysis.text);
        let moved = Moved::between(text.as_str(), self.document.text.as_str());
        (analysis.map_or(&[], |analysis| &analysis.found), moved)
    }

    /// A place of the editor in the text whose names these are.
    pub(crate) fn offset(&self, place: Position) -> u32 {
        self.moved.to_old(self.document.text.offset(place, self.state.encoding))
    }

    /// A stretch of that text in the editor; nothing if it is there no more.
    pub(crate) fn range(&self, span: (u32, u32)) -> Option<Range> {
        self.moved_range(span, self.moved)
    }

    /// A stretch of an older text in the editor; nothing if it is there no more.
    pub(crate) fn moved_range(&self, span: (u32, u32), moved: Moved) -> Option<Range> {
        let span = moved.span_to_new(span)?;
        Some(self.document.text.range(span, self.state.encoding))
    }

    pub(crate) fn location(&self, span: (u32, u32)) -> Option<Location> {
        Some(Location { uri: uri::of_path(self.path), range: self.range(span)? })
    }

    /// What is known of a variable at a place of that text: where it is given a value there,
    /// else by the last place before that does so in the same function.
    pub(crate) fn fact(&self, name: &str, at: u32) -> Option<&VariableFact> {
        let (text, facts) = self.document.shapes.as_ref()?;
        let moved = Moved::between(text.as_str(), self.names.text.as_str());
        let function = self.names.index.function_at(at).map(|one| one.span.0);
        let around = |one: &&VariableFact| match function {
            Some(start) => moved.to_new(one.function.1) == Some(start),
            None => true,
        };
        let own = || facts.iter().filter(|one| one.name == name).filter(around);
        let place = |one: &VariableFact| moved.to_new(one.span.0);
        let mut here = own().filter(|one| place(one) == Some(at));
        here.next_back()
            .or_else(|| own().rfind(|one| place(one).is_some_and(|own| own < at)))
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

#[cfg(test)]
mod tests {
    use formwork_driver::Level;

    use super::*;

    fn found(code: &str, span: (u32, u32)) -> Found {
        Found {
            code: code.to_owned(),
            id: String::new(),
            level: Level::Error,
            message: String::new(),
            span,
            condition: None,
            labels: Vec::new(),
            related: Vec::new(),
            runtime: None,
            example: None,
            call: None,
            fix: None,
            help: None,
            provoked: None,
        }
    }

    fn next(
        before: Option<Analysis>,
        (version, text): (i32, &str),
        all: &[(&str, (u32, u32))],
        complete: bool,
    ) -> Analysis {
        let new = (version, Arc::new(Text::new(text.to_owned())));
        let all = all.iter().map(|(code, span)| found(code, *span)).collect();
        Analysis::take(before, new, all, complete)
    }

    /// What later steps find stays, where it is in the new text, until it is found anew or they are
    /// over.
    #[test]
    fn what_later_steps_found_stays_until_they_are_over_again() {
        let codes = |one: &Analysis| -> Vec<(String, u32)> {
            one.found.iter().map(|found| (found.code.clone(), found.span.0)).collect()
        };
        let one = |code: &str, at: u32| (code.to_owned(), at);
        let (own, usual, call) = (("own", (0, 1)), ("usual", (1, 2)), ("call", (3, 5)));
        let first = next(None, (1, "ab;cd;"), &[own], false);
        let second = next(Some(first), (1, "ab;cd;"), &[own, usual], false);
        let whole = next(Some(second), (1, "ab;cd;"), &[own, usual, call], true);
        assert_eq!(codes(&whole), [one("own", 0), one("usual", 1), one("call", 3)]);
        let edited = next(Some(whole), (2, "ab;x;cd;"), &[own], false);
        assert_eq!(codes(&edited), [one("own", 0), one("usual", 1), one("call", 5)]);
        // A broken text shows what is wrong with it, and the next one goes on.
        let broken = next(Some(edited), (3, "ab;x(;cd;"), &[("syntax", (4, 5))], true);
        assert_eq!(codes(&broken), [one("syntax", 4)]);
        let again = next(Some(broken), (4, "ab;x;cd;"), &[own], false);
        assert_eq!(codes(&again), [one("own", 0), one("usual", 1), one("call", 5)]);
        // A step says nothing of what those behind it find.
        let usual_again = next(Some(again), (4, "ab;x;cd;"), &[own, usual], false);
        assert_eq!(codes(&usual_again), [one("own", 0), one("usual", 1), one("call", 5)]);
        let mended = next(Some(usual_again), (4, "ab;x;cd;"), &[own, usual], true);
        assert_eq!(codes(&mended), [one("own", 0), one("usual", 1)]);
        let later = next(Some(mended), (5, "ab;x;cd;"), &[], false);
        assert_eq!(codes(&later), [one("usual", 1)]);
    }
}
