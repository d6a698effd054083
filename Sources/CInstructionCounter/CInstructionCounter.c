#include "CInstructionCounter.h"

#include <linux/perf_event.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

int clamor_instruction_counter_open(void) {
    struct perf_event_attr event;
    memset(&event, 0, sizeof event);
    event.size = sizeof event;
    event.type = PERF_TYPE_HARDWARE;
    event.config = PERF_COUNT_HW_INSTRUCTIONS;
    event.exclude_kernel = 1;
    event.exclude_hv = 1;
    // The C library has no function for it. This thread, on any processor, no group.
    return (int)syscall(SYS_perf_event_open, &event, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

uint64_t clamor_instruction_counter_read(int descriptor) {
    uint64_t count = 0;
    return read(descriptor, &count, sizeof count) == sizeof count ? count : 0;
}

void clamor_instruction_counter_close(int descriptor) { close(descriptor); }
