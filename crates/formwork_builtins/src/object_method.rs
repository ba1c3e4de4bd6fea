//! What all objects of classes of handles can do, and the classes of the language that a program's
//! classes inherit from.

/// The method of a class of handles that is called when the last copy of an object goes.
pub const DESTRUCTOR: &str = "delete";

/// A method that every class of handles has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HandleMethod {
    /// `addlistener`
    AddListener,
    /// `copy`
    Copy,
    /// `delete`
    Delete,
    /// `isvalid`
    IsValid,
    /// `notify`
    Notify,
}

const METHODS: [(&str, HandleMethod); 5] = [
    ("addlistener", HandleMethod::AddListener),
    ("copy", HandleMethod::Copy),
    (DESTRUCTOR, HandleMethod::Delete),
    ("isvalid", HandleMethod::IsValid),
    ("notify", HandleMethod::Notify),
];

impl HandleMethod {
    /// The method of that name.
    #[must_use]
    pub fn of(name: &str) -> Option<HandleMethod> {
        METHODS.iter().find(|(own, _)| *own == name).map(|&(_, method)| method)
    }
}

/// A class of the language that a program's class inherits from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LanguageBase {
    /// Whether its objects are references.
    pub is_handle: bool,
    /// Whether inheriting from it works here.
    pub is_supported: bool,
}

/// The class of the language of that name, if programs inherit from it.
#[must_use]
pub fn language_base(name: &str) -> Option<LanguageBase> {
    let known = |is_handle, is_supported| Some(LanguageBase { is_handle, is_supported });
    if let Some(mixin) = name.strip_prefix("matlab.mixin.") {
        return match mixin {
            "Copyable" | "SetGet" | "SetGetExactNames" => known(true, true),
            "Heterogeneous" | "Scalar" => known(false, true),
            _ => known(false, false),
        };
    }
    match name {
        "handle" | "hgsetget" => known(true, true),
        "dynamicprops" => known(true, false),
        _ if name.starts_with("matlab.") => known(false, false),
        _ if formwork_runtime::Class::from_name(name).is_some() => known(false, false),
        _ => None,
    }
}
