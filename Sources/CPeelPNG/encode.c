#include "CPeelPNG.h"

#include <setjmp.h>

typedef struct Writing {
  CPNGSink *sink;
  void *context;
} Writing;

static void hand_on(png_structp png, png_bytep bytes, size_t count) {
  Writing *writing = png_get_io_ptr(png);
  writing->sink(writing->context, bytes, count);
}

static void flush(png_structp png) { (void)png; }

static void fail(png_structp png, png_const_charp message) {
  (void)message;
  png_longjmp(png, 1);
}

static void stay_silent(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

// Uses the Paeth filter for every row and compresses runs only. For scans of 2000 × 2400 pixels this takes 0.15 to 0.19 s
// and 4.3 to 4.6 MB; libpng's defaults take 1.0 to 1.2 s and 4.1 to 4.2 MB.
static void encode(png_structp png, png_infop info, const void *rows, int width, int height, int bits) {
  png_set_IHDR(
    png, info, (png_uint_32)width, (png_uint_32)height, bits, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
    PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_set_filter(png, PNG_FILTER_TYPE_BASE, PNG_FILTER_PAETH);
  png_set_compression_level(png, 1);
  png_set_compression_strategy(png, Z_RLE);
  png_set_compression_buffer_size(png, 1 << 16);
  png_write_info(png, info);
  // PNG files are big-endian.
  const uint16_t one = 1;
  if (bits == 16 && *(const uint8_t *)&one == 1) png_set_swap(png);
  size_t length = (size_t)width * 3 * (size_t)(bits / 8);
  for (int y = 0; y < height; y++) png_write_row(png, (const uint8_t *)rows + (size_t)y * length);
  png_write_end(png, info);
}

int cpng_encode(const void *rows, int width, int height, int bits, CPNGSink *sink, void *context) {
  Writing writing = {sink, context};
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, NULL, fail, stay_silent);
  if (png == NULL) return 0;
  png_infop info = png_create_info_struct(png);
  volatile int is_done = 0;
  if (info != NULL && setjmp(png_jmpbuf(png)) == 0) {
    png_set_write_fn(png, &writing, hand_on, flush);
    encode(png, info, rows, width, height, bits);
    is_done = 1;
  }
  png_destroy_write_struct(&png, &info);
  return is_done;
}
