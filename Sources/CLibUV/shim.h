#ifndef CLIBUV_SHIM_H
#define CLIBUV_SHIM_H

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/timerfd.h>
#include <uv.h>

// Swift does not import variadic functions: each has a function here.

/// Names the calling thread; Linux keeps the first 15 bytes.
static inline int clamor_name_thread(const char *name) {
    return prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

/// Keeps a descriptor out of programs that this process starts.
static inline int clamor_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

#endif
