// The reference kernel: one byte after the other.

#include "Kernels.h"

void clamor_scan_portable(const uint8_t *bytes, size_t blocks, ClamorByteMarks *marks) {
    for (size_t block = 0; block < blocks; block++) {
        ClamorByteMarks found = {0, 0, 0};
        for (unsigned bit = 0; bit < CLAMOR_BYTES_PER_BLOCK; bit++) {
            uint8_t byte = bytes[block * CLAMOR_BYTES_PER_BLOCK + bit];
            found.markup |= (uint64_t)(byte == '<' || byte == '>' || byte == '&') << bit;
            found.quotes |= (uint64_t)(byte == '\'' || byte == '"') << bit;
            found.special |= (uint64_t)(byte < 0x20 || byte >= 0x80) << bit;
        }
        marks[block] = found;
    }
}
