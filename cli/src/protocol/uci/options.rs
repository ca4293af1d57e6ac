//! What can be set by `setoption`.

use floe_core::search::Level;

/// What can be set, besides the variant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Options {
    /// MiB.
    pub(super) hash: usize,
    pub(super) threads: usize,
    /// How many best lines are told.
    pub(super) lines: usize,
    pub(super) level: Level,
    /// Whether castling is free, as in Fischer Random.
    pub(super) chess960: bool,
    /// Whether the terms that rules add to the judgement count.
    pub(super) rule_terms: bool,
}

/// The most that can be asked for.
const MOST_HASH: usize = 65_536;
const MOST_THREADS: usize = 256;
const MOST_LINES: usize = 500;

impl Default for Options {
    fn default() -> Options {
        Options {
            hash: floe_core::search::USUAL_HASH,
            threads: 1,
            lines: 1,
            level: Level::MOST,
            chess960: false,
            rule_terms: true,
        }
    }
}

impl Options {
    /// The lines that say what can be set.
    pub(super) fn describe() -> Vec<String> {
        let Options { hash, threads, lines, level, .. } = Options::default();
        let spin = |name, usual, most| format!("option name {name} type spin default {usual} min 1 max {most}");
        vec![
            spin("Hash", hash, MOST_HASH),
            spin("Threads", threads, MOST_THREADS),
            spin("MultiPV", lines, MOST_LINES),
            spin("Level", level.number().into(), level.number().into()),
            "option name Ponder type check default false".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name Rule Terms type check default true".to_owned(),
            "option name Clear Hash type button".to_owned(),
        ]
    }

    /// Sets an option by its name, in any case. `None` if there is none of that name.
    ///
    /// # Errors
    /// If the value cannot be set.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Option<Result<(), String>> {
        Some(match name.to_ascii_lowercase().as_str() {
            "hash" => number(value, MOST_HASH).map(|number| self.hash = number),
            "threads" => number(value, MOST_THREADS).map(|number| self.threads = number),
            "multipv" => number(value, MOST_LINES).map(|number| self.lines = number),
            "level" => match value.parse().ok().and_then(Level::new) {
                Some(level) => {
                    self.level = level;
                    Ok(())
                }
                None => Err("a level is a number from 1 to 10".to_owned()),
            },
            // A program that ponders says so by `go ponder`.
            "ponder" => flag(value).map(|_| ()),
            "uci_chess960" => flag(value).map(|flag| self.chess960 = flag),
            "rule terms" => flag(value).map(|flag| self.rule_terms = flag),
            _ => return None,
        })
    }
}

fn number(value: &str, most: usize) -> Result<usize, String> {
    let number = value.parse().ok().filter(|number| (1..=most).contains(number));
    number.ok_or_else(|| format!("it is a number from 1 to {most}, not {value:?}"))
}

fn flag(value: &str) -> Result<bool, String> {
    match value.to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("it is true or false, not {value:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_set_by_name_or_not_at_all() {
        let mut options = Options::default();
        for (name, value) in [("hash", "32"), ("MultiPV", "3"), ("UCI_Chess960", "TRUE"), ("Level", "2")] {
            assert_eq!(options.set(name, value), Some(Ok(())), "{name}");
        }
        let level = Level::new(2).expect("there is one");
        let expected = Options { hash: 32, lines: 3, chess960: true, level, ..Options::default() };
        assert_eq!(options, expected);
        for (name, value) in [("Hash", "0"), ("Hash", "x"), ("Threads", "999999"), ("Ponder", "maybe"), ("Level", "11")]
        {
            assert!(options.set(name, value).is_some_and(|set| set.is_err()), "{name} {value}");
        }
        assert_eq!(options.set("Contempt", "1"), None);
        assert_eq!(options, expected);
    }
}
