#ifndef CHEIF_LIBRARY_H
#define CHEIF_LIBRARY_H

/// libheif, loaded once and ready for use; NULL if it isn't installed or lacks a function that reading needs.
void *cheif_library(void);

#endif
