//! `hash`: the message digests MD2, MD4, MD5 and the SHA family.

use formwork_runtime::{Error, Result, Value};

use crate::context::{Args, Context, Values, one};
use crate::kit::text::{all_bytes, to_chars};

pub(super) fn hash(cx: &mut dyn Context, args: Args, _nargout: usize) -> Result<Values> {
    let name = to_chars(cx, args[0].clone())?;
    let name = String::from_utf8_lossy(all_bytes(&name).unwrap_or_default()).into_owned();
    let text = to_chars(cx, args[1].clone())?;
    let message = all_bytes(&text).unwrap_or_default();
    let digest = match name.to_ascii_lowercase().as_str() {
        "md2" => md2(message),
        "md4" => md4(message),
        "md5" => md5(message),
        "sha1" => sha1(message),
        "sha224" => sha_32(message, 8, 28),
        "sha256" => sha_32(message, 0, 32),
        "sha384" => sha_64(message, true, 48),
        "sha512" => sha_64(message, false, 64),
        _ => return Err(Error::plain(format!("hash function '{name}' not supported"))),
    };
    let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
    one(Value::text(hex))
}

/// The message with a one bit, zeros and its length in bits, in whole blocks.
fn padded(message: &[u8], block: usize, length: &[u8]) -> Vec<u8> {
    let mut bytes = message.to_vec();
    bytes.push(0x80);
    while bytes.len() % block != block - length.len() {
        bytes.push(0);
    }
    bytes.extend_from_slice(length);
    bytes
}

fn bits(message: &[u8]) -> u64 {
    (message.len() as u64).wrapping_mul(8)
}

fn words_le(block: &[u8]) -> [u32; 16] {
    std::array::from_fn(|i| {
        u32::from_le_bytes([block[4 * i], block[4 * i + 1], block[4 * i + 2], block[4 * i + 3]])
    })
}

/// The first prime numbers.
fn primes() -> impl Iterator<Item = u64> {
    (2u64..).filter(|n| (2..*n).take_while(|d| d * d <= *n).all(|d| n % d != 0))
}

/// The first 64 bits of the fraction of a root of a small number: the largest `r` with
/// `r^degree <= n * 2^(64 * degree)`, bit by bit.
fn root_fraction(n: u64, degree: u32) -> u64 {
    let mut root: u128 = 0;
    for bit in (0..68).rev() {
        let candidate = root | 1u128 << bit;
        if power_at_most(candidate, degree, n) {
            root = candidate;
        }
    }
    root as u64
}

/// Whether `x^degree <= n * 2^(64 * degree)`, in 32-bit limbs.
fn power_at_most(x: u128, degree: u32, n: u64) -> bool {
    let limbs = |mut value: u128| {
        let mut result = Vec::new();
        while value > 0 {
            result.push((value & 0xffff_ffff) as u64);
            value >>= 32;
        }
        result
    };
    let factor = limbs(x);
    let mut product = vec![1u64];
    for _ in 0..degree {
        let mut next = vec![0u64; product.len() + factor.len() + 1];
        for (i, a) in product.iter().enumerate() {
            let mut carry = 0;
            for (j, b) in factor.iter().enumerate() {
                let sum = next[i + j] + a * b + carry;
                next[i + j] = sum & 0xffff_ffff;
                carry = sum >> 32;
            }
            let mut k = i + factor.len();
            while carry > 0 {
                let sum = next[k] + carry;
                next[k] = sum & 0xffff_ffff;
                carry = sum >> 32;
                k += 1;
            }
        }
        product = next;
    }
    let mut bound = vec![0u64; 2 * degree as usize];
    bound.extend(limbs(u128::from(n)));
    let length = product.len().max(bound.len());
    product.resize(length, 0);
    bound.resize(length, 0);
    product.iter().rev().le(bound.iter().rev())
}

fn sha_32(message: &[u8], first_prime: usize, length: usize) -> Vec<u8> {
    let constants: Vec<u32> =
        primes().take(64).map(|prime| (root_fraction(prime, 3) >> 32) as u32).collect();
    // SHA-224 starts from the second halves of the next eight roots.
    let mut state: Vec<u32> = primes()
        .skip(first_prime)
        .take(8)
        .map(|prime| {
            let fraction = root_fraction(prime, 2);
            if first_prime == 0 { (fraction >> 32) as u32 } else { fraction as u32 }
        })
        .collect();
    for block in padded(message, 64, &bits(message).to_be_bytes()).chunks_exact(64) {
        let mut w: Vec<u32> = words_le(block).iter().map(|word| word.swap_bytes()).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = state.clone();
        for (constant, word) in constants.iter().zip(&w) {
            let s1 = v[4].rotate_right(6) ^ v[4].rotate_right(11) ^ v[4].rotate_right(25);
            let choice = v[4] & v[5] ^ !v[4] & v[6];
            let t1 = v[7]
                .wrapping_add(s1)
                .wrapping_add(choice)
                .wrapping_add(*constant)
                .wrapping_add(*word);
            let s0 = v[0].rotate_right(2) ^ v[0].rotate_right(13) ^ v[0].rotate_right(22);
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2];
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(s0).wrapping_add(majority);
        }
        for (total, part) in state.iter_mut().zip(v) {
            *total = total.wrapping_add(part);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).take(length).collect()
}

fn sha_64(message: &[u8], is_384: bool, length: usize) -> Vec<u8> {
    let constants: Vec<u64> = primes().take(80).map(|prime| root_fraction(prime, 3)).collect();
    let skipped = if is_384 { 8 } else { 0 };
    let mut state: Vec<u64> =
        primes().skip(skipped).take(8).map(|prime| root_fraction(prime, 2)).collect();
    let size = u128::from(bits(message)).to_be_bytes();
    for block in padded(message, 128, &size).chunks_exact(128) {
        let mut w: Vec<u64> = block
            .chunks_exact(8)
            .map(|bytes| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte)))
            .collect();
        for i in 16..80 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(1) ^ a.rotate_right(8) ^ a >> 7;
            let s1 = b.rotate_right(19) ^ b.rotate_right(61) ^ b >> 6;
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = state.clone();
        for (constant, word) in constants.iter().zip(&w) {
            let s1 = v[4].rotate_right(14) ^ v[4].rotate_right(18) ^ v[4].rotate_right(41);
            let choice = v[4] & v[5] ^ !v[4] & v[6];
            let t1 = v[7]
                .wrapping_add(s1)
                .wrapping_add(choice)
                .wrapping_add(*constant)
                .wrapping_add(*word);
            let s0 = v[0].rotate_right(28) ^ v[0].rotate_right(34) ^ v[0].rotate_right(39);
            let majority = v[0] & v[1] ^ v[0] & v[2] ^ v[1] & v[2];
            v.rotate_right(1);
            v[4] = v[4].wrapping_add(t1);
            v[0] = t1.wrapping_add(s0).wrapping_add(majority);
        }
        for (total, part) in state.iter_mut().zip(v) {
            *total = total.wrapping_add(part);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).take(length).collect()
}

const START: [u32; 4] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476];

fn sha1(message: &[u8]) -> Vec<u8> {
    let mut state = [START[0], START[1], START[2], START[3], 0xc3d2_e1f0];
    for block in padded(message, 64, &bits(message).to_be_bytes()).chunks_exact(64) {
        let mut w: Vec<u32> = words_le(block).iter().map(|word| word.swap_bytes()).collect();
        for i in 16..80 {
            w.push((w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16]).rotate_left(1));
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (i, word) in w.iter().enumerate() {
            let (mix, constant) = match i / 20 {
                0 => (b & c | !b & d, 0x5a82_7999),
                1 => (b ^ c ^ d, 0x6ed9_eba1),
                2 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6),
            };
            let next = a
                .rotate_left(5)
                .wrapping_add(mix)
                .wrapping_add(e)
                .wrapping_add(constant)
                .wrapping_add(*word);
            (a, b, c, d, e) = (next, a, b.rotate_left(30), c, d);
        }
        for (total, part) in state.iter_mut().zip([a, b, c, d, e]) {
            *total = total.wrapping_add(part);
        }
    }
    state.iter().flat_map(|word| word.to_be_bytes()).collect()
}

fn md5(message: &[u8]) -> Vec<u8> {
    const SHIFTS: [[u32; 4]; 4] =
        [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]];
    let mut state = START;
    for block in padded(message, 64, &bits(message).to_le_bytes()).chunks_exact(64) {
        let words = words_le(block);
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..64 {
            let (mix, word) = match i / 16 {
                0 => (b & c | !b & d, i),
                1 => (d & b | !d & c, (5 * i + 1) % 16),
                2 => (b ^ c ^ d, (3 * i + 5) % 16),
                _ => (c ^ (b | !d), 7 * i % 16),
            };
            let constant = (((i + 1) as f64).sin().abs() * 4_294_967_296.0) as u32;
            let sum = a.wrapping_add(mix).wrapping_add(constant).wrapping_add(words[word]);
            (a, d, c, b) = (d, c, b, b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4])));
        }
        for (total, part) in state.iter_mut().zip([a, b, c, d]) {
            *total = total.wrapping_add(part);
        }
    }
    state.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn md4(message: &[u8]) -> Vec<u8> {
    const SHIFTS: [[u32; 4]; 3] = [[3, 7, 11, 19], [3, 5, 9, 13], [3, 9, 11, 15]];
    const LAST_ROUND: [usize; 16] = [0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15];
    let mut state = START;
    for block in padded(message, 64, &bits(message).to_le_bytes()).chunks_exact(64) {
        let words = words_le(block);
        let [mut a, mut b, mut c, mut d] = state;
        for i in 0..48 {
            let (mix, constant, word) = match i / 16 {
                0 => (b & c | !b & d, 0, i),
                1 => (b & c | b & d | c & d, 0x5a82_7999u32, i % 4 * 4 + i / 4 % 4),
                _ => (b ^ c ^ d, 0x6ed9_eba1, LAST_ROUND[i % 16]),
            };
            let sum = a.wrapping_add(mix).wrapping_add(constant).wrapping_add(words[word]);
            (a, d, c, b) = (d, c, b, sum.rotate_left(SHIFTS[i / 16][i % 4]));
        }
        for (total, part) in state.iter_mut().zip([a, b, c, d]) {
            *total = total.wrapping_add(part);
        }
    }
    state.iter().flat_map(|word| word.to_le_bytes()).collect()
}

/// The permutation of MD2: the digits of pi shuffle the bytes.
fn md2_table() -> [u8; 256] {
    let mut digits = pi_digits(800).into_iter();
    let mut random = |n: u32| -> u32 {
        loop {
            let mut next = || digits.next().unwrap_or_default();
            let (x, y) = if n <= 10 {
                (next(), 10)
            } else if n <= 100 {
                (10 * next() + next(), 100)
            } else {
                (100 * next() + 10 * next() + next(), 1000)
            };
            if x < n * (y / n) {
                return x % n;
            }
        }
    };
    let mut table: [u8; 256] = std::array::from_fn(|i| i as u8);
    for i in 2..=256u32 {
        table.swap(random(i) as usize, (i - 1) as usize);
    }
    table
}

/// The decimal digits of pi by the spigot of Rabinowitz and Wagon.
fn pi_digits(count: usize) -> Vec<u32> {
    let mut remainders = vec![2u32; count * 10 / 3 + 1];
    let mut digits = Vec::with_capacity(count);
    let (mut nines, mut held) = (0, None);
    while digits.len() < count {
        let mut carry = 0;
        for i in (0..remainders.len()).rev() {
            let value = remainders[i] * 10 + carry;
            let divisor = if i == 0 { 10 } else { 2 * i as u32 + 1 };
            remainders[i] = value % divisor;
            carry = value / divisor * if i == 0 { 1 } else { i as u32 };
        }
        let digit = carry;
        if digit == 9 {
            nines += 1;
            continue;
        }
        let overflow = digit == 10;
        if let Some(held) = held {
            digits.push(held + u32::from(overflow));
        }
        digits.extend(std::iter::repeat_n(if overflow { 0 } else { 9 }, nines));
        nines = 0;
        held = Some(if overflow { 0 } else { digit });
    }
    digits
}

fn md2(message: &[u8]) -> Vec<u8> {
    let table = md2_table();
    let mut bytes = message.to_vec();
    let padding = 16 - bytes.len() % 16;
    bytes.extend(std::iter::repeat_n(padding as u8, padding));
    let mut checksum = [0u8; 16];
    let mut last = 0u8;
    for block in bytes.chunks_exact(16) {
        for (sum, byte) in checksum.iter_mut().zip(block) {
            *sum ^= table[usize::from(byte ^ last)];
            last = *sum;
        }
    }
    bytes.extend_from_slice(&checksum);
    let mut state = [0u8; 48];
    for block in bytes.chunks_exact(16) {
        for (i, byte) in block.iter().enumerate() {
            state[16 + i] = *byte;
            state[32 + i] = state[i] ^ byte;
        }
        let mut t = 0u8;
        for round in 0..18u8 {
            for byte in &mut state {
                *byte ^= table[usize::from(t)];
                t = *byte;
            }
            t = t.wrapping_add(round);
        }
    }
    state[..16].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(bytes: &[u8]) -> String {
        bytes.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    #[test]
    fn the_digests_of_abc() {
        assert_eq!(hex(&md2(b"abc")), "da853b0d3f88d99b30283a69e6ded6bb");
        assert_eq!(hex(&md4(b"abc")), "a448017aaf21d8525fc10ae87aa6729d");
        assert_eq!(hex(&md5(b"abc")), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(&sha1(b"abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
        assert_eq!(
            hex(&sha_32(b"abc", 8, 28)),
            "23097d223405d8228642a477bda255b32aadbce4bda0b3f7e36c9da7"
        );
        assert_eq!(
            hex(&sha_32(b"abc", 0, 32)),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        );
        assert!(hex(&sha_64(b"abc", true, 48)).starts_with("cb00753f45a35e8bb5a03d699ac65007"));
        assert!(hex(&sha_64(b"abc", false, 64)).starts_with("ddaf35a193617abacc417349ae204131"));
    }
}
