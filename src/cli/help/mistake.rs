//! Command lines that are not understood, in the language that they ask for.

use std::error::Error as _;
use std::ffi::OsString;
use std::num::{IntErrorKind, ParseIntError};
use std::process::ExitCode;

use clap::Error;
use clap::builder::styling::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};

use super::{for_help, in_usage};
use crate::cli::examples::WHOLE_BLANK;
use crate::cli::terminal::Terminal;
use crate::cli::values::Refusal;
use crate::cli::{ColorChoice, command};
use crate::diagnostics::Language;

/// Prints what the parser of the command line has to say: help, or a mistake. The result is the exit code.
pub(in crate::cli) fn told(error: Error, line: &[OsString], language: Language) -> ExitCode {
    let is_help =
        matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand);
    let translates = language == Language::Vietnamese;
    let terminal = Terminal::new(ColorChoice::Auto, language);
    let code = ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(u8::MAX));
    // Where nothing is asked for but a language, help says what can be asked for.
    let is_bare = error.kind() == ErrorKind::MissingSubcommand;
    if is_help || is_bare || error.kind() == ErrorKind::DisplayVersion {
        let is_mistake = error.use_stderr();
        let flag = is_bare.then(|| OsString::from("-h"));
        let again = || for_help(command(), language).try_get_matches_from(line.iter().chain(&flag)).err();
        let shown = (is_help || is_bare).then(again).flatten().unwrap_or(error);
        let words = shown.render().ansi().to_string().replace(WHOLE_BLANK, " ");
        if is_mistake {
            terminal.line(words.trim_end());
        } else {
            // If nobody reads it, there is nothing to be done.
            let _ = terminal.print(&words);
        }
        return code;
    }
    let words = if translates { in_words(&error) } else { None };
    let words = words.unwrap_or_else(|| error.render().ansi().to_string());
    for line in words.trim_end().lines() {
        terminal.wrapped_line(line);
    }
    code
}

/// A mistake in Vietnamese, in the shape in which the parser tells it; `None` for one that is none of the user.
fn in_words(error: &Error) -> Option<String> {
    let styles = Styles::styled();
    let (bad, good, head) = (styles.get_error(), styles.get_valid(), styles.get_usage());
    let mut words = format!("{bad}lỗi:{bad:#} {}", sentence(error)?);
    for (nth, tip) in tips(error).iter().enumerate() {
        let gap = if nth == 0 { "\n\n" } else { "\n" };
        words.extend([gap, &format!("  {good}gợi ý:{good:#} "), tip]);
    }
    if let Some(ContextValue::StyledStr(usage)) = error.get(ContextKind::Usage) {
        let usage = usage.to_string();
        let rest = usage.split_once(' ').map_or("", |(_, rest)| rest);
        words.extend(["\n\n", &format!("{head}Cách dùng:{head:#} "), &in_usage(rest)]);
    }
    words.push_str("\n\nĐể biết thêm, hãy dùng '--help'.");
    Some(words)
}

/// The mistake itself.
fn sentence(error: &Error) -> Option<String> {
    let argument = || one(error, ContextKind::InvalidArg);
    let value = || one(error, ContextKind::InvalidValue);
    let number = |kind| match error.get(kind) {
        Some(ContextValue::Number(number)) => Some(*number),
        _ => None,
    };
    Some(match error.kind() {
        ErrorKind::UnknownArgument => format!("tham số '{}' không dùng được ở đây", argument()?),
        ErrorKind::InvalidSubcommand => {
            format!("không có lệnh '{}'", one(error, ContextKind::InvalidSubcommand)?)
        }
        ErrorKind::InvalidValue => {
            let (argument, value) = (argument()?, value()?);
            let words = if value.is_empty() {
                format!("'{argument}' cần một giá trị, nhưng không có giá trị nào")
            } else {
                format!("'{argument}' không nhận giá trị '{value}'")
            };
            words + &listed(error, "các giá trị", ContextKind::ValidValue)
        }
        ErrorKind::ValueValidation => {
            let (argument, value) = (argument()?, value()?);
            let why = reason(error).map(|why| format!(": {why}")).unwrap_or_default();
            format!("'{argument}' không nhận giá trị '{value}'{why}")
        }
        ErrorKind::NoEquals => format!("cần dấu bằng trước giá trị của '{}'", argument()?),
        ErrorKind::TooManyValues => format!("'{}' không nhận thêm giá trị '{}'", argument()?, value()?),
        ErrorKind::TooFewValues => {
            let (least, given) = (number(ContextKind::MinValues)?, number(ContextKind::ActualNumValues)?);
            format!("'{}' cần ít nhất {least} giá trị, nhưng chỉ có {given}", argument()?)
        }
        ErrorKind::WrongNumberOfValues => {
            let (wanted, given) =
                (number(ContextKind::ExpectedNumValues)?, number(ContextKind::ActualNumValues)?);
            format!("'{}' cần {wanted} giá trị, nhưng có {given}", argument()?)
        }
        ErrorKind::MissingRequiredArgument => {
            let Some(ContextValue::Strings(missing)) = error.get(ContextKind::InvalidArg) else {
                return None;
            };
            "còn thiếu các tham số bắt buộc:".to_owned() + &below(missing)
        }
        ErrorKind::ArgumentConflict => conflict(error)?,
        ErrorKind::InvalidUtf8 => "dòng lệnh có chữ không phải UTF-8".to_owned(),
        _ => return None,
    })
}

/// Arguments that exclude each other, or one that is given twice.
fn conflict(error: &Error) -> Option<String> {
    let own = one(error, ContextKind::InvalidArg).or_else(|| one(error, ContextKind::InvalidSubcommand))?;
    Some(match error.get(ContextKind::PriorArg) {
        Some(ContextValue::String(other)) if other == own => format!("'{own}' được cho nhiều lần"),
        Some(ContextValue::String(other)) => format!("'{own}' không dùng cùng '{other}' được"),
        Some(ContextValue::Strings(others)) => {
            format!("'{own}' không dùng cùng các tham số này được:") + &below(others)
        }
        _ => format!("'{own}' không dùng cùng các tham số khác ở đây được"),
    })
}

/// The reason why a value is refused, as far as it can be said.
fn reason(error: &Error) -> Option<String> {
    let source = error.source()?;
    if let Some(Refusal(words)) = source.downcast_ref() {
        return Some(words.to(Language::Vietnamese).to_owned());
    }
    if let Some(wrong) = source.downcast_ref::<ParseIntError>() {
        return Some(
            match wrong.kind() {
                IntErrorKind::PosOverflow => "số này quá lớn",
                IntErrorKind::NegOverflow => "số này quá nhỏ",
                IntErrorKind::Empty => "thiếu số",
                _ => "đây không phải số nguyên",
            }
            .to_owned(),
        );
    }
    let said = source.to_string();
    let (number, range) = said.split_once(" is not in ")?;
    let (from, to) = range.split_once("..")?;
    let to = to.trim_start_matches('=');
    Some(format!("{number} không nằm trong khoảng từ {from} đến {to}"))
}

/// Proposals of what may have been meant.
fn tips(error: &Error) -> Vec<String> {
    let mut tips = Vec::new();
    for (kind, one, several) in [
        (ContextKind::SuggestedSubcommand, "có lệnh tương tự", "có các lệnh tương tự"),
        (ContextKind::SuggestedArg, "có tham số tương tự", "có các tham số tương tự"),
        (ContextKind::SuggestedValue, "có giá trị tương tự", "có các giá trị tương tự"),
    ] {
        match error.get(kind) {
            Some(ContextValue::String(name)) => tips.push(format!("{one}: '{name}'")),
            Some(ContextValue::Strings(names)) if !names.is_empty() => {
                let words = if names.len() == 1 { one } else { several };
                tips.push(format!("{words}: '{}'", names.join("', '")));
            }
            _ => {}
        }
    }
    if let Some(ContextValue::StyledStrs(others)) = error.get(ContextKind::Suggested) {
        tips.extend(others.iter().filter_map(|tip| translated_tip(&tip.to_string())));
    }
    tips
}

/// A proposal that the parser has in English words only.
fn translated_tip(tip: &str) -> Option<String> {
    let quoted: Vec<&str> = tip.split('\'').skip(1).step_by(2).collect();
    match quoted.as_slice() {
        [value, line] if tip.starts_with("to pass ") => {
            Some(format!("nếu '{value}' là một giá trị, hãy viết '{line}'"))
        }
        [name] if tip.ends_with(" exists") => Some(format!("có '{name}'")),
        [name, "--"] => Some(format!("có lệnh '{name}'; để dùng, hãy bỏ '--' ở trước")),
        _ => None,
    }
}

/// A word of the message.
fn one(error: &Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind) {
        Some(ContextValue::String(word)) => Some(word),
        _ => None,
    }
}

/// The words that are possible, in a line below the sentence.
fn listed(error: &Error, title: &str, kind: ContextKind) -> String {
    match error.get(kind) {
        Some(ContextValue::Strings(known)) if !known.is_empty() => {
            format!("\n  [{title}: {}]", known.join(", "))
        }
        _ => String::new(),
    }
}

fn below(lines: &[String]) -> String {
    lines.iter().flat_map(|line| ["\n  ", line]).collect()
}
