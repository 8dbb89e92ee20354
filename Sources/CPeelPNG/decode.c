#include "CPeelPNG.h"

#include <setjmp.h>
#include <string.h>

typedef struct Reading {
  const uint8_t *next;
  size_t left;
} Reading;

static void hand_over(png_structp png, png_bytep bytes, size_t count) {
  Reading *reading = png_get_io_ptr(png);
  if (count > reading->left) png_error(png, "cut off");
  memcpy(bytes, reading->next, count);
  reading->next += count;
  reading->left -= count;
}

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static void decode(png_structp png, png_infop info, int width, int height, int is_grey, uint16_t *samples) {
  png_read_info(png, info);
  int colour = png_get_color_type(png, info);
  int has_colour = (colour & PNG_COLOR_MASK_COLOR) != 0;
  if (
    png_get_image_width(png, info) != (png_uint_32)width || png_get_image_height(png, info) != (png_uint_32)height ||
    png_get_bit_depth(png, info) != 16 || has_colour == is_grey)
    png_error(png, "another picture");
  double gamma;
  if (png_get_gAMA(png, info, &gamma)) png_set_gamma(png, PNG_DEFAULT_sRGB, gamma);
  if (png_get_valid(png, info, PNG_INFO_tRNS)) png_set_tRNS_to_alpha(png);
  if ((colour & PNG_COLOR_MASK_ALPHA) != 0 || png_get_valid(png, info, PNG_INFO_tRNS)) {
    png_color_16 white = {.red = 0xFFFF, .green = 0xFFFF, .blue = 0xFFFF, .gray = 0xFFFF};
    png_set_background(png, &white, PNG_BACKGROUND_GAMMA_SCREEN, 0, 1);
  }
  // PNG files are big-endian.
  const uint16_t one = 1;
  if (*(const uint8_t *)&one == 1) png_set_swap(png);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t length = (size_t)width * (is_grey ? 1 : 3);
  if (png_get_rowbytes(png, info) != length * sizeof *samples) png_error(png, "other samples");
  for (int pass = 0; pass < passes; pass++)
    for (int y = 0; y < height; y++) png_read_row(png, (png_bytep)(samples + (size_t)y * length), NULL);
}

int cpng_decode_deep(const uint8_t *bytes, size_t count, int width, int height, int is_grey, uint16_t *samples) {
  Reading reading = {bytes, count};
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, fail, stay_silent);
  if (png == NULL) return 0;
  png_infop info = png_create_info_struct(png);
  volatile int is_done = 0;
  if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
    png_set_read_fn(png, &reading, hand_over);
    decode(png, info, width, height, is_grey, samples);
    is_done = 1;
  }
  png_destroy_read_struct(&png, &info, NULL);
  return is_done;
}
