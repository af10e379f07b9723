//! All that is found in a class, for the reports.

use super::class::{Class, Uncompared};
use super::evidence::Evidence;
use super::pairs::{Cluster, Likeness, Pair, Pairs, clusters};
use crate::diagnostics::Text;
use crate::grade::each;
use crate::submission::Submission;

/// A pair with what it shares.
#[derive(Clone, Debug)]
pub struct Shown {
    /// The pair.
    pub pair: Pair,
    /// What both share; `None` if a program cannot be read any more.
    pub evidence: Option<Evidence>,
}

/// What is found in a class.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The title of the assignment.
    pub title: Text,
    /// The ids of the programs that are compared, in the order of the class; those of earlier classes come last.
    pub ids: Vec<String>,
    /// How many of them are of earlier classes.
    pub earlier: usize,
    /// The submissions that are not compared.
    pub uncompared: Vec<Uncompared>,
    /// The pairs that are alike enough.
    pub pairs: Pairs,
    /// Who belongs together by these pairs.
    pub clusters: Vec<Cluster>,
    /// The pairs that are shown, the most alike first.
    pub shown: Vec<Shown>,
    /// What pairs were looked for.
    pub least: Likeness,
}

impl Findings {
    /// The findings in a class of these submissions, with what the first `most` pairs share.
    pub fn of(
        class: Class<'_>,
        title: Text,
        submissions: &[Submission],
        (pairs, least): (Pairs, Likeness),
        most: usize,
    ) -> Self {
        let find = |index: usize| submissions.iter().find(|one| one.id == class.members[index].id);
        let shown: Vec<Pair> = pairs.alike.iter().take(most).copied().collect();
        let shown = each(&shown, |pair| Shown {
            pair: *pair,
            evidence: find(pair.one)
                .zip(find(pair.other))
                .and_then(|(one, other)| Evidence::of(&class, one, other)),
        });
        Self {
            title,
            earlier: class.members.iter().filter(|member| member.is_earlier).count(),
            ids: class.members.into_iter().map(|member| member.id).collect(),
            uncompared: class.uncompared,
            clusters: clusters(&pairs.alike),
            pairs,
            shown,
            least,
        }
    }
}
