#include "CPeelJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

enum { PIECE = 1 << 16, BLOCK = DCTSIZE, HIGHEST_SAMPLING = 4, COMPONENTS = 3 };

typedef struct Writing {
  struct jpeg_compress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_destination_mgr destination;
  jmp_buf escape;
  CJPEGOutcome outcome;
  CJPEGReport *report;
  CJPEGSink *sink;
  void *context;
  uint8_t piece[PIECE];
} Writing;

static Writing *writing_of(j_common_ptr jpeg) { return (Writing *)jpeg->client_data; }

static void fail(j_common_ptr jpeg) {
  Writing *writing = writing_of(jpeg);
  jpeg->err->format_message(jpeg, writing->report->message);
  writing->outcome = jpeg->err->msg_code == JERR_OUT_OF_MEMORY ? CJPEGOutOfMemory : CJPEGCorrupt;
  longjmp(writing->escape, 1);
}

static void note(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  CJPEGReport *report = writing_of(jpeg)->report;
  report->warnings++;
  jpeg->err->format_message(jpeg, report->message);
}

static void stay_silent(j_common_ptr jpeg) { (void)jpeg; }

static void start_piece(j_compress_ptr jpeg) {
  jpeg->dest->next_output_byte = writing_of((j_common_ptr)jpeg)->piece;
  jpeg->dest->free_in_buffer = PIECE;
}

static boolean hand_on(j_compress_ptr jpeg) {
  Writing *writing = writing_of((j_common_ptr)jpeg);
  writing->sink(writing->context, writing->piece, PIECE);
  start_piece(jpeg);
  return TRUE;
}

static void hand_on_rest(j_compress_ptr jpeg) {
  Writing *writing = writing_of((j_common_ptr)jpeg);
  writing->sink(writing->context, writing->piece, PIECE - jpeg->dest->free_in_buffer);
}

static void start(Writing *writing, const CJPEGSettings *settings) {
  j_compress_ptr jpeg = &writing->jpeg;
  jpeg->client_data = writing;
  jpeg_create_compress(jpeg);
  writing->destination = (struct jpeg_destination_mgr){
    .init_destination = start_piece, .empty_output_buffer = hand_on, .term_destination = hand_on_rest};
  jpeg->dest = &writing->destination;
  jpeg->image_width = (JDIMENSION)settings->width;
  jpeg->image_height = (JDIMENSION)settings->height;
  jpeg->in_color_space = JCS_YCbCr;
  jpeg->input_components = COMPONENTS;
  jpeg_set_defaults(jpeg);
  for (int i = 0; i < jpeg->num_components; i++) {
    jpeg->comp_info[i].h_samp_factor = i == 0 ? settings->chroma_across : 1;
    jpeg->comp_info[i].v_samp_factor = i == 0 ? settings->chroma_down : 1;
  }
  jpeg_set_quality(jpeg, settings->quality, TRUE);
  jpeg->dct_method = JDCT_ISLOW;
  jpeg->restart_in_rows = settings->restart_rows;
  if (settings->density > 0) {
    jpeg->density_unit = 1;
    jpeg->X_density = jpeg->Y_density = (UINT16)settings->density;
  }
}

static void encode_planes(Writing *writing, const uint8_t *const planes[COMPONENTS]) {
  j_compress_ptr jpeg = &writing->jpeg;
  jpeg->raw_data_in = TRUE;
  jpeg_start_compress(jpeg, TRUE);
  // libjpeg reads whole blocks. Beyond the picture's edges, its last column (copied to scratch memory) and its last row
  // are repeated.
  JSAMPARRAY scratch[COMPONENTS];
  for (int i = 0; i < COMPONENTS; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    scratch[i] = jpeg->mem->alloc_sarray(
      (j_common_ptr)jpeg, JPOOL_IMAGE, component->width_in_blocks * BLOCK, (JDIMENSION)(component->v_samp_factor * BLOCK));
  }
  JSAMPROW rows[COMPONENTS][HIGHEST_SAMPLING * BLOCK];
  JSAMPARRAY pointers[COMPONENTS] = {rows[0], rows[1], rows[2]};
  for (JDIMENSION strip = 0; jpeg->next_scanline < jpeg->image_height; strip++) {
    for (int i = 0; i < COMPONENTS; i++) {
      const jpeg_component_info *component = &jpeg->comp_info[i];
      size_t width = component->downsampled_width, padded = component->width_in_blocks * BLOCK;
      JDIMENSION count = (JDIMENSION)(component->v_samp_factor * BLOCK), last = component->downsampled_height - 1;
      for (JDIMENSION y = 0; y < count; y++) {
        JDIMENSION row = strip * count + y;
        const uint8_t *samples = planes[i] + (size_t)(row < last ? row : last) * width;
        if (width == padded) {
          // libjpeg's interface has no const, but it only reads the row.
          rows[i][y] = (JSAMPROW)(uintptr_t)samples;
        } else {
          memcpy(scratch[i][y], samples, width);
          memset(scratch[i][y] + width, samples[width - 1], padded - width);
          rows[i][y] = scratch[i][y];
        }
      }
    }
    jpeg_write_raw_data(jpeg, pointers, (JDIMENSION)(jpeg->max_v_samp_factor * BLOCK));
  }
}

CJPEGOutcome cjpeg_encode(
  const uint8_t *luma, const uint8_t *blue, const uint8_t *red, const CJPEGSettings *settings, CJPEGSink *sink,
  void *context, CJPEGReport *report
) {
  const uint8_t *planes[COMPONENTS] = {luma, blue, red};
  Writing writing;
  memset(&writing, 0, offsetof(Writing, piece));
  memset(report, 0, sizeof *report);
  writing.report = report;
  writing.sink = sink;
  writing.context = context;
  writing.jpeg.err = jpeg_std_error(&writing.errors);
  writing.errors.error_exit = fail;
  writing.errors.emit_message = note;
  writing.errors.output_message = stay_silent;
  if (setjmp(writing.escape) == 0) {
    start(&writing, settings);
    encode_planes(&writing, planes);
    jpeg_finish_compress(&writing.jpeg);
  }
  jpeg_destroy_compress(&writing.jpeg);
  return writing.outcome;
}
