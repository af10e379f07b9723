//! The facts known of a value: a few possible ones, a range of them, an address in one
//! piece of data, or nothing.

/// More possible values than these are kept as a range.
const MOST: usize = 48;

/// The possible values, as signed numbers of the machine's width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum AbstractValue {
    /// One of these, sorted.
    Few(Vec<i64>),
    /// From the first to the last.
    Range(i64, i64),
    /// An address in the piece of data of this number.
    Near(usize),
    /// One of these, sorted, worked out from an address in that piece of data; wherever it is used it lies in it.
    In(usize, Vec<i64>),
    /// Anything.
    Any,
}

impl AbstractValue {
    pub(super) fn one(value: i64) -> Self {
        Self::Few(vec![value])
    }

    /// The only possible value.
    pub(super) fn single(&self) -> Option<i64> {
        match self {
            Self::Few(values) | Self::In(_, values) => match values.as_slice() {
                [value] => Some(*value),
                _ => None,
            },
            _ => None,
        }
    }
}

/// The width of words, and where pieces of data lie.
#[derive(Clone, Debug)]
pub(super) struct Words {
    /// 16 or 32.
    pub(super) bits: u32,
    /// The first address of each piece of data and the one after its last, sorted.
    pub(super) pieces: Vec<(u32, u32)>,
}

impl Words {
    /// A number cut to the width, signed.
    pub(super) fn wrap(&self, value: i64) -> i64 {
        let unused = 64 - self.bits;
        (value << unused) >> unused
    }

    pub(super) fn least(&self) -> i64 {
        -(1 << (self.bits - 1))
    }

    pub(super) fn most(&self) -> i64 {
        (1 << (self.bits - 1)) - 1
    }

    /// A value as an address.
    pub(super) fn address(&self, value: i64) -> u32 {
        (value & ((1 << self.bits) - 1)) as u32
    }

    /// The piece of data that an address lies in.
    pub(super) fn piece(&self, address: u32) -> Option<usize> {
        let after = self.pieces.partition_point(|(start, _)| *start <= address);
        let index = after.checked_sub(1)?;
        (address < self.pieces[index].1).then_some(index)
    }

    /// Less of a value that keeps changing: the piece of data that it points to, or nothing.
    pub(super) fn widened(&self, value: &AbstractValue) -> AbstractValue {
        match self.piece_of(value) {
            Some(piece) if *value != AbstractValue::Near(piece) => AbstractValue::Near(piece),
            _ => AbstractValue::Any,
        }
    }

    /// The piece of data that all possible values are addresses in.
    fn piece_of(&self, value: &AbstractValue) -> Option<usize> {
        match value {
            AbstractValue::Few(values) => {
                let mut pieces = values.iter().map(|value| self.piece(self.address(*value)));
                let first = pieces.next()??;
                pieces.all(|piece| piece == Some(first)).then_some(first)
            }
            AbstractValue::Range(low, high) => {
                let piece = self.piece(self.address(*low))?;
                (self.piece(self.address(*high)) == Some(piece)).then_some(piece)
            }
            AbstractValue::Near(piece) | AbstractValue::In(piece, _) => Some(*piece),
            AbstractValue::Any => None,
        }
    }

    /// The least and the greatest possible value.
    pub(super) fn bounds(&self, value: &AbstractValue) -> (i64, i64) {
        match value {
            AbstractValue::Few(values) | AbstractValue::In(_, values) => (
                values.first().copied().unwrap_or_else(|| self.least()),
                values.last().copied().unwrap_or_else(|| self.most()),
            ),
            AbstractValue::Range(low, high) => (*low, *high),
            AbstractValue::Near(piece) => {
                let (start, end) = self.pieces[*piece];
                let (low, high) = (self.wrap(i64::from(start)), self.wrap(i64::from(end)));
                if low <= high { (low, high) } else { (self.least(), self.most()) }
            }
            AbstractValue::Any => (self.least(), self.most()),
        }
    }

    /// These values, as a range if they are many.
    fn few(&self, mut values: Vec<i64>) -> AbstractValue {
        values.sort_unstable();
        values.dedup();
        if values.len() <= MOST {
            return AbstractValue::Few(values);
        }
        let range = AbstractValue::Range(values[0], values[values.len() - 1]);
        self.piece_of(&AbstractValue::Few(values)).map_or(range, AbstractValue::Near)
    }

    /// These values, worked out from an address in a piece of data.
    fn inside(piece: usize, mut values: Vec<i64>) -> AbstractValue {
        values.sort_unstable();
        values.dedup();
        if values.len() <= MOST { AbstractValue::In(piece, values) } else { AbstractValue::Near(piece) }
    }

    pub(super) fn range(&self, low: i64, high: i64) -> AbstractValue {
        if low < self.least() || high > self.most() || (low, high) == (self.least(), self.most()) {
            AbstractValue::Any
        } else if high - low < MOST as i64 {
            AbstractValue::Few((low..=high).collect())
        } else {
            AbstractValue::Range(low, high)
        }
    }

    /// Either of two.
    pub(super) fn join(&self, one: &AbstractValue, other: &AbstractValue) -> AbstractValue {
        match (one, other) {
            _ if one == other => one.clone(),
            (AbstractValue::Any, _) | (_, AbstractValue::Any) => AbstractValue::Any,
            (AbstractValue::Few(one), AbstractValue::Few(other)) => {
                self.few(one.iter().chain(other).copied().collect())
            }
            (AbstractValue::In(piece, values), AbstractValue::Few(others) | AbstractValue::In(_, others))
            | (AbstractValue::Few(others), AbstractValue::In(piece, values))
                if self.piece_of(one) == self.piece_of(other) =>
            {
                Self::inside(*piece, values.iter().chain(others).copied().collect())
            }
            (AbstractValue::Near(piece) | AbstractValue::In(piece, _), rest)
            | (rest, AbstractValue::Near(piece) | AbstractValue::In(piece, _)) => {
                if self.piece_of(rest) == Some(*piece) {
                    AbstractValue::Near(*piece)
                } else {
                    AbstractValue::Any
                }
            }
            _ => {
                let ((low, high), (least, most)) = (self.bounds(one), self.bounds(other));
                self.range(low.min(least), high.max(most))
            }
        }
    }

    /// The results of `work` for each possible pair of two values; `None` if the pairs
    /// are not known or too many.
    pub(super) fn each(
        &self,
        left: &AbstractValue,
        right: &AbstractValue,
        work: impl Fn(i64, i64) -> i64,
    ) -> Option<AbstractValue> {
        let (AbstractValue::Few(left), AbstractValue::Few(right)) = (left, right) else { return None };
        if left.len() * right.len() > 4 * MOST * MOST {
            return None;
        }
        let pairs = left.iter().flat_map(|left| right.iter().map(move |right| (*left, *right)));
        Some(self.few(pairs.map(|(left, right)| self.wrap(work(left, right))).collect()))
    }

    /// The sum. A sum of an address in a piece of data and of something else stays in it.
    pub(super) fn sum(&self, left: &AbstractValue, right: &AbstractValue) -> AbstractValue {
        for (pointer, by) in [(left, right), (right, left)] {
            let (Some(piece), None) = (self.piece_of(pointer), self.piece_of(by)) else { continue };
            match (pointer, by) {
                (AbstractValue::Few(from), AbstractValue::Few(by)) if from.len() == 1 && by.len() == 1 => {
                    // An index that counts from 1 leads right after the last word, before 1 is taken off again.
                    let sum = self.wrap(from[0] + by[0]);
                    if self.address(sum) == self.pieces[piece].1 {
                        return Self::inside(piece, vec![sum]);
                    }
                }
                (AbstractValue::Few(from) | AbstractValue::In(_, from), AbstractValue::Few(by))
                    if from.len() * by.len() <= 4 * MOST =>
                {
                    let sums = from.iter().flat_map(|from| by.iter().map(move |by| self.wrap(from + by)));
                    return Self::inside(piece, sums.collect());
                }
                _ => {}
            }
        }
        if let Some(sum) = self.each(left, right, |left, right| left + right)
            && !matches!(sum, AbstractValue::Range(..))
        {
            return sum;
        }
        match (self.piece_of(left), self.piece_of(right)) {
            (Some(piece), None) | (None, Some(piece)) => return AbstractValue::Near(piece),
            (Some(_), Some(_)) => return AbstractValue::Any,
            (None, None) => {}
        }
        let ((low, high), (least, most)) = (self.bounds(left), self.bounds(right));
        if *left == AbstractValue::Any || *right == AbstractValue::Any {
            AbstractValue::Any
        } else {
            self.range(low + least, high + most)
        }
    }

    /// The value less those outside of the bounds; `None` if nothing is left.
    pub(super) fn within(&self, value: &AbstractValue, low: i64, high: i64) -> Option<AbstractValue> {
        if low > high {
            return None;
        }
        match value {
            AbstractValue::Few(values) => {
                let left: Vec<i64> =
                    values.iter().copied().filter(|value| (low..=high).contains(value)).collect();
                (!left.is_empty()).then_some(AbstractValue::Few(left))
            }
            AbstractValue::Range(least, most) => {
                let (low, high) = (low.max(*least), high.min(*most));
                (low <= high).then(|| self.range(low, high))
            }
            // It may be the distance to another address, of which nothing is said: only the numbers count.
            AbstractValue::In(_, values) => {
                values.iter().any(|value| (low..=high).contains(value)).then(|| value.clone())
            }
            AbstractValue::Near(_) => Some(value.clone()),
            AbstractValue::Any => Some(self.range(low.max(self.least()), high.min(self.most()))),
        }
    }

    /// The value without one of those that it can be; `None` if nothing is left.
    pub(super) fn without(&self, value: &AbstractValue, other: i64) -> Option<AbstractValue> {
        match value {
            AbstractValue::Few(values) => {
                let left: Vec<i64> = values.iter().copied().filter(|value| *value != other).collect();
                (!left.is_empty()).then_some(AbstractValue::Few(left))
            }
            AbstractValue::Range(low, high) if *low == other => Some(self.range(low + 1, *high)),
            AbstractValue::Range(low, high) if *high == other => Some(self.range(*low, high - 1)),
            _ => Some(value.clone()),
        }
    }
}
