//! Digests of mutated files, without building them.
//!
//! A file's tokens are the digits of a number in a very large base, taken modulo a prime: the number of a mutant, which
//! exchanges a few digits, follows from what is known of the digits before and after them. So a mutant costs what its
//! change is long, however long the file or the function is. The digest is that of the mutated file's tokens all the
//! same: it does not depend on which mutant led to them. Two such numbers, with bases of their own, make it as unlikely
//! that two programs share a digest as 122 random bits can.

use std::cell::RefCell;
use std::ops::Range;

use mutscore_model::digest::Digest;
use mutscore_model::span::ByteSpan;

use crate::reused::{Reused, kept};
use crate::tokens::{Change, END, Tokens};

/// A Mersenne prime: remainders are taken by shifts.
const PRIME: u64 = (1 << 61) - 1;
/// Two bases, of no meaning but that they are large and unlike.
const BASES: [u64; 2] = [0x0d6e_8feb_8665_9fd9, 0x1a09_e667_f3bc_c908];
/// What token digests begin with, one for each base.
const SEEDS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];

/// The two numbers of a sequence of tokens.
type Pair = [u64; 2];

thread_local! {
    /// The bases to the power of 0, 1, 2 and so on, as far as any file of this thread has needed them.
    static POWERS: RefCell<Vec<Pair>> = const { RefCell::new(Vec::new()) };
}

/// Where a token starts in the source, and the first of its numbers.
struct Start(u32, u64);

kept!(Pair, Start);

/// Digests of the mutants of one file.
pub(crate) struct Content<'a> {
    source: &'a [u8],
    tokens: &'a Tokens,
    starts: Reused<Start>,
    /// At n, the numbers of the first n tokens.
    prefixes: Reused<Pair>,
    /// The exchanged tokens are gathered here.
    scratch: Vec<u8>,
}

impl<'a> Content<'a> {
    pub(crate) fn new(source: &'a [u8], tokens: &'a Tokens) -> Self {
        let mut starts = Reused::with_capacity(tokens.len());
        let mut prefixes = Reused::with_capacity(tokens.len() + 1);
        let mut prefix: Pair = [0; 2];
        prefixes.push(prefix);
        tokens.each(|at, token| {
            let number = of(token.strip_suffix(&[END]).unwrap_or(token));
            starts.push(Start(at, number[0]));
            prefix = appended(prefix, number);
            prefixes.push(prefix);
        });
        Self {
            source,
            tokens,
            starts,
            prefixes,
            scratch: Vec::new(),
        }
    }

    /// Passes each token to `visit` as (position of its first byte, a number that equal texts share).
    pub(crate) fn each_token(&self, mut visit: impl FnMut(u32, u64)) {
        for Start(at, number) in self.starts.iter() {
            visit(*at, *number);
        }
    }

    /// Content id of the file as it is.
    pub(crate) fn original(&self) -> Digest {
        let last = self.prefixes.len() - 1;
        digest(last, self.prefixes[last])
    }

    /// Content id of the file after `change` at `span`, which touches the tokens `gone`.
    pub(crate) fn mutated(
        &mut self,
        gone: &Range<usize>,
        span: ByteSpan,
        change: &Change,
    ) -> Digest {
        self.scratch.clear();
        self.tokens
            .exchanged(gone, span, change, self.source, &mut self.scratch);
        let mut numbers = self.prefixes[gone.start];
        let mut count = gone.start;
        let added = self.scratch.strip_suffix(&[END]);
        for token in added
            .into_iter()
            .flat_map(|added| added.split(|byte| *byte == END))
        {
            numbers = appended(numbers, of(token));
            count += 1;
        }
        let last = self.prefixes.len() - 1;
        let after = last - gone.end;
        let shift = power(after);
        let whole = self.prefixes[last];
        let passed = self.prefixes[gone.end];
        let numbers = [0, 1].map(|which| {
            let before = times(numbers[which], shift[which]);
            let rest = whole[which] + PRIME - times(passed[which], shift[which]);
            reduced(before + rest)
        });
        digest(count + after, numbers)
    }
}

/// The bases to the power of `count`.
fn power(count: usize) -> Pair {
    POWERS.with_borrow_mut(|powers| {
        while powers.len() <= count {
            let last = powers.last();
            let next = last.map(|last| [0, 1].map(|which| times(last[which], BASES[which])));
            powers.push(next.unwrap_or([1; 2]));
        }
        powers[count]
    })
}

/// The numbers of a sequence with one more token.
#[inline]
fn appended([first, second]: Pair, token: Pair) -> Pair {
    [
        reduced(times(first, BASES[0]) + token[0]),
        reduced(times(second, BASES[1]) + token[1]),
    ]
}

/// Of each token of one byte its numbers: most tokens are brackets, commas and the like.
static OF_ONE_BYTE: [Pair; 256] = {
    let mut all = [[0; 2]; 256];
    let mut byte = 0;
    while byte < all.len() {
        all[byte] = [
            finished(mixed_in(begun(0, 1), byte as u64), 0),
            finished(mixed_in(begun(1, 1), byte as u64), 1),
        ];
        byte += 1;
    }
    all
};

/// Numbers below the prime for a token's text: eight bytes at a time, each multiplied into twice as many bits, whose
/// halves are folded.
fn of(token: &[u8]) -> Pair {
    if let [byte] = token {
        return OF_ONE_BYTE[usize::from(*byte)];
    }
    let mut first = begun(0, token.len());
    let mut second = begun(1, token.len());
    let (words, rest) = token.as_chunks();
    for word in words {
        let word = u64::from_le_bytes(*word);
        (first, second) = (mixed_in(first, word), mixed_in(second, word));
    }
    if !rest.is_empty() {
        let word = last_word(rest);
        (first, second) = (mixed_in(first, word), mixed_in(second, word));
    }
    [finished(first, 0), finished(second, 1)]
}

/// The state before the first word of a text of `length` bytes, for either base.
const fn begun(which: usize, length: usize) -> u64 {
    SEEDS[which] ^ (length as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

const fn mixed_in(state: u64, word: u64) -> u64 {
    folded(state ^ word)
}

const fn finished(state: u64, which: usize) -> u64 {
    reduced(folded(state ^ SEEDS[which].rotate_left(32)))
}

/// At most seven bytes as a little-endian number.
fn last_word(bytes: &[u8]) -> u64 {
    let length = bytes.len();
    // Two halves that may overlap cover four bytes and more; where they do, they say the same.
    match (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        (Some(first), Some(last)) => {
            u64::from(u32::from_le_bytes(*first))
                | u64::from(u32::from_le_bytes(*last)) << (8 * (length - 4))
        }
        _ => bytes
            .iter()
            .rev()
            .fold(0, |word, byte| word << 8 | u64::from(*byte)),
    }
}

/// A quick number for a sequence of texts, `before` being that of the texts before. It is no digest: what is equal
/// has equal numbers, and what is not has other ones in all likelihood.
pub(crate) fn quick(before: u64, text: &[u8]) -> u64 {
    let mut state = before ^ (text.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let (words, rest) = text.as_chunks();
    for word in words {
        state = mixed(state ^ u64::from_le_bytes(*word));
    }
    mixed(state ^ last_word(rest))
}

/// A number whose every bit depends on every bit of `state`.
pub(crate) fn mixed(state: u64) -> u64 {
    folded(state ^ SEEDS[0])
}

const fn folded(state: u64) -> u64 {
    let product = state as u128 * 0xa076_1d64_78bd_642f_u128;
    (product as u64) ^ ((product >> 64) as u64) ^ state.rotate_left(23)
}

/// The remainder modulo the prime, by its form: the bits above the 61st count once more at the bottom.
const fn reduced(number: u64) -> u64 {
    let sum = (number & PRIME) + (number >> 61);
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// A product modulo the prime. Both factors are below it.
fn times(left: u64, right: u64) -> u64 {
    let product = u128::from(left) * u128::from(right);
    let sum = (product as u64 & PRIME) + (product >> 61) as u64;
    if sum >= PRIME { sum - PRIME } else { sum }
}

/// The numbers in the form of every other digest.
fn digest(count: usize, [first, second]: Pair) -> Digest {
    let mut bytes = *b"mutscore/content/2\0\0\0\0\0\0________________________";
    bytes[24..32].copy_from_slice(&(count as u64).to_le_bytes());
    bytes[32..40].copy_from_slice(&first.to_le_bytes());
    bytes[40..48].copy_from_slice(&second.to_le_bytes());
    Digest::of(&bytes)
}

#[cfg(test)]
mod tests {
    use mutscore_model::mutant::Form;

    use super::*;
    use crate::language::Language;
    use crate::tree::Tree;

    #[test]
    fn a_mutants_content_id_is_that_of_the_file_it_becomes() {
        let samples: [(&str, &[u8], usize); 6] = [
            ("python", include_bytes!("../tests/sources/orders.py"), 150),
            ("php", include_bytes!("../tests/sources/Basket.php"), 90),
            ("go", include_bytes!("../tests/sources/shelf.go"), 90),
            ("java", include_bytes!("../tests/sources/Ledger.java"), 90),
            ("ruby", include_bytes!("../tests/sources/library.rb"), 130),
            ("ruby", include_bytes!("../tests/cases/texts.rb"), 20),
        ];
        for (id, bytes, least) in samples {
            follows(crate::language(id).unwrap(), bytes, least);
        }
    }

    fn follows(language: &dyn Language, bytes: &[u8], least: usize) {
        let file = crate::Source {
            path: mutscore_model::path::RelPath::new("sample").unwrap(),
            bytes: bytes.into(),
        };
        let mut parser = tree_sitter::Parser::new();
        parser.set_language(&language.grammar()).unwrap();
        let options = crate::Options {
            operators: crate::OperatorSet::parse(&["extended"]).unwrap(),
            ..crate::Options::default()
        };
        let mutants = crate::generate_file(language, &file, &options).mutants;
        assert!(mutants.len() > least, "{}", mutants.len());
        for mutant in mutants {
            let mutated = crate::mutate(bytes, &mutant).unwrap();
            let parsed = parser.parse(&mutated, None).unwrap();
            let tree = Tree::new(&mutated, &parsed, language);
            let tokens = Tokens::new(&tree, language);
            let content = Content::new(&mutated, &tokens).original();
            // A guard is no part of the program that the digest stands for.
            if mutant.form == Form::Plain {
                assert_eq!(content, mutant.content_id, "{mutant:?}");
            }
        }
    }

    #[test]
    fn products_are_those_of_long_arithmetic() {
        for (left, right) in [
            (0, 5),
            (PRIME - 1, PRIME - 1),
            (PRIME - 1, 2),
            (BASES[0], BASES[1]),
            (1 << 60, 1 << 60),
        ] {
            let long = u128::from(left) * u128::from(right) % u128::from(PRIME);
            assert_eq!(u128::from(times(left, right)), long, "{left} {right}");
        }
        assert!(BASES.iter().all(|base| *base < PRIME));
    }

    #[test]
    fn tokens_that_differ_in_one_bit_length_or_place_have_other_numbers() {
        let long = [b'x'; 40];
        let mut seen = std::collections::HashSet::new();
        for length in 0..40 {
            assert!(seen.insert(of(&long[..length])));
        }
        for bit in 0..40 * 8 {
            let mut changed = long;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(of(&changed)));
        }
        let two = |one: &[u8], other: &[u8]| appended(appended([0; 2], of(one)), of(other));
        assert_ne!(two(b"a", b"b"), two(b"b", b"a"));
        assert_ne!(two(b"ab", b"c"), two(b"a", b"bc"));
    }

    #[test]
    fn words_and_remainders_are_those_of_plain_arithmetic() {
        for length in 0..8 {
            let bytes = &b"\x01\xff\x80\x7f\x10\xfe\x33"[..length.min(7)];
            let mut word = [0; 8];
            word[..bytes.len()].copy_from_slice(bytes);
            assert_eq!(last_word(bytes), u64::from_le_bytes(word), "{length}");
        }
        for number in [
            0,
            1,
            PRIME - 1,
            PRIME,
            PRIME + 1,
            2 * PRIME,
            2 * PRIME + 5,
            u64::MAX,
        ] {
            assert_eq!(reduced(number), number % PRIME);
        }
    }

    #[test]
    fn quick_numbers_tell_texts_and_their_order_apart() {
        let mut seen = std::collections::HashSet::new();
        let texts: [&[u8]; 7] = [
            b"",
            b"a",
            b"ab",
            b"abcdefgh",
            b"abcdefgh\0",
            b"abcdefghi",
            b"b",
        ];
        for one in texts {
            for other in texts {
                assert!(
                    seen.insert(quick(quick(0, one), other)),
                    "{one:?} {other:?}"
                );
            }
        }
    }
}
