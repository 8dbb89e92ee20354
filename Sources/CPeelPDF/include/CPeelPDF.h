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

/// Opens a page, numbered from 1, in a new child process. The caller ends the child, whatever the outcome. The page's content
/// is received next.
CPDFOutcome cpdf_open(const uint8_t *bytes, size_t count, int number, CPeelChild *child, CPDFPage *page);

/// Finds the picture that has a name in the page's content. The palette and the profile are received next.
CPDFOutcome cpdf_find(const CPeelChild *child, const char name[cpdf_name_size], CPDFPicture *picture);

/// Has the picture's samples decoded, which are received next.
void cpdf_decode(CPeelChild *child, const CPDFPicture *picture);

#endif
