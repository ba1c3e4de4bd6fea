//! Arguments for functions that refuse nearly everything: texts of a few forms, structs
//! with certain fields, functions of several numbers.

use formwork_builtins::Args;
use formwork_runtime::{Array, CellArray, FunctionHandle, StructArray, Value};

use crate::random::Numbers;

fn text(text: &str) -> Value {
    Value::text(text)
}

fn texts(list: &[&str]) -> Value {
    Value::Cell(CellArray::column(list.iter().map(|each| text(each)).collect()))
}

fn function(name: &str) -> Value {
    Value::Function(FunctionHandle::Named(name.into()).into())
}

fn structure(fields: &[(&str, Value)]) -> Value {
    let mut structure = StructArray::without_fields(formwork_runtime::Dims::SCALAR);
    for (name, value) in fields {
        structure.set_field(name, vec![value.clone()]);
    }
    Value::Struct(structure.into())
}

/// A moment, as `localtime` tells it.
fn moment(numbers: &mut Numbers) -> Value {
    let mut number =
        |least: usize, count: usize| Value::double((least + numbers.below(count)) as f64);
    structure(&[
        ("usec", number(0, 1000)),
        ("sec", number(0, 60)),
        ("min", number(0, 60)),
        ("hour", number(0, 24)),
        ("mday", number(1, 28)),
        ("mon", number(0, 12)),
        ("year", number(90, 40)),
        ("wday", number(0, 7)),
        ("yday", number(0, 365)),
        ("isdst", Value::double(0.0)),
        ("gmtoff", Value::double(0.0)),
        ("zone", text("UTC")),
    ])
}

/// A piecewise polynomial of one or two pieces.
fn polynomial(numbers: &mut Numbers) -> Value {
    let pieces = 1 + numbers.below(2);
    let order = 1 + numbers.below(3);
    let coefficients = (0..pieces * order).map(|_| numbers.below(5) as f64 - 2.0).collect();
    let size = formwork_runtime::Dims::matrix(pieces, order);
    structure(&[
        ("form", text("pp")),
        ("breaks", Value::row((0..=pieces).map(|k| k as f64).collect())),
        ("coefs", Value::Double(Array::new(size, coefficients))),
        ("pieces", Value::double(pieces as f64)),
        ("order", Value::double(order as f64)),
        ("dim", Value::double(1.0)),
    ])
}

/// What `substruct` makes of subscripts in parentheses, or of a field.
fn subscript(numbers: &mut Numbers, field: bool) -> Value {
    let (kind, what) = if field {
        (".", text("x"))
    } else {
        let place = Value::double((1 + numbers.below(3)) as f64);
        ("()", Value::Cell(CellArray::column(vec![place])))
    };
    structure(&[("type", text(kind)), ("subs", what)])
}

/// Arguments that the function does not refuse; none where it takes what is random.
pub(crate) fn fitting(numbers: &mut Numbers, name: &str) -> Option<Args> {
    let list = of_values(numbers, name)
        .or_else(|| of_functions(numbers, name))
        .or_else(|| of_texts(numbers, name))?;
    Some(list.into_iter().collect())
}

fn pick(list: &[&'static str], numbers: &mut Numbers) -> &'static str {
    list[numbers.below(list.len())]
}

fn number(numbers: &mut Numbers) -> Value {
    Value::double(1.0 + numbers.below(4) as f64)
}

/// Arguments of functions that take dates, bits, structs and subscripts.
fn of_values(numbers: &mut Numbers, name: &str) -> Option<Vec<Value>> {
    Some(match name {
        "cell2struct" => {
            let values = vec![number(numbers), text("two")];
            vec![Value::Cell(CellArray::column(values)), texts(&["one", "two"]), Value::double(1.0)]
        }
        "addtodate" => {
            let unit = pick(&["year", "month", "day", "hour", "second"], numbers);
            let date =
                Value::row((0..1 + numbers.below(3)).map(|k| 730_000.0 + k as f64).collect());
            vec![date, number(numbers), text(unit)]
        }
        "mktime" | "asctime" => vec![moment(numbers)],
        "strftime" => {
            vec![text(pick(&["%Y-%m-%d", "%H:%M", "plain"], numbers)), moment(numbers)]
        }
        "bitpack" => {
            let class = pick(&["double", "single", "uint8", "int32"], numbers);
            let bits = (0..64).map(|_| numbers.one_in(2)).collect();
            let bits = if numbers.one_in(2) { Array::row(bits) } else { Array::column(bits) };
            vec![Value::Bool(bits), text(class)]
        }
        "odeget" => {
            vec![structure(&[("RelTol", number(numbers))]), text("RelTol")]
        }
        "rmfield" | "getfield" => {
            let fields = [("x", number(numbers)), ("a", text("b"))];
            vec![structure(&fields), text(pick(&["x", "a"], numbers))]
        }
        "substruct" => {
            if numbers.one_in(2) {
                vec![text("."), text("x")]
            } else {
                vec![text("()"), Value::Cell(CellArray::column(vec![number(numbers)]))]
            }
        }
        "subsref" | "subsasgn" => {
            let field = numbers.one_in(2);
            let subject = if field {
                structure(&[("x", number(numbers))])
            } else {
                Value::row(vec![1.0, 2.0, 3.0])
            };
            let mut list = vec![subject, subscript(numbers, field)];
            if name == "subsasgn" {
                list.push(number(numbers));
            }
            list
        }
        _ => return None,
    })
}

/// Arguments of functions that integrate others, or take piecewise polynomials.
fn of_functions(numbers: &mut Numbers, name: &str) -> Option<Vec<Value>> {
    let zero = Value::double(0.0);
    Some(match name {
        "quad" | "quadl" | "quadv" | "integral" => vec![function("sin"), zero, number(numbers)],
        "integral2" | "quad2d" | "dblquad" => {
            let (first, second) = (number(numbers), number(numbers));
            vec![function("plus"), zero.clone(), first, zero, second]
        }
        "triplequad" | "integral3" => {
            let one = Value::double(1.0);
            vec![function("plus"), zero.clone(), one.clone(), zero.clone(), one.clone(), zero, one]
        }
        "ode45" | "ode23" => {
            let start =
                if numbers.one_in(2) { number(numbers) } else { Value::column(vec![1.0, 2.0]) };
            vec![function("plus"), Value::row(vec![0.0, 0.5]), start]
        }
        "unmkpp" | "ppder" | "ppint" => vec![polynomial(numbers)],
        "ppval" => {
            let places = (0..numbers.below(4)).map(|k| k as f64 / 2.0).collect();
            vec![polynomial(numbers), Value::row(places)]
        }
        _ => return None,
    })
}

/// Arguments of functions that take texts of some kinds.
fn of_texts(numbers: &mut Numbers, name: &str) -> Option<Vec<Value>> {
    Some(match name {
        "regexptranslate" => {
            let how = pick(&["escape", "wildcard"], numbers);
            vec![text(how), text(pick(&["a.b", "*.m", ""], numbers))]
        }
        "validatestring" => {
            vec![text(pick(&["a", "ap", "pear"], numbers)), texts(&["apple", "pear"])]
        }
        "isstrprop" => {
            let kind = pick(&["alpha", "digit", "space", "upper"], numbers);
            vec![text(pick(&["ab 1", "", "X"], numbers)), text(kind)]
        }
        "jsondecode" => {
            let known = ["1", "[1,2]", "{\"a\":1}", "\"x\"", "[[1],[2]]", "[true,\"a\"]", "null"];
            vec![text(pick(&known, numbers))]
        }
        "hash" => vec![text(pick(&["md5", "sha1", "sha256"], numbers)), text("abc")],
        "validateattributes" => {
            vec![Value::row(vec![1.0, 2.0]), texts(&["numeric"]), texts(&["positive"])]
        }
        "compare_versions" => {
            let how = pick(&["<", ">=", "==", "!="], numbers);
            vec![text("1.2.0"), text(pick(&["1.2.0", "1.10.0"], numbers)), text(how)]
        }
        "verLessThan" => vec![text("Octave"), text(pick(&["1.0.0", "99.0.0"], numbers))],
        _ => return None,
    })
}
