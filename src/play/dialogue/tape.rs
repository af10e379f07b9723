//! A record of what a program does between two answers. A machine is deterministic: in the same world and
//! after the same keys it prints and asks the same. Most games by which a submission is understood differ in
//! the expected events and not in the input, and those are not executed again. Where a game parts from those that are known, the
//! machine is kept as it was when it last asked, so that the next game that parts from them there begins there.

use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;

use super::console::Moment;
use super::{Speaker, Window};
use crate::console::{Console, Files, Loose, Peek, Request};
use crate::machine::{Ended, Executable, World};
use crate::spec::Limits;

/// The most that is kept of one submission, in bytes.
const MOST: usize = 24 << 20;
/// The approximate size of a stretch in bytes, in addition to its deeds: with room for as many answers as a vector begins with.
const OF_STRETCH: usize = size_of::<Stretch>() + 4 * size_of::<(Input, usize)>();
/// The most that copies of the machine may take of that.
const MOST_OF_COPIES: usize = MOST / 3;
/// So many questions lie between two copies of a new stretch of the tapes at most, as long as a quarter of the room for copies is free: a
/// game that parts there executes no more than that again.
const BETWEEN_COPIES: usize = 5;
/// The approximate size of a copy in bytes, in addition to its memory.
const OF_COPY: usize = 4096;

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
    /// It takes the time or a random number for the first time.
    Draws,
}

/// An action of a program other than looking for input.
#[derive(Clone, Debug)]
enum Deed {
    /// It prints this range of the text of all tapes.
    Prints(Range<usize>),
    /// It announces the input that it is about to read.
    Asks(Request, Moment, Option<Copied>),
    /// It is about to ask something by looking for a key.
    Looks(Moment),
}

/// The machine as it was when it asked, in a run with this seed.
#[derive(Clone, Debug)]
struct Copied {
    machine: Rc<dyn Any>,
    seed: u64,
}

/// A place on the tapes where the program asked, and what a run did before it.
#[derive(Clone, Copy, Debug, Default)]
struct Asked {
    /// The numbers of the stretch, and of the deed in it.
    stretch: usize,
    deed: usize,
    /// The number of answers that were given.
    led: usize,
    /// The number of bytes that were printed.
    printed: usize,
}

/// The next step after the deeds of a stretch.
#[derive(Debug)]
enum Then {
    /// It looks for input, and goes on by the answer, in the stretch of this number.
    Looks(Look, Vec<(Input, usize)>),
    /// The run ends, with these files, and the names of those that were not closed or not found.
    Ends(Ended, Files, Loose),
}

/// The deeds of a program from one look at its input to the next.
#[derive(Debug)]
struct Stretch {
    deeds: Box<[Deed]>,
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
    /// The part of them that are copies of the machine.
    copied: usize,
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
    /// Up to an answer that was never given there.
    Part(Box<Part>),
}

/// The beginning of a run that is known.
struct Part {
    /// Where it leaves the tapes.
    at: At,
    /// Each answer, with the number of exchanges after it.
    lead: Vec<(Input, usize)>,
    /// Where the program asked last, and where it asked last of the places from which a run can go on.
    asked: Option<Asked>,
    copied: Option<Asked>,
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
            Followed::Part(part) => {
                let copied = part.copied.and_then(|asked| Some((asked, self.copy_at(asked)?.clone()?)));
                let mut recorder = Recorder::new(self, speaker, world.seed, *part);
                let resumed = copied.and_then(|(asked, copy)| {
                    recorder.begin_at(asked);
                    program.resume(&*copy.machine, limits.fuel, &mut recorder)
                });
                let ended = resumed.unwrap_or_else(|| {
                    recorder.begin_at(Asked::default());
                    program.run(world, limits.fuel, &mut recorder)
                });
                recorder.end(ended);
                (ended, true)
            }
        }
    }

    /// The copy of the machine at a place where it asked.
    fn copy_at(&mut self, asked: Asked) -> Option<&mut Option<Copied>> {
        match self.stretches.get_mut(asked.stretch)?.deeds.get_mut(asked.deed)? {
            Deed::Asks(_, _, copied) => Some(copied),
            Deed::Prints(_) | Deed::Looks(_) => None,
        }
    }

    fn follow(&self, world: World<'static>, speaker: &mut Speaker<'_>) -> Followed {
        let seed = world.seed;
        let world = World { seed: 0, ..world };
        let mut part = Box::new(Part { at: At::Begin(world), lead: Vec::new(), asked: None, copied: None });
        let Some(mut number) = self.begins.get(&world).copied() else { return Followed::Part(part) };
        let mut printed = 0;
        loop {
            let stretch = &self.stretches[number];
            for (nth, deed) in stretch.deeds.iter().enumerate() {
                match deed {
                    Deed::Prints(range) => {
                        printed += range.len();
                        speaker.write_all(&self.text[range.clone()]);
                    }
                    Deed::Asks(request, moment, copied) => {
                        let asked = Asked { stretch: number, deed: nth, led: part.lead.len(), printed };
                        part.asked = Some(asked);
                        // Before anything is drawn a run with another seed is on the same tapes.
                        if copied.as_ref().is_some_and(|copied| copied.seed == seed) {
                            part.copied = part.asked;
                        }
                        speaker.asked(*request, moment.clone());
                    }
                    Deed::Looks(moment) => speaker.looks(moment.clone()),
                }
            }
            let (look, next) = match &stretch.then {
                Then::Looks(look, next) => (*look, next),
                Then::Ends(ended, files, loose) => {
                    speaker.leaves(files, loose.clone());
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
            part.lead.push((answer, speaker.exchanges.len()));
            match next.iter().find(|(known, _)| *known == answer) {
                Some((_, next)) => number = *next,
                None => {
                    part.at = At::After(number, answer);
                    return Followed::Part(part);
                }
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
    /// The number of questions since it was copied.
    without_copy: usize,
    /// Where the machine is to be copied when the program asks there again.
    copies_at: Option<Asked>,
    /// The place of the stretch at hand; `None` once no more is kept.
    at: Option<At>,
    deeds: Vec<Deed>,
    /// The place in the text where its last print began.
    from: usize,
    /// True if the run has drawn: whatever it draws later depends on the same seed.
    has_drawn: bool,
    files: Option<(Files, Loose)>,
    seed: u64,
}

impl<'r, 's> Recorder<'r, 's> {
    fn new(tapes: &'r mut Tapes, speaker: &'r mut Speaker<'s>, seed: u64, part: Part) -> Self {
        let Part { at, lead, asked, copied } = part;
        let at = Some(at).filter(|_| tapes.size < MOST);
        let is_new = |asked: &Asked| copied.is_none_or(|copied| copied.led < asked.led);
        let copies_at = asked.filter(is_new).filter(|_| tapes.copied < MOST_OF_COPIES);
        let from = tapes.text.len();
        let (deeds, files) = (Vec::new(), None);
        Self {
            tapes,
            speaker,
            lead,
            led: 0,
            printed: 0,
            read: 0,
            without_copy: 0,
            copies_at,
            at,
            deeds,
            from,
            has_drawn: false,
            files,
            seed,
        }
    }

    /// The run begins where the program asked.
    fn begin_at(&mut self, asked: Asked) {
        (self.led, self.printed) = (asked.led, asked.printed);
        let given = || self.lead[..asked.led].iter().map(|(answer, _)| answer);
        self.read = given().filter(|answer| matches!(answer, Input::Key(Some(_)))).count();
        self.has_drawn = given().any(|answer| matches!(answer, Input::Seed(_)));
    }

    /// Copies the machine, if it asks where the next run that leaves the tapes is to begin.
    fn copy_where_it_parts(&mut self, memory: &dyn Peek) {
        let Some(asked) = self.copies_at.take_if(|asked| asked.led == self.led) else { return };
        let copied = self.copy(memory);
        if let Some(place) = self.tapes.copy_at(asked).filter(|_| copied.is_some()) {
            *place = copied;
        }
    }

    /// A copy of the machine as it asks.
    fn copy(&mut self, memory: &dyn Peek) -> Option<Copied> {
        let machine = memory.copy()?.into();
        let size = OF_COPY + memory.parts().iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
        self.tapes.size += size;
        self.tapes.copied += size;
        Some(Copied { machine, seed: self.seed })
    }

    /// The same now and then, where nothing is known yet.
    fn copy_now_and_then(&mut self, memory: &dyn Peek) -> Option<Copied> {
        self.without_copy += 1;
        if self.at.is_none()
            || self.without_copy < BETWEEN_COPIES
            || self.tapes.copied > MOST_OF_COPIES / 4 * 3
        {
            return None;
        }
        self.without_copy = 0;
        self.copy(memory)
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

    /// Keeps output, also if it is refused, so that it is refused again; nothing any more once that is too much.
    fn keep_text(&mut self, bytes: &[u8]) {
        if self.at.is_none() {
            return;
        }
        self.tapes.text.extend_from_slice(bytes);
        if self.tapes.size + self.tapes.text.len() - self.from >= MOST {
            self.at = None;
        }
    }

    /// Notes the output since the last deed.
    fn cut(&mut self) {
        let end = self.tapes.text.len();
        if end > self.from {
            self.deeds.push(Deed::Prints(self.from..end));
            self.tapes.size += size_of::<Deed>() + end - self.from;
            self.from = end;
        }
    }

    fn does(&mut self, deed: Deed) {
        if self.at.is_some() {
            self.cut();
            self.tapes.size += size_of::<Deed>();
            self.deeds.push(deed);
        }
    }

    /// Ends a stretch by a look at the input.
    fn looks(&mut self, look: Look, answer: Input) {
        let Some(at) = self.at else { return };
        self.cut();
        let deeds = std::mem::take(&mut self.deeds).into_boxed_slice();
        let stretch = Stretch { deeds, then: Then::Looks(look, Vec::new()) };
        let number = self.tapes.keep(at, stretch);
        self.at = Some(At::After(number, answer)).filter(|_| self.tapes.size < MOST);
    }

    /// Ends the run.
    fn end(mut self, ended: Ended) {
        let Some(at) = self.at else { return };
        self.cut();
        let (files, loose) = self.files.take().unwrap_or_default();
        let then = Then::Ends(ended, files, loose);
        let stretch = Stretch { deeds: self.deeds.into_boxed_slice(), then };
        self.tapes.keep(at, stretch);
    }
}

impl Console for Recorder<'_, '_> {
    fn write(&mut self, byte: u8) -> bool {
        if self.is_led() {
            self.printed += 1;
            return true;
        }
        self.keep_text(&[byte]);
        self.speaker.write(byte)
    }

    fn write_all(&mut self, bytes: &[u8]) -> usize {
        if self.is_led() {
            self.printed += bytes.len();
            return bytes.len();
        }
        self.keep_text(bytes);
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

    fn has_end(&self) -> bool {
        self.speaker.has_end()
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
            self.copy_where_it_parts(memory);
            return;
        }
        let moment = self.speaker.moment_of(memory);
        let copied = self.copy_now_and_then(memory);
        self.does(Deed::Asks(request, moment.clone(), copied));
        self.speaker.asked(request, moment);
    }

    fn sees(&mut self, memory: &dyn Peek) {
        if !self.is_led() && self.speaker.is_to_be_asked() {
            let moment = self.speaker.moment_of(memory);
            self.does(Deed::Looks(moment.clone()));
            self.speaker.looks(moment);
        }
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
        if !std::mem::replace(&mut self.has_drawn, true) && self.led().is_none() {
            self.speaker.draws();
            self.looks(Look::Draws, Input::Seed(self.seed));
        }
    }

    fn leaves(&mut self, files: &Files, loose: Loose) {
        self.files = Some((files.clone(), loose.clone()));
        self.speaker.leaves(files, loose);
    }
}
