// The wide-character ncurses, which only shows its wide functions when asked.
#define NCURSES_WIDECHAR 1
#define _XOPEN_SOURCE_EXTENDED 1
#include <ncurses.h>
#include <term.h>

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

// tiparm takes a variable list of arguments, which Swift cannot call.
static inline const char *peel_filled(const char *capability, int first, int second) {
  return tiparm(capability, first, second);
}

// tigetstr tells "absent" and "no string" apart by a pointer of all ones. Here both are NULL.
static inline const char *peel_capability(const char *name) {
  const char *found = tigetstr((NCURSES_CONST char *)name);
  return found == (const char *)-1 ? NULL : found;
}

// cur_term and curscr are variables that any thread might change, which Swift refuses. These run on the terminal's thread.
static inline void peel_forget_description(void) { del_curterm(cur_term); }
static inline void peel_redraw_all(void) { clearok(curscr, TRUE); }

// Swift's view of the system lacks pipe2. Neither end blocks, and neither is left to programs started from here.
static inline int peel_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

// CODESET is not in the C module that Swift sees.
static inline int peel_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

// ioctl takes a variable list of arguments. In cells; gives 0 where the terminal knows its size.
static inline int peel_window_size(int terminal, int *width, int *height) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *width = size.ws_col;
  *height = size.ws_row;
  return 0;
}

// What signal handlers need. They may only touch memory that is there beforehand and call what is async-signal-safe,
// which Swift code cannot promise: that is why they are in C.
static struct {
  int terminal;
  struct termios modes;
  char farewell[256];
  size_t length;
  int wake;
} peel_rescue = {.terminal = -1, .wake = -1};

// A crash: gives the terminal back, then dies of the same signal.
static inline void peel_crash(int number) {
  if (peel_rescue.terminal >= 0) {
    ssize_t written = write(peel_rescue.terminal, peel_rescue.farewell, peel_rescue.length);
    (void)written;
    tcsetattr(peel_rescue.terminal, TCSANOW, &peel_rescue.modes);
  }
  signal(number, SIG_DFL);
  raise(number);
}

// Anything else: passes the number on to the loop that waits.
static inline void peel_notice(int number) {
  int saved = errno;
  char byte = (char)number;
  ssize_t written = write(peel_rescue.wake, &byte, 1);
  (void)written;
  errno = saved;
}

static inline void peel_handle(int number, void (*handler)(int), int flags) {
  struct sigaction action;
  memset(&action, 0, sizeof action);
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

static const int peel_noticed[] = {SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP, SIGCONT};
static const int peel_fatal[] = {SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS};

// From now on signals are noticed, and crashes write `farewell` and put back the modes the terminal has now.
static inline void peel_guard(int terminal, const char *farewell, size_t length, int wake) {
  if (tcgetattr(terminal, &peel_rescue.modes) != 0) return;
  peel_rescue.length = length < sizeof peel_rescue.farewell ? length : sizeof peel_rescue.farewell;
  memcpy(peel_rescue.farewell, farewell, peel_rescue.length);
  peel_rescue.wake = wake;
  peel_rescue.terminal = terminal;
  for (size_t i = 0; i < sizeof peel_noticed / sizeof *peel_noticed; i++)
    peel_handle(peel_noticed[i], peel_notice, SA_RESTART);
  // A stack that has run out cannot carry the handler: it has one of its own.
  static char stack[16384];
  stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
  sigaltstack(&other, NULL);
  for (size_t i = 0; i < sizeof peel_fatal / sizeof *peel_fatal; i++)
    peel_handle(peel_fatal[i], peel_crash, SA_ONSTACK | SA_RESETHAND);
}

// Puts back the terminal's modes, and leaves all signals to the system again.
static inline void peel_unguard(void) {
  if (peel_rescue.terminal < 0) return;
  tcsetattr(peel_rescue.terminal, TCSADRAIN, &peel_rescue.modes);
  peel_rescue.terminal = -1;
  for (size_t i = 0; i < sizeof peel_noticed / sizeof *peel_noticed; i++) signal(peel_noticed[i], SIG_DFL);
  for (size_t i = 0; i < sizeof peel_fatal / sizeof *peel_fatal; i++) signal(peel_fatal[i], SIG_DFL);
}

// The system's own answer to a signal, at once in this thread. Threads of the concurrency runtime block most signals.
static inline void peel_obey(int number) {
  sigset_t only, before;
  sigemptyset(&only);
  sigaddset(&only, number);
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &only, &before);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

// Stops this program as Ctrl-Z does; comes back when the shell continues it.
static inline void peel_stop(void) {
  peel_obey(SIGTSTP);
  peel_handle(SIGTSTP, peel_notice, SA_RESTART);
}
