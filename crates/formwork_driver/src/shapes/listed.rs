//! Which definitions the listing has: those that tell a reader something new.
//!
//! First, some terminology. The *text* of a definition is its class and its size as the listing
//! writes them, without what is known of the elements. A *meeting* is a definition that nobody
//! wrote: what a variable is where paths meet, or at the head of a loop. The *sources* of a
//! meeting are the definitions that flow together in it, those of other meetings in place of these.
//!
//! - A parameter is always listed.
//! - An assignment is listed unless the variable's line before it, in the order of the text, has
//!   the same text.
//! - A meeting is listed if its text differs from those of all its sources and from the variable's
//!   line before it, and it is *needed*: an expression reads it, or the variable is an output.
//!
//! ```text
//! x = zeros (1, 3);      x : double 1x3
//! x(2) = 5;              the same: not listed
//! if c, x = 'no'; end    x : char 1x2
//! disp (x)               where paths meet, x : double or char 1x3 or 1x2: differs, and is read
//! ```

use formwork_infer::{Definition, DefinitionKind, FunctionRecord, use_def};
use rustc_hash::{FxHashMap, FxHashSet};

/// Which of the definitions of a function are listed, given their texts.
pub(super) fn listed(function: &FunctionRecord, texts: &[String]) -> Vec<bool> {
    let definitions = &function.definitions;
    let chains = use_def(&function.body, definitions);
    let outputs: FxHashSet<&str> =
        function.body.outputs.iter().map(|&slot| &*function.body.slots[slot].name).collect();
    // The text of each variable's last line.
    let mut last: FxHashMap<&str, &str> = FxHashMap::default();
    let mut listed = vec![false; definitions.len()];
    for (which, one) in definitions.iter().enumerate() {
        let text = &*texts[which];
        let is_new = last.get(&*one.name) != Some(&text);
        let tells = match one.kind {
            DefinitionKind::Temp => false,
            DefinitionKind::Param => true,
            DefinitionKind::Assign => is_new,
            DefinitionKind::JoinPhi | DefinitionKind::LoopPhi => {
                let needed = chains.read[which] || outputs.contains(&*one.name);
                let differs = || {
                    let sources = sources(definitions, &chains.operands, which);
                    sources.iter().all(|&source| texts[source] != text)
                };
                is_new && needed && differs()
            }
        };
        if tells {
            last.insert(&one.name, text);
            listed[which] = true;
        }
    }
    listed
}

/// Whether nobody wrote a definition.
fn is_meeting(definition: &Definition) -> bool {
    matches!(definition.kind, DefinitionKind::JoinPhi | DefinitionKind::LoopPhi)
}

/// The definitions that flow together in one.
fn sources(definitions: &[Definition], operands: &[Vec<usize>], meeting: usize) -> Vec<usize> {
    let mut seen = FxHashSet::from_iter([meeting]);
    let mut open = vec![meeting];
    let mut sources = Vec::new();
    while let Some(which) = open.pop() {
        for &operand in &operands[which] {
            if !seen.insert(operand) {
                continue;
            }
            match is_meeting(&definitions[operand]) {
                true => open.push(operand),
                false => sources.push(operand),
            }
        }
    }
    sources
}
