//! JSON text as a tree. `NaN`, `Infinity` and `Inf` are numbers.

/// A JSON value.
#[derive(Clone, PartialEq, Debug)]
pub enum Json {
    /// `null`
    Null,
    /// `true`, `false`
    Truth(bool),
    /// A number.
    Number(f64),
    /// A text.
    Text(Vec<u8>),
    /// `[…]`
    Array(Vec<Json>),
    /// `{…}`
    Object(Vec<(Vec<u8>, Json)>),
}

/// Where and why a text is no JSON: the offset counts from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// Where.
    pub offset: usize,
    /// Why.
    pub message: &'static str,
}

/// Reads a text.
///
/// # Errors
///
/// If it is no JSON.
pub fn parse(text: &[u8]) -> Result<Json, Problem> {
    let mut parser = Parser { text, at: 0 };
    parser.skip_blanks();
    if parser.peek().is_none() {
        return parser.problem("The document is empty.");
    }
    let json = parser.value(0)?;
    parser.skip_blanks();
    if parser.peek().is_some() {
        return parser.problem("The document root must not be followed by other values.");
    }
    Ok(json)
}

struct Parser<'a> {
    text: &'a [u8],
    at: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn problem<T>(&self, message: &'static str) -> Result<T, Problem> {
        Err(Problem { offset: self.at + 1, message })
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Json, Problem> {
        if depth > crate::DEEPEST {
            return self.problem("Containers are nested too deep.");
        }
        match self.peek() {
            Some(b'[') => self.array(depth),
            Some(b'{') => self.object(depth),
            Some(b'"') => Ok(Json::Text(self.string()?)),
            Some(b'-' | b'0'..=b'9' | b'N' | b'I') => self.number(),
            _ => {
                let words: [(&[u8], Json); 3] = [
                    (b"null", Json::Null),
                    (b"true", Json::Truth(true)),
                    (b"false", Json::Truth(false)),
                ];
                for (word, json) in words {
                    let rest = &self.text[self.at..];
                    if rest.starts_with(word) {
                        self.at += word.len();
                        return Ok(json);
                    }
                    let common = rest.iter().zip(word).take_while(|(a, b)| a == b).count();
                    if common > 0 {
                        self.at += common;
                        return self.problem("Invalid value.");
                    }
                }
                self.problem("Invalid value.")
            }
        }
    }

    fn array(&mut self, depth: usize) -> Result<Json, Problem> {
        self.at += 1;
        let mut items = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Json::Array(items));
        }
        loop {
            self.skip_blanks();
            items.push(self.value(depth + 1)?);
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(Json::Array(items));
                }
                _ => return self.problem("Missing a comma or ']' after an array element."),
            }
        }
    }

    fn object(&mut self, depth: usize) -> Result<Json, Problem> {
        self.at += 1;
        let mut members = Vec::new();
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Json::Object(members));
        }
        loop {
            self.skip_blanks();
            if self.peek() != Some(b'"') {
                return self.problem("Missing a name for object member.");
            }
            let name = self.string()?;
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return self.problem("Missing a colon after a name of object member.");
            }
            self.at += 1;
            self.skip_blanks();
            members.push((name, self.value(depth + 1)?));
            self.skip_blanks();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(Json::Object(members));
                }
                _ => return self.problem("Missing a comma or '}' after an object member."),
            }
        }
    }

    fn number(&mut self) -> Result<Json, Problem> {
        let start = self.at;
        let negative = self.peek() == Some(b'-');
        self.at += usize::from(negative);
        let sign = if negative { -1.0 } else { 1.0 };
        for (word, value) in
            [(&b"NaN"[..], f64::NAN), (b"Infinity", f64::INFINITY), (b"Inf", f64::INFINITY)]
        {
            if self.text[self.at..].starts_with(word) {
                self.at += word.len();
                return Ok(Json::Number(sign * value));
            }
        }
        let digits = |parser: &mut Self| {
            let from = parser.at;
            while parser.peek().is_some_and(|byte| byte.is_ascii_digit()) {
                parser.at += 1;
            }
            parser.at - from
        };
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else if digits(self) == 0 {
            return self.problem("Invalid value.");
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            if digits(self) == 0 {
                return self.problem("Miss fraction part in number.");
            }
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            if digits(self) == 0 {
                return self.problem("Miss exponent in number.");
            }
        }
        let text = std::str::from_utf8(&self.text[start..self.at]).unwrap_or_default();
        match text.parse::<f64>() {
            Ok(x) if x.is_finite() => Ok(Json::Number(x)),
            _ => {
                self.at = start;
                self.problem("Number too big to be stored in double.")
            }
        }
    }

    /// Four hexadecimal digits.
    fn unit(&mut self) -> Result<u32, Problem> {
        let digits = self.text.get(self.at..self.at + 4);
        let unit = digits
            .and_then(|digits| std::str::from_utf8(digits).ok())
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
            .and_then(|digits| u32::from_str_radix(digits, 16).ok());
        match unit {
            Some(unit) => {
                self.at += 4;
                Ok(unit)
            }
            None => self.problem("Incorrect hex digit after \\u escape in string."),
        }
    }

    fn escaped(&mut self, out: &mut Vec<u8>) -> Result<(), Problem> {
        let byte = self.peek();
        self.at += 1;
        out.push(match byte {
            Some(b'n') => b'\n',
            Some(b't') => b'\t',
            Some(b'r') => b'\r',
            Some(b'b') => 8,
            Some(b'f') => 12,
            Some(byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'u') => {
                let mut code = self.unit()?;
                if (0xd800..0xdc00).contains(&code) && self.text[self.at..].starts_with(b"\\u") {
                    self.at += 2;
                    let low = self.unit()?;
                    code = 0x10000 + ((code - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
                }
                let c = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
                out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
                return Ok(());
            }
            _ => {
                self.at -= 1;
                return self.problem("Invalid escape character in string.");
            }
        });
        Ok(())
    }

    fn string(&mut self) -> Result<Vec<u8>, Problem> {
        self.at += 1;
        let mut out = Vec::new();
        loop {
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(out);
                }
                Some(b'\\') => {
                    self.at += 1;
                    self.escaped(&mut out)?;
                }
                Some(byte) if byte >= 0x20 => {
                    out.push(byte);
                    self.at += 1;
                }
                Some(_) => return self.problem("Invalid encoding in string."),
                None => return self.problem("Missing a closing quotation mark in string."),
            }
        }
    }
}
