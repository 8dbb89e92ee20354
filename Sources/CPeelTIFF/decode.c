#include "CPeelTIFF.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>

// The libtiff functions in use. All are in version 4.5 and far older ones.
#define FUNCTIONS(each) \
  each(TIFFClientOpen) \
  each(TIFFClose) \
  each(TIFFGetField) \
  each(TIFFGetFieldDefaulted) \
  each(TIFFSetField) \
  each(TIFFSetErrorHandler) \
  each(TIFFSetErrorHandlerExt) \
  each(TIFFSetWarningHandler) \
  each(TIFFIsTiled) \
  each(TIFFIsCODECConfigured) \
  each(TIFFTileSize64) \
  each(TIFFStripSize64) \
  each(TIFFComputeTile) \
  each(TIFFReadEncodedTile) \
  each(TIFFComputeStrip) \
  each(TIFFReadEncodedStrip) \
  each(TIFFReadRGBAImageOriented) \
  each(TIFFRGBAImageOK) \
  each(TIFFLastDirectory)

#define POINTER(name) __typeof__(&name) name;
static struct { FUNCTIONS(POINTER) } library;
static int is_loaded;

struct CTIFFPage {
  TIFF *file;
  const uint8_t *bytes;
  size_t count, position;
  CTIFFHeader header;
  /// libtiff tried to read beyond the end.
  int ran_out;
  /// libtiff's last error.
  CTIFFReport report;
};

static void note(thandle_t client, const char *module, const char *format, va_list arguments) {
  (void)module;
  CTIFFPage *page = (CTIFFPage *)client;
  if (page != NULL) vsnprintf(page->report.message, sizeof page->report.message, format, arguments);
}

// The name's number depends on the system. The name without one comes with the headers.
static void load(void) {
  static const char *const names[] = {
    "libtiff.so.6", "libtiff.so.5", "libtiff.so", "libtiff.6.dylib", "/opt/homebrew/lib/libtiff.6.dylib"};
  void *file = NULL;
  for (size_t i = 0; file == NULL && i < sizeof names / sizeof *names; i++) file = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (file == NULL) return;
  is_loaded = 1;
  void *symbol;
  // ISO C can't convert an object pointer to a function pointer. POSIX guarantees that their bytes are the same.
#define FIND(name) \
  symbol = dlsym(file, #name); \
  memcpy(&library.name, &symbol, sizeof symbol); \
  is_loaded &= symbol != NULL;
  FUNCTIONS(FIND)
  if (!is_loaded) return;
  library.TIFFSetErrorHandler(NULL);
  library.TIFFSetWarningHandler(NULL);
  library.TIFFSetErrorHandlerExt(note);
}

static tmsize_t read_bytes(thandle_t client, void *buffer, tmsize_t size) {
  CTIFFPage *page = (CTIFFPage *)client;
  size_t left = page->position < page->count ? page->count - page->position : 0;
  size_t given = size < 0 ? 0 : (size_t)size < left ? (size_t)size : left;
  if (given < (size_t)size) page->ran_out = 1;
  memcpy(buffer, page->bytes + page->position, given);
  page->position += given;
  return (tmsize_t)given;
}

static tmsize_t write_nothing(thandle_t client, void *buffer, tmsize_t size) {
  (void)client, (void)buffer, (void)size;
  return -1;
}

static toff_t seek(thandle_t client, toff_t offset, int whence) {
  CTIFFPage *page = (CTIFFPage *)client;
  toff_t from = whence == SEEK_CUR ? page->position : whence == SEEK_END ? page->count : 0;
  page->position = from + offset > page->count ? page->count : (size_t)(from + offset);
  if (from + offset > page->count) page->ran_out = 1;
  return from + offset;
}

static int do_nothing(thandle_t client) {
  (void)client;
  return 0;
}

static toff_t size_of(thandle_t client) { return ((CTIFFPage *)client)->count; }

static CTIFFOutcome refuse(CTIFFReport *report, const char *what) {
  snprintf(report->message, sizeof report->message, "%s", what);
  return CTIFFUnsupported;
}

static CTIFFOutcome failed(const CTIFFPage *page, CTIFFReport *report) {
  *report = page->report;
  return page->ran_out ? CTIFFTruncated : CTIFFCorrupt;
}

static CTIFFAlpha alpha_of(TIFF *file) {
  uint16_t count = 0, *kinds = NULL;
  library.TIFFGetFieldDefaulted(file, TIFFTAG_EXTRASAMPLES, &count, &kinds);
  if (count == 0 || kinds == NULL) return CTIFFOpaque;
  if (kinds[0] == EXTRASAMPLE_ASSOCALPHA) return CTIFFMultiplied;
  return kinds[0] == EXTRASAMPLE_UNASSALPHA ? CTIFFStraight : CTIFFOpaque;
}

static CTIFFOutcome describe(CTIFFPage *page, CTIFFReport *report) {
  TIFF *file = page->file;
  CTIFFHeader *header = &page->header;
  uint16_t bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISWHITE, format = SAMPLEFORMAT_UINT, orientation = 1;
  uint16_t compression = COMPRESSION_NONE, unit = RESUNIT_INCH, inks = INKSET_CMYK;
  if (!library.TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &header->width)) return failed(page, report);
  if (!library.TIFFGetField(file, TIFFTAG_IMAGELENGTH, &header->height)) return failed(page, report);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  if (!library.TIFFIsCODECConfigured(compression)) return refuse(report, "a TIFF with a compression that libtiff can't decode");
  library.TIFFGetFieldDefaulted(file, TIFFTAG_BITSPERSAMPLE, &bits);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLESPERPIXEL, &samples);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_SAMPLEFORMAT, &format);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_ORIENTATION, &orientation);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_INKSET, &inks);
  if (!library.TIFFGetField(file, TIFFTAG_PHOTOMETRIC, &photometric))
    photometric = samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
  header->orientation = orientation;
  header->alpha = alpha_of(file);
  header->bits = bits;
  header->samples = samples;

  float resolution = 0;
  if (library.TIFFGetField(file, TIFFTAG_XRESOLUTION, &resolution) && resolution > 0) {
    library.TIFFGetFieldDefaulted(file, TIFFTAG_RESOLUTIONUNIT, &unit);
    header->resolution = unit == RESUNIT_INCH ? resolution : unit == RESUNIT_CENTIMETER ? resolution * 2.54 : 0;
  }
  uint32_t profile_size = 0;
  void *profile = NULL;
  if (library.TIFFGetField(file, TIFFTAG_ICCPROFILE, &profile_size, &profile)) {
    header->profile = profile;
    header->profile_size = profile_size;
  }
  header->has_more_pages = !library.TIFFLastDirectory(file);

  // Let libtiff convert JPEG's YCbCr to RGB.
  if (photometric == PHOTOMETRIC_YCBCR && compression == COMPRESSION_JPEG) {
    library.TIFFSetField(file, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
    photometric = PHOTOMETRIC_RGB;
  }
  int colours = 0;
  switch (photometric) {
    case PHOTOMETRIC_MINISBLACK: header->colour = CTIFFGrey; colours = 1; break;
    case PHOTOMETRIC_MINISWHITE: header->colour = CTIFFInvertedGrey; colours = 1; break;
    case PHOTOMETRIC_RGB: header->colour = CTIFFRGB; colours = 3; break;
    case PHOTOMETRIC_SEPARATED: header->colour = CTIFFInks; colours = inks == INKSET_CMYK ? 4 : 0; break;
  }
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID && (colours > 0 || bits > 8))
    return refuse(report, "a TIFF with signed or floating-point samples");
  if (colours > 0 && samples >= colours && samples <= 8 && (bits == 8 || bits == 16)) return CTIFFDone;
  if (bits > 8) {
    snprintf(report->message, sizeof report->message, "a TIFF with %d bits per sample and photometric interpretation %d", bits, photometric);
    return CTIFFUnsupported;
  }
  char why[1024] = "";
  if (!library.TIFFRGBAImageOK(file, why)) return refuse(report, "a TIFF with these samples");
  header->colour = CTIFFRendered;
  header->bits = 8;
  header->samples = 4;
  header->alpha = CTIFFMultiplied;
  return CTIFFDone;
}

CTIFFOutcome ctiff_open(
  const uint8_t *bytes, size_t count, CTIFFPage **opened, CTIFFHeader *header, CTIFFReport *report
) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  *opened = NULL;
  memset(header, 0, sizeof *header);
  memset(report, 0, sizeof *report);
  pthread_once(&once, load);
  if (!is_loaded) return CTIFFNoLibrary;
  CTIFFPage *page = calloc(1, sizeof *page);
  if (page == NULL) return CTIFFOutOfMemory;
  page->bytes = bytes;
  page->count = count;
  // m: don't map the file.
  page->file = library.TIFFClientOpen(
    "", "rm", page, read_bytes, write_nothing, seek, do_nothing, size_of, NULL, NULL);
  CTIFFOutcome outcome = page->file == NULL ? failed(page, report) : describe(page, report);
  if (outcome != CTIFFDone) {
    ctiff_close(page);
    return outcome;
  }
  *header = page->header;
  *opened = page;
  return CTIFFDone;
}

/// A tile or strip: its top left corner in the picture, and its size without the part beyond the picture.
typedef struct Piece {
  uint32_t x, y, width, height;
  /// Columns from the start of one of its rows to the next.
  uint32_t stride;
} Piece;

/// Copies a piece's samples to the picture. A piece has all of a pixel's samples, or only number `plane` if `plane` ≥ 0.
static void place(const CTIFFHeader *header, void *target, const void *source, Piece piece, int plane) {
  size_t size = (size_t)header->bits / 8, pixel = size * (size_t)header->samples;
  for (uint32_t y = 0; y < piece.height; y++) {
    uint8_t *to = (uint8_t *)target + ((size_t)(piece.y + y) * header->width + piece.x) * pixel;
    const uint8_t *from = (const uint8_t *)source + (size_t)y * piece.stride * (plane < 0 ? pixel : size);
    if (plane < 0) {
      memcpy(to, from, piece.width * pixel);
      continue;
    }
    to += (size_t)plane * size;
    for (uint32_t x = 0; x < piece.width; x++) memcpy(to + x * pixel, from + x * size, size);
  }
}

static CTIFFOutcome decode_pieces(CTIFFPage *page, void *samples, CTIFFReport *report) {
  TIFF *file = page->file;
  const CTIFFHeader *header = &page->header;
  int is_tiled = library.TIFFIsTiled(file);
  uint16_t layout = PLANARCONFIG_CONTIG;
  library.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &layout);
  uint32_t width = header->width, height = header->height;
  if (is_tiled) {
    library.TIFFGetField(file, TIFFTAG_TILEWIDTH, &width);
    library.TIFFGetField(file, TIFFTAG_TILELENGTH, &height);
  } else {
    library.TIFFGetFieldDefaulted(file, TIFFTAG_ROWSPERSTRIP, &height);
    if (height > header->height) height = header->height;
  }
  int planes = layout == PLANARCONFIG_SEPARATE ? header->samples : 1;
  uint64_t size = is_tiled ? library.TIFFTileSize64(file) : library.TIFFStripSize64(file);
  uint64_t pixel = (uint64_t)header->bits / 8 * (uint64_t)(planes > 1 ? 1 : header->samples);
  // A tile may be larger than the picture, but not by much. Its size must be what libtiff computes.
  uint64_t most = ((uint64_t)header->width + 4096) * ((uint64_t)header->height + 4096) * pixel;
  if (width == 0 || height == 0 || size > most || size != (uint64_t)width * height * pixel) {
    snprintf(report->message, sizeof report->message, "its tiles or strips have impossible sizes");
    return CTIFFCorrupt;
  }
  uint8_t *piece = malloc(size);
  if (piece == NULL) return CTIFFOutOfMemory;
  CTIFFOutcome outcome = CTIFFDone;
  for (int plane = 0; plane < planes && outcome == CTIFFDone; plane++)
    for (uint64_t y = 0; y < header->height && outcome == CTIFFDone; y += height)
      for (uint64_t x = 0; x < header->width && outcome == CTIFFDone; x += width) {
        Piece part = {.x = (uint32_t)x, .y = (uint32_t)y, .width = width, .height = height, .stride = width};
        if (x + width > header->width) part.width = header->width - part.x;
        if (y + height > header->height) part.height = header->height - part.y;
        uint64_t wanted = is_tiled ? size : (uint64_t)part.height * width * pixel;
        tmsize_t got =
          is_tiled
            ? library.TIFFReadEncodedTile(
                file, library.TIFFComputeTile(file, part.x, part.y, 0, (uint16_t)plane), piece, (tmsize_t)wanted)
            : library.TIFFReadEncodedStrip(
                file, library.TIFFComputeStrip(file, part.y, (uint16_t)plane), piece, (tmsize_t)wanted);
        if (got < 0 || (uint64_t)got < wanted) outcome = failed(page, report);
        else place(header, samples, piece, part, planes > 1 ? plane : -1);
      }
  free(piece);
  return outcome;
}

CTIFFOutcome ctiff_decode(CTIFFPage *page, void *samples, CTIFFReport *report) {
  memset(report, 0, sizeof *report);
  page->ran_out = 0;
  if (page->header.colour != CTIFFRendered) return decode_pieces(page, samples, report);
  uint32_t *pixels = samples;
  size_t count = (size_t)page->header.width * page->header.height;
  if (!library.TIFFReadRGBAImageOriented(
        page->file, page->header.width, page->header.height, pixels, page->header.orientation, 1))
    return failed(page, report);
  // From libtiff's packed words to R, G, B, A bytes.
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = pixels[i];
    uint8_t bytes[4] = {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel), TIFFGetA(pixel)};
    memcpy(&pixels[i], bytes, sizeof bytes);
  }
  return CTIFFDone;
}

void ctiff_close(CTIFFPage *page) {
  if (page->file != NULL) library.TIFFClose(page->file);
  free(page);
}
