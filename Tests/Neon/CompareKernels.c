// Holds the NEON kernel against the portable one on seeded bytes, under an emulator.
//
// It has no C library, so that the compiler and its linker are all that it takes to build it: what
// it needs of one is at its end.

#include "CByteScan.h"

#define PAGE 65536
#define ROUNDS 40000

/// The bytes handed in end where a page begins that cannot be read.
static uint8_t input[CLAMOR_WINDOW_BYTES + 2 * PAGE] __attribute__((aligned(PAGE)));
static uint16_t stops[2][CLAMOR_STOPS_ROOM];
static uint64_t names[2][CLAMOR_NAMES_ROOM];

static long call(long number, long a, long b, long c) {
    register long x8 __asm__("x8") = number;
    register long x0 __asm__("x0") = a;
    register long x1 __asm__("x1") = b;
    register long x2 __asm__("x2") = c;
    __asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x8) : "memory");
    return x0;
}

enum { WRITE = 64, EXIT = 93, PROTECT = 226 };

static _Noreturn void end(const char *message, long status) {
    long length = 0;
    while (message[length] != 0) {
        length++;
    }
    call(WRITE, 1, (long)message, length);
    for (;;) {
        call(EXIT, status, 0, 0);
    }
}

/// SplitMix64.
static uint64_t draw(void) {
    static uint64_t state = 1;
    uint64_t mixed = state += 0x9E3779B97F4A7C15;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
    return mixed ^ (mixed >> 31);
}

/// Text of the given kind: any bytes; ASCII; characters of each length; these, a few of them spoilt.
static void fill(uint8_t *bytes, size_t count, unsigned kind) {
    static const char *const pieces[] = {
        "<a b='", "\"/>", "&amp;", "text.-_09 AZ", "\r\n\t", "\xC3\xA9", "\xE2\x82\xAC",
        "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBD", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF",
        // Not characters of XML, and not UTF-8.
        "\xEF\xBF\xBE", "\xEF\xBF\xBF", "\xED\xA0\x80", "\xC0\x80", "\xE0\x9F\xBF", "\xF4\x90\x80",
        "\x80", "\xF0\x8F\xBF", "\xC3", "\xFF", "\x7F", "\x01"};
    size_t position = 0;
    while (position < count) {
        const char *piece = pieces[draw() % (kind == 1 ? 5 : kind == 2 || draw() % 64 ? 12 : 24)];
        for (; *piece != 0 && position < count; piece++, position++) {
            bytes[position] = kind == 0 ? (uint8_t)draw() : (uint8_t)*piece;
        }
    }
}

static void compare(const uint8_t *bytes, size_t count) {
    static const ClamorKernel kernels[2] = {CLAMOR_KERNEL_PORTABLE, CLAMOR_KERNEL_NEON};
    ClamorScan found[2];
    for (int i = 0; i < 2; i++) {
        found[i] = clamor_scan(kernels[i], bytes, count, stops[i], names[i]);
    }
    if (found[0].bytes != found[1].bytes || found[0].stops != found[1].stops) {
        end("NEON: other counts than the portable kernel\n", 1);
    }
    size_t size = (found[0].stops + CLAMOR_SENTINELS) * sizeof stops[0][0];
    if (memcmp(stops[0], stops[1], size) != 0) {
        end("NEON: other stops than the portable kernel\n", 1);
    }
    size_t words = (count + CLAMOR_BYTES_PER_BLOCK - 1) / CLAMOR_BYTES_PER_BLOCK + 2;
    if (memcmp(names[0], names[1], words * sizeof names[0][0]) != 0) {
        end("NEON: other names than the portable kernel\n", 1);
    }
}

void _start(void) {
    if (!clamor_kernel_is_available(CLAMOR_KERNEL_NEON) ||
        clamor_kernel_best() != CLAMOR_KERNEL_NEON) {
        end("NEON: not the kernel of this build\n", 1);
    }
    uint8_t *wall = input + sizeof input - PAGE;
    if (call(PROTECT, (long)wall, PAGE, 0) != 0) {
        end("NEON: no page to stop at\n", 1);
    }
    for (unsigned round = 0; round < ROUNDS; round++) {
        size_t limit = round % 100 == 0 ? CLAMOR_WINDOW_BYTES : round % 10 == 0 ? 1000 : 200;
        size_t count = draw() % (limit + 1);
        fill(wall - count, count, round % 4);
        compare(wall - count, count);
    }
    end("NEON: 40,000 inputs as by the portable kernel\n", 0);
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ((volatile uint8_t *)to)[i] = ((const uint8_t *)from)[i];
    }
    return to;
}

void *memset(void *to, int byte, size_t count) {
    for (size_t i = 0; i < count; i++) {
        ((volatile uint8_t *)to)[i] = (uint8_t)byte;
    }
    return to;
}

int memcmp(const void *left, const void *right, size_t count) {
    const uint8_t *one = left, *other = right;
    for (size_t i = 0; i < count; i++) {
        if (one[i] != other[i]) {
            return one[i] < other[i] ? -1 : 1;
        }
    }
    return 0;
}
