// Choice of the kernel, and the ends of a window.

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
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
            && __builtin_cpu_supports("popcnt");
    case CLAMOR_KERNEL_AVX512:
        return clamor_kernel_is_available(CLAMOR_KERNEL_AVX2)
            && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2");
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
        CLAMOR_KERNEL_AVX512, CLAMOR_KERNEL_AVX2, CLAMOR_KERNEL_NEON, CLAMOR_KERNEL_SSE2};
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

static size_t scan(
    ClamorKernel kernel, const uint8_t *bytes, size_t count, uint16_t *stops,
    uint64_t *outside_names) {
    switch (kernel) {
#if defined(__x86_64__)
    case CLAMOR_KERNEL_SSE2:
        return clamor_scan_sse2(bytes, count, stops, outside_names);
    case CLAMOR_KERNEL_AVX2:
        // Forced on a processor without it, this would be an illegal instruction.
        if (clamor_kernel_best() == CLAMOR_KERNEL_AVX2
            || clamor_kernel_best() == CLAMOR_KERNEL_AVX512) {
            return clamor_scan_avx2(bytes, count, stops, outside_names);
        }
        break;
    case CLAMOR_KERNEL_AVX512:
        if (clamor_kernel_best() == CLAMOR_KERNEL_AVX512) {
            return clamor_scan_avx512(bytes, count, stops, outside_names);
        }
        break;
#endif
#if defined(__ARM_NEON) && defined(__aarch64__)
    case CLAMOR_KERNEL_NEON:
        return clamor_scan_neon(bytes, count, stops, outside_names);
#endif
    default:
        break;
    }
    return CLAMOR_INVALID;
}

/// Bytes at the end of the window that begin a character and are not the whole of it. Where there
/// is nothing else they are to be looked at.
static size_t cut_bytes(const uint8_t *bytes, size_t count) {
    for (size_t back = 1; back <= 3 && back < count; back++) {
        uint8_t byte = bytes[count - back];
        if (byte < 0x80) {
            return 0;
        }
        if (byte >= 0xC0) {
            size_t length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
            return length > back ? back : 0;
        }
    }
    return 0;
}

ClamorScan clamor_scan(
    ClamorKernel kernel, const uint8_t *bytes, size_t count, uint16_t *stops,
    uint64_t *outside_names) {
    count -= cut_bytes(bytes, count);
    size_t found = scan(kernel, bytes, count, stops, outside_names);
    if (found == CLAMOR_INVALID) {
        found = clamor_scan_portable(bytes, count, stops, outside_names);
    }
    for (size_t i = 0; i < CLAMOR_SENTINELS; i++) {
        stops[found + i] = (uint16_t)count;
    }
    size_t blocks = count / CLAMOR_BYTES_PER_BLOCK;
    size_t rest = count % CLAMOR_BYTES_PER_BLOCK;
    if (rest != 0) {
        outside_names[blocks++] |= ~UINT64_C(0) << rest;
    }
    outside_names[blocks] = ~UINT64_C(0);
    outside_names[blocks + 1] = ~UINT64_C(0);
    return (ClamorScan){count, found};
}
