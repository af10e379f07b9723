//! Drawing inputs: numbers that look random and are the same each time, and inputs as trees that know how they can be made
//! smaller without ceasing to be inputs of their generator.

use reference::connect_four::{Game, State};

use crate::spec::Generator;

/// Numbers that look random (SplitMix64).
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Random that depends on these words and on nothing else, whatever machine or version it is drawn on (FNV-1a).
    pub(super) fn of(words: &[&str], number: u64) -> Self {
        // A byte that is in no word parts the words.
        let bytes = words.iter().flat_map(|word| word.bytes().chain([0xFF])).chain(number.to_le_bytes());
        Self(bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        }))
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number below `end`, which is above 0.
    fn below(&mut self, end: u64) -> u64 {
        // With ends this small the remainders are as good as equally frequent.
        self.next() % end.max(1)
    }
}

/// An input with the parts that it was made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Tree {
    /// Text that is typed at once.
    Entry {
        /// The text.
        text: String,
        /// Its possible replacements, the simplest first; each is simpler than the text itself.
        simpler: Vec<String>,
    },
    /// One after the other.
    All(Vec<Tree>),
    /// Any of these may be left out as long as enough remain.
    Some {
        /// The items.
        items: Vec<Tree>,
        /// This many remain.
        least: usize,
        /// True if an entry before them gives their number.
        is_counted: bool,
    },
}

impl Tree {
    /// The entries to type, in order.
    pub(super) fn entries(&self) -> Vec<String> {
        let mut entries = Vec::new();
        self.write(&mut entries);
        entries
    }

    fn write(&self, entries: &mut Vec<String>) {
        match self {
            Self::Entry { text, .. } => entries.push(text.clone()),
            Self::All(items) => items.iter().for_each(|item| item.write(entries)),
            Self::Some { items, is_counted, .. } => {
                if *is_counted {
                    entries.push(items.len().to_string());
                }
                for item in items {
                    item.write(entries);
                }
            }
        }
    }
}

/// Draws an input.
pub(super) fn draw(generator: &Generator, random: &mut Random) -> Tree {
    match generator {
        Generator::Text(text) => Tree::Entry { text: text.clone(), simpler: Vec::new() },
        Generator::Number(least, most) => {
            let number = least + random.below((most - least + 1).unsigned_abs()).cast_signed();
            number_between(*least, *most, number)
        }
        Generator::Choose(parts) => {
            let all: u64 = parts.iter().map(|(weight, _)| *weight).sum();
            let mut at = random.below(all);
            let chosen = parts.iter().position(|(weight, _)| {
                let is_here = at < *weight;
                at = at.saturating_sub(*weight);
                is_here
            });
            let chosen = chosen.unwrap_or(0);
            match draw(&parts[chosen].1, random) {
                // The texts before it in the list are simpler.
                Tree::Entry { text, simpler } => {
                    let before = parts[..chosen].iter().filter_map(|(_, part)| match part {
                        Generator::Text(other) if *other != text => Some(other.clone()),
                        _ => None,
                    });
                    Tree::Entry { simpler: before.chain(simpler).collect(), text }
                }
                other => other,
            }
        }
        Generator::Sequence(parts) => Tree::All(parts.iter().map(|part| draw(part, random)).collect()),
        Generator::Repeat { of, least, most, is_counted } => {
            let count = *least as u64 + random.below((most - least + 1) as u64);
            let items = (0..count).map(|_| draw(of, random)).collect();
            Tree::Some { items, least: *least, is_counted: *is_counted }
        }
        Generator::Legal { to_the_end } => legal_game(*to_the_end, random),
    }
}

/// Numbers up to this far from the simplest one are tried one by one, others in doubling steps.
const NEAR: i64 = 32;

/// A number with the simpler ones of its range: those between 0 and itself.
fn number_between(least: i64, most: i64, number: i64) -> Tree {
    let simplest = 0.clamp(least, most);
    let far = std::iter::successors(Some(2 * NEAR), |distance| Some(2 * distance));
    let distances = (0..=NEAR).chain(far).take_while(|distance| *distance < (number - simplest).abs());
    let simpler = distances.map(|distance| simplest + distance * (number - simplest).signum());
    Tree::Entry { text: number.to_string(), simpler: simpler.map(|number| number.to_string()).collect() }
}

const COLUMNS: [char; 6] = ['1', '2', '3', '4', '5', '6'];

/// A game of moves that are all accepted: to its end, or broken off anywhere.
fn legal_game(to_the_end: bool, random: &mut Random) -> Tree {
    let mut game = Game::default();
    let mut keys = Vec::new();
    while matches!(game.state(), State::ToMove(_)) {
        let open: Vec<char> = COLUMNS.into_iter().filter(|key| game.accepts(*key)).collect();
        let key = open[random.below(open.len() as u64) as usize];
        game.play(key);
        keys.push(key);
    }
    if !to_the_end {
        keys.truncate(random.below(keys.len() as u64 + 1) as usize);
    }
    let entry = |key: char| Tree::Entry {
        text: key.to_string(),
        simpler: COLUMNS.into_iter().take_while(|simpler| *simpler != key).map(String::from).collect(),
    };
    Tree::Some { items: keys.into_iter().map(entry).collect(), least: 0, is_counted: false }
}

/// Returns `true` if an input that was made smaller is still one of the generator's. A game that was to be
/// played to its end may be cut short, but every move must be legal.
pub(super) fn is_of(generator: &Generator, tree: &Tree) -> bool {
    if !matches!(generator, Generator::Legal { .. }) {
        return true;
    }
    let mut game = Game::default();
    tree.entries().iter().flat_map(|entry| entry.chars()).all(|key| {
        let is_legal = game.accepts(key);
        game.play(key);
        is_legal
    })
}

#[cfg(test)]
mod tests {
    use super::{Random, Tree, draw, is_of};
    use crate::spec::Generator;

    fn random() -> Random {
        Random::of(&["spec", "case"], 7)
    }

    #[test]
    fn luck_is_the_same_for_the_same_words_and_another_for_others() {
        let first = |words: &[&str], number| Random::of(words, number).next();
        assert_eq!(first(&["a", "b"], 1), first(&["a", "b"], 1));
        for (words, number) in [(["ab", ""], 1), (["a", "c"], 1), (["a", "b"], 2)] {
            assert_ne!(first(&["a", "b"], 1), first(&words, number), "{words:?} {number}");
        }
        // Regrading with another build must draw the same inputs.
        assert_eq!(first(&[], 0), 0x5ba3_14b8_cfda_3b6b);
    }

    #[test]
    fn what_is_drawn_is_of_its_generator() {
        let mut random = random();
        let digits = Generator::Choose(vec![
            (3, Generator::Text("x".to_owned())),
            (0, Generator::Text("never".to_owned())),
            (1, Generator::Number(-2, 2)),
        ]);
        let list = Generator::Repeat { of: Box::new(digits), least: 1, most: 4, is_counted: true };
        let all = Generator::Sequence(vec![list, Generator::Text("0".to_owned())]);
        for _ in 0..200 {
            let entries = draw(&all, &mut random).entries();
            let count: usize = entries[0].parse().expect("the count stands first");
            assert!((1..=4).contains(&count) && entries.len() == count + 2, "{entries:?}");
            assert_eq!(entries.last().map(String::as_str), Some("0"));
            let is_digit =
                |entry: &String| entry == "x" || ["-2", "-1", "0", "1", "2"].contains(&entry.as_str());
            assert!(entries[1..].iter().all(is_digit), "{entries:?}");
        }
    }

    #[test]
    fn legal_games_are_legal_and_can_end() {
        use reference::connect_four::{Game, State};
        let mut random = random();
        for to_the_end in [false, true] {
            let generator = Generator::Legal { to_the_end };
            for _ in 0..100 {
                let tree = draw(&generator, &mut random);
                assert!(is_of(&generator, &tree));
                let mut game = Game::default();
                tree.entries().iter().flat_map(|entry| entry.chars()).for_each(|key| drop(game.play(key)));
                assert!(!to_the_end || !matches!(game.state(), State::ToMove(_)));
            }
        }
        let again = Tree::All(
            "1111111".chars().map(|key| Tree::Entry { text: key.to_string(), simpler: Vec::new() }).collect(),
        );
        assert!(!is_of(&Generator::Legal { to_the_end: false }, &again));
    }
}
