// The terminal's modes while this program uses it. Swift would have to spell out the C arrays in them.
#include "CPeelTerminal.h"

#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios own;
static int is_kept;

void peel_keep_modes(int terminal) { is_kept = tcgetattr(terminal, &own) == 0; }

int peel_regain_modes(int terminal) {
  struct termios now;
  if (!is_kept || tcgetpgrp(terminal) != getpgrp() || tcgetattr(terminal, &now) != 0) return 0;
  int is_same = now.c_iflag == own.c_iflag && now.c_oflag == own.c_oflag && now.c_cflag == own.c_cflag &&
                now.c_lflag == own.c_lflag && memcmp(now.c_cc, own.c_cc, sizeof own.c_cc) == 0;
  if (is_same) return 0;
  return tcsetattr(terminal, TCSANOW, &own) == 0;
}
