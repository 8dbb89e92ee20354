#include "CPeelHEIF.h"
#include "CPeelLoading.h"
#include "hevc.h"
#include "library.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>

// The libheif functions in use. All are in version 1.15, the oldest supported.
#define FUNCTIONS(each) \
  each(heif_context_alloc) \
  each(heif_context_free) \
  each(heif_context_read_from_memory_without_copy) \
  each(heif_context_get_primary_image_handle) \
  each(heif_context_get_image_handle) \
  each(heif_image_handle_get_depth_image_handle) \
  each(heif_image_handle_get_auxiliary_image_handle) \
  each(heif_image_handle_get_list_of_depth_image_IDs) \
  each(heif_image_handle_get_depth_image_representation_info) \
  each(heif_depth_representation_info_free) \
  each(heif_image_handle_release) \
  each(heif_image_handle_get_ispe_width) \
  each(heif_image_handle_get_ispe_height) \
  each(heif_image_handle_has_alpha_channel) \
  each(heif_image_handle_get_list_of_metadata_block_IDs) \
  each(heif_image_handle_get_metadata_size) \
  each(heif_image_handle_get_metadata) \
  each(heif_image_handle_get_raw_color_profile_size) \
  each(heif_image_handle_get_raw_color_profile) \
  each(heif_image_handle_get_nclx_color_profile) \
  each(heif_image_get_nclx_color_profile) \
  each(heif_nclx_color_profile_free) \
  each(heif_have_decoder_for_format) \
  each(heif_decoding_options_alloc) \
  each(heif_decoding_options_free) \
  each(heif_decode_image) \
  each(heif_image_release) \
  each(heif_image_has_channel) \
  each(heif_image_get_width) \
  each(heif_image_get_height) \
  each(heif_image_get_bits_per_pixel_range) \
  each(heif_image_get_plane_readonly) \
  each(heif_image_get_decoding_warnings) \
  each(heif_init)

#define POINTER(name) __typeof__(&name) name;
static struct { FUNCTIONS(POINTER) } library;
static int is_loaded;
static void *file;

static void load(void) {
  static const char *const names[] = {"libheif.so.1", "libheif.1.dylib", "/opt/homebrew/lib/libheif.1.dylib"};
  file = cpeel_load(names, sizeof names / sizeof *names);
  if (file == NULL) return;
  is_loaded = 1;
#define FIND(name) is_loaded &= cpeel_find(file, #name, &library.name);
  FUNCTIONS(FIND)
  if (!is_loaded) return;
  // Newer versions load their decoders as plug-ins here.
  library.heif_init(NULL);
  cheif_heed_damage(file);
}

void *cheif_library(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, load);
  return is_loaded ? file : NULL;
}

struct CHEIFPicture {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
  heif_item_id exif;
};

static CHEIFOutcome outcome_of(struct heif_error error, CHEIFReport *report) {
  if (error.code == heif_error_Ok) return CHEIFDone;
  snprintf(report->message, sizeof report->message, "%s", error.message == NULL ? "" : error.message);
  if (error.subcode == heif_suberror_Security_limit_exceeded) return CHEIFTooLarge;
  if (error.code == heif_error_Memory_allocation_error) return CHEIFOutOfMemory;
  if (error.subcode == heif_suberror_Unsupported_codec
      && !(library.heif_have_decoder_for_format(heif_compression_HEVC)
           && library.heif_have_decoder_for_format(heif_compression_AV1)))
    return CHEIFNoDecoder;
  // libheif 1.21 says it so.
  if (error.code == heif_error_Plugin_loading_error) return CHEIFNoDecoder;
  return error.subcode == heif_suberror_End_of_data ? CHEIFTruncated : CHEIFRefused;
}

/// Frees `profile`.
static CHEIFCoding coding_of(struct heif_error error, struct heif_color_profile_nclx *profile) {
  CHEIFCoding coding = {0};
  if (error.code != heif_error_Ok || profile == NULL) return coding;
  coding = (CHEIFCoding){
    .is_known = 1,
    .primaries = (int)profile->color_primaries,
    .transfer = (int)profile->transfer_characteristics,
    .matrix = (int)profile->matrix_coefficients,
    .is_full_range = profile->full_range_flag,
  };
  library.heif_nclx_color_profile_free(profile);
  return coding;
}

static void describe(CHEIFPicture *picture, CHEIFHeader *header) {
  header->width = library.heif_image_handle_get_ispe_width(picture->handle);
  header->height = library.heif_image_handle_get_ispe_height(picture->handle);
  header->has_alpha = library.heif_image_handle_has_alpha_channel(picture->handle);
  if (library.heif_image_handle_get_list_of_metadata_block_IDs(picture->handle, "Exif", &picture->exif, 1) == 1)
    header->exif_size = library.heif_image_handle_get_metadata_size(picture->handle, picture->exif);
  header->profile_size = library.heif_image_handle_get_raw_color_profile_size(picture->handle);
  struct heif_color_profile_nclx *profile = NULL;
  struct heif_error error = library.heif_image_handle_get_nclx_color_profile(picture->handle, &profile);
  header->coding = coding_of(error, profile);
}

/// Finds a picture by its item number: a picture of its own, or the primary picture's depth map or auxiliary picture.
static struct heif_error find(CHEIFPicture *picture, uint32_t item) {
  struct heif_error error = library.heif_context_get_image_handle(picture->context, item, &picture->handle);
  if (error.code == heif_error_Ok) return error;
  struct heif_image_handle *primary = NULL;
  error = library.heif_context_get_primary_image_handle(picture->context, &primary);
  if (error.code != heif_error_Ok) return error;
  error = library.heif_image_handle_get_depth_image_handle(primary, item, &picture->handle);
  if (error.code != heif_error_Ok)
    error = library.heif_image_handle_get_auxiliary_image_handle(primary, item, &picture->handle);
  library.heif_image_handle_release(primary);
  return error;
}

CHEIFOutcome cheif_open(
  const uint8_t *bytes, size_t count, uint32_t item, CHEIFPicture **opened, CHEIFHeader *header, CHEIFReport *report
) {
  *opened = NULL;
  memset(header, 0, sizeof *header);
  memset(report, 0, sizeof *report);
  if (cheif_library() == NULL) return CHEIFNoLibrary;
  CHEIFPicture *picture = calloc(1, sizeof *picture);
  if (picture == NULL) return CHEIFOutOfMemory;
  picture->context = library.heif_context_alloc();
  CHEIFOutcome outcome = picture->context == NULL ? CHEIFOutOfMemory : CHEIFDone;
  if (outcome == CHEIFDone)
    outcome = outcome_of(
      library.heif_context_read_from_memory_without_copy(picture->context, bytes, count, NULL), report);
  if (outcome == CHEIFDone)
    outcome = outcome_of(
      item == 0 ? library.heif_context_get_primary_image_handle(picture->context, &picture->handle)
                : find(picture, item),
      report);
  if (outcome != CHEIFDone) {
    cheif_close(picture);
    return outcome;
  }
  describe(picture, header);
  *opened = picture;
  return CHEIFDone;
}

int cheif_copy_exif(const CHEIFPicture *picture, uint8_t *block) {
  return library.heif_image_handle_get_metadata(picture->handle, picture->exif, block).code == heif_error_Ok;
}

int cheif_copy_profile(const CHEIFPicture *picture, uint8_t *profile) {
  return library.heif_image_handle_get_raw_color_profile(picture->handle, profile).code == heif_error_Ok;
}

int cheif_find_depth(const CHEIFPicture *picture, CHEIFDepth *depth) {
  heif_item_id item = 0;
  if (library.heif_image_handle_get_list_of_depth_image_IDs(picture->handle, &item, 1) != 1) return 0;
  *depth = (CHEIFDepth){.item = item};
  const struct heif_depth_representation_info *info = NULL;
  if (!library.heif_image_handle_get_depth_image_representation_info(picture->handle, item, &info) || info == NULL)
    return 1;
  depth->is_disparity = info->depth_representation_type == heif_depth_representation_type_uniform_disparity;
  depth->is_distance = info->depth_representation_type == heif_depth_representation_type_uniform_Z;
  depth->has_disparities = info->has_d_min && info->has_d_max;
  depth->has_distances = info->has_z_near && info->has_z_far;
  depth->d_min = info->d_min;
  depth->d_max = info->d_max;
  depth->z_near = info->z_near;
  depth->z_far = info->z_far;
  library.heif_depth_representation_info_free(info);
  return 1;
}

static CHEIFPlane plane_of(const struct heif_image *image, enum heif_channel channel) {
  CHEIFPlane plane = {0};
  if (!library.heif_image_has_channel(image, channel)) return plane;
  int stride = 0;
  plane.samples = library.heif_image_get_plane_readonly(image, channel, &stride);
  plane.stride = (size_t)stride;
  plane.width = library.heif_image_get_width(image, channel);
  plane.height = library.heif_image_get_height(image, channel);
  plane.bits = library.heif_image_get_bits_per_pixel_range(image, channel);
  return plane;
}

CHEIFOutcome cheif_decode(CHEIFPicture *picture, CHEIFChroma chroma, CHEIFPlanes *planes, CHEIFReport *report) {
  memset(planes, 0, sizeof *planes);
  memset(report, 0, sizeof *report);
  struct heif_decoding_options *options = library.heif_decoding_options_alloc();
  if (options == NULL) return CHEIFOutOfMemory;
  options->ignore_transformations = 1;
  static const enum heif_chroma chromas[] = {
    [CHEIFGrey] = heif_chroma_monochrome,
    [CHEIFHalf] = heif_chroma_420,
    [CHEIFHalfAcross] = heif_chroma_422,
    [CHEIFFull] = heif_chroma_444,
  };
  enum heif_colorspace space = chroma == CHEIFGrey ? heif_colorspace_monochrome : heif_colorspace_YCbCr;
  options->strict_decoding = 1;
  struct heif_error error =
    library.heif_decode_image(picture->handle, &picture->image, space, chromas[chroma], options);
  // libheif 1.15 gives grey pictures of odd size only with chroma.
  if (error.code == heif_error_Unsupported_feature && error.subcode == heif_suberror_Unsupported_color_conversion)
    error = library.heif_decode_image(
      picture->handle, &picture->image, heif_colorspace_YCbCr, heif_chroma_420, options);
  if (error.code == heif_error_Decoder_plugin_error) {
    // Damaged: decode as much as possible.
    options->strict_decoding = 0;
    error = library.heif_decode_image(picture->handle, &picture->image, space, chromas[chroma], options);
    planes->is_damaged = error.code == heif_error_Ok;
  }
  library.heif_decoding_options_free(options);
  CHEIFOutcome outcome = outcome_of(error, report);
  if (outcome != CHEIFDone) return outcome;
  planes->y = plane_of(picture->image, heif_channel_Y);
  planes->blue = plane_of(picture->image, heif_channel_Cb);
  planes->red = plane_of(picture->image, heif_channel_Cr);
  planes->alpha = plane_of(picture->image, heif_channel_Alpha);
  struct heif_color_profile_nclx *profile = NULL;
  error = library.heif_image_get_nclx_color_profile(picture->image, &profile);
  planes->coding = coding_of(error, profile);
  struct heif_error warning;
  planes->is_damaged |= library.heif_image_get_decoding_warnings(picture->image, 0, &warning, 1) > 0;
  return CHEIFDone;
}

void cheif_close(CHEIFPicture *picture) {
  if (picture->image != NULL) library.heif_image_release(picture->image);
  if (picture->handle != NULL) library.heif_image_handle_release(picture->handle);
  if (picture->context != NULL) library.heif_context_free(picture->context);
  free(picture);
}
