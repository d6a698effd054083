// NEON has no movemask: the matches of 64 bytes are reduced by pairwise additions of one bit per
// lane.

#if defined(__ARM_NEON) && defined(__aarch64__)

#include <arm_neon.h>

#include "Kernels.h"

static inline uint64_t mask64(const uint8x16_t matches[4]) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(matches[0], bits), vandq_u8(matches[1], bits));
    uint8x16_t high = vpaddq_u8(vandq_u8(matches[2], bits), vandq_u8(matches[3], bits));
    uint8x16_t sums = vpaddq_u8(low, high);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sums), 0);
}

/// 0xFF for `count` bytes from `low` on.
static inline uint8x16_t in_range(uint8x16_t in, uint8_t low, uint8_t count) {
    return vcltq_u8(vsubq_u8(in, vdupq_n_u8(low)), vdupq_n_u8(count));
}

static inline uint8x16_t is_byte(uint8x16_t in, uint8_t byte) {
    return vceqq_u8(in, vdupq_n_u8(byte));
}

static inline uint8x16_t is_stop(uint8x16_t in) {
    return vorrq_u8(
        vorrq_u8(
            vorrq_u8(is_byte(in, '<'), is_byte(in, '>')),
            vorrq_u8(is_byte(in, '\''), is_byte(in, '"'))),
        vorrq_u8(is_byte(in, '&'), in_range(in, 0, 0x20)));
}

static inline uint8x16_t is_in_names(uint8x16_t in) {
    // The letters differ from the capitals in one bit; `-` and `.` are neighbours.
    return vorrq_u8(
        vorrq_u8(in_range(vorrq_u8(in, vdupq_n_u8(0x20)), 'a', 26), in_range(in, '0', 10)),
        vorrq_u8(in_range(in, '-', 2), is_byte(in, '_')));
}

size_t clamor_scan_neon(
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
        uint8x16_t stop[4], name[4];
        uint8x16_t all = vdupq_n_u8(0);
        for (unsigned part = 0; part < 4; part++) {
            uint8x16_t in = vld1q_u8(at + part * 16);
            stop[part] = is_stop(in);
            name[part] = is_in_names(in);
            all = vorrq_u8(all, in);
        }
        if (vmaxvq_u8(all) >= 0x80 && !clamor_validate_block(bytes, count, block, &valid)) {
            return CLAMOR_INVALID;
        }
        outside_names[block / CLAMOR_BYTES_PER_BLOCK] = ~mask64(name);
        next = clamor_write_stops(next, mask64(stop), block);
    }
    return (size_t)(next - stops);
}

#else

// An empty translation unit is not allowed.
typedef int clamor_no_neon;

#endif
