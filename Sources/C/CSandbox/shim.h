// prctl and syscall take a varying number of arguments, and BPF's instructions are macros: Swift imports neither.
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ROOST_ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ROOST_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#error "the list of system calls is written for x86-64 and arm64"
#endif

#define ROOST_LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offsetof(struct seccomp_data, field))
#define ROOST_ARGUMENT(number) \
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(offsetof(struct seccomp_data, args) + 8 * (number)))
#define ROOST_RETURN(what) BPF_STMT(BPF_RET | BPF_K, (what))
/* Both leave the number of the call loaded for the next line. */
#define ROOST_ALLOW(call) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 1), ROOST_RETURN(SECCOMP_RET_ALLOW)
/* Memory that is never code. */
#define ROOST_ALLOW_DATA(call)                                                                             \
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (call), 0, 4), ROOST_ARGUMENT(2),                                   \
        BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, PROT_EXEC, 0, 1), ROOST_RETURN(SECCOMP_RET_KILL_PROCESS),      \
        ROOST_RETURN(SECCOMP_RET_ALLOW)

/* The process ends when the one that started it does, which is killed by whoever wants that at any time. 0, or errno. */
static inline int roost_end_with_parent(void) {
    return prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 ? 0 : errno;
}

/*
 * From here on the process, all threads of it, can have memory, write to its standard output, and end; if `reads`, it can
 * also read its standard input. Every other call kills it. It can't be taken back. 0, or errno.
 */
static inline int roost_confine(int reads) {
    struct sock_filter list[] = {
        ROOST_LOAD(arch),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ROOST_ARCHITECTURE, 1, 0),
        ROOST_RETURN(SECCOMP_RET_KILL_PROCESS),
        ROOST_LOAD(nr),
        /* To file descriptor 1 alone. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_write, 0, 4),
        ROOST_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 1, 1, 0),
        ROOST_RETURN(SECCOMP_RET_KILL_PROCESS),
        ROOST_RETURN(SECCOMP_RET_ALLOW),
        /* From file descriptor 0 alone; a number that no call has stands for none. */
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, reads ? __NR_read : 0xFFFFFFFF, 0, 4),
        ROOST_ARGUMENT(0),
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0),
        ROOST_RETURN(SECCOMP_RET_KILL_PROCESS),
        ROOST_RETURN(SECCOMP_RET_ALLOW),
        ROOST_ALLOW_DATA(__NR_mmap),
        ROOST_ALLOW_DATA(__NR_mprotect),
        ROOST_ALLOW(__NR_munmap),
        ROOST_ALLOW(__NR_mremap),
        ROOST_ALLOW(__NR_madvise),
        ROOST_ALLOW(__NR_brk),
        ROOST_ALLOW(__NR_futex),
        ROOST_ALLOW(__NR_clock_gettime),
        /* Seeds of hash tables: expat's, and Swift's. */
        ROOST_ALLOW(__NR_getrandom),
        ROOST_ALLOW(__NR_exit),
        ROOST_ALLOW(__NR_exit_group),
        ROOST_RETURN(SECCOMP_RET_KILL_PROCESS),
    };
    struct sock_fprog program = {sizeof list / sizeof list[0], list};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
    /* A thread that can't be taken along is the answer's number, which is positive. */
    long status = syscall(__NR_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
    return status == 0 ? 0 : status > 0 ? EBUSY : errno;
}
