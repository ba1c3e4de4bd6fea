//! What objects of the language have behind a dot: maps, exceptions, parsers.
//!
//! ```text
//! m.Count, m.keys ()      of maps          e.message, e.stack     of exceptions
//! p.Results, p.parse (…)  of parsers       s.anything_else        of structs alone
//! ```

use formwork_domain::ClassSet;
use formwork_runtime::Class;
use formwork_runtime::parser::PARSER_PROPERTIES;

/// The classes of the language whose objects have a property or a method of that name.
#[must_use]
pub fn classes_with_member(name: &str) -> ClassSet {
    let map = ["Count", "KeyType", "ValueType", "isKey", "keys", "length", "remove", "values"];
    let both = ["isobject", "ndims", "numel", "size"];
    let exception = ["getReport", "identifier", "message", "rethrow", "stack", "throw"];
    let methods =
        ["addOptional", "addParamValue", "addParameter", "addRequired", "addSwitch", "parse"];
    let common = ["delete", "disp", "display", "isvalid"];
    let mut classes = ClassSet::NONE;
    let mut add = |class: Class, names: &[&str]| {
        if names.contains(&name) {
            classes = classes.union(ClassSet::only(class));
        }
    };
    add(Class::Map, &map);
    add(Class::Map, &both);
    add(Class::Exception, &exception);
    add(Class::Parser, &PARSER_PROPERTIES);
    add(Class::Parser, &methods);
    add(Class::Map, &common);
    add(Class::Parser, &common);
    classes
}
