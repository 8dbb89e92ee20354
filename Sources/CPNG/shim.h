// libpng's simplified interface, which needs no setjmp, and the zlib below it for the chunks that it passes over.
#include <png.h>
#include <zlib.h>
