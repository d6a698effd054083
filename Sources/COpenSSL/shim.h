#ifndef COPENSSL_SHIM_H
#define COPENSSL_SHIM_H

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Swift imports neither function-like macros nor variadic functions: each has a function here.

static inline long clamor_ssl_ctx_set_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_mode(context, mode);
}

/// No renegotiation, which lets a peer make this side work for nothing, and no compression.
static inline void clamor_ssl_ctx_set_options(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
}

static inline void clamor_ssl_ctx_refuse_tickets(SSL_CTX *context) {
    SSL_CTX_set_options(context, SSL_OP_NO_TICKET);
}

static inline int clamor_ssl_ctx_require_tls_1_2(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION) == 1;
}

static inline int clamor_ssl_ctx_limit_version(SSL_CTX *context, int version) {
    return SSL_CTX_set_max_proto_version(context, version) == 1;
}

static inline long clamor_ssl_ctx_set_session_cache_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_session_cache_mode(context, mode);
}

static inline long clamor_ssl_set_server_name(SSL *ssl, const char *name) {
    return SSL_set_tlsext_host_name(ssl, (char *)name);
}

static inline int clamor_ssl_uses_extended_master_secret(SSL *ssl) {
    return SSL_get_extms_support(ssl) == 1;
}

static inline EVP_PKEY *clamor_generate_p256_key(void) {
    return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
}

static inline long clamor_bio_memory(BIO *bio, const char **bytes) {
    return BIO_get_mem_data(bio, (char **)bytes);
}

static inline void clamor_bio_clear_retry(BIO *bio) { BIO_clear_retry_flags(bio); }

static inline void clamor_bio_retry_read(BIO *bio) { BIO_set_retry_read(bio); }

static inline int clamor_ssl_reason(unsigned long error) { return ERR_GET_REASON(error); }

static inline int clamor_error_is_system(unsigned long error) {
    return ERR_GET_LIB(error) == ERR_LIB_SYS;
}

static inline void clamor_add_extension_context(X509V3_CTX *context, X509 *certificate) {
    X509V3_set_ctx(context, certificate, certificate, NULL, NULL, 0);
    X509V3_set_ctx_nodb(context);
}

/// Writes the SHA-256 of each certificate that the peer sent; returns the number of bytes, 0 where
/// they do not fit.
static inline int clamor_chain_digests(X509_STORE_CTX *store, unsigned char *out, int capacity) {
    STACK_OF(X509) *chain = X509_STORE_CTX_get0_untrusted(store);
    int count = sk_X509_num(chain);
    // The certificate that is verified is the first of those sent.
    if (count < 1 || sk_X509_value(chain, 0) != X509_STORE_CTX_get0_cert(store)) return 0;
    if (count * SHA256_DIGEST_LENGTH > capacity) return 0;
    for (int i = 0; i < count; i++) {
        unsigned char *place = out + i * SHA256_DIGEST_LENGTH;
        if (X509_digest(sk_X509_value(chain, i), EVP_sha256(), place, NULL) != 1) return 0;
    }
    return count * SHA256_DIGEST_LENGTH;
}

/// Appends a certificate, with a reference of its own, to a list that is made with its first one.
static inline STACK_OF(X509) *clamor_chain_append(STACK_OF(X509) *chain, X509 *certificate) {
    if (chain == NULL) chain = sk_X509_new_null();
    if (chain != NULL && sk_X509_push(chain, certificate) > 0) X509_up_ref(certificate);
    return chain;
}

static inline void clamor_chain_free(STACK_OF(X509) *chain) {
    sk_X509_pop_free(chain, X509_free);
}

/// Copies the alternative name with this index, if it is a DNS name or an IPv4 address.
/// Returns its length, 0 for another kind of name, -1 beyond the last.
static inline int clamor_certificate_name(X509 *certificate, int index, char *out, int capacity) {
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int result = -1;
    if (names != NULL && index < sk_GENERAL_NAME_num(names)) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, index);
        result = 0;
        if (name->type == GEN_DNS) {
            int length = ASN1_STRING_length(name->d.dNSName);
            if (length > 0 && length <= capacity) {
                memcpy(out, ASN1_STRING_get0_data(name->d.dNSName), (size_t)length);
                result = length;
            }
        } else if (name->type == GEN_IPADD && ASN1_STRING_length(name->d.iPAddress) == 4) {
            const unsigned char *b = ASN1_STRING_get0_data(name->d.iPAddress);
            result = snprintf(out, (size_t)capacity, "%u.%u.%u.%u", b[0], b[1], b[2], b[3]);
        }
    }
    GENERAL_NAMES_free(names);
    return result;
}

#endif
