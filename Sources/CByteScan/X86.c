// SSE2 (every x86-64 has it), AVX2, and AVX-512 with VBMI2.

#if defined(__x86_64__)

#include <immintrin.h>

#include "Kernels.h"

// MARK: SSE2

/// 0xFF where `low <= byte <= high`, all of them ASCII; `high` is given as the count of the range.
static inline __m128i in_range(__m128i in, char low, char count) {
    // Signed: what lies below the range or beyond ASCII is moved to where it is not less.
    __m128i moved = _mm_add_epi8(in, _mm_set1_epi8((char)(-128 - low)));
    return _mm_cmplt_epi8(moved, _mm_set1_epi8((char)(-128 + count)));
}

static inline __m128i is_byte(__m128i in, char byte) {
    return _mm_cmpeq_epi8(in, _mm_set1_epi8(byte));
}

static inline uint64_t mask16(__m128i matches) {
    return (uint16_t)_mm_movemask_epi8(matches);
}

size_t clamor_scan_sse2(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names) {
    uint16_t *next = stops;
    size_t valid = 0;
    for (size_t block = 0; block < count; block += CLAMOR_BYTES_PER_BLOCK) {
        const uint8_t *at = bytes + block;
        uint8_t padded[CLAMOR_BYTES_PER_BLOCK];
        if (count - block < CLAMOR_BYTES_PER_BLOCK) {
            clamor_pad_block(padded, at, count - block);
            at = padded;
        }
        uint64_t stop_bits = 0, name_bits = 0, beyond_ascii = 0;
        for (unsigned part = 0; part < CLAMOR_BYTES_PER_BLOCK; part += 16) {
            __m128i in = _mm_loadu_si128((const __m128i *)(at + part));
            __m128i stop = _mm_or_si128(
                _mm_or_si128(
                    _mm_or_si128(is_byte(in, '<'), is_byte(in, '>')),
                    _mm_or_si128(is_byte(in, '\''), is_byte(in, '"'))),
                _mm_or_si128(is_byte(in, '&'), in_range(in, 0, 0x20)));
            // The letters differ from the capitals in one bit.
            __m128i letter = in_range(_mm_or_si128(in, _mm_set1_epi8(0x20)), 'a', 26);
            // `-` and `.` are neighbours.
            __m128i name = _mm_or_si128(
                _mm_or_si128(letter, in_range(in, '0', 10)),
                _mm_or_si128(in_range(in, '-', 2), is_byte(in, '_')));
            stop_bits |= mask16(stop) << part;
            name_bits |= mask16(name) << part;
            beyond_ascii |= mask16(in) << part;
        }
        if (beyond_ascii != 0 && !clamor_validate_block(bytes, count, block, &valid)) {
            return CLAMOR_INVALID;
        }
        outside_names[block / CLAMOR_BYTES_PER_BLOCK] = ~name_bits;
        next = clamor_write_stops(next, stop_bits, block);
    }
    return (size_t)(next - stops);
}

// MARK: AVX2

#define AVX2 static inline __attribute__((always_inline, target("avx2,bmi,popcnt")))

/// A table for each half of the vector.
#define TWICE(...) _mm256_setr_epi8(__VA_ARGS__, __VA_ARGS__)

/// Classes of a byte, found by its two halves: each is a bit in both tables, set for some values of
/// the high half and some of the low one. A byte has one class of names, one of stops, or none.
enum {
    DASH_DOT = 0x01,
    DIGITS = 0x02,
    /// 0x41 to 0x4F and 0x61 to 0x6F.
    LETTERS_TO_O = 0x04,
    /// 0x50 to 0x5A and 0x5F.
    CAPITALS_FROM_P = 0x08,
    /// 0x70 to 0x7A.
    LETTERS_FROM_P = 0x10,
    CONTROLS = 0x20,
    /// `<` and `>`.
    ANGLES = 0x40,
    /// `&`, `'` and `"`.
    QUOTES = 0x80,
};

typedef enum { LOW_HALF, HIGH_HALF } ByteHalf;

/// The classes that the values of one half of a byte can have.
AVX2 __m256i class_table(ByteHalf half) {
    const int to_z = LETTERS_TO_O | CAPITALS_FROM_P | LETTERS_FROM_P | CONTROLS;
    if (half == LOW_HALF) {
        return TWICE(
            DIGITS | CAPITALS_FROM_P | LETTERS_FROM_P | CONTROLS,
            DIGITS | to_z, (char)(DIGITS | to_z | QUOTES), DIGITS | to_z,
            DIGITS | to_z, DIGITS | to_z, (char)(DIGITS | to_z | QUOTES),
            (char)(DIGITS | to_z | QUOTES), DIGITS | to_z, DIGITS | to_z, to_z,
            LETTERS_TO_O | CONTROLS, LETTERS_TO_O | CONTROLS | ANGLES,
            LETTERS_TO_O | CONTROLS | DASH_DOT, LETTERS_TO_O | CONTROLS | DASH_DOT | ANGLES,
            LETTERS_TO_O | CAPITALS_FROM_P | CONTROLS);
    }
    return TWICE(
        CONTROLS, CONTROLS, (char)(DASH_DOT | QUOTES), DIGITS | ANGLES, LETTERS_TO_O,
        CAPITALS_FROM_P, LETTERS_TO_O, LETTERS_FROM_P, 0, 0, 0, 0, 0, 0, 0, 0);
}

AVX2 __m256i classes(__m256i in) {
    __m256i high_half = _mm256_and_si256(_mm256_srli_epi16(in, 4), _mm256_set1_epi8(0x0F));
    // What is beyond ASCII selects zero from the first table.
    return _mm256_and_si256(
        _mm256_shuffle_epi8(class_table(LOW_HALF), in),
        _mm256_shuffle_epi8(class_table(HIGH_HALF), high_half));
}

AVX2 uint64_t mask32(__m256i matches) { return (uint32_t)_mm256_movemask_epi8(matches); }

/// The stops are the classes from 0x20 on.
AVX2 uint64_t stop_bits(__m256i classes) {
    return mask32(_mm256_adds_epu8(classes, _mm256_set1_epi8(0x60)));
}

/// Those without a class, or with one of stops.
AVX2 uint64_t outside_bits(__m256i classes) {
    __m256i less = _mm256_sub_epi8(classes, _mm256_set1_epi8(1));
    return mask32(_mm256_adds_epu8(less, _mm256_set1_epi8(0x61)));
}

/// The vector that lies `COUNT` bytes earlier.
#define EARLIER(in, before, COUNT)                                                               \
    _mm256_alignr_epi8((in), _mm256_permute2x128_si256((before), (in), 0x21), 16 - (COUNT))

/// Not zero where two bytes cannot follow each other, or where a third or fourth is amiss.
///
/// Source: Keiser and Lemire, "Validating UTF-8 In Less Than One Instruction Per Byte" (2021).
AVX2 __m256i utf8_errors(__m256i in, __m256i before) {
    enum {
        TOO_SHORT = 0x01,
        TOO_LONG = 0x02,
        OVERLONG_3 = 0x04,
        TOO_LARGE = 0x08,
        SURROGATE = 0x10,
        OVERLONG_2 = 0x20,
        TOO_LARGE_1000 = 0x40,
        OVERLONG_4 = 0x40,
        TWO_CONTINUATIONS = 0x80,
        CARRY = TOO_SHORT | TOO_LONG | TWO_CONTINUATIONS,
    };
    const __m256i first_high = TWICE(
        TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG, TOO_LONG,
        (char)TWO_CONTINUATIONS, (char)TWO_CONTINUATIONS, (char)TWO_CONTINUATIONS,
        (char)TWO_CONTINUATIONS, TOO_SHORT | OVERLONG_2, TOO_SHORT,
        TOO_SHORT | OVERLONG_3 | SURROGATE, TOO_SHORT | TOO_LARGE | TOO_LARGE_1000 | OVERLONG_4);
    const char large = (char)(CARRY | TOO_LARGE | TOO_LARGE_1000);
    const __m256i first_low = TWICE(
        (char)(CARRY | OVERLONG_3 | OVERLONG_2 | OVERLONG_4), (char)(CARRY | OVERLONG_2),
        (char)CARRY, (char)CARRY, (char)(CARRY | TOO_LARGE), large, large, large, large, large,
        large, large, large, (char)(large | SURROGATE), large, large);
    const char second = (char)(TOO_LONG | OVERLONG_2 | TWO_CONTINUATIONS);
    const __m256i second_high = TWICE(
        TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT,
        (char)(second | OVERLONG_3 | TOO_LARGE_1000 | OVERLONG_4),
        (char)(second | OVERLONG_3 | TOO_LARGE), (char)(second | SURROGATE | TOO_LARGE),
        (char)(second | SURROGATE | TOO_LARGE), TOO_SHORT, TOO_SHORT, TOO_SHORT, TOO_SHORT);
    const __m256i half = _mm256_set1_epi8(0x0F);
    __m256i one = EARLIER(in, before, 1);
    __m256i two = EARLIER(in, before, 2);
    __m256i three = EARLIER(in, before, 3);
    __m256i pairs = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_shuffle_epi8(first_high, _mm256_and_si256(_mm256_srli_epi16(one, 4), half)),
            _mm256_shuffle_epi8(first_low, _mm256_and_si256(one, half))),
        _mm256_shuffle_epi8(second_high, _mm256_and_si256(_mm256_srli_epi16(in, 4), half)));
    // Where a third byte of three or four, or a fourth of four, has to stand.
    __m256i third = _mm256_subs_epu8(two, _mm256_set1_epi8((char)(0xE0 - 0x80)));
    __m256i fourth = _mm256_subs_epu8(three, _mm256_set1_epi8((char)(0xF0 - 0x80)));
    __m256i continues = _mm256_and_si256(
        _mm256_or_si256(third, fourth), _mm256_set1_epi8((char)0x80));
    // U+FFFE and U+FFFF are UTF-8 but not characters.
    __m256i last_two = _mm256_and_si256(
        _mm256_and_si256(
            _mm256_cmpeq_epi8(two, _mm256_set1_epi8((char)0xEF)),
            _mm256_cmpeq_epi8(one, _mm256_set1_epi8((char)0xBF))),
        _mm256_cmpeq_epi8(_mm256_max_epu8(in, _mm256_set1_epi8((char)0xBE)), in));
    return _mm256_or_si256(_mm256_xor_si256(continues, pairs), last_two);
}

/// Not zero when the vector ends within a sequence.
AVX2 __m256i cut_sequence(__m256i in) {
    const __m256i most = _mm256_setr_epi8(
        -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1,
        -1, -1, -1, -1, -1, -1, (char)0xEF, (char)0xDF, (char)0xBF);
    return _mm256_subs_epu8(in, most);
}

AVX2 uint16_t *write_stops(uint16_t *stops, uint64_t bits, size_t first) {
    int count = (int)_mm_popcnt_u64(bits);
    // Eight at a time, as a loop that ends after each count would be mispredicted; what is written
    // beyond is overwritten by the next block.
    for (int done = 0; done < count; done += 8) {
        for (int i = 0; i < 8; i++) {
            stops[done + i] = (uint16_t)(first + _tzcnt_u64(bits));
            bits = _blsr_u64(bits);
        }
    }
    return stops + count;
}

__attribute__((target("avx2,bmi,popcnt"))) size_t clamor_scan_avx2(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names) {
    uint16_t *next = stops;
    __m256i before = _mm256_setzero_si256();
    __m256i cut = _mm256_setzero_si256();
    __m256i errors = _mm256_setzero_si256();
    for (size_t block = 0; block < count; block += CLAMOR_BYTES_PER_BLOCK) {
        const uint8_t *at = bytes + block;
        uint8_t padded[CLAMOR_BYTES_PER_BLOCK];
        if (count - block < CLAMOR_BYTES_PER_BLOCK) {
            clamor_pad_block(padded, at, count - block);
            at = padded;
        }
        __m256i low = _mm256_loadu_si256((const __m256i *)at);
        __m256i high = _mm256_loadu_si256((const __m256i *)(at + 32));
        __m256i low_classes = classes(low), high_classes = classes(high);
        uint64_t stop = stop_bits(low_classes) | stop_bits(high_classes) << 32;
        outside_names[block / CLAMOR_BYTES_PER_BLOCK] =
            outside_bits(low_classes) | outside_bits(high_classes) << 32;
        if (_mm256_movemask_epi8(_mm256_or_si256(low, high)) == 0) {
            errors = _mm256_or_si256(errors, cut);
            cut = _mm256_setzero_si256();
        } else {
            errors = _mm256_or_si256(errors, utf8_errors(low, before));
            errors = _mm256_or_si256(errors, utf8_errors(high, low));
            cut = cut_sequence(high);
        }
        before = high;
        next = write_stops(next, stop, block);
    }
    errors = _mm256_or_si256(errors, cut);
    if (!_mm256_testz_si256(errors, errors)) {
        return CLAMOR_INVALID;
    }
    return (size_t)(next - stops);
}

// MARK: AVX-512

__attribute__((target("avx512f,avx512bw,avx512vbmi2,avx2,bmi,popcnt"))) size_t clamor_scan_avx512(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names) {
    const __m512i low_table = _mm512_broadcast_i64x4(class_table(LOW_HALF));
    const __m512i high_table = _mm512_broadcast_i64x4(class_table(HIGH_HALF));
    const __m512i half = _mm512_set1_epi8(0x0F);
    const __m512i name_classes = _mm512_set1_epi8(0x1F);
    const __m512i stop_classes = _mm512_set1_epi8((char)0xE0);
    // 0 to 63, the places in a block.
    const __m512i places = _mm512_set_epi8(
        63, 62, 61, 60, 59, 58, 57, 56, 55, 54, 53, 52, 51, 50, 49, 48, 47, 46, 45, 44, 43, 42, 41,
        40, 39, 38, 37, 36, 35, 34, 33, 32, 31, 30, 29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 19, 18,
        17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0);
    uint16_t *next = stops;
    __m256i before = _mm256_setzero_si256();
    __m256i cut = _mm256_setzero_si256();
    __m256i errors = _mm256_setzero_si256();
    for (size_t block = 0; block < count; block += CLAMOR_BYTES_PER_BLOCK) {
        // What is not there is not read either, and taken for spaces.
        size_t there = count - block;
        __mmask64 mask = there < CLAMOR_BYTES_PER_BLOCK ? (UINT64_C(1) << there) - 1 : ~UINT64_C(0);
        __m512i in = _mm512_mask_loadu_epi8(_mm512_set1_epi8(' '), mask, bytes + block);
        __m512i classes = _mm512_and_si512(
            _mm512_shuffle_epi8(low_table, in),
            _mm512_shuffle_epi8(
                high_table, _mm512_and_si512(_mm512_srli_epi16(in, 4), half)));
        uint64_t stop = _mm512_test_epi8_mask(classes, stop_classes);
        outside_names[block / CLAMOR_BYTES_PER_BLOCK] =
            ~_mm512_test_epi8_mask(classes, name_classes);
        if (_mm512_movepi8_mask(in) == 0) {
            errors = _mm256_or_si256(errors, cut);
            cut = _mm256_setzero_si256();
            before = cut;
        } else {
            __m256i low = _mm512_castsi512_si256(in);
            __m256i high = _mm512_extracti64x4_epi64(in, 1);
            errors = _mm256_or_si256(errors, utf8_errors(low, before));
            errors = _mm256_or_si256(errors, utf8_errors(high, low));
            cut = cut_sequence(high);
            before = high;
        }
        __m512i found = _mm512_maskz_compress_epi8(stop, places);
        __m512i first = _mm512_set1_epi16((short)block);
        int stop_count = (int)_mm_popcnt_u64(stop);
        _mm512_storeu_si512(
            next, _mm512_add_epi16(_mm512_cvtepu8_epi16(_mm512_castsi512_si256(found)), first));
        if (stop_count > 32) {
            __m256i more = _mm512_extracti64x4_epi64(found, 1);
            _mm512_storeu_si512(next + 32, _mm512_add_epi16(_mm512_cvtepu8_epi16(more), first));
        }
        next += stop_count;
    }
    errors = _mm256_or_si256(errors, cut);
    if (!_mm256_testz_si256(errors, errors)) {
        return CLAMOR_INVALID;
    }
    return (size_t)(next - stops);
}

#else

// An empty translation unit is not allowed.
typedef int clamor_no_x86;

#endif
