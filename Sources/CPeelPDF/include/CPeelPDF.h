// Pictures in PDF documents, with libqpdf: count the pages, open one, and read its content and a picture. The library works
// in a child process with little memory, since documents may unfold to any size. It is loaded when the first document is
// read, and it need not be installed before. Its functions are declared here, so that its headers aren't needed either.
#ifndef CPEEL_PDF_H
#define CPEEL_PDF_H

#include <stddef.h>
#include <stdint.h>

#include "CPeelConfinement.h"

typedef enum CPDFOutcome {
  CPDFDone,
  /// libqpdf isn't installed.
  CPDFNoLibrary,
  CPDFOutOfMemory,
  /// It opens only with a password.
  CPDFEncrypted,
  /// The document has fewer pages.
  CPDFNoPage,
  /// It has more than `cpdf_most_pages`.
  CPDFTooMany,
  /// There is no such picture.
  CPDFNoPicture,
  /// The picture is coded in a way that isn't read, or needs another one.
  CPDFCoding,
  /// The data is damaged, or unfolds to more than there is memory for.
  CPDFDamaged,
} CPDFOutcome;

enum { cpdf_most_pages = 1000, cpdf_most_content = 1 << 20, cpdf_name_size = 128 };

/// The most bytes that a picture's samples are said to take, though it may claim more. No memory holds them.
static const size_t cpdf_most_data = SIZE_MAX / 16;

/// A page of a document.
typedef struct CPDFPage {
  CPeelChild child;
  /// By how many quarters of a turn it is shown clockwise.
  int turns;
  /// Its width and height in its own units, and the points in one.
  double width, height, unit;
  /// The bytes of its content, which are read first.
  size_t content_size;
  /// The number of pages, as far as they were counted.
  int pages;
} CPDFPage;

typedef struct CPDFPicture {
  int width, height;
  /// Whether its data is a JPEG. Otherwise it is rows of samples, which begin at whole bytes, high bits first.
  int is_jpeg;
  /// Bits per sample, and samples per pixel.
  int bits, samples;
  /// The sizes of what is to be read, in this order: a palette of red, green and blue, the ICC profile, and the data.
  size_t palette_size, profile_size, data_size;
} CPDFPicture;

/// Counts the pages.
CPDFOutcome cpdf_count(const uint8_t *bytes, size_t count, int *pages);

/// Opens a page, numbered from 1. The caller closes it even after a failure.
CPDFOutcome cpdf_open(const uint8_t *bytes, size_t count, int number, CPDFPage *page);

/// Finds the picture that has a name in the page's content. To be called once, after the content was read.
CPDFOutcome cpdf_find(CPDFPage *page, const char name[cpdf_name_size], CPDFPicture *picture);

/// Has the picture's samples decoded. To be called before they are read.
void cpdf_decode(CPDFPage *page, const CPDFPicture *picture);

/// Reads the next bytes. Returns 0 if there are none.
int cpdf_read(CPDFPage *page, void *bytes, size_t size);

void cpdf_close(CPDFPage *page);

#endif
