// ncurses, and functions around it that Swift can't call or express.
#pragma once

// Makes ncurses declare its wide-character functions.
#ifndef NCURSES_WIDECHAR
#define NCURSES_WIDECHAR 1
#endif
#include <ncurses.h>
#include <stddef.h>
#include <term.h>

// MARK: terminfo

// The string capability `name` of the current terminal; NULL if it has none or if `name` isn't a string capability.
const char *peel_capability(const char *name);

// `capability` with its two parameters filled in. tiparm is variadic, which Swift can't call. The result is valid until
// the next call.
const char *peel_filled(const char *capability, int first, int second);

// Frees the description that setupterm loaded. Swift can't access the global variable cur_term.
void peel_forget_description(void);

// Makes the next doupdate() draw everything. Swift can't access the global variable curscr.
void peel_redraw_all(void);

// MARK: system

// Opens a pipe whose ends don't block and aren't inherited by child processes. Returns 0, or -1 and sets errno.
int peel_pipe(int ends[2]);

// Whether the locale's encoding is UTF-8.
int peel_is_utf8(void);

// Stores the terminal's size, in cells. Returns 0, or -1 if the size is unknown.
int peel_window_size(int terminal, int *width, int *height);

// Stores the size of a cell, in pixels. Returns 0, or -1 if the terminal doesn't tell it.
int peel_cell_size(int terminal, int *width, int *height);

// MARK: shared memory

// Creates shared memory that only this user can read, with these bytes. Returns 0, or -1 if it exists or can't be made.
int peel_share(const char *name, const void *bytes, size_t count);

// Whether shared memory exists.
int peel_is_shared(const char *name);

// Removes shared memory if it exists.
void peel_unshare(const char *name);

// MARK: modes

// Notes the terminal's modes as this program's own.
void peel_keep_modes(int terminal);

// Sets the noted modes again if another program has changed them. Returns 1 then, else 0. Does nothing while this program
// is in the background, where it would be stopped for it.
int peel_regain_modes(int terminal);

// MARK: signals

// Installs signal handlers until peel_unguard(). Each SIGWINCH, SIGTERM, SIGHUP, SIGINT, SIGQUIT, SIGTSTP or SIGCONT writes
// its number to `wake` as one byte. A crash writes `farewell` to the terminal, restores the modes that the terminal has at
// the time of this call, and ends the process by the same signal. `farewell` is cut off after 256 bytes.
void peel_guard(int terminal, const char *farewell, size_t length, int wake);

// Restores the terminal's modes and the default action of every signal. If a signal ends the program, the signals of
// peel_guard() are ignored from then on instead, so that work can be saved: a shell sends its jobs a second SIGHUP.
void peel_unguard(int is_ending);

// Performs a signal's default action now, in this thread. Unblocks the signal first, as the concurrency runtime's threads
// block most signals.
void peel_obey(int number);

// Stops this process and the rest of its job as Ctrl-Z does. Returns when the shell continues it.
void peel_stop(void);
