#include "hevc.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include <libheif/heif.h>
#include <libheif/heif_plugin.h>

// A decoder plug-in for libheif that decodes with libde265, like libheif's own, and refuses damaged data in strict mode.
//
// It's here because libheif can't report damage in HEVC data. Its own plug-in never calls de265_get_warning, neither in
// 1.15 (Debian 12) and 1.17 (Ubuntu 24.04) nor in later versions. With one bit changed in the coded picture,
// heif_decode_image with `strict_decoding` set succeeds and heif_image_get_decoding_warnings returns nothing, though parts
// of the picture are garbage. libde265 does notice, but libheif gives no access to its decoder. So peel could not warn
// that a photo is damaged.
//
// The libde265 functions used here haven't changed since 1.0. They are declared here so that its headers aren't needed.
struct de265_image;
struct de265_decoder;
#define DE265_FUNCTIONS(each) \
  each(de265_new_decoder, struct de265_decoder *, (void)) \
  each(de265_start_worker_threads, int, (struct de265_decoder *, int)) \
  each(de265_free_decoder, int, (struct de265_decoder *)) \
  each(de265_push_NAL, int, (struct de265_decoder *, const void *, int, int64_t, void *)) \
  each(de265_flush_data, int, (struct de265_decoder *)) \
  each(de265_decode, int, (struct de265_decoder *, int *)) \
  each(de265_get_next_picture, const struct de265_image *, (struct de265_decoder *)) \
  each(de265_get_warning, int, (struct de265_decoder *)) \
  each(de265_get_error_text, const char *, (int)) \
  each(de265_get_image_width, int, (const struct de265_image *, int)) \
  each(de265_get_image_height, int, (const struct de265_image *, int)) \
  each(de265_get_chroma_format, int, (const struct de265_image *)) \
  each(de265_get_bits_per_pixel, int, (const struct de265_image *, int)) \
  each(de265_get_image_plane, const uint8_t *, (const struct de265_image *, int, int *)) \
  each(de265_get_image_full_range_flag, int, (const struct de265_image *)) \
  each(de265_get_image_colour_primaries, int, (const struct de265_image *)) \
  each(de265_get_image_transfer_characteristics, int, (const struct de265_image *)) \
  each(de265_get_image_matrix_coefficients, int, (const struct de265_image *))

#define HEIF_FUNCTIONS(each) \
  each(heif_get_version_number) \
  each(heif_register_decoder_plugin) \
  each(heif_image_create) \
  each(heif_image_add_plane) \
  each(heif_image_get_plane) \
  each(heif_image_release) \
  each(heif_image_set_nclx_color_profile) \
  each(heif_nclx_color_profile_alloc) \
  each(heif_nclx_color_profile_free) \
  each(heif_nclx_color_profile_set_color_primaries) \
  each(heif_nclx_color_profile_set_transfer_characteristics) \
  each(heif_nclx_color_profile_set_matrix_coefficients)

#define DE265_POINTER(name, result, arguments) result (*name) arguments;
static struct { DE265_FUNCTIONS(DE265_POINTER) } de265;
#define HEIF_POINTER(name) __typeof__(&name) name;
static struct { HEIF_FUNCTIONS(HEIF_POINTER) } heif;

static const struct heif_error done = {heif_error_Ok, heif_suberror_Unspecified, "Success"};

static struct heif_error refusal(enum heif_suberror_code kind, const char *message) {
  return (struct heif_error){heif_error_Decoder_plugin_error, kind, message};
}

static struct heif_error refusal_of(int error) {
  return refusal(heif_suberror_Unspecified, de265.de265_get_error_text(error));
}

typedef struct Decoder {
  struct de265_decoder *coder;
  int is_strict;
  /// Whether the picture was decoded. A still has one.
  int is_done;
  /// What libheif gave with the data, and gets back with the picture.
  uintptr_t tag;
} Decoder;

static const char *name(void) { return "libde265, heeding damage"; }

/// Higher than 100, the priority of libheif's own plug-in.
static int priority(enum heif_compression_format format) { return format == heif_compression_HEVC ? 200 : 0; }

static struct heif_error make(void **made) {
  static const struct heif_error no_memory = {
    heif_error_Memory_allocation_error, heif_suberror_Unspecified, "no memory"};
  Decoder *decoder = calloc(1, sizeof *decoder);
  if (decoder == NULL) return no_memory;
  decoder->coder = de265.de265_new_decoder();
  if (decoder->coder == NULL) {
    free(decoder);
    return no_memory;
  }
  de265.de265_start_worker_threads(decoder->coder, 1);
  *made = decoder;
  return done;
}

static void discard(void *made) {
  Decoder *decoder = made;
  de265.de265_free_decoder(decoder->coder);
  free(decoder);
}

static void set_strictness(void *made, int is_strict) { ((Decoder *)made)->is_strict = is_strict; }

/// Passes on NAL units, each of which follows its length in four bytes (ISO/IEC 14496-15, section 4.3.3).
static struct heif_error push(void *made, const void *data, size_t size) {
  Decoder *decoder = made;
  const uint8_t *next = data;
  while (size > 0) {
    if (size < 4) return refusal(heif_suberror_End_of_data, "its data ends in a length");
    uint32_t length = (uint32_t)next[0] << 24 | (uint32_t)next[1] << 16 | (uint32_t)next[2] << 8 | next[3];
    next += 4;
    size -= 4;
    if (length > size || length > INT32_MAX) return refusal(heif_suberror_End_of_data, "its data ends too soon");
    int error = de265.de265_push_NAL(decoder->coder, next, (int)length, 0, NULL);
    if (error != 0) return refusal_of(error);
    next += length;
    size -= length;
  }
  return done;
}

/// Whether a libde265 warning means that coded samples are damaged. Other warnings are about its own limits or about
/// headers that don't affect the picture.
static int is_damage(int warning) {
  enum {
    DE265_WARNING_PREMATURE_END_OF_SLICE_SEGMENT = 1002,
    DE265_WARNING_INCORRECT_ENTRY_POINT_OFFSET = 1003,
    DE265_WARNING_CTB_OUTSIDE_IMAGE_AREA = 1004,
    DE265_WARNING_EOSS_BIT_NOT_SET = 1017,
  };
  return (warning >= DE265_WARNING_PREMATURE_END_OF_SLICE_SEGMENT && warning <= DE265_WARNING_CTB_OUTSIDE_IMAGE_AREA)
    || warning == DE265_WARNING_EOSS_BIT_NOT_SET;
}

static struct heif_error copy_plane(
  const struct de265_image *from, int plane, enum heif_channel channel, struct heif_image *image
) {
  int width = de265.de265_get_image_width(from, plane), height = de265.de265_get_image_height(from, plane);
  int bits = de265.de265_get_bits_per_pixel(from, plane), from_stride = 0, stride = 0;
  const uint8_t *source = de265.de265_get_image_plane(from, plane, &from_stride);
  if (source == NULL || width <= 0 || height <= 0) return refusal(heif_suberror_Invalid_image_size, "it has no pixels");
  struct heif_error error = heif.heif_image_add_plane(image, channel, width, height, bits);
  if (error.code != heif_error_Ok) return error;
  uint8_t *target = heif.heif_image_get_plane(image, channel, &stride);
  if (target == NULL) return refusal(heif_suberror_Unspecified, "a plane is missing");
  size_t row = (size_t)width * (size_t)((bits + 7) / 8);
  for (size_t y = 0; y < (size_t)height; y++)
    memcpy(target + y * (size_t)stride, source + y * (size_t)from_stride, row);
  return done;
}

/// Copies how colours are coded. libheif ignores numbers that it doesn't know.
static void describe_colours(const struct de265_image *from, struct heif_image *image) {
  struct heif_color_profile_nclx *profile = heif.heif_nclx_color_profile_alloc();
  if (profile == NULL) return;
  heif.heif_nclx_color_profile_set_color_primaries(profile, (uint16_t)de265.de265_get_image_colour_primaries(from));
  heif.heif_nclx_color_profile_set_transfer_characteristics(
    profile, (uint16_t)de265.de265_get_image_transfer_characteristics(from));
  heif.heif_nclx_color_profile_set_matrix_coefficients(
    profile, (uint16_t)de265.de265_get_image_matrix_coefficients(from));
  profile->full_range_flag = de265.de265_get_image_full_range_flag(from) != 0;
  heif.heif_image_set_nclx_color_profile(image, profile);
  heif.heif_nclx_color_profile_free(profile);
}

static struct heif_error copy(const struct de265_image *from, struct heif_image **image) {
  static const enum heif_channel channels[] = {heif_channel_Y, heif_channel_Cb, heif_channel_Cr};
  static const enum heif_chroma chromas[] = {
    heif_chroma_monochrome, heif_chroma_420, heif_chroma_422, heif_chroma_444,
  };
  int chroma = de265.de265_get_chroma_format(from);
  if (chroma < 0 || chroma > 3) return refusal(heif_suberror_Unsupported_color_conversion, "unknown colours");
  struct heif_error error = heif.heif_image_create(
    de265.de265_get_image_width(from, 0), de265.de265_get_image_height(from, 0),
    chroma == 0 ? heif_colorspace_monochrome : heif_colorspace_YCbCr, chromas[chroma], image);
  for (int plane = 0; error.code == heif_error_Ok && plane < (chroma == 0 ? 1 : 3); plane++)
    error = copy_plane(from, plane, channels[plane], *image);
  if (error.code == heif_error_Ok) describe_colours(from, *image);
  return error;
}

static struct heif_error decode(void *made, struct heif_image **image) {
  Decoder *decoder = made;
  *image = NULL;
  de265.de265_flush_data(decoder->coder);
  struct heif_error outcome = done;
  for (int error = 0, more = 1; more != 0 && outcome.code == heif_error_Ok;) {
    more = 0;
    error = de265.de265_decode(decoder->coder, &more);
    if (error != 0) break;
    const struct de265_image *picture = de265.de265_get_next_picture(decoder->coder);
    if (picture != NULL && *image == NULL) outcome = copy(picture, image);
  }
  for (int warning; (warning = de265.de265_get_warning(decoder->coder)) != 0;) {
    if (decoder->is_strict && is_damage(warning) && outcome.code == heif_error_Ok) outcome = refusal_of(warning);
  }
  if (outcome.code == heif_error_Ok && *image == NULL) return refusal(heif_suberror_Unspecified, "no picture in its data");
  if (outcome.code != heif_error_Ok && *image != NULL) {
    heif.heif_image_release(*image);
    *image = NULL;
  }
  return outcome;
}

// `heif_decoder_plugin` as of libheif 1.21, which needs version 5 of the API; versions before refuse it. It's declared here
// since the headers that peel is built with may be older.
typedef struct Options {
  enum heif_compression_format format;
  int is_strict;
} Options;

typedef struct Plugin {
  int api_version;
  const char *(*name)(void);
  void (*begin)(void);
  void (*end)(void);
  int (*priority)(enum heif_compression_format);
  struct heif_error (*make)(void **);
  void (*discard)(void *);
  struct heif_error (*push)(void *, const void *, size_t);
  struct heif_error (*decode)(void *, struct heif_image **);
  // Version 2.
  void (*set_strictness)(void *, int);
  // Version 3.
  const char *identifier;
  // Version 4.
  struct heif_error (*decode_next)(void *, struct heif_image **, const void *limits);
  // Version 5.
  uint32_t least_version;
  int (*priority_of)(const enum heif_compression_format *);
  struct heif_error (*make_with)(void **, const Options *);
  struct heif_error (*push_tagged)(void *, const void *, size_t, uintptr_t tag);
  struct heif_error (*end_data)(void *);
  struct heif_error (*decode_tagged)(void *, struct heif_image **, uintptr_t *tag, const void *limits);
} Plugin;

static int priority_of(const enum heif_compression_format *format) { return priority(*format); }

static struct heif_error make_with(void **made, const Options *options) {
  struct heif_error error = make(made);
  if (error.code == heif_error_Ok) set_strictness(*made, options->is_strict);
  return error;
}

static struct heif_error push_tagged(void *made, const void *data, size_t size, uintptr_t tag) {
  ((Decoder *)made)->tag = tag;
  return push(made, data, size);
}

static struct heif_error end_data(void *made) {
  (void)made;
  return done;
}

static struct heif_error decode_next(void *made, struct heif_image **image, const void *limits) {
  (void)limits;
  Decoder *decoder = made;
  *image = NULL;
  if (decoder->is_done) return done;
  decoder->is_done = 1;
  return decode(made, image);
}

static struct heif_error decode_tagged(void *made, struct heif_image **image, uintptr_t *tag, const void *limits) {
  if (tag != NULL) *tag = ((Decoder *)made)->tag;
  return decode_next(made, image, limits);
}

static Plugin plugin = {
  .name = name,
  .priority = priority,
  .make = make,
  .discard = discard,
  .push = push,
  .decode = decode,
  .set_strictness = set_strictness,
  .identifier = "peel",
  .decode_next = decode_next,
  .priority_of = priority_of,
  .make_with = make_with,
  .push_tagged = push_tagged,
  .end_data = end_data,
  .decode_tagged = decode_tagged,
};

void cheif_heed_damage(void *libheif) {
  static const char *const names[] = {"libde265.so.0", "libde265.0.dylib", "/opt/homebrew/lib/libde265.0.dylib"};
  void *libde265 = NULL;
  for (size_t i = 0; libde265 == NULL && i < sizeof names / sizeof *names; i++)
    libde265 = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (libde265 == NULL) return;
  int is_loaded = 1;
  void *symbol;
#define FIND(library, target, name) \
  symbol = dlsym(library, #name); \
  memcpy(&target.name, &symbol, sizeof symbol); \
  is_loaded &= symbol != NULL;
#define FIND_DE265(name, result, arguments) FIND(libde265, de265, name)
#define FIND_HEIF(name) FIND(libheif, heif, name)
  DE265_FUNCTIONS(FIND_DE265)
  HEIF_FUNCTIONS(FIND_HEIF)
  if (!is_loaded) return;
  plugin.api_version = heif.heif_get_version_number() >= 0x01150000 ? 5 : 2;
  heif.heif_register_decoder_plugin((const struct heif_decoder_plugin *)&plugin);
}
