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

// What the child does. The bytes are its parent's.

typedef struct Input {
  const uint8_t *bytes;
  size_t count;
  uint32_t item;
} Input;

/// What the parent asks for, once the child has sent what it opened.
typedef enum Question { ask_profile, ask_depth, ask_pixels } Question;

typedef struct Request {
  Question question;
  CHEIFChroma chroma;
} Request;

typedef struct Opened {
  CHEIFOutcome outcome;
  CHEIFReport report;
  CHEIFHeader header;
} Opened;

typedef struct FoundDepth {
  int is_found;
  CHEIFDepth depth;
} FoundDepth;

/// What is sent before the samples.
typedef struct Decoded {
  CHEIFOutcome outcome;
  CHEIFReport report;
  CHEIFPlanes planes;
} Decoded;

typedef struct File {
  struct heif_context *context;
  struct heif_image_handle *handle;
  struct heif_image *image;
} File;

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

static void describe(File *picture, CHEIFHeader *header) {
  header->width = library.heif_image_handle_get_ispe_width(picture->handle);
  header->height = library.heif_image_handle_get_ispe_height(picture->handle);
  header->has_alpha = library.heif_image_handle_has_alpha_channel(picture->handle);
  header->profile_size = library.heif_image_handle_get_raw_color_profile_size(picture->handle);
  struct heif_color_profile_nclx *profile = NULL;
  struct heif_error error = library.heif_image_handle_get_nclx_color_profile(picture->handle, &profile);
  header->coding = coding_of(error, profile);
}

/// Finds a picture by its item number: a picture of its own, or the primary picture's depth map or auxiliary picture.
static struct heif_error find(File *picture, uint32_t item) {
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

static CHEIFOutcome open_picture(File *picture, Input input, CHEIFHeader *header, CHEIFReport *report) {
  picture->context = library.heif_context_alloc();
  if (picture->context == NULL) return CHEIFOutOfMemory;
  struct heif_error error =
    library.heif_context_read_from_memory_without_copy(picture->context, input.bytes, input.count, NULL);
  if (error.code == heif_error_Ok)
    error = input.item == 0 ? library.heif_context_get_primary_image_handle(picture->context, &picture->handle)
                            : find(picture, input.item);
  if (error.code == heif_error_Ok) describe(picture, header);
  return outcome_of(error, report);
}

/// Sends the profile, after whether it could be read.
static int send_profile(int channel, const File *picture, size_t size) {
  void *profile = malloc(size);
  int is_read =
    profile != NULL && library.heif_image_handle_get_raw_color_profile(picture->handle, profile).code == heif_error_Ok;
  int is_sent = cpeel_send(channel, &is_read, sizeof is_read) && (!is_read || cpeel_send(channel, profile, size));
  free(profile);
  return is_sent;
}

static FoundDepth find_depth(const File *picture) {
  FoundDepth found = {0};
  heif_item_id item = 0;
  if (library.heif_image_handle_get_list_of_depth_image_IDs(picture->handle, &item, 1) != 1) return found;
  found = (FoundDepth){.is_found = 1, .depth = {.item = item}};
  const struct heif_depth_representation_info *info = NULL;
  if (!library.heif_image_handle_get_depth_image_representation_info(picture->handle, item, &info) || info == NULL)
    return found;
  CHEIFDepth *depth = &found.depth;
  depth->is_disparity = info->depth_representation_type == heif_depth_representation_type_uniform_disparity;
  depth->is_distance = info->depth_representation_type == heif_depth_representation_type_uniform_Z;
  depth->has_disparities = info->has_d_min && info->has_d_max;
  depth->has_distances = info->has_z_near && info->has_z_far;
  depth->d_min = info->d_min;
  depth->d_max = info->d_max;
  depth->z_near = info->z_near;
  depth->z_far = info->z_far;
  library.heif_depth_representation_info_free(info);
  return found;
}

static CHEIFPlane plane_of(const struct heif_image *image, enum heif_channel channel) {
  if (!library.heif_image_has_channel(image, channel)) return (CHEIFPlane){0};
  return (CHEIFPlane){
    .width = library.heif_image_get_width(image, channel),
    .height = library.heif_image_get_height(image, channel),
    .bits = library.heif_image_get_bits_per_pixel_range(image, channel),
  };
}

static CHEIFOutcome decode(File *picture, CHEIFChroma chroma, CHEIFPlanes *planes, CHEIFReport *report) {
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

/// Sends a plane's rows without gaps.
static int send_plane(int channel, const struct heif_image *image, enum heif_channel kind, CHEIFPlane plane) {
  if (plane.width == 0) return 1;
  int stride = 0;
  const uint8_t *samples = library.heif_image_get_plane_readonly(image, kind, &stride);
  size_t row = (size_t)plane.width * (plane.bits > 8 ? 2 : 1), height = (size_t)plane.height;
  if (samples == NULL || stride < 0 || (size_t)stride < row) return 0;
  if ((size_t)stride == row) return cpeel_send(channel, samples, row * height);
  for (size_t y = 0; y < height; y++)
    if (!cpeel_send(channel, samples + y * (size_t)stride, row)) return 0;
  return 1;
}

static int send_pixels(int channel, File *picture, CHEIFChroma chroma) {
  Decoded decoded = {0};
  decoded.outcome = decode(picture, chroma, &decoded.planes, &decoded.report);
  return cpeel_send(channel, &decoded, sizeof decoded) && decoded.outcome == CHEIFDone
    && send_plane(channel, picture->image, heif_channel_Y, decoded.planes.y)
    && send_plane(channel, picture->image, heif_channel_Cb, decoded.planes.blue)
    && send_plane(channel, picture->image, heif_channel_Cr, decoded.planes.red)
    && send_plane(channel, picture->image, heif_channel_Alpha, decoded.planes.alpha);
}

static int answer(int channel, File *picture, const CHEIFHeader *header, Request request) {
  switch (request.question) {
    case ask_profile: return send_profile(channel, picture, header->profile_size);
    case ask_depth: {
      FoundDepth found = find_depth(picture);
      return cpeel_send(channel, &found, sizeof found);
    }
    case ask_pixels: return send_pixels(channel, picture, request.chroma);
  }
  return 0;
}

static void serve(int channel, void *context) {
  File picture = {0};
  Opened opened = {0};
  opened.outcome = open_picture(&picture, *(Input *)context, &opened.header, &opened.report);
  if (!cpeel_send(channel, &opened, sizeof opened) || opened.outcome != CHEIFDone) return;
  Request request;
  while (cpeel_receive(channel, &request, sizeof request) && answer(channel, &picture, &opened.header, request)) {}
}

// What the parent does.

/// What the child may take to open a file, besides the file's size.
static const size_t most_memory = (size_t)1 << 30;

CHEIFOutcome cheif_open(
  const uint8_t *bytes, size_t count, uint32_t item, CPeelChild *child, CHEIFHeader *header, CHEIFReport *report
) {
  Opened opened = {0};
  if (cheif_library() == NULL) return CHEIFNoLibrary;
  Input input = {bytes, count, item};
  if (cpeel_start(child, count + most_memory, serve, &input) != 0) return CHEIFOutOfMemory;
  if (!cpeel_receive(child->channel, &opened, sizeof opened)) return CHEIFCrashed;
  *header = opened.header;
  *report = opened.report;
  return opened.outcome;
}

static int ask(const CPeelChild *child, Request request, void *answer, size_t size) {
  return cpeel_send(child->channel, &request, sizeof request) && cpeel_receive(child->channel, answer, size);
}

int cheif_ask_profile(const CPeelChild *child) {
  int is_read;
  return ask(child, (Request){ask_profile, 0}, &is_read, sizeof is_read) && is_read;
}

int cheif_find_depth(const CPeelChild *child, CHEIFDepth *depth) {
  FoundDepth found;
  if (!ask(child, (Request){ask_depth, 0}, &found, sizeof found)) return 0;
  *depth = found.depth;
  return found.is_found;
}

CHEIFOutcome cheif_decode(
  CPeelChild *child, CHEIFChroma chroma, size_t memory, CHEIFPlanes *planes, CHEIFReport *report
) {
  cpeel_allow_memory(child, memory);
  Decoded decoded;
  if (!ask(child, (Request){ask_pixels, chroma}, &decoded, sizeof decoded)) return CHEIFCrashed;
  *planes = decoded.planes;
  *report = decoded.report;
  return decoded.outcome;
}
