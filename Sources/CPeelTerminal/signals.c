// Signal handlers. A handler may only use memory allocated beforehand and async-signal-safe functions. Swift can't
// guarantee either, so they are in C.
#define _GNU_SOURCE
#include "CPeelTerminal.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

// The state that the handlers use. `terminal` is -1 while no terminal is guarded.
static struct {
  int terminal;
  struct termios modes;
  char farewell[256];
  size_t length;
  int wake;
} rescue = {.terminal = -1, .wake = -1};

static const int noticed[] = {SIGWINCH, SIGTERM, SIGHUP,  SIGINT,  SIGQUIT,   SIGTSTP,
                              SIGCONT,  SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU};
static const int fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGPIPE};
static const size_t noticed_count = sizeof noticed / sizeof *noticed;
static const size_t fatal_count = sizeof fatal / sizeof *fatal;

// The stack for `crash`, as the thread's own is full after a stack overflow.
static char handler_stack[16384];

static void crash(int number) {
  if (rescue.terminal >= 0) {
    ssize_t written = write(rescue.terminal, rescue.farewell, rescue.length);
    (void)written;
    tcsetattr(rescue.terminal, TCSANOW, &rescue.modes);
  }
  signal(number, SIG_DFL);
  raise(number);
}

static void notice(int number) {
  int saved = errno;
  char byte = (char)number;
  ssize_t written = write(rescue.wake, &byte, 1);
  (void)written;
  errno = saved;
}

static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

void peel_guard(int terminal, const char *farewell, size_t length, int wake) {
  if (tcgetattr(terminal, &rescue.modes) != 0) return;
  rescue.length = length < sizeof rescue.farewell ? length : sizeof rescue.farewell;
  memcpy(rescue.farewell, farewell, rescue.length);
  rescue.wake = wake;
  rescue.terminal = terminal;
  for (size_t i = 0; i < noticed_count; i++) handle(noticed[i], notice, SA_RESTART);
  stack_t other = {.ss_sp = handler_stack, .ss_size = sizeof handler_stack};
  sigaltstack(&other, NULL);
  for (size_t i = 0; i < fatal_count; i++) handle(fatal[i], crash, SA_ONSTACK | SA_RESETHAND);
}

void peel_unguard(int is_ending) {
  if (rescue.terminal < 0) return;
  tcsetattr(rescue.terminal, TCSADRAIN, &rescue.modes);
  rescue.terminal = -1;
  for (size_t i = 0; i < noticed_count; i++) signal(noticed[i], is_ending ? SIG_IGN : SIG_DFL);
  for (size_t i = 0; i < fatal_count; i++) signal(fatal[i], SIG_DFL);
}

void peel_obey(int number) {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void peel_stop(void) {
  // The terminal's Ctrl-Z would stop the whole job, such as a pipe's other programs or the script that waits for this one.
  // This process ignores its own part of that, so that it stops in this call, and only once.
  signal(SIGTSTP, SIG_IGN);
  kill(0, SIGTSTP);
  peel_obey(SIGTSTP);
  handle(SIGTSTP, notice, SA_RESTART);
}
