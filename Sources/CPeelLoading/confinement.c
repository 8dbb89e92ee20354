#define _GNU_SOURCE
#include "CPeelConfinement.h"
#include "CPeelMalloc.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __linux__
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

// The most processor time that a child may take, and the most time that its parent waits for bytes, in seconds: ten times
// what 250 megapixels of raw data take.
enum { most_time = 600 };

static void limit(int resource, rlim_t most) {
  struct rlimit limit = {most, most};
  setrlimit(resource, &limit);
}

// Closes all files from a number on.
static void close_from(int first) {
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, ~0U, 0) == 0) return;
#endif
  for (long file = first, end = sysconf(_SC_OPEN_MAX); file < end; file++) close((int)file);
}

#if defined(__linux__) && defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__linux__) && defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

// Lets the kernel refuse all but what computing takes: memory, threads, clocks, and what is open already. So nothing is
// renamed, removed, sent, ended or started. Does nothing where the kernel can't.
static void compute_only(void) {
#ifdef MACHINE
  static const unsigned short calls[] = {
    SYS_read, SYS_write, SYS_sendto, SYS_recvfrom, SYS_close, SYS_mmap, SYS_munmap, SYS_mremap, SYS_mprotect,
    SYS_madvise, SYS_brk, SYS_futex, SYS_clone, SYS_clone3, SYS_rseq, SYS_set_robust_list, SYS_sched_yield,
    SYS_sched_getaffinity, SYS_sysinfo, SYS_rt_sigaction, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_sigaltstack,
    SYS_clock_gettime, SYS_clock_nanosleep, SYS_gettid, SYS_getpid, SYS_getrandom, SYS_exit, SYS_exit_group};
  enum { count = sizeof calls / sizeof *calls, refusal = count + 3, permission = count + 4 };
  struct sock_filter filter[count + 5] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 0, refusal - 2),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    [refusal] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    [permission] = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  for (int i = 0; i < count; i++) {
    unsigned char distance = (unsigned char)(permission - 4 - i);
    filter[3 + i] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, calls[i], distance, 0);
  }
  struct sock_fprog program = {count + 5, filter};
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
#endif
}

// What only the child does: it keeps nothing open but the channel, opens nothing, and ends with its parent.
static void confine(int channel, size_t memory) {
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
  // The parent's handlers would set its terminal back.
  for (int number = 1; number < NSIG; number++) signal(number, number == SIGINT ? SIG_IGN : SIG_DFL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  dup2(channel, 0);
  close_from(1);
  limit(RLIMIT_NOFILE, 0);
  limit(RLIMIT_FSIZE, 0);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, most_time);
  // Its parent can raise it.
  struct rlimit data;
  if (memory > 0 && getrlimit(RLIMIT_DATA, &data) == 0 && memory < data.rlim_max) {
    data.rlim_cur = memory;
    setrlimit(RLIMIT_DATA, &data);
  }
  compute_only();
}

// The memory that this process may write to, in bytes; 0 if it isn't known.
static size_t own_memory(void) {
  FILE *file = fopen("/proc/self/statm", "re");
  if (file == NULL) return 0;
  unsigned long pages = 0;
  int count = fscanf(file, "%*u %*u %*u %*u %*u %lu", &pages);
  fclose(file);
  return count == 1 ? (size_t)pages * (size_t)sysconf(_SC_PAGESIZE) : 0;
}

int cpeel_start(CPeelChild *child, size_t memory, void (*work)(int channel, void *context), void *context) {
  *child = cpeel_no_child;
  size_t own = memory == 0 ? 0 : own_memory();
  if (own > 0) memory += own;
  else memory = 0;
  int ends[2];
  // Programs that other threads start meanwhile don't get them.
#ifdef SOCK_CLOEXEC
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#endif
  pid_t number = fork();
  if (number == 0) {
    confine(ends[1], memory);
#ifdef __GLIBC__
    // The parent's free memory would be copied page by page. Given back, it comes anew in large pages.
    malloc_trim(0);
#endif
    cpeel_prepare_heap();
    work(0, context);
    _exit(0);
  }
  int error = errno;
  close(ends[1]);
  if (number < 0) {
    close(ends[0]);
    return error;
  }
  // A child that waits forever takes no processor time.
  struct timeval patience = {most_time, 0};
  setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  *child = (CPeelChild){number, ends[0], memory};
  return 0;
}

void cpeel_allow_memory(CPeelChild *child, size_t more) {
#ifdef __linux__
  struct rlimit limit;
  if (child->number == 0 || child->memory == 0 || prlimit(child->number, RLIMIT_DATA, NULL, &limit) != 0) return;
  child->memory += more;
  limit.rlim_cur = child->memory < limit.rlim_max ? child->memory : limit.rlim_max;
  prlimit(child->number, RLIMIT_DATA, &limit, NULL);
#endif
}

int cpeel_send(int channel, const void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t sent = send(channel, (const char *)bytes + done, count - done, MSG_NOSIGNAL);
    if (sent > 0) done += (size_t)sent;
    else if (errno != EINTR) return 0;
  }
  return 1;
}

int cpeel_receive(int channel, void *bytes, size_t count) {
  for (size_t done = 0; done < count;) {
    ssize_t received = recv(channel, (char *)bytes + done, count - done, MSG_WAITALL);
    if (received > 0) done += (size_t)received;
    else if (received == 0 || errno != EINTR) return 0;
  }
  return 1;
}

void cpeel_end(CPeelChild *child) {
  if (child->number == 0) return;
  close(child->channel);
  kill(child->number, SIGKILL);
  while (waitpid(child->number, NULL, 0) < 0 && errno == EINTR) {}
  *child = cpeel_no_child;
}
