#include "CPeelMadeJPEG.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

static void set_colour(j_compress_ptr jpeg, const CMadeSettings *settings) {
  static const struct { J_COLOR_SPACE rows, stored; int samples; } colours[] = {
    [CMadeGrey] = {JCS_GRAYSCALE, JCS_GRAYSCALE, 1},
    [CMadeYCC] = {JCS_RGB, JCS_YCbCr, 3},
    [CMadeRGB] = {JCS_RGB, JCS_RGB, 3},
    [CMadeCMYK] = {JCS_CMYK, JCS_CMYK, 4},
    [CMadeYCCK] = {JCS_CMYK, JCS_YCCK, 4},
  };
  J_COLOR_SPACE stored = colours[settings->colour].stored;
  jpeg->in_color_space = colours[settings->colour].rows;
  jpeg->input_components = colours[settings->colour].samples;
  jpeg_set_defaults(jpeg);
  jpeg_set_colorspace(jpeg, stored);
  for (int i = 0; i < jpeg->num_components; i++) {
    int has_chroma = stored == JCS_YCbCr || stored == JCS_YCCK, is_chroma = has_chroma && (i == 1 || i == 2);
    jpeg->comp_info[i].h_samp_factor = has_chroma && !is_chroma ? settings->chroma_across : 1;
    jpeg->comp_info[i].v_samp_factor = has_chroma && !is_chroma ? settings->chroma_down : 1;
  }
}

uint8_t *cmade_jpeg(const uint8_t *rows, const CMadeSettings *settings, size_t *count) {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  memset(&jpeg, 0, sizeof jpeg);
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char *bytes = NULL;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = (JDIMENSION)settings->width;
  jpeg.image_height = (JDIMENSION)settings->height;
  set_colour(&jpeg, settings);
  jpeg_set_quality(&jpeg, settings->quality, TRUE);
  jpeg.dct_method = JDCT_ISLOW;
  jpeg.restart_in_rows = settings->restart_rows;
  jpeg.arith_code = settings->is_arithmetic ? TRUE : FALSE;
  if (settings->is_progressive) jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  size_t length = (size_t)settings->width * (size_t)jpeg.input_components;
  while (jpeg.next_scanline < jpeg.image_height) {
    // libjpeg's interface has no const, but it only reads the row.
    JSAMPROW row = (JSAMPROW)(uintptr_t)(rows + (size_t)jpeg.next_scanline * length);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  *count = size;
  return bytes;
}
