#include "CPeelTIFF.h"
#include "CPeelLoading.h"
#include "library.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// This file has more than 300 lines because reading goes through one structure, which only it knows.

/// The most samples per pixel that are read: four inks and alpha.
enum { MOST_SAMPLES = 5 };
/// The least number of zeros at the end of compressed samples that are no coincidence.
enum { LEAST_ZEROS = 16 };

// What the child does. The bytes are its parent's.

typedef struct Page {
  /// libtiff's last error.
  CTIFFReport report;
  TIFF *file;
  /// The file again for each further sample, if a strip has only one sample of its pixels. Each goes through its own strips
  /// from top to bottom.
  TIFF *planes[MOST_SAMPLES - 1];
  /// Samples per pixel in a strip or tile, all of which a decoder has to read.
  int stored;
  int is_tiled, is_separate;
  /// The size of a tile. Its rows are `tile_width` pixels long, even beyond the picture.
  uint32_t tile_width, tile_height;
  size_t tile_size;
  /// Bits per sample in the file.
  int bits;
  /// A row of a strip, or a tile, as libtiff decodes it.
  uint8_t *piece;
  /// A row of these with whole bytes, if the file's samples have other sizes than 8 and 16 bits.
  uint8_t *spread;
  /// The rows of a row of tiles, or all that libtiff rendered.
  uint8_t *band;
  /// The number of rows that were read.
  uint32_t done;
  const uint8_t *bytes;
  size_t count, position;
  CTIFFHeader header;
  /// The ICC profile, which is libtiff's.
  const void *profile;
  /// The bytes of a row that is sent.
  size_t row;
  /// libtiff tried to read beyond the end.
  int ran_out;
} Page;

static tmsize_t read_bytes(thandle_t client, void *buffer, tmsize_t size) {
  Page *page = (Page *)client;
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
  Page *page = (Page *)client;
  toff_t from = whence == SEEK_CUR ? page->position : whence == SEEK_END ? page->count : 0;
  page->position = from + offset > page->count ? page->count : (size_t)(from + offset);
  if (from + offset > page->count) page->ran_out = 1;
  return from + offset;
}

static int do_nothing(thandle_t client) {
  (void)client;
  return 0;
}

static toff_t size_of(thandle_t client) { return ((Page *)client)->count; }

static CTIFFOutcome refuse(CTIFFReport *report, const char *what) {
  snprintf(report->message, sizeof report->message, "%s", what);
  return CTIFFUnsupported;
}

static CTIFFOutcome failed(const Page *page, CTIFFReport *report) {
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

/// Whether libtiff decodes a strip of this compression row by row. Others are decoded whole first.
static int is_read_by_rows(uint16_t compression) {
  switch (compression) {
    case COMPRESSION_NONE:
    case COMPRESSION_LZW:
    case COMPRESSION_PACKBITS:
    case COMPRESSION_DEFLATE:
    case COMPRESSION_ADOBE_DEFLATE:
    case COMPRESSION_JPEG: return 1;
    default: return 0;
  }
}

/// The bytes that so many pixels take in a row of a strip or a tile.
static uint64_t row_size(const Page *page, uint64_t width) {
  return (width * (uint64_t)(page->is_separate ? 1 : page->stored) * (uint64_t)page->bits + 7) / 8;
}

/// Finds out how the samples are divided, and how much memory it takes to read them.
static CTIFFOutcome measure(Page *page, uint16_t compression, CTIFFReport *report) {
  TIFF *file = page->file;
  CTIFFHeader *header = &page->header;
  uint16_t layout = PLANARCONFIG_CONTIG;
  library.TIFFGetFieldDefaulted(file, TIFFTAG_PLANARCONFIG, &layout);
  page->is_separate = layout == PLANARCONFIG_SEPARATE && page->stored > 1;
  page->is_tiled = library.TIFFIsTiled(file);
  uint64_t pixel = (uint64_t)header->bits / 8 * (uint64_t)(page->is_separate ? 1 : page->stored);
  uint64_t size = 0, expected = 0, width = header->width;
  if (page->is_tiled) {
    library.TIFFGetField(file, TIFFTAG_TILEWIDTH, &page->tile_width);
    library.TIFFGetField(file, TIFFTAG_TILELENGTH, &page->tile_height);
    size = library.TIFFTileSize64(file);
    width = page->tile_width;
    expected = row_size(page, width) * page->tile_height;
    uint64_t rows = header->height < page->tile_height ? header->height : page->tile_height;
    header->memory = size + rows * header->width * (uint64_t)header->samples * (uint64_t)(header->bits / 8);
  } else {
    size = library.TIFFScanlineSize64(file);
    expected = row_size(page, width);
    header->memory = size + (is_read_by_rows(compression) ? 0 : library.TIFFStripSize64(file));
  }
  // A tile may be larger than the picture, but not by much. Its size must be what libtiff computes.
  const uint64_t margin = 4096;
  if (expected == 0 || size != expected || size > (header->width + margin) * (header->height + margin) * pixel) {
    snprintf(report->message, sizeof report->message, "its tiles or strips have impossible sizes");
    return CTIFFCorrupt;
  }
  page->tile_size = (size_t)size;
  if (page->bits != header->bits) header->memory += width * pixel;
  return CTIFFDone;
}

/// Whether zeros at the file's end belong to compressed samples. Copies that were cut off leave such files, and libtiff
/// takes the zeros for samples.
static int is_zero_filled(const Page *page, uint16_t compression) {
  if (compression == COMPRESSION_NONE || compression == COMPRESSION_PACKBITS) return 0;
  TIFF *file = page->file;
  size_t end = page->count;
  while (end > 0 && page->bytes[end - 1] == 0) end--;
  if (page->count - end < LEAST_ZEROS) return 0;
  uint32_t count = library.TIFFIsTiled(file) ? library.TIFFNumberOfTiles(file) : library.TIFFNumberOfStrips(file);
  for (uint32_t i = 0; i < count; i++)
    if (library.TIFFGetStrileOffset(file, i) + library.TIFFGetStrileByteCount(file, i) >= end + LEAST_ZEROS) return 1;
  return 0;
}

static CTIFFOutcome describe(Page *page, CTIFFReport *report) {
  TIFF *file = page->file;
  CTIFFHeader *header = &page->header;
  uint16_t bits = 1, samples = 1, photometric = PHOTOMETRIC_MINISWHITE, format = SAMPLEFORMAT_UINT, orientation = 1;
  uint16_t compression = COMPRESSION_NONE, unit = RESUNIT_INCH, inks = INKSET_CMYK;
  if (!library.TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &header->width)) return failed(page, report);
  if (!library.TIFFGetField(file, TIFFTAG_IMAGELENGTH, &header->height)) return failed(page, report);
  library.TIFFGetFieldDefaulted(file, TIFFTAG_COMPRESSION, &compression);
  if (!library.TIFFIsCODECConfigured(compression)) return refuse(report, "a TIFF with a compression that libtiff can't decode");
  if (is_zero_filled(page, compression)) return CTIFFTruncated;
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
    page->profile = profile;
    header->profile_size = profile_size;
  }

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
    case PHOTOMETRIC_CIELAB: header->colour = CTIFFLab; colours = 3; break;
    case PHOTOMETRIC_ICCLAB: header->colour = CTIFFICCLab; colours = 3; break;
  }
  if (format != SAMPLEFORMAT_UINT && format != SAMPLEFORMAT_VOID && (colours > 0 || bits > 8))
    return refuse(report, "a TIFF with signed or floating-point samples");
  // libtiff renders grey of 1, 2 and 4 bits.
  int is_packed = bits != 8 && bits != 16 && bits <= 16 && (bits > 4 || colours > 1);
  if (colours > 0 && samples >= colours && samples <= 8 && (bits == 8 || bits == 16 || is_packed)) {
    page->stored = samples;
    page->bits = bits;
    header->bits = bits <= 8 ? 8 : 16;
    header->samples = colours;
    if (samples > colours && header->alpha != CTIFFOpaque) header->samples++;
    return measure(page, compression, report);
  }
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
  // libtiff also holds a strip or a tile.
  uint64_t piece = library.TIFFIsTiled(file) ? library.TIFFTileSize64(file) : library.TIFFStripSize64(file);
  header->memory = sizeof(uint32_t) * (uint64_t)header->width * header->height + piece;
  return CTIFFDone;
}

static TIFF *open_file(Page *page) {
  page->position = 0;
  // m: don't map the file.
  return library.TIFFClientOpen("", "rm", page, read_bytes, write_nothing, seek, do_nothing, size_of, NULL, NULL);
}

/// A row of decoded pixels with 8 or 16 bits per sample. Samples of other sizes follow each other bit by bit, and their
/// greatest value remains the greatest.
static const uint8_t *spread(Page *page, const uint8_t *row, size_t width) {
  if (page->bits == page->header.bits) return row;
  size_t count = width * (size_t)(page->is_separate ? 1 : page->stored);
  uint32_t most = (1u << page->bits) - 1, whole = (1u << page->header.bits) - 1, held = 0;
  int held_bits = 0;
  for (size_t i = 0; i < count; i++) {
    for (; held_bits < page->bits; held_bits += 8) held = held << 8 | *row++;
    held_bits -= page->bits;
    uint32_t sample = ((held >> held_bits & most) * whole + most / 2) / most;
    if (page->header.bits == 8) page->spread[i] = (uint8_t)sample;
    else ((uint16_t *)(void *)page->spread)[i] = (uint16_t)sample;
  }
  return page->spread;
}

/// Copies samples from decoded pixels to pixels of the row. A decoded pixel has all samples, or only number `sample` if
/// `sample` ≥ 0.
static void place(const Page *page, uint8_t *to, const uint8_t *from, size_t count, int sample) {
  size_t size = (size_t)page->header.bits / 8, pixel = size * (size_t)page->header.samples;
  size_t step = sample < 0 ? size * (size_t)page->stored : size, kept = sample < 0 ? pixel : size;
  if (sample > 0) to += (size_t)sample * size;
  if (step == pixel) {
    memcpy(to, from, count * pixel);
    return;
  }
  for (size_t x = 0; x < count; x++) memcpy(to + x * pixel, from + x * step, kept);
}

static CTIFFOutcome read_strips(Page *page, uint8_t *row, CTIFFReport *report) {
  int planes = page->is_separate ? page->header.samples : 1;
  for (int plane = 0; plane < planes; plane++) {
    TIFF *file = plane == 0 ? page->file : page->planes[plane - 1];
    if (library.TIFFReadScanline(file, page->piece, page->done, (uint16_t)plane) != 1) return failed(page, report);
    const uint8_t *pixels = spread(page, page->piece, page->header.width);
    place(page, row, pixels, page->header.width, page->is_separate ? plane : -1);
  }
  return CTIFFDone;
}

/// Decodes the row of tiles that begins at the next row.
static CTIFFOutcome read_tiles(Page *page, CTIFFReport *report) {
  const CTIFFHeader *header = &page->header;
  size_t size = (size_t)header->bits / 8, pixel = size * (size_t)header->samples;
  size_t stored = (size_t)row_size(page, page->tile_width);
  uint32_t rows = header->height - page->done < page->tile_height ? header->height - page->done : page->tile_height;
  int planes = page->is_separate ? header->samples : 1;
  for (int plane = 0; plane < planes; plane++)
    for (uint64_t x = 0; x < header->width; x += page->tile_width) {
      uint32_t tile = library.TIFFComputeTile(page->file, (uint32_t)x, page->done, 0, (uint16_t)plane);
      tmsize_t got = library.TIFFReadEncodedTile(page->file, tile, page->piece, (tmsize_t)page->tile_size);
      if (got < 0 || (size_t)got < page->tile_size) return failed(page, report);
      size_t columns = header->width - x < page->tile_width ? header->width - x : page->tile_width;
      for (uint32_t y = 0; y < rows; y++)
        place(
          page, page->band + ((size_t)y * header->width + x) * pixel,
          spread(page, page->piece + y * stored, columns), columns, page->is_separate ? plane : -1);
    }
  return CTIFFDone;
}

/// Lets libtiff render all rows.
static CTIFFOutcome render(Page *page, CTIFFReport *report) {
  const CTIFFHeader *header = &page->header;
  size_t count = (size_t)header->width * header->height;
  uint32_t *pixels = malloc(count * sizeof *pixels);
  page->band = (uint8_t *)pixels;
  if (pixels == NULL) return CTIFFOutOfMemory;
  if (!library.TIFFReadRGBAImageOriented(page->file, header->width, header->height, pixels, header->orientation, 1))
    return failed(page, report);
  // From libtiff's packed words to R, G, B, A bytes.
  for (size_t i = 0; i < count; i++) {
    uint32_t pixel = pixels[i];
    uint8_t bytes[4] = {TIFFGetR(pixel), TIFFGetG(pixel), TIFFGetB(pixel), TIFFGetA(pixel)};
    memcpy(&pixels[i], bytes, sizeof bytes);
  }
  return CTIFFDone;
}

static CTIFFOutcome prepare(Page *page, CTIFFReport *report) {
  const CTIFFHeader *header = &page->header;
  if (header->colour == CTIFFRendered) return render(page, report);
  page->piece = malloc(page->is_tiled ? page->tile_size : (size_t)library.TIFFScanlineSize64(page->file));
  if (page->piece == NULL) return CTIFFOutOfMemory;
  if (page->bits != header->bits) {
    page->spread = malloc((size_t)header->width * (size_t)page->stored * (size_t)(header->bits / 8));
    if (page->spread == NULL) return CTIFFOutOfMemory;
  }
  if (page->is_tiled) {
    size_t rows = header->height < page->tile_height ? header->height : page->tile_height;
    page->band = malloc(rows * header->width * (size_t)header->samples * (size_t)(header->bits / 8));
    return page->band == NULL ? CTIFFOutOfMemory : CTIFFDone;
  }
  for (int plane = 1; page->is_separate && plane < header->samples; plane++) {
    page->planes[plane - 1] = open_file(page);
    if (page->planes[plane - 1] == NULL) return failed(page, report);
  }
  return CTIFFDone;
}

/// Writes the next row: width * samples samples with the header's number of bits, pixel by pixel.
static CTIFFOutcome read_row(Page *page, uint8_t *row, CTIFFReport *report) {
  CTIFFOutcome outcome = CTIFFDone;
  if (page->header.colour != CTIFFRendered && !page->is_tiled) {
    outcome = read_strips(page, row, report);
  } else {
    uint32_t in_band = page->is_tiled && page->header.colour != CTIFFRendered ? page->done % page->tile_height : page->done;
    if (page->header.colour != CTIFFRendered && in_band == 0) outcome = read_tiles(page, report);
    if (outcome == CTIFFDone) memcpy(row, page->band + in_band * page->row, page->row);
  }
  page->done++;
  return outcome;
}

/// What is sent first, and before each batch of rows.
typedef struct Opened {
  CTIFFOutcome outcome;
  CTIFFReport report;
  CTIFFHeader header;
} Opened;

typedef struct Batch {
  CTIFFOutcome outcome;
  CTIFFReport report;
  /// Their number. If the outcome isn't CTIFFDone, it is that of the row after them.
  uint32_t rows;
} Batch;

/// About how many bytes are sent at once.
enum { BATCH = 1 << 18 };

/// Decodes the next rows, and sends them.
static int send_batch(int channel, Page *page, uint8_t *rows, uint32_t most) {
  Batch batch = {CTIFFDone, {""}, 0};
  uint32_t left = page->header.height - page->done;
  if (left < most) most = left;
  for (; batch.outcome == CTIFFDone && batch.rows < most; batch.rows += batch.outcome == CTIFFDone)
    batch.outcome = read_row(page, rows + batch.rows * page->row, &batch.report);
  return cpeel_send(channel, &batch, sizeof batch) && cpeel_send(channel, rows, batch.rows * page->row)
    && batch.outcome == CTIFFDone;
}

static void send_rows(int channel, Page *page) {
  page->row = (size_t)page->header.width * (size_t)page->header.samples * (size_t)(page->header.bits / 8);
  page->ran_out = 0;
  Batch batch = {CTIFFDone, {""}, 0};
  uint32_t most = page->row < BATCH ? (uint32_t)(BATCH / page->row) : 1;
  uint8_t *rows = malloc(most * page->row);
  batch.outcome = rows == NULL ? CTIFFOutOfMemory : prepare(page, &batch.report);
  if (batch.outcome != CTIFFDone) {
    cpeel_send(channel, &batch, sizeof batch);
    return;
  }
  while (page->done < page->header.height && send_batch(channel, page, rows, most)) {}
}

static void serve(int channel, void *context) {
  CPeelInput input = *(CPeelInput *)context;
  Page page = {.bytes = input.bytes, .count = input.count};
  Opened opened = {0};
  page.file = open_file(&page);
  opened.outcome = page.file == NULL ? failed(&page, &opened.report) : describe(&page, &opened.report);
  page.header.openings = page.is_separate && !page.is_tiled ? page.header.samples : 1;
  opened.header = page.header;
  if (!cpeel_send(channel, &opened, sizeof opened) || opened.outcome != CTIFFDone) return;
  int with_profile;
  if (!cpeel_receive(channel, &with_profile, sizeof with_profile)) return;
  if (with_profile && !cpeel_send(channel, page.profile, page.header.profile_size)) return;
  send_rows(channel, &page);
}

// What the parent does.

CTIFFOutcome ctiff_open(
  const uint8_t *bytes, size_t count, size_t memory, CPeelChild *child, CTIFFHeader *header, CTIFFReport *report
) {
  if (!ctiff_load()) return CTIFFNoLibrary;
  CPeelInput input = {bytes, count};
  if (cpeel_start(child, memory, serve, &input) != 0) return CTIFFOutOfMemory;
  Opened opened;
  if (!cpeel_receive(child->channel, &opened, sizeof opened)) return CTIFFCrashed;
  *header = opened.header;
  *report = opened.report;
  return opened.outcome;
}

int ctiff_decode(const CPeelChild *child, int with_profile) {
  return cpeel_send(child->channel, &with_profile, sizeof with_profile);
}

CTIFFOutcome ctiff_next(const CPeelChild *child, uint32_t *rows, CTIFFReport *report) {
  Batch batch;
  if (!cpeel_receive(child->channel, &batch, sizeof batch)) return CTIFFCrashed;
  *rows = batch.rows;
  *report = batch.report;
  return batch.outcome;
}
