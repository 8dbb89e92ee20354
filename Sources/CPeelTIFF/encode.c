#include "CPeelTIFF.h"
#include "library.h"

#include <stdlib.h>
#include <string.h>

/// A file in memory that libtiff writes.
typedef struct Writing {
  /// libtiff's last error.
  CTIFFReport report;
  CTIFFFile file;
  size_t capacity, position;
  int is_out_of_memory;
} Writing;

/// The bytes of a strip before compression. TIFF 6.0 recommends about 8 kB, for machines of its time.
enum { STRIP_SIZE = 1 << 18 };

static tmsize_t read_bytes(thandle_t client, void *buffer, tmsize_t size) {
  Writing *writing = (Writing *)client;
  size_t left = writing->position < writing->file.count ? writing->file.count - writing->position : 0;
  size_t given = size < 0 ? 0 : (size_t)size < left ? (size_t)size : left;
  if (given > 0) memcpy(buffer, writing->file.bytes + writing->position, given);
  writing->position += given;
  return (tmsize_t)given;
}

static tmsize_t write_bytes(thandle_t client, void *buffer, tmsize_t size) {
  Writing *writing = (Writing *)client;
  if (size <= 0) return size;
  size_t end = writing->position + (size_t)size;
  if (end > writing->capacity) {
    size_t capacity = end > 2 * writing->capacity ? end : 2 * writing->capacity;
    uint8_t *bytes = realloc(writing->file.bytes, capacity);
    if (bytes == NULL) {
      writing->is_out_of_memory = 1;
      return -1;
    }
    writing->file.bytes = bytes;
    writing->capacity = capacity;
  }
  if (writing->position > writing->file.count)
    memset(writing->file.bytes + writing->file.count, 0, writing->position - writing->file.count);
  memcpy(writing->file.bytes + writing->position, buffer, (size_t)size);
  writing->position = end;
  if (end > writing->file.count) writing->file.count = end;
  return size;
}

static toff_t seek(thandle_t client, toff_t offset, int whence) {
  Writing *writing = (Writing *)client;
  toff_t from = whence == SEEK_CUR ? writing->position : whence == SEEK_END ? writing->file.count : 0;
  writing->position = (size_t)(from + offset);
  return from + offset;
}

static int do_nothing(thandle_t client) {
  (void)client;
  return 0;
}

static toff_t size_of(thandle_t client) { return ((Writing *)client)->file.count; }

static int describe(TIFF *file, const CTIFFPicture *picture, size_t row_size) {
  uint32_t rows = STRIP_SIZE > row_size ? (uint32_t)(STRIP_SIZE / row_size) : 1;
  int is_done = library.TIFFSetField(file, TIFFTAG_IMAGEWIDTH, picture->width)
    && library.TIFFSetField(file, TIFFTAG_IMAGELENGTH, picture->height)
    && library.TIFFSetField(file, TIFFTAG_BITSPERSAMPLE, picture->bits)
    && library.TIFFSetField(file, TIFFTAG_SAMPLESPERPIXEL, 3)
    && library.TIFFSetField(file, TIFFTAG_PHOTOMETRIC, PHOTOMETRIC_RGB)
    && library.TIFFSetField(file, TIFFTAG_PLANARCONFIG, PLANARCONFIG_CONTIG)
    && library.TIFFSetField(file, TIFFTAG_ORIENTATION, ORIENTATION_TOPLEFT)
    && library.TIFFSetField(file, TIFFTAG_COMPRESSION, COMPRESSION_LZW)
    && library.TIFFSetField(file, TIFFTAG_PREDICTOR, PREDICTOR_HORIZONTAL)
    && library.TIFFSetField(file, TIFFTAG_ROWSPERSTRIP, rows);
  if (is_done && picture->resolution > 0)
    is_done = library.TIFFSetField(file, TIFFTAG_XRESOLUTION, picture->resolution)
      && library.TIFFSetField(file, TIFFTAG_YRESOLUTION, picture->resolution)
      && library.TIFFSetField(file, TIFFTAG_RESOLUTIONUNIT, RESUNIT_INCH);
  if (is_done && picture->profile_size > 0)
    is_done = library.TIFFSetField(file, TIFFTAG_ICCPROFILE, (uint32_t)picture->profile_size, picture->profile);
  if (is_done && picture->xmp_size > 0)
    is_done = library.TIFFSetField(file, TIFFTAG_XMLPACKET, (uint32_t)picture->xmp_size, picture->xmp);
  return is_done;
}

static int write_rows(TIFF *file, const CTIFFPicture *picture, size_t row_size, Writing *writing) {
  // libtiff changes the rows that it is given.
  uint8_t *row = malloc(row_size);
  writing->is_out_of_memory = row == NULL;
  int is_done = row != NULL;
  for (uint32_t y = 0; is_done && y < picture->height; y++) {
    memcpy(row, (const uint8_t *)picture->samples + y * row_size, row_size);
    is_done = library.TIFFWriteScanline(file, row, y, 0) == 1;
  }
  free(row);
  return is_done;
}

CTIFFOutcome ctiff_write(const CTIFFPicture *picture, CTIFFFile *written, CTIFFReport *report) {
  memset(written, 0, sizeof *written);
  memset(report, 0, sizeof *report);
  if (!ctiff_load()) return CTIFFNoLibrary;
  Writing writing = {0};
  size_t row_size = (size_t)picture->width * 3 * (size_t)(picture->bits / 8);
  TIFF *file = library.TIFFClientOpen(
    "", picture->is_big_endian ? "wb" : "wl", &writing, read_bytes, write_bytes, seek, do_nothing, size_of, NULL, NULL);
  int is_done = file != NULL && describe(file, picture, row_size) && write_rows(file, picture, row_size, &writing)
    && library.TIFFFlush(file);
  if (file != NULL) library.TIFFClose(file);
  if (!is_done) {
    free(writing.file.bytes);
    *report = writing.report;
    return writing.is_out_of_memory ? CTIFFOutOfMemory : CTIFFUnsupported;
  }
  *written = writing.file;
  return CTIFFDone;
}

void ctiff_free(CTIFFFile *file) { free(file->bytes); }
