//! Format strings of `printf`, parsed.
//!
//! One parser serves narrow and wide formats. What glibc does not know as a
//! conversion stays a [`Spec`] with that letter: it is printed again, not refused.

/// One piece of a format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// The characters of the format from one index to another.
    Literal(usize, usize),
    Spec(Spec),
    /// The format ended inside a conversion.
    Incomplete,
    /// A width or precision beyond `INT_MAX`.
    TooLarge,
}

/// One conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Spec {
    pub left: bool,
    pub plus: bool,
    pub space: bool,
    pub alternate: bool,
    pub zero: bool,
    pub group: bool,
    pub locale_digits: bool,
    pub width: Count,
    pub precision: Count,
    pub length: Length,
    /// The conversion's character.
    pub conversion: u32,
    /// Which argument, counted from 0, if the format says it.
    pub argument: Option<usize>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Count {
    #[default]
    None,
    Number(usize),
    /// `*`: the next argument.
    Next,
    /// `*n$`, counted from 0.
    Argument(usize),
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Length {
    #[default]
    None,
    Char,
    Short,
    Long,
    /// `ll`, `q` and `L`.
    LongLong,
    Max,
    Size,
    Difference,
}

const MOST: u64 = 0x7fff_ffff;

pub fn parse<C: Copy + Into<u32>>(format: &[C]) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while at < format.len() {
        let literal = format[at..].iter().take_while(|c| (**c).into() != u32::from(b'%')).count();
        if literal > 0 {
            pieces.push(Piece::Literal(at, at + literal));
            at += literal;
            continue;
        }
        let mut parser = Parser { format, at: at + 1 };
        let piece = parser.spec();
        let ends = matches!(piece, Piece::Incomplete | Piece::TooLarge);
        pieces.push(piece);
        if ends {
            break;
        }
        at = parser.at;
    }
    pieces
}

struct Parser<'a, C> {
    format: &'a [C],
    at: usize,
}

impl<C: Copy + Into<u32>> Parser<'_, C> {
    /// The next character as ASCII; other ones are 0x80 or above.
    fn peek(&self) -> Option<u8> {
        let c: u32 = (*self.format.get(self.at)?).into();
        Some(u8::try_from(c).unwrap_or(0xff))
    }

    fn accept(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    /// Digits, if there are any; too large a number is `MOST + 1`.
    fn number(&mut self) -> Option<u64> {
        let mut value = None;
        while let Some(digit @ b'0'..=b'9') = self.peek() {
            let next = value.unwrap_or(0) * 10 + u64::from(digit - b'0');
            value = Some(next.min(MOST + 1));
            self.at += 1;
        }
        value
    }

    /// `n$`, as an index from 0.
    fn position(&mut self) -> Option<usize> {
        let start = self.at;
        match self.number() {
            Some(number @ 1..=MOST) if self.accept(b'$') => usize::try_from(number - 1).ok(),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn spec(&mut self) -> Piece {
        let mut spec = Spec { argument: self.position(), ..Spec::default() };
        self.flags(&mut spec);
        spec.width = match self.count() {
            Ok(count) => count,
            Err(piece) => return piece,
        };
        if self.accept(b'.') {
            spec.precision = match self.count() {
                Ok(Count::None) => Count::Number(0),
                Ok(count) => count,
                Err(piece) => return piece,
            };
        }
        spec.length = self.length();
        let Some(conversion) = self.format.get(self.at) else { return Piece::Incomplete };
        self.at += 1;
        spec.conversion = (*conversion).into();
        Piece::Spec(spec)
    }

    fn flags(&mut self, spec: &mut Spec) {
        loop {
            match self.peek() {
                Some(b'-') => spec.left = true,
                Some(b'+') => spec.plus = true,
                Some(b' ') => spec.space = true,
                Some(b'#') => spec.alternate = true,
                Some(b'0') => spec.zero = true,
                Some(b'\'') => spec.group = true,
                Some(b'I') => spec.locale_digits = true,
                _ => return,
            }
            self.at += 1;
        }
    }

    fn count(&mut self) -> Result<Count, Piece> {
        if self.accept(b'*') {
            return Ok(self.position().map_or(Count::Next, Count::Argument));
        }
        match self.number() {
            None => Ok(Count::None),
            // glibc counts the terminator of its work buffer too.
            Some(number) if number >= MOST => Err(Piece::TooLarge),
            Some(number) => Ok(Count::Number(usize::try_from(number).expect("at most INT_MAX"))),
        }
    }

    fn length(&mut self) -> Length {
        let (length, twice) = match self.peek() {
            Some(b'h') => (Length::Short, Length::Char),
            Some(b'l') => (Length::Long, Length::LongLong),
            Some(b'q' | b'L') => (Length::LongLong, Length::LongLong),
            Some(b'j') => (Length::Max, Length::Max),
            Some(b'z' | b'Z') => (Length::Size, Length::Size),
            Some(b't') => (Length::Difference, Length::Difference),
            _ => return Length::None,
        };
        let letter = self.peek().expect("just seen");
        self.at += 1;
        if matches!(letter, b'h' | b'l') && self.accept(letter) { twice } else { length }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(format: &str) -> Spec {
        match &parse(format.as_bytes())[..] {
            [Piece::Spec(spec)] => spec.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn everything_in_its_place() {
        let spec = one("%2$-+08.*3$lld");
        assert_eq!(spec.argument, Some(1));
        assert!(spec.left && spec.plus && spec.zero);
        assert_eq!(spec.width, Count::Number(8));
        assert_eq!(spec.precision, Count::Argument(2));
        assert_eq!(spec.length, Length::LongLong);
        assert_eq!(spec.conversion, u32::from(b'd'));
        assert_eq!(one("%.f").precision, Count::Number(0));
        assert_eq!(one("%hhx").length, Length::Char);
        assert_eq!(one("%*d").width, Count::Next);
    }

    #[test]
    fn formats_that_end_too_early_or_say_too_much() {
        assert_eq!(parse(b"ab%"), [Piece::Literal(0, 2), Piece::Incomplete]);
        assert_eq!(parse(b"%5l"), [Piece::Incomplete]);
        assert_eq!(parse(b"%99999999999d"), [Piece::TooLarge]);
    }
}
