//! Just enough markdown: headings and fenced blocks.

/// A heading and the fenced blocks below it.
#[derive(Clone, Debug, Default)]
pub struct Case {
    /// The headings above it, outermost first, joined by ` / `.
    pub name: String,
    /// The line of its heading, from 1.
    pub line: usize,
    /// Its blocks, in order.
    pub blocks: Vec<Block>,
}

impl Case {
    /// The first block of this language.
    #[must_use]
    pub fn block(&self, language: &str) -> Option<&Block> {
        self.blocks(language).next()
    }

    /// All blocks of this language, in order.
    pub fn blocks<'a>(&'a self, language: &str) -> impl Iterator<Item = &'a Block> {
        self.blocks.iter().filter(move |block| block.language == language)
    }
}

/// A fenced block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The first word after the fence.
    pub language: String,
    /// The other words after the fence.
    pub arguments: Vec<String>,
    /// What stands between the fences, each line with its line end.
    pub text: String,
    /// The line of the opening fence, from 1.
    pub line: usize,
}

impl Block {
    /// The value of the argument `name=value`.
    #[must_use]
    pub fn argument(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find_map(|argument| argument.strip_prefix(name)?.strip_prefix('='))
    }
}

/// The cases of a markdown text that have blocks.
#[must_use]
pub fn parse_cases(text: &str) -> Vec<Case> {
    let mut cases = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut case = Case { name: "(no heading)".to_owned(), line: 1, blocks: Vec::new() };
    let mut open: Option<(String, Block)> = None;
    for (index, line) in text.lines().enumerate() {
        let number = index + 1;
        if let Some((fence, block)) = &mut open {
            if line.trim_end() == fence {
                case.blocks.extend(open.take().map(|(_, block)| block));
            } else {
                block.text.push_str(line);
                block.text.push('\n');
            }
        } else if line.starts_with("```") {
            let ticks = line.chars().take_while(|&character| character == '`').count();
            let mut words = line[ticks..].split_whitespace().map(str::to_owned);
            let language = words.next().unwrap_or_default();
            let block =
                Block { language, arguments: words.collect(), text: String::new(), line: number };
            open = Some(("`".repeat(ticks), block));
        } else if let Some((level, title)) = heading(line) {
            let next = Case { name: String::new(), line: number, blocks: Vec::new() };
            let done = std::mem::replace(&mut case, next);
            if !done.blocks.is_empty() {
                cases.push(done);
            }
            headings.retain(|&(outer, _)| outer < level);
            headings.push((level, title.to_owned()));
            let names: Vec<&str> = headings.iter().map(|(_, name)| name.as_str()).collect();
            case.name = names.join(" / ");
        }
    }
    if !case.blocks.is_empty() {
        cases.push(case);
    }
    cases
}

/// The whole of a markdown text as one case, named by its first heading.
#[must_use]
pub fn parse_page(text: &str) -> Case {
    let mut cases = parse_cases(text).into_iter();
    let mut page = cases.next().unwrap_or_default();
    page.blocks.extend(cases.flat_map(|case| case.blocks));
    page.line = 1;
    page
}

/// The lines outside of fenced blocks, with their numbers from 1.
pub fn prose(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut fence: Option<&str> = None;
    text.lines().enumerate().filter_map(move |(index, line)| {
        let ticks = &line[..line.len() - line.trim_start_matches('`').len()];
        match fence {
            Some(open) => {
                if line.trim_end() == open {
                    fence = None;
                }
                None
            }
            None if ticks.len() >= 3 => {
                fence = Some(ticks);
                None
            }
            None => Some((index + 1, line)),
        }
    })
}

/// What stands between single backticks in a line of prose.
pub fn inline_code(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let level = line.chars().take_while(|&character| character == '#').count();
    let title = line[level..].strip_prefix(' ')?;
    (1..=6).contains(&level).then_some((level, title.trim()))
}

/// `text` with the contents of some blocks replaced.
pub(crate) fn replace_blocks(text: &str, mut edits: Vec<(Block, String)>) -> String {
    edits.sort_by_key(|(block, _)| block.line);
    let mut out = String::with_capacity(text.len());
    let mut lines = text.lines().enumerate();
    let mut edits = edits.into_iter().peekable();
    while let Some((index, line)) = lines.next() {
        out.push_str(line);
        out.push('\n');
        if let Some((block, replacement)) = edits.next_if(|(block, _)| block.line == index + 1) {
            out.push_str(&replacement);
            for _ in 0..block.text.lines().count() {
                lines.next();
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "# A\n\n```matlab dialect=octave\nx = 1\n```\n\n## B\n\n````tree\n```\n````\n";

    #[test]
    fn headings_name_their_cases() {
        let cases = parse_cases(TEXT);
        assert_eq!(cases.len(), 2);
        assert_eq!(cases[0].blocks[0].argument("dialect"), Some("octave"));
        assert_eq!(cases[1].name, "A / B");
        assert_eq!(cases[1].blocks[0].text, "```\n");
    }

    #[test]
    fn a_page_is_one_case_and_prose_is_outside_of_it() {
        let page = parse_page(TEXT);
        assert_eq!((page.name.as_str(), page.blocks.len()), ("A", 2));
        let lines: Vec<usize> = prose("a `b` c\n```\n`x`\n```\n").map(|(line, _)| line).collect();
        assert_eq!(lines, [1]);
        assert_eq!(inline_code("a `b c` d `e`").collect::<Vec<_>>(), ["b c", "e"]);
    }

    #[test]
    fn replacing_a_block_keeps_the_rest() {
        let block = parse_cases(TEXT)[0].blocks[0].clone();
        let new = replace_blocks(TEXT, vec![(block, "y = 2\nz = 3\n".to_owned())]);
        assert_eq!(new, TEXT.replace("x = 1\n", "y = 2\nz = 3\n"));
    }
}
