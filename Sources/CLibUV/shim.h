#ifndef CLIBUV_SHIM_H
#define CLIBUV_SHIM_H

#include <sys/resource.h>
#include <sys/timerfd.h>
#include <uv.h>

// Swift does not import variadic functions: each has a function here.

/// Makes the loop count the time it spends waiting, for uv_metrics_idle_time.
static inline int clamor_loop_measure_idle_time(uv_loop_t *loop) {
    return uv_loop_configure(loop, UV_METRICS_IDLE_TIME);
}

#endif
