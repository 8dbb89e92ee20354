// LibRaw in two calls: open a raw file, and develop it to red, green and blue. The library crashes on some damaged files, so
// it works in a child process, whose end is an outcome. It is loaded when the first raw file is read, and it need not be
// installed before. Its functions are declared here, so that its headers aren't needed either.
#ifndef CPEEL_RAW_H
#define CPEEL_RAW_H

#include <stddef.h>
#include <stdint.h>

#include "CPeelConfinement.h"

typedef enum CRawOutcome {
  CRawDone,
  /// LibRaw isn't installed.
  CRawNoLibrary,
  /// LibRaw doesn't know the camera or the way its data is coded.
  CRawUnknown,
  CRawOutOfMemory,
  /// The data ends too soon.
  CRawTruncated,
  /// The data is damaged.
  CRawFailed,
  /// LibRaw crashed, or took too long.
  CRawCrashed,
} CRawOutcome;

/// An open raw file.
typedef struct CRawFile {
  /// The developed picture's size in pixels, before it is turned upright.
  int width, height;
  /// The sensor's size in samples, with its borders.
  int raw_width, raw_height;
} CRawFile;

/// A developed picture, upright: rows of `colours` samples for each pixel.
typedef struct CRawPicture {
  int width, height, colours;
  /// How often LibRaw found damaged data.
  int damages;
} CRawPicture;

/// Reads the file's header in a new child process. The caller ends the child, whatever the outcome.
CRawOutcome craw_open(const uint8_t *bytes, size_t count, CPeelChild *child, CRawFile *file);

/// Develops with the camera's white balance and without brightening, in sRGB, to samples of 8 or 16 bits, with so many bytes
/// of memory more. The samples are received next.
CRawOutcome craw_develop(CPeelChild *child, int bits, size_t memory, CRawPicture *picture);

#endif
