//! Lines that are too long.
//!
//! Text on its way here has marks where a line may be broken; no text of a program has
//! such characters, because constants write them in another way.

/// After this a line may go on in the next one.
pub(super) const SOFT: char = '\u{1}';
/// Here a row of a matrix ends.
pub(super) const ROW: char = '\u{2}';

/// Around the number of a mark at the beginning of a line.
pub(super) const ORIGIN: char = '\u{3}';

/// How long lines may be.
const WIDTH: usize = 100;
/// By how much each level is indented.
const STEP: usize = 4;

/// The text of a constant, marked where it may be broken.
pub(super) fn marked(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut quote = None;
    let mut previous = ' ';
    for character in text.chars() {
        out.push(character);
        match quote {
            Some(open) => {
                if character == open && !(open == '"' && previous == '\\') {
                    quote = None;
                }
            }
            None => match character {
                '"' => quote = Some(character),
                // After a parenthesis a quote transposes.
                '\'' if previous != ')' => quote = Some(character),
                ' ' if previous == ',' => out.push(SOFT),
                ' ' if previous == ';' => out.push(ROW),
                _ => {}
            },
        }
        // Two backslashes escape each other.
        previous = if previous == '\\' && character == '\\' { ' ' } else { character };
    }
    out
}

/// Writes a line at a level, broken where it is too long.
pub(super) fn write(out: &mut String, marked: &str, level: usize) {
    let indent = level * STEP;
    let is_mark = |c: char| c == SOFT || c == ROW;
    let length = marked.chars().filter(|&c| !is_mark(c)).count();
    if indent + length <= WIDTH {
        push_indented(out, &marked.replace(is_mark, ""), indent);
        return;
    }
    for (number, row) in marked.split(ROW).enumerate() {
        let start = if number == 0 { indent } else { indent + STEP };
        fill(out, row.trim_end_matches(' '), start, indent + STEP);
    }
}

/// Writes one row, continued where it is too long.
fn fill(out: &mut String, row: &str, first: usize, further: usize) {
    const CONTINUED: usize = 4;
    let mut indent = first;
    let mut line = String::new();
    let mut pieces = row.split(SOFT).peekable();
    while let Some(piece) = pieces.next() {
        let width = indent + line.chars().count() + piece.trim_end().chars().count();
        let reserve = if pieces.peek().is_some() { CONTINUED } else { 0 };
        if !line.is_empty() && width + reserve > WIDTH {
            let text = format!("{} ...", line.trim_end());
            push_indented(out, &text, indent);
            line.clear();
            indent = further;
        }
        line.push_str(piece);
    }
    push_indented(out, &line, indent);
}

fn push_indented(out: &mut String, text: &str, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
    out.push_str(text);
    out.push('\n');
}
