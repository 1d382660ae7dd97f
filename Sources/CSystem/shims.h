// Linux system calls and macros that Swift cannot import by itself. Never define _GNU_SOURCE here: what glibc hides
// behind it is declared below by hand.
#pragma once
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/ioctl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/sendfile.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/statvfs.h>
#include <sys/timerfd.h>
#include <sys/timex.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern int accept4(int, struct sockaddr *, socklen_t *, int);
extern int pipe2(int[2], int);

#ifndef IP_BIND_ADDRESS_NO_PORT
#define IP_BIND_ADDRESS_NO_PORT 24
#endif
#ifndef EPOLLRDHUP
#define EPOLLRDHUP 0x2000
#endif

/// errno of this thread.
static inline int system_errno(void) { return errno; }

/// The text of an errno value, copied into `buffer` (safe on any thread).
static inline void system_error_text(int code, char *buffer, size_t size) {
    if (strerror_r(code, buffer, size) != 0 && size > 0) buffer[0] = 0;
}

/// Nanoseconds of CLOCK_MONOTONIC.
static inline int64_t system_monotonic(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/// Milliseconds of CLOCK_REALTIME.
static inline int64_t system_wall(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/// epoll_ctl with the 64 bits of user data as a number.
// Bytes that malloc has given out, to whatever language.
static inline int64_t system_allocated(void) {
    struct mallinfo2 info = mallinfo2();
    return (int64_t)(info.uordblks + info.hblkhd);
}

// Nanoseconds of processor time that the calling thread has used.
static inline int64_t system_thread_time(void) {
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static inline int system_epoll_ctl(int epoll, int operation, int descriptor, uint32_t events, uint64_t data) {
    struct epoll_event event = {.events = events, .data = {.u64 = data}};
    return epoll_ctl(epoll, operation, descriptor, &event);
}

/// Sets an integer option of a socket; 0 or an errno value.
static inline int system_set_option(int descriptor, int level, int name, int value) {
    return setsockopt(descriptor, level, name, &value, sizeof value) == 0 ? 0 : errno;
}

/// The pending error of a socket (SO_ERROR), which is cleared by this.
static inline int system_socket_error(int descriptor) {
    int error = 0;
    socklen_t size = sizeof error;
    return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
}

/// Bytes that the other end of a TCP connection has acknowledged so far (Linux 4.1); 0 if the system does not say.
static inline uint64_t system_bytes_acknowledged(int descriptor) {
    // The C library's structure ends before these; the kernel's layout never changes.
    _Static_assert(sizeof(struct tcp_info) == 104, "struct tcp_info has grown");
    struct {
        struct tcp_info first;
        uint64_t pacing_rate, most_pacing_rate, acknowledged;
    } info = {0};
    socklen_t size = sizeof info;
    return getsockopt(descriptor, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 ? info.acknowledged : 0;
}

/// Gives allocations of that many bytes and more back to the system when they are freed, from now on. Without this, glibc
/// raises the size from which it does so, and keeps some.
static inline void system_return_memory(int from) { mallopt(M_MMAP_THRESHOLD, from); }

/// Does nothing on SIGPIPE from now on, in the whole process: writing to a closed socket is an error value instead.
static inline void system_ignore_sigpipe(void) { signal(SIGPIPE, SIG_IGN); }

/// renameat2(2) with RENAME_NOREPLACE, which glibc hides too. 0, or -1 with errno.
static inline int system_rename_noreplace(const char *from, const char *to) {
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 1u);
}

/// Opens a file for reading, never waiting; the size of a regular file in `size`. The descriptor, or -1: not there, not
/// readable, or no regular file.
static inline int system_open_regular(const char *path, int64_t *size) {
    int descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    struct stat status;
    if (descriptor >= 0 && fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode)) {
        *size = status.st_size;
        return descriptor;
    }
    if (descriptor >= 0) close(descriptor);
    return -1;
}

/// Makes reading and writing return instead of waiting; 0 or an errno value.
static inline int system_set_nonblocking(int descriptor) {
    int flags = fcntl(descriptor, F_GETFL);
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) == 0 ? 0 : errno;
}

/// pidfd_open(2): a descriptor that is readable once the process has ended, closed on exec; -1 with errno.
static inline int system_watch_process(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0u); }

/// Has the kernel send this process a signal when its parent ends. False: it has ended already.
static inline _Bool system_end_with_parent(pid_t parent, int signal) {
    prctl(PR_SET_PDEATHSIG, signal);
    return getppid() == parent;
}

/// The limit on open descriptors of this process; 0 or an errno value.
static inline int system_descriptor_limit(struct rlimit *limit) {
    return getrlimit(RLIMIT_NOFILE, limit) == 0 ? 0 : errno;
}
static inline int system_set_descriptor_limit(const struct rlimit *limit) {
    return setrlimit(RLIMIT_NOFILE, limit) == 0 ? 0 : errno;
}

/// Whether the kernel says that something keeps its clock right: 1, 0, or -1 if it cannot be asked.
static inline int system_clock_is_kept(void) {
    struct timex state = {0};
    int result = adjtimex(&state);
    return result < 0 ? -1 : result != TIME_ERROR;
}

/// Bytes that this user may still write in the folder's file system; negative if it cannot be asked.
static inline int64_t system_free_space(const char *folder) {
    struct statvfs space;
    if (statvfs(folder, &space) != 0) return -1;
    return (int64_t)space.f_bavail * (int64_t)space.f_frsize;
}

/// Characters in a line of a terminal, and its lines; 0: it is none, or does not say.
static inline void system_terminal_size(int descriptor, int *width, int *height) {
    struct winsize size = {0};
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0) size.ws_col = size.ws_row = 0;
    *width = size.ws_col;
    *height = size.ws_row;
}

/// Lets so many nanoseconds pass, below one second, or less if a signal comes.
static inline void system_sleep(int64_t nanoseconds) {
    struct timespec time = {.tv_sec = 0, .tv_nsec = nanoseconds < 0 ? 0 : nanoseconds > 999999999 ? 999999999 : nanoseconds};
    clock_nanosleep(CLOCK_MONOTONIC, 0, &time, NULL);
}

/// What this thread sleeps for ends within a microsecond or so, not within the usual 50.
static inline void system_sleep_exactly(void) { prctl(PR_SET_TIMERSLACK, 1000UL); }

/// Opens a file for reading, as it is; -1 if that cannot be.
static inline int system_open_reading(const char *path) { return open(path, O_RDONLY | O_CLOEXEC); }

/// What this process has used; 0 or an errno value.
static inline int system_usage(struct rusage *usage) { return getrusage(RUSAGE_SELF, usage) == 0 ? 0 : errno; }

/// Whatever the parent had: no signal is blocked in this thread from now on, and SIGTERM is not ignored. SIGINT may be, as a
/// shell ignores it for what it starts in the background: Ctrl-C is not meant for that. SIGXFSZ and SIGPIPE are ignored.
static inline void system_settle_signals(void) {
    sigset_t none;
    sigemptyset(&none);
    signal(SIGXFSZ, SIG_IGN);
    signal(SIGPIPE, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
}

/// A terminal's Ctrl-C does nothing to this process.
static inline void system_ignore_interrupt(void) { signal(SIGINT, SIG_IGN); }
