//! Movement compiled for one board: what play looks up instead of reading Betza.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::magic::Table;
use super::rules::kinds_of;
use super::state::State;
use super::word::Word;
use crate::betza::{Movement, Part, Path, path};
use crate::color::Color;
use crate::set::SquareSet;
use crate::square::{Geometry, Square};

/// The squares of a rider's two opposite rays from one square. Along either ray numbers only grow or only fall, so
/// the nearest man is the lowest or highest bit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Line<W> {
    pub(crate) lower: W,
    pub(crate) upper: W,
}

impl<W: Word> Line<W> {
    const NONE: Line<W> = Line { lower: W::EMPTY, upper: W::EMPTY };

    /// The squares reached: all up to the first man, and his.
    #[inline(always)]
    pub(crate) fn reach(&self, occupied: W) -> W {
        let upper = self.upper & (self.upper & occupied).up_to_lowest();
        let lower = self.lower & (self.lower & occupied).highest_and_up();
        upper | lower
    }
}

/// One line from every square.
pub(crate) type Axis<W> = Arc<<W as Word>::PerSquare<Line<W>>>;

/// Two lines from every square, or one, that are looked up together.
pub(crate) struct Slide<W: Word> {
    pub(crate) axes: Vec<Axis<W>>,
    table: Option<W::Table>,
}

impl<W: Word> Slide<W> {
    fn new(axes: Vec<Axis<W>>) -> Slide<W> {
        let lines = |from: usize| axes.iter().map(|axis| axis.as_ref().as_ref()[from]).collect();
        let table = W::Table::of_lines((0..W::SQUARES).map(lines).collect());
        Slide { axes, table }
    }

    /// The squares reached: all up to the first man on every ray, and his.
    #[inline(always)]
    pub(crate) fn reach(&self, from: u8, occupied: W) -> W {
        match &self.table {
            Some(table) => table.reach(from, occupied),
            None => self.axes.iter().fold(W::EMPTY, |reached, axis| reached | W::get(axis, from).reach(occupied)),
        }
    }
}

/// One step of a ray that needs more than a line: lame leaps, and rays over the edge of a cylinder.
#[derive(Clone, Copy, Debug)]
struct Hop<W> {
    to: u8,
    between: W,
    path: Path,
}

/// Where a kind of one colour goes in one mode, moving or taking.
pub(crate) struct Reach<W: Word> {
    /// Where it leaps, whatever stands between.
    pub(crate) leaps: W::PerSquare<W>,
    slides: Vec<Arc<Slide<W>>>,
    /// By square: the rays walked step by step.
    walks: Vec<Vec<Vec<Hop<W>>>>,
}

impl<W: Word> Reach<W> {
    fn nowhere() -> Reach<W> {
        Reach { leaps: W::per_square(W::EMPTY), slides: Vec::new(), walks: Vec::new() }
    }

    /// The squares that a man on `from` reaches on a board so occupied, whoever stands on them.
    #[inline(always)]
    pub(crate) fn from(&self, from: u8, occupied: W) -> W {
        let mut reached = *W::get(&self.leaps, from);
        for slide in &self.slides {
            reached |= slide.reach(from, occupied);
        }
        if !self.walks.is_empty() {
            reached |= self.walked(from, occupied);
        }
        reached
    }

    /// What it takes to tell where it goes.
    fn gait(&self) -> Gait<W> {
        let slides_only = self.leaps.as_ref().iter().all(|leaps| leaps.is_empty());
        match &self.slides[..] {
            _ if !self.walks.is_empty() => Gait::Any,
            [] => Gait::Leaps,
            [slide] if slides_only => Gait::Slides(slide.clone()),
            [one, other] if slides_only => Gait::SlidesTwice(one.clone(), other.clone()),
            _ => Gait::Any,
        }
    }

    #[cold]
    fn walked(&self, from: u8, occupied: W) -> W {
        let mut reached = W::EMPTY;
        for ray in &self.walks[from as usize] {
            for hop in ray {
                let blocked = occupied.meets(hop.between);
                if (hop.path == Path::Clear && blocked) || (hop.path == Path::Blocked && !blocked) {
                    break;
                }
                // Round a cylinder a ray may come back to where it began: that is no move.
                if hop.to == from {
                    break;
                }
                reached |= W::bit(hop.to);
                if occupied.has(hop.to) {
                    break;
                }
            }
        }
        reached
    }
}

/// How the targets of all men of a kind are found: what need not be asked of every man.
pub(crate) enum Gait<W: Word> {
    /// All step at once.
    Steps,
    /// Moves and captures are the same, and the table of leaps tells all.
    Leaps,
    /// They are the same, and one look along lines tells all.
    Slides(Arc<Slide<W>>),
    /// They are the same, and two looks tell all.
    SlidesTwice(Arc<Slide<W>>, Arc<Slide<W>>),
    /// Anything else.
    Any,
}

/// A step that many men make at once: every number changes by the same.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift<W> {
    pub(crate) by: i16,
    /// From where the step stays on the board.
    pub(crate) from: W,
}

/// A first move of two equal steps over an empty square.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Double<W> {
    pub(crate) first: i16,
    pub(crate) second: i16,
    pub(crate) from: W,
    /// Whether some of them end where the man may or must promote.
    pub(crate) promotes: bool,
}

/// The movement of pawns, which are many and step shortly: all are moved at once.
pub(crate) struct Steps<W> {
    pub(crate) quiet: Vec<Shift<W>>,
    pub(crate) captures: Vec<Shift<W>>,
    pub(crate) doubles: Vec<Double<W>>,
}

impl<W: Word> Steps<W> {
    /// All squares that some men attack.
    #[inline(always)]
    pub(crate) fn attacked(&self, men: W) -> W {
        self.captures.iter().fold(W::EMPTY, |attacked, shift| attacked | (men & shift.from).shift(shift.by))
    }
}

/// How a kind of one colour moves.
pub(crate) struct Mover<W: Word> {
    /// Where it takes; and where it moves too, unless `quiet` says otherwise.
    pub(crate) attack: Reach<W>,
    pub(crate) quiet: Option<Reach<W>>,
    pub(crate) steps: Option<Steps<W>>,
    pub(crate) gait: Gait<W>,
}

/// Riders that attack along the same lines.
pub(crate) struct Riders<W: Word> {
    /// The first two kinds; the same twice where there is one.
    pair: [u8; 2],
    /// The other kinds.
    rest: Vec<u8>,
    /// From a square under attack towards its attackers.
    pub(crate) slides: Vec<Arc<Slide<W>>>,
    /// All squares of the axes.
    pub(crate) reach: W::PerSquare<W>,
}

impl<W: Word> Riders<W> {
    /// The kinds that attack so; one of them may come twice.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = u8> {
        self.pair.iter().chain(&self.rest).copied()
    }

    #[inline(always)]
    pub(crate) fn men(&self, state: &State<W>) -> W {
        let [one, other] = self.pair;
        let mut men = state.of_kind(one) | state.of_kind(other);
        if !self.rest.is_empty() {
            men |= kinds_of(&self.rest, state);
        }
        men
    }
}

/// What one colour's men attack, seen from the square attacked.
pub(crate) struct Threats<W: Word> {
    /// Leapers by kind: from which squares they attack each square.
    pub(crate) leapers: Vec<(u8, W::PerSquare<W>)>,
    pub(crate) riders: Vec<Riders<W>>,
    /// Kinds whose attacks can only be told by walking them.
    pub(crate) walkers: Vec<u8>,
}

/// What a movement needs to be compiled.
pub(crate) struct Shape<'a> {
    pub(crate) geometry: &'a Geometry,
    pub(crate) color: Color,
    /// Where first moves hold.
    pub(crate) initial: SquareSet,
}

impl Shape<'_> {
    /// A step as this colour makes it: Black's is White's turned by 180°.
    fn oriented(&self, (files, ranks): (i8, i8)) -> (i8, i8) {
        match self.color {
            Color::White => (files, ranks),
            Color::Black => (-files, -ranks),
        }
    }

    fn origins(&self, part: &Part) -> SquareSet {
        if part.initial { self.initial } else { self.geometry.squares() }
    }

    fn index(&self, (files, ranks): (i8, i8)) -> i16 {
        files as i16 + self.geometry.files() as i16 * ranks as i16
    }
}

/// How a part is compiled.
enum Way {
    Leap,
    Line,
    Walk,
}

fn way(part: &Part, step: (i8, i8), geometry: &Geometry) -> Way {
    let adjacent = step.0.abs().max(step.1.abs()) <= 1;
    if part.path != Path::Any && !adjacent {
        Way::Walk
    } else if part.range == 1 {
        Way::Leap
    } else if geometry.wraps() && step.0 != 0 {
        Way::Walk
    } else {
        Way::Line
    }
}

/// The squares of one ray, nearest first.
fn ray(geometry: &Geometry, from: Square, step: (i8, i8), range: u8) -> impl Iterator<Item = Square> {
    let next = move |&square: &Square| geometry.step(square, step.0, step.1);
    // On a cylinder a ray may go round for ever.
    std::iter::successors(next(&from), next).take((range as usize).min(geometry.squares().len()))
}

/// Two opposite rays that make an axis: the step whose number grows, and how far each ray goes (0: not at all).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct AxisKey {
    step: (i8, i8),
    up: u8,
    down: u8,
    initial: bool,
}

/// One ray of a rider.
#[derive(Clone, Copy)]
struct Ray {
    step: (i8, i8),
    range: u8,
    initial: bool,
}

/// Builds movers and threats of one variant; equal axes are made once and shared.
pub(crate) struct Weaver<'a, W: Word> {
    geometry: &'a Geometry,
    axes: BTreeMap<AxisKey, Axis<W>>,
    slides: BTreeMap<Vec<AxisKey>, Arc<Slide<W>>>,
}

impl<'a, W: Word> Weaver<'a, W> {
    pub(crate) fn new(geometry: &'a Geometry) -> Weaver<'a, W> {
        Weaver { geometry, axes: BTreeMap::new(), slides: BTreeMap::new() }
    }

    fn axis(&mut self, key: AxisKey, origins: SquareSet) -> Axis<W> {
        let geometry = self.geometry;
        let build = || {
            let mut lines = W::per_square(Line::NONE);
            let back = (-key.step.0, -key.step.1);
            for from in origins {
                let side = |step, range| W::from_set(ray(geometry, from, step, range).collect());
                let upper = side(key.step, key.up);
                let lower = side(back, key.down);
                lines.as_mut()[from.index()] = Line { lower, upper };
            }
            Arc::new(lines)
        };
        // First moves hold on squares that differ from kind to kind: such an axis is nobody else's.
        if key.initial { build() } else { self.axes.entry(key).or_insert_with(build).clone() }
    }

    /// Pairs rays into axes, and axes into slides: straight ones first, so that those of a rook are a queen's too.
    fn slides(&mut self, shape: &Shape<'_>, rays: &[Ray]) -> Vec<Arc<Slide<W>>> {
        let mut keys: BTreeMap<((i8, i8), bool), (u8, u8)> = BTreeMap::new();
        for &Ray { step, range, initial } in rays {
            let grows = shape.index(step) > 0;
            let canonical = if grows { step } else { (-step.0, -step.1) };
            let (up, down) = keys.entry((canonical, initial)).or_default();
            let side = if grows { up } else { down };
            *side = range.max(*side);
        }
        let key = |((step, initial), (up, down))| AxisKey { step, up, down, initial };
        let (straight, others): (Vec<AxisKey>, Vec<AxisKey>) =
            keys.into_iter().map(key).partition(|key| key.step.0 == 0 || key.step.1 == 0);
        straight.chunks(2).chain(others.chunks(2)).map(|keys| self.slide(shape, keys)).collect()
    }

    fn slide(&mut self, shape: &Shape<'_>, keys: &[AxisKey]) -> Arc<Slide<W>> {
        if let Some(slide) = self.slides.get(keys) {
            return slide.clone();
        }
        let origins = |key: &AxisKey| if key.initial { shape.initial } else { self.geometry.squares() };
        let origins: Vec<SquareSet> = keys.iter().map(origins).collect();
        let axes = keys.iter().zip(origins).map(|(&key, origins)| self.axis(key, origins)).collect();
        let slide = Arc::new(Slide::new(axes));
        // First moves hold on squares that differ from kind to kind.
        if keys.iter().all(|key| !key.initial) {
            self.slides.insert(keys.to_vec(), slide.clone());
        }
        slide
    }

    fn reach(&mut self, shape: &Shape<'_>, parts: &[&Part]) -> Reach<W> {
        let mut reach = Reach::<W>::nowhere();
        let mut rays = Vec::new();
        for part in parts {
            for step in part.steps.iter().map(|&step| shape.oriented(step)) {
                match way(part, step, self.geometry) {
                    Way::Leap => {
                        for from in shape.origins(part) {
                            // Round a cylinder a leap may come back to where it began: that is no move.
                            let to = self.geometry.step(from, step.0, step.1).filter(|&to| to != from);
                            if let Some(to) = to {
                                reach.leaps.as_mut()[from.index()] |= W::bit(to.0);
                            }
                        }
                    }
                    Way::Line => rays.push(Ray { step, range: part.range, initial: part.initial }),
                    Way::Walk => self.walk(&mut reach, shape, part, step),
                }
            }
        }
        reach.slides = self.slides(shape, &rays);
        reach
    }

    fn walk(&self, reach: &mut Reach<W>, shape: &Shape<'_>, part: &Part, step: (i8, i8)) {
        reach.walks.resize(W::SQUARES, Vec::new());
        for from in shape.origins(part) {
            let mut at = from;
            let hops: Vec<Hop<W>> = ray(self.geometry, from, step, part.range)
                .map_while(|to| {
                    let between: Vec<Option<Square>> = path(step).map(|(x, y)| self.geometry.step(at, x, y)).collect();
                    // A lame leaper does not pass a hole; there is nothing in one to jump over.
                    if part.path == Path::Clear && between.contains(&None) {
                        return None;
                    }
                    let between: SquareSet = between.into_iter().flatten().collect();
                    at = to;
                    Some(Hop { to: to.0, between: W::from_set(between), path: part.path })
                })
                .collect();
            if !hops.is_empty() {
                reach.walks[from.index()].push(hops);
            }
        }
    }

    /// How a kind of one colour moves, and where it may or must promote, if it does. A pawn has steps that all such men
    /// make at once, where the movement has nothing else.
    pub(crate) fn mover(
        &mut self,
        movement: &Movement,
        shape: &Shape<'_>,
        promotes: Option<W>,
        is_pawn: bool,
    ) -> Mover<W> {
        let taking: Vec<&Part> = movement.parts.iter().filter(|part| part.capture).collect();
        let moving: Vec<&Part> = movement.parts.iter().filter(|part| part.quiet).collect();
        let quiet = (taking != moving).then(|| self.reach(shape, &moving));
        let steps = if is_pawn { steps(movement, shape, promotes.unwrap_or(W::EMPTY)) } else { None };
        let attack = self.reach(shape, &taking);
        let gait = match (&steps, &quiet, promotes) {
            (Some(_), ..) => Gait::Steps,
            (None, None, None) => attack.gait(),
            _ => Gait::Any,
        };
        Mover { attack, quiet, steps, gait }
    }

    /// What one colour attacks, from the movements of its kinds, by kind, and their movers.
    pub(crate) fn threats(&mut self, kinds: &[(u8, &Movement, &Mover<W>)], shape: &Shape<'_>) -> Threats<W> {
        let mut leapers = Vec::new();
        let mut walkers = Vec::new();
        // By ray from the attacked square towards the attacker: the kinds that attack along it.
        let mut rays: BTreeMap<((i8, i8), u8), Vec<u8>> = BTreeMap::new();
        for &(kind, movement, mover) in kinds {
            let mut backwards = W::per_square(W::EMPTY);
            let mut leaps = false;
            for from in self.geometry.squares() {
                for to in W::get(&mover.attack.leaps, from.0).squares() {
                    backwards.as_mut()[to as usize] |= W::bit(from.0);
                    leaps = true;
                }
            }
            if leaps {
                leapers.push((kind, backwards));
            }
            let lines = |part: &&Part| part.capture;
            for part in movement.parts.iter().filter(lines) {
                for step in part.steps.iter().map(|&step| shape.oriented(step)) {
                    match way(part, step, self.geometry) {
                        Way::Leap => {}
                        Way::Line if !part.initial => {
                            let kinds = rays.entry(((-step.0, -step.1), part.range)).or_default();
                            if !kinds.contains(&kind) {
                                kinds.push(kind);
                            }
                        }
                        Way::Line | Way::Walk => {
                            if !walkers.contains(&kind) {
                                walkers.push(kind);
                            }
                        }
                    }
                }
            }
        }
        let mut groups: BTreeMap<Vec<u8>, Vec<Ray>> = BTreeMap::new();
        for ((step, range), kinds) in rays {
            groups.entry(kinds).or_default().push(Ray { step, range, initial: false });
        }
        let riders = groups.into_iter().flat_map(|(kinds, rays)| {
            // Rays of one direction and different ranges are axes of their own.
            let mut layers: Vec<Vec<Ray>> = Vec::new();
            for ray in rays {
                match layers.iter_mut().find(|layer| layer.iter().all(|other| other.step != ray.step)) {
                    Some(layer) => layer.push(ray),
                    None => layers.push(vec![ray]),
                }
            }
            layers.into_iter().map(move |layer| (kinds.clone(), layer))
        });
        walkers.sort_unstable();
        walkers.dedup();
        let riders = riders
            .map(|(kinds, rays)| {
                let slides = self.slides(shape, &rays);
                let mut reach = W::per_square(W::EMPTY);
                for (square, slot) in reach.as_mut().iter_mut().enumerate() {
                    for axis in slides.iter().flat_map(|slide| &slide.axes) {
                        let line = W::get(axis, square as u8);
                        *slot |= line.lower | line.upper;
                    }
                }
                let pair = [kinds[0], *kinds.get(1).unwrap_or(&kinds[0])];
                Riders { pair, rest: kinds.into_iter().skip(2).collect(), slides, reach }
            })
            .collect();
        Threats { leapers, riders, walkers }
    }
}

/// The steps of a movement that has nothing but short steps, captures and first double steps.
fn steps<W: Word>(movement: &Movement, shape: &Shape<'_>, promotes: W) -> Option<Steps<W>> {
    let mut steps = Steps::<W> { quiet: Vec::new(), captures: Vec::new(), doubles: Vec::new() };
    for part in &movement.parts {
        if part.range != 1 {
            return None;
        }
        for step in part.steps.iter().map(|&step| shape.oriented(step)) {
            let middle = (step.0 / 2, step.1 / 2);
            let adjacent = step.0.abs().max(step.1.abs()) <= 1;
            let doubled = middle.0.abs().max(middle.1.abs()) == 1 && step == (2 * middle.0, 2 * middle.1);
            if part.path == Path::Any || adjacent {
                if part.quiet {
                    add_shift(&mut steps.quiet, shape, part, step);
                }
                if part.capture {
                    add_shift(&mut steps.captures, shape, part, step);
                }
            } else if part.path == Path::Clear && part.initial && part.quiet && !part.capture && doubled {
                add_double(&mut steps.doubles, shape, middle);
            } else {
                return None;
            }
        }
    }
    for double in &mut steps.doubles {
        double.promotes = double.from.shift(double.first + double.second).meets(promotes);
    }
    // A square that is reached in two ways is one move.
    let twice = steps.doubles.iter().enumerate().any(|(place, double)| {
        let by = double.first + double.second;
        let quiet = steps.quiet.iter().filter(|shift| shift.by == by);
        let others = steps.doubles[..place].iter().filter(|other| other.first + other.second == by);
        quiet.map(|shift| shift.from).chain(others.map(|other| other.from)).any(|from| from.meets(double.from))
    });
    (!twice).then_some(steps)
}

fn add_shift<W: Word>(shifts: &mut Vec<Shift<W>>, shape: &Shape<'_>, part: &Part, step: (i8, i8)) {
    for from in shape.origins(part) {
        let Some(to) = shape.geometry.step(from, step.0, step.1) else {
            continue;
        };
        let by = to.0 as i16 - from.0 as i16;
        match shifts.iter_mut().find(|shift| shift.by == by) {
            Some(shift) => shift.from |= W::bit(from.0),
            None => shifts.push(Shift { by, from: W::bit(from.0) }),
        }
    }
}

fn add_double<W: Word>(doubles: &mut Vec<Double<W>>, shape: &Shape<'_>, step: (i8, i8)) {
    for from in shape.initial {
        let Some(middle) = shape.geometry.step(from, step.0, step.1) else {
            continue;
        };
        let Some(to) = shape.geometry.step(middle, step.0, step.1) else {
            continue;
        };
        let (first, second) = (middle.0 as i16 - from.0 as i16, to.0 as i16 - middle.0 as i16);
        match doubles.iter_mut().find(|double| (double.first, double.second) == (first, second)) {
            Some(double) => double.from |= W::bit(from.0),
            None => doubles.push(Double { first, second, from: W::bit(from.0), promotes: false }),
        }
    }
}
