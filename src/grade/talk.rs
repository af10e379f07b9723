//! Cases whose input depends on what the program prints.

use crate::compare::command::{CommandAnswer, Conversation, Judgement};
use crate::console::{Files, Partner, Script, ScriptedConsole};
use crate::diagnostics::{Text, text};
use crate::machine::{Executable, World};
use crate::play::{Played, RulePartner, TalkEnd};
use crate::spec::{Interactor, Limits, OtherSide, Points};

/// A conversation that was held.
#[derive(Clone, Debug)]
pub(crate) struct Talk {
    /// The run of the program.
    pub(crate) played: Played,
    /// The input, with which another run is the same.
    pub(crate) script: Script,
    /// What the other side makes of it.
    pub(crate) opinion: Opinion,
}

/// What the other side of a conversation makes of it.
#[derive(Clone, Debug)]
pub(crate) enum Opinion {
    /// How the conversation has ended for the rules of the spec.
    Rules(TalkEnd),
    /// The judgement of a command.
    Command(CommandAnswer),
}

impl Opinion {
    /// Why a program that must be right is not right for the other side, if it is not.
    pub(crate) fn objection(&self) -> Option<Text> {
        match self {
            Self::Rules(TalkEnd::Answered | TalkEnd::Unanswered) => None,
            Self::Rules(TalkEnd::TooMany) => Some(text!(
                "the model asks for more answers than `most` allows",
                "chương trình mẫu hỏi nhiều hơn số câu trả lời mà `most` cho phép"
            )),
            Self::Rules(TalkEnd::Broken(why)) => Some(why.clone()),
            Self::Command(answer) => match &answer.judgement {
                Judgement::Right(_) => None,
                Judgement::Wrong => Some(text!(
                    "the command of the interactor finds the model wrong",
                    "lệnh của bên đối thoại cho rằng chương trình mẫu sai"
                )),
                Judgement::Broken(why) => Some(Text::verbatim(why)),
            },
        }
    }
}

/// Holds a conversation with a program about something that is worth these points. The files are there from the beginning.
pub(super) fn hold(
    interactor: &Interactor,
    files: &Files,
    program: &dyn Executable,
    world: World<'_>,
    (limits, points): (Limits, Points),
) -> Talk {
    let run = |partner: &mut dyn Partner| {
        let mut console = ScriptedConsole::with_partner(files.clone(), partner, limits.output);
        let ended = program.run(world, limits.fuel, &mut console);
        let (transcript, script) = console.into_conversation();
        (Played { transcript, ended }, script)
    };
    match &interactor.side {
        OtherSide::Rules { values, rules } => {
            let mut partner = RulePartner::new(values, rules, interactor.most);
            let (played, script) = run(&mut partner);
            Talk { played, script, opinion: Opinion::Rules(partner.end()) }
        }
        OtherSide::Command { command, input } => match Conversation::start(command, input.as_bytes()) {
            Ok(mut partner) => {
                let (played, script) = run(&mut partner);
                let unheard = &played.transcript.output[script.answered()..];
                let answer = partner.end(unheard, points);
                Talk { played, script, opinion: Opinion::Command(answer) }
            }
            Err(error) => {
                let (played, script) = run(&mut Nobody);
                let answer = CommandAnswer::broken(command, &error.to_string());
                Talk { played, script, opinion: Opinion::Command(answer) }
            }
        },
    }
}

/// Nobody types.
struct Nobody;

impl Partner for Nobody {
    fn answer(&mut self, _: &[u8]) -> Option<Vec<u8>> {
        None
    }
}
