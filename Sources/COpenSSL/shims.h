// OpenSSL, with its macro APIs as functions.
#pragma once
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

static inline long openssl_context_mode(SSL_CTX *context, long mode) { return SSL_CTX_set_mode(context, mode); }
static inline int openssl_minimum_tls12(SSL_CTX *context) {
    return SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
}
static inline long openssl_session_cache_mode(SSL_CTX *context, long mode) {
    return SSL_CTX_set_session_cache_mode(context, mode);
}
static inline long openssl_server_name(SSL *tls, const char *name) { return SSL_set_tlsext_host_name(tls, name); }
static inline uint64_t openssl_quiet_options(void) {
    return SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION | SSL_OP_IGNORE_UNEXPECTED_EOF;
}
static inline long openssl_modes(void) {
    return SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER;
}
