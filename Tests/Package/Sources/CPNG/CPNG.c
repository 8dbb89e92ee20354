#include "CPNG.h"

int png_answer(void) { return 42; }
