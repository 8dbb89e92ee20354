#if defined(__linux__) && !defined(_DEFAULT_SOURCE)
#define _DEFAULT_SOURCE  // madvise
#endif
// This file has more than 300 lines because all of it runs inside the jump that libjpeg's errors take.
#include "CPeelJPEG.h"

#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#if defined(__linux__)
#include <sys/mman.h>
#endif

#include <jpeglib.h>

#include <jerror.h>

enum { RST0 = 0xD0, RST7 = 0xD7, EOI = 0xD9, SOS = 0xDA, BLOCK = DCTSIZE, HIGHEST_SAMPLING = 4 };
/// More zeros at the end than libjpeg reads ahead.
enum { LEAST_ZEROS = 16 };

typedef struct Reading {
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  struct jpeg_source_mgr source;
  struct jpeg_progress_mgr progress;
  jmp_buf escape;
  CJPEGOutcome outcome;
  CJPEGReport *report;
  int scan_limit;
  /// The bytes ended without an end marker.
  int ran_out;
} Reading;

static Reading *reading_of(j_common_ptr jpeg) { return (Reading *)jpeg->client_data; }

static _Noreturn void leave(Reading *reading, CJPEGOutcome outcome) {
  reading->outcome = outcome;
  longjmp(reading->escape, 1);
}

static void fail(j_common_ptr jpeg) {
  Reading *reading = reading_of(jpeg);
  jpeg->err->format_message(jpeg, reading->report->message);
  switch (jpeg->err->msg_code) {
    case JERR_OUT_OF_MEMORY: leave(reading, CJPEGOutOfMemory);
    case JERR_IMAGE_TOO_BIG: leave(reading, CJPEGTooLarge);
    default: leave(reading, CJPEGCorrupt);
  }
}

static void end_early(Reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  if (jpeg->progressive_mode || jpeg->comps_in_scan != jpeg->num_components)
    reading->report->rows_read = -1;
  else
    reading->report->rows_read = (int)(jpeg->input_iMCU_row * (JDIMENSION)(jpeg->max_v_samp_factor * BLOCK));
  leave(reading, CJPEGTruncated);
}

static void note(j_common_ptr common, int level) {
  if (level >= 0) return;
  Reading *reading = reading_of(common);
  reading->report->warnings++;
  common->err->format_message(common, reading->report->message);
  if (common->err->msg_code != JWRN_HIT_MARKER) return;
  // A marker came before the scan was complete. Without restart markers, the rest of the picture would be grey.
  if (reading->jpeg.unread_marker == EOI) end_early(reading);
  if (reading->jpeg.restart_interval == 0) leave(reading, CJPEGCorrupt);
}

static void stay_silent(j_common_ptr jpeg) { (void)jpeg; }

static void do_nothing(j_decompress_ptr jpeg) { (void)jpeg; }

static const JOCTET end_marker[2] = {0xFF, EOI};

/// Called when libjpeg needs more bytes. It has had all of them, so the file has ended.
static boolean end_the_file(j_decompress_ptr jpeg) {
  Reading *reading = reading_of((j_common_ptr)jpeg);
  reading->ran_out = 1;
  // Arithmetic decoding continues without a warning. The last row may not need more bytes.
  if (jpeg->arith_code && jpeg->input_iMCU_row + 1 < jpeg->total_iMCU_rows) end_early(reading);
  jpeg->src->next_input_byte = end_marker;
  jpeg->src->bytes_in_buffer = sizeof end_marker;
  return TRUE;
}

static void skip(j_decompress_ptr jpeg, long count) {
  if (count <= 0) return;
  if ((size_t)count > jpeg->src->bytes_in_buffer) {
    end_the_file(jpeg);
  } else {
    jpeg->src->next_input_byte += count;
    jpeg->src->bytes_in_buffer -= (size_t)count;
  }
}

static void watch(j_common_ptr common) {
  Reading *reading = reading_of(common);
  if (common->is_decompressor && reading->jpeg.input_scan_number > reading->scan_limit)
    leave(reading, CJPEGTooManyScans);
}

/// Sets up the reader. Calls nothing that can fail, because `escape` isn't set yet.
static void prepare(Reading *reading, CJPEGReport *report, int scan_limit) {
  memset(reading, 0, sizeof *reading);
  memset(report, 0, sizeof *report);
  report->rows_read = -1;
  reading->report = report;
  reading->scan_limit = scan_limit;
  reading->jpeg.err = jpeg_std_error(&reading->errors);
  reading->errors.error_exit = fail;
  reading->errors.emit_message = note;
  reading->errors.output_message = stay_silent;
}

/// Reads the header. Jumps to `escape` on errors.
static void begin(Reading *reading, const uint8_t *bytes, size_t count) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg->client_data = reading;
  jpeg_create_decompress(jpeg);
  reading->source = (struct jpeg_source_mgr){
    .next_input_byte = bytes,
    .bytes_in_buffer = count,
    .init_source = do_nothing,
    .fill_input_buffer = end_the_file,
    .skip_input_data = skip,
    .resync_to_restart = jpeg_resync_to_restart,
    .term_source = do_nothing,
  };
  reading->progress.progress_monitor = watch;
  jpeg->src = &reading->source;
  jpeg->progress = &reading->progress;
  // TRUE: a file that only has tables is an error.
  jpeg_read_header(jpeg, TRUE);
}

static CJPEGColour colour_of(J_COLOR_SPACE space) {
  switch (space) {
    case JCS_GRAYSCALE: return CJPEGColourGrey;
    case JCS_YCbCr: return CJPEGColourYCC;
    case JCS_RGB: return CJPEGColourRGB;
    case JCS_CMYK: return CJPEGColourCMYK;
    case JCS_YCCK: return CJPEGColourYCCK;
    default: return CJPEGColourOther;
  }
}

static void describe(j_decompress_ptr jpeg, CJPEGHeader *header) {
  memset(header, 0, sizeof *header);
  header->width = (int)jpeg->image_width;
  header->height = (int)jpeg->image_height;
  header->colour = colour_of(jpeg->jpeg_color_space);
  header->is_progressive = jpeg->progressive_mode;
  header->has_many_scans = jpeg_has_multiple_scans(jpeg);
  header->component_count = jpeg->num_components;
  for (int i = 0; i < jpeg->num_components && i < 4; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    header->components[i] = (CJPEGComponent){
      .across = component->h_samp_factor,
      .down = component->v_samp_factor,
      .width = (int)component->downsampled_width,
      .height = (int)component->downsampled_height,
    };
  }
}

CJPEGOutcome cjpeg_read_header(const uint8_t *bytes, size_t count, CJPEGHeader *header, CJPEGReport *report) {
  Reading reading;
  prepare(&reading, report, 1);
  if (setjmp(reading.escape) == 0) {
    begin(&reading, bytes, count);
    describe(&reading.jpeg, header);
  }
  if (reading.outcome == CJPEGTooLarge) {
    header->width = (int)reading.jpeg.image_width;
    header->height = (int)reading.jpeg.image_height;
  }
  jpeg_destroy_decompress(&reading.jpeg);
  if (reading.outcome == CJPEGCorrupt && reading.ran_out) return CJPEGTruncated;
  return reading.outcome;
}

/// Fails if the picture isn't the one in `header`, whose sizes the caller's planes have.
static void check(Reading *reading, const CJPEGHeader *header) {
  CJPEGHeader found;
  describe(&reading->jpeg, &found);
  if (memcmp(&found, header, sizeof found) != 0) leave(reading, CJPEGCorrupt);
}

/// Refuses files with too many scans before decoding any: each is a pass over the whole picture, even if it has only a
/// few bytes. Stops at malformed segments; `watch` counts the scans after those.
static void count_scans(Reading *reading) {
  const JOCTET *next = reading->jpeg.src->next_input_byte, *end = next + reading->jpeg.src->bytes_in_buffer;
  int count = 1;
  while ((next = memchr(next, 0xFF, (size_t)(end - next))) != NULL && end - next >= 4) {
    JOCTET marker = next[1];
    if (marker == EOI) return;
    if (marker == 0 || (marker >= RST0 && marker <= RST7)) {
      next += 2;
    } else if (marker == 0xFF) {
      next++;
    } else {
      if (marker == SOS && ++count > reading->scan_limit) leave(reading, CJPEGTooManyScans);
      ptrdiff_t length = 2 + (next[2] << 8 | next[3]);
      if (length > end - next) return;
      next += length;
    }
  }
}

/// Asks for large pages if the system has them. Page faults take a fifth of the time to decode otherwise.
static void expect_writes(uint8_t *plane, size_t count) {
#if defined(MADV_HUGEPAGE)
  const uintptr_t page = 4096, large = (uintptr_t)2 << 20;
  uintptr_t first = ((uintptr_t)plane + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)plane + count) & ~(page - 1);
  if (end > first && end - first >= large) madvise((void *)first, end - first, MADV_HUGEPAGE);
#else
  (void)plane;
  (void)count;
#endif
}

static void set_up_output(Reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  jpeg->do_block_smoothing = FALSE;  // only affects incomplete progressive files, which are errors here
  jpeg->dct_method = JDCT_ISLOW;
}

/// Fails if whole scans are missing. A file that only lacks its end marker is fine.
static void check_completeness(Reading *reading) {
  j_decompress_ptr jpeg = &reading->jpeg;
  if (!reading->ran_out) return;
  for (int i = 0; i < jpeg->num_components; i++) {
    if (jpeg->comp_info[i].quant_table == NULL) leave(reading, CJPEGTruncated);
    for (int k = 0; jpeg->progressive_mode && jpeg->coef_bits != NULL && k < DCTSIZE2; k++)
      if (jpeg->coef_bits[i][k] != 0) leave(reading, CJPEGTruncated);
  }
}

/// Fails if libjpeg took zeros at the file's end for data. Copies that were cut off leave such files.
static void check_end(Reading *reading, const uint8_t *bytes, size_t count) {
  size_t used = reading->ran_out ? count : count - reading->jpeg.src->bytes_in_buffer, end = count;
  while (end > 0 && bytes[end - 1] == 0) end--;
  if (used < end + LEAST_ZEROS) return;
  reading->report->rows_read = -1;
  leave(reading, CJPEGTruncated);
}

static void decode_planes(Reading *reading, const CJPEGHeader *header, uint8_t *const *planes) {
  j_decompress_ptr jpeg = &reading->jpeg;
  set_up_output(reading);
  jpeg->raw_data_out = TRUE;
  jpeg->out_color_space = jpeg->jpeg_color_space;
  jpeg_start_decompress(jpeg);
  check_completeness(reading);

  // libjpeg writes whole blocks. If they extend beyond the picture's edge, rows go through scratch memory.
  JSAMPARRAY scratch[4];
  int is_padded[4];
  for (int i = 0; i < header->component_count; i++) {
    const jpeg_component_info *component = &jpeg->comp_info[i];
    JDIMENSION blocks = component->width_in_blocks + HIGHEST_SAMPLING;
    is_padded[i] = component->width_in_blocks * BLOCK != component->downsampled_width;
    scratch[i] = jpeg->mem->alloc_sarray(
      (j_common_ptr)jpeg, JPOOL_IMAGE, blocks * BLOCK, (JDIMENSION)(component->v_samp_factor * BLOCK));
    expect_writes(planes[i], (size_t)header->components[i].width * (size_t)header->components[i].height);
  }

  JSAMPROW rows[4][HIGHEST_SAMPLING * BLOCK];
  JSAMPARRAY pointers[4] = {rows[0], rows[1], rows[2], rows[3]};
  for (int strip = 0; jpeg->output_scanline < jpeg->output_height; strip++) {
    for (int i = 0; i < header->component_count; i++) {
      const CJPEGComponent *plane = &header->components[i];
      int count = plane->down * BLOCK, top = strip * count;
      for (int y = 0; y < count; y++)
        rows[i][y] = is_padded[i] || top + y >= plane->height
                       ? scratch[i][y]
                       : planes[i] + (size_t)(top + y) * (size_t)plane->width;
    }
    if (jpeg_read_raw_data(jpeg, pointers, (JDIMENSION)(jpeg->max_v_samp_factor * BLOCK)) == 0)
      leave(reading, CJPEGCorrupt);
    for (int i = 0; i < header->component_count; i++) {
      if (!is_padded[i]) continue;
      const CJPEGComponent *plane = &header->components[i];
      int count = plane->down * BLOCK, top = strip * count;
      for (int y = 0; y < count && top + y < plane->height; y++)
        memcpy(planes[i] + (size_t)(top + y) * (size_t)plane->width, scratch[i][y], (size_t)plane->width);
    }
  }
}

static void decode_full_size(Reading *reading, const CJPEGHeader *header, uint8_t *const *planes) {
  j_decompress_ptr jpeg = &reading->jpeg;
  set_up_output(reading);
  if (jpeg->jpeg_color_space == JCS_YCCK) jpeg->out_color_space = JCS_CMYK;
  else jpeg->out_color_space = jpeg->jpeg_color_space;
  jpeg_start_decompress(jpeg);
  check_completeness(reading);

  int components = jpeg->output_components;
  size_t width = (size_t)header->width;
  JSAMPARRAY row = jpeg->mem->alloc_sarray(
    (j_common_ptr)jpeg, JPOOL_IMAGE, (JDIMENSION)header->width * (JDIMENSION)components, 1);
  for (size_t y = 0; y < (size_t)header->height; y++) {
    if (jpeg_read_scanlines(jpeg, row, 1) == 0) leave(reading, CJPEGCorrupt);
    for (int i = 0; i < components; i++) {
      uint8_t *out = planes[i] + y * width;
      for (size_t x = 0; x < width; x++) out[x] = row[0][x * (size_t)components + (size_t)i];
    }
  }
}

static void decode_luma(Reading *reading, const CJPEGHeader *header, uint8_t *plane) {
  j_decompress_ptr jpeg = &reading->jpeg;
  set_up_output(reading);
  jpeg->out_color_space = JCS_GRAYSCALE;
  jpeg_start_decompress(jpeg);
  check_completeness(reading);
  size_t width = (size_t)header->width;
  expect_writes(plane, width * (size_t)header->height);
  for (size_t y = 0; y < (size_t)header->height; y++) {
    JSAMPROW row = plane + y * width;
    if (jpeg_read_scanlines(jpeg, &row, 1) == 0) leave(reading, CJPEGCorrupt);
  }
}

CJPEGOutcome cjpeg_decode(
  const uint8_t *bytes, size_t count, const CJPEGHeader *header, CJPEGLayout layout, int scan_limit,
  uint8_t *const *planes, CJPEGReport *report
) {
  Reading reading;
  prepare(&reading, report, scan_limit);
  if (setjmp(reading.escape) == 0) {
    begin(&reading, bytes, count);
    check(&reading, header);
    if (jpeg_has_multiple_scans(&reading.jpeg)) count_scans(&reading);
    switch (layout) {
      case CJPEGAsStored: decode_planes(&reading, header, planes); break;
      case CJPEGFullSize: decode_full_size(&reading, header, planes); break;
      case CJPEGLumaOnly: decode_luma(&reading, header, planes[0]); break;
    }
    check_end(&reading, bytes, count);
  }
  jpeg_destroy_decompress(&reading.jpeg);
  if (reading.outcome == CJPEGCorrupt && reading.ran_out) return CJPEGTruncated;
  return reading.outcome;
}
