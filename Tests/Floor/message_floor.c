// The least that a load of messages can cost: what a generator on bare epoll spends.
//
//     message_floor ADDRESS PORT DOMAIN SESSIONS RATE SECONDS
//
// Logs in user1/pass1 to userN/passN (plain TCP, SASL PLAIN, bind), then sends messages between
// them on the schedule that Clamor calls `shuffled`: as many as RATE asks for, at random instants.
// One write and one read for each message, a timerfd for the next due instant, no XML: a message
// that comes in is known by its id, which carries its due instant. Prints one line of JSON.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

enum { event_capacity = 1024, receive_capacity = 65536 };

/// How long after the last message was due those under way are waited for.
static const int64_t drain_ns = 1000000000;

/// The characters of a body in `profile` of scripts/measure_floor.py.
static const char body[] = "32 characters of a message body.";

/// Times in nanoseconds.
struct times {
    uint32_t *values;
    size_t count;
};

static char received[receive_capacity + 1];

static int64_t now_ns(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int64_t processor_ns(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000000LL
           + (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * 1000LL;
}

static void die(const char *what) {
    fprintf(stderr, "message_floor: %s: %s\n", what, errno ? strerror(errno) : "failed");
    exit(1);
}

static int by_value_32(const void *a, const void *b) {
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

static int by_value_64(const void *a, const void *b) {
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static void note(struct times *times, int64_t value) {
    times->values[times->count++] = value < 0 ? 0 : value > UINT32_MAX ? UINT32_MAX : value;
}

/// By the nearest rank, in microseconds.
static double percentile(struct times *times, double percent) {
    if (times->count == 0) return 0;
    qsort(times->values, times->count, sizeof *times->values, by_value_32);
    size_t rank = (size_t)(percent / 100 * times->count + 0.999999);
    return times->values[rank == 0 ? 0 : rank - 1] / 1000.0;
}

/// Sends a text, and waits for an answer that has `expected` in it.
static void ask(int socket, const char *expected, const char *format, ...) {
    char text[2048];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (send(socket, text, length, MSG_NOSIGNAL) != length) die("cannot send");
    size_t count = 0;
    for (;;) {
        ssize_t got = recv(socket, received + count, receive_capacity - count, 0);
        if (got <= 0) die("the server ended the connection");
        count += got;
        received[count] = 0;
        if (strstr(received, expected) != NULL) return;
    }
}

/// SASL PLAIN's initial response (RFC 4616) in base64.
static void initial_response(int number, char *encoded) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char plain[64] = {0};
    int length = 1 + sprintf((char *)plain + 1, "user%d", number) + 1;
    length += sprintf((char *)plain + length, "pass%d", number);
    for (int i = 0; i < length; i += 3) {
        uint32_t bits = plain[i] << 16 | plain[i + 1] << 8 | plain[i + 2];
        for (int k = 0; k < 4; k++) {
            int is_padding = i + k > length;
            *encoded++ = is_padding ? '=' : digits[bits >> (18 - 6 * k) & 63];
        }
    }
    *encoded = 0;
}

static int log_in(const struct sockaddr_in *address, const char *domain, int number) {
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const void *)address, sizeof *address) != 0) die("cannot connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    static const char header[] =
        "<?xml version='1.0'?><stream:stream to='%s' xmlns='jabber:client' "
        "xmlns:stream='http://etherx.jabber.org/streams' version='1.0'>";
    char response[128];
    initial_response(number, response);
    ask(fd, "</stream:features>", header, domain);
    ask(fd, "<success",
        "<auth xmlns='urn:ietf:params:xml:ns:xmpp-sasl' mechanism='PLAIN'>%s</auth>", response);
    ask(fd, "</stream:features>", header, domain);
    ask(fd, "</iq>",
        "<iq type='set' id='bind'><bind xmlns='urn:ietf:params:xml:ns:xmpp-bind'>"
        "<resource>floor</resource></bind></iq>");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    return fd;
}

static uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    return *state ^= *state << 17;
}

static int64_t *make_schedule(size_t count, double seconds) {
    int64_t *due = malloc((count + 1) * sizeof *due);
    uint64_t random = 88172645463325252u;
    for (size_t i = 0; i < count; i++)
        due[i] = (next_random(&random) >> 11) * 0x1p-53 * seconds * 1e9;
    qsort(due, count, sizeof *due, by_value_64);
    due[count] = INT64_MAX;
    return due;
}

/// Notes the response time of every message in what was read.
static void take(const char *bytes, size_t count, int64_t now, struct times *responses) {
    static const char mark[] = " id='floor-";
    const char *end = bytes + count, *found;
    while ((found = memmem(bytes, end - bytes, mark, sizeof mark - 1)) != NULL) {
        bytes = found + sizeof mark - 1;
        int64_t due = 0;
        while (bytes < end && *bytes >= '0' && *bytes <= '9') due = due * 10 + (*bytes++ - '0');
        note(responses, now - due);
    }
}

static void set_timer(int timer, int64_t at) {
    struct itimerspec setting = {0};
    setting.it_value.tv_sec = at / 1000000000;
    setting.it_value.tv_nsec = at % 1000000000;
    timerfd_settime(timer, TFD_TIMER_ABSTIME, &setting, NULL);
}

int main(int count, char **arguments) {
    if (count != 7) {
        fprintf(stderr, "usage: %s ADDRESS PORT DOMAIN SESSIONS RATE SECONDS\n", arguments[0]);
        return 2;
    }
    const char *domain = arguments[3];
    int sessions = atoi(arguments[4]);
    double rate = atof(arguments[5]), seconds = atof(arguments[6]);
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[2]))};
    if (inet_pton(AF_INET, arguments[1], &address.sin_addr) != 1
        || ntohl(address.sin_addr.s_addr) >> 24 != 127) {
        fprintf(stderr, "message_floor: %s is not an address in 127.0.0.0/8\n", arguments[1]);
        return 2;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);

    int poll = epoll_create1(EPOLL_CLOEXEC);
    int timer = timerfd_create(CLOCK_MONOTONIC, TFD_NONBLOCK | TFD_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = timer}, events[event_capacity];
    epoll_ctl(poll, EPOLL_CTL_ADD, timer, &event);
    int *sockets = malloc(sessions * sizeof *sockets);
    for (int i = 0; i < sessions; i++) {
        event.data.fd = sockets[i] = log_in(&address, domain, i + 1);
        epoll_ctl(poll, EPOLL_CTL_ADD, sockets[i], &event);
    }
    size_t planned = rate * seconds, sent = 0;
    int64_t *due = make_schedule(planned, seconds);
    struct times lags = {malloc(planned * sizeof(uint32_t)), 0};
    struct times responses = {malloc(planned * sizeof(uint32_t)), 0};
    uint64_t random = 362436069123456789u;
    fprintf(stderr, "online\n");

    int64_t processor_before = processor_ns();
    int64_t origin = now_ns(), end = origin + seconds * 1e9 + drain_ns;
    for (size_t i = 0; i < planned; i++) due[i] += origin;
    int64_t set = 0;
    while (responses.count < planned) {
        int64_t wanted = sent < planned ? due[sent] : end;
        if (wanted != set) set_timer(timer, set = wanted);
        int ready = epoll_wait(poll, events, event_capacity, -1);
        for (int i = 0; i < ready; i++) {
            if (events[i].data.fd == timer) continue;
            ssize_t got = recv(events[i].data.fd, received, receive_capacity, 0);
            if (got == 0) die("the server ended a session");
            if (got > 0) take(received, got, now_ns(), &responses);
        }
        int64_t now = now_ns();
        if (now >= end) break;
        while (due[sent] <= now) {
            uint32_t from = next_random(&random) % sessions, to = next_random(&random) % sessions;
            char text[512];
            int length = sprintf(
                text, "<message to='user%u@%s/floor' id='floor-%lld'><body>%s</body></message>",
                to + 1, domain, (long long)due[sent], body);
            now = now_ns();
            if (send(sockets[from], text, length, MSG_NOSIGNAL) != length) die("cannot send");
            note(&lags, now - due[sent++]);
        }
    }
    double spent = (processor_ns() - processor_before) / 1000.0;
    printf("{\"sent\": %zu, \"received\": %zu, \"cpu_us_per_message\": %.2f, \"lag_p50_us\": %.1f, "
           "\"lag_p99_us\": %.1f, \"response_p50_us\": %.1f, \"response_p99_us\": %.1f}\n",
           sent, responses.count, sent ? spent / sent : 0, percentile(&lags, 50),
           percentile(&lags, 99), percentile(&responses, 50), percentile(&responses, 99));
    return responses.count == planned ? 0 : 1;
}
