//! A record of what a program does between two answers. A machine is deterministic: in the same world and
//! after the same keys it prints and asks the same. Most games by which a submission is understood differ in
//! the expected events and not in the input, and those are not executed again.

use std::collections::BTreeMap;
use std::ops::Range;

use super::console::Moment;
use super::{Speaker, Window};
use crate::console::{Console, Files, Peek, Request};
use crate::machine::{Ended, Executable, World};
use crate::spec::Limits;

/// The most that is kept of one submission, in bytes.
const MOST: usize = 24 << 20;
/// The approximate size of a stretch in bytes, in addition to its output.
const OF_STRETCH: usize = 160;

/// An answer that a program got when it looked for input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Input {
    /// A key was read; none if there will be none.
    Key(Option<u8>),
    /// Is there a key?
    IsReady(bool),
    /// Is the input at its end?
    IsOver(bool),
    /// The seed of everything that is drawn at random.
    Seed(u64),
}

/// The ways in which a program looks at the world outside of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Look {
    Reads,
    IsReady,
    IsOver,
    /// It takes the time or a random number.
    Draws,
}

/// An action of a program other than looking for input.
#[derive(Clone, Debug)]
enum Deed {
    /// It prints this range of the text of all tapes.
    Prints(Range<usize>),
    /// It announces the input that it is about to read.
    Asks(Request, Moment),
}

/// The next step after the deeds of a stretch.
#[derive(Debug)]
enum Then {
    /// It looks for input, and goes on by the answer, in the stretch of this number.
    Looks(Look, Vec<(Input, usize)>),
    /// The run ends, with these files and the names of those that are open.
    Ends(Ended, Files, Vec<Vec<u8>>),
}

/// The deeds of a program from one look at its input to the next.
#[derive(Debug)]
struct Stretch {
    deeds: Vec<Deed>,
    then: Then,
}

/// The runs of one program with the same limits.
#[derive(Debug, Default)]
pub struct Tapes {
    /// The stretch with which the runs of a world begin, whatever its seed is: that counts once something is
    /// drawn.
    begins: BTreeMap<World<'static>, usize>,
    stretches: Vec<Stretch>,
    text: Vec<u8>,
    /// The board in memory that was looked at.
    window: Option<Window>,
    /// The approximate number of bytes that are kept.
    size: usize,
}

/// The place of a run in the tapes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    /// Before the first stretch of a world.
    Begin(World<'static>),
    /// After an answer at the end of a stretch.
    After(usize, Input),
}

/// The result of following a run on the tapes.
enum Followed {
    /// To its end.
    Whole(Ended),
    /// Up to an answer that was never given there: each answer with the number of exchanges after it.
    Part(At, Vec<(Input, usize)>),
}

impl Tapes {
    /// Plays a program to a speaker, and executes it only if it never got the same answers before. Returns `true` as well if
    /// it was executed.
    pub(super) fn play(
        &mut self,
        program: &dyn Executable,
        world: World<'static>,
        limits: Limits,
        speaker: &mut Speaker<'_>,
    ) -> (Ended, bool) {
        if self.window.as_ref() != speaker.window {
            *self = Self { window: speaker.window.cloned(), ..Self::default() };
        }
        match self.follow(world, speaker) {
            Followed::Whole(ended) => (ended, false),
            Followed::Part(at, lead) => {
                let mut recorder = Recorder::new(self, speaker, (at, world.seed), lead);
                let ended = program.run(world, limits.fuel, &mut recorder);
                recorder.end(ended);
                (ended, true)
            }
        }
    }

    fn follow(&self, world: World<'static>, speaker: &mut Speaker<'_>) -> Followed {
        let (mut lead, seed) = (Vec::new(), world.seed);
        let world = World { seed: 0, ..world };
        let Some(mut number) = self.begins.get(&world).copied() else {
            return Followed::Part(At::Begin(world), lead);
        };
        loop {
            let stretch = &self.stretches[number];
            for deed in &stretch.deeds {
                match deed {
                    Deed::Prints(range) => {
                        speaker.write_all(&self.text[range.clone()]);
                    }
                    Deed::Asks(request, moment) => speaker.asked(*request, moment.clone()),
                }
            }
            let (look, next) = match &stretch.then {
                Then::Looks(look, next) => (*look, next),
                Then::Ends(ended, files, left_open) => {
                    speaker.leaves(files, left_open.clone());
                    return Followed::Whole(*ended);
                }
            };
            let answer = match look {
                Look::Reads => Input::Key(speaker.read()),
                Look::IsReady => Input::IsReady(speaker.is_ready()),
                Look::IsOver => Input::IsOver(speaker.is_over()),
                Look::Draws => {
                    speaker.draws();
                    Input::Seed(seed)
                }
            };
            lead.push((answer, speaker.exchanges.len()));
            match next.iter().find(|(known, _)| *known == answer) {
                Some((_, next)) => number = *next,
                None => return Followed::Part(At::After(number, answer), lead),
            }
        }
    }

    /// Keeps a stretch that comes where nothing is known yet.
    fn keep(&mut self, at: At, stretch: Stretch) -> usize {
        let number = self.stretches.len();
        self.stretches.push(stretch);
        self.size += OF_STRETCH;
        match at {
            At::Begin(world) => {
                self.begins.insert(world, number);
            }
            At::After(before, answer) => {
                if let Then::Looks(_, next) = &mut self.stretches[before].then {
                    next.push((answer, number));
                }
            }
        }
        number
    }
}

/// Gives a program the answers that it was given before, then passes on its actions to a speaker, and keeps
/// them.
struct Recorder<'r, 's> {
    tapes: &'r mut Tapes,
    speaker: &'r mut Speaker<'s>,
    /// The answers up to the first one that is new.
    lead: Vec<(Input, usize)>,
    /// The number of them that were given again.
    led: usize,
    /// The number of bytes printed, and of keys read, before the first new answer.
    printed: usize,
    read: usize,
    /// The place of the stretch at hand; `None` once no more is kept.
    at: Option<At>,
    deeds: Vec<Deed>,
    /// The place in the text where its last print began.
    from: usize,
    files: Option<(Files, Vec<Vec<u8>>)>,
    seed: u64,
}

impl<'r, 's> Recorder<'r, 's> {
    fn new(
        tapes: &'r mut Tapes,
        speaker: &'r mut Speaker<'s>,
        (at, seed): (At, u64),
        lead: Vec<(Input, usize)>,
    ) -> Self {
        let at = Some(at).filter(|_| tapes.size < MOST);
        let from = tapes.text.len();
        let (deeds, files) = (Vec::new(), None);
        Self { tapes, speaker, lead, led: 0, printed: 0, read: 0, at, deeds, from, files, seed }
    }

    /// The next answer that was given before, if any is left.
    fn led(&mut self) -> Option<Input> {
        let (answer, _) = self.lead.get(self.led)?;
        self.led += 1;
        self.read += usize::from(matches!(answer, Input::Key(Some(_))));
        Some(*answer)
    }

    fn is_led(&self) -> bool {
        self.led < self.lead.len()
    }

    /// Notes the output since the last deed.
    fn cut(&mut self) {
        let end = self.tapes.text.len();
        if end > self.from {
            self.deeds.push(Deed::Prints(self.from..end));
            self.tapes.size += end - self.from;
            self.from = end;
        }
    }

    fn does(&mut self, deed: Deed) {
        if self.at.is_some() {
            self.cut();
            self.tapes.size += OF_STRETCH / 2;
            self.deeds.push(deed);
        }
    }

    /// Ends a stretch by a look at the input.
    fn looks(&mut self, look: Look, answer: Input) {
        let Some(at) = self.at else { return };
        self.cut();
        let stretch = Stretch { deeds: std::mem::take(&mut self.deeds), then: Then::Looks(look, Vec::new()) };
        let number = self.tapes.keep(at, stretch);
        self.at = Some(At::After(number, answer)).filter(|_| self.tapes.size < MOST);
    }

    /// Ends the run.
    fn end(mut self, ended: Ended) {
        let Some(at) = self.at else { return };
        self.cut();
        let (files, left_open) = self.files.take().unwrap_or_default();
        let stretch = Stretch { deeds: self.deeds, then: Then::Ends(ended, files, left_open) };
        self.tapes.keep(at, stretch);
    }
}

impl Console for Recorder<'_, '_> {
    fn write(&mut self, byte: u8) -> bool {
        self.write_all(&[byte]) == 1
    }

    fn write_all(&mut self, bytes: &[u8]) -> usize {
        if self.is_led() {
            self.printed += bytes.len();
            return bytes.len();
        }
        if self.at.is_some() {
            // Output that is refused is kept too, so that it is refused again.
            self.tapes.text.extend_from_slice(bytes);
            if self.tapes.size + self.tapes.text.len() - self.from >= MOST {
                self.at = None;
            }
        }
        self.speaker.write_all(bytes)
    }

    fn read(&mut self) -> Option<u8> {
        if let Some(answer) = self.led() {
            return if let Input::Key(key) = answer { key } else { None };
        }
        let key = self.speaker.read();
        self.looks(Look::Reads, Input::Key(key));
        key
    }

    fn is_ready(&mut self) -> bool {
        if let Some(answer) = self.led() {
            return answer == Input::IsReady(true);
        }
        let is_ready = self.speaker.is_ready();
        self.looks(Look::IsReady, Input::IsReady(is_ready));
        is_ready
    }

    fn is_over(&mut self) -> bool {
        if let Some(answer) = self.led() {
            return answer == Input::IsOver(true);
        }
        let is_over = self.speaker.is_over();
        self.looks(Look::IsOver, Input::IsOver(is_over));
        is_over
    }

    fn asks(&mut self, request: Request, memory: &dyn Peek) {
        if self.is_led() {
            return;
        }
        let moment = self.speaker.moment_of(memory);
        self.does(Deed::Asks(request, moment.clone()));
        self.speaker.asked(request, moment);
    }

    fn waits(&mut self, executed: u64) -> bool {
        if !self.is_led() {
            return self.speaker.waits(executed);
        }
        let exchanges = self.led.checked_sub(1).map_or(0, |last| self.lead[last].1);
        self.speaker.waits_after(exchanges, executed)
    }

    fn contacts(&self) -> u64 {
        if self.is_led() { (self.printed + self.read) as u64 } else { self.speaker.contacts() }
    }

    fn draws(&mut self) {
        if self.led().is_none() {
            self.speaker.draws();
            self.looks(Look::Draws, Input::Seed(self.seed));
        }
    }

    fn leaves(&mut self, files: &Files, left_open: Vec<Vec<u8>>) {
        self.files = Some((files.clone(), left_open.clone()));
        self.speaker.leaves(files, left_open);
    }
}
