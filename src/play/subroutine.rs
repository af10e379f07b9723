//! A subroutine test on a machine: names become addresses, arguments and buffers find their places as in the memory of a caller.

mod area;

pub use area::StagedArea;

use std::collections::BTreeMap;

use super::Played;
use crate::asm::{self, Symbol};
use crate::console::{Console, Files, Loose, Script, ScriptedConsole, State};
use crate::diagnostics::{Text, suggest};
use crate::isa::{Convention, Isa, Results};
use crate::machine::{Executable, Layout, Preset, World};
use crate::spec::{Count, Data, Limits, Preserved, Subroutine, SubroutineValue};

/// The most numbers of a stretch of memory.
const MOST_NUMBERS: u32 = 0x8000;

/// The number of cells after an expected text that are looked at, to report the actual text.
const LOOK_BEHIND: u32 = 40;

/// A run that is ready to be made, and the expected state after it.
#[derive(Clone, Debug)]
pub struct Staged {
    /// The registers and cells that the caller sets.
    pub preset: Preset,
    /// The label that is called, as the program has it.
    pub called: Option<String>,
    /// The arguments, for people: `R1 = 6` and the like.
    pub handed: Vec<String>,
    /// The expected values, each with its name for people.
    pub demands: Vec<Demand>,
    /// The stretches of memory of which something must be true.
    pub areas: Vec<StagedArea>,
    /// The limits on the number of calls of subroutines; the address is missing if the program has no such
    /// label.
    pub calls: Vec<(String, Option<u32>, Count)>,
    /// The memory that is free for a caller.
    pub layout: Layout,
}

/// Something that must be there after a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Demand {
    /// Its name for people.
    pub name: String,
    /// Its place.
    pub place: Place,
    /// Its role for a subroutine.
    pub role: Role,
    /// The cells that must be there; of a register the word.
    pub cells: Vec<u32>,
    /// True if the cells are to be read as text.
    pub is_text: bool,
}

/// A place to look at after a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// In a register.
    Register(u8),
    /// In memory, from an address on.
    Memory(u32),
}

/// The roles of a place for a subroutine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// It is a result of the subroutine.
    Result,
    /// It must be as it was before.
    Kept,
    /// It is the stack pointer, which must be where the convention says.
    Stack,
}

/// The reasons why a run cannot be made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotStaged {
    /// The program has none of these labels, but perhaps one that is like the first of them.
    NoLabel(Vec<String>, Option<String>),
    /// A subroutine of the staff's cannot stand in.
    NoStandIn(String, Text),
}

/// The registers and cells after a run, as far as they matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Left {
    registers: Vec<u32>,
    cells: BTreeMap<u32, u32>,
}

impl Left {
    /// The value of a register.
    pub fn register(&self, number: u8) -> u32 {
        self.registers.get(usize::from(number)).copied().unwrap_or(0)
    }

    /// Cells from an address on, as far as there is memory.
    pub fn cells(&self, address: u32, count: usize) -> Vec<u32> {
        (address..).take(count).map_while(|address| self.cells.get(&address).copied()).collect()
    }
}

/// Makes a run ready.
///
/// # Errors
/// If the program lacks a label, or a subroutine cannot stand in.
pub fn stage(
    subroutine: &Subroutine,
    program: &dyn Executable,
    size: Option<u64>,
) -> Result<Staged, NotStaged> {
    let layout = program.layout();
    let mut names = Names { subroutine, program, buffers: BTreeMap::new(), size, layout };
    let mut top = layout.top;
    for (name, data) in &subroutine.given.buffers {
        let cells = names.length(data);
        top = top.saturating_sub(cells) & !(layout.word.cells - 1);
        names.buffers.insert(name, top);
    }
    let mut preset = Preset::default();
    for (name, data) in &subroutine.given.buffers {
        preset.cells.push((names.buffers[name.as_str()], names.cells(data)?));
    }
    for (address, data) in &subroutine.given.memory {
        preset.cells.push((names.value(address)?, names.cells(data)?));
    }
    for (number, value) in &subroutine.given.registers {
        preset.registers.push((*number, names.value(value)?));
    }
    for stand_in in &subroutine.stand_ins {
        let from = names.label(std::slice::from_ref(&stand_in.label), true)?.1;
        let routine = program
            .stand_in(&stand_in.source, &stand_in.label)
            .map_err(|why| NotStaged::NoStandIn(stand_in.source.name.clone(), why))?;
        preset.detours.push((from, routine.entry));
        preset.cells.extend(routine.cells);
    }
    let mut staged = Staged {
        preset,
        called: None,
        handed: Vec::new(),
        demands: Vec::new(),
        areas: Vec::new(),
        calls: Vec::new(),
        layout,
    };
    let given = subroutine.given.registers.iter().zip(&staged.preset.registers);
    staged.handed = given
        .map(|((number, value), (_, word))| handed(&program.register_name(*number), value, *word, layout))
        .collect();
    for (number, value) in &subroutine.then.registers {
        let cells = vec![names.value(value)?];
        staged.demand(program.register_name(*number), Place::Register(*number), Role::Result, cells);
    }
    for (address, data) in &subroutine.then.memory {
        let (place, cells) = (Place::Memory(names.value(address)?), names.cells(data)?);
        staged.demand(shown(address), place, Role::Result, cells);
        if let Some(last) = staged.demands.last_mut() {
            last.is_text = matches!(data, Data::Text(_));
        }
    }
    for area in &subroutine.then.areas {
        let length = names.value(&area.length)?.min(MOST_NUMBERS);
        let sum = area.sum.as_ref().map(|sum| names.value(sum)).transpose()?;
        staged.areas.push(StagedArea {
            name: shown(&area.address),
            address: names.value(&area.address)?,
            length: length as usize,
            sum: sum.map(|sum| layout.word.signed(sum).into()),
            demands: area.clone(),
        });
    }
    for (label, count) in &subroutine.then.calls {
        let address = names.label(std::slice::from_ref(label), true).ok().map(|(_, address)| address);
        staged.calls.push((label.clone(), address, *count));
    }
    if subroutine.call.is_some() {
        staged.call(&names, program, top)?;
    }
    Ok(staged)
}

impl Staged {
    fn demand(&mut self, name: String, place: Place, role: Role, cells: Vec<u32>) {
        self.demands.push(Demand { name, place, role, cells, is_text: false });
    }

    /// Puts everything where the convention wants it; the stack lies below the buffers.
    fn call(&mut self, names: &Names<'_>, program: &dyn Executable, top: u32) -> Result<(), NotStaged> {
        let Some(call) = &names.subroutine.call else { return Ok(()) };
        let (label, entry) = names.label(&call.labels, true)?;
        let (convention, word) = (call.convention, self.layout.word.cells);
        let arguments: Vec<u32> =
            call.arguments.iter().map(|value| names.value(value)).collect::<Result<_, _>>()?;
        let on_stack: Vec<(&SubroutineValue, u32)> = {
            let words = names.subroutine.given.stack.iter();
            words.map(|value| Ok((value, names.value(value)?))).collect::<Result<_, _>>()?
        };
        let room = if convention.stacks_arguments {
            convention.room() + arguments.len().saturating_sub(convention.arguments.len())
        } else {
            on_stack.len()
        };
        // The stack of MIPS is kept at multiples of eight.
        let aligned = if word > 1 { 8 } else { 1 };
        let stack = top.saturating_sub(room as u32 * word) & !(aligned - 1);
        for (index, (value, word_of)) in arguments.iter().zip(&call.arguments).enumerate() {
            let name = |number| program.register_name(number);
            match convention.arguments.get(index) {
                Some(number) => {
                    self.preset.registers.push((*number, *value));
                    self.handed.push(handed(&name(*number), word_of, *value, self.layout));
                }
                None => {
                    let above = convention.room() + index - convention.arguments.len();
                    let nth = above as u32 * word;
                    self.preset.cells.push((stack + nth, self.layout.word.split(*value).collect()));
                    let place = format!("{nth}({})", name(convention.stack));
                    self.handed.push(handed(&place, word_of, *value, self.layout));
                }
            }
        }
        for (nth, (value, word_of)) in (0..).step_by(word as usize).zip(on_stack) {
            self.preset.cells.push((stack + nth, self.layout.word.split(word_of).collect()));
            let place = format!("{nth}({})", program.register_name(convention.stack));
            self.handed.push(handed(&place, value, word_of, self.layout));
        }
        self.preset.entry = Some(entry);
        self.preset.returns_to = Some((convention.link, self.layout.outside));
        if self.preset.registers.iter().all(|(number, _)| *number != convention.stack) {
            self.preset.registers.push((convention.stack, stack));
        }
        self.fill(names.subroutine.isa, convention);
        self.called = Some(label);
        self.expect_results(names, convention, program)
    }

    /// Every register that means nothing holds noise, by which it is known afterwards.
    fn fill(&mut self, isa: &Isa, convention: &Convention) {
        let named = |number: &u8| self.preset.registers.iter().all(|(known, _)| known != number);
        let free = isa.registers.free.clone().chain(convention.preserved.iter().copied());
        let mut free: Vec<u8> = free.filter(|number| *number != convention.link).filter(named).collect();
        free.sort_unstable();
        free.dedup();
        let word = |number: u8| 0x6B5A_3C91_u32.rotate_left(u32::from(number) * 5);
        self.preset.noise = free
            .into_iter()
            .map(|number| {
                (number, self.layout.word.join(&self.layout.word.split(word(number)).collect::<Vec<_>>()))
            })
            .collect();
    }

    fn expect_results(
        &mut self,
        names: &Names<'_>,
        convention: &Convention,
        program: &dyn Executable,
    ) -> Result<(), NotStaged> {
        let then = &names.subroutine.then;
        let before = |number: u8| {
            let mut known = self.preset.registers.iter().chain(&self.preset.noise);
            known.find(|(register, _)| *register == number).map(|(_, value)| *value)
        };
        let stack = before(convention.stack).unwrap_or(0);
        let word = self.layout.word.cells;
        let kept: Vec<u8> = match &then.preserved {
            Preserved::ByConvention => convention.preserved.to_vec(),
            Preserved::These(numbers) => numbers.clone(),
            Preserved::Others => {
                let results: &[u8] = match convention.results {
                    Results::Registers(numbers) => numbers,
                    Results::Named | Results::Pushed => &[],
                };
                let is_result = |number: &u8| {
                    results.contains(number)
                        || *number == convention.stack
                        || then.registers.iter().any(|(known, _)| known == number)
                };
                let all = self.preset.registers.iter().chain(&self.preset.noise);
                all.map(|(number, _)| *number).filter(|number| !is_result(number)).collect()
            }
        };
        let kept: Vec<(u8, u32)> =
            kept.into_iter().filter_map(|number| Some((number, before(number)?))).collect();
        for (nth, value) in then.returns.iter().enumerate() {
            let cells = vec![names.value(value)?];
            match convention.results {
                Results::Registers(numbers) => {
                    let number = numbers.get(nth).copied().unwrap_or_default();
                    self.demand(program.register_name(number), Place::Register(number), Role::Result, cells);
                }
                Results::Named | Results::Pushed => {
                    let name = format!("0({})", program.register_name(convention.stack));
                    self.demand(name, Place::Memory(stack.wrapping_sub(word)), Role::Result, cells);
                }
            }
        }
        if convention.stacks_arguments {
            let grown = if convention.results == Results::Pushed { word } else { 0 };
            let (name, place) = (program.register_name(convention.stack), Place::Register(convention.stack));
            self.demand(name, place, Role::Stack, vec![stack.wrapping_sub(grown)]);
        }
        if let Some(words) = &then.stack {
            let words: Vec<u32> = words.iter().map(|value| names.value(value)).collect::<Result<_, _>>()?;
            let bottom = stack.wrapping_add(names.subroutine.given.stack.len() as u32 * word);
            let top = bottom.wrapping_sub(words.len() as u32 * word);
            let name = program.register_name(convention.stack);
            let cells: Vec<u32> = words.into_iter().flat_map(|word| self.layout.word.split(word)).collect();
            self.demand(name.clone(), Place::Register(convention.stack), Role::Stack, vec![top]);
            if !cells.is_empty() {
                self.demand(format!("0({name})"), Place::Memory(top), Role::Result, cells);
            }
        }
        for (number, value) in kept {
            self.demand(program.register_name(number), Place::Register(number), Role::Kept, vec![value]);
        }
        Ok(())
    }

    /// Plays it, blind, and looks at the machine afterwards.
    pub fn play(
        &self,
        program: &dyn Executable,
        script: &Script,
        world: World<'_>,
        limits: Limits,
    ) -> (Played, Left) {
        let mut console = Looking {
            console: ScriptedConsole::new(script, limits.output),
            staged: self,
            left: Left::default(),
        };
        let world = World { preset: Some(&self.preset), ..world };
        let ended = program.run(world, limits.fuel, &mut console);
        (Played { transcript: console.console.into_transcript(), ended }, console.left)
    }
}

/// Names as addresses.
struct Names<'s> {
    subroutine: &'s Subroutine,
    program: &'s dyn Executable,
    buffers: BTreeMap<&'s str, u32>,
    size: Option<u64>,
    layout: Layout,
}

impl Names<'_> {
    /// The first of these labels that the program has, as it has it, with its address. In some instruction
    /// sets labels may be in capital or small letters. A subroutine is never guessed to be data.
    fn label(&self, labels: &[String], is_code: bool) -> Result<(String, u32), NotStaged> {
        let symbols = self.program.symbols();
        let found = labels.iter().find_map(|label| {
            let same = symbols.iter().find(|symbol| symbol.name == *label);
            let is_like =
                |name: &str| self.subroutine.isa.source.folds_labels && name.eq_ignore_ascii_case(label);
            same.or_else(|| symbols.iter().find(|symbol| is_like(&symbol.name)))
        });
        match found {
            Some(symbol) => Ok((symbol.name.clone(), symbol.address)),
            None => {
                let first = labels.first().map(String::as_str).unwrap_or_default();
                let map = self.program.source_map();
                let is_of_the_kind = |symbol: &&Symbol| {
                    map.get(symbol.address).is_some_and(|line| line.role == asm::Role::Instruction) == is_code
                };
                let names = symbols.iter().filter(is_of_the_kind).map(|symbol| symbol.name.as_str());
                let guess = suggest(first, names);
                Err(NotStaged::NoLabel(labels.to_vec(), guess.map(str::to_owned)))
            }
        }
    }

    /// A value as a word.
    fn value(&self, value: &SubroutineValue) -> Result<u32, NotStaged> {
        let word = match value {
            SubroutineValue::Number(number) => *number as u32,
            SubroutineValue::Size => self.size.unwrap_or(0) as u32,
            SubroutineValue::Address(name, offset) => {
                let address = match self.buffers.get(name.as_str()) {
                    Some(address) => *address,
                    None => self.label(std::slice::from_ref(name), false)?.1,
                };
                address.wrapping_add(*offset as u32)
            }
        };
        Ok(self.layout.word.fit(word))
    }

    /// A number that is no address; the spec lets none through where one is meant.
    fn number(&self, value: &SubroutineValue) -> i64 {
        match value {
            SubroutineValue::Number(number) => *number,
            SubroutineValue::Size => self.size.unwrap_or(0) as i64,
            SubroutineValue::Address(..) => 0,
        }
    }

    /// The number of cells of some data, which does not depend on addresses.
    fn length(&self, data: &Data) -> u32 {
        self.laid_out(data, &|_| Ok(0)).map_or(0, |cells| cells.len() as u32)
    }

    fn cells(&self, data: &Data) -> Result<Vec<u32>, NotStaged> {
        self.laid_out(data, &|value| self.value(value))
    }

    fn laid_out(
        &self,
        data: &Data,
        word_of: &dyn Fn(&SubroutineValue) -> Result<u32, NotStaged>,
    ) -> Result<Vec<u32>, NotStaged> {
        let word =
            |value: &SubroutineValue| Ok(self.layout.word.split(word_of(value)?).collect::<Vec<u32>>());
        Ok(match data {
            Data::Word(value) => word(value)?,
            Data::Text(text) => text.bytes().chain([0]).map(u32::from).collect(),
            Data::Bytes(bytes) => bytes.iter().map(|byte| u32::from(*byte)).collect(),
            Data::Repeat(value, times) => word(value)?.repeat(self.number(times).max(0) as usize),
            Data::Range(from, to) => {
                let (from, to) = (self.number(from), self.number(to));
                let numbers: Vec<i64> =
                    if from <= to { (from..=to).collect() } else { (to..=from).rev().collect() };
                numbers.into_iter().flat_map(|number| self.layout.word.split(number as u32)).collect()
            }
            Data::Pieces(pieces) => {
                let mut cells = Vec::new();
                for piece in pieces {
                    if !matches!(piece, Data::Text(_) | Data::Bytes(_)) {
                        // Words lie at multiples of their size.
                        cells.resize(cells.len().next_multiple_of(self.layout.word.cells as usize), 0);
                    }
                    cells.extend(self.laid_out(piece, word_of)?);
                }
                cells
            }
        })
    }
}

/// A value that is given to a subroutine, for people; of an address its name.
fn handed(place: &str, value: &SubroutineValue, word: u32, layout: Layout) -> String {
    match value {
        SubroutineValue::Address(..) => format!("{place} = {} ({})", shown(value), layout.word.show(word)),
        _ => format!("{place} = {}", layout.word.signed(word)),
    }
}

/// An address as the spec writes it.
fn shown(address: &SubroutineValue) -> String {
    match address {
        SubroutineValue::Address(name, 0) => name.clone(),
        SubroutineValue::Address(name, offset) => format!("{name}{offset:+}"),
        SubroutineValue::Number(number) => format!("x{number:04X}"),
        SubroutineValue::Size => "n".to_owned(),
    }
}

/// A console that looks at the machine at the end.
struct Looking<'c> {
    console: ScriptedConsole<'c>,
    staged: &'c Staged,
    left: Left,
}

impl Console for Looking<'_> {
    fn write(&mut self, byte: u8) -> bool {
        self.console.write(byte)
    }

    fn write_all(&mut self, bytes: &[u8]) -> usize {
        self.console.write_all(bytes)
    }

    fn read(&mut self) -> Option<u8> {
        self.console.read()
    }

    fn is_ready(&mut self) -> bool {
        self.console.is_ready()
    }

    fn is_over(&mut self) -> bool {
        self.console.is_over()
    }

    fn contacts(&self) -> u64 {
        self.console.contacts()
    }

    fn finds(&self) -> Option<&Files> {
        self.console.finds()
    }

    fn leaves(&mut self, files: &Files, loose: Loose) {
        self.console.leaves(files, loose);
    }

    fn ends(&mut self, state: &dyn State) {
        self.left.registers = (0..32).map(|number| state.register(number)).collect();
        let demanded = self.staged.demands.iter().filter_map(|demand| match demand.place {
            Place::Memory(address) => {
                let behind = if demand.is_text { LOOK_BEHIND } else { 4 };
                Some((address, demand.cells.len() + behind as usize))
            }
            Place::Register(_) => None,
        });
        let areas = self.staged.areas.iter();
        let areas = areas.map(|area| (area.address, area.length * self.staged.layout.word.cells as usize));
        for (address, count) in demanded.chain(areas) {
            for address in (address..).take(count) {
                self.left.cells.extend(state.cell(address).map(|cell| (address, cell)));
            }
        }
    }
}
