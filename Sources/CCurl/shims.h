// libcurl, with its variadic APIs as typed functions.
#pragma once
#include <curl/curl.h>

typedef size_t (*talaria_curl_bytes)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*talaria_curl_open)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
typedef int (*talaria_curl_prerequest)(
    void *context, char *remote_ip, char *local_ip, int remote_port, int local_port);
typedef int (*talaria_curl_progress)(
    void *context, curl_off_t to_receive, curl_off_t received, curl_off_t to_send, curl_off_t sent);
typedef int (*talaria_curl_socket)(CURL *easy, curl_socket_t socket, int what, void *context, void *socket_context);
typedef int (*talaria_curl_timer)(CURLM *multi, long milliseconds, void *context);

static inline CURLcode talaria_curl_set_number(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode talaria_curl_set_size(CURL *easy, CURLoption option, long long value) {
    return curl_easy_setopt(easy, option, (curl_off_t)value);
}
static inline CURLcode talaria_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode talaria_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline CURLcode talaria_curl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(easy, option, value);
}
static inline void talaria_curl_on_header(CURL *easy, talaria_curl_bytes call, void *context) {
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, call);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, context);
}
static inline void talaria_curl_on_body(CURL *easy, talaria_curl_bytes call, void *context) {
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, call);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, context);
}
static inline void talaria_curl_on_open(CURL *easy, talaria_curl_open call, void *context) {
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, call);
    curl_easy_setopt(easy, CURLOPT_OPENSOCKETDATA, context);
}
static inline void talaria_curl_on_prerequest(CURL *easy, talaria_curl_prerequest call, void *context) {
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, call);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, context);
}
static inline void talaria_curl_on_progress(CURL *easy, talaria_curl_progress call, void *context) {
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, call);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, context);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
}
static inline CURLcode talaria_curl_get_number(CURL *easy, CURLINFO info, long *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode talaria_curl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(easy, info, value);
}
static inline CURLcode talaria_curl_get_context(CURL *easy, void **value) {
    return curl_easy_getinfo(easy, CURLINFO_PRIVATE, value);
}
static inline void talaria_curl_multi_on_socket(CURLM *multi, talaria_curl_socket call, void *context) {
    curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, call);
    curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, context);
}
static inline void talaria_curl_multi_on_timer(CURLM *multi, talaria_curl_timer call, void *context) {
    curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, call);
    curl_multi_setopt(multi, CURLMOPT_TIMERDATA, context);
}
static inline void talaria_curl_multi_set_number(CURLM *multi, CURLMoption option, long value) {
    curl_multi_setopt(multi, option, value);
}
// The easy handle and the result of a message that says a transfer is done; 0 for other messages.
static inline int talaria_curl_done(CURLMsg *message, CURL **easy, CURLcode *result) {
    if (message->msg != CURLMSG_DONE) return 0;
    *easy = message->easy_handle;
    *result = message->data.result;
    return 1;
}
