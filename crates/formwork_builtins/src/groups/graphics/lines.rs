//! Lines: `plot` and its like, which read their arguments in the same way.

use formwork_runtime::{Array, Error, Result, Value};

use super::common::{
    color_of, data, handle_of, handles, if_asked, prepare, set_new, take_axes, tell,
};
use crate::context::{Args, Context, Values};
use crate::graphics::Kind;

/// How a line is drawn, as a short text says it: `"r--o"`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Style {
    color: Option<[f64; 3]>,
    line: Option<&'static str>,
    marker: Option<char>,
    name: Option<String>,
}

/// Reads such a text; `None` if it is none.
pub(super) fn style_of(text: &str) -> Option<Style> {
    let mut style = Style::default();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let line = ["--", "-.", "-", ":"].into_iter().find(|line| rest.starts_with(line));
        if let Some(line) = line {
            style.line = Some(line);
            rest = &rest[line.len()..];
            continue;
        }
        if let Some(named) = rest.strip_prefix(';') {
            let (name, after) = named.split_once(';')?;
            style.name = Some(name.to_owned());
            rest = after;
            continue;
        }
        let word = ["black", "red", "green", "blue", "yellow", "magenta", "cyan", "white"]
            .into_iter()
            .find(|word| rest.starts_with(word));
        if let Some(word) = word {
            style.color = color_of(word);
            rest = &rest[word.len()..];
            continue;
        }
        match first {
            'r' | 'g' | 'b' | 'k' | 'w' | 'y' | 'm' | 'c' => {
                style.color = color_of(&first.to_string());
            }
            // Colours were numbers once.
            '0'..='6' => {
                let letters = ["k", "r", "g", "b", "m", "c", "w"];
                let place = first.to_digit(10).unwrap_or_default() as usize;
                style.color = letters.get(place).and_then(|letter| color_of(letter));
            }
            '+' | 'o' | '*' | '.' | 'x' | '|' | '_' | 's' | 'd' | '^' | 'v' | '>' | '<' | 'p'
            | 'h' => style.marker = Some(first),
            _ => return None,
        }
        rest = &rest[first.len_utf8()..];
    }
    Some(style)
}

/// One line: its data and how it is drawn.
struct Series {
    x: Vec<f64>,
    y: Vec<f64>,
    z: Option<Vec<f64>>,
    style: Style,
}

fn number_array(value: &Value) -> Result<Array<f64>> {
    match value.to_f64_array() {
        Some(array) if !value.is_char() => Ok(array.into_owned()),
        _ => Err(Error::plain(
            "__go_line__: invalid value for array property \"ydata\", unable to create graphics handle",
        )),
    }
}

fn columns_of(array: &Array<f64>) -> Vec<Vec<f64>> {
    let rows = array.dims().rows();
    if rows == 0 {
        return Vec::new();
    }
    array.as_slice().chunks(rows).map(<[f64]>::to_vec).collect()
}

fn rows_of(array: &Array<f64>) -> Vec<Vec<f64>> {
    let rows = array.dims().rows();
    let row = |row: usize| array.as_slice().iter().skip(row).step_by(rows).copied().collect();
    (0..rows).map(row).collect()
}

fn is_vector(array: &Array<f64>) -> bool {
    let dims = array.dims();
    dims.is_matrix() && (dims.rows() == 1 || dims.columns() == 1)
}

/// The lines of `y` over `x`, column by column where these are matrices.
fn pair(x: &Array<f64>, y: &Array<f64>) -> Result<Vec<(Vec<f64>, Vec<f64>)>> {
    let whole = |array: &Array<f64>| array.as_slice().to_vec();
    // A vector goes with the direction of a matrix that has its length.
    let along = |vector: &Array<f64>, matrix: &Array<f64>| {
        let count = vector.numel();
        if matrix.dims().rows() == count {
            Some(columns_of(matrix))
        } else if matrix.dims().columns() == count {
            Some(rows_of(matrix))
        } else {
            None
        }
    };
    match (is_vector(x), is_vector(y)) {
        _ if x.is_empty() && y.is_empty() => Ok(Vec::new()),
        (true, true) if x.numel() == y.numel() => Ok(vec![(whole(x), whole(y))]),
        (true, true) if x.numel() == 1 => {
            let x = x.as_slice()[0];
            Ok(y.as_slice().iter().map(|&y| (vec![x], vec![y])).collect())
        }
        (true, true) if y.numel() == 1 => {
            let y = y.as_slice()[0];
            Ok(x.as_slice().iter().map(|&x| (vec![x], vec![y])).collect())
        }
        (true, true) => Err(Error::plain("__plt2vv__: vector lengths must match")),
        (true, false) => match along(x, y) {
            Some(lines) => Ok(lines.into_iter().map(|line| (whole(x), line)).collect()),
            None => Err(Error::plain("__plt2vm__: matrix dimensions must match")),
        },
        (false, true) => match along(y, x) {
            Some(lines) => Ok(lines.into_iter().map(|line| (line, whole(y))).collect()),
            None => Err(Error::plain("__plt2mv__: matrix dimensions must match")),
        },
        (false, false) if x.dims() == y.dims() => {
            Ok(columns_of(x).into_iter().zip(columns_of(y)).collect())
        }
        (false, false) => Err(Error::plain("__plt2mm__: matrix dimensions must match")),
    }
}

/// The lines of values alone, over their places; of complex ones in the plane.
fn alone(value: &Value) -> Result<Vec<(Vec<f64>, Vec<f64>)>> {
    if value.is_complex()
        && let Some(array) = value.to_c64_array()
    {
        return pair(&array.map(|z| z.re), &array.map(|z| z.im));
    }
    let y = number_array(value)?;
    let count = if is_vector(&y) { y.numel() } else { y.dims().rows() };
    let x = Array::column((1..=count).map(|place| place as f64).collect());
    pair(&x, &y)
}

/// Reads data and styles up to the pairs of properties; these are left.
fn series_of(who: &str, args: &mut Args, in_space: bool) -> Result<Vec<Series>> {
    let most = if in_space { 3 } else { 2 };
    let mut series = Vec::new();
    let mut at = 0;
    while at < args.len() {
        let start = at;
        while at < args.len() && at - start < most && !args[at].is_char() {
            at += 1;
        }
        let numbers = &args[start..at];
        let text = args.get(at).filter(|next| next.is_char()).and_then(Value::as_text);
        let style = text.as_deref().and_then(style_of);
        if numbers.is_empty() {
            if style.is_some() && series.is_empty() {
                return Err(Error::plain(format!("{who}: no data to plot")));
            }
            break;
        }
        let given = style.is_some();
        let style = style.unwrap_or_default();
        if let ([x, y, z], true) = (numbers, in_space) {
            let (x, y, z) = (number_array(x)?, number_array(y)?, number_array(z)?);
            for ((x, z), (_, y)) in pair(&x, &z)?.into_iter().zip(pair(&x, &y)?) {
                series.push(Series { x, y, z: Some(z), style: style.clone() });
            }
        } else {
            let lines = match numbers {
                [x, y, ..] => pair(&number_array(x)?, &number_array(y)?)?,
                [y] => alone(y)?,
                [] => Vec::new(),
            };
            for (x, y) in lines {
                let z = in_space.then(|| vec![0.0; x.len()]);
                series.push(Series { x, y, z, style: style.clone() });
            }
        }
        at += usize::from(given);
    }
    let has_data = at > 0;
    args.drain(..at);
    if args.len() % 2 == 1 {
        let message =
            if has_data { "properties must appear followed by a value" } else { "no data to plot" };
        return Err(Error::plain(format!("{who}: {message}")));
    }
    Ok(series)
}

/// Takes the axes that a property names.
fn take_parent(args: &mut Args) -> Option<f64> {
    let is_parent =
        |word: &Value| word.as_text().is_some_and(|word| word.eq_ignore_ascii_case("parent"));
    let place = args.iter().position(is_parent)?;
    let parent = args.get(place + 1).and_then(handle_of)?;
    args.drain(place..place + 2);
    Some(parent)
}

/// What a function of this family does with the axes, beside drawing lines.
#[derive(Clone, Copy)]
pub(super) struct Plot {
    pub(super) name: &'static str,
    pub(super) in_space: bool,
    /// The axes that become logarithmic.
    pub(super) logarithmic: &'static [&'static str],
}

/// `plot` and its like.
pub(super) fn draw(
    cx: &mut dyn Context,
    plot: Plot,
    mut args: Args,
    nargout: usize,
) -> Result<Values> {
    let chosen = take_axes(&cx.session().graphics, &mut args).or_else(|| take_parent(&mut args));
    if args.is_empty() {
        return Err(Error::invalid_call(plot.name));
    }
    let series = series_of(plot.name, &mut args, plot.in_space)?;
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let axes = match chosen.filter(|&axes| graphics.object(axes).is_some()) {
        Some(axes) => axes,
        None => graphics.axes(),
    };
    prepare(graphics, axes);
    for scale in plot.logarithmic {
        graphics.put(axes, scale, Value::text("log"));
    }
    if plot.in_space && !graphics.has_text(axes, "nextplot", "add") {
        graphics.put(axes, "view", Value::row(vec![-37.5, 30.0]));
    }
    let mut made = Vec::new();
    for line in series {
        let handle = graphics.create(Kind::Line, axes);
        let Style { color, line: pattern, marker, name } = line.style;
        graphics.put(handle, "xdata", data(&Array::row(line.x)));
        graphics.put(handle, "ydata", data(&Array::row(line.y)));
        if let Some(z) = line.z {
            graphics.put(handle, "zdata", data(&Array::row(z)));
        }
        let color = match color {
            Some(color) => Value::row(color.to_vec()),
            None => graphics.next_color(axes),
        };
        graphics.put(handle, "color", color);
        if let Some(marker) = marker {
            graphics.put(handle, "marker", Value::text(marker.to_string()));
        }
        match (pattern, marker) {
            (Some(pattern), _) => graphics.put(handle, "linestyle", Value::text(pattern)),
            (None, Some(_)) => graphics.put(handle, "linestyle", Value::text("none")),
            (None, None) => {}
        }
        if let Some(name) = name {
            graphics.put(handle, "displayname", Value::text(name));
        }
        set_new(graphics, Kind::Line, handle, &args)?;
        made.push(handle);
    }
    if_asked(handles(made), nargout)
}

/// `line`: lines added to what is there.
pub(super) fn line(cx: &mut dyn Context, mut args: Args, nargout: usize) -> Result<Values> {
    let chosen = take_axes(&cx.session().graphics, &mut args).or_else(|| take_parent(&mut args));
    let count = args.iter().take(3).take_while(|arg| !arg.is_char()).count();
    let numbers = args.iter().take(count).map(number_array).collect::<Result<Vec<_>>>()?;
    if count == 1 || (args.len() - count) % 2 == 1 {
        return Err(Error::plain("line: invalid number of PROPERTY / VALUE pairs"));
    }
    args.drain(..count);
    tell(cx);
    let graphics = &mut cx.session().graphics;
    let axes = match chosen.filter(|&axes| graphics.object(axes).is_some()) {
        Some(axes) => axes,
        None => graphics.axes(),
    };
    let lines = match &numbers[..] {
        [x, y, ..] => pair(x, y)?,
        _ => vec![(vec![0.0, 1.0], vec![0.0, 1.0])],
    };
    let heights = match &numbers[..] {
        [x, _, z] => pair(x, z)?.into_iter().map(|(_, z)| z).collect(),
        _ => Vec::new(),
    };
    let mut made = Vec::new();
    for (index, (x, y)) in lines.into_iter().enumerate() {
        let handle = graphics.create(Kind::Line, axes);
        graphics.put(handle, "xdata", data(&Array::row(x)));
        graphics.put(handle, "ydata", data(&Array::row(y)));
        if let Some(z) = heights.get(index) {
            graphics.put(handle, "zdata", data(&Array::row(z.clone())));
        }
        if count > 0 {
            let color = graphics.next_color(axes);
            graphics.put(handle, "color", color);
        }
        set_new(graphics, Kind::Line, handle, &args)?;
        made.push(handle);
    }
    if_asked(handles(made), nargout)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn styles_are_read() {
        let style = style_of("r--o").unwrap_or_default();
        assert_eq!(
            (style.color, style.line, style.marker),
            (Some([1.0, 0.0, 0.0]), Some("--"), Some('o'))
        );
        assert_eq!(style_of("foo"), None);
        assert_eq!(style_of("-;a;").and_then(|style| style.name).as_deref(), Some("a"));
    }

    #[test]
    fn vectors_go_with_the_columns_that_fit() {
        let x = Array::row(vec![1.0, 2.0, 3.0]);
        let y = Array::new(formwork_runtime::Dims::matrix(2, 3), vec![1.0; 6]);
        assert_eq!(pair(&x, &y).map(|lines| lines.len()).ok(), Some(2));
        assert!(pair(&x, &Array::row(vec![1.0, 2.0])).is_err());
    }
}
