// LibRaw in four calls: open a raw file, develop it to red, green and blue, free the picture, and close the file. The library
// is loaded when the first raw file is read, and it need not be installed before. Its functions are declared here, so that
// its headers aren't needed either.
#ifndef CPEEL_RAW_H
#define CPEEL_RAW_H

#include <stddef.h>
#include <stdint.h>

typedef enum CRawOutcome {
  CRawDone,
  /// LibRaw isn't installed.
  CRawNoLibrary,
  /// LibRaw doesn't know the camera or the way its data is coded.
  CRawUnknown,
  CRawOutOfMemory,
  /// The data is damaged or ends too soon.
  CRawFailed,
} CRawOutcome;

/// An open raw file.
typedef struct CRawFile {
  void *handle;
  /// The developed picture's size in pixels, before it is turned upright.
  int width, height;
  /// The sensor's size in samples, with its borders.
  int raw_width, raw_height;
  /// How often LibRaw found damaged data.
  int damages;
} CRawFile;

/// A developed picture, upright.
typedef struct CRawPicture {
  /// Rows of `colours` samples for each pixel, of 8 or 16 bits.
  const void *samples;
  int width, height, colours, bits;
  void *handle;
} CRawPicture;

/// Reads the file's header. `bytes` must stay until the file is closed, and `file` must stay where it is.
CRawOutcome craw_open(const uint8_t *bytes, size_t count, CRawFile *file);

/// Develops with the camera's white balance and without brightening, in sRGB.
CRawOutcome craw_develop(CRawFile *file, int bits, CRawPicture *picture);

void craw_free(CRawPicture *picture);
void craw_close(CRawFile *file);

#endif
