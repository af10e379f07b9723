//! The verdict on one case.

use crate::compare::{Comparison, FormatKind};
use crate::diagnostics::{Text, text};
use crate::machine::{Facts, Stop};
use crate::play::{Ending, Expected};
use crate::spec::HaltRule;
use crate::stored::{Deserialize, Serialize};

/// The verdict on a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Verdict {
    /// Everything is as it must be.
    #[default]
    Pass,
    /// The logic is right, the format is not.
    Presentation,
    /// The grader could not judge the case, and a person gave some of its points.
    ByHand,
    /// The case was not run, as something else must be passed first.
    Skipped,
    /// The case is not passed, and why is not shown to the reader.
    NotShown,
    /// The output is wrong, but it shows the game that must be seen.
    OtherWords,
    /// The output is wrong.
    WrongOutput,
    /// A run leaves wrong values in registers or memory, or did something wrong on the way.
    WrongState,
    /// Right on the machine of the spec, and wrong on another one.
    MachineDependent,
    /// The observed behaviour of the program is not that of the rules.
    WrongBehaviour,
    /// The program never asks for something that the rules give the players.
    NotOffered,
    /// The program lacks a subroutine, or a place in memory, that a test needs.
    NoSubroutine,
    /// The program asks something that is unknown.
    UnknownQuestion,
    /// The program shows no board.
    NoBoard,
    /// The program ended while the game goes on.
    HaltedEarly,
    /// The program asks for input after the game is over, or in the wrong place.
    Starved,
    /// The program is caught in a loop; there is a proof.
    EndlessLoop,
    /// The program left its instructions and executed data.
    RanIntoData,
    /// The instruction budget is used up.
    OutOfFuel,
    /// The program printed more than the limit.
    OutputLimit,
    /// The machine could not do what the program asked.
    Fault,
    /// There is no program to run, or no way to tell which file it is.
    NoProgram,
    /// Lines of the starter file that must stay were changed.
    StarterChanged,
    /// The program does not assemble.
    DidNotAssemble,
    /// The grader does not understand the program, or cannot judge it: a person has to look at it.
    NotJudged,
    /// The harness itself failed; never the student's fault.
    GraderError,
}

impl Verdict {
    /// Every verdict.
    pub const ALL: [Self; 26] = [
        Self::Pass,
        Self::Presentation,
        Self::ByHand,
        Self::Skipped,
        Self::NotShown,
        Self::OtherWords,
        Self::WrongOutput,
        Self::WrongState,
        Self::MachineDependent,
        Self::WrongBehaviour,
        Self::NotOffered,
        Self::NoSubroutine,
        Self::UnknownQuestion,
        Self::NoBoard,
        Self::HaltedEarly,
        Self::Starved,
        Self::EndlessLoop,
        Self::RanIntoData,
        Self::OutOfFuel,
        Self::OutputLimit,
        Self::Fault,
        Self::NoProgram,
        Self::StarterChanged,
        Self::DidNotAssemble,
        Self::NotJudged,
        Self::GraderError,
    ];

    /// The name in machine-readable reports.
    pub fn id(self) -> &'static str {
        match self {
            Self::Pass => "pass",
            Self::Presentation => "presentation",
            Self::ByHand => "by-hand",
            Self::Skipped => "skipped",
            Self::NotShown => "not-shown",
            Self::OtherWords => "other-words",
            Self::WrongOutput => "wrong-output",
            Self::WrongState => "wrong-state",
            Self::MachineDependent => "machine-dependent",
            Self::WrongBehaviour => "wrong-behaviour",
            Self::NotOffered => "not-offered",
            Self::NoSubroutine => "no-subroutine",
            Self::UnknownQuestion => "unknown-question",
            Self::NoBoard => "no-board",
            Self::HaltedEarly => "halted-early",
            Self::Starved => "starved",
            Self::EndlessLoop => "endless-loop",
            Self::RanIntoData => "ran-into-data",
            Self::OutOfFuel => "out-of-fuel",
            Self::OutputLimit => "output-limit",
            Self::Fault => "fault",
            Self::NoProgram => "no-program",
            Self::StarterChanged => "starter-changed",
            Self::DidNotAssemble => "did-not-assemble",
            Self::NotJudged => "not-judged",
            Self::GraderError => "grader-error",
        }
    }

    /// The verdict in a few words.
    pub fn about(self) -> Text {
        match self {
            Self::Pass => text!("passed", "đạt"),
            Self::Presentation => text!("correct except for formatting", "đúng, chỉ khác về trình bày"),
            Self::ByHand => text!("judged by a person", "do người chấm"),
            Self::Skipped => {
                text!("not run: something else must be passed first", "chưa chạy: cần đạt phần khác trước")
            }
            Self::NotShown => text!("not passed; why is not shown", "chưa đạt; lý do không được hiển thị"),
            Self::OtherWords => text!("plays right, in other words", "chơi đúng, nhưng lời văn khác"),
            Self::WrongOutput => text!("wrong output", "sai kết quả"),
            Self::WrongState => text!("wrong values afterwards", "giá trị sau khi chạy bị sai"),
            Self::MachineDependent => text!("only works on some machines", "chỉ chạy đúng trên một số máy"),
            Self::WrongBehaviour => text!("against the rules", "sai luật chơi"),
            Self::NotOffered => text!("not offered", "không có chức năng"),
            Self::NoSubroutine => text!("a label is missing", "thiếu một nhãn"),
            Self::UnknownQuestion => {
                text!("asks something that the grader does not know", "hỏi điều mà trình chấm không hiểu")
            }
            Self::NoBoard => text!("shows no board", "không hiển thị bàn cờ"),
            Self::HaltedEarly => text!("ends too early", "kết thúc quá sớm"),
            Self::Starved => text!(
                "asks for more input than this test provides",
                "đòi nhập nhiều hơn ca kiểm thử này cung cấp"
            ),
            Self::EndlessLoop => text!("never stops", "không bao giờ dừng"),
            Self::RanIntoData => text!("runs into data", "chạy vào vùng dữ liệu"),
            Self::OutOfFuel => {
                text!("still running at the instruction limit", "vẫn chạy khi hết số lệnh cho phép")
            }
            Self::OutputLimit => text!("prints without end", "in ra không ngừng"),
            Self::Fault => text!("stopped by the machine", "bị máy dừng lại"),
            Self::NoProgram => text!("no program to run", "không có chương trình để chạy"),
            Self::StarterChanged => text!("given lines were changed", "đã sửa các dòng cho sẵn"),
            Self::DidNotAssemble => text!("does not assemble", "không hợp dịch được"),
            Self::NotJudged => {
                text!("not judged: needs manual review", "chưa chấm được: cần xem xét thủ công")
            }
            Self::GraderError => text!("the grader failed", "trình chấm bị lỗi"),
        }
    }

    /// Returns `true` if the case's points are earned (before the cost of differences of format).
    pub fn earns(self) -> bool {
        matches!(self, Self::Pass | Self::Presentation)
    }

    /// Returns `true` if the program was judged. Otherwise there are no points and a person has to look.
    pub fn is_judged(self) -> bool {
        !matches!(self, Self::NoProgram | Self::NotJudged | Self::GraderError)
    }

    /// The verdict on a run: by its output first, then by its end.
    pub(super) fn of(
        comparison: &Comparison,
        stop: Stop,
        expected: &Expected,
        actual: &[Vec<u8>],
        rule: HaltRule,
    ) -> Self {
        let by_stop = match stop {
            Stop::Halted | Stop::Exited(_) | Stop::DroppedOff => Self::HaltedEarly,
            Stop::Starved => Self::Starved,
            Stop::OutOfFuel => Self::OutOfFuel,
            Stop::OutputFull => Self::OutputLimit,
            Stop::Fault(_) => Self::Fault,
        };
        // That the program goes on after the result is a difference of its own.
        let is_only_going_on = comparison.is_right() && comparison.kinds.contains(FormatKind::Halt);
        if is_only_going_on {
            return Self::Presentation;
        }
        if stop == Stop::OutputFull {
            return by_stop;
        }
        let Some(first) = comparison.wrong.first().copied() else {
            // The text that a fault prints on the console is not the program's, but it is there.
            let broke_down = matches!(stop, Stop::Fault(_));
            let ends_well = match expected.ending {
                Ending::Halts => stop.is_end(),
                Ending::Waits => stop == Stop::Starved,
                Ending::Open => stop.is_end() || stop == Stop::Starved,
            };
            return if broke_down || (!ends_well && rule.is_binding()) {
                by_stop
            } else if comparison.is_same() {
                Self::Pass
            } else {
                Self::Presentation
            };
        };
        let Some(wanted) = expected.turns.get(first) else {
            return if stop == Stop::Starved { by_stop } else { Self::WrongOutput };
        };
        // Output that is right as far as it goes was cut off by the stop.
        let is_last = first + 1 >= actual.len();
        let printed = actual.get(first).map(Vec::as_slice).unwrap_or_default();
        let cut_off = is_last && wanted.starts_with(printed);
        if cut_off && stop != Stop::Starved { by_stop } else { Self::WrongOutput }
    }

    /// Returns `true` if the verdict is about how the machine stopped.
    pub(super) fn is_of_the_machine(self) -> bool {
        matches!(self, Self::OutOfFuel | Self::Fault | Self::OutputLimit)
    }

    /// The verdict made more exact by the facts of a watched run.
    pub(super) fn refined(self, facts: &Facts) -> Self {
        if !self.is_of_the_machine() {
            return self;
        }
        if facts.ran_off.is_some() {
            return Self::RanIntoData;
        }
        match &facts.endless_loop {
            Some(endless) if endless.waits_for_key => Self::Starved,
            Some(_) if self != Self::Fault => Self::EndlessLoop,
            _ => self,
        }
    }
}
