//! Folders for the files of a test.
#![expect(clippy::disallowed_methods, reason = "tests make files for programs to read")]

use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A new folder that is gone after the test.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    /// A folder in that of temporary files, whose name tells what it is for.
    ///
    /// # Panics
    ///
    /// If it cannot be made.
    #[must_use]
    pub fn new(name: &str) -> Folder {
        // Tests of one program run beside each other, and those of several programs, too.
        static MADE: AtomicUsize = AtomicUsize::new(0);
        let (process, number) = (std::process::id(), MADE.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(format!("formwork-{name}-{process}-{number}"));
        std::fs::create_dir_all(&path).expect("the temporary folder can be made");
        Folder(path)
    }

    /// Writes a file into it, or into a folder of it.
    ///
    /// # Panics
    ///
    /// If it cannot be written.
    pub fn file(&self, name: &str, text: &str) {
        let path = self.0.join(name);
        let parent = path.parent().expect("it is in a folder");
        std::fs::create_dir_all(parent).expect("the folder can be made");
        std::fs::write(path, text).expect("the file can be written");
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
