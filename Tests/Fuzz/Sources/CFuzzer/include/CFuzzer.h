// libFuzzer as a library (LLVM documentation, "Using libFuzzer as a library"); no header comes with it.
#include <stddef.h>
#include <stdint.h>

int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*test)(const uint8_t *bytes, size_t count));
