//! The order in which lines are read: files within files, macros, repetitions.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::super::line::{self, StatementText};
use super::super::messages;
use super::super::program::Dialect;
use super::encode::Task;
use super::unit::Unit;
use super::{Assembler, Site};
use crate::asm::{Value, include, limits, work};
use crate::diagnostics::{FileId, SourceFile, Span};

/// Lines that are being read.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) lines: Rc<[Rc<StatementText>]>,
    /// The number of the next line.
    pub(super) next: usize,
    /// The number of times that all lines are still to be read again.
    pub(super) again: usize,
    /// The number of conditions that were open before.
    pub(super) conditions: usize,
    /// The lines at which loops began that are open.
    pub(super) loops: Vec<usize>,
    /// The use of a macro that these lines come from.
    pub(super) call: Option<Span>,
    /// True if the lines are the body of a macro.
    pub(super) is_macro: bool,
    /// The number of the use of the macro, from 1.
    pub(super) level: usize,
    /// True if the lines are counted, as there can be more of them than were written.
    pub(super) is_counted: bool,
    /// The values of the macro's parameters, in armasm.
    pub(super) parameters: BTreeMap<String, String>,
    /// The local variables of the macro, in armasm.
    pub(super) variables: BTreeMap<String, Value>,
}

impl Assembler<'_> {
    /// Reads a source with all that it includes.
    pub(super) fn read(&mut self, file: FileId, dialect: Dialect) {
        self.unit = Unit { number: self.units.len(), file, dialect, ..Unit::default() };
        let source = self.sources.file(file);
        let (name, text) = (source.name.clone(), source.text.clone());
        self.unit.read.insert(name, file);
        self.push_file(file, &text, false);
        if let Some(at) = line::prose(&text).filter(|_| dialect == Dialect::Gnu) {
            self.warn(|| messages::semicolon(Span::new(file, at..at + 1)));
        }
        while let Some(line) = self.next_line() {
            self.unit.statement += 1;
            let site = Site { line, call: self.unit.call() };
            self.statement(&site);
        }
        self.end_conditions(0);
        self.dump_all();
        self.check_end();
        self.check_labels();
        let unit = std::mem::take(&mut self.unit);
        self.units.push(unit);
    }

    /// Remarks on a source of armasm without `END`.
    fn check_end(&mut self) {
        if self.unit.dialect == Dialect::Armasm && !self.unit.has_end {
            let text = self.sources.file(self.unit.file).text.trim_end();
            let from = text.rfind('\n').map_or(0, |end| end + 1);
            let span = Span::new(self.unit.file, from..text.len());
            if !text.is_empty() {
                self.warn(|| messages::no_end(span));
            }
        }
    }

    /// Remarks on labels that have the names of instructions and that nothing refers to.
    fn check_labels(&mut self) {
        if self.unit.suspicious.is_empty() {
            return;
        }
        let number = self.unit.number;
        let tasks = self.waiting.iter().filter(|waiting| waiting.unit == number).map(|waiting| &waiting.task);
        let used: BTreeSet<String> = tasks.flat_map(Task::names).collect();
        for (span, name) in std::mem::take(&mut self.unit.suspicious) {
            if !used.contains(&name) {
                self.warn(|| messages::looks_like_operation(span, &name));
            }
        }
    }

    fn push_file(&mut self, file: FileId, text: &str, is_counted: bool) {
        let lines = line::read(file, text, self.unit.dialect).into();
        let conditions = self.unit.conditions.len();
        let call = self.unit.call();
        self.unit.frames.push(Frame { lines, conditions, call, is_counted, ..Frame::default() });
    }

    /// Begins to read the lines of a macro or a repetition; `false` if they are too many or too deep.
    pub(super) fn push_lines(
        &mut self,
        site: &Site,
        lines: Rc<[Rc<StatementText>]>,
        times: usize,
        frame: Frame,
    ) -> bool {
        if self.unit.frames.len() >= limits::DEEPEST {
            let span = site.line.code;
            self.complain(site, || messages::nested_too_deep(span));
            return false;
        }
        let conditions = self.unit.conditions.len();
        let call = self.unit.call().or(Some(site.line.code));
        if times > 0 && !lines.is_empty() {
            self.unit.levels += usize::from(frame.is_macro);
            let level = self.unit.levels;
            self.unit.frames.push(Frame {
                level,
                lines,
                again: times - 1,
                conditions,
                call,
                is_counted: true,
                ..frame
            });
        }
        true
    }

    fn next_line(&mut self) -> Option<Rc<StatementText>> {
        loop {
            let frame = self.unit.frames.last_mut()?;
            if let Some(line) = frame.lines.get(frame.next) {
                let line = Rc::clone(line);
                frame.next += 1;
                if frame.is_counted && !self.count_expanded(1, 0, line.code) {
                    self.unit.frames.clear();
                    self.unit.conditions.clear();
                    return None;
                }
                return Some(line);
            }
            if frame.again > 0 {
                frame.again -= 1;
                frame.next = 0;
                continue;
            }
            self.pop_frame();
        }
    }

    fn pop_frame(&mut self) {
        let Some(frame) = self.unit.frames.pop() else { return };
        for open in frame.loops {
            let span = frame.lines[open].code;
            self.out.add_error(|| messages::loop_not_closed(span));
        }
        self.end_conditions(frame.conditions);
    }

    /// Counts what came out of macros, variables and repetitions; `false` if it is too much.
    pub(super) fn count_expanded(&mut self, lines: usize, bytes: usize, span: Span) -> bool {
        let has_room = self.expanded.lines.spend(lines) & self.expanded.bytes.spend(bytes);
        if !has_room && self.expanded.lines.report() {
            self.out.add(messages::expands_too_far(span));
        }
        has_room
    }

    /// Reads the lines of another file here.
    pub(super) fn include(&mut self, site: &Site, span: Span, wanted: &str) {
        let including = self.sources.file(site.line.span.file).name.clone();
        let missing = |includes| messages::no_such_include(span, wanted, &include::near(wanted, includes));
        let includes = self.includes;
        let Some(found) = include::find(&including, wanted, includes) else {
            return self.complain(site, || missing(includes));
        };
        let path = found.path;
        if found.on_windows_only {
            let dialect = self.unit.dialect;
            self.warn(|| messages::included_on_windows(span, &path, dialect));
        }
        if self.unit.frames.len() >= limits::DEEPEST {
            return self.complain(site, || messages::nested_too_deep(span));
        }
        let Some(bytes) = includes.file(&path) else {
            return self.complain(site, || missing(includes));
        };
        let source = SourceFile::from_bytes(path, &bytes);
        let text = source.text.clone();
        let known = self.unit.read.get(&source.name).copied();
        let id = known.unwrap_or_else(|| self.sources.add(source.clone()));
        self.unit.read.insert(source.name, id);
        let is_again = known.is_some();
        self.push_file(id, &text, is_again);
    }

    /// Ends the file that is being read: `END`.
    pub(super) fn end_file(&mut self) {
        while let Some(frame) = self.unit.frames.last() {
            let is_file =
                frame.call.is_none() && !frame.is_macro && !frame.is_counted || self.unit.frames.len() == 1;
            let outside = frame.conditions;
            self.unit.frames.pop();
            self.end_conditions(outside);
            if is_file {
                break;
            }
        }
    }

    /// Leaves the macro that is being read: `MEXIT`; `false` if no macro is being read.
    pub(super) fn leave_macro(&mut self) -> bool {
        let Some(at) = self.unit.frames.iter().rposition(|frame| frame.is_macro) else { return false };
        let outside = self.unit.frames[at].conditions;
        self.unit.frames.truncate(at);
        self.unit.conditions.truncate(outside);
        true
    }

    /// Begins a loop at the line that was just read, or goes on after its end if it is not to be read.
    pub(super) fn begin_loop(
        &mut self,
        site: &Site,
        goes_on: bool,
        ends: impl Fn(&StatementText) -> Option<bool>,
    ) {
        let Some(frame) = self.unit.frames.last_mut() else { return };
        let here = frame.next - 1;
        if goes_on {
            // Loops can be read more often than they are written.
            frame.is_counted = true;
            frame.loops.push(here);
            return;
        }
        let (mut depth, mut at) = (0usize, frame.next);
        while let Some(line) = frame.lines.get(at) {
            at += 1;
            match ends(line) {
                Some(false) => depth += 1,
                Some(true) if depth == 0 => break,
                Some(true) => depth -= 1,
                None => {}
            }
        }
        work::count(at - frame.next);
        let is_closed = frame.lines.get(at - 1).is_some_and(|line| ends(line) == Some(true));
        let passed = at - frame.next;
        frame.next = at;
        let span = site.line.code;
        if !is_closed {
            self.complain(site, || messages::loop_not_closed(span));
        }
        self.count_expanded(passed, 0, span);
    }

    /// Goes back to the beginning of the innermost loop; `false` if no loop is open.
    pub(super) fn end_loop(&mut self) -> bool {
        let Some(frame) = self.unit.frames.last_mut() else { return false };
        let Some(begin) = frame.loops.pop() else { return false };
        frame.next = begin;
        true
    }

    /// Takes the lines up to the one that closes what was just opened; `None` if none does.
    pub(super) fn take_body(
        &mut self,
        ends: impl Fn(&StatementText) -> Option<bool>,
    ) -> Option<Rc<[Rc<StatementText>]>> {
        let frame = self.unit.frames.last_mut()?;
        let (begin, mut depth) = (frame.next, 0usize);
        for at in begin..frame.lines.len() {
            match ends(&frame.lines[at]) {
                Some(false) => depth += 1,
                Some(true) if depth == 0 => {
                    work::count(at - begin);
                    frame.next = at + 1;
                    return Some(frame.lines[begin..at].into());
                }
                Some(true) => depth -= 1,
                None => {}
            }
        }
        frame.next = frame.lines.len();
        None
    }
}
