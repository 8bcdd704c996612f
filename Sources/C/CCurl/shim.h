#include <curl/curl.h>

/* curl_easy_setopt takes what the option wants, which Swift can't say. */
static inline CURLcode roost_curl_number(CURL *handle, CURLoption option, long value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode roost_curl_text(CURL *handle, CURLoption option, const char *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode roost_curl_list(CURL *handle, CURLoption option, struct curl_slist *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode roost_curl_pointer(CURL *handle, CURLoption option, void *value) { return curl_easy_setopt(handle, option, value); }
static inline CURLcode roost_curl_read(CURL *handle, size_t (*read)(char *, size_t, size_t, void *)) { return curl_easy_setopt(handle, CURLOPT_READFUNCTION, read); }
static inline CURLcode roost_curl_response(CURL *handle, long *code) { return curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, code); }
