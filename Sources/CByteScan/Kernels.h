// The kernels behind `clamor_scan`. Each scans the whole of a window and returns how many stops it
// wrote, or `CLAMOR_INVALID` when there is a sequence that is not a character: then the portable
// one is asked where. Sentinels are not theirs to write.

#ifndef CLAMOR_KERNELS_H
#define CLAMOR_KERNELS_H

#include "CByteScan.h"

#define CLAMOR_INVALID SIZE_MAX

size_t clamor_scan_portable(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names);

#if defined(__x86_64__)
size_t clamor_scan_sse2(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names);
size_t clamor_scan_avx2(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names);
size_t clamor_scan_avx512(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names);
#endif

#if defined(__ARM_NEON) && defined(__aarch64__)
size_t clamor_scan_neon(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names);
#endif

/// The bytes of the last block, when it is not a whole one, followed by spaces.
static inline void clamor_pad_block(uint8_t *block, const uint8_t *bytes, size_t count) {
    memset(block, ' ', CLAMOR_BYTES_PER_BLOCK);
    memcpy(block, bytes, count);
}

/// Writes the positions of the bits that are set; `first` is the position of the block.
static inline uint16_t *clamor_write_stops(uint16_t *stops, uint64_t bits, size_t first) {
    while (bits != 0) {
        *stops++ = (uint16_t)(first + (size_t)__builtin_ctzll(bits));
        bits &= bits - 1;
    }
    return stops;
}

/// Bytes of the character at the beginning of `count` bytes, at least one; 0 if there is none of
/// XML, or not all of it.
///
/// Source: RFC 3629 §4; XML 1.0 §2.2, production 2. Of ASCII all is let through.
static inline size_t clamor_character_length(const uint8_t *bytes, size_t count) {
    uint8_t lead = bytes[0];
    if (lead < 0x80) {
        return 1;
    }
    size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || count < length) {
        return 0;
    }
    // The second byte's range keeps out overlong forms, surrogates and what is beyond U+10FFFF.
    uint8_t lowest = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    uint8_t highest = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (bytes[1] < lowest || bytes[1] > highest) {
        return 0;
    }
    for (size_t i = 2; i < length; i++) {
        if ((bytes[i] & 0xC0) != 0x80) {
            return 0;
        }
    }
    // U+FFFE and U+FFFF.
    return lead == 0xEF && bytes[1] == 0xBF && bytes[2] >= 0xBE ? 0 : length;
}

/// Passes the characters that begin in a block which has more than ASCII, for kernels that do not
/// validate in vectors. `valid` is how far the characters before went.
static inline bool clamor_validate_block(
    const uint8_t *bytes, size_t count, size_t block, size_t *valid) {
    size_t end = count - block < CLAMOR_BYTES_PER_BLOCK ? count : block + CLAMOR_BYTES_PER_BLOCK;
    size_t at = *valid > block ? *valid : block;
    while (at < end) {
        size_t length = clamor_character_length(bytes + at, count - at);
        if (length == 0) {
            return false;
        }
        at += length;
    }
    *valid = at;
    return true;
}

#endif
