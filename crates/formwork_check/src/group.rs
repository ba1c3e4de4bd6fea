//! The functions of a file, each with the ways in which it is called.

use std::path::Path;
use std::rc::Rc;

use formwork_hir::FunctionId;
use formwork_infer::{Analysis, FunctionRecord};
use rustc_hash::FxHashMap;

use crate::look;

/// One function with the ways in which it was walked that count.
pub(crate) struct Group {
    /// Which of the analysed functions.
    pub(crate) walks: Vec<usize>,
}

impl Group {
    /// The functions of a file.
    pub(crate) fn all(analysis: &Analysis, file: &Path) -> Vec<Group> {
        let mut by_body: FxHashMap<FunctionId, Vec<usize>> = FxHashMap::default();
        let mut order = Vec::new();
        // Several texts have the path of the file that evaluates them; its own is longest.
        let own = analysis.functions.iter().filter(|function| function.source.path == file);
        let longest = own.max_by_key(|function| function.source.text().len());
        let Some(text) = longest.map(|function| Rc::clone(&function.source)) else {
            return Vec::new();
        };
        let handled = look::handled_names(text.text());
        for (which, function) in analysis.functions.iter().enumerate() {
            let evaluated = function.source.text().len() < text.text().len();
            let shown = function.ordinary.is_some() || function.caller.is_some();
            if function.source.path != file || evaluated || shown {
                continue;
            }
            let key = function.body.id;
            let walks = by_body.entry(key).or_insert_with(|| {
                order.push(key);
                Vec::new()
            });
            walks.push(which);
        }
        order
            .into_iter()
            .map(|key| {
                let mut walks = by_body.remove(&key).unwrap_or_default();
                // A function that only its own file can call is called as it is there.
                let called = walks.iter().any(|&which| !analysis.functions[which].entry);
                let seen = !analysis.unseen.contains(&key);
                let own = &analysis.functions[walks[0]];
                if called && seen && look::is_private(own, &handled) {
                    walks.retain(|&which| !analysis.functions[which].entry);
                }
                Group { walks }
            })
            .collect()
    }

    /// The walks that count.
    pub(crate) fn each<'a>(
        &'a self,
        analysis: &'a Analysis,
    ) -> impl Iterator<Item = &'a FunctionRecord> {
        self.walks.iter().map(|&which| &analysis.functions[which])
    }

    /// The walk with the least said of its arguments.
    pub(crate) fn widest<'a>(&self, analysis: &'a Analysis) -> &'a FunctionRecord {
        let entry = self.walks.iter().find(|&&which| analysis.functions[which].entry);
        &analysis.functions[*entry.unwrap_or(&self.walks[0])]
    }
}
