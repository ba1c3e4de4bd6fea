//! Scripts and texts that run among the variables of another frame.
//!
//! Such a body has slots of its own. While it runs, the variables it names are moved
//! into them, and moved back when it ends; names it does not mention stay where they
//! are, and are found through the frame it runs over.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use cranelift_entity::EntityRef as _;
use formwork_builtins::Values;
use formwork_hir::body::{BodyKind, Stmt, StmtKind};
use formwork_runtime::{Error, Result, Value};
use formwork_syntax::with_enough_stack;
use rustc_hash::FxHashMap;

use crate::code::{Code, LoadedUnit};
use crate::frame::{Frame, Slot};
use crate::interpreter::Interpreter;

/// How many evaluated texts are kept for the next time.
const REMEMBERED_TEXTS: usize = 256;

impl Interpreter<'_> {
    /// The frame outside all functions.
    pub(crate) fn open_base(&mut self) {
        let Ok(unit) = self.program.lower_text(b"", Path::new("")) else { return };
        let mut slots = cranelift_entity::PrimaryMap::new();
        let ans = slots.push(formwork_hir::body::Variable {
            name: "ans".into(),
            storage: formwork_hir::body::Storage::Local,
        });
        let body = formwork_hir::body::Body {
            id: formwork_hir::FunctionId::fresh(),
            name: "".into(),
            kind: BodyKind::Script,
            source: unit.source,
            span: formwork_syntax::Span::empty(0),
            slots,
            inputs: Box::default(),
            varargin: None,
            outputs: Box::default(),
            output_spans: Box::default(),
            varargout: None,
            ans,
            arguments: Box::default(),
            exprs: cranelift_entity::PrimaryMap::new(),
            calls: cranelift_entity::PrimaryMap::new(),
            anonymous: cranelift_entity::PrimaryMap::new(),
            statements: Box::default(),
            shared: Box::default(),
            nested: Box::default(),
            places: formwork_hir::Places::default(),
            class_words: formwork_hir::ClassWords::default(),
        };
        let code = Rc::new(Code::new(Rc::new(body), std::rc::Weak::new()));
        self.stack.push(Slot::Unset);
        self.frames.push(Frame {
            code,
            base: 0,
            nargin: 0,
            nargout: 0,
            ignored: 0,
            call: None,
            shared: None,
            dynamic: FxHashMap::default(),
            over: None,
            at: 0,
            undo: Vec::new(),
            shown_as: None,
        });
    }

    /// Runs a script among the variables of frame `over`.
    pub(crate) fn run_script(&mut self, code: &Rc<Code>, over: usize) -> Result<()> {
        self.over_frame(code, over, |this| {
            this.block(code, &code.body.statements).map(|_| Values::new())
        })
        .map(drop)
    }

    /// Runs a text among the variables of frame `over`.
    pub(crate) fn run_text_over(&mut self, text: &[u8], over: usize) -> Result<Values> {
        let Some((_unit, code)) = self.read_text(text, None)? else { return Ok(Values::new()) };
        self.run_script(&code, over)?;
        Ok(Values::new())
    }

    /// Runs the text of a file among the variables of frame `over`.
    pub(crate) fn run_file_over(&mut self, text: &[u8], file: &Path, over: usize) -> Result<()> {
        match self.read_text(text, Some(file))? {
            Some((_unit, code)) => self.run_script(&code, over),
            None => Ok(()),
        }
    }

    /// The values of a text that ends in an expression.
    pub(crate) fn text_values(
        &mut self,
        text: &[u8],
        over: usize,
        nargout: usize,
    ) -> Result<Values> {
        let Some((_unit, code)) = self.read_text(text, None)? else {
            return Err(Error::plain("value on right hand side of assignment is undefined"));
        };
        self.over_frame(&code, over, |this| {
            let statements = code.body.statements.iter();
            let statements: Vec<&Stmt> =
                statements.filter(|stmt| !matches!(stmt.kind, StmtKind::Note(_))).collect();
            // Every line is one expression, whose values are those of the last.
            let line = |stmt: &Stmt| code.body.source.octave_place(stmt.span.start).line;
            let mut values = Values::new();
            for (place, stmt) in statements.iter().enumerate() {
                let neighbours = [place.checked_sub(1), Some(place + 1)];
                let alone = neighbours
                    .into_iter()
                    .flatten()
                    .filter_map(|other| statements.get(other))
                    .all(|other| line(other) != line(stmt));
                this.at = stmt.span.start;
                values = match &stmt.kind {
                    StmtKind::Expr(id) if alone => this.values(&code, *id, nargout)?,
                    // An assignment has the values of its targets.
                    StmtKind::Assign(assign) if alone => {
                        this.assign(&code, assign, false)?;
                        let mut assigned = Values::new();
                        for target in &assign.targets {
                            let target = std::slice::from_ref(target);
                            assigned.extend(this.target_value(&code, target)?);
                        }
                        assigned
                    }
                    _ => return Err(Error::plain("eval: invalid use of statement list")),
                };
            }
            if statements.is_empty() {
                return Err(Error::plain("value on right hand side of assignment is undefined"));
            }
            values.truncate(nargout.max(1));
            Ok(values)
        })
    }

    fn over_frame(
        &mut self,
        code: &Rc<Code>,
        over: usize,
        run: impl FnOnce(&mut Self) -> Result<Values>,
    ) -> Result<Values> {
        let nargout = 0;
        self.enter(code, 0, nargout, 0, None)?;
        let shared = self.frames[over].shared.clone();
        let frame = self.frame_mut();
        frame.over = Some(over);
        frame.shared = shared;
        let base = frame.base;
        let count = code.body.slots.len();
        for (slot, variable) in &code.body.slots {
            self.stack[base + slot.index()] = self.take_variable(over, &variable.name);
        }
        let outcome = with_enough_stack(|| run(self));
        let outcome = outcome.map_err(|error| self.traced(error));
        let slots: Vec<Slot> =
            self.stack[base..base + count].iter_mut().map(std::mem::take).collect();
        for (variable, slot) in code.body.slots.values().zip(slots) {
            self.put_variable(over, &variable.name, slot);
        }
        self.leave()?;
        outcome
    }

    /// Where frame `over` keeps the variable `name`: a place of the stack, or the frame
    /// with the variables its text does not mention.
    fn locate(&self, over: usize, name: &str) -> VariableIndex {
        let mut index = over;
        loop {
            let frame = &self.frames[index];
            if let Some(slot) = frame.code.slot_named(name) {
                return VariableIndex::Stack(frame.base + slot.index());
            }
            if frame.dynamic.contains_key(name) {
                return VariableIndex::Dynamic(index);
            }
            match frame.over {
                Some(below) => index = below,
                None => return VariableIndex::Dynamic(index),
            }
        }
    }

    fn take_variable(&mut self, over: usize, name: &str) -> Slot {
        match self.locate(over, name) {
            VariableIndex::Stack(place) => std::mem::take(&mut self.stack[place]),
            VariableIndex::Dynamic(frame) => {
                self.frames[frame].dynamic.get_mut(name).map(std::mem::take).unwrap_or_default()
            }
        }
    }

    fn put_variable(&mut self, over: usize, name: &Rc<str>, slot: Slot) {
        match self.locate(over, name) {
            VariableIndex::Stack(place) => self.stack[place] = slot,
            VariableIndex::Dynamic(frame) => {
                let dynamic = &mut self.frames[frame].dynamic;
                match slot {
                    Slot::Unset => {
                        dynamic.remove(name);
                    }
                    slot => {
                        dynamic.insert(Rc::clone(name), slot);
                    }
                }
            }
        }
    }

    /// The variable `name` of frame `over`.
    pub(crate) fn variable(&self, over: usize, name: &str) -> Option<Value> {
        self.slot_of(over, name)?.get()
    }

    pub(crate) fn slot_of(&self, over: usize, name: &str) -> Option<&Slot> {
        match self.locate(over, name) {
            VariableIndex::Stack(place) => Some(&self.stack[place]),
            VariableIndex::Dynamic(frame) => self.frames[frame].dynamic.get(name),
        }
    }

    /// Sets the variable `name` of frame `over`.
    pub(crate) fn set_variable(&mut self, over: usize, name: &str, value: Value) -> Result<()> {
        let old = match self.locate(over, name) {
            VariableIndex::Stack(place) => self.stack[place].set(value),
            VariableIndex::Dynamic(frame) => {
                self.frames[frame].dynamic.entry(name.into()).or_default().set(value)
            }
        };
        drop(old);
        self.run_cleanups()
    }

    /// Clears the variable `name` of frame `over`; a global one only its link.
    pub(crate) fn clear_variable(&mut self, over: usize, name: &str) -> Result<bool> {
        let old = match self.locate(over, name) {
            VariableIndex::Stack(place) => std::mem::take(&mut self.stack[place]),
            VariableIndex::Dynamic(frame) => {
                self.frames[frame].dynamic.remove(name).unwrap_or_default()
            }
        };
        let was_set = old.is_set();
        drop(old);
        self.run_cleanups()?;
        Ok(was_set)
    }

    /// A variable of the running frame whose name its text does not mention.
    pub(crate) fn dynamic_value(&self, name: &str) -> Option<Value> {
        let frame = self.frame();
        if frame.dynamic.is_empty() && frame.over.is_none() {
            return None;
        }
        self.variable(self.frames.len() - 1, name)
    }

    /// The names of the variables of frame `over` that have a value.
    pub(crate) fn names_of(&self, over: usize) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        let mut index = Some(over);
        while let Some(at) = index {
            let frame = &self.frames[at];
            for (slot, variable) in &frame.code.body.slots {
                if self.stack[frame.base + slot.index()].is_set() {
                    names.push(variable.name.to_string());
                }
            }
            let set = frame.dynamic.iter().filter(|(_, slot)| slot.is_set());
            names.extend(set.map(|(name, _)| name.to_string()));
            index = frame.over;
        }
        names.sort();
        names.dedup();
        names
    }

    /// A text as code, with the unit that keeps it alive; `None` if it does nothing. Of the text of
    /// a file that file is known.
    fn read_text(
        &mut self,
        text: &[u8],
        file: Option<&Path>,
    ) -> Result<Option<(Rc<LoadedUnit>, Rc<Code>)>> {
        let remembered = self.texts.get(text).filter(|_| file.is_none());
        if let Some(unit) = remembered {
            let script = unit.unit.script.map(|id| unit.code(id));
            return Ok(script.map(|code| (Rc::clone(unit), code)));
        }
        let path = match file {
            Some(file) => file.to_path_buf(),
            None => self.path_of_text(),
        };
        let unit = match self.program.lower_text(text, &path) {
            Ok(unit) => LoadedUnit::new(unit),
            Err((errors, source)) => {
                // A text that only ends too early shows no place.
                if errors.first().is_some_and(|error| error.message.ends_with("found end of file"))
                {
                    return Err(Error::plain("parse error:\n\n  syntax error\n\n"));
                }
                let at = errors.first().map_or(0, |error| error.span.start);
                return Err(parse_error(source.text(), at));
            }
        };
        if file.is_some() {
            self.kept.push(Rc::clone(&unit));
        }
        if unit.unit.functions.is_empty() && file.is_none() {
            if self.texts.len() >= REMEMBERED_TEXTS {
                self.texts.clear();
            }
            self.texts.insert(text.to_vec(), Rc::clone(&unit));
        } else {
            self.kept.push(Rc::clone(&unit));
            self.define_functions(&unit);
            if unit.unit.script.is_none() {
                // A text of nothing but functions.
                for (name, id) in &unit.unit.functions {
                    self.define_function(name, unit.code(*id));
                }
            }
        }
        let script = unit.unit.script.map(|id| unit.code(id));
        Ok(script.map(|code| (unit, code)))
    }

    /// A text stands where the program does: its path is one in that folder.
    fn path_of_text(&self) -> PathBuf {
        let mut path = self.start_folder();
        if !path.as_os_str().is_empty() {
            path.push(TEXT);
        }
        path
    }
}

/// Where an evaluated text seems to stand.
const TEXT: &str = "evaluated text";

/// Whether a path is that of an evaluated text.
pub(crate) fn is_text(path: &Path) -> bool {
    path.as_os_str().is_empty() || path.file_name().is_some_and(|name| name == TEXT)
}

enum VariableIndex {
    Stack(usize),
    Dynamic(usize),
}

/// A syntax error as Octave words it: the line, and a mark below the place.
fn parse_error(text: &[u8], at: u32) -> Box<Error> {
    let at = (at as usize).min(text.len());
    let start = text[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
    let end = text[at..].iter().position(|&byte| byte == b'\n').map_or(text.len(), |n| at + n);
    let line = String::from_utf8_lossy(&text[start..end]);
    let mark = " ".repeat(at - start);
    Error::plain(format!("parse error:\n\n  syntax error\n\n>>> {line}\n    {mark}^"))
}
