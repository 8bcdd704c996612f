/* Asks for pages, by the clock or as fast as answers come, over many connections from one thread.

   flood PORT PATHS COOKIES RATE CONNECTIONS SECONDS

   PATHS and COOKIES are as many of each, parted by commas: whoever has the nth cookie asks for the nth path, and the connections are
   divided among them. With a RATE so many requests a second are due, whatever becomes of those before them: each goes out on a connection that waits for
   nothing, and is counted as held when there is none. With RATE 0 every connection asks again when it has its answer. Prints one line of
   JSON: answers by kind, and the slowest of the good and of the refused ones, in milliseconds. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { HEAD = 8192, EVENTS = 512 };

struct connection {
    int socket;
    double asked;      /* 0: it waits for nothing */
    int headed;        /* the head is whole */
    int status, retry; /* of the answer, and whether it says when to come again */
    long left;         /* bytes of the body to come; -1: in chunks, whose end is looked for */
    int length;
    char head[HEAD + 1];
    char tail[5];
};

static struct connection *all;
static int *idle, idles, most, poller, port;
static struct { char text[2048]; int length; } callers[64];
static int caller_count;
static long good, busy, mute, other, broken, held;
static double slowest_good, slowest_busy;

static double now(void) {
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec + at.tv_nsec / 1e9;
}

static int dial(struct connection *one) {
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    one->socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (one->socket < 0) return -1;
    /* On loopback a connection is there at once, or in a moment when the server's backlog is full. */
    if (connect(one->socket, (struct sockaddr *)&address, sizeof address) < 0) return close(one->socket), -1;
    int yes = 1;
    setsockopt(one->socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    fcntl(one->socket, F_SETFL, O_NONBLOCK);
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = one};
    return epoll_ctl(poller, EPOLL_CTL_ADD, one->socket, &wanted);
}

static void drop(struct connection *one) {
    if (one->asked > 0) broken++;
    close(one->socket);
    one->socket = -1;
    one->asked = 0;
    idle[idles++] = one - all;
}

static void ask(struct connection *one) {
    if (one->socket < 0 && dial(one) < 0) {
        broken++;
        one->socket = -1;
        idle[idles++] = one - all;
        return;
    }
    one->asked = now();
    one->headed = one->length = 0;
    int caller = (one - all) % caller_count, length = callers[caller].length;
    if (send(one->socket, callers[caller].text, length, MSG_NOSIGNAL) != length) drop(one);
}

static void end(struct connection *one) {
    double took = (now() - one->asked) * 1000;
    if (one->status == 200) {
        good++;
        if (took > slowest_good) slowest_good = took;
    } else if (one->status == 503) {
        if (one->retry) busy++;
        else mute++;
        if (took > slowest_busy) slowest_busy = took;
    } else {
        other++;
    }
    one->asked = 0;
    idle[idles++] = one - all;
}

/* What of a body has come. */
static void take(struct connection *one, const char *bytes, long count) {
    if (one->left >= 0) {
        one->left -= count;
        if (one->left <= 0) end(one);
        return;
    }
    for (long at = count > 5 ? count - 5 : 0; at < count; at++) {
        memmove(one->tail, one->tail + 1, 4);
        one->tail[4] = bytes[at];
    }
    if (!memcmp(one->tail, "0\r\n\r\n", 5)) end(one);
}

static void answer(struct connection *one) {
    char bytes[65536];
    for (;;) {
        ssize_t count = recv(one->socket, bytes, sizeof bytes, 0);
        if (count < 0 && errno == EAGAIN) return;
        if (count <= 0) return drop(one);
        if (one->asked == 0) continue;
        if (one->headed) {
            take(one, bytes, count);
            continue;
        }
        long room = HEAD - one->length, copied = count < room ? count : room;
        memcpy(one->head + one->length, bytes, copied);
        one->length += copied;
        one->head[one->length] = 0;
        char *stop = strstr(one->head, "\r\n\r\n");
        if (!stop) {
            if (one->length == HEAD) return drop(one);
            continue;
        }
        long body = one->length - (stop + 4 - one->head) + (count - copied);
        *stop = 0;
        one->headed = 1;
        one->status = atoi(one->head + 9);
        one->retry = strcasestr(one->head, "\r\nretry-after:") != NULL;
        char *length = strcasestr(one->head, "\r\ncontent-length:");
        one->left = length ? atol(length + 17) : -1;
        memset(one->tail, 0, sizeof one->tail);
        if (one->left == 0) end(one);
        else if (body > 0) take(one, bytes + count - body, body);
    }
}

int main(int count, char **words) {
    if (count != 7) return fprintf(stderr, "flood PORT PATHS COOKIES RATE CONNECTIONS SECONDS\n"), 2;
    port = atoi(words[1]);
    double rate = atof(words[4]), seconds = atof(words[6]);
    most = atoi(words[5]);
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    char *path, *cookie;
    while (caller_count < 64 && (path = strsep(&words[2], ",")) && (cookie = strsep(&words[3], ","))) {
        callers[caller_count].length = snprintf(callers[caller_count].text, sizeof callers[0].text,
            "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\n\r\n", path, cookie);
        caller_count++;
    }
    poller = epoll_create1(EPOLL_CLOEXEC);
    all = calloc(most, sizeof *all);
    idle = calloc(most, sizeof *idle);
    for (int at = 0; at < most; at++) {
        all[at].socket = -1;
        /* The first is on top. */
        idle[idles++] = most - 1 - at;
    }
    struct epoll_event events[EVENTS];
    double began = now(), ends = began + seconds;
    long due = 0;
    for (double at = began; at < ends; at = now()) {
        if (rate > 0) {
            for (long wanted = (at - began) * rate; due < wanted; due++) {
                if (idles) ask(&all[idle[--idles]]);
                else held++;
            }
        } else {
            for (int rest = idles; rest > 0; rest--) ask(&all[idle[--idles]]);
        }
        int ready = epoll_wait(poller, events, EVENTS, 1);
        for (int at = 0; at < ready; at++) answer(events[at].data.ptr);
    }
    printf("{\"seconds\": %.3f, \"good\": %ld, \"busy\": %ld, \"mute\": %ld, \"other\": %ld, \"broken\": %ld, \"held\": %ld, "
           "\"slowest_good\": %.1f, \"slowest_busy\": %.1f}\n",
        now() - began, good, busy, mute, other, broken, held, slowest_good, slowest_busy);
    return 0;
}
