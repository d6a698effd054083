// The least memory that idle TLS sessions can have: what a client on bare OpenSSL takes.
//
//     tls_floor ADDRESS PORT SESSIONS [CA]
//
// Opens so many sessions of direct TLS one after the other, each on its own socket without a memory
// BIO, with buffers released when idle, and reads the tickets that the server sends; verifies the
// certificate if a file of authorities is named. Prints the slope of resident memory between the
// first tenth of the sessions and all, as one line of JSON, then waits for the end of its input.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

/// How long a session is read from for its tickets.
static const int ticket_wait_ms = 1000;

static void die(const char *what) {
    fprintf(stderr, "tls_floor: %s\n", what);
    ERR_print_errors_fp(stderr);
    exit(1);
}

static double resident_bytes(void) {
    long total, resident;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file == NULL || fscanf(file, "%ld %ld", &total, &resident) != 2) die("no /proc");
    fclose(file);
    return (double)resident * sysconf(_SC_PAGESIZE);
}

static int tickets;

static int took_ticket(SSL *ssl, SSL_SESSION *session) {
    (void)ssl;
    (void)session;
    tickets++;
    return 0;
}

static SSL *open_session(SSL_CTX *context, const struct sockaddr_in *address, int wanted) {
    int one = 1;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const void *)address, sizeof *address) != 0) die("cannot connect");
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    SSL *ssl = SSL_new(context);
    if (ssl == NULL || SSL_set_fd(ssl, fd) != 1) die("no session");
    if (SSL_connect(ssl) != 1) die("no handshake");
    fcntl(fd, F_SETFL, O_NONBLOCK);
    tickets = 0;
    while (tickets < wanted) {
        struct pollfd readable = {.fd = fd, .events = POLLIN};
        if (poll(&readable, 1, ticket_wait_ms) <= 0) break;
        char byte;
        int got = SSL_read(ssl, &byte, 1);
        if (got <= 0 && SSL_get_error(ssl, got) != SSL_ERROR_WANT_READ) die("the session ended");
    }
    // OpenSSL makes a write buffer to handle a ticket, and releases it only after the next write.
    // XMPP lets blanks stand before a stream.
    if (SSL_write(ssl, " ", 1) != 1) die("cannot write");
    return ssl;
}

int main(int count, char **arguments) {
    if (count < 4 || count > 5) {
        fprintf(stderr, "usage: %s ADDRESS PORT SESSIONS [CA]\n", arguments[0]);
        return 2;
    }
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(atoi(arguments[2]))};
    int sessions = atoi(arguments[3]);
    if (inet_pton(AF_INET, arguments[1], &address.sin_addr) != 1
        || ntohl(address.sin_addr.s_addr) >> 24 != 127 || sessions < 10) {
        fprintf(stderr, "tls_floor: an address in 127.0.0.0/8, and at least 10 sessions\n");
        return 2;
    }
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);

    SSL_CTX *context = SSL_CTX_new(TLS_client_method());
    SSL_CTX_set_min_proto_version(context, TLS1_3_VERSION);
    SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS);
    SSL_CTX_set_session_cache_mode(
        context, SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL);
    SSL_CTX_sess_set_new_cb(context, took_ticket);
    if (count == 5) {
        if (SSL_CTX_load_verify_file(context, arguments[4]) != 1) die("no authorities");
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, NULL);
    }
    SSL **kept = malloc(sessions * sizeof *kept);
    memset(kept, 0, sessions * sizeof *kept);
    // The first shows how many tickets the server sends; the others wait for no more.
    int wanted = INT32_MAX, first = sessions / 10;
    double before = 0;
    for (int i = 0; i < sessions; i++) {
        if (i == first) before = resident_bytes();
        kept[i] = open_session(context, &address, wanted);
        if (i == 0) wanted = tickets;
    }
    double slope = (resident_bytes() - before) / (sessions - first);
    printf("{\"sessions\": %d, \"tickets\": %d, \"bytes_per_session\": %.0f}\n", sessions, wanted,
           slope);
    fflush(stdout);
    char byte;
    while (read(0, &byte, 1) > 0) {}
    return 0;
}
