#ifndef CLIBUV_SHIM_H
#define CLIBUV_SHIM_H

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <termios.h>
#include <unistd.h>
#include <uv.h>

// Swift does not import variadic functions: each has a function here.

/// Names the calling thread; Linux keeps the first 15 bytes.
static inline int clamor_name_thread(const char *name) {
    return prctl(PR_SET_NAME, (unsigned long)name, 0, 0, 0);
}

/// Lets sleeping calls of the calling thread end at their time: by default Linux may let them end
/// 50 us later, prctl(2).
static inline int clamor_sleep_exactly(void) {
    return prctl(PR_SET_TIMERSLACK, 1UL, 0, 0, 0);
}

/// Keeps a descriptor out of programs that this process starts.
static inline int clamor_close_on_exec(int descriptor) {
    return fcntl(descriptor, F_SETFD, FD_CLOEXEC);
}

// The header declares it for GNU sources only, which a module's cannot say of themselves.
int accept4(int, struct sockaddr *restrict, socklen_t *restrict, int);

/// Takes a connection that does not block; -1 with errno, as accept4(2).
static inline int clamor_accept(int listener) {
    return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
}

/// A descriptor that stands for nothing; -1 if there is none left.
static inline int clamor_open_nothing(void) {
    return open("/dev/null", O_RDONLY | O_CLOEXEC);
}

/// The size of the terminal behind a descriptor; 0 if there is one.
static inline int clamor_terminal_size(int descriptor, struct winsize *size) {
    return ioctl(descriptor, TIOCGWINSZ, size);
}

/// How the terminal was before keys were read from it, and whether it has to be put back.
struct clamor_terminal {
    struct termios modes;
    volatile sig_atomic_t is_changed;
};

/// The one of the process: a variable on its own would not get into a Swift module.
static inline struct clamor_terminal *clamor_saved_terminal(void) {
    static struct clamor_terminal saved;
    return &saved;
}

/// Puts the terminal back and shows its cursor; only what signal-safety(7) allows.
static inline void clamor_restore_terminal(void) {
    static const char show[] = "\033[?25h\033[?7h";
    if (!clamor_saved_terminal()->is_changed) return;
    clamor_saved_terminal()->is_changed = 0;
    tcsetattr(STDIN_FILENO, TCSANOW, &clamor_saved_terminal()->modes);
    if (write(STDERR_FILENO, show, sizeof show - 1) < 0) return;
}

/// For signals that end the process: the terminal first, then what the signal does by itself.
static void clamor_restore_and_raise(int number) {
    clamor_restore_terminal();
    signal(number, SIG_DFL);
    raise(number);
}

/// Lets keys be read one by one, without echo; Ctrl-C still is a signal. Whatever ends the process
/// but SIGKILL puts the terminal back. -1 if standard input is no terminal of ours.
static inline int clamor_read_keys(void) {
    static const int fatal[] = {SIGQUIT, SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
    static int is_prepared;
    struct termios raw;
    // From the background the terminal would stop the process.
    if (tcgetpgrp(STDIN_FILENO) != getpgrp()) return -1;
    if (tcgetattr(STDIN_FILENO, &raw) != 0) return -1;
    clamor_saved_terminal()->modes = raw;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    clamor_saved_terminal()->is_changed = 1;
    if (!is_prepared) {
        is_prepared = 1;
        atexit(clamor_restore_terminal);
        for (unsigned i = 0; i < sizeof fatal / sizeof *fatal; i++)
            signal(fatal[i], clamor_restore_and_raise);
    }
    return tcsetattr(STDIN_FILENO, TCSANOW, &raw);
}

#endif
