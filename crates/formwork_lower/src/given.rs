//! What is known of a value when a region is compiled: an array of a kind, a text, a function,
//! cells. Functions and cells become no values of the IR; the arrays in them do.

use std::cmp::Ordering;
use std::fmt;
use std::rc::Rc;

use formwork_hir::body::{Anonymous, Body};
use formwork_hir::{FunctionId, SlotId};

use crate::kind::Kind;

/// Something of the program that is one function.
pub trait OneFunction {
    /// Which.
    fn id(&self) -> FunctionId;
}

impl OneFunction for Body {
    fn id(&self) -> FunctionId {
        self.id
    }
}

impl OneFunction for Anonymous {
    fn id(&self) -> FunctionId {
        self.body.id
    }
}

/// Something that is the same only if it is the same function.
#[derive(Debug)]
pub struct Same<T>(pub Rc<T>);

impl<T> Clone for Same<T> {
    fn clone(&self) -> Same<T> {
        Same(Rc::clone(&self.0))
    }
}

impl<T: OneFunction> PartialEq for Same<T> {
    fn eq(&self, other: &Same<T>) -> bool {
        self.0.id() == other.0.id()
    }
}

impl<T: OneFunction> Eq for Same<T> {}

impl<T: OneFunction> PartialOrd for Same<T> {
    fn partial_cmp(&self, other: &Same<T>) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: OneFunction> Ord for Same<T> {
    fn cmp(&self, other: &Same<T>) -> Ordering {
        self.0.id().cmp(&other.0.id())
    }
}

/// A value of which everything is known but its arrays, which are `A`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Known<A> {
    /// An array.
    Array(A),
    /// A function handle.
    Function(Function<A>),
    /// A row of cells, or no cells at all.
    Cells(Vec<Known<A>>),
}

/// What a function handle calls.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Function<A> {
    /// What everybody sees under a name.
    Named(Rc<str>),
    /// A function of the program.
    Bound(Same<Body>),
    /// An anonymous function, with what it captured, as far as that had values.
    Anonymous(Same<Anonymous>, Vec<Option<Known<A>>>),
}

/// What is known of an array.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Passed {
    /// Its kind.
    pub kind: Kind,
    /// The characters, if it is a text that is known.
    pub text: Option<Rc<[u8]>>,
}

/// What a value must be.
pub type Given = Known<Passed>;

impl From<Kind> for Given {
    fn from(kind: Kind) -> Given {
        Known::Array(Passed { kind, text: None })
    }
}

impl<A> Known<A> {
    /// The same with other arrays.
    ///
    /// # Errors
    ///
    /// What the first array that fails says.
    pub(crate) fn map<'k, B, E>(
        &'k self,
        each: &mut dyn FnMut(&'k A) -> Result<B, E>,
    ) -> Result<Known<B>, E> {
        Ok(match self {
            Known::Array(array) => Known::Array(each(array)?),
            Known::Cells(cells) => {
                Known::Cells(cells.iter().map(|cell| cell.map(each)).collect::<Result<_, E>>()?)
            }
            Known::Function(function) => Known::Function(match function {
                Function::Named(name) => Function::Named(Rc::clone(name)),
                Function::Bound(body) => Function::Bound(body.clone()),
                Function::Anonymous(anonymous, captured) => {
                    let mut parts = Vec::new();
                    for part in captured {
                        parts.push(part.as_ref().map(|part| part.map(each)).transpose()?);
                    }
                    Function::Anonymous(anonymous.clone(), parts)
                }
            }),
        })
    }

    /// The arrays in it, in order.
    pub(crate) fn arrays(&self) -> Vec<&A> {
        let mut found = Vec::new();
        let collected: Result<Known<()>, ()> = self.map(&mut |array| {
            found.push(array);
            Ok(())
        });
        drop(collected);
        found
    }

    /// What it is without its arrays.
    pub(crate) fn outline(&self) -> Known<()> {
        match self.map(&mut |_| Ok::<(), std::convert::Infallible>(())) {
            Ok(outline) => outline,
            Err(never) => match never {},
        }
    }

    /// The functions in it.
    pub(crate) fn functions(&self) -> Vec<&Function<A>> {
        match self {
            Known::Array(_) => Vec::new(),
            Known::Cells(cells) => cells.iter().flat_map(Known::functions).collect(),
            Known::Function(function) => {
                let mut found = vec![function];
                if let Function::Anonymous(_, captured) = function {
                    found.extend(captured.iter().flatten().flat_map(Known::functions));
                }
                found
            }
        }
    }
}

impl Given {
    /// The kind of a single array.
    #[must_use]
    pub const fn kind(&self) -> Option<Kind> {
        match self {
            Known::Array(passed) => Some(passed.kind),
            Known::Function(_) | Known::Cells(_) => None,
        }
    }

    /// The kinds of the arrays that are passed for it, in order. A text that is known is not
    /// passed.
    #[must_use]
    pub fn kinds(&self) -> Vec<Kind> {
        let passed = self.arrays().into_iter().filter(|passed| passed.text.is_none());
        passed.map(|passed| passed.kind).collect()
    }

    /// The same for any texts of the same kinds.
    #[must_use]
    pub fn without_texts(&self) -> Given {
        let plain = |passed: &Passed| {
            Ok::<Passed, std::convert::Infallible>(Passed { kind: passed.kind, text: None })
        };
        match self.map(&mut |passed| plain(passed)) {
            Ok(given) => given,
            Err(never) => match never {},
        }
    }

    /// Whether a text in it is known.
    pub(crate) fn has_text(&self) -> bool {
        self.arrays().iter().any(|passed| passed.text.is_some())
    }
}

impl fmt::Display for Given {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Array(Passed { kind, text: None }) => kind.fmt(f),
            Known::Array(Passed { text: Some(text), .. }) => {
                write!(f, "'{}'", String::from_utf8_lossy(text))
            }
            Known::Cells(cells) => {
                f.write_str("{")?;
                for (number, cell) in cells.iter().enumerate() {
                    write!(f, "{}{cell}", if number > 0 { ", " } else { "" })?;
                }
                f.write_str("}")
            }
            Known::Function(Function::Named(name)) => write!(f, "@{name}"),
            Known::Function(Function::Bound(body)) => write!(f, "@{}", body.0.name),
            Known::Function(Function::Anonymous(anonymous, captured)) => {
                f.write_str(&anonymous.0.text)?;
                for ((_, slot), part) in anonymous.0.captures.iter().zip(captured) {
                    if let Some(part) = part {
                        write!(f, ", {} = {part}", anonymous.0.body.slots[*slot].name)?;
                    }
                }
                Ok(())
            }
        }
    }
}

/// What a variable is where a region begins, as far as is known.
pub(crate) type Entry<'a> = dyn Fn(SlotId) -> Option<Given> + 'a;
