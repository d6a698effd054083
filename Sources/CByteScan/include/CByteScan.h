// Bitmasks over the bytes of a read: which of them an XML parser has to stop at.
//
// A kernel reads the input 64 bytes at a time and writes one `ClamorByteMarks` per block; bit n of
// a mask stands for byte n of the block. All kernels give the same answer; the portable one is the
// reference. Kernels read exactly the bytes they are given, never beyond.

#ifndef CBYTESCAN_H
#define CBYTESCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Bytes that one entry of the table stands for.
#define CLAMOR_BYTES_PER_BLOCK 64

/// What stands in a block of 64 bytes. Bits beyond the end of the input are zero.
typedef struct {
    /// `<`, `>` and `&`.
    uint64_t markup;
    /// `'` and `"`.
    uint64_t quotes;
    /// Below U+0020 or not ASCII: what has to be looked at before it is let through.
    uint64_t special;
} ClamorByteMarks;

/// The instruction sets that a kernel was written for.
typedef enum {
    CLAMOR_KERNEL_PORTABLE = 0,
    CLAMOR_KERNEL_SSE2 = 1,
    CLAMOR_KERNEL_AVX2 = 2,
    CLAMOR_KERNEL_NEON = 3,
} ClamorKernel;

/// Whether this build has the kernel and this processor can run it.
bool clamor_kernel_is_available(ClamorKernel kernel);

/// The fastest kernel that is available. The processor is asked once; later calls are a load.
ClamorKernel clamor_kernel_best(void);

/// Fills `(count + 63) / 64` entries of `marks` from `count` bytes.
/// A kernel that is not available is replaced by the portable one.
void clamor_scan(
    ClamorKernel kernel, const uint8_t *bytes, size_t count, ClamorByteMarks *marks);

/// Whether two runs of `count` bytes are the same.
static inline bool clamor_equal(const uint8_t *left, const uint8_t *right, size_t count) {
    return count == 0 || memcmp(left, right, count) == 0;
}

#endif
