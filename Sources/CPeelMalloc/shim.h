// The C library's allocator has settings that Swift's module of the C library leaves out.
#include <malloc.h>
