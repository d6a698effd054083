#ifndef CCARES_SHIM_H
#define CCARES_SHIM_H

#include <ares.h>
#include <arpa/nameser.h>
#include <poll.h>

// The class and type of DNS queries are enumeration constants in one system and macros in another.

static inline int clamor_dns_class_internet(void) { return ns_c_in; }

static inline int clamor_dns_type_service(void) { return ns_t_srv; }

#endif
