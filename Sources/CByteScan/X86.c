// SSE2 (every x86-64 has it) and AVX2.
//
// `special` is one signed comparison: bytes from 0x80 on are negative, so "less than 0x20" takes
// both the control characters and what is not ASCII.

#if defined(__x86_64__)

#include <immintrin.h>

#include "Kernels.h"

static inline uint64_t mask16(__m128i matches) {
    return (uint16_t)_mm_movemask_epi8(matches);
}

void clamor_scan_sse2(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks) {
    const __m128i less = _mm_set1_epi8('<'), greater = _mm_set1_epi8('>');
    const __m128i ampersand = _mm_set1_epi8('&'), space = _mm_set1_epi8(0x20);
    const __m128i apostrophe = _mm_set1_epi8('\''), quotation = _mm_set1_epi8('"');
    for (size_t block = 0; block < blocks; block++) {
        ClamorByteMarks found = {0, 0, 0};
        for (unsigned part = 0; part < 4; part++) {
            const uint8_t *at = bytes + block * CLAMOR_BYTES_PER_BLOCK + part * 16;
            __m128i in = _mm_loadu_si128((const __m128i *)at);
            __m128i markup = _mm_or_si128(
                _mm_or_si128(_mm_cmpeq_epi8(in, less), _mm_cmpeq_epi8(in, greater)),
                _mm_cmpeq_epi8(in, ampersand));
            __m128i quotes =
                _mm_or_si128(_mm_cmpeq_epi8(in, apostrophe), _mm_cmpeq_epi8(in, quotation));
            __m128i special = _mm_cmpgt_epi8(space, in);
            found.markup |= mask16(markup) << (part * 16);
            found.quotes |= mask16(quotes) << (part * 16);
            found.special |= mask16(special) << (part * 16);
        }
        marks[block] = found;
    }
}

__attribute__((target("avx2"))) void clamor_scan_avx2(
    const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks) {
    const __m256i less = _mm256_set1_epi8('<'), greater = _mm256_set1_epi8('>');
    const __m256i ampersand = _mm256_set1_epi8('&'), space = _mm256_set1_epi8(0x20);
    const __m256i apostrophe = _mm256_set1_epi8('\''), quotation = _mm256_set1_epi8('"');
    for (size_t block = 0; block < blocks; block++) {
        ClamorByteMarks found = {0, 0, 0};
        for (unsigned part = 0; part < 2; part++) {
            const uint8_t *at = bytes + block * CLAMOR_BYTES_PER_BLOCK + part * 32;
            __m256i in = _mm256_loadu_si256((const __m256i *)at);
            __m256i markup = _mm256_or_si256(
                _mm256_or_si256(_mm256_cmpeq_epi8(in, less), _mm256_cmpeq_epi8(in, greater)),
                _mm256_cmpeq_epi8(in, ampersand));
            __m256i quotes = _mm256_or_si256(
                _mm256_cmpeq_epi8(in, apostrophe), _mm256_cmpeq_epi8(in, quotation));
            __m256i special = _mm256_cmpgt_epi8(space, in);
            found.markup |= (uint64_t)(uint32_t)_mm256_movemask_epi8(markup) << (part * 32);
            found.quotes |= (uint64_t)(uint32_t)_mm256_movemask_epi8(quotes) << (part * 32);
            found.special |= (uint64_t)(uint32_t)_mm256_movemask_epi8(special) << (part * 32);
        }
        marks[block] = found;
    }
}

#else

// An empty translation unit is not allowed.
typedef int clamor_no_x86;

#endif
