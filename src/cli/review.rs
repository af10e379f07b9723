//! `grader review`: what `bless` would write, change by change.

use std::io::{self, BufRead as _};

use clap::Args;

use super::CommandFailure;
use super::bless::{Chosen, prepare, rewritten, write_all};
use super::exit::Exit;
use super::terminal::Terminal;
use crate::diagnostics::text;
use crate::model::{Proposal, ProposalOutcome};
use crate::report::terminal::bless::{changes, head, lines};

/// The flags of `grader review`.
#[derive(Args, Debug)]
pub(super) struct Arguments {
    #[command(flatten)]
    chosen: Chosen,
}

/// The answer to a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewAnswer {
    Yes,
    No,
    /// This one and all that follow.
    All,
    /// Neither this one nor any that follows.
    Quit,
}

pub(super) fn main(arguments: &Arguments, terminal: &Terminal) -> Result<Exit, CommandFailure> {
    let (manuscript, proposals) = match prepare(&arguments.chosen, terminal)? {
        Ok(prepared) => prepared,
        Err(exit) => return Ok(exit),
    };
    let language = terminal.language;
    let changed: Vec<&Proposal> =
        proposals.iter().filter(|known| matches!(known.outcome, ProposalOutcome::Changed { .. })).collect();
    let refused: Vec<Proposal> = proposals
        .iter()
        .filter(|known| matches!(known.outcome, ProposalOutcome::Refused(_)))
        .cloned()
        .collect();
    let mut kept: Vec<&Proposal> = Vec::new();
    let mut standing = None;
    let mut keyboard = io::stdin().lock();
    for (index, proposal) in changed.iter().enumerate() {
        terminal.print(&head(&manuscript, proposal, index + 1, changed.len()))?;
        for file in rewritten(&manuscript, [*proposal])? {
            terminal.print(&changes(&file, language))?;
        }
        let answer = match standing {
            Some(answer) => answer,
            None => ask(&mut keyboard, terminal)?,
        };
        match answer {
            ReviewAnswer::Yes => kept.push(proposal),
            ReviewAnswer::No => {}
            ReviewAnswer::All => {
                standing = Some(ReviewAnswer::All);
                kept.push(proposal);
            }
            ReviewAnswer::Quit => break,
        }
    }
    let files = rewritten(&manuscript, kept.iter().copied())?;
    write_all(&files)?;
    terminal.print(&lines(&manuscript, &refused, false, language))?;
    let (count, all) = (kept.len(), changed.len());
    let words =
        text!("{count} of {all} changes kept and written", "đã giữ và ghi {count} trong {all} thay đổi");
    terminal.print(&format!("{}\n", words.to(language)))?;
    Ok(if refused.is_empty() { Exit::Done } else { Exit::Failed })
}

/// Asks until there is an answer; the end of the input answers for all that is left.
fn ask(keyboard: &mut io::StdinLock<'_>, terminal: &Terminal) -> Result<ReviewAnswer, CommandFailure> {
    loop {
        let question = text!(
            "write this? [y]es, [n]o, [a]ll from here on, [q]uit: ",
            "ghi thay đổi này? [y] có, [n] không, [a] tất cả từ đây, [q] dừng: "
        );
        terminal.print(question.to(terminal.language))?;
        let mut line = String::new();
        let read = keyboard.read_line(&mut line);
        let read = read.map_err(|error| CommandFailure::no_keyboard(&error))?;
        terminal.print("\n")?;
        match line.trim().to_ascii_lowercase().as_str() {
            "y" | "yes" => return Ok(ReviewAnswer::Yes),
            "n" | "no" => return Ok(ReviewAnswer::No),
            "a" | "all" => return Ok(ReviewAnswer::All),
            "q" | "quit" => return Ok(ReviewAnswer::Quit),
            _ if read == 0 => return Ok(ReviewAnswer::Quit),
            _ => {}
        }
    }
}
