//! Failures that a call in another file provokes, told where they happen.
//!
//! A call that fails in the function of another file is found where it stands: in a test, an example,
//! a script that shows something. Whoever mends it looks at the function first. So what is found in
//! files that are checked together is moved to the line that fails, once for each such line, with the
//! calls as its reason. That an argument is missing, or of another class, is told where the call stands.
//!
//! ```text
//! area.m:3    p = v(:,1) * v(:,2);        operands of '*' do not fit
//! demo.m:7    a = area ([0 0; 1 0; 1 1]);     called like this
//! ```

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::project::Project;
use super::report::{Found, Location};
use crate::diagnostic::Level;

/// How many calls are shown.
const CALLS: usize = 3;

/// Where a call fails, in the file of the function, and why.
#[derive(Clone, Debug, Serialize, Deserialize, PartialEq)]
pub struct Provoked {
    /// The file.
    pub file: PathBuf,
    /// Where it begins and ends, in bytes.
    pub span: (u32, u32),
    /// The rule's name.
    pub code: String,
    /// The rule's short id.
    pub id: String,
    /// What is wrong there.
    pub message: String,
}

/// Moves what calls provoke in other files that are checked to these files.
pub(super) fn move_to_callees(project: &Project, outcomes: &mut [(Vec<Found>, bool)]) {
    let mut moved: BTreeMap<(usize, (u32, u32)), Found> = BTreeMap::new();
    for (which, (all, _)) in outcomes.iter_mut().enumerate() {
        let source = &project.files[which].source;
        let path = &project.files[which].path;
        all.retain(|found| {
            let Some(provoked) = &found.provoked else { return true };
            let callee = project.which(&provoked.file);
            let Some(callee) = callee.filter(|&callee| callee != which) else { return true };
            let place = source.line_column(found.span.0);
            let call = Location {
                file: Some(path.clone()),
                span: found.span,
                line: place.line,
                column: place.column,
                message: "called like this".to_owned(),
            };
            let here = moved.entry((callee, provoked.span)).or_insert_with(|| Found {
                runtime: found.runtime.clone(),
                ..Found::plain(&provoked.code, &provoked.id, found.level, provoked.message.clone())
            });
            here.span = provoked.span;
            if found.level == Level::Error {
                here.level = Level::Error;
            }
            if here.related.len() < CALLS {
                here.related.push(call);
            }
            false
        });
    }
    for ((callee, span), found) in moved {
        let all = &mut outcomes[callee].0;
        // What fails there anyway is said already; the call is one more reason.
        match all.iter_mut().find(|one| one.span == span && one.level != Level::Note) {
            Some(known) => known.related.extend(found.related),
            None => {
                let place = all.partition_point(|one| one.span <= span);
                all.insert(place, found);
            }
        }
    }
}
