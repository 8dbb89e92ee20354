// Runs code of libraries that aren't peel's in a child process, which can open nothing. Files may crash them, or take them
// over.
#ifndef CPEEL_CONFINEMENT_H
#define CPEEL_CONFINEMENT_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/// A copy of this process that runs one function.
typedef struct CPeelChild {
  pid_t number;
  /// Connected with the child's channel; -1 if there is no child.
  int channel;
  /// The most memory that it may write to, in bytes; 0 for any.
  size_t memory;
} CPeelChild;

static const CPeelChild cpeel_no_child = {0, -1, 0};

/// A file's bytes, for a child to read.
typedef struct CPeelInput {
  const uint8_t *bytes;
  size_t count;
} CPeelInput;

/// Starts a child that calls `work` with its end of the channel, and then ends. It sees the memory as it is now.
///
/// It may take `memory` bytes more, or any number if that is 0 or the system can't tell what it has.
///
/// Other threads don't exist in the child, and their locks may stay taken: `work` may use C's library and other libraries
/// written in C or C++, and no Swift. Returns 0, or the number of an error.
int cpeel_start(CPeelChild *child, size_t memory, void (*work)(int channel, void *context), void *context);

/// Lets a child take so many bytes more.
void cpeel_allow_memory(CPeelChild *child, size_t more);

/// Sends so many bytes. Returns 0 if the other side has ended.
int cpeel_send(int channel, const void *bytes, size_t count);

/// Waits for so many bytes. Returns 0 if the other side ends before.
int cpeel_receive(int channel, void *bytes, size_t count);

/// Ends the child, whatever it does. Needs nothing to be open, and may be called twice.
void cpeel_end(CPeelChild *child);

#endif
