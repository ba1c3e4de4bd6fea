//! What programs ask about classes and objects: their methods and properties, what they inherit.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use formwork_builtins::{Args, ObjectRequest, Stream, Values, none, one};
use formwork_hir::MemberAccess;
use formwork_runtime::{CellArray, Dims, Error, Result, StructArray, Value, Warn as _};

use super::{UserClass, class_of, old_class_of};
use crate::interpreter::Interpreter;
use crate::store::Step;

/// The language's own classes that are written in the language.
const LIBRARY: [(&str, &str, &[u8]); 4] = [
    ("event.EventData", "+event/EventData.m", include_bytes!("../../library/event_data.m")),
    (
        "event.PropertyEvent",
        "+event/PropertyEvent.m",
        include_bytes!("../../library/property_event.m"),
    ),
    ("event.listener", "+event/listener.m", include_bytes!("../../library/listener.m")),
    ("meta.class", "+meta/class.m", include_bytes!("../../library/meta_class.m")),
];

impl Interpreter<'_> {
    /// Answers a question of a built-in function.
    pub(crate) fn answer(
        &mut self,
        request: ObjectRequest,
        args: Args,
        nargout: usize,
    ) -> Result<Values> {
        match request {
            ObjectRequest::Record => self.make_record(args),
            ObjectRequest::Superior => self.order_classes(&args, true),
            ObjectRequest::Inferior => self.order_classes(&args, false),
            ObjectRequest::Methods => self.methods_of(&args, nargout),
            ObjectRequest::Properties => self.properties_of(&args, nargout),
            ObjectRequest::IsMethod => self.is_member(&args, |class, name| {
                class.method(name).is_some_and(|method| !method.attributes.is_hidden)
            }),
            ObjectRequest::IsProperty => {
                self.is_member(&args, |class, name| class.property(name).is_some())
            }
            ObjectRequest::MetaClass => match args.first() {
                Some(value) => {
                    let name = value.class_name().into_owned();
                    one(self.meta_class(&name)?)
                }
                None => Err(Error::invalid_call("metaclass")),
            },
            ObjectRequest::Superclasses => self.superclasses_of(&args),
            ObjectRequest::Enumeration => self.enumeration_of(&args),
            ObjectRequest::Structure => self.structure_of(&args),
            ObjectRequest::Fieldnames => self.field_names_of(&args),
            ObjectRequest::Subsref => self.built_in_reference(args, nargout),
            ObjectRequest::Subsasgn => self.built_in_assignment(args),
        }
    }

    /// A class by an object or by its name.
    fn class_asked_for(&mut self, value: &Value) -> Result<Option<Rc<UserClass>>> {
        match value {
            Value::Object(object) => Ok(class_of(object)),
            other => match other.as_text() {
                Some(name) => self.class_in_sight(&name),
                None => Ok(None),
            },
        }
    }

    /// The names of the methods of a class of either kind, sorted.
    fn method_names(&mut self, value: &Value) -> Result<Option<(String, Vec<String>)>> {
        if let Some(class) = self.class_asked_for(value)? {
            let seen = class.methods.values().filter(|method| !method.attributes.is_hidden);
            let mut names: Vec<String> = seen.map(|method| method.name.to_string()).collect();
            if class.is_handle {
                names.push(formwork_builtins::DESTRUCTOR.to_owned());
            }
            names.sort();
            names.dedup();
            return Ok(Some((class.name.to_string(), names)));
        }
        let name = match value {
            Value::Object(object) => object.class().name().to_owned(),
            other => match other.as_text() {
                Some(name) => name.into_owned(),
                None => return Ok(None),
            },
        };
        let folder = match self.classes.old.get(&*name) {
            Some(class) => class.folder.clone(),
            None => self.start_folder().join(format!("@{name}")),
        };
        let mut names: Vec<String> = self.program.methods_in_folder(&folder);
        names.sort();
        Ok((!names.is_empty()).then_some((name, names)))
    }

    fn methods_of(&mut self, args: &Args, nargout: usize) -> Result<Values> {
        let Some(value) = args.first() else { return Err(Error::invalid_call("methods")) };
        let Some((class, names)) = self.method_names(value)? else {
            return Err(Error::plain("methods: invalid input argument"));
        };
        if nargout > 0 {
            return one(column_of(&names));
        }
        let mut text = format!("Methods for class {class}:\n").into_bytes();
        text.extend(formwork_builtins::in_columns(&names));
        text.push(b'\n');
        self.write_out(Stream::Output, &text)?;
        none()
    }

    fn properties_of(&mut self, args: &Args, nargout: usize) -> Result<Values> {
        let Some(value) = args.first() else { return Err(Error::invalid_call("properties")) };
        let Some(class) = self.class_asked_for(value)? else {
            return Err(Error::plain("properties: invalid input argument"));
        };
        let names = public_properties(&class);
        if nargout > 0 {
            return one(column_of(&names));
        }
        let mut text = format!("properties for class {}:\n\n", class.name);
        for name in &names {
            text.push_str(&format!("  {name}\n"));
        }
        text.push('\n');
        self.write_out(Stream::Output, text.as_bytes())?;
        none()
    }

    fn is_member(&mut self, args: &Args, has: impl Fn(&UserClass, &str) -> bool) -> Result<Values> {
        let [value, names] = &args[..] else { return Err(Error::invalid_call("ismethod")) };
        let class = self.class_asked_for(value)?;
        let old = match value {
            Value::Object(object) => old_class_of(object),
            _ => None,
        };
        let mut is_one = |name: &str| match (&class, &old) {
            (Some(class), _) => has(class, name),
            (None, Some(old)) => self.old_method(old, name).is_some(),
            (None, None) => false,
        };
        match names {
            Value::Cell(cell) => {
                let texts = cell.as_slice().iter();
                let answers = texts.map(|text| text.as_text().is_some_and(|name| is_one(&name)));
                one(formwork_runtime::Array::new(cell.dims().clone(), answers.collect()))
            }
            other => match other.as_text() {
                Some(name) => one(is_one(&name)),
                None => Err(Error::plain("ismethod: second argument must be a method name")),
            },
        }
    }

    fn superclasses_of(&mut self, args: &Args) -> Result<Values> {
        let class = match args.first() {
            Some(value) => self.class_asked_for(value)?,
            None => None,
        };
        let Some(class) = class else {
            return Err(Error::plain("superclasses: invalid class"));
        };
        let names: Vec<String> = class.ancestors.iter().skip(1).map(ToString::to_string).collect();
        one(column_of(&names))
    }

    /// `[objects, names] = enumeration (class)`
    fn enumeration_of(&mut self, args: &Args) -> Result<Values> {
        let class = match args.first() {
            Some(value) => self.class_asked_for(value)?,
            None => None,
        };
        let Some(class) = class else {
            return Err(Error::plain("enumeration: invalid class"));
        };
        let names: Vec<String> =
            class.enumerators.iter().map(|(name, _)| name.to_string()).collect();
        let mut rows = Vec::with_capacity(names.len());
        for name in &names {
            rows.extend(self.enumerator(&class, name)?.map(|value| vec![value]));
        }
        Ok(smallvec::smallvec![self.join_objects(rows)?, column_of(&names)])
    }

    /// `struct (object)`
    fn structure_of(&mut self, args: &Args) -> Result<Values> {
        let Some(Value::Object(object)) = args.first() else {
            return Err(Error::invalid_call("struct"));
        };
        if let Some(record) = object.as_record() {
            return one(Value::from(record.clone()));
        }
        let Some(class) = class_of(object) else { return Err(Error::invalid_call("struct")) };
        self.warn(
            "Octave:classdef-to-struct",
            "struct: converting a classdef object into a struct overrides the access restrictions \
             defined for properties. All properties are returned, including private and protected \
             ones.",
        )?;
        let mut structs = StructArray::without_fields(object.dims());
        let mut properties: Vec<_> = class.properties.iter().collect();
        properties.sort_by(|a, b| a.name.cmp(&b.name));
        for property in properties {
            let mut values = Vec::with_capacity(object.numel());
            for number in 1..=object.numel() {
                let single = Value::from(object.gathered(&Value::count(number))?);
                let Value::Object(inner) = &single else { continue };
                values.push(self.property_value(&single, inner, property)?);
            }
            structs.set_field(&property.name, values);
        }
        one(Value::from(structs))
    }

    fn field_names_of(&mut self, args: &Args) -> Result<Values> {
        let Some(Value::Object(object)) = args.first() else {
            return Err(Error::invalid_call("fieldnames"));
        };
        let names = match (class_of(object), object.as_record()) {
            (Some(class), _) => public_properties(&class),
            (None, Some(record)) => record.field_names().map(ToString::to_string).collect(),
            (None, None) => Vec::new(),
        };
        one(column_of(&names))
    }

    /// `subsref (object, steps)` in a class that says itself what indexing does.
    fn built_in_reference(&mut self, args: Args, nargout: usize) -> Result<Values> {
        let [value, steps] = &args[..] else { return Err(Error::invalid_call("subsref")) };
        let steps = steps_from(steps)?;
        let mut values: Values = smallvec::smallvec![value.clone()];
        let mut rest = &steps[..];
        while let [step, after @ ..] = rest {
            let [value] = &values[..] else {
                return Err(Error::plain("a cs-list cannot be further indexed"));
            };
            let value = value.clone();
            rest = after;
            values = match (&value, step, after) {
                // A method takes the arguments that follow.
                (Value::Object(object), Step::Field(name), _)
                    if class_of(object).is_some_and(|class| class.method(name).is_some()) =>
                {
                    let Some(method) =
                        class_of(object).and_then(|class| class.method(name).map(Rc::clone))
                    else {
                        return Ok(Values::new());
                    };
                    let mut given: Args = Args::new();
                    if !method.attributes.is_static {
                        given.push(value.clone());
                    }
                    if let [Step::Paren(more), behind @ ..] = after {
                        given.extend(more.iter().cloned());
                        rest = behind;
                    }
                    let wanted = if rest.is_empty() { nargout } else { 1 };
                    self.call_method(&method, given, wanted)?
                }
                (Value::Object(_), step, _) => self.object_step(&value, step)?,
                (Value::Function(_), Step::Paren(given), _) => {
                    let wanted = if rest.is_empty() { nargout } else { 1 };
                    self.call_value(&value, given.clone(), wanted)?
                }
                (_, step, _) => crate::store::step_into(&value, step)?,
            };
        }
        Ok(values)
    }

    fn built_in_assignment(&mut self, args: Args) -> Result<Values> {
        let [place, steps, value] = &args[..] else { return Err(Error::invalid_call("subsasgn")) };
        let steps = steps_from(steps)?;
        let mut place = place.clone();
        self.change(&mut place, &steps, super::change::Change::Store(value.clone()))?;
        one(place)
    }

    /// What is known of a class.
    pub(crate) fn meta_class(&mut self, name: &str) -> Result<Value> {
        let mut meta = self.library_object("meta.class")?;
        let class = self.class_in_sight(name)?;
        let name = class.as_ref().map_or(name, |class| &*class.name).to_owned();
        self.set_property(&mut meta, "Name", Value::text(&name))?;
        let Some(class) = class else {
            let known = formwork_builtins::is_builtin(&name)
                || formwork_runtime::Class::from_name(&name).is_some();
            return Ok(if known { meta } else { Value::empty() });
        };
        self.set_property(&mut meta, "Abstract", Value::bool(class.is_abstract))?;
        self.set_property(&mut meta, "HandleCompatible", Value::bool(class.is_handle))?;
        let attributes = class.unit.unit.class.as_ref().map(|text| text.attributes.clone());
        if let Some(attributes) = attributes {
            self.set_property(&mut meta, "Sealed", Value::bool(attributes.is_sealed))?;
            self.set_property(&mut meta, "Hidden", Value::bool(attributes.is_hidden))?;
        }
        let named = |names: Vec<String>| {
            let each = |name: &String| Value::structure([("Name", Value::text(name))]);
            column_values(names.iter().map(each).collect())
        };
        let bases = class.bases.iter().map(|base| base.name.to_string()).collect();
        self.set_property(&mut meta, "SuperclassList", named(bases))?;
        let properties = class.properties.iter().map(|one| one.name.to_string()).collect();
        self.set_property(&mut meta, "PropertyList", named(properties))?;
        let mut methods: Vec<String> = class.methods.keys().map(ToString::to_string).collect();
        methods.sort();
        self.set_property(&mut meta, "MethodList", named(methods))?;
        let constants = class.enumerators.iter().map(|(name, _)| name.to_string()).collect();
        self.set_property(&mut meta, "EnumerationMemberList", named(constants))?;
        Ok(meta)
    }

    /// A new object of one of the language's own classes that are written in the language.
    pub(crate) fn library_object(&mut self, name: &str) -> Result<Value> {
        match self.library_class(name)? {
            Some(class) => self.new_object(&class),
            None => Err(Error::limit(format!("class {name} is not supported yet"))),
        }
    }

    /// One of the language's own classes that are written in the language.
    pub(crate) fn library_class(&mut self, name: &str) -> Result<Option<Rc<UserClass>>> {
        let Some((_, path, text)) = LIBRARY.iter().find(|(own, ..)| *own == name) else {
            return Ok(None);
        };
        let path: PathBuf = Path::new("library of the language").join(path);
        if !self.units.contains_key(&path) {
            let unit = self.program.lower_text(text, &path);
            let unit = unit.map_err(|_| Error::plain("a class of the language is broken"))?;
            self.units.insert(path.clone(), crate::code::LoadedUnit::new(unit));
        }
        self.class_of_file(&path)
    }
}

/// The properties that everybody sees, sorted.
fn public_properties(class: &UserClass) -> Vec<String> {
    let seen = class.properties.iter().filter(|property| {
        property.attributes.get == MemberAccess::Public && !property.attributes.is_hidden
    });
    let mut names: Vec<String> = seen.map(|property| property.name.to_string()).collect();
    names.sort();
    names
}

fn column_of(names: &[String]) -> Value {
    column_values(names.iter().map(Value::text).collect())
}

fn column_values(values: Vec<Value>) -> Value {
    CellArray::new(Dims::matrix(values.len(), 1), values).into()
}

/// The steps that a struct of types and subscripts describes.
fn steps_from(described: &Value) -> Result<Vec<Step>> {
    let wrong = || Error::plain("subsref: IDX must be a struct array with fields type and subs");
    let Value::Struct(structs) = described else { return Err(wrong()) };
    let (Some(types), Some(subs)) = (structs.field("type"), structs.field("subs")) else {
        return Err(wrong());
    };
    let mut steps = Vec::with_capacity(types.len());
    for (kind, what) in types.iter().zip(subs) {
        let subscripts = || -> Args {
            match what {
                Value::Cell(cell) => cell.as_slice().iter().cloned().collect(),
                other => smallvec::smallvec![other.clone()],
            }
        };
        steps.push(match kind.as_text().as_deref() {
            Some("()") => Step::Paren(subscripts()),
            Some("{}") => Step::Brace(subscripts()),
            Some(".") => Step::Field(what.as_text().unwrap_or_default().as_ref().into()),
            _ => return Err(wrong()),
        });
    }
    Ok(steps)
}
