// Where an XML parser has to stop in the bytes of a read, and whether they are characters.
//
// A kernel takes a window of bytes in blocks of 64 and yields two things: the positions of the
// bytes at which something begins or ends, and for each byte whether an ASCII name can have it.
// UTF-8 is validated on the way, so that what lies between two stops needs no second look. All
// kernels give the same answer; the portable one is the reference. Kernels read exactly the bytes
// they are given, never beyond.

#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

enum {
    /// Bytes that a word of `outside_names` stands for.
    CLAMOR_BYTES_PER_BLOCK = 64,
    /// Bytes that can be scanned at a time: positions are 16 bits wide, and with its tables a
    /// window fits in the first-level cache.
    CLAMOR_WINDOW_BYTES = 16384,
    /// How many times the end of the window stands behind the last stop.
    CLAMOR_SENTINELS = 8,
    /// Room that `stops` needs: each byte of a window, the sentinels, and what a kernel may write
    /// beyond them.
    CLAMOR_STOPS_ROOM = CLAMOR_WINDOW_BYTES + CLAMOR_SENTINELS + CLAMOR_BYTES_PER_BLOCK,
    /// Words that `outside_names` needs: the blocks of a window, and two that are all ones.
    CLAMOR_NAMES_ROOM = CLAMOR_WINDOW_BYTES / CLAMOR_BYTES_PER_BLOCK + 2,
};

/// The instruction sets that a kernel was written for.
typedef enum {
    CLAMOR_KERNEL_PORTABLE = 0,
    CLAMOR_KERNEL_SSE2 = 1,
    CLAMOR_KERNEL_AVX2 = 2,
    CLAMOR_KERNEL_NEON = 3,
    CLAMOR_KERNEL_AVX512 = 4,
} ClamorKernel;

/// What a scan came to.
typedef struct {
    /// Bytes that were scanned: all, or up to three less when a character is cut by the end.
    size_t bytes;
    /// Stops that were found, sentinels not counted.
    size_t stops;
} ClamorScan;

/// Whether this build has the kernel and this processor can run it.
bool clamor_kernel_is_available(ClamorKernel kernel);

/// The fastest kernel that is available. The processor is asked once; later calls are a load.
ClamorKernel clamor_kernel_best(void);

/// Scans `count` bytes, at most `CLAMOR_WINDOW_BYTES`, that begin with a whole character.
///
/// Stops are `<`, `>`, `&`, `'`, `"`, all below U+0020, and, once a sequence is not UTF-8, not a
/// character of XML, or (in less than four bytes) not whole, its first byte and each byte beyond
/// ASCII that follows it. Their positions ascend; sentinels follow.
///
/// Bit n of `outside_names` is set when byte n is not one of the ASCII letters, digits, `-`, `.`
/// and `_`, and from the end on.
///
/// A kernel that is not available is replaced by the portable one.
ClamorScan clamor_scan(
    ClamorKernel kernel, const uint8_t *bytes, size_t count, uint16_t *stops,
    uint64_t *outside_names);

/// The first eight bytes of a run, or all of it and zeros behind, in the order of memory.
static inline uint64_t clamor_first_word(const uint8_t *bytes, size_t count) {
    uint64_t word = 0;
    if (count >= 8) {
        memcpy(&word, bytes, 8);
        return word;
    }
    for (size_t i = 0; i < count; i++) {
        memcpy((uint8_t *)&word + i, bytes + i, 1);
    }
    return word;
}

/// Whether two runs of `count` bytes are the same. Short ones, such as names, are compared in
/// words that may overlap.
static inline bool clamor_equal(const uint8_t *left, const uint8_t *right, size_t count) {
    if (count > 16) {
        return memcmp(left, right, count) == 0;
    }
    if (count >= 8) {
        uint64_t a, b, c, d;
        memcpy(&a, left, 8);
        memcpy(&b, right, 8);
        memcpy(&c, left + count - 8, 8);
        memcpy(&d, right + count - 8, 8);
        return ((a ^ b) | (c ^ d)) == 0;
    }
    if (count >= 4) {
        uint32_t a, b, c, d;
        memcpy(&a, left, 4);
        memcpy(&b, right, 4);
        memcpy(&c, left + count - 4, 4);
        memcpy(&d, right + count - 4, 4);
        return ((a ^ b) | (c ^ d)) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (left[i] != right[i]) {
            return false;
        }
    }
    return true;
}

#endif
