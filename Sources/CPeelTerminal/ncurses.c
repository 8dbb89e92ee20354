#define _GNU_SOURCE
#include "CPeelTerminal.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

const char *peel_capability(const char *name) {
  const char *found = tigetstr((NCURSES_CONST char *)name);
  return found == (const char *)-1 ? NULL : found;
}

const char *peel_filled(const char *capability, int first, int second) { return tiparm(capability, first, second); }

void peel_forget_description(void) { del_curterm(cur_term); }

void peel_redraw_all(void) { clearok(curscr, TRUE); }

int peel_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  }
  return 0;
}

int peel_is_utf8(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

int peel_window_size(int terminal, int *width, int *height) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *width = size.ws_col;
  *height = size.ws_row;
  return 0;
}

int peel_cell_size(int terminal, int *width, int *height) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return -1;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0 ? 0 : -1;
}

int peel_share(const char *name, const void *bytes, size_t count) {
  int memory = shm_open(name, O_RDWR | O_CREAT | O_EXCL, S_IRUSR | S_IWUSR);
  if (memory < 0) return -1;
  // Written rather than mapped: if no memory is left, writing fails, and touching a map ends the process.
  size_t written = 0;
  while (written < count) {
    ssize_t part = write(memory, (const char *)bytes + written, count - written);
    if (part < 0 && errno == EINTR) continue;
    if (part <= 0) break;
    written += (size_t)part;
  }
  close(memory);
  if (written == count) return 0;
  shm_unlink(name);
  return -1;
}

int peel_is_shared(const char *name) {
  int memory = shm_open(name, O_RDONLY, 0);
  if (memory >= 0) close(memory);
  return memory >= 0;
}

void peel_unshare(const char *name) { shm_unlink(name); }
