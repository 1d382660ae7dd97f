// OpenSSL, with its macro APIs as functions.
#pragma once
#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <string.h>

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

/// A read gives what one record brings, be it nothing: else a peer that goes on with what is no data, such as key updates,
/// could keep it from ever coming back.
static inline void openssl_one_record_a_read(SSL_CTX *context) { SSL_CTX_clear_mode(context, SSL_MODE_AUTO_RETRY); }

/// Application data of a connection: what `openssl_note` gives back in callbacks.
static inline int openssl_set_note(SSL *tls, void *note) { return SSL_set_ex_data(tls, 0, note); }
static inline void *openssl_note(const SSL *tls) { return SSL_get_ex_data(tls, 0); }

/// The connection that a certificate is verified for.
static inline SSL *openssl_verified_connection(X509_STORE_CTX *store) {
    return (SSL *)X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
}

/// Writes text into `buffer`, always ended with a zero, from `used` on; the length then.
static inline size_t openssl_append(char *buffer, size_t size, size_t used, const char *text, size_t length) {
    if (used + length + 1 > size) return used;
    memcpy(buffer + used, text, length);
    buffer[used + length] = 0;
    return used + length;
}

/// The names and addresses that a certificate is for, as "a.example, b.example", as many as fit.
static inline void openssl_certificate_names(X509 *certificate, char *buffer, size_t size) {
    if (size == 0) return;
    buffer[0] = 0;
    GENERAL_NAMES *names = (GENERAL_NAMES *)X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    size_t used = 0;
    for (int i = 0; names && i < sk_GENERAL_NAME_num(names); i++) {
        const GENERAL_NAME *name = sk_GENERAL_NAME_value(names, i);
        char text[64];
        const char *start = NULL;
        size_t length = 0;
        if (name->type == GEN_DNS) {
            start = (const char *)ASN1_STRING_get0_data(name->d.dNSName);
            length = (size_t)ASN1_STRING_length(name->d.dNSName);
        } else if (name->type == GEN_IPADD) {
            const unsigned char *bytes = ASN1_STRING_get0_data(name->d.iPAddress);
            int family = ASN1_STRING_length(name->d.iPAddress) == 4 ? AF_INET : AF_INET6;
            if (ASN1_STRING_length(name->d.iPAddress) != (family == AF_INET ? 4 : 16)) continue;
            start = inet_ntop(family, bytes, text, sizeof text);
            length = start ? strlen(start) : 0;
        }
        if (!start) continue;
        if (used > 0) used = openssl_append(buffer, size, used, ", ", 2);
        used = openssl_append(buffer, size, used, start, length);
    }
    GENERAL_NAMES_free(names);
}

/// The certificate's last day, as `Mar  1 12:00:00 2026 GMT`.
static inline void openssl_certificate_end(X509 *certificate, char *buffer, size_t size) {
    if (size == 0) return;
    buffer[0] = 0;
    BIO *memory = BIO_new(BIO_s_mem());
    if (memory && ASN1_TIME_print(memory, X509_get0_notAfter(certificate))) {
        int count = BIO_read(memory, buffer, (int)size - 1);
        buffer[count > 0 ? count : 0] = 0;
    }
    BIO_free(memory);
}

/// Sessions are kept nowhere but in tickets.
static inline long openssl_server_cache(void) { return SSL_SESS_CACHE_OFF; }

/// Sessions are handed to the new-session callback and kept nowhere else.
static inline long openssl_client_cache(void) { return SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL; }
