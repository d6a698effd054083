// Counts the calls of the memory allocator, for benches, and for tests that promise none.

#ifndef CALLOCATIONCOUNTER_H
#define CALLOCATIONCOUNTER_H

#include <stdbool.h>
#include <stdint.h>

/// How often the calling thread has asked for memory since it began.
uint64_t clamor_allocation_count(void);

/// Whether this build counts. With a sanitizer, which has an allocator of its own, it does not.
bool clamor_allocation_count_is_available(void);

#endif
