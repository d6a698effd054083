// Choice of the kernel, and the last block of a read.

#include "CByteScan.h"

#include <stdatomic.h>

#include "Kernels.h"

bool clamor_kernel_is_available(ClamorKernel kernel) {
    switch (kernel) {
    case CLAMOR_KERNEL_PORTABLE:
        return true;
#if defined(__x86_64__)
    case CLAMOR_KERNEL_SSE2:
        return true;
    case CLAMOR_KERNEL_AVX2:
        __builtin_cpu_init();
        return __builtin_cpu_supports("avx2") != 0;
#endif
#if defined(__ARM_NEON) && defined(__aarch64__)
    case CLAMOR_KERNEL_NEON:
        return true;
#endif
    default:
        return false;
    }
}

ClamorKernel clamor_kernel_best(void) {
    // One more than the kernel, so that zero means "not asked yet". Racing threads store the same.
    static _Atomic int chosen;
    int known = atomic_load_explicit(&chosen, memory_order_relaxed);
    if (known != 0) {
        return (ClamorKernel)(known - 1);
    }
    static const ClamorKernel by_preference[] = {
        CLAMOR_KERNEL_AVX2, CLAMOR_KERNEL_NEON, CLAMOR_KERNEL_SSE2};
    ClamorKernel best = CLAMOR_KERNEL_PORTABLE;
    for (size_t i = 0; i < sizeof by_preference / sizeof by_preference[0]; i++) {
        if (clamor_kernel_is_available(by_preference[i])) {
            best = by_preference[i];
            break;
        }
    }
    atomic_store_explicit(&chosen, (int)best + 1, memory_order_relaxed);
    return best;
}

static void scan_blocks(
    ClamorKernel kernel, const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks) {
    switch (kernel) {
#if defined(__x86_64__)
    case CLAMOR_KERNEL_SSE2:
        clamor_scan_sse2(bytes, blocks, marks);
        return;
    case CLAMOR_KERNEL_AVX2:
        // Forced on a processor without it, this would be an illegal instruction.
        if (clamor_kernel_best() == CLAMOR_KERNEL_AVX2) {
            clamor_scan_avx2(bytes, blocks, marks);
            return;
        }
        break;
#endif
#if defined(__ARM_NEON) && defined(__aarch64__)
    case CLAMOR_KERNEL_NEON:
        clamor_scan_neon(bytes, blocks, marks);
        return;
#endif
    default:
        break;
    }
    clamor_scan_portable(bytes, blocks, marks);
}

void clamor_scan(
    ClamorKernel kernel, const uint8_t *bytes, size_t count, ClamorByteMarks *marks) {
    size_t blocks = count / CLAMOR_BYTES_PER_BLOCK;
    size_t rest = count % CLAMOR_BYTES_PER_BLOCK;
    if (blocks != 0) {
        scan_blocks(kernel, bytes, blocks, marks);
    }
    if (rest != 0) {
        // Padded with spaces, which no mask marks.
        uint8_t last[CLAMOR_BYTES_PER_BLOCK];
        memset(last, ' ', sizeof last);
        memcpy(last, bytes + blocks * CLAMOR_BYTES_PER_BLOCK, rest);
        scan_blocks(kernel, last, 1, marks + blocks);
    }
}
