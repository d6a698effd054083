#ifndef CGSASL_SHIM_H
#define CGSASL_SHIM_H

#include <gsasl.h>

#endif
