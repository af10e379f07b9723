//! The tables of what makes a score: groups and what they require, extra credit, style, rubric, lateness, and who sees what.

use super::choices::names;
use super::keys::{key, required, section};
use super::{Key, Section, Takes};
use crate::spec::types::SCORES;
use crate::spec::types::StyleCheck;
use crate::spec::types::{PRESETS, When};

const ID: Takes = Takes::Matching("^[A-Za-z0-9._-]+$");
const IDS: Takes = Takes::List(&Takes::Scalar);
const WHEN: Takes = Takes::OneOf(|| names(&When::ALL));
const DURATION: Takes = Takes::Matching("^[0-9]{1,5} *[mhd]$");

pub(super) const GROUP_SCORE: Key = key(
    "score",
    Takes::OneOf(|| names(&SCORES)),
    "Whether each test has its own points (sum), one failed test costs them all (all-or-nothing), or the group earns the share of its worst test (minimum).",
)
.or("sum");
pub(super) const BONUS: Key = key(
    "bonus",
    Takes::Switch,
    "Whether the group is extra: it adds to the score, and not to the points that there are.",
)
.or("false");
pub(super) const GROUP_CAP: Key = key("cap", Takes::Points, "The most that the group earns.");
pub(super) const GROUP_REQUIRES: Key = key(
    "requires",
    IDS,
    "The groups and tests that must be passed; otherwise the tests of this group are not run and earn nothing.",
);
pub(super) const CASE_REQUIRES: Key = key(
    "requires",
    IDS,
    "The groups and tests that must be passed; otherwise this test is not run and earns nothing.",
);
const ITEM: Takes = Takes::Section(&RUBRIC);
pub(super) const RUBRIC_ITEMS: Key =
    key("rubric", Takes::List(&ITEM), "What people judge, with the points for it.");
pub(super) const CAP: Key =
    key("cap", Takes::Points, "The most that a submission gets, with all extra credit.");
pub(super) const DUE: Key = key(
    "due",
    Takes::Matching(
        r"^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}:[0-9]{2}([Zz]|[+-][0-9]{2}:[0-9]{2})$",
    ),
    "When submissions are due: a date, a time and its distance from UTC, such as 2026-03-01T23:59:00+07:00.",
);
pub(super) const LATE_POLICY: Key = key("late", Takes::Section(&LATE), "What it costs to hand in late.");
pub(super) const VISIBILITY: Key = key(
    "visibility",
    Takes::OneOf(|| names(&PRESETS)),
    "When students see everything about the tests: at once (visible), after the due date (after-due), never (hidden).",
);
pub(super) const SHOWN: Key =
    key("show", Takes::Section(&SHOW), "When students see which part of a test's result.");

pub(in crate::spec) static SHOW: Section = section(
    "show",
    "When students see which part of a test's result; what is not said is as it is around it.",
    &[
        key("points", WHEN, "The points that it earns and those that it is worth."),
        key("message", WHEN, "The verdict and the reasons."),
        key("input", WHEN, "What is typed."),
        key("expected", WHEN, "What must come out."),
        key("actual", WHEN, "What the student's program printed."),
    ],
);

pub(in crate::spec) static LATE: Section = section(
    "late",
    "What it costs to hand in late: a share of the points that were earned.",
    &[
        key("grace", DURATION, "Who is late by no more than this loses nothing: 15m, 2h or 1d."),
        key("per-day", Takes::Share, "What each day costs; a day that has begun is a whole one."),
        key("per-hour", Takes::Share, "What each hour costs; an hour that has begun is a whole one."),
        key("most", Takes::Share, "The most that all days or hours together cost."),
        key("reject-after", DURATION, "Who is late by more than this gets no points."),
    ],
);

pub(in crate::spec) static RUBRIC: Section = section(
    "rubric-item",
    "Something that people judge; the marks stand in a table next to the spec.",
    &[
        required("id", ID, "The name of the item in the table of marks; no other item has it."),
        key("title", Takes::Text, "The title to show."),
        required("points", Takes::Points, "The most that it is worth."),
    ],
);

pub(in crate::spec) static STYLE: Section = section(
    "style",
    "Demands that do not show in the output, checked in watched games that were right and in the source.",
    &[
        key("cases", IDS, "The ids of the tests that are watched."),
        key("checks", Takes::List(&Takes::Section(&STYLE_CHECK)), "The demands with their points."),
        key("most", Takes::Points, "The most that all penalties (`costs`) together take away."),
    ],
);

pub(in crate::spec) static STYLE_CHECK: Section = section(
    "style-check",
    "One demand with its points.",
    &[
        required(
            "check",
            Takes::OneOf(|| StyleCheck::all().map(|check| check.id().to_owned()).collect()),
            "What is checked.",
        ),
        key("points", Takes::Points, "What it is worth; without points and costs it is only reported."),
        key("costs", Takes::Points, "What it takes away where the demand is not met."),
        key("services", IDS, "For uses and avoids: services of the system, by name or number."),
        key(
            "at-least",
            Takes::Share,
            "For comments: the share of the lines with instructions that must have one.",
        )
        .or("50%"),
    ],
);
