// NEON has no movemask: the matches of 64 bytes are reduced by pairwise additions of one bit per
// lane.

#if defined(__ARM_NEON) && defined(__aarch64__)

#include <arm_neon.h>

#include "Kernels.h"

static inline uint64_t mask64(uint8x16_t a, uint8x16_t b, uint8x16_t c, uint8x16_t d) {
    const uint8x16_t bits = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    uint8x16_t low = vpaddq_u8(vandq_u8(a, bits), vandq_u8(b, bits));
    uint8x16_t high = vpaddq_u8(vandq_u8(c, bits), vandq_u8(d, bits));
    uint8x16_t sums = vpaddq_u8(low, high);
    sums = vpaddq_u8(sums, sums);
    return vgetq_lane_u64(vreinterpretq_u64_u8(sums), 0);
}

static inline uint8x16_t markup(uint8x16_t in) {
    return vorrq_u8(
        vorrq_u8(vceqq_u8(in, vdupq_n_u8('<')), vceqq_u8(in, vdupq_n_u8('>'))),
        vceqq_u8(in, vdupq_n_u8('&')));
}

static inline uint8x16_t quotes(uint8x16_t in) {
    return vorrq_u8(vceqq_u8(in, vdupq_n_u8('\'')), vceqq_u8(in, vdupq_n_u8('"')));
}

static inline uint8x16_t special(uint8x16_t in) {
    return vcltq_s8(vreinterpretq_s8_u8(in), vdupq_n_s8(0x20));
}

void clamor_scan_neon(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks) {
    for (size_t block = 0; block < blocks; block++) {
        const uint8_t *at = bytes + block * CLAMOR_BYTES_PER_BLOCK;
        uint8x16_t a = vld1q_u8(at), b = vld1q_u8(at + 16);
        uint8x16_t c = vld1q_u8(at + 32), d = vld1q_u8(at + 48);
        marks[block].markup = mask64(markup(a), markup(b), markup(c), markup(d));
        marks[block].quotes = mask64(quotes(a), quotes(b), quotes(c), quotes(d));
        marks[block].special = mask64(special(a), special(b), special(c), special(d));
    }
}

#else

// An empty translation unit is not allowed.
typedef int clamor_no_neon;

#endif
