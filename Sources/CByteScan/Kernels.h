// The kernels behind `clamor_scan`; each takes whole blocks only.

#ifndef CLAMOR_KERNELS_H
#define CLAMOR_KERNELS_H

#include "CByteScan.h"

void clamor_scan_portable(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks);

#if defined(__x86_64__)
void clamor_scan_sse2(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks);
void clamor_scan_avx2(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks);
#endif

#if defined(__ARM_NEON) && defined(__aarch64__)
void clamor_scan_neon(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks);
#endif

#endif
