//! `formwork specialize --html`: one page that shows the residual beside the original, with what
//! was done in each line and what stood in the way. It needs nothing but itself.

use std::fmt::Write as _;

use formwork_specialize::{Beside, Note, OriginalLine, PrintOptions, ResidualLine, Specialized};

use crate::SpecializeError;

/// How the page looks, by day and by night.
const STYLE: &str = "
:root { color-scheme: light dark; --back: #ffffff; --text: #1c1e21; --faint: #6a737d;
  --line: #d9dde2; --head: #f3f5f7; --gone: #fdf0ef; --new: #eef7f0; --chip: #e6ebf1;
  --stays: #8a4b00; --stays-back: #fff4e0; }
@media (prefers-color-scheme: dark) { :root { --back: #16181c; --text: #dfe3e8; --faint: #8b949e;
  --line: #30353c; --head: #1f2329; --gone: #2c1d1f; --new: #16261c; --chip: #2b313a;
  --stays: #ffbf66; --stays-back: #2e2415; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 120rem; background: var(--back);
  color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.4rem; margin: 0 0 .5rem; } h2 { font-size: 1.05rem; margin: 2rem 0 .4rem; }
h2 small, .faint { color: var(--faint); font-weight: normal; }
pre, code, td.code { font-family: ui-monospace, 'DejaVu Sans Mono', monospace; font-size: 13px; }
table { border-collapse: collapse; width: 100%; table-layout: fixed;
  border: 1px solid var(--line); }
col.number { width: 3.6rem; }
th { text-align: left; background: var(--head); font-weight: 600; padding: .25rem .5rem;
  border-bottom: 1px solid var(--line); }
td { vertical-align: top; padding: 0 .5rem; }
td.number { color: var(--faint); text-align: right; font-size: 12px; line-height: 1.65;
  user-select: none; }
td.code { white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 4; }
td.residual { border-left: 1px solid var(--line); }
tr.gone td.original { background: var(--gone); color: var(--faint); }
tr.new td.made { background: var(--new); }
.chip { display: inline-block; margin-left: .6rem; padding: 0 .45rem; border-radius: .6rem;
  background: var(--chip); color: var(--text); font: 11px/1.5 system-ui, sans-serif;
  white-space: nowrap; }
.stays { display: block; margin: .1rem 0 .2rem; padding: .05rem .5rem; border-radius: .3rem;
  background: var(--stays-back); color: var(--stays); font: 12px/1.5 system-ui, sans-serif; }
.from { float: right; margin-left: .6rem; color: var(--faint); font: 11px/1.75 system-ui, sans-serif; }
.report { white-space: pre-wrap; background: var(--head); border: 1px solid var(--line);
  padding: .6rem .8rem; }
";

/// The page.
///
/// # Errors
///
/// If the residual has no text.
pub fn specialize_page(made: &Specialized, print: PrintOptions) -> Result<String, SpecializeError> {
    let sections = made.beside(print).map_err(|error| SpecializeError::new(&error))?;
    let name = sections.iter().find_map(|one| one.residual.as_deref()).unwrap_or("residual");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta \
         name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{0}</title>\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<h1>{0}</h1>\n",
        escaped(name)
    );
    summary(&mut out, made);
    for section in &sections {
        table(&mut out, section);
    }
    out.push_str("</body>\n</html>\n");
    Ok(out)
}

/// What was done altogether.
fn summary(out: &mut String, made: &Specialized) {
    let counts = &made.counts;
    let _ = writeln!(
        out,
        "<p>{} expressions folded, {} branches decided, {} loops unrolled, {} calls made direct, \
         {} arguments no longer passed. Size {} of {} that are allowed; the original has {}.</p>",
        counts.folded,
        counts.decided,
        made.unrolled,
        counts.resolved,
        counts.arguments,
        made.sizes.residual,
        made.allowed,
        made.sizes.original
    );
    let passes = made.post.to_string();
    let lines = passes.lines().chain(counts.ends.iter().chain(&counts.blocked).map(String::as_str));
    let lines: Vec<String> = lines.map(escaped).collect();
    if !lines.is_empty() {
        let _ = writeln!(out, "<pre class=\"report\">{}</pre>", lines.join("\n"));
    }
    out.push_str(
        "<p class=\"faint\">Left the original, right the residual. A number at the right end of a \
         line is the line it came from, if that does not stand beside it.</p>\n",
    );
}

/// A function of the residual beside the one it came from.
fn table(out: &mut String, section: &Beside) {
    let original = escaped(&section.original);
    let title = match &section.residual {
        Some(name) => format!("{} <small>from {original}", escaped(name)),
        None if section.original.is_empty() => "<small>more".to_owned(),
        None => format!("{original} <small>nothing stays under this name"),
    };
    let kept = if section.verbatim { ", kept as it was written" } else { "" };
    let path = escaped(&section.path.to_string_lossy());
    let place = if path.is_empty() { String::new() } else { format!(", {path}") };
    let _ = writeln!(
        out,
        "<h2>{title}{place}{kept}</small></h2>\n<table>\n<colgroup><col class=\"number\"><col><col \
         class=\"number\"><col></colgroup>\n<tr><th></th><th>original</th><th></th>\
         <th>residual</th></tr>"
    );
    for row in &section.rows {
        let class = match (&row.original, &row.residual) {
            (Some(original), None) if original.gone => " class=\"gone\"",
            (None, Some(made)) if made.from.is_some() => " class=\"new\"",
            _ => "",
        };
        let _ = write!(out, "<tr{class}>");
        original_cells(out, row.original.as_ref());
        residual_cells(out, row.residual.as_ref());
        out.push_str("</tr>\n");
    }
    out.push_str("</table>\n");
}

fn original_cells(out: &mut String, line: Option<&OriginalLine>) {
    let Some(line) = line else {
        out.push_str("<td class=\"number\"></td><td class=\"code original\"></td>");
        return;
    };
    let _ = write!(
        out,
        "<td class=\"number\">{}</td><td class=\"code original\">{}",
        line.number,
        escaped(&line.text)
    );
    for note in &line.notes {
        let text = escaped(&words(note));
        let _ = match note {
            Note::Stays(..) => write!(out, "<span class=\"stays\">{text}</span>"),
            _ => write!(out, "<span class=\"chip\">{text}</span>"),
        };
    }
    out.push_str("</td>");
}

fn residual_cells(out: &mut String, line: Option<&ResidualLine>) {
    let Some(line) = line else {
        out.push_str("<td class=\"number residual\"></td><td class=\"code made\"></td>");
        return;
    };
    let _ =
        write!(out, "<td class=\"number residual\">{}</td><td class=\"code made\">", line.number);
    if let Some((function, number)) = &line.from {
        let function = function.as_deref().map(|name| format!("{} ", escaped(name)));
        let _ = write!(out, "<span class=\"from\">{}{number}</span>", function.unwrap_or_default());
    }
    let _ = write!(out, "{}</td>", escaped(&line.text));
}

/// A note in words.
fn words(note: &Note) -> String {
    let counted = |count: usize, what: &str| match count {
        1 => what.to_owned(),
        _ => format!("{what} {count}×"),
    };
    match note {
        Note::NotReached => "never come to".to_owned(),
        Note::Gone => "nothing of its own stays".to_owned(),
        Note::Inlined => "inlined".to_owned(),
        Note::Folded(count) => counted(*count, "folded"),
        Note::Decided(count) => counted(*count, "decided"),
        Note::Resolved(count) => counted(*count, "call made direct"),
        Note::Unrolled(trips, statements) => {
            format!("unrolled: {trips} iterations, {statements} statements")
        }
        Note::Stays(matter, because, cost, remedy) => {
            let remedy = remedy.as_ref().map(|remedy| format!("; {remedy} decides it"));
            format!(
                "the {} stays ({:.1} µs): {because}{}",
                matter.name(),
                *cost as f64 / 1e3,
                remedy.unwrap_or_default()
            )
        }
    }
}

/// Text as it stands in a page.
fn escaped(text: &str) -> String {
    text.chars().fold(String::with_capacity(text.len()), |mut out, character| {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            _ => out.push(character),
        }
        out
    })
}
