//! Natural numbers of any size: what exact fractions are made of.

use core::cmp::Ordering;
use core::fmt;

/// Bits of one digit.
const DIGIT: u64 = 64;
/// The most decimal places that are taken off at once, and what they count.
const PLACES: usize = 9;
const BILLION: u64 = 1_000_000_000;

/// A natural number: its digits to the base 2⁶⁴, the lowest first, the highest never 0.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Natural(Vec<u64>);

impl From<u64> for Natural {
    fn from(number: u64) -> Self {
        Self::of(vec![number])
    }
}

impl Natural {
    fn of(mut digits: Vec<u64>) -> Self {
        while digits.last() == Some(&0) {
            digits.pop();
        }
        Self(digits)
    }

    pub(crate) fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn is_one(&self) -> bool {
        self.0 == [1]
    }

    /// The digits, the highest first.
    pub(crate) fn digits(&self) -> impl Iterator<Item = u64> {
        self.0.iter().rev().copied()
    }

    /// The number, if it is that small.
    pub(crate) fn small(&self) -> Option<u64> {
        match self.0.as_slice() {
            [] => Some(0),
            [digit] => Some(*digit),
            _ => None,
        }
    }

    /// How many bits it takes to write it.
    pub(crate) fn bits(&self) -> u64 {
        let unused = self.0.last().map_or(0, |digit| digit.leading_zeros());
        self.0.len() as u64 * DIGIT - u64::from(unused)
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        let (long, short) = if self.0.len() < other.0.len() { (other, self) } else { (self, other) };
        let (mut sum, mut carry) = (long.0.clone(), false);
        let more = short.0.iter().copied().chain(core::iter::repeat(0));
        for (digit, more) in sum.iter_mut().zip(more) {
            (*digit, carry) = digit.carrying_add(more, carry);
        }
        sum.push(carry.into());
        Self::of(sum)
    }

    /// Takes off what is not more than this.
    pub(crate) fn subtract(&mut self, other: &Self) {
        let mut borrow = false;
        let less = other.0.iter().copied().chain(core::iter::repeat(0));
        for (digit, less) in self.0.iter_mut().zip(less) {
            (*digit, borrow) = digit.borrowing_sub(less, borrow);
        }
        self.trim();
    }

    fn trim(&mut self) {
        *self = Self::of(core::mem::take(&mut self.0));
    }

    pub(crate) fn times(&self, other: &Self) -> Self {
        let mut product = vec![0; self.0.len() + other.0.len()];
        for (place, x) in self.0.iter().enumerate() {
            let mut carry = 0;
            let mut slots = product.iter_mut().skip(place);
            for (y, slot) in other.0.iter().zip(&mut slots) {
                (*slot, carry) = x.carrying_mul_add(*y, *slot, carry);
            }
            if let Some(slot) = slots.next() {
                *slot = carry;
            }
        }
        Self::of(product)
    }

    /// Times a small number, and another one added.
    pub(crate) fn scale(&mut self, by: u64, more: u64) {
        let mut carry = more;
        for digit in &mut self.0 {
            (*digit, carry) = digit.carrying_mul(by, carry);
        }
        self.0.push(carry);
        self.trim();
    }

    /// The quotient and what remains, digit by digit (Knuth's algorithm D); nothing divides by 0, so that leaves everything.
    pub(crate) fn divide(&self, by: &Self) -> (Self, Self) {
        let Some(shift) = by.0.last().map(|digit| digit.leading_zeros()) else {
            return (Self::default(), self.clone());
        };
        // Shifted so that the divisor's highest bit is set: a guess from the highest digits is then hardly ever wrong.
        let divisor = by.shifted(shift.into()).0;
        let mut rest = self.shifted(shift.into()).0;
        rest.resize(self.0.len() + 1, 0);
        let size = divisor.len();
        let second_of = |digits: &[u64]| size.checked_sub(2).and_then(|at| digits.get(at)).copied();
        let first = divisor.last().copied().unwrap_or_default();
        let second = second_of(&divisor).unwrap_or_default();
        let mut quotient = vec![0; rest.len().saturating_sub(size)];
        for (place, slot) in quotient.iter_mut().enumerate().rev() {
            let Some(window) = rest.get_mut(place..=place + size) else { continue };
            let next = second_of(window).unwrap_or_default();
            let [.., middle, high] = *window else { continue };
            *slot = guess([high, middle, next], [first, second]);
            *slot -= u64::from(take_off(window, &divisor, *slot));
        }
        rest.truncate(size);
        let mut rest = Self::of(rest);
        rest.shift_down(shift.into());
        (Self::of(quotient), rest)
    }

    /// The greatest common divisor, by subtraction and halving alone (Stein).
    pub(crate) fn gcd(&self, other: &Self) -> Self {
        if self.is_zero() || other.is_zero() {
            return self.plus(other);
        }
        let (mut a, mut b) = (self.clone(), other.clone());
        let twos = a.make_odd().min(b.make_odd());
        loop {
            match a.cmp(&b) {
                Ordering::Equal => return a.shifted(twos),
                Ordering::Less => core::mem::swap(&mut a, &mut b),
                Ordering::Greater => {}
            }
            a.subtract(&b);
            a.make_odd();
        }
    }

    /// Halves as often as that leaves no rest, and says how often.
    fn make_odd(&mut self) -> u64 {
        let zeros = self.0.iter().take_while(|digit| **digit == 0).count();
        let twos = self.0.get(zeros).map_or(0, |digit| digit.trailing_zeros());
        let twos = zeros as u64 * DIGIT + u64::from(twos);
        self.shift_down(twos);
        twos
    }

    /// Times a power of two.
    pub(crate) fn shifted(&self, by: u64) -> Self {
        let (whole, part) = (usize::try_from(by / DIGIT).unwrap_or_default(), by % DIGIT);
        let mut digits = vec![0; whole];
        digits.reserve(self.0.len() + 1);
        let mut below = 0;
        for digit in &self.0 {
            digits.push(digit << part | below);
            // In two steps: a shift by all 64 bits is none.
            below = digit >> 1 >> (DIGIT - 1 - part);
        }
        digits.push(below);
        Self::of(digits)
    }

    /// Divides by a power of two, rounding down.
    fn shift_down(&mut self, by: u64) {
        let (whole, part) = (usize::try_from(by / DIGIT).unwrap_or(usize::MAX), by % DIGIT);
        self.0.drain(..whole.min(self.0.len()));
        if part > 0 {
            let mut above = 0;
            for digit in self.0.iter_mut().rev() {
                let low = *digit << (DIGIT - part);
                *digit = *digit >> part | above;
                above = low;
            }
            self.trim();
        }
    }

    /// The number that these decimal digits write.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let mut number = Self::default();
        for byte in text.bytes() {
            number.scale(10, u64::from(byte.is_ascii_digit().then(|| byte - b'0')?));
        }
        (!text.is_empty()).then_some(number)
    }

    /// Takes the last nine decimal places off.
    fn take_places(&mut self) -> u64 {
        // Half a digit at a time, so that ordinary division does.
        let rest = self.0.iter_mut().rev().fold(0, |rest, digit| {
            let high = (rest << 32) + (*digit >> 32);
            let low = ((high % BILLION) << 32) + (*digit & u64::from(u32::MAX));
            *digit = ((high / BILLION) << 32) + low / BILLION;
            low % BILLION
        });
        self.trim();
        rest
    }
}

/// How often the divisor may be in what is left, from its three and the divisor's two highest digits: right or, very seldom, one too many.
fn guess([high, middle, next]: [u64; 3], [first, second]: [u64; 2]) -> u64 {
    let (top, first) = (u128::from(high) << DIGIT | u128::from(middle), u128::from(first));
    let mut digit = u64::try_from(top.checked_div(first).unwrap_or_default()).unwrap_or(u64::MAX);
    let mut left = top - u128::from(digit) * first;
    while left >> DIGIT == 0 && u128::from(digit) * u128::from(second) > (left << DIGIT | u128::from(next)) {
        digit -= 1;
        left += first;
    }
    digit
}

/// Takes the divisor off so often, or once less, if that was once too often.
fn take_off(window: &mut [u64], divisor: &[u64], times: u64) -> bool {
    let Some((top, low)) = window.split_last_mut() else { return false };
    let (mut carry, mut borrow) = (0, false);
    for (digit, divisor) in low.iter_mut().zip(divisor) {
        let product;
        (product, carry) = times.carrying_mul(*divisor, carry);
        (*digit, borrow) = digit.borrowing_sub(product, borrow);
    }
    let too_often;
    (*top, too_often) = top.borrowing_sub(carry, borrow);
    if too_often {
        let mut carry = false;
        for (digit, divisor) in low.iter_mut().zip(divisor) {
            (*digit, carry) = digit.carrying_add(*divisor, carry);
        }
        *top = top.wrapping_add(carry.into());
    }
    too_often
}

impl Ord for Natural {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.len().cmp(&other.0.len()).then_with(|| self.digits().cmp(other.digits()))
    }
}

impl PartialOrd for Natural {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Natural {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut left = self.clone();
        let mut places = vec![left.take_places()];
        while !left.is_zero() {
            places.push(left.take_places());
        }
        let mut places = places.into_iter().rev();
        write!(f, "{}", places.next().unwrap_or_default())?;
        places.try_for_each(|places| write!(f, "{places:0PLACES$}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt as _;
    use rand_pcg::Pcg32;

    fn wide(number: u128) -> Natural {
        Natural::of(vec![number as u64, (number >> DIGIT) as u64])
    }

    /// Up to 128 bits, of every length, and often all ones or a lonely bit, where carries go far.
    fn some(dice: &mut Pcg32) -> u128 {
        let number =
            u128::from(dice.random_range(0..u64::MAX)) << DIGIT | u128::from(dice.random_range(0..u64::MAX));
        let shift = dice.random_range(0..128);
        match dice.random_range(0..4) {
            0 => u128::MAX >> shift,
            1 => 1 << shift,
            _ => number >> shift,
        }
    }

    /// So many digits, often the largest or the smallest.
    fn long(dice: &mut Pcg32, digits: u64) -> Natural {
        let digit = |dice: &mut Pcg32| match dice.random_range(0..4) {
            0 => u64::MAX,
            1 => 0,
            2 => 1 << 63,
            _ => dice.random_range(0..u64::MAX),
        };
        Natural::of((0..digits).map(|_| digit(dice)).collect())
    }

    fn minus(a: &Natural, b: &Natural) -> Natural {
        let mut rest = a.clone();
        rest.subtract(b);
        rest
    }

    fn gcd(a: u128, b: u128) -> u128 {
        if b == 0 { a } else { gcd(b, a % b) }
    }

    #[test]
    fn computes_like_machine_integers() {
        let mut dice = Pcg32::new(3, 1);
        for _ in 0..20_000 {
            let (a, b) = (some(&mut dice), some(&mut dice));
            let (large, small) = (a.max(b), a.min(b));
            assert_eq!(wide(a / 2).plus(&wide(b / 2)), wide(a / 2 + b / 2));
            assert_eq!(minus(&wide(large), &wide(small)), wide(large - small));
            assert_eq!(wide(a >> 64).times(&wide(b >> 64)), wide((a >> 64) * (b >> 64)));
            assert_eq!(wide(a).cmp(&wide(b)), a.cmp(&b));
            assert_eq!(wide(a).gcd(&wide(b)), wide(gcd(a, b)), "{a} {b}");
            assert_eq!(wide(a).bits(), u64::from(128 - a.leading_zeros()));
            assert_eq!(wide(a).small(), u64::try_from(a).ok());
            assert_eq!(wide(a).to_string(), a.to_string());
            assert_eq!(Natural::parse(&b.to_string()), Some(wide(b)));
            if b > 0 {
                assert_eq!(wide(a).divide(&wide(b)), (wide(a / b), wide(a % b)), "{a} {b}");
            }
        }
    }

    #[test]
    fn long_numbers_keep_the_laws() {
        let mut dice = Pcg32::new(4, 1);
        for round in 0..4_000 {
            let [a, b, c] = [round % 13, round % 7 + 1, round % 5].map(|digits| long(&mut dice, digits));
            let product = a.times(&b);
            assert_eq!(b.times(&a), product);
            assert_eq!(a.times(&b.plus(&c)), product.plus(&a.times(&c)));
            assert_eq!(minus(&product.plus(&c), &c), product);
            assert_eq!(Natural::parse(&a.to_string()), Some(a.clone()));
            if !b.is_zero() {
                let (quotient, rest) = a.divide(&b);
                assert!(rest < b);
                assert_eq!(quotient.times(&b).plus(&rest), a);
                assert_eq!(product.divide(&b), (a.clone(), Natural::default()));
            }
            let divisor = a.gcd(&b);
            assert_eq!(a.times(&c).gcd(&b.times(&c)), divisor.times(&c));
            let mut back = a.shifted(round);
            assert_eq!(back, a.times(&(0..round).fold(Natural::from(1), |power, _| power.plus(&power))));
            back.shift_down(round);
            assert_eq!(back, a);
            let (mut scaled, digit) = (a.clone(), b.digits().next().unwrap_or_default());
            scaled.scale(digit, digit);
            assert_eq!(scaled, a.times(&digit.into()).plus(&digit.into()));
        }
    }

    /// A guess that is one too many even with the second digit in view, as only one in 2⁶³ is.
    #[test]
    fn a_wrong_guess_is_put_right() {
        let over = Natural::of(vec![0, 0, 1 << 63, (1 << 63) - 1]);
        let under = Natural::of(vec![1, 0, 1 << 63]);
        let rest = Natural::of(vec![2, u64::MAX, (1 << 63) - 1]);
        assert_eq!(over.divide(&under), (Natural::from(u64::MAX - 1), rest));
        assert_eq!(guess([(1 << 63) - 1, 1 << 63, 0], [1 << 63, 0]), u64::MAX);
    }

    #[test]
    fn known_values() {
        let factorial = (1..=40).fold(Natural::from(1), |product, n| product.times(&n.into()));
        assert_eq!(factorial.to_string(), "815915283247897734345611269596115894272000000000");
        let power = Natural::from(1).shifted(200);
        assert_eq!(power.to_string(), "1606938044258990275541962092341162602522202993782792835301376");
        assert_eq!(Natural::default().to_string(), "0");
        assert_eq!(Natural::from(5).divide(&Natural::default()), (Natural::default(), 5.into()));
        for text in ["", "-1", "+1", "1_0", " 1", "1.5"] {
            assert_eq!(Natural::parse(text), None, "{text:?}");
        }
    }
}
