//! The files of the workspace as answers need them: texts, outlines and names, kept for as long as a
//! file is what it was.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_driver::{Outline, Stamp, name_indexes, outline_of};
use rustc_hash::FxHashMap;

use crate::text::Text;
use crate::worker::World;

/// Of how many files the names are kept: they are larger than the texts.
const NAMES: usize = 64;

/// What was read of the files.
#[derive(Default)]
pub(crate) struct Files {
    read: RefCell<FxHashMap<PathBuf, Read>>,
    names: RefCell<FxHashMap<PathBuf, (Rc<Text>, Rc<formwork_driver::NameIndex>)>>,
}

struct Read {
    stamp: Stamp,
    text: Rc<Text>,
    outline: Option<Rc<Outline>>,
}

impl Files {
    /// The text of a file: what stands for it, else what was read, if it is still that.
    pub(crate) fn text(&self, path: &Path, world: &World) -> Option<Rc<Text>> {
        let stamp = world.texts.stamp(path);
        let known = stamp.and_then(|stamp| {
            let read = self.read.borrow();
            read.get(path).filter(|one| one.stamp == stamp).map(|one| Rc::clone(&one.text))
        });
        if known.is_some() {
            return known;
        }
        let source = world.texts.read(path).ok()?;
        let text = Rc::new(Text::new(String::from_utf8_lossy(source.text()).into_owned()));
        if let Some(stamp) = stamp {
            let read = Read { stamp, text: Rc::clone(&text), outline: None };
            self.read.borrow_mut().insert(path.to_path_buf(), read);
        }
        Some(text)
    }

    /// What a file consists of.
    pub(crate) fn outline(&self, path: &Path, world: &World) -> Option<(Rc<Text>, Rc<Outline>)> {
        let text = self.text(path, world)?;
        let known = |read: &Read| Rc::ptr_eq(&read.text, &text);
        let outline = self.read.borrow().get(path).filter(|one| known(one))?.outline.clone();
        if let Some(outline) = outline {
            return Some((text, outline));
        }
        let dialect = world.program(path).dialect;
        let outline = Rc::new(outline_of(text.as_str().as_bytes(), dialect));
        if let Some(read) = self.read.borrow_mut().get_mut(path) {
            read.outline = Some(Rc::clone(&outline));
        }
        Some((text, outline))
    }

    /// What the names of a file mean.
    pub(crate) fn names(
        &self,
        path: &Path,
        world: &World,
    ) -> Option<(Rc<Text>, Rc<formwork_driver::NameIndex>)> {
        self.all_names(&[path.to_path_buf()], world).pop()?
    }

    /// What the names of several files mean.
    pub(crate) fn all_names(
        &self,
        paths: &[PathBuf],
        world: &World,
    ) -> Vec<Option<(Rc<Text>, Rc<formwork_driver::NameIndex>)>> {
        let texts: Vec<Option<Rc<Text>>> =
            paths.iter().map(|path| self.text(path, world)).collect();
        let known = |path: &PathBuf, text: &Rc<Text>| {
            let names = self.names.borrow();
            names.get(path).filter(|(of, _)| Rc::ptr_eq(of, text)).map(|(_, one)| Rc::clone(one))
        };
        let mut all: Vec<Option<Rc<formwork_driver::NameIndex>>> =
            paths.iter().zip(&texts).map(|(path, text)| known(path, text.as_ref()?)).collect();
        let is_open = |place: &usize| texts[*place].is_some() && all[*place].is_none();
        let open: Vec<usize> = (0..paths.len()).filter(is_open).collect();
        // Files of one folder are read alike.
        for same in open.chunk_by(|one, other| paths[*one].parent() == paths[*other].parent()) {
            let program = world.program(&paths[same[0]]);
            let files: Vec<PathBuf> = same.iter().map(|place| paths[*place].clone()).collect();
            for (place, index) in same.iter().zip(name_indexes(&files, &program)) {
                all[*place] = Some(Rc::new(index));
            }
        }
        let mut names = self.names.borrow_mut();
        if names.len() + open.len() > NAMES {
            names.clear();
        }
        for place in open.into_iter().take(NAMES) {
            if let (Some(text), Some(index)) = (&texts[place], &all[place]) {
                names.insert(paths[place].clone(), (Rc::clone(text), Rc::clone(index)));
            }
        }
        texts.into_iter().zip(all).map(|(text, index)| Some((text?, index?))).collect()
    }

    /// Forgets what names mean: other files may be there now.
    pub(crate) fn forget_names(&self) {
        self.names.borrow_mut().clear();
    }
}
