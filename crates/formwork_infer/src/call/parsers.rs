//! `inputParser`: what a parser knows is followed as long as nobody else can have it.
//!
//! A parser is an object that its copies share. What is known of one is kept with the
//! variable that it was made for, as fields of its own: properties under their names,
//! arguments that were added under names that no field can have. Whoever reads the
//! variable as a whole may keep the parser, and from there on nothing is known of it.

use std::rc::Rc;

use formwork_builtins::{Effects, ParserMethod, Totality};
use formwork_domain::{AbstractValue, ClassSet, Contents, Fields};
use formwork_hir::SlotId;
use formwork_hir::body::{Arguments as Written, Body, ExprId, ExprKind, Link};
use formwork_runtime::parser::{
    Arguments, Definition, Definitions, Found, Misfit, PARSER_PROPERTIES, RESULTS, Seen,
};
use formwork_runtime::{CellArray, Class, Dims, ParserData, StructArray, Value, ops};
use formwork_shape::Truth;
use formwork_shape::shape::Algebra;
use formwork_syntax::Span;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::call::parser_results::OUTCOME;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::trace::sure::Judge;
use crate::trace::{Made, Parsed, ParsedOrigin, Scene};

/// The kinds of arguments, as the names of those that were added begin.
const KINDS: [&str; 4] = ["@required ", "@optional ", "@named ", "@switch "];

/// Properties that can be set.
pub(crate) const SETTABLE: [&str; 5] =
    ["CaseSensitive", "FunctionName", "KeepUnmatched", "PartialMatching", "StructExpand"];

/// Nothing can be said of what comes out.
struct Unknown;

/// What is known of a value that is taken apart, and where it comes from.
#[derive(Clone)]
struct Tracked {
    value: AbstractValue,
    origin: ParsedOrigin,
}

impl Tracked {
    /// A value that the parser has itself.
    fn own(value: AbstractValue) -> Tracked {
        Tracked { value, origin: ParsedOrigin::Parser }
    }
}

/// Whether something is known of a value that may be a parser.
fn is_followed(value: &AbstractValue) -> bool {
    value.classes.contains(Class::Parser) && value.contents.is_some()
}

/// The fields of a parser of which everything that matters is known.
fn fields_of(value: &AbstractValue) -> Option<Rc<Fields>> {
    match &value.contents {
        Some(Contents::Fields(fields))
            if value.classes.single() == Some(Class::Parser) && !fields.open =>
        {
            Some(Rc::clone(fields))
        }
        _ => None,
    }
}

fn parser_value(fields: Option<Fields>) -> AbstractValue {
    AbstractValue {
        contents: fields.map(|fields| Contents::Fields(Rc::new(fields))),
        ..AbstractValue::new(ClassSet::only(Class::Parser), Some(Algebra::SCALAR))
    }
}

impl Analyst<'_> {
    /// `inputParser ()`
    pub(crate) fn new_parser(&mut self) -> AbstractValue {
        let data = ParserData::default();
        let mut fields = Fields::default();
        for name in PARSER_PROPERTIES {
            if let Some(value) = data.property(name) {
                fields.set(&name.into(), AbstractValue::of(&value, &mut self.algebra));
            }
        }
        parser_value(Some(fields))
    }

    /// A variable is read as a whole: if it is a parser, others may change it from here on.
    pub(crate) fn let_parser_go(&mut self, slot: SlotId) {
        let state = self.frame().slot(slot).clone();
        if state.value.classes.contains(Class::Parser) {
            self.release_parser(slot);
        }
        if is_followed(&state.value) {
            let value = AbstractValue { contents: None, ..(*state.value).clone() };
            let state = crate::state::frame::Slot { value: value.into(), ..state };
            self.frame_mut().set(slot, state);
        }
    }

    /// Keeps that a parser is read otherwise than by properties that are known.
    fn release_parser(&mut self, slot: SlotId) {
        if self.tracing() {
            self.frame_mut().scene.released.insert(slot);
        }
    }

    /// Whether a variable surely is a parser.
    pub(crate) fn is_parser(&self, slot: SlotId) -> bool {
        let state = self.frame().slot(slot);
        state.defined == Truth::Yes && state.value.classes.single() == Some(Class::Parser)
    }

    /// `parser.name…`; `None` if that is to be read as of any other value.
    pub(crate) fn parser_access(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        links: &[Link],
        nargout: usize,
        (id, span): (ExprId, Span),
    ) -> Option<Many> {
        let [Link::Field(name), rest @ ..] = links else { return None };
        if !self.is_parser(slot) {
            return None;
        }
        let Some(method) = ParserMethod::of(name) else {
            let value = (*self.frame().slot(slot).value).clone();
            self.note_parser(slot, &value);
            let property = fields_of(&value)
                .filter(|_| PARSER_PROPERTIES.contains(&&**name))
                .and_then(|fields| fields.get(name).cloned());
            let Some(property) = property else {
                self.release_parser(slot);
                self.risk(span);
                return Some(match self.parser_property(value.classes, name) {
                    Some(property) => self.follow(body, property, rest, nargout, (None, span)),
                    None => {
                        self.walk_arguments(body, rest);
                        Many::Open
                    }
                });
            };
            let found = self.follow(body, property, rest, nargout, (None, span));
            let known = matches!(&found, Many::Known(all) if all.iter().all(|one| one.constant().is_some()));
            if !known && &**name != RESULTS {
                self.release_parser(slot);
            }
            return Some(found);
        };
        let none = Written { exprs: Box::new([]), has_end: false };
        let (arguments, rest) = match rest {
            [Link::Paren(arguments), rest @ ..] => (arguments, rest),
            rest => (&none, rest),
        };
        let args = self.arguments(body, &arguments.exprs);
        if !self.alive() {
            return Some(Many::one(AbstractValue::unknown()));
        }
        self.parser_method(body, slot, method, args, (id, span));
        if !rest.is_empty() || nargout > 0 {
            self.risk(span);
            return Some(Many::Open);
        }
        Some(Many::Known(SmallVec::new()))
    }

    /// `method(parser, …)`, where the first argument is written as a variable; `None` if that
    /// is to be read as any other call.
    pub(crate) fn parser_function(
        &mut self,
        body: &Rc<Body>,
        name: &str,
        links: &[Link],
        nargout: usize,
        (id, span): (ExprId, Span),
    ) -> Option<Many> {
        let method = ParserMethod::of(name).filter(|&method| method != ParserMethod::Disp)?;
        if nargout > 0 {
            return None;
        }
        let [Link::Paren(arguments)] = links else { return None };
        let (&first, others) = arguments.exprs.split_first()?;
        let ExprKind::Var(slot) = body.exprs[first].kind else { return None };
        if !self.is_parser(slot) {
            return None;
        }
        let value = (*self.frame().slot(slot).value).clone();
        self.frame_mut().values.insert(first, value);
        let args = self.arguments(body, others);
        if self.alive() {
            self.parser_method(body, slot, method, args, (id, span));
        }
        Some(Many::Known(SmallVec::new()))
    }

    /// Keeps that a parser was read.
    fn note_parser(&mut self, slot: SlotId, value: &AbstractValue) {
        if self.tracing() {
            let value = value.clone();
            self.frame_mut().scene.reads.entry(slot).or_insert(value);
        }
    }

    /// A method is called: what is known of the parser afterwards, and whether it may fail.
    fn parser_method(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        method: ParserMethod,
        args: Option<Vec<AbstractValue>>,
        (id, span): (ExprId, Span),
    ) {
        let before = self.frame().slot(slot).clone();
        self.note_parser(slot, &before.value);
        let fields = fields_of(&before.value).map(|fields| (*fields).clone());
        let mut parsed = None;
        let after = match (fields, args, method) {
            (Some(fields), Some(args), ParserMethod::Parse) => {
                let (fields, sure) = self.parsed(body, fields, &args, span);
                if sure.is_none() {
                    self.risk(span);
                }
                parsed = sure;
                Some(fields)
            }
            (Some(mut fields), None, ParserMethod::Parse) => {
                self.risk(span);
                self.forget_exposed();
                self.forget_outcome(&mut fields);
                Some(fields)
            }
            (Some(fields), Some(args), _) => self.with_argument(fields, method, &args),
            _ => None,
        };
        if after.is_none() {
            self.risk(span);
            // Whatever checks the arguments may do anything.
            self.forget_exposed();
        }
        if !self.alive() {
            return;
        }
        let state = crate::state::frame::Slot { value: parser_value(after).into(), ..before };
        self.frame_mut().set(slot, state);
        if self.tracing() {
            let scene = &mut self.frame_mut().scene;
            scene.methods.insert(id);
            if let Some(parsed) = parsed {
                scene.parsed.insert(id, parsed);
            }
        }
    }

    /// Adds an argument, if that surely succeeds.
    fn with_argument(
        &mut self,
        mut fields: Fields,
        method: ParserMethod,
        args: &[AbstractValue],
    ) -> Option<Fields> {
        let [name, rest @ ..] = args else { return None };
        let name = name.text()?;
        let (kind, default, validator) = match (method, rest) {
            (ParserMethod::AddRequired, []) => (0, None, None),
            (ParserMethod::AddRequired, [validator]) => (0, None, Some(validator)),
            (ParserMethod::AddOptional, [default]) => (1, Some(default), None),
            (ParserMethod::AddOptional, [default, validator]) => {
                (1, Some(default), Some(validator))
            }
            (ParserMethod::AddParameter, [default]) => (2, Some(default), None),
            (ParserMethod::AddParameter, [default, validator]) => {
                (2, Some(default), Some(validator))
            }
            (ParserMethod::AddSwitch, []) => (3, None, None),
            _ => return None,
        };
        // Those that must be given come first, those without names before those with one.
        let later = |from: usize| {
            KINDS[from..]
                .iter()
                .any(|kind| fields.known.iter().any(|(known, _)| known.starts_with(kind)))
        };
        if (kind == 0 && later(1)) || (kind == 1 && later(2)) {
            return None;
        }
        let Some(Value::Cell(known)) = fields.get("Parameters")?.constant() else { return None };
        let mut names: Vec<Value> = known.as_slice().to_vec();
        let taken =
            |value: &Value| value.as_text().is_some_and(|known| known.eq_ignore_ascii_case(&name));
        if !formwork_builtins::is_variable_name(name.as_bytes()) || names.iter().any(taken) {
            return None;
        }
        names.push(Value::text(&name));
        let names = Value::Cell(CellArray::row(names));
        fields.set(&"Parameters".into(), AbstractValue::of(&names, &mut self.algebra));
        if validator.is_some_and(|one| one.classes.single() != Some(Class::FunctionHandle)) {
            return None;
        }
        // No function that checks, and no value, is empty.
        let nothing =
            AbstractValue::of(&Value::Cell(CellArray::filled(Dims::EMPTY)), &mut self.algebra);
        let elements =
            [default, validator].map(|one| one.cloned().unwrap_or_else(|| nothing.clone()));
        let definition = self.cell_row(elements.to_vec());
        fields.set(&format!("{}{name}", KINDS[kind]).into(), definition);
        (!fields.open).then_some(fields)
    }

    /// What a parser is after `parser.name = value`.
    pub(crate) fn parser_with_property(
        &mut self,
        parser: &AbstractValue,
        links: &[Link],
        value: AbstractValue,
    ) -> AbstractValue {
        let fields = match links {
            [Link::Field(name)] if SETTABLE.contains(&&**name) && &**name != "PartialMatching" => {
                fields_of(parser).map(|fields| {
                    let mut fields = (*fields).clone();
                    fields.set(name, value);
                    fields
                })
            }
            _ => None,
        };
        parser_value(fields.filter(|fields| !fields.open))
    }

    /// Nothing is known of what parsing gave.
    fn forget_outcome(&mut self, fields: &mut Fields) {
        for name in OUTCOME {
            let class = if name == "UsingDefaults" { Class::Cell } else { Class::Struct };
            let shape = (class == Class::Struct).then_some(Algebra::SCALAR);
            let value = self.shaped(AbstractValue::new(ClassSet::only(class), shape), name);
            fields.set(&name.into(), value);
        }
    }

    /// What a parser is after it took arguments apart, and, if that surely succeeds, where the
    /// results come from.
    fn parsed(
        &mut self,
        body: &Rc<Body>,
        mut fields: Fields,
        args: &[AbstractValue],
        span: Span,
    ) -> (Fields, Option<Parsed>) {
        let Some(definitions) = self.definitions(&fields) else {
            self.forget_exposed();
            self.forget_outcome(&mut fields);
            return (fields, None);
        };
        let mut walk = Walk {
            analyst: self,
            body,
            span,
            results: Fields::default(),
            origins: FxHashMap::default(),
            unmatched: Fields::default(),
            defaults: Vec::new(),
            sure: true,
        };
        let items: Vec<Tracked> = args
            .iter()
            .enumerate()
            .map(|(place, value)| Tracked {
                value: value.clone(),
                origin: ParsedOrigin::Argument(place),
            })
            .collect();
        let outcome = definitions.parse(&mut walk, &items);
        let Walk { results, mut origins, unmatched, defaults, sure, .. } = walk;
        if outcome.is_err() || results.open || unmatched.open {
            self.forget_exposed();
            self.forget_outcome(&mut fields);
            return (fields, None);
        }
        let sure = sure.then(|| Parsed {
            given: args.len(),
            results: results
                .known
                .iter()
                .map(|(name, value)| {
                    let origin = origins.remove(name).unwrap_or(ParsedOrigin::Parser);
                    (Rc::clone(name), value.clone(), origin)
                })
                .collect(),
        });
        let results = self.struct_of(results);
        let unmatched = self.struct_of(unmatched);
        let dims = if defaults.is_empty() { Dims::EMPTY } else { Dims::matrix(1, defaults.len()) };
        let defaults = Value::Cell(CellArray::new(dims, defaults));
        fields.set(&RESULTS.into(), results);
        fields.set(&"Unmatched".into(), unmatched);
        fields.set(&"UsingDefaults".into(), AbstractValue::of(&defaults, &mut self.algebra));
        (fields, sure)
    }

    /// Whether the call that was just made of a function that checks an argument surely accepts it,
    /// and does nothing else.
    fn is_sure_validation(&mut self, given: &Many, item: &AbstractValue) -> bool {
        let Many::Known(given) = given else { return false };
        let accepts = given.first().and_then(AbstractValue::constant);
        if !accepts.is_some_and(|value| ops::is_true(value).unwrap_or_default()) {
            return false;
        }
        let Some(tracer) = &self.tracer else { return false };
        match &tracer.made {
            Some(Made::Function(variant)) => {
                let scene = Scene::default();
                let body = &self.frame().body;
                Judge::new(body, &scene, &tracer.trace).is_droppable_function(*variant)
            }
            Some(Made::Builtin(row)) => {
                row.effects == Effects::PURE
                    && (item.constant().is_some() || row.totality == Totality::Any(1))
            }
            Some(Made::Unfollowed(..) | Made::Script | Made::Unknown(_)) | None => false,
        }
    }

    /// The arguments that a parser knows, if all that matters of them is known.
    fn definitions(&mut self, fields: &Fields) -> Option<Definitions<Tracked>> {
        let flag = |name: &str| ops::is_true(fields.get(name)?.constant()?).ok();
        let mut kinds: [Vec<Definition<Tracked>>; 4] = Default::default();
        for (name, value) in &fields.known {
            let Some(kind) = KINDS.iter().position(|kind| name.starts_with(kind)) else {
                continue;
            };
            let elements = value.elements(&mut self.algebra)?;
            let [default, validator] = &elements[..] else { return None };
            let nothing = |value: &AbstractValue| matches!(value.constant(), Some(Value::Cell(cell)) if cell.is_empty());
            kinds[kind].push(Definition {
                name: name[KINDS[kind].len()..].into(),
                default: matches!(kind, 1 | 2).then(|| Tracked::own(default.clone())),
                validator: (!nothing(validator)).then(|| Tracked::own(validator.clone())),
            });
        }
        let [required, optional, named, switches] = kinds;
        Some(Definitions {
            required,
            optional,
            named,
            switches,
            case_sensitive: flag("CaseSensitive")?,
            keep_unmatched: flag("KeepUnmatched")?,
            struct_expand: flag("StructExpand")?,
        })
    }

    /// A 1x1 struct with these fields: a constant, if all of them are.
    pub(crate) fn struct_of(&mut self, fields: Fields) -> AbstractValue {
        let known: Option<Vec<Value>> = if fields.open {
            None
        } else {
            fields.known.iter().map(|(_, value)| value.constant().cloned()).collect()
        };
        if let Some(known) = known {
            let mut all = StructArray::scalar();
            for ((name, _), value) in fields.known.iter().zip(known) {
                all.set_scalar_field(name, value);
            }
            return AbstractValue::of(&Value::Struct(Rc::new(all)), &mut self.algebra);
        }
        AbstractValue {
            contents: Some(Contents::Fields(Rc::new(fields))),
            ..AbstractValue::new(ClassSet::only(Class::Struct), Some(Algebra::SCALAR))
        }
    }
}

/// Arguments that are taken apart in a walk.
struct Walk<'w, 'h> {
    analyst: &'w mut Analyst<'h>,
    body: &'w Rc<Body>,
    span: Span,
    results: Fields,
    /// Where the results come from.
    origins: FxHashMap<Rc<str>, ParsedOrigin>,
    unmatched: Fields,
    defaults: Vec<Value>,
    sure: bool,
}

impl Walk<'_, '_> {
    /// Calls a function that checks an argument.
    fn call(&mut self, validator: &Tracked, item: &Tracked) -> Result<(), Unknown> {
        let args = Some(vec![item.value.clone()]);
        self.analyst.forget_made();
        let given = self.analyst.call_value(self.body, &validator.value, args, 1, self.span);
        self.sure &= self.analyst.is_sure_validation(&given, &item.value);
        self.analyst.forget_made();
        if self.analyst.alive() {
            return Ok(());
        }
        // It fails, and that is caught.
        self.analyst.frame_mut().alive = true;
        Err(Unknown)
    }
}

impl Arguments for Walk<'_, '_> {
    type Item = Tracked;
    type Failure = Unknown;

    fn seen(&mut self, item: &Tracked) -> Result<Seen, Unknown> {
        let item = &item.value;
        if item.classes.single() == Some(Class::Char) {
            let Some(Value::Char(array, _)) = item.constant() else { return Err(Unknown) };
            return Ok(match item.text() {
                Some(text) if array.dims().is_row() => Seen::Text(text),
                _ => Seen::OtherText,
            });
        }
        if item.classes.single() == Some(Class::Struct) {
            return match item.size(&self.analyst.algebra).map(|size| size.count()) {
                Some(1) => Ok(Seen::Struct),
                Some(_) => Ok(Seen::Other),
                None => Err(Unknown),
            };
        }
        let other = !item.classes.contains(Class::Char) && !item.classes.contains(Class::Struct);
        if other { Ok(Seen::Other) } else { Err(Unknown) }
    }

    fn fields(&mut self, item: &Tracked) -> Result<Vec<(Rc<str>, Tracked)>, Unknown> {
        let fields = match item.value.fields(&mut self.analyst.algebra) {
            Some(fields) if !fields.open => fields.known.clone(),
            _ => return Err(Unknown),
        };
        let part = |(name, value): (Rc<str>, AbstractValue)| {
            let origin = match &item.origin {
                ParsedOrigin::Argument(place) => ParsedOrigin::Field(*place, Rc::clone(&name)),
                // Structs inside structs are not taken apart.
                other => other.clone(),
            };
            (name, Tracked { value, origin })
        };
        Ok(fields.into_iter().map(part).collect())
    }

    fn text(&mut self, text: &str) -> Tracked {
        Tracked::own(AbstractValue::of(&Value::text(text), &mut self.analyst.algebra))
    }

    fn truth(&mut self, truth: bool) -> Tracked {
        Tracked::own(AbstractValue::of(&Value::bool(truth), &mut self.analyst.algebra))
    }

    fn check(&mut self, definition: &Definition<Tracked>, item: &Tracked) -> Result<(), Unknown> {
        // Behind the call it has passed, or an error was raised.
        match &definition.validator {
            Some(validator) => self.call(validator, item),
            None => Ok(()),
        }
    }

    fn accepts(
        &mut self,
        definition: &Definition<Tracked>,
        item: &Tracked,
    ) -> Result<bool, Unknown> {
        let Some(validator) = &definition.validator else { return Ok(true) };
        self.call(validator, item)?;
        // What can be no name and no struct of names is accepted, or an error is raised.
        match self.seen(item)? {
            Seen::Other => Ok(true),
            Seen::Text(_) | Seen::OtherText | Seen::Struct => Err(Unknown),
        }
    }

    fn shown(&mut self, _validator: &Tracked) -> String {
        String::new()
    }

    fn put(&mut self, found: Found, name: &Rc<str>, item: Tracked) -> Result<(), Unknown> {
        let Tracked { value, origin } = item;
        match found {
            Found::Result => {
                self.origins.insert(Rc::clone(name), origin);
                self.results.set(name, value);
            }
            Found::Unmatched => self.unmatched.set(name, value),
            Found::Default => {
                self.defaults.push(Value::text(name.as_bytes()));
                self.origins.insert(Rc::clone(name), origin);
                self.results.set(name, value);
            }
        }
        Ok(())
    }

    fn misfit(&mut self, _misfit: Misfit) -> Unknown {
        Unknown
    }
}
