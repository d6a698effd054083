// The reference kernel: one byte after the other.

#include "Kernels.h"

static bool is_in_names(uint8_t byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z')
        || (byte >= '0' && byte <= '9') || byte == '-' || byte == '.' || byte == '_';
}

static bool is_stop(uint8_t byte) {
    return byte < 0x20 || byte == '<' || byte == '>' || byte == '&' || byte == '\'' || byte == '"';
}

size_t clamor_scan_portable(
    const uint8_t *bytes, size_t count, uint16_t *stops, uint64_t *outside_names) {
    uint16_t *next = stops;
    size_t valid = 0;
    bool is_valid = true;
    for (size_t at = 0; at < count; at++) {
        if (at % CLAMOR_BYTES_PER_BLOCK == 0) {
            outside_names[at / CLAMOR_BYTES_PER_BLOCK] = 0;
        }
        outside_names[at / CLAMOR_BYTES_PER_BLOCK] |=
            (uint64_t)!is_in_names(bytes[at]) << (at % CLAMOR_BYTES_PER_BLOCK);
        if (is_valid && at == valid) {
            size_t length = clamor_character_length(bytes + at, count - at);
            is_valid = length != 0;
            valid += length;
        }
        if (is_stop(bytes[at]) || (!is_valid && bytes[at] >= 0x80)) {
            *next++ = (uint16_t)at;
        }
    }
    return (size_t)(next - stops);
}
