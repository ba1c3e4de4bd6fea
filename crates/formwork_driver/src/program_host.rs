//! The files of a program that runs.
//!
//! Relative names mean what they meant when it began, also after it went to another folder (`cd`).
//! In a sandbox what lies in the working folder by its name, and outside by a link, is not there:
//! neither functions, scripts and classes nor the entries of folders.
//!
//! ```text
//! work/helper.m -> /elsewhere/helper.m      helper is undefined in a sandbox
//! ```

use std::io;
use std::path::{Path, PathBuf};

use formwork_hir::{Entry, Host};

use crate::host::DiskHost;
use crate::outside::Fence;

/// The files of a program that runs.
pub(crate) struct ProgramHost {
    /// The folder in which it began.
    base: Option<PathBuf>,
    fence: Option<Fence>,
    /// The file that the user named.
    main: PathBuf,
}

impl ProgramHost {
    /// The files of a program that begins here, in a sandbox or not.
    #[expect(clippy::disallowed_methods, reason = "the driver is where the system is asked")]
    pub(crate) fn here(main: &str, sandbox: bool) -> ProgramHost {
        ProgramHost {
            base: std::env::current_dir().ok(),
            fence: sandbox.then(Fence::here),
            main: PathBuf::from(main),
        }
    }

    fn place(&self, path: &Path) -> PathBuf {
        match &self.base {
            Some(base) => base.join(path),
            None => path.to_path_buf(),
        }
    }

    /// Whether a path is one in the working folder that leads out of it.
    fn leads_out(&self, path: &Path) -> bool {
        let (Some(fence), Some(base)) = (&self.fence, &self.base) else { return false };
        path.starts_with(base) && path != base.join(&self.main) && !fence.has_inside(path)
    }
}

impl Host for ProgramHost {
    fn list(&self, folder: &Path) -> Vec<Entry> {
        let folder = self.place(folder);
        if self.leads_out(&folder) {
            return Vec::new();
        }
        let mut entries = DiskHost.list(&folder);
        if self.fence.is_some() {
            entries.retain(|entry| !self.leads_out(&folder.join(&entry.name)));
        }
        entries
    }

    fn read(&self, file: &Path) -> io::Result<Vec<u8>> {
        let file = self.place(file);
        if self.leads_out(&file) {
            return Err(io::ErrorKind::NotFound.into());
        }
        DiskHost.read(&file)
    }
}
