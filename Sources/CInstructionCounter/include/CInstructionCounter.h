// Counts the instructions that a thread executes, where the processor lets it.

#ifndef CINSTRUCTIONCOUNTER_H
#define CINSTRUCTIONCOUNTER_H

#include <stdint.h>

/// Opens a counter of the calling thread's instructions in user mode: a descriptor, or -1 where
/// the machine does not count them or does not let this user. Source: perf_event_open(2).
int clamor_instruction_counter_open(void);

/// What it has counted since it was opened; 0 if it cannot be read.
uint64_t clamor_instruction_counter_read(int descriptor);

void clamor_instruction_counter_close(int descriptor);

#endif
