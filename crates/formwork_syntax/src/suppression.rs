//! Comments that silence a checker: `% formwork: ignore[code]`, `% formwork: ignore-file[code]`,
//! and `%#ok<ID>` of MATLAB's Code Analyzer.

use crate::span::{Span, to_u32};
use crate::tree::CommentKind;

/// A part of a comment that silences a checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppression {
    /// Whom it speaks to, and of how much.
    pub kind: SuppressionKind,
    /// What it silences.
    pub codes: SuppressedCodes,
    /// Where it stands, from its comment sign on.
    pub span: Span,
}

/// Whom a suppression speaks to, and of how much.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuppressionKind {
    /// `%#ok`: to MATLAB's Code Analyzer, of a line.
    AnalyzerOk,
    /// `% formwork: ignore`: to Formwork, of a line.
    Ignore,
    /// `% formwork: ignore-file`: to Formwork, of a file.
    IgnoreFile,
}

/// What a suppression silences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SuppressedCodes {
    /// Everything: there are no brackets.
    All,
    /// What stands in the brackets, each with its place.
    Listed(Vec<Span>),
    /// Nobody knows: the bracket is not closed.
    Unclosed,
}

impl SuppressedCodes {
    /// The places of what stands in the brackets.
    #[must_use]
    pub fn listed(&self) -> &[Span] {
        match self {
            SuppressedCodes::Listed(codes) => codes,
            SuppressedCodes::All | SuppressedCodes::Unclosed => &[],
        }
    }
}

/// The suppressions in the text of a comment that stands at `start`.
///
/// A line comment may have several, each with a comment sign of its own behind a blank or the
/// bracket of the one before: `%#ok<AGROW> % formwork: ignore[growing-array]`. In a block comment
/// only `formwork: ignore-file` counts, at the beginning of a line.
#[must_use]
pub fn suppressions(text: &[u8], start: u32, kind: CommentKind) -> Vec<Suppression> {
    match kind {
        CommentKind::Line => (0..text.len())
            .filter(|&at| {
                let before = at.checked_sub(1).map(|before| text[before]);
                before.is_none_or(|byte| byte.is_ascii_whitespace() || b">]%#".contains(&byte))
            })
            .filter_map(|at| suppression_at(&text[at..], start + to_u32(at)))
            .collect(),
        CommentKind::Block => {
            let mut found = Vec::new();
            let mut at = 0;
            for line in text.split_inclusive(|&byte| byte == b'\n' || byte == b'\r') {
                let body = line.trim_ascii_start();
                let place = start + to_u32(at + line.len() - body.len());
                at += line.len();
                let body = body.trim_ascii_end();
                let skipped = usize::from(body.first().is_some_and(|&byte| is_sign(byte)));
                if let Some((SuppressionKind::IgnoreFile, codes, end)) =
                    ours(&body[skipped..], place + to_u32(skipped))
                {
                    let span = Span::new(place, end);
                    found.push(Suppression { kind: SuppressionKind::IgnoreFile, codes, span });
                }
            }
            found
        }
        CommentKind::Continuation => Vec::new(),
    }
}

/// The suppression with which a text begins that stands at `start`.
pub(crate) fn suppression_at(text: &[u8], start: u32) -> Option<Suppression> {
    if let Some(rest) = text.strip_prefix(b"%#ok") {
        if rest.first().is_some_and(u8::is_ascii_alphanumeric) {
            return None;
        }
        let (codes, end) = bracketed(rest, start + 4, b'<', b'>');
        let span = Span::new(start, end);
        return Some(Suppression { kind: SuppressionKind::AnalyzerOk, codes, span });
    }
    if !text.first().is_some_and(|&byte| is_sign(byte)) {
        return None;
    }
    let (kind, codes, end) = ours(&text[1..], start + 1)?;
    Some(Suppression { kind, codes, span: Span::new(start, end) })
}

fn is_sign(byte: u8) -> bool {
    byte == b'%' || byte == b'#'
}

/// `formwork: ignore[code, code]`, behind the comment sign; and where it ends.
fn ours(text: &[u8], start: u32) -> Option<(SuppressionKind, SuppressedCodes, u32)> {
    let rest = text.trim_ascii_start().strip_prefix(b"formwork:")?;
    let rest = rest.trim_ascii_start().strip_prefix(b"ignore")?;
    let (kind, rest) = match rest.strip_prefix(b"-file") {
        Some(rest) => (SuppressionKind::IgnoreFile, rest),
        None => (SuppressionKind::Ignore, rest),
    };
    // `ignored`, `ignore-files`, `ignore-line`: words of a sentence, or of another tool.
    if rest.first().is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'-') {
        return None;
    }
    let (codes, end) = bracketed(rest, start + to_u32(text.len() - rest.len()), b'[', b']');
    Some((kind, codes, end))
}

/// The comma-separated codes in brackets at the start of `text`, which stands at `at`, and where
/// they end.
fn bracketed(text: &[u8], at: u32, open: u8, close: u8) -> (SuppressedCodes, u32) {
    if text.first() != Some(&open) {
        return (SuppressedCodes::All, at);
    }
    let Some(end) = memchr::memchr(close, text) else {
        return (SuppressedCodes::Unclosed, at + to_u32(text.len()));
    };
    let mut codes = Vec::new();
    let mut start = 1;
    for piece in text[1..end].split(|&byte| byte == b',') {
        let blanks = piece.len() - piece.trim_ascii_start().len();
        let code = piece.trim_ascii();
        let from = at + to_u32(start + blanks);
        if !code.is_empty() {
            codes.push(Span::new(from, from + to_u32(code.len())));
        }
        start += piece.len() + 1;
    }
    (SuppressedCodes::Listed(codes), at + to_u32(end) + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kinds and codes of what is in a comment.
    fn read(text: &str, kind: CommentKind) -> Vec<(SuppressionKind, String)> {
        suppressions(text.as_bytes(), 0, kind)
            .into_iter()
            .map(|one| {
                let codes = match &one.codes {
                    SuppressedCodes::All => "all".to_owned(),
                    SuppressedCodes::Unclosed => "unclosed".to_owned(),
                    SuppressedCodes::Listed(codes) => {
                        let codes = codes.iter().map(|span| &text[span.range()]);
                        codes.collect::<Vec<_>>().join(" ")
                    }
                };
                (one.kind, codes)
            })
            .collect()
    }

    #[test]
    fn one_comment_may_speak_to_several() {
        use SuppressionKind::{AnalyzerOk, Ignore, IgnoreFile};
        let line = |text| read(text, CommentKind::Line);
        let one = |kind, codes: &str| vec![(kind, codes.to_owned())];
        assert_eq!(line("%#ok"), one(AnalyzerOk, "all"));
        assert_eq!(line("% why not %#ok<AGROW, NASGU>"), one(AnalyzerOk, "AGROW NASGU"));
        assert_eq!(line("# formwork: ignore[a,b] because"), one(Ignore, "a b"));
        assert_eq!(line("%formwork:ignore-file"), one(IgnoreFile, "all"));
        assert_eq!(line("% formwork: ignore[a"), one(Ignore, "unclosed"));
        assert_eq!(line("% formwork: ignore[]"), one(Ignore, ""));
        let both = line("%#ok<AGROW>% formwork: ignore[growing-array]");
        assert_eq!(both.len(), 2, "{both:?}");
        for plain in ["%#okay", "% formwork: ignored", "% formwork: ignore-line", "% `%#ok` is no"]
        {
            assert_eq!(line(plain), [], "{plain}");
        }
    }

    #[test]
    fn block_comments_speak_of_the_file_alone() {
        let text =
            "%{\n  formwork: ignore-file[a]\n  % formwork: ignore-file\n formwork: ignore\n%}";
        let found = read(text, CommentKind::Block);
        let kinds = [SuppressionKind::IgnoreFile; 2];
        assert_eq!(
            found,
            kinds.into_iter().zip(["a", "all"].map(str::to_owned)).collect::<Vec<_>>()
        );
    }
}
