// The program's own `malloc` and its kin come before the C library's; these count and go on there.
// They are part of every build, not only of tests: counting costs one addition per call.

#include "CAllocationCounter.h"

#include <errno.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define CLAMOR_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) || defined(__linux__)
#if !defined(CLAMOR_SANITIZED)
#define CLAMOR_COUNTS 1
#endif
#endif

#if defined(CLAMOR_COUNTS)

static _Thread_local uint64_t count __attribute__((tls_model("initial-exec")));

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t number, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

void *malloc(size_t size) {
    count++;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count++;
    return __libc_calloc(number, size);
}

void *realloc(void *block, size_t size) {
    count++;
    return __libc_realloc(block, size);
}

void *memalign(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count++;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **block, size_t alignment, size_t size) {
    count++;
    if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
        return EINVAL;
    }
    void *found = __libc_memalign(alignment, size);
    if (found == NULL) {
        return ENOMEM;
    }
    *block = found;
    return 0;
}

uint64_t clamor_allocation_count(void) { return count; }

bool clamor_allocation_count_is_available(void) { return true; }

#else

uint64_t clamor_allocation_count(void) { return 0; }

bool clamor_allocation_count_is_available(void) { return false; }

#endif
