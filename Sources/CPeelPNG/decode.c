#include "CPeelPNG.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CPNGReading {
  png_structp png;
  png_infop info;
  const uint8_t *next;
  size_t left;
  CPNGReport *report;
  CPNGWanted wanted;
  size_t row_size;
  /// All rows, if the picture is interlaced.
  uint8_t *rows;
  /// The number of rows handed over.
  int done;
};

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  CPNGReading *reading = png_get_io_ptr(png);
  if (count > reading->left) png_error(png, "cut off");
  memcpy(bytes, reading->next, count);
  reading->next += count;
  reading->left -= count;
}

static _Noreturn void fail(png_structp png, png_const_charp message) {
  CPNGReading *reading = png_get_error_ptr(png);
  snprintf(reading->report->message, sizeof reading->report->message, "%s", message);
  png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

/// The transformations to 8-bit sRGB, the same as in libpng's simplified interface.
static void ask_for_bytes(CPNGReading *reading, int has_alpha) {
  png_structp png = reading->png;
  png_set_expand(png);
  png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  if (png_get_bit_depth(png, reading->info) == 16) png_set_scale_16(png);
  if (has_alpha) {
    png_color_16 white = {.red = 0xFF, .green = 0xFF, .blue = 0xFF, .gray = 0xFF};
    png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 0);
  }
}

/// The transformations to 16 bits as stored.
static void ask_for_words(CPNGReading *reading, int has_alpha) {
  png_structp png = reading->png;
  if (png_get_bit_depth(png, reading->info) != 16) png_error(png, "another depth");
  double gamma;
  if (png_get_gAMA(png, reading->info, &gamma)) png_set_gamma(png, PNG_DEFAULT_sRGB, gamma);
  if (png_get_valid(png, reading->info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
  if (has_alpha) {
    png_color_16 white = {.red = 0xFFFF, .green = 0xFFFF, .blue = 0xFFFF, .gray = 0xFFFF};
    png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
  }
  // PNG files are big-endian.
  const uint16_t one = 1;
  if (*(const uint8_t *)&one == 1) png_set_swap(png);
}

static void heed_few_chunks(png_structp png, int ignores_gamma) {
  // All but these and those with pixels are skipped. What is skipped takes no memory.
  static const png_byte heeded[] = "bKGD\0iCCP\0sBIT\0sRGB\0cHRM\0gAMA";
  const int all = 6, ungraded = 4;
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, heeded, ignores_gamma ? ungraded : all);
}

static void begin(CPNGReading *reading) {
  png_structp png = reading->png;
  const CPNGWanted *wanted = &reading->wanted;
  png_set_benign_errors(png, 1);
  heed_few_chunks(png, wanted->ignores_gamma);
  png_read_info(png, reading->info);
  int colour = png_get_color_type(png, reading->info);
  int has_colour = (colour & PNG_COLOR_MASK_COLOR) != 0;
  if (
    png_get_image_width(png, reading->info) != (png_uint_32)wanted->width ||
    png_get_image_height(png, reading->info) != (png_uint_32)wanted->height || has_colour == wanted->is_grey)
    png_error(png, "another picture");
  int has_alpha = (colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, reading->info, PNG_INFO_tRNS);
  if (wanted->bits == 16) ask_for_words(reading, has_alpha);
  else ask_for_bytes(reading, has_alpha);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, reading->info);
  reading->row_size = (size_t)wanted->width * (wanted->is_grey ? 1 : 3) * (size_t)(wanted->bits / 8);
  if (png_get_rowbytes(png, reading->info) != reading->row_size) png_error(png, "other samples");
  if (passes == 1) return;
  reading->rows = malloc(reading->row_size * (size_t)wanted->height);
  if (reading->rows == NULL) png_error(png, "out of memory");
  for (int pass = 0; pass < passes; pass++)
    for (int y = 0; y < wanted->height; y++) png_read_row(png, reading->rows + (size_t)y * reading->row_size, NULL);
}

/// Returns 0 after an error.
static int can_begin(CPNGReading *reading) {
  if (setjmp(png_jmpbuf(reading->png)) != 0) return 0;
  begin(reading);
  return 1;
}

CPNGReading *cpng_open(const uint8_t *bytes, size_t count, const CPNGWanted *wanted, CPNGReport *report) {
  memset(report, 0, sizeof *report);
  CPNGReading *reading = calloc(1, sizeof *reading);
  if (reading == NULL) return NULL;
  reading->next = bytes;
  reading->left = count;
  reading->report = report;
  reading->wanted = *wanted;
  reading->png = png_create_read_struct(PNG_LIBPNG_VER_STRING, reading, fail, stay_silent);
  if (reading->png != NULL) reading->info = png_create_info_struct(reading->png);
  if (reading->info != NULL) {
    png_set_read_fn(reading->png, reading, hand_over);
    if (can_begin(reading)) return reading;
  }
  cpng_close(reading);
  return NULL;
}

int cpng_read_row(CPNGReading *reading, void *row, CPNGReport *report) {
  if (reading->done == reading->wanted.height) return 0;
  if (reading->rows != NULL) {
    memcpy(row, reading->rows + (size_t)reading->done * reading->row_size, reading->row_size);
  } else {
    reading->report = report;
    if (setjmp(png_jmpbuf(reading->png)) != 0) return 0;
    png_read_row(reading->png, row, NULL);
  }
  reading->done++;
  return 1;
}

void cpng_close(CPNGReading *reading) {
  png_destroy_read_struct(&reading->png, &reading->info, NULL);
  free(reading->rows);
  free(reading);
}
