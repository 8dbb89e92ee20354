#include "CPeelHEIF.h"
#include "CPeelLoading.h"
#include "library.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include <libheif/heif.h>

// The libheif functions in use. All are in version 1.15, the oldest supported.
#define FUNCTIONS(each) \
  each(heif_context_alloc) \
  each(heif_context_free) \
  each(heif_context_get_encoder_for_format) \
  each(heif_encoder_release) \
  each(heif_encoder_set_lossy_quality) \
  each(heif_encoder_set_parameter) \
  each(heif_image_create) \
  each(heif_image_add_plane) \
  each(heif_image_get_plane) \
  each(heif_image_set_raw_color_profile) \
  each(heif_image_set_nclx_color_profile) \
  each(heif_nclx_color_profile_alloc) \
  each(heif_nclx_color_profile_free) \
  each(heif_image_release) \
  each(heif_image_handle_release) \
  each(heif_context_encode_image) \
  each(heif_context_add_exif_metadata) \
  each(heif_context_add_XMP_metadata) \
  each(heif_context_write)

#define POINTER(name) __typeof__(&name) name;
static struct { FUNCTIONS(POINTER) } library;
static int is_loaded;

static void load(void) {
  void *file = cheif_library();
  if (file == NULL) return;
  is_loaded = 1;
#define FIND(name) is_loaded &= cpeel_find(file, #name, &library.name);
  FUNCTIONS(FIND)
}

/// Stops at the first error.
#define TRY(call) \
  do { \
    struct heif_error error_ = (call); \
    if (error_.code != heif_error_Ok) return error_; \
  } while (0)

/// sRGB (ITU-T H.273), for readers that know no ICC profile.
static struct heif_error mark_as_srgb(struct heif_image *image) {
  struct heif_color_profile_nclx *coding = library.heif_nclx_color_profile_alloc();
  if (coding == NULL) return (struct heif_error){heif_error_Memory_allocation_error, 0, NULL};
  coding->color_primaries = heif_color_primaries_ITU_R_BT_709_5;
  coding->transfer_characteristics = heif_transfer_characteristic_IEC_61966_2_1;
  coding->matrix_coefficients = heif_matrix_coefficients_ITU_R_BT_601_6;
  coding->full_range_flag = 1;
  struct heif_error error = library.heif_image_set_nclx_color_profile(image, coding);
  library.heif_nclx_color_profile_free(coding);
  return error;
}

static struct heif_error fill(struct heif_image *image, const uint8_t *pixels, int width, int height) {
  TRY(library.heif_image_add_plane(image, heif_channel_interleaved, width, height, 8));
  int stride = 0;
  uint8_t *plane = library.heif_image_get_plane(image, heif_channel_interleaved, &stride);
  size_t row = 3 * (size_t)width;
  for (int y = 0; y < height; y++) memcpy(plane + (size_t)y * (size_t)stride, pixels + (size_t)y * row, row);
  return (struct heif_error){heif_error_Ok, 0, NULL};
}

struct Destination {
  CHEIFCollect *collect;
  void *context;
};

static struct heif_error pass_on(struct heif_context *unused, const void *bytes, size_t count, void *destination) {
  (void)unused;
  const struct Destination *to = destination;
  to->collect(to->context, bytes, count);
  return (struct heif_error){heif_error_Ok, 0, NULL};
}

/// What is made on the way, and freed in the end.
struct Work {
  struct heif_context *context;
  struct heif_encoder *encoder;
  struct heif_image *image;
  struct heif_image_handle *handle;
};

static struct heif_error encode(
  struct Work *work, const uint8_t *pixels, int width, int height, const CHEIFWish *wish, struct Destination *to
) {
  TRY(library.heif_encoder_set_lossy_quality(work->encoder, wish->quality));
  TRY(library.heif_encoder_set_parameter(work->encoder, "chroma", wish->has_full_chroma ? "444" : "420"));
  // Not every encoder can be made faster.
  library.heif_encoder_set_parameter(work->encoder, "speed", wish->speed);
  TRY(library.heif_image_create(width, height, heif_colorspace_RGB, heif_chroma_interleaved_RGB, &work->image));
  TRY(fill(work->image, pixels, width, height));
  TRY(mark_as_srgb(work->image));
  if (wish->profile.count > 0)
    TRY(library.heif_image_set_raw_color_profile(work->image, "prof", wish->profile.bytes, wish->profile.count));
  TRY(library.heif_context_encode_image(work->context, work->image, work->encoder, NULL, &work->handle));
  if (wish->exif.count > 0)
    TRY(library.heif_context_add_exif_metadata(
      work->context, work->handle, wish->exif.bytes, (int)wish->exif.count));
  if (wish->xmp.count > 0)
    TRY(library.heif_context_add_XMP_metadata(work->context, work->handle, wish->xmp.bytes, (int)wish->xmp.count));
  struct heif_writer writer = {.writer_api_version = 1, .write = pass_on};
  return library.heif_context_write(work->context, &writer, to);
}

CHEIFOutcome cheif_encode_avif(
  const uint8_t *pixels, int width, int height, const CHEIFWish *wish, CHEIFCollect *collect, void *context,
  CHEIFReport *report
) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  memset(report, 0, sizeof *report);
  pthread_once(&once, load);
  if (!is_loaded) return CHEIFNoLibrary;
  struct Work work = {.context = library.heif_context_alloc()};
  if (work.context == NULL) return CHEIFOutOfMemory;
  CHEIFOutcome outcome = CHEIFNoEncoder;
  struct heif_error error =
    library.heif_context_get_encoder_for_format(work.context, heif_compression_AV1, &work.encoder);
  if (error.code == heif_error_Ok && work.encoder != NULL) {
    struct Destination to = {collect, context};
    error = encode(&work, pixels, width, height, wish, &to);
    outcome = error.code == heif_error_Ok                        ? CHEIFDone
              : error.code == heif_error_Memory_allocation_error ? CHEIFOutOfMemory
                                                                 : CHEIFRefused;
  }
  if (error.message != NULL) snprintf(report->message, sizeof report->message, "%s", error.message);
  if (work.handle != NULL) library.heif_image_handle_release(work.handle);
  if (work.image != NULL) library.heif_image_release(work.image);
  if (work.encoder != NULL) library.heif_encoder_release(work.encoder);
  library.heif_context_free(work.context);
  return outcome;
}
