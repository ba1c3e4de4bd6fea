//! Files of which the same would be found again: what was found in them before.
//!
//! What is found in a file depends on its text, on how it is read, and on what its check asked of
//! the project: the texts of other files, and what names mean (`formwork_hir`'s journal). All these
//! *questions* are kept with what was found (`record`), each with a number that stands for its
//! answer. What was found holds for as long as every answer is the same (`verify`): a changed file
//! is checked again with those that looked into it, a new file with those that looked for its name.
//! One file keeps a project (`store`); it is believed only if the same program wrote it, and whole.
//!
//! A question about names is answered in the *view* of the file that is checked, because a folder
//! finds its own functions before others of the same name; a question about a text has one answer.

mod record;
mod store;
mod verify;

use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use formwork_hir::{Asked, Question};

use super::project::{Project, View};
use super::report::Found;
use super::settings::Settings;
pub(super) use record::Lists;
use record::Recorded;
use store::Stored;
use verify::Holding;

/// What is remembered of the files of a project.
pub(super) struct Cache {
    file: PathBuf,
    key: u64,
    /// How each file is read.
    settings: Vec<u64>,
    /// What was found in each file before, if that still holds.
    known: Vec<Option<Vec<Found>>>,
    news: Mutex<News>,
}

/// What is to be written.
struct News {
    /// What was remembered before, while nothing is new.
    holding: Holding,
    recorded: Option<Recorded>,
    views: usize,
}

impl News {
    fn recorded(&mut self) -> &mut Recorded {
        let News { holding, recorded, views } = self;
        recorded.get_or_insert_with(|| Recorded::new(std::mem::take(holding), *views))
    }
}

impl Cache {
    /// What was remembered in a folder for such a project.
    pub(super) fn open(
        folder: &Path,
        project: &Project,
        (views, view_of): (&[View<'_>], &[usize]),
        settings: &[Settings],
    ) -> Cache {
        let key = key();
        let file = store::place(folder, project);
        let settings: Vec<u64> = settings.iter().map(|one| reading(project, one)).collect();
        let stored = Stored::read(&file, key).unwrap_or_default();
        let holding = Holding::of(stored, project, (views, view_of), &settings);
        let mut known = vec![None; project.files.len()];
        for entry in &holding.entries {
            known[entry.which] = Some(entry.found.clone());
        }
        let news = Mutex::new(News { holding, recorded: None, views: views.len() });
        Cache { file, key, settings, known, news }
    }

    /// What was found in a file before, if that still holds.
    pub(super) fn get(&self, which: usize) -> Option<Vec<Found>> {
        self.known[which].clone()
    }

    /// Remembers what was found in a file, which was asked for it, and what the answers were.
    pub(super) fn put(
        &self,
        (which, view): (usize, usize),
        (asked, answer): (&Asked, &dyn Fn(&Question) -> u64),
        found: &[Found],
        lists: &mut Lists,
    ) {
        if let Ok(mut news) = self.news.lock() {
            let place = (which, view, self.settings[which]);
            news.recorded().add(place, (asked, answer), found, lists);
        }
    }

    /// Writes what is remembered, if it has changed.
    pub(super) fn save(self, project: &Project) {
        let Ok(mut news) = self.news.into_inner() else { return };
        if news.recorded.is_none() && news.holding.is_all {
            return;
        }
        news.recorded();
        if let Some(stored) = news.recorded.and_then(|recorded| recorded.into_stored(project)) {
            store::write(&self.file, self.key, &stored);
        }
    }
}

/// What every answer depends on besides files and options: this program.
fn key() -> u64 {
    let mut hasher = DefaultHasher::new();
    env!("CARGO_PKG_VERSION").hash(&mut hasher);
    if let Ok(program) = std::env::current_exe()
        && let Ok(about) = program.metadata()
    {
        about.len().hash(&mut hasher);
        about.modified().ok().hash(&mut hasher);
    }
    hasher.finish()
}

/// Stands for how a file is read and understood. Options that say which findings count come later.
fn reading(project: &Project, settings: &Settings) -> u64 {
    let mut hasher = DefaultHasher::new();
    let semantics = project.options.semantics;
    format!("{:?}", (settings.dialect.unwrap_or_default(), semantics, settings.assume))
        .hash(&mut hasher);
    hasher.finish()
}
