//! Calls and indices, one link after the other.

use std::rc::Rc;

use formwork_builtins::BuiltinId;
use formwork_domain::{AbstractValue, ClassSet, Contents, one_of_many};
use formwork_hir::SlotId;
use formwork_hir::body::{Access, Arguments, Body, CallId, ExprId, ExprKind, Link, Root};
use formwork_runtime::{CellArray, Class, Dims, Value, index};
use formwork_shape::Truth;
use formwork_syntax::Span;
use smallvec::SmallVec;

use crate::call::Call;
use crate::call::objects::is_object_or_record;
use crate::call::resolved_name::ResolvedName;
use crate::engine::Analyst;
use crate::expr::Many;
use crate::expr::classes::{brace_refusal, dot_refusal};
use crate::expr::strings::STRINGS;
use crate::expr::subscript::has_refused;
use crate::report::failure::FailureKind;
use crate::trace::Made;

impl Analyst<'_> {
    pub(crate) fn access(
        &mut self,
        body: &Rc<Body>,
        id: ExprId,
        access: &Access,
        nargout: usize,
    ) -> Many {
        let span = body.exprs[id].span;
        if let Root::Var(slot) | Root::VarOrCall(slot, _) = access.root
            && let Some(values) = self.parser_access(body, slot, &access.links, nargout, (id, span))
        {
            return values;
        }
        let value = match access.root {
            Root::Var(slot)
                if self.frame().slot(slot).defined == Truth::No && !self.frame().dynamic_scope =>
            {
                // A function of the name, if there is one.
                let name = self.frame().name(slot);
                let target = self.named_target(&name);
                if matches!(target, ResolvedName::Missing) && self.frame().inherits {
                    self.frame_mut().fragment = true;
                    self.risk(span);
                    let value = AbstractValue::unknown();
                    return self.follow(body, value, &access.links, nargout, (Some(id), span));
                }
                if matches!(target, ResolvedName::Missing) {
                    self.fail(span, FailureKind::Undefined(name), &[], None);
                    return Many::one(AbstractValue::unknown());
                }
                return self.call_links(body, &target, &name, (id, access), nargout);
            }
            Root::Var(slot) => {
                if self.frame().slot(slot).defined == Truth::Maybe {
                    // Of what has no value there is no `end`.
                    let has_end = access.links.iter().any(|link| {
                        matches!(link, Link::Paren(list) | Link::Brace(list) if list.has_end)
                    });
                    self.frame_mut().scene.loose_end |= has_end;
                }
                self.variable_at(slot, span)
            }
            Root::VarOrCall(slot, call) => match self.definedness(slot) {
                Truth::Yes => self.variable(slot),
                Truth::No if !self.frame().dynamic_scope => {
                    let name = Rc::clone(&body.calls[call].name);
                    let target = self.target(call);
                    return self.call_links(body, &target, &name, (id, access), nargout);
                }
                _ if self.is_taken_for_function(body, slot, call, access) => {
                    let name = Rc::clone(&body.calls[call].name);
                    let target = self.target(call);
                    return self.call_links(body, &target, &name, (id, access), nargout);
                }
                _ => {
                    // Either; nothing is known of what comes out. Its name stays, which is both.
                    if self.tracing() {
                        let reads = &mut self.frame_mut().scene.reads;
                        reads.entry(slot).or_insert_with(AbstractValue::unknown);
                        self.risk(span);
                    }
                    self.walk_arguments(body, &access.links);
                    self.forget_exposed();
                    if let ResolvedName::Function(unit, function) = self.target(call) {
                        self.unsee(&unit, &function);
                        self.note_made(Made::Unfollowed(unit, function));
                        self.keep_made(id);
                    }
                    return if access.links.iter().any(|link| !matches!(link, Link::Paren(_))) {
                        Many::Open
                    } else {
                        let count = nargout.max(1);
                        Many::Known((0..count).map(|_| AbstractValue::unknown()).collect())
                    };
                }
            },
            Root::Call(call) => {
                let name = Rc::clone(&body.calls[call].name);
                if let Some(slot) = self.frame().find_unnamed(&name) {
                    match self.frame().slot(slot).defined {
                        Truth::Yes => {
                            let value = self.variable_at(slot, span);
                            let place = (Some(id), span);
                            return self.follow(body, value, &access.links, nargout, place);
                        }
                        // A variable that a script made, or a function.
                        Truth::Maybe => {
                            self.risk(span);
                            self.walk_arguments(body, &access.links);
                            self.forget_exposed();
                            if let ResolvedName::Function(unit, function) = self.target(call) {
                                self.unsee(&unit, &function);
                            } else {
                                // What the function may do to variables.
                                self.give_up();
                                self.frame_mut().dynamic_scope = true;
                            }
                            return Many::Open;
                        }
                        Truth::No => {}
                    }
                }
                let target = self.target(call);
                return self.call_links(body, &target, &name, (id, access), nargout);
            }
            Root::Value(inner) if access.links.is_empty() => {
                return self.values(body, inner, nargout);
            }
            Root::Value(inner) => self.single(body, inner, "("),
        };
        if self.calls.ordinary.own_class.is_some()
            && let Some(values) =
                self.method_access(body, &value, &access.links, nargout, (id, span))
        {
            return values;
        }
        let value = match access.root {
            Root::Var(slot) | Root::VarOrCall(slot, _) => {
                let value = self.as_used(body, slot, value);
                self.dotted(body, slot, value, &access.links)
            }
            Root::Call(_) | Root::Value(_) => value,
        };
        if let Root::Var(slot) = access.root
            && let Some(element) = self.argument_element(body, slot, &access.links)
            && let [Link::Brace(arguments), rest @ ..] = &access.links[..]
        {
            let subscripts = self.subscripts(body, arguments, &value);
            self.brace(&value, subscripts.as_deref(), span);
            return self.follow(body, element, rest, nargout, (None, span));
        }
        self.follow(body, value, &access.links, nargout, (Some(id), span))
    }

    fn definedness(&self, slot: SlotId) -> Truth {
        self.frame().slot(slot).defined
    }

    /// Whether a name that may be a variable by now, which only what is not in sight could have set, is
    /// taken for the function that it names: it is given arguments, and the text assigns nothing to
    /// it. Whoever asks for shapes expects that a script that is missing, or a file that is loaded,
    /// makes no variable `randn`.
    fn is_taken_for_function(
        &mut self,
        body: &Rc<Body>,
        slot: SlotId,
        call: CallId,
        access: &Access,
    ) -> bool {
        let given =
            matches!(access.links.first(), Some(Link::Paren(list)) if !list.exprs.is_empty());
        given
            && self.options.returning
            && !self.is_assigned(body, slot)
            && matches!(self.target(call), ResolvedName::Builtin(_) | ResolvedName::Function(..))
    }

    fn call_links(
        &mut self,
        body: &Rc<Body>,
        target: &ResolvedName,
        name: &str,
        (id, access): (ExprId, &Access),
        nargout: usize,
    ) -> Many {
        let span = body.exprs[id].span;
        if matches!(target, ResolvedName::Builtin(_))
            && let Some(values) =
                self.parser_function(body, name, &access.links, nargout, (id, span))
        {
            return values;
        }
        if let Some(values) = self.static_access(body, target, &access.links, nargout, (id, span)) {
            return values;
        }
        let frame = self.frame();
        let plain = !matches!(access.links.first(), Some(Link::Paren(_)));
        let needs_arguments =
            matches!(target, ResolvedName::Builtin(row) if !row.inputs.accepts(0));
        let counter = frame.fragment
            && matches!(target, ResolvedName::Builtin(row) if row.is_imaginary_unit());
        if frame.inherits && plain && (needs_arguments || counter) {
            // More likely a variable of the program that this is a part of.
            let value = AbstractValue::unknown();
            return self.follow(body, value, &access.links, nargout, (Some(id), span));
        }
        if let [Link::Field(_), rest @ ..] = &access.links[..]
            && matches!(target, ResolvedName::Builtin(_))
            && Class::ALL.iter().any(|class| class.name() == name)
        {
            // `double.empty(0, 3)`: a member of the class.
            self.walk_arguments(body, rest);
            return Many::one(AbstractValue::unknown());
        }
        let (args, exprs, rest): (_, &[ExprId], _) = match &access.links[..] {
            [Link::Paren(arguments), rest @ ..] => {
                // `end` is that of what is indexed around the call, if there is a function
                // of the name.
                let colon = |id: &ExprId| matches!(body.exprs[*id].kind, ExprKind::Colon);
                let args = match target {
                    // Of a user's function it takes the default.
                    ResolvedName::Function(..) if arguments.exprs.iter().any(colon) => {
                        self.arguments(body, &arguments.exprs);
                        None
                    }
                    ResolvedName::Missing => {
                        self.subscripts(body, arguments, &AbstractValue::unknown())
                    }
                    ResolvedName::Builtin(row) => {
                        self.arguments_of(body, &arguments.exprs, Some(row.inputs))
                    }
                    _ => self.arguments(body, &arguments.exprs),
                };
                (args, &arguments.exprs[..], rest)
            }
            rest => (Some(Vec::new()), &[][..], rest),
        };
        if !self.alive() {
            return Many::one(AbstractValue::unknown());
        }
        let wanted = if rest.is_empty() { nargout } else { 1 };
        let method = ResolvedName::Unwritten;
        let original = target;
        let overloaded = self.is_overloaded(name, args.as_deref());
        let target = if overloaded { &method } else { target };
        let measure = match (overloaded, original) {
            (true, ResolvedName::Builtin(row)) => {
                self.measure_of_object(row, args.as_deref(), wanted)
            }
            _ => None,
        };
        let values = self.call(body, target, name, Call { args, exprs, nargout: wanted, span });
        let values = measure.filter(|_| self.alive()).unwrap_or(values);
        self.keep_made(id);
        if rest.is_empty() {
            if let Many::Known(values) = &values
                && let Some(value) = values.first()
            {
                let value = value.clone();
                self.temp(&value, span);
            }
            return values;
        }
        match values {
            Many::Known(values) => match values.into_iter().next() {
                Some(value) => self.follow(body, value, rest, nargout, (None, span)),
                None => {
                    self.fail(span, FailureKind::NoValue, &[], None);
                    Many::one(AbstractValue::unknown())
                }
            },
            Many::Open => self.follow(body, AbstractValue::unknown(), rest, nargout, (None, span)),
        }
    }

    /// Walks the subscripts of targets, for what their calls do.
    pub(crate) fn walk_subscripts(
        &mut self,
        body: &Rc<Body>,
        targets: &[formwork_hir::body::Target],
    ) {
        for target in targets {
            if let formwork_hir::body::Target::Place { links, .. } = target {
                self.walk_arguments(body, links);
            }
        }
    }

    pub(crate) fn walk_arguments(&mut self, body: &Rc<Body>, links: &[Link]) {
        for link in links {
            match link {
                Link::Paren(arguments) | Link::Brace(arguments) => {
                    self.subscripts(body, arguments, &AbstractValue::unknown());
                }
                Link::DynamicField(id) => {
                    self.value(body, *id);
                }
                Link::Field(_) => {}
            }
        }
    }

    /// Subscripts of a value, which is what `end` in them means; `None` beyond a list
    /// of unknown length.
    pub(crate) fn subscripts(
        &mut self,
        body: &Rc<Body>,
        arguments: &Arguments,
        object: &AbstractValue,
    ) -> Option<Vec<AbstractValue>> {
        let mut list = self.subscript_values(body, arguments, object);
        if let Some(list) = &mut list {
            self.mark_variables(body, &arguments.exprs, list);
        }
        list
    }

    fn subscript_values(
        &mut self,
        body: &Rc<Body>,
        arguments: &Arguments,
        object: &AbstractValue,
    ) -> Option<Vec<AbstractValue>> {
        if !arguments.has_end {
            return self.arguments(body, &arguments.exprs);
        }
        let count = arguments.exprs.len();
        let depth = self.frame().ends.len();
        self.frame_mut().ends.push((object.clone(), 0, count));
        let mut list = Some(Vec::new());
        for (position, &id) in arguments.exprs.iter().enumerate() {
            self.frame_mut().ends[depth].1 = position;
            match (self.values(body, id, 1), &mut list) {
                (Many::Known(values), Some(list)) => {
                    self.note_list(id, &values);
                    list.extend(values);
                }
                _ => list = None,
            }
        }
        self.frame_mut().ends.truncate(depth);
        list
    }

    /// Follows links from a value; whose they are is said where a call of the value itself
    /// is of interest.
    pub(crate) fn follow(
        &mut self,
        body: &Rc<Body>,
        mut value: AbstractValue,
        links: &[Link],
        nargout: usize,
        (whose, span): (Option<ExprId>, Span),
    ) -> Many {
        let mut rest = links;
        loop {
            let [link, after @ ..] = rest else { return Many::one(value) };
            rest = after;
            if !self.alive() {
                return Many::one(AbstractValue::unknown());
            }
            let wanted = if rest.is_empty() { nargout } else { 1 };
            value.classes = self.classes_behind(body, value.classes, link);
            let holder = value.contents.is_some().then(|| value.clone());
            let values = match link {
                Link::Paren(arguments) => {
                    if value.classes.single() == Some(Class::FunctionHandle) {
                        let colon = |id: &ExprId| matches!(body.exprs[*id].kind, ExprKind::Colon);
                        let args = self.subscripts(body, arguments, &value);
                        // `:` is no value: who takes it has no such argument.
                        let colons = arguments.exprs.iter().any(colon);
                        if colons {
                            self.risk(span);
                        }
                        let args = args.filter(|_| !colons);
                        self.forget_made();
                        let called = self.call_handle(body, &value, args, wanted, span);
                        // `end` is that of the handle, which has to stand there then.
                        match whose.filter(|_| !arguments.has_end) {
                            Some(id) if links.len() == 1 => self.keep_made(id),
                            Some(id) if rest.is_empty() => self.keep_through(id),
                            Some(_) | None => {}
                        }
                        called
                    } else if value.classes.contains(Class::FunctionHandle)
                        || value.classes.contains(Class::Map)
                        || (value.classes.may_be_object() && self.objects_have(BuiltinId::Subsref))
                        // What subscripts and `end` mean to an object of a class that nobody has seen, nobody knows.
                        || ((arguments.has_end || value.is_scalar()) && is_object_or_record(&value))
                    {
                        let subscripts = self.subscripts(body, arguments, &value);
                        // It may be an array all the same.
                        if let (Some(subscripts), Some(shape)) = (subscripts, value.shape)
                            && value.classes.iter().any(Class::is_numeric)
                        {
                            self.may_lie_outside(shape, &subscripts, span);
                        }
                        self.escape_operands();
                        self.forget_exposed();
                        // Of an array it would be as many as one; a function may give
                        // none or more.
                        if wanted <= 1 { Many::one(AbstractValue::unknown()) } else { Many::Open }
                    } else {
                        match self.subscripts(body, arguments, &value) {
                            Some(subscripts) => {
                                // One of something: an object, more likely than a number.
                                self.open_base = value.classes.may_be_object() && value.is_scalar();
                                let element = self.index(&value, &subscripts, span);
                                self.open_base = false;
                                self.temp(&element, span);
                                Many::one(element)
                            }
                            None => {
                                let classes = value.classes;
                                Many::one(AbstractValue::new(classes, None))
                            }
                        }
                    }
                }
                Link::Brace(arguments) => {
                    let subscripts = self.subscripts(body, arguments, &value);
                    if arguments.exprs.is_empty() && value.classes == ClassSet::only(Class::Cell) {
                        let none = Value::Cell(CellArray::filled(Dims::matrix(0, 0)));
                        let refused = index::index_cell(&none, &[]).err();
                        let message = refused.map(|error| error.message.clone());
                        self.fail(span, FailureKind::Brace, &[&value], message);
                    }
                    if let Some(message) = brace_refusal(&value) {
                        self.fail(span, FailureKind::Brace, &[&value], Some(message));
                    }
                    self.brace(&value, subscripts.as_deref(), span)
                }
                Link::Field(name) => {
                    let (name, value) = (Rc::clone(name), value.clone());
                    self.field(&value, &name, span)
                }
                Link::DynamicField(id) => {
                    let name = self.value(body, *id);
                    match name.text() {
                        Some(name) => self.field(&value, &name, span),
                        None => self.any_field(&value),
                    }
                }
            };
            if let Some(holder) = holder {
                self.escape_unread(&holder, link, &values);
            }
            if rest.is_empty() {
                return values;
            }
            value = match values {
                Many::Known(values) => match &values[..] {
                    [one] => one.clone(),
                    _ => {
                        self.frame_mut().alive = false;
                        return Many::one(AbstractValue::unknown());
                    }
                },
                Many::Open => AbstractValue::unknown(),
            };
        }
    }

    /// `value{subscripts…}`
    pub(crate) fn brace(
        &mut self,
        value: &AbstractValue,
        subscripts: Option<&[AbstractValue]>,
        span: Span,
    ) -> Many {
        if !self.alive() {
            return Many::one(AbstractValue::unknown());
        }
        let Some(subscripts) = subscripts else { return Many::Open };
        if value.classes.may_be_object() && has_refused(subscripts) {
            // No cell array, but an object may take it.
            return Many::Open;
        }
        if value.classes == STRINGS {
            return self.characters_in(value, subscripts, span);
        }
        if !value.classes.contains(Class::Cell) {
            // Only of an object.
            self.risk(span);
            return Many::Open;
        }
        let all_scalar = subscripts
            .iter()
            .all(|subscript| subscript.is_scalar() && subscript.classes.all(Class::is_numeric));
        let chosen = self.index(
            &AbstractValue {
                classes: value.classes.intersection(formwork_domain::ClassSet::only(Class::Cell)),
                ..value.clone()
            },
            subscripts,
            span,
        );
        if let Some(elements) = chosen.elements(&mut self.algebra) {
            return Many::Known(elements.iter().cloned().collect());
        }
        let every = match &chosen.contents {
            Some(Contents::Every(every)) => one_of_many(&mut self.algebra, every),
            _ => AbstractValue::unknown(),
        };
        if all_scalar {
            return Many::one(every);
        }
        match chosen.size(&self.algebra).map(|size| size.count()) {
            // Of none, an object may make something.
            Some(0) if value.classes.may_be_object() => Many::Open,
            Some(count) if count <= Contents::BUDGET as u64 => {
                let mut values: SmallVec<[AbstractValue; 1]> = SmallVec::new();
                for _ in 0..count {
                    values.push(one_of_many(&mut self.algebra, &every));
                }
                Many::Known(values)
            }
            _ => Many::Open,
        }
    }

    /// `value.name`
    fn field(&mut self, value: &AbstractValue, name: &str, span: Span) -> Many {
        if let Some(message) = dot_refusal(value) {
            self.fail(span, FailureKind::Dot, &[value], Some(message));
            return Many::one(AbstractValue::unknown());
        }
        if value.is_scalar()
            && let Some(Contents::Fields(fields)) = &value.contents
            && let Some(known) = fields.get(name)
        {
            return Many::one(known.clone());
        }
        if let Some(property) = self.parser_property(value.classes, name) {
            self.risk(span);
            return Many::one(property);
        }
        let object = value.classes.contains(Class::Map) || value.classes.contains(Class::Parser);
        let exception = value.classes.contains(Class::Exception);
        if !value.classes.contains(Class::Struct) && !object && !exception {
            // Only of an object.
            self.risk(span);
            return Many::Open;
        }
        if object || exception {
            return if object { Many::Open } else { Many::one(AbstractValue::unknown()) };
        }
        let count = value.size(&self.algebra).map(|size| size.count());
        if let Some(Value::Struct(constant)) = value.constant() {
            return match constant.field(name) {
                Some(values) => Many::Known(
                    values
                        .iter()
                        .map(|value| AbstractValue::of(value, &mut self.algebra))
                        .collect(),
                ),
                None => {
                    self.fail(span, FailureKind::Field(name.into()), &[value], None);
                    Many::one(AbstractValue::unknown())
                }
            };
        }
        let fields = value.fields(&mut self.algebra);
        let known = fields.as_ref().and_then(|fields| fields.get(name).cloned());
        if known.is_none()
            && fields.as_ref().is_some_and(|fields| !fields.open)
            && value.classes.single() == Some(Class::Struct)
        {
            self.fail(span, FailureKind::Field(name.into()), &[value], None);
            return Many::one(AbstractValue::unknown());
        }
        match (count, known) {
            (Some(1), Some(known)) => Many::one(known),
            (Some(1), None) => Many::one(AbstractValue::unknown()),
            (Some(count), known) if count <= Contents::BUDGET as u64 => {
                let known = known.unwrap_or_else(AbstractValue::unknown);
                let mut values: SmallVec<[AbstractValue; 1]> = SmallVec::new();
                for _ in 0..count {
                    values.push(one_of_many(&mut self.algebra, &known));
                }
                Many::Known(values)
            }
            _ => Many::Open,
        }
    }

    fn any_field(&mut self, value: &AbstractValue) -> Many {
        match value.size(&self.algebra).map(|size| size.count()) {
            Some(1) => Many::one(AbstractValue::unknown()),
            _ => Many::Open,
        }
    }
}
