//! Makes inputs: random bytes, mutated files, soups of tokens.

use fastrand::Rng;

/// Pieces that decide how what follows is read.
const TOKENS: &[&str] = &[
    "if",
    "else",
    "elseif",
    "end",
    "endif",
    "for",
    "while",
    "do",
    "until",
    "switch",
    "case",
    "otherwise",
    "try",
    "catch",
    "function",
    "endfunction",
    "classdef",
    "properties",
    "methods",
    "events",
    "enumeration",
    "arguments",
    "global",
    "persistent",
    "return",
    "break",
    "parfor",
    "spmd",
    "unwind_protect",
    "unwind_protect_cleanup",
    "end_unwind_protect",
    "x",
    "f",
    "abc",
    "1",
    "2.5",
    "0x1F",
    "1e3",
    "3i",
    "'s'",
    "\"d\"",
    "'",
    "\"",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ";",
    "\n",
    "\r\n",
    "\r",
    "...",
    "...\n",
    "... c\n",
    "\\\n",
    "%",
    "% c\n",
    "#",
    "%{\n",
    "%}\n",
    "%#",
    "%# x size [1 2]\n",
    " ",
    "  ",
    "\t",
    "=",
    "==",
    "~",
    "~=",
    "!",
    "!=",
    "+",
    "-",
    "++",
    "--",
    "+=",
    "*",
    "**",
    ".*",
    "/",
    "./",
    "\\",
    ".\\",
    "^",
    ".^",
    ".'",
    "&",
    "&&",
    "|",
    "||",
    "<",
    "<=",
    ">",
    ">=",
    ":",
    "@",
    "@(",
    "?",
    ".",
    ".(",
    "..",
    "$",
    "\u{feff}",
    "\u{e9}",
    "\0",
    "end end",
    "x -1",
    "hold on\n",
    "[~, ",
    "] = ",
    "{:}",
    "(:)",
    "(end)",
    "= [];",
];

/// Any bytes, skewed towards those that mean something.
pub fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    let length = rng.usize(0..200);
    (0..length)
        .map(|_| match rng.u8(0..10) {
            0 => rng.u8(..),
            1..=3 => *rng.choice(b" \n\r\t,;()[]{}'\"%#").unwrap_or(&b' '),
            4..=6 => *rng.choice(b"+-*/\\^.=~!&|<>:@?").unwrap_or(&b'+'),
            _ => *rng.choice(b"abcendxif019_").unwrap_or(&b'a'),
        })
        .collect()
}

/// Tokens in no order.
pub fn token_soup(rng: &mut Rng) -> Vec<u8> {
    let mut out = Vec::new();
    for _ in 0..rng.usize(1..60) {
        out.extend_from_slice(token(rng));
        if rng.bool() {
            out.push(b' ');
        }
    }
    out
}

fn token(rng: &mut Rng) -> &'static [u8] {
    rng.choice(TOKENS).map_or(b"".as_slice(), |token| token.as_bytes())
}

/// A piece of `seed` with a few token-level changes: tokens inserted, removed,
/// doubled, swapped or replaced, and now and then a byte.
pub fn mutate(rng: &mut Rng, seed: &[u8]) -> Vec<u8> {
    let mut text = excerpt(rng, seed).to_vec();
    for _ in 0..rng.usize(1..6) {
        let (start, end) = token_at(rng, &text);
        match rng.u8(0..8) {
            0 => drop(text.splice(start..start, token(rng).iter().copied())),
            1 => drop(text.drain(start..end)),
            2 => {
                let copy = text[start..end].to_vec();
                text.splice(end..end, copy);
            }
            3 => drop(text.splice(start..end, token(rng).iter().copied())),
            4 => {
                let (from, to) = token_at(rng, &text);
                let copy = text[from..to].to_vec();
                text.splice(start..end, copy);
            }
            5 if !text.is_empty() => {
                let at = rng.usize(0..text.len());
                text[at] = rng.u8(..);
            }
            6 => text.truncate(start),
            _ => drop(text.splice(start..start, *b" ")),
        }
    }
    text
}

/// Up to some tens of lines of `seed`: small inputs run fast and fail clearly.
fn excerpt<'a>(rng: &mut Rng, seed: &'a [u8]) -> &'a [u8] {
    if seed.is_empty() {
        return seed;
    }
    let start = rng.usize(0..seed.len());
    let start = seed[..start].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let length = rng.usize(1..2000);
    &seed[start..seed.len().min(start + length)]
}

/// The bounds of a run of like characters around a random place.
fn token_at(rng: &mut Rng, text: &[u8]) -> (usize, usize) {
    if text.is_empty() {
        return (0, 0);
    }
    let at = rng.usize(0..text.len());
    let class = |byte: u8| (byte.is_ascii_alphanumeric() || byte == b'_', byte == b' ');
    let same = |&byte: &u8| class(byte) == class(text[at]) && class(byte).0;
    let start = at - text[..at].iter().rev().take_while(|byte| same(byte)).count();
    let end = at + 1 + text[at + 1..].iter().take_while(|byte| same(byte)).count();
    (start, end)
}
