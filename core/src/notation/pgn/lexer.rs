//! PGN's words. Comments, NAGs, annotations and `%` lines are passed over here and seen by nobody.

/// What a PGN text is made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'a> {
    /// `[Name "value"]`
    Tag(Tag<'a>),
    /// `(`
    Open,
    /// `)`
    Close,
    /// Whatever stands between blanks: a move, a result, or neither. Never empty.
    Word(&'a str),
}

/// A tag as it stands in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Tag<'a> {
    pub(super) name: &'a str,
    /// The value between the quotes, escapes and all.
    raw: &'a str,
    /// Where the value begins in the text, in bytes.
    pub(super) value_at: usize,
    /// Whether an empty line stands before the tag.
    pub(super) after_empty_line: bool,
}

impl Tag<'_> {
    /// The value. Only `\"` and `\\` are escapes; any other backslash is itself.
    pub(super) fn value(&self) -> String {
        let mut value = String::with_capacity(self.raw.len());
        let mut chars = self.raw.chars().peekable();
        while let Some(c) = chars.next() {
            let escaped = (c == '\\').then(|| chars.next_if(|next| matches!(next, '"' | '\\'))).flatten();
            value.push(escaped.unwrap_or(c));
        }
        value
    }

    /// Where a byte of the value stands in the text; where the value begins, if escapes make that hard to say.
    pub(super) fn place(&self, offset: usize) -> usize {
        let plain = !self.raw.contains('\\') && self.raw.is_char_boundary(offset);
        self.value_at + if plain { offset } else { 0 }
    }
}

/// Something that cannot be read, and where, in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Fault {
    pub(super) at: usize,
    pub(super) message: String,
}

impl Fault {
    pub(super) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }
}

/// Signs that people set after a move with a space between. Without a space they are part of the move's word.
const ANNOTATIONS: [&str; 29] = [
    "!", "?", "!!", "??", "!?", "?!", "+", "++", "#", "=", "+-", "-+", "+/-", "-/+", "+/=", "=/+", "+=", "=+", "±",
    "∓", "⩲", "⩱", "∞", "□", "⟳", "→", "↑", "⇆", "e.p.",
];

/// Reads a text from front to back, in time linear in its length whatever it holds.
pub(super) struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// Behind it no comment ends; so an open one is found out without reading on.
    last_brace: usize,
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, at: 0, last_brace: text.rfind('}').unwrap_or(0) }
    }

    /// The next token and where it starts. After a fault the lexer stands behind what it could not read.
    pub(super) fn next(&mut self) -> Option<Result<(usize, Token<'a>), Fault>> {
        loop {
            let at = self.at;
            let rest = &self.text[at..];
            let first = rest.chars().next()?;
            match first {
                _ if is_blank(first) => self.at += first.len_utf8(),
                ';' => self.skip_line(),
                '%' if at == 0 || self.text[..at].ends_with(['\n', '\u{feff}']) => self.skip_line(),
                '{' if at < self.last_brace => self.at += rest.find('}').map_or(rest.len(), |end| end + 1),
                '{' => {
                    self.skip_to_tag();
                    return Some(Err(Fault::new(at, "the comment that opens here is not closed; write } at its end")));
                }
                '$' => self.at += 1 + length(&rest[1..], |c| c.is_ascii_digit()),
                '(' | ')' => {
                    self.at += 1;
                    return Some(Ok((at, if first == '(' { Token::Open } else { Token::Close })));
                }
                '[' => return Some(self.tag().map(|tag| (at, Token::Tag(tag)))),
                _ => {
                    let word = &rest[..length(rest, |c| !is_blank(c) && !"(){;$[".contains(c))];
                    // A `*` is a result by itself, whatever it touches.
                    let word = if first == '*' { "*" } else { word };
                    self.at += word.len();
                    let start = at + word.len();
                    let word = without_number(word);
                    if !word.is_empty() && !ANNOTATIONS.contains(&word) {
                        return Some(Ok((start - word.len(), Token::Word(word))));
                    }
                }
            }
        }
    }

    /// Reads a tag; the lexer stands at its bracket.
    fn tag(&mut self) -> Result<Tag<'a>, Fault> {
        let open = self.at;
        self.at += 1;
        self.skip_blanks();
        let name = self.take(is_in_tag_names);
        self.skip_blanks();
        if name.is_empty() || !self.skip('"') {
            return Err(self.broken_tag(open, "this is no tag; one is written [Name \"value\"], and a comment in {}"));
        }
        let value_at = self.at;
        let mut escape = false;
        let raw = self.take(|c| {
            let ends = (c == '"' && !escape) || c == '\n';
            escape = c == '\\' && !escape;
            !ends
        });
        if !self.skip('"') {
            return Err(self.broken_tag(value_at, format!("the value of the tag {name} has no closing quote")));
        }
        let end = self.at;
        self.skip_blanks();
        if !self.skip(']') {
            let message = format!("the tag {name} does not end with ]; a quote inside its value is written \\\"");
            return Err(self.broken_tag(end, message));
        }
        let before = self.text[..open].trim_end();
        let after_empty_line = self.text[before.len()..open].matches('\n').count() > 1;
        Ok(Tag { name, raw, value_at, after_empty_line })
    }

    /// Gives up the rest of the line.
    fn broken_tag(&mut self, at: usize, message: impl Into<String>) -> Fault {
        self.skip_line();
        Fault::new(at, message)
    }

    fn take(&mut self, wanted: impl FnMut(char) -> bool) -> &'a str {
        let rest = &self.text[self.at..];
        let taken = &rest[..length(rest, wanted)];
        self.at += taken.len();
        taken
    }

    fn skip(&mut self, sign: char) -> bool {
        let found = self.text[self.at..].starts_with(sign);
        self.at += if found { sign.len_utf8() } else { 0 };
        found
    }

    /// Skips blanks, but no further than the line.
    fn skip_blanks(&mut self) {
        self.take(|c| is_blank(c) && c != '\n');
    }

    fn skip_line(&mut self) {
        self.take(|c| c != '\n');
    }

    /// Goes to the next line that begins like a tag, or to the end.
    fn skip_to_tag(&mut self) {
        let rest = &self.text[self.at..];
        let like_tag = |&(line, _): &(usize, &str)| rest[line + 2..].starts_with(char::is_alphabetic);
        self.at += rest.match_indices("\n[").find(like_tag).map_or(rest.len(), |(line, _)| line + 1);
    }
}

/// Whether a tag's name may have the character.
pub(super) fn is_in_tag_names(c: char) -> bool {
    c.is_alphanumeric() || "_-+".contains(c)
}

/// Byte-order marks stand inside files that were put together from others.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// How many bytes the wanted characters at the front take.
fn length(text: &str, mut wanted: impl FnMut(char) -> bool) -> usize {
    text.find(|c| !wanted(c)).unwrap_or(text.len())
}

/// Takes a move number off a word: `12.e4`, `1...`, `12`.
fn without_number(word: &str) -> &str {
    let dots = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = dots.trim_start_matches(['.', '…']);
    if rest.len() < dots.len() || dots.is_empty() { rest } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The tokens of a text, on one line: tags as `name=value`, faults as `line:column message`.
    fn check(text: &str, expected: &str) {
        let mut lexer = Lexer::new(text);
        let tokens: Vec<String> = std::iter::from_fn(|| lexer.next())
            .map(|token| match token {
                Ok((_, Token::Tag(tag))) => format!("{}={}", tag.name, tag.value()),
                Ok((_, Token::Open)) => "(".to_owned(),
                Ok((_, Token::Close)) => ")".to_owned(),
                Ok((at, Token::Word(word))) => {
                    assert!(text[at..].starts_with(word), "{word:?} does not stand at {at}");
                    word.to_owned()
                }
                Err(fault) => format!("<{}: {}>", fault.at, fault.message),
            })
            .collect();
        assert_eq!(tokens.join(" "), expected, "{text:?}");
    }

    #[test]
    fn move_numbers_comments_and_annotations_are_passed_over() {
        check("1. e4 e5 2.Nf3 2...Nc6 3 Bb5 3... a6 4…  Ba4 ...Nf6 *", "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 *");
        check("1. e4\n{c1} $1 e5 $139 ; to the end 2. d4\n2. Nf3 !? (2. d4) Nc6", "e4 e5 Nf3 ( d4 ) Nc6");
        check("e4$1e5{x}Nf3;y\n(d4)", "e4 e5 Nf3 ( d4 )");
        check("1. exd6 e.p. +- 1... Qh4 #", "exd6 Qh4");
        check("{ ( } e4 { ; } e5 {%} {\n% inside\n} d4", "e4 e5 d4");
        check("% 1. d4\n1. e4 % e5\n%d5\r\ne5", "e4 % e5 e5");
        check("\u{feff}1. e4\r\n\r\ne5\r\n\u{feff}d4", "e4 e5 d4");
    }

    #[test]
    fn results_and_castling_keep_their_digits() {
        check("1. 0-0 0-0-0 1-0 0-1 1/2-1/2 ½-½ 1/2", "0-0 0-0-0 1-0 0-1 1/2-1/2 ½-½ 1/2");
        check("1.0-0 e4* *e5", "0-0 e4* * e5");
        check("1. -- e4 --", "-- e4 --");
    }

    #[test]
    fn tag_values_are_text() {
        check(r#"[Event "A \"Closed\" day"]"#, r#"Event=A "Closed" day"#);
        check(r#"[Opening "St. George (Baker) defense"]"#, "Opening=St. George (Baker) defense");
        check(r#"[Site "C:\games\\x {1} ; % \\"]e4"#, r"Site=C:\games\x {1} ; % \ e4");
        check("[A \"1\"][ B  \"\" ] [C_2\"3\"\t] e4", "A=1 B= C_2=3 e4");
    }

    #[test]
    fn broken_text_is_located_and_left_behind() {
        check("[Event \"x\ne4", "<8: the value of the tag Event has no closing quote> e4");
        check(
            "[Event \"A \"Closed\" day\"]\ne4",
            "<11: the tag Event does not end with ]; a quote inside its value is written \\\"> e4",
        );
        check(
            "[]\n[%clk 1]\n[",
            &["0", "3", "12"]
                .map(|at| format!("<{at}: this is no tag; one is written [Name \"value\"], and a comment in {{}}>"))
                .join(" "),
        );
        check(
            "e4 {open\n[%clk\n[Event \"y\"] e5",
            "e4 <3: the comment that opens here is not closed; write } at its end> Event=y e5",
        );
        check("{a} { b", "<4: the comment that opens here is not closed; write } at its end>");
        check("e4} ]d4", "e4} ]d4");
    }

    #[test]
    fn empty_lines_before_tags_are_seen() {
        let mut lexer = Lexer::new("[A \"\"]\n[B \"\"]\r\n\r\n[C \"\"]\n \n[D \"\"]");
        let tags = std::iter::from_fn(|| lexer.next()).map(|token| match token {
            Ok((_, Token::Tag(tag))) => (tag.name, tag.after_empty_line),
            other => panic!("{other:?}"),
        });
        assert_eq!(tags.collect::<Vec<_>>(), [("A", false), ("B", false), ("C", true), ("D", true)]);
    }
}
