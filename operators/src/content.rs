//! Digests of mutated files, without building them.
//!
//! A file's tokens are the digits of a number in a very large base, taken modulo a prime: the number of a mutant, which
//! exchanges a few digits, follows from what is known of the digits before and after them. So a mutant costs what its
//! change is long, however long the file or the function is. The digest is that of the mutated file's tokens all the
//! same: it does not depend on which mutant led to them. Two such numbers, with bases of their own, make it as unlikely
//! that two programs share a digest as 122 random bits can.

use mutscore_model::digest::Digest;
use mutscore_model::span::ByteSpan;

use crate::tokens::{Change, END, Tokens};

/// A Mersenne prime: remainders are taken by shifts.
const PRIME: u64 = (1 << 61) - 1;
/// Two bases, of no meaning but that they are large and unlike.
const BASES: [u64; 2] = [0x0d6e_8feb_8665_9fd9, 0x1a09_e667_f3bc_c908];
/// What token digests begin with, one for each base.
const SEEDS: [u64; 2] = [0x243f_6a88_85a3_08d3, 0x1319_8a2e_0370_7344];

/// The two numbers of a sequence of tokens.
type Pair = [u64; 2];

/// Digests of the mutants of one file.
pub(crate) struct Content<'a> {
    source: &'a [u8],
    tokens: &'a Tokens,
    /// At n, the numbers of the first n tokens.
    prefixes: Vec<Pair>,
    /// At n, the bases to the power of n.
    powers: Vec<Pair>,
    /// The exchanged tokens are gathered here.
    scratch: Vec<u8>,
}

impl<'a> Content<'a> {
    pub(crate) fn new(source: &'a [u8], tokens: &'a Tokens) -> Self {
        let mut prefixes = Vec::with_capacity(tokens.len() + 1);
        let mut powers = Vec::with_capacity(tokens.len() + 1);
        let (mut prefix, mut power): (Pair, Pair) = ([0; 2], [1; 2]);
        prefixes.push(prefix);
        powers.push(power);
        tokens.each(|_, token| {
            prefix = appended(prefix, token.strip_suffix(&[END]).unwrap_or(token));
            power = [0, 1].map(|which| times(power[which], BASES[which]));
            prefixes.push(prefix);
            powers.push(power);
        });
        Self {
            source,
            tokens,
            prefixes,
            powers,
            scratch: Vec::new(),
        }
    }

    /// Content id of the file as it is.
    pub(crate) fn original(&self) -> Digest {
        let last = self.prefixes.len() - 1;
        digest(last, self.prefixes[last])
    }

    /// Content id of the file after `change` at `span`.
    pub(crate) fn mutated(&mut self, span: ByteSpan, change: &Change) -> Digest {
        let gone = self.tokens.touched(span);
        self.scratch.clear();
        self.tokens
            .mutated(gone.clone(), span, change, self.source, &mut self.scratch);
        let mut numbers = self.prefixes[gone.start];
        let mut count = gone.start;
        let added = self.scratch.strip_suffix(&[END]);
        for token in added
            .into_iter()
            .flat_map(|added| added.split(|byte| *byte == END))
        {
            numbers = appended(numbers, token);
            count += 1;
        }
        let last = self.prefixes.len() - 1;
        let after = last - gone.end;
        let numbers = [0, 1].map(|which| {
            let shift = self.powers[after][which];
            let before = times(numbers[which], shift);
            let rest =
                self.prefixes[last][which] + PRIME - times(self.prefixes[gone.end][which], shift);
            (before + rest) % PRIME
        });
        digest(count + after, numbers)
    }
}

/// The numbers of a sequence with one more token.
fn appended(numbers: Pair, token: &[u8]) -> Pair {
    [0, 1].map(|which| (times(numbers[which], BASES[which]) + of(token, SEEDS[which])) % PRIME)
}

/// A number below the prime for a token's text: eight bytes at a time, each multiplied into twice as many bits, whose
/// halves are folded.
fn of(token: &[u8], seed: u64) -> u64 {
    let mut state = seed ^ (token.len() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    for chunk in token.chunks(8) {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        state = folded(state ^ u64::from_le_bytes(word));
    }
    folded(state ^ seed.rotate_left(32)) % PRIME
}

fn folded(state: u64) -> u64 {
    let product = u128::from(state) * 0xa076_1d64_78bd_642f_u128;
    (product as u64) ^ ((product >> 64) as u64) ^ state.rotate_left(23)
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
            assert!(seen.insert(appended([0; 2], &long[..length])));
        }
        for bit in 0..40 * 8 {
            let mut changed = long;
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(seen.insert(appended([0; 2], &changed)));
        }
        let two = |one, other| appended(appended([0; 2], one), other);
        assert_ne!(two(b"a", b"b"), two(b"b", b"a"));
        assert_ne!(two(b"ab", b"c"), two(b"a", b"bc"));
    }
}
