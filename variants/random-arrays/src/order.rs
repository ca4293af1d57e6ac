//! The order in which men are placed, and the numbers that it gives to arrays.

use floe_core::spec::SpecFault;
use floe_core::{Geometry, Square};

/// Men in groups, and the squares on which they change places.
///
/// An array is a letter for each of these squares. Its number is made of digits, the least significant first, which say
/// for each group in turn which of the squares still free it takes.
#[derive(Debug)]
pub(crate) struct Order {
    groups: Vec<Group>,
    squares: Vec<Square>,
    /// Which of the squares are light.
    light: Vec<bool>,
    count: u64,
}

#[derive(PartialEq, Debug)]
enum Group {
    /// Two men on squares of different colours.
    Parted([char; 2]),
    /// Men from left to right.
    Row(Vec<char>),
}

impl Order {
    /// Reads groups such as `Q/A,B/B,C,NN,RKR`. `men` are White's at the start, in the order of their squares.
    ///
    /// # Errors
    /// All that is wrong with the groups.
    pub(crate) fn parse(text: &str, men: &[(Square, char)], board: &Geometry) -> Result<Order, Vec<SpecFault>> {
        let mut groups: Vec<Group> = Vec::new();
        let mut faults = Vec::new();
        let mut at = 0;
        for word in text.split(',') {
            match Group::parse(word, &groups, men) {
                Ok(group) => groups.push(group),
                Err(fault) => faults.push(SpecFault { within: Some(at..at + word.len()), ..fault }),
            }
            at += word.len() + 1;
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let is_placed = |letter: &char| groups.iter().any(|group| group.letters().contains(letter));
        let placed = men.iter().filter(|(_, letter)| is_placed(letter));
        let squares: Vec<Square> = placed.map(|(square, _)| *square).collect();
        // On a1, which is dark, both are 0.
        let light: Vec<bool> = squares.iter().map(|&at| (board.file(at) + board.rank(at)) % 2 == 1).collect();
        match count(&groups, &light) {
            None => Err(vec![fault("there are more arrays than can be numbered")]),
            Some(0) => Err(vec![fault("there are not enough squares of both colours")]),
            Some(count) => Ok(Order { groups, squares, light, count }),
        }
    }

    /// How many arrays there are.
    pub(crate) fn count(&self) -> u64 {
        self.count
    }

    /// The squares on which men change places, in the order of their numbers.
    pub(crate) fn squares(&self) -> &[Square] {
        &self.squares
    }

    /// The pairs of men that stand on squares of different colours.
    pub(crate) fn pairs(&self) -> impl Iterator<Item = [char; 2]> {
        self.groups.iter().filter_map(|group| match group {
            Group::Parted(pair) => Some(*pair),
            Group::Row(_) => None,
        })
    }

    /// The array of a number below [`count`](Self::count).
    pub(crate) fn array(&self, mut number: u64) -> Vec<char> {
        let mut digit = |radix: u64| {
            let digit = number % radix;
            number /= radix;
            digit
        };
        let mut array = vec![' '; self.squares.len()];
        let mut free: Vec<usize> = (0..array.len()).collect();
        for group in &self.groups {
            match group {
                &Group::Parted([one, other]) => {
                    let one_is_light = one == other || digit(2) == 1;
                    let men = if one_is_light { [one, other] } else { [other, one] };
                    for (letter, light) in men.into_iter().zip([true, false]) {
                        let places = self.of_colour(&free, light);
                        let place = places[digit(places.len() as u64) as usize];
                        array[place] = letter;
                        free.retain(|&other| other != place);
                    }
                }
                Group::Row(row) => {
                    let radix = choices(free.len(), row.len()).unwrap_or(1);
                    let places: Vec<usize> =
                        choice(digit(radix), free.len(), row.len()).into_iter().map(|i| free[i]).collect();
                    for (&place, &letter) in places.iter().zip(row) {
                        array[place] = letter;
                    }
                    free.retain(|other| !places.contains(other));
                }
            }
        }
        array
    }

    /// The number of an array; `None` if the men of a group stand otherwise than they may.
    pub(crate) fn number(&self, array: &[char]) -> Option<u64> {
        if array.len() != self.squares.len() {
            return None;
        }
        let (mut number, mut unit) = (0, 1);
        let mut push = |digit: u64, radix: u64| {
            number += digit * unit;
            unit *= radix;
        };
        let mut free: Vec<usize> = (0..array.len()).collect();
        for group in &self.groups {
            match group {
                &Group::Parted([one, other]) => {
                    let one_is_light = self.of_colour(&free, true).iter().any(|&place| array[place] == one);
                    if one != other {
                        push(one_is_light.into(), 2);
                    }
                    let men = if one_is_light { [one, other] } else { [other, one] };
                    for (letter, light) in men.into_iter().zip([true, false]) {
                        let places = self.of_colour(&free, light);
                        let digit = places.iter().position(|&place| array[place] == letter)?;
                        push(digit as u64, places.len() as u64);
                        free.retain(|&other| other != places[digit]);
                    }
                }
                Group::Row(row) => {
                    let chosen: Vec<usize> = (0..free.len()).filter(|&i| row.contains(&array[free[i]])).collect();
                    let men: Vec<char> = chosen.iter().map(|&i| array[free[i]]).collect();
                    if men != *row {
                        return None;
                    }
                    push(place_of_choice(&chosen, free.len())?, choices(free.len(), row.len())?);
                    free.retain(|&place| !row.contains(&array[place]));
                }
            }
        }
        Some(number)
    }

    fn of_colour(&self, places: &[usize], light: bool) -> Vec<usize> {
        places.iter().copied().filter(|&place| self.light[place] == light).collect()
    }
}

impl Group {
    fn parse(word: &str, before: &[Group], men: &[(Square, char)]) -> Result<Group, SpecFault> {
        let letters: Vec<char> = word.chars().collect();
        let group = match letters[..] {
            [one, '/', other] => Group::Parted([one, other]),
            [_, ..] if !letters.contains(&'/') => Group::Row(letters),
            _ => {
                let hint = "write men in a row, such as `RKR`, or two on squares of different colours, such as `B/B`";
                return Err(fault(format!("{word:?} is no group of men")).hint(hint));
            }
        };
        if matches!(group, Group::Parted(_)) && before.iter().any(|group| matches!(group, Group::Row(_))) {
            let hint = "move it before the groups that may stand on any square";
            return Err(fault(format!("`{word}` comes too late to find squares of both colours")).hint(hint));
        }
        for letter in group.letters() {
            if before.iter().any(|group| group.letters().contains(letter)) {
                return Err(fault(format!("{letter:?} is in two groups, so that arrays would have two numbers")));
            }
            let here = group.letters().iter().filter(|other| *other == letter).count();
            let there = men.iter().filter(|(_, other)| other == letter).count();
            if here != there {
                return Err(fault(format!("`{word}` places {here} of {letter:?}, and White starts with {there}")));
            }
        }
        Ok(group)
    }

    fn letters(&self) -> &[char] {
        match self {
            Group::Parted(letters) => letters,
            Group::Row(letters) => letters,
        }
    }
}

fn fault(message: impl Into<String>) -> SpecFault {
    SpecFault::new(["start", "order"], message)
}

/// How many arrays there are; `None` if no number is large enough.
fn count(groups: &[Group], light: &[bool]) -> Option<u64> {
    let lights = light.iter().filter(|&&light| light).count();
    let mut free = [lights, light.len() - lights];
    let mut count: u64 = 1;
    for group in groups {
        let radix = match group {
            Group::Parted([one, other]) => {
                let radix = if one == other { 1 } else { 2 } * free[0] as u64 * free[1] as u64;
                free = free.map(|free| free.saturating_sub(1));
                radix
            }
            Group::Row(row) => {
                // Nothing is parted after the first row, so that colours count no more.
                free = [free[0] + free[1], 0];
                let radix = choices(free[0], row.len())?;
                free[0] = free[0].saturating_sub(row.len());
                radix
            }
        };
        count = count.checked_mul(radix)?;
    }
    Some(count)
}

/// In how many ways `size` of `of` things can be chosen; `None` if no number is large enough.
fn choices(of: usize, size: usize) -> Option<u64> {
    if size > of {
        return Some(0);
    }
    (0..size.min(of - size)).try_fold(1_u64, |choices, i| {
        let choices = u128::from(choices) * (of - i) as u128 / (i + 1) as u128;
        u64::try_from(choices).ok()
    })
}

/// The choice at one place in the list of all: 01 02 03 12 13 23 are two of four.
fn choice(mut place: u64, of: usize, size: usize) -> Vec<usize> {
    let mut chosen = Vec::with_capacity(size);
    for next in 0..of {
        let Some(others) = (size - chosen.len()).checked_sub(1) else { break };
        let with_next = choices(of - next - 1, others).unwrap_or(u64::MAX);
        if place < with_next {
            chosen.push(next);
        } else {
            place -= with_next;
        }
    }
    chosen
}

/// The place of a choice in that list.
fn place_of_choice(chosen: &[usize], of: usize) -> Option<u64> {
    let mut place = 0;
    let mut left = chosen.len();
    for next in 0..of {
        if left == 0 {
            break;
        }
        if chosen.contains(&next) {
            left -= 1;
        } else {
            place += choices(of - next - 1, left - 1)?;
        }
    }
    Some(place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_counted_and_listed() {
        for (of, size, expected) in [(5, 2, 10), (5, 3, 10), (3, 3, 1), (3, 0, 1), (2, 3, 0), (16, 8, 12870)] {
            assert_eq!(choices(of, size), Some(expected), "{size} of {of}");
        }
        assert_eq!(choices(256, 128), None);
        let pairs: Vec<String> =
            (0..10).map(|place| choice(place, 5, 2).iter().map(usize::to_string).collect()).collect();
        assert_eq!(pairs.join(" "), "01 02 03 04 12 13 14 23 24 34");
        for (of, size) in [(5, 2), (8, 3), (6, 6), (7, 0)] {
            for place in 0..choices(of, size).expect("few") {
                assert_eq!(place_of_choice(&choice(place, of, size), of), Some(place));
            }
        }
    }

    /// The men of `rank`, from a1 on.
    fn order(text: &str, rank: &str) -> Result<Order, Vec<SpecFault>> {
        let board = Geometry::new(rank.len() as u8, 2).expect("a board");
        let men: Vec<(Square, char)> = board.squares().iter().zip(rank.chars()).collect();
        Order::parse(text, &men, &board)
    }

    #[test]
    fn numbers_are_arrays_and_back() {
        for (text, rank, count) in [
            ("B/B,Q,NN,RKR", "RNBQKBNR", 960),
            ("Q/A,B/B,C,NN,RKR", "RNBQKCABNR", 48_000),
            ("B/B,Q,NN,RR", "RNQBNRBK", 360),
            ("RNNBBQKR", "RNNBBQKR", 1),
            ("Q,RR", "RQBR", 3),
            ("B/N", "BN", 2),
        ] {
            let order = order(text, rank).expect("it is right");
            assert_eq!(order.count(), count, "{text}");
            for number in 0..count {
                let array = order.array(number);
                assert_eq!(order.number(&array), Some(number), "{array:?}");
            }
        }
    }

    #[test]
    fn arrays_that_break_a_rule_have_no_number() {
        let order = order("B/B,Q,NN,RKR", "RNBQKBNR").expect("it is right");
        for array in ["RNBQKNBR", "KNBQRBNR", "RNBQRBNK", "RNBQKBNN", "QQQQQQQQ", "RNBQKBNRR", ""] {
            assert_eq!(order.number(&array.chars().collect::<Vec<_>>()), None, "{array}");
        }
    }

    #[test]
    fn faults_are_told_with_their_place() {
        for (text, expected) in [
            ("B/B,Q,NN,RK", "9..11 `RK` places 1 of 'R', and White starts with 2"),
            ("B/B/B,Q", "0..5 \"B/B/B\" is no group of men"),
            ("B/B,,Q", "4..4 \"\" is no group of men"),
            ("NN,B/B", "3..6 `B/B` comes too late to find squares of both colours"),
            ("Q,RKR,Q", "6..7 'Q' is in two groups, so that arrays would have two numbers"),
            ("X", "0..1 `X` places 1 of 'X', and White starts with 0"),
        ] {
            let faults = order(text, "RNBQKBNR").expect_err(text);
            let within = faults[0].within.clone().expect("a place");
            assert_eq!(format!("{}..{} {}", within.start, within.end, faults[0].message), expected);
        }
        let colours = order("B/N,Q/R", "BNQR").map(|order| order.count());
        assert_eq!(colours, Ok(16));
        let one_colour = Order::parse("B/N", &[], &Geometry::new(2, 2).expect("a board")).expect_err("no men");
        assert_eq!(one_colour.len(), 1);
        let many: String = ('A'..='P').collect();
        let singles: Vec<String> = many.chars().map(String::from).collect();
        assert_eq!(order(&singles.join(","), &many).map(|order| order.count()), Ok(20_922_789_888_000));
    }
}
