//! The score of a match, and how sure it is.

use std::fmt;

/// The games of a match, as the first player sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tally {
    won: u32,
    drawn: u32,
    lost: u32,
}

/// Nineteen times of twenty the true value is within so many standard errors.
const CERTAINTY: f64 = 1.96;

impl Tally {
    /// Counts a game; `None`: it was drawn.
    pub(crate) fn add(&mut self, won: Option<bool>) {
        match won {
            Some(true) => self.won += 1,
            None => self.drawn += 1,
            Some(false) => self.lost += 1,
        }
    }

    fn games(self) -> f64 {
        f64::from(self.won + self.drawn + self.lost)
    }

    /// The share of the points.
    pub(crate) fn share(self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / self.games()
    }

    /// By how much the share may be wrong.
    fn error(self) -> f64 {
        let mean = self.share();
        let squares = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        let variance = (squares(self.won, 1.0) + squares(self.drawn, 0.5) + squares(self.lost, 0.0)) / self.games();
        CERTAINTY * (variance / self.games()).sqrt()
    }

    /// The difference in Elo points, and the ends of what it may be; infinite where one side has won all.
    fn elo(self) -> [f64; 3] {
        let (mean, error) = (self.share(), self.error());
        [mean, mean - error, mean + error].map(|share| -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10())
    }
}

/// `+6 =2 -2 of 10, 70 %, Elo +147 (+2 to +338)`.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Tally { won, drawn, lost } = self;
        write!(f, "+{won} ={drawn} -{lost} of {}", self.games())?;
        if self.games() > 0.0 {
            let [elo, low, high] = self.elo().map(|elo| match elo {
                _ if elo.is_infinite() => format!("{}∞", if elo < 0.0 { '−' } else { '+' }),
                _ => format!("{:+.0}", elo.round() + 0.0),
            });
            write!(f, ", {:.0} %, Elo {elo} ({low} to {high})", 100.0 * self.share())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_told_with_their_errors() {
        let tally = |won, drawn, lost| Tally { won, drawn, lost }.to_string();
        assert_eq!(tally(0, 0, 0), "+0 =0 -0 of 0");
        assert_eq!(tally(5, 0, 5), "+5 =0 -5 of 10, 50 %, Elo +0 (-252 to +252)");
        assert_eq!(tally(60, 20, 20), "+60 =20 -20 of 100, 70 %, Elo +147 (+86 to +218)");
        assert_eq!(tally(3, 0, 0), "+3 =0 -0 of 3, 100 %, Elo +∞ (+∞ to +∞)");
        assert_eq!(tally(0, 0, 3), "+0 =0 -3 of 3, 0 %, Elo −∞ (−∞ to −∞)");
    }
}
