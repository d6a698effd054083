#ifndef CLIBXML2_SHIM_H
#define CLIBXML2_SHIM_H

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>
#include <stdlib.h>

static inline void clamor_xml_ignore(void *context, const char *message, ...) {
    (void)context;
    (void)message;
}

/* libxml2 writes errors to stderr unless told otherwise; callers look at return values. */
static inline void clamor_xml_silence(void) {
    xmlSetGenericErrorFunc(NULL, clamor_xml_ignore);
}

/* xmlFree is a variable that holds a function; Swift cannot call it safely. */
static inline void clamor_xml_free(void *memory) {
    xmlFree(memory);
}

/* The version that runs, as in 20914; a macro that Swift does not see. */
static inline const char *clamor_xml_version(void) {
    return xmlParserVersion;
}

#endif
