//! A program in conversation with the rules of a spec: what is typed depends on what was printed.

use crate::console::Partner;
use crate::diagnostics::{Text, text};
use crate::spec::{Formula, NoValue, TalkRule, Value, Values};

/// The end of a conversation, as the other side saw it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum TalkEnd {
    /// Everything that the program asked was answered.
    #[default]
    Answered,
    /// The program waited for input, and no rule had an answer.
    Unanswered,
    /// The program asked once more than it may.
    TooMany,
    /// The rules worked out something that is no value; what, for those who wrote them.
    Broken(Text),
}

/// The other side of a conversation, which goes by rules.
#[derive(Debug)]
pub struct RulePartner<'r> {
    rules: &'r [TalkRule],
    values: Values,
    /// The number of answers that may still be given.
    left: usize,
    end: TalkEnd,
}

impl<'r> RulePartner<'r> {
    /// The other side at the start: its values, its rules and the most answers.
    pub fn new(values: &'r [(String, Formula)], rules: &'r [TalkRule], most: usize) -> Self {
        let mut partner = Self { rules, values: Values::new(), left: most, end: TalkEnd::Answered };
        for (name, formula) in values {
            match formula.value(&partner.values) {
                Ok(value) => drop(partner.values.insert(name.clone(), value)),
                Err(why) => partner.end = TalkEnd::Broken(words(&why)),
            }
        }
        partner
    }

    /// How the conversation has ended, once the program has.
    pub fn end(self) -> TalkEnd {
        self.end
    }

    /// What the rules send as an answer to an output. Values change only if something is sent, so that a question that is not
    /// complete yet changes nothing.
    fn answer_to(&mut self, printed: &str) -> Result<Option<String>, NoValue> {
        let mut values = self.values.clone();
        for rule in self.rules {
            let (fitting, sent) = match apply(rule, printed, &values) {
                Ok(Some(applied)) => applied,
                // What was printed is not what the rule works with.
                Ok(None) | Err(NoValue::NoNumber(..)) => continue,
                Err(why) => return Err(why),
            };
            values = fitting;
            if sent.is_some() {
                self.values = values;
                return Ok(sent);
            }
        }
        Ok(None)
    }
}

/// Applies a rule: the values after it, and what it sends; `None` if it does not fit.
fn apply(
    rule: &TalkRule,
    printed: &str,
    values: &Values,
) -> Result<Option<(Values, Option<String>)>, NoValue> {
    let mut values = values.clone();
    if let Some(cue) = &rule.when {
        let Some(groups) = cue.pattern.last_named(printed) else { return Ok(None) };
        values.extend(groups.into_iter().map(|(name, found)| (name.to_owned(), Value::of(found))));
    }
    if let Some(condition) = &rule.condition
        && !condition.holds(&values)?
    {
        return Ok(None);
    }
    for (name, formula) in &rule.set {
        let value = formula.value(&values)?;
        values.insert(name.clone(), value);
    }
    let sent = rule.send.as_ref().map(|message| message.text(&values)).transpose()?;
    Ok(Some((values, sent)))
}

impl Partner for RulePartner<'_> {
    fn answer(&mut self, printed: &[u8]) -> Option<Vec<u8>> {
        if matches!(self.end, TalkEnd::Broken(_) | TalkEnd::TooMany) {
            return None;
        }
        let (end, sent) = match self.answer_to(&String::from_utf8_lossy(printed)) {
            Ok(Some(_)) if self.left == 0 => (TalkEnd::TooMany, None),
            Ok(Some(sent)) => {
                self.left -= 1;
                (TalkEnd::Answered, Some(sent.into_bytes()))
            }
            Ok(None) => (TalkEnd::Unanswered, None),
            Err(why) => (TalkEnd::Broken(words(&why)), None),
        };
        self.end = end;
        sent
    }
}

fn words(why: &NoValue) -> Text {
    match why {
        NoValue::Unset(name) => {
            text!("`{name}` is used before it has a value", "`{name}` được dùng khi chưa có giá trị")
        }
        NoValue::NoNumber(_, found) => {
            let found = crate::diagnostics::harmless(found);
            text!("`{found}` is no number", "`{found}` không phải là số")
        }
        NoValue::OutOfRange => text!(
            "a formula divides by zero, or works out a number that is too large",
            "một công thức chia cho không, hoặc tính ra số quá lớn"
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::{RulePartner, TalkEnd};
    use crate::console::Partner;
    use crate::observe::Pattern;
    use crate::spec::{Cue, Formula, Message, MessagePart, TalkRule};

    fn rule(when: &str, set: &[(&str, &str)], send: Option<&str>) -> TalkRule {
        let formula = |source: &str| Formula::parse(source).expect(source);
        TalkRule {
            when: Some(Cue {
                source: when.to_owned(),
                pattern: Pattern::as_written(when).expect("it is a pattern"),
            }),
            condition: None,
            set: set.iter().map(|(name, source)| ((*name).to_owned(), formula(source))).collect(),
            send: send.map(|name| Message(vec![MessagePart::Value(formula(name))])),
        }
    }

    fn typed(partner: &mut RulePartner<'_>, printed: &str) -> Option<String> {
        partner.answer(printed.as_bytes()).map(|bytes| String::from_utf8(bytes).expect("it is text"))
    }

    #[test]
    fn an_answer_depends_on_what_was_printed_since_the_last_one() {
        let values = [("low", "1"), ("high", "100")];
        let values =
            values.map(|(name, source)| (name.to_owned(), Formula::parse(source).expect("it is a formula")));
        let rules = [
            rule("low", &[("low", "guess + 1")], None),
            rule("high", &[("high", "guess - 1")], None),
            rule("guess", &[("guess", "(low + high) / 2")], Some("guess")),
        ];
        let mut partner = RulePartner::new(&values, &rules, 3);
        assert_eq!(typed(&mut partner, "Your guess: "), Some("50".to_owned()));
        // A question that is not complete yet changes nothing.
        assert_eq!(typed(&mut partner, "Too high. Your gu"), None);
        assert_eq!(typed(&mut partner, "Too high. Your guess: "), Some("25".to_owned()));
        assert_eq!(typed(&mut partner, "Too low. Your guess: "), Some("37".to_owned()));
        assert_eq!(typed(&mut partner, "Well done!"), None);
        assert_eq!(partner.end, TalkEnd::Unanswered);
        assert_eq!(typed(&mut partner, "Too low. Your guess: "), None);
        assert_eq!(partner.end(), TalkEnd::TooMany);
    }

    #[test]
    fn captures_are_values_and_the_last_place_counts() {
        let rules = [rule(r"(?<a>-?\d+) \+ (?<b>\d+)", &[], Some("a + b"))];
        let mut partner = RulePartner::new(&[], &rules, 9);
        assert_eq!(typed(&mut partner, "1 + 1 was easy. -7 + 5?"), Some("-2".to_owned()));
        let rules = [rule(r"(?<a>\w+)\?", &[("b", "a * 2")], Some("b")), rule("x", &[("b", "c")], None)];
        let mut partner = RulePartner::new(&[], &rules, 9);
        // What is no number does not fit; a name without a value is a mistake of the rules.
        assert_eq!(typed(&mut partner, "who?"), None);
        assert_eq!(partner.end, TalkEnd::Unanswered);
        assert_eq!(typed(&mut partner, "21? x"), Some("42".to_owned()));
        assert_eq!(typed(&mut partner, "x"), None);
        assert!(matches!(partner.end(), TalkEnd::Broken(_)));
    }
}
