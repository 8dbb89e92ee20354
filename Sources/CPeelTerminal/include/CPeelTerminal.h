// ncurses, and the calls around it that Swift can't make itself.
#pragma once

// ncurses declares its wide-character functions only if asked.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>
#include <stddef.h>
#include <term.h>

// MARK: terminfo

// The string capability `name` of the current terminal; NULL if it has none. tigetstr tells "absent" and "not a string"
// apart; here both are NULL.
const char *peel_capability(const char *name);

// `capability` with its two parameters filled in. tiparm is variadic, which Swift can't call. The result is valid until
// the next call.
const char *peel_filled(const char *capability, int first, int second);

// Frees the description that setupterm loaded. cur_term is a global variable, which Swift refuses to read.
void peel_forget_description(void);

// Makes the next doupdate() draw everything. The same holds for curscr.
void peel_redraw_all(void);

// MARK: system

// Opens a pipe whose ends don't block and aren't inherited by child processes. Returns 0, or -1 and sets errno.
int peel_pipe(int ends[2]);

// Whether the locale's encoding is UTF-8.
int peel_is_utf8(void);

// Sets the terminal's size in cells. Returns 0, or -1 if the terminal doesn't know its size.
int peel_window_size(int terminal, int *width, int *height);

// MARK: signals

// Handles signals until peel_unguard(). Signals that want an answer (SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP,
// SIGCONT) are written to `wake`, a byte each. A crash writes `farewell` to the terminal, restores the modes that the
// terminal has now, and then kills the process by the same signal. At most 256 bytes of `farewell` are kept.
void peel_guard(int terminal, const char *farewell, size_t length, int wake);

// Restores the terminal's modes and the default action of every signal.
void peel_unguard(void);

// Takes a signal's default action in this thread, now. The concurrency runtime's threads block most signals.
void peel_obey(int number);

// Stops this process as Ctrl-Z does. Returns when the shell continues it.
void peel_stop(void);
